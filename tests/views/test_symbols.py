"""`@name`: definitions by name, with decorators and comment, in each language; with a grammar and without."""

from __future__ import annotations

from pathlib import Path

import pytest

from readcli.errors import Ambiguous, NotFound, TooLarge, Unsupported
from readcli.model import Options
from readcli.views import code_tree
from tests.samples import code
from tests.support import source_of
from tests.views import numbers_of, shown

FOUND = [
    ("a.py", "@Reader", "6-26"),
    ("a.py", "@Reader.line", "16-22,24-26"),
    ("a.py", "@inner", "20-21"),
    ("a.py", "@READ", "29-33"),
    ("a.py", ":Reader::line::inner", "20-21"),
    ("a.py", ":read[case-1]", "29-33"),
    ("a.py", "@size", "14-14"),
    ("a.ts", "@Cart", "6-23"),
    ("a.ts", "@Cart.add", "14-18"),
    ("a.ts", "@handler", "20-22"),
    ("a.ts", "@total", "29-33"),
    ("a.ts", "@N.inside", "37-37"),
    ("a.rs", "@Point", "7-12"),
    ("a.rs", "@Wrapper.fmt", "15-17"),
    ("a.rs", "@inner::deep", "25-25"),
    ("a.rs", "@square", "28-28"),
    ("a.go", "@Point.Len", "11-15"),
    ("a.c", "@find", "14-20"),
    ("a.c", "@list", "6-10"),
    ("a.c", "@point", "12-12"),
    ("a.cpp", "@shop::Cart", "3-11"),
    ("a.cpp", "@shop::Cart::clear", "15-19"),
    ("a.cs", "@Cart.Add", "19-19"),
    ("a.java", "@Cart", "8-25"),
    ("a.java", "@toString", "19-22"),
    ("a.rb", "@Shop::Cart", "5-19"),
    ("a.rb", "@add", "10-16"),
    ("a.php", "@Cart", "9-18"),
    ("a.sh", "@usage", "2-6"),
    ("a.css", "@.button, .link", "1-6"),
    ("a.kt", "@Cart.add", "4-7"),
    ("a.swift", "@Cart", "3-12"),
    ("a.scala", "@Main.main", "4-7"),
    ("a.lua", "@M.add", "3-7"),
    ("a.lua", "@run", "13-15"),
]


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """Write the sources, one a language."""
    for name, text in code.SOURCES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize(("name", "selector", "where"), FOUND, ids=[f"{row[0]}:{row[1]}" for row in FOUND])
def test_definition(desk: Path, name: str, selector: str, where: str) -> None:
    """A name is a definition with all that stands directly above it; one name with several definitions is all of them."""
    result = shown(desk / name, selector)
    assert result.numbers == numbers_of(where)
    lines = code.SOURCES[name].split("\n")
    assert result.rows == [lines[n - 1] for n in result.numbers]


def test_no_context_for_agents(desk: Path) -> None:
    """A definition is shown without lines around it, unless -C asks for some."""
    assert shown(desk / "a.go", "@main", profile="agent").numbers == [17, 18, 19, 20]
    assert shown(desk / "a.go", "@main", context=(2, 0)).numbers == [15, 16, 17, 18, 19, 20]


def test_names_that_are_not_there(desk: Path) -> None:
    """A missing name is told with the nearest; one that fits several is listed; text is no code; --language makes it some."""
    with pytest.raises(NotFound) as missing:
        shown(desk / "a.py", "@Reader.lin")
    assert ":@Reader.line" in missing.value.hint
    (desk / "b.py").write_text("class A:\n    def run(self): pass\nclass B:\n    def run(self): pass\n")
    with pytest.raises(Ambiguous) as several:
        shown(desk / "b.py", "@run")
    assert ":@A.run or :2-2, :@B.run or :4-4" in several.value.hint
    (desk / "b.txt").write_text("def run(): pass\n")
    with pytest.raises(Unsupported):
        shown(desk / "b.txt", "@run")
    assert shown(desk / "b.txt", "@run", language="python").numbers == [1]


def test_script_by_its_first_line(desk: Path) -> None:
    """A script without a suffix is in the language of the program that runs it."""
    (desk / "tool").write_text("#!/usr/bin/env -S python3.12 -u\ndef run():\n    pass\n")
    assert shown(desk / "tool", "@run").numbers == [2, 3]


def test_syntax_error(desk: Path) -> None:
    """What stands before and after a syntax error is still found."""
    (desk / "b.py").write_text("def one():\n    pass\n\n<<<<<<< HEAD\ndef two(:\n    pass\n\ndef three():\n    return 1\n")
    assert shown(desk / "b.py", "@one").numbers == [1, 2]
    assert shown(desk / "b.py", "@three").numbers == [8, 9]


def test_large(desk: Path) -> None:
    """A source above 20 000 lines is not taken apart."""
    (desk / "b.py").write_text("x = 1\n" * 20_001)
    with pytest.raises(TooLarge):
        shown(desk / "b.py", "@x")


def test_member(desk: Path) -> None:
    """A member of an archive has the same definitions."""
    import zipfile

    with zipfile.ZipFile(desk / "a.zip", "w") as kit:
        kit.write(desk / "a.go", "src/a.go")
    assert shown(desk / "a.zip", "src/a.go:@main").numbers == [17, 18, 19, 20]


def without_grammar(text: str, language: str) -> dict:
    """Take a source apart as where no grammar is installed."""
    kept = code_tree._parse
    code_tree._parse = lambda *_: None  # as if tree-sitter were not there
    try:
        said: dict = {}
        for event in code_tree.read(source_of(text.encode(), "a"), Options(language=language)):
            said |= event
        return said
    finally:
        code_tree._parse = kept


def test_python_without_grammar() -> None:
    """Python is read by `ast`, with the same definitions on the same lines."""
    said = without_grammar(code.PYTHON, "python")
    assert said["approximate"]
    found = {(name, first, last) for _, name, first, last in said["symbols"]}
    assert {("Reader", 6, 26), ("Reader.line", 16, 22), ("Reader.line.inner", 20, 21), ("read", 29, 33), ("NAMES", 36, 40)} <= found
    assert (31, 32) in [tuple(fold) for fold in said["folds"]]


ROUGH = [
    ("typescript", code.TYPESCRIPT, {("Cart", 6, 23), ("Shape", 25, 27)}),
    ("go", code.GO, {("main", 17, 20)}),
    ("c", code.C, {("list", 6, 10)}),
    ("java", code.JAVA, {("Cart", 8, 25)}),
    ("ruby", code.RUBY, {("Shop", 3, 20), ("Shop.Cart", 5, 19), ("Shop.Cart.add", 10, 16)}),
    ("rough", "defmodule Shop do\n  def add(a) do\n    a\n  end\nend\n", {("Shop", 1, 5), ("Shop.add", 2, 4)}),
]


@pytest.mark.parametrize(("language", "text", "wanted"), ROUGH, ids=[row[0] for row in ROUGH])
def test_rough(language: str, text: str, wanted: set) -> None:
    """Any other language is read by its indentation and brackets: its larger definitions are found on their true lines."""
    found = {(name, first, last) for _, name, first, last in without_grammar(text, language)["symbols"]}
    assert wanted <= found
