"""What can be somebody's name: enough to tell "I'm Alice" from "I'm Hungry", and 「我是小明」 from 「我是学生」."""

from __future__ import annotations

import re

from memory.extraction.word_list import words

_SURNAMES = (
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕"
    "丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃"
    "武戴莫孔向汤"
    "温康施文牛樊葛邢安齐易乔伍庞颜倪庄聂章鲁岳翟殷詹申欧耿关兰焦俞左柳甘祝包宁尚符舒阮柯纪梅童凌毕"
    "单季裴霍涂成苗谷盛曲翁冉骆蓝路游辛靳管柴蒙鲍华喻祁蒲房滕屈饶解牟艾尤阳时穆农司卓古吉缪简车项连"
    "芦麦褚娄窦戚岑景党宫费卜冷晏席卫米柏宗瞿桂全佟应臧闵苟邬边卞姬师和仇栾隋商刁沙荣巫寇桑郎甄丛仲"
    "虞敖巩明佘池查麻苑迟邝"
)
_DOUBLE = (
    "欧阳",
    "司马",
    "上官",
    "诸葛",
    "东方",
    "皇甫",
    "尉迟",
    "公孙",
    "慕容",
    "令狐",
    "司徒",
    "夏侯",
    "南宫",
    "端木",
)
_NOT_NAMES = words(
    "程序员 高中生 学生 老师 老板 老人 老外 老手 老大 老百姓 小白 小学生 小孩 小朋友 小编 小偷 阿姨 "
    "金融 高管 安卓 党员 方案 白领 游客 管理 和尚 成人 成年人 司机 师傅 农民 文员 文盲 商人 连锁 "
    "华人 华侨 明星 时候 石油 马上 高级 高考 康复 米饭 路人 路痴 单身 左撇子 安全 包子 全职 宁可 "
    "应届生 应届 车主 车迷 关于 向导 房东 房奴 游戏 江湖 施工 温柔 计算机 任务 常客 万能 干部 查询 "
    "解放 解释 明白 明天 高兴 安静 易怒 简单 古怪 老实 老实人 老样子 小气 小心 小事 小时 老家 武汉 "
    "成都 江苏 金华 贺州 方便 华为 小米 农村 商科 文科 文科生 高三 高一 高二 白羊 白羊座 金牛 "
    "金牛座 马来 宁波 石家庄 温州 余姚 连云港 安徽 安妮 牛奶 高铁 高手 柏林 荣幸 祝你 许多 向来 "
    "于是 和平 成功 时间 全部 项目 单位 路过 马路 冷静 文艺 文艺青年 白痴 曾经 何必 何时 毛病 龙虾 "
    "顾客 阳光 应该 关心 解决 简历 左右 欧洲 孔子 关注 师生 江西 沙发 阳性 阴性 白人 黄种人 黑人 单眼皮 单休 单亲 白天 夜班"
)
_NOT_CALLED = words("外卖 滴滴 快递 出租 出租车 代驾 老板 老师 救命 名字 大家 顺风车 跑腿 服务员 警察 经理")
_NOT_NAME_ENDS = tuple("人员生师家者的迷粉控族手商党长吗呢吧了来去说想在是们头狗")
_NOT_NAME_STARTS = tuple("了他她它你您们不过个着的得这那什怎哪谁来去人车外把给帮")

_ADDRESS = re.compile(r"(?:小|阿|老|大)[\u4e00-\u9fff]{1,2}")
_END_ZH = (
    r"(?=$|[，。,.！!？?\s、；;”」』\"'’)）]|今年|现在|来自|目前|住|在|是|喜欢|和|就|以后|而|的(?:哥"
    r"|姐|弟|妹)|[吧呀哦啊啦哈呢喔噢耶嘛哟]|的$|毕业|，)"
)
NAME_ZH = (
    r"(?:[\u4e00-\u9fff·]{2,4}?|[\u4e00-\u9fff]{2,6}·[\u4e00-\u9fff·]{1,8}|[A-Za-z][A-Za-z'’\-]*(?: "
    r"[A-Z][A-Za-z'’\-]*){0,2})"
)
CALLED_ZH = rf"[\"“「『'‘]?(?P<v>{NAME_ZH}|[\u4e00-\u9fff])[\"”」』'’]?{_END_ZH}"
"""A name after 叫: what follows must end it."""

