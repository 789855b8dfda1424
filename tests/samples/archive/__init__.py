"""Archives, built in memory by the standard library or field by field where that cannot make them."""

import io
import struct
import tarfile
import zipfile
import zlib

POEM = "".join(f"line {number}\n" for number in range(1, 21))


def zipped(*members: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED, comment: bytes = b"") -> bytes:
    """Give a zip of these members in this order; a name twice is stored twice."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, data in members:
            info = zipfile.ZipInfo(name)
            info.filename = name  # zipfile would turn a backslash round on Windows
            info.compress_type = zipfile.ZIP_STORED if name.endswith("/") else method
            if name in archive.namelist():
                archive.NameToInfo.pop(name)
            archive.writestr(info, data)
        archive.comment = comment
    return file.getvalue()


def seed_zip() -> bytes:
    """Give the zip of the first seed's worked examples."""
    return zipped(
        ("b.bin", bytes(1400)),
        ("Big.txt", b"x" * 3001),
        ("emptydir/", b""),
        ("latin.txt", b"caf\xe9\n"),
        ("pkg/README.md", b"# Zip README\nLine 2\nLine 3\n"),
        ("pkg/src/index.ts", b"export {}\n"),
        ("pkg/empty.txt", b""),
        ("top.txt", b"top\nlevel\n"),
        ("we:ird.txt", b"hi\n"),
        ("../evil.txt", b"evil\n"),
    )


def coded_zip(encoding: str, *names: str, flags: int = 0) -> bytes:
    """Give a zip whose names are bytes of a code page, without the UTF-8 flag; each member holds its own name in UTF-8."""
    return raw_zip(*[(name.encode(encoding), name.encode(), flags) for name in names])


def raw_zip(*members: tuple[bytes, bytes, int], extra: bytes = b"") -> bytes:
    """Give a zip of stored members with these name bytes and flags, written field by field (APPNOTE.TXT 4.3)."""
    body = directory = b""
    for name, data, flags in members:
        fields = struct.pack("<HHHHHIII", 20, flags, 0, 0, 0x21, zlib.crc32(data), len(data), len(data))
        directory += (
            b"PK\1\2"
            + struct.pack("<H", 20)
            + fields
            + struct.pack("<HHHHHII", len(name), len(extra), 0, 0, 0, 0, len(body))
            + name
            + extra
        )
        body += b"PK\3\4" + fields + struct.pack("<HH", len(name), 0) + name + data
    end = b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, len(members), len(members), len(directory), len(body), 0)
    return body + directory + end


def zip64() -> bytes:
    """Give a small zip written as a stream with zip64 fields and data descriptors."""

    class Forward(io.RawIOBase):
        """Refuses to seek, as a pipe does."""

        def __init__(self) -> None:
            super().__init__()
            self.got = b""

        def writable(self) -> bool:
            return True

        def write(self, data: object) -> int:
            self.got += bytes(data)  # type: ignore[call-overload]
            return len(data)  # type: ignore[arg-type]

    file = Forward()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("big.txt", "w", force_zip64=True) as member:
        member.write(POEM.encode())
    data = file.got
    at = data.rindex(b"PK\5\6")
    start = data.index(b"PK\1\2")
    entry = bytearray(data[start:at])  # the directory's sizes, moved to a zip64 field as large files have them
    packed, size = struct.unpack_from("<II", entry, 20)
    entry[20:28] = b"\xff" * 8
    entry[30:32] = struct.pack("<H", 20)
    entry += struct.pack("<HHQQ", 1, 16, size, packed)
    wide = b"PK\6\6" + struct.pack("<QHHIIQQQQ", 44, 45, 45, 0, 0, 1, 1, len(entry), start)
    locator = b"PK\6\7" + struct.pack("<IQI", 0, start + len(entry), 1)
    end = b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0)
    return data[:start] + bytes(entry) + wide + locator + end


def linked_zip() -> bytes:
    """Give a zip with symbolic links: into the archive, out of it, and to itself."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("dir/file.txt", POEM)
        for name, target in (("dir/link", "file.txt"), ("up", "dir/../dir/file.txt"), ("out", "/etc/passwd"), ("loop", "loop")):
            info = zipfile.ZipInfo(name)
            info.external_attr = 0o120777 << 16
            archive.writestr(info, target)
    return file.getvalue()


def encrypted_zip() -> bytes:
    """Give a zip with one member in the traditional encryption, password `secret`, beside a plain one."""
    plain = POEM.encode()
    crc = zlib.crc32(plain)
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0xEDB88320 if byte & 1 else 0)
        table.append(byte)
    keys = [0x12345678, 0x23456789, 0x34567890]

    def stir(byte: int) -> None:
        keys[0] = keys[0] >> 8 ^ table[(keys[0] ^ byte) & 0xFF]
        keys[1] = ((keys[1] + (keys[0] & 0xFF)) * 134775813 + 1) & 0xFFFFFFFF
        keys[2] = keys[2] >> 8 ^ table[(keys[2] ^ keys[1] >> 24) & 0xFF]

    for byte in b"secret":
        stir(byte)
    ciphered = bytearray()
    for byte in bytes(11) + bytes([crc >> 24]) + plain:
        word = keys[2] | 2
        ciphered.append(byte ^ (word * (word ^ 1) >> 8 & 0xFF))
        stir(byte)
    data = bytearray(raw_zip((b"locked.txt", bytes(ciphered), 1), (b"open.txt", b"open\n", 0)))
    for at in (14, data.index(b"PK\1\2") + 16):  # checksum and size of what is inside
        data[at : at + 4] = struct.pack("<I", crc)
        data[at + 8 : at + 12] = struct.pack("<I", len(plain))
    return bytes(data)


def tarred(*members: tuple[str, bytes], form: int = tarfile.PAX_FORMAT, mode: str = "w") -> bytes:
    """Give a tar of these members; a name ending in `/` is a folder."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode=mode, format=form) as archive:  # type: ignore[call-overload]
        for name, data in members:
            info = tarfile.TarInfo(name.rstrip("/") if name != "./" else ".")
            info.size = len(data)
            info.mtime = 1_700_000_000
            if name.endswith("/"):
                info.type = tarfile.DIRTYPE
                info.size = 0
            archive.addfile(info, io.BytesIO(data))
    return file.getvalue()


