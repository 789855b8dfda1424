"""The command: `python -m tests.fuzz.run --seconds 60 --seed 1`; without `--seconds` it runs until it is interrupted.

Each failure is printed once a kind, made smaller, and kept in `--keep`: the files, and `call.json` with the arguments.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import re
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

from tests.fuzz import judge
from tests.fuzz.cases import MAKERS, Case

WEIGHTS = {"grammar": 3, "text": 4, "damaged": 8, "archives": 3, "databases": 2}
SMALLER = 20.0  # seconds for making one failure smaller


class Fuzzer:
    """Cases tried one after the other, and what was found."""

    def __init__(self, folder: Path, keep: Path | None, only: str = "") -> None:
        self.place = judge.Place(folder)
        self.keep = keep
        self.tried: Counter[str] = Counter()
        self.slow: list[tuple[float, str]] = []
        self.found: dict[str, tuple[Case, list[str]]] = {}
        self.makers = [only] if only else [name for name, weight in WEIGHTS.items() for _ in range(weight)]

    def one(self, seed: int) -> list[str]:
        """Try the case of a seed; give what is wrong with it."""
        random = Random(seed)
        case = MAKERS[random.choice(self.makers)](random)
        case.says += f" (seed {seed})"
        self.tried[case.says.split()[0]] += 1
        faults = self.judge(case, random.random())
        if faults and (kind := kind_of(faults)) not in self.found:
            self.found[kind] = (case, faults)
            self.report(kind, case, faults)
        return faults

    def judge(self, case: Case, chance: float = 0.0) -> list[str]:
        """Run a case here; one in eight twice, one in ten as a command, one in ten on a terminal."""
        self.place.fill(case)
        before = self.place.names()
        opened = len(os.listdir("/proc/self/fd"))
        try:
            done = judge.call_here(case, self.place)
            self.slow = sorted([*self.slow, (done.seconds, f"{case.says} {case.arguments}")], reverse=True)[:5]
            found = judge.faults(case, done)
            if 0.0 < chance < 0.13 and judge.call_here(case, self.place).out != done.out:
                found.append("two runs differ")
            if 0.13 < chance < 0.23:
                found += self.compare(case, done)
            if 0.23 < chance < 0.33 or chance == 0.0:
                found += judge.faults_on_terminal(case, judge.call_terminal(case, self.place))
            if self.has_opened_more(opened):
                found.append("descriptors stay open")
            if stray := self.place.names() - before:
                found.append(f"left behind: {sorted(stray)}")
            found += left_children()
        finally:
            self.place.clear(case)
        return found

    @staticmethod
    def has_opened_more(count: int) -> bool:
        """Say whether more descriptors are open than before, those that only a cycle still holds not counted."""
        if len(os.listdir("/proc/self/fd")) > count:
            gc.collect()
        return len(os.listdir("/proc/self/fd")) > count

    def compare(self, case: Case, done: judge.Done) -> list[str]:
        """Run the command too, which must do the same."""
        command = judge.call_command(case, self.place)
        found = judge.faults(case, command)
        is_same = (command.status, command.err) == (done.status, done.err) and command.out == done.out
        if not is_same and not any(word == "-" or word.startswith("-:") for word in case.arguments) and case.arguments:
            found.append(f"command and call differ: {done.status} {done.err[:200]!r} {command.status} {command.err[:200]!r}")
        return found

    def report(self, kind: str, case: Case, faults: list[str]) -> None:
        """Print a failure, make it smaller and keep it."""
        print(f"\n--- {kind}\n    {case.says}: {case.arguments}", flush=True)
        for fault in faults:
            print("    " + fault[-1200:].replace("\n", "\n    "), flush=True)
        if self.keep:
            small = self.shrink(kind, case)
            folder = self.keep / re.sub(r"\W+", "-", kind)[:80].strip("-")
            folder.mkdir(parents=True, exist_ok=True)
            for name, data in small.files.items():
                (folder / name).write_bytes(data)
            (folder / "call.json").write_text(json.dumps({"arguments": small.arguments, "stdin": small.stdin.hex(), "desk": small.is_desk}))

    def shrink(self, kind: str, case: Case) -> Case:
        """Take options and bytes away while the same goes wrong."""
        end = time.monotonic() + SMALLER

        def fails(smaller: Case) -> bool:
            return time.monotonic() < end and kind_of(self.judge(smaller, 1.0)) == kind

        for at in reversed(range(len(case.arguments) - 1)):
            shorter = replace(case, arguments=[*case.arguments[:at], *case.arguments[at + 1 :]])
            case = shorter if fails(shorter) else case
        for name, data in case.files.items():
            size = len(data) // 2
            while size:
                at = 0
                while at < len(data):
                    less = data[:at] + data[at + size :]
                    if fails(replace(case, files={**case.files, name: less})):
                        data = less
                        case = replace(case, files={**case.files, name: data})
                    else:
                        at += size
                size //= 2
        return case


def kind_of(faults: list[str]) -> str:
    """Give what two failures of one kind have in common."""
    if not faults:
        return ""
    text = faults[0]
    if text.startswith("raised"):
        places = re.findall(r'readcli/([\w/]+\.py)", line (\d+)', text)
        return f"raised {places[-1] if places else ''} {text.strip().splitlines()[-1][:60]}"
    if text.startswith("confessed") and "gave up" in text:
        text = text[text.index("gave up") :]
    return re.sub(r"[0-9a-f]*\d[0-9a-f]*|'[^']*'|\"[^\"]*\"", "_", text)[:80]


def left_children() -> list[str]:
    """Say whether a child was left to itself."""
    try:
        return [f"a child is left: {os.waitpid(-1, os.WNOHANG)}"]
    except ChildProcessError:
        return []


def preload() -> None:
    """Load what each child would load anew."""
    from readcli import registry

    for row in registry.FORMATS:
        registry.load("readers", row.module)
    gc.freeze()


def parse() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.run", description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.0, help="stop after so long; 0: never")
    parser.add_argument("--seed", type=int, default=1, help="the first seed; each case has the next")
    parser.add_argument("--only", choices=sorted(MAKERS), default="")
    parser.add_argument("--keep", type=Path, help="folder for what fails")
    parser.add_argument("--one", action="store_true", help="only the case of --seed, printed")
    return parser.parse_args()


def main() -> int:
    """Try cases until the time is up; the answer is 1 where something was found."""
    asked = parse()
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    preload()
    folder = Path(tempfile.mkdtemp(prefix="fuzz"))
    fuzzer = Fuzzer(folder, asked.keep, asked.only)
    end = time.monotonic() + asked.seconds if asked.seconds else None
    seed = asked.seed
    try:
        while end is None or time.monotonic() < end:
            fuzzer.one(seed)
            seed += 1
            if asked.one:
                break
    except KeyboardInterrupt:
        pass
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"\n{dict(fuzzer.tried)}; {len(fuzzer.found)} kinds of failure; the slowest:")
    for seconds, says in fuzzer.slow:
        print(f"    {seconds:.1f} s {says[:200]}")
    return 1 if fuzzer.found else 0


if __name__ == "__main__":
    sys.exit(main())
