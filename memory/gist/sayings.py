"""The words and turns of phrase in which people say a thing, deny it, end it, change it or date it: data for
gists."""

from __future__ import annotations

import re

_ENGLISH = """
a an the this that these those some any each every both of to in on at by for with from as into onto about and or so
then than too i me my mine myself we us our you your he him his she her hers it its they them their user users is
are was were am be been being do does did done has have had having will would can could shall should may might must
ll ve re m s d t not no never without dont doesnt didnt isnt wasnt arent cannot cant wont like likes liked love
loves loved enjoy enjoys enjoyed adore adores prefer prefers preferred dislike dislikes disliked hate hates hated
detest detests loathe avoid avoids fan fond keen hobby interest interested favourite favorite live lives lived
living reside resides move moves moved relocate relocated stay work works worked working employed job name named
names call called calls goes go going get gets got now currently nowadays today actually really very quite truly
just only still already again always also longer anymore more used former formerly previously stopped stop quit gave
given up cancelled canceled sold left back lot much many kind type sort thing things one please remember forget know
note want wants wanted plan plans planning planned speak speaks play plays played playing learn learns learning
own owns drive drives use uses eat eats eating drink
drinks there here who which what when where how why said says say told tell mention mentioned correction correct
instead rather changed change new even if but yes year years old born since until because people else everything
anything all play plays played playing laid off lost fired resigned don doesn didn isn wasn aren couldn wouldn
im ive id hasn haven hadn
weren shouldn stand
"""

_CHINESE = """
用户 使用者 本人 我们 咱们 我家 我的 我 你 您 他 她 它 的话 非常 特别 真的 其实 确实 实际上 现在 目前 如今 已经
一直 始终 仍然 仍 还是 还 依然 总是 经常 平时 平常 通常 一般 最近 以前 曾经 之前 从前 原来 过去 后来 喜欢 喜爱
热爱 酷爱 偏爱 偏好 爱好 兴趣 最爱 爱 讨厌 厌恶 反感 受不了 害怕 不再 不是 没有 不 没 别 勿 而是 改成 改为 换成
变成 改 了 的 是 叫做 名叫 叫 名字 姓名 住在 居住在 居住 定居 搬到 搬去 搬来 住 在 工作 上班 任职 就职 供职 打工
作为 担任 从事 职业 一名 一个 一位 一只 一条 一辆 一台 一种 一款 一张 一份 一本 一家 一间 一套 一首 一场 一次
一下 一些 (?<![十二])一点(?![半一二三四五钟]) 有点
有 最 很 挺 蛮 太 怎么 那么 这么 也 可以 想要 打算 准备 计划 去 来 到 从 和 与 跟 及 或者 或
请 记住 记得 忘记 忘掉 忘了 知道 告诉 比较 这个 那个 这 那 东西 事情 取消 停止 戒了 戒 卖了 卖 辞职 离职 失业
被裁员 被裁 被辞退 被优化 辞退 解雇 开除 裁掉 被公司 裸辞 辞 离开 岁 今年 开始 吧 呢 啊 呀 吗 哦 嘛 所有 任何 使用
開始 現在 喜歡 討厭 沒有 支持 推到 挪到 改到 改在 延到 推迟到 哪里 哪儿 哪 什么 谁 多大 几岁 沒 還 個 這 過 會
"""

ENGLISH_SAYING = frozenset(_ENGLISH.split())
"""English words that say a thing and are not the thing."""
CHINESE_SAYING = re.compile("|".join(sorted(_CHINESE.split(), key=len, reverse=True)))
"""Chinese words that say a thing and are not the thing."""
CHINESE_HELPING = "会能当做地得着过把被给就才只想要用对向说讲更都又"
"""Characters that help to say a thing where they stand alone or before it, and are part of it inside: 会计, 过道."""

