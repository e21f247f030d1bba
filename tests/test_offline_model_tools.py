"""A wish for a tool is understood however it is typed, and its result is told in the user's language."""

from __future__ import annotations

import json

import pytest
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolMessage
from langchain_core.tools import tool
from offline_talk import Conversation

WEATHER: list[tuple[str, list[tuple[str, str]]]] = [
    ("帮我查一下成都天气", [("成都", "")]),
    ("成都天气", [("成都", "")]),
    ("成都今天天气怎么样", [("成都", "今天")]),
    ("明天成都会下雨吗", [("成都", "明天")]),
    ("请问后天杭州的天气如何？", [("杭州", "后天")]),
    ("后天去杭州要带伞吗", [("杭州", "后天")]),
    ("东京现在多少度？", [("东京", "现在")]),
    ("北京冷不冷", [("北京", "")]),
    ("帮我看看纽约这周末的天气", [("纽约", "这周末")]),
    ("查下昌平的天气", [("昌平", "")]),
    ("我想知道上海明天的气温", [("上海", "明天")]),
    ("哈尔滨下雪了吗", [("哈尔滨", "")]),
    ("成都天氣怎麼樣", [("成都", "")]),
    ("明天去三亚穿什么", [("三亚", "明天")]),
    ("weather in Chengdu", [("Chengdu", "")]),
    ("What's the weather in Paris?", [("Paris", "")]),
    ("is it raining in Paris", [("Paris", "")]),
    ("how's the weather in new york tomorrow?", [("new york", "tomorrow")]),
    ("What will the weather be like in Tokyo next Friday", [("Tokyo", "next Friday")]),
    ("do i need an umbrella in london today", [("london", "today")]),
    ("temperature in Berlin", [("Berlin", "")]),
    ("how cold is it in Moscow?", [("Moscow", "")]),
    ("weather berlin", [("berlin", "")]),
    ("Will it snow in Harbin tomorrow?", [("Harbin", "tomorrow")]),
    ("what's the weather like in Reykjavik?", [("Reykjavik", "")]),
    ("Check the forecast for San Francisco on Dec 5", [("San Francisco", "Dec 5")]),
    ("can you tell me the weather in Rome please", [("Rome", "")]),
    ("wheather in tokyo?", [("tokyo", "")]),
    ("show me London's weather", [("London", "")]),
    ("比较一下北京和上海明天的天气", [("北京", "明天"), ("上海", "明天")]),
    ("北京和上海哪个更暖和", [("北京", ""), ("上海", "")]),
    ("compare the weather in Paris and Rome", [("Paris", ""), ("Rome", "")]),
    ("Is Paris warmer than London today?", [("Paris", "today"), ("London", "today")]),
]


@pytest.mark.parametrize(("text", "wanted"), WEATHER)
def test_weather_is_looked_up(text: str, wanted: list[tuple[str, str]]) -> None:
    talk = Conversation()
    answer = talk.say(text)
    made = [args for name, args in talk.calls if name == "get_weather"]
    assert made == [{"city": c, **({"date": d} if d else {})} for c, d in wanted]
    assert "°C" in answer
    assert "示例数据" in answer if any("\u4e00" <= c <= "\u9fff" for c in text) else "sample data" in answer


def test_two_cities_are_looked_up_in_one_message() -> None:
    talk = Conversation()
    assert "暖和" in talk.say("比较一下北京和上海明天的天气")
    assert talk.called == ["get_weather", "get_weather", "calculator"]
    assert talk.rounds == 2


@pytest.mark.parametrize("text", ["成都天气怎么样？用华氏度告诉我", "what's the weather in Chengdu in Fahrenheit?"])
def test_fahrenheit_is_calculated_from_the_result(text: str) -> None:
    talk = Conversation()
    assert "°F" in talk.say(text)
    assert talk.called == ["get_weather", "calculator", "calculator"]


def test_a_wish_for_fahrenheit_in_memory_is_heeded() -> None:
    answer = Conversation().say("weather in Paris", memories=["[2026-11-01 · preference] I prefer Fahrenheit"])
    assert "°F" in answer


def test_weather_without_a_city_is_for_home_or_asked_after() -> None:
    talk = Conversation()
    assert talk.say("天气怎么样") == "你想查哪个城市的天气？"
    assert talk.calls == []
    assert "成都" in talk.say("成都")
    assert talk.called == ["get_weather"]
    assert "Paris" in Conversation().say("How's the weather?", memories=["[2026-11-01 · profile] I live in Paris"])


def test_follow_ups_lean_on_the_turn_before() -> None:
    talk = Conversation()
    talk.say("成都今天天气怎么样")
    talk.say("那北京呢")
    assert talk.calls == [("get_weather", {"city": "北京", "date": "今天"})]
    talk.say("明天呢")
    assert talk.calls == [("get_weather", {"city": "北京", "date": "明天"})]
    english = Conversation()
    english.say("weather in Paris")
    english.say("and in Rome?")
    assert english.calls == [("get_weather", {"city": "Rome"})]
    english.say("how about tomorrow?")
    assert english.calls == [("get_weather", {"city": "Rome", "date": "tomorrow"})]


@pytest.mark.parametrize(
    "text",
    [
        "今天天气真好",
        "我喜欢下雨天",
        "I love rainy weather",
        "what did I ask about the weather?",
        "我刚才问了哪个城市的天气？",
    ],
)
def test_what_only_speaks_of_weather_looks_nothing_up(text: str) -> None:
    talk = Conversation()
    talk.say(text)
    assert talk.calls == []


