"""PDF: text in the order of reading, what nobody sees left out, and nothing but one error from bad bytes."""

import random
from functools import partial

import pytest

from readcli.errors import ReadError
from readcli.model import Range
from tests.samples import pdf as sample
from tests.samples.pdf import build, lines, show
from tests.support import CORPUS, Vector, check, said, source_of


def of(*pages: bytes, **entries: bytes) -> partial:
    """Give a maker of a PDF with these pages."""
    return partial(build, *pages, **entries)


HIDDEN = (
    show(50, 350, "seen")
    + show(50, 330, "ghost one", before="3 Tr")
    + show(50, 310, "white", before="1 g")
    + show(50, 290, "tiny", 1)
    + b"0 0 1 rg 50 250 100 20 re f 0 g\n"
    + show(55, 255, "onblue", before="1 g")
)
TURNED = b"BT /F 10 Tf 0 1 -1 0 100 50 Tm (Turned sideways words) Tj ET BT /F 10 Tf 0 1 -1 0 112 50 Tm (second turned line) Tj ET"
DOUBLE = show(50, 350, "Twice drawn") + show(50.4, 350, "Twice drawn") + show(50, 320, "Once drawn")
DIVIDED = lines(50, 350, "An exam-", "ple of pre-", "and post-war words, a well-", "known one, well-known, soft hy\u00ad", "phens, and on.")
HEADINGS = (
    show(50, 370, "Annual report", 20) + show(50, 340, "Sales figures", 14) + lines(50, 320, "Body text of the report", "goes on a while.")
)
SPACED = b"BT /F 10 Tf 50 350 Td [(C)-331(H)-331(A)-331(P)-331(T)-331(E)-331(R)] TJ ET"
ROWS = b"".join([show(x, 350 - 12 * i, f"{x}.{i}") for i in range(4) for x in (50, 120, 200)])
FOUR = tuple(show(50, 350, f"text of sheet {number}") for number in "abcd")

VECTORS = [
    Vector("two columns out of turn", partial(sample.columns, False), in_order=("Flood", *sample.LEFT, *sample.RIGHT)),
    Vector("two columns line by line", partial(sample.columns, True), in_order=("Flood", *sample.LEFT, *sample.RIGHT)),
    Vector("cells of a row on one line", of(ROWS), contains=("50.0\t120.0\t200.0\n50.1\t120.1\t200.1",)),
    Vector(
        "a ruled table",
        sample.table,
        in_order=("Before", "\n\n| Fruit | Price | Stock |\n| --- | --- | --- |\n| Apple | 1.20 | 30 |", "\n\nAfter"),
    ),
    Vector("an empty cell and a pipe", sample.table, contains=("| Pear |  | 41 a\\|b |",)),
    Vector("merged cells", partial(sample.table, is_merged=True), contains=("| Fruit | Price Stock |  |", "| Apple | 1.20 | 30 |")),
    Vector("a table without inner lines", partial(sample.table, has_rows=False), contains=("| Apple | 1.20 | 30 |",)),
    Vector("no tables", sample.table, contains=("Apple\t1.20\t30",), lacks=("| Apple",), options={"tables": False}),
    Vector("tables as text", sample.table, contains=("Apple\t1.20\t30",), lacks=("|  |", "<!--"), options={"as_": "text"}),
    Vector("values of fields", sample.form, contains=("Name:\tAda Lovelace\nMember:\t[x]\nLetter:\t[ ]",), lacks=("xyzzy", "plugh")),
    Vector("fields of a turned page", partial(sample.form, b"/Rotate 90"), contains=("Name:\tAda Lovelace\nMember:\t[x]",)),
    Vector(
        "a note and links",
        sample.annotated,
        contains=("[The plan](https://example.org/plan)\nhttps://example.org\n", "Note (Grace): Check this figure"),
    ),
    Vector("no notes", sample.annotated, contains=("Sales rose",), lacks=("Check this figure",), options={"no_notes": True}),
    Vector(
        "facts",
        sample.attached,
        facts={"title": "Yearly report", "author": "Ada", "pages": 1, "encrypted": False, "attachments": ["data.csv"]},
    ),
    Vector("a user's password missing", partial(sample.encrypted, "user"), error="encrypted"),
    Vector("a wrong password", partial(sample.encrypted, "user"), error="encrypted", options={"password": "other"}),
    Vector("the user's password", partial(sample.encrypted, "user"), contains=("vault holds gold",), options={"password": "user"}),
    Vector("the owner's password", partial(sample.encrypted, "user"), contains=("vault holds gold",), options={"password": "owner"}),
    Vector("an owner's password only", partial(sample.encrypted, ""), contains=("vault holds gold",), facts={"encrypted": True}),
    Vector("right to left, with a ligature", sample.arabic, contains=("سلام",)),
    Vector("hidden text", of(HIDDEN), contains=("seen", "onblue"), lacks=("ghost", "white", "tiny"), notices=("4 hidden words left out",)),
    Vector("hidden text shown", of(HIDDEN), contains=("seen", "ghost one", "white", "tiny"), options={"hidden": True}),
    Vector("an OCR layer", of(sample.IMAGE + show(60, 300, "scanned words", before="3 Tr")), contains=("scanned words",)),
    Vector("turned text", of(TURNED), contains=("Turned sideways words\nsecond turned line",)),
    Vector("a turned page", of(TURNED, page=b"/Rotate 90"), contains=("Turned sideways words\nsecond turned line",)),
    Vector("headings", of(HEADINGS), contains=("# Annual report\n\n## Sales figures\n\nBody text of the report\ngoes",)),
    Vector("no headings in plain text", of(HEADINGS), contains=("Annual report",), lacks=("#",), options={"as_": "text"}),
    Vector(
        "divided words",
        of(DIVIDED),
        contains=("An example\nof pre-\nand post-war words, a well-known\none, well-known, soft hyphens,\nand on.",),
    ),
    Vector("spaced letters", of(SPACED), contains=("CHAPTER",)),
    Vector("junk before the header", lambda: b"x" * 20 + sample.columns(False), contains=("river rose",)),
    Vector("half a file", lambda: sample.columns(False)[:800], contains=("Sheep were",), notices=("the file is damaged",)),
    Vector(
        "a lost list of pages", sample.lost, in_order=("first sheet", "Page 2", "second sheet"), facts={"pages": 2}, notices=("damaged",)
    ),
    Vector("a web page", lambda: b"<html><body>Hello</body></html>", error="corrupt"),
    Vector("nothing", bytes, error="corrupt"),
    Vector("a header only", lambda: b"%PDF-1.7\n", error="corrupt"),
    Vector("FictionBook", lambda: sample.FB2, contains=("# Глава первая", "счастливые семьи"), facts={"title": "Война"}),
]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.name)
def test_vector(vector: Vector) -> None:
    """Each row of the table holds."""
    check(vector, "pdf", "sample.pdf")


