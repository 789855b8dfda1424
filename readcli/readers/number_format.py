"""Number formats of spreadsheets (ECMA-376 part 1, 18.8.30 and 18.8.31): from a stored number to the text that is shown.

A code has up to four sections (positive; negative; zero; text), or sections under conditions. Names of months and days are
English whatever the code's locale; colours and widths are not shown. The system's short date (14, 22) is shown as ISO 8601,
because it has no form of its own.
"""

import re
from collections.abc import Callable

from readcli.readers import date_text, number_text

BUILT_IN = {
    0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??",
    14: "yyyy-mm-dd", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss",
    22: "yyyy-mm-dd h:mm", 37: "#,##0_);(#,##0)", 38: "#,##0_);(#,##0)", 39: "#,##0.00_);(#,##0.00)", 40: "#,##0.00_);(#,##0.00)",
    5: '"$"#,##0_);("$"#,##0)', 6: '"$"#,##0_);("$"#,##0)', 7: '"$"#,##0.00_);("$"#,##0.00)', 8: '"$"#,##0.00_);("$"#,##0.00)',
    41: '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)', 42: '_("$"* #,##0_);_("$"* (#,##0);_("$"* "-"_);_(@_)',
    43: '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)', 44: '_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)',
    45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0", 49: "@",
    # East Asian places for dates (18.8.30), where the locale of the writer decides
    **dict.fromkeys((27, 30, 36, 50, 57), "yyyy-mm-dd"), **dict.fromkeys((28, 29, 31, 51, 54, 58), "yyyy-mm-dd"),
    **dict.fromkeys((32, 33, 34, 35, 55, 56), "h:mm:ss"), **dict.fromkeys((52, 53), "yyyy-mm"),
}  # fmt: skip
Token = tuple[str, str]  # kind and text: "literal", "digit", "date", "elapsed", "bracket", "general", "exponent", "text", or the character
_TOKEN = re.compile(
    r"""(?P<quoted>"[^"]*"?) | \\(?P<escaped>.) | (?P<wide>_.?) | (?P<fill>\*.?)
    | (?P<bracket>\[[^\]]*\]?) | (?P<general>General|Standard) | (?P<half>AM/PM|A/P|上午/下午) | (?P<exponent>E[+-])
    | (?P<date>y+|m+|d+|h+|s+|e+|g+|b+|aaaa?) | (?P<digit>[0#?]) | (?P<mark>[.,%/@]) | (?P<other>.)""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
_SECTION = re.compile(r"""((?:"[^"]*"?|\\.|\[[^\]]*\]?|[_*].|[^;])*)(;|$)""", re.DOTALL)
_CONDITION = re.compile(r"\[(<=|>=|<>|<|>|=)\s*(-?[0-9.]+(?:E[+-]?\d+)?)\]", re.IGNORECASE)
_CURRENCY = re.compile(r"\[\$([^\]-]*)")
_TESTS: dict[str, Callable[[float, float], bool]] = {
    "<": float.__lt__, "<=": float.__le__, ">": float.__gt__, ">=": float.__ge__, "=": float.__eq__, "<>": float.__ne__,
}  # fmt: skip
Show = Callable[[float], str]


class Section:
    """One section of a code: `show` takes a number without its sign, unless `kind` is date or duration."""

    __slots__ = ("condition", "is_negative", "kind", "show", "tokens")

    def __init__(self, code: str, *, is_1904: bool) -> None:
        """Compile a section, its condition included."""
        found = _CONDITION.search(code)
        self.condition = (found.group(1), float(found.group(2))) if found else None
        self.tokens = _tokens(code)
        kinds = {kind for kind, _ in self.tokens}
        if "elapsed" in kinds:
            self.kind = "duration"
        elif kinds & {"date", "half"}:
            self.kind = "date"
        elif "@" in kinds:
            self.kind = "text"
        else:
            self.kind = "general" if kinds == {"general"} else "number"
        if self.kind in ("date", "duration"):
            self.show: Show = date_text.compile_date(self.tokens, is_1904=is_1904)
        else:
            self.show = number_text.compile_number(self.tokens)
        self.is_negative = self.condition is not None and self._takes_negative_only(*self.condition)

    @staticmethod
    def _takes_negative_only(test: str, bound: float) -> bool:
        return (test == "<" and bound <= 0) or (test == "<=" and bound < 0)

    def text(self, value: str) -> str:
        """Put a text into the section's `@`."""
        return "".join(value if kind == "@" else text for kind, text in self.tokens if kind in ("@", "literal"))


class NumberFormat:
    """A compiled code. `kind` is that of its first section: number, general, text, date or duration."""

    __slots__ = ("_sections", "_text", "has_text_section", "kind", "show", "simple")

    def __init__(self, code: str, *, is_1904: bool = False) -> None:
        """Compile a code; an empty one is General."""
        sections = [Section(part, is_1904=is_1904) for part in _split(code or "General")]
        last = sections[-1]
        self._text = last if len(sections) == 4 or last.kind == "text" else None
        self._sections = sections[:3] if len(sections) == 4 or len(sections) == 1 or last.kind != "text" else sections[:-1]
        self.has_text_section = self._text is not None and self._text.kind != "general" and not _is_bare(self._text)
        self.kind = self._sections[0].kind
        first = self._sections[0]
        is_simple = not first.condition and number_text.is_simple(first.tokens)
        self.simple = number_text.read_simple(first.tokens) if is_simple else None  # for positive numbers
        self.show: Show = self._show_plain if len(self._sections) == 1 and not self._sections[0].condition else self._show_chosen

    def show_text(self, value: str) -> str:
        """Give a text as the code shows it: as it is unless it has a section for texts."""
        return self._text.text(value) if self._text else value

    def _show_plain(self, value: float) -> str:
        section = self._sections[0]
        if value >= 0 or section.kind in ("date", "duration"):
            return section.show(value)
        return number_text.negative(section.show(-value))

    def _show_chosen(self, value: float) -> str:
        section, has_own_sign = self._choose(value)
        if section.kind in ("date", "duration"):
            return section.show(value)
        text = section.show(abs(value))
        return number_text.negative(text) if value < 0 and not has_own_sign else text

    def _choose(self, value: float) -> tuple[Section, bool]:
        """Give the section for a number, and whether that shows negative numbers without our minus (18.8.31)."""
        sections = self._sections
        if not any(section.condition for section in sections):
            index = 0 if value > 0 or len(sections) < 2 else 1 if value < 0 else 2
            index = index if index < len(sections) else 0
            return sections[index], index == 1
        for index, section in enumerate(sections):
            if section.condition:
                test, bound = section.condition
                if _TESTS[test](float(value), bound):
                    return section, section.is_negative
            elif index == 1 and len(sections) == 3 and value < 0:
                return section, True
        first = sections[0].condition
        is_rest_negative = bool(first and len(sections) == 2 and first[0] in (">", ">=") and first[1] <= 0)
        return sections[-1], is_rest_negative


def _is_bare(section: Section) -> bool:
    """Say whether a section is `@` alone."""
    return [kind for kind, _ in section.tokens] == ["@"]


def _split(code: str) -> list[str]:
    """Cut a code at its semicolons, but for those in quotes, brackets or behind a backslash; at most four sections."""
    parts = []
    for found in _SECTION.finditer(code):
        parts.append(found.group(1))
        if not found.group(2):
            break
    if len(parts) > 1 and not parts[-1] and len(parts) > 4:
        parts.pop()
    return parts[:4]


def _tokens(code: str) -> list[Token]:
    """Cut a section into tokens; neighbouring literals stay apart."""
    tokens: list[Token] = []
    for found in _TOKEN.finditer(code):
        kind, text = found.lastgroup or "other", found.group()
        if kind == "quoted":
            tokens.append(("literal", text.strip('"')))
        elif kind == "escaped":
            tokens.append(("literal", text[1:]))
        elif kind == "wide":
            tokens.append(("literal", " "))
        elif kind == "bracket":
            tokens += _bracket(text)
        elif kind == "mark":
            tokens.append((text, text))
        elif kind == "other":
            tokens.append(("literal", text))
        elif kind != "fill":
            tokens.append((kind, text))
    return tokens


def _bracket(text: str) -> list[Token]:
    """Give what a bracket shows: elapsed time or a currency sign; colours, conditions and locales show nothing."""
    word = text.strip("[]").lower()
    if word and word[0] in "hms" and word == word[0] * len(word):
        return [("elapsed", word)]
    currency = _CURRENCY.match(text)
    return [("literal", currency.group(1))] if currency and currency.group(1) else []
