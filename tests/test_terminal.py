"""What a terminal shows: colours, the gutter, wrapping, untrusted text; and who decides about colours."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from readcli import terminal
from readcli.model import Options
from readcli.render.columns import expand, overlay, width, wrap
from readcli.render.escapes import Pen, settle
from tests.screen import BIN, Screen, environment, show

APP = '''\
"""A shop."""

import sys


def main(count):
    # all of it
    return sys.argv[1:], "text", count + 41
'''
SGR = re.compile(rb"\x1b\[[0-9;]*m")


def run(*arguments: str, folder: Path, stdin: bytes = b"", **env: str) -> subprocess.CompletedProcess[bytes]:
    """Run readcli into a pipe."""
    given = {**environment(), "TERM": "xterm-256color", **env}
    return subprocess.run([str(BIN / "readcli"), *arguments], cwd=folder, input=stdin, env=given, capture_output=True, check=False)


def bare(data: bytes) -> bytes:
    """Give the text without its styles and its gutter."""
    return re.sub(rb"(?m)^ *\d+(?:[a-z]{2})?\|", b"", SGR.sub(b"", data))


DECISIONS = [
    # environment, flag, on a terminal, in a pipe
    ({}, None, True, False),
    ({"NO_COLOR": ""}, None, True, False),
    ({"NO_COLOR": "0"}, None, False, False),
    ({"NO_COLOR": "1"}, "always", True, True),
    ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, None, False, False),
    ({"FORCE_COLOR": "1"}, None, True, True),
    ({"FORCE_COLOR": "1"}, "never", False, False),
    ({"FORCE_COLOR": "0"}, None, True, False),
    ({"FORCE_COLOR": ""}, None, True, False),
    ({"CLICOLOR_FORCE": "1"}, None, True, True),
    ({"CLICOLOR_FORCE": "0"}, None, True, False),
    ({"CLICOLOR_FORCE": "1"}, "never", False, False),
    ({"CLICOLOR": "0"}, None, False, False),
    ({"TERM": "dumb"}, None, False, False),
    ({"TERM": ""}, None, False, False),
    ({"TERM": "dumb"}, "always", True, True),
]


@pytest.mark.parametrize(("env", "flag", "on_terminal", "in_pipe"), DECISIONS, ids=str)
def test_who_decides_about_colours(
    env: dict[str, str], flag: str | None, on_terminal: bool, in_pipe: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The flag beats the environment, the environment beats what standard output is, and what is empty is not set."""
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    for is_terminal, wanted in ((True, on_terminal), (False, in_pipe)):
        monkeypatch.setattr(terminal, "is_terminal", lambda _number, answer=is_terminal: answer)
        assert terminal.is_coloured(1, Options(color=flag)) is wanted


@pytest.mark.parametrize("env", [{"FORCE_COLOR": "1"}, {"CLICOLOR_FORCE": "1"}, {"COLORTERM": "truecolor"}], ids=str)
def test_a_flag_against_colours_leaves_no_escape(env: dict[str, str], tmp_path: Path) -> None:
    """With --color never no ESC comes out, whatever the environment demands; without it the demand is met in a pipe too."""
    (tmp_path / "app.py").write_text(APP)
    assert b"\x1b" not in run("--color", "never", "app.py", folder=tmp_path, **env).stdout
    assert (b"\x1b" in run("app.py", folder=tmp_path, **env).stdout) == ("COLORTERM" not in env)


def test_colours_of_themes_follow_the_terminal(tmp_path: Path) -> None:
    """A theme's colours are 24 bits, 8 bits or one of 16, as the terminal has them; a theme that is not there is said so."""
    (tmp_path / "app.py").write_text(APP)
    for env, wanted in (({"COLORTERM": "24bit"}, rb"\[38;2;"), ({}, rb"\[38;5;"), ({"TERM": "xterm"}, rb"\[9[0-7]m")):
        out = run("--color", "always", "--theme", "monokai", "app.py", folder=tmp_path, **env).stdout
        assert re.search(wanted, out)
        assert bare(out) == APP.encode()
    bad = run("--color", "always", "--theme", "nosuch", "app.py", folder=tmp_path)
    assert bad.returncode == 2
    assert b"there is no such theme" in bad.stderr


