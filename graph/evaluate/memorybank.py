"""MemoryBank (Zhong et al., 2023): fifteen users who talk with an assistant for ten days, in Chinese and English.

The files come from the authors' repository zhongwanjun/MemoryBank-SiliconFriend (MIT): `memorybank_<language>.json`,
`memorybank_questions_<language>.jsonl`, and labels of our own beside them, `memorybank_labels.json`: a question's
evidence is the exchanges (day.exchange) that answer it. Both halves of an exchange are memories of their own.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from graph.evaluate.collection import Collection, Question
from memory.errors import ImportFormatError
from memory.long_term import Utterance

LANGUAGES = ("zh", "en")


def read_memorybank(directory: Path | str, *, language: str, asked_in: str | None = None) -> list[Collection]:
    """Give the users of one language, asked in the same or in the other one.

    Raises:
        ImportFormatError: a file is missing, or is not MemoryBank's.
    """
    folder, asked = Path(directory), asked_in or language
    try:
        users = json.loads((folder / f"memorybank_{language}.json").read_text(encoding="utf-8"))
        lines = (folder / f"memorybank_questions_{asked}.jsonl").read_text(encoding="utf-8").splitlines()
        questions = [next(iter(json.loads(line).values())) for line in lines if line.strip()]
        labels = json.loads((folder / "memorybank_labels.json").read_text(encoding="utf-8"))["labels"]
        evidence = {(row["user"], row["question"]): frozenset(row["gold_exchanges"]) for row in labels}
        return [
            _collection(number, name, user["history"], questions[number], evidence)
            for number, (name, user) in enumerate(users.items())
        ]
    except FileNotFoundError as error:
        raise ImportFormatError(
            f"{error.filename} does not exist; expected MemoryBank's files and labels in {folder}; "
            "get them from https://github.com/zhongwanjun/MemoryBank-SiliconFriend"
        ) from error
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise ImportFormatError(
            f"{folder} cannot be read as MemoryBank ({error!r}); expected its files unchanged; fetch them again"
        ) from error


def _collection(
    number: int,
    name: str,
    history: dict[str, list[dict[str, Any]]],
    questions: list[str],
    evidence: dict[tuple[int, int], frozenset[str]],
) -> Collection:
    utterances: list[Utterance] = []
    unit_of: dict[str, str] = {}
    began = datetime(1970, 1, 1, tzinfo=UTC)
    for day, (date, exchanges) in enumerate(history.items()):
        began = datetime.fromisoformat(date).astimezone()
        before = ""
        for place, exchange in enumerate(exchanges):
            for half, speaker in enumerate(("user", "assistant")):
                text = exchange["query" if speaker == "user" else "response"]
                message = f"{day}.{place}.{speaker}"
                unit_of[message] = f"{day}.{place}"
                utterances.append(
                    Utterance(
                        text=text,
                        speaker=speaker,
                        said_at=began + timedelta(seconds=2 * place + half),
                        thread_id=f"day {day}",
                        message_id=message,
                        position=2 * place + half,
                        context=before,
                    )
                )
                before = text
    units = frozenset(unit_of.values())
    asked = [
        Question(text=text, evidence=found & units)
        for place, text in enumerate(questions)
        if (found := evidence.get((number, place), frozenset())) & units
    ]
    return Collection(
        name=name,
        utterances=tuple(u for u in utterances if u.text.strip()),
        unit_of=unit_of,
        questions=tuple(asked),
        asked_at=began + timedelta(days=1),
    )
