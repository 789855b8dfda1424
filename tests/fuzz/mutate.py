"""Damage: bytes flipped, cut, repeated and spliced; entries of zips renamed, repeated, dropped and blown up; numbers made absurd."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import re
import warnings
import zipfile
from collections.abc import Callable
from random import Random

Mutation = Callable[[Random, bytes, bytes], bytes]
NUMBERS = (b"0", b"-1", b"1", b"255", b"65536", b"2147483647", b"4294967296", b"-9223372036854775808", b"1e308", b"NaN", b"9" * 400)
WORDS = (
    b"\0",
    b"\xff\xff\xff\xff",
    b"\x7f\xff\xff\xff",
    b"\x1b]0;x\x07",
    b"\xe2\x80\xae",
    b"\r",
    b"\xc2\x9b31m",
    b"<",
    b"]]>",
    b"\xed\xa0\x80",
)
ZIP = b"PK\x03\x04"
PACKED = ((b"\x1f\x8b", gzip), (b"BZh", bz2), (b"\xfd7zXZ\x00", lzma))
BLOWN = 3 << 20  # bytes put behind an entry


def place(random: Random, data: bytes) -> int:
    """Choose an offset; half of the time near the head, where formats say what they are."""
    return random.randrange(min(len(data), 512) if random.random() < 0.5 else len(data)) if data else 0


def flip(random: Random, data: bytes, _: bytes) -> bytes:
    """Flip up to sixteen bits."""
    changed = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 4, 16)) if data else 0):
        changed[place(random, data)] ^= 1 << random.randrange(8)
    return bytes(changed)


def truncate(random: Random, data: bytes, _: bytes) -> bytes:
    """Cut the end off."""
    return data[: place(random, data)]


def delete(random: Random, data: bytes, _: bytes) -> bytes:
    """Take some bytes out."""
    at = place(random, data)
    return data[:at] + data[at + random.choice((1, 2, 4, 16, 512, 4096)) :]


def repeat(random: Random, data: bytes, _: bytes) -> bytes:
    """Say a piece many times."""
    at = place(random, data)
    piece = data[at : at + random.choice((1, 4, 16, 64, 512))]
    return data[:at] + piece * random.choice((2, 3, 100, 1000)) + data[at:]


def insert(random: Random, data: bytes, _: bytes) -> bytes:
    """Put something nasty in."""
    at = place(random, data)
    word = random.choice(WORDS)
    return data[:at] + word + data[at + random.choice((0, len(word))) :]


def splice(random: Random, data: bytes, other: bytes) -> bytes:
    """Go on with another file."""
    at, there = place(random, data), place(random, other)
    end = there + random.choice((16, 512, 4096, len(other)))
    return data[:at] + other[there:end] + (data[at:] if random.random() < 0.5 else b"")


def absurd(random: Random, data: bytes, _: bytes) -> bytes:
    """Give a number of the text another value."""
    found = list(re.finditer(rb"\d+", data[: 1 << 18]))
    if not found:
        return flip(random, data, b"")
    one = random.choice(found)
    return data[: one.start()] + random.choice(NUMBERS) + data[one.end() :]


def tag(random: Random, data: bytes, _: bytes) -> bytes:
    """Drop, double or nest an element's tag."""
    found = list(re.finditer(rb"<[^<>]{1,400}>", data[: 1 << 18]))
    if not found:
        return absurd(random, data, b"")
    one = random.choice(found)
    return data[: one.start()] + one[0] * random.choice((0, 2, 50, 6000)) + data[one.end() :]


BYTES: tuple[Mutation, ...] = (flip, flip, truncate, delete, repeat, insert, splice, absurd, tag)
NAMES = (
    "a b.txt",
    "../up",
    "/root/x",
    "a:1-2",
    "\x1b[31mred",
    "q'\"uote",
    "x" * 300,
    "dir/",
    "n\nl",
    "é\u202e",
    ":",
    "\\back\\slash",
    "a?b=c",
    "",
)


def rezip(random: Random, data: bytes, other: bytes) -> bytes:
    """Open a zip, do something to one entry, and write it again; what is no readable zip is damaged as bytes."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as opened:
            entries = [(info.filename, opened.read(info)) for info in opened.infolist()[:300]]
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, ValueError, OSError, EOFError, zlib_error()):
        entries = []
    if not entries:
        return flip(random, data, other)
    at = random.randrange(len(entries))
    name, content = entries[at]
    what = random.randrange(8)
    if what == 0:
        entries[at] = (random.choice(NAMES), content)
    elif what == 1:
        entries.append((name, mutate_bytes(random, content, other)))
    elif what == 2:
        del entries[at]
    elif what == 3:
        entries[at] = (name, content + bytes([random.choice(b"\0 <a\n")]) * BLOWN)
    elif what == 4 and len(entries) > 1:
        entries[at] = (name, random.choice(entries)[1])
    else:
        entries[at] = (name, mutate_bytes(random, content, other))
    return zip_of(entries)


def zlib_error() -> type[Exception]:
    """Give what `zipfile` lets through for bad deflate streams."""
    import zlib

    return zlib.error


def zip_of(entries: list[tuple[str, bytes]]) -> bytes:
    """Write a zip, twice the same name too."""
    file = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as opened:
            for name, content in entries:
                opened.writestr(zipfile.ZipInfo(name), content)
    return file.getvalue()


def repack(random: Random, data: bytes, other: bytes) -> bytes:
    """Unpack a stream, damage what is inside, and pack it again."""
    for magic, module in PACKED:
        if data.startswith(magic):
            try:
                return module.compress(mutate(random, module.decompress(data), other))  # type: ignore[attr-defined]
            except (OSError, EOFError, ValueError, lzma.LZMAError):
                break
    return flip(random, data, other)


def mutate_bytes(random: Random, data: bytes, other: bytes) -> bytes:
    """Damage bytes as bytes, one to three times."""
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        data = random.choice(BYTES)(random, data, other)
    return data


def mutate(random: Random, data: bytes, other: bytes) -> bytes:
    """Damage a file, mostly inside its packing, so that parsers see it rather than checksums."""
    if data.startswith(ZIP) and random.random() < 0.8:
        return rezip(random, data, other)
    if data.startswith(tuple(magic for magic, _ in PACKED)) and random.random() < 0.7:
        return repack(random, data, other)
    return mutate_bytes(random, data, other)
