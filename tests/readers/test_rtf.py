"""The RTF reader: code pages, destinations, tables, notes, what is hidden, and damage."""

import random

import pytest
from striprtf.striprtf import rtf_to_text

from readcli.errors import ReadError
from readcli.model import Heading
from tests.samples.rtf import HEAD, rich, rtf
from tests.support import Vector, check, said

CYRILLIC = rb"{\rtf1\ansi\ansicpg1251\deff0{\fonttbl{\f0\fnil\fcharset204 Arial;}}"
SILENT = rb"{\rtf1\ansi\ansicpg1251\deff0{\fonttbl{\f0\fnil\fcharset0 Arial;}}"
WORD = rb"{\rtf1\ansi\ansicpg1251\deff0{\fonttbl{\f0\fnil\fcharset0 Arial;}{\f1\fnil\fcharset204 Arial Cyr;}}"
EAST = (
    rb"{\rtf1\ansi\deff0{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset128 MS Gothic;}{\f2\fcharset134 SimSun;}{\f3\fcharset136 MingLiU;}"
    rb"{\f4\fcharset129 Batang;}{\f5\fcharset2 Symbol;}{\f6\fcharset2 Wingdings;}{\f7\cpg866 Old;}}"
)
STYLES = HEAD + rb"{\stylesheet{\s1\outlinelevel0 Titel;}{\s2 heading 2;}{\s3 Body;}}"

