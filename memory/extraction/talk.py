"""What the clauses of one message leave open for the next: whom they spoke about, and what of."""

from __future__ import annotations

from dataclasses import dataclass, field

from memory.extraction.people import attribute_of, relation_named, subject_of
from memory.extraction.predicate import Match, Predicate

NOBODY = "?"
"""The subject of clauses that go on about somebody unnamed: 「我知道他喜欢旅游，喜欢画画」."""


@dataclass(slots=True)
class Talk:
    """What earlier clauses of the same message leave open."""

    subject: str = "user"
    """Whom the next clause is about when it does not say."""
    third: str = ""
    """The last person spoken of, for "she" and 「他」."""
    label: str = ""
    """That person in the user's words: "my sister Anna"."""
    names: dict[str, str] = field(default_factory=dict)
    """The names told in this message, by relation."""
    topic: str = ""
    """What was just spoken of, for predicates that need it: `job` or `home`."""
    thing: str = ""
    """What was just said to be liked or not, for "them"."""
    sentence: int = -1
    before: str = ""
    """The clause before, in this message."""
    told: bool = False
    """Whether the clause before told something, so that a bare 「叫…」 goes on with it."""
    open: str = ""
    """What the clause before brought up, to be named in the next: a relation's word, or `pet`."""

    def name_of(self, relation: str) -> str:
        """Give the name of the person of this relation, where this message told it."""
        return self.names.get(relation_named(relation), "")

    def speak_of(self, relation: str, name: str, label: str) -> str:
        """Make this person the one that is spoken of, and give the subject they are known by."""
        self.subject = self.third = subject_of(relation, name)
        self.label = label
        if name:
            self.names[relation_named(relation)] = name
        return self.subject


def introduced(relation: str, name: str, start: int, end: int, text: str) -> Match:
    """Give what naming a person of this relation tells about the user."""
    row = Predicate(attribute=attribute_of(relation), whole=True, importance=0.7)
    return Match(predicate=row, value=name, subject="user", attribute=row.attribute, start=start, end=end, text=text)
