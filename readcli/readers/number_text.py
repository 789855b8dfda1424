"""Numerals: a number under the placeholders of a number format's section (ECMA-376 part 1, 18.8.31), and "General".

Numbers count 15 significant digits and are rounded half away from zero, as spreadsheets do: 2.675 under `0.00` is 2.68.
Everything here takes numbers without their sign.
"""

import re
from collections.abc import Callable

Token = tuple[str, str]
LARGEST = 1e9  # below it the simple masks may use the machine's own rounding
_NUDGE = 1.0000000000000004  # two units in the last place: what prints as a tie with 15 digits rounds up
_SIMPLE = re.compile(r"(#,##)?0(\.0{1,5})?")


def negative(text: str) -> str:
    """Put a minus before a text, unless only blanks or nothing are shown."""
    stripped = text.lstrip()
    return text[: len(text) - len(stripped)] + "-" + stripped if stripped else text


def general(value: float) -> str:
    """Show a number without a format: at most 11 characters with a fraction, whole numbers up to 15 digits whole.

    Excel shows whole numbers of more than 11 digits as 1.23457E+11, which would lose account numbers and bar codes.
    """
    if value < 0:
        return negative(general(-value))
    if value < 1e15 and value == int(value):
        return str(int(value))
    if not value < 1e15:  # also infinities and what is no number
        return _scientific_general(value) if value < float("inf") else "#NUM!"
    if value >= 1e10:
        return f"{value:.15g}"
    text = f"{value * _NUDGE:.{max(0, min(9, 10 - len(str(int(value)))))}f}".rstrip("0").rstrip(".")
    if value < 1e-4 and (text == "0" or abs(float(text) - value) > value * 1e-14):
        return _scientific_general(value)
    return text


def _scientific_general(value: float) -> str:
    mantissa, _, exponent = f"{value:.5E}".partition("E")
    return f"{mantissa.rstrip('0').rstrip('.')}E{exponent}"


