"""Two statements in one frame: the same doing of the same somebody, with one of its places filled anew.

"I run Windows on my laptop", "I run Ubuntu on my laptop now": one verb, the same places, and what is run is another.
Where the later one says that something has changed, it takes the earlier one's place, whatever the attribute. A verb
that many things stand beside ("I have a cat", "I play chess") needs more: both things are of a kind, or another place
is filled alike.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from memory.conflict.kinds import apart_in_kind, of_one_known_kind
from memory.extraction.en.doing import LEMMAS
from memory.extraction.word_list import words
from memory.gist import gist

CHANGED = re.compile(
    r"(?i)\b(?:now|nowadays|these days|currently|lately|this year|from now on|as of \w+|again|back to)\b|\b(?:instead|switched|changed|swapped|replaced|moved|transferred|went from)\b"
)
"""What says that something is so since lately."""
_INSTEAD = re.compile(r"(?i)\b(?:instead|changed my mind|switched|swapped|replaced)\b")
"""What says that one thing stands in another's place, whatever it is."""
_MIND = re.compile(r"(?i)\bchanged my mind\b|\bchange of plans?\b|\bplans (?:have )?changed\b")
_BESIDE = re.compile(r"(?i)\b(?:too|also|as well|in addition|another|besides|both|second|additionally|on top)\b")
"""What says that it stands beside the rest."""

_MANY_AT_A_TIME = words(
    "eat drink play use wear carry collect grow cook bake buy own take keep breed raise feed speak snack celebrate visit "
    "run hike fish make build repair brew plant skip share record perform bring order do get go learn plan have be check "
    "call text meet clean"
)
"""Verbs of doings that stand beside each other: who plays tennis may play chess."""
_CLASSES = (
    frozenset({"rent", "own", "lease"}),
    frozenset({"skip", "eat"}),
    frozenset({"walk", "cycle", "bike", "drive", "run", "commute", "ride"}),
)
"""Verbs that stand for each other: who owns the flat does not rent it."""
_OF_ONE = words("fan supporter customer resident citizen student patient captain president")
"""What somebody is of one thing at a time."""
_OTHER_VERBS = {
    **dict.fromkeys(("have", "has"), "have"),
    **dict.fromkeys(("learn", "learns", "learning"), "learn"),
    **dict.fromkeys(("go", "goes", "going"), "go"),
    **dict.fromkeys(("do", "does", "doing"), "do"),
    **dict.fromkeys(("get", "gets", "getting"), "get"),
    **dict.fromkeys(("see", "sees", "seeing"), "see"),
    **dict.fromkeys(("plan", "plans", "planning"), "plan"),
}
"""Verbs that tell a habit only with what follows them, in their forms."""
_BE = frozenset({"be"})
_MANY = _BE | {"have"}

_PLACES = words(
    "in on at by with for to from into without after before during via off near under through about as than until"
)
_OFTEN = re.compile(
    r"\b(?:(?:once|twice|thrice|(?:\w+|\d+) times) (?:a|per|every) \w+|(?:every|each) (?:other |single )?\w+|a (?:day|week|month|year|night)(?=$|\s(?:on|in|at|for|with|to|and|by|of)\b)|daily|weekly|monthly)\b"
)
_SAID = re.compile(
    r"\b(?:now|nowadays|these days|currently|lately|this year|from now on|instead|again|finally|just|actually|also|usually|always|mostly|only|still|really|already|recently|anymore|any more|mainly|normally|often|too|as well)\b"
)
_ALONE = re.compile(r"\balone\b|\bby (?:my|our|him|her|them)sel(?:f|ves)\b|\bon (?:my|our|his|her|their) own\b")
_DATES = re.compile(r"\s*\(\d{4}-\d\d-\d\d.*\)$")
_SUBJECT = re.compile(
    r"^(?:(?:so|and|but|well|actually|okay|then|plus)\s+)*(?:(?:i|we|he|she|they)\b|(?:my|our)\s+(?P<whose>(?:\w+['-]?\w*\s+){1,4}?)(?=\S))\s*(?P<be>['’]?m\b|['’]re\b|['’]s\b|['’]ve\b)?\s*"
)
_DROPPED = frozenset(["a", "an", "the", "my", "our", "his", "her", "their", "some", "any", "of"])
_AS_BE = frozenset(["am", "is", "are", "m", "re", "s", "been", "be"])


