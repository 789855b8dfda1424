"""What lies at a URL, fetched and handed on as a source like any other: a PDF, an archive, a picture, text.

Only JSON, feeds and HTML are worked on here: JSON is set in lines, feeds become Markdown, for a page in HTML its site is asked
whether it has the same as Markdown. That happens when their text is wanted; `raw` gives what was fetched.
"""

from __future__ import annotations

import os

from readcli import limits, registry
from readcli.errors import Corrupt
from readcli.model import Notice, Source, hold
from readcli.readers import html_charset, url_body, url_fetch, url_headers, url_links
from readcli.readers.url_place import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

    from readcli.model import Event, Options
    from readcli.readers.url_fetch import Answer, Fetcher

ACCEPT = "text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, */*;q=0.8"
_BESIDE = "text/markdown, text/plain;q=0.9"
_LABEL = "URL output"
_LEAST = 100  # characters of a Markdown file beside a page, or it is not taken for one


class Fetched(Source):
    """A source that came from a URL, with what fetched it, for what may lie beside it."""

    __slots__ = ("fetcher", "place")

    fetcher: Fetcher | None
    place: Place


def open_source(url: str, options: Options) -> Source:
    """Fetch a URL. Raises UsageError, NetworkFailed, DeadlinePassed, TooLarge."""
    place = Place(url)
    fetcher = url_fetch.Fetcher(place, options)
    raw = url_links.raw_file(place)
    answer = fetcher.get(raw or place, ACCEPT)
    source = _source(url, answer, options)
    source.fetcher = fetcher
    method = "github-raw" if raw else _method(source, answer, options)
    facts = {"url": place.url, "finalUrl": answer.place.url, "status": answer.status, "contentType": answer.headers.get("content-type", "")}
    source.facts = {**facts, "method": method}
    source.header = _header(source.facts, answer.notices)
    return source


def _source(url: str, answer: Answer, options: Options) -> Fetched:
    """Make a source of an answer: its name, its charset, and whether it is one of those that are worked on here."""
    kind, charset = url_headers.type_of(answer.headers.get("content-type", ""))
    name = options.file_name or url_headers.name_of(answer.place, answer.headers.get("content-disposition", ""), kind)
    size = url_body.size_of(answer.file)
    source = Fetched(os.path.basename(name), url, answer.file, size=size, seekable=True, label=_LABEL)
    source.fetcher, source.place = None, answer.place
    source.charset = _believed(charset, answer, kind)
    _tell(answer.file, answer.notices)
    return source


def _tell(file: IO[bytes], notices: list[str]) -> None:
    """Hang notices on a stream, where whoever reads it to its end looks for them."""
    file.notices = notices  # type: ignore[attr-defined]


def _believed(charset: str | None, answer: Answer, kind: str) -> str | None:
    """Give the charset of a text as browsers mean its name, unless the bytes do not fit it. HTML's reader sees to that itself."""
    if not charset or not kind.startswith("text/") or kind == "text/html":
        return charset
    charset = charset if "ascii" in charset else html_charset.meant(charset)
    content = answer.file.read(limits.WHOLE)
    answer.file.seek(0)
    try:
        content.decode(charset)
    except UnicodeError:
        if len(content) < limits.WHOLE:  # else it may only be cut
            answer.notices.append(f"it is said to be {charset}, which its bytes are not")
            return None
    return charset


def _method(source: Fetched, answer: Answer, options: Options) -> str:
    """Say how the text is made, and mark what `inner` works on."""
    kind, _ = url_headers.type_of(answer.headers.get("content-type", ""))
    row = registry.choose(source, options)
    if options.text or options.format:
        return row.name
    if row.name == "html":
        source.format = "url"
        return "html"
    if row.name == "text" and kind != "text/plain" and (found := _worked_on(source.head, kind)):
        source.format = "url"
        return found
    if kind in url_links.MARKDOWN and not source.place.target.partition("?")[0].endswith((".md", ".markdown")):
        return "content-negotiation"
    return row.name


