"""The names inside a source, one way for all kinds of container: members, sheets, tables, attachments.

Loaded only for sources that hold names. The containers themselves are read by their readers, documents in a child.
"""

from __future__ import annotations

from readcli import registry, target
from readcli.forward import Pieces
from readcli.model import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from readcli.model import Options
    from readcli.registry import Format

    Step = tuple[Source, str]


class Names:
    """What is inside one source: `step` takes a member off the front of a rest, `loose` tries harder (rule 6)."""

    def __init__(self, source: Source, row: Format, options: Options) -> None:
        """Take the container."""
        self.source = source
        self.row = row
        self.options = options
        self._list: list[str] | None = None

    def all(self) -> list[str]:
        """Give the names."""
        if self._list is None:
            from readcli import isolate

            self._list = isolate.names(self.row.module, self.source, self.options)
        return self._list

    def step(self, rest: str) -> Step | None:
        """Take the first left side that is a stored name."""
        known = set(self.all())
        hit = target.split_name(rest, known.__contains__)
        return (self.open(hit[0]), hit[1]) if hit else None

    def loose(self, text: str) -> Step | None:
        """Try once more with a leading `:`, `/` or `./` and a trailing `/` dropped."""
        plain = text.lstrip(":/").removeprefix("./").rstrip("/")
        return self.step(":" + plain) if plain != text else None

    def open(self, name: str) -> Source:
        """Give a member as a source."""
        from readcli import isolate

        pieces = isolate.extract(self.row.module, self.source, name, self.options)
        member = Source(name.rpartition("/")[2], f"{self.source.path}:{name}", Pieces(pieces))  # type: ignore[arg-type]
        member.depth = self.source.depth + 1
        member.label = "archive entry"
        return member

    def nearest(self, text: str) -> list[str]:
        """Give the names most like a text."""
        from readcli.nearest import nearest

        return nearest(text, self.all())

    def files(self) -> list[str]:
        """Give the names that `open` takes, in stored order."""
        return self.all()


class Sheets(Names):
    """The sheets of a workbook; `SHEET!B2:D9` names cells."""

    def step(self, rest: str) -> Step | None:
        """Take a sheet, or cells of one."""
        hit = target.split_sheet(rest, set(self.all()).__contains__)
        return (_inside(self.source, self.row, hit[0]), hit[1]) if hit else None


class Tables(Names):
    """The tables of a SQLite file; a rest is a table, a key, a query, never more."""

    def step(self, rest: str) -> Step | None:
        """Take all of the rest, or nothing."""
        hit = target.split_table(rest, set(self.all()).__contains__)
        return (_inside(self.source, self.row, hit), "") if hit else None


class Members(Names):
    """The entries of an archive, which its reader finds without listing them."""

    def __init__(self, source: Source, row: Format, options: Options) -> None:
        """Open the archive."""
        super().__init__(source, row, options)
        self._members: Any = registry.load("readers", row.module).members(source, options)

    def step(self, rest: str) -> Step | None:
        """Take the first left side that is a stored name; all are asked for at once, as a stream goes forward once."""
        lefts = [left for left, _ in target.cuts(rest[1:], start=0)]
        name = self._members.pick(lefts)
        return (self._members.get(name), rest[1 + len(name) :]) if name is not None else None

    def loose(self, text: str) -> Step | None:
        """Take the first left side that is a name when spelt otherwise."""
        found: list[str] = []

        def has(name: str) -> bool:
            real = self._members.find(name)
            found[:] = [real] if real else []
            return bool(real)

        hit = target.split_name(":" + text, has)
        return (self._members.get(found[0]), hit[1]) if hit else None

    def nearest(self, text: str) -> list[str]:
        """Give the names most like a text."""
        return list(self._members.nearest(text))

    def files(self) -> list[str]:
        """Give the names of the files, in stored order, to be opened in turn."""
        self._members.is_in_turn = True
        return [entry.name for entry in self._members.counted() if entry.kind == "file" and entry.name]

    def open(self, name: str) -> Source:
        """Give a member as a source."""
        return self._members.get(name)  # type: ignore[no-any-return]


def _inside(source: Source, row: Format, inside: tuple[str, ...]) -> Source:
    """Give the same source, asked for something inside it."""
    words = inside[1:3]
    suffix = {"cells": "!", "rows": "?"}.get(inside[0], ":").join(words) if inside[0] != "query" else f"q={inside[1]}"
    path = f"{source.path}{'?' if inside[0] == 'query' else ':'}{suffix}"
    narrowed = Source(source.name, path, source.seekable(), size=source.size, seekable=True, mtime=source.mtime)
    narrowed.inside = inside
    narrowed.format = row.name
    narrowed.depth = source.depth
    narrowed.label = source.label
    return narrowed


def names_of(source: Source, row: Format, options: Options) -> Names | None:
    """Open the names inside a source of a format that has some."""
    kinds: dict[str, type[Names]] = {"archive": Members, "sheets": Sheets, "sqlite": Tables, "attachments": Names}
    return kinds[row.names](source, row, options)
