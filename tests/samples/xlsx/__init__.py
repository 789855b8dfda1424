"""Workbooks as XLSX, written part by part as other programs write them."""

import io
import zipfile
from xml.sax.saxutils import escape

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
STRICT = "http://purl.oclc.org/ooxml/spreadsheetml/main"
STRICT_OFFICE = "http://purl.oclc.org/ooxml/officeDocument/relationships"
DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
FRAME = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
CHART = "http://schemas.openxmlformats.org/drawingml/2006/chart"
THREAD = "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"
_RELS = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
_TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_CONTENT_TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/>'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="{_TYPES}.styles+xml"/>'
    f'<Override PartName="/xl/sharedStrings.xml" ContentType="{_TYPES}.sharedStrings+xml"/></Types>'
)
_FORMATS = (
    "General",
    "yyyy-mm-dd",
    "0.0%",
    '"€" #,##0.00',
    "00000",
    "[h]:mm:ss",
    "# ?/?",
    "#,##0.00_);(#,##0.00)",
    '"<"@">"',
    "h:mm AM/PM",
)


def pack(parts: dict[str, str | bytes]) -> bytes:
    """Zip the parts."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()


def relations(*links: tuple[str, str, str]) -> str:
    """Write a relationships part from (id, last word of the type, target)."""
    rows = "".join(f'<Relationship Id="{key}" Type="{OFFICE}/{kind}" Target="{target}"/>' for key, kind, target in links)
    return f"{_RELS}{rows}</Relationships>"


def sheet(rows: str, before: str = "", after: str = "") -> str:
    """Write a sheet part round its rows."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<worksheet xmlns="{MAIN}" xmlns:r="{OFFICE}">{before}<sheetData>{rows}</sheetData>{after}</worksheet>'


def styles(*codes: str) -> str:
    """Write a styles part; style N has code N of those given."""
    formats = "".join(f'<numFmt numFmtId="{164 + at}" formatCode="{escape(code, {chr(34): "&quot;"})}"/>' for at, code in enumerate(codes))
    shapes = "".join(f'<xf numFmtId="{164 + at}"/>' for at in range(len(codes)))
    return f'<styleSheet xmlns="{MAIN}"><numFmts>{formats}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs>{shapes}</cellXfs></styleSheet>'


def parts(
    sheets: dict[str, str], strings: str = "", *, settings: str = "", names: str = "", states: dict[str, str] | None = None
) -> dict[str, str | bytes]:
    """Give the parts of a workbook with these sheets, by name; `strings` are the items of the shared strings."""
    listed, links = "", [("s", "styles", "styles.xml"), ("t", "sharedStrings", "sharedStrings.xml")]
    made: dict[str, str | bytes] = {
        "[Content_Types].xml": _CONTENT_TYPES,
        "_rels/.rels": relations(("w", "officeDocument", "xl/workbook.xml")),
    }
    for number, (name, content) in enumerate(sheets.items(), 1):
        state = (states or {}).get(name, "visible")
        listed += f'<sheet name="{escape(name)}" sheetId="{number}" state="{state}" r:id="rId{number}"/>'
        links.append((f"rId{number}", "worksheet", f"worksheets/sheet{number}.xml"))
        made[f"xl/worksheets/sheet{number}.xml"] = content
    made["xl/workbook.xml"] = f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}">{settings}<sheets>{listed}</sheets>{names}</workbook>'
    made["xl/_rels/workbook.xml.rels"] = relations(*links)
    made["xl/styles.xml"] = styles(*_FORMATS)
    made["xl/sharedStrings.xml"] = f'<sst xmlns="{MAIN}">{strings}</sst>'
    return made


def one(rows: str, strings: str = "", before: str = "", settings: str = "") -> bytes:
    """Give a workbook with one sheet called S."""
    return pack(parts({"S": sheet(rows, before)}, strings, settings=settings))


