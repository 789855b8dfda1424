"""PowerPoint presentations built in memory, record by record (MS-PPT)."""

import struct

from tests.samples.ole import compound, summary

TITLE, BODY, NOTES_BODY, FOOTER = 0x0D, 0x0E, 0x0C, 0x09


def atom(kind: int, content: bytes = b"", instance: int = 0) -> bytes:
    """Build a record that holds bytes."""
    return struct.pack("<HHI", instance << 4, kind, len(content)) + content


def container(kind: int, *records: bytes, instance: int = 0) -> bytes:
    """Build a record that holds records."""
    content = b"".join(records)
    return struct.pack("<HHI", instance << 4 | 15, kind, len(content)) + content


def string(instance: int, text: str) -> bytes:
    """Build a CString."""
    return atom(0x0FBA, text.encode("utf-16-le"), instance)


def words(text: str, kind: int = 4) -> list[bytes]:
    """Build the atoms of a text: its type, and its characters with 8 bits if they fit."""
    characters = (
        atom(0x0FA8, text.encode("latin-1")) if all(ord(letter) < 256 for letter in text) else atom(0x0FA0, text.encode("utf-16-le"))
    )
    return [atom(0x0F9F, struct.pack("<I", kind)), characters]


def shape(
    records: list[bytes], placeholder: int = 0, *, anchor: tuple[int, int] | None = None, kind: int = 1, options: bytes = b""
) -> bytes:
    """Build a shape with a text box."""
    parts = [atom(0xF00A, bytes(8), kind)]
    if options:
        parts.append(options)
    if anchor is not None:
        parts.append(atom(0xF00F, struct.pack("<4i", anchor[1], anchor[0], anchor[1] + 1, anchor[0] + 1)))
    if placeholder:
        parts.append(container(0xF011, atom(0x0BC3, struct.pack("<iBBH", 0, placeholder, 0, 0))))
    if records:
        parts.append(atom(0xF00D, b"".join(records)))
    return container(0xF004, *parts)


def group(*shapes: bytes, options: bytes = b"") -> bytes:
    """Build a group, whose first shape is the group itself."""
    return container(0xF003, shape([], options=options), *shapes)


def drawing(*shapes: bytes) -> bytes:
    """Build a drawing."""
    return container(0x040C, container(0xF002, group(*shapes)))


def slide(*shapes: bytes, notes: int = 0, hidden: bool = False, more: tuple[bytes, ...] = ()) -> bytes:
    """Build a slide."""
    records = [atom(0x03EF, struct.pack("<I8sIIHH", 0, b"", 0, notes, 0, 0))]
    if hidden:
        records.append(atom(0x03F9, struct.pack("<iIBBHHH", 0, 0, 0, 0, 4, 0, 0)))
    return container(0x03EE, *records, drawing(*shapes), *more)


def footers(instance: int, flags: int, **texts: str) -> bytes:
    """Build what says which footers are shown."""
    numbers = {"date": 0, "header": 1, "footer": 2}
    return container(
        0x0FD9, atom(0x0FDA, struct.pack("<HH", 0, flags)), *(string(numbers[key], text) for key, text in texts.items()), instance=instance
    )


def comment(author: str, text: str) -> bytes:
    """Build the tags that hold a comment."""
    held = container(0x2EE0, string(0, author), string(1, text), atom(0x2EE1, bytes(28)))
    return container(0x1388, container(0x138A, string(0, "___PPT10"), atom(0x138B, held)))


class Presentation:
    """Give a presentation under construction: slides in the order of the show, stored in any other."""

    def __init__(self) -> None:
        """Begin an empty one."""
        self.stream = b""
        self.places: dict[int, int] = {}
        self.lists: dict[int, list[bytes]] = {0: [], 2: []}
        self.more: list[bytes] = []
        self.user = 0xE391C05F

    def store(self, record: bytes) -> int:
        """Put a record at the end of the stream; give the number that the directory resolves."""
        number = len(self.places) + 2
        self.places[number] = len(self.stream)
        self.stream += record
        return number

    def show(self, number: int, identifier: int = 256, texts: tuple[bytes, ...] = (), instance: int = 0) -> None:
        """Add a stored slide to the show (instance 0) or notes to the notes (2)."""
        self.lists[instance] += [atom(0x03F3, struct.pack("<IIIII", number, 0, 0, identifier, 0)), *texts]

    def build(self, **streams: bytes) -> bytes:
        """Build the compound file."""
        lists = [container(0x0FF0, *records, instance=instance) for instance, records in self.lists.items() if records]
        self.places[1] = len(self.stream)
        self.stream += container(0x03E8, atom(0x03E9, bytes(40)), *lists, *self.more)
        directory = len(self.stream)
        count = len(self.places)
        self.stream += atom(0x1772, struct.pack(f"<{count + 1}I", count << 20 | 1, *(self.places[number + 1] for number in range(count))))
        edit = len(self.stream)
        self.stream += atom(0x0FF5, struct.pack("<IHBBIIIIHH", 256, 0, 0, 3, 0, directory, 1, count, 0, 0))
        user = atom(0x0FF6, struct.pack("<IIIHHBBH", 20, self.user, edit, 0, 0x3F4, 3, 0, 0))
        return compound({"Current User": user, "PowerPoint Document": self.stream} | streams)


