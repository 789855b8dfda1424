r"""The part of roff that manual pages use: strings, registers, conditions, macros of the page's own (groff(7)).

`render` takes a page and gives its lines. Macros of man(7) and mdoc(7) are in man_macros and man_mdoc; they go before the page's
own of the same name. A page whose macros call one another without an end is stopped (`_STEPS`).
"""

from __future__ import annotations

import re

from readcli.errors import Corrupt
from readcli.readers.man_numbers import holds, number
from readcli.readers.man_sheet import Sheet
from readcli.readers.man_text import Pen, name_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from readcli.readers.man_macros import Man
    from readcli.readers.man_mdoc import Mdoc

_STEPS = 400_000  # lines that are looked at, those of macros counted at each call, and strings put in
_BATCH = 50  # lines given at once
_DEEP = 20  # strings in strings
_INTERPOLATED = re.compile(r"\\(?:[\\e]|[*n]|\"|#)")
_MDOC = re.compile(r"^[.'][ \t]*D[dt][ \t]", re.MULTILINE)
_MAN = re.compile(r"^[.'][ \t]*TH[ \t]", re.MULTILINE)
_STRINGS = {"R": "\u00ae", "S": "", "Tm": "\u2122", "lq": "\u201c", "rq": "\u201d", "Aq": "'", "HF": ""}
_MDOC_STRINGS = {
    "Le": "\u2264", "<=": "\u2264", "Ge": "\u2265", ">=": "\u2265", "Lt": "<", "Gt": ">", "Ne": "\u2260", "!=": "\u2260", "Pm": "\u00b1",
    "+-": "\u00b1", "Ba": "|", "ba": "|", "Am": "&", "q": '"', "Lq": "\u201c", "Rq": "\u201d", "If": "\u221e", "Pi": "pi", "aa": "\u00b4",
    "ga": "`", "Px": "POSIX", "Ai": "ANSI",
}  # fmt: skip


def render(text: str, width: int) -> Iterator[str]:
    """Give the lines of a page, some in each text. Raises Corrupt where its macros never end."""
    roff = Roff(text, width)
    yield from roff.lines()


