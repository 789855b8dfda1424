"""The headers of a tar archive: ustar and pax (POSIX.1-2017, pax, "ustar Interchange Format"), GNU long names, sparse files.

`Walk` goes from header to header over a stream that only moves forward; between two headers the member's bytes may be
read with `open`. Bytes and numbers only: what a name means is for others.
"""

from __future__ import annotations

from readcli import limits
from readcli.errors import Corrupt
from readcli.forward import Ahead, Forward, Pieces
from readcli.readers.stream import is_tar_header

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Map = list[tuple[int, int]]

BLOCK = 512
_LONGEST = 16 * limits.MIB  # of an extended header
_MOST = 1_000_000  # pairs in a map, records about one member
_HOLE = bytes(limits.CHUNK)
_BODILESS = "123456"  # types without bytes of their own, whatever their size field says


class Header:
    """One member. `begin` is where its bytes lie in the (unpacked) archive, `packed` how many; `size` counts holes too."""

    __slots__ = ("begin", "kind", "map", "mtime", "name", "packed", "size", "target")

    def __init__(self, block: bytes) -> None:
        """Take a header block."""
        self.kind = chr(block[156]) if block[156] else "0"
        self.name = _text(block[:100])
        if block[257:263] == b"ustar\0" and block[345]:  # GNU's own headers ("ustar  ") have other things there
            self.name = _text(block[345:500]) + b"/" + self.name
        self.target = _text(block[157:257])
        self.size = self.packed = _number(block[124:136])
        self.mtime = float(_number(block[136:148]))
        self.begin = 0
        self.map: Map | None = None

    def apply(self, records: list[tuple[str, bytes]]) -> None:
        """Let the records of an extended header replace fields; sparse files in GNU's pax formats 0.0 and 0.1."""
        offsets: list[int] = []
        for key, value in records:
            if key in ("path", "GNU.sparse.name"):
                self.name = value
            elif key == "linkpath":
                self.target = value
            elif key == "size":
                self.packed = _decimal(value)
            elif key == "mtime":
                self.mtime = _seconds(value)
            elif key in ("GNU.sparse.offset", "GNU.sparse.numbytes"):
                offsets.append(_decimal(value))
            elif key == "GNU.sparse.map":
                offsets = [_decimal(number) for number in value.split(b",")]
        known = dict(records)
        self.name = known.get("GNU.sparse.name", self.name)
        self.size = _decimal(known.get("GNU.sparse.realsize") or known.get("GNU.sparse.size") or b"%d" % self.packed)
        if offsets:
            self.map = list(zip(offsets[::2], offsets[1::2], strict=False))


