"""Finds what is worth remembering in what the user said, and keeps out what must not be stored.

By rules in Chinese and English without a model (`extract`), by structured output with one (`extraction_request`,
`parse_extraction`). Only the user's own statements count, never the system prompt, recalled text or the
assistant's words.
"""

from __future__ import annotations

from memory.extraction.candidate import Candidate
from memory.extraction.rules import extract
from memory.extraction.screen import Screened, quotation, screen

__all__ = ["Candidate", "Screened", "extract", "quotation", "screen"]