def scaled(value: float, places: int) -> int:
    """Give the number times ten to the power of `places`, rounded to a whole number by its first 15 digits."""
    mantissa, _, exponent = f"{value:.14e}".partition("e")
    digits = int(mantissa.replace(".", ""))
    power = int(exponent) - 14 + places
    if power >= 0:
        return int(digits * 10 ** min(power, 400))
    if power < -30:
        return 0
    unit = 10**-power
    return int((digits + unit // 2) // unit)


def compile_number(tokens: list[Token]) -> Callable[[float], str]:
    """Give the function that shows a number under a section without dates."""
    kinds = [kind for kind, _ in tokens]
    if "digit" not in kinds:
        return _compile_words(tokens)
    if "exponent" in kinds:
        return Scientific(tokens).show
    if _is_fraction(tokens):
        return Fraction(tokens).show
    mask = Mask(tokens)
    if not is_simple(tokens):
        return mask.show
    simple = read_simple(tokens)
    before, after, spec, factor = simple.before, simple.after, simple.spec, simple.factor

    def show(value: float) -> str:
        return before + format(value * factor, spec) + after if value < LARGEST else mask.show(value)

    return show


class Simple:
    """A simple mask as the machine's own formatting does it: literals round a number that is multiplied and put under a spec."""

    __slots__ = ("after", "before", "factor", "spec")

    def __init__(self, before: str, after: str, spec: str, factor: float) -> None:
        """Take what stands round the number, Python's format specification and what the number is multiplied by."""
        self.before, self.after, self.spec, self.factor = before, after, spec, factor


def read_simple(tokens: list[Token]) -> Simple:
    """Read a section for which `is_simple` holds; it is right for numbers from 0 to below `LARGEST`."""
    kinds = [kind for kind, _ in tokens]
    first, last = _span(kinds)
    middle = "".join(text for _, text in tokens[first : last + 1])
    spec = ("," if "," in middle else "") + f".{len(middle.partition('.')[2])}f"
    before = "".join(text for _, text in tokens[:first])
    after = "".join(text for _, text in tokens[last + 1 :])
    return Simple(before, after, spec, _NUDGE * 100 ** kinds.count("%"))


def _span(kinds: list[str]) -> tuple[int, int]:
    """Give the places of the first and the last placeholder."""
    return kinds.index("digit"), len(kinds) - 1 - kinds[::-1].index("digit")


def is_simple(tokens: list[Token]) -> bool:
    """Say whether the placeholders are `0`, `#,##0` or those with up to five decimals, and nothing scales but percent signs."""
    kinds = [kind for kind, _ in tokens]
    if "digit" not in kinds or set(kinds) - {"digit", "literal", ".", ",", "%"}:
        return False
    first, last = _span(kinds)
    outside = kinds[:first] + kinds[last + 1 :]
    return bool(_SIMPLE.fullmatch("".join(text for _, text in tokens[first : last + 1]))) and not {".", ","} & set(outside)


def _compile_words(tokens: list[Token]) -> Callable[[float], str]:
    """Give the function for a section without placeholders: words, General, or `@`, which shows numbers as General does."""

    def show(value: float) -> str:
        return "".join(general(value) if kind in ("general", "@") else text for kind, text in tokens)

    return show


class Mask:
    """Placeholders for a whole part and decimals, with literals between them, grouping, scaling commas and percent signs."""

    def __init__(self, tokens: list[Token]) -> None:
        """Take a section that has at least one placeholder, or the half of one."""
        kinds = [kind for kind, _ in tokens]
        point = kinds.index(".") if "." in kinds else len(kinds)
        digits = [index for index, kind in enumerate(kinds) if kind == "digit"]
        whole = [index for index in digits if index < point]
        last = whole[-1] if whole else -1
        end = max(digits, default=-1)
        scaling = [index for index in _run(kinds, last + 1) + _run(kinds, end + 1) if index >= 0]
        self.is_grouped = any(kinds[index] == "," and index < last for index in range(whole[0] if whole else 0, max(last, 0)))
        self.power = 2 * kinds.count("%") - 3 * len(set(scaling))
        self.whole = [token for token in tokens[:point] if token[0] != ","]
        self.tail = [token for token in tokens[point:] if token[0] != ","]
        self.places = len(digits) - len(whole)

    def show(self, value: float) -> str:
        """Fill the placeholders with a number."""
        return self.fill(scaled(value, self.places + self.power))

    def fill(self, number: int) -> str:
        """Fill the placeholders with a number that was multiplied by ten for each decimal."""
        digits = str(number).rjust(self.places + 1, "0")
        cut = len(digits) - self.places
        return self._fill_whole(digits[:cut].lstrip("0")) + self._fill_tail(digits[cut:])

    def _fill_whole(self, digits: str) -> str:
        """Give digits to the placeholders from the right; the first placeholder takes all that are left."""
        left = sum(kind == "digit" for kind, _ in self.whole)
        pieces: list[str] = []
        shown = 0
        for kind, text in reversed(self.whole):
            if kind != "digit":
                pieces.append(text)
                continue
            left -= 1
            here = digits if left == 0 else digits[-1:]
            digits = "" if left == 0 else digits[:-1]
            for digit in reversed(here or {"0": "0", "?": " "}.get(text, "")):
                if self.is_grouped and shown and shown % 3 == 0:
                    pieces.append("," if digit != " " else " ")
                pieces.append(digit)
                shown += 1
        return "".join(reversed(pieces))

    def _fill_tail(self, digits: str) -> str:
        """Give digits to the decimals from the left; zeros at the end show only under `0`, as blanks under `?`."""
        needed = len(digits.rstrip("0"))
        pieces: list[str] = []
        at = 0
        for kind, text in self.tail:
            if kind != "digit":
                pieces.append(text)
                continue
            pieces.append(digits[at] if text == "0" or at < needed else " " if text == "?" else "")
            at += 1
        return "".join(pieces)


def _run(kinds: list[str], start: int) -> list[int]:
    """Give the places of the commas that stand one after the other from `start` on."""
    places = []
    while start < len(kinds) and kinds[start] == ",":
        places.append(start)
        start += 1
    return places


class Scientific:
    """Placeholders with an exponent: `0.00E+00`; more than one whole placeholder makes the exponent a multiple of them."""

    def __init__(self, tokens: list[Token]) -> None:
        """Cut the section at the exponent."""
        at = [kind for kind, _ in tokens].index("exponent")
        self.mask = Mask(tokens[:at])
        self.sign = tokens[at][1][1]
        self.exponent = Mask(tokens[at + 1 :])
        self.step = max(1, sum(kind == "digit" for kind, _ in self.mask.whole))

    def show(self, value: float) -> str:
        """Show mantissa and exponent."""
        power = 0
        if value:
            power = int(f"{value:e}".partition("e")[2]) // self.step * self.step
            if scaled(value, self.mask.places - power) >= 10 ** (self.step + self.mask.places):
                power += self.step
        sign = "-" if power < 0 else "+" if self.sign == "+" else ""
        return f"{self.mask.fill(scaled(value, self.mask.places - power))}E{sign}{self.exponent.fill(abs(power))}"


class Fraction:
    """A whole part, if it has placeholders of its own, and a fraction: `# ??/??`, `?/8`."""

    def __init__(self, tokens: list[Token]) -> None:
        """Find the numerator's placeholders before the slash and the denominator's, or its fixed number, behind it."""
        kinds = [kind for kind, _ in tokens]
        slash = kinds.index("/")
        start = slash
        while start and kinds[start - 1] == "digit":
            start -= 1
        end = slash + 1
        while end < len(tokens) and (kinds[end] == "digit" or tokens[end][1].isdigit()):
            end += 1
        below = "".join(text for _, text in tokens[slash + 1 : end])
        self.has_whole = "digit" in kinds[:start]
        self.whole = tokens[:start]
        self.above = slash - start
        self.width = len(below)
        self.fixed = int(below) if below.isdigit() and below.strip("0") else 0
        self.after = "".join(text for _, text in tokens[end:])

    def show(self, value: float) -> str:
        """Show a number as a whole part and the nearest fraction that the placeholders can hold."""
        whole = int(value) if self.has_whole else 0
        above, below = self._nearest(value - whole)
        if self.has_whole and above == below:
            whole, above = whole + 1, 0
        if not self.has_whole:
            return f"{''.join(text for _, text in self.whole)}{above}/{below}{self.after}"
        if not above:
            return Mask(self.whole).fill(whole).rstrip() + self.after if whole else f"0{self.after}"
        front = Mask(self.whole).fill(whole) if whole else ""
        return f"{front}{str(above).rjust(self.above)}/{str(below).ljust(self.width)}{self.after}"

    def _nearest(self, rest: float) -> tuple[int, int]:
        """Give numerator and denominator: of the fixed denominator, else by continued fractions."""
        if self.fixed:
            return int(rest * self.fixed + 0.5), self.fixed
        most = 10 ** min(self.width, 7) - 1
        above, below, above_before, below_before = int(rest), 1, 1, 0
        left = rest - int(rest)
        while left > 1e-9:
            left = 1 / left
            digit = int(left)
            if digit * below + below_before > most:
                digit = (most - below_before) // below  # a semi-convergent may come nearer
                other = (digit * above + above_before, digit * below + below_before)
                return min(((above, below), other), key=lambda pair: abs(rest - pair[0] / pair[1]) if pair[1] else 2)
            above, above_before = digit * above + above_before, above
            below, below_before = digit * below + below_before, below
            left -= digit
            if abs(rest - above / below) < 1e-12:
                break
        return above, below


def _is_fraction(tokens: list[Token]) -> bool:
    """Say whether there is a slash between placeholders (or before a fixed number)."""
    for index, (kind, _) in enumerate(tokens):
        if kind == "/" and 0 < index < len(tokens) - 1 and tokens[index - 1][0] == "digit":
            return tokens[index + 1][0] == "digit" or tokens[index + 1][1].isdigit()
    return False
