"""`summary`: what is folded, how folds are shown and named, when code is summarised without being asked."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from readcli.errors import Unsupported
from tests.samples import code
from tests.views import numbers_of, shown

READCLI = Path(sys.executable).parent / "readcli"
FOLDS = {
    "a.py": "2-3,13-25,31-32,37-39",
    "a.ts": "2-3,8-22,30-32",
    "a.rs": "2-4,10-11,15-17",
    "a.go": "7-8,13-14,18-19",
    "a.c": "2-3,8-9,17-19",
    "a.cpp": "2-12,17-18",
    "a.cs": "2-3,8-22",
    "a.java": "4-5,13-24",
    "a.rb": "6-18",
    "a.php": "5-6,13-17,21-23",
    "a.sh": "4-5,9-11",
    "a.css": "4-5",
    "a.kt": "4-7",
    "a.swift": "5-11",
    "a.scala": "4-7",
    "a.lua": "",
}


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """Write the sources, one a language."""
    for name, text in code.SOURCES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize("name", FOLDS)
def test_folds(desk: Path, name: str) -> None:
    """Each language folds its bodies, long literals and runs of imports; the notice names the folded lines as one selector."""
    result = shown(desk / name, "summary")
    named = next((notice for notice in result.notices if notice.startswith("elided: ")), "")
    assert named.removeprefix(f"elided: {desk / name}:") == FOLDS[name]
    lines = code.SOURCES[name].split("\n")
    if named:
        assert shown(desk / name, FOLDS[name]).rows == [lines[n - 1] for n in numbers_of(FOLDS[name])]


@pytest.mark.parametrize("name", [name for name in FOLDS if FOLDS[name]])
def test_nothing_is_lost(desk: Path, name: str) -> None:
    """Kept lines, merged lines and folded ranges together are every line, once; kept lines are those of the file."""
    result = shown(desk / name, "summary")
    lines = code.SOURCES[name].rstrip("\n").split("\n")
    folded = [n for fold in result.folds for n in range(fold.first, fold.last + 1)]
    assert sorted(result.numbers + folded) == list(range(1, len(lines) + 1))
    assert all(lines[n - 1] == text for n, text in result.lines.items())
    for fold in result.folds:
        if fold.is_merged:
            assert fold.text.decode() == f"{lines[fold.first - 1].rstrip()} .. {lines[fold.last - 1].strip()}"
        else:
            assert fold.text == b"..."


RULES = [
    ("three imports stay", "a.py", "import a\nimport b\nimport c\nx = 1\n", ""),
    ("a body of three lines stays", "a.ts", "function f() {\n  a();\n}\n", ""),
    ("a body of four lines goes", "a.ts", "function f() {\n  a();\n  b();\n}\n", "2-3"),
    ("five includes", "a.c", "".join(f"#include <{n}.h>\n" for n in range(5)) + "int x;\n", "2-4"),
    ("five uses", "a.rs", "".join(f"use a{n};\n" for n in range(5)), "2-4"),
    ("a comment of six lines", "a.rs", "/*\n1\n2\n3\n4\n*/\nfn a() {}\n", "3-5"),
    ("a comment of five lines stays", "a.rs", "/*\n1\n2\n3\n*/\nfn a() {}\n", ""),
    ("an impl of six lines is one line", "a.rs", "impl X {\n  a!();\n  b!();\n  c!();\n  d!();\n}\n", "2-5"),
    ("a docstring", "a.py", '"""A.\n\nb\nc\n"""\nx = 1\n', "2-4"),
]


@pytest.mark.parametrize(("name", "text", "wanted"), [row[1:] for row in RULES], ids=[row[0] for row in RULES])
def test_rule(tmp_path: Path, name: str, text: str, wanted: str) -> None:
    """The seed's thresholds: four lines for a body and a run, six for a comment."""
    path = tmp_path / name
    path.write_text(text)
    folds = shown(path, "summary").page.document.facts.get("folds", [])
    assert ",".join(f"{fold['first']}-{fold['last']}" for fold in folds) == wanted


