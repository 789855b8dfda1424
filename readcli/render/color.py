"""Pages for a terminal: a dim gutter, colours, tabs and wrapping, nothing that could drive the terminal.

Lines are gathered into windows, so that a lexer sees what belongs together; a window begins with some text before it
that is lexed and not shown. Out comes the text of `plain`, with styles set and control characters made visible.
"""

from __future__ import annotations

import gc

from readcli import terminal
from readcli.lines import Block, Fold, Gap
from readcli.model import Range
from readcli.render import plain
from readcli.render.columns import expand, overlay, wrap
from readcli.render.shown import Shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from readcli.page import Page
    from readcli.render.columns import Runs
    from readcli.render.links import TreeLinks
    from readcli.render.out import Out
    from readcli.render.tokens import Colouring

WINDOW = 1 << 20  # characters that are lexed at once
_LOOK = 1 << 16  # characters before a window from which its lead is taken
_BACK = 5000  # lines before a range that are looked at whole
_LEADS = 4000  # lines read for leads, over all ranges of a page
_FIRST, _THEN = 50, 500  # lines after which what is ready goes out: the first screen at once
GUTTER, HIT, MARK = "2", "7", "1"
_NEAR = 12  # columns below which text is not wrapped


def render(page: Page, out: Out) -> None:
    """Print all items of a page. Raises what reading raises, UsageError for a theme or a language that is not there."""
    if page.selector.view == "raw":
        out.print_all()
        plain.render(page, out)
        return
    gc.set_threshold(100_000)  # nothing here is cyclic, and loading a lexer would set it off ten times
    out.is_live = page.document.lines.is_live
    painter = Painter(page, out)
    try:
        for item in page.items:
            painter.take(item)
        painter.end()
    finally:
        painter.close()
    page.finish()
    out.is_live = False


