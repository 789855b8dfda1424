"""What a Word document says about characters and paragraphs, as far as text depends on it (MS-DOC 2.4.6, 2.6, 2.9.33 ff).

Property lists (grpprl) hang on pages of 512 bytes (FKP) by byte offset; here they become lists of runs that hold only
what matters: deleted, inserted, hidden, symbol, font; heading, list, table row. Styles are not looked into.
"""

import struct
from bisect import bisect_right
from collections.abc import Callable, Iterator

from readcli.readers import doc_fib
from readcli.readers.doc_fib import Fib, Piece

DELETED, INSERTED, HIDDEN, SYMBOL, FONT = 1, 2, 4, 8, 16
IN_TABLE, ROW_END, INNER_CELL, INNER_ROW_END, LISTED = 1, 2, 4, 8, 16

# What a property list says: flags and one number (of a character: symbol or font; of a paragraph: level of the heading).
Marks = tuple[int, int]
# From byte offset or character position to another (exclusive), with its marks.
Run = tuple[int, int, int, int]

# Sprm number to flag; the numbers of Word 6 have one byte, the newer ones two (2.6.1, 2.6.2).
_CHARACTER = {0x0800: DELETED, 0x0801: INSERTED, 0x083C: HIDDEN, 65: DELETED, 66: INSERTED, 92: HIDDEN}
_PARAGRAPH = {0x2416: IN_TABLE, 0x2417: ROW_END, 0x244B: INNER_CELL, 0x244C: INNER_ROW_END, 24: IN_TABLE, 25: ROW_END}
_LIST = (0x460B, 13)
_SYMBOL, _OLD_SYMBOL, _OLD_FONT = 0x6A09, 74, 93
_ELSEWHERE = (0x6645, 0x6646)  # the list goes on in the data stream

_SIZES = (1, 1, 2, 4, 2, 2, -1, 3)  # of an operand, by the upper three bits of a newer sprm; -1: its first byte tells
# Of the sprms of Word 6, from number 0 on; v: the first byte tells, -: not known, the list is left there.
_OLD_SIZES = (
    "--2v11111111v11v222242" + "2v11222" + "1" + "2222222" + "1" + "222222" + "1" + "22222" + "11" + "-" * 12
    + "v111v241" + "23v1---v2vv0-" + "1" * 8 + "2132212121v1vv2v2222" + "----111vvv22"
)  # fmt: skip


