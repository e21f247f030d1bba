"""Counts the tokens of what is sent, by the provider's published rules and its own reports.

Sources: OpenAI's cookbook "How to count tokens with tiktoken" (3 a message, 1 a name, 3 for the reply's first words,
and the constants of tool schemas; its checked examples are tests), "openai-harmony" (the frame around a call and an
answer). Other models: `memory.families`.

    counter = TokenCounter("deepseek-chat")
    counter.count_messages(messages, tools=tools)      # what the request weighs

The promises: never an exception, whatever the model's name, the messages or the network; nothing is fetched; Chinese
and JSON are never below the truth by more than 2 %; a text is tokenized once and its count kept, so that the count of
a window that grew by one message costs that message; and where the last answer carries the provider's own usage, the
count starts from it (see `count_messages`).
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage

from memory import media
from memory.families import family_of
from memory.tool_schema import function_of, schema_lines
from memory.vocabulary import encode, estimate, load_encoding, longest_beginning
from memory.wire.form import to_dict

PER_NAME = 1
REPLY = 3
"""Every request ends with the first words of the reply."""
COUNTED = "counted_tokens"
"""Under an answer's response_metadata: what this counter gave for the request that the answer's usage reports on."""
CACHED_CHARS = 4_000_000
_DIGITS = re.compile(r"[0-9]")
_CHINESE = re.compile(r"[\u3000-\u303f\u3400-\u4dbf\u4e00-\u9fff\uff00-\uffef]")


class TokenCounter:
    """Counts for one model; also callable, as `count_tokens` of anything that wants a function of a message list."""

    def __init__(self, model: str = "gpt-4o") -> None:
        self.model = model
        self._bare = model.lower().rsplit("/", 1)[-1]
        self.family = family_of(model)
        self._young: dict[str, int] = {}
        self._old: dict[str, int] = {}
        self._chars = 0
        self._tools: dict[tuple[int, ...], tuple[tuple[Any, ...], int]] = {}

    @property
    def encoding_name(self) -> str:
        """The vocabulary in use: `o200k_base`, `cl100k_base`, or `estimate` where it is not to be had."""
        return self.family.encoding_name if load_encoding(self.family.encoding_name) else "estimate"

    @property
    def __name__(self) -> str:
        return f"TokenCounter({self.model!r})"

    def __repr__(self) -> str:
        return self.__name__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TokenCounter) and other.model == self.model

    def __hash__(self) -> int:
        return hash((TokenCounter, self.model))

    def __call__(self, messages: Sequence[BaseMessage | Mapping[str, Any]]) -> int:
        """Give `count_messages(messages)`."""
        return self.count_messages(messages)

    def count_text(self, text: str) -> int:
        """Give the tokens of a text alone."""
        count = self._young.get(text)
        if count is None:
            count = self._old.get(text)
            if count is None:
                count = self._weigh(text)
            if self._chars > CACHED_CHARS or len(self._young) > 20_000:
                self._old, self._young, self._chars = self._young, {}, 0
            self._young[text] = count
            self._chars += len(text)
        return count

    def _weigh(self, text: str) -> int:
        if not text:
            return 0
        encoding = load_encoding(self.family.encoding_name)
        count = len(encode(encoding, text)) if encoding else estimate(text)
        family = self.family
        if family.single_digits:
            digits = len(_DIGITS.findall(text))
            count += digits - digits // 3
        if family.chinese_factor == family.factor:
            return math.ceil(count * family.factor)
        # A common character is three quarters of an o200k token: what share of the count the Chinese in it has.
        chinese = min(count, 0.75 * len(_CHINESE.findall(text)))
        return math.ceil(chinese * family.chinese_factor + (count - chinese) * family.factor)

    def cut_text(self, text: str, max_tokens: int) -> str:
        """Give the longest beginning that fits, cut between tokens, whole characters only."""
        if max_tokens <= 0:
            return ""
        head = text[
            : 40 * max_tokens + 1_000
        ]  # hardly any text has as many characters a token: the rest need not be read
        if (len(head) == len(text) or self._weigh(head) <= max_tokens) and self.count_text(text) <= max_tokens:
            return text
        return longest_beginning(text, max_tokens, self._weigh, load_encoding(self.family.encoding_name))

    def count_message(self, message: BaseMessage | Mapping[str, Any]) -> int:
        """Give what one message adds to a request; never anchored, so that counts of parts add up."""
        wire = to_dict(message) if isinstance(message, BaseMessage) else message
        total = self.family.per_message + self.count_text(str(wire.get("role") or ""))
        total += self._content(wire.get("content"))
        name = wire.get("name")
        if isinstance(name, str) and name:
            total += PER_NAME + self.count_text(name)
        for key in ("refusal", "reasoning_content"):
            if isinstance(wire.get(key), str):
                total += self.count_text(wire[key])
        if isinstance(message, AIMessage) and isinstance(message.content, list):
            total += sum(self._thought(part) for part in message.content if isinstance(part, dict))
        if wire.get("role") == "tool":
            total += self.family.per_answer
        calls = wire.get("tool_calls")
        for call in calls if isinstance(calls, list) else ():
            total += self.family.per_call + self._call(call)
        return total

    def _call(self, call: Any) -> int:
        fn = call.get("function") if isinstance(call, Mapping) else None
        if not isinstance(fn, Mapping):
            return self.count_text(str(call))
        arguments = fn.get("arguments")
        spelt = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False, default=str)
        return self.count_text(str(fn.get("name") or "")) + self.count_text(spelt)

    def _thought(self, part: dict[str, Any]) -> int:
        for key in ("thinking", "reasoning", "reasoning_content"):
            if isinstance(part.get(key), str):
                return self.count_text(part[key])
        return 0

    def _content(self, content: Any) -> int:
        if isinstance(content, str):
            return self.count_text(content)
        if not isinstance(content, list):
            return 0 if content is None else self.count_text(str(content))
        return sum(self._part(part) for part in content)

    def _part(self, part: Any) -> int:
        if not isinstance(part, dict):
            return self.count_text(str(part))
        kind = part.get("type")
        if kind == "image_url":
            return media.image_tokens(part, self._bare)
        if kind == "input_audio":
            return media.audio_tokens(part)
        if kind == "file":
            text, tokens = media.file_parts(part)
            return tokens + self.count_text(text)
        words = part.get("text") or part.get("refusal")
        if isinstance(words, str):
            return self.count_text(words)
        return self.count_text(json.dumps(part, ensure_ascii=False, default=str)) if kind not in ("text",) else 0

    def count_tools(self, tools: Sequence[Any]) -> int:
        """Give what the schemas of tools add to a request, 0 for none; tools as LangChain's, functions, models
        or dicts."""
        if not tools:
            return 0
        key = tuple(map(id, tools))
        kept = self._tools.get(key)
        if kept is None:
            if len(self._tools) > 16:
                self._tools.clear()
            kept = (tuple(tools), self._weigh_tools(tools))  # holding the tools keeps their ids theirs
            self._tools[key] = kept
        return kept[1]

    def _weigh_tools(self, tools: Sequence[Any]) -> int:
        functions = [function_of(tool) for tool in tools]
        if self.family.tools_as_json:
            spelt = "\n".join(json.dumps({"type": "function", "function": fn}, ensure_ascii=False) for fn in functions)
            return self.family.tool_preamble + self.count_text(spelt)
        start = 10 if self.family.encoding_name == "cl100k_base" else 7
        total = 12
        for function in functions:
            total += start
            for fixed, line in schema_lines(function):
                total += fixed + self.count_text(line)
        return total

    def count_plain(self, messages: Sequence[BaseMessage | Mapping[str, Any]], tools: Sequence[Any] = ()) -> int:
        """Give what a request weighs by our own count alone: what `mark` wants to know."""
        return sum(map(self.count_message, messages)) + REPLY + self.count_tools(tools)

    def count_messages(self, messages: Sequence[BaseMessage | Mapping[str, Any]], tools: Sequence[Any] = ()) -> int:
        """Give what a request of these messages and tools weighs.

        Where the last answer that reports usage still stands behind the messages that it reports on, the count is
        anchored: the provider's own figure for those, and our count for what came after. An answer that went through
        `mark` says what we counted then, and the figure is scaled to what of it is still there; one that did not is
        believed unless an earlier report shows that the head of the list has gone since.
        """
        if not messages:
            return self.count_tools(tools)
        weights = [self.count_message(message) for message in messages]
        plain = sum(weights) + REPLY + self.count_tools(tools)
        reports = [(at, usage) for at, message in enumerate(messages) if at and (usage := _usage(message))]
        if not reports:
            return plain
        at, (request, answer, counted) = reports[-1]
        own = sum(weights[:at]) + REPLY + self.count_tools(tools)
        after = sum(weights[at + 1 :])
        if counted:
            request = round(own * request / counted)
        elif len(reports) > 1:
            first, (first_request, _, _) = reports[0]
            if first_request > 2 * (sum(weights[:first]) + REPLY + self.count_tools(tools)) + 200:
                return plain
        return request + self.family.per_message + 1 + answer + after

    def mark(self, answer: AIMessage, counted: int) -> AIMessage:
        """Give the answer with a note of what `count_plain` gave for its request: later counts scale its usage
        by it."""
        noted = {**answer.response_metadata, COUNTED: counted}
        return answer.model_copy(update={"response_metadata": noted})


def _usage(message: BaseMessage | Mapping[str, Any]) -> tuple[int, int, int] | None:
    """Give what the provider reported for an answer: request, answer without its thoughts, and our own note or 0."""
    if not isinstance(message, AIMessage) or not message.usage_metadata:
        return None
    usage = message.usage_metadata
    request, answer = usage.get("input_tokens") or 0, usage.get("output_tokens") or 0
    if request <= 0:
        return None
    thoughts = (usage.get("output_token_details") or {}).get("reasoning") or 0
    counted = message.response_metadata.get(COUNTED)
    return request, max(answer - thoughts, 0), counted if isinstance(counted, int) and counted > 0 else 0
