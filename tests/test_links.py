"""Records that belong together are linked, walked, drawn and handed on."""

from __future__ import annotations

import importlib.util
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langgraph.store.base import BaseStore
from long_term_places import PLACES, T0, Ticking

from memory.extraction.candidate import Candidate
from memory.links import (
    FAN_OUT,
    link,
    links_of,
    names_in,
    neighbours,
    to_cypher,
    to_graphml,
    to_mermaid,
    to_png,
    to_svg,
)
from memory.links.export import literal
from memory.long_term import LongTermMemory, Utterance
from memory.record import MemoryRecord, Source


def record(n: int, text: str = "x", **changes: object) -> MemoryRecord:
    plain = MemoryRecord(
        id=f"{n:04}", user_id="u", kind="fact", text=text, subject="user", created=T0, updated=T0, valid_from=T0
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def whys(*records: MemoryRecord) -> set[tuple[str, str, str]]:
    return {(x.one, x.other, x.why) for x in link(records).links}


def test_records_about_the_same_person_are_linked_and_those_about_the_user_are_not() -> None:
    assert whys(record(1, subject="Anna"), record(2, subject="my anna"), record(3), record(4)) == {
        ("0001", "0002", "subject")
    }


def test_records_that_name_the_same_name_are_linked_in_both_languages() -> None:
    anna = record(1, "My sister is a doctor", subject="Anna")
    assert ("0001", "0002", "name") not in whys(anna, record(2, "The weather is fine"))
    assert whys(record(1, "We met Anna Lee there"), record(2, "Yesterday Anna Lee called")) == {
        ("0001", "0002", "name")
    }
    assert whys(record(3, "是医生", subject="王芳"), record(4, "周末要和王芳吃饭")) == {("0003", "0004", "name")}
    assert whys(record(5, "在读《三体》"), record(6, "《三体》读完了")) == {("0005", "0006", "name")}


def test_records_that_rest_on_the_same_words_are_linked_with_them() -> None:
    source = Source(episode_id="0009", message_ids=("m",))
    assert whys(record(1, source=source), record(2, source=source), record(9, kind="episode")) == {
        ("0001", "0002", "source"),
        ("0001", "0009", "source"),
        ("0002", "0009", "source"),
    }


def test_what_replaced_what_and_what_somebody_linked_are_links() -> None:
    assert whys(record(1, superseded_by="0002"), record(2, links=("0003", "nobody")), record(3)) == {
        ("0001", "0002", "replaced"),
        ("0002", "0003", "explicit"),
    }


def test_common_words_at_the_start_of_a_sentence_are_no_names() -> None:
    assert names_in(record(1, "The cat sleeps. She is old. On Monday I met Li Wei.")) == {"li wei"}


@settings(max_examples=30, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(["user", "Anna", "Bo"]), st.sampled_from(["a Rex", "met Mia Lo", "z"])), max_size=60
    )
)
def test_no_record_has_more_links_than_the_fan_out_and_the_order_given_does_not_matter(
    rows: list[tuple[str, str]],
) -> None:
    records = [record(n, text, subject=subject) for n, (subject, text) in enumerate(rows)]
    graph = link(records)
    pairs = {(x.one, x.other) for x in graph.links}
    assert all(n <= FAN_OUT for n in Counter(end for pair in pairs for end in pair).values())
    assert all(one != other for one, other in pairs)
    assert link(records[::-1]) == graph


def test_a_record_that_everything_is_linked_to_keeps_its_strongest_links() -> None:
    hub = record(0, links=tuple(f"{n:04}" for n in range(1, 20)))
    graph = link([hub, *(record(n, superseded_by="0000" if n > 17 else "") for n in range(1, 20))])
    others = {x.other for x in graph.links}
    assert len(others) == FAN_OUT
    assert {"0018", "0019"} <= others


