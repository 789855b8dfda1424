"""A folder as agents see it, by the first seed's rules: `.`, then newest first, two levels, at most 12 entries of a folder below.

Ignore files are not consulted; a few names are left out instead (`-a` brings them back). Columns: name, size, age.
"""

from __future__ import annotations

import time

from readcli.model import Notice
from readcli.readers.directory_scan import Failures, Folder, is_folder, open_top, show_name, time_of
from readcli.sizes import format_age, format_size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from os import DirEntry

    from readcli.model import Event, Options, Source

    Row = tuple[str, str, str]  # label, size, age

_PRUNED_FILES = frozenset((".DS_Store",))
_PRUNED_FOLDERS = frozenset(
    ("node_modules", ".git", ".next", "dist", "build", "target", ".venv", ".cache", ".turbo", ".parcel-cache", "coverage")
)
_MOST = 12  # entries of a folder below the one listed: the newest, a marker, the oldest
_WALKED = 100_000  # entries looked at
_DEEPEST = 100  # levels


class _Tree:
    """The rows of a tree, gathered because the columns depend on the longest name.

    count, folders    entries and folders that have a row
    left_out, capped  entries that a cap hides, and the folders that they are in
    """

    def __init__(self, options: Options) -> None:
        """Take what is asked."""
        self._options = options
        self._depth = min(options.depth or 2, _DEEPEST)
        self._now = time.time()
        self.rows: list[Row] = []
        self._failures = Failures()
        self.count = self.folders = self.left_out = self.capped = 0
        self._walked = 0

    def add(self, folder: Folder, depth: int) -> None:
        """Add the rows of an open folder and of those below it."""
        try:
            entries = [entry for entry in folder.scan() if self._options.all or not _is_pruned(entry)]
        except OSError as error:
            self._failures.add(folder.path or "./", error)
            return
        self._order(entries)
        self._walked += len(entries)  # what is pruned, or not shown for the cap, is not entered either
        if self._walked > _WALKED:
            del entries[len(entries) - (self._walked - _WALKED) :]
        kept, last = entries, []
        more = len(entries) - _MOST
        if depth > 1 and more > 0:
            kept, last = entries[: _MOST - 1], entries[-1:]
            self.left_out += more
            self.capped += 1
        for entry in kept:
            self._add_entry(folder, entry, depth)
        if last:
            self.rows.append((f"{'  ' * depth}- … {more} more", "", ""))
            self._add_entry(folder, last[0], depth)

    def _add_entry(self, folder: Folder, entry: DirEntry[str], depth: int) -> None:
        """Add the row of an entry, and those below it if it is a folder; what is younger than a second has its name only."""
        self.count += 1
        is_below = is_folder(entry)
        label = f"{'  ' * depth}- {show_name(entry.name)}{'/' if is_below else ''}"
        age = format_age(self._now - time_of(entry))
        self.rows.append((label, "" if is_below or not age else format_size(_bytes(entry)), age))
        if not is_below:
            return
        self.folders += 1
        if depth >= self._depth or self._walked >= _WALKED:
            return
        try:
            below = folder.open_below(entry.name)
        except OSError as error:
            self._failures.add(f"{folder.path}{entry.name}/", error)
            return
        try:
            self.add(below, depth + 1)
        finally:
            below.close()

    def _order(self, entries: list[DirEntry[str]]) -> None:
        """Sort newest first, or as `--sort` says; what is alike by name, in the order of a dictionary."""
        entries.sort(key=lambda entry: (entry.name.lower(), entry.name.swapcase()))
        if self._options.sort in (None, "time"):
            entries.sort(key=time_of, reverse=True)
        elif self._options.sort == "size":
            entries.sort(key=lambda entry: -1 if is_folder(entry) else _bytes(entry), reverse=True)

    def remarks(self) -> Iterator[Notice]:
        """Say what is not shown."""
        if self.left_out:
            where = "1 directory" if self.capped == 1 else f"{self.capped} directories"
            entries = "1 entry" if self.left_out == 1 else f"{self.left_out} entries"
            yield Notice(f"{entries} not shown in {where} of more than {_MOST}. Read a directory by its own path to see all of it")
        if self._walked > _WALKED:
            yield Notice(f"Only the first {_WALKED} entries were looked at")
        yield from self._failures.rest()


def read(source: Source, options: Options) -> Iterator[Event]:
    """List a folder. Raises ReadError where it cannot be opened."""
    tree = _Tree(options)
    top = open_top(source, options)
    try:
        tree.add(top, 1)
    finally:
        top.close()
    if tree.rows:
        width = max(len(label) for label, _, _ in tree.rows) + 2
        yield "\n".join([".", *(f"{label:<{width}}{size:<8}  {age}".rstrip() for label, size, age in tree.rows)])
    else:
        yield "(empty directory)"
    yield {"entries": tree.count, "folders": tree.folders}
    yield from tree.remarks()


def _is_pruned(entry: DirEntry[str]) -> bool:
    """Say whether a name is left out; a file may well be called `build`."""
    return entry.name in (_PRUNED_FOLDERS if is_folder(entry) else _PRUNED_FILES)


def _bytes(entry: DirEntry[str]) -> int:
    """Give the size of a file; 0 for links and what else is none, as the seed does."""
    try:
        return entry.stat(follow_symlinks=False).st_size if entry.is_file(follow_symlinks=False) else 0
    except OSError:
        return 0
