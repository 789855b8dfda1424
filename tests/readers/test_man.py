"""Manual pages: the own renderer of man(7) and mdoc(7), the programs it stands in for, and where pages are found."""

from __future__ import annotations

import difflib
import os
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from readcli.errors import Corrupt, NotFound, OutsideRoot, ReadError
from readcli.model import Options
from readcli.readers import man, man_pages, man_roff
from readcli.readers.man_numbers import number
from readcli.readers.man_strike import bare, is_struck, strike
from readcli.readers.man_text import Pen
from tests.samples.man import lamp, page, tarn, tree
from tests.support import CORPUS, Vector, check, said, source_of

OWN = {"root": "/"}  # under --root only the own renderer runs
VECTORS = [
    Vector(
        "man(7): title line, sections, fonts, strings, registers, conditions, macros of the page's own",
        lamp,
        contains=(
            "LAMP(1)                          User Commands                         LAMP(1)",
            "lamp - light a room",
            "lamp [-b WATTS] room...",
            "It is the newest of 3 lamps\u2014and the",
            "In characters.",
            "Not old.",
            "Ann says so.",
            "dark(1), the pages of the lamp \u27e8https://lamp.example\u27e9.",
        ),
        lacks=("nobody sees", "On paper", "Old.", "\\f", "\b", ".TH", "\u00a0"),
        in_order=("NAME", "SYNOPSIS", "DESCRIPTION", "   Bright rooms", "OPTIONS", "SEE ALSO", "shop 1.4"),
        facts={"title": "LAMP", "section": "1"},
        options=OWN,
    ),
    Vector(
        "man(7): tagged paragraphs hang, lists inside are indented, unfilled lines and tables stay as they are",
        lamp,
        contains=(
            "\n       -b watts\n              Set the brightness",
            "\n       -q  Be quiet.\n",
            "\n           \u2022 not a word\n",
            "\n       one   line\n         two lines\n",
            "\n       room   lux\n       hall    80\n",
        ),
        options=OWN,
    ),
    Vector(
        "mdoc(7): macros on one line, delimiters close to their words, lists, displays",
        tarn,
        contains=(
            "TARN(8)                     System Manager's Manual                    TARN(8)",
            "tarn \u2013 keep a mountain lake",
            "tarn [-av] [-d depth] lake ...",
            "The tarn utility keeps lakes (see lake(7)), and says \u201cit is cold\u201d.",
            "     -a          All lakes.",
            "     -d depth    To this depth; see /etc/tarn.conf.",
            "     \u2022   deep ones\n     \u2022   shallow ones",
            "           tarn  -a   Riffel",
            "The tarn utility exits 0 on success, and >0 if an error occurs.",
            "Ann Example <ann@example.com>",
        ),
        lacks=(".Nm", "Fl ", "\b"),
        options=OWN,
    ),
    Vector(
        "a page that is not UTF-8 is Latin-1",
        lambda: page("CAF\u00c9", "1").decode().encode("latin-1"),
        contains=("CAF\u00c9(1)",),
        options=OWN,
    ),
    Vector(
        "a page may declare its encoding", lambda: b'.\\" -*- coding: koi8-r -*-\n' + "да".encode("koi8-r"), contains=("да",), options=OWN
    ),
    Vector("an empty page has no lines", lambda: b"", lacks=("a",), options=OWN),
    Vector("bytes with NUL are no page", lambda: b".TH A 1\n\0\0", error="corrupt", options=OWN),
]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.name)
def test_pages(vector: Vector) -> None:
    """Each page comes out as its row says."""
    check(vector, "man", "page.1")


def own(data: bytes, width: int = 78) -> str:
    """Format with the own renderer."""
    return bare("\n".join(man_roff.render(man.decode(data), width)))


