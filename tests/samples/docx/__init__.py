"""Word documents built in memory: XML snippets in, a zip with all the parts it needs out."""

import io
import zipfile

OFFICE = "http://schemas.openxmlformats.org/"
RELATIONS = f"{OFFICE}officeDocument/2006/relationships"
NAMESPACES = (
    f'xmlns:w="{OFFICE}wordprocessingml/2006/main" xmlns:r="{RELATIONS}" xmlns:m="{OFFICE}officeDocument/2006/math" '
    f'xmlns:a="{OFFICE}drawingml/2006/main" xmlns:c="{OFFICE}drawingml/2006/chart" xmlns:dgm="{OFFICE}drawingml/2006/diagram" '
    f'xmlns:mc="{OFFICE}markup-compatibility/2006" xmlns:v="urn:schemas-microsoft-com:vml" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"'
)
STRICT = NAMESPACES.replace(f"{OFFICE}wordprocessingml/2006/main", "http://purl.oclc.org/ooxml/wordprocessingml/main")
CORE = (
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
    'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">'
    "<dc:title>Annual report</dc:title><dc:creator>Ada Byron</dc:creator><dcterms:created>2024-05-06T07:08:09Z</dcterms:created>"
    "<dcterms:modified>2025-01-02T03:04:05Z</dcterms:modified></cp:coreProperties>"
)
APP = f'<Properties xmlns="{OFFICE}officeDocument/2006/extended-properties"><Pages>3</Pages><Words>1234</Words></Properties>'


def run(text: str, properties: str = "") -> str:
    """Give a run of text."""
    inner = f"<w:rPr>{properties}</w:rPr>" if properties else ""
    return f'<w:r>{inner}<w:t xml:space="preserve">{text}</w:t></w:r>'


def par(*content: str, properties: str = "") -> str:
    """Give a paragraph of plain words or of runs."""
    runs = "".join(item if item.startswith("<") else run(item) for item in content)
    return f"<w:p>{f'<w:pPr>{properties}</w:pPr>' if properties else ''}{runs}</w:p>"


def item(text: str, num: int = 1, level: int = 0) -> str:
    """Give a paragraph that is a list item."""
    return par(text, properties=f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{num}"/></w:numPr>')


def cell(content: str, properties: str = "") -> str:
    """Give a table cell of paragraphs."""
    inner = content if content.startswith("<") else par(content)
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{inner}</w:tc>"


def table(columns: int, *rows: str) -> str:
    """Give a table of rows, each already the XML of its cells (and its trPr before them)."""
    grid = '<w:gridCol w:w="1000"/>' * columns
    return f"<w:tbl><w:tblPr/><w:tblGrid>{grid}</w:tblGrid>{''.join(f'<w:tr>{row}</w:tr>' for row in rows)}</w:tbl>"


def field(code: str, result: str) -> str:
    """Give the runs of a complex field."""
    mark = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'.format
    return f"{mark('begin')}<w:r><w:instrText>{code}</w:instrText></w:r>{mark('separate')}{result}{mark('end')}"


def levels(*formats: tuple[str, str]) -> str:
    """Give the levels of a list: number format and label text."""
    return "".join(
        f'<w:lvl w:ilvl="{at}"><w:start w:val="1"/><w:numFmt w:val="{form}"/><w:lvlText w:val="{text}"/></w:lvl>'
        for at, (form, text) in enumerate(formats)
    )


def numbering(*abstracts: str, extra: str = "") -> str:
    """Give a numbering part: one num, from 1 on, for each abstract list; `extra` nums behind."""
    parts = "".join(f'<w:abstractNum w:abstractNumId="{at}">{inner}</w:abstractNum>' for at, inner in enumerate(abstracts))
    nums = "".join(f'<w:num w:numId="{at + 1}"><w:abstractNumId w:val="{at}"/></w:num>' for at in range(len(abstracts)))
    return f"<w:numbering {NAMESPACES}>{parts}{nums}{extra}</w:numbering>"


def styles(inner: str) -> str:
    """Give a styles part."""
    return f"<w:styles {NAMESPACES}>{inner}</w:styles>"


def style(ident: str, name: str, inner: str = "", kind: str = "paragraph") -> str:
    """Give a style."""
    return f'<w:style w:type="{kind}" w:styleId="{ident}"><w:name w:val="{name}"/>{inner}</w:style>'


def zipped(parts: dict[str, str | bytes]) -> bytes:
    """Pack parts into a zip."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return file.getvalue()


def _relations(rows: list[tuple[str, str, str]]) -> str:
    inner = "".join(
        f'<Relationship Id="{ident}" Type="{RELATIONS}/{kind}" Target="{target}"'
        f"{' TargetMode=' + chr(34) + 'External' + chr(34) if '://' in target else ''}/>"
        for ident, kind, target in rows
    )
    return f'<Relationships xmlns="{OFFICE}package/2006/relationships">{inner}</Relationships>'


def docx(
    body: str, *, namespaces: str = NAMESPACES, related: tuple[tuple[str, str, str | bytes], ...] = (), links: tuple[str, ...] = ()
) -> bytes:
    """Give a whole document.

    `related` are (kind of relationship, file name, content) of further parts, with the ids r1, r2 ...; `links` are the
    targets of hyperlinks, with the ids l1, l2 ...
    """
    rows = [(f"r{at}", kind, name) for at, (kind, name, _) in enumerate(related, 1)]
    rows += [(f"l{at}", "hyperlink", target) for at, target in enumerate(links, 1)]
    main = [("d", "officeDocument", "word/document.xml")]
    return zipped(
        {
            "_rels/.rels": _relations(main),
            "word/_rels/document.xml.rels": _relations(rows),
            "docProps/core.xml": CORE,
            "docProps/app.xml": APP,
            "word/document.xml": f"<w:document {namespaces}><w:body>{body}</w:body></w:document>",
            **{f"word/{name}": content for _, name, content in related},
        }
    )


def part(root: str, inner: str) -> str:
    """Give a part with some root, such as a header or the footnotes."""
    return f"<w:{root} {NAMESPACES}>{inner}</w:{root}>"
