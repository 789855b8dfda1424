"""Real files that nobody of this project wrote: what must come out of each, scored by the corpus' own program."""

from __future__ import annotations

import collections
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import CORPUS

READCLI = Path(sys.executable).parent / "readcli"
FORMATS = (
    "archive",
    "csv",
    "doc",
    "docx",
    "epub",
    "html",
    "image",
    "ipynb",
    "man",
    "odp",
    "ods",
    "odt",
    "pdf",
    "ppt",
    "pptx",
    "rtf",
    "sqlite",
    "text",
    "xls",
    "xlsx",
)

# Files whose facts readcli does not meet, each with the reason. A file that begins to pass must leave this table.
KNOWN = {
    "doc/poi_Bug51944.doc": "the words stand only in text that a fast save replaced; showing them would print deleted text",
    "xlsx/tika_testEXCEL-formats.xlsx": '19.99 has the format `0 "dollars and" .00 "cents"`: displayed, it is `19 dollars and .99 cents`',
    "xls/poi_testEXCEL_3.xls": "376.2 has the format `#,##0___________)`: displayed, it is 376",
}


@pytest.fixture(scope="session")
def score(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The failures of each file, by its path."""
    if not CORPUS.exists():
        pytest.skip("the corpus is not beside this checkout")
    result = tmp_path_factory.mktemp("corpus") / "score.json"
    command = [sys.executable, CORPUS / "check", "--quiet", "--json", result, CORPUS / "manifest.jsonl", CORPUS, READCLI, "-p"]
    subprocess.run(command, capture_output=True, check=False)
    return json.loads(result.read_text(encoding="utf-8"))


@pytest.mark.parametrize("format_", FORMATS)
def test_corpus(format_: str, score: dict[str, list[str]]) -> None:
    """Each real file of a format gives the text its facts demand, or the clean error they expect."""
    files = {path: faults for path, faults in score.items() if path.startswith(format_ + "/")}
    assert files
    failed = {path: faults for path, faults in files.items() if faults}
    assert set(failed) == {path for path in KNOWN if path in files}, failed


def test_all_formats_are_tested(score: dict[str, list[str]]) -> None:
    """No file of the corpus is left out."""
    found = collections.Counter(path.partition("/")[0] for path in score)
    assert set(found) == set(FORMATS)
    assert set(KNOWN) <= set(score)