_LIKING = r"(?:like|love|enjoy|adore|prefer|fond|keen|into|fan|care for|喜欢|喜歡|喜爱|爱|愛|偏好|感兴趣)"
DISLIKING = re.compile(
    r"\b(?:dislik\w*|hate[sd]?|hating|detests?|loathes?|can'?t stand|cannot stand|can'?t bear|avoids?|averse"
    r"|disgust\w*)\b|讨厌|討厭|厌恶|反感|受不了|忌口|恨"
)
UNBEARABLE = re.compile(
    r"\b(?:can['’]?t|cannot|can not|couldn['’]?t) (?:stand|bear|take|tolerate)\b|受不了|忍受不了|无法忍受"
)
"""What is disliked whether it is so still or only now: "can't stand it anymore"."""
LIKES = re.compile(_LIKING)
NEGATED_LIKING = re.compile(
    rf"(?:\bnot|n['’]?t|\bnever|\bno)\s+(?:\w+\s+){{0,3}}{_LIKING}|[不没沒](?:是|太|怎么|怎麼|很|那么|再|大|特别|算)*(?:喜|爱|愛|偏|感)"
)
NEGATED_DISLIKING = re.compile(
    r"(?:\bnot|n['’]?t|\bnever)\s+(?:\w+\s+){0,2}(?:dislike|hate|detest|loathe|mind)|[不没沒](?:太|那么|再|是很)?(?:讨|討|厌|反)"
)
DISLIKING_ENDED = re.compile(r"\bno longer\b|\bstopped\b|\bused to\b|\bquit\b|不再|以前|曾经|从前")
"""Not "any more" and not 了: "I can't stand it any more", 「受不了了」 are dislikes."""
NEGATION = re.compile(
    r"\b(?:not|never|no|without|cannot)\b|n['’]t\b|\b(?:dont|doesnt|isnt|cant|wont)\b|别(?:再)?(?=[用加说叫发带写])|[不没沒無无](?!耐受|耐症|仅|但[^是]|错|同)"
)
ENDED = re.compile(
    r"\bno longer\b|\b(?:any ?more|any longer)\b|\bused to\b|\bformer(?:ly)?\b|\bstopped\b|\bquit\b|\bg[ai]ven? up\b"
    r"|\bcancel+ed\b|\bcalled off\b|\bgot rid of\b|\bsold\b|\bleft\b(?![- ]?hand)|\bresigned\b|\bretired from\b"
    r"|\bmoved (?:out of|away from)\b|\bgraduated from\b|\bbroke up\b|\bsplit up\b"
    r"|\bover (?:it|him|her)\b|\bpassed away\b"
    r"|不再|再也不|再也没|已经不|已不|早就不|早不|现在不|如今不|不.{0,12}了(?!解)|没有?.{0,8}了(?!解)|以前|曾经|从前|过去[^，。]*(?:住|在|是|喜欢)"
    r"|戒了|戒掉|戒(?=烟|酒)|取消|离职|辞职|辞了|离开了?|搬离|搬走|分手|卖了|卖掉|去世|过世|毕业于"
)
DENIED = (
    re.compile(r",?\s*\b(?:and\s+)?not\s+(?P<no>[^,.;!?]+?)\s*,?\s+\bbut\b"),
    re.compile(
        r"\b(?:is|was|am|are|'s|’s)(?:\s+not|n['’]t)\s+(?P<no>[^,.;!?]+?)\s*[,;.]\s*(?:but\s+)?(?:it|he|she|they|i|my)?"
    ),
    re.compile(r",\s*(?:and\s+)?not\s+(?P<no>[^,.;!?]+)"),
    re.compile(r"\b(?:rather than|instead of)\s+(?P<no>[^,.;!?]+)"),
    re.compile(
        r"\bno longer\s+(?P<no>[^,.;!?]+?)\s*(?:[,;.]|\bbut\b|\band\b)\s*(?:(?:but|and|is|am|i|he|she|they)\s+)*now\b"
    ),
    re.compile(r"\bfrom\s+(?P<no>[^,.;!?]+?)\s+to\b"),
    re.compile(
        r"(?:并不是|不是|不叫|不在|不住在?|不去)(?P<no>[^，。；,;]+?)(?:[，,;；]|了[，,])\s*(?=而?是|叫|在|住|改|去|现在|我)"
    ),
    re.compile(r"[，,]?(?:而不是|并非|不是|不叫|而非)(?P<no>[^，。；,;]+)"),
    re.compile(r"\bused to\s+(?:be|work|live)?\s*(?P<no>[^,.;!?]+?)\s*[,;.]\s*(?:(?:but|and|is|am|i|he|she)\s+)*now\b"),
    re.compile(r"(?:以前|曾经|从前|过去|原来|之前)(?P<no>[^，。；,;]+)[，,；;](?=.*(?:现在|如今|目前|改))"),
    re.compile(r"从(?P<no>[^，。；,;]+?)(?=搬|换|改|跳|转|变)"),
)
PREFERRED_TO = re.compile(r"(\bprefers?\b[^,.;]*?)\s+(?:over|to)\s+(?P<lesser>[^,.;]+)")
CHANGED = re.compile(
    r"\b(?:instead|rescheduled|postponed|moved (?:to|from|(?:the|my|our) [\w ]{2,30} to)|changed|pushed back"
    r"|brought forward|switched|extended|bumped|delayed|put off|shifted"
    r"|now (?:in|on|at)|pushed (?:back )?to"
    r"|moved (?:back |up |forward )?(?:to|until)"
    r"|now (?:due|scheduled)|became|promoted|change of plans?|plans (?:have )?changed)\b"
    r"|计划有变|计划变了|当上|升任|升为|晋升|推到|挪到|改到|改成|改为|改在|改期|改签|挪|调到|调整到|延后|延长|拖到|推后"
    r"|推迟|延期|提前|换到|换成|改喝|改吃|改用|改去"
)
TIMES = re.compile(
    r"\b\d{4}-\d\d-\d\d\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:january|february|march|april|may|june|july|august|september"
    r"|october|november|december)\b|\b(?:next|last|this)\s+(?:week|month|year|weekend|spring|summer|autumn|fall|winter)\b"
    r"|\b(?:tomorrow|tonight|today|morning|afternoon|evening|noon)\b|\b\d{1,4}(?::\d\d|(?:st|nd|rd|th)|\s*[ap]m)?\b"
    r"|每(?:周|星期)[一二三四五六日天]|每(?:天|日|周末?|星期|晚|早|月|年)|天天|(?:下|上|这|本)(?:个)?(?:周|星期|礼拜|月)[一二三四五六日天末]?|周[一二三四五六日天末]|星期[一二三四五六日天]"
    r"|[\d一二三四五六七八九十]+(?:月份?|日|号|点半?|年)|明天|后天|大后天|今天|今晚|明年|后年|今年|早上|上午|中午|下午|晚上|春天|夏天|秋天|冬天|春节|国庆"
)
