"""Small sets to hold recall against, unlike the published ones in kind, made of one table in two languages.

Each line of `told_in_two_languages.txt` is a thing told, a question that shares few of its words, and search words, in
English and in Chinese: `told|asked|words|told|asked|words`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Literal

from lexical_records import SAID, record, talk

from memory.record import MemoryRecord

Language = Literal["en", "zh"]
Asked = tuple[str, str]
"""A question, and the id of the record that answers it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnSet:
    """What one user told, and what is asked of it."""

    records: tuple[MemoryRecord, ...]
    asked: tuple[Asked, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One thing in one language."""

    text: str
    question: str
    words: str


@cache
def told(language: Language) -> tuple[Told, ...]:
    """Give the table's half in this language."""
    lines = (Path(__file__).parent / "told_in_two_languages.txt").read_text(encoding="utf-8").splitlines()
    first = 0 if language == "en" else 3
    cells = [line.split("|")[first : first + 3] for line in lines]
    return tuple(Told(text=text, question=question, words=words) for text, question, words in cells)


def facts(language: Language, asked: Language, ask: Callable[[Told], str] = lambda one: one.question) -> OwnSet:
    """Give short facts of one user, each by itself."""
    records = [_fact(n, one.text) for n, one in enumerate(told(language))]
    return OwnSet(
        records=tuple(records), asked=tuple((ask(one), r.id) for one, r in zip(told(asked), records, strict=True))
    )


def both_languages(asked: Literal["same", "other", "switching"]) -> OwnSet:
    """Give facts now in one language, now in the other, asked in the same, in the other, or in both at once."""
    draw = random.Random(4)
    records: list[MemoryRecord] = []
    questions: list[Asked] = []
    for n, pair in enumerate(zip(told("en"), told("zh"), strict=True)):
        here, there = pair if draw.random() < 0.5 else pair[::-1]
        records.append(_fact(n, here.text))
        switched = f"{there.question} {here.words.split()[0]}"
        questions.append(({"same": here.question, "other": there.question, "switching": switched}[asked], f"{n:04}"))
    return OwnSet(records=tuple(records), asked=tuple(questions))


def notes(language: Language, asked: Language) -> OwnSet:
    """Give long notes, in each of which a thing or two stand among much that is of no matter."""
    draw = random.Random(3)
    records: list[MemoryRecord] = []
    questions: list[Asked] = []
    places = list(range(len(told(language))))
    draw.shuffle(places)
    while places:
        count = draw.choice((1, 2, 3))
        taken, places = places[:count], places[count:]
        end = "." if language == "en" else "。"
        parts = [f"{told(language)[n].text}{end}" for n in taken]
        parts += [draw.choice(_FILLERS[language]) for _ in range(draw.choice((2, 6, 14)))]
        draw.shuffle(parts)
        records.append(_fact(len(records), (" " if language == "en" else "").join(parts)))
        questions += [(told(asked)[n].question, records[-1].id) for n in taken]
    return OwnSet(records=tuple(records), asked=tuple(questions))


def chat(language: Language, asked: Language) -> OwnSet:
    """Give sessions with an assistant that answers now briefly, now at length."""
    draw = random.Random(5)
    records: list[MemoryRecord] = []
    questions: list[Asked] = []
    places = list(range(len(told(language))))
    draw.shuffle(places)
    for day, start in enumerate(range(0, len(places), 4)):
        taken = places[start : start + 4]
        lines: list[tuple[str, str]] = []
        for n in taken:
            lines += [("user", told(language)[n].text), ("assistant", draw.choice(_ANSWERS[language]))]
            lines += [("user", draw.choice(_FILLERS[language])), ("assistant", draw.choice(_ANSWERS[language]))]
        said = talk(*lines, thread=f"day {day}", said=SAID + timedelta(days=3 * day))
        records += said
        questions += [(told(asked)[n].question, said[4 * place].id) for place, n in enumerate(taken)]
    return OwnSet(records=tuple(records), asked=tuple(questions))


def people(language: Language, asked: Language) -> OwnSet:
    """Give five things about each of many people: the name leaves five, and only the meaning tells them apart."""
    draw = random.Random(7)
    records: list[MemoryRecord] = []
    questions: list[Asked] = []
    here, there = (0 if x == "en" else 1 for x in (language, asked))
    for names in _PEOPLE:
        for texts, asking, values in _ABOUT:
            value = draw.choice(values)[here]
            records.append(
                replace(_fact(len(records), texts[here].format(p=names[here], v=value)), subject=names[here])
            )
            questions.append((asking[there].format(p=names[there]), records[-1].id))
    return OwnSet(records=tuple(records), asked=tuple(questions))


def near_duplicates(language: Language) -> OwnSet:
    """Give the same thing told again and again, with one detail that differs."""
    draw = random.Random(9)
    here = 0 if language == "en" else 1
    records: list[MemoryRecord] = []
    questions: list[Asked] = []
    for texts, asking, values in _AGAIN:
        for pair in values:
            said = SAID - timedelta(days=draw.randrange(1, 300))
            one = record(texts[here].format(v=pair[here]), id=f"{len(records):04}", thread=f"{len(records)}", said=said)
            records.append(one)
            questions.append((asking[here].format(v=pair[here]), one.id))
    return OwnSet(records=tuple(records), asked=tuple(questions))


def _fact(n: int, text: str) -> MemoryRecord:
    return record(text, id=f"{n:04}", kind="fact", thread="", position=-1, said=SAID - timedelta(hours=7 * n))


Pairs = Sequence[tuple[str, str]]

_FILLERS = {
    "en": (
        "It was raining most of the day and the bus was late again.",
        "The meeting ran over and nobody wrote anything down.",
        "I should really clean the kitchen before the weekend.",
        "We talked for a while about films and then about nothing.",
        "There is a new café on the square which I have not tried.",
        "The printer jammed twice and then it simply gave up.",
    ),
    "zh": (
        "今天大半天都在下雨，公交车又晚点了。",
        "会议拖了很久，也没有人做记录。",
        "周末之前我真该把厨房打扫一下。",
        "我们聊了一会儿电影，后来就东拉西扯。",
        "广场上新开了一家咖啡馆，我还没去过。",
        "打印机卡了两次纸，最后干脆不动了。",
    ),
}
_ANSWERS = {
    "en": (
        "Oh, that sounds interesting, tell me more about it.",
        (
            "I see! Is there anything that you would like me to do about it? I could make a list of what to think of: "
            "first the time, second the money, and third the people who have to be told. Many find that it helps to "
            "write such things down and to look at them again a week later."
        ),
        "Let me know how it goes.",
    ),
    "zh": (
        "听起来挺有意思的，能多说一点吗？",
        (
            "明白了！这个信息很有用。需要我帮您做些什么吗？比如我可以列一个清单：第一是时间，第二是费用，"
            "第三是需要通知的人。很多人发现把这些事情写下来，过一周再看一遍会很有帮助。"
        ),
        "之后怎么样了记得跟我说。",
    ),
}
_PEOPLE: Pairs = (
    ("Anna", "安娜"), ("Ben", "本杰明"), ("Chloe", "克洛伊"), ("David", "大卫"), ("Elena", "埃琳娜"),
    ("Farid", "法里德"), ("Grace", "格蕾丝"), ("Hugo", "雨果"), ("Ines", "伊内斯"), ("Jonas", "约纳斯"),
    ("Liang", "梁伟"), ("Mei", "梅姐"), ("Noor", "努尔"), ("Omar", "奥马尔"), ("Petra", "佩特拉"),
    ("Rosa", "罗莎"), ("Sven", "斯文"), ("Tara", "塔拉"),
)  # fmt: skip
_ABOUT: Sequence[tuple[tuple[str, str], tuple[str, str], Pairs]] = (
    (
        ("{p} is allergic to {v}", "{p}对{v}过敏"),
        ("What must {p} not eat?", "{p}不能吃什么？"),
        (("peanuts", "花生"), ("shrimp", "虾"), ("kiwi", "猕猴桃")),
    ),
    (
        ("{p} works as a {v}", "{p}是{v}"),
        ("What is {p}'s profession?", "{p}的职业是什么？"),
        (("nurse", "护士"), ("plumber", "水管工"), ("pilot", "飞行员")),
    ),
    (
        ("{p} moved to {v} last year", "{p}去年搬到了{v}"),
        ("Where does {p} live now?", "{p}现在住在哪里？"),
        (("Madrid", "马德里"), ("Chengdu", "成都"), ("Kyoto", "京都")),
    ),
    (
        ("{p}'s birthday is on {v}", "{p}的生日是{v}"),
        ("When was {p} born?", "{p}哪天过生日？"),
        (("4 May", "5月4日"), ("19 July", "7月19日"), ("2 October", "10月2日")),
    ),
    (
        ("{p} loves {v}", "{p}特别喜欢{v}"),
        ("What does {p} enjoy?", "{p}的爱好是什么？"),
        (("climbing", "攀岩"), ("opera", "歌剧"), ("chess", "下棋")),
    ),
)
_AGAIN: Sequence[tuple[tuple[str, str], tuple[str, str], Pairs]] = (
    (
        ("I ran {v} kilometres along the river today", "我今天沿河跑了{v}公里"),
        ("On which day did I run {v} kilometres?", "我哪天跑了{v}公里？"),
        tuple((str(n), str(n)) for n in range(3, 23)),
    ),
    (
        ("Had coffee with {v} at the usual place", "在老地方和{v}喝了咖啡"),
        ("When did I meet {v} for coffee?", "我什么时候和{v}喝的咖啡？"),
        _PEOPLE,
    ),
    (
        ("Cooked {v} for dinner tonight", "今晚做了{v}当晚饭"),
        ("Which evening did I make {v}?", "我哪天晚上做的{v}？"),
        (("lasagne", "千层面"), ("ramen", "拉面"), ("goulash", "炖牛肉"), ("risotto", "烩饭"), ("falafel", "炸豆丸子")),
    ),
)
