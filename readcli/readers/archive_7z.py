"""7z archives, through the package py7zr (extra `archives`). Runs in a child process, as other people's parsers do.

py7zr pushes what it unpacks; a thread and a short queue turn that into a stream that is pulled, so that the first lines
of a large member cost no memory. In a solid archive what lies before a member is unpacked, and dropped.
"""

from __future__ import annotations

import lzma
import queue
import struct
import threading
import zlib

from readcli import limits
from readcli.errors import Corrupt, Encrypted, MissingExtra, ReadError, Unsupported
from readcli.forward import Forward, Pieces
from readcli.readers.archive import list_members
from readcli.readers.archive_members import Entry, Members, show

try:
    import py7zr
    from py7zr.exceptions import ArchiveError
except ImportError as missing:
    raise MissingExtra.of("archives", "a 7z archive") from missing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from readcli.model import Event, Options, Source

_AES = b"\x06\xf1\x07\x01"  # the method's number, 7zFormat.txt "Methods"
_DAMAGE = (
    ArchiveError, lzma.LZMAError, zlib.error, struct.error, EOFError, ValueError, OSError, LookupError, TypeError, AttributeError,
    AssertionError, RuntimeError, ArithmeticError, MemoryError,
)  # fmt: skip  # what py7zr lets through on damaged files
_WAITING = 8  # pieces in the queue
_PATIENCE = 0.1  # seconds between looks at whether anybody still reads


def read(source: Source, options: Options) -> Iterator[Event]:
    """List a 7z archive, or a folder in it."""
    return list_members(SevenZipMembers(source, options))


def names(source: Source, options: Options) -> list[str]:
    """Give the names of all entries as shown, folders with their slash."""
    return [entry.name for entry in SevenZipMembers(source, options).entries()]


def extract(source: Source, name: str, options: Options) -> Iterator[bytes]:
    """Give a member's bytes as they are unpacked. Raises NotFound, Encrypted, Corrupt, Unsupported."""
    return SevenZipMembers(source, options).pieces(name)


class SevenZipMembers(Members):
    """A 7z file's members."""

    def __init__(self, source: Source, options: Options) -> None:
        """Read the header. Raises Encrypted where it is ciphered, Corrupt, Unsupported."""
        super().__init__(source, options)
        self._password = options.password
        self._seven = self._opened()

    def count(self) -> int:
        """Give the number of entries."""
        return len(self._seven.files)

    def entries(self) -> Iterator[Entry]:
        """Give every entry in stored order; targets of links only in archives that unpack in a moment."""
        for file in self._seven.files:
            kind = "folder" if file.is_directory else "link" if file.is_symlink else "file"
            entry = Entry(file.filename, (file.uncompressed or 0) if kind == "file" else 0, kind, encrypted=_is_encrypted(file))
            entry.name = show(file.filename) + "/" * (kind == "folder" and not file.filename.endswith("/"))
            entry.where = file
            if kind == "link" and (self.source.size or 0) <= limits.WHOLE:
                entry.target = self._target(entry)
            yield entry

    def open(self, entry: Entry) -> Forward:
        """Unpack a member. Its stream raises Encrypted, Corrupt, Unsupported."""
        if entry.encrypted and self._password is None:
            raise Encrypted("it is encrypted", "give the password with --password or READCLI_PASSWORD")
        return Pieces(self._unpack(entry))

    def _opened(self) -> Any:
        """Open the archive anew: py7zr reads each only once."""
        try:
            return py7zr.SevenZipFile(self.source.seekable(), password=self._password)
        except (*_DAMAGE, py7zr.PasswordRequired) as error:
            raise self._explain(error, is_encrypted=self._has_encrypted_header()) from error

    def _has_encrypted_header(self) -> bool:
        """Say whether the names themselves need a password."""
        try:
            py7zr.SevenZipFile(self.source.seekable())
        except py7zr.PasswordRequired:
            return True
        except _DAMAGE:
            return False
        return False

    def _explain(self, error: Exception, *, is_encrypted: bool) -> ReadError:
        """Translate an error of the library."""
        if isinstance(error, py7zr.PasswordRequired):
            return Encrypted("it is encrypted", "give the password with --password or READCLI_PASSWORD")
        if is_encrypted:
            return Encrypted("the password is wrong")
        if isinstance(error, py7zr.UnsupportedCompressionMethodError):
            return Unsupported("it is packed with a method that is not read")
        return Corrupt(f"the 7z archive is damaged: {error or type(error).__name__}".lower().replace("\n", " "))

    def _target(self, entry: Entry) -> str:
        try:
            return self.open(entry).read().decode("utf-8", "replace")
        except ReadError:
            return ""

    def _unpack(self, entry: Entry) -> Iterator[bytes]:
        """Let a thread unpack one member, and pull what it pushes."""
        file: Any = entry.where
        same = sum(other.filename == file.filename and other.id < file.id for other in self._seven.files)
        belt = _Belt(same)
        worker = threading.Thread(target=self._push, args=(file.filename, belt, entry.encrypted), daemon=True)
        worker.start()
        try:
            while (piece := belt.waiting.get()) is not None:
                if isinstance(piece, ReadError):
                    raise piece
                yield piece
        finally:
            belt.is_left = True

    def _push(self, name: str, belt: _Belt, is_encrypted: bool) -> None:
        """Unpack all entries of a name onto the belt, which passes over the earlier ones."""
        end: ReadError | None = None
        try:
            try:
                self._opened().extract(targets=[name], factory=belt)
            except ReadError as error:
                end = error
            except (*_DAMAGE, py7zr.PasswordRequired) as error:
                end = self._explain(error, is_encrypted=is_encrypted)
            belt.put(end)
        except _Left:
            return


class _Left(Exception):
    """Nobody reads any more."""


class _Belt(py7zr.WriterFactory):  # type: ignore[misc]  # the library is not typed for us
    """What the unpacking thread puts pieces on; the first `dropped` files of the name go nowhere. None ends it."""

    def __init__(self, dropped: int) -> None:
        self.waiting: queue.Queue[bytes | ReadError | None] = queue.Queue(_WAITING)
        self.is_left = False
        self._dropped = dropped

    def create(self, filename: str) -> _Box:
        """Give the place for the next file's bytes."""
        del filename
        self._dropped -= 1
        return _Box(self, is_wanted=self._dropped < 0)

    def put(self, piece: bytes | ReadError | None) -> None:
        """Hand a piece on, unless the reader has left."""
        while not self.is_left:
            try:
                self.waiting.put(piece, timeout=_PATIENCE)
            except queue.Full:
                continue
            return
        raise _Left


class _Box(py7zr.Py7zIO):  # type: ignore[misc]  # as above
    """One file's bytes on their way to the belt."""

    def __init__(self, belt: _Belt, *, is_wanted: bool) -> None:
        self._belt = belt
        self._is_wanted = is_wanted
        self._size = 0

    def write(self, s: bytes | bytearray) -> int:
        """Hand bytes on."""
        self._size += len(s)
        if self._is_wanted and s:
            self._belt.put(bytes(s))
        return len(s)

    def read(self, size: int | None = None) -> bytes:
        """Give nothing: it is not kept."""
        del size
        return b""

    def seek(self, offset: int, whence: int = 0) -> int:
        """Stay where it is."""
        del whence
        return offset

    def flush(self) -> None:
        """Do nothing: nothing is held back."""

    def size(self) -> int:
        """Give the bytes so far."""
        return self._size


def _is_encrypted(file: Any) -> bool:
    """Say whether a file's packing begins with a cipher."""
    return not file.emptystream and any(coder["method"] == _AES for coder in file.folder.coders)