VECTORS = [
    Vector("cyrillic font", rtf(rb"\'cf\'f0\'e8\'e2\'e5\'f2", CYRILLIC), contains=("Привет",)),
    Vector("no font speaks for the document's page", rtf(rb"\'cf\'f0\'e8", SILENT), contains=("При",)),
    Vector("a western font beside one of the document's page", rtf(rb"caf\'e9 \f1 \'cf", WORD), contains=("café П",)),
    Vector("raw bytes above 127", rtf("Привет".encode("cp1251"), CYRILLIC), contains=("Привет",)),
    Vector("macintosh", rtf(rb"caf\'8e", rb"{\rtf1\mac"), contains=("café",)),
    Vector("dos", rtf(rb"caf\'82", rb"{\rtf1\pc"), contains=("café",)),
    Vector("utf-8 page", rtf("naïve".encode(), rb"{\rtf1\ansi\ansicpg65001"), contains=("naïve",)),
    Vector("unknown page is western", rtf(rb"caf\'e9", rb"{\rtf1\ansi\ansicpg99999"), contains=("café",)),
    Vector("double bytes", rtf(rb"\f1 \'83e\'83X\'83g \f2 \'c4\'e3 \f3 \'a7\'41 \f4 \'b3\'aa", EAST), contains=("テスト 你 你 나",)),
    Vector("second byte is a brace or backslash", rtf(rb"\f1 \'83\{\'95\\\'83\}", EAST), contains=("ボ表マ",)),
    Vector("picture fonts", rtf(rb"\f5 \'b7a\f6 \'fc\f0 x \f5\u-3913?", EAST), contains=("•α✓x •",)),
    Vector("code page of a font", rtf(rb"\f7 \'8f", EAST), contains=("П",)),
    Vector("unicode with alternatives", rtf(rb"a\u8364?b\uc2\u8364\'80\'80c\uc0\u8364 d"), contains=("a€b€c€d",)),
    Vector("alternative is a group's end or a word", rtf(rb"{\uc1\u8364}x\u8217\rquote s\u8217\b t"), contains=("€x’s’t",)),
    Vector("negative, joined, lone and large units", rtf(rb"\u-10179?\u-8704? \u-10179?. \u128512?"), contains=("😀 �. 😀",)),
    Vector(
        "special characters",
        rtf(rb"a\~b\_c\-d\emdash\lquote e\rquote\ldblquote f\rdblquote\bullet\endash"),
        contains=("a\xa0b\u2011cd—‘e’“f”•–",),
    ),
    Vector("escapes", rtf(rb"\{a\}\\"), contains=("{a}\\",)),
    Vector("line ends", rtf(b"a\\line b\\par c\\\nd\\page e\\sect f"), contains=("a\nb\n\nc\n\nd\n\ne\n\nf",)),
    Vector("newlines in the file are nothing", rtf(b"on\r\ne \\'e9\r\n\\'e9"), contains=("one éé",)),
    Vector("unknown star destinations", rtf(rb"a{\*\foo x{\bar y}}{\*\generator z;}b"), contains=("ab",), lacks=("x", "z")),
    Vector("unknown words keep their group's text", rtf(rb"a{\foo12 b}"), contains=("ab",)),
    Vector("binary data", rtf(rb"a{\pict\bin6 {}}}\\}b\bin2 }}c"), contains=("abc",)),
    Vector(
        "pictures and objects",
        rtf(rb"a{\object\objemb{\*\objdata 00ff}{\result{b}}}{\pict 0a0b}{\*\shppict{\pict ff}}{\nonshppict{\pict ee}}c"),
        contains=("abc",),
    ),
    Vector("rows without \\intbl", rtf(rb"\trowd\cellx100\cellx200 a\cell b\cell\row\trowd c\cell d\cell\row"), contains=("a\tb\nc\td",)),
    Vector(
        "cells of several paragraphs, empty cells, tabs",
        rtf(rb"\trowd\pard\intbl a\par b\cell\cell c\tab d\line e\cell\row\pard after\par"),
        contains=("a b\t\tc d e\n\nafter",),
    ),
    Vector(
        "tables in tables",
        rtf(
            rb"\pard\intbl\itap1 out\par\pard\intbl\itap2 i\nestcell j\nestcell{\*\nesttableprops\trowd\nestrow}{\nonesttables\par}"
            rb"\pard\intbl k\cell\trowd\row\pard x\par"
        ),
        contains=("out\ni\tj\nk\n\nx",),
    ),
    Vector("a row that never ends", rtf(rb"\pard\intbl a\cell b"), contains=("a\tb",)),
    Vector(
        "lists as displayed",
        rtf(
            rb"{\listtext\pard 1.\tab}\pard\ilvl0 one\par{\listtext a)\tab}\ilvl1 two\par{\pntext\'95\tab}\ilvl0{\*\pn{\pntxta .}}three\par\pard p\par"
        ),
        contains=("1. one\n  a) two\n• three\n\np",),
    ),
    Vector(
        "link", rtf(rb'{\field{\*\fldinst HYPERLINK "http://x/"}{\fldrslt click}}'), contains=("click (http://x/)",), lacks=("HYPERLINK",)
    ),
    Vector(
        "link that shows itself",
        rtf(rb'{\field{\*\fldinst{HYPERLINK "mailto:a@b.c"}}{\fldrslt{\ul a@b.c}}}.'),
        contains=("a@b.c.",),
        lacks=("mailto",),
    ),
    Vector(
        "link inside the document",
        rtf(rb'{\field{\*\fldinst HYPERLINK \\l "mark"}{\fldrslt there}}.'),
        contains=("there.",),
        lacks=("mark",),
    ),
    Vector(
        "fields in fields",
        rtf(rb"{\field{\*\fldinst TOC}{\fldrslt A {\field{\*\fldinst PAGEREF x}{\fldrslt 3}}}}"),
        contains=("A 3",),
        lacks=("PAGEREF",),
    ),
    Vector("symbol field without a result", rtf(rb'{\field{\*\fldinst SYMBOL 183 \\f "Symbol"}{\fldrslt}}x'), contains=("•x",)),
    Vector(
        "notes",
        rtf(rb"a{\super\chftn}{\footnote\pard{\super\chftn} one}b{\super\chftn{\footnote\ftnalt\chftn\~two}}c*{\footnote * three}\par end"),
        in_order=("a[1]b[i]c*\n\nend", "\n\n[1] one", "\n\n* three", "\n\n[i] two"),
    ),
    Vector(
        "comments",
        rtf(rb"a{\*\atnid B}{\*\atnauthor Bob}\chatn{\*\annotation{\*\atndate 1}\pard\chatn why}.\par"),
        contains=("a[c1].\n\n[c1] Bob: why",),
    ),
    Vector(
        "no notes",
        rtf(rb"a\chftn{\footnote\chftn one}{\*\atnauthor Bob}{\*\annotation why}b"),
        contains=("ab",),
        lacks=("one", "why", "Bob", "["),
        options={"no_notes": True},
    ),
    Vector(
        "headers and footers once",
        rtf(rb"{\header H\par}{\headerf H\par}{\footer F\par}a\par\sect{\header H\par}{\footer F\par}{\header G\par}b\par"),
        contains=("[header] H\n\na\n\nb\n\n[header] G\n\n[footer] F",),
    ),
    Vector(
        "text boxes once",
        rtf(rb"a{\shp{\*\shpinst{\sp{\sn x}{\sv y}}{\shptxt box\par}}{\shprslt{\*\do{\dptxbxtext box\par}}}}b\par c"),
        contains=("ab\n\nbox\n\nc",),
    ),
    Vector("old drawing objects", rtf(rb"a{\*\do\dptxbx{\dptxbxtext\pard box\par}}b\par"), contains=("ab\n\nbox",)),
    Vector("unicode branch of \\upr", rtf(rb"{\upr{wrong}{\*\ud{r\u233?ght}}}"), contains=("réght",), lacks=("wrong",)),
    Vector(
        "deleted text",
        rtf(rb"a{\deleted b\par}c \deleted d\deleted0 e"),
        contains=("ac e",),
        notices=("2 passages of deleted text left out; --changes shows them",),
    ),
    Vector("changes shown", rtf(rb"a{\deleted b}{\revised c}d"), contains=("a{--b--}{++c++}d",), options={"changes": True}),
    Vector("hidden text", rtf(rb"a{\v b}c\v d\v0 e\v f\plain g"), contains=("aceg",), notices=("3 passages of hidden text",)),
    Vector("hidden text shown", rtf(rb"a{\v b}c"), contains=("abc",), options={"hidden": True}),
    Vector("index and contents entries", rtf(rb"a{\xe\v b}{\tc c}d"), contains=("ad",)),
    Vector("equations", rtf(rb"{\mmath{\*\moMath{\mf{\mfPr x}{\mnum{\mr a}}{\mden{\mr b}}}}{\mmathPict{\pict 00}}}"), contains=("a/b",)),
    Vector(
        "information",
        rtf(rb"{\info{\title A \'cf\u1088?}{\author Me}{\subject S}{\operator O}}x", CYRILLIC),
        contains=("x",),
        lacks=("Me", "S"),
        facts={"title": "A Пр", "author": "Me"},
    ),
    Vector(
        "page of the title is the document's",
        rtf(rb"{\info{\title \'83\'65}}", rb"{\rtf1\ansicpg932\deff0{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset128 B;}}"),
        facts={"title": "テ"},
    ),
    Vector("empty", lambda: rb"{\rtf1}", lacks=("rtf",)),
    Vector("blanks before, zeros behind", lambda: b"\xef\xbb\xbf \r\n{\\rtf1 a}\0\0\r\n", contains=("a",)),
    Vector("text behind its end", lambda: rb"{\rtf1 a}more", contains=("a",), lacks=("more",), notices=("4 bytes behind its end",)),
    Vector("closes too early", lambda: rb"{\rtf1 a}}}", contains=("a",)),
    Vector("cut", lambda: rb"{\rtf1 a{\b b{\footnote no", contains=("ab", "no"), notices=("it ends in the middle",)),
    Vector("cut in a picture", lambda: rb"{\rtf1 a{\pict 0000", contains=("a",), notices=("it ends in the middle",)),
    Vector("cut before its text", lambda: rb"{\rtf1{\fonttbl{\f0 A", error="corrupt"),
    Vector("nested without end", lambda: rb"{\rtf1 a" + b"{" * 200_000 + b"b", contains=("ab",)),
    Vector("not RTF", lambda: b"PK\x03\x04", error="corrupt"),
    Vector("nothing", lambda: b"", error="corrupt"),
    Vector(
        "numbers beyond all bounds", rtf(rb"a\u99999999999 b\itap2000000000\intbl c\cell\nestrow\f-5\uc-9\bin-4 d"), contains=("a", "d")
    ),
    Vector("a group that wants to be two things", rtf(rb"a{\footnote\header\field b}c\par"), contains=("ac", "b")),
]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.name)
def test_vectors(vector: Vector) -> None:
    """Each row of the table holds."""
    check(vector, "rtf", "sample.rtf")


