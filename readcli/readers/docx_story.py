"""One story of a Word document (body, header, footnotes ...) as blocks of Markdown (ECMA-376 part 1, 17.3).

A state machine over XML events, so that a long document streams and a deep one needs no recursion. What is not about
paragraphs and their text is handled by the modules that `Story` gathers; each brings its handlers by element name.
"""

from collections.abc import Callable

from readcli.markup import Node
from readcli.readers.docx_changes import Changes
from readcli.readers.docx_fields import Fields
from readcli.readers.docx_notes import Notes, unbroken
from readcli.readers.docx_objects import Objects
from readcli.readers.docx_reading import Reading
from readcli.readers.docx_rows import Rows
from readcli.readers.docx_styles import BODY, Style, is_on, number
from readcli.readers.docx_symbols import symbol
from readcli.readers.pipe_tables import Blocks

Starts = dict[str, Callable[[dict[str, str]], None]]
Ends = dict[str, Callable[[], None]]

_SKIPPED = (
    *("w:sectPr", "w:tabs", "w:sdtPr", "w:sdtEndPr", "w:tblPr", "w:tblPrEx", "w:rubyPr", "w:fldData", "wp:docPr"),
    *("w:pPrChange", "w:rPrChange", "w:tblPrChange", "w:tblGridChange", "w:trPrChange", "w:tcPrChange", "w:numberingChange"),
    "w:delInstrText",
)


class Paragraph:
    """A paragraph while it is read: its `pieces` of text, its properties, and the `boxes` that will stand after it."""

    __slots__ = ("boxes", "is_joined", "level", "links", "num", "outline", "pieces", "style", "style_id")

    def __init__(self, style: Style) -> None:
        """Begin an empty paragraph in the default style."""
        self.pieces: list[str] = []
        self.links: list[tuple[str, int]] = []  # target, and where among the pieces its text begins
        self.boxes: Blocks = []
        self.style = style
        self.style_id = ""
        self.num: str | None = None
        self.level: int | None = None
        self.outline: int | None = None
        self.is_joined = False  # its end is deleted: the next paragraph goes on with its text


