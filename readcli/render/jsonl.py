"""Pages as JSON: one object a line and target, its keys in the order in which they are known, so that it streams.

With `--json=lines` one event a line: begin, line, notice, end. The schema is `readcli/schema.json`.
"""

from __future__ import annotations

import base64
import json

from readcli.lines import Block, Fold, Gap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from readcli.errors import ReadError
    from readcli.page import Page
    from readcli.render.out import Out

_text = json.encoder.encode_basestring


def dumps(value: object) -> str:
    """Write a value on one line, not escaping what UTF-8 can hold."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False, default=str)


def _member(key: str, value: object) -> str:
    return f'"{key}":{dumps(value)}'


def _safe(text: str) -> str:
    """Make valid UTF-8 of a name that is not."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def head(page: Page, argument: str) -> str:
    """Give the members known before the first line."""
    document = page.document
    path = document.source.path
    members = [_member("schema", "readcli/1"), _member("target", _safe(argument)), _member("path", _safe(path))]
    if _safe(path) != path:
        members.append(_member("pathBytes", base64.b64encode(path.encode("utf-8", "surrogateescape")).decode()))
    members += [_member("format", document.format), _member("bytes", document.source.size)]
    if (encoding := document.lines.encoding) and not document.is_binary:
        members.append(_member("encoding", encoding.name))
        if encoding.is_guess:
            members.append('"encodingGuessed":true')
        if encoding.bom:
            members.append('"bom":true')
    return ",".join(members)


def tail(page: Page) -> str:
    """Give the members known after the last line."""
    page.finish()
    document, lines = page.document, page.document.lines
    total = lines.known_total()
    members = [_member("linesTotal", total), _member("newline", lines.newline), _member("finalNewline", lines.final_newline)]
    members += [_member("lossy", bool(lines.lossy)), _member("next", page.next), _member("truncatedBy", page.truncated_by)]
    if page.is_rows:
        members.append(_member("nextSkip", page.next_skip))
    parts = [{"kind": p.kind, "number": p.number, "title": p.title, "first": p.first, "last": p.last or None} for p in document.parts]
    members += [_member("parts", parts), _member("facts", document.facts), _member("notices", document.preface + document.notices)]
    return ",".join(members)


def rows(page: Page, item: Block | Fold) -> list[str]:
    """Give the objects of an item's lines."""
    if isinstance(item, Fold):
        text = item.text.decode("utf-8", "replace")
        hashes = ",".join(f'"{word}":"{value.decode()}"' for word, value in zip(("hash", "lastHash"), item.hashes or (), strict=False))
        return [f'{{"n":{item.first},"last":{item.last},{hashes + "," if hashes else ""}"folded":true,"text":{_text(text)}}}']
    from readcli.render.plain import Form

    form = Form(page)
    shown = form.shown(item)
    texts = [line.decode("utf-8", "replace") for line in shown.lines]
    numbers = range(item.n, item.n + len(texts))
    if page.document.is_made or item.more or item.col != 1:
        column = f'"col":{item.col},' if item.col > 1 else ""
        return [f'{{"n":{n},{column if n == item.n else ""}"text":{_text(text)}}}' for n, text in zip(numbers, texts, strict=True)]
    from readcli.anchors import anchors

    letters = anchors(item.lines)
    return [f'{{"n":{n},"hash":"{word.decode()}","text":{_text(text)}}}' for n, word, text in zip(numbers, letters, texts, strict=True)]


def render(page: Page, out: Out, argument: str) -> None:
    """Print a page as one object. An error on the way closes the array and stands in the object; others pass through."""
    from readcli.errors import ReadError

    first = next(page.items, None)  # an error before the first line leaves nothing behind
    out.write(("{" + head(page, argument) + ',"lines":[').encode())
    comma = ""
    error: ReadError | None = None
    while first is not None:
        if not isinstance(first, Gap):
            for row in rows(page, first):
                out.write((comma + row).encode())
                comma = ","
        try:
            first = next(page.items, None)
        except ReadError as raised:
            error, first = raised, None
    out.write(("]," + tail(page) + ("," + _member("error", describe(error)) if error else "") + "}\n").encode())
    if error:
        raise Told(error)


def render_lines(page: Page, out: Out, argument: str) -> None:
    """Print a page as events, one a line."""
    from readcli.errors import ReadError

    first = next(page.items, None)
    out.is_live = page.document.lines.is_live
    out.write(('{"event":"begin",' + head(page, argument) + "}\n").encode())
    error: ReadError | None = None
    while first is not None:
        if not isinstance(first, Gap):
            for row in rows(page, first):
                out.write(('{"event":"line",' + row[1:] + "\n").encode())
        try:
            first = next(page.items, None)
        except ReadError as raised:
            error, first = raised, None
    end = tail(page)
    for notice in page.document.preface + page.document.notices:
        out.write((dumps({"event": "notice", "text": notice}) + "\n").encode())
    out.write(('{"event":"end",' + end + ("," + _member("error", describe(error)) if error else "") + "}\n").encode())
    out.is_live = False
    if error:
        raise Told(error)


class Told(Exception):  # noqa: N818  # not an error of its own
    """An error that has already been printed."""

    def __init__(self, error: ReadError) -> None:
        """Take the error."""
        super().__init__(error.message)
        self.error = error


def describe(error: ReadError) -> dict[str, str]:
    """Give an error as an object."""
    return {"code": error.code, "message": _safe(error.message), "hint": _safe(error.hint)}


def render_error(argument: str, error: ReadError, out: Out, *, is_lines: bool) -> None:
    """Print the object of a target that could not be read at all."""
    value: dict[str, object] = {"event": "end"} if is_lines else {}
    value |= {"schema": "readcli/1", "target": _safe(argument), "error": describe(error)}
    if _safe(argument) != argument:
        value["targetBytes"] = base64.b64encode(argument.encode("utf-8", "surrogateescape")).decode()
    out.write((dumps(value) + "\n").encode())
