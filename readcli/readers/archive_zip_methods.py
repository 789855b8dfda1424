"""Zip's compression methods (APPNOTE.TXT 4.4.5), each unpacked piece by piece, and the check at a member's end."""

from __future__ import annotations

import zlib

from readcli import limits
from readcli.errors import Corrupt, Unsupported
from readcli.forward import Forward, Inflated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from readcli.forward import Decoder

_NAMES = {1: "Shrink", 6: "Implode", 9: "Deflate64", 10: "DCL Implode", 96: "JPEG", 97: "WavPack", 98: "PPMd"}  # no safe decoder is at hand


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


def unpack(raw: Forward, method: int) -> Forward:
    """Give the unpacked bytes of a member. Raises Unsupported; its stream raises Corrupt."""
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
