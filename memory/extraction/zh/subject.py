"""Whom a Chinese clause is about: the user, somebody of theirs, or nobody that is kept."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory.extraction.names import is_chinese_name, is_english_name
from memory.extraction.people import RELATION_ZH
from memory.extraction.predicate import Match
from memory.extraction.talk import NOBODY, Talk, introduced
from memory.extraction.zh.fillers import starts
from memory.extraction.zh.predicates import find
from memory.extraction.zh.values import clean

_SELF = re.compile(
    r"^(?:我(?!们|家(?!住|在|就在|搬|里?养|里?有|现在|目前|是在)|妈|爸)|咱(?!们)|俺|本人|人家(?=叫"
    r"|喜欢|不喜欢)|在下|鄙人|我自己|我本人|我个人)(?:这个?人|自己|本人|个人|这边|呢|啊|吧|呀)*"
)
_WE = re.compile(
    r"^(?:我们一?家人?|我们全家|我一家(?:人|[一二三四五六七\d]口)?|我全家|我们[一二三四五六七]口(?:之家)?|我们(?:俩|两)?|咱们|我(?:和|跟|与)(?![^，。]{1,5}在一起了?$)[^，。]{1,8}?(?=(?:一起|现在|都|住"
    r"|搬|在(?!一起|交往|谈)|养|定居|去年|今年|刚|打算|分手|离婚|结婚|订婚|领证|复合|复婚|再婚|分居|和好)))"
)
_HOUSE = re.compile(
    r"^我?家(?=住|的?地址|的?住址|在|就在|搬|里?养|里?有|现在|目前|是在|[\u4e00-\u9fff]{0,4}(?:猫|狗|犬"
    r"|兔)[^，。]{0,4}叫)"
)
_THIRD = re.compile(
    r"^(?:我|咱|俺)?(?:们)?(?:的|家)?(?:那个?|新|新的|现在的|一个|最好的|亲|好|大|小|双胞胎|大学|高中"
    rf"|前)*(?P<rel>{RELATION_ZH})"
)
_PRONOUN = re.compile(r"^(?:他|她|它)(?!们)(?:的)?")
_OTHER = re.compile(r"^(?:你|您|他们|她们|它们|大家|别人|有人|人们|这|那|谁|哪|某)")
_BY_NAME = re.compile(
    r"^(?P<name>(?P<twice>(?P<one>[\u4e00-\u9fff])(?P=one))|[老小阿][\u4e00-\u9fff]|[\u4e00-\u9fff]{2,3}?)(?:现在|最近|已经|上个?月|上周|去年|昨天|也|又|还)*"
    r"(?=从[^，。]{1,8}(?:离职|辞职|跳槽|退学|毕业)|搬(?:到|去|回|家)|跳槽|入职|离职|辞职|不?(?:太|再)?喜欢|不?爱[吃喝看玩]|对[^，。]{1,8}过敏|对[^，。]{1,8}不过敏|结婚|离婚|生了|升|转行|改行|退休|考上|戒|去世|过世|怀孕|毕业了|今年\d|满\d)"
)
"""Somebody spoken of by name alone."""
_BY_FULL_NAME = re.compile(
    r"^(?P<name>[小老阿][\u4e00-\u9fff]|[\u4e00-\u9fff]{2,3}?)(?:现在|目前|最近|已经|一直|还|也)*"
    r"(?=住(?:在|[^院校宿])|在[^，。]{1,10}(?:工作|上班|读书|上学|念书|生活|定居|当|做)|在[\u4e00-\u9fff]{2,4}$|(?:去|回|到)了?[^，。]{1,8}了$|是(?:一?[名个位])?[^，。]{1,8}(?:师|员|医生|护士|生|经理|教授|总监|主管|主任|组长|老板|校长|院长|厂长|店长|队长|老师|素食者)(?:了)?$|不(?:再)?(?:吃素|抽烟|喝酒|吃肉)|换了?(?!成)|调[到去]|转[到去]|加入|进了|买了|卖了|当上|开始|养了|会说|开的是|单身|吃素|是素食)"
)
"""Somebody spoken of by name alone, in words that a thing could follow too: the name must begin with a surname."""
_NO_NAME = re.compile(
    r"^(?:天天|常常|慢慢|渐渐|刚刚|偏偏|往往|人人|大大|明明|好好|早早|今年|今天|现在|最近|后来|以后|其实|公司|老板|学校|医生|大家|自己|我们?|他们?|她们?)"
)
_CALLED = re.compile(
    r"^(?:的名字)?(?P<by>(?:现在|已经|又)*改名(?:字)?(?:叫|为|成)|叫做?|名叫|(?:现在|目前|已经)(?:叫|姓(?=[\u4e00-\u9fff]{1,2}$))|(?:现在)?(?:已经)?(?:换成|变成)了?|换了|(?:现在|目前)?是|名字叫|名字是|姓(?=[\u4e00-\u9fff]{1,2}$))[\"“「]?(?P<name>(?<=姓)[\u4e00-\u9fff]{1,2}|[\u4e00-\u9fff·]{2,4}?"
    r"|[A-Za-z][A-Za-z' ]{1,20})(?:了|啦)?[\"”」]?$"
)
_OF_ANOTHER = re.compile(
    r"^(?:知道|觉得|认为|发现|看|听|记得|希望|相信|猜|感觉|看到|听到|问|告诉|教|帮|陪|给|让|叫)(?:了"
    r"|到|过)?[^，。]{0,4}?(?:他|她|它|你|您|大家|别人|我们)"
)
_ALSO_A_WORD = frozenset(
    (
        "先生",
        "对象",
        "经理",
        "主管",
        "组长",
        "总监",
        "老大",
        "医生",
        "老师",
        "爸",
        "妈",
        "哥",
        "姐",
        "弟",
        "妹",
        "娘",
        "娃",
        "孩子",
        "爱人",
        "朋友",
        "同学",
    )
)
"""Relations that are ordinary words too: they need 「我」 before them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """Whom a clause is about."""

    name: str | None
    """`user`, a relation or a name; None when the clause is about nobody that is kept."""
    end: int
    """Where the words for it end."""
    told: Match | None = None
    """What naming the person itself tells."""


