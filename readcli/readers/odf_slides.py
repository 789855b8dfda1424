"""OpenDocument presentations and drawings: slide by slide, as shown (OpenDocument 1.3 part 3, 10.2.4).

Words that stand on a master page only are shown once, on the first slide that has it.
"""

from collections.abc import Iterator

from readcli.markup import Node
from readcli.model import Event, Notice, Options, Part
from readcli.readers.odf_blocks import Blocks
from readcli.readers.odf_cells import is_wanted
from readcli.readers.odf_prose import write_notes
from readcli.readers.odf_text import author_of
from readcli.readers.odf_walk import Steps

_DECLARATIONS = {
    "presentation:header-decl": ("presentation:header", "presentation:use-header-name"),
    "presentation:footer-decl": ("presentation:footer", "presentation:use-footer-name"),
    "presentation:date-time-decl": ("presentation:date-time", "presentation:use-date-time-name"),
}
_TITLE = "title"
_ALSO_SHOWN = ("", "header", "footer")  # of what a master page holds; the others are only forms to be filled in


class Slides:
    """Reads `office:presentation` or `office:drawing`."""

    def __init__(self, blocks: Blocks) -> None:
        """Take what writes the blocks."""
        self._blocks = blocks
        self._options: Options = blocks.options
        self._declared: dict[tuple[str, str], str] = {}
        self._shown: set[str] = set()  # words of masters
        self._hidden = 0

    def read(self, steps: Steps) -> Iterator[Event]:
        """Give slide after slide, numbered from 1."""
        number = 0
        for kind, node in steps:
            if kind == "close":
                break
            if node.tag in _DECLARATIONS:
                self._declared[(node.tag, node.attributes.get("presentation:name", ""))] = " ".join(node.text().split())
            elif node.tag == "draw:page":
                number += 1
                if is_wanted(number, self._options):
                    yield from self._slide(number, node)
        if not number:
            yield Notice("it has no slides")
        if self._hidden:
            yield Notice(f"{self._hidden} hidden slide{'s are' if self._hidden > 1 else ' is'} marked")

    def _slide(self, number: int, page: Node) -> Iterator[Event]:
        self._blocks.inline.declared = self._find_declared(page)
        for forms in page.nodes("office:forms"):
            self._blocks.of(forms)
        title_frame = next((node for node in page.nodes() if node.attributes.get("presentation:class") == _TITLE), None)
        title = " ".join(" ".join(self._blocks.of(title_frame)).split()) if title_frame else ""
        is_hidden = self._blocks.styles.is_hidden("drawing-page", page.attributes.get("draw:style-name"))
        self._hidden += is_hidden
        yield Part("slide", number, title or ("" if _is_plain_name(page, number) else page.attributes.get("draw:name", "")))
        yield f"<!-- Slide {number}{' (hidden)' if is_hidden else ''} -->"
        if title:
            yield f"# {title}"
            yield ""
        for node in page.nodes():
            if node is not title_frame and node.tag not in ("office:annotation", "office:forms"):
                yield from _apart(self._blocks.of(node))
        yield from _apart(self._master_words(page))
        if not self._options.no_notes:
            yield from self._behind(page)

    def _find_declared(self, page: Node) -> dict[str, str]:
        """Give the words that the page's header, footer and date fields stand for."""
        found = {}
        for tag, (field, use) in _DECLARATIONS.items():
            text = self._declared.get((tag, page.attributes.get(use, "")))
            if text:
                found[field] = text
        return found

    def _master_words(self, page: Node) -> list[str]:
        """Give what the master page adds and no slide before has shown."""
        name = page.attributes.get("draw:master-page-name", "")
        new: list[str] = []
        for master in self._blocks.styles.masters:
            if master.attributes.get("style:name", "") != name:
                continue
            for node in master.nodes():
                kind = node.attributes.get("presentation:class", "")
                if kind not in _ALSO_SHOWN or not node.tag.startswith("draw:"):
                    continue
                new += [block for block in self._blocks.of(node) if block.strip() and block not in self._shown]
        self._shown.update(new)
        return new

    def _behind(self, page: Node) -> Iterator[Event]:
        """Give the speaker's notes and the comments under their headings."""
        notes: list[str] = []
        for node in page.nodes("presentation:notes"):
            for frame in node.nodes():
                if frame.attributes.get("presentation:class") not in ("page", "header", "footer", "date-time", "page-number"):
                    notes += self._blocks.of(frame)
        notes += write_notes(self._blocks)
        comments = []
        for node in page.nodes("office:annotation"):
            text = " ".join(block for child in node.nodes("text:p", "text:list") for block in self._blocks.of(child))
            comments.append("- " + ": ".join(part for part in (author_of(node), " ".join(text.split())) if part))
        for heading, lines in (("### Notes:", notes), ("### Comments:", comments)):
            if lines:
                yield heading
                yield "\n".join(lines)
                yield ""


def _is_plain_name(page: Node, number: int) -> bool:
    """Say whether a page is called as programs call pages by themselves."""
    name = page.attributes.get("draw:name", "")
    return name.lower().startswith(("page", "slide")) and name[-len(str(number)) :] == str(number)


def _apart(blocks: list[str]) -> Iterator[str]:
    for block in blocks:
        yield block
        yield ""
