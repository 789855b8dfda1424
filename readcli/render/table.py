"""CSV, sheets and tables of SQLite on a terminal, laid out by Rich: columns aligned by what they hold, long cells folded.

Rows are laid out a window at a time, with the widths of the first one, so that the first screen comes before the rest is read
and memory does not grow. What is too wide for any layout, or no CSV, is printed as its lines.
"""

from __future__ import annotations

import csv
import io
import re

from readcli import terminal
from readcli.lines import Block, whole_lines
from readcli.model import Range
from readcli.render import plain
from readcli.render.shown import Shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

    from readcli.model import Options
    from readcli.page import Page
    from readcli.render.out import Out

    Row = tuple[str, list[str]]  # what it is (title, head, row, line, gap) and its cells

_ENTRY = re.compile(r"(?P<name>.*?)(?: \((?P<size>\d[\d.]*[KMGT]?B)\))?(?: (?P<more>\(encrypted\)))?")
_CHOICES = ("", "list", "tail", "parts")
_FIRST, _WINDOW = 60, 500  # rows laid out at once
_LEAST = 4  # columns of the terminal that a column of a table needs
_WIDEST = 60  # columns of the terminal that one of a table takes, if others want room
_SIZE = re.compile(r"\d[\d.]*[KMGT]?B")
_NUMBER = re.compile(r"[-+(]?[^\w\s]{0,3}\s?\d[\d.,'\u00a0\u202f ]*(?:[eE][-+]?\d+)?\s?(?:%|\)|[^\w\s]|[A-Z]{3})?")


def is_wanted(page: Page, options: Options) -> bool:
    """Say whether a page is printed as tables: on a terminal, where nobody asked for lines."""
    if page.is_agent or page.selector.view or page.selector.kind not in _CHOICES:
        return False
    return options.gutter in (None, "text", "auto") and options.as_ is None and not options.cat and terminal.is_terminal(1)


def render(page: Page, out: Out) -> None:
    """Print all items of a page. Raises what reading raises."""
    page.gutter = "none"
    if page.document.format in ("archive", "7z", "rar"):
        _print(_of_listing(page), page, out)
    elif page.document.format == "csv":
        _print(_of_csv(page), page, out)
    else:
        _print(_of_lines(page), page, out)
    page.finish()


def _shown_lines(page: Page) -> Iterator[tuple[int, str] | None]:
    """Give the lines with their numbers, fit for a terminal, and None for a gap."""
    shown = Shown(plain.Form(page), is_coloured=False)
    for item in whole_lines(page.items):
        if isinstance(item, Block):
            yield from enumerate(shown.lines(item.data)[0], item.n)
        else:
            yield None


def _of_csv(page: Page) -> Iterator[Row]:
    """Give the rows of a CSV file; the first line of the file is the head, also of rows far from it."""
    lines = _shown_lines(page)
    first = next(lines, None)
    if first is None:
        return
    head = first[1]
    if first[0] > 1 and page.document.lines.is_repeatable:
        shown = Shown(plain.Form(page), is_coloured=False)
        head = next((line for block in page.document.lines.slices([Range(1, 1)]) for line in shown.lines(block.data)[0]), "")
        yield "head", next(csv.reader([head], delimiter=_delimiter(head)), [])
    delimiter = _delimiter(head)
    kind = "row" if first[0] > 1 else "head"
    gaps = 0

    def texts() -> Iterator[str]:
        nonlocal gaps
        yield first[1] + "\n"
        for line in lines:
            gaps += line is None
            if line is not None:
                yield line[1] + "\n"

    csv.field_size_limit(1 << 30)
    told = 0
    for cells in csv.reader(texts(), delimiter=delimiter):
        if gaps > told:
            told = gaps
            yield "gap", []
        yield kind, cells
        kind = "row"


def _delimiter(head: str) -> str:
    """Choose what stands between the cells: the commonest of tab, comma, semicolon and bar in the first line."""
    bare = re.sub(r'"[^"]*"', "", head)
    return max("\t,;|", key=lambda mark: (bare.count(mark), mark == ","))


def _of_lines(page: Page) -> Iterator[Row]:
    """Give the rows of sheets (`[Name]`, then cells behind tabs) and of pipe tables; other lines as they are."""
    is_sheet = page.document.format != "sqlite"
    widths: list[int] = []  # of the columns, as the line under the head tells them
    is_first = False
    for found in _shown_lines(page):
        if found is None:
            yield "gap", []
            continue
        n, line = found
        if is_sheet:
            is_title = any(part.first == n for part in page.document.parts)
            cells = line.split("\t")
            if is_title or line in ("", "…"):
                yield "title" if is_title else "line", [line]
            else:
                is_head = is_first and len(cells) > 1 and not any(not cell or _NUMBER.fullmatch(cell) for cell in cells)
                yield "head" if is_head else "row", cells
            is_first = is_title
        elif line.startswith("| ") and line.endswith(" |"):
            cells = _cells(line, widths)
            if set("".join(cells)) <= {"-"} and not widths:
                widths = [len(cell) for cell in cells]
            else:
                yield ("row" if widths else "head"), cells
        else:
            widths = []
            yield "line", [line]


