"""Rows as text: the first seed's tables, and CSV, JSON and Markdown."""

from __future__ import annotations

from readcli.readers.sqlite_open import Blob
from readcli.sizes import format_size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from readcli.readers.sqlite_open import Value

LINE = 120  # columns of a terminal that a cut table may take
CELL = 40  # columns of one of its cells
TAB = "   "
_INFINITE = (float("inf"), float("-inf"))


def number(value: float) -> str:
    """Write a number as JavaScript does: `1`, `0.1`, `2.5e+30`, `1e-7` (ECMA-262, 6.1.6.1.20)."""
    if value in _INFINITE:
        return "Infinity" if value > 0 else "-Infinity"
    if value == int(value) and abs(value) < 1e15:  # beyond, Python writes all digits, JavaScript zeros
        return str(int(value))
    mantissa, _, exponent = repr(value).partition("e")
    if not exponent:
        return mantissa.removesuffix(".0")
    sign = "-" if mantissa[0] == "-" else ""
    first, _, rest = mantissa.lstrip("-").partition(".")
    power = int(exponent)
    digits = first + ("" if rest == "0" else rest)
    if 0 <= power < 21:
        return sign + digits.ljust(power + 1, "0")
    if -7 < power < 0:
        return f"{sign}0.{'0' * (-power - 1)}{digits}"
    tail = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{sign}{digits[0]}{tail}e{'+' if power > 0 else ''}{power}"


def plain(value: Value) -> str:
    """Write a value as text, line breaks kept."""
    if value is None:
        return "NULL"
    if isinstance(value, Blob):
        return f"<BLOB {format_size(value.size)}>"
    if isinstance(value, float):
        return number(value)
    return value.replace("\t", TAB) if isinstance(value, str) else str(value)


def cell(value: Value) -> str:
    """Write a value on one line: a line break becomes a backslash and an n."""
    text = plain(value)
    return text.replace("\r\n", "\\n").replace("\n", "\\n").replace("\r", "\\n") if isinstance(value, str) else text


def width(text: str) -> int:
    """Count the columns of a terminal that a text takes: wide characters two, combining ones none."""
    if text.isascii():
        return len(text)
    import unicodedata

    columns = 0
    for letter in text:
        if unicodedata.east_asian_width(letter) in "WF":
            columns += 2
        elif not unicodedata.combining(letter) and letter not in "\u200b\u200c\u200d\ufe0f":
            columns += 1
    return columns


def cut(text: str, most: int) -> str:
    """Cut a text to so many columns, the last of them `…`."""
    if width(text) <= most:
        return text
    kept = text[:most]
    while kept and width(kept) > most - 1:
        kept = kept[:-1]
    return kept + "…"


def table(columns: list[str], rows: list[list[Value]], *, is_cut: bool) -> Iterator[str]:
    """Give a table line by line; cut to the seed's widths, or with whole cells, which then may stand out of their column."""
    if not columns:
        yield "(no rows)"
        return
    heads = [cell(name) for name in columns]
    lines = [[cell(value) for value in row] for row in rows]
    widths = [min(CELL, max(1, *(width(line[at]) for line in (heads, *lines)))) for at in range(len(heads))]
    if is_cut:
        _shrink(widths)
    yield _line(heads, widths, is_cut=is_cut)
    yield _line(["-" * size for size in widths], widths, is_cut=is_cut)
    for line in lines:
        yield _line(line, widths, is_cut=is_cut)
    if not rows:
        yield "(no rows)"


def _shrink(widths: list[int]) -> None:
    """Take columns off the widest until the line fits."""
    over = sum(widths) + 3 * len(widths) + 1 - LINE
    while over > 0 and max(widths) > 1:
        widths[widths.index(max(widths))] -= 1
        over -= 1


def _line(cells: list[str], widths: list[int], *, is_cut: bool) -> str:
    """Put cells between bars, each filled with blanks to its column."""
    if is_cut:
        cells = [cut(text, size) for text, size in zip(cells, widths, strict=True)]
    padded = [text + " " * (size - width(text)) for text, size in zip(cells, widths, strict=True)]
    line = f"| {' | '.join(padded)} |"
    return cut(line, LINE) if is_cut else line


def schema(sql: str) -> str:
    """Give the text that a table was created with."""
    return sql.strip().replace("\r\n", "\n").replace("\t", TAB)


def record(columns: list[str], row: list[Value], *, is_cut: bool) -> Iterator[str]:
    """Give one row as `column: value` lines."""
    for name, value in zip(columns, row, strict=True):
        for line in f"{cell(name)}: {plain(value)}".split("\n"):
            yield cut(line, LINE) if is_cut else line


def csv(columns: list[str], rows: list[list[Value]]) -> Iterator[str]:
    """Give comma-separated values (RFC 4180): NULL is nothing, an empty text `""`, a blob its hexadecimal digits."""
    yield ",".join(_field(name) for name in columns)
    for row in rows:
        yield ",".join(_field(value) for value in row)


def _field(value: Value) -> str:
    """Write one field, in quotes where its end could be mistaken, or where it is empty but not NULL."""
    if value is None:
        return ""
    if isinstance(value, Blob):
        return value.held.hex() if len(value.held) == value.size else plain(value)
    text = value if isinstance(value, str) else plain(value)
    is_special = not text or any(letter in text for letter in ',"\r\n') or text != text.strip()
    return '"' + text.replace('"', '""') + '"' if is_special else text


def markdown(columns: list[str], rows: list[list[Value]]) -> Iterator[str]:
    """Give a pipe table in which nothing in a cell can end it."""
    yield "| " + " | ".join(_pipe(name) for name in columns) + " |"
    yield "|" + " --- |" * len(columns)
    for row in rows:
        yield "| " + " | ".join(_pipe(value) for value in row) + " |"


def _pipe(value: Value) -> str:
    """Write a cell that can hold neither a bar nor a line break."""
    text = plain(value)
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("\r\n", "<br>").replace("\n", "<br>").replace("\r", "<br>")


def json(columns: list[str], rows: list[list[Value]]) -> Iterator[str]:
    """Give an array with one object a line; columns of one name are told apart by numbers."""
    from json import dumps

    names: list[str] = []
    for name in columns:
        number_of = 1
        while (unique := name if number_of == 1 else f"{name}_{number_of}") in names:
            number_of += 1
        names.append(unique)
    for at, row in enumerate(rows):
        values = dumps(dict(zip(names, typed(row), strict=True)), ensure_ascii=False)
        yield f"{' ' if at else '['}{values}{',' if at < len(rows) - 1 else ']'}"
    if not rows:
        yield "[]"


def typed(row: list[Value]) -> list[object]:
    """Give a row as plain JSON values: a blob is its size and, if it is small, its bytes in base64."""
    from binascii import b2a_base64

    values: list[object] = []
    for value in row:
        if isinstance(value, Blob):
            told: dict[str, object] = {"blob": value.size}
            if len(value.held) == value.size:
                told["base64"] = b2a_base64(value.held, newline=False).decode("ascii")
            values.append(told)
        elif value in _INFINITE:
            values.append(number(value))  # JSON has no such numbers
        else:
            values.append(value)
    return values
