"""Hostile names and contents on a real terminal: whatever a file holds, nothing of it drives the terminal."""

from __future__ import annotations

import io
import json
import os
import re
import sqlite3
import zipfile
from pathlib import Path

import pytest

from tests.fuzz.cases import made
from tests.fuzz.cases import tar_of as tar
from tests.fuzz.mutate import zip_of
from tests.samples import epub, notebook, odf, xlsx
from tests.samples.docx import par
from tests.screen import Screen
from tests.test_three_ways import TABLES, suffix_of

# CSI, OSC 0, 8 and 52, DCS, APC, other escapes, C1 forms of the same, BEL, BS, DEL, NUL, SO, VT, FF; marks that turn or hide text.
SEQUENCES = (
    "\x1b[31m", "\x1b[2J", "\x1b[1;1H", "\x1b]0;title\x07", "\x1b]8;;http://x\x1b\\", "\x1b]52;c;eA==\x07", "\x1bPq\x1b\\", "\x1b_x\x1b\\", "\x1bc",
    "\x1b(0", "\x1b", "\x9b31m", "\x9d0;title\x9c", "\x90q\x9c", "\x9f\x9c", "\x85", "\x07", "\x08", "\x7f", "\x0e", "\x0b", "\x0c",
    "\u202e", "\u202a", "\u2066", "\u2069", "\u200f", "\u061c", "\u2028", "\x1b[\x1b[31m", "\x1b]0;\x1b]0;x\x07", "\x1b[31\x9bm", "\x1b]\n", "a\rb",
)  # fmt: skip
ALL = "".join(f"x{one}y" for one in SEQUENCES)
COLOURS = re.compile(rb"\x1b\[[0-9;]*m")
DRIVING = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\r(?!\r*\n)")


def shown(arguments: str, folder: Path, **environment: str) -> str:
    """Run readcli on a terminal without a pager; assert that nothing drives it, and give what it was sent."""
    with Screen(f"readcli -P {arguments}", folder, **environment) as screen:
        status = screen.wait()
        raw = screen.raw
    assert status in (0, 1, 2)
    text = COLOURS.sub(b"", raw).decode()
    seen = DRIVING.search(text)
    assert not seen, text[max(0, seen.start() - 80) : seen.end() + 80]
    return text


FORMS = (
    "", "-n", "-H", "-p", "--gutter none", "--json", "--json=lines", "--profile agent", "--ansi keep", "--ansi strip", "--ansi show", "--color never",
    "--color always", "--wrap always", "--wrap never", "--tabs 3", "-A", "-v", "-b", "-E", "-T", "-s", "--max-columns 9", "--max-chars 300",
    "-C 1 -r /x/", "-r info", "-r outline", "-r errors", "-r summary", "-r conflicts", "-r 1:2", "-r /x/ --count", "--encoding latin-1", "--header",
)  # fmt: skip
NAMES = ("a.txt", "a.py", "a.md", "a.csv", "a.json", "a.log", "a.diff", "a.yaml", "a")


@pytest.mark.parametrize("form", FORMS)
def test_texts(form: str, tmp_path: Path) -> None:
    """A text full of control sequences, under every form and as every kind of text, leaves the terminal alone."""
    lines = "".join(f"# {one} x error: {one}\n" for one in SEQUENCES)
    for name in NAMES:
        (tmp_path / name).write_text(f"{lines}{ALL}\n{ALL * 40}\n<<<<<<< {ALL}\na\n=======\nb\n>>>>>>> {ALL}\n\0", encoding="utf-8")
    text = shown(f"--text {form} {' '.join(NAMES)}", tmp_path)
    assert "x" in text


def test_colours_alone_pass(tmp_path: Path) -> None:
    """Without colours not one ESC reaches the terminal, even where the text has coloured itself."""
    (tmp_path / "log").write_text(f"\x1b[31mred\x1b[0m {ALL}\n", encoding="utf-8")
    for form in ("--color never", "--color never -p", "--color never --ansi show", "--color never log:info"):
        with Screen(f"readcli -P {form} log", tmp_path) as screen:
            screen.wait()
            assert b"\x1b" not in screen.raw