def test_when(tmp_path: Path) -> None:
    """Agents get a summary when the file does not fit the page; `always` and `never` say otherwise; people get none unasked."""
    long, short = tmp_path / "long.py", tmp_path / "short.py"
    long.write_text("def f():\n" + "    x = 1\n" * 400)
    short.write_text("def f():\n" + "    x = 1\n" * 20)
    assert len(shown(long, profile="agent").folds) == 1
    assert not shown(short, profile="agent").folds
    assert shown(short, profile="agent", summary="always").folds
    assert not shown(long, profile="agent", summary="never").folds
    assert not shown(long).folds
    assert shown(long, summary="always").folds
    assert not shown(long, "1-", profile="agent").folds
    page = shown(long, profile="agent").page
    assert (page.next, page.truncated_by) == (None, None)
    for name in ("notes.md", "notes.txt", "a.yaml"):
        (tmp_path / name).write_text("- a\n" * 400)
        assert not shown(tmp_path / name, profile="agent").folds


def test_syntax_error(tmp_path: Path) -> None:
    """An agent that did not ask gets a broken file as it is, with its conflicts; who asks gets what is sound folded, and is told."""
    path = tmp_path / "a.py"
    body = "".join(f"    x = {n}\n" for n in range(6))
    path.write_text(f"def one():\n{body}\n<<<<<<< A\nx = (\n=======\ny = )\n>>>>>>> B\n\ndef two():\n{body}")
    plain = shown(path, profile="agent", summary="always")
    assert not plain.folds
    assert "1 unresolved conflict" in plain.page.footnote
    asked = shown(path, "summary")
    assert asked.folds
    assert "it has a syntax error; only what is sound is folded" in asked.notices


def test_parts_of_it(tmp_path: Path) -> None:
    """With a choice only the lines and folds inside are shown."""
    path = tmp_path / "a.ts"
    path.write_text(code.TYPESCRIPT)
    result = shown(path, "29-33:summary")
    assert (result.numbers, [(fold.first, fold.last) for fold in result.folds]) == ([], [(29, 33)])
    assert [(f.first, f.last) for f in shown(path, "@total:summary").folds] == [(29, 33)]


def test_json(tmp_path: Path) -> None:
    """JSON has folds among its lines and the folded ranges among its facts."""
    path = tmp_path / "a.ts"
    path.write_text(code.TYPESCRIPT)
    done = subprocess.run([READCLI, "--json", f"{path}:summary"], capture_output=True, check=True)
    value = json.loads(done.stdout)
    assert [row["n"] for row in value["lines"] if row.get("folded")] == [2, 7, 29]
    assert value["facts"]["folds"] == [{"first": 2, "last": 3}, {"first": 8, "last": 22}, {"first": 30, "last": 32}]


def test_what_is_not_summarised(tmp_path: Path) -> None:
    """Large sources and prose are shown as they are, with a notice; documents have no bodies."""
    path = tmp_path / "a.py"
    path.write_text("x = 1\n" * 20_001)
    result = shown(path, "summary")
    assert len(result.lines) == 20_001
    assert any("not summarised" in notice for notice in result.notices)
    text = tmp_path / "a.txt"
    text.write_text("a\n")
    assert shown(text, "summary").notices == ["nothing in it can be folded"]
    page = tmp_path / "a.html"
    page.write_text("<h1>x</h1>")
    with pytest.raises(Unsupported):
        shown(page, "summary")


def test_unsafe_text_in_a_merged_line(tmp_path: Path) -> None:
    """A merged line is as free of control sequences as any other."""
    path = tmp_path / "a.ts"
    path.write_text("function f(a = '\x1b[31m') {\n  a();\n  b();\n}\n")
    done = subprocess.run([READCLI, f"{path}:summary"], capture_output=True, check=True)
    assert b"\x1b" not in done.stdout


@pytest.mark.parametrize("name", list(code.SOURCES))
def test_damage(tmp_path: Path, name: str) -> None:
    """Whatever is cut off or changed, summary and outline still answer, and the summary loses no line."""
    dice = random.Random(name)
    text = code.SOURCES[name].encode()
    path = tmp_path / name
    for round_ in range(3):
        data = bytearray(text[: dice.randrange(20, len(text))] if round_ % 2 else text)
        for _ in range(4):
            data[dice.randrange(len(data))] = dice.choice(b"{}()[]\"':;\n x")
        path.write_bytes(bytes(data))
        result = shown(path, "summary")
        total = data.count(b"\n") + (not data.endswith(b"\n"))
        assert len(result.lines) + sum(fold.last - fold.first + 1 for fold in result.folds) == total
        shown(path, "outline")


def test_deep_nesting(tmp_path: Path) -> None:
    """Ten thousand levels of nesting are taken apart without recursion."""
    path = tmp_path / "a.js"
    path.write_text("function f(){" * 10_000 + "\n" + "}" * 10_000)
    assert len(shown(path, "summary").lines) == 2
    assert shown(path, "outline").rows
