"""The PPTX reader: order of slides and shapes, placeholders, tables, charts, notes, and damage."""

import io
import random
import zipfile

import pytest

from readcli.errors import ReadError
from readcli.model import Range
from tests.samples.pptx import (
    box,
    deck,
    graphic,
    group,
    notes,
    one,
    package,
    paragraph,
    parts_of,
    picture,
    rels,
    rich,
    root,
    slide,
    table,
    title,
)
from tests.support import Vector, check, said

TWELVE = [slide(title(f"T{number}")) for number in range(1, 13)]
LINK = rels(("rId1", "hyperlink", "http://x/y"), ("rId2", "slide", "slide2.xml"))
LAYOUT = rels(("rId1", "slideLayout", "../slideLayouts/slideLayout1.xml"))
MASTER = rels(("rId1", "slideMaster", "../slideMasters/slideMaster1.xml"))


def run(text: str, link: str = "") -> str:
    """Give a run, with a link if there is an identifier."""
    return f'<a:r><a:rPr><a:hlinkClick r:id="{link}"/></a:rPr><a:t>{text}</a:t></a:r>' if link else f"<a:r><a:t>{text}</a:t></a:r>"


def points(tag: str, *values: str) -> str:
    """Give a series' kept values."""
    inner = "".join(f'<c:pt idx="{index}"><c:v>{value}</c:v></c:pt>' for index, value in enumerate(values))
    return f"<c:{tag}><c:strRef><c:f>S!A1</c:f><c:strCache>{inner}</c:strCache></c:strRef></c:{tag}>"


def series(name: str, keys: tuple[str, ...], values: tuple[str, ...]) -> str:
    """Give a series of a chart."""
    return f"<c:ser>{points('tx', name)}{points('cat', *keys)}{points('val', *values)}</c:ser>"


def chart(content: str, heading: str = "Sales") -> str:
    """Give a chart part."""
    words = f"<c:title><c:tx><c:rich>{paragraph(heading)}</c:rich></c:tx></c:title>"
    return root("c:chartSpace", f"<c:chart>{words}<c:plotArea><c:barChart>{content}</c:barChart></c:plotArea></c:chart>")


def layout(*shapes: str) -> str:
    """Give a layout part."""
    return root("p:sldLayout", f"<p:cSld><p:spTree>{''.join(shapes)}</p:spTree></p:cSld>")


MASTER_PART = root(
    "p:sldMaster",
    "<p:cSld><p:spTree>" + box("EDIT", holder="type='body' idx='1'", at=(0, 500)) + "</p:spTree></p:cSld>"
    '<p:txStyles><p:bodyStyle><a:lvl1pPr><a:buChar char="x"/></a:lvl1pPr><a:lvl2pPr><a:buNone/></a:lvl2pPr></p:bodyStyle></p:txStyles>',
)
CHART = graphic('<c:chart r:id="rId1"/>')
CHART_RELS = rels(("rId1", "chart", "../charts/chart1.xml"))
DIAGRAM = graphic('<dgm:relIds r:dm="rId1"/>')
DIAGRAM_RELS = rels(("rId1", "diagramData", "../diagrams/data1.xml"), ("rId2", "diagramDrawing", "../diagrams/drawing1.xml"))
POINTS = "".join(
    f'<dgm:pt modelId="{name}"{kind}><dgm:t>{paragraph(name)}</dgm:t></dgm:pt>'
    for name, kind in (
        ("root", ' type="doc"'),
        ("kid", ""),
        ("top", ""),
        ("last", ""),
        ("line", ' type="parTrans"'),
        ("shape", ' type="pres"'),
    )
).replace(paragraph("root"), "<a:p/>")
LINES = "".join(
    f'<dgm:cxn srcId="{above}" destId="{name}" srcOrd="{order}"/>'
    for above, name, order in (("root", "last", 1), ("root", "top", 0), ("top", "kid", 0))
)
COMMENT_RELS = rels(("rId1", "comments", "../comments/comment1.xml"))
NOTES_RELS = rels(("rId1", "notesSlide", "../notesSlides/notesSlide1.xml"))

