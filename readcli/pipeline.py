"""The whole program in one function: from an argument to a page.

    argument -> locate -> choose, load, read (again while the answer is another source) -> view -> page

Each stage takes values and gives values; no stage calls an earlier one.
"""

from __future__ import annotations

import os

from readcli import limits, locate, registry
from readcli.document import Document, MadeLines
from readcli.errors import TooLarge, UsageError
from readcli.lines import Block, whole_lines
from readcli.page import CHOICE_VIEWS, Page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from readcli.lines import Item
    from readcli.model import Event, Options, Source
    from readcli.registry import Format
    from readcli.selector import Selector


AS_SOURCE = ("notebook", "html", "eml", "url")  # text underneath: `raw` with lines gives those of the file itself


def read(argument: str, options: Options) -> Page:
    """Read one target: the page's items are still to be taken. Raises ReadError, also while they are."""
    source, selector, notices = locate.locate(argument, options)
    if options.sql is not None:
        source, selector = _ask(source, selector, options)
    if options.json and selector and selector.view == "raw":
        raise UsageError("raw bytes cannot stand in JSON", "leave --json or :raw away")
    if selector and selector.view == "raw" and not selector.kind:
        return _raw(source, selector, options)
    document = understand(source, selector, options)
    document.preface = notices
    return page_of(document, selector, options)


def page_of(document: Document, selector: Selector | None, options: Options) -> Page:
    """Give what a selector chooses of a document as a page. Raises ReadError, also while its items are taken."""
    page = Page(document, selector, options)
    name = view_of(page)
    if options.count and name != "search":
        raise UsageError("--count counts the lines that match a pattern", "write FILE:/RE/")
    items = registry.load("views", name).show(page)
    if name in ("plain", "summary") and not document.is_made and not page.is_summary and len(page.selector.ranges) < 2:
        items = _watch(page, items)
    if page.gutter == "anchors" or options.json:
        items = whole_lines(items)
    page.items = page.fit(items)
    return page


def _ask(source: Source, selector: Selector | None, options: Options) -> tuple[Source, Selector | None]:
    """Ask a SQLite file what `--sql` says, as `?q=` behind its name would."""
    if source.inside or registry.choose(source, options).name != "sqlite":
        raise UsageError(f"{source.path}: --sql asks a SQLite file", "write readcli --sql 'SELECT ...' FILE")
    source.inside = ("query", options.sql or "")
    return source, selector


def _watch(page: Page, items: Iterator[Item]) -> Iterator[Item]:
    """Let items through; from what may be a merge conflict on, somebody looks at them who can tell."""
    for item in items:
        if isinstance(item, Block) and b"<" in item.data and b"<<<<<<<" in item.data:  # the one letter is found 40 times as fast
            yield from registry.load("views", "conflicts_seen").watch(page, item, items)
            return
        yield item


def understand(source: Source, selector: Selector | None, options: Options) -> Document:
    """Read a source, and what is inside it where it is a wrapper, into a document."""
    while True:
        row = registry.choose(source, options)
        if row.kind == "text":
            return registry.load("readers", row.module).document(source, row, options)  # type: ignore[no-any-return]
        if row.name in AS_SOURCE and selector and selector.view == "raw":
            return registry.load("readers", "text").document(source, registry.TEXT, options)  # type: ignore[no-any-return]
        if row.kind != "wrapper":
            break
        if source.depth >= limits.DEPTH:
            raise TooLarge(f"streams lie deeper than {limits.DEPTH}", "[limits] DEPTH lifts it")
        outer, source = source, registry.load("readers", row.module).inner(source, options)
        source.facts, source.header = {**outer.facts, **source.facts}, source.header or outer.header
        options = options.but(format=None) if options.format == row.name else options
    document = Document(source, row)
    if selector and selector.kind == "parts" and not options.json and options.gutter not in ("numbers", "anchors"):
        options = options.but(parts=selector.ranges)
    if row.name == "man":
        options = _for_width(options, selector)
    if row.name == "image":
        options = registry.load("render", "picture").asked(options, selector)
    if row.kind == "document":
        document.lines = MadeLines(_events(source, row, options), document)
    else:
        document.lines = MadeLines(registry.load("readers", row.module).read(source, options), document)
    if selector and selector.view == "raw":
        raise UsageError(f"{row.name} has no lines of its own", f"write :raw for the bytes, or {selector.text} for the lines of the text")
    return document


def _events(source: Source, row: Format, options: Options) -> Iterator[Event | bytes]:
    """Give what the reader of a document gives, in a child; or what it gave before, where that is kept."""

    def make(options: Options) -> Iterator[Event | bytes]:
        from readcli import isolate

        return isolate.events(row.module, source, options)

    if options.cache == "text" or (options.cache and os.environ.get("XDG_RUNTIME_DIR")):
        from readcli import kept_text

        if kept_text.may_keep(source, row, options):
            return kept_text.events(source, row, options, make)
    return make(options)


def _for_width(options: Options, selector: Selector | None) -> Options:
    """Tell a reader that sets text to a width how wide standard output is, and whether it can show bold and underlined."""
    from readcli import terminal

    is_sought = options.json or options.gutter == "anchors" or (selector and selector.kind == "search")
    return options.but(columns=terminal.size()[0], is_styled=terminal.is_coloured(1, options) and not is_sought)


def view_of(page: Page) -> str:
    """Name the view that answers a page's selector."""
    selector = page.selector
    if page.document.is_binary:
        return "binary"
    if selector.view:
        return "conflicts" if selector.view == "conflict" else selector.view
    if not selector.kind and (page.is_agent or page.options.summary) and registry.load("views", "summary").is_wanted(page):
        return "summary"
    return CHOICE_VIEWS.get(selector.kind, "plain")


def _raw(source: Source, selector: Selector, options: Options) -> Page:
    """Give the bytes of a source, whatever it is."""
    if source.format == "directory" or source.inside:
        raise UsageError(f"{source.path}: it has no bytes of its own", "leave :raw away")
    document = Document(source, registry.TEXT)
    page = Page(document, selector, options)
    page.gutter = "none"
    return page
