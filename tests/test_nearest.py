"""Suggestions for names that are not there."""

import time

import pytest

from readcli import limits
from readcli.nearest import nearest

NAMES = ["src/deep/only.txt", "src/README.md", "docs/readme.txt", "Makefile"]


def test_same_last_component_first() -> None:
    """A name that lies elsewhere is suggested before names that are only spelt alike."""
    assert nearest("only.txt", NAMES)[0] == "src/deep/only.txt"
    assert nearest("src\\readme.md", NAMES)[0] == "src/README.md"


def test_spelling() -> None:
    """Slips of the finger are forgiven, strangers are not suggested."""
    assert nearest("Makefil", NAMES) == ["Makefile"]
    assert nearest("zzz", NAMES) == []


def test_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many names there are, looking ends when its time is over."""
    monkeypatch.setattr(limits, "SUGGEST", 0.0)
    began = time.monotonic()
    nearest("x" * 50, (f"{'xy' * 25}{number}" for number in range(20_000)))
    assert time.monotonic() - began < 10
