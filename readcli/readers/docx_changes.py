"""Tracked changes: shown as accepted and counted, or marked in the text (ECMA-376 part 1, 17.13.5)."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from readcli.readers.docx_story import Ends, Starts, Story

_INSERTED = ("{++", "++}")
_DELETED = ("{--", "--}")


class Changes:
    """Insertions and deletions of text, rows and ends of paragraphs; moves are one of each."""

    def __init__(self, story: "Story") -> None:
        """Belong to a story."""
        self._story = story
        self._is_shown = story.reading.options.changes

    def starts(self) -> "Starts":
        """Give the handlers of starts by element name."""
        starts: Starts = {
            "w:ins": self._start_insertion,
            "w:moveTo": self._start_insertion,
            "w:del": self._start_deletion,
            "w:moveFrom": self._start_deletion,
        }
        if self._is_shown:
            starts["w:delText"] = self._story.start_text
        return starts

    def ends(self) -> "Ends":
        """Give the handlers of ends by element name."""
        if not self._is_shown:
            return {}
        return {
            "w:ins": lambda: self._end(_INSERTED),
            "w:moveTo": lambda: self._end(_INSERTED),
            "w:del": lambda: self._end(_DELETED),
            "w:moveFrom": lambda: self._end(_DELETED),
            "w:delText": self._story.end_text,
        }

    def _start_insertion(self, _attributes: dict[str, str]) -> None:
        if self._story.properties == "paragraph":
            return  # its end: what it holds counts
        self._story.reading.insertions += 1
        if self._is_shown and not self._story.properties:
            self._story.paragraph.pieces.append(_INSERTED[0])

    def _start_deletion(self, attributes: dict[str, str]) -> None:
        self._story.reading.deletions += 1
        if self._is_shown:
            if not self._story.properties:
                self._story.paragraph.pieces.append(_DELETED[0])
        elif self._story.properties == "paragraph":
            self._story.paragraph.is_joined = True
        elif self._story.properties == "row":
            self._story.rows.leave_row_out()
        else:
            self._story.skip(attributes)

    def _end(self, marks: tuple[str, str]) -> None:
        """Close the mark; a change that holds no text gets none."""
        pieces = self._story.paragraph.pieces
        if self._story.properties or not pieces:
            return
        if pieces[-1] == marks[0]:
            pieces.pop()
        else:
            pieces.append(marks[1])
