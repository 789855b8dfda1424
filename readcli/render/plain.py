"""Pages as plain text: numbers, hashlines or neither. What all the other forms must agree with."""

from __future__ import annotations

import os

from readcli import limits
from readcli.lines import Block, Fold, Gap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from readcli.page import Page
    from readcli.render.out import Out

_LOW = [b"%d|" % n for n in range(1000)]
_HIGH = [b"%03d|" % n for n in range(1000)]


def render(page: Page, out: Out) -> None:
    """Print all items of a page, then, for agents, its notices. Raises what reading raises."""
    if page.selector.view == "raw" and not page.selector.kind:
        copy(page, out)
        return
    form = Form(page)
    is_raw = page.selector.view == "raw"
    out.is_live = page.document.lines.is_live
    began = False
    for item in page.items:
        if isinstance(item, Gap):
            if not is_raw and not page.is_plain:
                out.write(b"\n\xe2\x80\xa6\n\n" if page.is_agent else b"\xe2\x80\xa6\n")
            continue
        if began and not out.ends_line and not is_raw and not (isinstance(item, Block) and item.col == 0):
            out.write(b"\n")
        out.write(form.fold(item) if isinstance(item, Fold) else form.block(item))
        began = True
    if began and not out.ends_line and (page.gutter != "none" or page.is_agent) and not is_raw:
        out.write(b"\n")
    page.finish()
    out.is_live = False


def copy(page: Page, out: Out) -> None:
    """Print the bytes of the whole source, or as many as an explicit limit allows."""
    source = page.document.source
    left = page.options.max_bytes
    if left is None and page.options.limit is None and source.file is not None:
        out.copy(source.file, source.size)
        return
    lines = page.options.limit
    for piece in source.chunks():
        if left is not None:
            piece = piece[:left]
            left -= len(piece)
        if lines is not None and (count := piece.count(b"\n")) >= lines:
            at = -1
            for _ in range(lines):
                at = piece.index(b"\n", at + 1)
            piece, lines = piece[: at + 1], 0
        elif lines is not None:
            lines -= count
        out.write(piece)
        if source.file is None:
            out.flush()
        if left == 0 or lines == 0:
            page.document.notice("a limit cut the bytes")
            return


class Form:
    """How the blocks of one page are written: the gutter, and what becomes of control characters."""

    def __init__(self, page: Page) -> None:
        """Take the gutter and the treatment of control characters."""
        self.page = page
        self.gutter = page.gutter
        self.is_terminal = os.isatty(1)
        self.ansi = page.options.ansi or "auto"
        self.is_raw = page.selector.view == "raw"
        default = limits.COLUMNS if page.is_agent and not page.document.is_paged else 0
        self.columns = page.options.max_columns if page.options.max_columns is not None else default
        if self.gutter == "anchors" or (page.is_summary and page.options.max_columns is None):
            self.columns = 0

    def block(self, block: Block) -> bytes:
        """Write a block."""
        if self.is_raw:
            return block.data
        shown = self.shown(block)
        if self.gutter == "none":
            return shown.data
        lines = ended_lines(shown)
        block.knows(len(lines))
        if self.gutter == "numbers":
            return number(lines, block.n, is_continued=block.col == 0)
        return self._anchored(lines, block)

    @staticmethod
    def _anchored(lines: list[bytes], block: Block) -> bytes:
        """Write hashlines; a line that is not whole has its number only."""
        from readcli.anchors import anchors

        if not block.more and block.col == 1:
            return hashlines(lines, anchors(block.lines, block.data), block.n)
        first = number(lines[:1], block.n, is_continued=block.col == 0)
        return first + (hashlines(lines[1:], anchors(block.lines[1:]), block.n + 1) if len(lines) > 1 else b"")

    def shown(self, block: Block) -> Block:
        """Give the block as it may be shown: the same one, where nothing has to change."""
        data = block.data
        if self.page.options.no_timestamps and block.col == 1:
            from readcli import control

            data = control.without_stamps(data)
        if self.is_terminal or has_control(data):
            data = self._without_control(data)
        if self.columns and any(len(line) > self.columns for line in block.lines):
            data = self._within_columns(data)
        return block if data is block.data else block.like(data)

    def _without_control(self, data: bytes) -> bytes:
        from readcli import control

        if has_control(data) and self.ansi != "show":
            data = control.keep_colours(data) if self.ansi == "keep" else control.strip(data)
        if self.ansi == "show" or (self.is_terminal and self.ansi != "keep"):
            text = data.decode("utf-8", "replace")
            shown = control.show(text)
            data = data if shown == text else shown.encode()
        return data

    def _within_columns(self, data: bytes) -> bytes:
        """Cut lines at the last column allowed."""
        lines = data.decode("utf-8", "replace").split("\n")
        for at, line in enumerate(lines):
            if len(line) > self.columns:
                self.page.has_cut_columns = True
                lines[at] = line[: self.columns] + "…"
        return "\n".join(lines).encode()

    def fold(self, fold: Fold) -> bytes:
        """Write a fold: `...`, or a merged line with both its ends in the gutter."""
        text = self.shown(Block(fold.first, fold.text)).data
        if not fold.is_merged or self.gutter == "none":
            return text + b"\n"
        first, last = fold.hashes or (b"", b"")
        if self.gutter == "numbers":
            first = last = b""
        return b"%d%b-%d%b|%b\n" % (fold.first, first, fold.last, last, text)


