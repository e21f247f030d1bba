"""Reads a question about what was said before: which topics, ideas, people and words it is after."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from graph.offline_model.concepts import ideas, relations
from graph.offline_model.language import plain
from graph.offline_model.topics import TOPICS, Topic
from memory.lexical.words import content_words

SELF = re.compile(r"我|用户|\b(?:i|i'm|i've|i'd|i'll|me|my|mine|we|our|user)\b", re.I)
_RECENT = re.compile(
    r"刚才|刚刚|刚说|这次|本次|上面|前面|\bjust (?:now|said|told|mentioned)\b|\bdid i just\b|\bi just\b|\babove\b|\bearlier in this\b",
    re.I,
)
_WHETHER = re.compile(
    r"吗|是不是|有没有|对不对|喜不喜欢|会不会|^(?:so |and )?(?:do|did|am|is|are|was|were|have|has|can|could) ", re.I
)
_WHAT = re.compile(
    r"什么|啥|谁|哪|几|多少|怎么|记得|知道|\b(?:what|who|where|when|which|how|why|know|remember|tell|any)\b", re.I
)
_NAMED = re.compile(r"(?<=[\w,] )([A-Z][a-z]+)")
_NO_NAMES = frozenset({"i"})
_NOISE_WORDS = """
rememb dont allergi tell told say said remember know ask mention remind recall talk again just
earlier before last time thing anyth someth kind type sort exact current today now pleas hi hello
hey ok use much mani w说过 w说 w刚才 w刚刚 w之前 w上次 w知道 w记 w提 w提到 w提过 w问 w还 w样 w种 w东西 w事 w事情 w请 w帮 w现在 w今天
w前面 w到底 w究竟 w来着 w时 刚才 才说 我刚 说我 我说 说过 什么 我叫 么名 记得 得我 还记 你还 我的 你记 你知 知道 道我 我喜 我最 是什 叫什 你说 我在 我住 在哪 哪里
谁是 是谁 么样 w样子 我有 我是 我对 w喜欢 喜欢 w爱 w最 like love prefer enjoy favourit favorit hate dislik plan w计划 w打算
w安排 w有没有 w过敏 过敏 allerg eat w吃 drink w喝 w哪里 w哪 w什么样
"""
_NOISE = frozenset(_NOISE_WORDS.split())
"""Words that ask, and so say nothing about what is asked for."""
_IRREGULAR_WORDS = """
bought:buy went:go gone:go ate:eat eaten:eat drank:drink met:meet left:leav lost:lose found:find gave:give
given:give took:take taken:take made:make wrote:write written:write spoke:speak spent:spend sold:sell
sent:send kept:keep put:put broke:break drove:drive ran:run swam:swim flew:fli rode:ride taught:teach
thought:think got:get saw:see seen:see knew:know grew:grow paid:pay chose:choos won:win held:hold
brought:bring began:begin built:build hid:hide stood:stand slept:sleep wore:wear sang:sing
"""
_IRREGULAR = dict(pair.split(":") for pair in _IRREGULAR_WORDS.split())
"""Irregular forms of English verbs, each for the stem of its plain form."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What a question is after."""

    text: str
    topics: tuple[Topic, ...]
    ideas: frozenset[str]
    relations: frozenset[str]
    words: frozenset[str]
    about_self: bool

    def beside(self, topic: Topic) -> frozenset[str]:
        """Give the words of the question that are not the asking after the topic itself."""
        left = self.text
        for match in reversed(list(topic.asked.finditer(self.text))):
            end = match.end() + len(re.match(r"[A-Za-z']*", left[match.end() :])[0])  # type: ignore[index]  # matches all
            left = f"{left[: match.start()]} {left[end:]}"
        words = frozenset(w for w in words_of(left) if weight(w) >= 1.0) - _NOISE
        return frozenset(w for w in words if not ideas(w.removeprefix("w")))

    @property
    def is_yes_or_no(self) -> bool:
        """True when it asks whether, not what."""
        return bool(_WHETHER.search(self.text)) and not _WHAT.search(self.text)

    @property
    def names(self) -> frozenset[str]:
        """Give the proper nouns in it, in lower case."""
        return frozenset(n.casefold() for n in _NAMED.findall(self.text)) - _NO_NAMES

    @property
    def recent(self) -> bool:
        """True when it asks for what was said in this very conversation."""
        return bool(_RECENT.search(self.text))


@lru_cache(maxsize=4096)
def words_of(text: str) -> frozenset[str]:
    """Give the content words of a text, irregular English verbs in their plain form."""
    return frozenset(_IRREGULAR.get(w, w) for w in content_words(text))


def understand(text: str) -> Question:
    """Read a question."""
    text = plain(text)
    return Question(
        text=text,
        topics=_asked(text),
        ideas=ideas(text),
        relations=relations(text),
        words=words_of(text) - _NOISE,
        about_self=bool(SELF.search(text)),
    )


def _asked(text: str) -> tuple[Topic, ...]:
    topics = tuple(t for t in TOPICS if t.asked.search(text))
    return tuple(t for t in topics if t.single) or topics


def weight(word: str) -> float:
    """Give how much a word tells: a whole word much, a single Chinese character or a pair of them little."""
    if word.startswith("w") and len(word) > 1 and ord(word[1]) > 0x2E80:
        return 1.0 if len(word) > 2 else 0.3
    return 0.4 if ord(word[0]) > 0x2E80 else 1.0
