"""The same graph on LangGraph's server, offline, driven by its own SDK."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

pytestmark = pytest.mark.slow
ANN: Any = {"user_id": "ann"}
ROOT = Path(__file__).resolve().parent.parent


@contextmanager
def serving(home: Path, **settings: str) -> Iterator[str]:
    """Run `langgraph dev` on a free port and a directory of the test's own, and give its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {**os.environ, "BETHINK_DATA_DIR": str(home / "data"), "LANGSMITH_TRACING": "false", **settings}
    config = (ROOT / "langgraph.json").read_text().replace("./graph/", f"{ROOT}/graph/").replace('["."]', f'["{ROOT}"]')
    (home / "langgraph.json").write_text(config)  # run elsewhere, so that no state is left in the checkout
    command = [
        str(Path(sys.executable).parent / "langgraph"), "dev", "--no-browser", "--no-reload", "--port", str(port),
        "--config", str(home / "langgraph.json"),
    ]  # fmt: skip
    log = (home / "server.log").open("w")
    with subprocess.Popen(command, cwd=home, env=environment, stdout=log, stderr=subprocess.STDOUT) as process:
        try:
            address, deadline = f"http://127.0.0.1:{port}", time.monotonic() + 90
            while True:
                try:
                    if httpx.get(f"{address}/ok", timeout=2).status_code == 200:
                        break
                except httpx.HTTPError:
                    pass
                assert process.poll() is None, (home / "server.log").read_text()[-3000:]
                assert time.monotonic() < deadline, (home / "server.log").read_text()[-3000:]
                time.sleep(0.2)
            yield address
        finally:
            process.terminate()
            process.wait(20)
            log.close()


def said(state: Any) -> list[tuple[str, str]]:
    return [(m["type"], m["content"]) for m in state["values"]["messages"]]


async def test_threads_streams_approval_and_memories_work_on_the_server(tmp_path: Path) -> None:
    from langgraph_sdk import get_client

    async with AsyncExitStack() as closed:
        address = closed.enter_context(serving(tmp_path))
        client = await closed.enter_async_context(get_client(url=address))
        ann: Any = {"user_id": "ann"}
        first = await client.threads.create()
        like: Any = {"messages": [{"role": "user", "content": "I like window seats"}]}
        run = client.runs.stream(first["thread_id"], "bethink", input=like, context=ann, stream_mode="updates")
        parts = [part async for part in run]
        assert [next(iter(p.data)) for p in parts if p.event == "updates"] == [
            "retrieve_memory",
            "call_model",
            "write_back",
        ]
        second = await client.threads.create()
        ask: Any = {"messages": [{"role": "user", "content": "Find me a flight from Beijing to Shenzhen tomorrow"}]}
        await client.runs.wait(second["thread_id"], "bethink", input=ask, context=ann)
        state: Any = await client.threads.get_state(second["thread_id"])
        assert "I like window seats" in [m["text"] for m in state["values"]["recalled"]]
        book: Any = {"messages": [{"role": "user", "content": "book the first one"}]}
        await client.runs.wait(second["thread_id"], "bethink", input=book, context=ann)
        waiting: Any = await client.threads.get_state(second["thread_id"])
        assert waiting["tasks"][0]["interrupts"][0]["value"]["type"] == "approval"
        await client.runs.wait(second["thread_id"], "bethink", command={"resume": True}, context=ann)
        done: Any = await client.threads.get_state(second["thread_id"])
        past: Any = {"messages": {"__overwrite__": []}}
        with pytest.raises(httpx.HTTPStatusError, match="400"):
            await client.runs.wait(second["thread_id"], "bethink", input=past, context=ann)
        assert "booking" in json.dumps(done["values"]["messages"]).lower()
        assert not done["next"]


async def test_two_turns_at_once_are_refused_or_queued_and_never_lost(tmp_path: Path) -> None:
    from langgraph_sdk import get_client
    from langgraph_sdk.errors import ConflictError

    async with AsyncExitStack() as closed:
        address = closed.enter_context(serving(tmp_path))
        client = await closed.enter_async_context(get_client(url=address))
        thread = (await client.threads.create())["thread_id"]
        runs = []
        for number in range(3):
            given: Any = {"messages": [{"role": "user", "content": f"My favourite number is {number}"}]}
            runs.append(
                await client.runs.create(thread, "bethink", input=given, context=ANN, multitask_strategy="enqueue")
            )
        for run in runs:
            await client.runs.join(thread, run["run_id"])
        state = await client.threads.get_state(thread)
        assert [kind for kind, _ in said(state)] == ["human", "ai"] * 3
        refused = 0
        for number in range(3):
            given = {"messages": [{"role": "user", "content": f"again {number}"}]}
            try:
                await client.runs.create(thread, "bethink", input=given, context=ANN, multitask_strategy="reject")
            except ConflictError:
                refused += 1
        assert refused == 2, "a busy thread refuses by a conflict, and says so"


async def test_a_token_is_one_user_and_nobody_names_anothers(tmp_path: Path) -> None:
    import langgraph_sdk
    from langgraph_sdk import get_client

    tokens = json.dumps({"ann": "token-of-ann", "bob": "token-of-bob"})
    async with AsyncExitStack() as closed:
        address = closed.enter_context(serving(tmp_path, BETHINK_SERVER_TOKENS=tokens))
        assert httpx.post(f"{address}/threads", json={}).status_code == 401
        ann = await closed.enter_async_context(
            get_client(url=address, headers={"Authorization": "Bearer token-of-ann"})
        )
        bob = await closed.enter_async_context(
            get_client(url=address, headers={"Authorization": "Bearer token-of-bob"})
        )
        thread = (await ann.threads.create())["thread_id"]
        name: Any = {"messages": [{"role": "user", "content": "My name is Ann"}]}
        await ann.runs.wait(thread, "bethink", input=name)
        state: Any = await ann.threads.get_state(thread)
        assert state["values"]["user_id"] == "ann"
        with pytest.raises(langgraph_sdk.errors.NotFoundError):
            await bob.threads.get_state(thread)
        own = (await bob.threads.create())["thread_id"]
        ask: Any = {"messages": [{"role": "user", "content": "What is my name?"}]}
        with pytest.raises(Exception, match=r"its token is|InvalidId"):
            await bob.runs.wait(own, "bethink", input=ask, context=ANN)
        other = (await bob.threads.create())["thread_id"]
        await bob.runs.wait(other, "bethink", input=ask)
        answer = said(await bob.threads.get_state(other))[-1][1]
        assert "Ann" not in answer
        with pytest.raises(Exception, match="not yours"):
            await bob.store.search_items(["bethink", "ann", "records"])
