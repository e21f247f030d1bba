"""What somebody does as a rule, in English, whatever it is: "I run Windows on my laptop", "my uncle supports Chelsea".

A verb of doing in the simple present tells a habit, not a moment: that is how English says it. So the verb is what is
listed here, and not what may follow it. The rows of `predicates` come first; this reads what none of them knows.
"""

from __future__ import annotations

import re

from memory.extraction.en.values import clean
from memory.extraction.predicate import Match, Predicate
from memory.extraction.word_list import words

VERBS = words(
    "run take support wear sleep sit save spend charge wash shave style dye carry keep store order subscribe stream rent "
    "lease fly travel commute drive ride cycle bike walk park swim jog lift train practice practise study teach coach "
    "mentor lead manage head chair own operate serve volunteer donate vote pray worship fast celebrate host cook bake "
    "grill brew grow plant raise breed feed collect paint draw journal blog tweet publish record sing play dance perform "
    "watch follow listen code program develop design edit shoot film photograph trade invest bank shop eat drink snack "
    "skip smoke vape nap work live share date visit babysit root cheer type speak use pay read write attend belong "
    "identify report freelance consult surf ski sail climb row box fish hunt knit sew meditate stretch fund sponsor tutor "
    "deliver cover moderate maintain organise organize compete specialise specialize wax trim tie recycle compost "
    "homeschool foster rely depend alternate start finish begin shower bathe hike earn tip bite gamble garden sell buy "
    "bring make build repair restore translate interpret groom water brush floss iron vacuum heat part owe clean mow check call text meet bench squat deadlift camp"
)
"""Verbs of doing, as they stand after "I"."""
_ES = re.compile(r"(?:s|x|z|ch|sh)$")


def third_person(verb: str) -> str:
    """Give the verb as it stands after "she": plays, carries, teaches."""
    if verb.endswith("y") and verb[-2] not in "aeou":
        return verb[:-1] + "ies"
    return verb + ("es" if _ES.search(verb) or verb.endswith("go") else "s")


LEMMAS = {form: verb for verb in VERBS for form in (verb, third_person(verb))}
"""Each present form of those verbs, and the verb."""

