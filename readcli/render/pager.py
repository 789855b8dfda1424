"""Standard output on a terminal: what fits is printed, what does not goes to a pager, its first screen before the rest is read.

`Paged` takes the place of `Out`: whoever prints does not know of it.
"""

from __future__ import annotations

import os
import re
import signal
import time

from readcli import terminal
from readcli.model import Range
from readcli.render.columns import rows as rows_of
from readcli.render.columns import width
from readcli.render.out import Out, PipeClosed
from readcli.render.pager_program import find_command, modes, restore, spawn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO

    from readcli.model import Options
    from readcli.page import Page

_SGR = re.compile(b"\x1b\\[[0-9;]*m")
_KEPT = 1 << 20  # bytes kept for the case that the pager fails
_FAILS_WITHIN = 3.0  # seconds in which a pager that ends badly is taken to have shown nothing
_BEFORE = 1000  # lines before the one where the pager opens
_PAUSE = 0.3  # seconds without anything new on a live stream after which the lines are shown


def output(options: Options) -> Out:
    """Give where standard output goes."""
    if options.paging == "never" or options.json or options.profile == "agent" or not terminal.is_terminal(1):
        return Out()
    command = find_command(options)
    return Paged(command, is_always=options.paging == "always") if command else Out()


class Paged(Out):
    """Gathers until it is known whether the text fits; then it is printed, or a pager gets it.

    What is written before `mark()`, where `opens_at` is set, is left out if the rest fits.
    """

    def __init__(self, command: list[str], *, is_always: bool = False) -> None:
        """Take the command; nothing is started yet."""
        super().__init__()
        self._command = command
        self._columns, lines = terminal.size()
        self._room = 0 if is_always else lines - 1
        self._rows = 0  # of the terminal, behind the mark
        self._open = 0  # columns of the line that is not ended yet
        self._state = "gathering"  # then printing, or paging
        self._held: list[tuple[int, bytes]] = []  # descriptor, bytes, in order
        self._kept: list[bytes] | None = []
        self._messages: list[bytes] = []
        self._ended: int | None = None
        self._line = 0  # where the pager opens
        self._marked = 0  # how much is held before the mark

    def write(self, piece: bytes) -> None:
        """Add bytes."""
        if self._state != "gathering":
            super().write(piece)
            return
        if not piece:
            return
        self.ends_line = piece.endswith(b"\n")
        self._held.append((1, piece))
        if self.opens_at:
            self._line += piece.count(b"\n")
            return
        self._measure(piece)
        if self._rows > self._room:
            self._start()
        elif self.is_live and not _comes_soon():
            self.print_all()

    def _measure(self, piece: bytes) -> None:
        """Count the rows of the terminal that a piece takes."""
        count = piece.count(b"\n")
        if self._rows + count > self._room:
            self._rows += count
            return
        *ended, last = _SGR.sub(b"", piece).decode("utf-8", "replace").split("\n")
        for line in ended:
            self._rows += rows_of(self._open + width(line.expandtabs()), self._columns)
            self._open = 0
        self._open += width(last.expandtabs())
        if self._open > self._columns * max(1, self._room):
            self._rows = self._room + 1

    def open_at(self, page: Page) -> None:
        """Let the pager open at line N of `:N`, with some lines before it to go back to; alone they do not make a page."""
        selector, lines = page.selector, page.document.lines
        if self._held or self._state != "gathering" or selector.kind != "list" or selector.view or len(selector.ranges) != 1:
            return
        wanted = selector.ranges[0]
        if wanted.last is not None or wanted.first == 1 or not lines.is_repeatable:
            return
        if page.options.limit is not None or page.options.skip or page.options.cat or page.options.max_bytes is not None:
            return
        if next(lines.slices([Range(wanted.first, wanted.first)]), None) is not None:
            self.opens_at = wanted.first
            wanted.first = max(1, wanted.first - _BEFORE)

    def mark(self) -> None:
        """Say that here begins what was asked for."""
        if self._state == "gathering" and self.opens_at:
            self.opens_at = 0
            self._marked = len(self._held)

    def flush(self) -> None:
        """Write what has been gathered, once it is known where to. Raises PipeClosed, OutputFailed."""
        if self._state == "gathering":
            return
        if self._kept is not None and self._state == "paging":
            self._kept += self._pieces
            if sum(map(len, self._kept)) > _KEPT:
                self._kept = None
        try:
            super().flush()
        except PipeClosed:
            if self._state != "paging" or not self._wait():
                raise

    def say(self, message: bytes) -> None:
        """Write a message to standard error, behind what was written before; behind the pager's end while it runs."""
        if self._state == "printing":
            super().say(message)
        elif self._state == "paging":
            self._messages.append(message)
        else:
            self._held.append((2, message))

    def copy(self, file: IO[bytes], size: int | None) -> None:
        """Copy a file: bytes go to no pager."""
        self.print_all()
        super().copy(file, size)

    def print_all(self) -> None:
        """Print what is held, and from now on whatever comes."""
        if self._state != "gathering":
            return
        self._state = "printing"
        held, self._held = self._held[self._marked :], []
        for number, piece in held:
            if number == 1:
                super().write(piece)
            else:
                super().say(piece)
        super().flush()

    def close(self) -> None:
        """End: print what fits, or wait for the pager. Raises PipeClosed, OutputFailed, KeyboardInterrupt."""
        if self._state == "gathering":
            if self._room or not any(number == 1 for number, _ in self._held):
                self.print_all()
            else:
                self._start()
        self.flush()
        if self._state == "paging":
            self._wait()
        self._say_messages()

    def abandon(self) -> None:
        """End without printing anything more."""
        if self._state == "paging":
            self._wait()
        self._held = []
        self._say_messages()

    def _start(self) -> None:
        """Start the pager and give it what is held; without one, print."""
        if self.progress:
            self.progress.end()
        command = list(self._command)
        if os.path.basename(command[0]) == "less" and self._line:
            command.append(f"+{self._line + 1}g")
        try:
            self._number, self._pid = spawn(command)
        except OSError as error:
            self._note(f"{command[0]}: {(error.strerror or 'it does not start').lower()}; printed without a pager")
            self.print_all()
            return
        self._began = time.monotonic()
        self._modes = modes()
        self._interrupt = signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is the pager's while it runs
        signal.signal(signal.SIGCHLD, self._notice_end)
        self._state = "paging"
        held, self._held = self._held, []
        self._messages += [piece for number, piece in held if number == 2]
        for number, piece in held:
            if number == 1:
                super().write(piece)
        self.flush()

    def _note(self, text: str) -> None:
        """Say at the end what became of the pager: what is said before a long text is not seen."""
        self._messages.append(f"readcli: {text}\n".encode("utf-8", "backslashreplace"))

    def _notice_end(self, _number: int, _frame: object) -> None:
        """End at once when the pager has ended, whatever is being read at the moment; a failed one is met at the next write."""
        if self._state == "paging" and self._ended is None and self._reap(os.WNOHANG) and not self._has_failed():
            raise PipeClosed

    def _reap(self, how: int) -> bool:
        pid, status = os.waitpid(self._pid, how)
        if pid:
            self._ended = os.waitstatus_to_exitcode(status)
        return bool(pid)

    def _has_failed(self) -> bool:
        """Say whether a pager that has ended is taken to have shown nothing."""
        return bool(self._ended and self._ended > 0 and self._kept and time.monotonic() - self._began < _FAILS_WITHIN)

    def _wait(self) -> bool:
        """Wait for the pager's end and put the terminal right; where it failed, print what it did not show, and say True."""
        pipe, self._number, self._state = self._number, 1, "printing"
        os.close(pipe)
        while self._ended is None:
            self._reap(0)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGINT, self._interrupt)
        self._pieces, self._size = [], 0
        if self._ended < 0:
            restore(self._modes)
        if self._ended == -signal.SIGINT:
            raise KeyboardInterrupt
        has_failed = self._has_failed()
        if has_failed:
            self._note(f"{self._command[0]}: the pager failed with status {self._ended}; printed without it")
            self._pieces = self._kept or []
            super().flush()
        return has_failed

    def _say_messages(self) -> None:
        messages, self._messages = self._messages, []
        for message in messages:
            super().say(message)


def _comes_soon() -> bool:
    """Say whether standard input has more, or has it in a moment."""
    import select

    try:
        return bool(select.select([0], [], [], _PAUSE)[0])
    except (OSError, ValueError):
        return False
