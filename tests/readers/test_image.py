"""Pictures: the seed's block from the headers alone, what cameras wrote, frames, and the scaled picture."""

import base64
import io
import random
import sys

import pytest

from readcli import limits
from readcli.errors import Corrupt, MissingExtra, ReadError, TooLarge
from readcli.model import Range
from readcli.readers import image_tiff
from tests.samples import image as samples
from tests.support import Vector, check, said


def test_the_seeds_block_to_the_letter() -> None:
    """A picture prints as the first seed's metadata block."""
    sample = samples.png(10, 20)
    assert (
        said("image", sample, "i.png").text
        == f"Image metadata:\n- MIME: image/png\n- Bytes: {len(sample)} ({len(sample)}B)\n- Dimensions: 10x20\n- Channels: 4\n- Alpha: yes"
    )


HEADERS = [
    ("grey", lambda: samples.png(1, 2, 0), "image/png", 1, 2, 1, False),
    ("colour", lambda: samples.png(1, 2, 2), "image/png", 1, 2, 3, False),
    ("palette", lambda: samples.png(1, 2, 3), "image/png", 1, 2, 3, None),
    ("grey and alpha", lambda: samples.png(1, 2, 4), "image/png", 1, 2, 2, True),
    ("jpeg", samples.jpeg, "image/jpeg", 3, 7, 3, False),
    ("gif", samples.gif, "image/gif", 4, 5, 3, None),
    ("webp lossy", samples.webp, "image/webp", 8, 9, 3, False),
    ("webp lossless", lambda: samples.webp("lossless"), "image/webp", 8, 9, 4, True),
    ("webp extended", lambda: samples.webp("extended"), "image/webp", 8, 9, 4, True),
    ("bmp", samples.bmp, "image/bmp", 5, 6, 3, False),
    ("tiff, least byte first", samples.tiff, "image/tiff", 30, 40, 3, False),
    ("tiff, greatest byte first", lambda: samples.tiff(">"), "image/tiff", 30, 40, 3, False),
    ("ico", samples.ico, "image/x-icon", 256, 256, None, None),
    ("psd", samples.psd, "image/vnd.adobe.photoshop", 60, 70, 4, None),
    ("heic", samples.heif, "image/heic", 4032, 3024, 4, True),
    ("avif", lambda: samples.heif(b"avif"), "image/avif", 4032, 3024, 4, True),
]


@pytest.mark.parametrize(("name", "sample", "mime", "width", "height", "channels", "alpha"), HEADERS, ids=lambda value: str(value)[:20])
def test_headers(name, sample, mime, width, height, channels, alpha) -> None:
    """Every kind of picture tells its type, size, channels and alpha; nothing is missing from a whole one."""
    result = said("image", sample(), "picture")
    assert result.facts["mime"] == mime
    assert (result.facts["width"], result.facts["height"]) == (width, height), name
    assert (result.facts["channels"], result.facts["alpha"]) == (channels, alpha)
    assert f"- Dimensions: {width}x{height}\n" in result.text
    assert result.notices == []


VECTORS = [
    Vector("a JPEG named .png says so", samples.jpeg, contains=("image/jpeg", "3x7"), notices=("sample.png is named like image/png, but its content is image/jpeg",)),
    Vector("text is no picture", lambda: b"definitely not a png\n", error="corrupt"),
    Vector("nothing is no picture", lambda: b"", error="corrupt"),
    Vector("a picture cut short tells its size and says so", lambda: samples.png(10, 20)[:50], contains=("10x20",), notices=("cut short",)),
    Vector("a picture cut in its header says that its size is not known", lambda: samples.png(10, 20)[:12], contains=("Dimensions: unknown", "Channels: unknown", "Alpha: unknown"), notices=("its size is not known",)),
    Vector("a GIF without its end", lambda: samples.gif(2)[:-1], contains=("4x5",), notices=("cut short",)),
    Vector("an animated PNG", samples.apng, contains=("- Frames: 3, 0.75 s", "- Frame 3: 10x20, 250 ms"), facts={"frames": 3, "milliseconds": 750}),
    Vector("an animated GIF", lambda: samples.gif(2), contains=("- Frames: 2, 0.14 s", "- Frame 2: 4x5, 70 ms")),
    Vector("an animated WebP, with what the camera wrote", lambda: samples.webp("extended"), contains=("- Frames: 2, 0.08 s", "- Orientation: 3 (upside down)", "- Camera: Canon EOS 40D")),
    Vector("a TIFF of two pages", samples.tiff, in_order=("30x40", "- Frames: 2\n", "- Frame 1: 30x40", "- Frame 2: 31x40")),
    Vector("the icons of an icon file", samples.ico, in_order=("- Frame 1: 16x16", "- Frame 2: 256x256")),
    Vector("a HEIF picture that is turned", samples.heif, contains=("- Orientation: 6 (rotate 90 clockwise)",), facts={"orientation": 6}),
]  # fmt: skip


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.name)
def test_vectors(vector: Vector) -> None:
    """Each row of the table holds."""
    check(vector, "image", "sample.png")


