"""Word documents: each row is a rule about what comes out of one."""

import importlib
import io
import random
import zipfile
from functools import partial

import pytest

from readcli import limits
from readcli.errors import ReadError
from readcli.model import Options
from readcli.readers.docx_styles import essential
from readcli.readers.numerals import numeral
from tests.samples.docx import (
    APP,
    NAMESPACES,
    STRICT,
    cell,
    docx,
    field,
    item,
    levels,
    numbering,
    par,
    part,
    run,
    style,
    styles,
    table,
    zipped,
)
from tests.support import Vector, check, said, source_of

CHANGED = par(run("A "), f"<w:ins>{run('new')}</w:ins>", "<w:del><w:r><w:delText>old</w:delText></w:r></w:del>")
BOX = f"<w:txbxContent>{par('in the box')}</w:txbxContent>"
ALTERNATE = f"<w:r><mc:AlternateContent><mc:Choice Requires='wps'><wps:txbx>{BOX}</wps:txbx></mc:Choice><mc:Fallback><v:textbox>{BOX}</v:textbox></mc:Fallback></mc:AlternateContent></w:r>"
ONLY_FALLBACK = f"<w:r><mc:AlternateContent><mc:Choice Requires='x'><w:drawing/></mc:Choice><mc:Fallback><v:textbox>{BOX}</v:textbox></mc:Fallback></mc:AlternateContent></w:r>"
OUTLINE = numbering(
    levels(("decimal", "%1."), ("lowerLetter", "%2)"), ("lowerRoman", "%1.%2.%3")), levels(("bullet", "\uf0b7"), ("bullet", "o"))
)
ANEW = numbering(
    levels(("decimal", "%1.")),
    extra='<w:num w:numId="9"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="10"/></w:lvlOverride></w:num>',
)
MERGED = table(
    3,
    cell("wide", '<w:gridSpan w:val="2"/>') + cell("C1"),
    cell("tall", '<w:vMerge w:val="restart"/>') + cell("B2") + cell("C2"),
    cell("", "<w:vMerge/>") + cell("B3") + cell("C3"),
)
NESTED = table(
    2, cell("A1") + cell("B1"), cell("A2") + cell(par("outer") + table(2, cell("i1") + cell("i2"), cell("i3") + cell("i4")) + par(""))
)
FRACTION = "<m:oMath><m:f><m:num><m:r><m:t>a+b</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath>"
ROOT = "<m:oMath><m:rad><m:deg/><m:e><m:r><m:t>x</m:t></m:r></m:e></m:rad></m:oMath>"
SQUARE = (
    "<m:oMath><m:r><m:t>E=m</m:t></m:r><m:sSup><m:e><m:r><m:t>c</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath>"
)
SUM = '<m:oMath><m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub><m:r><m:t>i=1</m:t></m:r></m:sub><m:sup><m:r><m:t>n</m:t></m:r></m:sup><m:e><m:r><m:t>i</m:t></m:r></m:e></m:nary></m:oMath>'
FOOTNOTES = part(
    "footnotes",
    '<w:footnote w:type="separator" w:id="-1"><w:p/></w:footnote>'
    f'<w:footnote w:id="7">{par("First note.")}{par("Its second paragraph.")}</w:footnote><w:footnote w:id="3">{par("Second note.")}</w:footnote>'
    f'<w:footnote w:id="8">{par("nobody refers to me")}</w:footnote>',
)
ENDNOTES = part("endnotes", f'<w:endnote w:id="7">{par("At the end.")}</w:endnote>')
COMMENTS = part("comments", f'<w:comment w:id="0" w:author="Ann" w:date="2024-02-03T10:00:00Z">{par("Really?")}</w:comment>')
NOTED = par(
    run("One"), '<w:r><w:footnoteReference w:id="7"/></w:r>', run(" two"), '<w:r><w:footnoteReference w:id="3"/></w:r>',
    run(" three"), '<w:r><w:endnoteReference w:id="7"/></w:r>', run(" fo"), '<w:r><w:commentReference w:id="0"/></w:r>', run("ur."),
)  # fmt: skip
NOTES = (("footnotes", "footnotes.xml", FOOTNOTES), ("endnotes", "endnotes.xml", ENDNOTES), ("comments", "comments.xml", COMMENTS))
CHART = (
    f"<c:chartSpace {NAMESPACES}><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart>"
    '<c:ser><c:tx><c:strRef><c:f>B1</c:f><c:strCache><c:pt idx="0"><c:v>North</c:v></c:pt></c:strCache></c:strRef></c:tx>'
    '<c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>Q1</c:v></c:pt><c:pt idx="1"><c:v>Q2</c:v></c:pt></c:strCache></c:strRef></c:cat>'
    '<c:val><c:numRef><c:numCache><c:pt idx="0"><c:v>4.5</c:v></c:pt><c:pt idx="1"><c:v>7</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser>'
    "</c:barChart></c:plotArea></c:chart></c:chartSpace>"
)
SMART = f"<dgm:dataModel {NAMESPACES}><dgm:ptLst><dgm:pt><dgm:t><a:p><a:r><a:t>Plan</a:t></a:r></a:p></dgm:t></dgm:pt><dgm:pt><dgm:t><a:p><a:r><a:t>Do</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>"
GERMAN = styles(
    style("Standard", "Normal")
    + style("berschrift1", "heading 1", '<w:pPr><w:outlineLvl w:val="0"/></w:pPr>')
    + style("Eigene", "Eigene", '<w:basedOn w:val="berschrift1"/>')
    + style("Ring", "Ring", '<w:basedOn w:val="Ring"/>')
    + style("Geheim", "Geheim", "<w:rPr><w:vanish/></w:rPr>", "character")
    + style("Punkt", "List Bullet", '<w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr>')
)
STYLED = (("styles", "styles.xml", GERMAN), ("numbering", "numbering.xml", OUTLINE))


