"""PowerPoint 97 to 2003 (MS-PPT): slide by slide title, texts, tables, comments, footer, notes.

Slides come in the order of the show; masters, and what they only stand in for, are left out. Not PowerPoint 95, no charts.
"""

import struct
from collections.abc import Iterator

from readcli import ole
from readcli.errors import Corrupt, Unsupported
from readcli.model import Event, Notice, Options, Part, Source
from readcli.readers import ppt_records as kinds
from readcli.readers import ppt_shapes
from readcli.readers.ppt_records import Record, SlidePlace

_STREAM, _USER = "PowerPoint Document", "Current User"
_ENCRYPTED = 0xF3D1C4DF  # header token of CurrentUserAtom (2.3.2)
_HAS_USER_DATE, _HAS_HEADER, _HAS_FOOTER = 0x04, 0x10, 0x20


def read(source: Source, options: Options) -> Iterator[Event]:
    """Give facts, then the slides. Raises Corrupt, Encrypted, MissingExtra, Unsupported."""
    file = source.seekable()
    compound = ole.Compound(file)
    facts = compound.facts()
    if _is_encrypted(compound):
        facts["encrypted"] = True
        compound = ole.Compound(ole.decrypt(file, options.password))
        facts |= compound.facts()
    show = Show(compound)
    yield facts | {"slides": len(show.slides)}
    if options.facts_only:
        return
    if show.is_damaged:
        yield Notice("its list of slides is damaged, they are given in the order in which they are stored")
    lost = told = 0
    for number, place in enumerate(show.slides, 1):
        wanted = options.parts is None or any(part.first <= number <= (part.last or number) for part in options.parts)
        slide = show.slide(place) if wanted else None
        if slide is not None:
            if told:
                yield ""
            told += 1
            yield from show.tell(number, slide, place, options)
        else:
            lost += wanted
    if lost:
        yield Notice(f"{lost} slides are damaged and left out" if lost > 1 else "1 slide is damaged and left out")


