"""Greetings, thanks, goodbyes, who the agent is and what it can do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from graph.offline_model.matching import value
from graph.offline_model.reading import Talk
from graph.offline_model.wish import Call

What = Literal[
    "hello", "how", "thanks", "bye", "who", "help", "yes", "no", "sorry", "praise", "can_remember", "weather"
]

CONNECT_ZH = "想接上真正的模型：设置 OPENAI_API_KEY，或者用 BETHINK_BASE_URL 和 BETHINK_MODEL 指向任何兼容 OpenAI 的接口，再重新启动。"
CONNECT_EN = "To connect a real model, set OPENAI_API_KEY, or point BETHINK_BASE_URL and BETHINK_MODEL to any OpenAI-compatible endpoint, and start again."
ABILITIES_ZH = "我能记住你告诉我的事并在以后想起来，还能查天气、查航班、做计算、看时间、搜索和忘掉记忆"
ABILITIES_EN = "I can remember what you tell me and recall it later, look up weather and flights, calculate, tell the time, and search or forget memories"

_FORMS: tuple[tuple[What, re.Pattern[str]], ...] = (
    (
        "thanks",
        re.compile(
            r"^(?:好的?[,，!！]?\s*|嗯[,，]?|ok(?:ay)?,? |great,? |cool,? |perfect,? )?(?:太)?(?:谢谢|谢了|多谢|感谢|辛苦|thanks|thank you|thank u|thx|ty\b|cheers|much appreciated)",
            re.I,
        ),
    ),
    (
        "bye",
        re.compile(
            r"^(?:好的?[,，]?\s*|ok(?:ay)?,? )?(?:再见|拜拜|拜|晚安|回头见|下次见|明天见|bye|goodbye|good night|see you|see ya|farewell|ciao|talk to you later|good bye)",
            re.I,
        ),
    ),
    (
        "can_remember",
        re.compile(
            r"你(?:能|会|可以)(?:不能)?(?:记住|记得)(?:我|东西|事情|我说的)?(?:的话|说的话|说过的话)?吗|你有记忆|你会(?:不会)?(?:忘记|忘掉|忘)|\b(?:can|do|will) you (?:actually |really )?(?:remember (?:things|me|what i (?:say|tell)|stuff|anything)|have (?:a )?memory)|\bdo you have (?:a |any |long[- ]term )?memory\b|\bwill you forget\b",
            re.I,
        ),
    ),
    (
        "who",
        re.compile(
            r"你(?:到底)?(?:是谁|是什么|叫什么|是哪个|的名字|是(?:机器人|人|ai|真人|chatgpt|gpt|什么模型|哪家|离线))|你(?:今年)?(?:几岁|多大)|介绍(?:一下)?你自己|自我介绍|\bwho are you\b|\bwhat are you\b|\bwhat(?:'s| is) your name\b|\byour name\b|\bare you (?:a |an )?(?:robot|bot|ai|human|real|chatgpt|gpt|person|offline)|\bwhich model\b|\bwhat model\b|\bintroduce yourself\b|\bwho made you\b|\bhow old are you\b",
            re.I,
        ),
    ),
    (
        "help",
        re.compile(
            r"你(?:都)?(?:能|会|可以)(?:帮我)?(?:做|干|帮)?(?:些)?(?:什么|啥|哪些)|(?:有|支持)(?:什么|哪些)(?:功能|工具|能力)|怎么用|使用说明|^帮助|^功能|\bwhat can you do\b|^/?help\b|\bhelp me\??$|\byour (?:capabilities|features|abilities|tools)\b|\bwhat (?:tools|features) (?:do you|are)\b|\bhow (?:do|can) i use (?:you|this)\b|\bwhat do you do\b|\bhow can you help\b|\b(?:connect|use) a real model\b|怎么(?:连接|接入|用)(?:真正的)?(?:大)?模型",
            re.I,
        ),
    ),
    (
        "how",
        re.compile(
            r"你好吗|最近(?:怎么样|好吗)|(?:过得|还)好吗|在吗|在不在|\bhow are you\b|\bhow(?:'s| is) it going\b|\bwhat's up\b|\bhow do you do\b|\bare you there\b|\bhow(?:'s| is) your day\b|^sup\b",
            re.I,
        ),
    ),
    (
        "hello",
        re.compile(
            r"^(?:你好|您好|嗨|哈喽|哈啰|喂|早(?:上好|安)?|上午好|中午好|下午好|晚上好|大家好|hi|hello|hey|hiya|yo|greetings|good (?:morning|afternoon|evening|day)|howdy)(?![a-z])",
            re.I,
        ),
    ),
    (
        "weather",
        re.compile(
            r"天气(?:真|好(?!不)|很|太|非常|挺|超)|不错的?天气|(?:nice|lovely|beautiful|terrible|bad|great|awful) weather",
            re.I,
        ),
    ),
    ("sorry", re.compile(r"^(?:对不起|抱歉|不好意思|sorry|my bad|i apologi[sz]e)", re.I)),
    (
        "praise",
        re.compile(
            r"^(?:你)?(?:真|太|好|很|非常)(?:棒|厉害|聪明|好|不错)|(?:干得|做得)(?:好|漂亮)|^(?:great|awesome|perfect|excellent|wonderful|nice|cool|good job|well done|amazing|brilliant|you(?:'re| are) (?:great|smart|awesome|the best))[.! ]*",
            re.I,
        ),
    ),
    (
        "yes",
        re.compile(
            r"^(?:好的?|嗯+|行|可以|对|是的?|没错|ok(?:ay)?|yes|yeah|yep|sure|right|correct|fine|got it|i see|alright|all right|明白了?|知道了|了解)[.!。！~吧了啊]*$",
            re.I,
        ),
    ),
    (
        "no",
        re.compile(
            r"^(?:不|不用了?|没有了?|没事了?|算了|取消|不是|不要|不需要|no|nope|cancel|never ?mind|nothing|no thanks|not now|none)[.!。！了]*$",
            re.I,
        ),
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SmalltalkWish:
    """Something that people say to each other."""

    what: What

    def calls(self, talk: Talk) -> Sequence[Call]:
        return []

    def answer(self, talk: Talk) -> str:
        if self.what == "yes" and talk.past and any("flights" in d.result for d in talk.past[-1].done):
            return (
                "要订哪一个？比如「订第一个」。"
                if talk.language == "zh"
                else "Which one? Say “book the first one”, for example."
            )
        named = value("name", talk.statements())
        name = named.value if named else ""
        name = name.title() if name.isascii() and name.islower() else name
        return _zh(self.what, name) if talk.language == "zh" else _en(self.what, name)


def _zh(what: What, name: str) -> str:
    who = f"，{name}" if name else ""
    return {
        "hello": f"你好{who}！有什么可以帮你？",
        "how": f"我很好{who}，谢谢！有什么可以帮你？",
        "thanks": f"不客气{who}！",
        "bye": f"再见{who}！你告诉我的事我会记着。",
        "who": f"我是 Bethink，一个会记事的助手。现在回答你的是内置的离线模型：按规则工作，不需要联网和密钥。{ABILITIES_ZH}。{CONNECT_ZH}",
        "help": f"{ABILITIES_ZH}。比如：「我叫小明」「帮我查一下成都天气」「明天北京飞深圳的机票」「三乘以四」「你记得我什么」。现在是离线模型在回答（按规则工作，天气和航班是示例数据）。{CONNECT_ZH}",
        "yes": "好的。还有什么需要我做的吗？",
        "no": "好的，需要的时候再叫我。",
        "sorry": "没关系！",
        "weather": "是吗？想知道哪个城市的天气，我可以查。",
        "praise": f"谢谢夸奖{who}！",
        "can_remember": "能。你说过的话在这段对话里我都看得到；值得记的事会进长期记忆，以后在别的对话里也能想起来。",
    }[what]


def _en(what: What, name: str) -> str:
    who = f", {name}" if name else ""
    return {
        "hello": f"Hello{who}! What can I do for you?",
        "how": f"I'm fine, thanks{who}! What can I do for you?",
        "thanks": f"You're welcome{who}!",
        "bye": f"Goodbye{who}! I'll keep in mind what you told me.",
        "who": f"I'm Bethink, an assistant that remembers. Right now the built-in offline model is answering: it works by rules, without a network or a key. {ABILITIES_EN}. {CONNECT_EN}",
        "help": f"{ABILITIES_EN}. Try: “My name is Tom”, “What's the weather in Paris?”, “Flights from Beijing to Shenzhen tomorrow”, “17 * 23”, “What do you know about me?”. The offline model is answering (it works by rules; weather and flights are sample data). {CONNECT_EN}",
        "yes": "All right. Anything else?",
        "no": "All right. Just ask when you need something.",
        "sorry": "No problem!",
        "weather": "Is it? I can look up the weather of any city, if you like.",
        "praise": f"Thank you{who}!",
        "can_remember": "Yes. I see everything you say in this conversation, and what is worth keeping goes into long-term memory, so I can recall it in other conversations too.",
    }[what]


def find(talk: Talk) -> SmalltalkWish | None:
    """Find the wish in the newest text."""
    text = talk.plain.strip()
    what = next((what for what, pattern in _FORMS if pattern.search(text)), None)
    return SmalltalkWish(what=what) if what else None
