"""When a later Chinese sentence takes an earlier one's place, by their frame: the same words about another filler.

「我看书用Kindle」 and 「我现在看书用iPad」, 「我的同桌是小芳」 and 「我的同桌是小丽」, 「我家狗叫豆豆」 and 「我家狗改名叫旺财」.
"""

from __future__ import annotations

import re

from memory.extraction.zh.situation import LOOSE
from memory.gist.traditional import simplified

_HAN = re.compile(r"[\u4e00-\u9fff]")
_ADDS = re.compile(
    r"也(?!不|没|就)|还(?=[是叫用戴教喜爱会养有在])|另外|另一|又(?=买|养|添|入手|生|多)|除了|同时|偶尔|有时"
)
_CHANGES = re.compile(r"现在|如今|目前|改|换|变|转|调|不再|从今|开始|这学期|今年|最近|了$")
_OPENS = re.compile(
    r"^(?:我们?的?|咱们?|俺|现在|如今|目前|今年|最近|平时|平常|一般|通常|已经|都|就|又|只|会|要|习惯|总是|经常|常常|一直|主要|改成了?|改为|改|换成了?|换|变成了?|这学期|开始|其实|大概)+"
)
_ENDS = re.compile(r"(?:了|啦|的)+$")
_INSIDE = re.compile(r"(?<=.)(?:现在|只|都|要|会|就|一般|通常|改成|改为|改|换成|开始)(?=.)")
_RULE = re.compile(r"平时|平常|一般|通常|主要|每[天周晚早月]|天天|总是|都|只")
_TIME = re.compile(
    r"每(?:天|周|晚|早|月|年|个?周末|星期|个月)[一二三四五六日天]?|天天|周[一二三四五六日末]|早上|上午|中午|下午|晚上|晚|早|一[天周]"
)
_KEEPS = re.compile(
    r"教|支持|[去用睡骑坐穿戴留扎教管带卖做信追选主粉](?=$)|前$|后$|时$|时候$|路上$|[吃喝加放跑走练看听学存花玩打写](?=$)"
)
"""What a frame must end with where its filler begins: a verb, or the occasion."""


def is_thing(attribute: str) -> bool:
    """True for the name of a thing of the user's own, as Chinese rules give it."""
    return bool(_HAN.search(attribute))


def is_of_one(name: str, text: str) -> bool:
    """True for a thing of the user's own that rules named in Chinese, where nothing is told beside it: 「钢琴老师」."""
    return bool(_HAN.search(name)) and not _ADDS.search(text) and (name not in LOOSE or bool(_CHANGES.search(text)))


def differ(text: str, value: str, was: str) -> bool:
    """True for two fillers that are not one in a longer and a shorter word."""
    one, other = simplified(value).casefold(), simplified(was).casefold()
    return one != other and (bool(_CHANGES.search(text)) or not (one and other and (one in other or other in one)))


def fills_its_frame(text: str, known: str) -> bool:
    """True when a sentence says with a word of change, in the words of the known one, that something else fills it."""
    text, known = simplified(text), simplified(known)
    if not (_HAN.search(text) and _HAN.search(known)) or _ADDS.search(text) or not _CHANGES.search(text):
        return False
    mine, theirs = _bare(text), _bare(known)
    if mine == theirs:
        return False
    head = _shared(mine, theirs)
    tail = _shared(mine[head:][::-1], theirs[head:][::-1])
    one, other = mine[head : len(mine) - tail], theirs[head : len(theirs) - tail]
    if not one or not other or max(len(one), len(other)) > 12:
        return False
    opening, closing = mine[:head], mine[len(mine) - tail :] if tail else ""
    named = _TIME.sub("", opening)
    if len(named) + len(closing) < 1:
        return False
    if len(named) == 1 and named in "吃喝看听学玩打练写跑走用做":
        if _RULE.search(text) and _RULE.search(known):
            return True
        return (bool(closing) and len(closing) >= (1 if named not in "用做" else 2)) or (
            opening != named and named in "吃喝跑存"
        )
    if "要" in text and "要" in known and len(named) >= 2:
        return True
    return bool(_KEEPS.search(named)) or len(closing) >= 2 or (len(named) >= 3 and bool(closing))


_EARNS = re.compile(r"[赚挣]|薪|工资|收入")


def names_it(wish: frozenset[str], attribute: str) -> bool:
    """True when a wish to forget names a thing of the user's own by its word: 「把我的工资删了」."""
    if not _HAN.search(attribute):
        return False
    return any(w in attribute or attribute in w or (attribute == "工资" and _EARNS.search(w)) for w in wish)


