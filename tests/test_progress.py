"""The line of progress: there while somebody waits at a terminal, gone when anything else comes, nowhere else."""

from __future__ import annotations

import io
import random
import subprocess
import tarfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from readcli import pipeline, progress
from readcli.model import Options
from readcli.render.out import Out
from tests.samples import pptx
from tests.screen import BIN, Screen

BODY = "".join(f"line {n}\n" for n in range(1, 200)).encode()


class Held:
    """A server that answers when it is told to."""

    def __init__(self, port: int) -> None:
        """Take the port."""
        self.url = f"http://127.0.0.1:{port}/held.txt"
        self.go = threading.Event()


@contextmanager
def held(body: bytes) -> Iterator[Held]:
    """Serve a text that is not sent before `go` is set."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            place.go.wait(60)
            self.send_response(200)
            self.send_header("Content-Type", "text/plain")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    server.daemon_threads = True
    place = Held(server.server_address[1])
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield place
    finally:
        place.go.set()
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize("to", ["", " > out.txt", " --json > out.txt"])
def test_the_line_comes_and_goes(to: str, tmp_path: Path) -> None:
    """While the server is silent the name and the seconds stand there; with the text they are gone."""
    with held(b"one\ntwo\n") as server, Screen(f"readcli -p {server.url}{to}; echo end", tmp_path, columns=70) as screen:
        screen.wait_for(" s")
        assert screen.rows[0].startswith(server.url)
        server.go.set()
        rows = screen.wait_for("end")
        assert rows[: 1 if to else 3] == (["end"] if to else ["one", "two", "end"])


def test_the_pager_has_the_screen_alone(tmp_path: Path) -> None:
    """The line is gone before less draws, and does not come back under it."""
    with held(BODY) as server, Screen(f"readcli {server.url}:1-150", tmp_path) as screen:
        screen.wait_for(" s")
        server.go.set()
        assert screen.wait_for("line 11")[0] == "line 1"
        before = screen.raw.count(b"http://")
        screen.send(" ")
        assert not any("http://" in row for row in screen.wait_for("line 22"))
        assert screen.raw.count(b"http://") == before
        screen.send("q")
        assert screen.wait() == 0


def test_the_place_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a document the part that has come is said, of a file how far it is read."""
    drawn: list[bytes] = []
    monkeypatch.setattr(progress, "_write", drawn.append)
    monkeypatch.setattr(progress, "_FIRST", -1)
    monkeypatch.setattr(progress.signal, "setitimer", lambda *_: None)
    (tmp_path / "two.csv").write_bytes(b"a,b\n" * 100_000)
    (tmp_path / "deck.pptx").write_bytes(pptx.deck(*(pptx.slide(pptx.title(f"Slide {n}")) for n in range(1, 4)))())
    for name, wanted in (("deck.pptx", "slide 3 "), ("two.csv", "100 % of 390.6KB ")):
        page = pipeline.read(f"{tmp_path}/{name}", Options(gutter="none"))
        line = progress.Progress(Out())
        line.begin(name)
        line.take(page)
        list(page.items)
        line._tick(0, None)
        assert f"{name} \N{MIDDLE DOT} {wanted}".encode() in drawn[-1]
        page.document.lines.close()


def test_the_place_is_known_before_there_is_a_page(tmp_path: Path) -> None:
    """When a member of a packed archive has been found, though nobody has said so yet, the place in the archive is told."""
    with tarfile.open(tmp_path / "a.tgz", "w:gz") as archive:
        for name in ("one", "two"):
            entry = tarfile.TarInfo(name)
            entry.size = 1 << 20
            archive.addfile(entry, io.BytesIO(random.Random(name).randbytes(1 << 20)))
    code = (  # in a process that has no other files open
        "from readcli import locate, progress; from readcli.model import Options; from readcli.render.out import Out\n"
        "progress._write = lambda data: print(data.decode()); progress._FIRST = -1; progress.signal.setitimer = lambda *_: None\n"
        "source, _, _ = locate.locate('a.tgz:two', Options()); line = progress.Progress(Out()); line.begin('a.tgz:two')\n"
        "line._tick(0, None); print(source.name)"
    )
    done = subprocess.run([BIN / "python", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert " % of 2.0MB " in done.stdout
    assert done.stdout.endswith("two\n")


@pytest.mark.parametrize("option", ["-q", "--json"])
def test_it_can_be_silenced(option: str, tmp_path: Path) -> None:
    """With -q, and where JSON goes to the terminal itself, no line is drawn: the timer that would draw it does not run."""
    with held(b"one\n") as server:
        code = (
            "import _signal, sys; from readcli import run; from readcli.model import Options; old = run.pipeline.read\n"
            "def read(*words):\n    print('timer', _signal.getitimer(_signal.ITIMER_REAL) != (0.0, 0.0)); return old(*words)\n"
            "run.pipeline.read = read\n"
            f"run.run([{server.url!r}], Options({'json=chr(111)' if option == '--json' else 'quiet=True'}))"
        )
        server.go.set()
        with Screen(f'{BIN}/python -c "{code}"', tmp_path) as screen:
            assert "timer False" in screen.wait_for("timer")


def test_nothing_without_a_terminal(tmp_path: Path) -> None:
    """Where standard error is no terminal, the module is not even loaded."""
    (tmp_path / "a").write_text("x\n")
    code = "import sys; from readcli import run; from readcli.model import Options; run.run(['a'], Options()); print('readcli.progress' in sys.modules)"
    done = subprocess.run([BIN / "python", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.endswith("False\n")
    assert not done.stderr
