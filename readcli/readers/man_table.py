"""Tables of tbl(1): columns by their letters, spanned cells, texts between T{ and T}, rules and boxes."""

from __future__ import annotations

import re

from readcli.readers.man_sheet import columns
from readcli.readers.man_text import FIXED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from readcli.readers.man_text import Pen, Runs

_KEY = re.compile(
    r"([LlRrCcNnAaSs^_=|-])((?:[biBIzZeExXtTdDuU]|f(?:\([^)]..|\(..|[BIRbi123P]|\[[^\]]*\])|w\([^)]*\)|w\d+|[pPvV][-+]?\d+|\d+|[ \t])*)"
)
_MACRO = re.compile(r"(?:^|(?<=[ ]))[A-Z][a-z] ?(?=$|[^a-z])")  # those of mdoc(7) in a text
_BLOCK_LEAST = 10  # columns that a text keeps, however narrow the page


class _Cell:
    """A cell: its letter (l r c n s ^ _), its lines of runs."""

    __slots__ = ("key", "lines", "text")

    def __init__(self, key: str, text: Runs) -> None:
        self.key = key
        self.text = text
        self.lines: list[Runs] = [text]

    @property
    def width(self) -> int:
        return sum(columns(text) for _, text in self.text)


def lay(lines: list[str], width: int, pen: Pen) -> list[Runs]:
    """Set a table in so many columns; the answer is its lines."""
    tab = "\t"
    has_box = False
    if lines and lines[0].rstrip().endswith(";"):
        options = lines.pop(0)
        has_box = "box" in options.lower()
        if found := re.search(r"tab\s*\(\s*(.)\s*\)", options, re.IGNORECASE):
            tab = found[1]
    formats, lines = _formats(lines)
    rows: list[list[_Cell] | str] = []
    texts = _texts(lines, tab)
    at = 0
    for row in texts:
        if isinstance(row, str):
            if row == ".T&":
                continue
            rows.append(row)
            continue
        if row and row[0].startswith("\0"):  # a new format
            formats, at = _formats(row[0][1:].split("\n"))[0], 0
            continue
        keys = formats[min(at, len(formats) - 1)] if formats else []
        while keys and all(key in "_=-" for key, _ in keys) and at < len(formats) - 1:
            rows.append("_")
            at += 1
            keys = formats[at]
        at += 1
        rows.append([_cell(keys[n] if n < len(keys) else ("l", "R"), text, pen) for n, text in enumerate(row)])
    return _set(rows, width, has_box=has_box)


def _formats(lines: list[str]) -> tuple[list[list[tuple[str, str]]], list[str]]:
    """Read the lines that say what the columns are, up to the one that ends in a full stop."""
    found: list[list[tuple[str, str]]] = []
    for at, line in enumerate(lines):
        text = line.strip()
        is_last = text.endswith(".")
        for part in text.removesuffix(".").split(","):
            keys = [(key.lower(), _font(more)) for key, more in _KEY.findall(part) if key != "|"]
            if keys:
                found.append(keys)
        if is_last:
            return found, lines[at + 1 :]
    return found, []


def _font(more: str) -> str:
    more = more.replace("(", "").lower()
    return "B" if "b" in more else "I" if "i" in more else "R"


def _texts(lines: list[str], tab: str) -> list[list[str] | str]:
    """Split the data into rows of cells; a rule is a text of its own, a new format a row whose cell begins with NUL."""
    found: list[list[str] | str] = []
    waiting = iter(lines)
    for line in waiting:
        if line.strip() in ("_", "="):
            found.append(line.strip())
            continue
        if line.startswith(".T&"):
            formats = []
            for more in waiting:
                formats.append(more)
                if more.strip().endswith("."):
                    break
            found.append(["\0" + "\n".join(formats)])
            continue
        if line.startswith((".", "'")) and not line.startswith("..."):
            continue
        row: list[str] = []
        rest: str | None = line
        while rest is not None:
            if rest.rstrip() == "T{" or rest.startswith("T{"):
                text, rest = _block(waiting, tab)
                row.append(text)
                continue
            cell, mark, after = rest.partition(tab)
            row.append(cell)
            rest = after if mark else None
        found.append(row)
    return found


