"""Footnotes, endnotes and comments: each a run of blocks under its id (ECMA-376 part 1, 17.11, 17.13.4)."""

import re

from readcli.readers.pipe_tables import Blocks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from readcli.readers.docx_story import Ends, Starts, Story

_KINDS = ("footnote", "endnote", "comment")
_COMMENT_MARKS = r"((?:\[\^c\d+\])+)([^\s\[]+)"
_SEPARATORS = ("separator", "continuationSeparator", "continuationNotice")


class Notes:
    """The notes that a story holds (the parts of notes hold nothing else), and its marks of others."""

    def __init__(self, story: "Story") -> None:
        """Belong to a story."""
        self._story = story
        self._attributes: dict[str, str] = {}
        self.found: dict[str, tuple[dict[str, str], Blocks]] = {}  # attributes and blocks by id

    def starts(self) -> "Starts":
        """Give the handlers of starts by element name."""
        starts: Starts = {f"w:{kind}": self._start for kind in _KINDS}
        for kind in _KINDS:
            starts[f"w:{kind}Reference"] = lambda attributes, kind=kind: self._story.say(self._story.reading.mark(kind, attributes))  # type: ignore[misc]
        return starts

    def ends(self) -> "Ends":
        """Give the handlers of ends by element name."""
        return dict.fromkeys((f"w:{kind}" for kind in _KINDS), self._end)

    def _start(self, attributes: dict[str, str]) -> None:
        if attributes.get("w:type") in _SEPARATORS:
            self._story.skip(attributes)
            return
        self._attributes = attributes
        self._story.sinks.append([])

    def _end(self) -> None:
        self._story.flush()
        if len(self._story.sinks) > 1:
            self.found[self._attributes.get("w:id", "")] = (self._attributes, self._story.sinks.pop())


def unbroken(text: str) -> str:
    """Move the marks of comments behind the word that they stand in: a search for the word must find it."""
    return re.sub(_COMMENT_MARKS, r"\2\1", text)


def written(mark: str, attributes: dict[str, str], blocks: Blocks) -> str:
    """Write a note as a Markdown footnote; a comment tells who made it and when."""
    who = attributes.get("w:author", "")
    when = attributes.get("w:date", "")[:10]
    by = ", ".join(filter(None, (who, when)))
    text = "\n".join(text for _, text in blocks).lstrip().replace("\n", "\n    ")
    return ": ".join(filter(None, (mark, by, text)))
