"""Words as the lexical index knows them: light English stems, Chinese words and character pairs.

Chinese is cut twice: into the dictionary's words, so that 「照相机」 is one rare word, and into pairs of characters, so
that a cut that went another way in the question still meets the text. Two characters are enough to search by
(SQLite's own trigram index finds nothing below three).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Protocol

_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3005\u3007"
_KANA_HANGUL = "\u3040-\u30ff\u31f0-\u31ff\uac00-\ud7af"
_RUN = re.compile(rf"[{_HAN}]+|[{_KANA_HANGUL}]+|[^\W_{_HAN}{_KANA_HANGUL}]+(?:['’][^\W\d_]+)?")
_IS_HAN = re.compile(rf"[{_HAN}]")
_IS_CJK = re.compile(rf"[{_HAN}{_KANA_HANGUL}]")

MAX_CHARS = 8000
"""What lies beyond is not indexed: a record is a sentence or a turn, never a book."""

_ENGLISH = """
a an the and or but if of to in on at by for with from as is are was were be been being am do does did done
doing have has had having i me my mine we us our ours you your yours he him his she her hers it its they them
their theirs this that these those there here what which who whom whose when where why how not no nor so than
then too very can could will would shall should may might must just about into over under again also some any
s t d ll m re ve don
"""
_CHINESE = """
的 了 吗 呢 吧 啊 呀 哦 嗯 是 在 有 和 与 跟 就 也 都 还 很 我 你 他 她 它 我们 你们 他们 她们 这 那 这个 那个
一个 什么 怎么 哪些 哪个 哪 谁 么 着 过 得 地 把 被 给 对 从 到 去 来 说 要 会 能 可以 请问 请 曾经 不 没 没有
因为 所以 但是 而且 如果 一下 一些 时候 告诉 记得 还记得 之前
"""
_ENGLISH_STOP, _CHINESE_STOP = frozenset(_ENGLISH.split()), frozenset(_CHINESE.split())


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...  # PyStemmer's own spelling


@lru_cache(maxsize=1)
def _english() -> _Stemmer:
    import Stemmer

    stemmer: _Stemmer = Stemmer.Stemmer("english")
    return stemmer


@lru_cache(maxsize=1)
def _cutter() -> object:
    import rjieba

    return rjieba


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Give the light stem of one lower-case word; a word of another script or with a digit stays as it is."""
    if not word.isascii() or not word.isalpha():
        return word
    return _english().stemWord(word)


def words(text: str) -> list[str]:
    """Give the words of a text in order, repeats included: stems, Chinese words (with a `w` mark) and pairs."""
    return list(_walk(text))


def content_words(text: str) -> list[str]:
    """Give the words that carry meaning: `words` without the commonest function words of both languages."""
    return list(_walk(text, drop=True))


def _walk(text: str, *, drop: bool = False) -> Iterator[str]:
    folded = unicodedata.normalize("NFKC", text[:MAX_CHARS]).casefold()
    for match in _RUN.finditer(folded):
        run = match[0]
        if not _IS_CJK.match(run):
            word = run.removesuffix("'s").removesuffix("’s").replace("'", "").replace("’", "")
            if word and not (drop and word in _ENGLISH_STOP):
                yield stem(word)
        elif _IS_HAN.match(run):
            yield from _han(run, drop)
        else:
            yield from (run[i : i + 2] for i in range(max(1, len(run) - 1)))


def _han(run: str, drop: bool) -> Iterator[str]:
    cut = _cutter()
    for word in cut.cut_for_search(run):  # type: ignore[attr-defined]  # rjieba is untyped
        if not (drop and word in _CHINESE_STOP):
            yield "w" + word
    for i in range(len(run) - 1):
        yield run[i : i + 2]
