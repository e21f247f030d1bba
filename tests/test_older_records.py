"""What an earlier version stored is found, and held against what is new."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from langgraph.store.base import PutOp
from long_term_places import T0, Ticking
from word_embeddings import WordEmbeddings

from memory.chroma_store import ChromaStore
from memory.extraction import Candidate
from memory.long_term import LongTermMemory
from memory.record import FILTERED

FIRST: dict[str, Any] = {
    "schema": 1, "id": "a" * 32, "user_id": "u", "kind": "profile", "text": "I work at Acme", "subject": "user",
    "attribute": "employer", "value": "Acme", "importance": 0.7, "created": T0.isoformat(), "updated": T0.isoformat(),
    "valid_from": T0.isoformat(), "valid_to": None, "superseded_by": "", "status": "current",
    "source": {"thread_id": "t", "message_ids": ["m0"], "speaker": "user", "position": 0, "episode_id": ""},
    "context": "", "times_used": 0, "last_used": None, "pinned": False, "links": [], "key": "I work at Acme",
    "episode": "",
}  # fmt: skip
"""A row of the first version, as it lay in the store: nothing that a later one derives may be asked of it."""


def test_a_record_of_the_first_version_is_listed_found_and_replaced(tmp_path: Path) -> None:
    other = {**FIRST, "id": "b" * 32, "text": "I own a kite", "key": "I own a kite", "attribute": "", "kind": "fact"}
    with ChromaStore.at(tmp_path, embeddings=WordEmbeddings()) as store:  # that version named no tags
        store.batch([PutOp(("bethink", "u", "records"), row["id"], row) for row in (FIRST, other)])
    with ChromaStore.at(tmp_path, embeddings=WordEmbeddings(), tagged=FILTERED) as store:
        clock = Ticking()
        memory = LongTermMemory(store, user_id="u", clock=clock)
        assert {r.text for r in memory.current()} == {"I work at Acme", "I own a kite"}
        assert [r.id for r in memory.find("own a kite")][:1] == [other["id"]]
        clock.forward(days=1)
        moved = Candidate(
            text="I work at Zenith", kind="profile", attribute="employer", value="Zenith", message_id="m2"
        )
        again = Candidate(text="I own a kite", message_id="m2")
        written = memory.absorb(episodes=[], candidates=[moved, again], turn_id="2")
        assert [w.action for w in written] == ["superseded", "reinforced"]
        assert {r.text for r in memory.current()} == {"I work at Zenith", "I own a kite"}
