"""Merge conflicts: what is one, its sides, how they are listed, what an ordinary read says of them."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from readcli.errors import NotFound, Unsupported, UsageError
from readcli.lines import Block
from readcli.views.conflict_blocks import find_conflicts
from tests.support import CORPUS
from tests.views import shown

READCLI = Path(sys.executable).parent / "readcli"
TWO = "x\n<<<<<<< HEAD\noldApi(x);\n=======\nnewApi(x);\n>>>>>>> feature/x\ny\n"
DIFF3 = "<<<<<<< HEAD\na\n||||||| base\no\n=======\nb\n>>>>>>> x\n"


def found(text: str) -> list[tuple[int, int]]:
    """Give the first and last lines of the conflicts in a text."""
    return [(one.first, one.last) for one in find_conflicts([Block(1, text.encode())])[0]]


KINDS = [
    ("two sides", TWO, [(2, 6)]),
    ("three sides", DIFF3, [(1, 7)]),
    ("no labels", "<<<<<<<\na\n=======\nb\n>>>>>>>\n", [(1, 5)]),
    ("no newline at the end", "<<<<<<< A\n=======\n>>>>>>> B", [(1, 3)]),
    ("several", TWO + TWO, [(2, 6), (9, 13)]),
    ("an opener starts afresh", "<<<<<<< A\na\n<<<<<<< B\nb\n=======\nc\n>>>>>>> C\n", [(3, 7)]),
    ("an opener in the base is text", "<<<<<<< A\na\n||||||| B\n<<<<<<< C\n=======\nb\n>>>>>>> D\n", [(1, 7)]),
    (
        "a whole conflict in the base is text",
        "<<<<<<< A\na\n||||||| B\n<<<<<<< C\nx\n||||||| D\nw\n=======\ny\n>>>>>>> E\n=======\nb\n>>>>>>> F\n",
        [(1, 13)],
    ),
    ("rst headings", "Context\n=======\n\ntext\n", []),
    ("quoted mail", ">>>>>>> quoted\n>>>>>>>\n", []),
    ("indented", "    <<<<<<< HEAD\n    =======\n    >>>>>>> x\n", []),
    ("a here-document", "cat <<<<<<<EOF\n<<<<<<<EOF\n=======\n>>>>>>> x\n", []),
    ("a diff", "+<<<<<<< HEAD\n+=======\n+>>>>>>> x\n", []),
    ("the wrong order", "=======\n<<<<<<< A\n>>>>>>> B\n", []),
    ("eight marks", "<<<<<<<< A\n========\n>>>>>>>> B\n", []),
    ("a separator with a label", "<<<<<<< A\n======= x\n>>>>>>> B\n", []),
    ("two separators", "<<<<<<< A\n=======\n=======\n>>>>>>> B\n", []),
    ("a base after the separator", "<<<<<<< A\n=======\n||||||| B\n>>>>>>> C\n", []),
    ("unfinished", "<<<<<<< A\na\n=======\n", []),
    ("jj", "<<<<<<< Conflict 1 of 1\n%%%%%%% Changes\n-a\n+b\n+++++++ Contents\nc\n>>>>>>> Conflict 1 of 1 ends\n", [(1, 7)]),
]


@pytest.mark.parametrize(("text", "wanted"), [row[1:] for row in KINDS], ids=[row[0] for row in KINDS])
def test_what_is_a_conflict(text: str, wanted: list) -> None:
    """Markers stand at the start of a line, in order; headings, rules, quotations and diffs are none."""
    assert found(text) == wanted


@given(
    st.lists(
        st.sampled_from(["<<<<<<< A", "||||||| B", "=======", ">>>>>>> C", "<<<<<<<", "+++++++ x", "text", "", "<<<<<<< "]), max_size=24
    ),
    st.integers(1, 5),
)
def test_blocks_do_not_matter(lines: list[str], size: int) -> None:
    """However the lines are cut into blocks, the same conflicts are found, in order, none inside another."""
    whole = "".join(f"{line}\n" for line in lines)
    pieces = [Block(at + 1, "".join(f"{line}\n" for line in lines[at : at + size]).encode()) for at in range(0, len(lines), size)]
    got = [(one.first, one.last, one.style) for one in find_conflicts(pieces)[0]]
    assert got == [(one.first, one.last, one.style) for one in find_conflicts([Block(1, whole.encode())])[0]]
    assert all(before[1] < after[0] for before, after in pairwise(got))


def test_crlf(tmp_path: Path) -> None:
    """A file with CRLF has the same conflicts, its labels without the carriage return."""
    path = tmp_path / "a.c"
    path.write_bytes(DIFF3.replace("\n", "\r\n").encode())
    assert shown(path, "conflicts").rows == ["1-7  conflict:1  HEAD | x  (3-way)"]
    assert shown(path, "conflict:1/base").lines == {4: "o"}


def test_list_and_sides(tmp_path: Path) -> None:
    """Each row begins with its lines and its selector; blocks and sides keep the numbers of the file."""
    path = tmp_path / "a.c"
    path.write_text(TWO + DIFF3)
    assert shown(path, "conflicts").rows == ["2-6  conflict:1  HEAD | feature/x", "8-14  conflict:2  HEAD | x  (3-way)"]
    assert shown(path, "conflict:1").numbers == [2, 3, 4, 5, 6]
    assert shown(path, "conflict://1/ours").lines == {3: "oldApi(x);"}
    assert shown(path, "conflict:1/theirs").lines == {5: "newApi(x);"}
    assert [shown(path, f"conflict:2/{side}").numbers for side in ("ours", "base", "theirs")] == [[9], [11], [13]]
    assert shown(path, "7-:conflicts").rows == ["8-14  conflict:2  HEAD | x  (3-way)"]
    page = shown(path, "conflict:1", profile="agent").page
    assert (page.next, page.truncated_by) == (None, None)


def test_sides_that_are_not_there(tmp_path: Path) -> None:
    """A number too high, a base of a two-way merge, a side in jj's style are told; an empty side prints nothing, with a notice."""
    path = tmp_path / "a.c"
    path.write_text("<<<<<<< A\n=======\nb\n>>>>>>> B\n" + KINDS[-1][1])
    with pytest.raises(NotFound, match="Conflict #9 not found"):
        shown(path, "conflict:9")
    with pytest.raises(NotFound, match="no base section"):
        shown(path, "conflict:1/base")
    with pytest.raises(Unsupported, match="jj"):
        shown(path, "conflict:2/ours")
    with pytest.raises(UsageError):
        shown(path, "conflict:0")
    assert shown(path, "conflict:2").numbers == list(range(5, 12))
    empty = shown(path, "conflict:1/ours")
    assert (empty.lines, empty.notices) == ({}, ["ours of conflict 1 is empty"])


