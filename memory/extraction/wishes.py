"""What the user asks of the memory itself: to keep something, to drop something, to answer in some way from now on."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from memory.attributes import attribute_named
from memory.extraction.en.values import LANGUAGES

Wish = Literal["", "remember", "forget", "instruct"]

_POLITE = (
    r"(?:(?:please|pls|plz|can you|could you|would you|will you|can u|hey|ok|okay|also|and|now|just"
    r"|so|actually|i want you to|i'd like you to|i need you to|you can|you may|you should|kindly|btw"
    r"|by the way|assistant)[\s,]+)*"
)
_REMEMBER_EN = re.compile(
    rf"^{_POLITE}(?:(?:always |do )?(?:remember|note|memori[sz]e|keep in mind|bear in mind|take note"
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
    r"|parks?|keeps?|uses?|drinks?|eats?|reads?|sleeps?|pays?|owns?|starts?|leaves?|goes|go|only|prefers?|hates?|loves?|comes?|takes?|expires?|ends?|opens?|closes?)\b|['’](?:s|m|re|ve|ll)\b|\bim\b)"
)
"""A verb that tells something: "remember the good times" tells nothing."""
_FORGET_EN = re.compile(
    rf"^{_POLITE}(?:forget|delete|erase|remove|wipe|clear|drop|stop remembering|don['’]?t remember|do "
    r"not remember|don['’]?t keep|no need to remember|you (?:don['’]?t|do not) (?:need|have) to "
    r"remember|don['’]?t (?:save|store)|unlearn)\s+(?:(?:anything|everything|all"
    r"|what(?:ever)?)\s+(?:(?:you know|i (?:said|told you|mentioned)|you remember(?:ed)?|you (?:have "
    r")?(?:saved|stored)|that)\s+)?)?(?:the (?:fact|memory|record|note|part|thing)s?\s+)?(?:about\s+"
    r"|regarding\s+|of\s+)?(?:how\s+)?(?:that\s+)?(?P<what>(?:i\b|i['’]m\b|im\b|my\b|where i\b|we\b"
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

_MARK_EN = (
    r"(?:from (?:now on|here on|today(?: on)?|this point on)|going forward|in (?:the )?future|for "
    r"(?:all )?future(?: \w+)?|henceforth|every time|each time|whenever i [^,]{2,40},?|whenever you "
    r"[^,]{2,40},?|when(?:ever)? (?:answering|replying|you (?:answer|reply))|next time|in all "
    r"(?:your )?(?:replies|answers|responses)|by default|at all times)"
)
_DO_EN = (
    r"(?:please\s+|you\s+(?:should|can|must)\s+|i(?:'d| would)? (?:want|like|prefer) you to\s+|try "
    r"to\s+|also\s+)*(?:always\s+|only\s+|never\s+|do not\s+|don['’]?t\s+)?(?:answer|reply|respond"
    r"|use|write|speak|talk|keep(?! up| going| on| it up| in touch)|be\b|address|give|make|stop|avoid|include|start|end|recommend"
    r"|suggest|book|choose|pick|show|tell|add|ask|remind|explain|format|skip|limit|refer|provide|put"
    r"|sign|greet|stick|convert|check|search|assume|mention|quote|cite|offer|send me)\b"
)
_INSTRUCT_EN = (
    re.compile(rf"^{_POLITE}{_MARK_EN}[\s,]*(?P<what>{_DO_EN}.+)$", re.I),
    re.compile(rf"^{_POLITE}(?P<what>{_DO_EN}.+?)[\s,]*\b{_MARK_EN}\W*$", re.I),
    re.compile(
        rf"^{_POLITE}(?P<what>(?:always|never)\s+(?:answer|reply|respond|use|write|speak|talk|keep(?! up| going| on| it up| in touch)|be\b"
        r"|address|give me|include|recommend|suggest|book|choose|pick|show|add|ask|explain|format|start|end"
        r"|convert|put|cite|mention)\b.+)$",
        re.I,
    ),
    re.compile(
        rf"^{_POLITE}(?P<what>(?:answer|reply|respond|speak|talk|write)(?: to)?(?: me)?(?: back)? (?:only "
        rf"|always )?in {LANGUAGES})(?: please| only| always| from now on| instead| again)*\W*$",
        re.I,
    ),
    re.compile(
        rf"^{_POLITE}(?P<what>(?:use|stick to|switch to|give me|show(?: me)?|stay with)\s+(?:the\s+)?(?:temperatures? in\s+|distances? in\s+)?(?:celsius|fahrenheit|metric|imperial|kilometers|kilometres|24[- ]hour|12[- ]hour)\b[\w\s]*)\W*$",
        re.I,
    ),
    re.compile(rf"^{_POLITE}(?P<what>(?:switch|go|change)(?: back)? to {LANGUAGES})(?: please| again| now)*\W*$", re.I),
    re.compile(rf"^{_POLITE}(?P<what>(?:address|greet|refer to) me\b(?! at| later).{{2,40}})$", re.I),
    re.compile(rf"^{_POLITE}(?P<what>speak {LANGUAGES}(?: to me| with me)?)(?: please)?\W*$", re.I),
    re.compile(
        rf"^{_POLITE}(?P<what>(?:keep|make) (?:your |the |all )?(?:answers|replies|responses"
        r"|explanations)\s+\w.*)$",
        re.I,
    ),
    re.compile(
        rf"^{_POLITE}(?P<what>(?:don['’]?t|do not|stop|no more|avoid|never)\s+(?:use |using )?(?:any |so "
        r"many |the )?(?:emojis?|emoticons|markdown|bullet points|bullets|jargon|tables|headings"
        r"|exclamation marks))(?: please| in your (?:answers|replies)| anymore| with me)*\W*$",
        re.I,
    ),
)
_UNITS = re.compile(
    r"(?i)\b(?:celsius|fahrenheit|metric|imperial|kilomet(?:er|re)s?|miles|kilograms?|pounds of weight|24[- ]hour|12[- ]hour)\b"
    r"|摄氏度?|华氏度?|公制|英制|公里|英里|24小时制|12小时制"
)
_CURRENCY = re.compile(
    r"(?i)\b(?:in|use|using|show)\s+(?:usd|eur|gbp|rmb|cny|dollars|euros|yuan|pounds)\b|(?:用|按|换成)(?:人民币|美元|欧元|日元|港币|英镑)"
)

_MARK_ZH = (
    r"(?:以后|今后|往后|从现在(?:起|开始)|从今(?:往后|以后|天起|天开始|后)|打今儿起|日后|每次|每回"
    r"|下次起?|接下来|平时|一律|默认)"
)
_DO_ZH = (
    r"(?:，|,|\s|请|你|您|都|就|也|一律|统统|可以|要|必须|尽量|务必|麻烦|记得|给我|帮我|跟我|和我"
    r"|对我|只|直接|先|全部|一直|永远|我问你?.{1,12}?[，,的]|我(?:让|叫|请)你?.{1,10}?[，,])*(?:用"
    r"|回答|回复|回我|说话|讲|说|别|不要|不用|不许|不准|推荐|提醒|称呼|订|预订|选|查|写|翻译|解释"
    r"|简短|简洁|详细|多|少|叫|列|给出|标注|附上|帮我|给我|按|以|算|称|避免|换成|改用|安排|买|发|坐|选坐)"
)
_INSTRUCT_ZH = (
    re.compile(
        rf"^(?:那|请|麻烦|好的?|另外|还有|对了|你|您)*[，,]?(?P<what>{_MARK_ZH}(?!我(?!问|让|叫|请"
        rf"|说)){_DO_ZH}.+)$"
    ),
    re.compile(
        r"^(?:请|麻烦|你|您|那|就|可以|还是|要)*(?P<what>(?:一直|永远|始终|总是|全程|都|务必|一律)(?:用"
        rf"|以){_DO_ZH}?.{{1,14}}(?:回答|回复|交流|说|讲|跟我说).*)$"
    ),
    re.compile(
        r"^(?:请|麻烦|你|您|那|就|可以|能不能|还是|改|请你)*(?P<what>(?:用|说|讲|改用|换成|换回|改回|切回|说回|改成"
        r"|使用)(?:简体|繁体)?(?:中文|英文|英语|汉语|普通话|日语|日文|法语|德语|韩语|西班牙语|意大利语|葡萄牙语|阿拉伯语|泰语|越南语|荷兰语|俄语|粤语"
        r"|白话)(?:来)?(?:回答|回复|交流|沟通|对话|聊天|聊|说话|说|讲|跟我说|跟我聊|和我说|回我)?(?:我"
        r"|问题)?(?:吧|就行|就好|即可|好吗)?)$"
    ),
    re.compile(
        r"^(?:请|麻烦|你|您|你的|那|就|以后)*(?P<what>(?:回答|回复|说话|解释)(?:的时候|时)?(?:我)?(?:请"
        r"|要|可以|尽量|都|能不能|得|的)*(?:别|不要|少)?(?:太|再)?(?:更)?(?:简短|简洁|精简|详细|啰嗦|简单"
        r"|口语|正式|幽默|直接|通俗|长|短|温柔|委婉|专业|用表情|用emoji|emoji|分点|列表).{0,10})$"
    ),
    re.compile(
        r"^(?:请|麻烦|你|您|回答|回复|以后|时)*(?P<what>(?:不要|别|少|不用)(?:再)?(?:用|加|带"
        r"|发)(?:这么多|那么多|任何)?(?:表情|emoji|Emoji|markdown|Markdown|列表|敬语|感叹号|英文|缩写"
        r"|术语|颜文字).{0,6})$"
    ),
)
_LANGUAGE_WORD = re.compile(
    rf"(?i)\b(?P<v>{LANGUAGES})\b|(?P<w>简体中文|繁体中文|中文|英文|英语|汉语|普通话|日语|日文|法语"
    r"|德语|韩语|西班牙语|意大利语|葡萄牙语|阿拉伯语|泰语|越南语|荷兰语|印地语|俄语|粤语|文言文)"
)
_ANSWERING = re.compile(
    r"(?i)\b(?:answer|reply|replies|respond|response|speak|talk|write)|回答|回复|回我|说话|交流|沟通"
    r"|聊|对话|讲|说|^用.{2,5}$|^改?用|[改换切]回|\b(?:switch|go|change)(?: back)? to\b"
)
_STYLE = re.compile(
    r"(?i)\b(?:answers?|repl(?:y|ies)|responses?|respond|explanations?|explain|be\b|tone|emojis?"
    r"|emoticons|markdown|bullet|bullets|jargon|concise|brief|short|formal|casual|polite|detailed"
    r"|keep it|sentences?|tables|headings)\b|回答|回复|说话|解释|语气|表情|emoji|简短|简洁|详细|啰嗦"
    r"|敬语|感叹号|列表|术语"
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
    for pattern in (*_INSTRUCT_EN, *_INSTRUCT_ZH):
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


def instruction(text: str) -> tuple[str, str]:
    """Give the attribute and the value of a standing instruction."""
    language = _LANGUAGE_WORD.search(text)
    if language and _ANSWERING.search(text) and not re.search(r"翻译|translate", text, re.I):
        return "reply_language", language["v"] or language["w"]
    units, currency = _UNITS.search(text), _CURRENCY.search(text)
    if units:
        return "units", units[0]
    if currency:
        return "currency", currency[0]
    if _STYLE.search(text):
        return "reply_style", text
    return "instruction", text


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
