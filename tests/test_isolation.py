"""Nobody ever sees another's memories: every call, by-id calls included, with ids that try."""

from __future__ import annotations

import ast
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from langgraph.store.base import BaseStore
from long_term_places import PLACES, T0, Ticking

from memory.errors import BethinkError, InvalidId, MemoryNotFound
from memory.extraction.candidate import Candidate
from memory.forgetting import sweep, thaw
from memory.ids import from_label, to_label
from memory.links import links_of, neighbours
from memory.long_term import LongTermMemory, Utterance
from memory.scope import Scope

USERS = [
    "u1", "u10", "U1", "u1 ", "ｕ1", "u1/records", "u", "a.b@c", "a.b", "a", "*", "%", "_", "../", "..", "~2a", "~",
    "用户", "用户1", unicodedata.normalize("NFC", "é"), unicodedata.normalize("NFD", "é"), "х1", "x1", "x" * 500,
    "x" * 499 + "y", "bethink", "records", "' OR 1=1 --", '{"$ne": ""}', "\u202eu1", "u1\u200b",
]  # fmt: skip
NEIGHBOURS = [
    ["u1", "u10", "U1", "u1 "], ["u1", "ｕ1", "\u202eu1", "u1\u200b"], ["u1/records", "u1", "records", "bethink"],
    ["a.b@c", "a.b", "a"], ["*", "%", "_", "u"], ["../", "..", "~", "~2a"], ["*", "~2a", "' OR 1=1 --"],
    ["用户", "用户1", "u1"], [USERS[19], USERS[20]], ["х1", "x1", "u1"], ["x" * 500, "x" * 499 + "y"],
    ['{"$ne": ""}', "u1", "u10"],
]  # fmt: skip
"""Users who could be taken for each other; each run is lived by one such group."""
PLACE = st.integers(0, 3)
THINGS = ["kite", "boat", "drum", "风筝", "小船"]


def marker(user: str) -> str:
    """Give a word that only this user's texts hold."""
    return f"mark{USERS.index(user)}x"


def world(store: BaseStore) -> type[RuleBasedStateMachine]:
    """Give the state machine over this store: what each user may see is what that user said."""

    class World(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            self.clock = Ticking()
            self.ids: dict[str, str] = {}
            self.users: list[str] = []

        @initialize(users=st.sampled_from(NEIGHBOURS))
        def arrive(self, users: list[str]) -> None:
            self.users = users
            for user in USERS:
                if any(True for _ in self.memory(user).scope.everything()):
                    self.memory(user).forget_everything()

        def memory(self, user: str) -> LongTermMemory:
            return LongTermMemory(store, user_id=user, clock=self.clock)

        def sees_only_its_own(self, user: str, seen: object) -> None:
            text = repr(seen)
            others = [u for u in USERS if u != user and marker(u) in text]
            assert others == [], f"{user!r} saw {others!r}: {text[:200]}"

        def user(self, place: int) -> str:
            return self.users[place % len(self.users)]

        @rule(place=PLACE, thing=st.sampled_from(THINGS))
        def remember(self, place: int, thing: str) -> None:
            user = self.user(place)
            self.clock.forward(minutes=1)
            written = self.memory(user).remember(f"User owns a {thing} {marker(user)}")
            self.sees_only_its_own(user, written)
            self.ids[written.record.id] = user

        @rule(place=PLACE, city=st.sampled_from(["Rome", "Bonn"]), n=st.integers(0, 3))
        def absorb(self, place: int, city: str, n: int) -> None:
            user = self.user(place)
            self.clock.forward(minutes=1)
            said = Utterance(
                text=f"I live in {city} {marker(user)}", speaker="user", said_at=T0, thread_id="t", message_id=f"m{n}",
                position=n,
            )  # fmt: skip
            candidate = Candidate(text=f"User lives in {city} {marker(user)}", attribute="home", message_id=f"m{n}")
            written = self.memory(user).absorb(episodes=[said], candidates=[candidate], turn_id=str(n))
            self.sees_only_its_own(user, written)
            self.ids.update({w.record.id: user for w in written})

        @rule(place=PLACE, query=st.sampled_from([*THINGS, "Rome", "what do I own", *USERS[:6]]))
        def look(self, place: int, query: str) -> None:
            user = self.user(place)
            memory = self.memory(user)
            records = memory.current()
            self.sees_only_its_own(user, memory.recall(f"Where is my {query}?"))
            self.sees_only_its_own(user, memory.why(f"Where is my {query}?"))
            self.sees_only_its_own(user, [memory.find(query), records, memory.current(kind="episode")])
            self.sees_only_its_own(user, links_of(memory.scope, episodes=True))
            self.sees_only_its_own(user, [neighbours(memory.scope, r) for r in records[:2]])
            self.sees_only_its_own(user, [memory.history(r.id) for r in records[:2]])

        @precondition(lambda self: self.ids)
        @rule(data=st.data(), place=PLACE)
        def reach_for_anothers_id(self, data: st.DataObject, place: int) -> None:
            user, id = self.user(place), data.draw(st.sampled_from(sorted(self.ids)))
            if self.ids[id] == user:
                return
            memory = self.memory(user)
            calls: list[Callable[[], object]] = [
                lambda: memory.get(id),
                lambda: memory.edit(id, "mine now"),
                lambda: memory.delete(id),
                lambda: memory.undo(id),
                lambda: memory.pin(id),
                lambda: memory.history(id),
                lambda: memory.erase(id),
                lambda: memory.merge([id, id[::-1]]),
                lambda: thaw(memory.scope, id, now=self.clock()),
            ]
            for call in calls:
                with pytest.raises(MemoryNotFound) as caught:
                    call()
                self.sees_only_its_own(user, caught.value)
            assert memory.mark_used([id]) == 0
            self.sees_only_its_own(user, [memory.find(id), memory.find(id[:8]), memory.scope.get([id])])

        @precondition(lambda self: self.ids)
        @rule(data=st.data(), what=st.sampled_from(["edit", "delete", "undo", "pin", "erase"]))
        def change(self, data: st.DataObject, what: str) -> None:
            id = data.draw(st.sampled_from(sorted(self.ids)))
            user = self.ids[id]
            memory = self.memory(user)
            self.clock.forward(minutes=1)
            try:
                done = memory.edit(id, f"Edited {marker(user)}") if what == "edit" else getattr(memory, what)(id)
            except BethinkError as error:
                done = error
            self.sees_only_its_own(user, done)

        @rule(place=PLACE)
        def sweep(self, place: int) -> None:
            user = self.user(place)
            self.clock.forward(days=100)
            sweep(self.memory(user).scope, self.clock())

        @rule(place=PLACE)
        def forget_everything(self, place: int) -> None:
            user = self.user(place)
            before = {u: self.count(u) for u in self.users}
            self.memory(user).forget_everything()
            assert {u: self.count(u) for u in self.users} == {**before, user: 0}
            self.ids = {id: u for id, u in self.ids.items() if u != user}

        def count(self, user: str) -> int:
            return sum(1 for _ in self.memory(user).scope.everything())

        @invariant()
        def every_item_holds_only_its_owners_words(self) -> None:
            for user in {*self.ids.values()}:
                self.sees_only_its_own(user, [i.value for i in self.memory(user).scope.everything()])

    return World


@pytest.fixture(params=PLACES, ids=lambda place: place.__name__)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, BaseStore]]:
    with request.param(tmp_path) as store:
        yield request.param.__name__, store


