"""A pseudo-terminal for tests: a command runs in it, a screen shows what a person would see."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Self

import pexpect
import pyte

BIN = Path(sys.executable).parent
PATIENCE = 30.0  # seconds to wait for what must come, on a busy machine


class Screen:
    """A terminal of some columns and rows in which one command runs; `raw` is all that it sent."""

    def __init__(self, command: str, folder: Path, *, columns: int = 60, rows: int = 12, **environment: str) -> None:
        """Start a command line with a bare environment; `readcli` is the one under test."""
        given = {
            "PATH": f"{BIN}:/usr/bin:/bin", "HOME": str(folder), "LC_ALL": "C.UTF-8", "TERM": "xterm-256color",
            "XDG_CONFIG_HOME": str(folder / "no-config"), "XDG_CACHE_HOME": str(folder / "no-cache"), **environment,
        }  # fmt: skip
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self.raw = b""
        self.is_running = True
        child = {key: value for key, value in given.items() if value != "-"}
        self._child = pexpect.spawn("/bin/bash", ["-c", command], cwd=str(folder), env=child, dimensions=(rows, columns), timeout=PATIENCE)

    def __enter__(self) -> Self:
        """Give itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """End what still runs."""
        self._child.close(force=True)

    def _pump(self, seconds: float) -> None:
        try:
            piece = self._child.read_nonblocking(1 << 16, seconds)
        except pexpect.TIMEOUT:
            return
        except (pexpect.EOF, OSError):
            self.is_running = False
            return
        self.raw += piece
        self._stream.feed(piece)

    def wait_for(self, text: str) -> list[str]:
        """Wait until a text is on the screen; give the rows."""
        end = time.monotonic() + PATIENCE
        while not any(text in row for row in self.rows):
            assert self.is_running and time.monotonic() < end, f"{text!r} does not come: {self.rows} {self.raw[-300:]!r}"
            self._pump(0.1)
        self._pump(0.1)
        return self.rows

    def wait(self) -> int:
        """Wait for the end of the command; give its exit status."""
        end = time.monotonic() + PATIENCE
        while self.is_running:
            assert time.monotonic() < end, f"it does not end: {self.rows}"
            self._pump(0.1)
        self._child.close()
        return self._child.exitstatus if self._child.exitstatus is not None else -self._child.signalstatus

    def send(self, keys: str) -> None:
        """Type."""
        self._child.send(keys)

    @property
    def rows(self) -> list[str]:
        """The rows of the screen, without the blanks at their ends."""
        return [row.rstrip() for row in self._screen.display]

    def style(self, row: int, column: int) -> tuple[str, bool, bool, bool]:
        """Give colour, bold, underlined, reverse of a place; both count from 0."""
        cell = self._screen.buffer[row][column]
        return cell.fg, cell.bold, cell.underscore, cell.reverse


def show(command: str, folder: Path, **more: str | int) -> list[str]:
    """Run a command to its end; give what is on the screen then, without empty rows at the end."""
    with Screen(command, folder, **more) as screen:  # type: ignore[arg-type]
        screen.wait()
        rows = screen.rows
    while rows and not rows[-1]:
        rows.pop()
    return rows


def environment() -> dict[str, str]:
    """Give an environment without anything that changes colours or pagers."""
    names = ("NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLORTERM", "PAGER", "LESS", "COLUMNS", "LINES")
    return {key: value for key, value in os.environ.items() if key not in names}
