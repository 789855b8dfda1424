"""OpenDocument files, made in memory: zip packages and flat XML from the same pieces."""

import io
import zipfile

_LOCAL = "office text table style form chart presentation meta manifest"
NAMES = " ".join(f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in _LOCAL.split()) + (
    ' xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"'
    ' xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:math="http://www.w3.org/1998/Math/MathML"'
)
META = (
    "<office:meta><dc:title>A  Title</dc:title><meta:initial-creator>Ann Lee</meta:initial-creator><dc:creator>Bo Ek</dc:creator>"
    '<meta:document-statistic meta:page-count="7"/></office:meta>'
)


def levels(*forms: str) -> str:
    """Give the levels of a list style: `1`, `a.`, `I)` ...; `*` is a bullet."""
    made = ""
    for at, form in enumerate(forms, 1):
        if form == "*":
            made += f'<text:list-level-style-bullet text:level="{at}" text:bullet-char="x"/>'
        else:
            made += f'<text:list-level-style-number text:level="{at}" style:num-format="{form[:1]}" style:num-suffix="{form[1:]}"/>'
    return made


def root(tag: str, inner: str) -> str:
    """Give a whole XML part."""
    return f'<?xml version="1.0" encoding="UTF-8"?><office:{tag} {NAMES} office:version="1.3">{inner}</office:{tag}>'


