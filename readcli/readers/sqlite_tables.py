"""The tables and views of a SQLite database, how many rows they have, and by what their rows are found."""

from __future__ import annotations

from readcli import limits
from readcli.errors import NotFound, ReadError, UsageError
from readcli.readers import sqlite_query as query
from readcli.readers.sqlite_open import Database
from readcli.readers.sqlite_query import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_ROWIDS = ("rowid", "_rowid_", "oid")
VISIBLE = "type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"


class Table:
    """A table or view: `kind` is table, view or virtual; `sql` is what it was created with."""

    __slots__ = ("kind", "name", "sql")

    def __init__(self, name: str, kind: str, sql: str) -> None:
        """Take a row of the schema."""
        self.name = name
        self.sql = sql
        self.kind = "virtual" if sql.upper().split()[1:2] == ["VIRTUAL"] else kind


def find_tables(database: Database) -> list[Table]:
    """Give the tables and views by name, as many as a listing may hold."""
    sql = f"SELECT name, type, sql FROM sqlite_master WHERE {VISIBLE} ORDER BY name COLLATE NOCASE"  # noqa: S608  # a constant
    answer = database.ask(sql, most=limits.TABLES)
    if answer.more:
        database.notices.append(f"only the first {limits.TABLES} tables are listed")
    if answer.stopped:
        database.notices.append(answer.stopped.message)
    return [Table(str(name), str(kind), str(sql or "")) for name, kind, sql in answer.rows]


def find_table(database: Database, name: str) -> Table:
    """Give the table or view of exactly this name. Raises NotFound."""
    answer = database.ask(f"SELECT name, type, sql FROM sqlite_master WHERE {VISIBLE} AND name = ?", (name,))  # noqa: S608  # a constant
    if not answer.rows:
        raise NotFound(f"SQLite table '{name}' not found", "without a table, all are listed")
    found, kind, sql = answer.rows[0]
    return Table(str(found), str(kind), str(sql or ""))


class Count:
    """A number of rows: exact, estimated, or unknown (None)."""

    __slots__ = ("is_estimate", "rows")

    def __init__(self, rows: int | None, *, is_estimate: bool = False) -> None:
        """Take the number."""
        self.rows = rows
        self.is_estimate = is_estimate

    def __str__(self) -> str:
        """Write it, `~` before an estimate."""
        return "?" if self.rows is None else f"{'~' * self.is_estimate}{self.rows}"


def count_rows(database: Database, table: Table, seconds: float, most: int) -> Count:
    """Count a table's rows if they are about `most` or fewer; else estimate them.

    Estimates are the planner's statistics, else the highest rowid.
    """
    size = _size(database)
    guess = _estimate(database, table, size) if table.kind == "table" else Count(None)
    if guess.rows is not None and guess.rows > most:
        return guess
    is_bounded = guess.rows is not None or size <= limits.COUNTED * 100
    how = "*" if is_bounded else "1"  # count(*) is one step of SQLite's machine and cannot be interrupted
    try:
        rows = database.ask(f"SELECT count({how}) FROM {quoted(table.name)}", seconds=max(seconds, 0.01)).rows  # noqa: S608  # quoted
    except ReadError as error:
        if error.code != "timeout":
            raise
        return guess
    return Count(int(str(rows[0][0])))


def _size(database: Database) -> int:
    """Give the bytes of the whole database."""
    return int(str(database.ask("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size").rows[0][0]))


def _estimate(database: Database, table: Table, size: int) -> Count:
    """Take the statistics of ANALYZE, else the highest rowid, where the file could hold that many rows."""
    for sql, values in (
        ("SELECT max(CAST(stat AS INTEGER)) FROM sqlite_stat1 WHERE tbl = ?", (table.name,)),
        (f"SELECT max(rowid) FROM {quoted(table.name)}", ()),  # noqa: S608  # quoted
    ):
        try:
            value = database.ask(sql, values, seconds=limits.COUNT_TIME).rows[0][0]
        except ReadError:  # no statistics, no rowid
            continue
        if isinstance(value, int) and 0 <= value * 4 <= size:  # rowids may be sparse, but a row takes at least four bytes
            return Count(value, is_estimate=True)
    return Count(None)


Counted = tuple[Table, Count, ReadError | None]  # the error says why a table could not be counted


def count_tables(database: Database, tables: list[Table]) -> Iterator[Counted]:
    """Count all tables within the time that a listing may take."""
    from time import monotonic

    end = monotonic() + limits.COUNT_TIMES
    for table in tables:
        try:
            yield table, count_rows(database, table, min(limits.COUNT_TIME, end - monotonic()), limits.COUNTED), None
        except ReadError as error:
            yield table, Count(None), error


def find_shadows(database: Database) -> set[str]:
    """Give the names of the tables in which virtual tables keep their content."""
    try:
        return {str(row[0]) for row in database.ask("SELECT name FROM pragma_table_list WHERE type = 'shadow'").rows}
    except ReadError:
        return set()


def key_of(database: Database, table: Table, key: str) -> tuple[str, list[object]]:
    """Give the column that a key is looked up in, quoted, and the values it may stand for. Raises UsageError."""
    info = database.ask("SELECT name, type, pk FROM pragma_table_xinfo(?)", (table.name,)).rows
    keys = [(str(name), str(declared)) for name, declared, pk in info if pk]
    if len(keys) > 1:
        raise UsageError(f"SQLite table '{table.name}' has a composite primary key; use '?where=' instead")
    if keys:
        return quoted(keys[0][0]), query.key_values(key, keys[0][1])
    taken = {str(row[0]).lower() for row in info}
    name = next((name for name in _ROWIDS if name not in taken), "")
    if not name or not _has_rowid(database, table, name):
        raise UsageError(f"SQLite table '{table.name}' does not expose ROWID; use '?where=' instead")
    number = query.whole(key)
    if number is None:
        raise UsageError(f"SQLite ROWID must be an integer; got '{key}'")
    return name, [number]


def _has_rowid(database: Database, table: Table, name: str) -> bool:
    """Say whether rows are numbered: not in views, nor in tables made WITHOUT ROWID."""
    try:
        database.ask(f"SELECT {name} FROM {quoted(table.name)} LIMIT 0")  # noqa: S608  # quoted
    except UsageError:
        return False
    return table.kind != "view"
