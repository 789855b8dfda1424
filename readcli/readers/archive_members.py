"""The entries of an archive by name, whatever kind of archive it is.

A kind says what its entries are and opens one; finding a name, folders that are only implied, links, and names spelt
loosely are the same for all. Nothing is written; names with `..` or a leading `/` are followed nowhere.
"""

from __future__ import annotations

from readcli import limits
from readcli.errors import Corrupt, NotFound, TooLarge, Unsupported
from readcli.model import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from readcli.forward import Forward
    from readcli.model import Options

_LINKS = 8  # from link to link


class Entry:
    """One entry of an archive.

    name     as shown and as typed back: `/` between folders and behind a folder, no `./` in front
    stored   letter for letter
    kind     file folder link (symbolic) hardlink device
    size     bytes of a file
    target   of a link
    where    for the archive's own use
    """

    __slots__ = ("encrypted", "kind", "mtime", "name", "size", "stored", "target", "where")

    def __init__(self, name: str, size: int, kind: str = "file", target: str = "", *, encrypted: bool = False) -> None:
        """Take what a listing shows."""
        self.name = name
        self.stored = name
        self.size = size
        self.kind = kind
        self.target = target
        self.encrypted = encrypted
        self.mtime: float | None = None
        self.where: object = None


class Members:
    """The named things in an archive. A subclass says what they are and opens them."""

    def __init__(self, source: Source, options: Options) -> None:
        """Take the archive and the options (password, encoding)."""
        self.source = source
        self.options = options
        self.notices: list[str] = []
        self.is_in_turn = False  # each file is opened when the one before is no longer read
        self._known: dict[str, Entry] | None = None
        self._loose: dict[str, str] = {}

    def entries(self) -> Iterator[Entry]:
        """Give every entry in stored order. Raises Corrupt where the archive breaks off, after those before."""
        raise NotImplementedError

    def open(self, entry: Entry) -> Forward:
        """Open a file's bytes for reading forward. Raises Encrypted, Unsupported, Corrupt."""
        raise NotImplementedError

    def count(self) -> int | None:
        """Give the number of entries where it is known beforehand."""
        return None

    def quick_lines(self, line: Callable[..., str], *, is_bare: bool) -> Iterator[tuple[list[str], str]] | None:
        """Give names and their lines, many at a time, where that is faster than entry by entry; `line` writes one entry."""
        del line, is_bare
        return None

    def lookup(self, name: str) -> Entry | None:
        """Give the entry stored under a name, or a folder that other names imply; the last of several, a file before a folder."""
        return self.table().get(name)

    def has(self, name: str) -> bool:
        """Say whether a name is stored letter for letter. Folders count, those only implied without their slash."""
        return self.lookup(name) is not None

    def pick(self, names: list[str]) -> str | None:
        """Give the first of some names that is stored. Archives that only go forward answer sooner so than by `has`."""
        return next((name for name in names if self.has(name)), None)

    def find(self, name: str) -> str | None:
        """Give the name that `get` takes for one spelt loosely: slashes, `./` and `:` in front; `..` never matches."""
        wanted = plain(name)
        if wanted is None or not wanted:
            return None
        if self.has(wanted):
            return wanted
        if not self._loose:
            for stored, entry in self.table().items():
                self._loose.setdefault(plain(entry.name) or stored, stored)
        return self._loose.get(wanted)

    def get(self, name: str) -> Source:
        """Give a member as a source for reading forward, a folder as the archive with `inside` set.

        Raises NotFound (also for a link that leads nowhere), TooLarge beyond `limits.DEPTH`, and what `open` raises.
        """
        path = f"{self.source.path}:{name}"
        entry = self._resolve(name)
        if entry.kind == "folder":
            return self._folder(entry, name, path)
        if self.source.depth >= limits.DEPTH:
            raise TooLarge(f"containers lie more than {limits.DEPTH} deep", "[limits] DEPTH lifts it")
        last = entry.name.rpartition("/")[2]
        stream = self.open(entry)
        return Source(last, path, stream, size=entry.size, mtime=entry.mtime, depth=self.source.depth + 1, label="archive entry")  # type: ignore[arg-type]  # it is only read

    def pieces(self, name: str) -> Iterator[bytes]:
        """Give a file's bytes. Raises as `get`, Unsupported for a folder."""
        entry = self._resolve(name)
        if entry.kind == "folder":
            raise Unsupported("it is a folder of the archive")
        stream = self.open(entry)
        while piece := stream.read(4 * limits.CHUNK):
            yield piece

    def nearest(self, name: str) -> list[str]:
        """Give the stored names most like one that is not there."""
        from readcli.nearest import nearest

        return nearest(name, (entry.name for entry in dict.fromkeys(self.table().values())))

    def _folder(self, entry: Entry, name: str, path: str) -> Source:
        source = self.source
        found = Source(
            entry.name.rstrip("/").rpartition("/")[2], path, source.stream, size=source.size, depth=source.depth, label=source.label
        )
        found.file = source.file
        found.head = source.head
        found.format = source.format or "archive"
        found.inside = ("folder", entry.name.rstrip("/") or name)
        return found

    def _resolve(self, name: str) -> Entry:
        """Give the file or folder of a name, following links inside the archive only."""
        entry = self.lookup(name)
        if entry is None:
            raise NotFound(f"{name} not found inside archive", _suggestion(self.nearest(name)))
        for _ in range(_LINKS):
            if entry.kind == "device":
                raise Unsupported("it is a device or a pipe, which holds no bytes here")
            if entry.kind not in ("link", "hardlink"):
                return entry
            wanted = _join("" if entry.kind == "hardlink" else entry.name, entry.target)
            found = self.lookup(wanted) if wanted else None
            if found is None:
                raise NotFound(f"it is a link to {entry.target}, which is not in the archive")
            entry = found
        raise NotFound("its links form a loop")

    def table(self) -> dict[str, Entry]:
        """Index all names once."""
        return self.index(self.counted()) if self._known is None else self._known

    def index(self, entries: Iterator[Entry]) -> dict[str, Entry]:
        """Index names: as stored, as shown, folders without their slash, and folders only implied."""
        files: dict[str, Entry] = {}
        folders: dict[str, Entry] = {}
        try:
            for entry in entries:
                into = folders if entry.kind == "folder" else files
                for name in {entry.stored, entry.name, entry.name.rstrip("/")}:
                    into[name] = entry
                _imply(entry.name, folders)
        except Corrupt:
            if not files and not folders:
                raise
        self._known = {**folders, **files}
        self._known.pop("", None)
        return self._known

    def counted(self) -> Iterator[Entry]:
        """Give the entries, up to the limit."""
        for count, entry in enumerate(self.entries()):
            if count >= limits.ENTRIES:
                raise TooLarge(f"it has more than {limits.ENTRIES} entries", "[limits] ENTRIES lifts it")
            yield entry


