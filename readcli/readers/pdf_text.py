"""Lines of a page: pieces joined to lines, hyphens at line ends resolved, headings told by the size of their letters."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from readcli.readers.pdf_layout import Block, Piece, Ways, form_blocks, glue, order, pitch

HYPHENS = "-\u00ad\u2010"
SUSPENDED = frozenset(("and", "or", "und", "oder", "bzw", "et", "ou", "y", "o", "e", "en", "of"))  # after "pre- and post-"
HEADINGS = ((1.8, 1), (1.4, 2), (1.15, 3))  # least size in sizes of the body, level
BOLD_HEADING = 1.05  # least size where all of it is bold, of the lowest level


def write_page(ways: Ways, markdown: bool) -> Iterator[str]:
    """Give the lines of a page: first the main direction of writing, then what is written aslant, in the order of the file."""
    body = body_size(piece for pieces in ways.values() for piece in pieces)
    is_first = is_main = True
    whole = " ".join([piece.text for pieces in ways.values() for piece in pieces])
    if not markdown:
        body = 0.0
    for pieces in sorted(ways.values(), key=weigh, reverse=True):
        pieces = glue(pieces)
        step = pitch(pieces)
        for paragraph in join_blocks(order(form_blocks(pieces, step)), step):
            if not is_first:
                yield ""
            yield from write_rows(paragraph, body if is_main else 0.0, whole)
            is_first = False
        is_main = False


def weigh(pieces: list[Piece]) -> int:
    """Count the letters of pieces."""
    return sum([len(piece.text) for piece in pieces])


def body_size(pieces: Iterable[Piece]) -> float:
    """Give the size of letters that most text of a page has."""
    counts: dict[float, int] = {}
    for piece in pieces:
        size = round(piece.size * 2) / 2
        counts[size] = counts.get(size, 0) + len(piece.text)
    return max(counts, key=lambda size: counts[size], default=0.0)


def join_blocks(blocks: list[Block], step: float) -> Iterator[list[Piece]]:
    """Give the pieces between blank lines: blocks at the usual distance under each other need none."""
    pieces: list[Piece] = []
    last: Block | None = None
    for block in blocks:
        is_near = last is not None and block.y0 - last.y0 >= -2 and 0 < block.y1 - last.y1 <= 1.3 * step
        if pieces and not (is_near and not block.pieces[0].is_ready and not pieces[-1].is_ready):
            yield pieces
            pieces = []
        pieces = pieces + block.pieces
        last = block
    if pieces:
        yield pieces


def write_rows(pieces: list[Piece], body: float, whole: str) -> Iterator[str]:
    """Give the lines of one paragraph; a heading in it gets its own, its lines joined.

    `body` is 0 where no headings are wanted; `whole` is the text of the page.
    """
    lines: list[str] = []
    level = 0
    down = 0.0
    for row in form_rows(pieces):
        text = clean(join_row(row))
        new = heading_level(row, text, body) if body else 0
        if lines and (new != level or (level and row[0].y1 - down > 1.7 * row[0].size)):
            yield from write_run(lines, level, whole)
            yield ""
            lines = []
        level = new
        down = row[0].y1
        lines.append(text)
    yield from write_run(lines, level, whole)


def write_run(lines: list[str], level: int, whole: str) -> Iterator[str]:
    """Give lines of one level: body text with its hyphens resolved, or one Markdown heading."""
    if not level or len(lines) > 4:
        yield from resolve_hyphens(lines, whole)
    else:
        yield "#" * level + " " + " ".join(resolve_hyphens(lines, whole))


def form_rows(pieces: list[Piece]) -> list[list[Piece]]:
    """Group pieces that stand on one line."""
    rows: list[list[Piece]] = []
    for piece in pieces:
        if rows and rows[-1][-1].is_beside(piece):
            rows[-1].append(piece)
        else:
            rows.append([piece])
    return rows


def join_row(row: list[Piece]) -> str:
    """Write the pieces of a line: a tab where the white between them is wide enough for a column."""
    text = row[0].text
    for last, piece in pairwise(row):
        gap = last.gap_to(piece)
        size = max(last.size, piece.size)
        if gap > 2 * size:
            text = text.rstrip() + "\t" + piece.text.lstrip()
        elif gap > 0.15 * size or (text.endswith(" ") and piece.text.startswith(" ")):
            text = text.rstrip() + " " + piece.text.lstrip()
        else:
            text += piece.text
    return text


def clean(text: str) -> str:
    """Trim a line and write compatibility forms of Arabic letters as the letters they stand for."""
    text = text.strip()
    if text.isascii() or not any("\ufb50" <= letter <= "\ufdff" or "\ufe70" <= letter <= "\ufefc" for letter in text):
        return text
    import unicodedata

    return "".join([unicodedata.normalize("NFKC", letter) if "\ufb50" <= letter <= "\ufefc" else letter for letter in text])


def heading_level(row: list[Piece], text: str, body: float) -> int:
    """Give the level of the heading that a line is, or 0."""
    size = min([piece.size for piece in row])
    if size < BOLD_HEADING * body or len(text) > 200 or row[0].is_ready or sum(map(str.isalpha, text)) < 2:
        return 0
    level = next((level for least, level in HEADINGS if size >= least * body), 0)
    if not level and all(piece.is_bold for piece in row):
        level = HEADINGS[-1][1]
    return 0 if level == HEADINGS[-1][1] and text.endswith((".", ":", ",", ";")) else level


def resolve_hyphens(lines: list[str], whole: str) -> Iterator[str]:
    """Put words divided at the end of a line together again, on that line; soft hyphens within a line go.

    A hyphen stays before `and` and the like (`pre- and post-war`), a capital or a digit, and in a word that the page
    has with a hyphen elsewhere.
    """
    last = lines[0]
    for line in lines[1:]:
        word = line.split(None, 1)[0] if line else ""
        if last[-1:] in HYPHENS and len(last) > 1 and last[-2].isalpha() and is_rest(word, last[-1]):
            first = last.rsplit(None, 1)[-1]
            is_compound = last[-1] != "\u00ad" and (len(first) == 2 or f"{first}{word.rstrip('.,;:)')}" in whole)
            last = (last if is_compound else last[:-1]) + word
            line = line[len(word) :].lstrip()
            if not line:
                continue
        yield last.replace("\u00ad", "")
        last = line
    yield last.replace("\u00ad", "")


def is_rest(word: str, hyphen: str) -> bool:
    """Tell whether `word` at the start of a line is the second half of one that `hyphen` divides."""
    if hyphen == "\u00ad":
        return bool(word)
    return word[:1].islower() and word.rstrip(".,;:") not in SUSPENDED
