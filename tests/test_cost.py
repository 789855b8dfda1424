"""What each plain form costs, counted and never timed: bytes read of the file, system calls, children started, folders opened, lines made.

The ceilings follow from what is shown, not from what lies before it. Modules are counted in `test_start_up`.
"""

from __future__ import annotations

import re
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from readcli import file_lines, limits, read

KIB, MIB = limits.KIB, limits.MIB
LINES = 400_000
COMMAND = Path(sys.executable).with_name("readcli")
BIG = 24 * MIB  # more than `limits.WHOLE`, so that nothing is judged whole

_CALL = re.compile(r"(?:\d+ +)?(\w+)\((.*)\) += (-?\d+)")


class Cost:
    """What strace saw of one run."""

    def __init__(self, trace: str, folder: Path) -> None:
        """Take the trace; only files below a folder count as read."""
        found = [_CALL.match(line) for line in trace.split("\n")]
        calls = [(match[1], match[2], int(match[3])) for match in found if match]
        inside = f"<{folder}/"
        self.read = sum(
            size for name, rest, size in calls if name in ("read", "pread64", "readv") and inside in rest.split(",")[0] and size > 0
        )
        self.children = sum(name in ("fork", "vfork", "clone", "clone3") and size > 0 for name, _, size in calls)
        self.folders = len({rest.split(",")[0] for name, rest, _ in calls if name == "getdents64" and inside in rest})
        self.connected = sum(name == "connect" for name, _, _ in calls)
        self.calls = len(calls)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder of large files of many formats."""
    if not shutil.which("strace"):
        pytest.skip("strace is not installed")
    folder = tmp_path_factory.mktemp("cost").resolve()
    line = "2026-11-30T12:00:00Z worker {:06d} did its work as it was told to do"
    text = "".join(line.format(n) + "\n" for n in range(LINES)).encode()
    assert len(text) > BIG
    (folder / "big.log").write_bytes(text)
    (folder / "table.csv").write_bytes(b"n,word,amount\n" + b"".join(b"%d,some word or other,%d.50\n" % (n, n) for n in range(900_000)))
    (folder / "small.py").write_text("import os\n\n\nprint(os)\n" * 20)
    with zipfile.ZipFile(folder / "many.zip", "w") as archive:
        for n in range(2000):
            archive.writestr(f"d{n % 20}/f{n}.txt", f"file {n}\n" * 500)
    with tarfile.open(folder / "many.tar", "w") as bundle:
        for n in range(20):
            info = tarfile.TarInfo(f"f{n}.txt")
            info.size = MIB
            bundle.addfile(info, BytesIO((b"x" * 63 + b"\n") * (MIB // 64)))
    base = sqlite3.connect(folder / "db.sqlite")
    with base:
        base.execute("create table t(id integer primary key, word text)")
        base.executemany("insert into t values(?, ?)", ((n, f"word {n} " * 8) for n in range(300_000)))
    base.close()
    for n in range(30):
        (folder / f"tree/a{n}/b/c").mkdir(parents=True)
        for deep in ("", "/b", "/b/c"):
            (folder / f"tree/a{n}{deep}/f.txt").write_text("x\n")
    return folder


def cost(folder: Path, *arguments: str) -> Cost:
    """Run the command under strace, its output to a pipe."""
    with tempfile.TemporaryDirectory() as traces:  # one file a process: in a common one, calls that overlap are split in two
        done = subprocess.run(
            ["strace", "-ff", "-qq", "-y", "-s", "0", "-o", f"{traces}/of", COMMAND, *arguments],
            cwd=folder,
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout
        return Cost("\n".join(path.read_text(errors="replace") for path in Path(traces).iterdir()), folder)


@pytest.mark.parametrize(
    ("arguments", "most"),
    [
        ("big.log:1-100", 512 * KIB),
        ("big.log --limit 5", 512 * KIB),
        ("--json big.log:1-3", 512 * KIB),
        ("-H big.log:1-3", 512 * KIB),
        ("-p big.log:-50", 256 * KIB),
        ("big.log:/worker/ --max-count 1", 512 * KIB),
        ("--profile agent big.log", 512 * KIB),
        ("table.csv:1-20", 512 * KIB),
        ("--max-chars 2000 big.log", 512 * KIB),
        ("many.zip:d3/f1003.txt", 512 * KIB),  # its directory is 113 KiB
        ("many.tar:f5.txt:1-3", 4 * MIB),
        ("many.tar:f15.txt:1-1", 4 * MIB),  # a buffer for each header, none of the bodies
        ("db.sqlite:t?limit=20", 256 * KIB),
        ("db.sqlite:t:77777", 256 * KIB),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_bytes_read(folder: Path, arguments: str, most: int) -> None:
    """As much is read as is shown needs, however large the file is."""
    told = cost(folder, *arguments.split())
    assert 0 < told.read <= most


def test_bytes_read_once(folder: Path) -> None:
    """What must be read to the end is read once."""
    size = (folder / "big.log").stat().st_size
    for arguments in (["big.log:info"], ["--count", "big.log:/399999/"], ["-p", f"big.log:{LINES}"], ["big.log:raw"]):
        told = cost(folder, *arguments)
        copied = size if arguments == ["big.log:raw"] else 0  # the system may copy it without reading
        assert size - copied <= told.read <= size + 512 * KIB, arguments


def test_reading_ends_with_the_reader(folder: Path) -> None:
    """When whoever reads us has enough, no more than the pipe holds was read for it."""
    trace = folder.parent / "trace"
    shell = f"strace -f -qq -y -s 0 -o {trace} {COMMAND} big.log | head -1"
    done = subprocess.run(["/bin/sh", "-c", shell], cwd=folder, capture_output=True, check=False)
    assert done.stdout.startswith(b"1|2026")
    assert Cost(trace.read_text(errors="replace"), folder).read <= 2 * MIB


@pytest.mark.parametrize(
    ("arguments", "most"),
    [
        ("-p small.py", 700),
        ("small.py", 700),
        ("small.py:raw", 700),
        ("small.py:-2", 750),
        ("-H small.py", 850),
        ("--version", 300),
        ("many.zip:d3/f1003.txt", 850),
        ("tree", 900),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_system_calls(folder: Path, arguments: str, most: int) -> None:
    """A plain form makes few system calls beyond those of a Python that does nothing."""
    trace = folder.parent / "trace"
    subprocess.run(["strace", "-f", "-qq", "-o", trace, sys.executable, "-c", "pass"], check=True)
    nothing = trace.read_text(errors="replace").count("\n")
    assert cost(folder, *arguments.split()).calls - nothing <= most


@pytest.mark.parametrize(
    ("arguments", "children"),
    [
        ("small.py", 0),
        ("-p big.log:-50", 0),
        ("many.zip:d3/f1003.txt", 0),
        ("many.tar:f5.txt:1-3", 0),
        ("tree", 0),
        ("--help", 0),
        ("--formats", 0),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_children(folder: Path, arguments: str, children: int) -> None:
    """Only parsers of documents run in a child."""
    told = cost(folder, *arguments.split())
    assert told.children == children
    assert told.connected == 0


def test_a_document_starts_one_child(folder: Path) -> None:
    """A document has one child, which parses it."""
    (folder / "doc.rtf").write_bytes(rb"{\rtf1\ansi Hello\par}")
    assert cost(folder, "doc.rtf").children == 1


def test_folders_opened(folder: Path) -> None:
    """A tree of two levels opens no folder below them, but to say whether it is empty."""
    shallow = cost(folder, "tree").folders
    deep = cost(folder, "--depth", "9", "tree").folders
    assert shallow <= 1 + 30
    assert deep >= 1 + 30 * 3


def test_lines_made(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines before those asked for are counted, not decoded; behind them nothing is."""
    made: list[int] = []
    clean = file_lines.FileLines._clean

    def counted(lines: file_lines.FileLines, data: bytes) -> bytes:
        made.append(len(data))
        return clean(lines, data)

    monkeypatch.setattr(file_lines.FileLines, "_clean", counted)
    document = read(f"{folder}/big.log:300000-300010")
    assert [line.n for line in document.lines] == list(range(300_000, 300_011))
    assert 0 < sum(made) <= 2 * limits.CHUNK