class Formats:
    """The runs of a document's characters and paragraphs that matter, by byte offset, in order."""

    def __init__(self, fib: Fib) -> None:
        """Read both sets of pages; damaged ones say nothing."""
        self._fib = fib
        self._known: dict[tuple[bool, bytes], Marks] = {}  # the same few lists come again and again
        self.characters = list(_read_runs(fib, doc_fib.CHARACTER_PAGES, self._read_character))
        self.paragraphs = list(_read_runs(fib, doc_fib.PARAGRAPH_PAGES, self._read_paragraph))
        self.characters.sort()
        self.paragraphs.sort()
        self.has_rows = any(run[2] & ROW_END for run in self.paragraphs)
        self._starts = [run[0] for run in self.paragraphs]

    def spans(self, pieces: list[Piece]) -> list[Run]:
        """Give the runs of characters by character position, piece by piece."""
        starts = [run[0] for run in self.characters]
        found: list[Run] = []
        for piece in pieces:
            if piece.properties:
                flags, number = self._marks(piece.properties, _CHARACTER)
                if flags:
                    found.append((piece.first, piece.last, flags, number))
            end = piece.fc + (piece.last - piece.first) * piece.width
            index = max(0, bisect_right(starts, piece.fc) - 1)
            while index < len(starts) and starts[index] < end:
                first, last, flags, number = self.characters[index]
                index += 1
                if last > piece.fc:
                    begin = piece.first + (max(first, piece.fc) - piece.fc) // piece.width
                    found.append((begin, piece.first + (min(last, end) - piece.fc) // piece.width, flags, number))
        found.sort()
        return found

    def paragraph(self, fc: int) -> Marks:
        """Say what holds for the paragraph whose mark lies at a byte offset."""
        index = bisect_right(self._starts, fc) - 1
        if index >= 0 and fc < self.paragraphs[index][1]:
            return self.paragraphs[index][2:]
        return 0, 0

    def _read_character(self, page: bytes, at: int) -> Marks:
        at *= 2
        return self._marks(page[at + 1 : at + 1 + page[at]], _CHARACTER)

    def _read_paragraph(self, page: bytes, at: int) -> Marks:
        """Read a PapxInFkp (2.9.175): the style's number, of which 1 to 9 are the headings, then the list."""
        at *= 2
        size = 2 * page[at] - 1
        if size < 0 and not self._fib.is_old:
            at += 1
            size = 2 * page[at]
        content = page[at + 1 : at + 1 + max(size, 0)]
        if len(content) < 2:
            return 0, 0
        style = content[0] | content[1] << 8
        flags, _ = self._marks(content[2:], _PARAGRAPH)
        return flags, style if 1 <= style <= 9 else 0

    def _marks(self, content: bytes, known: dict[int, int]) -> Marks:
        """Boil a property list down, once for all that are alike."""
        key = known is _CHARACTER, content
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = _read_marks(self._sprms(content), known)
        return found

    def _sprms(self, content: bytes, *, is_nested: bool = False) -> Iterator[tuple[int, bytes]]:
        """Take a property list apart into numbers and operands; one that lies elsewhere once, as it might never end."""
        at, size = 0, len(content)
        while at + 1 < size:
            if self._fib.is_old:
                sprm = content[at]
                kind = _OLD_SIZES[sprm] if sprm < len(_OLD_SIZES) else "-"
                at += 1
                length = -1 if kind == "v" else -2 if kind == "-" else int(kind)
            else:
                sprm = content[at] | content[at + 1] << 8
                at += 2
                length = -2 if sprm == 0xD608 else _SIZES[sprm >> 13]  # sprmTDefTable's size has two bytes
            if length == -2 and not self._fib.is_old and at + 1 < size:
                length = 1 + (content[at] | content[at + 1] << 8)
            elif length == -1 and at < size:
                length = 1 + content[at]
            elif length < 0:
                return
            operand = content[at : at + length]
            at += length
            if sprm in _ELSEWHERE and len(operand) == 4 and not is_nested:
                yield from self._read_elsewhere(operand)
            else:
                yield sprm, operand

    def _read_elsewhere(self, operand: bytes) -> Iterator[tuple[int, bytes]]:
        """Read a list too long for its page from the data stream (PrcData, 2.9.210)."""
        data = self._fib.data()
        start = struct.unpack("<I", operand)[0]
        if start + 2 <= len(data):
            size = struct.unpack_from("<H", data, start)[0]
            yield from self._sprms(data[start + 2 : start + 2 + size], is_nested=True)


def _read_runs(fib: Fib, row: int, read_marks: Callable[[bytes, int], Marks]) -> Iterator[Run]:
    """Read the runs of all pages of a kind (ChpxFkp, PapxFkp) that have marks."""
    item = 1 if row == doc_fib.CHARACTER_PAGES else 7 if fib.is_old else 13  # bytes of a run in the page
    for number in _page_numbers(fib, row):
        page = fib.word[512 * number : 512 * number + 512]
        if len(page) < 512:
            continue
        count = page[511]
        if 4 * (count + 1) + item * count > 511:
            continue
        seen: dict[int, Marks] = {}
        places = struct.unpack_from(f"<{count + 1}I", page)
        for index in range(count):
            at = page[4 * (count + 1) + item * index]
            if at and at not in seen:
                seen[at] = read_marks(page, at)
            flags, value = seen.get(at, (0, 0))
            if (flags or value) and places[index] < places[index + 1]:
                yield places[index], places[index + 1], flags, value


def _page_numbers(fib: Fib, row: int) -> list[int]:
    """Give the numbers of the pages. Word 6 may list the first ones only, the others follow them."""
    size = 2 if fib.is_old else 4
    plc = fib.row(row)
    count = (len(plc) - 4) // (4 + size)
    if count < 1:
        return []
    numbers = [number & 0x3FFFFF for number in struct.unpack_from(f"<{count}{'H' if fib.is_old else 'I'}", plc, 4 * count + 4)]
    if fib.is_old and numbers and len(fib.word) > 0x192:
        real = struct.unpack_from("<H", fib.word, 0x18E if row == doc_fib.CHARACTER_PAGES else 0x190)[0]
        numbers += range(numbers[-1] + 1, numbers[-1] + 1 + max(0, min(real, len(fib.word) // 512) - count))
    return numbers


def _read_marks(sprms: Iterator[tuple[int, bytes]], known: dict[int, int]) -> Marks:
    """Boil a property list down to flags and a number."""
    flags = number = 0
    for sprm, operand in sprms:
        flag = known.get(sprm)
        if flag and operand:
            flags = flags | flag if operand[0] & 1 else flags & ~flag  # 0x81: the opposite of the style
        elif known is _PARAGRAPH and sprm in _LIST:
            flags = flags | LISTED if any(operand) else flags & ~LISTED
        elif known is _CHARACTER and sprm == _SYMBOL and len(operand) == 4:
            flags, number = flags | SYMBOL, struct.unpack("<I", operand)[0]
        elif known is _CHARACTER and sprm == _OLD_SYMBOL and len(operand) >= 4:
            flags, number = flags | SYMBOL, operand[1] | operand[2] << 8 | (0xF000 | operand[3]) << 16
        elif known is _CHARACTER and sprm == _OLD_FONT and len(operand) == 2 and not flags & SYMBOL:
            flags, number = flags | FONT, operand[0] | operand[1] << 8
    return flags, number


def read_fonts(fib: Fib) -> list[tuple[str, int]]:
    """Give name and character set of the fonts, in the order of their numbers (SttbfFfn, FFN 2.9.85)."""
    table = fib.row(doc_fib.FONTS)
    at = 2 if fib.is_old else 4
    found = []
    while at + 6 < len(table):
        size = table[at] + 1
        entry = table[at : at + size]
        if len(entry) < 6:
            break
        name = entry[6:].decode("cp1252", "replace") if fib.is_old else entry[40:].decode("utf-16-le", "replace")
        found.append((name.split("\0")[0], entry[4]))
        at += size
    return found
