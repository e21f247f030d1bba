"""The answer is in the user's language, or in the one that the user asked for."""

from __future__ import annotations

import pytest
from offline_talk import Conversation

from graph.offline_model.language import language_of, plain


def test_the_language_of_the_answer_is_the_users() -> None:
    talk = Conversation()
    talk.say("I live in Paris")
    assert talk.say("我住在哪里？").startswith("你")
    assert talk.say("where do I live?").startswith("You")


def test_a_wish_for_a_language_is_kept() -> None:
    talk = Conversation()
    talk.say("以后请用英文回答我")
    assert talk.say("我叫什么名字？") == "You haven't told me your name yet."
    other = Conversation()
    assert other.say("what's my name?", memories=["[2026-11-01 · preference] Please always answer in Chinese"]) == (
        "你还没有告诉我你的名字。"
    )


@pytest.mark.parametrize(
    "wish",
    [
        "请用英文回答",
        "以后都用英语回复我",
        "切换到英文",
        "please answer in English",
        "from now on, always reply in English",
        "speak English please",
        "I prefer answers in English",
    ],
)
def test_a_wish_for_a_language_is_understood_in_both(wish: str) -> None:
    talk = Conversation()
    talk.say(wish)
    assert talk.say("我叫什么？") == "You haven't told me your name yet."


@pytest.mark.parametrize(
    "said",
    [
        "我会说英语",
        "我在学英文",
        "I speak to Chinese people",
        "把这句话翻译成英文",
        "my boss writes in Chinese",
        "我喜欢英语",
    ],
)
def test_to_speak_of_a_language_is_no_wish_for_it(said: str) -> None:
    talk = Conversation()
    talk.say(said)
    assert talk.say("我叫什么？") == "你还没有告诉我你的名字。"
    assert talk.say("what's my name?") == "You haven't told me your name yet."


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("我叫 Tom", "zh"),
        ("call me 小明", "en"),
        ("weather in 成都", "en"),
        ("用 lookup_order 查一下 42", "zh"),
        ("成都", "zh"),
        ("Paris", "en"),
        ("我叫什麼名字", "zh"),
        ("17*23", None),
        ("", None),
        ("翻译 good morning everyone 成中文", "zh"),
    ],
)
def test_a_name_in_the_other_script_does_not_turn_the_language(text: str, language: str | None) -> None:
    assert language_of(text) == language


def test_without_words_the_language_of_before_goes_on() -> None:
    talk = Conversation()
    talk.say("你好")
    assert "听" in talk.say("？？")
    assert Conversation().say("1/0").startswith("The calculation")


def test_the_plain_form_keeps_the_words() -> None:
    assert plain("我叫什麼名字？") == "我叫什么名字?"
    assert plain("Whats  my name") == "what's my name"
    assert plain("im Tom") == "I'm Tom"
