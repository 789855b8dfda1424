r"""The members of a zip file (APPNOTE.TXT), each unpacked as it is read.

One member of ten thousand is found by searching the directory's bytes; names that are not ASCII, and loose spellings,
need all of them decoded. Names with `\` are Windows': shown with `/`.
"""

from __future__ import annotations

from readcli.errors import ReadError
from readcli.forward import Span
from readcli.readers.archive_members import Entry, Members, show
from readcli.sizes import format_size
from readcli.zip_directory import ZipDirectory, ZipEntry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from readcli.forward import Forward
    from readcli.model import Options, Source

_BATCH = 1000  # lines written at once
_LINK = 0xA  # of the Unix mode, shifted
_LINK_SIZE = 4096  # a longer target is none
_UTF8 = 0x800  # flag bit 11
_UNICODE_PATH = 0x7075  # Info-ZIP's extra field (4.6.9)


class _Marks(dict[int, str]):
    """A size to what stands behind a name, written once each."""

    def __missing__(self, size: int) -> str:
        self[size] = mark = f" ({format_size(size)})"
        return mark


def _is_shown_as_stored(joined: bytes, count: int) -> bool:
    """Say whether no name, of `count` joined by line feeds, needs decoding, other slashes, or a visible form."""
    odd = (b"\\", b"?", b"\r", b"\n./")
    return (
        joined.isascii() and joined.count(b"\n") == count - 1 and not joined.startswith(b"./") and not any(mark in joined for mark in odd)
    )


class ZipMembers(Members):
    """A zip file's members."""

    def __init__(self, source: Source, options: Options) -> None:
        """Read the directory. Raises as `ZipDirectory`."""
        super().__init__(source, options)
        self._file = source.seekable()
        self._directory = ZipDirectory(self._file)
        self._encoding = ""

    def count(self) -> int:
        """Give the count of the end record."""
        return self._directory.count

    def lookup(self, name: str) -> Entry | None:
        """Search the directory's bytes for an ASCII name; others need all names decoded."""
        if self._known is not None or not name.isascii():
            return super().lookup(name)
        directory = self._directory
        for slash in (b"/", b"\\"):
            raw = name.encode().replace(b"/", slash)
            folder = raw if raw.endswith(slash) else raw + slash
            for spelling in (raw, folder):
                found = directory.find(spelling)
                if found is not None:
                    return self._entry(found)
            if folder != raw and b".." not in raw.split(slash) and directory.has_below(folder):
                return Entry(f"{name}/", 0, "folder")
        return None

    def entries(self) -> Iterator[Entry]:
        """Give every entry, with the targets of links. Raises Corrupt where the directory breaks off."""
        return (self._entry(row[0]) for row in self._directory.rows())

    def quick_lines(self, line: Callable[..., str], *, is_bare: bool) -> Iterator[tuple[list[str], str]]:
        """Write ordinary entries from the directory's bytes; a batch that holds another goes entry by entry, by `line`."""
        marks = _Marks()
        at = 0
        while True:
            end, raw_names, sizes, is_ordinary = self._directory.batch(at, _BATCH)
            if not raw_names:
                break
            joined = b"\n".join(raw_names)
            if is_ordinary and _is_shown_as_stored(joined, len(sizes)):
                text = joined.decode("ascii")
                names = text.split("\n")
                if not is_bare:
                    text = "\n".join([name if name[-1:] == "/" else name + marks[size] for name, size in zip(names, sizes, strict=True)])
            else:
                entries = [entry for row in self._directory.rows(at, len(sizes)) if (entry := self._entry(row[0])).name]
                names = [entry.name for entry in entries]
                text = "\n".join([line(entry, is_bare=is_bare) for entry in entries])
            if names:
                yield names, text
            at = end
        self._directory.check_end(at)

    def open(self, entry: Entry) -> Forward:
        """Open a member. Raises Encrypted, Unsupported, MissingExtra (AES), Corrupt."""
        from readcli.readers.archive_zip_methods import Checked, unpack

        assert isinstance(entry.where, int)
        zipped = self._directory.entry(entry.where)
        begin = self._directory.begin(zipped)
        raw: Forward = Span(self._file, begin, begin + zipped.packed)
        method = zipped.method
        crc: int | None = zipped.crc
        if zipped.is_encrypted:
            from readcli.readers.archive_zip_cipher import decrypt

            raw, method, crc = decrypt(raw, zipped, self.options.password)
        return Checked(unpack(raw, method), zipped.size, crc, raw if zipped.is_encrypted else None)

    def _entry(self, at: int) -> Entry:
        """Make the entry at a place in the directory."""
        zipped = self._directory.entry(at)
        stored = self._decode(zipped)
        entry = Entry(stored, zipped.size, encrypted=zipped.is_encrypted)
        entry.name = show(stored.replace("\\", "/"))
        entry.where = at
        if entry.name.endswith("/"):
            entry.kind = "folder"
        elif zipped.mode >> 12 == _LINK:
            entry.kind = "link"
            entry.target = self._target(entry, zipped)
        return entry

    def _target(self, entry: Entry, zipped: ZipEntry) -> str:
        """Read what a link points to; nothing where that cannot be read."""
        if zipped.size > _LINK_SIZE:
            return ""
        try:
            return self.open(entry).read().decode("utf-8", "replace")
        except ReadError:
            return ""

    def _decode(self, zipped: ZipEntry) -> str:
        """Decode a name: by its flag, by the Unicode path field while that fits the name, else by the archive's page."""
        raw = zipped.name
        field = zipped.field(_UNICODE_PATH)
        if len(field) > 5:
            from zlib import crc32

            if field[0] == 1 and int.from_bytes(field[1:5], "little") == crc32(raw):
                return field[5:].decode("utf-8", "replace")
        if raw.isascii():
            return raw.decode("ascii")
        if zipped.flags & _UTF8:
            return raw.decode("utf-8", "replace")
        return raw.decode(self._page(), "replace")

    def _page(self) -> str:
        """Judge all names that say nothing of their encoding together, once."""
        if not self._encoding:
            from readcli.readers.archive_names import choose_encoding

            unsaid = [raw for _, raw, flags, _, _ in self._directory.rows() if not flags & _UTF8 and not raw.isascii()]
            self._encoding = choose_encoding(unsaid, self.options.encoding)
        return self._encoding
