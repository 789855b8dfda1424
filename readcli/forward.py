"""Binary streams that only go forward: a span of a file, pieces from a generator, whatever a codec unpacks.

Each has `read(n)`, which gives at most `n` bytes and `b""` only at the end, and `notices`, sentences that reading brought
up. A failure is a ReadError from `read`, after everything before it has been given.
"""

from __future__ import annotations

from readcli import limits
from readcli.errors import Corrupt

TYPE_CHECKING = False  # importing typing would cost the text path 9 ms; type checkers take this for true
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import IO, Protocol

    class Readable(Protocol):
        """Anything with `read`."""

        def read(self, size: int, /) -> bytes:
            """Give at most `size` bytes; none at the end."""

    class Decoder(Protocol):
        """A codec at work on one compressed member, as `bz2`, `lzma`, `isal` and `zstd` have it."""

        @property
        def eof(self) -> bool:
            """Say whether the member's end has been met."""

        @property
        def needs_input(self) -> bool:
            """Say whether nothing more comes out without new bytes."""

        @property
        def unused_data(self) -> bytes:
            """Give what was fed beyond the end."""

        def decompress(self, data: bytes, max_length: int) -> bytes:
            """Take bytes, give at most `max_length` unpacked."""


class Forward:
    """What all of them share: `read` of everything, and notices."""

    def __init__(self) -> None:
        """Begin without notices."""
        self.notices: list[str] = []

    def read(self, size: int = -1) -> bytes:
        """Give at most `size` bytes, all that are left without one; none at the end."""
        if size >= 0:
            return self._some(size)
        pieces = []
        while piece := self._some(4 * limits.CHUNK):
            pieces.append(piece)
        return b"".join(pieces)

    def _some(self, size: int) -> bytes:
        raise NotImplementedError


class Span(Forward):
    """The bytes of a seekable file from `start` to `end` (None: its end).

    It seeks before each read, so that several spans of one file do not disturb each other.
    """

    def __init__(self, file: IO[bytes], start: int = 0, end: int | None = None) -> None:
        """Take the file and absolute positions in it."""
        super().__init__()
        self._file = file
        self.position = start
        self.end = file.seek(0, 2) if end is None else end

    def _some(self, size: int) -> bytes:
        self._file.seek(self.position)
        piece = self._file.read(max(0, min(size, self.end - self.position)))
        self.position += len(piece)
        return piece


class Pieces(Forward):
    """The bytes that a generator gives, in pieces of any length."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        """Take the generator; it is asked for a piece when one is due."""
        super().__init__()
        self._pieces = pieces
        self._rest = b""

    def _some(self, size: int) -> bytes:
        while not self._rest:
            piece = next(self._pieces, None)
            if piece is None:
                return b""
            self._rest = piece
        piece, self._rest = self._rest[:size], self._rest[size:]
        return piece


class Ahead(Forward):
    """Another stream read ahead in blocks, for formats that are walked: exact small reads, and skips.

    `position` counts the bytes given and skipped.
    """

    def __init__(self, stream: Forward, block: int) -> None:
        """Take the stream at its start, and how much to read ahead."""
        super().__init__()
        self._stream = stream
        self._block = block
        self._buffer = b""
        self._used = 0
        self.position = 0

    def take(self, size: int) -> bytes:
        """Give exactly `size` bytes, fewer only at the end."""
        while len(self._buffer) - self._used < size and (piece := self._stream.read(self._block)):
            self._buffer, self._used = self._buffer[self._used :] + piece, 0
        return self._next(size)

    def skip(self, size: int) -> None:
        """Pass over bytes. Raises Corrupt where the stream ends before."""
        size -= len(self._next(size))
        if isinstance(self._stream, Span):
            self._stream.position += size
            self.position += size
            if self._stream.position > self._stream.end:
                raise Corrupt("the file is cut short")
            return
        while size:
            piece = self._stream.read(min(size, 4 * limits.CHUNK))
            if not piece:
                raise Corrupt("the file is cut short")
            size -= len(piece)
            self.position += len(piece)

    def _some(self, size: int) -> bytes:
        if self._used < len(self._buffer):
            return self._next(size)
        piece = self._stream.read(size)
        self.position += len(piece)
        return piece

    def _next(self, size: int) -> bytes:
        """Give what lies ready."""
        piece = self._buffer[self._used : self._used + size]
        self._used += len(piece)
        self.position += len(piece)
        return piece


class Inflated(Forward):
    """What a codec unpacks from another stream, one compressed member after the other.

    `begin` starts a decoder; `errors` are what it raises on damage; `is_next` says whether bytes behind a member begin
    another (None: there is only one). Bytes behind the last that begin nothing are passed over, with a notice.
    """

    def __init__(
        self,
        raw: Readable,
        begin: Callable[[], Decoder],
        errors: tuple[type[Exception], ...],
        is_next: Callable[[bytes], bool] | None = None,
    ) -> None:
        """Take the compressed stream at its start."""
        super().__init__()
        self._raw = raw
        self._begin = begin
        self._errors = errors
        self._is_next = is_next
        self._decoder: Decoder | None = None
        self._rest = b""
        self._ended = False

    def _some(self, size: int) -> bytes:
        while not self._ended and size:
            if self._decoder is not None and self._decoder.eof:
                self._go_on()
            elif piece := self._decode(size):
                return piece
        return b""

    def _decode(self, size: int) -> bytes:
        packed = b""
        try:
            if self._decoder is None:
                self._decoder = self._begin()
            if self._rest or self._decoder.needs_input:
                packed, self._rest = self._rest or self._raw.read(limits.CHUNK), b""
                if not packed:
                    self._ended = True
                    raise Corrupt("the compressed bytes are cut short", "what came before is whole")
            return self._decoder.decompress(packed, size)
        except self._errors as error:
            self._ended = True
            raise Corrupt(f"the compressed bytes are damaged: {str(error) or type(error).__name__}".lower()) from error

    def _go_on(self) -> None:
        """Begin the next member, if one follows."""
        assert self._decoder is not None
        if self._is_next is None:
            self._ended = True
            return
        rest = self._decoder.unused_data.lstrip(b"\0")  # some writers pad with zeros
        while len(rest) < 12 and (piece := self._raw.read(limits.CHUNK)):
            rest = (rest + piece).lstrip(b"\0")
        if self._is_next(rest):
            self._decoder, self._rest = None, rest
            return
        self._ended = True
        if rest:
            self.notices.append("bytes behind the end of the compressed data were passed over")
