"""Sheets by openpyxl: for formulas, and for parts that our own row reader declines; ten times slower.

It streams too, and therefore knows no hidden rows: whoever wants them marked must look for them.
"""

import struct
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import IO
from xml.etree.ElementTree import ParseError

from openpyxl import load_workbook
from openpyxl.formula.tokenizer import TokenizerError
from openpyxl.formula.translate import TranslatorError
from openpyxl.utils.datetime import CALENDAR_MAC_1904, to_excel
from openpyxl.utils.exceptions import InvalidFileException

from readcli.errors import Corrupt
from readcli.readers.cell_text import one_line
from readcli.readers.cell_values import show_number
from readcli.readers.number_format import NumberFormat
from readcli.readers.sheet_rows import Row, place

_BROKEN = (
    InvalidFileException, TokenizerError, TranslatorError, zipfile.BadZipFile, zlib.error, ParseError, LookupError, ValueError, TypeError,
    AttributeError, AssertionError, ArithmeticError, RuntimeError, OSError, EOFError, struct.error,
)  # fmt: skip


class Opened:
    """A workbook that openpyxl has opened; `rows` gives those of a sheet."""

    def __init__(self, file: IO[bytes], *, has_formulas: bool, is_raw: bool = False) -> None:
        """Open a seekable file. Raises Corrupt."""
        warnings.filterwarnings("ignore", module="openpyxl")  # it tells of extensions that concern no cell
        try:
            self._book = load_workbook(file, data_only=not has_formulas, read_only=True, keep_links=False)
        except _BROKEN as error:
            msg = f"not a whole workbook: {error}"
            raise Corrupt(msg) from error
        self._is_raw = is_raw
        self._is_1904 = self._book.epoch == CALENDAR_MAC_1904
        self._shapes: dict[str, NumberFormat] = {}

    def rows(self, name: str, first: int, last: int | None) -> Iterator[Row]:
        """Give the rows of a sheet. Raises Corrupt."""
        sheet = self._book[name]
        if not hasattr(sheet, "iter_rows"):
            return
        if hasattr(sheet, "reset_dimensions"):
            sheet.reset_dimensions()
        try:
            for number, row in enumerate(sheet.iter_rows(min_row=first, max_row=last), first):
                cells: list[str] = []
                for column, cell in enumerate(row, 1):
                    if cell.value is not None:
                        place(cells, column, self._show(cell.value, cell.number_format or "General"))
                yield number, cells, False
        except _BROKEN as error:
            msg = f"the sheet {name} is damaged: {error}"
            raise Corrupt(msg) from error

    def _show(self, value: object, code: str) -> str:
        """Show a value as openpyxl gives it."""
        if isinstance(value, bool):
            return "TRUE" if value else "FALSE"
        if isinstance(value, str):
            return one_line(value)
        if hasattr(value, "text"):  # array formulas and tables of them
            return one_line(str(value.text or ""))
        if isinstance(value, (datetime, date, time, timedelta)):
            value = to_excel(value, self._book.epoch)
        if not isinstance(value, (int, float)):
            return one_line(str(value))
        shape = self._shapes.get(code)
        if shape is None:
            shape = self._shapes[code] = NumberFormat(code, is_1904=self._is_1904)
        return show_number(shape, value, is_raw=self._is_raw, is_1904=self._is_1904).strip()
