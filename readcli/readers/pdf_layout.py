"""Reading order: from the pieces of text that MuPDF finds on a page to lines, paragraphs and headings.

Lengths are points (1/72 inch), y grows downward. The order in the file is trusted wherever it could be an order of
reading; only where it jumps about are blocks put in order, by cutting the page along its white gaps.
"""

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

Found = dict[str, Any]  # what MuPDF says of a block, line or span, as get_text("dict") names it
Span = Found
Mark = Callable[[list[Span]], str]
Box = tuple[float, float, float, float]
RIGHT = (1.0, 0.0)  # the direction of text that runs to the right
GUTTER = 6.0  # the narrowest white strip between two columns
BOLD, SYNTHETIC = 16, 512  # bits of a span's `flags` and `char_flags`
RTL_FIRST, RTL_LAST = "\u0590", "\u08ff"


class Piece:
    """Text on one baseline, without a wide gap in it, in a turned coordinate system where it runs left to right."""

    __slots__ = ("is_bold", "is_ready", "number", "rtl", "size", "text", "x0", "x1", "y0", "y1")

    def __init__(self, box: Box, text: str, size: float, number: int) -> None:
        """Take the turned box, the text, the size of its letters and the number of its block in the file."""
        self.x0, self.y0, self.x1, self.y1 = box
        self.text = text
        self.size = size
        self.number = number
        self.is_bold = False
        self.is_ready = False  # its text is whole lines, as of a table
        self.rtl = not text.isascii() and has_rtl(text)

    def is_beside(self, other: "Piece") -> bool:
        """Tell whether `other`, coming next, continues the same line."""
        if self.is_ready or other.is_ready:
            return False
        low = min(self.y1, other.y1) - max(self.y0, other.y0)
        if low < 0.5 * min(self.y1 - self.y0, other.y1 - other.y0):
            return False
        slack = 0.3 * self.size
        return other.x0 >= self.x1 - slack or ((self.rtl or other.rtl) and other.x1 <= self.x0 + slack)

    def gap_to(self, other: "Piece") -> float:
        """Give the white between two pieces of a line."""
        return max(other.x0 - self.x1, self.x0 - other.x1)


Ways = dict[tuple[float, float], list[Piece]]  # the pieces of a page by their direction of writing


class Block:
    """Consecutive pieces that belong together, with the box round them."""

    __slots__ = ("pieces", "x0", "x1", "y0", "y1")

    def __init__(self, piece: Piece) -> None:
        """Begin with one piece."""
        self.pieces = [piece]
        self.x0, self.y0, self.x1, self.y1 = piece.x0, piece.y0, piece.x1, piece.y1

    def add(self, piece: Piece) -> None:
        """Put a piece at the end."""
        self.pieces.append(piece)
        self.x0 = min(self.x0, piece.x0)
        self.y0 = min(self.y0, piece.y0)
        self.x1 = max(self.x1, piece.x1)
        self.y1 = max(self.y1, piece.y1)


def holds(area: Box, box: Box) -> bool:
    """Tell whether the middle of `box` lies in `area`."""
    across = (box[0] + box[2]) / 2
    down = (box[1] + box[3]) / 2
    return area[0] <= across <= area[2] and area[1] <= down <= area[3]


def has_rtl(text: str) -> bool:
    """Tell whether a letter of a right-to-left script is in it."""
    return any(RTL_FIRST <= letter <= RTL_LAST or "\ufb1d" <= letter <= "\ufefc" for letter in text)


def turn(box: Box, direction: tuple[float, float]) -> Box:
    """Turn a box so that text running along `direction` runs to the right; vertical columns then follow each other down."""
    x0, y0, x1, y1 = box
    across, down = direction
    if abs(across) >= abs(down):
        return box if across > 0 else (-x1, -y1, -x0, -y0)
    return (y0, -x1, y1, -x0) if down > 0 else (-y1, x0, -y0, x1)


