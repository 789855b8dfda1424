"""A source understood: its lines, facts, parts and notices. The events of a reader become lines here."""

from __future__ import annotations

from readcli import limits
from readcli.lines import Block, Lines
from readcli.model import Heading, Notice, Part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from readcli.model import Event, Source
    from readcli.registry import Format


class Document:
    """What a reader made of a source. Parts, headings, facts and notices grow while the lines are read.

    is_made   readcli made the text: no gutter by default
    is_fixed  nobody can edit it where it is: no anchors unless they are asked for
    is_paged  its lines are held or made here, not streamed from a local text file (the seed's "in-memory" sources)
    """

    __slots__ = (
        "facts",
        "format",
        "header",
        "headings",
        "is_binary",
        "is_fixed",
        "is_made",
        "is_paged",
        "label",
        "lines",
        "notices",
        "parts",
        "preface",
        "source",
    )

    def __init__(self, source: Source, row: Format, lines: Lines | None = None) -> None:
        """Take a source and its format; the lines may come later."""
        self.source = source
        self.format = row.name
        self.is_made = not row.is_editable
        self.is_fixed = source.label == "URL output"
        self.is_paged = source.label != "file" or row.kind != "text"
        self.is_binary = False
        self.label = "notebook" if row.name == "notebook" else source.label
        self.lines: Lines = lines or Lines()
        self.facts: dict[str, object] = dict(source.facts)
        self.parts: list[Part] = []
        self.headings: list[Heading] = []
        self.notices: list[str] = []
        self.header = source.header  # lines that agents see before the text, not counted
        self.preface: list[str] = []  # notices about what was read, which agents see before the text

    def notice(self, text: str) -> None:
        """Add a notice, once."""
        if text not in self.notices:
            self.notices.append(text)

    def settle(self) -> None:
        """Add the notices that are known only when the lines have been read."""
        for text in getattr(self.source.stream, "notices", ()):  # of a compressed stream
            self.notice(text)
        if count := self.lines.lossy:
            self.notice(f"{count} byte{'s' * (count != 1)} did not fit the encoding, shown as U+FFFD")


class MadeLines(Lines):
    """Lines made of a reader's events; they can be read once, forward."""

    def __init__(self, events: Iterable[Event | bytes], document: Document) -> None:
        """Take the events (bytes are UTF-8 lines, each ended) and the document that they are about."""
        self._events = events
        self._document = document
        self._blocks = self._make()
        self._made = 0  # lines so far

    def blocks(self) -> Iterator[Block]:
        """Give the blocks that have not been given yet."""
        return self._blocks

    def has_line(self, line: int) -> bool:
        """Say whether there is such a line; the reader is asked on as far as that takes."""
        while self._made < line and next(self._blocks, None) is not None:
            pass
        return self._made >= line

    def count_all(self) -> int:
        """Read what is left and give the number of lines."""
        for _ in self._blocks:
            pass
        return self.total or 0

    def close(self) -> None:
        """End the reader, and with it the child process that it may run in."""
        for one in (self._blocks, self._events):
            if hasattr(one, "close"):
                one.close()

    @property
    def newline(self) -> str | None:
        """Lines that readcli makes end at a newline."""
        return "lf"

    def _make(self) -> Iterator[Block]:
        """Make blocks of the events; a new part begins a new block."""
        n = 1
        waiting: list[bytes] = []
        size = 0
        for event in self._events:
            if isinstance(event, bytes | str):
                waiting.append(event if isinstance(event, bytes) else event.encode("utf-8", "replace") + b"\n")
                size += len(waiting[-1])
                if size < limits.CHUNK and not isinstance(event, bytes):
                    continue
            if waiting and not isinstance(event, dict | Notice):
                block = Block(n, b"".join(waiting))
                n += block.count
                self._made = n - 1
                waiting, size = [], 0
                yield block
            self._take(event, n)
        if waiting:
            block = Block(n, b"".join(waiting))
            n += block.count
            self._made = n - 1
            yield block
        self.total = n - 1
        self.final_newline = True
        self._close(n - 1)

    def _take(self, event: Event | bytes, n: int) -> None:
        """Enter what is said about the next line, or the whole, into the document."""
        if isinstance(event, Part):
            self._close(n - 1)
            event.first = n
            self._document.parts.append(event)
        elif isinstance(event, Heading):
            event.line = n
            self._document.headings.append(event)
        elif isinstance(event, Notice):
            self._document.notice(event.text)
        elif isinstance(event, dict):
            self._document.facts.update(event)

    def _close(self, last: int) -> None:
        if self._document.parts and not self._document.parts[-1].last:
            self._document.parts[-1].last = last