class Roff:
    """One page on its way through."""

    def __init__(self, text: str, width: int) -> None:
        """Take the page."""
        self.sheet = Sheet(width)
        self.pen = Pen()
        self.strings = dict(_STRINGS)
        self.macros: dict[str, list[str]] = {}
        self.registers = {"$": 0, ".g": 1, ".l": width, ".x": 1, ".y": 23, ".H": 1, ".V": 1, ".s": 10, ".v": 1, ".f": 1, "yr": 126, ".C": 0}
        self.characters: dict[int, str] = {}  # of .tr
        self.waiting: list[str] = text.replace("\r\n", "\n").split("\n")
        if self.waiting and not self.waiting[-1]:
            self.waiting.pop()
        self.waiting.reverse()
        self.steps = 0
        self.else_holds: list[bool] = []
        self.language = self._language(text)

    def _language(self, text: str) -> Man | Mdoc:
        """Tell man(7) from mdoc(7) by which begins the page."""
        mdoc, man = _MDOC.search(text), _MAN.search(text)
        if mdoc and (not man or mdoc.start() < man.start()):
            from readcli.readers.man_mdoc import Mdoc

            self.strings |= _MDOC_STRINGS
            return Mdoc(self)
        from readcli.readers.man_macros import Man

        return Man(self)

    def lines(self) -> Iterator[str]:
        """Set the page, and give its lines as they are done, some at a time."""
        while (line := self.next_line()) is not None:
            self.obey(line)
            if len(self.sheet.done) > _BATCH:
                yield "\n".join(self.sheet.take())
        self.language.end()
        self.sheet.flush()
        if self.sheet.done:
            yield "\n".join(self.sheet.take())

    def next_line(self) -> str | None:
        """Take the next input line, those joined by a backslash at their end as one."""
        if not self.waiting:
            return None
        self.step(1)
        line = self.waiting.pop()
        while line.endswith("\\") and (len(line) - len(line.rstrip("\\"))) % 2 and self.waiting:
            line = line[:-1] + self.waiting.pop()
        return line

    def step(self, count: int) -> None:
        """Count what is looked at. Raises Corrupt where that is more than any page needs."""
        self.steps += count
        if self.steps > _STEPS:
            raise Corrupt("its macros never end")

    def obey(self, line: str) -> None:
        """Obey a request or a macro, or set a line of text."""
        if line[:1] in (".", "'") and line:
            body = line[1:].lstrip(" \t")
            name, rest = split_name(body)
            if not name or name.startswith('\\"'):
                return
            from readcli.readers.man_requests import REQUESTS

            if self.language.has(name):  # some pages define these anew, for old programs
                self.language.call(name, self.interpolate(rest))
            elif name in self.macros:
                self.call(name, rest)
            elif name in REQUESTS:
                REQUESTS[name](self, rest)
            return
        if "\\}" in line:
            line = line.replace("\\}", "")
            if not line.strip():
                return
        self.language.text(self.interpolate(line))

    def call(self, name: str, rest: str) -> None:
        """Put the lines of a macro of the page's own before those that wait, with the arguments in."""
        arguments = split_arguments(self.interpolate(rest))
        self.registers[".$"] = len(arguments)
        body = [fill_in(line, name, arguments) for line in self.macros[name]]
        self.step(len(body))
        self.waiting += reversed(body)

    def interpolate(self, text: str, depth: int = 0) -> str:
        r"""Put strings (`\*`) and registers (`\n`) in, and take comments off."""
        if "\\" not in text:
            return text
        pieces = []
        at = 0
        while found := _INTERPOLATED.search(text, at):
            pieces.append(text[at : found.start()])
            kind = found[0][1]
            at = found.end()
            if kind in '"#':
                return "".join(pieces).rstrip(" \t") if not "".join(pieces).endswith("\\ ") else "".join(pieces)
            if kind in "\\e":
                pieces.append("\\e")
                continue
            step = text[at : at + 1] if kind == "n" and text[at : at + 1] in ("+", "-") else ""
            name, at = name_at(text, at + len(step))
            if kind == "n":
                pieces.append(str(self.register(name, step)))
            elif depth < _DEEP:
                self.step(1)
                pieces.append(self.interpolate(self.strings.get(name.partition(" ")[0], ""), depth + 1))
        return "".join(pieces) + text[at:]

    def register(self, name: str, step: str = "") -> int:
        """Give a register, changed by one before if so written."""
        if name == ".i":
            return self.sheet.indent
        if step:
            self.registers[name] = self.registers.get(name, 0) + (1 if step == "+" else -1)
        return self.registers.get(name, 0)

    def number(self, text: str, default: int = 0) -> int:
        """Give the value of an expression in characters or lines."""
        return number(self.interpolate(text), default)

    def translate(self, text: str) -> str:
        """Change characters as `.tr` demands."""
        return text.translate(self.characters) if self.characters else text

    def decide(self, rest: str) -> tuple[bool, str]:
        """Give whether the condition that begins a line holds, and what follows it."""
        rest = rest.lstrip(" \t")
        is_denied = False
        while rest.startswith("!"):
            is_denied, rest = not is_denied, rest[1:]
        known = self.strings.keys() | self.macros.keys()
        does_hold, rest = holds(rest, self.interpolate, known, self.registers)
        return does_hold != is_denied, rest

    def run(self, body: str, *, does_hold: bool) -> None:
        r"""Go on with what a condition governs, a line or all from `\{` to `\}`, or skip it."""
        body = body.lstrip(" \t")
        if does_hold:
            if body.startswith("\\{"):
                body = body[2:].lstrip(" \t")
            if body:
                self.waiting.append(body)
            return
        depth = body.count("\\{") - body.count("\\}")
        while depth > 0 and (line := self.next_line()) is not None:
            depth += line.count("\\{") - line.count("\\}")


def split_name(body: str) -> tuple[str, str]:
    r"""Split a control line into the name and the rest; `\}` and comments end a name."""
    end = 0
    while end < len(body) and body[end] not in ' \t"' and not (body[end] == "\\" and body[end + 1 : end + 2] in '"}{'):
        end += 1
    rest = body[end:].removeprefix("\\}").lstrip(" \t")
    return body[:end], "" if rest.startswith('\\"') else rest


def split_arguments(text: str) -> list[str]:
    """Split the arguments of a macro: at blanks, but not between quotes; a quote doubled in quotes is one."""
    return [word for word, _ in quoted_arguments(text)]


def quoted_arguments(text: str) -> list[tuple[str, bool]]:
    """Give the arguments, each with whether it stood in quotes."""
    found = []
    at, end = 0, len(text)
    while at < end:
        if text[at] in " \t":
            at += 1
            continue
        word = []
        is_quoted = text[at] == '"'
        at += is_quoted
        while at < end:
            letter = text[at]
            if is_quoted and letter == '"':
                if text[at + 1 : at + 2] != '"':
                    at += 1
                    break
                at += 1
            elif not is_quoted and letter in " \t":
                break
            elif letter == "\\" and at + 1 < end:
                word.append(letter)
                at += 1
                letter = text[at]
            word.append(letter)
            at += 1
        found.append(("".join(word), is_quoted))
    return found


def fill_in(line: str, name: str, arguments: list[str]) -> str:
    r"""Put the arguments of a call into a line of a macro: `\$1`, `\$*`, `\$@`, `\$0`."""
    if "\\$" not in line:
        return line

    def value(found: re.Match[str]) -> str:
        key = found[1].strip("([]")
        if key in ("*", "@"):
            return " ".join(f'"{word}"' for word in arguments) if key == "@" else " ".join(arguments)
        if key == "0":
            return name
        return arguments[int(key) - 1] if key.isdigit() and len(key) < 4 and 0 < int(key) <= len(arguments) else ""

    return re.sub(r"\\\$(\(..|\[[^\]]*\]|.)", value, line)
