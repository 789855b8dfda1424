"""Single compressed streams as the file inside."""

import bz2
import gzip
import io
import lzma
import random
from collections.abc import Callable

import pytest

from readcli import limits
from readcli.errors import Corrupt, ReadError, TooLarge
from readcli.model import Options, Source
from readcli.readers import stream
from tests.samples import archive
from tests.samples import stream as samples
from tests.support import source_of

try:
    from compression import zstd
except ImportError:
    from backports import zstd

TEXT = b"".join(b"line %d of the text\n" % number for number in range(3000))
PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.compress,
    "bz2": lambda data: bz2.compress(data, 1),
    "xz": lzma.compress,
    "zst": zstd.compress,
}
packed_by = pytest.mark.parametrize("suffix", PACKERS)


def inner(data: bytes, name: str = "a.txt.gz") -> Source:
    """Open a compressed file held in memory."""
    return stream.inner(source_of(data, name), Options())


@packed_by
def test_inner_file(suffix: str) -> None:
    """The file inside has the outer name less its suffix, the outer path, and all the bytes."""
    source = inner(PACKERS[suffix](TEXT), f"notes.txt.{suffix}")
    assert (source.name, source.path, source.depth, source.size) == ("notes.txt", f"notes.txt.{suffix}", 1, None)
    assert source.read() == TEXT


@packed_by
@pytest.mark.parametrize("piece", [1, 100, 1 << 20])
def test_pieces(suffix: str, piece: int) -> None:
    """Whatever the size of reads, nothing is lost and no read is empty before the end."""
    text = TEXT[: 40 * 100] if piece == 1 else TEXT
    source = inner(PACKERS[suffix](text))
    assert b"".join(iter(lambda: source.stream.read(piece), b"")) == text


@packed_by
def test_members_one_after_the_other(suffix: str) -> None:
    """Files made by `cat a b` are read to the end, also with zeros between or behind."""
    pack = PACKERS[suffix]
    for between in (b"", bytes(4)):
        source = inner(pack(b"one\n") + between + pack(TEXT) + between + pack(b"") + pack(b"three\n") + bytes(12))
        assert source.read() == b"one\n" + TEXT + b"three\n"
        assert source.stream.notices == []  # type: ignore[attr-defined]


@packed_by
def test_garbage_behind(suffix: str) -> None:
    """Bytes behind the end that begin no member are passed over, which is said."""
    source = inner(PACKERS[suffix](TEXT) + b"these bytes are nothing")
    assert source.read() == TEXT
    assert source.stream.notices == ["bytes behind the end of the compressed data were passed over"]  # type: ignore[attr-defined]


