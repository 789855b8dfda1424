"""What must be known of an OpenDocument file's styles: how lists count, what is hidden, what stands on every page.

OpenDocument 1.3 part 3: list styles 16.30, outline 16.34, table and page properties 17.
"""

from readcli.markup import Node
from readcli.readers.numerals import letters, roman

_LEVELS = ("text:list-level-style-number", "text:list-level-style-bullet", "text:list-level-style-image", "text:outline-level-style")
_DISPLAY = {"style:table-properties": "table:display", "style:text-properties": "text:display"}


class Level:
    """One level of a list: its number format ("" where it is a bullet), what stands round the number, where it starts."""

    __slots__ = ("form", "is_bullet", "prefix", "shown", "start", "suffix")

    def __init__(self, node: Node) -> None:
        """Read a list-level-style element."""
        self.is_bullet = node.tag in ("text:list-level-style-bullet", "text:list-level-style-image")
        self.form = "" if self.is_bullet else node.attributes.get("style:num-format", "")
        self.prefix = node.attributes.get("style:num-prefix", "")
        self.suffix = node.attributes.get("style:num-suffix", "")
        self.start = count(node.attributes.get("text:start-value"), 1)
        self.shown = count(node.attributes.get("text:display-levels"), 1)


class Styles:
    """Gathered from `office:styles`, `office:automatic-styles` and `office:master-styles`, in any order."""

    __slots__ = ("hidden", "lists", "masters", "outline", "parents", "unnumbered")

    def __init__(self) -> None:
        """Begin without any style."""
        self.lists: dict[str, dict[int, Level]] = {}
        self.outline: dict[int, Level] = {}
        self.hidden: set[tuple[str, str]] = set()  # family and name of styles that are not displayed
        self.parents: dict[str, str] = {}  # of paragraph styles
        self.unnumbered: set[str] = set()  # paragraph styles that show no label although they stand in a list
        self.masters: list[Node] = []

    def take(self, node: Node) -> None:
        """Learn from one of the three elements."""
        for child in node.nodes():
            if child.tag == "text:list-style":
                self.lists[child.attributes.get("style:name", "")] = _levels(child)
            elif child.tag == "text:outline-style":
                self.outline = _levels(child)
            elif child.tag == "style:master-page":
                self.masters.append(child)
            elif child.tag == "style:style":
                self._take_style(child)

    def _take_style(self, node: Node) -> None:
        family, name = node.attributes.get("style:family", ""), node.attributes.get("style:name", "")
        if family == "paragraph" and "style:parent-style-name" in node.attributes:
            self.parents[name] = node.attributes["style:parent-style-name"]
        for child in node.nodes():
            key = _DISPLAY.get(child.tag)
            is_hidden = key is not None and child.attributes.get(key) in ("none", "false")
            if child.attributes.get("text:enable-numbering") == "false":
                self.unnumbered.add(name)
            if is_hidden or child.attributes.get("presentation:visibility") == "hidden":
                self.hidden.add((family, name))

    def is_hidden(self, family: str, name: str | None) -> bool:
        """Say whether what has this style is not displayed."""
        return name is not None and (family, name) in self.hidden

    def is_preformatted(self, name: str | None) -> bool:
        """Say whether a paragraph style is that of program text, or made from it."""
        for _ in range(20):
            if name is None or name.startswith(("Preformatted", "Source_20_Code", "Source_Code")):
                break
            name = self.parents.get(name)
        return name is not None


def _levels(node: Node) -> dict[int, Level]:
    return {count(child.attributes.get("text:level"), 1): Level(child) for child in node.nodes(*_LEVELS)}


def count(text: str | None, default: int) -> int:
    """Read a whole number, or give the default; signs, blanks and nonsense are no numbers here."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 12 else default


def label(levels: dict[int, Level], counters: list[int]) -> str:
    """Write the label of an item: `counters` are those of its level and of all levels round it. "" where there is none."""
    level = levels.get(len(counters))
    if level is None or not level.form:
        return ""
    first = max(0, len(counters) - level.shown)
    numbers = []
    for depth in range(first, len(counters)):
        form = levels[depth + 1].form if depth + 1 in levels else ""
        if form:
            numbers.append(_numeral(counters[depth], form))
    return level.prefix.lstrip() + ".".join(numbers) + level.suffix.rstrip()


def _numeral(value: int, form: str) -> str:
    """Write a number in one of the formats of OpenDocument 1.3 part 3, 19.500; others give digits."""
    if form in ("i", "I"):
        text = roman(value)
    elif form in ("a", "A"):
        text = letters(value)
    else:
        return str(value)
    return text.upper() if form.isupper() else text
