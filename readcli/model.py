"""The values that flow through the program, no more.

    Options    what the command line and the settings ask for
    Source     something openable, named, not yet understood
    Part, Heading, Notice, dict    what a reader says between its lines
    Block, Gap, Fold               what a view chooses, in order

A reader is a generator of events: `str` (one or more lines of text, without the last newline), `Part` and `Heading`
(about the line that comes next), `Notice`, and `dict` (facts: title, pages ...).
"""

from __future__ import annotations

import io
import os

from readcli import limits

TYPE_CHECKING = False  # importing typing would cost the text path 9 ms; type checkers take this for true
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import IO


class Options:
    """One attribute an option of the command, with its default; `None` means "not said"."""

    # what is read
    select: str | None = None
    files_from: str | None = None
    jobs: int = 1
    literal: bool = False
    find: bool = False
    format: str | None = None
    text: bool = False
    encoding: str | None = None
    file_name: str | None = None
    language: str | None = None
    sql: str | None = None
    gutter: str | None = None  # auto text numbers anchors none
    json: str | None = None  # "object" or "lines"
    header: bool | None = None
    quiet: bool = False
    # how much
    context: tuple[int, int] | None = None
    limit: int | None = None
    skip: int = 0
    max_bytes: int | None = None
    max_columns: int | None = None
    start_index: int | None = None
    max_chars: int | None = None
    summary: str | None = None  # fit always never
    as_: str | None = None  # text markdown values formulas csv json
    changes: bool = False
    hidden: bool = False
    no_notes: bool = False
    outputs: bool = False
    whole_page: bool = False
    tables: bool | None = None
    render: bool = False
    image: bool = False
    no_timestamps: bool = False
    count: bool = False
    max_count: int | None = None
    all: bool = False
    depth: int | None = None
    sort: str | None = None  # name time size
    # terminal
    ansi: str | None = None  # auto keep strip show
    color: str | None = None  # auto always never
    theme: str | None = None
    style: str | None = None
    wrap: str | None = None
    tabs: int | None = None
    paging: str | None = None
    pager: str | None = None
    hyperlinks: str | None = None
    cat: str = ""  # the letters of A b E s T u v e t that were given
    follow: bool = False
    # settings, limits, access
    profile: str = "human"
    root: str | None = None
    timeout: float | None = None
    max_file_size: int | None = None
    password: str | None = None  # the password itself, already asked for or read
    cache: bool | str = True  # or "text": extracted text too
    http_header: tuple[str, ...] = ()
    fetch: bool = True
    formats_off: frozenset[str] = frozenset()
    schemes: dict[str, str] = {}  # noqa: RUF012  # never written to
    # what the selector tells the reader beforehand
    parts: list[Range] | None = None  # only these parts are wanted, and nobody will see line numbers
    facts_only: bool = False  # only facts and counts are wanted
    columns: int = 0  # of the terminal, or 80, where text is set to a width
    rows: int = 0  # for a picture
    is_styled: bool = False  # bold and underlined text may be overstruck

    def __init__(self, **given: object) -> None:
        """Take the options that differ from their defaults."""
        self.__dict__.update(given)

    def but(self, **given: object) -> Options:
        """Give the same options with some changed."""
        return Options(**{**self.__dict__, **given})


