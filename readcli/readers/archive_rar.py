"""RAR archives, through the package `rars` (extra `archives`). Runs in a child process, as other people's parsers do.

The archive and the member asked for are held in memory, both up to `limits.HELD`.
"""

from __future__ import annotations

from readcli import limits
from readcli.errors import Corrupt, Encrypted, MissingExtra, TooLarge, Unsupported
from readcli.forward import Forward, Pieces
from readcli.readers.archive import list_members
from readcli.readers.archive_members import Entry, Members, show

try:
    import rars
except ImportError as missing:
    raise MissingExtra.of("archives", "a RAR archive") from missing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from readcli.model import Event, Options, Source

_LINK = 0xA  # of the Unix mode, shifted
_UNIX = 1  # the host system whose attributes are a mode


def read(source: Source, options: Options) -> Iterator[Event]:
    """List a RAR archive, or a folder in it."""
    return list_members(RarMembers(source, options))


def names(source: Source, options: Options) -> list[str]:
    """Give the names of all entries as shown, folders with their slash."""
    return [entry.name for entry in RarMembers(source, options).entries()]


def extract(source: Source, name: str, options: Options) -> Iterator[bytes]:
    """Give a member's bytes. Raises NotFound, Encrypted, Corrupt, TooLarge, Unsupported."""
    return RarMembers(source, options).pieces(name)


class RarMembers(Members):
    """A RAR file's members."""

    def __init__(self, source: Source, options: Options) -> None:
        """Read the headers. Raises Encrypted where they are ciphered, Corrupt, Unsupported."""
        super().__init__(source, options)
        self._rar: Any = self._guard(lambda: rars.RarFile.from_bytes(source.read(), options.password))

    def count(self) -> int:
        """Give the number of entries."""
        return len(self._rar.infolist())

    def entries(self) -> Iterator[Entry]:
        """Give every entry in stored order."""
        for info in self._rar.infolist():
            is_folder = info.is_dir()
            entry = Entry(
                info.filename, info.file_size or 0, "folder" if is_folder else "file", encrypted=info.is_encrypted and not is_folder
            )
            entry.name = show(info.filename.replace("\\", "/")) + "/" * (is_folder and not info.filename.endswith("/"))
            entry.where = info
            if info.host_os == _UNIX and (info.file_attr or 0) >> 12 == _LINK:
                entry.kind = "link"
                entry.target = self._target(info)
            yield entry

    def open(self, entry: Entry) -> Forward:
        """Unpack a member into memory."""
        if entry.size > limits.HELD:
            raise TooLarge(f"it is larger than the {limits.HELD} bytes that may be held", "[limits] HELD lifts it")
        info = entry.where
        options = rars.ReadOptions(max_member_output_bytes=limits.HELD, rar50_dictionary_size_limit=limits.HELD)
        data = self._guard(lambda: self._rar.read(info, options=options))
        return Pieces(iter((data,)))

    def _target(self, info: Any) -> str:
        try:
            return str(self._rar.readlink(info), "utf-8", "replace")
        except (rars.Error, ValueError, LookupError):
            return ""

    def _guard(self, work: Any) -> Any:
        """Do something, translating the library's errors."""
        try:
            return work()
        except rars.PasswordRequired as error:
            raise Encrypted("it is encrypted", "give the password with --password or READCLI_PASSWORD") from error
        except rars.BadPassword as error:
            raise Encrypted("the password is wrong") from error
        except rars.UnsupportedRarFeature as error:
            raise Unsupported(f"it needs a feature of RAR that is not read: {error}".lower()) from error
        except (rars.Error, ValueError, OSError) as error:
            raise Corrupt(f"the RAR archive is damaged: {error}".lower()) from error