class Painter:
    """Prints the items of one page."""

    def __init__(self, page: Page, out: Out) -> None:
        """Decide on all that holds for the whole page."""
        options = page.options
        self._page, self._out = page, out
        self._form = plain.Form(page)
        self._is_coloured = terminal.is_coloured(1, options)
        self._shown = Shown(self._form, is_coloured=self._is_coloured)
        self._has_gutter = page.gutter != "none"
        self._digits = digits(page) if self._has_gutter else 0
        self._tabs = options.tabs if options.tabs is not None else 8 if self._has_gutter and self._form.is_terminal else 0
        self._room = self._wrap_at()
        self._colouring: Colouring | None = None
        self._is_chosen = False
        self._blocks: list[Block] = []
        self._size = 0
        self._before = ""  # the end of the last window
        self._next = 0  # the line after the last window
        self._leads = 0
        self._pieces: list[str] = []
        self._due = _FIRST
        self._is_open = False  # the last line has no newline yet
        self._find = _finder(page)
        self._links = _links_of(page)

    def _wrap_at(self) -> int:
        """Give the columns at which lines are wrapped, or 0."""
        wish = self._page.options.wrap or "auto"
        if wish == "never" or (wish == "auto" and not (self._form.is_terminal and self._has_gutter)):
            return 0
        taken = self._digits + (2 * (self._page.gutter == "anchors") + 1 if self._has_gutter else 0)
        return max(terminal.size()[0] - taken, 0) if terminal.size()[0] - taken >= _NEAR else 0

    def take(self, item: Block | Gap | Fold) -> None:
        """Add an item; it is printed when its window is full."""
        if not isinstance(item, Block):
            self._end_window()
            self._part(item)
            return
        if not self._is_chosen:
            self._choose(item)
        if item.col != 1 or item.more:
            self._end_window()
            self._piece(item)
            return
        if self._blocks and (self._size >= WINDOW or self._blocks[-1].n + self._blocks[-1].count != item.n):
            self._end_window()
        self._blocks.append(item)
        self._size += len(item.data)
        if self._colouring is None or self._out.is_live:
            self._end_window()

    def _choose(self, block: Block) -> None:
        """Choose the lexer by what the text is."""
        self._is_chosen = True
        if not self._is_coloured:
            return
        head = block.data
        lines = self._page.document.lines
        if block.n != 1 and lines.is_repeatable:
            head = b"".join(piece.data for piece in lines.slices([Range(1, 6)]))
        from readcli.render.language import lexer_of
        from readcli.render.palette import palette

        lexer = lexer_of(self._page.document, self._page.options, head[:8192].decode("utf-8", "replace"))
        styles = palette(self._page.options.theme, terminal.depth())
        if lexer is not None:
            from readcli.render.tokens import Colouring

            self._colouring = Colouring(lexer, styles)

    def _part(self, item: Gap | Fold) -> None:
        """Print what stands for lines that are left out."""
        if isinstance(item, Fold):
            self._say(self._ink([(GUTTER, self._form.fold(item).decode("utf-8", "replace").rstrip("\n"))]) + "\n")
        elif not self._page.is_plain:
            dots = self._ink([(GUTTER, "…")])
            self._say(f"\n{dots}\n\n" if self._page.is_agent else f"{dots}\n")
        self._shown.lift()

    def _piece(self, block: Block) -> None:
        """Print a block that begins or ends inside a line: that line as it is, the whole lines behind it as always."""
        first, newline, _ = block.data.partition(b"\n")
        text = "\n".join(self._shown.lines(first)[0])
        gutter = "" if block.col == 0 else self._gutter(block.n, "")
        if block.col == 0:
            self._is_open = False
        self._say(gutter + text + newline.decode(), is_open=not newline)
        self._next = 0
        rest = block.cut(block.n + 1, None) if block.count > 1 else None
        if rest is not None:
            self.take(rest)
        else:
            self._emit()

    def _end_window(self) -> None:
        """Print the lines gathered."""
        blocks, self._blocks, self._size = self._blocks, [], 0
        if not blocks:
            return
        n = blocks[0].n
        lines, styled = self._shown.lines(b"".join(block.data for block in blocks) if len(blocks) > 1 else blocks[0].data)
        hits = {block.n for block in blocks if block.mark == "hit"}
        letters = self._letters(blocks)
        is_ended = blocks[-1].data.endswith(b"\n")
        if self._colouring is None:
            rows = ([("", line)] for line in lines)
        else:
            text = "\n".join(lines) + "\n"
            rows = self._colouring.lines(text, self._lead(n))  # type: ignore[assignment]
            self._before = (self._before + text if n == self._next else text)[-_LOOK:]
        self._next = n + len(lines)
        last = self._next - 1
        for at, runs in enumerate(rows, n):
            self._line(at, letters[at - n] if letters else "", styled.get(at - n, runs), (at in hits, is_ended or at < last))
        self._emit()

    def _letters(self, blocks: list[Block]) -> list[str]:
        if self._page.gutter != "anchors":
            return []
        from readcli.anchors import anchors

        return [letters.decode() for block in blocks for letters in anchors(block.lines, block.data)]

    def _lead(self, n: int) -> str:
        """Give text before line `n` to be lexed and not shown."""
        from readcli.render.tokens import LONG, restart

        if n == self._next:
            return self._before[restart(self._before) :]
        document = self._page.document
        if n == 1 or not document.lines.is_repeatable or self._leads > _LEADS:
            return ""
        is_whole = n <= _BACK and not self._leads and (document.source.size or 0) <= 4 * WINDOW
        first = 1 if is_whole else max(1, n - 60)
        self._leads += n - first
        lossy = document.lines.lossy
        data = b"".join(block.data for block in document.lines.slices([Range(first, n - 1)]))
        document.lines.lossy = lossy  # counted where they are shown
        lines = Shown(plain.Form(self._page), is_coloured=False).lines(data)[0]
        start = next((at + 1 for at in reversed(range(len(lines))) if len(lines[at]) > LONG), 0)
        text = "\n".join(lines[start:]) + "\n"
        return text[restart(text) :]

    def _line(self, n: int, letters: str, runs: Runs, how: tuple[bool, bool]) -> None:
        """Print a line; `how`: whether it is a hit, whether it has a newline."""
        is_hit, is_ended = how
        if n == self._out.opens_at:
            self._emit()
            self._out.mark()
        spans = self._find("".join(text for _, text in runs), n, is_hit) if self._find else []
        if spans:
            runs = overlay(runs, spans, HIT)
        if self._links:
            runs = [("", self._links.row("".join(text for _, text in runs)))]
        if self._tabs:
            runs = expand(runs, self._tabs)
        gutter = self._gutter(n, letters, is_marked=is_hit or bool(spans)) if self._has_gutter else ""
        if self._room:
            blank = "\n" + self._ink([(GUTTER, " " * (self._digits + len(letters)) + "|")]) if self._has_gutter else "\n"
            text = blank.join(self._ink(row) for row in wrap(runs, self._room))
        else:
            text = self._ink(runs)
        self._say(gutter + text + "\n" * is_ended, is_open=not is_ended)
        self._due -= 1
        if self._due <= 0:
            self._emit()
            self._out.flush()
            self._due = _THEN

    def _gutter(self, n: int, letters: str, *, is_marked: bool = False) -> str:
        if not self._has_gutter:
            return ""
        return self._ink([(MARK if is_marked else GUTTER, f"{n:>{self._digits}}{letters}|")])

    def _ink(self, runs: Runs) -> str:
        """Write runs with their styles; each ends by itself, so that nothing goes on where the output is cut."""
        if not self._is_coloured and self._form.ansi != "keep":
            return "".join([text for _, text in runs])
        return "".join([f"\x1b[{style}m{text}\x1b[0m" if style and text else text for style, text in runs])

    def _say(self, text: str, *, is_open: bool = False) -> None:
        """Add text for output, behind a line that is ended if need be."""
        self._pieces.append("\n" + text if self._is_open else text)
        self._is_open = is_open

    def _emit(self) -> None:
        pieces, self._pieces = self._pieces, []
        self._out.write("".join(pieces).encode("utf-8", "replace"))

    def end(self) -> None:
        """Print what is left, and end the last line."""
        self._end_window()
        if self._is_open and (self._has_gutter or self._page.is_agent):
            self._say("")
        self._emit()

    def close(self) -> None:
        """Print what is ready, also before an error is told, and let the lexer go."""
        if self._pieces:
            self._emit()
        if self._colouring is not None:
            self._colouring.close()


