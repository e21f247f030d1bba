"""What every test stands on: strict state, and nothing inherited from the machine's own settings."""

from __future__ import annotations

import os

os.environ["LANGGRAPH_STRICT_MSGPACK"] = "true"
for name in [n for n in os.environ if n.startswith("BETHINK_")]:
    del os.environ[name]
for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_API_BASE"):
    os.environ.pop(name, None)
