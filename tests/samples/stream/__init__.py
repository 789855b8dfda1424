"""Compressed streams, built in memory."""

import gzip
import io
import struct
import zlib


def named_gzip(data: bytes, name: str) -> bytes:
    """Give a gzip file that stores a file's name (RFC 1952)."""
    file = io.BytesIO()
    with gzip.GzipFile(name, "wb", fileobj=file) as stream:
        stream.write(data)
    return file.getvalue()


def field_gzip(data: bytes, name: bytes) -> bytes:
    """Give a gzip file with an extra field before its name, and a comment and header checksum behind it."""
    head = b"\x1f\x8b\x08\x1e" + bytes(6) + struct.pack("<H", 4) + b"ab\0\0" + name + b"\0" + b"comment\0"
    head += struct.pack("<H", zlib.crc32(head) & 0xFFFF)
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return head + packer.compress(data) + packer.flush() + struct.pack("<II", zlib.crc32(data), len(data))
