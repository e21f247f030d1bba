"""Arithmetic as people type it, worked out exactly by a parser of our own kind: nothing is ever evaluated as code.

The expression is written as Python's grammar knows it, parsed to a tree, and only numbers, the operators and the
functions listed here are walked. Rational numbers stay exact (`0.1 + 0.2` is 0.3); roots and the like are floats.
"""

from __future__ import annotations

import ast
import math
import operator
import re
import unicodedata
from collections.abc import Callable
from fractions import Fraction

from nodes.tools.numerals import words_to_digits

MAX_CHARS = 500
MAX_DIGITS = 1000
"""A whole number of more digits is refused."""
MAX_DEPTH = 60

Number = Fraction | float

_SPOKEN: tuple[tuple[str, str], ...] = (
    (r"乘以|乘上|乘|×|✕|✖|·|∗", "*"),
    (r"除以|÷|／", "/"),
    (r"(\d+(?:\.\d+)?)\s*除\s*(\d+(?:\.\d+)?)", r"\2/\1"),
    (r"加上|加|plus\b", "+"),
    (r"减去|减|−|–|minus\b", "-"),
    (r"multiplied by|times\b", "*"),
    (r"divided by|over\b", "/"),
    (r"(?:raised )?to the power (?:of )?|\^|\*\*", "**"),
    (r"\s*的?\s*(\d+)\s*次方", r"**\1"),
    (r"的?平方根", "平方根"),
    (r"的平方|平方(?!根)|\bsquared\b|²", "**2"),
    (r"的立方|\bcubed\b|³", "**3"),
    (r"(?:the )?square root of\s*(\d+(?:\.\d+)?)|√\s*(\d+(?:\.\d+)?)", r"sqrt(\1\2)"),
    (r"根号\s*(\d+(?:\.\d+)?)", r"sqrt(\1)"),
    (r"(\d+(?:\.\d+)?)\s*平方根", r"sqrt(\1)"),
    (r"√", "sqrt"),
    (r"(\d+(?:\.\d+)?)\s*(?:%|percent)\s+off\s+(?:of\s+)?(\d+(?:\.\d+)?)", r"(\2*(1-\1/100))"),
    (r"(\d+(?:\.\d+)?)\s*打\s*(\d)(\d)\s*折", r"(\1*\2\3/100)"),
    (r"(\d+(?:\.\d+)?)\s*打\s*(\d(?:\.\d)?)\s*折", r"(\1*\2/10)"),
    (r"百分之\s*(\d+(?:\.\d+)?)", r"(\1/100)"),
    (r"percent\b", "%"),
    (r"%\s*(?:of\b|的)", "%*"),
    (r"(\d|\))\s*的\s*(?=[\d(])", r"\1*"),
    (r"\bmod\b|取余", " % "),
    (r"(\d+(?:\.\d+)?)%(?!\s*[\d(a-z])", r"(\1/100)"),
    (r"(\d{1,5})!(?!=)", r"factorial(\1)"),
    (r"π", "pi"),
    (r"[元块个人美刀天斤份张件次¥$￥€£]", ""),
    (r"[=＝]\s*[?？]?\s*$|[?？。]\s*$|等于.*$|是多少.*$", ""),
)

_THEN = re.compile(
    r"[,，、;；]?\s*(?:\b(?:and )?then\b|然后再?|之后再?|再)\s*(?=[加减乘除×÷*/+-]|plus|minus|times|divided|multiplied)"
)

