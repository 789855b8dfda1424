r"""What the control words of RTF work on: the group under way, the story it writes into, and what waits for the end.

Groups are a list of saved values, not calls, so that nesting is bounded by memory alone. `raw` holds bytes (as Latin-1
characters) of one code page that are not decoded yet: a double-byte character may be split between an escape and a letter.
"""

import re

from readcli.model import Options
from readcli.readers import rtf_charsets
from readcli.readers.numerals import roman
from readcli.readers.rtf_story import PLAIN, Paragraph, Story

DELETED = 1
HIDDEN = 2
INSERTED = 4
_MARKS = {DELETED: ("{--", "--}"), INSERTED: ("{++", "++}")}
_BRACES = re.compile(r"\\bin(\d{1,10}) ?|\\.|[{}]", re.DOTALL)
_LINK = re.compile(r"\s*HYPERLINK\s+(?:\\[mn]\s+)*\"?([^\"\\\s][^\"\s]*)", re.IGNORECASE)
_SYMBOL_FIELD = re.compile(r"\s*SYMBOL\s+(0x[0-9a-f]+|\d+)(?:.*\\f\s+\"?(Wingdings|Symbol))?", re.IGNORECASE)

Saved = tuple[str, str, int, int, Paragraph]


class Field:
    """A field under way: its code, and where its result begins."""

    __slots__ = ("code", "paragraph", "start", "story")

    def __init__(self, story: Story) -> None:
        """Begin where the story is now."""
        self.code = ""
        self.story = story
        self.paragraph = story.paragraphs
        self.start = len(story.text)

    def result(self) -> str | None:
        """Give what the field shows, or None if that ran over a paragraph's end."""
        return "".join(self.story.text[self.start :]) if self.paragraph == self.story.paragraphs else None


