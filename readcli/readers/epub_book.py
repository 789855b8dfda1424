"""What an EPUB says about itself: container, package document, spine, table of contents, protection (EPUB 3.3, 4-7).

Names are compared without their namespaces, so that the packages of OEB 1, OPF 2 and OPF 3 are all the same here.
"""

from readcli.errors import Corrupt, Encrypted
from readcli.markup import Node
from readcli.package import Package

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_FONT_SCRAMBLING = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")
_SELLERS = (("META-INF/license.lcpl", "Readium LCP"), ("META-INF/sinf.xml", "Apple FairPlay"), ("META-INF/rights.xml", "Adobe ADEPT"))


class Item:
    """A file of the book that the spine names: its `path` in the package and its media type, `kind`."""

    __slots__ = ("kind", "path")

    def __init__(self, path: str, kind: str) -> None:
        """Take both."""
        self.path = path
        self.kind = kind


class Book:
    """The spine in order, the chapters' titles by path, and the metadata by Dublin Core name."""

    __slots__ = ("metadata", "spine", "titles")

    def __init__(self, spine: list[Item], titles: dict[str, str], metadata: dict[str, list[str]]) -> None:
        """Take all three."""
        self.spine = spine
        self.titles = titles
        self.metadata = metadata


def open_book(package: Package) -> Book:
    """Read the package document. Raises Corrupt where there is none, Encrypted where DRM protects the chapters."""
    path = _find_package_document(package)
    root = package.tree(path)
    manifest = {node.attributes.get("id", ""): node for node in _all(root, "item")}
    folder = path.rpartition("/")[0]
    spine = []
    for reference in _all(root, "itemref"):
        name = reference.attributes.get("idref", "")
        node = _fall_back(manifest, name)
        if node is None:  # kept, so that it is missed
            spine.append(Item(name, ""))
        else:
            spine.append(Item(join(folder, node.attributes.get("href", "")), node.attributes.get("media-type", "").lower()))
    if not spine:
        msg = "the book has no spine"
        raise Corrupt(msg)
    _refuse_drm(package, {item.path for item in spine})
    return Book(spine, _find_titles(package, folder, root, manifest), _find_metadata(root))


def local(node: Node) -> str:
    """Give an element's name without its prefix."""
    return node.tag.rpartition(":")[2].lower()


def join(folder: str, href: str) -> str:
    """Resolve a reference of a file in `folder`: without its fragment, percent signs decoded."""
    href = href.partition("#")[0]
    if "%" in href:
        from urllib.parse import unquote  # 10 ms, and few books need it

        href = unquote(href)
    steps = folder.split("/") if folder and not href.startswith("/") else []
    for step in href.split("/"):
        if step == "..":
            del steps[-1:]
        elif step not in ("", "."):
            steps.append(step)
    return "/".join(steps)


def _all(root: Node, *names: str) -> list[Node]:
    """Give every element below `root` with one of these local names, in order."""
    found = []
    waiting = list(reversed(root.nodes()))
    while waiting:
        node = waiting.pop()
        if local(node) in names:
            found.append(node)
        waiting.extend(reversed(node.nodes()))
    return found


def _find_package_document(package: Package) -> str:
    """Give the path that the container names; without a usable container, the first package document there is."""
    if package.has(_CONTAINER):
        try:
            for node in _all(package.tree(_CONTAINER), "rootfile"):
                path = join("", node.attributes.get("full-path", ""))
                if package.has(path):
                    return path
        except Corrupt:
            pass  # a damaged container is not needed where the package document can be seen
    for name in package.names():
        if name.lower().endswith(".opf"):
            return name
    msg = "it is no EPUB: it has no package document"
    raise Corrupt(msg)


def _fall_back(manifest: dict[str, Node], name: str) -> Node | None:
    """Follow an item's fallbacks to one that is text (EPUB 3.3, 3.5.1); without any, give the item itself."""
    first = manifest.get(name)
    node = first
    seen = set()
    while node is not None and name not in seen:
        seen.add(name)
        if "html" in node.attributes.get("media-type", ""):
            return node
        name = node.attributes.get("fallback", "")
        node = manifest.get(name)
    return first


def _find_metadata(root: Node) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name in ("title", "creator", "contributor", "publisher", "language", "date"):
        texts = [" ".join(node.text().split()) for node in _all(root, name) if name != "contributor" or _is_named(node)]
        found[name] = list(dict.fromkeys(text for text in texts if text))
    found["date"] = found["date"][:1]
    return found


def _is_named(node: Node) -> bool:
    """Say whether a contributor translated or edited the book; scanners and programs are no news to its reader."""
    return any(key.endswith("role") and value in ("trl", "edt") for key, value in node.attributes.items())


def _find_titles(package: Package, folder: str, root: Node, manifest: dict[str, Node]) -> dict[str, str]:
    """Give the chapters' titles from the navigation document, else from the NCX; a book without either has none."""
    titles: dict[str, str] = {}
    navigation = [node for node in manifest.values() if "nav" in node.attributes.get("properties", "").split()]
    navigation += [node for node in manifest.values() if node.attributes.get("media-type") == "application/x-dtbncx+xml"]
    spine = next(iter(_all(root, "spine")), None)
    named = manifest.get(spine.attributes.get("toc", "")) if spine else None
    for node in navigation + ([named] if named else []):
        path = join(folder, node.attributes.get("href", ""))
        try:
            _add_titles(package.tree(path), path.rpartition("/")[0], titles)
        except Corrupt:
            continue  # titles are a courtesy
    return titles


def _add_titles(root: Node, folder: str, titles: dict[str, str]) -> None:
    """Take the first title that each file is given: `<a href>` in a navigation document, `<navPoint>` in an NCX."""
    for node in _all(root, "a", "navpoint"):
        label = next(iter(_all(node, "navlabel")), node)
        content = next(iter(_all(node, "content")), node)
        href = content.attributes.get("src") or content.attributes.get("href") or ""
        title = " ".join(label.text().split())
        if href and title:
            titles.setdefault(join(folder, href), title)


def _refuse_drm(package: Package, chapters: set[str]) -> None:
    """Raise Encrypted where a chapter is; scrambled fonts are no protection of the text (EPUB 3.3, 4.2.5.3)."""
    if not package.has(_ENCRYPTION):
        return
    for entry in _all(package.tree(_ENCRYPTION), "encrypteddata"):
        method = next(iter(_all(entry, "encryptionmethod")), entry).attributes.get("Algorithm", "")
        paths = {join("", node.attributes.get("URI", "")) for node in _all(entry, "cipherreference")}
        if method not in _FONT_SCRAMBLING and paths & chapters:
            seller = next((name for path, name in _SELLERS if package.has(path)), "")
            msg = f"it is encrypted: DRM protects the book{f' ({seller})' if seller else ''}"
            raise Encrypted(msg, "only the programs of the shop that sold it can open it")