def gather(blocks: Iterable[Found], is_hidden: Callable[[Span, int], bool], mark: Mark | None) -> Ways:
    """Collect the visible pieces of a page in the order of the file, apart for each direction of writing.

    `mark` writes the spans of a line where they may hold links. Text drawn twice with a small shift (for want of a bold
    font) is taken once.
    """
    found: Ways = {}
    drawn: dict[str, list[Piece]] = {}
    for block in blocks:
        number = block["number"]
        for line in block.get("lines", ()):
            spans = line["spans"]
            if len(spans) > 2:
                spans = drop_spacing(spans)
            if any(is_hidden(span, number) for span in spans):
                spans = [span for span in spans if not is_hidden(span, number)]
            text = "".join([span["text"] for span in spans])
            if not text or text.isspace():
                continue
            if mark is not None:
                text = mark(spans)
            way = line["dir"]
            box = line["bbox"] if way == RIGHT else turn(line["bbox"], way)
            piece = Piece(box, text, max([span["size"] for span in spans]), number)
            piece.is_bold = all(span["flags"] & BOLD for span in spans)
            same = drawn.setdefault(text, [])
            if len(text) > 1 and any(is_shadow(piece, other) for other in same):
                continue
            same.append(piece)
            found.setdefault(way if way == RIGHT else quarter(way), []).append(piece)
    return found


def drop_spacing(spans: list[Span]) -> list[Span]:
    """Drop the blanks that MuPDF puts in where letters are spaced out: narrow ones, and those between all letters alike."""
    made = [span for span in spans if span["char_flags"] & SYNTHETIC and span["text"] == " "]
    if not made:
        return spans
    widths = [abs(span["bbox"][2] - span["bbox"][0]) for span in made]
    if len(made) > 4 and max(widths) < 1.5 * min(widths) and all(len(span["text"]) == 1 for span in spans):
        return [span for span in spans if not span["char_flags"] & SYNTHETIC]
    gone = [id(span) for span, width in zip(made, widths, strict=True) if width <= 0.08 * span["size"]]
    return [span for span in spans if id(span) not in gone]


def quarter(direction: tuple[float, float]) -> tuple[float, float]:
    """Round a direction to hundredths, so that all lines of one slant meet."""
    return (round(direction[0], 2), round(direction[1], 2))


def is_shadow(piece: Piece, other: Piece) -> bool:
    """Tell whether equal texts lie so near to each other that they are seen as one."""
    near = 0.2 * piece.size
    return abs(piece.x0 - other.x0) < near and abs(piece.y0 - other.y0) < near


def glue(pieces: list[Piece], reach: float = 0.5) -> list[Piece]:
    """Move pieces that were drawn out of turn behind the one that they touch on their line.

    `reach` is the widest gap, in sizes of the letters.
    """
    result: list[Piece] = []
    for piece in pieces:
        last = result[-1] if result else piece
        if piece.y1 < last.y0 + 1 and not piece.is_ready:
            for index, other in enumerate(result):
                if other.is_beside(piece) and other.gap_to(piece) < reach * min(piece.size, other.size):
                    result.insert(index + 1, piece)
                    break
            else:
                result.append(piece)
        else:
            result.append(piece)
    return result


