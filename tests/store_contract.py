"""The store contract: what every LangGraph `BaseStore` that long-term memory stands on must do.

Whoever brings another store (Pinecone, Weaviate, Qdrant, MongoDB …) runs it in three lines:

    class TestMyStore(StoreContract):
        @pytest.fixture
        def store(self) -> BaseStore: return MyStore(index={"embed": WordEmbeddings(), "dims": 64, "fields": ["key"]})

The contract holds what the shipped stores agree on. Where they do not, nothing is asked, and long-term memory does
not depend on it. What they do there, and what ChromaStore does:

    |                                        | InMemoryStore   | SqliteStore     | PostgresStore   | ChromaStore      |
    |----------------------------------------|-----------------|-----------------|-----------------|------------------|
    | `{"absent": {"$ne": 1}}`               | matches         | no match        | no match        | no match         |
    | `{"absent": None}`                     | matches         | matches         | no match        | matches          |
    | `{"nested": {"k": 1}}`                 | compares parts  | raises          | raises          | compares parts   |
    | `{"a.b": 1}` reaches into `a`          | no              | yes             | no              | no               |
    | `$gt` on texts                         | raises          | compares text   | compares text   | compares text    |
    | a number equal to a boolean            | yes             | yes             | no              | no               |
    | rewriting keeps `created_at`           | no              | no              | yes             | yes              |
    | items without a vector in a query      | last, no score  | left out        | left out        | left out         |
    | order of a listing                     | first written   | last changed    | last changed    | first written    |
    | two items of one text in one batch     | raises          | yes             | yes             | yes              |
    | pages of what one batch wrote          | hold each once  | hold each once  | lose some       | hold each once   |
    | a namespace whose last item went       | stays listed    | goes            | goes            | goes             |
    | what is given back can be changed      | changes the store | a copy        | a copy          | a copy           |
    | time to live                           | refused         | yes             | yes             | yes              |
    | expired, not yet swept                 | -               | by `omit_expired` | by `omit_expired` | never given  |
    | half characters (surrogates), NUL      | kept            | refused         | refused         | kept             |
    | several `index` fields                 | a vector each   | a vector each   | a vector each   | one, joined text |
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from langgraph.store.base import BaseStore, GetOp, InvalidNamespaceError, ListNamespacesOp, Op, PutOp, SearchOp
from store_values import HOSTILE, VALUES


class StoreContract:
    """Run against a store that embeds the field `key` with `WordEmbeddings`, empty at each test's start."""

    searches_by_meaning = True
    works_asynchronously = True

    @pytest.fixture
    def store(self) -> Any:
        raise NotImplementedError("give the store under test")

    # ---- one item
    @pytest.mark.parametrize("value", VALUES, ids=lambda v: ",".join(v)[:20] or "empty")
    def test_what_is_put_is_got_exactly(self, store: BaseStore, value: dict[str, Any]) -> None:
        store.put(("m", "u"), "k", value)
        item = store.get(("m", "u"), "k")
        assert item is not None
        assert (item.value, item.key, item.namespace) == (value, "k", ("m", "u"))
        assert item.created_at <= item.updated_at

    def test_what_was_never_put_is_none(self, store: BaseStore) -> None:
        store.put(("m", "u"), "k", {"a": 1})
        assert store.get(("m", "u"), "other") is None
        assert store.get(("m",), "k") is None
        assert store.get(("m", "u", "deeper"), "k") is None

    def test_a_put_replaces_the_whole_value(self, store: BaseStore) -> None:
        store.put(("m", "u"), "k", {"a": 1, "b": 2})
        store.put(("m", "u"), "k", {"b": 3})
        item = store.get(("m", "u"), "k")
        assert item is not None and item.value == {"b": 3}
        assert store.search(("m", "u"), filter={"a": 1}) == []
        assert len(store.search(("m", "u"))) == 1

    def test_what_is_deleted_is_gone_and_deleting_it_again_is_no_error(self, store: BaseStore) -> None:
        store.put(("m", "u"), "k", {"key": "hello"})
        store.delete(("m", "u"), "k")
        store.delete(("m", "u"), "k")
        store.delete(("never",), "was")
        assert store.get(("m", "u"), "k") is None
        assert store.search(("m",)) == []
        if self.searches_by_meaning:
            assert store.search(("m",), query="hello") == []

    @pytest.mark.parametrize("text", HOSTILE)
    def test_any_label_and_key_comes_back_as_it_was(self, store: BaseStore, text: str) -> None:
        store.put(("m", text, "x"), text, {"key": text})
        item = store.get(("m", text, "x"), text)
        assert item is not None and item.value == {"key": text}
        assert [(i.namespace, i.key) for i in store.search(("m", text))] == [(("m", text, "x"), text)]
        assert store.list_namespaces() == [("m", text, "x")]

    def test_labels_that_look_alike_are_apart(self, store: BaseStore) -> None:
        for n, label in enumerate(HOSTILE):
            store.put(("m", label), "k", {"n": n})
        for n, label in enumerate(HOSTILE):
            assert [i.value["n"] for i in store.search(("m", label))] == [n]

    @pytest.mark.parametrize("namespace", [(), ("",), ("a", ""), ("a.b",), ("langgraph", "x"), ("a", 7)])
    def test_a_bad_namespace_is_refused(self, store: BaseStore, namespace: Any) -> None:
        with pytest.raises(InvalidNamespaceError):
            store.put(namespace, "k", {"a": 1})

    # ---- batches
    def test_results_come_in_the_order_of_operations(self, store: BaseStore) -> None:
        for n in range(5):
            store.put(("m", f"u{n}"), "k", {"n": n})
        ops: list[Op] = [
            SearchOp(("m", "u3")),
            GetOp(("m", "u1"), "k"),
            PutOp(("m", "u9"), "k", {"n": 9}),
            ListNamespacesOp(),
            GetOp(("m", "u0"), "k"),
            GetOp(("m", "none"), "k"),
        ]
        found: list[Any] = store.batch(ops)
        assert [i.value["n"] for i in found[0]] == [3]
        assert (found[1].value["n"], found[2], found[4].value["n"], found[5]) == (1, None, 0, None)
        assert found[3][:2] == [("m", "u0"), ("m", "u1")]

    def test_a_batch_reads_what_was_there_before_it(self, store: BaseStore) -> None:
        store.put(("m", "u"), "k", {"n": 1})
        found: list[Any] = store.batch([PutOp(("m", "u"), "k", {"n": 2}), GetOp(("m", "u"), "k"), SearchOp(("m", "u"))])
        assert (found[1].value["n"], [i.value["n"] for i in found[2]]) == (1, [1])
        item = store.get(("m", "u"), "k")
        assert item is not None and item.value == {"n": 2}

    def test_of_two_puts_of_one_key_the_last_counts(self, store: BaseStore) -> None:
        store.batch(
            [PutOp(("m", "u"), "k", {"n": 1}), PutOp(("m", "u"), "k", {"n": 2}), PutOp(("m", "u"), "j", {"n": 3})]
        )
        store.batch([PutOp(("m", "u"), "j", {"n": 4}), PutOp(("m", "u"), "j", None)])
        assert [i.value["n"] for i in store.search(("m", "u"))] == [2]

    def test_an_empty_batch_does_nothing(self, store: BaseStore) -> None:
        assert store.batch([]) == []

    async def test_the_asynchronous_calls_do_the_same(self, store: BaseStore) -> None:
        if not self.works_asynchronously:
            pytest.skip("this store is for synchronous calls only")
        await store.aput(("m", "u"), "k", {"key": "hello", "n": 1})
        item = await store.aget(("m", "u"), "k")
        assert item is not None and item.value["n"] == 1
        assert [i.key for i in await store.asearch(("m",), filter={"n": 1})] == ["k"]
        assert await store.alist_namespaces() == [("m", "u")]
        await store.adelete(("m", "u"), "k")
        assert await store.aget(("m", "u"), "k") is None

    # ---- search
    def test_a_search_stays_inside_its_prefix_to_the_label(self, store: BaseStore) -> None:
        inside = [("m", "user1"), ("m", "user1", "a"), ("m", "user1", "a", "b")]
        outside = [("m", "user10"), ("m", "user10", "a"), ("m", "User1"), ("m2", "user1"), ("user1",), ("m", "user")]
        for namespace in inside + outside:
            store.put(namespace, "k", {"key": "the same words", "ns": list(namespace)})
        assert sorted(i.namespace for i in store.search(("m", "user1"), limit=50)) == sorted(inside)
        assert len(store.search((), limit=50)) == len(inside + outside)
        assert len(store.search(("m",), limit=50)) == 7
        if self.searches_by_meaning:
            found = store.search(("m", "user1"), query="the same words", limit=50)
            assert sorted(i.namespace for i in found) == sorted(inside)

    @pytest.mark.parametrize(
        ("filter", "expected"),
        [
            ({"kind": "fact"}, {0, 2, 4}),
            ({"kind": {"$eq": "fact"}}, {0, 2, 4}),
            ({"kind": {"$ne": "fact"}}, {1, 3, 5}),
            ({"n": 3}, {3}),
            ({"n": {"$gt": 3}}, {4, 5}),
            ({"n": {"$gte": 3}}, {3, 4, 5}),
            ({"n": {"$lt": 2}}, {0, 1}),
            ({"n": {"$lte": 2}}, {0, 1, 2}),
            ({"n": {"$gt": 0, "$lt": 3}}, {1, 2}),
            ({"kind": "fact", "n": {"$gte": 2}}, {2, 4}),
            ({"kind": "fact", "flag": True}, {0, 4}),
            ({"f": 0.5}, {1}),
            ({"zh": "偶"}, {0, 2, 4}),
            ({"kind": "none"}, set()),
            ({}, {0, 1, 2, 3, 4, 5}),
        ],
        ids=str,
    )
    def test_a_filter_gives_what_it_says(self, store: BaseStore, filter: dict[str, Any], expected: set[int]) -> None:
        for n in range(6):
            kind = "preference" if n % 2 else "fact"
            value = {
                "n": n,
                "kind": kind,
                "flag": n % 4 == 0,
                "f": n / 2,
                "zh": "奇" if n % 2 else "偶",
                "key": f"no {n}",
            }
            store.put(("m", "u"), f"k{n}", value)
        assert {i.value["n"] for i in store.search(("m", "u"), filter=filter)} == expected
        if self.searches_by_meaning:
            assert {i.value["n"] for i in store.search(("m", "u"), query="no", filter=filter)} == expected

    def test_an_unknown_operator_is_refused(self, store: BaseStore) -> None:
        store.put(("m", "u"), "k", {"n": 1})
        with pytest.raises(ValueError):
            store.search(("m", "u"), filter={"n": {"$in": [1]}})

    def test_pages_hold_every_item_once(self, store: BaseStore) -> None:
        for n in range(23):  # not in one batch: see the table
            store.put(("m", "u"), f"k{n}", {"key": f"word{n}", "n": n, "odd": n % 2})
        for filter in (None, {"odd": 1}):
            pages = [store.search(("m", "u"), filter=filter, limit=5, offset=o) for o in range(0, 30, 5)]
            keys = [i.value["n"] for page in pages for i in page]
            assert sorted(keys) == [n for n in range(23) if filter is None or n % 2]
        assert len(store.search(("m", "u"))) == 10

    # ---- namespaces
    def test_namespaces_are_listed_by_prefix_suffix_and_depth(self, store: BaseStore) -> None:
        spaces = [
            ("a", "b", "c"),
            ("a", "b", "d", "e"),
            ("a", "b", "d", "i"),
            ("a", "b", "f"),
            ("a", "c", "f"),
            ("ab", "c"),
        ]
        for namespace in spaces:
            store.put(namespace, "k", {"n": 1})
            store.put(namespace, "j", {"n": 1})
        assert store.list_namespaces() == spaces
        assert store.list_namespaces(prefix=("a", "b"), max_depth=3) == [
            ("a", "b", "c"),
            ("a", "b", "d"),
            ("a", "b", "f"),
        ]
        assert store.list_namespaces(suffix=("f",)) == [("a", "b", "f"), ("a", "c", "f")]
        assert store.list_namespaces(prefix=("a", "*", "f")) == [("a", "b", "f"), ("a", "c", "f")]
        assert store.list_namespaces(prefix=("a",), suffix=("c",)) == [("a", "b", "c")]
        assert store.list_namespaces(max_depth=1) == [("a",), ("ab",)]
        assert store.list_namespaces(limit=2, offset=1) == spaces[1:3]
        assert store.list_namespaces(prefix=("none",)) == []

    # ---- meaning
    def test_a_query_ranks_by_nearness(self, store: BaseStore) -> None:
        if not self.searches_by_meaning:
            pytest.skip("this store is run without an index")
        store.put(("m", "u"), "a", {"key": "the cat sleeps by the window"})
        store.put(("m", "u"), "b", {"key": "cat and dog"})
        store.put(("m", "u"), "c", {"key": "stock prices fell"})
        found = store.search(("m", "u"), query="the cat sleeps by the window")
        assert [i.key for i in found][:2] == ["a", "b"]
        scores = [i.score for i in found if i.score is not None]
        assert scores == sorted(scores, reverse=True)
        assert scores[0] == pytest.approx(1.0, abs=1e-3)
        assert [i.key for i in store.search(("m", "u"), query="the cat sleeps", limit=1, offset=1)] == ["b"]

    def test_a_rewritten_item_is_found_by_its_new_text_only(self, store: BaseStore) -> None:
        if not self.searches_by_meaning:
            pytest.skip("this store is run without an index")
        store.put(("m", "u"), "a", {"key": "apples and pears"})
        store.put(("m", "u"), "b", {"key": "trains and planes"})
        store.put(("m", "u"), "a", {"key": "boats and bridges"})
        assert store.search(("m", "u"), query="boats and bridges", limit=1)[0].key == "a"
        assert (store.search(("m", "u"), query="apples pears", limit=1)[0].score or 0) < 0.9

    def test_an_item_that_is_not_indexed_has_no_score(self, store: BaseStore) -> None:
        store.put(("m", "u"), "a", {"key": "same words"}, index=False)
        store.put(("m", "u"), "b", {"key": "same words", "other": "x"}, index=["key"])
        item = store.get(("m", "u"), "a")
        assert item is not None and item.value == {"key": "same words"}
        if self.searches_by_meaning:
            found = {i.key: i.score for i in store.search(("m", "u"), query="same words")}
            assert found["b"] is not None and found.get("a") is None

    # ---- threads, and time to live
    def test_threads_lose_nothing(self, store: BaseStore) -> None:
        def write(worker: int) -> None:
            for n in range(15):
                store.put(("m", f"u{worker % 2}"), f"{worker}-{n}", {"key": f"word{n}", "worker": worker})

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(write, range(4)))
        assert len(store.search(("m",), limit=100)) == 60

    def test_a_time_to_live_is_kept_or_refused(self, store: BaseStore) -> None:
        if not store.supports_ttl:
            with pytest.raises(NotImplementedError):
                store.put(("m", "u"), "k", {"n": 1}, ttl=1)
            return
        store.put(("m", "u"), "k", {"n": 1}, ttl=60)
        item = store.get(("m", "u"), "k")
        assert item is not None and item.value == {"n": 1}
