"""What a preference is about, of attributes that hold one value for each of several things: a distance in miles stands
beside a temperature in Celsius, and short answers beside answers without emojis.
"""

from __future__ import annotations

import re

_UNITS = (
    re.compile(r"(?i)celsius|fahrenheit|摄氏|华氏"),
    re.compile(r"(?i)miles|kilomet|\bkm\b|metres|meters|feet|inch|centi|公里|英里|英尺|厘米"),
    re.compile(r"(?i)kilos|kilogram|\bkg\b|pounds|ounces|stone|公斤|千克|磅|斤"),
    re.compile(r"(?i)24|12|二十四|十二"),
)
_MANNERS = (
    re.compile(
        r"(?i)\b(?:short|brief|concis|long|lengthy|detail|thorough|in[- ]depth|at length|verbose|wordy|terse|sentences?\b|words\b"
        r"|to the point)|简短|简洁|简要|精简|短|长|详细|详尽|啰嗦|字以内|句话|具体"
    ),
    re.compile(
        r"(?i)\b(?:formal|informal|casual|friend|polite|blunt|direct|funny|humou?r|joke|professional|serious|warm|tone|sir\b|first name)"
        r"|正式|随意|随便|幽默|礼貌|客气|亲切|严肃|语气|口语|敬语|活泼|直接"
    ),
    re.compile(
        r"(?i)bullet|\blists?\b|\btables?\b|paragraph|\bprose\b|markdown|heading|numbered|full sentences|分点|列表|表格|段落|要点|条列|分条|标题"
    ),
    re.compile(r"(?i)emoji|emoticon|smiley|表情|颜文字"),
    re.compile(r"(?i)\bexamples?\b|例子|举例|示例"),
    re.compile(r"(?i)jargon|\bsimple\b|plain|technical|\bterms\b|术语|通俗|易懂|大白话|专业词"),
    re.compile(r"(?i)\bsources?\b|\bcite|citation|references?\b|\blinks?\b|来源|出处|引用|链接"),
    re.compile(r"(?i)spelling|拼写"),
    re.compile(r"(?i)exclamation|punctuation|capitals|感叹号|标点|大写"),
    re.compile(r"(?i)greet|address me|sign off|begin|start|end\b|finish|称呼|开头|结尾|问候"),
)
_ASPECTS = {"units": _UNITS, "reply_style": _MANNERS}


def of_one_aspect(attribute: str, one: str, other: str) -> bool:
    """True unless the two are about different things; what names none, as the metric system, is about all."""
    mine, theirs = _about(attribute, one), _about(attribute, other)
    return not mine or not theirs or bool(mine & theirs)


def _about(attribute: str, text: str) -> frozenset[int]:
    table = _ASPECTS.get(attribute, ())
    return frozenset(place for place, words in enumerate(table) if words.search(text))
