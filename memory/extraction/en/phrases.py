"""English turns of phrase that tell something by the shape of the whole clause."""

from __future__ import annotations

import re
from dataclasses import replace

from memory.attributes import attribute_named
from memory.extraction.en.grammar import CALLED
from memory.extraction.en.subject import is_called
from memory.extraction.en.values import PETS, clean, is_destination
from memory.extraction.people import RELATION_EN
from memory.extraction.predicate import Match, Predicate
from memory.extraction.talk import introduced

_PET = re.compile(
    rf"^(?:my|our)\s+(?P<x>(?:[\w-]+\s){{0,2}}?{PETS})(?:['’]s name\s+is(?:\s+now)?|\s+(?:is|are|['’]s)\s+(?:called"
    r"|named))\s+(?P<v>[\w'’]+(?:\s+and\s+(?-i:[A-Z])[\w'’]+)?)(?:\s+(?:now|these days))?(?=$|\s*[,;.!?]|\s+(?:and|but)\b)",
    re.I,
)
_CALL_ME = re.compile(
    r"^(?:(?:please|just|you can|you may|you could|feel free to|everyone|everybody|people(?: at \w+| in \w+)?|my \w+|friends|my "
    r"friends|most people|my family|folks|they all|but|and|so|actually|ok|no)[\s,]+)*(?:always\s+"
    r"|usually\s+|simply\s+|just\s+|all\s+)*calls?\s+me\s+(?:by my "
    r"nickname,?\s+)?[\"'“]?(?P<v>[\w'’-]+(?:\s(?-i:[A-Z])[\w'’-]*)?)[\"'”]?(?=$|\s*[,;.!?]"
    r"|\s+(?:instead|from now on|please|here|on here|in (?:our|this|the|these|your)|not|for short|btw|though|thanks|by|now)\b)",
    re.I,
)
_FAVOURITE_LAST = re.compile(
    r"^(?P<v>[\w\s'’-]{2,30}?)\s+(?:is|are)\s+(?:now\s+|still\s+|definitely\s+"
    r"|actually\s+)?my\s+(?:new\s+|all[- ]time\s+|absolute\s+)?fav(?:ou?rite)?\s+(?P<what>[\w-]+)(?=$"
    r"|\s*[,;.!?]|\s+(?:now|these days|at the moment)\b)",
    re.I,
)
_SEAT_LAST = re.compile(
    r"^(?:the\s+|an?\s+)?(?P<v>window|aisle)(?:\s+seats?)?\s+(?:is"
    r"|are)\s+(?:always\s+)?(?:my\s+(?:preference|favou?rite|choice|go-to|preferred)|what i (?:prefer"
    r"|like)|best for me)",
    re.I,
)
_HOME_IS = re.compile(
    r"^(?:home(?: for (?:me|us))?(?: is|['’]s)(?: now)?|my home is(?: now)?)(?: now| currently)? (?:in )?(?:an? (?:[\w-]+ ){0,3}?(?:flat|house|apartment|condo|studio|cottage|place|room|loft|bungalow|townhouse) in )?(?P<v>[^,;!?\n]{2,40}?)(?: now| these days| nowadays| at the moment| currently)*$",
    re.I,
)
_REACH = re.compile(
    r"^(?:(?:you|people|they)\s+(?:can|may|could)\s+(?:now\s+|always\s+|best\s+|also\s+|still\s+)*(?:reach|contact|text|message|email|phone|ring|call|find|get|get hold of) me|(?:please\s+|just\s+|always\s+)*(?:write to|e-?mail|text|call|contact|reach|message|ring|phone) me|i(?:['’]m| am| can be)\s+(?:now\s+|best\s+|always\s+)*(?:reachable|reached)|my contact (?:number|email|address|details?)(?: is| are|['’]s))"
    r"(?:\s+(?:at|on|under|by|via|through|now|email|phone|number))*\s+(?P<v>(?P<phone>\+?\(?\d[\d\s().-]{5,18}\d)|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)(?:\s+(?:now|instead|these days|from now on))*(?=$|\s*[,;!?]|\.(?:\s|$))",
    re.I,
)
_RATHER = re.compile(
    r"(?i)\b(?:don['’]?t|do not|never|stop)\b[^,;]*call[^,;]*[,;]\s*(?:but\s+|just\s+|please\s+)*(?=call me)"
)
_NO_CALL = re.compile(
    r"(?i)(?:later|back|tomorrow|when|if|maybe|crazy|names?|anytime|asap|now|tonight|today|soon|again|at|on|after|old|stupid|lazy"
    r"|weird|every|a|an|the|by|to|in|about|for|and|or|whatever|what|anything|mom|dad|mum)\b"
)
_NOT_CALLED = re.compile(r"(?i)\b(?:don'?t|do not|never|stop|nobody|no one)\b")


