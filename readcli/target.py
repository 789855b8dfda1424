"""From an argument to a locator and the rest: product rules 1 to 3. Touches no disk: what exists is asked of a `World`.

`cut` finds the locator; `members` splits the rest inside a container (rule 4). What the words mean stands in the glossary.
"""

from __future__ import annotations

from readcli import limits
from readcli.errors import NotFound, UsageError
from readcli.selector import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Protocol

    class World(Protocol):
        """What exists, as far as reading an argument must know."""

        schemes: dict[str, str]

        def has_path(self, path: str) -> bool:
            """Say whether a path exists; raise ReadError where that cannot be told."""

        def is_sqlite(self, path: str) -> bool:
            """Say whether an existing path is a SQLite file."""

        def has_page(self, name: str) -> bool:
            """Say whether there is a manual page of this name, NAME(S) or NAME.S."""


# What fsspec knows, for the extra `remote`.
REMOTE = (
    "abfs", "abfss", "adl", "az", "box", "dbfs", "dropbox", "ftp", "gcs", "gdrive", "github", "gitlab", "gs", "hdfs", "hf", "memory", "oci",
    "oss", "s3", "s3a", "sftp", "smb", "ssh", "webdav", "webhdfs",
)  # fmt: skip
KNOWN = ("http", "https", "file", "man")


class Locator:
    """Where to look: `kind` is path, stdin, url, man or a configured scheme; `rest` begins with its `:` or `?`, or is empty."""

    __slots__ = ("kind", "rest", "where")

    def __init__(self, kind: str, where: str, rest: str = "") -> None:
        """Take the three."""
        self.kind = kind
        self.where = where
        self.rest = rest


def cut(argument: str, world: World, *, is_windows: bool = False) -> Locator:
    """Find the locator of an argument. Raises UsageError, NotFound, or what `world` raises."""
    if len(argument.encode("utf-8", "surrogateescape")) > limits.ARGUMENT:
        raise UsageError(f"the argument is longer than {limits.ARGUMENT} bytes", "give a path and -r SEL")
    if argument == "-" or argument.startswith("-:"):
        return Locator("stdin", "-", argument[1:])
    scheme = _scheme(argument)
    known = scheme in KNOWN or scheme in world.schemes
    if not (known and (argument[len(scheme) + 1 :].startswith("//") or scheme == "man")) and world.has_path(argument):
        return Locator("path", argument)
    if scheme:
        if argument[len(scheme) + 1 :].startswith("//"):
            return _cut_scheme(argument, scheme, world, is_windows=is_windows)
        if scheme == "man":
            return _cut_man(argument[4:], world)
    return _cut_path(argument, world, is_windows=is_windows)


def _scheme(argument: str) -> str:
    """Give the lower-cased word before a first colon, where it looks like a scheme."""
    word, colon, _ = argument.partition(":")
    plain = word.replace("+", "").replace("-", "").replace(".", "")
    return word.lower() if colon and plain.isascii() and plain.isalnum() and word[0].isalpha() and len(word) > 1 else ""


def _cut_scheme(argument: str, scheme: str, world: World, *, is_windows: bool) -> Locator:
    after = argument[len(scheme) + 3 :]
    if scheme in ("http", "https"):
        from readcli.address import split_url

        url, rest = split_url(argument)
        return Locator("url", url, rest)
    if scheme == "file":
        from readcli.address import path_of_file_url

        found = _cut_path(path_of_file_url(after), world, is_windows=is_windows)
        if found.rest and not after.endswith(found.rest):  # the colon itself was written %3A
            raise NotFound(f"{path_of_file_url(after)}: no such file or directory")
        return found
    if scheme in world.schemes:
        for left, rest in cuts(after, start=0):
            path = world.schemes[scheme].replace("{}", left)
            if world.has_path(path):
                return Locator("path", path, rest)
        raise NotFound(f"{argument}: no such file or directory", f"{scheme}:// stands for {world.schemes[scheme]}")
    if scheme == "man":
        return _cut_man(after, world)
    if scheme in REMOTE:
        from readcli.address import split_url

        return Locator("remote", *split_url(f"{scheme}://{after}"))
    if world.has_path(argument[: len(scheme)]):
        return _cut_path(argument, world, is_windows=is_windows)
    schemes = ", ".join(f"{word}://" if word != "man" else "man:" for word in (*KNOWN, *world.schemes))
    raise UsageError(f"{argument}: unknown scheme {scheme}://", f"known are {schemes}")


def _cut_man(text: str, world: World) -> Locator:
    """Take the longest page name that exists."""
    for left, rest in cuts(text, start=1):
        if world.has_page(left):
            return Locator("man", left, rest)
    name = _without_selector(text)
    raise NotFound(f"man:{name}: no such manual page", "man -k WORD searches")


