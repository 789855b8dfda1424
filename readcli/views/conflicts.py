"""`conflicts` lists the merge conflicts of a text, `conflict:N` gives one, `conflict:N/ours`, `/theirs`, `/base` one side."""

from __future__ import annotations

from readcli.errors import NotFound, Unsupported
from readcli.file_lines import FileLines
from readcli.lines import Block
from readcli.model import Range
from readcli.views.conflict_blocks import find_conflicts
from readcli.views.held import find_chosen, give, give_rows, hold, lies_inside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from readcli.document import Document
    from readcli.lines import Item
    from readcli.page import Page
    from readcli.views.conflict_blocks import Conflict

_STYLES = {"merge": "", "diff3": "  (3-way)", "jj": "  (jj)"}
SIDES = ("ours", "base", "theirs")


def show(page: Page) -> Iterator[Item]:
    """Give the list, a block or a side. Raises NotFound, Unsupported."""
    document = page.document
    if not isinstance(document.lines, FileLines) or document.source.file is None or page.selector.kind:
        hold(document)
    found, open_ones = find_conflicts(document.lines.blocks())
    if page.selector.view == "conflict":
        yield from _show_one(page, found)
        return
    chosen = find_chosen(page)
    rows = [(n, one) for n, one in enumerate(found, 1) if lies_inside(one.first, one.last, chosen)]
    page.is_rows = True
    path = document.source.path
    if not rows:
        document.notice(f"No unresolved git merge conflicts in {path}.")
        page.is_beyond = not open_ones
    for one in open_ones:
        document.notice(f"the conflict that begins at line {one.first} does not end")
    yield from _list(page, rows)


def _list(page: Page, rows: list[tuple[int, Conflict]]) -> Iterator[Item]:
    """Give the list: for agents in the seed's form, else a row each that begins with the selectors of its lines and of itself."""
    at = 1
    if page.is_agent and not page.options.json and rows:
        head = head_lines(f"{count(len(rows))} in {page.document.source.path}", [one for _, one in rows])
        yield Block(1, "".join(f"{line}\n" for line in [*head, ""]).encode())
        at += len(head) + 1
    width = len(str(rows[-1][0])) if rows else 1
    texts = [_row(n, one, width if page.is_agent and not page.options.json else 0) for n, one in rows]
    if page.options.json:
        yield from give_rows(page, texts, "conflicts", (describe(page.document, n, one) for n, one in rows))
    elif texts:
        yield Block(at, "".join(texts).encode("utf-8", "replace"))


def _row(n: int, one: Conflict, width: int) -> str:
    """Write a row: with a width in the seed's form, its number to the right."""
    words = _STYLES[one.style]
    if width:
        return f"{f'#{n}':>{width + 1}}  L{one.first}-{one.last}{words}\n"
    return f"{one.first}-{one.last}  conflict:{n}  {one.label('ours') or '(no label)'} | {one.label('theirs') or '(no label)'}{words}\n"


def describe(document: Document, n: int, one: Conflict) -> dict[str, object]:
    """Give a conflict as plain values: its lines, style, and each side with label, lines and text."""
    sides: dict[str, object] = {}
    for name in SIDES:
        if lines := one.side(name):
            texts = [line.decode() for line in _body(document, lines)]
            sides[name] = {"label": one.label(name), "first": lines.first, "last": lines.last, "lines": texts}
    return {"number": n, "first": one.first, "last": one.last, "style": one.style, "sides": sides}


def _body(document: Document, lines: Range) -> list[bytes]:
    return [] if (lines.last or 0) < lines.first else [line for block in document.lines.slices([lines]) for line in block.lines]


def _show_one(page: Page, found: list[Conflict]) -> Iterator[Item]:
    """Give one block or one side, with the numbers of the file."""
    number, side = page.selector.number, page.selector.words
    if number > len(found):
        raise NotFound(f"Conflict #{number} not found", f":conflicts lists them: there {'is' if len(found) == 1 else 'are'} {len(found)}")
    one = found[number - 1]
    lines: Range | None = Range(one.first, one.last)
    if side:
        lines = one.side(side)
        if one.style == "jj":
            raise Unsupported(f"conflict {number} is in jj's style, which has no sides", f"write :conflict:{number} for all of it")
        if lines is None:
            raise NotFound(
                f"Conflict #{number} has no base section (2-way merge)", f"write :conflict:{number}/ours or :conflict:{number}/theirs"
            )
        if (lines.last or 0) < lines.first:
            page.document.notice(f"{side} of conflict {number} is empty")
            return
    yield from give(page, [lines] if lines else [])


def count(number: int) -> str:
    """Write how many conflicts there are."""
    return f"⚠ {number} unresolved conflict{'s' * (number != 1)}"


def head_lines(first: str, found: list[Conflict]) -> list[str]:
    """Give the lines above a list in the seed's form: how many there are, and the first label of each side."""
    rows = [first]
    for name in ("ours", "theirs", "base"):
        if name != "base" or any(one.base for one in found):
            label = next((label for one in found if (label := one.label(name))), "(no label)")
            rows.append(f"- {name} = {label}")
    return rows
