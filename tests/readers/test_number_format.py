"""Number formats (ECMA-376 part 1, 18.8.30 and 18.8.31)."""

import random

import pytest

from readcli.readers import number_text
from readcli.readers.date_text import as_iso
from readcli.readers.number_format import BUILT_IN, NumberFormat

SHOWN = [
    ("General", 0.1 + 0.2, "0.3"), ("General", 3.14159265358979, "3.141592654"), ("General", 1234567890123, "1234567890123"),
    ("General", 1e15, "1E+15"), ("General", 1.234567e-7, "1.23457E-07"), ("General", 0.0000123, "0.0000123"), ("", -12.5, "-12.5"), ('General" pcs"', 3, "3 pcs"),
    ("0", 0.5, "1"), ("0", 1.5, "2"), ("0.00", 2.675, "2.68"), ("0.00", 0.125, "0.13"), ("0.00", -2.675, "-2.68"), ("0.0", 12345678901234.28, "12345678901234.3"),
    ("#,##0", 1234567.5, "1,234,568"), ("#,##0.00", 999999.999, "1,000,000.00"), ("#,##0,", 1234567, "1,235"), ('0.0,,"M"', 1234567, "1.2M"),
    ("00000", 42, "00042"), ("000-00-0000", 123456789, "123-45-6789"), ("(###) ###-####", 5551234567, "(555) 123-4567"), ("#", 0, ""), ("0.0#", 1.5, "1.5"), ("0.??", 1.5, "1.5 "),
    ("0%", 0.125, "13%"), ("0.0%", 0.125, "12.5%"), ("0.00E+00", 12345, "1.23E+04"), ("##0.0E+0", 12345, "12.3E+3"), ("0.00E-00", 0.00012, "1.20E-04"), ("0.0E+0", 9.96, "1.0E+1"),
    ('"$"#,##0.00_);[Red]\\("$"#,##0.00\\)', -1599.99, "($1,599.99)"), ("[$€-407] #,##0.00", 1.5, "€ 1.50"), ("$#,##0", -5, "-$5"), ("[$-409]0", 5, "5"),
    ('0\\ "dollars and"\\ .00\\ "cents"', 19.99, "19 dollars and .99 cents"), ('_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)', 0, " -   "),
    ("# ?/?", 2.5, "2 1/2"), ("# ??/??", 3.14159265, "3 14/99"), ("# ?/8", 0.5, "4/8"), ("?/?", 1.5, "3/2"), ("# ?/?", 3, "3"), ("# ?/?", 0, "0"), ("# ??/??", 0.999, "1"),
    ('0;(0);"nil"', 0, "nil"), ("0;(0)", -3, "(3)"), ("0;(0)", 0, "0"), ("0;;", -3, ""), (";;;", 5, ""), ('[>=100]"big" 0;[<0]"neg" 0;"mid" 0', 150, "big 150"),
    ('[>=100]"big" 0;[<0]"neg" 0;"mid" 0', -5, "neg 5"), ('[>=100]"big" 0;[<0]"neg" 0;"mid" 0', 5, "mid 5"), ("[<100]0;0.0", -5, "-5"), ('"a;b"0', 1, "a;b1"), ("@", 1.5, "1.5"),
    ("yyyy-mm-dd", 43831, "2020-01-01"), ("yyyy-mm-dd", 60, "1900-02-29"), ("yyyy-mm-dd", 59, "1900-02-28"), ("yyyy-mm-dd", 61, "1900-03-01"), ("yyyy-mm-dd", 1, "1900-01-01"),
    ("m/d/yy h:mm", 39466.190980358806, "1/19/08 4:35"), ("dddd, mmmm d, yyyy", 39219, "Thursday, May 17, 2007"), ("d-mmm-yy", 39219, "17-May-07"), ("ddd mmmmm", 39219, "Thu M"),
    ('"At" h:mm AM/PM', 39219.18056369212, "At 4:20 AM"), ("h:mm A/P", 0.75, "6:00 P"), ("h:mm AM/PM", 0, "12:00 AM"), ("hh:mm:ss.000", 0.5000115741, "12:00:01.000"), ("h:mm", 0.99999, "23:59"),
    ("h:mm:ss", 0.999999, "0:00:00"), ("[h]:mm:ss", 10.632060185, "255:10:10"), ("[mm]:ss", 0.5, "720:00"), ("[ss].0", 1.5, "129600.0"), ("[hh]", 0.1, "02"), ("mm:ss.0", 0.5 / 86400, "00:00.5"),
    ("[h]:mm", -0.5, "-12:00"), ("hh:mm:ss mm/dd/yyyy", 43831.5, "12:00:00 01/01/2020"), ("yyyy-mm-dd", -1, "-1"), ("yyyy-mm-dd", 3e6, "3000000"), ("e", 43831, "2020"),
    ('s:m" @ hour "[hh]', 3.14159, "53:23 @ hour 75"), ('[s]" [yes, "ss"] seconds"', 3.14159, "271433 [yes, 271433] seconds"), ("yyyy\\-mm\\-dd;@", 43831, "2020-01-01"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "value", "text"), SHOWN, ids=str)
def test_shown(code, value, text):
    """A number is shown as spreadsheets show it."""
    assert NumberFormat(code).show(value) == text


@pytest.mark.parametrize(("code", "text"), [("0", "x"), ("@", "x"), ('0;0;0;"<"@">"', "<x>"), ('"no. "@', "no. x"), ("0;-0;;", "")])
def test_texts(code, text):
    """A text is shown as it is, unless the code has a section for texts."""
    assert NumberFormat(code).show_text("x") == text


@pytest.mark.parametrize(("serial", "text"), [(0, "1904-01-01"), (43831, "2024-01-02"), (1461, "1908-01-01")])
def test_1904(serial, text):
    """The 1904 system counts from the first of January 1904."""
    assert NumberFormat("yyyy-mm-dd", is_1904=True).show(serial) == text


def test_iso():
    """Stored dates are given by ISO 8601: a date, a time, or both."""
    assert [as_iso(serial, is_1904=False) for serial in (43831, 0.75, 43831.75)] == ["2020-01-01", "18:00:00", "2020-01-01T18:00:00"]


def test_built_in():
    """Every built-in code compiles and shows something."""
    for code in BUILT_IN.values():
        assert NumberFormat(code).show(43831.5).strip(), code


@pytest.mark.parametrize("code", ["0", "0.00", "#,##0.0", "0.000%"])
def test_quick_masks_agree(code):
    """The machine's own formatting, where it is used, rounds as the exact way does."""
    shape = NumberFormat(code)
    exact = number_text.Mask([("digit" if letter in "0#" else letter, letter) for letter in code])
    chance = random.Random(1)
    for _ in range(3000):
        value = chance.choice(
            [chance.uniform(0, 1e6), round(chance.uniform(0, 1000), 3), chance.randrange(100000) / 8, chance.randrange(10000) / 200]
        )
        assert shape.show(value) == exact.show(value), value


def test_odd_codes():
    """Any text at all is a code: it shows something or nothing, and never fails."""
    chance = random.Random(2)
    for _ in range(3000):
        code = "".join(chance.choice('0#?.,%/E+-;@"\\[]_*ymdhsAP GeneralR$€') for _ in range(chance.randrange(12)))
        shape = NumberFormat(code)
        for value in (0.0, 1.5, -2.25, 43831.7, 1e20, -1e-9):
            assert isinstance(shape.show(value), str)
        assert isinstance(shape.show_text("x"), str)
