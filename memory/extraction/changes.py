"""Ways of saying that something known ended, was replaced or was told wrongly, whatever it is.

They are read beside the rules for single attributes, and kept only where they change what is known: so they may be
generous. "I had to quit tennis", "I switched from Cisco to Juniper", "no, it's Lausanne", 「把咖啡师的工作辞了」.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memory.extraction.clauses import CJK, Clause
from memory.extraction.en.values import clean as clean_english
from memory.extraction.zh.values import clean as clean_chinese


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What a clause says has changed."""

    text: str
    """The clause, as a sentence that stands alone."""
    value: str
    """What ended, or what holds instead."""
    ends: bool = False
    corrects: bool = False
    instead_of: str = ""


_LEAD = r"(?:(?:and|but|so|well|actually|sadly|unfortunately|oh|ok|no|sorry|turns out|heads up|update|fyi|btw|honestly)[\s,:]+)*"
_I = r"(?:i|we|im|i['’]?m|we['’]re|i am|we are|i['’]ve|ive|i have|we have|we['’]ve)"
_ADVERBS = (
    r"(?:(?:just|recently|finally|also|really|actually|had to|have to|decided to|already|now|sort of|kind of|kinda|so|completely|totally"
    r"|honestly|pretty much|officially|basically|since|long|even|had|been|got|was|am|went and)\s+)*"
)
_TAIL = (
    r"(?=$|\s*[,;.!?()]|\s+(?:because|since|due to|last|this|next|in (?:january|february|march|april|may|june|july|august"
    r"|september|october|november|december|\d{4})|yesterday|today|now|lately|recently|anymore|any more|any longer|after|for good|for health"
    r"|altogether|completely|a (?:few )?\w+ ago|\w+ (?:days?|weeks?|months?|years?) ago|so|and|but|ever since|as|when)\b)"
)
_V = r"(?P<v>[^,;!?\n]{2,60}?)"
_ENDS_EN = (
    re.compile(
        rf"^{_LEAD}(?:{_I}\s+)?{_ADVERBS}(?:quit|stopped|gave up(?: on)?|given up(?: on)?|giving up(?: on)?|give up(?: on)?|dropped(?: out of)?|left(?! (?:the|early|a|my|it)\b)|went off"
        r"|gone off|over|done with|through with|tired of|sick of|bored (?:of|with)|fed up with|fell out of love with|fallen out of love with"
        r"|lost interest in|cut out|swore off|sworn off|moved on from|got rid of|sold|cancel+ed|called off|came off|off|weaned myself off"
        rf"|outgrown|outgrew|decided against|closed(?: down)?|shut down|ended|backed out of|pulled out of|let go of|ditched|deleted|resigned (?:as|from)|stepped down (?:as|from)|retired (?:as|from))\s+{_V}{_TAIL}",
        re.I,
    ),
    re.compile(
        rf"^{_LEAD}(?:my |the |our |that )?{_V}\s+(?:(?:is|was|['’]s|are|were)(?:\s+not|n['’]?t)|isnt|no longer(?: is)?|is no longer|are no longer)\s+"
        r"(?:really\s+|quite\s+)?(?:my thing|for me|my cup of tea|my style|my jam|happening|on|fun|mine|doing it for me|an option)\b",
        re.I,
    ),
    re.compile(
        rf"^{_LEAD}(?:my |the |our |that )?{_V}\s+(?:was|were|is|are|got|has been|have been|['’]s|['’]s been)\s+(?:just\s+)?(?:cancel+ed|called off|off"
        r"|over|gone|dead|sold|stolen|scrapped|discontinued|put down|put to sleep)\b",
        re.I,
    ),
    re.compile(
        rf"^{_LEAD}(?:my |our )?{_V}\s+(?:has |have |just |recently |sadly )*(?:passed away|died|crossed the rainbow bridge|fell through)\b",
        re.I,
    ),
    re.compile(
        rf"^{_LEAD}{_I}\s+(?:really\s+)?not\s+(?:\w+ing\s+)?(?:an?\s+|the\s+|in\s+|on\s+|at\s+|with\s+)*{_V}\s+(?:anymore|any more|any longer|after all)\b",
        re.I,
    ),
    re.compile(
        rf"^{_LEAD}(?:i|we)\s+(?:really\s+)?(?:don['’]?t|do not|no longer|won['’]?t|will not|can['’]?t|haven['’]?t)\s+\w+\s+(?:to\s+|at\s+|in\s+|with\s+|on\s+|for\s+)*"
        rf"{_V}\s+(?:anymore|any more|any longer|after all|these days)\b",
        re.I,
    ),
    re.compile(
        rf"^{_LEAD}(?:i['’]?m|we['’]re|i am|i|we)\s+no longer\s+(?:\w+ing\s+)?(?:an?\s+|the\s+|in\s+|on\s+|at\s+|with\s+)*{_V}{_TAIL}",
        re.I,
    ),
    re.compile(
        rf"^{_LEAD}(?:my |the )?(?:\w+ )?(?:doctor|dr\.? \w+|gp|physician|dentist|vet|nurse|nutritionist)\s+(?:has\s+|had\s+|just\s+)*(?:took me off|taken me off|stopped|made me (?:stop|quit|give up))"
        rf"\s+(?:taking\s+|eating\s+|drinking\s+)?(?:my\s+)?{_V}{_TAIL}",
        re.I,
    ),
    re.compile(
        r"^(?:(?:the|my)\s+)?(?:\w+ )?(?:doctors?|tests?(?: results)?|allergist)\s+(?:says?|said|showed|shows|confirmed|told me)\s+(?:that\s+)?i['’]?m\s+not\s+"
        rf"(?:actually\s+|really\s+)?(?:allergic to\s+|intolerant to\s+)?{_V}(?:\s+(?:after all|anymore|any more|at all))?$",
        re.I,
    ),
    re.compile(rf"^{_LEAD}(?:no more|goodbye to|bye bye)\s+{_V}(?:\s+(?:for me|for us|from now on))?$", re.I),
    re.compile(rf"^{_LEAD}(?:[\w\s]+\s)?{_I}\s+{_ADVERBS}(?:gave|given|giving|give)\s+{_V}\s+up\b", re.I),
    re.compile(rf"^{_LEAD}{_V}\s+(?:just\s+|has\s+)?(?:dumped|ghosted|left|broke up with)\s+me\b", re.I),
    re.compile(
        rf"^{_LEAD}(?:nobody|no one|they don['’]?t|people don['’]?t)\s+(?:calls?|uses?)\s+(?:me\s+)?{_V}\s+(?:anymore|any more|any longer|now)\b",
        re.I,
    ),
    re.compile(
        rf"^{_LEAD}(?:my |our )?{_V}\s+(?:has |have |just |recently )*(?:ended|expired|closed down|shut down|went bust|finished|fell apart)\b",
        re.I,
    ),
)
_REPLACES_EN = (
    re.compile(
        r"\b(?:switched|changed|moved|went|converted|upgraded|transferred|swapped|gone|migrated)\b(?:\s+(?:my|our|the|over)\b[\w\s]*?)?\s+from\s+(?P<a>[^,;.!?]+?)\s+(?:over )?to\s+"
        rf"(?P<b>[^,;!?]+?){_TAIL}",
        re.I,
    ),
    re.compile(
        rf"\b(?:swapped|traded(?: in)?|replaced|exchanged|ditched|dropped|dumped)\s+(?:my |the |our )?(?P<a>[^,;.!?]+?)\s+(?:for|with)\s+(?:an?\s+)?(?P<b>[^,;!?]+?){_TAIL}",
        re.I,
    ),
    re.compile(
        rf"^{_LEAD}(?:{_I}\s+)?{_ADVERBS}(?:left|quit|dropped|dumped)\s+(?P<a>[^,;.!?]+?)\s+for\s+(?P<b>(?-i:[A-Z])[^,;!?]*?){_TAIL}",
        re.I,
    ),
    re.compile(r"^(?P<b>.+?)\s+(?:now\s+)?(?:instead of|rather than)\s+(?P<a>[^,;.!?]+)$", re.I),
)
_CORRECTS_EN = (
    re.compile(
        r"^(?:(?:no|nope|sorry|wait|oops|actually|correction|my bad|well|and|but|rather)[\s,:]+)*(?:it['’]?s|its|it is|it was|that['’]?s|that is|should be|that should be|it should be|make that|i meant(?: to say)?|i mean|rather)"
        r"\s+(?:actually\s+|really\s+|spelled\s+|spelt\s+|called\s+|in\s+|to say\s+)*(?P<b>[^,;!?]{1,40}?)(?:\s*,?\s*(?:and\s+)?not\s+(?P<a>[^,;!?]{1,40}))?$",
        re.I,
    ),
    re.compile(
        r"^(?:(?:no|nope|sorry|wait|oops|correction)[\s,:]+)+(?P<b>[A-Z0-9][^,;!?]{0,40}?)(?:\s*,?\s*not\s+(?P<a>[^,;!?]{1,40}))?$"
    ),
)
_SPELT_EN = re.compile(
    r"(?:(?:no|sorry|actually)[\s,]+)*(?i:it['’]?s|it is|i meant|i mean)\s+(?P<b>[A-Z][\w'’-]+)\s*,?\s+(?:with|without)\s+(?:an?|the|one|two|no|a double)\b"
)
"""How a name is spelt corrects it, whatever else is said."""
_BARE_NOT = re.compile(
    r"(?:(?:no|sorry|actually)[\s,]+)*(?P<b>[A-Z0-9][^,;!?]{0,40}?)\s*,\s*(?:and\s+)?not\s+(?P<a>[A-Z0-9][^,;!?]{0,40})$"
)
_NO_VALUE_EN = re.compile(
    r"(?i)^(?:fine|ok(?:ay)?|good|great|right|wrong|true|not?\b|just|too|very|so\b|all|the same|cool|nice|better|bad|it|that|this|what|how|why|because|about|you|i\b|nothing|done|over|hard|easy|working|like|enough|the(?! \d)|this|that|these|those|another|other|(?:the )?ones?|first|second|my|your|our|his|her|for|from|with|in|on|more|less|short|long)\b|.*\b(?:one|ones|file|line|part|answer|question|version)$"
)

