"""What people say about themselves in English: one row a way of saying it."""

from __future__ import annotations

import re

from memory.extraction.names import is_english_name
from memory.extraction.places import is_place
from memory.extraction.predicate import Predicate
from memory.extraction.values_en import (
    CARS,
    CONDITIONS,
    DIETS,
    LANGUAGES,
    NATIONALITIES,
    PETS,
    is_destination,
    is_employer,
    is_home,
    is_job,
    is_liked,
    is_new_employer,
    is_thing,
)

_STOP = (
    r"(?=$|\s*[,;.!?()\n]|\s+-|\s+(?:and|&)\s+(?:i|i'm|im|my|we|work|works|live|lives|have|has|love|loves|like|likes|am|is|enjoy|hate|hates|can|speak|speaks|he|she|it|they|the|want|need|prefer|study|moved?|just|now|then|also|got|was|really|don'?t|drive|don’t|a|has|do)\b"
    r"|\s+(?:but|so|because|cuz|cos|since|which|who|where|when|while|with my|with a|right now|now|currently|these days|at the moment|for (?:\d+|a|an|several|many|about|over|almost|nearly|the|now|two|three|four|five|six|ten|years|work|breakfast|dinner|lunch)|in (?:19|20)\d\d|last|this|next|\d+ \w+ ago|a (?:few )?\w+ ago|two|three|anymore|any more|though|tho|actually|btw|lol|haha|pls|please|as an?|if|even|in order|these|today|yesterday|recently|again|instead|rn|after|before|until|every|on (?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b)"
)
_V = r"(?P<v>[^,;!?\n]+?)"
_NAME = r"(?P<v>[^\W\d_][\w'’-]*(?:\.?\s(?-i:[A-Z])[\w'’-]*){0,3})"
_BE = r"(?:['’]?(?:m|s|re)\b|am\b|is\b|are\b|(?:['’]ve|have|has)\s+been\b)\s*(?:now|currently|also|actually|still|really|just|recently|a bit|pretty|very|originally|officially|both|already|only|finally|all|severely|deathly|highly|mildly|strictly|mostly|extremely|super|sort of|kinda|quite|not only|terribly|seriously|so|always|absolutely|totally|a|an|the|proud|little)?\s*(?:also|now|still|a|an|very|severely|strict|big|huge|massive)?\s*"
_SEAT = r"(?P<v>window|aisle|middle|front[- ]row|back[- ]row|exit[- ]row|bulkhead|front|back)"


def _p(attribute: str, pattern: str, importance: float = 0.6, **more: object) -> Predicate:
    return Predicate(attribute=attribute, pattern=re.compile(pattern, re.I), importance=importance, **more)  # type: ignore[arg-type]  # options go through


def _named(value: str) -> bool:
    return is_english_name(value, loose=True) or bool(re.match("[\u4e00-\u9fff]{1,4}$", value))


