"""SQLite: the seed's texts to the letter, every kind of table, and files that other programs are writing or left in the middle."""

import importlib
import io
import json
import os
import random
import shutil
import sqlite3
import struct
from pathlib import Path

import pytest

from readcli import limits
from readcli.errors import Corrupt, NotFound, ReadError, UsageError
from readcli.model import Notice, Options, Source
from readcli.readers import sqlite, sqlite_open, sqlite_query, sqlite_recover, sqlite_render
from tests.samples import sqlite as samples
from tests.support import SHARED, Vector, check, said

AGENT = {"profile": "agent"}
MORE = "to the database path to continue]"


def exact(inside: tuple[str, ...], text: str) -> tuple[tuple[str, ...], str]:
    """Name a row of the table of exact texts."""
    return inside, text


EXACT = [
    exact((), "composite (1 rows)\nemptyt (0 rows)\nnotes (2 rows)\nslugs (1 rows)\nusers (6 rows)\nwr2 (1 rows)"),
    exact(
        ("table", "users"),
        "CREATE TABLE users (\n   id INTEGER PRIMARY KEY AUTOINCREMENT,\n   name TEXT NOT NULL,\n   email TEXT\n)\n\nSample rows:\n"
        "| id | name  | email             |\n| -- | ----- | ----------------- |\n| 1  | Alice | alice@example.com |\n"
        "| 2  | Bob   | NULL              |\n| 3  | Carol | carol@example.com |\n| 4  | Dave  | dave@example.com  |\n"
        f"| 5  | Eve   | eve@example.com   |\n[1 more rows; append :users?limit=20&offset=5 {MORE}",
    ),
    exact(("row", "users", "2"), "id: 2\nname: Bob\nemail: NULL"),
    exact(("row", "users", "99"), "No row found in table 'users' for key '99'."),
    exact(("row", "slugs", "welcome"), "slug: welcome\ntitle: Welcome"),
    exact(("row", "notes", "2"), "body: Second\nnote   tab"),
    exact(("row", "wr2", "k1"), "k: k1\nv: <BLOB 2.0KB>\nn: 1.5"),
    exact(("table", "emptyt"), "CREATE TABLE emptyt (q INTEGER)\n\nSample rows:\n| q |\n| - |\n(no rows)"),
    exact(
        ("rows", "users", "limit=2&offset=1", "encoded"),
        "| id | name  | email             |\n| -- | ----- | ----------------- |\n| 2  | Bob   | NULL              |\n"
        f"| 3  | Carol | carol@example.com |\n[3 more rows; append :users?limit=2&offset=3 {MORE}",
    ),
    exact(
        ("rows", "users", "where=name LIKE '%a%'&order=name:desc&limit=2", "typed"),
        "| id | name  | email             |\n| -- | ----- | ----------------- |\n| 6  | Frank | frank@example.com |\n"
        "| 4  | Dave  | dave@example.com  |\n"
        f"[more rows; append :users?where=name LIKE '%a%'&order=name:desc&limit=2&offset=2 {MORE}",
    ),
    exact(
        ("rows", "users", "where=name%3D%27Eve%27", "encoded"),
        "| id | name | email           |\n| -- | ---- | --------------- |\n| 5  | Eve  | eve@example.com |",
    ),
    exact(("rows", "users", "where=name=';'", "typed"), "| id | name | email |\n| -- | ---- | ----- |\n(no rows)"),
    exact(("query", "SELECT 1 AS one"), "| one |\n| --- |\n| 1   |"),
]


@pytest.mark.parametrize(("inside", "text"), EXACT, ids=lambda value: str(value)[:40])
def test_agents_get_the_seeds_text(inside: tuple[str, ...], text: str) -> None:
    """Under the agent profile tables, rows and pages print as the first seed prints them, to the letter."""
    assert said("sqlite", samples.made(), "app.db", inside=inside, **AGENT).text == text


