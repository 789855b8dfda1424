"""How the encoding of a text is judged: nearly UTF-8 by counting, the rest by a guess that prefers what people have."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from readcli import encoding

PROSE = {
    "French": (
        "cp1252",
        "L'été dernier, nous avons mangé des crêpes à la crème près de la forêt. Où êtes-vous allés? Garçon, ça va! Noël.\n",
    ),
    "Spanish": ("cp1252", "El niño pequeño comió piña en la montaña. ¿Cómo está usted, señor? La canción de España.\n"),
    "German": ("cp1252", "Die Straße führt über Brücken. Schöne Grüße aus München, Köln und Düsseldorf. Fußgänger müssen älter sein.\n"),
    "Czech": ("cp1250", "Příliš žluťoučký kůň úpěl ďábelské ódy. Děkuji, prosím, těším se na příští týden.\n"),
    "Polish": ("cp1250", "Zażółć gęślą jaźń. Książka leży na stole. Dziękuję bardzo, proszę państwa, w Łodzi pada śnieg.\n"),
    "Hungarian": ("cp1250", "Árvíztűrő tükörfúrógép. A gyors róka átugorja a lusta kutyát, és elszalad az erdőbe.\n"),
    "Romanian": ("cp1250", "Ştiinţa şi tehnica îşi găsesc locul în viaţa fiecăruia dintre noi, până la urmă.\n"),
    "Croatian": ("cp1250", "Čovjek je došao kući i rekao da će sutra otići. Žena mu je kuhala ručak, šta ćeš.\n"),
    "Turkish": ("cp1254", "Şu anda İstanbul'da yağmur yağıyor, çocuklar güneşi bekliyor. Öğretmen geldi.\n"),
    "Swedish": ("cp1252", "Räksmörgåsar är gott på sommaren. Vi åker till sjön på fredag, säger hon.\n"),
    "Russian": ("cp1251", "Быстрая лиса прыгает через ленивую собаку, и это видно всем вокруг. Съешь ещё этих мягких булок.\n"),
    "Japanese": ("cp932", "日本語のテキスト、ヘッダー行。これはひらがなとカタカナの文章です。\n"),
}


@pytest.mark.parametrize("language", PROSE)
def test_prose_is_guessed(language: str) -> None:
    """Prose of a language comes back by the code page that its country used; cp1252 before others that read as well."""
    name, text = PROSE[language]
    judged = encoding.judge((text * 20).encode(name), is_whole=True)
    assert judged.is_guess
    assert (text * 20).encode(name).decode(judged.name) == text * 20


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.sampled_from(["é".encode(), "漢字".encode(), "😀".encode(), b"\xff", b"\xe9", b"\xf0\x9f", b"abc\n"]), max_size=60),
    st.integers(1, 9),
)
def test_nearly_utf8_is_a_count(pieces: list[bytes], block: int) -> None:
    """Judged in pieces, and stopped early, it is what the whole says: ten characters of several bytes for each byte that does not fit."""
    data = b"".join(pieces)
    text = data.decode("utf-8", "replace")
    bad = text.count("\ufffd")
    good = sum(char > "\x7f" for char in text) - bad
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(encoding, "_BLOCK", block)
        assert encoding._is_nearly_utf8(data) is (good >= 10 * bad)
