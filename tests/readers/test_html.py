"""HTML and XHTML files."""

import random

import pytest

from readcli.errors import ReadError
from readcli.model import Options
from readcli.readers import html_charset, html_markdown
from tests.samples import html as samples
from tests.support import Vector, check, said

VECTORS = [
    Vector(
        "structure",
        samples.FORMS.encode,
        in_order=("[Home](/home)", "# Top", "One **two** [link](https://e.org/x).", "- first", "  - inner", "- second", "3. three", "Foot"),
        contains=("| k | v |", "| a\\|b | 2 |"),
        lacks=("A & B", "Ann Lee", "<"),
        facts={"title": "A & B", "author": "Ann Lee", "encoding": "utf-8"},
    ),
    Vector(
        "hidden text is left out and counted",
        samples.HIDDEN.encode,
        contains=("seen", "no script", "classy"),
        lacks=("h-", "h_script"),
        notices=("3 hidden elements, 1 script, 1 template, 1 comment left out; --hidden shows them",),
    ),
    Vector(
        "hidden text shown",
        samples.HIDDEN.encode,
        contains=("seen", "h-attr", "h-style", "h-aria", "h_script", "h-template", "h-comment", "classy"),
        options={"hidden": True},
    ),
    Vector(
        "a page of hidden text only",
        lambda: b"<p hidden>x y</p>",
        lacks=("x",),
        notices=("the page has no text", "1 hidden element left out"),
    ),
    Vector("empty", lambda: b"", notices=("the page has no text",)),
    Vector("binary", lambda: bytes(range(32)) * 9, error="corrupt"),
    Vector(
        "XHTML closes empty elements",
        lambda: (
            b'<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="x"/></head>'
            b'<body><p>x<br/>y</p><a id="q"/><div class="a/b"/><p>z</p></body></html>'
        ),
        in_order=("x", "y", "z"),
    ),
    Vector(
        "data URLs say only what they show",
        lambda: b'<img src="data:image/png;base64,AAAA" alt="a cat">',
        contains=("a cat",),
        lacks=("base64",),
    ),
    Vector("ruby", "<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>".encode, contains=("漢(かん)",)),
    Vector("entities", lambda: b"<p>&lt;tag&gt; &amp; &euro; &#x1F600;</p>", contains=("<tag> & € 😀",)),
    Vector("form text", lambda: b"<form>Name <input value=q><button>Send</button></form>", contains=("Name", "Send")),
    Vector("lying charset", lambda: samples.page("<p>ça va</p>", "utf-16", '<meta charset="unicode">'), contains=("ça va",)),
    Vector(
        "declared charset",
        lambda: samples.page("<p>Übung</p>", "cp1252", '<meta http-equiv="x" content="text/html; charset=iso-8859-1">'),
        contains=("Übung",),
    ),
]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.name)
def test_page(vector: Vector) -> None:
    """Each page gives its text, its facts and its notices."""
    check(vector, "html", "page.html")


def test_preformatted_code_is_exact() -> None:
    """Every blank and line break of preformatted text is kept, and only entities are resolved."""
    code = "a\n    b &lt; c\n\n\td  \n  e"
    lines = html_markdown.convert(f"<p>x</p><pre><code>{code}</code></pre><p>y</p>", Options())
    assert lines == ["x", "", "```", "a", "    b < c", "", "\td  ", "  e", "```", "", "y"]


def test_nothing_is_put_before_the_text() -> None:
    """The title and the author are facts, no lines of front matter."""
    assert said("html", samples.FORMS.encode(), "x.html").text.startswith("[Home](/home)")


@pytest.mark.parametrize("tag", ["div", "b", "blockquote", "table><tr><td"])
@pytest.mark.parametrize("depth", [1000, 2000, 20_000])
def test_deep_nesting_loses_no_text(tag: str, depth: int) -> None:
    """Pages nested too deep for the engine still give all their text."""
    text = said("html", samples.nested(tag, depth), "x.html").text
    assert [text.count(words) for words in ("before", "the bottom", "after")] == [1, 1, 1]


def test_the_fall_back_hides_what_is_hidden() -> None:
    """Text that nobody would see stays away also where the engine gives up."""
    page = samples.nested("div", 5000) + samples.HIDDEN.encode()
    assert "h-" not in said("html", page, "x.html").text
    assert "h-attr" in said("html", page, "x.html", hidden=True).text


@pytest.mark.parametrize(
    ("charset", "words"),
    [
        ("koi8-r", "Вчера вечером в городе открылась новая библиотека, и первые читатели уже пришли за книгами. " * 3),
        ("gb18030", "中国制造的领军者，昨天晚上城市里的新图书馆开门了，第一批读者已经来借书。" * 3),
        ("cp932", "昨日の夜、町に新しい図書館ができました。最初の読者はもう本を借りに来ました。" * 3),
    ],
)
def test_undeclared_charset_is_guessed_and_said(charset: str, words: str) -> None:
    """Without any declaration the bytes decide, and the answer is called a guess."""
    result = said("html", samples.page(f"<p>{words}</p>", charset), "x.html")
    assert words.strip() in result.text
    assert any("guess" in notice for notice in result.notices)


@pytest.mark.parametrize(
    ("page", "delivered", "text"),
    [
        ("é".encode("utf-16"), "latin-1", "é"),
        (b"\xef\xbb\xbf\xc3\xa9", "shift_jis", "é"),
        (b"\x83\x65", "Shift_JIS", "テ"),
        (b'<meta charset="utf-16">\xc3\xa9', None, '<meta charset="utf-16">é'),
        (b'<meta charset="windows-1251">\xe9', "koi8-r", '<meta charset="windows-1251">И'),
        (b'<?xml version="1.0" encoding="iso-8859-1"?>\x80', None, '<?xml version="1.0" encoding="iso-8859-1"?>€'),
        (b"<p>\xc3\xa9</p>", "no-such-thing", "<p>é</p>"),
        ("<p>é</p>".encode("utf-16-be"), None, "<p>é</p>"),
        (b"\xc3\xa9" * 20 + b"\xff", None, "é" * 20 + "\ufffd"),
    ],
)
def test_order_of_charsets(page: bytes, delivered: str | None, text: str) -> None:
    """A mark at the beginning, then what was delivered, then what is declared, then the bytes themselves decide."""
    assert html_charset.decode(page, None, delivered)[0] == text


def test_forced_encoding_wins() -> None:
    """`--encoding` overrides what a page says about itself."""
    page = samples.page("<p>\xe9</p>", "latin-1", '<meta charset="koi8-r">')
    assert "é" in said("html", page, "x.html", encoding="latin-1").text


@pytest.mark.parametrize("opening", ["<!--", "<script>", '<a "', "<a '\"x", "<meta ", "<title>", "<div", "<template>"])
def test_unclosed_openings_cost_no_more(opening: str) -> None:
    """Pages of nothing but openings are read in time that grows with their length alone."""
    html = opening * 20_000
    html_markdown.convert(html, Options())
    assert html_markdown.count_left_out(html)["comment"] == 0


def test_damage() -> None:
    """Any bytes give text or one error of ours."""
    dice = random.Random(7)
    page = bytearray((samples.FORMS + samples.HIDDEN).encode())
    for _ in range(40):
        broken = page[: dice.randrange(len(page))]
        for _ in range(5):
            broken[dice.randrange(len(broken) or 1) :] += bytes([dice.randrange(256)])
        try:
            said("html", bytes(broken), "x.html")
        except ReadError as error:
            assert error.message  # either answer is right
