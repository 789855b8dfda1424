"""EPUB books."""

import random

import pytest

from readcli.errors import ReadError
from readcli.model import Range
from tests.samples import epub as samples
from tests.support import Vector, check, said

VECTORS = [
    Vector(
        "spine order",
        samples.book,
        in_order=("Title: The Book", "Author: Ann Lee, Bo Ek", "# Head c", "Words of c.", "# Head a", "# Head b"),
        lacks=("Chapter of", "<"),
        facts={"title": "The Book", "author": "Ann Lee, Bo Ek", "chapters": 3, "language": "en"},
    ),
    Vector("EPUB 2", samples.with_ncx, in_order=("Words of a.", "Words of b."), lacks=("Point",)),
    Vector(
        "a chapter is missing",
        lambda: samples.book(OEBPS__text__a_xhtml=None),
        in_order=("Words of c.", "Words of b."),
        notices=("1 of 3 chapters could not be read whole: the part OEBPS/text/a.xhtml is missing",),
    ),
    Vector(
        "the spine names what the manifest does not",
        lambda: samples.book(OEBPS__book_opf=samples.opf(["c", "a"]).replace("</spine>", '<itemref idref="lost"/></spine>')),
        in_order=("Words of c.", "Words of a."),
        notices=("1 of 3 chapters could not be read whole: the part lost is missing",),
    ),
    Vector("no container", lambda: samples.book(**{"META-INF__container_xml": None}), in_order=("Words of c.", "Words of b.")),
    Vector("container is no XML", lambda: samples.book(**{"META-INF__container_xml": "<x"}), contains=("Words of c.",)),
    Vector("navigation is no XML", lambda: samples.book(OEBPS__nav_xhtml="<a>&nbsp;"), contains=("Words of c.",)),
    Vector("no package document", lambda: samples.book(OEBPS__book_opf=None), error="corrupt"),
    Vector("empty spine", lambda: samples.book(OEBPS__book_opf=samples.opf([])), error="corrupt"),
    Vector("no zip", lambda: b"<html>", error="corrupt"),
    Vector("another zip", lambda: samples.packed({"a.txt": "x"}), error="corrupt"),
    Vector("DRM", lambda: samples.encrypted("OEBPS/text/a.xhtml"), error="encrypted"),
    Vector(
        "scrambled fonts are no DRM",
        lambda: samples.encrypted("OEBPS/f.otf", "http://www.idpf.org/2008/embedding"),
        contains=("Words of a.",),
    ),
    Vector("an encrypted picture is no hindrance", lambda: samples.encrypted("OEBPS/cover.jpg"), contains=("Words of a.",)),
    Vector(
        "footnotes and ruby",
        lambda: samples.book(
            OEBPS__text__a_xhtml=samples.chapter(
                '<p>Said<a xmlns:epub="u" epub:type="noteref" href="#n">1</a> <ruby>漢<rt>kan</rt></ruby></p><aside id="n"><p>The note.</p></aside>'
            )
        ),
        in_order=("Said[1](#n)", "漢(kan)", "The note."),
    ),
    Vector(
        "hidden text of all chapters is counted once",
        lambda: samples.book(
            OEBPS__text__a_xhtml=samples.chapter("<p hidden=''>secret</p>"), OEBPS__text__b_xhtml=samples.chapter("<p hidden=''>secret</p>")
        ),
        lacks=("secret",),
        notices=("2 hidden elements left out",),
    ),
    Vector(
        "declared charset of a chapter",
        lambda: samples.book(OEBPS__text__a_xhtml='<?xml version="1.0" encoding="windows-1252"?><p>d\xe9j\xe0</p>'.encode("cp1252")),
        contains=("déjà",),
    ),
]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.name)
def test_book(vector: Vector) -> None:
    """Each book gives its chapters in reading order, or one error."""
    check(vector, "epub", "book.epub")


@pytest.mark.parametrize(
    ("data", "titles"), [(samples.book, ["Chapter of c", "Chapter of a", "Chapter of b"]), (samples.with_ncx, ["Point a", "Point b"])]
)
def test_chapters_are_parts(data: object, titles: list[str]) -> None:
    """Every item of the spine is a part, numbered from 1, named by the table of contents."""
    parts = said("epub", data(), "book.epub").parts  # type: ignore[operator]
    assert [(part.kind, part.number, part.title) for part in parts] == [("chapter", at, title) for at, title in enumerate(titles, 1)]


def test_without_contents_a_chapter_is_named_by_its_heading() -> None:
    """A book without a table of contents still has titles."""
    parts = said("epub", samples.book(OEBPS__nav_xhtml=None), "book.epub").parts
    assert [part.title for part in parts] == ["Head c", "Head a", "Head b"]


def test_drm_is_named() -> None:
    """The error says whose protection it is."""
    with pytest.raises(ReadError, match=r"DRM .*Adobe ADEPT"):
        said("epub", samples.encrypted("OEBPS/text/c.xhtml"), "book.epub")


def test_only_the_chapters_asked_for_are_read() -> None:
    """With `parts`, others are skipped but still counted."""
    result = said("epub", samples.book(OEBPS__text__c_xhtml=None), "book.epub", parts=[Range(2, 2)])
    assert [part.number for part in result.parts] == [2]
    assert "Words of a." in result.text
    assert "Words of b." not in result.text
    assert result.notices == []


def test_facts_only() -> None:
    """Whoever asks for facts gets no text."""
    result = said("epub", samples.book(), "book.epub", facts_only=True)
    assert (result.text, result.facts["chapters"]) == ("", 3)


@pytest.mark.parametrize("seed", range(40))
def test_damage(seed: int) -> None:
    """Flipped bits and cut ends give text or one error of ours."""
    dice = random.Random(seed)
    broken = bytearray(samples.book())
    for _ in range(dice.randrange(1, 6)):
        broken[dice.randrange(len(broken))] ^= 1 << dice.randrange(8)
    if seed % 2:
        del broken[dice.randrange(len(broken)) :]
    try:
        result = said("epub", bytes(broken), "book.epub")
    except ReadError as error:
        assert "\n" not in error.message  # either answer is right
    else:
        assert result.parts
