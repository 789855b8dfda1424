"""Text, files and pipes: each test is one kind of fault from the reports on tools like this one."""

from __future__ import annotations

import codecs
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

READCLI = str(Path(sys.executable).parent / "readcli")


def run(
    *arguments: str | bytes, cwd: Path, stdin: bytes | None = None, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run readcli as a shell would."""
    return subprocess.run(
        [READCLI, *arguments],
        cwd=cwd,
        input=stdin if stdin is not None else b"",
        capture_output=True,
        env={**os.environ, **(env or {})},
        timeout=60,
        check=False,
    )


def shell(command: str, cwd: Path) -> subprocess.CompletedProcess[bytes]:
    """Run a command line in bash, `readcli` on its path."""
    env = {**os.environ, "PATH": f"{Path(READCLI).parent}:{os.environ['PATH']}"}
    return subprocess.run(["bash", "-c", command], cwd=cwd, capture_output=True, env=env, stdin=subprocess.DEVNULL, timeout=60, check=False)


def told(*arguments: str, cwd: Path) -> dict:
    """Give the JSON object of one target."""
    return json.loads(run("--json", *arguments, cwd=cwd).stdout)


@pytest.mark.parametrize(
    ("data", "total", "is_ended"),
    [
        (b"a\n", 1, True),
        (b"a\n\n", 2, True),
        (b"a", 1, False),
        (b"", 0, None),
        (b"\n", 1, True),
        (b"a\r\nb", 2, False),
        (b"\xef\xbb\xbf", 0, None),
    ],
)
def test_count_of_lines(tmp_path: Path, data: bytes, total: int, is_ended: bool | None) -> None:
    """A final newline ends the last line and begins none."""
    (tmp_path / "f").write_bytes(data)
    value = told("f", cwd=tmp_path)
    assert value["linesTotal"] == total == len(value["lines"])
    assert value["finalNewline"] == (is_ended if data != b"\xef\xbb\xbf" else value["finalNewline"])
    assert run("f:2", cwd=tmp_path).stdout.count(b"\n") == max(0, total - 1)


@pytest.mark.parametrize("selector", ["100-", "100-200", "6", "6-9"])
def test_past_the_end(tmp_path: Path, selector: str) -> None:
    """Beyond the end nothing is printed, the file's length is said, and that is no error."""
    (tmp_path / "f").write_bytes(b"1\n2\n3\n4\n5\n")
    done = run(f"f:{selector}", cwd=tmp_path)
    assert (done.stdout, done.returncode) == (b"", 0)
    assert b"(5 lines total)" in done.stderr
    assert run("f:5-900", cwd=tmp_path).stdout == b"5|5\n"


@pytest.mark.parametrize("size", [100, 70_000, 300_000])
def test_one_long_line(tmp_path: Path, size: int) -> None:
    """A long line among short ones is shown whole, and the numbers around it are right."""
    (tmp_path / "f").write_bytes(b"short\n" * 9 + b"x" * size + b"\nlast\n")
    assert run("f:10", cwd=tmp_path).stdout == b"10|" + b"x" * size + b"\n11|last\n"
    assert run("f:11", cwd=tmp_path).stdout == b"11|last\n"
    value = told("f:10-10", cwd=tmp_path)
    assert value["lines"][0]["text"] == "x" * size
    assert value["truncatedBy"] is None


@pytest.mark.parametrize("order", ["raw:2-3", "2-3:raw"])
def test_raw_keeps_endings(tmp_path: Path, order: str) -> None:
    """`raw` gives the bytes of the lines, in both orders of words, for files, members and standard input alike."""
    data = b"one\r\ntwo\r\nthree\r\nfour\r\n"
    (tmp_path / "f").write_bytes(data)
    assert run(f"f:{order}", cwd=tmp_path).stdout == b"two\r\nthree\r\n"
    assert run(f"-:{order}", cwd=tmp_path, stdin=data).stdout == b"two\r\nthree\r\n"
    assert run("f:raw", cwd=tmp_path).stdout == data
    assert run("f:2-3", cwd=tmp_path).stdout == b"2|two\n3|three\n"


@pytest.mark.parametrize("name", ["{a} [b]*.md", "My Docs/read me.md", "we:ird", "-n.txt", "ümlaut", "$(touch pwned).txt", "a;b", "'q'"])
def test_names_letter_for_letter(tmp_path: Path, name: str) -> None:
    """A name is a name, whatever letters it is made of; nothing is globbed, nothing reaches a shell."""
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"1\n2\n3\n")
    done = run("--", f"{name}:1-2", cwd=tmp_path)
    assert done.stdout == b"1|1\n2|2\n"
    assert told("--", f"{name}:1-1", cwd=tmp_path)["path"] == name
    assert not (tmp_path / "pwned").exists()


