"""The forms of a selector, one row each: for the manual, README.md and their tests. The grammar itself is `selector.parse`."""

from __future__ import annotations


class Form:
    """A form, an example of it, the kind or the view that `selector.parse` makes of the example, and what it chooses."""

    def __init__(self, form: str, example: str, kind: str, words: str) -> None:
        """Take a row; the kind is that of `Selector.kind`, or a view with a colon before it."""
        self.form = form
        self.example = example
        self.kind = kind
        self.words = words


CHOICES = (
    Form("N, N-", "40", "list", "from line N on"),
    Form("N-M", "40-80", "list", "lines N to M"),
    Form("N+K", "40+20", "list", "K lines from N on"),
    Form("-K", "-200", "tail", "the last K lines, with their true numbers, of a stream too"),
    Form("A,B,...", "5-16,40,900-", "list", "several numbers and ranges; a number in a list is that one line"),
    Form("N:, N:COL, N:COL:", "9:5:", "loc", "line N, as pasted from grep or a compiler; on a terminal with two lines either side"),
    Form("N:COL-, N:COL-M", "9:5-12", "mid", "from character COL of line N on, to the end of line M"),
    Form("/RE/, /RE/i", "/error/i", "search", "the lines that match a pattern of Python's re; i ignores case"),
    Form("N-M:/RE/", "20-99:/error/", "search", "the same inside a range of lines"),
    Form("41th, 41th-45zz", "41th", "anchor", "by anchors, as -H prints them, only while they match the file"),
    Form("pN, pN-M, p1,3", "p3", "parts", "parts: pages, slides, sheets, chapters, cells, mails, frames"),
    Form("#Heading", "#Install", "head", "the section under a heading: its text, or its slug as GitHub makes it"),
    Form("@name, @Class.method", "@Cart.add", "sym", "that definition in source code; ::TestA::test_b pasted from pytest too"),
    Form(".key[0].sub", ".scripts.test", "key", "the lines of that value in JSON, YAML, TOML"),
)
VIEWS = (
    Form("raw", "raw", ":raw", "the bytes themselves; with a choice the bytes of those lines"),
    Form("conflicts", "conflicts", ":conflicts", "the merge conflicts, listed"),
    Form("conflict:N[/SIDE]", "conflict:1/ours", ":conflict", "one of them, or its side: ours, theirs, base"),
    Form("summary", "summary", ":summary", "code with the bodies of its definitions folded"),
    Form("outline", "outline", ":outline", "headings, symbols, parts, steps or keys, each with a selector that works"),
    Form("errors", "errors", ":errors", "the first and the last errors of a log"),
    Form("info", "info", ":info", "what it is: format, size, encoding, lines, parts, title and the like"),
)


def table() -> str:
    """Write both as the table of README.md."""
    text = "| selector | for example | |\n|---|---|---|\n"
    for row in (*CHOICES, *VIEWS):
        text += f"| `{row.form}` | `:{row.example}` | {row.words} |\n"
    return text
