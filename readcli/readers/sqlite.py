"""SQLite databases: the listing of tables, a table, a page of its rows, one row, one SELECT.

What is asked stands in `source.inside`; nothing there asks for the listing. Answers are held, not streamed: a table's widths
need all its rows, and what was read while the file changed is read again.
"""

from __future__ import annotations

from readcli import limits
from readcli.errors import NotFound, ReadError, UsageError
from readcli.model import Heading, Notice, Part
from readcli.readers import sqlite_query as query
from readcli.readers import sqlite_render as render
from readcli.readers.sqlite_open import Answer, Database, open_database
from readcli.readers.sqlite_query import quoted
from readcli.readers.sqlite_tables import VISIBLE, Counted, Table, count_rows, count_tables, find_shadows, find_table, find_tables, key_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from readcli.model import Event, Options, Source

SAMPLE = 5  # rows shown of a table that is not asked for rows
_TRIES = 3


def names(source: Source, options: Options) -> list[str]:
    """Give the names of all tables and views, those that SQLite keeps for itself left out."""
    database = open_database(source, options)
    try:
        answer = database.ask(f"SELECT name FROM sqlite_master WHERE {VISIBLE} ORDER BY name COLLATE NOCASE", most=limits.ENTRIES)  # noqa: S608  # a constant
        return [str(row[0]) for row in answer.rows]
    finally:
        database.close()


def read(source: Source, options: Options) -> Iterator[Event]:
    """Answer what `source.inside` asks for. Raises as `open_database`; UsageError and NotFound about the question."""
    for tries in range(1, _TRIES + 1):
        database = open_database(source, options)
        try:
            events = list(_answer(database, source.inside, options))
        except ReadError:  # pages of two states may look like damage
            if tries < _TRIES and database.has_changed():
                continue
            raise
        finally:
            has_changed = database.has_changed()
            database.close()
        if not has_changed:
            break
    else:
        events.append(Notice("the database changed while it was read"))
    yield from events


def _answer(database: Database, inside: tuple[str, ...], options: Options) -> Iterator[Event]:
    """Choose by what is asked for; sentences about the database itself come last."""
    what = inside[0] if inside else ""
    if what == "query":
        yield from _select(database, inside[1], options)
    elif what:
        table = find_table(database, inside[1])
        if what == "row":
            yield from _row(database, table, inside[2], options)
        elif what == "rows" and inside[2].strip("&"):
            yield from _page(database, table, query.parse(inside[2], is_typed=inside[3] == "typed"), options)
        elif options.as_ in ("csv", "json", "markdown"):
            yield from _shown(database.ask(f"SELECT * FROM {quoted(table.name)}"), options)  # noqa: S608  # quoted
        else:
            yield from _schema(database, table, options)
    elif options.profile == "agent" or options.facts_only or options.as_ in ("csv", "json", "markdown"):
        yield from _listing(database, options)
    else:
        yield from _overview(database, options)
    for notice in database.notices:
        yield Notice(notice)


def _told(counted: list[Counted]) -> dict[str, object]:
    """Give the tables as facts: name, kind, rows (null if unknown), and whether the rows are estimated."""
    rows = [{"name": table.name, "kind": table.kind, "rows": count.rows, "estimated": count.is_estimate} for table, count, _ in counted]
    return {"tables": rows}


def _listing(database: Database, options: Options) -> Iterator[Event]:
    """List names and counts, as the first seed does; views are not in its text."""
    counted = list(count_tables(database, find_tables(database)))
    yield _told(counted)
    if options.as_ in ("csv", "json", "markdown"):
        answer = Answer(["name", "kind", "rows"])
        answer.rows = [[table.name, table.kind, count.rows] for table, count, _ in counted]
        yield from _shown(answer, options)
        return
    lines = [f"{table.name} ({count} rows)" for table, count, _ in counted if table.kind != "view"]
    yield from lines or ["(no tables)"]


def _overview(database: Database, options: Options) -> Iterator[Event]:
    """Show each table and view with its count, its schema and its first rows."""
    tables = find_tables(database)
    shadows = set() if options.hidden or all(table.kind != "virtual" for table in tables) else find_shadows(database)
    counted = list(count_tables(database, [table for table in tables if table.name not in shadows]))
    yield _told(counted)
    for number, (table, count, error) in enumerate(counted, 1):
        yield Part("table", number, table.name)
        if options.parts is not None and not any(part.first <= number <= (part.last or number) for part in options.parts):
            continue
        yield Heading(1, table.name)
        yield f"{table.name} ({'view, ' if table.kind == 'view' else ''}{count} rows)"
        yield render.schema(table.sql)
        yield ""
        yield from _sample(database, table, error)
        if number < len(counted):
            yield ""
    if not counted:
        yield "(no tables)"
    if shadows:
        yield Notice(f"{len(shadows)} shadow tables of virtual tables left out; --hidden shows them")


def _sample(database: Database, table: Table, error: ReadError | None) -> Iterator[Event]:
    """Show the first rows of one table of the overview; one that cannot be read does not stop the others."""
    try:
        if error:
            raise error
        answer = database.ask(f"SELECT * FROM {quoted(table.name)} LIMIT {SAMPLE}", seconds=limits.COUNT_TIME)  # noqa: S608  # quoted
    except ReadError as failure:
        yield f"(not readable: {failure.message})"
        yield Notice(f"{table.name} cannot be read: {failure.message}")
        return
    yield from render.table(answer.columns, answer.rows, is_cut=False)
    if answer.stopped:
        yield Notice(f"{table.name} cannot be read further: {answer.stopped.message}")


