"""Counting: the published examples, what must never raise, what must never be below the truth."""

from __future__ import annotations

import base64
import json
import struct
from typing import Any

import pytest
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, InvalidToolCall, SystemMessage, ToolMessage
from langchain_core.tools import tool

from memory import vocabulary
from memory.tokens import COUNTED, REPLY, TokenCounter
from memory.wire import to_dict

SIX_MESSAGES = [
    {
        "role": "system",
        "content": "You are a helpful, pattern-following assistant that translates corporate jargon "
        "into plain English.",
    },
    {"role": "system", "name": "example_user", "content": "New synergies will help drive top-line growth."},
    {
        "role": "system",
        "name": "example_assistant",
        "content": "Things working well together will increase revenue.",
    },
    {
        "role": "system",
        "name": "example_user",
        "content": "Let's circle back when we have more bandwidth to touch base on opportunities "
        "for increased leverage.",
    },
    {
        "role": "system",
        "name": "example_assistant",
        "content": "Let's talk later when we're less busy about how to do better.",
    },
    {
        "role": "user",
        "content": "This late pivot means we don't have time to boil the ocean for the client deliverable.",
    },
]
WEATHER_MESSAGES = [
    {
        "role": "system",
        "content": "You are a helpful assistant that can answer to questions about the weather.",
    },
    {"role": "user", "content": "What's the weather like in San Francisco?"},
]
WEATHER_TOOL: dict[str, Any] = {
    "type": "function",
    "function": {
        "name": "get_current_weather",
        "description": "Get the current weather in a given location",
        "parameters": {
            "type": "object",
            "properties": {
                "location": {"type": "string", "description": "The city and state, e.g. San Francisco, CA"},
                "unit": {
                    "type": "string",
                    "description": "The unit of temperature to return",
                    "enum": ["celsius", "fahrenheit"],
                },
            },
            "required": ["location"],
        },
    },
}


@pytest.mark.parametrize(
    ("model", "truth"),
    [("gpt-3.5-turbo", 129), ("gpt-4-0613", 129), ("gpt-4", 129), ("gpt-4o", 124), ("gpt-4o-mini", 124)],
)
def test_the_cookbooks_six_messages_weigh_what_openai_reported(model: str, truth: int) -> None:
    assert TokenCounter(model).count_messages(SIX_MESSAGES) == truth


@pytest.mark.parametrize(
    ("model", "truth"), [("gpt-3.5-turbo", 105), ("gpt-4", 105), ("gpt-4o", 101), ("gpt-4o-mini", 101)]
)
def test_the_cookbooks_weather_request_weighs_what_openai_reported(model: str, truth: int) -> None:
    assert TokenCounter(model).count_messages(WEATHER_MESSAGES, tools=[WEATHER_TOOL]) == truth


def test_a_message_weighs_the_same_as_langchains_object_and_as_a_dict() -> None:
    messages: list[BaseMessage] = [
        SystemMessage("You help."),
        HumanMessage("查一下成都天气", name="小明"),
        AIMessage("", tool_calls=[{"id": "c1", "name": "get_weather", "args": {"city": "成都"}}]),
        ToolMessage("晴，21 度", tool_call_id="c1"),
    ]
    counter = TokenCounter("gpt-4o")
    assert counter.count_messages(messages) == counter.count_messages([to_dict(m) for m in messages])
    assert counter(messages) == sum(map(counter.count_message, messages)) + REPLY


@pytest.mark.parametrize(
    ("model", "encoding"),
    [
        ("gpt-4o", "o200k_base"),
        ("openai/gpt-4o", "o200k_base"),
        ("azure/gpt-4.1-mini", "o200k_base"),
        ("gpt-5-nano", "o200k_base"),
        ("o3", "o200k_base"),
        ("gpt-oss:20b", "o200k_base"),
        ("ft:gpt-4o-mini:org::id", "o200k_base"),
        ("gpt-4-turbo", "cl100k_base"),
        ("gpt-35-turbo", "cl100k_base"),
        ("text-embedding-3-small", "cl100k_base"),
        ("deepseek-chat", "o200k_base"),
        ("Qwen/Qwen3-32B", "o200k_base"),
        ("claude-sonnet-4-5", "o200k_base"),
        ("anything at all", "o200k_base"),
        ("", "o200k_base"),
    ],
)
def test_every_model_name_has_an_encoding(model: str, encoding: str) -> None:
    counter = TokenCounter(model)
    assert counter.encoding_name == encoding
    assert counter.count_messages([HumanMessage("hello")]) > 0


