"""What people belong to and are good at by degrees, in Chinese: departments and teams, levels of a language."""

from __future__ import annotations

import re

from memory.extraction.predicate import Predicate
from memory.extraction.zh.grammar import row

_TEAM = r"(?P<v>[\u4e00-\u9fffA-Za-z]{1,8}?(?:部门?|组|团队|事业部|科室|[门急内外妇儿骨产眼药人财检护皮口肿神心放感][\u4e00-\u9fff]{0,2}科|车间|分公司|项目组|中台))"
_LEVEL = r"(?P<v>(?:[NnAaBbCc][1-6]|初级|中级|高级|入门|零基础|流利|母语|熟练|[一二三四五六四八]级|专[四八]|HSK ?[一二三四五六\d]级?|基础)(?:水平|阶段|级别)?)"
_LANGUAGE = r"(?P<what>(?:英|日|法|德|韩|俄|泰|葡|西班牙|意大利|阿拉伯|越南|印尼|荷兰)(?:语|文)|粤语|普通话|中文)"
_NO_TEAM = re.compile(r"全部|内部|外部|[东西南北中]部|总部|俱乐部|干部|局部|本部|小组讨论|哪|这|那|一个|几")


def is_team(value: str) -> bool:
    """True for a part of a company, not for 「西部」."""
    return not _NO_TEAM.search(value)


_ABLE = r"(?P<v>(?:游泳|开车|做饭|做菜|骑车|骑自行车|滑雪|滑冰|溜冰|弹钢琴|弹吉他|下棋|下围棋|打麻将|跳舞|唱歌|画画|编程|写代码|游水|冲浪|潜水|包饺子|打字|拉小提琴|骑马|理财))"
BELONGING: tuple[Predicate, ...] = (
    row("skill", rf"(?:还|一直|根本|完全|现在)*不会{_ABLE}(?=$|[，。,\s])", 0.4),
    row("skill", rf"(?:终于|已经|刚|最近|现在)*(?:学会了?|会){_ABLE}(?:了|啦)(?=$|[，。,\s])", 0.5),
    row("skill", rf"(?:终于|已经|刚|最近)*学会了?{_ABLE}(?=$|[，。,\s])", 0.5),
    row(
        "team",
        rf"(?:已经|刚|刚刚|上周|上个?月|最近|现在|被|内部)*(?:调|转|换|转岗|调岗|调动|调任|轮岗|分|加入)(?:到|去|至|进)?了?{_TEAM}(?:工作|上班)?(?:了|啦)?(?=$|[，。,\s])",
        0.5,
        accept=is_team,
        of_others=False,
    ),
    row(
        "team",
        rf"(?:现在|目前|还)?(?:在|属于|隶属于?){_TEAM}(?:工作|上班|干活|这边)?(?:了)?(?=$|[，。,\s])",
        0.5,
        accept=is_team,
        of_others=False,
    ),
    row(
        "level",
        rf"(?:的)?{_LANGUAGE}(?:水平)?(?:现在|目前|已经|还|刚|才|只|只有|大概|差不多)*(?:是|到|达到|有|考过|过|升到)?了?{_LEVEL}(?:了|啦|的)?(?=$|[，。,\s])",
        0.5,
    ),
    row(
        "diet",
        r"(?:现在|已经|最近|又|重新|开始|也|恢复|偶尔|会|能|可以)*(?<=[在始经近又新也复尔会能以])(?P<v>吃(?:点|一点)?(?:鱼|肉|鸡肉|牛肉|海鲜|荤|鸡蛋|蛋|牛奶|奶制品)(?:肉|类)?(?:和[^，。]{1,4}?)?)(?:了|啦)(?=$|[，。,\s])",
        0.7,
    ),
)
