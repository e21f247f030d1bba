"""Whom people live with, what they have and can do, in English: one row a way of saying it."""

from __future__ import annotations

import re

from memory.extraction.en.grammar import BE, CALLED, NAME, STOP, V, is_called, row
from memory.extraction.en.values import CARS, LANGUAGES, PETS, is_thing
from memory.extraction.predicate import Predicate

PEOPLE: tuple[Predicate, ...] = (
    row(
        "partner",
        rf"(?:{BE})?(?:dating|going out with|seeing|in a relationship with|together with)\s+(?:a (?:guy|girl|woman|man) (?:called|named)\s+)?(?P<v>(?-i:[A-Z])[\w'’-]+(?:\s(?-i:[A-Z])[\w'’-]+)?){STOP}",
        0.7,
        accept=is_called,
    ),
    row(
        "manager",
        rf"(?:now\s+)?(?:have|['’]ve got|got|was given|were given)\s+a\s+new\s+(?:line manager|boss|manager|supervisor|team leader)\s*,?\s*(?:{CALLED}\s+)?"
        rf"(?P<v>(?:(?:Mr|Mrs|Ms|Dr)\.?\s+)?(?-i:[A-Z])[\w'’-]+(?:\s(?-i:[A-Z])[\w'’-]+)?){STOP}",
        0.7,
    ),
    row(
        "manager",
        rf"(?:now\s+|currently\s+)*report(?:ing|s)?\s+(?:directly\s+)?to\s+(?P<v>(?:(?:Mr|Mrs|Ms|Dr)\.?\s+)?(?-i:[A-Z])[\w'’-]+(?:\s(?-i:[A-Z])[\w'’-]+)?){STOP}",
        0.7,
        accept=is_called,
    ),
    row("partner", rf"(?:{BE})?(?:got\s+|just\s+)*(?:married|engaged)\s+to\s+{NAME}{STOP}", 0.7, accept=is_called),
    row(
        "marital_status",
        r"(?:['’]?m|am|['’]s|is|just|recently|finally|got|getting|have|['’]ve|been|still|now|officially|also|actually|currently|happily|newly|recently"
        r"|\s)+\s*(?P<v>single|married|divorced|engaged|widowed|separated|in an? (?:[\w-]+\s)?relationship|not married"
        r"|remarried|re-married|newly single|no longer single|no longer married|(?:seeing|dating) (?:someone|somebody)(?: new| else)?|taken)(?=$|\s*[,;.!?()\n]|\s+(?:and|but|now|last|this|with|for"
        r"|again|since|in|to)\b)",
        0.7,
    ),
    row(
        "marital_status",
        r"(?:and\s+)?(?:are\s+(?:now\s+)?(?=engaged|married|separated|divorced|dating)|have\s+|['’]ve\s+|just\s+|recently\s+|finally\s+)*(?P<v>engaged|married|divorced|dating(?: someone(?: new)?| somebody)?|broke up|split up|got "
        r"divorced|got married|got engaged|got hitched|remarried|got remarried|got back together|tied the knot|met someone|started dating|separated)(?=$|\s*[,;.!?()\n]|\s+(?:with|last|this"
        r"|and|in|on|at|over|again|recently|now|yesterday|today|two|three|a)\b)",
        0.7,
    ),
    row(
        "partner",
        r"(?:have|['’]ve got|got|has)\s+(?:a\s+|an\s+)(?:new\s+)?(?:wife|husband|girlfriend|boyfriend"
        rf"|partner|fianc[ée]e?)\s*,?\s*{CALLED}\s+{NAME}{STOP}",
        0.7,
        accept=is_called,
    ),
    row(
        "marital_status",
        r"(?:now\s+|finally\s+|do\s+)*(?P<v>(?:have|got|have got|['’]ve got|got myself|found)\s+an?\s+(?:new\s+)?(?:girlfriend|boyfriend|partner)"
        r"|(?:don['’]?t|do not)\s+have\s+an?\s+(?:girlfriend|boyfriend|partner)|started dating(?: someone)?|started seeing someone)(?=$|\s*[,;.!?]|\s+(?:now|anymore|again|and|so)\b)",
        0.6,
    ),
    row(
        "family",
        r"(?:have|['’]ve got|have got|got|has|just had|had)\s+(?P<v>(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|\d"
        r"|twin|no)\s+(?:(?:little|older|younger|elder|big|baby|beautiful|grown|small|young"
        r"|twin)\s+)*(?:kids?|children|child|sons?|daughters?|brothers?|sisters?|siblings?|twins|boys"
        r"|girls|baby|baby (?:boy|girl)|grandchildren|nieces?|nephews?|cousins?|uncles|aunts|grandkids|stepchildren|godchildren)(?:\s+and\s+(?:an?|one|two|three"
        r"|four|\d)?\s*(?:kids?|sons?|daughters?|brothers?|sisters?))?)(?:\s*,?\s*(?:named"
        r"|called)\s+(?P<w>[^,;.!?]+?))?" + STOP,
        0.6,
    ),
    row(
        "possession",
        r"(?:now\s+|still\s+|also\s+|just\s+)*(?:have|has|['’]ve got|have got|grew|got)\s+(?:now\s+)?(?P<v>(?:an?\s+|my\s+|two\s+|three\s+|no\s+)?(?:(?!bad|good|great|weird|question|problem)[\w-]+\s+){0,3}?"
        r"(?:hair|beard|moustache|mustache|goatee|bangs|braids|dreadlocks|freckles|eyes|skin|dimples|braces|tattoos?|piercings?|(?:nose|lip|eyebrow|belly) (?:ring|stud)|pacemaker|hearing aids?|glasses|contact lenses"
        r"|(?:broken|sprained|fractured|torn|dislocated|twisted) (?:arm|leg|wrist|ankle|foot|toe|finger|hand|rib|nose|collarbone|hip|knee|jaw|ligament|tendon|acl|meniscus)|(?:credit|debit|library|savings|checking|bank|joint|gym) (?:card|account)|mortgage|loan|pension|membership|subscription|garden|balcony|pool|allotment|driving licen[cs]e|driver['’]s licen[cs]e|green card|visa|podcast|blog|youtube channel|newsletter)"
        r"(?:\s+(?:of|to|at|from|with|for)\s+(?:an?\s+|the\s+)?\w+(?:\s\w+)?)?)(?=$|\s*[,;.!?]|\s+(?:now|these days|and|but|too|on|since|at)\b)",
        0.4,
    ),
    row(
        "pet",
        rf"(?:now\s+|just\s+|recently\s+)*(?:have|['’]ve got|got|adopted|bought|rescued)\s+an?\s+(?:new\s+)?(?P<w>(?!friend|boss|brother|sister|son|daughter|boat|car|band|company|blog|cat app|guy|girl|man|woman|colleague|neighbou?r|roommate|boyfriend|girlfriend|teacher|app|shop|store|book|song|game|cousin|aunt|uncle|baby|manager|doctor|dentist|coach|tutor)[a-z]+)\s*,?\s*{CALLED}\s+(?P<v>(?-i:[A-Z])[\w'’]+)(?=$|\s*[,;.!?]|\s+(?:and|now|last|who|but)\b)",
        0.6,
    ),
    row(
        "pet",
        r"(?:have|['’]ve got|['’]ve|have got|got|adopted|own|has|just got|just adopted|bought|rescued|recently "
        r"adopted|recently got)\s+(?:(?:an?|one|two|three|four|five|\d|another|some"
        rf"|my)\s+)(?P<v>(?:[\w-]+\s+){{0,3}}?{PETS})(?:\s*,?\s*(?:named|called|whose name is|and (?:his"
        rf"|her|its) name is|her name is|his name is)\s+(?P<w>[\w'’]+(?:\s+and\s+[\w'’]+)?))?{STOP}",
        0.6,
    ),
)

