"""`summary`: source code with bodies, long literals, comments and runs of imports folded, each fold named by its lines.

A fold is a line `...`; where it stands between an opening bracket and its closing line, the three become one: `f() { .. }`.
"""

from __future__ import annotations

from readcli import registry
from readcli.errors import Crashed, DeadlinePassed, MissingExtra, TooLarge, Unsupported
from readcli.lines import Block, Fold
from readcli.model import Range
from readcli.views.code import BYTES, take_apart
from readcli.views.code_language import is_prose, name_language
from readcli.views.held import find_chosen, hold, lies_inside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from readcli.lines import Item
    from readcli.page import Page
    from readcli.views.code import Code

_CLOSERS = {b"{": b"}", b"(": b")", b"[": b"]"}
_FEW = 12  # folds that people are told one by one
_AFTER = b";,)]}"


def is_wanted(page: Page) -> bool:
    """Say whether a page without a selector is to be a summary: code of known language, by the option `summary`."""
    document, options = page.document, page.options
    mode = options.summary or ("fit" if page.is_agent else "never")
    if mode == "never" or document.is_made or document.is_paged or document.is_binary or page.is_by_characters:
        return False
    language = "" if is_prose(document) else name_language(document, options, document.source.head)
    if language in ("", "rough") or (document.source.size or 0) > BYTES:
        return False
    if mode == "always":
        return True
    total = document.lines.known_total() or 0
    is_long = page.lines_limit is not None and total > page.lines_limit
    return is_long or (page.bytes_limit is not None and (document.source.size or 0) > page.bytes_limit)


def show(page: Page) -> Iterator[Item]:
    """Give the summary; the text as it is where nothing can be folded, or, unless it was asked for, where it has a syntax error."""
    is_asked = page.selector.view == "summary"
    document = page.document
    code: Code | None = None
    try:
        code = take_apart(document, page.options, is_summary=True)
    except (TooLarge, DeadlinePassed, Crashed) as error:
        if is_asked:
            document.notice(f"not summarised: {error.message}")
    else:
        if code is None and is_asked and document.is_made:
            raise Unsupported(f"{document.format} has no bodies to fold", "write :outline for what is in it")
        if is_asked and (code is None or not code.folds):
            document.notice("nothing in it can be folded")
    if code is None or not code.folds or (code.is_broken and not is_asked):
        return _as_it_is(page)
    page.is_summary = True
    page.lines_limit, page.bytes_limit = page.options.limit, page.options.max_bytes
    return _summarise(page, code, find_chosen(page))


def _as_it_is(page: Page) -> Iterator[Item]:
    from readcli.page import CHOICE_VIEWS

    items: Iterator[Item] = registry.load("views", CHOICE_VIEWS.get(page.selector.kind, "plain")).show(page)
    return items


def _summarise(page: Page, code: Code, chosen: list[Range] | None) -> Iterator[Item]:
    """Give kept lines and folds, in order, and say what was folded."""
    lines = hold(page.document).data.split(b"\n")
    folds = [fold for fold in code.folds if lies_inside(*fold, chosen)]
    at = 1
    total = page.document.lines.total or 0
    for first, last in folds:
        merged = (
            _merge(lines, first, last) if lies_inside(first - 1, first - 1, chosen) and lies_inside(last + 1, last + 1, chosen) else None
        )
        yield from _kept(lines, at, first - (2 if merged else 1), chosen)
        yield merged or Fold(first, last)
        at = last + (2 if merged else 1)
    yield from _kept(lines, at, total, chosen)
    _tell(page, code, folds)


def _kept(lines: list[bytes], first: int, last: int, chosen: list[Range] | None) -> Iterator[Block]:
    """Give the lines from first to last that are chosen."""
    for wanted in chosen or [Range(1, None)]:
        start, end = max(first, wanted.first), min(last, wanted.last or last)
        if start <= end:
            yield Block(start, b"\n".join(lines[start - 1 : end]) + b"\n")


def _merge(lines: list[bytes], first: int, last: int) -> Fold | None:
    """Make one line of the line above a fold and the one below, where these are an opening bracket and its closing."""
    from readcli.anchors import anchors

    if first < 2 or last >= len(lines):
        return None
    above, below = lines[first - 2], lines[last]
    head, tail = above.rstrip(), below.strip()
    if _CLOSERS.get(head[-1:]) != tail[:1] or not tail or tail[1:].strip(_AFTER):
        return None
    letters = anchors([above, below])
    return Fold(first - 1, last + 1, head + b" .. " + tail, (letters[0], letters[1]))


def _tell(page: Page, code: Code, folds: list[tuple[int, int]]) -> None:
    """Say how much was folded, in the seed's words, and which lines: one selector that reads them all."""
    document = page.document
    path = document.source.path
    count = sum(last - first + 1 for first, last in folds)
    if folds:
        document.notice(
            f"{count} line{'s' * (count != 1)} across {len(folds)} elided region{'s' * (len(folds) != 1)}; "
            f"read {path}:raw or a line range like {path}:1-9999 for verbatim content"
        )
        if page.is_agent or page.options.json or len(folds) <= _FEW:
            document.notice(f"elided: {path}:{','.join(f'{first}-{last}' for first, last in folds)}")
    if code.is_broken:
        document.notice("it has a syntax error; only what is sound is folded")
    if code.is_approximate:
        hint = MissingExtra.of("code", "").hint if code.language != "rough" else ""
        document.notice("folded without a grammar: approximate" + (f"; {hint} is exact" if hint else ""))
    document.facts["folds"] = [{"first": first, "last": last} for first, last in folds]
