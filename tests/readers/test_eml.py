"""Mail and mailboxes (RFC 5322, MIME, RFC 4155)."""

import random

import pytest

from readcli import limits
from readcli.errors import NotFound, ReadError
from readcli.model import Options, Range
from readcli.readers import eml as reader
from tests import support
from tests.samples import eml
from tests.support import Vector

VECTORS = [
    Vector("decoded headers, a blank line, the text", eml.plain, contains=((
        "From: Ann Ödön <ann@example.org>\nTo: bob@example.org, carl@example.org\nDate: Wed, 1 May 2024 12:30:00 +0200\nSubject: Grüße 😀\n\n"
        "Schöne Grüße aus Köln"),), facts={"title": "Grüße 😀", "author": "Ann Ödön <ann@example.org>", "attachments": []}),
    Vector("raw UTF-8", eml.raw, contains=("From: Jörg <j@example.org>\nSubject: Grüße – 😀\n\nWörter",)),
    Vector("one of the alternatives", eml.alternatives, contains=("plain words",), lacks=("html words", "EUR"), facts={"attachments": [
        {"name": "part 1.png", "size": 4}, {"name": "Übersicht.txt", "size": 6}, {"name": "Übersicht (2).txt", "size": 6}]}),
    Vector("HTML where it is all there is", eml.html, contains=("Subject: H\n\nPrix : **5 €**",)),
    Vector("a message inside", eml.forwarded, contains=("Attachments: Inner_one.eml\n\nouter words",), lacks=("inner words",)),
    Vector("encrypted", eml.encrypted, contains=("Attachments: msg.asc",), notices=("the message is encrypted",)),
    Vector("words that nobody can read", eml.bad_words, contains=("Subject: ", "tail", "words")),
    Vector("parts nested too deep", eml.deep, error="too-large"),
    Vector("a mailbox", eml.mailbox, facts={"mails": 3, "attachments": [{"name": "3/a.txt", "size": 1}]}, in_order=(
        "<!-- Mail 1 -->\n\nFrom: a@example.org\nSubject: One\n\nfirst words\nFrom here on\n>From there\n\n<!-- Mail 2 -->\n\nSubject: Two\n\nsecond words",
        "From now on all is well\n\n<!-- Mail 3 -->\n\nSubject: Three\nAttachments: a.txt\n\nthird words")),
    Vector("one message of a mailbox", eml.mailbox, contains=("<!-- Mail 2 -->",), lacks=("first", "third"), options={"parts": [Range(2, 2)]}),
    Vector("a text", eml.text, error="corrupt"),
    Vector("nothing", lambda: b"", error="corrupt"),
]  # fmt: skip


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.name)
def test_vector(vector):
    """Each row of the table holds."""
    support.check(vector, "eml", "sample.eml")


def test_members():
    """Attachments, and messages inside, are members with unique names and their own bytes."""
    source = support.source_of(eml.alternatives(), "a.eml")
    assert reader.names(source, Options()) == ["part 1.png", "Übersicht.txt", "Übersicht (2).txt"]
    assert b"".join(reader.extract(source, "Übersicht (2).txt", Options())) == b"20 EUR"
    inner = support.source_of(eml.forwarded(), "a.eml")
    assert b"inner words" in b"".join(reader.extract(inner, "Inner_one.eml", Options()))
    box = support.source_of(eml.mailbox(), "a.mbox")
    assert reader.names(box, Options()) == ["3/a.txt"]
    assert b"".join(reader.extract(box, "3/a.txt", Options())) == b"A"
    with pytest.raises(NotFound):
        list(reader.extract(box, "2/a.txt", Options()))


def test_mailbox_streams(monkeypatch):
    """A mailbox is cut the same whatever the size of the pieces read, and its parts are numbered messages."""
    whole = support.said("eml", eml.mailbox(), "a.mbox")
    assert [(part.kind, part.number, part.title) for part in whole.parts] == [("mail", 1, "One"), ("mail", 2, "Two"), ("mail", 3, "Three")]
    monkeypatch.setattr(limits, "CHUNK", 7)
    assert support.said("eml", eml.mailbox(), "a.mbox").text == whole.text


@pytest.mark.parametrize("sample", [eml.alternatives, eml.plain, eml.mailbox, eml.forwarded], ids=lambda sample: sample.__name__)
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
            support.said("eml", bytes(broken), "a.eml")
            reader.names(support.source_of(bytes(broken), "a.eml"), Options())
        except ReadError as error:
            assert error.message and "\n" not in error.message
