"""What characters the names in an archive mean, where the archive does not say.

Zip names without the UTF-8 flag are in the code page of whoever packed them (APPNOTE.TXT appendix D says 437, few keep
to it). All such names are judged together: one archive, one code page.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_LETTERS = re.compile(r"[^\W\d_]+")
_CYRILLIC = re.compile(r"[\u0400-\u045f]+")


def choose_encoding(names: list[bytes], given: str | None) -> str:
    """Give the encoding of names that hold bytes above 127: what was asked for, UTF-8 where it fits, the likeliest page."""
    joined = b"\n".join(names)
    for encoding in (given, "utf-8"):
        if encoding and _decode(joined, encoding) is not None:
            return encoding
    return _likeliest(joined)


def decode_name(name: bytes, encoding: str) -> str:
    """Decode a name, with U+FFFD for what does not fit. Folds nothing."""
    return name.decode(encoding, "replace")


def _decode(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return None


def _likeliest(joined: bytes) -> str:
    """Weigh the pages zip files are made with: how many characters are everyday ones, less what reads like a muddle."""
    from charset_normalizer import from_bytes  # 67 ms, for names that are neither ASCII nor UTF-8

    muddle = {match.encoding: match.chaos for match in from_bytes(joined, cp_isolation=list(_SHARES), threshold=0.6)}
    best, encoding = -1.0, "cp437"
    for page, share in _SHARES.items():
        text = _decode(joined, page)
        if text is None:
            continue
        score = share(joined, text) - muddle.get(page, 0.1)
        if score > best:
            best, encoding = score, page
    return encoding


def _latin(_data: bytes, text: str) -> float:
    """Give the share of foreign letters that stand in words of mostly ASCII letters (half as much: alone)."""
    foreign = [letter for letter in text if ord(letter) > 127]
    good = 0.0
    for word in _LETTERS.findall(text):
        strange = sum(ord(letter) > 127 for letter in word)
        fits = all(ord(letter) < 128 or "\u00c0" <= letter <= "\u00ff" for letter in word)
        good += strange * fits * (1.0 if strange * 2 <= len(word) else 0.5)
    return good / max(1, len(foreign))


def _russian(_data: bytes, text: str) -> float:
    """Give the share of foreign characters that stand in Cyrillic words (half as much: one letter, or mixed case)."""
    foreign = sum(ord(letter) > 127 for letter in text)
    good = 0.0
    for word in _CYRILLIC.findall(text):
        usual = len(word) > 1 and (word[1:].islower() or word.isupper())
        good += len(word) * (1.0 if usual else 0.5)
    return good / max(1, foreign)


def _double(is_usual: Callable[[int, int], bool]) -> Callable[[bytes, str], float]:
    """Make a share of usual characters among those of two bytes; what one byte says counts for nothing."""

    def share(data: bytes, _text: str) -> float:
        usual = total = at = 0
        while at < len(data):
            if data[at] < 128:
                at += 1
                continue
            trail = data[at + 1] if at + 1 < len(data) else 0
            total += 1
            usual += is_usual(data[at], trail)
            at += 2
        return usual / max(1, total)

    return share


def _is_japanese(lead: int, trail: int) -> bool:
    """Kana, and the kanji of JIS level 1."""
    return lead in (0x82, 0x83) or 0x88 <= lead <= 0x97 or (lead == 0x98 and trail <= 0x72) or (lead == 0x81 and trail in (0x5B, 0x45))


_SHARES: dict[str, Callable[[bytes, str], float]] = {
    "cp437": _latin,
    "cp850": _latin,
    "cp866": _russian,
    "cp932": _double(_is_japanese),
    "gb18030": _double(lambda lead, trail: 0xB0 <= lead <= 0xD7 and trail >= 0xA1),  # GB 2312 level 1
    "big5": _double(lambda lead, _trail: 0xA4 <= lead <= 0xC6),  # level 1
    "cp949": _double(lambda lead, trail: 0xB0 <= lead <= 0xC8 and trail >= 0xA1),  # the syllables of KS X 1001
    "cp1252": lambda data, text: _latin(data, text) - 0.2,  # rare: zip programs take the OEM page
}
