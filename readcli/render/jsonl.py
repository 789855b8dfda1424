"""Pages as JSON: one object a line and target, its keys in the order in which they are known, so that it streams.

With `--json=lines` one event a line: begin, line, notice, end. The schema is `readcli/schema.json`.
"""

from __future__ import annotations

import base64
import json
import math
import os
import re

from readcli import limits
from readcli.errors import ReadError, translate
from readcli.lines import Block, Fold, Gap
from readcli.page import MADE_VIEWS
from readcli.render.plain import Form

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from readcli.lines import Item
    from readcli.page import Page
    from readcli.render.out import Out

_SURROGATES = re.compile("[\ud800-\udfff]")


def dumps(value: object) -> str:
    r"""Write a value on one line, not escaping what UTF-8 can hold; for a terminal with `\u` for all but ASCII, as C1 controls drive it."""
    return json.dumps(simplify(value), ensure_ascii=os.isatty(1), separators=(",", ":"), allow_nan=False)


def simplify(value: object) -> object:
    """Give a fact as a plain value that JSON can hold: no infinite numbers, no surrogates, keys that are texts."""
    if isinstance(value, str):
        return safe(value)
    if value is None or isinstance(value, int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {safe(str(key)): simplify(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [simplify(item) for item in value]
    return safe(str(value))


def _member(key: str, value: object) -> str:
    return f'"{key}":{dumps(value)}'


def safe(text: str) -> str:
    """Make valid UTF-8 of a name that is not: U+FFFD for each byte that does not fit."""
    return text if text.isascii() else _SURROGATES.sub("\ufffd", text)


def name_members(key: str, name: str) -> list[str]:
    """Give a name, and its bytes in base64 where they are not UTF-8."""
    members = [_member(key, name)]
    if safe(name) != name:
        members.append(_member(f"{key}Bytes", base64.b64encode(name.encode("utf-8", "surrogateescape")).decode()))
    return members


def head(page: Page, argument: str) -> str:
    """Give the members known before the first line."""
    document = page.document
    members = [_member("schema", "readcli/1"), *name_members("target", argument), *name_members("path", document.source.path)]
    members += [_member("format", document.format), _member("bytes", document.source.size)]
    if (encoding := document.lines.encoding) and not document.is_binary:
        members.append(_member("encoding", encoding.name))
        if encoding.is_guess:
            members.append('"encodingGuessed":true')
        if encoding.bom:
            members.append('"bom":true')
    return ",".join(members)


def tail(page: Page) -> str:
    """Give the members known after the last line, once the page is finished."""
    document, lines = page.document, page.document.lines
    total = lines.known_total()
    members = [_member("linesTotal", total), _member("newline", lines.newline), _member("finalNewline", lines.final_newline)]
    members += [_member("lossy", bool(lines.lossy)), _member("next", page.next), _member("truncatedBy", page.truncated_by)]
    if page.is_rows:
        members.append(_member("nextSkip", page.next_skip))
    parts = [{"kind": p.kind, "number": p.number, "title": p.title, "first": p.first, "last": p.last or None} for p in document.parts]
    members += [_member("parts", parts), _member("facts", document.facts), _member("notices", notices(page))]
    return ",".join(members)


def notices(page: Page) -> list[str]:
    """Give all that is said beside the text."""
    page.document.settle()
    said = page.document.preface + page.document.notices
    if page.remark:
        said.append(page.remark)
    if page.has_cut_columns:
        said.append(f"Some lines truncated to {page.options.max_columns or limits.COLUMNS} chars")
    return said


class Rows:
    """The lines of a page as JSON objects, and what went wrong on the way."""

    def __init__(self, page: Page) -> None:
        """Take the page; an error before its first line is raised here, so that it leaves nothing behind."""
        self._page = page
        self._form = Form(page)
        self._form.is_terminal = False  # the same text wherever it goes
        self._text = json.encoder.encode_basestring_ascii if os.isatty(1) else json.encoder.encode_basestring
        document = page.document
        self._is_text = not (document.is_made or document.is_fixed or document.is_binary or page.selector.view in MADE_VIEWS)
        self._first = next(page.items, None)
        self.error: ReadError | None = None

    def all(self) -> Iterator[str]:
        """Give the objects, then finish the page; an error ends them and is kept."""
        item: Item | None = self._first
        try:
            while item is not None:
                if not isinstance(item, Gap):
                    yield from self._fold(item) if isinstance(item, Fold) else self._block(item)
                item = next(self._page.items, None)
            self._page.finish()
        except (ReadError, OSError, MemoryError) as error:
            self.error = translate(error)

    def _fold(self, item: Fold) -> Iterator[str]:
        hashes = "".join(f'"{word}":"{value.decode()}",' for word, value in zip(("hash", "lastHash"), item.hashes or (), strict=False))
        yield f'{{"n":{item.first},"last":{item.last},{hashes}"folded":true,"text":{self._text(item.text.decode("utf-8", "replace"))}}}'

    def _block(self, item: Block) -> Iterator[str]:
        write = self._text
        shown = self._form.shown(item)
        texts = [line.decode("utf-8", "replace") for line in shown.lines]
        numbers = range(item.n, item.n + len(texts))
        if not self._is_text or item.more or item.col != 1:
            column = f'"col":{item.col},' if item.col > 1 else ""
            for n, text in zip(numbers, texts, strict=True):
                yield f'{{"n":{n},{column if n == item.n else ""}{self._entry(n)}"text":{write(text)}}}'
            return
        from readcli.anchors import anchors

        for n, word, text in zip(numbers, anchors(item.lines), texts, strict=True):
            yield f'{{"n":{n},"hash":"{word.decode()}","text":{write(text)}}}'

    def _entry(self, n: int) -> str:
        """Describe the entry of an archive that a line names, as far as the reader did (the first thousand)."""
        members = self._page.document.facts.get("members")
        is_archive = self._page.document.format in ("archive", "7z", "rar") and not self._page.selector.view
        if not is_archive or not isinstance(members, list) or n > len(members):
            return ""
        return "".join(f"{_member(key, members[n - 1][key])}," for key in ("size", "encrypted") if key in members[n - 1])


def render(page: Page, out: Out, argument: str) -> None:
    """Print a page as one object. An error on the way closes the array and stands in the object."""
    rows = Rows(page)
    out.is_live = page.document.lines.is_live
    out.write(("{" + head(page, argument) + ',"lines":[').encode())
    comma = ""
    for row in rows.all():
        out.write((comma + row).encode())
        comma = ","
    out.write(("]," + tail(page) + _end(rows.error)).encode())
    out.is_live = False
    if rows.error:
        raise Told(rows.error)


def render_lines(page: Page, out: Out, argument: str) -> None:
    """Print a page as events, one a line."""
    rows = Rows(page)
    out.is_live = page.document.lines.is_live
    out.write(('{"event":"begin",' + head(page, argument) + "}\n").encode())
    for row in rows.all():
        out.write(('{"event":"line",' + row[1:] + "\n").encode())
    end = tail(page)
    for text in notices(page):
        out.write((dumps({"event": "notice", "text": text}) + "\n").encode())
    out.write(('{"event":"end",' + end + _end(rows.error)).encode())
    out.is_live = False
    if rows.error:
        raise Told(rows.error)


def _end(error: ReadError | None) -> str:
    return ("," + _member("error", describe(error)) if error else "") + "}\n"


class Told(Exception):
    """An error that has already been printed."""

    def __init__(self, error: ReadError) -> None:
        """Take the error."""
        super().__init__(error.message)
        self.error = error


def describe(error: ReadError) -> dict[str, str]:
    """Give an error as an object."""
    return {"code": error.code, "message": safe(error.message), "hint": safe(error.hint)}


def render_error(argument: str, error: ReadError, out: Out, *, is_lines: bool) -> None:
    """Print the object of a target that could not be read at all."""
    members = ['"event":"end"'] if is_lines else []
    members += [_member("schema", "readcli/1"), *name_members("target", argument), _member("error", describe(error))]
    out.write(("{" + ",".join(members) + "}\n").encode())
