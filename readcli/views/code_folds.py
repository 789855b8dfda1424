"""What of a parsed source is folded: bodies, long literals and comments, runs of imports."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from readcli.views.code_language import Language

BODY = 4  # lines that a body must touch to be folded
COMMENT = 6  # the same for a comment

Span = tuple[int, int]  # first and last line, from 1


def find_folds(root: Any, language: Language, total: int) -> list[Span]:
    """Give the lines to fold; nothing that holds a syntax error is folded itself."""
    spans: list[Span] = []
    stack = [root]
    while stack:
        node = stack.pop()
        start, end = node.start_point[0], node.end_point[0]  # rows from 0
        size = end - start + 1
        if size < BODY:
            continue
        if node.type in language.comments:
            if size >= COMMENT:
                spans.append((start + 3, end))
        elif node.type in language.folded and not node.has_error:
            spans.append((start + 2, end))
        else:
            children = node.named_children
            if language.grouped:
                spans += _find_runs(children, language)
            stack += children
    return join(spans, total)


def _find_runs(children: list[Any], language: Language) -> Iterator[Span]:
    """Give what lies between the first and the last of neighbouring imports, where they take enough lines."""
    run: list[Any] = []
    for node in [*children, None]:
        if node is not None and node.type in language.grouped:
            run.append(node)
            continue
        if len(run) > 1 and _last(run[-1]) - run[0].start_point[0] >= BODY:
            yield _last(run[0]) + 1, run[-1].start_point[0]
        run = []


def _last(node: Any) -> int:
    """Give the last line of a statement, from 1; an `#include` ends before the first column of the row after it."""
    row, column = node.end_point
    return int(row if column == 0 else row + 1)


def join(spans: list[Span], total: int) -> list[Span]:
    """Sort spans, clip them to the text, and join those that overlap or touch."""
    joined: list[Span] = []
    for first, last in sorted(spans):
        last = min(last, total)
        if last < first:
            continue
        if joined and first <= joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], max(joined[-1][1], last))
        else:
            joined.append((first, last))
    return joined
