"""What is tried: arguments on a fixed folder, texts, damaged files of every format, archives and databases with odd names."""

from __future__ import annotations

import importlib
import io
import marshal
import re
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random

from tests.fuzz import mutate
from tests.samples import desk
from tests.support import CORPUS, Vector
from tests.test_three_ways import TABLES, suffix_of

MOST = 3 << 20  # bytes of a file worth damaging: larger ones only take longer
ODD = (
    "plain", "a b", "it's", 'say "x"', "a:b", ":1-2", "x.y.z", "-n", "--json", "t?limit=1", "50%", "%41", "a/b", "..", "\u00e9", "e\u0301",
    "\x1b[31mred\x1b[0m", "\x9b31m", "\u202eevil", "new\nline", "tab\tbed", "bell\x07", "p1", "raw", "info", "1", "#h", "@n", ".k", "select",
    "x" * 200, "'!A1", "S!B2:D9", "\ufeff", "\u2028", "$(touch pwned)", "a;b", "\\", "\x7f", "*", "[a]", "a\x00b", "",
)  # fmt: skip
PIECES = (
    "1", "3-", "-5", "2-4", "1,3,5-", "2+2", "p1", "p2-", "raw", "info", "outline", "summary", "errors", "conflicts", "conflict:1",
    "conflict:1/ours", "conflicts:2-3", "/a/", "/[a-e]+/i", "/(a+)+$/", "1-3:/e/", "1-2:outline", "errors:3-", "#Usage", "@Cart.add",
    ".name", ".scripts.lint[0]", "1th", "2dz-3yb", "1:2", "1:2-", "2:1-3", "1:", "L2", "99999999999999999999", "raw:1-2", "1-2:raw", "-1:raw",
    "0", "9-3", "p0", "conflict:0", "/(/", "/[/i", "//", "#", "@", ".[",
    "\u0661", "5+", "..", "::", "Sheet1!A1", "t?limit=1", "?q=SELECT 1", "\x1b[31m", "\udcff", "A1:B2",
)  # fmt: skip
RIGHT = PIECES.index("0")  # those before it are selectors
NUMBERS = ("0", "1", "2", "7", "200", "1000")
WRONG = ("-1", "99999999999999999999", "x", "1.5", "", "odd")  # values of options
WORDS: dict[str, tuple[str, ...]] = {
    "gutter": ("auto", "text", "numbers", "anchors", "none"), "summary": ("fit", "always", "never"),
    "as_": ("text", "markdown", "values", "formulas", "csv", "json"), "sort": ("name", "time", "size"),
    "ansi": ("auto", "keep", "strip", "show"), "color": ("auto", "always", "never"), "paging": ("auto", "never"),
    "wrap": ("auto", "always", "never"), "profile": ("human", "agent", "agent"), "context": ("0", "2", "1,3"),
    "encoding": ("utf-8", "latin-1", "cp1252", "utf-16", "utf-16-le", "utf-32", "shift_jis", "cp500", "utf-7", "idna", "rot13", "hex", "no", "utf-8-sig"),
    "format": ("text", "csv", "pdf", "docx", "xlsx", "archive", "stream", "sqlite", "html", "image", "notebook", "man", "eml", "rtf", "doc", "no"),
    "language": ("python", "c", "json", "yaml", "toml", "markdown", "no"), "sql": ("SELECT 1", "DROP TABLE t", "", "SELECT * FROM t"),
    "file_name": ("x.py", "x.json", "x.zip", "", "a:b", "\x1b[31m"), "theme": ("monokai", "no"), "root": (".", "/", "sub", "no"),
    "config_file": ("no.toml", "conf.toml", "a.txt"), "password_file": ("a.txt", "no"), "select": PIECES,
}  # fmt: skip
# Not tried: what asks a person, what writes where it should, what waits, what fails without a word as it should.
LEFT_OUT = {"--lessopen", "-f", "--follow", "--mcp", "--password", "--install-completion", "--clear-cache", "--http-header"}


