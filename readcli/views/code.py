"""A document's source code taken apart: its symbols and folds, worked out in a child process as any parser's answer is."""

from __future__ import annotations

import io

from readcli.errors import TooLarge
from readcli.model import Source
from readcli.views.code_language import name_language
from readcli.views.held import hold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from readcli.document import Document
    from readcli.model import Options

BYTES = 2 << 20  # a larger source is not taken apart
LINES = 20_000


class Symbol:
    """A definition: its lines begin with its decorators and the comment above it."""

    __slots__ = ("first", "kind", "last", "name")

    def __init__(self, kind: str, name: str, first: int, last: int) -> None:
        """Take what the parser said; the name is qualified, in dots."""
        self.kind = kind
        self.name = name
        self.first = first
        self.last = last


class Code:
    """What is known of a source.

    folds           (first, last) of the lines to fold
    is_broken       it has a syntax error
    is_approximate  it was read by its indentation
    """

    __slots__ = ("folds", "is_approximate", "is_broken", "language", "symbols")

    def __init__(self, language: str, said: dict[str, Any]) -> None:
        """Take the parser's answer."""
        self.language = language
        self.symbols = [Symbol(*row) for row in said.get("symbols", [])]
        self.folds: list[tuple[int, int]] = [(first, last) for first, last in said.get("folds", [])]
        self.is_broken = bool(said.get("broken"))
        self.is_approximate = bool(said.get("approximate"))


def take_apart(document: Document, options: Options, *, is_summary: bool = False) -> Code | None:
    """Give the symbols of a source, or its folds, or None for what is no source code. Raises TooLarge, DeadlinePassed, Crashed."""
    from readcli import isolate

    language = name_language(document, options, document.source.head)
    if not language:
        return None
    if (document.source.size or 0) > BYTES:
        raise _too_large()
    lines = hold(document)
    data = lines.data
    if len(data) > BYTES or (lines.total or 0) > LINES:
        raise _too_large()
    source = Source(document.source.name, document.source.path, io.BytesIO(data), size=len(data), seekable=True)
    said: dict[str, Any] = {}
    for event in isolate.events("views.code_tree", source, options.but(language=language, summary="always" if is_summary else "never")):
        if isinstance(event, dict):
            said.update(event)
    return Code(language, said)


def _too_large() -> TooLarge:
    return TooLarge(f"sources above {BYTES >> 20} MiB or {LINES} lines are not taken apart", "choose lines by number or by /RE/")
