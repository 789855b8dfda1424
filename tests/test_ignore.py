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

NAMES = [
    "a",
    "b",
    "ab",
    "abc",
    "a.o",
    "b.c",
    "build",
    "foo",
    "x y",
    "a#b",
    "!a",
    "#a",
    "a[b]",
    "a\\b",
    "A",
    "é",
    "a b ",
    "lib.so.1",
    "a\nb",
]
PIECES = [
    "a",
    "b",
    "ab",
    "foo",
    "build",
    "*",
    "?",
    "**",
    "[ab]",
    "[!a]",
    "[a-c]",
    "*.o",
    "a*",
    "*b",
    "*.c",
    "a*c",
    "lib*",
    "\\a",
    "[[:alpha:]]",
]
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


def test_every_rule_alone_is_judged_as_git_does(tmp_path: Path) -> None:
    """Each kind of line, alone, hides what git says it hides - `**` beside letters, broken sets and ranges, escapes included."""
    git(tmp_path, "init", "-q")
    paths = [f"{a}{b}{c}" for a in ("", "a/", "foo/", "b/a/") for b in ("", "a/", "foo/b/") for c in NAMES if "\n" not in c]
    more = [
        "a**",
        "a**/b",
        "/a**/**",
        "**a",
        "a/**b",
        "[]a]",
        "[^a]",
        "[a-]",
        "[!]a]",
        "[[:foo:]]",
        "[[:digit:][:space:]]*",
        "[a\\]b]",
        "**\\/a",
        "a\\*",
        "?b",
    ]
    for line in LINES + more:
        (tmp_path / ".gitignore").write_bytes(line.encode() + b"\n")
        rules = parse(line.encode() + b"\n", 0)
        done = subprocess.run(
            ["git", "check-ignore", "-z", "-v", "-n", "--no-index", "--stdin"],
            cwd=tmp_path,
            input="\0".join(paths).encode(),
            capture_output=True,
            check=False,
        )
        words = done.stdout.decode().split("\0")
        for pattern, path in zip(words[2::4], words[3::4], strict=True):
            folder, slash, name = path.rpartition("/")
            steps = [path[:at] for at, letter in enumerate(path) if letter == "/"]
            above = [
                rules and rules.judge(step.rpartition("/")[0] + "/" if "/" in step else "", step.rpartition("/")[2], True) for step in steps
            ]
            verdict = next((True for found in above if found), None)
            verdict = verdict if verdict is not None else rules and rules.judge(folder + slash, name, False)
            assert (verdict is not None) == bool(pattern), f"{line!r} and {path!r}"


@pytest.mark.parametrize("pattern", [b"*a" * 30 + b"*b", b"**/a/" * 20 + b"**/b", b"[!b]*" * 20 + b"?b", b"a**/*a*/**/*a*/**/*a*/**/b"])
def test_no_rule_takes_long(pattern: bytes) -> None:
    """A rule of many stars on a name made for it ends at once, though the number of ways to fit it is astronomic."""
    rules = parse(pattern, 0)
    assert rules is not None
    assert rules.judge("a/" * 1000, "a" * 255, False) is None


def test_info_exclude_and_the_users_own_file(tmp_path: Path) -> None:
    """`.git/info/exclude` and `core.excludesFile`, its default place too, hide below any ignore file that says otherwise."""
    folder = tmp_path / "tree"
    put(folder, {"x.log": "", "x.bak": "", "x.tmp": "", "sub/keep.log": "", "sub/.gitignore": "!keep.log\n", "y": ""})
    git(folder, "init", "-q")
    put(folder, {".git/info/exclude": "*.log\n"})
    put(tmp_path / "home", {".config/git/ignore": "*.bak\n", "mine": "*.tmp\n"})
    assert by_us(folder) == by_git(folder) == {"x.tmp", "sub/keep.log", "sub/.gitignore", "y"}
    put(tmp_path / "home", {".gitconfig": '[user]\n\tname = x\n[Core]\n\texcludesfile = "~/mine" ; a remark\n'})
    assert user_path() == str(tmp_path / "home" / "mine")
    assert by_us(folder) == by_git(folder) == {"x.bak", "sub/keep.log", "sub/.gitignore", "y"}