def values() -> bytes:
    """Give the kinds of values, each under its format."""
    return one(
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>12</v></c><c r="D1"><v>13.0</v></c><c r="E1" t="b"><v>1</v></c></row>'
        '<row r="2"><c r="A2" s="1"><v>45296</v></c><c r="B2" s="2"><v>0.125</v></c><c r="C2" s="3"><v>1234.5</v></c><c r="D2" s="4"><v>7</v></c></row>'
        '<row r="3"><c r="A3" s="5"><v>10.632060185</v></c><c r="B3" s="6"><v>2.5</v></c><c r="C3" s="7"><v>-1234.5</v></c><c r="D3" t="e"><v>#DIV/0!</v></c></row>'
        '<row r="4"><c r="A4" s="8" t="s"><v>0</v></c><c r="B4"><v>0.30000000000000004</v></c><c r="C4" t="b"><v>0</v></c><c r="D4" t="d" s="1"><v>2024-01-05T00:00:00</v></c></row>',
        "<si><t>007</t></si>",
    )


def formulas() -> bytes:
    """Give formulas with and without values, shared and of arrays."""
    return one(
        '<row r="1"><c r="A1"><v>3</v></c><c r="B1"><f>A1*2</f><v>6</v></c><c r="C1"><f>A1*2</f></c><c r="D1" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>'
        '<row r="2"><c r="A2"><v>4</v></c><c r="B2"><f t="shared" ref="B2:B3" si="0">A2&gt;$A$1</f><v></v></c><c r="C2" t="str"><f>""</f><v></v></c></row>'
        '<row r="3"><c r="A3"><v>5</v></c><c r="B3"><f t="shared" si="0"/><v/></c><c r="C3" t="str"><f>"a"&amp;"b"</f><v>ab</v></c></row>'
        '<row r="4"><c r="A4"><f t="array" ref="A4">SUM(A1:A3*2)</f><v>24</v></c></row>'
    )


def strings() -> bytes:
    """Give texts in all their spellings."""
    items = (
        "<si><t>line1\nline2</t></si>", "<si><t>a|b</t></si>", "<si><t>x_x000D_\ny_x005F_x000D_</t></si>", '<si><t xml:space="preserve"> NA </t></si>',
        "<si><r><rPr><b/></rPr><t>ri</t></r><r><t>ch</t></r></si>", "<si><t>課</t><rPh sb='0' eb='1'><t>カ</t></rPh></si>", "<si/>",
        "<si><t>&lt;&amp;&#228;&#x1F600;</t></si>", "<si><t>_xD83D__xDE00_</t></si>", "<si><t>tab\there\u0001!</t></si>", "<si><t/></si>", "<si><t>nan</t></si>",
    )  # fmt: skip
    cells = "".join(
        f'<row r="{at + 1}"><c r="A{at + 1}" t="s"><v>{at}</v></c><c r="B{at + 1}"><v>{at}</v></c></row>' for at in range(len(items))
    )
    return one(cells, "".join(items))


def inline() -> bytes:
    """Give texts that stand in their cells, one in CDATA with what looks like the end of a row."""
    return one(
        '<!-- <row> -->\n <row r="1">\n <c r="A1" t="inlineStr"><is><t><![CDATA[a </row> & b]]></t></is></c> <c r="B1" t="inlineStr"><is><r><t>ri</t></r><r><t>ch</t></r></is></c>\n</row>'
        '<row r="20"><c r="A20" t="inlineStr"><is><t>plain</t></is></c><c r="B20" t="inlineStr"><is><t xml:space="preserve"> kept &amp; </t></is></c></row>'
    )


def odd_names() -> bytes:
    """Give prefixed elements, single quotes, cells and rows without names, attributes in another order."""
    rows = "<x:row><x:c><x:v>1</x:v></x:c><x:c t='s' s='0'><x:v>0</x:v></x:c></x:row><x:row/><x:row><x:c r='C3' cm='1' t='s'>\n<x:v>1</x:v>\n</x:c></x:row>"
    made = parts({"S": f"<x:worksheet xmlns:x='{MAIN}'><x:sheetData>{rows}</x:sheetData></x:worksheet>"})
    made["xl/sharedStrings.xml"] = (
        f"<x:sst xmlns:x='{MAIN}'><x:si><x:t>one</x:t></x:si><x:si><x:r><x:t>tw</x:t></x:r><x:r><x:t>o</x:t></x:r></x:si></x:sst>"
    )
    return pack(made)