def of(name: str) -> str:
    """Give the properties of a paragraph in some style."""
    return f'<w:pStyle w:val="{name}"/>'


def hidden(text: str) -> str:
    """Give a vanished run."""
    return run(text, "<w:vanish/>")


MARK_DELETED = par("Joined", properties="<w:rPr><w:del/></w:rPr>") + par(" lines")
DELETED_ROW = table(2, cell("a") + cell("b"), "<w:trPr><w:del/></w:trPr>" + cell("gone") + cell("too"))
HIDDEN_ROW = table(2, cell("a") + cell("b"), "<w:trPr><w:hidden/></w:trPr>" + cell("hid") + cell("den"))
HEADERS = (
    ("header", "header1.xml", part("hdr", par("Top line"))),
    ("header", "header2.xml", part("hdr", par("Top line"))),
    ("footer", "footer1.xml", part("ftr", par("Page ", field(" PAGE ", run("1"))))),
)
FORMS = (
    '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox></w:ffData></w:fldChar></w:r>'
    '<w:r><w:instrText> FORMCHECKBOX </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>'
    '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="red"/><w:listEntry w:val="green"/></w:ddList>'
    '</w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMDROPDOWN </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>'
)
RUBY = f"<w:r><w:ruby><w:rubyPr/><w:rt>{run('とうきょう')}</w:rt><w:rubyBase>{run('東京')}</w:rubyBase></w:ruby></w:r>"
SIGNS = (
    "<w:r><w:t>co</w:t><w:noBreakHyphen/><w:t>op</w:t><w:tab/><w:t>ex</w:t><w:softHyphen/><w:t>am\u00adple</w:t><w:br/><w:t>next</w:t>"
    '<w:sym w:font="Symbol" w:char="F061"/><w:sym w:font="Wingdings" w:char="F0FC"/><w:sym w:font="Arial" w:char="00E9"/></w:r>'
)


def doc(*body: str, **parts: object) -> partial:
    """Give a function that makes the document."""
    return partial(docx, "".join(body), **parts)