def test_name_that_is_no_utf8(tmp_path: Path) -> None:
    """A name of other bytes is read, escaped where it is shown, and recoverable from valid JSON."""
    import base64

    name = b"bad\xff.txt"
    with open(os.path.join(os.fsencode(tmp_path), name), "wb") as file:
        file.write(b"1\n2\n")
    done = run("--header", name, cwd=tmp_path)
    assert done.stdout == b"==> bad\\xff.txt <==\n1|1\n2|2\n"
    value = json.loads(run("--json", name, cwd=tmp_path).stdout.decode())
    assert base64.b64decode(value["pathBytes"]) == name
    missing = run(b"no\xfe", cwd=tmp_path)
    assert missing.stderr.startswith(b"readcli: no\\xfe: ")
    assert b"\xfe" not in missing.stderr


def test_kinds_of_missing(tmp_path: Path) -> None:
    """A link that leads nowhere, a loop of links, a file taken for a folder and a missing file are told apart, a line each."""
    (tmp_path / "dangling").symlink_to("nowhere")
    (tmp_path / "loop").symlink_to("loop2")
    (tmp_path / "loop2").symlink_to("loop")
    (tmp_path / "f").write_bytes(b"x\n")
    lines = [run(name, cwd=tmp_path).stderr.decode() for name in ("dangling", "loop", "f/x", "zzz")]
    assert "leads to nowhere, which is not there" in lines[0]
    assert "loop" in lines[1].partition("loop:")[2]
    assert len(set(lines)) == 4
    assert all(line.count("\n") == 1 for line in lines)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_permission(tmp_path: Path) -> None:
    """A file that may not be read is `permission`, not `not-found`."""
    (tmp_path / "f").write_bytes(b"x")
    (tmp_path / "f").chmod(0)
    assert told("f", cwd=tmp_path)["error"]["code"] == "permission"


def test_nearest_name(tmp_path: Path) -> None:
    """A name spelt almost so, or in another Unicode form, is suggested or opened with a notice."""
    (tmp_path / "e\u0301.txt").write_bytes(b"accent\n")
    (tmp_path / "readme.txt").write_bytes(b"x\n")
    assert "did you mean readme.txt?" in run("readne.txt", cwd=tmp_path).stderr.decode()
    done = run("\u00e9.txt", cwd=tmp_path)
    assert done.stdout == b"1|accent\n"
    assert b"read as" in done.stderr


@pytest.mark.parametrize("path", ["/proc/self/status", "/proc/cpuinfo", "/sys/kernel/mm/transparent_hugepage/enabled"])
def test_kernel_files(tmp_path: Path, path: str) -> None:
    """Files of size 0 that hold text are read to their end."""
    if not os.path.exists(path):
        pytest.skip("there is no such file on this machine")
    assert run(path, cwd=tmp_path).stdout.startswith(b"1|")
    assert run(f"{path}:1-1", cwd=tmp_path).stdout.count(b"\n") == 1


def test_process_substitution_and_fifo(tmp_path: Path) -> None:
    """Pipes by name are read once, forward, selectors and all."""
    assert shell('readcli <(printf "a\\nb\\n")', tmp_path).stdout == b"1|a\n2|b\n"
    assert shell('readcli <(printf "a\\nb\\n"):2', tmp_path).stdout == b"2|b\n"
    assert shell('mkfifo p; (printf "a\\nb\\n" > p &); readcli p:-1', tmp_path).stdout == b"2|b\n"


def test_devices_are_refused(tmp_path: Path) -> None:
    """A device is not read unless asked for; /dev/null is empty."""
    assert told("/dev/zero", cwd=tmp_path)["error"]["code"] == "unsupported"
    assert run("/dev/null", cwd=tmp_path).returncode == 0


@pytest.mark.parametrize("options", ["", "-p", "-H", "--json", "--json=lines"])
def test_closed_pipe(tmp_path: Path, options: str) -> None:
    """Whoever has enough ends the program quietly."""
    (tmp_path / "f").write_bytes(b"line\n" * 1_000_000)
    done = shell(f"readcli {options} f | head -c 20 >/dev/null; echo ${{PIPESTATUS[0]}}", tmp_path)
    assert (done.stdout, done.stderr) == (b"0\n", b"")
    assert shell("yes | readcli - | head -3; echo ${PIPESTATUS[1]}", tmp_path).stdout == b"1|y\n2|y\n3|y\n0\n"


def test_full_disk_and_closed_output(tmp_path: Path) -> None:
    """What cannot be written is one line and exit 1."""
    (tmp_path / "f").write_bytes(b"line\n")
    full = shell("readcli f > /dev/full; echo $?", tmp_path)
    assert (full.stdout, full.stderr) == (b"1\n", b"readcli: standard output: no space left on device\n")
    closed = shell("readcli f >&-; echo $?", tmp_path)
    assert closed.stdout == b"1\n"
    assert closed.stderr.count(b"\n") == 1
    assert shell("readcli f <&-", tmp_path).stdout == b"1|line\n"


