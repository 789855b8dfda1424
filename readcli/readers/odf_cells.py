"""Cells of a spreadsheet: what they show, and which are asked for (OpenDocument 1.3 part 3, 9.1.4, 19.385)."""

import re

from readcli.errors import UsageError
from readcli.markup import Node
from readcli.model import Options
from readcli.readers.odf_blocks import Blocks

_CELL = re.compile(r"([A-Za-z]{0,3})([0-9]{0,7})")
_VALUES = ("office:value", "office:date-value", "office:time-value", "office:boolean-value", "office:string-value")
_PREFIX = re.compile(r"^[A-Za-z]+:(?==)")


class Rectangle:
    """First and last row and column, from 1, inclusive; all of a sheet unless told otherwise."""

    __slots__ = ("columns", "rows")

    def __init__(self, rows: tuple[int, int] = (1, 1 << 30), columns: tuple[int, int] = (1, 1 << 30)) -> None:
        """Take both ranges."""
        self.rows = rows
        self.columns = columns

    def rows_within(self, first: int, last: int) -> int:
        """Give how many of these rows lie inside."""
        return max(0, min(last, self.rows[1]) - max(first, self.rows[0]) + 1)

    def has_column(self, column: int) -> bool:
        """Say whether a column lies inside."""
        return self.columns[0] <= column <= self.columns[1]


def rectangle_of(reference: str) -> Rectangle:
    """Read `B2`, `B2:D9`, `A:C`, `3:9`, in either order of the corners; `$` is ignored. Raises UsageError."""
    ends = [_CELL.fullmatch(end) for end in reference.replace("$", "").split(":")]
    if not 1 <= len(ends) <= 2 or not all(end and end[0] for end in ends):
        msg = f"{reference} is no range of cells"
        raise UsageError(msg, "write B2, B2:D9, A:C or 3:9")
    columns = sorted(_number_of(end[1]) for end in ends if end and end[1])
    rows = sorted(int(end[2]) for end in ends if end and end[2])
    whole = (1, 1 << 30)
    return Rectangle((rows[0], rows[-1]) if rows else whole, (columns[0], columns[-1]) if columns else whole)


def _number_of(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number


def letters_of(column: int) -> str:
    """Write a column's number as A, Z, AA."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def is_left_out(node: Node) -> bool:
    """Say whether a row or column is hidden, or filtered away."""
    return node.attributes.get("table:visibility") in ("collapse", "filter")


def is_wanted(number: int, options: Options) -> bool:
    """Say whether a part is among those asked for."""
    if options.parts is None:
        return True
    return any(wanted.first <= number and (wanted.last is None or number <= wanted.last) for wanted in options.parts)


def read_value(cell: Node, blocks: Blocks) -> str:
    """Give a cell's text as displayed, on one line; with `--as values` or `formulas` what lies behind it."""
    formula = _PREFIX.sub("", cell.attributes.get("table:formula", ""))
    if blocks.options.as_ == "formulas" and formula:
        return formula
    if blocks.options.as_ == "values":
        value = _stored(cell)
        if value:
            return value
    paragraphs = [blocks.text(node) for node in cell.nodes("text:p", "text:h")]
    boxes, blocks.inline.boxes = blocks.inline.boxes, []
    paragraphs += [block for box in boxes for block in blocks.of(box)]
    paragraphs += [block for node in cell.nodes("text:list", "table:table") for block in blocks.of(node)]
    text = " ".join(" ".join(paragraphs).split("\n")).replace("\t", " ")
    return text or _stored(cell) or formula


def _stored(cell: Node) -> str:
    """Give the typed value of a cell: a number without `.0`, a date or time in ISO form, TRUE or FALSE."""
    kind = cell.attributes.get("office:value-type", "")
    text = next((cell.attributes[name] for name in _VALUES if name in cell.attributes), "")
    if kind == "boolean":
        return text.upper()
    return " ".join(text.split())