class Story:
    """Handlers `start`, `end`, `text` for `markup.steps`; finished blocks wait in `blocks`."""

    def __init__(self, reading: Reading, part: str) -> None:
        """Begin a story that lies in this part of the package."""
        self.reading = reading
        self.related = reading.related(part)
        self.blocks: Blocks = []
        self.sinks = [self.blocks]
        self.plain = reading.styles.of("")
        self.paragraph = Paragraph(self.plain)
        self.wanted: list[str] | None = None  # where characters go just now
        self.words = 0  # pieces of text so far, to tell whether a branch held any
        self.is_document = False  # the root says so
        self.properties = ""  # inside those of: "paragraph", "row"
        self.is_hidden = False  # the run
        self._was_hidden = False  # the text before, so that neighbours count once
        self._widths = [2] * 9  # of the list labels above, which items below them are indented by
        self._aside = 0  # elements open inside something skipped or captured
        self._captured: list[Node] = []
        self._finish: Callable[[Node], None] = _ignore
        self.fields = Fields(self)
        self.rows = Rows(self)
        self.notes = Notes(self)
        self._starts = self._find_starts()
        self._ends = self._find_ends()
        for module in (self.fields, self.rows, self.notes, Changes(self), Objects(self)):
            self._starts |= module.starts()
            self._ends |= module.ends()

    def _find_starts(self) -> Starts:
        starts: Starts = dict.fromkeys(_SKIPPED, self.skip)
        if not self.reading.options.hidden:
            starts["w:vanish"] = self._start_vanish
            if self.reading.styles.any_hidden:
                starts["w:rStyle"] = self._start_run_style
        for name, text in (("w:tab", "\t"), ("w:ptab", "\t"), ("w:br", "\n"), ("w:cr", "\n"), ("a:br", "\n"), ("w:noBreakHyphen", "-")):
            starts[name] = lambda _, text=text: self.say(text)  # type: ignore[misc]
        return starts | {
            "w:document": self._start_document,
            "w:t": self.start_text,
            "a:t": self.start_text,
            "w:pPr": lambda _: self._set_properties("paragraph"),
            "w:trPr": lambda _: self._set_properties("row"),
            "w:pStyle": self._take_style,
            "w:ilvl": self._take_level,
            "w:numId": self._take_num,
            "w:outlineLvl": self._take_outline,
            "w:sym": lambda attributes: self.say(symbol(attributes)),
        }

    def _find_ends(self) -> Ends:
        return {
            "w:t": self.end_text,
            "a:t": self.end_text,
            "w:p": self.end_paragraph,
            "a:p": self.end_paragraph,
            "w:r": self._end_run,
            "w:pPr": self._end_properties,
            "w:trPr": lambda: self._set_properties(""),
        }

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Take the start of an element."""
        if self._aside:
            self._aside += 1
            if self._captured:
                node = Node(name, attributes)
                self._captured[-1].items.append(node)
                self._captured.append(node)
            return
        handle = self._starts.get(name)
        if handle is not None:
            handle(attributes)

    def end(self, name: str) -> None:
        """Take the end of an element."""
        if self._aside:
            self._aside -= 1
            if self._captured:
                node = self._captured.pop()
                if not self._aside:
                    self._finish(node)
            return
        handle = self._ends.get(name)
        if handle is not None:
            handle()

    def text(self, characters: str) -> None:
        """Take characters; line breaks among them are blanks, as in any XML."""
        if self.wanted is not None:
            self.wanted.append(characters.replace("\n", " ") if "\n" in characters else characters)
        elif self._captured:
            self._captured[-1].items.append(characters)

    def skip(self, _attributes: dict[str, str]) -> None:
        """Pass over the element that begins here with all that it holds; its end is not told."""
        self._aside = 1

    def capture(self, node: Node, finish: Callable[[Node], None]) -> None:
        """Gather the element that begins here as a tree, handed to `finish` at its end."""
        self._aside = 1
        self._captured = [node]
        self._finish = finish

    def drain(self) -> Blocks:
        """Give the blocks that are finished, and forget them."""
        blocks = self.blocks[:]
        self.blocks.clear()
        return blocks

    def close(self) -> Blocks:
        """End the story, whole or broken off: text outside a finished paragraph, cell or box is not lost."""
        self.flush()
        while len(self.sinks) > 1:
            blocks = self.sinks.pop()
            self.sinks[-1].extend(blocks)
        return self.drain()

    def say(self, text: str) -> None:
        """Add text of the document's own making, where text shows."""
        if text and not self.is_hidden and not self.fields.is_in_code:
            self.paragraph.pieces.append(text)

    def start_text(self, _attributes: dict[str, str] | None = None) -> None:
        """Let the characters that come go into the paragraph, unless nobody would see them."""
        if self.is_hidden:
            self.reading.hidden += not self._was_hidden
            self._was_hidden = True
            return
        self._was_hidden = False
        if not self.fields.is_in_code:
            self.words += 1
            self.wanted = self.paragraph.pieces

    def end_text(self) -> None:
        """Let characters fall on the floor again."""
        self.wanted = None

    def _start_document(self, _attributes: dict[str, str]) -> None:
        self.is_document = True

    def _end_run(self) -> None:
        self.is_hidden = bool(self.paragraph.style.hidden) and not self.reading.options.hidden

    def _start_vanish(self, attributes: dict[str, str]) -> None:
        if not self.properties:  # else only the mark at the paragraph's end is hidden
            self.is_hidden = is_on(attributes)

    def _start_run_style(self, attributes: dict[str, str]) -> None:
        hidden = self.reading.styles.of(attributes.get("w:val", "")).hidden
        if hidden is not None and not self.properties:
            self.is_hidden = hidden

    def _set_properties(self, whose: str) -> None:
        self.properties = whose

    def _end_properties(self) -> None:
        self.properties = ""
        self._end_run()

    def _take_style(self, attributes: dict[str, str]) -> None:
        self.paragraph.style_id = attributes.get("w:val", "")
        self.paragraph.style = self.reading.styles.of(self.paragraph.style_id)

    def _take_level(self, attributes: dict[str, str]) -> None:
        self.paragraph.level = number(attributes.get("w:val"), 0)

    def _take_num(self, attributes: dict[str, str]) -> None:
        self.paragraph.num = attributes.get("w:val", "")

    def _take_outline(self, attributes: dict[str, str]) -> None:
        level = number(attributes.get("w:val"), 9)
        self.paragraph.outline = level + 1 if 0 <= level < 9 else BODY

    def begin_paragraph(self) -> None:
        """Begin an empty paragraph; the one before is somebody else's."""
        self.paragraph = Paragraph(self.plain)
        self.is_hidden = False

    def flush(self) -> None:
        """End a paragraph that was left open, or that was to be joined with one that never came."""
        if self.paragraph.pieces or self.paragraph.boxes:
            self.paragraph.is_joined = False
            self.end_paragraph()

    def end_paragraph(self) -> None:
        """Turn the paragraph into a block and begin an empty one."""
        done = self.paragraph
        if done.links or self.fields.is_in_code:
            self.fields.end_paragraph()
        self.begin_paragraph()
        if done.is_joined:
            self.paragraph.pieces = done.pieces
            self.paragraph.boxes = done.boxes
            return
        label = self._count_item(done)
        text = "".join(done.pieces).strip("\n").rstrip()
        sink = self.sinks[-1]
        if "[^c" in text:
            text = unbroken(text)
        if text:
            sink.append(self._dressed(done, label, text.replace("\u00ad", "") if "\u00ad" in text else text))
        if done.boxes:
            sink.extend(done.boxes)

    def _count_item(self, done: Paragraph) -> str:
        """Give the label of a list item; empty items count, too."""
        num = done.num if done.num is not None else done.style.num
        if not num or num == "0":
            return ""
        if done.level is None:
            level = done.style.level
            done.level = level if level is not None else self.reading.numbering.level_of(num, done.style_id)
        return self.reading.numbering.label(num, done.level)

    def _dressed(self, done: Paragraph, label: str, text: str) -> tuple[bool, str]:
        """Put the marks of headings and list items before a text. Cells of tables have no headings and no indents."""
        is_in_cell = self.rows.depth > 0
        outline = done.outline if done.outline is not None else done.style.outline
        if outline and not is_in_cell:
            label = "" if label == "-" else label
            return False, f"{'#' * min(outline, 6)} {' '.join(f'{label} {text}'.split())}"
        if label:
            if is_in_cell:
                return True, f"{label} {text}"
            level = min(max(done.level or 0, 0), 8)
            indent = " " * sum(self._widths[:level])
            self._widths[level] = min(len(label) + 1, 4)
            return True, f"{indent}{label} " + text.replace("\n", "\n" + indent + " " * self._widths[level])
        return False, f"\\{text}" if text[0] == "#" and text.lstrip("#")[:1] == " " and not is_in_cell else text


def _ignore(_node: Node) -> None:
    """Do nothing with a captured element."""