class State:
    """Everything that changes while the tokens go by."""

    def __init__(self, text: str, options: Options) -> None:
        """Take the file's bytes as Latin-1 characters."""
        self.text = text
        self.options = options
        self.refused = (0 if options.changes else DELETED) | (0 if options.hidden else HIDDEN)
        self.end = 0  # index behind the token under way
        self.is_cut = False
        # of the group
        self.groups: list[Saved] = []
        self.closing = ""  # what the end of this group means: "story", "field" or nothing
        self.document = rtf_charsets.DEFAULT
        self.codec = self.document
        self.alternatives = 1  # bytes that stand for each `\u` in readers without Unicode
        self.marks = 0
        self.style = PLAIN
        # of the text
        self.raw: list[str] = []
        self.skip = 0  # of those bytes, how many are still to come
        self.is_lost = False  # what comes now is not to be seen
        self.is_new_loss = False
        self.lost = {DELETED: 0, HIDDEN: 0}
        self.body = self.story = Story("body")
        self.outer: list[Story] = []
        self.fields: list[Field] = []
        # of the document
        self.fonts: dict[int, str] = {}
        self.styles: dict[int, int] = {}
        self.default_font = 0
        self.author = ""
        self.is_begun = False  # lines of the body have been given
        self.told: set[str] = set()  # headers and footers, which sections repeat
        self.facts: dict[str, object] = {}  # not yet given
        self.parts: dict[str, list[str]] = {"header": [], "footer": [], "footnote": [], "endnote": [], "comment": []}

    # groups

    def open_group(self) -> None:
        """Begin a group: what it changes ends with it."""
        self.groups.append((self.closing, self.codec, self.alternatives, self.marks, self.style))
        self.closing = ""
        self.skip = 0

    def close_group(self) -> None:
        """End a group, and the story or field that it was."""
        if self.closing == "story":
            self.end_story()
        elif self.closing == "field":
            self.end_field()
        if len(self.groups) == 1:  # the document's own: its last paragraph is still what it says
            self.flush()
            self.body.end_break(self.style)
        self.closing, codec, self.alternatives, marks, self.style = self.groups.pop()
        if codec is not self.codec:
            self.use_codec(codec)
        if marks != self.marks:
            self.mark(marks)
        self.skip = 0

    def close_of_group(self) -> int:
        """Find the brace that ends the group under way, from the token's end on."""
        at = self.end
        depth = 1
        while True:
            for match in _BRACES.finditer(self.text, at):
                brace = match[0]
                if brace == "{":
                    depth += 1
                elif brace == "}":
                    depth -= 1
                    if not depth:
                        return match.start()
                elif match[1]:
                    at = match.end() + int(match[1])
                    break
            else:
                self.is_cut = True
                return len(self.text)

    # text

    def use_codec(self, codec: str) -> None:
        """Read the bytes that come by another code page."""
        self.flush()
        self.codec = codec

    def flush(self) -> None:
        """Decode the bytes that have come."""
        if self.raw:
            raw = "".join(self.raw)
            self.raw.clear()
            is_plain = raw.isascii() and self.codec not in (rtf_charsets.SYMBOL, rtf_charsets.WINGDINGS)
            self.story.text.append(raw if is_plain else rtf_charsets.decode(raw, self.codec))

    def put(self, raw: str) -> None:
        r"""Add bytes of the code page under way, given as Latin-1 characters, without those that stand for a `\u` before them."""
        if self.skip:
            left = max(0, self.skip - len(raw))
            raw = raw[self.skip :]
            self.skip = left
        if self.is_lost:
            self.lose()
        elif raw:
            self.raw.append(raw)

    def write(self, characters: str) -> None:
        """Add text that needs no decoding."""
        if self.is_lost:
            self.lose()
        else:
            self.flush()
            self.story.text.append(characters)

    # what is not to be seen

    def mark(self, marks: int) -> None:
        """Go over to text that is, or is no longer, deleted, inserted or hidden."""
        self.flush()
        changed = marks ^ self.marks
        self.marks = marks
        self.is_lost = bool(marks & self.refused)
        self.is_new_loss = self.is_lost
        if self.options.changes and self.story.kind != "code":
            self.story.text += [words[bool(not marks & bit)] for bit, words in _MARKS.items() if changed & bit]

    def lose(self) -> None:
        """Count text that is left out, each passage once."""
        if self.is_new_loss:
            self.is_new_loss = False
            self.lost[DELETED if self.marks & self.refused & DELETED else HIDDEN] += 1

    # stories

    def begin_story(self, kind: str) -> None:
        """Let the group under way write into a story of its own."""
        self.flush()
        self.outer.append(self.story)
        self.story = Story(kind)
        self.closing = "story"
        self.marks = 0
        self.is_lost = False
        self.style = PLAIN

    def end_story(self) -> None:
        """Put a finished story where it belongs."""
        self.flush()
        story = self.story
        style = self.style
        self.story = self.outer.pop()
        self.marks = self.groups[-1][3]
        self.is_lost = bool(self.marks & self.refused)
        lines = [line for line in story.finish(style) if isinstance(line, str) and line]
        words = " ".join(lines).strip()
        if story.kind == "label":
            self.story.label = words
        elif story.kind == "code":
            if self.fields:
                self.fields[-1].code += words
        elif story.kind == "author of a comment":
            self.author = f"{words}: " if words else ""
        elif story.kind in ("title", "author"):
            self.facts.setdefault(story.kind, words)
        elif story.kind == "box":
            if self.style.table:
                self.story.text.append(f" {words} ")
            else:
                self.story.after += lines
        elif lines:
            self._keep(story, "\n".join(lines))

    def _keep(self, story: Story, text: str) -> None:
        """Set a header, footer, note or comment aside, and leave the mark of a note or comment in the text."""
        kept = self.parts[story.kind]
        mark = ""
        if story.kind == "comment":
            mark = f"[c{len(kept) + 1}]"
            text = self.author + text
            self.author = ""
        elif story.kind in ("header", "footer"):
            text = f"[{story.kind}] {text}"
            if text in self.told:
                return
            self.told.add(text)
        elif story.is_automatic or self.story.is_automatic:
            mark = f"[{len(kept) + 1}]" if story.kind == "footnote" else f"[{roman(len(kept) + 1)}]"
            self.story.is_automatic = False
        if mark:
            self.story.text.append(mark)
            text = f"{mark} {text.lstrip()}"
        kept.append(text)

    # fields

    def begin_field(self) -> None:
        """Let the group under way be a field: only its result is seen."""
        self.flush()
        self.fields.append(Field(self.story))
        self.closing = "field"

    def end_field(self) -> None:
        """Add what the result does not show: where a link leads, and the character of a symbol field."""
        self.flush()
        field = self.fields.pop()
        shown = field.result()
        link = _LINK.match(field.code)
        symbol = _SYMBOL_FIELD.match(field.code)
        if self.is_lost or shown is None:
            return
        if link and shown.strip() and not link[1].startswith("#"):
            if link[1].removeprefix("mailto:").rstrip("/") not in shown:
                self.story.text.append(f" ({link[1]})")
        elif symbol and not shown.strip():
            number = int(symbol[1], 0) if symbol[1][:2].lower() == "0x" else int(symbol[1])
            self.story.text.append(rtf_charsets.picture(number & 0xFF, (symbol[2] or "").lower()) if symbol[2] else chr(number & 0xFFFF))
