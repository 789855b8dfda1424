"""Answers kept to be asked about again: If-None-Match and If-Modified-Since (RFC 9110 13.1), never used unasked.

One file an answer, in a folder of the XDG cache that only its owner may enter: a line of JSON, then the body. The least
used go first. A folder that belongs to somebody else, or that others may enter, is not used.
"""

from __future__ import annotations

import hashlib
import json
import os
from itertools import chain

from readcli import cache, limits
from readcli.model import Opened, hold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO

_FIELDS = ("content-type", "content-disposition", "etag", "last-modified")


class Kept:
    """An answer from the cache: the header fields that count, and the body."""

    __slots__ = ("body", "fields", "path")

    def __init__(self, path: str, fields: dict[str, str], body: IO[bytes]) -> None:
        """Take an opened entry, at its body."""
        self.path = path
        self.fields = fields
        self.body = body

    def questions(self) -> dict[str, str]:
        """Give the header fields that ask whether it still holds."""
        asked = {"If-None-Match": self.fields.get("etag", ""), "If-Modified-Since": self.fields.get("last-modified", "")}
        return {name: value for name, value in asked.items() if value}

    def take(self) -> IO[bytes]:
        """Give a copy of the body, and note that it was used."""
        try:
            os.utime(self.path)
        except OSError:
            pass
        with self.body:
            return hold(iter(lambda: self.body.read(limits.CHUNK), b""))


def folder() -> str:
    """Give the folder of the cache (XDG Base Directory Specification)."""
    return cache.folder("web")


def find(url: str, accept: str) -> Kept | None:
    """Give what is kept of a URL, or None."""
    path = _path(url, accept)
    try:
        file = Opened(cache.open_entry(path), "rb")
        line = _line(file)
        told = json.loads(line)
        fields = {name: str(value) for name, value in told["fields"].items()}
        if told["url"] != url or os.fstat(file.fileno()).st_size - len(line) != told["size"]:
            return None
        file.seek(len(line))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):  # not there, cut short, or of another version
        return None
    return Kept(path, fields, file)


def _line(file: IO[bytes]) -> bytes:
    """Read the first line, newline and all."""
    head = file.read(limits.HEAD)
    return head[: head.index(b"\n") + 1]


def keep(url: str, accept: str, headers: dict[str, str], body: IO[bytes]) -> None:
    """Keep an answer that can be asked about again, unless it forbids that or is large. A failure to keep it is none."""
    size = body.seek(0, 2)
    body.seek(0)
    fields = {name: headers[name] for name in _FIELDS if name in headers}
    control = headers.get("cache-control", "").lower()
    if not ("etag" in fields or "last-modified" in fields) or "no-store" in control or headers.get("vary", "").strip() == "*":
        return
    line = json.dumps({"url": url, "fields": fields, "size": size}).encode() + b"\n"
    if size > limits.PAGE_KEPT or len(line) > limits.HEAD:
        return
    try:
        if cache.write(_path(url, accept), chain([line], iter(lambda: body.read(limits.CHUNK), b""))):
            cache.trim(folder(), limits.PAGES_KEPT, limits.BYTES_KEPT)
    except OSError:
        pass
    body.seek(0)


def _path(url: str, accept: str) -> str:
    return os.path.join(folder(), hashlib.sha256(f"{accept}\n{url}".encode("utf-8", "surrogateescape")).hexdigest())
