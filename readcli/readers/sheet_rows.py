"""The rows of an XLSX sheet (ECMA-376 part 1, 18.3.1.73), as they are inflated.

Most rows look like the one before them but for their values. So a row is cut at its values, what stands between them is
compared with the last row, and only a new form is looked at with a regular expression. Rows with anything unusual are read
cell by cell; both ways give the same.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from readcli.readers.cell_text import unescape
from readcli.readers.shared_strings import rich_text

Row = tuple[int, list[str], bool]  # number from 1, cells from column A without blank ones at the end, whether it is hidden
Value = Callable[[str], str]
Values = Callable[[str, str], Value]  # style and type of a cell, as written, to the function that shows its value

_ATTRIBUTES = r'(?: s="(\d+)")?(?: t="(\w+)")?'
_BLANK = r'(?:\s*<c r="[A-Z]{1,3}"(?: s="\d+")?(?: t="\w+")?(?:/>|></c>))*\s*'
_HEAD = re.compile(_BLANK + r'<c r="([A-Z]{1,3})"' + _ATTRIBUTES + r">(?:<f(?:\s[^>]*)?(?:/>|>[^<]*</f>))?")
_TAIL = re.compile(_BLANK)
_CELL = re.compile(r"<c\b([^>]*?)(?:/>|>(.*?)</c>)", re.DOTALL)
_ATTRIBUTE = re.compile(r"""(\w+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_FORMULA = re.compile(r"<f\b([^>]*?)(?:/>|>([^<]*)</f>)")
_VALUE = re.compile(r"<v\b[^>]*?(?:/>|>([^<]*)</v>)")
_COLUMN = re.compile(r"""<col\b([^>]*)>""")
_DIMENSION = re.compile(r"""<dimension\b[^>]*ref=["']([^"']+)""")
_COLUMNS_MOST = 16_384
_FORMS = 20_000  # known forms of cells


def column_number(letters: str) -> int:
    """Give a column's number from 1: A is 1, XFD 16384."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number


def column_name(number: int) -> str:
    """Give a column's letters: 1 is A, 16384 XFD."""
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def place(cells: list[str], column: int, text: str) -> None:
    """Put a text into a column, counted from 1; blank ones are not stored at the end, nor those beyond the last column."""
    if text and 0 < column <= _COLUMNS_MOST:
        if column > len(cells):
            cells.extend([""] * (column - len(cells) - 1))
            cells.append(text)
        else:
            cells[column - 1] = text


class SheetRows:
    """One sheet's XML; `dimension` and `hidden_columns` are those that stand before the rows, known once `open` was called."""

    def __init__(self, pieces: Iterable[str], values: Values, styles: int) -> None:
        """Take the decoded part, the functions that show values, and the number of styles."""
        self._pieces = iter(pieces)
        self._values = values
        self._styles = styles
        self._known: dict[str, tuple[int, Value]] = {}
        self._heads: list[str] = []
        self._plan: tuple[list[int], list[Value]] | None = None
        self._shared: dict[str, tuple[str, str]] = {}
        self._first = ""
        self.dimension: str | None = None
        self.hidden_columns: list[tuple[int, int]] = []

    def open(self) -> None:
        """Read what stands before the rows. Raises Corrupt, Declined."""
        waiting: list[str] = []
        for piece in self._pieces:
            waiting.append(piece)
            if "<row" in piece or "<sheetData" in piece:
                break
        head, mark, self._first = "".join(waiting).partition("<sheetData")
        found = _DIMENSION.search(head)
        self.dimension = found.group(1) if found else None
        for column in _COLUMN.findall(head):
            attributes = _attributes(column)
            if attributes.get("hidden") in ("1", "true"):
                first, last = attributes.get("min", ""), attributes.get("max", "")
                if first.isdecimal() and last.isdecimal():
                    self.hidden_columns.append((int(first), int(last)))
        self._first = mark + self._first

    def rows(self, first: int = 1, last: int | None = None) -> Iterator[Row]:
        """Give the rows that are stored, from `first` to `last`; cells of the others are not looked at. Raises Corrupt."""
        number = 0
        for text in self._row_texts():
            start = text.rfind("<row")
            end = text.find(">", start)
            if start < 0 or end < 0:
                continue
            header = text[start:end]
            at = header.find(' r="') + 4
            written = header[at : header.find('"', at)] if at > 3 else ""
            if written.isdecimal() and len(written) < 10:
                number = int(written)
            else:
                written = ""
                number += text.count("<row")
            if last is not None and number > last:
                return
            if number >= first:
                is_hidden = "hidden=" in header and _attributes(header).get("hidden") in ("1", "true")
                yield number, self._cells(text[end + 1 :], written, number), is_hidden

    def _row_texts(self) -> Iterator[str]:
        """Cut the part at the ends of rows; the last cut of a part that stops in a row is its torn row."""
        waiting: list[str] = []
        for piece in chain((self._first,), self._pieces):
            body, mark, _ = piece.partition("</sheetData")
            waiting.append(body)
            if "</row>" in body or mark:
                rows = "".join(waiting).split("</row>")
                waiting = [rows.pop()]
                yield from rows
            if mark:
                return
        yield "".join(waiting)

    def _cells(self, body: str, written: str, number: int) -> list[str]:
        """Give the texts of a row's cells. `written` is its number as it stands in the names of the cells."""
        if number > self._styles and written and "<v></v>" not in body:
            plain = body
            if "<is>" in body:
                plain = body.replace("<is><t>", "<v>").replace('<is><t xml:space="preserve">', "<v>").replace("</t></is></c>", "</v></c>")
            # no style has this row's number or a longer one, so only names of cells end so
            parts = plain.replace(written + '"', '"').replace("</v></c>", "<v>").split("<v>")
            heads = parts[0::2]
            if heads != self._heads:
                self._heads = heads
                self._plan = self._find_plan(heads)
            if self._plan is not None:
                return self._fill(self._plan, parts[1::2])
        return self._cells_singly(body, number)

    @staticmethod
    def _fill(plan: tuple[list[int], list[Value]], values: list[str]) -> list[str]:
        columns, functions = plan
        shown = [function(value) for function, value in zip(functions, values, strict=True)]
        if columns:
            cells: list[str] = []
            for column, text in zip(columns, shown, strict=True):
                place(cells, column, text)
            return cells
        while shown and not shown[-1]:
            shown.pop()
        return shown

    def _find_plan(self, heads: list[str]) -> tuple[list[int], list[Value]] | None:
        """Give columns and functions for a row's form, no columns where they are A, B, C ...; none where it is unusual."""
        if not _TAIL.fullmatch(heads[-1]):
            return None
        columns, functions = [], []
        for head in heads[:-1]:
            known = self._known.get(head)
            if known is None:
                found = _HEAD.fullmatch(head)
                if found is None:
                    return None
                known = column_number(found.group(1)), self._values(found.group(2) or "", found.group(3) or "")
                if len(self._known) > _FORMS:
                    self._known.clear()
                self._known[head] = known
            columns.append(known[0])
            functions.append(known[1])
        if columns == list(range(1, len(columns) + 1)):
            columns = []
        return columns, functions

    def _cells_singly(self, body: str, number: int) -> list[str]:
        """Read a row cell by cell: any order of attributes, rich text, formulas without a value, cells without a name."""
        cells: list[str] = []
        column = 0
        for written, inner in _CELL.findall(body):
            attributes = _attributes(written)
            letters = attributes.get("r", "").rstrip("0123456789").upper()
            column = column_number(letters) if letters.isalpha() and letters.isascii() else column + 1
            if inner:
                place(cells, column, self._show(attributes, inner, f"{letters}{number}"))
        return cells

    def _show(self, attributes: dict[str, str], inner: str, name: str) -> str:
        """Show one cell by its attributes and what is inside."""
        kind = attributes.get("t", "")
        style = attributes.get("s", "")
        formula = self._formula(inner, name) if "<f" in inner else ""
        if kind == "inlineStr" and "<is" in inner:
            return self._values(style, kind)(rich_text(inner))
        found = _VALUE.search(inner)
        if found is None or (not found.group(1) and kind != "str"):
            return formula
        return self._values(style, kind)(found.group(1) or "")

    def _formula(self, inner: str, name: str) -> str:
        """Give a cell's formula with `=`; one that shares another's is moved to this cell."""
        found = _FORMULA.search(inner)
        if found is None:
            return ""
        group = _attributes(found.group(1)).get("si", "")
        text = unescape(found.group(2) or "")
        if text:
            if group:
                self._shared[group] = (text, name)
            return "=" + text
        if group not in self._shared:
            return ""
        from openpyxl.formula.translate import Translator, TranslatorError

        text, origin = self._shared[group]
        try:
            return str(Translator("=" + text, origin).translate_formula(name))
        except (TranslatorError, ValueError):
            return "=" + text


def _attributes(text: str) -> dict[str, str]:
    """Give the attributes of a start tag."""
    return {name: first or second for name, first, second in _ATTRIBUTE.findall(text)}
