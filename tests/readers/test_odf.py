"""OpenDocument text, spreadsheets and presentations, in packages and flat."""

import random
from collections.abc import Callable

import pytest

from readcli.errors import ReadError
from readcli.model import Options, Range
from readcli.readers import odf
from tests.samples import odf as samples
from tests.support import Vector, check, said, source_of

REPORT = {
    "in_order": (
        "Head words",
        "## Second level",
        "[  ]\tx\ny",
        "See [the site](https://e.org/)[^1] and 漢(kan).",
        "Old new text.",
        "Box here: after.",
        "Boxed words.",
        "Hid.",
        "```\nint main \n    return\n```",
        "Foot line",
        "[^1]: Foot words.",
        "[^c1]: Ann, 2026-01-02: A remark.",
    ),
    "lacks": ("gone words", "den words"),
    "facts": {"title": "A Title", "author": "Ann Lee", "pages": 7},
    "notices": (
        "2 tracked changes accepted (1 insertion, 1 deletion); --changes shows them",
        "1 hidden passage left out; --hidden shows it",
    ),
}
BOOK = {
    "in_order": (
        "[Budget]\nName\tFee\nA\t1,50 €\nA\t1,50 €\n\t\t\tD5\n\n\n\nmerged\t\tafter\n",
        "[Secret sheet] (hidden)\nhidden value\n",
        "[Far]\ntop\n…\nbottom",
    ),
    "lacks": ("filtered",),
    "facts": {"sheets": ["Budget", "Secret sheet", "Far"], "hiddenSheets": ["Secret sheet"]},
    "notices": ("1 hidden sheet is marked", "1 hidden row left out; --hidden shows them"),
}
DECK = {
    "in_order": (
        "<!-- Slide 1 -->\n# First\n\nBody one\n\nConfidential\n\n### Notes:\nSay hello\n",
        "<!-- Slide 2 -->\n# Second\n\n- point\n\n| a | b |\n| --- | --- |\n| c | d |\n",
        "<!-- Slide 3 (hidden) -->\n# Third",
    ),
    "lacks": ("Click to edit",),
    "notices": ("1 hidden slide is marked",),
}


def text(body: str, styles: str = "", **parts: str) -> Callable[[], bytes]:
    """Give a sample of a text document."""
    return lambda: samples.document("text", body, styles, **parts)


def list_style(*forms: str) -> str:
    """Give a list style called L."""
    return f'<text:list-style style:name="L">{samples.levels(*forms)}</text:list-style>'