REFUSED = [
    (("row", "users", "abc"), "Primary key 'abc' must be an integer; got 'abc'"),
    (("row", "notes", "x"), "SQLite ROWID must be an integer; got 'x'"),
    (("row", "composite", "1"), "SQLite table 'composite' has a composite primary key; use '?where=' instead"),
    (("row", "v1", "1"), "SQLite table 'v1' does not expose ROWID; use '?where=' instead"),
    (("row", "users", "1?limit=2"), "SQLite row lookups cannot be combined with query parameters"),
    (("rows", "users", "limit=0", "encoded"), "SQLite limit must be a positive integer; got '0'"),
    (("rows", "users", "limit=abc", "encoded"), "SQLite limit must be a positive integer; got 'abc'"),
    (("rows", "users", "offset=-1", "encoded"), "SQLite offset must be a non-negative integer; got '-1'"),
    (("rows", "users", "order=nope", "encoded"), "SQLite order column 'nope' not found in table schema"),
    (("rows", "users", "order=name:up", "encoded"), "SQLite order direction must be 'asc' or 'desc'; got 'up'"),
    (("rows", "users", "foo=1", "encoded"), "Unsupported SQLite query parameter 'foo'"),
    (("rows", "users", "order=", "encoded"), "Unsupported SQLite query parameter 'order'"),
    (("rows", "users", "q=SELECT 1", "typed"), "SQLite raw queries cannot be combined with table selectors or pagination"),
    (
        ("rows", "users", "where=1=1 LIMIT 1", "typed"),
        "SQLite 'where' clause must not contain LIMIT/OFFSET/UNION/INTERSECT/EXCEPT/ATTACH/DETACH/PRAGMA; use '?q=SELECT ...' for raw SQL",
    ),
    (
        ("rows", "users", "where=1;drop", "encoded"),
        "SQLite 'where' clause must not contain comments or statement terminators; use '?q=SELECT ...' for raw SQL",
    ),
    (
        ("rows", "users", "where=id=?", "encoded"),
        "SQLite where clause changed the expected pagination parameters; use q=SELECT ... for raw SQL",
    ),
    (
        ("rows", "users", "where=id=:x", "encoded"),
        "SQLite where clause changed the expected pagination parameters; use q=SELECT ... for raw SQL",
    ),
    (("rows", "users", "where=nope=1", "encoded"), "no such column: nope"),
    (("query", "SELECT ?"), "SQLite raw queries do not support bound parameters"),
    (("query", "SELECT :name"), "SQLite raw queries do not support bound parameters"),
    (("query", "DELETE FROM users"), "attempt to write a readonly database"),
    (("query", "WITH x AS (SELECT 1) DELETE FROM users"), "attempt to write a readonly database"),
    (("query", "DROP TABLE users"), "attempt to write a readonly database"),
    (("query", "ATTACH 'other.db' AS o"), "only one SELECT may be asked, not ATTACH"),
    (("query", "PRAGMA writable_schema=1"), "only one SELECT may be asked, not PRAGMA"),
    (("query", "/* hi */ PRAGMA user_version=3"), "only one SELECT may be asked, not PRAGMA"),
    (("query", "SELECT 1; SELECT 2"), "only one statement may be asked"),
    (("query", "SELEC 1"), "only one SELECT may be asked, not SELEC"),
    (("query", "SELECT load_extension('x')"), "not authorized to use function: load_extension"),
]


@pytest.mark.parametrize(("inside", "message"), REFUSED, ids=lambda value: str(value)[:50])
def test_wrong_questions_are_usage_errors(inside: tuple[str, ...], message: str) -> None:
    """Every wrong parameter, key or statement is a usage error in the seed's words, and nothing is executed."""
    with pytest.raises(UsageError) as caught:
        said("sqlite", samples.made(), "app.db", inside=inside, **AGENT)
    assert caught.value.message == message


@pytest.mark.parametrize("profile", ["human", "agent"])
def test_a_table_that_is_not_there(profile: str) -> None:
    """A name is matched letter for letter; another is not-found."""
    for name in ("nope", "Users", "users;DROP TABLE users;", "sqlite_sequence"):
        with pytest.raises(NotFound, match="not found"):
            said("sqlite", samples.made(), "app.db", inside=("table", name), profile=profile)


