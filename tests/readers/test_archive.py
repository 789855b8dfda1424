"""Zip and tar: listing, finding members, reading them as they stream, and bad input."""

import bz2
import gzip
import io
import json
import lzma
import random
import shutil
import subprocess
import tarfile
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from readcli import limits
from readcli.errors import Corrupt, Encrypted, NotFound, ReadError, TooLarge, Unsupported
from readcli.model import Notice, Options, Source
from readcli.readers import archive, archive_tar
from readcli.readers.archive_members import Members
from tests.samples import archive as samples
from tests.support import Vector, check, said, source_of

try:
    from compression import zstd
except ImportError:
    from backports import zstd

POEM = samples.POEM.encode()


def opened(data: bytes, name: str = "a.zip", **options: object) -> Members:
    """Open an archive held in memory."""
    return archive.members(source_of(data, name), Options(**options))


def content(found: Members, name: str) -> bytes:
    """Read a member whole."""
    return found.get(name).read()


VECTORS = [
    Vector(
        "zip",
        samples.seed_zip,
        in_order=("b.bin (1.4KB)", "Big.txt (2.9KB)", "emptydir/", "pkg/README.md (27B)", "we:ird.txt (3B)", "../evil.txt (5B)"),
        facts={"entries": 10},
    ),
    Vector("zip, paths only", samples.seed_zip, contains=("pkg/README.md\n",), lacks=("(",), options={"gutter": "none"}),
    Vector("zip folder", samples.seed_zip, contains=("pkg/src/index.ts (10B)",), lacks=("top.txt", "pkg/\n"), inside=("folder", "pkg")),
    Vector("zip64", samples.zip64, contains=("big.txt (151B)",)),
    Vector(
        "prefix and trailing garbage", lambda: b"MZ" + bytes(998) + samples.seed_zip() + b"garbage" * 20_000, contains=("top.txt (10B)",)
    ),
    Vector("empty zip", samples.zipped, notices=("the archive is empty",)),
    Vector("links in a zip", samples.linked_zip, contains=("dir/link -> file.txt", "out -> /etc/passwd")),
    Vector("encrypted", samples.encrypted_zip, contains=("locked.txt (151B) (encrypted)", "open.txt (5B)")),
    Vector("encrypted, paths only", samples.encrypted_zip, lacks=("encrypted",), options={"gutter": "none"}),
    Vector("windows names", lambda: samples.zipped(("dir\\a.txt", b"a")), contains=("dir/a.txt (1B)",)),
    Vector("control characters", lambda: samples.zipped(("a\nb\rc", b"a")), contains=("a^Jb^Mc (1B)",)),
    Vector("twice", lambda: samples.zipped(("f.txt", b"1"), ("f.txt", b"22")), notices=("1 names stand more than once",)),
    Vector(
        "tar",
        samples.linked_tar,
        in_order=("dir/file.txt (151B)", "hard -> dir/file.txt", "dir/soft -> file.txt", "out -> ../../etc/passwd", "pipe", "void/"),
        facts={"entries": 6},
    ),
    Vector("tar c .", samples.dotted_tar, in_order=("dir/\n", "dir/f.txt (151B)"), lacks=("./",)),
    Vector("tar.gz", lambda: gzip.compress(samples.linked_tar()), contains=("dir/file.txt (151B)",), facts={"entries": 6}),
    Vector("tar.bz2", lambda: bz2.compress(samples.linked_tar()), contains=("dir/file.txt (151B)",)),
    Vector("tar.xz", lambda: lzma.compress(samples.linked_tar()), contains=("dir/file.txt (151B)",)),
    Vector("empty tar", lambda: bytes(10240), notices=("the archive is empty",)),
    Vector("cut tar", lambda: samples.linked_tar()[:700], contains=("dir/file.txt",), notices=("cut short; what came before is listed",)),
    Vector(
        "cut tar.gz",
        lambda: gzip.compress(samples.tarred(("a", random.Random(1).randbytes(99_999)), ("b", b"")))[:50_000],
        contains=("a (97.7KB)",),
        notices=("cut short",),
    ),
    Vector(
        "bad header in a tar",
        lambda: samples.tarred(("a", b"a"), ("b", b"b"), form=tarfile.USTAR_FORMAT)[:1024] + b"x" * 512,
        contains=("a (1B)",),
        notices=("header of the tar is damaged",),
    ),
    Vector("nothing", lambda: b"", error="corrupt"),
    Vector("not an archive", lambda: b"x" * 3000, error="corrupt"),
    Vector("zip without a directory", lambda: samples.seed_zip()[:500], error="corrupt"),
    Vector("volume of several", lambda: samples.zipped(("a", b""))[:-18] + b"\2\0" + samples.zipped(("a", b""))[-16:], error="unsupported"),
]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.name)
def test_listing(vector: Vector) -> None:
    """An archive is listed entry by entry in stored order, with sizes, targets of links and marks."""
    check(vector, "archive", "sample")


