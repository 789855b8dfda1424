"""Mail: single messages (RFC 5322, MIME RFC 2045-2049, 2231) and mailboxes (mbox, RFC 4155).

Headers people look at, then the text; HTML is converted where it is all there is. Everything else is attached: named in
the headers, read as a member. In a mailbox a member's name begins with the number of its message: `2/offer.docx`.
"""

import re
from collections.abc import Iterator

from readcli.errors import Corrupt, NotFound
from readcli.model import Event, Notice, Options, Part, Source
from readcli.readers import eml_parts, mail_text
from readcli.readers.eml_parts import Message

_START = re.compile(rb"From [^\n]*\d\d:\d\d")  # of a message in a mailbox; other lines that begin so are text
_QUOTED = re.compile(rb"^>(>*From )", re.MULTILINE)


def read(source: Source, options: Options) -> Iterator[Event]:
    """Give facts, then message by message its headers and text. Raises Corrupt."""
    is_box = source.peek(5)[:5] == b"From "
    attached: list[dict[str, object]] = []
    count = told = 0
    for count, content in enumerate(_split(source) if is_box else [source.read()], 1):
        if options.parts is not None and not any(part.first <= count <= (part.last or count) for part in options.parts):
            continue
        message = eml_parts.parse(content)
        if is_box:
            attached += _number(count, mail_text.list_attachments(message.attachments))
            if options.facts_only:
                continue
        elif not message.is_mail:
            msg = "it is not a mail"
            raise Corrupt(msg)
        else:
            yield {**mail_text.find_facts(message.headers), "attachments": mail_text.list_attachments(message.attachments)}
        if told:
            yield ""
        told += 1
        yield Part("mail", count, message.headers.get("Subject", ""))
        if is_box:
            yield f"<!-- Mail {count} -->\n"
        yield from tell(message, options)
    if is_box:
        yield {"mails": count, "attachments": attached}


def names(source: Source, options: Options) -> list[str]:
    """Give the names of what is attached, in order."""
    return [attachment.name for attachment in _attachments(source, options)]


def extract(source: Source, name: str, options: Options) -> Iterator[bytes]:
    """Give the bytes of an attachment. Raises NotFound."""
    for attachment in _attachments(source, options):
        if attachment.name == name:
            yield from mail_text.read_bytes(attachment.content)
            return
    msg = f"no attachment is called {name}"
    raise NotFound(msg)


def tell(message: Message, options: Options) -> Iterator[Event]:
    """Give headers, a blank line and the text of one message."""
    yield mail_text.tell_headers(message.headers, [item.name for item in message.attachments])
    if message.is_encrypted:
        yield Notice("the message is encrypted, its text is not read")
    for kind, content, charset in message.texts:
        if kind == "html":
            yield ""
            yield from mail_text.tell_html(content, charset, options)
        else:
            text = mail_text.split_lines(eml_parts.decode(content, charset))
            if text:
                yield "\n" + text


def _attachments(source: Source, _options: Options) -> Iterator[mail_text.Attachment]:
    """Give what is attached to all messages, under the names of members."""
    is_box = source.peek(5)[:5] == b"From "
    for count, content in enumerate(_split(source) if is_box else [source.read()], 1):
        for attachment in eml_parts.parse(content).attachments:
            if is_box:
                attachment.name = f"{count}/{attachment.name}"
            yield attachment


def _number(count: int, listed: list[dict[str, object]]) -> list[dict[str, object]]:
    """Put the number of the message before the names of what is attached to it."""
    return [{**item, "name": f"{count}/{item['name']}"} for item in listed]


def _split(source: Source) -> Iterator[bytes]:
    """Cut a mailbox at the lines that begin messages, one message in memory at a time."""
    message: list[bytes] = []
    size = 0
    is_after_blank = True
    for line in _lines(source):
        if is_after_blank and _START.match(line):
            if message:
                yield _unquote(message)
            message, size = [], 0
        elif message or size or not line.startswith(b"From "):
            message.append(line)
            size += len(line)
            source.refuse_large(size)
        is_after_blank = not line.rstrip(b"\r\n")
    if message:
        yield _unquote(message)


def _unquote(lines: list[bytes]) -> bytes:
    """Take one `>` from lines that would look like the beginning of a message (mboxrd)."""
    return _QUOTED.sub(rb"\1", b"".join(lines))


def _lines(source: Source) -> Iterator[bytes]:
    """Give lines with their ends."""
    rest = b""
    for piece in source.chunks():
        *lines, rest = (rest + piece).split(b"\n")
        for line in lines:
            yield line + b"\n"
    if rest:
        yield rest
