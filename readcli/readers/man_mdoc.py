"""The macros of mdoc(7): a line of words in which macros call one another, delimiters stand close to what they belong to.

Words in fonts and between marks are in man_mdoc_words, lists and displays in man_mdoc_lists. Text stands at column 5.
"""

from __future__ import annotations

from readcli.readers.man_macros import volume
from readcli.readers.man_mdoc_lists import Lists
from readcli.readers.man_mdoc_meanings import Meanings
from readcli.readers.man_mdoc_references import References
from readcli.readers.man_mdoc_words import CLOSING, ENCLOSED, FONTS, OPENING, PARTS, SYSTEMS
from readcli.readers.man_roff import quoted_arguments
from readcli.readers.man_sheet import three

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from readcli.readers.man_roff import Roff
    from readcli.readers.man_text import Runs

    Word = tuple[str, bool]  # and whether it stood in quotes

BASE = 5


class Mdoc:
    """A page in mdoc(7)."""

    def __init__(self, roff: Roff) -> None:
        """Take the page that the macros are obeyed for."""
        self.roff = roff
        self.sheet = roff.sheet
        self.pen = roff.pen
        self.margin = 0
        self.section = ""
        self.lists = Lists(self)
        self._title = ["", "", ""]
        self._date = self._system = ""
        self.no_space = False
        self._spaces = True  # .Sm
        self.collected: Runs | None = None  # what a list item's head is made of
        self._is_header_due = True
        self._references = References(self)
        self._meanings = means = Meanings(self)
        self._blocks: dict[str, Callable[[list[Word]], None]] = {
            "Dd": self._set_date, "Dt": self._set_title, "Os": self._set_system, "Sh": self._section, "Ss": self._subsection,
            "Pp": self._paragraph, "Lp": self._paragraph, "Bl": self.lists.begin, "El": self.lists.end, "It": self._item,
            "Bd": self.lists.display,
            "Ed": self.lists.end_display, "D1": self.lists.one_line, "Dl": self.lists.one_line, "Nd": self._describe, "Bk": self._nothing,
            "Ek": self._nothing, "Sm": self._set_spaces, "Rs": self._references.begin, "Re": self._references.end, "Hf": self._nothing,
            "Ex": means.exits, "Rv": means.returns, "In": means.include, "Fd": means.directive, "Db": self._nothing, "Tg": self._nothing,
        }  # fmt: skip
        self._words: dict[str, Callable[[list[Word]], None]] = {
            "Fl": means.flag, "Nm": means.page_name, "Xr": means.cross, "Fn": means.called, "Fo": means.begin_function,
            "Fc": means.end_function,
            "Ns": means.close_up, "Pf": means.prefix, "Ap": means.apostrophe, "No": means.plain, "Bx": means.berkeley, "At": means.att,
            "Lk": means.link, "Mt": means.address, "St": means.standard, "Lb": means.library, "Eo": means.begin_any, "Ec": means.end_any,
            "Ta": self.lists.next_column, "Xo": self._nothing, "Xc": self._nothing, "An": means.author, "Ft": means.types,
            "Vt": means.variable_type,
            "Fa": means.argument, "Ot": means.types, "Ms": means.plain, "Bt": means.beta, "Ud": means.under_development,
            "Ar": means.arguments,
            "Pa": means.path, "Es": self._nothing, "Bf": self._nothing, "Ef": self._nothing,
        }  # fmt: skip

    # What roff asks

    def has(self, name: str) -> bool:
        """Say whether it is a macro of mdoc(7)."""
        return name in self._blocks or self.is_callable(name) or (name[:1] == "%" and len(name) == 2)

    def is_callable(self, name: str) -> bool:
        """Say whether a word on a line is a macro."""
        return name in self._words or name in FONTS or name in ENCLOSED or name in PARTS or name in SYSTEMS

    def call(self, name: str, rest: str) -> None:
        """Obey a line that begins with a macro."""
        words = quoted_arguments(rest)
        if name[:1] == "%":
            self._references.part(name[1:], [word for word, _ in words])
        elif name in self._blocks:
            self._blocks[name](words)
        else:
            self.line([(name, False), *words])

    def text(self, line: str) -> None:
        """Set a line of text."""
        if not line.strip():
            (self.sheet.space if self.sheet.fills else self.sheet.blank)()
            return
        if line[:1] == " " and self.sheet.fills:
            self.sheet.flush()
            self.sheet.once = self.sheet.indent + len(line) - len(line.lstrip(" "))
        self.put(self.pen.runs(self.roff.translate(line.lstrip(" ") if self.sheet.fills else line)))
        if not self.sheet.fills:
            self.sheet.flush()

    def end(self) -> None:
        """Write the last line."""
        self.sheet.space()
        self.sheet.is_fresh = False
        self.sheet.write(three(self._system, self._date, self._full_title() if self._title[0] else "", self.sheet.width))

    # Words on a line

    def line(self, words: list[Word]) -> None:
        """Obey the words of one line."""
        self.inline(words)
        self.pen.font = "R"
        if not self.sheet.fills and self.collected is None:
            self.sheet.flush()

    def inline(self, words: list[Word]) -> None:
        """Obey words; macros among them take what follows."""
        while words:
            word, is_quoted = words.pop(0)
            if not is_quoted and self.is_callable(word):
                self._obey(word, words)
            else:
                self.word(word, "R", is_delimiter=not is_quoted)

    def _obey(self, name: str, words: list[Word]) -> None:
        if name in self._words:
            self._words[name](words)
        elif name in FONTS:
            self.each(words, FONTS[name])
        elif name in ENCLOSED:
            self.enclose(words, *ENCLOSED[name])
        elif name in PARTS:
            text, is_opening = PARTS[name]
            self.word(text, "R", closes=not is_opening)
            self.no_space = is_opening or self.no_space
        else:
            version = self.next_text(words)
            self.word(SYSTEMS[name] + (f"\\ {version}" if version else ""), "R")

    def next_text(self, words: list[Word]) -> str:
        """Take the next word where it is neither a macro nor a delimiter."""
        if words and not self.is_callable(words[0][0]) and words[0][0] not in (*CLOSING, *OPENING, "|"):
            return words.pop(0)[0]
        return ""

    def each(self, words: list[Word], font: str, mark: str = "") -> bool:
        """Set the words up to the next macro in a font, delimiters among them plain; say whether there was any."""
        found = False
        while words and (words[0][1] or not self.is_callable(words[0][0])):
            word, is_quoted = words.pop(0)
            if not is_quoted and word in (*CLOSING, *OPENING, "|"):
                self.word(word, "R", is_delimiter=True)
                continue
            self.word(mark + word, font)
            found = True
        return found

    def enclose(self, words: list[Word], opening: str, closing: str) -> None:
        """Set the rest of the line between marks; delimiters that end the line stand behind the second one."""
        after: list[Word] = []
        while words and not words[-1][1] and words[-1][0] in CLOSING:
            after.insert(0, words.pop())
        self.word(opening, "R")
        self.no_space = True
        self.inline(words)
        self.word(closing, "R", closes=True)
        words.clear()
        for word, _ in after:
            self.word(word, "R", is_delimiter=True)

    def word(self, text: str, font: str, *, is_delimiter: bool = False, closes: bool = False) -> None:
        """Set one word; a closing delimiter, or what closes, follows without a blank, and so does what comes after an opening one."""
        if text in ("", "\\&") and not closes:
            return
        self.pen.font, self.pen.previous = font, "R"
        runs = self.pen.runs(self.roff.translate(text))
        self.pen.font = "R"
        if closes or (is_delimiter and text in CLOSING):
            self.no_space = True
        self.put(runs)
        if is_delimiter and text in OPENING:
            self.no_space = True

    def put(self, runs: Runs) -> None:
        """Give runs to the sheet, or to the head of an item."""
        no_space = self.no_space or not self._spaces
        self.no_space = self.pen.is_joined
        if self.collected is not None:
            if self.collected and not no_space:
                self.collected.append(("R", " "))
            self.collected += runs
            return
        if no_space:
            self.sheet.join()
        self.sheet.go_on()
        self.sheet.put(runs)

    def collect(self, words: list[Word]) -> Runs:
        """Give what words come to, without setting it."""
        outer, self.collected = self.collected, []
        self.no_space = False
        self.inline(words)
        runs, self.collected = self.collected, outer
        self.no_space = False
        return runs

    # The head of the page

    def _set_date(self, words: list[Word]) -> None:
        text = " ".join(word for word, _ in words)
        self._date = text.removeprefix("$Mdocdate:").removesuffix("$").replace("$Mdocdate$", "").strip()

    def _set_title(self, words: list[Word]) -> None:
        self._title = [*(word for word, _ in words), "", "", ""][:3]
        self._title[0] = self._title[0].upper()

    def _full_title(self) -> str:
        return f"{self._title[0]}({self._title[1]})"

    def _set_system(self, words: list[Word]) -> None:
        self._system = "".join(text for _, text in self.collect(words))
        self._header()

    def _header(self) -> None:
        if self._is_header_due:
            self._is_header_due = False
            self.sheet.write(three(self._full_title(), volume(self._title[1]), self._full_title(), self.sheet.width))
            self.sheet.done.append("")
            self.sheet.is_fresh = True

    def _section(self, words: list[Word]) -> None:
        self._header()
        self.lists.end_all()
        self.margin = self.sheet.indent = BASE
        self.sheet.fills = True
        self.section = " ".join(word for word, _ in words).upper()
        self.sheet.heading(self.collect(words), 0)
        self.sheet.indent = BASE
        self._meanings.begin_section(self.section)

    def _subsection(self, words: list[Word]) -> None:
        self.sheet.flush()
        self.sheet.indent = self.margin = BASE
        self.sheet.heading(self.collect(words), 3)

    def _paragraph(self, _words: list[Word]) -> None:
        self.sheet.space()
        self.sheet.indent = self.margin if not self.lists.is_open else self.sheet.indent

    def _item(self, words: list[Word]) -> None:
        self.lists.item(words)

    def _describe(self, words: list[Word]) -> None:
        self.word("\u2013", "R")
        self.line(words)

    def _nothing(self, _words: list[Word]) -> None:
        """Macros that change nothing here; what follows them on the line is obeyed all the same."""

    def _set_spaces(self, words: list[Word]) -> None:
        self._spaces = words[0][0] != "off" if words else not self._spaces
        self.no_space = not self._spaces
