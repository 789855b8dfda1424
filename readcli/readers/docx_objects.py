"""What stands in or beside the text of a story: boxes, drawings, equations, ruby, embedded documents."""

from readcli.markup import Node

TYPE_CHECKING = False
if TYPE_CHECKING:
    from readcli.readers.docx_story import Ends, Paragraph, Starts, Story

_PARTS = ("r:id", "r:dm")  # the attributes that lead to a chart, and to the words of a SmartArt


class Objects:
    """Paragraphs inside text boxes interrupt the paragraph that holds them and stand after it."""

    def __init__(self, story: "Story") -> None:
        """Belong to a story."""
        self._story = story
        self._outer: list[tuple[Paragraph, bool]] = []  # what boxes interrupt, and whether its run is hidden
        self._choices: list[int] = []  # open alternatives: how many words there were before
        self._base: list[str] = []  # the pieces of the paragraph while a ruby text is read
        self._ruby = ""

    def starts(self) -> "Starts":
        """Give the handlers of starts by element name."""
        return {
            "w:txbxContent": self._start_box,
            "a:txBody": self._start_box,
            "mc:AlternateContent": lambda _: self._choices.append(self._story.words),
            "mc:Choice": self._start_branch,
            "mc:Fallback": self._start_branch,
            "m:oMath": self._start_equation,
            "w:rt": self._start_ruby,
            "v:textpath": lambda attributes: self._add(attributes.get("string", "")),
            "c:chart": self._take_drawing,
            "cx:chart": self._take_drawing,
            "dgm:relIds": self._take_drawing,
            "w:altChunk": self._take_document,
        }

    def ends(self) -> "Ends":
        """Give the handlers of ends by element name."""
        return {
            "w:txbxContent": self._end_box,
            "a:txBody": self._end_box,
            "mc:AlternateContent": self._end_choice,
            "w:rt": self._end_ruby_text,
            "w:ruby": self._end_ruby,
        }

    def _start_box(self, _attributes: dict[str, str]) -> None:
        story = self._story
        self._outer.append((story.paragraph, story.is_hidden))
        story.begin_paragraph()
        story.sinks.append([])

    def _end_box(self) -> None:
        story = self._story
        story.flush()
        blocks = story.sinks.pop()
        story.paragraph, story.is_hidden = self._outer.pop()
        story.paragraph.boxes.extend(blocks)

    def _start_branch(self, attributes: dict[str, str]) -> None:
        """Read the first branch that holds words; the others say the same for other programs."""
        if self._choices and self._story.words > self._choices[-1]:
            self._story.skip(attributes)

    def _end_choice(self) -> None:
        if self._choices:
            self._choices.pop()

    def _start_equation(self, attributes: dict[str, str]) -> None:
        self._story.capture(Node("m:oMath", attributes), self._end_equation)

    def _end_equation(self, node: Node) -> None:
        from readcli.readers import docx_math

        self._story.words += 1
        self._story.say(docx_math.linear(node))

    def _start_ruby(self, _attributes: dict[str, str]) -> None:
        self._base = self._story.paragraph.pieces
        self._story.paragraph.pieces = []

    def _end_ruby_text(self) -> None:
        self._ruby = "".join(self._story.paragraph.pieces)
        self._story.paragraph.pieces = self._base

    def _end_ruby(self) -> None:
        """Put the reading behind its characters, in brackets."""
        if self._ruby:
            self._story.say(f"({self._ruby})")
            self._ruby = ""

    def _add(self, text: str) -> None:
        if text:
            self._story.words += 1
            self._story.paragraph.boxes.append((False, text))

    def _take_drawing(self, attributes: dict[str, str]) -> None:
        from readcli.readers import docx_drawing

        for key in _PARTS:
            _, target = self._story.related.get(attributes.get(key, ""), ("", ""))
            root = self._story.reading.tree(target)
            if root is not None:
                self._add(docx_drawing.text(root))

    def _take_document(self, attributes: dict[str, str]) -> None:
        from readcli.readers import docx_embedded

        _, target = self._story.related.get(attributes.get("r:id", ""), ("", ""))
        self._story.sinks[-1].extend(docx_embedded.blocks(self._story.reading, target))
