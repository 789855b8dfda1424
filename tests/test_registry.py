"""The registry: each row has its module, its test, its samples and its row in README.md."""

from __future__ import annotations

from pathlib import Path

import pytest

from readcli import registry
from readcli.errors import Unsupported, UsageError
from readcli.model import Options
from readcli.registry import BY_NAME, FORMATS, MAGIC
from tests.support import source_of

HERE = Path(__file__).parent
KINDS = ("text", "document", "listing", "container", "wrapper")
# Formats whose reader's test and samples go by the module's name, or by that of what they are part of.
TESTED_AS = {"encrypted": "xlsx", "csv": "text", "text": "text"}
# Rows whose tests are not under tests/readers.
ELSEWHERE = {"text": HERE / "test_text.py", "csv": HERE / "test_text.py"}


@pytest.mark.parametrize("row", FORMATS, ids=lambda row: row.name)
def test_row(row: registry.Format) -> None:
    """A row's module can be loaded and has what its kind asks for; its words stand in README.md."""
    module = registry.load("readers", row.module)
    assert module.__doc__
    wanted = {"text": "document", "document": "read", "listing": "read", "container": "members", "wrapper": "inner"}[row.kind]
    assert callable(getattr(module, wanted))
    if row.names in ("sheets", "sqlite", "attachments"):
        assert callable(module.names)
    if row.names == "attachments":
        assert callable(module.extract)
    assert row.kind in KINDS
    assert row.help
    assert not row.help.endswith(".")
    assert f"| {row.name} | " in (HERE.parent / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("row", FORMATS, ids=lambda row: row.name)
def test_row_has_its_test_and_samples(row: registry.Format) -> None:
    """A row has a test of its reader, and samples that it is run on."""
    name = TESTED_AS.get(row.name, row.module)
    test = ELSEWHERE.get(row.name, HERE / "readers" / f"test_{name}.py")
    assert test.exists(), f"{test} is missing"
    if row.name not in ELSEWHERE and row.kind != "listing":  # a folder is made where it is listed
        folder = HERE / "samples" / name.partition("_")[0]
        assert folder.is_dir(), f"{folder} is missing"


def test_names_and_suffixes_are_said_once() -> None:
    """No name stands twice, and no suffix belongs to two rows."""
    assert len(BY_NAME) == len(FORMATS)
    suffixes = [suffix for row in FORMATS for suffix in row.suffixes]
    assert len(set(suffixes)) == len(suffixes)
    assert all(suffix.startswith(".") and suffix == suffix.lower() for suffix in suffixes)


def test_magic_names_rows() -> None:
    """Each magic number names a row, and none hides one that stands behind it."""
    for at, (magic, name) in enumerate(MAGIC):
        assert name in BY_NAME
        assert not any(magic.startswith(other) and other_name != name for other, other_name in MAGIC[:at])


def test_every_reader_is_reached() -> None:
    """Every module of `readers` is named by a row, loaded by name, or imported by another one."""
    package = HERE.parent / "readcli"
    text = "\n".join(path.read_text(encoding="utf-8") for path in package.rglob("*.py"))
    for path in (package / "readers").glob("*.py"):
        if path.stem != "__init__":
            assert (
                path.stem in {row.module for row in FORMATS}
                or f"readers.{path.stem} import" in text
                or f"import {path.stem}" in text
                or f'"readers", "{path.stem}"' in text
                or f", {path.stem}" in text
                or f'Locator("{path.stem}"' in text
            ), path


@pytest.mark.parametrize("row", [row for row in FORMATS if row.kind != "listing"], ids=lambda row: row.name)
def test_format_overrides(row: registry.Format) -> None:
    """`--format NAME` is believed, whatever the content says; a row that is switched off says so."""
    source = source_of(b"some text\n", "f.txt")
    assert registry.choose(source, Options(format=row.name)) is row
    with pytest.raises(Unsupported) as raised:
        registry.choose(source, Options(format=row.name, formats_off=frozenset([row.name])))
    assert row.name in raised.value.message


def test_unknown_format() -> None:
    """A format that is not there is a usage error that says where they are listed."""
    with pytest.raises(UsageError) as raised:
        registry.choose(source_of(b"x", "f"), Options(format="nope"))
    assert "--formats" in raised.value.hint


@pytest.mark.parametrize(("name", "content", "wanted"), [
    ("notes.pdf", b"just text\n", "text"), ("a.docx", b"plain words\n", "text"), ("x.py", b"print('%PDF-')\n", "text"), ("x", b"%PDF-1.7\n", "pdf"),
    ("x.txt", b"\x1f\x8b\x08\0", "stream"), ("x.csv", b"a,b\n", "csv"), ("x.md", b"<html>\n", "text"), ("x.html", b"words\n", "html"), ("tar.1", b"just notes\n", "text"),
    ("x.zip", b"PK\x05\x06" + bytes(18), "archive"), ("x.bin", b"SQLite format 3\0" + bytes(90), "sqlite"),
])  # fmt: skip
def test_content_before_name(name: str, content: bytes, wanted: str) -> None:
    """The content tells first; a name counts only where it tells nothing."""
    assert registry.choose(source_of(content, name), Options()).name == wanted


def test_a_module_that_is_missing() -> None:
    """A module that is not part of this readcli is one error, not a traceback."""
    with pytest.raises(Unsupported):
        registry.load("readers", "nope")
