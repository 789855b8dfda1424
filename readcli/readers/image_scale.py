"""The picture itself, small enough to be sent to a model: the first seed's sizes and qualities.

Pillow scales where it is installed (extra `images`), else MuPDF, which reads no WebP.
"""

from __future__ import annotations

import io
from binascii import b2a_base64

from readcli import limits
from readcli.errors import Corrupt, MissingExtra, TooLarge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO, Any

    from readcli.readers.image_picture import Picture

    Encoded = tuple[str, bytes]

SIDE = 1568  # pixels of the longer side
ENOUGH = limits.IMAGE_BYTES // 4  # a small enough picture up to this size stays as it is
_SENT = ("image/png", "image/jpeg", "image/gif", "image/webp")  # others are written anew
_QUALITIES = (70, 60, 50, 40)
_SCALES = (1.0, 0.75, 0.5, 0.35, 0.25)
_LEAST = 100  # pixels below which nothing is scaled


def scaled(file: IO[bytes], picture: Picture, size: int) -> dict[str, object]:
    """Give mime, width, height, base64 and, where it was scaled, a note. Raises Corrupt, TooLarge, MissingExtra."""
    width, height = picture.width or 0, picture.height or 0
    file.seek(0)
    if picture.mime in _SENT and 0 < width <= SIDE and 0 < height <= SIDE and size <= ENOUGH:
        return _told(picture.mime, file.read(), (width, height), (width, height))
    canvas = _decoded(file.read(), picture.mime)
    original = canvas.size
    ratio = min(1.0, SIDE / max(original))
    fitted = _times(original, ratio)  # the smallest of the types wins, then less quality, then fewer pixels
    best = min(_first(canvas, fitted), key=lambda encoded: len(encoded[1]))
    if len(best[1]) <= limits.IMAGE_BYTES:
        return _told(*best, fitted, original)
    for scale in _SCALES:
        smaller = _times(fitted, scale)
        if min(smaller) < _LEAST and scale < 1:
            break
        for quality in _QUALITIES:
            best = ("image/jpeg", canvas.encoded(smaller, "jpeg", quality))
            if len(best[1]) <= limits.IMAGE_BYTES:
                return _told(*best, smaller, original)
    raise TooLarge("the picture cannot be made small enough", "leave --image out")


def _decoded(content: bytes, mime: str) -> Canvas:
    """Decode a picture by what is there. Raises Corrupt, TooLarge, MissingExtra."""
    try:
        from PIL import Image  # noqa: F401  # only to see whether it is there
    except ImportError:
        return Mupdf(content, mime)
    return Pillow(content)


def pixels(file: IO[bytes], picture: Picture, room: tuple[int, int]) -> tuple[int, int, bytes]:
    """Give width, height and RGBA bytes of a picture that fits so many pixels, upright. Raises Corrupt, TooLarge, MissingExtra."""
    file.seek(0)
    canvas = _decoded(file.read(), picture.mime)
    size = _times(canvas.size, min(1.0, room[0] / canvas.size[0], room[1] / canvas.size[1]))
    return (*size, canvas.pixels(size))


def _first(canvas: Canvas, size: tuple[int, int]) -> Iterator[Encoded]:
    """Write the picture in every type there is, at the quality tried first."""
    for kind in canvas.kinds:
        yield f"image/{kind}", canvas.encoded(size, kind, 80)


def _times(size: tuple[int, int], ratio: float) -> tuple[int, int]:
    """Scale a size; no side vanishes."""
    return max(1, round(size[0] * ratio)), max(1, round(size[1] * ratio))


def _told(mime: str, content: bytes, shown: tuple[int, int], original: tuple[int, int]) -> dict[str, object]:
    """Give the fact; the note is the seed's, to the letter."""
    told: dict[str, object] = {"mime": mime, "width": shown[0], "height": shown[1]}
    if shown != original:
        told["note"] = (
            f"[Image: original {original[0]}x{original[1]}, displayed at {shown[0]}x{shown[1]}. "
            f"Multiply coordinates by {original[0] / shown[0]:.2f} to map to original image.]"
        )
    told["base64"] = b2a_base64(content, newline=False).decode("ascii")
    return told


