"""What placeholders inherit from the slide's layout and its master: where they stand, and whether their lines are list items.

Parts that are missing or damaged give nothing; each is read once (ECMA-376 part 1, 19.3.1.36 and 19.7.10).
"""

from readcli.errors import Corrupt
from readcli.markup import Node
from readcli.package import Package

Relations = dict[str, tuple[str, str]]
Box = tuple[int, int, int]  # top, left, height in EMU (or in a group's own units)
_MASTER_TYPES = {"ctrTitle": "title", "subTitle": "body", "obj": "body", "tbl": "body", "chart": "body", "dgm": "body", "media": "body"}


class Layout:
    """The placeholders of a layout or master, by index and by type, and the master's styles of body text."""

    __slots__ = ("boxes", "marks", "master", "styles")

    def __init__(self, root: Node | None, master: "Layout | None") -> None:
        """Take the root of the part, or None where it cannot be read."""
        self.master = master
        self.boxes: dict[str, Box] = {}
        self.marks: dict[str, dict[int, bool]] = {}
        for shape in root.all("p:sp", "p:pic", "p:graphicFrame") if root else ():
            holder = placeholder_of(shape)
            if holder is not None:
                box = box_of(shape)
                marks = _marks_of(shape.find("p:txBody", "a:lstStyle"))
                for key in (f"#{holder.attributes.get('idx', '0')}", holder.attributes.get("type", "obj")):
                    if box:
                        self.boxes.setdefault(key, box)
                    self.marks.setdefault(key, marks)
        self.styles = _marks_of(root.find("p:txStyles", "p:bodyStyle")) if root else {}

    def box(self, holder: Node) -> Box | None:
        """Give the place of a placeholder."""
        kind = holder.attributes.get("type", "obj")
        box = self.boxes.get(f"#{holder.attributes.get('idx', '0')}") or self.boxes.get(kind)
        return box or (self.master.boxes.get(_MASTER_TYPES.get(kind, kind)) if self.master else None)

    def has_marks(self, holder: Node, level: int) -> bool:
        """Say whether paragraphs of a placeholder are list items at a level from 0."""
        kind = holder.attributes.get("type", "obj")
        own = self.marks.get(f"#{holder.attributes.get('idx', '0')}") or self.marks.get(kind) or {}
        if level in own or self.master is None:
            return own.get(level, level > 0)
        general = _MASTER_TYPES.get(kind, kind)
        if general != "body":
            return level > 0
        return self.master.marks.get(general, {}).get(level, self.master.styles.get(level, level > 0))


class Layouts:
    """Reads layouts and masters of a package when they are asked for, each once."""

    __slots__ = ("_known", "_package")

    def __init__(self, package: Package) -> None:
        """Take the package."""
        self._package = package
        self._known: dict[str, Layout] = {}

    def of(self, relations: Relations, kind: str = "slideLayout") -> Layout:
        """Give the layout that a slide, or the master that a layout, is related to; an empty one where there is none."""
        name = next((target for word, target in relations.values() if word == kind), "")
        if name not in self._known:
            root, above = self._read(name) if name else (None, {})
            self._known[name] = Layout(root, self.of(above, "slideMaster") if kind == "slideLayout" and above else None)
        return self._known[name]

    def _read(self, name: str) -> tuple[Node | None, Relations]:
        try:
            return self._package.tree(name), self._package.related(name)
        except Corrupt:
            return None, {}


def placeholder_of(shape: Node) -> Node | None:
    """Give the p:ph of a shape that is a placeholder."""
    for properties in shape.nodes("p:nvSpPr", "p:nvPicPr", "p:nvGraphicFramePr"):
        return properties.find("p:nvPr", "p:ph")
    return None


def box_of(shape: Node) -> Box | None:
    """Give where a shape or group says itself that it stands."""
    frame = shape.find("p:spPr", "a:xfrm") or shape.find("p:grpSpPr", "a:xfrm") or shape.find("p:xfrm")
    place = frame.find("a:off") if frame else None
    if frame is None or place is None:
        return None
    size = frame.find("a:ext")
    try:
        return int(place.attributes["y"]), int(place.attributes["x"]), int(size.attributes["cy"]) if size else 0
    except (KeyError, ValueError):
        return None


def _marks_of(styles: Node | None) -> dict[int, bool]:
    """Give for each level from 0 that says so whether it has a mark."""
    found: dict[int, bool] = {}
    for style in styles.nodes() if styles else ():
        level = style.tag[len("a:lvl") :].removesuffix("pPr")
        if level.isdecimal():
            if style.find("a:buNone"):
                found[int(level) - 1] = False
            elif style.find("a:buChar") or style.find("a:buAutoNum") or style.find("a:buBlip"):
                found[int(level) - 1] = True
    return found