def test_a_key_of_no_row_is_not_found_for_people() -> None:
    """People's lookups that find nothing fail, so that scripts can tell."""
    with pytest.raises(NotFound, match="No row found in table 'users' for key '99'"):
        said("sqlite", samples.made(), "app.db", inside=("row", "users", "99"))


@pytest.mark.skipif(not (SHARED / "spec/vectors.json").exists(), reason="the seed's vectors are not here")
def test_selectors_parse_as_the_seed_parses_them() -> None:
    """The seed's own vectors of query strings give the same limit, offset, order and where, or the same error."""
    checked = 0
    for vector in json.loads((SHARED / "spec/vectors.json").read_text())["sqlite_selectors"]:
        text = vector["in"][1]
        if not text or text.startswith("q="):
            continue
        checked += 1
        is_typed = any(letter in text for letter in " '\"<>")
        if "error" in vector:
            with pytest.raises(UsageError) as caught:
                sqlite_query.parse(text, is_typed=is_typed)
            assert caught.value.message == vector["error"]
            continue
        query = sqlite_query.parse(text, is_typed=is_typed)
        for name in ("limit", "offset", "order", "where"):
            assert getattr(query, name) == vector["out"].get(name, ""), vector
    assert checked >= 5


VECTORS = [
    Vector(
        "people see tables, views, counts, schemas and rows",
        samples.made,
        in_order=("composite (1 rows)", "CREATE TABLE composite", "| 1 | 2 | pair |", "users (6 rows)", "Eve", "v1 (view, 6 rows)", "CREATE VIEW v1", "| Alice |"),
        lacks=("Frank", "sqlite_sequence"),
    ),
    Vector("a view is read like a table", samples.made, contains=("| Frank |",), inside=("rows", "v1", "limit=6", "encoded")),
    Vector("a column that holds a colon, or whose name is a direction", lambda: samples.made(('CREATE TABLE t ("a:desc")', "INSERT INTO t VALUES (2), (1)")),
           in_order=("| 1", "| 2"), inside=("rows", "t", "order=a:desc", "encoded")),
    Vector("an ampersand inside quotes belongs to the text", lambda: samples.made(("CREATE TABLE t (n)", "INSERT INTO t VALUES ('A & B'), ('C')")),
           contains=("| A & B |",), lacks=("| C",), inside=("rows", "t", "where=n='A & B'&limit=3", "typed")),
    Vector("a plus sign typed by hand stays", lambda: samples.made(("CREATE TABLE t (n)", "INSERT INTO t VALUES ('a+b')")), contains=("a+b",), inside=("rows", "t", "where=n='a+b'", "typed")),
    Vector("generated columns are shown", samples.kinds, contains=("| 21 | 42 | 22 |",), inside=("table", "g")),
    Vector("full-text tables are read", samples.kinds, contains=("| Moby  | the whale swims |",), inside=("rows", "docs", "where=docs MATCH 'whale'", "typed")),
    Vector("r-trees are read", samples.kinds, contains=("2.5",), inside=("table", "boxes")),
    Vector("tables without rowid are read", samples.kinds, contains=("k: one", "v: <BLOB 2B>"), inside=("row", "w", "one")),
    Vector("a binary key is written in hexadecimal", samples.kinds, contains=("name: by uuid",), inside=("row", "ids", "00112233-4455-6677-8899-aabbccddeeff")),
    Vector("integers are exact, whole reals have no fraction", samples.kinds, contains=("9007199254740993 | 1 ", "2.5e+30", "Infinity"), inside=("table", "vals")),
    Vector("a broken view does not stop the listing", samples.kinds, contains=("(not readable: no such table: main.gone)", "w (1 rows)"), notices=("broken cannot be read", "shadow tables")),
    Vector("shadow tables are shown when asked for", samples.kinds, contains=("docs_content",), options={"hidden": True}),
    Vector("an empty database", lambda: samples.made(("CREATE TABLE t (a)", "DROP TABLE t")), contains=("(no tables)",)),
    Vector("the pragma functions that only look are open", samples.made, contains=("email",), inside=("query", "SELECT name FROM pragma_table_info('users')")),
    Vector("noise without a header is called encrypted", samples.encrypted, error="encrypted"),
    Vector("text is not a database", lambda: b"not sqlite\nstill text\n", error="corrupt"),
    Vector("nothing is not a database", lambda: b"", error="corrupt"),
    Vector("csv", samples.kinds, contains=('i,r,t,b\n9007199254740993,1,"",\n-1,2.5e+30,,89504e470d0a\n0,Infinity,日本語,<BLOB 68.4KB>',), inside=("table", "vals"), options={"as_": "csv"}),
    Vector("markdown", lambda: samples.made(("CREATE TABLE t (a)", "INSERT INTO t VALUES ('x|y' || char(10) || 'z')")), contains=("| a |\n| --- |\n| x\\|y<br>z |",), inside=("table", "t"), options={"as_": "markdown"}),
    Vector("the listing as csv", samples.made, contains=("name,kind,rows", "users,table,6", "v1,view,6"), options={"as_": "csv"}),
]  # fmt: skip


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.name)
def test_vectors(vector: Vector) -> None:
    """Each row of the table holds."""
    check(vector, "sqlite", "sample.sqlite")


