"""The order of talk holds for any records, said and derived, in any sessions."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from lexical_records import record

from memory.lexical import Lexicon
from memory.record import Kind


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from("ab"), st.integers(-1, 6), st.sampled_from(("episode", "fact"))), max_size=14)
)
def test_a_fact_hangs_on_the_last_thing_said_before_it_in_its_session(told: list[tuple[str, int, Kind]]) -> None:
    lexicon = Lexicon(None)
    records = [
        record(f"word{n}", id=str(n), thread=thread, position=position, kind=kind)
        for n, (thread, position, kind) in enumerate(told)
    ]
    lexicon.add("u", records)
    index = lexicon.user("u")
    order = index.order()
    hung = {index.ids[s]: index.ids[order.slots[a]] for s, a in zip(order.hanging, order.anchors, strict=True)}
    said = [index.ids[s] for s in order.slots]
    for one in records:
        here = [r for i in said for r in records if r.id == i and r.source.thread_id == one.source.thread_id]
        if one.kind == "fact" and here:
            before = [r for r in here if r.source.position <= one.source.position]
            assert hung.pop(one.id) == (before[-1] if before else here[0]).id
    assert hung == {}
