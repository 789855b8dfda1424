"""`--render`: Markdown as a person reads it, by Rich: headings, lists, tables, code; on a terminal and, without colours, in a pipe.

The text is taken apart at headings and rendered section by section, so that the first screen does not wait for the last page
and a parser that is slow on hostile text meets no more than a piece of it. Definitions of links go with every section.
"""

from __future__ import annotations

import io
import re

from readcli import limits, terminal
from readcli.lines import Block, whole_lines
from readcli.render import plain
from readcli.render.shown import Shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it import MarkdownIt
    from rich.console import Console
    from rich.segment import Segment

    from readcli.page import Page
    from readcli.render.out import Out

_FORMATS = ("docx", "odt", "html", "epub", "url")  # whose text is Markdown
_SUFFIXES = (".md", ".markdown", ".mdown", ".mkd", ".mdwn", ".qmd")
_LEAST = 4 * limits.KIB  # characters of what is rendered at once
_PIECE = 32 * limits.KIB  # characters; a section is parted at a blank line beyond it
_LONGEST = 8 * limits.KIB  # of one line; inline text that is longer is not taken for Markdown
_HEADING = re.compile(r" {0,3}#{1,6}(?:\s|$)")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_DEFINITION = re.compile(r" {0,3}\[[^\]\[]{1,200}\]:\s*\S")
_DEEPEST = 200
_DEEP = re.compile(r"\s{60}|\s*(?:(?:[>*+-]|\d{1,9}[.)])\s*){20}")  # deeper than the parser goes, which drops the rest


def is_wanted(page: Page) -> bool:
    """Say whether a page is rendered: Markdown, where `--render` asks for it and nobody asked for something else."""
    options = page.options
    if page.selector.view or page.is_agent or options.cat or page.selector.kind == "search":
        return False
    is_named = page.document.source.name.lower().endswith(_SUFFIXES) if not page.document.is_made else False
    is_markdown = is_named or page.document.format in _FORMATS or options.language in ("markdown", "md")
    return is_markdown and options.as_ in (None, "markdown")


def render(page: Page, out: Out) -> None:
    """Print all items of a page. Raises what reading raises."""
    page.gutter = "none"
    shown = Shown(plain.Form(page), is_coloured=False)
    runs: list[list[str]] = [[]]
    for item in whole_lines(page.items):
        if not isinstance(item, Block):
            runs.append([])
            continue
        runs[-1] += shown.lines(item.data)[0]
    definitions = [line for run in runs for line in run if _DEFINITION.match(line)]
    room = Room(page)
    for at, run in enumerate(runs):
        if at:
            out.write("…\n\n".encode())
        for section in sections(run):
            out.write(room.write(section, definitions))
            out.flush()
    page.finish()


def sections(lines: list[str]) -> Iterator[list[str]]:
    """Part lines at headings outside of fenced code; what is longer than a piece at a blank line, or at any."""
    section: list[str] = []
    size = 0
    fence = ""
    for line in lines:
        is_long = size > _PIECE
        if section and not fence and ((size > _LEAST and _HEADING.match(line)) or (is_long and (not line.strip() or size > 2 * _PIECE))):
            yield section
            section, size = [], 0
        elif section and fence and size > 8 * _PIECE:  # a fence that is not closed, or a very long listing
            yield [*section, fence]
            section, size = [fence], 0
        found = _FENCE.match(line)
        if found and not fence:
            fence = found[1]
        elif found and fence and found[1].startswith(fence) and not line.strip().strip(fence[0]):
            fence = ""
        section.append(line)
        size += len(line) + 1
    if section:
        yield section


def _parser() -> MarkdownIt:
    """Give the parser that Rich uses, but with HTML as text: Rich would drop it."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt().enable(["strikethrough", "table"]).disable(["html_block", "html_inline"])
    parser.options["maxNesting"] = _DEEPEST
    return parser


class Room:
    """Where the text goes: how wide it is, with which colours and links."""

    def __init__(self, page: Page) -> None:
        """Decide on all that holds for the page."""
        self._width = terminal.size()[0]
        self._is_coloured = terminal.is_coloured(1, page.options)
        self._has_links = terminal.is_linked(page.options)
        self._theme = page.options.theme if page.options.theme not in (None, "auto", "terminal") else "ansi_dark"

    def write(self, section: list[str], definitions: list[str]) -> bytes:
        """Render a section; what Rich or its parser cannot take is given as its lines."""
        if not any(line.strip() for line in section):
            return b""
        if any(len(line) > _LONGEST or _DEEP.match(line) for line in section):
            return ("\n".join(section) + "\n\n").encode("utf-8", "replace")
        from rich.markdown import Markdown
        from rich.segment import Segments

        text = "\n".join([*section, "", *(line for line in definitions if line not in section)])
        console = self._console()
        try:
            found = Markdown("", code_theme=self._theme or "ansi_dark", hyperlinks=self._has_links)
            found.parsed = _parser().parse(text)
            console.print(Segments([self._safe(segment) for segment in console.render(found)]))
        except RecursionError:
            return ("\n".join(section) + "\n\n").encode("utf-8", "replace")
        lines = console.file.getvalue().split("\n")  # type: ignore[attr-defined]  # a StringIO
        while lines and not lines[-1].strip():
            lines.pop()
        return "".join(f"{line.rstrip(' ')}\n" for line in [*lines, ""]).encode("utf-8", "replace")

    @staticmethod
    def _safe(segment: Segment) -> Segment:
        """Make control characters visible that entities such as `&#27;` have brought in, and drop links that hold some."""
        from rich.segment import Segment as Made

        from readcli import control

        text, style = segment.text, segment.style
        if style is not None and style.link and not (style.link.isascii() and style.link.isprintable()):
            style = style.update_link(None)
        return Made(text if text.isprintable() else "\n".join(control.show(line) for line in text.split("\n")), style, segment.control)

    def _console(self) -> Console:
        from rich.console import Console

        system = {24: "truecolor", 8: "256", 4: "standard"}[terminal.depth()]
        return Console(
            file=io.StringIO(),
            width=self._width,
            force_terminal=self._is_coloured or self._has_links,
            color_system=system if self._is_coloured or self._has_links else None,  # type: ignore[arg-type]  # one of its words
            no_color=not self._is_coloured,
            markup=False,
            emoji=False,
            highlight=False,
            legacy_windows=False,
        )
