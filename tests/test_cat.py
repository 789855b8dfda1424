"""The hands of cat: the same bytes as the real one on ASCII and CRLF, decoded text elsewhere."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.screen import BIN, environment, show

ASCII = "".join(map(chr, [*range(1, 9), *range(11, 13), *range(14, 32), *range(32, 128)]))
SAMPLES = {
    "text": b"one\n\ttwo\n\n\n\nthree\n \nend\n",
    "open": b"one\n\n\nno newline",
    "crlf": b"one\r\n\ttwo\r\n\r\n\r\nend\r\n",
    "mixed": b"one\r\ntwo\n\r\nx\ry\n",
    "blank": b"\n\n\n",
    "empty": b"",
    "controls": ASCII.encode() + b"\n\x1b[31mred\x1b[0m\b\b\n",
    "long": b"x" * 300_000 + b"\r\n\n\n\ny\r\n",
}
BARE = ("-b", "-E", "-s", "-T", "-u", "-bs", "-ET", "-sE", "-bE")  # controls stay as in any pipe
SEEING = ("-A", "-v", "-e", "-t", "-vT", "-vE", "-bA", "-sA", "-vbs")
LONG = {
    "-A": "--show-all",
    "-b": "--number-nonblank",
    "-E": "--show-ends",
    "-s": "--squeeze-blank",
    "-T": "--show-tabs",
    "-v": "--show-nonprinting",
}


def run(*arguments: str, folder: Path, stdin: bytes | None = None, program: str = str(BIN / "readcli")) -> bytes:
    """Run readcli, or another program, into a pipe."""
    done = subprocess.run([program, *arguments], cwd=folder, input=stdin, env=environment(), capture_output=True, check=False)
    assert done.stderr == b""
    return done.stdout


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a folder with the samples."""
    for name, data in SAMPLES.items():
        (tmp_path / name).write_bytes(data)
    return tmp_path


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("option", SEEING)
def test_seeing_as_cat_does(option: str, name: str, folder: Path) -> None:
    """With -v every byte of ASCII is written as the real cat writes it, from a file and from a pipe."""
    wanted = run(option, name, folder=folder, program="cat")
    assert run("--text", option, name, folder=folder) == wanted
    if option == "-A" and name != "empty":
        assert run("--text", option, "-", folder=folder, stdin=SAMPLES[name]) == wanted


@pytest.mark.parametrize("name", ["text", "open", "blank", "empty"])
@pytest.mark.parametrize("option", BARE)
def test_the_other_hands_on_lines(option: str, name: str, folder: Path) -> None:
    """Without -v plain lines come out as from the real cat."""
    assert run(option, name, folder=folder) == run(option, name, folder=folder, program="cat")


@pytest.mark.parametrize("option", ["-E", "-ET", "-bE", "-sE"])
@pytest.mark.parametrize("name", ["crlf", "long"])
def test_ends_of_crlf(option: str, name: str, folder: Path) -> None:
    """-E shows the carriage return of CRLF, and a line of it alone is not blank, as with the real cat."""
    assert run(option, name, folder=folder) == run(option, name, folder=folder, program="cat")


def test_numbers_count_as_cats_do(folder: Path) -> None:
    """-b counts over several files, also lines with CRLF alone, and is not readcli's -n."""
    assert run("-p", "-b", "text", "open", folder=folder) == run("-b", "text", "open", folder=folder, program="cat")
    assert run("-b", "crlf", folder=folder) == run("-b", "crlf", folder=folder, program="cat").replace(b"\r", b"")
    assert run("-b", "text:6-7", folder=folder) == b"     1\tthree\n     2\t \n"


@pytest.mark.parametrize(("short", "long"), LONG.items())
def test_long_names(short: str, long: str, folder: Path) -> None:
    """Each letter has its long name."""
    assert run(long, "text", folder=folder) == run(short, "text", folder=folder)


def test_gutters_beside_hands(folder: Path) -> None:
    """The hands switch the default gutter off; -n and -H are readcli's own and keep the numbers and anchors of the file."""
    assert run("-s", "text", folder=folder).startswith(b"one\n")
    assert run("-s", "-n", "text", folder=folder) == b"1|one\n2|\ttwo\n3|\n6|three\n7| \n8|end\n"
    plain = run("-H", "crlf", folder=folder)
    assert run("-A", "-H", "crlf", folder=folder) == plain.replace(b"\t", b"^I").replace(b"\n", b"^M$\n")


def test_decoded_text_stays(folder: Path) -> None:
    """What is not ASCII stays as it is, in any encoding; C1 controls are visible."""
    (folder / "u").write_text("naïve – 你好\u0085x\n", encoding="utf-8")
    assert run("-A", "u", folder=folder).decode() == "naïve – 你好<U+0085>x$\n"
    (folder / "w").write_bytes("é\tx\r\n".encode("utf-16"))
    assert run("-A", "w", folder=folder).decode() == "é^Ix^M$\n"
    (folder / "l").write_bytes("caf\xe9 na\xefve\r\n".encode("latin-1"))
    assert run("-e", "--encoding", "latin-1", "l", folder=folder).decode() == "café naïve^M$\n"


def test_hands_never_drive_a_terminal(folder: Path) -> None:
    """On a terminal the hands without -v drop sequences, those with it show them."""
    (folder / "e").write_bytes(b"a\x1b[2Jb\tc\xe2\x80\xae\n")
    assert show("readcli -E e", folder)[0].split() == ["ab", "c<U+202E>$"]
    assert show("readcli -A e", folder) == ["a^[[2Jb^Ic<U+202E>$"]
