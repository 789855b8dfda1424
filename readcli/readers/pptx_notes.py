"""What lies behind a slide: the speaker's notes (ECMA-376 part 1, 19.3.1.26) and comments of both kinds (19.4; MS-PPTX 2.18).

Comments until 2018 name their authors by number in one list, threaded ones since then by GUID in another; both lists are read.
"""

from readcli import markup
from readcli.errors import Corrupt
from readcli.markup import Node
from readcli.package import Package
from readcli.readers.pptx_layout import Relations, placeholder_of
from readcli.readers.pptx_text import Frame, block_of, words_of

_LEFT_OUT = ("sldImg", "sldNum", "hdr", "ftr", "dt")


def read_notes(package: Package, part: str) -> str:
    """Give the text of a notes page without its header, footer and picture of the slide. Raises Corrupt."""
    content = package.read(part)
    frame = Frame(package.related(part) if b"hlinkClick" in content else {})  # few notes have links, and every part costs time
    blocks = []
    for shape in markup.tree([content]).all("p:sp"):
        holder = placeholder_of(shape)
        if holder is None or holder.attributes.get("type", "obj") not in _LEFT_OUT:
            blocks.append(block_of(shape.find("p:txBody"), frame))
    return "\n".join(block for block in blocks if block)


def read_authors(package: Package, relations: Relations) -> dict[str, str]:
    """Give the names of those who commented, by their identifiers."""
    names = {}
    for kind, target in relations.values():
        if kind in ("commentAuthors", "authors"):
            try:
                people = package.tree(target).nodes()
            except Corrupt:
                continue
            names.update({person.attributes.get("id", ""): person.attributes.get("name", "") for person in people})
    return names


def read_comments(package: Package, part: str, authors: dict[str, str]) -> list[str]:
    """Give comments as list lines, replies below what they answer. Raises Corrupt."""
    lines: list[str] = []
    for comment in package.tree(part).nodes("p:cm", "p188:cm"):
        lines += _line(comment, authors, "- ")
        for reply in comment.all("p188:reply"):
            lines += _line(reply, authors, "  - ")
    return lines


def _line(comment: Node, authors: dict[str, str], mark: str) -> list[str]:
    """Give a comment as one line with its author before it, none where it says nothing."""
    text = comment.find("p:text")  # plain in the old kind, paragraphs in the new one
    words = text.text() if text else words_of(comment.find("p188:txBody"), Frame({}), " ")
    author = authors.get(comment.attributes.get("authorId", ""), "")
    words = " ".join(words.split())
    return [f"{mark}{author}: {words}" if author else mark + words] if words else []