def blanks() -> bytes:
    """Give blank rows at the start, between data and far below, and cells that have only a style."""
    return one(
        '<row r="3"><c r="B3"><v>1</v></c><c r="C3" s="1"/></row><row r="6"><c r="A6" s="1"/></row><row r="7"><c r="A7"><v>2</v></c></row>'
        '<row r="2000"><c r="A2000"><v>3</v></c></row><row r="1048576"><c r="XFD1048576" s="1"/></row>',
        before='<dimension ref="A1"/>',
    )


def hidden() -> bytes:
    """Give hidden sheets, rows and columns."""
    rows = "".join(
        f'<row r="{at}"{extra}><c r="A{at}"><v>{at}1</v></c><c r="B{at}"><v>{at}2</v></c><c r="C{at}"><v>{at}3</v></c></row>'
        for at, extra in ((1, ""), (2, ' hidden="1"'), (3, ' hidden="false"'))
    )
    made = parts(
        {
            "Shown": sheet(rows, '<cols><col min="2" max="2" hidden="1"/><col min="9" max="16384" hidden="true"/></cols>'),
            "Away": sheet(rows),
            "Deep": sheet(""),
        },
        states={"Away": "hidden", "Deep": "veryHidden"},
    )
    return pack(made)


def epoch_1904() -> bytes:
    """Give dates of the 1904 system."""
    return one('<row r="1"><c r="A1" s="1"><v>0</v></c><c r="B1" s="1"><v>43831</v></c></row>', settings='<workbookPr date1904="1"/>')


def members() -> bytes:
    """Give sheets whose names look like something else, with facts beside them."""
    rows = "".join(
        f'<row r="{at}"><c r="A{at}"><v>{at}</v></c><c r="B{at}"><v>{at}0</v></c><c r="C{at}"><v>{at}00</v></c></row>' for at in (2, 3, 5)
    )
    names = (
        "<definedNames><definedName name='Rate'>Data!$A$1</definedName><definedName name='_xlnm.Print_Area' localSheetId='1'>'Q1 2024'!$A$1:$B$2</definedName>"
        "<definedName name='secret' hidden='1'>1</definedName></definedNames>"
    )
    made = parts(
        {"Data": sheet(rows, '<dimension ref="A2:C5"/>'), "Q1 2024": sheet(""), "50-60": sheet(rows), "raw": sheet(rows)}, names=names
    )
    made["docProps/core.xml"] = (
        '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        "<dc:title>Budget</dc:title><dc:creator>Ann</dc:creator></cp:coreProperties>"
    )
    return pack(made)


def beside() -> bytes:
    """Give notes, a thread with its copy for older programs, a shape, a chart, a chart sheet."""
    made = parts({"S": sheet('<row r="1"><c r="A1"><v>1</v></c></row>', after='<legacyDrawing r:id="x"/>'), "Graph": ""})
    made["xl/_rels/workbook.xml.rels"] = str(made["xl/_rels/workbook.xml.rels"]).replace(
        f'{OFFICE}/worksheet" Target="worksheets/sheet2', f'{OFFICE}/chartsheet" Target="worksheets/sheet2'
    )
    made["xl/worksheets/sheet2.xml"] = f'<chartsheet xmlns="{MAIN}"/>'
    made["xl/worksheets/_rels/sheet1.xml.rels"] = relations(
        ("a", "comments", "../comments1.xml"), ("b", "threadedComment", "/xl/threads/t.xml"), ("c", "drawing", "../drawings/d.xml")
    )
    made["xl/worksheets/_rels/sheet2.xml.rels"] = relations(("c", "drawing", "../drawings/e.xml"))
    made["xl/comments1.xml"] = (
        f'<comments xmlns="{MAIN}"><authors><author>Ann</author></authors><commentList><comment ref="B10" authorId="0"><text><r><t>Ann:</t></r><r><t>\nlater</t></r></text></comment>'
        '<comment ref="B9" authorId="0"><text><t>first</t></text></comment><comment ref="A1"><text><t>[Threaded comment] copy</t></text></comment></commentList></comments>'
    )
    made["xl/threads/t.xml"] = (
        f'<ThreadedComments xmlns="{THREAD}"><threadedComment ref="A1" personId="p" id="1"><text>Why?</text></threadedComment>'
        '<threadedComment ref="A1" personId="q" id="2" parentId="1"><text>So.</text></threadedComment></ThreadedComments>'
    )
    made["xl/persons/person.xml"] = (
        f'<personList xmlns="{THREAD}"><person displayName="Bo" id="p"/><person displayName="Cy" id="q"/></personList>'
    )
    anchor = f'<xdr:wsDr xmlns:xdr="{FRAME}" xmlns:a="{DRAWING}" xmlns:c="{CHART}" xmlns:r="{OFFICE}">'
    made["xl/drawings/d.xml"] = (
        f"{anchor}<xdr:sp><xdr:txBody><a:p><a:r><a:t>in a </a:t></a:r><a:r><a:t>shape</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:wsDr>"
    )
    made["xl/drawings/e.xml"] = f'{anchor}<xdr:graphicFrame><c:chart r:id="k"/></xdr:graphicFrame></xdr:wsDr>'
    made["xl/drawings/_rels/e.xml.rels"] = relations(("k", "chart", "../charts/c.xml"))
    made["xl/charts/c.xml"] = (
        f'<c:chartSpace xmlns:c="{CHART}" xmlns:a="{DRAWING}"><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:rich></c:tx></c:title></c:chartSpace>'
    )
    return pack(made)


