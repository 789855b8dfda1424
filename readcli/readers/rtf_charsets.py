"""Code pages of RTF: the document's own, the fonts' (RTF 1.9.1, "Character Set", "Font Table"), and picture fonts.

A codec is a name Python knows, or `SYMBOL` or `WINGDINGS` for fonts whose bytes are pictures.
"""

import codecs
import re

SYMBOL = "symbol"
WINGDINGS = "wingdings"
DEFAULT = "cp1252"

_OF_CHARSET = (
    {0: "cp1252", 2: "cp1252", 77: "mac_roman", 78: "shift_jis", 79: "euc_kr", 80: "gb2312", 81: "big5", 85: "mac_greek"}
    | {86: "mac_turkish", 88: "mac_latin2", 89: "mac_cyrillic", 128: "cp932", 129: "cp949", 130: "johab", 134: "gbk", 136: "cp950"}
    | {161: "cp1253", 162: "cp1254", 163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251", 222: "cp874"}
    | {238: "cp1250", 254: "cp437", 255: "cp850"}
)
_OF_PAGE = {42: SYMBOL, 708: "iso8859_6", 936: "gbk", 1361: "johab", 10000: "mac_roman", 10001: "shift_jis", 10006: "mac_greek"} | {
    10007: "mac_cyrillic",
    10029: "mac_latin2",
    10081: "mac_turkish",
    54936: "gb18030",
    65001: "utf_8",
    20127: "cp1252",
}
# Adobe's Symbol encoding; what is no letter and no list mark is left as the byte's own character.
_GREEK = "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ"
_SYMBOL_MARKS = {0x22: "∀", 0x24: "∃", 0x27: "∋", 0x2D: "−", 0x40: "≅", 0x5C: "∴", 0x5E: "⊥", 0x60: "‾", 0x7E: "∼", 0xA0: "€"}
_SYMBOL_HIGH = (
    "ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊⟨®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪"  # 0xA1 to 0xEF
    "\uf8ff⟩∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭"
)
_SYMBOLS = (
    {0x41 + at: letter for at, letter in enumerate(_GREEK)}
    | {0x61 + at: letter for at, letter in enumerate("αβχδεφγηιϕκλμνοπθρστυϖωξψζ")}
    | _SYMBOL_MARKS
    | {0xA1 + at: letter for at, letter in enumerate(_SYMBOL_HIGH)}
)
_WINGDINGS = {
    0x4A: "☺",
    0x4C: "☹",
    0x6C: "●",
    0x6E: "■",
    0x6F: "□",
    0x71: "❑",
    0x75: "◆",
    0x76: "❖",
    0x77: "⬥",
    0x9F: "•",
    0xA7: "▪",
    0xA8: "◻",
} | {0xD8: "➢", 0xDF: "←", 0xE0: "→", 0xE1: "↑", 0xE2: "↓", 0xE8: "➔", 0xF0: "⇨", 0xFB: "✗", 0xFC: "✓", 0xFD: "☒", 0xFE: "☑"}

_FONT = re.compile(r"\\(?:f(\d{1,9})|fcharset(\d{1,9})|cpg(\d{1,9}))(?![a-z0-9])|(?<=[ }])([^\\{}; ][^\\{};]*);")
_PICTURES = {"Symbol": SYMBOL, "Wingdings": WINGDINGS, "Webdings": WINGDINGS, "ZapfDingbats": WINGDINGS, "Monotype Sorts": WINGDINGS}


def codec_of_page(page: int) -> str:
    """Name the codec of a code page; an unknown one is taken for Windows' Western."""
    name = _OF_PAGE.get(page) or f"cp{page}"
    if name == SYMBOL:
        return name
    try:
        codecs.lookup(name)
    except LookupError:
        return DEFAULT
    return name


def read_fonts(table: str, document: str) -> dict[int, str]:
    r"""Give the codec of each font of a font table's text; fonts that say nothing are left out.

    Fonts of pictures are known by their names: `\fcharset2` alone says no more than that they have a character set of their own.
    `\fcharset0` is Western, unless no font speaks for the document's own code page: such writers mean that page.
    """
    fonts: dict[int, str] = {}
    font = -1
    for match in _FONT.finditer(table):
        number, charset, page, name = match.groups()
        if number:
            font = int(number)
        elif charset:
            if codec := _OF_CHARSET.get(int(charset)):
                fonts.setdefault(font, codec)
        elif page:
            fonts[font] = codec_of_page(int(page))
        elif codec := _PICTURES.get(name.strip(" 23")):
            fonts[font] = codec
    if document not in fonts.values():
        fonts = {number: document if codec == "cp1252" else codec for number, codec in fonts.items()}
    return fonts


def decode(raw: str, codec: str) -> str:
    """Decode bytes, given as Latin-1 characters; what does not fit becomes U+FFFD."""
    if codec in (SYMBOL, WINGDINGS):
        return "".join([picture(ord(letter), codec) for letter in raw])
    return raw.encode("latin-1", "replace").decode(codec, "replace")


def picture(byte: int, codec: str) -> str:
    """Give the character that a picture font shows for a byte."""
    if codec == WINGDINGS:
        return _WINGDINGS.get(byte, "•" if byte > 0x20 else chr(byte))
    return _SYMBOLS.get(byte, chr(byte))
