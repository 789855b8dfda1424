"""A web site on loopback that does what sites do, and what they should not; and pages, feeds and JSON."""

from __future__ import annotations

import gzip
import http.server
import io
import json
import socketserver
import ssl
import subprocess
import threading
import time
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

LONG = "A sentence that is long enough to be taken for prose, with a comma in it. "
PAGE = f"""<!DOCTYPE html><html lang=en><head><title>The site - A day</title></head><body>
<header><a href=/>Home</a> <a href=/about>About</a></header>
<nav><ul><li><a href=/one>First menu entry</a><li><a href=/two>Second menu entry</a></ul></nav>
<div id=wrap><div class=post-content><h1>A day</h1><p>{LONG * 3}<a href="../more">more</a></p>
<pre><code>if x:
    y &lt; 1

  z</code></pre><table><tr><th>k<th>v<tr><td>a<td>2</table><p>{LONG * 2}</p></div>
<div class=sidebar><p>About the author, who says so much that it might be prose as well.</p></div></div>
<div id=comments><p>First! And a comment that goes on for quite a while, too.</p></div>
<footer>Imprint, all rights reserved</footer><script>var tracking = 1;</script></body></html>"""
WALL = "<!DOCTYPE html><html><head><title>App</title></head><body><noscript>You need to enable JavaScript to run this app.</noscript><div id=root></div><script src=app.js></script></body></html>"
MARKDOWN = "# A page\n\nThe same as Markdown, long enough to be believed: more than a hundred characters of text, which this is.\n"
RSS = (
    '<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>News &amp; more</title>'
    + "".join(
        f"<item><title>Story {n}</title><link>/story/{n}</link><pubDate>Mon, 06 Sep 2021 00:0{n % 10}:00 GMT</pubDate>"
        f"<description>&lt;p&gt;Text of &lt;b&gt;{n}&lt;/b&gt;&lt;/p&gt;</description></item>"
        for n in range(1, 13)
    )
    + "</channel></rss>"
)
ATOM = (
    '<feed xmlns="http://www.w3.org/2005/Atom"><title>Log</title><link href="http://h/"/><entry><title type="html">&lt;i&gt;Fine&lt;/i&gt; day</title>'
    '<link rel="self" href="/self"/><link href="/fine day"/><updated>2024-05-01T00:00:00Z</updated><summary>plain &lt;b&gt;</summary></entry>'
    "<entry><title/><id>urn:x</id><content type='html'>" + "&lt;p&gt;word word&lt;/p&gt;" * 200 + "</content></entry></feed>"
)
RDF = (
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">'
    "<channel><title>Old</title></channel><item><title>One</title><link>http://h/1</link><dc:date>2003-01-01</dc:date></item></rdf:RDF>"
)
JSON_FEED = json.dumps(
    {
        "version": "https://jsonfeed.org/version/1.1",
        "title": "Json log",
        "items": [
            {"id": "1", "title": "Marked", "content_html": "<p>a <em>b</em></p>", "url": "/m", "date_published": "2024-01-02"},
            {"id": "2", "content_text": "plain <text>"},
            "no entry",
        ],
    }
)


def an_archive() -> bytes:
    """Make a zip with a text in a folder."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("x/y.txt", "in the zip\nline two\n")
    return file.getvalue()


def a_pdf() -> bytes:
    """Make a PDF of two pages."""
    import pymupdf

    made = pymupdf.open()
    for number in (1, 2):
        made.new_page().insert_text((72, 72), f"This is page {number}")
    return made.tobytes()


class Request(http.server.BaseHTTPRequestHandler):
    """Answers by the site's table: what stands there, or what a function there does."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        site = self.server.site  # type: ignore[attr-defined]
        path = self.path.partition("?")[0]
        site.seen.append((path, {name.lower(): value for name, value in self.headers.items()}))
        self.close_connection = True
        answer = site.pages.get(path)
        try:
            if callable(answer):
                answer(self)
            elif answer:
                self.give(*answer)
            else:
                self.give("there is nothing here", "text/plain", 404)
        except (ConnectionError, ssl.SSLError):
            pass

    def do_CONNECT(self) -> None:
        """Be a proxy: say what is asked for, and answer as the host itself would."""
        self.server.site.seen.append((self.path, dict(self.headers)))  # type: ignore[attr-defined]
        self.send_response_only(403, "Not through here")
        self.end_headers()
        self.close_connection = True

    def give(self, body: bytes | str, kind: str = "text/plain", status: int = 200, **fields: str) -> None:
        """Send one whole answer."""
        content = body.encode() if isinstance(body, str) else body
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(content)), **fields}.items():
            if value:
                self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_words: object) -> None:
        """Say nothing."""


class _Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    request_queue_size = 32

    def handle_error(self, *_words: object) -> None:
        """Clients that refuse or break off are what is tested."""


Answer = tuple[object, ...] | Callable[[Request], None]


class Site:
    """A running site: `pages` by path, `seen` what was asked for with which header fields."""

    def __init__(self, certificate: Path | None = None, host: str = "127.0.0.1") -> None:
        self.pages: dict[str, Answer] = {}
        self.seen: list[tuple[str, dict[str, str]]] = []
        self._server = _Server((host, 0), Request)
        self._server.site = self  # type: ignore[attr-defined]
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True, do_handshake_on_connect=False)
        self.url = f"http{'s' if certificate else ''}://{host}:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def close(self) -> None:
        """Stop."""
        self._server.shutdown()
        self._server.server_close()

    def paths(self) -> list[str]:
        """Give the paths asked for."""
        return [path for path, _ in self.seen]


def make_certificate(folder: Path) -> Path:
    """Make a certificate for 127.0.0.1 that nobody but itself vouches for, and its key, in one file."""
    key, certificate, both = folder / "key.pem", folder / "certificate.pem", folder / "both.pem"
    words = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"]
    words += ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(words, check=True, capture_output=True)
    both.write_bytes(key.read_bytes() + certificate.read_bytes())
    return both


def endless(request: Request) -> None:
    """Send for ever."""
    request.send_response(200)
    request.end_headers()
    while True:
        request.wfile.write(b"more and more\n" * 4096)


def drip(request: Request) -> None:
    """Send a byte ten times a second."""
    request.send_response(200)
    request.end_headers()
    for _ in range(300):
        request.wfile.write(b"x")
        time.sleep(0.1)


def drip_header(request: Request) -> None:
    """Send a header that never ends, a byte ten times a second."""
    request.wfile.write(b"HTTP/1.1 200 OK\r\nX: ")
    for _ in range(300):
        request.wfile.write(b"x")
        time.sleep(0.1)


def stall(_request: Request) -> None:
    """Say nothing."""
    time.sleep(30)


def bomb(request: Request) -> None:
    """Send what unpacks to a hundred times as much as may be."""
    packer = zlib.compressobj(9, wbits=31)
    body = b"".join(packer.compress(bytes(1 << 20)) for _ in range(64)) + packer.flush()
    request.give(body, "text/plain", Content_Encoding="gzip")


def raw(answer: bytes) -> Callable[[Request], None]:
    """Send these bytes and close."""
    return lambda request: request.wfile.write(answer) and None


def redirect(where: str, status: int = 302) -> Callable[[Request], None]:
    """Send the client elsewhere."""
    return lambda request: request.give("", "", status, Location=where)


def packed(text: str) -> bytes:
    """Pack with gzip, in two members."""
    half = len(text) // 2
    return gzip.compress(text[:half].encode()) + gzip.compress(text[half:].encode())
