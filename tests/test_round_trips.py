"""Round trips through the whole command: pages joined by `next` are the document, JSON lines are the text, raw is the file."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.fuzz.cases import Case, some_text
from tests.fuzz.judge import Place, call_here
from tests.support import CORPUS

TEXTS = sorted(path for folder in ("text", "csv") for path in (CORPUS / folder).glob("*") if path.is_file()) if CORPUS.is_dir() else []
GENERATED = range(60)
LETTERS = (
    "",
    "a",
    "plain words",
    "\tdef f():",
    "é ü",
    "漢字 😀",
    "x" * 300,
    "wide é" * 700,
    "\x0c",
    "\u2028",
    "\x85 y",
    "e\u0301",
    "a|b",
    "1th|x",
    "…",
    "    }",
)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """A folder to work in; a call without end is interrupted."""
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    return Place(tmp_path_factory.mktemp("trips"))


def call(place: Place, data: bytes, *arguments: str) -> bytes:
    """Run readcli in a folder where `f` holds the data; give standard output."""
    done = call_here(Case(list(arguments), {"f": data}), place)
    assert not done.fault, done.fault
    assert done.status in (0, 1), done.err
    return done.out


def clean_text(random: Random) -> bytes:
    """Write a text without anything that is shown otherwise than it is."""
    end = random.choice(("\n", "\r\n"))
    lines = [random.choice(LETTERS) for _ in range(random.choice((0, 1, 2, 5, 30, 700)))]
    text = end.join(lines) + random.choice(("", end))
    return text.encode(random.choice(("utf-8", "utf-8", "utf-8", "utf-8-sig", "utf-16")))


def lines_of(data: bytes) -> list[str]:
    """Split a text as the rules of lines demand, without readcli."""
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    lines = data.decode(encoding).replace("\r\n", "\n").split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def pages(place: Place, data: bytes, *options: str) -> Iterator[dict]:
    """Give the pages of a text, following `next` to its end."""
    target, seen = "f", set()
    while True:
        page = json.loads(call(place, data, "--text", "--json", *options, target))
        yield page
        if page["next"] is None:
            return
        target = "f" + page["next"]
        assert target not in seen, "the call just made is never named again"
        seen.add(target)


def joined(found: Iterator[dict]) -> list[str]:
    """Put the lines of pages together, those that came in pieces too; context that agents get twice is the same both times."""
    lines: dict[int, str] = {}
    for page in found:
        for line in page["lines"]:
            if line.get("col", 1) == 1:
                assert line["n"] not in lines or lines[line["n"]] == line["text"] or line["text"].startswith(lines[line["n"]])
                lines[line["n"]] = line["text"]
            else:
                assert len(lines[line["n"]]) == line["col"] - 1
                lines[line["n"]] += line["text"]
    assert sorted(lines) == list(range(1, len(lines) + 1))
    return [lines[n] for n in sorted(lines)]


LIMITS = ([], ["--limit", "1"], ["--limit", "7"], ["--max-bytes", "1"], ["--max-bytes", "100"], ["--limit", "3", "--max-bytes", "50"])


@pytest.mark.parametrize("seed", GENERATED)
def test_pages(seed: int, place: Place) -> None:
    """Under every limit and profile the pages of a text, joined, are the text."""
    random = Random(seed)
    data = clean_text(random)
    for profile in ("human", "agent"):
        limit = random.choice(LIMITS) if len(data) < 3000 else random.choice(([], ["--limit", "300"], ["--max-bytes", "60000"]))
        gutter = random.choice(([], ["-n"], ["--gutter", "none"])) if limit else []
        options = ["--profile", profile, "--summary", "never", "--max-columns", "0", *limit, *gutter]
        assert joined(pages(place, data, *options)) == lines_of(data), options


@pytest.mark.parametrize("seed", GENERATED)
def test_forms_agree(seed: int, place: Place) -> None:
    """Whatever a text holds: JSON lines, numbered lines and hashlines without their gutters are what `-p` prints, twice the same."""
    data = some_text(Random(1000 + seed))
    agree(place, data)


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_corpus(path: Path, place: Place) -> None:
    """The same holds for the texts of the corpus, and their pages joined are what `-p` prints."""
    data = path.read_bytes()
    plain = agree(place, data)
    if not re.search(rb"[\x00-\x08\x0b-\x0c\x0e-\x1f]|\r(?!\n)", data) and len(data) < 300_000:
        for options in (["--profile", "agent", "--summary", "never", "--max-columns", "0"], ["--limit", "97"]):
            assert joined(pages(place, data, *options)) == split(plain)


def split(plain: bytes) -> list[str]:
    """Split what `-p` prints."""
    lines = plain.decode().split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def agree(place: Place, data: bytes) -> bytes:
    """Assert that all forms say the same of a text; give the plain one."""
    plain = call(place, data, "--text", "-p", "f")
    assert plain == call(place, data, "--text", "-p", "f")
    wanted = split(plain)
    for form in ("--json", "--json=lines"):
        out = call(place, data, "--text", form, "f")
        objects = [json.loads(line) for line in out.decode().split("\n") if line]
        rows = objects[0]["lines"] if form == "--json" else [one for one in objects if one["event"] == "line"]
        assert [row["text"] for row in rows] == wanted
        assert [row["n"] for row in rows] == list(range(1, len(wanted) + 1))
    numbered = split(call(place, data, "--text", "-n", "f"))
    assert numbered == [f"{n}|{line}" for n, line in enumerate(wanted, 1)]
    hashed = [re.fullmatch(r"(\d+[a-z]{2})\|(.*)", line, re.DOTALL) for line in split(call(place, data, "--text", "-H", "f"))]
    assert [found and found[2] for found in hashed] == wanted
    verify(place, data, [found[1] for found in hashed if found])
    return plain


def verify(place: Place, data: bytes, anchors: list[str]) -> None:
    """Assert that anchors hold, asked for as selectors and, where it is text without being told so, as a batch."""
    known = call_here(Case(["-q", "--json", "f:1-1"], {"f": data}), place)
    if anchors and known.status == 0 and json.loads(known.out)["format"] == "text":
        rows = "".join(f"f:{anchor}\n" for anchor in anchors).encode()
        done = call_here(Case(["--check-anchors"], {"f": data}, rows), place)
        assert done.status == 0, [line for line in done.out.decode().split("\n") if not line.endswith("holds")][:3]
    for anchor in {*anchors[:1], *anchors[-1:]}:
        assert call_here(Case(["-q", "--text", f"f:{anchor}"], {"f": data}), place).status == 0


@pytest.mark.parametrize("seed", GENERATED)
def test_raw(seed: int, place: Place) -> None:
    """`raw` is the file; raw lines up to one and from the next on are the file again, from a pipe too."""
    data = some_text(Random(2000 + seed))
    is_raw(place, data, seed)


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_raw_of_corpus(path: Path, place: Place) -> None:
    """The same for the texts of the corpus."""
    is_raw(place, path.read_bytes(), 1)


def is_raw(place: Place, data: bytes, seed: int) -> None:
    """Assert that raw bytes are the file's."""
    assert call(place, data, "f:raw") == data
    count = len(split(call(place, data, "--text", "-p", "f")))
    for at in {1, max(1, count // 2), max(1, count), seed % (count + 1) or 1}:
        first, rest = (call(place, data, "-q", "--text", f"f:{part}:raw") for part in (f"1-{at}", f"{at + 1}-"))
        assert first + rest == data, at
    assert call_here(Case(["-:raw"], stdin=data), place).out == data


def test_corpus_is_there() -> None:
    """Where the corpus lies beside the checkout, its texts are among what is tried."""
    assert not CORPUS.is_dir() or len(TEXTS) > 10
    assert os.name == "posix"
