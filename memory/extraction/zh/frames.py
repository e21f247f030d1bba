"""Frames that no single rule knows, in Chinese: a thing of the user's own, and what it is now.

「我的QQ号是445566」, 「我家电视换成TCL的了」, 「我把头发染成棕色了」, 「我月薪八千」: the noun names the attribute, so that a later word on
the same thing takes the place of the earlier one, whatever it is called.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from memory.extraction.names import is_chinese_name
from memory.extraction.people import RELATION_ZH
from memory.extraction.predicate import Predicate
from memory.extraction.zh.grammar import row

_OFTEN = r"(?:现在|目前|如今|眼下|已经|刚刚?|最近|后来|一直|其实|今年|去年|上周|上个?月|这个月|终于|平时|一般|通常|大概|差不多|大约|只有|就|都|又|还|也|全)*"
_TURNS = (
    r"(?:(?:换|改名?|变|调整?|更|转|升级?|切换|设|设置|剪|染|烫|刷|漆|喷|修|装修|定|约)(?:成了?|为|到了?|叫|做|作|在)|(?:涨|升|加|增加|提高?|提升|降|降低|减|减少|掉|跌|长|瘦|胖|搬|迁|移|挪|延长|缩短|提前|推迟|延|拖|恢复)(?:到了?|成了?|至|回了?|去了?)"
    r"|换(?!了)|改(?!了)|涨(?!了)|恢复(?!了))(?:了)?"
)
_SWAPS = r"(?:换|改|变|调整|升级|切换|设|染|烫)(?:成了?|为|叫|到了?)(?:了)?"
_IS = r"(?:是|叫做?|叫|为|定的?(?:是|在)|[用装设选订配](?:的)?(?:是|着)|用(?!了|的))"
_THING = (
    r"(?:电视机?|冰箱|空调|洗衣机|热水器|电脑|台式机|笔记本|平板|iPad|壁纸|屏保|铃声|头像|耳机|键盘|鼠标|显示器|屏幕|相机|镜头|手表|手环|音箱|路由器|宽带|网络|网速|流量|套餐|系统|内存|硬盘|显卡|处理器|浏览器|编辑器"
    r"|输入法|播放器|游戏机|打印机|咖啡机|电饭煲|吸尘器|沙发|床垫|窗帘|墙|墙壁|门锁|地板|摩托车?|电动车|电瓶车|自行车|单车|汽车|车子|座驾|车牌号?|车位|书包|背包|钱包|钢琴|吉他|小提琴|球拍|球鞋|跑鞋|滑板"
    r"|房租|房贷|车贷|房价|物业费|工资|月薪|年薪|薪水|薪资|底薪|时薪|月收入|年收入|收入|奖金|学费|生活费|零花钱|话费|电费|存款|绩点|GPA|成绩|分数|排名|段位|等级|名次|职级|级别"
    r"|腰围|胸围|臀围|视力|度数|血压|血糖|血脂|尿酸|心率|体温|体脂率?|BMI|肺活量|近视|散光|头发|发型|发色|刘海|胡子|指甲|眼镜|镜片|鞋码|尺码|码数|衣服尺码|酒量|饭量|食量|烟瘾|睡眠"
    r"|账号|帐号|账户|ID|用户名|QQ号?|qq号?|微信号|微博|抖音号?|邮编|工号|学号|座机|分机号?|传真|门牌号?|房间号?|房号|楼层|工位|办公室|办公桌|办公地点|宿舍|寝室|班级|座位号?|床位|柜子|车间"
    r"|闹钟|作息|生物钟|实习期|试用期|合同期|年假|产假|通勤时间|上班时间|下班时间|工作时间|工时|班次|课表|学制|学校|专业课|选修课|论文题目|论文方向|研究方向|研究课题|毕业论文|课题|选题|题目"
    r"|签名|口头禅|座右铭|幸运数字|幸运色|信仰|宗教|民族|国籍|星座|属相|MBTI|性格|血型|口味|偶像|男神|女神|主队|位置|球衣号码?|背号)"
)
_DEVICE = r"(?:笔记本(?:电脑)?|台式机|电脑|平板|相机|耳机|键盘|鼠标|显示器|手表|手环|浏览器|输入法|编辑器|自行车|电动车|摩托车|吉他|钢琴|书包|背包|眼镜|系统|手机|宽带|套餐|门锁|空调|冰箱|电视)"
_NUMBER = r"(?:[¥$]?\d[\d,.]*|[一二两三四五六七八九十百千万半几零]+)"
_STATE = rf"(?:{_NUMBER}[\u4e00-\u9fffA-Za-z%]{{0,6}}|(?:一?直)?(?:有点|有些|比较|很|偏|挺|不太|不)?(?:高|低|好|差|长|短|正常|稳定|规律|大|小|浓|淡|重|轻|快|慢|多|少|黑|白|乱|卷|直)(?:发)?)"
_VALUE = r"(?P<v>(?![很太这那你他她它没]|不[^，。]{2}|一个样|什么|怎么|对的|错的|真的|假的|因为|有(?![线色氧]))[^，。,；了吗呢？?]{1,20}?)"
_END = r"(?:的)?(?:了|啦)?(?=$|[，。,；\s])"
_OF_TALK = (
    r"(?:问题|意思|代码|想法|建议|理解|观点|感觉|答案|需求|目的|程序|梦想|目标|爱好|兴趣|名字|生日|朋友|同事|错|看法|回答|情况|原因|理由|重点|要求|任务|作业|项目|论文|文章|心情|最爱|家|家乡|家里|人生|生活|习惯|优点|缺点"
    r"|外卖|[早午晚中]饭|[早午晚]餐|夜宵|快递|话|事|意见|疑问|疑惑|选择|结论|思路|做法|方法|方案|文件|数据|变量|函数|第一反应|反应|印象|经验|经历|态度|表情|计划|打算|安排|评价|说法|逻辑|环境|版本|报错|错误|输出|输入|结果|测试|脚本|服务|请求|接口|预算|老家|工作|职业|专业)"
)
_WHAT = rf"(?P<what>(?!{_OF_TALK}(?:现在|目前|已经|其实|就|{_TURNS}|{_IS}|都|也))(?![很太最真不没])(?:[\u4e00-\u9fff]{{1,10}}?|[\u4e00-\u9fff]{{0,4}}?[A-Za-z][A-Za-z0-9]{{0,11}}[\u4e00-\u9fff]{{0,4}}?))"
_HOME = r"(?:我们?家的?|家里的?|我们?的?)?"

_MINE = r"(?:我?们?(?:家|家里)?)的"

_ROLE = r"(?:部门|项目|产品|销售|店)?(?:经理|主管|组长|总监|店长|班长|队长|领班|主任|校长|院长|园长|教练|保洁|阿姨|保姆|物业)"


def _names_somebody(value: str) -> bool:
    return is_chinese_name(value) or len(value) == 1 or value[0].isascii()


OWN: tuple[Predicate, ...] = (
    row("own", rf"{_MINE}{_WHAT}{_OFTEN}(?P<how>{_IS}|姓|在(?=[^，。]{{1,12}}[楼层室区号栋座])){_VALUE}{_END}", 0.4),
    row(
        "own",
        rf"(?:我们?)?(?:家|部门|公司|班级?|组|学校|单位|小区|团队|项目组)?的?(?P<what>{_ROLE}){_OFTEN}(?P<how>叫|姓|换成了?|是)(?P<v>[\u4e00-\u9fff]{{1,4}}|[A-Z][A-Za-z]{{1,15}}){_END}",
        0.5,
        accept=_names_somebody,
    ),
    row("own", rf"{_MINE}{_WHAT}{_OFTEN}(?P<how>{_TURNS}){_VALUE}{_END}", 0.4),
    row(
        "own",
        rf"{_OFTEN}(?:用|戴|骑|背|开|弹|装|打|换)(?P<how>(?:成|了|的|上|着)*(?:是|了)?)(?:一?[台部个辆副块把架款])?(?P<v>(?![把上下好完坏不错过到])[^，。我了的]{{1,10}}?(?P<what>{_DEVICE})){_END}",
        0.4,
    ),
    row(
        "own",
        rf"{_OFTEN}(?P<what>(?:(?:常|经常|平时|一般|每天|最常|喜欢|爱|常常)+(?=[去喝吃用看听玩买穿坐住逛追关的])|现在)?(?:去|喝|吃|用|看|听|玩|买|穿|坐|住|逛|追|关注|开|骑|戴|背|租|养|弹)?的[^，。是我]{{1,6}}?){_OFTEN}(?P<how>{_TURNS}|{_IS}){_VALUE}{_END}",
        0.4,
    ),
    row(
        "own",
        rf"{_HOME}(?P<what>[\u4e00-\u9fffA-Za-z]{{0,5}}?{_THING}){_OFTEN}(?P<how>{_TURNS}|{_IS}){_VALUE}{_END}",
        0.4,
    ),
    row(
        "own",
        rf"{_HOME}(?P<what>[\u4e00-\u9fffA-Za-z]{{0,5}}?{_THING}){_OFTEN}(?P<how>有|到)?(?P<v>{_STATE}){_END}",
        0.4,
    ),
    row(
        "own",
        rf"{_OFTEN}把(?:我们?家?的?|家里的?)?(?P<what>[\u4e00-\u9fffA-Za-z]{{0,6}}?{_THING})(?:都|给|全)*(?P<how>{_TURNS}){_VALUE}{_END}",
        0.4,
    ),
    row(
        "own",
        rf"{_OFTEN}把(?:我们?家?的?|家里的?)?{_WHAT}(?:都|给|全)*(?P<how>{_SWAPS}){_VALUE}{_END}",
        0.3,
        only_changes=True,
    ),
    row(
        "own",
        r"(?:刚|又|已经|最近|新)*换(?:了|成)+(?P<how>(?:一?[个部台辆副块把只双条件顶])?)(?P<v>[^，。的这那]{1,8})的(?P<what>[\u4e00-\u9fff]{1,4}?)(?:了)?(?=$|[，。,；])",
        0.3,
        only_changes=True,
    ),
    row("own", rf"{_HOME}{_WHAT}{_OFTEN}(?P<how>{_SWAPS}){_VALUE}{_END}", 0.3, only_changes=True),
)
"""A thing of the user's own; the last two are kept only where the thing is known."""

