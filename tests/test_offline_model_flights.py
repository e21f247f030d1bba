"""A wish for flights is understood however it is typed, and the seat that is remembered counts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage
from offline_talk import PROMPT, Conversation

from graph.offline_model import OfflineChatModel
from nodes.tools import default_tools

FLIGHTS: list[tuple[str, dict[str, str]]] = [
    ("帮我查一下明天北京飞深圳的机票", {"origin": "北京", "destination": "深圳", "date": "明天"}),
    ("查明天从上海到北京的航班", {"origin": "上海", "destination": "北京", "date": "明天"}),
    ("有没有后天北京飞广州的飞机", {"origin": "北京", "destination": "广州", "date": "后天"}),
    ("我想订一张明天从北京到深圳的机票", {"origin": "北京", "destination": "深圳", "date": "明天"}),
    ("北京到成都 机票 12月5日", {"origin": "北京", "destination": "成都", "date": "12月5日"}),
    ("下周五北京去三亚的机票多少钱", {"origin": "北京", "destination": "三亚", "date": "下周五"}),
    ("北京飞深圳", {"origin": "北京", "destination": "深圳"}),
    ("明天早上北京飞上海最早的航班", {"origin": "北京", "destination": "上海", "date": "明天"}),
    ("幫我查明天臺北飛東京的機票", {"origin": "台北", "destination": "东京", "date": "明天"}),
    ("flights from London to Paris tomorrow", {"origin": "London", "destination": "Paris", "date": "tomorrow"}),
    (
        "show me flights to Tokyo from Shanghai next Friday",
        {"origin": "Shanghai", "destination": "Tokyo", "date": "next Friday"},
    ),
    (
        "I want to fly from Beijing to Shenzhen tomorrow",
        {"origin": "Beijing", "destination": "Shenzhen", "date": "tomorrow"},
    ),
    ("any flights Beijing to Shenzhen on Dec 3?", {"origin": "Beijing", "destination": "Shenzhen", "date": "Dec 3"}),
    ("what's the cheapest flight from NYC to LA tomorrow?", {"origin": "NYC", "destination": "LA", "date": "tomorrow"}),
    (
        "Find me a plane ticket from Munich to Rome for tomorrow",
        {"origin": "Munich", "destination": "Rome", "date": "tomorrow"},
    ),
    ("look up airfare from Lyon to Nice tomorrow", {"origin": "Lyon", "destination": "Nice", "date": "tomorrow"}),
]


@pytest.mark.parametrize(("text", "args"), FLIGHTS)
def test_flights_are_searched(text: str, args: dict[str, str]) -> None:
    talk = Conversation()
    answer = talk.say(text)
    assert talk.calls[0] == ("search_flights", args)
    assert "¥" in answer


@pytest.mark.parametrize(
    ("text", "memory", "told"),
    [
        ("帮我查一下明天北京飞深圳的机票", "我喜欢靠窗的座位", "按你的习惯（我喜欢靠窗的座位），优先推荐有靠窗座位的"),
        (
            "find flights from Beijing to Shenzhen tomorrow",
            "I prefer window seats",
            "You told me “I prefer window seats”",
        ),
        ("帮我查一下明天北京飞深圳的机票", "我习惯坐过道", "靠过道"),
        ("find flights from Beijing to Shenzhen tomorrow", "I always take the aisle seat", "aisle seats"),
        ("帮我查一下明天北京飞深圳的机票", "I prefer window seats", "靠窗"),
        ("帮我查一下明天北京飞深圳的机票", "用户喜欢靠窗的座位", "靠窗"),
    ],
)
def test_the_seat_that_is_remembered_is_taken_into_account(text: str, memory: str, told: str) -> None:
    talk = Conversation()
    assert told in talk.say(text, memories=[f"[2026-11-29 · preference] {memory}"])
    assert talk.calls[0][1]["seat"] in ("window", "aisle")


def test_a_seat_that_is_asked_for_stands_above_the_one_remembered() -> None:
    talk = Conversation()
    talk.say("明天北京飞深圳，要靠过道的机票", memories=["[2026-11-29 · preference] 我喜欢靠窗的座位"])
    assert talk.calls[0][1]["seat"] == "aisle"


def test_a_flight_without_an_origin_leaves_from_home() -> None:
    talk = Conversation()
    talk.say("我住在北京")
    talk.say("帮我查一下明天飞深圳的机票")
    assert talk.calls[0][1]["origin"] == "北京"
    other = Conversation()
    assert other.say("flights to Tokyo tomorrow") == "Where would you fly to Tokyo from?"
    other.say("Shanghai")
    assert other.calls[0] == ("search_flights", {"origin": "Shanghai", "destination": "Tokyo", "date": "tomorrow"})


TWO_STEPS: list[tuple[str, str]] = [
    ("查一下明天北京飞深圳最便宜的机票，再算一下三个人一共多少钱", "* 3"),
    ("查明天北京到深圳的机票，然后计算3个人的总价", "* 3"),
    ("明天北京飞深圳最便宜的机票，两个人往返一共多少钱", "* 2 * 2"),
    ("北京飞深圳后天最便宜的机票打八折是多少钱", "* 0.8"),
    ("find the cheapest flight from Beijing to Shenzhen tomorrow and calculate the price for 3 people", "* 3"),
    ("Search flights from Beijing to Shenzhen tomorrow, then work out the total for four passengers", "* 4"),
    ("how much is a flight from Beijing to Shenzhen tomorrow for 2 people?", "* 2"),
    ("cheapest flight Beijing to Shenzhen tomorrow with a 10% discount", "* (1 - 10 / 100)"),
]


@pytest.mark.parametrize(("text", "factor"), TWO_STEPS)
def test_a_search_and_a_calculation_on_its_result_run_in_one_turn(text: str, factor: str) -> None:
    talk = Conversation()
    answer = talk.say(text)
    assert talk.called == ["search_flights", "calculator"]
    assert talk.rounds == 2
    expression = talk.calls[1][1]["expression"]
    assert expression.endswith(factor)
    assert expression.split()[0] in answer


@pytest.mark.parametrize(
    ("search", "ask"),
    [
        ("Find flights from Beijing to Shenzhen tomorrow", "What is 15% of the cheapest price?"),
        ("Find flights from Beijing to Shenzhen tomorrow", "what's 15 percent of the fare?"),
        ("查明天北京飞深圳的机票", "最便宜的票价的15%是多少"),
        ("查明天北京飞深圳的机票", "最便宜的15%是多少？"),
    ],
)
def test_a_share_of_a_price_that_was_found_is_calculated(search: str, ask: str) -> None:
    talk = Conversation()
    cheapest = min(map(int, re.findall(r"¥(\d+)", talk.say(search))))
    answer = talk.say(ask)
    assert talk.calls[-1] == ("calculator", {"expression": f"{cheapest} * 15 / 100"})
    assert f"{cheapest * 0.15:g}" in answer


def test_one_of_the_flights_found_is_booked_when_asked() -> None:
    for ask, book in (
        ("明天北京飞深圳的机票", "订第一个"),
        ("明天北京飞深圳的机票", "帮我预订第一个航班"),
        ("明天北京飞深圳的机票", "就第一个吧"),
        ("flights from Beijing to Shenzhen tomorrow", "book the first one"),
        ("flights from Beijing to Shenzhen tomorrow", "Please book the first flight for me"),
        ("flights from Beijing to Shenzhen tomorrow", "I'll take the first one"),
    ):
        talk = Conversation()
        listed = talk.say(ask)
        first = next(line.split()[1] for line in listed.splitlines() if line.startswith("1. "))
        answer = talk.say(book)
        assert [(name, args["flight"]) for name, args in talk.calls] == [("book_flight", first)]
        assert first in answer


def test_the_cheapest_or_a_named_flight_is_booked_when_asked() -> None:
    talk = Conversation()
    listed = talk.say("flights from Beijing to Shenzhen tomorrow")
    prices = {line.split()[1]: int(line.split("¥")[1].split(",")[0]) for line in listed.splitlines() if "¥" in line}
    talk.say("book the cheapest one for 2 people")
    args: dict[str, Any] = talk.calls[0][1]
    assert args["flight"] == min(prices, key=lambda f: prices[f])
    assert args["passengers"] == 2
    named = sorted(prices)[2]
    talk.say(f"book {named}")
    assert talk.calls[0][1]["flight"] == named


def test_nothing_is_booked_before_anything_was_found() -> None:
    talk = Conversation()
    for text in ("订第一个航班", "book the first one", "book me a flight"):
        talk.say(text)
        assert talk.calls == []


@pytest.mark.parametrize(
    "text",
    [
        "我明天要飞深圳",
        "I'm flying to Shenzhen tomorrow",
        "我坐飞机会头晕",
        "I read a book about flights",
        "我喜欢靠窗的座位",
    ],
)
def test_what_only_speaks_of_flying_searches_nothing(text: str) -> None:
    talk = Conversation()
    talk.say(text)
    assert talk.calls == []


def test_a_booking_is_for_as_many_as_the_search_was() -> None:
    talk = Conversation()
    talk.say("查一下明天北京飞深圳最便宜的机票，再算一下三个人一共多少钱")
    talk.say("订第一个")
    assert talk.calls[0][1]["passengers"] == 3


@pytest.mark.parametrize(
    "text",
    ["how much would that be for 3 people?", "三个人一共多少钱", "if I buy 3 of the cheapest ones, what's the total"],
)
def test_a_question_about_the_flights_found_books_nothing(text: str) -> None:
    talk = Conversation()
    talk.say("flights from Beijing to Shenzhen tomorrow" if text.isascii() else "明天北京飞深圳的机票")
    talk.say(text)
    assert talk.called == ["search_flights", "calculator"]
    assert talk.calls[1][1]["expression"].endswith("* 3")


def test_follow_ups_narrow_the_search() -> None:
    talk = Conversation()
    talk.say("明天北京飞深圳的机票")
    talk.say("后天呢")
    assert talk.calls[0][1]["date"] == "后天"
    talk.say("有靠过道的吗")
    assert talk.calls[0][1] == {"origin": "北京", "destination": "深圳", "date": "后天", "seat": "aisle"}
    assert "下午" in talk.say("有下午的吗") or talk.calls
    assert "最便宜的是" in talk.say("哪个最便宜？")


def test_a_refused_booking_is_taken_as_refused() -> None:
    talk = Conversation()
    talk.say("明天北京飞深圳的机票")
    refusal = ToolMessage("The user did not approve this call; it was not run.", tool_call_id="x", status="error")
    call = {"name": "book_flight", "args": {"flight": "CA1131", "date": "2026-12-01"}, "id": "x", "type": "tool_call"}
    talk.history += [HumanMessage("订 CA1131"), AIMessage("", tool_calls=[call]), refusal]
    answer = OfflineChatModel().bind_tools(default_tools()).invoke([SystemMessage(PROMPT), *talk.history])
    assert answer.text == "好的，没有预订。"
