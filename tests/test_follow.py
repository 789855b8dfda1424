"""`--follow`: files that grow, are moved away, cut short, or vanish; every form; the end by an interruption or a closed pipe."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

import pytest

COMMAND = str(Path(sys.executable).with_name("readcli"))
PATIENCE = 30.0


class Followed:
    """A running `readcli --follow`; `wait_for` waits for what must come on standard output."""

    def __init__(self, folder: Path, *arguments: str, stdin: int = subprocess.DEVNULL) -> None:
        """Start it."""
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([COMMAND, "--follow", *arguments], cwd=folder, stdin=stdin, stdout=pipe, stderr=pipe)
        self.out = b""
        self.err = b""
        self._readers = [threading.Thread(target=self._read, args=(name,), daemon=True) for name in ("out", "err")]
        for reader in self._readers:
            reader.start()

    def _read(self, name: str) -> None:
        stream = self.process.stdout if name == "out" else self.process.stderr
        assert stream
        while piece := os.read(stream.fileno(), 65536):
            setattr(self, name, getattr(self, name) + piece)

    def __enter__(self) -> Self:
        """Give itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """End what still runs."""
        self.process.kill()
        self.process.wait()
        for reader in self._readers:
            reader.join()
        for stream in (self.process.stdout, self.process.stderr):
            assert stream
            stream.close()

    def wait_for(self, text: bytes, name: str = "out") -> bytes:
        """Wait until a text has come; give all that has."""
        end = time.monotonic() + PATIENCE
        while text not in getattr(self, name):
            assert time.monotonic() < end, f"{text!r} does not come: {self.out!r} {self.err!r}"
            time.sleep(0.02)
        found: bytes = getattr(self, name)
        return found

    def interrupt(self) -> int:
        """Press Ctrl-C; give the exit status."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Give a log of thirty lines."""
    path = tmp_path / "a.log"
    path.write_text("".join(f"line {n}\n" for n in range(1, 31)))
    return path


def add(path: Path, text: str) -> None:
    """Append to a file."""
    with path.open("a") as file:
        file.write(text)


@pytest.mark.parametrize(
    ("arguments", "first", "then"),
    [
        (["a.log"], b"21|line 21\n", b"30|line 30\n31|new ERROR\n"),
        (["-p", "a.log"], b"line 21\n", b"line 30\nnew ERROR\n"),
        (["-H", "a.log:-1"], b"30", b"|line 30\n31"),
        (["a.log:-2"], b"29|line 29\n", b"30|line 30\n31|new ERROR\n"),
        (["a.log:29-"], b"29|line 29\n", b"30|line 30\n31|new ERROR\n"),
        (["a.log:40-"], b"", b"31|new ERROR\n"),
        (["a.log:/line 3|ERROR/"], b"3|line 3\n", b"30|line 30\n31|new ERROR\n"),
        (["a.log:/ERROR/"], b"", b"31|new ERROR\n"),
    ],
    ids=str,
)
def test_growing(log: Path, arguments: list[str], first: bytes, then: bytes) -> None:
    """The last ten lines, or what is asked for, and then each line as it is added, with the numbers of the file."""
    with Followed(log.parent, *arguments) as followed:
        followed.wait_for(first)
        time.sleep(0.3 if not first else 0)
        add(log, "new ERROR\n")
        assert followed.wait_for(then[-10:].rpartition(b"|")[2]).startswith(first)
        assert then in followed.out
        assert followed.interrupt() == 130
        assert followed.err == b""


def test_a_line_comes_in_parts(log: Path) -> None:
    """What has no newline yet is shown when nothing follows for a moment, and goes on where it was."""
    with Followed(log.parent, "a.log:-1") as followed:
        followed.wait_for(b"30|line 30\n")
        add(log, "begin")
        followed.wait_for(b"31|begin")
        add(log, " and end\nnext\n")
        assert followed.wait_for(b"next\n") == b"30|line 30\n31|begin and end\n32|next\n"


