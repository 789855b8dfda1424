"""The formats, one row each, and how a source is told to be one: by content first, then by name.

Row order is priority. `load` is the one place that imports lazily.
"""

from __future__ import annotations

from readcli.errors import Unsupported, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from readcli.model import Options, Source


class Format:
    """One format.

    name     what `--format` takes and JSON says; the sample folder and the test are called so
    module   the module in `readcli.readers`
    kind     text: the file's own lines; document: made in a child process; listing: made here; container: holds
             sources, listed here; wrapper: one source inside
    suffixes lower case; a name counts only where the content tells nothing else
    names    how its members are named: "" archive sheets sqlite attachments
    extra    the optional dependency group, or ""
    parts    what `pN` counts, or ""
    """

    __slots__ = ("extra", "help", "is_editable", "kind", "module", "name", "names", "parts", "suffixes")

    def __init__(self, name: str, module: str, kind: str, suffixes: str, words: str, **more: str) -> None:
        """Take a row; `more` gives names, extra and parts."""
        self.name = name
        self.module = module
        self.kind = kind
        self.suffixes = tuple(suffixes.split())
        self.help = words
        self.names = more.get("names", "")
        self.extra = more.get("extra", "")
        self.parts = more.get("parts", "")
        self.is_editable = kind == "text" or name == "notebook"


FORMATS = (
    Format("pdf", "pdf", "document", ".pdf .xps .oxps .fb2 .mobi .azw .prc", "text in reading order, tables, links", parts="page"),
    Format("docx", "docx", "document", ".docx .docm .dotx .dotm", "Markdown: headings, lists, tables, notes, comments"),
    Format("xlsx", "xlsx", "document", ".xlsx .xlsm .xltx .xltm", "sheets as displayed", names="sheets", parts="sheet"),
    Format("pptx", "pptx", "document", ".pptx .pptm .ppsx .potx", "slides, notes, tables", parts="slide"),
    Format("odt", "odf", "document", ".odt .ott .fodt", "Markdown, as DOCX"),
    Format("ods", "odf", "document", ".ods .ots .fods", "sheets, as XLSX", names="sheets", parts="sheet"),
    Format("odp", "odf", "document", ".odp .otp .fodp", "slides, as PPTX", parts="slide"),
    Format("epub", "epub", "document", ".epub", "chapters as Markdown", parts="chapter"),
    Format("doc", "doc", "document", ".doc .dot", "Word 6 to 2003: text, tables, notes"),
    Format("xls", "xls", "document", ".xls .xlt", "sheets, as XLSX", names="sheets", parts="sheet"),
    Format("ppt", "ppt", "document", ".ppt .pps .pot", "slides, as PPTX", parts="slide"),
    Format("rtf", "rtf", "document", ".rtf", "text, tables, notes"),
    Format("msg", "msg", "document", ".msg", "Outlook mail and its attachments", names="attachments"),
    Format("eml", "eml", "document", ".eml .mbox .mbx", "mail and its attachments", names="attachments", parts="mail"),
    Format("sqlite", "sqlite", "document", ".sqlite .sqlite3 .db .db3 .gpkg", "tables, rows, one SELECT", names="sqlite", parts="table"),
    Format(
        "archive", "archive", "container", ".zip .jar .war .ear .whl .apk .ipa .xpi .nupkg .vsix .cbz .tar .tgz .tbz2 .txz",
        "every entry, and what is inside", names="archive",
    ),
    Format("7z", "archive_7z", "document", ".7z", "as archive", names="attachments", extra="archives"),
    Format("rar", "archive_rar", "document", ".rar .cbr", "as archive", names="attachments", extra="archives"),
    Format("encrypted", "encrypted", "wrapper", "", "office files behind a password", extra="crypto"),
    Format("stream", "stream", "wrapper", ".gz .bz2 .xz .zst", "the file inside"),
    Format(
        "image", "image", "document", ".png .jpg .jpeg .gif .webp .bmp .tif .tiff .heic .avif .ico .psd",
        "size and facts", parts="frame",
    ),
    Format("notebook", "notebook", "document", ".ipynb", "cells as editable text", parts="cell"),
    Format("html", "html", "document", ".html .htm .xhtml", "Markdown"),
    Format("man", "man", "document", ".1 .2 .3 .4 .5 .6 .7 .8 .9 .man .mdoc", "formatted manual pages"),
    Format("url", "url", "wrapper", "", "fetched, then read as whatever it is"),
    Format("directory", "directory", "listing", "", "a tree"),
    Format("csv", "text", "text", ".csv .tsv", "text; a table on a terminal"),
    Format("text", "text", "text", "", "the lines of the file"),
)  # fmt: skip
BY_NAME = {row.name: row for row in FORMATS}
TEXT = BY_NAME["text"]

