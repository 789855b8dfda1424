"""TIFF and BigTIFF directories, and the same directories as cameras write them (Exif): sizes, orientation, what people ask for.

TIFF 6.0, section 2; Exif 2.3, 4.6.
"""

from __future__ import annotations

import io

from readcli.readers.image_picture import FRAMES, Picture, number, window

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO

    Values = list[int] | list[float] | str

_SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 13: 4, 16: 8}  # bytes of a value of each type
_MOST = 4096  # values of an entry that are read
_WORDS = {0x10E: "description", 0x10F: "make", 0x110: "model", 0x131: "software", 0x132: "changed", 0x13B: "artist", 0x8298: "copyright"}
_CAMERA_AT, _PLACE_AT = 0x8769, 0x8825
_SHAPE = frozenset((0x100, 0x101, 0x115, 0x152))  # width, height, samples a pixel, what the extra ones are
_MAIN = frozenset((*_WORDS, 0x112, _CAMERA_AT, _PLACE_AT))
_CAMERA = frozenset((0x829A, 0x829D, 0x8827, 0x9003, 0x9011, 0x920A, 0xA434))
_PLACE = frozenset(range(1, 7))


class Directories:
    """The directories of a TIFF block, each a mapping of tags to values."""

    def __init__(self, file: IO[bytes]) -> None:
        """Read the header: byte order, and whether offsets have four bytes or eight. A wrong one has no directories."""
        self._file = file
        head = window(file, 0, 16)
        self._order = "little" if head[:2] == b"II" else "big"
        self.is_big = number(head[2:4], self._order) == 43
        self.first = number(head[8:16] if self.is_big else head[4:8], self._order) if head[:2] in (b"II", b"MM") else 0
        self.is_whole = True

    def directory(self, at: int, wanted: frozenset[int]) -> tuple[dict[int, Values], int]:
        """Give the wanted tags of one directory, and where the next one begins (0: nowhere)."""
        count_size, entry_size, offset_size = (8, 20, 8) if self.is_big else (2, 12, 4)
        count = number(window(self._file, at, count_size), self._order)
        block = window(self._file, at + count_size, min(count, 4096) * entry_size + offset_size)
        values: dict[int, Values] = {}
        for start in range(0, min(count, 4096) * entry_size, entry_size):
            entry = block[start : start + entry_size]
            if len(entry) < entry_size:
                self.is_whole = False
                return values, 0
            tag, kind = number(entry[:2], self._order), number(entry[2:4], self._order)
            if tag in wanted:
                values[tag] = self._values(kind, number(entry[4 : 4 + offset_size], self._order), entry[4 + offset_size :])
        return values, number(block[-offset_size:], self._order) if count <= 4096 else 0

    def _values(self, kind: int, count: int, field: bytes) -> Values:
        """Read an entry's values: in the entry itself if they fit, else where it points."""
        unit = _SIZES.get(kind, 0)
        size = unit * min(count, _MOST)
        piece = field[:size] if unit * count <= len(field) else window(self._file, number(field, self._order), size)
        if kind in (2, 7):
            return piece.split(b"\0")[0].decode("utf-8", "replace").strip()
        if not unit:
            return []
        if kind in (5, 10):
            pairs = [
                (self._number(piece[at : at + 4], kind), self._number(piece[at + 4 : at + 8], kind)) for at in range(0, len(piece) - 7, 8)
            ]
            return [upper / lower if lower else 0.0 for upper, lower in pairs]
        return [self._number(piece[at : at + unit], kind) for at in range(0, len(piece), unit)]

    def _number(self, piece: bytes, kind: int) -> int:
        """Read one number in the byte order of the block; four of the types have a sign."""
        return int.from_bytes(piece, "little" if self._order == "little" else "big", signed=kind in (6, 8, 9, 10))


def tiff(file: IO[bytes], _size: int) -> Picture:
    """Read the directories of a TIFF file, a page each."""
    picture = Picture("image/tiff")
    directories = Directories(file)
    at, seen = directories.first, set[int]()
    while at and at not in seen and len(picture.frames) < FRAMES:
        seen.add(at)
        values, at = directories.directory(at, _SHAPE)
        width, height = _whole(values.get(0x100)), _whole(values.get(0x101))
        if not width or not height:
            continue
        if picture.width is None:
            picture.width, picture.height = width, height
            picture.channels = _whole(values.get(0x115)) or 1
            extra = values.get(0x152)
            picture.alpha = bool(isinstance(extra, list) and any(kind in (1, 2) for kind in extra))
        picture.frames.append(f"{width}x{height}")
    picture.is_whole = directories.is_whole and bool(picture.frames)
    return picture


