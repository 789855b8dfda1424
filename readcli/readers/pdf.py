"""PDF, XPS, FB2 and MOBI: text in the order of reading, page by page, by PyMuPDF.

PDF 32000-1; ECMA-388 (XPS). Facts: title, author, pages, encrypted, attachments.
"""

import os
from collections.abc import Iterator
from typing import Any

import pymupdf

from readcli.errors import Corrupt, Encrypted
from readcli.model import Event, Notice, Options, Part, Source
from readcli.readers.pdf_page import Found, read_found
from readcli.readers.pdf_rescue import list_again

# MuPDF raises its own kinds, PyMuPDF turns some of them into these.
FAILURES = (RuntimeError, ValueError, IndexError, TypeError, KeyError, AttributeError, pymupdf.mupdf.FzErrorBase)


class Tally:
    """What the notices at the end speak of: numbers of pages, and a count of words."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.images: list[int] = []
        self.blanks: list[int] = []
        self.unmapped: list[int] = []
        self.broken: list[int] = []
        self.hidden = 0

    def note(self, number: int, found: Found) -> None:
        """Count what was found on a page."""
        self.hidden += found.hidden
        if not found.lines:
            (self.images if found.is_image else self.blanks).append(number)
        elif found.is_unmapped:
            self.unmapped.append(number)

    def notices(self) -> Iterator[Notice]:
        """Give a sentence for each kind of thing that happened."""
        if self.images:
            yield Notice(f"no text on {name_pages(self.images)}: {'they are images' if len(self.images) > 1 else 'it is an image'}")
        if self.blanks:
            yield Notice(f"no text on {name_pages(self.blanks)}: {'they are' if len(self.blanks) > 1 else 'it is'} blank")
        if self.unmapped:
            yield Notice(f"the fonts on {name_pages(self.unmapped)} do not say which letters they hold: text is missing")
        if self.broken:
            yield Notice(f"the file is damaged: {name_pages(self.broken)} could not be read")
        if self.hidden:
            yield Notice(f"{self.hidden} hidden word{'s' if self.hidden > 1 else ''} left out; --hidden shows them")


def read(source: Source, options: Options) -> Iterator[Event]:
    """Give the pages of a document, each a `Part("page", N)` that begins with `<!-- Page N -->`.

    That line is left out with `--as text` and where text is read by characters; a blank line parts pages in any case.
    Raises Corrupt and Encrypted.
    """
    document = open_document(source)
    unlock(document, options.password)
    pages = count_pages(document)
    yield list_facts(document, pages)
    if options.facts_only:
        return
    tally = Tally()
    is_first = True
    for number in wanted(pages, options):
        for event in read_page(document, number, options, tally):
            if isinstance(event, Part) and not is_first:
                yield ""
            is_first = False
            yield event
    yield from tally.notices()
    if document.is_repaired:
        yield Notice("the file is damaged: it was read as far as it goes, text may be missing")


def open_document(source: Source) -> Any:
    """Open it by its descriptor, so that a large file is not held; else from memory. Raises Corrupt."""
    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
    file = source.seekable()
    kind = tell_kind(file.read(1 << 16))
    try:
        path = f"/dev/fd/{file.fileno()}"
    except OSError:
        path = ""
    try:
        if path and os.path.exists(path):
            file.seek(0)
            return pymupdf.open(path, filetype=kind)
        return pymupdf.open(stream=source.read(), filetype=kind)
    except FAILURES as error:
        raise Corrupt(f"it is not a readable {kind.upper()} file") from error


def tell_kind(head: bytes) -> str:
    """Tell which of the formats it is by its first bytes. Raises Corrupt where it is none of them."""
    if b"%PDF-" in head[:1100] or b"endobj" in head:
        return "pdf"
    if head.startswith(b"PK"):
        return "xps"
    if head[60:68] in (b"BOOKMOBI", b"TEXtREAd"):
        return "mobi"
    if b"<FictionBook" in head or "<FictionBook".encode("utf-16-le") in head:
        return "fb2"
    raise Corrupt("it is empty" if not head else "it is not a PDF file")


def unlock(document: Any, password: str | None) -> None:
    """Open an encrypted document. Raises Encrypted where the password is missing or wrong."""
    if not document.needs_pass:
        return
    if password is None:
        raise Encrypted("it is encrypted", "give the password with --password or READCLI_PASSWORD")
    if not document.authenticate(password):
        raise Encrypted("the password is wrong")


def count_pages(document: Any) -> int:
    """Give the number of pages, found anew where their list is lost. Raises Corrupt where there are none."""
    try:
        if not document.page_count and document.is_pdf:
            list_again(document)
        pages: int = document.page_count
    except FAILURES as error:
        raise Corrupt("its list of pages cannot be read") from error
    if not pages:
        raise Corrupt("it has no pages")
    return pages


def list_facts(document: Any, pages: int) -> dict[str, object]:
    """Give title, author, pages, encrypted, attachments."""
    facts: dict[str, object] = {}
    try:
        metadata = document.metadata or {}
        facts = {key: metadata[key].strip() for key in ("title", "author") if metadata.get(key)}
        facts |= {"pages": pages, "encrypted": bool(metadata.get("encryption"))}
        if document.is_pdf and (names := document.embfile_names()):
            facts["attachments"] = names
    except FAILURES:
        facts["pages"] = pages
    return facts


def wanted(pages: int, options: Options) -> Iterator[int]:
    """Give the numbers of the pages asked for, in the order of the document."""
    if options.parts is None:
        yield from range(1, pages + 1)
        return
    for number in range(1, pages + 1):
        if any(part.first <= number <= (part.last or pages) for part in options.parts):
            yield number


def read_page(document: Any, number: int, options: Options, tally: Tally) -> Iterator[Event]:
    """Give one page; one that cannot be read has no lines but is told in a notice."""
    is_by_chars = options.start_index is not None or options.max_chars is not None
    try:
        found = read_found(document[number - 1], options)
    except FAILURES:
        found = Found([])
        tally.broken.append(number)
    else:
        tally.note(number, found)
    yield Part("page", number)
    if options.as_ != "text" and not is_by_chars:
        yield f"<!-- Page {number} -->"
    if found.lines:
        yield "\n".join(found.lines)
    elif not is_by_chars:
        yield "(no text on this page: it is an image)" if found.is_image else "(no text on this page)"


def name_pages(numbers: list[int]) -> str:
    """Write page numbers in words: `page 3`, `pages 3-7, 9`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    text = ", ".join([f"{first}-{last}" if last > first else f"{first}" for first, last in runs])
    return f"page{'s' if len(numbers) > 1 else ''} {text}"