TEXTS = {
    "blank.py": '\n\nprint("x")\n',
    "markup.md": "A\n[/BBB]\n[bold]C[/bold]\n:smile:\n",
    "open.py": 'x = """never\nclosed\n',
    "noend.js": "let a = 1;\n\n// end",
    "tabs.c": "int\tmain() {\n\treturn 0;\n}\n",
    "odd.php": "<p>a<script>let x = '<b>';</script>\n<?php echo 1 ?>\n",
    "deep.json": "[" * 100_000,
    "long.json": '{"a": "' + "x" * 300_000 + '"}\n{"b": 1}\n',
    "wide.py": "é = '你好 ☞ “x”'\n",
    "stall.scala": "val x = 1\n" + '"' + "\\" * 48 + ";\nval y = 2\n",
    "plain.txt": "just text\n",
    "empty.py": "",
    "form.py": "a = 1\n\x0cb = 2\n",
}


@pytest.mark.parametrize("name", TEXTS)
def test_text_is_never_changed_by_colours(name: str, tmp_path: Path) -> None:
    """Whatever a lexer does - strips, stalls, loses its way -, the text and its numbers are those of the file."""
    (tmp_path / name).write_text(TEXTS[name])
    plain = run(name, folder=tmp_path)
    done = run("--color", "always", name, folder=tmp_path)
    assert done.returncode == 0
    assert done.stderr == b""
    shown = re.sub(rb"(?m)^ +(?=\d+\|)", b"", SGR.sub(b"", done.stdout))
    assert shown == plain.stdout.replace(b"\x0c", b"^L")


def test_a_lexer_that_stalls_is_put_aside(tmp_path: Path) -> None:
    """Lines before the one on which a pattern takes for ever are coloured, those behind it are plain."""
    (tmp_path / "a.scala").write_text(TEXTS["stall.scala"])
    lines = run("--color", "always", "a.scala", folder=tmp_path).stdout.split(b"\n")
    assert b"\x1b[35mval" in lines[0]
    assert lines[2].endswith(b"|\x1b[0mval y = 2")


def test_a_range_has_the_colours_of_the_whole(tmp_path: Path) -> None:
    """A range inside a long string or comment is coloured as in the whole file."""
    filler = "".join(f"def f{n}(a):\n    return a + {n}\n\n" for n in range(400))
    text = filler + 'x = """\nnot code: import if\n\nNo code either\n"""\n' + filler
    (tmp_path / "a.py").write_text(text)
    whole = run("--color", "always", "a.py", folder=tmp_path).stdout.split(b"\n")
    for first, last in ((1202, 1204), (1201, 1206), (1207, 1300), (3, 4), (600, 650)):
        part = run("--color", "always", f"a.py:{first}-{last}", folder=tmp_path).stdout.split(b"\n")[:-1]
        assert [line.partition(b"|")[2] for line in part] == [line.partition(b"|")[2] for line in whole[first - 1 : last]]


