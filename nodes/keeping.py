"""What a finished turn leaves to be remembered: its words and what they state; it can wait when the store is down.

A keepsake is a JSON value, `to_value` and `from_value` being exact inverses, so that it can lie in the outbox.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Self

from langchain_core.messages import AIMessage, BaseMessage
from langgraph.runtime import Runtime

from memory.extraction import Candidate, screen
from memory.extraction.secrets import mask
from memory.long_term import Utterance
from memory.messages import calls_of, turns
from memory.record import use_counts
from nodes.context import Context, thread_of
from nodes.state import State

if TYPE_CHECKING:
    from memory.clock import Clock
    from memory.long_term import LongTermMemory, Written
    from memory.outbox import Outbox

KIND = "keepsake"
"""What an outbox entry of ours is called."""

REFUSED_CHARS = 160
"""How much of what was refused the report shows."""
MESSAGES_A_TURN = 2
"""A turn counts as two places in the thread's life: what the user said, and the answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Keepsake:
    """One finished turn, as long-term memory takes it."""

    turn_id: str
    """The id of the turn's user message."""
    thread_id: str
    episodes: tuple[Utterance, ...]
    candidates: tuple[Candidate, ...] = ()
    used: tuple[str, ...] = ()
    """The ids of the memories that were put in front of the model: use keeps them alive."""
    messages: tuple[BaseMessage, ...] = field(default=(), repr=False)
    """The turn itself, for extraction; never part of the value."""

    def with_candidates(self, candidates: Sequence[Candidate]) -> Self:
        """Give the same turn with what it states; the answer to a wish to forget names what goes, and goes too."""
        episodes = self.episodes
        if any(c.action == "forget" for c in candidates):
            episodes = tuple(u for u in episodes if u.speaker != "assistant")
        return replace(self, candidates=tuple(candidates), episodes=episodes)

    def absorb(self, memory: LongTermMemory) -> list[Written]:
        """Write it in one batched write; again is no change."""
        return memory.absorb(
            episodes=self.episodes,
            candidates=self.candidates,
            turn_id=f"{self.thread_id}/{self.turn_id}",
            used=self.used,
        )

    def to_value(self) -> dict[str, Any]:
        """Give the JSON object that the outbox keeps."""
        return {
            "turn_id": self.turn_id,
            "thread_id": self.thread_id,
            "episodes": [_plain(asdict(u)) for u in self.episodes],
            "candidates": [_plain(asdict(c)) for c in self.candidates],
            "used": list(self.used),
        }

    @classmethod
    def from_value(cls, value: dict[str, Any]) -> Self:
        """Give the keepsake that `to_value` made this object from."""
        return cls(
            turn_id=value["turn_id"],
            thread_id=value["thread_id"],
            episodes=tuple(Utterance(**_dated(Utterance, u)) for u in value["episodes"]),
            candidates=tuple(Candidate(**_dated(Candidate, c)) for c in value["candidates"]),
            used=tuple(value.get("used", ())),
        )


def finished_turns(state: State, runtime: Runtime[Context], clock: Clock) -> list[Keepsake]:
    """Give the turns of the window that long-term memory has not had yet, oldest first.

    A turn counts once it has an answer or the next one has begun: what the user said is kept either way.
    """
    thread_id = thread_of(runtime)
    of_users = [t for t in turns(state.get("messages", [])) if t.user is not None]
    until = state.get("written_until", "")
    seen = next((i for i, t in enumerate(of_users) if t.user is not None and t.user.id == until), -1)
    last, now = state.get("turn", len(of_users)), clock()
    out = []
    for index in range(seen + 1, len(of_users)):
        number = last - (len(of_users) - 1 - index)
        before = _answer(of_users[index - 1].messages) if index else None
        out.append(_keepsake(of_users[index].messages, thread_id, number, before, now))
    if out:
        out[-1] = replace(out[-1], used=_used(state.get("recalled", []), now))
    return out


def refused(kept: Sequence[Keepsake]) -> list[dict[str, str]]:
    """Give what the user said that is not taken as a memory, and why: `secret` (masked) or `instruction`."""
    said = (screen(u.text) for keepsake in kept for u in keepsake.episodes if u.speaker == "user")
    return [{"why": found.kind, "text": found.text[:REFUSED_CHARS]} for found in said if not found.is_clean]


def put_aside(keepsake: Keepsake, user_id: str, outbox: Outbox | None) -> bool:
    """Let a keepsake wait in the outbox, its secrets masked; False when there is none."""
    if outbox is None:
        return False
    said = (replace(u, text=mask(u.text), context=mask(u.context)) for u in keepsake.episodes)
    keepsake = replace(keepsake, episodes=tuple(said))
    outbox.put(KIND, user_id, keepsake.to_value(), key=f"{keepsake.thread_id}/{keepsake.turn_id}")
    return True


def _used(recalled: Sequence[dict[str, Any]], now: datetime) -> tuple[str, ...]:
    """Give the ids of what was recalled and whose use may count: that saves reading the others to see."""
    dated = [(str(r["id"]), datetime.fromisoformat(r["touched"])) for r in recalled if "touched" in r]
    return tuple(id for id, touched in dated if use_counts(touched, now))


def _keepsake(
    messages: Sequence[BaseMessage], thread_id: str, number: int, before: BaseMessage | None, now: datetime
) -> Keepsake:
    user, answer = messages[0], _answer(messages)
    place = max(number - 1, 0) * MESSAGES_A_TURN
    said = [(user, "user", place, before)]
    if answer is not None and not _forgets(messages):
        said.append((answer, "assistant", place + 1, user))
    episodes = tuple(
        Utterance(
            text=message.text, speaker=speaker, said_at=now, thread_id=thread_id, message_id=message.id or "",
            position=position, context=context.text if context is not None else "",
        )
        for message, speaker, position, context in said
        if message.text.strip()
    )  # fmt: skip
    return Keepsake(turn_id=user.id or "", thread_id=thread_id, episodes=episodes, messages=tuple(messages))


def _forgets(messages: Sequence[BaseMessage]) -> bool:
    """True when the turn forgot something: its answer says what that was."""
    return any(call.name == "forget_memory" for m in messages if isinstance(m, AIMessage) for call in calls_of(m))


def _answer(messages: Sequence[BaseMessage]) -> AIMessage | None:
    """Give the turn's closing answer: the last assistant message without calls."""
    return next((m for m in reversed(messages) if isinstance(m, AIMessage) and not calls_of(m)), None)


def _plain(value: dict[str, Any]) -> dict[str, Any]:
    return {k: v.astimezone(UTC).isoformat() if isinstance(v, datetime) else v for k, v in value.items()}


def _dated(cls: type[Utterance] | type[Candidate], value: dict[str, Any]) -> dict[str, Any]:
    known = {f.name for f in fields(cls)}
    return {
        k: datetime.fromisoformat(v) if k in ("said_at", "valid_from") and isinstance(v, str) else v
        for k, v in value.items()
        if k in known
    }
