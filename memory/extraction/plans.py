"""What the user is going to do, with the day it falls on: 「下周三要去北京出差」, "I'm flying to Paris next Tuesday"."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta

from memory.time_words import Span, resolve

_REQUEST_ZH = re.compile(
    r"帮我|给我|替我|帮忙|查一?下|查查|订一?张|预订|买一?张|推荐|提醒|告诉|天气|航班|机票|车票"
    r"|安排一下|看看|请问|来一?[个份首]|写|翻译|吗$|怎么|想知道|想问|想了解|想查|想看看|想订|想买"
)
_PLAN_ZH = re.compile(
    r"^(?:(?:我|我们|咱们?|俺|本人|我和[^，。]{1,8}?|我(?:跟"
    r"|和)[^，。]{1,8}?)?(?:[^，。]{0,14}?))(?P<verb>要|打算|准备|计划|会|将|想|得|必须|约了|定了"
    r"|订了|有(?:个|一个|一场|场)?|去|飞|出发|回|考试|考|结婚|搬|开会|面试|参加|出差|见|请假|休假"
    r"|手术|体检|毕业|入职|离职|旅游|旅行|过生日|答辩|演出|比赛|开学|复查|拔牙|生日|改到|改在|推到|挪到|推迟|延期|提前|和[^，。]{1,6}(?:吃|聚|打球|看)|拜访|值班|上课)"
)
_SOMETHING_ZH = re.compile(r"^(?:我|我们|咱们?)(?!想|喜欢|爱|觉得|是|叫|在|住)[^，。]{3,16}(?<![了过吗呢的])$")
"""Whatever the user does on a day to come: 「我明天三点理发」."""
_MINE_ZH = re.compile(r"^(?:我(?!想(?:知道|问|查|看|了解|订|买|吃))|咱|俺|本人)")
_SOON_ZH = re.compile(
    r"(?:打算|准备|计划|即将|快要|马上要|马上就要|决定|将要|过段时间要|过阵子要|很快要"
    r"|快)(?:在.{1,6}|五一|国庆|十一|春节|元旦|中秋|暑假|寒假|月底|\d{1,2}月|[一二三四五六七八九十]{1,2}月|今年|明年|后年|年底|年内|下半年|以后|将来|过年)?(?:再|去|先)?(?:报名|报(?=[^告错，]{1,8}[班课])|装修|租(?:房|个)|申请|投|考(?!虑)|跑(?:马|半马|全马)|卖(?:房|车|掉)|生娃|要孩子|要二胎|做手术|领养|办(?:婚礼|签证|退休|移民)|参军|实习|考驾照|辞掉|竞聘|承包|盖房|写(?:一?本|书)|拍(?:婚纱|电影)|搬(?:家|到|去|回)|换(?:个|份)?工作|跳槽|辞职|离职|结婚|订婚"
    r"|买(?:房|车|一?套|一?辆)|学(?:习)?[^校生]|养|考(?:研|公|博|证|雅思|托福|驾照)|移民|定居|创业"
    r"|转行|读(?:研|博)|出国|留学|去[^，]{1,8}?(?:旅游|旅行|玩|自驾|徒步|滑雪|支教|过年|度蜜月|露营|出差|工作|读书|留学|定居|住)|戒|减肥"
    r"|生(?:二胎|孩子|宝宝)|退休|开(?:店|公司|一家)|加入|入职|参加)"
)
_ELSEWHERE_ZH = re.compile(r"^(?:我们?)?(?:决定|打算)?改(?:成)?去[\u4e00-\u9fff]{2,6}(?:旅游|旅行|玩)?(?:了)?$")
_NOT_PLAN_ZH = re.compile(
    r"不(?:再)?(?:打算|准备|计划|想|去|要|参加|买|考|搬|办|学)|每天|每周|每晚|天天|一般|通常|习惯|再见|再聊|聊天|和你|跟你|找你|现在|放松一下|没有想到|没想到"
    r"|你的"
)
_PLAN_EN = re.compile(
    r"^(?:(?:i|we)(?:['’]?ve| have)? (?:moved|pushed|postponed|rescheduled|delayed) (?:the|my|our)\b|(?:i|we)(?:['’]?m| am|['’]re| are|['’]ll| will|['’]ve got| have got| have| got| need to| "
    r"must| plan| want| booked| leave| fly| start| move| go| meet| travel| (?:just )?scheduled)\b"
    r"|i['’]?m\b|im\b|i['’]ll\b|i['’]ve\b|my (?:(?:\w+ )?(?:flight|trip|exam|wedding|interview"
    r"|meeting|appointment|surgery|vacation|holiday|deadline|presentation|graduation|party"
    r"|anniversary|conference|move|train|first day|last day|defense|check-?up|concert|race|marathon"
    r"|visit|internship|course|class|new job|due date))\b)",
    re.I,
)
_SOON_EN = re.compile(
    r"^(?:i|we)(?:['’]?m| am|['’]re| are)?\s*(?:(?:also|now|finally|actually|currently|definitely"
    r"|really|soon)\s+)*(?:going to|gonna|planning (?:to|on|a)|plan to|plan on|about to|moving to"
    r"|flying to|travell?ing to|relocating to|getting married|expecting a|will be|['’]ll be|hoping to"
    r"|thinking about|thinking of|want to move|want to learn|want to visit|decided to|intend to"
    r"|looking to)\s+(?:\w+\s+)?(?:run (?:a|the|in)|climb|cycle (?:to|across)|hike|build|renovate|enter|compete|enrol|enroll|get an?|sign up|train|go back to (?:school|university|college)|take (?:a|an|up)|become|do (?:a|an|the|my)|move|relocate|change (?:my )?(?:jobs?|career)|switch|quit|retire"
    r"|get married|marry|propose|buy|learn|study|apply|start (?:a|my)|open a|adopt|have a (?:baby"
    r"|child|kid)|emigrate|travel|go to (?:college|university|grad)|run a marathon|write a book|leave"
    r"|join|trip|holiday|vacation|baby|wedding|party|reunion|move|renovation|spain|go on (?:a|an|my|our) (?:trip|holiday|vacation|honeymoon"
    r"|cruise)|visit (?-i:[A-Z]))\b|^(?:i|we)(?:['’]?m| am|['’]re| are)\s+(?:still\s+|also\s+|now\s+)?planning to (?!ask|say|talk|use|do\b|test|try|send|fix|add|implement|refactor|deploy|be\b)\w+"
    r"|^i['’]?m (?:moving to|relocating to|flying to|travell?ing to"
    r"|expecting a (?:baby|boy|girl|child)|getting married)\b",
    re.I,
)
_NOT_PLAN_EN = re.compile(
    r"\b(?:every|each|usually|always|on (?:mon|tues|wednes|thurs|fri|satur|sun)days)\b|\b(?:talk|chat"
    r"|speak) (?:to|with) you\b|\bsee you\b|\b(?:right now|now)\b|^(?:i|we)(?:['’]?m| am) (?:trying"
    r"|asking|looking for|going to (?:ask|need|be honest|say|try|sleep|bed|guess|assume|go with)"
    r"|about to (?:ask|say))",
    re.I,
)
_NOT_FUTURE = re.compile(
    r"(?i)\b(?:ago|yesterday|last|turned|(?<!got )(?<!was )(?<!been )(?<!is )(?<!were )moved(?! (?:the|my|our)\b)|started|joined|left|quit|became|was|were|got (?:married|engaged|divorced|promoted)"
    r"|went|had|came|met|bought|sold|adopted|took up|taken up|began|begun|graduated|finished|retired)\b|昨|上周|上个?月|去年|前天|以前|^[^要会将算备划想]*[到去成婚职业]了(?:$|[\u4e00-\u9fff]{1,6}$)"
)


_ADVERB = re.compile(r"(?i)^((?:i|we)(?:['’]\w+)?) (?:also|just|already|still|now) ")
_WEEKDAY = re.compile(r"(?i)(?:on\s+)?(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:周|星期|礼拜)[一二三四五六日天]")
"""A day of the week that is named on that very day is the one to come."""
_TO_DAY = re.compile(r"(?i)\bto(?= (?:mon|tues|wednes|thurs|fri|satur|sun)day\b)")
_TOLD = re.compile(
    r"(?i)^(?:(?:and|but|so)\s+)?(?:i|we)\s+(?:just\s+|finally\s+|recently\s+)?(?!need|plan|schedul|book|postpon|reschedul|mov|decid|want|hop|push|delay)\w+ed\b"
    r"|\b(?:every|each|usually|on (?:mon|tues|wednes|thurs|fri|satur|sun)days)\b|每(?!个人)|天天|通常|平时"
)
"""What was done, or is done again and again, is not to come."""
_ADDRESS = re.compile(r"(?:路|街|弄|巷|道|里|村|大院|座|栋)$")
_NUMBERED = re.compile(r"^(?:楼|线|院|门|店|车|机|码|房|厅|床|桌)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """A plan, and the day that it falls on where its words say so."""

    text: str
    on: datetime | None = None


def planned(text: str, now: datetime) -> Planned | None:
    """Give the plan that this clause tells; None when it tells none.

    The day is written behind the words, since "next Tuesday" means another day tomorrow.
    """
    day = upcoming(text, now)
    bare = _ADVERB.sub(r"\1 ", text)
    told = re.sub(r"(?i)\s+now$", "", text) if day or re.search(r"(?i)\bplanning\b", text) else text
    chinese = bool(re.search(r"[\u4e00-\u9fff]", text))
    if chinese:
        if _REQUEST_ZH.search(text) or _NOT_PLAN_ZH.search(text) or re.match(r"^(?:他|她|它|你)", text):
            return None
        is_plan = (
            bool(_SOON_ZH.search(text))
            if day is None
            else bool(
                (_PLAN_ZH.match(text) or _SOMETHING_ZH.match(text))
                and (
                    _MINE_ZH.search(text)
                    or re.search(r"要|打算|准备|计划|改到|改期|改在|推到|挪到|推迟到|延期到|延到|提前到", text)
                )
            )
        )
        is_plan = (
            is_plan
            and not (day is None and re.search(r"一个.*地方|哪|什么", text))
            and (day is not None or bool(_MINE_ZH.match(re.sub(r"^(?:其实|而且|然后|不过|所以|最近|另外)", "", text))))
        )
    else:
        if _NOT_PLAN_EN.search(told):
            return None
        is_plan = bool(_SOON_EN.match(text)) if day is None else bool(_PLAN_EN.match(bare) or _SOON_EN.match(text))
    is_plan = is_plan or (chinese and bool(_ELSEWHERE_ZH.match(text)))
    if not is_plan:
        return None
    if day is None:
        return Planned(text=text)
    first, last = day
    days = first if first == last else f"{first} – {last}"
    shown = text if first in text else f"{text}（{days}）" if chinese else f"{text} ({days})"
    return Planned(text=shown, on=datetime.combine(datetime.fromisoformat(first).date(), time(), UTC))


def upcoming(text: str, now: datetime) -> tuple[str, str] | None:
    """Give the first and last day, ISO, of the first time in the text that is still to come."""
    if _NOT_FUTURE.search(text) or _TOLD.search(text):
        return None
    text = _TO_DAY.sub("on", text)
    for span in resolve(text, now, lean="near"):
        span = _to_come(span, text, now)
        if _ADDRESS.search(text[: span.start]) or _NUMBERED.match(text[span.start + len(span.text) :]):
            continue
        if (
            span.last > now.date()
            and span.days <= 400
            and not re.fullmatch(
                r"(?i)今天|today|今年|this year|现在|now|最近|recently|these days|lately|today's", span.text.strip()
            )
        ):
            return span.first.isoformat(), span.last.isoformat()
    return None


def _to_come(span: Span, text: str, now: datetime) -> Span:
    """Give the next such day where a day without a week or year was named as one to come, or is today's."""
    today, named = now.date(), span.text.strip()
    if (
        span.first <= today
        and _WEEKDAY.fullmatch(named)
        and (span.first == today or _MEANT.search(text) or _NOT_DONE_ZH.search(text))
    ):
        return replace(span, first=span.first + timedelta(days=7), last=span.last + timedelta(days=7))
    if span.last < today and span.days <= 31 and _YEARLESS.search(named) and _MEANT.search(text):
        return replace(span, first=_next_year(span.first), last=_next_year(span.last))
    return span


