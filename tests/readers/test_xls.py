"""Sheets of XLS (MS-XLS), the same lines as those of XLSX."""

import random

import pytest

from readcli.errors import ReadError
from readcli.model import Options, Range
from readcli.readers import xls
from tests import support
from tests.samples import xls as samples
from tests.support import Vector

VECTORS = [
    Vector("values as displayed", samples.values, notices=("1 hidden sheet is marked",), contains=(
        "[Data]\n007\t12\t\t0.3\tTRUE\n2024-01-05\t12.5%\t00007\t255:10:10\t#DIV/0!\t<007>\n\nline1 line2 |x\n\n[Away] (hidden)\n99",)),
    Vector("values as stored", samples.values, options={"as_": "values"}, contains=("0.30000000000000004", "2024-01-05\t0.125\t7\t255:10:10\t#DIV/0!\t007")),
    Vector("formulas are not kept", samples.values, options={"as_": "formulas"}, contains=("2024-01-05",), notices=("formulas are not read",)),
    Vector("as a pipe table", samples.values, options={"as_": "markdown"}, contains=("| 007 | 12 |  | 0.3 | TRUE |  |\n| --- |", "| line1 line2 \\|x |")),
    Vector("facts", samples.values, facts={"title": "Old budget", "author": "Ann", "sheets": [{"name": "Data", "hidden": False, "dimension": "A1:F4"}, {"name": "Away", "hidden": True, "dimension": "A1:A1"}]}),
    Vector("only facts", samples.values, options={"facts_only": True}, lacks=("Data",), facts={
        "sheets": [{"name": "Data", "hidden": False, "dimension": "A1:F4"}, {"name": "Away", "hidden": True, "dimension": "A1:A1"}]}),
    Vector("only some sheets", samples.values, options={"parts": [Range(2, 2)]}, contains=("[Away] (hidden)\n99",), lacks=("Data",)),
    Vector("hidden rows and columns", samples.hidden, contains=("[S]\n11\t\t13\n31\t\t33",), lacks=("21",), notices=("1 hidden row, 1 hidden column left out",)),
    Vector("hidden rows and columns shown", samples.hidden, options={"hidden": True}, contains=("11\t12\t13\n21\t22\t23\n31",)),
    Vector("1904 dates", samples.epoch_1904, contains=("1904-01-01\t2024-01-02",)),
    Vector("rows of a sheet", samples.values, inside=("sheet", "Data"), contains=("255:10:10\t#DIV/0!\t<007>\n\nline1",), lacks=("[", "99")),
    Vector("cells", samples.values, inside=("cells", "Data", "B1:D2"), contains=("12\t\t0.3\n12.5%\t00007\t255:10:10",), lacks=("007\t12", "TRUE")),
    Vector("no such sheet", samples.values, inside=("sheet", "Nope"), error="not-found"),
    Vector("encrypted", samples.encrypted, error="encrypted"),
    Vector("another file", lambda: b"a\tb\n", error="corrupt"),
    Vector("nothing", lambda: b"", error="corrupt"),
]  # fmt: skip


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.name)
def test_vector(vector):
    """Each row of the table holds."""
    support.check(vector, "xls", "sample.xls")


def test_names():
    """The names of the sheets come in the order of their tabs, hidden ones too."""
    assert xls.names(support.source_of(samples.values(), "a.xls"), Options()) == ["Data", "Away"]


@pytest.mark.parametrize("sample", [samples.values, samples.hidden], ids=lambda sample: sample.__name__)
def test_damage(sample):
    """A truncated or altered workbook gives text or one ReadError, nothing else."""
    data = sample()
    chance = random.Random(3)
    for turn in range(60):
        broken = bytearray(data[: chance.randrange(len(data))] if turn % 4 == 0 else data)
        for _ in range(chance.randrange(1, 12)):
            if broken:
                broken[chance.randrange(len(broken))] = chance.randrange(256)
        try:
            support.said("xls", bytes(broken), "a.xls")
        except ReadError as error:
            assert error.message
            assert "\n" not in error.message
