"""Completion behind the colon: what is offered, and what the real shells make of it on the command line."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import openpyxl
import pexpect
import pytest

from readcli import complete
from tests.samples import pdf
from tests.screen import BIN, environment

ROOT = Path(__file__).parent.parent
COMMAND = str(Path(sys.executable).with_name("readcli"))
ODD = (
    "dir/a b.txt",
    "dir/it's.md",
    "dir/sub/deep.py",
    'dir/q"uote',
    "dir/$(touch pwned)",
    "dir/`touch pwned`",
    "dir/semi;colon",
    "dir/star*",
    "dir/a:colon",
    "dir/é",
)
UNSAFE = ("dir/new\nline", "dir/esc\x1b[31m", "dir/tab\there")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a folder with containers of each kind."""
    with zipfile.ZipFile(tmp_path / "c.zip", "w") as archive:
        for name in (*ODD, *UNSAFE, "top.py"):
            archive.writestr(name, "class A:\n    def go(self):\n        pass\n")
    (tmp_path / "a.md").write_text("# Title\n\n## First part\n\nx\n\n## Second part\n")
    (tmp_path / "a.py").write_text("class Cart:\n    def add(self):\n        pass\n\n\ndef total():\n    pass\n")
    (tmp_path / "a.json").write_text('{\n  "name": 1,\n  "scripts": {\n    "lint": 2\n  }\n}\n')
    book = openpyxl.Workbook()
    book.active.title = "Year 2026"
    book.create_sheet("Sum")
    book.save(tmp_path / "b.xlsx")
    base = sqlite3.connect(tmp_path / "s.sqlite")
    with base:
        base.execute("create table goods(a)")
        base.execute("create table people(a)")
    base.close()
    (tmp_path / "p.pdf").write_bytes(pdf.build(pdf.show(72, 300, "x")))
    return tmp_path


def offered(word: str, folder: Path) -> list[str]:
    """Ask readcli as a script does."""
    env = {**environment(), complete.VARIABLE: word}
    done = subprocess.run([COMMAND], cwd=folder, env=env, capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL)
    assert done.stderr == ""
    return [line.removeprefix(word.rpartition(":")[0] + ":") for line in done.stdout.split("\n") if line]


@pytest.mark.parametrize(
    ("word", "wanted"),
    [
        ("c.zip:", ["dir/", "top.py", "raw", "info", "outline"]),
        ("c.zip:d", ["dir/"]),
        ("c.zip:dir/s", ["dir/sub/", "dir/semi;colon", "dir/star*"]),
        ("c.zip:top.py:@", ["@A", "@A.go"]),
        ("c.zip:top.py:s", ["summary"]),
        ("a.md:#S", ["#Second part"]),
        ("a.py:@Cart.", ["@Cart.add"]),
        ("a.py:o", ["outline"]),
        ("a.json:.s", [".scripts", ".scripts.lint"]),
        ("b.xlsx:", ["Year 2026", "Sum", "raw", "info", "outline"]),
        ("s.sqlite:g", ["goods"]),
        ("p.pdf:i", ["info"]),
        ("nope:x", []),
        ("c.zip:nope:x", []),
        ("a.md:3-5:", []),
        ("http://127.0.0.1:1/a:", []),
        (".:i", ["info"]),
    ],
)
def test_what_is_offered(folder: Path, word: str, wanted: list[str]) -> None:
    """Members by levels of folders, sheets, tables, headings, symbols, keys, views."""
    assert offered(word, folder) == wanted


def test_names_that_no_line_holds_are_left_out(folder: Path) -> None:
    """Control characters and newlines are never printed."""
    assert offered("c.zip:dir/", folder) == [name if "/" not in name[4:] else "dir/sub/" for name in ODD]


def test_pages(folder: Path) -> None:
    """Manual pages by the beginnings of their names."""
    (folder / "man/man1").mkdir(parents=True)
    for name in ("frob.1", "frobnicate.1.gz", "other.1"):
        (folder / "man/man1" / name).write_text(".TH X 1\n")
    env = {**environment(), "MANPATH": str(folder / "man"), complete.VARIABLE: "man:fro"}
    done = subprocess.run([COMMAND], env=env, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["man:frob", "man:frobnicate"]


def test_work_is_bounded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A large packed archive is not unpacked, a large file not taken apart; what is broken says nothing."""
    monkeypatch.chdir(folder)
    subprocess.run(["tar", "czf", "c.tgz", "a.md", "a.py"], check=True)
    assert complete.complete("c.tgz:a")[:2] == ["c.tgz:a.md", "c.tgz:a.py"]
    monkeypatch.setattr(complete, "_PACKED", 10)
    monkeypatch.setattr(complete, "_TAKEN", 10)
    assert complete.complete("c.tgz:a") == []
    assert complete.complete("a.md:#") == []
    (folder / "cut.zip").write_bytes((folder / "c.zip").read_bytes()[:300])
    (folder / "junk.xlsx").write_bytes(b"PK\x03\x04junk" * 50)
    for word in ("cut.zip:", "junk.xlsx:", "junk.xlsx:#", "a.py:" + "x:" * 200):
        assert isinstance(offered(word, folder), list)


def test_no_reader_but_the_containers_is_loaded(folder: Path) -> None:
    """Members of a zip are listed by the zip's reader alone."""
    code = "import sys; from readcli.complete import complete; complete('c.zip:d'); print([name for name in sys.modules if name.startswith('readcli.readers.')])"
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True)
    assert all(name.startswith(("readcli.readers.archive", "readcli.readers.stream")) for name in re.findall(r"readcli[\w.]+", done.stdout))
    assert "typer" not in done.stdout


