"""PDF files built from their content streams, so that each says exactly what its test is about."""

import re

FONT = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"
GREY = b"<</Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8/Length 1>>stream\n\x80\nendstream"
IMAGE = b"q 300 0 0 300 50 50 cm /I Do Q\n"


def stream(data: bytes, entries: bytes = b"") -> bytes:
    """Write a stream object's body."""
    return b"<</Length %d%s>>stream\n%s\nendstream" % (len(data), entries, data)


def build(*pages: bytes, page: bytes = b"", catalog: bytes = b"", more: tuple[bytes, ...] = (), info: bytes = b"") -> bytes:
    """Give a PDF of 400 x 400 points with a page for each content stream.

    `page` and `catalog` are further entries of those dictionaries, `more` objects numbered from 10.
    """
    numbers = [20 + 2 * index for index in range(len(pages))]
    kids = b" ".join([b"%d 0 R" % number for number in numbers])
    objects = {1: b"<</Type/Catalog/Pages 2 0 R%s>>" % catalog, 2: b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, len(pages))}
    objects |= {3: FONT, 4: GREY, 5: b"<<%s>>" % info}
    objects |= {10 + index: body for index, body in enumerate(more)}
    for number, content in zip(numbers, pages, strict=True):
        shared = b"/Resources<</Font<</F 3 0 R>>/XObject<</I 4 0 R>>>>"
        objects[number] = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]%s%s/Contents %d 0 R>>" % (shared, page, number + 1)
        objects[number + 1] = stream(content)
    return assemble(objects)


def assemble(objects: dict[int, bytes]) -> bytes:
    """Write objects with their cross-reference table."""
    out = b"%PDF-1.7\n"
    places = {}
    for number in sorted(objects):
        places[number] = len(out)
        out += b"%d 0 obj\n%s\nendobj\n" % (number, objects[number])
    size = max(objects) + 1
    table = b"".join(
        [
            b"%010d 00000 n \n" % places[number] if number in places else b"%010d %05d f \n" % (0, 65535 * (not number))
            for number in range(size)
        ]
    )
    return out + b"xref\n0 %d\n%strailer<</Size %d/Root 1 0 R/Info 5 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (size, table, size, len(out))


def show(x: float, y: float, text: str, size: float = 10, before: str = "") -> bytes:
    """Write one string at a place; `before` holds operators that come first."""
    escaped = re.sub(r"([()\\])", r"\\\1", text).encode("cp1252")
    return b"q BT %s /F %g Tf %g %g Td (%s) Tj ET Q\n" % (before.encode(), size, x, y, escaped)


def lines(x: float, y: float, *texts: str, size: float = 10, step: float = 12) -> bytes:
    """Write strings under each other."""
    return b"".join([show(x, y - index * step, text, size) for index, text in enumerate(texts)])


LEFT = ("Rain fell on the hills all day", "and the river rose by a metre,", "so the lower road was closed.")
RIGHT = ("Sheep were moved to the barns", "before the evening came, and", "nobody was hurt by the water.")


def lost() -> bytes:
    """Give a document cut off before its catalogue and its list of pages."""
    whole = build(show(50, 350, "the first sheet"), show(50, 350, "the second sheet"))
    start = whole.index(b"3 0 obj")
    return b"%PDF-1.7\n" + whole[start : whole.index(b"xref\n")]


def columns(is_woven: bool) -> bytes:
    """Give a title over two columns, the columns whole or line by line in turn."""
    title = show(50, 370, "Flood in the valley of the river Inn, reported by the paper", 14)
    if is_woven:
        rows = [show(50, 340 - 12 * i, LEFT[i]) + show(220, 340 - 12 * i, RIGHT[i]) for i in range(3)]
        return build(title + b"".join(rows))
    return build(lines(220, 340, *RIGHT) + title + lines(50, 340, *LEFT))


def table(*, is_merged: bool = False, has_rows: bool = True) -> bytes:
    """Give a ruled table of three rows and columns between two sentences."""
    rows = (("Fruit", "Price", "Stock"), ("Apple", "1.20", "30"), ("Pear", "", "41 a|b"))
    content = show(50, 370, "Before the table.") + show(50, 240, "After the table.")
    for row, cells in enumerate(rows):
        content += b"".join([show(55 + 100 * column, 337 - 20 * row, cell) for column, cell in enumerate(cells) if cell])
    for edge in (350, 330, 310, 290):
        content += b"50 %d m 350 %d l S\n" % (edge, edge) if has_rows or edge in (350, 290) else b""
    for edge in (50, 150, 250, 350):
        top = 330 if is_merged and edge == 250 else 350
        content += b"%d %d m %d 290 l S\n" % (edge, top, edge)
    return build(content)


