"""How many lines lie before every fourth mebibyte of a large file, kept between runs: numbers, nothing of the text.

An index holds for a file of the same device, inode, size and time whose first and last bytes are the same; of a file
that has only grown (what was its end is still there) for its old part. Anything else begins anew. One of a file written
within the last second is good for a grown one only, as a clock may not tell the next change from the last.
"""

from __future__ import annotations

import os
import time
from binascii import crc32
from bisect import bisect_left

from readcli import cache, limits, scan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Literal

_MAGIC = 0x52434C49_00000001  # the layout below; the number changes with it
_STEP = 4 * limits.MIB
_ENDS = 4096  # bytes at either end that must be the same
_SECOND = 1_000_000_000
_ORDER: Literal["little", "big"] = "little" if memoryview(b"\1" + bytes(7)).cast("Q")[0] == 1 else "big"
# Words of eight bytes: magic, device, inode, size, time, checksums of both ends, what ends a line, newlines in all; the counts; a checksum.
_FACTS = 9
_UNKNOWN = (1 << 64) - 1
_CR, _LF = 1 << 62, 1 << 61  # flags above the number of lines


class LineIndex:
    """The counts of one opened file, as far as anybody has looked. `total` counts newlines, None where it is not known."""

    def __init__(self, file: IO[bytes], eol: bytes) -> None:
        """Take an opened regular file and what ends its lines, and whatever is kept of it."""
        self._file = file
        self._eol = eol
        facts = os.fstat(file.fileno())
        self._key = (facts.st_dev, facts.st_ino)
        self._size = facts.st_size
        self._mtime = facts.st_mtime_ns
        self._counts = [0]  # newlines before each step
        self.total: int | None = None
        self.has_crlf = self.has_lf = False
        self._is_new = False
        self._load()

    def before(self, line: int) -> tuple[int, int]:
        """Give a place before a line to count on from: the number of the line it lies in, and its offset."""
        while self._counts[-1] + 1 < line and self._step():
            pass
        at = max(0, bisect_left(self._counts, line - 1) - 1)
        return self._counts[at] + 1, at * _STEP

    def count_to(self, offset: int) -> int:
        """Count the newlines before an offset."""
        while len(self._counts) * _STEP <= offset and self._step():
            pass
        at = min(offset // _STEP, len(self._counts) - 1)
        return self._counts[at] + scan.count(self._file, self._eol, at * _STEP, offset)

    def learn(self, total: int, *, has_crlf: bool, has_lf: bool) -> None:
        """Take the number of newlines in all, and the styles met."""
        self.total, self.has_crlf, self.has_lf = total, has_crlf, has_lf
        self._is_new = True

    def _step(self) -> bool:
        """Count one step more, if there is a whole one."""
        start = (len(self._counts) - 1) * _STEP
        if start + _STEP > self._size:
            return False
        self._counts.append(self._counts[-1] + scan.count(self._file, self._eol, start, start + _STEP))
        self._is_new = True
        return True

    def _path(self) -> str:
        return os.path.join(cache.folder("lines"), f"{self._key[0]:x}-{self._key[1]:x}")

    def _ends(self, size: int) -> tuple[int, int]:
        """Give the checksums of the first bytes and of those before a size."""
        sums = []
        for at in (0, max(0, size - _ENDS)):
            self._file.seek(at)
            sums.append(crc32(self._file.read(_ENDS)))
        return sums[0], sums[1]

    def _load(self) -> None:
        """Take what is kept, if it holds."""
        try:
            number = cache.open_entry(self._path())
        except OSError:
            return
        try:
            data = os.read(number, os.fstat(number).st_size + 1)
        except (OSError, MemoryError):
            return
        finally:
            os.close(number)
        if len(data) % 8 or len(data) < 8 * (_FACTS + 2):
            return
        words = memoryview(data).cast("Q")
        if words[0] != _MAGIC or words[-1] != crc32(data[:-8]) or (words[1], words[2]) != self._key or words[7] != self._eol[0]:
            return
        size = words[3]
        is_same = size == self._size and words[4] == self._mtime
        if (not is_same and size >= self._size) or (words[5], words[6]) != self._ends(size):
            return
        self._counts = list(words[_FACTS:-1])
        if is_same and words[8] != _UNKNOWN:
            self.total = words[8] & (_LF - 1)
            self.has_crlf, self.has_lf = bool(words[8] & _CR), bool(words[8] & _LF)

    def save(self) -> None:
        """Keep what has been counted, if anything is new. A failure is none."""
        if not self._is_new:
            return
        self._is_new = False
        try:
            now = os.fstat(self._file.fileno())
            if (now.st_size, now.st_mtime_ns) != (self._size, self._mtime):
                return  # written to while it was counted
            is_settled = 0 <= self._mtime < time.time_ns() - _SECOND
            total = _UNKNOWN if self.total is None else self.total | self.has_crlf * _CR | self.has_lf * _LF
            words = [_MAGIC, *self._key, self._size, self._mtime if is_settled else 0, *self._ends(self._size), self._eol[0], total]
            data = b"".join(word.to_bytes(8, _ORDER) for word in [*words, *self._counts])
            if cache.write(self._path(), iter([data + crc32(data).to_bytes(8, _ORDER)])) and len(self._counts) > 1:
                cache.trim(cache.folder("lines"), limits.INDEXES_KEPT, limits.INDEX_BYTES_KEPT)
        except (OSError, OverflowError, ValueError):
            return
