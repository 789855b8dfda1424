"""Styles of a Word document: what a paragraph inherits (ECMA-376 part 1, 17.7).

Outline levels tell headings in every language: a German "berschrift1" has the level that an English "Heading 1" has.
"""

import re

from readcli.markup import Node

_NEEDLESS = re.compile(rb'<w:(latentStyles\b|style [^<>]*?w:type="table")[^<>]*[^/<>]>')
_OFF = frozenset(("0", "false", "off", "none"))
BODY = 0  # the outline level of ordinary text; headings are 1 to 9


def essential(xml: bytes) -> bytes:
    """Take from a styles part, as it is usually written, what says nothing about text: table and latent styles.

    They are most of its bytes: parsing them would take as long as a third of a novel. Elements go whole or not at all.
    """
    pieces = []
    done = 0
    for match in _NEEDLESS.finditer(xml):
        if match.start() < done:
            continue
        ending = b"</w:latentStyles>" if match[1] == b"latentStyles" else b"</w:style>"
        end = xml.find(ending, match.end())
        if end < 0:
            break
        pieces.append(xml[done : match.start()])
        done = end + len(ending)
    return b"".join(pieces) + xml[done:]


def is_on(attributes: dict[str, str]) -> bool:
    """Say whether a toggle such as `w:vanish` is set (17.17.4)."""
    return attributes.get("w:val", "1").lower() not in _OFF


def number(text: str | None, default: int) -> int:
    """Read a decimal attribute; one that is missing or no number gives the default."""
    try:
        return int(text) if text else default
    except ValueError:
        return default


class Style:
    """One style with all that it inherits: `outline` level, list (`num` id and `level`), `hidden`; None where not said."""

    __slots__ = ("based", "hidden", "level", "num", "outline")

    def __init__(self, node: Node | None = None) -> None:
        """Read a `w:style` element."""
        self.outline: int | None = None
        self.num: str | None = None
        self.level: int | None = None
        self.hidden: bool | None = None
        self.based = ""
        if node is not None:
            self._read(node)

    def _read(self, node: Node) -> None:
        based = node.find("w:basedOn")
        self.based = based.attributes.get("w:val", "") if based else ""
        outline = node.find("w:pPr", "w:outlineLvl")
        if outline:
            level = number(outline.attributes.get("w:val"), 9)
            self.outline = level + 1 if level < 9 else BODY
        else:
            self.outline = _name_level(node)
        num = node.find("w:pPr", "w:numPr", "w:numId")
        self.num = num.attributes.get("w:val") if num else None
        level_node = node.find("w:pPr", "w:numPr", "w:ilvl")
        self.level = number(level_node.attributes.get("w:val"), 0) if level_node else None
        vanish = node.find("w:rPr", "w:vanish")
        self.hidden = is_on(vanish.attributes) if vanish else None

    def inherit(self, parent: "Style") -> None:
        """Take from the parent what this style does not say itself."""
        for key in ("outline", "num", "level", "hidden"):
            if getattr(self, key) is None:
                setattr(self, key, getattr(parent, key))


def _name_level(node: Node) -> int | None:
    """Tell the level by the built-in name, which no translation changes; the title of a document counts as 1."""
    name = node.find("w:name")
    text = name.attributes.get("w:val", "").lower() if name else ""
    return 1 if text == "title" else _level_in(text)


def _level_in(name: str) -> int | None:
    """Give the level that "heading 3", or the id "Heading3", tells."""
    rest = name.lower().removeprefix("heading").strip()
    return int(rest) if len(rest) == 1 and rest in "123456789" and rest != name else None


class Styles:
    """The styles of a document by id; what is not there behaves like plain text, or by its id like a heading."""

    def __init__(self, root: Node | None) -> None:
        """Read the styles part; None where the document has none."""
        self._styles: dict[str, Style] = {}
        self._lists: dict[str, str] = {}
        self.default = ""
        for node in root.nodes("w:style") if root else ():
            self._add(node)
        for style in self._styles.values():
            self._resolve(style)
        self.any_hidden = any(style.hidden for style in self._styles.values())

    def _add(self, node: Node) -> None:
        kind = node.attributes.get("w:type", "paragraph")
        ident = node.attributes.get("w:styleId", "")
        if kind in ("paragraph", "character"):
            self._styles[ident] = Style(node)
            if kind == "paragraph" and "w:default" in node.attributes and node.attributes["w:default"] not in _OFF:
                self.default = ident
        elif kind == "numbering":
            num = Style(node).num
            if num:
                self._lists[ident] = num

    def _resolve(self, style: Style) -> None:
        """Walk up the chain of parents once; a chain that closes in a ring ends there."""
        seen = {id(style)}
        parent = self._styles.get(style.based)
        while parent is not None and id(parent) not in seen:
            seen.add(id(parent))
            style.inherit(parent)
            parent = self._styles.get(parent.based)

    def of(self, ident: str) -> Style:
        """Give a style by its id, the default one for an empty id."""
        style = self._styles.get(ident or self.default)
        if style is None:
            style = self._styles[ident or self.default] = Style()
            style.outline = _level_in(ident)
        return style

    def list_of(self, ident: str) -> str:
        """Give the list (num id) behind a numbering style, "" where there is none."""
        return self._lists.get(ident, "")