def packed(parts: dict[str, str | bytes]) -> bytes:
    """Zip the parts of a package."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as package:
        for name, part in parts.items():
            package.writestr(name, part)
    return file.getvalue()


def document(kind: str, body: str, styles: str = "", masters: str = "", **parts: str) -> bytes:
    """Give a package whose body is of `kind`: text, spreadsheet, presentation. In the names of `parts`, `__` stands for `/`."""
    content = f"<office:automatic-styles>{styles}</office:automatic-styles><office:body><office:{kind}>{body}</office:{kind}></office:body>"
    return packed(
        {
            "mimetype": f"application/vnd.oasis.opendocument.{kind}",
            "content.xml": root("document-content", content),
            "styles.xml": root("document-styles", f"<office:master-styles>{masters}</office:master-styles>"),
            "meta.xml": root("document-meta", META),
            **{name.replace("__", "/").replace("_xml", ".xml"): part for name, part in parts.items()},
        }
    )


def flat(kind: str, body: str, styles: str = "", masters: str = "") -> bytes:
    """Give the same as one XML file."""
    styled = f"<office:automatic-styles>{styles}</office:automatic-styles><office:master-styles>{masters}</office:master-styles>"
    return root("document", f"{META}{styled}<office:body><office:{kind}>{body}</office:{kind}></office:body>").encode()


def paragraph(text: str, style: str = "") -> str:
    """Give a paragraph."""
    return f'<text:p text:style-name="{style}">{text}</text:p>'


def listed(*items: str, style: str = "L", more: str = "") -> str:
    """Give a list of paragraphs; an item that is an element itself, such as an inner list, stays one."""
    inner = "".join(f"<text:list-item>{item if item.startswith('<') else paragraph(item)}</text:list-item>" for item in items)
    return f'<text:list text:style-name="{style}" {more}>{inner}</text:list>'


def cell(text: str = "", attributes: str = "") -> str:
    """Give a cell of a table or sheet."""
    return f"<table:table-cell {attributes}>{paragraph(text) if text else ''}</table:table-cell>"


def row(*cells: str, attributes: str = "") -> str:
    """Give a row; bare words become cells."""
    inner = "".join(text if text.startswith("<") else cell(text) for text in cells)
    return f"<table:table-row {attributes}>{inner}</table:table-row>"


def sheet(name: str, *rows: str, style: str = "", head: str = "") -> str:
    """Give a sheet."""
    return f'<table:table table:name="{name}" table:style-name="{style}">{head}{"".join(rows)}</table:table>'


def slide(title: str, *frames: str, attributes: str = "", notes: str = "") -> str:
    """Give a slide whose title stands last in the file."""
    boxes = "".join(f"<draw:frame><draw:text-box>{frame}</draw:text-box></draw:frame>" for frame in frames)
    named = f'<draw:frame presentation:class="title"><draw:text-box>{paragraph(title)}</draw:text-box></draw:frame>'
    behind = f'<presentation:notes><draw:frame presentation:class="notes"><draw:text-box>{paragraph(notes)}</draw:text-box></draw:frame></presentation:notes>'
    return f'<draw:page draw:name="page1" {attributes}>{boxes}{named}{behind if notes else ""}</draw:page>'


REPORT = (
    '<text:tracked-changes><text:changed-region text:id="d1"><text:deletion><office:change-info/><text:p>gone words</text:p></text:deletion>'
    '</text:changed-region><text:changed-region text:id="i1"><text:insertion/></text:changed-region></text:tracked-changes>'
    '<text:h text:outline-level="2">Second  <text:span>level</text:span></text:h>'
    + paragraph('[<text:s text:c="2"/>]<text:tab/>x<text:line-break/>y')
    + paragraph(
        'See <text:a xlink:href="https://e.org/">the site</text:a><text:note text:note-class="footnote"><text:note-citation>1</text:note-citation>'
        "<text:note-body><text:p>Foot words.</text:p></text:note-body></text:note> and <text:ruby><text:ruby-base>漢</text:ruby-base>"
        "<text:ruby-text>kan</text:ruby-text></text:ruby>."
    )
    + paragraph(
        'Old <text:change text:change-id="d1"/><text:change-start text:change-id="i1"/>new<text:change-end text:change-id="i1"/> text'
        "<office:annotation><dc:creator>Ann</dc:creator><dc:date>2026-01-02T03:04:05</dc:date><text:p>A remark.</text:p></office:annotation>."
    )
    + paragraph("Box here: <draw:frame><draw:text-box><text:p>Boxed words.</text:p></draw:text-box></draw:frame>after.")
    + paragraph('Hid<text:span text:style-name="H">den words</text:span>.')
    + paragraph("int  main<text:s/>", "Code")
    + paragraph('<text:s text:c="4"/>return', "Code")
)
REPORT_STYLES = (
    '<style:style style:family="text" style:name="H"><style:text-properties text:display="none"/></style:style>'
    '<style:style style:family="paragraph" style:name="Code" style:parent-style-name="Preformatted_20_Text"/>'
)
REPORT_MASTERS = (
    "<style:master-page><style:header><text:p>Head words</text:p></style:header><style:footer><text:p>Foot line</text:p></style:footer>"
    "</style:master-page><style:master-page><style:header><text:p>Head words</text:p></style:header></style:master-page>"
)


def report() -> bytes:
    """Give a text document with nearly everything in it."""
    return document("text", REPORT, REPORT_STYLES, REPORT_MASTERS)


def flat_report() -> bytes:
    """Give the same, flat."""
    return flat("text", REPORT, REPORT_STYLES, REPORT_MASTERS)


BOOK_STYLES = '<style:style style:family="table" style:name="hid"><style:table-properties table:display="false"/></style:style>'
BOOK = (
    sheet(
        "Budget",
        row("Name", "Fee"),
        row("A", cell("1,50 €", 'office:value-type="currency" office:value="1.5"'), attributes='table:number-rows-repeated="2"'),
        row("filtered", attributes='table:visibility="filter"'),
        row(cell("", 'table:number-columns-repeated="3"'), cell("D5", 'table:formula="of:=SUM([.A1])" office:value="3"')),
        row(attributes='table:number-rows-repeated="3"'),
        row("merged", "<table:covered-table-cell/>", "after"),
        row(cell("", 'table:number-columns-repeated="16384"'), attributes='table:number-rows-repeated="1048560"'),
    )
    + sheet("Secret sheet", row("hidden value"), style="hid")
    + sheet("Far", row("top"), row(attributes='table:number-rows-repeated="5000"'), row("bottom"))
)


def book() -> bytes:
    """Give a spreadsheet of three sheets, one hidden."""
    return document("spreadsheet", BOOK, BOOK_STYLES)


def flat_book() -> bytes:
    """Give the same, flat."""
    return flat("spreadsheet", BOOK, BOOK_STYLES)


DECK_STYLES = '<style:style style:family="drawing-page" style:name="off"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>'
DECK_MASTERS = (
    '<style:master-page style:name="M"><draw:frame presentation:class="title"><draw:text-box><text:p>Click to edit</text:p></draw:text-box></draw:frame>'
    '<draw:frame presentation:class="footer"><draw:text-box><text:p><presentation:footer/></text:p></draw:text-box></draw:frame></style:master-page>'
)
DECK = (
    '<presentation:footer-decl presentation:name="f">Confidential</presentation:footer-decl>'
    + slide("First", paragraph("Body one"), attributes='draw:master-page-name="M" presentation:use-footer-name="f"', notes="Say hello")
    + slide("Second", listed("point"), f"<table:table>{row('a', 'b')}{row('c', 'd')}</table:table>", attributes='draw:master-page-name="M"')
    + slide("Third", attributes='draw:style-name="off"')
)


def deck() -> bytes:
    """Give a presentation of three slides, the last hidden."""
    return document("presentation", DECK, DECK_STYLES, DECK_MASTERS)


def flat_deck() -> bytes:
    """Give the same, flat."""
    return flat("presentation", DECK, DECK_STYLES, DECK_MASTERS)


def encrypted() -> bytes:
    """Give a package whose manifest says that its content is encrypted."""
    entry = '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry>'
    manifest = f"<manifest:manifest {NAMES}>{entry}</manifest:manifest>"
    return packed(
        {"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": b"\x81\x02\xff" * 40, "META-INF/manifest.xml": manifest}
    )
