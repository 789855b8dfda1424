"""The Python interface: `read` gives one target as plain values, which pickle and which any thread or process may make.

    from readcli import ReadError, read

    page = read("src/app.py:10-20")
    for line in page.lines:
        print(line.n, line.hash, line.text)
    while page.next:
        page = read(page.path + page.next)

What it gives is what `--json` prints (readcli-json(5)), under Python's names.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from readcli import pipeline
from readcli.config import options_of
from readcli.errors import SystemFailed, translate
from readcli.express import TABLE
from readcli.lines import Fold, Gap
from readcli.page import MADE_VIEWS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from readcli.lines import Block
    from readcli.model import Options
    from readcli.page import Page

# What belongs to a command line alone.
_NOT_HERE = frozenset(
    ("json", "json_lines", "header", "quiet", "password", "password_file", "formats", "show_config", "show_completion",
     "install_completion", "help", "version", "licences", "list_themes", "clear_cache", "follow", "files_from",
     "jobs", "lessopen", "mcp", "check_anchors")
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Line:
    """One line.

    n          its number, from 1
    text       without the newline, as `-p` prints it
    hash       its two letters, where the source is text that can be edited, else None
    column     where in the line the text begins, from 1 (more than 1 only behind `N:COL-`)
    last       of a fold: the last of the lines shown as this one
    last_hash  of a fold that joins two lines: the letters of the second
    """

    n: int
    text: str
    hash: str | None = None
    column: int = 1
    last: int | None = None
    last_hash: str | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """A page, slide, sheet, chapter, cell, message or frame: its kind, number, title, and its lines as far as they were read."""

    kind: str
    number: int
    title: str
    first: int
    last: int | None


@dataclass(frozen=True, slots=True)
class Slice:
    """Text by characters (`start_index`, `max_chars`): code points from `start`; `total` is None where it is not known."""

    start: int
    next: int
    total: int | None
    is_truncated: bool
    text: str


@dataclass(frozen=True, slots=True)
class Document:
    """What was asked of one target.

    target, path   as given; the source as it is typed back
    format, bytes  a name of `--formats`; the size of the source, None where unknown
    encoding       of text, `encoding_guessed` where nothing in it tells for certain; None for other formats
    lines          what was chosen
    lines_total    how many the whole has, None where knowing it means reading on
    newline        lf, crlf, cr, mixed, none; `final_newline` whether the last line is ended
    lossy          bytes did not fit the encoding and are U+FFFD
    next           the selector that goes on, to be put behind `path`, or None; `next_skip` the same for rows
    truncated_by   the limit that ended the page: lines, bytes, chars; or None
    parts, facts   pages, slides ...; title, author, pages ... as plain values under JSON's names
    notices        sentences beside the text
    slice          instead of lines, if `start_index` or `max_chars` is given
    """

    target: str
    path: str
    format: str
    bytes: int | None
    encoding: str | None = None
    encoding_guessed: bool = False
    lines: tuple[Line, ...] = ()
    lines_total: int | None = None
    newline: str | None = None
    final_newline: bool | None = None
    lossy: bool = False
    next: str | None = None
    next_skip: int | None = None
    truncated_by: str | None = None
    parts: tuple[Part, ...] = ()
    facts: dict[str, Any] = field(default_factory=dict)
    notices: tuple[str, ...] = ()
    slice: Slice | None = None

    @property
    def text(self) -> str:
        """The text of the lines with a newline between them, or of the slice."""
        return self.slice.text if self.slice else "\n".join(line.text for line in self.lines)


def read(
    target: str | os.PathLike[str],
    *,
    select: str | None = None,
    literal: bool = False,
    profile: str = "human",
    password: str | None = None,
    **options: Any,
) -> Document:
    """Read one target (product: PATH[:MEMBER][:SELECTOR], URL, man:PAGE, `-`) into plain values.

    select    the selector apart from the target
    literal   take the target as one path
    profile   "human": all that was asked for; "agent": bounded pages, context, summaries
    password  of an encrypted document
    options   as on the command line, with `_` for `-`: context="1,3", limit=100, as_="text", hidden=True, timeout=5.0,
              root="docs", http_header=["Name: value"] ...; settings are read only where config_file="..." names some

    Raises ReadError (its `code`, `message` and `hint` as in JSON; UsageError is one), TypeError for an option that does not exist.
    Safe to call from several threads; parsers of documents run in processes of their own.
    """
    name = os.fspath(target)
    if unknown := set(options) - {row[0] for row in TABLE.values()} - {"http_header"} | (set(options) & _NOT_HERE):
        msg = f"read() has no option {', '.join(sorted(unknown))}"
        raise TypeError(msg)
    _check_types(options)
    given: dict[str, Any] = {"select": select, "literal": literal, "profile": profile, "json": True, **options}
    made = options_of({key: value for key, value in given.items() if value is not None}, is_alone=True).but(password=password)
    try:
        return _document(name, made)
    except (OSError, MemoryError) as error:
        raise translate(error) from error
    except RecursionError as error:
        raise SystemFailed("it nests too deeply") from error


def _check_types(options: dict[str, Any]) -> None:
    """Raise TypeError for a value of another type than its option has; numbers and pairs are fine for `context`."""
    kinds = dict(TABLE.values())
    types = {"yes": bool, "no": bool, "int": int, "float": (int, float), "text": str}
    for key, value in options.items():
        if key == "context" and isinstance(value, tuple):
            options[key] = ",".join(str(count) for count in value)
        elif key == "context" and isinstance(value, int):
            options[key] = str(value)
        elif key == "http_header" and isinstance(value, str):
            options[key] = [value]
        elif value is not None and key in kinds and not isinstance(value, types[kinds[key]]):  # type: ignore[arg-type]
            msg = f"read(): {key} must not be {value!r}"
            raise TypeError(msg)


def _document(target: str, options: Options) -> Document:
    page = pipeline.read(target, options)
    try:
        return _taken(target, page)
    finally:
        page.document.lines.close()


def _taken(target: str, page: Page) -> Document:
    """Take all that a page has."""
    from readcli.render.jsonl import notices, simplify

    is_sliced = page.is_by_characters
    piece = _slice(page) if is_sliced else None
    lines = () if is_sliced else tuple(_lines(page))
    if not is_sliced:
        page.finish()
    document, source = page.document, page.document.source
    encoding = document.lines.encoding if not document.is_binary else None
    facts = simplify(document.facts)
    assert isinstance(facts, dict)
    return Document(
        target=target,
        path=source.path,
        format=document.format,
        bytes=source.size,
        encoding=encoding.name if encoding else None,
        encoding_guessed=bool(encoding and encoding.is_guess),
        lines=lines,
        lines_total=document.lines.known_total(),
        newline=document.lines.newline,
        final_newline=document.lines.final_newline,
        lossy=bool(document.lines.lossy),
        next=page.next,
        next_skip=page.next_skip,
        truncated_by=page.truncated_by,
        parts=tuple(Part(part.kind, part.number, part.title, part.first, part.last or None) for part in document.parts),
        facts=facts,
        notices=tuple(notices(page)),
        slice=piece,
    )


def _lines(page: Page) -> Iterator[Line]:
    """Take the items of a page as lines, each as `--json` prints it."""
    from readcli.anchors import anchors
    from readcli.render.plain import Form

    form = Form(page)
    form.is_terminal = False
    document = page.document
    is_text = not (document.is_made or document.is_fixed or document.is_binary or page.selector.view in MADE_VIEWS)
    for item in page.items:
        if isinstance(item, Gap):
            continue
        if isinstance(item, Fold):
            first, last = [value.decode() for value in item.hashes] if item.hashes else (None, None)
            yield Line(item.first, item.text.decode("utf-8", "replace"), first, 1, item.last, last)
            continue
        is_whole = is_text and not item.more and item.col == 1
        letters = [word.decode() for word in anchors(item.lines)] if is_whole else None
        yield from _of_block(item, form.shown(item), letters)


def _of_block(item: Block, shown: Block, letters: list[str] | None) -> Iterator[Line]:
    for at, line in enumerate(shown.lines):
        column = max(item.col, 1) if at == 0 else 1
        yield Line(item.n + at, line.decode("utf-8", "replace"), letters[at] if letters else None, column)


def _slice(page: Page) -> Slice:
    from readcli.render.characters import take

    found = take(page)
    return Slice(found.start, found.next, found.total, found.is_truncated, found.text)
