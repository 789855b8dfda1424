"""Everything that is written about the command agrees with it: help, manual, completions, README.md, the express lane."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from readcli import actions, cli, config, express, manual, manual_selectors, selector
from readcli.__main__ import prepare
from readcli.errors import ReadError, UsageError
from readcli.registry import FORMATS

ROOT = Path(__file__).parent.parent
READCLI = Path(sys.executable).parent / "readcli"
MADE = manual.generated(str(ROOT))
OPTIONS = manual.options()
VISIBLE = [item for item in OPTIONS if not item.is_hidden]


@pytest.mark.parametrize("name", MADE)
def test_generated_files_are_up_to_date(name: str) -> None:
    """What `python -m readcli.manual` would write is what is committed."""
    assert (ROOT / name).read_text(encoding="utf-8") == MADE[name], "run python -m readcli.manual"


def test_writing_changes_only_what_is_generated(tmp_path: Path) -> None:
    """The command writes all of its files, and writing them twice is writing them once."""
    for name in ("readcli", "man", "tests/golden"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "README.md", tmp_path)
    manual.write(str(tmp_path))
    assert set(manual.generated(str(tmp_path))) == set(MADE)
    for name, text in manual.generated(str(tmp_path)).items():
        assert (tmp_path / name).read_text(encoding="utf-8") == text, name


# The express lane


def test_the_lane_has_every_option() -> None:
    """The lane's table is the signature, option by option, but for options that may be repeated."""
    wanted = {name: (item.name, item.kind) for item in OPTIONS if item.kind != "many" for name in item.names}
    wanted |= {name: (item.name, "no") for item in OPTIONS for name in item.unset}
    assert wanted == express.TABLE


def words() -> st.SearchStrategy[list[str]]:
    """Give command lines: options with and without their values in every way of writing, targets, odd words."""
    value = st.one_of(
        st.integers(-3, 99).map(str),
        st.sampled_from(["text", "none", "3,4", "1.5", "", "-", "a b", "x=y", "--", "-p", "é", "1_0", "1e3", "+5", "٣"]),
    )
    names = sorted(express.TABLE)
    single = st.sampled_from(names).map(lambda name: [name])
    apart = st.tuples(st.sampled_from(names), value).map(list)
    joined = st.tuples(st.sampled_from([name for name in names if name.startswith("--")]), value).map(lambda pair: ["=".join(pair)])
    target = st.sampled_from(["a.txt", "-", "a.txt:1-2", "b c", "é", "", "--", "-npH", "-C3", "-x", "--nope"]).map(lambda word: [word])
    gutters = st.sampled_from([["-n"], ["-H"], ["-p"], ["--gutter", "none"], ["--gutter=text"], ["--plain"], ["--hashlines"]])
    return st.lists(st.one_of(single, apart, joined, target, gutters), max_size=6).map(
        lambda lists: [word for words in lists for word in words]
    )


@settings(max_examples=400, deadline=None)
@given(words())
def test_both_ways_give_the_same(arguments: list[str]) -> None:
    """What the lane takes, Typer takes for the same: targets, options, values, and the order of the last time each was typed."""
    found = express.parse(arguments)
    if found is None:
        return
    try:
        slow = cli.parse(arguments)
    except UsageError as error:
        pytest.fail(f"the lane takes {arguments}: {error.message}")
    assert found == slow
    assert list(found[1]) == list(slow[1])
    try:
        fast = config.options_of(found[1], is_alone=True).__dict__
    except ReadError:
        return
    assert fast == config.options_of(slow[1], is_alone=True).__dict__


@pytest.mark.parametrize(
    ("arguments", "given"),
    [
        (["--json=lines", "f"], {"json_lines": True}),
        (["--json", "f"], {"json": True}),
        (["-r", "-:5", "f"], {"select": "-:5"}),
        (["--limit", "-5", "f"], {"limit": -5}),
        (["-npq", "f"], {"n": True, "plain": True, "quiet": True}),
        (["-C3", "f"], {"context": "3"}),
        (["--show-completion"], {"show_completion": "auto"}),
        (["--show-completion", "zsh"], {"show_completion": "zsh"}),
        (["--install-completion", "pwsh", "-n"], {"install_completion": "pwsh", "n": True}),
    ],
)
def test_command_lines(arguments: list[str], given: dict) -> None:
    """What Typer would misread is set aside first."""
    from readcli.__main__ import parse

    kept, _ = prepare(arguments)
    got = {key: list(value) if isinstance(value, tuple) else value for key, value in parse(kept)[1].items()}
    assert got == given


