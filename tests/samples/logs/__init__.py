"""Logs as CI services write them, short: GitHub, GitLab, Azure, Buildkite, Travis; and an archive of logs."""

from __future__ import annotations

import gzip
import io
import zipfile
from pathlib import Path

_GITHUB = """\
##[group]Runner Image
Ubuntu 24.04
##[endgroup]
##[group]Run actions/checkout@v4
with:
  repository: shop/shop
##[endgroup]
##[group]Fetching the repository
 10%\r 60%\r100%
##[endgroup]
##[group]Run make test
\x1b[36;1mmake test\x1b[0m
##[endgroup]
collected 3 items
\x1b[32mtest_cart.py::test_add PASSED\x1b[0m
\x1b[31mtest_cart.py::test_total FAILED\x1b[0m
Traceback (most recent call last):
  File "test_cart.py", line 7, in test_total
    assert cart.total() == 7
\x1b[1;31mAssertionError: 8 != 7\x1b[0m
1 failed, 2 passed, 0 errors
make: *** [Makefile:4: test] Error 1
##[error]Process completed with exit code 2.
Post job cleanup.
Removing credentials
Cleaning up orphan processes
"""
GITLAB = (
    "Running with gitlab-runner 17.0\n"
    "\x1b[0Ksection_start:1772366400:prepare_executor\r\x1b[0K\x1b[36;1mPreparing the executor\x1b[0;m\nUsing Docker\n"
    "\x1b[0Ksection_end:1772366401:prepare_executor\r\x1b[0K\n"
    "\x1b[0Ksection_start:1772366402:step_script\r\x1b[0KExecuting the script\n"
    "section_start:1772366403:install[collapsed=true]\r\x1b[0KInstall\n$ pip install .\nsection_end:1772366404:install\r\x1b[0K\n"
    "$ make lint\nlint: 2 problems\n"
    "\x1b[0Ksection_end:1772366405:step_script\r\x1b[0K\n"
    "\x1b[31;1mERROR: Job failed: exit code 1\x1b[0;m\n"
)
AZURE = (
    "2026-03-01T12:00:00.1234567Z ##[section]Starting: Build\n2026-03-01T12:00:00.1234567Z ##[section]Starting: Compile\n"
    "2026-03-01T12:00:01.1234567Z ##[error]main.c(3): missing ;\n2026-03-01T12:00:01.1234567Z ##[section]Finishing: Compile\n"
    "2026-03-01T12:00:01.1234567Z ##[section]Finishing: Build\n"
)
BUILDKITE = (
    "\x1b_bk;t=1772366400000\x07~~~ Preparing\n\x1b_bk;t=1772366400001\x07$ git fetch\n\x1b_bk;t=1772366400002\x07--- :hammer: Build\nok\n"
    "\x1b_bk;t=1772366400003\x07+++ Test\n\x1b_bk;t=1772366400004\x07The command exited with status 3\n"
)
TRAVIS = "travis_fold:start:install\r\x1b[0Kpip install .\ntravis_fold:end:install\r\x1b[0K\nDone. Your build exited with 0.\n"


def github() -> str:
    """Give a log as GitHub's archives have it: each line behind a time."""
    return "".join(f"2026-03-01T12:00:{n:02}.7654321Z {line}\n" for n, line in enumerate(_GITHUB.removesuffix("\n").split("\n")))


def archive() -> bytes:
    """Give a zip of logs, one of them compressed again, one without errors, and a picture."""
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as logs:
        for name, data in (
            ("1_test.txt", github().encode()),
            ("2_lint.log.gz", gzip.compress(GITLAB.encode(), mtime=0)),
            ("3_docs.txt", b"nothing to tell\n"),
            ("plot.png", b"\x89PNG\r\n\x1a\nERROR: not a picture"),
        ):
            logs.writestr(zipfile.ZipInfo(name, (2026, 3, 1, 12, 0, 0)), data)
    return kept.getvalue()


def write(folder: Path) -> None:
    """Write the logs into a folder."""
    folder.mkdir()
    texts = {"github.txt": github(), "gitlab.log": GITLAB, "azure.log": AZURE, "buildkite.log": BUILDKITE, "travis.log": TRAVIS}
    for name, text in texts.items():
        (folder / name).write_bytes(text.encode())
    (folder / "logs.zip").write_bytes(archive())
