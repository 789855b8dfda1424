"""The rows of an XLSX sheet (ECMA-376 part 1, 18.3.1.73), as they are inflated.

Most rows look like the one before them but for their values. So a row is cut at its values, what stands between them is
compared with the last row, and only a new form is looked at with a regular expression. Rows with anything unusual are read
cell by cell; both ways give the same.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from readcli.errors import Corrupt
from readcli.readers.cell_text import unescape
from readcli.readers.cell_values import CellValues
from readcli.readers.shared_strings import rich_text

Row = tuple[int, list[str], bool]  # number from 1, cells from column A without blank ones at the end, whether it is hidden

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
_MANY = 8  # rows of one form from which on columns are shown at once


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


class Form:
    """What rows have in common that differ only in their values: columns and functions that show values, singly or in columns."""

    __slots__ = ("columns", "places", "values")

    def __init__(self, cells: list[tuple[int, str, str]], values: CellValues) -> None:
        """Take column, style and type of each cell that has a value."""
        self.values = [values.find(style, kind) for _, style, kind in cells]
        self.columns = [values.find_column(style, kind) for _, style, kind in cells]
        places = [column for column, _, _ in cells]
        self.places = places if places != list(range(1, len(places) + 1)) else []  # none where they are A, B, C ...

    def fill(self, shown: list[str]) -> list[str]:
        """Put what the values show into their columns."""
        if self.places:
            cells: list[str] = []
            for column, text in zip(self.places, shown, strict=True):
                place(cells, column, text)
            return cells
        while shown and not shown[-1]:
            shown.pop()
        return shown


Cut = tuple[Form, int, bool, list[str]]  # a row cut at its values: its form, its number, whether it is hidden, the values


class SheetRows:
    """One sheet's XML; `dimension` and `hidden_columns` are those that stand before the rows, known once `open` was called."""

    def __init__(self, pieces: Iterable[str], values: CellValues, styles: int) -> None:
        """Take the decoded part, what shows values, and the number of styles."""
        self._pieces = iter(pieces)
        self._values = values
        self._styles = styles
        self._known: dict[str, tuple[int, str, str]] = {}
        self._heads: list[str] = []
        self._form: Form | None = None
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
        for texts in self._row_texts():
            alike: list[Cut] = []
            for text in texts:
                start = text.rfind("<row")
                end = text.find(">", start)
                if start < 0 or end < 0:
                    continue
                number, written, is_hidden = _read_header(text[start:end], number + text.count("<row"))
                if last is not None and number > last:
                    yield from self._show(alike)
                    return
                if number < first:
                    continue
                values = self._cut(text[end + 1 :], written, number)
                if alike and (values is None or alike[0][0] is not self._form):
                    yield from self._show(alike)
                    alike = []
                if values is None:
                    yield number, self._cells_singly(text[end + 1 :], number), is_hidden
                elif self._form:
                    alike.append((self._form, number, is_hidden, values))
            yield from self._show(alike)

    def _row_texts(self) -> Iterator[list[str]]:
        """Cut the part at the ends of rows, as many at once as a piece holds; where it stops in a row, that one is torn."""
        waiting: list[str] = []
        for piece in chain((self._first,), self._pieces):
            body, mark, _ = piece.partition("</sheetData")
            waiting.append(body)
            if "</row>" in body or mark:
                rows = "".join(waiting).split("</row>")
                waiting = [rows.pop()]
                yield rows
            if mark:
                return
        yield ["".join(waiting)]
        if self._first.startswith("<sheetData") and not self._first.partition(">")[0].endswith("/"):  # nothing closed it
            raise Corrupt("its rows break off")

    def _cut(self, body: str, written: str, number: int) -> list[str] | None:
        """Give the values of a row as they are stored, and keep its form; nothing where the row is unusual.

        `written` is the row's number as it stands in the names of the cells.
        """
        if number <= self._styles or not written or "<v></v>" in body:
            return None
        if "<is>" in body:
            body = body.replace("<is><t>", "<v>").replace('<is><t xml:space="preserve">', "<v>").replace("</t></is></c>", "</v></c>")
        # no style has this row's number or a longer one, so only names of cells end so
        parts = body.replace(written + '"', '"').replace("</v></c>", "<v>").split("<v>")
        heads = parts[0::2]
        if heads != self._heads:
            self._heads = heads
            self._form = self._find_form(heads)
        return parts[1::2] if self._form else None

    @staticmethod
    def _show(alike: list[Cut]) -> Iterator[Row]:
        """Show the values of rows of one form, column by column where there are many."""
        if not alike:
            return
        form = alike[0][0]
        if len(alike) < _MANY or not form.values:
            for _, number, is_hidden, values in alike:
                yield number, form.fill([show(value) for show, value in zip(form.values, values, strict=True)]), is_hidden
            return
        columns = zip(*[values for _, _, _, values in alike], strict=True)
        shown = [show(values) for show, values in zip(form.columns, columns, strict=True)]
        for (_, number, is_hidden, _), cells in zip(alike, zip(*shown, strict=True), strict=True):
            yield number, form.fill(list(cells)), is_hidden

    def _find_form(self, heads: list[str]) -> Form | None:
        """Give the form of a row by what stands between its values; nothing where it is unusual."""
        if not _TAIL.fullmatch(heads[-1]):
            return None
        cells = []
        for head in heads[:-1]:
            known = self._known.get(head)
            if known is None:
                found = _HEAD.fullmatch(head)
                if found is None:
                    return None
                known = (column_number(found.group(1)), found.group(2) or "", found.group(3) or "")
                if len(self._known) > _FORMS:
                    self._known.clear()
                self._known[head] = known
            cells.append(known)
        return Form(cells, self._values)

    def _cells_singly(self, body: str, number: int) -> list[str]:
        """Read a row cell by cell: any order of attributes, rich text, formulas without a value, cells without a name."""
        cells: list[str] = []
        column = 0
        for written, inner in _CELL.findall(body):
            attributes = _attributes(written)
            letters = attributes.get("r", "").rstrip("0123456789").upper()
            column = column_number(letters) if letters.isalpha() and letters.isascii() else column + 1
            if inner:
                place(cells, column, self._show_one(attributes, inner, f"{letters}{number}"))
        return cells

    def _show_one(self, attributes: dict[str, str], inner: str, name: str) -> str:
        """Show one cell by its attributes and what is inside."""
        kind = attributes.get("t", "")
        style = attributes.get("s", "")
        formula = self._formula(inner, name) if "<f" in inner else ""
        if kind == "inlineStr" and "<is" in inner:
            return self._values.find(style, kind)(rich_text(inner))
        found = _VALUE.search(inner)
        if found is None or (not found.group(1) and kind != "str"):
            return formula
        return self._values.find(style, kind)(found.group(1) or "")

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
        from openpyxl.formula.tokenizer import TokenizerError
        from openpyxl.formula.translate import Translator, TranslatorError

        text, origin = self._shared[group]
        try:
            return str(Translator("=" + text, origin).translate_formula(name))
        except (TokenizerError, TranslatorError, ValueError):
            return "=" + text


def _read_header(header: str, count: int) -> tuple[int, str, bool]:
    """Give a row's number, how that is written ("" where it is counted, `count`), and whether the row is hidden."""
    is_hidden = "hidden=" in header and _attributes(header).get("hidden") in ("1", "true")
    at = header.find(' r="') + 4
    written = header[at : header.find('"', at)] if at > 3 else ""
    if written.isdecimal() and len(written) < 10:
        return int(written), written, is_hidden
    return count, "", is_hidden


def _attributes(text: str) -> dict[str, str]:
    """Give the attributes of a start tag."""
    return {name: first or second for name, first, second in _ATTRIBUTE.findall(text)}