_ELSEWHERE = re.compile(r"改(?:成|为)?(?:去|飞|到)(?P<to>[\u4e00-\u9fff]{2,6})")
_WHITHER = re.compile(r"(?:去|飞|到)(?P<to>[\u4e00-\u9fff]{2,6})")
_WHEN = re.compile(
    r"国庆|五一|春节|元旦|暑假|寒假|中秋|端午|清明|周末|[一二三四五六七八九十\d]+月|下周|下个?月|明年|今年"
)


def goes_elsewhere(text: str, known: str) -> bool:
    """True when another place is gone to than was planned: 「我打算去云南旅游」, 「我改去贵州了」."""
    text, known = simplified(text), simplified(known)
    mine, theirs = _ELSEWHERE.search(text), _WHITHER.search(known)
    if mine is None or theirs is None or mine["to"][:2] == theirs["to"][:2]:
        return False
    when = set(_WHEN.findall(text))
    return when <= set(_WHEN.findall(known)) if when else bool(re.search(r"旅游|旅行|玩|打算|计划|度假", known))


_MOST = re.compile(r"(?:最|更|只)(?:喜欢|爱|常)(?P<verb>[吃喝看听玩穿用去住坐买选养读打]?)")


def is_most_now(text: str, known: str) -> bool:
    """True when of one kind something else is liked most now: 「我最爱喝可乐」, 「我现在最爱喝苏打水」."""
    text, known = simplified(text), simplified(known)
    mine, theirs = _MOST.search(text), _MOST.search(known)
    if mine is None or theirs is None or _ADDS.search(text):
        return False
    return mine["verb"] == theirs["verb"] and bool(_CHANGES.search(text))


_SWITCHED = re.compile(r"(?:改|换)(?:成|为)?(?P<verb>[用喝吃穿戴骑坐开看听玩练打])(?P<what>[^，。了]{1,10}?)(?:了|$)")


def is_switched(text: str, known: str) -> bool:
    """True when another thing of the same sort is used from now on: 「我爱用钢笔」, 「我改用圆珠笔了」."""
    text, known = simplified(text), simplified(known)
    mine = _SWITCHED.search(text)
    if mine is None or _ADDS.search(text):
        return False
    theirs = re.search(mine["verb"] + r"(?P<what>[^，。了]{1,10})$", known.rstrip("。.！!了的"))
    return theirs is not None and theirs["what"] != mine["what"] and theirs["what"][-1] == mine["what"][-1]


_WRONG = re.compile(r"(?:写|说|打|弄|搞|记|看|填|听|发)错|更正|纠正|口误")
_BETWEEN = re.compile(r"[是其实应该现在了\s，。,.！!]+")


def is_put_right(quote: str, text: str, value: str, known: str, was: str) -> bool:
    """True when a sentence takes the known one back and says it again with another filler: 「弄错了，我对李子过敏」."""
    if not (value and was and value != was and _WRONG.search(quote)):
        return False
    mine, theirs = (_BETWEEN.sub("", t.replace(v, "")) for t, v in ((text, value), (known, was)))
    return mine == theirs and len(mine) > 1


def is_renamed(text: str, known: str) -> bool:
    """True when an animal that is known has another name now: 「我家狗改名叫旺财」."""
    text, known = simplified(text), simplified(known)
    mine, theirs = _RENAMED.search(text), _CALLED.search(known)
    if mine is None or theirs is None:
        return False
    return _MINE.sub("", mine["what"]) == _MINE.sub("", theirs["what"])


_RENAMED = re.compile(r"(?P<what>[\u4e00-\u9fff]{1,5}?)(?:已经|又)*(?:改名(?:为|成)?|改|现在)叫")
_MINE = re.compile(r"^[我们家的养]+")
_CALLED = re.compile(r"(?P<what>[\u4e00-\u9fff]{1,5}?)(?:的名字)?(?:名字)?(?:是|叫)")


def _bare(text: str) -> str:
    flat = re.sub(r"[\s，。,.!！（(].*?[)）]?$", "", text) if "（" in text else text
    flat = re.sub(r"付款|付钱|买单|结账", "支付", flat)
    flat = _ENDS.sub("", _OPENS.sub("", re.sub(r"\s+", "", flat)))
    return _INSIDE.sub("", flat)


def _shared(one: str, other: str) -> int:
    count = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            break
        count += 1
    return count
