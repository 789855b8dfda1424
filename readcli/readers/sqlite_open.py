"""Opening a SQLite database so that nothing on the disk changes, and asking it one SELECT at a time.

Three ways, in this order: a quiet file is opened `immutable`, and looked at again after reading; beside a journal or a
write-ahead log SQLite itself takes part as a read-only reader; where it would have to repair something first, a copy in
memory is repaired instead. Members of archives and streams are always such copies.
"""

from __future__ import annotations

import os
import sqlite3
import stat
import time

from readcli import limits
from readcli.errors import Corrupt, DeadlinePassed, Encrypted, ReadError, SystemFailed, TooLarge, Unsupported, UsageError
from readcli.readers import sqlite_recover

TYPE_CHECKING = False
if TYPE_CHECKING:
    from readcli.model import Options, Source

MAGIC = b"SQLite format 3\0"
BLOB = 64 * limits.KIB  # larger values are told by their size only
_BESIDE = ("-journal", "-wal")
_LOOK = 5_000  # steps of SQLite's machine between two looks at the clock: well under a millisecond
_PRAGMAS = frozenset((
    "table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo", "foreign_key_list", "database_list",
    "collation_list", "function_list", "module_list", "pragma_list", "compile_options", "data_version", "page_count", "page_size",
    "schema_version", "user_version", "application_id", "encoding", "freelist_count", "journal_mode",
))  # fmt: skip
_HARMFUL = frozenset(("load_extension", "fts3_tokenizer"))


class Blob:
    """A binary value: its size in bytes, and the bytes if they are few (else none)."""

    __slots__ = ("held", "size")

    def __init__(self, value: bytes) -> None:
        """Take the value; a large one is let go."""
        self.size = len(value)
        self.held = value if len(value) <= BLOB else b""


Value = None | int | float | str | Blob


class Answer:
    """What a SELECT gave.

    more     there are rows beyond those asked for
    stopped  why the rows end early, or None
    """

    __slots__ = ("columns", "more", "rows", "stopped")

    def __init__(self, columns: list[str]) -> None:
        """Begin without rows."""
        self.columns = columns
        self.rows: list[list[Value]] = []
        self.more = False
        self.stopped: ReadError | None = None


class Database:
    """An opened database; `notices` are sentences about the opening."""

    __slots__ = ("connection", "notices", "path", "seconds", "seen", "until")

    def __init__(self, connection: sqlite3.Connection, seconds: float, path: str = "") -> None:
        """Take a connection, guard it, and touch the schema. Raises sqlite3.Error where that cannot be read.

        `path` is given where the file must be looked at again after reading.
        """
        self.connection = connection
        self.path = path
        self.seconds = seconds
        self.until = time.monotonic() + seconds
        self.seen: object = None
        self.notices: list[str] = []
        connection.text_factory = _text
        connection.set_progress_handler(lambda: time.monotonic() > self.until, _LOOK)
        for pragma in ("temp_store=MEMORY", "query_only=ON", "trusted_schema=OFF", "cell_size_check=ON"):
            connection.execute(f"PRAGMA {pragma}")
        self._touch()
        connection.set_authorizer(_authorize)

    def _touch(self) -> None:
        look = "SELECT count(*) FROM sqlite_master"
        try:
            self.connection.execute(look).fetchone()
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_CORRUPT:
                raise
            self.connection.execute("PRAGMA writable_schema=ON")  # makes SQLite put up with missing pages; nothing is written
            self.connection.execute(look).fetchone()
            self.notices.append("the database is damaged or cut short; what can be read is shown")

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()

    def has_changed(self) -> bool:
        """Say whether the file was written to since it was opened, although it was taken for quiet."""
        return bool(self.path) and _signature(self.path) != self.seen

    def ask(self, sql: str, values: tuple[object, ...] = (), *, most: int = 0, seconds: float = 0) -> Answer:
        """Ask for at most `most` rows (default: the limit) within a time.

        What went wrong after the first row stands in the answer; before it, it is raised as a ReadError.
        """
        self.until = time.monotonic() + min(seconds or self.seconds, self.seconds)
        answer = Answer([])
        most = most or limits.ROWS
        held = 0
        try:
            cursor = self.connection.execute(sql, values)
            answer.columns = [column[0] for column in cursor.description or ()]
            for row in cursor:
                if len(answer.rows) == most or held > limits.ROWS_HELD:
                    answer.more = True
                    break
                answer.rows.append([Blob(value) if isinstance(value, bytes) else value for value in row])
                held += sum(len(value) for value in row if isinstance(value, str))
        except (sqlite3.Error, sqlite3.Warning, OverflowError, ValueError) as error:
            failure = translated(error)
            if not answer.rows:
                raise failure from error
            answer.stopped = failure
        return answer


def open_database(source: Source, options: Options) -> Database:
    """Open a source that should be a SQLite database. Raises Corrupt, Encrypted, SystemFailed, TooLarge."""
    _check_magic(source)
    seconds = limits.QUERY if options.timeout is None else options.timeout * 0.8 or 1e9
    path = _path_of(source)
    try:
        return _open_file(path, source, seconds) if path else _open_copy(_copy(source), seconds)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise translated(error) from error


