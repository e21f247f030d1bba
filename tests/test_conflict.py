"""Latest truth, decided purely: what one statement does to what is known."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from long_term_places import T0

from memory.attributes import ATTRIBUTES, Attribute, canonical
from memory.conflict import Decision, decide
from memory.extraction.candidate import Candidate
from memory.gist import gist
from memory.record import MemoryRecord
from memory.subjects import subject_named


def known(text: str, attribute: str = "", subject: str = "user", *, day: int = 0, **more: object) -> MemoryRecord:
    moment = T0 + timedelta(days=day)
    plain = MemoryRecord(
        id=f"{subject}/{attribute}/{text}",
        user_id="u",
        kind="fact",
        text=text,
        subject=subject,
        attribute=canonical(attribute),
        created=moment,
        updated=moment,
        valid_from=moment,
    )
    return replace(plain, **more)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Case:
    before: str
    """attribute: text"""
    says: str
    """attribute: text"""
    action: str
    subject: str = "user"
    stored_as: str | None = None


def parse(line: str) -> tuple[str, str]:
    attribute, _, text = line.partition(": ")
    return attribute, text


CASES = [
    # one value at a time
    Case("home: User lives in Berlin", "home: User lives in Munich", "superseded"),
    Case("home: User lives in Berlin", "home: I live in Berlin now", "reinforced"),
    Case("home: 用户住在北京市朝阳区", "home: 我住在北京", "reinforced"),
    Case("home: 用户住在北京", "home: 我住在北京市朝阳区", "superseded"),
    Case("home: 用户住在北京", "居住地: 我搬到上海了", "superseded"),
    Case("home: I moved from Paris to Berlin", "home: User lives in Paris", "superseded"),
    Case("employer: User works at Acme", "公司: 用户在阿里巴巴工作", "superseded"),
    Case("employer: works at Google", "employer: 我在Google上班", "reinforced"),
    Case("name: User's name is Li", "name: My name is Lee, not Li", "superseded"),
    Case("name: 我叫李明", "name: 我不叫李明，叫王明", "superseded"),
    Case("age: I'm 30 years old", "age: I'm 31", "superseded"),
    Case("age: 我30岁", "age: I am 30 years old", "reinforced"),
    Case("birthday: born on 3 May", "birthday: My birthday is May 3", "reinforced"),
    Case("seat_preference: prefers window seats", "seat: I prefer the aisle over the window", "superseded"),
    Case("seat_preference: 喜欢靠窗", "座位偏好: 我喜欢靠窗的座位", "reinforced"),
    Case("seat_preference: 喜欢靠窗", "座位偏好: 以后都要靠过道", "superseded"),
    Case("favourite_colour: My favourite colour is blue", "favorite color: favorite color is green", "superseded"),
    Case("favourite_colour: My favourite colour is blue", "favourite_food: favourite food is blue cheese", "added"),
    Case("最喜欢的颜色: 最喜欢的颜色是蓝色", "favourite_color: My favourite colour is green", "superseded"),
    Case("phone: phone number is 555-0101", "phone: My number is 555-0102", "superseded"),
    Case("reply_language: answer in English", "reply_language: 请用中文回答", "superseded"),
    Case("marital_status: User is single", "marital_status: I got married", "superseded"),
    Case("diet: User is vegan", "diet: I no longer eat meat", "superseded"),
    Case("diet: 吃素", "diet: 我现在又开始吃肉了", "superseded"),
    # what has ended
    Case("employer: User works at Acme", "employer: I no longer work at Acme", "superseded"),
    Case("employer: User works at Beta", "employer: I no longer work at Acme", "added", stored_as=""),
    Case("employer: 在腾讯上班", "employer: 我从腾讯离职了", "superseded"),
    Case("home: User lives in Berlin", "home: User used to live in Paris", "added", stored_as=""),
    Case("home: User lives in Berlin", "home: I used to live in Berlin", "superseded"),
    Case("home: 住在北京", "home: 我以前住在上海", "added", stored_as=""),
    Case("home: 住在上海", "home: 我以前住在上海，现在住在北京", "superseded"),
    Case("vehicle: drives a Tesla", "vehicle: I sold my Tesla", "superseded"),
    Case("partner: partner is Anna", "partner: I broke up with Anna", "superseded"),
    # several values side by side
    Case("likes: User likes coffee", "likes: User likes tea", "added"),
    Case("likes: I like eating", "likes: I like playing", "added"),
    Case("likes: User likes hiking", "likes: I really enjoy hikes!", "reinforced"),
    Case("likes: 用户喜欢爬山", "likes: 我很爱爬山", "reinforced"),
    Case("likes: 喜欢喝咖啡", "likes: 喜欢咖啡", "reinforced"),
    Case("likes: 用户喜欢周末爬山", "likes: 用户周末喜欢去爬山", "reinforced"),
    Case("allergy: allergic to peanuts", "allergy: allergic to shrimp", "added"),
    Case("allergy: 对花生过敏", "allergy: 我对虾过敏", "added"),
    Case("language: speaks French", "language: speaks German", "added"),
    Case("pet: has a dog called Rex", "pet: has a cat called Mo", "added"),
    Case("pet: 我的狗叫可乐", "pet: 我家狗叫可可", "added"),
    Case("job_title: 我是会计", "job_title: 我是设计师", "superseded"),
    Case("skill: 我会弹钢琴", "skill: 我会开飞机", "added"),
    Case("skill: 我会弹钢琴", "skill: 会弹钢琴", "reinforced"),
    Case("plan: going to Tokyo in May", "plan: going to Tokyo in October", "added"),
    Case("plan: visiting Anna on Monday", "plan: visiting Bo on Monday", "added"),
    # the other way round
    Case("likes: User likes coffee", "dislikes: User hates coffee", "superseded"),
    Case("dislikes: User hates coffee", "likes: I love coffee", "superseded"),
    Case("likes: User likes coffee", "likes: I no longer like coffee", "superseded"),
    Case("likes: 喜欢喝咖啡", "dislikes: 我现在讨厌喝咖啡", "superseded"),
    Case("likes: 喜欢喝咖啡", "likes: 我不喜欢喝咖啡了", "superseded"),
    Case("dislikes: 讨厌香菜", "likes: 不讨厌香菜了", "superseded"),
    Case("dislikes: can't stand cilantro", "dislikes: I don't like cilantro", "reinforced"),
    Case("likes: User likes coffee", "dislikes: I hate iced coffee", "added"),
    Case("likes: User likes coffee", "likes: I prefer tea over coffee", "added"),
    Case("likes: 喜欢辣的菜", "dislikes: 不喜欢甜的菜", "added"),
    Case("allergy: allergic to peanuts", "allergy: I'm not allergic to peanuts anymore", "superseded"),
    Case("allergy: allergic to peanuts", "allergy: I'm not allergic to shrimp", "added"),
    Case("allergy: allergic to walnuts", "allergy: I'm allergic to peanuts, not walnuts", "superseded"),
    Case("allergy: 对花生过敏", "allergy: 我对花生不过敏", "superseded"),
    Case("skill: plays the violin", "skill: I stopped playing the violin", "superseded"),
    Case("likes: I love horror films", "dislikes: I can't stand horror films anymore", "superseded"),
    Case("likes: 喜欢香菜", "dislikes: 我现在受不了香菜了", "superseded"),
    Case("dislikes: 讨厌香菜", "dislikes: 我受不了香菜了", "reinforced"),
    # a doing that is known under another name
    Case("habit: I play tennis every Sunday", "skill: I stopped playing tennis", "superseded"),
    Case("habit: I play tennis every Sunday", "skill: I stopped playing golf", "added"),
    Case("likes: I enjoy running", "habit: I no longer run", "superseded"),
    Case("likes: 我很喜欢跑步", "habit: 我现在不跑步了", "superseded"),
    Case("habit: 我每天健身", ": 我不健身了", "superseded"),
    Case("project: I'm learning Japanese", ": I gave up learning Japanese", "superseded"),
    Case("language: I speak Japanese", ": I gave up Japanese food", "added"),
    # plans that move
    Case("plan: Trip to Tokyo in May", "plan: Trip to Tokyo moved to June", "superseded"),
    Case("plan: 五月去东京", "plan: 去东京改到六月了", "superseded"),
    Case("plan: Trip to Tokyo in May", "plan: I cancelled the trip to Tokyo", "superseded"),
    Case("plan: 周五去东京出差", "plan: 东京出差取消了", "superseded"),
    Case("plan: 周五去东京出差", "plan: 大阪出差取消了", "added"),
    Case("plan: Trip to Tokyo in May", "plan: Trip to Osaka moved to June", "added"),
    # other people, and no attribute at all
    Case("home: User lives in Berlin", "home: My sister lives in Munich", "added", subject="sister"),
    Case("home: User lives in Berlin", "home: 我姐姐住在慕尼黑", "added", subject="姐姐"),
    Case(": User has a gym membership", ": User has a gym membership.", "reinforced"),
    Case(": User has a gym membership", ": User no longer has a gym membership", "superseded"),
    Case(": User has a gym membership", ": User has a library card", "added"),
    Case(": 用户有一张健身卡", ": 我有健身卡", "reinforced"),
    # across languages, things that have a name in both
    Case("likes: User likes coffee", "dislikes: 我讨厌咖啡", "superseded"),
    Case("likes: 喜欢咖啡", "likes: User likes coffee", "reinforced"),
    Case("allergy: 对花生过敏", "allergy: allergic to peanuts", "reinforced"),
    Case("home: 住在北京", "home: lives in Beijing", "reinforced"),
    Case("job_title: 我是医生", "job_title: User is a doctor", "reinforced"),
    Case("likes: 喜欢咖啡", "dislikes: User dislikes tea", "added"),
]


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c.before} | {c.says}")
def test_a_statement_does_to_what_is_known_what_it_says(case: Case) -> None:
    attribute, text = parse(case.before)
    before = known(text, attribute)
    attribute, text = parse(case.says)
    bystanders = [known("User plays chess", "skill"), known("Anna lives in Munich", "home", "Anna")]
    decision = decide(
        Candidate(text=text, attribute=attribute, subject=case.subject),
        [*bystanders, before],
        now=T0 + timedelta(days=9),
    )
    assert decision.action == case.action, decision.reason
    assert decision.targets == (() if case.action == "added" else (before,))
    if case.stored_as is not None:
        assert decision.attribute == case.stored_as


FORGETS = [
    ("likes: User likes coffee", "likes: I like coffee", True),
    ("likes: User likes coffee", ": I like coffee", True),
    ("likes: User likes coffee", "likes: I like tea", False),
    ("likes: User likes coffee", "dislikes: I hate coffee", False),
    ("phone: User's phone is 555-0101", "phone: my phone number", True),
    ("phone: User's phone is 555-0101", "email: my email address", False),
    ("phone: User's phone is 555-0101", ": my phone number", True),
    ("phone: User's phone is 555-0101", ": my email address", False),
    ("email: 我的邮箱是kim@x.org", ": 我的邮箱地址", True),
    ("home: User lives at 5 Elm Street", ": my email address", False),
    ("home: 用户住在北京", "home: 我住在北京", True),
    ("home: 用户住在北京", "home: 我住在哪里", True),
    ("home: 用户住在北京", "home: 我的住址", True),
    ("pet: User has a dog called Rex", ": my dog Rex", True),
    (": 用户养了一只叫豆豆的猫", ": 我的猫豆豆", False),
]


@pytest.mark.parametrize(("before", "wish", "goes"), FORGETS)
def test_a_wish_to_forget_takes_what_it_names_and_nothing_else(before: str, wish: str, goes: bool) -> None:
    attribute, text = parse(before)
    it = known(text, attribute)
    attribute, text = parse(wish)
    decision = decide(
        Candidate(action="forget", text=text, attribute=attribute),
        [it, known("User plays chess", "skill"), known("Anna likes coffee", "likes", "Anna")],
        now=T0,
    )
    assert (decision.action, decision.targets) == (("forgotten", (it,)) if goes else ("ignored", ()))


def test_what_was_said_before_what_holds_now_becomes_an_earlier_truth() -> None:
    newer = known("User lives in Rome", "home", day=5)
    decision = decide(Candidate(text="User lives in Berlin", attribute="home"), [newer], now=T0)
    assert (decision.action, decision.targets, decision.outdated_by) == ("added", (), newer)


def test_several_values_where_one_may_be_are_all_replaced() -> None:
    two = [known("lives in Berlin", "home"), known("lives in Rome", "home", day=1)]
    decision = decide(Candidate(text="lives in Oslo", attribute="home"), two, now=T0 + timedelta(days=2))
    assert decision.target == two[1]
    assert decision.others == (two[0],)


def test_nearness_makes_one_of_two_wordings_but_never_of_two_numbers() -> None:
    it = known("User runs 5 km each morning", "habit")

    def near(_: MemoryRecord) -> float:
        return 0.99

    same = Candidate(text="At dawn, a jog of 5 km", attribute="habit")
    other = Candidate(text="At dawn, a jog of 8 km", attribute="habit")
    assert decide(same, [it], now=T0, similarity=near).action == "reinforced"
    assert decide(other, [it], now=T0, similarity=near).action == "added"
    assert decide(same, [it], now=T0).action == "added"


def test_nearness_does_not_make_one_of_two_people() -> None:
    it = known("Anna plays chess in Rome on Fridays")
    says = Candidate(text="Hanna plays chess in Rome on Fridays")
    assert decide(says, [it], now=T0, similarity=lambda _: 0.97).action == "added"


def test_the_table_can_be_longer() -> None:
    shoe = Attribute(name="shoe_size", single_valued=True, kind="profile", synonyms=("鞋码",))
    longer = {**ATTRIBUTES, "shoe_size": shoe}
    it = known("wears size 42", "shoe_size")
    says = Candidate(text="我穿43码", attribute="鞋码")
    assert decide(says, [it], now=T0).action == "added"
    assert decide(says, [it], now=T0, attributes=longer).action == "superseded"


texts = st.text(alphabet="ab 不没是了我 likesnotlonger,，1", max_size=30)
names = st.sampled_from(["", "home", "likes", "dislikes", "allergy", "plan", "nonsense", "favourite_x"])
people = st.sampled_from(["user", "Anna"])


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(texts, names, people), max_size=5), texts, names, people, st.sampled_from(["remember", "forget"])
)
def test_whatever_is_said_only_the_same_subject_is_touched_and_nothing_twice(
    before: list[tuple[str, str, str]], text: str, attribute: str, subject: str, action: str
) -> None:
    records = [known(t, a, s, day=n) for n, (t, a, s) in enumerate(before)]
    untouchable = [replace(r, status="superseded", id=f"superseded {n}") for n, r in enumerate(records)]
    untouchable += [replace(r, kind="episode", id=f"episode {n}") for n, r in enumerate(records)]
    says = Candidate(action=action, text=text, attribute=attribute, subject=subject)  # type: ignore[arg-type]
    decision = decide(says, [*records, *untouchable], now=T0 + timedelta(days=9))
    assert all(subject_named(r.subject) == subject_named(subject) for r in decision.targets)
    assert not {r.id for r in decision.targets} & {r.id for r in untouchable}
    assert len({r.id for r in decision.targets}) <= len(decision.targets)
    assert (decision.action in ("reinforced", "superseded", "forgotten")) == bool(decision.targets)


@settings(max_examples=80, deadline=None)
@given(texts, names, people)
def test_to_say_it_again_is_to_repeat_it(text: str, attribute: str, subject: str) -> None:
    says = Candidate(text=text, attribute=attribute, subject=subject)
    decision = decide(says, [known(text, attribute, subject)], now=T0)
    assert decision.action == "reinforced"


def test_a_decision_that_changes_nothing_has_no_targets() -> None:
    assert Decision(action="ignored").targets == ()


def test_a_gist_is_what_is_left_without_the_words_of_saying() -> None:
    assert gist("I'm really into hiking!").things == gist("User likes hikes").things
    assert gist("No longer works at Acme, now at Beta").denied == gist("Acme").things
