"""Tests of the views; `shown` runs one target in this process."""

from __future__ import annotations

from pathlib import Path

from readcli import pipeline
from readcli.lines import Block, Fold
from readcli.model import Options
from readcli.page import Page


class Shown:
    """What a target shows: lines by number, folds, the page."""

    def __init__(self, page: Page) -> None:
        """Take all items of a page."""
        self.page = page
        self.lines: dict[int, str] = {}
        self.folds: list[Fold] = []
        for item in page.items:
            if isinstance(item, Fold):
                self.folds.append(item)
            elif isinstance(item, Block):
                self.lines.update({item.n + at: line.decode() for at, line in enumerate(item.lines)})
        page.finish()

    @property
    def rows(self) -> list[str]:
        """Give the lines."""
        return list(self.lines.values())

    @property
    def numbers(self) -> list[int]:
        """Give the numbers of the lines."""
        return list(self.lines)

    @property
    def notices(self) -> list[str]:
        """Give what was said beside the text."""
        return self.page.document.notices


def shown(path: Path | str, selector: str = "", **options: object) -> Shown:
    """Read `path:selector` with these options."""
    return Shown(pipeline.read(f"{path}:{selector}" if selector else str(path), Options(**options)))


def numbers_of(where: str) -> list[int]:
    """Give the lines that `2-4,8-10` names."""
    return [n for run in where.split(",") for n in range(int(run.split("-")[0]), int(run.split("-")[1]) + 1)]
