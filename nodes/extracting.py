"""Ask what a turn states that is worth keeping: the model where it is to be asked, the rules where it fails."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from langchain_core.messages import BaseMessage

from memory.errors import ExtractionUnreadable
from memory.extraction import Candidate, extract, extraction_request, parse_extraction, task_experience
from nodes.asking import NoAnswer, Questions
from nodes.services import Services

log = logging.getLogger(__name__)

ATTEMPTS = 2
"""A model whose reply cannot be read is asked once more."""


class Extraction(list[Candidate]):
    """The candidates of a turn, and whether the model's own could not be had."""

    unreadable: bool = False


def extracting(messages: Sequence[BaseMessage], services: Services) -> Questions[Extraction]:
    """Give the turn's candidates. What a model's reply misses, the rules still find; an unreadable reply is counted."""
    now = services.clock()
    found = Extraction(extract(messages, now=now))
    if services.model_extracts:
        try:
            proposed = yield from _by_model(messages)
        except (ExtractionUnreadable, NoAnswer) as failed:
            log.warning("the model's extraction could not be had, rules were used: %s", failed)
            found.unreadable = True
        else:
            found[:] = merged(proposed, found)
    if (experience := task_experience(messages)) is not None:
        found.append(experience)
    return found


def merged(proposed: Sequence[Candidate], by_rules: Sequence[Candidate]) -> list[Candidate]:
    """Give the model's candidates, and the rules' that it missed, told by subject and attribute or by quote."""
    about = {(c.subject, c.attribute) for c in proposed if c.attribute}
    quotes = {c.quote.strip() for c in proposed if c.quote.strip()}
    missed = [c for c in by_rules if (c.subject, c.attribute) not in about and c.quote.strip() not in quotes]
    return [*proposed, *missed]


def _by_model(messages: Sequence[BaseMessage]) -> Questions[list[Candidate]]:
    request = extraction_request(messages, ())
    for attempt in range(ATTEMPTS):
        reply = yield request
        try:
            return parse_extraction(reply, messages)
        except ExtractionUnreadable:
            if attempt + 1 == ATTEMPTS:
                raise
    return []