_COLOUR = re.compile(r"(?:[红橙黄绿青蓝紫黑白灰粉棕金银米咖][\u4e00-\u9fff]?色?|.{1,4}色|彩色|透明)(?:的)?")
_PLACE = re.compile(r"地址|联系人|地点|位置|工位|办公室$|人$")
_ORIGIN = re.compile(
    r"(?:[买送租借做造产来给换修坏丢脏]|生产)(?:的)?$|^(?:坏|好|新|旧|脏|对|错|真|假|空|满|开|关|我的?|自己的?|他们?的?|她们?的?|二手|免费|公司|家里)(?:着)?$"
)
_PERSON = re.compile(
    r"(?:老师|导师|教练|医生|大夫|牙医|经理|领导|老板|主管|组长|主任|班长|队长|室友|舍友|同桌|同学|搭档|搭子|队友|邻居|房东|阿姨|保姆|律师|会计|助理|秘书|理发师|顾问|师傅|中介|管家|联系人|师父|师兄|师姐|偶像|男神|女神)$"
)
_PREFIX = re.compile(r"^(?:现在|目前|如今|新|常用|平时|那个|这个|自己|主要|家里?)的?(?=..)|^(?:[用装买开骑]的)(?=.)")
_SUFFIX = re.compile(r"(?<=..)(?:的)?(?:品牌|牌子|型号)$")
_SAME: Mapping[str, str] = {
    "头发": "发型",
    "经理": "manager",
    "部门经理": "manager",
    "英文名": "nickname",
    "乳名": "小名",
    "绰号": "外号",
    **dict.fromkeys(("月薪", "薪水", "薪资", "月收入", "收入", "底薪"), "工资"),
    **dict.fromkeys(("手机", "手机机型"), "phone_model"),
    **dict.fromkeys(("车", "汽车", "车子", "座驾", "私家车"), "vehicle"),
    **dict.fromkeys(("发色", "头发的颜色"), "头发颜色"),
    **dict.fromkeys(("电脑系统", "笔记本系统", "操作系统"), "电脑系统"),
    **dict.fromkeys(("QQ", "qq", "qq号"), "QQ号"),
    **dict.fromkeys(("帐号",), "账号"),
    **dict.fromkeys(("单车",), "自行车"),
    **dict.fromkeys(("近视度数", "度数"), "近视"),
    **dict.fromkeys(("鞋子尺码", "鞋子码数", "鞋的尺码"), "鞋码"),
}
_SYSTEM = re.compile(r"(?i)windows|linux|ubuntu|mac ?os|鸿蒙|安卓|系统")
_NO_VALUE = re.compile(rf"^(?:我(?!们?的?(?:{RELATION_ZH}))|自己$|[0-9]$|.{{0,2}}[了过]|[想要能会应该])")
_TALK = re.compile(_OF_TALK)
_NO_THING = re.compile(
    r"[不没你他她它这那谁哪什么怎吗呢吧把被让给]|^(?:想|要|会(?![员计])|能|可以|说|问)|[年月周天]前|以?后$|准备|打算|决定|计划|已经|最近|现在|终于|[上下这本]个?[周月]|去年|今年|从|改|换|^公司$|学校$|觉得|认为|喜欢|希望|知道|有点|昨|今天|明天|刚才|文件|代码|变量|分支|容器|服务器|数据|函数|接口|参数|端口|文档|图片|答案|标题|段落"
)


