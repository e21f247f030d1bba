"""When something takes place, told without "my": "the party is on Saturday", 「会议改到下午四点了」.

An event is named by what it is; a later word on the same event moves it. What comes again every week is a habit.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from memory.extraction.plans import upcoming

_WHAT_EN = (
    r"(?P<what>(?:(?!my\b|the\b|i\b|is\b|was\b|it\b|that\b|this\b|what\b|when\b|your\b|says?\b)[\w'’&-]+\s+){0,3}?"
    r"(?:party|deadline|due date|meeting|stand-?up|catch-?up|one-on-one|wedding|exams?|midterms?|finals?|test|quiz|interview"
    r"|appointment|check-?up|flight|train|bus|ferry|trip|concert|gig|game|match|race|marathon|class|lesson|lecture|seminar"
    r"|workshop|conference|vacation|semester|internship|retreat|summer camp|course|presentation|dinner|lunch|brunch|breakfast|launch|release|demo|review|call|reunion|ceremony"
    r"|graduation|surgery|operation|delivery|festival|picnic|barbecue|bbq|rehearsal|session|report|essay|paper|assignment"
    r"|homework|rent|lease|contract|hearing|tour|cruise|performance|recital|thesis|proposal|hearing|viewing|booking"
    r"|reservation|checkout|check-?in|kick-?off|sprint|vet visit|visit|practice|training|book club|club|yoga|pilates|day|night)(?:s|es)?"
    r"(?:\s+(?:with|for|at|to|about)\s+(?:my\s+|the\s+|our\s+)?(?:(?:Dr|Mr|Mrs|Ms|Prof)\.?\s+)?(?!(?:mon|tues|wednes|thurs|fri|satur|sun)day)[\w'’]+(?:\s(?!is\b|was\b|has\b|on\b|at\b|got\b)[\w'’]+){0,2}?)?)"
)
_DAY = (
    r"(?:the\s+)?(?:first|second|third|fourth|last)\s+(?:mon|tues|wednes|thurs|fri|satur|sun)day of (?:the|each|every) month|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?(?:\s+(?:morning|afternoon|evening|night)s?)?"
    r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]*\.?(?:\s+\d{1,2}(?:st|nd|rd|th)?)?"
    r"|(?:the\s+)?\d{1,2}(?:st|nd|rd|th)(?:\s+of\s+[a-z]+)?|\d{1,2}\s+(?:january|february|march|april|may|june|july|august"
    r"|september|october|november|december)|\d{1,2}/\d{1,2}|tomorrow|tonight|next\s+\w+|(?:the\s+)?end of (?:the\s+)?\w+"
    r"|(?:the\s+)?(?:conference\s+)?(?:room|hall|building)\s+\w+|the weekend|this (?:weekend|week|evening|afternoon|friday|monday)"
)
_CLOCK = r"\d{1,2}[:.]\d\d(?:\s*[ap]\.?m\.?)?|\d{1,2}\s*(?:[ap]\.?m\.?|o['’]?clock)|noon|midnight|(?<=at )\d{1,2}|(?<=to )\d{1,2}(?!\w)"
_WHEN_EN = (
    rf"(?P<when>(?:(?:on|at|in|by|for|next|this|the|every|each)\s+)*(?:{_DAY}|{_CLOCK})"
    rf"(?:\s*,?\s*(?:(?:on|at|in|the|next|of|every|each)\s+)*(?:{_DAY}|{_CLOCK}))*)"
)
_LEAD_EN = (
    r"^(?:(?:and|but|so|well|actually|oh|ok|hey|hi|no|sorry|update|fyi|btw|heads up|correction|wait|turns out)[\s,:]+)*"
)
_END_EN = r"(?:\s+(?:now|instead|this (?:week|year)|btw|though|after all|(?:in|at) (?:the\s+)?(?-i:[A-Z])[\w'’.-]*(?:\s(?-i:[A-Z])[\w'’.-]*)*))*\s*[.!]*$"
_IS_EN = re.compile(
    rf"{_LEAD_EN}(?:the|my|our|(?-i:[A-Z])\w+['’]s|my \w+['’]s)\s+{_WHAT_EN}(?P<not>\s+(?:isn['’]?t|is not))?"
    r"(?:\s+now)?(?:\s+is|\s+are|\s+will be|['’]s|\s+ends?|\s+starts?|\s+begins?|\s+takes place|\s+meets?|\s+leaves?|\s+lands?|\s+departs?|\s+arrives?|\s+runs? until|\s+expires?)?"
    r"(?:\s+(?:now|still|actually|scheduled|set|due|booked|planned|up|going to be|taking place|happening|officially))*"
    rf"\s+{_WHEN_EN}{_END_EN}",
    re.I,
)
_DUE_EN = re.compile(rf"{_LEAD_EN}{_WHAT_EN}(?:['’]s| is| are)\s+(?:now\s+)?(?:due\s+)?{_WHEN_EN}{_END_EN}", re.I)
_MOVED_EN = re.compile(
    rf"{_LEAD_EN}(?:the\s+|my\s+|our\s+|(?-i:[A-Z])\w+['’]s\s+|my \w+['’]s\s+)?{_WHAT_EN}(?:\s+(?:was|is|has been|have been|got|has|will be|were|has now been)|['’]s|['’]s been|['’]s now)?"
    r"\s*(?:\s+(?:now|just|been|being))*\s+(?:moved|pushed|changed|rescheduled|postponed|delayed|shifted|brought forward|bumped|extended|switched|put off|moves)"
    rf"(?:\s+(?:back|forward|out|up|again))*(?:\s+from\s+[^,]+?)?\s+(?:to|until|till|for)\s+{_WHEN_EN}{_END_EN}",
    re.I,
)
_WE_MOVED_EN = re.compile(
    rf"{_LEAD_EN}(?:they|we|i|he|she|the \w+|my \w+)(?:['’]ve| have| has)?\s+(?:just\s+)?(?:moved|pushed|changed|rescheduled|postponed|delayed|shifted|extended|switched)\s+"
    rf"(?:the|my|our)\s+{_WHAT_EN}(?:\s+(?:back|forward|out|up))*(?:\s+from\s+[^,]+?)?\s+(?:to|until|till|for)\s+{_WHEN_EN}{_END_EN}",
    re.I,
)
_BY_EN = re.compile(
    rf"{_LEAD_EN}(?:the\s+|my\s+|our\s+){_WHAT_EN}(?:\s+(?:was|has been|got|is))\s+(?:now\s+)?(?:extended|delayed|pushed back|postponed|moved up|brought forward|moved back)\s+(?:by\s+)?(?P<when>(?:an?|one|two|three|\d+|a few)\s+(?:days?|weeks?|months?|hours?|minutes?)|indefinitely){_END_EN}",
    re.I,
)
_WEEKLY_EN = re.compile(r"(?i)days\b|day (?:morning|afternoon|evening|night)s\b|\b(?:every|each)\b")
_ROUTINE_EN = re.compile(r"(?i)(?:day|night|practice|training|club|yoga|pilates|class|lesson)s?$")
_NO_EVENT_EN = re.compile(
    r"(?i)^(?:to|next|first|last|good|what a|nice|great|bad|every|one|another|some|busy|long|rough|birth)?\s*(?:day|night)$|birthday|holiday|today|\bbirth\b"
)

_T_ZH = (
    r"(?:今[天晚]|明[天晚]|后天|大后天|(?:这|下|本)?(?:下)?(?:个)?(?:周|星期|礼拜)[一二三四五六日天末]|每(?:周|星期|个?月|天)[一二三四五六日天]?"
    r"|(?:这|下|本)个?(?:周|月|星期)|(?:\d{1,2}|[一二三四五六七八九十]{1,3})月(?:(?:\d{1,2}|[一二三四五六七八九十]{1,3})[日号]?|底|初|中旬)?"
    r"|(?:\d{1,2}|[一二三四五六七八九十]{1,3})[日号]|月底|月初|年底|年初|明年|后年"
    r"|(?:早上|上午|中午|下午|晚上|傍晚|凌晨|早晨)?(?:\d{1,2}|[一二两三四五六七八九十]{1,3})点(?:半|一刻|三刻|[\d一二三四五六七八九十]+分?)?|\d{1,2}[:：]\d\d|早上|上午|中午|下午|晚上)"
)
_WHAT_ZH = (
    r"(?P<what>[^，。,；我你他她它不没了这那]{0,8}?(?:会议|周会|例会|早会|晨会|开会|聚会|派对|婚礼|考试|期末考|面试|约会|预约|航班|飞机|火车|高铁|车票|机票|旅行|旅游|演唱会"
    r"|音乐会|演出|比赛|课|讲座|答辩|发布会|体检|手术|复查|截止日期?|截止时间|期限|死线|ddl|DDL|deadline|Deadline|汇报|晚饭|晚餐|午饭|聚餐|饭局|活动|年会|典礼|开学"
    r"|交稿|评审|上线|培训|团建|搬家|看房|试驾|拔牙|洗牙|看牙|牙医|门诊|报告|作业|论文|交房|合同|租约|租期|交付|发版|彩排|排练|(?:羽毛|篮|足|网|乒乓|排)球|练球|打球|踢球|游泳|跑步|练车|大扫除|舞蹈|画画|书法|补课|家教|值班|直播|读书会|钓鱼|爬山|讲课|瑜伽|健身|训练|同学会|家长会))"
)
_IS_ZH = re.compile(
    rf"^(?:对了|那个|更新一下|通知|其实|哦|嗯|不过|但是|但)?(?:我(?:们)?(?:的)?|咱们?的?|公司的?|这次的?|本次|项目的?)?{_WHAT_ZH}(?:的)?(?:时间|日期)?"
    r"(?P<how>(?:又|已经|临时|被|刚|现在|最后|最终|给|都|要|可以|还)*(?:是|在|定在|定到|安排在|安排到|约在|约到|到|放在|改到|改在|改成|改为|改签到|延误到|晚点到|改签成|改期到|挪到|移到|推迟到|延期到|延迟到|延到|延长到|延后到|推后到|提前到"
    rf"|推到|拖到|调到|调整到|变成|换到|换成|改))(?:了)?(?P<when>{_T_ZH}(?:的?{_T_ZH})*)(?:到期|举行|开始|结束|出发|起飞|交)?(?:了|啦|吧|的)?$"
)
_AT_ZH = re.compile(
    rf"^(?:我(?:们)?(?:的)?)?{_WHAT_ZH}(?P<how>(?:要|得|必须|在)?)(?P<when>{_T_ZH}(?:的?{_T_ZH})*)(?:前)?(?:交|截止|到期|开始|举行|出发|起飞|上线|结束)(?:了)?$"
)
_DAY_FIRST_ZH = re.compile(
    rf"^(?:我(?:们)?)?(?P<how>(?:改|换|挪)(?:到|成|在)?)?(?P<when>{_T_ZH}(?:的?{_T_ZH})*)(?:有个|有一个|有|要|去|的)?{_WHAT_ZH}(?:了)?$"
)
_WE_ZH = re.compile(
    rf"^(?:他们|我们|我|公司|老板|对方|学校)?(?:刚|又|已经)?把{_WHAT_ZH}(?P<how>(?:时间)?(?:改到|改成|挪到|移到|推迟到|延期到|延到|提前到|推到|调到|改签到|改期到|延后到))(?:了)?"
    rf"(?P<when>{_T_ZH}(?:的?{_T_ZH})*)(?:了|啦)?$"
)
_WEEKLY_ZH = re.compile(r"每|瑜伽|健身|训练|球$|球改|游泳|跑步|大扫除|舞蹈|画画|书法|例会|周会")


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something, and when it takes place."""

    text: str
    weekly: bool
    """True when it comes again and again."""
    only_moves: bool = False
    """True when it is not said to be the user's own: it counts where it moves what is known."""


