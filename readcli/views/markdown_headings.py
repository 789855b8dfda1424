"""The headings of Markdown, by CommonMark 0.31: ATX headings (section 4.2) and setext headings (4.3).

None stand inside fences (4.5), HTML comments and raw HTML (4.6), indented code (4.4), lists' and quotations' paragraphs, front matter.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))??(?:[ \t]+#+)?[ \t]*$")
_SETEXT = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_FENCE = re.compile(r"([ \t]*)(?:> ?)*(?:[-*+] +|\d{1,9}[.)] +)?(`{3,}(?=[^`]*$)|~{3,})")
_ITEM = re.compile(r" *(?:[-*+]|\d{1,9}[.)]) +")
_RAW = re.compile(r" {0,3}<(pre|script|style|textarea)\b", re.IGNORECASE)
_INTERRUPTS = re.compile(r" {0,3}(?:>|[-*+](?:\s|$)|\d{1,9}[.)](?:\s|$)|\||<[a-zA-Z/!?])")
_MARKS = (
    (re.compile(r"!?\[([^\]]*)\]\([^)]*\)"), r"\1"),
    (re.compile(r"!?\[([^\]]*)\]\[[^\]]*\]"), r"\1"),
    (re.compile(r"(?<!\\)(\*\*|__|\*|`+|~~)(?=\S)(.+?)(?<=\S)\1"), r"\2"),
    (re.compile(r"(?<![\w\\])_(?=\S)(.+?)(?<=\S)_(?!\w)"), r"\1"),
    (re.compile(r"</?[a-zA-Z][^<>]*>"), ""),
    (re.compile(r"\{#[^}]*\}\s*$"), ""),
    (re.compile(r"\\([!-/:-@\[-`{-~])"), r"\1"),
)

Found = tuple[int, int, str]  # line, level, words as written


def strip_marks(text: str) -> str:
    """Take the inline marks of Markdown off a heading: `**bold**`, `` `code` ``, links, attributes."""
    for pattern, kept in _MARKS:
        text = pattern.sub(kept, text)
    return " ".join(text.split())


def find_markdown(lines: list[str], *, is_setext: bool = True) -> Iterator[Found]:
    """Give the headings of Markdown; without `is_setext` an underline makes none (text that readcli made)."""
    until: re.Pattern[str] | None = None  # what ends the block without headings
    paragraph = 0  # the line where the paragraph began that an underline would make a heading, or 0
    is_free = True  # whether a line may begin such a paragraph
    depth = 0  # columns by which the contents of a list item are indented
    start = front_matter(lines)
    for n, line in enumerate(lines[start:], start + 1):
        if until:
            if until.search(line):
                until = None
            continue
        is_blank = not line.strip()
        if until := _opens(line, depth):
            paragraph, is_free = 0, True
        elif found := _ATX.match(line):
            if words := (found[2] or "").strip():
                yield n, len(found[1]), words
            paragraph, is_free = 0, True
        elif is_setext and paragraph and (found := _SETEXT.match(line)):
            yield paragraph, 1 if found[1][0] == "=" else 2, " ".join(text.strip() for text in lines[paragraph - 1 : n - 1])
            paragraph, is_free = 0, True
        elif is_blank or _INTERRUPTS.match(line):
            paragraph, is_free = 0, is_blank
        elif is_free and not paragraph and not line.startswith(("    ", "\t")):
            paragraph = n
        if not is_blank:
            depth = _depth(line, depth)


def _opens(line: str, depth: int) -> re.Pattern[str] | None:
    """Give what ends the block without headings that a line opens, if it opens one."""
    if ("```" in line or "~~~" in line) and (fence := _FENCE.match(line)) and len(fence[1].expandtabs(4)) <= depth + 3:
        return re.compile(rf"^[ \t>]*{re.escape(fence[2][0])}{{{len(fence[2])},}}[ \t]*$")
    if "<" in line:
        if (raw := _RAW.match(line)) and f"</{raw[1].lower()}>" not in line.lower():
            return re.compile(rf"</{raw[1]}>", re.IGNORECASE)
        if line.lstrip().startswith("<!--") and "-->" not in line:
            return re.compile("-->")
    return None


def _depth(line: str, depth: int) -> int:
    """Give how far the contents of the list item are indented that a line belongs to; 0 outside of lists."""
    if item := _ITEM.match(line):
        return len(item[0])
    return depth if line.startswith((" ", "\t")) else 0


def front_matter(lines: list[str]) -> int:
    """Give the number of lines of YAML or TOML front matter, which stands between `---` or `+++` at the very beginning."""
    if not lines or lines[0].rstrip() not in ("---", "+++"):
        return 0
    mark = lines[0].rstrip()
    ends = (mark, "...") if mark == "---" else (mark,)
    for n, line in enumerate(lines[1:200], 2):
        if line.rstrip() in ends:
            return n
    return 0
