"""What was told is found again, however it is asked for, in Chinese and in English."""

from __future__ import annotations

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from offline_talk import Conversation

NAME_ZH = """我叫什么？ 我叫什么名字 我是谁 我是谁？ 还记得我叫什么吗 你知道我的名字吗 你知道我叫什么吗 我的名字是什么 我叫啥 你应该怎么称呼我 我刚才说我叫什么名字？
你还记得我的名字吗？ 你还记得我吗 告诉我我的名字 我姓甚名谁，我叫什么来着 请问我叫什么名字 你好，我叫什么？ 说出我的名字 我叫什麼名字？ 還記得我的名字嗎？ 猜猜我叫什么"""
NAME_EN = """what's my name|whats my name|what is my name?|What's my name again?|do you remember my name?|Do you know my name|who am i|Who am I?|what do you call me
tell me my name|can you tell me my name?|do you know who I am?|say my name|what did I say my name was?|What name did I give you?|remind me what my name is|what am I called?|do u remember my name|hi, what's my name?"""


@pytest.mark.parametrize("question", NAME_ZH.split())
def test_the_name_told_before_is_found_in_chinese(question: str) -> None:
    talk = Conversation()
    talk.say("我叫小明")
    assert "小明" in talk.say(question)
    assert talk.calls == []


@pytest.mark.parametrize("question", NAME_EN.replace("\n", "|").split("|"))
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
    "told", ["我叫了外卖", "我是程序员", "我是北京人", "I'm tired", "I am vegetarian", "I'm from Paris", "我妹妹叫小红", "my dog is called Rex"]
)
def test_what_is_no_name_is_not_taken_for_one(told: str) -> None:
    talk = Conversation()
    talk.say(told)
    zh = any("\u4e00" <= c <= "\u9fff" for c in told)
    assert talk.say("我叫什么名字？" if zh else "what's my name?") == (
        "你还没有告诉我你的名字。" if zh else "You haven't told me your name yet."
    )


