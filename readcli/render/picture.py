"""A picture on a terminal, above what its header tells: half blocks, or the picture itself where the terminal is known to show it.

A half block (U+2580) is two pixels, its own colour above and its background below. kitty's graphics protocol and iTerm2's
inline images are used only where KITTY_WINDOW_ID or TERM_PROGRAM say so; neither goes to a pager.
"""

from __future__ import annotations

import os
from itertools import chain

from readcli import terminal
from readcli.render import color
from readcli.render.palette import colour

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from readcli.model import Options
    from readcli.page import Page
    from readcli.render.out import Out
    from readcli.selector import Selector

_PIECE = 4096  # bytes of base64 that kitty takes at once
_BESIDE = 9  # rows for the lines under the picture
_LEAST = 4  # rows below which there is no picture


def asked(options: Options, selector: Selector | None) -> Options:
    """Ask the reader for the picture, as a terminal wants it; the same options where it is not shown."""
    is_said = options.json or options.profile == "agent" or options.gutter not in (None, "text", "auto") or options.cat or selector
    if is_said or not terminal.is_terminal(1) or not terminal.is_coloured(1, options):
        return options
    if _protocol():
        return options.but(image=True)
    columns, rows = terminal.size()
    rows = rows - _BESIDE
    return options.but(columns=columns, rows=rows) if rows >= _LEAST and terminal.depth() > 4 else options


def _protocol() -> str:
    """Name the protocol of the terminal, or nothing."""
    if os.environ.get("TERM", "").startswith(("screen", "tmux")):  # they stand between
        return ""
    if "KITTY_WINDOW_ID" in os.environ:
        return "kitty"
    return "iterm2" if os.environ.get("TERM_PROGRAM") in ("iTerm.app", "WezTerm") else ""


def render(page: Page, out: Out) -> None:
    """Print the picture, if there is one, then the lines. Raises what reading raises."""
    items = iter(page.items)
    first = next(items, None)
    facts = page.document.facts
    pixels, picture = facts.pop("pixels", None), facts.pop("image", None) if not page.options.image else None
    if isinstance(pixels, tuple):
        out.write(half_blocks(*pixels))
    elif isinstance(picture, dict):
        out.print_all()
        out.write(_as_kitty(picture) if _protocol() == "kitty" else _as_iterm2(picture))
    page.items = items if first is None else chain([first], items)
    color.render(page, out)


def half_blocks(width: int, height: int, data: bytes) -> bytes:
    """Write RGBA pixels, two rows in one; what is more than half transparent is left to the terminal's background."""
    depth = terminal.depth()
    known: dict[bytes, str] = {}

    def ink(pixel: bytes) -> str:
        if pixel not in known:
            known[pixel] = "" if pixel[3:] < b"\x80" else colour(pixel[:3].hex(), depth)
        return known[pixel]

    lines = []
    for row in range(0, height, 2):
        line, last = "", ""
        for column in range(width):
            above = ink(data[4 * (row * width + column) :][:4])
            below = ink(data[4 * ((row + 1) * width + column) :][:4]) if row + 1 < height else ""
            style = ";".join(part for part in (above, _ground(below)) if part) if above else below
            letter = "\u2580" if above else "\u2584" if below else " "
            if style != last:
                line += f"\x1b[0m\x1b[{style}m" if style else "\x1b[0m"
                last = style
            line += letter
        lines.append(line + "\x1b[0m\n")
    return "".join(lines).encode()


def _ground(style: str) -> str:
    """Turn the parameters of a colour into those of a background."""
    return "4" + style[1:] if style.startswith("3") else f"10{style[1:]}" if style.startswith("9") else ""


def _as_kitty(picture: dict[str, Any]) -> bytes:
    """Write a PNG in kitty's graphics protocol, in pieces; other types it does not take."""
    if picture["mime"] != "image/png":
        return b""
    data: str = picture["base64"]
    pieces = [data[at : at + _PIECE] for at in range(0, len(data), _PIECE)]
    keys = ["f=100,a=T,q=2,"] + [""] * (len(pieces) - 1)
    text = "".join(
        f"\x1b_G{key}m={int(at < len(pieces) - 1)};{piece}\x1b\\" for at, (key, piece) in enumerate(zip(keys, pieces, strict=True))
    )
    return f"{text}\n".encode()


def _as_iterm2(picture: dict[str, Any]) -> bytes:
    """Write a picture as an inline image of iTerm2."""
    return f"\x1b]1337;File=inline=1;preserveAspectRatio=1;size={len(picture['base64']) * 3 // 4}:{picture['base64']}\x07\n".encode()
