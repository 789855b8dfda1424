"""The recipes of readcli(1), WITH OTHER PROGRAMS, each with the real program. A program that is missing skips its own."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import sqlite3
import subprocess
from pathlib import Path

import openpyxl
import pytest

from tests.samples import docx, pdf
from tests.screen import BIN, Screen, environment

MANUAL = Path(__file__).parent.parent / "man/readcli.1.md"


def needs(program: str) -> pytest.MarkDecorator:
    """Skip a test where a program is missing, except where CI has installed it."""
    return pytest.mark.skipif(not shutil.which(program), reason=f"{program} is not installed")


def recipe(words: str) -> str:
    """Give the line of the manual that holds some words, so that what is tried is what is told."""
    return next(line.strip() for line in MANUAL.read_text().split("\n") if line.startswith("    ") and words in line)


def shell(command: str, folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a line of shell with readcli on the path."""
    env = {**environment(), "PATH": f"{BIN}:{folder}:{os.environ['PATH']}", "HOME": str(folder), **more}
    return subprocess.run(
        ["/bin/bash", "-c", command], cwd=folder, env=env, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a folder with a document of each kind that the recipes name."""
    (tmp_path / "notes.docx").write_bytes(words("The fee is 40"))
    (tmp_path / "plain.txt").write_text("plain words\n")
    (tmp_path / "old.log.gz").write_bytes(gzip.compress(b"packed words\n"))
    (tmp_path / "a.pdf").write_bytes(pdf.build(pdf.show(72, 300, "words of a page")))
    book = openpyxl.Workbook()
    book.active.append(["fee", 41])
    book.save(tmp_path / "book.xlsx")
    base = sqlite3.connect(tmp_path / "shop.sqlite")
    with base:
        base.execute("create table goods(name text)")
        base.execute("insert into goods values('pens')")
    base.close()
    return tmp_path


def words(text: str) -> bytes:
    """Make a DOCX of one paragraph."""
    return docx.docx(docx.par(text))


@needs("less")
@pytest.mark.parametrize(
    ("name", "shown"), [("notes.docx", "The fee is 40"), ("old.log.gz", "packed words"), ("plain.txt", "plain words"), ("book.xlsx", "fee")]
)
def test_less(folder: Path, name: str, shown: str) -> None:
    """Less shows the text of documents and packed files, and plain text as ever."""
    setting = recipe("LESSOPEN=").removeprefix("export ")
    with Screen(f"{setting} less {name}", folder) as screen:
        assert screen.wait_for(shown)[0].startswith(("[", shown))
        screen.send("q")
        screen.wait()


def test_lessopen(folder: Path) -> None:
    """Nothing, and status 1, for what less shows as well itself or what cannot be read; names are paths, whatever they look like."""
    (folder / "a:1-2.docx").write_bytes(words("odd name"))
    (folder / "latin.txt").write_bytes("Grüße aus der Küche, süße Äpfel, öffentliche Gärten, größere Bäume\n".encode("latin-1") * 3)
    (folder / "blob").write_bytes(bytes(range(256)) * 9)
    for name in ("plain.txt", "nope", "blob", "-"):
        done = shell(f"readcli --lessopen {name}", folder)
        assert (done.stdout, done.stderr, done.returncode) == ("", "", 1), name
    assert shell("readcli --lessopen a:1-2.docx", folder).stdout.strip() == "odd name"
    assert shell("readcli --lessopen latin.txt", folder).stdout.startswith("Grüße")
    assert shell("readcli --lessopen --color always plain.txt", folder).stdout == "plain words\n"
    (folder / "broken.docx").write_bytes((folder / "notes.docx").read_bytes()[:200])
    assert shell("readcli --lessopen broken.docx", folder).stderr == ""


@needs("git")
@pytest.mark.parametrize(
    ("name", "change", "rows"),
    [
        ("notes.docx", lambda path: path.write_bytes(words("The fee is 50")), ["-The fee is 40", "+The fee is 50"]),
        ("a.pdf", lambda path: path.write_bytes(pdf.build(pdf.show(72, 300, "other words"))), ["-words of a page", "+other words"]),
    ],
)
def test_git_diff(folder: Path, name: str, change: object, rows: list[str]) -> None:
    """`git diff` of two versions of a document shows their words."""
    setting = recipe("textconv")
    shell(
        f"git init -q . && echo '*.docx diff=readcli\n*.pdf diff=readcli' > .gitattributes && {setting} && git add . && git -c user.name=a -c user.email=b commit -qm one",
        folder,
    )
    change(folder / name)  # type: ignore[operator]
    found = shell("git diff", folder).stdout.split("\n")
    assert [line for line in found if line.startswith(("+", "-")) and not line.startswith(("+++", "---"))] == rows


@needs("rg")
def test_rg(folder: Path) -> None:
    """Rg searches in documents."""
    script = folder / "readcli-text"
    script.write_text(f"#!/bin/sh\n{recipe('exec readcli')}\n")
    script.chmod(0o755)
    found = shell(recipe("rg --pre"), folder).stdout
    assert sorted(line for line in found.split("\n") if line) == ["./book.xlsx:fee\t41", "./notes.docx:The fee is 40"]


@needs("fzf")
def test_fzf(folder: Path) -> None:
    """Fzf shows a document beside its name."""
    with Screen(f"ls notes.docx | {recipe('fzf --preview')}", folder, columns=100) as screen:
        screen.wait_for("The fee is 40")
        screen.send("\x1b")
        screen.wait()


@needs("jq")
def test_jq(folder: Path) -> None:
    """Jq takes the lines from the JSON."""
    assert shell(recipe("jq -r"), folder).stdout.strip() == "The fee is 40"


@needs("vim")
def test_vim(folder: Path) -> None:
    """Vim reads a document into a buffer."""
    with Screen(f"vim -u NONE -es -c '{recipe(':r !').removeprefix(':')}' -c 'w! out.txt' -c 'qa!' new.txt", folder) as screen:
        screen.wait()
    assert "The fee is 40" in (folder / "out.txt").read_text()


@needs("emacs")
def test_emacs(folder: Path) -> None:
    """Emacs reads a document into a buffer."""
    done = shell(f"emacs -Q --batch --eval '(progn {recipe('call-process')} (princ (buffer-string)))'", folder)
    assert done.stdout.strip() == "The fee is 40"


@needs("man")
def test_manpager(folder: Path) -> None:
    """Man pages come through readcli without numbers and without overstrikes."""
    if shell("man -w ls", folder).returncode:
        pytest.skip("there are no manual pages here")
    setting = recipe("MANPAGER=").removeprefix("export ").split(" GIT_PAGER")[0]
    done = shell(f"{setting} man ls", folder)
    assert "NAME" in done.stdout
    assert "\b" not in done.stdout
    assert not done.stdout.startswith("1|")


@needs("git")
def test_list_of_files(folder: Path) -> None:
    """Git's list of files, read at once, an object each."""
    shell("git init -q . && git add .", folder)
    values = [json.loads(line) for line in shell(recipe("git ls-files"), folder).stdout.split("\n") if line]
    assert [value["target"] for value in values] == ["a.pdf", "book.xlsx", "notes.docx", "old.log.gz", "plain.txt", "shop.sqlite"]
    assert not any("error" in value for value in values)


def test_alias(folder: Path) -> None:
    """With cat's name a script goes through a pipe as it is."""
    done = shell(f"shopt -s expand_aliases\n{recipe('alias cat=')}\ncat <<E | sh\necho one\necho two\nE", folder)
    assert done.stdout == "one\ntwo\n"