@pytest.mark.parametrize(
    ("name", "head", "options", "coloured"),
    [
        ("script", "#!/usr/bin/env python3\nimport x\n", (), True),
        ("script", "#!/bin/sh\nif true; then x; fi\n", (), True),
        ("conf", "# vim: ft=python\nimport x\n", (), True),
        ("emacs", "# -*- mode: python -*-\nimport x\n", (), True),
        ("answer", '{"a": [1, true]}\n', (), True),
        ("page", "<!DOCTYPE html>\n<p>x\n", ("--text", "--format", "text"), True),
        ("x.py.bak", "import x\n", (), False),
        ("notes.txt", "import x\n", (), False),
        ("notes.txt", "import x\n", ("-l", "python"), True),
        ("notes.txt", "import x\n", ("-l", "py"), True),
        ("code.py", "import x\n", ("-l", "plain"), False),
        ("Makefile", "all:\n\techo x\n", (), True),
        ("a.tar.h", "int x;\n", (), True),
    ],
)
def test_how_a_language_is_told(name: str, head: str, options: tuple[str, ...], coloured: bool, tmp_path: Path) -> None:
    """A language is told by the option, the name, the first line, a modeline, a beginning that is certain, in this order."""
    (tmp_path / name).write_text(head)
    out = run("--color", "always", *options, name, folder=tmp_path).stdout
    assert bare(out) == head.encode()
    assert bool(SGR.sub(b"", out) != re.sub(rb"\x1b\[2m *\d+\|\x1b\[0m", lambda found: SGR.sub(b"", found[0]), out)) is coloured


def test_the_name_of_standard_input_tells_its_language(tmp_path: Path) -> None:
    """--file-name gives a stream the colours of that name."""
    out = run("--color", "always", "--file-name", "x.py", "-", folder=tmp_path, stdin=b"import sys\n").stdout
    assert out == b"\x1b[2m   1|\x1b[0m\x1b[35mimport\x1b[0m \x1b[33msys\x1b[0m\n"


def test_hits_and_columns_are_marked(tmp_path: Path) -> None:
    """What a search found, and the column that was asked for, are shown in reverse."""
    (tmp_path / "a.txt").write_text("one two one\nthree\n")
    assert b"\x1b[7mone\x1b[0m two \x1b[7mone\x1b[0m" in run("--color", "always", "a.txt:/one/", folder=tmp_path).stdout
    assert run("--color", "always", "a.txt:2:3", folder=tmp_path).stdout.endswith(b"|\x1b[0mth\x1b[7mr\x1b[0mee\n")


def test_nothing_of_it_is_loaded_for_a_pipe(tmp_path: Path) -> None:
    """Text into a pipe loads neither Pygments nor the modules for terminals."""
    (tmp_path / "app.py").write_text(APP)
    code = (
        "import sys; from readcli import __main__ as m; m.start(['app.py']);"
        "print([n for n in sys.modules if 'pygments' in n or n in"
        " ('re', 'rich', 'readcli.terminal', 'readcli.render.color', 'readcli.render.pager')], file=sys.stderr)"
    )
    done = subprocess.run([str(BIN / "python"), "-c", code], cwd=tmp_path, env=environment(), capture_output=True, check=True)
    assert done.stderr.strip() == b"[]"


def test_screen_of_a_python_file(tmp_path: Path) -> None:
    """A file that fits is printed with a right-aligned dim gutter and its colours."""
    (tmp_path / "app.py").write_text(APP + "\n" * 2)
    with Screen("readcli app.py", tmp_path) as screen:
        assert screen.wait() == 0
        assert screen.rows[:8] == [f"{n:2}|{line}" for n, line in enumerate(APP.split("\n")[:8], 1)]
        assert screen.style(2, 3)[0] == "magenta"
        assert screen.style(5, 7)[0] == "blue"
        assert b"\x1b[2m 3|\x1b[0m" in screen.raw


def test_screen_of_untrusted_text(tmp_path: Path) -> None:
    """No sequence of a file reaches the terminal but its colours, set anew; marks that hide or turn text are visible."""
    hostile = b"\x1b[?25l\x1b7\x1b8\x1b]0;/tmp\x07text\n\x1b[2J\x1b[31mred\nstill red\x1b[0m\n\x1bPq\x1b\\dcs\x07\n"
    (tmp_path / "a.txt").write_bytes(hostile + "if { // \u202e } \u2066x\u2069 \u200b\u009b2Jy\x01\n".encode())
    with Screen("readcli a.txt", tmp_path) as screen:
        screen.wait()
        rows = [row.removeprefix(" ") for row in screen.rows[:5]]
        assert rows == ["1|text", "2|red", "3|still red", "4|dcs^G", "5|if { // <U+202E> } <U+2066>x<U+2069> <U+200B>y^A"]
        assert screen.style(1, 2)[0] == "red"
        assert screen.style(2, 2)[0] == "red"
        assert screen.style(3, 2)[0] == "default"
        assert set(re.findall(rb"\x1b\[[0-9;]*m", screen.raw)) == {b"\x1b[2m", b"\x1b[0m", b"\x1b[31m"}


