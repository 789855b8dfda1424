"""Bytes that are still coming, for `--follow`: of a file that grows and of a pipe, with an eye on whoever reads our output."""

from __future__ import annotations

import os
import select
import time

from readcli.render.out import PipeClosed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO

LOOK = 0.15  # seconds between two looks at a file
_BEFORE = 64  # bytes before the place reached, by which a file that was written anew is told


class Tail:
    """The bytes of a file from an offset on, and those that will be added; it ends where the file does: see `change`."""

    def __init__(self, path: str, file: IO[bytes], offset: int) -> None:
        """Take the path as typed, the opened file, and where to begin."""
        self.change = ""
        self.offset = offset
        self._path = path
        self._number = file.fileno()
        self._file = file  # held open
        facts = os.fstat(self._number)
        self._identity = (facts.st_dev, facts.st_ino)
        self._before = os.pread(self._number, min(_BEFORE, offset), max(0, offset - _BEFORE))

    def read(self, size: int) -> bytes:
        """Give what is there, else wait for it. Raises PipeClosed when nobody reads our output any more."""
        before = self._before
        while True:
            change = self._changed()  # before reading, so that all of a file that was moved away is read
            piece = os.pread(self._number, size + len(before), self.offset - len(before))
            if not piece.startswith(before):
                change = change or "rewritten"
            elif len(piece) > len(before) and change != "truncated":
                self._before = piece[-_BEFORE:]
                self.offset += len(piece) - len(before)
                return piece[len(before) :]
            if change:
                self.change = change
                return b""
            if is_closed():
                raise PipeClosed
            time.sleep(LOOK)

    def pauses(self) -> bool:
        """Say whether nothing is added for a moment, so that a line not ended yet is shown."""
        time.sleep(LOOK)
        return os.fstat(self._number).st_size <= self.offset

    def _changed(self) -> str:
        if os.fstat(self._number).st_size < self.offset:
            return "truncated"
        try:
            facts = os.stat(self._path)
        except OSError:  # it is gone; another may come
            return ""
        return "replaced" if (facts.st_dev, facts.st_ino) != self._identity else ""


class Stream:
    """A pipe or a terminal that is waited for."""

    def __init__(self, stream: IO[bytes]) -> None:
        """Take what it comes from."""
        self._stream = stream

    def fileno(self) -> int:
        """Give the number of its descriptor."""
        return self._stream.fileno()

    def read(self, size: int) -> bytes:
        """Give what has come, else wait for it. Raises PipeClosed when nobody reads our output any more."""
        number = self.fileno()
        while hasattr(select, "poll"):
            poll = select.poll()
            poll.register(1, 0)
            poll.register(number, select.POLLIN)
            ready = dict(poll.poll())
            if number in ready:
                break
            if 1 in ready:
                raise PipeClosed
        return self._stream.read(size)


def is_closed() -> bool:
    """Say whether standard output is a pipe that nobody reads, or a terminal that is gone."""
    if not hasattr(select, "poll"):
        return False
    poll = select.poll()
    poll.register(1, 0)
    return bool(poll.poll(0))


def wait_for(path: str) -> None:
    """Wait until there is a file of this name. Raises PipeClosed."""
    while not os.path.exists(path):
        if is_closed():
            raise PipeClosed
        time.sleep(LOOK)
