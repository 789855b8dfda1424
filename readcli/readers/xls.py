"""XLS (MS-XLS; BIFF 2 to 8) by xlrd: the same sheets, lines, members and options as XLSX.

Formulas are not kept by xlrd: their last values are shown. Text in shapes and charts is not read.
"""

import io
import struct
from collections.abc import Iterator

import xlrd
from xlrd.biffh import XL_CELL_BOOLEAN, XL_CELL_ERROR, XL_CELL_TEXT, error_text_from_code
from xlrd.compdoc import CompDocError

from readcli.errors import Corrupt
from readcli.model import Event, Notice, Options, Source
from readcli.readers.cell_text import one_line
from readcli.readers.cell_values import show_number
from readcli.readers.number_format import NumberFormat
from readcli.readers.sheet_lines import Sheet, Telling, note_line
from readcli.readers.sheet_rows import Row, column_name, place

_BROKEN = (
    xlrd.XLRDError, CompDocError, struct.error, IndexError, KeyError, ValueError, TypeError, AttributeError, AssertionError,
    OverflowError, MemoryError, RecursionError, ZeroDivisionError, NotImplementedError, EOFError,
)  # fmt: skip
_SHORT_DATES = {14: "yyyy-mm-dd", 22: "yyyy-mm-dd h:mm"}  # the system's own; see number_format
_NORMAL_VIEW_HIDDEN = (1, 2)  # hidden, very hidden (2.4.28)


def names(source: Source, options: Options) -> list[str]:
    """Give the names of the sheets in the order of their tabs. Raises Corrupt, Encrypted, MissingExtra, Unsupported."""
    book, _ = _open(source, options)
    return [one_line(name) for name in book.sheet_names()]


def read(source: Source, options: Options) -> Iterator[Event]:
    """Give facts, then the sheets. Raises Corrupt, Encrypted, MissingExtra, NotFound, Unsupported."""
    book, facts = _open(source, options)
    workbook = Workbook(book, options)
    if options.facts_only:
        for sheet in workbook.sheets:
            workbook.measure(sheet)
    yield facts | workbook.facts()
    if options.facts_only:
        return
    if options.as_ == "formulas":
        yield Notice("formulas are not read from XLS files, their last values are shown")
    yield from Telling(options).tell(workbook.sheets, source)


def _open(source: Source, options: Options) -> tuple[xlrd.Book, dict[str, object]]:
    """Open the workbook, decrypted where that is needed, and give what its properties say."""
    content = source.read()
    facts = _properties(content)
    try:
        return _load(content), facts
    except xlrd.XLRDError as error:
        if "encrypted" not in str(error).lower():
            msg = "not an XLS workbook, or its beginning is damaged"
            raise Corrupt(msg) from error
    except _BROKEN as error:
        msg = f"the workbook is damaged: {one_line(str(error)) or type(error).__name__}"
        raise Corrupt(msg) from error
    from readcli import ole

    plain = ole.decrypt(io.BytesIO(content), options.password)
    try:
        return _load(plain.read()), facts | {"encrypted": True}
    except _BROKEN as error:
        msg = f"the decrypted workbook is damaged: {one_line(str(error))}"
        raise Corrupt(msg) from error


def _load(content: bytes) -> xlrd.Book:
    """Open by xlrd; where the chain of sectors is broken, once more without its checks."""
    try:
        return xlrd.open_workbook(file_contents=content, formatting_info=True, on_demand=True, ragged_rows=True, logfile=io.StringIO())
    except CompDocError:
        return xlrd.open_workbook(
            file_contents=content,
            formatting_info=True,
            on_demand=True,
            ragged_rows=True,
            logfile=io.StringIO(),
            ignore_workbook_corruption=True,
        )


def _properties(content: bytes) -> dict[str, object]:
    """Give title and author, if the file is a compound file that says them."""
    if content[:4] != b"\xd0\xcf\x11\xe0":
        return {}
    from readcli import ole

    try:
        return ole.Compound(io.BytesIO(content)).facts()
    except Corrupt:
        return {}


