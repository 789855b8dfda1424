"""Manual pages, man(7) and mdoc(7): formatted by `mandoc` or man-db's `man` where installed, else by our own renderer.

The own renderer (man_roff, man_macros, man_mdoc) is also the only one under `--root`. Whatever renders, the text is the
same kind: filled lines of MANWIDTH columns, less 2 as man-db has it, sections as headings; overstrikes only where
`options.is_styled` asks for bold and underline.
"""

from __future__ import annotations

import os

from readcli.errors import Corrupt, NotFound, OutsideRoot, of_system
from readcli.model import Heading, Notice, Opened, Source
from readcli.readers.man_pages import find, included, nearest_pages, tree_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from readcli.model import Event, Options

__all__ = ["find", "not_found", "open_source", "read"]

_DEEPEST = 8  # pages that include pages
_LEAST, _MOST = 20, 1000  # columns


def open_source(name: str, options: Options) -> Source:
    """Open the page that a name means, unpacked. Raises NotFound, OutsideRoot."""
    if options.root is not None:
        raise OutsideRoot("man: only files are read under --root", "give the page's path")
    found = find(name)
    if not found:
        raise not_found(name)
    try:
        file = Opened(os.open(found[0], os.O_RDONLY | os.O_CLOEXEC), "rb")
    except OSError as error:
        raise of_system(error, found[0]) from error
    source = Source(os.path.basename(found[0]), found[0], file, size=os.fstat(file.fileno()).st_size, seekable=True, label="manual page")
    if source.name.endswith((".gz", ".bz2", ".xz", ".zst")):
        from readcli.readers.stream import inner

        source = inner(source, options)
        source.depth = 0
    source.path = f"man:{name}"
    source.format = "man"
    return source


def not_found(name: str) -> NotFound:
    """Say that there is no such page, with the nearest names."""
    near = nearest_pages(name)
    return NotFound(
        f"man:{name}: no such manual page", f"did you mean {', '.join(f'man:{word}' for word in near)}?" if near else "man -k WORD searches"
    )


def read(source: Source, options: Options) -> Iterator[Event]:
    """Give the formatted page: facts (title, section), then lines, with a heading before each SH and SS.

    Raises Corrupt for what holds NUL bytes.
    """
    data = source.read()
    if b"\0" in data:
        raise Corrupt("it is not a manual page")
    missing: list[str] = []
    yield facts(data)
    data = include(data, _place(source), options.root, missing)
    width = width_of(options)
    texts: Iterable[str] = ()
    if options.root is None:
        from readcli.readers import man_programs

        texts = man_programs.render(data, width)
    if not texts:
        from readcli.readers import man_roff

        texts = man_roff.render(decode(data), width)
    yield from events(texts, is_styled=options.is_styled)
    for target in missing:
        yield Notice(f"it includes {target}, which is not in its tree of pages")


def facts(data: bytes) -> dict[str, object]:
    """Give title and section, as the macro that begins the page says them (TH, or Dt)."""
    for line in data.split(b"\n"):
        if line.startswith((b".TH", b".Dt")):
            words = [word.strip('"') for word in line[3:].decode("utf-8", "replace").split()]
            return {"title": words[0].replace("\\-", "-"), "section": words[1]} if len(words) > 1 else {}
    return {}


def width_of(options: Options) -> int:
    """Give the columns of the text: MANWIDTH, or the terminal's (80 without one), less two."""
    given = os.environ.get("MANWIDTH", "")
    columns = int(given) if given.isascii() and given.isdigit() and 0 < len(given) < 6 else options.columns
    return max(_LEAST, min(columns or 80, _MOST)) - 2


def events(texts: Iterable[str], *, is_styled: bool) -> Iterator[Event]:
    """Give lines, and a heading before each that is bold as a whole and stands at the margin, or at the third column."""
    from readcli.readers.man_strike import bare, is_struck

    for text in texts:
        lines = text.replace("\u00a0", " ").split("\n")
        shown = lines if is_styled else bare("\n".join(lines)).split("\n")
        start = 0
        for at, line in enumerate(lines):
            stands_out = line[1:2] == "\b" or (line[4:5] == "\b" and line[:3] == "   " and line[3] != " ")
            if stands_out and is_struck(line):
                if at > start:
                    yield "\n".join(shown[start:at])
                yield Heading(1 if line[0] != " " else 2, bare(line).strip())
                start = at
        yield "\n".join(shown[start:])


def decode(data: bytes) -> str:
    """Decode a page: UTF-8, else what its first lines declare, else Latin-1."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    start = data[:1024]
    at = start.find(b"coding:")
    name = start[at + 7 :].split(None, 1)[0].strip(b" -*").decode("ascii", "replace") if at >= 0 and start[at + 7 :].split() else "latin-1"
    try:
        return data.decode(name)
    except (LookupError, UnicodeError):
        return data.decode("latin-1")


def _place(source: Source) -> str:
    """Give the file that a source was opened from, or nothing."""
    if source.path.startswith("man:"):
        found = find(source.path[4:])
        return found[0] if found else ""
    return source.path if source.label == "file" and os.path.isfile(source.path) else ""


def include(data: bytes, place: str, root: str | None, missing: list[str], depth: int = 0) -> bytes:
    """Put the pages that `.so` names in place of it: only files of the same tree, and inside `root`."""
    if b".so " not in data and b"'so " not in data:
        return data
    lines = data.split(b"\n")
    tree = tree_of(place) if place else ""
    for at, line in enumerate(lines):
        if not line.startswith((b".so ", b"'so ")):
            continue
        target = line[4:].strip().decode("utf-8", "replace")
        path = included(target, tree) if tree and depth < _DEEPEST else ""
        if path and (root is None or os.path.commonpath([os.path.realpath(root), path]) == os.path.realpath(root)):
            lines[at] = include(_content(path), path, root, missing, depth + 1)
        else:
            missing.append(target)
            lines[at] = b"."
    return b"\n".join(lines)


def _content(path: str) -> bytes:
    """Give the bytes of a page, unpacked."""
    file = Opened(os.open(path, os.O_RDONLY | os.O_CLOEXEC), "rb")
    source = Source(os.path.basename(path), path, file, seekable=True)
    if path.endswith((".gz", ".bz2", ".xz", ".zst")):
        from readcli.readers.stream import open_stream

        source = Source(source.name, path, open_stream(source))  # type: ignore[arg-type]  # it is only read
    return source.read()
