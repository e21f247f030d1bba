"""What recall finds, and what evidence the injected tokens hold, beside plain dense search and BM25 in the same run.

    python tests/benchmarks/quality.py                       # a made talk of 60 questions, or LoCoMo where it is
    LOCOMO=path/to/locomo10.json python tests/benchmarks/quality.py

LoCoMo (Maharana et al., 2024) may not be copied into a project of another licence: `locomo10.json` is taken from where
`LOCOMO` names it, or from a folder `shared/data` beside the checkout. Without it a made talk is asked, which every
system finds easy: it shows that the path works, and its figures say little.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from graph.evaluate import evaluate_locomo

BESIDE = Path(__file__).resolve().parents[3] / "shared" / "data" / "locomo10.json"
QUICK = {"conversations": (6,)}
FULL = {"conversations": None}
CHARTS = [
    {"rows": "rows", "y": "recall_at_10", "by": "system", "title": "Evidence among the ten best"},
    {"rows": "rows", "y": "held_in_500_tokens", "by": "system", "title": "Evidence held in 500 injected tokens"},
]

PLACES = ("Lisbon", "Kyoto", "Oslo", "Lima", "成都", "昆明")
TOLD = (
    ("I adopted a grey cat in {p} and named her Miso.", "What is my pet from {p} called?"),
    ("My landlord in {p} wants 900 a month from January on.", "How much rent do I pay in {p}?"),
    ("The dentist in {p} moved me to Thursday at four.", "When do I see the dentist in {p}?"),
    ("At the market in {p} I get ill from anything with peanuts.", "What must I not eat at the market in {p}?"),
    ("Uncle Theo repairs violins in his shop in {p}.", "What does my uncle in {p} do for a living?"),
    ("我在{p}的时候每天早上喝龙井。", "我在{p}早上喝什么？"),
    ("{p}那家公司让我做测试主管。", "我在{p}的公司做什么工作？"),
    ("妹妹下个月在{p}结婚，婚礼在湖边。", "妹妹在{p}的婚礼在哪里办？"),
    ("In {p} the river path is closed, so I run in the old cemetery.", "Where do I go jogging in {p}?"),
    ("I left my blue umbrella with the porter in {p}.", "Who has my umbrella in {p}?"),
)
FILLER = ("How was your week?", "最近怎么样？", "It rained all day here.", "周末想去看电影。", "That sounds good.")


def made() -> dict[str, Any]:
    """Give a made talk over some months in LoCoMo's form: ten things told in each of six places, and asked later."""
    conversation: dict[str, Any] = {"speaker_a": "Mia", "speaker_b": "Sam"}
    asked = []
    for number, place in enumerate(PLACES, 1):
        said = []
        for n, (text, question) in enumerate(TOLD):
            said.append(("Sam", FILLER[(number + n) % len(FILLER)]))
            said.append(("Mia", text.format(p=place)))
            asked.append((question.format(p=place), f"D{number}:{len(said)}"))
        turns = [{"speaker": who, "dia_id": f"D{number}:{n}", "text": text} for n, (who, text) in enumerate(said, 1)]
        conversation[f"session_{number}"] = turns
        conversation[f"session_{number}_date_time"] = f"9:00 am on {number} {'March' if number % 2 else 'May'}, 2025"
    questions = [{"question": q, "answer": "", "evidence": [e], "category": 4} for q, e in asked]
    return {"conversation": conversation, "qa": questions}


def run(conversations: Sequence[int] | None = (6, 8, 9)) -> dict[str, Any]:
    """Ask LoCoMo's questions of these conversations (counted from 1; None: of all), or those of the made talk."""
    file = Path(os.environ.get("LOCOMO", BESIDE))
    if file.exists():
        found = evaluate_locomo(file, conversations=conversations)
        which = (
            "all ten conversations" if conversations is None else f"conversations {', '.join(map(str, conversations))}"
        )
        about = f"LoCoMo, {which}"
    else:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "made.json"
            path.write_text(json.dumps([made()]), encoding="utf-8")
            found = evaluate_locomo(path)
        about = "A made talk, which is easy: LoCoMo's own file was not there"
    held = {name: arm["overall"]["held"] for name, arm in found["budget"]["arms"].items()}
    rows = [
        {
            "system": "Bethink" if name == "recall" else name,
            **{key.replace("@", "_at_"): arm["overall"][key] for key in ("recall@5", "recall@10", "ndcg@10")},
            **{f"recall_at_10, {group}": of["recall@10"] for group, of in arm["by_category"].items()},
            "held_in_500_tokens": held.get(name),
        }
        for name, arm in found["arms"].items()
    ]
    return {"about": f"{about}: {found['questions']} questions, {found['memories']} memories.", "rows": rows}


def main() -> None:
    from graph.bench.tables import tables_in

    print("\n\n".join(tables_in(run())))


if __name__ == "__main__":
    main()