@pytest.mark.parametrize("order", ["<", ">"])
def test_what_a_camera_wrote(order: str) -> None:
    """Camera, date, exposure, place, copyright and orientation are told, in both byte orders, without any library."""
    text = said("image", samples.jpeg(block=samples.exif(order)), "x.jpg").text
    assert text.split("- Alpha: no\n")[1].split("\n") == [
        "- Orientation: 6 (rotate 90 clockwise)",
        "- Camera: Canon EOS 40D",
        "- Date: 2008-05-30 15:56:01 +02:00",
        "- Exposure: 1/125 s, f/2.8, ISO 400, 135 mm",
        "- Location: -33.860000, 151.200000, 58 m",
        "- Copyright: (c) somebody",
        "- Software: darkroom 1",
    ]
    assert image_tiff.taken(b"") == {}
    assert image_tiff.taken(b"II*\0\xff\xff\xff\xff") == {}


def test_frames_are_parts() -> None:
    """Each frame is a part; chosen frames are given alone, with their true numbers."""
    whole = said("image", samples.gif(3), "x.gif")
    assert [(part.kind, part.number) for part in whole.parts] == [("frame", 1), ("frame", 2), ("frame", 3)]
    chosen = said("image", samples.gif(3), "x.gif", parts=[Range(2, 2)])
    assert chosen.text == "- Frame 2: 4x5, 70 ms"
    assert [part.number for part in chosen.parts] == [1, 2, 3]


def test_a_small_picture_is_given_as_it_is() -> None:
    """A picture within the seed's sizes is sent untouched, without a note."""
    sample = samples.png(10, 20)
    image = said("image", sample, "x.png", image=True).facts["image"]
    assert base64.b64decode(image["base64"]) == sample
    assert (image["mime"], image["width"], image["height"], "note" in image) == ("image/png", 10, 20, False)


@pytest.mark.parametrize("has_pillow", [True, False])
def test_a_large_picture_is_scaled(has_pillow: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A larger one fits in 1568 pixels and 500 KB, and its note says how to find the original's coordinates."""
    if has_pillow:
        pytest.importorskip("PIL")
    else:
        monkeypatch.setitem(sys.modules, "PIL", None)
    image = said("image", samples.png(3000, 1500, 2), "x.png", image=True).facts["image"]
    assert (image["width"], image["height"]) == (1568, 784)
    assert image["note"] == "[Image: original 3000x1500, displayed at 1568x784. Multiply coordinates by 1.91 to map to original image.]"
    assert len(base64.b64decode(image["base64"])) <= limits.IMAGE_BYTES
    assert said("image", base64.b64decode(image["base64"]), "y").facts["width"] == 1568


@pytest.mark.parametrize("has_pillow", [True, False])
def test_noise_is_made_small(has_pillow: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """What does not compress is written as JPEG of less quality, then smaller, until it is within 500 KB."""
    if has_pillow:
        pytest.importorskip("PIL")
    else:
        monkeypatch.setitem(sys.modules, "PIL", None)
    image = said("image", samples.noise(700, 600), "x.png", image=True).facts["image"]
    assert image["mime"] in ("image/jpeg", "image/webp")
    assert len(base64.b64decode(image["base64"])) <= limits.IMAGE_BYTES


def test_a_turned_picture_is_sent_upright() -> None:
    """Orientation is applied, because the sent picture carries no tag."""
    pil = pytest.importorskip("PIL.Image")
    out = io.BytesIO()
    pil.new("RGB", (2000, 1000), "red").save(out, "jpeg", exif=b"Exif\0\0" + samples.exif())
    image = said("image", out.getvalue(), "x.jpg", image=True).facts["image"]
    assert (image["width"], image["height"]) == (784, 1568)


def test_too_large_a_file_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """With --image a file beyond the limit is an error in the seed's words; its block is given without."""
    monkeypatch.setattr(limits, "IMAGE", 1536)
    sample = samples.noise(30, 30)
    with pytest.raises(TooLarge, match=r"Image file too large: 2\.\dKB exceeds 1\.5KB limit"):
        said("image", sample, "x.png", image=True)
    assert "30x30" in said("image", sample, "x.png").text


def test_a_picture_that_cannot_be_decoded_still_tells_its_size() -> None:
    """With --image a damaged picture gives its block and a notice."""
    result = said("image", samples.png(3000, 1500, 2)[:80], "x.png", image=True)
    assert "3000x1500" in result.text
    assert any("cannot be decoded" in notice for notice in result.notices)


def test_webp_without_pillow_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """What MuPDF does not decode asks for the extra."""
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(MissingExtra) as caught:
        said("image", samples.webp(width=3000), "x.webp", image=True)
    assert "readcli[images]" in caught.value.hint


def test_damage_is_text_or_one_error() -> None:
    """Whatever is cut off or flipped in a picture, there is a block or one ReadError."""
    chance = random.Random(11)
    for name, sample, *_ in HEADERS:
        whole = sample() if "jpeg" not in name else samples.jpeg(block=samples.exif())
        for _ in range(25):
            image = bytearray(whole[: chance.randrange(len(whole) + 1)] if chance.random() < 0.5 else whole)
            for _ in range(chance.randrange(12)):
                if image:
                    image[chance.randrange(min(len(image), 400))] = chance.randrange(256)
            try:
                result = said("image", bytes(image), "x")
                assert result.text.startswith("Image metadata:")
            except ReadError as error:
                assert isinstance(error, Corrupt)
