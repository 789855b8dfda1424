"""Sizes and ages in words."""

import json
from pathlib import Path

import pytest

from readcli.sizes import format_age, format_size

VECTORS = Path(__file__).resolve().parents[2] / "shared" / "spec" / "vectors.json"


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (0, "0B"),
        (1, "1B"),
        (1023, "1023B"),
        (1024, "1.0KB"),
        (1280, "1.3KB"),  # an exact tie goes up
        (1536, "1.5KB"),
        (51_200, "50.0KB"),
        (1_048_575, "1024.0KB"),
        (1_048_576, "1.0MB"),
        (1_073_741_824, "1.0GB"),
        (2_500_000_000, "2.3GB"),
        (5_000_000_000_000, "4656.6GB"),
    ],
)
def test_sizes(size: int, text: str) -> None:
    """Sizes have one decimal from 1024 bytes on, rounded to the nearest with ties up, and no unit above GB."""
    assert format_size(size) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, ""),
        (0.9, ""),
        (1, "just now"),
        (59, "just now"),
        (60, "1m ago"),
        (3599, "59m ago"),
        (3600, "1h ago"),
        (86_399, "23h ago"),
        (86_400, "1d ago"),
        (604_799, "6d ago"),
        (604_800, "1w ago"),
        (2_591_999, "4w ago"),
        (2_592_000, "1mo ago"),
        (31_536_000, "12mo ago"),
    ],
)
def test_ages(seconds: float, text: str) -> None:
    """Ages are whole units, rounded down, months of thirty days and no years."""
    assert format_age(seconds) == text


@pytest.mark.skipif(not VECTORS.exists(), reason="the specification is not beside the repository")
def test_worked_examples() -> None:
    """The worked examples of the specification hold."""
    vectors = json.loads(VECTORS.read_text())
    for row in vectors["format_bytes"]:
        assert format_size(row["in"]) == row["out"]
    for row in vectors["format_age"]:
        assert format_age(row["in"]) == row["out"]
