"""What fails around readcli: disks, descriptors, memory, settings, files that change, signals. Right output or one honest line, nothing left.

Faults of the system are injected by strace, at the system calls on the file that is read, one after the other.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from readcli import pipeline
from readcli.errors import ReadError
from readcli.lines import Block
from readcli.model import Options
from tests.samples import docx, pdf
from tests.screen import environment

COMMAND = str(Path(sys.executable).with_name("readcli"))
FORMS = (
    "a.txt:2-3", "-H a.txt", "--json a.txt", "--profile agent a.txt", "a.txt:/two/", "a.txt:info", "big.log:-3", "big.log:/19999/", "c.zip:in.txt", "c.tgz:in.txt", "c.zip",
    "n.docx", "b.xlsx", "p.pdf", "s.sqlite:goods", "s.sqlite", "w.html", "m.eml", "sub", "a.py:outline", "x.1", "latin.txt", "b.log:errors",
)  # fmt: skip


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with a file of each kind, which nobody may change."""
    import sqlite3

    import openpyxl

    folder = tmp_path_factory.mktemp("desk")
    (folder / "a.txt").write_text("one\ntwo\nthree\nfour\n")
    (folder / "big.log").write_text("".join(f"line {n} of a log that is long enough\n" for n in range(20_000)))
    (folder / "b.log").write_text("start\nerror: bad\nend\n")
    (folder / "a.py").write_text("class A:\n    def go(self):\n        pass\n")
    (folder / "latin.txt").write_bytes("Grüße aus der Küche, süße Äpfel, öffentliche Gärten, größere Bäume\n".encode("latin-1") * 9)
    with zipfile.ZipFile(folder / "c.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("in.txt", "inside\n")
    with tarfile.open(folder / "c.tgz", "w:gz") as bundle:
        bundle.add(folder / "a.txt", "in.txt")
    (folder / "n.docx").write_bytes(docx.docx(docx.par("words")))
    book = openpyxl.Workbook()
    book.active.append(["fee", 41])
    book.save(folder / "b.xlsx")
    (folder / "p.pdf").write_bytes(pdf.build(pdf.show(72, 300, "words of a page")))
    base = sqlite3.connect(folder / "s.sqlite")
    with base:
        base.execute("create table goods(name text)")
        base.execute("insert into goods values('pens')")
    base.close()
    (folder / "w.html").write_text("<h1>Head</h1><p>words</p>")
    (folder / "m.eml").write_text("From: a@b\nSubject: s\n\nwords\n")
    (folder / "x.1").write_text(".TH X 1\n.SH NAME\nx \\- y\n")
    (folder / "sub").mkdir()
    (folder / "sub/f").write_text("x")
    return folder


def state(folder: Path) -> dict[str, tuple[int, int]]:
    """Give the names, sizes and times of all that lies in a folder."""
    return {str(path.relative_to(folder)): (path.stat().st_size, path.stat().st_mtime_ns) for path in sorted(folder.rglob("*"))}


def call(words: list[str], folder: Path, **more: str | None) -> subprocess.CompletedProcess[bytes]:
    """Run a command there, with changes to the environment."""
    env = {key: value for key, value in {**environment(), **more}.items() if value is not None}
    return subprocess.run(words, cwd=folder, env=env, capture_output=True, check=False, stdin=subprocess.DEVNULL, timeout=120)


@cache
def right(form: str, desk: Path) -> subprocess.CompletedProcess[bytes]:
    """Give what a form prints where nothing is wrong."""
    return call([COMMAND, *form.split()], desk)


def is_honest(done: subprocess.CompletedProcess[bytes], wanted: subprocess.CompletedProcess[bytes], *, in_part: bool = False) -> None:
    """Assert that an answer is the right one, or that it fails with a line for it; `in_part`: what came before may be printed."""
    told = [line for line in done.stderr.split(b"\n") if line]
    assert b"Traceback" not in done.stderr, done.stderr
    if done.returncode == 0:
        assert done.stdout == wanted.stdout
        return
    assert done.returncode in (1, 2), (done.returncode, done.stderr)
    is_json = done.stdout.startswith(b"{")
    assert is_json or (told and all(line.startswith(b"readcli: ") for line in told)), (done.stdout[-300:], told)
    assert is_json or in_part or not done.stdout or wanted.stdout.startswith(done.stdout)


SURROUNDINGS: dict[str, dict[str, str | None]] = {
    "no home": {"HOME": None}, "home that is not there": {"HOME": "/nonexistent/home"}, "no locale": {"LC_ALL": None, "LANG": None, "LC_CTYPE": None},
    "POSIX": {"LC_ALL": "POSIX"}, "a locale that is not there": {"LC_ALL": "xx_YY.UTF-9"}, "no temporary folder": {"TMPDIR": "/nonexistent"}, "warnings are errors": {"PYTHONWARNINGS": "error"},
    "no path": {"PATH": "/nonexistent"}, "cache in a file": {"XDG_CACHE_HOME": "/etc/hostname"}, "runtime in a file": {"XDG_RUNTIME_DIR": "/etc/hostname"}, "cache on a read-only system": {"XDG_CACHE_HOME": "/proc"},
    "text kept nowhere": {"READCLI_CACHE": "text", "XDG_CACHE_HOME": "/proc/self"}, "odd terminal": {"TERM": "\x1b[31m", "COLUMNS": "-5", "LINES": "x"}, "optimised": {"PYTHONOPTIMIZE": "2"}, "no bytecode": {"PYTHONDONTWRITEBYTECODE": "1"},
}  # fmt: skip


@pytest.mark.parametrize("around", SURROUNDINGS)
def test_surroundings(around: str, desk: Path) -> None:
    """Nothing that is missing or odd around the program changes what it prints."""
    before = state(desk)
    for form in FORMS:
        wanted = right(form, desk)
        done = call([COMMAND, *form.split()], desk, **SURROUNDINGS[around])
        assert (done.stdout, done.returncode) == (wanted.stdout, 0), (form, done.stderr)
        assert done.stderr == wanted.stderr, form
    assert state(desk) == before


def test_isolated_and_from_elsewhere(desk: Path, tmp_path: Path) -> None:
    """`python -I -m readcli` is the same; a working folder that is gone is told in a line or not noticed."""
    for form in ("a.txt:2-3", "n.docx", "c.zip:in.txt"):
        assert call([sys.executable, "-I", "-m", "readcli", form], desk).stdout == right(form, desk).stdout
    gone = tmp_path / "gone"
    gone.mkdir()
    done = call(["/bin/sh", "-c", f"rmdir '{gone}'; exec '{COMMAND}' -p '{desk}/a.txt' nope ."], gone)
    assert done.returncode == 1
    assert done.stdout.startswith(b"one\n")
    assert b"Traceback" not in done.stderr


LIMITS = ["-n 5", "-n 7", "-n 9", "-v 60000", "-v 150000", "-v 400000", "-f 0", "-t 20", "-s 256"]


@pytest.mark.parametrize("limit", LIMITS)
def test_limits_of_the_system(limit: str, desk: Path) -> None:
    """Few descriptors, little memory, no room for files: the right output, or one line that says what is missing."""
    before = state(desk)
    for form in FORMS:
        wanted = right(form, desk)
        done = call(["/bin/sh", "-c", f"ulimit -S {limit} && exec {COMMAND} {form}"], desk)
        if done.returncode in (1, 127, 134, 139, -6, -11) and b"readcli:" not in done.stderr and limit.startswith(("-v 60000", "-n 5")):
            continue  # Python itself does not start
        is_honest(done, wanted)
    assert state(desk) == before


@pytest.mark.parametrize("way", [">/dev/full", ">&-", "2>&-", "<&-", ">&- 2>&-", "2>/dev/full"])
def test_standard_descriptors(way: str, desk: Path) -> None:
    """A full or closed output is an error with its line; a closed input or error channel disturbs nothing."""
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    for form in (*FORMS, "--help", "--version", "--formats", "--licences", "--list-themes", "--show-config"):
        done = call(["/bin/sh", "-c", f"{COMMAND} {form} {way}"], desk)
        assert b"Traceback" not in done.stderr
        if way.startswith(">"):
            assert done.returncode == 1, (form, done)
            assert not done.stdout
            assert "2>&-" in way or (done.stderr.count(b"\n") == 1 and b"standard output" in done.stderr), (form, done.stderr)
        else:
            assert done.returncode == 0
            assert done.stdout == right(form, desk).stdout


STRACE = shutil.which("strace")
INJECTED = [
    ("read,pread64,readv", "error=EIO"), ("read,pread64", "error=EINTR"), ("openat", "error=EMFILE"), ("openat", "error=EACCES"), ("lseek", "error=EINVAL"), ("fstat,newfstatat", "error=EIO"),
    ("read,pread64", "retval=0"), ("mmap", "error=ENOMEM"),
]  # fmt: skip


@pytest.mark.skipif(not STRACE, reason="strace is not installed")
@pytest.mark.parametrize(("calls", "fault"), INJECTED, ids=lambda value: str(value))
def test_a_call_on_the_file_fails(calls: str, fault: str, desk: Path, tmp_path: Path) -> None:
    """Whichever call on the file fails, first, second or third: the right output, or one line; nothing hangs, nothing is left."""
    before = state(desk)
    for form in (
        "a.txt:2-3",
        "--json a.txt",
        "big.log:-3",
        "c.zip:in.txt",
        "c.tgz:in.txt",
        "n.docx",
        "p.pdf",
        "s.sqlite:goods",
        "latin.txt",
    ):
        file = form.split()[-1].partition(":")[0]
        wanted = right(form, desk)
        for when in (1, 2, 3):
            words = [
                str(STRACE),
                "-f",
                "-qq",
                "-o",
                "/dev/null",
                "-P",
                str(desk / file),
                "-e",
                f"inject={calls}:{fault}:when={when}",
                COMMAND,
                *form.split(),
            ]
            done = call(words, desk)
            if fault == "retval=0" and done.returncode == 0:  # the file seems to end there
                assert b"Traceback" not in done.stderr
                continue
            is_honest(done, wanted, in_part=True)
    assert state(desk) == before


@pytest.mark.skipif(not STRACE, reason="strace is not installed")
@pytest.mark.parametrize("number", ["SIGTERM", "SIGINT", "SIGHUP"])
def test_signals_at_every_stage(number: str, desk: Path) -> None:
    """A signal at any call on the file ends it as signals do, with no word; no child and no file stays."""
    before = state(desk)
    for form in ("a.txt", "big.log:-3", "n.docx", "p.pdf", "s.sqlite:goods", "c.tgz:in.txt"):
        file = form.partition(":")[0]
        for when in (1, 2, 4):
            words = [
                str(STRACE),
                "-f",
                "-qq",
                "-o",
                "/dev/null",
                "-P",
                str(desk / file),
                "-e",
                f"inject=all:signal={number}:when={when}",
                COMMAND,
                "--file-name",
                f"probe{os.getpid()}",
                form,
            ]
            done = call(words, desk)
            assert done.returncode in (0, 1, 130, -getattr(signal, number), 128 + getattr(signal, number)), (form, when, done)
            assert b"Traceback" not in done.stderr
    assert state(desk) == before
    left = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    assert f"probe{os.getpid()}" not in left


def grow(path: Path) -> None:
    """Append to a file."""
    with path.open("ab") as file:
        file.write(b"more\n" * 5000)


CHANGES: dict[str, Callable[[Path], object]] = {
    "cut to nothing": lambda path: os.truncate(path, 0), "cut in the middle": lambda path: os.truncate(path, path.stat().st_size // 2), "grown": grow,
    "written over": lambda path: path.write_bytes(b"other\n" * 9), "gone": lambda path: path.unlink(), "replaced": lambda path: (path.unlink(), path.write_bytes(b"new\n")),
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize(
    "form",
    ["big.log", "big.log:15000-", "big.log:/9/", "big.log:-200", "c.zip", "n.docx", "p.pdf", "s.sqlite:goods", "b.xlsx", "c.tgz:in.txt"],
)
def test_files_that_change_while_read(form: str, change: str, desk: Path, tmp_path: Path) -> None:
    """Between the opening and the end a file may change in any way: lines of the one or the other state, or a ReadError."""
    name, colon, rest = form.partition(":")
    shutil.copy(desk / name, tmp_path / name)
    try:
        page = pipeline.read(f"{tmp_path / name}{colon}{rest}", Options(gutter="numbers", cache=False))
        CHANGES[change](tmp_path / name)
        text = b"".join(item.data for item in page.items if isinstance(item, Block))
        page.document.lines.close()
    except ReadError as error:
        assert error.message
        return
    assert re.fullmatch(rb"[^\x00]*", text)


def test_a_killed_child_is_one_line(desk: Path, tmp_path: Path) -> None:
    """A parser that somebody kills is an error of its target; the next target is read."""
    code = (
        "import os, signal, sys; from readcli.readers import docx_story; from readcli import isolate\n"
        "real = isolate._run\n"
        "def run(*words):\n    os.kill(os.getpid(), signal.SIGKILL)\n"
        "isolate._run = run\n"
        "from readcli.__main__ import main; main()"
    )
    done = call([sys.executable, "-c", code, "-p", "n.docx", "a.txt"], desk)
    assert done.stdout.endswith(b"one\ntwo\nthree\nfour\n")
    assert done.stderr == b"readcli: n.docx: the parser died of signal 9 (SIGKILL)\n"
    assert done.returncode == 1


@pytest.mark.parametrize("now", [0.0, -5.0, 1e11, float(2**62)])
def test_a_clock_that_jumps(now: float, desk: Path) -> None:
    """A clock at its beginning, before it, or far ahead changes nothing but ages."""
    code = f"import time; time.time = lambda: {now}; time.time_ns = lambda: int({now}) * 10**9; from readcli.__main__ import main; main()"
    for form in ("a.txt", "big.log:-3", "n.docx", "p.pdf", "c.zip", "sub", "--profile agent sub"):
        done = call([sys.executable, "-c", code, *form.split()], desk)
        assert (done.returncode, done.stderr) == (0, b""), form
        assert done.stdout
