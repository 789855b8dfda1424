"""What the readers' tests share: run a reader on bytes, and a table of vectors with one meaning everywhere."""

import importlib
import io
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from readcli.model import Heading, Notice, Options, Part, Source

SHARED = Path(__file__).resolve().parents[2] / "shared"
CORPUS = SHARED / "corpus"


@dataclass
class Said:
    """All that a reader said about one source."""

    text: str
    parts: list[Part] = field(default_factory=list)
    headings: list[Heading] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    facts: dict[str, object] = field(default_factory=dict)


def source_of(data: bytes, name: str, inside: tuple[str, ...] = ()) -> Source:
    """Give a seekable source that holds `data`."""
    source = Source(name, name, io.BytesIO(data), size=len(data), seekable=True)
    source.inside = inside
    return source


def said(module: str, data: bytes, name: str, *, inside: tuple[str, ...] = (), **options: object) -> Said:
    """Run `readcli.readers.<module>` on bytes, in this process."""
    reader = importlib.import_module(f"readcli.readers.{module}")
    result = Said("")
    lines: list[str] = []
    for event in reader.read(source_of(data, name, inside), Options(**options)):
        if isinstance(event, str):
            lines.append(event)
        elif isinstance(event, Part):
            result.parts.append(event)
        elif isinstance(event, Heading):
            result.headings.append(event)
        elif isinstance(event, Notice):
            result.notices.append(event.text)
        else:
            result.facts.update(event)
    result.text = "\n".join(lines)
    return result


@dataclass
class Vector:
    """One row: a sample and what must, or must not, come out of it.

    `error` is the code of the error expected instead of text; `options` are attributes of `Options`.
    """

    name: str
    sample: Callable[[], bytes]
    contains: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    in_order: tuple[str, ...] = ()
    facts: dict[str, object] = field(default_factory=dict)
    notices: tuple[str, ...] = ()
    error: str | None = None
    options: dict[str, object] = field(default_factory=dict)
    inside: tuple[str, ...] = ()

    def check_text(self, text: str) -> None:
        """Assert what the row says about the text."""
        for wanted in self.contains:
            assert wanted in text, f"{wanted!r} is not in {text[:2000]!r}"
        for unwanted in self.lacks:
            assert unwanted not in text, f"{unwanted!r} is in the text"
        at = 0
        for wanted in self.in_order:
            found = text.find(wanted, at)
            assert found >= 0, f"{wanted!r} does not follow in {text[:2000]!r}"
            at = found + len(wanted)


def check(vector: Vector, module: str, file_name: str) -> None:
    """Run one row through its reader, in this process, and assert all that it says."""
    from readcli.errors import ReadError

    try:
        result = said(module, vector.sample(), file_name, inside=vector.inside, **vector.options)
    except ReadError as error:
        assert vector.error == error.code, f"{error.code}: {error.message}"
        return
    assert vector.error is None, f"read, but {vector.error} was expected"
    vector.check_text(result.text)
    for key, value in vector.facts.items():
        assert result.facts.get(key) == value, f"{key}: {result.facts.get(key)!r}"
    for wanted in vector.notices:
        assert any(wanted in notice for notice in result.notices), f"{wanted!r} is not in {result.notices}"
