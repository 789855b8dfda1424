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
from readcli.readers.directory_scan import Folder, describe_special, is_folder, open_top, order, show_name, wanted
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


class _Listing:
    """The walk: rows of a folder, each folder's own rows behind its row. `_rows` is what the two forms differ in."""

    def __init__(self, source: Source, options: Options) -> None:
        """Take what to list."""
        self._source = source
        self._options = options
        self._depth = options.depth or DEPTH
        self._sort = options.sort or "name"
        self._ignored = None if options.all else Ignored(source.path, options.root)
        self._notices: list[Notice] = []
        self._count = self._folders = self._hidden = 0

    def events(self) -> Iterator[Event]:
        """Give the rows in batches, notices as they arise, and counts at the end."""
        top = open_top(self._source, self._options)
        batch = self._head()
        open_now = [(top, self._enter(top, self._ignored.top if self._ignored else Scope()))]
        try:
            while open_now:
                below = self._step(*open_now[-1], len(open_now), batch)
                if below is not None:
                    open_now.append((below, self._enter(below, open_now[-1][0].scope or Scope())))
                else:
                    open_now.pop()[0].close()
                if len(batch) >= _BATCH:
                    yield "\n".join(batch)
                    batch.clear()
                if self._notices:
                    yield from self._notices
                    self._notices.clear()
        finally:
            for folder, _ in open_now:
                folder.close()
        if not self._count:
            yield from self._say_nothing()
        elif batch:
            yield "\n".join(batch)
        yield {"entries": self._count, "folders": self._folders, "hidden": self._hidden}

    def _step(self, folder: Folder, rows: Iterator[tuple[str, str]], depth: int, batch: list[str]) -> Folder | None:
        """Add a folder's rows up to the next folder that is to be entered, and open that one."""
        for row, name in rows:
            batch.append(row)
            if name and depth < self._depth:
                try:
                    return folder.open_below(name)
                except OSError as error:
                    self._note(f"{folder.path}{name}/", error)
        return None

    def _note(self, path: str, error: OSError) -> None:
        self._notices.append(Notice(f"{show_name(path)}: {(error.strerror or str(error)).lower()}"))

    def _enter(self, folder: Folder, above: Scope) -> Iterator[tuple[str, str]]:
        """Read a folder, choose and order its entries, and give their rows."""
        try:
            entries = folder.scan()
        except OSError as error:
            self._note(folder.path or "./", error)
            entries = []
        kept = wanted(folder, entries, self._ignored, above) if self._ignored else entries
        self._hidden += len(entries) - len(kept)
        self._count += len(kept)
        return iter(self._rows(folder, order(kept, self._sort)))

    def _head(self) -> list[str]:
        """Give the rows before the first entry."""
        return []

    def _rows(self, folder: Folder, entries: list[DirEntry[str]]) -> list[tuple[str, str]]:
        """Give each entry's row, and its name if it is a folder."""
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

    def _rows(self, folder: Folder, entries: list[DirEntry[str]]) -> list[tuple[str, str]]:
        where = show_name(folder.path)
        rows = []
        for entry, label in zip(entries, _labels(entries)[0], strict=True):
            if is_folder(entry):
                self._folders += 1
                rows.append((f"{where}{label}/", entry.name))
            else:
                rows.append((where + label, ""))
        return rows


class _Tree(_Listing):
    """A tree with sizes, and with ages where they are the order."""

    def _head(self) -> list[str]:
        self._now = time.time()
        self._sizes: dict[int, str] = {}
        return [show_name(self._source.path.rstrip("/") + "/")]

    def _say_nothing(self) -> Iterator[Event]:
        yield f"({self._why_empty()})"

    def _rows(self, folder: Folder, entries: list[DirEntry[str]]) -> list[tuple[str, str]]:
        indent = "  " * (folder.path.count("/") + 1)
        labels, widths = _labels(entries)
        width = min(max(widths, default=0) + 1, _WIDEST)
        sizes = self._sizes
        rows = []
        for entry, label, wide in zip(entries, labels, widths):  # noqa: B905  # they are as many, and asking costs time
            try:
                if entry.is_dir(follow_symlinks=False):
                    self._folders += 1
                    rows.append((f"{indent}{label}/{self._age(entry, width - wide + 10)}", entry.name))
                    continue
                facts = entry.stat(follow_symlinks=False)
            except OSError:  # gone since the folder was read
                rows.append((indent + label, ""))
                continue
            if facts.st_mode & _FORMAT != _REGULAR:
                rows.append((indent + label + describe_special(folder, entry, facts.st_mode, self._options), ""))
                continue
            size = sizes.get(facts.st_size) or self._size(facts.st_size)
            rows.append((indent + label + " " * (width - wide) + size + self._age(entry, 2), ""))
        return rows

    def _size(self, size: int) -> str:
        """Write a size, flush right, and keep it: most files are as large as some other."""
        self._sizes[size] = text = f"{format_size(size):>9}"
        return text

    def _age(self, entry: DirEntry[str], gap: int) -> str:
        """Write how old an entry is, where that is what the rows are ordered by. Raises OSError."""
        if self._sort != "time":
            return ""
        age = format_age(self._now - entry.stat(follow_symlinks=False).st_mtime)
        return " " * gap + age if age else ""


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