def _links_of(page: Page) -> TreeLinks | None:
    """Give what puts links on the rows of a tree, where the terminal opens them."""
    if page.document.format != "directory" or page.selector.kind or page.is_agent or page.gutter != "none" or page.is_plain:
        return None
    if not terminal.is_linked(page.options):
        return None
    from readcli.render.links import TreeLinks

    return TreeLinks(page.document.source.path)


def digits(page: Page) -> int:
    """Give how many digits the gutter is wide: those of the last number, where it is known."""
    ranges = page.selector.ranges if page.selector.kind in ("list", "loc", "anchor", "mid") else []
    total = page.document.lines.known_total()
    last = ranges[-1].last if ranges else None
    if last is not None:
        last += max(page.context[1], 2 * (page.selector.kind == "loc"))
        return len(str(min(last, total) if total else last))
    if total is not None:
        return len(str(total))
    size = page.document.source.size if not page.document.is_made else None
    return max(4, len(str((size or 0) // 50)))


def _finder(page: Page) -> Callable[[str, int, bool], list[tuple[int, int]]] | None:
    """Give what finds the places to mark in a line: its text, its number, whether it is a hit."""
    selector = page.selector
    if selector.kind == "loc":
        wanted, column = selector.ranges[0].first, selector.number
        return lambda text, n, _: [(max(column, 1) - 1, column)] if n == wanted and column <= len(text) else []
    if selector.kind == "search" and not selector.view:
        import re

        search: Any = re.compile(selector.words, re.IGNORECASE if selector.flags else 0).finditer
        return lambda text, _, is_hit: [found.span() for found in search(text)] if is_hit else []
    return None
