"""Ignore files: what is hidden is what git hides, in generated work trees; and what git knows nothing about."""

from __future__ import annotations

import os
import random
import subprocess
from pathlib import Path

import pytest

from readcli.ignore import Ignored
from readcli.ignore_rules import parse
from readcli.ignore_user import path as user_path

NAMES = ["a", "b", "ab", "abc", "a.o", "b.c", "build", "foo", "x y", "a#b", "!a", "#a", "a[b]", "a\\b", "A", "é", "a b ", "lib.so.1", "a\nb"]
PIECES = ["a", "b", "ab", "foo", "build", "*", "?", "**", "[ab]", "[!a]", "[a-c]", "*.o", "a*", "*b", "*.c", "a*c", "lib*", "\\a", "[[:alpha:]]"]
LINES = [
    "*", "!*/", "!*.c", "/a", "a/", "/a/", "a/b", "a/**", "!a/b", "**/foo", "**/a/b", "a/**/b", "foo/*", "!foo/a", "# a", "\\#a", "\\!a", "!", "/", "//",
    "a b\\ ", "x y", "a.o ", "b.c\t", "a[b]", "a\\[b\\]", "a\\\\b", "[z-a]", "a[", "build/", "!build/", "*/", "!/a", "**", "**/", "é", "!a.o", "a/*/", "a\\",
    "!!a", "!#a", "!\\!a", "*.so.*", "[!a-z]", "a?b", "./a", "a//b", " a", "***", "a**", "/*", "/**", "!/foo/", "/foo/*", "!/foo/b",
]  # fmt: skip


@pytest.fixture(autouse=True)
def _no_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let git and readcli see a home of our own only."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    for name in ("XDG_CONFIG_HOME", "GIT_CONFIG_GLOBAL", "GIT_DIR"):
        monkeypatch.delenv(name, raising=False)


def git(folder: Path, *words: str) -> bytes:
    """Run git."""
    return subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True).stdout


def by_git(folder: Path) -> set[str]:
    """Give the files that git would list below a folder."""
    return set(filter(None, os.fsdecode(git(folder, "ls-files", "-co", "--exclude-standard", "-z")).split("\0")))


def by_us(folder: Path) -> set[str]:
    """Give the files left when whatever is ignored is not entered."""
    ignored = Ignored(str(folder))
    found = set()
    waiting = [""]
    while waiting:
        here = waiting.pop()
        for entry in os.scandir(folder / here):
            path = f"{here}{entry.name}"
            is_folder = entry.is_dir(follow_symlinks=False)
            if entry.name == ".git" or ignored.has(path, is_folder):
                continue
            if is_folder:
                waiting.append(path + "/")
            else:
                found.add(path)
    return found


def put(folder: Path, files: dict[str, str]) -> None:
    """Write files, making their folders."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def grow(folder: Path, chance: random.Random) -> None:
    """Fill a folder with a random tree, some folders of which have ignore files of random rules."""
    folders = [folder]
    for _ in range(chance.randrange(2, 8)):
        below = chance.choice(folders) / chance.choice(NAMES)
        if not below.exists():
            below.mkdir()
            folders.append(below)
    for _ in range(30):
        file = chance.choice(folders) / chance.choice(NAMES)
        if not file.exists():
            file.write_text("")
    for place in folders:
        if place is folder or chance.random() < 0.4:
            rules = [_rule(chance) for _ in range(chance.randrange(1, 7))]
            end = chance.choice(["\n", "\r\n"])
            (place / ".gitignore").write_bytes((end.join(rules) + chance.choice(["", end])).encode())


def _rule(chance: random.Random) -> str:
    if chance.random() < 0.6:
        return chance.choice(LINES)
    body = "/".join("".join(chance.choices(PIECES, k=chance.choice([1, 1, 2]))) for _ in range(chance.choice([1, 1, 2, 3])))
    return chance.choice(["", "", "!"]) + chance.choice(["", "", "/"]) + body + chance.choice(["", "", "/"])


@pytest.mark.parametrize("seed", range(25))
def test_random_rules_hide_what_git_hides(tmp_path: Path, seed: int) -> None:
    """In a tree with random rules, nested and negated, readcli and git list the same files."""
    folder = tmp_path / "tree"
    folder.mkdir()
    grow(folder, random.Random(seed))
    git(folder, "init", "-q")
    assert by_us(folder) == by_git(folder)
