"""Workbooks as lines, whatever file they come from: sheets one after the other, or one sheet, or a rectangle of its cells.

A sheet is its name in brackets, its rows with tabs between the cells, and what is written beside the cells. Hidden sheets are
marked; hidden rows and columns are left out and counted. A hidden column leaves its place empty: fields keep their numbers.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from readcli.errors import Corrupt, NotFound, UsageError
from readcli.model import Event, Notice, Options, Part, Source
from readcli.readers.cell_text import one_line
from readcli.readers.sheet_rows import Row, column_name, column_number

_BLANKS = 1000  # more blank rows than this are one line
_LOOK_AHEAD = 1000  # rows that tell how wide a pipe table is
_CELLS = re.compile(r"([A-Z]{0,3})(\d{0,7})(?::([A-Z]{0,3})(\d{0,7}))?")


class Sheet:
    """One sheet of an opened workbook.

    `rows` gives rows from a first to a last number and may be called again; `hidden_columns` (pairs of first and last) and
    `dimension` (as the file says, then as it is) are known once its first row was asked for.
    `beside` gives the lines of notes and drawings.
    """

    def __init__(self, number: int, name: str, *, is_hidden: bool = False, is_chart: bool = False) -> None:
        """Name a sheet; whoever opened the workbook fills in the rest."""
        self.number = number
        self.name = name
        self.is_hidden = is_hidden
        self.is_chart = is_chart
        self.dimension: str | None = None
        self.hidden_columns: list[tuple[int, int]] = []
        self.rows: Callable[[int, int | None], Iterator[Row]] = _no_rows
        self.beside: Callable[[], Iterator[str]] = _no_lines

    def facts(self) -> dict[str, object]:
        """Give its name, whether it is hidden, and the range in use where that is known."""
        known: dict[str, object] = {"name": self.name, "hidden": self.is_hidden}
        return known | {"dimension": self.dimension} if self.dimension else known


def _no_rows(_first: int, _last: int | None) -> Iterator[Row]:
    return iter(())


def _no_lines() -> Iterator[str]:
    return iter(())


class Telling:
    """One reading of a workbook: its options, and what was left out so far."""

    def __init__(self, options: Options) -> None:
        """Begin with nothing left out."""
        self._options = options
        self._hidden_rows = 0
        self._hidden_sheets = 0
        self._hidden_columns: set[tuple[int, int]] = set()
        self._used: list[int] = []  # of the sheet at hand: first row, first column, last row, last column that have a text

    def tell(self, sheets: list[Sheet], source: Source) -> Iterator[Event]:
        """Give all sheets, or what `source.inside` names. Raises Corrupt, NotFound, UsageError."""
        if source.inside:
            yield from self._tell_member(sheets, source.inside)
        else:
            yield from self._tell_all(sheets)
        if self._hidden_sheets:
            yield Notice(f"{_count(self._hidden_sheets, 'hidden sheet')} {'is' if self._hidden_sheets == 1 else 'are'} marked")
        counts = ((self._hidden_rows, "hidden row"), (len(self._hidden_columns), "hidden column"))
        if left_out := [_count(number, word) for number, word in counts if number]:
            yield Notice(f"{', '.join(left_out)} left out; --hidden shows them")

    def _tell_all(self, sheets: list[Sheet]) -> Iterator[Event]:
        wanted = self._options.parts
        is_first = True
        for sheet in sheets:
            if wanted is not None and not any(part.first <= sheet.number <= (part.last or sheet.number) for part in wanted):
                continue
            if not is_first:
                yield ""
            is_first = False
            yield Part("sheet", sheet.number, sheet.name)
            yield from self._tell_sheet(sheet, is_only=len(sheets) == 1)
            if self._used:
                top, left, bottom, right = self._used
                sheet.dimension = f"{column_name(left)}{top}:{column_name(right)}{bottom}"
        yield {"sheets": [sheet.facts() for sheet in sheets]}

    def _tell_sheet(self, sheet: Sheet, *, is_only: bool) -> Iterator[Event]:
        """Give a sheet's name, rows and what stands beside them; what is damaged ends it with a notice."""
        title = f"## {sheet.name}" if self._options.as_ == "markdown" else f"[{sheet.name}]"
        if sheet.is_hidden:
            title += " (hidden)"
            self._hidden_sheets += 1
        lines = self._lines(sheet)
        problem: Corrupt | None = None
        try:
            line = next(lines, None)
            yield title + ("" if line is not None else " (chart)" if sheet.is_chart else " (empty)")
            title = ""
            if line is not None:
                if self._options.as_ == "markdown":
                    yield ""
                yield line
                yield from lines
        except Corrupt as error:
            if is_only and title:
                raise
            problem = error
        if title:
            yield title
        yield from self._beside(sheet)
        if problem:
            yield Notice(f"the sheet {sheet.name} is damaged and given as far as it goes: {problem.message}")

    def _beside(self, sheet: Sheet) -> Iterator[Event]:
        gap = ""
        try:
            for line in sheet.beside():
                if not gap:
                    yield ""
                    gap = line
                yield line
        except Corrupt as error:
            yield Notice(f"what stands beside the cells of {sheet.name} is damaged: {error.message}")

    def _tell_member(self, sheets: list[Sheet], inside: tuple[str, ...]) -> Iterator[Event]:
        """Give the rows of one sheet, line N being row N, or a rectangle of it."""
        found = [sheet for sheet in sheets if sheet.name == inside[1]] or [
            sheet for sheet in sheets if sheet.name.casefold() == inside[1].casefold()
        ]
        if not found:
            msg = f"no sheet {inside[1]}"
            raise NotFound(msg, "its sheets are " + ", ".join(sheet.name for sheet in sheets[:20]))
        box = read_cells(inside[2]) if inside[0] == "cells" else (1, 1, None, None)
        try:
            yield from self._lines(found[0], box)
        except Corrupt as error:
            if not self._used:
                raise
            yield Notice(f"the sheet {found[0].name} is damaged and given as far as it goes: {error.message}")

    def _lines(self, sheet: Sheet, box: "Box | None" = None) -> Iterator[str]:
        """Give the rows as lines of the form that is asked for."""
        self._used = []
        rows = self._filled(sheet, box)
        if self._options.as_ == "markdown":
            yield from _pipe_table(rows)
        elif self._options.as_ == "csv":
            for cells in rows:
                yield "…" if cells is None else ",".join([_quoted(cell) if '"' in cell or "," in cell else cell for cell in cells])
        else:
            for cells in rows:
                yield "…" if cells is None else "\t".join(cells)

    def _filled(self, sheet: Sheet, box: "Box | None") -> Iterator[list[str] | None]:
        """Give the cells of each row from the first to the last that has any; nothing (None) for a long run of blank rows.

        In a box blank rows count from its first row on, and hidden rows are blank; else hidden rows are no rows.
        """
        top, left, bottom, right = box or (1, 1, None, None)
        blanks = 0
        last = top - 1
        has_begun = box is not None
        for number, cells, is_hidden in sheet.rows(top, bottom):
            blanks += max(0, number - last - 1)
            last = max(last, number)
            if cells:
                self._note_use(number, cells)
            if is_hidden and not self._options.hidden and cells:
                self._hidden_rows += 1
                blanks += box is not None
                continue
            if sheet.hidden_columns and not self._options.hidden:
                self._drop_columns(sheet, cells)
            if box and (left > 1 or right):
                cells = _cut(cells, left, right)
            if not cells:
                blanks += not is_hidden or box is not None
                continue
            if blanks and has_begun:
                yield from ([] for _ in range(blanks)) if blanks <= _BLANKS else (None,)
            blanks = 0
            has_begun = True
            yield cells

    def _note_use(self, number: int, cells: list[str]) -> None:
        """Widen the range in use by a row that has texts."""
        left = 1
        while not cells[left - 1]:
            left += 1
        if self._used:
            self._used[1:] = min(self._used[1], left), max(self._used[2], number), max(self._used[3], len(cells))
        else:
            self._used = [number, left, number, len(cells)]

    def _drop_columns(self, sheet: Sheet, cells: list[str]) -> None:
        """Empty the cells of hidden columns, and count the columns that had any."""
        for first, last in sheet.hidden_columns:
            for column in range(first, min(last, len(cells)) + 1):
                if cells[column - 1]:
                    self._hidden_columns.add((sheet.number, column))
                    cells[column - 1] = ""
        while cells and not cells[-1]:
            cells.pop()


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def note_line(word: str, cell: str, author: str, text: str) -> str:
    """Write a note as one line: `[comment B2] Ann: text`."""
    return f"[{word} {cell}] {f'{one_line(author)}: ' if author.strip() else ''}{one_line(text)}"