_GIVEN = words(
    "aaron abby abdul abigail adam adrian agnes ahmed aisha alan albert alex alexander alexandra "
    "alexis alfred ali alice alicia alina allison alyssa amanda amber amelia amir amy ana andrea "
    "andreas andrew andy angela angelina anita ann anna anne annie anthony antonio arjun arthur "
    "ashley astrid audrey austin ava barbara bella ben benjamin bernard beth betty bill billy björn "
    "bob bobby bonnie brad brandon brenda brian bridget bruce bruno caleb cameron camila carl carla "
    "carlos carmen carol caroline catherine cecilia charles charlie charlotte chen chloe chris "
    "christian christina christine christopher cindy claire clara claudia cody colin connor craig "
    "cynthia daisy dan daniel daniela danny daphne dave david dawn dean deborah denise dennis derek "
    "diana diane diego dmitri dominic donald donna dora doris dorothy doug douglas dylan ed eddie "
    "edgar edith eduardo edward eileen elaine elena eleanor eli elias elijah elizabeth ella ellen "
    "elsa emily emma eric erica erik erin ethan eugene eva evan eve evelyn fatima felix fernando "
    "fiona florence francesca francis frank frankie fred freddie frederick gabriel gabriela gary "
    "gavin george gerald gina giovanni giulia gloria gordon grace graham greg gregory greta guy "
    "hannah hans harold harriet harry harvey hassan heather hector heidi helen helena henrik henry "
    "holly howard hugh hugo ian ibrahim igor ines ingrid irene iris isaac isabel isabella ivan jack "
    "jackie jacob jade jake james jamie jan jane janet jasmine jason javier jay jean jeff jeffrey "
    "jen jenna jennifer jenny jeremy jerry jess jesse jessica jill jim jimmy joan joanna joe joel "
    "johan johannes john johnny jon jonas jonathan jordan jorge jose joseph josh joshua joyce juan "
    "judith judy julia julian julie june justin kai karen karim karl kate katherine kathleen kathy "
    "katie keith kelly ken kenneth kenji kevin kim kimberly klaus kristen kurt kyle lara larry lars "
    "laura lauren leah lee lena leo leon leonard lewis liam lily linda lisa liz logan lola lorenzo "
    "louis louise luca lucas lucia lucy luis luke lydia maddie madison maggie marc marco marcus "
    "margaret maria marie marina mario mark markus marta martha martin mary mason mateo matt "
    "matthew maurice max maya megan mehmet mei melanie melissa mia michael michelle miguel mike "
    "mila mira miranda mohamed mohammed molly monica morgan nadia nancy naomi natalie natasha "
    "nathan nick nicholas nicole nigel nikita nina noah nora norman oliver olivia oscar owen pablo "
    "paige pamela pat patricia patrick paul paula pavel pedro penny peter phil philip phoebe pierre "
    "priya rachel rafael raj ralph ravi ray raymond rebecca rick richard rita rob robert roberto "
    "robin rodrigo roger ron ronald rosa rosie ross roy ruby russell ruth ryan sally sam samantha "
    "samuel sandra sanjay sara sarah sasha scott sean sebastian sergei seth shane shannon sharon "
    "sheila simon sofia sonia sophia sophie stacy stefan stella stephanie stephen steve steven "
    "stuart sue susan suzanne sven sylvia takeshi tamara tania tara ted terry thea theo theresa "
    "thomas tim timothy tina todd tom tommy toni tony tracy travis trevor tyler ursula valentina "
    "valerie vanessa vera veronica vicky victor victoria vincent violet vivian vladimir walter "
    "wanda wang wei wendy will william xavier xiaoming yara yasmin yuki yusuf yvonne zach zachary "
    "zara zoe zoey oleg anya tanya kenny mick nate abe gus ingo jürgen rené zoë chloé"
)
_NOT_GIVEN = words(
    "back here there home fine good great ok okay sorry sure happy sad tired hungry busy bored sick "
    "ill late ready done new not so very just really a an the from in at on going trying looking "
    "interested allergic vegan vegetarian married single divorced engaged pregnant retired "
    "unemployed self glad afraid aware able also always still now currently only about almost all "
    "alone asking confused curious excited hoping wondering thinking planning visiting living "
    "working studying learning using getting having making moving starting writing reading building "
    "chinese english french german american british canadian indian japanese korean italian spanish "
    "russian dutch swedish polish turkish brazilian mexican irish scottish european asian muslim "
    "christian jewish catholic hindu buddhist gay straight bi trans male female left right up down "
    "out off over kosher halal gluten lactose diabetic celiac asthmatic anaemic free available "
    "based doing feeling seeing sitting stuck lost broke blind deaf colorblind short tall old young "
    "yours his hers mine this that it what who one into two no never more most ceo cto cfo hr qa it "
    "pm senior junior team staff head lead student teacher engineer doctor nurse lawyer developer"
)


def is_chinese_name(text: str, *, loose: bool = False) -> bool:
    """True when these Chinese characters can be what somebody is called; `loose` after 叫, strict after 是."""
    if not re.fullmatch(r"[\u4e00-\u9fff·]{1,12}", text) or text.startswith(_NOT_NAME_STARTS):
        return False
    if text.startswith("上") and not text.startswith("上官"):
        return False
    if text in (_NOT_CALLED if loose else _NOT_NAMES):
        return False
    if loose:
        return not text.endswith(tuple("了吗的呢")) and (len(text) <= 4 or "·" in text)
    if text.endswith(_NOT_NAME_ENDS):
        return False
    if _ADDRESS.fullmatch(text):
        return True
    return (2 <= len(text) <= 3 and text[0] in _SURNAMES) or (3 <= len(text) <= 4 and text.startswith(_DOUBLE))


def is_given_name(text: str) -> bool:
    """True when an English-speaking reader takes this word for a given name."""
    return text.casefold() in _GIVEN


def is_english_name(text: str, *, loose: bool = False) -> bool:
    """True when this can be a name: a known given name, or a capitalised word that is no common one."""
    first = text.split()[0].strip(".,'’\"") if text.split() else ""
    flat = first.casefold()
    if not re.fullmatch(r"[^\W\d_][\w'’.-]*", first) or flat in _NOT_GIVEN:
        return False
    if flat in _GIVEN:
        return True
    if loose:
        return True
    return (
        first[0].isupper()
        and not first.isupper()
        and not re.search(r"(?:ing|ed|ish|ese|ful|ous|able|less|ly|ist|er)$", flat)
        and len(first) > 2
    )
