"""JSON: everything that is printed is valid, is described by the schema, and streams in the order of its keys."""

from __future__ import annotations

import base64
import copy
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import readcli
from readcli.errors import BY_CODE
from tests.samples import desk
from tests.support import CORPUS

READCLI = Path(sys.executable).parent / "readcli"
SCHEMA = json.loads((Path(readcli.__file__).parent / "schema.json").read_text(encoding="utf-8"))
BEFORE = ["schema", "target", "targetBytes", "path", "pathBytes", "format", "bytes", "encoding", "encodingGuessed", "bom"]
AFTER = ["linesTotal", "newline", "finalNewline", "lossy", "next", "truncatedBy", "nextSkip", "parts", "facts", "notices", "error"]
ROW = ('    {"schema":', '    {"event":')
GOLDEN = [path for path in sorted((Path(__file__).parent / "golden").glob("*.md")) if ROW[0] in path.read_text(encoding="utf-8")]


def strict() -> Draft202012Validator:
    """Give the schema as it is meant here: no key but those that it describes."""
    schema = copy.deepcopy(SCHEMA)
    for value in schema["$defs"].values():
        value["additionalProperties"] = False
    return Draft202012Validator(schema)


VALIDATOR = strict()


def run(*arguments: str | bytes, folder: Path | None = None, **more: object) -> subprocess.CompletedProcess[bytes]:
    """Run the command."""
    return subprocess.run(
        [READCLI, *arguments], cwd=folder, capture_output=True, stdin=more.pop("stdin", subprocess.DEVNULL), check=False, **more
    )


def objects(out: bytes) -> list[dict]:
    """Parse what was printed, each line by itself, as the strictest reader would, and compare it with the schema."""
    values = []
    for line in out.decode("utf-8").split("\n")[:-1]:
        value = json.loads(line, parse_constant=lambda word: pytest.fail(f"{word} is not JSON"))
        assert VALIDATOR.is_valid(value), f"not as the schema says: {line[:2000]}"
        values.append(value)
    assert out.endswith(b"\n")
    return values


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give the desk."""
    desk.make(tmp_path)
    return tmp_path


def test_the_schema_is_one() -> None:
    """The schema is a valid schema, knows every code of an error, and describes every key."""
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$defs"]["error"]["properties"]["code"]["enum"] == list(BY_CODE)
    for name, value in SCHEMA["$defs"].items():
        assert value["description"], name


def test_the_schema_refuses() -> None:
    """The schema is not satisfied by just anything: a key too many, one too few, another type."""
    good = objects(run("--json", __file__ + ":1-1").stdout)[0]
    for bad in (
        {**good, "more": 1},
        {key: value for key, value in good.items() if key != "next"},
        {**good, "lossy": None},
        {**good, "lines": [{"n": 0, "text": ""}]},
        {},
    ):
        assert not VALIDATOR.is_valid(bad)


@pytest.mark.parametrize("page", GOLDEN, ids=lambda path: path.stem)
def test_golden_pages(page: Path) -> None:
    """Every object on a golden page is as the schema says."""
    rows = [line[4:] for line in page.read_text(encoding="utf-8").split("\n") if line.startswith(ROW)]
    assert len(objects("".join(row + "\n" for row in rows).encode())) == len(rows)


@pytest.mark.parametrize("form", ["--json", "--json=lines"])
@pytest.mark.parametrize("more", [(), ("--profile", "agent"), ("--limit", "1"), ("--max-chars", "200")], ids=" ".join)
def test_all_kinds(folder: Path, form: str, more: tuple[str, ...]) -> None:
    """Files of every kind, views and errors give valid objects in one run, and nothing on standard error."""
    targets = [
        *sorted(os.listdir(folder)),
        "nope",
        "a.txt:0",
        "a.txt:info",
        "a.txt:9",
        "build.log:/ERROR/",
        "build.log:/no/",
        "build.log:-2",
    ]
    targets += ["kit.zip:kit/read.me", "shop.sqlite:goods", "blob.bin", "kit.zip:nope", "build.log:raw", "."]
    done = run(form, *more, *targets, folder=folder)
    values = objects(done.stdout)
    assert done.stderr == b""
    ends = (
        [value for value in values if form == "--json" or value["event"] == "end" or "event" not in value]
        if more != ("--max-chars", "200")
        else values
    )
    assert len(ends) >= len(targets)
    codes = {value["error"]["code"] for value in values if "error" in value}
    assert {"not-found", "usage"} <= codes


def test_order_of_keys(folder: Path) -> None:
    """Keys come as they are known: what stands before the lines, the lines, what is known after them."""
    for target in ("a.txt", "latin.txt", "kit.zip", "shop.sqlite", "docs"):
        keys = list(objects(run("--json", target, folder=folder).stdout)[0])
        wanted = [key for key in [*BEFORE, "lines", *AFTER] if key in keys]
        assert keys == wanted


def test_a_target_in_full(folder: Path) -> None:
    """The object of a text is what the product's page shows."""
    done = run("--json", "a.txt:1-2", folder=folder)
    assert done.stdout == (
        b'{"schema":"readcli/1","target":"a.txt:1-2","path":"a.txt","format":"text","bytes":17,"encoding":"utf-8",'
        b'"lines":[{"n":1,"hash":"im","text":"alpha"},{"n":2,"hash":"id","text":"beta"}],'
        b'"linesTotal":3,"newline":"lf","finalNewline":true,"lossy":false,"next":":3","truncatedBy":null,"parts":[],"facts":{},"notices":[]}\n'
    )


