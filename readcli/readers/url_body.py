"""The body of an answer: unpacked and held, within limits of size (RFC 9110 8.4).

Servers lie about length and packing; whatever came is taken, with a notice. The caps stop what does not end.
"""

from __future__ import annotations

import http.client
import zlib

from readcli import limits
from readcli.errors import Corrupt, NetworkFailed, TooLarge
from readcli.model import Source, hold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

    from readcli.model import Options

PACKED = "gzip, deflate"  # what may be sent to us


class Body:
    """Takes an answer's body: `file` holds it when it is there, `notices` say what was odd."""

    def __init__(self, answer: http.client.HTTPResponse, options: Options) -> None:
        """Take an answer whose header has been read."""
        self._answer = answer
        self._limit = limits.FETCHED if options.max_file_size is None else options.max_file_size
        self._hint = "--max-file-size N or [limits] FETCHED lifts it"
        self.notices: list[str] = []

    def receive(self) -> IO[bytes]:
        """Give all of it, unpacked. Raises NetworkFailed, TooLarge, DeadlinePassed, Corrupt."""
        claimed = self._answer.length
        if claimed is not None and claimed > self._limit:
            raise TooLarge(f"it says it has {claimed} bytes, more than {self._limit}", self._hint)
        return hold(self._counted(self._unpacked(self._pieces(claimed))))

    def _pieces(self, claimed: int | None) -> Iterator[bytes]:
        """Give what comes, until it ends or breaks off."""
        total = 0
        try:
            while piece := self._answer.read(limits.SCAN):
                total += len(piece)
                yield piece
        except http.client.IncompleteRead as error:
            within = error.__cause__.partial if isinstance(error.__cause__, http.client.IncompleteRead) else b""  # of its last piece
            if error.partial or within:
                yield error.partial + within
            self.notices.append("the answer broke off; this is what came")
        except (ValueError, http.client.HTTPException) as error:
            raise NetworkFailed("the answer is not HTTP") from error
        except ConnectionError:
            if not total:
                raise
            self.notices.append("the server broke the answer off; this is what came")
        else:
            if claimed is not None and total < claimed:
                self.notices.append(f"only {total} of the {claimed} bytes announced came")

    def _unpacked(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        """Undo what Content-Encoding names, the last one first."""
        named = [word.strip().lower() for word in (self._answer.getheader("Content-Encoding") or "").split(",")]
        words = [word.removeprefix("x-") for word in named if word not in ("", "identity")]
        if len(words) > 3:
            raise NetworkFailed("it is packed more than three times")
        for word in reversed(words):
            if word not in ("gzip", "deflate"):
                raise NetworkFailed(f"it is packed as {word}, which was not asked for")
            pieces = self._inflate(self._counted(pieces), word)
        return pieces

    def _inflate(self, pieces: Iterator[bytes], word: str) -> Iterator[bytes]:
        """Unpack gzip (one member or several) or deflate (RFC 1950, or 1951 as some servers have it); else pass on."""
        piece = next(pieces, b"")
        while len(piece) < 2 and (more := next(pieces, b"")):
            piece += more
        bits = _bits(piece, word)
        if bits is None:
            if piece:
                self.notices.append(f"it is not packed as {word}, though it says so")
            yield piece
            yield from pieces
            return
        decoder = zlib.decompressobj(bits)
        while piece:
            try:
                yield decoder.decompress(piece, limits.CHUNK)
            except zlib.error as error:
                raise Corrupt(f"the {word} packing is damaged") from error
            piece = decoder.unconsumed_tail
            if decoder.eof:
                piece = decoder.unused_data
                if bits < 16 or piece[:1] not in (b"\x1f", b""):
                    break
                decoder = zlib.decompressobj(bits)
            piece = piece or next(pieces, b"")
        if not decoder.eof:
            yield decoder.flush()
            self.notices.append("the packing is cut short; this is what came")

    def _counted(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        """Stop beyond the limit."""
        total = 0
        for piece in pieces:
            total += len(piece)
            if total > self._limit:
                raise TooLarge(f"it has more than {self._limit} bytes", self._hint)
            yield piece


def _bits(head: bytes, word: str) -> int | None:
    """Say how zlib has to read a packed body by its first bytes, None where it is not packed."""
    if word == "gzip":
        return 31 if head[:2] == b"\x1f\x8b" else None
    if len(head) > 1 and head[0] & 15 == 8 and (head[0] << 8 | head[1]) % 31 == 0:
        return 15
    try:
        zlib.decompressobj(-15).decompress(head, limits.CHUNK)
    except zlib.error:
        return None
    return -15


def size_of(file: IO[bytes]) -> int:
    """Give the bytes of what is held."""
    size = file.seek(0, 2)
    file.seek(0)
    return size


def held(content: bytes) -> IO[bytes]:
    """Hold bytes that are there already."""
    Source.refuse_large(len(content))
    return hold(iter((content,)))
