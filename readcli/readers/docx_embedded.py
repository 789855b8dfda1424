"""Documents imported whole into a Word document (`w:altChunk`; ECMA-376 part 1, 17.17.2.1): HTML, text, RTF, DOCX.

Each is read by its own reader; a reader is imported when its kind occurs.
"""

import importlib
import io

from readcli import limits
from readcli.errors import Corrupt, ReadError
from readcli.model import Notice, Source
from readcli.readers.docx_reading import Reading
from readcli.readers.pipe_tables import Blocks

_MARKUP = (b"<html", b"<!doctype html", b"<body", b"<p", b"<div", b"<table", b"<h1", b"<span")


def blocks(reading: Reading, part: str) -> Blocks:
    """Give the text of an imported part as one block; what cannot be read is a complaint."""
    if not part or not reading.package.has(part):
        return []
    try:
        text = _text(reading, part, reading.package.read(part))
    except ReadError as error:
        reading.complain(Corrupt(f"the imported part {part} is not read: {error.message}"))
        return []
    return [(False, text)] if text else []


def _text(reading: Reading, part: str, content: bytes) -> str:
    head = content[:4096].lower()
    if b"mime-version:" in head:
        content = _page_of(content)
        return _read("html", reading, part, content)
    if content.startswith(b"PK\x03\x04"):
        return _read("docx", reading, part, content)
    if content.lstrip().startswith(b"{\\rtf"):
        return _read("rtf", reading, part, content)
    if any(mark in head.replace(b"\0", b"") for mark in _MARKUP):
        return _read("html", reading, part, content)
    try:
        return content.decode("utf-16" if content.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig").strip()
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace").strip()


def _read(name: str, reading: Reading, part: str, content: bytes) -> str:
    """Run another reader on a part and gather its lines."""
    if reading.depth + 1 >= limits.DEPTH:
        msg = f"more than {limits.DEPTH} documents inside each other"
        raise Corrupt(msg)
    module = importlib.import_module(f"readcli.readers.{name}")
    source = Source(part.rsplit("/", 1)[-1], part, io.BytesIO(content), size=len(content), seekable=True, depth=reading.depth + 1)
    lines = []
    for event in module.read(source, reading.options):
        if isinstance(event, str):
            lines.append(event)
        elif isinstance(event, Notice):
            reading.complain(Corrupt(event.text))
    return "\n".join(lines)


def _page_of(content: bytes) -> bytes:
    """Give the HTML inside a web page saved as one file (MHTML, RFC 2557)."""
    import email

    for part in email.message_from_bytes(content).walk():
        if part.get_content_type() == "text/html":
            page = part.get_payload(decode=True)
            return page if isinstance(page, bytes) else b""
    return b""