def event(text: str, now: datetime) -> Event | None:
    """Give the event that this clause dates; None when it dates none."""
    if re.search("[\u4e00-\u9fff]", text):
        match = _IS_ZH.match(text) or _AT_ZH.match(text) or _DAY_FIRST_ZH.match(text) or _WE_ZH.match(text)
        if match is None:
            return None
        weekly = bool(_WEEKLY_ZH.search(text))
        moves = bool(re.search(r"改|挪|移|推|延|提前|拖|调|换", match["how"] or ""))
    else:
        match = (
            _MOVED_EN.match(text)
            or _WE_MOVED_EN.match(text)
            or _BY_EN.match(text)
            or _IS_EN.match(text)
            or _DUE_EN.match(text)
        )
        if match is None or _NO_EVENT_EN.search(match["what"].strip()) or match.groupdict().get("not"):
            return None
        moves = match.re in (_MOVED_EN, _WE_MOVED_EN, _BY_EN)
        weekly = bool(_WEEKLY_EN.search(match["when"])) or bool(_ROUTINE_EN.search(match["what"]))
    only = moves and not re.match(r"(?i)\W*(?:(?:\w+[\s,]+){0,2}?(?:my|our|i|we)\b)|我|咱", text)
    if weekly:
        return Event(text=text, weekly=True, only_moves=only)
    return Event(text=dated(text, match["when"], now), weekly=False, only_moves=only)