def _next_year(day: date) -> date:
    return day.replace(year=day.year + 1, day=28 if (day.month, day.day) == (2, 29) else day.day)


_MEANT = re.compile(
    r"(?i)\b(?:will|going to|gonna|(?:['’]?m|am|['’]re|are) (?!not\b)\w+ing|have (?:an?|my|the)|plan|planning|scheduled|(?:moved|pushed) (?:[\w\s]{0,30}? )?to"
    r"|rescheduled|postponed|is (?:on|in)|getting)\b|要|打算|准备|计划|即将|将|得去|考试|面试|答辩|手术|婚礼|开学|出差|改到|改在|推到|挪到|改期|推迟|延到|提前到|约了|去(?![了过年])|飞|见"
)
_NOT_DONE_ZH = re.compile(r"^(?!.*[了过]|.*(?:上周|昨|刚|喜欢|爱|讨厌|怕|通常|一般|都|是)).*[\u4e00-\u9fff]")
_YEARLESS = re.compile(
    r"(?i)^(?:on\s+|in\s+)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b(?!.*\d{4})|^(?:\d{1,2}(?:st|nd|rd|th)?\s+)(?:of\s+)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*$"
    r"|^(?:\d{1,2}|[一二三四五六七八九十]{1,2})月|^(?:国庆|元旦|五一|圣诞)"
)


def since(text: str, now: datetime) -> datetime | None:
    """Give the day since when a statement holds, where it names one that has passed: "in March 2023", 「去年」."""
    for span in resolve(text, now, lean="past"):
        if span.first < now.date() and not re.fullmatch(
            r"(?i)今年|this (?:year|month|week)|本周|这周|最近|recently|lately|these days", span.text.strip()
        ):
            return datetime.combine(span.first, time(), UTC)
    return None
