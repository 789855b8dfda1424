"""What mail of all formats shares: the block of headers, bodies in HTML and RTF, names of attachments."""

import io
from collections.abc import Iterator

from readcli import limits
from readcli.errors import ReadError
from readcli.model import Event, Notice, Options, Source

SHOWN = ("From", "To", "Cc", "Bcc", "Date", "Subject")


class Attachment:
    """A member of a message: its unique name and its bytes."""

    __slots__ = ("content", "name")

    def __init__(self, name: str, content: bytes) -> None:
        """Take both."""
        self.name = name
        self.content = content


def tell_headers(headers: dict[str, str], names: list[str]) -> str:
    """Give the headers that people look at, one a line, and what is attached."""
    lines = [f"{name}: {headers[name]}" for name in SHOWN if headers.get(name)]
    if names:
        lines.append(f"Attachments: {', '.join(names)}")
    return "\n".join(lines)


def find_facts(headers: dict[str, str]) -> dict[str, object]:
    """Give the headers that are facts of the document; its title is the subject, its author the sender."""
    keys = {"title": "Subject", "author": "From", "date": "Date"}
    return {key: headers[name] for key, name in keys.items() if headers.get(name)}


def list_attachments(attachments: list[Attachment]) -> list[dict[str, object]]:
    """Give name and size in bytes of each, for the facts."""
    return [{"name": item.name, "size": len(item.content)} for item in attachments]


def name_uniquely(wanted: str, taken: set[str]) -> str:
    """Give a file name without folders, line breaks and control characters that none of `taken` has, and take it."""
    plain = "".join(letter for letter in wanted.replace("\\", "/").rpartition("/")[2] if letter >= " ").strip() or "attachment"
    stem, dot, suffix = plain.rpartition(".")
    if not stem:
        stem, dot, suffix = plain, "", ""
    name, count = plain, 1
    while name in taken:
        count += 1
        name = f"{stem} ({count}){dot}{suffix}"
    taken.add(name)
    return name


def split_lines(text: str) -> str:
    """Give a plain body with newlines only, without blank lines at both ends."""
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "").strip("\n").rstrip()


def tell_html(content: bytes, charset: str | None, options: Options) -> Iterator[Event]:
    """Give the lines and notices of a body in HTML. An empty or damaged one gives a notice."""
    from readcli.readers import html

    if not (charset or "").lower().startswith(("utf-16", "utf-32")):
        content = content.replace(b"\0", b"")  # Outlook ends texts with one, and the engine takes many for a picture
    yield from _tell(html.read(_source("body.html", content, charset), options.but(parts=None, facts_only=False)))


def tell_rtf(content: bytes, options: Options) -> Iterator[Event]:
    """Give the lines and notices of a body in RTF."""
    from readcli.readers import rtf

    yield from _tell(rtf.read(_source("body.rtf", content, None), options.but(parts=None, facts_only=False)))


def read_bytes(content: bytes) -> Iterator[bytes]:
    """Give bytes piece by piece."""
    for at in range(0, len(content), limits.CHUNK):
        yield content[at : at + limits.CHUNK]


def _source(name: str, content: bytes, charset: str | None) -> Source:
    source = Source(name, name, io.BytesIO(content), size=len(content), seekable=True)
    source.charset = charset
    return source


def _tell(events: Iterator[Event]) -> Iterator[Event]:
    """Pass lines and notices on; an error ends the body, not the message."""
    try:
        for event in events:
            if isinstance(event, str | Notice):
                yield event
    except ReadError as error:
        yield Notice(f"the text of the message is damaged: {error.message}")
