"""The text of a Word document, one character a position, with what nobody shall see blanked out (MS-DOC 2.4).

All text is one string in which index and character position are the same; left out characters are NULs until a
paragraph is cut from it, so that no story, note or field shifts another. Surrogates are joined at the very end.
"""

import re
import struct
from collections.abc import Iterator

from readcli.model import Options
from readcli.readers import doc_format, rtf_charsets
from readcli.readers.doc_fib import Fib, Piece
from readcli.readers.doc_format import DELETED, FONT, HIDDEN, INSERTED, SYMBOL, Formats, Run, read_fonts

# Code pages of fonts by character set; the sets that are not here say nothing.
_CHARACTER_SETS = {
    77: "mac_roman", 128: "cp932", 129: "cp949", 130: "cp1361", 134: "cp936", 136: "cp950", 161: "cp1253", 162: "cp1254", 163: "cp1258",
    177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251", 222: "cp874", 238: "cp1250",
}  # fmt: skip
# Far Eastern Word 95 marks the Western signs that Windows has at 0x80 to 0x9F by a 0x10 before them.
_WIDE_SIGNS = {0x1080 + at: bytes([0x80 + at]).decode("cp1252", "replace") for at in range(32)}
_FIELD = re.compile("[\x13\x14\x15]")
_BUTTON = re.compile(r"\s*(?:MACROBUTTON|GOTOBUTTON)\s+\S+\s?")
_MARK = re.compile("[\r\x07\x0c]")
_CONTROL = re.compile("[\0-\x08\x0b-\x1f\x7f\uf000-\uf0ff]")
_SHOWN = re.compile("[^\0-\x20]")
_RUN = re.compile("[^\0\r\x07\x0c]+")
_SURROGATE = re.compile("[\ud800-\udfff]")
_SPECIAL = {"\x0b": "\n", "\x1e": "-", "\x0e": "\n"} | {chr(0xF000 + code): sign for code, sign in ((0xB7, "•"), (0xA7, "▪"), (0xFC, "✓"))}


class Text:
    """The characters of a document: those left out blanked, those that stand for something else in `marks`.

    deleted, hidden    how many passages were left out
    """

    def __init__(self, fib: Fib, formats: Formats, options: Options, stories: list[tuple[int, int]]) -> None:
        """Decode and blank. `stories` are the first and last (exclusive) positions in which fields belong together."""
        self.pieces = fib.pieces()
        self.formats = formats
        self.marks: dict[int, str] = {}  # position to what stands there instead
        spans = formats.spans(self.pieces)
        fonts = read_fonts(fib) if any(span[2] & (SYMBOL | FONT) for span in spans) else []
        self.characters = "".join(_decode(fib, self.pieces, spans, fonts))
        self._place_symbols(spans, fonts)
        self._blank([cut for story in stories for cut in _find_codes(self.characters, *story)])
        if options.changes:
            self._mark_changes(spans)
        self.deleted = 0 if options.changes else self._leave_out(spans, DELETED)
        self.hidden = 0 if options.hidden else self._leave_out(spans, HIDDEN)

    def paragraphs(self, first: int, last: int) -> Iterator[tuple[str, str, doc_format.Marks]]:
        """Give the paragraphs of a stretch: text, the character that ends it (or nothing), what is said about it."""
        marked = iter(sorted(position for position in self.marks if first <= position < last))
        position = next(marked, last)
        while first < last:
            found = _MARK.search(self.characters, first, last)
            end = found.start() if found else last
            pieces: list[str] = []
            while position < end:
                pieces += self.characters[first:position], self.marks[position]
                first = position + 1
                position = next(marked, last)
            pieces.append(self.characters[first:end])
            yield _clean("".join(pieces)), found.group() if found else "", self.formats.paragraph(self._place(end))
            first = end + 1

    def _place(self, position: int) -> int:
        """Give the byte offset of a character."""
        low, high = 0, len(self.pieces)
        while low < high:
            middle = (low + high) // 2
            if self.pieces[middle].last <= position:
                low = middle + 1
            else:
                high = middle
        if low == len(self.pieces):
            return -1
        return self.pieces[low].fc + (position - self.pieces[low].first) * self.pieces[low].width

    def _blank(self, cuts: list[tuple[int, int]]) -> None:
        """Put NULs in place of stretches, that may overlap."""
        parts: list[str] = []
        done = 0
        for first, last in sorted(cuts):
            if last > done:
                parts += self.characters[done : max(first, done)], "\0" * (last - max(first, done))
                done = last
        if parts:
            self.characters = "".join(parts) + self.characters[done:]

    def _leave_out(self, spans: list[Run], flag: int) -> int:
        """Blank the runs with a flag; count the passages, which are runs without a gap."""
        cuts = _join([span for span in spans if span[2] & flag])
        count = sum(_SHOWN.search(self.characters, first, last) is not None for first, last in cuts)
        self._blank(cuts)
        return count

    def _mark_changes(self, spans: list[Run]) -> None:
        """Put signs round what was inserted or deleted, paragraph by paragraph."""
        for flag, opening, closing in ((DELETED, "{--", "--}"), (INSERTED, "{++", "++}")):
            for first, last in _join([span for span in spans if span[2] & flag and (flag == DELETED or not span[2] & DELETED)]):
                for run in _RUN.finditer(self.characters, first, last):
                    begin, end = run.start(), run.end() - 1
                    self.marks[begin] = opening + self.marks.get(begin, self.characters[begin])
                    self.marks[end] = self.marks.get(end, self.characters[end]) + closing

    def _place_symbols(self, spans: list[Run], fonts: list[tuple[str, int]]) -> None:
        """Note what inserted symbols show: the font says what the lower byte of a code of the private use area is."""
        for first, last, flags, number in spans:
            if flags & SYMBOL:
                font, code = number & 0xFFFF, number >> 16
                name = fonts[font][0].lower() if font < len(fonts) else ""
                sign = chr(code)
                if 0xF020 <= code <= 0xF0FF and (name == rtf_charsets.SYMBOL or "dings" in name):
                    sign = rtf_charsets.picture(code & 0xFF, name if name == rtf_charsets.SYMBOL else rtf_charsets.WINGDINGS)
                self.marks |= dict.fromkeys(range(first, min(last, len(self.characters))), sign)


