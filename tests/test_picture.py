"""Pictures on a terminal: half blocks in its colours, the protocols of kitty and iTerm2 only where they are known, nothing elsewhere."""

from __future__ import annotations

import base64
import re
import subprocess
from pathlib import Path

import pytest

from readcli.render.picture import half_blocks
from tests.screen import BIN, Screen, environment

pytest.importorskip("PIL", reason="Pillow is not installed")
from PIL import Image

RED, BLUE, CLEAR, WHITE = b"\xff\0\0\xff", b"\0\0\xff\xff", b"\0\0\0\0", b"\xff\xff\xff\xff"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a folder with a picture of four pixels, and a wide one."""
    picture = Image.new("RGBA", (2, 2))
    picture.putdata([(255, 0, 0, 255), (0, 0, 255, 255), (0, 0, 0, 0), (255, 255, 255, 255)])
    picture.save(tmp_path / "four.png")
    Image.new("RGB", (400, 300), "green").save(tmp_path / "wide.jpg")
    return tmp_path


def test_half_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two pixels a place: colour above, background below; what is clear stays the terminal's own."""
    monkeypatch.setenv("COLORTERM", "truecolor")
    text = half_blocks(2, 2, RED + BLUE + CLEAR + WHITE).decode()
    assert text == "\x1b[0m\x1b[38;2;255;0;0m▀\x1b[0m\x1b[38;2;0;0;255;48;2;255;255;255m▀\x1b[0m\n"
    assert half_blocks(1, 3, CLEAR + RED + RED).decode() == "\x1b[0m\x1b[38;2;255;0;0m▄\x1b[0m\n\x1b[0m\x1b[38;2;255;0;0m▀\x1b[0m\n"
    assert half_blocks(1, 1, CLEAR) == b" \x1b[0m\n"
    monkeypatch.delenv("COLORTERM")
    monkeypatch.setenv("TERM", "xterm-256color")
    assert half_blocks(1, 1, RED) == "\x1b[0m\x1b[38;5;196m▀\x1b[0m\n".encode()


@pytest.mark.parametrize("background", ["15;0", "0;15"])
def test_on_a_terminal(folder: Path, background: str) -> None:
    """The picture stands above its block, no wider and no higher than there is room, upright; on light and dark grounds alike."""
    with Screen("readcli -P four.png; echo end", folder, columns=60, rows=30, COLORFGBG=background) as screen:
        assert screen.wait_for("end")[:2] == ["▀▀", "Image metadata:"]
    with Screen("readcli -P wide.jpg; echo end", folder, columns=60, rows=30, COLORFGBG=background) as screen:
        rows = screen.wait_for("end")
    block = [row for row in rows if set(row) == {"▀"}]
    assert 10 < len(block) <= 21
    assert len(block[0]) <= 60
    assert "- Dimensions: 400x300" in rows


def test_nowhere_else(folder: Path) -> None:
    """Not in a pipe, without colours, with sixteen of them, as text, in JSON, on a terminal of few rows."""
    for command, more in (
        ("readcli four.png | cat", {}), ("readcli -P --color never four.png", {}), ("readcli -P four.png", {"NO_COLOR": "1"}), ("readcli -P four.png", {"TERM": "xterm"}), ("readcli -P -p four.png", {}),
        ("readcli -P -n four.png", {}), ("readcli --json four.png", {}), ("readcli -P --profile agent four.png", {}), ("readcli -P four.png:info", {}), ("stty rows 12; readcli -P four.png", {}),
    ):  # fmt: skip
        with Screen(f"{command}; echo end", folder, rows=30, **more) as screen:
            screen.wait_for("end")
            assert "▀".encode() not in screen.raw, command
            assert b"pixels" not in screen.raw
    done = subprocess.run([BIN / "readcli", "--json", "four.png"], cwd=folder, env=environment(), capture_output=True, check=True)
    assert b"pixels" not in done.stdout
    assert b"base64" not in done.stdout


@pytest.mark.parametrize(
    ("variable", "pattern"),
    [
        ({"KITTY_WINDOW_ID": "1"}, rb"\x1b_Gf=100,a=T,q=2,m=0;([A-Za-z0-9+/=]+)\x1b\\"),
        ({"TERM_PROGRAM": "iTerm.app"}, rb"\x1b\]1337;File=inline=1;[^:]*:([A-Za-z0-9+/=]+)\x07"),
    ],
)
def test_protocols(folder: Path, variable: dict[str, str], pattern: bytes) -> None:
    """Terminals that say that they know a protocol get the picture itself; under tmux they do not, nor do others."""
    with Screen("readcli four.png; echo end", folder, rows=30, **variable) as screen:
        screen.wait()
        found = re.search(pattern, screen.raw)
        assert found
        assert base64.b64decode(found[1]).startswith(b"\x89PNG")
        assert b"Image metadata:" in screen.raw
    with Screen("readcli four.png; echo end", folder, rows=30, TERM="tmux-256color", **variable) as screen:
        screen.wait_for("end")
        assert not re.search(pattern, screen.raw)


def test_what_cannot_be_decoded(folder: Path) -> None:
    """A damaged picture has its block alone, and no word more."""
    (folder / "cut.png").write_bytes((folder / "four.png").read_bytes()[:50])
    with Screen("readcli -P cut.png; echo end", folder, rows=30) as screen:
        rows = screen.wait_for("end")
        assert rows[0] == "Image metadata:"
        assert b"Traceback" not in screen.raw


def test_without_pillow(folder: Path) -> None:
    """MuPDF decodes it too."""
    code = "import sys; sys.modules['PIL'] = None; from readcli.readers.image_scale import pixels; from types import SimpleNamespace as N\n"
    code += "print(pixels(open('four.png', 'rb'), N(mime='image/png'), (10, 10))[2].hex())"
    done = subprocess.run([BIN / "python", "-c", code], cwd=folder, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("ff0000ff0000ffff")