SET_UP = {
    "bash": ["bash --norc --noprofile -i", "source {0}/completions/readcli.bash; complete -F _readcli show; bind 'set bell-style none'; bind 'set show-all-if-ambiguous on'"],
    "bash without colons": ["bash --norc --noprofile -i", "COMP_WORDBREAKS=${{COMP_WORDBREAKS//:}}; source {0}/completions/readcli.bash; complete -F _readcli show"],
    "zsh": ["zsh -f -i", "fpath=({0}/completions $fpath); autoload -U compinit; compinit -u -D; compdef _readcli show"],
    "fish": ["fish --no-config -i", "source {0}/completions/readcli.fish; complete -c show -w readcli"],
}  # fmt: skip


@contextmanager
def shell(kind: str, folder: Path) -> Iterator[pexpect.spawn]:
    """Start a shell in which `show` prints its arguments between brackets."""
    program, words = SET_UP[kind]
    if not shutil.which(program.split()[0]):
        pytest.skip(f"{program.split()[0]} is not installed")
    env = {
        **environment(),
        "PATH": f"{BIN}:{os.environ['PATH']}",
        "HOME": str(folder),
        "TERM": "dumb",
        "LC_ALL": "C.UTF-8",
        "PS1": "",
        "INPUTRC": "/dev/null",
    }
    child = pexpect.spawn(program, cwd=str(folder), env=env, encoding="utf-8", timeout=30, dimensions=(40, 300))
    script = folder / "show.sh"
    script.write_text("#!/bin/sh\nfor word; do printf '<%s>' \"$word\"; done; echo ' shown'\n")
    script.chmod(0o755)
    (folder / "bin").mkdir(exist_ok=True)
    script.rename(folder / "bin/show")
    path = f"set -gx PATH {folder}/bin $PATH" if kind == "fish" else f"export PATH={folder}/bin:$PATH"
    child.sendline(f"{path}; {words.format(ROOT)}; show ready")
    child.expect_exact("<ready> shown")
    try:
        yield child
    finally:
        child.close(force=True)


@pytest.mark.parametrize("kind", SET_UP)
def test_in_the_shells(kind: str, folder: Path) -> None:
    """A beginning and a tab: the shell hands readcli exactly the name, however odd, and runs nothing in it."""
    cases = [
        ("c.zip:to", "c.zip:top.py"), ("c.zip:dir/a\\ ", "c.zip:dir/a b.txt"), ("c.zip:dir/sub/d", "c.zip:dir/sub/deep.py"), ("c.zip:dir/sem", "c.zip:dir/semi;colon"),
        ("c.zip:dir/it", "c.zip:dir/it's.md"), ("c.zip:dir/q", 'c.zip:dir/q"uote'), ("c.zip:dir/\\$", "c.zip:dir/$(touch pwned)"), ("c.zip:dir/a:c", "c.zip:dir/a:colon"),
        ("c.zip:dir/st", "c.zip:dir/star*"), ("c.zip:dir/\\`", "c.zip:dir/`touch pwned`"), ("b.xlsx:Y", "b.xlsx:Year 2026"), ("s.sqlite:peo", "s.sqlite:people"), ("a.py:@Cart.a", "a.py:@Cart.add"), ("a.py:@to", "a.py:@total"), ("a.md:#F", "a.md:#First part"),
    ]  # fmt: skip
    with shell(kind, folder) as child:
        for typed, wanted in cases:
            if kind == "fish" and "`" in wanted:
                typed = typed.replace("\\`", "`")  # no special letter there
            child.send(f"show {typed}\t")
            child.send("\n")
            child.expect(r"<([^\r\n]*)> shown")
            assert child.match[1] == wanted, (kind, typed)
    assert not (folder / "pwned").exists()


@pytest.mark.parametrize("quote", ["'", '"'])
def test_in_quotes_of_bash(quote: str, folder: Path) -> None:
    """Behind a quote the name stands as it is, and the quote is closed."""
    with shell("bash", folder) as child:
        child.send(f"show {quote}c.zip:dir/a b\t")
        child.send("\n")
        child.expect(r"<([^\r\n]*)> shown")
        assert child.match[1] == "c.zip:dir/a b.txt"
