r"""Numbers and conditions of roff (groff(7), "Numerical expressions", "Conditionals"), in units of one character or line."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container

_TOKEN = re.compile(
    r"(?P<value>\d+\.?\d*|\.\d+)(?P<unit>[icpPmnuvMfsz]?)|(?P<op><=|>=|==|<\?|>\?|[-+*/%<>=&:()])|(?P<width>\\?w(?P<mark>.)(?P<text>.*?)(?P=mark))"
)
_UNITS = {"i": 10.0, "c": 4.0, "p": 1 / 7, "P": 1.7, "M": 0.01}


def number(text: str, default: int = 0) -> int:
    """Give the value of an expression, from left to right as roff has it, or the default where it is none."""
    found = _evaluate(text.strip())
    return default if found is None else int(found)


def _evaluate(text: str) -> float | None:
    """Evaluate; parentheses are passed over, which is wrong only where they change the order."""
    total: float | None = None
    pending, sign = "", 1.0
    for found in _TOKEN.finditer(text.replace("|", "")):
        op = found["op"]
        if op in ("(", ")"):
            continue
        if op:
            if op == "-" and (pending or total is None):
                sign = -sign
            elif not (op == "+" and (pending or total is None)):
                pending = op
            continue
        if found["width"]:
            value = float(len(re.sub(r"\\(?:f.|\(..|.)", "", found["text"])))
        else:
            value = float(found["value"][:15]) * _UNITS.get(found["unit"], 1.0)
        value *= sign
        sign = 1.0
        total = value if total is None or not pending else _apply(pending, total, value)
        pending = ""
    return total


def _apply(op: str, left: float, right: float) -> float:
    if op in "*/%" and op != "*":
        return 0.0 if not right else float(left // right) if op == "/" else left % right
    results = {
        "+": left + right, "-": left - right, "*": min(left * right, 1e9), "<": left < right, ">": left > right, "<=": left <= right,
        ">=": left >= right, "=": left == right, "==": left == right, "&": left > 0 and right > 0, ":": left > 0 or right > 0,
        "<?": min(left, right), ">?": max(left, right),
    }  # fmt: skip
    return float(results.get(op, 0.0))


def holds(rest: str, interpolate: Callable[[str], str], names: Container[str], registers: Container[str]) -> tuple[bool, str]:
    """Give whether a condition holds, and what follows it: `n`, `t`, `d NAME`, `r NAME`, `'A'B'`, an expression."""
    first = rest[:1]
    if first in "noetvcFmS" and first and not (rest[1:2].isalnum()):
        if first in "cFmS":
            _, after = _word(rest[1:].lstrip(" "))
            return True, after
        return first in "no", rest[1:]
    if first in ("d", "r") and not rest[1:2].isdigit():
        name, after = _word(rest[1:].lstrip(" \t"))
        name = interpolate(name)
        return name in (names if first == "d" else registers), after
    if first and first not in "0123456789.(-+\\|" and not first.isalpha():
        return _compare(rest, interpolate)
    if first == "\\" and rest[1:2] == "(":
        return False, _word(rest)[1]
    word, after = _expression(rest)
    return number(interpolate(word)) > 0, after


def _compare(rest: str, interpolate: Callable[[str], str]) -> tuple[bool, str]:
    """Compare two texts between delimiters."""
    mark = rest[0]
    middle = rest.find(mark, 1)
    end = rest.find(mark, middle + 1) if middle > 0 else -1
    if end < 0:
        return False, ""
    return interpolate(rest[1:middle]) == interpolate(rest[middle + 1 : end]), rest[end + 1 :]


def _word(text: str) -> tuple[str, str]:
    found = re.match(r"[^ \t]*", text)
    end = found.end() if found else 0
    return text[:end], text[end:]


def _expression(text: str) -> tuple[str, str]:
    """Split an expression, which may hold blanks between parentheses, from what follows it."""
    depth = at = 0
    while at < len(text):
        letter = text[at]
        if letter == "\\" and text[at + 1 : at + 2] in ("{", "}"):
            break
        if letter == "\\" and text[at + 1 : at + 3] in ("n(", "n["):
            at += 3
            continue
        depth += (letter == "(") - (letter == ")")
        if letter in " \t" and depth <= 0:
            break
        at += 1
    return text[:at], text[at:]