def test_special_tokens_in_a_text_are_text() -> None:
    counter = TokenCounter("gpt-4o")
    assert counter.count_text("a <|endoftext|> b") > counter.count_text("a  b") + 3


STRANGE: list[Any] = [
    AIMessage(content=[{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "yes"}]),
    AIMessage(content=[{"type": "reasoning", "reasoning": "hm"}, "plain string part"]),
    AIMessage(
        "", invalid_tool_calls=[InvalidToolCall(type="invalid_tool_call", id="a", name="f", args="{", error="x")]
    ),
    AIMessage("", additional_kwargs={"reasoning_content": "because", "refusal": "no"}),
    HumanMessage([{"type": "image_url", "image_url": {"url": "https://example.invalid/a.png"}}]),
    HumanMessage([{"type": "image_url", "image_url": {"url": "data:image/png;base64,not base64 at all!"}}]),
    HumanMessage([{"type": "image_url"}, {"type": "input_audio"}, {"type": "file"}, {"type": "unheard_of", "x": 1}]),
    HumanMessage("\ud800 lone surrogate \x00 control"),
    ToolMessage(content=[{"type": "text", "text": "r"}], tool_call_id="c"),
    {"role": "assistant", "tool_calls": None, "content": None},
    {"role": "assistant", "tool_calls": [None, {"function": None}, {"function": {"name": 1, "arguments": {"a": 1}}}]},
    {"content": 17},
    {},
]


@pytest.mark.parametrize("model", ["gpt-4o", "qwen-plus", "who-knows"])
@pytest.mark.parametrize("at", range(len(STRANGE)))
def test_no_message_makes_counting_raise(model: str, at: int) -> None:
    assert TokenCounter(model).count_messages([HumanMessage("hi"), STRANGE[at]]) > 0


def test_reasoning_weighs_with_its_message() -> None:
    counter = TokenCounter("deepseek-reasoner")
    plain, thinking = AIMessage("yes"), AIMessage("yes", additional_kwargs={"reasoning_content": "long thought " * 50})
    assert counter.count_message(thinking) > counter.count_message(plain) + 90


