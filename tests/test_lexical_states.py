"""Token states are read once, follow the words that they stand for, and go with the user."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from lexical_records import record

from memory.embeddings import LocalEmbeddings, local_model
from memory.lexical import Lexicon
from memory.lexical.states import States, token_states


def at(lexicon: Lexicon, ids: Sequence[str]) -> list[States | None]:
    index = lexicon.user("u")
    return lexicon.states_at("u", index, [index.slot_of[i] for i in ids])


def test_states_at_slots_are_those_of_the_words_and_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    lexicon = Lexicon(None)
    texts = {"x": "a red bicycle", "y": "两只猫"}
    lexicon.add("u", [record(text, id=i, position=n) for n, (i, text) in enumerate(texts.items())])
    read: list[list[str]] = []
    inner = lexicon.states

    def noted(user_id: str, ids: Sequence[str]) -> dict[str, States]:
        read.append(list(ids))
        return inner(user_id, ids)

    monkeypatch.setattr(lexicon, "states", noted)
    at(lexicon, ["x"])
    for found, text in zip(at(lexicon, ["x", "y"]), texts.values(), strict=True):
        assert found is not None
        assert np.array_equal(found.vectors, token_states([text])[0].vectors)
    assert read == [["x"], ["y"]]


def test_a_record_that_says_something_else_has_other_states() -> None:
    lexicon = Lexicon(None)
    for text in ("a red bicycle", "the old piano"):
        lexicon.add("u", [record(text, id="x")])
        (found,) = at(lexicon, ["x"])
        assert found is not None
        assert np.array_equal(found.pieces, token_states([text])[0].pieces)


def test_states_are_bounded_and_go_with_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memory.lexical.lexicon.MOST_STATES", 3)
    lexicon = Lexicon(None)
    lexicon.add("u", [record(f"word{n}", id=str(n), position=n) for n in range(5)])
    for n in range(5):
        at(lexicon, [str(n)])
        assert 0 < len(lexicon._states) <= 3
    lexicon.forget("u")
    assert not lexicon._states


def test_a_text_and_its_tokens_cost_one_pass_and_the_vector_is_the_encoders_own() -> None:
    texts = ["I moved to Lisbon in May, near the river.", "我妹妹对坚果过敏", "ok"]
    alone = LocalEmbeddings(max_cached_texts=8).embed_documents(texts)
    token_states([f"{text} " for text in texts])
    embedded = local_model().encode
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(local_model(), "encode", lambda given: pytest.fail(f"{given} was embedded once more"))
        beside = LocalEmbeddings().embed_documents([f"{text} " for text in texts])
    same = [embedded([f"{text} "])[0] for text in texts]
    assert np.abs(np.array(beside) - np.array(same)).max() < 1e-6
    assert [round(float(np.dot(a, b)), 1) for a, b in zip(alone, beside, strict=True)] == [1.0, 1.0, 1.0]


def test_what_is_remembered_of_texts_has_an_end() -> None:
    from memory import embeddings
    from memory.lexical import states

    for first in range(0, 3000, 500):
        token_states([f"text number {n}" for n in range(first, first + 500)])
    assert len(embeddings._vectors) == embeddings._CACHED_TEXTS
    assert len(states._known) == states._MOST_KNOWN
