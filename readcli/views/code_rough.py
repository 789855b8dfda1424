"""Source in a language without a grammar: what is indented under a line, or stands between brackets, is its body."""

from __future__ import annotations

import re

from readcli.views.code_folds import BODY, join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from readcli.views.code_folds import Span
    from readcli.views.code_lead import Symbol

_WORDS = {
    "class": "class", "struct": "struct", "interface": "interface", "trait": "trait", "enum": "enum", "module": "module",
    "namespace": "namespace", "protocol": "protocol", "object": "object", "record": "record", "impl": "impl", "package": "module",
    "def": "function", "defp": "function", "defmodule": "module", "function": "function", "func": "function", "fn": "function",
    "fun": "function", "sub": "function", "procedure": "function", "proc": "function", "macro": "macro", "contract": "class",
    "message": "message", "service": "service", "resource": "resource", "type": "type", "defun": "function", "defn": "function",
    "defmacro": "macro",
}  # fmt: skip
_NAMED = re.compile(
    r"\s*\(?(?:(?:export|default|public|private|protected|internal|static|abstract|async|final|sealed|open|override|pub(?:\(\w+\))?|"
    r"unsafe|extern|inline|local|data|virtual|const)\s+)*"
    rf"({'|'.join(sorted(_WORDS, key=len, reverse=True))})\s+[\"']?([A-Za-z_][\w.:?!-]*)",
)
_CALLED = re.compile(r"[A-Za-z_][\w\s*&<>,:\[\].]*?\b([A-Za-z_]\w*)\s*\([^;]*$")
_NO_NAMES = ("if", "for", "while", "switch", "return", "else", "do", "case", "catch", "try", "with", "elif", "foreach", "until", "unless")
_CLASSES = frozenset(("class", "struct", "interface", "trait", "impl", "enum", "protocol", "object", "record"))


def read(text: str, total: int) -> tuple[list[Symbol], list[Span]]:
    """Give definitions and folds, as far as the indentation tells them."""
    lines = text.split("\n")[:total]
    depths = [_depth(line) for line in lines]
    ends = _ends(depths)
    folds: list[Span] = []
    symbols: list[Symbol] = []
    open_ones: list[Symbol] = []
    done = 0
    for at, line in enumerate(lines):
        if depths[at] < 0:
            continue
        end = _close(lines, depths, at, ends[at])
        if found := _define(line, lines[at + 1 : at + 2]):
            while open_ones and open_ones[-1][3] <= at:
                open_ones.pop()
            kind, name = found
            scope = open_ones[-1] if open_ones else None
            kind = "method" if kind == "function" and scope and scope[0] in _CLASSES else kind
            symbols.append((kind, f"{scope[1]}.{name}" if scope else name, at + 1, end + 1))
            open_ones.append(symbols[-1])
        if at >= done and ends[at] > at:
            is_closed = end > ends[at]
            first, last = (at + 2, end) if is_closed else (at + 3, end)  # from 1; without brackets the first and last line stay
            if end - at + 1 >= BODY + (not is_closed) and last >= first:
                folds.append((first, last))
                done = end
    return symbols, join(folds, total)


def _depth(line: str) -> int:
    """Give the columns a line is indented, or -1 for a blank one."""
    text = line.expandtabs(4)
    bare = text.lstrip()
    return len(text) - len(bare) if bare else -1


def _ends(depths: list[int]) -> list[int]:
    """Give for each line the last of those that are indented more and follow it, or itself."""
    ends = list(range(len(depths)))
    stack: list[int] = []
    last = -1  # the last line that is not blank
    for at, depth in enumerate(depths):
        if depth < 0:
            continue
        while stack and depths[stack[-1]] >= depth:
            ends[stack.pop()] = last
        stack.append(at)
        last = at
    for at in stack:
        ends[at] = max(last, at)
    return ends


def _close(lines: list[str], depths: list[int], at: int, end: int) -> int:
    """Take in the line with the closing bracket, or `end`, that follows a body."""
    after = end + 1
    while after < len(lines) and depths[after] < 0:
        after += 1
    if end > at and after < len(lines) and depths[after] == depths[at]:
        word = lines[after].strip()
        if word[:1] in ("}", ")", "]") or re.match(r"end\b|fi\b|done\b|esac\b", word):
            return after
    return end


def _define(line: str, following: list[str]) -> tuple[str, str] | None:
    """Tell what a line defines, if anything: kind and name."""
    if found := _NAMED.match(line):
        return _WORDS[found[1]], found[2].replace("::", ".").rstrip(":")
    bare = line.rstrip()
    if line[:1].isspace() or not bare.endswith(("{", ")")) or (bare.endswith(")") and not "".join(following).startswith("{")):
        return None
    found = _CALLED.match(bare.rstrip("{ "))
    return ("function", found[1]) if found and found[1] not in _NO_NAMES else None
