"""Standard output: gathered into big writes; a closed pipe ends the program quietly, anything else is an error."""

from __future__ import annotations

import os

from readcli.errors import ReadError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO

    from readcli.page import Page
    from readcli.progress import Progress

_BIG = 1 << 20


class PipeClosed(BaseException):
    """Whoever read our output has enough."""


class OutputFailed(BaseException):
    """Standard output cannot be written; nothing more can be said there."""

    def __init__(self, error: ReadError) -> None:
        """Take what is to be said on standard error."""
        super().__init__(error.message)
        self.error = error


class Out:
    """A descriptor to write to; `is_live` sends each piece at once."""

    def __init__(self, number: int = 1) -> None:
        """Take the descriptor."""
        self._number = number
        self._pieces: list[bytes] = []
        self._size = 0
        self.is_live = False
        self.numbered = 0  # lines that cat's `-b` has numbered, over all targets
        self.opens_at = 0  # the line at which a pager opens; what stands before it is only there to go back to
        self.ends_line = True  # whether all that was written ends with a newline
        self.written = 0  # bytes
        self.progress: Progress | None = None

    def write(self, piece: bytes) -> None:
        """Add bytes."""
        if not piece:
            return
        self._pieces.append(piece)
        self._size += len(piece)
        self.ends_line = piece.endswith(b"\n")
        if self._size >= _BIG or self.is_live:
            self.flush()

    def flush(self) -> None:
        """Write what has been gathered. Raises PipeClosed, OutputFailed."""
        data, self._pieces, self._size = b"".join(self._pieces), [], 0
        if self.progress and data:
            self.progress.erase()
        self.written += len(data)
        view = memoryview(data)
        try:
            while view:
                view = view[os.write(self._number, view) :]
        except BrokenPipeError:
            raise PipeClosed from None
        except OSError as error:
            from readcli.errors import of_system

            raise OutputFailed(of_system(error, "standard output")) from error

    def say(self, message: bytes) -> None:
        """Write a message to standard error, behind what was written before."""
        self.flush()
        if self.progress:
            self.progress.erase()
        try:
            os.write(2, message)
        except OSError:
            pass  # nobody listens

    def close(self) -> None:
        """End. Raises PipeClosed, OutputFailed."""
        self.flush()

    def print_all(self) -> None:
        """Print what has been written, and from now on whatever comes."""

    def open_at(self, page: Page) -> None:
        """Choose where a pager opens."""

    def mark(self) -> None:
        """Say that here begins the line `opens_at`."""

    def abandon(self) -> None:
        """End without printing anything more."""

    def copy(self, file: IO[bytes], size: int | None) -> None:
        """Copy a file from its start; into a pipe without passing through this process, where the system can."""
        self.flush()
        done = self._splice(file, size) if size is not None and hasattr(os, "splice") else 0
        file.seek(done)
        while piece := file.read(_BIG):
            self.write(piece)
            self.flush()

    def _splice(self, file: IO[bytes], size: int) -> int:
        """Move bytes from a file into a pipe, and say how many; 0 where either does not allow it."""
        done = 0
        try:
            while done < size:
                moved = os.splice(file.fileno(), self._number, _BIG, offset_src=done)
                if not moved:
                    break
                done += moved
                self.written += moved
        except BrokenPipeError:
            raise PipeClosed from None
        except OSError:  # not a pipe
            pass
        return done
