"""The line that stands before a target; on a terminal with a link, and with the seed's marks: `corrected from`, folds, conflicts."""

from __future__ import annotations

import os

from readcli import limits, terminal
from readcli.file_lines import FileLines
from readcli.lines import Fold
from readcli.run import show_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from readcli.page import Page

_LOOKED_AT = 10 * limits.MIB  # bytes of a file in which conflicts are counted


def write(page: Page, argument: str) -> bytes:
    """Give the line, ended."""
    path = page.document.source.path
    text = f"==> {show_name(path)}{_marks(page, argument) if terminal.is_terminal(1) else ''} <=="
    if terminal.is_linked(page.options) and os.path.lexists(path):
        from readcli.render.links import link

        text = link(path, text)
    text = f"\x1b[1m{text}\x1b[0m" if terminal.is_coloured(1, page.options) else text
    return f"{text}\n".encode("utf-8", "backslashreplace")


def _marks(page: Page, argument: str) -> str:
    """Say in brackets what is unusual: another path than the one typed, bodies folded, conflicts not resolved."""
    marks = []
    if page.document.preface and not argument.startswith(page.document.source.path):
        marks.append(f"corrected from {show_name(argument)}")
    if page.is_summary or page.selector.view == "summary":
        items = list(page.items)
        page.items = iter(items)
        folds = sum(isinstance(item, Fold) for item in items)
        if folds:
            marks.append(f"{folds} fold{'s' * (folds != 1)}")
    if count := _conflicts(page):
        marks.append(f"\N{WARNING SIGN} {count} conflict{'s' * (count != 1)}")
    return f" ({', '.join(marks)})" if marks else ""


def _conflicts(page: Page) -> int:
    """Count the merge conflicts of a file of text that is not too large to be looked through."""
    document = page.document
    lines = document.lines
    if not isinstance(lines, FileLines) or document.is_binary or not lines.is_repeatable or (document.source.size or 0) > _LOOKED_AT:
        return 0
    lossy = lines.lossy
    found = 0
    if any(b"<<<<<<<" in block.data for block in lines.blocks()):
        from readcli.views.conflict_blocks import find_conflicts

        found = len(find_conflicts(lines.blocks())[0])
    lines.lossy = lossy  # counted where they are shown
    return found
