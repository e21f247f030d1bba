"""What holds for every request of a kind, though no word of it is in the request.

"Find me a flight" has neither a word nor a meaning near "I like window seats", and yet a person who knows that would
think of it. So an attribute names the topics on which it bears, and a request on one of them calls it to mind; how
the user wants to be answered bears on every request. The rules are a table, and a record recalled by them says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

import numpy as np

from memory.lexical.entry import attribute_number
from memory.lexical.user_index import UserIndex
from memory.lexical.words import words
from memory.record import KINDS, MemoryRecord

ALWAYS = "*"
"""The topic of what bears on every request."""

_TRAVEL = (
    "flight flights fly flying plane airplane airline ticket tickets train rail seat seats book booking trip travel "
    "机票 航班 飞机 飞 飞往 飞到 直飞 订票 车票 火车 火车票 高铁 动车 座位 选座 航空 出行 行程"
)
_FOOD = (
    "restaurant restaurants food eat eating dinner lunch breakfast brunch supper meal meals recipe recipes cook "
    "cooking dish dishes menu snack takeaway takeout dessert bake baking grocery groceries "
    "餐厅 饭店 餐馆 吃 吃饭 吃什么 好吃 美食 菜 菜谱 食谱 做饭 做菜 点菜 点餐 外卖 早餐 早饭 午餐 午饭 晚餐 晚饭 夜宵 "
    "火锅 零食 甜点 聚餐 菜单"
)
_DRINK = "coffee cafe tea drink drinks bar wine beer cocktail 咖啡 咖啡店 奶茶 茶 喝 喝什么 酒 酒吧 饮料"
_BODY = (
    "workout exercise gym training run running medicine doctor symptom symptoms 健身 运动 锻炼 跑步 吃药 医生 看病 症状"
)

TOPICS: Mapping[str, str] = {
    "reply_language": ALWAYS,
    "reply_style": ALWAYS,
    "instruction": ALWAYS,
    "seat_preference": _TRAVEL,
    "travel_class": _TRAVEL,
    "preferred_airline": _TRAVEL,
    "diet": f"{_FOOD} {_DRINK}",
    "allergy": f"{_FOOD} {_DRINK} medicine 药",
    "favourite_food": _FOOD,
    "favourite_cuisine": _FOOD,
    "favourite_restaurant": _FOOD,
    "coffee_order": _DRINK,
    "favourite_drink": _DRINK,
    "drinking": _DRINK,
    "health": f"{_BODY} {_FOOD}",
    "medication": _BODY,
    "units": "weather temperature forecast convert degrees 天气 气温 温度 换算 单位",
    "currency": "price cost exchange convert currency 价格 多少钱 汇率 换算",
    "home": "nearby local near weather 附近 周边 本地 天气",
    "budget": f"{_TRAVEL} price buy shopping 买 价格 预算 购物",
    "favourite_colour": "buy gift clothes dress paint 买 礼物 衣服 穿",
}
"""For each attribute the words of the requests on which it bears, in English and Chinese, in any order."""

ASKED: Mapping[str, str] = {
    "name": "name called call 名字 姓名 叫什么 称呼",
    "nickname": "nickname name call 昵称 外号 叫什么 称呼",
    "home": "home live living lives address reside moved 住 住在 住哪 哪里住 住址 家 搬",
    "hometown": "hometown from origin born 老家 家乡 哪里人 出生",
    "employer": "work working employer company job 工作 公司 上班 单位 就职",
    "job_title": "job occupation profession work 职业 工作 岗位 职位 做什么",
    "school": "school university college study studying 学校 大学 上学 读书",
    "age": "old age 年龄 多大 几岁 岁数",
    "birthday": "birthday born 生日 出生",
    "partner": "wife husband partner girlfriend boyfriend spouse 老婆 老公 妻子 丈夫 女朋友 男朋友 对象 爱人",
    "marital_status": "married single wife husband partner 结婚 已婚 单身",
    "pet": "pet pets dog cat 宠物 狗 猫",
    "language": "language languages speak 语言 会说",
    "vehicle": "car drive vehicle bike 车 开车",
    "allergy": "allergic allergy allergies eat 过敏 吃 忌口",
    "diet": "vegetarian vegan diet eat 素食 饮食 吃 忌口",
    "phone": "phone number mobile 电话 手机 号码",
    "email": "email mail address 邮箱 邮件",
    "seat_preference": "seat seats sit 座位 坐",
}
"""For each attribute the words by which the user asks for it: "where do I live?" is near to neither the words nor the
meaning of "I moved to Munich"."""
_PHRASES = {"for a living": "occupation", "make a living": "occupation", "earn a living": "occupation"}
"""Phrases that ask for something else than their words do: `living` is a word for where somebody lives."""
_ME = frozenset(words("i me my mine myself 我 我的 咱 本人")) | {"我"}
"""How the user speaks of themselves: without it a question about work or names is one about the world."""


def bears(attribute: str, query: str) -> bool:
    """True when what is known under this attribute bears on the query, by its topic or because it is asked for."""
    plain = query.lower()
    for phrase, word in _PHRASES.items():
        plain = plain.replace(phrase, word)
    return _bears(attribute, _words_of(plain), about_me=_about_me(plain))


def standing_slots(index: UserIndex, query: str) -> list[int]:
    """Give the slots of what is known under an attribute that bears on the query by its topic. Reads no store."""
    bearing = [attribute_number(attribute) for attribute in {**TOPICS, **ASKED} if bears(attribute, query)]
    wanted = np.isin(index.attribute, bearing) & np.isin(
        index.kind, [KINDS.index("preference"), KINDS.index("profile")]
    )
    return [int(slot) for slot in np.flatnonzero(wanted & index.alive & index.current)]


def standing(records: Iterable[MemoryRecord]) -> list[MemoryRecord]:
    """Give those that are about the user, the most important and newest first."""
    found = [r for r in records if r.subject in ("user", "")]
    return sorted(found, key=lambda r: (-r.importance, -r.valid_from.timestamp(), r.id))


def _about_me(query: str) -> bool:
    return "我" in query or bool(_ME & _words_of(query))


def _bears(attribute: str, said: frozenset[str], *, about_me: bool) -> bool:
    topics = _topics(TOPICS, attribute)
    asked = about_me and bool(_topics(ASKED, attribute) & said)
    return ALWAYS in topics or bool(topics & said) or asked


def _topics(table: Mapping[str, str], attribute: str) -> frozenset[str]:
    return _words_of(table.get(attribute, ""))


@lru_cache(maxsize=256)
def _words_of(named: str) -> frozenset[str]:
    return frozenset({ALWAYS} if named == ALWAYS else words(named))
