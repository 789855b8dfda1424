"""Where the tables, keys and values of a TOML text stand (TOML 1.0). A table's lines end at the next header."""

from __future__ import annotations

import re

from readcli.views.key_places import TOML, Place, scan_from, unquote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from readcli.views.key_places import Path

_WORD = r"""(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[A-Za-z0-9_-]+)"""
_HEADER = re.compile(rf"[ \t]*(\[\[?)[ \t]*({_WORD}(?:[ \t]*\.[ \t]*{_WORD})*)[ \t]*\]\]?[ \t]*(?:#[^\n]*)?(?=\n|$)")
_KEY = re.compile(rf"[ \t]*({_WORD}(?:[ \t]*\.[ \t]*{_WORD})*)[ \t]*=[ \t]*")
_WORDS = re.compile(_WORD)


def read(text: str, depth: int) -> tuple[list[Place], list[Place]]:
    """Give the places of all values down to paths of `depth`, and those of the headers alone."""
    places: list[Place] = []
    headers: list[Place] = []
    counts: dict[Path, int] = {}  # of arrays of tables
    table: Path = ()
    open_ones: list[Place] = []  # the header in force, for itself and for the tables it lies in
    at, line, last = 0, 1, 0
    while at < len(text):
        start = at
        if header := _HEADER.match(text, at):
            _close(open_ones, last)
            table = _resolve(_steps(header[2]), counts, is_array=header[1] == "[[")
            open_ones = [Place(table[: n + 1], line, line, "table") for n in range(len(table))]
            places += open_ones
            headers.append(open_ones[-1])
            at, last = header.end(), line
        elif key := _KEY.match(text, at):
            path = (*table, *_steps(key[1]))
            found, at, last = scan_from(text, (key.end(), line), path, depth, TOML)
            places += [Place(path[: n + 1], line, last, "table") for n in range(len(table), len(path) - 1)]
            places += [place for place in found if len(place.path) <= depth]
        at = text.find("\n", at) + 1 or len(text) + 1
        line += text.count("\n", start, at)
    _close(open_ones, last)
    return places, headers


def _close(places: list[Place], last: int) -> None:
    for place in places:
        place.last = max(place.first, last)


def _steps(text: str) -> Path:
    return tuple(unquote(word) for word in _WORDS.findall(text))


def _resolve(steps: Path, counts: dict[Path, int], *, is_array: bool) -> Path:
    """Put the indexes of arrays of tables into the path of a header."""
    path: Path = ()
    for n, step in enumerate(steps, 1):
        path = (*path, step)
        if n == len(steps) and is_array:
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path = (*path, counts[path])
    return path