_ADVERBS = (
    r"(?:(?:always|usually|mostly|often|only|mainly|now|still|also|regularly|normally|typically|generally|sometimes|currently"
    r"|these days|nowadays|just|exclusively|mostly|daily|both|actually|already|finally|lately|really|personally|do|happily)\s+)*"
)
_NOT_RULE = re.compile(
    r"(?i)\b(?:this(?! (?:year|season)\b)|that\b|it\b|them\b|these(?! days)|those\b|you\b|your\b|today|tonight|tomorrow|yesterday|right now|at the moment|for now"
    r"|(?<!vs )code(?!\s+in)|function|loop|variable|files?|scripts?|commands?|errors?|api|tests?|program|query|query|server|container|something|anything|everything"
    r"|nothing|someone|what|how|why|whatever|so much|too much|way too|more than|less than|care of|place|part in|turns?|advantage|note|issue|time to|pride|offence|offense"
    r"|risks?|a (?:lot|look|break|seat|while|moment|chance|bit|shower|nap|walk|breath|message|note|picture|photo|screenshot|second|minute)|my time|forever|ages|track"
    r"|forgetting|getting|thinking|wondering|trying|seeing|in mind|an eye|up\b|in touch|going|losing|saying|telling|asking|hearing|secrets?|quiet|calm|order|trouble|issues|problems?"
    r"|mistakes?|sense|sure|yes|no|options?|attention|(?<!my )notes|(?<!new )words|experience|here|hard|errands|better|full responsibility|responsibility|here waiting|right now)\b"
)
_THE_THING = re.compile(
    r"(?i)(?:the|an?)\s+(?!(?:bus|train|metro|subway|tube|tram|ferry|car|night|day|early|late|morning|evening|weekend|graveyard|piano|guitar|violin|drums|cello|flute|bass|oboe|bassoon|trombone|tuba|accordion|banjo|mandolin|harmonica|organ|recorder|bagpipes|double bass|viola|french horn|keyboard|same|\w+\s+shift"
    r"|team of|local|company|family|school|office|news|bible|quran|stairs|elevator|pill|size|[\w-]+(?:\s[\w-]+)?\s+(?:club|team|church|choir|league|shelter|class|course|group|band|diet|account|card|bank|section))\b)(?-i:[a-z])"
)
_SOMEWHERE = frozenset({"live", "work", "sit", "sleep"})
_LIVES = frozenset({"live", "work"})
_IN = re.compile(r"(?i)(?:in|on(?! my)|at|near|for)\b")
_IN_SUCH = re.compile(
    r"(?i)\b(?:desk|table|row|seat|apartment|flat|house|studio|room|dorm|condo|shifts?|bed|cabin|home|barn|farmhouse|duplex|penthouse|trailer|caravan|boat|houseboat|chalet|flatshare|weekends?|weekdays|\w+days|call|site|floor|basement|attic|dorms|garden|villa|bungalow|van|hostel|suite|mornings?)\b"
)
"""Where somebody lives, works or sleeps is read by the rows; here only what kind of place it is."""
_PARTICLE = re.compile(
    r"(?i)(?:on|out|away|off|in|over|back|home|through|along|together|around|by|now|late|behind|fast|slow(?:ly)?|well|badly|to|into an?|out of|and|when|if|while)(?:$|\s+(?:of|time|with|from|for|late|it)\b)|(?:to|into|out of|and|when|if|while)\s|(?:\w+ing) (?:the|an?|my|this)\b|from experience|in work\b|again\b"
)
"""What makes another verb of it, that tells no habit: "I run into", "I head out"."""
_WORKS_OUT = re.compile(r"(?i)works? out (?:with|at|in|on|every|before|after|for)\b")
_ONCE = re.compile(
    r"(?i)\s+(?:this|right now|today|tonight|tomorrow|yesterday|just now|this (?:morning|evening|afternoon|week|time))\b"
)
_END = (
    r"(?=$|\s*[,;.!?()\n]|\s+(?:and (?:i|my|we|our|he|she|it|they|the|have|has|am|is|like|love|prefer|hate)|but|so|because|cuz|since|which|who|when|while|now"
    r"|nowadays|these days|currently|instead|right now|anymore|any more|lately|though|tho|btw|too|as well|at the moment|recently|again|if|until|for now|actually|lol|haha|pls|please|last|this)\b)"
)
_RULE = re.compile(
    rf"{_ADVERBS}(?P<v>(?P<verb>{'|'.join(sorted(LEMMAS, key=len, reverse=True))})"
    rf"(?:\s+(?P<what>[^,;!?\n]{{2,70}}?)){_END})",
    re.I,
)
_ALONE = re.compile(
    rf"{_ADVERBS}(?P<v>(?P<verb>(?:vape|freelance|meditate|journal|homeschool|compost|gamble|knit|sew|paint|draw|sing|dance|surf|ski|fish|hunt|climb|box|row|sail|swim|hike|jog|volunteer|garden|bake|blog|tutor)(?:e?s)?))(?=$|\s*[,;.!?]|\s+(?:now|these days|nowadays|and|but)\b)",
    re.I,
)
_GOES = re.compile(
    rf"{_ADVERBS}(?P<v>(?P<verb>go|goes|do|does)\s+(?P<what>(?:(?<=go )to|(?<=goes )to)\s+(?:church|mass|mosque|temple|synagogue|therapy|the gym|the pool|confession|AA|sunday school|night school|book club|salsa|the opera)"
    r"|(?:crossfit|yoga|pilates|karate|judo|taekwondo|jiu-jitsu|bjj|aikido|kung fu|tai chi|ballet|gymnastics|athletics|aerobics|zumba|cardio|weights|weight training|parkour|archery|fencing|kickboxing|boxing|meditation|intermittent fasting|keto|pottery|ceramics|calligraphy|improv|stand-up|volunteer work|freelance work)))"
    r"(?=$|\s*[,;.!?]|\s+(?:now|these days|nowadays|regularly|on|in|at|every|with|before|after|twice|once|most|and|but|instead)\b)",
    re.I,
)
_CLOCK = (
    r"(?:about |around )?(?:(?:half|quarter|ten|twenty|five) (?:past|to) )?(?:\d{1,2}(?:[:.]\d\d)?\s?(?:[ap]\.?m\b)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight|dawn|sunrise|sunset)"
    r"(?: (?:thirty|fifteen|forty-five))?(?: o['’]?clock)?"
)
_AT_TIME = re.compile(
    rf"(?i)\b(?:at|around|by|before|after|from)\s+{_CLOCK}(?=$|\s)|\bon (?:mon|tues|wednes|thurs|fri|satur|sun)days\b|\b(?:every|each) |\b(?:once|twice) a |\bin the (?:mornings?|evenings?|afternoons?)\b|\b(?:after|before) (?:work|school|breakfast|lunch|dinner|bed)\b"
)
_MEAL = re.compile(
    rf"{_ADVERBS}(?P<v>(?P<verb>pick|picks|drop|drops|have|has|get|gets|leave|leaves|go|goes|start|starts|finish|finishes)\s+(?P<what>(?:(?:up|off) )?(?:my |our |the |his |her )?(?:(?:kids?|children|son|daughter|girls|boys|twins|wife|husband|breakfast|lunch|dinner|supper|brunch|tea|coffee|home|work|to work|to the gym|home from work|the house|the office|for work|for a run|for a walk|\w+ing)\s+)+(?:at|around|by|before|after)\s+{_CLOCK}(?:\s+in the (?:morning|evening|afternoon)|\s+sharp)?))(?=$|\s*[,;.!?]|\s+(?:now|these days|nowadays|instead|every|on|and|but)\b)",
    re.I,
)
_RULE_ROW = Predicate(attribute="habit", importance=0.35)