@dataclass
class Case:
    """One call: arguments, the files that lie there, what comes on standard input, and whether `desk` lies there too."""

    arguments: list[str]
    files: dict[str, bytes] = field(default_factory=dict)
    stdin: bytes = b""
    is_desk: bool = False
    says: str = ""  # where it comes from


def options(random: Random, most: int = 3) -> list[str]:
    """Choose options of the command, each with a value that may be right."""
    from readcli.express import TABLE

    chosen: list[str] = []
    names = [name for name in TABLE if name not in LEFT_OUT]
    for _ in range(random.randrange(most + 1)):
        name = random.choice(names)
        key, kind = TABLE[name]
        if key in ("help", "version", "formats", "show_config", "show_completion", "check_anchors") and random.random() < 0.8:
            continue
        chosen.append(name)
        if kind not in ("yes", "no") and random.random() < 0.05:
            chosen.append(random.choice(WRONG))
        elif kind == "text":
            chosen.append(random.choice(WORDS.get(key, ("x",))))
        elif key == "timeout":
            chosen.append(random.choice(("20", "30")))
        elif kind in ("int", "float"):
            chosen.append(random.choice(NUMBERS))
    return chosen


def selector(random: Random) -> str:
    """Write something like a selector, or nothing."""
    if random.random() < 0.4:
        return ""
    return ":" + ":".join(random.choice(PIECES if random.random() < 0.4 else PIECES[:RIGHT]) for _ in range(random.choice((1, 1, 1, 1, 2))))


DESK = (
    "a.txt", "odd", "crlf.txt", "app.py", "build.log", "notes.md", "table.csv", "data.json", "merged.c", "latin.txt", "blob.bin", "a:1-2",
    "colours.log", "nope", ".", "sub", "-", "man:no", "file:///etc/hostname", "file:", "://x", "x://y", "", ":5", "-5", "+5", "--", "~", "/dev/null",
)  # fmt: skip


def grammar(random: Random) -> Case:
    """Random arguments on the desk."""
    here = sorted({*DESK, *desk_names()})
    words = options(random)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        word = random.choice(here) + selector(random)
        if random.random() < 0.1:
            word = "".join(random.choice(":/?#@.-+,!1aZ\u00e9 '\"\\") for _ in range(random.randrange(1, 12)))
        words.insert(random.choice((0, len(words))), word)
    return Case(
        [word.replace("\0", "") for word in words], is_desk=True, stdin=random.choice((b"", b"one\ntwo\n", b"\xff\x00x")), says="grammar"
    )


@cache
def desk_names() -> tuple[str, ...]:
    """Give the names on the desk."""
    with tempfile.TemporaryDirectory() as folder:
        desk.make(Path(folder))
        return tuple(path.name for path in Path(folder).iterdir())


LINES = (
    "", "plain words", "\tdef f(x):", "class A:", "é ü 漢字 😀", "x" * 300, "y" * 3000, "a\rb", "a\r", "\x1b[31mred\x1b[0m", "\x1b]0;title\x07x", "1|2",
    "\x0c", "\x00", "b\bb", "<<<<<<< HEAD", "=======", ">>>>>>> x", "|||||||", "# Title", "## Part", "```", '{"a": [1,', "]}", "key: - v", "[t]", "k = 1",
    "2026-03-01T10:00:00.0000000Z ##[error]bad", "##[group]Build", "ERROR: no", "Traceback (most recent call last):", "\ufeff", "\u2028", "\x85",
    "\u202eabc", "\x9b31m", ".TH X 1", "From: a@b", "%PDF-1.4", "{\\rtf1", "<html>", "a,b,c", "}", "    return 1", "\ufffd", "if x {", "\\", "'\"",
)  # fmt: skip
ENCODINGS = (
    "utf-8",
    "utf-8",
    "utf-8",
    "utf-8-sig",
    "utf-16",
    "utf-16-le",
    "utf-16-be",
    "utf-32",
    "cp1252",
    "shift_jis",
    "cp1251",
    "gb18030",
    "utf-7",
)
SUFFIXES = (
    ".txt",
    ".py",
    ".c",
    ".json",
    ".yaml",
    ".toml",
    ".md",
    ".log",
    ".csv",
    ".html",
    ".1",
    ".eml",
    ".ipynb",
    ".rs",
    ".js",
    ".xml",
    "",
    ".pdf",
    ".docx",
)