def subject_at(text: str, at: int, talk: Talk) -> Subject:
    """Give whom the clause is about from this place on, and note it in `talk`."""
    rest = text[at:]
    third = _THIRD.match(rest)
    if third and (third["rel"] not in _ALSO_A_WORD or rest.startswith(("我", "咱", "俺", "新", third["rel"] + "换成"))):
        return _third(text, at, third, talk)
    for pattern in (_HOUSE, _WE, _SELF):
        match = pattern.match(rest)
        if match:
            if _OF_ANOTHER.match(rest[match.end() :]):
                talk.subject = NOBODY
                return Subject(name=None, end=at)
            talk.subject = "user"
            if pattern is _HOUSE:
                talk.topic = "home"
            return Subject(name="user", end=at + match.end())
    pronoun = _PRONOUN.match(rest)
    if pronoun:
        if not talk.third:
            talk.subject = NOBODY
            return Subject(name=None, end=at)
        talk.subject = talk.third
        return Subject(name=talk.third, end=at + pronoun.end())
    if _OTHER.match(rest):
        return Subject(name=None, end=at)
    named = _BY_NAME.match(rest)
    if named and not _NO_NAME.match(named["name"]) and (is_chinese_name(named["name"]) or named["twice"]):
        talk.subject = talk.third = talk.label = named["name"]
        return Subject(name=named["name"], end=at + named.end())
    dwells = _BY_FULL_NAME.match(rest)
    if dwells and is_full_name(dwells["name"]):
        talk.subject = talk.third = talk.label = dwells["name"]
        return Subject(name=dwells["name"], end=at + dwells.end())
    if talk.subject == NOBODY:
        return Subject(name=None, end=at)
    return Subject(name=talk.subject or "user", end=at)


def is_full_name(name: str) -> bool:
    """True for a surname with a given name, and for 小, 老 or 阿 with a surname."""
    if name[0] in "小老阿" and len(name) == 2:
        return is_chinese_name(name) and is_chinese_name(name[1] + "明")
    return is_chinese_name(name)


def _third(text: str, at: int, third: re.Match[str], talk: Talk) -> Subject:
    relation, after = third["rel"], at + third.end()
    label = text[at:after]
    rest = text[after:]
    named = _CALLED.match(rest)
    if named and is_person(named["name"]) and (not named["by"].endswith("是") or _is_told_name(named["name"])):
        name = clean(named["name"])
        match = introduced(relation, name, at, len(text), text[at:])
        return Subject(name=talk.speak_of(relation, name, label), end=len(text), told=match)
    for width in (0, 2, 3, 1, 4):
        name = rest[:width]
        if width and (not is_person(name) or name[0] in "在不也都还就又很要会能想是有去来从被"):
            continue
        begin = after + width
        probe = Talk(subject="x")
        if any(find(text, b, "x", probe, explicit=True) for b in starts(text, begin)):
            told = introduced(relation, name, at, begin, text[at:]) if name else None
            known = name or talk.name_of(relation)
            return Subject(name=talk.speak_of(relation, known, label + name), end=begin, told=told)
    latin = re.match(r"\s*([A-Z][A-Za-z]+)\s*", rest)
    if latin:
        end = after + latin.end()
        told = introduced(relation, latin[1], at, end, text[at:])
        return Subject(name=talk.speak_of(relation, latin[1], label + latin[1]), end=end, told=told)
    return Subject(name=talk.speak_of(relation, talk.name_of(relation), label), end=after)


def person_named(text: str, after: int) -> Match | None:
    """「我有个姐姐叫安娜」, 「我有一个朋友在腾讯」."""
    match = re.match(
        rf"(?:还)?有(?:一?个|一?位)?(?:好|大|小|亲|双胞胎)?(?P<rel>{RELATION_ZH})(?:名字)?(?:叫"
        r"|名叫)(?P<name>[\u4e00-\u9fff·]{2,4}|[A-Za-z]+)",
        text[after:],
    )
    if match is None or not is_person(match["name"]):
        return None
    return introduced(match["rel"], match["name"], after, after + match.end(), text)


def is_person(name: str) -> bool:
    """True when somebody can be called so, where the words say that it is a name."""
    if name.startswith(("我", "你", "他", "她")):
        return False
    if re.match(r"[\u4e00-\u9fff]", name):
        return is_chinese_name(name, loose=True)
    return is_english_name(name, loose=True)


_TITLED = re.compile(
    r"(?:[\u4e00-\u9fff]|欧阳|司马|上官|诸葛|慕容|[小老][\u4e00-\u9fff])(?:医生|大夫|老师|教授|教练|经理|总|姐|哥|叔|婶|姨|伯|爷|奶|师傅|阿姨|律师|主任|主管|博士|护士|校长|院长|局长|处长|科长|班长|队长|组长|先生|女士|小姐|太太|导|工)"
)
"""Somebody by surname and title: 「何医生」."""


def _is_told_name(name: str) -> bool:
    if _TITLED.fullmatch(name) and (len(name) > 3 or is_chinese_name(name[0] + "明")):
        return True
    return is_chinese_name(name) if re.match(r"[\u4e00-\u9fff]", name) else is_english_name(name)
