"""Settings: a flag before the environment, the environment before the file, the file before the profile."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from readcli import config, limits
from readcli.actions import DEFAULTS
from readcli.errors import UsageError
from readcli.model import Options
from tests.samples import desk

READCLI = Path(sys.executable).parent / "readcli"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a home with the desk in it, and the place of its settings."""
    desk.make(tmp_path)
    (tmp_path / "xdg" / "readcli").mkdir(parents=True)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the limits back afterwards."""
    for key in limits.SETTABLE:
        monkeypatch.setattr(limits, key, getattr(limits, key))


def write(home: Path, text: str) -> Path:
    """Write the config file."""
    path = home / "xdg" / "readcli" / "config.toml"
    path.write_text(text)
    return path


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command."""
    return subprocess.run(
        [READCLI, *arguments], capture_output=True, text=True, env={**os.environ, **environment}, stdin=subprocess.DEVNULL, check=False
    )


def test_order(home: Path) -> None:
    """A flag counts before the environment, that before the file, that before the profile."""
    assert run("a.txt").stdout == "1|alpha\n2|beta\n3|gamma\n"
    write(home, 'gutter = "anchors"\nlimit = 2\n')
    assert run("a.txt").stdout == "1im|alpha\n2id|beta\n"
    assert run("a.txt", READCLI_GUTTER="none").stdout == "alpha\nbeta\n"
    assert run("-n", "a.txt", READCLI_GUTTER="none").stdout == "1|alpha\n2|beta\n"
    assert run("--limit", "1", "a.txt", READCLI_GUTTER="none", READCLI_LIMIT="3").stdout == "alpha\n"


def test_profile(home: Path) -> None:
    """A profile may be set anywhere, and what is set beside it counts before what it brings."""
    assert run("build.log:9-9", READCLI_PROFILE="agent").stdout.count("\n") == 7
    write(home, 'profile = "agent"\ncontext = 0\n')
    assert run("build.log:9-9").stdout.startswith("9")
    assert run("build.log:9-9").stdout.count("step") == 1
    assert run("--profile", "human", "-p", "build.log:9-9").stdout == "2026-03-01T10:00:08 step 8\n"


@pytest.mark.parametrize("key", sorted(config.SETTABLE))
def test_every_key_is_an_option(key: str) -> None:
    """What can be set is an attribute of the options, so that it reaches whoever it is meant for."""
    assert hasattr(Options, "as_" if key == "as" else key)


BROKEN = {
    "gutter = 3": "gutter",
    'gutter = "sideways"': "gutter",
    "limit = true": "limit",
    "limit = -1": "limit",
    'limit = "5"': "limit",
    "timeout = nan": "timeout",
    "timeout = true": "timeout",
    "timeout = -1": "timeout",
    'context = "x"': "context",
    'quiet = "yes"': "quiet",
    "colour = 1": "colour",
    "gutter = ": "gutter",
    'limit = 1\ngutter = "': "gutter",
    "limit = 1\nlimit = 2": "limit",
    "formats = 1": "formats",
    "[formats]\ndocx = 0": "docx",
    "[limits]\nheight = 1": "height",
    '[limits]\nheld = "much"': "held",
    "[limits]\nheld = nan": "held",
    "[schemes]\nagent = 1": "agent",
    '[schemes]\nagent = "~/runs"': "agent",
}


@pytest.mark.parametrize("text", BROKEN)
def test_broken_file(home: Path, text: str) -> None:
    """A file that is wrong is one line that names it and the key, and exit status 2."""
    path = write(home, text + "\n")
    done = run("a.txt")
    assert (done.stdout, done.returncode, done.stderr.count("\n")) == ("", 2, 1)
    assert done.stderr.startswith(f"readcli: {path}: ")
    assert BROKEN[text] in done.stderr.removeprefix(f"readcli: {path}: ")


def test_files_that_cannot_be_read(home: Path) -> None:
    """A config file that is a folder, not UTF-8, or named and not there is one line; one that is simply not there is none."""
    path = home / "xdg" / "readcli" / "config.toml"
    assert run("a.txt").returncode == 0
    path.mkdir()
    done = run("a.txt")
    assert (done.stdout, done.stderr, done.returncode) == ("", f"readcli: {path}: is a directory\n", 2)
    path.rmdir()
    path.write_bytes(b"gutter = '\xff'\n")
    assert run("a.txt").stderr == f"readcli: {path}: it is not TOML in UTF-8\n"
    path.unlink()
    for done in (run("--config-file", "nope", "a.txt"), run("a.txt", READCLI_CONFIG_FILE="nope")):
        assert (done.stdout, done.stderr, done.returncode) == ("", "readcli: nope: no such file or directory\n", 2)


def test_another_file(home: Path) -> None:
    """`--config-file` counts before READCLI_CONFIG_FILE, that before the customary place."""
    write(home, "limit = 1\n")
    (home / "two.toml").write_text("limit = 2\n")
    (home / "three.toml").write_text('limit = 3\ngutter = "none"\n')
    assert run("a.txt").stdout.count("\n") == 1
    assert run("a.txt", READCLI_CONFIG_FILE="two.toml").stdout.count("\n") == 2
    assert run("--config-file", "three.toml", "a.txt", READCLI_CONFIG_FILE="two.toml").stdout == "alpha\nbeta\ngamma\n"


@pytest.mark.parametrize(
    ("name", "value"),
    [("READCLI_GUTTER", "x"), ("READCLI_LIMIT", "many"), ("READCLI_QUIET", "maybe"), ("READCLI_DEPTH", "0"), ("READCLI_CONTEXT", "1,x")],
)
def test_broken_environment(home: Path, name: str, value: str) -> None:
    """A variable that is wrong is one line that names it."""
    done = run("a.txt", **{name: value})
    assert (done.stdout, done.returncode) == ("", 2)
    assert done.stderr.startswith(f"readcli: {name} {value}: ")


