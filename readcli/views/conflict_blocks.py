"""Merge conflicts in text: found by their marker lines alone, whatever lies between them.

A marker stands at the start of a line: seven `<`, `|` or `>`, alone or with a blank and a label behind them, or exactly seven `=`.
A block is `<<<<<<<`, perhaps `|||||||` (diff3, zdiff3), `=======`, `>>>>>>>`, in this order. An opener begins a new block, except
inside a base part, where it is text with the markers that belong to it. jj's own style has neither `=======` nor sides.
"""

from __future__ import annotations

import re

from readcli.model import Range

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from readcli.lines import Block

OPENER = b"<<<<<<<"
_MARKER = re.compile(rb"\n(<{7}|={7}(?=\n|\Z)|>{7}|\|{7})(?: ([^\n]*))?(?=\n|\Z)")
_KINDS = {b"<<<<<<<": "<", b"|||||||": "|", b"=======": "=", b">>>>>>>": ">"}
_JJ = (b"%%%%%%% ", b"+++++++ ", b"------- ", b"\\\\\\\\\\\\\\ ")
_JJ_FIRST = b"%+-\\"
_LABEL = 400  # bytes of a label that are shown

Marker = tuple[str, int, bytes | None]  # one of < | = > j (an opener of jj's), line, label


class Conflict:
    """One block.

    first, last  its lines, markers too; `last` is 0 where it does not end
    base         the line of `|||||||`, or 0; middle: the line of `=======`, 0 in jj's style
    labels       what stands behind the markers of ours, base, theirs, or None
    """

    __slots__ = ("base", "first", "labels", "last", "middle", "style")

    def __init__(self, first: int, label: bytes | None) -> None:
        """Take the opener."""
        self.first = first
        self.base = 0
        self.middle = 0
        self.last = 0
        self.labels: dict[str, bytes | None] = {"ours": label}
        self.style = "merge"

    def label(self, name: str) -> str:
        """Give the label of a side."""
        return read_label(self.labels.get(name))

    def side(self, name: str) -> Range | None:
        """Give the lines of a side (last is first - 1 where it is empty), or None where the block has no such side."""
        if not self.middle or (name == "base" and not self.base):
            return None
        if name == "ours":
            return Range(self.first + 1, (self.base or self.middle) - 1)
        return Range(self.base + 1, self.middle - 1) if name == "base" else Range(self.middle + 1, self.last - 1)


def find_conflicts(blocks: Iterable[Block]) -> tuple[list[Conflict], list[Conflict]]:
    """Give the conflicts of a text, and the openers without an end; nothing but marker lines is looked at."""
    return join_markers(list(find_markers(blocks)))


def join_markers(markers: list[Marker]) -> tuple[list[Conflict], list[Conflict]]:
    """Join marker lines to conflicts; give the openers without an end too."""
    found: list[Conflict] = []
    open_ones: list[Conflict] = []
    at = 0
    while at < len(markers):
        if markers[at][0] not in "<j":
            at += 1
            continue
        conflict, end = _read(markers, at, is_nested=True)
        if not conflict.last:  # the opener inside the base had no markers of its own: it is plain text
            conflict, end = _read(markers, at, is_nested=False)
        (found if conflict.last else open_ones).append(conflict)
        at = end
    return found, open_ones


def _read(markers: list[Marker], start: int, *, is_nested: bool) -> tuple[Conflict, int]:
    """Read one block from its opener on; give it, and the marker to go on with."""
    conflict = Conflict(markers[start][1], markers[start][2])
    if markers[start][0] == "j":
        return _read_jj(conflict, markers, start)
    part, depth = "ours", 0
    for at in range(start + 1, len(markers)):
        kind, line, label = markers[at]
        if part == "base" and (kind in "<j" or depth):
            depth += is_nested * ((kind in "<j") - (kind == ">"))
        elif kind in "<j":
            return conflict, at
        elif kind == "|" and part == "ours":
            part, conflict.base, conflict.labels["base"] = "base", line, label
        elif kind == "=" and part != "theirs":
            part, conflict.middle = "theirs", line
        elif kind == ">" and part == "theirs":
            conflict.last, conflict.labels["theirs"] = line, label
            conflict.style = "diff3" if conflict.base else "merge"
            return conflict, at + 1
        else:
            return conflict, at + 1
    return conflict, start + 1


def _read_jj(conflict: Conflict, markers: list[Marker], start: int) -> tuple[Conflict, int]:
    conflict.style = "jj"
    for at in range(start + 1, len(markers)):
        kind, line, label = markers[at]
        if kind in "<j":
            return conflict, at
        if kind == ">":
            conflict.last, conflict.labels["theirs"] = line, label
            return conflict, at + 1
    return conflict, start + 1


def find_markers(blocks: Iterable[Block], *, has_opened: bool = False) -> Iterator[Marker]:
    """Give the marker lines, those before the first opener only if `has_opened`."""
    waiting: Marker | None = None  # an opener at the end of a block: the next line tells its style
    for block in blocks:
        data = b"\n" + block.data if block.col == 1 else block.data
        if waiting:
            yield "j" if data[1:].startswith(_JJ) else "<", waiting[1], waiting[2]
            waiting = None
        if not has_opened and OPENER not in data:
            continue
        n, counted = block.n, int(block.col == 1)
        for found in _MARKER.finditer(data):
            kind, at = _KINDS[found[1]], found.start()
            if not has_opened and kind != "<":
                continue
            has_opened = True
            n += data.count(b"\n", counted, at + 1)
            counted = at + 1
            if kind == "<":
                end = found.end()
                if end + 1 >= len(data):
                    waiting = ("<", n, found[2])
                    continue
                kind = "j" if data[end + 1] in _JJ_FIRST and data.startswith(_JJ, end + 1) else "<"
            yield kind, n, found[2]
    if waiting:
        yield waiting


def read_label(label: bytes | None) -> str:
    """Decode what stands behind a marker."""
    return (label or b"")[:_LABEL].decode("utf-8", "replace").strip()
