"""LoCoMo (Maharana et al., 2024): ten long conversations between two people, and questions with their evidence.

The file, `locomo10.json`, comes from the authors' repository snap-research/locomo under CC BY-NC 4.0; it is read where
it lies and never copied. A turn that shares a picture is read with the picture's caption, as the authors do.
"""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from graph.evaluate.collection import Collection, Question
from memory.errors import ImportFormatError
from memory.long_term import Utterance

SOURCE = "https://github.com/snap-research/locomo (data/locomo10.json)"
CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
TUNED = 5
"""Weights were chosen on the first five conversations; the rest are reported apart."""
_TURN = re.compile(r"D\s*:?\s*(\d+)\s*:\s*(\d+)")


def read_locomo(path: Path | str) -> list[Collection]:
    """Give the conversations of the file. Evidence is parsed leniently; what names no turn is dropped.

    Raises:
        ImportFormatError: there is no such file, or it is not LoCoMo's.
    """
    try:
        samples = json.loads(Path(path).read_text(encoding="utf-8"))
        return [_collection(number, sample) for number, sample in enumerate(samples, 1)]
    except FileNotFoundError as error:
        raise ImportFormatError(f"{path} does not exist; expected LoCoMo's file; get it from {SOURCE}") from error
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ImportFormatError(
            f"{path} cannot be read as LoCoMo's file ({error!r}); expected locomo10.json; get it from {SOURCE}"
        ) from error


def _collection(number: int, sample: dict[str, Any]) -> Collection:
    talk = sample["conversation"]
    sessions = sorted(int(m[1]) for key in talk if (m := re.fullmatch(r"session_(\d+)", key)))
    utterances: list[Utterance] = []
    last = datetime(1970, 1, 1, tzinfo=UTC)
    for session in sessions:
        began = datetime.strptime(talk[f"session_{session}_date_time"], "%I:%M %p on %d %B, %Y").astimezone()
        last = max(last, began)
        before = ""
        for position, turn in enumerate(talk[f"session_{session}"]):
            caption = turn.get("blip_caption")
            text = f"{turn['text']} [shares {caption}]" if caption else turn["text"]
            utterances.append(
                Utterance(
                    text=text,
                    speaker=turn["speaker"],
                    said_at=began + timedelta(seconds=position),
                    thread_id=f"session {session}",
                    message_id=turn["dia_id"],
                    position=position,
                    context=before,
                )
            )
            before = f"{turn['speaker']}: {text}"
    known = {u.message_id for u in utterances}
    half = "tuned" if number <= TUNED else "held-out"
    questions = [
        Question(text=qa["question"], evidence=evidence, groups=(CATEGORIES[qa["category"]], half))
        for qa in sample["qa"]
        if (evidence := _evidence(qa.get("evidence", ()), known))
    ]
    return Collection(
        name=f"conversation {number}",
        utterances=tuple(utterances),
        unit_of={u.message_id: u.message_id for u in utterances},
        questions=tuple(questions),
        asked_at=last + timedelta(days=1),
    )


def _evidence(named: list[str], known: set[str]) -> frozenset[str]:
    found = {f"D{int(m[1])}:{int(m[2])}" for item in named for m in _TURN.finditer(str(item))}
    return frozenset(found & known)
