"""One opened folder: its entries, what kind each is, and the folders below it. No entry is ever opened but folders.

Folders are opened by descriptor, each from the one above and never through a link, so that a tree that changes meanwhile
leads nowhere else.
"""

from __future__ import annotations

import os
import stat
from operator import attrgetter

from readcli.errors import of_system
from readcli.ignore import NAMES, read
from readcli.model import Notice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from os import DirEntry

    from readcli.ignore import Ignored, Scope
    from readcli.model import Options, Source

_FLAGS = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
_TOLD = 20  # folders that could not be read, each named
_KINDS = {stat.S_IFIFO: "FIFO", stat.S_IFSOCK: "socket", stat.S_IFBLK: "block device", stat.S_IFCHR: "character device"}


class Folder:
    """A folder that is open: `path` is relative to the one listed, empty for that, else it ends with a slash."""

    __slots__ = ("number", "path", "scope")

    def __init__(self, number: int, path: str) -> None:
        """Take a descriptor, which `close` closes."""
        self.number = number
        self.path = path
        self.scope: Scope | None = None

    def scan(self) -> list[DirEntry[str]]:
        """Give all entries, in no order. Raises OSError."""
        with os.scandir(self.number) as entries:
            return list(entries)

    def open_below(self, name: str) -> Folder:
        """Open a folder in this one. Raises OSError, also for what has become a link meanwhile."""
        number = os.open(name, _FLAGS | os.O_NOFOLLOW, dir_fd=self.number)
        return Folder(number, f"{self.path}{name}/")

    def fetch(self, name: str) -> bytes:
        """Read an ignore file in this folder."""
        return read(name, self.number)

    def close(self) -> None:
        """Close the descriptor."""
        os.close(self.number)


class Failures:
    """What could not be read: the first ones each in a notice, the others counted."""

    def __init__(self) -> None:
        """Begin with none."""
        self._waiting: list[Notice] = []
        self._count = 0

    def add(self, path: str, error: OSError) -> None:
        """Note a folder that could not be read, and why."""
        self._count += 1
        if self._count <= _TOLD:
            self._waiting.append(Notice(f"{show_name(path)}: {(error.strerror or str(error)).lower()}"))

    def take(self) -> list[Notice]:
        """Give the notices since the last time."""
        taken, self._waiting = self._waiting, []
        return taken

    def rest(self) -> list[Notice]:
        """Give what is to be said at the end."""
        more = self._count - _TOLD
        if more > 0:
            self._waiting.append(
                Notice("1 more directory could not be read" if more == 1 else f"{more} more directories could not be read")
            )
        return self.take()


def open_top(source: Source, options: Options) -> Folder:
    """Open the folder that a source names. Raises ReadError."""
    try:
        number = os.open(source.path, _FLAGS)
    except OSError as error:
        raise of_system(error) from error
    if options.root is not None:
        from readcli.root import check

        try:
            check(number, source.path, options.root)
        except BaseException:
            os.close(number)
            raise
    return Folder(number, "")


def wanted(folder: Folder, entries: list[DirEntry[str]], ignored: Ignored, above: Scope) -> list[DirEntry[str]]:
    """Leave out names that begin with a dot and what is ignored, and set the folder's scope."""
    scope = above
    if any(entry.name in NAMES for entry in entries):
        scope = ignored.enter(above, folder.path, folder.fetch)
    folder.scope = scope
    if scope.is_empty:
        return [entry for entry in entries if not entry.name.startswith(".")]
    path = ignored.prefix + folder.path
    return [entry for entry in entries if not entry.name.startswith(".") and not scope.hides(path, entry.name, is_folder(entry))]


def is_folder(entry: DirEntry[str]) -> bool:
    """Say whether an entry is a folder itself, not a link to one."""
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


def size_of(entry: DirEntry[str]) -> int:
    """Give the bytes of an entry; -1 for a folder, or what is gone."""
    try:
        return -1 if entry.is_dir(follow_symlinks=False) else entry.stat(follow_symlinks=False).st_size
    except OSError:
        return -1


def time_of(entry: DirEntry[str]) -> float:
    """Give when an entry was changed, in seconds since 1970; 0 for what is gone."""
    try:
        return entry.stat(follow_symlinks=False).st_mtime
    except OSError:
        return 0


def order(entries: list[DirEntry[str]], by: str) -> list[DirEntry[str]]:
    """Sort entries by name (code points), by time (newest first) or by size (largest first, folders last)."""
    entries.sort(key=attrgetter("name"))
    key: dict[str, Callable[[DirEntry[str]], float]] = {"time": time_of, "size": size_of}
    if by in key:
        entries.sort(key=key[by], reverse=True)  # stable: entries that are alike stay by name
    return entries


def describe_special(folder: Folder, entry: DirEntry[str], mode: int, options: Options) -> str:
    """Write what stands behind the name of an entry that is neither file nor folder."""
    if stat.S_ISLNK(mode):
        return f" -> {_target(folder, entry.name, options)}"
    return f"  ({_KINDS.get(stat.S_IFMT(mode), 'unknown kind')})"


def _target(folder: Folder, name: str, options: Options) -> str:
    """Give where a link leads, and say so if it is nowhere. Under `--root` it is not followed even for that."""
    try:
        text = show_name(os.readlink(name, dir_fd=folder.number))
    except OSError as error:
        return f"?  ({(error.strerror or 'unreadable').lower()})"
    if options.root is not None:
        return text
    try:
        os.stat(name, dir_fd=folder.number)
    except OSError as error:
        import errno

        if error.errno == errno.ELOOP:
            return f"{text}  (a loop)"
        return f"{text}  (broken link)" if error.errno in (errno.ENOENT, errno.ENOTDIR) else text
    return text


def show_name(name: str) -> str:
    """Make a name fit for one line of valid UTF-8."""
    if name.isprintable():
        return name
    from readcli.run import show_name as show

    return show(name)
