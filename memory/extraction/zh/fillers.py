"""Words that open a Chinese clause and say nothing, and words of time before or behind its subject."""

from __future__ import annotations

import re
from collections.abc import Iterator

FILLER = re.compile(
    r"^(?:(?:嗨|你好呀?|您好|大家好|哈喽|hello|hi|hey|嗯+|哦+|噢|啊|呃|额|那个|对了|对啊|对呀|是的"
    r"|好的?|ok|OK|行|没错|没有|不对|不是|错了|说错了|更正一下|纠正一下|其实|事实上|实际上|另外|还有"
    r"|然后|而且|并且|而|因为|由于|所以|但是?|就|不过|可是|只是|毕竟|顺便(?:说一下|说一句|提一下)?"
    r"|补充一下|告诉你(?:一下|个事)?|跟你(?:说|讲)(?:一下|一声|个事)?|和你说(?:一下)?|我?(?:想)?(?:跟"
    r"|和)你说(?:一下)?|你知道吗|话说|说起来|说实话|老实说|坦白说|哈哈+|嘿嘿+|唉|哎|哎呀|反正|总之"
    r"|首先|其次|最后|以及|同时|于是|结果|后来|尤其|没想到|真没想到|万万没想到|说来奇怪|说来也怪|奇怪的是|谁知道|原来|计划有变|计划变了|自我介绍一下|介绍一下(?:自己|我自己)?|初次见面"
    r"|早上好|晚上好|下午好|早|在吗|真的|的确|确实|是这样的?|其实吧|准确地?说|应该是|再说一(?:次|遍)"
    r"|而是|也就是说|前面说错了|刚才说错了|我(?:刚才|之前)?(?:说错了|记错了|打错了)|即"
    r"|哈)[\s,，、~～!！:：]*)+"
)
_TIME = re.compile(
    r"^(?:(?:从[^，。我你他她]{1,6}?(?:起|开始)|现在|目前|如今|眼下|今年|去年|前年|最近|近来|这几年|这两年|平时|平常|一般|通常|周末|今天"
    r"|昨天|前天|上周[一二三四五六日天]?|上个?月|这周|本周|这个?月|刚刚?|已经|从今天起|从去年开始"
    r"|从小到大|从小|一直以来|一直|在家|在公司|工作日|早上|晚上|(?:今年|去年)?[春夏秋冬]天|[^，。,我你他她]{1,10}(?:之后|以后|后)(?=我)|后来|终于|又|还|也|都|就|再|才|是"
    r"|反而|竟然|居然|却|倒是|渐渐|慢慢|逐渐|越来越|突然|忽然|正在|主要|其实|真的|可能是因为|(?:自)?从?\d{4}年(?:\d{1,2}月)?(?:起|开始|以来)?|\d{1,2}月(?:份|底|初)?"
    r"|上?半年前?|[一二两三四五六七八九十几\d]+(?:年|个月|周|天)前|前(?:几天|两天|阵子|段时间)|这阵子"
    r"|这段时间|年初|年底|年中|月初|月底|上半年|下半年|春节后|年后|(?:大学)?(?:毕业|结婚|退休|离职|辞职|工作|生娃|生完孩子|高考|失业|离婚|分手|疫情)(?:以|之)?后|婚后|(?:和|跟|陪|带着?)[^，。我和跟陪带]{1,8}?(?:一起)?(?=搬|住|定居|移民|去了|在[^，。]{1,8}(?:住|生活))|(?:订|买|坐|乘)(?:机票|车票|票|飞机|高铁"
    r"|火车)(?:的话|时|的时候)?(?=我|一般|都|总|喜欢|习惯|优先|选)|医生说|体检(?:说|显示|查出来?"
    r"|发现)|大夫说|检查(?:说|结果显示|发现))[\s,，]*)+"
)


def starts(text: str, after: int) -> Iterator[int]:
    """Give the places where a predicate may begin: right after the subject, and behind words of time."""
    yield after
    skipped = skip_time(text, after)
    if skipped != after:
        yield skipped
        if text[skipped - 1] == "是":
            yield skipped - 1


def skip_time(text: str, at: int) -> int:
    """Give the place behind the words of time that stand here; the same place when nothing would be left."""
    match = _TIME.match(text[at:])
    return at + match.end() if match and at + match.end() < len(text) else at
