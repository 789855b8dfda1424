"""What fits on a page: limits of lines and bytes, and where to go on.

`Page` is what a renderer prints: items, then `next`, `truncated_by` and notices, which are known when the items have run out.
"""

from __future__ import annotations

import os

from readcli import limits
from readcli.lines import Block, Fold, Gap
from readcli.model import Range
from readcli.selector import Selector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from readcli.document import Document
    from readcli.lines import Item
    from readcli.model import Options


class Page:
    """One target's answer.

    items         blocks, gaps and folds, read lazily
    gutter        numbers, anchors, none
    is_plain      `-p`: the text and nothing else
    next          selector that goes on, or None; next_skip: number for `--skip`, of rows
    truncated_by  lines, bytes, chars, or None
    """

    def __init__(self, document: Document, selector: Selector | None, options: Options) -> None:
        """Take what is asked; `items` are set by the view."""
        self.document = document
        self.selector = selector or Selector()
        self.options = options
        self.is_agent = options.profile == "agent"
        self.gutter = choose_gutter(document, options, self.selector.view)
        self.is_plain = options.gutter == "none" or (options.gutter == "auto" and self.gutter == "none" and not document.is_made)
        self.items: Iterator[Item] = iter(())
        self.asked: list[Range] = [Range(1, None)]  # the lines asked for, with their context
        self.ranges: list[Range] = []  # what to go on with is built from these, without context
        self.is_by_characters = options.start_index is not None or options.max_chars is not None
        self.is_summary = False  # code with folds: all of it, whatever the limits of a profile
        self.is_rows = False  # outline, conflicts, errors: rows made by readcli, paged by --skip
        self.next: str | None = None
        self.next_skip: int | None = None
        self.truncated_by: str | None = None
        self.first: int | None = None
        self._shown: Block | Fold | None = None
        self._count = 0  # lines shown, where there is a limit
        self.cut: tuple[int, int] | None = None  # line and column where a limit stopped
        self.remark = ""  # said in place of a line that does not fit
        self.footnote = ""  # lines under an agent's page, before its notices
        self.has_cut_columns = False
        self.is_beyond = False  # all that was asked for lies past the end
        self.lines_limit, self.bytes_limit = self._limits()

    def _limits(self) -> tuple[int | None, int | None]:
        """Give the lines and bytes that a page may hold."""
        options = self.options
        lines, size = options.limit, options.max_bytes
        if not self.is_agent or self.selector.view == "raw":
            return lines, size
        if lines is None:
            lines = self._agent_lines()
        if size is None:
            size = limits.BYTES if self.document.is_paged else max(limits.BYTES, limits.BYTES_PER_LINE * lines)
        return lines, size

    def _agent_lines(self) -> int:
        if self.document.is_paged and (self.selector.kind or not self.document.is_fixed):
            return limits.LINES_MOST
        ranges = self.selector.ranges
        if self.selector.kind == "tail":
            return min(self.selector.number, limits.LINES_MOST)
        if self.selector.kind not in ("list", "loc", "anchor", "mid") or not ranges or ranges[-1].last is None:
            return limits.LINES
        wanted = sum((r.last or r.first) - r.first + 1 for r in ranges)
        before, after = self.context if len(ranges) == 1 and self.selector.kind == "list" else (0, 0)
        return min(wanted + after + (before if ranges[0].first > before else 0), limits.LINES_MOST)

    @property
    def last(self) -> int | None:
        """The last line shown so far, or None."""
        shown = self._shown
        if shown is None:
            return None
        return shown.last if isinstance(shown, Fold) else shown.n + shown.count - 1

    @property
    def context(self) -> tuple[int, int]:
        """Lines before and after one bounded range (search: around each hit)."""
        if self.selector.view == "raw" or self.selector.kind == "mid":
            return (0, 0)
        if self.options.context is not None:
            return self.options.context
        if self.selector.kind == "search":
            return (2, 2) if self.is_agent else (0, 0)
        return (1, 3) if self.is_agent else (0, 0)

    def fit(self, items: Iterator[Item]) -> Iterator[Item]:
        """Let items through until a limit; note what was shown."""
        lines_left, bytes_left = self.lines_limit, self.bytes_limit
        skip = self.options.skip
        waiting: Gap | None = None
        for item in items:
            if isinstance(item, Gap):
                waiting = item if self._shown is not None else None
                continue
            block: Block | Fold | None = item
            if isinstance(item, Block) and skip:
                count = min(skip, item.count)
                skip -= count
                block = item.cut(item.n + count, None) if count < item.count else None
            if block is None:
                continue
            if isinstance(block, Block) and (lines_left is not None or bytes_left is not None):
                block = self._take(block, lines_left, bytes_left)
            elif lines_left == 0:
                self.truncated_by, self.cut, block = "lines", (block.first if isinstance(block, Fold) else block.n, 1), None
            if block is not None:
                if waiting:
                    yield waiting
                    waiting = None
                size, count = self._note(block)
                self._count += count
                lines_left = None if lines_left is None else lines_left - count
                bytes_left = None if bytes_left is None else bytes_left - size
                yield block
            if self.truncated_by:
                return

    def _note(self, block: Block | Fold) -> tuple[int, int]:
        """Note what is shown; give its bytes and its lines."""
        self._shown = block
        if self.first is None:
            self.first = block.first if isinstance(block, Fold) else block.n
        if isinstance(block, Fold):
            return len(block.text), 1
        if self.lines_limit is None and self.bytes_limit is None:
            return 0, 0  # counting would cost
        self._column = (block.col or self._column) + len(block.lines[-1].decode("utf-8", "replace")) if block.more else 1
        return len(block.data), block.count - (block.col == 0)

    def _take(self, block: Block, lines: int | None, size: int | None) -> Block | None:
        """Give as much of a block as fits, and note where a limit stopped."""
        count = block.count
        fits = count if lines is None else min(count, max(0, lines + (block.col == 0)))
        if size is not None and len(block.data) - block.data.endswith(b"\n") > size:
            used = 0
            within = 0
            for line in block.lines[:fits]:
                if used + len(line) > size:
                    break
                used += len(line) + 1
                within += 1
            if within < fits:
                return self._stop_by_bytes(block, within, size)
        if fits == count:
            return block
        self.truncated_by, self.cut = "lines", (block.n + fits, 1)
        return block.cut(block.n, block.n + fits - 1) if fits else None

    def _stop_by_bytes(self, block: Block, within: int, size: int) -> Block | None:
        """Stop before the line that does not fit; where it is the first of the page, show its beginning."""
        self.truncated_by = "bytes"
        line = block.n + within
        self.cut = (line, 1)
        if within:
            return block.cut(block.n, line - 1)
        if self._shown is not None and block.col != 0:
            return None
        if self.gutter == "anchors" and block.col == 1 and self.selector.kind != "mid":
            from readcli.sizes import format_size

            self.remark = (
                f"Line {line} is {format_size(len(block.lines[0]))}, exceeds {format_size(size)} limit. "
                "Hashline output requires full lines; cannot compute hashes for a truncated preview."
            )
            return None
        piece = block.lines[0][:size]
        while piece and len(block.lines[0]) > len(piece) and block.lines[0][len(piece)] & 0xC0 == 0x80:
            piece = piece[:-1]
        piece = piece or block.lines[0][:4].decode("utf-8", "ignore")[:1].encode()
        start = self._column if block.col == 0 else block.col
        self.cut = (line, start + len(piece.decode("utf-8", "replace")))
        return Block(line, piece, block.col, more=True)

    _column = 1  # where a continued block begins

    def finish(self) -> None:
        """Work out `next` once the items have run out."""
        lines = self.document.lines
        if self.is_summary and not self.truncated_by:
            return
        if self.is_rows:
            if self.truncated_by:
                self.next_skip = self.options.skip + self._count if self.cut else None
            return
        if self.truncated_by and self.cut:
            self.next = self._rest(*self.cut)
        elif self.selector.view not in ("", "raw") or self.selector.kind not in ("", "list", "loc", "mid", "anchor"):
            return
        elif len(self.asked) == 1 and self.last is not None:
            after = self.last + 1
            if lines.has_line(after):
                self.next = f":{after}"

    def _rest(self, line: int, column: int) -> str:
        """Write the selector of what was asked and not shown."""
        left = [Range(max(r.first, line), r.last) for r in self.ranges or [Range(1, None)] if r.last is None or r.last >= line]
        if not left:  # only context was cut off
            left = [Range(line, line)]
        words = ",".join(f"{r.first}-{r.last or ''}" for r in left)
        if self.selector.kind == "search":
            return f":{words}:{self.selector.text[self.selector.text.index('/') :]}"
        if column > 1 or self.remark:
            return f":{line}:{column}-{left[0].last or ''}"
        return f":{words}"


MADE_VIEWS = ("info", "outline", "conflicts")  # rows that readcli writes
CHOICE_VIEWS = {"search": "search", "head": "headings", "sym": "symbols", "key": "keys"}  # which view answers a kind of choice, else plain


def choose_gutter(document: Document, options: Options, view: str) -> str:
    """Give numbers, anchors or none for a view of a document under these options."""
    gutter = options.gutter
    if gutter == "auto":
        gutter = "text" if os.isatty(1) else "none"
    if gutter in ("numbers", "anchors", "none"):
        return gutter
    if document.is_made or document.is_fixed or options.cat or view in MADE_VIEWS or document.is_binary:
        return "none"
    return "anchors" if options.profile == "agent" else "numbers"
