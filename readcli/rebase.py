"""`--check-anchors`: an editor asks for a whole batch of anchors which still hold, and where the others' lines are now.

Standard input has a `PATH:ANCHOR` a line, standard output an answer a line, in the same order.
"""

from __future__ import annotations

import os
import sys

from readcli import locate, pipeline
from readcli.anchors import anchors
from readcli.errors import ReadError, translate
from readcli.lines import whole_lines
from readcli.model import Options, Range
from readcli.selector import Selector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from readcli.lines import Block


def check_anchors() -> int:
    """Answer for each line of standard input; 0 where all anchors hold, 1 where one does not or cannot be told."""
    from readcli.render.out import Out, OutputFailed, PipeClosed
    from readcli.run import complain, show_name

    out = Out()
    status = 0
    try:
        for row in sys.stdin.buffer:
            argument = os.fsdecode(row.rstrip(b"\r\n"))
            if not argument:
                continue
            try:
                holds, answer = tell(argument)
            except (ReadError, OSError, MemoryError) as raised:
                error = translate(raised)
                holds, answer = False, f"{error.code}: {error.message}"
            status = max(status, not holds)
            out.write(f"{show_name(argument)}  {show_name(answer)}\n".encode())
        out.flush()
    except PipeClosed:
        return status
    except OutputFailed as failed:
        complain(failed.error.message)
        return 1
    return status


def tell(argument: str) -> tuple[bool, str]:
    """Say whether an anchor holds, and in words: `holds`, `moved to 57th`, `gone`. Raises ReadError."""
    source, selector, _ = locate.locate(argument, Options())
    if selector is None or selector.kind != "anchor":
        from readcli.errors import UsageError

        raise UsageError("no anchor", "write PATH:41th or PATH:41th-45zz")
    lines = pipeline.understand(source, None, Options()).lines
    first, last = selector.ranges[0].first, selector.ranges[0].last or selector.ranges[0].first
    letters = [word.encode() for word in selector.words.split()]
    shift = _nearest_shift(lines.slices([Range(1, None)]), first, last, letters)
    if shift is None:
        return False, "gone"
    if shift == 0:
        return True, "holds"
    return False, f"moved to {_moved(selector, shift)}"


def _moved(selector: Selector, shift: int) -> str:
    ends = (selector.ranges[0].first, selector.ranges[0].last or 0)
    return "-".join(f"{end + shift}{word}" for end, word in zip(ends, selector.words.split(), strict=False))


def _nearest_shift(blocks: Iterator[Block], first: int, last: int, letters: list[bytes]) -> int | None:
    """Give by how many lines both ends together have moved, the least first; None where they stand nowhere."""
    starts, ends = set(), set()
    for block in whole_lines(blocks):
        for at, word in enumerate(anchors(block.lines)):  # type: ignore[union-attr]
            n = block.n + at  # type: ignore[union-attr]
            if word == letters[0]:
                starts.add(n - first)
            if word == letters[-1]:
                ends.add(n - last)
    return min(starts & ends, key=abs, default=None)
