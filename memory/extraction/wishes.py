"""What the user asks of the memory itself: to keep something, to drop something, to answer in some way from now on."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from memory.attributes import attribute_named
from memory.extraction.instructions import INSTRUCTIONS, POLITE

Wish = Literal["", "remember", "forget", "instruct"]

_REMEMBER_EN = re.compile(
    rf"^{POLITE}(?:(?:always |do )?(?:remember|note|memori[sz]e|keep in mind|bear in mind|take note"
    r"|make a note|don['’]?t forget|do not forget|never forget|(?:save|store|add|put|keep)(?: (?:it"
    r"|this))? (?:in|to|into) (?:your |the )?memory)(?: (?:this|down|for me|for later|for (?:the "
    r")?future|for next time))*)\b\s*(?:[:,-]\s*|that[\s:]+|of\s+)?(?P<what>\S.*)$",
    re.I,
)
_REMEMBER_ZH = re.compile(
    r"^(?:请|麻烦|帮我|帮忙|你|您|一定|要|能不能|能|可以|可不可以|务必|另外|还有|对了|那|再"
    r"|也)*(?:记住|记一下|记下来?|记着|牢记|记好|(?:千万|可)?(?:别|不要|不能|别给我)(?:忘了?"
    r"|忘记)(?!带|关)|记得(?!吗|不|我(?:刚才|之前|以前|说|叫什么))|存一下|备注一下|加入记忆"
    r"|保存到记忆)(?:一下|了|啊|哦|呀|这个|这一点|这件事|下来)*[\s,，:：。!！]*(?P<what>.+)$"
)
_POINTS = re.compile(
    r"^(?:this|that|it|these|those|everything|what|when|how|why|where|who|the time|me\b(?! as)|to\b"
    r"|our (?:chat|conversation)|us|later|them|him|her|(?:这|那)(?:个|些|点|件事|句话)?$|我?(?:刚才"
    r"|刚刚)?说的|一下|吧|了吗|吗|好|这一点|上面)",
    re.I,
)
_TELLS = re.compile(
    r"[\u4e00-\u9fff]|(?i:\b(?:is|are|was|were|am|has|have|had|will|can|can['’]t|do|does|don['’]t|doesn['’]t|likes?|needs?|wants?|lives?|works?"
    r"|parks?|keeps?|uses?|drinks?|eats?|reads?|sleeps?|pays?|owns?|starts?|leaves?|goes|go|only|prefers?|hates?|loves?|comes?|takes?|expires?|ends?|opens?|closes?|got|left|quit|bought|sold|became|took|went|[a-z]{3,}ed)\b|['’](?:s|m|re|ve|ll)\b|\bim\b)"
)
"""A verb that tells something: "remember the good times" tells nothing."""
_FORGET_EN = re.compile(
    rf"^{POLITE}(?:forget|delete|erase|remove|wipe|clear|drop|stop remembering|don['’]?t remember|do "
    r"not remember|don['’]?t keep|no need to remember|you (?:don['’]?t|do not) (?:need|have) to "
    r"remember|don['’]?t (?:save|store)|unlearn)\s+(?:(?:anything|everything|all"
    r"|what(?:ever)?)\s+(?:(?:you know|i (?:said|told you|mentioned)|you remember(?:ed)?|you (?:have "
    r")?(?:saved|stored)|that)\s+)?)?(?:the (?:fact|memory|record|note|part|thing)s?\s+)?(?:about\s+"
    r"|regarding\s+|of\s+)?(?:how\s+(?:(?:much|many|often|long|old|tall)\s+)?)?(?:that\s+)?(?P<what>(?:i\b|i['’]m\b|im\b|my\b|where i\b|we\b"
    r"|our\b|me\b).*)$",
    re.I,
)
_FORGET_ZH = (
    re.compile(
        r"^(?:请|麻烦|帮我|帮忙|你|您|可以|能不能|能|那就|就|还是|把|快|赶紧)*(?:忘掉|忘记|忘了(?=我)"
        r"|(?:别|不要|不用|不必|无需)(?:再)?(?:记得|记着|记住|记|保存|存)(?:着|了)?|删掉|删除|清除|抹掉"
        r"|去掉)(?:掉|吧|了)?(?:关于|有关)?[，,]?(?P<what>我.*)$"
    ),
    re.compile(
        r"^(?:请|麻烦|帮我|你|您|可以|能不能|能|那就|就)*把(?:关于)?(?P<what>我.+?)(?:这件事|的?(?:事"
        r"|信息|记录|记忆|内容))*(?:都|给)*(?:忘了?(?:吧|掉)?|忘掉|忘记|删了?(?:吧|掉)?|删掉|删除|清除"
        r"|抹掉)(?:吧|了|好吗)?$"
    ),
    re.compile(
        r"^(?P<what>我.+?)(?:这件事|的?(?:事|信息|记录|记忆))?[，,]?(?:你)?(?:就|可以|请)*(?:忘了吧"
        r"|忘掉吧?|别记了|不用记了?|别再记了|不要记了?|删掉吧?|删了吧)$"
    ),
)
_TAIL_ZH = re.compile(
    r"(?:这件事情?|这个(?:信息|事实|事)|的(?:这件)?(?:事情?|信息|记录|记忆|内容)|这一点|了?吧|了|好吗"
    r"|可以吗|行吗|吗)+$"
)
_TAIL_EN = re.compile(
    r"(?i)(?:\s+(?:please|from (?:your )?memory|in your memory|anymore|any more|ok|okay|thanks|now"
    r"|for me|at all))+\W*$"
)

MAX_WISH_CHARS = 400
"""A longer sentence is no wish."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wished:
    """A sentence that asks something of the memory."""

    wish: Wish
    what: str
    """What it is about: a statement, or for an instruction the words of it."""


