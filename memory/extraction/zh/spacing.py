"""Chinese text as the rules read it: without the blanks that many people put between Chinese and Latin letters.

「我叫 Tom」 and 「我叫Tom」 are one sentence. What is found in it is given back in the user's own spelling.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_HAN = r"[\u3400-\u9fff]"
_BLANK = re.compile(
    rf"(?<={_HAN})[ \t\u3000\xa0]+(?!(?:[Ii]|[Mm]y|[Ww]e|[Tt]he)\b)(?=[\w'\"“「《])(?!{_HAN})"
    rf"|(?<=[\w'\"”」》])(?<!{_HAN})[ \t\u3000\xa0]+(?={_HAN})"
    rf"|(?<=叫|是)[ \t\u3000\xa0]+(?={_HAN})"
)
"""Beside a Latin letter, or between a name and what leads to it; between two Chinese words a blank parts clauses."""


@dataclass(frozen=True, slots=True)
class Closed:
    """A text without those blanks."""

    text: str
    spelt: str
    """As the user wrote it."""
    places: tuple[int, ...]
    """For each character of `text` its place in `spelt`."""

    def spelling(self, words: str) -> str:
        """Give words of `text` as the user spelt them; words that are not in it come back as they are."""
        at = self.text.find(words) if words else -1
        if at < 0:
            return words
        return self.spelt[self.places[at] : self.places[at + len(words) - 1] + 1]


def chinese_first(text: str) -> bool:
    """True for a Chinese sentence: one whose first letter is."""
    first = re.search(r"[A-Za-z\u3400-\u9fff]", text)
    return first is not None and not first[0].isascii()


def closed_up(text: str) -> Closed:
    """Give the text without the blanks beside Chinese characters."""
    gone = {place for blank in _BLANK.finditer(text) for place in range(*blank.span())}
    places = tuple(place for place in range(len(text)) if place not in gone)
    return Closed("".join(text[place] for place in places), text, places)
