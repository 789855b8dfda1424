"""HEIF and AVIF: the size of the primary picture from the boxes of the file (ISO/IEC 23008-12; ISO/IEC 14496-12, 8.11)."""

from __future__ import annotations

from readcli.readers.image_picture import STEPS, Picture, number, window

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

    Box = tuple[bytes, bytes]

_META = 4 << 20  # bytes of the box that describes the pictures
_TURNS = {0: 1, 1: 8, 2: 3, 3: 6}  # quarter turns anticlockwise, as an Exif orientation


def heif(file: IO[bytes], size: int) -> Picture:
    """Read the properties of the primary item: size, rotation, and whether any item is an alpha plane."""
    brand = window(file, 8, 4)
    picture = Picture("image/avif" if brand in (b"avif", b"avis") else "image/heic" if brand[:2] == b"he" else "image/heif")
    at = 0
    for _ in range(STEPS):
        head = window(file, at, 16)
        if len(head) < 8:
            break
        length, kind = number(head[:4]), head[4:8]
        start = 16 if length == 1 else 8  # 1: a length of eight bytes follows; 0: the box reaches to the end
        length = number(head[8:16]) if length == 1 else length or size - at
        if kind == b"meta":
            _meta(picture, window(file, at + start + 4, min(length - start - 4, _META)))
        if length < 8:
            break
        at += length
    picture.is_whole = at == size
    return picture


def _boxes(content: bytes) -> Iterator[Box]:
    """Give the boxes inside a piece, as kind and body."""
    at = 0
    while at + 8 <= len(content):
        length = number(content[at : at + 4])
        if length < 8:
            return
        yield content[at + 4 : at + 8], content[at + 8 : at + length]
        at += length


def _meta(picture: Picture, content: bytes) -> None:
    """Read the box that describes the items: which is the primary one, and which properties belong to it.

    Without associations, which damaged files lack, the properties are taken in their order.
    """
    primary = 1
    properties: list[Box] = []
    used: dict[int, list[int]] = {}
    for kind, body in _boxes(content):
        if kind == b"pitm":
            primary = number(body[4:8] if body[:1] == b"\1" else body[4:6])
        if kind == b"iprp":
            for inner_kind, inner in _boxes(body):
                if inner_kind == b"ipco":
                    properties = list(_boxes(inner))
                elif inner_kind == b"ipma":
                    used.update(_associations(inner))
    chosen = [properties[index - 1] for index in used.get(primary, []) if 0 < index <= len(properties)] or properties
    for kind, body in chosen:
        if kind == b"ispe" and len(body) >= 12 and picture.width is None:
            picture.width, picture.height = number(body[4:8]), number(body[8:12])
        elif kind == b"irot" and body:  # applied on top of any Exif, which readers ignore in these files
            picture.orientation = _TURNS[body[0] & 3]
        elif kind == b"pixi" and len(body) > 4:
            picture.channels = body[4]
    if properties:
        picture.alpha = any(kind == b"auxC" and b":alpha" in body for kind, body in properties)
    if picture.alpha and picture.channels == 3:
        picture.channels = 4


def _associations(body: bytes) -> Iterator[tuple[int, list[int]]]:
    """Give the items with the numbers of their properties, counted from 1."""
    item_size = 4 if body[:1] == b"\1" else 2
    index_size = 2 if body[3:4] and body[3] & 1 else 1
    at = 8
    for _ in range(min(number(body[4:8]), 10_000)):
        item = number(body[at : at + item_size])
        count = number(body[at + item_size : at + item_size + 1])
        at += item_size + 1
        pieces = [body[start : start + index_size] for start in range(at, at + count * index_size, index_size)]
        at += count * index_size
        yield item, [number(piece) & (0x7FFF if index_size == 2 else 0x7F) for piece in pieces]
