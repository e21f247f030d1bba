"""Whom a memory is about: one name for each, however it was written."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

_OWNER = re.compile(r"^(?:the )?(?:user|speaker|me|i|myself|self)(?:'s)?$|^(?:用户|使用者|本人|我|我自己|自己)$")
_WHICH = ("older", "younger", "oldest", "youngest", "eldest", "middle")
_POSSESSIVE = re.compile(r"^(?:(?:the user's|user's|my|our|the)\s+|(?:我|用户|我们|咱)(?:的|家的?)?)(?=.)")


def subject_named(subject: str) -> str:
    """Give the one name of a subject: `user` for whoever the memory belongs to, else the name in plain form."""
    plain = " ".join(unicodedata.normalize("NFKC", subject).casefold().replace("’", "'").split())
    if not plain or _OWNER.match(plain):
        return "user"
    return _POSSESSIVE.sub("", plain)


def subject_meant(subject: str, known: Collection[str]) -> str:
    """Give whom a bare "sister" means among these subjects: the older sister where no other sister is known."""
    plain = subject_named(subject)
    if plain in known or plain == "user":
        return subject
    more = {one for one in known if one.rpartition(" ")[2] == plain and one.rpartition(" ")[0] in _WHICH}
    return more.pop() if len(more) == 1 else subject