def translated(error: Exception) -> ReadError:
    """Say one of Python's or SQLite's own errors in our words."""
    text = str(error)
    if isinstance(error, UnicodeDecodeError):  # the very message names something that is no text
        return Corrupt("the names of its tables are damaged")
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return SystemFailed("the database is locked", "another program is writing to it; try again")
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT):
        return Corrupt(text, "sqlite3 FILE .recover may save more")
    if code == sqlite3.SQLITE_INTERRUPT:
        return DeadlinePassed("the query took too long", "--timeout S allows more")
    if code in (sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_TOOBIG) or isinstance(error, MemoryError):
        return TooLarge(f"the query needs too much memory: {text}", "ask for fewer rows or columns")
    if code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_PERM):
        return SystemFailed(text)
    if text.startswith("no such module"):
        return Unsupported(text, "this virtual table needs an extension of SQLite")
    if isinstance(error, sqlite3.Warning) or "one statement" in text:
        return UsageError("only one statement may be asked", "write one SELECT")
    return UsageError(" ".join(text.split()), "" if code != sqlite3.SQLITE_READONLY else "only SELECT may be asked")


def _check_magic(source: Source) -> None:
    head = source.peek(4 * limits.KIB)
    if head.startswith(MAGIC):
        return
    if len(head) >= 512 and len(set(head[:4096])) > min(200, len(head) // 4) and not head[:16].isascii():
        raise Encrypted("it has no SQLite header and looks encrypted", "open it with the program that made it, for example SQLCipher")
    raise Corrupt("not a SQLite database")


def _path_of(source: Source) -> str:
    """Give the real path of a source that is a plain local file, else nothing: there may be a journal or a log beside it.

    The path is found from the open file, and believed only if it leads to that very file.
    """
    try:
        opened = source.file.fileno() if source.file is not None else -1
        known = os.fstat(opened)
    except (OSError, ValueError, AttributeError):
        return ""
    for candidate in (f"/proc/self/fd/{opened}", f"/dev/fd/{opened}", getattr(source.file, "name", ""), source.path):
        if not isinstance(candidate, str | bytes):
            continue
        try:
            path = os.path.realpath(os.fsdecode(candidate))
            if stat.S_ISREG(known.st_mode) and os.path.samestat(os.stat(path), known):
                return path
        except (OSError, ValueError):
            continue
    return ""


def _signature(path: str) -> tuple[object, ...]:
    """Tell one state of a database and the files beside it from another: sizes, times and identities."""
    found: list[tuple[int, int, int] | None] = []
    for suffix in ("", *_BESIDE):
        try:
            state = os.stat(path + suffix)
        except OSError:
            found.append(None)
        else:
            found.append((state.st_size, state.st_mtime_ns, state.st_ino))
    return tuple(found)


def _is_quiet(path: str) -> bool:
    try:
        has_wal = os.path.getsize(path + "-wal") > 0
    except OSError:
        has_wal = False
    return not has_wal and not os.path.exists(path + "-journal")


def _open_file(path: str, source: Source, seconds: float) -> Database:
    seen = _signature(path)
    is_quiet = _is_quiet(path)
    try:
        # readonly_shm: else SQLite would make, or write to, the index beside the log
        database = Database(_connect(path, "immutable=1" if is_quiet else "readonly_shm=1"), seconds, path if is_quiet else "")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN):
            raise
    else:
        database.seen = seen
        return database
    for _ in range(3):  # a writer may be at work just while the copy is made
        seen = _signature(path)
        image = _repaired(path, _copy(source))
        if _signature(path) == seen:
            return _open_copy(image, seconds)
    raise SystemFailed("the database is being written to", "try again")


def _connect(path: str, how: str) -> sqlite3.Connection:
    """Open by a URI, so that any file name is taken literally (https://sqlite.org/uri.html)."""
    plain = b"/abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._:"
    if os.sep == "\\":
        path = "/" + path.replace("\\", "/")
    name = "".join(chr(byte) if byte in plain else f"%{byte:02X}" for byte in os.fsencode(path))
    return sqlite3.connect(f"file:{name}?mode=ro&{how}", uri=True, timeout=limits.BUSY, isolation_level=None)


def _copy(source: Source) -> bytearray:
    """Read the whole database into memory. Raises TooLarge."""
    file = source.seekable()
    size = file.seek(0, os.SEEK_END)
    source.refuse_large(size)
    file.seek(0)
    return bytearray(file.read())


def _repaired(path: str, image: bytearray) -> bytearray:
    """Bring a copy to the last committed state, as told by what lies beside the file."""
    journal, wal = (_read(path + suffix) for suffix in _BESIDE)
    if sqlite_recover.is_hot(journal, os.path.exists):
        sqlite_recover.roll_back(image, journal)
    if image[18:20] == b"\2\2":  # both version numbers say that the log counts
        sqlite_recover.apply_wal(image, wal)
    return image


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(limits.HELD)
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise SystemFailed(f"{os.path.basename(path)} beside it cannot be read: {(error.strerror or str(error)).lower()}") from error


def _open_copy(image: bytearray, seconds: float) -> Database:
    if image[18:20] == b"\2\2":
        image[18:20] = b"\1\1"  # a copy has no log; SQLite would refuse to open it
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.deserialize(image)
    return Database(connection, seconds)


def _text(value: bytes) -> str:
    return value.decode("utf-8", "replace")


def _authorize(action: int, first: str | None, second: str | None, *_: str | None) -> int:
    """Refuse what reaches outside the database; writing is refused by `query_only` and the way it is opened."""
    if action in (sqlite3.SQLITE_ATTACH, sqlite3.SQLITE_DETACH):
        return sqlite3.SQLITE_DENY
    if action == sqlite3.SQLITE_PRAGMA:
        return sqlite3.SQLITE_OK if (first or "").lower() in _PRAGMAS else sqlite3.SQLITE_DENY
    if action == sqlite3.SQLITE_FUNCTION and (second or "").lower() in _HARMFUL:
        return sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_OK