_OFTEN = r"(?:已经|早就|早|彻底|完全|也|都|就|全|现在|最近|终于|今年|去年|上个?月|上周|昨天|今天|前几天|刚刚?|一直|再也|又|给)*"
_W = r"(?P<v>[^，。,；;我你他她]{1,14}?|[A-Za-z][A-Za-z0-9 .+#&'-]{0,40}?)"
_ENDS_ZH = (
    re.compile(
        rf"^{_W}(?:我)?{_OFTEN}(?:戒|放弃|取消|退订|卸载|弃坑|弃|停|停用|断|扔|卖|丢|退|(?:看|吃|听|玩|喝|用)?腻|结束|到期|关门|倒闭|关|解散|泡汤|黄|作罢|推掉|告吹|戒断)(?:了|掉了?|啦)$"
    ),
    re.compile(
        rf"^{_W}(?:我|我们)?{_OFTEN}(?:不|没)(?:再)?(?:去|跑|搞|办|学|玩|参加|吃|喝|做|看|听|打|练|用|养|买|弄|追|碰|信|迷|抽|穿|骑|开|写|画|唱|跳|弹|教|爱[吃喝看玩]?|喜欢[吃喝看玩]?)(?:成)?(?:了|啦)$"
    ),
    re.compile(
        rf"(?:把|让我把|叫我把){_W}(?:都|全|给)*(?:戒|停|辞|退|卖|删|扔|断|取消|放弃|推|丢|处理|送人)(?:了|掉)+"
    ),
    re.compile(
        rf"对{_W}{_OFTEN}(?:没(?:什么|啥)?兴趣|不感兴趣|腻|无感|失去兴趣|没(?:什么)?感觉|不感冒|厌倦|失望透?|提不起兴趣)(?:了|啦)?"
    ),
    re.compile(rf"(?:不再|不|没有?再?)(?:是|当|做|去|坐|用|吃|喝|玩|看|听|打|住|学|练|养|支持|喜欢)?{_W}(?:了|啦)$"),
    re.compile(rf"不再(?:是|当|做|去|坐|用|吃|喝|玩|看|听|打|住|学|练|养|支持|喜欢){_W}$"),
    re.compile(rf"(?:放弃|取消|退出|戒掉?|告别|离开|退订|卸载|弃|辞去|辞掉|推掉|卖掉)(?:了)?{_W}(?:了)?$"),
    re.compile(rf"从{_W}(?:退学|退出|毕业|离开|搬走|搬出来|辞职|离职|退休|退役|转出)(?:了|来)*$"),
    re.compile(rf"^{_W}{_OFTEN}(?:去世|过世|走|没|死|离世|去喵星|去汪星|丢|跑丢|送人)了$"),
    re.compile(rf"^(?:我)?(?:和|跟|与){_W}(?:已经|刚|刚刚|上个?月|上周|去年)*(?:分手|离婚|绝交|闹翻|掰)(?:了|啦)$"),
    re.compile(
        rf"^(?:医生|大夫|检查|化验|体检|过敏原检测).{{0,8}}(?:我)?(?:其实|并|根本|已经)*对{_W}(?:其实|并)?(?:不|没有?)过敏"
    ),
    re.compile(rf"^{_W}{_OFTEN}(?:把我甩|(?:跟|和)我分手|离开我|送给[^，。]{{1,8}}|送人|送走)了$"),
    re.compile(rf"^(?:现在|已经)*没(?:有)?人(?:再)?(?:叫|喊)我{_W}了$"),
)
_REPLACES_ZH = (
    re.compile(
        r"(?:把|从)(?P<a>[^，。,；]{1,14}?)(?:已经|都|给|改|换)*(?:换|改|转|升级|切换|调|变|转行|跳槽)(?:成|到|为|去|做)了?(?P<b>[^，。,；]{1,16}?)(?:了|啦)?$"
    ),
    re.compile(r"用(?P<b>[^，。,；]{1,14}?)(?:代替|取代|替换|换掉)了?(?P<a>[^，。,；]{1,14}?)(?:了|啦)?$"),
)
_CORRECTS_ZH = (
    re.compile(
        r"^(?:(?:不对|不是|错了|说错了|写错了|打错了|记错了|搞错了|口误|更正一下|应该)[，,\s]*)*(?:应该是|应为|我(?:是)?说(?:的)?是?|我指的是|我的意思是|是|即)"
        r"(?P<b>[^，。,；的吗]{1,14}?)(?:才对|而?不是(?P<a>[^，。,；]{1,14}))?$"
    ),
)
_NO_VALUE_ZH = re.compile(
    r"^(?:第|另|别的|上一|下一|前面|后面|上面|下面|不|没|这|那|你|我|他|她|它|对|错|真|什么|怎么|啊|的|吧|吗|因为|为了|想|要|在说|说)"
)


