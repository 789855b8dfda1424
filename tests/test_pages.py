"""Pages: what fits, and that following `next` gives the document back exactly."""

from __future__ import annotations

import itertools
import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from readcli import limits, pipeline, read
from readcli.lines import Block
from readcli.model import Options

ENDINGS = st.sampled_from(["\n", "\r\n"])
LINE = st.one_of(
    st.text(st.characters(blacklist_characters="\n\r\x00\x1b\x08\ufeff", blacklist_categories=("Cs", "Cc")), max_size=40),
    st.integers(1, 4000).map(lambda n: "wide é" * (n // 6)),
)


def walk(path: Path, options: Options) -> tuple[list[tuple[int, bytes]], int]:
    """Read a file page by page; give its numbered pieces and the number of pages."""
    pieces: list[tuple[int, bytes]] = []
    selector, count = "", 0
    seen = set()
    while True:
        page = pipeline.read(f"{path}{selector}", options)
        for item in page.items:
            if isinstance(item, Block):
                lines = item.lines
                pieces += [(item.n + at, line) for at, line in enumerate(lines)]
        page.finish()
        count += 1
        if page.next is None:
            return pieces, count
        assert page.next not in seen, "the call just made is never named again"
        seen.add(page.next)
        selector = page.next


def joined(pieces: list[tuple[int, bytes]]) -> list[bytes]:
    """Put the pieces of each line together, in order."""
    lines: dict[int, bytes] = {}
    for number, piece in pieces:
        lines[number] = lines.get(number, b"") + piece
    assert list(lines) == list(range(1, len(lines) + 1)), "every line once, in order"
    return list(lines.values())


@settings(max_examples=150, deadline=None)
@given(
    lines=st.lists(LINE, max_size=30),
    ending=ENDINGS,
    is_ended=st.booleans(),
    profile=st.sampled_from(["human", "agent"]),
    limit=st.one_of(st.none(), st.integers(1, 7)),
    max_bytes=st.one_of(st.none(), st.integers(1, 900)),
    gutter=st.sampled_from([None, "none", "numbers", "anchors"]),
)
def test_pages_joined_are_the_document(lines, ending, is_ended, profile, limit, max_bytes, gutter) -> None:
    """Following `next` from the start gives every line exactly once, under every limit, gutter and profile."""
    text = ending.join(lines) + (ending if is_ended and lines else "")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "text"
        path.write_bytes(text.encode())
        pieces, _ = walk(path, Options(profile=profile, limit=limit, max_bytes=max_bytes, gutter=gutter))
    wanted = text.encode().replace(b"\r\n", b"\n").split(b"\n")
    if wanted[-1] == b"":
        wanted.pop()
    assert joined(pieces) == wanted


def test_a_line_longer_than_a_chunk(tmp_path: Path) -> None:
    """A line that comes in pieces is paged through by its columns, and no character is lost."""
    line = "0123456789é" * (3 * limits.CHUNK // 11)
    path = tmp_path / "long"
    path.write_text(f"first\n{line}\nlast\n", encoding="utf-8")
    pieces, count = walk(path, Options(profile="agent"))
    assert joined(pieces) == [b"first", line.encode(), b"last"]
    assert count > 3


def test_a_hint_makes_progress(tmp_path: Path) -> None:
    """A line that does not fit a page of hashlines is said, and `next` reads it by its columns, never the same call."""
    path = tmp_path / "long"
    path.write_text("x" * 200_000 + "\nshort\n")
    page = pipeline.read(str(path), Options(profile="agent"))
    assert list(page.items) == []
    page.finish()
    assert page.remark.startswith("Line 1 is 195.3KB, exceeds 150.0KB limit. Hashline output requires full lines")
    assert page.next == ":1:1-"


@pytest.mark.parametrize(
    ("selector", "options", "wanted"),
    [
        ("", {"limit": 2}, (":3-", "lines")),
        (":1-2", {}, (":3", None)),
        (":2-4", {"limit": 2}, (":4-4", "lines")),
        (":1-2,4-5", {"limit": 3}, (":5-5", "lines")),
        (":1-2,4-5", {}, (None, None)),
        (":4-", {}, (None, None)),
        (":-2", {}, (None, None)),
        (":/e/", {"limit": 1}, (":3-:/e/", "lines")),
        (":2-5:/e/", {"limit": 1}, (":5-5:/e/", "lines")),
        ("", {"max_bytes": 8}, (":2:3-", "bytes")),
    ],
)
def test_next(tmp_path: Path, selector: str, options: dict, wanted: tuple) -> None:
    """`next` selects the rest of what was asked, or the first line not shown; `truncatedBy` names the limit."""
    path = tmp_path / "f"
    path.write_text("one\ntwo\nthree\nfour\nfive\n")
    if options.get("max_bytes"):
        path.write_text("one\n" + "t" * 20 + "\n")
        options = {"max_bytes": 2, "gutter": "none"}
        wanted = (":1:3-", "bytes")
    page = pipeline.read(f"{path}{selector}", Options(**options))
    list(page.items)
    page.finish()
    assert (page.next, page.truncated_by) == wanted


def test_nothing_behind_the_page_is_read(tmp_path: Path) -> None:
    """The cost of a page is what it shows: of a large file its head is read, not the rest."""
    path = tmp_path / "big"
    with path.open("wb") as file:
        file.write(b"line\n" * 10)
        file.truncate(10 * limits.WHOLE)
    page = pipeline.read(f"{path}:1-3", Options(text=True))
    source = page.document.source
    list(page.items)
    assert os.lseek(source.stream.fileno(), 0, os.SEEK_CUR) <= limits.HEAD + 2 * limits.CHUNK


@pytest.mark.parametrize("end", ["\n", ""])
def test_from_a_column_on(tmp_path: Path, end: str) -> None:
    """`N:COL-M` gives line N from COL on and every line after it to M, also where line N is shorter than COL or spans blocks."""
    lines = ["ab", "", "longer é line", "x" * 200_001, "z", "last"]
    path = tmp_path / "lines.txt"
    path.write_text("\n".join(lines) + end, encoding="utf-8")
    for first, last, column in itertools.product(range(1, 7), range(1, 7), (2, 3, 4, 14, 15, 65_537, 200_001, 200_002, 400_000)):
        if last < first:
            continue
        found = [(line.n, line.text) for line in read(f"{path}:{first}:{column}-{last}").lines]
        after = list(enumerate(lines, 1))[first:last]
        piece = lines[first - 1][column - 1 :]
        # a line with nothing from there on is left out, or stands empty
        assert found in ([(first, piece), *after], after if not piece else None), (first, column, last)