@pytest.mark.parametrize("name", samples.ODD)
def test_odd_names_are_names(name: str) -> None:
    """Tables and columns may be called anything: blanks, quotes, colons, keywords, digits."""
    source = samples.odd()
    assert said("sqlite", source, "x.db", inside=("row", name, "1")).text == f"{name}: in it"
    assert "in it" in said("sqlite", source, "x.db", inside=("rows", name, f"order={name}&limit=1", "typed")).text


def test_names_are_all_tables_and_views() -> None:
    """`names` gives tables and views, SQLite's own left out."""
    source = Source("a.db", "a.db", io.BytesIO(samples.made()), seekable=True)
    assert sqlite.names(source, Options()) == ["composite", "emptyt", "notes", "slugs", "users", "v1", "wr2"]


def test_json_has_columns_and_typed_rows() -> None:
    """For JSON the rows keep their types; a blob is its size and, if small, its bytes."""
    facts = said("sqlite", samples.kinds(), "x.db", inside=("rows", "vals", "limit=9", "encoded"), json="object").facts
    assert facts["columns"] == ["i", "r", "t", "b"]
    assert facts["rows"] == [
        [9007199254740993, 1.0, "", {"blob": 0, "base64": ""}],
        [-1, 2.5e30, None, {"blob": 6, "base64": "iVBORw0K"}],
        [0, "Infinity", "日本語", {"blob": 70000}],
    ]
    json.dumps(facts, allow_nan=False)


def test_as_json_is_json_and_keeps_columns_of_one_name() -> None:
    """`--as json` is an array of objects; a second column of a name gets a number."""
    text = said(
        "sqlite", samples.made(), "x.db", inside=("query", "SELECT 1 AS a, 2 AS a, 3 AS a_2 UNION ALL SELECT 4, 5, 6"), as_="json"
    ).text
    assert json.loads(text) == [{"a": 1, "a_2": 2, "a_2_2": 3}, {"a": 4, "a_2": 5, "a_2_2": 6}]


def test_tables_are_facts() -> None:
    """The listing tells names, kinds and counts as facts."""
    tables = said("sqlite", samples.made(), "x.db", facts_only=True).facts["tables"]
    assert {"name": "users", "kind": "table", "rows": 6, "estimated": False} in tables
    assert {"name": "v1", "kind": "view", "rows": 6, "estimated": False} in tables


def test_cells_are_whole_for_people_and_cut_for_agents() -> None:
    """A long cell is whole in a pipe; agents get columns of at most 40, lines of at most 120."""
    long = "x" * 300
    image = samples.made(("CREATE TABLE t (a, b, c, d, e)", f"INSERT INTO t VALUES (1, '{long}', '{long}', '{long}', '日本{long}')"))
    assert said("sqlite", image, "x.db", inside=("table", "t")).text.count(long) == 4
    lines = said("sqlite", image, "x.db", inside=("rows", "t", "limit=1", "encoded"), **AGENT).text.split("\n")
    assert [len(piece) for piece in lines[1].strip("| ").split(" | ")] == [1, 25, 26, 26, 26]
    assert all(sqlite_render.width(line) <= 120 for line in lines)
    assert "…" in lines[2]


