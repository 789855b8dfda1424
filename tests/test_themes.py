"""Themes, parts and links: what is listed can be chosen, and the terminal is asked only where somebody wants that."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import pexpect
import pytest

from readcli import terminal
from readcli.model import Options
from readcli.render.background import _read
from readcli.render.links import TreeLinks
from readcli.render.palette import DARK, LIGHT, palette
from readcli.render.themes import names
from tests.screen import environment

COMMAND = str(Path(sys.executable).with_name("readcli"))
LINK = re.compile(r"\x1b\]8;;(file://[^\x1b]*)\x1b\\(.*?)\x1b\]8;;\x1b\\")


def run(*arguments: str, folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run readcli into a pipe."""
    given = {**environment(), "TERM": "xterm-256color", **more}
    return subprocess.run([COMMAND, *arguments], cwd=folder, env=given, capture_output=True, text=True, check=False)


def test_the_list(tmp_path: Path) -> None:
    """Names alone in a pipe, each with a line of code where there are colours; each can be chosen."""
    listed = run("--list-themes", folder=tmp_path).stdout.split("\n")[:-1]
    assert listed == names()
    assert {"terminal", "auto", "monokai", LIGHT, DARK} <= set(listed)
    shown = run("--list-themes", "--color", "always", folder=tmp_path).stdout.split("\n")[:-1]
    assert [line.split(" ")[0] for line in shown] == listed
    assert all("\x1b[" in line and re.sub(r"\x1b\[[0-9;]*m", "", line).endswith('# all of them  "text"') for line in shown)
    for name in listed:
        palette(None if name == "auto" else name, 8)


def test_an_unknown_theme_names_the_list(tmp_path: Path) -> None:
    """The error says where the themes are listed."""
    (tmp_path / "a.py").write_text("x = 1\n")
    done = run("--theme", "nope", "--color", "always", "a.py", folder=tmp_path)
    assert done.returncode == 2
    assert done.stderr == "readcli: a.py: --theme nope: there is no such theme; readcli --list-themes lists them\n"


