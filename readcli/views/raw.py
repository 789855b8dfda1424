"""The bytes themselves: of a whole source, or of chosen lines with their own endings."""

from __future__ import annotations

from readcli.errors import UsageError
from readcli.lines import Block
from readcli.model import Range

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from readcli.lines import Item
    from readcli.page import Page


def show(page: Page) -> Iterator[Item]:
    """Give the blocks of the lines chosen, as they are in the file. Raises UsageError where there are no such lines."""
    selector = page.selector
    lines = page.document.lines
    if selector.kind == "tail":
        return lines.tail(selector.number, raw=True, numbered=False)
    if selector.kind in ("", "list", "loc"):
        page.ranges = page.asked = selector.ranges or [Range(1, None)]
        return _told(page, lines.slices(page.ranges, raw=True))
    if selector.kind == "anchor":
        from readcli.views import plain

        for _ in plain.show(page):
            break
        return lines.slices(selector.ranges, raw=True)
    if selector.kind == "search":
        from readcli.views import search

        numbers = [Range(item.n, item.n) for item in search.show(page) if isinstance(item, Block)]
        return lines.slices(numbers, raw=True)
    raise UsageError(f"raw takes no {selector.text}", "write lines, /RE/ or an anchor with :raw")


def _told(page: Page, blocks: Iterator[Block]) -> Iterator[Item]:
    from readcli.views import plain

    last = 0
    for block in blocks:
        last = block.n
        yield block
    plain.tell_past_end(page, last)
