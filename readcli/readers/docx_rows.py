"""Rows and cells of a story, gathered into tables (ECMA-376 part 1, 17.4)."""

from readcli.readers.docx_styles import is_on, number
from readcli.readers.pipe_tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from readcli.readers.docx_story import Ends, Starts, Story


class Rows:
    """The tables open in a story. Tables of one column are frames: their paragraphs are those of the story."""

    def __init__(self, story: "Story") -> None:
        """Belong to a story."""
        self._story = story
        self._tables: list[Table] = []
        self.depth = 0  # cells that the text stands in

    def starts(self) -> "Starts":
        """Give the handlers of starts by element name."""
        return {
            "w:tbl": lambda _: self._tables.append(Table()),
            "w:gridCol": self._count_column,
            "w:tr": self._start_row,
            "w:gridBefore": self._pass_columns,
            "w:gridSpan": self._span_columns,
            "w:hidden": self._hide_row,
            "w:tc": self._start_cell,
        }

    def ends(self) -> "Ends":
        """Give the handlers of ends by element name."""
        return {"w:tbl": self._end_table, "w:tr": self._end_row, "w:tc": self._end_cell}

    def leave_row_out(self) -> None:
        """Keep the row that is being read out of the text."""
        if self._tables:
            self._tables[-1].is_row_left_out = True

    def _count_column(self, _attributes: dict[str, str]) -> None:
        if self._tables:
            self._tables[-1].columns += 1

    def _start_row(self, _attributes: dict[str, str]) -> None:
        if self._tables:
            self._tables[-1].begin_row()

    def _pass_columns(self, attributes: dict[str, str]) -> None:
        if self._tables:
            self._tables[-1].at += max(0, number(attributes.get("w:val"), 0))

    def _span_columns(self, attributes: dict[str, str]) -> None:
        if self._tables:
            self._tables[-1].span = max(1, number(attributes.get("w:val"), 1))

    def _hide_row(self, attributes: dict[str, str]) -> None:
        if self._story.properties == "row" and is_on(attributes) and not self._story.reading.options.hidden:
            self._story.reading.hidden += 1
            self.leave_row_out()

    def _is_in_frame(self) -> bool:
        return not self._tables or self._tables[-1].is_frame()

    def _start_cell(self, _attributes: dict[str, str]) -> None:
        if not self._is_in_frame():
            self.depth += 1
            self._story.sinks.append([])

    def _end_cell(self) -> None:
        self._story.flush()
        if not self._is_in_frame():
            self.depth -= 1
            self._tables[-1].end_cell(self._story.sinks.pop())

    def _end_row(self) -> None:
        if self._tables:
            self._tables[-1].end_row()

    def _end_table(self) -> None:
        if self._tables:
            text = self._tables.pop().text(is_nested=self.depth > 0)
            if text:
                self._story.sinks[-1].append((False, text))
