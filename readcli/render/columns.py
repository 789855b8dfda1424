"""How wide text is on a terminal, and what follows from it: tab stops and wrapping. Text is runs of (style, text)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

Runs = list[tuple[str, str]]  # style: the parameters of an SGR sequence, "" for none

_known: dict[str, int] = {}


def width(text: str) -> int:
    """Give the columns that a text takes; tabs and control characters are the business of others."""
    return len(text) if text.isascii() else sum(map(width_of, text))


def width_of(letter: str) -> int:
    """Give the columns of one character: 0 for what joins the one before it, 2 for wide ones (UAX #11), else 1."""
    found = _known.get(letter)
    if found is None:
        import unicodedata

        if unicodedata.category(letter) in ("Mn", "Me", "Cf") and letter != "\xad":
            found = 0
        else:
            found = 2 if unicodedata.east_asian_width(letter) in ("W", "F") else 1
        _known[letter] = found
    return found


def expand(runs: Runs, stop: int) -> Runs:
    """Put blanks in place of tabs, up to the next stop, counted from the start of the line."""
    if not any("\t" in text for _, text in runs):
        return runs
    at = 0
    expanded = []
    for style, text in runs:
        pieces = text.split("\t")
        whole = pieces[0]
        at += width(pieces[0])
        for piece in pieces[1:]:
            blanks = stop - at % stop
            whole += " " * blanks + piece
            at += blanks + width(piece)
        expanded.append((style, whole))
    return expanded


def wrap(runs: Runs, columns: int) -> Iterator[Runs]:
    """Cut a line into rows of at most so many columns; a wide character is never halved, marks stay with their letter."""
    if sum(width(text) for _, text in runs) <= columns:
        yield runs
        return
    row: Runs = []
    left = columns
    for style, text in runs:
        start = at = 0
        for at, letter in enumerate(text):
            step = 1 if letter < "\x7f" else width_of(letter)
            if step > left:
                yield [*row, (style, text[start:at])] if at > start else row
                row, start, left = [], at, columns
            left -= step
        row.append((style, text[start:]))
    yield row


def overlay(runs: Runs, spans: list[tuple[int, int]], mark: str) -> Runs:
    """Add a mark to the style of some characters; spans are sorted and do not overlap."""
    marked: Runs = []
    at = 0
    waiting = [span for span in spans if span[0] < span[1]]
    for style, text in runs:
        end = at + len(text)
        while waiting and waiting[0][0] < end:
            first, last = max(waiting[0][0], at), min(waiting[0][1], end)
            marked += [(style, text[: first - at]), (f"{style};{mark}".lstrip(";"), text[first - at : last - at])]
            text, at = text[last - at :], last
            if waiting[0][1] > end:
                break
            del waiting[0]
        marked.append((style, text))
        at = end
    return [run for run in marked if run[1]]


def shorten(runs: Runs, most: int) -> Runs:
    """Cut a line at a column of characters, and say so with an ellipsis."""
    kept: Runs = []
    for style, text in runs:
        if len(text) > most:
            return [*kept, (style, text[:most] + "…")]
        kept.append((style, text))
        most -= len(text)
    return kept


def rows(length: int, columns: int) -> int:
    """Give how many rows of a terminal a line of some columns takes."""
    return max(1, -(-length // columns))
