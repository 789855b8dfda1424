"""OpenDocument spreadsheets: sheet by sheet, rows of displayed values with tabs between (OpenDocument 1.3 part 3, 9).

Rows are written as they are read. What repeats is counted, not stored: a sheet ends with its last cell that has text.
"""

from collections.abc import Iterator

from readcli.errors import NotFound
from readcli.markup import Node
from readcli.model import Event, Notice, Part
from readcli.readers.odf_blocks import Blocks, last_filled
from readcli.readers.odf_cells import Rectangle, is_left_out, is_wanted, letters_of, read_value, rectangle_of
from readcli.readers.odf_styles import count
from readcli.readers.odf_text import author_of
from readcli.readers.odf_walk import Steps
from readcli.readers.pipe_tables import pipe_table

_MOST_BLANK = 1000  # rows in a row that are written out; more become one line
_MOST_ROWS = 1 << 20  # of a sheet
_MOST_COLUMNS = 1 << 14


class Sheets:
    """Reads `office:spreadsheet`; `inside` may ask for one sheet, or for one rectangle of it."""

    def __init__(self, blocks: Blocks, inside: tuple[str, ...]) -> None:
        """Take what writes blocks, for shapes, and what is asked for: (), ("sheet", name), ("cells", name, "B2:D9")."""
        self._blocks = blocks
        self._options = blocks.options
        self._asked = inside[1] if len(inside) > 1 else None
        self._rectangle = rectangle_of(inside[2]) if len(inside) > 2 else Rectangle()
        self._names: list[str] = []
        self._hidden_names: list[str] = []
        self._left_out = {"row": 0, "column": 0}

    def read(self, steps: Steps) -> Iterator[Event]:
        """Give the sheets. Raises NotFound where the one asked for is not there."""
        for kind, node in steps:
            if kind == "close" and node.tag == "office:spreadsheet":
                break
            if node.tag == "table:table":
                yield from self._sheet(node, steps)
        if self._asked is not None and self._asked not in self._names:
            msg = f"there is no sheet {self._asked}"
            raise NotFound(msg, f"it has {', '.join(self._names)}")
        yield {"sheets": self._names, "hiddenSheets": self._hidden_names}
        if self._hidden_names and self._asked is None:
            yield Notice(f"{_say(len(self._hidden_names), 'hidden sheet')} {'is' if len(self._hidden_names) == 1 else 'are'} marked")
        named = [_say(number, f"hidden {thing}") for thing, number in self._left_out.items() if number]
        if named:
            yield Notice(f"{', '.join(named)} left out; --hidden shows them")

    def _sheet(self, node: Node, steps: Steps) -> Iterator[Event]:
        """Give one sheet, up to its end in `steps`."""
        name = node.attributes.get("table:name", "")
        self._names.append(name)
        is_hidden = self._blocks.styles.is_hidden("table", node.attributes.get("table:style-name"))
        if is_hidden:
            self._hidden_names.append(name)
        number = len(self._names)
        if name != self._asked if self._asked is not None else not is_wanted(number, self._options):
            for kind, inner in steps:
                if kind == "close" and inner is node:
                    return
        yield Part("sheet", number, name)
        if self._asked is None:
            yield f"[{name}]{' (hidden)' if is_hidden else ''}"
        sheet = _Sheet(self._blocks, self._rectangle, self._left_out)
        if self._options.as_ == "markdown":
            rows = [line.split("\t") for line in sheet.lines(node, steps)]
            if rows:
                yield pipe_table(rows)
        else:
            yield from sheet.lines(node, steps)
        if self._asked is None:
            yield from sheet.behind()
            yield ""


class _Sheet:
    """One sheet while it is read."""

    def __init__(self, blocks: Blocks, rectangle: Rectangle, left_out: dict[str, int]) -> None:
        self._blocks = blocks
        self._options = blocks.options
        self._rectangle = rectangle
        self._left_out = left_out
        self._row = 0  # the last one read, from 1
        self._blank = 0  # rows without text since the last with text
        self._column = 0
        self._hidden_columns: list[tuple[int, int]] = []
        self._comments: list[str] = []
        self._shapes: list[str] = []

    def lines(self, sheet: Node, steps: Steps) -> Iterator[str]:
        """Give the rows, batched as they repeat, until the sheet is closed."""
        for kind, node in steps:
            if kind == "close" and node is sheet:
                return
            if kind == "open":
                continue
            if node.tag == "table:table-row":
                yield from self._take_row(node)
            elif node.tag == "table:table-column" or node.tag.startswith("table:table-column"):
                self._take_columns(node)
            elif node.tag == "table:shapes":
                self._shapes += self._blocks.inside(node)

    def behind(self) -> Iterator[str]:
        """Give what does not stand in cells: comments, then the words of shapes and charts."""
        for lines in (self._comments, self._shapes):
            for line in lines:
                yield ""
                yield line

    def _take_columns(self, node: Node) -> None:
        """Note which columns are hidden; groups and headers of columns hold columns."""
        for column in [node] if node.tag == "table:table-column" else node.all("table:table-column"):
            number = count(column.attributes.get("table:number-columns-repeated"), 1)
            if is_left_out(column):
                self._hidden_columns.append((self._column + 1, self._column + number))
                # the unused rest of a sheet is no news
                self._left_out["column"] += number if number < _MOST_COLUMNS // 2 and not self._options.hidden else 0
            self._column += number

    def _take_row(self, node: Node) -> Iterator[str]:
        """Give a row as often as it repeats; blank rows wait for one that is not."""
        number = min(count(node.attributes.get("table:number-rows-repeated"), 1), _MOST_ROWS)
        first = self._row + 1
        self._row += number
        number = self._rectangle.rows_within(first, self._row)
        if not number:
            return
        text = "\t".join(self._read_cells(node, first))
        if is_left_out(node) and not self._options.hidden:
            self._left_out["row"] += number if text.strip() else 0
            return
        if not text:
            self._blank += number
            return
        if self._blank > _MOST_BLANK:
            yield "…"
        elif self._blank:
            yield "\n" * (self._blank - 1)
        self._blank = 0
        for _ in range(number):
            yield text

    def _read_cells(self, row: Node, number: int) -> list[str]:
        """Give the cells that are wanted of a row, up to the last with text."""
        cells: list[str] = []
        column = 0
        for cell in row.nodes("table:table-cell", "table:covered-table-cell"):
            times = min(count(cell.attributes.get("table:number-columns-repeated"), 1), _MOST_COLUMNS)
            text = "" if cell.tag == "table:covered-table-cell" else read_value(cell, self._blocks)
            self._take_comment(cell, column + 1, number)
            for at in range(column + 1, column + (times if text else min(times, _MOST_COLUMNS - column)) + 1):
                if at > _MOST_COLUMNS:
                    break
                if self._rectangle.has_column(at) and not self._is_hidden_column(at):
                    cells.append(text)
            column += times
        del cells[last_filled(cells) :]
        return cells

    def _is_hidden_column(self, column: int) -> bool:
        return not self._options.hidden and any(first <= column <= last for first, last in self._hidden_columns)

    def _take_comment(self, cell: Node, column: int, row: int) -> None:
        for note in cell.nodes("office:annotation") if not self._options.no_notes else ():
            text = " ".join(block for child in note.nodes("text:p", "text:list") for block in self._blocks.of(child))
            self._comments.append(": ".join(part for part in (f"{letters_of(column)}{row}", author_of(note), text) if part))
        shapes = [child for child in cell.nodes() if child.tag.startswith("draw:")]
        for shape in shapes:
            self._shapes += self._blocks.of(shape)


def _say(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
