"""The outputs of a notebook's code cells, cleaned for reading: escapes stripped, pictures named, long texts cut in the middle."""

from __future__ import annotations

import json
import re

from readcli.sizes import format_size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

FIRST, LAST = 20, 10  # lines that are shown of a longer output
WIDTH = 500  # characters of a line
_ESCAPE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])")
_TAG = re.compile(r"<(script|style)\b.*?</\1\s*>|<!--.*?-->|<[a-zA-Z/!][^>]*>", re.DOTALL | re.IGNORECASE)
_TEXTS = ("text/plain", "text/markdown", "text/latex", "text/html")  # the plainest there is, is shown
_EMPTY = "<IPython.core.display."  # the plain form of an object that says nothing of what it shows
_OLD = {"text": "text/plain", "html": "text/html", "latex": "text/latex", "png": "image/png", "jpeg": "image/jpeg", "svg": "image/svg+xml",
        "json": "application/json", "javascript": "application/javascript", "pdf": "application/pdf"}  # fmt: skip  # nbformat 2 and 3


def shown(outputs: list[Any], index: int) -> Iterator[str]:
    """Give the outputs of one cell behind a marker; nothing where there are none."""
    lines = [line for output in outputs if isinstance(output, dict) for line in _lines(output)]
    if lines:
        yield f"# %% [output] cell:{index}"
        yield from lines


def _lines(output: dict[str, Any]) -> list[str]:
    """Give one output: a stream, an error, or something displayed in several types."""
    kind = output.get("output_type")
    if kind == "stream":
        return _trimmed(_joined(output.get("text")))
    if kind in ("error", "pyerr"):
        traceback = output.get("traceback")
        text = "\n".join(str(line) for line in traceback) if isinstance(traceback, list) else ""
        return _trimmed(text or f"{output.get('ename', 'error')}: {output.get('evalue', '')}")
    types = output.get("data")
    if not isinstance(types, dict):
        types = {_OLD[name]: value for key, value in output.items() if (name := key.removeprefix("output_")) in _OLD}
    return _displayed(types)


def _displayed(types: dict[str, Any]) -> list[str]:
    """Choose among the types that one thing is displayed in: the plainest text, and the names of pictures beside it."""
    named = [
        f"[{name} {format_size(_size(value))}]"
        for name, value in types.items()
        if name.startswith(("image/", "application/pdf", "audio/", "video/"))
    ]
    found = next((name for name in _TEXTS if types.get(name) and not _joined(types[name]).startswith(_EMPTY)), None)
    if found:
        text = _joined(types[found])
        return _trimmed(_without_tags(text) if found == "text/html" else text) + named
    if named:
        return named
    if "application/json" in types:
        return _trimmed(json.dumps(types["application/json"], ensure_ascii=False))
    return [f"[{name}]" for name in types]


def _joined(value: object) -> str:
    """Join a text that may be kept as a list of lines."""
    return "".join(str(piece) for piece in value) if isinstance(value, list) else str(value or "")


def _size(value: object) -> int:
    """Give the bytes of a picture: base64 holds three in four characters, but SVG is text."""
    text = _joined(value)
    if text.lstrip().startswith("<"):
        return len(text.encode("utf-8", "replace"))
    text = text.replace("\n", "")
    return len(text) * 3 // 4 - text[-2:].count("=")


def _without_tags(text: str) -> str:
    """Take a table's or a widget's tags away; its text remains."""
    from html import unescape

    text = re.sub(r"</(?:td|th)\s*>\s*", "\t", text)
    text = unescape(_TAG.sub("", text))
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())


def _trimmed(text: str) -> list[str]:
    """Clean a text and cut it in the middle; a line that was rewritten with `\\r` shows its last state."""  # noqa: D301  # shown so
    lines = []
    for line in _ESCAPE.sub("", text).replace("\r\n", "\n").rstrip("\n").split("\n"):
        states = [state for state in line.split("\r") if state]
        line = "".join(letter for letter in (states[-1] if states else "") if letter >= " " or letter == "\t")
        lines.append(line if len(line) <= WIDTH else f"{line[:WIDTH]}…")
    if len(lines) > FIRST + LAST + 1:
        lines[FIRST:-LAST] = [f"… {len(lines) - FIRST - LAST} more lines …"]
    return lines if any(lines) else []
