"""The headings of plain text in other notations: reStructuredText, AsciiDoc, Org, sections of INI files, cells of notebooks."""

from __future__ import annotations

import re

from readcli.views.markdown_headings import find_markdown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from readcli.views.markdown_headings import Found

_UNDERLINE = re.compile(r"([!-/:-@\[-`{-~])\1+\s*$")
_ASCIIDOC = re.compile(r"(={1,6}) +(\S.*?)(?: +=+)?\s*$")
_ORG = re.compile(r"(\*+) +(?:(?:TODO|DONE|NEXT|WAITING) +)?(?:\[#[A-Z]\] +)?(.*?)(?:\s+:[\w@:]+:)?\s*$")
_SECTION = re.compile(r"\s*\[([^\]]+)\]\s*(?:[#;].*)?$")
_CELL = re.compile(r"# %% \[(\w+)\] cell:\d+$")


def find_rst(lines: list[str]) -> Iterator[Found]:
    """Give titles of reStructuredText: underlined, perhaps overlined too; the order in which the marks appear makes the levels."""
    levels: list[str] = []
    for n, line in enumerate(lines, 1):
        mark = _UNDERLINE.match(line)
        if not mark or n < 2:
            continue
        title = lines[n - 2]
        words = title.strip()
        above = lines[n - 3].rstrip() if n > 2 else ""
        has_over = above == line.rstrip() and bool(words)
        if not words or _UNDERLINE.match(title) or len(line.rstrip()) < len(title.rstrip()):
            continue
        if not has_over and (title[:1].isspace() or (above and not _UNDERLINE.match(above))):
            continue  # the underline of a title has a blank line, or another title, above it
        style = mark[1] * (2 if has_over else 1)
        if style not in levels:
            levels.append(style)
        yield n - 2 if has_over else n - 1, levels.index(style) + 1, words


def find_asciidoc(lines: list[str]) -> Iterator[Found]:
    """Give the section titles of AsciiDoc, not those inside delimited blocks."""
    fence = ""
    for n, line in enumerate(lines, 1):
        text = line.rstrip()
        if fence or (len(text) >= 4 and text[0] in "-./+_*" and text == text[0] * len(text)):
            fence = "" if text == fence else fence or text
        elif found := _ASCIIDOC.match(line):
            yield n, len(found[1]), found[2]


def find_org(lines: list[str]) -> Iterator[Found]:
    """Give the headlines of Org, without keyword, priority and tags."""
    is_block = False
    for n, line in enumerate(lines, 1):
        start = line.lstrip().lower()
        if start.startswith(("#+begin_", "#+end_")):
            is_block = start.startswith("#+begin_")
        elif not is_block and (found := _ORG.match(line)) and found[2]:
            yield n, len(found[1]), found[2]


def find_sections(lines: list[str]) -> Iterator[Found]:
    """Give the sections of an INI file, all of one level."""
    for n, line in enumerate(lines, 1):
        if found := _SECTION.match(line):
            yield n, 1, found[1].strip()


def find_in_cells(lines: list[str]) -> Iterator[Found]:
    """Give the headings in the Markdown cells of a notebook."""
    marks = [(n, found[1]) for n, line in enumerate(lines, 1) if (found := _CELL.match(line))]
    for (n, kind), (end, _) in zip(marks, [*marks[1:], (len(lines) + 1, "")], strict=True):
        if kind == "markdown":
            yield from ((n + line, level, words) for line, level, words in find_markdown(lines[n : end - 1]))


BY_SUFFIX: dict[str, Callable[[list[str]], Iterator[Found]]] = {
    **dict.fromkeys((".rst", ".rest"), find_rst),
    **dict.fromkeys((".adoc", ".asciidoc", ".asc"), find_asciidoc),
    ".org": find_org,
    **dict.fromkeys((".ini", ".cfg", ".conf", ".editorconfig", ".gitconfig", ".desktop", ".service", ".properties"), find_sections),
    **dict.fromkeys((".md", ".markdown", ".mdx", ".mkd", ".mdown", ".qmd", ".rmd", ".txt", ".text", ""), find_markdown),
}