INNER = samples.listed("in one", samples.listed("deep"), style="")
VECTORS = [
    Vector("text", samples.report, **REPORT),  # type: ignore[arg-type]
    Vector("flat text", samples.flat_report, **REPORT),  # type: ignore[arg-type]
    Vector("sheets", samples.book, **BOOK),  # type: ignore[arg-type]
    Vector("flat sheets", samples.flat_book, **BOOK),  # type: ignore[arg-type]
    Vector("slides", samples.deck, **DECK),  # type: ignore[arg-type]
    Vector("flat slides", samples.flat_deck, **DECK),  # type: ignore[arg-type]
    Vector("changes shown", samples.report, contains=("Old {--gone words--}{++new++} text",), options={"changes": True}),
    Vector("hidden text shown", samples.report, contains=("Hidden words.",), options={"hidden": True}),
    Vector("no notes", samples.report, lacks=("Foot words", "A remark", "[^"), contains=("Foot line",), options={"no_notes": True}),
    Vector("hidden rows shown", samples.book, contains=("A\t1,50 €\nfiltered\n",), options={"hidden": True}),
    Vector("values", samples.book, contains=("A\t1.5\n", "\t\t\t3\n"), options={"as_": "values"}),
    Vector("formulas", samples.book, contains=("\t\t\t=SUM([.A1])\n", "A\t1,50 €"), options={"as_": "formulas"}),
    Vector("sheet as Markdown", samples.book, contains=("| Name | Fee |  |  |\n| --- | --- | --- | --- |\n| A | 1,50 € |  |  |",), options={"as_": "markdown"}),
    Vector("one sheet", samples.book, in_order=("top\n…\nbottom",), lacks=("[Far]", "Name", "hidden value"), inside=("sheet", "Far")),
    Vector("a hidden sheet that was asked for", samples.book, contains=("hidden value",), inside=("sheet", "Secret sheet")),
    Vector("cells", samples.book, contains=("1,50 €\n1,50 €",), lacks=("A", "Name", "D5"), inside=("cells", "Budget", "$B$2:B3")),
    Vector("columns", samples.book, contains=("Fee\n1,50 €\n1,50 €",), lacks=("A", "D5"), inside=("cells", "Budget", "B:B")),
    Vector("rows", samples.book, contains=("top",), lacks=("bottom",), inside=("cells", "Far", "1:9")),
    Vector("no such sheet", samples.book, error="not-found", inside=("sheet", "far")),
    Vector("no cells", samples.book, error="usage", inside=("cells", "Far", "B2:")),
    Vector("notes left out of slides", samples.deck, lacks=("Say hello",), options={"no_notes": True}),
    Vector("bullets and inner lists", text(samples.listed("one", INNER, "two"), list_style("*", "*", "*")), contains=("- one\n  - in one\n    - deep\n- two",)),
    Vector(
        "numbers as displayed",
        text(samples.listed("a", samples.listed("b", "c"), "d", more='xml:id="first"') + samples.listed("e"), list_style("1.", "a)")),
        contains=("1. a", "a) b", "b) c", "3. d", "1. e"),
    ),
    Vector(
        "a list that goes on",
        text(samples.listed("a", "b") + samples.paragraph("between") + samples.listed("c", more='text:continue-numbering="true"'), list_style("I.")),
        contains=("I. a\nII. b", "III. c"),
    ),
    Vector("lists without labels", text(samples.listed("plain"), list_style(" ").replace('num-format=" "', 'num-format=""')), contains=("plain",), lacks=("- ",)),
    Vector(
        "merged and repeated cells",
        text(
            "<table:table><table:table-column/>"
            + samples.row(samples.cell("wide|", 'table:number-columns-spanned="2"'), "<table:covered-table-cell/>", "c")
            + samples.row(samples.cell("twice", 'table:number-columns-repeated="2"'), samples.cell("", 'table:number-columns-repeated="900"'))
            + samples.row("x", "<table:table-cell><text:p>p</text:p><text:p>q</text:p></table:table-cell>", "z")
            + "</table:table>"
        ),
        contains=("| wide\\| |  | c |\n| --- | --- | --- |\n| twice | twice |  |\n| x | p<br>q | z |",),
    ),
    Vector(
        "a formula in an object",
        text(samples.paragraph('<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>'), **{
            "Object 1__content_xml": '<math xmlns="http://www.w3.org/1998/Math/MathML"><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac>'
            "<msup><mi>x</mi><mn>2</mn></msup><annotation>over</annotation></math>"
        }),
        contains=("(a + b)/2x^2",),
        lacks=("over",),
    ),
    Vector(
        "a chart in an object",
        text(samples.paragraph('<draw:frame><draw:object xlink:href="./Object 2"/><draw:image xlink:href="x.png"/></draw:frame>'), **{
            "Object 2__content_xml": samples.root("document-content", "<office:body><office:chart><chart:chart><chart:title><text:p>Sales</text:p>"
            f"</chart:title>{samples.sheet('local-table', samples.row('', 'North'), samples.row('Q1', '4'))}</chart:chart></office:chart></office:body>")
        }),
        in_order=("Sales", "North", "Q1 | 4"),
    ),
    Vector(
        "a picture says what it shows",
        text(samples.paragraph('<draw:frame><draw:image xlink:href="Pictures/c.png"/><svg:title>Cat</svg:title><svg:desc>asleep</svg:desc></draw:frame>')),
        contains=("![Cat: asleep](Pictures/c.png)",),
    ),
    Vector(
        "form controls",
        text('<office:forms><form:form><form:checkbox form:id="c" form:label="Agree" form:current-state="checked"/></form:form></office:forms>'
             + samples.paragraph('<draw:control draw:control="c"/>')),
        contains=("[x] Agree",),
    ),
    Vector("a hidden section", text(f'<text:section text:display="none">{samples.paragraph("unseen")}</text:section>'), lacks=("unseen",), notices=("1 hidden passage",)),
    Vector("cells with spaces, tabs and breaks", lambda: samples.document("spreadsheet", samples.sheet("S", samples.row(
        '[<text:s text:c="2"/>]<text:tab/>x<text:line-break/>y', "z".replace("z", "<table:table-cell><text:p>z</text:p></table:table-cell>")))) ,
        contains=("\tz",)),
    Vector("values without text", lambda: samples.document("spreadsheet", samples.sheet("S", samples.row(
        samples.cell("", 'office:value-type="date" office:date-value="2026-01-02"'), samples.cell("", 'office:value-type="boolean" office:boolean-value="true"'),
        samples.cell("", 'table:formula="of:=1+1"')))), contains=("2026-01-02\tTRUE\t=1+1",)),
    Vector("a comment on a cell", lambda: samples.document("spreadsheet", samples.sheet("S", samples.row(
        "a", "<table:table-cell><office:annotation><dc:creator>Ann</dc:creator><text:p>why?</text:p></office:annotation><text:p>b</text:p></table:table-cell>"))),
        in_order=("a\tb", "B1: Ann: why?")),
    Vector("an empty document", text(""), lacks=("[",)),
    Vector("a DOCTYPE", lambda: samples.flat("text", samples.paragraph("words")).replace(b"<office:document ", b"<!DOCTYPE x SYSTEM 'x.dtd'><office:document ", 1), contains=("words",)),
    Vector("encrypted", samples.encrypted, error="encrypted"),
    Vector("no zip and no XML", lambda: b"This is not a zip file!", error="corrupt"),
    Vector("another zip", lambda: samples.packed({"a.txt": "x"}), error="corrupt"),
    Vector("other XML", lambda: b"<svg/>", error="corrupt"),
    Vector("empty", lambda: b"", error="corrupt"),
    Vector("entities", lambda: b'<!DOCTYPE x [<!ENTITY a "b">]><x/>', error="corrupt"),
]  # fmt: skip


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.name)
def test_document(vector: Vector) -> None:
    """Each document gives its text, its facts and its notices, or one error."""
    check(vector, "odf", "sample.odt")