def test_one_user_never_sees_anothers_memories(place: tuple[str, BaseStore]) -> None:
    name, store = place
    examples, steps = (6, 15) if name in ("chroma", "postgres") else (20, 25)
    run_state_machine_as_test(
        world(store),
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.explicit, Phase.reuse, Phase.generate],
        ),
    )


@pytest.mark.slow
def test_one_user_never_sees_anothers_memories_at_length(place: tuple[str, BaseStore]) -> None:
    name, store = place
    examples, steps = (10, 30) if name in ("chroma", "postgres") else (50, 40)
    run_state_machine_as_test(
        world(store),
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.explicit, Phase.reuse, Phase.generate],
        ),
    )


def test_every_users_label_is_its_own_and_is_read_back() -> None:
    labels = {to_label(user): user for user in USERS}
    assert len(labels) == len(USERS)
    for label, user in labels.items():
        assert from_label(label) == user
        assert label.isascii()
        assert "." not in label


def test_a_record_of_another_cannot_be_written(tmp_path: Path) -> None:
    with PLACES[0](tmp_path) as store:
        theirs = LongTermMemory(store, user_id="u10").remember("User keeps bees").record
        with pytest.raises(InvalidId, match="open the memory of its owner"):
            Scope(store, "u1").put([theirs])


def test_a_search_outside_ones_own_shelves_is_refused(tmp_path: Path) -> None:
    from langgraph.store.base import SearchOp

    with PLACES[0](tmp_path) as store:
        for prefix in ((), ("bethink",), ("bethink", "u10", "records"), ("bethink", "u1")):
            with pytest.raises(InvalidId, match="not on a shelf"):
                Scope(store, "u1").search([SearchOp(prefix, query="bees")])


WHOLE_STORE = {"graph/backup.py", "memory/postgres_store.py"}
"""What works on the store as a whole, for its operator, or is one, and gives nothing of it to a user."""
STORE_CALLS = {"get", "put", "search", "delete", "batch", "list_namespaces", "nearest_keys"}
STORE_CALLS |= {f"a{name}" for name in STORE_CALLS}


def test_only_the_scope_calls_the_store_under_long_term_memory() -> None:
    """Read the code: whoever else calls a store names one of the user's shelves by its scope, in the same call."""
    root = Path(__file__).resolve().parent.parent
    found = []
    for path in sorted(
        [*(root / "memory").rglob("*.py"), *(root / "nodes").rglob("*.py"), *(root / "graph").rglob("*.py")]
    ):
        name = path.relative_to(root).as_posix()
        if (
            name in ("memory/scope.py", "memory/view.py")
            or name.startswith("memory/chroma_store")
            or name in WHOLE_STORE
        ):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in STORE_CALLS:
                on = node.func.value
                reached = on.attr if isinstance(on, ast.Attribute) else on.id if isinstance(on, ast.Name) else ""
                scoped = any(
                    isinstance(n, ast.Attribute) and n.attr == "namespace" for a in node.args for n in ast.walk(a)
                )
                if reached in ("store", "_store", "base_store") and not scoped:
                    found.append(f"{name}:{node.lineno}")
    assert found == []
