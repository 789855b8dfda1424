"""`--files-from` and `--jobs`: the same output in the same order whoever reads, no target stops another, nothing is held."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from readcli import many, read
from readcli.errors import UsageError
from readcli.model import Options
from readcli.render.out import Out
from tests.samples import desk

COMMAND = str(Path(sys.executable).with_name("readcli"))


def readcli(*arguments: str, folder: Path, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run the command."""
    return subprocess.run([COMMAND, *arguments], cwd=folder, input=stdin, capture_output=True, check=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a desk of files of many kinds, and a list of targets, good and bad."""
    desk.make(tmp_path)
    names = sorted(path.name for path in tmp_path.iterdir() if path.is_file())
    (tmp_path / "list").write_text("\n".join([*names, "nope", "a.txt:1", "a.txt:9-3", "a.txt:info", *names]) + "\n")
    return tmp_path


@pytest.mark.parametrize("form", ["--json", "--json=lines", "-p", "-H", "--profile=agent", "-q", "--no-header"])
def test_processes_agree(folder: Path, form: str) -> None:
    """One process, several, and arguments give the same output, messages and status."""
    words = [word for word in (folder / "list").read_text().split("\n") if word]
    alone = readcli(form, *words, folder=folder)
    assert alone.returncode == 2
    for more in (["--files-from", "list"], ["--files-from", "list", "--jobs", "2"], ["--files-from", "list", "--jobs", "7"]):
        done = readcli(form, *more, folder=folder)
        assert (done.stdout, done.stderr, done.returncode) == (alone.stdout, alone.stderr, alone.returncode), more


def test_order(tmp_path: Path) -> None:
    """A JSON object for each target, in the order of the list, however long each takes."""
    for n in range(50):
        (tmp_path / f"{n}.txt").write_text(f"{n}\n" * (1 + 20_000 * (n % 7 == 0)))
    (tmp_path / "list").write_text("".join(f"{n}.txt\n" for n in range(50)))
    done = readcli("--json", "--files-from", "list", "--jobs", "4", folder=tmp_path)
    assert [json.loads(line)["target"] for line in done.stdout.splitlines()] == [f"{n}.txt" for n in range(50)]


@pytest.mark.parametrize(
    ("listed", "wanted"),
    [
        (b"a.txt\nb c:2\n", ["a.txt", "b c:2"]),
        (b"a.txt\r\n\r\nb c:2", ["a.txt", "b c:2"]),
        (b"a.txt\0b\nc\0", ["a.txt", "b\nc"]),
        (b"a\xff\n", ["a\udcff"]),
        (b"", []),
        (b"\n" * 70_000 + b"x" * 200_000 + b"\n", ["x" * 200_000]),
    ],
    ids=repr,
)
def test_lists(tmp_path: Path, listed: bytes, wanted: list[str]) -> None:
    """One target a line, or ended by NUL; blank lines are none; bytes that are no UTF-8 stay."""
    (tmp_path / "list").write_bytes(listed)
    assert list(many.targets(["first"], str(tmp_path / "list"))) == ["first", *wanted]
    with pytest.raises(UsageError, match="no such file"):
        list(many.targets([], str(tmp_path / "nope")))


def test_a_nul_that_comes_late(tmp_path: Path) -> None:
    """Where names were taken apart at newlines before the first NUL came, that is an error and no wrong name is read silently."""
    (tmp_path / "list").write_bytes(b"x\n" * 100_000 + b"y\0")
    with pytest.raises(UsageError, match="NUL"):
        list(many.targets([], str(tmp_path / "list")))


def test_the_list_is_read_as_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a long list no more is taken than the processes are at work on: two targets each."""
    (tmp_path / "a.txt").write_text("one\n")
    taken: list[int] = []
    printed: list[int] = []
    real = many._print_next

    def count(*words: object) -> int:
        printed.append(1)
        assert len(taken) - len(printed) <= 3 * many._AHEAD
        return real(*words)  # type: ignore[arg-type]

    monkeypatch.setattr(many, "_print_next", count)
    words = (taken.append(n) or str(tmp_path / "a.txt") for n in range(300))
    assert many.read(words, Options(jobs=3, gutter="none"), Out(os.open(os.devnull, os.O_WRONLY))) == 0
    assert len(printed) == 300


def test_standard_input_is_the_list(tmp_path: Path) -> None:
    """`-` takes the list from a pipe, as `find -print0` and `git ls-files` write it."""
    (tmp_path / "a.txt").write_text("one\n")
    assert readcli("-p", "--files-from", "-", folder=tmp_path, stdin=b"a.txt\0a.txt\0").stdout == b"one\none\n"
    assert readcli("--files-from", "-", folder=tmp_path).stdout == b""


def children(pid: int) -> list[int]:
    """Give the processes that a process has started."""
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="there is no /proc here")
@pytest.mark.parametrize("end", ["pipe", signal.SIGINT, signal.SIGTERM], ids=str)
def test_nothing_is_left(tmp_path: Path, end: str | int) -> None:
    """A closed pipe and a signal end all the processes."""
    (tmp_path / "big.txt").write_text("line\n" * 400_000)
    (tmp_path / "list").write_text("big.txt\n" * 50)
    process = subprocess.Popen(
        [COMMAND, "--files-from", "list", "--jobs", "3"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout
    assert process.stderr
    os.read(process.stdout.fileno(), 100)
    started = children(process.pid)
    assert started
    if isinstance(end, int):
        process.send_signal(end)
    process.stdout.close()
    assert process.wait(30) == {"pipe": 0, signal.SIGINT: 130, signal.SIGTERM: -signal.SIGTERM}[end]
    assert process.stderr.read() == b""
    process.stderr.close()
    assert not [pid for pid in started if Path(f"/proc/{pid}").exists()]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="there is no /proc here")
def test_a_process_that_dies(tmp_path: Path) -> None:
    """The target it was reading is an error; those after it are read by another."""
    os.mkfifo(tmp_path / "held")
    (tmp_path / "a.txt").write_text("one\n")
    words = ["--json", "--text", "--jobs", "2", "held", "a.txt", "a.txt", "a.txt", "a.txt"]
    process = subprocess.Popen([COMMAND, *words], cwd=tmp_path, stdout=subprocess.PIPE)
    end = time.monotonic() + 30
    while not (found := children(process.pid)):
        assert time.monotonic() < end
        time.sleep(0.02)
    os.kill(found[0], signal.SIGKILL)
    out = process.communicate(timeout=30)[0]
    values = [json.loads(line) for line in out.splitlines()]
    assert values[0]["error"]["code"] == "crashed"
    assert [value["lines"][0]["text"] for value in values[1:]] == ["one"] * 4
    assert process.returncode == 1


def test_bad_numbers(tmp_path: Path) -> None:
    """No processes are a usage error; more than there are targets are not started."""
    (tmp_path / "a.txt").write_text("one\n")
    assert readcli("--jobs", "0", "a.txt", folder=tmp_path).returncode == 2
    assert readcli("-p", "--jobs", "100000", "a.txt", folder=tmp_path).stdout == b"one\n"


def test_dask(tmp_path: Path) -> None:
    """`read` takes and gives plain values, so Dask's local processes map it over two thousand documents with the same results."""
    bag = pytest.importorskip("dask.bag", reason="dask is not installed")
    for n in range(2000):
        (tmp_path / f"{n}.{'md' if n % 2 else 'csv'}").write_text(f"# {n}\nwords,{n}\n")
    names = sorted(str(path) for path in tmp_path.iterdir())

    found = bag.from_sequence(names, npartitions=4).map(_facts).compute(scheduler="processes", num_workers=2)
    assert found == [_facts(name) for name in names]


def _facts(name: str) -> tuple[str, list[str], int]:
    """Read a document, as a mapped function would."""
    page = read(name)
    return page.format, [line.text for line in page.lines], page.bytes or 0
