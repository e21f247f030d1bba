"""Sentences: whether one asks, orders or states, and how it is said back to the person who said it."""

from __future__ import annotations

import re

from graph.offline_model.concepts import kin_named
from graph.offline_model.language import clauses, language_of, plain

_ASKS_ZH = re.compile(
    r"[?？]|什么|啥|甚么|谁|哪(?!怕)|多少|(?<!好)几(?:[个号点岁位次月年天周楼只条本辆口套间件张斤级]|$)|怎么|怎样|如何|为何|多(?:大|久|远|长|高|重)(?!的)|何时|何地|吗|么$|呢$|是不是|有没有|记不记得|"
    r"对不对|能不能|可不可以|要不要|会不会|好不好|喜不喜欢|知不知道|猜猜|还记得|(?:说出|说说|叫出)我|(?:告诉|提醒)我(?=我)"
)
_ASKS_EN = re.compile(
    r"\?|^whoami$|^(?:so |and |but |ok(?:ay)?,? |well,? |hey,? |hi,? |please )*(?:what|who|whom|whose|where|when|which|why|how|do|does|did|is|are|am|was|were|"
    r"can|could|will|would|should|have|has|had|may|any|say my)(?:'s|'re|'d|n't)?\b|\b(?:tell|remind) me (?:again )?(?:what|who|where|when|which|why|how|my|about|if)\b|"
    r"\b(?:do|did|can|could) you (?:know|remember|recall|tell)\b|\bwhat(?:'s| is| was| are| did| do) (?:my|i)\b|\bi (?:wonder|want to know|forgot|forget)\b.*\b(?:what|who|where|when|which|how|my)\b",
    re.I,
)
_ORDERS_ZH = re.compile(
    r"^(?:那|那么|好|好的|嗯|对了|现在|然后|再|麻烦|劳烦|请|请你|你|能否|能不能|可以|可不可以|想让你|我想让你|我要你|我想请你)*[,，]?(?:帮|替|给我|为我|查|搜|找|看看|看一下|算|计算|订|预订|写|翻译|讲|说说|推荐|解释|分析|生成|画|总结|介绍|"
    r"列|告诉我|提醒我|比较|对比|换算|转换|打开|关闭|播放|读|打印|显示|展示|忘掉|忘记|删|清除|保存|背|唱|编|设|取消|发|生成|改写|润色)"
)
_ORDERS_EN = re.compile(
    r"^(?:so |and |then |now |ok(?:ay)?,? |hey,? |hi,? |please,? |just |also |could you |can you |would you |will you |i(?:'d| would) like you to |i (?:want|need) you to |help me |let's )*"
    r"(?:find|search|look|check|show|get|fetch|give|tell|calculate|compute|work out|convert|compare|book|reserve|write|translate|explain|recommend|suggest|draw|generate|"
    r"summari[sz]e|create|make|list|play|open|read|forget|delete|erase|save|store|send|set|cancel|remind|sing|draft|describe|define|run|use|call|plan|rewrite|proofread|sort)\b",
    re.I,
)
_WISHES_ZH = re.compile(
    r"^(?:我|那我)?(?:想|要|需要|打算)(?:知道|了解|查|问|看|订|买|预订|找|搜)|我想知道|我要查|我要订|我想订"
)
_WISHES_EN = re.compile(
    r"^i(?:'d| would)? (?:want|like|need|love) (?:to (?:know|see|check|find|book|fly|buy|get|search)|a flight|a ticket|the weather|flights)",
    re.I,
)

_LEAD_ZH = re.compile(
    r"^(?:(?:请|麻烦)?(?:你)?(?:帮我)?(?:一定要?|务必)?(?:记住|记下|记一下|记得|记着|别忘了|不要忘记|注意)(?:了|一下|哦|啊)?[,，:：\s]*|对了[,，]?|顺便(?:说|提)?(?:一下|一句)?[,，]?|另外[,，]?|其实[,，]?|还有[,，]?|"
    r"哦[,，]|嗯[,，]?|那个[,，]|好的?[,，]|你好[,，!！]?|嗨[,，]?|告诉你[,，]?|跟你说[,，]?|我(?:要|想)?(?:告诉|跟)你(?:说)?[,，:：]?|是这样的?[,，])+"
)
_LEAD_EN = re.compile(
    r"^(?:(?:please |also |and |so |well,? |oh,? |ok(?:ay)?,? |hi,? |hello,? |hey,? |hi there,? |btw,? |by the way,? |actually,? |just so you know,? |fyi,? |for the record,? |you should know (?:that )?|i (?:want|need) you to )*)"
    r"(?:(?:remember|note|keep in mind|don't forget|make a note|bear in mind)(?: this| that)?[:,]?\s+(?:that )?)?",
    re.I,
)


