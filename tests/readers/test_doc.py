"""Word documents before DOCX (MS-DOC)."""

import random

import pytest

from readcli.errors import MissingExtra, ReadError
from tests import support
from tests.samples import doc
from tests.support import Vector

VECTORS = [
    Vector("paragraphs, facts and special characters", doc.plain, contains=(
        "First 😀 paragraph\n\nSecond\xa0one with a non-breaking hyphen and a soft one\nnew line",), facts={"title": "Über uns", "author": "Ann Ödön"}),
    Vector("8-bit pieces are Windows' Western", doc.compressed, contains=("Price: 5 € – “fine”",)),
    Vector("stories behind the body", doc.stories, contains=("😀 Body[1] goes on[i] and ends", "[footer] Page foot", "[comment] Bob: Is this so?"),
           in_order=("[1] The footnote 😀", "[i] The endnote", "[comment] Bob", "[text box] In the box", "[header] Odd header", "[footer] Other foot")),
    Vector("notes on demand only", doc.stories, contains=("😀 Body goes on and ends",), lacks=("[", "footnote"), options={"no_notes": True}),
    Vector("results of fields, no codes", doc.fields, lacks=("HYPERLINK", "IF", "XE", "PAGE", "\x13", "MACRO"),
           contains=("See the site, page three. Push [here].", "Lost  begin", "Next")),
    Vector("tables as tab rows", doc.table, contains=("Before\n\nA1\tB1\nA2 more\n\nAfter",)),
    Vector("tables without their properties", doc.bare_table, contains=("A1\tB1\nA2\tB2\n\nAfter",)),
    Vector("lists hang together", doc.headings, contains=("Top\n\nText\n\nBelow\n\none\ntwo",)),
    Vector("tracked changes are accepted", doc.changes, contains=("Keep new endjoined",), lacks=("gone", "secret"),
           notices=("1 passage of deleted text", "1 passage of hidden text left out; --hidden shows it")),
    Vector("tracked changes are shown", doc.changes, contains=("Keep {--gone --}{++new++} end\n\njoined",), options={"changes": True}),
    Vector("hidden text is shown", doc.changes, contains=("joined secret",), options={"hidden": True}),
    Vector("pieces with properties", doc.deleted_piece, lacks=("gone",), notices=("1 passage of deleted",)),
    Vector("symbols of picture fonts", doc.symbols, contains=("α and ✓",)),
    Vector("an empty document is no error", doc.empty, lacks=("\r",)),
    Vector("Word 6", doc.word6, contains=("Café\n\nnot here",), lacks=("gone",), notices=("1 passage of deleted",)),
    Vector("Word 6 in the language's code page", doc.word6_russian, contains=("Привет",)),
    Vector("Word 6 in a font's code page", doc.word6_greek_font, contains=("alpha άλφα",)),
    Vector("Word 6 with two bytes a letter", doc.word6_japanese, contains=("日本語 7 表",)),
    Vector("Word 95 with 16 bits a letter", doc.word95_wide, contains=("中文 text’s",)),
    Vector("encrypted", doc.encrypted, error="encrypted"),
    Vector("Word 2", doc.word2, error="unsupported"),
    Vector("no pieces", doc.no_pieces, error="corrupt"),
    Vector("another compound file", doc.other, error="corrupt"),
    Vector("another file", lambda: b"plain text", error="corrupt"),
    Vector("an empty file", lambda: b"", error="corrupt"),
]  # fmt: skip


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.name)
def test_vector(vector):
    """Each row of the table holds."""
    support.check(vector, "doc", "sample.doc")


def test_headings():
    """The styles numbered 1 to 9 are headings, in documents of any language and of Word 6 too."""
    found = support.said("doc", doc.headings(), "a.doc").headings
    assert [(heading.level, heading.text) for heading in found] == [(1, "Top"), (2, "Below")]
    assert [heading.text for heading in support.said("doc", doc.word6(), "a.doc").headings] == ["Café"]


def test_header_of_two_sections_is_said_once():
    """What all sections share is said once."""
    assert support.said("doc", doc.stories(), "a.doc").text.count("Odd header") == 1


def test_wrong_password_and_missing_extra(monkeypatch):
    """A password is tried only where the extra is there, and what it cannot open is one error."""
    with pytest.raises(ReadError) as found:
        support.said("doc", doc.encrypted(), "a.doc", password="x")
    assert found.value.code in ("unsupported", "encrypted")
    monkeypatch.setitem(__import__("sys").modules, "msoffcrypto", None)
    with pytest.raises(MissingExtra):
        support.said("doc", doc.encrypted(), "a.doc", password="x")


@pytest.mark.skipif(not support.CORPUS.exists(), reason="the corpus is not here")
def test_real_password():
    """An encrypted document is read with its password, and with no other."""
    data = (support.CORPUS / "doc/poi_password_password_cryptoapi.doc").read_bytes()
    found = support.said("doc", data, "a.doc", password="password")
    assert found.text == "This is a test" and found.facts["encrypted"] is True
    with pytest.raises(ReadError, match="password is wrong"):
        support.said("doc", data, "a.doc", password="pass")


@pytest.mark.parametrize("sample", [doc.stories, doc.table, doc.changes, doc.word6_japanese], ids=lambda sample: sample.__name__)
def test_damage(sample):
    """A truncated or altered document gives text or one ReadError, nothing else."""
    data = sample()
    chance = random.Random(5)
    for turn in range(40):
        broken = bytearray(data[: chance.randrange(len(data))] if turn % 3 == 0 else data)
        for _ in range(chance.randrange(1, 30)):
            if broken:
                broken[chance.randrange(len(broken))] = chance.randrange(256)
        try:
            text = support.said("doc", bytes(broken), "a.doc").text
        except ReadError as error:
            assert error.message and "\n" not in error.message
        else:
            assert "\0" not in text