@pytest.mark.parametrize("variable", [{"LC_ALL": "C"}, {"PYTHONIOENCODING": "cp1252"}, {"LANG": "", "LC_ALL": "POSIX"}])
def test_output_is_utf8_whatever_the_locale(tmp_path: Path, variable: dict[str, str]) -> None:
    """No locale breaks the output."""
    text = "☞ “x” 你好\n"
    (tmp_path / "f").write_text(text, encoding="utf-8")
    assert run("-p", "f", cwd=tmp_path, env=variable).stdout == text.encode()


def test_live_stream(tmp_path: Path) -> None:
    """The first line of a stream appears before the second is written, and a line without its newline at the next pause."""
    reader, writer = os.pipe()
    process = subprocess.Popen([READCLI, "-n", "-"], stdin=reader, stdout=subprocess.PIPE, cwd=tmp_path)
    os.close(reader)
    assert process.stdout is not None
    os.write(writer, b"first\n")
    assert process.stdout.readline() == b"1|first\n"
    os.write(writer, b"sec")
    assert os.read(process.stdout.fileno(), 5) == b"2|sec"
    os.write(writer, b"ond\n")
    os.close(writer)
    assert process.stdout.read() == b"ond\n"
    assert process.wait() == 0
    process.stdout.close()


def test_interrupt(tmp_path: Path) -> None:
    """Ctrl-C ends with 130 and says nothing."""
    reader, writer = os.pipe()
    process = subprocess.Popen([READCLI, "-"], stdin=reader, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path)
    os.write(writer, b"first\n")
    assert process.stdout is not None and process.stderr is not None
    process.stdout.readline()
    time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate()
    assert (process.returncode, err) == (130, b"")
    os.close(reader)
    os.close(writer)


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["f"], 0),
        (["f", "nope"], 1),
        (["f:5+", "f"], 2),
        (["nope", "f:5+"], 2),
        (["--help"], 0),
        (["--version"], 0),
        (["--nope"], 2),
        (["f:/zzz/"], 1),
        (["--color", "sometimes", "f"], 2),
    ],
)
def test_exit_status(tmp_path: Path, arguments: list[str], status: int) -> None:
    """0 all read, 1 something failed, 2 the command line or a selector was wrong; the good targets are printed all the same."""
    (tmp_path / "f").write_bytes(b"text\n")
    done = run(*arguments, cwd=tmp_path)
    assert done.returncode == status
    if "f" in arguments and arguments[0] != "--color":
        assert b"1|text\n" in done.stdout


@pytest.mark.parametrize(
    ("data", "shown", "encoding"),
    [
        ("▶hello\n".encode(), "▶hello", "utf-8"),
        ("é\n".encode(), "é", "utf-8"),
        (b"caf\xe9\n", "café", "cp1252"),
        (b"na\xefve r\xe9sum\xe9\n", "naïve résumé", "cp1252"),
        (codecs.BOM_UTF16_LE + "hi\n".encode("utf-16-le"), "hi", "utf-16-le"),
        (codecs.BOM_UTF16_BE + "上一伊刀\n".encode("utf-16-be"), "上一伊刀", "utf-16-be"),
        (codecs.BOM_UTF32_LE + "hi\n".encode("utf-32-le"), "hi", "utf-32-le"),
        ("plain words of text\n".encode("utf-16-le"), "plain words of text", "utf-16-le"),
        ("plain words of text\n".encode("utf-32-be"), "plain words of text", "utf-32-be"),
        (b"a" * 4096 + "—\n".encode(), "a" * 4096 + "—", "utf-8"),
        ("日本語のテキスト、ヘッダー行\n".encode("cp932") * 3, "日本語のテキスト、ヘッダー行", "cp932"),
    ],
)
def test_encoding(tmp_path: Path, data: bytes, shown: str, encoding: str) -> None:
    """Text is decoded before it is cut into lines; strict UTF-8 comes before any guess."""
    (tmp_path / "f").write_bytes(data)
    value = told("f", cwd=tmp_path)
    assert value["lines"][0]["text"] == shown
    assert value["encoding"].replace("_", "-") == encoding
    assert value.get("encodingGuessed", False) == (encoding.startswith("cp"))


def test_encoding_by_order(tmp_path: Path) -> None:
    """`--encoding` overrides, on files and streams; an unknown name is a usage error."""
    data = "Zażółć gęślą jaźń\r\n".encode("cp1250")
    (tmp_path / "f").write_bytes(data)
    assert run("--encoding", "cp1250", "-p", "f", cwd=tmp_path).stdout.decode() == "Zażółć gęślą jaźń\n"
    assert run("--encoding", "cp1250", "-p", cwd=tmp_path, stdin=data).stdout.decode() == "Zażółć gęślą jaźń\n"
    assert run("--encoding", "klingon", "f", cwd=tmp_path).returncode == 2


