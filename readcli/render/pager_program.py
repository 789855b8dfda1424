"""The pager as a program: READCLI_PAGER, `pager` of the settings, PAGER, else `less -RF`.

It is started without a shell, without LESSOPEN, and reads standard input: no name of a file ever reaches it.
"""

from __future__ import annotations

import os
import signal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from readcli.model import Options


def find_command(options: Options) -> list[str]:
    """Give the words of the pager's command, or none where there is to be no pager."""
    import shlex

    chosen = "" if os.environ.get("READCLI_PAGER") == "" else options.pager or os.environ.get("PAGER")
    if chosen is None:
        return ["less", "-R" if options.paging == "always" else "-RF"]
    try:
        words = shlex.split(chosen)
    except ValueError:  # a quotation that does not end
        words = chosen.split()
    if words and os.path.basename(words[0]) == "cat":
        return []
    if len(words) == 1 and os.path.basename(words[0]) == "less":
        words.append("-R" if options.paging == "always" else "-RF")
    return words


def spawn(command: list[str]) -> tuple[int, int]:
    """Start a pager; give the descriptor to write to, and its process. Raises OSError."""
    if os.path.basename(command[0]) == "less" and not _is_known_terminal():
        raise OSError(0, f"nothing is known of the terminal {os.environ.get('TERM', '')}")
    given = {key: value for key, value in os.environ.items() if key not in ("LESSOPEN", "LESSCLOSE")}
    given.setdefault("LESS", "R")
    given.setdefault("LESSCHARSET", "utf-8")
    end, pipe = os.pipe()
    try:
        pid = os.posix_spawnp(
            command[0],
            command,
            given,
            file_actions=[(os.POSIX_SPAWN_DUP2, end, 0), (os.POSIX_SPAWN_CLOSE, end), (os.POSIX_SPAWN_CLOSE, pipe)],
            setsigdef=[signal.SIGPIPE, signal.SIGINT],
        )
    except OSError:
        os.close(pipe)
        raise
    finally:
        os.close(end)
    return pipe, pid


def _is_known_terminal() -> bool:
    """Say whether the system describes the terminal; less asks questions of people where it does not."""
    try:
        import curses
    except ImportError:
        return True
    try:
        curses.setupterm(os.environ.get("TERM", "dumb"), 1)
    except curses.error:
        return False
    return os.environ.get("TERM", "dumb") not in ("dumb", "")


def modes() -> Any:
    """Remember how the terminal is set."""
    try:
        import termios
    except ImportError:
        return None
    try:
        return termios.tcgetattr(1)
    except termios.error:
        return None


def restore(known: Any) -> None:
    """Set the terminal as it was, and leave the screen that a killed pager was on."""
    if known is None:
        return
    import termios

    os.write(1, b"\x1b[0m\x1b[?1049l\x1b[?25h")
    termios.tcsetattr(1, termios.TCSADRAIN, known)
