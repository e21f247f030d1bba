"""Reads Chinese clauses: whom each is about, and what it says about them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from memory.attributes import attribute_named
from memory.extraction.clauses import Clause
from memory.extraction.names import is_chinese_name, is_english_name
from memory.extraction.people import RELATION_ZH, RELATIONS, attribute_of, subject_of
from memory.extraction.places import is_place
from memory.extraction.predicate import Match, Predicate
from memory.extraction.zh.predicates import PREDICATES
from memory.extraction.zh.values import clean

_FILLER = re.compile(
    r"^(?:(?:嗨|你好呀?|您好|大家好|哈喽|hello|hi|hey|嗯+|哦+|噢|啊|呃|额|那个|对了|对啊|对呀|是的|好的?|ok|OK|行|没错|没有|不对|不是|错了|说错了|更正一下|纠正一下|其实|事实上|实际上|另外|还有|然后|而且|并且|而|因为|由于|所以|但是?|就|不过|可是|只是|毕竟|顺便(?:说一下|说一句|提一下)?"
    r"|补充一下|告诉你(?:一下|个事)?|跟你(?:说|讲)(?:一下|一声|个事)?|和你说(?:一下)?|我?(?:想)?(?:跟|和)你说(?:一下)?|你知道吗|话说|说起来|说实话|老实说|坦白说|哈哈+|嘿嘿+|唉|哎|哎呀|反正|总之|首先|其次|最后|以及|同时|于是|结果|后来|尤其|自我介绍一下|介绍一下(?:自己|我自己)?|初次见面|早上好|晚上好|下午好|早|在吗|真的|的确|确实|是这样的?|其实吧|准确地?说|应该是|再说一(?:次|遍)|而是|也就是说|前面说错了|刚才说错了|我(?:刚才|之前)?(?:说错了|记错了|打错了)|即|哈)[\s,，、~～!！:：]*)+"
)
_TIME = re.compile(
    r"^(?:(?:现在|目前|如今|眼下|今年|去年|前年|最近|近来|这几年|这两年|平时|平常|一般|通常|周末|今天|昨天|前天|上周[一二三四五六日天]?|上个?月|这周|本周|这个?月|刚刚?|已经|从今天起|从去年开始|从小到大|从小|一直以来|一直|在家|在公司|工作日|早上|晚上|后来|终于|又|还|也|都|就|再|才|是|其实|真的|可能是因为|(?:自)?从?\d{4}年(?:\d{1,2}月)?(?:起|开始|以来)?|\d{1,2}月(?:份|底|初)?|上?半年前?|[一二两三四五六七八九十几\d]+(?:年|个月|周|天)前|前(?:几天|两天|阵子|段时间)|这阵子|这段时间|大学毕业后|毕业后|婚后|结婚后|生完孩子后|(?:订|买|坐|乘)(?:机票|车票|票|飞机|高铁|火车)(?:的话|时|的时候)?(?=我|一般|都|总|喜欢|习惯|优先|选)|医生说|体检(?:说|显示|查出来?|发现)|大夫说|检查(?:说|结果显示|发现))[\s,，]*)+"
)
_SELF = re.compile(r"^(?:我(?!们|家(?!住|在|就在|搬|里?养|里?有|现在|目前|是在)|妈|爸)|咱(?!们)|俺|本人|人家(?=叫|喜欢|不喜欢)|在下|鄙人|我自己|我本人|我个人)(?:这个?人|自己|本人|个人|这边|呢|啊|吧|呀)*")
_WE = re.compile(r"^(?:我们一?家人?|我们全家|我们(?:俩|两)?|咱们|我(?:和|跟|与)[^，。]{1,8}?(?=(?:一起|现在|都|住|搬|在|养|定居|去年|今年|刚|打算)))")
_HOUSE = re.compile(r"^我?家(?=住|在|就在|搬|里?养|里?有|现在|目前|是在|[\u4e00-\u9fff]{0,4}(?:猫|狗|犬|兔)[^，。]{0,4}叫)")
_THIRD = re.compile(rf"^(?:我|咱|俺)?(?:们)?(?:的|家)?(?:那个?|一个|最好的|亲|好|大|小|双胞胎|大学|高中|前)*(?P<rel>{RELATION_ZH})")
_PRONOUN = re.compile(r"^(?:他|她|它)(?!们)(?:的)?")
_OTHER = re.compile(r"^(?:你|您|他们|她们|它们|大家|别人|有人|人们|这|那|谁|哪|某)")
_NAME_AHEAD = re.compile(r"[\u4e00-\u9fff]{2,4}|[A-Z][a-zA-Z]+(?: [A-Z][a-zA-Z]+)?")
_CALLED = re.compile(r"^(?:的名字)?(?P<by>叫做?|名叫|是|名字叫|名字是)[\"“「]?(?P<name>[\u4e00-\u9fff·]{2,4}|[A-Za-z][A-Za-z' ]{1,20})[\"”」]?$")
_CALL_ME = re.compile(
    r"(?:叫|喊|称呼)我(?:为|做|一声)?[\"“「]?(?P<v>[\u4e00-\u9fff·]{1,5}?|[A-Za-z][A-Za-z ]{0,20}?)[\"”」]?(?:就|即|吧|好了|得了|哦|啦|呀|哈|就行|就好|可以|都行|也行|就成|$)"
)
_TOPIC_FIRST = re.compile(
    r"^(?P<v>[^，。我你他她]{1,10}?)我(?:是|也|都|真的|从来|一直|现在|其实|已经|完全|一点都?|还|就)*(?P<verb>(?:严重|有点)?过敏|从?不吃|从?不喝|不能吃|吃不了|不喜欢|不爱吃|不碰|讨厌|受不了|最?喜欢|最?爱吃?|很喜欢|特别喜欢|已经戒了|戒了|早戒了)(?:的)?$"
)
_BROUGHT_UP = re.compile(rf"(?:有|养了?|领养了?|买了|收养了?|捡了)(?:着)?(?:了)?(?:一|两|二)?(?:个|位|只|条|匹)(?:可爱的?|好|亲|大学|双胞胎)?(?:(?P<rel>{RELATION_ZH})|[\u4e00-\u9fff]{{0,4}}(?:猫|狗|犬|兔|鸟|龟|仓鼠|鹦鹉))$")
_GIVES_NAME = re.compile(r"^(?:(?:它|他|她)?(?:的)?(?:名字)?(?:叫做?|名叫|是叫))(?P<v>[\u4e00-\u9fffA-Za-z]{1,8})$")
_OF_ANOTHER = re.compile(r"^(?:知道|觉得|认为|发现|看|听|记得|希望|相信|猜|感觉|看到|听到|问|告诉|教|帮|陪|给|让|叫)(?:了|到|过)?[^，。]{0,4}?(?:他|她|它|你|您|大家|别人|我们)")
_CONNECT = re.compile(r"^[\s,，、；;]*(?:和|并且?|而且|同时|也|还|以及|又|然后|目前|现在|今年|就)*(?:是)?")


NOBODY = "?"
"""The subject of clauses that go on about somebody unnamed: 「我知道他喜欢旅游，喜欢画画」."""


@dataclass(slots=True)
class Talk:
    """What earlier clauses of the same message leave open: whom they spoke about, and what of."""

    subject: str = "user"
    label: str = "我"
    third: str = ""
    third_label: str = ""
    names: dict[str, str] = field(default_factory=dict)
    topic: str = ""
    sentence: int = -1
    told: bool = False
    """Whether the clause before told something, so that a bare 「叫…」 goes on with it."""
    open: str = ""
    """What the clause before brought up, to be named in the next: a relation's word, or `pet`."""


