"""What can be known about someone, by name: the table that says which attributes hold one value at a time.

A single-valued attribute has one current value a subject: a new one supersedes the old. Everything else coexists.
The table is data: pass a longer one where a caller takes `attributes`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from memory.record import Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribute:
    """One thing that can be known about a subject."""

    name: str
    """Its one name in records, in English, lower case, with underscores."""
    single_valued: bool
    """True when a subject has one such value at a time."""
    kind: Kind
    """The kind of record that holds it."""
    synonyms: tuple[str, ...] = ()
    """Other names for it, English and Chinese, as people and models write them."""
    stance: int = 0
    """1 for what is welcome, -1 for what is not: the two speak about the same things and exclude each other."""
    ending_is_value: bool = False
    """True when "no longer …" is itself the new value ("no longer eats meat"), not only the end of an old one."""


def _one(name: str, kind: Kind, *synonyms: str, ending_is_value: bool = False) -> Attribute:
    return Attribute(name=name, single_valued=True, kind=kind, synonyms=synonyms, ending_is_value=ending_is_value)


def _many(name: str, kind: Kind, *synonyms: str, stance: int = 0) -> Attribute:
    return Attribute(name=name, single_valued=False, kind=kind, synonyms=synonyms, stance=stance)


_ROWS = (
    # who someone is
    _one("name", "profile", "full_name", "real_name", "is_called", "姓名", "名字", "全名", "大名", "真名"),
    _one("surname", "profile", "last_name", "family_name", "姓", "姓氏"),
    _one("nickname", "profile", "preferred_name", "goes_by", "call_me", "昵称", "称呼"),
    _one("religion", "profile", "faith", "belief", "宗教", "信仰", "宗教信仰"),
    _one("pronouns", "profile", "代词"),
    _one("gender", "profile", "sex", "性别"),
    _one("age", "profile", "years_old", "年龄", "岁数", "年纪"),
    _one("birthday", "profile", "birth_date", "date_of_birth", "dob", "born_on", "生日", "出生日期"),
    _one("zodiac", "profile", "star_sign", "星座", "属相", "生肖"),
    _one("nationality", "profile", "citizenship", "国籍"),
    _one("height", "profile", "身高"),
    _one("weight", "profile", "体重"),
    _one("blood_type", "profile", "血型"),
    # where
    _one(
        "home",
        "profile",
        "residence",
        "lives_in",
        "location",
        "city",
        "address",
        "current_city",
        "居住地",
        "住址",
        "住处",
        "现居地",
        "所在城市",
        "城市",
        "地址",
    ),
    _one("hometown", "profile", "birthplace", "from", "born_in", "origin", "家乡", "老家", "籍贯", "出生地", "故乡"),
    _one("work_location", "profile", "works_in", "工作地点", "工作城市"),
    _one("timezone", "profile", "time_zone", "时区"),
    # work and school
    _one("employer", "profile", "company", "works_at", "works_for", "workplace", "雇主", "公司", "单位", "工作单位"),
    _one("job_title", "profile", "job", "occupation", "profession", "role", "position", "职业", "职位", "工作", "岗位"),
    _one("school", "profile", "university", "college", "studies_at", "学校", "大学", "院校", "母校"),
    _one("field_of_study", "profile", "major", "studies", "专业"),
    _one("education", "profile", "degree", "学历", "学位"),
    _one("industry", "profile", "sector", "行业"),
    _one("team", "profile", "department", "部门", "团队", "小组"),
    _one("manager", "profile", "boss", "老板", "上司", "领导"),
    # people
    _one(
        "marital_status",
        "profile",
        "relationship_status",
        "婚姻状况",
        "感情状况",
        "婚姻",
        ending_is_value=True,
    ),
    _one(
        "partner",
        "profile",
        "spouse",
        "wife",
        "husband",
        "girlfriend",
        "boyfriend",
        "fiance",
        "fiancee",
        "配偶",
        "伴侣",
        "妻子",
        "丈夫",
        "老婆",
        "老公",
        "女朋友",
        "男朋友",
        "女友",
        "男友",
        "对象",
        "爱人",
    ),
    _many("family", "profile", "relative", "sibling", "child", "children", "parent", "家人", "家庭", "亲戚", "孩子"),
    _many("trait", "profile", "personality", "character", "性格", "身份"),
    _many("friend", "profile", "friends", "colleague", "朋友", "同事", "同学"),
    _many("pet", "profile", "pets", "animal", "宠物"),
    # ways to reach someone
    _one("phone", "profile", "phone_number", "mobile", "telephone", "电话", "手机", "手机号", "电话号码"),
    _one("email", "profile", "e_mail", "email_address", "mail", "邮箱", "邮箱地址", "电子邮件", "邮件地址"),
    # what someone can do and has
    _many("language", "profile", "languages", "speaks", "spoken_language", "语言", "会说"),
    _many("skill", "profile", "skills", "expertise", "can", "技能", "擅长", "特长", "会"),
    _one("vehicle", "profile", "car", "drives", "车", "汽车", "座驾"),
    _one("phone_model", "profile", "device", "handset", "手机型号"),
    _many("possession", "fact", "owns", "has", "拥有", "物品"),
    # body
    _one("diet", "preference", "eating_habit", "dietary_preference", "饮食", "饮食习惯", ending_is_value=True),
    _many("allergy", "profile", "allergies", "allergic_to", "intolerance", "过敏", "过敏原", "不耐受"),
    _many("health", "profile", "condition", "illness", "disease", "健康", "疾病", "病史"),
    _many("medication", "profile", "medicine", "takes", "药", "药物", "用药"),
    _one("smoking", "preference", "smokes", "吸烟", "抽烟", ending_is_value=True),
    _one("drinking", "preference", "alcohol", "drinks_alcohol", "饮酒", "喝酒", ending_is_value=True),
    # taste
    _many(
        "likes",
        "preference",
        "like",
        "loves",
        "enjoys",
        "prefers",
        "interest",
        "interests",
        "喜欢",
        "喜好",
        "爱好",
        "兴趣",
        "偏好",
        "hobby",
        "hobbies",
        stance=1,
    ),
    _many("dislikes", "preference", "dislike", "hates", "avoids", "讨厌", "不喜欢", "厌恶", "反感", "忌口", stance=-1),
    _one("seat_preference", "preference", "seat", "preferred_seat", "座位", "座位偏好"),
    _one("travel_class", "preference", "cabin", "cabin_class", "舱位"),
    _one("preferred_airline", "preference", "airline", "航空公司"),
    _one("coffee_order", "preference", "usual_order", "常点", ending_is_value=True),
    _one("units", "preference", "measurement_units", "单位制", "计量单位"),
    _one("currency", "preference", "货币", "币种"),
    # how the agent is to answer
    _one(
        "reply_language",
        "preference",
        "answer_language",
        "response_language",
        "回复语言",
        "回答语言",
        ending_is_value=True,
    ),
    _one(
        "reply_style",
        "preference",
        "answer_style",
        "response_style",
        "tone",
        "verbosity",
        "回复风格",
        "回答方式",
        "语气",
        ending_is_value=True,
    ),
    _many("instruction", "preference", "standing_instruction", "rule", "reminder", "要求", "指示", "规则"),
    # what happens
    _many("plan", "fact", "plans", "intention", "trip", "appointment", "event", "计划", "打算", "安排", "行程", "预约"),
    _many("goal", "fact", "goals", "aim", "目标", "愿望"),
    _many("habit", "fact", "habits", "routine", "习惯", "作息"),
    _many("project", "fact", "projects", "works_on", "项目"),
    _many("experience", "fact", "experiences", "经历", "经验"),
    _one("wake_time", "preference", "gets_up_at", "起床时间"),
    _one("bed_time", "preference", "bedtime", "sleeps_at", "睡觉时间"),
    _one("budget", "fact", "预算"),
    _one("rent", "fact", "房租", "租金"),
)

ATTRIBUTES: Mapping[str, Attribute] = {row.name: row for row in _ROWS}
"""Every attribute known by name. `favourite_…` is one family: each such name is single-valued."""

FAVOURITE = "favourite_"
LEVEL = "_level"
"""How well a language is spoken is one family too: `japanese_level`."""
QUALIFIERS = frozenset(
    ("work", "personal", "private", "business", "school", "office", "home", "second", "other", "backup", "university")
)
"""What tells one of somebody's own things from another: `work_email` stands beside `email` and `personal_email`."""
_FAVOURITE_SPELLINGS = ("favourite_", "favorite_", "favourite", "favorite", "最喜欢的", "最喜爱的", "最爱的", "最爱")

