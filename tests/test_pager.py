"""The pager: started when the text does not fit, told where to open, ended quietly, replaced by plain output where it fails."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from readcli.model import Options
from readcli.render.pager_program import find_command
from tests.screen import Screen, show

LINES = "".join(f"line {n}\n" for n in range(1, 3001))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a folder with a long file and a short one."""
    (tmp_path / "long.txt").write_text(LINES)
    (tmp_path / "short.txt").write_text("one\ntwo\n")
    return tmp_path


def test_less_shows_the_first_screen_and_q_ends_quietly(folder: Path) -> None:
    """A text that does not fit goes to less; q gives the shell back at once, with status 0 and no word."""
    with Screen("readcli long.txt; echo status $?", folder) as screen:
        rows = screen.wait_for("line 11")
        assert rows[0] == "   1|line 1"
        assert rows[-1] == ":"
        screen.send(" ")
        screen.wait_for("line 22")
        screen.send("q")
        screen.wait()
        assert b"status 0" in screen.raw
        assert b"readcli:" not in screen.raw


def test_what_fits_is_printed(folder: Path) -> None:
    """No pager is started for what fits the screen, counted in rows of the terminal."""
    assert show("readcli short.txt; echo end", folder, PAGER="false") == ["1|one", "2|two", "end"]
    assert show("readcli long.txt:5-13; echo end", folder, PAGER="false")[-2:] == ["13|line 13", "end"]
    (folder / "wide.txt").write_text("x" * 58 * 12 + "\n")
    with Screen("readcli wide.txt; echo end", folder) as screen:
        screen.wait_for(":")
        screen.send("q")
        screen.wait_for("end")


@pytest.mark.parametrize("line", [2, 1500, 2980])
def test_less_opens_at_the_line(line: int, folder: Path) -> None:
    """`:N` opens the pager at line N, with the lines before it to go back to."""
    with Screen(f"readcli long.txt:{line}", folder) as screen:
        assert screen.wait_for(f"|line {line}")[0] == f"{line:4}|line {line}"
        screen.send("k")
        assert screen.wait_for(f"|line {line - 1}")[0] == f"{line - 1:4}|line {line - 1}"
        screen.send("q")
        assert screen.wait() == 0


def test_the_end_of_a_file_that_fits_is_printed(folder: Path) -> None:
    """`:N` prints where what is left fits the screen."""
    assert show("readcli long.txt:2998; echo end", folder) == ["2998|line 2998", "2999|line 2999", "3000|line 3000", "end"]


def test_the_first_screen_does_not_wait_for_the_rest(folder: Path) -> None:
    """The pager shows its first screen while the stream is still open."""
    with Screen("(seq 1 40; sleep 60) | readcli", folder) as screen:
        assert screen.wait_for("|9")[0] == "   1|1"


def test_a_missing_pager_is_noticed(folder: Path) -> None:
    """A pager that is not there is said so at the end, the text is printed, the status is 0."""
    with Screen("readcli long.txt; echo status $?", folder, PAGER="no-such-pager -x") as screen:
        screen.wait()
        shown = screen.raw.replace(b"\r", b"").replace(b"\x1b[2m", b"").replace(b"\x1b[0m", b"")
        end = b"line 3000\nreadcli: no-such-pager: no such file or directory; printed without a pager\nstatus 0\n"
        assert shown.endswith(end)
        assert screen.raw.count(b"line 1\r\n") == 1


@pytest.mark.parametrize("pager", ["false", "sh -c 'exit 3'", "sh -c 'head -n 1 >/dev/null; exit 2'"])
def test_a_failing_pager_is_noticed(pager: str, folder: Path) -> None:
    """A pager that fails at once is said so, and every line is printed, once."""
    with Screen("readcli long.txt; echo status $?", folder, PAGER=pager) as screen:
        screen.wait()
        assert screen.raw.count(b"|\x1b[0mline ") == 3000
        assert b"the pager failed with status" in screen.raw
        assert b"status 0" in screen.raw


def test_arguments_are_shell_words_and_no_shell(folder: Path) -> None:
    """PAGER is split as a shell would split it, and nothing in it is run by one."""
    program = folder / "my pager"
    program.write_text('#!/bin/sh\nprintf "<%s>" "$@"; head -n 1\n')
    program.chmod(0o755)
    rows = show("readcli long.txt", folder, PAGER=f"'{program}' 'a b' $(touch pwned) ;")
    assert rows[0] == "<a b><$(touch><pwned)><;>   1|line 1"
    assert not (folder / "pwned").exists()


def test_names_reach_no_shell_and_no_preprocessor(folder: Path) -> None:
    """A file's name is never run, LESSOPEN neither."""
    for name in ("$(touch pwned).txt", "a;touch pwned", "'q'"):
        (folder / name).write_text(LINES)
        quoted = name.replace("'", "'\\''")
        with Screen(f"readcli '{quoted}'", folder, LESSOPEN="|-touch pwned %s", LESSCLOSE="touch pwned %s %s") as screen:
            screen.wait_for("line 11")
            screen.send("q")
            screen.wait()
    assert not (folder / "pwned").exists()