_ALSO = words("go do have get leave pick drop")
_OF_ONE_TIME = words(
    "run use write build design report pay record order save store type play watch follow draw make buy bring check call text edit "
    "shoot film read start finish begin carry share have do go develop program code test publish host translate repair"
)
"""Verbs whose one object is often of the moment: "I write a function"."""


def _is_one(what: str, verb: str) -> bool:
    """True where an object that is one is likely of the moment: "the loop", "a function"."""
    if verb in ("support", "own", "take"):
        return False
    return what[:1] not in "aA" or verb in _OF_ONE_TIME


def _is_routine(what: str, verb: str) -> bool:
    """True where a time of the day or the week makes a rule of it: "walk the dog at seven"."""
    return LEMMAS.get(verb, "") not in _OF_ONE_TIME and _AT_TIME.search(what) is not None


def doing(text: str, at: int, start: int, subject: str, *, listed: bool) -> Match | None:
    """Give what is done as a rule, read from this place; None when it may be done but once."""
    found = _ALONE.match(text, at) or _GOES.match(text, at) or _MEAL.match(text, at) or _RULE.match(text, at)
    if found is None:
        return None
    verb = found["verb"].casefold()
    mine = subject == "user"
    if verb not in LEMMAS and found.re is _ALONE:
        return None
    if (verb in VERBS or verb in _ALSO) != mine and not (mine is False and verb in VERBS and listed):
        return None
    what = found.groupdict().get("what") or ""
    of_moment = _THE_THING.match(what) and _is_one(what, LEMMAS.get(verb, "")) and not _is_routine(what, verb)
    if what and found.re is not _MEAL and (_NOT_RULE.search(what) or of_moment):
        return None
    if (found.re not in (_GOES, _MEAL) and (_PARTICLE.match(what) and not _WORKS_OUT.match(found["v"]))) or _ONCE.match(
        text, found.end("v")
    ):
        return None
    if LEMMAS.get(verb) in (_SOMEWHERE if mine else _LIVES) and _IN.match(what) and not _IN_SUCH.search(what):
        return None
    return Match(
        predicate=_RULE_ROW,
        value=clean(found["v"]),
        subject=subject,
        attribute="habit",
        start=start,
        end=found.end("v"),
        text="",
    )
