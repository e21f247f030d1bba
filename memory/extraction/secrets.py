"""Finds keys, passwords, card and identity numbers in a text, and masks them where they stand."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import replace

from memory.extraction.plain import plain
from memory.record import MemoryRecord

MASK = "[…]"
"""What stands where a secret stood."""

_KEYS = re.compile(
    r"""
    -----BEGIN[A-Z ]*PRIVATE\ KEY-----.*?(?:-----END[A-Z ]*PRIVATE\ KEY-----|\Z)
    | \b(?:sk|pk|rk)[-_](?:[A-Za-z]{1,12}[-_]){0,4}[A-Za-z0-9_-]{16,}
    | \b(?:AKIA|ASIA|AGPA|AIDA|AROA|ANPA)[A-Z0-9]{16}\b
    | \bgh[pousr]_[A-Za-z0-9]{20,} | \bgithub_pat_[A-Za-z0-9_]{20,} | \bglpat-[A-Za-z0-9_-]{16,}
    | \bxox[abeprs]-[A-Za-z0-9-]{10,} | \bAIza[A-Za-z0-9_-]{30,} | \bya29\.[A-Za-z0-9_-]{20,}
    | \bhf_[A-Za-z0-9]{20,} | \bnpm_[A-Za-z0-9]{30,} | \bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}
    | \bLTAI[A-Za-z0-9]{12,} | \bAKID[A-Za-z0-9]{16,} | \blsv2_[a-z]{2}_[A-Za-z0-9_]{20,}
    | \beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]*)?
    | \b[a-z][a-z0-9+]*://[^\s:/@]+:[^\s@/]{3,}@
    | (?i:\bbearer)\s+[A-Za-z0-9._~+/-]{16,}=*
    """,
    re.X | re.S,
)
"""The published shapes of keys and tokens, and of addresses that carry a password."""

_WORD = (
    r"(?:(?:(?:client\s)?(?:pass\s?(?:word|code|phrase|wd)|passwd|pwd|pin(?:\s?(?:code|number))?|secret(?:\s?key)?"
    r"|api[\s_-]?key|access[\s_-]?key|access[\s_-]?token|auth[\s_-]?token|private[\s_-]?key|token|cvv2?|cvc"
    r"|security\scode|recovery\s(?:code|phrase)|seed\sphrase|mnemonic|otp|verification\scode)s?)"
    r"|密码|口令|密钥|秘钥|私钥|令牌|验证码|校验码|安全码|助记词|暗号|通关密语|动态码)"
)
_NAMED = re.compile(
    rf"(?i)(?P<word>(?<![A-Za-z])(?=[A-Za-z]){_WORD}|(?=[\u4e00-\u9fff]){_WORD})(?![A-Za-z])"
    r"(?P<link>[^\n。！？!?;；]{0,24}?"
    r"(?:\s*(?:[:：=]|\b(?:is|was|equals|to)\b|就?是|为|设成|设为|改成|改为|换成)\s*))"
    r"[\"'“”‘’「『`]?(?P<secret>(?:[^\s，。；;、「」『』“”\"'`,]|,(?![\s\u4e00-\u9fff]|$)){2,}(?<![.:!?)])"
    r"[^\s，。；;、「」『』“”\"'`,.:!?)]?)"
)
"""A word for a secret, a link within a few words, and what it is said to be."""

_PHRASES = re.compile(
    r"(?i)(?:recovery\s+phrase|seed\s+phrase|mnemonic|助记词)[^:：是\n]{0,12}?(?:[:：=]|\bis\b"
    r"|是)\s*(?P<secret>[^\n。]{8,})"
)
_NUMBERS = re.compile(r"(?<![\dA-Za-z.])\d(?:[\s\-–—·_.]{0,2}\d){11,22}[Xx]?(?![\dA-Za-z])")
_BANK = re.compile(
    r"(?i)(?:卡号|银行卡|储蓄卡|信用卡|账号|帐号|card\s?(?:number|no\.?)|account\s?(?:number|no\.?)"
    r"|iban)"
)
_ID = re.compile(r"(?i)(?:身份证|证件号|护照|社保号|passport|social\s+security|ssn|driver'?s?\s+licen[cs]e)")
_SHORT = re.compile(r"(?i)\b(?:cvv2?|cvc|pin|pin\s?code)\s+(?:number\s+)?(?P<secret>\d{3,8})\b")
_SSN = re.compile(r"(?<!\d)\d{3}-\d{2}-\d{4}(?!\d)")
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b")
_AFTER_ID = re.compile(
    r"[^\dA-Za-z\n]{0,12}(?:is|是|为|number|no|号码?)?[^\dA-Za-z\n]{0,6}(?P<secret>[A-Za-z]{0,2}\d[\d"
    r"Xx \-]{5,})"
)
_NOT_A_SECRET = re.compile(
    r"(?i)(?:a|an|the|my|your|in|on|at|not|very|so|too|that|it|what|when|where|how|why|still|also|always|never|"
    r"required|wrong|correct|invalid|expired|incorrect|missing|needed|saved|stored|safe|managed|generated|long|short|"
    r"weak|strong|secure|hard|easy|important|gone|lost|forgotten|changed|reset|different|random"
    r"|something|blank|empty)[^A-Za-z0-9]*"
    r"|(?:什么|多少|怎么|啥|哪|不对|错的?|对的|错误|正确|忘了|多少位|几位|必须|需要|一个|不是|很|太|谁|我的?|你的?|"
    r"安全|重要|过期|失效|无效|保密|自己|随机|空的?).*"
)
_WEAK = re.compile(r"(?i)(?:secret|token|pin|暗号|口令)s?")
"""Words that name many other things too: what they are said to be must hold a digit."""
_NO_LINK = re.compile(
    r"(?i)\b(?:manager|locker|policy|ingredient|rules?|for the (?:game|room))\b|管理|规则|要求|长度|锁"
)


def mask(text: str) -> str:
    """Give the text with every secret replaced by `MASK`; the same text when it holds none."""
    seen, places = plain(text)
    spans = _spans(seen)
    if not spans:
        return text
    out, at = [], 0
    for start, end in spans:
        left, right = places[start], places[end - 1] + 1
        if left < at:
            left = at
        if right > at:
            out.append(text[at:left])
            out.append(MASK)
            at = right
    out.append(text[at:])
    return "".join(out)


def without_secrets(record: MemoryRecord) -> MemoryRecord:
    """Give the record with every secret in its words masked; the same record when they hold none."""
    text, context, value = mask(record.text), mask(record.context), mask(record.value)
    if (text, context, value) == (record.text, record.context, record.value):
        return record
    return replace(record, text=text, context=context, value=value)


def _spans(text: str) -> list[tuple[int, int]]:
    found = [m.span() for m in _KEYS.finditer(text)]
    found += [m.span("secret") for m in _PHRASES.finditer(text)]
    found += [m.span("secret") for m in _NAMED.finditer(text) if _looks_secret(m)]
    found += [m.span("secret") for m in _SHORT.finditer(text)]
    found += [m.span() for m in _SSN.finditer(text)]
    found += [m.span() for m in _IBAN.finditer(text) if _iban(m[0])]
    found += [
        m.span() for m in _NUMBERS.finditer(text) if _is_number_secret(m[0], text[max(0, m.start() - 16) : m.start()])
    ]
    for m in _ID.finditer(text):
        after = _AFTER_ID.match(text, m.end())
        if after:
            found.append(after.span("secret"))
    return _merge(found)


def _looks_secret(found: re.Match[str]) -> bool:
    word, link = found["secret"], found["link"]
    if len(word) < 3 or _NO_LINK.search(link):
        return False
    if not re.search(r"[:：=]", link):
        if _NOT_A_SECRET.fullmatch(word):
            return False
        if _WEAK.fullmatch(found["word"]) and not re.search(r"\d", word):
            return False
    elif re.fullmatch(r"(?i)\??(?:required|none|null|empty|n/a|\*+|无|没有|必填)", word):
        return False
    return not re.search(r"[\u4e00-\u9fff]", word) or bool(re.search(r"[:：=]", link)) or len(word) >= 4


def _is_number_secret(number: str, before: str) -> bool:
    digits = re.sub(r"[^\dXx]", "", number)
    if len(digits) == 18 and _chinese_id(digits.upper()):
        return True
    if not digits.isdigit():
        return False
    if 13 <= len(digits) <= 19 and _luhn(digits) and len(set(digits)) > 1:
        return True
    return len(digits) >= 12 and bool(_BANK.search(before) or _ID.search(before))


def _luhn(digits: str) -> bool:
    """ISO/IEC 7812-1: the check that payment cards pass."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (2 if place % 2 else 1)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def _chinese_id(digits: str) -> bool:
    """GB 11643-1999: the check of a Chinese identity number."""
    if not digits[:17].isdigit():
        return False
    weights = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
    return "10X98765432"[sum(int(d) * w for d, w in zip(digits[:17], weights, strict=True)) % 11] == digits[17]


def _iban(text: str) -> bool:
    """ISO 13616: the check of an international bank account number."""
    flat = text.replace(" ", "")
    moved = flat[4:] + flat[:4]
    return 15 <= len(flat) <= 34 and int("".join(str(int(c, 36)) for c in moved)) % 97 == 1


def _merge(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    out: list[tuple[int, int]] = []
    starts: list[int] = []
    for start, end in sorted(spans):
        at = bisect_right(starts, start) - 1
        if at >= 0 and out[at][1] >= start:
            out[at] = (out[at][0], max(out[at][1], end))
        else:
            out.append((start, end))
            starts.append(start)
    return out
