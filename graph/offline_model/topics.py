"""What people ask about themselves, each topic with how it is asked after and how it is told, in both languages."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """One thing about a person."""

    name: str
    asked: re.Pattern[str]
    """How a question after it reads, in plain form."""
    told: re.Pattern[str]
    """How a statement of it reads, in plain form; the group `value`, where there is one, holds the thing itself."""
    attributes: frozenset[str]
    """Its names in `memory.attributes`."""
    single: bool = True
    """True when the newest statement replaces the others."""
    unknown_zh: str = ""
    unknown_en: str = ""
    """What is said when it was never told."""


def _topic(
    name: str, asked: str, told: str, unknown_zh: str, unknown_en: str, *, attributes: str = "", single: bool = True
) -> Topic:
    return Topic(
        name=name,
        attributes=frozenset((attributes or name).split()),
        asked=re.compile(asked, re.I),
        told=re.compile(told, re.I),
        single=single,
        unknown_zh=unknown_zh,
        unknown_en=unknown_en,
    )


_WHERE = r"(?:哪|什么(?:地方|城市|位置))"
_NOW = r"(?:现在|目前|已经|最近|刚刚?|一直|就|是|之前|以前|上个?月|去年|今年|家|们|正)*"
_ME = r"(?:用户|我|本人)"
_I = r"(?:\bi|\b(?:the )?user)"
_JOBS_ZH = r"程序员|工程师|老师|教师|医生|护士|设计师|律师|会计|经理|学生|研究生|博士|记者|作家|厨师|司机|警察|画家|音乐家|销售|产品经理|架构师|创业者|科学家|翻译|摄影师|公务员|教授|演员|导演|编辑|运营|客服|店员|飞行员|建筑师|顾问|分析师"
_JOBS_EN = r"(?:engineer|teacher|doctor|nurse|designer|lawyer|developer|programmer|student|writer|manager|accountant|chef|driver|artist|musician|scientist|researcher|journalist|architect|consultant|analyst|photographer|professor|pilot|dentist|editor|founder|therapist|carpenter|plumber|electrician|farmer|librarian|translator|pharmacist|vet|surgeon|sales\w*)"

TOPICS: tuple[Topic, ...] = (
    _topic(
        "name",
        r"我(?:到底|究竟)?是谁|谁是我|我(?:的名字)?(?:到底|究竟|刚才说)?(?:叫|姓)(?:什么|啥|甚么|做什么|作什么)|我的?(?:名字|姓名|大名|全名|称呼|昵称|姓)(?!单)|(?:怎么|如何|应该|该)(?:怎么)?(?:称呼|叫)我|叫我(?:什么|啥)|"
        r"(?:知道|记得|认识|认得)我(?:是谁|叫)?(?:吗|么|不|没|$|[?？])|我叫[^,，]{0,4}(?:吗|对吗|对不对|是吗)|"
        r"\bwho (?:am i|i am|i'm)\b(?! \w+ing\b)|\bmy (?:full |first |last |real |own |user ?|family )?name\b|\bwhat(?: am|'m) i called\b|\b(?:call|address) me\b|\bknow me\b|\bremember me\b|\bknow who i\b|\bwhat name\b|^whoami\b",
        r"(?:(?<![^\W\d_])|(?<=,)|^|(?<=是))"
        + _ME
        + r"(?:的)?(?:名字|姓名|全名|真名|大名|本名)?(?:其实|现在|就|也|是)?(?:叫做|叫作|名叫|叫|是叫|为)(?!了|你|他|她|它|什么|啥|谁|车|外卖|过|不|人|醒)\s*(?P<value1>[^\s,，。.!！?？;；:：()（）]{1,12}(?: [A-Z][\w.'-]*){0,2})"
        r"|"
        + _ME
        + r"的?(?:名字|姓名|全名|真名|本名)(?:是|叫|为|[:：])\s*(?P<value2>[^\s,，。.!！?？;；]{1,12}(?: [A-Z][\w.'-]*){0,2})"
        r"|(?:叫|称呼|喊)我(?!什么|啥)(?:做|为)?(?P<value3>[^\s,，。.!！?？;；的]{1,10}?(?: [A-Z][\w.'-]*){0,2})(?:就(?:好|行|可以)|吧|即可|[,，。!！]|$)"
        r"|"
        + _ME
        + r"是(?P<value4>(?:小|老|阿|大)[\u4e00-\u9fff]{1,2}|(?-i:[A-Z])[a-z]+(?: (?-i:[A-Z])[a-z]+)?|[王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文][\u4e00-\u9fff]{1,2})(?=$|[,，。!！.])(?<!人)(?<!师)(?<!员)(?<!生)(?<!者)(?<!家)"
        r"|" + _ME + r"姓(?!什么|啥|名)(?P<value5>[\u4e00-\u9fff]{1,2})(?=$|[,，。!！.])"
        r"|\bmy (?:full |first |real |new )?name(?:'s| is|:)\s+(?!not\b|what)(?P<value6>[^\s,.!?;]+(?: (?-i:[A-Z])[\w.'-]*){0,2})"
        r"|\b(?:please )?call me (?!back|later|when|if|at|a\b|tomorrow|today)(?P<value7>[^\s,.!?;]+(?: (?-i:[A-Z])[\w.'-]*){0,2})"
        r"|\bi(?:'m| am) (?:called |named )(?P<value8>[^\s,.!?;]+(?: (?-i:[A-Z])[\w.'-]*){0,2})|\bi go by (?P<value9>[^\s,.!?;]+)"
        r"|\bi(?:'m| am) (?P<value10>(?-i:[A-Z])[a-z'-]+(?: (?-i:[A-Z])[a-z'-]+)?|[\u4e00-\u9fff]{2,4})(?=$|[,.!;]| and\b| from\b| here\b)(?<!Chinese)(?<!American)(?<!English)(?<!German)(?<!French)(?<!Japanese)(?<!Indian)(?<!British)"
        r"|\bthis is (?P<value11>(?-i:[A-Z])[\w'-]+)(?: here| speaking)?$|\b(?:the )?user(?:'s)? (?:name is|is (?:called|named)|goes by) (?P<value12>[^\s,.!?;]+(?: (?-i:[A-Z])[\w.'-]*){0,2})|^(?:name|姓名|名字)\s*[:：]\s*(?P<value13>[^\s,，。]+(?: (?-i:[A-Z])\w+)?)",
        "你还没有告诉我你的名字。",
        "You haven't told me your name yet.",
        attributes="name nickname",
    ),
    _topic(
        "home",
        rf"我(?:家)?{_NOW}(?:住|居住|定居|生活)(?:在|到)?{_WHERE}|我(?:的)?(?:家|住址|地址|住处|居住地)(?:的地址)?(?:在|是)?(?:{_WHERE}|什么|多少|[?？]|$)|我(?:现在|目前)?在{_WHERE}(?:个|座)?(?:城市|地方)?(?:里|儿)?(?:住|生活|[?？]|$)|我搬(?:到|去)(?:了)?{_WHERE}|我{_NOW}住(?:的)?(?:地方|城市|哪)|"
        r"\bwhere (?:do|did|am|is) (?:i|my)(?: \w+)? ?(?:live|living|home|house|based|staying|reside|located)\b|\bwhere i(?:'m)? (?:live|living|stay)|\bmy (?:home|home ?town address|address|current city|city|home city)\b|\bwhich (?:city|country|town) (?:do|am) i\b|\bwhat (?:city|country|town) (?:do|am) i\b|\bwhere (?:did|have) i move",
        rf"{_ME}{_NOW}(?:居住|定居|生活|住)(?:在|到)?(?P<value1>[^,，。!！?？]{{2,20}})|{_ME}{_NOW}搬(?:家)?(?:到|去|来|回)了?(?P<value2>[^,，。!！?？了]{{2,20}})|{_ME}家(?:在|住)(?P<value3>[^,，。]{{2,20}})"
        rf"|{_I}(?:'m| am| is|'ve| have| has)?(?: now| currently| still| just| recently)*(?: been)? (?:live|lives|living|reside|resides|residing|staying|based|settled) (?:in|at|near|on)\b(?P<value4> [^,.!?;]+)|{_I}(?:'ve| have| has)?(?: now| just| recently)* (?:moved|relocated)(?: from [^,.!?;]+?)? (?:to|back to)\b(?P<value5> [^,.!?;]+)|\bmy (?:home|address|city) is\b(?P<value6> [^,.!?;]+)",
        "你还没有告诉我你住在哪里。",
        "You haven't told me where you live yet.",
    ),
    _topic(
        "hometown",
        r"我(?:的)?(?:老家|家乡|故乡|籍贯)|我是(?:哪|什么地方)(?:里|儿|个地方|个城市|国)?(?:的)?人|我(?:是)?(?:来自|出生在|从)哪|\bwhere (?:am|do) i (?:come )?from\b|\bmy (?:hometown|birthplace|nationality)\b|\bwhere was i born\b|\bwhere i(?:'m| am| come) from\b|\bwhere (?:did|have) i (?:grow|grown) up\b",
        rf"{_ME}是(?P<value1>[^,，。的]{{1,8}}人)(?!员)|{_ME}?的?(?:老家|家乡|故乡|籍贯)(?:在|是)|{_ME}(?:来自|出生在|出生于|生于)|{_I}(?:'m| am| is| come| comes)(?: originally)? from\b|\bmy hometown\b|{_I}(?: was|'ve)? (?:born|grew up) in\b",
        "你还没有告诉我你是哪里人。",
        "You haven't told me where you are from yet.",
        attributes="hometown nationality",
    ),
    _topic(
        "job",
        r"我(?:的)?(?:工作|职业|职位|岗位)(?:是|叫)?(?:什么|哪|啥|[?？]|$)|我(?:是)?做(?:什么|啥)(?:的|工作)?(?!好|吃)|我(?:是)?干(?:什么|啥)的|我从事|"
        r"\bmy (?:job|occupation|profession|job title|role)\b|\bwhat do i do\b(?! (?:in|for fun|on|every|after|at|when|with))|\bi do for (?:a living|work)\b|\bwhat do i work as\b",
        rf"{_ME}的?(?:职业|职位)(?:是|叫|为)|{_ME}(?:现在)?(?:是|当|做)(?:一?[名个位])?[^,，。]{{0,10}}(?:{_JOBS_ZH})|{_ME}从事|\bmy (?:new )?(?:job|occupation|profession|role)\b[^?]*\bis\b|{_I}(?:'m| am| is) (?:now )?an? (?:[\w-]+ ){{0,3}}{_JOBS_EN}\b|{_I} (?:work|works) as\b|\bas an? (?:[\w-]+ ){{0,3}}{_JOBS_EN}\b",
        "你还没有告诉我你的工作。",
        "You haven't told me what you do yet.",
        attributes="job_title",
    ),
    _topic(
        "work",
        rf"我{_NOW}在(?:哪|什么)(?:家|个)?(?:公司|单位)|我{_NOW}在(?:哪|什么)(?:里|儿|家|个)?(?:公司|单位|地方|学校|医院)?(?:上班|工作|任职|就职)|我(?:的)?(?:公司|单位|工作单位|工作|职业|雇主)(?:是|叫|在|名)?(?:什么|哪|啥|谁|[?？]|$)|我(?:是)?做(?:什么|啥)(?:的|工作)?(?!好|吃)|我(?:是)?干(?:什么|啥)的|"
        r"\bwhere (?:do|did) i work\b|\bwho (?:do|did) i work (?:for|with)\b|\bwho(?:'s| is) my employer\b|\bmy (?:employer|company|job|occupation|profession|workplace|work)\b|\bwhat do i do\b(?! (?:in|for fun|on|every|after|at|when|with))|\bi do for (?:a living|work)\b|\bwhere i work\b|\bwhich company (?:do|am) i\b|\bwhat company (?:do|am) i\b",
        rf"{_ME}{_NOW}在[^,，。]{{1,20}}(?:上班|工作|任职|就职|当|做)|{_ME}(?:刚|已经|最近)*(?:入职|跳槽|加入|换工作|换了工作)|{_ME}的?(?:工作|公司|单位)(?:是|叫|在|为)"
        rf"|{_I}(?:'m| am| is)?(?: now| currently| still)* ?(?:work|works|working) (?:at|for|in|with|on)\b|{_I}(?:'ve| have| has)?(?: just| recently)* (?:joined|started (?:at|working)|got a (?:new )?job)|\bmy (?:new )?(?:company|employer)\b[^?]*\bis\b",
        "你还没有告诉我你在哪里工作。",
        "You haven't told me where you work yet.",
        attributes="employer",
    ),
    _topic(
        "birthday",
        r"我(?:的)?生日|我(?:是)?(?:哪|几)[年月]?(?:号|天|一天)?(?:出生|生)的?|我什么时候(?:出生|过生日|生日)|\bmy (?:birthday|birth ?date|date of birth)\b|\bwhen was i born\b",
        rf"{_ME}?的?生日(?:是|在|[:：])|{_ME}(?:是)?[^,，。]{{2,12}}(?:出生|生)的|{_ME}出生于\d|\bmy birthday\b|\bbirthday is\b|{_I} was born on\b",
        "你还没有告诉我你的生日。",
        "You haven't told me your birthday yet.",
    ),
    _topic(
        "age",
        r"我(?:今年)?(?:几岁|多大)|我的?年(?:龄|纪)|\bhow old (?:am i|i am)\b|\bmy age\b",
        rf"{_ME}(?:今年|现在|已经|刚满|刚)*\d+岁|{_ME}(?:今年|现在|已经)*[一二三四五六七八九十]+岁|{_ME}的?年龄|{_I}(?:'m| am| is| turned)(?: now| just)? \d{{1,3}}(?: years? old| yrs?| now|$)|\bmy age is\b",
        "你还没有告诉我你的年龄。",
        "You haven't told me your age yet.",
    ),
    _topic(
        "phone",
        r"我(?:的)?(?:手机|电话)号?码?|\bmy (?:phone|cell|mobile|telephone)(?: number)?\b",
        rf"{_ME}?的?(?:手机|电话)号?码?(?:是|为|[:：])|\bmy (?:phone|cell|mobile|telephone)(?: number)? is\b",
        "你还没有告诉我你的电话。",
        "You haven't told me your phone number yet.",
    ),
    _topic(
        "email",
        r"我(?:的)?(?:邮箱|电子邮件|邮件地址|email)|\bmy e-?mail\b",
        r"(?:邮箱|邮件)(?:地址)?(?:是|为|[:：])|\bmy e-?mail(?: address)? is\b|[\w.+-]+@[\w-]+\.\w+",
        "你还没有告诉我你的邮箱。",
        "You haven't told me your e-mail address yet.",
    ),
    _topic(
        "seat",
        r"我(?:最|更|一般|通常|平时)?(?:喜欢|爱|习惯|偏好|想|要)?(?:坐)?(?:什么|哪)(?:样|种|个|边|里)?(?:的)?(?:座位?|位置|位子)|我的座位|座位(?:偏好|习惯)|\b(?:which|what)(?: kind of| type of)? seat\b|\bmy (?:seat|seating)\b|\bseat (?:do|did) i\b|\bwhere do i (?:like|prefer) to sit\b|\bseat preference\b",
        r"靠窗|窗边|靠过道|走道|过道|座位|\b(?:window|aisle|middle) seats?\b|\bsit by the (?:window|aisle)\b|\b(?:prefer|like)s? (?:the |an? )?(?:window|aisle)\b",
        "你还没有告诉我你喜欢什么座位。",
        "You haven't told me which seat you like yet.",
        attributes="seat_preference",
    ),
    _topic(
        "allergy",
        r"我(?:对)?(?:什么|哪些|啥)(?:东西|食物)?过敏|饮食禁忌|忌口|我(?:的)?过敏|我有(?:什么|哪些|没有)(?:食物)?过敏|我对[^,，。]{1,8}过敏(?:吗|不|[?？])|我不能吃|\b(?:what|anything)[^?]*\ballerg|\bmy allerg|\bam i allergic\b|\bi(?:'m| am) allergic\b|\b(?:can't|cannot) i eat\b|\bi can(?:'t|not) eat\b|\bdo i have any (?:food )?allerg",
        r"过敏|不耐受|\ballerg|\bintoleran",
        "你还没有告诉我你对什么过敏。",
        "You haven't told me about any allergies yet.",
        single=False,
    ),
    _topic(
        "diet",
        r"饮食(?:习惯|禁忌|要求|限制)|忌口|(?:我|我的)?吃素|\bmy diet\b|\bam i (?:a )?(?:vegetarian|vegan)\b|\bdietary\b|\bwhat (?:can|can't|cannot|do|don't) i (?:not )?eat\b",
        r"素食|吃素|清真|\b(?:vegetarian|vegan|halal|kosher|gluten)\b",
        "你还没有告诉我你的饮食习惯。",
        "You haven't told me about your diet yet.",
        single=False,
    ),
    _topic(
        "dislikes",
        r"我(?:最|很)?(?:不喜欢|不爱|讨厌|不吃|不喝|受不了|反感)|忌口|\bi (?:don't|do not|didn't|not) (?:like|eat|drink|enjoy)\b|\b(?:do|did) i (?:hate|dislike|avoid)\b|\bi (?:hate|dislike|avoid)\b|\b(?:don't|didn't) i (?:like|eat|drink|enjoy)\b|\bmy dislikes\b",
        r"不(?:太|怎么|是很|再)?喜欢|不(?:太|怎么)?爱|讨厌|不吃|不喝|受不了|反感|忌口|\bhates?\b|\bdislikes?\b|\b(?:don't|do not|doesn't|does not|no longer|never) (?:really )?(?:like|eat|drink|enjoy)\b|\bcan'?t stand\b|\bavoids?\b",
        "你还没有告诉我你不喜欢什么。",
        "You haven't told me what you dislike yet.",
        single=False,
    ),
    _topic(
        "likes",
        r"我(?:一般|平时|通常|都|最|更|比较|很|也|还|到底|究竟)*(?:喜欢|爱|喜爱|中意|偏爱|钟爱|偏好|爱好)|我的?(?:爱好|兴趣|喜好|偏好|口味|最爱)|喜不喜欢|\b(?:do|did|would|might|could|should) i (?:usually |really |also |still )?(?:like|love|enjoy|prefer|fancy)\b|\bi (?:like|love|enjoy|prefer)\b|\bmy (?:favou?rite|hobb|interest|preference|taste|likes)|\bin my (?:free|spare) time\b|\bfor fun\b|业余|闲暇|空闲时间|\bam i (?:into|fond|interested|a fan)\b|\bi(?:'m| am) (?:into|fond|interested)",
        r"喜欢|喜爱|爱(?:吃|喝|看|听|玩|好|打|用|去|上)|最爱|偏爱|偏好|钟爱|喜好|感兴趣|热爱|\b(?:likes?|loves?|enjoys?|prefers?|adores?)\b|\bfavou?rite\b|\b(?:a )?(?:big |huge )?fan of\b|\bfond of\b|\binto\b|\bhobb(?:y|ies)\b",
        "你还没有告诉我你喜欢什么。",
        "You haven't told me what you like yet.",
        single=False,
    ),
    _topic(
        "plans",
        r"我(?:的|有)?(?:什么|哪些|啥)?(?:计划|打算|安排|日程|行程|预约|约会)|我[^,，。]{0,10}(?:要|打算|计划|准备|约)(?:了)?(?:做什么|干什么|干嘛|去哪|见谁|做啥|几点|什么时候)|我(?:什么时候|几点|哪天|几号|何时)|我[^,，。]{0,12}(?:是)?(?:什么时候|几点|哪天|几号|何时)|"
        r"\bmy (?:plans?|schedule|appointments?|meetings?|calendar|trip|deadline|flight|interview|exam)\b|\bwhen (?:is|are|do|does|am|will|was) (?:my|i|the)\b|\bwhat(?: am i|'m i) (?:doing|planning)|\bdo i have (?:any|an?|to)\b|\bwhat time (?:is|do|does) (?:my|i|the)\b|\bwhere am i (?:going|flying|travel|meeting)\b|\bwho am i (?:meeting|seeing)\b",
        r"计划|打算|安排|预约|约了|行程|会议|开会|见面|要去|出差|旅行|旅游|考试|面试|婚礼|截止|看牙|复诊|聚会|[上下]周|明天|后天|\bplan(?:s|ning|ned)?\b|\bappointment|\bmeeting\b|\bschedul|\btrip\b|\bgoing to\b|\bflying to\b|\bdeadline\b|\bdentist\b|\binterview\b|\bexam\b|\bwedding\b|\b(?:on|next|this) (?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\btomorrow\b",
        "你还没有告诉我这方面的安排。",
        "You haven't told me about that plan yet.",
        attributes="plan goal",
        single=False,
    ),
    _topic(
        "pet",
        r"我(?:的|家的?|有|养)?(?:了)?(?:什么|几只|几条|哪些)?(?:宠物|猫|狗|小猫|小狗)|\bmy (?:pets?|cats?|dogs?|puppy|kitten)\b|\b(?:do i|i) have (?:a |any )?(?:pets?|cats?|dogs?)\b|\bwhat pets?\b|\bwhich pets?\b",
        r"宠物|猫|狗|兔子|仓鼠|鹦鹉|金鱼|\b(?:cat|dog|pet|puppy|kitten|parrot|hamster|rabbit|goldfish)s?\b",
        "你还没有告诉我你养了什么宠物。",
        "You haven't told me about any pets yet.",
        single=False,
    ),
    _topic(
        "language",
        r"(?:什么|哪些|哪几种|几种|几门)(?:语言|外语)|我会(?:说|讲)(?:什么|哪)|\b(?:what|which|how many) languages?\b|\blanguages do i\b",
        r"我(?:会|能|可以)(?:说|讲)|母语|\bi (?:can )?speak\b|\bfluent in\b|\bnative (?:language|speaker)\b",
        "你还没有告诉我你会什么语言。",
        "You haven't told me which languages you speak yet.",
        single=False,
    ),
    _topic(
        "car",
        r"我(?:的|开)(?:的)?(?:什么)?车(?!牌|位|险|库|票)|我开(?:的)?(?:是)?什么|\b(?:what|which) (?:kind of )?(?:car|vehicle)\b|\bwhat(?:'s| is) my car\b|\bdo i (?:drive|have a car)\b",
        r"我开(?:着|的是)?[^,，。]{1,10}(?:车|[^,，。会])|我的车|\bi drive\b|\bmy car\b",
        "你还没有告诉我你的车。",
        "You haven't told me about your car yet.",
        attributes="vehicle",
        single=False,
    ),
    _topic(
        "school",
        r"我(?:在|是|从|上)?(?:哪|什么)(?:所|个|家)?(?:大学|学校|学院)|我(?:的)?(?:学校|大学|母校|专业)(?:是|叫|在)?(?:什么|哪|[?？]|$)|我学(?:的)?(?:是)?什么|\bwhere (?:do|did) i (?:study|go to (?:school|college|university))\b|\bmy (?:school|university|college|major|degree)\b|\bwhat (?:do|did) i (?:study|major)\b",
        r"我(?:在|毕业于|就读于|上)[^,，。]{1,14}(?:大学|学院|中学|学校)|专业是|我学(?!习|到)|\bi (?:study|studied|go to|went to|graduated|majored)\b|\bmy (?:school|university|college|major|degree)\b[^?]* is\b",
        "你还没有告诉我你的学校和专业。",
        "You haven't told me about your studies yet.",
        attributes="school field_of_study education",
        single=False,
    ),
)
"""In the order in which they are believed to be asked after: a question may be after several."""


def value_of(topic: Topic, statement: str) -> str:
    """Give the thing itself that a statement of this topic tells; the empty string when its form does not say."""
    match = topic.told.search(statement)
    if not match:
        return ""
    value = next((v for v in match.groupdict().values() if v), "").strip(" \"'「」『』“”.,，。")
    value = re.sub(r"(?:就好|就行|就可以|吧|啊|哦|呀|啦|哈|呢|了|哟|喔)+$", "", value) if len(value) > 2 else value
    return re.sub(
        r"\s+(?:now|currently|with my .*|since .*|for .*|because .*|these days|and i .*|but .*)$", "", value, flags=re.I
    ).strip()