def some_text(random: Random) -> bytes:
    """Write a text of odd lines in some encoding, at times damaged."""
    if random.random() < 0.1:
        return random.randbytes(random.choice((0, 1, 3, 100, 70_000)))
    count = random.choice((0, 1, 3, 10, 100))
    ends = random.choice((("\n",), ("\r\n",), ("\r",), ("\n", "\r\n", "\r")))
    text = "".join(random.choice(LINES) + random.choice(ends) for _ in range(count))
    data = (
        text.rstrip("\n").encode(random.choice(ENCODINGS), "replace")
        if random.random() < 0.3
        else text.encode(random.choice(ENCODINGS), "replace")
    )
    data *= random.choice((1, 1, 1, 1, 2, 200)) if len(data) < 10_000 else 1
    return mutate.mutate_bytes(random, data, data) if random.random() < 0.3 else data


def text(random: Random) -> Case:
    """A text with all options."""
    name = random.choice(("f", "g h", "a")) + random.choice(SUFFIXES)
    is_stream = random.random() < 0.2
    data = some_text(random)
    target = ("-" if is_stream else name) + selector(random)
    return Case([*options(random), target], {} if is_stream else {name: data}, data if is_stream else b"", says="text")


@cache
def seeds() -> tuple[tuple[str, Path | tuple[str, int]], ...]:
    """Give the files to damage: those of the corpus, and the samples of the readers' tests (a module, a row of its table)."""
    found: list[tuple[str, Path | tuple[str, int]]] = []
    if CORPUS.is_dir():
        paths = sorted(path for path in CORPUS.glob("*/**/*") if path.is_file() and path.parent.name != "LICENSES")
        found += [(path.name, path) for path in paths if path.stat().st_size <= MOST]
    for module in TABLES:
        suffix = suffix_of(module)
        found += [(f"{module}{at}{suffix}", (module, at)) for at in range(len(table(module)))]
    return tuple(found)


def table(module: str) -> list[Vector]:
    """Give the rows of a reader's test that have samples."""
    return getattr(importlib.import_module(f"tests.readers.test_{module}"), "VECTORS", None) or []


@cache
def made(module: str) -> list[bytes]:
    """Make the samples of a module, in a new interpreter."""
    # Makers leave threads behind (rars), and a fork of a process that has some may wait for ever on a lock that one of them held.
    code = (
        f"import marshal, sys; from tests.fuzz.cases import table; marshal.dump([v.sample() for v in table({module!r})], sys.stdout.buffer)"
    )
    here = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], cwd=here, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, check=True)
    samples: list[bytes] = marshal.loads(done.stdout)
    return samples


@cache
def content(at: int) -> bytes:
    """Give the bytes of one seed."""
    where = seeds()[at][1]
    return where.read_bytes() if isinstance(where, Path) else made(where[0])[where[1]]


def damaged(random: Random) -> Case:
    """A damaged file of some format, with a few options that documents heed."""
    at = random.randrange(len(seeds()))
    name = re.sub(r"[^\w.-]", "_", seeds()[at][0])
    data = mutate.mutate(random, content(at), content(random.randrange(len(seeds()))))
    words = options(random, 1) if random.random() < 0.5 else []
    target = name + (selector(random) if random.random() < 0.5 else "")
    if random.random() < 0.1:
        return Case([*words, "--file-name", name, "-" + target[len(name) :]], stdin=data, says=f"damaged {name}")
    return Case([*words, target], {name: data}, says=f"damaged {name}")


def odd_names(random: Random) -> list[str]:
    """Choose names, some of them twice, some of pieces of others."""
    return [random.choice(ODD) + random.choice(("", "", ".txt", ".zip", "/" + random.choice(ODD))) for _ in range(random.randrange(1, 8))]


