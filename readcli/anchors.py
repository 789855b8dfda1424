r"""Anchors: two letters that tell whether a line is still the line that was read.

A line without its newline and every `\r`, its trailing white space (JavaScript's) taken off, as UTF-8, through xxHash32
with seed 0, modulo 647 into the alphabetical list of the two-letter strings that are single tokens. The line number does
not enter: equal lines share their letters, and of two unlike lines one pair in 647 does.
"""

from __future__ import annotations

from readcli.selector import NO_BIGRAMS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

LETTERS = tuple(
    (first + second).encode()
    for first in "abcdefghijklmnopqrstuvwxyz"
    for second in "abcdefghijklmnopqrstuvwxyz"
    if first + second not in NO_BIGRAMS
)
_SPACE = b"\t\n\x0b\x0c\r "
_ANY_SPACE = (
    "\t\n\x0b\x0c\r \xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
)
_PRIMES = (2654435761, 2246822519, 3266489917, 668265263, 374761393)
_MASK = 0xFFFFFFFF


def anchors(lines: list[bytes], data: bytes | None = None) -> list[bytes]:
    """Give the two letters of each line (UTF-8, newline or not); `data` is what the lines were cut from, if they were."""
    plain = [line.rstrip(_SPACE) for line in lines]
    if data is None or not data.isascii():
        plain = [line if line.isascii() else _strip(line) for line in plain]
    if data is None or b"\r" in data:
        plain = [line.replace(b"\r", b"") for line in plain]
    return [LETTERS[number % 647] for number in map(_digest(), plain)]


def anchor(line: bytes) -> bytes:
    """Give the two letters of one line."""
    return anchors([line])[0]


def _strip(line: bytes) -> bytes:
    """Take white space above ASCII off the end too."""
    return line.decode("utf-8", "replace").rstrip(_ANY_SPACE).encode() if line[-1] >= 0x80 else line


def _digest() -> Callable[[bytes], int]:
    try:
        from xxhash import xxh32_intdigest
    except ImportError:  # no wheel for this machine: 50 times slower, the same numbers
        return xxh32
    return xxh32_intdigest


def xxh32(data: bytes) -> int:
    """Give xxHash32 with seed 0 (the xxHash specification, section XXH32)."""
    one, two, three, four, five = _PRIMES
    size = len(data)
    at = 0
    if size >= 16:
        lanes = [(one + two) & _MASK, two, 0, -one & _MASK]
        while at + 16 <= size:
            for lane in range(4):
                word = int.from_bytes(data[at + 4 * lane : at + 4 * lane + 4], "little")
                lanes[lane] = _turn(lanes[lane] + word * two, 13) * one & _MASK
            at += 16
        total = sum(_turn(value, turn) for value, turn in zip(lanes, (1, 7, 12, 18), strict=True)) + size
    else:
        total = five + size
    while at + 4 <= size:
        total = _turn(total + int.from_bytes(data[at : at + 4], "little") * three, 17) * four & _MASK
        at += 4
    for byte in data[at:]:
        total = _turn(total + byte * five, 11) * one & _MASK
    total &= _MASK
    total = (total ^ total >> 15) * two & _MASK
    total = (total ^ total >> 13) * three & _MASK
    return total ^ total >> 16


def _turn(value: int, count: int) -> int:
    value &= _MASK
    return (value << count | value >> 32 - count) & _MASK