def test_headings_are_told_with_their_levels() -> None:
    """Sections are headings of level 1, subsections of level 2, and nothing else is one."""
    found = [(heading.level, heading.text) for heading in said("man", lamp(), "lamp.1", **OWN).headings]
    assert found == [(1, "NAME"), (1, "SYNOPSIS"), (1, "DESCRIPTION"), (2, "Bright rooms"), (1, "OPTIONS"), (1, "SEE ALSO")]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("a\ba", "a"),
        ("_\bN\bN x", "N x"),
        ("ab\b\bc", "c"),
        ("\ba", "a"),
        ("\b\b", ""),
        ("a\b", ""),
        ("a\b\b\bb", "b"),
        ("none", "none"),
        ("", ""),
    ],
)
def test_backspaces_take_letters_away(text: str, plain: str) -> None:
    """Each takes the letter before it, as far as there is one."""
    assert bare(text) == plain


def test_a_page_needs_no_patterns() -> None:
    """What formats with a program loads neither `re` nor the own renderer: half of the time would go there."""
    program = "import sys; from readcli.readers import man, man_programs, man_strike; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-S", "-c", program], capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2])
    assert not {"re", "readcli.readers.man_roff"} & set(done.stdout.split())


def test_styled_text_is_overstruck() -> None:
    """Bold and underlined are overstrikes where somebody asks for styled text, and only there."""
    assert "l\bla\bam\bmp\bp" in said("man", lamp(), "lamp.1", is_styled=True, **OWN).text
    assert strike("a b", "B") == "a\ba b\bb"
    assert bare(strike("wide", "BI")) == "wide"
    assert is_struck(strike("NAME", "B"))
    assert not is_struck(strike("NAME", "I"))


@pytest.mark.parametrize("width", [20, 40, 58, 78, 118])
def test_no_filled_line_is_wider_than_the_page(width: int) -> None:
    """Filled text keeps to its width."""
    text = own(page("X", "1") + b".PP\n" + b"some words that fill lines and go on\n" * 20, width)
    assert max(map(len, text.split("\n"))) <= width
    assert " ".join(text.split()).count("some words that fill lines and go on") == 20


def test_manwidth(monkeypatch: pytest.MonkeyPatch) -> None:
    """MANWIDTH decides, else the terminal's columns, else 80; nonsense is none of them; two columns stay free."""
    for given, columns, wanted in (("60", 120, 58), ("", 120, 118), ("", 0, 78), ("wide", 100, 98), ("0", 80, 78), ("1", 80, 18)):
        monkeypatch.setenv("MANWIDTH", given)
        assert man.width_of(Options(columns=columns)) == wanted


@pytest.mark.parametrize(
    ("roff", "text"),
    [
        (r"a\-b \e \(bu \[u2014] \(aq\(dq", "a-b \\ \u2022 \u2014 '\""),
        (r"\fBbold\fP \fIitalic\fR \f(CWcode\fP \s-1small\s0 \s+10big", "bold italic code small big"),
        (r"caf\('e na\[:i]ve", "caf\u00e9 na\u00efve"),
        (r"x\&y\|z\^w\c", "xyzw"),
        (r"\h'3n'\o'ab'\N'65'\zq", "\u00a0\u00a0\u00a0aAq"),
        (r"unknown \(zz \[nothing] \Q end\ of", "unknown   Q end\u00a0of"),
        ("broken \\", "broken "),
        ("broken \\f(", "broken "),
        (r"broken \h'3", "broken "),
    ],
)
def test_escapes(roff: str, text: str) -> None:
    """Each escape becomes what it stands for; broken ones are no error."""
    assert "".join(letters for _, letters in Pen().runs(roff)) == text


@pytest.mark.parametrize(
    ("text", "value"), [("3", 3), ("1+2*3", 9), ("4i", 40), ("-2", -2), ("7/0", 0), ("1>2", 0), ("2>=2", 1), ("x", 5), ("\\w'abc'", 3)]
)
def test_numbers(text: str, value: int) -> None:
    """Expressions go from left to right; what is none is the default."""
    assert number(text, 5) == value