def test_without_a_vocabulary_the_count_is_an_upper_bound_by_script(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {
        "english": "The quick brown fox jumps over the lazy dog, again and again, until nobody counts. " * 20,
        "chinese": "我喜欢靠窗的座位，明天北京飞深圳，价格不要超过一千元，最好是上午出发的航班。" * 20,
        "json": json.dumps([{"id": n, "name": f"item-{n}", "ok": True, "price": n * 3.75} for n in range(100)]),
        "code": "def f(x: int) -> int:\n    return x ** 2  # squares\n" * 20,
        "emoji": "好👍🏽👨‍👩‍👧 ok " * 40,
        "base64": base64.b64encode(bytes(range(256)) * 4).decode(),
        "hex": bytes(range(256)).hex(),
        "camel": "getCurrentWeatherForLocationInUTC(locationID, unitSystem) " * 20,
        "arabic": "أحب المقعد بجانب النافذة، من فضلك. " * 20,
        "japanese": "窓側の席が好きです。明日の午前中の便でお願いします。" * 20,
        "korean": "창가 좌석을 좋아합니다. 내일 오전 비행기로 부탁드립니다. " * 20,
    }
    for model in ("gpt-4o", "gpt-4"):
        truth = {key: TokenCounter(model).count_text(text) for key, text in texts.items()}
        with monkeypatch.context() as closed:
            closed.setattr("memory.tokens.load_encoding", lambda _: None)
            blind = TokenCounter(model)
            assert blind.encoding_name == "estimate"
            for key, text in texts.items():
                assert truth[key] * 0.98 <= blind.count_text(text) <= truth[key] * 3, (model, key)
            assert blind.count_text(blind.cut_text(texts["chinese"], 50)) <= 50


def _png(width: int, height: int) -> str:
    head = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", width, height) + b"\x08\x02\0\0\0"
    return "data:image/png;base64," + base64.b64encode(head + b"\0" * 40).decode()


@pytest.mark.parametrize(
    ("model", "size", "detail", "truth"),
    [
        ("gpt-4o", (1024, 1024), "high", 765),
        ("gpt-4o", (2048, 4096), "high", 1105),
        ("gpt-4o", (4096, 8192), "low", 85),
        ("gpt-4o", (512, 512), "auto", 255),
        ("gpt-4.1-mini", (1024, 1024), "high", 1659),
    ],
)
def test_a_picture_costs_by_its_size_and_detail(model: str, size: tuple[int, int], detail: str, truth: int) -> None:
    def request(parts: list[str | dict[str, Any]]) -> int:
        return TokenCounter(model).count_messages([HumanMessage(parts)])

    picture: dict[str, Any] = {"type": "image_url", "image_url": {"url": _png(*size), "detail": detail}}
    assert request(["x", picture]) - request(["x"]) == truth


def test_a_picture_behind_a_url_costs_the_most_and_is_never_fetched() -> None:
    picture: dict[str, Any] = {"type": "image_url", "image_url": {"url": "https://example.invalid/x.png"}}
    assert TokenCounter("gpt-4o").count_message(HumanMessage([picture])) == 1445 + 3 + 1


def test_a_long_thread_is_counted_from_the_providers_own_report() -> None:
    counter = TokenCounter("deepseek-chat")
    usage: Any = {"input_tokens": 1_000, "output_tokens": 70, "total_tokens": 1_070}
    usage["output_token_details"] = {"reasoning": 20}
    history: list[BaseMessage] = [HumanMessage("hello"), AIMessage("hi", usage_metadata=usage)]
    new, frame = HumanMessage("what next?"), counter.family.per_message + 1
    assert counter.count_messages([*history, new]) == 1_000 + frame + 50 + counter.count_message(new)


def test_a_marked_report_is_scaled_to_what_is_still_there() -> None:
    counter = TokenCounter("deepseek-chat")
    old: list[BaseMessage] = [HumanMessage("one two three four five " * 40), HumanMessage("short")]
    counted, frame = counter.count_messages(old), counter.family.per_message + 1
    usage: Any = {"input_tokens": counted * 2, "output_tokens": 5, "total_tokens": counted * 2 + 5}
    answer = counter.mark(AIMessage("hi", usage_metadata=usage), counted)
    assert answer.response_metadata[COUNTED] == counted
    assert counter.count_messages([*old, answer]) == counted * 2 + frame + 5
    kept = counter.count_messages(old[1:])
    assert counter.count_messages([old[1], answer]) == kept * 2 + frame + 5


def test_a_report_about_a_head_that_has_gone_is_not_believed() -> None:
    counter = TokenCounter("gpt-4o")

    def answer(request: int) -> AIMessage:
        usage: Any = {"input_tokens": request, "output_tokens": 3, "total_tokens": request + 3}
        return AIMessage("ok", usage_metadata=usage)

    window = [HumanMessage("a"), answer(5_000), HumanMessage("b"), answer(5_020), HumanMessage("c")]
    assert counter.count_messages(window) < 100


def test_tools_of_every_kind_weigh_their_schema() -> None:
    @tool
    def find_flights(origin: str, destination: str, seats: list[dict[str, str]] | None = None) -> str:
        """Find flights between two cities."""
        return ""

    for model in ("gpt-4o", "gpt-4", "qwen-plus"):
        counter = TokenCounter(model)
        one, two = counter.count_tools([find_flights]), counter.count_tools([find_flights, WEATHER_TOOL])
        assert 20 < one < two
        assert counter.count_tools([]) == 0
        assert counter.count_tools([{"type": "web_search_preview"}]) > 10
        assert counter.count_messages([HumanMessage("x")], tools=[find_flights]) == one + counter.count_messages(
            [HumanMessage("x")]
        )


@pytest.mark.parametrize("model", ["gpt-4o", "gpt-4", "qwen-plus", "claude-sonnet-4-5"])
@pytest.mark.parametrize(
    "text", ["hello world, this is text", "你好，世界。" * 30, "👍🏽👨‍👩‍👧" * 30, " " * 500, "1234567890" * 40]
)
def test_a_cut_text_is_a_beginning_that_fits(model: str, text: str) -> None:
    counter = TokenCounter(model)
    for most in (0, 1, 2, 5, 17, 10_000):
        cut = counter.cut_text(text, most)
        assert text.startswith(cut)
        assert counter.count_text(cut) <= most
    assert counter.cut_text(text, 10_000) == text
    assert len(counter.cut_text(text, 17)) > 0


def test_counts_are_kept_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memory.tokens.CACHED_CHARS", 10_000)
    counter = TokenCounter("gpt-4o")
    for n in range(300):
        counter.count_text(f"{n} " * 100)
    kept = sum(map(len, [*counter._young, *counter._old]))
    assert kept < 25_000


def test_two_counters_of_one_model_are_equal() -> None:
    assert TokenCounter("gpt-4o") == TokenCounter("gpt-4o") != TokenCounter("gpt-4")
    assert len({TokenCounter("a"), TokenCounter("a")}) == 1
    assert vocabulary.load_encoding("o200k_base") is vocabulary.load_encoding("o200k_base")
