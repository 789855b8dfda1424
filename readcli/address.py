"""URLs as arguments: where the address ends and a member or a selector begins. By their letters; nothing is requested.

Syntax of URLs: RFC 3986.
"""

from __future__ import annotations

from urllib.parse import unquote

from readcli.errors import UsageError
from readcli.selector import parse

CONTAINERS = (
    ".zip", ".jar", ".whl", ".apk", ".nupkg", ".vsix", ".cbz", ".tar", ".tgz", ".tar.gz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz",
    ".tar.zst", ".7z", ".rar", ".xlsx", ".xlsm", ".xls", ".ods", ".eml", ".msg", ".mbox", ".sqlite", ".sqlite3", ".db", ".db3",
)  # fmt: skip


def path_of_file_url(after: str) -> str:
    """Give the path of what follows `file://`: a host `localhost` dropped, percent signs decoded."""
    host, slash, path = after.partition("/")
    if host not in ("", "localhost"):
        raise UsageError(f"file://{host}: only files of this machine", "write file:///PATH")
    return unquote(slash + path, errors="surrogateescape")


def split_url(argument: str) -> tuple[str, str]:
    """Split an http(s) argument into the URL and the rest, which begins with its `:` or is empty."""
    start = argument.index("//") + 2
    path = min((at for letter in "/?#" if (at := argument.find(letter, start)) >= 0), default=len(argument))
    at = _member(argument, path)
    if at >= 0:
        return argument[:at], argument[at:]
    authority_colon = _after_port(argument, start, path)
    for at in range(path, len(argument)):
        if argument[at] == ":" and argument[at + 1 : at + 2] in ("#", "@", "/") and _complete(argument[at + 1 :]):
            return argument[:at], argument[at:]
    in_query = "?" in argument[path:]
    places = [at for at in range(len(argument) - 1, path - 1, -1) if argument[at] == ":"]
    if authority_colon >= 0:
        places.append(authority_colon)
    best = -1
    for at in places:
        text = argument[at + 1 :]
        if text == text.lower() and _complete(text) and not (in_query and text.partition(":")[0].isdigit() and at > path):
            best = at
    return (argument[:best], argument[best:]) if best >= 0 else (argument, "")


def _member(argument: str, path: int) -> int:
    """Find the colon behind `NAME.zip`, in the path and not in the query."""
    end = min((at for letter in "?#" if (at := argument.find(letter, path)) >= 0), default=len(argument))
    for at in range(path, end):
        if argument[at] == ":" and argument[path:at].lower().endswith(CONTAINERS):
            return at
    return -1


def _after_port(argument: str, start: int, path: int) -> int:
    """Find a colon behind `:PORT` where the URL has no path, as in `https://h:8080:5`."""
    authority = argument[start:path]
    host_end = authority.rfind("]") + 1
    colons = [at for at in range(host_end, len(authority)) if authority[at] == ":"]
    if "@" in authority[host_end:]:
        colons = [at for at in colons if at > authority.rindex("@")]
    return start + colons[1] if len(colons) > 1 and path == len(argument) else -1


def _complete(text: str) -> bool:
    try:
        return parse(text) is not None
    except UsageError:
        return True
