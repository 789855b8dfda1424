"""The first and the last errors of a log, each with the lines around it; of an archive, those of every member.

A file is looked through from both ends (error_scan), whatever else has lines from its beginning on. The rows are lines of the
log with their own numbers; those of an archive are written as grep does: `member:41:text`, around it `member-40-text`.
"""

from __future__ import annotations

from readcli.errors import ReadError, UsageError
from readcli.file_lines import FileLines
from readcli.lines import Block, Gap, whole_lines
from readcli.log_errors import find_errors
from readcli.model import Range
from readcli.selector import merge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from readcli.document import Document
    from readcli.lines import Item
    from readcli.model import Source
    from readcli.page import Page

MOST = 5  # of the first errors, and of the last
AROUND = (2, 4)  # lines before and after an error
_CHOICES = ("", "list", "tail", "loc", "anchor", "search")
_KEPT = 1000  # lines, from which those no longer wanted are thrown away


def show(page: Page) -> Iterator[Item]:
    """Give the errors and the lines around them. Raises UsageError for a choice that is not one of lines."""
    if page.selector.kind not in _CHOICES:
        raise UsageError(f"{page.selector.text}:errors: the errors of a log are chosen by line numbers", "write N-M:errors")
    page.is_rows = True
    if page.document.format in ("archive", "7z", "rar"):
        return _of_archive(page)
    return _of_lines(page)


def _of_lines(page: Page) -> Iterator[Item]:
    shown = 0
    for item in find(page, page.document):
        if isinstance(item, Block):
            shown = item.n
        yield item
    if not shown:
        page.document.notice("no line tells of an error")
        page.is_beyond = page.is_agent


def find(page: Page, document: Document) -> Iterator[Item]:
    """Give the errors of one document with the lines around them, blocks apart by gaps, errors marked as hits."""
    lines = document.lines
    is_file = isinstance(lines, FileLines) and lines.source.file is not None and lines.eol == b"\n"
    if is_file and not page.selector.kind and lines.encoding and not lines.encoding.is_wide:
        assert isinstance(lines, FileLines)
        return _of_file(page, document, lines)
    return _of_blocks(page, document)


def _sizes(page: Page) -> tuple[int, tuple[int, int]]:
    """Give how many errors are wanted from each end, and how many lines around each."""
    return page.options.max_count or MOST, page.options.context or AROUND


def _say_more(document: Document, most: int) -> None:
    document.notice(f"the first {most} and the last {most} errors are shown; --max-count N shows N of each")


def _of_file(page: Page, document: Document, lines: FileLines) -> Iterator[Item]:
    """Look from the front, give what was found there, then look from the end."""
    from readcli import error_scan, scan

    most, (before, after) = _sizes(page)
    file = lines.source.seekable()
    size = file.seek(0, 2)
    assert lines.encoding
    found = error_scan.forward(file, (1, lines.encoding.bom))
    first = [mark for mark, _ in zip(found, range(most), strict=False)]
    yield from _give(lines, [n for n, _ in first], (before, after), 0)
    if len(first) < most:
        return
    n, least = first[-1]
    least += len(scan.line_at(file, b"", least, 0, least)[1])
    last = [begin for begin, _ in zip(error_scan.backward(file, least, size), range(most + 1), strict=False)]
    if len(last) > most:
        _say_more(document, most)
    last = last[most - 1 :: -1] if len(last) >= most else last[::-1]
    if not last:
        return
    stepped, offset = error_scan.lines_before(file, last[0], before, lines.encoding.bom)
    start = n + scan.count(file, b"\n", first[-1][1], offset) if offset > first[-1][1] else 0
    numbers = []
    counted, at = (start + stepped, last[0]) if start else (n, first[-1][1])
    for begin in last:
        counted += scan.count(file, b"\n", at, begin)
        at = begin
        numbers.append(counted)
    if start:
        lines.knows(start, offset)
    yield from _give(lines, numbers, (before, after), n + after)


def _give(lines: FileLines, numbers: list[int], around: tuple[int, int], given: int) -> Iterator[Item]:
    """Give errors by their numbers and the lines around them; lines up to `given` have been given already."""
    ranges = merge([Range(max(1, n - around[0], given + 1), n + around[1]) for n in numbers if n + around[1] > given])
    hits = set(numbers)
    last = 0
    for block in whole_lines(lines.slices(ranges)):
        assert isinstance(block, Block)
        if (last and block.n > last + 1) or (not last and given and block.n > given + 1):
            yield Gap()
        last = block.n + block.count - 1
        yield from _marked(block.n, block.lines, hits)


def _marked(n: int, lines: list[bytes], hits: set[int]) -> Iterator[Block]:
    """Give consecutive lines as blocks, each error as a block of its own."""
    start = 0
    for at in range(len(lines) + 1):
        if at < len(lines) and n + at not in hits:
            continue
        if at > start:
            yield Block(n + start, b"\n".join(lines[start:at]) + b"\n")
        if at < len(lines):
            hit = Block(n + at, lines[at] + b"\n")
            hit.mark = "hit"
            yield hit
        start = at + 1