@pytest.fixture(params=PLACES, ids=lambda place: place.__name__)
def memory(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[LongTermMemory]:
    with request.param(tmp_path) as store:
        yield filled(store)


def filled(store: BaseStore) -> LongTermMemory:
    memory = LongTermMemory(store, user_id="u", clock=Ticking())
    memory.absorb(
        episodes=[
            Utterance(
                text="My sister Anna lives in Rome and loves opera", speaker="user", said_at=T0, thread_id="t",
                message_id="m", position=0,
            )
        ],
        candidates=[
            Candidate(text="Anna lives in Rome", subject="Anna", attribute="home", value="Rome", message_id="m"),
            Candidate(text="Anna loves opera", subject="Anna", attribute="likes", value="opera", message_id="m"),
        ],
        turn_id="1",
    )  # fmt: skip
    memory.remember("User owns a kite")
    other = LongTermMemory(store, user_id="u1", clock=Ticking())
    other.remember("Anna keeps bees", subject="Anna")
    return memory


def test_one_step_finds_what_belongs_with_a_record_and_nobody_elses(memory: LongTermMemory) -> None:
    (home,) = memory.current(attribute="home")
    found = neighbours(memory.scope, home)
    assert {x.record.text for x in found} == {"Anna loves opera", "My sister Anna lives in Rome and loves opera"}
    assert neighbours(memory.scope, memory.find("kite")[0]) == []
    assert len(neighbours(memory.scope, home, k=1)) == 1


def test_one_step_from_an_episode_finds_the_facts_that_rest_on_it(memory: LongTermMemory) -> None:
    (episode,) = memory.current(kind="episode")
    assert {x.record.text for x in neighbours(memory.scope, episode)} >= {"Anna lives in Rome", "Anna loves opera"}


def test_a_users_graph_holds_facts_and_on_request_episodes(memory: LongTermMemory) -> None:
    assert len(links_of(memory.scope).records) == 3
    assert len(links_of(memory.scope, episodes=True).records) == 4
    assert len(links_of(memory.scope, max_records=1).records) == 1


HOSTILE = [
    'a"]; click n0 "javascript:alert(1)"',
    "'}) DETACH DELETE n //",
    "\\' OR 1=1 //",
    "\\u0027}) MATCH (n) DETACH DELETE n //",
    "<script>alert(1)</script>&amp;]]>",
    "end\nsubgraph x\n%% comment",
    "王芳`$\\alpha$` \x00\x07\ufffe",
    "line\u2028break",
]


def hostile_graph() -> list[MemoryRecord]:
    return [record(n, text, subject=text, value=text, attribute="likes") for n, text in enumerate(HOSTILE * 2)]


def test_no_text_leaves_its_label_in_mermaid() -> None:
    lines = to_mermaid(link(hostile_graph())).splitlines()
    shape = re.compile(
        r'graph LR|    (n\d+\["[^"<>`\[\]{}|\\]*"\]:::\w+|n\d+ ---\|"[^"<>`\[\]{}|\\]*"\| n\d+|classDef \w+ \S+)'
    )
    assert all(shape.fullmatch(line) for line in lines)


def test_no_text_leaves_its_place_in_svg_and_graphml() -> None:
    import networkx

    graph = link(hostile_graph())
    root = ET.fromstring(to_svg(graph))
    assert {element.tag.split("}")[1] for element in root.iter()} == {
        "svg",
        "rect",
        "line",
        "title",
        "g",
        "circle",
        "text",
    }
    back = networkx.parse_graphml(to_graphml(graph))
    assert len(back.nodes) == len(graph.records)
    assert back.nodes["0004"]["text"] == HOSTILE[4]


def statements(cypher: str, *, escapes_first: bool) -> str:
    """Leave out what is inside string literals, unicode escapes resolved before (as Neo4j did) or left alone."""
    text = re.sub(r"\\u([0-9a-fA-F]{4})", lambda m: chr(int(m[1], 16)), cypher) if escapes_first else cypher
    return re.sub(r"'(?:[^'\\]|\\.)*'", "''", text, flags=re.DOTALL)


@pytest.mark.parametrize("escapes_first", [False, True])
def test_no_text_leaves_its_literal_in_cypher(escapes_first: bool) -> None:
    outside = statements(to_cypher(link(hostile_graph())), escapes_first=escapes_first)
    assert "'" not in outside.replace("''", "")
    for word in ("DELETE", "OR 1", "script", "click", "//"):
        assert word not in outside
    assert all(line.startswith(("MERGE (m:Memory", "MATCH (a:Memory")) for line in outside.splitlines())


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet=st.sampled_from("\\'u0027\n\"` \u2028王x;{}"), max_size=12))
def test_a_literal_is_one_expression_whatever_the_text(text: str) -> None:
    assert statements(literal(text), escapes_first=False) == "''"
    assert statements(literal(text), escapes_first=True) == "''"


def test_the_same_graph_is_drawn_the_same() -> None:
    graph = link(hostile_graph())
    assert to_svg(graph) == to_svg(graph)
    assert to_svg(link([])).startswith("<svg")
    assert to_mermaid(link([])) == "graph LR\n"


@pytest.mark.skipif(importlib.util.find_spec("matplotlib") is None, reason="needs matplotlib")
def test_a_png_is_drawn_with_hostile_and_chinese_text() -> None:
    assert to_png(link(hostile_graph())).startswith(b"\x89PNG")
    assert to_png(link([])).startswith(b"\x89PNG")


def test_graphml_is_read_back_by_networkx() -> None:
    import networkx

    graph = link([record(1, "用户喜欢爬山", subject="Anna"), record(2, subject="Anna")])
    back = networkx.read_graphml(BytesIO(to_graphml(graph).encode()))
    assert back.nodes["0001"]["text"] == "用户喜欢爬山"
    assert {data["why"] for _, _, data in back.edges(data=True)} == {"subject"}
