"""Tables on a terminal: what a person sees of CSV, sheets and SQLite; lines everywhere else."""

from __future__ import annotations

import sqlite3
import zipfile
from pathlib import Path

import openpyxl
import pytest

from readcli.model import Options
from readcli.render.table import _NUMBER, _delimiter, _Layout
from tests.screen import Screen, show

CSV = 'id,name,amount\n1,Anna,10.5\n2,"B, C",7\n3,漢字,1000\n4,"two\nlines",-3\n'
GOLDEN = [
    "id  name   amount",
    " 1  Anna     10.5",
    " 2  B, C        7",
    " 3  漢字     1000",
    " 4  two        -3",
    "    lines",
]


def seen(command: str, folder: Path, **more: str) -> list[str]:
    """Give the rows of the screen, without blanks at their ends and the wide characters' second halves."""
    return [row.rstrip() for row in show(command, folder, **more)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a folder with a table of each kind."""
    (tmp_path / "t.csv").write_text(CSV)
    (tmp_path / "t.tsv").write_text(CSV.replace(",", "\t").replace("B\t C", "B, C"))
    (tmp_path / "semi.csv").write_text("a;b\n1,5;x\n22,75;y\n")
    base = sqlite3.connect(tmp_path / "t.sqlite")
    with base:
        base.execute("create table goods(id integer primary key, name text, price real)")
        base.executemany("insert into goods values(?, ?, ?)", [(1, "pen | red", 1.5), (2, "ink\x1b[31m", 12.25), (3, None, None)])
    base.close()
    return tmp_path


@pytest.mark.parametrize("name", ["t.csv", "t.tsv"])
@pytest.mark.parametrize("light", ["15;0", "0;15"])
def test_csv(folder: Path, name: str, light: str) -> None:
    """Columns are as wide as they need to be, numbers stand right, a cell may hold lines and what stands between cells."""
    assert seen(f"readcli {name}", folder, COLORFGBG=light) == GOLDEN


def test_other_marks(folder: Path) -> None:
    """A semicolon between cells is found, and a comma in a number is no mark."""
    assert seen("readcli semi.csv", folder) == ["a      b", "1,5    x", "22,75  y"] or seen("readcli semi.csv", folder) == [
        "    a  b",
        "  1,5  x",
        "22,75  y",
    ]


def test_sqlite(folder: Path) -> None:
    """Tables of a database, with their counts and schemas; nothing in a cell drives the terminal."""
    rows = seen("readcli t.sqlite", folder)
    assert rows[0] == "goods (3 rows)"
    head = rows.index("id  name       price")
    assert rows[head + 1].split() == ["1", "pen", "|", "red", "1.5"]
    assert rows[head + 2].startswith(" 2  ink")
    assert rows[head + 2].endswith("12.25")


def test_sheets(folder: Path) -> None:
    """Each sheet is a table under its name."""
    book = openpyxl.Workbook()
    stock = book.active
    stock.title = "Stock"
    for row in (["item", "count"], ["nails", 1200], ["screws", 85]):
        stock.append(row)
    book.create_sheet("Empty")
    book.save(folder / "t.xlsx")
    assert seen("readcli t.xlsx", folder)[:4] == ["[Stock]", "item    count", "nails    1200", "screws     85"]


@pytest.mark.parametrize("option", ["-n", "-H", "-p", "--as text", "--gutter none"])
def test_lines_where_they_are_asked_for(folder: Path, option: str) -> None:
    """Any word about the gutter or the form gives the lines of the file."""
    assert 'B, C"' in "\n".join(seen(f"readcli {option} t.csv", folder))


def test_lines_in_a_pipe(folder: Path) -> None:
    """A pipe gets the file's own lines."""
    assert seen("readcli t.csv | cat", folder)[:2] == ["1|id,name,amount", "2|1,Anna,10.5"]


def test_rows_far_from_the_head(folder: Path) -> None:
    """Rows from the middle stand under the first line of the file; gaps are shown."""
    (folder / "long.csv").write_text("id,word\n" + "".join(f"{n},word{n}\n" for n in range(1, 3001)))
    assert seen("readcli long.csv:2001-2002", folder) == ["  id  word", "2000  word2000", "2001  word2001"]
    assert seen("readcli long.csv:2,500", folder) == ["id  word", " 1  word1", "…", "499  word499"] or "…" in seen(
        "readcli long.csv:2,500", folder
    )
    assert seen("readcli long.csv:-1", folder)[-1] == "3000  word3000"


def test_the_first_screen_comes_before_the_rest(folder: Path) -> None:
    """Of a stream that has not ended what has come so far is shown in the pager."""
    command = "(seq -f '%g,word' 1 2000; sleep 60) | readcli --file-name a.csv -"
    with Screen(command, folder) as screen:
        screen.wait_for("11  word")
        screen.send("q")


def test_narrow(folder: Path) -> None:
    """On twenty columns long cells are folded; a table of too many columns is printed as its cells."""
    (folder / "wide.csv").write_text(",".join(f"c{n}" for n in range(9)) + "\n" + ",".join("x" for _ in range(9)) + "\n")
    with Screen("readcli t.csv; readcli wide.csv; echo end", folder, columns=20, rows=40) as screen:
        rows = screen.wait_for("end")
        assert all(len(row) <= 20 for row in rows)
        assert any("Anna" in row for row in rows)
        assert any("c8" in row for row in rows)


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        (b"", []),
        (b"a,b\n", ["a  b"]),
        (b'a,"never closed\n1,2\n', ["   never closed", "   1,2", "a"]),
        (b"a,b\n\x1b[2J,\x1b]0;t\x07x\n1,2,3,4\n", None),
        (b"a,b\n" + b"x" * 3000 + b",1\n", None),
        (b"\x00a,b\n", None),
    ],
)
def test_odd_files(folder: Path, data: bytes, wanted: list[str] | None) -> None:
    """Empty, a head alone, a quote that is not closed, control characters, more cells than the head: all is shown, harmlessly."""
    (folder / "odd.csv").write_bytes(data)
    with Screen("readcli -P odd.csv; echo end", folder, rows=90) as screen:
        rows = [row.rstrip() for row in screen.wait_for("end")]
        assert b"\x1b[2J" not in screen.raw
        assert b"\x1b]0;" not in screen.raw
        assert b"Traceback" not in screen.raw
        if wanted is not None:
            assert rows[: rows.index("end")] == wanted


