"""The central directory of a zip file, read as bytes (APPNOTE.TXT 4.3.12 to 4.3.16).

A name is found by searching those bytes, so that one member of ten thousand costs one member. Not a reader of members:
it says where their bytes lie. Names are bytes here; what characters they mean is another question.
"""

from __future__ import annotations

from readcli import limits
from readcli.errors import Corrupt, TooLarge, Unsupported

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

_ENTRY = b"PK\x01\x02"
_END = b"PK\x05\x06"
_FIXED = 46  # bytes of an entry before its name
_TAILS = (66_000, 1 << 20)  # an end record has at most 65 557 bytes; behind it may stand what is no zip


def _number(data: bytes, at: int, size: int) -> int:
    return int.from_bytes(data[at : at + size], "little")


class ZipEntry:
    """One entry: `offset` counts from the start of the zip, sizes are bytes, `mode` is the Unix mode or 0."""

    __slots__ = ("crc", "extra", "flags", "method", "mode", "name", "offset", "packed", "size", "time")

    def __init__(self, raw: bytes, at: int) -> None:
        """Take the entry at a place in the central directory (4.3.12), with its zip64 values (4.5.3)."""
        name_size, extra_size = _number(raw, at + 28, 2), _number(raw, at + 30, 2)
        names = at + _FIXED
        self.flags = _number(raw, at + 8, 2)
        self.method = _number(raw, at + 10, 2)
        self.time = _number(raw, at + 12, 2)
        self.crc = _number(raw, at + 16, 4)
        self.packed = _number(raw, at + 20, 4)
        self.size = _number(raw, at + 24, 4)
        self.mode = _number(raw, at + 40, 2)
        self.offset = _number(raw, at + 42, 4)
        self.name = raw[names : names + name_size]
        self.extra = raw[names + name_size : names + name_size + extra_size]
        if 0xFFFFFFFF in (self.size, self.packed, self.offset):
            self._widen()

    def _widen(self) -> None:
        """Take from the zip64 field those values that did not fit, which stand there in this order."""
        field = self.field(1)
        for key in ("size", "packed", "offset"):
            if getattr(self, key) == 0xFFFFFFFF and len(field) >= 8:
                setattr(self, key, _number(field, 0, 8))
                field = field[8:]

    def field(self, kind: int) -> bytes:
        """Give the content of the extra field of this number (4.5.1), or nothing."""
        at = 0
        while at + 4 <= len(self.extra):
            size = _number(self.extra, at + 2, 2)
            if _number(self.extra, at, 2) == kind:
                return self.extra[at + 4 : at + 4 + size]
            at += 4 + size
        return b""

    @property
    def is_encrypted(self) -> bool:
        """Say whether its bytes need a password."""
        return bool(self.flags & 1)


