"""What the start costs, told by modules and never by milliseconds: each list names the module that crept in."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

_ABSENT = (
    "re json typing collections dataclasses enum pathlib pygments rich typer click argparse tomllib functools contextlib subprocess threading tempfile "
    "shutil inspect logging random hashlib socket ssl urllib charset_normalizer zipfile tarfile gzip bz2 lzma pathspec pymupdf openpyxl sqlite3 multiprocessing signal"
)
ABSENT = frozenset(_ABSENT.split())
# What the text path itself may load.
_PATH = (
    "readcli __main__ express errors config limits model run pipeline page lines document selector target locate registry file_lines encoding control sizes "
    "render render.out render.plain readers readers.text views views.plain views.raw scan terminal render.footer render.cat forward"
)
PATH = frozenset(_PATH.split())
PROGRAM = """
import sys
before = set(sys.modules)
sys.argv = ["readcli", *sys.argv[1:]]
import os
def leave(status):
    sys.stderr.write("\\n".join(sorted(set(sys.modules) - before)))
    sys.stderr.flush()
    leave.real(status)
leave.real, os._exit = os._exit, leave
from readcli.__main__ import main
main()
"""


def loaded(*arguments: str, stdin: bytes = b"") -> set[str]:
    """Run the command in a fresh interpreter without site packages' own start-up files, and give what it loaded."""
    done = subprocess.run([sys.executable, "-c", PROGRAM, *arguments], capture_output=True, input=stdin, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout
    return set(done.stderr.decode().split("\n"))


def guilty(modules: set[str]) -> list[str]:
    """Give those that must not be there, by the name of their package."""
    return sorted(name for name in modules if name.partition(".")[0] in ABSENT)


@pytest.fixture
def text(tmp_path: Path) -> str:
    """Give a small text."""
    path = tmp_path / "f.py"
    path.write_text("import os\n\n\nprint(os)\n")
    return str(path)


@pytest.mark.parametrize(
    "arguments",
    [
        ["{}"],
        ["-p", "{}"],
        ["{}:2-3"],
        ["{}:raw"],
        ["{}:-2"],
        ["-n", "--limit", "2", "{}"],
        ["--literal", "{}"],
        ["{}", "{}"],
        ["--color", "never", "{}:3"],
    ],
    ids=" ".join,
)
def test_text_path(text: str, arguments: list[str]) -> None:
    """Text to a pipe loads none of the slow modules, and nothing of readcli that it does not need."""
    modules = loaded(*[word.format(text) for word in arguments])
    assert guilty(modules) == []
    ours = {name.removeprefix("readcli.") for name in modules if name.partition(".")[0] == "readcli"}
    assert sorted(ours - PATH) == []


def test_standard_input() -> None:
    """So does standard input."""
    assert guilty(loaded("-", stdin=b"one\ntwo\n")) == []
    assert guilty(loaded("-p", "-:2-2", stdin=b"one\ntwo\n")) == []


def test_version() -> None:
    """The version needs no reader, no Typer and no settings."""
    modules = loaded("--version")
    assert guilty(modules) == []
    assert {"readcli.pipeline", "readcli.config", "readcli.registry"} & modules == set()


def test_few_modules(text: str) -> None:
    """The whole text path loads few modules, those of the standard library included."""
    modules = loaded("-p", text)
    assert len(modules) <= 40, sorted(modules)


@pytest.mark.parametrize(
    ("arguments", "allowed"),
    [
        (["-H", "{}"], {"xxhash"}),
        (["{}:/print/"], {"re", "enum", "functools", "collections", "types"}),
        (["--json", "{}"], {"json", "re", "enum", "functools", "collections", "xxhash", "base64"}),
    ],
    ids=["anchors", "search", "json"],
)
def test_features_load_what_they_need(text: str, arguments: list[str], allowed: set[str]) -> None:
    """A feature brings its own library and no other."""
    modules = loaded(*[word.format(text) for word in arguments])
    assert [name for name in guilty(modules) if name.partition(".")[0] not in allowed] == []


def test_zip_members(tmp_path: Path) -> None:
    """A member of a zip comes without the zipfile module."""
    import zipfile

    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("x.txt", "one\n")
    assert guilty(loaded(f"{tmp_path}/a.zip:x.txt")) == []


def test_documents_leave_parsers_to_the_child(tmp_path: Path) -> None:
    """The parser of a document is imported in the child, not here."""
    path = tmp_path / "f.rtf"
    path.write_bytes(rb"{\rtf1\ansi Hello\par}")
    modules = loaded(str(path))
    assert not any(name.startswith("readcli.readers.rtf") for name in modules)
    assert [name for name in guilty(modules) if name != "signal"] == []


def test_help_needs_no_rich(text: str) -> None:
    """The help is Typer's signature set by ourselves: neither Rich nor Pygments nor pydantic."""
    modules = loaded("--help")
    assert [name for name in modules if name.partition(".")[0] in ("rich", "pygments", "pydantic")] == []