@pytest.mark.parametrize(
    ("mode", "wanted"), [("strip", "red ok"), ("show", "^[[31mred^[[0m ^[[5nok"), ("keep", "red ok"), ("auto", "red ok")]
)
def test_ansi_on_a_terminal(mode: str, wanted: str, tmp_path: Path) -> None:
    """With strip sequences are dropped, show makes them visible, keep and auto let colours through and nothing else."""
    (tmp_path / "a.txt").write_bytes(b"\x1b[31mred\x1b[0m \x1b[5nok\n")
    with Screen(f"readcli -p --ansi {mode} a.txt", tmp_path) as screen:
        screen.wait()
        assert screen.rows[0] == wanted
        assert (screen.style(0, 0)[0] == "red") == (mode in ("keep", "auto"))
        assert b"\x1b[5n" not in screen.raw


def test_overstrikes_and_rewritten_lines(tmp_path: Path) -> None:
    """Overstrikes are bold and underlined, a line rewritten with a carriage return shows its last state."""
    (tmp_path / "man.txt").write_bytes(b"N\bNA\bA _\bf_\bi\n 1%\r 50%\r100%\n")
    with Screen("readcli -p man.txt", tmp_path) as screen:
        screen.wait()
        assert screen.rows[:2] == ["NA fi", "100%"]
        assert screen.style(0, 0)[1]
        assert screen.style(0, 3)[2]


def test_an_escape_in_a_name(tmp_path: Path) -> None:
    """A header and an error show the escapes of a name."""
    name = "\x1b[2Jpwned.txt"
    (tmp_path / name).write_text("x\n")
    rows = show("readcli *; readcli $'no\\e[2J'", tmp_path)
    assert any("^[[2J" in row for row in rows)
    assert show("readcli --header *", tmp_path)[0] == "==> ^[[2Jpwned.txt <=="


def test_several_targets_and_an_error(tmp_path: Path) -> None:
    """Several targets have bold headers; an error stands, dim, where it happened."""
    (tmp_path / "a.txt").write_text("a\n")
    (tmp_path / "b.txt").write_text("b\n")
    with Screen("readcli a.txt nope b.txt", tmp_path, columns=80) as screen:
        assert screen.wait() == 1
        assert screen.rows[:7] == ["==> a.txt <==", "1|a", screen.rows[2], "", "==> b.txt <==", "1|b", ""]
        assert screen.rows[2].startswith("readcli: nope: no such file")
        assert screen.style(0, 0)[1]
        assert b"\x1b[2mreadcli: nope" in screen.raw


def test_wrapping_on_20_columns(tmp_path: Path) -> None:
    """Rows of a wrapped line stand beside the gutter; wide characters are not halved; --wrap never leaves it to the terminal."""
    (tmp_path / "a.txt").write_text("abcdefghijklmnopqrstuvwxyz\n你好世界你好世界你好世界\n")
    assert show("readcli a.txt", tmp_path, columns=20)[:2] == ["1|abcdefghijklmnopqr", " |stuvwxyz"]
    with Screen("readcli a.txt", tmp_path, columns=20) as screen:
        screen.wait()
        assert screen.raw.replace(b"\r", b"").count(b"\n") == 4
    with Screen("readcli --wrap never a.txt", tmp_path, columns=20) as screen:
        screen.wait()
        assert screen.raw.count(b"\n") == 2
        assert screen.rows[:2] == ["1|abcdefghijklmnopqr", "stuvwxyz"]