@pytest.mark.parametrize(
    ("sample", "parts"),
    [
        (samples.book, [("sheet", 1, "Budget"), ("sheet", 2, "Secret sheet"), ("sheet", 3, "Far")]),
        (samples.deck, [("slide", 1, "First"), ("slide", 2, "Second"), ("slide", 3, "Third")]),
    ],
)
def test_parts(sample: Callable[[], bytes], parts: list[tuple[str, int, str]]) -> None:
    """Sheets and slides are parts with their names, and keep their numbers where only some are wanted."""
    assert [(part.kind, part.number, part.title) for part in said("odf", sample(), "x").parts] == parts
    chosen = said("odf", sample(), "x", parts=[Range(2, None)])
    assert [(part.kind, part.number, part.title) for part in chosen.parts] == parts[1:]
    assert parts[0][2] not in chosen.text


@pytest.mark.parametrize("sample", [samples.book, samples.flat_book])
def test_names(sample: Callable[[], bytes]) -> None:
    """A spreadsheet names its sheets, hidden ones too."""
    assert odf.names(source_of(sample(), "b.ods"), Options()) == ["Budget", "Secret sheet", "Far"]


def test_first_lines_come_before_the_rest_is_read() -> None:
    """A huge sheet gives its first rows at once, and none of its blank end."""
    rows = samples.row("x", attributes='table:number-rows-repeated="1000000"')
    events = odf.read(source_of(samples.document("spreadsheet", samples.sheet("S", rows)), "b.ods"), Options())
    lines = [next(events) for _ in range(5)]
    assert lines[-2:] == ["x", "x"]


@pytest.mark.parametrize(
    ("opening", "closing"),
    [
        ("<text:span>", "</text:span>"),
        ("<draw:frame><draw:text-box><text:p>", "</text:p></draw:text-box></draw:frame>"),
        ("</text:p><text:list><text:list-item><text:p/>", "</text:list-item></text:list><text:p>"),
        ("</text:p><table:table><table:table-row><table:table-cell>", "</table:table-cell></table:table-row></table:table><text:p>"),
        ("</text:p><text:section>", "</text:section><text:p>"),
    ],
)
def test_deep_nesting_keeps_the_words(opening: str, closing: str) -> None:
    """Elements may nest as deep as XML may, without losing what they hold."""
    inner = "bottom" if not opening.startswith("</text:p>") else samples.paragraph("bottom")
    if opening.startswith("</text:p>"):
        body = opening.removeprefix("</text:p>") * 1200 + inner + closing.removesuffix("<text:p>") * 1200
    else:
        body = samples.paragraph(opening * 1200 + inner + closing * 1200)
    assert said("odf", samples.flat("text", body), "x.fodt").text.count("bottom") == 1


def test_a_cut_flat_file_gives_what_it_holds() -> None:
    """Text before the damage is given, with a notice."""
    data = samples.flat_report()
    result = said("odf", data[: data.index(b"Boxed words.") + 6], "x.fodt")
    assert "See [the site]" in result.text
    assert "Boxed" in result.text
    assert any("damaged" in notice for notice in result.notices)


@pytest.mark.parametrize("sample", [samples.report, samples.book, samples.deck, samples.flat_report, samples.flat_book, samples.flat_deck])
def test_damage(sample: Callable[[], bytes]) -> None:
    """Flipped bits and cut ends give text or one error of ours."""
    whole = sample()
    for seed in range(40):
        dice = random.Random(seed)
        broken = bytearray(whole)
        for _ in range(dice.randrange(1, 6)):
            broken[dice.randrange(len(broken))] ^= 1 << dice.randrange(8)
        if seed % 2:
            del broken[dice.randrange(len(broken)) :]
        try:
            said("odf", bytes(broken), "x.odt")
        except ReadError as error:
            assert "\n" not in error.message  # either answer is right
