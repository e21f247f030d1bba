"""The form in which values are stored."""

from __future__ import annotations

import contextlib
import zlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, SystemMessage, ToolMessage
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from memory.checkpoints.encryption import derive, encrypted
from memory.checkpoints.packing import Packing, pack_numbers, squeeze, unpack_numbers, unsqueeze
from memory.errors import CheckpointKeyError

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
MESSAGES: st.SearchStrategy[AnyMessage] = st.one_of(
    st.builds(HumanMessage, TEXTS, id=st.none() | TEXTS, additional_kwargs=st.dictionaries(TEXTS, JSON, max_size=2)),
    st.builds(SystemMessage, TEXTS),
    st.builds(ToolMessage, TEXTS, tool_call_id=TEXTS, status=st.sampled_from(["success", "error"])),
    st.builds(
        AIMessage,
        TEXTS,
        tool_calls=st.lists(
            st.fixed_dictionaries({"name": TEXTS, "args": st.dictionaries(TEXTS, JSON, max_size=2), "id": TEXTS}),
            max_size=2,
        ),
    ),
)
PLAIN = Packing(JsonPlusSerializer(allowed_msgpack_modules=None))
KEYS = derive("a secret", b"salt")
SEALED = Packing(encrypted(JsonPlusSerializer(allowed_msgpack_modules=None), KEYS[0]), KEYS[1])


@given(st.lists(st.integers(-(2**62), 2**62)))
def test_numbers_come_back_as_they_were(numbers: list[int]) -> None:
    assert unpack_numbers(pack_numbers(numbers)) == numbers


def test_neighbouring_numbers_cost_a_byte_each() -> None:
    assert len(pack_numbers(range(1000, 1800))) < 810


@given(st.binary(max_size=2000))
def test_bytes_come_back_as_they_were(data: bytes) -> None:
    assert unsqueeze(squeeze(data)) == data


@given(st.binary(min_size=20, max_size=200), st.data())
def test_bytes_that_changed_never_pass_for_what_was_stored(data: bytes, draw: st.DataObject) -> None:
    packed = bytearray(squeeze(data))
    place = draw.draw(st.integers(0, len(packed) - 1))
    packed[place] ^= 1 << draw.draw(st.integers(0, 7))
    with contextlib.suppress(zlib.error):
        assert unsqueeze(bytes(packed)) == data  # a few bits of the frame mean nothing
    with pytest.raises(zlib.error):
        unsqueeze(squeeze(data)[:-1])


@pytest.mark.parametrize("packing", [PLAIN, SEALED], ids=["plain", "sealed"])
@settings(deadline=None)
@given(value=st.one_of(JSON, st.lists(MESSAGES, max_size=5)))
def test_values_come_back_as_they_were(packing: Packing, value: Any) -> None:
    shape, pieces = packing.cut(value)
    opened = [packing.open(p.name, *packing.seal(p.type, p.plain)) for p in pieces]
    assert packing.join(shape, opened) == value
    assert packing.load(*packing.dump(value)) == value


@settings(deadline=None)
@given(MESSAGES, MESSAGES)
def test_pieces_have_one_name_exactly_when_they_are_equal(one: AnyMessage, other: AnyMessage) -> None:
    ((first,), (second,)) = (PLAIN.cut([message])[1] for message in (one, other))
    assert (first.name == second.name) == (first.plain == second.plain)
    ((sealed,),) = (SEALED.cut([one])[1],)
    assert sealed.name != first.name


def test_a_message_costs_little_beyond_its_text() -> None:
    message = HumanMessage("我想坐靠窗的位置", id="2f6e3a1c-5b0d-4c68-9a51-8f0f6f4f2c11")
    (piece,) = PLAIN.cut([message])[1]
    assert len(piece.plain) > 180
    assert len(PLAIN.seal(piece.type, piece.plain)[1]) < 95


def test_a_key_can_be_any_text_but_an_empty_one() -> None:
    assert derive("密钥", b"salt") == derive("密钥".encode(), b"salt")
    assert derive("密钥", b"salt") != derive("密钥", b"other salt")
    with pytest.raises(CheckpointKeyError):
        derive("", b"salt")
