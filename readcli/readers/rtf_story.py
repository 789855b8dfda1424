r"""A run of RTF paragraphs with its own beginning and end: the body, a header, a note, a text box, a list's label.

Rows of tables are tab-separated lines. A table in a cell of another makes that row several lines: those of the inner rows
and the paragraphs around them, because one line could not keep both apart. Blank lines stand between blocks; a list and a
table are one block, and empty paragraphs are only distance.
"""

from readcli.model import Event, Heading


class Paragraph:
    r"""Properties that hold for the paragraph under way: what `\pard` resets. Never written to, only replaced."""

    __slots__ = ("heading", "indent", "table")

    def __init__(self, table: int = 0, indent: int = 0, heading: int = 0) -> None:
        """Take how many tables it lies in, its list level from 0, and its heading level from 1 (0: none)."""
        self.table = table
        self.indent = indent
        self.heading = heading


PLAIN = Paragraph()


class Row:
    """The row under way in a table: cells that are done, paragraphs of the one that is not."""

    __slots__ = ("cells", "has_tables", "pieces")

    def __init__(self) -> None:
        """Begin without cells."""
        self.cells: list[list[str]] = []
        self.pieces: list[str] = []
        self.has_tables = False

    def lines(self) -> list[str]:
        """Give the row as one line, or several if tables lie in it; none if it is empty."""
        if self.has_tables:
            return [piece for cell in self.cells for piece in cell if piece]
        line = "\t".join([" ".join(cell).strip() for cell in self.cells]).rstrip()
        return [line] if line else []


class Story:
    """Collects text into paragraphs, cells and rows; `lines` holds what is finished, `text` the paragraph under way."""

    __slots__ = ("after", "block", "is_automatic", "kind", "label", "lines", "paragraphs", "rows", "text")

    def __init__(self, kind: str) -> None:
        """Begin an empty story of a kind: body, header, footer, footnote, endnote, comment, box, label, code or a fact's name."""
        self.kind = kind
        self.lines: list[Event] = []
        self.text: list[str] = []
        self.rows: dict[int, Row] = {}
        self.label = ""
        self.block = ""  # what the last line belongs to: paragraph, list or table
        self.after: list[str] = []  # text boxes anchored in the paragraph under way
        self.is_automatic = False
        self.paragraphs = 0

    def end_paragraph(self, style: Paragraph) -> None:
        """Finish the paragraph under way, as a piece of a cell where it lies in a table."""
        kind = "list" if self.label else "paragraph"
        line = self._take(style)
        if style.table:
            self._row(style.table).pieces.append(_flat(line))
            return
        self._end_rows()
        if line.strip():
            self._begin_block(kind)
            if style.heading:
                self.lines.append(Heading(style.heading, line.strip().replace("\n", " ")))
            self.lines += line.split("\n")
        self._end_boxes()

    def end_break(self, style: Paragraph) -> None:
        """Finish the paragraph under way, if it holds any text: at the end of a page, a section or the story."""
        if self.text or self.label:
            self.end_paragraph(style)
        self._end_boxes()

    def end_cell(self, style: Paragraph, table: int) -> None:
        """Finish a cell of the table at this depth (1 is the outermost)."""
        row = self._row(table)
        if self.text or self.label:
            row.pieces.append(_flat(self._take(style)))
        row.cells.append(row.pieces)
        row.pieces = []

    def end_row(self, style: Paragraph, table: int) -> None:
        """Finish a row of the table at this depth."""
        if table not in self.rows:
            table = max(self.rows, default=1)  # the row's properties may stand outside what they end
        row = self._row(table)
        if self.text or row.pieces:
            self.end_cell(style, table)
        del self.rows[table]
        if table > 1:
            outer = self._row(table - 1)
            outer.pieces += row.lines()
            outer.has_tables = True
        else:
            self._give_row(row)
            self._end_boxes()

    def finish(self, style: Paragraph) -> list[Event]:
        """Finish whatever is under way and give all the lines."""
        self.end_break(style)
        self._end_rows()
        self._end_boxes()
        return self.lines

    def _begin_block(self, kind: str) -> None:
        if self.block and (kind != self.block or kind == "paragraph"):
            self.lines.append("")
        self.block = kind

    def _give_row(self, row: Row) -> None:
        if lines := row.lines():
            self._begin_block("table")
            self.lines += lines

    def _row(self, table: int) -> Row:
        row = self.rows.get(table)
        if row is None:
            row = self.rows[table] = Row()
        return row

    def _take(self, style: Paragraph) -> str:
        line = "".join(self.text)
        self.text.clear()
        self.paragraphs += 1
        if self.label:
            line = f"{'  ' * style.indent}{self.label} {line}"
            self.label = ""
        if not line.isascii():
            line = join_surrogates(line)
        return line.strip("\n").rstrip()

    def _end_rows(self) -> None:
        """Give rows that never ended as they are."""
        for table in sorted(self.rows):
            row = self.rows[table]
            if row.pieces:
                row.cells.append(row.pieces)
            self._give_row(row)
        self.rows.clear()

    def _end_boxes(self) -> None:
        if self.after and not self.rows:
            self._begin_block("paragraph")
            self.lines += self.after
            self.after.clear()


def join_surrogates(text: str) -> str:
    r"""Join UTF-16 halves, which `\u` gives one by one, into characters; a lone half becomes U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _flat(line: str) -> str:
    """Make one cell's paragraph safe in a tab-separated row."""
    return line.replace("\n", " ").replace("\t", " ")
