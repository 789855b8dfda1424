"""The programs that format manual pages: `mandoc`, or man-db's `man`. The page goes in and the text comes out by pipes.

They run without a shell, with what could start a pager or add options taken out of the environment.
"""

from __future__ import annotations

import _signal as signal  # what `signal` wraps in enums, at 5 ms
import os
import select

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_REMOVED = ("MANPAGER", "PAGER", "MANOPT", "MANROFFOPT", "MANROFFSEQ", "LESSOPEN", "GROFF_SGR", "GROFF_TYPESETTER", "COLUMNS")
_SET_PIPE_SIZE = 1031  # F_SETPIPE_SZ of Linux


def render(data: bytes, width: int) -> list[str]:
    """Give the text of a page, bold and underlined by overstrikes, in one piece; nothing where no program has made any."""
    for command in commands(width):
        text = _through(command, data, width)
        if text:
            return [text.decode("utf-8", "replace").rstrip("\n")]
    return []


def commands(width: int) -> Iterator[list[str]]:
    """Give the command lines to try; nothing is taken from relative directories."""
    places = [place for place in os.environ.get("PATH", os.defpath).split(":") if place.startswith("/")]
    for name, arguments in (
        ("mandoc", ["-T", "utf8", "-O", f"width={width}"]),
        ("man", ["-Tutf8", "--no-justification", "--no-hyphenation", "-l", "-"]),
    ):
        path = next((f"{place}/{name}" for place in places if os.access(f"{place}/{name}", os.X_OK)), None)
        if path:
            yield [path, *arguments]


def _through(command: list[str], data: bytes, width: int) -> bytes:
    """Write data to a program and give all that it writes; nothing where it fails to start, or fails without a word."""
    env = {key: value for key, value in os.environ.items() if key not in _REMOVED}
    env |= {"MANWIDTH": str(width + 2), "MAN_KEEP_FORMATTING": "1", "GROFF_NO_SGR": "1"}
    if "UTF-8" not in (env.get("LC_ALL") or env.get("LC_CTYPE") or env.get("LANG") or "").upper():
        env["LC_ALL"] = "C.UTF-8"
    inward, to_program = _pipe()
    from_program, outward = _pipe()
    actions = [(os.POSIX_SPAWN_DUP2, inward, 0), (os.POSIX_SPAWN_DUP2, outward, 1), (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)]
    try:
        child = os.posix_spawn(command[0], command, env, file_actions=actions, setsigdef=[signal.SIGPIPE])
    except OSError:
        for number in (inward, to_program, from_program, outward):
            os.close(number)
        return b""
    os.close(inward)
    os.close(outward)
    text = _exchange(to_program, from_program, data)
    os.waitpid(child, 0)
    return text


def _pipe() -> tuple[int, int]:
    """Make a pipe that holds a megabyte, where the system allows: each side then waits less often for the other."""
    import fcntl

    ends = os.pipe()
    try:
        fcntl.fcntl(ends[1], _SET_PIPE_SIZE, 1 << 20)
    except OSError:
        pass
    return ends


def _exchange(to_program: int, from_program: int, data: bytes) -> bytes:
    """Write and read in turn, so that neither pipe is ever full for good."""
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # a program may stop reading before the end
    os.set_blocking(to_program, False)
    left = memoryview(data)
    pieces = []
    is_open = True
    while True:
        readable, writable, _ = select.select([from_program], [to_program] if is_open else [], [])
        if writable:
            try:
                left = left[os.write(to_program, left[: 1 << 20]) :]
            except BrokenPipeError:
                left = left[:0]
            if not left:
                os.close(to_program)
                is_open = False
        if readable:
            piece = os.read(from_program, 1 << 20)
            if not piece:
                break
            pieces.append(piece)
    if is_open:
        os.close(to_program)
    os.close(from_program)
    return b"".join(pieces)