# Magic numbers at the start: (bytes, format). Longer tests follow in `_tell`.
MAGIC = (
    (b"SQLite format 3\x00", "sqlite"),
    (b"{\\rtf", "rtf"),
    (b"\x89PNG\r\n\x1a\n", "image"),
    (b"\xff\xd8\xff", "image"),
    (b"GIF87a", "image"),
    (b"GIF89a", "image"),
    (b"II*\x00", "image"),
    (b"II+\x00", "image"),
    (b"MM\x00+", "image"),
    (b"MM\x00*", "image"),
    (b"8BPS\x00\x01", "image"),
    (b"\x00\x00\x01\x00", "image"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"Rar!\x1a\x07", "rar"),
    (b"\x1f\x8b", "stream"),
    (b"BZh", "stream"),
    (b"\xfd7zXZ\x00", "stream"),
    (b"\x28\xb5\x2f\xfd", "stream"),
    (b"%PDF-", "pdf"),
)


def load(folder: str, name: str) -> ModuleType:
    """Import `readcli.<folder>.<name>`. Raises Unsupported where this readcli has no such module."""
    from importlib import import_module

    try:
        return import_module(f"readcli.{folder}.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"readcli.{folder}.{name}":
            raise
        raise Unsupported(f"{folder} {name} are not part of this readcli") from error


def choose(source: Source, options: Options) -> Format:
    """Tell the format of a source. Raises UsageError for an unknown `--format`, Unsupported for one switched off."""
    row = _choose(source, options)
    if row.name in options.formats_off or row.module in options.formats_off:
        raise Unsupported(f"the format {row.name} is switched off", f"[formats] {row.name} in the config file")
    return row


def _choose(source: Source, options: Options) -> Format:
    if source.format:
        return BY_NAME[source.format]
    if options.text:
        return TEXT
    if options.format:
        if options.format not in BY_NAME:
            raise UsageError(f"unknown format {options.format}", "--formats lists them")
        return BY_NAME[options.format]
    name = source.name.lower()
    dot = name.rfind(".")
    suffix = name[dot:] if dot >= 0 else ""
    head = source.head or source.peek()
    told = _tell(head, source, suffix)
    if told:
        return BY_NAME[told]
    if not suffix or (suffix == ".cgi" and not head):
        return TEXT
    return _by_name(suffix, head)


def _by_name(suffix: str, head: bytes) -> Format:
    """Choose by the suffix, for names of documents only where the content cannot be text."""
    for row in FORMATS:
        if suffix not in row.suffixes:
            continue
        if row.kind == "text" or row.name in ("html", "notebook", "eml"):
            return row
        if row.name == "man":
            return row if head.lstrip()[:2] in (b".\\", b"'\\", b".T", b".D", b".d", b".i", b".s", b".n") else TEXT
        if not head or _is_binary(head):
            return row
    return TEXT


def _told(name: str, source: Source) -> str:
    """Tell a compressed tar from other compressed streams."""
    if name == "stream" and load("readers", "stream").holds_tar(source):
        return "archive"
    return name


def _is_binary(head: bytes) -> bool:
    from readcli.encoding import judge

    return bool(judge(head, is_whole=False).binary) or not head


def _tell(head: bytes, source: Source, suffix: str) -> str:
    """Tell a format by content, or answer nothing."""
    first = head[:1]
    if first in b"SI{\x89\xffGM8\x007R\x1fB\xfd\x28%" and first:
        for magic, name in MAGIC:
            if head.startswith(magic):
                return _told(name, source)
    if first == b"P" and head[1:4] in (b"K\x03\x04", b"K\x05\x06", b"K\x07\x08", b"K00"):
        from readcli.sniff import tell_zip

        return tell_zip(head, source, suffix)
    if first == b"\xd0" and head.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        from readcli.sniff import tell_ole

        return tell_ole(source, suffix)
    if head[257:262] == b"ustar" or suffix == ".tar":
        return "archive" if b"\0" in head[:512] or not head else ""
    if first in (b".", b"'"):
        from readcli.sniff import is_manual

        if is_manual(head):
            return "man"
    if b"<" in head[:256] or b"\0" in head[:68] or b"%PDF-" in head[:1024] or first == b"B":
        from readcli.sniff import tell_rest

        return tell_rest(head, suffix)
    return ""