def test_rotation(log: Path) -> None:
    """A log that is moved away is read to its end, then the new one from its first line."""
    with Followed(log.parent, "a.log:-1") as followed:
        followed.wait_for(b"line 30\n")
        log.rename(log.with_name("a.log.1"))
        add(log.with_name("a.log.1"), "late\n")
        followed.wait_for(b"31|late\n")
        add(log, "fresh\n")
        assert followed.wait_for(b"1|fresh\n") == b"30|line 30\n31|late\n1|fresh\n"
        assert followed.wait_for(b"another file", "err") == b"readcli: a.log: another file has its name now\n"


def test_truncation(log: Path) -> None:
    """A log that is cut short is told, and read again from its start."""
    with Followed(log.parent, "-p", "a.log:-1") as followed:
        followed.wait_for(b"line 30\n")
        log.write_bytes(b"")
        followed.wait_for(b"cut short", "err")
        add(log, "again\n")
        assert followed.wait_for(b"again\n") == b"line 30\nagain\n"


def test_written_anew(log: Path) -> None:
    """A log that was cut short and has grown again, past where it was, between two looks, is told by the bytes before that place."""
    with Followed(log.parent, "-p", "a.log:-1") as followed:
        followed.wait_for(b"line 30\n")
        number = os.open(log, os.O_RDWR)
        os.pwrite(number, b"other 1\n" * 60, 0)
        os.close(number)
        followed.wait_for(b"a.log: it was written anew; read again from its start\n", "err")
        followed.wait_for(b"other 1\n" * 60)
        assert followed.interrupt() == 130


def test_it_comes_later(log: Path) -> None:
    """A file that is not there yet is waited for, which is said once, and then read from its first line; `-q` says nothing."""
    for option in ("-p", "-pq"):
        later = log.with_name(f"later{option}.log")
        with Followed(log.parent, option, f"{later.name}:/a/") as followed:
            if option == "-p":
                followed.wait_for(b"later-p.log: no such file or directory; it is waited for", "err")
            later.write_text("a\nb\nca\n")
            followed.wait_for(b"a\nca\n")
            assert followed.interrupt() == 130
        assert followed.err.count(b"\n") == (option == "-p")


@pytest.mark.parametrize("arguments", [["--json=lines", "later.log"], ["nowhere/later.log"], [":5"], ["--profile", "agent", "later.log"]])
def test_what_does_not_come(log: Path, arguments: list[str]) -> None:
    """Programs are told at once what is not there, and so is everybody where its directory is not."""
    done = subprocess.run([COMMAND, "-f", *arguments], cwd=log.parent, capture_output=True, check=False, timeout=PATIENCE)
    assert done.returncode == 1
    assert b"no such file or directory" in done.stdout + done.stderr


def test_vanished(log: Path) -> None:
    """A file that is gone is waited for."""
    with Followed(log.parent, "-p", "a.log:-1") as followed:
        followed.wait_for(b"line 30\n")
        log.unlink()
        time.sleep(0.3)
        assert followed.process.poll() is None
        log.write_text("back\n")
        followed.wait_for(b"back\n")


def test_several(log: Path) -> None:
    """Several files take turns, each under its header; what is not there is told, waited for, and does not stop the others."""
    log.with_name("b.log").write_text("one\n")
    with Followed(log.parent, "-p", "a.log:-1", "b.log", "nope.log") as followed:
        followed.wait_for(b"one\n")
        followed.wait_for(b"line 30\n")
        followed.wait_for(b"nope.log", "err")
        add(log, "more a\n")
        followed.wait_for(b"==> a.log:-1 <==\n")
        followed.wait_for(b"more a\n")
        add(log.with_name("b.log"), "more b\n")
        assert followed.wait_for(b"more b\n").endswith(b"more a\n\n==> b.log <==\nmore b\n")
        assert followed.interrupt() == 130


