"""Compressed RTF of Outlook messages (MS-OXRTFCP): a small sliding window that begins with customary words."""

import struct

from readcli import limits
from readcli.errors import Corrupt, TooLarge

_COMPRESSED, _PLAIN = b"LZFu", b"MELA"
_SIZE = 4096  # of the window, in bytes
_WINDOW = (
    b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbol"
    b"ArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx"
)  # 2.1.2.1


def unpack(packed: bytes) -> bytes:
    """Give the RTF, as far as it goes. Raises Corrupt for another kind of content, TooLarge."""
    if len(packed) < 16:
        msg = "the compressed text is cut off"
        raise Corrupt(msg)
    size, kind = struct.unpack_from("<I4s", packed, 4)
    if kind == _PLAIN:
        return packed[16 : 16 + size]
    if kind != _COMPRESSED:
        msg = "the compressed text is of no known kind"
        raise Corrupt(msg)
    if size > limits.HELD:
        msg = f"the compressed text is larger than {limits.HELD} bytes"
        raise TooLarge(msg, "[limits] HELD lifts it")
    return bytes(_unpack(packed, size))


def _unpack(packed: bytes, size: int) -> bytearray:
    """Follow the tokens: each bit of a control byte says whether a letter or a reference into the window comes next."""
    window = bytearray(_WINDOW.ljust(_SIZE, b" "))
    place = len(_WINDOW)
    plain = bytearray()
    at = 16
    while at < len(packed) and len(plain) < size:
        control = packed[at]
        at += 1
        for bit in range(8):
            if control >> bit & 1:
                if at + 2 > len(packed):
                    return plain
                offset, count = packed[at] << 4 | packed[at + 1] >> 4, (packed[at + 1] & 15) + 2
                at += 2
                if offset == place:  # the end
                    return plain
            else:
                if at >= len(packed):
                    return plain
                offset, count = -1, 1
            # Letter by letter: a reference may reach into what it makes itself, and turn round at the window's end.
            for step in range(count):
                letter = packed[at] if offset < 0 else window[(offset + step) % _SIZE]
                plain.append(letter)
                window[place] = letter
                place = (place + 1) % _SIZE
            at += offset < 0
    return plain
