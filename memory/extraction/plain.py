"""Sees a text as a reader would: without the tricks that hide words from a filter.

Full-width letters, look-alike letters of other alphabets, zero-width and direction characters, combining marks
and tag characters are what attempts on other systems used.
"""

from __future__ import annotations

import unicodedata

_LOOK_ALIKE = str.maketrans(
    "аеорсухіјѕԁɡһԛѡАВЕКМНОРСТХІЈЅαβεικνορτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧıɩℓ∣",
    "aeopcyxijsdghqwABEKMHOPCTXIJSabeiknoptuxABEZHIKMNOPTYXiill",
)
"""Letters of the Cyrillic and Greek alphabets that are drawn like Latin ones (Unicode TR39, the common part)."""


def plain(text: str) -> tuple[str, list[int]]:
    """Give the text as it is read, and for each of its characters the place in the original."""
    if text.isascii():  # nothing to see through, and most English is
        return text, list(range(len(text)))
    out: list[str] = []
    places: list[int] = []
    latin = any("a" <= c.lower() <= "z" for c in text)
    for place, char in enumerate(text):
        code = ord(char)
        if 0xE0000 <= code <= 0xE007F:  # tag characters: invisible ASCII
            char = chr(code - 0xE0000) if 0xE0020 <= code < 0xE007F else ""
        elif unicodedata.category(char) in ("Cf", "Mn", "Me", "Cs", "Co"):
            continue
        else:
            char = unicodedata.normalize("NFKC", char)
            if latin or code in range(0x370, 0x530):
                char = char.translate(_LOOK_ALIKE)
        for piece in char:
            if unicodedata.category(piece) in ("Mn", "Me"):
                continue
            out.append(piece)
            places.append(place)
    return "".join(out), places
