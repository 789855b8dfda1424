"""The headers of PNG, JPEG, GIF, WebP, BMP, ICO and PSD: sizes, channels, frames. Nothing is decoded."""

from __future__ import annotations

from readcli.readers.image_picture import FRAMES, STEPS, Picture, number, window

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO

EXIF = 1 << 20  # bytes of a block that are looked at
_TAIL = 64 * 1024  # in which a file's end mark is looked for
_PNG_KINDS = {0: (1, False), 2: (3, False), 3: (3, None), 4: (2, True), 6: (4, True)}  # colour type: channels, alpha


def png(file: IO[bytes], size: int) -> Picture:
    """Read IHDR, eXIf, and the frames of an animation (PNG specification, third edition, 11.2.1, 11.3)."""
    picture = Picture("image/png")
    picture.is_whole = b"IEND" in window(file, max(0, size - _TAIL), _TAIL)
    at = 8
    moving = False
    for _ in range(STEPS):
        head = window(file, at, 8 + 26)
        if len(head) < 8:
            break
        length, kind, body = number(head[:4]), head[4:8], head[8:]
        if kind == b"IHDR" and len(body) >= 13:
            picture.width, picture.height = number(body[:4]), number(body[4:8])
            picture.channels, picture.alpha = _PNG_KINDS.get(body[9], (None, None))
        elif kind == b"acTL":  # stands before the pixels, else it does not count
            moving = True
        elif kind == b"eXIf":
            picture.exif = window(file, at + 8, min(length, EXIF))
        elif kind == b"fcTL" and moving and len(body) >= 24 and len(picture.frames) < FRAMES:
            time = number(body[20:22]) * 1000 // (number(body[22:24]) or 100)
            picture.frames.append(_frame(number(body[4:8]), number(body[8:12]), time))
            picture.milliseconds += time
        elif kind == b"IEND" or (kind == b"IDAT" and not moving):
            break
        at += 12 + length  # length and kind before the body, a check sum after it
    return picture


def jpeg(file: IO[bytes], size: int) -> Picture:
    """Walk the segments to the frame header, and take Exif on the way (ITU T.81 annex B; Exif 2.3, 4.7.2)."""
    picture = Picture("image/jpeg")
    picture.is_whole = b"\xff\xd9" in window(file, max(0, size - _TAIL), _TAIL)
    at = 2
    for _ in range(STEPS):
        head = window(file, at, 4 + 6 + 10)
        if len(head) < 4:
            break
        if head[0] != 0xFF:
            stray = window(file, at, _TAIL).find(b"\xff")
            if stray < 0:
                break
            at += stray
            continue
        kind = head[1]
        if kind in (0x01, 0xFF) or 0xD0 <= kind <= 0xD8:  # filling, and marks without a body
            at += 1 if kind == 0xFF else 2
            continue
        length = number(head[2:4])
        # SOF0 to SOF15; DHT, JPG and DAC lie among them
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC) and len(head) >= 10:
            picture.height, picture.width, picture.channels, picture.alpha = number(head[5:7]), number(head[7:9]), head[9], False
            break
        if kind == 0xE1 and head[4:10] == b"Exif\0\0" and not picture.exif:
            picture.exif = window(file, at + 10, length - 8)
        if kind in (0xD9, 0xDA) or length < 2:
            break
        at += 2 + length
    return picture


def gif(file: IO[bytes], size: int) -> Picture:
    """Read the screen and walk the blocks, counting pictures (GIF89a, 18 to 27)."""
    picture = Picture("image/gif")
    picture.channels = 3
    content = window(file, 0, min(size, 256 << 20))
    if len(content) < 13:
        picture.is_whole = False
        return picture
    picture.width, picture.height = number(content[6:8], "little"), number(content[8:10], "little")
    at = 13 + (3 << (content[10] & 7) + 1 if content[10] & 0x80 else 0)
    time = 0
    picture.is_whole = False
    while at < len(content):
        kind = content[at]
        if kind == 0x3B:  # the trailer
            picture.is_whole = True
            break
        if kind == 0x21:  # an extension; one of them tells for how long the next picture stays
            if content[at + 1 : at + 3] == b"\xf9\x04":
                time = number(content[at + 4 : at + 6], "little") * 10
            at = _skip_gif(content, at + 2)
        # a picture; its own colours, 3 bytes each, and the size of a code come before its sub-blocks
        elif kind == 0x2C and at + 10 <= len(content):
            if len(picture.frames) < FRAMES:
                picture.frames.append(_frame(number(content[at + 5 : at + 7], "little"), number(content[at + 7 : at + 9], "little"), time))
                picture.milliseconds += time
            packed = content[at + 9]
            at = _skip_gif(content, at + 11 + (3 << (packed & 7) + 1 if packed & 0x80 else 0))
            time = 0
        else:
            break
    return picture


