"""Single compressed streams: gzip (RFC 1952), bzip2, xz, Zstandard (RFC 8878) - read as the file inside.

All members of a file are read, one after the other. A tar in one of them is an archive, whatever its name.
"""

from __future__ import annotations

from readcli import limits
from readcli.errors import Corrupt, ReadError, TooLarge
from readcli.forward import Inflated, Pieces, Span
from readcli.model import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from readcli.forward import Decoder
    from readcli.model import Options

    Codec = tuple[Callable[[], Decoder], tuple[type[Exception], ...]]

_MAGIC = ((b"\x1f\x8b\x08", "gzip"), (b"BZh", "bzip2"), (b"\xfd7zXZ\x00", "xz"), (b"\x28\xb5\x2f\xfd", "zstd"))
_SUFFIXES = {
    ".gz": "", ".bz2": "", ".xz": "", ".zst": "", ".z": "",
    ".tgz": ".tar", ".tbz2": ".tar", ".tbz": ".tar", ".txz": ".tar", ".tzst": ".tar", ".svgz": ".svg",
}  # fmt: skip
_BLOCK = 512  # of a tar
_WHOLE_BLOCK = 1 << 20  # before that many bytes bzip2 and Zstandard may give none
_WINDOW_LOG = 29  # the largest Zstandard window, 512 MB, that may be held


def _gzip() -> Codec:
    from isal import igzip_lib  # twice as fast as zlib

    errors: tuple[type[Exception], ...] = (igzip_lib.IsalError,)  # type: ignore[assignment]  # its stub takes the class for an instance

    return lambda: igzip_lib.IgzipDecompressor(flag=igzip_lib.DECOMP_GZIP), errors


def _bzip2() -> Codec:
    import bz2

    return bz2.BZ2Decompressor, (OSError, ValueError)


def _xz() -> Codec:
    import lzma

    return lambda: lzma.LZMADecompressor(memlimit=limits.HELD), (lzma.LZMAError, ValueError)


def _zstd() -> Codec:
    try:
        from compression import zstd
    except ImportError:  # before Python 3.14
        from backports import zstd
    options = {zstd.DecompressionParameter.window_log_max: _WINDOW_LOG}
    return lambda: zstd.ZstdDecompressor(options=options), (zstd.ZstdError, ValueError)


CODECS: dict[str, Callable[[], Codec]] = {"gzip": _gzip, "bzip2": _bzip2, "xz": _xz, "zstd": _zstd}


def codec_of(head: bytes) -> str | None:
    """Tell the compression by the first bytes: gzip bzip2 xz zstd."""
    if head[:2] == b"BZ" and not (head[3:4].isdigit() and head[4:10] in (b"1AY&SY", b"\x17rE8P\x90")):
        return None
    if head[1:4] == b"\x2a\x4d\x18" and 0x50 <= head[0] <= 0x5F:  # a skippable frame before the first
        after = 8 + int.from_bytes(head[4:8], "little")
        return codec_of(head[after : after + 8]) if after <= len(head) - 4 else "zstd"
    return next((name for magic, name in _MAGIC if head.startswith(magic)), None)


def head_of(source: Source) -> bytes:
    """Give a source's first bytes, at least a block of a tar where there are so many."""
    if len(source.head) < _BLOCK:
        source.peek(_BLOCK if source.file is None else 0)
    return source.head


def open_stream(source: Source) -> Inflated:
    """Unpack a source from its start. Raises Corrupt where it is none of the four."""
    name = codec_of(head_of(source))
    if name is None:
        raise Corrupt("it is not compressed with gzip, bzip2, xz or zstd")
    begin, errors = CODECS[name]()
    raw = Span(source.file) if source.file is not None else Pieces(source.chunks())
    return Inflated(raw, begin, errors, lambda rest: codec_of(rest) == name)


def inner(source: Source, options: Options) -> Source:
    """Give the file inside, by its own name. Raises Corrupt, TooLarge beyond `limits.DEPTH`; its stream raises Corrupt."""
    del options
    if source.depth >= limits.DEPTH:
        raise TooLarge(f"containers lie more than {limits.DEPTH} deep", "[limits] DEPTH lifts it")
    name = stored_name(head_of(source)) or _unpacked_name(source.name)
    stream = open_stream(source)
    return Source(name, source.path, stream, mtime=source.mtime, depth=source.depth + 1, label=source.label)  # type: ignore[arg-type]  # it is only read


def stored_name(head: bytes) -> str:
    """Give the name a gzip header stores (RFC 1952 2.3.1), without folders; nothing where there is none."""
    if codec_of(head) != "gzip" or len(head) < 10 or not head[3] & 8:
        return ""
    at = 10
    if head[3] & 4:  # an extra field stands first
        at += 2 + int.from_bytes(head[at : at + 2], "little")
    end = head.find(b"\0", at)
    if end < 0:
        return ""
    raw = head[at:end]
    try:
        name = raw.decode("utf-8")
    except UnicodeDecodeError:
        name = raw.decode("latin-1")
    name = name.replace("\\", "/").rpartition("/")[2]
    return name if name not in (".", "..") else ""


def _unpacked_name(name: str) -> str:
    """Take the suffix of the compression off a file's name."""
    dot = name.rfind(".")
    put = _SUFFIXES.get(name[dot:].lower()) if dot > 0 else None
    return name if put is None else name[:dot] + put


def is_tar(head: bytes) -> bool:
    """Say whether a file's first bytes are a tar's, or what they unpack to is (for bzip2 and Zstandard that may take a megabyte)."""
    name = codec_of(head)
    if name is not None:
        begin, errors = CODECS[name]()
        try:
            head = _at_least(Inflated(Pieces(iter((head,))), begin, errors), _BLOCK)
        except ReadError:
            return False
    return is_tar_header(head[:_BLOCK])


def holds_tar(source: Source) -> bool:
    """Say the same of a source, looking as far into it as its compression needs."""
    head = head_of(source)
    if codec_of(head) in ("bzip2", "zstd") and len(head) < _WHOLE_BLOCK:
        head = source.peek(_WHOLE_BLOCK)
    return is_tar(head)


def _at_least(stream: Inflated, size: int) -> bytes:
    """Give the first `size` bytes of a stream that may break off."""
    got = b""
    while len(got) < size and (piece := stream.read(size - len(got))):
        got += piece
    return got


def is_tar_header(block: bytes) -> bool:
    """Say whether 512 bytes are a tar header: by the sum of its bytes, the checksum field (148 to 155) taken as blanks.

    Some old programs summed signed bytes.
    """
    if len(block) < _BLOCK or not block[0]:
        return False
    field = block[148:156].strip(b" \0")
    if not field or not field.isdigit() or b"8" in field or b"9" in field:
        return False
    rest = block[:148] + block[156:]
    total = sum(rest) + 256
    return int(field, 8) in (total, total - 256 * sum(byte > 127 for byte in rest))