def _schema(database: Database, table: Table, options: Options) -> Iterator[Event]:
    """Show what a table was created with and its first rows."""
    answer = database.ask(f"SELECT * FROM {quoted(table.name)} LIMIT {SAMPLE + 1}")  # noqa: S608  # quoted
    answer.more = len(answer.rows) > SAMPLE
    del answer.rows[SAMPLE:]
    yield render.schema(table.sql)
    yield ""
    yield "Sample rows:"
    yield from _shown(answer, options)
    if answer.more:
        yield from _more(_rest(database, table, SAMPLE), f"{table.name}?limit={query.ROWS}&offset={SAMPLE}", options)


def _rest(database: Database, table: Table, shown: int) -> str:
    """Say how many rows follow those shown, or nothing where that is not known."""
    count = count_rows(database, table, limits.COUNT_TIME, limits.COUNTED_BESIDE)
    if count.rows is None or count.rows <= shown:
        return ""
    return f"{'~' * count.is_estimate}{count.rows - shown}"


def _more(rest: str, where: str, options: Options) -> Iterator[Event]:
    """Say that more rows follow: to agents in the text, as the seed does, to people and in JSON beside it."""
    text = f"{rest} more rows; append :{where} to the database path to continue".lstrip()
    yield f"[{text}]" if options.profile == "agent" and not options.json and options.as_ in (None, "text") else Notice(text)


def _page(database: Database, table: Table, asked: query.Query, options: Options) -> Iterator[Event]:
    """Show a page of rows; one more than asked tells whether more follow."""
    columns = database.ask(f"SELECT * FROM {quoted(table.name)} LIMIT 0").columns  # noqa: S608  # quoted
    # limit and offset are bound, so that the plan, and with it the order, is the same for every page
    where = f" WHERE ({asked.where}\n)" if asked.where else ""
    sql = f"SELECT * FROM {quoted(table.name)}{where}{query.order_by(asked.order, columns)} LIMIT ? OFFSET ?"  # noqa: S608  # where is checked
    try:
        answer = database.ask(sql, (asked.limit + 1, asked.offset), most=asked.limit)
    except UsageError as error:
        if "binding" in error.message:
            raise UsageError("SQLite where clause changed the expected pagination parameters; use q=SELECT ... for raw SQL") from error
        raise
    yield from _shown(answer, options)
    if answer.more:
        shown = len(answer.rows)
        rest = "" if asked.where else _rest(database, table, asked.offset + shown)
        yield from _more(rest, f"{table.name}?{asked.after(shown)}", options)


def _select(database: Database, sql: str, options: Options) -> Iterator[Event]:
    """Show what one SELECT gives."""
    query.check_select(sql)
    try:
        answer = database.ask(sql)
    except UsageError as error:
        if "binding" in error.message:
            raise UsageError("SQLite raw queries do not support bound parameters", "write the values into the SELECT") from error
        raise
    yield from _shown(answer, options)


def _shown(answer: Answer, options: Options) -> Iterator[Event]:
    """Give an answer in the form asked for, and say where it ends early."""
    if options.json:
        yield {"columns": answer.columns, "rows": [render.typed(row) for row in answer.rows]}
    if options.as_ == "csv":
        yield from render.csv(answer.columns, answer.rows)
    elif options.as_ == "json":
        yield from render.json(answer.columns, answer.rows)
    elif options.as_ == "markdown":
        yield from render.markdown(answer.columns, answer.rows)
    else:
        yield from render.table(answer.columns, answer.rows, is_cut=options.profile == "agent")
    if answer.stopped:
        yield Notice(f"stopped after {len(answer.rows)} rows: {answer.stopped.message}")
    elif answer.more and len(answer.rows) >= query.ROWS_MOST:
        yield Notice(f"only the first {len(answer.rows)} rows are shown")


def _row(database: Database, table: Table, key: str, options: Options) -> Iterator[Event]:
    """Show the row of a key: the primary key of one column, else the rowid."""
    if "?" in key and _has_parameters(key):
        raise UsageError("SQLite row lookups cannot be combined with query parameters")
    column, values = key_of(database, table, key)
    for value in values:
        answer = database.ask(f"SELECT * FROM {quoted(table.name)} WHERE {column} = ?", (value,), most=1)  # noqa: S608  # quoted
        if answer.rows:
            break
    else:
        text = f"No row found in table '{table.name}' for key '{key}'"
        if options.profile != "agent":
            raise NotFound(text)
        yield f"{text}."
        return
    if options.json or options.as_ in ("csv", "json", "markdown"):
        answer.more = False
    if options.as_ in ("csv", "json", "markdown"):
        yield from _shown(answer, options)
        return
    if options.json:
        yield {"columns": answer.columns, "rows": [render.typed(row) for row in answer.rows]}
    yield from render.record(answer.columns, answer.rows[0], is_cut=options.profile == "agent")


def _has_parameters(key: str) -> bool:
    """Say whether a key ends in what is clearly a query; other question marks belong to the key."""
    name, equals, _ = key.rpartition("?")[2].partition("=")
    return bool(equals) and name in ("limit", "offset", "order", "where", "q")