def test_seed_listing() -> None:
    """Agents are shown immediate children as the first seed shows them: sorted without case, no size where it is 0."""
    agent: dict[str, object] = {"profile": "agent"}
    top = said("archive", samples.seed_zip(), "fx.zip", **agent)
    assert top.text.split("\n") == [
        "b.bin (1.4KB)",
        "Big.txt (2.9KB)",
        "emptydir/",
        "latin.txt (5B)",
        "pkg/",
        "top.txt (10B)",
        "we:ird.txt (3B)",
    ]
    assert said("archive", samples.seed_zip(), "fx.zip", inside=("folder", "pkg"), **agent).text == "empty.txt\nREADME.md (27B)\nsrc/"
    assert said("archive", samples.seed_zip(), "fx.zip", inside=("folder", "emptydir"), **agent).text == "(empty archive directory)"


def test_seed_limit() -> None:
    """Five hundred children are the most, and reaching them is said."""
    many = samples.zipped(*[(f"f{number:03d}", b"") for number in range(501)])
    result = said("archive", many, "a.zip", profile="agent")
    assert len(result.text.split("\n")) == 500
    assert result.notices == ["500 results limit reached. Use limit=1000 for more"]


def test_json_facts() -> None:
    """With JSON, entries are described one by one, the first thousand of them."""
    facts = said("archive", samples.encrypted_zip(), "a.zip", json="object").facts
    assert facts["members"] == [{"name": "locked.txt", "size": 151, "encrypted": True}, {"name": "open.txt", "size": 5, "encrypted": False}]
    assert json.dumps(facts)
    many = said("archive", samples.zipped(*[(f"f{number}", b"") for number in range(1001)]), "a.zip", json="object").facts
    assert (many["entries"], len(many["members"])) == (1001, 1000)  # type: ignore[arg-type]


def test_quick_listing_is_the_slow_one() -> None:
    """Lines written from the directory's bytes equal those written entry by entry, whatever is among them."""
    data = samples.zipped(*[(f"d/f{number}.txt", b"x" * number) for number in range(1500)], ("ü.txt", b""), ("d\\w", b"1"), ("what?", b""))
    quick = said("archive", data, "a.zip").text
    assert quick == said("archive", data, "a.zip", json="object").text
    assert quick.count("\n") == 1502


def test_has_is_letter_for_letter() -> None:
    """`has` takes stored names only: files, folders with the slash they are stored with, implied folders without."""
    found = opened(samples.seed_zip())
    for name in ("top.txt", "we:ird.txt", "pkg", "pkg/src", "emptydir/", "emptydir", "../evil.txt"):
        assert found.has(name), name
    for name in ("pkg/", "/pkg", "TOP.TXT", "top", "op.txt", "../x", "..", "", "pkg/README", "a"):
        assert not found.has(name), name


@pytest.mark.parametrize("spelling", ["pkg", "pkg/", "/pkg", ":pkg", "./pkg", "/pkg/", "pkg\\", "./pkg//"])
def test_loose_names(spelling: str) -> None:
    """Backslashes, what leads and what trails are forgiven."""
    assert opened(samples.seed_zip()).find(spelling) == "pkg"


@pytest.mark.parametrize("name", ["../evil.txt", "pkg/../top.txt", "nope", "", "/", "pkg/readme.md"])
def test_loose_names_have_limits(name: str) -> None:
    """`..` never matches loosely, nor does another case."""
    assert opened(samples.seed_zip()).find(name) is None


