"""XML as events, with expat: no external entities, no expansion, bounded depth.

Names come with the customary prefix of their namespace (`w:p`, `text:h`), whatever prefix the file itself uses; Strict
and Transitional Office Open XML give the same names (ISO/IEC 29500-4). Unknown namespaces give the bare local name.
Not a validator, and no tree of whole documents: `parse` streams, `tree` is for small parts.
"""

from collections.abc import Callable, Iterable, Iterator
from xml.parsers import expat

from readcli import limits
from readcli.errors import Corrupt, TooLarge

_OOXML = ("http://schemas.openxmlformats.org/", "http://purl.oclc.org/ooxml/")
_OFFICE = {
    "wordprocessingml/2006/main": "w",
    "wordprocessingml/main": "w",
    "spreadsheetml/2006/main": "s",
    "spreadsheetml/main": "s",
    "presentationml/2006/main": "p",
    "presentationml/main": "p",
    "drawingml/2006/main": "a",
    "drawingml/main": "a",
    "drawingml/2006/chart": "c",
    "drawingml/chart": "c",
    "drawingml/2006/diagram": "dgm",
    "drawingml/diagram": "dgm",
    "drawingml/2006/wordprocessingDrawing": "wp",
    "drawingml/wordprocessingDrawing": "wp",
    "drawingml/2006/spreadsheetDrawing": "xdr",
    "drawingml/spreadsheetDrawing": "xdr",
    "officeDocument/2006/relationships": "r",
    "officeDocument/relationships": "r",
    "officeDocument/2006/math": "m",
    "officeDocument/math": "m",
    "officeDocument/2006/extended-properties": "ep",
    "officeDocument/extendedProperties": "ep",
    "officeDocument/2006/custom-properties": "cp2",
    "package/2006/relationships": "rel",
    "package/2006/content-types": "ct",
    "package/2006/metadata/core-properties": "cp",
    "markup-compatibility/2006": "mc",
}
_OTHER = {
    "http://www.w3.org/XML/1998/namespace": "xml",
    "http://www.w3.org/1999/xhtml": "h",
    "http://www.w3.org/1999/xlink": "xlink",
    "http://www.w3.org/1998/Math/MathML": "math",
    "http://www.w3.org/2000/svg": "svg",
    "http://purl.org/dc/elements/1.1/": "dc",
    "http://purl.org/dc/terms/": "dcterms",
    "http://www.idpf.org/2007/opf": "opf",
    "http://www.idpf.org/2007/ops": "epub",
    "http://www.daisy.org/z3986/2005/ncx/": "ncx",
    "urn:oasis:names:tc:opendocument:xmlns:container": "ocf",
    "http://www.w3.org/2001/04/xmlenc#": "enc",
    "urn:schemas-microsoft-com:vml": "v",
    "urn:schemas-microsoft-com:office:office": "o",
    "urn:schemas-microsoft-com:office:word": "w10",
    "http://schemas.microsoft.com/office/word/2010/wordprocessingShape": "wps",
    "http://schemas.microsoft.com/office/word/2010/wordprocessingGroup": "wpg",
    "http://schemas.microsoft.com/office/word/2010/wordml": "w14",
    "http://schemas.microsoft.com/office/drawing/2008/diagram": "dsp",
    "http://schemas.microsoft.com/office/powerpoint/2018/8/main": "p188",
    "http://schemas.microsoft.com/office/drawing/2014/chartex": "cx",
}
_ODF = "urn:oasis:names:tc:opendocument:xmlns:"
_ODF_OTHER = {"drawing": "draw", "datastyle": "number", "animation": "anim", "xsl-fo": "fo"}  # where prefix and name differ


class Names(dict[str, str]):
    """`URI local` (expat's form, a blank between) to `prefix:local`, found once each."""

    def __missing__(self, name: str) -> str:
        """Work the short name out and keep it."""
        uri, _, local = name.rpartition(" ")
        prefix = _prefix(uri) if uri else ""
        short = f"{prefix}:{local}" if prefix else local
        self[name] = short
        return short


_NAMES = Names()  # for all parts: a deck has hundreds of small ones with the same names


