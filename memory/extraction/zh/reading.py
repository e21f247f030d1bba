"""Reads Chinese clauses: whom each is about, and what it says about them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from memory.extraction.clauses import Clause
from memory.extraction.places import is_place
from memory.extraction.predicate import Match, Predicate
from memory.extraction.talk import Talk
from memory.extraction.zh.fillers import FILLER, skip_time, starts
from memory.extraction.zh.phrases import brought_up, call_me, is_mine, lives_with, named_next, topic_first
from memory.extraction.zh.predicates import FRAMES, PREDICATES, find
from memory.extraction.zh.subject import person_named, subject_at
from memory.extraction.zh.values import clean

_CONNECT = re.compile(r"^[\s,，、；;]*(?:和|并且?|而且|同时|也|还|以及|又|然后|目前|现在|今年|就)*(?:是)?")


_LATER = re.compile(r"搬(?:到|去|回|进|来)|跳槽(?:到|去)|入职|改行|转行|定居")
"""A verb that tells on, behind others of the same subject: 「我们收拾东西搬到盐湖城了」."""
_UNSURE = re.compile(r"[不没他她你想要]|打算|准备|计划|可能|差点|考虑|决定|如果|帮|陪|送|看")
_ONCE = re.compile(r"(?:讨厌|喜欢|爱|不爱|不喜欢|受不了|怕)(?:吃|喝|看|听|玩)?(?P<v>[^，。,；的]{1,8})$")
_BY_CHARACTER = re.compile(r"(?:我?的?名字)?(?:里)?(?:的)?[\u4e00-\u9fff]?是[\"“「][^\"”」]{1,4}[\"”」]的")
"""How a character of a name is written: 「是"文化"的文」."""
_OF_IT = re.compile(r"(?P<verb>(?:不)?(?:喜欢|爱|讨厌)(?:吃|喝|看|听|玩)?)(?:它|的|上了)?(?:了)?$")


_MADE_TO = re.compile(
    r"^(?:后来|最近|现在|这个月|今年|上周|上个?月)*(?:医生|大夫|公司|单位|老板|领导|经理|主管|学校|老师|导师|教练|房东|老婆|老公|爸妈|妈妈|爸爸|家里人?|营养师)(?:已经|又|刚|现在)*(?:让|叫|要求|安排|通知|派|把|给)我(?=(?:现在|以后|每天|每周|都|也)*(?:改|换|调|转|停|戒|升|派到|安排到|把))"
)
"""What somebody had the user do is the user's own: 「医生让我改吃两片」."""
_RENAMED_ME = re.compile(r"^(?:[^，。给]{1,6})?给我改(?:了)?(?:个)?名(?:字)?(?=[叫为成])")
_RENAMES = re.compile(
    r"^(?:我们?)?(?:刚|又|已经)*给(?:我们?家?的?|家里的?)?(?P<n>[\u4e00-\u9fff]{1,6}?)改(?:了)?(?:个)?名(?:字)?(?:叫|为|成|叫做)(?=.)"
)


def read(clause: Clause, talk: Talk) -> list[Match]:
    """Give what a clause says, and carry on `talk`."""
    text, offset = clause.text, 0
    if _BY_CHARACTER.match(text):
        return []
    text = _RENAMED_ME.sub("我改名", text)
    text = _RENAMES.sub(lambda m: f"我家{m['n']}改名叫", _MADE_TO.sub("我", text))
    if talk.thing and clause.joins:
        text = _OF_IT.sub(lambda m: m["verb"] + talk.thing, text)
    once = _ONCE.search(text)
    talk.thing = once["v"] if once else ""
    if clause.sentence != talk.sentence:
        talk.sentence = clause.sentence
        if talk.subject != "user":
            talk.subject = ""
        talk.told = False
    lead = FILLER.match(text)
    if lead and lead.end() < len(text):
        offset = lead.end()
    named = named_next(text, talk)
    talk.open = ""
    if named:
        return [named]
    phrase = call_me(text) or (
        None if clause.past else lives_with(text, offset) or is_mine(text, offset, talk) or topic_first(text, offset)
    )
    if phrase:
        return [phrase]
    before, talk.before = talk.before, text
    denied = _DENIED.match(text[offset:]) is not None
    found = list(_walk(text, offset, talk, explicit=False, joined=clause.joins))
    if denied:
        found = [m for m in found if m.predicate.ends or m.attribute in _NOT_SO]
    if not found and clause.joins and _GAVE_UP.search(before):
        found = list(_instead(text, talk))
    talk.told = bool(found) or bool(re.search(r"不叫|不是|名字|姓|改名", text))
    brought_up(text, talk)
    if clause.past:
        return []
    return _texts(text, found, talk)