def test_events_say_the_same(folder: Path) -> None:
    """Events of a target, put together, are its object."""
    for target in ("a.txt", "build.log:-3", "latin.txt", "kit.zip", "shop.sqlite:goods"):
        whole = objects(run("--json", target, folder=folder).stdout)[0]
        begin, *middle, end = objects(run("--json=lines", target, folder=folder).stdout)
        assert (begin.pop("event"), end.pop("event")) == ("begin", "end")
        lines = [{key: value for key, value in item.items() if key != "event"} for item in middle if item["event"] == "line"]
        assert {**begin, "lines": lines, **end} == whole
        assert [item["text"] for item in middle if item["event"] == "notice"] == whole["notices"]


def test_names_that_are_no_text(tmp_path: Path) -> None:
    """A name that is not UTF-8 stands with U+FFFD, and its bytes beside it in base64; for errors too."""
    name = b"n\xff.txt"
    (tmp_path / os.fsdecode(name)).write_text("one\n")
    good, bad = objects(run("--json", name, b"no\xfe", folder=tmp_path).stdout)
    assert good["path"] == good["target"] == "n�.txt"
    assert base64.b64decode(good["pathBytes"]) == base64.b64decode(good["targetBytes"]) == name
    assert base64.b64decode(bad["targetBytes"]) == b"no\xfe"
    assert objects(run("--json", "--max-chars", "200", name, folder=tmp_path).stdout)[0]["pathBytes"] == good["pathBytes"]


def test_lossy(tmp_path: Path) -> None:
    """Bytes that do not fit are U+FFFD, `lossy` is true, and a notice counts them."""
    (tmp_path / "f").write_bytes("äöü".encode() * 20 + b"\xff end\n")
    value = objects(run("--json", "f", folder=tmp_path).stdout)[0]
    assert value["lossy"] is True
    assert "�" in value["lines"][0]["text"]
    assert value["notices"] == ["1 byte did not fit the encoding, shown as U+FFFD"]


def test_a_guess_is_said(folder: Path) -> None:
    """`encodingGuessed` stands only where the encoding is a guess."""
    guessed, certain = objects(run("--json", "latin.txt", "a.txt", folder=folder).stdout)
    assert guessed["encodingGuessed"] is True
    assert "encodingGuessed" not in certain


def test_anchors_only_where_they_can_be_used(folder: Path) -> None:
    """`hash` stands beside lines of the file's own text, not beside what readcli wrote."""
    for target, has in (
        ("a.txt", True),
        ("kit.zip:kit/read.me", True),
        ("a.txt:info", False),
        ("kit.zip", False),
        ("shop.sqlite", False),
        ("docs", False),
    ):
        lines = objects(run("--json", target, folder=folder).stdout)[0]["lines"]
        assert lines
        assert {"hash" in line for line in lines} == {has}, target


