"""Erase a user, a thread or a memory from every place, count and verify it, and note it without words.

Every thread that is erased is held meanwhile, so that no turn writes behind the erasure. The audit line names user and
thread by a digest: who knows the id can prove that it was erased, and the line keeps no word of anybody.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from graph.redaction import Redaction
from memory.errors import StoreError
from memory.long_term.record_erasure import clean_tool_results, words_of
from memory.long_term.thread_erasure import forget_thread as forget_in_memory

if TYPE_CHECKING:
    from collections.abc import Iterator

    from langgraph.store.base import BaseStore

    from graph.open import Opened
    from memory.outbox.entries import Entry

AUDIT = "audit.jsonl"
"""Beside the data: one line for each erasure."""
WAIT_S = 60.0
"""So long is waited for a turn that runs on a thread that is to be erased."""


def history_of(data_dir: Path, user_id: str) -> Path:
    """Give the file in which a terminal keeps what this user typed: one a user, so that it can go with the user."""
    return data_dir.expanduser() / f"history-{digest(user_id)}"


def digest(text: str) -> str:
    """Give what stands for an id where the id itself must not stay."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12, person=b"bethink").hexdigest()


def erase_user(parts: Opened, user_id: str) -> dict[str, int]:
    """Erase a user from outbox, checkpoints, memories, words and typed lines; give counts per place.

    Raises:
        TurnInProgress: one of the user's turns does not end.
        StoreError: something is left, or a place cannot be reached; what was erased until then stays erased.
    """
    with _held(parts, [t.thread_id for t in parts.checkpoints.threads(user_id)]), _store(parts) as store:
        counts = {"outbox": parts.outbox.forget(user_id), **parts.checkpoints.delete_user(user_id)}
        if store is not None:
            counts.update(parts.services.memory_for(store, user_id).forget_everything())
        counts["typed lines"] = _drop_history(history_of(parts.settings.data_dir, user_id))
        waiting = [*parts.outbox.pending(user_id), *parts.outbox.poisoned(user_id)]
        left = {"outbox": len(waiting), "threads": len(parts.checkpoints.threads(user_id))}
    _check(left, f"user {user_id!r}")
    _audit(parts, "forget_everything", counts, user=user_id)
    return counts


def erase_thread(parts: Opened, user_id: str, thread_id: str, *, memories: bool = True) -> dict[str, int]:
    """Erase one thread, and with `memories` all that was learned in it; give counts per place. Its owner is checked.

    Raises:
        TurnInProgress: a turn of the thread does not end.
        StoreError: something is left, or a place cannot be reached; what was erased until then stays erased.
    """
    with _held(parts, [thread_id]), _store(parts) as store:
        counts = {"outbox": parts.outbox.forget(user_id, under=f"{thread_id}/")}
        counts["threads"] = sum(t.thread_id == thread_id for t in parts.checkpoints.threads(user_id))
        parts.checkpoints.delete_thread(thread_id)
        if store is not None:
            memory = parts.services.memory_for(store, user_id)
            counts.update(forget_in_memory(memory.scope, thread_id, memories=memories))
        left = {"threads": sum(t.thread_id == thread_id for t in parts.checkpoints.threads(user_id))}
    _check(left, f"thread {thread_id!r}")
    _audit(parts, "forget_thread", counts, user=user_id, thread=thread_id)
    return counts


def erase_record(parts: Opened, user_id: str, record_id: str) -> dict[str, int]:
    """Erase one memory, and its words wherever else they stand of this user; give how much changed in each place.

    Its words: the messages in which it was said, and in answers, tools' results, summaries and what was recalled the
    sentences that name it (`graph.redaction`). The threads stay, and stay valid.

    Raises:
        MemoryNotFound: this user has no such memory, and none was deleted.
        TurnInProgress: one of the user's turns does not end.
        StoreError: there is no long-term memory, or a place cannot be reached; what was erased until then stays erased.
    """
    threads = [t.thread_id for t in parts.checkpoints.threads(user_id)]
    with _held(parts, threads), _store(parts) as store:
        if store is None:
            raise StoreError(
                f"memory {record_id!r:.80} is to be erased and nothing was ever remembered here; expected a memory; "
                "see `bethink memories list`"
            )
        memory = parts.services.memory_for(store, user_id)
        redaction = Redaction(words_of(memory.scope, record_id))
        counts = {
            "outbox": parts.outbox.rewrite(user_id, partial(_redacted_entry, redaction)),
            "threads": parts.checkpoints.rewrite(threads, redaction),
            "tool results": clean_tool_results(memory.scope, redaction),
            "typed lines": _redact_history(history_of(parts.settings.data_dir, user_id), redaction),
            "memory": memory.erase(record_id),
        }
    _audit(parts, "forget_record", counts, user=user_id, record=record_id)
    return counts


def _redacted_entry(redaction: Redaction, entry: Entry) -> Entry:
    thread = str(entry.payload.get("thread_id", ""))
    return replace(entry, payload=redaction(thread, entry.payload), error=redaction(thread, entry.error))


@contextmanager
def _held(parts: Opened, threads: Iterable[str]) -> Iterator[None]:
    with ExitStack() as held:
        for thread in sorted(threads):  # one order for all, so that two erasures never wait for each other
            held.enter_context(parts.claims.hold(thread, wait=True, timeout_s=WAIT_S))
        yield


@contextmanager
def _store(parts: Opened) -> Iterator[BaseStore | None]:
    """Give the long-term store, also where this program runs without one but an earlier one has filled it."""
    data = parts.settings.data_dir.expanduser()
    never_made = parts.settings.chroma in ("embedded", "alone") and not (data / "chroma").exists()
    if parts.store is not None or never_made:
        yield parts.store
        return
    from graph.open import open_store

    with ExitStack() as stack:
        yield open_store(parts.settings, data, stack)


def _drop_history(path: Path) -> int:
    """Overwrite and delete the file of typed lines; give how many there were."""
    if not path.exists():
        return 0
    raw = path.read_bytes()
    with path.open("r+b") as file:
        file.write(bytes(len(raw)))
        file.flush()
    path.unlink()
    return sum(line.startswith(b"# ") for line in raw.splitlines())


def _redact_history(path: Path, redaction: Redaction) -> int:
    """Take the words out of the file of typed lines, overwriting what they were; give how many lines changed."""
    if not path.exists():
        return 0
    lines = path.read_text(encoding="utf-8", errors="surrogateescape").split("\n")
    new = [f"+{redaction.words.taken_from(line[1:])}" if line.startswith("+") else line for line in lines]
    changed = sum(a != b for a, b in zip(lines, new, strict=True))
    if changed:
        content = "\n".join(new).encode("utf-8", "surrogateescape")
        size = path.stat().st_size
        with path.open("r+b") as file:
            file.write(content + bytes(max(0, size - len(content))))
            file.truncate(len(content))
    return changed


def _check(left: Mapping[str, int], what: str) -> None:
    if any(left.values()):
        raise StoreError(
            f"{sum(left.values())} things of {what} are left after erasing ({dict(left)}); expected none; "
            "another program is writing for this user: end its turns and erase again"
        )


def _audit(parts: Opened, what: str, counts: Mapping[str, int], **ids: str) -> None:
    line = {"at": parts.services.clock().isoformat(), "what": what, "erased": dict(counts)}
    line |= {name: digest(value) for name, value in ids.items()}
    path = parts.settings.data_dir.expanduser() / AUDIT
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")
    path.chmod(0o600)
