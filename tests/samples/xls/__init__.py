"""Workbooks as XLS, BIFF 8 (MS-XLS), written record by record."""

import struct

from tests.samples.ole import compound, summary


def record(kind: int, content: bytes = b"") -> bytes:
    """Write one record (2.1.4)."""
    return struct.pack("<HH", kind, len(content)) + content


def text(words: str, size: str = "<H") -> bytes:
    """Write a string with its length and a byte that says it has 16 bits a unit (2.5.294)."""
    units = words.encode("utf-16-le")
    return struct.pack(size, len(units) // 2) + b"\1" + units


def number(row: int, column: int, style: int, value: float) -> bytes:
    """Write a number's cell (2.4.180)."""
    return record(0x203, struct.pack("<HHHd", row, column, style, value))


def label(row: int, column: int, style: int, index: int) -> bytes:
    """Write the cell of a shared string (2.4.149)."""
    return record(0xFD, struct.pack("<HHHI", row, column, style, index))


def truth(row: int, column: int, value: int, is_error: int = 0) -> bytes:
    """Write the cell of a boolean or an error (2.4.24)."""
    return record(0x205, struct.pack("<HHHBB", row, column, 0, value, is_error))


_CODES = ("General", "yyyy\\-mm\\-dd", "0.0%", "00000", "[h]:mm:ss", '"<"@">"')


class Book:
    """A workbook under construction: sheets as (name, visibility, records of cells)."""

    def __init__(self, strings: tuple[str, ...] = (), *, is_1904: bool = False, is_encrypted: bool = False) -> None:
        """Take what the sheets share."""
        self.sheets: list[tuple[str, int, bytes]] = []
        self.strings = strings
        self.is_1904 = is_1904
        self.is_encrypted = is_encrypted

    def add(self, name: str, cells: bytes, visibility: int = 0) -> "Book":
        """Add a sheet."""
        self.sheets.append((name, visibility, cells))
        return self

    def build(self) -> bytes:
        """Give the file."""
        begin = struct.pack("<HHHHII", 0x600, 5, 0xDBB, 1996, 0, 0)
        head = (
            record(0x809, begin)
            + (record(0x2F, bytes(54)) if self.is_encrypted else b"")
            + record(0x42, b"\xb0\x04")
            + record(0x22, struct.pack("<H", self.is_1904))
        )
        head += record(0x31, struct.pack("<HHHHHBBBB", 200, 0, 8, 400, 0, 0, 0, 0, 0) + text("Arial", "<B")) * 5
        for at, code in enumerate(_CODES):
            head += record(0x41E, struct.pack("<H", 164 + at) + text(code))
        for at in range(len(_CODES)):
            head += record(0xE0, struct.pack("<HHH", 0, 164 + at, 0) + bytes(14))
        items = b"".join(text(words) for words in self.strings)
        tail = record(0xFC, struct.pack("<II", len(self.strings), len(self.strings)) + items) + record(0x0A)
        bodies = [
            record(0x809, struct.pack("<HHHHII", 0x600, 0x10, 0xDBB, 1996, 0, 0)) + cells + record(0x0A) for _, _, cells in self.sheets
        ]
        at = len(head) + len(tail) + sum(len(record(0x85, bytes(6) + text(name, "<B"))) for name, _, _ in self.sheets)
        listed = b""
        for (name, visibility, _), body in zip(self.sheets, bodies, strict=True):
            listed += record(0x85, struct.pack("<IBB", at, visibility, 0) + text(name, "<B"))
            at += len(body)
        stream = head + listed + tail + b"".join(bodies)
        return compound({"Workbook": stream.ljust(4096, b"\0"), "\x05SummaryInformation": summary("Old budget", "Ann")})


def values() -> bytes:
    """Give the kinds of values, each under its format, and a second sheet that is hidden."""
    cells = label(0, 0, 0, 0) + number(0, 1, 0, 12) + number(0, 3, 0, 0.1 + 0.2) + truth(0, 4, 1)
    cells += (
        number(1, 0, 1, 45296)
        + number(1, 1, 2, 0.125)
        + number(1, 2, 3, 7)
        + number(1, 3, 4, 10.632060185)
        + truth(1, 4, 7, 1)
        + label(1, 5, 5, 0)
    )
    cells += label(3, 0, 0, 1)
    return Book(("007", "line1\nline2\t|x")).add("Data", cells).add("Away", number(0, 0, 0, 99), 1).build()


def hidden() -> bytes:
    """Give a hidden row and a hidden column."""
    rows = b"".join(record(0x208, struct.pack("<HHHHHHHH", row, 0, 3, 255, 0, 0, 0x20 if row == 1 else 0, 0x100)) for row in range(3))
    column = record(0x7D, struct.pack("<HHHHHH", 1, 1, 2000, 0, 1, 0))
    cells = b"".join(number(row, at, 0, 10 * (row + 1) + at + 1) for row in range(3) for at in range(3))
    return Book().add("S", column + rows + cells).build()


def epoch_1904() -> bytes:
    """Give dates of the 1904 system."""
    return Book(is_1904=True).add("S", number(0, 0, 1, 0) + number(0, 1, 1, 43831)).build()


def encrypted() -> bytes:
    """Give a workbook that says it is encrypted."""
    return Book(is_encrypted=True).add("S", number(0, 0, 0, 1)).build()
