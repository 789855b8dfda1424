"""What readcli is made of: builds that are the same twice, a core that needs no extra, an extra's absence told in a line."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.samples import docx

ROOT = Path(__file__).parent.parent
EXTRAS = {
    "archives": ("py7zr", "rars"), "images": ("PIL",), "crypto": ("msoffcrypto", "cryptography"), "code": ("tree_sitter",), "mcp": ("mcp", "anyio"), "remote": ("fsspec",),
}  # fmt: skip


def test_builds_are_the_same_twice(tmp_path: Path) -> None:
    """The source archive and the wheel, built at two places and times, are the same to the byte."""
    pytest.importorskip("hatchling", reason="hatchling is not installed")
    sums = []
    for number in (1, 2):
        copy = tmp_path / f"copy{number}"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", ".hypothesis", "dist"))
        for path in copy.rglob("*"):
            os.utime(path, (1e9 + number, 1e9 + number))
        env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "TZ": f"UTC{number}", "SOURCE_DATE_EPOCH": "1700000000"}
        subprocess.run([sys.executable, "-m", "hatchling", "build"], cwd=copy, env=env, check=True, capture_output=True)
        sums.append({path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted((copy / "dist").iterdir())})
    assert sums[0] == sums[1]
    assert [name.rpartition(".")[2] for name in sums[0]] == ["whl", "gz"]


def test_every_extra_is_known() -> None:
    """The extras of the project are those that are tried here, and `all` holds them."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        extras = tomllib.load(file)["project"]["optional-dependencies"]
    whole = extras.pop("all")[0]
    extras.pop("test")
    assert set(extras) >= set(EXTRAS)
    assert all(name in whole for name in EXTRAS)


def without(names: tuple[str, ...], code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run readcli where some packages are not installed."""
    block = f"import sys\nfor name in {names!r}: sys.modules[name] = None\n"
    return subprocess.run(
        [sys.executable, "-c", f"{block}{code}\nfrom readcli.__main__ import main\nmain()"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )


@pytest.mark.parametrize("present", [None, *EXTRAS])
def test_core_and_each_extra_alone(present: str | None, tmp_path: Path) -> None:
    """Text, code, documents, sheets, archives and databases are read with no extra, and with any one of them."""
    import sqlite3
    import zipfile

    import openpyxl

    missing = tuple(name for extra, names in EXTRAS.items() if extra != present for name in names)
    (tmp_path / "a.py").write_text("def f():\n    return 1\n")
    (tmp_path / "a.docx").write_bytes(docx.docx(docx.par("words")))
    book = openpyxl.Workbook()
    book.active.append(["fee", 41])
    book.save(tmp_path / "a.xlsx")
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("in.txt", "inside\n")
    base = sqlite3.connect(tmp_path / "a.sqlite")
    with base:
        base.execute("create table goods(name)")
    base.close()
    for words, wanted in (
        ("a.py", "def f"), ("a.py:outline", "@f"), ("a.docx", "words"), ("a.xlsx", "fee\t41"), ("a.zip:in.txt", "inside"), ("a.sqlite", "goods"), ("--help", "Also:"),
        ("--profile agent --summary always a.py", "def f"), ("--color always a.py", "\x1b["),
    ):  # fmt: skip
        done = without(missing, f"sys.argv = ['readcli', *{words.split()!r}]", tmp_path)
        assert done.returncode == 0, (words, done.stderr)
        assert done.stderr.replace("readcli: a.py: found without a grammar: approximate\n", "") == "", words
        assert wanted in done.stdout


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    """A format whose extra is not installed is one line with the command that installs it."""
    (tmp_path / "a.7z").write_bytes(b"7z\xbc\xaf\x27\x1c" + bytes(40))
    done = without(EXTRAS["archives"], "sys.argv = ['readcli', 'a.7z']", tmp_path)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "pip install 'readcli[archives]'" in done.stderr