def test_none_and_unfinished(tmp_path: Path) -> None:
    """No conflicts: nothing but a notice; one without an end is told with the line where it begins, and swallows nothing."""
    path = tmp_path / "a.c"
    path.write_text("x\n")
    none = shown(path, "conflicts")
    assert (none.lines, none.notices) == ({}, [f"No unresolved git merge conflicts in {path}."])
    path.write_text("<<<<<<< A\na\n=======\nb\n" + TWO)
    some = shown(path, "conflicts")
    assert some.rows == ["6-10  conflict:1  HEAD | feature/x"]
    assert "the conflict that begins at line 1 does not end" in some.notices


def test_json(tmp_path: Path) -> None:
    """JSON has the sides as values; --skip and --limit page them as they page the rows."""
    path = tmp_path / "a.c"
    path.write_text(DIFF3 + TWO)
    done = subprocess.run([READCLI, "--json", f"{path}:conflicts"], capture_output=True, check=True)
    facts = json.loads(done.stdout)["facts"]["conflicts"]
    assert [(one["number"], one["first"], one["last"], one["style"]) for one in facts] == [(1, 1, 7, "diff3"), (2, 9, 13, "merge")]
    assert facts[0]["sides"]["base"] == {"label": "base", "first": 4, "last": 4, "lines": ["o"]}
    page = shown(path, "conflicts", json="object", limit=1).page
    assert page.next_skip == 1
    assert len(page.document.facts["conflicts"]) == 1
    rest = shown(path, "conflicts", json="object", skip=1).page
    assert [one["number"] for one in rest.document.facts["conflicts"]] == [2]


def test_notice_on_a_read(tmp_path: Path) -> None:
    """An ordinary read says how many conflicts it shows: one line for people, the seed's footer for agents; never in raw."""
    path = tmp_path / "two.ts"
    path.write_text(TWO + TWO)
    assert shown(path).notices == [f"2 unresolved conflicts; {path}:conflicts lists them"]
    assert shown(path, "1-3").notices == []
    assert shown(path, "1,3-5").notices == []
    page = shown(path, "1-6", profile="agent").page
    assert page.document.notices == []
    assert page.footnote.split("\n")[:3] == [
        f"⚠ 1 of 2 unresolved conflicts visible in this window (read `{path}:conflicts` for the full list).",
        "- ours = HEAD",
        "- theirs = feature/x",
    ]
    assert "──── #1  L2-6 ────\n<<< ours\noldApi(x);\n>>> theirs\nnewApi(x);\n" in page.footnote
    raw = subprocess.run([READCLI, f"{path}:raw"], capture_output=True, check=True)
    assert (raw.stdout.decode(), raw.stderr) == (TWO + TWO, b"")


def test_footer_of_long_and_equal_sides(tmp_path: Path) -> None:
    """Sides are shown to six lines; equal ones are told as equal, empty ones as empty."""
    path = tmp_path / "a.c"
    many = "".join(f"{n}\n" for n in range(9))
    path.write_text(f"<<<<<<< A\n{many}||||||| B\n=======\n{many}>>>>>>> C\n")
    note = shown(path, profile="agent").page.footnote
    assert "<<< ours\n0\n1\n2\n3\n4\n5\n… (3 more lines)\n=== base\n(empty)\n>>> theirs ≡ ours\n" in note


def test_stdin_and_members() -> None:
    """A stream has the same conflicts."""
    done = subprocess.run([READCLI, "-:conflict:1/ours"], input=TWO.encode(), capture_output=True, check=True)
    assert done.stdout == b"3|oldApi(x);\n"


@pytest.mark.skipif(not CORPUS.exists(), reason="the corpus is not beside this checkout")
def test_corpus() -> None:
    """The real conflict of the corpus is found."""
    assert shown(CORPUS / "text" / "difft_conflicts.el", "conflicts").rows == [
        "1049-1066  conflict:1  Updated upstream | Stashed changes  (3-way)"
    ]
