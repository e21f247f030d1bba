"""Arithmetic: an expression in the text, or a step on from the last result."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from graph.offline_model.followups import without_names
from graph.offline_model.reading import Talk
from graph.offline_model.sentences import states
from graph.offline_model.wish import Call, call, result_of, told_failure, tool_for
from nodes.tools.arithmetic import CannotCalculate, calculate, normalize

_CUE = re.compile(
    r"算|计算|等于|的和|的差|之和|之差|的乘?积|[加减乘除](?!油|班|入|盟|速|热|湿|载|少|肥|去了|客|非|了|夕|法官)|平方|次方|根号|百分之|打.{0,2}折|[+*×÷^√%=]|\d\s*[-/]\s*\d|\bcalculat|\bcomput|\bhow much is\b|\bwhat(?:'s| is)\b|\bplus\b|\bminus\b|\btimes\b|\bdivided?\b|\d\s*x\s*\d|\bmultipl|"
    r"\bsquare|\bcubed\b|\bpercent\b|\bsum of\b|\bsqrt\b|\bwork out\b|\badd\b|\bsubtract\b|\bfactorial\b|\bpower of\b|\bproduct of\b|\baverage of\b|\bsolve\b|\bevaluate\b|\d!",
    re.I,
)
_WORDS = re.compile(r"[\u4e00-\u9fff]{2}|[A-Za-z]{3}")
_SAID = re.compile(
    r"\d\s*[*×÷^+]\s*[\d(]|\d\s+/\s+\d|保留|\bround(?:ed)?\b|算|等于|[加减乘除]|平方|次方|根号|百分之|折|阶乘|的[和差积]|之和|\b(?:plus|minus|times|divide\w*|multipl\w*|square\w*|cubed|percent|sum|sqrt|add|subtract|factorial|power|product|average|log|sin|cos|tan|max|min|round|abs)\b",
    re.I,
)
_LEAD = re.compile(
    r"^.*?(?:请问|帮我|给我|请|麻烦)?(?:计算(?:一下|下)?|算(?:一下|一算|下|出|算)?|求)[:：\s]*|^(?:请问|请|帮我|那么?|那|嗯|好的?)[,，\s]*|^(?:can you |could you |please |now |ok(?:ay)?,? |hey,? |so |and )*(?:tell me )?(?:what(?:'s| is)(?: the (?:result|value|answer) of)?|calculate|compute|work out|evaluate|solve|how much is|what does|do the math[:,]?)\s+",
    re.I,
)
_TAIL = re.compile(
    r"\s*(?:[=＝]\s*)?(?:等于(?:多少|几|什么)?|是多少|得多少|得几|多少|结果(?:是多少)?|吗|呢|啊|equals?(?: what)?|is what|make|please|for me)?\s*[?？。!.]*$",
    re.I,
)
_REWRITES = (
    (re.compile(r"\b(?:the )?sum of (.+?) and (.+)$", re.I), r"\1 + \2"),
    (re.compile(r"\b(?:the )?product of (.+?) and (.+)$", re.I), r"\1 * \2"),
    (re.compile(r"\b(?:the )?difference (?:between|of) (.+?) and (.+)$", re.I), r"\1 - \2"),
    (re.compile(r"\badd (.+?) (?:and|to) (.+)$", re.I), r"\1 + \2"),
    (re.compile(r"\bsubtract (.+?) from (.+)$", re.I), r"\2 - \1"),
    (re.compile(r"\bmultiply (.+?) (?:by|and|with) (.+)$", re.I), r"\1 * \2"),
    (re.compile(r"\bdivide (.+?) by (.+)$", re.I), r"\1 / \2"),
    (re.compile(r"\b(?:the )?average of (.+)$", re.I), r"average(\1)"),
    (re.compile(r"\b(?:the )?factorial of (\d+)|(\d+)\s*的?阶乘", re.I), r"\1\2!"),
    (re.compile(r"(\S+)[和与跟](\S+?)的和$"), r"\1 + \2"),
    (re.compile(r"(\S+)[和与跟](\S+?)的(?:乘)?积$"), r"\1 * \2"),
    (re.compile(r"(\S+)[和与跟](\S+?)的差$"), r"\1 - \2"),
    (re.compile(r"(.+?)[,，]?\s*保留\s*(\d|[一二两三四])\s*位小数"), r"round(\1, \2)"),
    (re.compile(r"(.+?),? rounded to (\d+) (?:decimals?|decimal places|places|digits)", re.I), r"round(\1, \2)"),
    (
        re.compile(r"(.+?),? rounded(?: to the nearest (?:whole|integer)\w*(?: number)?)?$|^round (.+)$", re.I),
        r"round(\1\2)",
    ),
    (re.compile(r"(\d+(?:\.\d+)?) (?:kg|usd|dollars?|euros?|yuan|rmb|cny)\b", re.I), r"\1"),
)
_RUN = re.compile(
    r"(?:sqrt|factorial|round|abs|min|max|log10|log2|log|ln|exp|sin|cos|tan|pow)?[\d.(][\d\s.+*/%^(),!-]*[\d)%!]"
)
_NEXT = re.compile(
    r"^(?:那|那么|好|然后|再|接着|把(?:它|结果|这个)|结果|它|上面的结果|刚才的结果|这个(?:数|结果)?|and |then |now |ok,? |so |take (?:that|it) |that |it |the result |the answer |(?:what(?:'s| is) )?(?:that|it) |how about |what about )*"
    r"(?P<op>加上?|减去?|乘以?|乘上|除以|\+|-|\*|/|×|÷|plus|minus|times|multiplied by|divided by|add|subtract|multiply (?:it |that |the result )?by|divide (?:it |that |the result )?by)\s*(?P<rest>.+)$",
    re.I,
)
_OPS = {
    "加": "+",
    "减": "-",
    "乘": "*",
    "×": "*",
    "*": "*",
    "除": "/",
    "÷": "/",
    "/": "/",
    "+": "+",
    "-": "-",
    "plus": "+",
    "minus": "-",
    "times": "*",
    "add": "+",
    "subt": "-",
    "mult": "*",
    "divi": "/",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SumWish:
    """One expression to work out."""

    expression: str

    def calls(self, talk: Talk) -> Sequence[Call]:
        made = call(talk, "calculator", expression=self.expression)
        return [made] if made else []

    def answer(self, talk: Talk) -> str:
        zh = talk.language == "zh"
        done = result_of(talk, call(talk, "calculator", expression=self.expression))
        if done is None and tool_for(talk, "calculator") is None:
            return (
                "我这里现在没有可用的计算器工具，不敢心算。"
                if zh
                else "I have no calculator at hand right now, and I won't guess."
            )
        if done is None:
            return "还没有算出来。" if zh else "That is not worked out yet."
        if done.failed:
            return told_failure(talk, done, "计算", "The calculation") + ("。" if zh else ".")
        return f"{self.expression} = {done.result.get('result', done.text)}"


def expression_in(text: str) -> str:
    """Give the expression that a text, in plain form, asks to be worked out; the empty string for none."""
    text = without_names(text) if not re.fullmatch(r"[\d\s.+*/%^()!x×÷-]+=?\??", text) else text
    if not _CUE.search(text) or (states(text) and _WORDS.search(text) and not _SAID.search(text)):
        return ""
    for candidate in _candidates(text):
        if _works(candidate):
            return _tidy(candidate)
    return ""


def _candidates(text: str) -> list[str]:
    body = _TAIL.sub("", _LEAD.sub("", text, count=1))
    out = []
    for pattern, plain in _REWRITES:
        rewritten = pattern.sub(plain, body)
        if rewritten != body:
            out.append(_average(rewritten))
    out += [body, _TAIL.sub("", text)]
    normal = normalize(re.sub(r"(?<=\d)\s*[xX]\s*(?=\d)", "*", body))
    out += sorted((m[0] for m in _RUN.finditer(normal)), key=len, reverse=True)
    return [re.sub(r"(?<=\d)\s*[xX]\s*(?=\d)", "*", c) for c in out]


def _average(text: str) -> str:
    def spread(m: re.Match[str]) -> str:
        parts = [p for p in re.split(r"\s*(?:,|，|\band\b)\s*", m[1]) if p]
        return f"({' + '.join(parts)}) / {len(parts)}"

    return re.sub(r"average\((.+)\)", spread, text)


def _works(candidate: str) -> bool:
    normal = normalize(candidate)
    if re.fullmatch(r"\(?[\d.]+/100\)?", normal):
        return False
    if not re.search(r"\d", normal) or not re.search(r"[-+*/%]|\b[a-z]+\d*\(", re.sub(r"^\s*-", "", normal)):
        return False
    try:
        calculate(candidate)
    except CannotCalculate as refused:
        return "divides by zero" in str(refused) or "digits" in str(refused)
    return True


def _tidy(candidate: str) -> str:
    closed = normalize(candidate).replace(" ", "")
    return re.sub(r"(?<=[\d)])(\*\*|//|[-+*/%])(?=[\d(a-z-])", r" \1 ", closed)


def _last_result(talk: Talk) -> str:
    for turn in reversed(talk.past[-3:]):
        for done in reversed(turn.done):
            if "calc" in done.name and not done.failed and "result" in done.result:
                return str(done.result["result"])
    return ""


def find(talk: Talk) -> SumWish | None:
    """Find the wish in the newest text."""
    step = _NEXT.match(talk.plain)
    if step and (last := _last_result(talk)):
        op = next((o for w, o in _OPS.items() if step["op"].lower().startswith(w)), "")
        rest = _TAIL.sub("", step["rest"])
        if op and _works(f"{last} {op} {rest}"):
            return SumWish(expression=_tidy(f"{last} {op} {rest}"))
    expression = expression_in(talk.plain)
    return SumWish(expression=expression) if expression else None