def test_other_encodings(tmp_path: Path) -> None:
    """Control sequences that only decoding brings to light do not pass either."""
    for name, encoding in (("wide", "utf-16"), ("big", "utf-32-be"), ("seven", "utf-7")):
        (tmp_path / name).write_text(f"{ALL}\n", encoding=encoding)
    (tmp_path / "latin").write_bytes("".join(chr(code) for code in range(256)).encode("latin-1"))
    (tmp_path / "overlong").write_bytes(b"\xc0\x9b31m \xe0\x80\x9b2J \xf0\x80\x80\x9bc \xed\xa0\x80\xed\xbf\xbf \xff\xfe\x9b\n")
    shown("--text wide big overlong", tmp_path)
    shown("--text --encoding utf-7 seven", tmp_path)
    for encoding in ("latin-1", "cp1252", "cp437", "iso-8859-7", "cp500"):
        shown(f"--text --encoding {encoding} latin overlong", tmp_path)


def hostile_names() -> list[bytes]:
    """Give names that a file system takes: sequences, line breaks, bytes that are not UTF-8."""
    names = [f"n{one.replace('/', '_')}.txt".encode("utf-8", "surrogateescape") for one in SEQUENCES]
    return [*names, b"bad\xff\xfe.txt", b"c1\x9b31m.txt", b"half\xe2\x80.txt", b"new\nline\x1b[31m.txt", b"-\x1b[31m"]


@pytest.mark.parametrize(
    "form",
    [
        "*",
        "--header *",
        "--json *",
        "-q -n *",
        ".",
        "-a -p .",
        "--json .",
        "--profile agent .",
        "--profile agent ./*",
        "./*:99",
        "./*:info",
        "./*:zz",
        "-r 5-2 *",
    ],
)
def test_names_of_files(form: str, tmp_path: Path) -> None:
    """Names of files in headers, listings, notices, errors and JSON are shown in visible form."""
    for name in hostile_names():
        (tmp_path / os.fsdecode(name)).write_bytes(b"one\n\xff two\n")
    quoted = form.replace("./*:", 'for f in ./*; do readcli -P "$f:').strip()
    if quoted.startswith("for"):
        (tmp_path / "run").write_text(f'{quoted}"; done\n')
        with Screen("bash ./run", tmp_path) as screen:
            screen.wait()
            raw = screen.raw
        assert not DRIVING.search(COLOURS.sub(b"", raw).decode()), raw[-500:]
        return
    shown(form.replace("*", "-- *"), tmp_path)


ARGUMENTS = (
    "$'no\\e[31m\\a'", "$'\\xff\\x9b'", "$'\\u202eno'", "$'no\\nsuch\\rfile'", "$'a.txt:\\e[2J'", "$'a.txt:/\\e[2J(/'", "$'a.txt:/\\e[2J/'", "$'a.txt:#\\e[2J'",
    "$'a.txt:@\\e[2J'", "$'a.txt:.\\e[2J'", "$'a.zip:\\e[2J'", "$'a.db:\\e[2J'", "$'a.db?q=SELECT \\e[2J'", "$'a.db?\\e=1'", "$'\\e[2J://x'", "$'man:\\e[2J'",
    "$'file:///\\e[2J'", "$'http://\\e[2J/'", "$'--\\e[2J' a.txt", "$'--gutter=\\e[2J' a.txt", "--gutter $'\\e[2J' a.txt", "--limit $'\\e[2J' a.txt",
    "--format $'\\e[2J' a.txt", "--encoding $'\\e[2J' a.txt", "--theme $'\\e[2J' a.txt", "-l $'\\e[2J' a.txt", "--root $'\\e[2J' a.txt", "-C $'\\e[2J' a.txt",
    "--config-file $'\\e[2J' a.txt", "--password-file $'\\e[2J' a.txt", "--show-completion $'\\e[2J'", "-r $'\\e[2J' a.txt", "--sql $'\\e[2J' a.db",
    "--file-name $'\\e[2J.txt' --header - < a.txt", "--file-name $'\\e[2J.txt' -r 99 - < a.txt", "--tabs $'\\u202e' a.txt", "--json $'no\\e[2J'",
)  # fmt: skip


@pytest.mark.parametrize("arguments", ARGUMENTS)
def test_arguments(arguments: str, tmp_path: Path) -> None:
    """What was typed comes back in an error in visible form."""
    (tmp_path / "a.txt").write_text("one\n")
    (tmp_path / "a.zip").write_bytes(zip_of([("in", b"x")]))
    (tmp_path / "a.db").write_bytes(database())
    shown(arguments, tmp_path)


