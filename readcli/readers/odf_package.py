"""An OpenDocument file, opened: a zip package, or one flat XML file (OpenDocument 1.3 part 2, and part 3, 3.1.2).

Gives the XML of its parts; which kind of document it is shows in its content, whatever its name and its media type say.
"""

from collections.abc import Iterable

from readcli import limits
from readcli.errors import Corrupt, Encrypted
from readcli.markup import Node
from readcli.model import Source
from readcli.package import Package
from readcli.readers.odf_walk import walk

_MANIFEST = "META-INF/manifest.xml"


class OpenDocument:
    """One file: `package` is None where it is flat."""

    __slots__ = ("_source", "package")

    def __init__(self, source: Source) -> None:
        """Open it. Raises Corrupt, Encrypted."""
        self._source = source
        file = source.seekable()
        head = file.read(4)
        file.seek(0)
        self.package = Package(file) if head[:2] == b"PK" else None
        if self.package is None and b"<" not in source.peek(limits.HEAD):
            msg = "it is no OpenDocument file: neither a zip package nor XML"
            raise Corrupt(msg)
        if self.package:
            _refuse_encrypted(self.package)
            if not self.package.has("content.xml"):
                msg = "it is no OpenDocument file: it has no content.xml"
                raise Corrupt(msg)

    def content(self) -> Iterable[bytes]:
        """Give the XML that the text stands in, piece by piece."""
        return self.package.chunks("content.xml") if self.package else self._source.chunks()

    def branches(self, part: str) -> list[Node]:
        """Give what the root of a part of the package holds; nothing where it is missing, what there is where it is damaged."""
        found: list[Node] = []
        if self.package is None or not self.package.has(part):
            return found
        try:
            found.extend(node for kind, node in walk(self.package.chunks(part)) if kind == "node")
        except Corrupt:
            pass  # the text can be read without it
        return found


def _refuse_encrypted(package: Package) -> None:
    """Raise Encrypted where the manifest says that the content is, or the whole package is (part 2, 3.4, 4.8)."""
    if not package.has(_MANIFEST):
        return
    try:
        root = package.tree(_MANIFEST)
    except Corrupt:
        return
    for entry in root.all("manifest:file-entry"):
        path = entry.attributes.get("manifest:full-path", "")
        if path in ("content.xml", "encrypted-package", "/") and entry.find("manifest:encryption-data"):
            msg = "it is encrypted"
            raise Encrypted(msg, "open it in an office program and save it without a password")


def facts_of(nodes: Iterable[Node]) -> dict[str, object]:
    """Give the core properties from `office:meta` (OpenDocument 1.3 part 3, 4.3)."""
    meta = next((node for node in nodes if node.tag == "office:meta"), None)
    if meta is None:
        return {}
    found: dict[str, object] = {}
    known = (
        ("title", "dc:title"),
        ("author", "meta:initial-creator"),
        ("author", "dc:creator"),
        ("subject", "dc:subject"),
        ("description", "dc:description"),
        ("created", "meta:creation-date"),
        ("modified", "dc:date"),
    )
    for key, tag in known:
        node = meta.find(tag)
        text = " ".join(node.text().split()) if node else ""
        if text:
            found.setdefault(key, text)
    keywords = [text for node in meta.nodes("meta:keyword") if (text := node.text().strip())]
    if keywords:
        found["keywords"] = ", ".join(keywords)
    statistic = meta.find("meta:document-statistic")
    pages = statistic.attributes.get("meta:page-count", "") if statistic else ""
    if pages.isascii() and pages.isdigit():
        found["pages"] = int(pages)
    return found
