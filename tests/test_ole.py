"""Compound files, property sets, code pages (MS-CFB, MS-OLEPS)."""

import io
import struct

import pytest

from readcli import ole
from readcli.errors import Corrupt
from tests.samples.ole import compound, summary


def test_streams_small_and_large():
    """Streams of all sizes come back whole, whatever the case of their names and however deep they lie."""
    streams = {"Small": b"s" * 100, "Large": b"l" * 5000, "Edge": b"e" * 4096, "Box/Inner/Deep": b"d" * 64, "Empty": b""}
    opened = ole.Compound(io.BytesIO(compound(streams)))
    assert {path: opened.read(path.upper()) for path in streams} == streams
    assert sorted(opened.names()) == ["Box", "Edge", "Empty", "Large", "Small"] and opened.names("Box/Inner") == ["Deep"]
    assert opened.has("box") and not opened.has("Box/None") and opened.read("None") == b"" and opened.size("Large") == 5000


def test_lying_size():
    """A stream that says it is larger than the file gives no more than the file holds."""
    data = bytearray(compound({"Large": b"l" * 5000}))
    at = data.index("Large".encode("utf-16-le")) + 120
    struct.pack_into("<I", data, at, 0xFFFFFF00)
    assert len(ole.Compound(io.BytesIO(bytes(data))).read("Large")) <= len(data)


@pytest.mark.parametrize("size", [0, 8, 511, 600])
def test_cut_off(size):
    """A file that ends before its directory is Corrupt."""
    with pytest.raises(Corrupt):
        ole.Compound(io.BytesIO(compound({"Large": b"l" * 5000})[:size]))


@pytest.mark.parametrize(("page", "title"), [(65001, "Über 日本"), (1251, "Отчёт"), (932, "日本語")])
def test_properties(page, title):
    """Title and author are decoded in the code page that the set names."""
    assert ole.read_properties(summary(title, "Ann", page)) == {2: title, 4: "Ann"}


def test_properties_cut_off():
    """A damaged property set gives the texts before the damage, or none, and never an error."""
    whole = summary("Title", "Ann")
    assert ole.read_properties(whole[:-8]) and not ole.read_properties(b"")
    assert all(set(ole.read_properties(whole[:size])) <= {2, 4} for size in range(len(whole)))


@pytest.mark.parametrize(("number", "name"), [(1251, "cp1251"), (65001, "utf-8"), (10000, "mac_roman"), (4711, "cp1252"), (0, "cp1252")])
def test_code_pages(number, name):
    """A code page nobody knows is taken for Windows' Western."""
    assert ole.code_page(number) == name
