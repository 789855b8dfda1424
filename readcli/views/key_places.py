"""Where the values of structured text stand: `Place`, and a scanner of brackets for JSON and the bracketed parts of YAML and TOML.

It builds nothing but the places down to the depth asked for, goes forward once and takes what it finds: comments, trailing
commas, single quotes, bare words, missing ends.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    Path = tuple[str | int, ...]

_STRINGS = r'"[^"\\]*(?:\\.[^"\\]*)*"|\'[^\'\\]*(?:\\.[^\'\\]*)*\''
JSON = re.compile(rf"(?:{_STRINGS})|//[^\n]*|/\*.*?\*/|[{{}}\[\],:]|[^\s{{}}\[\],:\"'/]+", re.DOTALL)
YAML = re.compile(rf"(?:{_STRINGS})|(?<!\S)#[^\n]*|[{{}}\[\],]|:(?=[\s{{\[,\]}}]|$)|(?<=[\"']):|(?:[^\s{{}}\[\],:\"']|:(?=[^\s,\]}}]))+")
TOML = re.compile(rf'"""(?:[^\\]|\\.)*?"""|\'\'\'.*?\'\'\'|{_STRINGS}|#[^\n]*|[{{}}\[\],=]|[^\s{{}}\[\],="\'#]+', re.DOTALL)
MOST = 1_000_000  # places of one value
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})|\\(.)", re.DOTALL)
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


class Place:
    """Where a value stands: the lines from its key to its end.

    path  the keys and indexes that lead to it; kind: object, array, string, number, boolean, null, table
    """

    __slots__ = ("first", "kind", "last", "path")

    def __init__(self, path: Path, first: int, last: int, kind: str = "") -> None:
        """Take the lines, from 1."""
        self.path = path
        self.first = first
        self.last = last
        self.kind = kind


class _Frame:
    """An open bracket: what it belongs to, and the item being read."""

    __slots__ = ("first", "index", "is_map", "item", "path", "words")

    def __init__(self, path: Path | None, *, is_map: bool) -> None:
        self.path = path  # None: too deep to be of interest
        self.is_map = is_map
        self.index = 0
        self.item: Place | None = None
        self.words: list[str] = []  # a key as far as read
        self.first = 0  # the line where it began


class _Scanner:
    """The brackets that are open, and the places found so far."""

    def __init__(self, path: Path, depth: int, wanted: Path | None = None) -> None:
        self.root = Place(path, 0, 0)
        self.places = [self.root]
        self.depth = depth
        self.wanted = wanted
        self.stack: list[_Frame] = []
        self.is_found = False

    def is_inside(self, path: Path) -> bool:
        """Say whether places below a path are of interest."""
        return len(path) < self.depth and (self.wanted is None or self.wanted[: len(path)] == path)

    def take(self, sign: str, line: int) -> bool:
        """Take one sign; the answer is whether the value goes on."""
        frame = self.stack[-1] if self.stack else None
        last = line + sign.count("\n")
        if sign in ("{", "["):
            self._open(frame, line, is_map=sign == "{")
        elif frame is None:
            self.root.kind = tell_kind(sign)
            self.root.first, self.root.last = line, last
        elif sign in ("}", "]"):
            self._leave(frame)
            self.stack.pop()
            owner = self.stack[-1].item if self.stack else self.root
            if owner:
                owner.last = line
        elif sign == ",":
            self._leave(frame)
            frame.item, frame.words = None, []
            frame.index += 1
        elif sign in (":", "=") and frame.is_map:
            self._name(frame, line)
        else:
            self._word(frame, sign, (line, last))
        return bool(self.stack) and not self.is_found and len(self.places) <= MOST

    def _leave(self, frame: _Frame) -> None:
        """Note that an item is complete: what follows the one that is wanted need not be read."""
        if self.wanted and frame.item and frame.item.path == self.wanted:
            self.is_found = True

    def _open(self, frame: _Frame | None, line: int, *, is_map: bool) -> None:
        owner: Place | None = self.root
        if frame:
            self._count(frame, line)
            owner = frame.item
        else:
            self.root.first = line
        if owner:
            owner.kind = "object" if is_map else "array"
            owner.last = line
        path = owner.path if owner and self.is_inside(owner.path) else None
        self.stack.append(_Frame(path, is_map=is_map))

    def _count(self, frame: _Frame, line: int) -> None:
        """Begin an item of an array."""
        if frame.item is None and not frame.is_map and frame.path is not None:
            frame.item = Place((*frame.path, frame.index), line, line)
            self.places.append(frame.item)

    def _name(self, frame: _Frame, line: int) -> None:
        """Begin an item of an object, whose key has been read."""
        if frame.item is None and frame.path is not None:
            frame.item = Place((*frame.path, unquote(" ".join(frame.words))), frame.first or line, line, "null")
            self.places.append(frame.item)
        frame.words = []

    def _word(self, frame: _Frame, sign: str, lines: tuple[int, int]) -> None:
        """Take a word of a key or of a value."""
        self._count(frame, lines[0])
        if frame.is_map and not frame.words:
            frame.first = lines[0]
        frame.words.append(sign)
        if frame.item:
            frame.item.kind = tell_kind(sign)
            frame.item.last = lines[1]

    def close(self, line: int) -> None:
        """End what is still open where the text ends."""
        for frame in self.stack:
            if frame.item:
                frame.item.last = line
        if self.stack:
            self.root.last = line


def scan(text: str, depth: int, wanted: Path | None = None) -> list[Place]:
    """Give the places in a JSON text, the whole first, down to paths of `depth`; with `wanted` only what leads there."""
    return _run(text, (0, 1), _Scanner((), depth, wanted), JSON)[0]


def scan_from(text: str, start: tuple[int, int], path: Path, depth: int, tokens: re.Pattern[str]) -> tuple[list[Place], int, int]:
    """Give the places of the value at (offset, line), and the offset and line behind it; no places where there is no value."""
    return _run(text, start, _Scanner(path, depth), tokens)


def _run(text: str, start: tuple[int, int], scanner: _Scanner, tokens: re.Pattern[str]) -> tuple[list[Place], int, int]:
    at, line = start
    for found in tokens.finditer(text, at):
        sign = found[0]
        if sign[0] == "#" or sign.startswith(("//", "/*")):
            continue
        line += text.count("\n", at, found.start())
        at = found.start()
        if not scanner.take(sign, line):
            return scanner.places, found.end(), line + sign.count("\n")
    line += text.count("\n", at)
    scanner.close(line)
    return scanner.places if scanner.root.first else [], len(text), line


def tell_kind(sign: str) -> str:
    """Tell the kind of a scalar by how it is written."""
    if sign[0] in "\"'|>":
        return "string"
    if sign in ("true", "false"):
        return "boolean"
    if sign in ("null", "~"):
        return "null"
    return "number" if re.fullmatch(r"[-+]?(?:\d[\d_]*(?:\.\d+)?(?:[eE][-+]?\d+)?|0[xob][\da-fA-F_]+)", sign) else "string"


def unquote(word: str) -> str:
    """Take the quotes off a key, and its escapes."""
    if len(word) < 2 or word[0] not in "\"'" or word[-1] != word[0]:
        return word
    if word[0] == "'":
        return word[1:-1].replace("''", "'")
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)) if found[1] else _LETTERS.get(found[2], found[2]), word[1:-1])


def has_end(text: str, tokens: re.Pattern[str]) -> bool:
    """Say whether the value that a text begins with has its end there."""
    scanner = _Scanner((), 0)
    return any(not scanner.take(found[0], 0) for found in tokens.finditer(text) if found[0][0] != "#")
