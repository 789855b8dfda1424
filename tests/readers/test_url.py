"""URLs, with a real server on loopback. The command runs as a process of its own, as this one has threads."""

from __future__ import annotations

import json
import os
import shutil
import signal
import stat
import subprocess
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from readcli.errors import NetworkFailed, ReadError, UsageError
from readcli.model import Options
from readcli.readers import url_headers, url_json, url_links, url_main, url_place, url_wire
from tests.samples import url as samples
from tests.samples.url import Site
from tests.support import said

READCLI = Path(sys.executable).parent / "readcli"
PROXIES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")


@pytest.fixture
def site() -> Iterator[Site]:
    """Give a running site."""
    made = Site()
    yield made
    made.close()


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a cache of the test's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "readcli" / "web"


@pytest.fixture(autouse=True)
def _direct(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in PROXIES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command."""
    return subprocess.run(
        [READCLI, *arguments], capture_output=True, text=True, env={**os.environ, **environment}, stdin=subprocess.DEVNULL, check=False
    )


def text(*arguments: str, **environment: str) -> str:
    """Run the command and give what it prints; it must succeed."""
    done = run(*arguments, **environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def failure(*arguments: str, **environment: str) -> str:
    """Run the command and give the one line that says why it fails, with exit status 1."""
    done = run(*arguments, **environment)
    assert (done.returncode, done.stdout) == (1, ""), done
    assert done.stderr.count("\n") == 1, done.stderr
    assert done.stderr.startswith("readcli: "), done.stderr
    return done.stderr


# What comes is a source like any other


def test_text_and_selectors(site: Site) -> None:
    """Lines are counted in the content; a number behind the host is the port, one in the query belongs to it."""
    site.pages["/"] = ("root\n",)
    site.pages["/a.txt"] = ("one\ntwo\nthree\n", "text/plain; charset=utf-8")
    assert text(site.url) == "root\n"
    assert text(f"{site.url}/a.txt:2-3") == "two\nthree\n"
    assert text(f"{site.url}/a.txt:-1") == "three\n"
    assert text(f"{site.url}/a.txt?t=12:30") == "one\ntwo\nthree\n"
    assert text(f"{site.url}/a.txt:/t.o/") == "two\n"
    assert text("-n", f"{site.url}/a.txt:3") == "3|three\n"
    assert site.paths() == ["/", *["/a.txt"] * 5]


def test_fragments_are_not_sent(site: Site) -> None:
    """A fragment stays here; blanks and letters beyond ASCII are encoded."""
    site.pages["/%C3%A4%20b"] = ("found\n",)
    assert text(f"{site.url}/ä b#part") == "found\n"


def test_documents_and_archives(site: Site) -> None:
    """PDFs, zips and their members, compressed files and pictures are read as files are, whatever their type is said to be."""
    site.pages["/file.pdf"] = (samples.a_pdf(), "application/octet-stream")
    site.pages["/get"] = (samples.a_pdf(), "text/html")
    site.pages["/a.zip"] = (samples.an_archive(), "application/zip")
    assert text("--as", "text", f"{site.url}/file.pdf:p2") == "This is page 2\n"
    assert "This is page 1" in text(f"{site.url}/get")
    assert text("-p", f"{site.url}/a.zip") == "x/y.txt\n"
    assert text("-p", f"{site.url}/a.zip:x/y.txt") == "in the zip\nline two\n"
    assert text(f"{site.url}/a.zip:x/y.txt:2-2") == "2|line two\n"
    assert "nope.txt" in failure(f"{site.url}/a.zip:nope.txt")


def test_names(site: Site) -> None:
    """The name comes from Content-Disposition or the path, and the type counts where the content says nothing."""
    site.pages["/export"] = ("a,b\n1,2\n", "text/csv")
    site.pages["/dl"] = ("a,b\n1,2\n", "application/octet-stream", 200)
    site.pages["/dl2"] = lambda request: request.give(
        "a,b\n1,2\n", "", Content_Disposition="attachment; filename=\"../../t.csv\"; filename*=UTF-8''%C3%A4.csv"
    )
    formats = [json.loads(text("--json", f"{site.url}/{name}"))["format"] for name in ("export", "dl", "dl2")]
    assert formats == ["csv", "text", "csv"]


def test_raw_is_what_came(site: Site) -> None:
    """`raw` gives the bytes of the answer, packing undone, without asking for anything beside it."""
    site.pages["/p"] = (samples.PAGE, "text/html")
    site.pages["/j"] = ('{"a":1}', "application/json")
    site.pages["/f"] = (samples.RSS, "application/rss+xml")
    assert text(f"{site.url}/p:raw") == samples.PAGE
    assert text(f"{site.url}/j:raw") == '{"a":1}'
    assert text("-p", f"{site.url}/j:raw:1") == '{"a":1}'
    assert text(f"{site.url}/f:raw") == samples.RSS
    assert site.paths() == ["/p", "/j", "/j", "/f"]


def test_json(site: Site) -> None:
    """JSON is set in lines; notebooks, JSON as plain text and what is no JSON stay what they are."""
    site.pages["/j"] = ('{"a":[1,2.50,{}],"b":"\\u00e9"}', "application/vnd.x+json")
    site.pages["/plain.json"] = ('{"a":1}', "text/plain")
    site.pages["/bad"] = ('{"a":', "application/json")
    site.pages["/n.ipynb"] = (
        '{"nbformat":4,"nbformat_minor":5,"metadata":{},"cells":[{"cell_type":"code","source":"x = 1","metadata":{},"outputs":[]}]}',
        "application/json",
    )
    assert text(f"{site.url}/j") == '{\n  "a": [\n    1,\n    2.50,\n    {}\n  ],\n  "b": "é"\n}\n'
    assert text(f"{site.url}/j:.a[1]") == "    2.50,\n"
    assert text(f"{site.url}/plain.json") == '{"a":1}'
    done = run(f"{site.url}/bad")
    assert (done.returncode, done.stdout) == (0, '{"a":\n')
    assert "not JSON" in done.stderr
    assert "x = 1" in text(f"{site.url}/n.ipynb")


def test_feeds(site: Site) -> None:
    """A feed is read as Markdown with at most ten entries; a notice tells of the rest."""
    site.pages["/feed.xml"] = (samples.RSS, "text/xml")
    done = run(f"{site.url}/feed.xml")
    assert done.stdout.startswith("# News & more\n\n## Story 1\n\n*Mon, 06 Sep 2021 00:01:00 GMT*\n\nText of **1**\n\n")
    assert f"[Read more]({site.url}/story/10)\n\n---\n" in done.stdout
    assert "Story 11" not in done.stdout
    assert "10 of 12 entries" in done.stderr


def test_main_content(site: Site) -> None:
    """A page is read as Markdown of its main content, links made whole; `--whole-page` shows all."""
    site.pages["/d/p"] = (samples.PAGE, "text/html; charset=utf-8")
    done = run(f"{site.url}/d/p")
    assert done.stdout.startswith("# A day\n\nA sentence that")
    assert f"[more]({site.url}/more)" in done.stdout
    assert "if x:\n    y < 1\n\n  z\n" in done.stdout
    assert "| a | 2 |" in done.stdout
    for word in ("menu entry", "author", "First!", "Imprint", "tracking", "Home"):
        assert word not in done.stdout
    assert "--whole-page" in done.stderr
    whole = text("--whole-page", f"{site.url}/d/p")
    assert all(word in whole for word in ("menu entry", "author", "First!", "Imprint"))
    assert site.paths()[-2:] == ["/d/p.md", "/d/p"]


def test_charset(site: Site) -> None:
    """The header's charset decodes text and HTML; one that does not fit, or that nobody knows, is not believed."""
    words = "日本語の文章です。これは長い文です。"
    site.pages["/sjis"] = (f"<html><body><p>{words}</p></body></html>".encode("cp932"), "text/html; charset=Shift_JIS")
    site.pages["/plain"] = (words.encode("cp932"), 'text/plain; charset="shift_jis"')
    site.pages["/lie"] = (("grün, ja " * 20).encode("latin-1"), "text/plain; charset=utf-8")
    site.pages["/ascii"] = ("grün".encode(), "text/plain; charset=us-ascii")
    site.pages["/what"] = ("grün".encode(), "text/plain; charset=klingon")
    assert words in text(f"{site.url}/sjis")
    assert text(f"{site.url}/plain") == words
    done = run(f"{site.url}/lie")
    assert done.stdout == "grün, ja " * 20
    assert "said to be utf-8" in done.stderr
    assert text(f"{site.url}/ascii") == "grün"
    assert text(f"{site.url}/what") == "grün"
    site.pages["/html-lie"] = (
        ("<html><body>" + "<p>Die Straße ist größer, schöner und länger.</p>" * 9 + "</body></html>").encode("latin-1"),
        "text/html; charset=utf-8",
    )
    assert "größer" in text(f"{site.url}/html-lie")


# What is said beside the text


def test_facts_and_header(site: Site) -> None:
    """JSON has the facts; agents see them before the text, which no selector counts; anchors need asking."""
    site.pages["/old"] = samples.redirect("/new.txt")
    site.pages["/new.txt"] = ("".join(f"line {n}\n" for n in range(1, 400)), "text/plain")
    facts = json.loads(text("--json", f"{site.url}/old"))
    assert facts["facts"] == {
        "url": f"{site.url}/old",
        "finalUrl": f"{site.url}/new.txt",
        "status": 200,
        "contentType": "text/plain",
        "method": "text",
    }
    assert facts["path"] == f"{site.url}/old"
    assert "hash" not in facts["lines"][0]
    shown = text("--profile", "agent", f"{site.url}/old")
    assert shown.startswith(f"URL: {site.url}/new.txt\nContent-Type: text/plain\nMethod: text\n\n---\n\nline 1\n")
    assert shown.endswith("line 300\n\n[Showing lines 1-300 of 399. Use :301- to continue]\n")
    part = text("--profile", "agent", "-C", "0", f"{site.url}/old:5-6")
    assert part.endswith("---\n\nline 5\nline 6\n\n[393 more lines in URL output. Use :7 to continue]\n")
    assert text("-H", f"{site.url}/new.txt:1-1").startswith("1")
    assert text("--profile", "agent", f"{site.url}/old:raw").startswith("line 1\n")
    assert "final url: " in text(f"{site.url}/old:info")


def test_notes_stand_in_the_header_once(site: Site) -> None:
    """What was odd about the answer is told once: in the header for agents, on standard error for people."""
    site.pages["/short"] = samples.raw(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 99\r\n\r\nonly this\n")
    shown = text("--profile", "agent", f"{site.url}/short")
    assert shown.count("only 10 of the 99 bytes") == 1
    assert "\nNotes: only 10 of the 99 bytes" in shown
    done = run(f"{site.url}/short")
    assert (done.stdout, done.stderr.count("\n")) == ("only this\n", 1)


# The same page as Markdown


def test_content_negotiation(site: Site) -> None:
    """A site that has the page as Markdown gives it when it is asked, and nothing else is asked for."""
    site.pages["/p"] = lambda request: request.give(
        samples.MARKDOWN if "text/markdown" in request.headers["Accept"] else samples.PAGE, "text/markdown"
    )
    assert text(f"{site.url}/p") == samples.MARKDOWN
    assert json.loads(text("--json", f"{site.url}/p"))["facts"]["method"] == "content-negotiation"
    assert site.paths() == ["/p", "/p"]


def test_alternate_link(site: Site) -> None:
    """A page that names its Markdown is read as that."""
    site.pages["/d/p"] = (
        samples.PAGE.replace("<title>", '<link type="text/markdown" href="p.txt?a=1&amp;b=2" rel="Alternate"><title>'),
        "text/html",
    )
    site.pages["/d/p.txt"] = (samples.MARKDOWN, "text/markdown")
    found = json.loads(text("--json", f"{site.url}/d/p"))
    assert (found["facts"]["method"], found["facts"]["finalUrl"]) == ("alternate-markdown", f"{site.url}/d/p.txt?a=1&b=2")
    assert found["lines"][0]["text"] == "# A page"
    assert site.paths() == ["/d/p", "/d/p.txt"]


@pytest.mark.parametrize(("path", "beside"), [("/d/p", "/d/p.md"), ("/d/p.html", "/d/p.html.md"), ("/d/", "/d/index.html.md")])
def test_neighbour(site: Site, path: str, beside: str) -> None:
    """By custom the Markdown of a page lies beside it."""
    site.pages[path] = (samples.PAGE, "text/html")
    site.pages[beside] = (samples.MARKDOWN, "text/plain; charset=utf-8")
    found = json.loads(text("--json", site.url + path))
    assert (found["facts"]["method"], found["lines"][0]["text"]) == ("md-suffix", "# A page")


def test_what_is_no_neighbour(site: Site) -> None:
    """The site's page for what is missing is not taken for Markdown, nor is one of another origin, nor what takes too long."""
    other = Site()
    try:
        other.pages["/p.md"] = (samples.MARKDOWN, "text/markdown")
        site.pages["/p"] = (samples.PAGE, "text/html")
        for answer in (
            (samples.PAGE, "text/html"),
            (samples.PAGE, "text/markdown"),
            samples.redirect(f"{other.url}/p.md"),
            ("short", "text/markdown"),
        ):
            site.pages["/p.md"] = answer
            assert text("-q", f"{site.url}/p").startswith("# A day")
        site.pages["/q"] = (
            samples.PAGE.replace("<title>", f'<link rel=alternate type=text/markdown href="{other.url}/p.md"><title>'),
            "text/html",
        )
        assert text("-q", f"{site.url}/q").startswith("# A day")
        site.pages["/p.md"] = samples.stall
        assert text("-q", "--timeout", "1", f"{site.url}/p").startswith("# A day")
        assert other.seen == []
    finally:
        other.close()


def test_walls(site: Site) -> None:
    """A page that says nothing without its scripts is answered with the site's llms.txt, or with a notice."""
    site.pages["/app/x"] = (samples.WALL, "text/html")
    done = run(f"{site.url}/app/x")
    assert "enable JavaScript" in done.stdout
    assert "hardly any text" in done.stderr
    site.pages["/llms.txt"] = (samples.MARKDOWN, "text/plain")
    found = json.loads(text("--json", f"{site.url}/app/x"))
    assert found["facts"]["method"] == "llms.txt"
    assert found["lines"][0]["text"] == "# A page"
    assert "hardly any text" in found["notices"][0]
    assert site.paths()[-3:] == ["/app/x.md", "/app/llms.txt", "/llms.txt"]


def test_pages_of_github() -> None:
    """GitHub's page of a file is read as the file; other pages and other hosts stay."""
    found = url_links.raw_file(url_place.Place("https://github.com/o/r/blob/main/d/f%20g.py?plain=1#L3"))
    assert found
    assert found.url == "https://raw.githubusercontent.com/o/r/main/d/f%20g.py"
    for url in (
        "https://github.com/o/r/tree/main/d",
        "https://github.com/o/r",
        "https://github.com.evil.org/o/r/blob/main/f",
        "http://github.com/o/r/blob/m/f",
    ):
        assert url_links.raw_file(url_place.Place(url)) is None


# What goes wrong: one line, exit status 1, in time

REDIRECTS = [
    ("file:///etc/passwd", "file:///etc/passwd, which is not followed"),
    ("gopher://127.0.0.1/", "which is not followed"),
    ("javascript:alert(1)", "which is not followed"),
    ("http://169.254.169.254/latest/meta-data", "is private"),
    ("http://127.0.0.2:1/", "is private"),
    ("http://[::1]:1/", "is private"),
    ("http://[::ffff:127.0.0.3]:1/", "is private"),
    ("http://0.0.0.0:1/", "is private"),
    ("http://10.0.0.1:1/", "is private"),
    ("http://2130706434:1/", "is private"),
    ("http://:80/", "which is not followed"),
    ("http://h:99999/", "which is not followed"),
]


@pytest.mark.parametrize(("where", "words"), REDIRECTS)
def test_redirects_that_are_refused(site: Site, where: str, words: str) -> None:
    """A redirect leads neither out of the web nor into a private network."""
    site.pages["/r"] = samples.redirect(where)
    assert words in failure("--timeout", "3", f"{site.url}/r")


def test_redirects(site: Site) -> None:
    """Redirects are followed, to the named address by another name too; ten at most."""
    site.pages["/loop"] = samples.redirect("/loop")
    assert "more than 10 times" in failure(f"{site.url}/loop")
    assert len(site.seen) == 11
    site.pages["/end"] = ("the end\n",)
    for status in (301, 302, 303, 307, 308):
        site.pages["/go"] = samples.redirect(site.url.replace("127.0.0.1", "localhost") + "/end", status)
        assert text(f"{site.url}/go") == "the end\n"
    site.pages["/broken"] = samples.redirect("/missing")
    assert f"HTTP 404 Not Found, at {site.url}/missing" in failure(f"{site.url}/broken")


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (("gone", "text/plain", 404), "HTTP 404 Not Found"),
        (("no", "text/html", 500), "HTTP 500 Internal Server Error"),
        (("", "", 401), "--http-header"),
        (("", "", 302), "HTTP 302"),
        (samples.raw(b""), "without an answer"),
        (samples.raw(b"SSH-2.0-OpenSSH\r\n"), "not HTTP"),
        (samples.raw(b"\x00\xff" * 50), "not HTTP"),
        (samples.raw(b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 200 + b"\r\n"), "not HTTP"),
        (samples.raw(b"HTTP/1.1 200 OK\r\nX: " + b"y" * 70000 + b"\r\n\r\n"), "not HTTP"),
        (samples.raw(b"HTTP/1.1 200 OK\r\nContent-Length: 10737418240\r\n\r\n" + b"x" * 99), "10737418240 bytes"),
        (("x", "text/plain", 200), None),
        (samples.endless, "more than 52428800 bytes"),
        (samples.bomb, "more than 52428800 bytes"),
        (samples.stall, "no progress in 1 seconds"),
        (samples.drip, "no progress in 1 seconds"),
        (samples.drip_header, "no progress in 1 seconds"),
        (lambda request: request.give(b"abc", "text/plain", Content_Encoding="br"), "packed as br"),
        (lambda request: request.give(b"\x1f\x8b\x08" + b"\xff" * 50, "text/plain", Content_Encoding="gzip"), "damaged"),
    ],
)
def test_servers_that_fail(site: Site, answer: samples.Answer, words: str | None) -> None:
    """Whatever a server does, it is one line in time, and the next target is read."""
    site.pages["/x"] = answer
    site.pages["/good"] = ("good\n",)
    if words is None:
        assert text(f"{site.url}/x") == "x"
        return
    assert words in failure("--timeout", "1", f"{site.url}/x")
    done = run("--timeout", "1", "--json", f"{site.url}/x", f"{site.url}/good")
    told, good = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, done.stderr) == (1, "")
    assert told["error"]["code"] in ("network", "timeout", "too-large", "corrupt")
    assert good["lines"][0]["text"] == "good"


