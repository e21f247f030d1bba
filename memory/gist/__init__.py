"""What a statement is about, with the words of saying it taken away: for comparing two statements, in two languages.

`sayings` are the words and turns of phrase, `bilingual` the things that have a name in both languages, `reading` reads.
"""

from memory.gist.reading import (
    Gist,
    begins,
    covered,
    exact,
    gist,
    named_beside,
    named_gist,
    normalised,
    overlap,
    same_things,
    things,
)

__all__ = [
    "Gist",
    "begins",
    "covered",
    "exact",
    "gist",
    "named_beside",
    "named_gist",
    "normalised",
    "overlap",
    "same_things",
    "things",
]