SUMS = [
    ("17*23", "391"),
    ("计算 12*(3+4)", "84"),
    ("三乘以四等于多少", "12"),
    ("100的15%是多少", "15"),
    ("what is 15% of 80", "12"),
    ("calculate 2 to the power of 10", "1024"),
    ("12 + 30 = ?", "42"),
    ("帮我算一下 3.5 加 4.2", "7.7"),
    ("sqrt(144)", "12"),
    ("根号144是多少", "12"),
    ("5的阶乘", "120"),
    ("how much is 12 times 12?", "144"),
    ("sum of 3 and 4", "7"),
    ("23和45的和", "68"),
    ("what is the average of 3, 4 and 8", "5"),
    ("What's 1,234 plus 1?", "1235"),
    ("请计算一百二十三加四百五十六", "579"),
    ("9 x 9", "81"),
    ("add 5 and 7", "12"),
    ("subtract 3 from 10", "7"),
    ("divide 10 by 4", "2.5"),
    ("multiply 6 by 7", "42"),
    ("what's 7 squared", "49"),
    ("10加上20再乘以3", "90"),
    ("1234567*89", "109876463"),
    ("200打八五折是多少", "170"),
    ("can you compute 45 - 18?", "27"),
]


@pytest.mark.parametrize(("text", "result"), SUMS)
def test_sums_are_worked_out_by_the_calculator(text: str, result: str) -> None:
    talk = Conversation()
    assert talk.say(text).endswith(f"= {result}")
    assert talk.called == ["calculator"]


def test_a_sum_goes_on_from_the_last_result() -> None:
    talk = Conversation()
    talk.say("17*23")
    assert talk.say("再乘以2").endswith("= 782")
    assert talk.say("divide that by 2").endswith("= 391")
    assert talk.say("加上9呢").endswith("= 400")


@pytest.mark.parametrize(
    "text",
    [
        "我的电话是555-1234",
        "My phone is 555-1234",
        "我今年28岁",
        "I was born on 1990-05-20",
        "我有3个孩子",
        "meet me at 10/12",
    ],
)
def test_numbers_in_what_is_told_are_not_worked_out(text: str) -> None:
    talk = Conversation()
    talk.say(text)
    assert talk.calls == []


TIMES = [
    ("现在几点了", ""),
    ("几点了？", ""),
    ("what time is it", ""),
    ("What time is it now?", ""),
    ("今天星期几", ""),
    ("明天是几号", ""),
    ("what day is it today", ""),
    ("What's today's date?", ""),
    ("what's the time in Tokyo?", "Tokyo"),
    ("纽约现在几点", "纽约"),
    ("tell me the time in London", "London"),
    ("今天几号", ""),
    ("告诉我现在的时间", ""),
    ("current time in Paris", "Paris"),
]


@pytest.mark.parametrize(("text", "place"), TIMES)
def test_the_time_is_asked_of_the_clock(text: str, place: str) -> None:
    talk = Conversation()
    answer = talk.say(text)
    assert talk.calls == [("current_time", {"timezone": place} if place else {})]
    assert "2026" in answer


def test_the_hours_between_two_places_are_told() -> None:
    assert Conversation().say("北京和纽约差几个小时").endswith("北京比纽约早 13 个小时。")
    assert "13 hours ahead" in Conversation().say("what's the time difference between Beijing and New York?")


def test_two_wishes_in_one_text_are_both_met() -> None:
    talk = Conversation()
    answer = talk.say("查一下成都天气，再查一下明天北京飞成都的机票")
    assert talk.calls == [
        ("get_weather", {"city": "成都"}),
        ("search_flights", {"origin": "北京", "destination": "成都", "date": "明天"}),
    ]
    assert talk.rounds == 1
    assert "°C" in answer
    assert "¥" in answer
    both = Conversation().say("What's the weather in Paris and what is 25*4?")
    assert "°C" in both
    assert "100" in both


def test_what_is_told_beside_a_wish_is_acknowledged() -> None:
    talk = Conversation()
    answer = talk.say("我叫小明，帮我查一下成都天气")
    assert "小明" in answer
    assert "°C" in answer
    assert "Tom" in Conversation().say("My name is Tom. What's the weather in Paris?")


@pytest.mark.parametrize("ask", ["show me the rest of the result", "把剩下的部分给我看看"])
def test_a_result_that_was_cut_is_read_on_where_the_notice_says(ask: str) -> None:
    read: list[tuple[str, int]] = []

    @tool
    def read_tool_result(key: str, start: int = 0, length: int = 2000) -> str:
        """Read on in a result that was cut."""
        read.append((key, start))
        return json.dumps({"key": key, "start": start, "total": 9000, "text": "row 41\nrow 42"})

    cut = "row 1\nrow 2\n[cut: 9,000 characters; read on with read_tool_result(key='a1b2c3d4e5')]"
    history: list[AnyMessage] = [
        HumanMessage("list the rows"),
        AIMessage("", tool_calls=[{"name": "list_rows", "args": {}, "id": "c1"}]),
        ToolMessage(cut, tool_call_id="c1", name="list_rows"),
        AIMessage("Here are the first rows."),
    ]
    talk = Conversation(tools=[read_tool_result], history=history)
    assert "row 42" in talk.say(ask)
    assert read == [("a1b2c3d4e5", 0)]
    assert "row 42" in talk.say(ask)
    assert read[-1] == ("a1b2c3d4e5", len("row 41\nrow 42"))
