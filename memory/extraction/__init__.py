"""Finds what is worth remembering in what the user said, and keeps out what must not be stored.

By rules in Chinese and English without a model (`extract`), by structured output with one (`extraction_request`,
`parse_extraction`). Only the user's own statements count, never the system prompt, recalled text or the
assistant's words.
"""

from __future__ import annotations

from memory.extraction.candidate import Candidate
from memory.extraction.experience import task_experience
from memory.extraction.model import ExtractedFacts, Parsed, extraction_request, parse_extraction
from memory.extraction.rules import extract
from memory.extraction.screen import Screened, quotation, screen

__all__ = [
    "Candidate",
    "ExtractedFacts",
    "Parsed",
    "Screened",
    "extract",
    "extraction_request",
    "parse_extraction",
    "quotation",
    "screen",
    "task_experience",
]
