"""Records for tests of the words: short to write, complete to use."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from memory.record import Kind, MemoryRecord, Source, Status, record_id

SAID = datetime(2023, 5, 8, 14, tzinfo=UTC)


def record(
    text: str,
    *,
    user: str = "u",
    id: str = "",
    speaker: str = "user",
    thread: str = "t",
    position: int = 0,
    context: str = "",
    said: datetime = SAID,
    kind: Kind = "episode",
    status: Status = "current",
    attribute: str = "",
    updated: datetime | None = None,
) -> MemoryRecord:
    """Give a record with this text; its id comes from its place unless it is given."""
    return MemoryRecord(
        id=id or record_id(user, thread, str(position), text),
        user_id=user,
        kind=kind,
        text=text,
        subject="user" if kind != "episode" else "",
        attribute=attribute,
        created=said,
        updated=updated or said,
        valid_from=said,
        status=status,
        context=context,
        source=Source(thread_id=thread, message_ids=(f"{thread}.{position}",), speaker=speaker, position=position),
    )


def talk(*lines: tuple[str, str], user: str = "u", thread: str = "t", said: datetime = SAID) -> list[MemoryRecord]:
    """Give the episodes of one conversation, from (speaker, text) in order."""
    out: list[MemoryRecord] = []
    before = ""
    for position, (speaker, text) in enumerate(lines):
        moment = said + timedelta(seconds=position)
        out.append(
            record(text, user=user, speaker=speaker, thread=thread, position=position, context=before, said=moment)
        )
        before = f"{speaker}: {text}"
    return out