ANSWERS = [
    (b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\\x1b[?62;c", True),
    (b"\x1b]11;rgb:ff/fb/f0\x07\x1b[?1;2c", True),
    (b"\x1b]11;rgb:0000/0000/0000\x07", False),
    (b"\x1b]11;rgb:1e1e/2020/3030\x1b\\\x1b[?62;c", False),
    (b"\x1b[?62;c", None),
    (b"", None),
    (b"typed ahead\x1b]11;rgb:zz/0/0", None),
]


@pytest.mark.parametrize(("answer", "is_light"), ANSWERS)
def test_answers(answer: bytes, is_light: bool | None) -> None:
    """A colour is light or dark by how bright it looks; anything else tells nothing."""
    assert _read(answer) is is_light


@pytest.mark.parametrize(("answer", "theme"), [(ANSWERS[0][0], LIGHT), (ANSWERS[3][0], DARK), (ANSWERS[4][0], None)])
def test_auto_asks_the_terminal(tmp_path: Path, answer: bytes, theme: str | None) -> None:
    """The background decides; the terminal's mode is as before, and the answer is nowhere to be seen."""
    (tmp_path / "a.py").write_text("def f():\n    pass\n")
    code = "from readcli.render import background; background._PATIENCE = 30; from readcli.__main__ import main; main()"
    child = pexpect.spawn(
        "/bin/sh",
        ["-c", f"{sys.executable} -c '{code}' --theme auto -P a.py; stty -a"],
        cwd=str(tmp_path),
        env={**environment(), "TERM": "xterm-256color"},
        timeout=30,
    )
    child.expect_exact(b"\x1b]11;?\x1b\\\x1b[c")
    child.send(answer)
    child.expect(pexpect.EOF)
    shown = child.before
    assert re.search(rb" echo\b", shown)
    assert re.search(rb" icanon\b", shown)
    assert b"rgb:" not in shown
    child.close()
    wanted = run("--theme", theme or "terminal", "--color", "always", "a.py", folder=tmp_path).stdout.encode()
    first = wanted.split(b"\n")[0]
    assert first.split(b"|", 1)[1] in shown


def test_a_typed_line_is_kept(tmp_path: Path) -> None:
    """Where somebody has typed already nothing is asked, and what was typed is read by the next program."""
    (tmp_path / "a.py").write_text("x = 1\n")
    command = f"read go; {COMMAND} --theme auto -P a.py a.py; read word; echo got $word"
    child = pexpect.spawn("/bin/sh", ["-c", command], cwd=str(tmp_path), env={**environment(), "TERM": "xterm"}, timeout=30)
    child.send("go\nhalf")
    child.expect("x = 1|=")
    child.send(" a line\n")
    child.expect("got half a line")
    child.expect(pexpect.EOF)
    child.close()


def test_nothing_is_asked_otherwise(tmp_path: Path) -> None:
    """Without --theme auto, and without colours, no question goes out."""
    (tmp_path / "a.py").write_text("x = 1\n")
    for words in (
        "a.py",
        "--theme monokai a.py",
        "--theme auto --color never a.py",
        "--theme auto a.py | cat",
        "--theme auto --color always a.py | cat",
        "--theme auto a.py </dev/null",
        "--theme auto - <a.py",
        "--theme auto a.py <&-",
    ):
        child = pexpect.spawn(
            "/bin/sh", ["-c", f"{COMMAND} -P {words}"], cwd=str(tmp_path), env={**environment(), "TERM": "xterm"}, timeout=30
        )
        child.expect(pexpect.EOF)
        assert b"\x1b]11" not in child.before
        child.close()


@pytest.mark.parametrize(
    ("parts", "wanted"),
    [
        ("plain", "one\ntwo\n"),
        ("full", "==> a.txt <==\n1|one\n2|two\n"),
        ("header", "==> a.txt <==\none\ntwo\n"),
        ("numbers", "1|one\n2|two\n"),
        ("numbers,header", "==> a.txt <==\n1|one\n2|two\n"),
    ],
)
def test_parts(tmp_path: Path, parts: str, wanted: str) -> None:
    """`--style` names what stands around the text; flags of their own win."""
    (tmp_path / "a.txt").write_text("one\ntwo\n")
    assert run("--style", parts, "a.txt", folder=tmp_path).stdout == wanted
    assert run("--style", parts, "-p", "--no-header", "a.txt", folder=tmp_path).stdout == "one\ntwo\n"
    done = run("--style", f"{parts},grid", "a.txt", folder=tmp_path)
    assert (done.returncode, "not parts" in done.stderr) == (2, True)


DECISIONS = [
    ({}, None, False), ({"TERM_PROGRAM": "WezTerm"}, None, True), ({"KITTY_WINDOW_ID": "1"}, None, True), ({"VTE_VERSION": "4900"}, None, False),
    ({"VTE_VERSION": "7200"}, None, True), ({"VTE_VERSION": "7200", "NO_COLOR": "1"}, None, False), ({"VTE_VERSION": "7200"}, "never", False), ({}, "always", True),
]  # fmt: skip


@pytest.mark.parametrize(("env", "flag", "wanted"), DECISIONS, ids=str)
def test_who_decides_about_links(env: dict[str, str], flag: str | None, wanted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The flag, else a terminal that is known to open links."""
    for name in ("TERM_PROGRAM", "KITTY_WINDOW_ID", "WT_SESSION", "KONSOLE_VERSION", "ALACRITTY_WINDOW_ID", "VTE_VERSION"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"TERM": "xterm", **env}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(terminal, "is_terminal", lambda _: True)
    assert terminal.is_linked(Options(hyperlinks=flag)) is wanted


def test_links_of_a_tree(tmp_path: Path) -> None:
    """Every row's name opens that entry, also where names are odd; without links the text is the same."""
    odd = ("plain.txt", "a b", "é%", "x\x1b]8;;evil\x07y", "two  blanks", "-> arrow")
    for name in odd:
        (tmp_path / "top/sub").mkdir(parents=True, exist_ok=True)
        (tmp_path / "top/sub" / name).write_text("x")
    shown = run("--hyperlinks", "always", "--depth", "3", "top", folder=tmp_path).stdout
    assert LINK.sub(r"\2", shown) == run("--depth", "3", "top", folder=tmp_path).stdout
    found = [unquote(url.partition("/top")[2]) for url, _ in LINK.findall(shown)]
    assert {"", "/sub", "/sub/plain.txt", "/sub/a b", "/sub/é%"} <= set(found)
    assert all((tmp_path / f"top{path}").exists() for path in found)
    assert "evil\x07" not in shown
    assert "\x1b" not in LINK.sub("", shown)


def test_header_and_rows() -> None:
    """A header links its path; a row that names nothing is left as it is."""
    links = TreeLinks("/nowhere")
    assert [links.row(row) for row in ("/nowhere/", "  a", "        b", "")] == ["/nowhere/", "  a", "        b", ""]


def test_licences(tmp_path: Path) -> None:
    """A row for readcli and for each distribution of the core, with version and licence; extras are named."""
    rows = run("--licences", folder=tmp_path).stdout.split("\n")[:-1]
    assert rows[0].split() == ["readcli", "0.1.0", "AGPL-3.0-or-later"]
    names = [row.split()[0].lower() for row in rows]
    assert {"typer", "rich", "pygments", "pymupdf", "openpyxl", "xxhash", "stringzilla", "isal", "olefile", "xlrd"} <= set(names)
    assert "pytest" not in names
    assert all(len(row.split()) >= 3 for row in rows)
    assert next(row for row in rows if row.startswith("tree-sitter-python")).endswith("(extra code)")


def test_marks_of_the_header(tmp_path: Path) -> None:
    """On a terminal the header says what is unusual: a corrected path, folded bodies, conflicts; a pipe gets the bare line."""
    (tmp_path / "deep/er").mkdir(parents=True)
    (tmp_path / "deep/er/only.txt").write_text("x\n")
    (tmp_path / "m.c").write_text("a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> x\n")
    (tmp_path / "a.py").write_text("".join(f"def f{n}():\n" + "    x = 1\n" * 9 + "\n\n" for n in range(3)))
    for words, wanted in (
        ("--find er/only.txt m.c", ["==> deep/er/only.txt (corrected from er/only.txt) <==", "==> m.c (⚠ 1 conflict) <=="]),
        ("--header m.c:1", ["==> m.c (⚠ 1 conflict) <=="]), ("--header a.py:summary", ["==> a.py (3 folds) <=="]), ("--header a.py:1-2", ["==> a.py <=="]),
    ):  # fmt: skip
        child = pexpect.spawn(
            "/bin/sh",
            ["-c", f"{COMMAND} -P {words}"],
            cwd=str(tmp_path),
            env={**environment(), "TERM": "xterm", "LC_ALL": "C.UTF-8"},
            timeout=30,
        )
        child.expect(pexpect.EOF)
        text = re.sub(r"\x1b\[[0-9;]*m", "", child.before.decode())
        child.close()
        assert re.findall(r"==> .* <==", text) == wanted
        assert " (" not in "".join(re.findall(r"==> .* <==", run(*words.split(), folder=tmp_path).stdout))