def _block(waiting: object, tab: str) -> tuple[str, str | None]:
    """Read the text up to T}; give it, and the rest of that line where the row goes on."""
    kept: list[str] = []
    for line in waiting:  # type: ignore[attr-defined]
        if line.startswith("T}"):
            rest = line[2:]
            return " ".join(kept), rest[len(tab) :] if rest.startswith(tab) else None
        found = re.match(r"[.'][ ]?([BI]|BR|IR|BI|RB|RI|IB|br|sp|PP|Xr|Fn|Dv)\b ?(.*)", line)
        if not found and line.startswith((".", "'")):
            line = _MACRO.sub("", line[1:]) if line[1:2].isupper() and line[2:3].islower() else ""
        kept.append(_font_macro(found[1], found[2]) if found else line)
    return " ".join(kept), None


def _font_macro(name: str, rest: str) -> str:
    """Write the macro of a font inside a text as escapes."""
    words = rest.replace('"', "").split(" ")
    if name in ("B", "I"):
        return f"\\f{name}{rest.replace(chr(34), '')}\\fR"
    if len(name) == 2 and name.isupper() and name != "PP":
        return "".join(f"\\f{name[at % 2]}{word}" for at, word in enumerate(words)) + "\\fR"
    return rest if name not in ("br", "sp", "PP") else ""


def _cell(key: tuple[str, str], text: str, pen: Pen) -> _Cell:
    letter, font = key
    text = text.strip() if letter != "s" else ""
    if text in ("_", "=", "\\_"):
        return _Cell("_", [])
    if text == "\\^":
        return _Cell("l", [])
    before = pen.font
    pen.font = font
    runs = pen.runs(text)
    pen.font = before
    return _Cell(letter, [(run_font, letters.replace("\t", " ")) for run_font, letters in runs])


def _set(rows: list[list[_Cell] | str], width: int, *, has_box: bool) -> list[Runs]:
    """Give the lines of the rows, each column as wide as it must be and may be."""
    count = max((len(row) for row in rows if not isinstance(row, str)), default=0)
    sizes = [0] * count
    for row in rows:
        for at, cell in enumerate(row if not isinstance(row, str) else ()):
            if not (at + 1 < len(row) and isinstance(row[at + 1], _Cell) and row[at + 1].key == "s"):  # type: ignore[union-attr]
                sizes[at] = max(sizes[at], cell.width)
    gap = 3
    room = width - gap * max(0, count - 1) - 4 * has_box
    while sum(sizes) > room and max(sizes, default=0) > _BLOCK_LEAST:
        widest = sizes.index(max(sizes))
        sizes[widest] = max(
            _BLOCK_LEAST, min(sizes[widest] - 1, room - sum(sizes) + sizes[widest]), sorted(sizes)[-2] - 1 if count > 1 else 0
        )
    total = sum(sizes) + gap * max(0, count - 1)
    found: list[Runs] = []
    rule: Runs = [("R", "\u2500" * total)]
    if has_box:
        found.append(rule)
    for row in rows:
        found += [rule] if isinstance(row, str) else _row(row, sizes, gap)
    if has_box:
        found.append(rule)
    return found


def _row(row: list[_Cell], sizes: list[int], gap: int) -> list[Runs]:
    """Give the lines of one row: as many as its longest cell."""
    widths = []
    for at, cell in enumerate(row):
        size = sizes[at]
        after = at + 1
        while after < len(row) and row[after].key == "s":
            size += gap + sizes[after]
            after += 1
        widths.append(size)
        cell.lines = wrap(cell.text, size) if cell.key != "_" else [[("R", "\u2500" * size)]]
    height = max((len(cell.lines) for cell in row), default=0)
    found = []
    for n in range(height):
        line: Runs = []
        for at, cell in enumerate(row):
            if cell.key == "s":
                continue
            runs = cell.lines[n] if n < len(cell.lines) else []
            free = max(0, widths[at] - sum(columns(text) for _, text in runs))
            before = free if cell.key in "rn" else free // 2 if cell.key == "c" else 0
            line += [("R", FIXED * before), *runs, ("R", FIXED * (free - before + gap))]
        found.append(line)
    return found


def wrap(runs: Runs, width: int) -> list[Runs]:
    """Break runs into lines at blanks."""
    if sum(columns(text) for _, text in runs) <= width:
        return [runs]
    lines: list[Runs] = [[]]
    at = 0
    for font, text in runs:
        for n, word in enumerate(text.split(" ")):
            size = columns(word)
            if n and at and at + 1 + size > width:
                lines.append([])
                at = 0
            elif n and at:
                lines[-1].append((font, " "))
                at += 1
            if word:
                lines[-1].append((font, word))
                at += size
    return lines
