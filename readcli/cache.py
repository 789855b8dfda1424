"""What is kept between runs: folders that only their owner may enter, files written beside their place and moved there.

A folder that belongs to somebody else, or that others may enter, is not used; a failure to keep something is none.
`web` and `lines` lie in the XDG cache, extracted text in the runtime folder, which is memory and gone at logout.
"""

from __future__ import annotations

import os
import stat
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_TEMPORARY = ".new"


def folder(name: str) -> str:
    """Give a folder of the cache (XDG Base Directory Specification)."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(base):
        base = os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "readcli", name)


def is_private(path: str) -> bool:
    """Say whether a folder is ours and nobody else may enter it. Raises OSError where there is none."""
    facts = os.lstat(path)
    return stat.S_ISDIR(facts.st_mode) and facts.st_uid == os.geteuid() and not facts.st_mode & 0o077


def open_entry(path: str) -> int:
    """Open a kept file for reading, and give its descriptor. Raises OSError where it is not there, not ours, or seen by others."""
    if not is_private(os.path.dirname(path)):
        raise PermissionError
    return os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)


def write(path: str, pieces: Iterator[bytes]) -> bool:
    """Write a file beside its place and move it there, so that nobody reads half of one. Raises OSError, having left nothing."""
    place = os.path.dirname(path)
    os.makedirs(os.path.dirname(place), exist_ok=True)
    try:
        os.mkdir(place, 0o700)
    except FileExistsError:
        pass
    if not is_private(place):
        return False
    beside = f"{path}.{os.urandom(8).hex()}{_TEMPORARY}"  # not by process: threads of one write too
    number = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        try:
            for piece in pieces:
                view = memoryview(piece)
                while view:
                    view = view[os.write(number, view) :]
        finally:
            os.close(number)
        os.replace(beside, path)
    except BaseException:
        os.unlink(beside)
        raise
    return True


def entries(place: str) -> Iterator[tuple[float, int, str]]:
    """Give when each file of a folder was last used, its size and its path."""
    for entry in os.scandir(place):
        try:
            facts = entry.stat(follow_symlinks=False)
        except FileNotFoundError:  # somebody else has dropped it
            continue
        yield facts.st_mtime, facts.st_size, entry.path


def trim(place: str, count: int, size: int, age: float = 0) -> None:
    """Drop what was used least lately, beyond so many files and bytes, and what is older than so many seconds."""
    total = 0
    oldest = time.time() - age if age else 0
    for at, (used, own, path) in enumerate(sorted(entries(place), reverse=True)):
        total += own
        if at >= count or total > size or used < oldest:
            drop(path)


def clear(place: str) -> int:
    """Drop everything in a folder; the answer is how many files that were. Raises OSError."""
    if not os.path.isdir(place):
        return 0
    return sum(drop(path) for _, _, path in list(entries(place)))


def drop(path: str) -> bool:
    """Drop a file that may be gone already; say whether it was there."""
    try:
        os.unlink(path)
    except FileNotFoundError:
        return False
    return True
