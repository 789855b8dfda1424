"""How far long work has come, as one line on a terminal's standard error, gone when something else is written there.

An interval timer of the system ticks; nothing on the way of the bytes counts or asks, so that short reads pay nothing. What
is shown is looked up at the tick: where the opened file stands (a child shares its position), the part, the time.
"""

from __future__ import annotations

import _signal as signal  # what `signal` wraps in enums, at 5 ms
import os
import stat
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from readcli.model import Source
    from readcli.page import Page
    from readcli.render.out import Out

_FIRST, _NEXT = 0.5, 0.2  # seconds
_NUMBERS = 64  # descriptors that are asked, more than are ever open


class Progress:
    """The line of progress of the target that is being read."""

    def __init__(self, out: Out) -> None:
        """Take where the text goes; the timer starts here."""
        self._out = out
        self._name = ""
        self._page: Page | None = None
        self._began = time.monotonic()
        self._written = 0
        self._is_drawn = False
        self._shares = os.isatty(1)  # the text goes to the same terminal
        self._is_file = not self._shares and stat.S_ISREG(os.fstat(1).st_mode)
        out.progress = self
        signal.signal(signal.SIGALRM, self._tick)
        signal.setitimer(signal.ITIMER_REAL, _FIRST, _NEXT)

    def begin(self, name: str) -> None:
        """Take the next target."""
        self._name, self._page, self._began = name, None, time.monotonic()

    def take(self, page: Page) -> None:
        """Take the page, from which the rest is known."""
        self._page = page

    def erase(self) -> None:
        """Take the line away, if it is there."""
        if self._is_drawn:
            self._is_drawn = False
            _write(b"\r\x1b[K")

    def end(self) -> None:
        """Stop for good: at the end, or before a pager takes the screen."""
        signal.setitimer(signal.ITIMER_REAL, 0)
        self.erase()

    def _tick(self, _number: int, _frame: object) -> None:
        """Draw the line where nothing else is being written."""
        written, self._written = self._written, self._out.written
        if self._out.written and not self._is_file and not (self._shares and self._out.ends_line and written == self._out.written):
            return  # what reads our output may write to this terminal too
        seconds = time.monotonic() - self._began
        source = self._page.document.source if self._page else None
        if seconds < _FIRST or (source and source.file is None and source.format != "directory" and not source.depth):
            return  # of a live stream nobody waits for the end
        from readcli import terminal
        from readcli.run import show_name

        room = terminal.size(2)[0] - 1
        facts = f" \N{MIDDLE DOT} {self._facts(source)}{seconds:.0f} s"
        name = show_name(self._name)
        line = name[: max(0, room - len(facts))] + facts
        self._is_drawn = True
        _write(f"\r{line[:room]}\x1b[K".encode("utf-8", "replace"))

    def _facts(self, source: Source | None) -> str:
        """Say the part and the place in the file, as far as they are known."""
        text = ""
        parts = self._page.document.parts if self._page else []
        if parts:
            text = f"{parts[-1].kind} {parts[-1].number} \N{MIDDLE DOT} "
        at, size = _place(source)
        if not size:
            return text
        from readcli.sizes import format_size

        if not at:  # it is read by another way
            return f"{text}{format_size(size)} \N{MIDDLE DOT} "
        return f"{text}{min(100, at * 100 // size)} % of {format_size(size)} \N{MIDDLE DOT} "


def _place(source: Source | None) -> tuple[int, int]:
    """Give how far the file is read and its size, as far as they are known.

    Of what is unpacked, and before there is a source, the system is asked: of the files that are open, the largest.
    """
    if source is not None and source.file is not None and source.size:
        try:
            return source.file.tell(), source.size
        except (OSError, ValueError):  # closed, or unpacked on the way
            pass
    found = (0, 0)
    for number in range(3, _NUMBERS):
        try:
            facts = os.fstat(number)
        except OSError:
            continue
        if stat.S_ISREG(facts.st_mode) and facts.st_size > found[1]:
            found = os.lseek(number, 0, os.SEEK_CUR), facts.st_size
    return found


def _write(data: bytes) -> None:
    try:
        os.write(2, data)
    except OSError:
        pass  # nobody looks
