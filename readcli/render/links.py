"""Links on paths for terminals that open them: OSC 8 (Hyperlinks in terminal emulators, G. P. Egmont Koblinger)."""

from __future__ import annotations

import os
import re
from urllib.parse import quote

_END = re.compile(r" {2,}| -> ")


def link(path: str, text: str) -> str:
    """Write a text that opens a path: a `file` URL with the host's name, as the terminal may run elsewhere."""
    url = f"file://{os.uname().nodename}{quote(os.path.abspath(os.fsencode(path)))}"
    return f"\x1b]8;;{url}\x1b\\{text}\x1b]8;;\x1b\\"


class TreeLinks:
    """The rows of a tree, two blanks a level, with a link on each name that is there."""

    def __init__(self, folder: str) -> None:
        """Take the folder of the first row."""
        self._folder = folder
        self._names: list[str] = []

    def row(self, text: str) -> str:
        """Give a row with its link; rows go from the first to the last."""
        bare = text.lstrip(" ")
        level = (len(text) - len(bare)) // 2
        name = _END.split(bare, maxsplit=1)[0]
        if not name or level > len(self._names) + 1:
            return text
        self._names[max(0, level - 1) :] = [name.rstrip("/")] if level else []
        path = os.path.join(self._folder, *self._names)
        if not os.path.lexists(path):  # shown otherwise than it is called, or no row of an entry
            return text
        return text[: len(text) - len(bare)] + link(path, name) + bare[len(name) :]
