"""Outlook messages built in memory (MS-OXMSG)."""

import struct

from tests.samples.ole import compound

_TYPES = {"wide": 0x001F, "narrow": 0x001E, "binary": 0x0102, "object": 0x000D}
MAY = 133_590_402_000_000_000  # 2024-05-01 12:30 UTC in 100 ns since 1601


def item(folder: str, texts: dict[int, object], short: dict[tuple[int, int], int] | None = None) -> dict[str, bytes]:
    """Build the streams of the message, a recipient or an attachment; a text is Unicode, bytes are binary."""
    streams = {}
    for number, value in texts.items():
        kind = 0x001F if isinstance(value, str) else 0x0102
        raw = value.encode("utf-16-le") if isinstance(value, str) else value
        streams[f"{folder}__substg1.0_{number:04X}{kind:04X}"] = raw
    rows = b"".join(struct.pack("<IIQ", number << 16 | kind, 6, value) for (number, kind), value in (short or {}).items())
    streams[f"{folder}__properties_version1.0"] = bytes(8 if folder else 32) + rows
    return streams


def recipient(number: int, name: str, address: str, kind: int = 1) -> dict[str, bytes]:
    """Build a recipient: kind 1 To, 2 Cc, 3 Bcc."""
    return item(f"__recip_version1.0_#{number:08X}/", {0x3001: name, 0x39FE: address}, {(0x0C15, 3): kind})


def attachment(number: int, name: str, content: bytes) -> dict[str, bytes]:
    """Build a file that is attached."""
    return item(f"__attach_version1.0_#{number:08X}/", {0x3707: name, 0x3701: content})


def message(body: dict[int, object], *more: dict[str, bytes], short: dict[tuple[int, int], int] | None = None) -> bytes:
    """Build a message from Ann with a subject and a body."""
    texts = {0x0037: "Grüße 😀", 0x0042: "Ann Ödön", 0x5D02: "ann@example.org", 0x0065: "/O=ORG/CN=ANN"} | body
    streams = item("", texts, {(0x0039, 0x0040): MAY} | (short or {}))
    for part in more:
        streams |= part
    return compound(streams)


def plain() -> bytes:
    """Give a message with a plain body, recipients and two attachments of one name."""
    return message(
        {0x1000: "Hello Bob,\r\n\r\nall fine.\r\n", 0x1013: b"<p>not this</p>"},
        recipient(0, "Bob", "bob@example.org"), recipient(1, "'carl@example.org'", "carl@example.org"), recipient(2, "Dora", "d@example.org", 2),
        attachment(0, "offer.txt", b"10 EUR"), attachment(1, "offer.txt", b"x" * 5000),
    )  # fmt: skip


def html() -> bytes:
    """Give a message whose text is HTML in a code page of its own."""
    return message({0x1013: "<html><body><p>Привет, <b>мир</b></p></body></html>".encode("cp1251") + bytes(90)}, short={(0x3FDE, 3): 1251})


def _literal(rtf: bytes) -> bytes:
    """Pack RTF without references (MS-OXRTFCP): each control byte is 0 and eight letters follow."""
    tokens = b"".join(b"\0" + rtf[at : at + 8] for at in range(0, len(rtf), 8))
    return struct.pack("<II4sI", len(tokens) + 12, len(rtf), b"LZFu", 0) + tokens


def rtf() -> bytes:
    """Give a message whose text is compressed RTF."""
    return message({0x1009: _literal(b"{\\rtf1\\ansi Rich \\b text\\b0\\par}")})


def narrow() -> bytes:
    """Give a message in a code page, without the fields that newer ones have."""
    texts = {0x0037: "Тема", 0x0C1A: "Иван", 0x0E04: "Пётр", 0x1000: "Привет"}
    streams = {f"__substg1.0_{number:04X}001E": text.encode("cp1251") for number, text in texts.items()}
    streams["__properties_version1.0"] = bytes(32) + struct.pack("<IIQ", 0x3FFD0003, 6, 1251)
    streams["__substg1.0_007D001E"] = b"Received: x\r\nDate: Wed, 1 May 2024 12:30:00 +0200\r\n"
    return compound(streams)


def nested() -> bytes:
    """Give a message with a message attached."""
    folder = "__attach_version1.0_#00000000/"
    inner = item(f"{folder}__substg1.0_3701000D/", {0x0037: "Inner"})
    return message({0x1000: "See below"}, item(folder, {0x3001: "Inner mail"}) | inner)


def other() -> bytes:
    """Give a compound file that is no message."""
    return compound({"WordDocument": b"x"})
