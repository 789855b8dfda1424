"""EPUB books, made in memory."""

import io
import zipfile

CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="{}"/></rootfiles></container>'
)
SCRAMBLED_FONT = (
    '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:e="http://www.w3.org/2001/04/xmlenc#"><e:EncryptedData>'
    '<e:EncryptionMethod Algorithm="{method}"/><e:CipherData><e:CipherReference URI="{path}"/></e:CipherData></e:EncryptedData></encryption>'
)


def packed(parts: dict[str, str | bytes]) -> bytes:
    """Zip the parts of a book, in order, after its mimetype."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("mimetype", "application/epub+zip")
        for name, part in parts.items():
            package.writestr(name, part)
    return file.getvalue()


def chapter(body: str) -> str:
    """Give a content document."""
    return f'<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body>{body}</body></html>'


def opf(spine: list[str], extra: str = "", attributes: str = "") -> str:
    """Give a package document whose manifest is in alphabetical order, whatever the spine's."""
    items = "".join(f'<item id="{name}" href="text/{name}.xhtml" media-type="application/xhtml+xml"/>' for name in sorted(spine))
    order = "".join(f'<itemref idref="{name}"/>' for name in spine)
    return (
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        "<dc:title>The  Book</dc:title><dc:creator>Ann Lee</dc:creator><dc:creator>Bo Ek</dc:creator><dc:language>en</dc:language></metadata>"
        f"<manifest>{extra}{items}</manifest><spine {attributes}>{order}</spine></package>"
    )


def parts(names: str = "c a b") -> dict[str, str | bytes]:
    """Give the parts of a book whose spine is not in alphabetical order, with a navigation document outside the spine."""
    spine = names.split()
    nav = '<item id="nav" properties="nav" href="nav.xhtml" media-type="application/xhtml+xml"/>'
    links = "".join(f'<li><a href="text/{name}.xhtml#top">Chapter of {name}</a></li>' for name in spine)
    return {
        "META-INF/container.xml": CONTAINER.format("OEBPS/book.opf"),
        "OEBPS/book.opf": opf(spine, nav),
        "OEBPS/nav.xhtml": chapter(f'<nav xmlns:epub="http://www.idpf.org/2007/ops" epub:type="toc"><ol>{links}</ol></nav>'),
        **{f"OEBPS/text/{name}.xhtml": chapter(f"<h1>Head {name}</h1><p>Words of {name}.</p>") for name in spine},
    }


def book(**changed: str | bytes | None) -> bytes:
    """Give that book with some parts changed, or gone where None; `__` in a name stands for `/`, `_` for `.`."""
    made = parts()
    for key, part in changed.items():
        name = key.replace("__", "/").replace("_", ".")
        if part is None:
            made.pop(name)
        else:
            made[name] = part
    return packed(made)


def with_ncx() -> bytes:
    """Give an EPUB 2 with an NCX that the spine names, and a percent sign in a reference."""
    made = parts("a b")
    ncx = '<item id="toc" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
    made["OEBPS/book.opf"] = opf(["a", "b"], ncx, 'toc="toc"').replace("text/b.xhtml", "text/b%20c.xhtml")
    made["OEBPS/text/b c.xhtml"] = made.pop("OEBPS/text/b.xhtml")
    points = "".join(
        f"<navPoint><navLabel><text>Point {name[0]}</text></navLabel><content src='text/{name}.xhtml'/></navPoint>"
        for name in ("a", "b%20c")
    )
    made["OEBPS/toc.ncx"] = f'<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>{points}</navMap></ncx>'
    return packed(made)


def encrypted(path: str, method: str = "http://www.w3.org/2001/04/xmlenc#aes128-cbc") -> bytes:
    """Give a book of which one file is named as encrypted."""
    made = parts()
    made["META-INF/encryption.xml"] = SCRAMBLED_FONT.format(path=path, method=method)
    made["META-INF/rights.xml"] = "<rights/>"
    return packed(made)