def strict() -> bytes:
    """Give a Strict workbook whose part names are absolute and in another case."""
    made = parts({"Ünï": sheet('<row r="1"><c r="A1" t="s"><v>0</v></c></row>')}, "<si><t>strict</t></si>")
    swapped = {name: str(content).replace(MAIN, STRICT).replace(OFFICE, STRICT_OFFICE) for name, content in made.items()}
    rels = swapped.pop("xl/_rels/workbook.xml.rels").replace('Target="', 'Target="/XL/')
    return pack(
        {
            **{name.upper() if name.startswith("xl/") else name: content for name, content in swapped.items()},
            "XL/_rels/workbook.xml.rels": rels,
        }
    )


def utf16() -> bytes:
    """Give a sheet in UTF-16, which the row reader declines."""
    made = parts({"S": sheet('<row r="1"><c r="A1" s="1"><v>45296</v></c><c r="B1" t="inlineStr"><is><t>größer</t></is></c></row>')})
    made["xl/worksheets/sheet1.xml"] = str(made["xl/worksheets/sheet1.xml"]).replace("UTF-8", "UTF-16").encode("utf-16")
    return pack(made)


def entities() -> bytes:
    """Give shared strings that declare entities."""
    made = parts({"S": sheet('<row r="1"><c r="A1" t="s"><v>0</v></c></row>')})
    made["xl/sharedStrings.xml"] = f'<!DOCTYPE sst [<!ENTITY e "harm">]><sst xmlns="{MAIN}"><si><t>&e;</t></si></sst>'
    return pack(made)


def torn() -> bytes:
    """Give a workbook whose first sheet breaks off inside its second row."""
    first = sheet('<row r="1"><c r="A1"><v>11</v></c></row><row r="2"><c r="A2"><v>12</v></c></row>')
    made = parts({"First": first[: first.index("12</v>")], "Second": sheet('<row r="1"><c r="A1"><v>22</v></c></row>')})
    return pack(made)


def grid(rows: int) -> bytes:
    """Give many rows of all kinds of cells with gaps, enough for both ways of reading a row."""
    lines = []
    for at in range(1, rows + 1):
        cells = [
            f'<c r="A{at}" s="3"><v>{at}.255</v></c>',
            f'<c r="B{at}" t="s"><v>{at % 3}</v></c>',
            f'<c r="C{at}" s="1"/>',
            f'<c r="D{at}" s="1"><v>{45000 + at}</v></c>',
        ]
        lines.append(f'<row r="{at}" spans="1:4">{"".join(cell for place, cell in enumerate(cells) if at % 7 != place)}</row>')
    return one("".join(lines), "<si><t>x</t></si><si><t>y &amp; z</t></si><si><t></t></si>")
