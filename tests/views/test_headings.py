"""`#Heading`: which lines are headings, how one is named, where its section ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from readcli.errors import Ambiguous, NotFound, ReadError, Unsupported
from readcli.views.heading_styles import find_asciidoc, find_org, find_rst, find_sections
from readcli.views.markdown_headings import find_markdown, strip_marks
from tests.views import shown

MARKDOWN = [
    ("atx of every level", "# a\n###### b\n####### c\n#d\n", [(1, 1, "a"), (2, 6, "b")]),
    ("closing marks are no text", "# a #\n## b ##  \n# c#\n", [(1, 1, "a"), (2, 2, "b"), (3, 1, "c#")]),
    ("up to three blanks", "   # a\n    # b\n", [(1, 1, "a")]),
    ("setext", "A\n===\nB\nc\n---\n", [(1, 1, "A"), (3, 2, "B c")]),
    ("a rule is no underline", "A\n\n---\n", []),
    ("an item has no underline", "- a\n---\n> b\n===\n", []),
    ("a table has no underline", "| a |\n|---|\n| b |\n---\n", []),
    ("fences", "```\n# a\n```\n~~~~ sh\n# b\n~~~\n# c\n~~~~\n# d\n", [(9, 1, "d")]),
    ("a fence that never ends", "# a\n```\n# b\n", [(1, 1, "a")]),
    ("a fence in an item", "- x\n\n  ```\n  # a\n  ```\n\n# b\n", [(7, 1, "b")]),
    ("inline code is no fence", "``` a ``` b\n# c\n", [(2, 1, "c")]),
    ("comments and raw html", "<!--\n# a\n-->\n<pre>\n# b\n</pre>\n<!-- # c -->\n# d\n", [(8, 1, "d")]),
    ("front matter", "---\nt: 1\n# a\n---\n# b\n", [(5, 1, "b")]),
    ("nothing", "", []),
]


@pytest.mark.parametrize(("text", "wanted"), [row[1:] for row in MARKDOWN], ids=[row[0] for row in MARKDOWN])
def test_markdown(text: str, wanted: list) -> None:
    """Headings are those of CommonMark, whatever looks like one elsewhere."""
    assert list(find_markdown(text.splitlines())) == wanted


def test_made_text_has_no_underlines() -> None:
    """In text that readcli made a line of dashes under words is not a heading."""
    assert list(find_markdown(["A", "---", "# B"], is_setext=False)) == [(3, 1, "B")]


def test_other_notations() -> None:
    """Titles are told in reStructuredText by the order of its marks, AsciiDoc, Org, sections of INI files."""
    assert list(find_rst("=====\nTitle\n=====\n\nOne\n---\n\ntext\n\nTwo\n~~~\n\nThree\n-----\n".splitlines())) == [
        (1, 1, "Title"),
        (5, 2, "One"),
        (10, 3, "Two"),
        (13, 2, "Three"),
    ]
    assert list(find_asciidoc("= A\n\n----\n== no\n----\n=== B ===\n".splitlines())) == [(1, 1, "A"), (6, 3, "B")]
    assert list(find_org("* TODO A :x:\n#+BEGIN_SRC\n* no\n#+END_SRC\n** B\n*bold*\n".splitlines())) == [(1, 1, "A"), (5, 2, "B")]
    assert list(find_sections("[a]\nx=1\n[ b c ] ; note\n[no\n".splitlines())) == [(1, 1, "a"), (3, 1, "b c")]


def test_marks_are_taken_off() -> None:
    """The bare text of a heading has no inline marks; underscores inside words stay."""
    assert (
        strip_marks("**Bold** `code` [link](http://x) _it_ snake_case_name <b>x</b> \\# {#id}") == "Bold code link it snake_case_name x #"
    )


TEXT = """\
# Guide

## Install `pip` **now**

Run.

### Details

More.

## Usage

## Usage

## API: Überblick & mehr

end
"""
NAMED = [
    ("#Guide", [1, 17]),
    ("#Install pip now", [3, 10]),
    ("#Install `pip` **now**", [3, 10]),
    ("#install PIP now", [3, 10]),
    ("#install-pip-now", [3, 10]),
    ("#Details", [7, 10]),
    ("#usage", [11, 12]),
    ("#usage-1", [13, 14]),
    ("#api-überblick--mehr", [15, 17]),
    ("#API: Überblick & mehr", [15, 17]),
]


@pytest.mark.parametrize(("selector", "ends"), NAMED)
def test_section(tmp_path: Path, selector: str, ends: list[int]) -> None:
    """Exact text, else unique without case, else GitHub's slug; the section runs to the next heading of its level or above."""
    path = tmp_path / "guide.md"
    path.write_text(TEXT, encoding="utf-8")
    numbers = shown(path, selector).numbers
    assert [numbers[0], numbers[-1]] == ends


def test_several_and_none(tmp_path: Path) -> None:
    """Several headings of one name are listed, each with a selector that reads it; a missing one is told with the nearest."""
    path = tmp_path / "guide.md"
    path.write_text(TEXT, encoding="utf-8")
    with pytest.raises(Ambiguous) as several:
        shown(path, "#Usage")
    for selector, first in (("#usage", 11), ("#usage-1", 13), ("11-12", 11), ("13-14", 13)):
        assert f":{selector}" in several.value.hint
        assert shown(path, selector).numbers[0] == first
    with pytest.raises(NotFound, match="no heading Detail") as missing:
        shown(path, "#Detail")
    assert ":#Details" in missing.value.hint


def test_text_without_headings(tmp_path: Path) -> None:
    """A program has comments, no headings."""
    path = tmp_path / "a.py"
    path.write_text("# no\n")
    with pytest.raises(Unsupported):
        shown(path, "#no")


def test_documents(tmp_path: Path) -> None:
    """Headings that a reader tells of, and those of the Markdown that it writes, work alike; context comes only from -C."""
    rtf = tmp_path / "a.rtf"
    rtf.write_bytes(
        rb"{\rtf1{\stylesheet{\s1\outlinelevel0 heading 1;}}\pard\s1\outlinelevel0 One\par\pard text\par\pard\s1\outlinelevel0 Two\par\pard more\par}"
    )
    try:
        rows = shown(rtf, "#Two").rows
    except ReadError as error:
        pytest.fail(f"{error.message} {shown(rtf).rows}")
    assert rows[0].endswith("Two")
    assert "more" in rows
    page = tmp_path / "a.html"
    page.write_text("<h1>Top</h1><p>x</p><h2>One</h2><p>y</p><h2>Two</h2><p>z</p>")
    assert [row for row in shown(page, "#One", profile="agent").rows if row] == ["## One", "y"]
    assert "z" in " ".join(shown(page, "#One", context=(0, 4)).rows)


def test_stream(tmp_path: Path) -> None:
    """A member of an archive has the same headings."""
    import zipfile

    with zipfile.ZipFile(tmp_path / "a.zip", "w") as kit:
        kit.writestr("d/guide.md", TEXT)
    assert shown(tmp_path / "a.zip", "d/guide.md:#Details").numbers == [7, 8, 9, 10]