_FILLS = re.compile(
    rf"^(?P<v>(?:(?:Mr|Mrs|Ms|Dr|Prof)\.?\s)?[A-Z][\w'’-]+(?:\s[A-Z][\w'’-]+)?)(?: is|['’]s)(?: now)? my (?:new |current )*(?P<rel>(?i:{RELATION_EN}))(?: now)?(?=$|\s*[,;.!?]|\s+of (?:\w+|many|several) years?\b)"
)
"""Somebody that fills a place in the user's life: "Tom is my new manager"."""
_LET_GO = re.compile(
    r"^(?:they|my (?:company|boss|employer|manager)|the company|hr)\s+(?:just\s+|has\s+|have\s+)*(?:laid me off|let me go|fired me|sacked me|made me redundant)\b",
    re.I,
)
_RENAMED = re.compile(
    rf"^(?:i|we)(?:['’]ve| have)?\s+(?:just\s+|finally\s+)?renamed\s+(?:(?:the|our|my)\s+(?P<x>(?:[\w-]+\s)?{PETS})|him|her|it)\s*,?\s*(?:(?:and\s+|so\s+)?(?:now\s+)?(?:{CALLED}|to|as)\s+)?(?:now\s+)?"
    r"(?P<v>(?-i:[A-Z])[\w'’-]+)(?=$|\s*[,;.!?]|\s+(?:now|and)\b)",
    re.I,
)
"""An animal with another name: "we renamed the dog, his name is Waffle"."""
_GROWN = re.compile(
    r"^(?P<v>[\w\s'’-]{2,30}?)\s+(?:has|have|['’]ve|['’]s)\s+(?:really\s+|actually\s+|kind of\s+|kinda\s+|sort of\s+|started to\s+)*(?:grown|grow|been growing)\s+on\s+me\b",
    re.I,
)


def phrase(text: str, offset: int) -> Match | None:
    """Give what a clause tells by its whole shape."""
    said = text[offset:]
    called = _CALL_ME.match(said) or _CALL_ME.match(text)
    rather = _RATHER.search(text)
    if rather:
        called = _CALL_ME.match(text[rather.end() :])
    if (
        called
        and (rather or not _NOT_CALLED.search(text))
        and (is_called(called["v"]) or called["v"][0].isupper())
        and not _NO_CALL.match(called["v"])
    ):
        words = text[rather.end() :] if rather else said
        return _whole("nickname", clean(called["v"]), words, len(text) - len(words), 0.8)
    home = _HOME_IS.match(said)
    if home and is_destination(clean(home["v"])):
        return _whole("home", clean(home["v"]), said, offset, 0.7)
    reach = _REACH.match(said) or _REACH.match(text)
    if reach:
        return _whole(
            "phone" if reach["phone"] else "email", reach["v"], reach.string, len(text) - len(reach.string), 0.7
        )
    seat = _SEAT_LAST.match(said)
    if seat:
        return _whole("seat_preference", seat["v"], said, offset, 0.8)
    renamed = _RENAMED.match(said)
    if renamed:
        return _whole("pet", renamed["v"], said, offset, 0.7)
    grown = _GROWN.match(said)
    if grown:
        return replace(
            _whole("likes", clean(grown["v"]), said, offset, 0.5),
            predicate=Predicate(attribute="likes", whole=True, importance=0.5, only_changes=True),
        )
    fills = _FILLS.match(said)
    if fills and is_called(fills["v"]):
        return introduced(fills["rel"], clean(fills["v"]), offset, offset + fills.end(), said)
    if _LET_GO.match(said):
        ended = Predicate(attribute="employer", whole=True, importance=0.7, ends=True, sets="job")
        return replace(_whole("employer", "", said, offset, 0.7), predicate=ended)
    last = _FAVOURITE_LAST.match(said)
    if last:
        named = attribute_named("favourite " + last["what"])
        return _whole(named.name if named else "likes", clean(last["v"]), said, offset, 0.7)
    return None


def pet_named(text: str, at: int) -> Match | None:
    """Give the name of an animal: "my dog's name is Rex"."""
    pet = _PET.match(text[at:])
    if pet is None or not is_called(pet["v"]):
        return None
    return replace(_whole("pet", clean(pet["v"]), text[at : at + pet.end()], at, 0.7), end=at + pet.end())


def _whole(attribute: str, value: str, text: str, start: int, importance: float) -> Match:
    row = Predicate(attribute=attribute, whole=True, importance=importance)
    end = start + len(text)
    return Match(predicate=row, value=value, subject="user", attribute=attribute, start=start, end=end, text=text)
