"""A folder as a tree: for people by name, two levels, without what ignore files name; for agents as `directory_seed` says.

For people line 1 is the folder itself, as it was typed; each level below is indented by two spaces, and a size stands
beside each file. With `-p` (and `--gutter=auto` in a pipe), and in JSON, a line is a path relative to the folder, a folder's
with a slash behind it, and line 1 is the first entry. No link is followed, nothing but folders is opened.
"""

from __future__ import annotations

import gc
import os
import time

from readcli.ignore import Ignored, Scope
from readcli.model import Notice
from readcli.readers.directory_scan import Failures, Folder, describe_special, is_folder, open_top, order, show_name, wanted
from readcli.sizes import format_age, format_size

__all__ = ["Ignored", "read"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from os import DirEntry

    from readcli.model import Event, Options, Source

DEPTH = 2  # levels shown unless `--depth` says otherwise
_BATCH = 500  # rows handed on at once
_WIDEST = 40  # columns to which names are filled up, so that the sizes stand below one another
_REGULAR, _FORMAT = 0o100000, 0o170000  # S_IFREG, S_IFMT: a call for each entry would cost as much as sorting them


def read(source: Source, options: Options) -> Iterator[Event]:
    """List a folder. Raises ReadError where it cannot be opened; a folder below it that cannot be is a notice."""
    if options.profile == "agent" and not is_bare(options):
        from readcli.readers.directory_seed import read as read_seed

        yield from read_seed(source, options)
        return
    was_collecting = gc.isenabled()
    gc.disable()  # the entries hold no cycles, and looking for some takes a third of the time
    try:
        yield from (_Paths if is_bare(options) else _Tree)(source, options).events()
    finally:
        if was_collecting:
            gc.enable()


def is_bare(options: Options) -> bool:
    """Say whether only paths are wanted."""
    return options.gutter == "none" or bool(options.json) or (options.gutter == "auto" and not os.isatty(1))


class _Level:
    """The rows of one open folder. `turns` are the folders in it, last first: how many rows are told before each is entered."""

    __slots__ = ("folder", "rows", "told", "turns")

    def __init__(self, folder: Folder) -> None:
        """Take the folder; its rows are written next."""
        self.folder = folder
        self.rows: list[str] = []
        self.turns: list[tuple[int, str]] = []
        self.told = 0


class _Listing:
    """The walk: rows of a folder, each folder's own rows behind its row. `_write` is what the two forms differ in."""

    def __init__(self, source: Source, options: Options) -> None:
        """Take what to list."""
        self._source = source
        self._options = options
        self._depth = options.depth or DEPTH
        self._sort = options.sort or "name"
        self._ignored = None if options.all else Ignored(source.path, options.root)
        self._failures = Failures()
        self._count = self._folders = self._hidden = 0

    def events(self) -> Iterator[Event]:
        """Give the rows in batches, notices as they arise, and counts at the end."""
        top = open_top(self._source, self._options)
        batch = self._head()
        levels = [self._enter(top, self._ignored.top if self._ignored else Scope())]
        try:
            while levels:
                below = self._step(levels[-1], len(levels), batch)
                if below is not None:
                    levels.append(self._enter(below, levels[-1].folder.scope or Scope()))
                else:
                    levels.pop().folder.close()
                if len(batch) >= _BATCH:
                    yield "\n".join(batch)
                    batch.clear()
                yield from self._failures.take()
        finally:
            for level in levels:
                level.folder.close()
        if not self._count:
            yield from self._say_nothing()
        elif batch:
            yield "\n".join(batch)
        yield {"entries": self._count, "folders": self._folders, "hidden": self._hidden}
        yield from self._failures.rest()

    def _step(self, level: _Level, depth: int, batch: list[str]) -> Folder | None:
        """Add a folder's rows up to the next folder that is to be entered, and open that one."""
        while depth < self._depth and level.turns:
            end, name = level.turns.pop()
            batch += level.rows[level.told : end]
            level.told = end
            try:
                return level.folder.open_below(name)
            except OSError as error:
                self._failures.add(f"{level.folder.path}{name}/", error)
        batch += level.rows[level.told :] if level.told else level.rows
        return None

    def _enter(self, folder: Folder, above: Scope) -> _Level:
        """Read a folder, choose and order its entries, and give their rows."""
        try:
            entries = folder.scan()
        except OSError as error:
            self._failures.add(folder.path or "./", error)
            entries = []
        kept = wanted(folder, entries, self._ignored, above) if self._ignored else entries
        self._hidden += len(entries) - len(kept)
        self._count += len(kept)
        level = _Level(folder)
        self._write(level, order(kept, self._sort))
        self._folders += len(level.turns)
        level.turns.reverse()
        return level

    def _head(self) -> list[str]:
        """Give the rows before the first entry."""
        return []

    def _write(self, level: _Level, entries: list[DirEntry[str]]) -> None:
        """Add each entry's row, and a turn behind that of a folder."""
        raise NotImplementedError

    def _say_nothing(self) -> Iterator[Event]:
        """Say that there is nothing to list."""
        yield Notice(self._why_empty())

    def _why_empty(self) -> str:
        if not self._hidden:
            return "empty directory"
        return f"{self._hidden} hidden or ignored {'entry' if self._hidden == 1 else 'entries'} not shown; -a shows them"


class _Paths(_Listing):
    """Paths, one a line."""

    def _write(self, level: _Level, entries: list[DirEntry[str]]) -> None:
        where = show_name(level.folder.path)
        for entry, label in zip(entries, _labels(entries)[0], strict=True):
            if is_folder(entry):
                level.rows.append(f"{where}{label}/")
                level.turns.append((len(level.rows), entry.name))
            else:
                level.rows.append(where + label)


class _Tree(_Listing):
    """A tree with sizes, and with ages where they are the order."""

    def _head(self) -> list[str]:
        self._now = time.time()
        self._sizes: dict[int, str] = {}
        return [show_name(self._source.path.rstrip("/") + "/")]

    def _say_nothing(self) -> Iterator[Event]:
        yield f"({self._why_empty()})"

    def _write(self, level: _Level, entries: list[DirEntry[str]]) -> None:
        indent = "  " * (level.folder.path.count("/") + 1)
        labels, widths = _labels(entries)
        width = min(max(widths, default=0) + 1, _WIDEST)
        sizes, is_aged, add = self._sizes, self._sort == "time", level.rows.append
        for entry, label, wide in zip(entries, labels, widths):  # noqa: B905  # they are as many, and asking costs time
            row = indent + label
            try:
                if entry.is_dir(follow_symlinks=False):
                    add(f"{row}/{' ' * (width - wide + 8) + self._age(entry)}" if is_aged else row + "/")
                    level.turns.append((len(level.rows), entry.name))
                    continue
                facts = entry.stat(follow_symlinks=False)
                if facts.st_mode & _FORMAT == _REGULAR:
                    size = facts.st_size
                    row += " " * (width - wide) + (sizes.get(size) or self._size(size))
                    add(row + self._age(entry) if is_aged else row)
                else:
                    add(row + describe_special(level.folder, entry, facts.st_mode, self._options))
            except OSError:  # gone since the folder was read
                add(row)

    def _size(self, size: int) -> str:
        """Write a size, flush right, and keep it: most files are as large as some other."""
        self._sizes[size] = text = f"{format_size(size):>9}"
        return text

    def _age(self, entry: DirEntry[str]) -> str:
        """Write how old an entry is. Raises OSError."""
        age = format_age(self._now - entry.stat(follow_symlinks=False).st_mtime)
        return "  " + age if age else ""


def _labels(entries: list[DirEntry[str]]) -> tuple[list[str], list[int]]:
    """Give the names as they are shown, and the columns they take; most folders hold nothing but plain names."""
    names = [entry.name for entry in entries]
    together = "".join(names)
    if not together.isprintable():
        names = list(map(show_name, names))
    return names, list(map(len if together.isascii() else _width, names))


def _width(label: str) -> int:
    """Give the columns that a name takes on a terminal."""
    if label.isascii():
        return len(label)
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(letter) else 1 + (east_asian_width(letter) in "WF") for letter in label)