VECTORS = [
    Vector("paragraphs", doc(par("One."), par(""), par("Two.")), contains=("One.\n\nTwo.",)),
    Vector("facts", doc(par("x")), facts={"title": "Annual report", "author": "Ada Byron", "created": "2024-05-06T07:08:09Z", "words": 1234, "pages": 3}),
    Vector("changes are accepted", doc(CHANGED), contains=("A new",), lacks=("old", "{++"), notices=("2 tracked changes accepted (1 insertion, 1 deletion); --changes shows them",)),
    Vector("changes are shown", doc(CHANGED), contains=("A {++new++}{--old--}",), options={"changes": True}),
    Vector("a deleted end of a paragraph joins it", doc(MARK_DELETED), contains=("Joined lines",), notices=("1 tracked change",)),
    Vector("a deleted row is gone", doc(DELETED_ROW), contains=("| a | b |",), lacks=("gone",)),
    Vector("old properties say nothing", doc(par("plain", properties=f"<w:pPrChange><w:pPr>{of('berschrift1')}</w:pPr></w:pPrChange>"), related=STYLED), lacks=("#",)),
    Vector("headers and footers once", doc(par("Body"), related=HEADERS), contains=("Top line\n\nBody\n\nPage 1",), lacks=("Top line\n\nTop line", "PAGE ")),
    Vector(
        "notes at the end, with marks", doc(NOTED, related=NOTES),
        contains=("One[^1] two[^2] three[^e1] four.[^c1]", "[^1]: First note.\n    Its second paragraph.\n[^2]: Second note.", "[^c1]: Ann, 2024-02-03: Really?"),
        in_order=("[^2]: Second", "[^e1]: At the end.", "[^c1]: Ann"), lacks=("nobody",),
    ),
    Vector("no notes on demand", doc(NOTED, related=NOTES), contains=("One two three four.",), lacks=("[^", "First note"), options={"no_notes": True}),
    Vector("merged cells keep their columns", doc(MERGED), contains=("| wide |  | C1 |\n| --- | --- | --- |\n| tall | B2 | C2 |\n|  | B3 | C3 |",)),
    Vector("a nested table is lines of its cell", doc(NESTED), contains=("| A2 | outer<br>i1 \\| i2<br>i3 \\| i4 |",)),
    Vector("bars and breaks in cells", doc(table(2, cell("a|b") + cell("<w:p><w:r><w:t>x</w:t><w:br/><w:t>y</w:t></w:r></w:p>"))), contains=("| a\\|b | x<br>y |",)),
    Vector("a row that begins late", doc(table(2, cell("a") + cell("b"), '<w:trPr><w:gridBefore w:val="1"/></w:trPr>' + cell("late"))), contains=("|  | late |",)),
    Vector("a huge span", doc(table(2, cell("a", '<w:gridSpan w:val="2000000000"/>') + cell("b"))), contains=("| a | b |",)),
    Vector("a table of one column is a frame", doc(table(1, cell(par("Head", properties=of("berschrift1")) + par("text"))), related=STYLED), contains=("# Head\n\ntext",), lacks=("|",)),
    Vector("numbers as displayed", doc(item("a"), item("b", level=1), item("c", level=2), item("d", level=1), item("e"), item("f", level=1), related=(("numbering", "n.xml", OUTLINE),)),
           contains=("1. a\n   a) b\n      1.a.i c\n   b) d\n2. e\n   a) f",)),
    Vector("lists go on and start anew", doc(item("a"), par("between"), item("b"), item("c", num=9), item("d"), related=(("numbering", "n.xml", ANEW),)), contains=("1. a\n\nbetween\n\n2. b\n10. c\n11. d",)),
    Vector("bullets by style", doc(par("x", properties=of("Punkt")), item("y", num=2, level=1), related=STYLED), contains=("- x\n  - y",)),
    Vector("num 0 is no list", doc(par("x", properties=of("Punkt") + '<w:numPr><w:numId w:val="0"/></w:numPr>'), related=STYLED), lacks=("-",)),
    Vector("headings in any language", doc(par("Eins", properties=of("berschrift1")), par("Zwei", properties=of("Eigene")), par("Drei", properties=of("Ring")), related=STYLED), contains=("# Eins\n\n# Zwei\n\nDrei",)),
    Vector("headings without styles part", doc(par("Head", properties=of("Heading2")), par("In", properties='<w:outlineLvl w:val="8"/>')), contains=("## Head\n\n###### In",)),
    Vector("a heading's number", doc(par("Scope", properties='<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:outlineLvl w:val="0"/>'), related=STYLED), contains=("# 1. Scope",)),
    Vector("a hash is no heading", doc(par("# not a heading"), par("#5 stays")), contains=("\\# not a heading\n\n#5 stays",)),
    Vector("links", doc(par("see ", f'<w:hyperlink r:id="l1">{run("the site")}</w:hyperlink>', f'<w:hyperlink w:anchor="x">{run(" above")}</w:hyperlink>'), links=("http://e.org/a(b)",)), contains=("see [the site](<http://e.org/a(b)>) above",)),
    Vector("a link that is its text", doc(par(f'<w:hyperlink r:id="l1">{run("http://e.org")}</w:hyperlink>'), links=("http://e.org/",)), contains=("http://e.org",), lacks=("](",)),
    Vector("a link by field", doc(par(field(' HYPERLINK "http://x.org/" \\o "tip"', run("click")))), contains=("[click](http://x.org/)",), lacks=("HYPERLINK", "tip")),
    Vector("results of fields", doc(par(field(f" IF {field(' MERGEFIELD n ', run('inner'))} = 1 ", run("yes")), '<w:fldSimple w:instr=" AUTHOR ">' + run("Ann") + "</w:fldSimple>")), contains=("yesAnn",), lacks=("inner", "IF", "AUTHOR")),
    Vector("a field that never ends", doc(par('<w:r><w:fldChar w:fldCharType="begin"/></w:r>'), par("still here")), contains=("still here",)),
    Vector("form fields", doc(par(FORMS)), contains=("☒green",), lacks=("red", "FORM")),
    Vector("a text box once, after its paragraph", doc(par("before", ALTERNATE, run(" after"))), contains=("before after\n\nin the box",), lacks=("in the box\n\nin the box",)),
    Vector("a fallback where the choice has no words", doc(par(ONLY_FALLBACK)), contains=("in the box",)),
    Vector("content controls", doc(f"<w:sdt><w:sdtPr><w:alias w:val='name'/><w:rPr><w:vanish/></w:rPr></w:sdtPr><w:sdtContent>{par('chosen')}</w:sdtContent></w:sdt>"), contains=("chosen",)),
    Vector("equations", doc(par("so ", FRACTION, run(" and "), ROOT, run(" and "), SQUARE, run(" and "), SUM, run(" end"))), contains=("so (a+b)/2 and √x and E=mc^2 and ∑_(i=1)^n i end",)),
    Vector("ruby", doc(par(run("in "), RUBY)), contains=("in 東京(とうきょう)",)),
    Vector("chart words", doc(par('<w:r><w:drawing><c:chart r:id="r1"/></w:drawing></w:r>'), related=(("chart", "chart1.xml", CHART),)), contains=("Sales\n\n|  | North |\n| --- | --- |\n| Q1 | 4.5 |\n| Q2 | 7 |",)),
    Vector("SmartArt words", doc(par('<w:r><w:drawing><dgm:relIds r:dm="r1"/></w:drawing></w:r>'), related=(("diagramData", "data1.xml", SMART),)), contains=("- Plan\n- Do",)),
    Vector("word art", doc(par('<w:r><w:pict><v:shape><v:textpath string="DRAFT"/></v:shape></w:pict></w:r>')), contains=("DRAFT",)),
    Vector("signs", doc(par(SIGNS)), contains=("co-op\texample\nnextα✓é",)),
    Vector("vanished text", doc(par("seen ", hidden("un"), hidden("seen"), run("again")), related=STYLED), contains=("seen again",), lacks=("unseen",), notices=("1 hidden passage left out; --hidden shows it",)),
    Vector("vanished by style", doc(par("seen", run(" secret", '<w:rStyle w:val="Geheim"/>'), run(" told", '<w:rStyle w:val="Geheim"/><w:vanish w:val="0"/>')), related=STYLED), contains=("seen told",), lacks=("secret",)),
    Vector("vanished text on demand", doc(par("seen ", hidden("unseen"))), contains=("seen unseen",), options={"hidden": True}),
    Vector("a hidden row", doc(HIDDEN_ROW), contains=("| a | b |",), lacks=("hid",), notices=("1 hidden passage",)),
    Vector("strict", doc(par("Strictly."), namespaces=STRICT), contains=("Strictly.",)),
    Vector("imported HTML", doc('<w:altChunk r:id="r1"/>', par("after"), related=(("aFChunk", "a.html", "<html><body><p>from <b>HTML</b></p></body></html>"),)), contains=("from **HTML**\n\nafter",)),
    Vector("imported text", doc('<w:altChunk r:id="r1"/>', related=(("aFChunk", "a.txt", "caf\u00e9".encode("cp1252")),)), contains=("café",)),
    Vector("imported documents", doc('<w:altChunk r:id="r1"/>', related=(("aFChunk", "a.docx", docx(par("inner"))),)), contains=("inner",)),
    Vector("plain by docx2txt", doc(par("Head", properties=of("berschrift1")), CHANGED, related=STYLED), contains=("Head", "A new"), lacks=("# ",), options={"as_": "text"}),
    Vector("plain of a strict one, which docx2txt cannot read", doc(par("Strictly."), namespaces=STRICT), contains=("Strictly.",), options={"as_": "text"}),
    Vector("too deep for us, not for docx2txt", doc("<w:sdt>" * limits.XML_DEPTH + par("deep") + "</w:sdt>" * limits.XML_DEPTH), contains=("deep",), notices=("plain text only",)),
    Vector("nothing in it", doc(par("")), notices=("the document has no text",)),
    Vector("not a zip", lambda: b"Dear all,\nno zip", error="corrupt"),
    Vector("a zip without a document", partial(zipped, {"a.txt": "x"}), error="corrupt"),
    Vector("another kind of document", partial(zipped, {"word/document.xml": "<html><p>x</p></html>"}), error="corrupt"),
    Vector("entities", partial(zipped, {"word/document.xml": f'<!DOCTYPE d [<!ENTITY a "b">]><w:document {NAMESPACES}>&a;</w:document>'}), error="corrupt"),
    Vector("an encoding nobody knows", partial(zipped, {"word/document.xml": '<?xml version="1.0" encoding="x-odd"?><a/>'}), error="corrupt"),
    Vector("no relationships", partial(zipped, {"word/document.xml": f"<w:document {NAMESPACES}><w:body>{par('found')}</w:body></w:document>"}), contains=("found",)),
    Vector("damage in the middle", partial(zipped, {"word/document.xml": f"<w:document {NAMESPACES}><w:body>{par('first')}{par('second')}<w:p><w:r></w:p>"}), contains=("first\n\nsecond",), notices=("the text breaks off there",)),
    Vector("damage beside", doc(par("kept"), related=(("numbering", "numbering.xml", "<w:numbering"), ("header", "h.xml", "<hdr>"))), contains=("kept",), notices=("XML is damaged",)),
]  # fmt: skip


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.name)
def test_vectors(vector):
    """What each row says about its document holds."""
    check(vector, "docx", "sample.docx")


