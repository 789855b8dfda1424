"""Sheets of XLSX (ECMA-376 part 1, 18), as they are displayed."""

import io
import random

import pytest

from readcli.errors import ReadError
from readcli.model import Options, Range
from readcli.readers import sheet_rows, xlsx
from tests import support
from tests.samples import xlsx as samples
from tests.samples.ole import compound
from tests.support import Vector

VECTORS = [
    Vector("values as displayed", samples.values, contains=(
        "[S]\n007\t12\t\t13\tTRUE\n2024-01-05\t12.5%\t€ 1,234.50\t00007\n255:10:10\t2 1/2\t(1,234.50)\t#DIV/0!\n<007>\t0.3\tFALSE\t2024-01-05",)),
    Vector("values as stored", samples.values, options={"as_": "values"}, contains=(
        "007\t12\t\t13\tTRUE\n2024-01-05\t0.125\t1234.5\t7\n255:10:10\t2.5\t-1234.5\t#DIV/0!\n007\t0.30000000000000004\tFALSE\t2024-01-05T00:00:00",)),
    Vector("as a pipe table", samples.strings, options={"as_": "markdown"}, contains=("## S\n\n| line1 line2 | 0 |\n| --- | --- |\n| a\\|b | 1 |\n",)),
    Vector("as CSV", samples.values, options={"as_": "csv"}, contains=('2024-01-05,12.5%,"€ 1,234.50",00007',)),
    Vector("cached values, else the formula", samples.formulas, contains=("[S]\n3\t6\t=A1*2\t#DIV/0!\n4\t=A2>$A$1\n5\t=A3>$A$1\tab\n24",)),
    Vector("formulas", samples.formulas, options={"as_": "formulas"}, contains=('3\t=A1*2\t=A1*2\t=1/0\n4\t=A2>$A$1\t=""\n5\t=A3>$A$1\t="a"&"b"\n=SUM(A1:A3*2)',)),
    Vector("one line a cell", samples.strings, contains=("line1 line2\t0\na|b\t1\nx y_x000D_\t2\nNA\t3\nrich\t4\n課\t5\n\t6\n<&ä😀\t7\n😀\t8\ntab here !\t9\n\t10\nnan\t11",)),
    Vector("inline strings", samples.inline, contains=("a </row> & b\trich\n", "\nplain\tkept &"), lacks=("CDATA",)),
    Vector("unusual but lawful XML", samples.odd_names, contains=("[S]\n1\tone\n\n\t\ttwo",)),
    Vector("blank rows", samples.blanks, contains=("[S]\n\t1\n\n\n\n2\n…\n3",)),
    Vector("a dimension that lies", samples.blanks, facts={"sheets": [{"name": "S", "hidden": False, "dimension": "A3:B2000"}]}),
    Vector("no rows at all", lambda: samples.one(""), contains=("[S] (empty)",)),
    Vector("hidden things", samples.hidden, contains=("[Shown]\n11\t\t13\n31\t\t33\n\n[Away] (hidden)\n11\t12\t13\n31", "[Deep] (hidden) (empty)"),
           lacks=("21",), notices=("2 hidden sheets are marked", "2 hidden rows, 1 hidden column left out; --hidden shows them")),
    Vector("hidden things shown", samples.hidden, options={"hidden": True}, contains=("[Shown]\n11\t12\t13\n21\t22\t23\n31",)),
    Vector("hidden rows among formulas", samples.hidden, options={"as_": "formulas"}, contains=("[Shown]\n11\t\t13\n31\t\t33",), lacks=("21",)),
    Vector("1904 dates", samples.epoch_1904, contains=("1904-01-01\t2024-01-02",)),
    Vector("Strict, absolute and upper-case names", samples.strict, contains=("[Ünï]\nstrict",)),
    Vector("other encodings, by openpyxl", samples.utf16, contains=("[S]\n2024-01-05\tgrößer",)),
    Vector("facts", samples.members, facts={
        "title": "Budget", "author": "Ann", "definedNames": {"Rate": "Data!$A$1", "Q1 2024!Print_Area": "'Q1 2024'!$A$1:$B$2"},
        "sheets": [{"name": name, "hidden": False, **({"dimension": "A2:C5"} if name != "Q1 2024" else {})} for name in ("Data", "Q1 2024", "50-60", "raw")]}),
    Vector("only facts", samples.members, options={"facts_only": True}, lacks=("Data",), facts={
        "sheets": [{"name": "Data", "hidden": False, "dimension": "A2:C5"}, *({"name": name, "hidden": False} for name in ("Q1 2024", "50-60", "raw"))]}),
    Vector("only some sheets", samples.members, options={"parts": [Range(2, 3)]}, contains=("[Q1 2024] (empty)\n\n[50-60]\n2\t20",), lacks=("[Data]", "[raw]")),
    Vector("what stands beside the cells", samples.beside, contains=(
        "[S]\n1\n\n[comment A1] Bo: Why?\n[reply A1] Cy: So.\n[comment B9] Ann: first\n[comment B10] Ann: later\nin a shape\n\n[Graph] (chart)\n\n[chart] Sales",), lacks=("copy",)),
    Vector("no notes", samples.beside, options={"no_notes": True}, contains=("[S]\n1\n\nin a shape",), lacks=("Why", "Ann")),
    Vector("rows of a sheet", samples.members, inside=("sheet", "50-60"), contains=("\n2\t20\t200\n3\t30\t300\n\n5\t50\t500",), lacks=("[",)),
    Vector("cells", samples.members, inside=("cells", "Data", "B2:C3"), contains=("20\t200\n30\t300",), lacks=("5", "2\t")),
    Vector("one cell", samples.members, inside=("cells", "Data", "B5"), contains=("50",), lacks=("\t", "\n")),
    Vector("columns", samples.members, inside=("cells", "Data", "C:B"), contains=("\n20\t200\n30\t300\n\n50\t500",)),
    Vector("rows by number", samples.members, inside=("cells", "raw", "3:4"), contains=("3\t30\t300",), lacks=("2\t20", "50")),
    Vector("no such sheet", samples.members, inside=("sheet", "Nope"), error="not-found"),
    Vector("no such cells", samples.members, inside=("cells", "Data", "B2:9"), error="usage"),
    Vector("a damaged sheet does not stop the others", samples.torn, contains=("[First]\n11\n\n[Second]\n22",), notices=("the sheet First is damaged",)),
    Vector("entities", samples.entities, error="corrupt"),
    Vector("no workbook", lambda: samples.pack({"xl/x.xml": "<x/>"}), error="corrupt"),
    Vector("XLSB", lambda: samples.pack({"xl/workbook.bin": b"\x83"}), error="unsupported"),
    Vector("encrypted", lambda: compound({"EncryptedPackage": bytes(5000), "EncryptionInfo": bytes(64)}), error="encrypted"),
    Vector("another compound file", lambda: compound({"Workbook": b"x"}), error="corrupt"),
    Vector("no zip file", lambda: b"a,b\n", error="corrupt"),
    Vector("nothing", lambda: b"", error="corrupt"),
]  # fmt: skip


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.name)
def test_vector(vector):
    """Each row of the table holds."""
    support.check(vector, "xlsx", "sample.xlsx")