def show(name: str) -> str:
    """Fold a stored name to the one shown: no `./` in front."""
    while name.startswith("./"):
        name = name[2:].lstrip("/")
    return "" if name == "." else name


def plain(name: str) -> str | None:
    r"""Fold the spellings of one name: `\` is `/`; a leading `:`, empty and `.` steps are dropped. `..` gives None."""
    steps = [step for step in name.replace("\\", "/").lstrip(":").split("/") if step not in ("", ".")]
    return None if ".." in steps else "/".join(steps)


def _join(base: str, target: str) -> str:
    """Resolve a link's target beside the entry that holds it; nothing where it leads out of the archive."""
    steps = base.split("/")[:-1]
    if target.startswith("/"):
        return ""
    for step in target.split("/"):
        if step == "..":
            if not steps:
                return ""
            steps.pop()
        elif step not in ("", "."):
            steps.append(step)
    return "/".join(steps)


def _imply(name: str, folders: dict[str, Entry]) -> None:
    """Add the folders above a name that are not known yet, without a slash: they are stored nowhere."""
    above = name.rstrip("/").rpartition("/")[0]
    while above and above not in folders and ".." not in above.split("/"):
        folders[above] = Entry(f"{above}/", 0, "folder")
        above = above.rpartition("/")[0]


def _suggestion(names: list[str]) -> str:
    return f"did you mean {', '.join(names)}?" if names else ""
