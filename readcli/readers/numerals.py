"""Numerals of list labels: `w:numFmt` and a number give what stands on the page (ECMA-376 part 1, 17.18.59)."""

from collections.abc import Callable

_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"))
_ROMAN_SMALL = ((50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
_RUSSIAN = "абвгдежзиклмнопрстуфхцчшщыэюя"
_CHINESE = "〇一二三四五六七八九"
_UNITS = ((1000, "千"), (100, "百"), (10, "十"))
_FULL_WIDTH = str.maketrans("0123456789", "０１２３４５６７８９")
_TEXT = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_ORDINAL = ("zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth")


def roman(value: int) -> str:
    """Write a number from 1 to 4 999 in small Roman numerals; others stay digits."""
    if not 0 < value < 5000:
        return str(value)
    pieces = []
    for worth, letters in _ROMAN + _ROMAN_SMALL:
        count, value = divmod(value, worth)
        pieces.append(letters * count)
    return "".join(pieces)


def letters(value: int, alphabet: str = "abcdefghijklmnopqrstuvwxyz") -> str:
    """Write 1 as a, 26 as z, 27 as aa, 53 as aaa: the letter is repeated, as word processors do."""
    if not 0 < value < 100 * len(alphabet):
        return str(value)
    times, place = divmod(value - 1, len(alphabet))
    return alphabet[place] * (times + 1)


def ordinal(value: int) -> str:
    """Write 1st, 2nd, 3rd, 11th."""
    ending = "th" if value % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
    return f"{value}{ending}"


def chinese(value: int) -> str:
    """Write a number from 1 to 9 999 as 二十一 is written."""
    if not 0 < value < 10_000:
        return str(value)
    text = ""
    rest = value
    for worth, unit in _UNITS:
        digit, rest = divmod(rest, worth)
        if digit:
            text += (_CHINESE[digit] if digit > 1 or worth > 10 or text else "") + unit
        elif text and rest and not text.endswith("〇"):
            text += "〇"
    return text + (_CHINESE[rest] if rest else "")


def circled(value: int) -> str:
    """Write ① to ⑳; others stay digits."""
    return chr(0x245F + value) if 0 < value <= 20 else str(value)


def word(value: int, words: tuple[str, ...]) -> str:
    """Write a small number as a word, others as digits."""
    return words[value].capitalize() if 0 <= value < len(words) else str(value)


_FORMS: dict[str, Callable[[int], str]] = {
    "none": lambda _value: "",
    "decimalZero": lambda value: f"{value:02d}",
    "upperRoman": lambda value: roman(value).upper(),
    "lowerRoman": roman,
    "upperLetter": lambda value: letters(value).upper(),
    "lowerLetter": letters,
    "ordinal": ordinal,
    "cardinalText": lambda value: word(value, _TEXT),
    "ordinalText": lambda value: word(value, _ORDINAL),
    "decimalFullWidth": lambda value: str(value).translate(_FULL_WIDTH),
    "decimalEnclosedCircle": circled,
    "decimalEnclosedCircleChinese": circled,
    "russianLower": lambda value: letters(value, _RUSSIAN),
    "russianUpper": lambda value: letters(value, _RUSSIAN).upper(),
    "chineseCounting": chinese,
    "chineseCountingThousand": chinese,
    "japaneseCounting": chinese,
    "ideographDigital": lambda value: "".join(_CHINESE[int(digit)] for digit in str(max(0, value))),
}


def numeral(value: int, form: str) -> str:
    """Write a number in a number format; unknown formats give digits."""
    write = _FORMS.get(form)
    return write(value) if write else str(value)
