"""7z archives, made by py7zr in memory."""

import functools
import io
import random
import sys

import pytest

py7zr = pytest.importorskip("py7zr", reason="the extra archives is not installed")

from readcli.errors import Encrypted, MissingExtra, NotFound, ReadError, Unsupported  # noqa: E402
from readcli.model import Options  # noqa: E402
from readcli.readers import archive_7z  # noqa: E402
from tests.support import Vector, check, source_of  # noqa: E402

BIG = b"".join(b"line %d\n" % number for number in range(200_000))


@functools.cache
def made(*, password: str | None = None, hidden: bool = False) -> bytes:
    """Give a 7z with a small and a large file, an empty one, and a name twice."""
    file = io.BytesIO()
    with py7zr.SevenZipFile(file, "w", password=password, header_encryption=hidden) as archive:
        archive.writestr(b"hello\n", "dir/a.txt")
        archive.writestr(BIG, "dir/big.log")
        archive.writestr(b"", "empty.txt")
        archive.writestr("漢字\n".encode(), "漢字.txt")
    return file.getvalue()


def locked() -> bytes:
    """Give it with its members encrypted, password `secret`."""
    return made(password="secret")


def hidden() -> bytes:
    """Give it with its names encrypted too."""
    return made(password="secret", hidden=True)


VECTORS = [
    Vector("plain", made, in_order=("dir/a.txt (6B)", "dir/big.log (2.2MB)", "empty.txt (0B)", "漢字.txt (7B)"), facts={"entries": 4}),
    Vector("folder", made, contains=("dir/a.txt",), lacks=("empty",), inside=("folder", "dir")),
    Vector("encrypted", locked, contains=("dir/a.txt (6B) (encrypted)",)),
    Vector("encrypted names", hidden, error="encrypted"),
    Vector("encrypted names, password", hidden, contains=("dir/a.txt",), options={"password": "secret"}),
    Vector("encrypted names, wrong password", hidden, error="encrypted", options={"password": "other"}),
    Vector("agents", made, contains=("dir/\nempty.txt\n",), options={"profile": "agent"}),
    Vector("cut", lambda: made()[:200], error="corrupt"),
    Vector("no 7z", lambda: b"x" * 500, error="corrupt"),
    Vector("nothing", lambda: b"", error="corrupt"),
]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.name)
def test_listing(vector: Vector) -> None:
    """A 7z is listed as any archive; with encrypted names it needs its password."""
    check(vector, "archive_7z", "a.7z")


def extracted(data: bytes, name: str, **options: object) -> bytes:
    """Read a member whole."""
    return b"".join(archive_7z.extract(source_of(data, "a.7z"), name, Options(**options)))


def test_members() -> None:
    """Members are read whole, whatever their size, and names are those of the listing."""
    names = archive_7z.names(source_of(made(), "a.7z"), Options())
    assert names == ["dir/a.txt", "dir/big.log", "empty.txt", "漢字.txt"]
    assert [len(extracted(made(), name)) for name in names] == [6, len(BIG), 0, 7]
    with pytest.raises(NotFound):
        extracted(made(), "nope")
    with pytest.raises(Unsupported):
        extracted(made(), "dir")


def test_reader_may_leave() -> None:
    """Whoever reads the first bytes of a large member and leaves is not kept waiting."""
    pieces = archive_7z.extract(source_of(made(), "a.7z"), "dir/big.log", Options())
    assert next(pieces).startswith(b"line 0\n")
    pieces.close()  # type: ignore[attr-defined]


def test_passwords() -> None:
    """Encrypted members open with the password only."""
    assert extracted(locked(), "dir/a.txt", password="secret") == b"hello\n"
    for password in (None, "other"):
        with pytest.raises(Encrypted):
            extracted(locked(), "dir/a.txt", password=password)


def test_damage() -> None:
    """Cut or with bits turned over, a 7z gives what it can or one error."""
    chance = random.Random(5)
    small = io.BytesIO()
    with py7zr.SevenZipFile(small, "w") as archive:
        archive.writestr(b"hello\n" * 100, "a.txt")
        archive.writestr(b"", "b.txt")
    whole = small.getvalue()
    for step in range(60):
        data = bytearray(whole[: len(whole) * step // 20] if step < 20 else whole)
        for _ in range(0 if step < 20 else 2):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        try:
            list(archive_7z.read(source_of(bytes(data), "a.7z"), Options()))
            extracted(bytes(data), "a.txt")
        except ReadError as error:
            assert "\n" not in error.message


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the package, the error names the extra that brings it."""
    monkeypatch.setitem(sys.modules, "py7zr", None)
    monkeypatch.delitem(sys.modules, "readcli.readers.archive_7z")
    with pytest.raises(MissingExtra, match="7z") as caught:
        __import__("readcli.readers.archive_7z")
    assert "readcli[archives]" in caught.value.hint
