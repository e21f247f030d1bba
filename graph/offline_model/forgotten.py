"""What the user asked to forget: not brought up again, though the words still stand in the history."""

from __future__ import annotations

import re

EVERYTHING = "*"
"""The target of a wish to forget everything."""

_FORGET_ZH = re.compile(
    r"^(?:请|麻烦|帮我|你|可以|那|能不能|把)*(?:你)?(?:忘掉|忘记|忘了|忘却|删除|删掉|删了|清除|抹掉|移除|别再?记|不要再?记(?:住|得)?|别记住?)(?!没|吗)(?P<what>.*)$|^(?:请|帮我)?把(?P<what2>.+?)(?:的)?(?:记忆|记录|信息|这件事|这条)?(?:都)?(?:忘了|忘掉|忘记|删了|删掉|删除|清除|抹掉)(?:吧|了)?[。!！]?$"
)
_FORGET_EN = re.compile(
    r"^(?:please |can you |could you |ok(?:ay)?,? |now |just |i want you to |i'd like you to )*(?:forget|delete|erase|remove|clear|stop remembering|don't remember)\b(?! to\b)(?: the (?:memory|fact|record)s?)?(?: (?:of|about|that|what i (?:said|told you) about|everything about|everything i (?:said|told you) about|anything about))*\s*(?P<what>.*)$",
    re.I,
)
_NOT_FORGET = re.compile(
    r"别忘|不要忘|没忘|不会忘|我(?:总是|老是|常常|又|都|也|差点)?忘|忘(?:了|记)(?:吗|没)|\b(?:don't|do not|never|i|did you|won't) (?:ever )?forg[eo]t|\bforgot\b",
    re.I,
)
_ALL = re.compile(
    r"^(?:关于)?(?:我的?|你)?(?:的)?(?:一切|所有|全部|所有的?(?:记忆|事情|事|东西)|全部记忆|记忆|一切(?:记忆|信息)?)(?:吧|了)?$|^(?:关于)?我(?:吧)?$|^(?:everything|all|it all|all of it|me|all (?:my )?memor\w+|my memor\w+|all my data|everything about me|everything you know(?: about me)?)$",
    re.I,
)
_FOREIGN = re.compile(r"文件|邮件|闹钟|日程|\b(?:file|e-?mail|alarm|folder|table|column|line)\b", re.I)


def forget_target(text: str) -> str | None:
    """Give what a text, in plain form, asks to forget: empty when it does not say what, None when it asks no such thing."""
    forget = None if _NOT_FORGET.search(text) else _FORGET_ZH.match(text) or _FORGET_EN.match(text)
    if forget is None:
        return None
    what = next((g for g in forget.groups() if g), "").strip(" ,，。.!！?？:：")
    what = re.sub(r"^(?:关于|掉|有关)|(?:这件事情?|的事情?|吧|了|的记忆|的信息|please)$", "", what).strip()
    if _ALL.match(what):
        return EVERYTHING
    return None if _FOREIGN.search(what) else what