def deck() -> bytes:
    """Give three slides stored in another order than shown, with master, notes, comment, table, group, hidden slide."""
    made = Presentation()
    made.store(container(0x03F8, drawing(shape(words("Click to edit Master title style", 0), 1))))
    third = made.store(slide(shape(words("Third", 0), TITLE), shape(words("hush"), BODY), hidden=True))
    is_table = atom(0xF122, struct.pack("<HI", 0x039F, 1), 1)
    cells = [
        shape(words(text) if text else [], anchor=place) for text, place in (("a|b", (0, 0)), ("B", (0, 10)), ("C", (5, 0)), ("", (5, 10)))
    ]
    table = group(*cells, shape([], anchor=(5, 0), kind=20), options=is_table)
    nested = group(shape(words("BOX")), group(shape(words("SECOND"))))
    first = made.store(
        slide(shape(words("one\rtwo\x0bthree"), BODY), shape(words("Title 𠮟\x0bof two lines", 0), TITLE), table, nested, notes=900)
    )
    second = made.store(slide(shape([atom(0x0F9E, struct.pack("<I", 0))], BODY), more=(comment("Ann", "Really?\r\rNo."),)))
    page = made.store(container(0x03F0, drawing(shape([], 0x0B), shape(words("Say\rthis", 2), NOTES_BODY), shape(words("7"), 8))))
    made.show(first, 256)
    made.show(second, 257, tuple(words("From the outline", 1)))
    made.show(third, 258)
    made.show(page, 900, instance=2)
    return made.build(**{"\x05SummaryInformation": summary("Deck", "Ann")})


def with_footers() -> bytes:
    """Give two slides with the footer of all, one with its own and a date, and a slide number in a text."""
    made = Presentation()
    made.more.append(footers(3, 0x20, date="never", footer="All slides"))
    number = [*words("Page * of 3"), atom(0x0FD8, struct.pack("<I", 5))]
    mark = [*words("*"), atom(0x0FFA, struct.pack("<I", 0))]
    for shapes, more in (
        ([shape(number)], ()),
        ([shape(words("x")), shape(mark, FOOTER)], ()),
        ([shape(words("y"))], (footers(0, 0x24, date="1 May", footer="Own"),)),
    ):
        made.show(made.store(slide(*shapes, more=more)), 256)
    return made.build()


def outline_only() -> bytes:
    """Give a slide whose texts lie in the slide list only."""
    made = Presentation()
    made.show(made.store(slide()), 256, (*words("Old title", 0), *words("old body", 1)))
    return made.build()


def word_art() -> bytes:
    """Give a shape whose words are a property."""
    text = "Wavy\0".encode("utf-16-le")
    options = atom(0xF00B, struct.pack("<HIHI", 0x0080, 1, 0x80C0, len(text)) + text, 2)
    made = Presentation()
    made.show(made.store(slide(shape([], options=options))), 256)
    return made.build()


def edited() -> bytes:
    """Give a slide saved twice: the newer edit wins, the older one holds the rest."""
    made = Presentation()
    number = made.store(slide(shape(words("old words"))))
    other = made.store(slide(shape(words("unchanged"))))
    made.show(number, 256)
    made.show(other, 257)
    made.build()
    older = made.stream.rindex(b"\xf5\x0f") - 2
    place = len(made.stream)
    made.stream += slide(shape(words("new words")))
    directory = len(made.stream)
    made.stream += atom(0x1772, struct.pack("<II", 1 << 20 | number, place))
    edit = len(made.stream)
    made.stream += atom(0x0FF5, struct.pack("<IHBBIIIIHH", 256, 0, 0, 3, older, directory, 1, 3, 0, 0))
    user = atom(0x0FF6, struct.pack("<IIIHHBBH", 20, made.user, edit, 0, 0x3F4, 3, 0, 0))
    return compound({"Current User": user, "PowerPoint Document": made.stream})


def without_lists() -> bytes:
    """Give a stream of which only slides are left."""
    return compound({"PowerPoint Document": slide(shape(words("alone", 0), TITLE)) + slide(shape(words("also")))})


def lost_slide() -> bytes:
    """Give a slide list with a slide that is not there."""
    made = Presentation()
    made.show(77, 256)
    made.show(made.store(slide(shape(words("there")))), 257)
    return made.build()


def encrypted() -> bytes:
    """Give a presentation that says it is encrypted."""
    made = Presentation()
    made.user = 0xF3D1C4DF
    return made.build()


def dual() -> bytes:
    """Give a file for PowerPoint 95 and 97 at once."""
    made = Presentation()
    made.show(made.store(slide(shape(words("newer")))), 256)
    made.build()
    return compound({"PP40": b"x", "PP97_DUALSTORAGE/PowerPoint Document": made.stream})


def powerpoint95() -> bytes:
    """Give a file of PowerPoint 95."""
    return compound({"PP40": b"x"})


def empty() -> bytes:
    """Give a presentation without a slide."""
    return Presentation().build()
