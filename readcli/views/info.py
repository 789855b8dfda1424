"""What a source is, as `key: value` lines: format, size, encoding, newline style, lines, parts, and the reader's facts."""

from __future__ import annotations

import re

from readcli.lines import Block
from readcli.sizes import format_size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from readcli.document import Document
    from readcli.lines import Item
    from readcli.page import Page


def show(page: Page) -> Iterator[Item]:
    """Give the facts; the lines are counted, so documents are read to their end."""
    document = page.document
    total = None if document.is_binary else document.lines.count_all()
    rows = facts(document, total)
    yield Block(1, "".join(f"{key}: {value}\n" for key, value in rows).encode("utf-8", "replace"))


def facts(document: Document, total: int | None) -> list[tuple[str, str]]:
    """Give all facts as words."""
    source = document.source
    rows = [("path", source.path), ("format", document.format)]
    size = source.size
    if size is not None:
        rows.append(("size", f"{size} bytes" + (f" ({format_size(size)})" if size >= 1024 else "")))
    encoding = document.lines.encoding
    if encoding and not document.is_binary:
        bom = ", with BOM" if encoding.bom else ""
        rows.append(("encoding", encoding.name + bom + (", guessed" if encoding.is_guess else "")))
        rows.append(("newline", document.lines.newline or "unknown"))
    if total is not None:
        rows.append(("lines", str(total)))
    if encoding and document.lines.final_newline is not None and not document.is_binary:
        rows.append(("final newline", "yes" if document.lines.final_newline else "no"))
    if document.parts and f"{document.parts[0].kind}s" not in document.facts:
        rows.append((f"{document.parts[0].kind}s", str(document.parts[-1].number)))
    rows += [
        (_words(key), _plain(value))
        for key, value in document.facts.items()
        if key not in ("entries", "rows") and value not in (None, "", [])
    ]
    return rows


def _words(key: str) -> str:
    """Write a camelCase key as words."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", key).lower()


def _plain(value: object) -> str:
    """Write a fact on one line."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict) and "name" in value:
        more = [key if item is True else _plain(item) for key, item in value.items() if key != "name" and item not in (False, None, "")]
        return f"{value['name']}" + (f" ({', '.join(more)})" if more else "")
    if isinstance(value, dict):
        return ", ".join(f"{key} {_plain(item)}" for key, item in value.items())
    if isinstance(value, list | tuple):
        return "; ".join(_plain(item) for item in value)
    return " ".join(str(value).split())
