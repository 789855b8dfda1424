"""The golden pages: prose with transcripts that are the manual and the test. `--update-goldens` rewrites them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.samples import desk

PAGES = sorted((Path(__file__).parent / "golden").glob("*.md"))
BIN = Path(sys.executable).parent


def run(command: str, folder: Path) -> str:
    """Run a command line as the page shows it; standard error stands behind standard output."""
    env = {
        "PATH": f"{BIN}:/usr/bin:/bin",
        "HOME": str(folder),
        "LC_ALL": "C.UTF-8",
        "TERM": "xterm-256color",
        "XDG_RUNTIME_DIR": str(folder),
    }
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=env, capture_output=True, stdin=subprocess.DEVNULL, check=False)
    text = (done.stdout + done.stderr).decode("utf-8", "backslashreplace")
    return text.replace(str(folder), "/home/you")


def replay(page: str, folder: Path) -> str:
    """Give the page with what its commands print now."""
    kept: list[str] = []
    lines = page.split("\n")
    at = 0
    while at < len(lines):
        line = lines[at]
        kept.append(line)
        at += 1
        if not line.startswith("    $ "):
            continue
        while at < len(lines) and lines[at].startswith("    ") and not lines[at].startswith("    $ "):
            at += 1
        output = run(line[6:], folder)
        kept += [f"    {row}" if row else "    " for row in re.sub(r"\n$", "", output).split("\n")] if output else []
    return "\n".join(kept)


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_page(page: Path, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Each command of a golden page prints what the page says."""
    desk.make(tmp_path)
    wanted = page.read_text(encoding="utf-8")
    got = replay(wanted, tmp_path)
    if request.config.getoption("--update-goldens"):
        page.write_text(got, encoding="utf-8")
        return
    assert got == wanted
    assert wanted.count("    $ ") > 0


def test_there_are_pages() -> None:
    """The manual is not empty."""
    assert len(PAGES) >= 1
    assert os.access(BIN / "readcli", os.X_OK)