def _skip_gif(content: bytes, at: int) -> int:
    """Step over sub-blocks to what follows the empty one."""
    while at < len(content) and content[at]:
        at += content[at] + 1
    return at + 1


def webp(file: IO[bytes], size: int) -> Picture:
    """Read VP8X, VP8L or VP8, and the frames of an animation (WebP container specification)."""
    picture = Picture("image/webp")
    picture.is_whole = number(window(file, 4, 4), "little") + 8 <= size
    at = 12
    for _ in range(STEPS):
        head = window(file, at, 8 + 16)
        if len(head) < 8:
            break
        kind, length, body = head[:4], number(head[4:8], "little"), head[8:]
        if kind == b"VP8X" and len(body) >= 10:
            picture.width, picture.height = number(body[4:7], "little") + 1, number(body[7:10], "little") + 1
            picture.alpha = bool(body[0] & 0x10)
        elif kind == b"VP8L" and picture.width is None and len(body) >= 5:
            bits = number(body[1:5], "little")  # 14 bits of width, 14 of height, one of alpha
            picture.width, picture.height, picture.alpha = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1, bool(bits >> 28 & 1)
        elif kind == b"VP8 " and picture.width is None and len(body) >= 10:
            picture.width, picture.height = number(body[6:8], "little") & 0x3FFF, number(body[8:10], "little") & 0x3FFF
            picture.alpha = False
        elif kind == b"ANMF" and len(body) >= 16 and len(picture.frames) < FRAMES:
            time = number(body[12:15], "little")
            picture.frames.append(_frame(number(body[6:9], "little") + 1, number(body[9:12], "little") + 1, time))
            picture.milliseconds += time
        elif kind == b"EXIF":
            picture.exif = window(file, at + 8, min(length, EXIF)).removeprefix(b"Exif\0\0")
        at += 8 + length + (length & 1)  # bodies are padded to an even length
    if picture.alpha is not None:
        picture.channels = 4 if picture.alpha else 3
    return picture


def bmp(file: IO[bytes], size: int) -> Picture:
    """Read the core, info and later headers."""
    picture = Picture("image/bmp")
    head = window(file, 0, 30)
    picture.is_whole = number(head[2:6], "little") <= size
    if number(head[14:18], "little") == 12 and len(head) >= 26:
        picture.width, picture.height, bits = number(head[18:20], "little"), number(head[20:22], "little"), number(head[24:26], "little")
    elif len(head) >= 30:
        picture.width = number(head[18:22], "little")
        picture.height = abs(int.from_bytes(head[22:26], "little", signed=True))  # negative: the first row is the top one
        bits = number(head[28:30], "little")
    else:
        picture.is_whole = False
        return picture
    picture.channels, picture.alpha = (4, None) if bits == 32 else (3, False)
    return picture


def ico(file: IO[bytes], size: int) -> Picture:
    """Read the directory of icons; the largest stands for all."""
    picture = Picture("image/x-icon")
    count = min(number(window(file, 4, 2), "little"), FRAMES)
    sizes = []
    for index in range(count):
        entry = window(file, 6 + 16 * index, 16)
        if len(entry) < 16:
            picture.is_whole = False
            break
        width, height = entry[0] or 256, entry[1] or 256  # a byte cannot say 256
        start, length = number(entry[12:16], "little"), number(entry[8:12], "little")
        inner = window(file, start, 24)
        if inner.startswith(b"\x89PNG") and len(inner) == 24:
            width, height = number(inner[16:20]), number(inner[20:24])
        picture.is_whole = picture.is_whole and start + length <= size
        sizes.append((width, height))
        picture.frames.append(f"{width}x{height}")
    if sizes:
        picture.width, picture.height = max(sizes)
    return picture


def psd(file: IO[bytes], _size: int) -> Picture:
    """Read the file header (Adobe Photoshop file formats, "File Header Section")."""
    picture = Picture("image/vnd.adobe.photoshop")
    head = window(file, 0, 26)
    if len(head) < 26:
        picture.is_whole = False
        return picture
    picture.channels, picture.height, picture.width = number(head[12:14]), number(head[14:18]), number(head[18:22])
    return picture


def _frame(width: int, height: int, time: int) -> str:
    """Name a frame by its size and how long it stays."""
    return f"{width}x{height}, {time} ms"