_KEEP = re.compile(
    r"^(?:please )?(?:can|could|will|would) you (?:please )?(?:remember|note|keep in mind|write down|memori[sz]e)(?: that|:)? |^你?(?:能|能不能|可以|可不可以)(?:帮我|请)?(?:记住|记下|记一下)",
    re.I,
)
"""A question in form, which asks to keep what follows."""
_TELLS = re.compile(
    r"\b(?:is|are|am|was|have|has|had|like|love|hate|prefer|live|work|want|need|drive|own|can't)\b|'(?:m|s|re|ve)\b|是|叫|在|有|喜欢|不|爱|住|要",
    re.I,
)
_WH = re.compile(r"\b(?:what|who|where|when|which|how|why)\b|什么|谁|哪|几|多少", re.I)


def asks(text: str) -> bool:
    """True when the text, in plain form, asks something."""
    return bool((_ASKS_ZH if language_of(text) == "zh" else _ASKS_EN).search(text))


def orders(text: str) -> bool:
    """True when the text, in plain form, wants something done."""
    if language_of(text) == "zh":
        return bool(_ORDERS_ZH.search(text) or _WISHES_ZH.search(text))
    return bool(_ORDERS_EN.search(text) or _WISHES_EN.search(text))


def wants(text: str, about: re.Pattern[str]) -> bool:
    """True when a clause of the text that speaks of the matter asks or orders; a clause that opens with I only states."""
    of_matter = [c for c in clauses(text) if about.search(c)] or [text]
    return any(asks(c) or orders(bare(c)) for c in of_matter) or (asks(text) and len(of_matter) == len(clauses(text)))


def states(text: str) -> bool:
    """True when the text, in plain form, neither asks nor orders, and says something."""
    if asked_to_keep := _KEEP.match(text):
        return bool(_TELLS.search(text[asked_to_keep.end() :])) and not _WH.search(text[asked_to_keep.end() :])
    return len(text) >= 2 and not asks(text) and not orders(bare(text))


def statements_in(text: str) -> list[str]:
    """Give the clauses of a text, in plain form, that state something; a Chinese clause is given the 我 it leans on."""
    out: list[str] = []
    about_me, kin = False, ""
    for clause in clauses(plain(text)):
        if not states(clause):
            about_me = about_me and not asks(clause)
            continue
        said = bare(clause)
        if kin and re.match(r"[他她它](?!们)", said):
            said = kin + said[1:]
        kin = kin_named(said) or kin
        if about_me and _LEANS_ZH.match(said):
            said = "我" + said
        about_me = said.startswith("我") and not re.match(
            r"我(?:的)?(?:狗|猫|妈|爸|妹|姐|哥|弟|老|妻|丈|女|男|儿|孩|朋|同|奶|爷)", said
        )
        if said:
            out.append(said)
    return out


_LEANS_ZH = re.compile(
    r"^(?:今年|现在|目前|在|对|不|没|喜欢|最|住|爱|有|也|还|是|来自|从事|平时|每|刚|已经|想|要|会|讨厌|养|单身|结婚)(?!的话)"
)


def bare(clause: str) -> str:
    """Give the clause without what only leads in: `记住，我…`, `by the way, …`."""
    lead = _LEAD_ZH if language_of(clause) == "zh" else _LEAD_EN
    if _KEEP.match(clause):
        clause = re.sub(r"(?:好吗|吗)$", "", _KEEP.sub("", clause, count=1).strip(" ?？"))
    return lead.sub("", clause.strip(), count=1).strip(" ,，:：。.") or clause.strip()


def said_back(clause: str) -> str:
    """Give the clause as it is said back to its speaker: I and you exchanged, with a full stop."""
    clause = bare(clause).rstrip(" .。!！,，;；")
    if not clause:
        return ""
    if language_of(clause) == "zh":
        return _back_zh(clause) + "。"
    turned = _back_en(clause)
    return turned[0].upper() + turned[1:] + "."


def _back_zh(clause: str) -> str:
    return re.sub(r"我们|咱们|你们|咱|我|你|您", lambda m: _ZH[m[0]], clause)


_ZH = {"我们": "你们", "咱们": "你们", "你们": "我们", "咱": "你", "我": "你", "你": "我", "您": "我"}
_EN = {
    "i'm": "you're", "i am": "you are", "am i": "are you", "i was": "you were", "was i": "were you", "i've": "you've",
    "i'll": "you'll", "i'd": "you'd", "i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself",
    "we're": "you're", "we": "you", "us": "you", "our": "your", "ours": "yours",
    "you're": "I'm", "you are": "I am", "you": "me", "your": "my", "yours": "mine",
}  # fmt: skip
_TURN_EN = re.compile(
    r"\b(?:" + "|".join(sorted((re.escape(k) for k in _EN), key=len, reverse=True)) + r")\b(?!')", re.I
)


def _back_en(clause: str) -> str:
    return _TURN_EN.sub(lambda m: _EN[m[0].lower()], clause)
