"""Says what is configured, reachable, mismatched and damaged, and the command that mends it. Changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Literal

from graph.settings import Settings
from memory.errors import BethinkError, CheckpointDamaged, EmbedderMismatch, SettingsError, StoreLocked

if TYPE_CHECKING:
    from memory.checkpoints import Mended
    from memory.chroma_store import Place

State = Literal["ok", "note", "bad"]

MEND = "bethink restore, from a backup; or bethink doctor --mend, which saves what can be read"
"""What to do about a damaged checkpoint file."""
PACKAGES = ("langgraph", "langchain-openai", "langchain-chroma", "chromadb", "tiktoken", "openai")


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was looked at."""

    part: str
    state: State
    """`ok`, `note` (works, and is worth knowing), or `bad` (does not work, or is damaged)."""
    text: str
    mend: str = ""
    """What to do about it."""


def examine(settings: Settings) -> Iterator[Finding]:
    """Look at every part in turn; a part that fails does not hide the others."""
    checks: tuple[tuple[str, Callable[[Settings], Iterator[Finding]]], ...] = (
        ("versions", _versions),
        ("directory", _directory),
        ("tokenizer", _tokenizer),
        ("model", _model),
        ("embedder", _embedder),
        ("store", _store),
        ("checkpoints", _checkpoints),
        ("outbox", _outbox),
    )
    for part, look in checks:
        try:
            yield from look(settings)
        except BethinkError as error:
            mend = MEND if isinstance(error, CheckpointDamaged) else ""
            yield Finding(part=part, state="bad", text=" ".join(str(error).split()), mend=mend)
        except Exception as error:  # noqa: BLE001  # a doctor who falls over one organ has not looked at the others
            yield Finding(part=part, state="bad", text=f"{type(error).__name__}: {' '.join(str(error).split())[:300]}")


def _versions(settings: Settings) -> Iterator[Finding]:
    found = []
    for name in PACKAGES:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            yield Finding(
                part="versions", state="bad", text=f"{name} is not installed", mend="install the project again"
            )
    yield Finding(part="versions", state="ok", text=", ".join(found))


def _directory(settings: Settings) -> Iterator[Finding]:
    from graph.open import usable_dir

    path = usable_dir(settings.data_dir)
    size = sum(f.stat().st_size for f in path.rglob("*") if f.is_file())
    yield Finding(part="directory", state="ok", text=f"{path}, {size / 1e6:.1f} MB")


def _tokenizer(settings: Settings) -> Iterator[Finding]:
    from memory.tokens import TokenCounter

    counter = TokenCounter(settings.model_name)
    tokens = counter.count_text("我叫小明 and I live in Berlin")
    yield Finding(part="tokenizer", state="ok", text=f"{counter.encoding_name}, counts without the network ({tokens})")


def _model(settings: Settings) -> Iterator[Finding]:
    from graph.models import explain, open_chat_model, provider_of

    if settings.offline:
        mend = "set OPENAI_API_KEY, or BETHINK_BASE_URL and BETHINK_MODEL, to talk to a real one"
        yield Finding(part="model", state="note", text="the rule-driven offline model answers", mend=mend)
        return
    key = "a key is set" if settings.api_key.get_secret_value() else "no key is set"
    where = f"{settings.model_name} at {settings.base_url or 'api.openai.com'}, {key}, rules of {provider_of(settings)}"
    try:
        open_chat_model(settings.model_copy(update={"max_retries": 0})).invoke("Say ok.")
    except Exception as error:
        told = explain(error, settings)
        if told is None:
            raise
        yield Finding(part="model", state="bad", text=f"{where}: {' '.join(str(told).split())}")
    else:
        yield Finding(part="model", state="ok", text=f"{where}: answers")


def _embedder(settings: Settings) -> Iterator[Finding]:
    from graph.models import explain, open_embeddings
    from memory.embeddings import fingerprint

    try:
        print_ = fingerprint(open_embeddings(settings))
    except Exception as error:
        told = explain(error, settings)
        if told is None:
            raise
        yield Finding(part="embedder", state="bad", text=" ".join(str(told).split()))
    else:
        yield Finding(part="embedder", state="ok", text=f"{print_.name}, {print_.dims} dimensions")