def _of_listing(page: Page) -> Iterator[Row]:
    """Give the entries of an archive: the name, the size, and what else is said."""
    for found in _shown_lines(page):
        if found is None:
            yield "gap", []
            continue
        entry = _ENTRY.fullmatch(found[1])
        yield "row", [entry["name"], entry["size"] or "", entry["more"] or ""] if entry else [found[1], "", ""]


def _cells(line: str, widths: list[int]) -> list[str]:
    """Take a row of a table of SQLite apart; where a cell holds a bar too, by the widths of the columns."""
    cells = [cell.strip() for cell in line[1:-1].split(" |")]
    if not widths or len(cells) == len(widths):
        return cells
    from readcli.render.columns import width

    cells, at = [], 2
    for size in widths:
        end = at
        while end < len(line) and width(line[at:end]) < size:
            end += 1
        cells.append(line[at:end].strip())
        at = end + 3
    return cells


def _print(rows: Iterator[Row], page: Page, out: Out) -> None:
    """Lay out rows that belong together and print them; anything else between them as it is."""
    layout = _Layout(page.options)
    waiting: list[list[str]] = []
    most = _FIRST
    try:
        for kind, cells in rows:
            if kind == "row":
                waiting.append(cells)
                if len(waiting) >= most:
                    out.write(layout.table(waiting))
                    out.flush()
                    waiting, most = [], _WINDOW
                continue
            out.write(layout.table(waiting))
            waiting = []
            if kind == "head":
                layout.begin(cells)
                most = _FIRST
            elif kind == "gap":
                out.write("…\n".encode())
            else:
                layout.begin(None)
                out.write(layout.line(cells[0], is_title=kind == "title"))
    finally:
        out.write(layout.table(waiting))
        out.write(layout.head())


def _is_right(cell: str) -> bool:
    """Say whether a cell stands right: a number, or a size."""
    return bool(_NUMBER.fullmatch(cell) or _SIZE.fullmatch(cell))


class _Layout:
    """The columns of one table: their widths and sides, found from the first rows and kept."""

    def __init__(self, options: Options) -> None:
        """Take how wide the terminal is, and whether it has colours."""
        self._room = terminal.size()[0]
        self._is_coloured = terminal.is_coloured(1, options)
        self.begin(None)

    def begin(self, head: list[str] | None) -> None:
        """Begin another table."""
        self._head = head
        self._widths: list[int] = []
        self._is_right: list[bool] = []

    def line(self, text: str, *, is_title: bool) -> bytes:
        """Write a line that is no row."""
        return (f"\x1b[1m{text}\x1b[0m\n" if is_title and self._is_coloured else f"{text}\n").encode("utf-8", "replace")

    def head(self) -> bytes:
        """Write the head of a table that has no rows."""
        return self.table([]) if self._head is None else self._write([], self._head)

    def table(self, rows: list[list[str]]) -> bytes:
        """Write some rows, the first ones under their head."""
        if not rows:
            return b""
        head, self._head = self._head, None
        if not self._widths:
            self._measure(rows, head)
        return self._write(rows, head)

    def _measure(self, rows: list[list[str]], head: list[str] | None) -> None:
        from rich.cells import cell_len

        count = max(len(row) for row in [*rows, head or []])
        columns = [[row[at] for row in rows if at < len(row)] for at in range(count)]
        self._is_right = [all(map(_is_right, filter(None, cells))) and any(cells) for cells in columns]
        widths = [max((cell_len(line) for cell in cells for line in cell.split("\n")), default=0) for cells in columns]
        heads = [cell_len(head[at]) if head and at < len(head) else 0 for at in range(count)]
        widths = [max(1, *pair) for pair in zip(widths, heads, strict=True)]
        room = self._room - 2 * (count - 1)
        if sum(widths) > room:
            widths = [min(width, _WIDEST) for width in widths]
        while sum(widths) > room and max(widths) > 1:  # the widest gives way
            at = widths.index(max(widths))
            widths[at] = max(1, widths[at] - (sum(widths) - room), sorted(widths)[-2] - 1 if count > 1 else 1)
        self._widths = widths

    def _write(self, rows: list[list[str]], head: list[str] | None) -> bytes:
        """Let Rich write rows; what has too many columns for the terminal as its cells behind tabs."""
        if not self._widths:
            self._measure(rows, head)
        if len(self._widths) * _LEAST > self._room or any(len(row) > len(self._widths) for row in rows):
            return "".join("\t".join(row) + "\n" for row in ([head] if head else []) + rows).encode("utf-8", "replace")
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=head is not None, header_style="bold")
        for at, width in enumerate(self._widths):
            title = Text(head[at] if head and at < len(head) else "")
            table.add_column(title, justify="right" if self._is_right[at] else "left", width=width, overflow="fold")
        for row in rows:
            table.add_row(*map(Text, row))
        console = self._console()
        console.print(table)
        lines = console.file.getvalue().split("\n")  # type: ignore[attr-defined]  # a StringIO
        return "\n".join(line.rstrip(" ") for line in lines).encode("utf-8", "replace")

    def _console(self) -> Console:
        from rich.console import Console

        return Console(
            file=io.StringIO(),
            width=max(self._room, sum(self._widths) + 2 * len(self._widths)),
            force_terminal=self._is_coloured,
            color_system="standard" if self._is_coloured else None,
            no_color=not self._is_coloured,
            markup=False,
            emoji=False,
            highlight=False,
            legacy_windows=False,
        )
