"""The rules of one ignore file, as `gitignore(5)` defines them.

Each entry is judged by its own path while the tree is walked from the top, so a folder that is ignored is never entered
and nothing below it can come back. Most rules need no wildcard but a `*` at one end: they are compared as text, and
`re` is not even loaded for them.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re


class Rule:
    """One rule: what it compares with, and what follows from a match.

    kind      name, end, start (of the name), path (from the ignore file's folder), glob (of a name), pathglob
    text      the name, its end or start, the path, or the pattern
    """

    __slots__ = ("glob", "is_folder_only", "is_negated", "kind", "text")

    def __init__(self, kind: str, text: str, *, is_negated: bool, is_folder_only: bool) -> None:
        """Take a rule without its `!` and its last `/`."""
        self.kind = kind
        self.text = text
        self.is_negated = is_negated
        self.is_folder_only = is_folder_only
        self.glob: re.Pattern[bytes] | None = None

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
        where = name if kind == "glob" else path
        return self.glob is not None and self.glob.fullmatch(where.encode("utf-8", "surrogateescape")) is not None


class Rules:
    """All rules of one ignore file; the last one that fits decides."""

    __slots__ = ("_cut", "_ends", "_is_quick", "_names", "_rules", "_starts")

    def __init__(self, rules: list[Rule], cut: int) -> None:
        """Take the rules in order; `cut` is how many characters of a path lead to the ignore file's folder."""
        self._rules = rules[::-1]
        self._cut = cut
        self._names = frozenset(rule.text for rule in rules if rule.kind == "name")
        self._ends = tuple(rule.text for rule in rules if rule.kind == "end")
        self._starts = tuple(rule.text for rule in rules if rule.kind == "start")
        self._is_quick = all(rule.kind in ("name", "end", "start") for rule in rules)

    def judge(self, folder: str, name: str, is_folder: bool) -> bool | None:
        """Say whether `folder` + `name` is ignored (True), wanted (False), or not spoken of."""
        if self._is_quick and not (name in self._names or name.endswith(self._ends) or name.startswith(self._starts)):
            return None
        path = (folder + name)[self._cut :]
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
    if kind.endswith("glob"):
        from readcli.ignore_glob import compile_glob

        rule.glob = compile_glob(os.fsencode(text), is_path=kind == "pathglob")
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
    return ("pathglob", body.removeprefix("/")) if "/" in body else ("glob", body)
