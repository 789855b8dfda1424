"""Outlook messages (MS-OXMSG)."""

import random

import pytest

from readcli.errors import NotFound, ReadError
from readcli.model import Options
from readcli.readers import msg as reader
from readcli.readers import msg_rtf
from tests import support
from tests.samples import msg
from tests.support import Vector

VECTORS = [
    Vector("headers, a blank line, the plain body", msg.plain, lacks=("not this", "/O=ORG"), contains=((
        "From: Ann Ödön <ann@example.org>\nTo: Bob <bob@example.org>, 'carl@example.org'\nCc: Dora <d@example.org>\nDate: 2024-05-01 12:30:00 UTC\n"
        "Subject: Grüße 😀\nAttachments: offer.txt, offer (2).txt\n\nHello Bob,\n\nall fine."),),
        facts={"title": "Grüße 😀", "attachments": [{"name": "offer.txt", "size": 6}, {"name": "offer (2).txt", "size": 5000}]}),
    Vector("HTML where it is all there is", msg.html, contains=("Subject: Grüße 😀\n\nПривет, **мир**",)),
    Vector("RTF where it is all there is", msg.rtf, contains=("\n\nRich text",), lacks=("rtf1",)),
    Vector("a code page", msg.narrow, contains=("From: Иван\nTo: Пётр\nDate: Wed, 1 May 2024 12:30:00 +0200\nSubject: Тема\n\nПривет",)),
    Vector("a message inside", msg.nested, contains=("See below",), notices=("attached messages are not read: Inner mail",), facts={"attachments": []}),
    Vector("another compound file", msg.other, error="corrupt"),
    Vector("another file", lambda: b"From: x", error="corrupt"),
]  # fmt: skip


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.name)
def test_vector(vector):
    """Each row of the table holds."""
    support.check(vector, "msg", "sample.msg")


def test_members():
    """Attachments are members with unique names and their own bytes."""
    source = support.source_of(msg.plain(), "a.msg")
    assert reader.names(source, Options()) == ["offer.txt", "offer (2).txt"]
    assert b"".join(reader.extract(source, "offer.txt", Options())) == b"10 EUR"
    assert b"".join(reader.extract(source, "offer (2).txt", Options())) == b"x" * 5000
    with pytest.raises(NotFound):
        list(reader.extract(source, "none.txt", Options()))


def test_compressed_rtf():
    """References reach into the window, which begins with customary words, and may overlap what they make (MS-OXRTFCP 4)."""
    far = "2d0000002b0000004c5a4675f1c5c7a703000a00726370673132354232 0af32068656c090020627705b06c647d0a800fa0"
    assert msg_rtf.unpack(bytes.fromhex(far)) == b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n"
    overlapping = "1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0"
    assert msg_rtf.unpack(bytes.fromhex(overlapping)) == b"{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}"
    with pytest.raises(ReadError):
        msg_rtf.unpack(b"short")
    with pytest.raises(ReadError):
        msg_rtf.unpack(bytes(20))


@pytest.mark.parametrize("sample", [msg.plain, msg.rtf, msg.html], ids=lambda sample: sample.__name__)
def test_damage(sample):
    """A truncated or altered message gives text or one ReadError, nothing else."""
    data = sample()
    chance = random.Random(3)
    for turn in range(40):
        broken = bytearray(data[: chance.randrange(len(data))] if turn % 3 == 0 else data)
        for _ in range(chance.randrange(1, 30)):
            if broken:
                broken[chance.randrange(len(broken))] = chance.randrange(256)
        try:
            support.said("msg", bytes(broken), "a.msg")
            reader.names(support.source_of(bytes(broken), "a.msg"), Options())
        except ReadError as error:
            assert error.message and "\n" not in error.message