def _store(settings: Settings) -> Iterator[Finding]:
    from graph.open import open_store

    if settings.short_term_only:
        yield Finding(part="store", state="note", text="short-term memory only, as the settings ask")
        return
    path = settings.data_dir.expanduser() / "chroma"
    if settings.chroma in ("embedded", "alone") and not path.exists():
        yield Finding(part="store", state="note", text="nothing has been remembered yet")
        return
    if settings.chroma in ("embedded", "alone"):  # before it is opened: Chroma may die of opening a damaged index
        yield from _index(settings)
    try:
        with ExitStack() as stack:
            open_store(settings, settings.data_dir.expanduser(), stack)
    except EmbedderMismatch as error:
        mend = "" if settings.chroma == "postgres" else "bethink reindex"
        yield Finding(part="store", state="bad", text=" ".join(str(error).split()), mend=mend)
    else:
        yield Finding(part="store", state="ok", text="opens, and its embedder is the one that is set")
        if settings.chroma in ("server", "cloud"):  # after: opening makes the store where there was none
            yield from _index(settings)


def _index(settings: Settings) -> Iterator[Finding]:
    from memory.chroma_store.upkeep import check

    try:
        health = check(place_of(settings))
    except StoreLocked:
        yield Finding(part="store", state="note", text="in use by another program: its index was not read")
        return
    state: State = "ok" if health.is_sound else "bad"
    text = f"{health.items} items, {len(health.without_vector)} without a vector, filled by {health.embedder}"
    yield Finding(part="store", state=state, text=text, mend="" if health.is_sound else "bethink doctor --rebuild")


def _checkpoints(settings: Settings) -> Iterator[Finding]:
    from graph.open import open_persistence

    with ExitStack() as stack:
        checkpoints, _, _ = open_persistence(settings, settings.data_dir.expanduser(), stack)
        problems = checkpoints.check()
        threads = checkpoints.threads()
        size = checkpoints.size_bytes()
    biggest = max((t.bytes for t in threads), default=0)
    text = f"{len(threads)} threads, {size / 1e6:.1f} MB, the largest thread {biggest / 1e3:.0f} kB"
    yield Finding(part="checkpoints", state="ok", text=text)
    for problem in problems:
        yield Finding(part="checkpoints", state="bad", text=problem, mend=MEND)


def _outbox(settings: Settings) -> Iterator[Finding]:
    from graph.open import open_persistence

    with ExitStack() as stack:
        _, _, outbox = open_persistence(settings, settings.data_dir.expanduser(), stack)
        waiting, aside = outbox.pending(), outbox.poisoned()
    state: State = "bad" if aside else ("note" if waiting else "ok")
    text = f"{len(waiting)} writes wait, {len(aside)} are set aside after too many failures"
    yield Finding(part="outbox", state=state, text=text, mend="bethink outbox --retry" if aside else "")
    for entry in aside[:5]:
        yield Finding(part="outbox", state="bad", text=f"set aside: {entry.key} of {entry.user_id}: {entry.error}")


def mend_checkpoints(settings: Settings) -> Mended | None:
    """Save what can be read of a damaged checkpoint file, the damaged one kept aside; None when there is no file.

    No other program may use the directory meanwhile.

    Raises:
        CheckpointDamaged: nothing of it can be read.
        SettingsError: the checkpoints are in a database, which has its own tools.
    """
    from memory.checkpoints import mend

    if settings.database_url.get_secret_value():
        raise SettingsError(
            "the checkpoints are in PostgreSQL; expected a file to mend; use the database's own tools, or its backup"
        )
    path = settings.data_dir.expanduser() / "checkpoints.sqlite3"
    return mend(path, key=settings.checkpoint_key.get_secret_value() or None) if path.exists() else None


def place_of(settings: Settings) -> Place:
    """Give where Chroma keeps the memories, for looking after its index.

    Raises:
        SettingsError: they are in PostgreSQL, which has no index of ours.
    """
    from graph.open import cloud_of, headers_of
    from memory.chroma_store import Place

    if settings.chroma == "postgres":
        raise SettingsError(
            "the memories are in PostgreSQL, whose vectors need no rebuilding; expected a store on Chroma; for another "
            "embedder export the memories (`bethink memories export`) and import them into another database"
        )
    if settings.chroma == "cloud":
        return Place(cloud=cloud_of(settings))
    if settings.chroma == "server":
        return Place(
            host=settings.chroma_host, port=settings.chroma_port, ssl=settings.chroma_ssl, headers=headers_of(settings)
        )
    return Place(path=settings.data_dir.expanduser() / "chroma")
