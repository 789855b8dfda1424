"""Fields and hyperlinks: the result of a field is text, its code is not (ECMA-376 part 1, 17.16).

A link becomes `[text](target)` where it leads out of the document; links inside it are only text.
"""

import re

from readcli.readers.docx_styles import is_on, number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from readcli.readers.docx_story import Ends, Starts, Story

# Patterns are compiled when first used: many documents have no links
_LINK = r'(?is)\s*HYPERLINK\s+(?!\\)(?:"([^"]*)"|(\S+))(?:.*?\\l\s+"([^"]*)")?'
_DEEPEST = 20  # fields inside each other, as in Word; more are broken, and must not cost time
_UNSAFE = r"[\s()<>]"


def link_target(code: str) -> str:
    """Give where a HYPERLINK field leads, "" for other fields and for places in the same document."""
    match = re.match(_LINK, code)
    if not match:
        return ""
    target = (match[1] or match[2] or "").replace("\\\\", "\\")
    return f"{target}#{match[3]}" if target and match[3] else target


def linked(text: str, target: str) -> str:
    """Write a link; one whose text is its target, and one without text, needs no marks."""
    bare = text.strip()
    if not target or not bare or target.removeprefix("mailto:").rstrip("/") == bare.rstrip("/"):
        return text
    if re.search(_UNSAFE, target):
        target = f"<{target.replace('<', '%3C').replace('>', '%3E')}>"
    before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{before}[{bare}]({target}){after}"


class Field:
    """A complex field while it is read."""

    __slots__ = ("chosen", "code", "entries", "is_checked", "is_result", "link")

    def __init__(self) -> None:
        """Begin with the code, which is still to come."""
        self.is_checked: bool | None = None  # of a check box; None where it is none
        self.entries: list[str] = []  # of a drop-down list
        self.chosen = 0
        self.code: list[str] = []
        self.is_result = False
        self.link: tuple[str, int] | None = None

    def shown(self) -> str:
        """Give what a form field shows without having a result."""
        if self.is_checked is not None:
            return "☒" if self.is_checked else "☐"
        return self.entries[self.chosen] if 0 <= self.chosen < len(self.entries) else ""


class Fields:
    """The fields open in a story, and what they do to its text."""

    def __init__(self, story: "Story") -> None:
        """Belong to a story."""
        self._story = story
        self._open: list[Field] = []
        self.is_in_code = False  # of any of them: what comes is no text

    def starts(self) -> "Starts":
        """Give the handlers of starts by element name."""
        return {
            "w:fldChar": self._take_mark,
            "w:instrText": self._start_code,
            "w:fldSimple": lambda attributes: self._open_link(link_target(attributes.get("w:instr", ""))),
            "w:hyperlink": self._start_hyperlink,
            "w:checkBox": lambda _: self._set_check({"w:val": "0"}, is_box=True),
            "w:default": self._set_check,
            "w:checked": self._set_check,
            "w:result": self._choose,
            "w:listEntry": self._add_entry,
        }

    def ends(self) -> "Ends":
        """Give the handlers of ends by element name."""
        return {"w:instrText": self._story.end_text, "w:fldSimple": self._close_link, "w:hyperlink": self._close_link}

    def _take_mark(self, attributes: dict[str, str]) -> None:
        kind = attributes.get("w:fldCharType", "")
        if kind == "begin":
            if len(self._open) >= _DEEPEST:
                self._open.clear()
            self._open.append(Field())
        elif kind == "separate" and self._open:
            self._start_result(self._open[-1])
        elif kind == "end" and self._open:
            self._end(self._open.pop())
        self.is_in_code = any(not field.is_result for field in self._open)

    def _end(self, field: Field) -> None:
        if field.link in self._story.paragraph.links:
            self._close_link()
        self.is_in_code = any(not outer.is_result for outer in self._open)
        self._story.say(field.shown())

    def _start_result(self, field: Field) -> None:
        field.is_result = True
        target = link_target("".join(field.code))
        if target:
            self._open_link(target)
            field.link = self._story.paragraph.links[-1]

    def _set_check(self, attributes: dict[str, str], *, is_box: bool = False) -> None:
        if self._open and (is_box or self._open[-1].is_checked is not None):
            self._open[-1].is_checked = is_on(attributes)

    def _choose(self, attributes: dict[str, str]) -> None:
        if self._open:
            self._open[-1].chosen = number(attributes.get("w:val"), 0)

    def _add_entry(self, attributes: dict[str, str]) -> None:
        if self._open:
            self._open[-1].entries.append(attributes.get("w:val", ""))

    def _start_code(self, _attributes: dict[str, str]) -> None:
        """Gather the code of the innermost field; inside its result there is none."""
        self._story.wanted = self._open[-1].code if self._open and not self._open[-1].is_result else None

    def _start_hyperlink(self, attributes: dict[str, str]) -> None:
        _, target = self._story.related.get(attributes.get("r:id", ""), ("", ""))
        anchor = attributes.get("w:anchor", "")
        self._open_link(f"{target}#{anchor}" if target and anchor and "#" not in target else target)

    def _open_link(self, target: str) -> None:
        paragraph = self._story.paragraph
        paragraph.links.append((target if len(paragraph.links) < _DEEPEST else "", len(paragraph.pieces)))

    def _close_link(self) -> None:
        paragraph = self._story.paragraph
        if paragraph.links:
            target, at = paragraph.links.pop()
            if target:
                paragraph.pieces[at:] = [linked("".join(paragraph.pieces[at:]), target)]

    def end_paragraph(self) -> None:
        """Close the links of the paragraph. A code that runs on is broken: it must not swallow the document."""
        while self._story.paragraph.links:
            self._close_link()
        for field in self._open:
            field.is_result = True
        self.is_in_code = False