def test_windows_and_dotted_names() -> None:
    """Names with backslashes in zips and with `./` in tars are reached as shown and as stored; in a tar a backslash is a letter."""
    found = opened(samples.zipped(("dir\\a.txt", b"a"), ("dir\\sub\\", b"")))
    assert content(found, "dir/a.txt") == b"a"
    assert content(found, "dir\\a.txt") == b"a"
    assert found.has("dir") and found.has("dir/sub")
    dotted = opened(samples.dotted_tar(), "a.tar")
    assert content(dotted, "dir/f.txt") == content(dotted, "./dir/f.txt") == POEM
    literal = opened(samples.tarred(("dir\\a.txt", b"a")), "a.tar")
    assert said("archive", samples.tarred(("dir\\a.txt", b"a")), "a.tar").text == "dir\\a.txt (1B)"
    assert not literal.has("dir/a.txt")


def test_member_is_a_source() -> None:
    """A member knows its name, path, size and depth, and gives the same bytes as on disk."""
    source = opened(samples.seed_zip(), "fx.zip").get("pkg/README.md")
    assert (source.name, source.path, source.size, source.depth, source.label) == (
        "README.md",
        "fx.zip:pkg/README.md",
        27,
        1,
        "archive entry",
    )
    assert source.peek(5).startswith(b"# Zip")
    assert source.read() == b"# Zip README\nLine 2\nLine 3\n"


def test_folder_is_the_archive_again() -> None:
    """A folder is the archive, asked for what lies below it; its listing gives whole paths."""
    source = opened(samples.seed_zip(), "fx.zip").get("pkg")
    assert (source.format, source.inside, source.path) == ("archive", ("folder", "pkg"), "fx.zip:pkg")
    assert [event for event in archive.read(source, Options()) if isinstance(event, str)] == [
        "pkg/README.md (27B)\npkg/src/index.ts (10B)\npkg/empty.txt (0B)"
    ]


def test_missing_member_names_the_nearest() -> None:
    """A name that is not there is an error with the names most like it."""
    with pytest.raises(NotFound, match=r"pkg/READNE\.md not found inside archive") as caught:
        opened(samples.seed_zip()).get("pkg/READNE.md")
    assert "pkg/README.md" in caught.value.hint
    assert opened(samples.seed_zip()).nearest("index.ts") == ["pkg/src/index.ts"]


def test_last_of_two_wins() -> None:
    """Of two entries with one name the later is read, in zip and in tar."""
    assert content(opened(samples.zipped(("f.txt", b"v1"), ("f.txt", b"v2"))), "f.txt") == b"v2"
    assert content(opened(samples.tarred(("f.txt", b"v1"), ("f.txt", b"v2"))), "f.txt") == b"v2"


@pytest.mark.parametrize(
    ("encoding", "names"),
    [
        ("gbk", ["新建文件夹/报告.docx", "图片1.png"]),
        ("cp932", ["文章1.txt", "文章2.txt"]),
        ("cp932", ["資料/会議メモ.txt", "ﾃｽﾄ.txt"]),
        ("cp866", ["Отчёт за май.doc", "ПРИКАЗ.DOC"]),
        ("cp866", ["файл.txt"]),
        ("cp437", ["é.txt"]),
        ("cp437", ["Übung/naïve café.txt"]),
        ("big5", ["中文檔案.txt", "測試.txt"]),
        ("cp949", ["새 폴더/보고서 최종.hwp"]),
        ("utf-8", ["Привет.txt", "日本.txt"]),
    ],
)
def test_names_in_their_encodings(encoding: str, names: list[str]) -> None:
    """Names that say nothing of their encoding are judged together, and what is shown can be typed back."""
    data = samples.coded_zip(encoding, *names)
    shown = said("archive", data, "a.zip", gutter="none").text.split("\n")
    assert shown == names
    assert [content(opened(data), name).decode() for name in names] == names


