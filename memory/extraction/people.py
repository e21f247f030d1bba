"""Whom a clause is about: the user, or somebody that the user names by relation or by name.

Relations have one English name here, so that 「我老婆」, 「我妻子」 and "my wife" are one subject.
"""

from __future__ import annotations

from memory.extraction.word_list import words

_RELATIONS = {
    "mother": "妈妈 母亲 老妈 妈 娘 mom mum mother mama mommy",
    "father": "爸爸 父亲 老爸 爸 dad father papa daddy",
    "parents": "父母 爸妈 爸爸妈妈 parents folks",
    "wife": "老婆 妻子 媳妇 太太 wife",
    "husband": "老公 丈夫 先生 husband hubby",
    "partner": "爱人 对象 另一半 伴侣 partner spouse",
    "girlfriend": "女朋友 女友 girlfriend gf",
    "boyfriend": "男朋友 男友 boyfriend bf",
    "fiancee": "未婚妻 fiancee fiancée",
    "fiance": "未婚夫 fiance fiancé",
    "son": "儿子 son",
    "daughter": "女儿 闺女 daughter",
    "child": "孩子 小孩 娃 宝宝 宝贝 kid child kids children baby toddler",
    "older brother": "哥哥 哥 older_brother big_brother elder_brother",
    "older sister": "姐姐 姐 older_sister big_sister elder_sister",
    "younger brother": "弟弟 小弟 弟 younger_brother little_brother",
    "younger sister": "妹妹 小妹 妹 younger_sister little_sister",
    "brother": "兄弟 brother twin_brother bro",
    "sister": "姐妹 sister twin_sister sis",
    "twin": "双胞胎 twin",
    "grandfather": "爷爷 grandfather grandpa granddad",
    "grandmother": "奶奶 grandmother grandma granny",
    "uncle": "叔叔 uncle",
    "aunt": "阿姨 aunt",
    "cousin": "cousin",
    "nephew": "侄子 nephew",
    "niece": "侄女 niece",
    "外公": "外公 姥爷",
    "外婆": "外婆 姥姥",
    "舅舅": "舅舅",
    "大伯": "伯伯 大伯 伯父",
    "姑姑": "姑姑 姑妈",
    "姨妈": "姨妈 小姨",
    **{
        word: word
        for word in words(
            "二叔 三叔 四叔 小叔 二伯 三伯 大姑 二姑 三姑 小姑 大姨 二姨 三姨 大舅 二舅 三舅 小舅 三哥 三姐 姑父 姨父 舅妈 婶婶 外甥 外甥女 大哥 二哥 大姐 二姐 表哥 表姐 表弟 表妹 堂哥 堂姐 堂弟 堂妹 姐夫 妹夫 大舅子 小舅子 嫂子 弟妹 小姨子 大姨子 外孙 外孙女 牙医 导师 班主任"
        )
    },
    "father-in-law": "岳父 公公 father-in-law father_in_law",
    "mother-in-law": "岳母 婆婆 丈母娘 mother-in-law mother_in_law",
    "brother-in-law": "brother-in-law brother_in_law",
    "sister-in-law": "sister-in-law sister_in_law",
    "son-in-law": "女婿 son-in-law",
    "daughter-in-law": "儿媳 儿媳妇 daughter-in-law",
    "grandson": "孙子 grandson",
    "granddaughter": "孙女 granddaughter",
    "friend": "朋友 好友 闺蜜 死党 哥们 哥们儿 发小 friend best_friend bestie buddy mate pal bff",
    "colleague": "同事 colleague coworker co-worker teammate",
    "classmate": "同学 classmate",
    "roommate": "室友 舍友 roommate flatmate housemate",
    "boss": "老板 领导 上司 经理 主管 组长 总监 老大 boss manager supervisor",
    "teacher": "老师 teacher mentor advisor supervisor_prof tutor coach",
    "neighbor": "邻居 neighbor neighbour",
    "doctor": "医生 大夫 doctor dentist therapist",
    "ex": "前任 前男友 前女友 前夫 前妻 ex ex-wife ex-husband ex-girlfriend ex-boyfriend",
}
RELATIONS = {word.replace("_", " "): name for name, spellings in _RELATIONS.items() for word in spellings.split()}
"""Every word for a relation, and the relation's one name."""

UNIQUE = words(
    "mother father parents wife husband partner girlfriend boyfriend fiance fiancee father-in-law mother-in-law boss"
)
"""Relations that a person has one of at a time: they are the subject even where a name is told with them."""

PARTNERS = frozenset(["wife", "husband", "partner", "girlfriend", "boyfriend", "fiance", "fiancee"])
FRIENDS = words("牙医 导师 班主任 friend colleague classmate roommate boss teacher neighbor doctor")

RELATION_ZH = "|".join(sorted((w for w in RELATIONS if "\u4e00" <= w[0] <= "\u9fff"), key=len, reverse=True))
RELATION_EN = "|".join(sorted((w.replace(" ", r"\s+") for w in RELATIONS if w[0].isascii()), key=len, reverse=True))


def relation_named(relation: str) -> str:
    """Give the one name of a relation; a word that is none comes back as it is."""
    return RELATIONS.get(" ".join(relation.casefold().split()), relation)


def spellings(subject: str) -> frozenset[str]:
    """Give the words, lower case, that name this subject itself and so say nothing about it; none for the user."""
    flat = subject.casefold()
    if flat in ("", "user"):
        return frozenset()
    return frozenset({flat, *flat.split(), *(word for word, name in RELATIONS.items() if name == flat)})


def subject_of(relation: str, name: str) -> str:
    """Give the subject for a relation word and a name, either of which may be empty."""
    known = relation_named(relation)
    return known if not name or known in UNIQUE else name


def attribute_of(relation: str) -> str:
    """Give the user's attribute that a person of this relation fills."""
    known = relation_named(relation)
    if not known:
        return "pet"
    if known in PARTNERS:
        return "partner"
    if known == "boss":
        return "manager"
    return "friend" if known in FRIENDS else "family"
