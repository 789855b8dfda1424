"""Which encoding a text is in, judged by its bytes: BOM, UTF-16/32 without one, UTF-8, UTF-8 with a few bad bytes, a guess.

`judge` looks at what it is given, whole or cut; it never reads. Nothing but the guess loads charset-normalizer.
"""

from __future__ import annotations

import codecs

from readcli.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from charset_normalizer import CharsetMatch, CharsetMatches

# Longest first: the UTF-32-LE mark begins with that of UTF-16-LE. Unicode 16, section 23.8.
BOMS = (
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
# What no text holds, beside NUL: all C0 but BEL BS TAB LF VT FF CR and ESC.
_ODD = bytes(n for n in range(1, 32) if n not in (7, 8, 9, 10, 11, 12, 13, 27))
_HIGH = bytes(range(128, 256))
_BLOCK = 64 * 1024  # judged at a time
_SAMPLE = 16 * 1024  # what the guess is made from
_EASTERN = ("Croatian", "Czech", "Estonian", "Hungarian", "Lithuanian", "Polish", "Romanian", "Slovak", "Slovene", "Turkish")
_FEW = 24  # with fewer bytes above ASCII than this, no detector is right: cp1252 unless they stand in rows


class Encoding:
    """An encoding by its Python name, the length of the BOM, whether it was guessed, and why the bytes seem binary (or "")."""

    __slots__ = ("binary", "bom", "is_guess", "name")

    def __init__(self, name: str, bom: int = 0, *, is_guess: bool = False, binary: str = "") -> None:
        """Take the facts."""
        self.name = name
        self.bom = bom
        self.is_guess = is_guess
        self.binary = binary

    @property
    def is_wide(self) -> bool:
        """Whether a newline is not the one byte that it is in ASCII, so that bytes cannot be searched for it."""
        return self.name != "utf-8" and (self.name == "utf-7" or "\n".encode(self.name) != b"\n")


def named(name: str, head: bytes) -> Encoding:
    """Give the encoding the user asked for, with the length of its BOM in `head`. Raises UsageError."""
    try:
        known = codecs.lookup(name)
        "a".encode(known.name)
        b"a".decode(known.name, "replace")
    except (LookupError, UnicodeError) as error:
        raise UsageError(f"unknown encoding {name}", "write a name such as utf-8, cp1252, shift_jis") from error
    plain = known.name.replace("_", "-").removesuffix("-sig")
    for mark, of in BOMS:
        if head.startswith(mark) and of.startswith(plain):
            return Encoding(of, len(mark))
    wide = {"utf-16": "utf-16-le", "utf-32": "utf-32-le"}
    return Encoding(wide.get(plain, plain if plain.startswith("utf-") else known.name))


def judge(head: bytes, *, is_whole: bool) -> Encoding:
    """Tell the encoding of bytes: all of them, or the beginning of more."""
    for mark, name in BOMS:
        if head.startswith(mark):
            return Encoding(name, len(mark))
    if not is_whole:
        head = _cut(head)
    if b"\0" in head:
        wide = _wide(head)
        return Encoding(wide) if wide else Encoding("utf-8", binary="it holds NUL bytes")
    if head.isascii():
        return Encoding("utf-8", binary=_binary(head))
    if _is_utf8(head):
        return Encoding("utf-8", binary=_binary(head))
    return Encoding("utf-8", binary=_binary(head)) if _is_nearly_utf8(head) else _guess(head)


def _cut(head: bytes) -> bytes:
    """End a beginning at a newline, or before a character that may be cut in two."""
    at = head.rfind(b"\n") + 1
    if at:
        return head[:at]
    end = len(head)
    while end > max(0, len(head) - 4) and head[end - 1] & 0xC0 == 0x80:
        end -= 1
    return head[: end - 1] if end and head[end - 1] >= 0xC0 else head


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _is_nearly_utf8(data: bytes) -> bool:
    """Say whether at least ten characters of several bytes stand there for each byte that does not fit."""
    left = len(data) - len(data.translate(None, _HIGH))  # bytes above ASCII not looked at; a character has at least two of them
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    good = bad = 0
    for start in range(0, len(data), _BLOCK):
        block = data[start : start + _BLOCK]
        text = decoder.decode(block, start + _BLOCK >= len(data))
        plain = len(block.translate(None, _HIGH))
        wrong = text.count("\ufffd")
        bad += wrong
        good += len(text) - plain - wrong
        left -= len(block) - plain
        if 10 * bad > good + left // 2 + 1:  # the rest cannot make up for it; the one may have begun in this block
            return False
    return good >= 10 * bad


def _wide(head: bytes) -> str:
    """Tell UTF-16 and UTF-32 without BOM by NULs at every second or fourth place."""
    sample = head[:4096]
    sample = sample[: len(sample) // 4 * 4] or sample[: len(sample) // 2 * 2]
    quarters = [sample[at::4].count(0) / max(1, len(sample[at::4])) for at in range(4)]
    for name, nuls, letters in (("utf-32-le", (2, 3), (0,)), ("utf-32-be", (0, 1), (3,))):
        if all(quarters[at] > 0.9 for at in nuls) and all(quarters[at] < 0.5 for at in letters) and _fits(head, name):
            return name
    even, odd = (sample[at::2].count(0) / max(1, len(sample[at::2])) for at in (0, 1))
    for name, nul, letter in (("utf-16-le", odd, even), ("utf-16-be", even, odd)):
        if nul > 0.4 and letter < 0.1 and _fits(head, name):
            return name
    return ""


def _fits(head: bytes, name: str) -> bool:
    size = 4 if "32" in name else 2
    text = head[: len(head) // size * size].decode(name, "replace")
    odd = sum(text.count(chr(code)) for code in _ODD)
    return text.count("\ufffd") <= len(text) // 100 and odd * 10 <= len(text)


def _binary(head: bytes) -> str:
    """Say why bytes without NUL seem binary: more than one in ten is a control character."""
    odd = len(head) - len(head.translate(None, _ODD))
    return "it is full of control characters" if odd * 10 > len(head) else ""


def _guess(head: bytes) -> Encoding:
    """Guess by charset-normalizer from the lines that tell, or take cp1252 where too little tells."""
    binary = _binary(head)
    sample = b""
    start = 0
    while start < len(head) and len(sample) < _SAMPLE:  # no more lines than the sample needs
        end = head.find(b"\n", start) + 1 or len(head)
        line = head[start:end]
        start = end
        if not line.isascii():
            sample += line[:_SAMPLE]
    high = len(sample) - len(sample.translate(None, _HIGH))
    if binary:
        return Encoding("latin-1", is_guess=True, binary=binary)
    if high < _FEW and not _has_rows(sample):
        return Encoding("cp1252", is_guess=True)
    from charset_normalizer import from_bytes

    found = from_bytes(sample)
    best = found.best()
    return Encoding(_usual(found, best) if best else "cp1252", is_guess=True)


def _usual(found: CharsetMatches, best: CharsetMatch) -> str:
    """Prefer cp1252, which most such texts are in, to a code page that comes first by its name but reads hardly better.

    Not where the words are of a language that cp1252 has no letters for.
    """
    for match in found:
        if "cp1252" in match.could_be_from_charset and match.chaos <= best.chaos and match.coherence >= 0.9 * best.coherence:
            return best.encoding if match.language in _EASTERN else "cp1252"
    return best.encoding


def _has_rows(sample: bytes) -> bool:
    """Say whether bytes above ASCII mostly stand side by side, as in scripts of two bytes a letter."""
    rows = sample.translate(bytes(32 if n < 128 else n for n in range(256))).split()
    return bool(rows) and sum(len(row) for row in rows) / len(rows) > 2