def test_text_drawn_twice_is_printed_once() -> None:
    """A bold letter made by drawing it twice is one letter."""
    assert said("pdf", build(DOUBLE), "a.pdf").text.count("Twice drawn") == 1


def test_pages_are_parts_that_begin_with_a_comment() -> None:
    """Each page is a part whose first line names it, a blank line before it."""
    result = said("pdf", build(*FOUR), "a.pdf")
    assert [(part.kind, part.number) for part in result.parts] == [("page", number) for number in (1, 2, 3, 4)]
    assert "\n\n<!-- Page 3 -->\ntext of sheet c\n\n<!-- Page 4 -->\n" in result.text


def test_pages_by_characters_are_parted_by_a_blank_line_only() -> None:
    """Text read by characters holds nothing that the document does not."""
    assert said("pdf", build(*FOUR[:2], b""), "a.pdf", max_chars=400).text == "text of sheet a\n\ntext of sheet b\n"


def test_only_the_wanted_pages_are_read() -> None:
    """Pages not asked for are neither read nor numbered anew."""
    result = said("pdf", build(*FOUR), "a.pdf", parts=[Range(2, 2), Range(4, None)])
    assert [part.number for part in result.parts] == [2, 4]
    assert "sheet a" not in result.text
    assert "<!-- Page 4 -->\ntext of sheet d" in result.text


def test_pages_without_text_are_named() -> None:
    """A scan is no silent success: a notice names its pages, a line stands for each."""
    result = said("pdf", build(FOUR[0], sample.IMAGE, sample.IMAGE, b""), "a.pdf")
    assert result.notices == ["no text on pages 2-3: they are images", "no text on page 4: it is blank"]
    assert result.text.count("(no text on this page") == 3


def test_a_file_is_read_by_its_descriptor() -> None:
    """A real file gives the same text as the same bytes in memory."""
    path = CORPUS / "pdf" / "pdfjs_rotation.pdf"
    if not path.exists():
        pytest.skip("no corpus here")
    from readcli.model import Options, Source
    from readcli.readers.pdf import read

    with path.open("rb") as file:
        lines_of_file = [event for event in read(Source("a.pdf", "a.pdf", file, seekable=True), Options()) if isinstance(event, str)]
    assert "\n".join(lines_of_file) == said("pdf", path.read_bytes(), "a.pdf").text


def test_facts_come_first_and_alone_when_only_they_are_wanted() -> None:
    """Facts need no page to be read."""
    from readcli.model import Options
    from readcli.readers.pdf import read

    events = list(read(source_of(build(*FOUR), "a.pdf"), Options(facts_only=True)))
    assert events == [{"pages": 4, "encrypted": False}]


def test_nothing_is_printed_by_the_library(capfd: pytest.CaptureFixture[str]) -> None:
    """MuPDF keeps its messages about a bad file to itself."""
    said("pdf", build(b"BT /Nope 3 Tf (a) Tj Qq ]] >> ET" + FOUR[0])[:-60], "a.pdf")
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("seed", range(40))
def test_damaged_bytes_give_text_or_one_error(seed: int) -> None:
    """Bytes changed or cut anywhere give text or a ReadError, never another exception."""
    chance = random.Random(seed)
    data = bytearray(chance.choice([sample.table, sample.form, sample.annotated, sample.attached])())
    for _ in range(chance.randrange(1, 12)):
        data[chance.randrange(len(data))] = chance.randrange(256)
    if seed % 2:
        del data[chance.randrange(len(data)) :]
    try:
        result = said("pdf", bytes(data), "a.pdf")
    except ReadError as error:
        assert error.message
        assert "\n" not in error.message
    else:
        assert result.facts["pages"]
