"""The blocks of OpenDocument text as Markdown: paragraphs, headings, lists, tables, boxes (OpenDocument 1.3 part 3, 5, 9, 10).

The same walk serves text documents, slides, notes and cells. Styles are not looked at, except for how lists count.
"""

import re

from readcli.markup import Node
from readcli.model import Options
from readcli.package import Package
from readcli.readers.odf_lists import DEEPEST, Lists, step
from readcli.readers.odf_shapes import Shapes
from readcli.readers.odf_styles import Styles, count, label
from readcli.readers.odf_text import Inline
from readcli.readers.pipe_tables import pipe_table

_MOST_CELLS = 200_000  # of one table, after repeated cells are written out
_TEXT = ("text:p", "text:numbered-paragraph")
_NEVER = frozenset(
    (
        "office:annotation-end",
        "office:event-listeners",
        "text:sequence-decls",
        "text:variable-decls",
        "text:user-field-decls",
        "text:dde-connection-decls",
        "table:calculation-settings",
        "table:content-validations",
        "table:label-ranges",
        "text:table-of-content-source",
        "text:illustration-index-source",
        "text:table-index-source",
        "text:object-index-source",
        "text:user-index-source",
        "text:alphabetical-index-source",
        "text:bibliography-source",
        "text:soft-page-break",
        "presentation:settings",
        "presentation:notes",
        "svg:title",
        "svg:desc",
        "draw:layer-set",
        "draw:glue-point",
        "draw:enhanced-geometry",
        "office:binary-data",
        "draw:page-thumbnail",
        "anim:par",
        "anim:seq",
        "presentation:animations",
    )
)
_MARK_IN_WORD = re.compile(r"((?:\[\^c\d+\])+)([^\s\[]+)")


class Blocks:
    """Writes the blocks of one document; `inline` keeps what it notes."""

    def __init__(self, styles: Styles, options: Options, package: Package | None = None) -> None:
        """Take the styles and, for embedded objects, the package (None for flat files)."""
        self.styles = styles
        self.options = options
        self.inline = Inline(styles, options)
        self.lists = Lists(styles, self.of)
        self.shapes = Shapes(package, self.of, self.inside)
        self._outline: list[int] = []

    def of(self, node: Node, depth: int = 0) -> list[str]:
        """Give the blocks of one element: each is one or more lines."""
        if depth > DEEPEST:
            text = " ".join(node.text().split())
            return [text] if text else []
        tag = node.tag
        if tag in _NEVER:
            return []
        if tag in _TEXT:
            return self._paragraph(node, depth)
        if tag == "text:h":
            return self._heading(node, depth)
        if tag == "text:list":
            return self.lists.write(node, depth)
        if tag == "table:table":
            return self._table(node, depth)
        if tag == "text:tracked-changes":
            return self._take_changes(node)
        if tag == "office:forms":
            self.shapes.take_forms(node)
            return []
        if tag.startswith(("draw:", "dr3d:")):
            return self.shapes.write(node, depth)
        if tag == "text:section" and node.attributes.get("text:display") == "none" and not self.options.hidden:
            self.inline.noted.hidden += 1
            return []
        if tag == "office:annotation":
            self.inline.raw(Node("", {}), 0)
            return []
        return self.inside(node, depth + 1)

    def inside(self, node: Node, depth: int = 0) -> list[str]:
        """Give the blocks of everything in an element."""
        return [block for child in node.nodes() for block in self.of(child, depth)]

    def _paragraph(self, node: Node, depth: int) -> list[str]:
        name = node.attributes.get("text:style-name")
        if not self.options.hidden and self.styles.is_hidden("paragraph", name):
            self.inline.noted.hidden += bool(node.items)
            return []
        text = self.text(node)
        blocks = [text] if text.strip() else []
        return blocks + self._waiting(depth)

    def text(self, node: Node) -> str:
        """Give a paragraph's text; marks of comments stand behind the word, so that a search finds it."""
        text = self.inline.text(node)
        return _MARK_IN_WORD.sub(r"\2\1", text) if "[^c" in text else text

    def _waiting(self, depth: int) -> list[str]:
        """Give the blocks of the shapes that were anchored in the paragraph just written."""
        boxes, self.inline.boxes = self.inline.boxes, []
        return [block for box in boxes for block in self.of(box, depth + 1)]

    def _heading(self, node: Node, depth: int) -> list[str]:
        level = max(1, min(count(node.attributes.get("text:outline-level"), 1), 10))
        text = " ".join(self.text(node).split())
        if not text:
            return self._waiting(depth)
        number = node.find("text:number")
        written = number.text().strip() if number else self._outline_label(level, node)
        return [f"{'#' * min(level, 6)} {f'{written} ' if written else ''}{text}", *self._waiting(depth)]

    def _outline_label(self, level: int, node: Node) -> str:
        """Count a heading of the outline (OpenDocument 1.3 part 3, 5.1.2)."""
        if not self.styles.outline or node.attributes.get("text:is-list-header") == "true":
            return ""
        step(self._outline, level, self.styles.outline, node.attributes.get("text:start-value"))
        return label(self.styles.outline, self._outline)

    # Tables

    def _table(self, node: Node, depth: int) -> list[str]:
        rows: list[list[str]] = []
        room = _MOST_CELLS
        for row in rows_of(node):
            cells = self._row(row, depth)
            for _ in range(min(count(row.attributes.get("table:number-rows-repeated"), 1), max(1, room // max(1, len(cells))))):
                rows.append(cells)
                room -= len(cells)
            if room <= 0:
                self.shapes.trouble.append("a table is too large and cut")
                break
        while rows and not any(rows[-1]):
            rows.pop()
        width = max((last_filled(row) for row in rows), default=0)
        if width == 1:  # a frame round text rather than a table
            return [row[0] for row in rows if row and row[0]]
        return [pipe_table([row[:width] for row in rows])] if width else []

    def _row(self, row: Node, depth: int) -> list[str]:
        cells: list[str] = []
        for cell in row.nodes("table:table-cell", "table:covered-table-cell"):
            is_covered = cell.tag == "table:covered-table-cell"
            text = "" if is_covered else "\n".join(block for block in self.inside(cell, depth + 1) if block)
            cells.extend([text] * min(count(cell.attributes.get("table:number-columns-repeated"), 1), 1024))
        return cells

    def _take_changes(self, node: Node) -> list[str]:
        """Keep what was deleted and count both kinds (OpenDocument 1.3 part 3, 5.5)."""
        for region in node.nodes("text:changed-region"):
            name = region.attributes.get("text:id", region.attributes.get("xml:id", ""))
            for change in region.nodes():
                if change.tag == "text:deletion":
                    self.inline.noted.removed[name] = change
                    self.inline.noted.deletions += 1
                elif change.tag == "text:insertion":
                    self.inline.noted.insertions += 1
        return []


def rows_of(node: Node) -> list[Node]:
    """Give the rows of a table, those in groups and of its head too."""
    found = []
    waiting = [node]
    while waiting:
        child = waiting.pop()
        if child.tag == "table:table-row":
            found.append(child)
        elif child is node or child.tag in ("table:table-header-rows", "table:table-rows", "table:table-row-group"):
            waiting.extend(reversed(child.nodes()))
    return found


def last_filled(row: list[str]) -> int:
    """Give how many cells a row has up to the last that is not empty."""
    return next((at for at in range(len(row), 0, -1) if row[at - 1]), 0)
