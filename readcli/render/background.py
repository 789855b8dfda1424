"""Whether a terminal is dark or light, asked by OSC 11 (xterm control sequences, "Change VT100 text background color").

Asked only for `--theme auto`, of the terminal of the process, when nothing typed is waiting there, for a twentieth of a
second. A request for the attributes (DA1) follows, which every terminal answers: what does not know OSC 11 is not waited for.
"""

from __future__ import annotations

import os
import re
import select
import time
from functools import cache

from readcli import terminal

_PATIENCE = 0.05  # seconds
_ANSWER = re.compile(rb"\x1b\]11;rgb:([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})/([0-9a-fA-F]{1,4})")


@cache
def is_light() -> bool | None:
    """Say whether the background is light; None where nobody tells, or where input or output is no terminal. Asked once."""
    if not (terminal.is_terminal(0) and terminal.is_terminal(1)):
        return None
    try:
        import termios
    except ImportError:  # Windows
        return None
    try:
        number = os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        if os.tcgetpgrp(number) != os.getpgrp():
            return None  # in the background
        before = termios.tcgetattr(number)
        quiet = termios.tcgetattr(number)
        quiet[3] &= ~(termios.ECHO | termios.ICANON)
        try:
            termios.tcsetattr(number, termios.TCSANOW, quiet)
            if select.select([number], [], [], 0)[0]:  # somebody types; an unfinished line is seen only in this mode
                return None
            return _read(_ask(number))
        finally:
            termios.tcsetattr(number, termios.TCSANOW, before)
    except (OSError, termios.error):
        return None
    finally:
        os.close(number)


def _ask(number: int) -> bytes:
    """Send the question and take what comes, up to the answer about the attributes."""
    os.write(number, b"\x1b]11;?\x1b\\\x1b[c")
    end = time.monotonic() + _PATIENCE
    data = b""
    while not re.search(rb"\x1b\[\?[0-9;]*c", data) and (left := end - time.monotonic()) > 0:
        if select.select([number], [], [], left)[0]:
            data += os.read(number, 256)
    return data


def _read(answer: bytes) -> bool | None:
    """Judge the colour in an answer by how bright it looks (ITU-R BT.601)."""
    found = _ANSWER.search(answer)
    if not found:
        return None
    red, green, blue = (int(part, 16) / (16 ** len(part) - 1) for part in found.groups())
    return bool(0.299 * red + 0.587 * green + 0.114 * blue > 0.5)
