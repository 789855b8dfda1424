"""Word documents built in memory: Word 97 with stories, pieces and properties, Word 6 with code pages (MS-DOC)."""

import struct

from tests.samples.ole import compound, summary

DELETED, INSERTED, HIDDEN = b"\x00\x08\x01", b"\x01\x08\x01", b"\x3c\x08\x01"
IN_TABLE, ROW_END = b"\x16\x24\x01", b"\x16\x24\x01\x17\x24\x01"
Runs = list[tuple[str, bytes]]


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def _character_page(runs: list[tuple[int, int, bytes]], end: int) -> bytes:
    """Build a page of character properties (ChpxFkp): runs of byte offsets with property lists."""
    page = bytearray(512)
    bounds = [run[0] for run in runs] + [end]
    struct.pack_into(f"<{len(bounds)}I", page, 0, *bounds)
    at = 510
    for index, (_, _, sprms) in enumerate(runs):
        if sprms:
            at = (at - len(sprms) - 1) & ~1
            page[at : at + 1 + len(sprms)] = bytes([len(sprms)]) + sprms
            page[4 * len(bounds) + index] = at // 2
    page[511] = len(runs)
    return bytes(page)


def _paragraph_page(runs: list[tuple[int, int, int, bytes]], end: int, item: int = 13) -> bytes:
    """Build a page of paragraph properties (PapxFkp): style and property list of each."""
    page = bytearray(512)
    bounds = [run[0] for run in runs] + [end]
    struct.pack_into(f"<{len(bounds)}I", page, 0, *bounds)
    at = 510
    for index, (_, _, style, sprms) in enumerate(runs):
        content = struct.pack("<H", style) + sprms
        content += b"\0" * (1 - len(content) % 2)
        at = (at - len(content) - 1) & ~1
        page[at : at + 1 + len(content)] = bytes([(len(content) + 1) // 2]) + content
        page[4 * len(bounds) + item * index] = at // 2
    page[511] = len(runs)
    return bytes(page)


def _plc(positions: list[int], item: bytes = b"") -> bytes:
    return struct.pack(f"<{len(positions)}I", *positions) + item * (len(positions) - 1)


def _paragraphs(text: str, styles: dict[int, tuple[int, bytes]], start: int, width: int = 2) -> list[tuple[int, int, int, bytes]]:
    """Give the paragraphs of a text by byte offsets; `styles` by their index."""
    found, at, begin = [], start, start
    for letter in text:
        at += width * (_units(letter) if width == 2 else 1)
        if letter in "\r\x07\x0c":
            style, sprms = styles.get(len(found), (0, b""))
            found.append((begin, at, style, sprms))
            begin = at
    return found


class Word:
    """Give a Word 97 document under construction."""

    def __init__(self, body: Runs | str, styles: dict[int, tuple[int, bytes]] | None = None) -> None:
        """Take the body as runs with property lists; `styles` are style and property list of paragraphs by index."""
        self.runs: Runs = [(body, b"")] if isinstance(body, str) else list(body)
        self.styles = styles or {}
        self.counts = [sum(_units(text) for text, _ in self.runs), 0, 0, 0, 0, 0, 0, 0]
        self.rows: dict[int, bytes] = {}
        self.flags = 0x1200
        self.version = 193
        self.compressed = False
        self.modifier = 0

    def add(self, story: int, texts: list[str], rows: tuple[int, int], references: list[int] | None = None, item: bytes = b"") -> "Word":
        """Add a story of several texts, and the PLCs that cut it and refer to it; `rows` are their places in the table."""
        starts = [0]
        for text in texts:
            starts.append(starts[-1] + _units(text))
        self.runs.append(("".join(texts), b""))
        self.counts[story] = starts[-1]
        self.rows[rows[1]] = _plc(starts if story in (2, 6) else [*starts, starts[-1] + 1], b"\0" * 22 if story == 6 else b"")
        if references is not None:
            self.rows[rows[0]] = _plc([*references, self.counts[0]], item or b"\1\0")
        return self

    def build(self, **streams: bytes) -> bytes:
        """Build the compound file."""
        text = "".join(run for run, _ in self.runs) + "\r"
        raw = text.encode("cp1252" if self.compressed else "utf-16-le", "surrogatepass")
        width = 1 if self.compressed else 2
        start = 2048
        at, spans = start, []
        for run, sprms in self.runs:
            size = width * _units(run)
            spans.append((at, at + size, sprms))
            at += size
        end = start + len(raw)
        pages = -(-end // 512)
        word = bytearray(512 * (pages + 2))
        word[start:end] = raw
        word[512 * pages : 512 * pages + 512] = _character_page(spans, at)
        word[512 * pages + 512 :] = _paragraph_page(_paragraphs(text, self.styles, start, width), end)
        fc = (start * 2 | 0x40000000) if self.compressed else start
        count = len(raw) // width
        piece = struct.pack("<HIH", 0, fc, self.modifier)
        rows = self.rows | {
            12: struct.pack("<III", start, at, pages),
            13: struct.pack("<III", start, end, pages + 1),
            33: b"\x02" + struct.pack("<I", 16) + struct.pack("<II", 0, count) + piece,
        }
        table = self._fill(word, rows)
        names = {"WordDocument": bytes(word), "1Table": table} | streams
        return compound(names)

    def _fill(self, word: bytearray, rows: dict[int, bytes]) -> bytes:
        struct.pack_into("<HHHHHH", word, 0, 0xA5EC, self.version, 0, 0x409, 0, self.flags)
        struct.pack_into("<8I", word, 0x4C, *self.counts)
        table = b""
        for row, content in rows.items():
            struct.pack_into("<II", word, 0x9A + 8 * row, len(table), len(content))
            table += content
        return table


def plain() -> bytes:
    """Give two paragraphs, with a title, an author and letters outside the first plane."""
    return Word("First 😀 paragraph\rSecond\xa0one with a non\x1ebreaking hyphen and a soft\x1f one\x0bnew line\r").build(
        **{"\x05SummaryInformation": summary("Über uns", "Ann Ödön")}
    )


def compressed() -> bytes:
    """Give text of 8 bits a character."""
    word = Word("Price: 5 € – “fine”\r")
    word.compressed = True
    return word.build()


def stories() -> bytes:
    """Give all stories, each with an emoji before it, so that positions must count UTF-16 units."""
    word = Word("😀 Body\x02 goes on\x02 and ends\x05\r")
    word.add(1, ["\x02 The footnote 😀\r"], (2, 3), [7])
    separators = ["\x03\r", "\x04\r", "", "\x03\r", "", ""]
    word.add(
        2,
        [*separators, "", "Odd header\r\r", "", "Page foot\r\r", "", "", "", "Odd header\r\r", "", "Other foot\r\r", "", "", "\r"],
        (0, 11),
    )
    authors = b"".join(struct.pack("<H", len(name)) + name.encode("utf-16-le") for name in ("Ann", "Bob"))
    word.rows[36] = authors
    word.add(4, ["\x05 Is this so?\r"], (4, 5), [26], struct.pack("<20sHHHI", b"", 1, 0, 0, 0xFFFFFFFF))
    word.add(5, ["\x02 The endnote\r"], (46, 47), [16])
    word.add(6, ["In the box\r", "\r"], (0, 56))
    return word.build()


def fields() -> bytes:
    """Give fields with codes and results, nested, without a result, and one that never ends."""
    return Word(
        'See \x13 HYPERLINK "http://example.org/" \x14the site\x15, page \x13 IF \x13 PAGE \x143\x15 = 3 "x" \x14three\x15'
        '.\x13 XE "index entry" \x15 Push \x13 MACROBUTTON Go [here]\x15.\rLost \x13 begin\rNext\r'
    ).build()


def table() -> bytes:
    """Give a table of two rows, one cell of two paragraphs, an empty last cell, between two paragraphs."""
    text = "Before\rA1\x07B1\x07\x07A2\rmore\x07\x07\x07After\r"
    cell = (0, IN_TABLE)
    styles = {1: cell, 2: cell, 3: (0, ROW_END), 4: cell, 5: cell, 6: cell, 7: (0, ROW_END)}
    return Word(text, styles).build()


def bare_table() -> bytes:
    """Give a table whose paragraph properties are lost."""
    return Word("A1\x07B1\x07\x07A2\x07B2\x07\x07After\r").build()


def headings() -> bytes:
    """Give two headings by the style's number and a list of two items."""
    item = (0, b"\x0b\x46\x01\x00")
    return Word("Top\rText\rBelow\rone\rtwo\r", {0: (1, b""), 2: (2, b""), 3: item, 4: item}).build()


def changes() -> bytes:
    """Give a deleted run, a deleted paragraph mark, an inserted and a hidden run."""
    return Word(
        [
            ("Keep ", b""),
            ("gone ", DELETED),
            ("new", INSERTED),
            (" end", b""),
            ("\r", DELETED),
            ("joined", b""),
            (" secret", HIDDEN),
            ("\r", b""),
        ]
    ).build()


def deleted_piece() -> bytes:
    """Give a piece that is deleted as a whole by its modifier."""
    word = Word("All gone\r")
    word.modifier = 0x41 << 1 | 1 << 8
    return word.build()


def symbols() -> bytes:
    """Give inserted symbols of picture fonts."""
    fonts = b""
    for name in ("Arial", "Symbol", "Wingdings"):
        raw = bytes(39) + name.encode("utf-16-le") + b"\0\0"
        fonts += bytes([len(raw)]) + raw
    word = Word(
        [("(", b"\x55\x08\x01\x09\x6a\x01\x00\x61\xf0"), (" and ", b""), ("(", b"\x55\x08\x01\x09\x6a\x02\x00\xfc\xf0"), ("\r", b"")]
    )
    word.rows[15] = struct.pack("<HH", 3, 0) + fonts
    return word.build()


def empty() -> bytes:
    """Give a document without a letter."""
    return Word("\r").build()


def encrypted() -> bytes:
    """Give a document that says it is encrypted."""
    word = Word("x\r")
    word.flags |= 0x0100
    return word.build()


def old(text: bytes, *, language: int = 0x409, flags: int = 0, fonts: bytes = b"", sprms: list[tuple[int, bytes]] | None = None) -> bytes:
    """Build a Word 6 document: `text` in bytes, its runs by size and one-byte property list."""
    start = 768
    width = 2 if flags & 0x1000 else 1
    end = start + len(text)
    runs, at = [], start
    for size, content in sprms or [(len(text), b"")]:
        runs.append((at, at + size, content))
        at += size
    pages = -(-end // 512)
    word = bytearray(512 * (pages + 2))
    word[start:end] = text
    word[512 * pages : 512 * pages + 512] = _character_page(runs, at)
    letters = text.decode("utf-16-le" if width == 2 else "latin-1")
    word[512 * pages + 512 :] = _paragraph_page(_paragraphs(letters, {0: (1, b"")}, start, width), end, 7)
    struct.pack_into("<HHHHHH", word, 0, 0xA5DC, 101, 0, language, 0, flags)
    struct.pack_into("<II", word, 0x18, start, end)
    struct.pack_into("<I", word, 0x34, len(text) // width)
    for row, content in ((12, struct.pack("<IIH", start, end, pages)), (13, struct.pack("<IIH", start, end, pages + 1)), (15, fonts)):
        struct.pack_into("<II", word, 0x58 + 8 * row, len(word), len(content))
        word += content
    return compound({"WordDocument": bytes(word)})


def font(name: str, charset: int) -> bytes:
    """Build an entry of the font table of Word 6."""
    raw = bytes([0, 0, 0, charset, 0]) + name.encode() + b"\0"
    return bytes([len(raw)]) + raw


def word6() -> bytes:
    """Give Western text of Word 6, its first paragraph a heading, some of it deleted."""
    return old("Café\rnot gone here\r".encode("cp1252"), sprms=[(9, b""), (5, b"\x41\x01"), (5, b"")])


def word6_russian() -> bytes:
    """Give Russian text of Word 6, known by the language of the document."""
    return old("Привет\r".encode("cp1251"), language=0x419)


def word6_greek_font() -> bytes:
    """Give a Greek word in a Western document, known by its font."""
    fonts = font("Arial", 0) + font("Arial Greek", 161)
    return old(b"alpha " + "άλφα".encode("cp1253") + b"\r", fonts=b"\0\0" + fonts, sprms=[(6, b""), (4, b"\x5d\x01\x00"), (1, b"")])


def word6_japanese() -> bytes:
    """Give Japanese text of Word 6, two bytes a letter, with a field after it."""
    return old("日本語 \x13 PAGE \x147\x15 表\r".encode("cp932"), language=0x411)


def word95_wide() -> bytes:
    """Give text of 16 bits a letter, as Far Eastern editions of Word 95 have it."""
    return old("中文 text\u1092s\r".encode("utf-16-le"), flags=0x1000)


def word2() -> bytes:
    """Give a document that says it is of Word 2."""
    word = bytearray(512)
    struct.pack_into("<HH", word, 0, 0xA5DB, 45)
    return compound({"WordDocument": bytes(word)})


def no_pieces() -> bytes:
    """Give a complex document whose table stream is lost."""
    word = bytearray(2048)
    struct.pack_into("<HHHHHH", word, 0, 0xA5EC, 193, 0, 0x409, 0, 0x1204)
    struct.pack_into("<I", word, 0x4C, 100)
    return compound({"WordDocument": bytes(word)})


def other() -> bytes:
    """Give a compound file that is no document."""
    return compound({"Workbook": b"x"})