_BINARY: dict[type[ast.operator], Callable[[Number, Number], Number]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_FUNCTIONS: dict[str, tuple[int, int, Callable[..., Number]]] = {
    "sqrt": (1, 1, lambda x: _root(x)),
    "abs": (1, 1, abs),
    "round": (1, 2, lambda x, n=Fraction(0): Fraction(round(Fraction(x), int(n)))),
    "floor": (1, 1, lambda x: Fraction(math.floor(x))),
    "ceil": (1, 1, lambda x: Fraction(math.ceil(x))),
    "min": (1, 20, min),
    "max": (1, 20, max),
    "sum": (1, 20, lambda *xs: sum(xs, Fraction(0))),
    "log": (1, 2, math.log),
    "ln": (1, 1, math.log),
    "log10": (1, 1, math.log10),
    "log2": (1, 1, math.log2),
    "exp": (1, 1, math.exp),
    "sin": (1, 1, math.sin),
    "cos": (1, 1, math.cos),
    "tan": (1, 1, math.tan),
    "pow": (2, 2, lambda x, y: _power(x, y)),
    "factorial": (1, 1, lambda x: _factorial(x)),
}
_NAMES = {"pi": math.pi, "e": math.e}


class CannotCalculate(ValueError):
    """The expression is none, or goes beyond the limits."""


def normalize(expression: str) -> str:
    """Give the expression in plain operators and digits: `三乘以 4` is `3*4`, `15% of 80` is `(15/100)*80`."""
    text = unicodedata.normalize("NFKC", expression).strip().lower()
    text = re.sub(r"(?<=\d)[,，_](?=\d{3}(?!\d))", "", text)
    text = words_to_digits(text)
    while then := _THEN.search(text):
        text = f"({text[: then.start()]}){text[then.end() :]}"
    for pattern, plain in _SPOKEN:
        text = re.sub(pattern, plain, text)
    text = re.sub(r"(\d+(?:\.\d+)?)%\*", r"(\1/100)*", text)
    text = re.sub(r"((?<![a-z\d.])\d+(?:\.\d+)?|\))\s*(?=\()|(?<=\))\s*(?=\d)", r"\1*", text)
    return text.strip()


def calculate(expression: str) -> str:
    """Give the value that an expression has, written as a decimal of at most 12 significant digits unless it is whole.

    Raises:
        CannotCalculate: when it is no expression of the kind above, divides by zero, or grows beyond the limits.
    """
    if not expression.strip() or len(expression) > MAX_CHARS:
        raise CannotCalculate(
            f"an expression of {len(expression)} characters was given; expected 1 to {MAX_CHARS}; shorten it"
        )
    plain = normalize(expression)
    try:
        tree = ast.parse(plain, mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise CannotCalculate(
            f"{expression!r} is no arithmetic expression; expected numbers, + - * / % ** ( ) and functions such as "
            "sqrt; write it with those"
        ) from error
    try:
        return written(_walk(tree.body, MAX_DEPTH))
    except ZeroDivisionError as error:
        raise CannotCalculate(f"{expression!r} divides by zero; expected a divisor other than 0; change it") from error
    except (OverflowError, ArithmeticError) as error:
        raise CannotCalculate(f"{expression!r} grows beyond what can be held; use smaller numbers") from error
    except CannotCalculate:
        raise
    except (ValueError, TypeError) as error:
        raise CannotCalculate(f"{expression!r} has no real value ({error}); change its arguments") from error


def written(value: Number) -> str:
    """Write a number as people do: whole when it is whole, else at most 12 significant digits."""
    if isinstance(value, float):
        if not math.isfinite(value):
            raise CannotCalculate("the result is not a finite number; use smaller numbers")
        return f"{value:.12g}" if abs(value) < 1e15 or not value.is_integer() else str(int(value))
    if value.denominator == 1:
        if len(digits := str(value.numerator)) > MAX_DIGITS:
            raise CannotCalculate(f"the result has {len(digits)} digits; at most {MAX_DIGITS} are given")
        return digits
    return f"{float(value):.12g}"


def _walk(node: ast.expr, depth: int) -> Number:
    if depth <= 0:
        raise CannotCalculate(f"the expression is nested deeper than {MAX_DEPTH}; take it apart")
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
        return _bounded(Fraction(str(node.value)))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.UAdd | ast.USub):
        value = _walk(node.operand, depth - 1)
        return -value if isinstance(node.op, ast.USub) else value
    if isinstance(node, ast.BinOp):
        left, right = _walk(node.left, depth - 1), _walk(node.right, depth - 1)
        if isinstance(node.op, ast.Pow):
            return _power(left, right)
        if type(node.op) in _BINARY:
            return _bounded(_BINARY[type(node.op)](left, right))
    if isinstance(node, ast.Name) and node.id in _NAMES:
        return _NAMES[node.id]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        fewest, most, function = _FUNCTIONS.get(node.func.id, (0, -1, abs))
        if fewest <= len(node.args) <= most:
            return _bounded(function(*(_walk(a, depth - 1) for a in node.args)))
    raise CannotCalculate(
        f"{ast.unparse(node)[:80]!r} is not arithmetic; expected numbers, + - * / // % ** ( ), pi, e and "
        f"{', '.join(_FUNCTIONS)}; write it with those"
    )


def _bounded(value: Number) -> Number:
    if isinstance(value, Fraction):
        bits = max(value.numerator.bit_length(), value.denominator.bit_length())
        if bits > MAX_DIGITS * 4:
            raise CannotCalculate(f"a number of more than {MAX_DIGITS} digits comes up; use smaller numbers")
    return value


def _power(base: Number, exponent: Number) -> Number:
    if isinstance(base, Fraction) and isinstance(exponent, Fraction) and exponent.denominator == 1:
        bits = max(base.numerator.bit_length(), base.denominator.bit_length())
        if bits * abs(exponent.numerator) > MAX_DIGITS * 4:
            raise CannotCalculate(f"the power would have more than {MAX_DIGITS} digits; use smaller numbers")
        whole: Fraction = base**exponent.numerator
        return whole
    value: float | complex = float(base) ** float(exponent)
    if isinstance(value, complex):
        raise CannotCalculate("a root of a negative number has no real value; change its arguments")
    return value


def _root(value: Number) -> Number:
    if isinstance(value, Fraction) and value >= 0:
        top, bottom = math.isqrt(value.numerator), math.isqrt(value.denominator)
        if top * top == value.numerator and bottom * bottom == value.denominator:
            return Fraction(top, bottom)
    return math.sqrt(value)


def _factorial(value: Number) -> Number:
    if value != int(value) or not 0 <= value <= 400:
        raise CannotCalculate(f"the factorial of {written(value)} is not given; expected a whole number from 0 to 400")
    return Fraction(math.factorial(int(value)))
