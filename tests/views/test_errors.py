"""`errors`: which lines tell of an error, the first and the last of a file, a stream and an archive."""

from __future__ import annotations

import gzip
import io
import random
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from readcli import error_scan, log_errors, pipeline
from readcli.lines import Block
from readcli.log_errors import LITERALS, find_errors, is_error, is_failure
from readcli.model import Options
from readcli.readers import archive_tar
from tests.samples import logs

TOLD = """
##[error]Process completed with exit code 1.
2026-03-01T12:00:00.1234567Z ##[error]bad
::error file=a.c,line=3::missing
::error::missing
2026-03-01 12:00:00,123 ERROR root: it broke
[ERROR] it broke
ERROR: it broke
level=error msg=x ERROR
FATAL: no database
CRITICAL:root:down
test_a.py::test_b FAILED
FAILED tests/test_a.py::test_b - assert 1 == 2
--- FAIL: TestX (0.00s)
FAIL\tgithub.com/x/y\t0.1s
BUILD FAILED in 3s
a.c:3:5: error: expected ;
a.c:3:5: fatal error: x.h: No such file
error[E0382]: borrow of moved value
src/a.ts(3,5): error TS2345: Argument
TypeError: x is not a function
java.lang.NullPointerException: null pointer
Exception in thread "main" java.lang.Error
Traceback (most recent call last):
thread 'main' panicked at src/main.rs:3:5:
panic: runtime error: index out of range
fatal: not a git repository
make: *** [Makefile:4: test] Error 2
The command exited with code 3
exit status 1
Error: The process failed with exit code: 137
ERROR: Job failed: exit code 1
not ok 3 - it adds
npm ERR! code 1
Segmentation fault (core dumped)
\x1b[31mERROR\x1b[0m: red
""".strip().split("\n")
NOT_TOLD = """
0 errors, 0 warnings
Errors: 0
ERRORS: 0
FAILED: 0
0 FAILED
0 failed, 3 passed
exit code 0
exited with code 0
exit status 0
the error is handled
an error occurred in the past
test_error_handling PASSED
errors.py: 3 lines
ERROR_COUNT=0
src/errors/FAILED_test.c compiled
std::error::Error
error: none
lastError: null
no panic
terror:
ok 3 - fails well
INFO retry error branch parser
""".strip().split("\n")


@pytest.mark.parametrize("line", TOLD)
def test_told(line: str) -> None:
    """What tells of an error is told, and holds one of the literals that it is looked for by."""
    assert is_error(line.encode())
    assert any(literal in line.encode() for literal in LITERALS)
    assert find_errors(f"before\n{line}\nafter\n".encode()) == [7]


@pytest.mark.parametrize("line", NOT_TOLD)
def test_not_told(line: str) -> None:
    """What only speaks of errors is none."""
    assert not is_error(line.encode())


def test_failures_are_fewer() -> None:
    """An annotation, an exit code and a traceback are failures of a step; a complaint is not."""
    assert is_failure(b"##[error]x")
    assert is_failure(b"exited with status 3")
    assert not is_failure(b"ERROR: it broke")
    assert not is_failure(b"exit code 0")


def numbers(data: bytes) -> list[tuple[int, int]]:
    """Find the errors line by line, as number and offset."""
    found, at = [], 0
    for n, line in enumerate(data.split(b"\n"), 1):
        if is_error(line):
            found.append((n, at))
        at += len(line) + 1
    return found


