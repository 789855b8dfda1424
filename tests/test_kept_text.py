"""The text of documents kept between runs: the same byte for byte as a fresh read, and nothing kept that should not be."""

from __future__ import annotations

import importlib
import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from readcli import config, isolate, kept_text, limits
from readcli.express import parse
from readcli.run import run as run_all
from tests.samples import pdf
from tests.test_three_ways import suffix_of

MODULES = ("pdf", "docx", "xlsx", "pptx", "odf", "epub", "doc", "xls", "ppt", "rtf", "msg", "eml")
FORMS = (
    ("-p",),
    ("--json",),
    ("--json", "-r", "p1"),
    ("-p", "-r", "p2-"),
    ("-r", "info"),
    ("--profile", "agent"),
)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let text be kept, also of files written a moment ago; give the folder."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "runtime"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(kept_text, "_SECOND", -(10**18))
    (tmp_path / "runtime").mkdir(mode=0o700)
    return tmp_path / "runtime/readcli/text"


def printed(arguments: tuple[str, ...], capfd: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """Run the command in this process."""
    targets, given = parse(list(arguments))
    status = run_all(targets, config.options_of(given))
    return (status, *capfd.readouterr())


@pytest.mark.parametrize("module", MODULES)
def test_kept_is_as_fresh(module: str, place: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Every form of the output is the same read anew, read and kept, and from what was kept."""
    table = importlib.import_module(f"tests.readers.test_{module}").VECTORS
    for vector in [vector for vector in table if not vector.inside and not vector.error][:2]:
        path = tmp_path / f"sample{suffix_of(module)}"
        path.write_bytes(vector.sample())
        for form in FORMS:
            fresh = printed(("--no-cache", *form, str(path)), capfd)
            assert printed((*form, str(path)), capfd) == fresh, (vector.name, form)
            assert printed((*form, str(path)), capfd) == fresh, (vector.name, form)


def pages(count: int) -> bytes:
    """Make a PDF of so many pages."""
    return pdf.build(*(pdf.show(72, 300, f"words of page {n}") for n in range(1, count + 1)))


def test_a_later_page_needs_no_parser(
    place: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once all of a PDF has been read, its pages come without a child process, and are as if read alone."""
    path = tmp_path / "a.pdf"
    path.write_bytes(pages(9))
    forms = [("-p", f"{path}:{parts}") for parts in ("p1", "p5", "p9", "p2-4", "p1,5,9", "p8-", "p99")]
    fresh = [printed(("--no-cache", *form), capfd) for form in forms]
    printed((str(path),), capfd)
    monkeypatch.setattr(isolate, "events", lambda *_: pytest.fail("a child was started"))
    assert [printed(form, capfd) for form in forms] == fresh
    (entry,) = place.iterdir()
    assert [stat.S_IMODE(found.stat().st_mode) for found in (place, entry)] == [0o700, 0o600]


def test_what_is_said_of_all_is_not_said_of_a_page(place: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Where reading all gave notices, a page is read alone."""
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf.build(pdf.show(72, 300, "words"), b"3 Tr " + pdf.show(72, 300, "unseen"), pdf.show(72, 300, "more")))
    printed((str(path),), capfd)
    for parts in ("p1", "p2", "p3"):
        assert printed((f"{path}:{parts}",), capfd) == printed(("--no-cache", f"{path}:{parts}"), capfd)


def test_another_file_is_read(place: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The same size and time of change set back do not help: the time of the inode's own change tells."""
    path = tmp_path / "a.pdf"
    path.write_bytes(pages(1))
    facts = path.stat()
    printed((str(path),), capfd)
    path.write_bytes(pages(1).replace(b"words of page", b"other on page"))
    os.utime(path, ns=(facts.st_atime_ns, facts.st_mtime_ns))
    assert "other on page" in printed((str(path),), capfd)[1]


def test_damage(place: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """What is kept may be cut, flipped, empty, too old or from the future: then the document is read."""
    path = tmp_path / "a.pdf"
    path.write_bytes(pages(2))
    wanted = printed((str(path),), capfd)
    (entry,) = place.iterdir()
    good = entry.read_bytes()
    for bad in (b"", good[:-1], good[:-40], good[:-9] + b"\xff" + good[-8:], good[::-1]):
        entry.write_bytes(bad)
        assert printed((str(path),), capfd) == wanted
    entry.write_bytes(good[:-4].replace(b"words", b"other") + kept_text.crc32(good[:-4].replace(b"words", b"other")).to_bytes(4, "little"))
    assert "other of page" in printed((str(path),), capfd)[1]  # so it is what is kept that is shown
    for age in (limits.TEXT_AGE + 10, -1000):
        now = kept_text.time.time()
        os.utime(entry, (now - age, now - age))
        assert printed((str(path),), capfd) == wanted


def test_nothing_is_kept(place: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Not what was not read to its end, nor under --root, with --no-cache, of what failed, of large texts, of just written files."""
    path = tmp_path / "a.pdf"
    path.write_bytes(pages(40))
    monkeypatch.chdir(tmp_path)
    printed(("--no-cache", "a.pdf"), capfd)
    printed(("--root", ".", "a.pdf"), capfd)
    printed(("a.pdf:1-2",), capfd)
    (tmp_path / "bad.pdf").write_bytes(b"%PDF-1.4\nnothing")
    printed(("bad.pdf",), capfd)
    monkeypatch.setattr(limits, "TEXT_KEPT", 100)
    printed(("a.pdf",), capfd)
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "runtime"))
    os.utime(path)
    printed(("a.pdf",), capfd)
    assert not place.exists()


def test_where(tmp_path: Path) -> None:
    """Without a runtime folder only where the settings ask for it; a password and standard input leave nothing."""
    path = tmp_path / "a.pdf"
    path.write_bytes(pages(3))
    code = "import sys; from readcli import kept_text; kept_text._SECOND = -10**18; from readcli.__main__ import main; main()"
    bare = {key: value for key, value in os.environ.items() if key != "XDG_RUNTIME_DIR"} | {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    kept = tmp_path / "cache/readcli/text"

    def call(*arguments: str, **more: str) -> bytes:
        with path.open("rb") as stdin:
            return subprocess.run(
                [sys.executable, "-c", code, *arguments], stdin=stdin, env=bare | more, capture_output=True, check=True
            ).stdout

    wanted = call(str(path))
    assert not kept.exists()
    call("-", READCLI_CACHE="text")
    call(str(path), READCLI_CACHE="text", READCLI_PASSWORD="secret")
    assert not kept.exists()
    assert [call(str(path), READCLI_CACHE="text") for _ in range(2)] == [wanted] * 2
    assert len(list(kept.iterdir())) == 1
    assert f"{kept}: 1 text dropped" in call("--clear-cache").decode()


def test_json_of_both(place: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Facts, parts and notices come from what is kept too."""
    path = tmp_path / "a.pdf"
    path.write_bytes(pages(3))
    first, second = (json.loads(printed(("--json", str(path)), capfd)[1]) for _ in range(2))
    assert first == second
    assert [part["number"] for part in second["parts"]] == [1, 2, 3]
