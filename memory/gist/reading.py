"""What a statement is about: its things, with the words of saying them taken away, and whether it affirms or denies.

"User likes hiking" and "I really enjoy hikes", 「用户喜欢爬山」 and 「我很爱爬山」: two statements, one gist each pair.
Only for comparing two statements; never shown, never stored.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import lru_cache

from memory.gist import sayings
from memory.gist.bilingual import in_english
from memory.gist.traditional import simplified

_LEADING_VERB = re.compile("^[吃喝看玩听打养坐开穿学]+(?=.)")
_LEADING_HELP = re.compile(f"^[{sayings.CHINESE_HELPING}]+(?=..)|^[{sayings.CHINESE_HELPING}可]$|[着过]$(?<=...)")
_WORD = re.compile(r"[^\W_]+(?:[.'’@+-][^\W_]+)*\+*#?")
_CJK = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+")
_CLOSING = " .!。!?;,，、~"


@dataclass(frozen=True, slots=True, kw_only=True)
class Gist:
    """What one statement is about."""

    things: frozenset[str]
    """English words in their stem, numbers, and runs of Chinese characters, without the words of saying."""
    denied: frozenset[str]
    """The things it names only to deny them: "Lee, not Li"."""
    timeless: frozenset[str]
    """The things without the words of time."""
    negative: bool
    """It says that something is not so."""
    ended: bool
    """It says that something is no longer so."""
    liking: int
    """1 for a welcome thing, -1 for an unwelcome one, 0 when it speaks of neither."""
    changing: bool
    """It says that something was changed: moved to, postponed, instead."""
    lesser: frozenset[str] = frozenset()
    """The things it names only to rank them below the others: "hotels over Airbnb"."""

    @property
    def is_chinese(self) -> bool:
        """True when any of its things is Chinese."""
        return _is_chinese(self.things)

    @property
    def numbers(self) -> frozenset[str]:
        """The things with a digit in them."""
        return frozenset(t for t in self.things if any(c.isdigit() for c in t))


def normalised(text: str) -> str:
    """Give the text as it counts for sameness: one width, one case, single spaces, no closing punctuation."""
    return simplified(" ".join(unicodedata.normalize("NFKC", text).casefold().split()).strip(_CLOSING))


@lru_cache(maxsize=8192)
def gist(text: str, about: frozenset[str] = frozenset()) -> Gist:
    """Give the gist of a statement; `about` are further words of saying, such as the names of its attribute."""
    plain = simplified(" ".join(unicodedata.normalize("NFKC", text).casefold().replace("’", "'").split()))
    ranked = sayings.PREFERRED_TO.search(plain)
    said = sayings.PREFERRED_TO.sub(r"\1", plain)
    denied: list[str] = []
    for pattern in sayings.DENIED:
        denied.extend(match["no"] for match in pattern.finditer(said))
        said = pattern.sub(" ", said)
    ended = bool(sayings.ENDED.search(said))
    return Gist(
        things=things(said, about),
        denied=frozenset().union(*(things(part, about) for part in denied)),
        timeless=named_beside(sayings.TIMES.sub(" ", said), about),
        negative=ended or bool(sayings.NEGATION.search(said)),
        ended=ended,
        liking=_liking(said, ended=ended),
        changing=bool(sayings.CHANGED.search(plain)),
        lesser=things(ranked["lesser"], about) if ranked else frozenset(),
    )


def things(text: str, about: frozenset[str] = frozenset()) -> frozenset[str]:
    """Give what a text names: stems of its English words and its Chinese runs, without the words of saying."""
    kept = named_beside(text, about)
    return kept or _name_things(unicodedata.normalize("NFKC", text).casefold(), frozenset())


def named_beside(text: str, about: frozenset[str]) -> frozenset[str]:
    """Give what a text names beside the words in `about`: empty when it names nothing else."""
    return _name_things(simplified(unicodedata.normalize("NFKC", text).casefold()), about)


def same_things(one: frozenset[str], other: frozenset[str]) -> bool:
    """True when two texts name the same things, also when one names them in Chinese and the other in English.

    Two texts that name nothing name nothing that could be the same.

    Chinese runs together where nothing stands between, so its characters are compared, not its runs.
    """
    if not one or not other:
        return False
    if one == other:
        return True
    if _is_chinese(one) != _is_chinese(other):
        return _in_english(one) == _in_english(other)
    return _is_chinese(one) and sorted("".join(one)) == sorted("".join(other))


def named_gist(found: Gist, value: str, about: frozenset[str] = frozenset()) -> Gist:
    """Give a gist whose things are those of a value that is known to be meant; as it is, when the value is empty."""
    plain = unicodedata.normalize("NFKC", value).casefold().strip()
    named = things(value, about) or frozenset({plain} - {""})
    if not named:
        return found
    return replace(found, things=named, timeless=named_beside(sayings.TIMES.sub(" ", plain), about))


def covered(part: frozenset[str], whole: frozenset[str]) -> float:
    """Give the share of the characters of `whole` that `part` covers, or 0 unless all of `part` is in it."""
    if not part or not whole:
        return 0.0
    if _is_chinese(part) != _is_chinese(whole):
        part, whole = _in_english(part), _in_english(whole)
    total, hit = sum(map(len, whole)), 0
    for thing in part:
        if thing not in whole and not (_CJK.match(thing) and any(thing in other for other in whole)):
            return 0.0
        hit += len(thing)
    return min(1.0, hit / total)


def exact(value: str) -> frozenset[str]:
    """Give the words of a name as they are spelt, in one case."""
    return frozenset(re.findall(r"[^\s,.;:!?，。]+", simplified(unicodedata.normalize("NFKC", value).casefold())))


def overlap(one: frozenset[str], other: frozenset[str], *, of: frozenset[str] = frozenset()) -> float:
    """Give the share of the shorter of two sets of things that both name: words, or pairs of Chinese characters.

    The share of `of` instead, where it is given.
    """
    if not one or not other:
        return 0.0
    if _is_chinese(one) != _is_chinese(other):
        one, other = _in_english(one), _in_english(other)
    mine, theirs = _pieces(one), _pieces(other)
    size = len(_pieces(of)) if of else min(len(mine), len(theirs))
    return len(mine & theirs) / size if mine and theirs else 0.0


def _pieces(named: frozenset[str]) -> frozenset[str]:
    out: set[str] = set()
    for thing in named:
        if _CJK.match(thing) and len(thing) > 2:
            pairs = (thing[i : i + 2] for i in range(len(thing) - 1))
            out.update(_ONE_DOING.get(pair, pair) for pair in pairs)
        else:
            out.update(_ONE_DOING.get(word, word) for word in thing.split("-") if word)
    return frozenset(out)


_ONE_DOING = {
    **dict.fromkeys(("航班", "机票", "班机"), "飞机"),
    **dict.fromkeys(("婚礼", "婚期", "婚宴"), "结婚"),
    **dict.fromkeys(("牙医", "洗牙", "拔牙", "补牙"), "看牙"),
    **dict.fromkeys(("动车", "火车", "车票"), "高铁"),
    **dict.fromkeys(("行程", "旅游", "出游"), "旅行"),
    "flight": "fli",
    "exam": "test",
    "travel": "trip",
    "wed": "marri",
    "marriag": "marri",
}
"""Stems that name one doing as a thing and as a deed."""


def begins(part: frozenset[str], whole: frozenset[str]) -> bool:
    """True when the one Chinese thing of `part` begins the one of `whole`: a city, and a district of it."""
    return len(part) == len(whole) == 1 and _is_chinese(part) and next(iter(whole)).startswith(next(iter(part)))


def _is_chinese(named: frozenset[str]) -> bool:
    return any(_CJK.match(thing) for thing in named)


def _in_english(named: frozenset[str]) -> frozenset[str]:
    out: set[str] = set()
    for thing in named:
        found = in_english(thing) if _CJK.match(thing) else None
        out.update(_name_things(found, frozenset()) if found else (thing,))
    return frozenset(out)


def _name_things(text: str, about: frozenset[str]) -> frozenset[str]:
    out: set[str] = set()
    for word in _WORD.findall(text):
        for run in _CJK.findall(word):
            for piece in sayings.CHINESE_SAYING.split(_without(run, about)):
                bare = _LEADING_VERB.sub("", _LEADING_HELP.sub("", piece))
                if bare:
                    out.add(bare)
        for latin in _CJK.sub(" ", word).split():
            bare = re.sub(r"'(?:s|m|re|ve|ll|d|t)$", "", latin)
            if bare not in sayings.ENGLISH_SAYING and bare.replace("'", "") not in sayings.ENGLISH_SAYING:
                stem = _stem(bare)
                if stem not in about and bare not in about:
                    out.add(stem)
    return frozenset(out)


def _without(run: str, about: frozenset[str]) -> str:
    for word in sorted(about, key=len, reverse=True):
        if _CJK.match(word):
            run = run.replace(word, "的")
    return run


def _liking(said: str, *, ended: bool) -> int:
    if sayings.UNBEARABLE.search(said):
        return -1
    if sayings.DISLIKING.search(said):
        return 1 if sayings.DISLIKING_ENDED.search(said) or sayings.NEGATED_DISLIKING.search(said) else -1
    if sayings.LIKES.search(said):
        return -1 if ended or sayings.NEGATED_LIKING.search(said) else 1
    return 0


@lru_cache(maxsize=1)
def _stemmer() -> object:
    import Stemmer

    return Stemmer.Stemmer("english")


@lru_cache(maxsize=8192)
def _stem(word: str) -> str:
    stem = getattr(_stemmer(), "stemWord")(word)  # noqa: B009  (the package ships no types)
    return str(stem)