def _of_blocks(page: Page, document: Document) -> Iterator[Item]:
    """Look through all that there is once; of the lines only those around the first and the last errors so far are kept."""
    most, (before, after) = _sizes(page)
    first: list[int] = []
    last: list[int] = []
    texts: dict[int, bytes] = {}
    count = 0
    ahead: list[bytes] = []  # the last lines before the block
    for block in whole_lines(_chosen(page, document)):
        assert isinstance(block, Block)
        for n in (*first, *last):  # what follows an error near the end of the block before
            texts.update((m, block.lines[m - block.n]) for m in range(block.n, min(n + after, block.n + block.count - 1) + 1))
        found = _numbers(block)
        count += len(found)
        first, last = first + found[: most - len(first)], (last + found[most - len(first) :])[-most:]
        ahead = ahead[-before:] if before else []
        for n in (n for n in {*first, *last} if n >= block.n):
            for m in range(max(1, block.n - len(ahead), n - before), min(n + after, block.n + block.count - 1) + 1):
                texts[m] = block.lines[m - block.n] if m >= block.n else ahead[m - block.n]
        if len(texts) > _KEPT:
            texts = {m: text for m, text in texts.items() if any(n - before <= m <= n + after for n in (*first, *last))}
        ahead += block.lines[-before:] if before else []
    if count > len(first) + len(last):
        _say_more(document, most)
    shown = sorted(m for m in texts if any(n - before <= m <= n + after for n in (*first, *last)))
    start = 0
    for at in range(1, len(shown) + 1):
        if at == len(shown) or shown[at] != shown[at - 1] + 1:
            if start:
                yield Gap()
            yield from _marked(shown[start], [texts[m] for m in shown[start:at]], {*first, *last})
            start = at


def _numbers(block: Block) -> list[int]:
    """Give the numbers of the lines of a block that tell of errors."""
    numbers = []
    n, at = block.n, 0
    for begin in find_errors(block.data):
        n += block.data.count(b"\n", at, begin)
        at = begin
        numbers.append(n)
    return numbers


def _chosen(page: Page, document: Document) -> Iterator[Block]:
    """Give the lines that the choice beside the view chooses."""
    selector = page.selector
    if selector.kind == "tail":
        return document.lines.tail(selector.number)
    return document.lines.slices(selector.ranges or [Range(1, None)])


def _of_archive(page: Page) -> Iterator[Item]:
    """Give the errors of all members, each line behind the member's name and its number there."""
    document = page.document
    row = 0
    for name, source in _members(page):
        member = _understood(page, name, source)
        if member is None:
            continue
        is_first = True
        try:
            for item in find(page, member):
                if row and (is_first or isinstance(item, Gap)):
                    yield Gap()
                is_first = False
                if isinstance(item, Block):
                    yield Block(row + 1, _labelled(name, item, page))
                    row += item.count
        except ReadError as error:
            document.notice(f"{name}: {error.message}")
        for text in member.notices:
            document.notice(f"{name}: {text}")
    if not row:
        document.notice("no line of any member tells of an error")
        page.is_beyond = page.is_agent


def _labelled(name: str, block: Block, page: Page) -> bytes:
    """Write the lines of a member as grep does, so that `ARCHIVE:MEMBER:N:` can be pasted."""
    from readcli.render.plain import Form

    lines = Form(page).shown(block).lines  # before something that begins with a carriage return can wipe the label out
    mark = b":" if block.mark == "hit" else b"-"
    label = name.encode("utf-8", "replace") + mark
    return b"".join([label + b"%d" % (block.n + at) + mark + line + b"\n" for at, line in enumerate(lines)])


def _members(page: Page) -> Iterator[tuple[str, Source]]:
    """Give the files in an archive, in stored order; what cannot be opened is told in a notice."""
    from readcli import inside, registry

    document = page.document
    names = inside.names_of(document.source, registry.BY_NAME[document.format], page.options)
    assert names
    folder = document.source.inside[1] + "/" if document.source.inside[:1] == ("folder",) else ""
    for name in names.files():
        if not name.startswith(folder):
            continue
        try:
            yield name, names.open(name)
        except ReadError as error:
            document.notice(f"{name}: {error.message}")


def _understood(page: Page, name: str, source: Source) -> Document | None:
    """Read a member, and what is inside it where it is compressed, as text; anything else holds no log."""
    from readcli import pipeline, registry

    try:
        row = registry.choose(source, page.options.but(format=None))
        if row.kind not in ("text", "wrapper"):
            return None
        found = pipeline.understand(source, None, page.options.but(format=None))
    except ReadError as error:
        page.document.notice(f"{name}: {error.message}")
        return None
    return None if found.is_binary or found.is_made else found