def whole() -> bytes:
    """Give a document with something of everything."""
    body = CHANGED + MERGED + NESTED + NOTED + item("a") + par(ALTERNATE) + par(FRACTION) + par(RUBY) + par(field(" PAGE ", run("1")))
    return docx(body, related=(*NOTES, *HEADERS, *STYLED))


def test_truncated_and_flipped_bytes_give_text_or_one_error():
    """Damaged files end in text or in a ReadError, never in another exception."""
    good = whole()
    dice = random.Random(5)
    read = 0
    for at in range(60):
        data = bytearray(good)
        if at % 3 == 0:
            del data[dice.randrange(len(data)) :]
        else:
            for _ in range(3):
                data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
        try:
            read += bool(said("docx", bytes(data), "x.docx").text)
        except ReadError as error:
            assert error.message
            assert "\n" not in error.message
    assert read > 5


def test_flipped_xml_gives_text_or_one_error():
    """Damage inside the parts, where checksums do not see it, is borne as well."""
    good = whole()
    dice = random.Random(6)
    with zipfile.ZipFile(io.BytesIO(good)) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    read = 0
    for _ in range(60):
        name = dice.choice(list(parts))
        data = bytearray(parts[name])
        for _ in range(2):
            data[dice.randrange(len(data))] = dice.choice(b'<>/"0z w:')
        try:
            read += bool(said("docx", zipped({**parts, name: bytes(data)}), "x.docx").text)
        except ReadError as error:
            assert "\n" not in error.message
    assert read > 20


