"""Decides what to say or which tools to call, from what the request shows. Nothing is kept between requests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graph.offline_model.fallback import fallback
from graph.offline_model.reading import Talk
from graph.offline_model.skills import (
    asked,
    booking,
    clock,
    custom,
    flights,
    memories,
    recap,
    results,
    smalltalk,
    sums,
    told,
    weather,
)
from graph.offline_model.wish import Call, Wish, is_due
from nodes.tools.places import find_places


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What comes next: calls, or words."""

    calls: tuple[Call, ...] = ()
    text: str = ""


def decide(talk: Talk) -> Decision:
    """Give the calls that are still to be made for what the newest text wants, or else the answer."""
    if not talk.text:
        return Decision(text=_silence(talk))
    wishes = wishes_of(talk)
    due: list[Call] = []
    for wish in wishes:
        for wanted in wish.calls(talk):
            if wanted.name in talk.tools and is_due(talk, wanted) and all(wanted.key != d.key for d in due):
                due.append(wanted)
    if due:
        return Decision(calls=tuple(due))
    words = [said for wish in wishes if (said := wish.answer(talk).strip())]
    if not words:
        words = [custom.told_result(talk, d) for d in talk.done[-1:]] or [fallback(talk)]
    return Decision(text="\n".join(dict.fromkeys(words)))


def wishes_of(talk: Talk) -> Sequence[Wish]:
    """Give what the newest text wants, in the order in which it is answered."""
    commands: tuple[Wish | None, ...] = (memories.find(talk), recap.find(talk), results.find(talk))
    if first := next((w for w in commands if w is not None), None):
        return [first]
    said: Wish | None = told.find(talk)
    past = asked.find(talk) if asked.is_about_the_past(talk) else None
    if past is not None:
        return [w for w in (said, past) if w is not None]
    book = None if find_places(talk.plain) else booking.find(talk)
    flight = flights.find(talk) if book is None else None
    sky = weather.find(talk)
    calculates = flight is None and not (sky is not None and sky.asked.fahrenheit)
    sums_wish = sums.find(talk) if calculates else None
    found: tuple[Wish | None, ...] = (sky, flight, book, clock.find(talk), sums_wish)
    wanted = [wish for wish in found if wish is not None]
    if not wanted and (own := custom.find(talk)):
        wanted.append(own)
    if wanted:
        beside = told.find(talk, beside=True)
        return [*([beside] if beside is not None else []), *wanted]
    chat = smalltalk.find(talk)
    question = asked.find(talk) if chat is None or chat.what in ("hello", "thanks", "yes") else None
    if said is not None or question is not None:
        return [w for w in (said, question) if w is not None]
    return [chat] if chat is not None else []


def _silence(talk: Talk) -> str:
    if talk.has_pictures:
        return (
            "离线模型看不到图片，请用文字告诉我。"
            if talk.language == "zh"
            else "The offline model cannot see pictures; please tell me in words."
        )
    return "我在听，请说。" if talk.language == "zh" else "I'm listening."
