"""How the user wants to be answered from now on, in both languages: in what language, how long, in which units."""

from __future__ import annotations

import re

from memory.extraction.en.values import LANGUAGES

POLITE = (
    r"(?:(?:please|pls|plz|can you|could you|would you|will you|can u|hey|ok|okay|also|and|now|just"
    r"|so|actually|i want you to|i'd like you to|i need you to|you can|you may|you should|kindly|btw"
    r"|by the way|assistant)[\s,]+)*"
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
_MANNER = (
    r"briefly|concisely|shortly|in (?:short|brief|detail|full|plain english|simple (?:words|terms|language)|a (?:formal|casual|friendly|funny|professional) (?:way|tone|style|manner)|bullet points|full sentences|one sentence|(?:one|two|three|a few) (?:sentences?|words|lines))"
    r"|(?:in|as) (?:(?:short|long|full|brief|simple|complete|plain|numbered|flowing) )+(?:bullet points|bullets|paragraphs|sentences|lists?|tables|prose)"
    r"|(?:in|as) (?:bullets|paragraphs|lists?|tables|prose)|formally|informally|casually|politely|directly|bluntly|thoroughly|at length|simply|professionally|like a (?:friend|pirate|teacher|child)|more (?:briefly|formally|casually)"
)
_INSTRUCT_EN = (
    re.compile(rf"^{POLITE}{_MARK_EN}[\s,]*(?P<what>{_DO_EN}.+)$", re.I),
    re.compile(rf"^{POLITE}(?P<what>{_DO_EN}.+?)[\s,]*\b{_MARK_EN}\W*$", re.I),
    re.compile(
        rf"^{POLITE}(?P<what>(?:always|never)\s+(?:answer|reply|respond|use|write|speak|talk|keep(?! up| going| on| it up| in touch)|be\b"
        r"|address|give me|include|recommend|suggest|book|choose|pick|show|add|ask|explain|format|start|end|greet|call me|spell|begin|translate"
        r"|convert|put|cite|mention)\b.+)$",
        re.I,
    ),
    re.compile(
        rf"^{POLITE}(?P<what>(?:answer|reply|respond|speak|talk|write)(?: to)?(?: me)?(?: back)? (?:only "
        rf"|always )?in {LANGUAGES})(?: please| only| always| from now on| instead| again)*\W*$",
        re.I,
    ),
    re.compile(
        rf"^{POLITE}(?P<what>(?:use|stick to|switch to|give me|show(?: me)?|stay with)\s+(?:the\s+)?(?:temperatures? in\s+|distances? in\s+)?(?:celsius|fahrenheit|metric|imperial|kilometers|kilometres|miles|kilos|kilograms|pounds and ounces|feet and inches|centimet(?:er|re)s|24[- ]hour|12[- ]hour)\b[\w\s]*)(?:,? please)?\W*$",
        re.I,
    ),
    re.compile(
        rf"^{POLITE}(?P<what>(?:always\s+)?(?:give|show|quote|list|express|write|state)(?: me)? (?:all )?(?:distances|temperatures|weights|heights|prices|amounts|costs|measurements|speeds|times|lengths|sizes) in [\w -]{{2,30}}?)(?:,? please| from now on| instead| now)*\W*$",
        re.I,
    ),
    re.compile(rf"^{POLITE}(?P<what>(?:switch|go|change)(?: back)? to {LANGUAGES})(?: please| again| now)*\W*$", re.I),
    re.compile(rf"^{POLITE}(?P<what>(?:address|greet|refer to) me\b(?! at| later).{{2,40}})$", re.I),
    re.compile(rf"^{POLITE}(?P<what>speak {LANGUAGES}(?: to me| with me)?)(?: please)?\W*$", re.I),
    re.compile(
        rf"^{POLITE}(?P<what>(?:(?:always|just|only)\s+)?(?:use|give|give me|keep|write|include|add|put|format|avoid|skip|drop|stop using|don['’]?t use|do not use|no)\s.{{2,50}}\b(?:in|with|to) (?:all )?(?:your|the) (?:answers|replies|responses|messages|explanations))(?: please| anymore| now)*\W*$",
        re.I,
    ),
    re.compile(
        rf"^{POLITE}(?P<what>(?:answer|reply|respond|write|talk)(?: to)?(?: me)? (?:as )?(?:{_MANNER})(?:\s+(?:and|but)\s+(?:{_MANNER}))?)(?: please| only| always| from now on| instead| again| now)*\W*$",
        re.I,
    ),
    re.compile(
        rf"^{POLITE}(?P<what>(?:keep it (?:short|brief|simple|formal|casual|concise)|go into (?:more|less|full|greater) detail|talk to me like an? \w+|(?:please )?use (?:euros|dollars|pounds|yen|yuan|usd|eur|gbp)|explain (?:things|everything|it all|stuff|concepts)|(?:give|write)(?: me)? (?:\w+ ){{0,2}}(?:shorter|longer|briefer|short|brief|long|detailed|concise|simpler|simple|formal|casual|funny|direct|in-depth|thorough)(?:,? (?:and )?\w+)? (?:answers|replies|responses|explanations)|be (?:more |less )?(?:brief|concise|detailed|formal|informal|casual|direct|verbose|polite|friendly|thorough|funny|blunt|wordy|technical))\b[\w\s,'’-]{{0,40}})(?: please| from now on)*\W*$",
        re.I,
    ),
    re.compile(
        rf"^{POLITE}(?P<what>(?:use|include|add)\s+(?:more\s+|some\s+)?(?:emojis?|emoticons|markdown|bullet points|bullets|tables|headings|examples|numbered lists|short sentences|simple (?:words|language)|plain (?:english|language|text)|\w+ (?:language|words|tone|style|spelling)|british (?:english|spelling)|american (?:english|spelling)))(?: please| again| now| with me)*\W*$",
        re.I,
    ),
    re.compile(
        rf"^{POLITE}(?P<what>(?:keep|make) (?:your |the |all )?(?:answers|replies|responses"
        r"|explanations)\s+\w.*)$",
        re.I,
    ),
    re.compile(
        rf"^{POLITE}(?P<what>(?:don['’]?t|do not|stop|no more|avoid|never)\s+(?:use |using )?(?:any |so "
        r"many |the )?(?:emojis?|emoticons|markdown|bullet points|bullets|jargon|tables|headings"
        r"|exclamation marks))(?: please| in your (?:answers|replies)| anymore| with me)*\W*$",
        re.I,
    ),
)
_UNITS = re.compile(
    r"(?i)\b(?:celsius|fahrenheit|metric|imperial|kilomet(?:er|re)s?|miles|kilograms?|pounds of weight|24[- ]hour|12[- ]hour)\b"
    r"|摄氏度?|华氏度?|公制|英制|公里|英里|24小时制|12小时制"
)
_WEIGHED = re.compile(r"(?i)\b(?P<weight>pounds|kilos|stone|kg)\b.*\bweights?\b")
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
        r"|使用)(?:简体|繁体)?(?:中文|英文|英语|汉语|普通话|日语|日文|法语|德语|韩语|西班牙语|意大利语|葡萄牙语|阿拉伯语|泰语|越南语|荷兰语|俄语|粤语|简体字?|繁体字?"
        r"|白话)(?:来)?(?:回答|回复|交流|沟通|对话|聊天|聊|说话|说|讲|跟我说|跟我聊|和我说|回我)?(?:我的?"
        r"|问题|提问)*(?:吧|就行|就好|即可|好吗)?)$"
    ),
    re.compile(
        r"^(?:请|麻烦|你|您|你的|那|就|以后)*(?P<what>(?:回答|回复|说话|解释)(?:我的?)?(?:问题)?(?:的时候|时)?(?:我)?(?:请"
        r"|要|可以|尽量|都|能不能|得|的)*(?:别|不要|少)?(?:太|再)?(?:更)?(?:简短|简洁|精简|详细|啰嗦|简单"
        r"|口语|正式|幽默|直接|通俗|长|短|温柔|委婉|专业|用表情|用emoji|emoji|分点|列表).{0,10})$"
    ),
    re.compile(
        r"^(?:请|麻烦|你|您|以后|今后)*(?P<what>(?:回答|回复|跟我说话|和我说话)(?:里|中)?(?:我)?(?:的时候|时)?(?:请|要|都|得|一律|尽量)*(?:用|别用|不要用|别再用|不用)[^，。这那]{2,10})$"
    ),
    re.compile(
        r"^(?:请|麻烦|你|您|以后|今后)*(?P<what>用[^，。这那]{1,10}?的?(?:语气|口吻|风格|方式|态度)(?:来)?(?:和我|跟我|对我|给我)?(?:聊天|说话|回答|回复|交流|对话|讲|聊)(?:我)?(?:吧|就好)?)$"
    ),
    re.compile(
        r"^(?:请|麻烦|你|您)*(?P<what>(?:以后|今后|说到|提到|涉及|表示|关于)?(?:说到|提到|涉及)?(?:温度|重量|体重|长度|距离|身高|面积|价格|钱|金额|货币|速度)(?:的时候|时)?(?:请|都|一律|要|改|换成)*用[^，。这那]{1,8})$"
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
    r"|keep it|detail|talk to me|paragraphs?|sentences?|tables|headings)\b|回答|回复|说话|解释|语气|表情|emoji|简短|简洁|详细|啰嗦"
    r"|敬语|感叹号|列表|术语"
)

INSTRUCTIONS = (*_INSTRUCT_EN, *_INSTRUCT_ZH)


_TITLE = re.compile(
    r"(?i)(?:please |always )*(?:address|refer to|greet) me (?:as|with|by) (?P<v>[\w'’. -]{2,30}?)(?: from now on| please| instead)*$"
)


def instruction(text: str) -> tuple[str, str]:
    """Give the attribute and the value of a standing instruction."""
    title = _TITLE.match(text)
    if title:
        return "nickname", title["v"]
    language = _LANGUAGE_WORD.search(text)
    if language and _ANSWERING.search(text) and not re.search(r"翻译|translate", text, re.I):
        return "reply_language", language["v"] or language["w"]
    units, currency = _UNITS.search(text) or _WEIGHED.search(text), _CURRENCY.search(text)
    if units:
        return "units", units["weight"] if units.re is _WEIGHED else units[0]
    if currency:
        return "currency", currency[0]
    if _STYLE.search(text):
        return "reply_style", text
    return "instruction", text