class Canvas:
    """A decoded picture: `size` in pixels, upright; `kinds` are the types it can be written in."""

    size: tuple[int, int]
    kinds: tuple[str, ...]

    def encoded(self, size: tuple[int, int], kind: str, quality: int) -> bytes:
        """Scale and write it."""
        raise NotImplementedError

    def pixels(self, size: tuple[int, int]) -> bytes:
        """Scale it and give its pixels as RGBA."""
        raise NotImplementedError


class Pillow(Canvas):
    """Decoded by Pillow; the first frame, turned upright."""

    kinds = ("png", "jpeg", "webp")

    def __init__(self, content: bytes) -> None:
        """Decode. Raises Corrupt, TooLarge."""
        import warnings

        from PIL import Image, ImageOps

        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                image: Any = Image.open(io.BytesIO(content))
                image.load()
                image = ImageOps.exif_transpose(image)
        except Image.DecompressionBombError as error:
            raise TooLarge("the picture has too many pixels", "leave --image out") from error
        except (OSError, ValueError, SyntaxError, IndexError, TypeError, KeyError, EOFError, NotImplementedError) as error:
            raise Corrupt(f"the picture cannot be decoded: {' '.join(str(error).split())}") from error
        has_alpha = image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info
        self._image = image.convert("RGBA" if has_alpha else "RGB")
        self._made: dict[tuple[int, int], Any] = {}
        self.size = self._image.size

    def encoded(self, size: tuple[int, int], kind: str, quality: int) -> bytes:
        """Scale and write it; JPEG knows no alpha and gets a white ground."""
        from PIL import Image

        if size not in self._made:
            self._made = {size: self._image if size == self._image.size else self._image.resize(size, Image.Resampling.LANCZOS)}
        image = self._made[size]
        if kind == "jpeg" and image.mode == "RGBA":
            ground = Image.new("RGB", size, "white")
            ground.paste(image, mask=image.getchannel("A"))
            image = ground
        out = io.BytesIO()
        image.save(out, kind, quality=quality)
        return out.getvalue()

    def pixels(self, size: tuple[int, int]) -> bytes:
        """Scale it and give its pixels as RGBA."""
        return bytes(self._image.resize(size).convert("RGBA").tobytes())


class Mupdf(Canvas):
    """Decoded by MuPDF."""

    kinds = ("png", "jpeg")

    def __init__(self, content: bytes, mime: str) -> None:
        """Decode. Raises MissingExtra for WebP, Corrupt."""
        import pymupdf

        pymupdf.TOOLS.mupdf_display_errors(False)
        pymupdf.TOOLS.mupdf_display_warnings(False)
        try:
            self._image: Any = pymupdf.Pixmap(content)
        except (RuntimeError, ValueError, pymupdf.mupdf.FzErrorBase) as error:
            if mime not in ("image/png", "image/jpeg", "image/gif", "image/bmp", "image/tiff", "image/vnd.adobe.photoshop"):
                raise MissingExtra.of("images", f"decoding {mime}") from error
            raise Corrupt(f"the picture cannot be decoded: {' '.join(str(error).split())}") from error
        self._pymupdf: Any = pymupdf
        self.size = (self._image.width, self._image.height)

    def encoded(self, size: tuple[int, int], kind: str, quality: int) -> bytes:
        """Scale and write it."""
        image = self._image if size == self.size else self._pymupdf.Pixmap(self._image, *size)
        if kind == "png":
            return bytes(image.tobytes("png"))
        if image.alpha:
            image = self._pymupdf.Pixmap(image, 0)
        return bytes(image.tobytes("jpeg", jpg_quality=quality))

    def pixels(self, size: tuple[int, int]) -> bytes:
        """Scale it and give its pixels as RGBA."""
        image = self._pymupdf.Pixmap(self._image, *size)
        if image.n - image.alpha != 3:
            image = self._pymupdf.Pixmap(self._pymupdf.csRGB, image)
        data = bytes(image.samples)
        if image.alpha:
            return data
        return b"".join(data[at : at + 3] + b"\xff" for at in range(0, len(data), 3))
