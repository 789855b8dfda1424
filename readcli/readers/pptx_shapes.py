"""The shapes of a slide as blocks of text in reading order: rows from the top, each from the left.

Groups are read as one thing at their place. Shapes without a place stay behind the one before them in the file.
"""

import re
from collections.abc import Iterator

from readcli.markup import Node
from readcli.package import Package
from readcli.readers import pptx_chart, pptx_diagram
from readcli.readers.pptx_layout import Box, Layout, Relations, box_of, placeholder_of
from readcli.readers.pptx_text import Frame, block_of, chosen, is_true, table_of, words_of

_KINDS = ("p:sp", "p:pic", "p:graphicFrame", "p:grpSp", "mc:AlternateContent")
_TITLES = ("title", "ctrTitle")
_EDGES = ("ftr", "dt", "hdr", "sldNum")
# What programs put in for want of a description.
_NO_WORDS = re.compile(r"(?:\S+\.(?:png|jpe?g|gif|emf|wmf|bmp|tiff?|svg|webp)|(?:Picture|Image|Graphic|Bild|Grafik)\s*\d*)", re.IGNORECASE)
_DEEPEST = 64  # groups inside groups; below, shapes come as they stand in the file


class Slide:
    """What a slide shows: its title, its blocks in reading order, its footers; and how many shapes are hidden."""

    __slots__ = ("_layout", "_package", "_relations", "blocks", "footers", "hidden", "is_hidden_wanted", "title")

    def __init__(self, package: Package, relations: Relations, layout: Layout, *, is_hidden_wanted: bool = False) -> None:
        """Take where charts and diagrams are found, and what placeholders inherit."""
        self._package = package
        self._relations = relations
        self._layout = layout
        self.is_hidden_wanted = is_hidden_wanted
        self.title = ""
        self.blocks: list[str] = []
        self.footers: list[str] = []
        self.hidden = 0

    def read(self, shapes: Node | None) -> None:
        """Read a shape tree (19.3.1.45)."""
        if shapes is not None:
            self.blocks += [block for shape in self._order(shapes, 0) for block in self._blocks_of(shape) if block]

    def _order(self, group: Node, depth: int) -> Iterator[Node]:
        """Give the shapes of a group, and those of the groups in it, in reading order."""
        placed: list[tuple[Box, Node]] = []
        box: Box = (0, 0, 0)
        for shape in _shapes(group):
            if not self._is_seen(shape):
                continue
            box = self._box(shape) or box
            placed.append((box, shape))
        for shape in _by_rows(placed):
            # Inside a group places are in its own units, so they only compare with each other.
            if shape.tag != "p:grpSp":
                yield shape
            elif depth < _DEEPEST:
                yield from self._order(shape, depth + 1)
            else:
                yield from shape.all("p:sp", "p:pic", "p:graphicFrame")

    def _is_seen(self, shape: Node) -> bool:
        """Say whether a shape is to be read; hidden ones are counted instead."""
        properties = _properties(shape)
        if properties is None or not is_true(properties.attributes.get("hidden")) or self.is_hidden_wanted:
            return True
        # Only what has words is missed.
        self.hidden += bool(shape.all("a:t"))
        return False

    def _box(self, shape: Node) -> Box | None:
        """Give where a shape stands, for a placeholder perhaps by its layout."""
        box = box_of(shape)
        holder = placeholder_of(shape) if box is None else None
        return self._layout.box(holder) if holder is not None else box

    def _blocks_of(self, shape: Node) -> list[str]:
        """Give the blocks of one shape; titles and footers go to their own places."""
        holder = placeholder_of(shape)
        if shape.tag == "p:pic":
            return [_alternative(shape)]
        if shape.tag == "p:graphicFrame":
            return [self._graphic(data) for data in shape.all("a:graphicData")]
        body = shape.find("p:txBody")
        kind = holder.attributes.get("type", "obj") if holder is not None else ""
        if kind in _TITLES and not self.title:
            self.title = " ".join(words_of(body, Frame(self._relations), " ").split())
        elif kind in _EDGES:
            if kind != "sldNum":  # its number is that of the slide
                self.footers.append(words_of(body, Frame(self._relations), " "))
        elif kind != "sldImg":
            # A title in list marks would be no title; boxes that are no placeholders know no levels but their own.
            marks = (lambda level: self._layout.has_marks(holder, level)) if holder is not None and kind not in _TITLES else None
            return [block_of(body, Frame(self._relations, marks))]
        return []

    def _graphic(self, data: Node) -> str:
        """Give the words of a table, chart or diagram."""
        if table := data.find("a:tbl"):
            return table_of(table, Frame(self._relations))
        if chart := data.find("c:chart") or data.find("cx:chart"):
            return pptx_chart.read(self._package, self._target(chart, "r:id"))
        if ids := data.find("dgm:relIds"):
            drawings = [target for kind, target in self._relations.values() if kind == "diagramDrawing"]
            return pptx_diagram.read(self._package, self._target(ids, "r:dm"), drawings)
        return ""

    def _target(self, node: Node, attribute: str) -> str:
        return self._relations.get(node.attributes.get(attribute, ""), ("", ""))[1]


def _shapes(group: Node) -> Iterator[Node]:
    """Give the shapes right in a group; of alternatives only the chosen one."""
    waiting = group.nodes(*_KINDS)[::-1]
    while waiting:
        shape = waiting.pop()
        if shape.tag == "mc:AlternateContent":
            waiting += [node for node in chosen(shape) if node.tag in _KINDS][::-1]
        else:
            yield shape


def _by_rows(placed: list[tuple[Box, Node]]) -> list[Node]:
    """Sort by rows, each from the left: a shape that begins in the upper half of a row's first shape belongs to that row."""
    rows: list[list[tuple[Box, Node]]] = []
    for box, shape in sorted(placed, key=lambda item: item[0][0]):
        first = rows[-1][0][0] if rows else None
        if first is None or box[0] - first[0] > min(first[2], box[2]) / 2:
            rows.append([])
        rows[-1].append((box, shape))
    return [shape for row in rows for _, shape in sorted(row, key=lambda item: item[0][1])]


def _properties(shape: Node) -> Node | None:
    """Give a shape's p:cNvPr: its name, its alternative text, whether it is hidden (19.3.1.12)."""
    for node in shape.nodes():
        if node.tag.startswith("p:nv"):
            return node.find("p:cNvPr")
    return None


def _alternative(picture: Node) -> str:
    """Give a picture's alternative text as a Markdown image, unless it says no more than a file's name."""
    properties = _properties(picture)
    words = " ".join(properties.attributes.get("descr", "").split()) if properties else ""
    is_decorative = bool(properties and any(is_true(node.attributes.get("val")) for node in properties.all("decorative")))
    return f"![{words}]()" if words and not is_decorative and not _NO_WORDS.fullmatch(words) else ""
