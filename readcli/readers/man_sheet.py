"""The sheet on which a manual page is set: words fill lines between an indent and a width, ragged at the right.

Columns count from 0. Bold and underlined are written as overstrikes.
"""

from __future__ import annotations

import unicodedata

from readcli.readers.man_strike import strike
from readcli.readers.man_text import FIXED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from readcli.readers.man_text import Runs

_TAB = 8
_ENDS = (".", "?", "!")


class Sheet:
    """Lines under way. Those that are done wait in `done` until somebody takes them."""

    def __init__(self, width: int) -> None:
        """Take the columns of a line."""
        self.width = width
        self.done: list[str] = []
        self.indent = 0
        self.fills = True
        self.centred = 0  # input lines still to be centred
        self.once: int | None = None  # the indent of the next line alone
        self._line: Runs = []
        self._start = 0
        self._at = 0
        self._gap = 1  # blanks before the next word
        self._continues = False  # unfilled, the line under way takes more
        self._break = (0, 0)  # where the line under way may be broken: runs before it, and their columns
        self._blank = 0  # blank lines before the next line
        self.is_fresh = True  # nothing yet, or a heading just now: no blank line is wanted

    def put(self, runs: Runs, gap: int | None = None) -> None:
        """Add text: filled, or as a line of its own."""
        if not self.fills or self.centred:
            self._put_line(runs)
            return
        gap = self._gap if gap is None else gap
        word: Runs = []
        for font, text in runs:
            for at, piece in enumerate(text.expandtabs(_TAB).split(" ")):
                if at and word:
                    self._word(word, gap)
                    word, gap = [], 1
                elif at:
                    gap += 1
                if piece:
                    word.append((font, piece))
        if word:
            self._word(word, gap)
        self._gap = 2 if runs and _ends_sentence(runs) else 1

    def join(self) -> None:
        """Let the next word follow without a blank."""
        self._gap = 0
        self._continues = True

    def go_on(self) -> None:
        """Let the next text stand on the line under way, also where lines are not filled."""
        self._continues = True

    def _word(self, word: Runs, gap: int) -> None:
        size = sum(columns(text) for _, text in word)
        if self._line and self._at + gap + size > self.width:
            self._break_line(gap)
        if not self._line:
            self._start = self.indent if self.once is None else max(0, self.once)
            self.once = None
            self._at, gap = self._start, 0
            self._break = (0, 0)
        if gap:
            self._break = (len(self._line), self._at)
            same = self._line[-1][0] == word[0][0] == "I" and gap == 1
            self._line.append((word[0][0] if same else "R", FIXED * gap))
        self._line += word
        self._at += gap + size

    def _break_line(self, gap: int) -> None:
        """End the line before the next word; where that belongs to the word before it, before that one."""
        count, at = self._break
        if gap or not count:
            if gap:
                self.flush()
            return
        kept, end = self._line[count + 1 :], self._at
        gap_size = columns(self._line[count][1])
        self._line = self._line[:count]
        self.flush()
        self._line, self._start = kept, self.indent
        self._at = self._start + end - at - gap_size
        self._break = (0, 0)

    def _put_line(self, runs: Runs) -> None:
        """Set one line as it is."""
        if self._line and not self._continues:
            self.flush()
        self._continues = False
        if not self._line:
            self._start = self.indent if self.once is None else max(0, self.once)
            self._at, self.once = self._start, None
        elif self._gap:
            self._line.append(("R", FIXED * self._gap))
            self._at += self._gap
        size = sum(columns(text.expandtabs(_TAB)) for _, text in runs)
        if self.centred:
            self.centred -= 1
            self._start = max(self._start, self._start + (self.width - self._start - size) // 2)
        at = self._at - self._start
        for font, text in runs:
            wide = (" " * at + text).expandtabs(_TAB)[at:]
            self._line.append((font, wide))
            at += columns(wide)
        self._at = self._start + at
        self._gap = 1

    def flush(self) -> None:
        """End the line under way."""
        if self._line:
            text = "".join(strike(text, font) for font, text in self._line)
            self._line = []
            self.write(" " * self._start + text)
        self._at = 0
        self._gap = 1
        self._continues = False

    def write(self, line: str) -> None:
        """Write a finished line, after the blank ones that are due."""
        self.done += [""] * self._blank
        self._blank = 0
        self.is_fresh = False
        self.done.append(line.replace(FIXED, " ").rstrip())

    def space(self, count: int = 1) -> None:
        """End the line; let at least so many blank lines follow, but none below a heading."""
        self.flush()
        if not self.is_fresh:
            self._blank = max(self._blank, count)

    def blank(self) -> None:
        """Add a blank line of the page's own, where lines are not filled."""
        self.flush()
        if not self.is_fresh:
            self._blank += 1

    def heading(self, runs: Runs, column: int) -> None:
        """Write a heading, in bold, a blank line above and none below."""
        self.space()
        bold: Runs = [("BI" if "I" in font else "B", text) for font, text in runs]
        self.write(" " * column + "".join(strike(text, font) for font, text in bold))
        self.is_fresh = True

    def hang(self, tag: Runs, body: int, least: int = 1) -> None:
        """Begin a paragraph at the column `body` with a tag at the indent; one that leaves less than `least` blanks has its own line."""
        self.flush()
        fills, self.fills = self.fills, True
        if sum(columns(text) for _, text in tag) <= self.width - self.indent:
            tag = [(font, text.replace(" ", FIXED)) for font, text in tag]
        if tag:
            self.put(tag, 0)
        self.fills = fills
        self.indent = body
        if self._line and self._at + least > body:
            self.flush()
        elif self._line:
            self._gap = body - self._at
            self._continues = True

    @property
    def is_empty(self) -> bool:
        """Whether no line is under way."""
        return not self._line

    def take(self) -> list[str]:
        """Give the lines that are done, once."""
        lines, self.done = self.done, []
        return lines


def columns(text: str) -> int:
    """Give how many columns a text takes: two for wide letters, none for combining ones."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def _ends_sentence(runs: Runs) -> bool:
    text = runs[-1][1].rstrip("\"')]\u201d\u2019")
    return text.endswith(_ENDS)


def three(left: str, middle: str, right: str, width: int) -> str:
    """Set a title line: left, centred, right; on several lines where they do not fit."""
    room = width - columns(left) - columns(right)
    if room < columns(middle) + 2:
        return left + " " * max(1, room) + right if room > 0 else f"{left} {right}"
    before = max(1, (width - columns(middle) + 1) // 2 - columns(left))
    after = max(1, width - columns(left) - before - columns(middle) - columns(right))
    return left + " " * before + middle + " " * after + right
