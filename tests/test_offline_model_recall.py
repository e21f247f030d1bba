"""What was told is found again, however it is asked for, in Chinese and in English."""

from __future__ import annotations

from pathlib import Path

import pytest
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from offline_talk import Conversation

NAME_ZH = (
    "我叫什么？ 我叫什么名字 我是谁 我是谁？ 还记得我叫什么吗 你知道我的名字吗 你知道我叫什么吗 "
    "我的名字是什么 我叫啥 你应该怎么称呼我 我刚才说我叫什么名字？ 你还记得我的名字吗？ "
    "你还记得我吗 告诉我我的名字 我姓甚名谁，我叫什么来着 请问我叫什么名字 你好，我叫什么？ "
    "说出我的名字 我叫什麼名字？ 還記得我的名字嗎？ 猜猜我叫什么 "
)
NAME_EN = (
    "what's my name|"
    "whats my name|"
    "what is my name?|"
    "What's my name again?|"
    "do you remember my name?|"
    "Do you know my name|"
    "who am i|"
    "Who am I?|"
    "what do you call me|"
    "tell me my name|"
    "can you tell me my name?|"
    "do you know who I am?|"
    "say my name|"
    "what did I say my name was?|"
    "What name did I give you?|"
    "remind me what my name is|"
    "what am I called?|"
    "do u remember my name|"
    "hi, what's my name?|"
)


@pytest.mark.parametrize("question", NAME_ZH.split())
def test_the_name_told_before_is_found_in_chinese(question: str) -> None:
    talk = Conversation()
    talk.say("我叫小明")
    assert "小明" in talk.say(question)
    assert talk.calls == []


@pytest.mark.parametrize("question", NAME_EN.strip("|").split("|"))
def test_the_name_told_before_is_found_in_english(question: str) -> None:
    talk = Conversation()
    talk.say("My name is Tom")
    assert "Tom" in talk.say(question)
    assert talk.calls == []


@pytest.mark.parametrize(
    ("told", "name"),
    [
        ("我叫小明", "小明"),
        ("你好，我叫小明", "小明"),
        ("我的名字是张三", "张三"),
        ("我是小李", "小李"),
        ("叫我老王就好", "老王"),
        ("大家都叫我阿强", "阿强"),
        ("我叫 Tom", "Tom"),
        ("我不叫小明，我叫小红", "小红"),
        ("我叫小明，今年28岁，在腾讯上班", "小明"),
        ("你可以叫我小雨", "小雨"),
        ("本人姓名：王大锤", "王大锤"),
        ("我叫歐陽娜娜", "娜娜"),
        ("My name is Tom", "Tom"),
        ("my name is tom", "Tom"),
        ("I'm Alice", "Alice"),
        ("Hi, I am Alice and I live in Paris", "Alice"),
        ("call me Bob", "Bob"),
        ("Please call me Liz", "Liz"),
        ("This is Peter speaking", "Peter"),
        ("My name's Anna-Maria Lopez.", "Anna-Maria Lopez"),
        ("people call me Max", "Max"),
        ("I go by Sam", "Sam"),
    ],
)
def test_a_name_is_understood_however_it_is_told(told: str, name: str) -> None:
    talk = Conversation()
    assert name in talk.say(told)
    assert name in talk.say("我叫什么？" if any("\u4e00" <= c <= "\u9fff" for c in told) else "what's my name?")


@pytest.mark.parametrize(
    "told",
    [
        "我叫了外卖",
        "我是程序员",
        "我是北京人",
        "I'm tired",
        "I am vegetarian",
        "I'm from Paris",
        "我妹妹叫小红",
        "my dog is called Rex",
    ],
)
def test_what_is_no_name_is_not_taken_for_one(told: str) -> None:
    talk = Conversation()
    talk.say(told)
    zh = any("\u4e00" <= c <= "\u9fff" for c in told)
    assert talk.say("我叫什么名字？" if zh else "what's my name?") == (
        "你还没有告诉我你的名字。" if zh else "You haven't told me your name yet."
    )