@dataclass(frozen=True, slots=True)
class Frame:
    """A doing, and what fills its places."""

    whose: str
    """Whose doing it is: empty for the user's own."""
    verb: str
    places: tuple[tuple[str, tuple[str, ...]], ...]
    """What fills each place, by the word that opens it; the object's is opened by none."""
    had: bool = False
    """True where "I have long hair" was read as "my hair is long"."""


def fills_anew(
    text: str,
    known: str,
    about: frozenset[str] = frozenset(),
    *,
    alike: bool = True,
    besides: str = "",
    corrects: bool = False,
) -> bool:
    """True when a statement puts something else into a place of what is known, and says that it is a change or puts
    right what was said.

    `about` are words for whom both are about: they tell nothing apart. `alike` says that both stand under one
    attribute: of one thing of somebody's several things can be told, the make of a car and its colour. `besides` is the
    sentence around it, which may say that a mind was changed.
    """
    if not (corrects or CHANGED.search(text) or _MIND.search(besides)) or _BESIDE.search(text):
        return False
    mine, theirs = frame(text), frame(known)
    if mine is None or theirs is None:
        return False
    whose = [tuple(w for w in f.whose.split() if w not in about) for f in (mine, theirs)]
    if whose[0] != whose[1]:
        return False
    if mine.verb != theirs.verb:
        alike_filled = [(p, _bare(w)) for p, w in mine.places] == [(p, _bare(w)) for p, w in theirs.places]
        return alike_filled and any({mine.verb, theirs.verb} <= verbs for verbs in _CLASSES)
    one, other = dict(mine.places), dict(theirs.places)
    if one.keys() != other.keys():
        return mine.verb not in _MANY and mine.verb != "go" and _elsewhere(one, other)
    differing = [place for place in one if _bare(one[place]) != _bare(other[place])]
    if len(differing) != 1:
        return False
    place = differing[0]
    if whose[0] and not place and one[place] and other[place]:
        return alike or mine.had != theirs.had
    return _in_one_place(mine.verb, place, one, other, instead=bool(_INSTEAD.search(text) or _MIND.search(besides)))


_SOMETIME = re.compile(
    r"(?i)morning|evening|afternoon|night|noon|weekend|weekday|day\b|days\b|summer|winter|spring|autumn|\d"
)


def _elsewhere(one: dict[str, tuple[str, ...]], other: dict[str, tuple[str, ...]]) -> bool:
    """Done in one place, and then in another, with nothing else told: "I jog in the park", "I jog on the beach now"."""
    wheres = [[(p, w) for p, w in filled.items() if w] for filled in (one, other)]
    if any(len(w) != 1 or w[0][0] not in ("in", "on", "at") for w in wheres):
        return False
    return not any(_SOMETIME.search(" ".join(w[0][1])) for w in wheres)


_MARRIED = re.compile(r"(?i)\b(?:married|wife|husband)\b")
_UNMARRIED = re.compile(r"(?i)\b(?:girlfriend|boyfriend|fianc[ée]e?|engaged|dating)\b")


_BEGINNER = re.compile(
    r"(?i)\b(?:trainee|student|junior|assistant|apprentice|deputy|acting|intern|temporary|vice|part-time|probationary)\b"
)


def outgrown(text: str, known: str) -> bool:
    """True when a shorter word is a step up: a trainee accountant, and an accountant now."""
    return bool(CHANGED.search(text) and _BEGINNER.search(known)) and not _BEGINNER.search(text)


def retold(text: str, known: str) -> bool:
    """True when what goes with a value has changed: "I'm an intern at NASA", "I'm an engineer at NASA now"."""
    if _MARRIED.search(text) and _UNMARRIED.search(known):
        return True
    if not CHANGED.search(text):
        return False
    mine, theirs = (gist(_SAID.sub(" ", t.casefold())).things for t in (text, known))
    return bool(mine - theirs and theirs - mine)


