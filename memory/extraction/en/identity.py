"""Who somebody is, in English: one row a way of saying it."""

from __future__ import annotations

import re

from memory.extraction.en.grammar import BE, NAME, SEAT, STOP, V, is_called, row
from memory.extraction.en.values import (
    CARS,
    DIETS,
    LANGUAGES,
    NATIONALITIES,
    is_employer,
    is_home,
    is_job,
    is_liked,
    is_thing,
)
from memory.extraction.names import is_english_name
from memory.extraction.predicate import Predicate

HEIGHT = r"(?:(?:four|five|six|seven)[- ](?:foot|feet|ft)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|\d{1,2}))?|\d['’′]\s?\d{1,2}(?:[\"”″])?|\d\s?(?:ft|feet|foot)(?:\s?\d{1,2}(?:\s?(?:in|inches))?)?|1[.,]\d\d\s?m\b|1\d\d\s?cm\b)"
WEIGHT = r"(?:\d{2,3}(?:[.,]\d)?\s?(?:kg|kgs|kilos?|kilograms?|lbs?|pounds|stone))"

POSSESSED: tuple[Predicate, ...] = (
    row(
        "name",
        r"(?:(?:full|real|first|legal|given|actual)\s+)?name(?:\s+is|['’]?s)(?:\s+(?:now|actually|spelled|spelt"
        rf"|really))?\s+{NAME}{STOP}",
        0.9,
        noun=True,
        accept=is_called,
    ),
    row("surname", rf"(?:last|family|sur)\s?name(?:\s+is|['’]?s)\s+{NAME}{STOP}", 0.7, noun=True),
    row(
        "nickname",
        rf"(?:nickname|friends call me|preferred name)(?:\s+is|['’]s)?\s+{NAME}{STOP}",
        0.7,
        noun=True,
        accept=is_called,
    ),
    row(
        "birthday",
        r"(?:birthday|bday|birth\s?date|date of birth|dob)(?:\s+is|['’]?s|\s+falls)(?:\s+(?:on|in"
        r"|the))*\s+(?P<v>(?:the\s+)?[\w\s,./-]*\d[\w\s,./-]*?)(?=$|[;!?]|\.\s|\s+and\s|,\s+(?!\d))",
        0.8,
        noun=True,
    ),
    row("age", r"age(?:\s+is|['’]s)\s+(?P<v>\d{1,3})", 0.6, noun=True),
    row(
        "home",
        r"(?:(?:new|current|home|old)\s+)*address(?:\s+is|['’]s)\s+(?:now\s+|at\s+)?(?P<v>\d+[^;!?\n]{3,60}?)(?=$|[;!?]|\.\s)",
        0.7,
        noun=True,
    ),
    row(
        "home",
        r"(?:(?:new|current|home)\s+)*(?:home|address|place|apartment|flat|house)(?:\s+is"
        rf"|['’]s)\s+(?:now\s+)?(?:in|at|near)\s+{V}{STOP}",
        0.7,
        noun=True,
        accept=is_home,
    ),
    row("hometown", rf"(?:home\s?town|birthplace)(?:\s+is|['’]s)\s+{V}{STOP}", 0.7, noun=True),
    row("timezone", rf"time\s?zone(?:\s+is|['’]s)\s+{V}{STOP}", 0.6, noun=True),
    row(
        "employer",
        r"(?:(?:new|current)\s+)?(?:employer|company|workplace|firm)(?:\s+is|['’]s)(?:\s+(?:now"
        rf"|called))*\s+{V}{STOP}",
        0.7,
        noun=True,
        accept=lambda v: is_employer(v) and v[0].isupper(),
    ),
    row(
        "job_title",
        r"(?:(?:new|current|day)\s+)?(?:job(?:\s+title)?|occupation|profession|title|role)(?:\s+is"
        rf"|['’]s)(?:\s+(?:now|being|that of))*\s+(?:an?\s+|the\s+)?{V}{STOP}",
        0.7,
        noun=True,
        accept=is_job,
    ),
    row("field_of_study", rf"major(?:\s+is|['’]s)(?:\s+(?:now|in))*\s+{V}{STOP}", 0.6, noun=True),
    row(
        "phone",
        r"(?:new\s+)?(?:phone|mobile|cell|telephone|whatsapp)(?:\s+(?:number|no\.?|#))?(?:\s+is"
        r"|['’]s|\s+(?:has\s+)?changed(?:\s+to)?)?(?:\s+now)?\s*(?P<v>\+?\(?\d[\d\s().-]{5,18}\d)",
        0.7,
        noun=True,
    ),
    row(
        "phone",
        r"(?:new\s+)?number\s+is(?:\s+now)?\s*(?P<v>\+?\(?\d[\d\s().-]{5,18}\d)",
        0.7,
        noun=True,
    ),
    row(
        "email",
        r"(?:new\s+|(?P<whose>work|personal|private|business|school|office|home|second|other|backup|university|student|company)\s+)*(?:e-?mail)(?:\s+address)?(?:\s+is"
        r"|['’]s|\s+(?:has\s+)?(?:just\s+)?changed(?:\s+to)?)?(?:\s+now)?\s*(?P<v>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)",
        0.7,
        noun=True,
    ),
    row(
        "language",
        rf"(?:native|first|mother|second|main)\s+(?:language|tongue)(?:\s+is|['’]s)\s+(?P<v>{LANGUAGES})",
        0.6,
        noun=True,
    ),
    row(
        "vehicle",
        rf"(?:new\s+)?(?:car|ride|truck)(?:\s+is|['’]s)\s+(?:now\s+)?(?:an?\s+)?{V}{STOP}",
        0.5,
        noun=True,
        accept=lambda v: bool(re.search(CARS, v, re.I)),
    ),
    row(
        "budget",
        r"(?:(?:monthly|total|new|current|travel|project|overall|trip|annual|yearly|weekly|whole)\s+)*budget(?:\s+is|['’]s(?!\s+(?:gone|been|now|up|went|changed))|(?:['’]s)?\s+(?:has\s+|now\s+|been\s+|was\s+|got\s+)*(?:went|raised|cut|up|down|now|reduced|lowered|slashed|gone|changed|increased|dropped|moved)(?:\s+(?:up|down))?"
        r"\s+to)(?:\s+(?:now|about|around|roughly|under|up to|only))*\s+(?P<v>[$€£¥]?\s?\d[\d,.]*\s?(?:k|dollars|euros|pounds|usd|eur|gbp|yuan|rmb)?)",
        0.6,
        noun=True,
    ),
    row(
        "wake_time",
        r"(?:alarm)(?:\s+is|['’]s)\s+(?:now\s+)?(?:set\s+)?(?:for|at)\s+(?P<v>\d{1,2}(?::\d\d)?\s*(?:[ap]m)?)",
        0.5,
        noun=True,
    ),
    row("height", rf"height(?:\s+is|['’]s)\s+(?P<v>{HEIGHT})", 0.5, noun=True),
    row(
        "weight",
        rf"weight(?:\s+is|['’]s|\s+(?:went|dropped|is down|is up)(?:\s+(?:up|down))?\s+to)(?:\s+now)?\s+(?P<v>{WEIGHT})",
        0.5,
        noun=True,
    ),
    row("pronouns", r"pronouns\s+are\s+(?P<v>\w+/\w+(?:/\w+)?)", 0.8, noun=True),
    row("blood_type", r"blood\s+type\s+is\s+(?P<v>(?:A|B|AB|O)(?:[+-]|\s?(?:positive|negative))?)", 0.6, noun=True),
    row(
        "likes",
        r"(?:main\s+|biggest\s+|other\s+|new\s+)*(?:hobb(?:y|ies)|interests|passions?"
        rf"|pastimes?)(?:\s+(?:is|are|include|includes)|['’]s)(?:\s+now)?\s+{V}{STOP}",
        0.6,
        noun=True,
        accept=is_liked,
    ),
    row(
        "favourite",
        r"(?:all[- ]time\s+|new\s+|absolute\s+|current\s+)*fav(?:ou?rite|e"
        r"|orite)?\s+(?P<what>[\w-]+(?:\s(?!now|these|right|is|are)[\w-]+){0,3}?)"
        r"(?:\s+(?:now|these days|nowadays|currently|at the moment|right now|lately))?(?:\s+(?:is|are|has always been)|['’]s)(?:\s+(?:now"
        rf"|still|actually|definitely|probably|always))*\s+{V}{STOP}",
        0.7,
        noun=True,
        accept=is_thing,
    ),
    row(
        "favourite",
        r"(?:all[- ]time\s+|new\s+)*fav(?:ou?rite)?\s+(?P<what>[\w-]+(?:\s[\w-]+)?)\s+(?:used to be .+? "
        rf"but )?(?:changed to|has changed to|is no longer .+? but)\s+{V}{STOP}",
        0.7,
        noun=True,
        accept=is_thing,
    ),
    row(
        "seat_preference",
        r"(?:seat(?:ing)?\s+preference|preferred\s+seat)(?:\s+is|['’]s)\s+(?:the\s+|an?\s+"
        rf"|in\s+)*{SEAT}\b",
        0.8,
        noun=True,
    ),
    row(
        "goal",
        r"(?:(?:main|biggest|new|current|next|big)\s+)*(?:goal|dream|aim|ambition|resolution|target)(?:\s+(?:this|for)\s+(?:the\s+)?\w+)?(?:\s+now)?(?:\s+is"
        rf"|['’]s)\s+(?:now\s+)?{V}{STOP}",
        0.5,
        noun=True,
    ),
    row(
        "own",
        r"(?:new\s+|current\s+)*(?P<what>(?!(?:code|program|question|problem|point|guess|error|bug|issue|answer|idea|(?:computer|laptop|battery|internet)(?!(?:\s+is|['’]s)\s+(?:now\s+)?(?:an?\s+)?(?-i:[A-Z]))|app|output|input|function|script|test|file|task|query|goal|dream|name|next|first|last|other(?= (?:question|one|thing|problem|issue|option|idea))|only|bad|fault|understanding|concern|thought|opinion|life|order|package|flight|day|way|plan|friend|mom|dad|wife|husband|sister|brother|son|daughter|mother|father)\b)"
        r"[a-z][\w-]+(?:\s(?!is\b|are\b|was\b|has\b|have\b|and\b|to\b|that\b|who\b)[a-z][\w-]*){0,3})(?:\s+is|['’]s|\s+(?:has\s+|just\s+)*(?:(?:went|gone|increased|dropped|rose|fell|changed|switched|(?:was|been|got) (?:changed|raised|reduced|increased|cut|lowered|switched|renamed))(?: up| down)?) to)\s+(?:now\s+|called\s+|currently\s+|with\s+|at\s+)*"
        r"(?P<v>(?:an?\s+)(?:[\w-]+\s){0,3}?[\w-]+|(?:(?:Mr|Mrs|Ms|Dr|Prof)\.?\s+)?(?-i:[A-Z])[\w'’&.-]*(?:\s(?-i:[A-Z0-9])[\w'’&.-]*){0,3}|(?:size\s+|about\s+|around\s+|level\s+)?[$€£¥]?\d[\w.,/'’-]*(?:\s(?:years old|months old|a month|per month|dollars|euros|pounds|usd|cm|kg|lbs|inches|years))?)"
        r"(?:\s+(?:now|these days))?(?=$|\s*[,;.!?]|\s+(?:now|and|but)\b)",
        0.5,
        noun=True,
        of_others=False,
        accept=lambda v: (
            not re.match(
                r"(?i)(?:total |complete |bit of an? |big )?(?:mess|disaster|nightmare|joke|pain|problem|wreck|shame|secret|mystery|bit|\d+(?:[.,]\d+)? so)\b",
                v,
            )
        ),
    ),
    row("diet", rf"diet(?:\s+is|['’]s)\s+(?:now\s+|strictly\s+)?(?P<v>{DIETS})", 0.8, noun=True),
)

