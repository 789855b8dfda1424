"""Notebooks: the seed's editable text to the letter, old formats, outputs on request, broken ones as text."""

import json
import random

import pytest

from readcli.errors import ReadError
from readcli.model import Range
from tests.samples import notebook as samples
from tests.support import Vector, check, said


def test_the_seeds_text_to_the_letter() -> None:
    """Cells stand behind markers counted from 0; a source that ends in a line break leaves an empty line."""
    assert said("notebook", samples.seeds(), "nb.ipynb", profile="agent").text == (
        "# %% [markdown] cell:0\n# Title\n\nBody\n\n# %% [code] cell:1\nprint('hello')\n\n# %% [code] cell:2\nx = 1\ny = 2\n# %% [raw] cell:3"
    )


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("", []),
        ("a", ["a"]),
        ("a\n", ["a", ""]),
        ("a\n\n\n", ["a", "", "", ""]),
        ("\n", ["", ""]),
        ("\n\n", ["", "", ""]),
        ("a\r\nb", ["a", "b"]),
    ],
)
def test_line_breaks_of_sources(source: str, lines: list[str]) -> None:
    """Every line break of a source counts, in the last cell the final one ends the text."""
    text = said("notebook", samples.made(samples.cell("code", source), samples.cell("raw", "z\n")), "x.ipynb").text
    assert text.split("\n") == ["# %% [code] cell:0", *lines, "# %% [raw] cell:1", "z"]


ERROR = ("# %% [error] cell:1\nNameError: name 'gone' is not defined",)
VECTORS = [
    Vector("source as one string is not one letter a line", lambda: samples.made(samples.cell("code", "a\nb")), contains=("cell:0\na\nb",)),
    Vector("the kernel's language", lambda: samples.made(samples.cell("code", "x <- 1"), kernelspec={"name": "ir", "language": "R", "display_name": "R 4"}), facts={"language": "R", "kernel": "R 4", "cells": 1, "nbformat": 4}),
    Vector("no language is none", lambda: samples.made(samples.cell("code", "x")), facts={"language": None, "kernel": None}),
    Vector("nbformat 3 with worksheets", samples.old, in_order=("# %% [markdown] cell:0\n## Old times", "# %% [code] cell:1\n1 + 1", "# %% [markdown] cell:2\n<b>bold</b>"), facts={"language": "python", "title": "Oldbook"}),
    Vector("nbformat 3 without worksheets", lambda: samples.old(with_worksheets=False), contains=("1 + 1",)),
    Vector("nbformat 3 without metadata", lambda: samples.old(with_metadata=False), contains=("1 + 1",), facts={"title": None}),
    Vector("nbformat 2", lambda: samples.old(version=2), in_order=("1 + 1", "[output] cell:1", "2", "[image/png 8B]"), options={"outputs": True}),
    Vector("outputs are not shown", samples.talkative, contains=("run()", *ERROR), lacks=("Red", "line 1")),
    Vector("agents see no outputs at all", samples.talkative, lacks=("NameError",), options={"profile": "agent"}),
    Vector(
        "outputs are cleaned and trimmed",
        samples.talkative,
        in_order=("run()", "# %% [output] cell:0\nRed link\ndone\n", "line 19\n… 70 more lines …\nline 90", "<Figure>\n[image/png 8B]\na\tb & c\n", '{"a": [1]}', "[application/vnd.jupyter.widget-view+json]", "# %% [output] cell:1\nNameError\nat line 1", "quiet()"),
        lacks=("\x1b", "\r", "iVBOR", "td{}", "50%", "[output] cell:2", "[error]"),
        options={"outputs": True},
    ),
    Vector("broken JSON is shown as text", lambda: b'{"cells":[\n', contains=('{"cells":[',), notices=("Invalid JSON in notebook: sample.ipynb",)),
    Vector("an array is no notebook", lambda: b"[]", contains=("[]",), notices=("Invalid notebook structure (expected object): sample.ipynb",)),
    Vector("an object without cells is no notebook", lambda: b'{"x":1}', contains=('{"x":1}',), notices=("Invalid notebook structure (missing cells array): sample.ipynb",)),
    Vector("a cell of no known kind", lambda: b'{"cells":[{"cell_type":"weird"}]}', contains=("weird",), notices=("Invalid notebook cell 0 in sample.ipynb",)),
    Vector("a cell that is no object", lambda: samples.made(samples.cell("raw", "a"), 7), contains=('"raw"',), notices=("Invalid notebook cell 1 in sample.ipynb",)),
    Vector("a source that is no text", lambda: samples.made(samples.cell("code", {"a": 1})), notices=("Invalid notebook cell 0",)),
    Vector("JSON nested too deeply", lambda: b"[" * 200_000, contains=("[[[",), notices=("Invalid JSON",)),
    Vector("no cells", samples.made, lacks=("%%",), facts={"cells": 0}),
    Vector("nothing", lambda: b"", error="corrupt"),
    Vector("binary", lambda: b"\x89PNG\r\n\x1a\n\0\0\0\r", error="corrupt"),
    Vector("half a surrogate pair", lambda: b'{"cells":[{"cell_type":"raw","source":"a\\ud800b"}]}', contains=("a\ufffdb",)),
    Vector("a mark before UTF-8", lambda: b"\xef\xbb\xbf" + samples.seeds(), contains=("Body",)),
    Vector("UTF-16", lambda: samples.seeds().decode().encode("utf-16"), contains=("Body",)),
    Vector("outputs of odd shapes", lambda: samples.made(samples.cell("code", "x", {"output_type": "stream"}, {"output_type": "error"}, {}, {"data": {"text/plain": 5}}), samples.cell("code", "y", outputs=None)),
           contains=("# %% [output] cell:0\nerror: \n5",), options={"outputs": True}),
]  # fmt: skip


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.name)
def test_vectors(vector: Vector) -> None:
    """Each row of the table holds."""
    check(vector, "notebook", "sample.ipynb")


