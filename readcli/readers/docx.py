"""Word documents: DOCX, DOCM, DOTX, Strict or Transitional, as Markdown (ECMA-376 part 1, 17).

The order is that of a reader of paper who keeps the notes for the end: headers once, body, footers once, footnotes,
endnotes, comments. `--as text`, and what the own reader declines, is docx2txt's.
"""

from __future__ import annotations

from readcli import markup
from readcli.errors import Corrupt, TooLarge
from readcli.model import Event, Notice, Options, Source
from readcli.package import Package
from readcli.readers.docx_facts import facts
from readcli.readers.docx_notes import written
from readcli.readers.docx_reading import Reading
from readcli.readers.docx_story import Story

TYPE_CHECKING = False  # importing typing costs 4 ms
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

_MAIN = "word/document.xml"


def read(source: Source, options: Options) -> Iterator[Event]:
    """Give facts, then the text, then notices about changes, hidden text and damage. Raises Corrupt, Encrypted, TooLarge."""
    file = source.seekable()
    package = Package(file)
    related, main = _find_main(package)
    yield facts(package, related)
    if options.facts_only:
        return
    if options.as_ == "text":
        text = _plain(file)
        if text:
            yield text
            return
    reading = Reading(package, main, options, source.depth)
    is_empty = True
    try:
        for line in _spaced(_blocks(reading)):
            is_empty = False
            yield line
    except (Corrupt, TooLarge):
        text = _plain(file) if is_empty else ""
        if not text:
            raise
        yield text
        yield Notice("its structure is beyond the reader: plain text only")
        return
    yield from reading.notices()
    if is_empty:
        yield Notice("the document has no text")


def _plain(file: IO[bytes]) -> str:
    """Give the text by docx2txt, "" where it finds none."""
    from readcli.readers import docx_plain  # seldom needed

    return docx_plain.text(file)


def _find_main(package: Package) -> tuple[dict[str, tuple[str, str]], str]:
    """Give the relationships of the package and the name of its main part. Raises Corrupt where there is none."""
    try:
        related = package.related("")
    except Corrupt:
        related = {}
    for kind, target in related.values():
        if kind == "officeDocument" and package.has(target):
            return related, target
    if not package.has(_MAIN):
        msg = "it is a zip file without a Word document"
        raise Corrupt(msg)
    return related, _MAIN


def _spaced(blocks: Iterator[tuple[bool, str]]) -> Iterator[str]:
    """Put an empty line between blocks, but not between the items of a list."""
    was_item: bool | None = None
    for is_item, text in blocks:
        if was_item is not None and not (was_item and is_item):
            yield ""
        yield text
        was_item = is_item


def _blocks(reading: Reading) -> Iterator[tuple[bool, str]]:
    """Give all blocks in the order of the page."""
    shown: set[str] = set()
    yield from _margins(reading, "header", shown)
    yield from _body(reading)
    yield from _margins(reading, "footer", shown)
    if not reading.options.no_notes:
        for kind in ("footnote", "endnote", "comment"):
            yield from _notes(reading, kind)


def _body(reading: Reading) -> Iterator[tuple[bool, str]]:
    """Give the blocks of the main part as they come. Damage after the first of them ends it with a complaint."""
    story = Story(reading, reading.main)
    is_begun = False
    try:
        for _ in markup.steps(reading.package.chunks(reading.main), story.start, story.end, story.text):
            blocks = story.drain()
            is_begun = is_begun or bool(blocks)
            yield from blocks
    except Corrupt as error:
        blocks = story.close()
        if not blocks and not is_begun:  # else: as far as it goes
            raise
        yield from blocks
        reading.complain(Corrupt(f"{error.message}; the text breaks off there"))
        return
    if not story.is_document:
        msg = "its main part is no Word document"
        raise Corrupt(msg)
    yield from story.close()


def _small(reading: Reading, part: str) -> Story | None:
    """Read a part that is not the body, whole; damage ends it with a complaint."""
    if not reading.package.has(part):
        return None
    story = Story(reading, part)
    try:
        markup.parse(reading.package.chunks(part), story.start, story.end, story.text)
    except Corrupt as error:
        reading.complain(error)
    return story


def _margins(reading: Reading, kind: str, shown: set[str]) -> Iterator[tuple[bool, str]]:
    """Give the headers or the footers, each text once however many sections and sorts of page have it."""
    for part in reading.targets(kind):
        story = _small(reading, part)
        for block in story.close() if story else ():
            if block[1] not in shown:
                shown.add(block[1])
                yield block


def _notes(reading: Reading, kind: str) -> Iterator[tuple[bool, str]]:
    """Give the notes that the text refers to, in its order; of comments also those that have no mark in it."""
    story = _small(reading, reading.target(f"{kind}s"))
    if story is None:
        return
    found = story.notes.found
    marks = reading.marks[kind]
    if kind == "comment":
        for ident in found:
            reading.mark(kind, {"w:id": ident})
    for ident, mark in marks.items():
        attributes, blocks = found.get(ident, ({}, []))
        if blocks:
            yield True, written(mark, attributes, blocks)
