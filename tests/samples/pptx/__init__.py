"""Presentations, built in memory: a deck is a list of slides, a slide a string of shapes."""

import io
import zipfile
from collections.abc import Callable, Sequence
from html import escape

OOXML = "http://schemas.openxmlformats.org"
STRICT = "http://purl.oclc.org/ooxml"
_NAMES = {
    "a": "drawingml/2006/main",
    "r": "officeDocument/2006/relationships",
    "p": "presentationml/2006/main",
    "c": "drawingml/2006/chart",
    "dgm": "drawingml/2006/diagram",
    "mc": "markup-compatibility/2006",
}
_STRICT_NAMES = {"a": "drawingml/main", "r": "officeDocument/relationships", "p": "presentationml/main", "c": "drawingml/chart"}
OTHER = (
    ' xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main"'
    ' xmlns:p188="http://schemas.microsoft.com/office/powerpoint/2018/8/main" xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex"'
    ' xmlns:adec="http://schemas.microsoft.com/office/drawing/2017/decorative" xmlns:dsp="http://schemas.microsoft.com/office/drawing/2008/diagram"'
)


def root(tag: str, content: str, *, strict: bool = False, attributes: str = "") -> str:
    """Give a whole part with the customary namespaces declared."""
    if strict:
        spaces = "".join(f' xmlns:{prefix}="{STRICT}/{name}"' for prefix, name in _STRICT_NAMES.items())
    else:
        spaces = "".join(f' xmlns:{prefix}="{OOXML}/{name}"' for prefix, name in _NAMES.items()) + OTHER
    return f'<?xml version="1.0"?><{tag}{spaces}{attributes}>{content}</{tag}>'


def rels(*rows: tuple[str, str, str]) -> str:
    """Give a part of relationships: identifier, last word of the type, target; targets with a scheme are external."""
    inner = "".join(
        f'<Relationship Id="{name}" Type="{OOXML}/officeDocument/2006/relationships/{kind}" Target="{escape(target)}"'
        + (" TargetMode='External'/>" if ":" in target else "/>")
        for name, kind, target in rows
    )
    return f'<Relationships xmlns="{OOXML}/package/2006/relationships">{inner}</Relationships>'


def paragraph(text: str, properties: str = "") -> str:
    """Give a paragraph of one run; `properties` is the inside of a:pPr with its attributes before `>`."""
    return f"<a:p>{properties}<a:r><a:t>{escape(text)}</a:t></a:r></a:p>"


def box(*texts: str, at: tuple[int, int] | None = None, holder: str = "", hidden: bool = False, height: int = 100) -> str:
    """Give a shape with a paragraph for each text (or finished XML), at (x, y), a placeholder if `holder` has attributes."""
    place = f'<a:xfrm><a:off x="{at[0]}" y="{at[1]}"/><a:ext cx="100" cy="{height}"/></a:xfrm>' if at else ""
    kind = f"<p:nvPr><p:ph {holder}/></p:nvPr>" if holder else "<p:nvPr/>"
    inner = "".join(text if text.startswith("<") else paragraph(text) for text in texts)
    shown = ' hidden="1"' if hidden else ""
    return f'<p:sp><p:nvSpPr><p:cNvPr id="1" name="x"{shown}/><p:cNvSpPr/>{kind}</p:nvSpPr><p:spPr>{place}</p:spPr><p:txBody><a:bodyPr/>{inner}</p:txBody></p:sp>'


def title(text: str, kind: str = "title") -> str:
    """Give a title placeholder."""
    return box(text, holder=f'type="{kind}"')


def group(*shapes: str, at: tuple[int, int] = (0, 0)) -> str:
    """Give a group of shapes."""
    return (
        '<p:grpSp><p:nvGrpSpPr><p:cNvPr id="2" name="g"/></p:nvGrpSpPr>'
        f'<p:grpSpPr><a:xfrm><a:off x="{at[0]}" y="{at[1]}"/><a:ext cx="9" cy="9"/></a:xfrm></p:grpSpPr>{"".join(shapes)}</p:grpSp>'
    )


def picture(words: str | None, inside: str = "") -> str:
    """Give a picture with an alternative text."""
    description = f' descr="{escape(words)}"' if words is not None else ""
    return f'<p:pic><p:nvPicPr><p:cNvPr id="3" name="Picture 1"{description}>{inside}</p:cNvPr></p:nvPicPr><p:spPr/></p:pic>'


def graphic(content: str) -> str:
    """Give a frame that holds a table, chart or diagram."""
    return f"<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id='4' name='t'/></p:nvGraphicFramePr><a:graphic><a:graphicData>{content}</a:graphicData></a:graphic></p:graphicFrame>"