def test_settings(tmp_path: Path) -> None:
    """Settings with control characters come back in visible form, from a file, the environment and `--show-config`."""
    (tmp_path / "a.txt").write_text("one\n")
    for line in (
        r'gutter = "\u001b[2J"',
        r'"\u001b[2J" = 1',
        r'theme = "\u001b[2J"',
        '[schemes]\n"\\u001b" = "/\\u009b{}"',
        '[limits]\n"\\u001b" = 1',
        "\x1b[2J = =",
    ):
        (tmp_path / "c.toml").write_text(line)
        shown("--config-file c.toml a.txt", tmp_path)
        shown("--config-file c.toml --show-config", tmp_path)
    shown("a.txt", tmp_path, READCLI_GUTTER="\x1b[2J")
    shown("--show-config", tmp_path, READCLI_THEME="\x1b[2J\u202e")


MEMBERS = tuple(name for one in SEQUENCES for name in (f"n{one}.txt", f"d{one}/f{one}"))


@pytest.mark.parametrize("outer", ["a.zip", "a.tar"])
def test_archives(outer: str, tmp_path: Path) -> None:
    """Members' names in listings, headers, notices and errors, and the comment of an archive, are shown in visible form."""
    from random import Random

    entries = [(name, f"{ALL}\n".encode()) for name in MEMBERS]
    (tmp_path / outer).write_bytes(zip_of(entries) if outer == "a.zip" else tar(Random(1), entries))
    for form in ("", "-p", "--json", "-n", "--profile agent", "-q"):
        shown(
            f"{form} {outer} {outer}:info {outer}:n {outer}:nope $'{outer}:n\\a.txt' $'{outer}:n\\e[31m.txt' $'{outer}:n\\e[31m.txt:99'",
            tmp_path,
        )


def database() -> bytes:
    """Make a database with hostile names, values and schema."""
    opened = sqlite3.connect(":memory:")
    for one in SEQUENCES:
        name = f'"t{one}"'
        opened.execute(f"CREATE TABLE {name} (a{'/*' + one + '*/'} TEXT, {name} BLOB)")
        opened.execute(f"INSERT INTO {name} VALUES (?, ?)", (ALL, ALL.encode()))
    opened.execute("CREATE VIEW v AS SELECT '\x1b[31m' AS \"\x9b31m\"")
    opened.commit()
    return opened.serialize()


def test_databases(tmp_path: Path) -> None:
    """Names of tables and columns, cells, schemas and errors of SQLite are shown in visible form."""
    (tmp_path / "a.db").write_bytes(database())
    targets = "a.db a.db:info a.db:v $'a.db:t\\a' $'a.db:t\\e[31m' $'a.db:t\\e[31m:1' $'a.db:t\\e[31m?order=\\e' $'a.db?q=SELECT * FROM \"t\\e[31m\"' a.db:no"
    for form in ("", "-p", "--json", "--profile agent"):
        shown(f"{form} {targets}", tmp_path)


def documents() -> dict[str, bytes]:
    """Make documents that carry the sequences in names, titles and text, as far as each format can."""
    xml = "".join(f"x{one}y" for one in SEQUENCES if not re.search("[\x00-\x08\x0b-\x1f]", one))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as opened:
        opened.comment = ALL.encode()[:60_000]
        opened.writestr("in.txt", ALL)
    attached = b"--XX\nContent-Type: text/plain; name*=utf-8''" + b"%1B%5B31m%9B%C2%9B.txt" + b"\nContent-Disposition: attachment\n\nhi\n"
    head = f"From: {ALL} <a@b>\nSubject: =?utf-8?Q?=1B[31m=C2=9B31m=E2=80=AE?= {ALL}\n".encode()
    return {
        "comment.zip": packed.getvalue(),
        "m.eml": head
        + b"Content-Type: multipart/mixed; boundary=XX\n\n--XX\nContent-Type: text/plain\n\n"
        + ALL.encode()
        + b"\n"
        + attached
        + b"--XX--\n",
        "h.html": f"<html><head><title>{ALL}&#27;[31m&#155;31m&#x9b;</title></head><body><h1>{ALL}</h1><a href='{ALL}'>a</a><img alt='{ALL}'><pre>{ALL}</pre></body></html>".encode(),
        "n.ipynb": notebook.made(notebook.cell("code", ALL), notebook.cell("markdown", [f"# {ALL}\n"]), language=ALL),
        "d.docx": docx_of(par(xml)),
        "b.epub": epub.book(**{"c.xhtml": epub.chapter(f"<h1>{xml}</h1><p>{xml}</p>")}) if "c.xhtml" in epub.parts() else epub.book(),
        "o.odt": odf.document("text", odf.paragraph(xml)),
        "s.ods": odf.document("spreadsheet", odf.sheet(xml.replace("<", "").replace("&", ""), odf.row(odf.cell(xml)))),
        "r.rtf": rb"{\rtf1\ansi{\info{\title \'1b[31m\u155?31m\u8238?}} \'1b[31m \u27?[31m \u155?31m \u8238? \'9b31m \'07\'08}",
        "man.1": f".TH X 1 \"{ALL}\"\n.SH \x1b[31mNAME\nx \\[u001B][31m \\[u009B] \\N'27' \\[u202E] {ALL}\n".encode(),
        "x.xlsx": xlsx.one(f'<row r="1"><c r="A1" t="inlineStr"><is><t>{xml}_x001B_[31m_x009B_</t></is></c></row>'),
        "p.pdf": pdf(),
    }


