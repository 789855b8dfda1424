"""Outlook messages (MS-OXMSG): headers people look at, the text, attachments as members.

Properties are streams named by number and type, short ones lie together in one stream. The text is the plain body, else
the HTML one, else the RTF one. A message attached to the message is named, but not read.
"""

import struct
from collections.abc import Iterator

from readcli import ole
from readcli.errors import Corrupt, NotFound
from readcli.model import Event, Notice, Options, Part, Source
from readcli.readers import mail_text, msg_rtf
from readcli.readers.mail_text import Attachment

_PROPERTIES = "__properties_version1.0"
# Numbers of properties (MS-OXPROPS).
_SUBJECT, _HEADERS, _BODY, _HTML, _RTF = 0x0037, 0x007D, 0x1000, 0x1013, 0x1009
_SENDER_NAME, _SENDER_ADDRESS, _SENDER_SMTP, _FROM_NAME, _FROM_ADDRESS, _FROM_SMTP = 0x0C1A, 0x0C1F, 0x5D01, 0x0042, 0x0065, 0x5D02
_DISPLAY = {"To": 0x0E04, "Cc": 0x0E03, "Bcc": 0x0E02}
_SUBMITTED, _DELIVERED = 0x0039, 0x0E06
_MESSAGE_PAGE, _BODY_PAGE, _CLASS = 0x3FFD, 0x3FDE, 0x001A
_NAME, _ADDRESS, _SMTP, _RECIPIENT_KIND = 0x3001, 0x3003, 0x39FE, 0x0C15
_CONTENT, _LONG_NAME, _SHORT_NAME, _SUFFIX = 0x3701, 0x3707, 0x3704, 0x3703
_UNICODE, _BYTES, _BINARY, _OBJECT, _INTEGER, _TIME = 0x001F, 0x001E, 0x0102, 0x000D, 0x0003, 0x0040


def read(source: Source, options: Options) -> Iterator[Event]:
    """Give facts, headers, a blank line and the text. Raises Corrupt."""
    compound = ole.Compound(source.seekable())
    message = Item(compound, "")
    headers = _read_headers(compound, message)
    attachments, skipped = _read_attachments(compound, message)
    yield {**mail_text.find_facts(headers), "attachments": mail_text.list_attachments(attachments)}
    if options.facts_only:
        return
    yield Part("mail", 1, headers["Subject"])
    yield mail_text.tell_headers(headers, [item.name for item in attachments])
    yield from _tell_body(message, options)
    if skipped:
        yield Notice(f"attached messages are not read: {', '.join(skipped)}")


def names(source: Source, _options: Options) -> list[str]:
    """Give the names of what is attached, in order. Raises Corrupt."""
    compound = ole.Compound(source.seekable())
    return [attachment.name for attachment in _read_attachments(compound, Item(compound, ""))[0]]


def extract(source: Source, name: str, _options: Options) -> Iterator[bytes]:
    """Give the bytes of an attachment. Raises Corrupt, NotFound."""
    compound = ole.Compound(source.seekable())
    for attachment in _read_attachments(compound, Item(compound, ""))[0]:
        if attachment.name == name:
            yield from mail_text.read_bytes(attachment.content)
            return
    msg = f"no attachment is called {name}"
    raise NotFound(msg)