def test_small_file_that_unpacks_to_much_is_refused(monkeypatch):
    """A bomb is refused by what its directory says, before anything is unpacked."""
    monkeypatch.setattr(limits, "RATIO_FROM", 1_000_000)
    check(Vector("bomb", doc(par("a" * 3_000_000)), error="too-large"), "docx", "bomb.docx")


def test_first_lines_come_before_the_rest_is_parsed():
    """A reader hands on what it has, before it meets what comes later."""
    reader = importlib.import_module("readcli.readers.docx")
    data = zipped({"word/document.xml": f"<w:document {NAMESPACES}><w:body>{par('first')}{par('x' * 90) * 9000}<broken"})
    events = reader.read(source_of(data, "x.docx"), Options())
    assert next(event for event in events if isinstance(event, str)) == "first"


def test_numerals_follow_the_formats():
    """Every number format is written as it stands on paper."""
    rows = {
        "decimal": "21", "decimalZero": "21", "upperRoman": "XXI", "lowerRoman": "xxi", "upperLetter": "U", "lowerLetter": "u",
        "ordinal": "21st", "none": "", "chineseCounting": "二十一", "ideographDigital": "二一", "decimalFullWidth": "２１",
        "decimalEnclosedCircle": "21", "russianLower": "х", "cardinalText": "21",
    }  # fmt: skip
    assert {form: numeral(21, form) for form in rows} == rows
    assert [numeral(value, "lowerLetter") for value in (1, 26, 27, 53)] == ["a", "z", "aa", "aaa"]
    assert [numeral(value, "upperRoman") for value in (4, 9, 1994, 0)] == ["IV", "IX", "MCMXCIV", "0"]
    assert [numeral(value, "ordinal") for value in (2, 3, 11, 112)] == ["2nd", "3rd", "11th", "112th"]
    assert [numeral(value, "chineseCounting") for value in (10, 105, 3)] == ["十", "一百〇五", "三"]


