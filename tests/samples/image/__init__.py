"""Pictures built byte by byte, so that their headers say what a test wants."""

import struct
import zlib
from collections.abc import Sequence


def png(width: int, height: int, colour: int = 6, *, extra: bytes = b"", pixels: bytes | None = None) -> bytes:
    """Give a PNG of one grey or noise."""
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]
    rows = pixels if pixels is not None else (b"\0" + bytes(width * channels)) * height
    palette = chunk(b"PLTE", b"\1\2\3") if colour == 3 else b""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, colour, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + extra + palette + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b"")


def chunk(kind: bytes, body: bytes) -> bytes:
    """Give a chunk of a PNG."""
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def noise(width: int, height: int) -> bytes:
    """Give a PNG that no compression makes small."""
    import random

    source = random.Random(5)
    return png(width, height, 2, pixels=b"".join(b"\0" + source.randbytes(width * 3) for _ in range(height)))


def apng() -> bytes:
    """Give an animated PNG of three frames."""
    control = [chunk(b"fcTL", struct.pack(">IIIIIHHBB", index, 10, 20, 0, 0, 1, 4, 0, 0)) for index in range(3)]
    return png(10, 20, extra=chunk(b"acTL", struct.pack(">II", 3, 0)) + b"".join(control))


def entry(tag: int, kind: int, count: int, value: bytes) -> tuple[int, int, int, bytes]:
    """Name an entry of a directory."""
    return tag, kind, count, value


