"""The pictures of README.md: what readcli shows on a terminal, as SVG. `python -m tests.samples.pictures` writes man/pictures/."""

from __future__ import annotations

import html
import io
import re
import sys
import tempfile
from pathlib import Path

import pexpect
from rich.console import Console
from rich.text import Text

from tests.samples import desk

COMMAND = str(Path(sys.executable).with_name("readcli"))
COLUMNS, ROWS = 72, 40
SHOWN = {
    "code": "app.py:9-21",
    "table": "table.csv shop.sqlite:goods",
    "markdown": "--render notes.md",
    "tree": "--depth 1 .",
}
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8", "HOME": "/nonexistent"}


def draw(name: str, folder: Path) -> str:
    """Run a command on a terminal and give what it shows as SVG, the same each time."""
    words = SHOWN[name].split()
    child = pexpect.spawn(
        COMMAND, ["-P", "--hyperlinks", "never", *words], cwd=str(folder), env=ENVIRONMENT, dimensions=(ROWS, COLUMNS), timeout=30
    )
    child.expect(pexpect.EOF)
    text = child.before.decode().replace("\r\n", "\n").rstrip("\n")
    child.close()
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True, color_system="truecolor", legacy_windows=False)
    console.print(Text.from_ansi(f"$ readcli {SHOWN[name]}\n{text}"))
    picture = console.export_svg(title="readcli", unique_id=f"readcli-{name}")
    return re.sub(r"\s*@font-face \{[^}]*\}", "", picture)  # nothing is fetched by whoever looks at it


def words(picture: str) -> list[str]:
    """Give the lines of text in a picture, without their colours."""
    found = re.findall(r"<text[^>]* y=\"([\d.]+)\"[^>]*>(.*?)</text>", picture)
    rows: dict[str, str] = {}
    for place, text in found:
        rows[place] = rows.get(place, "") + html.unescape(text).replace("\xa0", " ")
    return [" ".join(text.split()) for text in rows.values()]


def pictures() -> dict[str, str]:
    """Give all pictures: name of the file to SVG."""
    with tempfile.TemporaryDirectory() as folder:
        desk.make(Path(folder))
        return {f"{name}.svg": draw(name, Path(folder)) for name in SHOWN}


if __name__ == "__main__":
    target = Path(__file__).parents[2] / "man/pictures"
    target.mkdir(exist_ok=True)
    for name, text in pictures().items():
        (target / name).write_text(text, encoding="utf-8")
