r"""Pygments' patterns, made ready faster: 30 ms of the 50 that the first highlighted line of Python takes go there.

A pattern is compiled when it is first tried. Classes that list the identifiers of Unicode in thousands of ranges take
all of what is not ASCII, and a list of words that ends at `\b` is a look-up: the same colours in valid source code.
"""

from __future__ import annotations

import re

from pygments.lexer import Future, Lexer, RegexLexerMeta, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Matcher = Callable[..., re.Match[str] | None]

_LONG = 1000  # characters of a pattern from which its classes are looked at
_PART = re.compile(r"\\.|[0-9A-Za-z]-[0-9A-Za-z]|[\0-,.-\x7f](?!-)")
_made: dict[tuple[str, int], Matcher] = {}
_classes: dict[str, str] = {}


def prepare() -> None:
    """Let all lexers made from now on have their patterns compiled this way."""
    RegexLexerMeta._process_regex = lambda _class, pattern, flags, _state: _Later(pattern, flags)  # noqa: SLF001  # no public way


def settle(lexer: Lexer) -> None:
    """Put the compiled patterns themselves where they have been needed: a call less for each that is tried."""
    for rules in getattr(lexer, "_tokens", {}).values():
        for at, rule in enumerate(rules):
            if isinstance(rule[0], _Later) and rule[0].matcher:
                rules[at] = (rule[0].matcher, *rule[1:])


class _Later:
    """A pattern that is compiled when it is first tried at a place."""

    __slots__ = ("_flags", "_pattern", "matcher")

    def __init__(self, pattern: Any, flags: int) -> None:
        self._pattern = pattern
        self._flags = flags
        self.matcher: Matcher | None = None

    def __call__(self, *place: Any) -> re.Match[str] | None:
        if self.matcher is None:
            self.matcher = _matcher(self._pattern, self._flags)
        return self.matcher(*place)


def _matcher(pattern: Any, flags: int) -> Matcher:
    """Compile a pattern, or make the look-up that does the same."""
    if isinstance(pattern, words) and pattern.suffix == r"\b" and not flags & re.IGNORECASE:
        known = frozenset(pattern.words)
        if all(word.isidentifier() for word in known):
            return _one_of(known, re.compile(f"{pattern.prefix}(\\w+)\\b", flags).match)
    text = pattern.get() if isinstance(pattern, Future) else pattern
    if (text, flags) not in _made:
        _made[text, flags] = re.compile(shorten(text) if len(text) > _LONG else text, flags).match
    return _made[text, flags]


def _one_of(known: frozenset[str], match: Matcher) -> Matcher:
    def one_of(*place: Any) -> re.Match[str] | None:
        found = match(*place)
        return found if found is not None and found[found.lastindex or 0] in known else None

    return one_of


def shorten(pattern: str) -> str:
    """Put "as listed of ASCII, and all that is not ASCII" in place of classes that list Unicode at length."""
    pieces = []
    at = 0
    while (start := pattern.find("[", at)) >= 0:
        end = _end_of_class(pattern, start)
        body = pattern[start + 1 : end]
        pieces.append(pattern[at : start + 1])
        if len(body) > 400 and not body.startswith("^"):
            body = _classes.get(body) or _classes.setdefault(body, _but_ascii(body))
        pieces.append(body)
        at = end
    return "".join(pieces) + pattern[at:]


def _but_ascii(body: str) -> str:
    """Write a class as "not these of ASCII": a class that holds a range beyond 255 takes 5 ms to compile."""
    kept = re.compile(f"[{''.join(_PART.findall(body))}]").match
    left = [code for code in range(128) if not kept(chr(code))]
    starts = [code for code in left if code - 1 not in left]
    ends = [code for code in left if code + 1 not in left]
    return "^" + "".join(f"\\x{first:02x}-\\x{last:02x}" for first, last in zip(starts, ends, strict=True))


def _end_of_class(pattern: str, start: int) -> int:
    """Give where the class that begins at `start` ends."""
    at = start + 1 + pattern.startswith("^", start + 1)
    at = pattern.find("]", at + pattern.startswith("]", at))
    while at > 0 and (at - len(pattern[:at].rstrip("\\"))) % 2:
        at = pattern.find("]", at + 1)
    return at if at >= 0 else len(pattern)
