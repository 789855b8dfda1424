"""Lists of OpenDocument text as Markdown, labelled as displayed (OpenDocument 1.3 part 3, 5.3)."""

from collections.abc import Callable

from readcli.markup import Node
from readcli.readers.odf_styles import Level, Styles, count, label

DEEPEST = 60  # lists inside lists; deeper ones give their characters only


class Lists:
    """The lists of one document: how their items are labelled, and which go on counting where others ended."""

    def __init__(self, styles: Styles, blocks_of: Callable[[Node, int], list[str]]) -> None:
        """Take the styles and what gives the blocks of any other element."""
        self._levels = styles.lists
        self._unnumbered = styles.unnumbered
        self._blocks_of = blocks_of
        self._ended: dict[str, list[int]] = {}  # counters by the id and by the style of lists that ended

    def write(self, node: Node, depth: int) -> list[str]:
        """Give a list as one block; headings inside stay headings, as where chapters are numbered by a list."""
        style = node.attributes.get("text:style-name", "")
        before = self._ended.get("#" + node.attributes.get("text:continue-list", ""))
        if before is None and node.attributes.get("text:continue-numbering") == "true":
            before = self._ended.get(style)
        counters = list(before or ())
        lines = self._write(node, depth, style, (counters, 1))
        self._ended[style] = counters[:1]
        if "xml:id" in node.attributes:
            self._ended["#" + node.attributes["xml:id"]] = counters[:1]
        return ["\n".join(lines)] if lines else []

    def _write(self, node: Node, depth: int, style: str, place: tuple[list[int], int]) -> list[str]:
        """Give the lines of a list whose items count in `place`: the counters and the level."""
        style = node.attributes.get("text:style-name", style)
        counters, level = place
        lines: list[str] = []
        for item in node.nodes("text:list-item", "text:list-header"):
            mark = ""
            if item.tag == "text:list-item":
                step(counters, level, self._levels.get(style, {}), item.attributes.get("text:start-value"))
                mark = self._mark(item, style, counters)
            lines += self._item(item, depth, mark, lambda inner: self._write(inner, depth + 1, style, (counters, level + 1)))
            del counters[level:]
        return lines

    def _mark(self, item: Node, style: str, counters: list[int]) -> str:
        """Give an item's label as displayed, made one that Markdown knows where that is but a full stop away."""
        first = next(iter(item.nodes()), None)
        if first is not None and first.attributes.get("text:style-name") in self._unnumbered:
            return ""
        number = item.find("text:number")
        levels = self._levels.get(style, {})
        written = number.text().strip() if number else label(levels, counters)
        if not written:
            level = levels.get(len(counters))
            return "- " if level is None or level.is_bullet else ""
        return f"{written}. " if written.isalnum() else f"{written} "

    def _item(self, item: Node, depth: int, mark: str, inner: Callable[[Node], list[str]]) -> list[str]:
        """Give an item's lines: its label before the first block, the others and inner lists indented below it."""
        lines: list[str] = []
        first = next(iter(item.nodes()), None)
        indent = " " * (len(mark) or 2 * (first is not None and first.tag == "text:list"))
        for child in item.nodes():
            if child.tag == "text:number":
                continue
            if child.tag == "text:list" and depth < DEEPEST:
                lines += [indent + line for line in inner(child)]
                continue
            for block in self._blocks_of(child, depth + 1):
                if child.tag == "text:h":
                    lines.append(block)
                    mark = ""
                else:
                    lines.append((mark or indent) + block.replace("\n", "\n" + indent))
                    mark = ""
        return lines


def step(counters: list[int], level: int, levels: dict[int, Level], start: str | None) -> None:
    """Count one item of `level` on: deeper levels begin again, missing ones round it stand at their start."""
    del counters[level:]
    while len(counters) < level:
        at = len(counters) + 1
        first = levels[at].start if at in levels else 1
        counters.append(first - 1 if at == level else first)
    counters[level - 1] = count(start, counters[level - 1] + 1)