def archives(random: Random) -> Case:
    """An archive whose members have odd names, and targets made of them."""
    names = odd_names(random)
    inner = mutate.zip_of([("in.txt", b"one\ntwo\n"), ("b c", b"x")])
    entries = [(name, inner if name.endswith(".zip") else some_text(random)) for name in names]
    if random.random() < 0.6:
        outer, data = "a.zip", mutate.zip_of([(name.replace("\0", ""), body) for name, body in entries])
    else:
        outer, data = "a.tar", tar_of(random, entries)
    if random.random() < 0.2:
        data = mutate.mutate(random, data, inner)
    word = random.choice(names)
    target = f"{outer}{random.choice((':', ':', ':/', '::', '?'))}{word}{random.choice(('', '', ':in.txt', '/'))}{selector(random)}"
    if random.random() < 0.15:
        target = outer + selector(random)
    return Case([*options(random, 1), target.replace("\0", "")], {outer: data}, says="archives")


def tar_of(random: Random, entries: list[tuple[str, bytes]]) -> bytes:
    """Write a tar, with links and devices among the files."""
    file = io.BytesIO()
    kinds = (tarfile.REGTYPE,) * 5 + (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE, tarfile.DIRTYPE)
    style = random.choice((tarfile.GNU_FORMAT, tarfile.PAX_FORMAT))
    with tarfile.open(fileobj=file, mode="w", format=style, errors="surrogateescape") as opened:
        for name, body in entries:
            info = tarfile.TarInfo(name)
            info.type = random.choice(kinds)
            info.linkname = random.choice((*ODD, entries[0][0])) if info.type in (tarfile.SYMTYPE, tarfile.LNKTYPE) else ""
            info.size = len(body) if info.type == tarfile.REGTYPE else 0
            opened.addfile(info, io.BytesIO(body) if info.size else None)
    return file.getvalue()


QUERIES = (
    "limit=2",
    "limit=abc",
    "limit=0&offset=3",
    "where=1=1",
    "where=a > 1",
    "order=a",
    "order=a:desc",
    "q=SELECT 1",
    "limit=1&q=x",
    "x=y",
    "where=1;DROP TABLE t",
    "where=",
    "%zz",
)


@cache
def database(names: tuple[str, ...]) -> bytes:
    """Make a database with tables and columns of odd names and values of every kind."""
    opened = sqlite3.connect(":memory:")
    opened.execute("PRAGMA user_version = 1")  # so that there is something to serialise, if no name will do
    for name in names:
        quoted = '"' + name.replace('"', '""') + '"'
        try:
            opened.execute(f"CREATE TABLE {quoted} (a, {quoted}, [b c] TEXT)" if name not in ("a", "") else "CREATE TABLE plain2 (a)")
            opened.execute(f"INSERT INTO {quoted} VALUES (1, x'00ff1b', 'it''s\x1b[31m\u202e\nline')")
            opened.execute(f"INSERT INTO {quoted} VALUES (NULL, 1e308, char(0,27,155,8238))")
        except (sqlite3.Error, ValueError):
            continue
    opened.commit()
    return opened.serialize()


def databases(random: Random) -> Case:
    """A SQLite file with odd tables, and targets made of their names."""
    names = odd_names(random)
    data = database(tuple(dict.fromkeys(names)))
    if random.random() < 0.3:
        data = mutate.mutate_bytes(random, data, data)
    word = random.choice(names)
    target = "d.db" + random.choice(
        ("", f":{word}", f":{word}:1", f":{word}?{random.choice(QUERIES)}", f"?{random.choice(QUERIES)}", f":{word}:{random.choice(ODD)}")
    )
    return Case([*options(random, 1), target.replace("\0", "")], {"d.db": data}, says="databases")


MAKERS: dict[str, Callable[[Random], Case]] = {
    "grammar": grammar, "text": text, "damaged": damaged, "archives": archives, "databases": databases,
}  # fmt: skip
