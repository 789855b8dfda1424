"""The character set of an HTML page: what the bytes say themselves comes before what was declared, and a guess last.

Labels mean what browsers take them for (WHATWG Encoding Standard, 4.2): `iso-8859-1` is windows-1252, `gb2312` is GB 18030.
"""

import re

_MARKS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\0\0", "utf-32-le"),
    (b"\0\0\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_MEANT = {
    "ascii": "cp1252",
    "us-ascii": "cp1252",
    "latin1": "cp1252",
    "latin-1": "cp1252",
    "iso-8859-1": "cp1252",
    "iso8859-1": "cp1252",
    "iso-8859-9": "cp1254",
    "iso-8859-11": "cp874",
    "tis-620": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "x-gbk": "gb18030",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "sjis": "cp932",
    "x-sjis": "cp932",
    "euc-kr": "cp949",
    "ks_c_5601-1987": "cp949",
    "big5": "big5hkscs",
    "unicode": "utf-8",
    "x-mac-roman": "mac-roman",
    "macintosh": "mac-roman",
}
_DECLARED = re.compile(
    rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]+)|<\?xml[^>]{0,100}?encoding\s*=\s*["']([\w.:-]+)""", re.IGNORECASE
)
_MANY_BYTES = re.compile(r"[\x80-\U0010ffff]")
_TAG = re.compile(rb"<[^<>]*>")
_LOOKED_AT = 4096  # bytes in which a declaration must stand; browsers take 1024
_SAMPLE = 65536  # bytes with letters that a guess is made from
_GOOD_TO_BAD = 10  # valid multi-byte characters for each byte that does not fit


def decode(page: bytes, forced: str | None, delivered: str | None) -> tuple[str, str, str]:
    """Give the text, the name of its encoding, and a sentence about it or "".

    `forced` was asked for, `delivered` came with the bytes (an HTTP header, a mail part).
    """
    for mark, name in _MARKS:
        if page.startswith(mark):
            return page[len(mark) :].decode(name, "replace"), name, ""
    if forced:
        return _decode_as(page, forced)
    wide = _sense_wide(page)
    if wide:
        return page.decode(wide, "replace"), wide, ""
    for label in (delivered, _find_declared(page)):
        text = _try(page, label)
        if text is not None:
            return text, meant(label or ""), ""
    text = _try(page, "utf-8")
    if text is not None:
        return text, "utf-8", ""
    return _decode_damaged(page) or _guess(page)


def meant(label: str) -> str:
    """Give Python's name for what browsers take a label for."""
    return _MEANT.get(label.strip().lower(), label.strip().lower())


def _try(page: bytes, label: str | None) -> str | None:
    """Decode by a label, or give None where there is no such encoding or the bytes do not fit."""
    name = meant(label or "")
    if not name or name.startswith(("utf-7", "utf7", "unicode", "raw_unicode", "punycode", "idna")):
        return None
    try:
        return page.decode(name)
    except (LookupError, ValueError):
        return None


def _decode_as(page: bytes, label: str) -> tuple[str, str, str]:
    try:
        text = page.decode(meant(label), "replace")
    except LookupError:
        return page.decode("utf-8", "replace"), "utf-8", f"there is no encoding {label}; read as UTF-8"
    return text, meant(label), _tell_lost(text.count("\ufffd"))


def _tell_lost(count: int) -> str:
    return f"{count} bytes do not fit the encoding and are shown as U+FFFD" if count else ""


def _find_declared(page: bytes) -> str | None:
    """Give the label in `<meta>` or the XML declaration. One that can be read as ASCII is not UTF-16, whatever it says."""
    found = _DECLARED.search(page, 0, _LOOKED_AT)
    if not found:
        return None
    label = (found[1] or found[2]).decode("latin-1").lower()
    return "utf-8" if label.startswith(("utf-16", "utf-32", "utf16", "ucs-2")) else label


def _sense_wide(page: bytes) -> str | None:
    """Tell UTF-16 without a mark by the NULs at every second place."""
    head = page[:_SAMPLE]
    if head.count(0) * 3 < len(head):
        return None
    return "utf-16-le" if head[1::2].count(0) >= head[::2].count(0) else "utf-16-be"


def _decode_damaged(page: bytes) -> tuple[str, str, str] | None:
    """Take UTF-8 with a few bytes that do not fit for UTF-8 all the same."""
    text = page.decode("utf-8", "replace")
    bad = text.count("\ufffd")
    good = len(_MANY_BYTES.findall(text)) - bad
    return (text, "utf-8", _tell_lost(bad)) if good >= _GOOD_TO_BAD * bad else None


def _guess(page: bytes) -> tuple[str, str, str]:
    """Ask charset-normalizer about the text between the tags, which only blur the picture."""
    from charset_normalizer import from_bytes  # 40 ms, and pages without a declaration are rare

    sample = _TAG.sub(b" ", page[: 4 * _SAMPLE])[:_SAMPLE]
    best = from_bytes(sample).best()
    name = best.encoding if best else "cp1252"
    if name in ("latin_1", "ascii"):
        name = "cp1252"
    return page.decode(name, "replace"), name.replace("_", "-"), f"the encoding is not declared; {name.replace('_', '-')} is a guess"
