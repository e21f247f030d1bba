"""What a value must be to be believed, in Chinese."""

from __future__ import annotations

import re

from memory.extraction.en.values import is_job as is_english_job
from memory.extraction.places import is_place

_NOT_HOME = re.compile(
    r"^[到在]|^[\d一二两三四五六七八九十几半]+(?:多)?(?:个)?(?:天|晚|夜|周|星期|月|年|宿)|^(?:过|出|走|进|起|开|起来|过来|过去|这|那(?!不勒斯|曲|霸)|哪|酒店|宾馆|旅馆|民宿|医院|学校|宿舍|公司|家里?|一[个栋间套楼起直下]|自己|别人|朋友"
    r"|爸妈|父母|一个|几|很|不|没|附近|外面|里面|楼上|楼下|同一|隔壁|你|他|她|我|地下|[高老新大小](?:房|家(?!界)|院|区|楼|层|公寓|别墅|城(?!市)|镇|地方|屋|平房|户型)|很|更|对|离|\d|医|火星|月球|梦|心|网上|群里|线上|路上|车上)"
)
_NOT_EMPLOYER = re.compile(
    r"^(?:上(?![海汽官饶])|这|那|哪|家(?![具电居乐纺装])|公司|单位|外面?|这里|那里|这边|那边|办公室|你|他|她|它|我|咖啡"
    r"|周[一二三四五六日末]|晚上|早上|白天|夜里|今天|明天|假期|疫情|加班|认真|努力|拼命|好好|不|没"
    r"|一起|同一|线上|网上|现场|路上|工位|宿舍|学校(?:里)?$|自己|几|很|有|的|压力|睡|吃|想|找|等|写"
    r"|看|学习|了$|电脑|床|房间|思考|考虑|热衷|忙|纠结|犹豫|担心|一[份直边起家定]?$|一份|一直|一起"
    r"|一定|这家|那家|某家?$|做|搞|准备|打算|计划|讨论|处理|努力|最)"
)
_JOB = re.compile(
    r"(?:工程师|程序员|程序猿|码农|老师|教师|医生|大夫|护士|律师|设计师|会计|经理|司机|学生|研究生"
    r"|博士生?|硕士生?|大学生|高中生|初中生|本科生|厨师|主厨|大厨|作家|作者|写手|记者|编辑|演员|歌手|警察"
    r"|公务员|销售|运营|架构师|分析师|科学家|研究员|教授|讲师|翻译|导游|"
    r"摄影师|画家|音乐家|快递员|外卖员|外卖小哥|服务员|店长|老板|创业者?|自由职业者?|全职妈妈"
    r"|全职太太|家庭主妇|前端|后端|测试|HR|行政|财务|法官|药剂师|药师|牙医|兽医|农民|工人|军人|飞行员"
    r"|空姐|空乘|主播|博主|up主|UP主|插画师|顾问|投资人|CEO|CTO|CFO|COO|总监|主管|"
    r"主任|总裁|产品|技术员|保安|保洁|电工|木工|裁缝|理发师|化妆师|健身教练|教练|运动员|舞蹈老师|导演"
    r"|编剧|策划|文案|客服|秘书|助理|出纳|审计|采购|公司职员|职员|上班族|打工人|实习生|合伙人|创始人"
    r"|检察官|消防员|邮递员|图书管理员|研发|算法|运维|数据分析|UI|社工|心理咨询师|咨询师|中介|店员"
    r"|收银员|裁判|法医|船员|海员|宇航员|司仪|主持人|模特|网红|律所合伙人|建筑师"
    r"|开发|前台(?:接待)?|接待|助教|学徒|月嫂|护工|屠夫|猎头|买手|管家|掌柜|警卫|会计师|作曲|编曲|小贩|快递小哥|骑手|鼓手|水手|歌手|助手|吉他手|贝斯手|键盘手|赛车手|电竞选手|选手|经纪人|主持人|媒体人|音乐人|广告人|代理人|负责人"
    r"|渔民|牧民|果农|菜农|农场主|民宿老板|士兵|特种兵|[民交特辅刑狱协]警|[村校军法中西兽]医|主席|书记|委员|课代表|学者|开发者|从业者|工作者|实习医生|练习生|服务生|毕业生|商人|批发商|经销商|供应商|个体户|店主|摊主|民工|幼师|社工|导购|保姆|家教|私教|编导|外教|陪练|跟单|质检|仓管|调酒|咖啡师|管培生|[\u4e00-\u9fff]{0,3}匠"
    r"|[\u4e00-\u9fff]{1,4}(?:师|员|官|工|长|家))$"
)
_COMPANY = re.compile(
    r"(?:公司|集团|银行|医院|律所|事务所|证券|保险|科技|软件|航空|电视台|报社|出版社|研究院|研究所|工作室|学校|中学|小学|幼儿园|酒店|工厂|厂)$"
    r"|^(?:字节(?:跳动)?|腾讯|阿里(?:巴巴|云)?|百度|华为|美团|京东|滴滴|小米|网易|快手|拼多多|小红书|B站|哔哩哔哩|携程|蚂蚁(?:集团)?|微软|谷歌|苹果|亚马逊"
    r"|特斯拉|比亚迪|蔚来|理想|小鹏|大疆|商汤|联想|中兴|OPPO|vivo|[A-Z][A-Za-z]{2,})$"
)
_NOT_JOB = re.compile(
    r"(?:^|的)(?:国家|大家|人家|专家一样|全家|独家|成员|会员|党员|团员|人员|老大家|队长似的|家长"
    r"|吃货家|回家|在家|想家|店家|卖家|买家|身长|特长|擅长|成长|校长室|团队的?一员|一员|其中一员|会员"
    r"|演员的|粉丝)|(?:家长|会员|党员|团员|成员|一员|买家|卖家|大家|人家|专长|特长|擅长)$"
)
_NOT_LIKED = re.compile(
    r"^(?:的|你|您|这|那|哪|他|她|它|谁|什么|怎么|我|咱|上了?$|了|吗|的人|的是|不了|得|过|死|死了|极了"
    r"|人$|一下|就|才|跟你|和你|听你|吧|啊|呢|吗|的$|不$|是$|极|惨|有|没|自己$|麻烦|万一|来不及|以后"
    r"|里面|其中|里头|那里|这里|上面|让|自己(?:会|不|说|在|无|没|的(?:工作|生活))|预算|说错|忘)"
)
_LANGUAGE = re.compile(
    r"^(?:(?:一点|点|流利|基础|商务|简单|日常)?的?(?:英|日|法|德|韩|俄|粤|中|泰|葡|西|汉|手|双|藏|蒙"
    r"|维|客|沪|国|印地|拉丁|西班牙|葡萄牙|意大利|阿拉伯|越南|印尼|波兰|荷兰|瑞典|土耳其|希腊|希伯来"
    r"|闽南|客家)(?:语|文)|(?:普通|广东|四川|上海|东北|闽南|客家|潮汕|温州|河南|湖南|白|长沙|山东"
    r"|杭州|重庆)话)$"
)
_NOT_THING = re.compile(r"^(?:什么|啥|怎么|这样|那样|这个|那个|这|那|他|她|你|谁|不|没|很|太|的|了|对|错|一样)")


