"""A strict OpenAI endpoint on loopback: a real HTTP server that refuses what OpenAI refuses and fails when told to.

    with StrictEndpoint() as endpoint:
        ChatOpenAI(model=endpoint.model, base_url=endpoint.base_url, api_key=endpoint.key)
        endpoint.fail(Fault("429", retry_after=0.01))        # the next request
        endpoint.requests[-1].tokens                          # by its own count

It answers by `respond(request) -> str | dict | AIMessage`; `brain_of(chat_model)` makes one of a LangChain model.
"""

from __future__ import annotations

import json
import re
import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from langchain_core.messages import AIMessage
from strict_answers import Answer, answer_of, brain_of, completion, embedding_answer, pieces
from strict_rules import Refusal, count_tokens, refusal_of

Respond = Callable[[dict[str, Any]], "str | dict[str, Any] | AIMessage"]
MessageRule = Callable[[list[dict[str, Any]]], "str | None"]


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that goes wrong with one request.

    Kinds: `429 500 503` (errors), `400` (refused), `timeout` (no answer for `delay_s`), `slow` (an answer after
    `delay_s`), `cut` (the connection breaks in the middle), `hush` (a stream ends early, without an error), `garbage`
    (no JSON), `empty` (an answer that says nothing), `no_choices`, `truncated` (finish reason length),
    `content_filter`, `content_filter_400`, `refusal`, `broken_arguments` (a tool call whose arguments do not parse).
    """

    kind: str
    retry_after: float | str | None = None
    delay_s: float = 0.0
    text: str = ""


@dataclass(slots=True)
class Recorded:
    """One request as it came in, and what became of it."""

    path: str
    body: Any
    headers: Mapping[str, str]
    tokens: int = 0
    status: int = 200
    error: str = ""
    fault: str = ""


@dataclass(slots=True)
class StrictEndpoint:
    """The server; open as a context manager."""

    respond: Respond | None = None
    model: str = "gpt-4o-mini"
    key: str = "sk-strict"
    context_window: int = 128_000
    dimensions: int = 64
    always_usage: bool = False
    """Usage at the end of every stream, asked for or not, as some servers send it."""
    refuse_token_ids: bool = False
    """Embeddings of token ids are refused, as compatible servers do."""
    message_rule: MessageRule | None = None
    """A further reason to refuse a message list, for another provider's rules."""
    loose: bool = False
    """Unknown keys are let through, as compatible servers do."""
    requests: list[Recorded] = field(default_factory=list)
    faults: deque[Fault] = field(default_factory=deque)
    _server: ThreadingHTTPServer | None = None
    _thread: threading.Thread | None = None
    _gone: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> StrictEndpoint:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler_of(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._gone.set()
        if self._server and self._thread:
            self._server.shutdown()
            self._server.server_close()
            self._thread.join(timeout=5)

    @property
    def base_url(self) -> str:
        """The address for a client, with `/v1`."""
        assert self._server is not None, "the endpoint is not open: use it as a context manager"
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def fail(self, *faults: Fault | str) -> None:
        """Let the next chat or embedding requests fail, one fault each, in order."""
        self.faults.extend(fault if isinstance(fault, Fault) else Fault(fault) for fault in faults)

    @property
    def chats(self) -> list[Recorded]:
        """The chat requests so far."""
        return [request for request in self.requests if request.path.endswith("/chat/completions")]

    @property
    def refused(self) -> list[Recorded]:
        """The requests refused with 400 by the rules, not by a planned fault."""
        return [request for request in self.requests if request.status == 400 and not request.fault]

    def why_refused(self, request: Any) -> Refusal | None:
        """Give why a chat request is refused, or None."""
        if self.loose and isinstance(request, dict):
            request = {
                key: value for key, value in request.items() if key in _LOOSE_KEYS or key in ("model", "messages")
            }
            keys = ("role", "content", "name", "tool_calls", "tool_call_id", "refusal")
            messages = request.get("messages") or []
            request["messages"] = [{k: m[k] for k in keys if k in m} for m in messages if isinstance(m, dict)]
        found = refusal_of(request)
        if found:
            return found
        if request["model"] != self.model:
            what = f"The model `{request['model']}` does not exist or you do not have access to it."
            return Refusal(what, None, "model_not_found", 404)
        if self.message_rule and (why := self.message_rule(request["messages"])):
            return Refusal(why)
        tokens = count_tokens(request)
        if tokens > self.context_window:
            what = (
                f"This model's maximum context length is {self.context_window} tokens. However, your messages resulted "
                f"in {tokens} tokens. Please reduce the length of the messages."
            )
            return Refusal(what, "messages", "context_length_exceeded")
        return None

    def answer(self, request: dict[str, Any]) -> Answer:
        """Give the answer to a request that was taken."""
        said = self.respond(request) if self.respond else _echo(request)
        return answer_of(said, request)


_LOOSE_KEYS = {"tools", "tool_choice", "stream", "stream_options", "temperature", "max_tokens", "n", "response_format"}


def _echo(request: dict[str, Any]) -> str:
    content = request["messages"][-1].get("content")
    return f"You said: {content}"


def _handler_of(endpoint: StrictEndpoint) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: Any) -> None:  # the name is the base class's
            """Say nothing."""

        def do_GET(self) -> None:
            record = self._record(None)
            if not self._key_is_right(record):
                return
            if re.search(r"/models/?$", self.path):
                listed = [{"id": endpoint.model, "object": "model", "created": 0, "owned_by": "strict"}]
                self._json(200, {"object": "list", "data": listed})
            elif self.path.endswith(f"/models/{endpoint.model}"):
                self._json(200, {"id": endpoint.model, "object": "model", "created": 0, "owned_by": "strict"})
            else:
                self._refuse(record, Refusal(f"Invalid URL (GET {self.path})", status=404))

        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            try:
                body = json.loads(raw)
            except ValueError:
                body = None
            record = self._record(body)
            if not self._key_is_right(record):
                return
            is_chat, is_embedding = self.path.endswith("/chat/completions"), self.path.endswith("/embeddings")
            if not (is_chat or is_embedding):
                self._refuse(record, Refusal(f"Invalid URL (POST {self.path})", status=404))
                return
            fault = endpoint.faults.popleft() if endpoint.faults else None
            record.fault = fault.kind if fault else ""
            if fault and self._failed(record, fault):
                return
            if is_embedding:
                found = embedding_answer(body, endpoint.dimensions, refuse_token_ids=endpoint.refuse_token_ids)
                self._refuse(record, found) if isinstance(found, Refusal) else self._json(200, found)
                return
            refusal = endpoint.why_refused(body)
            if refusal:
                self._refuse(record, refusal)
                return
            record.tokens = count_tokens(body)
            answer = endpoint.answer(body).spoiled_by(fault.kind if fault else "", fault.text if fault else "")
            if body.get("stream"):
                self._stream(body, answer, record.tokens, fault)
            else:
                self._json(200, completion(body, answer, record.tokens), cut=fault is not None and fault.kind == "cut")

        def _record(self, body: Any) -> Recorded:
            record = Recorded(self.path, body, dict(self.headers.items()))
            endpoint.requests.append(record)
            return record

        def _key_is_right(self, record: Recorded) -> bool:
            given = self.headers.get("Authorization", "").removeprefix("Bearer ")
            if given == endpoint.key:
                return True
            what = f"Incorrect API key provided: {given[:3]}***." if given else "You didn't provide an API key."
            self._refuse(record, Refusal(what, None, "invalid_api_key", 401))
            return False

        def _failed(self, record: Recorded, fault: Fault) -> bool:
            """Give True when the fault has answered the request, or left it without an answer."""
            if fault.kind in ("timeout", "slow"):
                endpoint._gone.wait(fault.delay_s)
                self.close_connection = fault.kind == "timeout"
                return fault.kind == "timeout"
            if fault.kind in ("429", "500", "502", "503", "400"):
                wait = {"Retry-After": str(fault.retry_after)} if fault.retry_after is not None else {}
                what = fault.text or {"429": "Rate limit reached for requests"}.get(
                    fault.kind, "The server had an error"
                )
                code = "rate_limit_exceeded" if fault.kind == "429" else None
                self._refuse(record, Refusal(what, None, code, int(fault.kind), "server_error"), wait)
                return True
            if fault.kind == "content_filter_400":
                what = "The response was filtered due to the prompt triggering the content management policy."
                self._refuse(record, Refusal(what, "prompt", "content_filter"))
                return True
            if fault.kind == "garbage":
                self._send(200, b"<html>upstream is having a day</html>", "text/html")
                return True
            return False

        def _refuse(self, record: Recorded, refusal: Refusal, headers: Mapping[str, str] | None = None) -> None:
            record.status, record.error = refusal.status, refusal.message
            self._json(refusal.status, refusal.body(), headers=headers)

        def _json(self, status: int, body: Any, *, cut: bool = False, headers: Mapping[str, str] | None = None) -> None:
            data = json.dumps(body, ensure_ascii=False).encode()
            self._send(status, data[: len(data) // 2] if cut else data, "application/json", headers, len(data))
            self.close_connection = self.close_connection or cut

        def _send(
            self, status: int, data: bytes, kind: str, headers: Mapping[str, str] | None = None, size: int | None = None
        ) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(size or len(data)))
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        def _stream(self, body: dict[str, Any], answer: Answer, tokens: int, fault: Fault | None) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            wanted = (body.get("stream_options") or {}).get("include_usage") or endpoint.always_usage
            events = pieces(body, answer, tokens if wanted else None)
            if fault and fault.kind in ("cut", "hush"):
                events = events[: max(1, len(events) // 2)]
            for event in events:
                self._chunk(f"data: {json.dumps(event, ensure_ascii=False)}\n\n".encode())
            if fault and fault.kind == "cut":
                self.close_connection = True
                return
            if not (fault and fault.kind == "hush"):
                self._chunk(b"data: [DONE]\n\n")
            self._chunk(b"")

        def _chunk(self, data: bytes) -> None:
            self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
            self.wfile.flush()

    return Handler


__all__ = ["Fault", "Recorded", "StrictEndpoint", "brain_of"]
