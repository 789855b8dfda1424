"""OpenDocument text, spreadsheets and presentations, their templates, and their flat forms (ISO/IEC 26300; OASIS 1.3).

One walk over the content; the element in `office:body` tells which of the three it is. Drawings are read as slides.
"""

from collections.abc import Iterator

from readcli.errors import Corrupt, ReadError
from readcli.markup import Node
from readcli.model import Event, Notice, Options, Source
from readcli.readers.odf_blocks import Blocks
from readcli.readers.odf_package import OpenDocument, facts_of
from readcli.readers.odf_prose import Prose
from readcli.readers.odf_sheets import Sheets
from readcli.readers.odf_slides import Slides
from readcli.readers.odf_styles import Styles
from readcli.readers.odf_walk import Steps, walk

_STYLES = ("office:styles", "office:automatic-styles", "office:master-styles")
_BODIES = ("office:text", "office:spreadsheet", "office:presentation", "office:drawing", "office:chart")


def read(source: Source, options: Options) -> Iterator[Event]:
    """Give facts, then the text, then notices. Raises Corrupt, Encrypted, TooLarge."""
    document = OpenDocument(source)
    facts = facts_of(document.branches("meta.xml"))
    if facts:
        yield facts
    styles = Styles()
    for node in document.branches("styles.xml"):
        if node.tag in _STYLES:
            styles.take(node)
    blocks = Blocks(styles, options, document.package)
    is_any = False
    try:
        for event in _read_content(document, blocks, source.inside):
            is_any = is_any or isinstance(event, str)
            yield event
            if options.facts_only and isinstance(event, str):
                return
    except ReadError as error:
        if not is_any or error.code not in ("corrupt", "too-large"):
            raise
        yield Notice(f"the file is damaged, this is what could be read: {error.message}")
    yield from notices_of(blocks)


def names(source: Source, options: Options) -> list[str]:
    """Give the names of a spreadsheet's sheets, in order. Raises as `read`; other documents have none."""
    del options
    found = []
    for kind, node in walk(OpenDocument(source).content()):
        if kind == "open" and node.tag == "table:table":
            found.append(node.attributes.get("table:name", ""))
    return found


def _read_content(document: OpenDocument, blocks: Blocks, inside: tuple[str, ...]) -> Iterator[Event]:
    """Take styles and facts as they come, and hand the body to whoever reads its kind."""
    steps: Steps = walk(document.content())
    for kind, node in steps:
        if kind == "node" and node.tag in _STYLES:
            blocks.styles.take(node)
        elif kind == "node" and node.tag == "office:meta":
            facts = facts_of([node])
            if facts:
                yield facts
        elif kind == "open" and node.tag in _BODIES:
            yield from _read_body(node, steps, blocks, inside)
            return
        elif kind == "open" and node.tag not in ("office:document", "office:document-content", "office:body"):
            break
    msg = "it is no OpenDocument file: it has no text, sheets or slides"
    raise Corrupt(msg)


def _read_body(body: Node, steps: Steps, blocks: Blocks, inside: tuple[str, ...]) -> Iterator[Event]:
    if body.tag == "office:spreadsheet":
        return Sheets(blocks, inside).read(steps)
    if body.tag in ("office:presentation", "office:drawing"):
        return Slides(blocks).read(steps)
    return Prose(blocks).read(steps)


def notices_of(blocks: Blocks) -> Iterator[Notice]:
    """Say what was accepted, left out or could not be read."""
    noted = blocks.inline.noted
    total = noted.insertions + noted.deletions
    if total and not blocks.options.changes:
        parts = f"{_count(noted.insertions, 'insertion')}, {_count(noted.deletions, 'deletion')}"
        yield Notice(f"{_count(total, 'tracked change')} accepted ({parts}); --changes shows them")
    if noted.hidden:
        yield Notice(f"{_count(noted.hidden, 'hidden passage')} left out; --hidden shows {'it' if noted.hidden == 1 else 'them'}")
    for trouble in dict.fromkeys(blocks.shapes.trouble):
        yield Notice(trouble)


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