def read(clause: Clause, talk: Talk) -> list[Match]:
    """Give what a clause says, and carry on `talk`."""
    text, offset = clause.text, 0
    if clause.sentence != talk.sentence:
        talk.sentence = clause.sentence
        if talk.subject != "user":
            talk.subject, talk.label = "", ""
        talk.told = False
    lead = _FILLER.match(text)
    if lead and lead.end() < len(text):
        offset = lead.end()
    named = _named_next(text, talk)
    talk.open = ""
    if named:
        return [named]
    called = _call_me(text)
    if called:
        return [called]
    topic = _TOPIC_FIRST.match(text[offset:])
    if topic and not clause.past:
        return _topic_first(topic, offset, text)
    found = list(_walk(text, offset, talk, explicit=False, joined=clause.joins))
    talk.told = bool(found) or bool(re.search(r"不叫|不是|名字|姓", text))
    brought = _BROUGHT_UP.search(text)
    if brought:
        talk.open = brought["rel"] or "pet"
        if brought["rel"]:
            _speak_of(talk, subject_of(brought["rel"], ""), "我" + brought["rel"], brought["rel"], "")
    if clause.past:
        return []
    return _texts(text, found, talk)


def _named_next(text: str, talk: Talk) -> Match | None:
    """「我有个姐姐，叫安娜」, 「我养了只猫，叫咪咪」."""
    match = _GIVES_NAME.match(text) if talk.open else None
    if match is None:
        return None
    name = clean(match["v"])
    if talk.open == "pet":
        row = Predicate(attribute="pet", whole=True, importance=0.6)
        said = f"我的宠物叫{name}"
        return Match(predicate=row, value=name, subject="user", attribute="pet", start=0, end=len(text), text=said)
    if not _is_person(name):
        return None
    told = _told(talk.open, name, 0, len(text), f"我{talk.open}叫{name}")
    _speak_of(talk, subject_of(talk.open, name), "我" + talk.open + name, talk.open, name)
    return told


