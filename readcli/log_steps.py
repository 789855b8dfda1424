r"""The steps and groups of a CI log, by the marks that the services write.

GitHub     `##[group]Run make` ... `##[endgroup]`; a step is a group that begins with `Run`, and lasts to the next
Actions    `::group::NAME` ... `::endgroup::`
Azure      `##[section]Starting: NAME` ... `##[section]Finishing: NAME`
GitLab     `section_start:TIME:NAME\r\x1b[0KTITLE` ... `section_end:TIME:NAME`
Travis     `travis_fold:start:NAME` ... `travis_fold:end:NAME`
Buildkite  `--- TITLE`, `+++ TITLE`, `~~~ TITLE`, each to the next
"""

from __future__ import annotations

import re

from readcli.control import strip
from readcli.lines import Block, whole_lines
from readcli.log_errors import is_failure
from readcli.model import Range

TYPE_CHECKING = False
if TYPE_CHECKING:
    from readcli.lines import Lines

    Step = tuple[int, int, int, str, bool]

_SCRIPT = "step_script"  # GitLab tells that the job failed after the sections; it is this one that runs the script
_LITERALS = (
    b"##[",
    b"::group::",
    b"::endgroup::",
    b"section_",
    b"travis_fold:",
    b"--- ",
    b"+++ ",
    b"~~~ ",
    b"Post job cleanup",
    b"Cleaning up orphan",
)
_STAMP = rb"(?:\xef\xbb\xbf)?(?:\x1b_bk;t=\d+\x07)?(?:\d{4}-\d\d-\d\dT[\d:.]+Z (?:[0-9a-f]{2}[OE][ +])?)?(?:\x1b\[[0-9;]*[mK])*"
_MARK = re.compile(
    _STAMP + rb"(?:(?:\#\#\[|::)(?P<word>group|endgroup|section)(?:\]|::)(?P<title>[^\n]*)"
    rb"|section_(?P<edge>start|end):\d+:(?P<name>[^\r\n\[]+)(?:\[[^\]]*\])?\r?(?P<words>[^\n]*)"
    rb"|travis_fold:(?P<fold>start|end):(?P<label>[^\r\n]+)"
    rb"|(?:---|\+\+\+|~~~) (?P<head>[^\n]+)"
    rb"|(?P<job>Post job cleanup\.|Cleaning up orphan processes))",
)
_SURE = re.compile(rb"(?m)^" + _STAMP + rb"(?:\#\#\[(?:group|section)\]|::group::|section_start:\d+:|travis_fold:start:)")
_HEAD = re.compile(rb"(?m)^(?:\x1b_bk;t=\d+\x07)?(?:---|\+\+\+|~~~) \S")
_DIFF = re.compile(rb"(?m)^--- \S.*\n\+\+\+ \S")


class _Open:
    """A step or group whose end has not been met."""

    __slots__ = ("failed", "first", "kind", "last", "level", "name", "title")

    def __init__(self, first: int, level: int, title: str, kind: str, name: str = "") -> None:
        self.first = first
        self.last = 0
        self.level = level
        self.title = title
        self.kind = kind  # step: lasts to the next step; group: has an end of its own
        self.name = name
        self.failed = False


def is_log(head: bytes, name: str) -> bool:
    """Say whether the beginning of a file is a log with marks of steps; a diff, whose files begin `---` too, is none."""
    if _SURE.search(head):
        return True
    suffix = name.lower().rpartition(".")[2] if "." in name else ""
    return suffix in ("", "log", "txt", "out", "raw") and not _DIFF.search(head) and len(_HEAD.findall(head)) > 1


def steps(lines: Lines) -> list[Step]:
    """Give the steps and groups of a log in order: first line, last line, level (1: outermost), title, and whether it failed.

    A step failed if one of its lines says so: an error annotation, an exit code other than 0, a traceback, a panic.
    """
    found: list[_Open] = []
    waiting: list[_Open] = []
    last = 0
    for block in whole_lines(lines.slices([Range(1, None)])):
        assert isinstance(block, Block)
        last = block.n + block.count - 1
        for n, line in _marked(block):
            mark = _MARK.match(line)
            if mark:
                _take(mark, n, found, waiting)
            elif is_failure(line):
                for step in waiting or [step for step in found if step.name == _SCRIPT][-1:]:
                    step.failed = True
    for step in waiting:
        step.last = last
    return [(step.first, step.last, step.level, step.title, step.failed) for step in found]


def _marked(block: Block) -> list[tuple[int, bytes]]:
    """Give the lines of a block that may be marks or tell of a failure, with their numbers."""
    data = block.data
    wanted = [literal for literal in (*_LITERALS, *_FAILURES) if literal in data]
    if not wanted:
        return []
    return [(block.n + at, line) for at, line in enumerate(block.lines) if any(literal in line for literal in wanted)]


_FAILURES = (
    b"::error",
    b"xit code",
    b"xit status",
    b"xited with",
    b"tatus code",
    b"Job failed",
    b"raceback (most recent",
    b"panic:",
    b"panicked at",
)


def _take(mark: re.Match[bytes], n: int, found: list[_Open], waiting: list[_Open]) -> None:
    """Open or close what a mark says."""
    word, edge = mark["word"], mark["edge"] or mark["fold"]
    if word == b"endgroup":
        _close(waiting, n, "group", "")
    elif edge == b"end":
        _close(waiting, n, "group", _text(mark["name"] or mark["label"] or b""))
    elif word == b"section":
        _section(_text(mark["title"]), n, found, waiting)
    elif edge == b"start":
        name = _text(mark["name"] or mark["label"])
        _open(_Open(n, 0, _text(mark["words"] or b"") or name, "group", name), found, waiting)
    elif word == b"group":
        title = _text(mark["title"])
        _open(_Open(n, 0, title, "step" if title.startswith("Run ") else "group"), found, waiting)
    else:
        _open(_Open(n, 0, _text(mark["head"] or mark["job"]), "step"), found, waiting)


def _section(title: str, n: int, found: list[_Open], waiting: list[_Open]) -> None:
    """Open or close a section of Azure's."""
    word, _, name = title.partition(": ")
    if word == "Starting":
        _open(_Open(n, 0, name, "group", name), found, waiting)
    elif word == "Finishing":
        _close(waiting, n, "group", name)


def _open(step: _Open, found: list[_Open], waiting: list[_Open]) -> None:
    """Enter a step; one that lasts to the next ends all that such a step before it holds."""
    if step.kind == "step":
        at = next((at for at, other in enumerate(waiting) if other.kind == "step"), len(waiting))
        for other in waiting[at:]:
            other.last = step.first - 1
        del waiting[at:]
    step.level = len(waiting) + 1
    found.append(step)
    waiting.append(step)


def _close(waiting: list[_Open], n: int, kind: str, name: str) -> None:
    """Close the innermost group of a name, and what is open inside it; an end without a beginning is nothing."""
    for at in range(len(waiting) - 1, -1, -1):
        if waiting[at].kind == kind and waiting[at].name == name:
            for step in waiting[at:]:
                step.last = n
            del waiting[at:]
            return
        if waiting[at].kind == "step" and not name:
            return  # the end of the step's own header


def _text(data: bytes) -> str:
    """Give a title as it is shown."""
    return strip(data.rstrip(b"\r")).decode("utf-8", "replace").strip()