def test_table_and_latent_styles_are_not_parsed():
    """What says nothing about text is cut out of the styles part, whole elements only, and broken ones stay for the parser."""
    table_style = b'<w:style w:type="table" w:styleId="T"><w:name w:val="T"/></w:style>'
    latent = b'<w:latentStyles w:count="1"><w:lsdException w:name="x"/></w:latentStyles>'
    kept = b'<w:style w:type="paragraph" w:styleId="P"><w:name w:val="w:type=table"/></w:style>'
    assert essential(b"<w:styles>" + latent + kept + table_style + kept + b"</w:styles>") == b"<w:styles>" + kept * 2 + b"</w:styles>"
    broken = b'<w:styles><w:style w:type="table">'
    assert essential(broken) == broken


def test_links_inside_links_cost_no_time():
    """Twenty thousand link fields that never end are still one paragraph, read in one go."""
    opening = (
        '<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>HYPERLINK "http://a"</w:instrText><w:fldChar w:fldCharType="separate"/></w:r>'
    )
    assert said("docx", docx(par(*[opening + run("x")] * 20_000)), "x.docx").text.count("x") == 20_000


def test_facts_alone_need_no_text():
    """Asked for facts only, the body is not even opened."""
    data = zipped({"word/document.xml": "no XML", "docProps/app.xml": APP})
    assert said("docx", data, "x.docx", facts_only=True).facts == {"pages": 3, "words": 1234}


def test_numbering_part_without_levels_is_borne():
    """A list that defines no level is a bullet."""
    text = said("docx", docx(item("x"), related=(("numbering", "n.xml", numbering("")),)), "x.docx").text
    assert text == "- x"
