"""A binary file: what it is, and the error that says why it is not shown."""

from __future__ import annotations

from readcli.errors import NotText
from readcli.views import info

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from readcli.lines import Item
    from readcli.page import Page


def show(page: Page) -> Iterator[Item]:
    """Give the facts, then raise NotText unless they are what was asked for."""
    yield from info.show(page)
    if page.selector.view != "info":
        reason = page.document.facts.get("binary")
        raise NotText(f"{page.document.source.path}: a binary file: {reason}", "--text reads it as text, :raw gives the bytes")