@pytest.mark.parametrize("search", [log_errors._one_pass(), log_errors._one_by_one], ids=["one pass", "one by one"])
@pytest.mark.parametrize("seed", range(6))
def test_scans_agree_with_looking_at_each_line(seed: int, search: log_errors.Search, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the front and from the back the same lines are found as one by one, wherever pieces of the file end, with the library and without."""
    assert search is not None, "ahocorasick-rs is not installed"
    monkeypatch.setattr(log_errors, "_search", [search])
    chance = random.Random(seed)
    kinds = [b"x" * chance.randrange(1, 300) for _ in range(20)] + [line.encode() for line in TOLD + NOT_TOLD] + [b"", b"y" * 70_000]
    weights = [40] * 20 + [1] * (len(kinds) - 22) + [20, 2 * (seed % 2)]
    data = b"\n".join(chance.choices(kinds, weights, k=6000)) + b"\n" * (seed % 3)
    file = io.BytesIO(data)
    wanted = numbers(data)
    assert len(wanted) > 20
    assert find_errors(data) == [offset for _, offset in wanted]
    assert list(error_scan.forward(file, (1, 0))) == wanted
    assert list(error_scan.backward(file, 0, len(data))) == [offset for _, offset in reversed(wanted)]
    middle = wanted[len(wanted) // 2]
    assert list(error_scan.forward(file, middle)) == wanted[len(wanted) // 2 :]
    assert list(error_scan.backward(file, middle[1], len(data)))[-1] == middle[1]


@pytest.mark.parametrize(("offset", "count", "mark"), [(6, 2, (2, 2)), (6, 9, (3, 0)), (2, 1, (1, 0)), (0, 3, (0, 0)), (6, 0, (0, 6))])
def test_stepping_back(offset: int, count: int, mark: tuple[int, int]) -> None:
    """Lines are stepped over backwards, as far as there are some."""
    assert error_scan.lines_before(io.BytesIO(b"a\nb\nc\nd\n"), offset, count, 0) == mark


def readcli(*arguments: str, folder: Path, data: bytes | None = None) -> subprocess.CompletedProcess[bytes]:
    """Run the command in a folder."""
    command = [sys.executable, "-m", "readcli", *arguments]
    return subprocess.run(command, cwd=folder, input=data or b"", capture_output=True, check=False)


def many(count: int) -> bytes:
    """Give a log with an error in each hundredth line."""
    return b"".join(b"line %d%b\n" % (n, b" ERROR: broken" if n % 100 == 0 else b"") for n in range(1, count + 1))


@pytest.mark.parametrize("way", ["file", "stdin", "gzip", "utf-16"])
def test_first_and_last(tmp_path: Path, way: str) -> None:
    """Whatever the lines come from, the first five and the last five errors are shown with the lines around, and a notice says so."""
    data = many(30_000)
    (tmp_path / "a.log").write_bytes(data.decode().encode("utf-16") if way == "utf-16" else data)
    (tmp_path / "a.log.gz").write_bytes(gzip.compress(data))
    target = {"stdin": "-", "gzip": "a.log.gz"}.get(way, "a.log")
    done = readcli(f"{target}:errors", folder=tmp_path, data=data)
    rows = done.stdout.decode().split("\n")
    shown = [int(row.partition("|")[0]) for row in rows if "|" in row]
    hits = [*range(100, 600, 100), *range(29_600, 30_001, 100)]
    assert shown == [n for hit in hits for n in range(hit - 2, min(hit + 4, 30_000) + 1)]
    assert rows.count("\u2026") == len(hits) - 1
    assert all(f"{n}|line {n}" in rows or f"{n}|line {n} ERROR: broken" in rows for n in shown)
    assert b"the first 5 and the last 5 errors are shown" in done.stderr


@pytest.mark.parametrize("way", ["a.log", "-"])
def test_few_are_all_shown(tmp_path: Path, way: str) -> None:
    """Up to twice as many as asked for are all shown; neighbours are joined; no notice."""
    data = b"a\nERROR: 1\nb\nc\nERROR: 2\nd\n"
    (tmp_path / "a.log").write_bytes(data)
    for count in ("1", "5"):
        done = readcli("--max-count", count, f"{way}:errors", folder=tmp_path, data=data)
        assert done.stdout.decode() == "".join(f"{n}|{line}\n" for n, line in enumerate(data.decode().split("\n")[:-1], 1))
        assert not done.stderr


@pytest.mark.parametrize(("choice", "wanted"), [("1-3", [2]), ("3-", [5]), ("-2", [5]), ("3-4", []), ("2,5", [2, 5]), ("100-", [])])
def test_chosen_lines(tmp_path: Path, choice: str, wanted: list[int]) -> None:
    """With a choice of lines only errors inside are shown, and nothing outside."""
    (tmp_path / "a.log").write_bytes(b"a\nERROR: 1\nb\nc\nERROR: 2\nd\n")
    done = readcli("-C", "0", f"a.log:{choice}:errors", folder=tmp_path)
    assert [int(row.partition("|")[0]) for row in done.stdout.decode().split("\n") if "|" in row] == wanted
    assert not done.returncode


def test_nothing_found(tmp_path: Path) -> None:
    """A log without errors is no failure: nothing on stdout, a notice, exit 0."""
    (tmp_path / "a.log").write_bytes(b"fine\n")
    done = readcli("a.log:errors", folder=tmp_path)
    assert (done.returncode, done.stdout) == (0, b"")
    assert b"no line tells of an error" in done.stderr


def test_parts_are_no_lines(tmp_path: Path) -> None:
    """A choice that is not one of lines is a usage error."""
    (tmp_path / "a.log").write_bytes(b"ERROR: x\n")
    assert readcli("a.log:p2:errors", folder=tmp_path).returncode == 2


def test_archive(tmp_path: Path) -> None:
    """All members are looked through, compressed ones too; pictures and what cannot be read are passed over; lines can be pasted."""
    (tmp_path / "logs.zip").write_bytes(logs.archive())
    rows = readcli("-C", "0", "--no-timestamps", "logs.zip:errors", folder=tmp_path).stdout.decode().split("\n")
    assert "1_test.txt:23:##[error]Process completed with exit code 2." in rows
    assert "2_lint.log.gz:12:ERROR: Job failed: exit code 1" in rows
    assert not any("plot" in row or "docs" in row for row in rows)
    pasted = readcli("-p", "logs.zip:2_lint.log.gz:12:", folder=tmp_path)
    assert pasted.stdout == b"ERROR: Job failed: exit code 1\n"


def test_agents_page_by_rows(tmp_path: Path) -> None:
    """For agents the rows have anchors, and what a limit cuts off is asked for with --skip."""
    (tmp_path / "a.log").write_bytes(many(1000))
    done = readcli("--profile", "agent", "--limit", "10", "a.log:errors", folder=tmp_path).stdout.decode()
    assert done.startswith("98")
    assert "Use --skip 10 to continue" in done
    rest = readcli("--profile", "agent", "--limit", "10", "--skip", "10", "a.log:errors", folder=tmp_path).stdout.decode()
    assert rest.split("\n")[0].partition("|")[2] == "line 201"


def test_a_packed_archive_is_unpacked_no_oftener_for_more_members(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is unpacked to list it, and once more for all its members; they tell the same as those of a zip."""
    began: list[int] = []
    real = archive_tar.open_stream
    monkeypatch.setattr(archive_tar, "open_stream", lambda source: began.append(1) or real(source))
    options = Options(gutter="none", context=(0, 0))
    counts = []
    for members in (2, 12):
        with tarfile.open(tmp_path / "logs.tgz", "w:gz") as bundle, zipfile.ZipFile(tmp_path / "logs.zip", "w") as archive:
            for n in range(members):
                data = random.Random(n).randbytes(200_000).hex().encode() + b"\nerror: number %d\nfine\n" % n
                info = tarfile.TarInfo(f"job{n}.log")
                info.size = len(data)
                bundle.addfile(info, io.BytesIO(data))
                archive.writestr(f"job{n}.log", data)
        pages = [pipeline.read(f"{tmp_path}/logs.{kind}:errors", options) for kind in ("zip", "tgz")]
        began.clear()
        texts = [[item.data for item in page.items if isinstance(item, Block)] for page in pages]
        assert texts[0] == texts[1]
        assert len(texts[0]) == members
        counts.append(len(began))
    assert counts[0] == counts[1] <= 3
