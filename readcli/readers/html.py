"""HTML and XHTML files, whole, as Markdown (HTML Living Standard; XHTML 1.0).

A file is read as it is, with its navigation; of a page that was fetched only the main content, unless all is asked for.
"""

from collections.abc import Iterator

from readcli.errors import Corrupt
from readcli.model import Event, Notice, Options, Source
from readcli.readers import html_charset, html_markdown


def read(source: Source, options: Options) -> Iterator[Event]:
    """Give facts (title, author), the Markdown lines, and a notice about what nobody would see. Raises Corrupt."""
    page = source.read()
    text, charset, trouble = html_charset.decode(page, options.encoding, source.charset)
    if "<" not in text and "\0" in text:
        msg = "it is not HTML"
        raise Corrupt(msg)
    yield {**html_markdown.find_facts(text), "encoding": charset}
    if options.facts_only:
        return
    if trouble:
        yield Notice(trouble)
    base = ""
    if source.label == "URL output":
        text, base, trouble = _main(text, str(source.facts.get("finalUrl", "")), options)
        if trouble:
            yield Notice(trouble)
    lines = html_markdown.convert(text, options, base)
    yield from lines
    if not lines:
        yield Notice("the page has no text")
    if not options.hidden:
        notice = html_markdown.tell_left_out(html_markdown.count_left_out(text))
        if notice:
            yield notice


def _main(text: str, url: str, options: Options) -> tuple[str, str, str]:
    """Give the main content of a page that came from a URL, what its links are relative to, and a notice or nothing."""
    from readcli.readers import url_links, url_main

    base = url_links.base_of(text, url)
    if options.whole_page or options.hidden:
        return text, base, ""
    piece, is_part = url_main.pick(text)
    if not is_part:
        return text, base, ""
    if html_markdown.is_xhtml(text):
        piece = f'<?xml version="1.0"?>{piece}'
    return piece, base, "only the main content of the page; --whole-page shows all"