def test_targets_that_begin_with_a_dash() -> None:
    """`-:5` is a target wherever it stands, `-5` and `+50` are told what they mean."""
    kept, aside = prepare(["-n", "-:5", "-H"])
    assert [aside.get(word, word) for word in cli.parse(kept)[0]] == ["-:5"]
    for word in ("-5", "+50"):
        with pytest.raises(UsageError):
            prepare([word, "f"])


# The help and the manual


def test_help_is_short_and_whole() -> None:
    """The help fits on two screens, names every option, and is plain."""
    text = subprocess.run([READCLI, "--help"], capture_output=True, text=True, check=True).stdout
    assert text == manual.help_text()
    assert 60 <= text.count("\n") <= 90
    assert "\x1b" not in text
    assert max(len(line) for line in text.split("\n")) <= 80
    for item in VISIBLE:
        assert any(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text) for name in item.names), item.name


def test_every_option_is_in_the_manual_and_the_completions() -> None:
    """readcli(1) and each completion know every name of every option."""
    page = (ROOT / "man" / "readcli.1").read_text().replace("\\-", "-")
    for item in VISIBLE:
        for name in [*item.names, *item.unset]:
            assert f"\\fB{name}\\fR" in page, name
            for script in ("readcli.bash", "_readcli", "readcli.ps1"):
                assert name in (ROOT / "completions" / script).read_text(), (script, name)
            fish = (ROOT / "completions" / "readcli.fish").read_text()
            assert (f" -l {name[2:]} " if name.startswith("--") else f" -s {name[1:]} ") in fish, name


def test_what_is_said_about_options_is_about_options() -> None:
    """`man/options.md` names options that there are."""
    from readcli import manual_roff

    said = manual_roff.more(str(ROOT))
    assert len(said) > 20
    assert set(said) <= {item.name for item in OPTIONS}
    assert not {"ansi", "sql"} - manual.RARE


def test_formats() -> None:
    """README.md, readcli(1) and `--formats` have every format with its suffixes."""
    readme = (ROOT / "README.md").read_text()
    page = (ROOT / "man" / "readcli.1").read_text().replace("\\-", "-")
    listed = subprocess.run([READCLI, "--formats"], capture_output=True, text=True, check=True).stdout.split("\n")
    assert len(listed) == len(FORMATS) + 1
    for row, line in zip(FORMATS, listed, strict=False):
        assert line.split()[0] == row.name
        for suffix in row.suffixes:
            assert f" {suffix}" in line
            assert f"`{suffix}`" in readme
            assert f"\\fB{suffix}\\fR" in page
        assert f"\n| {row.name} | " in readme
        assert row.help in readme


@pytest.mark.parametrize("row", (*manual_selectors.CHOICES, *manual_selectors.VIEWS), ids=lambda row: row.form)
def test_forms_of_selectors(row: manual_selectors.Form) -> None:
    """The example of each form parses to what the row says, and the table of README.md has it."""
    found = selector.parse(row.example)
    assert found is not None
    assert (f":{found.view}" if row.kind.startswith(":") else found.kind) == row.kind
    assert f"| `{row.form}` | `:{row.example}` |" in (ROOT / "README.md").read_text()


def test_all_views_and_kinds_are_documented() -> None:
    """Every view has a row, and every form that an error offers."""
    assert {row.kind.removeprefix(":") for row in manual_selectors.VIEWS} == {*selector.VIEWS, "conflict"}
    offered = {form.strip() for form in selector.FORMS.split(", ")} - set(selector.VIEWS)
    forms = {form.strip() for row in manual_selectors.CHOICES for form in row.form.replace("...", "").strip(",").split(", ")}
    assert {form for form in offered if form not in (".key", "@name", "#Heading")} <= forms | {"A,B"}


def test_the_two_commands_are_in_the_readme() -> None:
    """README.md has the command that builds and runs it, and the one that tests it, as they are run."""
    text = (ROOT / "README.md").read_text()
    assert "    python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/readcli README.md:1-20\n" in text
    assert "    python3 -m venv .venv && .venv/bin/pip install -q -e '.[all,test]' && .venv/bin/python -m pytest -q\n" in text


