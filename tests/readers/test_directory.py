"""Folders, on real file systems: the tree for people, the paths for pipes, the seed's tree for agents."""

from __future__ import annotations

import os
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from readcli.errors import NotFound, OutsideRoot, ReadError
from readcli.model import Notice, Options, Source
from readcli.readers import directory
from tests.support import Said

_began = [0.0]


@pytest.fixture(autouse=True)
def _now() -> None:
    """Count ages from the beginning of each test: in a slow run they would grow."""
    _began[0] = time.time() - 0.5


def listed(folder: Path | str, **options: object) -> Said:
    """List a folder, in this process."""
    source = Source(Path(folder).name, str(folder), None)  # type: ignore[arg-type]  # the stream of a folder is never read
    source.format = "directory"
    result = Said("")
    lines: list[str] = []
    for event in directory.read(source, Options(**options)):
        if isinstance(event, str):
            lines.append(event)
        elif isinstance(event, Notice):
            result.notices.append(event.text)
        elif isinstance(event, dict):
            result.facts.update(event)
    result.text = "\n".join(lines)
    return result


def paths(folder: Path, **options: object) -> list[str]:
    """List the paths below a folder."""
    return listed(folder, gutter="none", **options).text.split("\n")


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a folder with a few of everything, and look at it from above."""
    folder = tmp_path / "shelf"
    for name, size in (
        ("b.txt", 12),
        ("a.py", 2000),
        ("sub/c.md", 3),
        ("sub/deep/d", 1),
        ("sub/deep/more/e", 1),
        (".hidden", 1),
        ("x.o", 1),
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"x" * size)
    (folder / "empty").mkdir()
    (folder / ".DS_Store").write_bytes(b"")
    (folder / ".gitignore").write_bytes(b"*.o\n")
    monkeypatch.chdir(tmp_path)
    return folder


def age(path: Path, seconds: float) -> None:
    """Let an entry be so old."""
    moment = _began[0] - seconds
    os.utime(path, (moment, moment), follow_symlinks=False)


def test_people_see_two_levels_by_name(shelf: Path) -> None:
    """The folder itself, then its entries by name, two levels, sizes beside files, without dot-files and ignored ones."""
    assert listed("shelf").text == (
        "shelf/\n"
        "  a.py      2.0KB\n"
        "  b.txt       12B\n"
        "  empty/\n"
        "  sub/\n"
        "    c.md        3B\n"
        "    deep/"
    )  # fmt: skip
    assert listed(f"{shelf}/").text.startswith(f"{shelf}/\n")


def test_all_and_depth(shelf: Path) -> None:
    """`-a` shows what is ignored, dot-files and `.DS_Store`; `--depth` says how many levels."""
    assert paths(shelf) == ["a.py", "b.txt", "empty/", "sub/", "sub/c.md", "sub/deep/"]
    assert paths(shelf, depth=1) == ["a.py", "b.txt", "empty/", "sub/"]
    assert paths(shelf, depth=1, all=True) == [".DS_Store", ".gitignore", ".hidden", "a.py", "b.txt", "empty/", "sub/", "x.o"]
    assert paths(shelf, depth=99)[-2:] == ["sub/deep/more/", "sub/deep/more/e"]
    assert listed(shelf).facts == {"entries": 6, "folders": 3, "hidden": 4}


def test_paths_where_text_is_wanted(shelf: Path) -> None:
    """In JSON, and with `--gutter=auto` where output is no terminal, lines are paths, for agents too."""
    assert listed(shelf, json="object").text == listed(shelf, gutter="auto").text == "\n".join(paths(shelf))
    assert listed(shelf, json="object", profile="agent").text == "\n".join(paths(shelf))


def test_order(shelf: Path) -> None:
    """`--sort` puts the newest or the largest first, folders behind the files by size, and shows ages with the newest."""
    for name, seconds in (("sub", 60), ("a.py", 7200), ("b.txt", 3600), ("empty", 86_400)):
        age(shelf / name, seconds)
    assert paths(shelf, sort="time", depth=1) == ["sub/", "b.txt", "a.py", "empty/"]
    assert paths(shelf, sort="size", depth=1) == ["a.py", "b.txt", "empty/", "sub/"]
    assert listed("shelf", sort="time", depth=1).text == (
        "shelf/\n"
        "  sub/             1m ago\n"
        "  b.txt       12B  1h ago\n"
        "  a.py      2.0KB  2h ago\n"
        "  empty/           1d ago"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("make", "said"),
    [(lambda folder: None, ""), (lambda folder: (folder / ".x").write_bytes(b""), "1 hidden or ignored entry not shown; -a shows them")],
)
def test_nothing_to_show(tmp_path: Path, make, said: str) -> None:
    """An empty folder says so, in a line for readers and as a notice beside paths; so does one where all is hidden."""
    make(tmp_path)
    said = said or "empty directory"
    assert listed(tmp_path).text == f"({said})"
    assert (listed(tmp_path, gutter="none").text, listed(tmp_path, gutter="none").notices) == ("", [said])


def test_links_are_shown_and_not_followed(tmp_path: Path) -> None:
    """A link to the folder itself or above it is one row with its target; broken ones and loops say so (node-directory-tree #89)."""
    for name, where in (("self", "."), ("up", ".."), ("gone", "no/where"), ("one", "two"), ("two", "one"), ("odd", "a\x1b[2Jb")):
        (tmp_path / name).symlink_to(where)
    assert listed(tmp_path, depth=99).text.split("\n")[1:] == [
        "  gone -> no/where  (broken link)",
        "  odd -> a^[[2Jb  (broken link)",
        "  one -> two  (a loop)",
        "  self -> .",
        "  two -> one  (a loop)",
        "  up -> ..",
    ]
    assert paths(tmp_path, depth=99) == ["gone", "odd", "one", "self", "two", "up"]


def test_special_files_are_named_and_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pipes and sockets are listed with their kind at once: opening a pipe would wait for a writer."""
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("sock")
        assert listed(".").text == "./\n  pipe  (FIFO)\n  sock  (socket)"
    assert "  null  (character device)" in listed("/dev", depth=1).text.split("\n")


def test_odd_names_are_made_visible(tmp_path: Path) -> None:
    """Escapes, line breaks, marks that turn text and bytes that are no UTF-8 show; no name makes two lines (bat PR #3691)."""
    for name in (b"\x1b[2Jpwned.txt", b"new\nline", b"tab\there", b"bad\xff.txt", "\u202eturned".encode(), "日本".encode(), b"d\x07/x"):
        path = os.fsencode(tmp_path) + b"/" + name
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb"):
            pass
    want = ["^[[2Jpwned.txt", "bad\\xff.txt", "d^G/", "d^G/x", "new^Jline", "tab^Ihere", "<U+202E>turned", "日本"]
    assert sorted(paths(tmp_path)) == sorted(want)
    text = listed(tmp_path).text
    assert text.encode() == text.encode("utf-8", "replace")
    assert "\x1b" not in text
    assert "\x1b" not in listed(tmp_path, profile="agent").text
    rows = {row.split()[0]: row for row in text.split("\n")[1:] if row.endswith("B")}
    assert len(rows["日本"]) == len(rows["tab^Ihere"]) - 2  # two letters of two columns: the sizes stand below one another


@pytest.fixture
def open_to_all() -> Iterator[Path]:
    """Give a folder that anybody may enter, and be nobody where that matters."""
    folder = Path(tempfile.mkdtemp(dir="/tmp"))
    folder.chmod(0o755)
    user = os.geteuid()
    yield folder
    if user == 0:
        os.seteuid(0)
    for path in folder.iterdir():
        path.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.parametrize("options", [{}, {"gutter": "none"}, {"profile": "agent"}])
def test_what_is_denied_hides_nothing_else(open_to_all: Path, options: dict[str, object]) -> None:
    """A folder that may not be read is listed, a notice says why its entries are not, and the rest comes."""
    for name in ("a", "b", "c"):
        (open_to_all / name).mkdir()
        (open_to_all / name / "inside").write_bytes(b"")
    (open_to_all / "b").chmod(0)
    if os.geteuid() == 0:
        os.seteuid(65_534)
    found = listed(open_to_all, sort="name", **options)
    assert found.notices == ["b/: permission denied"]
    assert [word for row in found.text.split("\n") for word in row.split() if word in ("a/", "b/", "c/")] == ["a/", "b/", "c/"]
    assert found.text.count("inside") == 2


@pytest.mark.parametrize("profile", ["human", "agent"])
def test_many_denied_folders_are_counted(open_to_all: Path, profile: str) -> None:
    """Twenty folders that may not be read are named, the others counted."""
    for number in range(10, 35):
        (open_to_all / f"d{number}").mkdir()
        (open_to_all / f"d{number}").chmod(0)
    if os.geteuid() == 0:
        os.seteuid(65_534)
    found = listed(open_to_all, sort="name", profile=profile)
    assert found.notices[:20] == [f"d{number}/: permission denied" for number in range(10, 30)]
    assert found.notices[20:] == ["5 more directories could not be read"]


def test_deeper_than_descriptors_and_paths_go(tmp_path: Path) -> None:
    """A tree deeper than a path may be long is walked; where descriptors run out there is a notice, and none is left open."""
    here = os.open(tmp_path, os.O_RDONLY)
    for _ in range(60):
        os.mkdir("x" * 100, dir_fd=here)
        below = os.open("x" * 100, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)
    assert len(paths(tmp_path, depth=99, all=True)) == 60
    before = sorted(os.listdir("/proc/self/fd"))
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (len(before) + 20, limits[1]))
    try:
        found = listed(tmp_path, depth=99, all=True, gutter="none")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    assert [notice.rpartition(": ")[2] for notice in found.notices] == ["too many open files"]
    assert 5 < len(found.text.split("\n")) < 60
    assert sorted(os.listdir("/proc/self/fd")) == before


def test_who_has_seen_enough_leaves_nothing_open(shelf: Path) -> None:
    """A walk that is given up closes its folders."""
    for number in range(2000):
        (shelf / f"f{number}").write_bytes(b"")
    before = sorted(os.listdir("/proc/self/fd"))
    source = Source("shelf", str(shelf), None)  # type: ignore[arg-type]
    events = directory.read(source, Options())
    assert next(events)
    events.close()  # type: ignore[attr-defined]
    assert sorted(os.listdir("/proc/self/fd")) == before


def test_root_holds_for_the_folder_that_is_opened(shelf: Path, tmp_path: Path) -> None:
    """Under `--root` a link that leads out is refused when listed, no link in the tree is followed, no ignore file above is read."""
    (shelf / "out").symlink_to(tmp_path)
    with pytest.raises(OutsideRoot):
        listed(shelf / "out", root=str(shelf))
    assert "  out -> " + str(tmp_path) in listed(shelf, root=str(shelf)).text.split("\n")
    (tmp_path / ".gitignore").write_bytes(b"b.txt\n")
    (tmp_path / ".git").mkdir()
    assert "b.txt" in paths(shelf, root=str(shelf))
    assert "b.txt" not in paths(shelf, root=str(tmp_path))


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    """What has gone since it was located is an error; what is no folder, too."""
    with pytest.raises(NotFound):
        listed(tmp_path / "gone")
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(ReadError):
        listed(tmp_path / "file")


def test_the_seeds_tree(tmp_path: Path) -> None:
    """Agents see the seed's columns: newest first, links as files of no size, 11 newest entries, a marker, the oldest."""
    (tmp_path / "sub").mkdir()
    for number in range(1, 16):
        (tmp_path / "sub" / f"f{number:02}").write_bytes(b"abc")
        age(tmp_path / "sub" / f"f{number:02}", 60 * number)
    (tmp_path / "link").symlink_to("sub/f01")
    (tmp_path / "dlink").symlink_to("sub")
    for name in ("link", "dlink", "sub"):
        age(tmp_path / name, 3600)
    found = listed(tmp_path, profile="agent")
    middle = "".join(f"    - f{number:02}       3B        {number}m ago\n" for number in range(1, 12))
    assert found.text == (
        ".\n"
        "  - dlink       0B        1h ago\n"
        "  - link        0B        1h ago\n"
        "  - sub/                  1h ago\n"
        f"{middle}"
        "    - … 3 more\n"
        "    - f15       3B        15m ago"
    )  # fmt: skip
    assert found.notices == ["3 entries not shown in 1 directory of more than 12. Read a directory by its own path to see all of it"]


def test_the_seeds_names(tmp_path: Path) -> None:
    """The root is not capped, the third level is absent, some names are pruned, ignore files are not consulted, new files show no size."""
    for number in range(13):
        (tmp_path / f"file{number:02}").write_bytes(b"x")
        age(tmp_path / f"file{number:02}", 100)
    for name in ("node_modules/a", "a/b/c", ".git/x", "dist/y"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "build").write_bytes(b"a file may be called so")
    for name in (".hidden", ".DS_Store"):
        (tmp_path / name).write_bytes(b"x")
    (tmp_path / ".gitignore").write_bytes(b"file*\n")
    later = time.time() + 5
    for path in (tmp_path / ".hidden", tmp_path / "a", tmp_path / "a" / "b", tmp_path / ".gitignore", tmp_path / "build"):
        os.utime(path, (later, later))
    rows = listed(tmp_path, profile="agent").text.split("\n")
    assert rows[:6] == [".", "  - .gitignore", "  - .hidden", "  - a/", "    - b/", "  - build"]
    assert rows[6:] == [f"  - file{number:02}      1B        1m ago" for number in range(13)]
    assert "  - node_modules/" in {row.split("  just")[0].rstrip() for row in listed(tmp_path, profile="agent", all=True).text.split("\n")}
    (tmp_path / "none").mkdir()
    assert listed(tmp_path / "none", profile="agent").text == "(empty directory)"


def test_the_command(shelf: Path) -> None:
    """Selectors slice the rows; `head` closing the pipe is no error; JSON is one object with the paths."""

    def run(*words: str) -> str:
        done = subprocess.run([sys.executable, "-m", "readcli", *words], capture_output=True, check=False, cwd=shelf.parent, text=True)
        assert done.stderr == ""
        return done.stdout

    assert run("shelf:2-3") == "  a.py      2.0KB\n  b.txt       12B\n"
    assert run("-p", "shelf:-1") == "sub/deep/\n"
    assert '"lines":[{"n":1,"text":"a.py"},' in run("--json", "shelf")
