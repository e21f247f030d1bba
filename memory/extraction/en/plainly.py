"""Turns of phrase in English that say plainly known things the long way round, each with the plain way of saying it.

"I've moved again, this time to Oslo" is "I've moved to Oslo"; "my doctor raised my lisinopril to 40 mg" is "I take 40 mg
of lisinopril now". A sentence is brought into the plain form before it is cut into clauses; what it rests on is still
quoted as it was written.
"""

from __future__ import annotations

import re

_WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_DOCTOR = r"(?:(?:my|the|our)\s+)?(?:\w+\s)?(?:doctors?|doc|dr\.?\s\w+|gp|physician|psychiatrist|cardiologist|specialist|nurse|consultant|clinic|hospital)"
_DOSE = r"(?P<dose>(?:\d+(?:[.,]\d+)?)\s?(?:mg|mcg|iu|milligrams|micrograms|tablets?|capsules?|pills?|puffs?)(?:\s(?:a day|twice a day|daily))?)"
_CHANGE = r"(?:increased|raised|upped|doubled|bumped|lowered|reduced|cut|halved|decreased|changed|adjusted|put|brought)"
_REWRITES = (
    (
        re.compile(
            r"(?i)^(?:i['’]?m|i am|we['’]re|we are) (?:so |very |really |quite )*(?:happy|glad|proud|pleased|sad|sorry|excited|delighted|relieved) to (?:say|report|announce|tell you|share|let you know)(?: that)?[\s,]+(?=(?:i|we|my|our)\b)"
        ),
        "",
    ),
    (
        re.compile(
            r"(?i)\b(?P<i>moved|relocated)(?: yet)?(?: again| once more| once again| house)*,? (?:and )?(?:this time|now) (?:to|into)\b"
        ),
        r"\g<i> to",
    ),
    (
        re.compile(
            r"(?i)\b(?:(?:moved|relocated) (?:back )?(?:home )?(?:in )?(?:to|into|in|in with|with) )(?:my|our|his|her|their) (?:[\w'’-]+ ){0,3}?(?:house|place|home|flat|apartment|farm|home ?town)(?:,| in| near| outside| at) (?=(?-i:[A-Z]))"
        ),
        "moved to ",
    ),
    (
        re.compile(
            r"(?i)\bmoved (?:back )?(?:home )?(?:in )?with (?:my|our) (?:\w+ ){0,2}?\w+ (?:back )?in (?=(?-i:[A-Z]))"
        ),
        "moved to ",
    ),
    (re.compile(r"(?i)\b(?:gone|went|moved|come|came)(?: back)? to live (?:in|near) "), "moved to "),
    (
        re.compile(
            rf"(?i)^{_DOCTOR}(?: has| have|['’]s)?(?: just)? {_CHANGE}(?: up| down)? my (?P<what>[a-z][\w-]+)(?: dose| dosage)?(?: up| down| back)?(?: from [\w .]+?)? to {_DOSE}"
        ),
        r"I take \g<dose> of \g<what> now",
    ),
    (
        re.compile(
            rf"(?i)^i(?:['’]ve| have)?(?: just| recently)? {_CHANGE}(?: up| down)? my (?P<what>[a-z][\w-]+)(?: dose| dosage)?(?: up| down)?(?: from [\w .]+?)? to {_DOSE}"
        ),
        r"I take \g<dose> of \g<what> now",
    ),
    (
        re.compile(
            rf"(?i)^my (?:dose of (?P<of>[a-z][\w-]+)|(?P<what>[a-z][\w-]+)(?: dose| dosage)?)(?: is now| now is| has been| was| went| got| has gone| is| has)(?: just| now)?(?: {_CHANGE}| up| down| gone up| gone down)*(?: from [\w .]+?)?(?: to)? {_DOSE}(?=$|[\s,.!])"
        ),
        lambda m: f"I take {m['dose']} of {m['of'] or m['what']} now",
    ),
    (
        re.compile(
            rf"(?i)^{_DOCTOR}(?: has| have|['’]s)?(?: just)? (?P<how>switched|moved|changed|put) me (?:over )?(?P<on>to|on|onto) "
        ),
        r"I was \g<how> \g<on> ",
    ),
    (
        re.compile(
            r"(?i)\b(?P<v>quit|stopped|gave up|given up|giving up|kicked)(?: smoking)?(?: the)? (?:cigarettes|fags|cigs|smokes|tobacco)\b"
        ),
        r"\g<v> smoking",
    ),
    (re.compile(r"(?i)\bI meant to say(?: that)? (?=(?:i|we|my|our)\b)"), "I meant "),
    (re.compile(r"(?i)^i(?:['’]d| would)? (?:now )?(?:prefer|like) to be called\b"), "please call me"),
    (
        re.compile(
            r"(?i)^(?P<i>i|we)(?:['’]m| am|['’]re| are) (?:now )?back (?:living in (?P<a>[^,.;!]+?)|in (?P<b>[^,.;!]+?) (?:for good|permanently))(?=$|[,.;!])"
        ),
        lambda m: f"{m['i']} moved to {m['a'] or m['b']}",
    ),
    (
        re.compile(r"(?i)^i(?:['’]d| would) (?:rather|prefer|like)(?: it)?(?: if)? you(?: to)? call(?:ed)? me\b"),
        "please call me",
    ),
    (
        re.compile(
            r"(?i)^(?:(?:i|we)(?:['’]ve| have)?(?: just| also| now)* (?:changed|set|switched|got|have|adjusted)(?: myself)? (?:my|a new|another|our)|(?:my|our)(?= \w+ (?:has |have )?changed)) (?P<g>goal|target|resolution)s?(?: has changed| have changed| changed)?(?: (?:this|for (?:this|the)) \w+)?\s*[:,;.–-]?\s*(?:and |now |so )*(?:i(?:['’]m| am)? (?:now )?(?:want|going|aiming|hoping|trying|plan)(?:ing)?|it['’]s|it is|i['’]d like|the new (?:goal|one) is)?(?: now)? ?(?=to )"
        ),
        r"my \g<g> is now ",
    ),
    (
        re.compile(
            r"^(?P<n>[A-Z][a-z]+) and I (?:have |just |finally |recently )*(?:got |are |['’]ve got )(?:now )?(?P<how>married|engaged|hitched)\b"
        ),
        r"I got \g<how> to \g<n>",
    ),
    (
        re.compile(r"(?i)^(?:(?:oops|sorry|no|wait|ah|oh)[\s,]+)+(?P<b>(?-i:[A-Z])[\w ,.'’-]+?),? i mea(?:n|nt)[.!]*$"),
        r"sorry, I meant \g<b>",
    ),
)
_FIRST = re.compile(
    rf"(?i)^(?P<when>on (?:{_WEEKDAY}|weekends|weekdays)(?: and {_WEEKDAY})?|(?:at|on) (?:the )?weekends?|in the (?:mornings?|evenings?|afternoons?)"
    r"|(?:every|each) (?:day|morning|evening|night|week|weekend|month|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|(?:once|twice) a (?:day|week|month)|after (?:work|school|dinner|lunch)|before (?:work|school|bed|breakfast)"
    r"),? (?P<rest>(?:i|we)\b[^,;:]*?)(?P<end>[.!]*)$"
)
"""What opens with the time of a doing: "On Saturdays I volunteer"."""
_JOINED = re.compile(r"(?i)\b(?:and|but|because|so|when|if|since|yesterday|last|today)\b")
_MARKS = re.compile(
    r"(?i)\bmoved|\brelocated|\bgone|\bwent|\bc[ao]me\b|\bto (?:say|report|announce|tell|share|let)\b|\bmy \w+.*\d|\bquit\b|\bstopped\b|\bg[ai]ve|\bgiving\b|\bkicked\b|\b(?:called|call|switched|changed|put) me\b|\bbe called\b|\bback\b|\bgoal|\btarget|\bresolution|\band I\b|\bi mea"
)
"""What every turn of phrase above holds: most sentences hold none of it."""


def plainly(sentence: str) -> str:
    """Give an English sentence in the plain way of saying it; as it stands where it is plain."""
    if _MARKS.search(sentence):
        for pattern, plain in _REWRITES:
            sentence = pattern.sub(plain, sentence, count=1)
    first = _FIRST.match(sentence)
    if first and not _JOINED.search(first["rest"]):
        when = first["when"]
        return f"{first['rest']} {when[0].lower()}{when[1:]}{first['end']}"
    return sentence
