"""Telling formats that need more than a look at the first bytes: zip and OLE containers, HTML, flat XML, media boxes.

Only names inside the containers are looked at, as bytes; nothing is parsed here, so no hostile file can harm.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from readcli.model import Source

_TAIL = 1 << 20  # of a zip, where its directory lies; of one with more entries the suffix decides
_SCAN = 64 << 20  # of an OLE file
_MAIN = ((b"word/", "docx"), (b"xl/", "xlsx"), (b"ppt/", "pptx"))
_ODF = ((b"text", "odt"), (b"spreadsheet", "ods"), (b"presentation", "odp"))
_BY_SUFFIX = {
    ".docx": "docx", ".docm": "docx", ".dotx": "docx", ".dotm": "docx", ".xlsx": "xlsx", ".xlsm": "xlsx", ".xltx": "xlsx", ".xltm": "xlsx",
    ".pptx": "pptx", ".pptm": "pptx", ".ppsx": "pptx", ".potx": "pptx", ".odt": "odt", ".ott": "odt", ".ods": "ods", ".ots": "ods",
    ".odp": "odp", ".otp": "odp", ".epub": "epub", ".xps": "pdf", ".oxps": "pdf",
}  # fmt: skip
_STREAMS = (
    ("EncryptedPackage", "encrypted"),
    ("PowerPoint Document", "ppt"),
    ("__properties_version1.0", "msg"),
    ("WordDocument", "doc"),
    ("Workbook", "xls"),
    ("Book", "xls"),
)


def tell_zip(head: bytes, source: Source, suffix: str) -> str:
    """Tell the documents among the zip files (ECMA-376-2, ODF 1.3 part 2, EPUB OCF) from archives."""
    if head[30:38] == b"mimetype":
        if head[38:].startswith(b"application/epub+zip"):
            return "epub"
        for word, name in _ODF:
            if head[38:].startswith(b"application/vnd.oasis.opendocument." + word):
                return name
    directory = _directory(source) if source.file is not None else b""
    if _has_entry(directory, b"[Content_Types].xml") or (not directory and b"[Content_Types].xml" in head):
        for folder, name in _MAIN:
            if _has_entry(directory, folder) or (not directory and folder in head):
                return name
        if _has_entry(directory, b"FixedDocumentSequence.fdseq") or _has_entry(directory, b"FixedDocSeq.fdseq"):
            return "pdf"
    if any(_BY_SUFFIX.get(suffix) == name and _has_entry(directory, folder) for folder, name in _MAIN):  # its list of types is lost
        return _BY_SUFFIX[suffix]
    if _has_entry(directory, b"META-INF/container.xml") and suffix != ".jar":
        return "epub"
    if _has_entry(directory, b"content.xml") and suffix in (".odt", ".ods", ".odp", ".ott", ".ots", ".otp"):
        return _BY_SUFFIX[suffix]
    return _BY_SUFFIX.get(suffix, "archive") if not directory or b"PK\x01\x02" not in directory else "archive"


def _directory(source: Source) -> bytes:
    """Give the beginning of the central directory of a zip (APPNOTE 4.3.12, 4.3.16), or nothing."""
    file = source.file
    assert file is not None
    end = file.seek(0, 2)
    file.seek(max(0, end - 65_600))
    tail = file.read()
    at = tail.rfind(b"PK\x05\x06")
    directory = b""
    if at >= 0:
        size = int.from_bytes(tail[at + 12 : at + 16], "little")
        file.seek(max(0, end - len(tail) + at - size))
        directory = file.read(min(size, _TAIL))
    file.seek(0)
    return directory if directory.startswith(b"PK\x01\x02") else tail


def _has_entry(directory: bytes, name: bytes) -> bool:
    """Say whether a central directory has an entry whose name begins so, in any case or with a slash before it."""
    at = -1
    lower, wanted = directory.lower(), name.lower()
    while (at := lower.find(wanted, at + 1)) >= 0:
        if directory[at - 46 : at - 42] == b"PK\x01\x02" or directory[at - 47 : at - 43] == b"PK\x01\x02":
            return True
    return False


def tell_ole(source: Source, suffix: str) -> str:
    """Tell what an OLE compound file holds by the names of its streams (MS-CFB 2.6.1)."""
    file = source.seekable()
    found = set()
    tail = b""
    for _ in range(_SCAN >> 20):
        piece = file.read(1 << 20)
        if not piece:
            break
        data = tail + piece
        found |= {kind for name, kind in _STREAMS if name.encode("utf-16-le") + b"\0\0" in data}
        tail = data[-128:]
    file.seek(0)
    by_suffix = {".doc": "doc", ".dot": "doc", ".xls": "xls", ".xlt": "xls", ".ppt": "ppt", ".pps": "ppt", ".msg": "msg"}.get(suffix, "")
    if "encrypted" in found:
        return "encrypted"
    if by_suffix and (by_suffix in found or not found):
        return by_suffix
    return next((kind for _, kind in _STREAMS if kind in found), "")


def tell_rest(head: bytes, suffix: str) -> str:
    """Tell the formats whose marks stand a little inside, or that begin with markup."""
    if head.startswith(b"BM") and head[6:10] == b"\0\0\0\0" and int.from_bytes(head[14:18], "little") in (12, 40, 52, 56, 64, 108, 124):
        return "image"
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "image"
    if head[4:8] == b"ftyp" and head[8:12] in (b"heic", b"heix", b"mif1", b"msf1", b"avif", b"avis", b"hevc"):
        return "image"
    if head[60:68] == b"BOOKMOBI":
        return "pdf"
    junk = head[: head.find(b"%PDF-")] if b"%PDF-" in head[:1024] else None
    if junk is not None and (b"\0" in head[:4096] or len(junk) < 64 or not junk.isascii()) and suffix not in (".py", ".md", ".txt"):
        return "pdf"
    if head[:2] in (b"\xff\xfe", b"\xfe\xff") or head[1:2] == b"\0":
        head = head[:4096].replace(b"\0", b"").lstrip(b"\xff\xfe")
    start = head[:4096].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith((b"<!doctype html", b"<html", b"<head", b"<body")) and suffix not in (".md", ".php", ".vue", ".txt"):
        return "html"
    if start.startswith(b"<?xml"):
        root = start[start.find(b"?>") + 2 :].lstrip()
        while root.startswith((b"<!--", b"<?")):
            root = root[root.find(b">") + 1 :].lstrip()
        return _tell_xml(root)
    return "pdf" if start.startswith(b"<fictionbook") else ""


def _tell_xml(root: bytes) -> str:
    """Tell by the root element of an XML file."""
    if root.startswith((b"<!doctype html", b"<html")):
        return "html"
    if root.startswith(b"<fictionbook"):
        return "pdf"
    if root.startswith(b"<office:document"):
        for word, name in _ODF:
            if b"application/vnd.oasis.opendocument." + word in root:
                return name
        return "odt"
    return ""


def is_manual(head: bytes) -> bool:
    """Say whether a text is a manual page: it begins with a control line, and one of man(7) or mdoc(7) names the page, or `.so` another."""
    if head[:1] not in (b".", b"'"):
        return False
    if head.startswith(b".so "):
        return b"/" in head.split(b"\n", 1)[0]
    text = b"\n" + head
    return any(mark in text for mark in (b"\n.TH ", b"\n.Dd ", b"\n.Dt ", b"\n.TH\t", b"\n'TH "))
