"""Jupyter notebooks: cells as editable text behind `# %% [code] cell:0` markers; outputs only on request.

nbformat 4, and 2 and 3 with their worksheets: https://nbformat.readthedocs.io/en/latest/format_description.html
"""

from __future__ import annotations

import json

from readcli.errors import Corrupt
from readcli.model import Notice, Part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from readcli.model import Event, Options, Range, Source

    Cell = dict[str, Any]

KINDS = ("code", "markdown", "raw")
_OLD_KINDS = {"heading": "markdown", "html": "markdown"}  # of nbformat 2 and 3


class Broken(ValueError):
    """The file is no notebook; the message says why."""


def read(source: Source, options: Options) -> Iterator[Event]:
    """Give the cells; a file that is no notebook is given as its own text, with a notice. Raises Corrupt for no text at all."""
    content = source.read()
    try:
        text = _decoded(content)
        notebook, cells = _parsed(text, source.name)
        blocks = [(kind, _clean(_source(cell, kind))) for kind, cell in cells]
    except Broken as error:
        yield Notice(str(error))
        yield from _lines(text.removesuffix("\n"))
        return
    yield _facts(notebook, cells)
    last = len(cells) - 1
    for index, ((kind, body), (_, cell)) in enumerate(zip(blocks, cells, strict=True)):
        yield Part("cell", index + 1, kind)
        if not _is_wanted(index + 1, options.parts):
            continue
        yield f"# %% [{kind}] cell:{index}"
        if body:
            yield from _lines(body.removesuffix("\n") if index == last else body)
        if options.outputs and kind == "code" and isinstance(cell.get("outputs"), list):
            from readcli.readers.notebook_outputs import shown

            yield from shown(cell["outputs"], index)
    if not options.outputs and options.parts is None and options.profile != "agent" and not options.json:
        yield from _errors(cells)


def _errors(cells: list[tuple[str, Cell]]) -> Iterator[str]:
    """Tell people which cells failed, behind all cells, so that no line of the editable text moves."""
    for index, (_, cell) in enumerate(cells):
        outputs = cell.get("outputs")
        for output in outputs if isinstance(outputs, list) else ():
            if isinstance(output, dict) and output.get("output_type") in ("error", "pyerr"):
                told = " ".join(f"{output.get('ename')}: {output.get('evalue')}".split())
                yield f"# %% [error] cell:{index}"
                yield "".join(letter for letter in told if letter.isprintable())[:500]


def _decoded(content: bytes) -> str:
    """Decode the file: JSON is UTF-8, or UTF-16 with its mark. Raises Corrupt for what is no text."""
    if not content.strip():
        raise Corrupt("the file is empty")
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    text = content.decode(encoding, "replace")
    if "\0" in text or text.count("\ufffd") > len(text) // 10:
        raise Corrupt("not a notebook, and no text either")
    return text.replace("\r\n", "\n")


def _parsed(text: str, name: str) -> tuple[Cell, list[tuple[str, Cell]]]:
    """Give the notebook and its cells with their kinds. Raises Broken with the seed's words."""
    try:
        notebook = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Broken(f"Invalid JSON in notebook: {name}") from error
    if not isinstance(notebook, dict):
        raise Broken(f"Invalid notebook structure (expected object): {name}")
    cells = notebook.get("cells")
    if cells is None and isinstance(notebook.get("worksheets"), list):
        sheets = [sheet["cells"] for sheet in notebook["worksheets"] if isinstance(sheet, dict) and isinstance(sheet.get("cells"), list)]
        cells = [cell for sheet in sheets for cell in sheet]
    if not isinstance(cells, list):
        raise Broken(f"Invalid notebook structure (missing cells array): {name}")
    known = []
    for index, cell in enumerate(cells):
        kind = cell.get("cell_type") if isinstance(cell, dict) else None
        kind = _OLD_KINDS.get(kind, kind) if isinstance(kind, str) else None
        if kind not in KINDS or (body := _body(cell)) is None or not _is_text(body):
            raise Broken(f"Invalid notebook cell {index} in {name}")
        known.append((kind, cell))
    return notebook, known


def _body(cell: Cell) -> object:
    """Give the source of a cell; code had `input` before nbformat 4."""
    return cell.get("source", cell.get("input", ""))


def _is_text(body: object) -> bool:
    """Say whether it is a text, or a list of texts to be joined."""
    return isinstance(body, str) or (isinstance(body, list) and all(isinstance(piece, str) for piece in body))


def _source(cell: Cell, kind: str) -> str:
    """Give the text of a cell; a heading of nbformat 3 becomes one of Markdown."""
    body = _body(cell)
    text = body if isinstance(body, str) else "".join(body)  # type: ignore[arg-type]  # seen to be a list of texts
    if kind == "markdown" and cell.get("cell_type") == "heading":
        level = cell.get("level")
        return f"{'#' * (level if isinstance(level, int) and 0 < level < 7 else 1)} {text}"
    return text


def _clean(text: str) -> str:
    """Take CRLF for one ending, and half a surrogate pair, which no file can hold, for a replacement character."""
    if text.isascii() and "\r" not in text:
        return text
    return text.replace("\r\n", "\n").encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _lines(text: str) -> Iterator[str]:
    """Give lines together as far as an event may hold them: one with a line break at its end would lose it."""
    body = text.rstrip("\n")  # most sources have none, or one
    if body:
        yield body
    for _ in range(len(text) - len(body) + (not body)):
        yield ""


def _is_wanted(number: int, parts: list[Range] | None) -> bool:
    """Say whether a part is among those chosen."""
    return parts is None or any(part.first <= number <= (number if part.last is None else part.last) for part in parts)


def _facts(notebook: Cell, cells: list[tuple[str, Cell]]) -> dict[str, object]:
    """Give what is known of the kernel: its name, and its language from wherever a version of the format keeps it."""
    metadata = _of(notebook, "metadata")
    kernel, language = _of(metadata, "kernelspec"), _of(metadata, "language_info")
    facts: dict[str, object] = {"cells": len(cells)}
    # before nbformat 4 each cell had its own language
    old = next((cell.get("language") for kind, cell in cells if kind == "code"), None)
    for key, values in (
        ("kernel", (kernel.get("display_name"), kernel.get("name"))),
        ("language", (language.get("name"), kernel.get("language"), old)),
        ("title", (metadata.get("title"), metadata.get("name"))),
    ):
        if value := next((value for value in values if isinstance(value, str) and value), None):
            facts[key] = value
    if isinstance(notebook.get("nbformat"), int):
        facts["nbformat"] = notebook["nbformat"]
    return facts


def _of(value: Cell, key: str) -> Cell:
    """Give an object inside another, or an empty one."""
    inner = value.get(key)
    return inner if isinstance(inner, dict) else {}
