"""Back up and restore everything that is kept, in one file, while programs go on using it.

The file is a zip: `memories.jsonl` (every item of the store as `{namespace, key, value}`, without vectors: they are
made again), `checkpoints.sqlite3` and `outbox.sqlite3` as of one moment each, and `manifest.json`.
Memories are read first: a turn that ends meanwhile is in the checkpoints, and its write is repeated without harm.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from langgraph.store.base import BaseStore, PutOp

from graph.open import open_persistence, open_store, usable_dir
from graph.settings import Settings
from memory.errors import ImportFormatError, SettingsError

VERSION = 1
PAGE = 500
BATCH = 200

Progress = Callable[[int, int], None]


def backup(settings: Settings, to: Path, *, progress: Progress = lambda *_: None) -> dict[str, int]:
    """Write the backup to a new file, and give how much of each is in it.

    Raises:
        SettingsError: there is a file already, or the checkpoints are on a database server that has its own backup.
    """
    if to.exists():
        raise SettingsError(f"{to} exists already; expected a new file; choose another name, or move it away")
    if settings.database_url.get_secret_value():
        raise SettingsError(
            "checkpoints and outbox are on PostgreSQL; expected files; back the database up with pg_dump, and the "
            "memories with `bethink memories export`"
        )
    data = usable_dir(settings.data_dir)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bethink-backup-")))
        store = open_store(settings, data, stack)
        count = 0
        with (folder / "memories.jsonl").open("w", encoding="utf-8") as lines:
            for item in items_of(store):
                lines.write(json.dumps(item, ensure_ascii=False) + "\n")
                count += 1
                progress(count, 0)
        checkpoints, _, _ = open_persistence(settings, data, stack)
        checkpoints.backup(folder / "checkpoints.sqlite3")
        _copy_sqlite(data / "outbox.sqlite3", folder / "outbox.sqlite3")
        threads = len(checkpoints.threads())
        manifest = {"version": VERSION, "made": datetime.now(UTC).isoformat(), "memories": count, "threads": threads}
        (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
        partial = to.with_suffix(to.suffix + ".part")
        with zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED) as archive:
            for file in sorted(folder.iterdir()):
                archive.write(file, file.name)
        partial.replace(to)
    return {"memories": count, "threads": threads}


def restore(settings: Settings, source: Path, *, progress: Progress = lambda *_: None) -> dict[str, int]:
    """Restore a backup into an empty data directory; texts are embedded by the embedder that is set now.

    Raises:
        SettingsError: the directory holds something already.
        ImportFormatError: the file is not a backup of ours, or of a newer version.
    """
    data = usable_dir(settings.data_dir)
    taken = [p.name for p in data.iterdir() if p.name in ("chroma", "checkpoints.sqlite3", "outbox.sqlite3")]
    if taken:
        raise SettingsError(
            f"{data} holds {', '.join(sorted(taken))} already; expected an empty directory; "
            "set BETHINK_DATA_DIR to a new one, restore there, and then move it"
        )
    with ExitStack() as stack:
        archive = stack.enter_context(_opened(source))
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bethink-restore-")))
        for name in ("manifest.json", "memories.jsonl", "checkpoints.sqlite3", "outbox.sqlite3"):
            archive.extract(name, folder)
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        if manifest.get("version") != VERSION:
            raise ImportFormatError(
                f"{source} is a backup of version {manifest.get('version')}; expected {VERSION}; "
                "restore it with the program that made it, or a newer one"
            )
        store = open_store(settings, data, stack)
        done = 0
        for ops in _batches(folder / "memories.jsonl"):
            store.batch(ops)
            done += len(ops)
            progress(done, manifest["memories"])
        for name in ("checkpoints.sqlite3", "outbox.sqlite3"):
            shutil.copyfile(folder / name, data / name)
            (data / name).chmod(0o600)
    return {"memories": done, "threads": manifest["threads"]}


def items_of(store: BaseStore) -> Iterator[dict[str, Any]]:
    """Give every item of a store, namespace by namespace, a page at a time."""
    offset = 0
    while namespaces := store.list_namespaces(limit=PAGE, offset=offset):
        for namespace in namespaces:
            yield from _items_in(store, namespace)
        if len(namespaces) < PAGE:
            return
        offset += PAGE


def _items_in(store: BaseStore, namespace: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    offset = 0
    while page := store.search(namespace, limit=PAGE, offset=offset):
        for item in page:
            if item.namespace == namespace:
                yield {"namespace": list(namespace), "key": item.key, "value": item.value}
        if len(page) < PAGE:
            return
        offset += PAGE


def _batches(path: Path) -> Iterator[list[PutOp]]:
    ops: list[PutOp] = []
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            item = json.loads(line)
            namespace = tuple(item["namespace"])
            ops.append(PutOp(namespace, item["key"], item["value"], ["key"] if namespace[-1] == "records" else False))
            if len(ops) == BATCH:
                yield ops
                ops = []
    if ops:
        yield ops


def _opened(source: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(source)
    except (OSError, zipfile.BadZipFile) as error:
        raise ImportFormatError(
            f"{source} cannot be read as a backup ({error}); expected a file that `bethink backup` wrote; "
            "check the name"
        ) from error


def _copy_sqlite(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source)) as from_file, closing(sqlite3.connect(target)) as to_file:
        from_file.backup(to_file)
