"""What is known of a picture, and reading a few bytes of its file."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO

FRAMES = 1000  # that are counted and told one by one
STEPS = 100_000  # blocks of a file that are stepped over


class Picture:
    """What the header of a picture tells; None is "unknown".

    width, height   pixels as stored, before any orientation
    channels        1 grey, 2 grey and alpha, 3 colour, 4 colour and alpha (or CMYK)
    frames          one text a frame: its size, its time
    exif            the TIFF block in which cameras write, or nothing
    orientation     1 to 8, as in the Orientation tag
    milliseconds    how long an animation runs
    is_whole        the file has its end
    """

    __slots__ = ("alpha", "channels", "exif", "frames", "height", "is_whole", "milliseconds", "mime", "orientation", "width")

    def __init__(self, mime: str) -> None:
        """Begin with the type alone."""
        self.mime = mime
        self.width: int | None = None
        self.height: int | None = None
        self.channels: int | None = None
        self.alpha: bool | None = None
        self.frames: list[str] = []
        self.exif = b""
        self.orientation = 1
        self.milliseconds = 0
        self.is_whole = True


def window(file: IO[bytes], start: int, size: int) -> bytes:
    """Give up to `size` bytes from `start`."""
    file.seek(start)
    return file.read(max(size, 0))


def number(piece: bytes, order: str = "big") -> int:
    """Read an unsigned number."""
    return int.from_bytes(piece, "big" if order == "big" else "little")
