r"""Patterns of ignore files as regular expressions over bytes: `*`, `?`, `[...]`, `**` between slashes, and `\`.

As git's wildmatch has them: none but `**` matches a slash, a range that runs backwards holds nothing, and a pattern that
breaks off - a set without its end, a `\` with nothing behind it - matches nothing at all.
"""

from __future__ import annotations

import re
from itertools import pairwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_CLASSES = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "blank": r" \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": " -~",
    "punct": r"!-/:-@\[-`{-~",
    "space": r" \t\n\r",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}
_STAR = "[^/]*"
_FOLDERS = "(?:.*/)?"
_REST = ".*"
_FEWEST = {_STAR: "[^/]*?", _FOLDERS: "(?:.*?/)??", _REST: ".*?"}


class _Broken(Exception):
    """The pattern breaks off."""


def compile_glob(pattern: bytes, *, is_path: bool) -> re.Pattern[bytes] | None:
    """Compile a pattern, to be matched in full; None where nothing matches it.

    `is_path`: it is about a whole path, so that `**` between slashes stands for folders; else about a name.
    """
    text = pattern.decode("latin-1")  # one letter a byte
    pieces = []
    at = 0
    try:
        while at < len(text):
            piece, at = _piece(text, at, is_path=is_path)
            pieces.append(piece)
    except _Broken:
        return None
    return re.compile(_join(pieces, (_FOLDERS, _REST), _join_names).encode("latin-1"), re.DOTALL)


def _join_names(pieces: list[str]) -> str:
    """Join what has no `**` in it, name by name."""
    names: list[list[str]] = [[]]
    for piece in pieces:
        if piece == "/":
            names.append([])
        else:
            names[-1].append(piece)
    return "/".join(_join(name, (_STAR,), "".join) for name in names)


def _join(pieces: list[str], wild: tuple[str, ...], write: Callable[[list[str]], str]) -> str:
    """Join pieces so that no pattern takes long: what lies between two wildcards is settled where it fits first.

    That is right because the second wildcard takes whatever a later fit would have left to the first.
    """
    places = [at for at, piece in enumerate(pieces) if piece in wild]
    if not places:
        return write(pieces)
    text = write(pieces[: places[0]])
    for at, end in pairwise(places):
        text += f"(?>{_FEWEST[pieces[at]]}{write(pieces[at + 1 : end])})"
    return text + pieces[places[-1]] + write(pieces[places[-1] + 1 :])


def _piece(text: str, at: int, *, is_path: bool) -> tuple[str, int]:
    """Translate what stands at a place, and say where it ends."""
    letter = text[at]
    if letter == "*":
        return _stars(text, at, is_path=is_path)
    if letter == "?":
        return "[^/]", at + 1
    if letter == "[":
        return _set(text, at + 1)
    if letter == "\\":
        return re.escape(_letter(text, at + 1)), at + 2
    return re.escape(letter), at + 1


def _stars(text: str, at: int, *, is_path: bool) -> tuple[str, int]:
    """Translate a run of stars. git cuts off what stands before the first wildcard, so there two stars count as alone."""
    end = at
    while text[end : end + 1] == "*":
        end += 1
    begins = text[at - 1 : at] in ("", "/") or not any(letter in "*?[\\" for letter in text[:at])
    is_alone = begins and (end == len(text) or text.startswith(("/", "\\/"), end))
    if not is_path or end - at < 2 or not is_alone:
        return _STAR, end
    if text[end : end + 1] == "/":
        return _FOLDERS, end + 1
    return _REST, end


def _letter(text: str, at: int) -> str:
    if at >= len(text):
        raise _Broken
    return text[at]


def _set(text: str, at: int) -> tuple[str, int]:
    """Translate a set, from behind its bracket; its first letter may be the closing one."""
    is_negated = text[at : at + 1] in ("!", "^") and at < len(text)
    at += is_negated
    items: list[str] = []
    before = ""  # what a range could begin with
    is_first = True
    while is_first or _letter(text, at) != "]":
        is_first = False
        letter = _letter(text, at)
        if letter == "-" and before and text[at + 1 : at + 2] not in ("", "]"):
            last, at = _member(text, at + 1)
            if before <= last:
                items.append(f"{re.escape(before)}-{re.escape(last)}")
            before = ""
        elif text.startswith("[:", at) and (end := _letter_at(text, "]", at + 2)) > at + 2 and text[end - 1] == ":":
            if text[at + 2 : end - 1] not in _CLASSES:
                raise _Broken
            items.append(_CLASSES[text[at + 2 : end - 1]])
            at, before = end + 1, ""
        else:
            before, at = _member(text, at)
            items.append(re.escape(before))
    if not items:
        return ("[^/]" if is_negated else "(?!)"), at + 1
    return f"(?!/)[{'^' if is_negated else ''}{''.join(items)}]", at + 1


def _member(text: str, at: int) -> tuple[str, int]:
    """Take one letter of a set, perhaps behind a backslash."""
    letter = _letter(text, at)
    return (_letter(text, at + 1), at + 2) if letter == "\\" else (letter, at + 1)


def _letter_at(text: str, letter: str, at: int) -> int:
    """Find a letter that must come."""
    found = text.find(letter, at)
    if found < 0:
        raise _Broken
    return found
