r"""A file as lines, never loaded: from any line on, or the last few, without decoding what lies before.

Lines end at `\n`; of `\r\n` the `\r` is taken off; a file with `\r` alone is split there (judged on its beginning).
"""

from __future__ import annotations

import codecs

from readcli import limits, scan
from readcli.lines import Block, Lines, cut_ranges, safe_end
from readcli.model import Range, Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from readcli.encoding import Encoding
    from readcli.line_index import LineIndex

_CLOSE = 10_000  # lines, which are counted before an index is read


class FileLines(Lines):
    """The lines of a source of text in one encoding; seekable ones are entered at any line without decoding what lies before."""

    def __init__(self, source: Source, encoding: Encoding, head: bytes, *, is_whole: bool) -> None:
        """Take a source whose `head` has been judged; `is_whole` where the head is all of it."""
        self.source = source
        self.encoding = encoding
        self.is_live = source.file is None
        self.is_repeatable = source.file is not None
        self._crlf = self._lf = 0
        self._is_small = is_whole and source.file is not None
        self._mark = (1, 0)  # a line and its offset in the file, as far as counted
        self.may_keep = False  # an index of the lines
        self.first = 1  # of a stream, the number of its first line
        self._kept: LineIndex | None = None
        body = head[encoding.bom : encoding.bom + limits.HEAD]
        is_whole_body = is_whole and len(head) - encoding.bom <= limits.HEAD
        text = body.decode(encoding.name, "replace").encode() if encoding.is_wide else body
        self.eol = b"\r" if b"\n" not in text and b"\r" in (text if is_whole_body else text[:-1]) else b"\n"
        if source.file is not None and source.size and not encoding.is_wide:
            source.file.seek(max(0, source.size - 1))
            self.final_newline = source.file.read(1) == self.eol

    def known_total(self) -> int | None:
        """Give the number of lines where it is known, or cheap to know."""
        if self.total is None and self._is_small:
            self.total = self.count_all()
        return self.total

    def has_line(self, line: int) -> bool:
        """Say whether there is such a line behind the last one read; of a stream, as far as it has come."""
        if self.known_total() is not None or self.source.file is None or self._is_transcoded:
            return self.total is None or line <= self.total
        return next(self.slices([Range(line, line)]), None) is not None

    @property
    def newline(self) -> str | None:
        """The newline style met so far: lf, crlf, cr, mixed, none."""
        met = ("mixed" if self._lf else "crlf") if self._crlf else "lf" if self._lf else "none"
        return "cr" if self.eol == b"\r" else met

    def blocks(self) -> Iterator[Block]:
        """Give all blocks from line 1 on."""
        return self._read(self.first, 0, raw=False)

    def slices(self, ranges: list[Range], *, raw: bool = False) -> Iterator[Block]:
        """Give the blocks of sorted ranges that do not touch; nothing behind the last one is read, nothing before it decoded."""
        is_odd = self._is_transcoded or (raw and self.eol == b"\r")
        if self.source.file is None or is_odd:
            yield from cut_ranges(self._odd_lines() if raw and is_odd else self._read(self.first, 0, raw=raw), ranges)
            return
        for wanted in ranges:
            n, offset = self.find(wanted.first)
            if offset < 0:
                return  # past the end
            for block in cut_ranges(self._read(n, offset, raw=raw), [wanted]):
                if block.data:
                    yield block

    @property
    def _is_transcoded(self) -> bool:
        assert self.encoding
        return self.encoding.is_wide

    def _odd_lines(self) -> Iterator[Block]:
        r"""Give the bytes of a source whose lines do not end at the one byte `\n`: a block a line, as nothing else can count them."""
        assert self.encoding
        eol = self.eol.decode().encode(self.encoding.name)
        n, start, rest = 1, 0, b""
        for chunk in self._chunks(0):
            rest, at = rest + chunk, 0
            while (end := rest.find(eol, start)) >= 0:
                start = end + 1 if (end - at) % len(eol) else end + len(eol)  # code units begin at multiples of their size
                if not (end - at) % len(eol):
                    yield Block(n, rest[at:start], count=1)
                    n, at = n + 1, start
            rest = rest[at:]
            start = max(0, len(rest) - len(eol) + 1)
        if rest:
            yield Block(n, rest, count=1)
        self.total, self.final_newline = n if rest else n - 1, not rest

    def tail(self, count: int, *, raw: bool = False, numbered: bool = True) -> Iterator[Block]:
        """Give the last lines; of a seekable file only its end is read, and counted before only for numbers."""
        file = self.source.file
        if file is None or self._is_transcoded or not self.source.size:
            yield from super().tail(count, raw=raw, numbered=numbered)
            return
        yield from self._read(*self.tail_start(count, numbered=numbered), raw=raw)

    def tail_start(self, count: int, *, numbered: bool = True) -> tuple[int, int]:
        """Give the number (0 where nobody needs it) and the offset of the first of the last lines of a file."""
        file, at = self.source.seekable(), self.source.size or 0
        data = b""
        while at > 0:
            size = min(limits.HEAD, at)
            at -= size
            file.seek(at)
            data = file.read(size) + data
            if data.count(self.eol, 0, len(data) - 1) >= count:
                break
        start = len(data) - 1
        for _ in range(count):
            start = data.rfind(self.eol, 0, max(0, start))
            if start < 0:
                break
        offset = at + start + 1
        index = self._index() if numbered else None
        return (index.count_to(offset) if index else scan.count(file, self.eol, 0, offset)) + 1 if numbered else 0, offset

    def find(self, line: int) -> tuple[int, int]:
        """Give (line, offset of its first byte), or an offset of -1 where the file ends before it."""
        assert self.source.file is not None
        n, offset = self._mark if self._mark[0] <= line else (1, 0)
        if line - n > _CLOSE and (index := self._index()):
            n, offset = max((n, offset), index.before(line))
        n, offset = scan.find_line(self.source.file, self.eol, (n, offset), line)
        if offset < 0:
            self.total = n - 1 if self.final_newline or not self.source.size else n
        else:
            self._mark = (n, offset)
        return n, offset

    def _index(self) -> LineIndex | None:
        """Give the index of a large file on disk, what is kept of it included."""
        if self._kept is None and self.may_keep:
            from readcli.line_index import LineIndex

            self._kept = LineIndex(self.source.seekable(), self.eol)
        return self._kept

    def close(self) -> None:
        """Keep what has been counted."""
        if self._kept is not None:
            self._kept.save()

    def knows(self, line: int, offset: int) -> None:
        """Take where a line begins from whoever has counted."""
        self._mark = (line, offset)

    def lines_with(self, literal: bytes, ranges: list[Range], *, numbered: bool) -> Iterator[Block] | None:
        """Give the lines that hold a literal without making blocks of the others, or None where that does not go.

        Numbers cost as much again as finding; where nobody needs them they are 0.
        """
        assert self.encoding
        is_open = len(ranges) == 1 and ranges[0].last is None
        if self.source.file is None or not is_open or self.encoding.name != "utf-8" or self.eol != b"\n" or b"\n" in literal:
            return None
        start = self.find(ranges[0].first) if ranges[0].first > 1 else (1, self.encoding.bom)
        found = scan.lines_with(self.source.file, literal, start, numbered=numbered)
        return (Block(n, self._clean(line)) for n, line in found)

    def count_all(self) -> int:
        """Count the lines without decoding them, where the encoding allows."""
        if self.source.file is None or self._is_transcoded:
            return super().count_all()
        ends, last = 0, b""
        index = self._index()
        if index is not None and index.total is not None:
            self._crlf, self._lf = int(index.has_crlf), int(index.has_lf)
            self.total = index.total + (not self.final_newline)
            return self.total
        for view, _ in scan.pieces(self.source.file, 0, None):
            ends += scan.count_in(view, self.eol)
            last = bytes(view[-1:])
            if self.eol == b"\n" and scan.has(view, b"\r"):
                self._note(bytes(view))
            elif ends and not self._lf:
                self._lf = 1 if not self._crlf else 0
        if index is not None:
            index.learn(ends, has_crlf=bool(self._crlf), has_lf=bool(self._lf))
        self.total = ends + (last not in (b"", self.eol))
        self.final_newline = last == self.eol if last else None
        return self.total

    def _note(self, data: bytes) -> None:
        r"""Note the newline styles in a piece that holds a `\r`."""
        crlf = data.count(b"\r\n")
        self._crlf += crlf
        self._lf += data.count(b"\n") - crlf

    def _read(self, n: int, offset: int, *, raw: bool) -> Iterator[Block]:
        r"""Give blocks from a line on; unless raw they are UTF-8 with `\n` alone."""
        assert self.encoding
        bom = self.encoding.bom if not raw and offset == 0 else 0
        chunks: Iterable[bytes] = self._chunks(offset + bom if self.source.file else bom)
        if not raw and self.encoding.name != "utf-8":
            chunks = self._transcode(chunks)
        rest = b""
        col = 1
        for chunk in chunks:
            data = rest + chunk if rest else chunk
            end = data.rfind(self.eol) + 1
            rest = data[end:]
            if end:
                block = Block(n, data[:end] if raw else self._clean(data[:end]), col)
                yield block
                n += block.count
                col = 1
            if len(rest) >= limits.CHUNK or (self.is_live and rest and self._pauses()):
                keep = safe_end(rest)
                if keep:
                    yield Block(n, rest[:keep] if raw else self._clean(rest[:keep]), col, more=True)
                    col, rest = 0, rest[keep:]
        if rest:
            yield Block(n, rest if raw else self._clean(rest), col)
        self.total = n if rest or not col else n - 1
        self.final_newline = not rest and col == 1 if self.total else None

    def _pauses(self) -> bool:
        """Say whether a live stream has nothing to give at the moment."""
        if hasattr(self.source.stream, "pauses"):
            return bool(self.source.stream.pauses())
        import select

        try:
            return not select.select([self.source.stream], [], [], 0.005)[0]
        except (OSError, ValueError, TypeError):  # not a stream of the operating system
            return False

    def _chunks(self, offset: int) -> Iterator[bytes]:
        """Give the bytes from an offset on."""
        if self.source.file is None:
            skip = offset
            for piece in self.source.chunks():
                if skip < len(piece):
                    yield piece[skip:]
                skip = max(0, skip - len(piece))
            return
        file = self.source.file
        while True:
            file.seek(offset)
            piece = file.read(limits.CHUNK)
            if not piece:
                return
            offset += len(piece)
            yield piece

    def _transcode(self, chunks: Iterable[bytes]) -> Iterator[bytes]:
        """Decode chunks and give them as UTF-8."""
        assert self.encoding
        decoder = codecs.getincrementaldecoder(self.encoding.name)("replace")
        for chunk in chunks:
            yield self._lossy(decoder.decode(chunk)).encode("utf-8", "replace")
        if last := decoder.decode(b"", True):
            yield self._lossy(last).encode("utf-8", "replace")

    def _lossy(self, text: str) -> str:
        if "\ufffd" in text:
            self.lossy += text.count("\ufffd")
        return text

    def _clean(self, data: bytes) -> bytes:
        r"""Make whole lines valid UTF-8 with `\n` alone, and note what was met."""
        if self.eol == b"\r":
            data = data.replace(b"\n", b"^J").replace(b"\r", b"\n")  # where one comes late, it ends no line
        elif b"\r" in data:
            self._note(data)
            data = data if self.keeps_cr else data.replace(b"\r\n", b"\n")
        elif not self._lf and b"\n" in data:
            self._lf = 1
        if data.isascii():
            return data
        try:
            data.decode()
        except UnicodeDecodeError:
            text = data.decode("utf-8", "replace")
            self.lossy += text.count("\ufffd")
            return text.encode()
        return data
