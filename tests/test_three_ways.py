"""Every row of every reader's table gives the same as a file, as a member of an archive, and on standard input."""

from __future__ import annotations

import importlib
import io
import zipfile
from pathlib import Path

import pytest

from readcli import locate, pipeline, registry
from readcli.errors import ReadError
from readcli.lines import Block
from readcli.model import Options, Source
from readcli.page import Page

TABLES = sorted(path.stem.removeprefix("test_") for path in (Path(__file__).parent / "readers").glob("test_*.py"))
SUFFIX = {"odf": ".odt", "notebook": ".ipynb", "eml": ".eml", "sqlite": ".sqlite"}


class Forward(io.RawIOBase):
    """A stream that only goes forward, as a pipe."""

    def __init__(self, data: bytes) -> None:
        self._data = io.BytesIO(data)

    def read(self, size: int = -1) -> bytes:
        return self._data.read(size)


def outcome(source: Source, options: Options) -> tuple[str, str]:
    """Give the text of a source and its error's code."""
    text = b""
    try:
        page = Page(pipeline.understand(source, None, options), None, options)
        view = registry.load("views", pipeline.view_of(page))
        for item in view.show(page):
            if isinstance(item, Block):
                text += item.data
    except ReadError as error:
        return text.decode(), error.code
    return text.decode(), ""


def suffix_of(module: str) -> str:
    """Give a suffix of the format that a reader reads."""
    row = next((row for row in registry.FORMATS if row.module == module), None)
    return SUFFIX.get(module) or (row.suffixes[0] if row and row.suffixes else "")


@pytest.mark.parametrize("module", TABLES)
def test_three_ways(module: str, tmp_path: Path) -> None:
    """The way by which a document comes does not change what is read."""
    table = getattr(importlib.import_module(f"tests.readers.test_{module}"), "VECTORS", None)
    suffix = suffix_of(module)
    if not table or not suffix:
        pytest.skip(f"{module} has no table of documents")
    for vector in table:
        if vector.inside:
            continue
        options = Options(**{**vector.options, "format": next(row.name for row in registry.FORMATS if row.module == module)})
        data = vector.sample()
        name = f"sample{suffix}"
        path = tmp_path / name
        path.write_bytes(data)
        as_file = outcome(locate.open_path(str(path), options), options)
        with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
            archive.writestr(name, data)
        member, _ = locate.descend(locate.open_path(str(tmp_path / "a.zip"), Options()), f":{name}", Options())
        as_member = outcome(member, options)
        as_stream = outcome(Source(name, "-", Forward(data)), options)
        assert as_member == as_file, vector.name
        assert as_stream == as_file, vector.name
        if vector.error is None:
            vector.check_text(as_file[0])
        else:
            assert as_file[1] == vector.error, vector.name