def _call_me(text: str) -> Match | None:
    called = _CALL_ME.search(text)
    if called is None or re.search(r"别|不要|没人|不许|不准|不用", text[: called.start()]):
        return None
    value = clean(called["v"])
    before = text[: called.start()]
    if not value or not re.fullmatch(r"(?:.{0,12}(?:你|您|大家|朋友们?|同事们?|同学们?|别人|都|家里人|人|以后|请|可以|直接|就|还是|平时|一般|习惯|其他人|身边的人))?[，, ]*", before):
        return None
    if not (is_chinese_name(value, loose=True) or is_english_name(value, loose=True)) and len(value) > 1:
        return None
    if re.match(r"(?:起床|吃饭|一声|过去|回家|去|来|帮|做|写|怎么|什么|啥|干|滚|闭嘴|出去|名字|大名)", value):
        return None
    row = Predicate(attribute="nickname", whole=True, importance=0.8)
    return Match(predicate=row, value=value, subject="user", attribute="nickname", start=0, end=len(text), text=text)


def _topic_first(topic: re.Match[str], offset: int, text: str) -> list[Match]:
    verb = topic["verb"]
    attribute = "allergy" if "过敏" in verb else "likes" if re.search(r"^(?:最|很|特别)?(?:喜欢|爱)", verb) else "dislikes"
    value = clean(topic["v"])
    if not value or re.match(r"^(?:这|那|所以|但|因为|如|虽然|今天|现在|最近|平时|其实|什么|哪|和|跟|对)", value):
        return []
    row = Predicate(attribute=attribute, whole=True, importance=0.9 if attribute == "allergy" else 0.6, ends="戒" in verb)
    said = text[offset:]
    return [Match(predicate=row, value=value, subject="user", attribute=attribute, start=offset, end=len(text), text=said)]