@pytest.mark.parametrize(
    ("value", "text"),
    [(1.0, "1"), (-0.0, "0"), (0.1, "0.1"), (2.5e30, "2.5e+30"), (1e20, "100000000000000000000"), (1e21, "1e+21"), (1e-6, "0.000001"), (1.5e-7, "1.5e-7"),
     (123456789012345680000.0, "123456789012345680000"), (-1e16, "-10000000000000000"), (5e-324, "5e-324"), (float("-inf"), "-Infinity"), (369990.4, "369990.4")],
)  # fmt: skip
def test_numbers_print_as_in_javascript(value: float, text: str) -> None:
    """Reals print as JavaScript prints them."""
    assert sqlite_render.number(value) == text


def test_an_endless_query_ends() -> None:
    """Rows stop at the limit with a notice; a query that gives none stops at its time."""
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT "
    many = said("sqlite", samples.made(), "x.db", inside=("query", endless + "i FROM n"))
    assert many.text.count("\n") == limits.ROWS + 1
    assert many.notices == [f"only the first {limits.ROWS} rows are shown"]
    with pytest.raises(ReadError) as caught:
        said("sqlite", samples.made(), "x.db", inside=("query", endless + "count(*) FROM n"), timeout=0.2)
    assert caught.value.code == "timeout"


def test_big_tables_are_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table beyond the limit is not counted: the planner's statistics, else the highest rowid, stand with a `~`."""
    monkeypatch.setattr(limits, "COUNTED", 50)
    monkeypatch.setattr(limits, "COUNTED_BESIDE", 50)
    rows = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<300) INSERT INTO t SELECT i FROM n"
    image = samples.made(("CREATE TABLE t (a)", rows, "DELETE FROM t WHERE a % 3 = 0"))
    assert said("sqlite", image, "x.db", **AGENT).text == "t (~299 rows)"
    assert (
        f"[~279 more rows; append :t?limit=20&offset=20 {MORE}"
        in said("sqlite", image, "x.db", inside=("rows", "t", "limit=20", "encoded"), **AGENT).text
    )
    analysed = samples.made(("CREATE TABLE t (a)", "CREATE INDEX i ON t(a)", rows, "DELETE FROM t WHERE a % 3 = 0", "ANALYZE"))
    assert said("sqlite", analysed, "x.db", **AGENT).text == "t (~200 rows)"


def test_sparse_rowids_are_no_estimate(monkeypatch: pytest.MonkeyPatch) -> None:
    """A highest rowid that the file could not hold is not taken for a number of rows."""
    monkeypatch.setattr(limits, "COUNTED", 50)
    image = samples.made(("CREATE TABLE t (a)", "INSERT INTO t(rowid, a) VALUES (9000000000000000, 1)"))
    assert said("sqlite", image, "x.db", **AGENT).text == "t (1 rows)"


# ---- files that other programs are at, or died over


def read_file(path: Path, *inside: str, **options: object) -> tuple[str, list[str]]:
    """Read a database file where it lies; give the text and the notices."""
    with path.open("rb") as file:
        source = Source(path.name, str(path), file, size=path.stat().st_size, seekable=True)
        source.inside = inside
        events = list(sqlite.read(source, Options(**options)))
    return "\n".join(event for event in events if isinstance(event, str)), [event.text for event in events if isinstance(event, Notice)]


COUNT = ("query", "SELECT count(*), sum(v LIKE 'LOST%'), sum(v LIKE 'committed%') + sum(v = 'newest') FROM t")


