r"""Pygments' patterns, made ready faster: 30 ms of the 50 that the first highlighted line of Python takes go there.

A pattern is compiled when it is first tried. Classes that list the identifiers of Unicode in thousands of ranges take
all of what is not ASCII, and a list of words that ends at `\b` is a look-up: the same colours in valid source code.
"""

from __future__ import annotations

import re

from pygments.lexer import Future, RegexLexerMeta, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Matcher = Callable[..., re.Match[str] | None]

_LONG = 1000  # characters of a pattern from which its classes are looked at
_PART = re.compile(r"\\.|[\0-\x7f]-[\0-\x7f]|[\0-\x7f](?!-)")
_made: dict[tuple[object, int], Matcher] = {}


def prepare() -> None:
    """Let all lexers made from now on have their patterns compiled this way."""
    RegexLexerMeta._process_regex = _later  # noqa: SLF001  # no public way; without it all is slower and the same


def _later(_class: object, pattern: Any, flags: int, _state: str) -> Matcher:
    """Give what compiles a pattern when it is first tried at a place, then stands aside."""
    matcher: Matcher | None = None

    def match(*place: Any) -> re.Match[str] | None:
        nonlocal matcher
        if matcher is None:
            matcher = _matcher(pattern, flags)
        return matcher(*place)

    return match


def _matcher(pattern: Any, flags: int) -> Matcher:
    if isinstance(pattern, words) and pattern.suffix == r"\b" and not flags & re.IGNORECASE:
        known = frozenset(pattern.words)
        if all(word.isidentifier() for word in known):
            return _one_of(known, re.compile(f"{pattern.prefix}(\\w+)\\b", flags).match)
    text = pattern.get() if isinstance(pattern, Future) else pattern
    key = (text, flags)
    if key not in _made:
        _made[key] = re.compile(shorten(text) if len(text) > _LONG else text, flags).match
    return _made[key]


def _one_of(known: frozenset[str], match: Matcher) -> Matcher:
    def one_of(*place: Any) -> re.Match[str] | None:
        found = match(*place)
        return found if found is not None and found[found.lastindex or 0] in known else None

    return one_of


def shorten(pattern: str) -> str:
    """Put "ASCII as listed, and all that is not ASCII" in place of classes that list Unicode at length."""
    pieces = []
    at = 0
    while (start := pattern.find("[", at)) >= 0:
        end = _end_of_class(pattern, start)
        body = pattern[start + 1 : end]
        pieces.append(pattern[at : start + 1])
        is_long = len(body) > 400 and not body.startswith("^")
        pieces.append("".join(_PART.findall(body)) + "\x80-\U0010ffff" if is_long else body)
        at = end
    return "".join(pieces) + pattern[at:]


def _end_of_class(pattern: str, start: int) -> int:
    """Give where the class that begins at `start` ends."""
    at = start + 1
    at += pattern.startswith("^", at)
    at += pattern.startswith("]", at)
    while at < len(pattern) and pattern[at] != "]":
        at += 1 + (pattern[at] == "\\")
    return min(at, len(pattern))