class Item:
    """The properties of the message, a recipient or an attachment: one storage."""

    def __init__(self, compound: ole.Compound, folder: str, encoding: str = "") -> None:
        """Read the short properties (2.4). Raises Corrupt where there are none at the top."""
        self._compound = compound
        self._folder = folder + "/" if folder else ""
        stream = compound.read(self._folder + _PROPERTIES)
        if not folder and not compound.has(_PROPERTIES):
            msg = "it holds no message"
            raise Corrupt(msg)
        start = 8 if folder else 32
        rows = stream[start : start + (max(0, len(stream) - start) & ~15)]
        self.short = {tag: value for tag, _, value in struct.iter_unpack("<II8s", rows)}
        page = self.number(_MESSAGE_PAGE)
        self.encoding = encoding or ole.code_page(page or 1252)

    def number(self, name: int) -> int:
        """Give an integer property, 0 where it is not there."""
        return int.from_bytes(self.short.get(name << 16 | _INTEGER, b"")[:4], "little")

    def has(self, name: int, kind: int) -> bool:
        """Say whether there is a stream or storage of a property."""
        return self._compound.has(self._path(name, kind))

    def binary(self, name: int) -> bytes:
        """Give a binary property, none where it is not there."""
        return self._compound.read(self._path(name, _BINARY))

    def text(self, name: int) -> str:
        """Give a text property, in Unicode or in the code page of the message, empty where it is not there."""
        wide = self._compound.read(self._path(name, _UNICODE))
        if wide:
            return wide.decode("utf-16-le", "replace").rstrip("\0")
        return self._compound.read(self._path(name, _BYTES)).decode(self.encoding, "replace").rstrip("\0")

    def time(self, *names: int) -> str:
        """Give the first time property there is as `2024-05-01 12:30:00 UTC` (FILETIME: 100 ns since 1601)."""
        from datetime import UTC, datetime, timedelta

        for name in names:
            ticks = int.from_bytes(self.short.get(name << 16 | _TIME, b""), "little")
            if 0 < ticks < 2_650_467_744_000_000_000:  # the year 9999
                return (datetime(1601, 1, 1, tzinfo=UTC) + timedelta(microseconds=ticks // 10)).strftime("%Y-%m-%d %H:%M:%S UTC")
        return ""

    def _path(self, name: int, kind: int) -> str:
        return f"{self._folder}__substg1.0_{name:04X}{kind:04X}"


def _read_headers(compound: ole.Compound, message: Item) -> dict[str, str]:
    """Give the headers that are shown; the date in UTC, else as the Internet headers have it."""
    name = message.text(_FROM_NAME) or message.text(_SENDER_NAME)
    addresses = (message.text(_FROM_SMTP), message.text(_SENDER_SMTP), message.text(_FROM_ADDRESS), message.text(_SENDER_ADDRESS))
    headers = {"From": _write_address(name, addresses), "Subject": _one_line(message.text(_SUBJECT))}
    folders = [folder for folder in compound.names() if folder.startswith("__recip_version1.0")]
    found: dict[int, list[str]] = {1: [], 2: [], 3: []}
    for folder in folders:
        person = Item(compound, folder, message.encoding)
        written = _write_address(person.text(_NAME), (person.text(_SMTP), person.text(_ADDRESS)))
        found.setdefault(person.number(_RECIPIENT_KIND), []).append(written)
    for kind, (header, number) in enumerate(_DISPLAY.items(), 1):
        headers[header] = ", ".join(person for person in found[kind] if person) or _one_line(message.text(number))
    headers["Date"] = message.time(_SUBMITTED, _DELIVERED) or _find_date(message.text(_HEADERS))
    return headers


def _write_address(name: str, addresses: tuple[str, ...]) -> str:
    """Write `Name <address>`; addresses inside an Exchange server, which nobody could use, are left out."""
    address = next((item for item in addresses if "@" in item), "")
    if not address or address == name.strip("'"):
        return _one_line(name or address)
    return _one_line(f"{name} <{address}>" if name else address)


def _one_line(text: str) -> str:
    """Fold white space, so that a name cannot feign a header."""
    return " ".join(text.split())


def _find_date(headers: str) -> str:
    """Find the date in the Internet headers."""
    return next((line[5:].strip() for line in headers.splitlines() if line[:5].lower() == "date:"), "")


def _tell_body(message: Item, options: Options) -> Iterator[Event]:
    """Give the text in the plainest of the forms that the message has."""
    text = mail_text.split_lines(message.text(_BODY))
    if text:
        yield "\n" + text
        return
    html = message.binary(_HTML)
    page = message.number(_BODY_PAGE)
    charset = ole.code_page(page) if page else None
    if not html:
        html, charset = message.text(_HTML).encode("utf-8", "replace"), "utf-8"
    if html.strip(b"\0 \r\n"):
        yield ""
        yield from mail_text.tell_html(html, charset, options)
        return
    packed = message.binary(_RTF)
    if packed:
        yield ""
        yield from mail_text.tell_rtf(msg_rtf.unpack(packed), options)
    elif message.text(_CLASS).lower().startswith("ipm.note.smime"):
        yield Notice("the message is encrypted or signed as a whole, its text is in the attachment")


def _read_attachments(compound: ole.Compound, message: Item) -> tuple[list[Attachment], list[str]]:
    """Give what is attached, and the names of attached messages and objects, which are storages of their own."""
    found: list[Attachment] = []
    skipped: list[str] = []
    taken: set[str] = set()
    for folder in compound.names():
        if not folder.startswith("__attach_version1.0"):
            continue
        item = Item(compound, folder, message.encoding)
        name = item.text(_LONG_NAME) or item.text(_SHORT_NAME) or item.text(_NAME) or f"attachment{item.text(_SUFFIX)}"
        if item.has(_CONTENT, _OBJECT):
            skipped.append(_one_line(name))
        else:
            found.append(Attachment(mail_text.name_uniquely(name, taken), item.binary(_CONTENT)))
    return found, skipped