@packed_by
def test_cut_short(suffix: str) -> None:
    """A file that breaks off gives what there is, then is corrupt."""
    noise = random.Random(3).randbytes(400_000)
    packed = PACKERS[suffix](noise)
    source = inner(packed[: len(packed) * 3 // 4])
    got = b""
    with pytest.raises(Corrupt, match="cut short"):
        while piece := source.stream.read(4096):
            got += piece
    assert len(got) > 100_000
    assert noise.startswith(got)


@packed_by
def test_damage(suffix: str) -> None:
    """Turned bits and cuts give bytes or one error, never another exception."""
    whole = PACKERS[suffix](TEXT)
    chance = random.Random(11)
    for step in range(60):
        data = bytearray(whole[: len(whole) * step // 20] if step < 20 else whole)
        for _ in range(0 if step < 20 else 3):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        try:
            stream.is_tar(bytes(data))
            inner(bytes(data)).read()
        except ReadError as error:
            assert error.code == "corrupt"
            assert "\n" not in error.message


def test_wrong_checksum() -> None:
    """A gzip file whose checksum does not fit is corrupt."""
    data = bytearray(gzip.compress(TEXT))
    data[-6] ^= 1
    with pytest.raises(Corrupt):
        inner(bytes(data)).read()


@pytest.mark.parametrize(
    ("data", "outer", "name"),
    [
        (samples.named_gzip(TEXT, "/home/me/log.txt"), "x.gz", "log.txt"),
        (samples.field_gzip(TEXT, b"C:\\dir\\log.txt"), "x.gz", "log.txt"),
        (samples.field_gzip(TEXT, "größe.txt".encode("latin-1")), "x.gz", "größe.txt"),
        (samples.field_gzip(TEXT, b".."), "y.gz", "y"),
        (gzip.compress(TEXT), "page.1.GZ", "page.1"),
        (gzip.compress(TEXT), "drawing.svgz", "drawing.svg"),
        (gzip.compress(TEXT), "noname", "noname"),
        (gzip.compress(TEXT), ".gz", ".gz"),
    ],
)
def test_inner_names(data: bytes, outer: str, name: str) -> None:
    """The name a gzip file stores goes first, without folders; then the outer name."""
    source = inner(data, outer)
    assert source.name == name
    assert source.read() == TEXT


def test_tar_by_content() -> None:
    """A tar is known by what its bytes, or what they unpack to, are - never by a name."""
    tar = archive.linked_tar()
    for pack in (bytes, *PACKERS.values()):
        assert stream.is_tar(pack(tar))
        assert not stream.is_tar(pack(TEXT))
        assert not stream.is_tar(pack(b""))
    large = archive.tarred(("noise", random.Random(5).randbytes(300_000)))
    assert stream.holds_tar(source_of(bz2.compress(large), "x"))
    assert stream.holds_tar(source_of(zstd.compress(large), "x"))
    assert stream.is_tar(gzip.compress(large)[: limits.HEAD])


def test_tar_of_dribbles() -> None:
    """A tar is known on a pipe that gives a few bytes at a time."""
    for pack in (bytes, gzip.compress, zstd.compress):
        file = io.BytesIO(pack(archive.linked_tar()))
        source = Source("-", "-", Dribbling(file))  # type: ignore[arg-type]
        assert stream.holds_tar(source)


class Dribbling:
    """Gives seven bytes at a time."""

    def __init__(self, file: io.BytesIO) -> None:
        """Take what it gives."""
        self.file = file

    def read(self, _size: int = -1) -> bytes:
        """Give the next few."""
        return self.file.read(7)


def test_skippable_frames() -> None:
    """Zstandard frames that hold no data, before or between others, are passed over (RFC 8878 3.1.2)."""
    frame = b"\x50\x2a\x4d\x18" + (5).to_bytes(4, "little") + b"notes"
    assert stream.codec_of(frame + zstd.compress(b"")) == "zstd"
    assert inner(frame + zstd.compress(b"one\n") + frame + zstd.compress(b"two\n") + frame).read() == b"one\ntwo\n"


def test_nesting_is_bounded() -> None:
    """A stream in a stream in a stream ends at the limit: a file that holds itself cannot go on for ever."""
    data = b"x"
    for _ in range(limits.DEPTH + 1):
        data = gzip.compress(data)
    source = source_of(data, "q.gz")
    with pytest.raises(TooLarge, match="deep"):
        for _ in range(limits.DEPTH + 1):
            source = stream.inner(source, Options())
            source.seekable().close() if source.depth > limits.DEPTH else None


def test_from_a_stream() -> None:
    """A stream that cannot seek is unpacked as it comes: the first line is there before the last byte is."""

    class Dripping(io.RawIOBase):
        """Gives 1000 bytes, then fails: nobody must ask for more."""

        def __init__(self, data: bytes) -> None:
            super().__init__()
            self.left = [data]

        def readable(self) -> bool:
            return True

        def read(self, size: int = -1) -> bytes:
            assert self.left, "asked for more than was needed"
            return self.left.pop()

    packed = gzip.compress(random.Random(1).randbytes(50_000))[:20_000]
    source = stream.inner(Source("-", "-", Dripping(packed)), Options())  # type: ignore[arg-type]
    assert source.stream.read(100) == random.Random(1).randbytes(50_000)[:100]


def test_not_compressed() -> None:
    """What only begins like a compressed file is none."""
    for data in (b"BZhello", b"BZ", b"\x1f\x8b\x07rest", b"plain", b""):
        assert stream.codec_of(data) is None
        with pytest.raises(Corrupt):
            inner(data)