WHO: tuple[Predicate, ...] = (
    row("nickname", rf"(?:go(?:es)?|going)\s+by\s+(?:the name\s+)?{NAME}{STOP}", 0.8, accept=is_called),
    row("name", rf"{BE}(?:called|named)\s+{NAME}{STOP}", 0.9, accept=is_called, of_others=False),
    row("name", rf"changed\s+my\s+name\s+to\s+{NAME}{STOP}", 0.9, accept=is_called, of_others=False),
    row(
        "name",
        r"(?:['’]?m|am)\s+(?:now\s+)?(?P<v>(?-i:[A-Z])[\w'’-]+\s(?-i:[A-Z])[\w'’-]+)\s+now\b",
        0.9,
        accept=is_english_name,
        of_others=False,
    ),
    row(
        "name",
        rf"(?:['’]?m|am)\s+(?:actually\s+|still\s+)?{NAME}(?=$|\s*[,;.!?()\n]|\s+(?:and|from|by the way"
        r"|btw|here|nice|a|an|the|but|i|how|pleased|from)\b)",
        0.9,
        accept=is_english_name,
        of_others=False,
    ),
    row(
        "age",
        rf"(?:{BE})?(?:(?:just|recently)\s+)?(?:turned|turning)?\s*(?P<v>(?:\d{{1,3}}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty"
        r"|fifty)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?(?:\s*(?:years?|yrs?|months?|weeks?)[- ]olds?"
        r"|\s*y\.?/?o\.?))\b",
        0.6,
    ),
    row(
        "age",
        r"(?:(?:['’]?m|am|['’]s|is)\s+(?:now\s+|only\s+|already\s+|almost\s+)?|(?:just\s+"
        r"|recently\s+)?turned\s+)(?P<v>[1-9]\d{0,2})(?=$|\s*[,;.!?()\n]|\s+(?:and|now|today|this|last"
        r"|years|from|living|but|in|on|next|and|yesterday|recently|just)\b)",
        0.6,
    ),
    row(
        "age",
        r"(?:(?:is|['’]s)\s+(?:now\s+|only\s+|already\s+)?|(?:has\s+)?(?:just\s+)?turned\s+)(?P<v>one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen)(?=$|\s*[,;.!?]|\s+(?:now|today|yesterday|last|this|in|and|but)\b)",
        0.6,
        of_user=False,
    ),
    row("age", r"(?P<v>[1-9]\d)(?=\s*,|$|\s+and\b)", 0.6, joined=True),
    row("height", rf"(?:{BE})(?:about\s+|around\s+)?(?P<v>{HEIGHT})(?:\s+tall)?", 0.5),
    row(
        "weight",
        rf"(?:{BE}(?:down|up|at)\s+(?:to\s+)?|weigh(?:s)?\s+)(?:now\s+|about\s+|around\s+|only\s+)*(?P<v>{WEIGHT})",
        0.5,
    ),
    row(
        "birthday",
        r"was\s+born\s+(?:on|in)\s+(?:the\s+)?(?P<v>(?:[\w\s,./-]*?\d{1,4}(?:st|nd|rd"
        r"|th)?(?:\s+of)?(?:[\s,/-]+(?:\w+)?[\s,/-]*\d{0,4})?))(?=$|[;!?,.]|\s+(?:and|in)\b)",
        0.7,
    ),
    row(
        "nationality",
        rf"{BE}(?P<v>{NATIONALITIES})(?:\s+by birth|\s+citizen)?(?=$|\s*[,;.!?()\n]|\s+(?:and|but|by"
        r"|living)\b)",
        0.5,
    ),
    row(
        "trait",
        r"(?:(?:['’]?m|am|['’]s|is)\s+|(?:have\s+|['’]ve\s+|just\s+)*(?:become|became|turned into)\s+)(?:now\s+|really\s+|such\s+|still\s+|more of\s+)*(?:an?\s+|the\s+)?(?:total\s+|real\s+|complete\s+|big\s+|proud\s+|registered\s+|US\s+|bit of an?\s+)*"
        r"(?P<v>night owl|early bird|early riser|late riser|introvert|extrovert|ambivert|homebody|workaholic|minimalist|perfectionist|feminist|pacifist|socialist|conservative|liberal|republican|democrat|libertarian|anarchist|war veteran|veteran|twin|only child|middle child"
        r"|blood donor|organ donor|citizen|permanent resident|expat|digital nomad|scout|freemason|morning person|night person|evening person)(?=$|\s*[,;.!?()\n]|\s+(?:and|but|now|these days|by nature|at heart)\b)",
        0.5,
    ),
    row(
        "trait",
        r"(?:['’]?m|am|['’]s|is)\s+(?:now\s+|also\s+)*(?:the|an?)\s+(?P<v>(?:(?:vice|deputy|co)[- ])?(?:treasurer|president|captain|chair(?:man|woman|person)?|secretary|leader|organi[sz]er|moderator|founder|mayor|godmother|godfather|goalkeeper|drummer|singer)\s+(?:of|in|on|for)\s+(?:my|the|our|an?)\s+[\w\s-]{2,30}?)(?=$|\s*[,;.!?]|\s+(?:now|these days|and|but)\b)",
        0.5,
    ),
    row(
        "zodiac",
        r"(?:['’]?m|am|['’]s|is)\s+an?\s+(?P<v>(?-i:Aries|Taurus|Gemini|Cancer|Leo|Virgo|Libra|Scorpio|Sagittarius|Capricorn|Aquarius|Pisces))(?=$|\s*[,;.!?()\n]|\s+(?:and|but)\b)",
        0.5,
    ),
    row(
        "religion",
        rf"(?:{BE}|(?:have\s+|['’]ve\s+|just\s+)*(?:became|become|converted to|turned)\s+)(?:an?\s+)?(?:practi[cs]ing\s+|devout\s+|strict\s+|now\s+)*(?P<v>Buddhist|Christian|Catholic|Protestant|Muslim|Jew|Jewish|Hindu|Sikh|Jain|atheist|agnostic|Mormon|Quaker|Taoist|Buddhism|Christianity|Catholicism|Islam|Judaism|Hinduism)(?=$|\s*[,;.!?()\n]|\s+(?:and|but|now|since|these days)\b)",
        0.5,
    ),
    row(
        "gender",
        r"(?:['’]?m|am)\s+an?\s+(?P<v>man|woman|guy|girl|female|male|non-?binary person|trans (?:man"
        r"|woman))(?=$|\s*[,;.!?()\n]|\s+(?:and|from|in)\b)",
        0.5,
    ),
)
