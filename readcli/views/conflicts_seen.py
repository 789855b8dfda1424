"""What is said about merge conflicts where lines are read that hold some: one line for people, the seed's footer for agents."""

from __future__ import annotations

from readcli.file_lines import FileLines
from readcli.lines import Block, cut_ranges
from readcli.views.conflict_blocks import find_conflicts, find_markers, join_markers
from readcli.views.conflicts import SIDES, count, head_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from readcli.lines import Item
    from readcli.page import Page
    from readcli.views.conflict_blocks import Conflict, Marker

_LINES = 6  # lines of a side that an agent sees


def watch(page: Page, first: Block, items: Iterator[Item]) -> Iterator[Item]:
    """Let items through, from one that may hold an opener on, and say what conflicts they hold."""
    kept: list[Block] = []  # for an agent, whose pages are small
    markers: list[Marker] = []
    item: Item | None = first
    while item is not None:
        if isinstance(item, Block):
            markers += find_markers([item], has_opened=bool(markers))
            kept += [item] * page.is_agent
        yield item
        item = next(items, None)
    if seen := join_markers(markers)[0]:
        _tell(page, seen, kept)


def _tell(page: Page, seen: list[Conflict], kept: list[Block]) -> None:
    """Leave a notice, or the footnote of an agent's page."""
    document = page.document
    path = document.source.path
    if not page.is_agent or page.options.json:
        document.notice(f"{count(len(seen))[2:]}; {path}:conflicts lists {'them' if len(seen) > 1 else 'it'}")
        return
    all_of_them = seen
    if isinstance(document.lines, FileLines) and document.source.file is not None:
        all_of_them = find_conflicts(document.lines.blocks())[0]
    first = f"{count(len(seen))} detected"
    if len(all_of_them) > len(seen):
        first = (
            f"⚠ {len(seen)} of {len(all_of_them)} unresolved conflicts visible in this window (read `{path}:conflicts` for the full list)."
        )
    numbers = {one.first: n for n, one in enumerate(all_of_them, 1)}
    rows = head_lines(first, seen)
    rows.append(f"Read one with `{path}:conflict:N`, one side with `{path}:conflict:N/ours`.")
    for one in seen:
        rows += ["", *_describe(numbers.get(one.first, 0), one, kept)]
    page.footnote = "".join(f"{row}\n" for row in rows)


def _describe(number: int, one: Conflict, kept: list[Block]) -> list[str]:
    """Give one block: its sides, the equal ones told as such, long ones cut."""
    rows = [f"──── #{number}  L{one.first}-{one.last} ────"]
    bodies = {name: _body(kept, one, name) for name in SIDES}
    for name, mark in (("ours", "<<<"), ("base", "==="), ("theirs", ">>>")):
        body = bodies[name]
        if body is None:
            continue
        same = next((other for other in ("ours", "theirs") if name not in ("ours", other) and bodies[other] == body), "")
        rows.append(f"{mark} {name}" + (f" ≡ {same}" if same else ""))
        if not same:
            rows += body[:_LINES] or ["(empty)"]
            rows += [f"… ({len(body) - _LINES} more lines)"] if len(body) > _LINES else []
    return rows


def _body(kept: list[Block], one: Conflict, name: str) -> list[str] | None:
    lines = one.side(name)
    if lines is None:
        return None
    if (lines.last or 0) < lines.first:
        return []
    return [line.decode("utf-8", "replace") for block in cut_ranges(iter(kept), [lines]) for line in block.lines]
