"""What is kept between runs: an index of lines that never tells of another file, private, bounded, safe under many writers."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from readcli import cache, file_lines, limits, line_index, pipeline, read
from readcli.lines import Block
from readcli.model import Options

COMMAND = (str(Path(sys.executable).with_name("readcli")),)

OLD = time.time() - 1000


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Let small files be worth an index, of steps of 64 bytes; give the folder of the indexes."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(limits, "INDEXED", 1)
    monkeypatch.setattr(line_index, "_STEP", 64)
    monkeypatch.setattr(line_index, "_ENDS", 16)
    monkeypatch.setattr(file_lines, "_CLOSE", 0)
    return tmp_path / "cache/readcli/lines"


def put(path: Path, data: bytes, *, at: float = OLD) -> None:
    """Write a file that was last changed then."""
    path.write_bytes(data)
    os.utime(path, (at, at))


def shown(target: str, **options: object) -> list[tuple[int, bytes]]:
    """Read a target to its end: numbers and text."""
    page = pipeline.read(target, Options(gutter="numbers", **options))
    try:
        return [(item.n, item.data) for item in page.items if isinstance(item, Block)]
    finally:
        page.document.lines.close()


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Note how many bytes are counted from now on."""
    sizes: list[int] = []
    real = line_index.scan.count

    def count(file: object, eol: bytes, start: int, end: int) -> int:
        sizes.append(end - start)
        return real(file, eol, start, end)  # type: ignore[arg-type]

    monkeypatch.setattr(line_index.scan, "count", count)
    return sizes


SELECTORS = ("1", "2-3", "7", "50-52", "199-", "400", "-1", "-3", "info", "30,60,90-91")


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from([b"", b"x", b"y" * 40, b"z" * 200]), max_size=150), st.booleans(), st.sampled_from([b"\n", b"\r\n", b"\r"]))
def test_with_and_without_are_the_same(small: Path, tmp_path: Path, lines: list[bytes], is_ended: bool, eol: bytes) -> None:
    """Whatever the file, every selector gives the same without an index, while one is made, and with one."""
    file = tmp_path / "a.log"
    put(file, eol.join(lines) + (eol if is_ended and lines else b""))
    cache.clear(str(small))
    for selector in SELECTORS:
        wanted = shown(f"{file}:{selector}", cache=False)
        assert shown(f"{file}:{selector}") == wanted
        assert shown(f"{file}:{selector}") == wanted


