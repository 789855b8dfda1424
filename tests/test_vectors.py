"""The seeds' worked examples. Where the product decided otherwise, the expected value is derived by a rule stated here."""

from __future__ import annotations

import base64
import json
import re
import sqlite3
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from readcli.anchors import anchors, xxh32
from readcli.sizes import format_age, format_size
from readcli.target import cut
from tests.support import SHARED

FILE = SHARED / "spec" / "vectors.json"
VECTORS = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
READCLI = Path(sys.executable).parent / "readcli"
pytestmark = pytest.mark.skipif(not VECTORS, reason="the worked examples are not beside this checkout")
TEXTS: dict[str, str] = VECTORS.get("fixture", {}).get("files", {})


@pytest.mark.parametrize("row", VECTORS.get("hashline", {}).get("vectors", []), ids=lambda row: ascii(row["text"])[:30])
def test_hash(row: dict) -> None:
    """A line has the seed's two letters, by the library and by our own xxHash32; a BOM is not hashed (it is no part of line 1)."""
    line = row["text"].encode("utf-8", "surrogatepass")
    assert anchors([line]) == [row["hash"].encode()]
    assert xxh32(_normal(row["text"])) == row["xxh32"]


def _normal(text: str) -> bytes:
    space = "\t\n\v\f\r \xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
    return text.replace("\r", "").rstrip(space).encode()


@pytest.mark.parametrize("row", VECTORS.get("split", []), ids=lambda row: row["in"])
def test_split(row: dict) -> None:
    """Where only the seed's path exists, the argument is split where the seed splits it."""

    class World:
        schemes: dict[str, str] = {}

        def has_path(self, path):
            return path == row["out"]["path"]

        def is_sqlite(self, path):
            return False

        def has_page(self, name):
            return False

    found = cut(row["in"], World())
    assert (found.where, found.rest[1:] or None) == (row["out"]["path"], row["out"].get("sel"))


@pytest.mark.parametrize("row", VECTORS.get("format_bytes", []), ids=lambda row: str(row["in"]))
def test_size(row: dict) -> None:
    """Sizes are written as the seed writes them, exact halves rounded up."""
    assert format_size(row["in"]) == row["out"]


@pytest.mark.parametrize("row", VECTORS.get("format_age", []), ids=lambda row: str(row["in"]))
def test_age(row: dict) -> None:
    """Ages are written as the seed writes them."""
    assert format_age(row["in"]) == row["out"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The seed's fixture folder."""
    place = tmp_path_factory.mktemp("seed")
    for name, text in TEXTS.items():
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else base64.b64decode(text["base64"]))
    for name, members in VECTORS["fixture"]["zips"].items():
        with zipfile.ZipFile(place / name, "w") as kit:
            for member, text in members.items():
                kit.writestr(member, text.encode("latin-1") if member == "latin.txt" else text.encode() if isinstance(text, str) else b"")
    for name, statements in VECTORS["fixture"]["sqlite"].items():
        with sqlite3.connect(place / name) as database:
            for statement in statements:
                database.execute(statement)
        database.close()
    return place


