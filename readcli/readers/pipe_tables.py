"""Tables as pipe tables: merged cells keep their column, a table inside a cell becomes lines of that cell.

A table of one column is a frame round text rather than a table; whoever builds tables leaves such frames out.
"""

Blocks = list[tuple[bool, str]]  # a block of lines, and whether it is a list item (these stand without blank lines between)


def pipe_table(rows: list[list[str]]) -> str:
    """Write rows of cells as a GitHub table, the first row as its header; short rows are filled up with empty cells."""
    width = max(map(len, rows), default=0)
    lines = ["| " + " | ".join(map(_escaped, row + [""] * (width - len(row)))) + " |" for row in rows]
    lines.insert(1, "| " + " | ".join(["---"] * width) + " |")
    return "\n".join(lines)


def _escaped(cell: str) -> str:
    return cell.replace("|", "\\|").replace("\n", "<br>") if "|" in cell or "\n" in cell else cell


class Table:
    """A table while it is read: cells by the grid column in which they begin (ECMA-376 part 1, 17.4)."""

    __slots__ = ("at", "columns", "is_row_left_out", "row", "rows", "span")

    def __init__(self) -> None:
        """Begin an empty table."""
        self.columns = 0  # of its grid
        self.rows: list[list[tuple[int, str]]] = []
        self.begin_row()

    def begin_row(self) -> None:
        """Begin a row at the first column."""
        self.row: list[tuple[int, str]] = []
        self.at = 0
        self.span = 1
        self.is_row_left_out = False

    def is_frame(self) -> bool:
        """Say whether the grid has one column only."""
        return self.columns == 1

    def end_cell(self, blocks: Blocks) -> None:
        """Place a cell; its blocks become its lines."""
        self.row.append((self.at, "\n".join(text for _, text in blocks)))
        self.at += self.span
        self.span = 1

    def end_row(self) -> None:
        """Keep the row, unless it has no cells or is left out."""
        if self.row and not self.is_row_left_out:
            self.rows.append(self.row)

    def aligned(self) -> list[list[str]]:
        """Give the rows with each cell in its column; columns in which no cell begins are not there.

        Grids in which nearly every cell begins a column of its own would need more cells than the file has bytes: such
        rows are given as they come.
        """
        starts = sorted({at for row in self.rows for at, _ in row})
        if len(starts) > 4 * max(map(len, self.rows), default=0):
            return [[text for _, text in row] for row in self.rows]
        place = {at: index for index, at in enumerate(starts)}
        lines = []
        for row in self.rows:
            line = [""] * len(starts)
            for at, text in row:
                line[place[at]] = text
            lines.append(line)
        return lines

    def text(self, *, is_nested: bool) -> str:
        """Write the table: as a pipe table, or plainly for a cell of another; "" where no cell holds anything."""
        if not any(text for row in self.rows for _, text in row):
            return ""
        if is_nested:
            return "\n".join(" | ".join(text.replace("\n", " ") for _, text in row) for row in self.rows)
        return pipe_table(self.aligned())
