"""Characters named by font and code (`w:sym`; ECMA-376 part 1, 17.3.3.30): Symbol and the common ones of Wingdings."""

_SYMBOL_LOW = " !∀#∃%&∍()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼"  # 0x20 to 0x7e
_SYMBOL_HIGH = "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪"  # 0xa0 to 0xef
_SYMBOL_LAST = "〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭"  # 0xf1 to 0xfe
_SYMBOL = (
    {0x20 + place: sign for place, sign in enumerate(_SYMBOL_LOW)}
    | {0xA0 + place: sign for place, sign in enumerate(_SYMBOL_HIGH)}
    | {0xF1 + place: sign for place, sign in enumerate(_SYMBOL_LAST)}
)
_WINGDINGS = {
    0x28: "☎", 0x29: "✆", 0x2A: "✉", 0x46: "☞", 0x4A: "☺", 0x4B: "😐", 0x4C: "☹", 0x6C: "●", 0x6D: "❍", 0x6E: "■", 0x6F: "□",
    0x71: "❑", 0x72: "❒", 0x73: "⬧", 0x74: "⧫", 0x75: "◆", 0x76: "❖", 0x9F: "•", 0xA1: "○", 0xA7: "▪", 0xA8: "◻", 0xAB: "★",
    0xD8: "➢", 0xDF: "←", 0xE0: "→", 0xE1: "↑", 0xE2: "↓", 0xE8: "➔", 0xEF: "⇦", 0xF0: "⇨", 0xF3: "⬄", 0xFB: "✗", 0xFC: "✓",
    0xFD: "☒", 0xFE: "☑",
}  # fmt: skip
_FONTS = {"symbol": _SYMBOL, "wingdings": _WINGDINGS}


def symbol(attributes: dict[str, str]) -> str:
    """Give the Unicode character that a symbol font shows; for fonts not known here the replacement character."""
    try:
        code = int(attributes.get("w:char", ""), 16)
    except ValueError:
        return ""
    if 0xF000 <= code <= 0xF0FF:  # where symbol fonts keep their 256 characters
        return _FONTS.get(attributes.get("w:font", "").lower(), {}).get(code - 0xF000, "\ufffd")
    font = _FONTS.get(attributes.get("w:font", "").lower())
    if font and code < 0x100:
        return font.get(code, "\ufffd")
    return chr(code) if 0x20 <= code < 0xD800 or 0xE000 <= code <= 0x10FFFF else ""
