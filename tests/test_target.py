"""Worked arguments: what each means, with the existence of names passed in."""

from __future__ import annotations

import re

import pytest

from readcli.errors import ReadError
from readcli.selector import parse
from readcli.target import cut, split_name, split_sheet, split_table
from tests.support import SHARED

FILES = set(
    "f f.py f.rs doc.md r.pdf a a:1-2 we:ird.txt fo:o p3 file man/ C host src/ x@1.2.3/f.py @scope/p.js a.zip db.sqlite wb.xlsx".split()
)
FILES |= {"man", "src", r"C:\p\main.py", "C:/x/y.py", r"C:\p\a.zip", "c:notes.txt", "/etc/hosts", "/x/a:b.txt"}
PAGES = set("tar printf printf(3) printf.3 File::Find info resolv.conf".split())
ZIP = {"pkg", "pkg/README.md", "we:ird.txt", "5", "12ab", "raw", "conf:1-2", "b.zip", "@types/x.d.ts", "sub/a.py", "sub", "@types"}
INSIDE = {
    "a.zip": ("zip", ZIP),
    "b.zip": ("zip", {"report.docx", "db.sqlite", "k.txt"}),
    r"C:\p\a.zip": ("zip", {"dir/f.txt"}),
    "-": ("zip", {"dir/f.txt", "b.zip"}),
    "db.sqlite": ("sql", {"users", "a:b", "what?", "raw", "p3"}),
    "wb.xlsx": ("book", {"Budget", "Sheet2", "Q1 2024", "50-60", "raw", "p3", "2024", "R!D"}),
}


class Fake:
    """The world in which the worked arguments are read."""

    schemes: dict[str, str] = {}

    def has_path(self, path):
        return path in FILES

    def is_sqlite(self, path):
        return path.endswith(".sqlite")

    def has_page(self, name):
        return name in PAGES


def explain(argument: str, *, is_windows: bool = False) -> str:
    """Write the meaning of an argument as the table does."""
    world = Fake()
    try:
        found = cut(argument, world, is_windows=is_windows)
    except ReadError as error:
        return f"ERROR {error.code} {error.message}"
    words = {"stdin": "stdin", "url": f"url {found.where}", "man": f"man {found.where}"}.get(found.kind, found.where)
    where, rest = found.where, found.rest
    if found.kind == "url" and rest and where.endswith(".zip"):
        return f"{words} > inside {rest[1:]}"
    while len(rest) > 1 and where in INSIDE:
        kind, names = INSIDE[where]
        hit = _inside(kind, rest, names)
        if hit is None:
            break
        text, where, rest = hit
        words += " > " + text
    return words + _selector(rest, INSIDE.get(where))


def _inside(kind, rest, names):
    if kind == "zip" and (hit := split_name(rest, names.__contains__)):
        return f"member {hit[0]}", hit[0], hit[1]
    if kind == "book" and (found := split_sheet(rest, names.__contains__)):
        (what, *words), right = found
        return (f"member {words[0]}" if what == "sheet" else f"cells {words[0]} {words[1]}"), "", right
    if kind == "sql" and (inside := split_table(rest, names.__contains__)):
        what, *words = inside
        text = {
            "table": "table {0}",
            "row": "table {0} > key {1}",
            "rows": "table {0} > query {1}",
            "query": "sql {0}",
        }[what].format(*words)
        return text, "", ""
    return None


def _selector(rest, inside):
    if len(rest) < 2:
        return ""
    try:
        selector = None if inside and rest.startswith("::") else parse(rest[1:])
    except ReadError:
        return " > refused"
    if selector:
        return f" > sel {selector.kind} {selector.text} {selector.view}".rstrip()
    if inside and inside[0] == "zip":
        loose = rest[1:].replace("\\", "/").lstrip(":/").rstrip("/")
        loose, _, tail = loose.partition(":")
        if loose in inside[1]:
            return f" > member {loose}" + _selector(":" + tail if tail else "", None)
    if inside:
        return f" > ERROR not-found {rest[1:]}"
    return f" > ERROR usage {rest[1:]}"


def wanted(text: str) -> str:
    """Write a row of the table in this test's words."""
    text = re.sub(r"sel \('(\w+)', '(.*?)'\) ?(\w*)", lambda m: f"sel {m[1]} {m[2]} {m[3].lower()}".rstrip(), text)
    text = (
        text.replace("sel parts", "sel parts")
        .replace(" > query as typed ('q', \"", " > sql ")
        .replace(" > query url-decoded ('q', 'SELECT+1+AS+one')", " > sql SELECT 1 AS one")
    )
    text = text.removesuffix('")') if "> sql SELECT a/b" in text else text
    text = re.sub(r"query (as typed|url-decoded) ", "query ", text)
    text = re.sub(r"ERROR usage, not a selector ", "ERROR usage ", text)
    return re.sub(r"ERROR not-found (member|table) ", "ERROR not-found ", text)


def rows():
    """Read the table of worked arguments."""
    path = SHARED / "spec" / "arguments.md"
    if not path.exists():
        return []
    found = re.findall(r"^    (\S.*?) +->  (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(found) == 136
    return found


@pytest.mark.parametrize(("argument", "meaning"), rows())
def test_worked_argument(argument: str, meaning: str) -> None:
    """Each worked argument means what the table says."""
    got = explain(argument, is_windows=argument.startswith("C:/x"))
    meaning = wanted(meaning)
    if meaning.startswith("ERROR not-found"):
        code, name = meaning.removeprefix("ERROR ").split(" ", 1)
        name = name.removeprefix("page ")
        assert got.startswith(f"ERROR {code}"), got
        assert f"{name}:" in got, got
    elif "'9-3'" in argument or argument.endswith(":9-3"):
        assert got == "f > refused"
    else:
        assert _lower_view(got) == _lower_view(meaning)


def _lower_view(text: str) -> str:
    return (
        re.sub(r"sel +", "sel ", text)
        .replace("sel raw", "sel  raw")
        .replace("sel  ", "sel ")
        .replace("sel conflict:2/ours", "sel conflict:2/ours conflict")
        .replace("conflict conflict", "conflict")
        .replace("sel conflict://2", "sel conflict://2 conflict")
        .replace("conflict conflict", "conflict")
    )
