"""Scanning: what is found in pieces is what is found in the whole."""

from __future__ import annotations

import io

from hypothesis import given, settings
from hypothesis import strategies as st

from readcli import limits, scan

DATA = st.lists(st.sampled_from([b"", b"ab", b"needle", b"x needle y", b"needneedle", b"z" * 50]), max_size=60).map(
    lambda rows: b"\n".join(rows)
)


@settings(max_examples=200, deadline=None)
@given(data=DATA, size=st.integers(1, 40), is_numbered=st.booleans())
def test_lines_with(data: bytes, size: int, is_numbered: bool) -> None:
    """Every line that holds a literal is found once, with its number, wherever the pieces are cut."""
    before, limits.SCAN = limits.SCAN, size
    try:
        found = list(scan.lines_with(io.BytesIO(data), b"needle", (1, 0), numbered=is_numbered))
    finally:
        limits.SCAN = before
    lines = data.split(b"\n")
    wanted = [(at + 1 if is_numbered else 0, line) for at, line in enumerate(lines) if b"needle" in line]
    assert [(n, line.rstrip(b"\n")) for n, line in found] == wanted


@settings(max_examples=200, deadline=None)
@given(data=DATA, size=st.integers(1, 40), line=st.integers(1, 70))
def test_find_line(data: bytes, size: int, line: int) -> None:
    """A line is found where it begins, or said to lie past the end."""
    before, limits.SCAN = limits.SCAN, size
    try:
        n, offset = scan.find_line(io.BytesIO(data), b"\n", (1, 0), line)
    finally:
        limits.SCAN = before
    lines = data.split(b"\n")
    if line <= len(lines):
        assert (n, offset) == (line, len(b"\n".join(lines[: line - 1])) + (line > 1))
    else:
        assert (n, offset) == (len(lines), -1)


def test_a_long_piece() -> None:
    """Halving finds the same newline as counting one by one."""
    data = b"\n".join(b"%d" % n for n in range(20_000))
    for line in (1, 2, 9_999, 10_000, 20_000):
        _, offset = scan.find_line(io.BytesIO(data), b"\n", (1, 0), line)
        assert data[offset:].split(b"\n")[0] == b"%d" % (line - 1)