Box = tuple[int, int, int | None, int | None]  # top, left, bottom, right, from 1; None is open


def read_cells(text: str) -> Box:
    """Read `B2`, `B2:D9`, `A:C`, `3:9` (corners in any order) as a box. Raises UsageError."""
    found = _CELLS.fullmatch(text.replace("$", "").upper())
    corners = [] if found is None else [(column_number(found[1]), int(found[2] or 0)), (column_number(found[3] or ""), int(found[4] or 0))]
    if found is None or not any(corners[0]) or (found[3] is not None and [bool(x) for x in corners[0]] != [bool(x) for x in corners[1]]):
        msg = f"{text} names no cells"
        raise UsageError(msg, "write B2, B2:D9, A:C or 3:9")
    if found[3] is None:
        corners[1] = corners[0]
    columns = sorted(corner[0] for corner in corners)
    rows = sorted(corner[1] for corner in corners)
    return rows[0] or 1, columns[0] or 1, rows[1] or None, columns[1] or None


def _cut(cells: list[str], left: int, right: int | None) -> list[str]:
    """Give the cells from column `left` to `right`, without blank ones at the end."""
    cells = cells[left - 1 : right]
    while cells and not cells[-1]:
        cells.pop()
    return cells


def _quoted(cell: str) -> str:
    """Quote a cell for CSV (RFC 4180, 2)."""
    return '"' + cell.replace('"', '""') + '"'


def _pipe_table(rows: Iterable[list[str] | None]) -> Iterator[str]:
    """Give rows as a pipe table, the first being its head; the first thousand tell its width."""
    rows = iter(rows)
    held = list(islice(rows, _LOOK_AHEAD))
    width = max((len(row) for row in held if row), default=0)
    is_head = True
    for source in (held, rows):
        for row in source:
            cells = ["…"] if row is None else row
            yield "| " + " | ".join([cell.replace("|", "\\|") for cell in cells] + [""] * (width - len(cells))) + " |"
            if is_head:
                yield "|" + " --- |" * width
                is_head = False