@pytest.mark.parametrize(
    ("body", "wanted", "unwanted"),
    [
        (".if n \\{\\\nyes\n.\\}\n.if t \\{\\\nno\n.\\}\nafter\n", "yes after", "no"),
        (".ie t no\n.el \\{\\\nyes\n.\\}\n", "yes", "no"),
        (".if \\n(.g yes\n.if !\\n(.g no\n", "yes", "no"),
        (".nr a 5\n.if (\\na>4)&(\\na<6) yes\n", "yes", "\\n"),
        (".de X\nfirst \\\\$1, all \\\\$*\n..\n.X one two\n", "first one, all one two", "\\$"),
        (".ds a b\n.as a c\n\\*a\n", "bc", "\\*"),
        (".ig\nno\n..\nyes\n", "yes", "no"),
        (".nr i 0 1\n.while \\ni<3 \\{\\\nturn \\n+i\n.\\}\n", "turn 1 turn 2 turn 3", "turn 4"),
        (".tr +*\na+b\n", "a*b", "+"),
        (".de SH\nno\n..\n.SH YES\n", "YES", "no"),
    ],
)
def test_roff(body: str, wanted: str, unwanted: str) -> None:
    """Conditions, macros, strings, registers and loops do what groff(7) says."""
    text = " ".join(own(b".TH X 1\n.SH T\n" + body.encode()).split())
    assert wanted in text
    assert unwanted not in text


@pytest.mark.parametrize(
    "body", [".de X\n.X\n.X\n..\n.X\n", ".de X\n.Y\n..\n.de Y\n.X\n..\n.X\n", ".while 1 \\{\\\nx\n.\\}\n", ".ds a \\*a\\*a\n\\*a\n"]
)
def test_a_page_that_never_ends_is_stopped(body: str) -> None:
    """Macros, loops and strings that call themselves end in text or in one error."""
    try:
        own(b".TH X 1\n" + body.encode())
    except Corrupt as error:
        assert "never end" in error.message


def test_damaged_pages() -> None:
    """Cut off anywhere, or with letters changed, a page gives text or one ReadError."""
    noise = random.Random(16)
    for data in (lamp(), tarn()):
        pieces = [data[: noise.randrange(len(data))] for _ in range(30)]
        for _ in range(60):
            mutated = bytearray(data)
            for _ in range(8):
                mutated[noise.randrange(len(data))] = noise.choice(b".\\\n\"'{}()[]$*\x80a1 ")
            pieces.append(bytes(mutated))
        for piece in pieces:
            try:
                said("man", piece, "page.1", **OWN)
            except ReadError:
                continue


# Finding


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a tree of pages the only one."""
    monkeypatch.setenv("MANPATH", str(tree(tmp_path)))
    for name in ("LANG", "LC_ALL", "LC_MESSAGES", "LANGUAGE", "MANSECT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(man_pages, "_listed", {})
    monkeypatch.setattr(man_pages, "_is_folder", {})
    return tmp_path / "man"


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("lamp", ["man1/lamp.1", "man8/lamp.8.bz2"]),
        ("lamp(8)", ["man8/lamp.8.bz2"]),
        ("lamp.8", ["man8/lamp.8.bz2"]),
        ("lamp.conf", ["man5/lamp.conf.5"]),
        ("tarn", ["man8/tarn.8.gz"]),
        ("Light::Beam", ["man3/Light::Beam.3pm.xz"]),
        ("Light::Beam(3pm)", ["man3/Light::Beam.3pm.xz"]),
        ("lamp:1-5", []),
        ("nope", []),
        ("../secret", []),
        ("", []),
        ("lamp()", []),
        (".", []),
    ],
)
def test_find(pages: Path, name: str, found: list[str]) -> None:
    """A page is found by its name in the order of the sections, by NAME(S), by NAME.S, packed or not, and nowhere else."""
    assert [str(Path(path).relative_to(pages)) for path in man.find(name)] == found


def test_find_in_a_language(pages: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The directory of the language wanted comes before the plain one."""
    monkeypatch.setenv("LANG", "de_AT.UTF-8")
    assert man.find("lamp")[0] == str(pages / "de/man1/lamp.1")


