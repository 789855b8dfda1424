r"""What terminals make of a line that holds sequences, carriage returns and overstrikes: its text, with its style set anew.

A row of cells is written as a terminal would write it. Of all sequences only SGR (ECMA-48, 8.3.117) and erasing in the
line (EL) mean something; whatever else is dropped. Printers' overstrikes are bold (`N\bN`) and underlined (`_\bN`).
"""

from __future__ import annotations

import re

from readcli.control import stamp_size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from readcli.render.columns import Runs

_PIECE = re.compile(
    "(?:\x1b\\[|\x9b)(?P<body>[0-?]*)[ -/]*(?P<end>[@-~]?)"
    "|(?:\x1b[\\]PX^_]|[\x90\x98\x9d\x9e\x9f])[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\\\|\x9c)?"
    "|\x1b[ -/]*[0-~]?|(?P<move>[\r\b])"
)
_ON = {1: "1", 2: "2", 3: "3", 4: "4", 7: "7", 9: "9", 21: "4"}
_OFF = {22: ("1", "2"), 23: ("3",), 24: ("4",), 27: ("7",), 29: ("9",)}
NEEDS = ("\x1b", "\r", "\b", "\x90", "\x98", "\x9b", "\x9d", "\x9e", "\x9f")


def has_any(text: str) -> bool:
    """Say whether there is anything to undo."""
    return any(letter in text for letter in NEEDS)


class Pen:
    """The style that writing has at the moment; it lasts over the ends of lines, until it is changed."""

    def __init__(self) -> None:
        """Begin with no style."""
        self._marks: set[str] = set()
        self._front = self._back = ""
        self.style = ""

    def take(self, body: str) -> None:
        """Obey the parameters of an SGR sequence; concealing and blinking are not for files to ask."""
        numbers = [int(part) if part.isdigit() and len(part) < 6 else 0 for part in body.replace(":", ";").split(";")]
        at = 0
        while at < len(numbers):
            code = numbers[at]
            at += 1
            if code == 0:
                self._marks, self._front, self._back = set(), "", ""
            elif code in _ON:
                self._marks.add(_ON[code])
            elif code in _OFF:
                self._marks.difference_update(_OFF[code])
            elif code in (38, 48):
                at = self._long(code, numbers, at)
            elif 30 <= code <= 39 or 90 <= code <= 97:
                self._front = "" if code == 39 else str(code)
            elif 40 <= code <= 49 or 100 <= code <= 107:
                self._back = "" if code == 49 else str(code)
        self.style = ";".join([*sorted(self._marks), *filter(None, (self._front, self._back))])

    def _long(self, code: int, numbers: list[int], at: int) -> int:
        """Take a colour of 256 or of 24 bits; give where the next parameter stands."""
        count = {5: 2, 2: 4}.get(numbers[at] if at < len(numbers) else 0, 0)
        parts = numbers[at : at + count]
        if count and len(parts) == count and all(part < 256 for part in parts):
            colour = ";".join(map(str, [code, *parts]))
            self._front, self._back = (colour, self._back) if code == 38 else (self._front, colour)
        return at + max(count, 1)


def settle(line: str, pen: Pen) -> Runs:
    """Give a line as it stands at last on a screen, in runs of one style."""
    cells: list[tuple[str, str]] = []
    at = seen = 0
    start = stamp_size(line)  # a time stamp before progress stays
    struck = False
    for found in _PIECE.finditer(line):
        at = _write(cells, at, line[seen : found.start()], pen.style, struck=struck)
        seen = found.end()
        move, end, body = found["move"], found["end"], found["body"]
        if move == "\b":
            at, struck = max(0, at - 1), True
        elif move == "\r" or (end in ("G", "`") and body in ("", "0", "1")):
            at, struck = start, False
        elif end == "m" and not body[:1] > ";":
            pen.take(body)
        elif end == "K":
            del cells[0 if body in ("1", "2") else at :]
    _write(cells, at, line[seen:], pen.style, struck=struck)
    return _joined(cells)


def _write(cells: list[tuple[str, str]], at: int, text: str, style: str, *, struck: bool) -> int:
    """Write a text into cells from one on; over a struck cell it is bold or underlined. Give where writing goes on."""
    if not text:
        return at
    if at == len(cells):
        cells.extend((style, letter) for letter in text)
        return len(cells)
    if at > len(cells):
        cells.extend([("", " ")] * (at - len(cells)))
    for letter in text:
        old_style, old = cells[at] if at < len(cells) else ("", "")
        new = (style, letter)
        if struck and old and old == letter and old != " ":
            new = (_with(old_style, "1"), letter)
        elif struck and "_" in (old, letter) and old:
            new = (_with(old_style, "4"), letter if old == "_" else old)
        if at < len(cells):
            cells[at] = new
        else:
            cells.append(new)
        at += 1
    return at


def _with(style: str, mark: str) -> str:
    return style if mark in style.split(";") else f"{style};{mark}".lstrip(";")


def _joined(cells: list[tuple[str, str]]) -> Runs:
    """Join neighbours of one style."""
    runs: Runs = []
    start = 0
    for at in range(1, len(cells) + 1):
        if at == len(cells) or cells[at][0] != cells[start][0]:
            runs.append((cells[start][0], "".join(letter for _, letter in cells[start:at])))
            start = at
    return runs
