"""What may stand behind a colon, for the shells' completions: members, sheets, tables, attachments, headings, symbols, keys, views, pages.

The scripts in `completions/` run readcli with the word to be completed in `_READCLI_COMPLETE`; whole words come back, one a line.
Whatever goes wrong, nothing is printed and nothing is said: somebody is typing. Work is bounded: no large packed archive is
unpacked, no large file is taken apart. Names that a line cannot hold safely are left out.
"""

from __future__ import annotations

import os

from readcli import limits, locate, pipeline, registry
from readcli.errors import ReadError
from readcli.model import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from readcli.model import Source

VARIABLE = "_READCLI_COMPLETE"
_CUTS = 8  # colons that are tried, from the right
_NAMES = 20_000  # looked at
_SHOWN = 1000
_PACKED = 16 * limits.MIB  # bytes of a packed archive that may be unpacked
_TAKEN = 4 * limits.MIB  # bytes of a file whose headings, symbols or keys are looked for
_DEADLINE = 3.0  # seconds for a parser
_TEXT = ("raw", "info", "outline", "summary", "conflicts", "errors")
_OTHERS = ("raw", "info", "outline")


def answer() -> int:
    """Print the completions of the word in the environment; the status is 0 in any case."""
    try:
        found = [word for word in complete(os.environ[VARIABLE]) if word.isprintable()]
        data = "".join(f"{word}\n" for word in found[:_SHOWN]).encode("utf-8", "surrogateescape")
        while data:
            data = data[os.write(1, data) :]
    except (ReadError, OSError, MemoryError, RecursionError, ValueError):
        pass
    return 0


def complete(word: str) -> list[str]:
    """Give the words that a word with a colon in it may become. Raises what reading raises."""
    if word.startswith("man:") and word.count(":") == 1:
        return [f"man:{name}" for name in pages(word[4:])]
    options = Options(timeout=_DEADLINE, fetch=False, profile="human", cache=False)
    at = len(word)
    for _ in range(_CUTS):
        at = word.rfind(":", 1, at)
        if at < 0:
            break
        base, start = word[:at], word[at + 1 :]
        if "://" in base:
            break
        try:
            source, selector, _notices = locate.locate(base, options)
        except ReadError:
            continue
        if selector is None:
            return [f"{base}:{name}" for name in dict.fromkeys(_inside(source, start, options))]
    return []


def _inside(source: Source, start: str, options: Options) -> Iterator[str]:
    """Give what may follow a source, of what begins so."""
    row = registry.choose(source, options)
    if start[:1] in ("#", "@", "."):
        if (source.size or 0) <= _TAKEN:
            yield from _sections(source, start, options)
        if start[:1] != ".":
            return
    if row.names and not source.inside and not _is_costly(source, row.name):
        yield from _names(source, row, start, options)
    views = _TEXT if row.kind == "text" else _OTHERS if row.name != "directory" else ("info",)
    yield from (view for view in views if view.startswith(start))


def _is_costly(source: Source, name: str) -> bool:
    """Say whether listing a source means unpacking much."""
    is_packed = name in ("7z", "rar") or (name == "archive" and source.peek(4)[:2] != b"PK")
    return is_packed and (source.size is None or source.size > _PACKED)


def _names(source: Source, row: registry.Format, start: str, options: Options) -> Iterator[str]:
    """Give the names inside a container, of an archive one level of folders at a time."""
    from readcli import inside

    names = inside.names_of(source, row, options)
    assert names
    found = names.files() if row.names == "archive" else names.all()
    for name in found[:_NAMES]:
        if name.startswith(start):
            level = name.find("/", len(start)) + 1 if row.names in ("archive", "attachments") else 0
            yield name[:level] if level else name


def _sections(source: Source, start: str, options: Options) -> Iterator[str]:
    """Give the selectors of headings, symbols or keys that begin so."""
    from readcli.views.outline_rows import find_rows

    document = pipeline.understand(source, None, options)
    try:
        yield from (row.selector for row in find_rows(document, options) if row.selector.startswith(start))
    finally:
        document.lines.close()


def pages(start: str) -> list[str]:
    """Give the names of the manual pages that begin so."""
    return registry.load("readers", "man_pages").begin_with(start)  # type: ignore[no-any-return]