def test_names():
    """The names of the sheets come in the order of their tabs, hidden ones too."""
    assert xlsx.names(support.source_of(samples.members(), "a.xlsx"), Options()) == ["Data", "Q1 2024", "50-60", "raw"]
    assert xlsx.names(support.source_of(samples.hidden(), "a.xlsx"), Options()) == ["Shown", "Away", "Deep"]


def test_lines_of_a_member_are_its_rows():
    """Line N of a sheet read as a member is its row N, hidden rows being blank."""
    lines = support.said("xlsx", samples.hidden(), "a.xlsx", inside=("sheet", "shown")).text.split("\n")
    assert lines == ["11\t\t13", "", "31\t\t33"]


def test_parts():
    """Each sheet is a part with its number and name, also where others are left out."""
    said = support.said("xlsx", samples.members(), "a.xlsx", parts=[Range(2, 2), Range(4, None)])
    assert [(part.kind, part.number, part.title) for part in said.parts] == [("sheet", 2, "Q1 2024"), ("sheet", 4, "raw")]


@pytest.mark.parametrize("options", [{}, {"as_": "values"}], ids=str)
def test_both_ways_of_reading_a_row_agree(options, monkeypatch):
    """The quick way of reading a row gives what reading it cell by cell gives."""
    data = samples.grid(400)
    quick = support.said("xlsx", data, "a.xlsx", **options).text
    called = []
    single = sheet_rows.SheetRows._cells_singly

    def noting(self, body, number):
        called.append(number)
        return single(self, body, number)

    monkeypatch.setattr(sheet_rows.SheetRows, "_cells_singly", noting)
    monkeypatch.setattr(sheet_rows.SheetRows, "_cut", lambda *_: None)
    assert support.said("xlsx", data, "a.xlsx", **options).text == quick
    assert len(called) == 400
    assert quick.split("\n")[20] == ("€ 20.26\t\t\t2023-04-04" if not options else "20.255\t\t\t2023-04-04")