_NOT_SO = frozenset({"diet", "smoking", "drinking", "allergy", "language"})
"""Of these, that something is not so is worth knowing."""
_DENIED = re.compile(r"(?:我|他|她)?(?:并|而|可|也|又|其实)*(?:不是|并非|不叫|不姓)")
"""What it says of somebody is not so: 「不是眼科医生」."""
_GAVE_UP = re.compile(r"不(?:再)?[^，。]{1,10}了$|(?:卸载|戒|放弃|卖|换|扔|停|退|删|丢|辞|关|转让|弃)(?:掉)?了$")
_INSTEAD = re.compile(
    r"^(?:现在|如今|目前|改|转)(?:主要|都|一般|改|只|又|开始|在)*(?P<v>(?:玩|用|喝|吃|听|看|追|练|打|学|做|骑|开|坐|住|穿|戴|抽|养|教|带|订|读|写|画|弹|跑|支持)(?![了着过])[^，。了这那你他她它]{1,12})(?:了)?$"
)


def _instead(text: str, talk: Talk) -> Iterator[Match]:
    """What is done now, right behind what was given up: 「我把原神卸载了，现在玩王者荣耀」."""
    match = _INSTEAD.match(text)
    if match:
        row = Predicate(attribute="habit", importance=0.4)
        subject = talk.subject or "user"
        yield Match(
            predicate=row, value=match["v"], subject=subject, attribute="habit", start=0, end=len(text), text=""
        )


def _walk(text: str, at: int, talk: Talk, *, explicit: bool, joined: bool) -> Iterator[Match]:
    """Find the subject, match one predicate after it, and go on behind it."""
    first = at
    while at < len(text):
        before, at = at, skip_time(text, at)
        subject = subject_at(text, at, talk)
        if subject.name is None:
            return
        explicit = explicit or subject.end > at
        if subject.told is not None:
            yield subject.told
            if subject.told.end >= len(text):
                return
        hit = None
        elided = subject.end == at
        places = tuple(dict.fromkeys((before, *starts(text, at)) if elided else starts(text, subject.end)))
        for rows in (PREDICATES, FRAMES):
            if rows is FRAMES and before != first:
                break
            hits = (
                find(text, begin, subject.name, talk, explicit=explicit, joined=joined and elided, rows=rows)
                for begin in places
            )
            found = next(filter(None, hits), None)
            if found and (hit is None or not found.predicate.only_changes):
                hit = found
            if hit and not hit.predicate.only_changes:
                break
        if hit is None and subject.name == "user" and explicit:
            later = _LATER.search(text, subject.end)
            if later and later.start() > at and not _UNSURE.search(text[subject.end : later.start()]):
                hit = find(text, later.start(), subject.name, talk, explicit=True)
        if hit is None:
            hit = person_named(text, subject.end) if subject.name == "user" else None
            if hit is None:
                return
        yield hit
        if hit.predicate.sets:
            talk.topic = hit.predicate.sets
        joint = _CONNECT.match(text[hit.end :])
        at = hit.end + (joint.end() if joint else 0)
        if at <= hit.start:
            return


def _texts(text: str, found: list[Match], talk: Talk) -> list[Match]:
    """Give each match the words of the clause that belong to it, with its subject in front."""
    out: list[Match] = []
    for place, match in enumerate(found):
        if match.predicate.whole:
            out.append(match)
            continue
        end = found[place + 1].start if place + 1 < len(found) else len(text)
        words = (
            re.sub(r"(?:[\s,，、]|现在|目前|今年|而且|并且|和|还|也|是|我)+$", "", text[match.start : end])
            if place + 1 < len(found)
            else text[match.start :]
        )
        prefix = talk.label if match.subject != "user" else "我"
        head = text[: match.start] if place == 0 else ""
        said = FILLER.sub("", head) + words
        if not re.search(
            r"我|咱|俺|本人|他|她" if match.subject == "user" else r"我|他|她|" + re.escape(prefix),
            FILLER.sub("", head),
        ) and not words.startswith("我"):
            said = prefix + words
        for attribute, value, words in _split(match, said):
            out.append(replace(match, value=value, attribute=attribute, text=words))
    return out


_AFTER_LEAVING = re.compile(r"(?:辞职|离职|裸辞|辞了工作)(?:后|去|来|了|在家|自己)*(?=[当做创开送跑摆单干带])")
"""What somebody left to become something else is told of itself."""


def _split(match: Match, said: str) -> Iterator[tuple[str, str, str]]:
    """A post and the place it is held at are two things, and two sentences."""
    if match.attribute == "employer+job_title":
        yield "work_location" if is_place(match.value) else "employer", match.value, said
        title = clean(match.text)
        at, verb = re.search(r"在" + re.escape(match.value), said), re.search(r"做|当|担任|任|从事|负责|干|搞", said)
        apart = said[: at.start()] + said[verb.start() :] if at and verb and verb.start() > at.start() else said
        yield "job_title", title, apart
    elif match.attribute == "job_title":
        yield match.attribute, match.value, _AFTER_LEAVING.sub("", said)
    else:
        yield match.attribute, match.value, said
