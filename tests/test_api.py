"""The Python interface: plain values, the same as JSON says, from any thread, and nothing loaded before it is used."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
import threading
import warnings
from pathlib import Path

import pytest

import readcli
from readcli import Document, Line, ReadError, read
from tests.samples import desk
from tests.support import CORPUS

READCLI = Path(sys.executable).parent / "readcli"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the desk as the working directory."""
    desk.make(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def document(folder: Path) -> str:
    """Give a document that a child process must parse."""
    import zipfile

    with zipfile.ZipFile(folder / "letter.odt", "w") as package:
        package.writestr(zipfile.ZipInfo("mimetype"), "application/vnd.oasis.opendocument.text")
        package.writestr(
            "META-INF/manifest.xml", '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
        )
        package.writestr(
            "content.xml",
            '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0">'
            '<office:body><office:text><text:h text:outline-level="1">Offer</text:h><text:p>The fee is 12.</text:p></office:text></office:body></office:document-content>',
        )
    return "letter.odt"


def test_lines(folder: Path) -> None:
    """A range gives its lines with numbers, letters and text, and where to go on."""
    page = read("a.txt:1-2")
    assert page.lines == (Line(1, "alpha", "im"), Line(2, "beta", "id"))
    assert (page.path, page.format, page.bytes, page.encoding, page.encoding_guessed) == ("a.txt", "text", 17, "utf-8", False)
    assert (page.lines_total, page.newline, page.final_newline, page.lossy) == (3, "lf", True, False)
    assert (page.next, page.truncated_by, page.next_skip) == (":3", None, None)
    assert page.text == "alpha\nbeta"


def test_next_gives_the_rest(folder: Path) -> None:
    """Following `next` behind `path` gives every line once."""
    page, texts = read("build.log", limit=7), []
    while True:
        texts += [line.text for line in page.lines]
        if page.next is None:
            break
        page = read(page.path + page.next, limit=7)
    assert texts == (folder / "build.log").read_text().splitlines()


def test_it_says_what_json_says(folder: Path, document: str) -> None:
    """For files of all kinds the values are those of `--json`."""
    for target in (
        "a.txt",
        "latin.txt",
        "kit.zip",
        "kit.zip:kit/read.me",
        "shop.sqlite:goods",
        "build.log:/ERROR/",
        document,
        "docs",
        "a.txt:info",
    ):
        said = json.loads(subprocess.run([READCLI, "--json", target], capture_output=True, check=True).stdout)
        page = read(target)
        got = {
            "path": page.path, "format": page.format, "bytes": page.bytes, "linesTotal": page.lines_total, "newline": page.newline,
            "finalNewline": page.final_newline, "lossy": page.lossy, "next": page.next, "truncatedBy": page.truncated_by, "facts": page.facts, "notices": list(page.notices),
        }  # fmt: skip
        assert got == {key: said[key] for key in got}, target
        assert [(line.n, line.hash, line.text) for line in page.lines] == [
            (line["n"], line.get("hash"), line["text"]) for line in said["lines"]
        ]
        assert [(part.kind, part.number, part.title, part.first, part.last) for part in page.parts] == [
            tuple(part.values()) for part in said["parts"]
        ]


def test_documents(document: str) -> None:
    """A document comes as its text."""
    page = read(document)
    assert page.format == "odt"
    assert page.text.startswith("# Offer\n\nThe fee is 12.")
    assert {line.hash for line in page.lines} == {None}


def test_values_pickle(document: str) -> None:
    """What is given, and what is raised, comes through pickle as it was."""
    page = read(document)
    assert pickle.loads(pickle.dumps(page)) == page
    with pytest.raises(ReadError) as raised:
        read("a.txt:9-3")
    copy = pickle.loads(pickle.dumps(raised.value))
    assert (type(copy), copy.code, copy.message, copy.hint, copy.status) == (
        type(raised.value),
        "usage",
        raised.value.message,
        raised.value.hint,
        2,
    )


@pytest.mark.parametrize(
    ("target", "code"),
    [
        ("nope", "not-found"),
        ("a.txt:0", "usage"),
        ("a.txt:/nothing/", "no-match"),
        ("blob.bin", "not-text"),
        ("kit.zip:nope", "not-found"),
        ("a.txt:raw", "usage"),
        ("a.txt:2im", "stale-anchor"),
    ],
)
def test_errors(folder: Path, target: str, code: str) -> None:
    """What goes wrong is raised, with the code that JSON has."""
    with pytest.raises(ReadError) as raised:
        read(target)
    assert raised.value.code == code
    assert raised.value.message


def test_options(folder: Path) -> None:
    """Options are those of the command line, under Python's names."""
    assert [line.n for line in read("build.log:20-20", context=1).lines] == [19, 20, 21]
    assert [line.n for line in read("build.log:20-20", context=(0, 2)).lines] == [20, 21, 22]
    assert [line.n for line in read("build.log:20-20", profile="agent").lines] == [19, 20, 21, 22, 23]
    assert read("a:1-2", literal=True).text == "a file with a selector for a name"
    assert read("a.txt", select="2-2").text == "beta"
    assert read(Path("a.txt")).text == "alpha\nbeta\ngamma"
    assert read("build.log", limit=2).truncated_by == "lines"


def test_by_characters(folder: Path) -> None:
    """`start_index` and `max_chars` give a slice of the text."""
    page = read("build.log", start_index=5, max_chars=200)
    assert page.slice is not None
    assert (page.slice.start, page.slice.next, page.slice.total, page.slice.is_truncated) == (5, 205, None, True)
    assert page.text == (folder / "build.log").read_text()[5:205]
    assert page.lines == ()


@pytest.mark.parametrize("options", [{"nope": 1}, {"json": True}, {"limit": "3"}, {"hidden": "yes"}, {"header": True}, {"as_": 3}])
def test_options_that_do_not_exist(folder: Path, options: dict) -> None:
    """An option that is not there, or that only a command line has, or of another type, is a TypeError."""
    with pytest.raises(TypeError):
        read("a.txt", **options)


@pytest.mark.parametrize("options", [{"limit": -1}, {"profile": "robot"}, {"context": "x"}, {"max_chars": 1}, {"select": "5+"}])
def test_values_that_cannot_be_meant(folder: Path, options: dict) -> None:
    """A value that the command line would refuse is the same error."""
    with pytest.raises(ReadError) as raised:
        read("a.txt", **options)
    assert raised.value.code == "usage"


def test_settings_do_not_hold(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a function gives does not depend on whose environment it runs in; a named file counts."""
    monkeypatch.setenv("READCLI_LIMIT", "1")
    monkeypatch.setenv("READCLI_PROFILE", "nonsense")
    assert len(read("a.txt").lines) == 3
    (folder / "c.toml").write_text("limit = 2\n")
    assert len(read("a.txt", config_file="c.toml").lines) == 2
    assert len(read("a.txt", config_file="c.toml", limit=1).lines) == 1


def test_threads(document: str) -> None:
    """Many threads read at once, documents too, without a warning of a fork, and each gets its own answer."""
    targets = [document, "build.log:5-9", f"{document}:3-3", "kit.zip:kit/read.me", "nope", document, "shop.sqlite:goods"] * 3
    alone = {target: answer(target) for target in set(targets)}
    got: list[tuple[str, object]] = []

    def work(target: str) -> None:
        got.append((target, answer(target)))

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        threads = [threading.Thread(target=work, args=(target,)) for target in targets]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(got) == len(targets)
    for target, value in got:
        assert value == alone[target], target


def answer(target: str) -> object:
    """Read, or give the code of the error."""
    try:
        return read(target)
    except ReadError as error:
        return error.code


def beside_a_thread(call) -> None:
    """Run something while a second thread is alive, and raise what it raises."""
    end = threading.Event()
    thread = threading.Thread(target=end.wait)
    thread.start()
    try:
        call()
    finally:
        end.set()
        thread.join()


BAD = {
    "hang": ("while True: pass", "timeout"),
    "crash": ("os.kill(os.getpid(), 11)", "crashed"),
    "greedy": ("bytearray(1 << 33)", "too-large"),
    "write": ("os.write(os.open('must-not', os.O_CREAT | os.O_WRONLY), b'x')", "corrupt"),
    "noise": ("print('noise'); os.write(1, b'noise')", None),
}


@pytest.mark.parametrize("name", BAD)
def test_a_spawned_child_is_confined(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """A child that was not forked has the same ceilings, and what came before its end is given."""
    body, code = BAD[name]
    (folder / f"bad_{name}.py").write_text(
        f"import os\ndef read(source, options):\n    yield source.read().decode().strip()\n    {body}\n    yield 'after'\n"
    )
    (folder / "sitecustomize.py").write_text(f"import readcli.readers\nreadcli.readers.__path__.append({str(folder)!r})\n")
    monkeypatch.setenv("PYTHONPATH", str(folder))
    from readcli import isolate
    from readcli.model import Options, Source

    (folder / "f").write_text("before\n")
    given: list[bytes] = []

    def take() -> None:
        with (folder / "f").open("rb") as file:
            given.extend(isolate.events(f"bad_{name}", Source("f", "f", file, size=7, seekable=True), Options(timeout=2.0)))

    if code is None:
        beside_a_thread(take)
        assert b"".join(given) == b"before\nafter\n"
        return
    with pytest.raises(ReadError) as raised:
        beside_a_thread(take)
    assert (raised.value.code, b"".join(given)) == (code, b"before\n")


def test_a_source_in_memory(folder: Path) -> None:
    """A document inside an archive has no file of its own: a child that was not forked reads it all the same."""
    import zipfile

    with zipfile.ZipFile(folder / "outer.zip", "w") as outer:
        outer.writestr("inner/shop.sqlite", (folder / "shop.sqlite").read_bytes())
    wanted = read("outer.zip:inner/shop.sqlite:goods")

    def again() -> None:
        assert read("outer.zip:inner/shop.sqlite:goods") == wanted

    beside_a_thread(again)
    assert "pen" in wanted.text


def test_no_child_is_left_behind(document: str) -> None:
    """When a thread has its answer, its child is gone."""
    import os

    beside_a_thread(lambda: read(f"{document}:1-1"))
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_the_door_is_lazy() -> None:
    """`import readcli` loads nothing; the names are there, and no others."""
    program = "import sys, readcli; before = [m for m in sys.modules if m.startswith('readcli')]; readcli.read; print(before, sorted(readcli.__all__), hasattr(readcli, 'nope'))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "['readcli'] ['Document', 'Line', 'Part', 'ReadError', 'Slice', 'read'] False\n"


def test_it_is_typed() -> None:
    """The package says that it is typed, and what it offers is documented."""
    assert (Path(readcli.__file__).parent / "py.typed").exists()
    for name in readcli.__all__:
        assert getattr(readcli, name).__doc__, name


@pytest.mark.skipif(not CORPUS.exists(), reason="the corpus of real files is not here")
def test_corpus_in_threads() -> None:
    """Real documents, read by four threads, give what they give alone."""
    from concurrent.futures import ThreadPoolExecutor

    paths = [str(path) for kind in ("docx", "pdf", "xlsx", "doc", "epub") for path in sorted((CORPUS / kind).iterdir())[:3]]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(answer, paths))
    assert together == [answer(path) for path in paths]
    assert sum(isinstance(value, Document) for value in together) > len(paths) // 2
