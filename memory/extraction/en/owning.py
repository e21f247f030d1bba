"""What somebody's own things are like, in English, whatever they are: "my go-to drink is cola", "my hair is long".

The rows of `predicates` come first; this reads what none of them knows. The noun becomes the attribute. What passes in
an hour is no fact: "my phone is dead", "my code is wrong".
"""

from __future__ import annotations

import re

from memory.attributes import attribute_named
from memory.extraction.en.values import PETS, clean
from memory.extraction.people import RELATIONS
from memory.extraction.predicate import Match, Predicate
from memory.extraction.word_list import words

_MOMENTARY = words(
    "code program question questions problem problems point guess error bug issue answer idea app output input function "
    "script test file task query goal dream name next first last only bad fault understanding concern thought "
    "thoughts opinion life order package flight day way friend head back stomach throat nose leg foot tooth "
    "battery mind heart soul mood luck love patience turn bet take treat pleasure argument reasoning request message "
    "prompt text sentence essay paragraph document draft report homework assignment exam presentation meeting deadline "
    "screen build server page link connection wifi model data result results table list column loop variable "
    "class method project repo branch container config hope wish fear suggestion recommendation advice experience "
    "impression feeling feelings reaction response reply weekend morning evening night week month year trip vacation "
    "holiday world everything whole brain memory food coffee tea dinner lunch breakfast pizza drink time money bag keys "
    "wallet ticket fever temperature hands hand arms arm legs feet knees knee shoulder neck ears ear voice call "
    "train bus cake dog cat food skin story side part job work career kitchen "
    "password passcode pin words word teeth move new own old all favourite favorite calculation "
    "budget deposit balance kids family parents folks"
)
"""What people say passing things of."""
_NEVER = words(
    "result results score answer question problem code output input error version function variable build branch "
    "message guess point bet mistake"
)
"""The same whatever stands before or behind them."""
_ALONE = words(
    "pleasure time money side story part food coffee tea dinner lunch breakfast drink class room house car team goal"
)
"""The same where nothing stands before them: "my guilty pleasure" is one's own."""
_CHOSEN = re.compile(
    r"(?i)\b(?:of choice|go-to|usual|preferred|default|main|primary|regular|typical|standard|current|everyday|daily|weekly|standing|signature|comfort|native|official)\b"
)
"""What stands before a noun to say that it is one's own choice or rule."""
_STATE = words(
    "good bad great fine ok okay nice awful terrible horrible amazing awesome fantastic perfect wrong right true false "
    "broken dead slow fast full empty gone done ready late early missing lost stuck frozen hot cold warm wet dry dirty "
    "clean messy noisy loud busy free open available unavailable sick ill tired sore hurt painful stiff itchy swollen numb "
    "weird strange funny crazy annoying boring interesting exciting important urgent simple easy hard difficult "
    "complicated clear unclear confusing different same better worse best worst possible impossible useless useful home "
    "alone happy sad mad angry upset nervous scared excited proud fun cool hungry due unknown unsure safe insane shit crap "
    "rubbish trash garbage huge none failing working killing hurting ringing acting"
)
"""What is so for a while, where nothing is named behind it."""
_EMPTY = words(
    "down up off on out over here there back not so too very really just always never still getting going being been about "
    "to that what how why because like kind sort pretty quite almost nearly probably maybe all this it they them you your "
    "mine yours such one more less unable able sure certain making giving taking doing having also already only and or"
)
"""What opens a value that says nothing."""
_BEHIND = words(
    "to for at in on of with as than because about by from and but or so now when if after before until me us"
)
"""What may stand behind such a word without naming anything."""
_A_STATE = re.compile(
    r"(?i)(?:an? (?:bit|little|mess|disaster|nightmare|joke|pain|problem|lot|total|complete|huge|big|great|good|bad|terrible|nice|real|shame|secret|mystery|wreck)|the (?:best|worst|same|one|problem|only)|in (?:trouble|pain|danger|progress|the way|it)|at risk|under|on (?:fire|the way|hold|it))\b"
)
_A_DOING = re.compile(
    r"(?!unlimited|limited|mixed|red\b)[a-z]\w+(?:ing|ed)(?:$|\s+(?:me|us|my|our|a|an|the|to|on|up|off|out|in|at|by|so|very|like|with|from|for|about|and|crazy)\b)"
)
_AT_PLACE = re.compile(
    r"(?:on|in|at|by|near|under) (?:the )?(?:[A-Z0-9]|(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|top|ground|\w+) (?:floor|storey|shelf|drawer|row)\b)"
)
"""A place that a thing has and keeps: "on the third floor"."""
_OWN = re.compile(
    r"(?:(?:new|current)\s+)*(?P<what>[A-Za-z][\w'’-]*?(?:\s(?!(?:is|are|was|were|and|to|that|who|has|have|had|will|just|also|always|never|really|still|keeps?|of)\b)[\w-]+){0,4}?(?:\sof\schoice)?)(?:['’]s\s+name)?"
    r"(?:\s+(?:is|are)|(?<!s)['’]s)\s+(?:(?:now|currently|called|named|with|simply|still|usually|mostly|normally|typically|finally|actually)\s+)*"
    r"(?P<v>[^,;!?\n]{1,60}?)(?:\s+(?:now|these days|nowadays|instead|at the moment|currently|lately|from now on))*(?=$|\s*[,;!?]|(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bSt)(?<!\bMrs)(?<!\bProf)\s*\.(?:\s|$)|\s+(?:and|but|so|because|since|which|who)\b)",
    re.I,
)
_RUNS = re.compile(
    r"(?P<what>[a-z][\w-]*(?:\s(?!has\b|have\b)[\w-]+){0,2}?)\s+(?P<v>(?:runs(?: on)?|uses|has|costs|takes|supports|includes|covers|comes with|opens at|closes at|starts at|ends at|lasts|holds|speaks|plays)\s+[^,;!?\n]{1,40}?)"
    r"(?:\s+(?:now|these days|nowadays|instead|currently))*(?=$|\s*[,;.!?]|\s+(?:and|but|so|because|since)\b)",
    re.I,
)
_OWNED = re.compile(
    r"(?i)(?:laptop|computer|desktop|pc|mac|tablet|phone|car|watch|tv|plan|insurance|commute|lease|contract|gym|landline|router|fridge|oven|rent|membership|subscription|bike|keyboard|monitor|camera|blog|site|shop|server|team|class|company|band)$"
)
_CALLED = re.compile(r"(?i)\b(?:called|named|name)\b")
_OWN_ROW = Predicate(attribute="own", importance=0.4, noun=True)