FACTS = [
    (told, asked, expected)
    for line in (Path(__file__).parent / "told_and_asked.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
    for told, asked, expected in [line.split("\t")]
]


@pytest.mark.parametrize(
    ("told", "question", "expected"), [(t, q, e) for t, questions, e in FACTS for q in questions.split("|")]
)
def test_a_fact_told_before_is_found(told: str, question: str, expected: str) -> None:
    talk = Conversation(tools=[])
    talk.say("你好")
    talk.say(told)
    talk.say("谢谢")
    assert expected in talk.say(question)


@pytest.mark.parametrize(("told", "question", "expected"), [(t, q.split("|")[0], e) for t, q, e in FACTS])
def test_a_fact_is_found_in_recalled_memories(told: str, question: str, expected: str) -> None:
    talk = Conversation(tools=[])
    assert expected in talk.say(question, memories=[f"[2026-11-20 · fact] {told}"])


@pytest.mark.parametrize(("told", "question", "expected"), [(t, q.split("|")[0], e) for t, q, e in FACTS])
def test_a_fact_is_found_in_the_summary(told: str, question: str, expected: str) -> None:
    assert expected in Conversation(tools=[], summary=f"关于用户：\n- {told}").say(question)


@pytest.mark.parametrize("question", sorted({q for _, questions, _ in FACTS for q in questions.split("|")}))
def test_what_was_never_told_is_not_made_up(question: str) -> None:
    talk = Conversation(tools=[])
    talk.say("我喜欢下雨天" if "\u4e00" <= question[0] <= "\u9fff" else "I like rainy days")
    answer = talk.say(question)
    for _, _, expected in FACTS:
        assert expected not in answer


def test_the_newest_statement_wins() -> None:
    talk = Conversation()
    for place in ("北京", "上海", "广州"):
        talk.say(f"我住在{place}")
    assert talk.say("我住在哪里？") == "你住在广州。"
    english = Conversation()
    english.say("I live in Rome")
    english.say("I moved to Oslo last week")
    assert "Oslo" in english.say("where do I live?")


def test_a_typed_memory_stands_above_what_this_thread_once_said() -> None:
    talk = Conversation()
    talk.say("我住在北京")
    known = ["[2026-11-29 · profile] 我搬到上海了"]
    assert "上海" in talk.say("我住在哪里？", memories=known)
    assert "北京" in talk.say("我刚才说我住在哪里？", memories=known)


def test_an_episode_does_not_stand_above_a_typed_memory() -> None:
    known = ["[2026-11-28 · episode · user] 我住在北京", "[2026-11-20 · profile] 我住在上海"]
    assert "上海" in Conversation().say("我住在哪里？", memories=known)


def test_what_the_assistant_said_is_no_fact_about_the_user() -> None:
    history: list[AnyMessage] = [HumanMessage("hello"), AIMessage("Your name is Bob and you live in Rome.")]
    talk = Conversation(history=history)
    assert "Bob" not in talk.say("what's my name?")
    known = ["[2026-11-20 · episode · assistant] 我叫小红", "[2026-11-20 · episode · get_weather] my name is Rex"]
    assert Conversation().say("我叫什么？", memories=known) == "你还没有告诉我你的名字。"


def test_a_question_asked_before_is_no_statement() -> None:
    talk = Conversation()
    talk.say("我叫小明对吗？")
    talk.say("is my name Tom?")
    assert talk.say("我叫什么？") == "你还没有告诉我你的名字。"


def test_a_guess_is_confirmed_or_corrected() -> None:
    talk = Conversation()
    talk.say("我叫小明")
    assert talk.say("我叫小明对吗？") == "是的，你叫小明。"
    assert talk.say("我叫小红吗？") == "不是，你叫小明。"


def test_memories_in_the_third_person_are_said_back_to_the_user() -> None:
    assert Conversation().say("where do I live?", memories=["[2026-11-20 · profile] The user lives in Paris"]) == (
        "You live in Paris."
    )
    assert Conversation().say("我喜欢喝什么", memories=["[2026-11-20 · preference] 用户喜欢喝茶"]) == "你喜欢喝茶。"


def test_a_relative_day_is_given_with_the_day_it_was_said() -> None:
    known = ["[2026-11-20 · episode · user] 下周二下午三点我跟老王开会"]
    answer = Conversation().say("我跟老王的会议是什么时候？", memories=known)
    assert "下周二下午三点" in answer
    assert "2026-11-20" in answer


@pytest.mark.parametrize(
    ("told", "question"),
    [
        ("I love hiking and playing tennis", "do I like football?"),
        ("我喜欢喝咖啡", "我喜欢喝茶吗"),
        ("Anna's phone number is 555-1234", "what's Bob's phone number?"),
        ("my sister lives in Rome", "where do I live?"),
        ("我妹妹在上海工作", "我在哪里工作"),
        ("My wife's birthday is March 3", "when is my birthday?"),
        ("我养了一只猫", "我有几只狗"),
    ],
)
def test_another_thing_of_the_kind_is_no_answer(told: str, question: str) -> None:
    talk = Conversation(tools=[])
    talk.say(told)
    answer = talk.say(question)
    assert "还没有告诉" in answer or "haven't told me" in answer or "离线模型" in answer or "offline model" in answer


def test_what_was_asked_to_be_forgotten_is_not_brought_up_again() -> None:
    talk = Conversation()
    talk.say("我叫小明，我住在成都")
    talk.say("忘掉我住在成都")
    assert "成都" not in talk.say("我住在哪里？")
    assert "小明" in talk.say("我叫什么？")
    assert "成都" not in talk.say("你记得我什么？")
    talk.say("我住在重庆")
    assert "重庆" in talk.say("我住在哪里？")


@pytest.mark.parametrize(
    "question",
    ["你记得我什么", "你记得我什么？", "你都知道我什么", "关于我你知道些什么", "你对我了解多少", "我的个人信息有哪些"],
)
def test_all_that_is_known_is_listed_in_chinese(question: str) -> None:
    talk = Conversation()
    talk.say("我叫小明，我喜欢靠窗的座位")
    answer = talk.say(question, memories=["[2026-11-01 · profile] 我住在成都"])
    assert all(word in answer for word in ("小明", "靠窗", "成都"))


@pytest.mark.parametrize(
    "question",
    [
        "what do you know about me?",
        "What do you remember about me",
        "tell me everything you know about me",
        "list my memories",
        "what have you learned about me?",
    ],
)
def test_all_that_is_known_is_listed_in_english(question: str) -> None:
    talk = Conversation()
    talk.say("My name is Tom and I like window seats")
    answer = talk.say(question, memories=["[2026-11-01 · profile] I live in Paris"])
    assert all(word in answer for word in ("Tom", "window", "Paris"))