def dated(text: str, when: str, now: datetime) -> str:
    """Give a text with the day that its words of time mean written behind it."""
    day = upcoming(f"on {when}" if when[0].isascii() else when, now)
    if day is None or day[0] in text:
        return text
    days = day[0] if day[0] == day[1] else f"{day[0]} – {day[1]}"
    return f"{text}（{days}）" if re.search("[\u4e00-\u9fff]", text) else f"{text} ({days})"


_DATED = re.compile(r"\s*[(（]\d{4}-\d\d-\d\d(?: – \d{4}-\d\d-\d\d)?[)）]$")
_TIME = re.compile(
    rf"(?i)\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|{_T_ZH}"
    r"|\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\s+\d{1,2}\b"
    r"|\b\d{1,2}(?::\d\d)?\s*(?:[ap]m|o['’]?clock)\b|\b\d{1,2}(?:st|nd|rd|th)\b"
)


def put_right(text: str, was: str, value: str, now: datetime) -> str:
    """Give a dated text with one time in another's place; empty where none of its times can be meant.

    `was` may be empty: then the text's one time of the same shape is meant.
    """
    bare = _DATED.sub("", text)
    if not was:
        times = [m[0] for m in _TIME.finditer(bare) if _shape(m[0]) == _shape(value)]
        if len(times) != 1 or not _TIME.fullmatch(value):
            return ""
        was = times[0]
    at = bare.casefold().find(was.casefold())
    if at < 0 or was.casefold() == value.casefold():
        return ""
    return dated(bare[:at] + value + bare[at + len(was) :], value, now)


def _shape(time: str) -> str:
    flat = time.casefold()
    if "day" in flat or re.search("周|星期|礼拜", flat):
        return "weekday"
    if re.search(r"点|[ap]m|clock|:", flat):
        return "clock"
    return "date"