def _worked_on(head: bytes, kind: str) -> str:
    """Tell feeds and JSON from other text."""
    from readcli.readers import url_feed

    start = head[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    if start.startswith(b"<"):
        return "feed" if url_feed.is_xml_feed(start) else ""
    is_json = kind.endswith(("/json", "+json")) and kind != "application/x-ndjson"
    if is_json and url_feed.is_json_feed(start):
        return "feed"
    return "json" if is_json else ""


def _header(facts: dict[str, object], notices: list[str]) -> list[str]:
    """Write what agents see before the text."""
    lines = [f"URL: {facts['finalUrl']}", f"Content-Type: {facts['contentType']}", f"Method: {facts['method']}"]
    return [*lines, *([f"Notes: {'; '.join(notices)}"] if notices else []), "", "---", ""]


def inner(source: Source, options: Options) -> Source:
    """Give what a page, a feed or JSON is read as: Markdown from beside it, the text made of it, or itself."""
    method = source.facts.get("method", "")
    if method not in ("feed", "json", "html", "github-raw"):  # a local file, with --format url
        start = source.peek(limits.HEAD)
        method = (
            "html" if registry.choose(_bare(source), options.but(format=None)).name == "html" else _worked_on(start, "application/json")
        )
    elif method == "github-raw":
        method = _worked_on(source.head or source.peek(), url_headers.type_of(str(source.facts["contentType"]))[0]) or "html"
    if method == "html" and isinstance(source, Fetched) and source.fetcher and not (options.whole_page or options.hidden):
        return _beside(source, options) or _bare(source)
    if method == "html":
        return _bare(source)
    return _made(source, options)


def _bare(source: Source) -> Source:
    """Give the same source, read as its content and its name say."""
    source.format = None
    return source


def _beside(source: Fetched, options: Options) -> Source | None:
    """Ask the page's own site for its Markdown, and for llms.txt where a page says nothing without its scripts."""
    fetcher = source.fetcher
    assert fetcher
    page = source.read().decode("utf-8", "replace")
    place = source.place
    tries = [("alternate-markdown", url_links.alternate(page, place)), ("md-suffix", url_links.neighbour(place))]
    is_wall = url_links.is_wall(page)
    if is_wall:
        tries += [("llms.txt", one) for one in url_links.llms(place)]
    for method, where in tries:
        answer = fetcher.beside(where, _BESIDE, place.origin) if where and where.url != place.url else None
        if answer and _is_markdown(answer):
            return _instead(source, answer, method, options)
    if is_wall:
        notices = [*getattr(source.stream, "notices", ()), "the page has hardly any text without its scripts"]
        _tell(source.stream, notices)
        source.header = _header(source.facts, notices)
    return None


def _is_markdown(answer: Answer) -> bool:
    kind, charset = url_headers.type_of(answer.headers.get("content-type", ""))
    text = answer.file.read(limits.HEAD).decode(charset or "utf-8", "replace")
    answer.file.seek(0)
    return len(text) > _LEAST and url_links.is_markdown(kind, text)


def _instead(source: Fetched, answer: Answer, method: str, options: Options) -> Source:
    """Make a source of what lay beside a page."""
    found = _source(source.path, answer, options.but(file_name=None))
    found.format = "text"
    if method == "llms.txt":
        answer.notices.append("the page has hardly any text without its scripts; this is what its site tells about itself")
    kind = answer.headers.get("content-type", "")
    found.facts = {**source.facts, "finalUrl": answer.place.url, "contentType": kind, "method": method}
    found.header = _header(found.facts, answer.notices)
    return found


def _made(source: Source, options: Options) -> Source:
    """Have a child make the text; what it says beside becomes facts and notices."""
    from readcli import isolate

    facts: dict[str, object] = {}
    notices = list(getattr(source.stream, "notices", ()))

    def lines() -> Iterator[bytes]:
        for event in isolate.events("url", source, options):
            if isinstance(event, bytes):
                yield event
            elif isinstance(event, Notice):
                notices.append(event.text)
            elif isinstance(event, dict):
                facts.update(event)

    file = hold(lines())
    _tell(file, notices)
    made = Source(source.name, source.path, file, size=url_body.size_of(file), seekable=True, depth=source.depth, label=source.label)
    made.format, made.charset, made.facts = "text", "utf-8", facts
    return made


def read(source: Source, options: Options) -> Iterator[Event]:
    """Set JSON in lines, or give a feed as Markdown; what is damaged stands as it came, with a notice. Runs in a child."""
    from readcli.readers import url_feed, url_json

    content = source.read()
    text, _, _ = html_charset.decode(content, options.encoding, source.charset)
    text = text.removeprefix("\ufeff")
    url = str(source.facts.get("finalUrl", ""))
    try:
        if content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
            yield from url_feed.read_xml(content, url, options)
        elif url_feed.is_json_feed(content):
            yield from url_feed.read_json(text, url, options)
        else:
            yield from url_json.set_in_lines(text)
    except Corrupt as error:
        yield text.rstrip("\n")
        yield Notice(f"{error.message}; shown as it came")
    except ValueError:
        yield text.rstrip("\n")
        yield Notice("it is not JSON; shown as it came")