def _walk(text: str, at: int, talk: Talk, *, explicit: bool, joined: bool) -> Iterator[Match]:
    """Find the subject, match one predicate after it, and go on behind it."""
    while at < len(text):
        at = _skip(_TIME, text, at)
        subject, _, after, named = _subject(text, at, talk)
        if subject is None:
            return
        explicit = explicit or after > at
        if named is not None:
            yield named
            if named.end >= len(text):
                return
        hit = None
        for begin in _starts(text, after):
            hit = _predicate(text, begin, subject, talk, explicit=explicit, joined=joined and begin == at)
            if hit:
                break
        if hit is None:
            if subject == "user":
                hit = _person_named(text, after)
            if hit is None:
                return
        yield hit
        if hit.predicate.sets:
            talk.topic = hit.predicate.sets
        at = hit.end + len(_CONNECT.match(text[hit.end :])[0])  # type: ignore[index]  # the pattern matches nothing too
        if at <= hit.start:
            return


def _starts(text: str, after: int) -> Iterator[int]:
    yield after
    skipped = _skip(_TIME, text, after)
    if skipped != after:
        yield skipped


def _skip(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text[at:])
    return at + match.end() if match and at + match.end() < len(text) else at


def _subject(text: str, at: int, talk: Talk) -> tuple[str | None, str, int, Match | None]:
    """Give the subject, its words, where they end, and what naming the person itself tells."""
    rest = text[at:]
    third = _THIRD.match(rest)
    if third and (third["rel"] not in ("先生", "对象", "经理", "主管", "医生", "老师", "爸", "妈", "哥", "姐", "弟", "妹", "娘", "娃", "孩子", "爱人", "朋友", "同学") or rest.startswith(("我", "咱", "俺"))):
        return _third(text, at, third, talk)
    for pattern in (_HOUSE, _WE, _SELF):
        match = pattern.match(rest)
        if match:
            if _OF_ANOTHER.match(rest[match.end() :]):
                talk.subject = NOBODY
                return None, "", at, None
            talk.subject, talk.label = "user", "我"
            if pattern is _HOUSE:
                talk.topic = "home"
            return "user", "我", at + match.end(), None
    pronoun = _PRONOUN.match(rest)
    if pronoun:
        if not talk.third:
            return None, "", at, None
        talk.subject, talk.label = talk.third, talk.third_label
        return talk.third, talk.third_label, at + pronoun.end(), None
    if _OTHER.match(rest):
        return None, "", at, None
    if talk.subject == NOBODY:
        return None, "", at, None
    return talk.subject or "user", talk.label or "我", at, None


def _third(text: str, at: int, third: re.Match[str], talk: Talk) -> tuple[str | None, str, int, Match | None]:
    relation, after = third["rel"], at + third.end()
    label = text[at:after]
    rest = text[after:]
    named = _CALLED.match(rest)
    if named and _is_person(named["name"]) and (named["by"] != "是" or _is_told_name(named["name"])):
        name = clean(named["name"])
        match = _told(relation, name, at, len(text), text[at:])
        _speak_of(talk, subject_of(relation, name), label, relation, name)
        return talk.subject, talk.label, len(text), match
    for width in (0, 2, 3, 1, 4):
        name = rest[:width]
        if width and not _is_person(name):
            continue
        begin = after + width
        probe = Talk(subject="x", label=label)
        if any(_predicate(text, b, "x", probe, explicit=True) for b in _starts(text, begin)):
            known = talk.names.get(RELATIONS[relation], "")
            _speak_of(talk, subject_of(relation, name or known), label + name, relation, name or known)
            told = _told(relation, name, at, begin, text[at:]) if name else None
            return talk.subject, talk.label, begin, told
    latin = re.match(r"\s*([A-Z][A-Za-z]+)\s*", rest)
    if latin:
        _speak_of(talk, subject_of(relation, latin[1]), label + latin[1], relation, latin[1])
        return talk.subject, talk.label, after + latin.end(), _told(relation, latin[1], at, after + latin.end(), text[at:])
    known = talk.names.get(RELATIONS[relation], "")
    _speak_of(talk, subject_of(relation, known), label, relation, known)
    return talk.subject, talk.label, after, None


