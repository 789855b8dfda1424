"""Merge conflicts in text: found by their marker lines alone, whatever lies between them.

A marker stands at the start of a line: seven `<`, `|` or `>`, alone or with a blank and a label behind them, or exactly seven `=`.
A block is `<<<<<<<`, perhaps `|||||||` (diff3, zdiff3), `=======`, `>>>>>>>`, in this order. An opener begins a new block, except
inside a base part, where it is text with the markers that belong to it. jj's own style has neither `=======` nor sides.
"""

from __future__ import annotations

from readcli.model import Range

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from readcli.lines import Block

OPENER = b"<<<<<<<"
_MARKERS = frozenset((OPENER, b"|||||||", b"=======", b">>>>>>>"))
_ENDS = (b"", b" ")
_JJ = (b"%%%%%%% ", b"+++++++ ", b"------- ", b"\\\\\\\\\\\\\\ ")
_LABEL = 200  # characters of a label

Marker = tuple[str, int, str]  # one of < | = > j (an opener of jj's), line, label


class Conflict:
    """One block.

    first, last  its lines, markers too; `last` is 0 where it does not end
    base         the line of `|||||||`, or 0; middle: the line of `=======`, 0 in jj's style
    labels       what stands behind the markers: ours, base, theirs
    """

    __slots__ = ("base", "first", "labels", "last", "middle", "style")

    def __init__(self, first: int, label: str) -> None:
        """Take the opener."""
        self.first = first
        self.base = 0
        self.middle = 0
        self.last = 0
        self.labels = {"ours": label, "base": "", "theirs": ""}
        self.style = "merge"

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
        if waiting:
            yield _with_style(waiting, block.lines[0] if block.col == 1 else b"")
            waiting = None
        if not (_may_mark(block.data) if has_opened else OPENER in block.data):
            continue
        lines = block.lines
        for at, line in enumerate(lines):
            if line[:7] not in _MARKERS or line[7:8] not in _ENDS or (at == 0 and block.col != 1):
                continue
            kind = chr(line[0])
            if kind == "=" and len(line) > 7 or not (has_opened or kind == "<"):
                continue
            has_opened = True
            marker = (kind, block.n + at, line[8:].decode("utf-8", "replace").strip()[:_LABEL])
            if kind != "<":
                yield marker
            elif at + 1 < len(lines):
                yield _with_style(marker, lines[at + 1])
            else:
                waiting = marker
    if waiting:
        yield waiting


def _may_mark(data: bytes) -> bool:
    return any(marker in data for marker in _MARKERS)


def _with_style(marker: Marker, following: bytes) -> Marker:
    """Mark the opener of a block in jj's style, which its next line tells."""
    return ("j", marker[1], marker[2]) if following.startswith(_JJ) else marker