def test_cells_are_parts() -> None:
    """Cells are parts counted from 1; chosen ones are given alone, still under their own index."""
    whole = said("notebook", samples.seeds(), "x.ipynb")
    assert [(part.kind, part.number, part.title) for part in whole.parts] == [
        ("cell", 1, "markdown"),
        ("cell", 2, "code"),
        ("cell", 3, "code"),
        ("cell", 4, "raw"),
    ]
    assert (
        said("notebook", samples.seeds(), "x.ipynb", parts=[Range(3, None)]).text == "# %% [code] cell:2\nx = 1\ny = 2\n# %% [raw] cell:3"
    )


def test_damage_is_text_or_one_error() -> None:
    """Whatever is cut off or flipped in a notebook, there is text or one ReadError."""
    chance = random.Random(2)
    for sample in (samples.talkative(), samples.old()):
        for _ in range(60):
            piece = bytearray(sample[: chance.randrange(len(sample) + 1)] if chance.random() < 0.5 else sample)
            for _ in range(chance.randrange(6)):
                if piece:
                    piece[chance.randrange(len(piece))] ^= 1 << chance.randrange(8)
            try:
                said("notebook", bytes(piece), "x.ipynb", outputs=True)
            except ReadError as error:
                assert "\n" not in error.message


def test_shapes_of_outputs_never_fail() -> None:
    """Any JSON value may stand anywhere in an output."""
    values = [None, 5, "text", ["a", 1, None], {"a": 1}, [[]]]
    for key in ("output_type", "text", "data", "traceback", "ename", "evalue"):
        for value in values:
            for kind in ("stream", "error", "display_data", "pyout"):
                output = {"output_type": kind, key: value}
                text = said("notebook", samples.made(samples.cell("code", "x", output)), "x.ipynb", outputs=True).text
                assert text.startswith("# %% [code] cell:0\nx"), json.dumps(output)
