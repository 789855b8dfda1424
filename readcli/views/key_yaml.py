"""Where the values of a YAML text stand, by indentation (YAML 1.2: block mappings and sequences 8.2, scalars 8.1, flow 7.4).

A comment or a blank line at the end of a value is no part of it. Anchors and tags are passed over, aliases not followed.
"""

from __future__ import annotations

import re

from readcli.views.key_places import YAML, Place, has_end, scan_from, tell_kind, unquote

_KEY = re.compile(r"""("[^"\\]*(?:\\.[^"\\]*)*"|'[^']*(?:''[^']*)*'|[^\s"'\[\]{}#&*!|>%@`,?:-][^\n]*?|[-?:][^\s][^\n]*?)\s*:(?=\s|$)""")
_ITEM = re.compile(r"-(?=\s|$)")
_AHEAD = 5000  # lines over which a value in brackets or quotes may go on
_MARK = re.compile(r"[&!]\S*\s*")


class _Node:
    """An open key or item: its column, its place, how many items it has had."""

    __slots__ = ("column", "count", "is_item", "place")

    def __init__(self, place: Place, column: int, *, is_item: bool) -> None:
        self.place = place
        self.column = column
        self.is_item = is_item
        self.count = 0


class _Reader:
    """The lines of one text, read forward."""

    def __init__(self, lines: list[str], depth: int) -> None:
        self.lines = lines
        self.depth = depth
        self.at = 0  # index of the line being read
        self.last = 0  # the last line with content, from 1
        self.documents: list[list[Place]] = []
        self.stack: list[_Node] = []

    def begin(self) -> None:
        """Begin a document."""
        self.close(-1, is_item=False)
        root = Place((), self.at + 1, self.at + 1)
        self.documents.append([root])
        self.stack = [_Node(root, -1, is_item=False)]

    def close(self, column: int, *, is_item: bool) -> None:
        """End the keys and items that something at a column follows."""
        while len(self.stack) > 1:
            node = self.stack[-1]
            if node.column < column or (node.column == column and is_item and not node.is_item):
                return
            self.stack.pop()
            node.place.last = max(node.place.first, self.last)

    def add(self, step: str | int, column: int, *, is_item: bool) -> None:
        """Begin a key or an item."""
        parent = self.stack[-1]
        parent.place.kind = "array" if is_item else "object"
        place = Place((*parent.place.path, step), self.at + 1, self.at + 1, "null")
        if len(place.path) <= self.depth:
            self.documents[-1].append(place)
        self.stack.append(_Node(place, column, is_item=is_item))

    def read(self) -> list[list[Place]]:
        """Read all lines; give the places of each document."""
        self.begin()
        while self.at < len(self.lines):
            line = self.lines[self.at]
            text = line.lstrip(" ")
            if line.startswith("---") and line[3:4] in ("", " "):
                if len(self.documents[-1]) > 1 or self.last:
                    self.begin()
                text = line[3:].lstrip()
                self._content(text, len(line) - len(text))
            elif text.strip() and text[0] != "#" and not line.startswith(("%", "...")):
                self._content(text, len(line) - len(text))
            self.at += 1
        self.close(-1, is_item=False)
        for places in self.documents:
            places[0].last = max([place.last for place in places])
        return self.documents

    def _content(self, text: str, column: int) -> None:
        """Take the content of a line that begins at a column: items, a key, a value."""
        while _ITEM.match(text):
            self.close(column, is_item=True)
            parent = self.stack[-1]
            self.add(parent.count, column, is_item=True)
            parent.count += 1
            rest = text[1:].lstrip()
            column += len(text) - len(rest)
            text = rest
        self.close(column, is_item=False)
        if key := _KEY.match(text):
            self.add(unquote(key[1]), column, is_item=False)
            text = text[key.end() :].lstrip()
        self.last = self.at + 1
        self._value(text)

    def _value(self, text: str) -> None:
        """Take a value, and the lines that it goes on over."""
        while mark := _MARK.match(text):
            text = text[mark.end() :]
        if not text or text[0] == "#":
            return
        node = self.stack[-1]
        if node.place.kind in ("null", ""):
            node.place.kind = "string" if text[0] in "|>" else tell_kind(text.partition(" #")[0].strip())
        if text[0] in "|>":
            self._block(node.column)
        elif text[0] in "\"'{[":
            self._flow(text, node.place)

    def _block(self, column: int) -> None:
        """Pass the lines of a block scalar: those that are indented more than what it belongs to."""
        while self.at + 1 < len(self.lines):
            following = self.lines[self.at + 1]
            if following.strip() and len(following) - len(following.lstrip(" ")) <= column:
                return
            self.at += 1
            if following.strip():
                self.last = self.at + 1

    def _flow(self, text: str, place: Place) -> None:
        """Take a value in brackets or quotes, perhaps of several lines."""
        joined, ahead = text, 0
        while True:
            if has_end(joined, YAML):
                break
            more = min(max(1, ahead), len(self.lines) - self.at - 1 - ahead)
            if more <= 0 or ahead > _AHEAD:
                return  # it never ends: the lines that follow are read for themselves
            joined += "\n" + "\n".join(self.lines[self.at + 1 + ahead : self.at + 1 + ahead + more])
            ahead += more
        places, _, end = scan_from(joined, (0, self.at + 1), place.path, self.depth, YAML)
        self.documents[-1] += places[1:]
        if text[0] in "{[":
            place.kind = places[0].kind
        self.at = end - 1
        self.last = end


def read(text: str, depth: int) -> list[list[Place]]:
    """Give the places of each document of a YAML text, down to paths of `depth`."""
    return _Reader(text.split("\n"), depth).read()