class Range:
    """First and last of something counted from 1, inclusive; `last` is None where the end is open."""

    __slots__ = ("first", "last")

    def __init__(self, first: int, last: int | None) -> None:
        """Take both ends."""
        self.first = first
        self.last = last

    def __eq__(self, other: object) -> bool:
        """Compare both ends."""
        return isinstance(other, Range) and (self.first, self.last) == (other.first, other.last)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Write it as a selector would."""
        return f"Range({self.first}, {self.last})"


class Opened(io.FileIO):
    """An opened file that is closed with its last reference; whoever holds the source holds the file."""

    def __del__(self) -> None:
        """Close without a word."""
        self.close()


class Source:
    """Something openable, named, not yet understood: a file, a member of a container, a web page, standard input.

    name     the last component; its suffix may tell the format
    path     as shown and as typed back: `a.zip:dir/f.txt`
    size     bytes, or None where unknown before the end
    stream   binary, at its start, for reading forward: `read(n) -> bytes`
    file     the same, seekable, where there is one (then `stream` is `file`)
    inside   what is asked of it, for containers without member files: ("sheet", name), ("cells", name, "B2:D9"),
             ("table", name), ("row", name, key), ("rows", name, query, typed), ("query", sql)
    format   known beforehand, or None
    charset  said by whoever delivered it, or None
    depth    how many containers it lies in
    header   lines that whoever delivered it puts before the text, for agents
    """

    __slots__ = (
        "charset", "depth", "facts", "file", "format", "head", "header", "inside", "label", "mtime", "name", "path", "size", "stream",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        path: str,
        stream: IO[bytes],
        *,
        size: int | None = None,
        seekable: bool = False,
        mtime: float | None = None,
        depth: int = 0,
        label: str = "file",
    ) -> None:
        """Take an opened binary stream at its start."""
        self.name = name
        self.path = path
        self.stream = stream
        self.file: IO[bytes] | None = stream if seekable else None
        self.size = size
        self.mtime = mtime
        self.depth = depth
        self.label = label  # what notices call it: file, archive entry, notebook, URL output
        self.inside: tuple[str, ...] = ()
        self.format: str | None = None
        self.charset: str | None = None
        self.facts: dict[str, object] = {}
        self.header: list[str] = []
        self.head = b""

    def peek(self, size: int = 0) -> bytes:
        """Give at least the first `size` bytes (all there are, if fewer) without using them up.

        Without a size, what one read of a chunk gives: on a live stream, what has come so far.
        """
        if self.file is not None:
            self.file.seek(0)
            self.head = self.file.read(size or limits.HEAD)
            self.file.seek(0)
            return self.head
        while len(self.head) < (size or 1):
            piece = self.stream.read(max(size - len(self.head), limits.HEAD))
            if not piece:
                break
            self.head += piece
        return self.head

    def chunks(self, size: int = 0) -> Iterator[bytes]:
        """Give all bytes from the start, piece by piece; a stream only once."""
        if self.file is not None:
            self.file.seek(0)
        elif self.head:
            yield self.head
            self.head = b""
        while piece := self.stream.read(size or limits.CHUNK):
            yield piece

    def seekable(self) -> IO[bytes]:
        """Give a seekable binary file with all the bytes, at its start: a stream is held in memory.

        Raises TooLarge beyond `limits.HELD`.
        """
        if self.file is None:
            self.file = self.stream = hold(self.chunks())
            self.size = self.file.seek(0, os.SEEK_END)
        self.file.seek(0)
        return self.file

    def read(self) -> bytes:
        """Give all the bytes at once. Raises TooLarge beyond `limits.HELD`."""
        self.refuse_large(self.size or 0)
        pieces = []
        total = 0
        for piece in self.chunks():
            total += len(piece)
            self.refuse_large(total)
            pieces.append(piece)
        return b"".join(pieces)

    @staticmethod
    def refuse_large(size: int) -> None:
        """Raise TooLarge where `size` is more than may be held."""
        from readcli.errors import TooLarge

        if size > limits.HELD:
            msg = f"it is larger than the {limits.HELD} bytes that may be held"
            raise TooLarge(msg, "--max-file-size or [limits] HELD lifts it")


def hold(chunks: Iterator[bytes]) -> IO[bytes]:
    """Copy a stream into an unnamed file in memory (on disk, unnamed too, where the system has no memfd)."""
    if hasattr(os, "memfd_create"):
        file: IO[bytes] = Opened(os.memfd_create("readcli"), "r+b")
    else:
        import tempfile

        file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115  # closed with the source
    total = 0
    for piece in chunks:
        total += len(piece)
        Source.refuse_large(total)
        file.write(piece)
    return file


class Part:
    """A named run of lines: page, slide, sheet, chapter, cell, message part, frame.

    As an event it stands before its first line; `number` counts from 1 within the document.
    """

    __slots__ = ("first", "kind", "last", "number", "title")

    def __init__(self, kind: str, number: int, title: str = "", first: int = 0, last: int = 0) -> None:
        """Name a part; the lines it spans are filled in while the document is read."""
        self.kind = kind
        self.number = number
        self.title = title
        self.first = first
        self.last = last


class Heading:
    """The next line is a heading of this level (1 is the highest). Markdown text needs none: its `#` tell."""

    __slots__ = ("level", "line", "text")

    def __init__(self, level: int, text: str, line: int = 0) -> None:
        """Take the level and the bare words."""
        self.level = level
        self.text = text
        self.line = line


class Notice:
    """A sentence beside the text; not an error. No full stop, no line break."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        """Take the sentence."""
        self.text = text


Event = str | Part | Heading | Notice | dict[str, object]
if TYPE_CHECKING:
    Reader = Callable[[Source, Options], Iterator[Event]]