def owning(text: str, at: int, start: int, subject: str) -> Match | None:
    """Give what a thing of somebody's own is, read from behind "my"; None when it is nothing that lasts."""
    found = _OWN.match(text, at)
    if found is not None:
        name, value = found["what"].casefold(), clean(found["v"])
        if _COLOURED.fullmatch(value) and (row := attribute_named(name)) is not None and "colour" not in row.name:
            return _match(f"{row.name}_colour", value, subject, start, found.end())
        if _graded(name, value):
            return _match(_plain(name), value, subject, start, found.end())
        if re.fullmatch(PETS, name, re.I) and _CALLED.search(found[0]) and value[:1].isupper():
            return _match("pet", value, subject, start, found.end())
        if not _A_STATE.match(found["v"].strip()) and _lasts(name, value, mine=subject == "user"):
            row = attribute_named(name)
            attribute = row.name if row is not None else _plain(name)
            return _match(attribute, value, subject, start, found.end())
        return None
    runs = _RUNS.match(text, at)
    if runs is None or not _OWNED.search(runs["what"]) or _passes(clean(runs["v"]).split(maxsplit=1)[1:]):
        return None
    return _match("possession", clean(f"{runs['what']} {runs['v']}"), subject, start, runs.end())


def _plain(name: str) -> str:
    return re.sub(r"[\s-]+", "_", re.sub(r"['’]s?\b", "", name))


def _match(attribute: str, value: str, subject: str, start: int, end: int) -> Match:
    return Match(predicate=_OWN_ROW, value=value, subject=subject, attribute=attribute, start=start, end=end, text="")


def _graded(name: str, value: str) -> bool:
    """True for how well something works that is told by degrees, and what a piece of writing is about."""
    if _GRADED.search(name) and _GRADES.fullmatch(value):
        return True
    return bool(re.search(r"thesis|dissertation|novel|book|podcast|blog|research|phd|paper|channel", name)) and bool(
        re.match(r"about (?!it|this|that|the|to)\w", value)
    )


_COLOURED = re.compile(
    r"(?i)(?:(?:dark|light|bright|pale|deep|navy|metallic|matte) )?(?:red|blue|green|yellow|black|white|grey|gray|silver|gold|orange|purple|pink|brown|beige|turquoise|navy|maroon)(?: and \w+)?"
)
_GRADED = re.compile(
    r"(?:eyesight|vision|hearing|cholesterol|blood pressure|blood sugar|credit|handwriting|iron|thyroid|metabolism|skin|scalp)$"
)
_GRADES = re.compile(
    r"(?i)(?:very |really |pretty |quite |too )?(?:good|bad|perfect|poor|excellent|terrible|awful|weak|(?:back to )?normal|dry|oily|greasy|sensitive|high|low|great|fine|better|worse|okay|ok)"
)


def _lasts(name: str, value: str, *, mine: bool) -> bool:
    if not value or len(value.split()) > 7 or _passes([value]):
        return False
    chosen, named = (
        bool(_CHOSEN.search(name)),
        bool(re.match(r"[A-Z0-9@#$€£+]|an? [A-Z]|the [A-Z]|[\w-]+\.[a-z]{2,}", value)),
    )
    last = name.split()[-1]
    if not mine and named and value[0].isupper() and name in RELATIONS:
        return True
    if last in RELATIONS or any(w in RELATIONS for w in re.split(r"['’\s]+", name)[:1]):
        return False
    row = attribute_named(name)
    if row is not None and (not named or row.name in ("job_title", "home", "age", "name", "budget", "birthday")):
        return False
    if last in _NEVER or re.fullmatch("plans?", name):
        return False
    if re.search(r"(?i)password|passcode|\bpin\b|\bcode\b|key\b", name):
        return False
    if chosen or named:
        return not (
            named and not chosen and (name in _MOMENTARY or name.split()[0] in ("next", "last", "first", "only"))
        )
    if last in _ALONE:
        return name != last
    return last not in _MOMENTARY and name.split()[0] not in _MOMENTARY


def _passes(values: list[str]) -> bool:
    """True for what is so for a while only, or points elsewhere."""
    value = " ".join(values)
    first = value.split()[0].casefold() if value.split() else ""
    stated = first in _STATE and (len(value.split()) == 1 or value.split()[1].casefold() in _BEHIND)
    if stated or first in _EMPTY or _A_STATE.match(value) or _A_DOING.match(value):
        return not _AT_PLACE.match(value)
    return bool(
        re.search(
            r"(?i)\b(?:you|your|this|that|it|them|today|tonight|tomorrow|yesterday|soon|right now|because|for now|again|later)\b",
            value,
        )
    )