def taken(block: bytes | IO[bytes]) -> dict[str, object]:
    """Give what a camera wrote, in words ready to be shown, in the order they are shown in.

    `orientation` is a number from 1 to 8; the others are texts: camera, lens, date, exposure, location, description, artist,
    copyright, software. What is not there, or damaged, is left out.
    """
    directories = Directories(io.BytesIO(block) if isinstance(block, bytes) else block)
    if not directories.first:
        return {}
    main, _ = directories.directory(directories.first, _MAIN)
    camera = directories.directory(at, _CAMERA)[0] if (at := _whole(main.get(_CAMERA_AT))) else {}
    place = directories.directory(at, _PLACE)[0] if (at := _whole(main.get(_PLACE_AT))) else {}
    words = {name: text for tag, name in _WORDS.items() if isinstance(text := main.get(tag), str) and text}
    facts: dict[str, object] = {}
    if 1 <= (orientation := _whole(main.get(0x112)) or 0) <= 8:
        facts["orientation"] = orientation
    make, model = words.get("make", ""), words.get("model", "")
    begins = model.lower().startswith(make.lower().split(" ")[0])
    told = {
        "camera": model if begins else f"{make} {model}".strip(),
        "lens": camera.get(0xA434),
        "date": _date(camera.get(0x9003) or words.get("changed"), camera.get(0x9011)),
        "exposure": _exposure(camera),
        "location": _location(place),
        **{name: words.get(name) for name in ("description", "artist", "copyright", "software")},
    }
    facts.update({name: text for name, text in told.items() if isinstance(text, str) and text})
    return facts


def _whole(values: object) -> int | None:
    """Give the first of some values as an integer, or None."""
    return int(values[0]) if isinstance(values, list) and values else None


def _real(values: object) -> float:
    """Give the first of some values as a real number, or 0."""
    return float(values[0]) if isinstance(values, list) and values else 0.0


def _date(text: object, zone: object) -> str:
    """Turn `2008:05:30 15:56:01` into a date with hyphens, and add the zone where it is told."""
    if not isinstance(text, str) or not text[:4].isdigit():
        return ""
    return text[:10].replace(":", "-") + text[10:] + (f" {zone}" if isinstance(zone, str) and zone else "")


def _exposure(camera: dict[int, Values]) -> str:
    """Give time, aperture, sensitivity and focal length as photographers write them."""
    seconds, aperture, iso, focal = (_real(camera.get(tag)) for tag in (0x829A, 0x829D, 0x8827, 0x920A))
    words = []
    if seconds > 0:
        words.append(f"{seconds:g} s" if seconds >= 0.3 else f"1/{1 / seconds:.0f} s")
    words += [f"f/{aperture:g}"] if aperture > 0 else []
    words += [f"ISO {iso:.0f}"] if iso > 0 else []
    words += [f"{focal:g} mm"] if focal > 0 else []
    return ", ".join(words)


def _location(place: dict[int, Values]) -> str:
    """Give latitude and longitude in degrees, south and west negative, and metres above the sea."""
    latitude, longitude = _degrees(place.get(2), place.get(1), "S"), _degrees(place.get(4), place.get(3), "W")
    if latitude is None or longitude is None or abs(latitude) > 90 or abs(longitude) > 180:
        return ""
    height = _real(place.get(6)) * (-1 if _whole(place.get(5)) == 1 else 1)
    return f"{latitude:.6f}, {longitude:.6f}" + (f", {height:.0f} m" if 6 in place else "")


def _degrees(values: object, side: object, negative: str) -> float | None:
    """Turn degrees, minutes and seconds into degrees, negative on the side named."""
    if not isinstance(values, list) or len(values) < 3:
        return None
    degrees = values[0] + values[1] / 60 + values[2] / 3600
    return float(-degrees if isinstance(side, str) and side.upper().startswith(negative) else degrees)
