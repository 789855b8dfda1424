"""Text of DrawingML: paragraphs, runs, fields, links, list marks and tables (ECMA-376 part 1, 21.1).

Lines are Markdown. Bold, colours and the like are not shown.
"""

import re
from collections.abc import Callable

from readcli.markup import Node
from readcli.readers.pipe_tables import pipe_table
from readcli.readers.pptx_layout import Relations

_TRUE = ("1", "true", "on")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)


class Frame:
    """What paragraphs need to know of where they stand: the part's relationships, and whether a list level has marks."""

    __slots__ = ("has_marks", "relations")

    def __init__(self, relations: Relations, has_marks: Callable[[int], bool] | None = None) -> None:
        """Take the relationships and a function from level (0 to 8) to whether paragraphs there are list items."""
        self.relations = relations
        self.has_marks = has_marks


def block_of(body: Node | None, frame: Frame) -> str:
    """Give the text of a shape as lines: its paragraphs that are not empty, list items with their marks."""
    lines: list[str] = []
    counts: dict[int, int] = {}
    for paragraph in body.nodes("a:p") if body else ():
        text = line_of(paragraph, frame).strip()
        if text:
            lines.append(_mark(paragraph, frame, counts) + text)
    return "\n".join(lines)


def words_of(body: Node | None, frame: Frame, between: str = "\n") -> str:
    """Give the paragraphs of a cell, title or comment without list marks."""
    texts = [line_of(paragraph, frame).strip() for paragraph in body.nodes("a:p")] if body else []
    return between.join(text for text in texts if text)


def line_of(paragraph: Node, frame: Frame) -> str:
    """Give one paragraph: runs, breaks, fields and equations in order, neighbouring runs of one link as one link."""
    pieces: list[tuple[str, str]] = []
    for node in _choose(paragraph.nodes()):
        if node.tag in ("a:r", "a:fld"):
            text = "".join(part.text() for part in node.nodes("a:t"))
            pieces.append((text, _link(node.find("a:rPr", "a:hlinkClick"), frame.relations)))
        elif node.tag == "a:br":
            pieces.append(("\n", ""))
        elif node.tag not in ("a:pPr", "a:endParaRPr"):
            pieces.append(("".join(part.text() for part in node.all("m:t", "a:t")), ""))
    line = ""
    # Spelling marks and the like cut a link into runs; they are put together again.
    while pieces:
        text, target = pieces.pop(0)
        while target and pieces and pieces[0][1] == target:
            text += pieces.pop(0)[0]
        line += f"[{text.strip()}]({target})" if target and text.strip() and text.strip() != target else text
    return line.replace("\v", "\n")


def table_of(table: Node, frame: Frame) -> str:
    """Give a table as a pipe table; cells that a merged one covers are empty (21.1.3.16)."""
    rows = []
    for row in table.nodes("a:tr"):
        cells = []
        for cell in row.nodes("a:tc"):
            is_covered = is_true(cell.attributes.get("hMerge")) or is_true(cell.attributes.get("vMerge"))
            cells.append("" if is_covered else words_of(cell.find("a:txBody"), frame))
        rows.append(cells)
    return pipe_table(rows) if any(any(row) for row in rows) else ""


def chosen(node: Node) -> list[Node]:
    """Give the one branch of an mc:AlternateContent that is read: the first choice, the fallback where there is none."""
    for branch in [*node.nodes("mc:Choice"), *node.nodes("mc:Fallback")]:
        if branch.nodes():
            return branch.nodes()
    return []


def is_true(value: str | None) -> bool:
    """Read an XML boolean."""
    return value in _TRUE


def _choose(nodes: list[Node]) -> list[Node]:
    """Replace alternatives in a paragraph, which hold equations, by their chosen branch."""
    found: list[Node] = []
    for node in nodes:
        found += chosen(node) if node.tag == "mc:AlternateContent" else [node]
    return found


def _link(link: Node | None, relations: Relations) -> str:
    """Give where a link leads, if it leads out of the presentation."""
    if link is None:
        return ""
    kind, target = relations.get(link.attributes.get("r:id", ""), ("", ""))
    return target if kind == "hyperlink" and _SCHEME.match(target) else ""


def _mark(paragraph: Node, frame: Frame, counts: dict[int, int]) -> str:
    """Give indentation and mark of a list item, or nothing."""
    style = paragraph.find("a:pPr")
    level = style.attributes.get("lvl", "0") if style else "0"
    depth = min(8, int(level)) if level.isdecimal() else 0
    # A number goes on after deeper items, and begins anew after anything else.
    for deeper in [key for key in counts if key > depth]:
        del counts[deeper]
    if style and style.find("a:buAutoNum"):
        return "  " * depth + _number(style.nodes("a:buAutoNum")[0], depth, counts)
    counts.pop(depth, None)
    has_mark = bool(style and (style.find("a:buChar") or style.find("a:buBlip")))
    is_plain = bool(style and style.find("a:buNone"))
    # Where nothing says so, deeper levels are taken for list items: that is what their indentation shows.
    if has_mark or (not is_plain and (frame.has_marks(depth) if frame.has_marks else depth > 0)):
        return "  " * depth + "- "
    return ""


def _number(scheme: Node, depth: int, counts: dict[int, int]) -> str:
    """Count a numbered item: Arabic figures for every scheme, letters for those of letters (20.1.10.61)."""
    start = scheme.attributes.get("startAt", "1")
    counts[depth] = counts.get(depth, (int(start) if start.isdecimal() else 1) - 1) + 1
    number = counts[depth]
    kind = scheme.attributes.get("type", "")
    text = str(number)
    if kind.startswith("alpha") and number <= 26:
        text = chr((96 if kind.startswith("alphaLc") else 64) + number)
    return text + (") " if "Paren" in kind else ". ")