def _in_one_place(
    verb: str, place: str, one: dict[str, tuple[str, ...]], other: dict[str, tuple[str, ...]], *, instead: bool
) -> bool:
    mine, theirs = one[place], other[place]
    if not mine or not theirs:
        return False
    shared = any(p not in ("often", "") and one[p] for p in one if p != place)
    shared = shared or (place != "" and bool(one.get("")))
    if (
        place == "often"
        or (instead and verb not in _MANY)
        or (verb not in _MANY_AT_A_TIME and not _apart(mine, theirs))
    ):
        return True
    if _singular(mine[-1]) == _singular(theirs[-1]) and len(mine) > 1 and len(theirs) > 1:
        return True
    if verb not in _MANY and _uncounted(mine) and _uncounted(mine) == _uncounted(theirs):
        return True
    if of_one_known_kind(" ".join(mine), " ".join(theirs)):
        return True
    if verb == "be" and mine[0] == theirs[0] and mine[0] in _OF_ONE:
        return True
    if (
        verb not in _MANY
        and verb != "go"
        and not one.get("")
        and len(one) == len([p for p in ("", place, "often") if p in one])
    ):
        return not _apart(mine, theirs)
    return verb not in _MANY and shared and not _apart(mine, theirs)


_NUMBERS = words(
    "one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty ninety hundred "
    "half dozen couple few several no many"
)


def _uncounted(filled: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(_singular(w) for w in filled if w not in _NUMBERS and not w[0].isdigit())


def _bare(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(_singular(w) for w in words)


def _apart(mine: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
    return apart_in_kind(" ".join(mine), " ".join(theirs))


@lru_cache(maxsize=8192)
def frame(text: str) -> Frame | None:
    """Give the frame of an English sentence in the present; None where it has none."""
    plain = _DATES.sub("", text.casefold()).replace("’", "'").strip(" .!")
    plain = _ALONE.sub("with nobody", _SAID.sub(" ", plain)).replace("at night", "in the night")
    often = _OFTEN.search(plain)
    plain = _OFTEN.sub(" ", plain)
    plain = " ".join(plain.replace(",", " ").split())
    subject = _SUBJECT.match(plain)
    said = plain[subject.end() if subject else 0 :].split()
    whose = (subject["whose"] or "").strip() if subject else ""
    for at, word in enumerate(said[:5]):
        verb = "be" if word in _AS_BE else _verb(word)
        if verb == "be" and at + 1 < len(said) and _verb(said[at + 1]):
            continue
        if verb:
            whose = " ".join([whose, *said[:at]]).strip()
            whose = re.sub(r"\b(?:i|we|he|she|they|am|is|are|m|have|ve|been)\b", "", whose).strip()
            places = _places(said[at + 1 :], often[0] if often else "")
            if verb == "have" and not whose and len(places) == 1 and len(places[0][1]) > 1:
                how, *what = places[0][1]
                return Frame(_singular(" ".join(what)), "be", (("", (how,)),), had=True)
            return Frame(_singular(whose), verb, places)
    if subject and subject["be"] in ("'m", "m", "'re", "'s"):
        return Frame(whose, "be", _places(said, often[0] if often else ""))
    return None


def _verb(word: str) -> str | None:
    return LEMMAS.get(word) or LEMMAS.get(_progressive(word)) or _OTHER_VERBS.get(word)


def _progressive(word: str) -> str:
    """Give the verb of "playing", "riding", "running"; the word itself where it is none."""
    if not word.endswith("ing"):
        return word
    bare = word[:-3]
    return next((v for v in (bare, bare + "e", bare[:-1]) if v in LEMMAS), word)


def _places(words: list[str], often: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    found: dict[str, list[str]] = {"": []}
    place = ""
    for word in words:
        if word in _PLACES and word not in found:
            place = word
            found[place] = []
        elif word not in _DROPPED:
            found[place].append(word.removesuffix("'s"))
    if often:
        found["often"] = often.split()
    return tuple(sorted((p, tuple(ws)) for p, ws in found.items() if ws or not p))


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
