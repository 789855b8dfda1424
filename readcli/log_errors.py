r"""What tells of an error in a log: a literal that every such line holds is looked for first, one pattern decides.

Told: `##[error]` (GitHub, Azure), `::error` (GitHub), ERROR and FATAL as levels, FAILED, `error:` with what stands before
it (`TypeError:`, `error[E0382]:`, `error TS2345:`), tracebacks, panics, faults, exit codes other than 0. Not told: `0 FAILED`,
`errors: 0`, `exit code 0`.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Search = Callable[[bytes | memoryview], list[int]]

LITERALS = (
    *(b"rror:", b"##[error]", b"::error", b"rror[", b"rror TS", b"RROR", b"FAIL", b"FATAL", b"CRITICAL", b"SEVERE", b"PANIC"),
    *(b"xit code", b"xit status", b"xited with", b"atal:", b"atal error", b"xception:", b"xception in ", b"panic:", b"panicked at"),
    *(b"raceback (most recent", b"not ok ", b"npm ERR!", b"*** [", b"egmentation fault", b"core dumped"),
)
_STRONG = rb"\#\#\[error\]|(?:^|\s)::error[ :]|(?:exit(?:ed)?(?:\ with)?\ (?:code|status))[ :=]+-?[1-9]|\bERROR:\ Job\ failed"
PATTERN = re.compile(
    _STRONG
    + rb"""
    |(?<!\b0\ )\b(?:ERROR|FATAL|CRITICAL|SEVERE|PANIC)S?\b(?!\S?\s*[:=]\s*0\b)(?!S?[-_.=/\w])
    |(?<!\b0\ )(?<![-_./\w])FAIL(?:ED|URE)?\b(?!\s*[:=]\s*0\b)(?![-_=/\w])
    |\b(?:[\w.]*(?:Error|Exception)|(?:[\w.]*[._])?(?:error|exception))(?:\[\w+\]|\ TS\d+)?
        :(?!:)(?!\s*(?:0|none|null|nil|false)\s*(?:[,;})]|$))
    |\b[Ff]atal(?:\ error)?:|\bException\ in\ |^Traceback\ \(most\ recent|\bTraceback\ \(most\ recent|\bpanic:|\bpanicked\ at\b
    |^\s*not\ ok\ \d|\bnpm\ ERR!|[Ss]egmentation\ fault|\bcore\ dumped\b|\*\*\*\ \[.*\]\ Error\ [1-9]
    """,
    re.VERBOSE,
)
STRONG = re.compile(_STRONG + rb"|^Traceback\ \(most\ recent|\bpanic:|\bpanicked\ at\b", re.VERBOSE)
_search: list[Search] = []  # the one to use, once it has been needed
_COLOUR = re.compile(rb"\x1b\[[0-9;]*m")


def is_error(line: bytes) -> bool:
    """Say whether a line tells of an error; colours do not hide it."""
    if b"\x1b" in line:
        line = _COLOUR.sub(b"", line)
    return PATTERN.search(line) is not None


def is_failure(line: bytes) -> bool:
    """Say whether a line tells that a step failed, not only that a program complained."""
    if b"\x1b" in line:
        line = _COLOUR.sub(b"", line)
    return STRONG.search(line) is not None


def find_literals(data: bytes | memoryview) -> list[int]:
    """Give the offsets of the literals in some text, in order; of those that overlap, the first."""
    if not _search:
        _search.append(_one_pass() or _one_by_one)
    return _search[0](data)


def _one_pass() -> Search | None:
    """Give a search for all literals at once: with "leftmost first" the library looks for them by vector instructions."""
    try:
        from ahocorasick_rs import BytesAhoCorasick, MatchKind
    except ImportError:
        return None
    find = BytesAhoCorasick(LITERALS, matchkind=MatchKind.LeftmostFirst).find_matches_as_indexes
    return lambda data: [start for _, start, _ in find(data)]


def _one_by_one(data: bytes | memoryview) -> list[int]:
    """Search where that library is not there: the first of each literal in each line."""
    text = bytes(data)
    return sorted(at for literal in LITERALS for at in _all(text, literal))


def find_errors(data: bytes) -> list[int]:
    """Give the offsets at which the lines that tell of errors begin, in order. `data` holds whole lines."""
    begins = []
    behind = 0  # the line last looked at
    for at in find_literals(data):
        if at < behind:
            continue
        begin = data.rfind(b"\n", 0, at) + 1
        behind = data.find(b"\n", at) + 1 or len(data)
        if is_error(data[begin : _end(data, begin)]):
            begins.append(begin)
    return begins


def _end(data: bytes, begin: int) -> int:
    """Give where the line ends, its newline not counted; of a very long line only the beginning is looked at."""
    end = data.find(b"\n", begin, begin + 65536)
    return end if end >= 0 else min(len(data), begin + 65536)


def _all(data: bytes, literal: bytes) -> list[int]:
    """Give one offset for each line that holds a literal."""
    found = []
    at = data.find(literal)
    while at >= 0:
        found.append(at)
        newline = data.find(b"\n", at)
        at = data.find(literal, newline) if newline >= 0 else -1
    return found
