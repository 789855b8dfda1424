"""PowerPoint presentations (ECMA-376 part 1, 19; Transitional and Strict; with macros, shows, templates), slide by slide.

Markdown: a marker with the slide's number, its title, its text in reading order, then notes and comments. Nothing of masters
and layouts is shown, they only tell where placeholders stand. A slide is read when its turn comes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from readcli import markup
from readcli.errors import Corrupt
from readcli.markup import Node
from readcli.model import Event, Notice, Options, Part, Source
from readcli.package import Package
from readcli.readers.pptx_layout import Layouts, Relations
from readcli.readers.pptx_notes import read_authors, read_comments, read_notes
from readcli.readers.pptx_shapes import Slide

TYPE_CHECKING = False  # importing typing costs time before the first slide
if TYPE_CHECKING:
    from typing import IO

_COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def read(source: Source, options: Options) -> Iterator[Event]:
    """Give the text of a presentation. Raises Corrupt, Encrypted, TooLarge, MissingExtra, Unsupported."""
    deck = Deck(Package(_decrypted(source.seekable(), options)), options)
    yield {**deck.facts(), "slides": len(deck.slides)}
    if options.facts_only:
        return
    if deck.order_notice:
        yield Notice(deck.order_notice)
    is_first = True  # slides are separated by a blank line
    for number in range(1, len(deck.slides) + 1):
        if options.parts is None or any(part.first <= number <= (part.last or number) for part in options.parts):
            for event in deck.read_slide(number):
                if isinstance(event, Part) and not is_first:
                    yield ""
                is_first = is_first and not isinstance(event, Part)
                yield event
    yield from deck.notices()


class Deck:
    """An opened presentation: the order of its slides, and what is known over all of them."""

    def __init__(self, package: Package, options: Options) -> None:
        """Find the slides. Raises Corrupt where the package holds no presentation.

        `slides` are part names, by the place in the presentation less one; a slide that is not there has a name of nothing.
        """
        self._package = package
        self._options = options
        self._layouts = Layouts(package)
        self._footers: set[str] = set()
        self._hidden_slides = 0
        self._hidden_shapes = 0
        self._is_any_read = False
        self.order_notice = ""
        self._roots = self._related("")
        self._relations: Relations = {}
        self._authors: dict[str, str] | None = None  # of comments; read with the first of them
        self.slides = self._find_slides(self._root("officeDocument") or "ppt/presentation.xml")

    def _related(self, part: str) -> Relations:
        """Give the relationships of a part, none where they are damaged."""
        try:
            return self._package.related(part)
        except Corrupt:
            return {}

    def _root(self, kind: str) -> str:
        """Give the target of the package's own relationship of a kind."""
        return next((target for word, target in self._roots.values() if word == kind), "")

    def _find_slides(self, main: str) -> list[str]:
        """Give the slides' part names as the presentation orders them; if that cannot be read, as they are numbered."""
        try:
            root = self._package.tree(main)
            self._relations = self._package.related(main)
        except Corrupt as error:
            # Better the slides in the order of their files, which is mostly that of their making, than none.
            names = [name for name in self._package.names() if re.fullmatch(r"ppt/slides/slide\d{1,9}\.xml", name, re.IGNORECASE)]
            if not names:
                raise
            self.order_notice = f"{error.message}; slides are in the order of their file names"
            return sorted(names, key=lambda name: int(name[len("ppt/slides/slide") : -len(".xml")]))
        if root.tag != "p:presentation":
            msg = "it holds no presentation"
            raise Corrupt(msg)
        ids = root.find("p:sldIdLst")
        return [self._relations.get(one.attributes.get("r:id", ""), ("", ""))[1] for one in ids.nodes("p:sldId")] if ids else []

    def facts(self) -> dict[str, object]:
        """Give title and author of the core properties (ECMA-376 part 2, 11), as far as they are said."""
        found: dict[str, object] = {}
        part = self._root("core-properties")
        root = _read_tree(self._package, part)[0] if part else None
        for key, tag in (("title", "dc:title"), ("author", "dc:creator")):
            node = root.find(tag) if root else None
            if node and node.text().strip():
                found[key] = node.text().strip()
        return found

    def read_slide(self, number: int) -> Iterator[Event]:
        """Give one slide with its notes and comments; what is damaged is left out with a notice."""
        part = self.slides[number - 1]
        root, error = _read_tree(self._package, part)
        if error:
            yield Notice(f"slide {number} is not whole: {error}")
        # Without relationships the text of the shapes is still there.
        try:
            relations = self._package.related(part)
        except Corrupt as broken:
            relations = {}
            yield Notice(f"links and charts of slide {number} are left out: {broken.message}")
        slide = Slide(self._package, relations, self._layouts.of(relations), is_hidden_wanted=self._options.hidden)
        slide.read(root.find("p:cSld", "p:spTree") if root else None)
        is_hidden = root is not None and root.attributes.get("show") in ("0", "false", "off")
        self._is_any_read = self._is_any_read or root is not None
        self._hidden_slides += is_hidden
        self._hidden_shapes += slide.hidden
        yield Part("slide", number, slide.title)
        yield f"<!-- Slide {number}{' (hidden)' if is_hidden else ''} -->"
        if slide.title:
            yield f"# {slide.title}"
        blocks = [*slide.blocks, *self._new_footers(slide.footers)]
        for index, block in enumerate(blocks):
            if index or slide.title:
                yield ""
            yield block
        if not self._options.no_notes:
            yield from self._read_behind(number, relations)

    def _new_footers(self, footers: list[str]) -> list[str]:
        """Give the footers that no slide before has shown."""
        new = [footer for footer in footers if footer and footer not in self._footers]
        self._footers.update(new)
        return new

    def _read_behind(self, number: int, relations: Relations) -> Iterator[Event]:
        """Give notes and comments under their headings."""
        for kind, target in relations.values():
            # One broken part must not take the others with it.
            try:
                if kind == "notesSlide":
                    heading, text = "### Notes:", read_notes(self._package, target)
                elif kind == "comments":
                    if self._authors is None:
                        self._authors = read_authors(self._package, self._relations)
                    heading, text = "### Comments:", "\n".join(read_comments(self._package, target, self._authors))
                else:
                    continue
            except Corrupt as error:
                yield Notice(f"notes or comments of slide {number} are left out: {error.message}")
                continue
            if text:
                yield ""
                yield heading
                yield text

    def notices(self) -> Iterator[Event]:
        """Say what is hidden. Raises Corrupt where no slide could be read at all."""
        if self.slides and not self._is_any_read and self._options.parts is None:
            msg = "none of its slides can be read"
            raise Corrupt(msg)
        if not self.slides:
            yield Notice("it has no slides")
        if self._hidden_slides:
            yield Notice(f"{self._hidden_slides} hidden slide{'s are' if self._hidden_slides > 1 else ' is'} marked")
        if self._hidden_shapes:
            yield Notice(f"{self._hidden_shapes} hidden shape{'s' * (self._hidden_shapes > 1)} left out; --hidden shows them")


def _decrypted(file: IO[bytes], options: Options) -> IO[bytes]:
    """Give the zip file inside an encrypted presentation, which is a compound file; others as they are."""
    is_compound = file.read(8) == _COMPOUND
    file.seek(0)
    if not is_compound:
        return file
    from readcli import ole

    if not ole.Compound(file).has("EncryptedPackage"):
        msg = "it is a compound file, not a zip file"
        raise Corrupt(msg, "--format ppt reads presentations before 2007")
    return ole.decrypt(file, options.password)


def _read_tree(package: Package, part: str) -> tuple[Node | None, str]:
    """Give the root of a part as far as it can be read, and what was wrong."""
    top = Node("", {})
    stack = [top]

    def start(name: str, attributes: dict[str, str]) -> None:
        node = Node(name, attributes)
        stack[-1].items.append(node)
        stack.append(node)

    def end(_name: str) -> None:
        stack.pop()

    def text(characters: str) -> None:
        stack[-1].items.append(characters)

    try:
        markup.parse(package.chunks(part), start, end, text)
    except Corrupt as error:
        return next(iter(top.nodes()), None), error.message
    return top.nodes()[0], ""
