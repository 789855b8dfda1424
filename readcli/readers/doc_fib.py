"""The header of a Word document and what it points at: streams, stories, pieces, PLCs (MS-DOC 2.5, 2.8, 2.9.38).

Word 97 and later have two streams and 16-bit text; Word 6 and 95 one stream and 8-bit text in a code page, or 16-bit
text in the Far East. Positions: `cp` counts characters (UTF-16 units, or bytes in 8-bit text), `fc` is a byte offset.
"""

import struct

from readcli import ole
from readcli.errors import Corrupt, Unsupported

# The stories in the order in which they lie in the text.
BODY, FOOTNOTES, HEADERS, MACROS, COMMENTS, ENDNOTES, BOXES, HEADER_BOXES = range(8)

# Rows of the table of offsets and sizes (FibRgFcLcb97); Word 6 has the same rows at other places.
FOOTNOTE_REFS, FOOTNOTE_TEXTS, COMMENT_REFS, COMMENT_TEXTS = 2, 3, 4, 5
HEADER_TEXTS, CHARACTER_PAGES, PARAGRAPH_PAGES, FONTS = 11, 12, 13, 15
PIECES, COMMENT_AUTHORS, ENDNOTE_REFS, ENDNOTE_TEXTS, BOX_TEXTS, HEADER_BOX_TEXTS = 33, 36, 46, 47, 56, 58

# Code pages by the primary language of the document, for 8-bit text without a font that says more.
_LANGUAGES = {
    0x01: "cp1256", 0x02: "cp1251", 0x04: "cp936", 0x05: "cp1250", 0x08: "cp1253", 0x0D: "cp1255", 0x0E: "cp1250", 0x11: "cp932",
    0x12: "cp949", 0x15: "cp1250", 0x18: "cp1250", 0x19: "cp1251", 0x1A: "cp1250", 0x1B: "cp1250", 0x1C: "cp1250", 0x1E: "cp874",
    0x1F: "cp1254", 0x20: "cp1256", 0x22: "cp1251", 0x23: "cp1251", 0x24: "cp1250", 0x25: "cp1257", 0x26: "cp1257", 0x27: "cp1257",
    0x29: "cp1256", 0x2A: "cp1258", 0x2F: "cp1251",
}  # fmt: skip
_TRADITIONAL_CHINESE = (0x404, 0xC04, 0x1404)


class Piece:
    """A run of text that lies together in the file: characters `first` to `last` (exclusive), from byte `fc` on.

    `width` is 1 or 2 bytes a character; `properties` the sprms that hold for all of it, often none.
    """

    __slots__ = ("fc", "first", "last", "properties", "width")

    def __init__(self, span: tuple[int, int], fc: int, width: int, properties: bytes) -> None:
        """Take its characters and its place."""
        self.first, self.last = span
        self.fc = fc
        self.width = width
        self.properties = properties


