"""The pieces that Chinese predicates are made of: how values begin and end."""

from __future__ import annotations

import re
from typing import Any

from memory.extraction.names import is_chinese_name, is_english_name
from memory.extraction.predicate import Predicate

STOP = (
    r"(?=$|[，。,；;！!？?\s（(]|了|呢|吧|啊|哦|的?(?:工作|上班|任职)|已经|多年"
    r"|快?[\d一二两三四五六七八九十好几半]+(?:多)?(?:年|个月|天))"
)
PLACE = r"(?P<v>(?:呼和浩特|和田|永和)|[\u4e00-\u9fffA-Za-z·][\u4e00-\u9fffA-Za-z0-9· ]{0,14}?)"
PLACE_END = (
    r"(?=$|[，。,；;！!\s（(]|了|呢|吧|啊|哦|定居|生活|居住|住(?!宅)|租房|买了?房|已经|很?多年"
    r"|快?[\d一二两三四五六七八九十好几半]+(?:多)?(?:年|个月|天)|上班|工作|的时候|来|去|这边|那边"
    r"|附近|和|跟|在|喜欢|今年|从事|就职|任职|养|有|对|做)"
)
ORG = r"(?P<v>[\u4e00-\u9fffA-Za-z0-9&·.\- ]{1,20}?)"
REST = r"(?P<v>[^，。,；;！!？?]{1,30})"
NUMBER = r"(?:\d{1,3}|[一二三四五六七八九]?十[一二三四五六七八九]?|[一二两三四五六七八九])"
DATE = (
    r"(?:(?:\d{2,4}年)?(?:农历|阴历|阳历|公历|新历|旧历)?(?:\d{1,2}|[正一二三四五六七八九十]{1,2}"
    r"|腊)月(?:\d{1,2}|初?[一二三四五六七八九十廿]{1,3})[日号]?"
    r"|\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}[日号]?|\d{1,2}[./-]\d{1,2})"
)
CITY = r"[\u4e00-\u9fffA-Za-z]{2,8}?"
PET = (
    r"(?:猫咪|小猫|猫|小狗|狗狗|狗子|狗|犬|兔子|兔|仓鼠|鹦鹉|乌龟|金鱼|鱼|布偶|金毛|柯基|哈士奇|泰迪|柴犬"
    r"|拉布拉多|边牧|橘猫|英短|美短|龙猫|蜥蜴|守宫|蛇|鸟|刺猬|荷兰猪|猪|马|鸡|鸭)"
)
SEAT = r"(?:靠窗|靠过道|靠走道|靠走廊|临窗|窗边|窗口|过道|走道|走廊边?|前排|后排|第一排|最后一排|中间)"
DIET = (
    r"(?:吃素|吃全素|吃纯素|吃斋|素食主义者?|素食者?|纯素(?:食)?(?:主义)?者?|全素|蛋奶素|弹性素食者?"
    r"|鱼素|严格素食者?|素食|清真(?:饮食)?|只吃(?:清真|素|鱼和?蔬?菜)[^，。]{0,6}|生酮(?:饮食)?"
    r"|低碳(?:水)?(?:饮食)?|无麸质(?:饮食|食物)?|无糖饮食|低盐饮食|控糖|戒糖|不吃(?:任何)?(?:肉|荤|红肉"
    r"|肉类|动物制品)(?:的|类|食)?)"
)


_BLANK = re.compile(r"\[((?!\^)[^\]\\]*)\\s([^\]\\]*)\]")
"""A class of characters that end a value, a blank among them."""
_VALUE = re.compile(r"\(\?P<(\w)>\[\^([^\]]*)\]\{1,(\d+)\}(\??)")
"""A value of so many characters: Latin words are longer than Chinese ones."""


def row(attribute: str, pattern: str, importance: float = 0.6, **more: Any) -> Predicate:
    """Give one way of saying an attribute; a blank between Latin words ends no value: 「我在学 machine learning」."""
    pattern = _VALUE.sub(r"(?P<\1>(?:[^\2]{1,\3}\4|[A-Za-z][A-Za-z0-9 '&.+#-]{0,40}\4)", pattern)
    pattern = _BLANK.sub(r"(?:[\1\2]|\\s(?![A-Za-z0-9]))", pattern)
    return Predicate(attribute=attribute, pattern=pattern, importance=importance, **more)


def is_called(value: str) -> bool:
    return (
        is_chinese_name(value, loose=True) if "\u4e00" <= value[0] <= "\u9fff" else is_english_name(value, loose=True)
    )


def is_name(value: str) -> bool:
    return is_chinese_name(value) if "\u4e00" <= value[0] <= "\u9fff" else is_english_name(value) and value[0].isupper()