def test_versions_agree() -> None:
    """The version is the same wherever it stands."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == actions.VERSION
    assert f"readcli {actions.VERSION}" in (ROOT / "man" / "readcli.1").read_text()
    assert f"## {actions.VERSION}" in (ROOT / "CHANGELOG.md").read_text()


PAGES = sorted((ROOT / "man").glob("*.[157]"))


@pytest.mark.skipif(not shutil.which("man"), reason="there is no man here")
@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_man_has_no_warning(page: Path) -> None:
    """`man` sets each page without a word."""
    done = subprocess.run(
        ["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", page],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "MANWIDTH": "80", "LC_ALL": "C.UTF-8"},
    )
    assert done.stderr == ""
    assert len(done.stdout) > 1000


@pytest.mark.skipif(not shutil.which("mandoc"), reason="there is no mandoc here")
@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_mandoc_has_no_error(page: Path) -> None:
    """`mandoc -T lint` finds nothing worse than style, but for the date that the pages leave out."""
    done = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", page], capture_output=True, text=True, check=False)
    assert [line for line in done.stdout.splitlines() if "missing date" not in line] == []


@pytest.mark.skipif(not shutil.which("man"), reason="there is no man here")
def test_the_page_as_set() -> None:
    """What a page shows is what was written: quotes, dashes and carets are ASCII, transcripts stand line by line."""
    env = {**os.environ, "MANWIDTH": "120", "LC_ALL": "C.UTF-8", "MANPAGER": "cat", "GROFF_NO_SGR": "1"}
    shown = re.sub(
        ".\x08", "", subprocess.run(["man", "-l", ROOT / "man" / "readcli.1"], capture_output=True, text=True, check=True, env=env).stdout
    )
    sections = re.findall(r"^[A-Z][A-Z ]+$", shown, re.MULTILINE)
    assert sections == [
        "NAME",
        "SYNOPSIS",
        "DESCRIPTION",
        "SELECTORS",
        "OPTIONS",
        "FORMATS",
        "FILES",
        "ENVIRONMENT",
        "EXIT STATUS",
        "SECURITY",
        "EXAMPLES",
        "WITH OTHER PROGRAMS",
        "SEE ALSO",
    ]
    golden = (ROOT / "tests" / "golden" / "uses.md").read_text()
    for line in re.findall(r"^    (.+)$", golden, re.MULTILINE):
        assert line.rstrip() in shown, line
    assert "`" not in shown.partition("EXAMPLES")[0]


def test_tabs_of_transcripts() -> None:
    """A tab in a transcript is set as the blanks a terminal shows: roff's own tab stops are elsewhere."""
    from readcli import manual_roff

    set_page = manual_roff.page("x.1", "x", "# EXAMPLES\n\n    ab\tcd\n    abcdefgh\tx\n")
    assert "\nab      cd\nabcdefgh        x\n" in set_page


# The completions


def complete_bash(line: str, folder: Path) -> list[str]:
    """Give what bash offers at the end of a line."""
    split = [word for word in re.split(r"(=)|\s", line) if word is not None and (word or line.endswith((" ", "=")))]
    if line.endswith(" ") and split[-1] != "":
        split.append("")
    script = f'source {ROOT / "completions" / "readcli.bash"}; compopt() {{ :; }}; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _readcli; printf \'%s\\n\' "${{COMPREPLY[@]}}"'
    done = subprocess.run(["bash", "-c", script, "bash", *split], capture_output=True, text=True, cwd=folder, check=False)
    assert done.stderr == ""
    return sorted(done.stdout.split())


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash here")
def test_bash(tmp_path: Path) -> None:
    """In bash options are offered, the words of a value in both ways of writing, and paths."""
    for name in ("one.txt", "only.pdf"):
        (tmp_path / name).touch()
    (tmp_path / "old").mkdir()
    assert complete_bash("readcli --gut", tmp_path) == ["--gutter"]
    assert complete_bash("readcli --gutter n", tmp_path) == ["none", "numbers"]
    assert complete_bash("readcli --gutter=n", tmp_path) == ["none", "numbers"]
    assert complete_bash("readcli --format doc", tmp_path) == ["doc", "docx"]
    assert complete_bash("readcli --json=", tmp_path) == ["lines"]
    assert complete_bash("readcli -n o", tmp_path) == ["old", "one.txt", "only.pdf"]
    assert complete_bash("readcli --root o", tmp_path) == ["old"]
    assert complete_bash("readcli --show-completion f", tmp_path) == ["fish"]
    assert complete_bash("readcli --limit ", tmp_path) == []


