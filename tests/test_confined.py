"""`--root`: nothing outside a folder is read, by whatever way it is named; and nothing outside is fetched or opened for what a document names."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import threading
import zipfile
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import BytesIO
from pathlib import Path

import pytest

from tests.samples import docx
from tests.screen import environment

COMMAND = str(Path(sys.executable).with_name("readcli"))
SECRET = b"the secret words"


def readcli(*arguments: str, folder: Path, stdin: bytes = b"", **more: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command."""
    env = {**environment(), **more}
    return subprocess.run([COMMAND, *arguments], cwd=folder, input=stdin, env=env, capture_output=True, check=False, timeout=120)


@pytest.fixture
def inside(tmp_path: Path) -> Path:
    """Give a folder to be confined to, with a secret beside it and many ways that lead there."""
    (tmp_path / "secret.txt").write_bytes(SECRET + b"\n")
    (tmp_path / "secrets").mkdir()
    (tmp_path / "secrets/s.txt").write_bytes(SECRET + b"\n")
    folder = tmp_path / "inside"
    folder.mkdir()
    (folder / "ok.txt").write_text("fine\n")
    (folder / "link").symlink_to(tmp_path / "secret.txt")
    (folder / "far").symlink_to("ok.txt")
    (folder / "up").symlink_to("..")
    (folder / "hop").symlink_to("link")
    (folder / "dir").symlink_to(tmp_path / "secrets")
    with tarfile.open(folder / "t.tar", "w") as bundle:
        for name, target in (("abs", str(tmp_path / "secret.txt")), ("rel", "../secret.txt"), ("deep", "../../../../../../etc/passwd")):
            info = tarfile.TarInfo(name)
            info.type, info.linkname = tarfile.SYMTYPE, target
            bundle.addfile(info)
        for name in ("../secret.txt", str(tmp_path / "secret.txt")):
            info = tarfile.TarInfo(name)
            info.size = 7
            bundle.addfile(info, BytesIO(b"member\n"))
    with zipfile.ZipFile(folder / "z.zip", "w") as archive:
        archive.writestr("../secret.txt", "member\n")
    base = sqlite3.connect(folder / "d.sqlite")
    with base:
        base.execute("create table t(a)")
    base.close()
    other = sqlite3.connect(tmp_path / "secret.sqlite")
    with other:
        other.execute("create table hidden(a)")
        other.execute("insert into hidden values(?)", (SECRET.decode(),))
    other.close()
    return folder


WAYS = [
    "../secret.txt", "up/secret.txt", "link", "hop", "dir/s.txt", "dir", "./../secret.txt", "ok.txt/../../secret.txt", "{}/secret.txt", "file://{}/secret.txt", "file://localhost{}/secret.txt", "up",
    "t.tar:abs", "t.tar:rel", "t.tar:deep", "d.sqlite?q=ATTACH '{}/secret.sqlite' AS x", "d.sqlite?q=SELECT * FROM pragma_database_list", "d.sqlite?q=SELECT readfile('{}/secret.txt')",
    "d.sqlite?q=SELECT load_extension('x')", "man:ls", "man:../secret", "man:{}/secret.txt", "http://127.0.0.1:1/", "/etc/passwd", "/proc/self/environ", "~/secret.txt", "runs://x", "{}/secret.txt:1", "../secret.txt:raw",
]  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("options", [(), ("--profile", "agent"), ("--json",), ("--literal",), ("--find",)], ids=str)
def test_no_way_leads_out(inside: Path, way: str, options: tuple[str, ...]) -> None:
    """By `..`, links, absolute paths, URLs, manual pages, schemes, members and SQL: an error, and never a word of the secret."""
    config = inside / "conf.toml"
    config.write_text(f'[schemes]\nruns = "{inside.parent}/secret.txt"\n')
    done = readcli("--root", ".", "--config-file", str(config), *options, way.format(inside.parent), folder=inside, HOME=str(inside.parent))
    assert SECRET not in done.stdout + done.stderr
    assert b"root:" not in done.stdout
    assert b"PATH=" not in done.stdout
    assert done.returncode in (1, 2) or b"pragma" in way.encode() or "t.tar" in way
    assert b"Traceback" not in done.stderr


def test_what_lies_inside_is_read(inside: Path) -> None:
    """Files, links that stay inside, members whose names look like ways out, and standard input where it lies inside."""
    for target in ("ok.txt", "far", "./ok.txt", "../inside/ok.txt", str(inside / "ok.txt")):
        assert readcli("-p", "--root", ".", target, folder=inside).stdout == b"fine\n", target
    assert readcli("-p", "--root", ".", "z.zip:../secret.txt", folder=inside).stdout == b"member\n"


def test_descriptors_that_lead_out(inside: Path) -> None:
    """A descriptor of the caller's, by /proc/self/fd and /dev/fd, is checked as the file that it is."""
    if not Path("/proc/self/fd").exists():
        pytest.skip("there is no /proc here")
    for name in ("/proc/self/fd/7", "/dev/fd/7"):
        done = subprocess.run(
            ["/bin/bash", "-c", f"exec 7<../secret.txt; exec {COMMAND} --root . {name}"],
            cwd=inside,
            env=environment(),
            capture_output=True,
            check=False,
        )
        assert SECRET not in done.stdout
        assert done.returncode == 1