def pitch(pieces: list[Piece]) -> float:
    """Give the usual distance of two lines of these."""
    steps = sorted([b.y1 - a.y1 for a, b in pairwise(pieces) if 0.5 * b.size < b.y1 - a.y1 < 3 * b.size])
    return steps[len(steps) // 2] if steps else 0.0


def form_blocks(pieces: list[Piece], step: float) -> list[Block]:
    """Put consecutive lines together where they lie under each other at the usual distance, or beside each other."""
    blocks: list[Block] = []
    last: Piece | None = None
    for piece in pieces:
        if last is not None and (last.is_beside(piece) or is_under(last, piece, step)):
            blocks[-1].add(piece)
        else:
            blocks.append(Block(piece))
        last = piece
    return blocks


def is_under(last: Piece, piece: Piece, step: float) -> bool:
    """Tell whether a piece is the next line of the paragraph of `last`."""
    if piece.is_ready or last.is_ready:
        return False
    down = piece.y1 - last.y1
    wide = max(1.3 * step, 1.15 * max(piece.size, last.size))
    alike = abs(piece.size - last.size) < 0.12 * piece.size or piece.number == last.number
    return 0 < down <= wide and alike and piece.x0 < last.x1 and last.x0 < piece.x1


def order(blocks: list[Block]) -> list[Block]:
    """Give the blocks in the order of reading."""
    rows = is_woven(blocks)
    if rows:
        blocks = [Block(piece) for block in blocks for piece in block.pieces]
    elif all(is_next(a, b) for a, b in pairwise(blocks)):
        return blocks
    return cut(blocks, 0)


def is_next(a: Block, b: Block) -> bool:
    """Tell whether a reader may go on from block `a` to `b`: down, or to the right (in Arabic to the left) and up."""
    if b.y0 >= a.y1 - 2 or b.x0 >= a.x1 - 2:
        return True
    return b.pieces[0].rtl and b.x1 <= a.x0 + 2


def is_woven(blocks: list[Block]) -> bool:
    """Tell whether two columns of prose stand line by line beside each other in the file: left, right, left, right.

    A table does that too, but its cells are short, or full of digits, or more than two.
    """
    left: list[Piece] = []
    right: list[Piece] = []
    for block in blocks:
        row = [block.pieces[0]]
        for piece in [*block.pieces[1:], None]:
            if piece is not None and row[-1].is_beside(piece):
                row.append(piece)
                continue
            if len(row) == 2 and row[0].gap_to(row[1]) > GUTTER:
                left.append(row[0])
                right.append(row[1])
            elif len(row) > 2:
                return False
            row = [piece] if piece is not None else []
    if len(left) < 3 or max(piece.x1 for piece in left) + GUTTER > min(piece.x0 for piece in right):
        return False
    return is_prose(left) and is_prose(right)


def is_prose(pieces: list[Piece]) -> bool:
    """Tell whether pieces are lines of running text rather than cells."""
    if not 0 < pitch(pieces) <= 2 * pieces[0].size:
        return False
    text = "".join([piece.text for piece in pieces])
    edge = min(piece.x0 for piece in pieces)
    flush = sum(piece.x0 - edge < piece.size for piece in pieces)
    return len(text) >= 12 * len(pieces) and sum(map(str.isdigit, text)) * 5 < len(text) and flush * 2 > len(pieces)


def cut(blocks: list[Block], depth: int) -> list[Block]:
    """Order blocks by cutting along white strips, columns before rows; where nothing can be cut, as in the file."""
    if len(blocks) < 2 or depth > 20:
        return blocks
    columns = split(blocks, "x0", "x1", GUTTER)
    if len(columns) > 1:
        if sum(piece.rtl for block in blocks for piece in block.pieces) * 2 > len(blocks):
            columns.reverse()
        return [block for column in columns for block in cut(column, depth + 1)]
    bands = split(blocks, "y0", "y1", -2.0)
    if len(bands) < 2:
        return blocks
    return [block for band in merge(bands) for block in cut(band, depth + 1)]


def split(blocks: list[Block], low: str, high: str, gap: float) -> list[list[Block]]:
    """Part blocks into groups with at least `gap` of white between them along one axis, each in the order of the file."""
    groups: list[list[Block]] = []
    end = 0.0
    for block in sorted(blocks, key=lambda block: getattr(block, low)):
        if not groups or getattr(block, low) - end >= gap:
            groups.append([])
            end = getattr(block, high)
        groups[-1].append(block)
        end = max(end, getattr(block, high))
    place = {id(block): index for index, block in enumerate(blocks)}
    for group in groups:
        group.sort(key=lambda block: place[id(block)])
    return groups


def merge(bands: list[list[Block]]) -> list[list[Block]]:
    """Join bands one under the other that the same gutter divides, so that paragraphs at one height do not cut columns."""
    merged: list[list[Block]] = []
    for band in bands:
        both = [*merged[-1], *band] if merged else []
        if both and len(split(both, "x0", "x1", GUTTER)) > 1:
            merged[-1] = both
        else:
            merged.append(band)
    return merged
