"""JSON set in lines, two blanks a level (RFC 8259). Numbers and names stay as they were written; escapes of letters are undone."""

from __future__ import annotations

import json
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s\[\]{},:"]+', re.DOTALL)
_EMPTY = {"{": "}", "[": "]"}


def set_in_lines(text: str) -> Iterator[str]:
    """Give the lines of a JSON text. Raises ValueError where it is none."""
    json.loads(text, parse_int=str, parse_float=str)  # the check; its values are not what is shown
    line, level = "", 0
    opened = ""  # a bracket that may yet be closed at once
    for token in _TOKENS.finditer(text):
        word = token[0]
        if opened:
            if word == _EMPTY[opened]:
                line += word
                opened = ""
                continue
            yield line
            level += 1
            line, opened = "  " * level, ""
        if word in "{[":
            line += word
            opened = word
        elif word in "}]":
            yield line
            level -= 1
            line = "  " * level + word
        elif word == ",":
            yield line + ","
            line = "  " * level
        else:
            line += ": " if word == ":" else _letters(word)
    yield line


def _letters(word: str) -> str:
    r"""Undo `\u` escapes in a string, but for halves of pairs and for what must be escaped."""
    if "\\" not in word:
        return word
    value = json.loads(word)
    return word if any("\ud800" <= letter <= "\udfff" for letter in value) else json.dumps(value, ensure_ascii=False)