@pytest.mark.skipif(not shutil.which("zsh"), reason="there is no zsh here")
def test_zsh() -> None:
    """The script is one that zsh takes, and so is each specification in it."""
    script = f"""
autoload -U compinit && compinit -u -D
_arguments() {{ for spec in "${{@[3,-1]}}"; do [[ $spec == *'['*']'* || $spec == '*:'* ]] || print -r "bad: $spec"; done; print ${{#@}} }}
compdef() {{ : }}
source {ROOT / "completions" / "_readcli"}
"""
    done = subprocess.run(["zsh", "-f", "-c", script], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.split() == [str(3 + sum(len(item.names) + len(item.unset) for item in VISIBLE))]


@pytest.mark.skipif(not shutil.which("fish"), reason="there is no fish here")
def test_fish(tmp_path: Path) -> None:
    """In fish the same is offered."""
    (tmp_path / "one.txt").touch()

    def offered(line: str) -> list[str]:
        script = f"source {ROOT / 'completions' / 'readcli.fish'}; complete -C '{line}'"
        done = subprocess.run(
            ["fish", "--no-config", "-c", script],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            check=True,
            env={**os.environ, "HOME": str(tmp_path)},
        )
        assert done.stderr == ""
        return sorted(row.split("\t")[0] for row in done.stdout.splitlines())

    assert offered("readcli --gut") == ["--gutter"]
    assert offered("readcli --gutter n") == ["none", "numbers"]
    assert offered("readcli --json") == ["--json", "--json=lines"]
    assert offered("readcli o") == ["one.txt"]


@pytest.mark.skipif(not shutil.which("pwsh"), reason="there is no PowerShell here")
def test_powershell() -> None:
    """PowerShell offers the same."""
    script = f". {ROOT / 'completions' / 'readcli.ps1'}; (TabExpansion2 'readcli --gutter n' 18).CompletionMatches.CompletionText"
    done = subprocess.run(["pwsh", "-NoProfile", "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["numbers", "none"]


@pytest.mark.parametrize(("shell", "name"), actions.SHELLS.items())
def test_show_completion(shell: str, name: str) -> None:
    """`--show-completion SHELL` prints the script, as does SHELL of the environment."""
    wanted = (ROOT / "completions" / name).read_text()
    assert subprocess.run([READCLI, "--show-completion", shell], capture_output=True, text=True, check=True).stdout == wanted
    if shell != "powershell":
        env = {**os.environ, "SHELL": f"/usr/bin/{shell}"}
        assert subprocess.run([READCLI, "--show-completion"], capture_output=True, text=True, check=True, env=env).stdout == wanted


def test_install_completion(tmp_path: Path) -> None:
    """`--install-completion` writes the script where the shell looks, and says where."""
    env = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": ""}
    for shell, place in (
        ("bash", ".local/share/bash-completion/completions/readcli"),
        ("zsh", ".local/share/zsh/site-functions/_readcli"),
        ("fish", ".config/fish/completions/readcli.fish"),
    ):
        done = subprocess.run([READCLI, "--install-completion", shell], capture_output=True, text=True, check=True, env=env)
        assert done.stdout.startswith(f"{tmp_path / place}: written")
        assert (tmp_path / place).read_text() == (ROOT / "completions" / actions.SHELLS[shell]).read_text()


def test_shells_that_are_not_known() -> None:
    """A shell without a completion is one line and exit status 2."""
    done = subprocess.run(
        [READCLI, "--show-completion"], capture_output=True, text=True, check=False, env={**os.environ, "SHELL": "/bin/csh"}
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "csh" in done.stderr


def test_what_the_wheel_installs() -> None:
    """Every page and completion that is committed has its place in the wheel, and the places exist."""
    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    shared = build["shared-data"]
    for page in PAGES:
        assert shared[f"man/{page.name}"] == f"share/man/man{page.suffix[1:]}/{page.name}"
    assert shared["completions/readcli.bash"] == "share/bash-completion/completions/readcli"
    assert shared["completions/_readcli"] == "share/zsh/site-functions/_readcli"
    assert shared["completions/readcli.fish"] == "share/fish/vendor_completions.d/readcli.fish"
    assert all((ROOT / name).exists() for name in [*shared, *build["force-include"]])


def test_pictures_of_the_readme() -> None:
    """The pictures are those that `python -m tests.samples.pictures` draws now, each is shown, and none fetches anything."""
    from tests.samples.pictures import pictures, words

    readme = (ROOT / "README.md").read_text()
    for name, drawn in pictures().items():
        kept = (ROOT / "man/pictures" / name).read_text()
        assert words(kept) == words(drawn)
        assert len(words(kept)) > 3
        assert f"man/pictures/{name}" in readme
        assert "url(http" not in kept
