"""The names most like one that is not there, for `did you mean`."""

from __future__ import annotations

import time

from readcli import limits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def nearest(name: str, names: Iterable[str], most: int = 3) -> list[str]:
    """Give up to `most` names, best first: the same last component, then those spelt alike.

    Looks for `limits.SUGGEST` seconds at most, whatever the number of names.
    """
    deadline = time.monotonic() + limits.SUGGEST
    known = list(names)
    wanted = _last(name)
    found = [other for other in known if _last(other) == wanted][:most]
    if len(found) < most:
        found += [other for other in _alike(name, known, deadline) if other not in found]
    return found[:most]


def _last(name: str) -> str:
    """Fold a name to its last component in lower case."""
    return name.replace("\\", "/").rstrip("/").rpartition("/")[2].lower()


def _alike(name: str, names: list[str], deadline: float) -> list[str]:
    """Give the names that share at least six tenths of their letters in order, the likest first."""
    import difflib  # 14 ms, only ever paid after a miss

    matcher = difflib.SequenceMatcher(autojunk=False)
    matcher.set_seq2(name.lower())
    scored = []
    for count, other in enumerate(names):
        if count % 64 == 0 and time.monotonic() > deadline:
            break
        matcher.set_seq1(other.lower())
        if matcher.real_quick_ratio() >= 0.6 and matcher.quick_ratio() >= 0.6 and (ratio := matcher.ratio()) >= 0.6:
            scored.append((-ratio, count))
    return [names[count] for _, count in sorted(scored)]
