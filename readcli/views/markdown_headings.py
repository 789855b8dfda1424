"""The headings of Markdown, reStructuredText, AsciiDoc, Org and INI text, and those of documents.

Markdown by CommonMark 0.31: ATX headings (section 4.2), setext headings (4.3); not inside fences (4.5), HTML comments and raw
HTML (4.6), indented code (4.4) or front matter.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
_SETEXT = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_FENCE = re.compile(r"( *)(?:>[ ]?)?(?:[-*+][ ]+|\d{1,9}[.)][ ]+)?(`{3,}(?=[^`]*$)|~{3,})")
_ITEM = re.compile(r"( *)(?:[-*+]|\d{1,9}[.)])( +|$)")
_RAW = re.compile(r" {0,3}<(pre|script|style|textarea)\b", re.IGNORECASE)
_NO_PARAGRAPH = re.compile(r" {0,3}(?:>|[-*+](?:\s|$)|\d{1,9}[.)](?:\s|$)|\||<)|\t| {4}")
_MARKS = (
    (re.compile(r"!?\[([^\]]*)\]\([^)]*\)"), r"\1"),
    (re.compile(r"!?\[([^\]]*)\]\[[^\]]*\]"), r"\1"),
    (re.compile(r"(?<!\\)(\*\*|__|\*|`+|~~)(?=\S)(.+?)(?<=\S)\1"), r"\2"),
    (re.compile(r"(?<![\w\\])_(?=\S)(.+?)(?<=\S)_(?!\w)"), r"\1"),
    (re.compile(r"<(?:[a-zA-Z/][^<>]*)>"), ""),
    (re.compile(r"\{#[^}]*\}\s*$"), ""),
    (re.compile(r"\\([!-/:-@\[-`{-~])"), r"\1"),
)

Found = tuple[int, int, str]  # line, level, words as written


def strip_marks(text: str) -> str:
    """Take the inline marks of Markdown off a heading: `**bold**`, `` `code` ``, links, attributes."""
    for pattern, kept in _MARKS:
        text = pattern.sub(kept, text)
    return text.strip()


def find_markdown(lines: list[str], *, is_setext: bool = True) -> Iterator[Found]:
    """Give the headings of Markdown; without `is_setext` an underline makes none (text that readcli made)."""
    until: re.Pattern[str] | None = None  # what ends the block that holds no headings
    paragraph = 0  # the line where the paragraph began that may get an underline
    depth = 0  # columns that the contents of a list item are indented
    start = _front_matter(lines)
    for n, line in enumerate(lines[start:], start + 1):
        if until:
            if until.search(line):
                until = None
            continue
        if until := _opens(line, depth):
            paragraph = 0
            continue
        if found := _ATX.match(line):
            if words := (found[2] or "").strip():
                yield n, len(found[1]), words
            paragraph = 0
        elif paragraph and is_setext and (found := _SETEXT.match(line)):
            yield paragraph, 1 if found[1][0] == "=" else 2, " ".join(text.strip() for text in lines[paragraph - 1 : n - 1])
            paragraph = 0
        elif not line.strip():
            paragraph = 0
        elif not paragraph and not _NO_PARAGRAPH.match(line) and lines[n - 2 : n - 1] in ([], [""]) | _Any(n == start + 1):
            paragraph = n
        depth = _item_depth(line, depth)


def _opens(line: str, depth: int) -> re.Pattern[str] | None:
    """Give what ends the block without headings that a line opens, if it opens one."""
    if (fence := _FENCE.match(line)) and len(fence[1]) <= depth + 3:
        return re.compile(rf"^[ \t>]*{re.escape(fence[2][0])}{{{len(fence[2])},}}[ \t]*$")
    if "<" in line:
        if (raw := _RAW.match(line)) and f"</{raw[1].lower()}>" not in line.lower():
            return re.compile(rf"</{raw[1]}>", re.IGNORECASE)
        if line.lstrip().startswith("<!--") and "-->" not in line:
            return re.compile("-->")
    return None