def docx_of(body: str) -> bytes:
    """Make a Word document of paragraphs, its title hostile."""
    from tests.samples import docx

    with zipfile.ZipFile(io.BytesIO(made("docx")[0])) as opened:
        entries = [(name, opened.read(name)) for name in opened.namelist()]
    space = docx.NAMESPACES
    changed = {
        "word/document.xml": f"<w:document {space}><w:body>{body}</w:body></w:document>".encode(),
        "docProps/core.xml": docx.CORE.replace("Annual report", "\x9b31m\u202etitle").encode(),
    }
    return zip_of([(name, changed.get(name, data)) for name, data in entries])


def pdf() -> bytes:
    """Make a PDF whose title and text hold sequences."""
    from tests.samples import pdf as samples

    title = b"<feff001b005b00330031006d009b202e0007>"
    return samples.build(samples.show(72, 700, "a\\033[31mb\\233c\\007d"), info=b"/Title " + title + b" /Author (\\033[31m\\233)")


@pytest.mark.parametrize("name", documents())
def test_documents(name: str, tmp_path: Path) -> None:
    """Titles, sheet names, headers, headings and text of documents are shown in visible form, in every form."""
    (tmp_path / name).write_bytes(documents()[name])
    for form in (
        "",
        "-p -n",
        "--json",
        "--profile agent",
        "--hidden",
        "--max-chars 1000",
        "--color never",
        "--ansi keep",
        "-r info",
        "-r outline",
        "-r /x/",
    ):
        shown(f"{form} {name}", tmp_path)


def poison(data: bytes) -> bytes:
    """Put sequences into the texts of a file, as far as they can be found."""
    if data.startswith(b"PK\x03\x04"):
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as opened:
                entries = [(info.filename, opened.read(info)) for info in opened.infolist()]
        except (zipfile.BadZipFile, RuntimeError, NotImplementedError, ValueError):
            return data
        return zip_of([(name, _poison_xml(body) if b"<" in body[:100] else body) for name, body in entries])
    data = re.sub(rb"(?<= )([a-z]{2})[a-z]([a-z]{2})[a-z](?=[a-z ])", b"\\1\x1b\\2\x07", data)  # words of ASCII
    return re.sub(rb"(?<= \0)([a-z]\0[a-z]\0)[a-z]\0([a-z]\0)[a-z]\0", b"\\1\x9b\0\\2\x2e\x20", data)  # words of UTF-16


def _poison_xml(body: bytes) -> bytes:
    return re.sub(rb">([^<>&]{2,})<", lambda found: b">" + found[1] + "\x9b31m\u202e\x85".encode() + b"<", body)


@pytest.mark.parametrize("module", TABLES)
def test_samples(module: str, tmp_path: Path) -> None:
    """The samples of every reader, sequences put into their texts, leave the terminal alone."""
    suffix = suffix_of(module)
    samples = made(module)[:12] if suffix else []
    if not samples:
        pytest.skip(f"{module} has no table of documents")
    for at, data in enumerate(samples):
        (tmp_path / f"s{at}{suffix}").write_bytes(poison(data))
    shown("-- *", tmp_path)


def test_json_on_a_terminal(tmp_path: Path) -> None:
    """JSON on a terminal is ASCII, so that C1 controls do not drive it, and still says the same."""
    (tmp_path / "a.txt").write_text(f"{ALL}\n", encoding="utf-8")
    text = shown("--json --ansi show a.txt", tmp_path)
    assert text.isascii()
    line = json.loads(text)["lines"][0]["text"]
    assert "<U+202E>" in line and "^[" in line and "\x1b" not in line