def _person_named(text: str, after: int) -> Match | None:
    """「我有个姐姐叫安娜」, 「我有一个朋友在腾讯」."""
    match = re.match(rf"(?:还)?有(?:一?个|一?位)?(?:好|大|小|亲|双胞胎)?(?P<rel>{RELATION_ZH})(?:名字)?(?:叫|名叫)(?P<name>[\u4e00-\u9fff·]{{2,4}}|[A-Za-z]+)", text[after:])
    if match is None or not _is_person(match["name"]):
        return None
    return _told(match["rel"], match["name"], after, after + match.end(), text)


def _is_person(name: str) -> bool:
    return is_chinese_name(name, loose=True) if re.match(r"[\u4e00-\u9fff]", name) else is_english_name(name, loose=True)


def _is_told_name(name: str) -> bool:
    return is_chinese_name(name) if re.match(r"[\u4e00-\u9fff]", name) else is_english_name(name)


def _told(relation: str, name: str, start: int, end: int, text: str) -> Match:
    row = Predicate(attribute=attribute_of(relation), whole=True, importance=0.7)
    return Match(predicate=row, value=name, subject="user", attribute=row.attribute, start=start, end=end, text=text)


def _speak_of(talk: Talk, subject: str, label: str, relation: str, name: str) -> None:
    talk.subject = talk.third = subject
    talk.label = talk.third_label = label
    if name:
        talk.names[RELATIONS[relation]] = name


def _predicate(text: str, at: int, subject: str, talk: Talk, *, explicit: bool, joined: bool = False) -> Match | None:
    rest = text[at:]
    for row in PREDICATES:
        if (subject != "user" and not row.of_others) or (row.needs and row.needs != talk.topic):
            continue
        if (not explicit and not row.bare) or (row.joined and (explicit or not joined)):
            continue
        match = row.match(rest)
        if match is None:
            continue
        found = match.groupdict()
        value = clean(found.get("v") or found.get("w") or found.get("x") or "")
        if row.accept is not None and not (value and row.accept(value)):
            continue
        if row.accept_w is not None and not row.accept_w(clean(found.get("w") or "")):
            continue
        if row.attribute == "name" and not explicit and joined and not talk.told:
            continue
        attribute = row.attribute
        if attribute == "favourite":
            named = attribute_named("最喜欢的" + found["what"])
            attribute = named.name if named else "likes"
        return Match(predicate=row, value=value, subject=subject, attribute=attribute, start=at, end=at + match.end(), text=found.get("w") or "")
    return None


def _texts(text: str, found: list[Match], talk: Talk) -> list[Match]:
    """Give each match the words of the clause that belong to it, with its subject in front."""
    out: list[Match] = []
    for place, match in enumerate(found):
        if match.predicate.whole:
            out.append(match)
            continue
        end = found[place + 1].start if place + 1 < len(found) else len(text)
        words = re.sub(r"(?:[\s,，、]|现在|目前|今年|而且|并且|和|还|也|是|我)+$", "", text[match.start : end]) if place + 1 < len(found) else text[match.start :]
        prefix = talk.third_label if match.subject != "user" else "我"
        head = text[: match.start] if place == 0 else ""
        said = _FILLER.sub("", head) + words
        if not re.search(r"我|咱|俺|本人|他|她" if match.subject == "user" else r"我|他|她|" + re.escape(prefix), _FILLER.sub("", head)):
            said = prefix + words
        for attribute, value, words in _split(match, said):
            out.append(replace(match, value=value, attribute=attribute, text=words))
    return out


def _split(match: Match, said: str) -> Iterator[tuple[str, str, str]]:
    """A post and the place it is held at are two things, and two sentences."""
    if match.attribute == "employer+job_title":
        yield "work_location" if is_place(match.value) else "employer", match.value, said
        title = clean(match.text)
        at, verb = re.search(r"在" + re.escape(match.value), said), re.search(r"做|当|担任|任|从事|负责|干|搞", said)
        apart = said[: at.start()] + said[verb.start() :] if at and verb and verb.start() > at.start() else said
        yield "job_title", title, apart
    else:
        yield match.attribute, match.value, said
