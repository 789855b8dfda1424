"""Run a case by the real program, here or as a command, and say what is wrong with what it did."""

from __future__ import annotations

import json
import os
import pty
import re
import resource
import select
import shutil
import signal
import subprocess
import sys
import time
import traceback
from dataclasses import dataclass
from pathlib import Path

from tests.fuzz.cases import Case
from tests.samples import desk

READCLI = Path(sys.executable).parent / "readcli"
DEADLINE = 60.0  # seconds for one call: the program's own deadline is 30 without progress
MEMORY = 300 << 20  # bytes that the parent may take at its most
STATUSES = (0, 1, 2, 130)
CONFESSED = re.compile(rb"Traceback|a fault of readcli itself|the parser gave up|Exception ignored|Warning:")
# What a terminal gets beside text: TAB, LF, CR before LF, and colours.
SEQUENCE = re.compile(r"\x1b\[[0-9;]*m")
DRIVES = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\r(?!\r*\n)")


@dataclass
class Done:
    """What a call did."""

    status: int
    out: bytes
    err: bytes
    seconds: float
    memory: int = 0
    fault: str = ""


class Place:
    """A folder to work in, and an environment in which nothing of the machine's counts."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.work = folder / "work"
        self.desk = folder / "desk"
        self.temporary = folder / "tmp"
        for one in (self.home, self.work, self.desk, self.temporary):
            one.mkdir(parents=True)
        desk.make(self.desk)
        self.environment = {
            "PATH": "/usr/bin:/bin", "HOME": str(self.home), "LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "TMPDIR": str(self.temporary),
            "XDG_CONFIG_HOME": str(self.home / "config"), "XDG_CACHE_HOME": str(self.home / "cache"), "READCLI_PAGER": "cat",
        }  # fmt: skip

    def fill(self, case: Case) -> Path:
        """Lay the files of a case out; give the folder to run in."""
        folder = self.desk if case.is_desk else self.work
        for name, data in case.files.items():
            (folder / name).write_bytes(data)
        return folder

    def clear(self, case: Case) -> None:
        """Take them away."""
        if not case.is_desk:
            shutil.rmtree(self.work)
            self.work.mkdir()

    def names(self) -> set[str]:
        """Give all that lies about."""
        return {
            str(path) for root in (self.work, self.desk, self.temporary, self.home) for path in root.rglob("*") if ".cache" not in str(path)
        }


def call_here(case: Case, place: Place) -> Done:
    """Run the program in this process, its descriptors on files in memory."""
    folder = place.fill(case)
    kept = [os.dup(number) for number in (0, 1, 2)]
    files = [os.memfd_create(name) for name in ("in", "out", "err")]
    os.write(files[0], case.stdin)
    os.lseek(files[0], 0, os.SEEK_SET)
    here, before = Path.cwd(), dict(os.environ)
    status, fault, start = -1, "", time.monotonic()
    stdin, sys.stdin = sys.stdin, open(os.dup(files[0]), encoding="utf-8", errors="surrogateescape")  # noqa: SIM115  # closed below
    sys.stdout.flush()
    Path("/proc/self/clear_refs").write_text("5")
    try:
        os.environ.clear()
        os.environ.update(place.environment)
        os.chdir(folder)
        for number, file in enumerate(files):
            os.dup2(file, number)
        signal.setitimer(signal.ITIMER_REAL, DEADLINE)
        status, fault = _start(case)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number, copy in enumerate(kept):
            os.dup2(copy, number)
            os.close(copy)
        sys.stdin.close()
        sys.stdin = stdin
        os.chdir(here)
        os.environ.clear()
        os.environ.update(before)
    seconds = time.monotonic() - start
    out, err = (_all(file) for file in files[1:])
    for file in files:
        os.close(file)
    return Done(status, out, err, seconds, _peak(), fault)


def _start(case: Case) -> tuple[int, str]:
    from readcli.__main__ import start

    try:
        return start(list(case.arguments)), ""
    except KeyboardInterrupt:
        return 130, f"no end after {DEADLINE} s: {traceback.format_exc()[-1500:]}"
    except BaseException:  # whatever it is, it is the fault looked for
        return -1, traceback.format_exc()


def _all(file: int) -> bytes:
    size = os.lseek(file, 0, os.SEEK_END)
    return os.pread(file, size, 0)


def _peak() -> int:
    found = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    return int(found[1]) << 10 if found else 0


def call_command(case: Case, place: Place) -> Done:
    """Run the command as people do, into pipes."""
    folder, start = place.fill(case), time.monotonic()
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    try:
        done = subprocess.run(
            [READCLI, *case.arguments],
            cwd=folder,
            env=place.environment,
            input=case.stdin,
            capture_output=True,
            timeout=DEADLINE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Done(-1, b"", b"", DEADLINE, 0, "no end")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return Done(done.returncode, done.stdout, done.stderr, time.monotonic() - start, (peak << 10) if peak > before else 0)


def call_terminal(case: Case, place: Place) -> Done:
    """Run the command on a pseudo-terminal; `out` is all that reaches it."""
    folder, start = place.fill(case), time.monotonic()
    child, master = pty.fork()
    if child == 0:
        os.chdir(folder)
        reading, writing = os.pipe()
        os.write(writing, case.stdin[:60_000])
        os.close(writing)
        os.dup2(reading, 0)
        os.execve(READCLI, [str(READCLI), *case.arguments], place.environment)
    out = b""
    while time.monotonic() - start < DEADLINE and select.select([master], [], [], DEADLINE)[0]:
        try:
            piece = os.read(master, 1 << 16)
        except OSError:
            break
        if not piece:
            break
        out += piece
    os.close(master)
    try:
        os.killpg(child, signal.SIGHUP)
    except ProcessLookupError:
        pass
    _, status = os.waitpid(child, 0)
    return Done(os.waitstatus_to_exitcode(status), out, b"", time.monotonic() - start)


def faults(case: Case, done: Done) -> list[str]:
    """Say what is wrong with a call into a pipe; nothing, if all is well."""
    found = [f"raised: {done.fault}"] if done.fault else []
    if done.status not in STATUSES and not done.fault:
        found.append(f"status {done.status}")
    told = done.err + b"".join(re.findall(rb'"error":\{"code":.*', done.out))  # of JSON
    if seen := CONFESSED.search(told):
        found.append(f"confessed: {told[max(0, seen.start() - 100) : seen.end() + 300].decode('utf-8', 'replace')}")
    if done.memory > MEMORY:
        found.append(f"memory {done.memory >> 20} MiB")
    if not _is_raw(case):
        found += _faults_of_text(case, done)
    found += _faults_of_errors(case, done)
    return found


def _is_raw(case: Case) -> bool:
    return any("raw" in word.lower() for word in case.arguments)


def _faults_of_text(case: Case, done: Done) -> list[str]:
    """Look at standard output: UTF-8, no controls that a pipe must not get, JSON that is valid."""
    found = []
    try:
        text = done.out.decode()
    except UnicodeDecodeError as error:
        return [f"not UTF-8: {error}"]
    is_free = any(word in case.arguments for word in ("keep", "always", "--show-completion", "--render"))
    if not is_free and (seen := re.search(r"[\x00\x1b]", text)):
        found.append(f"control in a pipe: {text[max(0, seen.start() - 40) : seen.end() + 40]!r}")
    is_json = any(word in ("--json", "--json-lines", "--json=lines") for word in case.arguments)
    if is_json and text.startswith("{"):
        for line in text.splitlines() if "\x85" not in text and "\u2028" not in text else text.split("\n"):
            try:
                json.loads(line, parse_constant=_refuse) if line.strip() else None
            except ValueError as error:
                found.append(f"not JSON: {error}: {line[:200]!r}")
                break
    return found


def _refuse(word: str) -> None:
    raise ValueError(word)


def _faults_of_errors(case: Case, done: Done) -> list[str]:
    """Look at standard error: whole lines of ours, each printable, as many as there are errors."""
    text = done.err.decode("utf-8", "replace")
    lines = text.split("\n")[:-1]
    found = [f"not a line of ours: {line[:200]!r}" for line in lines if not line.startswith("readcli: ")]
    if text and not text.endswith("\n"):
        found.append(f"an unfinished line: {text[-200:]!r}")
    if DRIVES.search(text.replace("\n", "")):
        found.append(f"control in an error: {text[:300]!r}")
    is_quiet = "-q" in case.arguments or "--quiet" in case.arguments
    is_all = "--" in case.arguments
    targets = sum(is_all or not word.startswith("-") or word == "-" or word.startswith("-:") for word in case.arguments)
    if is_quiet and len(lines) > max(1, targets):
        found.append(f"{len(lines)} lines of errors: {text[:500]!r}")
    if done.status == 1 and not lines and "--json" not in str(case.arguments) and "--check-anchors" not in case.arguments:
        found.append("failed without a word")
    if done.status == 2 and not lines and "--json" not in str(case.arguments):
        found.append("usage without a word")
    return found


def faults_on_terminal(case: Case, done: Done) -> list[str]:
    """Say what reached a terminal that must not."""
    if _is_raw(case) or "--show-completion" in case.arguments:
        return []
    text = SEQUENCE.sub("", done.out.decode("utf-8", "replace"))
    found = [] if done.status in STATUSES else [f"status {done.status} on a terminal"]
    if seen := DRIVES.search(text):
        found.append(f"control on a terminal: {text[max(0, seen.start() - 60) : seen.end() + 60]!r}")
    return found
