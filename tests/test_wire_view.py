"""The view that a provider is sent: accepted whatever the list, and otherwise untouched."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import handed_cases
import pytest
from any_history import PICTURE, QUICK, histories
from hypothesis import example, given, settings
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolCall, ToolMessage

from memory.errors import SettingsError
from memory.messages import find_problems, repair
from memory.wire import PROVIDERS, guess_provider, to_dict, to_openai, view

THINKERS = ("deepseek", "moonshot")


@pytest.fixture(scope="module")
def protocol() -> ModuleType:
    """The handed validator."""
    return handed_cases.protocol()


def call(call_id: str, name: str = "f", **args: Any) -> ToolCall:
    return ToolCall(type="tool_call", id=call_id, name=name, args=args)


def accepted_by_all(protocol: ModuleType, history: list[BaseMessage]) -> None:
    """Hold the views of one history to their promises: accepted, idempotent, nothing mutated."""
    before = [message.model_dump() for message in history]
    for provider in PROVIDERS:
        sent = view(history, provider)
        wire = [to_dict(message) for message in sent]
        if wire:
            assert protocol.errors(wire, provider) == [], provider
        assert [to_dict(message) for message in view(sent, provider)] == wire, provider
        if sent:
            assert find_problems(sent, provider) == [], provider
    assert [message.model_dump() for message in history] == before


@settings(max_examples=120, deadline=None, phases=QUICK)
@given(history=histories())
@example(history=[AIMessage("hi"), AIMessage("again"), AIMessage("and again", tool_calls=[call("c1")])])
@example(history=[SystemMessage("only"), SystemMessage("rules")])
def test_every_provider_accepts_its_view_of_any_list(protocol: ModuleType, history: list[BaseMessage]) -> None:
    accepted_by_all(protocol, history)


@pytest.mark.slow
@pytest.mark.timeout(900)
@settings(max_examples=2_500, deadline=None, phases=QUICK)
@given(history=histories())
def test_every_provider_accepts_its_view_of_thousands_of_lists(
    protocol: ModuleType, history: list[BaseMessage]
) -> None:
    accepted_by_all(protocol, history)
    accepted_by_all(protocol, repair(history))


@settings(max_examples=80, deadline=None, phases=QUICK)
@given(history=histories())
def test_thinkers_find_the_reasoning_of_every_call(protocol: ModuleType, history: list[BaseMessage]) -> None:
    for provider in THINKERS:
        wire = [to_dict(message) for message in view(history, provider, thinking=True)]
        if wire:
            assert protocol.errors(wire, provider, thinking=True) == []


def test_the_profiles_are_those_that_the_rules_are_known_for(protocol: ModuleType) -> None:
    assert set(protocol.PROFILES) <= set(PROVIDERS)


VALID: list[BaseMessage] = [
    SystemMessage("You help."),
    HumanMessage("Weather in Chengdu?"),
    AIMessage("", tool_calls=[call("abcdefghi", "get_weather", city="成都")]),
    ToolMessage("sunny", tool_call_id="abcdefghi"),
    AIMessage("Sunny."),
    HumanMessage("Thanks"),
]


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_list_that_needs_nothing_comes_back_with_the_same_messages(provider: str) -> None:
    assert view(VALID, provider) == VALID


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_growing_thread_keeps_the_head_that_the_provider_has_cached(provider: str) -> None:
    history: list[BaseMessage] = [SystemMessage("You help.")]
    last: list[dict[str, Any]] = []
    for turn in range(12):
        long_id = f"call_{turn}_" + "x" * 50
        history += [
            HumanMessage(f"question {turn}", name="a b"),
            AIMessage("let me look", tool_calls=[call(long_id, "查天气", n=turn)]),
            ToolMessage("", tool_call_id=long_id),
            AIMessage(f"answer {turn}"),
        ]
        wire = to_openai([*history, HumanMessage("next")], provider)
        assert wire[: len(last)] == last
        last = wire[:-1]


@pytest.mark.parametrize("provider", PROVIDERS)
def test_no_word_is_lost(provider: str) -> None:
    history: list[BaseMessage] = [
        AIMessage("opening words"),
        SystemMessage("first rule"),
        HumanMessage("first question"),
        HumanMessage("second question"),
        SystemMessage("late rule"),
        AIMessage("spoken before the call"),
        AIMessage("spoken with the call", tool_calls=[call("c1", text="argument words")]),
        ToolMessage([{"type": "text", "text": "result words"}, PICTURE], tool_call_id="c1"),
        HumanMessage("third question"),
        AIMessage([{"type": "text", "text": "closing words"}]),
    ]
    sent = str(to_openai(view(history, provider)))
    for words in ("opening words", "first rule", "late rule", "first question", "second question", "third question"):
        assert words in sent
    for words in ("spoken before", "spoken with", "argument words", "result words", "closing words", "iVBORw0KGgo="):
        assert words in sent


def test_ids_change_with_their_answers_and_to_the_same_every_time() -> None:
    history = [HumanMessage("x"), AIMessage("", tool_calls=[call("call_1"), call("call_2")])]
    history += [ToolMessage("one", tool_call_id="call_1"), ToolMessage("two", tool_call_id="call_2"), HumanMessage("y")]
    first, again = to_openai(history, "mistral"), to_openai(history, "mistral")
    assert first == again
    ids = [made["id"] for made in first[1]["tool_calls"]]
    assert [len(made) for made in ids] == [9, 9]
    assert [first[2]["tool_call_id"], first[3]["tool_call_id"]] == ids
    assert [first[2]["content"], first[3]["content"]] == ["one", "two"]


def test_deepseek_never_sees_an_id_twice() -> None:
    history: list[BaseMessage] = []
    for turn in range(4):
        history += [
            HumanMessage(f"q{turn}"),
            AIMessage("", tool_calls=[call("x")]),
            ToolMessage(str(turn), tool_call_id="x"),
        ]
    wire = to_openai([*history, HumanMessage("end")], "deepseek")
    ids = [made["id"] for message in wire for made in message.get("tool_calls", [])]
    assert len(set(ids)) == 4
    assert ids[0] == "x"
    assert [message["content"] for message in wire if message["role"] == "tool"] == ["0", "1", "2", "3"]


def test_reasoning_travels_where_it_must_and_nowhere_else() -> None:
    thought = {"reasoning_content": "because"}
    history: list[BaseMessage] = [
        HumanMessage("x"),
        AIMessage("", tool_calls=[call("c1")], additional_kwargs=thought),
        ToolMessage("r", tool_call_id="c1"),
        AIMessage("", tool_calls=[call("c2")]),
        ToolMessage("r", tool_call_id="c2"),
        AIMessage("done", additional_kwargs=thought),
        HumanMessage("y"),
    ]

    def kept(provider: str) -> list[str | None]:
        return [m.get("reasoning_content") for m in to_openai(view(history, provider)) if m["role"] == "assistant"]

    assert kept("deepseek") == ["because", "(No reasoning was recorded.)", None]
    assert kept("moonshot") == ["because", "(No reasoning was recorded.)", "because"]
    for provider in ("openai", "azure", "anthropic", "gemini", "mistral", "gemma_template"):
        assert kept(provider) == [None, None, None]


def test_more_calls_than_a_message_may_hold_are_split_with_their_answers() -> None:
    calls = [call(f"c{n}") for n in range(300)]
    answers = [ToolMessage(str(n), tool_call_id=f"c{n}") for n in range(300)]
    sent = view([HumanMessage("x"), AIMessage("many", tool_calls=calls), *answers, HumanMessage("y")], "openai")
    sizes = [len(message.tool_calls) for message in sent if isinstance(message, AIMessage)]
    assert sizes == [128, 128, 44]
    assert [message.text for message in sent if isinstance(message, ToolMessage)] == [str(n) for n in range(300)]


def test_arguments_that_do_not_parse_travel_as_text_where_a_server_would_parse_them() -> None:
    broken: Any = {"type": "invalid_tool_call", "id": "c1", "name": "f", "args": '{"city": "che', "error": "cut"}
    history = [HumanMessage("x"), AIMessage("", invalid_tool_calls=[broken]), ToolMessage("no", tool_call_id="c1")]
    assert to_openai(view(history, "openai"))[1]["tool_calls"][0]["function"]["arguments"] == '{"city": "che'
    sent = to_openai(view(history, "vllm"))[1]["tool_calls"][0]["function"]["arguments"]
    assert sent == '{"unreadable_arguments": "{\\"city\\": \\"che"}'


def test_a_name_that_had_to_go_leaves_two_tools_apart() -> None:
    history = [HumanMessage("x"), AIMessage("", tool_calls=[call("a", "查天气"), call("b", "查航班")])]
    names = [made["function"]["name"] for made in to_openai(view(history, "openai"))[1]["tool_calls"]]
    assert len(set(names)) == 2
    assert all(name.isascii() for name in names)


@pytest.mark.parametrize(
    ("base_url", "model", "provider"),
    [
        (None, "gpt-4o", "openai"),
        ("", "gpt-4o", "openai"),
        ("https://api.openai.com/v1", "gpt-4o", "openai"),
        ("https://x.openai.azure.com/openai/v1", "gpt-4o", "azure"),
        ("https://api.deepseek.com", "deepseek-chat", "deepseek"),
        ("https://dashscope.aliyuncs.com/compatible-mode/v1", "qwen-plus", "dashscope"),
        ("https://api.moonshot.cn/v1", "kimi-k2", "moonshot"),
        ("https://api.mistral.ai/v1", "mistral-large-latest", "mistral"),
        ("https://generativelanguage.googleapis.com/v1beta/openai/", "gemini-2.5-flash", "gemini"),
        ("https://api.anthropic.com/v1/", "claude-sonnet-4-5", "anthropic"),
        ("http://localhost:11434/v1", "qwen3:8b", "ollama"),
        ("http://localhost:8000/v1", "Qwen/Qwen3-32B", "qwen_template"),
        ("http://localhost:8000/v1", "google/gemma-3-27b-it", "gemma_template"),
        ("https://openrouter.ai/api/v1", "anthropic/claude-sonnet-4.5", "anthropic"),
        ("127.0.0.1:9000", "my-model", "vllm"),
    ],
)
def test_the_provider_is_guessed_from_address_and_model(base_url: str | None, model: str, provider: str) -> None:
    assert guess_provider(base_url, model) == provider


def test_an_unknown_provider_is_refused_by_name() -> None:
    with pytest.raises(SettingsError, match="expected one of openai, azure"):
        view(VALID, "acme")
    with pytest.raises(SettingsError):
        to_openai(VALID, "acme")