@pytest.mark.parametrize("program", ["journal", "journal-unsynced", "wal", "reserved", "persist"])
@pytest.mark.parametrize("kept", ["all", "no index"])
def test_a_writer_that_died(tmp_path: Path, program: str, kept: str) -> None:
    """What a killed process left beside its database counts: committed rows only, all of them, and the folder stays as it was."""
    path = tmp_path / "odd name?#%.db"
    samples.died(path, program)
    if kept == "no index":
        Path(f"{path}-shm").unlink(missing_ok=True)
    if program.startswith("journal"):
        assert b"LOST" in path.read_bytes()
    if program == "wal":
        assert Path(f"{path}-wal").stat().st_size > 100_000
    before = samples.folder(path)
    text, _ = read_file(path, *COUNT)
    assert text.splitlines()[2].replace(" ", "") == "|400|0|400|"
    assert samples.folder(path) == before
    if program == "wal":
        assert "newest" in read_file(path, "row", "t", "7")[0]
    copy = tmp_path / "copy"
    copy.mkdir()
    for name in before:
        shutil.copy(tmp_path / name, copy)
    connection = sqlite3.connect(copy / path.name)  # what SQLite itself makes of it
    assert connection.execute(COUNT[1]).fetchone() == (400, 0, 400)
    assert connection.execute("SELECT group_concat(v) FROM t").fetchone()[0] == read_file(
        path, "query", "SELECT group_concat(v) AS v FROM t"
    )[0].split("| ")[-1].removesuffix(" |")
    connection.close()


@pytest.mark.parametrize("program", ["wal", "reserved"])
def test_a_writer_that_lives(tmp_path: Path, program: str) -> None:
    """Beside a program in the middle of a transaction the committed rows are read, and it goes on undisturbed."""
    path = tmp_path / "live.db"
    writer = samples.living(path, program)
    try:
        before = samples.folder(path)
        assert read_file(path, *COUNT)[0].splitlines()[2].replace(" ", "") == "|400|0|400|"
        assert samples.folder(path) == before
    finally:
        assert writer.communicate()[0] is not None
    assert writer.returncode == 0


def test_a_locked_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that another program holds for itself alone is one clear error, after a short wait."""
    monkeypatch.setattr(limits, "BUSY", 0.1)
    path = tmp_path / "locked.db"
    writer = samples.living(path, "exclusive")
    try:
        Path(f"{path}-journal").touch()
        with pytest.raises(ReadError) as caught:
            read_file(path)
        assert caught.value.message == "the database is locked"
    finally:
        writer.communicate()


def test_a_closed_wal_database_in_a_read_only_folder(tmp_path: Path) -> None:
    """A cleanly closed database in WAL mode is read without a log or an index being made beside it."""
    folder = tmp_path / "folder"
    folder.mkdir()
    path = folder / "w.db"
    samples.died(path, "clean-wal")
    before = samples.folder(path)
    assert list(before) == ["w.db"]
    folder.chmod(0o500)
    try:
        assert "committed 1" in read_file(path, "table", "t")[0]
        assert samples.folder(path) == before
    finally:
        folder.chmod(0o700)
    assert "committed 1" in said("sqlite", path.read_bytes(), "w.db", inside=("table", "t")).text


def test_a_file_that_changes_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A quiet file that is written to while it is read is read again; if that does not help, a notice says so."""
    path = tmp_path / "quiet.db"
    path.write_bytes(samples.made())
    real = sqlite_open.Database.ask
    left = [1]

    def ask(self: sqlite_open.Database, sql: str, *values: object, **options: object) -> object:
        answer = real(self, sql, *values, **options)  # type: ignore[arg-type]
        if left[0] and 'FROM "notes"' in sql:
            left[0] -= 1
            writer = sqlite3.connect(path)
            writer.execute("INSERT INTO notes VALUES ('meanwhile')")
            writer.commit()
            writer.close()
        return answer

    monkeypatch.setattr(sqlite_open.Database, "ask", ask)
    text, notices = read_file(path, "rows", "notes", "limit=9", "encoded")
    assert "meanwhile" in text
    assert notices == []
    left[0] = 1000
    text, notices = read_file(path, "rows", "notes", "limit=9", "encoded")
    assert notices == ["the database changed while it was read"]


def test_a_file_known_by_its_descriptor_alone(tmp_path: Path) -> None:
    """The journal counts also where the source was opened by number and named otherwise, as behind `<` or a symbolic link."""
    path = tmp_path / "real.db"
    samples.died(path, "journal")
    (tmp_path / "link").symlink_to(path)
    with open(os.open(tmp_path / "link", os.O_RDONLY), "rb") as file:
        source = Source("-", "-:t", file, seekable=True)
        source.inside = COUNT
        lines = [event for event in sqlite.read(source, Options()) if isinstance(event, str)]
    assert lines[2].replace(" ", "") == "|400|0|400|"