class Fib:
    """The file information block over the streams of a document."""

    def __init__(self, compound: ole.Compound) -> None:
        """Read it. Raises Corrupt where there is no Word text, Unsupported for Word 2 and earlier."""
        self.word = compound.read("WordDocument")
        if len(self.word) < 0x80 or self.word[1] not in (0xA5, 0xA6):
            msg = "it holds no Word document"
            raise Corrupt(msg)
        self.version, _, self.language = struct.unpack_from("<HHH", self.word, 2)
        if self.version < 101:
            msg = "documents of Word 2 and earlier are not read"
            raise Unsupported(msg, "Word or LibreOffice can save it in a newer format")
        self.flags = struct.unpack_from("<H", self.word, 10)[0]
        self.is_old = self.version < 193
        self._compound = compound
        self.table = b"" if self.is_encrypted else self._read_table()
        size = len(self.word)
        counts = struct.unpack_from("<8I", self.word, 0x34 if self.is_old else 0x4C)
        self.counts = [min(count, size) for count in counts]  # in characters, by story

    @property
    def is_encrypted(self) -> bool:
        """Say whether a password is needed (obfuscation, RC4 and CryptoAPI alike)."""
        return bool(self.flags & 0x100)

    @property
    def is_wide(self) -> bool:
        """Say whether all text of an old document has 16 bits a character."""
        return bool(self.flags & 0x1000)

    @property
    def encoding(self) -> str:
        """Name the code page of 8-bit text. Newer documents know one only (2.4.1)."""
        if not self.is_old:
            return "cp1252"
        if struct.unpack_from("<H", self.word, 0x14)[0] == 256:
            return "mac_roman"
        if self.language in _TRADITIONAL_CHINESE:
            return "cp950"
        return _LANGUAGES.get(self.language & 0x3FF, "cp1252")

    def data(self) -> bytes:
        """Give the stream that holds large property lists."""
        return self._compound.read("Data")

    def row(self, index: int) -> bytes:
        """Give what a row of the table points at, none where it lies outside."""
        try:
            start, size = struct.unpack_from("<II", self.word, self._place(index))
        except struct.error:
            return b""
        return self.table[start : start + size]

    def positions(self, index: int, item: int) -> list[int]:
        """Give the character positions of a PLC whose other items have `item` bytes each, as far as they rise (2.2.2)."""
        plc = self.row(index)
        count = max(0, (len(plc) - 4) // (4 + item)) + 1 if len(plc) >= 4 else 0
        found: list[int] = []
        for (position,) in struct.iter_unpack("<I", plc[: 4 * count]):
            if found and position < found[-1]:
                break
            found.append(position)
        return found

    def pieces(self) -> list[Piece]:
        """Give the pieces in the order of the text. Raises Corrupt where there are none for a text that there should be."""
        clx = self.row(PIECES)
        lists: list[bytes] = []
        at = 0
        while at + 3 <= len(clx) and clx[at] == 1:  # Prc: property lists that pieces refer to
            size = struct.unpack_from("<H", clx, at + 1)[0]
            lists.append(clx[at + 3 : at + 3 + size])
            at += 3 + size
        if at + 5 <= len(clx) and clx[at] == 2:
            return self._read_pieces(clx[at + 5 : at + 5 + struct.unpack_from("<I", clx, at + 1)[0]], lists)
        if self.is_old or sum(self.counts) == 0 or not self.flags & 4:
            start, end = struct.unpack_from("<II", self.word, 0x18)
            width = 2 if self.is_wide else 1
            count = min(sum(self.counts), max(0, min(end, len(self.word)) - start) // width)
            return [Piece((0, count), start, width, b"")]
        msg = "its table of pieces is missing"
        raise Corrupt(msg)

    def _read_table(self) -> bytes:
        """Choose among two table streams; a damaged flag must not cost the text where there is only one."""
        if self.is_old:
            return self.word
        wanted, other = ("1Table", "0Table") if self.flags & 0x200 else ("0Table", "1Table")
        return self._compound.read(wanted) or self._compound.read(other)

    def _place(self, index: int) -> int:
        """Give the offset of a row of the table; in Word 6 ten bytes of numbers stand in its middle."""
        if not self.is_old:
            return 0x9A + 8 * index
        if index < 38:
            return 0x58 + 8 * index
        return 0x1B2 + 8 * (index - 42)

    def _read_pieces(self, plc: bytes, lists: list[bytes]) -> list[Piece]:
        """Read the PlcPcd (2.8.35): positions, then for each piece place and modifier; those that overlap are damage."""
        count = max(0, (len(plc) - 4) // 12)
        cps = struct.unpack_from(f"<{count + 1}I", plc) if count else ()
        found: list[Piece] = []
        for index in range(count):
            fc, prm = struct.unpack_from("<IH", plc, 4 * (count + 1) + 8 * index + 2)
            width = 2 if self.is_wide or not self.is_old else 1
            if not self.is_old and fc & 0x40000000:  # "compressed": 8 bits a character
                fc, width = (fc & 0x3FFFFFFF) // 2, 1
            first, last = cps[index], cps[index + 1]
            last = min(last, first + max(0, len(self.word) - fc) // width)
            if last > first and (not found or first >= found[-1].last):
                found.append(Piece((first, last), fc, width, self._properties(prm, lists)))
        return found

    def _properties(self, prm: int, lists: list[bytes]) -> bytes:
        """Spell out a piece's modifier (Prm, 2.9.209) as a property list, those of one character property alone too."""
        if prm & 1:
            return lists[prm >> 1] if prm >> 1 < len(lists) else b""
        number, value = prm >> 1 & 0x7F, prm >> 8
        if self.is_old:
            return bytes((number, value)) if number else b""
        newer = {0x41: 0x0800, 0x42: 0x0801, 0x5C: 0x083C}.get(number)
        return struct.pack("<HB", newer, value) if newer else b""