def run(folder: Path, argument: str, *options: str) -> tuple[str, str, int]:
    """Run readcli as an agent does."""
    done = subprocess.run(
        [READCLI, "--profile", "agent", "--summary", "always", *options, argument],
        cwd=folder,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    return done.stdout.decode(), done.stderr.decode(), done.returncode


# The seed's errors, and what the product says to each.
ERRORS = (
    (r"^Path 'a.txt:-5' not found", None, 0),  # -K is the last K lines
    (r"^Line selector 0", "not a selector", 2),
    (r"^Invalid range", "invalid range", 2),
    (r"^Path '[^']*:5\+' not found", "not a selector", 2),
    (r"^Path 'dup.ts'", "2 paths end so", 1),  # several hits are listed
    (r"not found inside archive", "no member", 1),
    (r"^Path '[^']*' not found", "no such file", 1),
    (r"^SQLite table '(v1)' not found", None, 0),  # views are read too
    (r"^SQLite table '(.*)' not found", "no table", 1),
    (r"^Multi-range line selectors are not supported for directory", None, 0),  # selectors slice the rows
    (r"^attempt to write a readonly database", "SELECT", 2),  # one SELECT only
    (r"^Invalid (JSON in )?notebook", None, 0),  # read as text, with a notice
)
SQLITE_OWN = re.compile(r"SQLite|Primary key")


def is_open(selector: str) -> bool:
    """A number alone, or with a dash, is from there on: no context."""
    return bool(re.fullmatch(r"L?\d+-?", selector))


FOLDED = {"f.ts": ((2, 4), (8, 10), (14, 16)), "f.py": ((3, 4), (10, 11)), "f.json": ((2, 8),)}


def derive(argument: str, text: str) -> str:
    """Derive what readcli prints from what the seed printed."""
    name, _, selector = argument.partition(":")
    if name == "fx.zip" and selector.count(":"):
        selector = selector.partition(":")[2]
    if argument == "we:ird.txt:1":
        selector = "1"
    text = text.replace("\r", "")
    phantom = _phantom(argument, text)
    if phantom:  # no empty line after the last newline: neither shown nor counted
        text = re.sub(rf"(^|\n){phantom}yy\|(?=\n|$)", "", text)
        text = text.replace(f"of {phantom}.", f"of {phantom - 1}.").replace(f"({phantom} lines total)", f"({phantom - 1} lines total)")
        text = text.replace(f":{phantom} to read the last", f":{phantom - 1} to read the last")
    if is_open(selector) and "beyond end" not in text:
        first = int(selector.strip("L-"))
        text = "\n".join(row for row in text.split("\n") if not (m := re.match(r"(\d+)[a-z]{2}\|", row)) or int(m[1]) >= first)
        if phantom and first >= phantom:
            text = f"Line {first} is beyond end of file ({phantom - 1} lines total). Use :1 to read from the start, or :{phantom - 1} to read the last line."
    if " elided region" in text:  # the folded lines are named too, by one selector that reads them
        text += f"\n[elided: {name}:{','.join(f'{first}-{last}' for first, last in FOLDED[name])}]"
    if "where=" in argument:  # the rows behind a `where` are not counted, and the way on keeps it
        query = argument.partition("?")[2].removesuffix("&limit=2")
        text = re.sub(r"\[\d+ more rows; append :users\?", f"[more rows; append :users?{query}&".replace("\\", "\\\\"), text)
    return text


def _phantom(argument: str, text: str) -> int:
    """Give the number of the empty line that the seed counted after the last newline, or 0."""
    for name, content in TEXTS.items():
        if argument.partition(":")[0] == name or argument.startswith(name) or (name.endswith("/" + argument.partition(":")[0])):
            return content.count("\n") + 1 if content.endswith("\n") and not name.endswith(".ipynb") else 0
    if argument.startswith("fx.zip:"):
        member = max((m for m in VECTORS["fixture"]["zips"]["fx.zip"] if argument[7:].startswith(m)), key=len, default="")
        content = VECTORS["fixture"]["zips"]["fx.zip"].get(member, "")
        return content.count("\n") + 1 if isinstance(content, str) and content.endswith("\n") else 0
    return 0


RAW = {  # raw is exact: no context, no notice, nothing between blocks
    "n.txt:2-3:raw": "line 2\nline 3\n",
    "n.txt:raw:2-3": "line 2\nline 3\n",
    "n.txt:raw:1-2,9-10": "line 1\nline 2\nline 9\nline 10\n",
    "fx.zip:pkg/README.md:2-2:raw": "Line 2\n",
}
OTHER = {  # a rule each, too particular for `derive`
    "n.txt:3-4,30-40,25": None,  # a number in a list is one line: 25 does not swallow 30-40
    "empty.txt": "",  # an empty file has no line
    "empty.txt:2": "Line 2 is beyond end of file (0 lines total). The file is empty.\n",
    "wide.txt": "1vx|header\n2kx|" + "x" * 1500 + "\n3zt|footer\n",  # with anchors no line is cut
    "n.txt:99-100,101": None,  # adjacent ranges are one; its end is given
    "fx.zip:b.bin": None,  # a binary member is told as a binary file is
}


@pytest.mark.parametrize("row", VECTORS.get("end_to_end_default", []), ids=lambda row: row["arg"])
def test_end_to_end(row: dict, folder: Path) -> None:
    """Under the agent profile an argument prints what the seed printed, but for the product's corrections."""
    out, err, status = run(folder, row["arg"])
    if "error" in row or ("not found" in row.get("text", "")[:60] and row["text"].startswith("Path")):
        check_error(row.get("error", row.get("text", "")), out, err, status)
        return
    assert status == 0 or row["arg"] == "fx.zip:b.bin", err
    if row["arg"] in RAW:
        assert out == RAW[row["arg"]]
    elif row["arg"] in OTHER:
        wanted = OTHER[row["arg"]]
        assert wanted is None or out == wanted
        assert wanted is not None or "beyond end" in out or "binary" in err
    elif row["arg"].endswith(":raw"):
        assert out == row["text"]
    else:
        assert out.rstrip("\n") == derive(row["arg"], row["text"]).rstrip("\n")


def check_error(message: str, out: str, err: str, status: int) -> None:
    """Compare with what the table says to the seed's message."""
    for pattern, words, wanted in ERRORS:
        if re.search(pattern, message):
            assert status == wanted, err
            assert words is None or words in err
            return
    assert SQLITE_OWN.search(message), message
    assert message.rstrip(".") in err + out
    assert status in (1, 2)


@pytest.mark.parametrize("row", VECTORS.get("end_to_end_numbers", []), ids=lambda row: row["arg"])
def test_numbers(row: dict, folder: Path) -> None:
    """With numbers for a gutter the lines are the same, the letters gone."""
    out, err, _ = run(folder, row["arg"], "-n")
    assert out.rstrip("\n") == re.sub(r"(^|\n)4\|$", "", derive(row["arg"], row["text"])).rstrip("\n"), err


@pytest.mark.parametrize("row", VECTORS.get("end_to_end_plain", []), ids=lambda row: row["arg"])
def test_plain(row: dict, folder: Path) -> None:
    """Without a gutter the text is the same."""
    out, err, _ = run(folder, row["arg"], "-p")
    assert out.rstrip("\n") == derive(row["arg"], row["text"]).rstrip("\n"), err
