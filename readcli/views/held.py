"""Lines that have been read once and are kept, for views that must see all of them before they give some."""

from __future__ import annotations

from readcli import limits
from readcli.errors import TooLarge
from readcli.lines import Block, Gap, Lines
from readcli.model import Range
from readcli.selector import merge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from readcli.document import Document
    from readcli.lines import Item
    from readcli.page import Page


class HeldLines(Lines):
    """All lines of a document in memory; unlike those of a stream or of a reader they can be given again and again."""

    def __init__(self, lines: Lines, most: int) -> None:
        """Read all lines. Raises TooLarge where they are more than `most` bytes."""
        self._blocks: list[Block] = []
        size = 0
        for block in lines.blocks():
            size += len(block.data)
            if size > most:
                raise TooLarge(f"its text is larger than the {most} bytes that may be looked through", "choose lines by number or by /RE/")
            self._blocks.append(block)
        self.encoding = lines.encoding
        self.lossy = lines.lossy
        self.total = sum(block.count - (block.col == 0) for block in self._blocks)
        self.final_newline = lines.final_newline
        self._newline = lines.newline

    def blocks(self) -> Iterator[Block]:
        """Give all blocks from line 1 on."""
        return iter(self._blocks)

    @property
    def newline(self) -> str | None:
        """The newline style of the lines that were read."""
        return self._newline

    @property
    def data(self) -> bytes:
        r"""All lines as UTF-8, with `\n` alone."""
        return b"".join(block.data for block in self._blocks)


def hold(document: Document, most: int = 0) -> HeldLines:
    """Keep the lines of a document, in its place. Raises TooLarge beyond `most` bytes (`limits.HELD` unless given)."""
    if not isinstance(document.lines, HeldLines):
        document.lines = HeldLines(document.lines, most or limits.HELD)
    return document.lines


def give(page: Page, ranges: list[Range]) -> Iterator[Item]:
    """Give ranges found by name, with the lines around them that `-C` asks for; gaps between them."""
    page.ranges = page.asked = merge(ranges)
    if page.options.context is not None:
        before, after = page.options.context
        page.asked = merge([Range(max(1, r.first - before), r.last and r.last + after) for r in ranges])
    last = 0
    for block in page.document.lines.slices(page.asked):
        if last and block.col and block.n > last + 1:
            yield Gap()
        last = block.n + block.count - 1
        yield block


def give_rows(page: Page, texts: list[str], key: str, facts: Iterable[object]) -> Iterator[Item]:
    """Give rows that readcli writes, one by one; those that are shown stand as values in the facts too."""
    shown: list[object] = []
    page.document.facts[key] = shown
    for n, (text, fact) in enumerate(zip(texts, facts, strict=True), 1):
        yield Block(n, text.encode("utf-8", "replace"))
        if n > page.options.skip:
            shown.append(fact)  # only now: a row that a limit cuts off is not asked past


def find_chosen(page: Page) -> list[Range] | None:
    """Give the lines that the choice beside a view chooses, or None where there is no choice. The lines must be held."""
    from readcli import registry
    from readcli.page import CHOICE_VIEWS, Page
    from readcli.selector import Selector

    selector = page.selector
    if not selector.kind:
        return None
    if selector.kind == "parts":
        return merge(
            [Range(part.first, part.last) for part in page.document.parts if lies_inside(part.number, part.number, selector.ranges)]
        )
    choice = Selector(selector.kind, selector.text, selector.ranges, selector.number, selector.words)
    choice.flags = selector.flags
    bare = Page(page.document, choice, page.options.but(context=(0, 0), json="object", limit=None, skip=0))
    items = registry.load("views", CHOICE_VIEWS.get(choice.kind, "plain")).show(bare)
    return merge([Range(item.n, item.n + item.count - 1) for item in items if isinstance(item, Block)])


def lies_inside(first: int, last: int, ranges: list[Range] | None) -> bool:
    """Say whether some of the lines from first to last are among those chosen; None is all."""
    return ranges is None or any(r.first <= last and (r.last is None or r.last >= first) for r in ranges)