FACTS = [
    ("我住在成都", "我住在哪里？|我住哪|我家在哪|你知道我住在哪个城市吗|我现在住的地方是哪里|还记得我住哪儿吗|where do I live?", "成都"),
    ("I live in Berlin with my wife", "where do i live|Where do I live?|which city do I live in|do you know where I live?|what's my city?|我住在哪？", "Berlin"),
    ("我最喜欢吃火锅", "我喜欢吃什么|我喜欢吃什么？|我爱吃什么|我最爱吃啥|你知道我喜欢吃什么吗|我的口味是什么|what do I like to eat?", "火锅"),
    ("I love spicy hot pot", "what do i like to eat|what food do I like?|what's my favourite food|do you remember what I like to eat?|我喜欢吃什么", "hot pot"),
    ("我喜欢靠窗的座位", "我喜欢什么座位|我喜欢坐哪里|我的座位偏好是什么|which seat do I like?|你记得我喜欢什么样的座位吗", "靠窗"),
    ("I prefer aisle seats", "which seat do I prefer|what kind of seat do I like?|what's my seat preference|where do I like to sit?", "aisle"),
    ("我对花生过敏", "我对什么过敏|我对什么过敏？|我有什么忌口|我有哪些过敏|what am I allergic to?|我不能吃什么", "花生"),
    ("I'm allergic to peanuts and shellfish", "what am I allergic to|do I have any allergies?|am I allergic to peanuts?|what are my allergies|what can't I eat?", "peanuts"),
    ("我在腾讯上班，是产品经理", "我在哪里上班|我在哪工作|我在哪家公司|我的公司是哪家|where do I work?", "腾讯"),
    ("我是一名小学老师", "我是做什么的|我的职业是什么|我做什么工作|what's my job?", "老师"),
    ("I work at Siemens as an engineer", "where do I work|who do I work for?|who is my employer?|what company do I work for?|我在哪上班", "Siemens"),
    ("I'm a nurse", "what do I do for a living?|what's my job|what is my profession?", "nurse"),
    ("我的生日是5月20日", "我的生日是哪天|我生日是什么时候|我什么时候过生日|when is my birthday?", "5月20日"),
    ("My birthday is May 20th", "when is my birthday|when's my birthday?|do you know my birthday?|what's my birthday", "May 20"),
    ("我今年28岁", "我几岁|我多大了|我今年多大|我的年龄是多少|how old am I?", "28"),
    ("I'm 34 years old", "how old am i|how old am I?|what's my age", "34"),
    ("我养了一只猫叫豆豆", "我的猫叫什么|我养了什么宠物|我家的猫叫什么名字|what's my cat's name?", "豆豆"),
    ("My dog's name is Rex", "what is my dog called|what's my dog's name?|do I have a dog?|what pets do I have", "Rex"),
    ("我妹妹叫小红", "我妹妹叫什么|我妹妹的名字是什么|what's my sister's name?", "小红"),
    ("My sister is called Anna", "what's my sister's name|what is my sister called?|who is my sister?", "Anna"),
    ("我老婆是医生", "我老婆是做什么的|我妻子是做什么工作的|what does my wife do?", "医生"),
    ("我不喜欢香菜", "我不喜欢什么|我不吃什么|我讨厌什么|what don't I like?", "香菜"),
    ("I hate cilantro", "what do I hate|what do I dislike?|what food do I not like", "cilantro"),
    ("我最喜欢的颜色是蓝色", "我最喜欢什么颜色|我喜欢什么颜色|我最爱的颜色是什么|what's my favourite colour?", "蓝色"),
    ("My favorite color is blue", "what's my favourite colour|what color do I like?|what is my favorite color?", "blue"),
    ("我下周三下午三点要看牙医", "我什么时候看牙医|我几点看牙医|我下周三有什么安排|when do I see the dentist?", "三点"),
    ("I have a dentist appointment next Wednesday at 3pm", "when is my dentist appointment|when's my appointment?|what time is my dentist appointment?|what appointments do I have", "3pm"),
    ("我明年想去日本旅行", "我想去哪里旅行|我明年有什么计划|where do I want to travel?", "日本"),
    ("I'm planning a trip to Iceland in March", "where am I travelling?|what trip am I planning|when is my trip?", "Iceland"),
    ("记住我的柜子号码是42", "我的柜子号码是多少|我的柜子号是几号|what's my locker number?".replace("|what's my locker number?", ""), "42"),
    ("remember that my locker number is 42", "what's my locker number|do you remember my locker number?|what is the number of my locker?", "42"),
    ("I parked on level B2", "where did I park|where did I park my car?|do you remember where I parked?", "B2"),
    ("我把护照放在书房抽屉里了", "我的护照放在哪|我把护照放哪儿了|还记得我护照在哪里吗", "书房"),
    ("项目代号是北极星", "项目代号是什么|我们的项目代号叫什么", "北极星"),
    ("The project deadline is Friday", "when is the project deadline|when's the deadline?|what is the deadline of the project?", "Friday"),
    ("我的邮箱是 xm@example.com", "我的邮箱是什么|我的邮箱是多少|what's my email?", "xm@example.com"),
    ("我会说日语和法语", "我会说什么语言|我会哪些语言|what languages do I speak?", "日语"),
    ("I grew up in Naples", "where did I grow up|where am I from?|where do I come from", "Naples"),
    ("我老家在哈尔滨", "我老家在哪|我是哪里人|我的家乡是哪里", "哈尔滨"),
    ("我开一辆特斯拉", "我开什么车|我的车是什么", "特斯拉"),
]  # fmt: skip


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
    history = [HumanMessage("hello"), AIMessage("Your name is Bob and you live in Rome.")]
    talk = Conversation(history=history)
    assert "Bob" not in talk.say("what's my name?")
    known = ["[2026-11-20 · episode · assistant] 你叫小红"]
    assert "小红" not in Conversation().say("我叫什么？", memories=known)


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
    ["what do you know about me?", "What do you remember about me", "tell me everything you know about me", "list my memories", "what have you learned about me?"],
)
def test_all_that_is_known_is_listed_in_english(question: str) -> None:
    talk = Conversation()
    talk.say("My name is Tom and I like window seats")
    answer = talk.say(question, memories=["[2026-11-01 · profile] I live in Paris"])
    assert all(word in answer for word in ("Tom", "window", "Paris"))
