"""What is said after a page about going on: for agents in brackets, in the seed's words, for people one line."""

from __future__ import annotations

from readcli import limits
from readcli.sizes import format_size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from readcli.page import Page


def continuation(page: Page) -> str:
    """Say what is shown and how to go on."""
    lines = page.document.lines
    total = lines.known_total()
    if total is None and (page.document.source.size or limits.CHUNK) < limits.CHUNK:
        total = lines.count_all()
    size = f" ({format_size(page.bytes_limit)} limit)" if page.truncated_by == "bytes" and page.bytes_limit else ""
    of_total = f" of {total}" if total is not None else ""
    if page.first is None:
        return f"Showing 0{of_total} lines{size}. Use {page.next} to continue"
    if page.document.is_paged and not page.truncated_by:
        more = f"{total - (page.last or 0)} more lines" if total is not None else "More lines"
        return f"{more} in {page.document.label}. Use {page.next} to continue"
    return f"Showing lines {page.first}-{page.last}{of_total}{size}. Use {page.next} to continue"


def footer(page: Page, *, is_after_text: bool) -> str:
    """Give all notices of a page for an agent, each in its brackets, behind a blank line."""
    if page.is_beyond:
        return page.document.notices[-1] + "\n"
    skipped = [f"[{text}]\n" for text in page.document.notices if text.endswith("; skipped")]
    told = "\n".join(page.document.header)  # the notes of an answer stand in its header
    rows = [f"[{text}]" for text in page.document.notices if not text.endswith("; skipped") and text not in told]
    if page.remark:
        rows.insert(0, f"[{page.remark}]")
    parts = []
    if page.next and (len(page.asked) == 1 or page.truncated_by):
        parts.append(continuation(page))
    if page.next_skip is not None:
        parts.append(f"More rows. Use --skip {page.next_skip} to continue")
    if page.has_cut_columns:
        parts.append(f"Some lines truncated to {page.options.max_columns or 768} chars")
    if parts:
        rows.append("[" + ". ".join(parts) + "]")
    if not rows:
        return "".join(skipped) + page.footnote
    return "".join(skipped) + page.footnote + ("\n" if is_after_text else "") + "\n".join(rows) + "\n"
