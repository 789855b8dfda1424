"""What the macros of mdoc(7) that stand for something print: options, functions, names, addresses."""

from __future__ import annotations

from readcli.readers.man_mdoc_words import CLOSING, LIBRARIES, standard

TYPE_CHECKING = False
if TYPE_CHECKING:
    from readcli.readers.man_mdoc import Mdoc, Word


class Meanings:
    """The macros that stand for something; each takes the words that follow it on the line."""

    def __init__(self, mdoc: Mdoc) -> None:
        """Take the page."""
        self._mdoc = mdoc
        self._name = ""  # of the page
        self._function = 0  # arguments of .Fo so far, from 1
        self._has_types = False  # .Ft in the synopsis so far
        self._authors_split = False
        self._seen_author = False

    def begin_section(self, title: str) -> None:
        """Note that a section begins."""
        self._authors_split = title == "AUTHORS"
        self._seen_author = self._has_types = False

    def flag(self, words: list[Word]) -> None:
        """Set options, each behind its dash (Fl)."""
        if not words or (self._mdoc.is_callable(words[0][0]) and not words[0][1]):
            self._mdoc.word("-", "B")
            self._mdoc.no_space = bool(words)
        else:
            self._mdoc.each(words, "B", "-")

    def page_name(self, words: list[Word]) -> None:
        """Set the name of the page (Nm); in the synopsis it begins an entry that hangs."""
        given = bool(words) and (words[0][1] or not self._mdoc.is_callable(words[0][0])) and words[0][0] not in CLOSING
        name = words[0][0] if given else self._name
        if given and not self._name:
            self._name = words[0][0]
        mdoc = self._mdoc
        if self._is_declared() and not mdoc.lists.is_open and mdoc.sheet.fills and not mdoc.no_space:
            self._mdoc.sheet.flush()
            self._mdoc.sheet.indent = self._mdoc.margin
            self._mdoc.sheet.hang([("B", name)], self._mdoc.margin + len(name) + 1)
            if given:
                words.pop(0)
            self._mdoc.each(words, "B")
            return
        if not given:
            self._mdoc.word(self._name, "B")
            self._mdoc.each(words, "R")
            return
        self._mdoc.each(words, "B")

    def cross(self, words: list[Word]) -> None:
        """Set `name(section)` (Xr)."""
        name = self._mdoc.next_text(words)
        section = self._mdoc.next_text(words)
        self._mdoc.word(name + (f"({section})" if section else ""), "R")
        self._mdoc.each(words, "R")

    def called(self, words: list[Word]) -> None:
        """Set a function with its arguments (Fn)."""
        name = self._mdoc.next_text(words)
        arguments = []
        while words and (words[0][1] or not self._mdoc.is_callable(words[0][0])) and words[0][0] not in CLOSING:
            arguments.append(words.pop(0)[0])
        self._mdoc.word(name, "B")
        self._mdoc.no_space = True
        self._mdoc.word("(", "R")
        self._mdoc.no_space = True
        for at, argument in enumerate(arguments):
            self._mdoc.word(argument, "I")
            if at < len(arguments) - 1:
                self._mdoc.word(",", "R", closes=True)
        self._mdoc.word(")" + (";" if self._is_declared() else ""), "R", closes=True)
        self._mdoc.each(words, "R")
        if self._is_declared():
            self._mdoc.sheet.flush()

    def _is_declared(self) -> bool:
        return self._mdoc.section == "SYNOPSIS" and self._mdoc.collected is None

    def begin_function(self, words: list[Word]) -> None:
        """Begin a function whose arguments follow on lines of their own (Fo)."""
        self._mdoc.each(words, "B")
        self._mdoc.no_space = True
        self._mdoc.word("(", "R")
        self._mdoc.no_space = True
        self._function = 1

    def end_function(self, words: list[Word]) -> None:
        """End it (Fc)."""
        self._function = 0
        self._mdoc.word(")" + (";" if self._is_declared() else ""), "R", closes=True)
        self._mdoc.each(words, "R")
        if self._is_declared():
            self._mdoc.sheet.flush()

    def argument(self, words: list[Word]) -> None:
        """Set arguments of a function (Fa)."""
        while words and (words[0][1] or not self._mdoc.is_callable(words[0][0])):
            word, is_quoted = words.pop(0)
            if not is_quoted and word in CLOSING:
                self._mdoc.word(word, "R", is_delimiter=True)
                continue
            if self._function > 1:
                self._mdoc.word(",", "R", closes=True)
            self._function += bool(self._function)
            self._mdoc.word(word, "I")

    def types(self, words: list[Word]) -> None:
        """Set the type of a function (Ft); in the synopsis it begins an entry."""
        if self._is_declared() and not self._mdoc.no_space:
            if self._has_types:
                self._mdoc.sheet.space()
            self._has_types = True
            self._mdoc.sheet.flush()
        self._mdoc.each(words, "I")
        if self._is_declared():
            self._mdoc.sheet.flush()

    def variable_type(self, words: list[Word]) -> None:
        """Set the type of a variable (Vt)."""
        self._mdoc.each(words, "I")
        if self._is_declared():
            self._mdoc.sheet.flush()

    def include(self, words: list[Word]) -> None:
        """Set a header file (In)."""
        name = words.pop(0)[0] if words else ""
        if self._is_declared():
            self._mdoc.word(f"#include <{name}>", "B")
            self._mdoc.inline(words)
            self._mdoc.sheet.flush()
        else:
            self._mdoc.word("<", "R")
            self._mdoc.no_space = True
            self._mdoc.word(name, "I")
            self._mdoc.word(">", "R", closes=True)
            self._mdoc.inline(words)

    def directive(self, words: list[Word]) -> None:
        """Set a line of the preprocessor (Fd)."""
        self._mdoc.word(" ".join(word for word, _ in words), "B")
        self._mdoc.sheet.flush()

    def arguments(self, words: list[Word]) -> None:
        """Set arguments of a command, `file ...` where none is named (Ar)."""
        if not words or (not words[0][1] and (self._mdoc.is_callable(words[0][0]) or words[0][0] in (*CLOSING, "|"))):
            self._mdoc.word("file ...", "I")
        self._mdoc.each(words, "I")

    def path(self, words: list[Word]) -> None:
        """Set paths (Pa)."""
        if not words:
            self._mdoc.word("~", "I")
        self._mdoc.each(words, "I")

    def close_up(self, _words: list[Word]) -> None:
        """Let the next word follow without a blank (Ns)."""
        self._mdoc.no_space = True

    def prefix(self, words: list[Word]) -> None:
        """Set a word close to the next (Pf)."""
        if words:
            self._mdoc.word(words.pop(0)[0], "R")
            self._mdoc.no_space = True

    def apostrophe(self, _words: list[Word]) -> None:
        """Set an apostrophe close to both sides (Ap)."""
        self._mdoc.word("'", "R", closes=True)
        self._mdoc.no_space = True

    def plain(self, words: list[Word]) -> None:
        """Set words as they are (No)."""
        self._mdoc.each(words, "R")

    def berkeley(self, words: list[Word]) -> None:
        """Set a version of BSD (Bx)."""
        version = self._mdoc.next_text(words)
        more = self._mdoc.next_text(words) if version else ""
        self._mdoc.word(f"{version.removeprefix('-')}BSD" + (f"-{more.capitalize()}" if more else ""), "R")

    def att(self, words: list[Word]) -> None:
        """Set a version of AT&T UNIX (At)."""
        version = self._mdoc.next_text(words)
        name = "AT&T UNIX"
        if version.startswith("v") or version.isdigit():
            name = f"Version {version.removeprefix('v')} {name}"
        elif version:
            name = f"AT&T System {version.replace('.', ' Release ')} UNIX" if version[0] in "VI" else f"{name} {version}"
        self._mdoc.word(name.replace(" ", "\\ "), "R")

    def link(self, words: list[Word]) -> None:
        """Set an address with what it is called (Lk)."""
        address = words.pop(0)[0] if words else ""
        label = [word for word, _ in words if word not in CLOSING]
        after = [word for word, _ in words if word in CLOSING]
        words.clear()
        if label:
            self._mdoc.word(" ".join(label), "I")
            self._mdoc.word(":", "R", closes=True)
        self._mdoc.word(address, "B")
        for word in after:
            self._mdoc.word(word, "R", is_delimiter=True)

    def address(self, words: list[Word]) -> None:
        """Set a mail address (Mt)."""
        self._mdoc.each(words, "I")

    def standard(self, words: list[Word]) -> None:
        """Set the name of a standard (St)."""
        self._mdoc.word(standard(self._mdoc.next_text(words)), "R")

    def library(self, words: list[Word]) -> None:
        """Set the name of a library (Lb)."""
        name = self._mdoc.next_text(words)
        self._mdoc.word(LIBRARIES.get(name, f"library \u201c{name}\u201d"), "R")
        if self._mdoc.section == "LIBRARY":
            self._mdoc.sheet.flush()

    def begin_any(self, words: list[Word]) -> None:
        """Open with any mark (Eo)."""
        self._mdoc.word(self._mdoc.next_text(words), "R")
        self._mdoc.no_space = True

    def end_any(self, words: list[Word]) -> None:
        """Close with any mark (Ec)."""
        self._mdoc.word(self._mdoc.next_text(words), "R", closes=True)

    def author(self, words: list[Word]) -> None:
        """Set an author, on a line of his own where they are split (An)."""
        if words and words[0][0] in ("-split", "-nosplit"):
            self._authors_split = words.pop(0)[0] == "-split"
            self._seen_author = False
            return
        if self._authors_split and self._seen_author:
            self._mdoc.sheet.flush()
        self._seen_author = True
        self._mdoc.each(words, "R")

    def beta(self, _words: list[Word]) -> None:
        """Say so (Bt)."""
        self._mdoc.word("is currently in beta test.", "R")

    def under_development(self, _words: list[Word]) -> None:
        """Say so (Ud)."""
        self._mdoc.word("currently under development.", "R")

    def exits(self, words: list[Word]) -> None:
        """Say what the exit status is (Ex)."""
        names = [word for word, _ in words if word != "-std"] or [self._name]
        self._names(names, "utility exits", "utilities exit")
        self._mdoc.put(self._mdoc.pen.runs("0 on success, and >0 if an error occurs."))

    def returns(self, words: list[Word]) -> None:
        """Say what is returned (Rv)."""
        names = [f"{word}()" for word, _ in words if word != "-std"] or [f"{self._name}()"]
        self._names(names, "function returns", "functions return")
        self._mdoc.put(self._mdoc.pen.runs("the value 0 if successful; otherwise the value -1 is returned and the global variable"))
        self._mdoc.word("errno", "I")
        self._mdoc.put(self._mdoc.pen.runs("is set to indicate the error."))

    def _names(self, names: list[str], one: str, many: str) -> None:
        self._mdoc.put(self._mdoc.pen.runs("The"))
        for at, name in enumerate(names):
            if at and at == len(names) - 1:
                self._mdoc.put(self._mdoc.pen.runs("and"))
            self._mdoc.word(name, "B")
            if at < len(names) - 2:
                self._mdoc.word(",", "R", closes=True)
        self._mdoc.put(self._mdoc.pen.runs(one if len(names) == 1 else many))