def test_headings_come_from_outline_levels_and_style_names() -> None:
    """A paragraph is a heading by its own level, its style's level or its style's name."""
    found = said(
        "rtf", rtf(rb"\pard\s1 A\par\pard\s2 B\par\pard\outlinelevel2 C\par\pard\s3 D\par\pard\outlinelevel9 E\par", STYLES)(), "a.rtf"
    )
    assert [(heading.level, heading.text) for heading in found.headings] == [(1, "A"), (2, "B"), (3, "C")]
    assert isinstance(found.headings[0], Heading)


def test_facts_stand_before_the_text() -> None:
    """Whoever wants facts only gets them without the text."""
    found = said("rtf", rich(), "a.rtf", facts_only=True)
    assert found.facts == {"title": "Report é", "author": "Ann"}
    assert found.text == ""


def test_agrees_with_another_reader() -> None:
    """Words and their order are those that striprtf finds, where it looks at all."""
    data = rtf(
        rb"Caf\'e9 {\b bold} \u8364? {\field{\*\fldinst PAGE}{\fldrslt 7}}\par\trowd a\cell b\cell\row\pard\'93quoted\'94 \emdash x\par"
    )()
    ours = said("rtf", data, "a.rtf").text.split()
    assert ours == rtf_to_text(data.decode("latin-1")).replace("|", " ").split()


def damaged() -> list[bytes]:
    """Give the rich sample cut at many lengths, and with bits turned."""
    data = rich()
    generator = random.Random(7)
    cut = [data[: generator.randrange(len(data))] for _ in range(25)]
    for _ in range(25):
        turned = bytearray(data)
        for _ in range(generator.randrange(1, 6)):
            turned[generator.randrange(len(data))] ^= 1 << generator.randrange(8)
        cut.append(bytes(turned))
    return cut


@pytest.mark.parametrize("data", damaged())
def test_damage_gives_text_or_one_error(data: bytes) -> None:
    """Cut and altered files are read as far as they go, or refused with one error of ours."""
    try:
        found = said("rtf", data, "a.rtf")
    except ReadError as error:
        assert error.code == "corrupt"
    else:
        found.text.encode()
