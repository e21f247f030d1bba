"""Ways of saying in English that something known ended, was replaced or was told wrongly."""

from __future__ import annotations

import re

_LEAD = r"(?:(?:and|but|so|well|actually|sadly|unfortunately|oh|ok|no|sorry|turns out|heads up|update|fyi|btw|honestly)[\s,:]+)*"
_I = r"(?:i|we|im|i['’]?m|we['’]re|i am|we are|i['’]ve|ive|i have|we have|we['’]ve)"
_ADVERBS = (
    r"(?:(?:just|recently|finally|also|really|actually|had to|have to|decided to|already|now|sort of|kind of|kinda|so|completely|totally"
    r"|honestly|pretty much|officially|basically|since|long|even|had|been|got|was|am|went and)\s+)*"
)
_TAIL = (
    r"(?=$|\s*[,;!?()]|(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bSt)(?<!\bMrs)(?<!\bProf)\s*\.(?:\s|$)|\s+(?:because|since|due to|last|this|next|in (?:january|february|march|april|may|june|july|august"
    r"|september|october|november|december|\d{4})|yesterday|today|now|lately|recently|anymore|any more|any longer|these days|nowadays|after|for good|for health"
    r"|altogether|completely|a (?:few )?\w+ ago|\w+ (?:days?|weeks?|months?|years?) ago|so|and|but|ever since|as|when)\b)"
)
_V = r"(?P<v>[^,;!?\n]{2,60}?)"
ENDS = (
    re.compile(
        rf"^{_LEAD}(?:{_I}\s+|(?:he|she|(?:my|our) (?:[\w-]+ ){{0,2}}?[\w-]+|(?-i:[A-Z])[\w'’-]+)\s+(?=(?:has |just |finally |recently )*(?:quit|stopped|gave up|given up|gone off|went off|dropped|left|sold|cancel+ed|got rid of|ditched|finished|closed)\b))?{_ADVERBS}(?:has\s+)?(?:quit|stopped|gave up(?: on)?|given up(?: on)?|giving up(?: on)?|give up(?: on)?|dropped(?: out of)?|left(?! (?:the (?!(?:[\w-]+ )?(?:club|team|choir|band|group|league|gym|board|orchestra|society)\b)|(?:early|a|my|it)\b))|went off"
        r"|gone off|over|done with|through with|tired of|sick of|bored (?:of|with)|fed up with|fell out of love with|fallen out of love with"
        r"|lost interest in|cut out|cutting out|quitting|swore off|sworn off|moved on from|got rid of|gave back|given back|returned|handed (?:back|in|over)|took (?:off|out)|taken (?:off|out)|removed|unsubscribed from|finished(?: taking)?|completed|sold|cancel+ed|cancel|called off|came off|off|weaned myself off|decided not to|chose not to|changed my mind about|not going to|no longer (?:going to|planning to|want to)"
        rf"|outgrown|outgrew|decided against|closed(?: down)?|shut down|ended|backed out of|pulled out of|let go of|ditched|deleted|resigned (?:as|from)|stepped down (?:as|from)|retired (?:as|from))\s+{_V}{_TAIL}",
        re.I,
    ),
    re.compile(
        rf"^{_LEAD}(?:my |the |our |that )?{_V}\s+(?:(?:is|was|['’]s|are|were)(?:\s+not|n['’]?t)|isnt|no longer(?: is)?|is no longer|are no longer)\s+"
        r"(?:really\s+|quite\s+)?(?:my thing|for me|my cup of tea|my style|my jam|happening|on|fun|mine|doing it for me|an option)\b",
        re.I,
    ),
    re.compile(
        rf"^{_LEAD}(?:my |the |our |that )?{_V}(?:\s+(?:was|were|is|are|got|has been|have been)|['’]s|['’]s been)\s+(?:just\s+)?(?:cancel+ed|called off|off"
        r"|over|gone|dead|sold|stolen|scrapped|discontinued|put down|put to sleep)\b",
        re.I,
    ),
    re.compile(
        rf"^{_LEAD}(?:my |our |the )?{_V}\s+(?:has |have |just |recently |sadly )*(?:passed away|died|flew (?:away|off)|ran away|escaped|went missing|got lost|went away|cleared up|healed|crossed the rainbow bridge|fell through)\b",
        re.I,
    ),
    re.compile(
        rf"^{_LEAD}{_I}\s+(?:really\s+)?not\s+(?:\w+ing\s+)?(?:an?\s+|the\s+|in\s+|on\s+|at\s+|with\s+)*{_V}\s+(?:anymore|any more|any longer|after all)\b",
        re.I,
    ),
    re.compile(
        rf"^{_LEAD}(?:i|we)\s+(?:really\s+)?(?:don['’]?t|do not|no longer|won['’]?t|will not|can['’]?t|haven['’]?t)\s+\w+\s+(?:to\s+|at\s+|in\s+|with\s+|on\s+|for\s+)*"
        rf"{_V}\s+(?:anymore|any more|any longer|after all|these days)\b",
        re.I,
    ),
    re.compile(
        rf"^{_LEAD}(?:i['’]?m|we['’]re|i am|i|we)\s+no longer\s+(?:\w+ing\s+)?(?:an?\s+|the\s+|in\s+|on\s+|at\s+|with\s+)*{_V}{_TAIL}",
        re.I,
    ),
    re.compile(
        rf"^{_LEAD}(?:my |the )?(?:\w+ )?(?:doctor|dr\.? \w+|gp|physician|dentist|vet|nurse|nutritionist)\s+(?:has\s+|had\s+|just\s+)*(?:took me off|taken me off|stopped|made me (?:stop|quit|give up))"
        rf"\s+(?:taking\s+|eating\s+|drinking\s+)?(?:my\s+)?{_V}{_TAIL}",
        re.I,
    ),
    re.compile(
        r"^(?:(?:the|my)\s+)?(?:\w+ )?(?:doctors?|tests?(?: results)?|allergist)\s+(?:says?|said|showed|shows|confirmed|told me)\s+(?:that\s+)?i['’]?m\s+not\s+"
        rf"(?:actually\s+|really\s+)?(?:allergic to\s+|intolerant to\s+)?{_V}(?:\s+(?:after all|anymore|any more|at all))?$",
        re.I,
    ),
    re.compile(
        rf"^{_LEAD}(?:(?:i|we|had to|i had to|we had to)\s+)?(?:gave|give)\s+{_V}\s+(?:away|to (?:my|a|an|the|our)\b.*)$",
        re.I,
    ),
    re.compile(
        rf"^{_LEAD}(?:i|we|he|she|my [\w-]+)(?:['’]ve| have| has)?\s+{_ADVERBS}(?:(?:shaved(?: off)?|chopped off|cut off)\s+(?:my|the|his|her)\s+{_V}{_TAIL}|(?:shaved|got|had|took)\s+(?:my|the|his|her)\s+(?P<w>[\w\s-]{{2,30}}?)\s+(?:off|removed|taken (?:off|out)|fixed))",
        re.I,
    ),
    re.compile(
        rf"^{_LEAD}(?:please\s+)?(?:stop|quit|don['’]?t|do not|never)\s+(?:calling|call) me\s+{_V}(?:\s+(?:anymore|any more|again|please|from now on))*$",
        re.I,
    ),
    re.compile(rf"^{_LEAD}(?:no more|goodbye to|bye bye)\s+{_V}(?:\s+(?:for me|for us|from now on))?$", re.I),
    re.compile(rf"^{_LEAD}(?:[\w\s]+\s)?{_I}\s+{_ADVERBS}(?:gave|given|giving|give)\s+{_V}\s+up\b", re.I),
    re.compile(
        rf"^{_LEAD}{_I}\s+{_ADVERBS}(?:left|quit)\s+{_V}(?=\s+(?:and|to)\s+(?:\w+\s+){{0,2}}?(?:(?:open(?:ed)?|start(?:ed)?|set up|found(?:ed)?|launch(?:ed)?|run|took over|bought)\s+(?:my|our|an?)\s|(?:join|joined|became|become|retrain|retrained)\b|work(?:ed)? (?:as|at|for)\b|be an?\b))",
        re.I,
    ),
    re.compile(rf"^{_LEAD}{_V}\s+(?:just\s+|has\s+)?(?:dumped|ghosted|left|broke up with)\s+me\b", re.I),
    re.compile(
        rf"^{_LEAD}(?:nobody|no one|they don['’]?t|people don['’]?t)\s+(?:calls?|uses?)\s+(?:me\s+)?{_V}\s+(?:anymore|any more|any longer|now)\b",
        re.I,
    ),
    re.compile(
        rf"^{_LEAD}{_V}\s+(?:doesn['’]?t|don['’]?t|no longer|do not|does not)\s+(?:really\s+)?(?:agrees?|works?|appeals?|interests?|excites?|suits?|fits?)\s+(?:with |to |for )?me\b",
        re.I,
    ),
    re.compile(
        rf"^{_LEAD}(?:my |our )?{_V}\s+(?:has |have |just |recently )*(?:ended|expired|closed down|shut down|went bust|finished|fell apart)\b",
        re.I,
    ),
)
BORN = re.compile(
    rf"^{_LEAD}(?:i|we|she|my [\w-]+|(?-i:[A-Z])[\w'’-]+)(?:['’]ve| have| has)?\s+(?:just\s+|finally\s+|recently\s+)*(?:had|gave birth to|welcomed|delivered)\s+(?:to\s+)?(?:(?:the|our|my|her|a|an|two)\s+)?(?:healthy\s+|beautiful\s+|little\s+|new\s+|first\s+|second\s+)*(?:baby|twins|son|daughter|boy|girl)\b",
    re.I,
)
"""What ends a pregnancy."""
GIVES_IT_UP = re.compile(
    rf"^{_LEAD}(?:(?:i|we|i['’]ve|i have|i['’]m)\s+)?(?:just\s+|finally\s+|recently\s+|had to\s+|also\s+|since\s+|now\s+)*(?:(?:quit|stopped|gave (?:it|that|them) up|given (?:it|that|them) up|went off (?:it|them)|(?:so )?over (?:it|them|that)|done with (?:it|that|them))"
    r"|(?:don['’]?t|can['’]?t|do not|no longer)\s+(?:really\s+)?(?:do|like|eat|drink|play|watch|use|enjoy|stand|touch|have)\s+(?:it|that|them|those)(?=\s+(?:anymore|any more|any longer|now|these days))"
    r"|never (?:eat|drink|touch|play|watch|smoke)(?:ing)? (?:it|that|them) again|not anymore)(?:\s+(?:anymore|any more|any longer|now|these days|completely|altogether|for good|(?:last|this) \w+|(?:a|two|three|\d+) \w+ ago|though))*$",
    re.I,
)
"""What was just spoken of has ended: "I gave it up"."""
REPLACES = (
    re.compile(
        r"\b(?:switched|changed|moved|went|converted|upgraded|transferred|swapped|gone|migrated)\b(?:\s+(?:my|our|the|over|me|us)\b[\w\s]*?)?\s+from\s+(?P<a>[^,;.!?]+?)\s+(?:over )?to\s+"
        rf"(?P<b>[^,;!?]+?){_TAIL}",
        re.I,
    ),
    re.compile(
        rf"\b(?:swapped|traded(?: in)?|replaced|exchanged|ditched|dropped|dumped)\s+(?:my |the |our )?(?P<a>[^,;.!?]+?)\s+(?:for|with)\s+(?:an?\s+)?(?P<b>[^,;!?]+?){_TAIL}",
        re.I,
    ),
    re.compile(
        rf"^{_LEAD}(?:(?:{_I}|(?:my|our) (?:\w+ ){{0,2}}\w+|he|she|(?-i:[A-Z])\w+)\s+)?{_ADVERBS}(?:left|quit|dropped|dumped)\s+(?P<a>[^,;.!?]+?)\s+for\s+(?P<b>(?-i:[A-Z])[^,;!?]*?){_TAIL}",
        re.I,
    ),
    re.compile(
        r"^(?P<b>.+?)\s+(?:now\s+)?(?:instead of|rather than)\s+(?P<a>(?:(?:Dr|Mr|Ms|Mrs)\.\s)?[^,;.!?]+)$", re.I
    ),
)
REPLACED = re.compile(
    rf"^{_LEAD}(?:my\s+(?:\w+\s+)?)?(?:(?:Mr|Mrs|Ms|Dr|Prof)\.?\s)?(?P<a>[A-Z][\w'’-]+(?:\s[A-Z][\w'’-]+)?)\s+(?:was|got|has been|is being)\s+(?:replaced|succeeded)\s+by\s+(?:(?:Mr|Mrs|Ms|Dr|Prof)\.?\s)?(?P<b>[A-Z][\w'’-]+(?:\s[A-Z][\w'’-]+)?)"
)
"""Who took somebody's place."""
NOW_IT_IS = re.compile(
    r"^(?:(?:but|and|well|actually|so)[\s,]+)*(?:(?i:it['’]?s|it is|now it['’]?s|these days it['’]?s))\s+(?P<now>now\s+)?(?P<b>(?:the|an?)\s[^,;!?]{2,30}?|[A-Z0-9$€£][^,;!?]{1,30}?)(?P<last>\s+(?:now|these days))?$"
)
"""What takes the place of what was said last: "it's the red panda now"."""
CORRECTS = (
    re.compile(
        r"^(?:(?:no|nope|sorry|wait|oops|actually|correction|my bad|well|and|but|rather)[\s,:]+)*(?:it['’]?s|its|it is|it was|that['’]?s|that is|should be|that should be|it should be|make that|i meant(?: to say)?|i mean|rather)"
        r"\s+(?:actually\s+|really\s+|spelled\s+|spelt\s+|called\s+|in\s+|to say\s+)*(?P<b>[^,;!?]{1,40}?)(?:\s*,?\s*(?:and\s+)?not\s+(?P<a>[^,;!?]{1,40}))?$",
        re.I,
    ),
    re.compile(
        r"^(?:(?i:no|nope|sorry|wait|oops|correction)[\s,:]+)+(?P<b>[A-Z0-9][^,;!?]{0,40}?)(?:\s*,?\s*not\s+(?P<a>[^,;!?]{1,40})|,\s+(?!not\b)[a-z].*)?$"
    ),
)
TOWN = re.compile(
    r"(?:(?i:no|nope|sorry|wait|oops|actually|correction|well|and|but|i meant(?: to say)?|i mean|it['’]?s|it is|rather|make that|should be|the one in)[\s,:]+)*(?P<b>[A-Z][^\W\d]*(?:[\s.'’-]+[A-Z][^\W\d]+)*(?:,\s*|\s+in\s+)(?:the\s+)?[A-Z][^\W\d]+(?:[.\s]+[A-Z][^\W\d]+)*)$"
)
"""The right town of two of one name: "Portland, Maine"."""
SPELT = re.compile(
    r"(?:(?i:no|sorry|actually|oops|oh|wait|well|and|btw)[\s,]+)*(?:(?i:it['’]?s|it is|i meant|i mean)\s+(?P<b>[A-Z][\w'’-]+)\s*,?\s+(?:with|without)\s+(?:an?|the|one|two|no|a double)\b"
    r"|(?i:(?:it['’]?s|it is|that['’]s|that is|(?:my\s+)?(?:sur|last\s+|first\s+|family\s+|full\s+)?name(?:['’]s| is)|its)\s+)?(?i:actually\s+|really\s+)?(?i:spelled|spelt|written)(?i:\s+as|\s+like)?\s+(?P<c>[A-Z][\w'’-]+)\b)"
)
"""How a name is spelt corrects it, whatever else is said."""
BARE_NOT = re.compile(
    r"(?:(?:no|sorry|actually)[\s,]+)*(?P<b>[A-Z0-9][^,;!?]{0,40}?)\s*,\s*(?:and\s+)?not\s+(?P<a>[A-Z0-9][^,;!?]{0,40})$"
)
NO_VALUE = re.compile(
    r"(?i)^(?:fine|ok(?:ay)?|good|great|right|wrong|true|not?\b|just|too|very|so\b|all|the same|cool|nice|better|bad|it|that|this|what|how|why|because|about|you|i\b|nothing|done|over|hard|easy|working|like|enough|the(?! \d)|this|that|these|those|another|other|(?:the )?ones?|first|second|my|your|our|his|her|for|from|with|in|on|more|less|short|long)\b|.*\b(?:one|ones|file|line|part|answer|question|version)$"
)
