"""`outline`: what a source consists of, a row each: `41-88  @Reader.read  method`. What stands first in a row is a selector."""

from __future__ import annotations

from readcli.lines import Block
from readcli.views.held import find_chosen, give_rows, hold, lies_inside
from readcli.views.outline_rows import find_rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from readcli.lines import Item
    from readcli.page import Page
    from readcli.views.outline_rows import Row


def show(page: Page) -> Iterator[Item]:
    """Give the rows whose first line is among those chosen. Raises TooLarge."""
    document = page.document
    hold(document)
    page.is_rows = True
    rows = find_rows(document, page.options)
    chosen = find_chosen(page)
    rows = [row for row in rows if lies_inside(row.first, row.first, chosen)]
    if not rows:
        document.notice(f"nothing to outline in {document.source.path}")
    if page.options.json:
        yield from give_rows(page, [write(row) for row in rows], "outline", map(describe, rows))
    elif rows:
        yield Block(1, "".join(write(row) for row in rows).encode("utf-8", "replace"))


def write(row: Row) -> str:
    """Write a row: lines, selector (or bare name), kind, and what a part is called; two blanks between them."""
    words = [row.where, row.selector or row.name, row.kind]
    if row.selector and row.name and row.selector.lstrip("#@") != row.name:
        words.append(row.name)
    return "  ".join(" ".join(word.split()) or "-" for word in words) + "\n"


def describe(row: Row) -> dict[str, object]:
    """Give a row as plain values."""
    return {
        "first": row.first,
        "last": row.ranges[-1].last,
        "ranges": [[r.first, r.last] for r in row.ranges],
        "selector": row.selector or None,
        "name": row.name,
        "kind": row.kind,
        "level": row.level,
    }
