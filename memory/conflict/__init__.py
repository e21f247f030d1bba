"""Latest truth: what a new statement does to what is already known, decided without asking anybody.

`decision` is what is decided about and the outcome, `deciding` decides: `several` where several things hold at once,
`changing` where the words name no attribute, `implied` across attributes, `dropping` a wish to forget. `ATTRIBUTES` say
what holds one value at once.
"""

from memory.attributes import ATTRIBUTES, Attribute, attribute_named, canonical
from memory.conflict.deciding import decide
from memory.conflict.decision import Action, Claim, Decision
from memory.conflict.implied import TOUCHED
from memory.subjects import subject_named

__all__ = [
    "ATTRIBUTES",
    "TOUCHED",
    "Action",
    "Attribute",
    "Claim",
    "Decision",
    "attribute_named",
    "canonical",
    "decide",
    "subject_named",
]
