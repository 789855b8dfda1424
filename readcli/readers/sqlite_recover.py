"""What a crashed or still writing program left beside a database, applied to a copy of it in memory.

SQLite would do this itself, but on the disk; nothing may change there. The file format: https://sqlite.org/fileformat2.html,
section 3 (rollback journal) and section 4 (write-ahead log). All numbers in both are big-endian.
"""

from __future__ import annotations

import struct

from readcli.errors import Corrupt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

JOURNAL_MAGIC = bytes.fromhex("d9d505f920a163d7")
_WAL_MAGICS = {0x377F0682: "<", 0x377F0683: ">"}  # the byte order that the checksums are computed in
_MASK = 0xFFFFFFFF


def page_size(image: bytes | bytearray) -> int:
    """Give the page size that a database's header names, in bytes (section 1.3.2). Raises Corrupt."""
    size = int.from_bytes(image[16:18], "big")
    size = 65536 if size == 1 else size
    if size < 512 or size & (size - 1):
        raise Corrupt(f"the header names a page size of {size} bytes")
    return size


def is_hot(journal: bytes, has_file: Callable[[str], bool]) -> bool:
    """Say whether a rollback journal of nobody alive must be rolled back.

    Not so if it is empty, its header is zeroed (persistent journals), or the super-journal it names, which lists the
    databases of one transaction, is gone: that transaction was committed.
    """
    if journal[:8] != JOURNAL_MAGIC:
        return False
    if journal[-8:] == JOURNAL_MAGIC and len(journal) > 28:
        size, check = struct.unpack(">II", journal[-16:-8])
        name = journal[-16 - size : -16] if 0 < size < len(journal) - 28 else b""
        if name and sum(name) & _MASK == check:
            return has_file(name.decode("utf-8", "surrogateescape"))
    return True


def roll_back(image: bytearray, journal: bytes) -> None:
    """Put the pages that a journal saved back into the image, and cut it to its size before the transaction."""
    at = 0
    size = pages = 0
    while journal[at : at + 8] == JOURNAL_MAGIC and len(journal) >= at + 28:
        count, nonce, first_pages, sector, first_size = struct.unpack(">5I", journal[at + 8 : at + 28])
        if at == 0:
            size, pages = first_size or page_size(image), first_pages
        if size < 512 or size > 65536 or sector < 28:
            raise Corrupt("its rollback journal is damaged")
        at += sector
        if count == _MASK:  # written without waiting for the disk: as many as fit
            count = (len(journal) - at) // (size + 8)
        for _ in range(count):
            number = int.from_bytes(journal[at : at + 4], "big")
            page = journal[at + 4 : at + 4 + size]
            check = int.from_bytes(journal[at + 4 + size : at + 8 + size], "big")
            if not number or len(page) < size or (nonce + sum(page[size - 200 : 0 : -200])) & _MASK != check:
                break  # a torn record: nothing behind it was relied upon
            if number <= pages:
                _put(image, (number - 1) * size, page)
            at += size + 8
        at = (at + sector - 1) // sector * sector
    if size:
        _cut(image, pages * size)


def apply_wal(image: bytearray, wal: bytes) -> None:
    """Write the committed frames of a write-ahead log into the image; frames after the last commit are dropped."""
    if len(wal) < 32:
        return
    magic, _, size, _, salt1, salt2 = struct.unpack(">6I", wal[:24])
    order = _WAL_MAGICS.get(magic)
    if order is None or size < 512:
        return
    sums = _checksum(wal[:24], order, (0, 0))
    if sums != struct.unpack(">II", wal[24:32]):
        return
    waiting: dict[int, int] = {}
    for at in range(32, len(wal) - size - 23, size + 24):
        number, pages, *salts, check1, check2 = struct.unpack(">6I", wal[at : at + 24])
        if salts != [salt1, salt2] or not number:
            break
        sums = _checksum(wal[at : at + 8] + wal[at + 24 : at + 24 + size], order, sums)
        if sums != (check1, check2):
            break
        waiting[number] = at + 24
        if pages:
            for page, start in waiting.items():
                _put(image, (page - 1) * size, wal[start : start + size])
            waiting.clear()
            _cut(image, pages * size)


def _checksum(piece: bytes, order: str, sums: tuple[int, int]) -> tuple[int, int]:
    """Go on with the two running sums over pairs of 32-bit words (section 4.2)."""
    first, second = sums
    words = iter(struct.unpack(f"{order}{len(piece) // 4}I", piece))
    for word in words:
        first = (first + word + second) & _MASK
        second = (second + next(words) + first) & _MASK
    return first, second


def _put(image: bytearray, start: int, page: bytes) -> None:
    """Write a page, which may lie beyond the end."""
    if start > len(image):
        image.extend(bytes(start - len(image)))
    image[start : start + len(page)] = page


def _cut(image: bytearray, size: int) -> None:
    """Make the image exactly so many bytes long."""
    if len(image) > size:
        del image[size:]
    else:
        image.extend(bytes(size - len(image)))
