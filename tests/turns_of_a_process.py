"""One of several processes that talk at once: `python turns_of_a_process.py DATABASE_URL|- DIR NAME TURNS`.

It puts its turns at once, over eight threads that all processes share, and prints a JSON object: each turn's thread,
text, answer, the moment when it was answered, and what failed open in it.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path
from typing import Any

THREADS = 8


async def talk(url: str, data_dir: Path, name: str, turns: int) -> list[dict[str, Any]]:
    """Put all turns at once; give what became of each."""
    from pydantic import SecretStr

    from graph import open_agent

    given: dict[str, Any] = {} if url == "-" else {"database_url": SecretStr(url)}
    async with open_agent(data_dir=data_dir, **given) as agent:
        print("ready", flush=True)  # noqa: T201
        sys.stdin.readline()

        async def turn(n: int) -> dict[str, Any]:
            text = f"What is {n} * {7 if name == 'a' else 11}?"
            thread = f"thread {n % THREADS}"
            answer = await agent.aask(text, user_id="u", thread_id=thread)
            failed = {what: said for what, said in answer.report.items() if what.endswith("_error")}
            return {"thread": thread, "text": text, "answer": answer.text, "done": time.time(), "failed": failed}

        return await asyncio.gather(*(turn(n) for n in range(turns)))


if __name__ == "__main__":
    print(json.dumps(asyncio.run(talk(sys.argv[1], Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])))))  # noqa: T201