_THINGS = {
    **dict.fromkeys(("color", "颜色", "色"), "colour"),
    **dict.fromkeys(("film", "电影", "片子"), "movie"),
    **dict.fromkeys(("dish", "meal", "食物", "菜", "美食", "吃的"), "food"),
    **dict.fromkeys(("beverage", "饮料", "喝的"), "drink"),
    **dict.fromkeys(("novel", "书", "小说", "书籍"), "book"),
    **dict.fromkeys(("歌", "歌曲"), "song"),
    **dict.fromkeys(("genre", "音乐"), "music"),
    **dict.fromkeys(("singer", "band", "musician", "歌手", "乐队"), "artist"),
    **dict.fromkeys(("运动", "体育"), "sport"),
    **dict.fromkeys(("club", "球队"), "team"),
    **dict.fromkeys(("游戏",), "game"),
    **dict.fromkeys(("水果",), "fruit"),
    **dict.fromkeys(("动物",), "animal"),
    **dict.fromkeys(("季节",), "season"),
    **dict.fromkeys(("餐厅", "饭店", "餐馆"), "restaurant"),
    **dict.fromkeys(("cuisine", "菜系"), "cuisine"),
    **dict.fromkeys(("城市",), "city"),
    **dict.fromkeys(("数字",), "number"),
    **dict.fromkeys(("花",), "flower"),
    **dict.fromkeys(("programming_language", "编程语言"), "programming_language"),
}
"""Favourite things under one name, whichever language they were told in."""


