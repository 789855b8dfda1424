"""Databases made by the standard library; those of programs that die are made by a second process that really dies."""

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

APP = (
    "CREATE TABLE users (\n\tid INTEGER PRIMARY KEY AUTOINCREMENT,\n\tname TEXT NOT NULL,\n\temail TEXT\n)",
    "CREATE TABLE slugs (slug TEXT PRIMARY KEY, title TEXT NOT NULL)",
    "CREATE TABLE notes (body TEXT NOT NULL)",
    "CREATE TABLE composite (a INTEGER, b INTEGER, v TEXT, PRIMARY KEY(a,b))",
    "CREATE TABLE wr2 (k TEXT PRIMARY KEY, v BLOB, n REAL) WITHOUT ROWID",
    "CREATE TABLE emptyt (q INTEGER)",
    "CREATE VIEW v1 AS SELECT name FROM users",
    *(
        f"INSERT INTO users(name,email) VALUES('{name}',{email})"
        for name, email in (
            ("Alice", "'alice@example.com'"),
            ("Bob", "NULL"),
            ("Carol", "'carol@example.com'"),
            ("Dave", "'dave@example.com'"),
            ("Eve", "'eve@example.com'"),
            ("Frank", "'frank@example.com'"),
        )
    ),
    "INSERT INTO slugs VALUES('welcome','Welcome')",
    "INSERT INTO notes VALUES('First note')",
    "INSERT INTO notes VALUES('Second'||char(10)||'note'||char(9)||'tab')",
    "INSERT INTO composite VALUES(1,2,'pair')",
    "INSERT INTO wr2 VALUES('k1',zeroblob(2048),1.5)",
)

ODD = ("Yesterday's ELRs by County", "test-table", "Order Details", "select", "2020", "a:b", "what?", "dot.ted", 'say "hi"', "raw", "ünï")

KINDS = (
    "CREATE TABLE g (a INTEGER, b INTEGER GENERATED ALWAYS AS (a * 2) VIRTUAL, c INTEGER AS (a + 1) STORED)",
    "INSERT INTO g(a) VALUES (21)",
    "CREATE VIRTUAL TABLE docs USING fts5(title, body)",
    "INSERT INTO docs VALUES ('Moby', 'the whale swims')",
    "CREATE VIRTUAL TABLE boxes USING rtree(id, low, high)",
    "INSERT INTO boxes VALUES (1, 2.5, 3.5)",
    "CREATE TABLE w (k TEXT PRIMARY KEY, v) WITHOUT ROWID",
    "INSERT INTO w VALUES ('one', x'0102')",
    "CREATE VIEW broken AS SELECT * FROM gone",
    "CREATE TABLE vals (i, r REAL, t TEXT, b BLOB)",
    "INSERT INTO vals VALUES (9007199254740993, 1.0, '', x'')",
    "INSERT INTO vals VALUES (-1, 2.5e30, NULL, x'89504e470d0a')",
    "INSERT INTO vals VALUES (0, 9e999, '日本語', zeroblob(70000))",
    "CREATE TABLE ids (id BLOB PRIMARY KEY, name TEXT)",
    "INSERT INTO ids VALUES (x'00112233445566778899aabbccddeeff', 'by uuid')",
)


def made(statements: tuple[str, ...] = APP) -> bytes:
    """Give the bytes of a database."""
    connection = sqlite3.connect(":memory:")
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    image = connection.serialize()
    connection.close()
    return image


def odd() -> bytes:
    """Give a database whose tables have unusual names, a row in each."""
    quoted = ['"' + name.replace('"', '""') + '"' for name in ODD]
    return made(tuple(sql for name in quoted for sql in (f"CREATE TABLE {name} ({name} TEXT)", f"INSERT INTO {name} VALUES ('in it')")))


def kinds() -> bytes:
    """Give a database with every kind of table."""
    return made(KINDS)


def encrypted() -> bytes:
    """Give what an encrypted database looks like: noise from the first byte on."""
    import random

    return random.Random(7).randbytes(8192)


_BEGIN = """
import os, signal, sqlite3, sys
c = sqlite3.connect(sys.argv[1], isolation_level=None)
c.execute("PRAGMA cache_size=4"); c.execute("PRAGMA page_size=1024")
"""
_FILL = """
c.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT)")
c.execute("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<400) INSERT INTO t SELECT i, 'committed ' || i || hex(zeroblob(40)) FROM n")
"""
_DIE = "os.kill(os.getpid(), signal.SIGKILL)\n"
_WAIT = "print('ready', flush=True); sys.stdin.read()\n"
_HOT = (
    _FILL
    + 'c.execute("BEGIN"); c.execute("UPDATE t SET v = \'LOST\' || hex(zeroblob(60))"); c.execute("INSERT INTO t SELECT id+1000, v FROM t")\n'
)
_WAL = 'c.execute("PRAGMA journal_mode=WAL"); c.execute("PRAGMA wal_autocheckpoint=0")\n' + _FILL
_LOST = (
    'c.execute("BEGIN"); c.execute("UPDATE t SET v = \'LOST\' || hex(zeroblob(60))"); c.execute("INSERT INTO t SELECT id+1000, v FROM t")\n'
)

PROGRAMS = {
    "journal": _HOT,
    "journal-unsynced": 'c.execute("PRAGMA synchronous=OFF")\n' + _HOT,
    "wal": _WAL + "c.execute(\"UPDATE t SET v='newest' WHERE id=7\")\n" + _LOST,
    "exclusive": _FILL + 'c.execute("BEGIN EXCLUSIVE")\n',
    "reserved": _FILL + 'c.execute("BEGIN IMMEDIATE"); c.execute("UPDATE t SET v=\'LOST\' WHERE id=1")\n',
    "persist": 'c.execute("PRAGMA journal_mode=PERSIST")\n' + _FILL,
    "clean-wal": _WAL + "c.close()\n",
}


def died(path: Path, program: str) -> None:
    """Let another process write to a database and die of SIGKILL in the middle."""
    script = _BEGIN + PROGRAMS[program] + _DIE
    done = subprocess.run([sys.executable, "-c", script, str(path)], check=False, capture_output=True)
    assert done.returncode == -signal.SIGKILL, done.stderr


def living(path: Path, program: str) -> "subprocess.Popen[bytes]":
    """Start another process that stays in the middle of its writing until its standard input is closed."""
    process = subprocess.Popen(
        [sys.executable, "-c", _BEGIN + PROGRAMS[program] + _WAIT, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    return process


def folder(path: Path) -> dict[str, tuple[int, int, bytes]]:
    """Give all that is in the folder of a file, to the last byte and nanosecond."""
    return {
        entry.name: (entry.stat().st_size, entry.stat().st_mtime_ns, Path(entry.path).read_bytes()) for entry in os.scandir(path.parent)
    }