def test_environment_words(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Yes and no are written 1 and 0, true and false, on and off; nothing is as if it were not set."""
    for text, value in (("1", True), ("true", True), ("ON", True), ("0", False), ("no", False)):
        monkeypatch.setenv("READCLI_HIDDEN", text)
        assert config.options_of({}).hidden is value
    monkeypatch.setenv("READCLI_HIDDEN", "")
    assert config.settings(None)[0] == {}


def test_formats_off(home: Path) -> None:
    """A format that is switched off is unsupported, and the error names the key."""
    write(home, "[formats]\nsqlite = false\narchive = true\n")
    done = run("shop.sqlite", "kit.zip")
    assert done.returncode == 1
    assert done.stderr == "readcli: shop.sqlite: the format sqlite is switched off; [formats] sqlite in the config file\n"
    assert "kit/read.me" in done.stdout


def test_limits(home: Path, settled: None) -> None:
    """Numbers are set under their names in any case, and kept within their bounds."""
    write(home, "[limits]\nlines = 2\nDEPTH = 9999\nTIMEOUT = 1.5\n")
    done = run("--profile", "agent", "a.txt")
    assert "Showing lines 1-2 of 3" in done.stdout
    config.options_of({})
    made = (limits.LINES, limits.DEPTH, limits.TIMEOUT)
    assert made == (2, limits.SETTABLE["DEPTH"][1], 1.5)


def test_schemes(home: Path) -> None:
    """A scheme of one's own stands for files, `~` in it for the home, and selectors follow as ever."""
    (home / "runs").mkdir()
    (home / "runs" / "17.md").write_text("one\ntwo\n")
    write(home, '[schemes]\nagent = "~/runs/{}.md"\n')
    assert run("agent://17").stdout == "1|one\n2|two\n"
    assert run("-p", "AGENT://17:2").stdout == "two\n"
    done = run("agent://18")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "runs/{}.md" in done.stderr
    assert "agent://" in run("nope://x").stderr


def test_no_fetching(home: Path) -> None:
    """`fetch = false` turns URLs off, without asking the network."""
    write(home, "fetch = false\n")
    done = run("--json", "http://127.0.0.1:1/x")
    assert '"code":"unsupported"' in done.stdout
    assert "fetch" in done.stdout


def test_show_config(home: Path) -> None:
    """`--show-config` says of every key what holds and from where, and is a config file itself."""
    path = write(home, 'limit = 7\nsort = "size"\n[limits]\nlines = 9\n[formats]\ndocx = false\n[schemes]\nagent = "/x/{}"\n')
    done = run("--show-config", "-H", "--depth", "3", READCLI_SORT="time")
    rows = done.stdout.split("\n")
    assert rows[0] == f"# {path}"
    assert f"limit = 7  # {path}" in rows
    assert 'sort = "time"  # READCLI_SORT' in rows
    assert "depth = 3  # command line" in rows
    assert 'gutter = "anchors"  # command line' in rows
    assert 'color = "auto"  # the human profile' in rows
    assert f"LINES = 9  # {path}" in rows
    assert "RATIO = 200  # default" in rows
    assert f"docx = false  # {path}" in rows
    for key in config.SETTABLE:
        assert any(row.startswith((f"{key.replace('_', '-')} = ", f"# {key.replace('_', '-')} is not set")) for row in rows), key
    parsed = tomllib.loads(done.stdout)
    assert parsed["schemes"] == {"agent": "/x/{}"}
    (home / "again.toml").write_text(done.stdout)
    again = run("--config-file", "again.toml", "--show-config")
    assert again.returncode == 0
    assert tomllib.loads(again.stdout) == parsed


def test_show_config_of_agents(home: Path) -> None:
    """The defaults are those of the profile that holds."""
    rows = run("--show-config", READCLI_PROFILE="agent").stdout.split("\n")
    assert 'profile = "agent"  # READCLI_PROFILE' in rows
    assert 'context = "1,3"  # the agent profile' in rows
    assert "limit = 300  # the agent profile" in rows
    assert "(not there)" in rows[0]


def test_defaults_are_those_of_the_code(settled: None) -> None:
    """What `--show-config` calls the defaults is what the code does without settings."""
    assert not set(DEFAULTS) - set(config.SETTABLE)
    agent = {key: values[1] for key, values in DEFAULTS.items()}
    assert (agent["limit"], agent["max_bytes"], agent["max_columns"]) == (limits.LINES, limits.BYTES, limits.COLUMNS)


def test_the_last_gutter_counts() -> None:
    """Of `-n -H -p --gutter` the last one typed wins, however they are mixed."""
    from readcli import cli

    for typed, wanted in (
        (["-n", "-H"], "anchors"),
        (["-H", "-n"], "numbers"),
        (["-n", "-H", "-n"], "numbers"),
        (["-p", "--gutter", "text"], "text"),
        (["-npH"], "anchors"),
        (["-Hpn"], "numbers"),
    ):
        assert config.options_of(cli.parse(typed)[1]).gutter == wanted


def test_a_wrong_value_names_the_flag() -> None:
    """What a flag cannot mean is said with its name."""
    for given, name in (
        ({"as_": "x"}, "--as"),
        ({"max_chars": 3}, "--max-chars"),
        ({"context": "a"}, "--context"),
        ({"max_count": 0}, "--max-count"),
    ):
        with pytest.raises(UsageError) as raised:
            config.options_of(given)
        assert raised.value.message.startswith(name)
