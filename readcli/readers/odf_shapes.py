"""Shapes of OpenDocument: text boxes, pictures, form controls, embedded formulas and charts (OpenDocument 1.3 part 3, 10, 13)."""

from collections.abc import Callable

from readcli.errors import ReadError
from readcli.markup import Node
from readcli.package import Package
from readcli.readers.odf_math import linear

_Inside = Callable[[Node, int], list[str]]


class Shapes:
    """Gives the words of shapes; `inside` and `blocks_of` lead back to the walk over blocks."""

    def __init__(self, package: Package | None, blocks_of: _Inside, inside: _Inside) -> None:
        """Take the package that embedded objects lie in (None for flat files)."""
        self.package = package
        self.controls: dict[str, Node] = {}
        self.trouble: list[str] = []
        self._blocks_of = blocks_of
        self._inside = inside

    def take_forms(self, node: Node) -> None:
        """Keep the controls of `office:forms` until the text shows them."""
        waiting = node.nodes()
        while waiting:
            form = waiting.pop()
            name = form.attributes.get("form:id", form.attributes.get("xml:id"))
            if name:
                self.controls[name] = form
            waiting.extend(form.nodes())

    def write(self, node: Node, depth: int) -> list[str]:
        """Give the words of a shape; of a frame's alternatives (an object, its picture) the first that has any."""
        if node.tag == "draw:control":
            return self._control(node)
        if node.tag == "draw:object":
            return self._object(node, depth)
        if node.tag == "draw:image":
            inside = self._inside(node, depth + 1)
            return inside or self._picture(node, None)
        if node.tag != "draw:frame":
            alt = _describe(node)
            return self._inside(node, depth + 1) + ([f"![{alt}]()"] if alt else [])
        for child in node.nodes():
            blocks = self._picture(child, node) if child.tag == "draw:image" else self._blocks_of(child, depth + 1)
            if blocks:
                return blocks
        return []

    def _picture(self, image: Node, frame: Node | None) -> list[str]:
        """Give a picture that says what it shows; others say nothing."""
        alt = _describe(frame) if frame else ""
        target = image.attributes.get("xlink:href", "")
        return [f"![{alt}]({target})"] if alt else []

    def _control(self, node: Node) -> list[str]:
        form = self.controls.get(node.attributes.get("draw:control", ""))
        if form is None:
            return []
        name = form.attributes.get("form:label", "")
        value = form.attributes.get("form:current-value", form.attributes.get("form:value", ""))
        if form.tag in ("form:radio", "form:checkbox"):
            is_on = form.attributes.get("form:current-selected", form.attributes.get("form:selected")) == "true"
            is_on = is_on or form.attributes.get("form:current-state", form.attributes.get("form:state")) == "checked"
            return [f"[{'x' if is_on else ' '}] {name}"] if name else []
        words = [" ".join(text.split()) for text in (name, value) if text.strip()]
        options = [option.attributes for option in form.nodes("form:option")]
        chosen = [option.get("form:label", "") for option in options if option.get("form:current-selected") == "true"]
        return [": ".join(words + chosen)] if words or chosen else []

    def _object(self, node: Node, depth: int) -> list[str]:
        """Give the words of an embedded formula, chart or document (OpenDocument 1.3 part 3, 10.4.6)."""
        root: Node | None = node
        target = node.attributes.get("xlink:href", "").removeprefix("./").rstrip("/")
        if not node.nodes():
            part = f"{target}/content.xml"
            if self.package is None or not target or not self.package.has(part):
                return []
            try:
                root = self.package.tree(part)
            except ReadError as error:
                self.trouble.append(error.message)
                return []
        assert root is not None
        formula = root if root.tag == "math:math" else next(iter(root.all("math:math")), None)
        if formula is not None:
            text = " ".join(linear(formula).split())
            return [text] if text else []
        body = next(iter(root.all("office:body")), root)
        return self._inside(body, depth + 1)


def _describe(shape: Node) -> str:
    """Give a shape's title and description, which is what it says to those who do not see it."""
    texts = [" ".join(child.text().split()) for child in shape.nodes("svg:title", "svg:desc")]
    return ": ".join(dict.fromkeys(text for text in texts if text))
