"""What may be sent to a terminal: whether colours, how many, and how much room there is.

- flag: `--color always`, `never` decide alone (and `color` of the settings, which is the same option)
- NO_COLOR, set and not empty, `0` too: no colours
- FORCE_COLOR, CLICOLOR_FORCE, set, not empty and neither 0 nor false: colours, also in a pipe
- no terminal: none; CLICOLOR=0: none; TERM=dumb or no TERM: none
- COLORTERM, truecolor or 24bit: the colours of a theme as they are; else TERM with 256 in it, else the 16
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from readcli.model import Options

_OFF = ("", "0", "false")
# Terminals that open OSC 8 links, by TERM_PROGRAM, and by a variable that they set.
_LINKING = ("iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby", "mintty")
_LINKING_BY = ("KITTY_WINDOW_ID", "WT_SESSION", "KONSOLE_VERSION", "ALACRITTY_WINDOW_ID")


def is_terminal(number: int) -> bool:
    """Say whether a descriptor is a terminal; a closed one is none."""
    try:
        return os.isatty(number)
    except OSError:
        return False


def is_coloured(number: int, options: Options) -> bool:
    """Decide whether colours go to a descriptor: the flag, then the environment, then what it is."""
    if options.color in ("always", "never"):
        return options.color == "always"
    if options.profile == "agent" or os.environ.get("NO_COLOR"):
        return False
    if is_forced():
        return True
    return is_terminal(number) and os.environ.get("CLICOLOR") != "0" and os.environ.get("TERM", "dumb") not in ("dumb", "")


def is_forced() -> bool:
    """Say whether the environment demands colours, also in a pipe."""
    if os.environ.get("NO_COLOR"):
        return False
    return any(os.environ.get(name, "").lower() not in _OFF for name in ("FORCE_COLOR", "CLICOLOR_FORCE"))


def is_linked(options: Options) -> bool:
    """Say whether paths become links: the flag, else whether the terminal is one that is known to open them."""
    if options.hyperlinks in ("always", "never"):
        return options.hyperlinks == "always"
    if not is_terminal(1) or not is_coloured(1, options):
        return False
    version = os.environ.get("VTE_VERSION", "")
    is_vte = version.isascii() and version.isdigit() and int(version) >= 5000
    return is_vte or os.environ.get("TERM_PROGRAM") in _LINKING or any(name in os.environ for name in _LINKING_BY)


def depth() -> int:
    """Give how many bits of colour the terminal has: 24, 8 or 4."""
    if os.environ.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return 24
    term = os.environ.get("TERM", "")
    return 24 if term.endswith("-direct") else 8 if "256" in term else 4


def size(number: int = 1) -> tuple[int, int]:
    """Give columns and rows: COLUMNS and LINES where they are set, else what the terminal says, else 80 and 24."""
    columns, rows = _of_environment("COLUMNS"), _of_environment("LINES")
    if not columns or not rows:
        try:
            known = os.get_terminal_size(number)
        except (OSError, ValueError):
            known = os.terminal_size((80, 24))
        columns, rows = columns or known.columns or 80, rows or known.lines or 24
    return columns, rows


def _of_environment(name: str) -> int:
    text = os.environ.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