class ZipDirectory:
    """The directory of an opened zip file.

    raw      its bytes
    count    entries, as the end record says: only a hint, a 16-bit count may have overflowed
    start    where it lies in the file; members end before it
    shift    bytes in front of the zip itself (self-extracting files), to be added to offsets
    """

    def __init__(self, file: IO[bytes]) -> None:
        """Find and read it. Raises Corrupt, TooLarge beyond `limits.ENTRIES`, Unsupported for one volume of several."""
        self._file = file
        self.count, size, self.start, self.shift = _locate(file)
        if self.count > limits.ENTRIES:
            raise TooLarge(f"it has more than {limits.ENTRIES} entries", "[limits] ENTRIES lifts it")
        if size > limits.HELD:
            raise TooLarge(f"its directory is larger than the {limits.HELD} bytes that may be held", "[limits] HELD lifts it")
        file.seek(self.start)
        self.raw = file.read(size)

    def find(self, name: bytes) -> int | None:
        """Give the place of the last entry of exactly this name: later ones replace earlier ones."""
        if len(name) < 4:  # a short name lies inside too many others
            found = [at for at in self._places() if self._name_size(at) == len(name) and self.raw.startswith(name, at + _FIXED)]
            return found[-1] if found else None
        at = len(self.raw)
        while (at := self.raw.rfind(name, _FIXED, at + len(name) - 1)) >= 0:
            if self._is_entry(at - _FIXED) and self._name_size(at - _FIXED) == len(name):
                return at - _FIXED
        return None

    def has_below(self, folder: bytes) -> bool:
        """Say whether some entry's name begins with these bytes."""
        at = _FIXED - 1
        while (at := self.raw.find(folder, at + 1)) >= 0:
            if self._is_entry(at - _FIXED) and self._name_size(at - _FIXED) >= len(folder):
                return True
        return False

    def rows(self, at: int = 0, most: int = -1) -> Iterator[tuple[int, bytes, int, int, int]]:
        """Give of every entry what a listing needs: its place, name, flags, size (0xFFFFFFFF: zip64), mode.

        `at` is a place to begin at, `most` a number to stop after. Raises Corrupt where the directory breaks off, after
        those before.
        """
        from struct import Struct  # worth its import only where there are many

        unpack = Struct("<I4xH14xIHHH4xI4x").unpack_from
        raw = self.raw
        limit = len(raw) - _FIXED
        while at <= limit and most:
            signature, flags, size, name_size, extra_size, comment_size, attributes = unpack(raw, at)
            if signature != 0x02014B50:
                break
            name_at = at + _FIXED
            yield at, raw[name_at : name_at + name_size], flags, size, attributes >> 16
            at = name_at + name_size + extra_size + comment_size
            most -= 1
        if most:
            self.check_end(at)

    def batch(self, at: int, most: int) -> tuple[int, list[bytes], list[int], bool]:
        """Give from a place on, up to `most` entries: the place behind them, names, sizes, and whether all are ordinary.

        Ordinary: not encrypted, not a symbolic link, not zip64. The place stays where it is at the end, or at damage
        that `rows` would raise.
        """
        from struct import Struct

        unpack = Struct("<I4xH14xIHHH4xI4x").unpack_from
        raw = self.raw
        limit = len(raw) - _FIXED
        names: list[bytes] = []
        sizes: list[int] = []
        is_ordinary = True
        while at <= limit and len(names) < most:
            signature, flags, size, name_size, extra_size, comment_size, attributes = unpack(raw, at)
            if signature != 0x02014B50:
                break
            at += _FIXED
            names.append(raw[at : at + name_size])
            sizes.append(size)
            if flags & 1 or attributes >> 28 == 0xA:
                is_ordinary = False
            at += name_size + extra_size + comment_size
        return at, names, sizes, is_ordinary and max(sizes, default=0) < 0xFFFFFFFF

    def entry(self, at: int) -> ZipEntry:
        """Give the entry at a place that `rows` gave."""
        return ZipEntry(self.raw, at)

    def begin(self, entry: ZipEntry) -> int:
        """Give the place in the file where an entry's bytes begin (4.3.7). Raises Corrupt."""
        at = self.shift + entry.offset
        self._file.seek(max(at, 0))
        head = self._file.read(30)
        begin = at + 30 + _number(head, 26, 2) + _number(head, 28, 2)
        if at < 0 or not head.startswith(b"PK\x03\x04") or len(head) < 30 or begin + entry.packed > self.start:
            raise Corrupt("the entry is not where the zip's directory says")
        return begin

    def check_end(self, at: int) -> None:
        """Raise Corrupt where a walk ended elsewhere than at the end, or at a signature (4.3.13)."""
        if at != len(self.raw) and not self.raw.startswith(b"PK\x05\x05", at):
            raise Corrupt("the zip's directory is damaged")

    def _is_entry(self, at: int) -> bool:
        return self.raw.startswith(_ENTRY, at)

    def _name_size(self, at: int) -> int:
        return _number(self.raw, at + 28, 2)

    def _places(self) -> Iterator[int]:
        raw = self.raw
        at = 0
        while raw.startswith(_ENTRY, at) and at + _FIXED <= len(raw):
            yield at
            at += _FIXED + _number(raw, at + 28, 2) + _number(raw, at + 30, 2) + _number(raw, at + 32, 2)
        self.check_end(at)


def _locate(file: IO[bytes]) -> tuple[int, int, int, int]:
    """Give the entries, the directory's size and place, and the shift of offsets."""
    length = file.seek(0, 2)
    for span in _TAILS:
        base = max(0, length - span)
        file.seek(base)
        tail = file.read(span)
        at = len(tail)
        while (at := tail.rfind(_END, 0, at + 3)) >= 0:
            if at + 22 <= len(tail) and (found := _end_record(file, tail, at, base)):
                return found
    raise Corrupt("it has no zip directory at its end", "it may be cut short")


def _end_record(file: IO[bytes], tail: bytes, at: int, base: int) -> tuple[int, int, int, int] | None:
    """Read an end record (4.3.16) or its zip64 twin, unless what it names is no directory."""
    count, size, offset, end = _number(tail, at + 10, 2), _number(tail, at + 12, 4), _number(tail, at + 16, 4), base + at
    volume = _number(tail, at + 4, 2)
    if at >= 20 and tail.startswith(b"PK\x06\x07", at - 20):
        wide = tail.rfind(b"PK\x06\x06", 0, at - 20)
        if wide >= 0 and wide + 56 <= at:
            count, size, offset, end = _number(tail, wide + 32, 8), _number(tail, wide + 40, 8), _number(tail, wide + 48, 8), base + wide
            volume = _number(tail, wide + 16, 4)
    for start in (end - size, offset):  # the second: something stands between the directory and its end record
        if start < 0 or start + size > base + at:
            continue
        file.seek(start)
        if (not size and not count) or file.read(4) == _ENTRY:
            if volume not in (0, 0xFFFF):
                raise Unsupported("it is one volume of a split zip", "join the volumes first")
            return count, size, start, start - offset
    return None
