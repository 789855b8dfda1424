"""Office files encrypted as a whole (MS-OFFCRYPTO 2.3): an OLE file around the real one, opened with the password."""

from __future__ import annotations

from readcli import isolate, ole
from readcli.errors import Encrypted
from readcli.forward import Pieces
from readcli.model import Options, Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def inner(source: Source, options: Options) -> Source:
    """Give the file inside, decrypted in a child process. Raises Encrypted, MissingExtra, Unsupported."""
    if options.password is None:
        raise Encrypted("it is encrypted", "give the password with --password or READCLI_PASSWORD")
    pieces = isolate.extract("encrypted", source, "", options)
    found = Source(source.name, source.path, Pieces(pieces), depth=source.depth + 1, label=source.label, mtime=source.mtime)  # type: ignore[arg-type]
    found.seekable()
    found.facts = {"encrypted": True}
    return found


def extract(source: Source, _name: str, options: Options) -> Iterator[bytes]:
    """Give the bytes of the file inside."""
    plain = ole.decrypt(source.seekable(), options.password)
    while piece := plain.read(1 << 20):
        yield piece
