"""Source text as lines of styled runs: Pygments' tokens as they come, without its formatters, and never other text.

A lexer that stalls, fails or loses a letter is put aside, and what is left of the file is plain; a very long line is
plain by itself.
"""

from __future__ import annotations

import _signal as signal  # without the enumerations, which take 1.5 ms to make

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from readcli.render.columns import Runs

LONG = 32 * 1024  # characters of a line that is not coloured
_TICK = 0.4  # seconds of processor time; a lexer without a token for one to two of them has stalled
_SETTLED = 100  # lines after which the patterns that are needed have been met
# What lexers raise: they are the work of 600 hands, and one that fails must not keep the text back.
_FAULTS = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
_PAIRS = (("/*", "*/"), ("<!--", "-->"), ("<script", "</script"), ("<style", "</style"), ("<?", "?>"), ("=begin", "=end"))
_FENCES = ('"""', "'''", "```")


class Stalled(Exception):
    """A lexer gave no token for too long."""


class Watch:
    """Looks at a lexer every now and then: `at` must have moved since. Only the time that the processor spent counts."""

    def __init__(self) -> None:
        """Start the timer, where the system has it and this is the main thread."""
        self.at = 0
        self.is_lexing = False
        self._seen = -1
        self._before: Any = None
        try:
            self._before = signal.signal(signal.SIGVTALRM, self._look)
            signal.setitimer(signal.ITIMER_VIRTUAL, _TICK, _TICK)
        except (AttributeError, ValueError):
            self._before = None

    def _look(self, _number: int, _frame: object) -> None:
        if self.is_lexing and self.at == self._seen:
            raise Stalled
        self._seen = self.at if self.is_lexing else -1

    def stop(self) -> None:
        """Stop the timer."""
        self.is_lexing = False
        if self._before is not None:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, self._before)
            self._before = None


class Colouring:
    """Gives the lines of a text in styled runs; `lexer` is None from where it was put aside."""

    def __init__(self, lexer: Any, styles: dict[Any, str]) -> None:
        """Take a lexer of Pygments and the style of each kind of token."""
        self.lexer = lexer
        self._styles = styles
        self._watch = Watch()
        self._count = 0

    def close(self) -> None:
        """Stop watching."""
        self._watch.stop()

    def lines(self, text: str, lead: str = "") -> Iterator[Runs]:
        r"""Give each line of a text, without its newline; `lead` is lexed before it and not given."""
        rows = text.split("\n")
        if not rows[-1]:
            rows.pop()
        if len(text) <= LONG or all(len(row) <= LONG for row in rows):
            yield from self._some(rows, lead)
            return
        start = 0
        for at, row in enumerate(rows):
            if len(row) > LONG:
                yield from self._some(rows[start:at], lead)
                yield [("", row)]
                start, lead = at + 1, ""
        yield from self._some(rows[start:], lead)

    def _some(self, rows: list[str], lead: str) -> Iterator[Runs]:
        """Give lines in colours as long as the lexer goes, then plain."""
        done = 0
        if self.lexer is not None and rows:
            for runs in self._lex(lead + "\n".join(rows) + "\n", lead.count("\n")):
                if done == len(rows) or "".join([text for _, text in runs]) != rows[done]:
                    break
                yield runs
                done += 1
        for row in rows[done:]:
            yield [("", row)]

    def _lex(self, text: str, skip: int) -> Iterator[Runs]:
        """Give the lines of a text but the first few, as far as the lexer goes."""
        watch, styles = self._watch, self._styles
        runs: Runs = []
        watch.is_lexing = True
        try:
            for at, kind, value in self.lexer.get_tokens_unprocessed(text):
                watch.at = at
                style = styles[kind]
                if "\n" not in value:
                    if runs and runs[-1][0] == style:
                        runs[-1] = (style, runs[-1][1] + value)
                    else:
                        runs.append((style, value))
                    continue
                first, *rest = value.split("\n")
                runs.append((style, first))
                for piece in rest:
                    if skip:
                        skip -= 1
                    else:
                        watch.is_lexing = False
                        yield runs
                        watch.is_lexing = True
                        self._settle()
                    runs = [(style, piece)]
        except (Stalled, *_FAULTS):
            self.lexer = None
        finally:
            watch.is_lexing = False

    def _settle(self) -> None:
        self._count += 1
        if self._count in (_SETTLED, 10 * _SETTLED):
            from readcli.render.patterns import settle

            settle(self.lexer)


def restart(text: str) -> int:
    """Give where lexing may begin, for what comes after a text: the last line that stands alone and inside nothing."""
    at = len(text)
    for _ in range(20):
        at = text.rfind("\n\n", 0, at)
        if at < 0:
            break
        letter = text[at + 2 : at + 3]
        if not letter.isspace() and letter not in (")", "]", "}") and _is_outside(text, at + 2):
            return at + 2
    return 0 if len(text) <= 2 * LONG else text.rfind("\n", 0, len(text) - LONG) + 1


def _is_outside(text: str, end: int) -> bool:
    """Say whether, as far as counting tells, no comment and no long string is open."""
    return all(text.count(fence, 0, end) % 2 == 0 for fence in _FENCES) and all(
        text.count(begin, 0, end) == text.count(close, 0, end) for begin, close in _PAIRS
    )
