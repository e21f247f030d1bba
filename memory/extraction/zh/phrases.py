"""Chinese turns of phrase that tell something by the shape of the whole clause."""

from __future__ import annotations

import re

from memory.extraction.names import is_chinese_name, is_english_name
from memory.extraction.people import RELATION_ZH
from memory.extraction.predicate import Match, Predicate
from memory.extraction.talk import Talk, introduced
from memory.extraction.zh.subject import is_person
from memory.extraction.zh.values import clean

_CALL_ME = re.compile(
    r"(?:叫|喊|称呼)我(?:为|做|一声)?[\"“「]?(?P<v>[\u4e00-\u9fff·]{1,5}?|[阿小老大][A-Z][A-Za-z]{0,10}|[A-Za-z]{1,12}(?:姐|哥|总|老师|叔|酱)|[A-Za-z][A-Za-z "
    r"]{0,20}?)[\"”」]?(?:就|即|吧|好了|得了|哦|啦|呀|哈|就行|就好|可以|都行|也行|就成|$)"
)
_TOPIC_FIRST = re.compile(
    r"^(?P<v>[^，。我你他她]{1,10}?)我(?:是|也|都|真的|从来|一直|现在|其实|已经|完全|一点都?|还"
    r"|就)*(?P<verb>(?:严重|有点)?过敏|从?不吃|从?不喝|不能吃|吃不了|不喜欢|不爱吃|不碰|讨厌|受不了"
    r"|最?喜欢|最?爱吃?|很喜欢|特别喜欢|已经戒了|戒了|早戒了)(?:的)?$"
)
_BROUGHT_UP = re.compile(
    r"(?:有|生了?|添了|养了?|领养了?|买了|收养了?|捡了)(?:着)?(?:了)?(?:一|两|二)?(?:个|位|只|条|匹)(?:可爱的?"
    rf"|好|亲|大学|双胞胎)?(?:(?P<rel>{RELATION_ZH})|[\u4e00-\u9fff]{{0,4}}(?:猫|狗|犬|兔|鸟|龟|仓鼠"
    r"|鹦鹉))$"
)
_GIVES_NAME = re.compile(r"^(?:(?:它|他|她)?(?:的)?(?:名字)?(?:叫做?|名叫|是叫))(?P<v>[\u4e00-\u9fffA-Za-z]{1,8})$")


def brought_up(text: str, talk: Talk) -> None:
    """Note whom or what a clause brings up, to be named in the next."""
    brought = _BROUGHT_UP.search(text)
    if brought:
        talk.open = brought["rel"] or "pet"
        if brought["rel"]:
            talk.speak_of(brought["rel"], "", "我" + brought["rel"])


def named_next(text: str, talk: Talk) -> Match | None:
    """「我有个姐姐，叫安娜」, 「我养了只猫，叫咪咪」."""
    match = _GIVES_NAME.match(text) if talk.open else None
    if match is None:
        return None
    name = clean(match["v"])
    if talk.open == "pet":
        row = Predicate(attribute="pet", whole=True, importance=0.6)
        said = f"我的宠物叫{name}"
        return Match(predicate=row, value=name, subject="user", attribute="pet", start=0, end=len(text), text=said)
    if not is_person(name):
        return None
    told = introduced(talk.open, name, 0, len(text), f"我{talk.open}叫{name}")
    talk.speak_of(talk.open, name, "我" + talk.open + name)
    return told


_IS_MINE = re.compile(
    rf"^(?P<name>[\u4e00-\u9fff]{{2,4}}|[A-Z][A-Za-z]+)(?:现在|已经|目前|也)*(?:是|成了?)我们?的?(?:好|大学|高中|亲)?(?P<rel>{RELATION_ZH})(?:了)?$"
)


def is_mine(text: str, offset: int, talk: Talk) -> Match | None:
    """Give whom somebody is to the user: 「何志远是我的男朋友」."""
    match = _IS_MINE.match(text[offset:])
    if match is None or not (is_chinese_name(match["name"]) or match["name"][0].isascii()):
        return None
    told = introduced(match["rel"], match["name"], offset, len(text), text[offset:])
    talk.speak_of(match["rel"], match["name"], "我" + match["rel"] + match["name"])
    return told


