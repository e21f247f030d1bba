"""What people belong to, use and are good at by degrees, in English: teams, schools, phones, levels of a language."""

from __future__ import annotations

import re

from memory.extraction.en.grammar import BE, STOP, row
from memory.extraction.en.values import LANGUAGES
from memory.extraction.predicate import Predicate

PHONES = (
    r"(?:iphone|pixel|galaxy|samsung|oneplus|xiaomi|huawei|nokia|motorola|oppo|vivo|redmi|fairphone|google pixel"
    r"|android(?: phone)?|blackberry|nothing phone|flip phone|sony xperia|xperia|asus)"
)
_LEVEL = (
    r"(?P<v>(?:(?:an?|at|around|about|pretty|quite|very|still|only|upper|lower|high|low|near|totally|almost|basically|just)\s+)*"
    r"(?:beginner|intermediate|advanced|fluent|conversational|native|basic|rusty|proficient|elementary|[abc][12]|n[1-5]|hsk ?\d)"
    r"(?:[- ]level)?(?:\s+(?:level|now))?)"
)
_TEAM = r"(?P<v>(?!whole|same|other|best|home|away|national|wrong|right|way|first)[\w&/-]+(?:\s[\w&/-]+){0,3}?)\s+(?:team|department|dept|division|squad|unit|group)"

