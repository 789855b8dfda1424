"""Documents that are compound files (MS-CFB): DOC, PPT, MSG; their property sets (MS-OLEPS) and their decryption.

Over olefile, with its errors translated and a lying stream size held to the size of the file. Not a writer.
"""

from __future__ import annotations

import codecs
import io
import struct

import olefile

from readcli.errors import Corrupt, Encrypted, MissingExtra, Unsupported

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO

_BROKEN = (OSError, struct.error, IndexError, KeyError, ValueError, TypeError, OverflowError, RecursionError, MemoryError)
_SUMMARY = "\x05SummaryInformation"
_CODE_PAGES = {65001: "utf-8", 10000: "mac_roman", 10001: "shift_jis", 10007: "mac_cyrillic", 1200: "utf-16-le", 20127: "ascii"}


class Compound:
    """An opened compound file; streams are named by their path, `storage/stream`, whatever its case."""

    def __init__(self, file: IO[bytes]) -> None:
        """Read the directory of a seekable binary file. Raises Corrupt."""
        try:
            self._ole = olefile.OleFileIO(file)
            self._size = file.seek(0, 2)
        except _BROKEN as error:
            msg = f"not a whole compound file: {str(error) or 'its directory is damaged'}"
            raise Corrupt(msg) from error

    def names(self, storage: str = "") -> list[str]:
        """Give the names of what lies directly in a storage, streams and storages, sorted; none where it is not there."""
        entry = self._find(storage)
        return [kid.name for kid in entry.kids] if entry else []

    def has(self, path: str) -> bool:
        """Say whether there is such a stream or storage."""
        return self._find(path) is not None

    def read(self, path: str) -> bytes:
        """Give the bytes of a stream, as far as they go; none where it is not there. Raises Corrupt."""
        entry = self._find(path)
        if entry is None:
            return b""
        entry.size = min(entry.size, self._size)  # a loop of sectors and a huge size would fill the memory
        try:
            return bytes(self._ole.openstream(path.split("/")).getvalue())
        except _BROKEN as error:
            msg = f"the stream {path} is damaged: {error}"
            raise Corrupt(msg) from error

    def size(self, path: str) -> int:
        """Give the size of a stream in bytes, 0 where it is not there."""
        entry = self._find(path)
        return min(entry.size, self._size) if entry else 0

    def facts(self) -> dict[str, object]:
        """Give title and author of the summary property set, as far as they are said and not empty."""
        properties = read_properties(self.read(_SUMMARY))
        found: dict[str, object] = {}
        for number, key in ((2, "title"), (4, "author")):
            value = properties.get(number, "").strip()
            if value:
                found[key] = value
        return found

    def _find(self, path: str) -> olefile.OleDirectoryEntry | None:
        entry = self._ole.root
        for name in path.split("/") if path else ():
            entry = entry.kids_dict.get(name.lower()) if entry else None
        return entry


def read_properties(stream: bytes) -> dict[int, str]:
    """Give the texts of the first section of a property set stream, by property number (MS-OLEPS 2.21); damaged: fewer."""
    found: dict[int, str] = {}
    places: list[tuple[int, int]] = []
    start = _number(stream, 44)
    for index in range(min(_number(stream, start + 4), 256)):
        at = start + 8 + 8 * index
        places.append((_number(stream, at), start + _number(stream, at + 4)))
    pages = [_number(stream, at + 4) & 0xFFFF for number, at in places if number == 1]  # may stand behind the texts
    encoding = code_page(pages[0] if pages else 1252)
    for number, at in places:
        kind, size, first = _number(stream, at), _number(stream, at + 4), at + 8
        if kind == 30:  # VT_LPSTR, in bytes
            found[number] = stream[first : first + size].decode(encoding, "replace").split("\0")[0]
        elif kind == 31:  # VT_LPWSTR, in UTF-16 units
            found[number] = stream[first : first + 2 * size].decode("utf-16-le", "replace").split("\0")[0]
    return found


def _number(stream: bytes, at: int) -> int:
    """Give the number at an offset, 0 behind the end."""
    return int.from_bytes(stream[at : at + 4], "little")


def code_page(number: int) -> str:
    """Give Python's name of a Windows code page; cp1252 where it is unknown."""
    name = _CODE_PAGES.get(number, f"cp{number}")
    try:
        codecs.lookup(name)
    except LookupError:
        return "cp1252"
    return name


def decrypt(file: IO[bytes], password: str | None) -> IO[bytes]:
    """Give an encrypted office file decrypted, in memory (MS-OFFCRYPTO).

    Raises Encrypted without a password or with a wrong one, MissingExtra without the library, Unsupported.
    """
    if password is None:
        msg = "it is encrypted"
        raise Encrypted(msg, "give the password with --password or READCLI_PASSWORD")
    try:
        import msoffcrypto
        from msoffcrypto import exceptions
    except ImportError as error:
        raise MissingExtra.of("crypto", "decryption") from error
    plain = io.BytesIO()
    file.seek(0)
    try:
        office = msoffcrypto.OfficeFile(file)
        office.load_key(password=password)
        office.decrypt(plain)
    except exceptions.InvalidKeyError as error:
        msg = "the password is wrong"
        raise Encrypted(msg) from error
    except (exceptions.DecryptionError, exceptions.FileFormatError, exceptions.ParseError, AttributeError, *_BROKEN) as error:
        msg = f"its encryption is not supported: {error}"
        raise Unsupported(msg) from error
    plain.seek(0)
    return plain