def wished(sentence: str) -> Wished:
    """Tell what a sentence asks of the memory, and what it asks it about; the whole sentence when it asks nothing."""
    flat = sentence.strip(" \t。.！!?？~～，,;；")
    if len(flat) > MAX_WISH_CHARS:
        return Wished(wish="", what=sentence)
    for pattern in (_FORGET_EN, *_FORGET_ZH):
        match = pattern.match(flat)
        if match:
            what = _TAIL_EN.sub("", _TAIL_ZH.sub("", match["what"])).strip(" ,，")
            if what and not re.match(r"(?i)(?:i|我)(?:$|\s*(?:told|said|just|asked|mentioned|刚才|说|之前说))", what):
                return Wished(wish="forget", what=what)
    for pattern in INSTRUCTIONS:
        match = pattern.match(flat)
        if match:
            return Wished(wish="instruct", what=flat)
    for pattern in (_REMEMBER_EN, _REMEMBER_ZH):
        match = pattern.match(flat)
        if match:
            what = match["what"].strip(" ,，:：")
            if what and not _POINTS.match(what) and len(what) > 2:
                if not _TELLS.search(what):
                    continue
                inner = wished(what)
                return inner if inner.wish == "instruct" else Wished(wish="remember", what=what)
    return Wished(wish="", what=sentence)


_TOPIC_EN = re.compile(r"(?i)^(?:my|where i|what i|how|our)\s*(?P<noun>[\w\s'-]{2,40})$")
_WHERE = {
    "live": "home",
    "work": "employer",
    "come from": "hometown",
    "am from": "hometown",
    "grew up": "hometown",
    "study": "school",
    "old i am": "age",
    "do for a living": "job_title",
    "was born": "birthday",
}
_TOPIC_ZH = re.compile(r"^我(?:的)?(?P<noun>[\u4e00-\u9fff]{1,8})$")
_WHERE_ZH = (
    (re.compile(r"住(?:在)?哪"), "home"),
    (re.compile(r"哪.{0,3}(?:上班|工作|任职)"), "employer"),
    (re.compile(r"哪.{0,3}(?:上学|读书)"), "school"),
    (re.compile(r"哪.{0,2}人|老家"), "hometown"),
    (re.compile(r"多大|几岁|多少岁"), "age"),
    (re.compile(r"叫什么|叫啥"), "name"),
    (re.compile(r"做什么(?:工作|的)"), "job_title"),
)


def topic(what: str) -> tuple[str, str]:
    """Give the attribute that a wish to forget names without a value, and its bare words: "my birthday", 「我住哪」.

    The attribute is empty when it names none.
    """
    plain = re.sub(r"(?:地址|号码?|信息|偏好|是什么|是多少|是啥)$", "", _TAIL_WORDS.sub("", what.strip()))
    match = _TOPIC_EN.match(plain)
    if match:
        noun = match["noun"].strip()
        row = attribute_named(noun)
        return _WHERE.get(noun, row.name if row else ""), plain
    match = _TOPIC_ZH.match(re.sub(r"的(?:名字|姓名|事情?|情况)$", "", plain))
    if match:
        asked = next((name for pattern, name in _WHERE_ZH if pattern.search(match["noun"])), "")
        row = attribute_named(match["noun"])
        return asked or (row.name if row else ""), plain
    return "", what


_TAIL_WORDS = re.compile(r"(?i)\s+(?:is|number|address|preference|status|info|information|details|stuff|data)$")
