"""What lies beside the body of a Word document, and where: notes, comments, text boxes, headers and footers.

The stories follow one another in the text (MS-DOC 2.3); PLCs say where each note begins in its story and where the body
refers to it.
"""

import struct
from collections.abc import Callable

from readcli.readers import doc_fib
from readcli.readers.doc_fib import BOXES, COMMENTS, ENDNOTES, FOOTNOTES, HEADER_BOXES, HEADERS, Fib
from readcli.readers.numerals import roman

_HEADER_KINDS = ("header", "header", "footer", "footer", "header", "footer")  # even, odd, even, odd, first, first


class Note:
    """A text beside the body: what it is called, where it lies, where the body refers to it (-1: nowhere), whose it is."""

    __slots__ = ("author", "label", "reference", "span")

    def __init__(self, label: str, span: tuple[int, int], reference: int = -1, author: str = "") -> None:
        """Take its name and places; the author with what follows the name, or nothing."""
        self.label = label
        self.span = span
        self.reference = reference
        self.author = author


def story_spans(fib: Fib) -> list[tuple[int, int]]:
    """Give the first and last (exclusive) position of each story, in the order of `doc_fib.BODY` and on."""
    spans, at = [], 0
    for number, count in enumerate(fib.counts):
        size = 0 if number == doc_fib.MACROS and not fib.is_old else count
        spans.append((at, at + size))
        at += size
    return spans


def read_notes(fib: Fib, spans: list[tuple[int, int]]) -> list[Note]:
    """Give all of them in the order in which they are printed."""
    notes = _read_referred(fib, spans[FOOTNOTES], (doc_fib.FOOTNOTE_REFS, doc_fib.FOOTNOTE_TEXTS), str)
    notes += _read_referred(fib, spans[ENDNOTES], (doc_fib.ENDNOTE_REFS, doc_fib.ENDNOTE_TEXTS), roman)
    notes += _read_comments(fib, spans[COMMENTS])
    notes += [Note("text box", span) for span in _cut(spans[BOXES], fib.positions(doc_fib.BOX_TEXTS, 22))]
    headers = _cut(spans[HEADERS], fib.positions(doc_fib.HEADER_TEXTS, 0))
    # The first six are the separators of notes.
    notes += [Note(_HEADER_KINDS[index % 6], span) for index, span in enumerate(headers) if index >= 6]
    notes += [Note("text box", span) for span in _cut(spans[HEADER_BOXES], fib.positions(doc_fib.HEADER_BOX_TEXTS, 22))]
    return notes


def _cut(span: tuple[int, int], starts: list[int]) -> list[tuple[int, int]]:
    """Cut a story at positions counted from its start; without any it is one text."""
    first, last = span
    if first >= last:
        return []
    if len(starts) < 2:
        return [span]
    return [(min(first + begin, last), min(first + end, last)) for begin, end in zip(starts, starts[1:], strict=False)]  # noqa: RUF007  # itertools costs start-up


def _read_referred(fib: Fib, span: tuple[int, int], rows: tuple[int, int], write: Callable[[int], str]) -> list[Note]:
    """Read footnotes or endnotes: numbered, or where a sign of the author's own stands for the number, without (FRD)."""
    places = fib.positions(rows[0], 2)
    kinds = fib.row(rows[0])[4 * len(places) :]
    notes = []
    number = 0
    for index, cut in enumerate(_cut(span, fib.positions(rows[1], 0))):
        if index + 1 >= len(places):  # the last text belongs to no note
            if places:
                break
            notes.append(Note("", cut))
        elif kinds[2 * index : 2 * index + 2] == b"\0\0":
            notes.append(Note("", cut))
        else:
            number += 1
            notes.append(Note(write(number), cut, places[index]))
    return notes


def _read_comments(fib: Fib, span: tuple[int, int]) -> list[Note]:
    """Read comments with their authors (ATRDPre10, 2.9.2), which Word 6 gives by initials only; the body shows no mark."""
    places = fib.positions(doc_fib.COMMENT_REFS, 30)
    entries = b"" if fib.is_old else fib.row(doc_fib.COMMENT_REFS)[4 * len(places) :]
    authors = _read_authors(fib.row(doc_fib.COMMENT_AUTHORS)) if entries else []
    notes = []
    for index, cut in enumerate(_cut(span, fib.positions(doc_fib.COMMENT_TEXTS, 0))):
        entry = entries[30 * index : 30 * index + 30]
        author = struct.unpack_from("<H", entry, 20)[0] if len(entry) == 30 else len(authors)
        notes.append(Note("comment", cut, author=f"{authors[author]}: " if author < len(authors) else ""))
    return notes


def _read_authors(table: bytes) -> list[str]:
    """Read names, each with its length in UTF-16 units before it (Xst, 2.9.351)."""
    names = []
    at = 0
    while at + 2 <= len(table):
        size = 2 * struct.unpack_from("<H", table, at)[0]
        names.append(table[at + 2 : at + 2 + size].decode("utf-16-le", "replace"))
        at += 2 + size
    return names