VECTORS = [
    Vector(
        "shape of the text",
        deck(slide(title("Slide T"), box("Bullet 1")), slide(box("x"))),
        contains=("<!-- Slide 1 -->\n# Slide T\n\nBullet 1\n\n<!-- Slide 2 -->\nx",),
    ),
    Vector(
        "slides in the order of the presentation",
        deck(*TWELVE, order=(3, 12, 1, 10, 2)),
        in_order=("Slide 1 -->\n# T3", "Slide 2 -->\n# T12", "Slide 3 -->\n# T1\n", "Slide 4 -->\n# T10", "Slide 5 -->\n# T2"),
        facts={"slides": 5, "title": "Deck", "author": "Ann"},
    ),
    Vector("title wherever it stands", one(box("first", at=(0, 0)), title("A  B", "ctrTitle")), contains=("# A B\n\nfirst",)),
    Vector(
        "title over several lines", one(box(f"<a:p>{run('A')}<a:br/>{run('B')}</a:p>", "C", holder='type="title"')), contains=("# A B C",)
    ),
    Vector(
        "from the top, then from the left",
        one(box("D", at=(0, 900)), box("C", at=(500, 12)), box("B", at=(200, 0)), box("A", at=(0, 10))),
        contains=("A\n\nB\n\nC\n\nD",),
    ),
    Vector("no places: as in the file", one(box("A"), picture(None), box(), box("B"), "<p:sp/>"), contains=("A\n\nB",)),
    Vector(
        "without a place: behind the one before",
        one(box("C", at=(0, 500)), box("D"), box("A", at=(0, 0)), box("B")),
        contains=("A\n\nB\n\nC\n\nD",),
    ),
    Vector(
        "place from the layout",
        one(box("B", holder='idx="7"'), box("A", at=(0, 0)), slide_rels=LAYOUT, layout=layout(box("EDIT", holder='idx="7"', at=(0, 300)))),
        contains=("A\n\nB",),
        lacks=("EDIT",),
    ),
    Vector(
        "place and marks from the master",
        one(
            box("B", paragraph("C", '<a:pPr lvl="1"/>'), holder='type="body" idx="9"'),
            box("A", at=(0, 0)),
            slide_rels=LAYOUT,
            layout=layout(),
            layout_rels=MASTER,
            master=MASTER_PART,
        ),
        contains=("A\n\n- B\nC",),
        lacks=("EDIT",),
    ),
    Vector("layout missing", one(box("B", holder='idx="7"'), slide_rels=LAYOUT), contains=("B",)),
    Vector("layout damaged", one(box("B", holder='idx="7"'), slide_rels=LAYOUT, layout="<p:sldLayout"), contains=("B",)),
    Vector(
        "groups",
        one(title("T"), group(box("BOX"), box("SECOND"), group(box("INNER"))), table([["a"], ["b"]])),
        contains=("BOX\n\nSECOND\n\nINNER\n\n| a |",),
    ),
    Vector(
        "groups are one thing at their place",
        one(box("C", at=(0, 50)), group(box("B", at=(9000, 9000)), box("A", at=(0, 9000)), at=(0, 0))),
        contains=("A\n\nB\n\nC",),
    ),
    Vector("groups without end", one(*["".join(["<p:grpSp>"] * 1000 + [box("deep")] + ["</p:grpSp>"] * 1000)]), contains=("deep",)),
    Vector(
        "one alternative",
        one(
            '<mc:AlternateContent><mc:Choice Requires="a14">'
            + box("new")
            + "</mc:Choice><mc:Fallback>"
            + box("old")
            + "</mc:Fallback></mc:AlternateContent>"
        ),
        contains=("new",),
        lacks=("old",),
    ),
    Vector(
        "fallback",
        one('<mc:AlternateContent><mc:Choice Requires="x"/><mc:Fallback>' + box("old") + "</mc:Fallback></mc:AlternateContent>"),
        contains=("old",),
    ),
    Vector(
        "equation",
        one(
            box(
                "<a:p><mc:AlternateContent><mc:Choice><a14:m><m:oMath><m:r><m:t>x=1</m:t></m:r></m:oMath></a14:m></mc:Choice><mc:Fallback><a:r><a:t>no</a:t></a:r></mc:Fallback></mc:AlternateContent></a:p>"
            )
        ),
        contains=("x=1",),
        lacks=("no",),
    ),
    Vector(
        "merged cells",
        one(table([["gridSpan='2'>A/2", "hMerge='1'>", "B|"], ["rowSpan='2'>c", "d", "e"], ["vMerge='1'>", "f", "g"]])),
        contains=("| A<br>2 |  | B\\| |\n| --- | --- | --- |\n| c | d | e |\n|  | f | g |",),
    ),
    Vector("empty table", one(table([["", ""]]), box("x")), lacks=("|",)),
    Vector(
        "breaks, fields and tabs",
        one(box(f'<a:p>{run("a")}<a:br/>{run("b")}<a:fld type="slidenum"><a:t>7</a:t></a:fld></a:p>')),
        contains=("a\nb7",),
    ),
    Vector(
        "list marks",
        one(
            box(
                paragraph("a", '<a:pPr><a:buChar char="•"/></a:pPr>'),
                paragraph("b", '<a:pPr lvl="1"/>'),
                paragraph("c", '<a:pPr lvl="1"><a:buNone/></a:pPr>'),
            )
        ),
        contains=("- a\n  - b\nc",),
    ),
    Vector(
        "numbers",
        one(
            box(
                *(
                    paragraph(text, f'<a:pPr lvl="{level}"><a:buAutoNum type="{kind}" startAt="3"/></a:pPr>')
                    for text, level, kind in (
                        ("a", 0, "arabicPeriod"),
                        ("b", 1, "alphaLcParenR"),
                        ("c", 0, "arabicPeriod"),
                        ("d", 1, "alphaLcParenR"),
                    )
                )
            )
        ),
        contains=("3. a\n  c) b\n4. c\n  c) d",),
    ),
    Vector(
        "links",
        one(box(f"<a:p>{run('see ')}{run('the ', 'rId1')}{run('page', 'rId1')}{run(', slide', 'rId2')}</a:p>"), slide_rels=LINK),
        contains=("see [the page](http://x/y), slide",),
    ),
    Vector(
        "pictures",
        one(
            picture("A red\nbarn"),
            picture("photo.png"),
            picture("Picture 4"),
            picture("flourish", '<a:extLst><a:ext><adec:decorative val="1"/></a:ext></a:extLst>'),
        ),
        contains=("![A red barn]()",),
        lacks=("photo", "Picture", "flourish"),
    ),
    Vector(
        "chart",
        one(
            CHART,
            slide_rels=CHART_RELS,
            chart=chart(series("East", ("Q1", "Q2"), ("1.5", "0.30000000000000004")) + series("West", ("Q1", "Q2"), ("3", "4"))),
        ),
        contains=("Sales\n\n|  | East | West |\n| --- | --- | --- |\n| Q1 | 1.5 | 3 |\n| Q2 | 0.3 | 4 |",),
    ),
    Vector(
        "chart with other categories",
        one(CHART, slide_rels=CHART_RELS, chart=chart(series("East", ("Q1",), ("1",)) + series("West", ("X",), ("3",)))),
        contains=("|  | East |", "|  | West |", "| X | 3 |"),
    ),
    Vector(
        "chart with levels of categories",
        one(
            CHART,
            slide_rels=CHART_RELS,
            chart=chart(
                f"<c:ser><c:cat><c:multiLvlStrRef><c:lvl>{points('x', 'Q1', 'Q2')}</c:lvl><c:lvl>{points('x', '2020')}</c:lvl></c:multiLvlStrRef></c:cat>{points('val', '1', '2')}</c:ser>"
            ),
        ),
        contains=("| 2020 Q1 | 1 |\n| 2020 Q2 | 2 |",),
    ),
    Vector(
        "axis titles",
        one(
            CHART,
            slide_rels=CHART_RELS,
            chart=chart(
                f"</c:barChart><c:valAx><c:title><c:tx><c:rich>{paragraph('Euros')}</c:rich></c:tx></c:title></c:valAx><c:barChart>"
            ),
        ),
        contains=("Sales\n\nEuros",),
    ),
    Vector(
        "chart of 2016",
        one(
            graphic('<cx:chart r:id="rId1"/>'),
            slide_rels=CHART_RELS,
            chart=root(
                "cx:chartSpace",
                f"<cx:chartData><cx:data><cx:strDim><cx:lvl><cx:pt>leaf</cx:pt></cx:lvl></cx:strDim><cx:numDim><cx:lvl><cx:pt>8</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData><cx:chart><cx:title><cx:tx><cx:rich>{paragraph('Tree')}</cx:rich></cx:tx></cx:title></cx:chart>",
            ),
        ),
        contains=("Tree", "| leaf | 8 |"),
    ),
    Vector("chart missing", one(CHART, box("x"), slide_rels=CHART_RELS), contains=("x",)),
    Vector(
        "diagram",
        one(
            DIAGRAM, slide_rels=DIAGRAM_RELS, data=root("dgm:dataModel", f"<dgm:ptLst>{POINTS}</dgm:ptLst><dgm:cxnLst>{LINES}</dgm:cxnLst>")
        ),
        contains=("- top\n  - kid\n- last",),
        lacks=("line", "shape"),
    ),
    Vector(
        "diagram by what is drawn of it",
        one(
            DIAGRAM, slide_rels=DIAGRAM_RELS, drawing=root("dsp:drawing", f"<dsp:sp><dsp:txBody>{paragraph('drawn')}</dsp:txBody></dsp:sp>")
        ),
        contains=("- drawn",),
    ),
    Vector(
        "notes",
        one(title("T"), box("x"), slide_rels=NOTES_RELS, notes=notes("Say this.", "And that.")),
        contains=("x\n\n### Notes:\nSay this.\nAnd that.",),
        lacks=("IMAGE", "NUMBER"),
    ),
    Vector(
        "no notes",
        one(box("x"), slide_rels=NOTES_RELS, notes=notes("Say this.")),
        contains=("x",),
        lacks=("Say", "###"),
        options={"no_notes": True},
    ),
    Vector("notes missing", one(box("x"), slide_rels=NOTES_RELS), contains=("x",), notices=("notes or comments of slide 1 are left out",)),
    Vector(
        "comments",
        one(
            box("x"),
            slide_rels=COMMENT_RELS,
            comment_authors=root("p:cmAuthorLst", '<p:cmAuthor id="0" name="Bob"/>'),
            comments=root("p:cmLst", '<p:cm authorId="0"><p:text>Why\nso?</p:text></p:cm><p:cm authorId="9"><p:text>Hm</p:text></p:cm>'),
        ),
        contains=("### Comments:\n- Bob: Why so?\n- Hm",),
    ),
    Vector(
        "threads of comments",
        one(
            box("x"),
            slide_rels=COMMENT_RELS,
            authors=root("p188:authorLst", '<p188:author id="{A}" name="Ann"/><p188:author id="{B}" name="Bob"/>'),
            comments=root(
                "p188:cmLst",
                f'<p188:cm authorId="{{A}}"><p188:replyLst><p188:reply authorId="{{B}}"><p188:txBody>{paragraph("Since")}</p188:txBody></p188:reply></p188:replyLst><p188:txBody>{paragraph("Why")}</p188:txBody></p188:cm>',
            ),
        ),
        contains=("- Ann: Why\n  - Bob: Since",),
    ),
    Vector(
        "hidden slides are marked",
        deck(TWELVE[0], slide(title("S"), attributes=' show="0"')),
        contains=("<!-- Slide 2 (hidden) -->\n# S",),
        notices=("1 hidden slide is marked",),
    ),
    Vector("hidden shapes", one(box("a"), box("b", hidden=True)), contains=("a",), lacks=("\nb",), notices=("1 hidden shape left out",)),
    Vector("hidden shapes shown", one(box("a"), box("b", hidden=True)), contains=("a\n\nb",), options={"hidden": True}),
    Vector(
        "footers once, slide numbers never",
        deck(
            *(
                slide(title(f"T{n}"), box("Secret", holder='type="ftr" idx="8"'), box(f"n{n}", holder='type="sldNum" idx="9"'), box("body"))
                for n in (1, 2)
            )
        ),
        contains=("# T1\n\nbody\n\nSecret\n\n<!-- Slide 2 -->\n# T2\n\nbody",),
        lacks=("n1", "n2"),
    ),
    Vector("strict", deck(slide(title("T"), box("x"), strict=True), strict=True), contains=("# T\n\nx",)),
    Vector("no slides", deck(), facts={"slides": 0}, notices=("it has no slides",)),
    Vector(
        "a slide is missing",
        deck(slide(box("a")), slide(box("b")), order=(1, 7, 2)),
        in_order=("Slide 1 -->\na", "Slide 2 -->", "Slide 3 -->\nb"),
        notices=("slide 2 is not whole",),
    ),
    Vector(
        "a slide breaks off",
        deck(slide(title("T"), box("kept"), box("lost"))[:-150], slide(box("b"))),
        in_order=("# T", "kept", "Slide 2", "b"),
        notices=("slide 1 is not whole: XML is damaged",),
    ),
    Vector("every slide is missing", deck(order=(1, 2)), error="corrupt"),
    Vector(
        "no list of slides",
        deck(*TWELVE, more={"ppt/presentation.xml": "<p:present"}),
        in_order=("# T1\n", "# T2", "# T9", "# T10", "# T12"),
        notices=("order of their file names",),
    ),
    Vector("no relationships of the package", deck(TWELVE[0], more={"_rels/.rels": ""}), contains=("# T1",)),
    Vector("properties damaged", one(box("x"), core="<cp"), contains=("x",), facts={"title": None}),
    Vector("another document", deck(more={"ppt/presentation.xml": "<document/>"}), error="corrupt"),
    Vector("not a zip", lambda: b"{\\rtf1 x}", error="corrupt"),
    Vector("a compound file", lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), error="corrupt"),
    Vector("nothing", lambda: b"", error="corrupt"),
    Vector(
        "entities",
        deck('<!DOCTYPE x [<!ENTITY e "boom">]><p:sld>&e;</p:sld>', slide(box("b"))),
        contains=("b",),
        lacks=("boom",),
        notices=("declares entities",),
    ),
]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.name)
def test_vectors(vector: Vector) -> None:
    """Each row of the table holds."""
    check(vector, "pptx", "sample.pptx")


