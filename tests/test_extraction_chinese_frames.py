"""What no rule of a single attribute reads in Chinese is read by its frame, and its frame says what it replaces."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from langchain_core.messages import HumanMessage
from langgraph.store.memory import InMemoryStore

from memory.conflict.chinese import fills_its_frame, is_renamed
from memory.extraction import Candidate, extract
from memory.gist.traditional import as_spelt, simplified
from memory.long_term import LongTermMemory

NOW = datetime(2025, 6, 4, 9, tzinfo=UTC)


def said(text: str) -> list[Candidate]:
    return [c for c in extract([HumanMessage(text, id="m")], now=NOW) if not c.only_changes]


def standing(*told: str) -> set[str]:
    """Tell these on one day after another, and give what stands then."""
    moment = [NOW]
    memory = LongTermMemory(InMemoryStore(), user_id="u", clock=lambda: moment[0])
    for day, text in enumerate(told):
        moment[0] = NOW + timedelta(days=day)
        found = extract([HumanMessage(text, id=f"m{day}")], now=moment[0])
        memory.absorb(episodes=[], candidates=found, turn_id=f"m{day}")
    return {r.value or r.text for r in memory.scope.records() if r.is_current}


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("我的QQ号是445566", "QQ号", "445566"),
        ("我的钢琴老师是贝老师", "钢琴老师", "贝老师"),
        ("我家电视是小米的", "电视", "小米"),
        ("我月薪八千", "工资", "八千"),
        ("我上夜班", "班次", "夜班"),
        ("我现在每天去公司坐班", "办公方式", "去公司坐班"),
        ("我衣服穿M码", "衣服尺码", "M码"),
        ("我穿42码的鞋", "鞋码", "42码"),
        ("我留长发", "发型", "长发"),
        ("我的雨伞是蓝色的", "雨伞颜色", "蓝色"),
        ("我跟父母住在一起", "同住", "跟父母住在一起"),
        ("我换钢琴老师了，现在是欧老师", "钢琴老师", "欧老师"),
    ],
)
def test_a_thing_of_ones_own_is_known_by_its_own_word(text: str, attribute: str, value: str) -> None:
    assert [(c.attribute, c.value) for c in said(text)] == [(attribute, value)]


@pytest.mark.parametrize(
    "text",
    [
        "我今天上夜班",
        "我的意思是换个方法",
        "我的电脑坏了",
        "我的外卖是麻辣烫",
        "我戴上耳机了",
        "我刚剪完头发",
        "我的版本是3.11",
    ],
)
def test_what_is_so_at_the_moment_is_no_thing_to_keep(text: str) -> None:
    assert said(text) == []


@pytest.mark.parametrize(
    ("told", "stands"),
    [
        (("我的耳机是索尼的", "我的耳机换成Bose了"), {"Bose"}),
        (("我的耳机是索尼的", "我的键盘是罗技的"), {"索尼", "罗技"}),
        (("我上夜班", "我调到白班了"), {"白班"}),
        (("我的小名叫毛毛", "我的英文名是Kevin"), {"毛毛", "Kevin"}),
        (("我的工作邮箱是hong@corp.cn", "我的私人邮箱是hong@me.cn"), {"hong@corp.cn", "hong@me.cn"}),
        (("我表姐住在丽江", "我表弟住在大理"), {"丽江", "大理"}),
        (("我开的车是丰田", "我又买了一辆摩托车"), {"丰田", "摩托车"}),
        (("我看书用Kindle", "我现在看书用iPad"), {"看书用iPad"}),
        (("我看书用Kindle", "我记账用iPad"), {"看书用Kindle", "记账用iPad"}),
        (("我喜欢吃辣", "今天肚子疼，不吃辣了"), {"吃辣"}),
    ],
)
def test_a_later_word_takes_the_place_of_an_earlier_one_of_its_frame_alone(
    told: tuple[str, ...], stands: set[str]
) -> None:
    assert standing(*told) == stands


def test_a_frame_is_filled_anew_only_where_a_word_of_change_says_so() -> None:
    assert fills_its_frame("我现在看书用iPad", "我看书用Kindle")
    assert not fills_its_frame("我看书用iPad", "我看书用Kindle")
    assert not fills_its_frame("我现在看书也用iPad", "我看书用Kindle")
    assert not fills_its_frame("我现在跑步听播客", "我看书用Kindle")
    assert is_renamed("我家狗改名叫旺财", "我家狗叫豆豆")
    assert not is_renamed("我家猫改名叫旺财", "我家狗叫豆豆")


def test_traditional_characters_are_read_and_kept_as_they_are_written() -> None:
    (found,) = said("我的車是豐田")
    assert (found.attribute, found.value, found.text, found.quote) == (
        "vehicle",
        "豐田",
        "我的車是豐田",
        "我的車是豐田",
    )
    assert standing("我喜歡喝茶", "我不喜歡喝茶了") == {"喝茶"}
    text = "我調到臺灣"
    assert as_spelt("我在台湾", simplified(text), text) == "我在臺灣"
