"""PowerPoint 97 to 2003 (MS-PPT)."""

import random

import pytest

from readcli.errors import ReadError
from readcli.model import Range
from tests import support
from tests.samples import ppt
from tests.support import Vector

VECTORS = [
    Vector("slides in the order of the show", ppt.deck, in_order=(
        "<!-- Slide 1 -->\n\n# Title 𠮟 of two lines\n\none\ntwo\nthree\n\n", "| a\\|b | B |\n| --- | --- |\n| C |  |\n\nBOX\n\nSECOND",
        "\n\nNotes:\nSay\nthis\n\n<!-- Slide 2 -->\n\nFrom the outline\n\n[comment] Ann: Really?\nNo.\n\n<!-- Slide 3 (hidden) -->\n\n# Third\n\nhush"),
        lacks=("Master", "7"), facts={"title": "Deck", "author": "Ann", "slides": 3}),
    Vector("no notes", ppt.deck, contains=("SECOND\n\n<!-- Slide 2 -->",), lacks=("Notes:", "Ann"), options={"no_notes": True}),
    Vector("only the slides wanted", ppt.deck, contains=("<!-- Slide 2 -->\n\nFrom",), lacks=("Title", "Third"), options={"parts": [Range(2, 2)]}),
    Vector("footers of all slides once", ppt.with_footers, lacks=("never", "*"), in_order=(
        "Page 1 of 3\n\n[footer] All slides\n\n<!-- Slide 2 -->\n\nx\n\n<!-- Slide 3 -->\n\ny\n\n[footer] 1 May\n\n[footer] Own",)),
    Vector("texts of the outline only", ppt.outline_only, contains=("# Old title\n\nold body",)),
    Vector("WordArt", ppt.word_art, contains=("\n\nWavy",)),
    Vector("the newer edit wins", ppt.edited, in_order=("new words", "unchanged"), lacks=("old words",)),
    Vector("lists are lost", ppt.without_lists, in_order=("# alone", "<!-- Slide 2 -->\n\nalso"), notices=("list of slides is damaged",)),
    Vector("a slide is lost", ppt.lost_slide, contains=("<!-- Slide 2 -->\n\nthere",), notices=("1 slide is damaged",)),
    Vector("for two versions at once", ppt.dual, contains=("newer",)),
    Vector("no slide is no error", ppt.empty, facts={"slides": 0}),
    Vector("encrypted", ppt.encrypted, error="encrypted"),
    Vector("PowerPoint 95", ppt.powerpoint95, error="unsupported"),
    Vector("another compound file", lambda: ppt.compound({"Workbook": b"x"}), error="corrupt"),
    Vector("another file", lambda: b"PK\x03\x04", error="corrupt"),
]  # fmt: skip


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.name)
def test_vector(vector):
    """Each row of the table holds."""
    support.check(vector, "ppt", "sample.ppt")


def test_parts():
    """Each slide is a part with its number and title."""
    parts = support.said("ppt", ppt.deck(), "a.ppt").parts
    assert [(part.kind, part.number, part.title) for part in parts] == [
        ("slide", 1, "Title 𠮟 of two lines"),
        ("slide", 2, ""),
        ("slide", 3, "Third"),
    ]


def test_groups_nested_without_end():
    """Groups nested deeper than anybody draws are cut off, not an error."""
    inner = ppt.shape(ppt.words("deep"))
    for _ in range(3000):
        inner = ppt.group(inner)
    made = ppt.Presentation()
    made.show(made.store(ppt.slide(ppt.shape(ppt.words("top")), inner)), 256)
    assert "top" in support.said("ppt", made.build(), "a.ppt").text


@pytest.mark.parametrize("sample", [ppt.deck, ppt.edited, ppt.with_footers], ids=lambda sample: sample.__name__)
def test_damage(sample):
    """A truncated or altered presentation gives text or one ReadError, nothing else."""
    data = sample()
    chance = random.Random(7)
    for turn in range(40):
        broken = bytearray(data[: chance.randrange(len(data))] if turn % 3 == 0 else data)
        for _ in range(chance.randrange(1, 30)):
            if broken:
                broken[chance.randrange(len(broken))] = chance.randrange(256)
        try:
            text = support.said("ppt", bytes(broken), "a.ppt").text
        except ReadError as error:
            assert error.message and "\n" not in error.message
        else:
            assert "\0" not in text