@pytest.mark.parametrize("how", ["--paging never", "-P", "--json", "--profile agent"])
def test_no_pager_when_told(how: str, folder: Path) -> None:
    """--paging never, -P, JSON and the agent profile start none."""
    with Screen(f"readcli {how} long.txt:1-100; echo status $?", folder, columns=200, PAGER="false") as screen:
        screen.wait()
        assert b"status 0" in screen.raw
        assert b"pager" not in screen.raw
        assert b"line 100" in screen.raw


def test_no_pager_into_a_pipe(folder: Path) -> None:
    """Into a pipe no pager is started, not even with --paging always."""
    assert show("readcli --paging always long.txt | tail -n 1", folder, PAGER="false") == ["3000|line 3000"]


def test_always_pages_what_fits(folder: Path) -> None:
    """--paging always starts the pager for a short text as well, and it stays."""
    with Screen("readcli --paging always short.txt", folder) as screen:
        assert screen.wait_for("two")[:2] == ["1|one", "2|two"]
        screen.wait_for("(END)")
        screen.send("q")
        assert screen.wait() == 0


def test_notices_come_after_the_pager(folder: Path) -> None:
    """An error met while the pager runs is said when it has ended."""
    with Screen("readcli long.txt nope; echo status $?", folder) as screen:
        screen.wait_for("line 9")
        screen.send("G")
        screen.wait_for("line 3000")
        assert not any("nope" in row for row in screen.rows)
        screen.send("q")
        screen.wait()
        assert b"readcli: nope: no such file" in screen.raw
        assert b"status 1" in screen.raw


def test_an_interruption_is_the_pagers(folder: Path) -> None:
    """Ctrl-C in less does not end readcli under it; another pager that dies of it ends both with 130."""
    with Screen("readcli long.txt; echo status $?", folder) as screen:
        screen.wait_for("line 11")
        screen.send("\x03")
        screen.send(" ")
        screen.wait_for("line 22")
        screen.send("q")
        screen.wait()
        assert b"status 0" in screen.raw
    with Screen("readcli long.txt; echo status $?", folder, PAGER="sh -c 'head -n 2; exec sleep 60'") as screen:
        screen.wait_for("line 2")
        screen.send("\x03")
        screen.wait()
        assert b"status 130" in screen.raw
        assert b"Traceback" not in screen.raw


def test_a_terminal_that_nobody_knows(folder: Path) -> None:
    """Where the system does not know the terminal, the text is printed without asking anybody anything."""
    with Screen("readcli long.txt; echo status $?", folder, TERM="no-such-terminal") as screen:
        screen.wait()
        assert b"line 3000" in screen.raw
        assert b"nothing is known of the terminal no-such-terminal" in screen.raw
        assert b"status 0" in screen.raw


COMMANDS = [
    ({}, Options(), ["less", "-RF"]),
    ({}, Options(paging="always"), ["less", "-R"]),
    ({"PAGER": "less"}, Options(), ["less", "-RF"]),
    ({"PAGER": "less -S"}, Options(), ["less", "-S"]),
    ({"PAGER": "/a\\ b/less -R -F"}, Options(), ["/a b/less", "-R", "-F"]),
    ({"PAGER": "more"}, Options(pager="most -x"), ["most", "-x"]),
    ({"PAGER": ""}, Options(), []),
    ({"PAGER": "cat"}, Options(), []),
    ({"PAGER": "less", "READCLI_PAGER": ""}, Options(), []),
    ({"PAGER": "less 'open"}, Options(), ["less", "'open"]),
]


@pytest.mark.parametrize(("env", "options", "wanted"), COMMANDS, ids=str)
def test_which_pager(env: dict[str, str], options: Options, wanted: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """READCLI_PAGER and the settings come before PAGER, less is the last; an empty one, or cat, is none."""
    for name in ("PAGER", "READCLI_PAGER"):
        monkeypatch.delenv(name, raising=False)
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    assert find_command(options) == wanted


def test_less_is_not_overruled(folder: Path) -> None:
    """The LESS of whoever reads holds; only where there is none are colours let through by it."""
    program = folder / "seen"
    program.write_text('#!/bin/sh\necho "LESS=$LESS OPEN=$LESSOPEN"; head -n 1 >/dev/null\n')
    program.chmod(0o755)
    assert show("readcli long.txt", folder, PAGER="./seen", LESS="-i", LESSOPEN="x")[0] == "LESS=-i OPEN="
    assert show("readcli long.txt", folder, READCLI_PAGER="./seen", PAGER="false")[0] == "LESS=R OPEN="


@pytest.mark.skipif(not shutil.which("strace"), reason="strace is not installed")
def test_the_first_screen_comes_before_a_mebibyte_is_read(tmp_path: Path) -> None:
    """Of a log too large to be judged whole no more is read than a few screens need; q ends it, and the terminal is as before, also when stopped on the way."""
    (tmp_path / "big.log").write_bytes(b"a line of a log that is long enough to be large\n" * 500_000)
    command = "strace -f -o trace -P $PWD/big.log -e trace=read,pread64 readcli big.log; stty -a | tr ' ' '\\n' | grep -x echo; echo over"
    with Screen(f"set -m; {command}", tmp_path) as screen:
        screen.wait_for("|a line of a log")
        screen.send("q")
        rows = screen.wait_for("over")
    assert "echo" in rows
    sizes = [int(line.rpartition("= ")[2]) for line in (tmp_path / "trace").read_text().split("\n") if line.rpartition("= ")[2].isdigit()]
    assert 0 < sum(sizes) < 1 << 20