@pytest.mark.parametrize(
    ("answer", "wanted"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nwords", "words"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nwords", "words"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\nwords", "words"),
        (b"HTTP/1.0 200\r\n\r\nwords", "words"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nwords\r\n0\r\n\r\n", "words"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nwords\r\nff\r\nmo", "wordsmo"),
        (b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nwords", "words"),
        (b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + samples.packed("words " * 99), "words " * 99),
        (b"HTTP/1.1 200 OK\r\nContent-Encoding: x-gzip\r\n\r\n" + samples.packed("words " * 999)[:-9], "words " * 500),
        (b"HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\n\r\n" + zlib.compress(b"words"), "words"),
        (b"HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\n\r\n" + zlib.compress(b"words" * 9, wbits=-15), "words" * 9),
        (b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwords and more", "words"),
        (b"HTTP/1.1 204 No Content\r\n\r\n", ""),
    ],
)
def test_servers_that_lie(site: Site, answer: bytes, wanted: str) -> None:
    """What came is taken, whatever the header says about its length and its packing."""
    site.pages["/x"] = samples.raw(answer)
    assert text(f"{site.url}/x").startswith(wanted)


def test_no_server() -> None:
    """A port where nobody listens, and a host that there is not."""
    free = Site()
    free.close()
    assert "refused" in failure(free.url)
    assert "not found" in failure("--timeout", "5", "http://no-such-host.invalid/x")


@pytest.mark.skipif(not shutil.which("unshare"), reason="there is no unshare here")
def test_no_network() -> None:
    """Without any network it is one line."""
    if subprocess.run(["unshare", "-rn", "true"], capture_output=True, check=False).returncode:
        pytest.skip("no network namespace may be made here")
    done = subprocess.run(["unshare", "-rn", READCLI, "http://192.0.2.1/"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)


@pytest.mark.parametrize("url", ["http:///x", "http://h:99999/", "http://a b/", "http://[::1/", "http://ü..ü/x", "http://h:port/"])
def test_what_is_no_url(url: str) -> None:
    """A URL that cannot be one is a usage error."""
    done = run(url)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_switched_off(site: Site, tmp_path: Path) -> None:
    """`--root` and `fetch = false` refuse all URLs, and nobody is asked."""
    site.pages["/x"] = ("x",)
    assert "--root" in failure("--root", str(tmp_path), f"{site.url}/x")
    assert "fetch" in failure(f"{site.url}/x", READCLI_FETCH="false")
    assert site.seen == []


def test_limits(site: Site) -> None:
    """`--max-file-size` bounds an answer, packed or not."""
    site.pages["/x"] = ("words " * 100,)
    site.pages["/z"] = lambda request: request.give(samples.packed("words " * 100), "text/plain", Content_Encoding="gzip")
    for path in ("/x", "/z"):
        assert "500" in failure("--max-file-size", "500", site.url + path)
        assert text("--max-file-size", "600", site.url + path) == "words " * 100


# TLS


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a certificate for 127.0.0.1 that only its own file vouches for."""
    if not shutil.which("openssl"):
        pytest.skip("there is no openssl here")
    return samples.make_certificate(tmp_path_factory.mktemp("tls"))


def test_tls(site: Site, certificate: Path) -> None:
    """A certificate must be vouched for, and be the host's."""
    secure = Site(certificate)
    try:
        secure.pages["/x"] = ("safe\n",)
        assert "certificate is not valid" in failure(f"{secure.url}/x", SSL_CERT_FILE="", SSL_CERT_DIR="")
        assert text(f"{secure.url}/x", SSL_CERT_FILE=str(certificate)) == "safe\n"
        message = failure(secure.url.replace("127.0.0.1", "localhost") + "/x", SSL_CERT_FILE=str(certificate))
        assert "certificate is not valid" in message
        assert secure.paths() == ["/x"]
        assert failure(secure.url.replace("https", "http") + "/x")
        assert "TLS failed" in failure(site.url.replace("http", "https") + "/x")
        site.pages["/up"] = samples.redirect(f"{secure.url}/x")
        assert text(f"{site.url}/up", SSL_CERT_FILE=str(certificate)) == "safe\n"
    finally:
        secure.close()


# Secrets and private addresses


def test_header_fields(site: Site, tmp_path: Path) -> None:
    """`--http-header` sends fields along, from a file too; ours say who asks and what is wanted."""
    site.pages["/x"] = ("x",)
    (tmp_path / "fields").write_text("# mine\nAuthorization: Bearer t\n\nX-B: two\n")
    text("--http-header", "X-A: one", "--http-header", f"@{tmp_path / 'fields'}", f"{site.url}/x")
    fields = site.seen[0][1]
    assert (fields["x-a"], fields["x-b"], fields["authorization"], fields["user-agent"]) == ("one", "two", "Bearer t", "readcli/0.1")
    text(site.url.replace("//", "//me:p%40ss@") + "/x")
    assert site.seen[1][1]["authorization"] == "Basic bWU6cEBzcw=="
    for bad in ("no colon", "A b: c", ": x", "X: a\nY: b", "X: \u20ac", "Host: other"):
        done = run("--http-header", bad, f"{site.url}/x")
        assert (done.returncode, done.stderr.count("\n")) == (2, 1), bad
    assert "no such file" in failure("--http-header", "@/nowhere", f"{site.url}/x")
    assert len(site.seen) == 2


def test_secrets_stay_with_their_origin(site: Site) -> None:
    """A redirect to another origin takes no secret with it, not even back again through it; on the same origin they stay."""
    other = Site()
    try:
        site.pages["/out"] = samples.redirect(f"{other.url}/in")
        site.pages["/same"] = samples.redirect("/end")
        site.pages["/end"] = ("end",)
        other.pages["/in"] = ("in",)
        flags = ("--http-header", "Authorization: a", "--http-header", "Cookie: c", "--http-header", "X-Token: t")
        assert text(*flags, f"{site.url}/out") == "in"
        assert not {"authorization", "cookie", "x-token"} & set(other.seen[0][1])
        assert text(*flags, f"{site.url}/same") == "end"
        assert site.seen[-1][1]["x-token"] == "t"
        text(site.url.replace("//", "//me:pw@") + "/out")
        assert "authorization" not in other.seen[1][1]
    finally:
        other.close()


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "127.9.9.9", "10.1.2.3", "172.16.0.1", "192.168.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "::1", "::", "fe80::1%eth0",
     "fd00:ec2::254", "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::", "224.0.0.1", "255.255.255.255", "ff02::1"],
)  # fmt: skip
def test_private_addresses(address: str) -> None:
    """An address that is not of the public network is asked only if it, or a host that leads there, was named."""
    with pytest.raises(NetworkFailed):
        url_wire.Guard("example.com").check("other.example.com", address)
    guard = url_wire.Guard("example.com")
    guard.check("example.com", "93.184.215.14")
    with pytest.raises(NetworkFailed):  # it has led to a public address before
        guard.check("example.com", address)
    url_wire.Guard(address.partition("%")[0]).check(address.partition("%")[0], address)


def test_named_hosts() -> None:
    """A named host may lead into a private network, but to the link's own addresses only an address leads."""
    url_wire.Guard("wiki.corp").check("wiki.corp", "10.0.0.7")
    with pytest.raises(NetworkFailed):
        url_wire.Guard("meta.corp").check("meta.corp", "169.254.169.254")
    for public in ("93.184.215.14", "2606:2800:21f:cb07::1", "64:ff9b::5db8:d70e"):
        url_wire.Guard("a").check("b", public)
    with pytest.raises(NetworkFailed):
        url_wire.Guard("a").check_name("metadata.google.internal")


# Proxies


def test_proxy(site: Site) -> None:
    """A proxy of the environment is asked for the whole URL; `no_proxy` names what is asked directly."""
    proxy = Site()
    try:
        proxy.pages["http://example.com/x"] = ("by proxy\n",)
        site.pages["/x"] = ("directly\n",)
        assert text("http://example.com/x", http_proxy=proxy.url.replace("//", "//u:p@")) == "by proxy\n"
        assert proxy.seen[0][1]["proxy-authorization"] == "Basic dTpw"
        assert proxy.seen[0][1]["host"] == "example.com"
        assert text(f"{site.url}/x", http_proxy=proxy.url, no_proxy="localhost, 127.0.0.1") == "directly\n"
        assert text("http://example.com/x", ALL_PROXY=proxy.url.removeprefix("http://")) == "by proxy\n"
        assert "the proxy refuses: HTTP 403" in failure("https://example.com/x", https_proxy=proxy.url)
        assert proxy.seen[-1][0] == "example.com:443"
        assert "no proxy that is known" in failure("http://example.com/", http_proxy="socks5://127.0.0.1:1")
        proxy.pages["http://example.com/meta"] = samples.redirect("http://169.254.169.254/")
        assert "is private" in failure("http://example.com/meta", http_proxy=proxy.url)
    finally:
        proxy.close()


@pytest.mark.parametrize(
    ("value", "host", "is_direct"),
    [
        ("*", "a.b", True),
        ("b", "a.b", True),
        (".b", "a.b", True),
        ("b", "ab", False),
        ("a.b:8080", "a.b", False),
        ("a.b:80", "a.b", True),
        ("", "a", False),
    ],
)
def test_no_proxy(value: str, host: str, is_direct: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """`no_proxy` takes names, domains and ports."""
    monkeypatch.setenv("http_proxy", "http://p:1")
    monkeypatch.setenv("no_proxy", value)
    assert (url_place.proxy_for(url_place.Place(f"http://{host}/")) is None) == is_direct


# The cache


def keeping(request: samples.Request) -> None:
    """Answer with an ETag, and 304 where it is known."""
    if request.headers.get("If-None-Match") == '"v1"':
        request.send_response(304)
        request.end_headers()
    else:
        request.give("kept words\n", "text/plain; charset=utf-8", ETag='"v1"')


def test_conditional_cache(site: Site, cache: Path) -> None:
    """What has an ETag is kept for its owner alone, asked about each time, and not sent again."""
    site.pages["/k"] = keeping
    for _ in range(2):
        assert text(f"{site.url}/k") == "kept words\n"
    assert "if-none-match" not in site.seen[0][1]
    assert site.seen[1][1]["if-none-match"] == '"v1"'
    assert stat.S_IMODE(cache.stat().st_mode) == 0o700
    (entry,) = cache.iterdir()
    assert stat.S_IMODE(entry.stat().st_mode) == 0o600
    assert json.loads(text("--json", f"{site.url}/k"))["facts"]["status"] == 200
    text("--no-cache", f"{site.url}/k")
    assert "if-none-match" not in site.seen[-1][1]
    assert text("--clear-cache").startswith(f"{cache}: 1 page dropped\n{cache.parent}/lines: 0 line indexes dropped\n")
    assert list(cache.iterdir()) == []


def test_cache_by_date(site: Site) -> None:
    """Without an ETag the date is asked about."""
    date = "Mon, 06 Sep 2021 00:01:00 GMT"
    site.pages["/k"] = lambda request: request.give("x", "text/plain", Last_Modified=date)
    text(f"{site.url}/k")
    text(f"{site.url}/k")
    assert site.seen[1][1]["if-modified-since"] == date


def test_what_is_not_kept(site: Site, cache: Path) -> None:
    """Nothing is kept of requests with secrets, of what forbids it, of what cannot be asked about, of what is not whole."""
    site.pages["/k"] = keeping
    text("--http-header", "Cookie: c", f"{site.url}/k")
    text(site.url.replace("//", "//u:p@") + "/k")
    text("--no-cache", f"{site.url}/k")
    site.pages["/n"] = lambda request: request.give("x", "text/plain", ETag='"v"', Cache_Control="private, no-store")
    site.pages["/p"] = ("x",)
    site.pages["/s"] = samples.raw(b'HTTP/1.1 200 OK\r\nETag: "v"\r\nContent-Length: 99\r\n\r\nshort')
    for path in ("/n", "/p", "/s"):
        text("-q", site.url + path)
    assert not cache.exists() or not list(cache.iterdir())


def test_caches_that_are_not_used(site: Site, cache: Path) -> None:
    """A folder that others may enter and an entry that is damaged are as if they were not there."""
    site.pages["/k"] = keeping
    text(f"{site.url}/k")
    (entry,) = cache.iterdir()
    for content in (b"", b"{}\n", b"no json\n", b"[1]\nx", entry.read_bytes()[:-3], b"\xff\n"):
        entry.write_bytes(content)
        assert text(f"{site.url}/k") == "kept words\n"
    cache.chmod(0o755)
    assert text(f"{site.url}/k") == "kept words\n"
    assert "if-none-match" not in site.seen[-1][1]
    assert text(f"{site.url}/k", XDG_CACHE_HOME="/dev/null/x") == "kept words\n"


def test_the_cache_is_bounded(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond its limits the cache drops what was used least lately."""
    import io

    from readcli import limits
    from readcli.readers import url_cache

    monkeypatch.setattr(limits, "PAGES_KEPT", 3)
    monkeypatch.setattr(limits, "PAGE_KEPT", 100)
    for n in range(6):
        url_cache.keep(f"http://h/{n}", "a", {"etag": str(n)}, io.BytesIO(b"x" * 50))
        for age, path in enumerate(sorted(cache.iterdir(), key=lambda path: -path.stat().st_mtime)):
            os.utime(path, (1e9 - age, 1e9 - age))
    url_cache.keep("http://h/large", "a", {"etag": "e"}, io.BytesIO(b"x" * 101))
    assert len(list(cache.iterdir())) == 3
    assert url_cache.find("http://h/5", "a")
    assert not url_cache.find("http://h/0", "a")
    assert not url_cache.find("http://h/large", "a")


# The pieces by themselves


@pytest.mark.parametrize(
    ("content", "wanted", "absent"),
    [
        (samples.ATOM, ("# Log", "## Fine day", "*2024-05-01T00:00:00Z*", "plain <b>", "(http://h.org/fine%20day)", "## Untitled", "word…"), ("self", "urn:x")),
        (samples.RDF, ("# Old", "## One", "*2003-01-01*", "[Read more](http://h/1)"), ()),
        (samples.JSON_FEED, ("# Json log", "## Marked", "a *b*", "[Read more](http://h.org/m)", "plain <text>"), ("no entry",)),
        ("\n" + samples.RSS, ("## Story 10",), ("Story 11",)),
        ("<rss><channel><title>T</title><item><title>a&nbsp;b</title></item></channel></rss>", ("a&nbsp;b",), ("##",)),
        (samples.RSS[:500], ("Story 1",), ("## ",)),
        ('<!DOCTYPE rss [<!ENTITY x "boom">]><rss><channel><title>&x;</title></channel></rss>', ("&x;",), ("# boom",)),
        ("[" * 50 + "]" * 50, ("[\n",), ()),
        ('{"version": "https://jsonfeed.org/version/1", "items": 5}', ("# Feed",), ()),
    ],
    ids=["atom", "rdf", "json feed", "blank before", "unknown entity", "cut short", "entities", "nested", "no items"],
)  # fmt: skip
def test_made_text(content: str, wanted: tuple[str, ...], absent: tuple[str, ...]) -> None:
    """Feeds of every kind become Markdown; what is damaged stands as it came."""
    from readcli.readers import url

    source_said = _read(url, content)
    for word in wanted:
        assert word in source_said, source_said[:500]
    for word in absent:
        assert word not in source_said


def _read(module: object, content: str) -> str:
    from readcli.model import Source
    from tests.support import source_of

    source: Source = source_of(content.encode(), "x")
    source.facts = {"finalUrl": "http://h.org/feed"}
    return "\n".join(event for event in module.read(source, Options()) if isinstance(event, str))  # type: ignore[attr-defined]


@pytest.mark.parametrize("value", [{"a": [1, 2, {"b": None}], "ü": '\ud800 \n " \\ / ☃'}, [], {}, [[]], "x", 1, [True, False, None, 1.5e300], {"": [{}, [], ""]}])  # fmt: skip
def test_json_lines_are_what_json_says(value: object) -> None:
    """JSON set in lines is the same JSON, in the same form as the standard library sets it."""
    for compact in (json.dumps(value), json.dumps(value, indent=1), json.dumps(value, separators=(",", ":"))):
        lines = "\n".join(url_json.set_in_lines(compact))
        assert json.loads(lines) == value
        assert lines.replace("\\ud800", "") == json.dumps(value, indent=2, ensure_ascii=False).replace("\ud800", "") or "\\ud800" in lines


def test_json_keeps_what_was_written() -> None:
    """Numbers stay as written, and names that stand twice stay twice."""
    assert (
        "\n".join(url_json.set_in_lines('{"a":1.50,"a":1E400,"b":123456789012345678901234567890}'))
        == '{\n  "a": 1.50,\n  "a": 1E400,\n  "b": 123456789012345678901234567890\n}'
    )
    with pytest.raises(ValueError):
        list(url_json.set_in_lines('{"a":1}{"b":2}'))


def test_local_files_by_format(tmp_path: Path) -> None:
    """`--format url` makes the same of a file, and asks nobody."""
    for name, content, wanted in (
        ("f.xml", samples.RSS, "## Story 1\n"),
        ("j", '{"a":1}', '  "a": 1\n'),
        ("p.html", samples.PAGE, "menu entry"),
    ):
        (tmp_path / name).write_text(content)
        assert wanted in text("-q", "--format", "url", str(tmp_path / name))
    (tmp_path / "t").write_text("words\n")
    assert text("-p", "-q", "--format", "url", str(tmp_path / "t")) == "words\n"


def prose(count: int) -> str:
    """Give paragraphs."""
    return f"<p>{samples.LONG}</p>" * count


@pytest.mark.parametrize(
    ("page", "kept", "gone"),
    [
        (f"<body><nav>n1</nav><main><h1>T</h1>{prose(2)}<nav>n2</nav></main><footer>f</footer>", "T", "n1 n2 f"),
        (f"<body><h1>Outside</h1><nav>n</nav><main>{prose(2)}</main><footer>f</footer>", "Outside", "f"),
        (f"<body><div role=navigation>n</div><div role=main>{prose(1)}</div>", "sentence", "n</div"),
        (f"<body><article>{prose(3)}</article><div class=related>{prose(1)}rel</div>", "sentence", "rel"),
        (f"<body><article>{prose(2)}a1</article><article>{prose(2)}a2</article>", "a1 a2", ""),
        (f"<body><dl><dt>A<dd>{samples.LONG}</dl><h2>H</h2><dl><dt>B<dd>{samples.LONG}</dl><h2>I</h2><p>{samples.LONG}", "A B H I", ""),
        ("<body><ul>" + "".join(f"<li><a href={n}>entry {n}</a>" for n in range(50)) + "</ul>", "entry 0|entry 49", ""),
        (f"<body><header class=top><a href=/>x</a><h1>Kept</h1></header>{prose(2)}", "Kept", ""),
        (f"<body><aside class=note>Mind the gap</aside>{prose(2)}", "Mind", ""),
        (f"<body><div class=cookie-banner><p>{samples.LONG}cookies</p></div><div>{prose(4)}</div>", "sentence", "cookies"),
        ("<body><p>short", "short", ""),
        ("", "", ""),
        ("no tags at all", "no tags", ""),
        ("<div>" * 3000 + "deep" + "</div>" * 3000, "deep", ""),
        ("</div></p></b>" * 50 + "<p>x</i>y", "x|y", ""),
    ],
)
def test_main_content_of(page: str, kept: str, gone: str) -> None:
    """What stands around a page's content is left out; a page without any is left whole."""
    piece, _ = url_main.pick(page)
    for word in kept.split("|") if "|" in kept else kept.split():
        assert word in piece
    for word in gone.split():
        assert f"{word}<" not in piece


@pytest.mark.parametrize("cut", range(0, len(samples.PAGE), 97))
def test_pages_cut_short(cut: int) -> None:
    """A page that breaks off anywhere is still read."""
    piece, _ = url_main.pick(samples.PAGE[:cut])
    assert isinstance(piece, str)


@pytest.mark.parametrize(
    ("disposition", "kind", "path", "wanted"),
    [
        ("", "", "/d/a.txt", "a.txt"),
        ("", "text/html", "/", "h.org.html"),
        ("", "text/html", "/a.php", "a.php.html"),
        ("", "text/html", "/a.htm", "a.htm"),
        ("", "application/pdf", "/get", "get.pdf"),
        ("", "application/zip", "/x.whl", "x.whl"),
        ("", "application/json", "/n.ipynb", "n.ipynb"),
        ("", "", "/%C3%A4%2F..%2Fb.csv", "b.csv"),
        ('attachment; filename="a;b.txt"', "", "/x", "a;b.txt"),
        ("attachment; filename=../../etc/passwd", "", "/x", "passwd"),
        ("attachment; filename*=utf-8''%E2%82%AC.txt; filename=e.txt", "", "/x", "€.txt"),
        ("attachment; filename=..", "", "/x", "h.org"),
        ("inline", "", "/x.md", "x.md"),
    ],
)
def test_names_of_answers(disposition: str, kind: str, path: str, wanted: str) -> None:
    """A name is one component, whoever chose it, and ends as its type wants where it says nothing itself."""
    assert url_headers.name_of(url_place.Place(f"http://h.org{path}"), disposition, kind) == wanted


@pytest.mark.parametrize(
    ("url", "wanted"),
    [
        ("HTTP://Example.COM:80/a?b=c#d", "http://example.com/a?b=c"),
        ("https://u:p@h:8443", "https://h:8443/"),
        ("http://bücher.example/ü?ä=1", "http://xn--bcher-kva.example/%C3%BC?%C3%A4=1"),
        ("http://[::1]:8/x y", "http://[::1]:8/x%20y"),
        ("http://h/a%2Fb%zz", "http://h/a%2Fb%zz"),
        ("http://h/a\r\nX: y", "http://h/aX:%20y"),
    ],
)
def test_urls(url: str, wanted: str) -> None:
    """A URL is sent in ASCII, with nothing in it that could end a line."""
    assert url_place.Place(url).url == wanted


def test_schemes() -> None:
    """Only http and https are fetched."""
    for url in ("ftp://h/x", "file:///x", "x"):
        with pytest.raises(UsageError):
            url_place.Place(url)
    with pytest.raises(ReadError):
        url_place.follow(url_place.Place("http://h/"), "data:text/plain,x")
    assert url_place.follow(url_place.Place("https://h/a/b"), "../c?x y").url == "https://h/c?x%20y"
    assert url_place.follow(url_place.Place("https://h/a"), "//i/c").url == "https://i/c"


def test_html_files_stay_whole() -> None:
    """A file in HTML is read with its navigation: only what was fetched is cut to its main content."""
    assert "menu entry" in said("html", samples.PAGE.encode(), "x.html").text


def test_from_python(site: Site) -> None:
    """`readcli.read` reads URLs too, here in a process with threads, and takes header fields."""
    from readcli import read

    site.pages["/p"] = (samples.PAGE, "text/html")
    page = read(f"{site.url}/p", http_header="X-A: b", no_cache=True)
    assert (page.format, page.lines[0].text, page.facts["status"]) == ("html", "# A day", 200)
    assert site.seen[0][1]["x-a"] == "b"
    with pytest.raises(NetworkFailed):
        read(f"{site.url}/nothing")


@pytest.mark.parametrize("answer", [samples.stall, samples.drip, samples.drip_header])
def test_an_interruption_ends_a_fetch(site: Site, cache: Path, answer: Callable[[samples.Request], None]) -> None:
    """Ctrl-C ends with 130 while an answer is waited for, long before the deadline; nothing is said and nothing left behind."""
    site.pages["/p"] = answer
    with subprocess.Popen(
        [READCLI, "--timeout", "0", f"{site.url}/p"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as process:
        while not site.seen:
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        assert (*process.communicate(), process.returncode) == (b"", b"", 130)
    assert not [path for path in cache.parent.rglob("*") if path.is_file()]
