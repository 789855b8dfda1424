"""What stands beside the cells of an XLSX sheet: comments, threads of comments, text in shapes, words of charts."""

from collections.abc import Iterator

from readcli.markup import Node
from readcli.package import Package
from readcli.readers.cell_text import one_line
from readcli.readers.sheet_lines import note_line
from readcli.readers.sheet_rows import column_number
from readcli.readers.xlsx_book import related

Note = tuple[str, str]  # a cell's name, and a line


def lines_beside(package: Package, part: str, *, has_notes: bool) -> Iterator[str]:
    """Give the lines beside the cells of the sheet in `part`: notes unless they are not wanted, then drawings. Raises Corrupt."""
    links = related(package, part)
    if has_notes:
        notes: list[Note] = []
        for kind, target in links.values():
            if kind == "threadedComment" and package.has(target):
                notes += _threads(package, target)
        threaded = {cell for cell, _ in notes}
        for kind, target in links.values():
            if kind == "comments" and package.has(target):
                notes += [note for note in _comments(package.tree(target)) if note[0] not in threaded]
        for _, line in sorted(notes, key=lambda note: _place(note[0])):
            yield line
    for kind, target in links.values():
        if kind == "drawing" and package.has(target):
            yield from _drawing(package, target)


def _place(cell: str) -> tuple[int, int]:
    """Give row and column of a cell's name, for sorting."""
    letters = cell.rstrip("0123456789")
    row = cell[len(letters) :]
    return int(row) if row else 0, column_number(letters)


def _comments(root: Node) -> Iterator[Note]:
    """Give notes (18.7); where their cell has a thread, they only repeat it for older programs."""
    authors = [node.text() for node in root.all("s:author")]
    for node in root.all("s:comment"):
        cell = node.attributes.get("ref", "")
        author = node.attributes.get("authorId", "")
        name = authors[int(author)] if author.isdecimal() and int(author) < len(authors) else ""
        words = "".join(text.text() for text in _without_phonetics(node))
        yield cell, note_line("comment", cell, name, words.removeprefix(f"{name}:") if name else words)


def _without_phonetics(node: Node) -> list[Node]:
    hints = {id(text) for hint in node.all("s:rPh") for text in hint.all("s:t")}
    return [text for text in node.all("s:t") if id(text) not in hints]


def _threads(package: Package, part: str) -> Iterator[Note]:
    """Give comments with their answers (MS-XLSX 2.6.205)."""
    people = {}
    for name in package.names():
        if "/persons/" in name.lower() and name.lower().endswith(".xml"):
            for person in package.tree(name).all("person"):
                people[person.attributes.get("id", "")] = person.attributes.get("displayName", "")
    for node in package.tree(part).all("threadedComment"):
        cell = node.attributes.get("ref", "")
        words = "".join(text.text() for text in node.nodes("text"))
        word = "reply" if node.attributes.get("parentId") else "comment"
        yield cell, note_line(word, cell, people.get(node.attributes.get("personId", ""), ""), words)


def _drawing(package: Package, part: str) -> Iterator[str]:
    """Give the paragraphs of a drawing's shapes and the titles of its charts, in stored order (20.5)."""
    root = package.tree(part)
    links = related(package, part)
    skipped = {id(node) for fallback in root.all("mc:Fallback") for node in fallback.all("a:p", "c:chart", "cx:chart")}
    for node in root.all("a:p", "c:chart", "cx:chart"):
        if id(node) in skipped:
            continue
        if node.tag == "a:p":
            yield from _paragraph(node)
            continue
        kind, target = links.get(node.attributes.get("r:id", ""), ("", ""))
        if kind.startswith("chart") and package.has(target):
            yield from _chart(package.tree(target))


def _paragraph(node: Node) -> Iterator[str]:
    """Give a paragraph's text on one line, if it has any."""
    words = one_line("".join(" " if text.tag == "a:br" else text.text() for text in node.all("a:t", "a:br")))
    if words:
        yield words


def _chart(root: Node) -> Iterator[str]:
    """Give a chart's title and those of its axes (21.2.2.210), typed or from a cell, and text boxes in it."""
    for title in root.all("c:title", "cx:title"):
        paragraphs = [line for node in title.all("a:p") for line in _paragraph(node)]
        words = " ".join(paragraphs) or " ".join(node.text() for node in title.all("c:v", "cx:v"))
        if words.strip():
            yield f"[chart] {one_line(words)}"
