"""`--render`: Markdown as it is meant to look, on light and dark terminals and in a pipe; nothing in it drives the terminal."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from readcli.render.markdown import sections
from tests.screen import Screen, environment, show

COMMAND = str(Path(sys.executable).with_name("readcli"))
TEXT = """\
# Shop

Buy **now** and *soon*, see [the list][l].

## Prices

| item | price |
|------|------:|
| pen  |   1.5 |
| ink  |    12 |

1. one
2. two
   - inner

> quoted

```python
def f():
    return "x"
```

[l]: https://example.org/list
"""
GOLDEN = """\
                            Shop

Buy now and soon, see the list (https://example.org/list).


                           Prices


 item  price
───────────
 pen     1.5
 ink      12


 1 one
 2 two
    • inner

▌ quoted


 def f():
     return "x"
"""


def run(*arguments: str, folder: Path, **more: str) -> subprocess.CompletedProcess[bytes]:
    """Run readcli into a pipe."""
    return subprocess.run([COMMAND, "--render", *arguments], cwd=folder, env={**environment(), **more}, capture_output=True, check=False)


def squeezed(text: str) -> list[str]:
    """Give the lines that are not blank, without what Rich puts around them."""
    return [line.strip() for line in text.split("\n") if line.strip()]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a folder with Markdown in it."""
    (tmp_path / "a.md").write_text(TEXT)
    return tmp_path


def test_in_a_pipe(folder: Path) -> None:
    """Without a terminal there are no escapes; links show where they lead."""
    done = run("a.md", folder=folder, COLUMNS="60")
    assert b"\x1b" not in done.stdout
    assert squeezed(done.stdout.decode()) == squeezed(GOLDEN)


@pytest.mark.parametrize("background", ["15;0", "0;15"])
def test_on_a_terminal(folder: Path, background: str) -> None:
    """The same on a screen, with colours of the terminal itself, so that light and dark ones both show it."""
    rows = show("readcli --render -P a.md", folder, rows=40, COLORFGBG=background)
    assert squeezed("\n".join(rows)) == squeezed(GOLDEN)


def test_links(folder: Path) -> None:
    """Links are links of the terminal where it opens them."""
    text = run("--hyperlinks", "always", "a.md", folder=folder).stdout.decode()
    assert re.search(r"\x1b\]8;[^;]*;https://example.org/list\x1b\\(?:\x1b\[[0-9;]*m)*the list", text)


def test_a_part(folder: Path) -> None:
    """A selector renders what it chooses, with the links that are defined elsewhere; a gap is shown."""
    assert squeezed(run("a.md:#Prices", folder=folder, COLUMNS="60").stdout.decode())[0] == "Prices"
    rows = squeezed(run("a.md:1,5", folder=folder, COLUMNS="60").stdout.decode())
    assert rows == ["Shop", "…", "Prices"] or (rows[0] == "Shop" and "…" in rows)


def test_documents(folder: Path) -> None:
    """What readcli makes Markdown of is rendered too; other text is printed as its lines."""
    (folder / "b.html").write_text("<h1>Head</h1><p>Some <b>bold</b> words</p>")
    (folder / "b.txt").write_text("# no *Markdown*\n")
    assert squeezed(run("b.html", folder=folder).stdout.decode()) == ["Head", "Some bold words"]
    assert run("b.txt", folder=folder).stdout == b"1|# no *Markdown*\n"
    assert run("-p", "a.md:3", folder=folder).returncode == 0


HOSTILE = (
    "&#27;[31mred&#x9b;2J", "[x](<javascript:&#27;]0;t&#7;>)", "`\x1b[2J`", "```\n\x1b]0;title\x07\n```", "# \x1b[5mhead", "| a\x1b[m | b |\n|--|--|\n| &#7; | \x9b |",
    "![\x1b[1m](http://x/&#27;)", "<b>\x1b</b>", "[a]: http://x/\x1b[2J\n\n[a]", "&#x202e;evil", "x" * 20_000, "[" * 9000, "> " * 3000, "```\n" * 501, "1. " * 400, "*" * 5000,
)  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile(tmp_path: Path, text: str) -> None:
    """Escapes, written as bytes and as entities, are shown; deep nesting and long lines come back."""
    (tmp_path / "a.md").write_text(text + "\n\nthe end\n")
    with Screen("readcli --render -P --hyperlinks always a.md; echo over", tmp_path, rows=400) as screen:
        screen.wait()
        bare = re.sub(rb"\x1b\[[0-9;]*m|\x1b\]8;[^\x1b\x07]*\x1b\\", b"", screen.raw)
        assert not re.search(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80\xae", bare)
        assert b"Traceback" not in bare
        assert b"over" in bare
        assert b"the end" in bare or b"```" in screen.raw or text.startswith("```")


def test_nothing_is_dropped(tmp_path: Path) -> None:
    """HTML, lists of any depth and unfinished marks are all there in words."""
    words = "<div align=center>\n<b>inside</b>\n</div>\n\n<!-- remark -->\n\ntext <i>slanted</i> \\*stars\\* ~~gone~~ **open\n\n"
    (tmp_path / "a.md").write_text(words)
    text = run("a.md", folder=tmp_path, COLUMNS="200").stdout.decode()
    for word in ("inside", "remark", "slanted", "*stars*", "gone", "**open"):
        assert word in text, word
    for deepest in (5, 12, 25, 29, 31, 60):
        lists = "\n".join(f"{'  ' * depth}- deep{depth}" for depth in range(deepest))
        (tmp_path / "a.md").write_text(f"{lists}\n\n{'> ' * deepest}quoted\n")
        text = run("a.md", folder=tmp_path, COLUMNS="300").stdout.decode()
        for word in ("quoted", *(f"deep{depth}" for depth in range(deepest))):
            assert word in text, (word, deepest)


def test_sections_hold_all_lines() -> None:
    """Parted at headings, at blank lines, in listings that do not end: joined again they are the text, but for fences that are repeated."""
    plain = [line for n in range(400) for line in (f"# {n}", "", "words " * 30, "")]
    parted = list(sections(plain))
    assert len(parted) > 5
    assert [line for section in parted for line in section] == plain
    assert all(section[0].startswith("#") for section in parted)
    listing = ["```", *(f"# no heading {n} " + "x" * 60 for n in range(20_000)), "```"]
    inside = [line for section in sections(listing) for line in section if line != "```"]
    assert inside == listing[1:-1]
    assert all(section[0] == "```" and section[-1] == "```" for section in sections(listing))
