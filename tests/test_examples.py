"""Every line of the README's examples does what stands beside it."""

from __future__ import annotations

import gzip
import os
import shutil
import signal
import sqlite3
import subprocess
import time
import zipfile
from pathlib import Path

import openpyxl
import pytest

from tests.samples import docx, pdf
from tests.screen import BIN, environment

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
LINES = [
    line[4:].partition("   #")[0].rstrip()
    for line in README.partition("## Ten lines")[2].partition("\n\nAn argument")[0].split("\n")
    if line.startswith("    ")
]
# What comes out of each: its first line and its last, or a text that it holds.
WANTED = {
    "readcli src/app.py:40-80": ("40|line_40 = 40", "80|line_80 = 80"), "readcli big.log:-200": ("19801|line 19801", "20000|line 20000"),
    "readcli 'build.log:/error/i' -C 2": ("2|step 2", "6|step 6"), "readcli report.pdf:p3": ("<!-- Page 3 -->", "words of page 3"), "readcli -p notes.docx | grep fee": ("the fee is 40", "the fee is 40"),
    "readcli -p book.xlsx:Budget | cut -f2": ("", "1200"), "readcli logs.zip:build/3.log.gz:-100": ("101|entry 101", "200|entry 200"), "readcli 'shop.sqlite:goods?where=price>2'": ("", "| 2  | ink  | 5.5   |"),
    "cat x | readcli -n": ("1|one", "2|two"), "readcli --profile agent --json src/app.py": ('{"schema":"readcli/1","target":"src/app.py"', ""),
    "readcli -f service.log:/ERROR/": ("2|ERROR first", "3|ERROR second"), "git ls-files -z | readcli --files-from - --jobs 4 --json": ('{"schema":"readcli/1","target":"a.txt"', ""),
}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with all that the examples name."""
    folder = tmp_path_factory.mktemp("examples")
    (folder / "src").mkdir()
    (folder / "src/app.py").write_text("".join(f"line_{n} = {n}\n" for n in range(1, 101)))
    (folder / "big.log").write_text("".join(f"line {n}\n" for n in range(1, 20_001)))
    (folder / "build.log").write_text("step 1\nstep 2\nstep 3\nERROR: no\nstep 5\nstep 6\nstep 7\n")
    (folder / "report.pdf").write_bytes(pdf.build(*(pdf.show(72, 300, f"words of page {n}") for n in range(1, 5))))
    (folder / "notes.docx").write_bytes(docx.docx(docx.par("nothing here") + docx.par("the fee is 40")))
    book = openpyxl.Workbook()
    book.active.title = "Budget"
    book.active.append(["rent", 1200])
    book.save(folder / "book.xlsx")
    with zipfile.ZipFile(folder / "logs.zip", "w") as archive:
        archive.writestr("build/3.log.gz", gzip.compress("".join(f"entry {n}\n" for n in range(1, 201)).encode()))
    base = sqlite3.connect(folder / "shop.sqlite")
    with base:
        base.execute("create table goods(id integer primary key, name text, price real)")
        base.executemany("insert into goods values(?, ?, ?)", [(1, "pen", 1.5), (2, "ink", 5.5)])
    base.close()
    (folder / "x").write_text("one\ntwo\n")
    (folder / "service.log").write_text("start\nERROR first\n")
    (folder / "repository").mkdir()
    for name in ("a.txt", "b.txt"):
        (folder / "repository" / name).write_text("one\n")
    if shutil.which("git"):
        subprocess.run("git init -q . && git add .", shell=True, cwd=folder / "repository", check=True)
    return folder


def test_all_are_known() -> None:
    """There is an answer for each line of the README, and no more."""
    assert list(WANTED) == LINES


@pytest.mark.parametrize("line", LINES)
def test_lines_of_the_readme(line: str, folder: Path) -> None:
    """Typed as they stand they do what is said."""
    first, last = WANTED[line]
    env = {**environment(), "PATH": f"{BIN}:{os.environ['PATH']}"}
    if line.startswith("git") and not shutil.which("git"):
        pytest.skip("git is not installed")
    where = folder / "repository" if line.startswith("git") else folder
    if " -f " in line:
        process = subprocess.Popen(line.split(), cwd=where, env=env, stdout=subprocess.PIPE)
        assert process.stdout
        out = os.read(process.stdout.fileno(), 1000)
        with (folder / "service.log").open("a") as log:
            log.write("ERROR second\nfine\n")
        end = time.monotonic() + 30
        while b"second" not in out and time.monotonic() < end:
            out += os.read(process.stdout.fileno(), 1000)
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
        process.stdout.close()
        text = out.decode()
    else:
        done = subprocess.run(["/bin/bash", "-c", line], cwd=where, env=env, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        text = done.stdout
    rows = text.rstrip("\n").split("\n")
    assert rows[0].startswith(first)
    assert rows[-1].endswith(last)


def test_python_of_the_readme(folder: Path) -> None:
    """The example under "From Python" runs as it stands."""
    code = "\n".join(
        line[4:] for line in README.partition("## From Python")[2].partition("\nWhat it gives")[0].split("\n") if line.startswith("    ")
    )
    done = subprocess.run([BIN / "python", "-c", code], cwd=folder, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    rows = done.stdout.split("\n")
    assert rows[0].startswith("pdf None <!-- Page 1 -->")
    assert rows[-43].startswith("40 ")
    assert rows[-43].endswith(" line_40 = 40")
    assert rows[-2].startswith("not-found nope.txt: no such file")