def changes(clause: Clause) -> Iterator[Change]:
    """Give what this clause says has ended, been replaced or been told wrongly."""
    text = clause.text
    if CJK.search(text):
        yield from _chinese(clause, text)
    else:
        yield from _english(clause, text)


def _english(clause: Clause, text: str) -> Iterator[Change]:
    said = text if re.match(r"(?i)(?:i|we|my|our)\b|i['’]|[A-Z]", text) else f"I {text}"
    for pattern in _REPLACES_EN:
        match = pattern.search(text)
        if match:
            yield Change(text=said, value=clean_english(match["b"]), instead_of=clean_english(match["a"]))
            return
    spelt = _SPELT_EN.match(text) or (_BARE_NOT.match(text) if clause.corrects else None)
    if spelt:
        was = clean_english(spelt.groupdict().get("a") or "")
        yield Change(text=said, value=clean_english(spelt["b"]), instead_of=was, corrects=True)
        return
    for pattern in _ENDS_EN:
        match = pattern.match(text)
        if match and clean_english(match["v"]):
            yield Change(text=said, value=clean_english(match["v"]), ends=True)
            return
    for pattern in _CORRECTS_EN:
        match = pattern.match(text)
        if (
            match
            and (clause.corrects or match["a"])
            and not _NO_VALUE_EN.match(match["b"])
            and len(match["b"].split()) <= 5
        ):
            was = clean_english(match["a"] or "")
            yield Change(text=said, value=clean_english(match["b"]), instead_of=was, corrects=True)
            return