def form(page: bytes = b"") -> bytes:
    """Give a form: a text field with a value, a ticked and an empty box, a password."""
    look = stream(b"", b"/Type/XObject/Subtype/Form/BBox[0 0 10 10]")

    def field(kind: bytes, name: bytes, y: int, rest: bytes) -> bytes:
        return b"<</Type/Annot/Subtype/Widget/FT/%s/T(%s)/Rect[150 %d 300 %d]/F 4%s>>" % (kind, name, y, y + 16, rest)

    fields = (
        field(b"Tx", b"name", 346, b"/V(Ada Lovelace)/DA(/F 10 Tf)"),
        field(b"Btn", b"member", 316, b"/V/Yes/AS/Yes/AP<</N<</Yes 15 0 R/Off 15 0 R>>>>"),
        field(b"Btn", b"letter", 286, b"/V/Off/AS/Off/AP<</N<</Yes 15 0 R/Off 15 0 R>>>>"),
        field(b"Tx", b"secret", 256, b"/V(xyzzy)/Ff 8192/DA(/F 10 Tf)"),
        field(b"Tx", b"gone", 226, b"/V(plugh)/DA(/F 10 Tf)").replace(b"/F 4", b"/F 2"),
        look,
    )
    refs = b"[10 0 R 11 0 R 12 0 R 13 0 R 14 0 R]"
    labels = show(50, 350, "Name:") + show(50, 320, "Member:") + show(50, 290, "Letter:") + show(50, 200, "Thank you.")
    form_entry = b"/AcroForm<</Fields%s/DR<</Font<</F 3 0 R>>>>/DA(/F 10 Tf)>>" % refs
    return build(labels, page=b"/Annots" + refs + page, catalog=form_entry, more=fields)


def annotated() -> bytes:
    """Give a page with a note, a link round words and a link whose words are its target."""
    more = (
        b"<</Type/Annot/Subtype/Text/Rect[300 300 320 320]/T(Grace)/Contents(Check this figure)>>",
        b"<</Type/Annot/Subtype/Link/Rect[48 347 120 362]/A<</S/URI/URI(https://example.org/plan)>>>>",
        b"<</Type/Annot/Subtype/Link/Rect[48 317 170 332]/A<</S/URI/URI(https://example.org/)>>>>",
    )
    content = show(50, 350, "The plan") + show(50, 320, "https://example.org") + show(50, 290, "Sales rose by 7 %.")
    return build(content, page=b"/Annots[10 0 R 11 0 R 12 0 R]", more=more)


def attached() -> bytes:
    """Give a document with one file attached, a title and an author."""
    names = b"/Names<</EmbeddedFiles<</Names[(data.csv) 10 0 R]>>>>"
    more = (b"<</Type/Filespec/F(data.csv)/EF<</F 11 0 R>>>>", stream(b"a,b\n1,2\n", b"/Type/EmbeddedFile"))
    return build(show(50, 350, "See the file."), catalog=names, more=more, info=b"/Title(Yearly report)/Author(Ada)")


def encrypted(user: str) -> bytes:
    """Give a document under AES-256 with an owner's password and perhaps a user's."""
    import pymupdf

    with pymupdf.open(stream=build(show(50, 350, "The vault holds gold.")), filetype="pdf") as document:
        content: bytes = document.tobytes(encryption=pymupdf.PDF_ENCRYPT_AES_256, owner_pw="owner", user_pw=user, no_new_id=True)
    return content


def arabic() -> bytes:
    """Give `سلام` drawn from its glyphs right to left as fonts do: seen first is what is read last, lam-alef is one glyph."""
    cmap = (
        b"/CIDInit/ProcSet findresource begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange "
        b"3 beginbfchar <41> <0645> <42> <06440627> <43> <0633> endbfchar endcmap end"
    )
    font = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 10 0 R>>"
    return build(show(50, 350, "ABC", 12), more=(stream(cmap),)).replace(FONT, font.ljust(len(FONT)))


FB2 = (
    '<?xml version="1.0"?><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0"><description><title-info>'
    "<book-title>Война</book-title></title-info></description><body><section><title><p>Глава первая</p></title>"
    "<p>Все счастливые семьи похожи.</p></section></body></FictionBook>"
).encode()