def test_order_of_sections(pages: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """MANSECT orders the sections."""
    monkeypatch.setenv("MANSECT", "8:1")
    assert man.find("lamp")[0] == str(pages / "man8/lamp.8.bz2")


def test_a_page_that_is_not_there(pages: Path) -> None:
    """The error names the page and the nearest names."""
    assert pages.is_dir()
    with pytest.raises(NotFound, match="man:lanp: no such manual page") as caught:
        man.open_source("lanp", Options())
    assert "man:lamp" in caught.value.hint


def test_root_refuses_names(pages: Path) -> None:
    """Under --root no page is looked up by its name."""
    with pytest.raises(OutsideRoot):
        man.open_source("lamp", Options(root=str(pages)))


@pytest.mark.parametrize("name", ["lamp", "tarn", "lamp(8)", "Light::Beam"])
def test_pages_are_unpacked(pages: Path, name: str) -> None:
    """The source of a page is its roff, whatever it is packed with, and is called as it was asked for."""
    assert pages.is_dir()
    source = man.open_source(name, Options())
    assert source.read()[:3] in (b"'\\\"", b".Dd", b".TH")
    assert (source.path, source.format) == (f"man:{name}", "man")


def text_at(path: Path, **options: object) -> tuple[str, list[str]]:
    """Read a page by its path."""
    source = source_of(path.read_bytes(), path.name)
    source.path = str(path)
    events = list(man.read(source, Options(**options)))
    return "\n".join(event for event in events if isinstance(event, str)), [
        event.text for event in events if hasattr(event, "text") and not hasattr(event, "level")
    ]


def test_included_pages(pages: Path) -> None:
    """`.so` is followed inside the tree of pages, and a page that includes itself ends."""
    text, notices = text_at(pages / "man1/torch.1", root="/")
    assert "lamp - light a room" in text
    assert not notices
    assert "loop" in text_at(pages / "man1/loop.1", root="/")[0]


def test_included_files_outside_are_refused(pages: Path) -> None:
    """Neither `..` nor an absolute path leads out of the tree, nor the tree out of --root; a notice tells."""
    text, notices = text_at(pages / "man1/thief.1", root="/")
    assert "secret words" not in text
    assert "root:" not in text
    assert len(notices) == 2
    assert "light a room" not in text_at(pages / "man1/torch.1", root=str(pages / "man8"))[0]


# The programs


def words(text: str) -> list[str]:
    """Give the words of a formatted page, hyphens at the end of a line joined."""
    text = re.sub(r"([a-z0-9])-\s*\n\s*(?=[a-z0-9])", r"\1-", text.replace("\u2010", "-").replace("\u00a0", " "))
    return text.split()


def likeness(left: str, right: str) -> float:
    """Say how alike the words of two texts are, from 0 to 1."""
    return difflib.SequenceMatcher(None, words(left), words(right), autojunk=False).ratio()


@pytest.mark.skipif(not shutil.which("mandoc"), reason="mandoc is not installed")
@pytest.mark.parametrize("sample", [lamp, tarn])
def test_like_mandoc(sample: object) -> None:
    """The own renderer and mandoc give the same words."""
    data = sample()  # type: ignore[operator]
    there = subprocess.run(["mandoc", "-T", "utf8", "-O", "width=78"], input=data, capture_output=True, check=False).stdout.decode()
    assert likeness(own(data), bare(there)) > 0.95


@pytest.mark.skipif(not shutil.which("mandoc"), reason="mandoc is not installed")
def test_real_pages_like_mandoc() -> None:
    """So they do on the pages of this machine and of the corpus; tables with rules differ most."""
    names = "ls cp find ssh-agent printf(1) open(2) ascii(7) mandoc less".split()
    paths = [path for name in names for path in man.find(name)[:1]]
    paths += [str(path) for path in sorted((CORPUS / "man").glob("*"))] if CORPUS.is_dir() else []
    if not paths:
        pytest.skip("there are no pages here")
    for path in paths:
        data = man._content(path)
        if data.startswith(b".so"):
            continue
        there = subprocess.run(["mandoc", "-T", "utf8", "-O", "width=78"], input=data, capture_output=True, check=False).stdout.decode()
        if len(there) < 40_000:
            assert likeness(own(data), bare(there)) > 0.85, path


def program(folder: Path, name: str, text: str) -> None:
    """Make a program that stands for another."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


@pytest.mark.parametrize(
    ("programs", "wanted"),
    [
        ({"mandoc": "cat >/dev/null; echo of mandoc"}, "of mandoc"),
        ({"man": "cat >/dev/null; echo of man"}, "of man"),
        ({"mandoc": "exit 3", "man": "cat >/dev/null; echo of man"}, "of man"),
        ({"mandoc": "exit 3"}, "lamp - light a room"),
        ({"mandoc": "kill -9 $$", "man": "kill -9 $$"}, "lamp - light a room"),
        ({}, "lamp - light a room"),
        ({"man": "cat >/dev/null; echo $MANPAGER$PAGER$MANOPT$MANWIDTH"}, "\n60"),
    ],
)
def test_which_program_formats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, programs: dict[str, str], wanted: str) -> None:
    """mandoc goes before man; what fails, dies or is not there gives way to the next, at last to the own renderer; no pager is started."""
    for name, text in programs.items():
        program(tmp_path, name, text)
    monkeypatch.setenv("PATH", str(tmp_path))
    for name, value in (("MANPAGER", "less"), ("PAGER", "more"), ("MANOPT", "-a"), ("MANWIDTH", "60")):
        monkeypatch.setenv(name, value)
    assert wanted in "\n" + said("man", lamp(), "lamp.1").text


def test_root_starts_no_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under --root the own renderer formats, whatever is installed."""
    program(tmp_path, "mandoc", "cat >/dev/null; echo of mandoc")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "light a room" in said("man", lamp(), "lamp.1", root="/").text


# As typed


def readcli(*arguments: str, folder: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a folder."""
    command = [sys.executable, "-m", "readcli", *arguments]
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG", "MAN"))}
    return subprocess.run(command, cwd=folder, env={**clean, **env}, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)


def test_as_typed(pages: Path) -> None:
    """Names, sections, headings and lines select as the manual says; paths of pages, packed too, are formatted."""
    for target, wanted in (
        ("man:lamp:#SYNOPSIS", "lamp [-b WATTS] room..."),
        ("man:lamp:#Bright rooms", "A room is bright from 100 lux on."),
        ("man:tarn(8):#NAME", "keep a mountain lake"),
        ("man:Light::Beam:1", "BEAM(3pm)"),
        ("man:lamp:/lux/", "100 lux"),
        ("man:torch", "light a room"),
        (str(pages / "man8/tarn.8.gz"), "keep a mountain lake"),
        (str(pages / "man1/lamp.1"), "light a room"),
        ("man:lamp:raw", ".TH LAMP 1"),
    ):
        done = readcli(target, folder=pages, MANPATH=str(pages))
        assert wanted in done.stdout, target
        assert not done.returncode
        assert "\b" not in done.stdout
    assert "man:lamp?" in readcli("man:lanp", folder=pages, MANPATH=str(pages)).stderr
    assert max(map(len, readcli("man:lamp", folder=pages, MANPATH=str(pages), MANWIDTH="50").stdout.split("\n"))) <= 50


@pytest.mark.skipif(not shutil.which("man"), reason="man is not installed")
def test_as_pager_of_man(pages: Path) -> None:
    """As MANPAGER and with -P it shows what man gives it, without overstrikes."""
    pager = f"{sys.executable} -m readcli -p -"
    page_path = str(pages / "man1/lamp.1")
    for command, env in (["man", page_path], {"MANPAGER": pager}), (["man", "-P", pager, page_path], {}):
        done = subprocess.run(command, env={**os.environ, **env}, capture_output=True, text=True, check=False)
        assert "light a room" in done.stdout
        assert "\b" not in done.stdout
