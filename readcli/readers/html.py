"""HTML and XHTML files, whole, as Markdown (HTML Living Standard; XHTML 1.0).

Navigation stays: a file is read as it is. The main content of a web page is chosen by whoever fetches it.
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
    lines = html_markdown.convert(text, options)
    yield from lines
    if not lines:
        yield Notice("the page has no text")
    if not options.hidden:
        notice = html_markdown.tell_left_out(html_markdown.count_left_out(text))
        if notice:
            yield notice