PREDICATES: tuple[Predicate, ...] = (
    # ---- who (after "my")
    _p("name", rf"(?:(?:full|real|first|legal|given|actual)\s+)?name(?:\s+is|['’]?s)(?:\s+(?:now|actually|really))?\s+{_NAME}{_STOP}", 0.9, noun=True, accept=_named),
    _p("surname", rf"(?:last|family|sur)\s?name(?:\s+is|['’]?s)\s+{_NAME}{_STOP}", 0.7, noun=True),
    _p("nickname", rf"(?:nickname|friends call me|preferred name)(?:\s+is|['’]s)?\s+{_NAME}{_STOP}", 0.7, noun=True, accept=_named),
    _p("birthday", r"(?:birthday|bday|birth\s?date|date of birth|dob)(?:\s+is|['’]?s|\s+falls)(?:\s+(?:on|in|the))*\s+(?P<v>(?:the\s+)?[\w\s,./-]*\d[\w\s,./-]*?)(?=$|[;!?]|\.\s|\s+and\s|,\s+(?!\d))", 0.8, noun=True),
    _p("age", r"age(?:\s+is|['’]s)\s+(?P<v>\d{1,3})", 0.6, noun=True),
    _p("home", rf"(?:(?:new|current|home)\s+)*(?:home|address|place|apartment|flat|house)(?:\s+is|['’]s)\s+(?:now\s+)?(?:in|at|near)\s+{_V}{_STOP}", 0.7, noun=True, accept=is_home),
    _p("hometown", rf"(?:home\s?town|birthplace)(?:\s+is|['’]s)\s+{_V}{_STOP}", 0.7, noun=True),
    _p("timezone", rf"time\s?zone(?:\s+is|['’]s)\s+{_V}{_STOP}", 0.6, noun=True),
    _p("employer", rf"(?:(?:new|current)\s+)?(?:employer|company|workplace|firm)(?:\s+is|['’]s)(?:\s+(?:now|called))*\s+{_V}{_STOP}", 0.7, noun=True, accept=lambda v: is_employer(v) and v[0].isupper()),
    _p("job_title", rf"(?:(?:new|current|day)\s+)?(?:job(?:\s+title)?|occupation|profession|title|role)(?:\s+is|['’]s)(?:\s+(?:now|being|that of))*\s+(?:an?\s+|the\s+)?{_V}{_STOP}", 0.7, noun=True, accept=is_job),
    _p("field_of_study", rf"major(?:\s+is|['’]s)(?:\s+(?:now|in))*\s+{_V}{_STOP}", 0.6, noun=True),
    _p("phone", r"(?:new\s+)?(?:phone|mobile|cell|telephone|whatsapp)(?:\s+(?:number|no\.?|#))?(?:\s+is|['’]s)?(?:\s+now)?\s*(?P<v>\+?\(?\d[\d\s().-]{5,18}\d)", 0.7, noun=True, of_others=False),
    _p("phone", r"(?:new\s+)?number\s+is(?:\s+now)?\s*(?P<v>\+?\(?\d[\d\s().-]{5,18}\d)", 0.7, noun=True, of_others=False),
    _p("email", r"(?:new\s+|work\s+|personal\s+)*(?:e-?mail)(?:\s+address)?(?:\s+is|['’]s)?(?:\s+now)?\s*(?P<v>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)", 0.7, noun=True, of_others=False),
    _p("language", rf"(?:native|first|mother|second|main)\s+(?:language|tongue)(?:\s+is|['’]s)\s+(?P<v>{LANGUAGES})", 0.6, noun=True),
    _p("vehicle", rf"(?:new\s+)?(?:car|ride|bike|truck)(?:\s+is|['’]s)\s+(?:now\s+)?(?:an?\s+)?{_V}{_STOP}", 0.5, noun=True, accept=lambda v: bool(re.search(CARS, v, re.I))),
    _p("pronouns", r"pronouns\s+are\s+(?P<v>\w+/\w+(?:/\w+)?)", 0.8, noun=True),
    _p("blood_type", r"blood\s+type\s+is\s+(?P<v>(?:A|B|AB|O)(?:[+-]|\s?(?:positive|negative))?)", 0.6, noun=True),
    _p("likes", rf"(?:main\s+|biggest\s+|other\s+|new\s+)*(?:hobb(?:y|ies)|interests|passions?|pastimes?)(?:\s+(?:is|are|include|includes)|['’]s)(?:\s+now)?\s+{_V}{_STOP}", 0.6, noun=True, accept=is_liked),
    _p("favourite", rf"(?:all[- ]time\s+|new\s+|absolute\s+|current\s+)*fav(?:ou?rite|e|orite)?\s+(?P<what>[\w-]+(?:\s[\w-]+)?)(?:\s+(?:is|are|has always been)|['’]s)(?:\s+(?:now|still|actually|definitely|probably|always))*\s+{_V}{_STOP}", 0.7, noun=True, accept=is_thing),
    _p("favourite", rf"(?:all[- ]time\s+|new\s+)*fav(?:ou?rite)?\s+(?P<what>[\w-]+(?:\s[\w-]+)?)\s+(?:used to be .+? but )?(?:changed to|has changed to|is no longer .+? but)\s+{_V}{_STOP}", 0.7, noun=True, accept=is_thing),
    _p("seat_preference", rf"(?:seat(?:ing)?\s+preference|preferred\s+seat)(?:\s+is|['’]s)\s+(?:the\s+|an?\s+|in\s+)*{_SEAT}\b", 0.8, noun=True),
    _p("goal", rf"(?:main\s+|biggest\s+)?(?:goal|dream|aim|ambition|resolution)(?:\s+(?:this|for)\s+\w+)?(?:\s+is|['’]s)\s+{_V}{_STOP}", 0.5, noun=True),
    _p("diet", rf"diet(?:\s+is|['’]s)\s+(?:now\s+|strictly\s+)?(?P<v>{DIETS})", 0.8, noun=True),
    # ---- who
    _p("nickname", rf"(?:go(?:es)?|going)\s+by\s+(?:the name\s+)?{_NAME}{_STOP}", 0.8, accept=_named),
    _p("name", rf"(?:{_BE})?(?:called|named)\s+{_NAME}{_STOP}", 0.9, accept=_named, of_others=False),
    _p("name", rf"changed\s+my\s+name\s+to\s+{_NAME}{_STOP}", 0.9, accept=_named, of_others=False),
    _p("name", rf"(?:['’]?m|am)\s+(?:actually\s+|still\s+)?{_NAME}(?=$|\s*[,;.!?()\n]|\s+(?:and|from|by the way|btw|here|nice|a|an|the|but|i|how|pleased|from)\b)", 0.9, accept=is_english_name, of_others=False),
    _p("age", rf"(?:{_BE})?(?:(?:just|recently)\s+)?(?:turned|turning)?\s*(?P<v>(?:\d{{1,3}}|twenty|thirty|forty|fifty)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?(?:\s*(?:years?|yrs?)[- ]olds?|\s*y\.?/?o\.?))\b", 0.6),
    _p("age", r"(?:(?:['’]?m|am|['’]s|is)\s+(?:now\s+|only\s+|already\s+|almost\s+)?|(?:just\s+|recently\s+)?turned\s+)(?P<v>[1-9]\d{0,2})(?=$|\s*[,;.!?()\n]|\s+(?:and|now|today|this|last|years|from|living|but)\b)", 0.6),
    _p("age", r"(?P<v>[1-9]\d)(?=\s*,|$|\s+and\b)", 0.6, joined=True),
    _p("birthday", r"was\s+born\s+(?:on|in)\s+(?:the\s+)?(?P<v>(?:[\w\s,./-]*?\d{1,4}(?:st|nd|rd|th)?(?:\s+of)?(?:[\s,/-]+(?:\w+)?[\s,/-]*\d{0,4})?))(?=$|[;!?,.]|\s+(?:and|in)\b)", 0.7),
    _p("nationality", rf"{_BE}(?P<v>{NATIONALITIES})(?:\s+by birth|\s+citizen)?(?=$|\s*[,;.!?()\n]|\s+(?:and|but|by|living)\b)", 0.5),
    _p("gender", r"(?:['’]?m|am)\s+an?\s+(?P<v>man|woman|guy|girl|female|male|non-?binary person|trans (?:man|woman))(?=$|\s*[,;.!?()\n]|\s+(?:and|from|in)\b)", 0.5),
    # ---- where
    _p("home", rf"(?:don'?t|do not|doesn'?t|no longer)\s+live\s+(?:in|near)\s+{_V}(?:\s+(?:anymore|any more|any longer|now))?{_STOP}", 0.6, ends=True, accept=is_home, says_ending=True),
    _p("home", rf"(?:have\s+|['’]ve\s+|has\s+)?(?:just\s+|recently\s+|finally\s+|also\s+|now\s+|actually\s+)*(?:moved|relocated|emigrated|immigrated)(?:\s+(?:back|over|out|house|home|here|permanently|again|with .+?|in with .+?))?(?:\s+from\s+(?P<from>.+?))?\s+(?:to|into)\s+(?!a\b|an\b){_V}{_STOP}", 0.8, accept=is_destination, sets="home"),
    _p("home", rf"(?:{_BE})?(?:live|lives|living|reside|resides|residing|based|settled|stationed)(?:\s+(?:alone|together|here|now|currently|happily|with .+?|by myself|most of the year|full[- ]time))*\s+(?:in|near|outside|around)\s+(?:sunny\s+|beautiful\s+|rainy\s+|downtown\s+|central\s+|the city of\s+)?{_V}{_STOP}", 0.8, accept=is_home),
    _p("home", rf"call\s+{_V}\s+(?:my\s+)?home\b", 0.7, accept=is_home),
    _p("home", rf"(?:have\s+|['’]ve\s+)?(?:settled|bought (?:a house|an apartment|a flat|a place|a home))\s+in\s+{_V}{_STOP}", 0.7, accept=is_home),
    _p("home", rf"(?:{_BE})?(?:now\s+)?(?:in|at)\s+{_V}{_STOP}", 0.7, accept=is_destination, needs="home"),
    _p("home", rf"(?:have\s+|['’]ve\s+|just\s+)*(?:left|moved (?:out of|away from))\s+{_V}{_STOP}", 0.5, ends=True, accept=is_place, sets="home"),
    _p("", r"(?:have\s+|['’]ve\s+|just\s+|recently\s+|finally\s+)*moved(?:\s+(?:house|home|again|out|apartments|flats|places))?(?=$|\s*[,;.!?]|\s+and\b|\s+last\b)", 0.3, sets="home"),
    _p("hometown", rf"(?:{_BE})?(?:originally\s+)?(?:from|come from|comes from|hail from|hails from|grew up in|(?:was )?raised in|(?:was )?born and raised in|(?:was )?born in|was born and raised in|was born and grew up in)\s+{_V}{_STOP}", 0.7, accept=lambda v: is_home(v) or bool(re.match(r"(?:small|little) (?:town|village)", v))),
    # ---- work and school
    _p("employer", rf"(?:no longer|don'?t|do not|doesn'?t)\s+work\s+(?:at|for|with)\s+{_V}(?:\s+(?:anymore|any more|any longer|now))?{_STOP}", 0.7, ends=True, accept=is_employer, sets="job", says_ending=True),
    _p("employer", rf"(?:have\s+|['’]ve\s+|just\s+|recently\s+|finally\s+|was\s+|got\s+|been\s+|['’]m\s+|am\s+)*(?:stopped working (?:at|for)|quit (?:working (?:at|for)|(?:my )?(?:job|work|position) (?:at|with))|resigned from|laid off (?:from|by|at)|fired (?:from|by)|let go (?:from|by)|left my job at|lost my job at|retired from|no longer (?:at|with)|done (?:with|at))\s+{_V}{_STOP}", 0.7, ends=True, accept=is_employer, sets="job"),
    _p("employer", rf"(?:have\s+|['’]ve\s+|just\s+|recently\s+|finally\s+)*(?:left|quit)\s+{_V}{_STOP}", 0.7, ends=True, accept=is_new_employer, sets="job"),
    _p("employer", r"(?:have\s+|['’]ve\s+|just\s+|recently\s+|finally\s+|was\s+|got\s+|been\s+)*(?P<x>quit my job|left my job|lost my job|laid off|resigned|let go|fired)(?=$|\s*[,;.!?]|\s+(?:last|this|today|yesterday|and|from my|recently|on)\b)", 0.7, ends=True, sets="job"),
    _p("job_title", r"(?:have\s+|['’]ve\s+|just\s+|recently\s+|['’]?m\s+|am\s+|is\s+|['’]s\s+)*(?:now\s+)?(?P<v>retired|unemployed|self[- ]employed|between jobs)(?=$|\s*[,;.!?]|\s+(?:last|now|this|and|in|since|at the moment)\b)", 0.7),
    _p("employer+job_title", rf"(?:{_BE})?(?:work|works|working)\s+(?:at|for|with)\s+{_V}\s+as\s+(?:an?\s+|the\s+|their\s+)?(?P<w>[\w\s/-]{{2,40}}?){_STOP}", 0.8, accept=is_employer),
    _p("employer", rf"(?:{_BE})?(?:teach|teaches|teaching|coach|coaching)\s+[\w\s]{{2,24}}?\s+at\s+{_V}{_STOP}", 0.7, accept=is_employer),
    _p("job_title", r"(?:run|runs|own|owns|started|opened|just opened|just started)\s+(?:my own|an?|our own|our)\s+(?P<v>(?:[\w-]+\s){0,3}?(?:bakery|shop|store|business|company|restaurant|cafe|café|studio|agency|farm|startup|bar|salon|gym|practice|clinic|consultancy|bookshop|brewery|hotel|b&b))\b", 0.7),
    _p("employer+job_title", rf"(?:{_BE})?(?:work|works|working|worked)\s+as\s+(?:an?\s+|the\s+)?(?P<w>[\w\s/-]{{2,40}}?)\s+(?:at|for|with)\s+{_V}{_STOP}", 0.8, accept=is_employer),
    _p("job_title", rf"(?:{_BE})?(?:work|works|working)\s+as\s+(?:an?\s+|the\s+)?{_V}{_STOP}", 0.7, accept=is_thing),
    _p("employer", rf"(?:{_BE})?(?:have been\s+|been\s+)?(?:work|works|working|employed|interning|intern|teach|teaches|teaching)\s+(?:full[- ]time\s+|part[- ]time\s+|remotely\s+|over\s+|in \w+\s+)?(?:at|for|with|by)\s+{_V}{_STOP}", 0.8, accept=lambda v: is_employer(v) and not is_place(v)),
    _p("work_location", rf"(?:{_BE})?(?:work|works|working)\s+(?:in|from|out of)\s+{_V}{_STOP}", 0.5, accept=is_place),
    _p("", rf"(?:{_BE})?(?:work|works|working)\s+in\s+(?P<v>(?:it|tech|finance|marketing|sales|hr|healthcare|education|construction|retail|advertising|insurance|logistics|consulting|real estate|hospitality|law|banking|publishing|biotech|pharma|fashion|film|advertising|cybersecurity|software|the \w+ industry))\b", 0.5),
    _p("employer", rf"(?:have\s+|['’]ve\s+|just\s+|recently\s+|finally\s+|now\s+)*(?:started|start|began)\s+(?:(?:working|work|a new job|a job|my new job|as an? [\w\s]+?)\s+)*(?:at|for|with)\s+{_V}{_STOP}", 0.8, accept=is_employer, sets="job"),
    _p("employer", rf"(?:have\s+|['’]ve\s+|just\s+|recently\s+|finally\s+|was\s+|been\s+)*(?:got|landed|took|accepted|found|have|got me)\s+(?:an?|the|my)\s+(?:new\s+|dream\s+|[\w]+\s+)?(?:job|position|role|offer|gig)\s+(?:at|with|from)\s+{_V}{_STOP}", 0.8, accept=is_employer, sets="job"),
    _p("employer", rf"(?:have\s+|['’]ve\s+|just\s+|recently\s+|finally\s+|was\s+|got\s+|been\s+)*(?:joined|hired (?:by|at)|recruited by|employed (?:by|at)|transferred to|switched (?:jobs )?to|changed jobs (?:and .+? )?to|moved (?:on )?to|changed jobs to|jumped to|moved over to)\s+{_V}{_STOP}", 0.8, accept=is_new_employer, sets="job"),
    _p("", r"(?:have\s+|['’]ve\s+|just\s+|recently\s+|finally\s+)*(?:changed|switched|got a new|have a new|found a new|started a new)\s+jobs?(?=$|\s*[,;.!?]|\s+(?:and|last|this|in)\b)", 0.3, sets="job"),
    _p("employer", rf"(?:{_BE})?(?:now\s+)?(?:at|with)\s+{_V}{_STOP}", 0.7, accept=is_new_employer, needs="job"),
    _p("employer", rf"(?:{_BE})(?:now\s+)?(?:at|with)\s+{_V}\s+now\b", 0.7, accept=is_new_employer),
    _p("employer+job_title", rf"(?:{_BE})(?:an?\s+|the\s+)?(?P<w>[\w\s/-]{{2,40}}?)\s+(?:at|for|with)\s+{_V}{_STOP}", 0.8, accept=is_employer, accept_w=is_job),
    _p("job_title", rf"(?:have\s+|['’]ve\s+|just\s+|recently\s+|was\s+|got\s+|been\s+|finally\s+)*(?:became|become|promoted to|made|switched careers to|retrained as|took over as)\s+(?:an?\s+|the\s+)?{_V}{_STOP}", 0.7, accept=is_job),
    _p("job_title", rf"(?:{_BE})(?:an?\s+|the\s+|now\s+)*{_V}(?=$|\s*[,;.!?()\n]|\s+(?:and|by|from|in|working|living|who|but|with|so|at|now|for|based|of)\b)", 0.7, accept=is_job),
    _p("school", rf"(?:{_BE})?(?:a\s+)?(?:go to|goes to|attend|attends|study at|studies at|studying at|student at|enrolled (?:at|in)|graduated from|got into|got accepted (?:to|into|at)|transferred to|started at)\s+(?P<v>(?:the\s+)?[\w\s.'&-]*?(?:university|college|high school|school|institute|academy|polytechnic|MIT|Stanford|Harvard|Yale|Oxford|Cambridge|Princeton|UCLA|NYU|ETH|Tsinghua|Caltech|Columbia|Berkeley|TUM)(?:\s+(?:of|at|in)\s+(?-i:[A-Z])[\w\s]*?)?){_STOP}", 0.7),
    _p("school+field_of_study", rf"(?:{_BE})?(?:study|studies|studying)\s+(?P<w>[\w\s]{{2,40}}?)\s+at\s+{_V}{_STOP}", 0.7),
    _p("field_of_study", rf"(?:{_BE})?(?:major(?:ing)? in|switched (?:my )?major to|study(?:ing)?|studies|doing (?:a|my) (?:degree|phd|master'?s|bachelor'?s) in|(?:have|got) an? (?:degree|phd|master'?s|bachelor'?s) in)\s+{_V}{_STOP}", 0.6, accept=lambda v: is_thing(v) and not re.match(r"(?i)for|hard|at|in|abroad|with|every|" + LANGUAGES, v)),
    # ---- people
    _p("partner", rf"(?:{_BE})?(?:got\s+|just\s+)*(?:married|engaged)\s+to\s+{_NAME}{_STOP}", 0.7, accept=_named),
    _p("marital_status", r"(?:['’]?m|am|['’]s|is|just|recently|finally|got|getting|have|['’]ve|been|still|now|officially|\s)+\s*(?P<v>single|married|divorced|engaged|widowed|separated|in a relationship|not married|no longer single|no longer married)(?=$|\s*[,;.!?()\n]|\s+(?:and|but|now|last|this|with|for|again|since|in|to)\b)", 0.7),
    _p("marital_status", r"(?:and\s+)?(?:have\s+|['’]ve\s+|just\s+|recently\s+|finally\s+)*(?P<v>broke up|split up|got divorced|got married|got engaged|got hitched|separated)(?=$|\s*[,;.!?()\n]|\s+(?:with|last|this|and|in|yesterday|today|two|three|a)\b)", 0.7),
    _p("partner", rf"(?:have|['’]ve got|got|has)\s+(?:a\s+|an\s+)(?:new\s+)?(?:wife|husband|girlfriend|boyfriend|partner|fianc[ée]e?)\s*,?\s*(?:named|called|whose name is)\s+{_NAME}{_STOP}", 0.7, accept=_named),
    _p("family", r"(?:have|['’]ve got|have got|got|has|just had|had)\s+(?P<v>(?:an?|one|two|three|four|five|\d|twin|no)\s+(?:(?:little|older|younger|elder|big|baby|beautiful|grown|small|young|twin)\s+)*(?:kids?|children|child|sons?|daughters?|brothers?|sisters?|siblings?|twins|boys|girls|baby|baby (?:boy|girl)|grandchildren|nieces?|nephews?)(?:\s+and\s+(?:an?|one|two|three|four|\d)?\s*(?:kids?|sons?|daughters?|brothers?|sisters?))?)(?:\s*,?\s*(?:named|called)\s+(?P<w>[^,;.!?]+?))?" + _STOP, 0.6),
    _p("pet", rf"(?:have|['’]ve got|have got|got|adopted|own|has|just got|just adopted|bought|rescued|recently adopted|recently got)\s+(?:(?:an?|one|two|three|four|five|\d|another|some|my)\s+)(?P<v>(?:[\w-]+\s+){{0,3}}?{PETS})(?:\s*,?\s*(?:named|called|whose name is|and (?:his|her|its) name is|her name is|his name is)\s+(?P<w>[\w'’]+(?:\s+and\s+[\w'’]+)?))?{_STOP}", 0.6),
    # ---- to be able, to have
    _p("language", rf"(?:can\s+|also\s+|mostly\s+|only\s+)*(?:speaks?|(?:{_BE})?(?:fluent in|learning|bilingual in|native in|studying))\s+(?:fluent\s+|some\s+|a (?:little|bit of)\s+|basic\s+|native\s+|both\s+|mostly\s+|how to speak\s+)?(?P<v>{LANGUAGES}(?:(?:\s*,\s*|\s+and\s+|\s*,\s*and\s+|\s*/\s*){LANGUAGES})*)", 0.5),
    _p("language", rf"(?:{_BE})(?:a\s+)?native\s+(?P<v>{LANGUAGES})\s+speaker", 0.6),
    _p("skill", r"(?:can\s+play|plays?)\s+(?:the\s+)(?P<v>piano|guitar|violin|drums|cello|flute|saxophone|bass|ukulele|trumpet|harp|clarinet)\b", 0.5),
    _p("vehicle", rf"(?:(?:{_BE})?(?:drive|drives|driving)|(?:just\s+|recently\s+|have\s+|['’]ve\s+)*(?:bought|got|own|leased|switched to|traded it in for))\s+(?:an?\s+|my\s+)(?P<v>(?:[\w-]+\s+){{0,3}}?{CARS}(?:\s+[\w-]+){{0,3}}?){_STOP}", 0.5),
    _p("phone_model", r"(?:use|have|got|bought|switched to|just got)\s+(?:an?\s+|the\s+)?(?:new\s+)?(?P<v>iphone(?:\s?\d+\w*)?(?:\s(?:pro|max|mini|plus))*|pixel\s?\d*\w*|galaxy\s?\w*)(?=$|\s*[,;.!?])", 0.4),
    # ---- body
    _p("allergy", rf"(?:{_BE})?(?:not|no longer|isn'?t|aren'?t)\s+allergic\s+to\s+{_V}{_STOP}", 0.7, ends=True),
    _p("allergy", rf"(?:{_BE})?(?:have\s+(?:been\s+)?|['’]ve\s+|been\s+|developed\s+|found out (?:that )?i'?m\s+)*(?:severely\s+|also\s+|really\s+|deathly\s+|very\s+|mildly\s+|quite\s+|highly\s+)*allergic\s+to\s+{_V}{_STOP}", 0.9),
    _p("allergy", rf"(?:{_BE})?(?:have|has|['’]ve got|developed|got|suffer from)\s+(?:an?\s+|severe\s+|serious\s+|bad\s+|mild\s+|bad\s+)*(?P<v>[\w\s,/-]{{2,40}}?)\s+(?:allergy|allergies|intolerance){_STOP}", 0.9),
    _p("allergy", rf"(?:have|has|['’]ve got)\s+(?:an?\s+)?(?:\w+\s+)?(?:allergy|intolerance)\s+to\s+{_V}{_STOP}", 0.9),
    _p("allergy", rf"(?:{_BE})(?P<v>[\w]+)[\s-]+intolerant\b", 0.9),
    _p("health", rf"(?:have\s+|has\s+|['’]ve\s+got\s+|['’]ve\s+|suffers?\s+from\s+|was\s+|been\s+|just\s+|recently\s+|got\s+)+(?:diagnosed\s+with\s+)?(?P<v>{CONDITIONS}){_STOP}", 0.7),
    _p("health", rf"(?:{_BE})(?P<v>pregnant|diabetic|asthmatic|colou?r[- ]?blind|left[- ]handed|celiac|coeliac|epileptic|deaf|blind|hard of hearing|anemic|autistic|dyslexic)(?=$|\s*[,;.!?()\n]|\s+(?:and|so|but|with|now|in)\b)", 0.7),
    _p("medication", rf"(?:{_BE})?(?:take|takes|taking|on|started taking|prescribed)\s+(?P<v>(?:\d+\s?mg\s+(?:of\s+)?)?(?:metformin|insulin|ibuprofen|aspirin|warfarin|statins?|blood thinners?|antidepressants?|vitamin \w+|iron|omega[- ]3|melatonin|birth control|antibiotics|\w+(?:pril|sartan|statin|zole|olol|azepam|oxetine|triptan|mycin|cillin|formin|thyroxine|prazole|pine|done))(?:\s+\d+\s?mg)?)\b", 0.7),
    _p("smoking", r"(?:(?:have\s+|['’]ve\s+|just\s+|finally\s+|recently\s+)*(?P<v>don'?t smoke|do not smoke|never smoke|quit smoking|stopped smoking|gave up smoking|given up smoking|no longer smoke|started smoking(?: again)?|smoke(?! (?:alarm|detector)))|(?:['’]?m|am)\s+(?:now\s+)?(?P<w>an?\s+(?:non-?|ex-?|former\s+)?smoker))(?=$|\s*[,;.!?()\n]|\s+(?:and|anymore|any more|but|last|now|two|a|about|again|in|since)\b)", 0.6),
    _p("drinking", r"(?:(?:have\s+|['’]ve\s+|just\s+|finally\s+|recently\s+)*(?P<v>don'?t drink|do not drink|never drink|quit drinking|stopped drinking|gave up drinking|no longer drink|quit alcohol|gave up alcohol|stopped drinking alcohol|don'?t drink alcohol|started drinking(?: again)?)|(?:['’]?m|am)\s+(?:now\s+)?(?P<w>sober|teetotal|a teetotall?er))(?=$|\s*[,;.!?()\n]|\s+(?:and|anymore|any more|but|last|now|alcohol|at all|again|since)\b)", 0.6),
    _p("diet", rf"(?:{_BE})?(?:(?:have\s+|['’]ve\s+|just\s+)*(?P<v>(?:not|no longer|stopped being|quit being|gave up being)\s+(?:an?\s+)?{DIETS}(?:\s+(?:anymore|any more))?|(?:started eating|eat|eating|eats)\s+(?:meat|fish|dairy)\s+(?:again|now)|(?:started eating|went back to eating|began eating|back to eating)\s+(?:meat|fish|dairy)))(?=$|\s*[,;.!?()\n]|\s+(?:and|anymore|any more|but|now|again|so|since)\b)", 0.8),
    _p("diet", rf"(?:{_BE})?(?:have\s+(?:been\s+)?|['’]ve\s+|been\s+|just\s+|recently\s+|now\s+|on\s+|follow\s+|follows\s+|following\s+|went\s+|gone\s+|going\s+|became\s+|become\s+|turned\s+|started\s+|eat\s+|eats\s+|only\s+eat\s+|strictly\s+|strict\s+|an?\s+|the\s+|mostly\s+|eating\s+|keep\s+|switched to\s+|being\s+)*(?P<v>{DIETS})(?:\s+diet|\s+food)?(?=$|\s*[,;.!?()\n]|\s+(?:and|but|now|for|since|so|because|these|who|last|this|by|at|though|diet|here)\b)", 0.8),
    _p("diet", r"(?:don'?t|do not|doesn'?t|never|no longer|stopped|quit|can'?t|gave up)\s+(?:eat|eats|eating)\s+(?P<v>(?:any\s+)?(?:meat|animal products|red meat|meat or fish|meat and fish))(?=$|\s*[,;.!?()\n]|\s+(?:and|anymore|any more|but|now|so|at all|or|since)\b)", 0.8),
    # ---- taste
    _p("seat_preference", rf"(?:['’]d\s+|would\s+)?(?:always\s+|usually\s+|really\s+|much\s+|generally\s+|still\s+|now\s+|actually\s+|rather\s+|typically\s+|do\s+|only\s+|definitely\s+|normally\s+|often\s+|tend to\s+|never not\s+|['’]ve\s+|switched to\s+)*(?:like|love|prefer|prefers|choose|pick|sit(?:ting)?|book|want|take|fly|get|go for|request|likes?|need|opt for|switched to|rather have|enjoy)(?:\s+(?:to sit|to have|to get|sitting|having|in|on|by|at|near|next to|the|an?|my|seats?))*\s+{_SEAT}s?(?:[- ]?(?:side|seats?|row))*(?:\s+(?:seat|seats|side|row))?(?:\s+(?:over|to|on|when|instead|now|for|than|rather|of|if|in|please|because|anymore|these).*)?$", 0.8),
    _p("dislikes", rf"(?:don'?t|do not|doesn'?t|no longer)\s+(?:really\s+|even\s+)?(?:like|likes|love|enjoy|eat|drink|play|watch|want|use|do|have|own|care for|listen to)\s+{_V}\s+(?:anymore|any more|any longer|these days)\b", 0.6, ends=True, accept=is_liked),
    _p("dislikes", rf"(?:{_BE})?(?:no longer)\s+(?:like|likes|love|loves|enjoy|enjoys|eat|eats|drink|drinks|play|plays|watch|use|into|a fan of|interested in|obsessed with)\s+{_V}{_STOP}", 0.6, ends=True, accept=is_liked),
    _p("dislikes", rf"(?:have\s+|['’]ve\s+|just\s+|finally\s+|recently\s+)*(?:quit|stopped|gave up|given up|went off|gone off|sworn off|cut out|fell out of love with|got tired of|lost interest in|kicked)\s+(?:eating\s+|drinking\s+|playing\s+|using\s+|watching\s+|going to\s+|doing\s+|having\s+)?{_V}{_STOP}", 0.6, ends=True, accept=lambda v: is_liked(v) and not re.match(r"(?i)(?:my|the) (?:job|car)|by\b|at\b|to\b|here|working|being", v)),
    _p("dislikes", rf"(?:really\s+|actually\s+|also\s+|still\s+|just\s+|personally\s+|absolutely\s+|truly\s+|do\s+)*(?:don'?t|do not|doesn'?t|does not|never|can'?t|cannot|can not|couldn'?t)\s+(?:really\s+|actually\s+|particularly\s+|much\s+|even\s+|ever\s+)*(?:like|likes|love|enjoy|enjoys|eat|eats|drink|drinks|care for|stand|bear|tolerate|touch|do well with)\s+(?:eating\s+|drinking\s+)?{_V}{_STOP}", 0.6, accept=is_liked),
    _p("dislikes", rf"(?:really\s+|actually\s+|also\s+|still\s+|just\s+|personally\s+|absolutely\s+|truly\s+|do\s+|kinda\s+|always\s+|try to\s+|{_BE})*(?:hates?|dislikes?|detests?|loathes?|despises?|avoids?|not a (?:big |huge )?fan of|not (?:really |very |that |much )?(?:into|fond of|keen on)|scared of|afraid of|terrified of|grossed out by|sick of)\s+(?:eating\s+|drinking\s+)?{_V}{_STOP}", 0.6, accept=is_liked),
    _p("likes", rf"(?:really\s+|actually\s+|also\s+|still\s+|just\s+|personally\s+|absolutely\s+|truly\s+|do\s+|always\s+|now\s+|generally\s+|usually\s+|honestly\s+|both\s+|have\s+always\s+|['’]ve\s+always\s+|['’]ve\s+|have\s+|started to\s+|came to\s+|grown to\s+|learned to\s+|recently\s+|much\s+|totally\s+)*(?:likes?|loves?|loved|enjoys?|adores?|dig|got into|fell in love with|started liking|enjoyed)\s+{_V}{_STOP}", 0.6, accept=is_liked),
    _p("likes", rf"(?:really\s+|actually\s+|also\s+|still\s+|much\s+|personally\s+|now\s+|generally\s+|usually\s+|always\s+|do\s+|['’]d\s+)*prefers?\s+{_V}(?:\s+(?:over|rather than|more than|instead of|to)\s+(?!the (?:max|fullest)).*)?{_STOP}", 0.6, accept=is_liked),
    _p("likes", rf"(?:{_BE})(?:really\s+|also\s+|very\s+|a\s+|big\s+|huge\s+|massive\s+|super\s+|totally\s+|so\s+|pretty\s+|lifelong\s+|such\s+)*(?:into|fond of|keen on|fan of|lover of|obsessed with|passionate about|crazy about|interested in|addicted to|mad about|nuts about)\s+{_V}{_STOP}", 0.6, accept=is_liked),
    _p("likes", rf"(?:{_BE})(?:an?\s+|big\s+|huge\s+|total\s+|avid\s+|massive\s+|real\s+|bit of a\s+)+(?P<v>[\w\s-]{{2,30}}?\s(?:fan|lover|person|enthusiast|buff|geek|nerd|junkie|addict|reader|hiker|runner|cyclist|gamer))(?=$|\s*[,;.!?()\n]|\s+(?:and|but|so|who)\b)", 0.5, accept=is_liked),
    # ---- what happens
    _p("wake_time", r"(?:usually\s+|always\s+|normally\s+|now\s+|typically\s+|generally\s+)*(?:wake up|get up|wake|rise)\s+(?:at|around|about|by)\s+(?P<v>\d{1,2}(?::\d\d)?\s*(?:am|a\.m\.|pm)?|noon|five|six|seven|eight|nine|ten)\b", 0.5),
    _p("bed_time", r"(?:usually\s+|always\s+|normally\s+|now\s+|typically\s+|generally\s+)*(?:go to bed|go to sleep|sleep)\s+(?:at|around|about|by)\s+(?P<v>\d{1,2}(?::\d\d)?\s*(?:am|pm|p\.m\.)?|midnight|ten|eleven|nine)\b", 0.5),
    _p("habit", r"(?P<v>(?:go|run|walk|jog|swim|cycle|bike|meditate|practice|practise|play|read|work out|exercise|train|visit|call|volunteer|cook|bake|journal|stretch|commute|eat|drink|attend|teach|babysit|see)\b[^,;!?]{0,50}?)\s+(?:(?:every|each)\s+(?:single\s+)?(?:day|morning|evening|night|week|weekend|month|year|afternoon|mon|tues|wednes|thurs|fri|satur|sun|other|two|three|few|\d|spring|summer|winter|fall|autumn|lunch)|twice a|once a|three times a|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|on weekends|daily|weekly)\b[^,;!?]{0,30}?" + r"(?=$|\s*[,;.!?])", 0.4),
    _p("goal", rf"(?:{_BE})(?:training|preparing|studying|saving(?: up)?|practicing)\s+for\s+{_V}{_STOP}", 0.5, accept=is_thing),
    _p("project", rf"(?:{_BE})(?:working on|building|writing|developing|creating|making|launching)\s+(?:an?|my|our)\s+{_V}{_STOP}", 0.5, accept=lambda v: bool(re.search(r"(?i)\b(?:app|project|book|novel|thesis|dissertation|website|game|startup|company|paper|blog|podcast|album|film|documentary|product|business|course|plugin|library|bot|platform|tool)\b", v))),
)