def test_tab_stops(tmp_path: Path) -> None:
    """On a terminal tabs go to stops counted from the text, not from the gutter; --tabs sets them, 0 leaves them alone."""
    (tmp_path / "a.txt").write_text("a\tb\n")
    assert show("readcli a.txt", tmp_path)[0] == "1|a       b"
    assert show("readcli --tabs 4 a.txt", tmp_path)[0] == "1|a   b"
    with Screen("readcli --tabs 0 a.txt", tmp_path) as screen:
        screen.wait()
        assert b"a\tb" in screen.raw
    assert run("--tabs", "4", "a.txt", folder=tmp_path).stdout == b"1|a   b\n"
    assert run("--color", "always", "a.txt", folder=tmp_path).stdout.endswith(b"a\tb\n")


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"TERM": "-"}, {"CLICOLOR": "0"}], ids=str)
def test_a_terminal_without_colours(env: dict[str, str], tmp_path: Path) -> None:
    """Without colours the text is the same, and not one escape is sent."""
    (tmp_path / "app.py").write_text(APP)
    with Screen("readcli app.py nope", tmp_path, columns=80, **env) as screen:
        screen.wait()
        assert "3|import sys" in screen.rows
        assert b"\x1b" not in screen.raw


def test_a_live_stream_appears_at_once(tmp_path: Path) -> None:
    """Lines of a stream that pauses are on the screen before its next ones come."""
    with Screen("(echo one; sleep 60) | readcli", tmp_path) as screen:
        assert screen.wait_for("one")[0] == "   1|one"


def test_an_interruption_leaves_the_terminal_right(tmp_path: Path) -> None:
    """Ctrl-C ends with status 130 and no colour left on."""
    with Screen("trap : INT; (echo one; sleep 60) | readcli; echo status $?", tmp_path) as screen:
        screen.wait_for("one")
        screen.send("\x03")
        screen.wait()
        assert b"Traceback" not in screen.raw
        assert screen.raw.replace(b"\r", b"").endswith(b"\x1b[0mstatus 130\n")


STRUCK = [
    ("a\x1b[1;31mb\x1b[0mc", [("", "a"), ("1;31", "b"), ("", "c")]),
    ("\x1b[38;5;208mo\x1b[39mp", [("38;5;208", "o"), ("", "p")]),
    ("\x1b[38:2:1:2:3mo", [("38;2;1;2;3", "o")]),
    ("\x1b[8mhidden\x1b[5mblink", [("", "hiddenblink")]),
    ("abc\rx", [("", "xbc")]),
    ("abc\x1b[2K\rx", [("", "x")]),
    ("abc\r\x1b[Kx", [("", "x")]),
    ("\x9b31mc1\x9d0;t\x07", [("31", "c1")]),
    ("a\bab\bb", [("1", "ab")]),
    ("_\ba", [("4", "a")]),
    ("|\b/\b-\bok", [("", "ok")]),
    ("\x1b[", []),
    ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", [("", "link")]),
    ("\x1b[99999999999m\x1b[38;5mx", [("", "x")]),
]


@pytest.mark.parametrize(("line", "wanted"), STRUCK)
def test_settled_lines(line: str, wanted: list[tuple[str, str]]) -> None:
    """A line stands as a terminal would show it at last, its styles set anew."""
    assert settle(line, Pen()) == wanted


def test_columns_of_text() -> None:
    """Wide characters take two columns, marks none; rows never hold more than there is room for."""
    assert [width(text) for text in ("abc", "你好", "e\u0301", "👍")] == [3, 4, 1, 2]
    rows = list(wrap([("1", "ab你"), ("", "好cde\u0301f")], 4))
    assert ["".join(text for _, text in row) for row in rows] == ["ab你", "好cd", "e\u0301f"]
    assert expand([("", "你\tx"), ("1", "\ty")], 4) == [("", "你  x"), ("1", "   y")]
    assert overlay([("1", "abc"), ("", "def")], [(1, 4)], "7") == [
        ("1", "a"), ("1;7", "bc"), ("7", "d"), ("", "ef")
    ]  # fmt: skip
