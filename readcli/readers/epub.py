"""EPUB 2 and 3: the chapters of the spine in reading order, as Markdown (EPUB 3.3; OPF 2.0.1).

The table of contents only names the chapters; it is shown where the spine itself holds it. One chapter is inflated and
converted at a time.
"""

from collections.abc import Iterator

from readcli.errors import Corrupt, ReadError
from readcli.model import Event, Notice, Options, Part, Source
from readcli.package import Package
from readcli.readers import html_charset, html_markdown
from readcli.readers.epub_book import Book, Item, open_book

_SHOWN = (("Title", "title"), ("Author", "creator"), ("Translator or editor", "contributor"), ("Publisher", "publisher"), ("Date", "date"))
_TEXT = ("application/xhtml+xml", "text/html", "application/x-dtbook+xml", "text/x-oeb1-document", "application/xml", "text/xml", "")


def read(source: Source, options: Options) -> Iterator[Event]:
    """Give facts, a few lines of metadata, then chapter by chapter. Raises Corrupt, Encrypted (DRM), TooLarge."""
    package = Package(source.seekable())
    book = open_book(package)
    yield _find_facts(book)
    if options.facts_only:
        return
    yield from _metadata_lines(book)
    trouble: list[str] = []
    left_out: dict[str, int] = {}
    for number, item in enumerate(book.spine, 1):
        if not _is_wanted(number, options):
            continue
        page = _read_item(package, item, trouble)
        lines = html_markdown.convert(page, options) if page else []
        yield Part("chapter", number, book.titles.get(item.path, "") or _first_heading(lines))
        if lines:
            yield "\n".join(lines)
            yield ""
        if not options.hidden:
            _add(left_out, html_markdown.count_left_out(page))
    if trouble:
        yield Notice(f"{len(trouble)} of {len(book.spine)} chapters could not be read whole: {'; '.join(trouble[:5])}")
    notice = html_markdown.tell_left_out(left_out)
    if notice:
        yield notice


def _is_wanted(number: int, options: Options) -> bool:
    if options.parts is None:
        return True
    return any(wanted.first <= number and (wanted.last is None or number <= wanted.last) for wanted in options.parts)


def _find_facts(book: Book) -> dict[str, object]:
    facts: dict[str, object] = {"chapters": len(book.spine)}
    for key, name in (("title", "title"), ("author", "creator"), ("language", "language"), ("publisher", "publisher"), ("date", "date")):
        if book.metadata.get(name):
            facts[key] = ", ".join(book.metadata[name])
    return facts


def _metadata_lines(book: Book) -> Iterator[str]:
    lines = [f"{label}: {', '.join(book.metadata[name])}" for label, name in _SHOWN if book.metadata.get(name)]
    if lines:
        yield "\n".join(lines)
        yield ""


def _read_item(package: Package, item: Item, trouble: list[str]) -> str:
    """Give the HTML of a chapter as far as it can be inflated, and say in `trouble` what is wrong with it."""
    if item.kind not in _TEXT:
        return f'<p><img src="{item.path}" alt="{item.path}"></p>' if item.kind.startswith("image/") and "svg" not in item.kind else ""
    pieces: list[bytes] = []
    try:
        pieces.extend(package.chunks(item.path))
    except Corrupt as error:
        trouble.append(error.message)
    except ReadError as error:
        if error.code != "encrypted":
            raise
        trouble.append(error.message)
    return html_charset.decode(b"".join(pieces), None, None)[0]


def _first_heading(lines: list[str]) -> str:
    return next((line.lstrip("#").strip() for line in lines if line.startswith("#")), "")


def _add(total: dict[str, int], more: dict[str, int]) -> None:
    for kind, count in more.items():
        total[kind] = total.get(kind, 0) + count