def attribute_named(name: str, attributes: Mapping[str, Attribute] = ATTRIBUTES) -> Attribute | None:
    """Give the attribute that goes by this name or synonym, in English or Chinese; None when the table has none."""
    plain = _plain(name)
    if not plain:
        return None
    if plain in attributes:
        return attributes[plain]
    for spelling in _FAVOURITE_SPELLINGS:
        if plain.startswith(spelling) and plain != spelling.strip("_"):
            what = plain.removeprefix(spelling).strip("_")
            thing = _THINGS.get(what, what)
            other_words = tuple(word for word, known in _THINGS.items() if known == thing)
            return Attribute(name=FAVOURITE + thing, single_valued=True, kind="preference", synonyms=other_words)
    if plain.endswith(LEVEL) and plain != LEVEL:
        return Attribute(name=plain, single_valued=True, kind="profile")
    whose, _, rest = plain.partition("_")
    own = attributes.get(rest) if whose in QUALIFIERS else None
    if own is not None and own.single_valued:
        return Attribute(name=plain, single_valued=True, kind=own.kind)
    for row in attributes.values():
        if plain in row.synonyms or plain.removeprefix("current_") == row.name:
            return row
    return None


def canonical(name: str, attributes: Mapping[str, Attribute] = ATTRIBUTES) -> str:
    """Give the one name of an attribute; a name outside the table comes back in plain form."""
    found = attribute_named(name, attributes)
    return found.name if found else _plain(name)


def _plain(name: str) -> str:
    folded = unicodedata.normalize("NFKC", name).casefold().strip()
    return "_".join(folded.replace("-", " ").replace("_", " ").split())