class Show:
    """The slides of a presentation, in order."""

    def __init__(self, compound: ole.Compound) -> None:
        """Read the directory and the lists. Raises Corrupt, Unsupported."""
        folder = "" if compound.has(_STREAM) else "PP97_DUALSTORAGE/"
        self._stream = stream = compound.read(folder + _STREAM)
        if not stream:
            if compound.has("PP40"):
                msg = "presentations of PowerPoint 95 and earlier are not read"
                raise Unsupported(msg, "PowerPoint or LibreOffice can save it in a newer format")
            msg = "it holds no presentation"
            raise Corrupt(msg)
        edit = kinds.last_edit(stream, compound.read(folder + _USER))
        self._places = kinds.read_directory(stream, edit)
        document = kinds.record_at(stream, self._places.get(edit.number(16), -1), kinds.DOCUMENT) if edit else None
        document = document or next(kinds.whole(stream).records(kinds.DOCUMENT), None)
        self.slides = kinds.read_slide_list(document, 0) if document else []
        self.is_damaged = not self.slides and any(True for _ in kinds.whole(stream).records(kinds.SLIDE))
        if self.is_damaged:
            self._find_slides()
        elif document is None:
            msg = "its document record is missing"
            raise Corrupt(msg)
        self._notes = {place.number: place for place in kinds.read_slide_list(document, 2)} if document else {}
        self._footers = {record.instance: record for record in document.records(kinds.HEADERS_FOOTERS)} if document else {}
        self._told: set[str] = set()

    def slide(self, place: SlidePlace) -> Record | None:
        """Give the record of a slide."""
        return kinds.record_at(self._stream, self._places.get(place.place, -1), kinds.SLIDE)

    def tell(self, number: int, slide: Record, place: SlidePlace, options: Options) -> Iterator[Event]:
        """Give one slide: its mark, its title, what is on it, what is said about it."""
        shown = _read_footers(next(slide.records(kinds.HEADERS_FOOTERS), None) or self._footers.get(3))
        signs = {kinds.SLIDE_NUMBER_SIGN: str(number), kinds.HEADER_SIGN: "", kinds.FOOTER_SIGN: shown.get(_HAS_FOOTER, "")}
        signs |= dict.fromkeys(kinds.DATE_SIGNS, shown.get(_HAS_USER_DATE, ""))
        words = [item for drawing in slide.records(kinds.DRAWING) for item in ppt_shapes.read_words(drawing, place.texts, signs)]
        if not words:  # the oldest files keep texts in the outline only
            words = [_outline_words(text, signs) for text in place.texts]
        title = next((item for item in words if item.is_title), None)
        heading = " ".join(title.lines) if title else ""
        yield Part("slide", number, heading)
        is_hidden = any(record.number(10, "<H") & 4 for record in slide.records(kinds.SLIDE_SHOW))
        yield f"<!-- Slide {number}{' (hidden)' if is_hidden else ''} -->"
        if heading:
            yield f"\n# {heading}"
        for item in words:
            if item is not title and item.lines and item.placeholder not in (ppt_shapes.DATE, ppt_shapes.SLIDE_NUMBER, ppt_shapes.FOOTER):
                yield "\n" + "\n".join(item.lines)
        feet = [line for item in words if item.placeholder == ppt_shapes.FOOTER for line in item.lines]
        yield from self._tell_footers([*feet, *shown.values()])
        if not options.no_notes:
            yield from _read_comments(slide)
            yield from self._tell_notes(slide)

    def _tell_footers(self, lines: list[str]) -> Iterator[str]:
        """Give footers and dates, those of all slides with the first of them only."""
        for line in lines:
            if line.strip() and line not in self._told:
                self._told.add(line)
                yield f"\n[footer] {line}"

    def _tell_notes(self, slide: Record) -> Iterator[str]:
        """Give the speaker notes: the texts of the notes page but those that repeat the slide or the page."""
        atom = next(slide.records(kinds.SLIDE_ATOM), None)
        place = self._notes.get(atom.number(16)) if atom and atom.number(16) else None
        page = kinds.record_at(self._stream, self._places.get(place.place, -1), kinds.NOTES) if place else None
        if place is None or page is None:
            return
        words = [item for drawing in page.records(kinds.DRAWING) for item in ppt_shapes.read_words(drawing, place.texts, {})]
        lines = [line for item in words if item.placeholder in (0, ppt_shapes.NOTES_BODY) for line in item.lines]
        if lines:
            yield "\nNotes:\n" + "\n".join(lines)

    def _find_slides(self) -> None:
        """Take the slides as they lie in the stream, where no list says more."""
        for record in kinds.whole(self._stream).records(kinds.SLIDE):
            number = -len(self.slides) - 1
            self._places[number] = record.first - 8
            self.slides.append(SlidePlace(0, number))


def _is_encrypted(compound: ole.Compound) -> bool:
    """Ask the stream `Current User`, and the newest edit, which is longer by a reference to the session (2.3.3)."""
    user = compound.read(_USER)
    if len(user) >= 16 and struct.unpack_from("<I", user, 12)[0] == _ENCRYPTED:
        return True
    return compound.has("EncryptedSummary")


def _outline_words(text: list[Record], signs: dict[int, str]) -> ppt_shapes.Words:
    """Read a text of the slide list as if it were that of a shape."""
    lines, kind = ppt_shapes.read_text(text, signs)
    return ppt_shapes.Words(lines, is_title=kind in (0, 6))


def _read_footers(record: Record | None) -> dict[int, str]:
    """Give what is shown of fixed date, header and footer, by its flag (2.4.15.2)."""
    if record is None:
        return {}
    flags = next((atom.number(2, "<H") for atom in record.records(kinds.HEADERS_FOOTERS_ATOM)), 0)
    by_instance = {0: _HAS_USER_DATE, 1: _HAS_HEADER, 2: _HAS_FOOTER}
    texts = {by_instance.get(text.instance, 0): text.text().strip() for text in record.records(kinds.STRING)}
    return {flag: text for flag, text in texts.items() if flags & flag}


def _read_comments(slide: Record) -> Iterator[str]:
    """Give the comments with their authors, as PowerPoint 2002 and later keep them (Comment10Container)."""
    for comment in slide.all(kinds.TAGS, kinds.TAG, kinds.TAG_CONTENT, kinds.COMMENT):
        texts = {record.instance: "\n".join(ppt_shapes.split(record.text())) for record in comment.records(kinds.STRING)}
        if texts.get(1):
            yield f"\n[comment] {texts[0] + ': ' if texts.get(0) else ''}{texts[1]}"