class Walk:
    """The headers of an archive in order. Raises Corrupt where they break off, after those before."""

    def __init__(self, stream: Forward, block: int = limits.CHUNK) -> None:
        """Take the unpacked archive at its start, and how much to read ahead."""
        self._ahead = Ahead(stream, block)
        self._next = 0
        self._global: list[tuple[str, bytes]] = []

    def __iter__(self) -> Iterator[Header]:
        """Give the headers; each may be opened until the next is asked for."""
        while (header := self._header()) is not None:
            yield header

    @property
    def position(self) -> int:
        """How many bytes of the archive have been gone through."""
        return self._ahead.position

    def open(self, header: Header) -> Forward:
        """Read a member's bytes: the one just given, or one further on."""
        self._ahead.skip(header.begin - self._ahead.position)
        return Pieces(self._bytes(header.size) if header.map is None else self._filled(header.map, header.size))

    def _bytes(self, size: int) -> Iterator[bytes]:
        while size:
            piece = self._ahead.read(min(size, 4 * limits.CHUNK))
            if not piece:
                raise Corrupt("the archive entry is cut short")
            size -= len(piece)
            yield piece

    def _filled(self, pairs: Map, size: int) -> Iterator[bytes]:
        """Give a sparse file with its holes as zeros."""
        at = 0
        for offset, length in [*pairs, (size, 0)]:
            if offset < at or offset + length > size:
                raise Corrupt("the map of a sparse file is damaged")
            while at < offset:
                piece = _HOLE[: offset - at]
                at += len(piece)
                yield piece
            yield from self._bytes(length)
            at += length

    def _header(self) -> Header | None:
        """Read up to the next member's own header, through those that only extend it."""
        name: bytes | None = None
        target: bytes | None = None
        records = list(self._global)
        while (block := self._block()) is not None:
            header = Header(block)
            begin = self._ahead.position
            if header.kind in "LKxgX":
                body = self._body(header.size)
                if header.kind == "L":
                    name = _text(body)
                elif header.kind == "K":
                    target = _text(body)
                elif header.kind == "g":
                    self._global = list(dict(self._global + _records(body)).items())
                    records = self._global + records
                else:
                    records += _records(body)
                if len(records) > _MOST:
                    raise Corrupt("a member of the tar has too many extended headers")
                self._next = begin + _whole(header.size)
                continue
            header.name = header.name if name is None else name
            header.target = header.target if target is None else target
            self._finish(header, block, records)
            if header.kind != "V":  # a volume's label
                return header
            name = target = None
        return None

    def _finish(self, header: Header, block: bytes, records: list[tuple[str, bytes]]) -> None:
        """Settle sizes and maps, which may take further blocks, and where the next header lies."""
        if records:
            header.apply(records)
        if header.kind in _BODILESS:
            header.size = header.packed = 0
        if header.kind == "S":
            header.map = self._old_map(block)
            header.size = _number(block[483:495])
        begin = self._ahead.position
        self._next = begin + _whole(header.packed)
        if dict(records).get("GNU.sparse.major") == b"1":
            header.map = self._map_in_front(header.packed)
        header.begin = self._ahead.position

    def _block(self) -> bytes | None:
        """Give the next header block, or nothing at the end: two blocks of zeros, or no more bytes."""
        self._ahead.skip(self._next - self._ahead.position)
        is_first = self._next == 0
        block = self._ahead.take(BLOCK)
        if block.count(0) == BLOCK:
            block = self._ahead.take(BLOCK)
            if block.count(0) == len(block):
                return None
        if not block:
            return None
        if len(block) < BLOCK and not is_first:
            raise Corrupt("the tar is cut short")
        if not is_tar_header(block):
            raise Corrupt("it is not a tar archive" if is_first else "a header of the tar is damaged")
        return block

    def _body(self, size: int) -> bytes:
        if size > _LONGEST:
            raise Corrupt("an extended header of the tar is too long")
        body = self._ahead.take(size)
        if len(body) < size:
            raise Corrupt("the tar is cut short")
        return body

    def _old_map(self, block: bytes) -> Map:
        """Read the map of GNU's old sparse type: four pairs in the header, 21 in each block that follows."""
        found = _pairs(block[386:482])
        more = block[482]
        while more:
            if len(found) > _MOST:
                raise Corrupt("the map of a sparse file is damaged")
            block = self._body(BLOCK)
            found += _pairs(block[:504])
            more = block[504]
        return found

    def _map_in_front(self, packed: int) -> Map:
        """Read the map of GNU's sparse format 1.0: decimal lines in front of the bytes, padded to a block."""
        text = self._body(BLOCK)
        pairs = _decimal(text.partition(b"\n")[0])
        wanted = 1 + 2 * pairs
        blocks = [text]
        lines = text.count(b"\n")
        while lines < wanted:
            if BLOCK * len(blocks) >= packed or pairs > _MOST:
                raise Corrupt("the map of a sparse file is damaged")
            blocks.append(self._body(BLOCK))
            lines += blocks[-1].count(b"\n")
        numbers = [_decimal(line) for line in b"".join(blocks).split(b"\n")[1:wanted]]
        return list(zip(numbers[::2], numbers[1::2], strict=True))


def _text(field: bytes) -> bytes:
    """Give a field up to its first NUL."""
    return field.partition(b"\0")[0]


def _number(field: bytes) -> int:
    """Read an octal number, or GNU's base 256 where the top bit is set."""
    if field[:1] >= b"\x80":
        return int.from_bytes(field, "big", signed=False) & (1 << 8 * len(field) - 1) - 1
    digits = field.strip(b" \0").partition(b"\0")[0].strip()
    try:
        return max(0, int(digits or b"0", 8))
    except ValueError as error:
        raise Corrupt("a number in a header of the tar is damaged") from error


def _decimal(text: bytes) -> int:
    if not text.isdigit() or len(text) > 20:
        raise Corrupt("a number in a header of the tar is damaged")
    return int(text)


def _seconds(text: bytes) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


def _whole(size: int) -> int:
    """Round up to whole blocks."""
    return -(-size // BLOCK) * BLOCK


def _pairs(field: bytes) -> Map:
    """Read offset and length, twelve bytes each, up to the first empty pair."""
    found = []
    for at in range(0, len(field) - 23, 24):
        if not field[at]:
            break
        found.append((_number(field[at : at + 12]), _number(field[at + 12 : at + 24])))
    return found


def _records(body: bytes) -> list[tuple[str, bytes]]:
    """Split an extended header into its `length key=value` lines."""
    found = []
    at = 0
    while at < len(body) and body[at]:
        blank = body.find(b" ", at)
        size = _decimal(body[at:blank]) if at < blank else 0
        key, equals, value = body[blank + 1 : at + size - 1].partition(b"=")
        if not equals or size <= blank - at or not size or at + size > len(body):
            raise Corrupt("an extended header of the tar is damaged")
        found.append((key.decode("utf-8", "replace"), value))
        at += size
    return found
