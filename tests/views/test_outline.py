"""`outline`: rows that name lines. What stands first in a row, and what begins with `@`, `#`, `.` or is a part, reads just these."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from readcli import pipeline
from readcli.model import Options
from tests.samples import code
from tests.support import CORPUS
from tests.views import numbers_of, shown
from tests.views.test_headings import TEXT
from tests.views.test_keys import JSON, TOML, YAML

READCLI = Path(sys.executable).parent / "readcli"
ROWS = {
    "a.py": """\
6-26  @Reader  class
16-22  Reader.line  method
20-21  @Reader.line.inner  function
24-26  Reader.line  method
29-33  @read  function
36-40  @NAMES  variable""",
    "a.ts": """\
6-23  @Cart  class
10-12  @Cart.constructor  method
14-14  Cart.add  method
15-18  Cart.add  method
20-22  @Cart.handler  method
25-27  @Shape  interface
26-26  @Shape.area  method
29-33  @total  function
35-35  @Id  type
36-36  @Colour  enum
37-37  @N  namespace
37-37  @N.inside  function""",
    "a.rs": """\
7-12  @Point  struct
14-18  @Wrapper  impl
15-17  @Wrapper.fmt  method
20-22  @Shape  trait
21-21  @Shape.area  method
24-26  @inner  module
25-25  @inner.deep  function
28-28  @square  macro""",
    "a.go": "5-9  @Point  type\n11-15  @Point.Len  method\n17-20  @main  function",
    "a.c": "6-10  @list  struct\n12-12  @point  type\n14-20  @find  function\n22-22  @colour  enum",
    "a.cpp": "1-13  @shop  namespace\n3-11  @shop.Cart  class\n7-9  @shop.Cart.add  method\n15-19  @shop.Cart.clear  function",
    "a.rb": """\
3-20  @Shop  module
5-19  @Shop.Cart  class
6-8  @Shop.Cart.initialize  method
10-16  @Shop.Cart.add  method
18-18  @Shop.Cart.build  method""",
    "a.md": """\
1-17  #Guide  h1
3-10  #Install pip now  h2
7-10  #Details  h3
11-12  #usage  h2  Usage
13-14  #usage-1  h2  Usage
15-17  #API: Überblick & mehr  h2""",
    "a.json": """\
2-2  .name  string
3-7  .scripts  object
4-4  .scripts.test  string
5-6  .scripts.lint  array
8-8  ."files.exclude"  object
8-8  ."files.exclude"."a b"  null
9-13  .list  array
14-16  .multi  boolean""",
    "a.yaml": """\
2-2  .name  string
3-22  .jobs  object
4-16  .jobs.build  object
19-22  .jobs.test  array
23-23  .url  string
24-24  ."q k"  number
26-27  ."it's"  string
28-29  .last  string""",
    "a.toml": """\
1-1  .top  number
2-2  .a  table
4-13,23-25  .tool.ruff  table
15-18  .bin[0]  table
17-18  .bin[0].sub  table
19-20  .bin[1]  table
23-25  .tool.ruff.lint  table""",
    "a.ini": "1-2  #one  h1\n3-4  #two three  h1",
}
TEXTS = {**code.SOURCES, "a.md": TEXT, "a.json": JSON, "a.yaml": YAML, "a.toml": TOML, "a.ini": "[one]\nx=1\n[two three]\ny=2\n"}


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """Write one file of each kind."""
    for name, text in TEXTS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("name", ROWS)
def test_rows(desk: Path, name: str) -> None:
    """An outline lists definitions, headings, keys to two levels or sections, each with its lines, selector and kind."""
    assert "\n".join(shown(desk / name, "outline").rows) == ROWS[name]


def check_rows(path: Path, *, most: int = 40) -> int:
    """Read back every selector of an outline; give how many there were."""
    rows = shown(path, "outline").rows
    for row in rows[:most]:
        words = row.split("  ")
        wanted = numbers_of(words[0])
        assert shown(path, words[0], gutter="numbers").numbers == wanted, row
        if words[1][:1] in "@#." or (words[1][:1] == "p" and words[1][1:].isdigit()):
            assert shown(path, words[1], gutter="numbers").numbers == wanted, row
    return len(rows)


@pytest.mark.parametrize("name", TEXTS)
def test_every_selector_reads_its_lines(desk: Path, name: str) -> None:
    """Both columns of a row, used as selectors, read exactly the lines that the row names."""
    assert check_rows(desk / name) > 0


