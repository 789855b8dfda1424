"""Zip's compression methods (APPNOTE.TXT 4.4.5), each unpacked piece by piece, and the check at a member's end."""

from __future__ import annotations

import zlib

from readcli import limits
from readcli.errors import Corrupt, MissingExtra, Unsupported
from readcli.forward import Forward, Inflated, Pieces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from readcli.forward import Decoder

_SMALL = 16 * limits.KIB  # fed at once to codecs that cannot be told how much to give
_NAMES = {1: "Shrink", 6: "Implode", 10: "DCL Implode", 96: "JPEG", 97: "WavPack"}


class Deflated:
    """Raw deflate as a `Decoder`: zlib keeps what it could not give in two places, this asks both."""

    def __init__(self) -> None:
        """Begin a stream without header."""
        self._zlib = zlib.decompressobj(-15)
        self._is_full = False

    @property
    def eof(self) -> bool:
        """Say whether the last block has been met."""
        return self._zlib.eof

    @property
    def needs_input(self) -> bool:
        """Say whether all input was used and the last answer was shorter than it might have been."""
        return not self._zlib.unconsumed_tail and not self._is_full

    @property
    def unused_data(self) -> bytes:
        """Give what was fed beyond the end."""
        return self._zlib.unused_data

    def decompress(self, data: bytes, max_length: int) -> bytes:
        """Take bytes, give at most `max_length` unpacked."""
        piece = self._zlib.decompress(self._zlib.unconsumed_tail + data, max_length)
        self._is_full = len(piece) == max_length
        return piece


class Checked(Forward):
    """A member up to its stated size, with its checksum taken on the way (None: there is none to compare).

    `sealed` are ciphered bytes that must be read to their end, where their own check stands.
    """

    def __init__(self, stream: Forward, size: int, crc: int | None, sealed: Forward | None = None) -> None:
        """Take the unpacked stream and what the directory says about it."""
        super().__init__()
        self._stream = stream
        self._left = size
        self._wanted = crc
        self._crc = 0
        self._sealed = sealed

    def _some(self, size: int) -> bytes:
        piece = self._stream.read(min(size, self._left)) if self._left else b""
        if piece:
            self._left -= len(piece)
            self._crc = zlib.crc32(piece, self._crc)
            return piece
        if self._left:
            raise Corrupt("the archive entry is cut short")
        if self._wanted is not None and self._crc != self._wanted:
            raise Corrupt("the archive entry is damaged: its checksum does not match")
        while self._sealed is not None and self._sealed.read(limits.CHUNK):
            pass
        return b""


def unpack(raw: Forward, method: int, size: int) -> Forward:
    """Give the unpacked bytes of a member, `size` of them. Raises Unsupported, MissingExtra, Corrupt."""
    if method == 0:
        return raw
    if method == 8:
        return Inflated(raw, Deflated, (zlib.error,))
    if method == 12:
        import bz2

        return Inflated(raw, bz2.BZ2Decompressor, (OSError, ValueError))
    if method in (14, 95):
        import lzma

        begin: Callable[[], Decoder] = (lambda: _lzma(raw)) if method == 14 else lzma.LZMADecompressor
        return Inflated(raw, begin, (lzma.LZMAError, ValueError))
    if method in (20, 93):
        from readcli.readers.stream import CODECS

        begin, errors = CODECS["zstd"]()
        return Inflated(raw, begin, errors)
    if method == 9:
        return Pieces(_deflate64(raw))
    if method == 98:
        return Pieces(_ppmd(raw, size))
    raise Unsupported(f"the archive entry is packed with {_NAMES.get(method, f'method {method}')}, which is not read")


def _lzma(raw: Forward) -> Decoder:
    """Read the properties in front of LZMA data (5.8.8) and begin to decode."""
    import lzma

    head = raw.read(9)
    if len(head) < 9 or head[2:4] != b"\x05\x00" or head[4] >= 225:
        raise Corrupt("the archive entry's LZMA properties are damaged")
    rest, lc = divmod(head[4], 9)
    pb, lp = divmod(rest, 5)
    dictionary = max(4096, int.from_bytes(head[5:9], "little"))
    if dictionary > limits.HELD:
        raise Unsupported("the archive entry's LZMA dictionary is too large")
    return lzma.LZMADecompressor(lzma.FORMAT_RAW, None, [{"id": lzma.FILTER_LZMA1, "dict_size": dictionary, "lc": lc, "lp": lp, "pb": pb}])


def _deflate64(raw: Forward) -> Iterator[bytes]:
    try:
        import inflate64
    except ImportError as error:
        raise MissingExtra.of("archives", "an archive entry packed with Deflate64") from error
    inflater = inflate64.Inflater()
    while packed := raw.read(_SMALL):
        try:
            piece = inflater.inflate(packed)
        except (ValueError, RuntimeError, EOFError) as error:
            raise Corrupt(f"the compressed bytes are damaged: {error}".lower()) from error
        if piece:
            yield piece


def _ppmd(raw: Forward, size: int) -> Iterator[bytes]:
    """Decode PPMd version I, revision 1 (5.10): order, megabytes and restore method stand in front."""
    try:
        import pyppmd
    except ImportError as error:
        raise MissingExtra.of("archives", "an archive entry packed with PPMd") from error
    word = int.from_bytes(raw.read(2), "little")
    order, memory = (word & 15) + 1, ((word >> 4 & 0xFF) + 1) << 20
    try:
        decoder = pyppmd.Ppmd8Decoder(order, memory, word >> 12)
        while size and (packed := raw.read(_SMALL) or not decoder.needs_input):
            piece = decoder.decode(packed if isinstance(packed, bytes) else b"", size)
            size -= len(piece)
            if piece:
                yield piece
    except (ValueError, SystemError, EOFError) as error:
        raise Corrupt(f"the compressed bytes are damaged: {error}".lower()) from error
