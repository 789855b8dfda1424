"""The text inside an OpenDocument paragraph: white space, fields, links, notes, changes (OpenDocument 1.3 part 3, 6).

Shapes anchored in a paragraph wait in `boxes` until whoever asked for its text has written it.
"""

import re

from readcli.markup import Node
from readcli.model import Options
from readcli.readers.odf_styles import Styles, count

_BLANK, _TAB, _BREAK = "\x01", "\x02", "\x03"  # no XML holds these, so that they outlive the folding of white space
_FOLDED = re.compile(r"[ \t\r\n]+")
_MEANT = str.maketrans({_BLANK: " ", _TAB: "\t", _BREAK: "\n"})
_MOST_BLANKS = 10_000  # that one element may stand for
_DEEPEST = 120  # spans inside spans; deeper ones give their characters only
_NEVER = frozenset(
    (
        "office:annotation-end",
        "office:event-listeners",
        "text:note-citation",
        "text:soft-page-break",
        "text:script",
        "text:number",
        "svg:title",
        "svg:desc",
        "text:ruby-text",
    )
)


class Noted:
    """What was found beside the running text of a document, for its end and for its notices."""

    __slots__ = ("comments", "deletions", "footnotes", "hidden", "insertions", "removed")

    def __init__(self) -> None:
        """Begin with nothing noted."""
        self.footnotes: list[tuple[str, Node]] = []  # mark and body
        self.comments: list[tuple[str, str, Node]] = []  # mark, who and when, the annotation
        self.removed: dict[str, Node] = {}  # change id to text:deletion
        self.insertions = 0
        self.deletions = 0
        self.hidden = 0


class Inline:
    """Turns paragraphs into strings."""

    def __init__(self, styles: Styles, options: Options) -> None:
        """Take what is known beforehand; `declared` are the headers and footers that a presentation names once."""
        self.styles = styles
        self.options = options
        self.noted = Noted()
        self.boxes: list[Node] = []
        self.declared: dict[str, str] = {}
        self._special = {
            "text:s": self._blanks,
            "text:tab": lambda _node, _depth: _TAB,
            "text:line-break": lambda _node, _depth: _BREAK,
            "text:a": self._link,
            "text:span": self._span,
            "text:note": self._note,
            "office:annotation": self._comment,
            "text:ruby": self._ruby,
            "text:change": self._deletion,
            "text:change-start": lambda _node, _depth: "{++" if options.changes else "",
            "text:change-end": lambda _node, _depth: "++}" if options.changes else "",
            "text:hidden-text": self._hidden_text,
            "presentation:header": self._declared,
            "presentation:footer": self._declared,
            "presentation:date-time": self._declared,
        }

    def text(self, node: Node) -> str:
        r"""Give the text of a paragraph or heading, with `\\t` and `\\n` where it says so and no other white space folded."""
        folded = _FOLDED.sub(" ", self.raw(node, 0)).strip(" ")
        return folded.translate(_MEANT)

    def raw(self, node: Node, depth: int) -> str:
        """Give the characters inside with white space still to be folded."""
        if depth > _DEEPEST:
            return node.text()
        pieces = []
        for item in node.items:
            if isinstance(item, str):
                pieces.append(item)
            elif item.tag in self._special:
                pieces.append(self._special[item.tag](item, depth + 1))
            elif item.tag.startswith(("draw:", "dr3d:")) or item.tag == "table:table":
                self.boxes.append(item)
            elif item.tag not in _NEVER:
                pieces.append(self.raw(item, depth + 1))
        return "".join(pieces)

    def _blanks(self, node: Node, _depth: int) -> str:
        return _BLANK * min(count(node.attributes.get("text:c"), 1), _MOST_BLANKS)

    def _link(self, node: Node, depth: int) -> str:
        text = self.raw(node, depth)
        target = node.attributes.get("xlink:href", "")
        if not target or target.startswith("#") or not text.strip() or text.strip() in (target, target.removeprefix("mailto:")):
            return text
        return f"[{text}](<{target}>)" if re.search(r"[\s()]", target) else f"[{text}]({target})"

    def _span(self, node: Node, depth: int) -> str:
        if not self.options.hidden and self.styles.is_hidden("text", node.attributes.get("text:style-name")):
            self.noted.hidden += bool(node.items)
            return ""
        return self.raw(node, depth)

    def _hidden_text(self, node: Node, depth: int) -> str:
        words = self.raw(node, depth) or node.attributes.get("text:string-value", "")
        if self.options.hidden:
            return words
        self.noted.hidden += bool(words)
        return ""

    def _note(self, node: Node, _depth: int) -> str:
        body = node.find("text:note-body")
        if self.options.no_notes or body is None:
            return ""
        kind = "e" if node.attributes.get("text:note-class") == "endnote" else ""
        number = sum(mark.startswith("[^e") == bool(kind) for mark, _ in self.noted.footnotes) + 1
        mark = f"[^{kind}{number}]"
        self.noted.footnotes.append((mark, body))
        return mark

    def _comment(self, node: Node, _depth: int) -> str:
        if self.options.no_notes:
            return ""
        mark = f"[^c{len(self.noted.comments) + 1}]"
        self.noted.comments.append((mark, author_of(node), node))
        return mark

    def _ruby(self, node: Node, depth: int) -> str:
        over = node.find("text:ruby-text")
        text = self.raw(node, depth)
        return f"{text}({over.text().strip()})" if over and over.text().strip() else text

    def _deletion(self, node: Node, depth: int) -> str:
        removed = self.noted.removed.get(node.attributes.get("text:change-id", ""))
        if removed is None or not self.options.changes:
            return ""
        words = _BREAK.join(self.raw(child, depth) for child in removed.nodes() if child.tag != "office:change-info")
        return f"{{--{words}--}}" if words else ""

    def _declared(self, node: Node, _depth: int) -> str:
        return self.declared.get(node.tag, "") or node.text()


def author_of(node: Node) -> str:
    """Give who made an annotation or a change, and when, as far as it says so."""
    who, when = node.find("dc:creator"), node.find("dc:date")
    return ", ".join(filter(None, (who.text().strip() if who else "", when.text().strip()[:10] if when else "")))