def linked_tar() -> bytes:
    """Give a tar with a file, a hard link, symbolic links, a pipe, an empty folder."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        info = tarfile.TarInfo("dir/file.txt")
        info.size = len(POEM)
        archive.addfile(info, io.BytesIO(POEM.encode()))
        for name, kind, target in (
            ("hard", tarfile.LNKTYPE, "dir/file.txt"),
            ("dir/soft", tarfile.SYMTYPE, "file.txt"),
            ("out", tarfile.SYMTYPE, "../../etc/passwd"),
            ("pipe", tarfile.FIFOTYPE, ""),
            ("void", tarfile.DIRTYPE, ""),
        ):
            info = tarfile.TarInfo(name)
            info.type = kind
            info.linkname = target
            archive.addfile(info)
    return file.getvalue()


def dotted_tar() -> bytes:
    """Give a tar as `tar c .` makes it."""
    return tarred(("./", b""), ("./dir/", b""), ("./dir/f.txt", POEM.encode()))


SPARSE_MAP = ((0, 4), (1000, 4), (5000, 0))
SPARSE_TEXT = b"head" + bytes(996) + b"tail" + bytes(3996)


def sparse_tar(version: str) -> bytes:
    """Give a tar with one sparse file in GNU's format `old`, `0.0`, `0.1` or `1.0`, and a file behind it."""
    data = b"headtail"
    records: list[tuple[str, str]] = []
    if version == "0.0":
        records = [("GNU.sparse.size", "5000")]
        for offset, size in SPARSE_MAP:
            records += [("GNU.sparse.offset", str(offset)), ("GNU.sparse.numbytes", str(size))]
    elif version == "0.1":
        records = [("GNU.sparse.size", "5000"), ("GNU.sparse.name", "hole.bin"), ("GNU.sparse.map", "0,4,1000,4,5000,0")]
    elif version == "1.0":
        records = [("GNU.sparse.major", "1"), ("GNU.sparse.minor", "0"), ("GNU.sparse.name", "hole.bin"), ("GNU.sparse.realsize", "5000")]
        data = b"3\n0\n4\n1000\n4\n5000\n0\n".ljust(512, b"\0") + data
    head = b""
    if records:
        body = b"".join(pax_record(key, value) for key, value in records)
        head = tar_block(b"pax", len(body), b"x") + body.ljust(-(-len(body) // 512) * 512, b"\0")
    file = tar_block(b"GNUSparseFile.0/hole.bin" if records else b"hole.bin", len(data), b"0")
    if version == "old":
        block = bytearray(tar_block(b"hole.bin", len(data), b"S"))
        for number, (offset, size) in enumerate(SPARSE_MAP):
            block[386 + 24 * number : 410 + 24 * number] = b"%011o\0%011o\0" % (offset, size)
        block[483:495] = b"%011o\0" % 5000
        block[257:265] = b"ustar  \0"
        file = sealed(block)
    after = tar_block(b"after.txt", 6, b"0") + b"after\n".ljust(512, b"\0")
    return head + file + data.ljust(-(-len(data) // 512) * 512, b"\0") + after + bytes(1024)


def pax_record(key: str, value: str) -> bytes:
    """Give one line of an extended header, its own length in front."""
    rest = f" {key}={value}\n".encode()
    size = len(rest) + 1
    while len(str(size)) + len(rest) != size:
        size += 1
    return b"%d%b" % (size, rest)


def tar_block(name: bytes, size: int, kind: bytes) -> bytes:
    """Give a ustar header block."""
    block = bytearray(512)
    block[: len(name)] = name
    block[100:108] = b"0000644\0"
    block[124:136] = b"%011o\0" % size
    block[136:148] = b"%011o\0" % 1_700_000_000
    block[156:157] = kind
    block[257:265] = b"ustar\x0000"
    return sealed(block)


def sealed(block: bytearray) -> bytes:
    """Write a header's checksum."""
    block[148:156] = b" " * 8
    block[148:156] = b"%06o\0 " % sum(block)
    return bytes(block)
