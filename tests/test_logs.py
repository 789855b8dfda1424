"""CI logs: what their sequences and carriage returns come to, time stamps, steps and groups."""

from __future__ import annotations

import pytest

from readcli import control, log_steps
from readcli.encoding import judge
from readcli.file_lines import FileLines
from readcli.render.escapes import Pen, settle
from tests.samples import logs
from tests.support import CORPUS, source_of


def lines_of(text: str) -> FileLines:
    """Give a text as the lines of a file."""
    data = text.encode()
    return FileLines(source_of(data, "build.log"), judge(data, is_whole=True), data, is_whole=True)


CLEANED = [
    ("colours go", "\x1b[32m\u2713 ok\x1b[0m", "\u2713 ok"),
    ("the last state of what a carriage return rewrote", " 1%\r 2%\r 79%", " 79%"),
    ("a shorter text leaves the rest of the longer one", "abcdef\rxy", "xycdef"),
    ("what is erased to the end of the line is gone", "abcdef\rxy\x1b[K", "xy"),
    ("a line erased as a whole is gone", "long text\x1b[2K\rhi", "hi"),
    ("a cursor put to the first column is a carriage return", "a 10%\x1b[1Ga 20%\x1b[Ga 30%\x1b[0Ga 40%", "a 40%"),
    ("OSC and APC strings go", "\x1b]0;title\x07a\x1b_bk;t=1706575117741\x07b\x1b]8;;http://x\x1b\\c", "abc"),
    ("cursor moves go", "\x1b[1A\x1b[2Kdone\x1b[1B\x1b[?25h", "done"),
    ("a time stamp stays before progress", "2026-03-01T12:00:08.7654321Z 10%\r 60%\r100%", "2026-03-01T12:00:08.7654321Z 100%"),
    ("so does GitLab's", "2026-03-01T12:00:08.765432Z 00O section_start:1:a\r\x1b[0KTitle", "2026-03-01T12:00:08.765432Z 00O Title"),
    ("overstrikes become plain", "N\bNA\bAM\bME\bE _\bf_\bi", "NAME fi"),
    ("SGR of man becomes plain", "\x1b[1mNAME\x1b[0m \x1b[4mfile\x1b[24m", "NAME file"),
]


@pytest.mark.parametrize(("rule", "line", "shown"), CLEANED, ids=[row[0] for row in CLEANED])
def test_cleaned(rule: str, line: str, shown: str) -> None:
    """A line stands in a pipe as it would at last on a screen, and on a terminal it has the same letters."""
    assert rule
    assert control.strip(line.encode()).decode() == shown
    assert "".join(text for _, text in settle(line, Pen())).rstrip() == shown


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("2022-04-10T14:17:54.5774565Z \x1b[32mok", "\x1b[32mok"),
        ("2022-04-10T14:17:54.5774565Z ", ""),
        ("2024-07-10T12:00:00.123456Z 00O text", "text"),
        ("2024-07-10T12:00:00.123456Z 01E+text", "text"),
        ("at 2022-04-10T14:17:54.5774565Z it began", "at 2022-04-10T14:17:54.5774565Z it began"),
        ("2022-04-10T14:17:54Z no fraction", "2022-04-10T14:17:54Z no fraction"),
        ("2022-04-10 14:17:54,577 INFO its own", "2022-04-10 14:17:54,577 INFO its own"),
    ],
)
def test_time_stamps(line: str, shown: str) -> None:
    """Only what a service puts before a line is a time stamp, not what a program wrote."""
    assert control.without_stamps(f"first\n{line}\nlast\n".encode()).decode() == f"first\n{shown}\nlast\n"


STEPS = [
    (
        logs.github(),
        [
            (1, 3, 1, "Runner Image", False),
            (4, 10, 1, "Run actions/checkout@v4", False),
            (8, 10, 2, "Fetching the repository", False),
            (11, 23, 1, "Run make test", True),
            (24, 25, 1, "Post job cleanup.", False),
            (26, 26, 1, "Cleaning up orphan processes", False),
        ],
    ),
    (logs.GITLAB, [(2, 4, 1, "Preparing the executor", False), (5, 11, 1, "Executing the script", True), (6, 8, 2, "Install", False)]),
    (logs.AZURE, [(1, 5, 1, "Build", True), (2, 4, 2, "Compile", True)]),
    (logs.BUILDKITE, [(1, 2, 1, "Preparing", False), (3, 4, 1, ":hammer: Build", False), (5, 6, 1, "Test", True)]),
    (logs.TRAVIS, [(1, 2, 1, "install", False)]),
    ("::group::Lint\nok\n::endgroup::\n::group::Open\nleft\n", [(1, 3, 1, "Lint", False), (4, 5, 1, "Open", False)]),
    ("::endgroup::\nsection_end:1:x\r\n", []),
    ("nothing\nhere\n", []),
    ("", []),
]


@pytest.mark.parametrize(("text", "steps"), STEPS)
def test_steps(text: str, steps: list[tuple[int, int, int, str, bool]]) -> None:
    """Steps and groups have their first and last line, their level, their title, and whether they failed."""
    assert log_steps.steps(lines_of(text)) == steps


def test_steps_over_many_blocks() -> None:
    """A long log is read block by block; numbers are the file's own, and an error marks the step it lies in."""
    filler = "x" * 99 + "\n"
    text = "##[group]Run a\n" + filler * 5000 + "##[error]bad\n" + filler * 5000 + "##[group]Run b\n" + filler * 10
    assert log_steps.steps(lines_of(text)) == [(1, 10002, 1, "Run a", True), (10003, 10013, 1, "Run b", False)]


@pytest.mark.parametrize(
    ("head", "name", "is_log"),
    [
        (logs.github(), "x.py", True),
        (logs.GITLAB, "x", True),
        (logs.AZURE, "x", True),
        (logs.TRAVIS, "x", True),
        (logs.BUILDKITE, "x.log", True),
        ("--- a/x\n+++ b/x\n@@ -1 +1 @@\n--- a/y\n+++ b/y\n", "x.txt", False),
        ("--- one\n--- two\n", "x.md", False),
        ("text of ##[group] in a line\n", "x.log", False),
    ],
)
def test_is_log(head: str, name: str, *, is_log: bool) -> None:
    """A log is told by the marks at the beginnings of its lines; a diff and Markdown are none."""
    assert log_steps.is_log(head.encode(), name) is is_log


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not here")
def test_steps_of_a_real_log() -> None:
    """The steps of a recorded log of Buildkite's."""
    text = (CORPUS / "text/t2h_pwsh.sh.raw").read_text()
    assert log_steps.is_log(text.encode(), "t2h_pwsh.sh.raw")
    titles = [title for _, _, _, title, _ in log_steps.steps(lines_of(text))]
    assert titles[:3] == ["Running global environment hook", "Preparing working directory", "Running commands"]
