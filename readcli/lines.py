r"""Lines as blocks: runs of whole lines of UTF-8 with `\n` alone, whatever they come from.

Everything downstream sees `Block`, `Gap` and `Fold`; `Lines` is what files and documents offer.
"""

from __future__ import annotations

from readcli import limits
from readcli.model import Range

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from readcli.encoding import Encoding


class Block:
    r"""Consecutive lines: the number of the first, and UTF-8 with `\n` after each line but perhaps the last.

    col    where in its line the block begins (1: at the start), in characters; 0: somewhere in it, after the last block
    more   whether the last line goes on in the next block
    """

    __slots__ = ("_count", "_lines", "col", "data", "mark", "more", "n")

    def __init__(self, n: int, data: bytes, col: int = 1, *, more: bool = False, count: int = 0) -> None:
        """Take the lines; they are counted (unless `count` tells) and split when somebody needs it."""
        self.n = n
        self.data = data
        self.col = col
        self.more = more
        self.mark = ""  # how a terminal shows it: "" plain, "hit", "context"
        self._lines: list[bytes] | None = None
        self._count = count

    @property
    def lines(self) -> list[bytes]:
        """The lines without their newlines."""
        if self._lines is None:
            self._lines = self.data.split(b"\n")
            if not self._lines[-1] and self.data:
                self._lines.pop()
        return self._lines

    @property
    def count(self) -> int:
        """How many lines there are, a last unfinished one included."""
        if not self._count:
            self._count = len(self._lines) if self._lines is not None else self.data.count(b"\n") + (not self.data.endswith(b"\n"))
        return self._count

    def like(self, data: bytes) -> Block:
        """Give the same lines with other text."""
        return Block(self.n, data, self.col, more=self.more)

    def knows(self, count: int) -> None:
        """Take the count from whoever split the lines."""
        self._count = count

    def cut(self, first: int, last: int | None) -> Block:
        """Give the lines of this block from line `first` to line `last`."""
        skip = first - self.n
        if skip <= 0 and (last is None or last >= self.n + self.count - 1):
            return self
        if skip <= 0:
            start, n, col = 0, self.n, self.col
        else:
            start, n, col = _offset(self.data, skip), first, 1
        whole = last is None or last >= self.n + self.count - 1
        end = len(self.data) if whole else start + _offset(memoryview(self.data)[start:].tobytes(), (last or 0) - n + 1)
        return Block(n, self.data[start:end], col, more=self.more and whole)


class Gap:
    """Lines left out between two blocks."""

    __slots__ = ()


class Fold:
    """Lines first to last shown as one: a body collapsed (`text` holds ` .. `), or left out (`text` is `...`)."""

    __slots__ = ("first", "hashes", "is_merged", "last", "text")

    def __init__(self, first: int, last: int, text: bytes = b"...", hashes: tuple[bytes, bytes] | None = None) -> None:
        """Take the lines folded; with hashes, the two lines that were merged into one."""
        self.first = first
        self.last = last
        self.text = text
        self.hashes = hashes
        self.is_merged = hashes is not None


Item = Block | Gap | Fold


def _offset(data: bytes, count: int) -> int:
    """Give the offset behind the `count`-th newline."""
    at = 0
    for _ in range(count):
        at = data.index(b"\n", at) + 1
    return at


class Lines:
    """What offers lines. `total`, `final_newline` and `newline` are None until they are known."""

    encoding: Encoding | None = None
    total: int | None = None
    final_newline: bool | None = None
    lossy = 0
    is_repeatable = False  # whether any lines can be read again
    keeps_cr = False  # whether the `\r` of CRLF stays in the text, for `cat -A`
    is_live = False  # a stream whose lines should be seen as they come

    def blocks(self) -> Iterator[Block]:
        """Give all blocks from line 1 on."""
        raise NotImplementedError

    @property
    def newline(self) -> str | None:
        """The newline style met so far: lf, crlf, cr, mixed, none."""
        return "lf"

    def slices(self, ranges: list[Range], *, raw: bool = False) -> Iterator[Block]:
        """Give the blocks of sorted ranges that do not touch; nothing behind the last one is read."""
        del raw
        yield from cut_ranges(self.blocks(), ranges)

    def tail(self, count: int, *, raw: bool = False, numbered: bool = True) -> Iterator[Block]:
        """Give the last lines, with their numbers (0 where nobody needs them)."""
        del numbered
        kept: list[Block] = []
        have = 0
        for block in self.slices([Range(1, None)], raw=raw):
            kept.append(block)
            have += block.count - (block.col != 1)
            while have - kept[0].count + (kept[0].col != 1) >= count and not kept[0].more:
                have -= kept[0].count - (kept[0].col != 1)
                del kept[0]
        if kept:
            last = kept[-1].n + kept[-1].count - 1
            yield from cut_ranges(iter(kept), [Range(max(1, last - count + 1), None)])

    def known_total(self) -> int | None:
        """Give the number of lines where it is known, or cheap to know."""
        return self.total

    def has_line(self, line: int) -> bool:
        """Say whether there is such a line behind the last one read; a stream may have to be read on for it."""
        return self.total is None or line <= self.total

    def close(self) -> None:
        """Let go of what makes the lines; nothing more will be asked for."""

    def count_all(self) -> int:
        """Read to the end and give the number of lines."""
        for _ in self.slices([Range(1, None)]):
            pass
        return self.total or 0


def whole_lines(items: Iterator[Item]) -> Iterator[Item]:
    """Join blocks that hold one long line in pieces, up to `limits.LINE` bytes."""
    kept: list[Block] = []
    size = 0
    for item in items:
        if not isinstance(item, Block) or not (item.more or kept):
            yield item
            continue
        kept.append(item)
        size += len(item.data)
        if not item.more or size > limits.LINE:
            yield _join(kept)
            kept, size = [], 0
    if kept:
        yield _join(kept)


def _join(pieces: list[Block]) -> Block:
    return Block(pieces[0].n, b"".join(piece.data for piece in pieces), pieces[0].col, more=pieces[-1].more)


def cut_ranges(blocks: Iterator[Block], ranges: list[Range]) -> Iterator[Block]:
    """Give what of the blocks lies in sorted ranges."""
    block: Block | None = None
    for wanted in ranges:
        while True:
            if block is None:
                block = next(blocks, None)
                if block is None:
                    return
            if wanted.last is None and block.n >= wanted.first:  # no need to count
                yield block
                block = None
                continue
            last = block.n + block.count - 1
            if last < wanted.first:
                block = None
                continue
            if wanted.last is not None and block.n > wanted.last:
                break
            yield block.cut(wanted.first, wanted.last)
            if wanted.last is not None and (last > wanted.last or (last == wanted.last and not block.more)):
                break
            block = None


def safe_end(data: bytes) -> int:
    r"""Give where an unfinished line may be cut: not inside a character, not between `\r` and `\n`."""
    end = len(data)
    if data.endswith(b"\r"):
        return end - 1
    for back in range(1, min(4, end) + 1):
        byte = data[end - back]
        if byte & 0xC0 != 0x80:
            return end - back if byte >= 0xC0 and back < (2 if byte < 0xE0 else 3 if byte < 0xF0 else 4) else end
    return end