HAVING: tuple[Predicate, ...] = (
    row(
        "language",
        rf"(?:can\s+|also\s+|mostly\s+|only\s+)*(?:speaks?|(?:{BE})?(?:fluent in|learning|bilingual in"
        r"|native in|studying))\s+(?:fluent\s+|some\s+|a (?:little|bit of)\s+|basic\s+|native\s+|both\s+"
        rf"|mostly\s+|how to speak\s+)?(?P<v>{LANGUAGES}(?:(?:\s*,\s*|\s+and\s+|\s*,\s*and\s+"
        rf"|\s*/\s*){LANGUAGES})*)",
        0.5,
    ),
    row("language", rf"(?:{BE})(?:a\s+)?native\s+(?P<v>{LANGUAGES})\s+speaker", 0.6),
    row(
        "skill",
        rf"(?:{BE}|(?:(?:have|['’]ve|just|also|recently|now)\s+)*(?:started|begun|began)\s+(?:to\s+)?)?(?:learn(?:ing)?(?<!\blearn)|(?<=to )learn|taking lessons in|teaching myself|picking up)\s+(?:how\s+to\s+|to\s+(?:play\s+)?)?{V}{STOP}",
        0.4,
        accept=lambda v: (
            is_thing(v)
            and not re.match(r"(?i)(?:ton|lot|so much|feeling|about|that|from|as|by|new things|something)\b", v)
        ),
    ),
    row(
        "skill",
        r"(?:can\s+play|plays?)\s+(?:the\s+)(?P<v>piano|guitar|violin|drums|cello|flute|saxophone|bass"
        r"|ukulele|trumpet|harp|clarinet|oboe|bassoon|trombone|tuba|accordion|banjo|mandolin|harmonica|organ|recorder|bagpipes|double bass|viola|french horn|keyboard)\b",
        0.5,
    ),
    row(
        "vehicle",
        r"(?:don['’]?t|do not|no longer)\s+(?:have|own|drive)\s+(?P<v>(?:a|any|my own)?\s*(?:car|vehicle|motorbike|motorcycle))(?:\s+(?:anymore|any more|right now))?(?=$|\s*[,;.!?]|\s+(?:so|and|but)\b)",
        0.5,
    ),
    row(
        "vehicle",
        r"(?:now\s+|also\s+)*(?:have|has|['’]ve got)\s+an?\s+(?:(?:new|old|used|red|black|white|blue|silver|\d{4})\s+)*(?P<v>(?-i:Tesla|Toyota|Honda|Ford|BMW|Audi|Mercedes|Volkswagen|VW|Volvo|Porsche|Nissan|Mazda|Subaru|Hyundai|Kia|Fiat|Jeep|Lexus|Skoda|Renault|Peugeot|Jaguar|Chevy|Chevrolet|Dodge|Vespa|Ducati|Harley|Prius|Civic|Corolla|Camry)(?:\s[\w-]+){0,2}?)(?=$|\s*[,;.!?]|\s+(?:now|and|but)\b)",
        0.5,
    ),
    row(
        "vehicle",
        r"(?:have\s+|['’]ve\s+|just\s+|recently\s+|finally\s+|now\s+)*(?:bought|got|leased|own|have)\s+(?:an?|my own|my first|a new|a used|a second[- ]hand)\s+(?P<v>(?:electric |used |company |sports )?car)(?=$|\s*[,;.!?]|\s+(?:now|last|this|and|yesterday))",
        0.5,
    ),
    row(
        "vehicle",
        rf"(?:just\s+|recently\s+|have\s+|['’]ve\s+)*(?:sold|traded in|got rid of|crashed|totall?ed)\s+(?:my|the|our)\s+"
        rf"(?P<v>(?:[\w-]+\s+){{0,3}}?(?:car|{CARS})(?:\s+\d\w*)?)\b",
        0.5,
        ends=True,
    ),
    row(
        "vehicle",
        rf"(?:(?:{BE})?(?:drive|drives|driving)|(?:just\s+|recently\s+|have\s+|['’]ve\s+)*(?:bought|got"
        r"|own|leased|switched to|upgraded to|traded it in for|replaced it with|traded (?:it|my [\w ]{2,20}?) (?:in )?for|replaced (?:it|my [\w ]{2,20}?) with))\s+(?:an?\s+"
        rf"|my\s+)(?P<v>(?:[\w-]+\s+){{0,3}}?{CARS}(?:\s+[\w-]+){{0,3}}?){STOP}",
        0.5,
    ),
    row(
        "vehicle",
        rf"(?:{BE})?(?:now\s+|still\s+|also\s+|just\s+)*(?:drive|drives|driving)\s+(?:an?\s+)(?P<v>(?!(?:hard|lot|bit|long|taxi|cab|bus|truck|wedge|few|good|mile|nail|rental)\b)[\w-]+(?:\s[\w-]+){{0,3}}?){STOP}",
        0.5,
    ),
    row(
        "phone_model",
        r"(?:have\s+|['’]ve\s+|just\s+)*(?:use|have|got|bought|switched to|upgraded to|changed to|moved to|just got)\s+(?:an?\s+"
        r"|the\s+)?(?:new\s+)?(?P<v>iphone(?:\s?\d+\w*)?(?:\s(?:pro|max|mini|plus))*|pixel\s?\d*\w*"
        r"|galaxy\s?\w*)(?=$|\s*[,;.!?])",
        0.4,
    ),
)