def test_few_bad_bytes(tmp_path: Path) -> None:
    """UTF-8 with a byte that does not fit is UTF-8, the byte U+FFFD, said in a notice and in JSON."""
    (tmp_path / "f").write_bytes("ünïcödé text with äöüß and môre ñ\n".encode() + b"\xff\n")
    done = run("-p", "f", cwd=tmp_path)
    assert done.stdout.decode() == "ünïcödé text with äöüß and môre ñ\n\ufffd\n"
    assert b"1 byte did not fit" in done.stderr
    assert told("f", cwd=tmp_path)["lossy"] is True


def test_newline_styles(tmp_path: Path) -> None:
    """The style of newlines is a fact; only LF, CRLF and, where there is nothing else, CR end lines."""
    for data, style, count in (
        (b"a\nb\n", "lf", 2),
        (b"a\r\nb\r\n", "crlf", 2),
        (b"a\r\nb\nc\r\n", "mixed", 3),
        (b"a\rb\r", "cr", 2),
        (b"a\x0cb\x0b\xc2\x85\xe2\x80\xa8c\n", "lf", 1),
    ):
        (tmp_path / "f").write_bytes(data)
        value = told("f", cwd=tmp_path)
        assert (value["newline"], value["linesTotal"]) == (style, count)


def test_hash_is_the_same_with_crlf(tmp_path: Path) -> None:
    """An anchor holds for a line whatever its ending, and a BOM is no part of line 1."""
    (tmp_path / "a").write_bytes(b"one\ntwo\n")
    (tmp_path / "b").write_bytes(b"\xef\xbb\xbfone\r\ntwo\r\n")
    assert run("-H", "a", cwd=tmp_path).stdout == run("-H", "b", cwd=tmp_path).stdout


def test_binary(tmp_path: Path) -> None:
    """A binary file is never an empty success: facts, one line that names the way out, exit 1."""
    (tmp_path / "f").write_bytes(b"ok line\n" + b"\0" * 64 + b"\n" + b"text\n" * 1000)
    done = run("f", cwd=tmp_path)
    assert (done.returncode, done.stderr.count(b"\n")) == (1, 1)
    assert b"--text" in done.stderr
    assert b"size: 5073 bytes" in done.stdout
    forced = run("--text", "f", cwd=tmp_path)
    assert forced.stdout.count(b"\n") == 1002
    assert b"^@" in forced.stdout and b"\0" not in forced.stdout
    assert told("f", cwd=tmp_path)["error"]["code"] == "not-text"


def test_separator_in_the_text(tmp_path: Path) -> None:
    """The first bar ends the gutter; JSON has the parts apart."""
    (tmp_path / "f").write_bytes(b"| A | B |\n")
    line = run("-H", "f", cwd=tmp_path).stdout.decode()
    value = told("f", cwd=tmp_path)["lines"][0]
    assert line.partition("|") == (f"1{value['hash']}", "|", "| A | B |\n")


def test_same_lines_differ_by_number(tmp_path: Path) -> None:
    """Equal lines share their letters; number and letters together name one line."""
    (tmp_path / "f").write_bytes(b"}\n" * 40)
    assert run("f:7rk", cwd=tmp_path).stdout == b"7|}\n"
    assert run("f:41rk", cwd=tmp_path).returncode == 1


def test_growing_and_vanishing(tmp_path: Path) -> None:
    """A file that is deleted while it is open is read to its end."""
    done = shell("seq 100000 > f; exec 3< f; rm f; readcli /dev/fd/3:-1", tmp_path)
    assert done.stdout == b"100000|100000\n"


def test_memory_does_not_grow(tmp_path: Path) -> None:
    """A large file and a large stream are read in constant memory, also when it is one line."""
    program = "import resource,subprocess,sys; subprocess.run(sys.argv[1:],stdout=subprocess.DEVNULL,check=True); print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    (tmp_path / "lines").write_bytes(b"a line of forty bytes, or about as many\n" * 3_000_000)
    (tmp_path / "line").write_bytes(b"x" * 60_000_000)
    for arguments in (["lines"], ["line"], ["-H", "lines"], ["lines:-3"], ["lines:2999999-"], ["lines:/zzz|40/"], ["lines:info"]):
        done = subprocess.run(
            [sys.executable, "-c", program, READCLI, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert int(done.stdout or 0) < 60_000 or "zzz" in arguments[-1], f"{arguments}: {done.stdout} KiB {done.stderr}"
