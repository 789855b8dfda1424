"""Text on a page that nobody would see: invisible, in the colour of what lies under it, or smaller than 2 points.

PDF 32000-1 §9.3.6 (text rendering mode 3). Text over an image is the layer of an OCR program and is kept.
"""

from typing import Any

from readcli.readers.pdf_layout import Box, Found, Span, holds

WHITE = 0xFFFFFF
SMALLEST = 2.0  # points
CLIPPED = 64  # the bit of `char_flags` for text that cuts out what is painted later


class Hiding:
    """What hides text on one page, and how many words it hid.

    page      the PyMuPDF page
    blocks    what its text page found, with the vectors, in the order they are painted
    """

    def __init__(self, page: Any, blocks: list[Found]) -> None:
        """Note the filled areas; images are looked for only once something seems hidden."""
        self.page = page
        self.words = 0
        self.unseen: list[Box] = []
        self.covers: list[Box] | None = None
        self.areas = [block for block in blocks if block["type"] == 3 and not block["stroked"] and is_area(block["bbox"])]
        self.colours = {WHITE, *(block["color"] for block in self.areas if block["isrect"])}
        self.known: dict[int, bool] = {}

    def is_hidden(self, span: Span, number: int) -> bool:
        """Tell whether nobody would see a span of block `number`."""
        color = span["color"]
        if span["alpha"] > 7 and span["size"] >= SMALLEST and color not in self.colours and not is_white(color):
            return False
        known = self.known.get(id(span))
        if known is None:
            known = self.known[id(span)] = self.judge(span, number)
            if known:
                self.words += len(span["text"].split())
                self.unseen.append(span["bbox"])
        return known

    def judge(self, span: Span, number: int) -> bool:
        """Look closely at a span that may be hidden."""
        box = span["bbox"]
        if span["alpha"] <= 7 and not span["char_flags"] & CLIPPED:
            return not self.is_over_image(box)
        if span["size"] < SMALLEST and min(box[2] - box[0], box[3] - box[1]) < 1.5 * SMALLEST:
            return not self.is_over_image(box)
        under = [area for area in self.areas if area["number"] < number and holds(area["bbox"], box)]
        ground = under[-1]["color"] if under else WHITE
        is_same = ground == span["color"] or (is_white(ground) and is_white(span["color"]))
        return is_same and not self.is_over_image(box)

    def is_over_image(self, box: Box) -> bool:
        """Tell whether an image or a shading lies where the text is."""
        if self.covers is None:
            self.covers = [area for kind, area in self.page.get_bboxlog() if kind.startswith(("fill-im", "fill-shade"))]
        return any(holds(cover, box) for cover in self.covers)


def is_area(box: Box) -> bool:
    """Tell whether a filled path is large enough to lie under text."""
    return box[2] - box[0] > 4 and box[3] - box[1] > 4


def is_white(color: int) -> bool:
    """Tell whether nobody can tell a colour from white paper."""
    return color >> 16 >= 250 and color >> 8 & 255 >= 250 and color & 255 >= 250
