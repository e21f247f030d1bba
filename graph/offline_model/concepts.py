"""Ideas that go by many words, in two languages: what lets `what do I like to eat` find 「我最爱火锅」."""

from __future__ import annotations

import re

_RELATIONS = {
    "mother": r"妈妈|母亲|我妈|老妈|\b(?:mom|mum|mother|mommy)\b",
    "father": r"爸爸|父亲|我爸|老爸|\b(?:dad|father|daddy)\b",
    "parents": r"父母|爸妈|\bparents\b",
    "sister": r"姐姐|妹妹|我姐|我妹|\bsisters?\b",
    "brother": r"哥哥|弟弟|我哥|我弟|\bbrothers?\b",
    "wife": r"老婆|妻子|太太|媳妇|\bwife\b",
    "husband": r"老公|丈夫|\bhusband\b",
    "girlfriend": r"女朋友|女友|\bgirlfriend\b",
    "boyfriend": r"男朋友|男友|\bboyfriend\b",
    "partner": r"伴侣|爱人|\b(?:partner|spouse|fianc[ée]e?)\b",
    "son": r"儿子|\bsons?\b",
    "daughter": r"女儿|\bdaughters?\b",
    "child": r"孩子|小孩|\b(?:kids?|child|children)\b",
    "grandmother": r"奶奶|外婆|姥姥|\bgrand(?:ma|mother)\b",
    "grandfather": r"爷爷|外公|姥爷|\bgrand(?:pa|father)\b",
    "friend": r"(?<!男)(?<!女)朋友|闺蜜|\bfriends?\b",
    "colleague": r"同事|\b(?:colleague|co-?worker)s?\b",
    "boss": r"老板|上司|领导|\b(?:boss|manager|supervisor)\b",
    "roommate": r"室友|\b(?:roommate|flatmate)s?\b",
    "teacher": r"我(?:的)?老师|\bmy teacher\b",
    "cat": r"猫|\b(?:cats?|kittens?)\b",
    "dog": r"狗|\b(?:dogs?|pupp(?:y|ies))\b",
}
_IDEAS = {
    "food": r"吃|食|菜|口味|辣|饭|火锅|水果|甜品|素食|面条|饺子|寿司|披萨|牛排|\b(?:eat|ate|eats|eating|food|foods|dish|dishes|meals?|cuisine|spicy|vegetarian|vegan|fruit|noodles|pizza|sushi|hot ?pot|dumplings?|steak|pasta|dinner|lunch|breakfast|snack)\b",
    "drink": r"喝|饮料|茶|咖啡|酒|果汁|\b(?:drinks?|drinking|beverage|tea|coffee|wine|beer|latte|juice|espresso)\b",
    "colour": r"颜色|[红蓝绿黄紫黑白粉橙灰]色|\b(?:colou?rs?|blue|red|green|yellow|purple|black|white|pink|orange)\b",
    "music": r"音乐|歌|乐队|听|钢琴|吉他|\b(?:music|songs?|bands?|singers?|jazz|rock|listen\w*|guitar|piano)\b",
    "film": r"电影|片子|导演|\b(?:films?|movies?|cinema)\b",
    "book": r"书|小说|作家|阅读|\b(?:books?|novels?|read(?:ing)?|authors?)\b",
    "sport": r"运动|跑步|游泳|篮球|足球|网球|羽毛球|健身|爬山|骑车|瑜伽|\b(?:sports?|run(?:ning)?|swim\w*|basketball|football|soccer|tennis|badminton|gym|hik\w+|cycl\w+|yoga|climb\w*)\b",
    "travel": r"旅行|旅游|出差|\b(?:travel\w*|trips?|vacation|holidays?|journey)\b",
    "meeting": r"会议|开会|见面|约|预约|\b(?:meetings?|appointments?|meet(?:ing)?|deadlines?|due)\b|截止",
    "doctor": r"医生|看牙|牙医|体检|复诊|\b(?:doctor|dentist|checkup|dr)\b",
    "language": r"语言|(?:会|学|讲|说)(?:中文|英语|英文|日语|法语|德语|粤语|西班牙语)|编程语言|\b(?:languages?|speak|fluent|python|rust|java|javascript)\b",
    "school": r"学校|大学|上学|专业|毕业|学院|\b(?:school|university|college|major\w*|degree|stud(?:y|ies|ied|ying)|graduat\w+)\b",
    "car": r"车(?!票|次|站)|\b(?:cars?|drive|driving|vehicle)\b",
    "budget": r"预算|\bbudget\b",
    "project": r"项目|\bprojects?\b",
    "health": r"医院|生病|血压|糖尿病|怀孕|\b(?:diabet\w+|asthma|pregnan\w+|illness|disease|blood pressure|medication|medicine)\b",
    "seat": r"座位|靠窗|过道|\b(?:seats?|window|aisle)\b",
    "hotel": r"酒店|民宿|旅馆|\bhotels?\b",
    "airline": r"航空|国航|东航|南航|\bairlines?\b",
    "name": r"名字|叫什么|叫做|名叫|叫(?!我)|\b(?:names?|named|called)\b",
    "live": r"住|搬|\b(?:lives?|living|moved?|address)\b",
    "work": r"工作|上班|公司|职业|做什么|干什么|程序员|工程师|老师|教师|医生|护士|设计师|律师|会计|经理|司机|厨师|警察|\b(?:works?|working|job|company|employer|profession|occupation|engineer|teacher|doctor|nurse|designer|lawyer|developer|programmer|manager|accountant|chef|driver|artist|scientist|writer)\b|\bdoes my \w+ do\b",
    "birthday": r"生日|出生|\b(?:birthdays?|born)\b",
    "married": r"结婚|纪念日|\b(?:marri\w+|anniversary|wedding)\b",
    "learn": r"学(?!校|生|期|院|费|位|历|习成绩)|\b(?:learn\w*|stud(?:y|ies|ying))\b",
    "height": r"身高|多高|\b(?:height|tall)\b",
    "weight": r"体重|多重|\b(?:weigh\w*)\b",
    "zodiac": r"星座|[白羊牛双子蟹狮女秤蝎射手羯瓶鱼]{2}座|\b(?:zodiac|star ?sign|aries|taurus|gemini|leo|virgo|libra|scorpio|sagittarius|capricorn|aquarius|pisces)\b",
    "waking": r"起床|\bwake\b|\bwoke\b|\bget up\b|\bgot up\b",
    "sleep": r"睡觉|入睡|\bsleep\b|\bgo to bed\b|\bbedtime\b",
    "wifi": r"(?i:wi-?fi)|无线网",
}
_COMPILED = {name: re.compile(pattern, re.I) for name, pattern in _IDEAS.items()}
_COMPILED_RELATIONS = {name: re.compile(pattern, re.I) for name, pattern in _RELATIONS.items()}


def ideas(text: str) -> frozenset[str]:
    """Give the ideas that a text, in plain form, touches."""
    return frozenset(name for name, pattern in _COMPILED.items() if pattern.search(text))


_KIN_ZH = re.compile(
    r"我(?:的)?(?:妈妈|母亲|妈|爸爸|父亲|爸|姐姐|妹妹|姐|妹|哥哥|弟弟|哥|弟|老婆|妻子|太太|老公|丈夫|女朋友|女友|男朋友|男友|儿子|女儿|孩子|奶奶|爷爷|外婆|外公|"
    r"朋友|同事|同学|室友|老板|上司|老师|猫|狗)"
)


def kin_named(text: str) -> str:
    """Give the words for the person or animal around the user that a Chinese text opens with; empty for none."""
    match = _KIN_ZH.match(text)
    return match[0] if match else ""


def relations(text: str) -> frozenset[str]:
    """Give the people and animals around the user that a text, in plain form, speaks of."""
    found = {name for name, pattern in _COMPILED_RELATIONS.items() if pattern.search(text)}
    return frozenset(found | {"child"} if found & {"son", "daughter"} else found)
