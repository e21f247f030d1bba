"""Closes up what two Chinese clauses tell together: 「我换同桌了，现在同桌是小丽」, 「部门经理换人了，现在是周哥」."""

from __future__ import annotations

import re

from memory.extraction.people import RELATION_ZH, RELATIONS

_OFTEN = r"(?:刚刚?|已经|最近|又|上周|上个?月|这个月|昨天|今天|前几天|去年|今年|终于|都|给|也|我)*"
_NOUN = r"(?P<n>(?![成到为了个新掉上下着过不没去来])[\u4e00-\u9fffA-Za-z]{1,8}?)"
_HEADS = (
    re.compile(
        rf"^(?:我们?|我们?家|家里|[\u4e00-\u9fff]{{1,4}}给我们?)?(?:的)?{_OFTEN}(?:换|改|更换|调换)(?:了)?(?:一?[个部台辆份位]|新的?)*{_NOUN}(?:了|啦)?$"
    ),
    re.compile(
        rf"^(?:我们?家?的?|家里的?)?(?P<n>[\u4e00-\u9fffA-Za-z]{{1,8}}?){_OFTEN}(?:换人|换|改|变|更新|重装|升级|离职|辞职|退休|调走|走|不干|不教|不用|停用|坏|丢|卖|涨|升|降|调整|搬)(?:掉)?了$"
    ),
)
_SHIFTED = re.compile(
    r"^(?:我们?的?|那个?|这次)?(?P<n>[\u4e00-\u9fffA-Za-z]{2,8}?)(?:又|已经|临时|被|刚)*(?:延误|晚点|取消|推迟|改期|改签|有变化?|变更|变动|调整|提前|改时间|时间变|改)了?$"
)
_SHIFTS = re.compile(r"^(?:现在|已经)*(?:改|推迟|延|提前|调|挪|定|换|延期|改签)(?:成|到|为|在)(?:了)?\S")
_THEIRS = re.compile(
    rf"^(?P<who>我?(?:{RELATION_ZH})){_OFTEN}(?:换|改|更换)(?:了)?(?:一?[个部台辆份位]|新的?)*(?P<n>[\u4e00-\u9fffA-Za-z]{{1,8}}?)(?:了|啦)?$"
)
_THIS_YEAR = re.compile(r"^(?:今年|明年|现在|目前|这个月|最近)的")
_SHORT = {"号": "手机号", "号码": "手机号", "名": "名字"}
_NAMES = re.compile(
    rf"^(?:我们?|我们?家)?{_OFTEN}给(?:我们?家?的?|家里的?)?(?P<n>[\u4e00-\u9fff]{{1,6}}?)(?:改|换|取|起)(?:了)?(?:一?个|新)*名字?了?$"
)
_NOW = re.compile(
    r"^(?:现在|新的|新|目前|如今|改|已经|这次|换成)*(?:的)?(?P<n>[\u4e00-\u9fffA-Za-z]{1,8}?)?(?:现在)?(?P<is>是|叫|姓|为|[用戴开骑穿买住背](?:的)?(?:是|着)?|改成了?|换成了?|变成了?)(?P<v>[^，。]{1,20}?)(?:了|啦)?$"
)
_NO_HEAD = re.compile(
    r"^地方|^行$|^人$|^业$|主意|想法|话题|口味|时间|计划|衣服|心情|房间|座位$|[我你他她它这那把被给让从和跟对]|工作$|公司$|天气|^[人字]$"
)
_NO_NOW = re.compile(r"^[我你他她它这那不没]|感觉|因为|问题|可以|什么")
_WORK = frozenset(
    {"手机", "车", "工作", "公司", "专业", "名", "名字", "号", "号码", "手机号", "手机号码", "邮箱", "电话"}
)
"""What the rules of both languages close up already."""


def closed_up_change(before: str, part: str) -> str:
    """Give the one clause that a change and what holds since then make; empty when they make none."""
    shifted = _SHIFTED.match(before)
    if shifted and _SHIFTS.match(part):
        return f"{shifted['n']}{part}"
    now = _NOW.match(part)
    if now is None or _NO_NOW.match(now["v"]) or "我" in part:
        return ""
    if now["is"] not in ("叫", "姓") and now["v"].startswith("在"):
        return ""
    theirs = _THEIRS.match(before)
    if (
        theirs
        and not _NO_HEAD.search(theirs["n"])
        and (not now["n"] or theirs["n"].endswith(now["n"]) or now["n"].endswith(theirs["n"]))
    ):
        thing = _SHORT.get(theirs["n"], theirs["n"])
        return f"{theirs['who']}的{thing}现在{now['is'] if now['is'] in ('叫', '姓') else '是'}{now['v']}"
    named = _NAMES.match(before)
    if named and now["is"] in ("叫", "是"):
        return f"我家{named['n']}改名叫{now['v']}"
    head = next((m for m in (h.match(before) for h in _HEADS) if m), None)
    if head is not None and head["n"] in _SHORT and head.re is _HEADS[1]:
        return f"我的{_SHORT[head['n']]}现在{now['is'] if now['is'] == '叫' else '是'}{now['v']}"
    if head is None or head["n"] in _WORK or _NO_HEAD.search(head["n"]):
        return ""
    noun, again = _THIS_YEAR.sub("", head["n"]), now["n"] or ""
    if again and not (noun.endswith(again) or again.endswith(noun)):
        return ""
    if not part.startswith(("现在", "新", "目前", "如今", "改", "换成")) and not again:
        return ""
    if again in RELATIONS and part.startswith("新"):
        return ""
    verb = now["is"] if now["is"] in ("叫", "姓") else "改成" if noun.endswith("目标") else "是"
    mine = "我家" if before.startswith(("我家", "我们家", "家里")) else "我"
    return f"{mine}的{max(noun, again, key=len)}现在{verb}{now['v']}"
