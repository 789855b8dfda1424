"""The child process: whatever a parser does becomes one error line with its code, and the next target is read."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

READCLI = Path(sys.executable).parent / "readcli"

BAD = {
    "segfault": ("os.kill(os.getpid(), signal.SIGSEGV)", "crashed"),
    "killed": ("os.kill(os.getpid(), signal.SIGKILL)", "crashed"),
    "loop": ("while True: pass", "timeout"),
    "sleep": ("time.sleep(60)", "timeout"),
    "allocation": ("bytearray(1 << 32)", "too-large"),
    "exception": ("raise ZeroDivisionError('a\\nb')", "corrupt"),
    "exit": ("os._exit(0)", "crashed"),
    "system exit": ("sys.exit(3)", "crashed"),
    "recursion": ("deep()", "corrupt"),
    "fork": ("[os.fork() for _ in range(3)]; time.sleep(60)", "timeout"),
    "writes a file": ("os.write(os.open('/tmp/readcli-must-not', os.O_CREAT | os.O_WRONLY), b'x')", "corrupt"),
}

PROGRAM = """
import os, signal, sys, time, types
from readcli import registry
from readcli.model import Options
from readcli.run import run

def deep():
    return deep()

def read(source, options):
    yield "before"
    {body}
    yield "after"

module = types.ModuleType("readcli.readers.bad")
module.read = read
sys.modules["readcli.readers.bad"] = module
registry.FORMATS[0].module = "bad"
registry.FORMATS[0].suffixes = (".bad",)
status = run(sys.argv[1:], Options(timeout=1.0, gutter="none", json={json!r}))
sys.stdout.flush()
os._exit(status)
"""


def call(body: str, folder: Path, json: str | None = None) -> subprocess.CompletedProcess[str]:
    """Read a file with a reader that does `body`, then a text."""
    (folder / "x.bad").write_bytes(b"%PDF-1.7 \x00\x01\x02")
    (folder / "good.txt").write_text("good\n")
    program = textwrap.dedent(PROGRAM).format(body=body, json=json)
    return subprocess.run(
        [sys.executable, "-c", program, "x.bad", "good.txt"], cwd=folder, capture_output=True, text=True, timeout=100, check=False
    )


@pytest.mark.parametrize("name", BAD)
def test_bad_parser(name: str, tmp_path: Path) -> None:
    """A parser that dies, hangs, floods, forks or writes gives one line; what came before it and the next target are shown."""
    body, code = BAD[name]
    done = call(body, tmp_path)
    assert done.stdout == "before\ngood\n"
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("readcli: x.bad: ")
    assert "Traceback" not in done.stderr
    as_json = call(body, tmp_path, "object")
    assert f'"error":{{"code":"{code}"' in as_json.stdout
    assert as_json.stderr == ""
    Path("/tmp/readcli-must-not").unlink(missing_ok=True)


def test_output_of_the_parser_itself(tmp_path: Path) -> None:
    """What a parser writes to standard output or error is not seen."""
    done = call("print('noise'); print('noise', file=sys.stderr); os.write(1, b'noise'); os.write(2, b'noise')", tmp_path)
    assert (done.stdout, done.stderr, done.returncode) == ("before\nafter\ngood\n", "", 0)


def test_flood_is_held_back(tmp_path: Path) -> None:
    """A reader that never ends is stopped when the page is full, and memory does not grow."""
    (tmp_path / "x.bad").write_bytes(b"%PDF-1.7 \x00")
    program = textwrap.dedent(PROGRAM).format(body="\n    while True: yield 'flood ' * 1000", json=None)
    done = subprocess.run(
        ["bash", "-c", '"$0" -c "$1" x.bad:1-3', sys.executable, program],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout.count("\n") == 3
    assert done.returncode == 0


def test_a_slow_reader_of_our_output_is_waited_for(tmp_path: Path) -> None:
    """Time spent by whoever reads our output does not count: nothing is lost although the deadline passes meanwhile."""
    (tmp_path / "x.bad").write_bytes(b"%PDF-1.7 \x00")
    program = textwrap.dedent(PROGRAM).format(body="\n    for n in range(20000): yield 'line ' * 20", json=None)
    done = subprocess.run(
        ["bash", "-c", '"$0" -c "$1" x.bad | (sleep 2.5; wc -l)', sys.executable, program],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout.strip() == "20002"
    assert done.stderr == ""


ENDLESS = """
import os, signal, sys, types
from readcli import isolate
from readcli.model import Options, Source

def read(source, options):
    while True:
        yield "x"

module = types.ModuleType("readcli.readers.endless")
module.read = read
sys.modules["readcli.readers.endless"] = module
with open("f", "rb") as file:
    events = isolate.events("endless", Source("f", "f", file, size=1, seekable=True), Options())
    next(events)
    events.close()
assert signal.getsignal(signal.SIGINT) is not signal.SIG_DFL
os.waitpid(-1, os.WNOHANG)
"""


def test_no_child_is_left(tmp_path: Path) -> None:
    """When the page is full the child is gone, not a zombie, and so are its own children; in a process of its own, where no threads run."""
    (tmp_path / "f").write_bytes(b"x")
    done = subprocess.run([sys.executable, "-c", ENDLESS], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr.rstrip().split("\n")[-1].startswith("ChildProcessError")


def test_descriptors_beyond_1023(tmp_path: Path) -> None:
    """A process that holds more than a thousand descriptors reads documents too: the pipe to the child has a high number there."""
    (tmp_path / "a.rtf").write_bytes(rb"{\rtf1\ansi Hello\par}")
    code = (
        "import os, resource; resource.setrlimit(resource.RLIMIT_NOFILE, (4000, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))\n"
        "held = [os.open('/dev/null', 0) for _ in range(1500)]\n"
        "from readcli import read; print(read('a.rtf').lines[0].text)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout == "Hello\n", done.stderr