def test_encoding_option_and_field() -> None:
    """--encoding overrides the guess; Info-ZIP's Unicode path field tells a name beyond doubt, if it fits the name."""
    data = samples.coded_zip("cp1251", "документ.txt")
    assert content(opened(data, encoding="cp1251"), "документ.txt")
    field = b"\1" + zlib.crc32(b"?.txt").to_bytes(4, "little") + "漢.txt".encode()
    for name, shown in ((b"?.txt", "漢.txt (1B)"), (b"!.txt", "!.txt (1B)")):
        extra = b"\x75\x70" + len(field).to_bytes(2, "little") + field
        assert said("archive", samples.raw_zip((name, b"x", 0), extra=extra), "a.zip").text == shown


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
@pytest.mark.parametrize("piece", [1, 7, 512, 70_000])
def test_methods_in_pieces(method: int, piece: int) -> None:
    """Whatever the method and the size of reads, a member's bytes are whole and their end is one empty read."""
    data = b"".join(b"%d squared is %d\n" % (number, number * number) for number in range(4000 if piece > 7 else 300)) + bytes(3000)
    stream = opened(samples.zipped(("f", data), method=method)).get("f").stream
    got = b"".join(iter(lambda: stream.read(piece), b""))
    assert got == data
    assert stream.read(piece) == b""


def test_members_stream() -> None:
    """The first bytes of a member come without reading what follows: one of five gigabytes costs no more than a small one."""
    bomb = samples.zipped(("zeros", bytes(20_000_000)))
    assert len(bomb) < 30_000
    source = opened(bomb).get("zeros")
    tracemalloc.start()
    assert source.stream.read(10) == bytes(10)
    assert sum(len(source.stream.read(100_000)) for _ in range(20)) == 2_000_000
    assert tracemalloc.get_traced_memory()[1] < 1_000_000
    tracemalloc.stop()


def test_links() -> None:
    """Links are followed inside the archive only; others say where they lead."""
    found = opened(samples.linked_zip())
    assert content(found, "dir/link") == content(found, "up") == POEM
    for name, words in (("out", "a link to /etc/passwd"), ("loop", "loop")):
        with pytest.raises(NotFound, match=words):
            found.get(name)
    tar = opened(samples.linked_tar(), "a.tar")
    assert content(tar, "hard") == content(tar, "dir/soft") == POEM
    with pytest.raises(NotFound, match="not in the archive"):
        tar.get("out")
    with pytest.raises(Unsupported, match="device or a pipe"):
        tar.get("pipe")


@pytest.mark.parametrize("version", ["old", "0.0", "0.1", "1.0"])
def test_sparse_files(version: str) -> None:
    """Sparse files are shown with their true size and read with their holes, in all four of GNU's formats."""
    data = samples.sparse_tar(version)
    assert "hole.bin (4.9KB)\nafter.txt (6B)" in said("archive", data, "a.tar").text
    for packed in (data, gzip.compress(data)):
        found = opened(packed, "a.tar")
        assert content(found, "after.txt") == b"after\n"
        name = next(entry.name for entry in found.entries() if entry.name.endswith("hole.bin"))
        assert content(found, name) == samples.SPARSE_TEXT


