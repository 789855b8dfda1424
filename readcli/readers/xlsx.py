"""XLSX, XLSM, XLTX (ECMA-376 part 1, 18; also Strict): the sheets as they are displayed, their first rows at once.

Rows come from our own streaming reader; openpyxl reads formulas (`--as formulas`) and sheets that reader declines.
Headers and footers are for paper and left out. Not XLSB.
"""

from collections.abc import Iterator
from typing import IO

from readcli.errors import Corrupt, Encrypted
from readcli.model import Event, Options, Source
from readcli.package import Package
from readcli.readers.cell_text import Declined, texts
from readcli.readers.cell_values import CellValues
from readcli.readers.shared_strings import SharedStrings
from readcli.readers.sheet_lines import Sheet, Telling
from readcli.readers.sheet_rows import Row, SheetRows
from readcli.readers.xlsx_book import Book, Place
from readcli.readers.xlsx_notes import lines_beside

_COMPOUND = b"\xd0\xcf\x11\xe0"


def names(source: Source, options: Options) -> list[str]:
    """Give the names of the sheets in the order of their tabs. Raises Corrupt, Encrypted, MissingExtra, Unsupported."""
    return [place.name for place in Book(Package(_plain(source, options)[0])).places]


def read(source: Source, options: Options) -> Iterator[Event]:
    """Give facts, then the sheets. Raises Corrupt, Encrypted, MissingExtra, NotFound, TooLarge, Unsupported."""
    file, is_encrypted = _plain(source, options)
    workbook = Workbook(file, options)
    facts = workbook.book.facts()
    if is_encrypted:
        facts["encrypted"] = True
    if options.facts_only:
        for sheet in workbook.sheets:
            workbook.measure(sheet)
    yield facts | {"sheets": [sheet.facts() for sheet in workbook.sheets]}
    if not options.facts_only:
        yield from Telling(options).tell(workbook.sheets, source)


def _plain(source: Source, options: Options) -> tuple[IO[bytes], bool]:
    """Give the file, decrypted where it is a compound file with an encrypted package (MS-OFFCRYPTO 2.3), and whether it was."""
    file = source.seekable()
    if file.read(4) != _COMPOUND:
        return file, False
    from readcli import ole  # only for these files: it takes longer to load than a small workbook to read

    if not ole.Compound(file).has("EncryptedPackage"):
        msg = "not a zip file but a compound file"
        raise Corrupt(msg)
    return ole.decrypt(file, options.password), True


class Workbook:
    """An opened workbook: its sheets, and what they share."""

    def __init__(self, file: IO[bytes], options: Options) -> None:
        """Read all but the sheets. Raises Corrupt, Unsupported."""
        self._file = file
        self._options = options
        self._package = Package(file)
        self.book = Book(self._package)
        self._styles = self.book.styles()
        self._is_raw = options.as_ == "values"
        self._values = CellValues(self._styles, self._strings(), is_raw=self._is_raw, is_1904=self.book.is_1904)
        self._slow: object = None
        self.sheets = [self._sheet(number, place) for number, place in enumerate(self.book.places, 1)]

    def _strings(self) -> SharedStrings:
        part = self.book.related_part("sharedStrings")
        return SharedStrings(texts(self._package.chunks(part)) if part else ())

    def _sheet(self, number: int, place: Place) -> Sheet:
        sheet = Sheet(number, place.name, is_hidden=place.state != "visible", is_chart=place.kind == "chartsheet")
        if not sheet.is_chart:
            sheet.rows = lambda first, last: self._rows(sheet, place, first, last)
        sheet.beside = lambda: lines_beside(self._package, place.part, has_notes=not self._options.no_notes)
        return sheet

    def _open(self, sheet: Sheet, place: Place) -> SheetRows:
        """Read what stands before the rows of a sheet. Raises Corrupt, Declined."""
        reader = SheetRows(texts(self._package.chunks(place.part)), self._values, len(self._styles))
        reader.open()
        sheet.dimension = reader.dimension
        sheet.hidden_columns = reader.hidden_columns
        return reader

    def _rows(self, sheet: Sheet, place: Place, first: int, last: int | None) -> Iterator[Row]:
        """Give a sheet's rows by the reader that is right for them."""
        hidden: set[int] = set()
        try:
            reader = self._open(sheet, place)
            if self._options.as_ != "formulas":
                yield from reader.rows(first, last)
                return
            hidden.update(number for number, _, is_hidden in reader.rows(first, last) if is_hidden)
        except Declined:
            pass
        from readcli.readers.xlsx_openpyxl import Opened

        if not isinstance(self._slow, Opened):
            self._inflate(place.part, self.book.related_part("sharedStrings"), self.book.related_part("styles"))
            self._slow = Opened(self._file, has_formulas=self._options.as_ == "formulas", is_raw=self._is_raw)
        for number, cells, _ in self._slow.rows(place.name, first, last):
            yield number, cells, number in hidden

    def _inflate(self, *parts: str | None) -> None:
        """Unpack parts for nothing but the limits, which openpyxl does not know. Raises Corrupt, TooLarge."""
        for part in parts:
            for _ in self._package.chunks(part) if part else ():
                pass

    def measure(self, sheet: Sheet) -> None:
        """Find what a sheet says of the range in use, or nothing."""
        try:
            if not sheet.is_chart:
                self._open(sheet, self.book.places[sheet.number - 1])
        except (Corrupt, Encrypted, Declined):
            pass