def _prefix(uri: str) -> str:
    """Give the customary prefix of a namespace, or nothing for an unknown one."""
    for base in _OOXML:
        if uri.startswith(base):
            return _OFFICE.get(uri[len(base) :], "")
    if uri.startswith(_ODF):  # urn:oasis:names:tc:opendocument:xmlns:text:1.0 (also the looser -compatible:1.0)
        name = uri[len(_ODF) :].partition(":")[0].removesuffix("-compatible")
        return _ODF_OTHER.get(name, name)
    if uri.startswith("http://openoffice.org/2000/"):
        return uri.rsplit("/", 1)[1]
    return _OTHER.get(uri, "")


Start = Callable[[str, dict[str, str]], None]
End = Callable[[str], None]
Text = Callable[[str], None]


def parse(chunks: Iterable[bytes], start: Start, end: End, text: Text) -> None:
    """Feed XML to three handlers: start(name, attributes), end(name), text(characters).

    Raises Corrupt where it is not well-formed (what came before has been handed on) or declares entities, TooLarge where
    elements nest deeper than `limits.XML_DEPTH`. A DOCTYPE alone is passed over.
    """
    for _ in steps(chunks, start, end, text):
        pass


def steps(chunks: Iterable[bytes], start: Start, end: End, text: Text) -> Iterator[None]:
    """Do as `parse`, stopping after each piece, so that a reader can hand on what it has so far."""
    names = _NAMES
    depth = 0
    deepest = limits.XML_DEPTH

    def on_start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > deepest:
            msg = f"XML elements nest deeper than {deepest}"
            raise TooLarge(msg, "[limits] XML_DEPTH lifts it")
        start(names[name], {names[key]: value for key, value in attributes.items()} if attributes else attributes)

    def on_end(name: str) -> None:
        nonlocal depth
        end(names[name])
        depth -= 1

    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = on_start
    parser.EndElementHandler = on_end
    parser.CharacterDataHandler = text
    parser.EntityDeclHandler = _refuse_entities
    try:
        for chunk in chunks:
            parser.Parse(chunk, False)
            yield
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        msg = f"XML is damaged at line {error.lineno}: {expat.ErrorString(error.code)}"
        raise Corrupt(msg) from error
    except (LookupError, ValueError) as error:  # expat's own only before the first element: an encoding it cannot take
        if depth:
            raise
        msg = f"XML in an encoding that is not read: {error}"
        raise Corrupt(msg) from error


def _refuse_entities(*_declaration: object) -> None:
    msg = "XML declares entities"
    raise Corrupt(msg, "such files are not read, they may be made to harm")


class Node:
    """An element of a small XML part: `tag`, `attributes`, and `items`, the nodes and strings inside in order."""

    __slots__ = ("attributes", "items", "tag")

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        """Begin an element without content."""
        self.tag = tag
        self.attributes = attributes
        self.items: list[Node | str] = []

    def nodes(self, *tags: str) -> list["Node"]:
        """Give the child elements, all or those of the names given."""
        return [item for item in self.items if isinstance(item, Node) and (not tags or item.tag in tags)]

    def find(self, *path: str) -> "Node | None":
        """Give the first element along a path of child names."""
        here = self
        for tag in path:
            for item in here.items:
                if isinstance(item, Node) and item.tag == tag:
                    here = item
                    break
            else:
                return None
        return here

    def all(self, *tags: str) -> list["Node"]:
        """Give every element below with one of these names, in document order."""
        found: list[Node] = []
        waiting = [self]
        while waiting:
            node = waiting.pop()
            if node is not self and node.tag in tags:
                found.append(node)
            waiting.extend(reversed(node.nodes()))
        return found

    def text(self) -> str:
        """Give all characters inside, in order."""
        pieces: list[str] = []
        waiting: list[Node | str] = [self]
        while waiting:
            item = waiting.pop()
            if isinstance(item, str):
                pieces.append(item)
            else:
                waiting.extend(reversed(item.items))
        return "".join(pieces)


def tree(chunks: Iterable[bytes]) -> Node:
    """Build the tree of a small part; the answer is the root element. Raises as `parse`."""
    top = Node("", {})
    stack = [top]

    def start(name: str, attributes: dict[str, str]) -> None:
        node = Node(name, attributes)
        stack[-1].items.append(node)
        stack.append(node)

    def end(_name: str) -> None:
        stack.pop()

    def text(characters: str) -> None:
        stack[-1].items.append(characters)

    parse(chunks, start, end, text)
    return top.nodes()[0]