def test_entries_of_an_archive(folder: Path) -> None:
    """A line of a listing has the entry's size, and whether it needs a password, beside its text; no other line has."""
    listing, member = objects(run("--json", "kit.zip", "kit.zip:kit/read.me", folder=folder).stdout)
    assert [(line["text"], line["size"], line["encrypted"]) for line in listing["lines"]] == [
        ("kit/read.me (13B)", 13, False),
        ("kit/src/main.c (10B)", 10, False),
    ]
    assert all("size" not in line for line in member["lines"])


def test_raw_is_a_usage_error(folder: Path) -> None:
    """Bytes cannot stand in JSON."""
    done = run("--json", "a.txt:raw", "a.txt:raw:1-1", folder=folder)
    assert [value["error"]["code"] for value in objects(done.stdout)] == ["usage", "usage"]
    assert done.returncode == 2


def test_mistakes_of_the_command_line_stay_on_standard_error(folder: Path) -> None:
    """An option that does not exist is one line there, with `--json` too."""
    done = run("--json", "--nope", "a.txt", folder=folder)
    assert (done.stdout, done.returncode) == (b"", 2)
    assert done.stderr.startswith(b"readcli: no such option: --nope")


@pytest.mark.parametrize("error", ["io", "our own", "memory"])
@pytest.mark.parametrize("form", ["object", "lines"])
def test_a_failure_on_the_way(tmp_path: Path, form: str, error: str) -> None:
    """Whatever fails after the first line, the array is closed and the error stands in the same object."""
    raised = {"io": "OSError(5, 'Input/output error')", "our own": "Corrupt('it ends too early', '')", "memory": "MemoryError()"}[error]
    program = f"""
import os, sys, types
from readcli import registry
from readcli.errors import Corrupt
from readcli.model import Options
from readcli.run import run
def read(source, options):
    yield "x" * 200_000
    raise {raised}
module = types.ModuleType("readcli.readers.bad")
module.read = read
sys.modules["readcli.readers.bad"] = module
registry.FORMATS[0].module = "bad"
registry.FORMATS[0].kind = "listing"
os._exit(run(["f.pdf"], Options(json={form!r})))
"""
    (tmp_path / "f.pdf").write_bytes(b"%PDF-1.7 \x00")
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, check=False)
    values = objects(done.stdout)
    assert values[-1]["error"]["code"] == ("corrupt" if error == "our own" else "io")
    assert (done.stderr, done.returncode) == (b"", 1)
    assert "linesTotal" in values[-1]
    assert len(values) == (1 if form == "object" else 3)


def test_numbers_and_names_that_json_lacks() -> None:
    """Facts become plain values: no infinite number, no surrogate, no key but a text."""
    from readcli.render.jsonl import dumps, simplify

    value = {"a": float("nan"), 1: ("x", b"y"), "s": "\udcff", "d": {"\ud800": [float("inf"), 1.5, None, True]}}
    assert json.loads(dumps(value)) == simplify(value) == {"a": None, "1": ["x", "b'y'"], "s": "�", "d": {"�": [None, 1.5, None, True]}}


def test_text_is_what_plain_prints(folder: Path) -> None:
    """The texts of all lines are what `-p` prints."""
    for target in ("colours.log", "crlf.txt", "odd", "build.log:5-9"):
        texts = [line["text"] for line in objects(run("--json", target, folder=folder).stdout)[0]["lines"]]
        assert "\n".join(texts) == run("-p", target, folder=folder).stdout.decode().removesuffix("\n")


@pytest.mark.skipif(not CORPUS.exists(), reason="the corpus of real files is not here")
@pytest.mark.parametrize(
    "kind", sorted(path.name for path in CORPUS.iterdir() if path.is_dir() and path.name != "LICENSES") if CORPUS.exists() else []
)
def test_corpus(kind: str) -> None:
    """Every real file gives valid JSON, as an object and as events, and nothing on standard error."""
    paths = sorted(str(path) for path in (CORPUS / kind).iterdir() if path.is_file())
    for form in (["--json"], ["--json=lines", "--limit", "20"]):
        done = run(*form, *paths)
        values = objects(done.stdout)
        assert sum("path" in value or "error" in value for value in values) >= len(paths)
        assert done.stderr == b""
        assert done.returncode in (0, 1)
