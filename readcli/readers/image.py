"""Pictures: what their headers tell, in the first seed's block, and on request the picture itself, scaled.

Told by content, never by name. Nothing is decoded for the block, so it costs no library.
"""

from __future__ import annotations

import os

from readcli import limits
from readcli.errors import Corrupt, ReadError, TooLarge
from readcli.model import Notice, Part
from readcli.readers import image_boxes, image_headers, image_tiff
from readcli.sizes import format_size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import IO

    from readcli.model import Event, Options, Range, Source
    from readcli.readers.image_picture import Picture

    Header = Callable[[IO[bytes], int], Picture]

_HEADERS: tuple[tuple[bytes, Header], ...] = (
    (b"\x89PNG\r\n\x1a\n", image_headers.png),
    (b"\xff\xd8\xff", image_headers.jpeg),
    (b"GIF87a", image_headers.gif),
    (b"GIF89a", image_headers.gif),
    (b"BM", image_headers.bmp),
    (b"II*\0", image_tiff.tiff),
    (b"MM\0*", image_tiff.tiff),
    (b"II+\0", image_tiff.tiff),
    (b"MM\0+", image_tiff.tiff),
    (b"8BPS", image_headers.psd),
    (b"\0\0\1\0", image_headers.ico),
    (b"\0\0\2\0", image_headers.ico),
)
_SUFFIXES = {
    ".png": "image/png", ".apng": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".jpe": "image/jpeg", ".jfif": "image/jpeg",
    ".gif": "image/gif", ".webp": "image/webp", ".bmp": "image/bmp", ".tif": "image/tiff", ".tiff": "image/tiff", ".ico": "image/x-icon",
    ".psd": "image/vnd.adobe.photoshop", ".avif": "image/avif", ".heic": "image/heic",
}  # fmt: skip
_TURNED = (
    "upright", "mirrored", "upside down", "mirrored and upside down", "mirrored and turned: rotate 90 anticlockwise",
    "rotate 90 clockwise", "mirrored and turned: rotate 90 clockwise", "rotate 90 anticlockwise",
)  # fmt: skip
_SHOWN = ("camera", "lens", "date", "exposure", "location", "description", "artist", "copyright", "software")


def read(source: Source, options: Options) -> Iterator[Event]:
    """Give the block, and with `options.image` the fact `image`: mime, width, height, base64, note. Raises Corrupt, TooLarge."""
    file = source.seekable()
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    picture = _header(file)(file, size)
    # a TIFF file is itself the kind of block that cameras write into others
    taken = image_tiff.taken(file if picture.mime == "image/tiff" else picture.exif)
    orientation = taken.pop("orientation", picture.orientation)
    picture.orientation = orientation if isinstance(orientation, int) else 1
    yield _facts(picture, taken)
    if options.image:
        yield _scaled(file, picture, size)
    if options.rows:
        yield from _pixels(file, picture, size, (options.columns, 2 * options.rows))
    yield from _lines(picture, size, taken, options.parts)
    yield from _notices(picture, source.name)


def _scaled(file: IO[bytes], picture: Picture, size: int) -> Event:
    """Give the picture itself as a fact, or say why it cannot be decoded."""
    if size > limits.IMAGE:
        raise TooLarge(f"Image file too large: {format_size(size)} exceeds {format_size(limits.IMAGE)} limit", "leave --image out")
    from readcli.readers.image_scale import scaled

    try:
        return {"image": scaled(file, picture, size)}
    except Corrupt as error:
        return Notice(error.message)


def _pixels(file: IO[bytes], picture: Picture, size: int, room: tuple[int, int]) -> Iterator[Event]:
    """Give the fact `pixels` for a terminal: width, height, RGBA. Nothing where the picture is large or cannot be decoded."""
    from readcli.readers.image_scale import pixels

    if size <= limits.IMAGE:
        try:
            yield {"pixels": pixels(file, picture, room)}
        except ReadError:
            return


def _header(file: IO[bytes]) -> Header:
    """Tell the type by the first bytes. Raises Corrupt."""
    head = file.read(32)
    for magic, header in _HEADERS:
        if head.startswith(magic):
            return header
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return image_headers.webp
    if head[4:8] == b"ftyp":
        return image_boxes.heif
    raise Corrupt("the file is empty" if not head else "not a picture of a known type")


def _facts(picture: Picture, taken: dict[str, object]) -> dict[str, object]:
    """Give the facts: null where the header does not tell."""
    facts: dict[str, object] = {
        "mime": picture.mime,
        "width": picture.width,
        "height": picture.height,
        "channels": picture.channels,
        "alpha": picture.alpha,
        "frames": max(1, len(picture.frames)),
    }
    if picture.orientation != 1:
        facts["orientation"] = picture.orientation
    if picture.milliseconds:
        facts["milliseconds"] = picture.milliseconds
    return {**facts, **taken}


def _lines(picture: Picture, size: int, taken: dict[str, object], parts: list[Range] | None) -> Iterator[Event]:
    """Give the seed's block, what the camera wrote, and a line for each of several frames."""
    is_single = len(picture.frames) < 2
    if is_single:
        yield Part("frame", 1)
    elif parts is not None:  # nobody sees line numbers: the block is no part
        yield from _frames(picture, parts)
        return
    yield "Image metadata:"
    yield f"- MIME: {picture.mime}"
    yield f"- Bytes: {size} ({format_size(size)})"
    yield f"- Dimensions: {'unknown' if picture.width is None else f'{picture.width}x{picture.height}'}"
    yield f"- Channels: {'unknown' if picture.channels is None else picture.channels}"
    yield f"- Alpha: {'unknown' if picture.alpha is None else 'yes' if picture.alpha else 'no'}"
    if picture.orientation != 1:
        yield f"- Orientation: {picture.orientation} ({_TURNED[picture.orientation - 1]})"
    for name in _SHOWN:
        if name in taken:
            yield f"- {name.capitalize()}: {' '.join(str(taken[name]).split())}"
    if not is_single:
        time = f", {picture.milliseconds / 1000:g} s" if picture.milliseconds else ""
        yield f"- Frames: {len(picture.frames)}{time}"
        yield from _frames(picture, None)


def _frames(picture: Picture, parts: list[Range] | None) -> Iterator[Event]:
    """Give a line for each frame; those not chosen are only counted."""
    for number, frame in enumerate(picture.frames, 1):
        yield Part("frame", number)
        if parts is None or any(part.first <= number <= (number if part.last is None else part.last) for part in parts):
            yield f"- Frame {number}: {frame}"


def _notices(picture: Picture, name: str) -> Iterator[Event]:
    """Say what a name promises wrongly, and what is missing from the file."""
    dot = name.rfind(".")
    named = _SUFFIXES.get(name[dot:].lower()) if dot >= 0 else None
    if named and named != picture.mime and not (named == "image/heic" and picture.mime == "image/heif"):
        yield Notice(f"{name} is named like {named}, but its content is {picture.mime}")
    if picture.width is None:
        yield Notice("the picture is damaged: its size is not known")
    elif not picture.is_whole:
        yield Notice("the picture is cut short or damaged")
