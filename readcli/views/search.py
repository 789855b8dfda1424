"""The lines that match `/RE/` (Python's `re`, one line at a time), with context, inside a range of lines.

A pattern that must hold a literal is looked for by its literal, 8 times faster than `re`; a hit is checked by `re`.
"""

from __future__ import annotations

import re

from readcli.errors import NoMatch, UsageError
from readcli.file_lines import FileLines
from readcli.lines import Block, Gap, whole_lines
from readcli.model import Range

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from readcli.lines import Item
    from readcli.page import Page


def show(page: Page) -> Iterator[Item]:
    """Give the matching lines and their context, blocks apart by gaps. Raises UsageError, NoMatch."""
    selector = page.selector
    try:
        pattern = re.compile(selector.words, re.IGNORECASE if selector.flags else 0)
    except (re.error, OverflowError, RecursionError) as error:
        raise UsageError(f"/{selector.words}/ is not a pattern: {error}", "write \\ before . ( ) [ ] * + ? to mean itself") from error
    page.ranges = selector.ranges or [Range(1, None)]
    page.asked = page.ranges
    literal = b"" if selector.flags else find_literal(selector.words)
    if page.options.count:
        page.gutter = "none"
        page.document.is_made = True
        return _counted(page, pattern, literal)
    if literal and page.context == (0, 0) and isinstance(page.document.lines, FileLines):
        is_numbered = page.gutter != "none" or bool(page.options.json)
        found = page.document.lines.lines_with(literal, page.ranges, numbered=is_numbered)
        if found is not None:
            return _checked(page, found, pattern)
    return _grouped(page, _hits(page, pattern, literal))


def _counted(page: Page, pattern: re.Pattern[str], literal: bytes) -> Iterator[Item]:
    """Give the number of matching lines alone, which is 0 before the error that there is none."""
    most = page.options.max_count
    lines = page.document.lines
    matches = 0
    found = lines.lines_with(literal, page.ranges, numbered=False) if literal and isinstance(lines, FileLines) else None
    if found is not None:
        for block in found:
            matches += bool(pattern.search(block.data.decode().removesuffix("\n")))
            if matches == most:
                break
    else:
        for _, hits in _hits(page, pattern, literal):
            matches += len(hits)
            if most and matches >= most:
                matches = most
                break
    page.document.facts["count"] = matches
    yield Block(1, b"%d\n" % matches)
    if not matches:
        raise _no_match(page)


def _checked(page: Page, found: Iterator[Block], pattern: re.Pattern[str]) -> Iterator[Item]:
    """Give those of the lines with the literal that match, neighbours as one block."""
    last = matches = 0
    is_literal = re.escape(page.selector.words) == page.selector.words
    for block in found:
        if not is_literal and not pattern.search(block.data.decode().removesuffix("\n")):
            continue
        if last and block.n > last + 1:
            yield Gap()
        last = block.n
        block.mark = "hit"
        yield block
        matches += 1
        if matches == page.options.max_count:
            return
    if not matches:
        raise _no_match(page)


def find_literal(words: str) -> bytes:
    """Give the longest run of characters that every match must hold, or nothing."""
    try:
        tree = re._parser.parse(words)  # type: ignore[attr-defined]  # noqa: SLF001  # no public way; without it the search is slower
    except (AttributeError, re.error, RecursionError):
        return b""
    if tree.state.flags & (re.IGNORECASE | re.VERBOSE):
        return b""
    runs = [""]
    for kind, value in tree:
        if str(kind) == "LITERAL":
            runs[-1] += chr(value)
        else:
            runs.append("")
    return max(runs, key=len).encode("utf-8", "replace")


def _hits(page: Page, pattern: re.Pattern[str], literal: bytes) -> Iterator[tuple[Block, list[int]]]:
    """Give each block with the indexes of its matching lines."""
    for block in whole_lines(page.document.lines.slices(page.ranges)):
        assert isinstance(block, Block)
        if literal and literal not in block.data:
            yield block, []
        elif literal:
            yield block, [at for at in _lines_with(block.data, literal) if pattern.search(block.lines[at].decode())]
        else:
            text = block.data.decode().split("\n")
            if not text[-1]:
                text.pop()
            yield block, [at for at, line in enumerate(text) if pattern.search(line)]


def _lines_with(data: bytes, literal: bytes) -> Iterator[int]:
    """Give the indexes of the lines that hold a literal."""
    line, start = 0, 0
    at = data.find(literal)
    while at >= 0:
        line += data.count(b"\n", start, at)
        yield line
        start = data.find(b"\n", at)
        if start < 0:
            return
        at = data.find(literal, start)


def _grouped(page: Page, hits: Iterator[tuple[Block, list[int]]]) -> Iterator[Item]:
    """Give hits with the lines around them, each line once, in order."""
    before, after = page.context
    most = page.options.max_count
    kept: list[bytes] = []  # the last lines of the blocks before
    shown = 0  # the last line given
    due = 0  # context that follows a hit goes up to this line
    matches = 0
    for block, found in hits:
        end = block.n + block.count - 1
        for start, last, marks in _runs(block, found[: most - matches] if most else found, (before, after), (shown, due)):
            if shown and start > shown + 1:
                yield Gap()
            yield from _lines(block, kept, (start, last), marks)
            shown = last
        matches += len(found)
        if found:
            due = block.n + found[-1] + after
        if most and matches >= most and due <= end:
            break
        if before:
            kept = (kept + block.lines)[-before:]
    if not matches:
        raise _no_match(page)


def _no_match(page: Page) -> NoMatch:
    where = f" in lines {page.selector.text.partition(':')[0]}" if page.selector.ranges else ""
    return NoMatch(f"no line matches /{page.selector.words}/{where}", "/RE/i ignores case" if not page.selector.flags else "")


def _runs(block: Block, found: list[int], context: tuple[int, int], done: tuple[int, int]) -> Iterator[tuple[int, int, list[int]]]:
    """Give runs of lines to show: first, last, and the hits among them."""
    shown, due = done
    end = block.n + block.count - 1
    run: tuple[int, int, list[int]] | None = None
    if due >= block.n:
        run = (block.n, min(due, end), [])
    for at in found:
        n = block.n + at
        start, last = max(n - context[0], shown + 1, 1), min(n + context[1], end)
        if run and start <= run[1] + 1:
            run = (run[0], max(run[1], last), [*run[2], n])
        else:
            if run:
                yield run
            run = (start, last, [n])
    if run:
        yield run


def _lines(block: Block, kept: list[bytes], run: tuple[int, int], marks: list[int]) -> Iterator[Block]:
    """Give the lines of a run as blocks, hits marked; those before the block come from what was kept."""
    first, last = run
    missing = kept[max(0, len(kept) - (block.n - first)) :] if first < block.n else []
    if missing:
        yield Block(block.n - len(missing), b"".join(line + b"\n" for line in missing))
        first = block.n
    for n in marks:
        if n > first:
            yield Block(first, b"\n".join(block.lines[first - block.n : n - block.n]) + b"\n")
        hit = Block(n, block.lines[n - block.n] + b"\n")
        hit.mark = "hit"
        yield hit
        first = n + 1
    if first <= last:
        yield Block(first, b"\n".join(block.lines[first - block.n : last - block.n + 1]) + b"\n")