def test_links_that_are_swapped(inside: Path) -> None:
    """A link that somebody turns back and forth while it is read never shows what lies outside."""
    stop = threading.Event()

    def swap() -> None:
        at = 0
        while not stop.is_set():
            at += 1
            other = inside / "other"
            other.symlink_to(inside.parent / "secret.txt" if at % 2 else "ok.txt")
            other.rename(inside / "swapped")

    (inside / "swapped").symlink_to("ok.txt")
    thread = threading.Thread(target=swap)
    thread.start()
    try:
        seen = set()
        for _ in range(25):
            done = readcli("-p", "--root", ".", *["swapped"] * 20, folder=inside)
            assert SECRET not in done.stdout
            seen |= set(done.stdout.split(b"\n"))
    finally:
        stop.set()
        thread.join()
    assert seen <= {b"fine", b""}


class Listener:
    """A server that notes whoever asks it for anything."""

    def __init__(self) -> None:
        """Start it."""
        asked = self.asked = []  # type: ignore[var-annotated]

        class Answer(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                asked.append(self.path)
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self.server = HTTPServer(("127.0.0.1", 0), Answer)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


def documents(url: str, secret: Path) -> dict[str, bytes]:
    """Make documents that name a file beside them and a server, in every way that their formats know."""
    outside = f"file://{secret}"
    html = f'<html><head><link rel=stylesheet href="{url}/css"><base href="{url}/"></head><body><p>words</p><img src="{outside}"><iframe src="{outside}"></iframe>'
    html += f'<object data="{url}/o"></object><script src="{url}/js"></script><embed src="{outside}"></body></html>'
    entity = f'<!DOCTYPE x [<!ENTITY e SYSTEM "{outside}"><!ENTITY u SYSTEM "{url}/e">]>'
    rels = f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r9" TargetMode="External" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="{outside}"/></Relationships>'
    word = docx.docx(docx.par("words"))
    changed = BytesIO()
    with zipfile.ZipFile(BytesIO(word)) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            new.writestr(
                name,
                data.replace(b"?>", f"?>{entity}".encode(), 1).replace(b"words", b"words &e;&u;") if name == "word/document.xml" else data,
            )
        new.writestr("word/_rels/extra.xml.rels", rels)
    odf = BytesIO()
    office = 'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"'
    with zipfile.ZipFile(odf, "w") as new:
        new.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        body = f'<text:p>words</text:p><draw:image xlink:href="{outside}"/><text:section><text:section-source xlink:href="{outside}"/></text:section>'
        new.writestr(
            "content.xml",
            f'<?xml version="1.0"?>{entity}<office:document-content {office}><office:body><office:text>{body}</office:text></office:body></office:document-content>',
        )
    feed = f'<?xml version="1.0"?>{entity}<rss version="2.0"><channel><title>&e;</title></channel></rss>'
    return {
        "a.html": html.encode(),
        "a.docx": changed.getvalue(),
        "b.docx": word,
        "a.odt": odf.getvalue(),
        "a.xml": feed.encode(),
        "a.svg": f'{entity}<svg xmlns="http://www.w3.org/2000/svg"><text>&e;</text></svg>'.encode(),
    }


def test_documents_name_what_lies_outside(tmp_path: Path) -> None:
    """External entities, images, frames, sections, scripts: nothing is opened, nobody is asked, whatever comes out is the document's own."""
    secret = tmp_path / "secret.txt"
    secret.write_bytes(SECRET)
    folder = tmp_path / "in"
    folder.mkdir()
    listener = Listener()
    try:
        for name, data in documents(listener.url, secret).items():
            (folder / name).write_bytes(data)
            for options in ((), ("--root", "."), ("--hidden",), ("--as", "text")):
                done = readcli("-p", *options, name, folder=folder)
                assert SECRET not in done.stdout + done.stderr, (name, options)
                assert b"Traceback" not in done.stderr
    finally:
        listener.server.shutdown()
        listener.server.server_close()
    assert listener.asked == []


@pytest.mark.skipif(not shutil.which("strace"), reason="strace is not installed")
def test_what_a_parser_opens(tmp_path: Path) -> None:
    """The child that parses opens nothing for writing, makes no socket, and starts no program."""
    (tmp_path / "a.docx").write_bytes(docx.docx(docx.par("words")))
    subprocess.run(
        ["strace", "-ff", "-qq", "-o", tmp_path / "trace", COMMAND, "--no-cache", "a.docx"],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        check=True,
    )
    first = min(tmp_path.glob("trace.*"), key=lambda path: int(path.suffix[1:]))
    children = [path.read_text(errors="replace") for path in tmp_path.glob("trace.*") if path != first]
    assert children
    for trace in children:
        assert "socket(" not in trace
        assert "execve(" not in trace
        opened = [line for line in trace.split("\n") if line.startswith(("open", "creat")) and "/dev/null" not in line]
        assert not [line for line in opened if "O_WRONLY" in line or "O_RDWR" in line or "O_CREAT" in line]
    assert os.listdir(tmp_path) and not [name for name in os.listdir(tmp_path) if not name.startswith(("trace", "a.docx"))]
