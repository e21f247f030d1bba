"""The pieces that English predicates are made of: how values begin and end."""

from __future__ import annotations

import re
from typing import Any

from memory.extraction.names import is_english_name
from memory.extraction.predicate import Predicate

STOP = (
    r"(?=$|\s*[,;!?()\n]|(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bSt)(?<!\bMrs)(?<!\bProf)\s*\.(?:\s|$)|\s+-|\s+(?:and|&)\s+(?:bought|sold|opened|set|founded|launched|retrained|trained|enrolled|joined|started|began|became|switched|went|took|found|decided|changed|left|moved|will|i|i'm|im|my|we|work|works|live|lives|have|has|love"
    r"|loves|like|likes|am|is|enjoy|hate|hates|can|speak|speaks|he|she|it|they|the|want|need|prefer"
    r"|study|moved?|just|now|then|also|got|was|really|don'?t|drive|don’t|a|has|do)\b"
    r"|\s+(?:but|so|because|cuz|cos|since|which|who|where|when|while|with my|with a|right now|now"
    r"|currently|these days|at the moment|for (?:\d+|a|an|several|many|about|over|almost|nearly|the"
    r"|now|two|three|four|five|six|ten|years|work|breakfast|dinner|lunch)|in (?:19|20)\d\d|in (?:the )?(?:spring|summer|fall|autumn|winter)|in (?:january|february|march|april|may|june|july|august|september|october|november|december)|last|this|too|as well"
    r"|next|\d+ \w+ ago|a (?:few )?\w+ ago|two|three|anymore|any more|though|tho|actually|btw|lol"
    r"|haha|pls|please|as an?|if|even|in order|these|today|yesterday|recently|again|instead|rn|after"
    r"|before|until|every|on (?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b)"
)
V = r"(?P<v>[^,;!?\n]+?)"
DWELLING = r"(?:house|apartment|flat|place|home|condo|studio|cottage|cabin|bungalow|villa|farmhouse|duplex|penthouse|trailer|caravan|houseboat|chalet|loft|room|townhouse|dorm)"
NAME = r"(?P<v>[^\W\d_][\w'’-]*(?:\.?\s(?-i:[A-Z])[\w'’-]*){0,3})"
CALLED = r"(?:named|called|whose name is|(?:and\s+)?(?:his|her|their|its) name(?:['’]s| is)|by the name of|(?:and\s+)?(?:he|she|it)(?:['’]s| is) (?:called|named))"
"""What stands before a name."""
BE = (
    r"(?:['’]?(?:m|s|re)\b|am\b|is\b|are\b|(?:['’]ve|have|has)\s+been\b)\s*(?:now|currently|also"
    r"|actually|still|really|just|recently|a bit|pretty|very|originally|officially|both|already|only"
    r"|finally|all|severely|deathly|highly|mildly|strictly|mostly|extremely|super|sort of|kinda|quite"
    r"|not only|terribly|seriously|so|always|absolutely|totally|a|an|the|proud|little)?\b\s*(?:also|now"
    r"|still|a|an|very|severely|strict|big|huge|massive)?\b\s*"
)
SEAT = r"(?P<v>window(?!s\b)|aisle|middle|front[- ]row|back[- ]row|exit[- ]row|bulkhead|front|back)"


def row(attribute: str, pattern: str, importance: float = 0.6, **more: Any) -> Predicate:
    """Give one way of saying an attribute."""
    return Predicate(attribute=attribute, pattern=pattern, importance=importance, **more)


def is_called(value: str) -> bool:
    return is_english_name(value, loose=True) or bool(re.match("[\u4e00-\u9fff]{1,4}$", value))