def exif(order: str = "<", orientation: int = 6) -> bytes:
    """Give what a camera writes: a TIFF block with three directories."""
    text = lambda tag, words: entry(tag, 2, len(words) + 1, words.encode() + b"\0")  # noqa: E731
    short = lambda tag, value: entry(tag, 3, 1, struct.pack(order + "H", value))  # noqa: E731
    ratio = lambda tag, *values: entry(tag, 5, len(values) // 2, struct.pack(f"{order}{len(values)}I", *values))  # noqa: E731
    camera = [
        ratio(0x829A, 1, 125),
        ratio(0x829D, 28, 10),
        short(0x8827, 400),
        text(0x9003, "2008:05:30 15:56:01"),
        text(0x9011, "+02:00"),
        ratio(0x920A, 135, 1),
    ]
    place = [
        text(1, "S"),
        ratio(2, 33, 1, 51, 1, 36, 1),
        text(3, "E"),
        ratio(4, 151, 1, 12, 1, 0, 1),
        entry(5, 1, 1, b"\0"),
        ratio(6, 58, 1),
    ]
    main = [
        text(0x10F, "Canon"),
        text(0x110, "Canon EOS 40D"),
        short(0x112, orientation),
        text(0x131, "darkroom 1"),
        text(0x8298, "(c) somebody"),
    ]
    size = lambda rows: 2 + 12 * len(rows) + 4 + sum(len(row[3]) for row in rows if len(row[3]) > 4)  # noqa: E731
    camera_at = 8 + size(main) + 24
    place_at = camera_at + size(camera)
    main += [entry(0x8769, 4, 1, struct.pack(order + "I", camera_at)), entry(0x8825, 4, 1, struct.pack(order + "I", place_at))]
    head = (b"II" if order == "<" else b"MM") + struct.pack(order + "HI", 42, 8)
    return head + directory(order, 8, main, 0) + directory(order, camera_at, camera, 0) + directory(order, place_at, place, 0)


def directory(order: str, at: int, rows: Sequence[tuple[int, int, int, bytes]], after: int) -> bytes:
    """Give a directory that lies at an offset, its longer values behind it."""
    values = b""
    base = at + 2 + 12 * len(rows) + 4
    out = struct.pack(order + "H", len(rows))
    for tag, kind, count, value in rows:
        field = value.ljust(4, b"\0")
        if len(value) > 4:
            field = struct.pack(order + "I", base + len(values))
            values += value
        out += struct.pack(order + "HHI", tag, kind, count) + field
    return out + struct.pack(order + "I", after) + values


def tiff(order: str = "<", pages: int = 2) -> bytes:
    """Give a TIFF of several pages, without pixels."""
    out = (b"II" if order == "<" else b"MM") + struct.pack(order + "HI", 42, 8)
    for page in range(pages):
        rows = [
            entry(0x100, 3, 1, struct.pack(order + "H", 30 + page)),
            entry(0x101, 4, 1, struct.pack(order + "I", 40)),
            entry(0x115, 3, 1, struct.pack(order + "H", 3)),
        ]
        at = len(out)
        out += directory(order, at, rows, at + 6 + 12 * len(rows) if page < pages - 1 else 0)
    return out


def jpeg(width: int = 3, height: int = 7, block: bytes = b"") -> bytes:
    """Give the segments of a JPEG up to its picture, and its end."""
    app1 = b"\xff\xe1" + struct.pack(">H", len(block) + 8) + b"Exif\0\0" + block if block else b""
    frame = b"\xff\xc0" + struct.pack(">HBHHB", 17, 8, height, width, 3) + bytes(9)
    return b"\xff\xd8" + app1 + b"\xff\xfe\0\4hi" + frame + b"\xff\xda\0\x0c" + bytes(10) + b"\1\2\3\xff\xd9"


def gif(frames: int = 1) -> bytes:
    """Give a GIF whose frames last 70 ms each."""
    picture = b"!\xf9\4\0\7\0\0\0" + b",\0\0\0\0\4\0\5\0\0" + b"\2\2L\1\0"
    return b"GIF89a" + struct.pack("<HHBBB", 4, 5, 0x80, 0, 0) + bytes(6) + picture * frames + b";"


def webp(kind: str = "lossy", width: int = 8, height: int = 9) -> bytes:
    """Give a WebP: lossy, lossless, or extended with alpha, two frames and Exif."""
    if kind == "lossy":
        chunks = riff(b"VP8 ", b"\0\0\0\x9d\1\x2a" + struct.pack("<HH", width, height) + bytes(10))
    elif kind == "lossless":
        chunks = riff(b"VP8L", b"\x2f" + struct.pack("<I", width - 1 | height - 1 << 14 | 1 << 28) + bytes(8))
    else:
        frame = bytes(6) + three(width - 1) + three(height - 1) + three(40) + bytes(5)
        chunks = (
            riff(b"VP8X", b"\x1a\0\0\0" + three(width - 1) + three(height - 1)) + riff(b"ANMF", frame) * 2 + riff(b"EXIF", exif(">", 3))
        )
    return b"RIFF" + struct.pack("<I", len(chunks) + 4) + b"WEBP" + chunks


def riff(kind: bytes, body: bytes) -> bytes:
    """Give a chunk of a RIFF file."""
    return kind + struct.pack("<I", len(body)) + body + b"\0" * (len(body) & 1)


def three(value: int) -> bytes:
    """Give a number of three bytes."""
    return value.to_bytes(3, "little")


def bmp(width: int = 5, height: int = -6) -> bytes:
    """Give a BMP whose first row is the top one."""
    size = 54 + 16 * abs(height)
    return b"BM" + struct.pack("<IIIIiiHH", size, 0, 54, 40, width, height, 1, 24) + bytes(24) + bytes(16 * abs(height))


def ico() -> bytes:
    """Give an icon of 16 and of 256 pixels."""
    inner = png(256, 256)
    head = struct.pack("<HHH", 0, 1, 2)
    rows = struct.pack("<BBBBHHII", 16, 16, 0, 0, 1, 32, 40, 38) + struct.pack("<BBBBHHII", 0, 0, 0, 0, 1, 32, len(inner), 78)
    return head + rows + bytes(40) + inner


def psd() -> bytes:
    """Give the head of a Photoshop file."""
    return b"8BPS" + struct.pack(">H6sHIIHH", 1, bytes(6), 4, 70, 60, 8, 3) + bytes(14)


def heif(brand: bytes = b"heic") -> bytes:
    """Give the boxes of a HEIF file: a primary picture, turned, a thumbnail, an alpha plane."""
    ispe = lambda width, height: box(b"ispe", struct.pack(">III", 0, width, height))  # noqa: E731
    properties = box(
        b"ipco",
        ispe(160, 120)
        + ispe(4032, 3024)
        + box(b"irot", b"\3")
        + box(b"pixi", b"\0\0\0\0\3\10\10\10")
        + box(b"auxC", bytes(4) + b"urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0"),
    )
    links = box(b"ipma", bytes(4) + struct.pack(">I", 2) + struct.pack(">HBB", 1, 1, 1) + struct.pack(">HBBBB", 9, 3, 0x82, 3, 4))
    meta = box(
        b"meta", bytes(4) + box(b"hdlr", bytes(20)) + box(b"pitm", bytes(4) + struct.pack(">H", 9)) + box(b"iprp", properties + links)
    )
    return box(b"ftyp", brand + bytes(4) + b"mif1") + meta + box(b"mdat", bytes(50))


def box(kind: bytes, body: bytes) -> bytes:
    """Give a box."""
    return struct.pack(">I", len(body) + 8) + kind + body
