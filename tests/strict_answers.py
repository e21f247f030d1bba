"""The strict endpoint's answers: completions whole and in pieces, spoiled ones, and embeddings."""

from __future__ import annotations

import base64
import hashlib
import itertools
import json
import struct
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, convert_to_messages
from strict_rules import Refusal

from memory.vocabulary import encode, load_encoding


@dataclass(frozen=True, slots=True)
class Answer:
    """What the endpoint says to one request."""

    content: str | None
    tool_calls: list[dict[str, Any]] = field(default_factory=list)
    finish_reason: str = "stop"
    refusal: str | None = None
    reasoning: str | None = None
    no_choices: bool = False

    def spoiled_by(self, fault: str, text: str = "") -> Answer:
        """Give the answer as the fault of that name leaves it."""
        if fault == "empty":
            return Answer("")
        if fault == "no_choices":
            return replace(self, no_choices=True)
        if fault == "truncated":
            half = (self.content or "")[: max(1, len(self.content or "") // 2)]
            calls = [_with_arguments(call, call["function"]["arguments"][:-3]) for call in self.tool_calls]
            return Answer(half or None, calls, "length")
        if fault == "content_filter":
            return Answer((self.content or "")[:3] or None, [], "content_filter")
        if fault == "refusal":
            return Answer(None, [], "stop", text or "I'm sorry, but I can't help with that.")
        if fault == "broken_arguments":
            call = {
                "id": "call_broken",
                "type": "function",
                "function": {"name": text or "calculator", "arguments": ""},
            }
            return Answer(None, [_with_arguments(call, '{"expression": "1 +')], "tool_calls")
        return self


def _with_arguments(call: dict[str, Any], arguments: str) -> dict[str, Any]:
    return {**call, "function": {**call["function"], "arguments": arguments}}


def answer_of(said: str | dict[str, Any] | AIMessage, request: dict[str, Any]) -> Answer:
    """Give what a `respond` said as an answer; calls without an id get one that depends on the request."""
    if isinstance(said, str):
        return Answer(said)
    if isinstance(said, AIMessage):
        calls = [
            {
                "id": call["id"],
                "function": {"name": call["name"], "arguments": json.dumps(call["args"], ensure_ascii=False)},
            }
            for call in said.tool_calls
        ]
        said = {"content": said.text or None, "tool_calls": calls}
    made: list[dict[str, Any]] = []
    for at, call in enumerate(said.get("tool_calls") or ()):
        digest = hashlib.sha256(f"{len(request['messages'])}.{at}".encode()).hexdigest()
        made.append({"type": "function", **call, "id": call.get("id") or f"call_{digest[:24]}"})
    reason = said.get("finish_reason") or ("tool_calls" if made else "stop")
    return Answer(said.get("content"), made, reason, said.get("refusal"), said.get("reasoning_content"))


def _tokens(text: str) -> int:
    encoding = load_encoding("o200k_base")
    return len(encode(encoding, text)) if encoding else 0


def _usage(answer: Answer, prompt: int) -> dict[str, Any]:
    said = (answer.content or "") + json.dumps(answer.tool_calls or "", ensure_ascii=False)
    thought = _tokens(answer.reasoning or "")
    completion_tokens = _tokens(said) + thought
    return {
        "prompt_tokens": prompt,
        "completion_tokens": completion_tokens,
        "total_tokens": prompt + completion_tokens,
        "completion_tokens_details": {"reasoning_tokens": thought},
    }


def completion(request: dict[str, Any], answer: Answer, prompt_tokens: int) -> dict[str, Any]:
    """Give a whole completion."""
    message: dict[str, Any] = {"role": "assistant", "content": answer.content, "refusal": answer.refusal}
    if answer.tool_calls:
        message["tool_calls"] = answer.tool_calls
    if answer.reasoning:
        message["reasoning_content"] = answer.reasoning
    choice = {"index": 0, "message": message, "finish_reason": answer.finish_reason, "logprobs": None}
    return {
        **_envelope(request, "chat.completion"),
        "choices": [] if answer.no_choices else [choice],
        "usage": _usage(answer, prompt_tokens),
    }


def _envelope(request: dict[str, Any], kind: str) -> dict[str, Any]:
    digest = hashlib.sha256(json.dumps(request, sort_keys=True).encode()).hexdigest()
    return {"id": f"chatcmpl-{digest[:24]}", "object": kind, "created": 1_700_000_000, "model": request["model"]}


def pieces(request: dict[str, Any], answer: Answer, prompt_tokens: int | None) -> list[dict[str, Any]]:
    """Give the same answer as the chunks of a stream; usage in a chunk of its own, at the end, when asked for."""
    head = _envelope(request, "chat.completion.chunk")
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": "" if answer.content is not None else None}]
    deltas += [{"reasoning_content": part} for part in _cut(answer.reasoning)]
    deltas += [{"content": part} for part in _cut(answer.content)]
    deltas += [{"refusal": part} for part in _cut(answer.refusal)]
    for index, call in enumerate(answer.tool_calls):
        function = {"name": call["function"]["name"], "arguments": ""}
        deltas.append({"tool_calls": [{**call, "index": index, "function": function}]})
        parts = _cut(call["function"]["arguments"])
        deltas += [{"tool_calls": [{"index": index, "function": {"arguments": part}}]} for part in parts]
    choices: list[dict[str, Any]] = [{"index": 0, "delta": delta, "finish_reason": None} for delta in deltas]
    choices.append({"index": 0, "delta": {}, "finish_reason": answer.finish_reason})
    out = [{**head, "choices": [] if answer.no_choices else [choice]} for choice in choices]
    if prompt_tokens is not None:
        out.append({**head, "choices": [], "usage": _usage(answer, prompt_tokens)})
    return out


def _cut(text: str | None, size: int = 6) -> list[str]:
    return [text[start : start + size] for start in range(0, len(text), size)] if text else []


def brain_of(model: BaseChatModel) -> Callable[[dict[str, Any]], AIMessage]:
    """Give a `respond` that asks a LangChain model, with the request's tools bound."""

    def respond(request: dict[str, Any]) -> AIMessage:
        messages = convert_to_messages(request["messages"])
        offered = request.get("tools") if request.get("tool_choice") != "none" else None
        answer = (model.bind_tools(offered) if offered else model).invoke(messages)
        assert isinstance(answer, AIMessage)
        return answer

    return respond


def embedding_answer(request: Any, dimensions: int, *, refuse_token_ids: bool) -> dict[str, Any] | Refusal:
    """Give vectors for texts or token ids, or why not."""
    given = request.get("input") if isinstance(request, dict) else None
    if not isinstance(given, (str, list)) or not given:
        return Refusal("'$.input' is invalid. Please check the API reference.", "input")
    many = [given] if isinstance(given, str) or (given and isinstance(given[0], int)) else given
    if len(many) > 2048:
        return Refusal("'$.input' is invalid: array too long, maximum 2048.", "input")
    texts: list[str] = []
    for item in many:
        if isinstance(item, str) and item:
            texts.append(item)
        elif isinstance(item, list) and item and all(isinstance(token, int) for token in item) and not refuse_token_ids:
            texts.append(_decoded(item))
        else:
            return Refusal("'$.input' is invalid: expected non-empty strings.", "input")
    if max(map(_tokens, texts)) > 8191:
        return Refusal("This model's maximum context length is 8192 tokens.", "input", "context_length_exceeded")
    size = request.get("dimensions") or dimensions
    vectors: list[Any] = [embed(text, size) for text in texts]
    if request.get("encoding_format") == "base64":
        vectors = [base64.b64encode(struct.pack(f"<{size}f", *vector)).decode() for vector in vectors]
    used = sum(map(_tokens, texts))
    data: list[dict[str, Any]] = [
        {"object": "embedding", "index": at, "embedding": vector} for at, vector in enumerate(vectors)
    ]
    usage = {"prompt_tokens": used, "total_tokens": used}
    return {"object": "list", "data": data, "model": request.get("model"), "usage": usage}


def _decoded(tokens: list[int]) -> str:
    encoding = load_encoding("cl100k_base")
    return encoding.decode(tokens) if encoding else ""


def embed(text: str, dimensions: int) -> list[float]:
    """Give a unit vector in which texts that share pairs of characters lie near each other."""
    vector = [0.0] * dimensions
    low = f" {text.lower()} "
    for pair in itertools.pairwise(low):
        at = int.from_bytes(hashlib.blake2b("".join(pair).encode("utf-8", "replace")).digest()[:4], "big")
        vector[at % dimensions] += 1
    length = sum(value * value for value in vector) ** 0.5
    return [value / length for value in vector]
