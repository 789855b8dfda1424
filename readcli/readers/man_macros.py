"""The macros of man(7), with those that groff added (groff_man(7)).

Columns: sections at 0, subsections at 3, text at 7; a tagged paragraph hangs 7 more unless it says otherwise.
"""

from __future__ import annotations

from readcli.readers.man_roff import split_arguments
from readcli.readers.man_sheet import three
from readcli.readers.man_text import FIXED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from readcli.readers.man_roff import Roff
    from readcli.readers.man_text import Runs

BASE = 7
_VOLUMES = {
    "1": "General Commands Manual", "2": "System Calls Manual", "3": "Library Functions Manual", "4": "Kernel Interfaces Manual",
    "5": "File Formats Manual", "6": "Games Manual", "7": "Miscellaneous Information Manual", "8": "System Manager's Manual",
    "9": "Kernel Developer's Manual",
}  # fmt: skip
_PAIRS = ("BI", "BR", "IB", "IR", "RB", "RI")
_FONTS = {"B": "B", "I": "I", "SB": "B", "SM": "R", "R": "R"}


def volume(section: str) -> str:
    """Give what the pages of a section are together called."""
    return _VOLUMES.get(section[:1], "")


class Man:
    """A page in man(7)."""

    def __init__(self, roff: Roff) -> None:
        """Take the page that the macros are obeyed for."""
        self.roff = roff
        self.sheet = roff.sheet
        self.pen = roff.pen
        self.margin = 0
        self._tag = BASE  # how far paragraphs with tags hang
        self._outer: list[tuple[int, int]] = []  # of .RS: margin and hang
        self._waits = ""  # what the next line is: a tag, a heading (SH, SS), text in a font
        self._address = ""
        self._footer = ""
        self._distance = 1
        self._macros: dict[str, Callable[[list[str]], None]] = {
            "TH": self._title, "SH": self._section, "SS": self._subsection, "PP": self._paragraph, "P": self._paragraph,
            "LP": self._paragraph,
            "TP": self._tagged, "TQ": self._tagged_on, "IP": self._indented, "HP": self._hanging, "RS": self._inward, "RE": self._outward,
            "UR": self._link, "UE": self._end_link, "MT": self._link, "ME": self._end_link, "SY": self._synopsis, "YS": self._end_synopsis,
            "OP": self._option, "EX": self._example, "EE": self._end_example, "PD": self._set_distance, "MR": self._reference,
            "Sp": lambda _: self.sheet.space(), "Vb": self._example, "Ve": self._end_example, "DS": self._example, "DE": self._end_example,
        }  # fmt: skip

    def has(self, name: str) -> bool:
        """Say whether it is a macro of man(7)."""
        return name in self._macros or name in _FONTS or name in _PAIRS

    def call(self, name: str, rest: str) -> None:
        """Obey a macro."""
        arguments = split_arguments(rest)
        if name in self._macros:
            if self._waits in ("tag", "B", "I", "R") and name != "PD":
                self._waits = ""
            self._macros[name](arguments)
        elif name in _FONTS:
            if arguments:
                self._set([(_FONTS[name], " ".join(arguments))])
            elif self._waits in ("", "B", "I", "R"):
                self._waits = _FONTS[name]
        elif arguments:
            self._set([(name[at % 2], word) for at, word in enumerate(arguments)])

    def text(self, line: str) -> None:
        """Set a line of text."""
        if not line.strip() and self._waits != "tag":
            if self.sheet.fills:
                self.sheet.space()
            else:
                self.sheet.blank()
            return
        if line[:1] == " " and self.sheet.fills and not self._waits:
            self.sheet.flush()
            self.sheet.once = self.sheet.indent + len(line) - len(line.lstrip(" "))
            line = line.lstrip(" ")
        waits = self._waits
        if waits in ("B", "I", "R"):
            self._waits = ""
            self._set([(waits, line)])
            return
        self._emit(self.pen.runs(self.roff.translate(line)))

    def end(self) -> None:
        """Write the last line."""
        self.sheet.space()
        if self._footer:
            self.sheet.is_fresh = False
            self.sheet.write(self._footer)

    def _set(self, pieces: list[tuple[str, str]]) -> None:
        """Set pieces, each in a font of its own; the font before comes back."""
        runs: Runs = []
        font, previous = self.pen.font, self.pen.previous
        for name, text in pieces:
            self.pen.font, self.pen.previous = name, "R"
            runs += self.pen.runs(self.roff.translate(text))
        self.pen.font, self.pen.previous = font, previous
        self._emit(runs)

    def _emit(self, runs: Runs) -> None:
        """Set runs where they belong: as the tag or the heading that is due, or as text."""
        is_joined = self.pen.is_joined
        if self._waits == "tag":
            self._waits = ""
            self.sheet.hang(runs, self.margin + self._tag)
        elif self._waits in ("SH", "SS"):
            column = 0 if self._waits == "SH" else 3
            self._waits = ""
            self.sheet.heading(runs, column)
        else:
            self.sheet.put(runs)
        if is_joined and not (runs and runs[-1][1].endswith(" ")):
            self.sheet.join()

    def _reset(self) -> None:
        """Go back to the margin, to filling and to the roman font."""
        self.sheet.flush()
        self.sheet.indent = self.margin
        self.roff.registers.pop(" in", None)
        self._tag = BASE
        self.pen.font = self.pen.previous = "R"

    def _title(self, words: list[str]) -> None:
        has_manual = len(words) > 4
        words = [self._plain(word) for word in words] + [""] * 5
        name, section, date, source, manual = words[:5]
        manual = manual if has_manual else volume(section)
        title = f"{name}({section})" if section else name
        self.sheet.write(three(title, manual, title, self.sheet.width))
        self.sheet.done.append("")
        self.sheet.is_fresh = True
        self._footer = three(source, date, title, self.sheet.width)
        self.margin = self.sheet.indent = BASE

    def _plain(self, text: str) -> str:
        return "".join(letters for _, letters in self.pen.runs(text)).replace(FIXED, " ")

    def _heading(self, words: list[str], kind: str, column: int) -> None:
        self.sheet.fills = True
        self.margin = BASE
        self._outer.clear()
        self._reset()
        self._distance = 1
        if words:
            self.sheet.heading(self.pen.runs(" ".join(words)), column)
            self.pen.font = self.pen.previous = "R"
        else:
            self.sheet.space()
            self._waits = kind

    def _section(self, words: list[str]) -> None:
        self._heading(words, "SH", 0)

    def _subsection(self, words: list[str]) -> None:
        self._heading(words, "SS", 3)

    def _paragraph(self, _words: list[str]) -> None:
        self._reset()
        self.sheet.space(self._distance)

    def _indent_of(self, text: str, default: int) -> int:
        found = self.roff.number(text, default) if text else default
        return max(0, min(found, self.sheet.width // 2))

    def _tagged(self, words: list[str]) -> None:
        self._begin(words[0] if words else "")
        self._waits = "tag"

    def _begin(self, indent: str) -> None:
        """Begin a paragraph that hangs."""
        tag = self._indent_of(indent, self._tag)
        self._reset()
        self._tag = tag
        self.sheet.space(self._distance)

    def _tagged_on(self, _words: list[str]) -> None:
        self.sheet.flush()
        self.sheet.indent = self.margin
        self._waits = "tag"

    def _indented(self, words: list[str]) -> None:
        self._begin(words[1] if len(words) > 1 else "")
        self.sheet.hang(self.pen.runs(words[0]) if words else [], self.margin + self._tag)

    def _hanging(self, words: list[str]) -> None:
        self._begin(words[0] if words else "")
        self.sheet.once = self.margin
        self.sheet.indent = self.margin + self._tag

    def _inward(self, words: list[str]) -> None:
        self.sheet.flush()
        self._outer.append((self.margin, self._tag))
        if len(self._outer) < 50:
            self.margin = min(self.margin + self._indent_of(words[0] if words else "", self._tag), self.sheet.width - 10)
        self.sheet.indent = self.margin
        self._tag = BASE

    def _outward(self, words: list[str]) -> None:
        self.sheet.flush()
        level = int(words[0]) if words and words[0].isdigit() and len(words[0]) < 4 else len(self._outer)
        if self._outer:
            at = max(0, min(level, len(self._outer)) - 1)
            self.margin, self._tag = self._outer[at]
            del self._outer[at:]
        self.sheet.indent = self.margin

    def _link(self, words: list[str]) -> None:
        self._address = words[0] if words else ""

    def _end_link(self, words: list[str]) -> None:
        if self._address:
            self._set([("R", f"\\[la]{self._address}\\[ra]{words[0] if words else ''}")])
        self._address = ""

    def _synopsis(self, words: list[str]) -> None:
        self._reset()
        name = self._plain(words[0]) if words else ""
        self._tag = len(name) + 1
        self.sheet.hang([("B", name)], self.margin + self._tag)

    def _end_synopsis(self, _words: list[str]) -> None:
        self._reset()

    def _option(self, words: list[str]) -> None:
        pieces = [("R", "["), ("B", words[0] if words else "")]
        pieces += [("R", "\\ "), ("I", words[1])] if len(words) > 1 else []
        self._set([*pieces, ("R", "]")])

    def _example(self, _words: list[str]) -> None:
        self.sheet.flush()
        self.sheet.fills = False

    def _end_example(self, _words: list[str]) -> None:
        self.sheet.flush()
        self.sheet.fills = True

    def _set_distance(self, words: list[str]) -> None:
        self._distance = max(0, min(self.roff.number(words[0], 1), 5)) if words else 1

    def _reference(self, words: list[str]) -> None:
        words = [*words, "", ""]
        self._set([("I", words[0]), ("R", f"({words[1]}){words[2]}" if words[1] else "")])