def _join(spans: list[Run]) -> list[tuple[int, int]]:
    """Join runs without a gap between them."""
    found: list[tuple[int, int]] = []
    for first, last, _, _ in spans:
        if found and first <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], last)
        else:
            found.append((first, last))
    return found


def _decode(fib: Fib, pieces: list[Piece], spans: list[Run], fonts: list[tuple[str, int]]) -> Iterator[str]:
    """Give the characters piece by piece, one for each position; gaps between the pieces are blank."""
    done = 0
    for piece in pieces:
        yield "\0" * min(piece.first - done, len(fib.word))
        done = piece.last
        content = fib.word[piece.fc : piece.fc + (piece.last - piece.first) * piece.width]
        if piece.width == 2:
            text = content.decode("utf-16-le", "surrogatepass")
            text = text.translate(_WIDE_SIGNS) if fib.is_old else text
            yield text if 2 * len(text) == len(content) else "".join(map(chr, struct.unpack(f"<{len(content) // 2}H", content)))
        elif fib.is_old:
            yield from _decode_bytes(content, piece, fib.encoding, [span for span in spans if span[2] & FONT], fonts)
        else:
            yield content.decode("cp1252", "replace")


def _decode_bytes(content: bytes, piece: Piece, encoding: str, spans: list[Run], fonts: list[tuple[str, int]]) -> Iterator[str]:
    """Decode 8-bit text, each run in the code page of its font if that has one."""
    done = piece.first
    for first, last, _, font in spans:
        charset = _CHARACTER_SETS.get(fonts[font][1]) if font < len(fonts) else None
        if charset and first >= done and last <= piece.last:
            yield _decode_run(content[done - piece.first : first - piece.first], encoding)
            yield _decode_run(content[first - piece.first : last - piece.first], charset)
            done = last
    yield _decode_run(content[done - piece.first :], encoding)


def _decode_run(content: bytes, encoding: str) -> str:
    """Decode to as many characters as bytes: one of two bytes has a NUL before it."""
    text = content.decode(encoding, "replace")
    if len(text) == len(content):
        return text
    import codecs

    decoder = codecs.getincrementaldecoder(encoding)("replace")
    return "".join((decoder.decode(content[at : at + 1]) or "\0")[-1] for at in range(len(content)))


def _find_codes(text: str, first: int, last: int) -> list[tuple[int, int]]:
    """Give the stretches of one story that are codes of fields: from begin to separator, or to the end (2.8.25)."""
    cuts = []
    begun: list[list[int]] = []  # positions of begin and separator (-1: none yet)
    for found in _FIELD.finditer(text, first, last):
        position = found.start()
        if found.group() == "\x13":
            begun.append([position, -1])
        elif begun and found.group() == "\x14":
            begun[-1][1] = max(begun[-1][1], position)
        elif begun:
            begin, separator = begun.pop()
            if separator < 0:
                button = _BUTTON.match(text, begin + 1, position)
                separator = button.end() - 1 if button else position
            cuts.append((begin, separator + 1))
    return cuts


def _clean(text: str) -> str:
    """Make special characters plain ones, drop blanks and marks without a text, join surrogates."""
    if _CONTROL.search(text):
        text = _CONTROL.sub(_replace, text)
    if _SURROGATE.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text.rstrip()


def _replace(found: re.Match[str]) -> str:
    """Give what is shown of a character that is no letter."""
    character = found.group()
    return _SPECIAL.get(character, "" if character < " " or character == "\x7f" else character)
