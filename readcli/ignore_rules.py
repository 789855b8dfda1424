"""The rules of one ignore file, as `gitignore(5)` defines them.

Each entry is judged by its own path while the tree is walked from the top, so a folder that is ignored is never entered
and nothing below it can come back. Most rules need no wildcard but a `*` at one end: they are compared as text. The
others go through pathspec, which is loaded for the first of them (it costs 30 ms, twice the start of Python).
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re


class Rule:
    """One rule: what it compares with, and what follows from a match.

    kind      name, end, start (of the name), path (from the ignore file's folder), glob
    text      the name, its end or start, or the path
    """

    __slots__ = ("glob", "is_folder_only", "is_negated", "is_whole", "kind", "text")

    def __init__(self, kind: str, text: str, *, is_negated: bool, is_folder_only: bool) -> None:
        """Take a rule without its `!` and its last `/`."""
        self.kind = kind
        self.text = text
        self.is_negated = is_negated
        self.is_folder_only = is_folder_only
        self.is_whole = True
        self.glob: re.Pattern[str] | None = None

    def fits(self, name: str, path: str) -> bool:
        """Say whether a name, or its path from the ignore file's folder, is meant."""
        kind = self.kind
        if kind == "name":
            return name == self.text
        if kind == "end":
            return name.endswith(self.text)
        if kind == "start":
            return name.startswith(self.text)
        if kind == "path":
            return path == self.text
        if self.glob is None:
            return False
        return (self.glob.fullmatch(path) if self.is_whole else self.glob.match(path)) is not None


class Rules:
    """All rules of one ignore file; the last one that fits decides."""

    __slots__ = ("_cut", "_ends", "_names", "_needs_path", "_rules", "_starts")

    def __init__(self, rules: list[Rule], cut: int) -> None:
        """Take the rules in order; `cut` is how many characters of a path lead to the ignore file's folder."""
        self._rules = rules[::-1]
        self._cut = cut
        self._names = frozenset(rule.text for rule in rules if rule.kind == "name")
        self._ends = tuple(rule.text for rule in rules if rule.kind == "end")
        self._starts = tuple(rule.text for rule in rules if rule.kind == "start")
        self._needs_path = any(rule.kind in ("path", "glob") for rule in rules)

    def judge(self, folder: str, name: str, is_folder: bool) -> bool | None:
        """Say whether `folder` + `name` is ignored (True), wanted (False), or not spoken of."""
        path = ""
        if self._needs_path:
            path = (folder + name)[self._cut :]
        elif not (name in self._names or name.endswith(self._ends) or name.startswith(self._starts)):
            return None
        for rule in self._rules:
            if (is_folder or not rule.is_folder_only) and rule.fits(name, path):
                return not rule.is_negated
        return None


def parse(data: bytes, cut: int) -> Rules | None:
    """Read the bytes of an ignore file; None where it has no rule."""
    rules = []
    for line in os.fsdecode(data.removeprefix(b"\xef\xbb\xbf")).split("\n"):
        line = _trim(line)
        if line and line[0] != "#":
            rule = _rule(line)
            if rule:
                rules.append(rule)
    return Rules(rules, cut) if rules else None


def _trim(line: str) -> str:
    r"""Drop a carriage return at the end, and spaces unless a backslash stands before them."""
    line = line.removesuffix("\r")
    bare = line.rstrip(" ")
    if bare == line or (len(bare) - len(bare.rstrip("\\"))) % 2 == 0:
        return bare
    return bare + " "


def _rule(line: str) -> Rule | None:
    """Read one line that is neither empty nor a comment."""
    is_negated = line[0] == "!"
    body = line[1:] if is_negated else line
    is_folder_only = body.endswith("/")
    if is_folder_only:
        body = body[:-1]
    if not body:
        return None
    kind, text = _kind(body)
    rule = Rule(kind, text, is_negated=is_negated, is_folder_only=is_folder_only)
    if kind == "glob":
        _compile(rule)
        if rule.glob is None:
            return None
    return rule


def _kind(body: str) -> tuple[str, str]:
    """Tell how a rule can be compared, and with what."""
    is_literal = not any(letter in body for letter in "?[\\")
    stars = body.count("*")
    if is_literal and not stars:
        return ("path", body.removeprefix("/")) if "/" in body else ("name", body)
    if is_literal and stars == 1 and "/" not in body:
        if body[0] == "*":
            return "end", body[1:]
        if body[-1] == "*":
            return "start", body[:-1]
    return "glob", body


def _compile(rule: Rule) -> None:
    """Let pathspec write the pattern of a rule; git passes over one with a broken range, so it stays None."""
    import re

    from pathspec.patterns.gitignore.base import GitIgnorePatternError
    from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

    text = "\\" + rule.text if rule.text[0] in "#!" else rule.text  # the line's own mark has been taken off already
    try:
        pattern, _ = GitIgnoreSpecPattern.pattern_to_regex(text)
    except GitIgnorePatternError:
        return
    if pattern is None:
        return
    # `a/**` means what lies below `a`, not `a`; pathspec's patterns for `*` and `**` are one letter long.
    rule.is_whole = not (rule.text.endswith("/**") or pattern == ".")
    rule.glob = re.compile(pattern, re.DOTALL)
