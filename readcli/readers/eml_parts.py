"""One message taken apart: its headers decoded, its texts chosen, what is attached named (MIME, RFC 2045-2049, 2183).

The standard library parses the structure and never refuses; headers are decoded here, as real ones hold raw bytes.
"""

import binascii
import re
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message as Parsed
from email.parser import BytesParser
from email.policy import Compat32

from readcli import encoding
from readcli.errors import TooLarge
from readcli.readers.mail_text import SHOWN, Attachment, name_uniquely

_ENCRYPTED = ("multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime")
_DEPTH = 40  # of parts inside parts
_KNOWN = ("from", "to", "cc", "bcc", "date", "subject", "message-id", "received", "mime-version", "content-type", "return-path")
_BROKEN = (LookupError, ValueError, TypeError, AttributeError, HeaderParseError, binascii.Error)
_SUFFIXES = {"text/plain": ".txt", "text/html": ".html", "text/calendar": ".ics", "image/jpeg": ".jpg", "message/rfc822": ".eml"}
_FOLD = re.compile(r"\r?\n[ \t]*|[\r\n\0]")


class _Raw(Compat32):
    """Headers as they are, bytes above ASCII as surrogates: the library's own policies lose or refuse some."""

    def header_fetch_parse(self, _name: str, value: str) -> str:
        """Give a header unchanged."""
        return value


class Message:
    """A message.

    headers       decoded, by the names that are shown
    is_mail       has a header that mails have
    texts         kind (plain or html), bytes and charset (or None) of each text, in order
    attachments   everything else, in order
    is_encrypted  no text, because it is encrypted
    """

    __slots__ = ("attachments", "headers", "is_encrypted", "is_mail", "taken", "texts")

    def __init__(self) -> None:
        """Begin an empty one."""
        self.headers: dict[str, str] = {}
        self.texts: list[tuple[str, bytes, str | None]] = []
        self.attachments: list[Attachment] = []
        self.is_encrypted = self.is_mail = False
        self.taken: set[str] = set()


def parse(content: bytes) -> Message:
    """Take a message apart. Raises TooLarge where parts nest deeper than Python calls."""
    message = Message()
    try:
        parsed = BytesParser(policy=_Raw()).parsebytes(content.lstrip(b"\r\n"))
        _collect(parsed, message, _DEPTH)
    except RecursionError as error:
        msg = "its parts nest too deep"
        raise TooLarge(msg) from error
    message.is_mail = any(parsed.get(name) is not None for name in _KNOWN)
    for name in SHOWN:
        values = [decode_words(str(value)) for value in parsed.get_all(name, [])]
        message.headers[name] = ", ".join(value for value in values if value)
    message.is_encrypted = not message.texts and parsed.get_content_type() in _ENCRYPTED
    return message


def decode_words(raw: str) -> str:
    """Decode a header: encoded words (RFC 2047), raw UTF-8 or 8-bit bytes, folded lines."""
    plain = _FOLD.sub(" ", _decode_raw(raw)).strip()
    if "=?" not in plain:
        return plain
    try:
        words = decode_header(plain)
    except _BROKEN:
        return plain
    return "".join(decode(word, charset) if isinstance(word, bytes) else word for word, charset in words)


def decode(content: bytes, charset: str | None) -> str:
    """Decode in a charset; one that is unknown or not said is judged by the bytes."""
    try:
        if charset and charset.lower() not in ("unknown-8bit", "us-ascii", "ascii"):
            return content.decode(charset, "replace")
    except (LookupError, ValueError):
        pass
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode(encoding.judge(content, is_whole=True).name, "replace")


def _decode_raw(raw: str) -> str:
    """Undo the parser's surrogates for bytes above ASCII."""
    if raw.isascii():
        return raw
    return decode(raw.encode("utf-8", "surrogateescape"), None)


def _collect(part: "Parsed[str, str]", message: Message, depth: int) -> None:
    """Sort a part, and the parts inside it, into texts and attachments."""
    kind = part.get_content_type()
    children = _inside(part)
    if children and part.get_content_maintype() == "multipart" and depth:
        if kind == "multipart/alternative":
            _choose(children, message, depth - 1)
        else:
            for child in children:
                _collect(child, message, depth - 1)
        return
    name = _file_name(part)
    is_attached = str(part.get("Content-Disposition", "")).lower().lstrip().startswith("attachment")
    if kind in ("text/plain", "text/html", "text/enriched") and not name and not is_attached:
        content = _content(part)
        if content.strip():
            message.texts.append(("html" if kind == "text/html" else "plain", content, _charset(part)))
        return
    _attach(part, kind, name, message)


def _choose(children: "list[Parsed[str, str]]", message: Message, depth: int) -> None:
    """Take the plain one of alternatives, else the first with a text; what is attached inside the others is kept."""
    found = []
    for child in children:
        inner = Message()
        inner.taken = message.taken
        _collect(child, inner, depth)
        found.append(inner)
    chosen = next((item for item in found if any(text[0] == "plain" for text in item.texts)), None)
    chosen = chosen or next((item for item in found if item.texts), None)
    message.texts += chosen.texts if chosen else []
    for inner in found:
        message.attachments += inner.attachments


def _attach(part: "Parsed[str, str]", kind: str, name: str, message: Message) -> None:
    inside = _inside(part)
    if kind == "message/rfc822" and inside:
        name = name or (decode_words(str(inside[0].get("Subject", ""))).replace("/", "_") or "message") + ".eml"
    elif not name:
        name = f"part {len(message.taken) + 1}{_SUFFIXES.get(kind, '.' + kind.rpartition('/')[2].removeprefix('x-'))}"
    content = _content(part)
    if content or part.get_filename() or kind == "message/rfc822":
        message.attachments.append(Attachment(name_uniquely(name, message.taken), content))


def _inside(part: "Parsed[str, str]") -> "list[Parsed[str, str]]":
    """Give the parts, or the message, inside a part."""
    return [child for child in part.get_payload() if isinstance(child, Parsed)] if part.is_multipart() else []


def _content(part: "Parsed[str, str]") -> bytes:
    """Give the decoded bytes of a part; of one that holds a message, the message."""
    try:
        if part.is_multipart():
            return b"".join(child.as_bytes() for child in _inside(part))
        content = part.get_payload(decode=True)
    except _BROKEN:
        return b""
    return content if isinstance(content, bytes) else b""


def _charset(part: "Parsed[str, str]") -> str | None:
    try:
        return part.get_content_charset()
    except _BROKEN:
        return None


def _file_name(part: "Parsed[str, str]") -> str:
    """Give the name of a file, decoded from RFC 2231 and, against the rules, RFC 2047; nothing where there is none."""
    try:
        return decode_words(part.get_filename() or "")
    except _BROKEN:
        return ""
