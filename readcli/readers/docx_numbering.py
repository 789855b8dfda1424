"""The numbers of list items as a word processor displays them (ECMA-376 part 1, 17.9).

Items count per abstract definition, so lists that share one go on counting, until one of them says where it starts anew.
"""

from readcli.markup import Node
from readcli.readers.docx_styles import Styles, number
from readcli.readers.numerals import numeral

BULLET = "-"
_LEVELS = 9


class Level:
    """One level of a list: where it `start`s, its number format, its label's `text` and when it begins again.

    `restart` is the level (from 1) whose items begin this one again; 0 is never, -1 any higher level.
    """

    __slots__ = ("form", "is_legal", "restart", "start", "style", "text")

    def __init__(self, node: Node) -> None:
        """Read a `w:lvl` element."""
        given = {item.tag: item.attributes.get("w:val", "") for item in node.nodes()}
        self.start = number(given.get("w:start"), 0)
        self.form = given.get("w:numFmt", "decimal")
        self.text = given.get("w:lvlText", "")
        self.restart = number(given.get("w:lvlRestart"), -1)
        self.is_legal = given.get("w:isLgl", "0") in ("", "1", "true", "on")
        self.style = given.get("w:pStyle", "")


class List:
    """One `w:num`: its levels, the counters it shares, and the starts it sets when first used."""

    __slots__ = ("counters", "levels", "starts")

    def __init__(self, levels: dict[int, Level], counters: list[int | None]) -> None:
        """Take the levels and the counters of the abstract definition."""
        self.levels = levels
        self.counters = counters
        self.starts: dict[int, int] = {}

    def advance(self, at: int) -> str:
        """Count one item at a level (from 0) and give its label."""
        if at in self.starts:
            self.counters[at] = self.starts.pop(at) - 1
        level = self.levels.get(at)
        if level is None:
            return BULLET
        now = self.counters[at]
        self.counters[at] = level.start if now is None else now + 1
        for deeper in range(at + 1, _LEVELS):
            if self._begins_again(deeper, at):
                self.counters[deeper] = None
        return self._label(level)

    def _begins_again(self, deeper: int, at: int) -> bool:
        level = self.levels.get(deeper)
        restart = level.restart if level else -1
        return restart < 0 or (restart > 0 and at < restart)

    def _label(self, level: Level) -> str:
        if level.form == "bullet":
            return BULLET
        text = level.text
        for place, other in self.levels.items():
            mark = f"%{place + 1}"
            if mark in text:
                value = self.counters[place]
                form = "decimal" if level.is_legal else other.form
                text = text.replace(mark, numeral(other.start if value is None else value, form))
        return text.strip()


class Numbering:
    """The lists of a document by num id."""

    def __init__(self, root: Node | None, styles: Styles) -> None:
        """Read the numbering part; None where the document has none."""
        self._styles = styles
        self._lists: dict[str, List] = {}
        if root is None:
            return
        abstract = {node.attributes.get("w:abstractNumId", ""): node for node in root.nodes("w:abstractNum")}
        nums = {node.attributes.get("w:numId", ""): node for node in root.nodes("w:num")}
        counters: dict[str, list[int | None]] = {}
        for ident, node in nums.items():
            key = self._follow(node, abstract, nums)
            levels = _levels(abstract[key]) if key in abstract else {}
            entry = List(levels, counters.setdefault(key, [None] * _LEVELS))
            _override(entry, node)
            self._lists[ident] = entry

    def _follow(self, num: Node, abstract: dict[str, Node], nums: dict[str, Node]) -> str:
        """Find the abstract definition of a num, through a list style where it only names one (17.9.21)."""
        key = _value(num, "w:abstractNumId")
        link = _value(abstract[key], "w:numStyleLink") if key in abstract else ""
        target = nums.get(self._styles.list_of(link)) if link else None
        return _value(target, "w:abstractNumId") if target else key

    def label(self, num: str, level: int) -> str:
        """Count an item of a list at a level (from 0): its label, "-" for a bullet, "" where there is no such list."""
        entry = self._lists.get(num)
        return entry.advance(min(max(level, 0), _LEVELS - 1)) if entry else ""

    def level_of(self, num: str, style: str) -> int:
        """Give the level that a list reserves for a paragraph style, 0 where it reserves none."""
        entry = self._lists.get(num)
        return next((at for at, level in entry.levels.items() if level.style == style), 0) if entry and style else 0


def _value(node: Node, tag: str) -> str:
    found = node.find(tag)
    return found.attributes.get("w:val", "") if found else ""


def _levels(abstract: Node) -> dict[int, Level]:
    return {at: Level(node) for node in abstract.nodes("w:lvl") if 0 <= (at := number(node.attributes.get("w:ilvl"), 0)) < _LEVELS}


def _override(entry: List, num: Node) -> None:
    """Apply the levels and the starts that a num sets over its abstract definition (17.9.8)."""
    for node in num.nodes("w:lvlOverride"):
        at = number(node.attributes.get("w:ilvl"), 0)
        if not 0 <= at < _LEVELS:
            continue
        level = node.find("w:lvl")
        if level:
            entry.levels[at] = Level(level)
        start = node.find("w:startOverride")
        if start:
            entry.starts[at] = number(start.attributes.get("w:val"), 0)
