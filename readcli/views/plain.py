"""The lines chosen by number: ranges, lists, the last few, `N:COL`, anchors, parts."""

from __future__ import annotations

from readcli.errors import NotFound, StaleAnchor, Unsupported
from readcli.lines import Block, Gap, cut_ranges
from readcli.model import Range
from readcli.registry import BY_NAME
from readcli.selector import merge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from readcli.lines import Item
    from readcli.page import Page


def show(page: Page) -> Iterator[Item]:
    """Give what the page's selector chooses."""
    selector = page.selector
    if selector.kind == "tail":
        is_numbered = page.gutter != "none" or bool(page.options.json) or page.is_agent
        return page.document.lines.tail(selector.number, numbered=is_numbered)
    if selector.kind == "mid":
        return _from_column(page)
    if selector.kind == "parts":
        return _parts(page)
    if selector.kind == "anchor":
        return _by_anchor(page)
    return choose_ranges(page, selector.ranges or [Range(1, None)])


def choose_ranges(page: Page, ranges: list[Range]) -> Iterator[Item]:
    """Give ranges with the context that one bounded range gets, gaps between them, and say which lie past the end."""
    page.ranges = ranges
    before, after = page.context
    if page.selector.kind == "loc" and page.options.context is None:
        import os

        before = after = 2 if os.isatty(1) and not page.options.json else 0
    if len(ranges) == 1 and ranges[0].last is not None:
        ranges = [Range(max(1, ranges[0].first - before), ranges[0].last + after)]
    elif page.options.context is not None and len(ranges) > 1:
        ranges = merge([Range(max(1, r.first - before), r.last and r.last + after) for r in ranges])
    page.asked = ranges
    last = 0
    for block in page.document.lines.slices(ranges):
        if last and block.col and block.n > last + 1:
            yield Gap()
        last = block.n + block.count - 1
        yield block
    tell_past_end(page, last)


def tell_past_end(page: Page, last: int) -> None:
    """Say which of the ranges asked for begin past the end."""
    document = page.document
    total = document.lines.total
    if total is None:
        return
    beyond = [r for r in page.ranges if r.first > total]
    if not beyond or (total == 0 and not page.selector.text):
        return
    if not last or len(page.ranges) == 1:
        rest = f"Use :1 to read from the start, or :{total} to read the last line." if total else f"The {document.label} is empty."
        document.notice(f"Line {beyond[0].first} is beyond end of {document.label} ({total} lines total). {rest}")
        page.is_beyond = True
        return
    for missing in beyond:
        text = f"{missing.first}-{missing.last}" if missing.last else str(missing.first)
        document.notice(f"Range {text} is beyond end of {document.label} ({total} lines total); skipped")


def _from_column(page: Page) -> Iterator[Item]:
    """Give line N from a column on, then the lines after it."""
    wanted = page.selector.ranges[0]
    page.ranges = page.asked = [wanted]
    skip = page.selector.number - 1
    column = page.selector.number
    last = 0
    for block in page.document.lines.slices([wanted]):
        last = block.n + block.count - 1
        if not skip and block.n > wanted.first:
            yield block
            continue
        if block.n > wanted.first or skip < 0:
            yield block
            continue
        line, newline, rest = block.data.partition(b"\n")
        text = line.decode("utf-8", "replace")
        if newline and skip > len(text):  # line N is shorter: nothing of it, all of the lines after it
            skip = -1
            if rest:
                yield Block(block.n + 1, rest, more=block.more)
            continue
        if skip > len(text) or (skip == len(text) and block.more and not newline):
            skip -= len(text)
            continue
        piece = text[skip:].encode() + newline + rest
        skip = -1
        if piece:
            yield Block(block.n, piece, column, more=block.more)
    tell_past_end(page, last)


def _parts(page: Page) -> Iterator[Item]:
    """Give the lines of whole parts."""
    document = page.document
    wanted = page.selector.ranges
    found = 0
    shown = False
    for block in document.lines.blocks():
        part = document.parts[-1] if document.parts else None
        if part is None:
            continue
        if wanted[-1].last is not None and part.number > wanted[-1].last:
            break
        if any(r.first <= part.number and (r.last is None or part.number <= r.last) for r in wanted):
            if shown and found and part.number > found + 1:
                yield Gap()
            found = part.number
            shown = True
            yield block
    if shown:
        return
    kind = BY_NAME[document.format].parts if document.format in BY_NAME else ""
    if not kind:
        raise Unsupported(f"{document.format} has no parts", "choose lines: N-M, or a heading: #Heading")
    last = document.parts[-1].number if document.parts else 0
    if wanted[0].first > last:
        has = f": the {document.format} has {last}" if last else ""
        raise NotFound(f"there is no {kind} {wanted[0].first}{has}", f"write p1 to p{last}" if last else ":info tells what is there")


def _by_anchor(page: Page) -> Iterator[Item]:
    """Give the lines of a range whose anchors still hold."""
    from readcli.anchors import anchor

    wanted = page.selector.ranges[0]
    letters = page.selector.words.split()
    ends = [wanted.first] if len(letters) == 1 else [wanted.first, wanted.last or wanted.first]
    page.ranges = page.asked = [wanted]
    blocks = list(page.document.lines.slices([wanted]))
    for number, word in zip(ends, letters, strict=True):
        here = next((line for block in cut_ranges(iter(blocks), [Range(number, number)]) for line in block.lines), None)
        if here is None or anchor(here).decode() != word:
            raise _stale(page, number, word, here)
    before, after = page.context
    if before or after:
        return choose_ranges(page, [wanted])
    return iter(blocks)


def _stale(page: Page, number: int, word: str, here: bytes | None) -> StaleAnchor:
    """Say what stands at the line now, and where lines with these letters are."""
    from readcli.anchors import anchor, anchors

    found = []
    for block in page.document.lines.slices([Range(1, None)]):
        if word.encode() in (letters := anchors(block.lines)):
            found += [block.n + at for at, other in enumerate(letters) if other == word.encode()]
    found = sorted(sorted(found, key=lambda line: abs(line - number))[:3])
    now = f"line {number} is now {number}{anchor(here).decode()}" if here is not None else f"the file ends before line {number}"
    where = " or ".join(f":{line}{word}" for line in found)
    hint = f"that text may be at {where}" if where else "no line has these letters any more"
    return StaleAnchor(f"stale anchor {number}{word}: {now}", hint)