@pytest.mark.parametrize("form", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_tar_forms(form: int) -> None:
    """Long names, long targets and names that are not ASCII are whole in every form of tar that can hold them."""
    long = "/".join(["directory" * 3] * 7) + "/file.txt"
    names = ["short", "ü/é.txt", long if form != tarfile.USTAR_FORMAT else long[-150:]]
    data = samples.tarred(*[(name, name.encode()) for name in names], form=form)
    found = opened(data, "a.tar")
    assert [content(found, name).decode() for name in names] == names


def test_tar_numbers_in_base_256() -> None:
    """Sizes beyond eleven octal digits are binary numbers in GNU's tar; they are shown without being there."""
    block = bytearray(samples.tar_block(b"huge", 0, b"0"))
    block[124:136] = b"\x80" + (20_000_000_000).to_bytes(11, "big")
    result = said("archive", samples.sealed(block), "a.tar")
    assert result.text == "huge (18.6GB)"
    assert result.notices == ["the file is cut short; what came before is listed"]


def test_names_of_v7_tar() -> None:
    """Before ustar a folder was told by its slash, and there was no magic."""
    block = bytearray(samples.tar_block(b"old/", 0, b"\0"))
    block[257:265] = bytes(8)
    data = samples.sealed(block) + bytes(1024)
    assert said("archive", data, "a.tar").text == "old/"


def test_pick_stops_at_the_member(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a large compressed tar a member is given as soon as it is met; behind it lies damage that nobody sees."""
    monkeypatch.setattr(archive_tar, "_MOMENT", 100)
    noise = random.Random(2).randbytes(3_000_000)
    packed = gzip.compress(samples.tarred(("logs/a.log", POEM), ("rest", noise)), 1)[:400_000]
    found = opened(packed, "a.tgz")
    assert found.pick(["logs/a.log:1-3", "logs/a.log"]) == "logs/a.log"
    assert content(found, "logs/a.log") == POEM
    found = opened(packed, "a.tgz")
    assert found.pick(["logs"]) == "logs"
    assert found.get("logs").inside == ("folder", "logs")
    with pytest.raises(Corrupt, match="cut short"):
        opened(packed, "a.tgz").has("nowhere")


def test_members_of_packed_tar_in_any_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Members of a compressed tar can be asked for in any order, and again."""
    monkeypatch.setattr(archive_tar, "_MOMENT", 10)
    found = opened(gzip.compress(samples.tarred(("a", b"1"), ("b", b"2"), ("c", b"3"))), "a.tgz")
    for name, text in (("c", b"3"), ("a", b"1"), ("b", b"2"), ("b", b"2")):
        assert found.has(name)
        assert content(found, name) == text
    assert not found.has("d")
    assert content(found, "a") == b"1"


def test_from_a_stream() -> None:
    """Archives are listed and looked into from a stream that cannot seek."""
    for data in (samples.seed_zip(), samples.linked_tar(), gzip.compress(samples.linked_tar())):
        name = "top.txt" if data[:2] == b"PK" else "dir/file.txt"
        source = Source("-", "-", io.BytesIO(data))
        assert any(name in event for event in archive.read(source, Options()) if isinstance(event, str))
        again = Source("-", "-", io.BytesIO(data))
        assert archive.members(again, Options()).get(name).read()
        for held in (source, again):
            held.stream.close()


def test_passwords() -> None:
    """The traditional encryption opens with the password; without one, or with another, it is `encrypted`."""
    data = samples.encrypted_zip()
    assert content(opened(data, password="secret"), "locked.txt") == POEM
    with pytest.raises(Encrypted, match="it is encrypted"):
        opened(data).get("locked.txt")
    with pytest.raises(Encrypted, match="the password is wrong"):
        opened(data, password="other").get("locked.txt")
    assert content(opened(data), "open.txt") == b"open\n"


def test_wrong_checksum() -> None:
    """A member whose checksum does not match is given whole, then it is an error."""
    data = bytearray(samples.zipped(("f", POEM), method=zipfile.ZIP_STORED))
    data[data.index(b"line 3")] ^= 1
    stream = opened(bytes(data)).get("f").stream
    assert len(stream.read(1000)) == len(POEM)
    with pytest.raises(Corrupt, match="checksum"):
        stream.read(1000)


def test_lying_sizes() -> None:
    """A member gives no more than its stated size, whatever it unpacks to, and less is an error."""
    data = bytearray(samples.zipped(("f", bytes(100_000))))
    at = data.index(b"PK\1\2")
    data[at + 24 : at + 28] = (10).to_bytes(4, "little")
    with pytest.raises(Corrupt, match="checksum"):
        content(opened(bytes(data)), "f")
    data[at + 24 : at + 28] = (200_000).to_bytes(4, "little")
    with pytest.raises(Corrupt, match="cut short"):
        content(opened(bytes(data)), "f")


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Too many entries and too deep nesting are `too-large`, and name the key that lifts them."""
    monkeypatch.setattr(limits, "ENTRIES", 5)
    for data in (samples.seed_zip(), samples.linked_tar()):
        with pytest.raises(TooLarge) as caught:
            opened(data).has("nope/ü")
        assert "ENTRIES" in caught.value.hint
    monkeypatch.undo()
    source = source_of(samples.zipped(("f", b"")), "a.zip")
    source.depth = limits.DEPTH
    with pytest.raises(TooLarge, match="deep"):
        archive.members(source, Options()).get("f")


def test_nested_archives() -> None:
    """A zip in a tar.gz in a zip is reached step by step."""
    inner = samples.zipped(("f.txt", POEM))
    outer = samples.zipped(("m.tgz", gzip.compress(samples.tarred(("in.zip", inner)))))
    middle = opened(outer).get("m.tgz")
    last = archive.members(middle, Options()).get("in.zip")
    member = archive.members(last, Options()).get("f.txt")
    assert member.read() == POEM
    assert (member.path, member.depth) == ("a.zip:m.tgz:in.zip:f.txt", 3)
    for held in (middle, last):
        held.seekable().close()


def test_shared_bytes_do_not_hurt() -> None:
    """Entries that share the bytes of one member (an overlapping bomb) are listed; each is read alone, bounded by its size."""
    data = bytearray(samples.raw_zip(*[(b"f%d" % number, b"same", 0) for number in range(50)]))
    at = data.index(b"PK\1\2")
    while data[at : at + 4] == b"PK\1\2":
        data[at + 42 : at + 46] = bytes(4)
        at += 46 + int.from_bytes(data[at + 28 : at + 30], "little")
    assert content(opened(bytes(data)), "f49") == b"same"
    assert said("archive", bytes(data), "a.zip").text.count("(4B)") == 50


def test_fake_end_record_in_a_comment() -> None:
    """An end record inside the archive's comment, which names no directory, is passed over."""
    data = samples.zipped(("f.txt", b"f"), comment=b"PK\5\6" + bytes([9]) * 18 + b"more")
    assert said("archive", data, "a.zip").text == "f.txt (1B)"


SEEDS = {
    "zip": samples.seed_zip,
    "zip64": samples.zip64,
    "encrypted": samples.encrypted_zip,
    "lzma": lambda: samples.zipped(("f", POEM), method=zipfile.ZIP_LZMA),
    "tar": samples.linked_tar,
    "sparse": lambda: samples.sparse_tar("1.0"),
    "tar.gz": lambda: gzip.compress(samples.linked_tar()),
    "tar.xz": lambda: lzma.compress(samples.linked_tar()),
}


@pytest.mark.parametrize("make", SEEDS.values(), ids=SEEDS)
def test_damage(make: Callable[[], bytes]) -> None:
    """Cut anywhere or with bits turned over, an archive gives what it can or one error, never another exception."""
    whole = make()
    chance = random.Random(7)
    damaged = [whole[: len(whole) * step // 20] for step in range(20)]
    for _ in range(40):
        copy = bytearray(whole)
        for _ in range(chance.choice((1, 3, 10))):
            copy[chance.randrange(len(copy))] ^= 1 << chance.randrange(8)
        damaged.append(bytes(copy))
    for data in damaged:
        try:
            for event in archive.read(source_of(data, "a"), Options(password="secret")):
                assert isinstance(event, str | dict | Notice)
            found = opened(data, "a", password="secret")
            for name in [entry.name for entry in found.entries()][:12]:
                try:
                    source = found.get(name)
                    if not source.inside:
                        source.stream.read(1_000_000)
                except ReadError:
                    continue
        except ReadError as error:
            assert "\n" not in error.message


needs = {
    tool: pytest.mark.skipif(shutil.which(tool) is None, reason=f"{tool} is not installed") for tool in ("7z", "bsdtar", "zip", "zstd")
}


def run(folder: Path, *command: str) -> None:
    """Run another program's packer quietly."""
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a folder with a file in a folder, an empty folder and a link."""
    (tmp_path / "dir" / "void").mkdir(parents=True)
    (tmp_path / "dir" / "f.txt").write_bytes(POEM * 500)
    (tmp_path / "dir" / "link").symlink_to("f.txt")
    return tmp_path


@needs["7z"]
@pytest.mark.parametrize("method", ["Copy", "Deflate", "BZip2", "LZMA"])
def test_zips_of_7z(folder: Path, method: str) -> None:
    """Zips of the methods that 7z writes are read to the last byte."""
    run(folder, "7z", "a", f"-mm={method}", "a.zip", "dir/f.txt")
    assert content(opened((folder / "a.zip").read_bytes()), "dir/f.txt") == POEM * 500


@needs["7z"]
@pytest.mark.parametrize("method", ["Deflate64", "PPMd"])
def test_methods_that_are_not_read(folder: Path, method: str) -> None:
    """A method without a safe decoder is named; the archive is listed all the same."""
    run(folder, "7z", "a", f"-mm={method}", "a.zip", "dir/f.txt")
    data = (folder / "a.zip").read_bytes()
    assert said("archive", data, "a.zip").text == "dir/f.txt (73.7KB)"
    with pytest.raises(Unsupported, match=method):
        opened(data).get("dir/f.txt")


@pytest.mark.parametrize("method", [20, 93, 95])
def test_newer_methods(method: int) -> None:
    """Zstandard, under its old number too, and xz inside a zip are read."""
    packed = lzma.compress(POEM) if method == 95 else zstd.compress(POEM)
    data = bytearray(samples.raw_zip((b"f", packed, 0)))
    for at, size in ((8, 22), (data.index(b"PK\1\2") + 10, data.index(b"PK\1\2") + 24)):
        data[at : at + 2] = method.to_bytes(2, "little")
        data[size : size + 4] = len(POEM).to_bytes(4, "little")
    at = data.index(b"PK\1\2")
    data[at + 16 : at + 20] = zlib.crc32(POEM).to_bytes(4, "little")
    assert content(opened(bytes(data)), "f") == POEM


@pytest.mark.parametrize(
    "records",
    [b"0 path=x\n", b"5 ", b"noblank", b" path=x\n", b"99 path=x\n", b"3 a", b"-1 path=x\n", b"11 nothing!\n"],
)
def test_bad_extended_headers(records: bytes) -> None:
    """Extended headers whose lengths lie are damage, not an endless loop."""
    data = samples.tar_block(b"pax", len(records), b"x") + records.ljust(512, b"\0") + samples.tar_block(b"f", 0, b"0")
    with pytest.raises(Corrupt):
        said("archive", data, "a.tar")


@pytest.mark.parametrize("numbers", [b"99999999999\n", b"3\n0\n", b"x\n", b"1\n9999\n4\n"])
def test_bad_sparse_maps(numbers: bytes) -> None:
    """Maps of sparse files that promise what is not there are damage, found without reading for ever."""
    data = bytearray(samples.sparse_tar("1.0"))
    at = data.index(b"3\n0\n4\n")
    data[at : at + 512] = numbers.ljust(512, b"\0")
    with pytest.raises(Corrupt):
        content(opened(bytes(data), "a.tar"), "hole.bin")


@needs["7z"]
@pytest.mark.parametrize("cipher", ["ZipCrypto", "AES128", "AES256"])
def test_encrypted_zips_of_7z(folder: Path, cipher: str) -> None:
    """Both encryptions that 7z writes open with the password, streamed in pieces, and only with it."""
    if cipher != "ZipCrypto":
        pytest.importorskip("cryptography", reason="the extra crypto is not installed")
    run(folder, "7z", "a", "-psecret", f"-mem={cipher}", "a.zip", "dir/f.txt")
    data = (folder / "a.zip").read_bytes()
    stream = opened(data, password="secret").get("dir/f.txt").stream
    assert b"".join(iter(lambda: stream.read(1000), b"")) == POEM * 500
    with pytest.raises(Encrypted):
        content(opened(data), "dir/f.txt")
    with pytest.raises((Encrypted, Corrupt)):
        content(opened(data, password="wrong"), "dir/f.txt")
    if cipher != "ZipCrypto":
        at = data.index(b"PK\1\2") - 5
        with pytest.raises(Corrupt, match="authentication code"):
            content(opened(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :], password="secret"), "dir/f.txt")


@needs["zip"]
def test_zips_of_infozip(folder: Path) -> None:
    """Info-ZIP's zips, also those written to a pipe with data descriptors, are listed and read, links and folders too."""
    run(folder, "sh", "-c", "zip -ry a.zip dir; zip -r - dir | cat > b.zip")
    for name in ("a.zip", "b.zip"):
        data = (folder / name).read_bytes()
        shown = said("archive", data, name).text
        assert "dir/void/" in shown
        assert ("dir/link -> f.txt" in shown) == (name == "a.zip")
        assert content(opened(data), "dir/link") == POEM * 500


@needs["bsdtar"]
@pytest.mark.parametrize("options", ["--format=ustar", "--format=pax", "--format=gnutar", "-z", "-j", "-J", "--zstd"])
def test_tars_of_bsdtar(folder: Path, options: str) -> None:
    """Tars of every form and compression that bsdtar writes are listed and read."""
    run(folder, "bsdtar", "-c", options, "-f", "a.tar", "dir")
    data = (folder / "a.tar").read_bytes()
    shown = said("archive", data, "a.tar").text.split("\n")
    assert sorted(shown) == ["dir/", "dir/f.txt (73.7KB)", "dir/link -> f.txt", "dir/void/"]
    assert content(opened(data, "a.tar"), "dir/link") == POEM * 500