def test_styles_that_look_like_rows(monkeypatch):
    """A style whose number ends like the row's number stays that style."""
    codes = ["General"] * 11 + ["0.00", *["General"] * 10, "0%"]
    rows = "".join(f'<row r="{at}"><c r="A{at}" s="11"><v>1</v></c><c r="B{at}" s="22"><v>1</v></c></row>' for at in range(1, 40))
    made = samples.parts({"S": samples.sheet(rows)})
    made["xl/styles.xml"] = samples.styles(*codes)
    assert support.said("xlsx", samples.pack(made), "a.xlsx").text.split("\n")[1:] == ["1.00\t100%"] * 39


def test_first_rows_need_little():
    """The first rows come before the rest of the sheet and of the shared strings is read."""
    data = samples.pack(samples.parts(
        {"S": samples.sheet("".join(f'<row r="{at}"><c r="A{at}" t="s"><v>{at}</v></c></row>' for at in range(1, 60_000)))},
        "".join(f"<si><t>text {at}</t></si>" for at in range(60_000)),
    ))  # fmt: skip
    source = support.source_of(data, "a.xlsx")
    events = xlsx.read(source, Options())
    lines = [event for event, _ in zip(events, range(13), strict=False) if isinstance(event, str)]
    package = events.gi_frame.f_locals["workbook"]._package
    assert lines[:3] == ["[S]", "text 1", "text 2"]
    assert package._inflated < 700_000


def test_long_runs_of_blank_rows_in_a_member():
    """A member, too, shows more than a thousand blank rows as one line."""
    lines = support.said("xlsx", samples.blanks(), "a.xlsx", inside=("sheet", "S")).text.split("\n")
    assert lines == ["", "", "\t1", "", "", "", "2", "…", "3"]


def test_openpyxl_reads_back():
    """What openpyxl writes is read with its formats."""
    import datetime as dt

    import openpyxl

    book = openpyxl.Workbook()
    book.active.append(["a", 1, 2.5, dt.date(2024, 1, 5), True, None, "=B1*2"])
    book.active["C1"].number_format = "0.00"
    file = io.BytesIO()
    book.save(file)
    assert support.said("xlsx", file.getvalue(), "a.xlsx").text == "[Sheet]\na\t1\t2.50\t2024-01-05\tTRUE\t\t=B1*2"


@pytest.mark.parametrize("sample", [samples.values, samples.beside, samples.inline, samples.formulas], ids=lambda sample: sample.__name__)
@pytest.mark.parametrize("as_", [None, "formulas"])
def test_damage(sample, as_):
    """A truncated or altered workbook gives text or one ReadError, nothing else."""
    data = sample()
    chance = random.Random(11)
    for turn in range(40):
        broken = bytearray(data[: chance.randrange(len(data))] if turn % 4 == 0 else data)
        for _ in range(chance.randrange(1, 8)):
            if broken:
                broken[chance.randrange(len(broken))] = chance.randrange(256)
        try:
            support.said("xlsx", bytes(broken), "a.xlsx", as_=as_)
        except ReadError as error:
            assert error.message
            assert "\n" not in error.message


@pytest.mark.parametrize("part", ["xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/styles.xml", "xl/workbook.xml"])
def test_damaged_xml(part):
    """Parts with altered or missing bytes give text or one ReadError, nothing else."""
    chance = random.Random(5)
    made = samples.parts(
        {"S": samples.sheet('<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="3"><v>1.5</v></c></row>')}, "<si><t>x</t></si>"
    )
    whole = str(made[part]).encode()
    for turn in range(40):
        broken = bytearray(whole[: chance.randrange(len(whole))] if turn % 4 == 0 else whole)
        for _ in range(chance.randrange(1, 6)):
            if broken:
                broken[chance.randrange(len(broken))] = chance.randrange(256)
        try:
            support.said("xlsx", samples.pack({**made, part: bytes(broken)}), "a.xlsx")
        except ReadError as error:
            assert error.message