def table(rows: Sequence[Sequence[str]]) -> str:
    """Give a table; a cell is its text, or attributes and text with `>` between."""
    cells = ""
    for row in rows:
        cells += "<a:tr>"
        for cell in row:
            attributes, _, text = cell.rpartition(">")
            cells += f"<a:tc {attributes}><a:txBody>{''.join(map(paragraph, text.split('/')))}</a:txBody></a:tc>"
        cells += "</a:tr>"
    return graphic(f"<a:tbl>{cells}</a:tbl>")


def slide(*shapes: str, attributes: str = "", strict: bool = False) -> str:
    """Give a slide part."""
    return root("p:sld", f"<p:cSld><p:spTree>{''.join(shapes)}</p:spTree></p:cSld>", attributes=attributes, strict=strict)


def notes(*texts: str) -> str:
    """Give a notes page with a picture of the slide and a page number, which are not to be read."""
    shapes = (
        box("IMAGE", holder='type="sldImg"') + box(*texts, holder='type="body" idx="1"') + box("NUMBER", holder='type="sldNum" idx="2"')
    )
    return root("p:notes", f"<p:cSld><p:spTree>{shapes}</p:spTree></p:cSld>")


def package(parts: dict[str, str]) -> bytes:
    """Zip parts into a package."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as whole:
        for name, content in parts.items():
            whole.writestr(zipfile.ZipInfo(name), content)
    return file.getvalue()


def parts_of(
    slides: Sequence[str], *, order: Sequence[int] = (), strict: bool = False, more: dict[str, str] | None = None
) -> dict[str, str]:
    """Give the parts of a deck; `order` names the slides' files in the order of the presentation, `more` adds or replaces parts."""
    wanted = order or range(1, len(slides) + 1)
    ids = "".join(f'<p:sldId id="{256 + number}" r:id="rId{number}"/>' for number in wanted)
    parts = {
        "_rels/.rels": rels(("rId1", "officeDocument", "ppt/presentation.xml"), ("rId2", "core-properties", "docProps/core.xml")),
        "docProps/core.xml": f'<cp:coreProperties xmlns:cp="{OOXML}/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        "<dc:title>Deck</dc:title><dc:creator>Ann</dc:creator></cp:coreProperties>",
        "ppt/presentation.xml": root("p:presentation", f"<p:sldIdLst>{ids}</p:sldIdLst>", strict=strict),
        "ppt/_rels/presentation.xml.rels": rels(
            *((f"rId{number}", "slide", f"slides/slide{number}.xml") for number in range(1, len(slides) + 1)),
            ("rIdA", "commentAuthors", "commentAuthors.xml"),
            ("rIdB", "authors", "authors.xml"),
        ),
    }
    parts.update({f"ppt/slides/slide{number}.xml": content for number, content in enumerate(slides, 1)})
    return parts | (more or {})


def deck(*slides: str, order: Sequence[int] = (), strict: bool = False, more: dict[str, str] | None = None) -> Callable[[], bytes]:
    """Give a function that makes a deck."""
    return lambda: package(parts_of(slides, order=order, strict=strict, more=more))


def one(*shapes: str, **more: str) -> Callable[[], bytes]:
    """Give a function that makes a deck of one slide; `more` adds parts, dots and slashes written as in PARTS."""
    return deck(slide(*shapes), more={PARTS[name]: content for name, content in more.items()})


PARTS = {
    "slide_rels": "ppt/slides/_rels/slide1.xml.rels",
    "notes": "ppt/notesSlides/notesSlide1.xml",
    "comments": "ppt/comments/comment1.xml",
    "authors": "ppt/authors.xml",
    "comment_authors": "ppt/commentAuthors.xml",
    "chart": "ppt/charts/chart1.xml",
    "data": "ppt/diagrams/data1.xml",
    "drawing": "ppt/diagrams/drawing1.xml",
    "layout": "ppt/slideLayouts/slideLayout1.xml",
    "layout_rels": "ppt/slideLayouts/_rels/slideLayout1.xml.rels",
    "master": "ppt/slideMasters/slideMaster1.xml",
    "core": "docProps/core.xml",
    "presentation": "ppt/presentation.xml",
}


def rich() -> bytes:
    """Give a deck with something of everything, for damaging."""
    first = slide(title("One"), box("alpha", "beta", at=(0, 10)), table([["a", "b"], ["c", "d"]]), group(box("in")))
    return deck(
        first,
        slide(title("Two"), box("gamma", holder='idx="1"')),
        more={
            "ppt/slides/_rels/slide1.xml.rels": rels(
                ("rId1", "notesSlide", "../notesSlides/notesSlide1.xml"), ("rId2", "comments", "../comments/comment1.xml")
            ),
            "ppt/notesSlides/notesSlide1.xml": notes("say this"),
            "ppt/comments/comment1.xml": root("p:cmLst", '<p:cm authorId="0"><p:text>why</p:text></p:cm>'),
        },
    )()