OWNED: tuple[Predicate, ...] = (
    row(
        "level",
        rf"level\s+(?:of|in)\s+(?P<what>{LANGUAGES})(?:\s+is|['’]s)\s+(?:now\s+|at\s+)*{_LEVEL}(?=$|\s*[,;.!?]|\s+(?:now|these days|but|and)\b)",
        0.5,
        noun=True,
    ),
    row(
        "manager",
        r"(?:new\s+|current\s+)*(?:line manager|direct manager|team leader?|boss|supervisor|head of department)(?:\s+is|['’]s)\s+(?:now\s+|called\s+|named\s+)*(?P<v>(?:(?:Mr|Mrs|Ms|Dr)\.?\s+)?(?-i:[A-Z])[\w'’-]+(?:\s(?-i:[A-Z])[\w'’-]+)?)(?:\s+now)?(?=$|\s*[,;.!?]|\s+(?:and|but)\b)",
        0.7,
        noun=True,
    ),
    row(
        "phone_model",
        rf"(?:new\s+|current\s+|work\s+)*(?:phone|mobile|cell|cellphone|smartphone|handset)(?:\s+is|['’]s)\s+(?:now\s+|currently\s+)?(?:an?\s+|the\s+|my\s+)?(?:new\s+|old\s+)?(?P<v>{PHONES}[\w\s+-]{{0,20}}?){STOP}",
        0.4,
        noun=True,
    ),
    row(
        "level",
        rf"(?P<what>{LANGUAGES})(?:\s+(?:level|skills?))?(?:\s+is|['’]s|\s+has (?:become|reached|gotten|improved to)|\s+are|\s+went (?:up )?to|\s+(?:reached|improved to))\s+(?:now\s+|at\s+)*{_LEVEL}(?=$|\s*[,;.!?]|\s+(?:now|these days|but|and)\b)",
        0.5,
        noun=True,
    ),
    row(
        "team",
        rf"(?:new\s+|current\s+)*(?:team|department)(?:\s+is|['’]s)\s+(?:now\s+)?(?P<v>(?!\w+ing\b)[\w&/ -]{{2,30}}?){STOP}",
        0.5,
        noun=True,
        of_others=False,
    ),
)
_ABLE = (
    r"(?P<v>swim|drive|cook|bake|ski|skate|ice skate|snowboard|surf|dance|sing|sew|knit|type|code|whistle|juggle|ride a (?:bike|bicycle|horse|motorbike)"
    r"|play (?:the )?\w+|read music|touch type|sail|draw|drive stick|speak (?-i:[A-Z])\w+)"
)
BELONGING: tuple[Predicate, ...] = (
    row(
        "skill",
        rf"(?:really\s+|still\s+)*(?:can['’]?t|cannot|can not|don['’]?t know how to|never learned (?:how )?to)\s+{_ABLE}(?=$|\s*[,;.!?]|\s+(?:yet|at all|and|but)\b)",
        0.4,
    ),
    row(
        "skill",
        rf"(?:have\s+|['’]ve\s+|just\s+|finally\s+|recently\s+)*(?:learned|learnt)\s+(?:how\s+)?to\s+{_ABLE}(?=$|\s*[,;.!?]|\s+(?:now|last|this|and|but|in|at)\b)",
        0.5,
    ),
    row("skill", rf"(?:now\s+)?can\s+(?:now\s+|finally\s+)?{_ABLE}(?=\s+now\b|$|\s*[,;.!?])", 0.4),
    row(
        "level",
        r"(?:have\s+|['’]ve\s+|just\s+|finally\s+)*(?:passed|reached|got|achieved)\s+(?:the\s+)?(?P<v>(?P<what>hsk|jlpt|delf|topik)\s*(?:level\s*)?[NnAaBbCc]?\d)(?=$|\s*[,;.!?]|\s+(?:now|last|this|exam|test|and))",
        0.5,
    ),
    row(
        "team",
        r"(?:have\s+|['’]ve\s+|was\s+|got\s+|been\s+|just\s+|recently\s+|now\s+)*(?:moved|transferred|switched|joined|reassigned|rotated)(?:\s+(?:over|internally))?\s+(?:to\s+|into\s+)?(?:the\s+|our\s+)"
        rf"{_TEAM}(?=$|\s*[,;.!?]|\s+(?:now|at|last|this|in|and|but|from)\b)",
        0.5,
        of_others=False,
    ),
    row(
        "team",
        rf"(?:{BE})?(?:now\s+)?(?:(?:work|working)\s+)?(?:on|in|with|part of|a member of)\s+(?:the\s+|our\s+){_TEAM}(?=$|\s*[,;.!?]|\s+(?:now|at|and|but|of)\b)",
        0.5,
        of_others=False,
    ),
    row(
        "school",
        r"(?:now\s+|currently\s+|also\s+|just\s+|has\s+|have\s+|['’]s\s+|is\s+|am\s+|started\s+)*(?:go(?:es)? to|going to|attends?|attending|started at|starts at|starting at|switched to|transferred to|moved to|enrolled (?:at|in)|studies at)\s+(?:an?\s+|the\s+)?"
        r"(?P<v>(?-i:[A-Z])[\w.'’&-]*(?:\s(?-i:[A-Z])[\w.'’&-]*){0,4}?\s(?-i:Elementary|Primary|Middle|High|Prep|Preparatory|Academy|Preschool|Kindergarten|Montessori|Grammar|Secondary|School|College|University|Institute|Nursery)(?:\s(?-i:School|Academy))?)"
        r"(?=$|\s*[,;.!?]|\s+(?:now|this|since|last|in|and|but)\b)",
        0.7,
    ),
    row(
        "level",
        rf"(?:{BE})?(?:an?\s+)?(?:complete\s+|total\s+|absolute\s+)?{_LEVEL}\s+(?:in|at|with)\s+(?P<what>{LANGUAGES})(?=$|\s*[,;.!?]|\s+(?:now|but|and)\b)",
        0.5,
    ),
    row(
        "level",
        rf"(?:{BE})?(?:an?\s+)?{_LEVEL}\s+(?P<what>chess|tennis|guitar|piano|golf|yoga|swimming|python|programming|coding|violin|ski(?:ing)?|badminton|poker|go)\s+(?:player|programmer|swimmer|skier|student|coder|golfer)\b",
        0.5,
    ),
    row(
        "level",
        rf"(?:{BE})?(?:an?\s+)?{_LEVEL}\s+(?:in|at|with)\s+(?P<what>chess|tennis|guitar|piano|golf|yoga|swimming|python|programming|coding|violin|skiing|badminton|poker|go)(?=$|\s*[,;.!?]|\s+(?:now|but|and)\b)",
        0.5,
    ),
    row(
        "level",
        rf"(?:can\s+|only\s+|now\s+|already\s+)*(?P<v>(?:barely|hardly) speak|speak (?:only )?(?:basic|a little|a bit of|some|very little|broken|intermediate|fluent|decent))\s+(?:any\s+)?(?P<what>{LANGUAGES})(?=$|\s*[,;.!?]|\s+(?:now|but|and)\b)",
        0.5,
        accept=lambda v: bool(re.match(r"(?i)barely|hardly", v)),
    ),
    row(
        "work_location",
        r"(?:now\s+|have to\s+|had to\s+|am\s+|['’]m\s+)*(?:go|going|went|work|working|am|be)?\s*back\s+(?:to|in|at)\s+(?P<v>the office)(?:\s+now)?(?=$|\s*[,;.!?]|\s+(?:full|three|two|four|every|again))",
        0.5,
    ),
    row(
        "habit",
        r"(?:(?:have|['’]ve|just|recently|also|now)\s+)*(?:started|begun|began|joined)\s+(?P<v>going to (?:the gym|church|mosque|temple|therapy|yoga|pilates|the pool|(?:an?\s+)?[\w-]+ (?:class|classes|club|group|lessons)))(?=$|\s*[,;.!?]|\s+(?:now|last|this|in|on|every|twice|and|again|too|as well)\b)",
        0.4,
    ),
    row(
        "education",
        rf"(?:{BE})?(?:now\s+)?in\s+(?:my|her|his|their)\s+(?P<v>(?:first|second|third|fourth|fifth|final|last)\s+year(?:\s+(?:of|at)\s+[\w\s]{{2,30}}?)?)(?=$|\s*[,;.!?]|\s+(?:now|and|but)\b)",
        0.5,
    ),
    row(
        "education",
        rf"(?:{BE})?(?:now\s+|just\s+|has\s+|have\s+|['’]ve\s+)*(?:in|(?:started|starting|starts|entered|entering|moved up to|goes to))\s+(?:the\s+)?(?P<v>(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\d{{1,2}}(?:st|nd|rd|th)) grade|grade (?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)|year (?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen)|kindergarten|preschool|nursery|middle school|high school|elementary school|primary school|secondary school|college|university|grad school)(?=$|\s*[,;.!?]|\s+(?:now|at|in|on|last|today|yesterday|and|this|already|and|but)\b)",
        0.5,
    ),
    row(
        "possession",
        r"(?:(?:have|['’]ve|just|also|recently|now|finally)\s+)*(?:have|own|got|bought|rent|inherited|built|['’]ve got)\s+(?P<v>an?\s+(?:\w+\s)?(?:(?:summer|holiday|vacation|weekend|beach|ski|lake|second|country|winter)\s+(?:home|house|cottage|flat|apartment|cabin|chalet|villa|place|condo)|cottage|cabin|chalet|holiday let|timeshare|beach hut|allotment|plot of land|caravan)\s+(?:in|on|near|at|by)\s+(?:the\s+)?(?-i:[A-Z])[\w'’-]*(?:\s(?-i:[A-Z])[\w'’-]*)*)",
        0.5,
    ),
    row(
        "possession",
        r"(?:have\s+|['’]ve\s+|just\s+|also\s+|recently\s+)*(?:have|own|got|bought|['’]ve got)\s+(?:also\s+)?(?:an?|my own|one|two|three|four|five|six|\d+)\s+(?:new\s+)?(?P<v>(?:[\w-]+\s){0,2}?(?:ipad|kindle|macbook|playstation|ps5|xbox|nintendo switch|drone|camera|bike|bicycle|tablet|e-reader|smartwatch|apple watch|bikes|bicycles|cameras|guitars|laptops|laptop|computers|computer|phones|houses|house|apartments|flats|boats|motorbikes|motorbike|motorcycle|scooter|pianos|piano|guitar|violin|boat|kayak|tent|treadmill|air fryer|espresso machine|3d printer)(?:\s[\w]+)?)(?=$|\s*[,;.!?]|\s+(?:now|too|and|but)\b)",
        0.4,
    ),
    row(
        "drinking",
        r"(?:now\s+|only\s+|started to\s+|do\s+)*(?P<v>(?:drink|have)\s+(?:an?\s+|the\s+|some\s+|a glass of\s+|a little\s+)*(?:(?:odd|occasional)\s+)?(?:wine|beer|alcohol|cocktails?|drink|whisk(?:y|ey)|glass of wine)\s*(?:occasionally|socially|sometimes|again|once in a while|in moderation|now and then|on (?:weekends|special occasions|occasion)|at parties))(?:\s+now)?(?=$|\s*[,;.!?])",
        0.6,
    ),
    row(
        "phone_model",
        rf"(?:have\s+|['’]ve\s+|got\s+|just\s+|recently\s+|now\s+|finally\s+|am\s+|['’]m\s+)*(?:use|using|have|got myself|got|getting|bought|switched(?: over)? to|upgraded to|changed to|moved to|went (?:back )?to|own|carry|(?:replaced|swapped|traded)(?: in)? (?:it|that|my [\w ]{2, 20}?)(?: in)? (?:with|for))\s+(?:an?\s+|the\s+|my\s+|to\s+)*(?:new\s+|old\s+)?(?P<v>{PHONES}(?:\s?[\w+]+){{0,3}}?)(?:\s+(?:phone|now))*(?=$|\s*[,;.!?]|\s+(?:and|but|last|this|because)\b)",
        0.4,
        of_others=True,
    ),
)
