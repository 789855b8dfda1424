"""The first and the last errors of a large log file, found without making lines of the rest.

From the front until there are enough, then from the end: a log full of errors is left after a few pieces at both ends,
one with few is looked through once at the speed of reading.
"""

from __future__ import annotations

from readcli import limits, scan
from readcli.log_errors import LITERALS, find_literals, is_error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

    Mark = tuple[int, int]  # a line, and the offset at which it begins

_KEEP = max(map(len, LITERALS)) - 1
_LONG = 4096  # bytes of a line that are looked at


def forward(file: IO[bytes], mark: Mark) -> Iterator[Mark]:
    """Give the lines that tell of errors, from a line and its offset on."""
    n, counted = mark
    done = counted
    for view, start in scan.pieces(file, counted, None, keep=_KEEP):
        for begin, size in _in_piece(file, view, start, done):
            n += _count_to(file, view, start, counted, begin)
            counted = begin
            done = begin + size
            yield n, begin
        if counted < start + len(view):
            n += _count_to(file, view, start, counted, start + len(view))
            counted = start + len(view)


def backward(file: IO[bytes], least: int, end: int) -> Iterator[int]:
    """Give the offsets of the lines that tell of errors between two offsets, the last first."""
    seen = end
    at = end
    while at > least:
        at = max(least, at - limits.SCAN)
        file.seek(at)
        piece = file.read(min(limits.SCAN + _KEEP, end - at))
        found = [begin for begin, _ in _in_piece(file, memoryview(piece), at, least) if begin < seen]
        for begin in reversed(found):
            seen = begin
            yield begin


def _in_piece(file: IO[bytes], view: memoryview, start: int, done: int) -> list[tuple[int, int]]:
    """Give where the lines begin that tell of errors, and their sizes; those that begin before `done` have been given."""
    places = find_literals(view)
    data = bytes(view) if places else b""
    found = []
    for at in places:
        if start + at < done:
            continue
        begin, line = scan.line_at(file, data, start, at, done)
        done = begin + len(line)
        if is_error(line[:_LONG]):
            found.append((begin, len(line)))
    return found


def _count_to(file: IO[bytes], view: memoryview, start: int, counted: int, end: int) -> int:
    """Count the newlines from one offset to another, in the piece at hand if both lie there."""
    if end <= counted:
        return 0
    if start <= counted:
        return scan.count_in(view[counted - start : end - start], b"\n")
    return scan.count(file, b"\n", counted, end)


def lines_before(file: IO[bytes], offset: int, count: int, least: int) -> Mark:
    """Step back over some lines: give how many there are (fewer at the beginning), and the offset of the first."""
    at, data = offset, b""
    while at > least and data.count(b"\n") <= count:
        size = min(_LONG, at - least)
        at -= size
        file.seek(at)
        data = file.read(size) + data
    place, stepped = len(data), 0
    while stepped < count and place > 0:
        place = data.rfind(b"\n", 0, place - 1) + 1
        stepped += 1
    return stepped, at + place