def _chinese(clause: Clause, text: str) -> Iterator[Change]:
    said = text if re.search(r"我|咱|俺", text) else f"我{text}" if re.match(r"[不没从把对]", text) else text
    for pattern in _REPLACES_ZH:
        match = pattern.search(text)
        if match:
            yield Change(text=said, value=clean_chinese(match["b"]), instead_of=clean_chinese(match["a"]))
            return
    bare = re.sub(r"^(?:我们?的?|我家的?|家里的?)(?=[\u4e00-\u9fff]{2})", "", text)
    for pattern in _ENDS_ZH:
        match = pattern.search(text) or pattern.search(bare)
        if match and clean_chinese(match["v"]) and not _NO_ENDING_ZH.search(text):
            yield Change(text=said, value=clean_chinese(match["v"]), ends=True)
            return
    for pattern in _CORRECTS_ZH:
        match = pattern.match(text)
        if match and (clause.corrects or match["a"]) and not _NO_VALUE_ZH.match(match["b"]):
            was = clean_chinese(match["a"] or "")
            yield Change(text=said, value=clean_chinese(match["b"]), instead_of=was, corrects=True)
            return


_NO_ENDING_ZH = re.compile(r"今天|今晚|明天|这次|这顿|先不|暂时不|要不|不然|想(?!法)|别|如果|是不是|差点|没想到")
"""What is left out once is not given up."""