def test_the_rules_above_the_folder_count(tmp_path: Path) -> None:
    """Below the top of a work tree the ignore files above the folder count; outside of one they do not."""
    put(tmp_path / "tree", {".gitignore": "*.o\n/a/b/x\n/x\n", "a/b/x": "", "a/b/y": "", "a/b/z.o": "", "a/.gitignore": "!z.o\n"})
    assert by_us(tmp_path / "tree" / "a" / "b") == {"x", "y", "z.o"}
    git(tmp_path / "tree", "init", "-q")
    assert by_us(tmp_path / "tree" / "a" / "b") == by_git(tmp_path / "tree" / "a" / "b") == {"y", "z.o"}


def test_a_folder_that_is_ignored_itself_is_shown_when_asked_for(tmp_path: Path) -> None:
    """Who names an ignored folder wants to see it, so what hides it hides nothing inside."""
    put(tmp_path / "tree", {".gitignore": "out/\n*.o\n", "out/a.o": "", "out/sub/b": ""})
    git(tmp_path / "tree", "init", "-q")
    assert by_us(tmp_path / "tree" / "out") == by_us(tmp_path / "tree" / "out" / "sub" / "..") == {"a.o", "sub/b"}


def test_ignore_files_of_others(tmp_path: Path) -> None:
    """`.ignore` counts like `.gitignore` and beats it; without a repository both count from the folder down."""
    put(tmp_path / "t", {".gitignore": "a\nb\n", ".ignore": "!b\nc\n", "a": "", "b": "", "c": "", "d": ""})
    assert by_us(tmp_path / "t") == {"b", "d", ".gitignore", ".ignore"}


def test_a_repository_inside_begins_anew(tmp_path: Path) -> None:
    """In a repository inside another, and in a linked work tree, the outer one's rules do not hold, its own do."""
    put(tmp_path / "t", {".gitignore": "*.o\n", "in/x.o": "", "in/x.log": "", "in/y": ""})
    git(tmp_path / "t", "init", "-q")
    git(tmp_path / "t" / "in", "init", "-q")
    put(tmp_path / "t", {"in/.git/info/exclude": "*.log\n"})
    assert by_us(tmp_path / "t") == {".gitignore", "in/x.o", "in/y"}
    git(tmp_path / "t" / "in", "-c", "user.name=x", "-c", "user.email=x", "commit", "-q", "--allow-empty", "-m", "x")
    git(tmp_path / "t" / "in", "worktree", "add", "-q", str(tmp_path / "t" / "side"))
    put(tmp_path / "t", {"side/x.o": "", "side/x.log": ""})
    assert {path for path in by_us(tmp_path / "t") if path.startswith("side")} == {"side/x.o"}


def test_odd_ignore_files_are_passed_over(tmp_path: Path) -> None:
    """A pipe, a folder, a link or plain bytes in place of an ignore file hide nothing, and nobody waits for the pipe."""
    for number, make in enumerate(
        (os.mkfifo, os.mkdir, lambda path: os.symlink("../rules", path), lambda path: Path(path).write_bytes(b"\xff\0\n"))
    ):
        folder = tmp_path / f"t{number}"
        put(tmp_path, {f"t{number}/a": "", "rules": "a\n"})
        make(folder / ".gitignore")
        assert not Ignored(str(folder)).has("a", False)


def test_a_byte_order_mark_is_no_part_of_a_rule(tmp_path: Path) -> None:
    """Editors write a byte order mark and CRLF; both are passed over, as git does."""
    put(tmp_path / "t", {"a": "", "b": ""})
    (tmp_path / "t" / ".gitignore").write_bytes(b"\xef\xbb\xbfa\r\n")
    git(tmp_path / "t", "init", "-q")
    assert by_us(tmp_path / "t") == by_git(tmp_path / "t") == {"b", ".gitignore"}
