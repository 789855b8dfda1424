"""Files of other systems through fsspec: its memory, and a loopback HTTP server that counts the bytes asked for."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from readcli import locate, pipeline
from readcli.errors import MissingExtra, NetworkFailed, NotFound, OutsideRoot, ReadError, Unsupported, UsageError
from readcli.lines import Block
from readcli.model import Options, Source
from readcli.readers import remote
from tests.samples import docx

fsspec = pytest.importorskip("fsspec", reason="the extra remote is not installed")
LOG = b"".join(b"%07d a line of a long log that lies elsewhere\n" % n for n in range(1, 100_001))
WIDTH = len(LOG) // 100_000


@pytest.fixture
def memory() -> Iterator[None]:
    """Fill fsspec's memory."""
    system = fsspec.filesystem("memory")
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as opened:
        opened.writestr("dir/in.txt", "inside\n")
    for name, data in {
        "/d/a.txt": b"one\ntwo\nthree\n",
        "/d/big.log": LOG,
        "/d/a.zip": archive.getvalue(),
        "/d/n.docx": docx.docx(docx.par("words")),
        "/d/empty": b"",
    }.items():
        system.pipe_file(name, data)
    yield
    system.store.clear()


def text(target: str, **options: object) -> str:
    """Read a target."""
    page = pipeline.read(target, Options(gutter="none", **options))
    return b"".join(item.data for item in page.items if isinstance(item, Block)).decode()


@pytest.mark.usefixtures("memory")
@pytest.mark.parametrize(
    ("target", "wanted"),
    [
        ("memory://d/a.txt", "one\ntwo\nthree\n"), ("memory://d/a.txt:2-3", "two\nthree\n"), ("memory://d/a.txt:-1", "three\n"), ("memory://d/a.txt:/t/", "two\nthree\n"), ("MEMORY://d/a.txt:1", "one\ntwo\nthree\n"),
        ("memory://d/a.zip:dir/in.txt", "inside\n"), ("memory://d/a.zip:dir/in.txt:1-1", "inside\n"), ("memory://d/n.docx", "words\n"), ("memory://d/empty", ""),
        ("memory://d/big.log:99999-", "0099999 a line of a long log that lies elsewhere\n0100000 a line of a long log that lies elsewhere\n"),
    ],
)  # fmt: skip
def test_memory(target: str, wanted: str) -> None:
    """Selectors, members and documents, as of a file."""
    assert text(target) == wanted


@pytest.mark.usefixtures("memory")
def test_failures() -> None:
    """What is not there, folders, folders confined to, back ends that are missing or fail, unknown schemes: a ReadError each."""
    for target, kind in (("memory://d/nope", NotFound), ("memory://d", Unsupported), ("wat://x/y", UsageError)):
        with pytest.raises(kind):
            text(target)
    with pytest.raises(OutsideRoot):
        text("memory://d/a.txt", root=".")
    for target in ("gcs://bucket/a.txt", "s3://bucket/a.txt", "ftp://127.0.0.1:1/a"):
        with pytest.raises(ReadError) as caught:
            text(target)
        assert "\n" not in caught.value.message


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """One line says what to install."""
    monkeypatch.setitem(sys.modules, "fsspec.core", None)
    with pytest.raises(MissingExtra) as caught:
        text("s3://bucket/a.txt")
    assert caught.value.hint == "pip install 'readcli[remote]'"


class Site:
    """A server of files that knows ranges, and counts what it sends."""

    def __init__(self, files: dict[str, bytes]) -> None:
        """Start it."""
        site = self
        self.sent = 0
        self.is_failing = False

        class Answer(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_HEAD(self) -> None:
                self.reply(is_body=False)

            def do_GET(self) -> None:
                self.reply(is_body=True)

            def reply(self, *, is_body: bool) -> None:
                data = files.get(self.path)
                if data is None or site.is_failing:
                    self.send_response(500 if site.is_failing else 404)
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                    return
                found = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
                first, last = (int(found[1]), int(found[2] or len(data) - 1)) if found else (0, len(data) - 1)
                piece = data[first : last + 1]
                self.send_response(206 if found else 200)
                if found:
                    self.send_header("Content-Range", f"bytes {first}-{first + len(piece) - 1}/{len(data)}")
                self.send_header("Accept-Ranges", "bytes")
                self.send_header("Content-Length", str(len(piece)))
                self.end_headers()
                if is_body:
                    site.sent += len(piece)
                    self.wfile.write(piece)

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def site() -> Iterator[Site]:
    """Serve a log of 4.8 MB and a zip of 4 MB."""
    pytest.importorskip("aiohttp", reason="aiohttp is not installed")
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as opened:
        for n in range(20):
            opened.writestr(f"f{n}.txt", f"member {n}\n" * 20_000)
    found = Site({"/big.log": LOG, "/a.zip": archive.getvalue()})
    yield found
    found.server.shutdown()
    found.server.server_close()


def read(source: Source, rest: str) -> str:
    """Read what a rest chooses of an opened source."""
    options = Options(gutter="none")
    member, selector = locate.descend(source, rest, options)
    page = pipeline.page_of(pipeline.understand(member, selector, options), selector, options)
    return b"".join(item.data for item in page.items if isinstance(item, Block)).decode()


@pytest.mark.parametrize(
    ("name", "rest", "wanted", "most"),
    [
        ("big.log", ":1-2", LOG[: 2 * WIDTH].decode(), 400_000),
        ("big.log", ":-2", LOG[-2 * WIDTH :].decode(), 800_000),
        ("a.zip", ":f7.txt:1-1", "member 7\n", 1_000_000),
    ],
)
def test_only_what_is_needed_is_fetched(site: Site, name: str, rest: str, wanted: str, most: int) -> None:
    """The head and the tail of a log and a member of a zip cost the blocks they lie in."""
    assert read(remote.open_source(f"{site.url}/{name}", Options()), rest) == (
        wanted if name != "big.log" else "\n".join(wanted.split("\n"))
    )
    assert 0 < site.sent <= most


def test_a_server_that_fails(site: Site) -> None:
    """A failure in the middle is a ReadError that names the URL."""
    source = remote.open_source(f"{site.url}/big.log", Options())
    site.is_failing = True
    with pytest.raises(NetworkFailed, match=r"big\.log"):
        read(source, ":90000-90001")


def test_the_command(tmp_path: Path) -> None:
    """From the command line an error is one line, and the next target is read."""
    (tmp_path / "a.txt").write_text("one\n")
    done = subprocess.run(
        [Path(sys.executable).with_name("readcli"), "-p", "memory://nope", "a.txt"], cwd=tmp_path, capture_output=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, b"one\n")
    assert done.stderr == b"readcli: memory://nope: no such file\n"
