"""Who somebody is, in Chinese: one row a way of saying it."""

from __future__ import annotations

from memory.extraction.names import CALLED_ZH
from memory.extraction.predicate import Predicate
from memory.extraction.zh.grammar import DATE, NUMBER, is_called, is_name, row

WHO: tuple[Predicate, ...] = (
    row(
        "name",
        r"(?:的)?(?:名字|姓名|全名|大名|真名|本名|中文名|真实姓名)(?:(?:现在|目前|已经|其实|应该|就|还)*(?:叫|是)|为|改成了?"
        rf"|改为)做?{CALLED_ZH}",
        0.9,
        accept=is_called,
    ),
    row(
        "nickname",
        rf"的?(?:昵称|英文名)(?:(?:现在|目前|已经|其实|应该|就|还)*(?:叫|是|改成了?|改为|改叫|换成了?)|为)做?{CALLED_ZH}",
        0.7,
        accept=is_called,
    ),
    row(
        "own",
        rf"的?(?P<what>小名|乳名|外号|绰号|花名|网名|微信名|笔名|艺名|法名|圈名)(?:字)?(?P<how>)(?:(?:现在|目前|已经|其实|应该|就|还)*(?:叫|是|改成了?|改为|改叫|换成了?)|为)做?{CALLED_ZH}",
        0.7,
        accept=is_called,
    ),
    row("name", rf"(?:改名(?:字)?(?:叫|为|成|做)了?){CALLED_ZH}", 0.9, accept=is_called),
    row("name", rf"(?:名叫|叫做?|姓名){CALLED_ZH}", 0.9, accept=is_called, of_others=False),
    row("surname", r"姓(?P<v>[\u4e00-\u9fff]{1,2})(?=$|[，。,\s])", 0.7, of_others=False),
    row("name", rf"(?:是){CALLED_ZH}", 0.9, accept=is_name, of_others=False),
    row(
        "age",
        rf"(?:是)?(?:今年|现在|已经|刚|都|快|虚岁|周岁|马上)*(?:的?年龄是|满)?(?P<v>{NUMBER}(?:周?岁半?"
        r"|虚岁))(?:了|啦)?(?!的时候|时|那年|以前|之前|开始|就|起)",
        0.6,
    ),
    row("age", rf"(?:刚|刚刚|已经)*过(?:了|完)?(?P<v>{NUMBER}岁)(?:的)?生日", 0.6),
    row("age", rf"(?:今年|刚满?|满|年龄是|年纪是)(?P<v>{NUMBER})(?:了|啦)?(?=$|[，。,\s]|住|在|是)", 0.6),
    row("age", r"(?:都|已经|快|也)*(?P<v>[1-9]\d)[了啦]$", 0.6, bare=False),
    row(
        "birthday",
        rf"的?(?:生日|出生日期|阳历生日|农历生日)(?:(?:现在|目前|已经|其实|应该|就|还|也)*(?:是|在|为))?(?:每年)?(?P<v>{DATE})",
        0.8,
    ),
    row(
        "birthday",
        r"(?:是|出生(?:于|在)|生于)?(?P<v>\d{2,4}年(?:\d{1,2}月(?:\d{1,2}[日号])?)?)(?:出生|生的?|生人)",
        0.7,
    ),
    row("birthday", rf"(?:出生于|生于|出生在|是)(?P<v>{DATE})(?:出生|生)?", 0.7),
    row("gender", r"是(?:一?个)?(?P<v>男生|女生|男的|女的|男孩子?|女孩子?|男人|女人|男性|女性)(?=$|[，。,\s])", 0.6),
    row(
        "zodiac",
        r"(?:是|属)(?P<v>[鼠牛虎兔龙蛇马羊猴鸡狗猪](?:的)?(?=$|[，。,\s])|(?:白羊|金牛|双子|巨蟹|狮子"
        r"|处女|天秤|天蝎|射手|摩羯|水瓶|双鱼)座?)",
        0.4,
    ),
    row(
        "height",
        r"(?:身高)(?:是|有)?(?P<v>(?:1米|一米)[\d一二三四五六七八九]{1,2}|\d{3}(?:cm|厘米|公分)?"
        r"|\d\.\d{1,2}米?)",
        0.5,
    ),
    row(
        "weight", r"(?:现在|已经|最近)*(?:瘦|胖|减|降|涨|重)(?:到|回)了?(?P<v>\d{2,3}(?:\.\d)?(?:斤|公斤|kg|千克))", 0.5
    ),
    row(
        "budget",
        r"(?:的)?(?:总|每个?月的?|月|每年的?)?预算(?:(?:现在|目前|大概|大约|只有|最多|一共|已经)*(?:是|有|在|为|可以|能|会|想|大概|差不多|左右|提高到|提到|涨到|加到|增加到|降到|减到|改成|改到|改为|变成)?)了?(?P<v>[¥$]?(?:\d[\d,.]*|[一二两三四五六七八九十百千万]+)(?:万|千|百|k|K|w)?(?:多)?(?:块|元|人民币|美元|刀|欧元|日元)?)",
        0.6,
    ),
    row(
        "weight",
        r"(?:体重)(?:是|有|已经|现在|到|降到了?|涨到了?|减到了?)*(?P<v>\d{2,3}(?:\.\d)?(?:斤|公斤|kg|千克)?)",
        0.5,
    ),
    row("blood_type", r"(?:的?血型是?|是)(?P<v>(?:A|B|AB|O)型(?:血)?)", 0.5),
)
