"""One page of a document: its text in order, with tables, links, form fields and annotations in it."""

import re
from collections.abc import Iterator
from typing import Any

import pymupdf

from readcli.model import Options
from readcli.readers import pdf_layout as layout
from readcli.readers.pdf_hidden import Hiding
from readcli.readers.pdf_marks import Links, list_annotations, place_fields
from readcli.readers.pdf_tables import lift_tables
from readcli.readers.pdf_text import write_page

FLAGS = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_MEDIABOX_CLIP | pymupdf.TEXT_COLLECT_VECTORS
STROKES = 20  # fewer are rules and frames, more are a drawing
LAM_ALEF = re.compile("[\u0622\u0623\u0625\u0627]\u0644")  # what a reversed ligature looks like; also the article


class Found:
    """What is on a page: its lines, how many words nobody would see, and why there may be no lines."""

    __slots__ = ("hidden", "is_image", "is_unmapped", "lines")

    def __init__(self, lines: list[str]) -> None:
        """Take the lines."""
        text = "".join(lines)
        self.lines = lines
        self.hidden = 0
        self.is_image = False
        self.is_unmapped = text.count("\ufffd") * 3 > len(text)


def read_found(page: Any, options: Options) -> Found:
    """Read a page. Raises what PyMuPDF raises."""
    textpage = page.get_textpage(flags=FLAGS)
    blocks = textpage.extractDICT()["blocks"]
    hiding = Hiding(page, blocks)
    is_plain = options.as_ == "text"
    links = None if is_plain else Links(page)
    sight = (never if options.hidden else hiding.is_hidden, links.mark if links and links.found else None)
    ways = layout.gather(blocks, *sight)
    if any(piece.rtl and LAM_ALEF.search(piece.text) for pieces in ways.values() for piece in pieces):
        mend_ligatures(blocks, textpage.extractRAWDICT()["blocks"])
        ways = layout.gather(blocks, *sight)
    if page.parent.is_pdf and page.first_widget:
        place_fields(page, ways)
    if not is_plain and options.tables is not False:
        lift_tables(textpage, blocks, ways, hiding.unseen, options.tables is True)
    lines = list(write_page(ways, markdown=not is_plain))
    lines += list_beside(page, lines, options)
    found = Found(lines)
    found.hidden = hiding.words
    found.is_image = not lines and (sum(block["type"] == 3 for block in blocks) >= STROKES or has_image(page))
    return found


def never(_span: dict[str, Any], _number: int) -> bool:
    """Hide nothing."""
    return False


def has_image(page: Any) -> bool:
    """Tell whether an image is painted on a page."""
    return any(kind.startswith("fill-im") for kind, _box in page.get_bboxlog())


def list_beside(page: Any, lines: list[str], options: Options) -> Iterator[str]:
    """Give the words of annotations, parted from the text by a blank line."""
    if options.no_notes or not page.parent.is_pdf or not page.first_annot:
        return
    notes = list(list_annotations(page, "".join(lines)))
    if notes and lines:
        yield ""
    yield from notes


def mend_ligatures(blocks: list[layout.Found], raw: list[layout.Found]) -> None:
    """Put the letters of right-to-left ligatures in order: MuPDF reverses them too, the second then has no width."""
    for block, raw_block in zip(blocks, raw, strict=True):
        for line, raw_line in zip(block.get("lines", ()), raw_block.get("lines", ()), strict=True):
            for span, raw_span in zip(line["spans"], raw_line["spans"], strict=True):
                if layout.has_rtl(span["text"]):
                    span["text"] = mend_letters(raw_span["chars"])


def mend_letters(chars: list[dict[str, Any]]) -> str:
    """Swap each letter without width with the wider one that follows where both are of one glyph."""
    letters = [char["c"] for char in chars]
    for index in range(len(chars) - 1):
        x0, _y0, x1, _y1 = chars[index]["bbox"]
        after = chars[index + 1]["bbox"]
        is_narrow = x1 - x0 < 0.01 and after[2] - after[0] > 0.01 and letters[index].isalpha()
        if is_narrow and layout.has_rtl(letters[index]) and abs(after[2] - x0) < 0.5:
            letters[index], letters[index + 1] = letters[index + 1], letters[index]
    return "".join(letters)
