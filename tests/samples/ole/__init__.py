"""A writer of small compound files (MS-CFB), for samples of DOC, PPT and MSG."""

import struct

_FREE, _END, _FAT = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
_SECTOR, _MINI, _CUTOFF = 512, 64, 4096


def _chain(sizes: list[int], first: int = 0) -> tuple[list[int], list[int]]:
    """Lay streams of these many sectors one after another: where each begins, and the table of next sectors."""
    starts, table, at = [], [], first
    for size in sizes:
        starts.append(at if size else _END)
        table += [*range(at + 1, at + size), _END] if size else []
        at += size
    return starts, table


def _pad(content: bytes, size: int) -> bytes:
    return content + b"\0" * (-len(content) % size)


def _tree(streams: dict[str, bytes]) -> list[list]:
    """List the entries of the directory: name, kind, first kid, next sibling, content."""
    entries: list[list] = [["Root Entry", 5, _FREE, _FREE, b""]]
    where = {"": 0}
    for path, content in streams.items():
        names = path.split("/")
        for depth in range(1, len(names) + 1):
            here, above = "/".join(names[:depth]), "/".join(names[: depth - 1])
            if here not in where:
                where[here] = len(entries)
                entries.append([names[depth - 1], 1, _FREE, entries[where[above]][2], b""])
                entries[where[above]][2] = where[here]
        entries[where[path]][1], entries[where[path]][4] = 2, content
    return entries


def compound(streams: dict[str, bytes]) -> bytes:
    """Build a compound file of version 3; the names are paths, `storage/stream`."""
    entries = _tree(streams)
    small = [entry for entry in entries if entry[1] == 2 and len(entry[4]) < _CUTOFF]
    large = [entry for entry in entries if entry[1] == 2 and len(entry[4]) >= _CUTOFF]
    small_starts, mini_table = _chain([len(_pad(entry[4], _MINI)) // _MINI for entry in small])
    mini_stream = b"".join(_pad(entry[4], _MINI) for entry in small)
    mini_fat = _pad(struct.pack(f"<{len(mini_table)}I", *mini_table), _SECTOR)
    blocks = [b"", mini_stream, mini_fat, *(entry[4] for entry in large)]
    blocks[0] = b"\0" * (128 * len(entries))
    sizes = [len(_pad(block, _SECTOR)) // _SECTOR for block in blocks]
    count = next(count for count in range(1, 110) if 128 * count >= sum(sizes) + count)
    starts, table = _chain(sizes, count)
    fat = [_FAT] * count + table
    fat += [_FREE] * (128 * count - len(fat))
    place = dict(zip(map(id, small), small_starts, strict=True)) | dict(zip(map(id, large), starts[3:], strict=True))
    place[id(entries[0])] = starts[1]
    entries[0][4] = mini_stream
    blocks[0] = b"".join(_entry(entry, place.get(id(entry), 0)) for entry in entries)
    header = struct.pack("<8s16sHHHHH6xIIIIIIIII", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"", 0x3E, 3, 0xFFFE, 9, 6, 0, count, starts[0],
                         0, _CUTOFF, starts[2], sizes[2], _END, 0)  # fmt: skip
    header += struct.pack("<109I", *range(count), *[_FREE] * (109 - count))
    return header + struct.pack(f"<{len(fat)}I", *fat) + b"".join(_pad(block, _SECTOR) for block in blocks)


def _entry(entry: list, start: int) -> bytes:
    name, kind, kid, sibling, content = entry
    raw = name.encode("utf-16-le")
    return struct.pack("<64sHBBIII16sI16sIII", raw, len(raw) + 2, kind, 1, _FREE, sibling, kid, b"", 0, b"", start, len(content), 0)


def summary(title: str, author: str, page: int = 65001) -> bytes:
    """Build a summary property set that holds a title and an author in a code page (MS-OLEPS 2.21)."""
    texts = [(2, title), (4, author)]
    rows, values = [(1, 8 + 8 * 3)], struct.pack("<II", 2, page)
    for number, text in texts:
        raw = text.encode("utf-8" if page == 65001 else f"cp{page}") + b"\0"
        rows.append((number, 32 + len(values)))
        values += _pad(struct.pack("<II", 30, len(raw)) + raw, 4)
    section = struct.pack("<II", 32 + len(values), len(rows)) + b"".join(struct.pack("<II", *row) for row in rows) + values
    return struct.pack("<HHI16sI16sI", 0xFFFE, 0, 0, b"", 1, b"", 48) + section
