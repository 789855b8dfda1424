"""The records of a PowerPoint document and where its slides lie (MS-PPT 2.1, 2.3).

Everything is a record: version and instance, type, length, then content or further records. Slides are found by the
persist directory, which each save extends; their order is that of the slide list in the document record.
"""

import struct
from collections.abc import Iterator

# Types of records (2.13.24).
DOCUMENT, SLIDE, NOTES, SLIDE_ATOM = 0x03E8, 0x03EE, 0x03F0, 0x03EF
SLIDE_LIST, SLIDE_PLACE, SLIDE_SHOW = 0x0FF0, 0x03F3, 0x03F9
USER_EDIT, DIRECTORY = 0x0FF5, 0x1772
DRAWING, GROUP, SHAPE, SHAPE_ATOM, OPTIONS, MORE_OPTIONS = 0x040C, 0xF003, 0xF004, 0xF00A, 0xF00B, 0xF122
CHILD_ANCHOR, SHAPE_CONTENT, TEXT_BOX, PLACEHOLDER = 0xF00F, 0xF011, 0xF00D, 0x0BC3
TEXT_HEADER, TEXT_CHARACTERS, TEXT_BYTES, TEXT_REFERENCE = 0x0F9F, 0x0FA0, 0x0FA8, 0x0F9E
HEADERS_FOOTERS, HEADERS_FOOTERS_ATOM, STRING = 0x0FD9, 0x0FDA, 0x0FBA
TAGS, TAG, TAG_CONTENT, COMMENT = 0x1388, 0x138A, 0x138B, 0x2EE0
SLIDE_NUMBER_SIGN, HEADER_SIGN, FOOTER_SIGN = 0x0FD8, 0x0FF9, 0x0FFA
DATE_SIGNS = (0x0FF7, 0x0FF8, 0x1015)


class Record:
    """One record: its type, its instance, and its content, which lies from `first` to `last` (exclusive) in `stream`."""

    __slots__ = ("first", "instance", "kind", "last", "stream")

    def __init__(self, stream: bytes, head: tuple[int, int], first: int, last: int) -> None:
        """Take instance and type from the head."""
        self.stream = stream
        self.instance, self.kind = head[0] >> 4, head[1]
        self.first = first
        self.last = last

    def content(self) -> bytes:
        """Give the bytes."""
        return self.stream[self.first : self.last]

    def records(self, *kinds: int) -> "Iterator[Record]":
        """Give the records directly inside, all or those of some types; a length that is too large ends with this one."""
        at = self.first
        while at + 8 <= self.last:
            head, kind, size = struct.unpack_from("<HHI", self.stream, at)
            end = min(at + 8 + size, self.last)
            if not kinds or kind in kinds:
                yield Record(self.stream, (head, kind), at + 8, end)
            at = end

    def all(self, *kinds: int) -> "Iterator[Record]":
        """Give the records directly inside those of the types before the last, which is the type wanted."""
        for record in self.records(kinds[0]):
            if len(kinds) == 1:
                yield record
            else:
                yield from record.all(*kinds[1:])

    def number(self, at: int, form: str = "<I") -> int:
        """Give a number of the content, 0 where it ends before."""
        if self.first + at + struct.calcsize(form) > self.last:
            return 0
        return int(struct.unpack_from(form, self.stream, self.first + at)[0])

    def text(self) -> str:
        """Decode the content as UTF-16."""
        return self.content().decode("utf-16-le", "replace")


class SlidePlace:
    """An item of the slide list: the identifier of the slide, its place, and the texts that the outline keeps for it."""

    __slots__ = ("number", "place", "texts")

    def __init__(self, number: int, place: int) -> None:
        """Take its identifier and the number that the persist directory resolves."""
        self.number = number
        self.place = place
        self.texts: list[list[Record]] = []


def whole(stream: bytes) -> Record:
    """Give a stream as if it were one record."""
    return Record(stream, (0, 0), 0, len(stream))


def record_at(stream: bytes, offset: int, kind: int) -> Record | None:
    """Give the record that begins at an offset, if it is one of this type."""
    found = next(Record(stream, (0, 0), offset, len(stream)).records(), None) if offset >= 0 else None
    return found if found and found.kind == kind else None


def last_edit(stream: bytes, user: bytes) -> Record | None:
    """Give the newest edit: the stream `Current User` tells where (2.3.2), else the last that lies there."""
    offset = struct.unpack_from("<I", user, 16)[0] if len(user) >= 20 else -1
    found = record_at(stream, offset, USER_EDIT)
    if found is None:
        found = next(iter([*whole(stream).records(USER_EDIT)][-1:]), None)
    return found


def read_directory(stream: bytes, edit: Record | None) -> dict[int, int]:
    """Give the offset of each persistent object; newer edits win (2.1.2)."""
    places: dict[int, int] = {}
    seen = set()
    while edit is not None and edit.first not in seen:
        seen.add(edit.first)
        directory = record_at(stream, edit.number(12), DIRECTORY)
        if directory is not None:
            numbers = struct.unpack(
                f"<{(directory.last - directory.first) // 4}I", directory.content()[: (directory.last - directory.first) & ~3]
            )
            at = 0
            while at < len(numbers):
                start, count = numbers[at] & 0xFFFFF, numbers[at] >> 20
                for index, offset in enumerate(numbers[at + 1 : at + 1 + count]):
                    places.setdefault(start + index, offset)
                at += 1 + count
        edit = record_at(stream, edit.number(8), USER_EDIT) if edit.number(8) else None
    return places


def read_slide_list(document: Record, instance: int) -> list[SlidePlace]:
    """Give the slides (instance 0), masters (1) or notes (2) in their order, with the texts of their outline (2.4.14.3)."""
    found: list[SlidePlace] = []
    for record in (item for item in document.records(SLIDE_LIST) if item.instance == instance):
        for item in record.records():
            if item.kind == SLIDE_PLACE:
                found.append(SlidePlace(item.number(12), item.number(0)))
            elif found and item.kind == TEXT_HEADER:
                found[-1].texts.append([item])
            elif found and found[-1].texts:
                found[-1].texts[-1].append(item)
    return found