def test_json_lines(log: Path) -> None:
    """`--json=lines` writes each line as an event, at once."""
    with Followed(log.parent, "--json=lines", "a.log:-1") as followed:
        followed.wait_for(b"line 30")
        add(log, "new\n")
        events = [json.loads(line) for line in followed.wait_for(b'"new"}\n').splitlines()]
        assert [(event["event"], event.get("n")) for event in events] == [("begin", None), ("line", 30), ("line", 31)]


def test_colours_go(log: Path) -> None:
    """Control sequences are dropped as anywhere, also of lines that come later; `--ansi keep` keeps colours."""
    for option, wanted in (("auto", b"red\n"), ("keep", b"\x1b[31mred\x1b[0m\n")):
        with Followed(log.parent, "-p", "--ansi", option, "a.log:-1") as followed:
            followed.wait_for(b"\n")
            add(log, "\x1b]0;title\x07\x1b[31mred\x1b[0m\n")
            assert followed.wait_for(b"red").endswith(wanted)


def test_a_pipe_ends(tmp_path: Path) -> None:
    """A stream is read to its end, line by line."""
    with Followed(tmp_path, "-", stdin=subprocess.PIPE) as followed:
        stdin = followed.process.stdin
        assert stdin
        stdin.write(b"one\n")
        stdin.flush()
        followed.wait_for(b"1|one\n")
        stdin.write(b"two\n")
        stdin.close()
        assert followed.process.wait(PATIENCE) == 0
        assert followed.wait_for(b"two") == b"1|one\n2|two\n"


@pytest.mark.parametrize("arguments", [["a.log"], ["a.log", "b.log"]])
def test_a_closed_pipe_ends_it(log: Path, arguments: list[str]) -> None:
    """It ends quietly when nobody reads any more, though nothing is added."""
    log.with_name("b.log").write_text("one\n")
    process = subprocess.Popen([COMMAND, "-f", *arguments], cwd=log.parent, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout
    assert process.stderr
    os.read(process.stdout.fileno(), 10)
    process.stdout.close()
    assert process.wait(PATIENCE) == 0
    assert process.stderr.read() == b""
    process.stderr.close()


@pytest.mark.parametrize("argument", ["-", "later.log"])
def test_a_closed_pipe_ends_waiting(tmp_path: Path, argument: str) -> None:
    """Nor does it wait for a pipe that says nothing, or a file that does not come, when nobody reads."""
    with subprocess.Popen([COMMAND, "-fq", argument], cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.close()
        assert process.wait(PATIENCE) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["a.log:1-5"], b"what is followed has no end"),
        (["http://127.0.0.1:9/a.log"], b"only files of text and streams can be followed"),
        (["a.log:info"], b"info: what is followed has no end"),
        (["a.zip"], b"only files of text and streams can be followed; it is archive"),
        (["--json", "a.log"], b"write --json=lines"),
        (["--json=lines", "a.log", "a.log"], b"takes one target"),
    ],
)
def test_what_cannot_be_followed(log: Path, arguments: list[str], message: bytes) -> None:
    """One line says why, status 2."""
    log.with_name("a.zip").write_bytes(b"PK\x05\x06" + bytes(18))
    done = subprocess.run([COMMAND, "-f", *arguments], cwd=log.parent, capture_output=True, check=False, timeout=PATIENCE)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("change", [lambda path: path.unlink(), lambda path: path.write_bytes(b"")], ids=["gone", "empty"])
def test_under_root(log: Path, change: Callable[[Path], None]) -> None:
    """What takes a file's name under --root is checked as the first one was."""
    with Followed(log.parent, "--root", ".", "-p", "a.log:-1") as followed:
        followed.wait_for(b"line 30\n")
        change(log)
        if log.exists():
            followed.wait_for(b"cut short", "err")
            return
        log.symlink_to("/etc/hostname")
        followed.wait_for(b"outside", "err")
        assert followed.process.wait(PATIENCE) == 1
