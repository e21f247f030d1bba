"""What a wish to forget means, of all that is known."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from memory.attributes import Attribute, attribute_named
from memory.conflict.chinese import names_it
from memory.conflict.decision import Decision
from memory.conflict.known import Known, are_rivals, meant, stance_of, words_of
from memory.gist import Gist, covered, gist, named_beside, same_things

MEANT = 0.34
"""The share of a known statement's words that a wish to forget must cover to mean it."""
_MINE = re.compile(r"\s*(?:(?:my|our|the|all my)\b|我的|我们的|咱的|所有)", re.IGNORECASE)


_BARE = re.compile(r"(?i)\s*i \w+\W*")
"""A wish that names a doing alone: "how much I earn"."""


def forgetting(
    said: Gist,
    wish: str,
    wish_names: frozenset[str],
    same: list[Known],
    name: str,
    attribute: Attribute | None,
    attributes: Mapping[str, Attribute],
) -> Decision:
    """What the wish names goes; a wish that names only an attribute ("my phone number") takes all of it."""
    hits: list[Known] = []
    for k in same:
        theirs = attribute_named(k.record.attribute, attributes)
        if attribute is not None and not are_rivals(k.record.attribute, name, attribute, attributes):
            continue
        if attribute is not None and not wish_names:
            hits.append(k)
            continue
        known = meant(k.record.text, k.record.value, words_of(theirs))
        agrees = not (theirs and theirs.stance and said.liking) or said.liking == stance_of(known, theirs.stance)
        named = same_things(said.things, known.things) or covered(said.things, known.things) >= MEANT
        named = named or covered(said.things, gist(k.record.text).things) >= MEANT
        named = named or (bool(_BARE.fullmatch(wish)) and said.things <= gist(k.record.text).things)
        if agrees and (named or names_it(said.things, k.record.attribute)):
            hits.append(k)
    if not hits:
        return Decision(action="ignored", attribute=name, reason="nothing known matches the wish to forget")
    first, *rest = (k.record for k in hits)
    return Decision(action="forgotten", target=first, others=tuple(rest), attribute=name, reason="asked to forget it")


def attribute_meant(text: str, held: Collection[str], attributes: Mapping[str, Attribute]) -> Attribute | None:
    """Give the attribute that a text names and nothing else, of those that something is known of: "my phone number"."""
    rows = (row for row in attributes.values() if row.name in held)
    return next((row for row in rows if _MINE.match(text) and not named_beside(text, words_of(row))), None)
