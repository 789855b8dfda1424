"""Tar archives, plain or compressed, walked header by header.

A plain file is walked by seeking over the members. A compressed one only goes forward: `pick` stops at the first of the
names asked for, so the first lines of a member cost only what lies before it. Archives that unpack in a moment are
read to the end all the same, so that the last of two entries of a name wins; in larger compressed ones the first does.
"""

from __future__ import annotations

from readcli import limits
from readcli.forward import Forward, Pieces, Span
from readcli.readers.archive_members import Entry, Members, show
from readcli.readers.archive_tar_header import Header, Walk
from readcli.readers.stream import codec_of, head_of, open_stream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from readcli.model import Options, Source

_MOMENT = limits.MIB  # packed bytes that unpack in a moment
_AHEAD = 32 * limits.KIB  # read at once where members can be seeked over
_KINDS = {"5": "folder", "D": "folder", "1": "hardlink", "2": "link", "3": "device", "4": "device", "6": "device"}


class TarMembers(Members):
    """A tar file's members."""

    def __init__(self, source: Source, options: Options) -> None:
        """Take the source; that it is no tar is found when it is walked."""
        super().__init__(source, options)
        self._is_packed = codec_of(head_of(source)) is not None
        self._picked: tuple[str, Entry, Walk] | None = None  # where `pick` stopped
        self._walk: Walk | None = None  # that of files opened in turn

    def entries(self) -> Iterator[Entry]:
        """Give every entry in stored order, in one pass. Raises Corrupt where the bytes break off, after those before."""
        stream = self._stream()
        for header in Walk(stream, _AHEAD if isinstance(stream, Span) else limits.CHUNK):
            yield self._entry(header)
        self.notices += stream.notices

    def lookup(self, name: str) -> Entry | None:
        """Give the entry of a name; the one just picked without looking further."""
        if self._picked is not None and self._picked[0] == name and self._known is None:
            entry = self._picked[1]
            return entry if name in (entry.name, entry.stored, entry.name.rstrip("/")) else Entry(f"{name}/", 0, "folder")
        self.source.seekable()
        return super().lookup(name)

    def has(self, name: str) -> bool:
        """Say whether a name is stored, reading no further than it."""
        return self.pick([name]) is not None

    def pick(self, names: list[str]) -> str | None:
        """Give the first of some names that is stored; in a large compressed archive the one that is met first."""
        self.source.seekable()
        if self._known is not None or not self._is_packed or (self.source.size or 0) <= _MOMENT:
            return next((name for name in names if self.lookup(name) is not None), None)
        walk = Walk(self._stream())
        seen = []
        for header in walk:
            entry = self._entry(header)
            for name in names:
                if name in (entry.name, entry.stored, entry.name.rstrip("/")) or entry.name.startswith(f"{name}/"):
                    self._picked = (name, entry, walk)
                    return name
            seen.append(entry)
        self.index(iter(seen))
        return None

    def open(self, entry: Entry) -> Forward:
        """Read on from where `pick` stopped, or go there anew."""
        assert isinstance(entry.where, Header)
        if self._picked is not None and self._picked[1] is entry:
            walk = self._picked[2]
            self._picked = None
            return walk.open(entry.where)
        if self.is_in_turn and self._is_packed:  # what is unpacked already is not unpacked again
            if self._walk is None or self._walk.position > entry.where.begin:
                self._walk = Walk(self._stream())
            return self._walk.open(entry.where)
        return Walk(self._stream()).open(entry.where)

    def _stream(self) -> Forward:
        """Begin the unpacked archive anew (from a stream that was not held, only once)."""
        if self._is_packed:
            return open_stream(self.source)
        return Span(self.source.file) if self.source.file is not None else Pieces(self.source.chunks())

    def _entry(self, header: Header) -> Entry:
        stored = self._decode(header.name)
        kind = _KINDS.get(header.kind, "file")
        if kind == "file" and stored.endswith("/"):  # before ustar, folders were told so
            kind = "folder"
        entry = Entry(stored, header.size, kind, self._decode(header.target) if header.target else "")
        entry.name = show(stored)
        if kind == "folder" and entry.name:
            entry.name = entry.name.rstrip("/") + "/"
        elif kind == "hardlink":
            entry.target = show(entry.target)
        entry.mtime = header.mtime
        entry.where = header
        return entry

    def _decode(self, raw: bytes) -> str:
        """Decode a name: UTF-8, else what was asked for or is likeliest for this name alone."""
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError:
            from readcli.readers.archive_names import choose_encoding

            return raw.decode(choose_encoding([raw], self.options.encoding), "replace")
