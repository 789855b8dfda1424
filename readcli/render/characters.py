"""Reading by characters: a slice of Unicode code points of the whole text, with where to go on (`read_doc`)."""

from __future__ import annotations

import os

from readcli import limits
from readcli.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from readcli.page import Page
    from readcli.render.out import Out


class Slice:
    """Code points `start` to `next` of a text; `total` is None where it is not known without reading on."""

    __slots__ = ("next", "start", "text", "total")

    def __init__(self, start: int, text: str, total: int | None) -> None:
        """Take a piece of text and where it begins."""
        self.start = start
        self.text = text
        self.total = total
        self.next = start + len(text) if text else (start if total is None or total == 0 else min(start, total))

    @property
    def is_truncated(self) -> bool:
        """Whether there is more."""
        return bool(self.text) and (self.total is None or self.next < self.total)


def take(page: Page) -> Slice:
    """Read as far as the slice needs, and one character more. Raises UsageError with a selector."""
    options = page.options
    if page.selector.text or page.selector.view:
        raise UsageError("a selector and reading by characters exclude each other", "leave the selector or --start-index away")
    start = options.start_index or 0
    count = options.max_chars or limits.CHARS
    pieces: list[str] = []
    at = have = 0
    for block in page.document.lines.blocks():
        text = block.data.decode("utf-8", "replace")
        if at + len(text) > start and have <= count:
            piece = text[max(0, start - at) :][: count + 1 - have]
            pieces.append(piece)
            have += len(piece)
        at += len(text)
        if have > count:
            return Slice(start, "".join(pieces)[:count], None)
    if page.document.is_made and at:  # the newline that ends made text is not part of it
        at -= 1
        if have and start + have > at:
            pieces = ["".join(pieces)[: max(0, at - start)]]
    return Slice(start, "".join(pieces), at)


def render(page: Page, out: Out) -> None:
    """Print the slice: with a header and a note in a pipe, with one line after it on a terminal."""
    from readcli.run import show_name

    document = page.document
    found = take(page)
    text = _strip(found.text)
    if os.isatty(1):
        out.write((text + "\n" + _line(page, found) + "\n").encode("utf-8", "replace"))
        return
    head = f"Path: {show_name(document.source.path)}\nFormat: {document.format.upper()}\nSize: {document.source.size} bytes\n\n"
    if not found.text:
        empty = "(no extractable text; the document may be scanned or image-only)"
        text = f"(no text at startIndex {found.start}; total {found.total} characters)" if found.total else empty
    if found.is_truncated:
        of_total = f" of {found.total}" if found.total is not None else ""
        text += f"\n\n… (truncated at {found.next}{of_total} characters; read on with --start-index {found.next})"
    out.write((head + text + "\n").encode("utf-8", "surrogateescape"))


def _strip(text: str) -> str:
    """Undo or show control characters, as for lines."""
    from readcli import control

    data = control.strip(text.encode("utf-8", "replace"))
    return control.show(data.decode()) if os.isatty(1) else data.decode()


def _line(page: Page, found: Slice) -> str:
    of_total = f" of {found.total:,}" if found.total is not None else ""
    after = f" · next at {found.next:,}" if found.is_truncated else ""
    return f"{page.document.format.upper()} · chars {found.start + 1:,}–{found.next:,}{of_total}{after}"


def render_json(page: Page, out: Out) -> None:
    """Print the slice as one object."""
    from readcli.render.jsonl import dumps, name_members, notices

    found = take(page)
    document = page.document
    value = {
        "format": document.format,
        "bytes": document.source.size,
        "chars": found.total,
        "startIndex": found.start,
        "nextIndex": found.next,
        "truncated": found.is_truncated,
        "text": found.text,
        "notices": notices(page),
    }
    names = ",".join(('{"schema":"readcli/1"', *name_members("path", document.source.path)))
    out.write((names + "," + dumps(value)[1:] + "\n").encode())