def test_it_is_used(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked again, nothing before the line is counted; a grown log is counted from where it ended."""
    file = tmp_path / "a.log"
    put(file, b"line\n" * 1000)
    sizes = counted(monkeypatch)
    first = shown(f"{file}:900")
    assert sum(sizes) >= 4000
    sizes.clear()
    assert shown(f"{file}:900") == first
    assert sum(sizes) == 0
    with file.open("ab") as log:
        log.write(b"more\n" * 1000)
    assert shown(f"{file}:1900-1901") == [(1900, b"more\nmore\n")]
    assert 4000 <= sum(sizes) < 5200
    assert [stat.S_IMODE(path.stat().st_mode) for path in (small, *small.iterdir())] == [0o700, 0o600]


def rewritten(file: Path) -> None:
    """Other lines of the same size and time; the first bytes differ."""
    put(file, b"\n\n\n\n\n" + b"line\n" * 999)


def cut(file: Path) -> None:
    """A log that was truncated and written anew."""
    put(file, b"li\n" * 1000)


def rotated(file: Path) -> None:
    """Another file under the name."""
    other = file.with_name("new")
    put(other, b"l\n" * 5000)
    other.replace(file)


def touched(file: Path) -> None:
    """The middle was changed, and with it the time."""
    put(file, b"line\n" * 100 + b"\n" * 100 + b"line\n" * 880, at=OLD + 1)


def grown_otherwise(file: Path) -> None:
    """It is longer, but where its end was stands something else."""
    put(file, b"line\n" * 900 + b"\n" * 600 + b"line\n" * 400)


@pytest.mark.parametrize("change", [rewritten, cut, rotated, touched, grown_otherwise])
def test_it_never_tells_of_another_file(small: Path, tmp_path: Path, change: Callable[[Path], None]) -> None:
    """What is not the file that was counted is counted anew."""
    file = tmp_path / "a.log"
    put(file, b"line\n" * 1000)
    shown(f"{file}:info")
    shown(f"{file}:900")
    change(file)
    for selector in SELECTORS:
        assert shown(f"{file}:{selector}") == shown(f"{file}:{selector}", cache=False)


def test_a_file_just_written_is_not_trusted(small: Path, tmp_path: Path) -> None:
    """Within a second a clock may not tell two changes apart, and one that runs ahead tells nothing: only growth is believed then."""
    file = tmp_path / "a.log"
    for at in (time.time(), time.time() + 5000):
        put(file, b"line\n" * 500 + b"same\n" * 500, at=at)
        shown(f"{file}:info")
        put(file, b"line\n" * 500 + b"\n\n\n\n\n" + b"same\n" * 499, at=at)
        assert b"lines: 1004" in shown(f"{file}:info")[0][1]


def test_what_is_kept_may_be_damaged(small: Path, tmp_path: Path) -> None:
    """Cut, flipped, empty, another version, a folder, a link: as if there were nothing."""
    file = tmp_path / "a.log"
    put(file, b"line\n" * 1000)
    wanted = shown(f"{file}:900")
    (entry,) = small.iterdir()
    good = entry.read_bytes()
    for bad in (b"", good[:-8], good[:-3], good + good, bytes(len(good)), good[:80] + b"\xff" + good[81:], good[::-1]):
        entry.write_bytes(bad)
        assert shown(f"{file}:900") == wanted
    entry.unlink()
    entry.symlink_to(file)
    assert shown(f"{file}:900") == wanted
    entry.unlink()
    entry.mkdir()
    assert shown(f"{file}:900") == wanted


def test_nothing_is_left_where_nothing_can_be_kept(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that others may enter, a file in its place, a full disk: the lines come all the same, and nothing else is there."""
    file = tmp_path / "a.log"
    put(file, b"line\n" * 1000)
    wanted = shown(f"{file}:900", cache=False)
    small.mkdir(parents=True, mode=0o755)
    small.chmod(0o755)
    assert shown(f"{file}:900") == wanted
    assert list(small.iterdir()) == []
    small.chmod(0o700)
    real = os.write
    monkeypatch.setattr(cache.os, "write", lambda number, data: real(number, data[:8]) if len(data) % 3 else _full())
    assert shown(f"{file}:900") == wanted
    assert list(small.iterdir()) == []
    monkeypatch.undo()
    monkeypatch.setenv("XDG_CACHE_HOME", str(file))
    assert shown(f"{file}:900") == wanted


def _full() -> int:
    raise OSError(28, "No space left on device")


def test_it_is_bounded(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The least used go first, by count and by bytes."""
    monkeypatch.setattr(limits, "INDEXES_KEPT", 3)
    for n in range(6):
        put(tmp_path / f"{n}.log", b"line\n" * 1000)
        shown(f"{tmp_path}/{n}.log:900")
    assert len(list(small.iterdir())) == 3
    monkeypatch.setattr(limits, "INDEX_BYTES_KEPT", 1)
    put(tmp_path / "x.log", b"line\n" * 1000)
    shown(f"{tmp_path}/x.log:900")
    assert list(small.iterdir()) == []


@pytest.mark.parametrize("options", [{"cache": False}, {"root": "."}], ids=str)
def test_what_is_never_kept(small: Path, tmp_path: Path, options: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing with --no-cache and under --root."""
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "a.log", b"line\n" * 1000)
    shown("a.log:900", **options)
    assert not small.exists()


def test_standard_input_leaves_nothing(tmp_path: Path) -> None:
    """A large file on standard input, and one that is too small, leave no index; a large one by its name leaves one."""
    with (tmp_path / "a.log").open("wb") as log:
        log.write(b"a line of a log\n" * (limits.INDEXED // 16 + 1))
    (tmp_path / "small.log").write_bytes(b"line\n" * 50_000)
    os.utime(tmp_path / "a.log", (OLD, OLD))
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    with (tmp_path / "a.log").open("rb") as log:
        subprocess.run([*COMMAND, "-:4000000"], stdin=log, env=environment, stdout=subprocess.DEVNULL, check=True)
    subprocess.run([*COMMAND, "small.log:40000"], cwd=tmp_path, env=environment, stdout=subprocess.DEVNULL, check=True)
    assert not (tmp_path / "cache").exists()
    for _ in range(2):
        done = subprocess.run([*COMMAND, "a.log:4000000"], cwd=tmp_path, env=environment, capture_output=True, check=True)
        assert done.stdout.startswith(b"4000000|a line")
    assert len(list((tmp_path / "cache/readcli/lines").iterdir())) == 1


def test_twenty_writers(small: Path, tmp_path: Path) -> None:
    """Twenty processes that read and write the same index agree, and leave one file."""
    file = tmp_path / "a.log"
    put(file, b"".join(b"%d\n" % n for n in range(1, 5001)))
    code = (
        "import sys; from readcli import file_lines, limits, line_index, read\n"
        "limits.INDEXED = 1; line_index._STEP = 64; file_lines._CLOSE = 0\n"
        "for n in (4000, 17, 4999): print(read(f'{sys.argv[1]}:{n}-{n}').lines[0].text)"
    )
    ran = [subprocess.Popen([sys.executable, "-c", code, file], stdout=subprocess.PIPE, text=True) for _ in range(20)]
    assert {process.communicate()[0] for process in ran} == {"4000\n17\n4999\n"}
    assert [path.suffix for path in small.iterdir()] == [""]


def test_writers_in_one_process(tmp_path: Path) -> None:
    """Threads of one process that write the same entry each write their own file: nobody reads a mixture, nothing is left beside it."""
    path = tmp_path / "place" / "entry"
    whole = {bytes([letter]) * 50_000 for letter in b"abcd"}
    seen: set[bytes] = set()

    def write(text: bytes) -> None:
        for _ in range(50):
            assert cache.write(str(path), iter([text[:25_000], text[25_000:]]))
            seen.add(path.read_bytes())

    with ThreadPoolExecutor(len(whole)) as pool:
        list(pool.map(write, whole))
    assert seen <= whole
    assert os.listdir(path.parent) == ["entry"]


def test_the_interface_agrees(small: Path, tmp_path: Path) -> None:
    """`read` keeps and uses an index as the command does."""
    put(tmp_path / "a.log", b"line\n" * 1000)
    assert [line.n for line in read(f"{tmp_path}/a.log:900-901").lines] == [900, 901]
    assert len(list(small.iterdir())) == 1
