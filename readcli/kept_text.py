"""The text of documents kept between runs: what a reader gave, frame by frame, so that a later page needs no parser.

Only in `$XDG_RUNTIME_DIR` (memory, private, gone at logout) unless the settings say `cache = "text"`; a day, so many bytes.
It holds for a file of the same device, inode, size and times, of the same version of readcli and the same options. Only
text that was made to its end is kept, and nothing of standard input, members, `--root` or passwords.
"""

from __future__ import annotations

import marshal
import os
import time
from binascii import crc32

from readcli import cache, limits
from readcli.model import Heading, Notice, Opened, Part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from readcli.model import Event, Options, Range, Source
    from readcli.registry import Format

# Formats whose text follows from the bytes of the file alone, and takes a parser to make.
_FORMATS = frozenset(["pdf", "docx", "xlsx", "pptx", "odt", "ods", "odp", "epub", "doc", "xls", "ppt", "rtf", "msg", "eml"])
_VERSION = "1"  # of the layout and of what readers give; a change of either changes it
_SECOND = 1_000_000_000


def may_keep(source: Source, row: Format, options: Options) -> bool:
    """Say whether the text of a source may be kept."""
    is_file = isinstance(source.file, Opened) and not source.depth and source.path != "-"
    return bool(
        is_file and options.cache and options.root is None and options.password is None and row.name in _FORMATS and _folder(options)
    )


def _folder(options: Options) -> str:
    """Give where text is kept, or nothing."""
    if options.cache == "text":
        return cache.folder("text")
    base = os.environ.get("XDG_RUNTIME_DIR", "")
    return os.path.join(base, "readcli", "text") if os.path.isabs(base) else ""


def folders() -> list[str]:
    """Give all places where text may have been kept."""
    base = os.environ.get("XDG_RUNTIME_DIR", "")
    return [cache.folder("text"), *([os.path.join(base, "readcli", "text")] if os.path.isabs(base) else [])]


def events(source: Source, row: Format, options: Options, make: Callable[[Options], Iterator[Event | bytes]]) -> Iterator[Event | bytes]:
    """Give what a reader gives, from what is kept where it is; else from `make`, and keep it."""
    file = source.seekable()
    facts = os.fstat(file.fileno())
    key, path = _place(facts, source, row, options)
    frames = _find(path, key)
    if frames is not None:
        yield from _replay(frames)
        return
    if row.name == "pdf" and options.parts is not None:  # its pages are the same when all are read, but for what is said of all
        key_of_all, path_of_all = _place(facts, source, row, options.but(parts=None))
        frames = _find(path_of_all, key_of_all)
        found = list(_replay(frames)) if frames is not None else []
        if found and not any(isinstance(event, Notice) for event in found):
            yield from _pages(found, options.parts)
            return
    kept: list[bytes] | None = []
    size = 0
    for event in make(options):
        if kept is not None:
            piece = _frame(event)
            size += len(piece)
            kept.append(piece)
            if size > limits.TEXT_KEPT:
                kept = None
        yield event
    if kept is not None:
        _keep(path, key, kept, facts, file.fileno())


def _place(facts: os.stat_result, source: Source, row: Format, options: Options) -> tuple[bytes, str]:
    """Give the key of a text and the path of its file."""
    key = _key(facts, source, row, options)
    return key, os.path.join(_folder(options), f"{facts.st_dev:x}-{facts.st_ino:x}-{crc32(key):x}")


def _pages(found: list[Event | bytes], parts: list[Range]) -> Iterator[Event | bytes]:
    """Give some pages of all, as if only they had been read: between two pages, but not behind the last, stands a blank line."""
    is_wanted, was_any = True, False
    text = b""
    for event in [*found, Part("page", 0)]:
        if isinstance(event, bytes):
            text += event if is_wanted else b""
            continue
        if isinstance(event, Part):
            is_last = not event.number
            yield text.removesuffix(b"\n") if text.endswith(b"\n\n") and not is_last else text
            text = b""
            is_wanted = any(part.first <= event.number and (part.last is None or event.number <= part.last) for part in parts)
            if is_last or not is_wanted:
                continue
            if was_any:
                yield b"\n"
            was_any = True
        if is_wanted or isinstance(event, dict):
            yield event


def _key(facts: os.stat_result, source: Source, row: Format, options: Options) -> bytes:
    from readcli.actions import VERSION

    wanted = [(part.first, part.last) for part in options.parts or ()]
    is_by_characters = options.max_chars is not None or options.start_index is not None
    asked = (options.as_, options.changes, options.hidden, options.no_notes, options.tables, options.facts_only, options.encoding)
    file = (facts.st_dev, facts.st_ino, facts.st_size, facts.st_mtime_ns, facts.st_ctime_ns)
    return repr((VERSION, _VERSION, row.name, source.name, source.inside, file, asked, is_by_characters, wanted)).encode(
        "utf-8", "backslashreplace"
    )


def _find(path: str, key: bytes) -> memoryview | None:
    """Give the frames that are kept under a key, or None."""
    try:
        number = cache.open_entry(path)
    except OSError:
        return None
    with open(number, "rb") as file:
        try:
            age = time.time() - os.fstat(number).st_mtime
            data = file.read(limits.TEXT_KEPT * 2) if 0 <= age < limits.TEXT_AGE else b""
        except OSError:
            return None
    if not data.startswith(key + b"\n") or len(data) < len(key) + 5 or crc32(data[:-4]).to_bytes(4, "little") != data[-4:]:
        return None
    return memoryview(data)[len(key) + 1 : -4]


def _frame(event: Event | bytes) -> bytes:
    """Write an event as `isolate` sends it: a letter, a length, a body."""
    if isinstance(event, bytes):
        kind, body = b"L", event
    elif isinstance(event, Part):
        kind, body = b"P", marshal.dumps((event.kind, event.number, event.title))
    elif isinstance(event, Heading):
        kind, body = b"H", marshal.dumps((event.level, event.text))
    elif isinstance(event, Notice):
        kind, body = b"N", marshal.dumps(event.text)
    else:
        kind, body = b"F", marshal.dumps(event)
    return kind + len(body).to_bytes(4, "little") + body


def _replay(frames: memoryview) -> Iterator[Event | bytes]:
    from readcli.isolate import event

    at = 0
    while at < len(frames):
        size = int.from_bytes(frames[at + 1 : at + 5], "little")
        body = frames[at + 5 : at + 5 + size]
        kind = bytes(frames[at : at + 1])
        yield bytes(body) if kind == b"L" else event(kind, marshal.loads(body))  # noqa: S302  # ours: private, and its checksum holds
        at += 5 + size


def _keep(path: str, key: bytes, frames: list[bytes], facts: os.stat_result, number: int) -> None:
    """Keep what was made, unless the file changed meanwhile or a moment ago. A failure is none."""
    try:
        now = os.fstat(number)
        newest = max(now.st_mtime_ns, now.st_ctime_ns)
        if (now.st_size, now.st_mtime_ns, now.st_ctime_ns) != (facts.st_size, facts.st_mtime_ns, facts.st_ctime_ns):
            return
        if newest > time.time_ns() - _SECOND:  # a clock may not tell the next change from the last
            return
        data = b"".join([key, b"\n", *frames])
        place = os.path.dirname(path)
        if cache.write(path, iter([data, crc32(data).to_bytes(4, "little")])):
            cache.trim(place, limits.TEXTS_KEPT, limits.TEXT_BYTES_KEPT, limits.TEXT_AGE)
    except OSError:
        return