_LIVES = re.compile(
    r"^我?(?:现在|目前|一直|还|已经|又|是|暂时|开始|搬(?:出来|走|出去)?(?:了)?)*(?P<v>(?:和|跟|与)[^，。在是]{1,8}?(?:一起住|住(?:在)?一起|同住|合租|合住|同居|一起租房(?:住)?)|(?:自己|独自)*(?:一个人住|独居|单独住|一个人(?:在外面?)?租房(?:子)?住?|自己(?:在外面?)?(?:租房)?住|搬出来自己住))(?:了)?$"
)


def lives_with(text: str, offset: int) -> Match | None:
    """Give with whom the user lives: 「我跟父母住在一起」, 「我现在自己一个人住」."""
    match = _LIVES.match(text[offset:])
    if match is None:
        return None
    row = Predicate(attribute="同住", whole=True, importance=0.5)
    said = text[offset:] if text[offset:].startswith("我") else "我" + text[offset:]
    return Match(
        predicate=row, value=match["v"], subject="user", attribute="同住", start=offset, end=len(text), text=said
    )


_NOT_CALLED = re.compile(r"(?:别|不要|没人|不许|不准|不用)(?:再)?$")
_CALLERS = re.compile(
    r"(?:.{0,12}(?:你|您|大家|朋友们?|同事们?|同学们?|别人|都|家里人|人|以后|请|可以|直接|就|还是|平时|一般|习惯|其他人"
    r"|身边的人)|.*[，,])?[，, ]*"
)


def call_me(text: str) -> Match | None:
    """Give what the user wants to be called: 「叫我小王就行」."""
    every = list(_CALL_ME.finditer(text))
    called = next((m for m in reversed(every) if not _NOT_CALLED.search(text[: m.start()])), None)
    if called is None:
        return None
    value = clean(called["v"])
    before = text[: called.start()]
    if not value or not _CALLERS.fullmatch(before):
        return None
    if (
        not (is_chinese_name(value, loose=True) or is_english_name(value.strip("阿小老大姐哥总叔酱"), loose=True))
        and len(value) > 1
    ):
        return None
    if re.match(r"(?:起床|吃饭|一声|过去|回家|去|来|帮|做|写|怎么|什么|啥|干|滚|闭嘴|出去|名字|大名)", value):
        return None
    row = Predicate(attribute="nickname", whole=True, importance=0.8)
    return Match(predicate=row, value=value, subject="user", attribute="nickname", start=0, end=len(text), text=text)


def topic_first(text: str, offset: int) -> Match | None:
    """Give what is told with its thing in front: 「香菜我不吃」."""
    able = _ABLE.match(text[offset:]) or _ABLE_NOW.match(text[offset:])
    if able and not _NO_TOPIC.match(able["v"]):
        row = Predicate(attribute="likes", whole=True, importance=0.4, only_changes=True)
        said, value = text[offset:], clean(able["v"])
        return Match(
            predicate=row, value=value, subject="user", attribute="likes", start=offset, end=len(text), text=said
        )
    topic = _TOPIC_FIRST.match(text[offset:])
    if topic is None:
        return None
    verb, value = topic["verb"], clean(topic["v"])
    if not value or _NO_TOPIC.match(value):
        return None
    likes = re.search(r"^(?:最|很|特别)?(?:喜欢|爱)", verb)
    attribute = "allergy" if "过敏" in verb else "likes" if likes else "dislikes"
    weight = 0.9 if attribute == "allergy" else 0.6
    row = Predicate(attribute=attribute, whole=True, importance=weight, ends="戒" in verb)
    return Match(
        predicate=row, value=value, subject="user", attribute=attribute, start=offset, end=len(text), text=text[offset:]
    )


_ABLE = re.compile(
    r"^我?(?:现在|最近|已经)*(?P<v>[^，。我你他她现最已]{1,8}?)(?:我)?(?:也|都|又|现在|已经|慢慢|终于)*(?:能|可以|敢)(?:吃|喝)(?:一点)?了$"
)
_ABLE_NOW = re.compile(
    r"^我?(?:现在|最近|已经|终于|慢慢|也|又)*(?:能|可以|敢)(?:吃|喝|碰)(?:一?点)?(?:儿)?(?P<v>[^，。我你他她现最已了]{1,8}?)了$"
)
_NO_TOPIC = re.compile(r"^(?:这|那|所以|但|因为|如|虽然|今天|现在|最近|平时|其实|什么|哪|和|跟|对)")