@pytest.mark.skipif(not CORPUS.exists(), reason="the corpus is not beside this checkout")
@pytest.mark.parametrize("format_", ["docx", "odt", "pptx", "odp", "pdf", "epub", "xlsx", "ods", "html", "ipynb", "man", "doc"])
def test_corpus_selectors_read_their_lines(format_: str) -> None:
    """So do those of documents: headings, pages, slides, sheets, chapters, cells."""
    from readcli.errors import ReadError

    count = 0
    for path in sorted((CORPUS / format_).iterdir())[:5]:
        try:
            count += check_rows(path, most=4)
        except ReadError:
            continue
    assert count > 0


def test_choice(desk: Path) -> None:
    """With a choice only rows that begin inside it are listed."""
    assert shown(desk / "a.go", "10-:outline").rows == ["11-15  @Point.Len  method", "17-20  @main  function"]
    assert shown(desk / "a.go", "-5:outline").rows == ["17-20  @main  function"]
    assert shown(desk / "a.go", "/^func/:outline").rows == ["17-20  @main  function"]
    assert shown(desk / "a.md", "#Install pip now:outline").rows == ["3-10  #Install pip now  h2", "7-10  #Details  h3"]
    assert shown(desk / "a.py", "@Reader.line.inner:outline").rows == ["20-21  @Reader.line.inner  function"]


def test_json_and_paging(desk: Path) -> None:
    """JSON has the rows as values, too; --limit and --skip page rows, and `nextSkip` says how to go on."""
    done = subprocess.run([READCLI, "--json", "--limit", "2", f"{desk / 'a.go'}:outline"], capture_output=True, check=True)
    value = json.loads(done.stdout)
    assert [row["text"] for row in value["lines"]] == ["5-9  @Point  type", "11-15  @Point.Len  method"]
    assert "hash" not in value["lines"][0]
    assert (value["next"], value["nextSkip"], value["truncatedBy"]) == (None, 2, "lines")
    assert [row["selector"] for row in value["facts"]["outline"]] == ["@Point", "@Point.Len"]
    first = value["facts"]["outline"][1]
    assert first == {
        "first": 11,
        "last": 15,
        "ranges": [[11, 15]],
        "selector": "@Point.Len",
        "name": "Point.Len",
        "kind": "method",
        "level": 2,
    }
    assert shown(desk / "a.go", "outline", skip=2).rows == ["17-20  @main  function"]


def test_agent_pages_join(tmp_path: Path) -> None:
    """An agent's pages of a long outline, each from where the one before says, are the whole."""
    path = tmp_path / "a.py"
    path.write_text("".join(f"def f{n}(): pass\n" for n in range(700)))
    rows: list[str] = []
    skip = 0
    while skip is not None:
        page = shown(path, "outline", profile="agent", skip=skip)
        rows += page.rows
        skip = page.page.next_skip
    assert rows == shown(path, "outline").rows
    assert len(rows) == 700


def test_nothing(tmp_path: Path) -> None:
    """Nothing to list is no error."""
    path = tmp_path / "a.txt"
    path.write_text("just text\n")
    result = shown(path, "outline")
    assert (result.rows, result.notices) == ([], [f"nothing to outline in {path}"])


def test_containers(desk: Path) -> None:
    """Members of an archive stand in the second column by the name that opens them; entries of a folder by their names."""
    with zipfile.ZipFile(desk / "k.zip", "w") as kit:
        kit.writestr("d/a (1).txt", "x\n")
        kit.writestr("b.txt", "y\n")
    rows = [row.split("  ") for row in shown(desk / "k.zip", "outline").rows]
    assert [(row[1], row[2]) for row in rows] == [("d/a (1).txt", "member"), ("b.txt", "member")]
    for row in rows:
        assert shown(desk / "k.zip", row[1]).lines
        assert row[1] in shown(desk / "k.zip", row[0]).rows[0]
    assert any("a.go" in row for row in shown(desk, "outline").rows)


@pytest.mark.parametrize("suffix", ["json", "jsonl", "yaml", "toml", "md", "py", "js", "csv", "log", "txt"])
@pytest.mark.parametrize("content", ["", "\n", " ", "\ufeff", "#\n", "---\n", "...\n", "null", "[]", "{}", '""'])
def test_next_to_nothing(suffix: str, content: str, tmp_path: Path) -> None:
    """Files that hold nothing, or hardly anything, have no outline, or one of what they hold; never a fault."""
    (tmp_path / f"a.{suffix}").write_text(content)
    for view in ("outline", "summary", "1-2:outline"):
        page = pipeline.read(f"{tmp_path}/a.{suffix}:{view}", Options())
        assert len(list(page.items)) <= 3
        page.document.lines.close()
