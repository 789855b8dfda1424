"""Header fields: those that the user gives, and what an answer's say (RFC 9110, RFC 6266, RFC 8187)."""

from __future__ import annotations

from urllib.parse import unquote, unquote_to_bytes

from readcli.errors import UsageError, of_system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from readcli.readers.url_place import Place

_TOKEN = frozenset("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyz")
_OURS = ("host", "connection", "transfer-encoding", "content-length", "accept-encoding", "range")
# What a type says of a name that says less. Zips, images and text tell more by themselves.
_SUFFIXES = {
    "application/pdf": ".pdf", "text/html": ".html", "application/xhtml+xml": ".xhtml", "text/csv": ".csv",
    "text/tab-separated-values": ".tsv", "text/markdown": ".md", "text/x-markdown": ".md",
    "application/rtf": ".rtf", "text/rtf": ".rtf", "application/json": ".json",
    "application/msword": ".doc", "application/vnd.ms-excel": ".xls", "application/vnd.ms-powerpoint": ".ppt",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": ".pptx",
    "application/vnd.oasis.opendocument.text": ".odt", "application/vnd.oasis.opendocument.spreadsheet": ".ods",
    "application/vnd.oasis.opendocument.presentation": ".odp", "application/epub+zip": ".epub", "application/zip": ".zip",
    "application/x-tar": ".tar", "application/vnd.sqlite3": ".sqlite", "application/x-sqlite3": ".sqlite",
    "application/x-ipynb+json": ".ipynb",
    "message/rfc822": ".eml", "application/mbox": ".mbox", "application/vnd.ms-outlook": ".msg",
}  # fmt: skip
_LOOSE = (".html", ".xhtml", ".csv", ".tsv", ".md")  # text under any name; the others only count where the name says nothing


def given(lines: tuple[str, ...]) -> dict[str, str]:
    """Read what `--http-header` was given: `Name: value`, or `@FILE` with one a line. Raises UsageError, ReadError."""
    found: dict[str, str] = {}
    for line in lines:
        for each in _of_file(line[1:]) if line.startswith("@") else [line]:
            name, colon, value = each.partition(":")
            value = value.strip()
            if not colon or not name or set(name.lower()) - _TOKEN:
                raise UsageError("--http-header: not a header field", "write 'Name: value', or @FILE")
            if name.lower() in _OURS:
                raise UsageError(f"--http-header {name}: readcli sets it itself")
            if any(letter < " " and letter != "\t" for letter in value) or not _fits(value):
                raise UsageError(f"--http-header {name}: the value holds what no header may")
            found[name] = value
    return found


def _of_file(path: str) -> list[str]:
    """Give the lines of a file of header fields, without blank ones and those that begin with `#`."""
    try:
        with open(path, encoding="utf-8") as file:
            return [line.strip() for line in file.read().splitlines() if line.strip() and not line.startswith("#")]
    except OSError as error:
        raise of_system(error, path) from error
    except ValueError as error:
        raise UsageError(f"--http-header @{path}: it is not UTF-8") from error


def _fits(value: str) -> bool:
    try:
        value.encode("latin-1")
    except UnicodeEncodeError:
        return False
    return True


def basic(user: str) -> str:
    """Write the field that says who asks: `name:password` from before the host (RFC 7617)."""
    from base64 import b64encode

    return "Basic " + b64encode((user if ":" in user else user + ":").encode()).decode()


def type_of(field: str) -> tuple[str, str | None]:
    """Take a Content-Type apart: the type in lower case, or nothing, and the charset, if it is one that Python knows."""
    kind, *parameters = field.split(";")
    charset = None
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset":
            charset = value.strip().strip("\"'").lower()
    try:
        "a".encode(charset or "utf-8")  # knows no `base64` and the like
    except (LookupError, ValueError):
        charset = None
    kind = kind.strip().lower()
    return kind if kind.count("/") == 1 and kind.isprintable() and " " not in kind else "", charset


def name_of(place: Place, disposition: str, kind: str) -> str:
    """Name what came: as the answer says, else by the path; with a suffix that tells its type where the name tells none."""
    name = _of_disposition(disposition) or unquote(place.target.partition("?")[0].rstrip("/").rpartition("/")[2], errors="replace")
    name = _base(name) or place.host
    wanted = _SUFFIXES.get(kind, "")
    dot = name.rfind(".")
    suffix = name[dot:].lower() if dot > 0 else ""
    if not wanted or suffix == wanted or (wanted == ".html" and suffix in (".htm", ".xhtml")):
        return name
    return name + wanted if wanted in _LOOSE or not _is_known(suffix) or name == place.host else name


def _is_known(suffix: str) -> bool:
    from readcli.registry import FORMATS

    return any(suffix in row.suffixes for row in FORMATS)


def _of_disposition(field: str) -> str:
    """Give the file name in a Content-Disposition, in its extended form where there is one, or nothing."""
    plain = ""
    for parameter in _split(field):
        key, _, value = parameter.partition("=")
        key, value = key.strip().lower(), value.strip()
        if key == "filename*" and value.count("'") >= 2:
            charset, _, text = value.split("'", 2)
            return unquote_to_bytes(text).decode("latin-1" if charset.lower() == "iso-8859-1" else "utf-8", "replace")
        if key == "filename":
            plain = value.strip('"').replace('\\"', '"').encode("latin-1", "replace").decode("utf-8", "replace")
    return plain


def _split(field: str) -> list[str]:
    """Split at the semicolons outside quotes."""
    parts, quoted = [""], False
    for letter in field:
        quoted ^= letter == '"' and not parts[-1].endswith("\\")
        if letter == ";" and not quoted:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def _base(name: str) -> str:
    """Take folders and control characters off a name that somebody else chose."""
    base = "".join(letter for letter in name.replace("\\", "/").rstrip("/").rpartition("/")[2] if letter.isprintable())
    return "" if base in (".", "..") else base[:255]
