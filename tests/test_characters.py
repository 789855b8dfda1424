"""Reading by characters: each test of the second seed's `read_doc` has its twin here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.samples import xlsx as books

READCLI = str(Path(sys.executable).parent / "readcli")


def run(*arguments: str, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Run readcli."""
    return subprocess.run(
        [READCLI, *arguments],
        cwd=cwd,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env={**os.environ, **env},
        timeout=60,
        check=False,
    )


def told(*arguments: str, cwd: Path) -> dict:
    """Give the JSON object."""
    return json.loads(run("--json", *arguments, cwd=cwd).stdout)


def test_whole_text(tmp_path: Path) -> None:
    """A text shorter than a page is given whole: its characters counted, nothing truncated."""
    (tmp_path / "f").write_text("hello world")
    value = told("--max-chars", "200", "f", cwd=tmp_path)
    assert {key: value[key] for key in ("path", "format", "bytes", "chars", "startIndex", "nextIndex", "truncated", "text")} == {
        "path": "f", "format": "text", "bytes": 11, "chars": 11, "startIndex": 0, "nextIndex": 11, "truncated": False, "text": "hello world",
    }  # fmt: skip


def test_page(tmp_path: Path) -> None:
    """A longer one is cut at a code point, and `nextIndex` goes on."""
    (tmp_path / "f").write_text("x" * 250)
    value = told("--max-chars", "200", "f", cwd=tmp_path)
    assert (value["text"], value["nextIndex"], value["truncated"]) == ("x" * 200, 200, True)
    value = told("--start-index", "200", "f", cwd=tmp_path)
    assert (value["text"], value["nextIndex"], value["truncated"], value["chars"]) == ("x" * 50, 250, False, 250)


@pytest.mark.parametrize("letter", ["é", "语", "😀", "e\u0301"])
def test_code_points_are_whole(tmp_path: Path, letter: str) -> None:
    """Slices joined are the text, whatever its characters; none is cut in two."""
    text = "".join(f"{n}{letter}" for n in range(300))
    (tmp_path / "f").write_text(text, encoding="utf-8")
    at, pieces = 0, []
    while True:
        value = told("--start-index", str(at), "--max-chars", "333", "f", cwd=tmp_path)
        pieces.append(value["text"])
        assert value["nextIndex"] == at + len(value["text"])
        if not value["truncated"]:
            break
        at = value["nextIndex"]
    assert "".join(pieces) == text
    assert all(len(piece) == 333 for piece in pieces[:-1])


def test_past_the_end(tmp_path: Path) -> None:
    """A start past the end gives no text and the total, and that is no error."""
    (tmp_path / "f").write_text("hello")
    done = run("--start-index", "9", "f", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout.endswith("\n\n(no text at startIndex 9; total 5 characters)\n")
    assert told("--start-index", "9", "f", cwd=tmp_path)["nextIndex"] == 5


def test_no_text(tmp_path: Path) -> None:
    """A document without text says so."""
    (tmp_path / "f").write_text("")
    assert "(no extractable text; the document may be scanned or image-only)" in run("--start-index", "0", "f", cwd=tmp_path).stdout
    value = told("--start-index", "0", "f", cwd=tmp_path)
    assert (value["chars"], value["nextIndex"], value["truncated"]) == (0, 0, False)


def test_header_and_note(tmp_path: Path) -> None:
    """In a pipe the path, the format and the size stand before the text, and a note that names the way on behind it."""
    (tmp_path / "f").write_text("y" * 300)
    done = run("--max-chars", "200", "f", cwd=tmp_path)
    assert (
        done.stdout
        == "Path: f\nFormat: TEXT\nSize: 300 bytes\n\n"
        + "y" * 200
        + "\n\n… (truncated at 200 characters; read on with --start-index 200)\n"
    )


@pytest.mark.parametrize("value", ["199", "100001", "0", "-1", "x"])
def test_bounds(tmp_path: Path, value: str) -> None:
    """`--max-chars` lies between 200 and 100 000."""
    (tmp_path / "f").write_text("z")
    assert run(f"--max-chars={value}", "f", cwd=tmp_path).returncode == 2


def test_selector_excludes(tmp_path: Path) -> None:
    """A selector and reading by characters exclude each other."""
    (tmp_path / "f").write_text("z\n")
    assert told("--start-index", "0", "f:1", cwd=tmp_path)["error"]["code"] == "usage"


def test_sheets(tmp_path: Path) -> None:
    """A workbook's text is its sheets, each under its name, cells apart by tabs."""
    (tmp_path / "b.xlsx").write_bytes(books.pack(books.parts({
        "One": books.sheet('<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row>'),
        "Two": books.sheet('<row r="1"><c r="A1"><v>3</v></c></row>'),
    })))  # fmt: skip
    value = told("--start-index", "0", "b.xlsx", cwd=tmp_path)
    assert (value["format"], value["text"], value["chars"]) == ("xlsx", "[One]\n1\t2\n\n[Two]\n3", 18)


def test_checks_in_front(tmp_path: Path) -> None:
    """Outside the root, missing, a folder, too large, switched off: each its own code, before anything is parsed."""
    inside = tmp_path / "in"
    inside.mkdir()
    (tmp_path / "secret").write_text("secret")
    (inside / "link").symlink_to(tmp_path / "secret")
    (inside / "f").write_text("x" * 100)
    (inside / "b.docx").write_bytes(b"PK\x03\x04")
    config = tmp_path / "config.toml"
    config.write_text("[formats]\ndocx = false\n")

    def code(*arguments: str) -> str:
        return told("--start-index", "0", *arguments, cwd=tmp_path)["error"]["code"]

    assert code("--root", "in", "secret") == "outside-root"
    assert code("--root", "in", "in/link") == "outside-root"
    assert code("--root", "in", "in/../secret") == "outside-root"
    assert code("nope") == "not-found"
    assert code("--max-file-size", "99", "in/f") == "too-large"
    assert code("--config-file", "config.toml", "in/b.docx") == "unsupported"
    assert told("--root", "in", "--start-index", "0", "in/f", cwd=tmp_path)["chars"] == 100


def test_config_is_clamped(tmp_path: Path) -> None:
    """Numbers of the config file are held within their bounds."""
    (tmp_path / "f").write_text("x" * 1000)
    (tmp_path / "low.toml").write_text("[limits]\nCHARS = 1\n")
    (tmp_path / "high.toml").write_text("[limits]\nchars = 9999999\n")
    assert len(told("--config-file", "low.toml", "--start-index", "0", "f", cwd=tmp_path)["text"]) == 200
    assert len(told("--config-file", "high.toml", "--start-index", "0", "f", cwd=tmp_path)["text"]) == 1000


def test_a_name_is_shown(tmp_path: Path) -> None:
    """Control characters of a name are visible in the header, in a pipe too."""
    (tmp_path / "a\x1b[31m\nb").write_text("text\n")
    done = run("--start-index", "0", "--literal", "a\x1b[31m\nb", cwd=tmp_path)
    assert done.stdout.startswith("Path: a^[[31m^Jb\nFormat: TEXT\n")