class Workbook:
    """An opened workbook: its sheets, and the formats they share."""

    def __init__(self, book: xlrd.Book, options: Options) -> None:
        """Take what xlrd opened."""
        self._book = book
        self._options = options
        self._is_1904 = book.datemode == 1
        self._shapes: dict[int, NumberFormat] = {}
        self.sheets = [self._sheet(number, name) for number, name in enumerate(book.sheet_names(), 1)]

    def _sheet(self, number: int, name: str) -> Sheet:
        is_hidden = self._book._sheet_visibility[number - 1] in _NORMAL_VIEW_HIDDEN  # noqa: SLF001  # else the sheet must be loaded
        sheet = Sheet(number, one_line(name), is_hidden=is_hidden)
        sheet.rows = lambda first, last: self._rows(sheet, first, last)
        sheet.beside = lambda: self._notes(sheet)
        return sheet

    def facts(self) -> dict[str, object]:
        """Give the sheets and the defined names."""
        facts: dict[str, object] = {"sheets": [sheet.facts() for sheet in self.sheets]}
        defined = {}
        for item in self._book.name_obj_list:
            if not item.hidden and not item.builtin and item.result is not None and item.result.text:
                defined[item.name] = item.result.text
        return facts | {"definedNames": defined} if defined else facts

    def measure(self, sheet: Sheet) -> None:
        """Find the range in use, or nothing where the sheet is damaged."""
        try:
            self._load_sheet(sheet)
        except Corrupt:
            pass

    def _load_sheet(self, sheet: Sheet) -> "xlrd.sheet.Sheet":
        try:
            found = self._book.sheet_by_index(sheet.number - 1)
        except _BROKEN as error:
            msg = one_line(str(error)) or "its records are broken"
            raise Corrupt(msg) from error
        if found.nrows and found.ncols:
            sheet.dimension = f"A1:{column_name(found.ncols)}{found.nrows}"
        sheet.hidden_columns = [(column + 1, column + 1) for column, info in found.colinfo_map.items() if info.hidden]
        return found

    def _rows(self, sheet: Sheet, first: int, last: int | None) -> Iterator[Row]:
        """Give a sheet's rows. Raises Corrupt."""
        found = self._load_sheet(sheet)
        for index in range(first - 1, min(last or found.nrows, found.nrows)):
            cells: list[str] = []
            for column, cell in enumerate(found.row(index), 1):
                if cell.value != "":
                    place(cells, column, self._show(cell))
            info = found.rowinfo_map.get(index)
            yield index + 1, cells, bool(info and info.hidden)

    def _show(self, cell: "xlrd.sheet.Cell") -> str:
        """Show one cell."""
        kind, value = cell.ctype, cell.value
        if kind == XL_CELL_BOOLEAN:
            return "TRUE" if value else "FALSE"
        if kind == XL_CELL_ERROR:
            return str(error_text_from_code.get(value, "#ERR!"))
        shape = self._shape(cell.xf_index)
        if kind == XL_CELL_TEXT:
            return one_line(shape.show_text(value) if shape.has_text_section and self._options.as_ != "values" else value)
        return show_number(shape, value, is_raw=self._options.as_ == "values", is_1904=self._is_1904).strip()

    def _shape(self, style: int | None) -> NumberFormat:
        """Give the compiled number format of a style."""
        shape = self._shapes.get(style or 0)
        if shape is None:
            key = self._book.xf_list[style].format_key if style is not None and style < len(self._book.xf_list) else 0
            code = _SHORT_DATES.get(key)
            if code is None:
                found = self._book.format_map.get(key)
                code = found.format_str if found else "General"
            shape = self._shapes[style or 0] = NumberFormat(code, is_1904=self._is_1904)
        return shape

    def _notes(self, sheet: Sheet) -> Iterator[str]:
        """Give the notes of a sheet by their cells."""
        if self._options.no_notes:
            return
        for (row, column), note in sorted(self._load_sheet(sheet).cell_note_map.items()):
            author = one_line(note.author or "")
            text = one_line((note.text or "").removeprefix(f"{author}:"))
            yield note_line("comment", f"{column_name(column + 1)}{row + 1}", author, text)