def test_marks() -> None:
    """What stands between cells, and what counts as a number."""
    assert [_delimiter(head) for head in ("a,b", "a;b,c;d", "a\tb", 'a|b|"c,d,e"', "alone")] == [",", ";", "\t", "|", ","]
    numbers = ("1", "-1.5", "1,000.25", "€ 12", "12 €", "50%", "(3.20)", "1e-9", "12 USD", "+4")
    assert all(_NUMBER.fullmatch(text) for text in numbers)
    assert not any(_NUMBER.fullmatch(text) for text in ("2024-01-02", "a1", "", "1 2 x", "12:30", "NULL"))


def test_widths_are_kept() -> None:
    """A later window has the columns of the first."""
    layout = _Layout(Options(color="never"))
    layout.begin(["a", "b"])
    first = layout.table([["1", "word"], ["22", "x"]]).decode()
    second = layout.table([["3", "w"]]).decode()
    assert first == " a  b\n 1  word\n22  x\n"
    assert second == " 3  w\n"


def test_listing_of_an_archive(folder: Path) -> None:
    """Names stand left, sizes right; a folder has none; names that look like sizes keep what is theirs."""
    with zipfile.ZipFile(folder / "c.zip", "w") as archive:
        for name, size in (("a.txt", 5), ("dir/", 0), ("dir/long name (copy).bin", 2000), ("odd (12B)", 300)):
            archive.writestr(name, b"x" * size)
    assert seen("readcli c.zip", folder) == [
        f"{'a.txt':<26}{'5B':>5}",
        "dir/",
        "dir/long name (copy).bin  2.0KB",
        f"{'odd (12B)':<26}{'300B':>5}",
    ]
    assert seen("readcli -p c.zip", folder)[0] == "a.txt"
    assert seen("readcli c.zip | cat", folder)[0] == "a.txt (5B)"