def test_parts_carry_numbers_and_titles() -> None:
    """Every slide is a part, by its place in the presentation."""
    found = said("pptx", deck(*TWELVE, order=(3, 1))(), "a.pptx")
    assert [(part.kind, part.number, part.title) for part in found.parts] == [("slide", 1, "T3"), ("slide", 2, "T1")]


def test_unwanted_slides_are_not_read() -> None:
    """Where only some slides are wanted, damage in others is not seen, and numbers stay true."""
    broken = [*TWELVE[:2], "<broken", *TWELVE[3:]]
    found = said("pptx", deck(*broken)(), "a.pptx", parts=[Range(2, 2), Range(12, None)])
    assert [part.number for part in found.parts] == [2, 12]
    assert found.text == "<!-- Slide 2 -->\n# T2\n\n<!-- Slide 12 -->\n# T12"
    assert found.notices == []


def test_facts_only_reads_no_slide() -> None:
    """Whoever wants facts only gets them without the text."""
    found = said("pptx", deck("<broken", "<broken")(), "a.pptx", facts_only=True)
    assert found.facts == {"title": "Deck", "author": "Ann", "slides": 2}
    assert (found.text, found.notices) == ("", [])


def damaged() -> list[bytes]:
    """Give the rich deck cut, with bits turned in the zip file, and with bits turned inside its parts."""
    data = rich()
    parts = zipfile.ZipFile(io.BytesIO(data))
    generator = random.Random(5)
    made = [data[: generator.randrange(len(data))] for _ in range(10)]
    for _ in range(20):
        turned = bytearray(data)
        for _ in range(generator.randrange(1, 6)):
            turned[generator.randrange(len(data))] ^= 1 << generator.randrange(8)
        made.append(bytes(turned))
    for _ in range(40):
        contents = {name: bytearray(parts.read(name)) for name in parts.namelist()}
        for _ in range(generator.randrange(1, 4)):
            content = contents[generator.choice(sorted(contents))]
            content[generator.randrange(len(content))] ^= 1 << generator.randrange(7)
        made.append(package({name: content.decode("latin-1") for name, content in contents.items()}))
    return made


@pytest.mark.parametrize("data", damaged())
def test_damage_gives_text_or_one_error(data: bytes) -> None:
    """Cut and altered files are read as far as they go, or refused with one error of ours."""
    try:
        found = said("pptx", data, "a.pptx")
    except ReadError as error:
        assert error.code in ("corrupt", "encrypted", "too-large")
    else:
        found.text.encode()


def test_a_whole_deck_is_read_alike_with_odd_part_names() -> None:
    """Part names are found whatever their case and slashes, as some writers store them."""
    parts = parts_of([TWELVE[0]])
    odd = package(
        {name.replace("slides/slide", "Slides\\SLIDE") if "rels" not in name else name: content for name, content in parts.items()}
    )
    assert "# T1" in said("pptx", odd, "a.pptx").text