def _cut_path(argument: str, world: World, *, is_windows: bool) -> Locator:
    start = 1
    if len(argument) > 2 and argument[0].isalpha() and argument[1] == ":" and (is_windows or argument[2] == "\\"):
        start = 2
    query = argument.find("?")
    for left, rest in cuts(argument, start=start, question=query):
        if len(left) == query and rest[:1] == "?" and not (world.has_path(left) and world.is_sqlite(left)):
            continue
        if left == argument or world.has_path(left):
            if left == argument and not world.has_path(left):
                continue
            return Locator("path", left, rest)
    raise NotFound(f"{_without_selector(argument)}: no such file or directory", _colon_hint(argument))


def cuts(text: str, start: int, question: int = -1) -> Iterator[tuple[str, str]]:
    """Give the whole, then what stands left and right of each `:` (and of one `?`), from the right."""
    yield text, ""
    places = [at for at in range(len(text) - 1, start - 1, -1) if text[at] == ":" or at == question]
    for at in places[: limits.CUTS]:
        yield text[:at], text[at:]


def _without_selector(argument: str) -> str:
    """Take the longest complete selector off the end."""
    for at, letter in enumerate(argument):
        if letter == ":" and at > 0:
            try:
                found = parse(argument[at + 1 :])
            except UsageError:
                continue
            if found:
                return argument[:at]
    return argument


def _colon_hint(argument: str) -> str:
    return f"write FILE{argument}, or -{argument} for standard input" if argument.startswith(":") else ""


def split_name(rest: str, has: Callable[[str], bool]) -> tuple[str, str] | None:
    """Cut a rest such as `:dir/f.txt:1-2` from the right: the first left side that is a stored name, and what follows."""
    for left, right in cuts(rest[1:], start=0):
        if has(left):
            return left, right
    return None


def split_sheet(rest: str, has: Callable[[str], bool]) -> tuple[tuple[str, ...], str] | None:
    """Cut a rest inside a workbook: a sheet, or `SHEET!B2:D9`. Answers the inside of the source, and what follows."""
    for left, right in cuts(rest[1:], start=0):
        if has(left):
            return ("sheet", left), right
        sheet, mark, cells = left.rpartition("!")
        if mark and is_cells(cells):
            if len(sheet) > 1 and sheet[0] == sheet[-1] == "'" and not has(sheet):
                sheet = sheet[1:-1].replace("''", "'")
            if has(sheet):
                return ("cells", sheet, cells.replace("$", "").upper()), right
    return None


def is_cells(text: str) -> bool:
    """Say whether a text refers to cells: `B2`, `B2:D9`, `A:C`, `3:9`, with `$` anywhere."""
    ends = text.replace("$", "").upper().split(":")
    kinds = {_cell_kind(end) for end in ends}
    return len(kinds) == 1 and len(ends) <= 2 and (kinds == {"cell"} or (len(ends) == 2 and kinds < {"cell", "column", "row"}))


def _cell_kind(text: str) -> str:
    letters = text.rstrip("0123456789")
    digits = text[len(letters) :]
    if letters and not (letters.isascii() and letters.isalpha() and len(letters) <= 3):
        return ""
    return "cell" if letters and digits else "column" if letters else "row" if digits else ""


def split_table(rest: str, has: Callable[[str], bool]) -> tuple[str, ...] | None:
    """Read all of a rest inside a SQLite file: `:TABLE`, `:TABLE:KEY`, `:TABLE?QUERY`, `?q=SQL`. Answers the inside."""
    if rest.startswith("?"):
        return ("query", *_query(rest[1:]))
    text = rest[1:]
    places = [len(text)] + [at for at in range(len(text) - 1, -1, -1) if text[at] in ":?"]
    for at in places[: limits.CUTS]:
        if not has(text[:at]):
            continue
        tail = text[at + 1 :]
        if not tail:
            return ("table", text[:at])
        return ("row", text[:at], tail) if text[at] == ":" else ("rows", text[:at], tail, "typed" if _is_typed(tail) else "encoded")
    return ("query", *_query(text[1:])) if text.startswith("?") else None


def _query(text: str) -> tuple[str, ...]:
    """Read what stands behind `?` without a table: only `q=`, which takes the rest."""
    name, _, sql = text.partition("=")
    if name != "q":
        if "&q=" in text:
            raise UsageError("SQLite raw queries cannot be combined with table selectors or pagination")
        raise UsageError("SQLite query parameters require a table selector or q=SELECT...", "write DB:TABLE?limit=5")
    if not _is_typed(sql):
        from urllib.parse import unquote_plus

        sql = unquote_plus(sql)
    if not sql.strip():
        raise UsageError("SQLite query parameter 'q' cannot be empty", "write ?q=SELECT ...")
    return (sql,)


def _is_typed(text: str) -> bool:
    """Tell a query typed by hand from an encoded one."""
    return any(letter in text for letter in " '\"<>")
