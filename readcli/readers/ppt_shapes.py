"""The texts of a slide's shapes, in stored order, groups and tables taken apart (MS-PPT 2.7, 2.9; MS-ODRAW 2.2)."""

import struct
from collections.abc import Iterator

from readcli.readers import ppt_records as kinds
from readcli.readers.ppt_records import Record

TITLES = (0x0D, 0x0F, 0x11)  # placeholders: title, centred, vertical (2.13.20)
NOTES_BODY = 0x0C
DATE, SLIDE_NUMBER, FOOTER, HEADER = 0x07, 0x08, 0x09, 0x0A
_TITLE_TEXTS = (0, 6)  # types of text (2.13.33)
_LINE = 20  # type of shape: the borders of a table
_DEPTH = 50  # of groups
_WORD_ART, _TABLE = 0x00C0, 0x039F  # properties of shapes


class Words:
    """The text of one shape or table.

    lines          without the last line break; of a table its rows, as Markdown
    placeholder    what the shape is the place of, 0 if of nothing
    is_title       a title by its place or by the type of its text
    """

    __slots__ = ("is_title", "lines", "placeholder")

    def __init__(self, lines: list[str], placeholder: int = 0, *, is_title: bool = False) -> None:
        """Take the lines."""
        self.lines = lines
        self.placeholder = placeholder
        self.is_title = is_title


def read_words(drawing: Record, outline: list[list[Record]], signs: dict[int, str]) -> Iterator[Words]:
    """Give what has a text. `outline` are texts that lie in the slide list, `signs` what stands for slide number and footer."""
    for top in drawing.records():
        for group in top.records(kinds.GROUP):
            yield from _read_group(group, outline, signs, _DEPTH)


def read_text(records: list[Record], signs: dict[int, str]) -> tuple[list[str], int]:
    """Give lines and type (-1: not said) of the text of one box; signs stand in it as `*` at a position."""
    text, kind = "", -1
    found: list[tuple[int, str]] = []
    for record in records:
        if record.kind == kinds.TEXT_HEADER:
            kind = record.number(0)
        elif record.kind == kinds.TEXT_CHARACTERS:
            text = record.content().decode("utf-16-le", "surrogatepass")
        elif record.kind == kinds.TEXT_BYTES:
            text = record.content().decode("latin-1")
        elif record.kind in signs:
            found.append((record.number(0), signs[record.kind]))
    for position, sign in sorted(found, reverse=True):
        if text[position : position + 1] == "*":
            text = text[:position] + sign + text[position + 1 :]
    return split(text), kind


def split(text: str) -> list[str]:
    """Split into paragraphs and lines; without blank ones and control characters."""
    lines = text.replace("\x0b", "\r").replace("\n", "\r").split("\r")
    clean = ("".join(letter for letter in line if letter >= " " or letter == "\t").rstrip() for line in lines)
    return [line.encode("utf-16", "surrogatepass").decode("utf-16", "replace") for line in clean if line]


def _read_group(group: Record, outline: list[list[Record]], signs: dict[int, str], depth: int) -> Iterator[Words]:
    """Give the texts inside a group, whose first shape is the group itself."""
    own = next(group.records(kinds.SHAPE), None)
    if own is not None and _find_option(own, _TABLE)[0] & 1:
        yield from _read_table(group, outline, signs)
        return
    for record in group.records(kinds.GROUP, kinds.SHAPE):
        if record.kind == kinds.SHAPE:
            words = _read_shape(record, outline, signs)
            if words.lines:
                yield words
        elif depth:
            yield from _read_group(record, outline, signs, depth - 1)


def _read_shape(shape: Record, outline: list[list[Record]], signs: dict[int, str]) -> Words:
    """Read one shape: its text box, the text of the outline that this refers to, or the words of WordArt."""
    placeholder = next((place.number(4, "<B") for place in shape.all(kinds.SHAPE_CONTENT, kinds.PLACEHOLDER)), 0)
    for box in shape.records(kinds.TEXT_BOX):
        records = list(box.records())
        for reference in box.records(kinds.TEXT_REFERENCE):
            if reference.number(0) < len(outline):
                records = outline[reference.number(0)]
        lines, kind = read_text(records, signs)
        if lines:
            return Words(lines, placeholder, is_title=placeholder in TITLES or kind in _TITLE_TEXTS)
    return Words(split(_find_option(shape, _WORD_ART)[1].decode("utf-16-le", "surrogatepass").split("\0")[0]), placeholder)


def _find_option(shape: Record, wanted: int) -> tuple[int, bytes]:
    """Give number and content of a property of a shape (MS-ODRAW 2.3.1); contents lie behind all numbers, in order."""
    for record in shape.records(kinds.OPTIONS, kinds.MORE_OPTIONS):
        at = record.first + 6 * record.instance
        for index in range(min(record.instance, (record.last - record.first) // 6)):
            name, value = struct.unpack_from("<HI", record.stream, record.first + 6 * index)
            size = value if name & 0x8000 else 0
            if name & 0x3FFF == wanted:
                content = record.stream[at : min(at + size, record.last)]
                return value, content[: len(content) & ~1]
            at += size
    return 0, b""


def _read_table(group: Record, outline: list[list[Record]], signs: dict[int, str]) -> Iterator[Words]:
    """Give a table: its cells are shapes whose places say row and column; a merged one fills the first of its places."""
    cells: dict[tuple[int, int], str] = {}
    for shape in list(group.records(kinds.SHAPE))[1:]:
        atom = next(shape.records(kinds.SHAPE_ATOM), None)
        anchor = next(shape.records(kinds.CHILD_ANCHOR), None)
        if anchor is not None and atom is not None and atom.instance != _LINE:
            place = anchor.number(4, "<i"), anchor.number(0, "<i")
            cells[place] = " ".join(_read_shape(shape, outline, signs).lines).replace("|", "\\|").replace("\t", " ")
    tops, lefts = sorted({top for top, _ in cells}), sorted({left for _, left in cells})
    if any(cells.values()) and len(tops) * len(lefts) <= 20 * len(cells) + 1000:
        rows = ["| " + " | ".join(cells.get((top, left), "") for left in lefts) + " |" for top in tops]
        yield Words([rows[0], "|" + " --- |" * len(lefts), *rows[1:]])
    elif any(cells.values()):
        yield Words([cell for cell in cells.values() if cell])