def clean(value: str) -> str:
    """Give the value without quotation marks and closing particles."""
    value = value.strip(" \t\"'“”‘’「」『』《》()（）,，、。.!！~～:：")
    value = re.sub(
        r"(?:越来越|就行了?|就好了?|就可以了?|即可|好了|来着|而已|哈哈+|嘿嘿|哦|呀|啊|哈|呢|吧|啦|喔|噢"
        r"|嘛|哟|哇|诶|了)+$",
        "",
        value,
    )
    return value.strip(" 的") if value.endswith(" 的") else value.strip()


def is_home(value: str) -> bool:
    """True for a place that somebody can live in; not for 「一个小房子」 or 「酒店」."""
    return (
        bool(value)
        and (is_place(value) or not _NOT_HOME.match(value))
        and len(value) <= 16
        and not re.search(r"[吃喝看玩]|房子里|的时候|期间|酒店|宾馆", value)
    )


def is_employer(value: str) -> bool:
    """True for what can employ somebody."""
    return (
        bool(value)
        and not _NOT_EMPLOYER.match(value)
        and not re.search(
            r"的时候|里面|忙着|电影|[吃喝]|期间|上面|(?:住|楼|栋|单元|花园|小区|公寓|苑|层|办公|专业|[白夜早晚中]班|学期|年级)$",
            value,
        )
    )


def is_company(value: str) -> bool:
    """True for what calls itself a company, or is a known one: 「字节跳动的产品经理」, not 「小明的老师」."""
    return bool(_COMPANY.search(value)) and is_employer(value)


def is_job(value: str) -> bool:
    """True for a trade or a post, by its ending."""
    if re.search(r"大学的|学院的|^[一二两三四五六七八九十几\d]+(?:多)?年", value):
        return False
    return (
        bool(_JOB.search(value) or is_english_job(value)) and not _NOT_JOB.search(value) and not _NOT_THING.match(value)
    )


def is_school(value: str) -> bool:
    """True for the name of a school, not for 「这所大学」."""
    if re.fullmatch(r"小学|初中|中学|高中|大学|学院", value):
        return False
    return (
        not re.match(r"^(?:这|那|哪|一|某|我们?|你|他|她|上|读|念|个|所|想|要|不|没|考|好|的)", value)
        and len(value) >= 2
    )


def names_school(value: str) -> bool:
    """True for what calls itself a school."""
    return bool(
        re.search(
            r"大学|学院|中学|高中|小学|附中|[一二三四]中$|[师理科财农医工民外]大$|北大|清华|复旦|交大|浙大", value
        )
    )


def is_known_job(value: str) -> bool:
    """True for a trade that is named on its own, as in 「坐标杭州，程序员」."""
    return bool(
        re.fullmatch(
            r"[\u4e00-\u9fff]{0,4}(?:工程师|程序员|程序猿|码农|老师|教师|医生|护士|律师|设计师|会计|产品经理"
            r"|司机|研究生|大学生|高中生|博士生|厨师|记者|编辑|演员|公务员|架构师|分析师|研究员|教授|翻译"
            r"|导游|摄影师|画家|自由职业者?|全职妈妈|家庭主妇|插画师|药剂师|牙医|兽医|心理咨询师|HR|前端|后端"
            r"|码农)",
            value,
        )
    )


def is_language(value: str) -> bool:
    """True for the name of a language or dialect."""
    return bool(_LANGUAGE.match(value))


def is_liked(value: str) -> bool:
    """True for something that can be liked on its own: not 「你」, not 「这个」, whose meaning is gone tomorrow."""
    return (
        bool(value)
        and not _NOT_LIKED.match(value)
        and not re.search(r"[你您]|这[个家首部种样里次些]|那[个家首部种样里次些]|的话$|不够|越来越$", value)
    )


def is_thing(value: str) -> bool:
    """True unless it points elsewhere: 「这个」, 「什么」."""
    return bool(value) and not _NOT_THING.match(value)


def is_pet_name(value: str) -> bool:
    """True for what an animal can be called."""
    return bool(value) and not re.match(r"^(?:了|的|个|我|你|他|得|声|什么|啥|起来|唤|醒|不|一)", value)
