"""Where a store lies: a directory, alone or shared; a Chroma server; or Chroma's cloud."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from memory.chroma_store.database import ChromaDatabase, Database
from memory.chroma_store.faults import explained
from memory.chroma_store.handle import Handle
from memory.chroma_store.index_files import Broken
from memory.chroma_store.lease import Lease, dismiss
from memory.chroma_store.opening import open_embedded
from memory.chroma_store.shared import SharedDatabase
from memory.errors import SettingsError

if TYPE_CHECKING:
    from chromadb.api import ClientAPI


@dataclass(frozen=True, slots=True, kw_only=True)
class Cloud:
    """A database in Chroma's cloud. Only tried against its client library, never against the service itself."""

    tenant: str
    database: str
    api_key: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a store lies; exactly one of path, host and cloud."""

    path: str | Path | None = None
    share: bool = False
    """With a path: side by side with other processes, through a server on loopback."""
    host: str | None = None
    port: int = 8000
    ssl: bool = False
    headers: Mapping[str, str] | None = field(default=None, repr=False)
    """What a server behind a gateway wants to see; `chroma run` itself asks nobody who they are."""
    cloud: Cloud | None = None

    def __str__(self) -> str:
        if self.path is not None:
            return f"in {self.path}"
        return f"at {self.host}:{self.port}" if self.cloud is None else f"in Chroma Cloud ({self.cloud.database})"

    def open(self, *, lock_timeout_s: float, linger_s: float, broken: Broken = "refuse") -> Database:
        """Open what it names.

        Raises:
            SettingsError: when it names nothing, or more than one place.
            StoreLocked, StoreUnavailable: when that cannot be opened.
        """
        if [self.path, self.host, self.cloud].count(None) != 2:
            raise SettingsError(
                f"path={self.path!r}, host={self.host!r}, cloud={self.cloud!r}; expected exactly one of them; "
                "name the directory, or the server, or the cloud database"
            )
        if self.path is not None and self.share:
            return SharedDatabase(Lease(Path(self.path), linger_s=linger_s, start_timeout_s=2 * lock_timeout_s))
        if self.path is not None:
            dismiss(Path(self.path))
            return open_embedded(Path(self.path), lock_timeout_s=lock_timeout_s, broken=broken)
        handle = Handle(self._remote)
        return ChromaDatabase(handle, on_close=handle.close)

    def _remote(self) -> ClientAPI:
        import chromadb
        import httpx
        from chromadb.config import Settings

        settings = Settings(anonymized_telemetry=False)
        try:
            if self.cloud is not None:
                return chromadb.CloudClient(
                    tenant=self.cloud.tenant,
                    database=self.cloud.database,
                    api_key=self.cloud.api_key,
                    settings=settings,
                )
            return chromadb.HttpClient(
                host=self.host or "", port=self.port, ssl=self.ssl, headers=dict(self.headers or {}), settings=settings
            )
        except (chromadb.errors.ChromaError, httpx.HTTPError, OSError, ValueError) as error:
            raise explained(error) from error
