r"""The escapes of roff text: `\fB`, `\(bu`, `\-`. Text becomes runs of one font (groff(7), "Escape sequences").

Fonts are R, B bold, I underlined, BI both. What moves the pen in ways a row of cells cannot follow says nothing. An escaped
space is U+00A0 until it is written, so that no line is broken there.
"""

from __future__ import annotations

from readcli.readers.man_glyphs import GLYPHS

TYPE_CHECKING = False
if TYPE_CHECKING:
    Runs = list[tuple[str, str]]

FIXED = "\u00a0"
_FONTS = {"1": "R", "B": "B", "2": "B", "I": "I", "3": "I", "BI": "BI", "4": "BI", "CB": "B", "CI": "I", "CBI": "BI", "IB": "BI"}
_QUOTED = "ABDHLNRSXZbhlovwx"  # escapes whose argument stands between delimiters
_NAMED = "FMVYgkmn"  # ... or is a name
_ONE = {
    " ": FIXED, "~": FIXED, "0": FIXED, "-": "-", "e": "\\", "E": "\\", "\\": "\\", "'": "\u00b4", "`": "`", ".": ".", "_": "_", "t": "\t",
    "/": "", ",": "", "&": "", ")": "", "%": "", ":": "", "|": "", "^": "", "{": "", "}": "", "!": "", "?": "", "a": "", "d": "", "u": "",
    "r": "", "p": "", "c": "", "z": "",
}  # fmt: skip


class Pen:
    r"""The font that text is in, and the one before it; `is_joined` where the text ended in `\c`."""

    def __init__(self) -> None:
        """Begin in the roman font."""
        self.font = self.previous = "R"
        self.is_joined = False

    def choose(self, name: str) -> None:
        """Change to a font by its name or position; P or nothing is the one before."""
        new = self.previous if name in ("", "P") else _FONTS.get(name, "R")
        self.previous, self.font = self.font, new

    def runs(self, text: str) -> Runs:
        """Give text as runs of one font."""
        self.is_joined = False
        found: Runs = []
        at = 0
        while (mark := text.find("\\", at)) >= 0:
            if mark > at:
                found.append((self.font, text[at:mark]))
            letters, at = self._escape(text, mark + 1)
            if letters:
                found.append((self.font, letters))
        if at < len(text):
            found.append((self.font, text[at:]))
        return found

    def _escape(self, text: str, at: int) -> tuple[str, int]:
        """Give what an escape stands for, and where the text goes on behind it."""
        letter = text[at : at + 1]
        if letter in "([" and letter:
            name, at = name_at(text, at)
            return glyph(name), at
        if letter == "f":
            name, at = name_at(text, at + 1)
            self.choose(name)
            return "", at
        if letter == "s":
            return "", _size_end(text, at + 1)
        if letter == "C":
            name, at = quoted_at(text, at + 1)
            return glyph(name), at
        if letter in _QUOTED and letter:
            argument, at = quoted_at(text, at + 1)
            return _drawn(letter, argument), at
        if letter in _NAMED and letter:
            return "", name_at(text, at + 1)[1]
        if letter == "c":
            self.is_joined = True
        return _ONE.get(letter, letter), at + 1


def glyph(name: str) -> str:
    """Give a special character by its name: bu, `u2014`, `char233`, a letter with an accent."""
    if name in GLYPHS:
        return GLYPHS[name]
    if name[:1] == "u" and 4 <= len(name.partition("_")[0]) - 1 <= 6:
        try:
            return "".join(chr(int(part.removeprefix("u"), 16)) for part in name.split("_"))
        except (ValueError, OverflowError):
            return ""
    if name.startswith("char") and name[4:].isdigit() and len(name) < 8:
        return chr(int(name[4:]))
    return name if len(name) == 1 else ""


def name_at(text: str, at: int) -> tuple[str, int]:
    """Read a name as escapes have it: `x`, `(xx`, `[long]`."""
    if text.startswith("(", at):
        return text[at + 1 : at + 3], at + 3
    if text.startswith("[", at):
        end = text.find("]", at)
        return (text[at + 1 : end], end + 1) if end >= 0 else ("", len(text))
    return text[at : at + 1], at + 1


def quoted_at(text: str, at: int) -> tuple[str, int]:
    """Read an argument between two equal delimiters."""
    mark = text[at : at + 1]
    end = text.find(mark, at + 1) if mark else -1
    return (text[at + 1 : end], end + 1) if end >= 0 else ("", len(text))


def _size_end(text: str, at: int) -> int:
    """Skip a size: `s0`, `s-1`, `s+10`, `s(12`, `s[12]`, `s'12'`."""
    at += text[at : at + 1] in ("+", "-")
    if text[at : at + 1] in ("(", "["):
        return name_at(text, at)[1]
    if text[at : at + 1] == "'":
        return quoted_at(text, at)[1]
    two = text[at : at + 2]
    return at + (2 if two[:1] in "123" and len(two) == 2 and two.isdigit() else 1)


def _drawn(letter: str, argument: str) -> str:
    """Give what escapes with a delimited argument draw: blanks, rules, letters over one another (the first of them)."""
    if letter in "hlL":
        digits = argument.lstrip("|")
        count = _leading_number(digits)
        rule = argument.lstrip("-|+.0123456789").removeprefix("n").removeprefix("m").removeprefix("u")[:1] or "_"
        return (FIXED if letter == "h" else rule if letter == "l" else "") * max(0, min(count, 200))
    if letter == "o":
        return argument[:1]
    if letter in "bZ":
        return argument
    if letter == "N" and argument.isdigit() and len(argument) < 7:
        return chr(min(int(argument), 0x10FFFF))
    return ""


def _leading_number(text: str) -> int:
    end = 0
    while end < len(text) and (text[end].isdigit() or text[end] in ".-+"):
        end += 1
    try:
        value = float(text[:end])
    except ValueError:
        return 0
    return int(value * 10) if text[end : end + 1] == "i" else int(value)
