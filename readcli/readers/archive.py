"""Archives: their listing, and their members as sources like any file.

`read` lists, `members` finds. Zip and tar are read here, in this process; archive_7z and archive_rar use other people's
parsers, run in a child process, and list with the same `list_members`.
"""

from __future__ import annotations

from readcli.errors import Corrupt, ReadError
from readcli.model import Notice
from readcli.readers.archive_members import Entry, Members, plain
from readcli.sizes import format_size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from readcli.model import Event, Options, Source

_BATCH = 1000  # lines handed on at once
_LISTED = 1000  # entries that JSON describes one by one
_SEED_LIMIT = 500  # immediate children that agents are shown


def members(source: Source, options: Options) -> Members:
    """Open a zip or tar for looking up. Raises Corrupt where it is neither."""
    head = source.head or source.peek()
    if not head:
        raise Corrupt("the file is empty")
    if _is_zip(head, source):
        from readcli.readers.archive_zip import ZipMembers

        return ZipMembers(source, options)
    from readcli.readers.archive_tar import TarMembers

    return TarMembers(source, options)


def _is_zip(head: bytes, source: Source) -> bool:
    """Tell a zip by its start, or by its end record where a program or anything else stands in front."""
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08", b"PK00PK")):
        return True
    from readcli.readers.stream import codec_of, is_tar

    if is_tar(head) or codec_of(head):
        return False
    file = source.seekable()  # neither begins so: a stream must be held to look at its end
    file.seek(max(0, file.seek(0, 2) - (1 << 20)))
    return b"PK\x05\x06" in file.read()


def read(source: Source, options: Options) -> Iterator[Event]:
    """List a zip or tar, or a folder in it (`inside` is ("folder", name))."""
    return list_members(members(source, options))


def list_members(found: Members) -> Iterator[Event]:
    """List what an archive holds: all of it by path, for agents the immediate children as the seed does."""
    count = found.count()
    if count is not None:
        yield {"entries": count}
    inside = found.source.inside
    folder = inside[1] + "/" if inside[:1] == ("folder",) else ""
    yield from (_children if found.options.profile == "agent" else _all)(found, folder)


def _all(found: Members, folder: str) -> Iterator[Event]:
    """Give every entry below a folder by its path, then what only the end tells."""
    is_bare = found.options.gutter == "none"
    described: list[dict[str, object]] | None = [] if found.options.json else None
    batches = found.quick_lines(_line, is_bare=is_bare) if not folder and described is None else None
    names: set[str] = set()
    count = 0
    broken: ReadError | None = None
    try:
        for batch, text in batches or _batches(found, folder, described, is_bare=is_bare):
            count += len(batch)
            names.update(batch)
            if described and count == len(batch):
                yield {"members": described}  # before the lines that they describe
            yield text
    except ReadError as error:
        broken = error
    if broken is not None and not count:
        raise broken
    if found.count() is None and not folder:
        yield {"entries": count}
    if described is not None:
        yield {"members": described}
    yield from _remarks(broken, count, len(names), found)


def _batches(found: Members, folder: str, described: list[dict[str, object]] | None, *, is_bare: bool) -> Iterator[tuple[list[str], str]]:
    """Give names and their lines, many at a time, and describe the first ones for JSON."""
    names: list[str] = []
    lines: list[str] = []
    broken: ReadError | None = None
    try:
        for entry in found.counted():
            name = entry.name
            if not name or (folder and (not name.startswith(folder) or name == folder)):
                continue
            names.append(name)
            lines.append(_line(entry, is_bare=is_bare))
            if described is not None and len(described) < _LISTED:
                described.append({"name": name, "size": entry.size, "encrypted": entry.encrypted})
            if len(lines) >= _BATCH:
                yield names, "\n".join(lines)
                names, lines = [], []
    except ReadError as error:
        broken = error
    if lines:
        yield names, "\n".join(lines)
    if broken is not None:
        raise broken


def _remarks(broken: ReadError | None, count: int, different: int, found: Members) -> Iterator[Event]:
    if broken is not None:
        yield Notice(f"{broken.message}; what came before is listed")
    if not count and broken is None:
        yield Notice("the archive is empty")
    if different < count:
        yield Notice(f"{count - different} names stand more than once; the last of each is the one that is read")
    for text in found.notices:
        yield Notice(text)


def _line(entry: Entry, *, is_bare: bool, name: str = "") -> str:
    """Write an entry as one line, by its path or a name given; a line break in it is shown as `^J`, `^M`."""
    name = name or entry.name
    if not name.isprintable():
        name = name.replace("\n", "^J").replace("\r", "^M")
    if is_bare:
        return name
    if entry.kind == "file":
        name = f"{name} ({format_size(entry.size)})"
    elif entry.target:
        name = f"{name} -> {entry.target}"
    return f"{name} (encrypted)" if entry.encrypted else name


def _children(found: Members, folder: str) -> Iterator[Event]:
    """List a folder's immediate children as the first seed: sorted without case, no size where it is 0, at most 500."""
    table = found.table()
    if found.count() is None:
        yield {"entries": len({id(entry) for entry in table.values() if entry.where is not None})}
    children = {
        name: entry
        for name, entry in table.items()
        if name == plain(entry.name) and name.startswith(folder) and "/" not in name[len(folder) :]
    }
    limit = found.options.limit or _SEED_LIMIT
    shown = sorted(children, key=lambda name: (name.lower(), name))[:limit]
    for name in shown:
        entry = children[name]
        bare = entry.kind == "file" and not entry.size
        shown_name = name[len(folder) :] + "/" * (entry.kind == "folder")
        yield _line(entry, is_bare=bare and not entry.encrypted, name=shown_name)
    if not shown:
        yield "(empty archive directory)"
    if len(shown) >= limit:
        yield Notice(f"{limit} results limit reached. Use limit={2 * limit} for more")