def slot(what: str, value: str, how: str) -> str:
    """Give the attribute that a thing of the user's own and what is said of it fill; empty when it is none to keep."""
    thing = what
    while (bare := _SUFFIX.sub("", _PREFIX.sub("", thing))) != thing:
        thing = bare
    if (
        not thing
        or thing.startswith("的")
        or _TALK.fullmatch(thing)
        or _NO_THING.search(thing)
        or (_ORIGIN.search(value) and not _PLACE.search(thing))
        or _NO_VALUE.match(value)
    ):
        return ""
    if re.fullmatch(r"[\u4e00-\u9fff]{0,3}(?:电脑|笔记本)", thing) and _SYSTEM.search(value):
        return "电脑系统"
    if _COLOUR.fullmatch(value) and not thing.endswith(("色", "球衣", "主题", "灯", "眼镜")):
        return thing + "颜色"
    if ("叫" in how or "名" in how) and not _PERSON.search(thing) and not thing.endswith(("名", "号", "ID", "账户")):
        return thing + "名字"
    if re.search(r"\d|[一二两三四五六七八九十]", value) and re.search(r"(?:岁|个月)(?:半|大)?$", value):
        return thing + "年龄"
    if thing in ("手机", "电话") and value[:1].isdigit():
        return "phone"
    return _SAME.get(thing, thing)