def test_a_super_journal_that_is_gone(tmp_path: Path) -> None:
    """A journal whose transaction over several databases was committed is not rolled back."""
    name = b"/tmp/x-mj123"
    body = sqlite_recover.JOURNAL_MAGIC + struct.pack(">5I", 0xFFFFFFFF, 1, 1, 512, 1024) + bytes(484)
    journal = body + struct.pack(">I", 1) + name + struct.pack(">II", len(name), sum(name)) + sqlite_recover.JOURNAL_MAGIC
    assert sqlite_recover.is_hot(journal, lambda asked: asked == "/tmp/x-mj123")
    assert not sqlite_recover.is_hot(journal, lambda _: False)
    assert sqlite_recover.is_hot(body, lambda _: False)
    assert not sqlite_recover.is_hot(b"", lambda _: True)
    assert not sqlite_recover.is_hot(bytes(512), lambda _: True)


def test_a_torn_log_gives_what_was_committed(tmp_path: Path) -> None:
    """A log that ends inside a frame, or holds a wrong one, counts up to its last whole commit."""
    path = tmp_path / "t.db"
    samples.died(path, "wal")
    Path(f"{path}-shm").unlink()
    wal = Path(f"{path}-wal").read_bytes()
    for size in (0, 31, 32, 500, len(wal) // 2, len(wal) - 3):
        image = bytearray(path.read_bytes())
        sqlite_recover.apply_wal(image, wal[:size])
        connection = sqlite3.connect(":memory:")
        if image[18:20] == b"\2\2":
            image[18:20] = b"\1\1"
        connection.deserialize(image)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        connection.close()


# ---- damage


def test_a_database_cut_short_gives_what_is_left() -> None:
    """A database whose end is missing shows the tables that can still be read, with a notice."""
    rows = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<900) INSERT INTO big SELECT hex(zeroblob(200)) FROM n"
    image = samples.made(("CREATE TABLE small (a)", "INSERT INTO small VALUES ('still here')", "CREATE TABLE big (a)", rows))
    result = said("sqlite", image[: len(image) // 2], "x.db")
    assert "still here" in result.text
    assert any("damaged or cut short" in notice for notice in result.notices)


def test_damage_is_text_or_one_error() -> None:
    """Whatever is cut off or flipped in a database, there is text or one ReadError."""
    noise = random.Random(3)
    whole = samples.kinds()
    for number in range(60):
        image = bytearray(whole)
        if number % 3 == 0:
            del image[noise.randrange(len(image)) :]
        for _ in range(noise.randrange(1, 30)):
            if image:
                image[noise.randrange(len(image))] ^= 1 << noise.randrange(8)
        for inside in ((), ("table", "docs"), ("rows", "boxes", "limit=3", "encoded")):
            try:
                said("sqlite", bytes(image), "x.db", inside=inside)
            except ReadError as error:
                assert error.message
                assert "\n" not in error.message


def test_a_header_with_a_page_size_of_nothing() -> None:
    """A page size that cannot be is Corrupt, not a division by zero."""
    image = bytearray(samples.made())
    image[16:18] = b"\0\0"
    with pytest.raises(Corrupt):
        sqlite_recover.page_size(image)
    with pytest.raises(ReadError):
        said("sqlite", bytes(image), "x.db")


def test_text_that_is_not_utf8() -> None:
    """Text of no encoding is shown with replacement characters."""
    image = samples.made(("CREATE TABLE t (a)", "INSERT INTO t VALUES (CAST(x'63e9' AS TEXT))"))
    assert "| c\ufffd |" in said("sqlite", image, "x.db", inside=("table", "t")).text


def test_the_module_is_loaded_by_name() -> None:
    """The reader has the two functions that the pipeline calls."""
    module = importlib.import_module("readcli.readers.sqlite")
    assert callable(module.read)
    assert callable(module.names)
