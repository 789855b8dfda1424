"""RAR archives, made by the package `rars` in memory."""

import random
import sys

import pytest

rars = pytest.importorskip("rars", reason="the extra archives is not installed")

from readcli import limits  # noqa: E402
from readcli.errors import Encrypted, MissingExtra, NotFound, ReadError, TooLarge  # noqa: E402
from readcli.model import Options  # noqa: E402
from readcli.readers import archive_rar  # noqa: E402
from tests.support import Vector, check, source_of  # noqa: E402


def made(**form: object) -> bytes:
    """Give a RAR with two files, and in version 5 an empty folder and a link."""
    builder = rars.RarBuilder(**form)
    builder.add_bytes(b"hello\n" * 10, "dir/a.txt")
    builder.add_bytes("grün\n".encode(), "dir/ü.txt")
    if form.get("format", "rar50") == "rar50":
        builder.add_directory("void")
        builder.add_unix_symlink("link", b"dir/a.txt")
    return bytes(builder.to_bytes())


VECTORS = [
    Vector("5", made, in_order=("dir/a.txt (60B)", "dir/ü.txt (6B)", "void/", "link -> dir/a.txt"), facts={"entries": 4}),
    Vector("5, solid", lambda: made(solid=True), contains=("dir/a.txt (60B)",)),
    *[
        Vector(form, lambda form=form: made(format=form), contains=("dir/a.txt (60B)", "dir/ü.txt (6B)"))
        for form in ("rar15", "rar29", "rar40")
    ],
    Vector("folder", made, contains=("dir/a.txt",), lacks=("void",), inside=("folder", "dir")),
    Vector("encrypted", lambda: made(password="secret"), contains=("dir/a.txt (60B) (encrypted)", "void/\n")),
    Vector("encrypted names", lambda: made(password="secret", encrypt_headers=True), error="encrypted"),
    Vector("wrong password", lambda: made(password="secret", encrypt_headers=True), error="encrypted", options={"password": "other"}),
    Vector("password", lambda: made(password="secret", encrypt_headers=True), contains=("dir/a.txt",), options={"password": "secret"}),
    Vector("cut", lambda: made()[:60], error="corrupt"),
]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.name)
def test_listing(vector: Vector) -> None:
    """A RAR of any version is listed as any archive."""
    check(vector, "archive_rar", "a.rar")


def extracted(data: bytes, name: str, **options: object) -> bytes:
    """Read a member whole."""
    return b"".join(archive_rar.extract(source_of(data, "a.rar"), name, Options(**options)))


@pytest.mark.parametrize("form", [{}, {"solid": True}, {"format": "rar29"}, {"format": "rar40"}, {"password": "secret"}])
def test_members(form: dict[str, object]) -> None:
    """Members are read by the names of the listing, through links, with the password where one is needed."""
    data = made(**form)
    assert archive_rar.names(source_of(data, "a.rar"), Options())[:2] == ["dir/a.txt", "dir/ü.txt"]
    assert extracted(data, "dir/ü.txt", password="secret").decode() == "grün\n"
    if "format" not in form:
        assert extracted(data, "link", password="secret") == b"hello\n" * 10
    with pytest.raises(NotFound):
        extracted(data, "nope", password="secret")


def test_passwords() -> None:
    """Encrypted members open with the password only."""
    data = made(password="secret")
    for password in (None, "other"):
        with pytest.raises(Encrypted):
            extracted(data, "dir/a.txt", password=password)


def test_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A member is held in memory, so a large one is refused by the limit's name."""
    data = made()
    monkeypatch.setattr(limits, "HELD", len(data))
    large = rars.RarBuilder()
    large.add_bytes(bytes(1_000_000), "zeros")
    with pytest.raises(TooLarge):
        extracted(bytes(large.to_bytes()), "zeros")


def test_damage() -> None:
    """Cut or with bits turned over, a RAR gives what it can or one error."""
    whole = made()
    chance = random.Random(9)
    for step in range(60):
        data = bytearray(whole[: len(whole) * step // 20] if step < 20 else whole)
        for _ in range(0 if step < 20 else 2):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        try:
            list(archive_rar.read(source_of(bytes(data), "a.rar"), Options()))
            extracted(bytes(data), "dir/a.txt")
        except ReadError as error:
            assert "\n" not in error.message


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the package, the error names the extra that brings it."""
    monkeypatch.setitem(sys.modules, "rars", None)
    monkeypatch.delitem(sys.modules, "readcli.readers.archive_rar")
    with pytest.raises(MissingExtra, match="RAR") as caught:
        __import__("readcli.readers.archive_rar")
    assert "readcli[archives]" in caught.value.hint