def has_control(data: bytes) -> bool:
    """Say quickly whether a block may hold what must be undone even for a pipe."""
    return (
        b"\x1b" in data
        or b"\r" in data
        or b"\b" in data
        or b"\0" in data
        # The second byte alone first: it is rare, and one byte is found many times faster than two.
        or (b"\x9b" in data and b"\xc2\x9b" in data)
        or (b"\x9d" in data and b"\xc2\x9d" in data)
        or (b"\x90" in data and b"\xc2\x90" in data)
        or (b"\x9f" in data and b"\xc2\x9f" in data)
    )


def ended_lines(block: Block) -> list[bytes]:
    r"""Give the lines of a block with their newlines; `bytes.splitlines` would also split at `\r`."""
    if b"\r" not in block.data:
        return block.data.splitlines(keepends=True)
    lines = [line + b"\n" for line in block.lines]
    if not block.data.endswith(b"\n"):
        lines[-1] = lines[-1][:-1]
    return lines


def number(lines: list[bytes], n: int, *, is_continued: bool = False) -> bytes:
    """Write `N|` before each line. A table of 1000 endings and one join: no integer is formatted for each line."""
    pieces = lines[:1] if is_continued else []
    at, count = len(pieces), len(lines)
    while at < count:
        thousands, low = divmod(n + at, 1000)
        take = min(1000 - low, count - at)
        parts = [b"%d" % thousands if thousands else b""] * (3 * take)
        parts[1::3] = (_HIGH if thousands else _LOW)[low : low + take]
        parts[2::3] = lines[at : at + take]
        pieces.append(b"".join(parts))
        at += take
    return b"".join(pieces)


def hashlines(lines: list[bytes], letters: list[bytes], n: int) -> bytes:
    """Write `Nth|` before each line."""
    count = len(lines)
    pieces = []
    at = 0
    while at < count:
        thousands, low = divmod(n + at, 1000)
        take = min(1000 - low, count - at)
        parts = [b"%d" % thousands if thousands else b""] * (5 * take)
        parts[1::5] = [digits[:-1] for digits in (_HIGH if thousands else _LOW)[low : low + take]]
        parts[2::5] = letters[at : at + take]
        parts[3::5] = [b"|"] * take
        parts[4::5] = lines[at : at + take]
        pieces.append(b"".join(parts))
        at += take
    return b"".join(pieces)
