"""What cells show: the functions from a stored value, as XLSX writes it or as a number, to a text, by style and type."""

from collections.abc import Callable, Sequence

from readcli.readers import number_text
from readcli.readers.cell_text import plain
from readcli.readers.date_text import as_iso
from readcli.readers.number_format import NumberFormat

_KEPT = 20_000  # shown values, for each format
_TRUTHS = {"1": "TRUE", "0": "FALSE", "true": "TRUE", "false": "FALSE"}
Value = Callable[[str], str]
Column = Callable[[Sequence[str]], Sequence[str]]  # as many texts as stored values


class Kept(dict[str, str]):
    """Shown values under the stored ones: dates and codes come again and again."""

    def __init__(self, show: Value) -> None:
        """Take the function whose answers are kept."""
        super().__init__()
        self._show = show

    def __missing__(self, stored: str) -> str:
        """Show a value that is new."""
        if len(self) >= _KEPT:
            self.clear()
        self[stored] = text = self._show(stored)
        return text


def show_number(shape: NumberFormat, value: float, *, is_raw: bool, is_1904: bool) -> str:
    """Show a number under a format, or (raw) as it is stored, dates then by ISO 8601; what is no number gives its name."""
    try:
        if not is_raw:
            return shape.show(value)
        if shape.kind == "duration":
            return NumberFormat("[h]:mm:ss").show(value)
        if shape.kind == "date":
            return as_iso(value, is_1904=is_1904)
        return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)
    except (ValueError, OverflowError):  # infinities, and what is no number
        return str(value)


class CellValues:
    """The functions for the cells of one workbook; `styles` holds the number format of each style."""

    def __init__(self, styles: Sequence[NumberFormat], strings: dict[str, str], *, is_raw: bool, is_1904: bool) -> None:
        """Take the formats by style, the shared strings by index, and whether stored values are wanted."""
        self._styles = styles
        self._strings = strings
        self._is_raw = is_raw
        self._is_1904 = is_1904
        self._general = NumberFormat("General")
        self._functions: dict[tuple[str, str], Value] = {}
        self._columns: dict[tuple[str, str], Column] = {}

    def find(self, style: str, kind: str) -> Value:
        """Give the function for a style's index and a type (`t`) as they are written (18.18.11, ST_CellType)."""
        key = (style, kind)
        function = self._functions.get(key)
        if function is None:
            function = self._functions[key] = self._make(self._shape(style), kind)
        return function

    def find_column(self, style: str, kind: str) -> Column:
        """Give the function that shows many stored values of one style and type at once, as `find` would one by one."""
        key = (style, kind)
        column = self._columns.get(key)
        if column is None:
            column = self._columns[key] = self._make_column(self._shape(style), kind, self.find(style, kind))
        return column

    def _shape(self, style: str) -> NumberFormat:
        index = int(style) if style.isdecimal() and len(style) < 10 else 0
        return self._styles[index] if index < len(self._styles) else self._general

    def _make_column(self, shape: NumberFormat, kind: str, show: Value) -> Column:
        if kind in ("", "n"):
            if self._is_plain(shape):
                return lambda stored: stored if _are_plain(stored) else list(map(show, stored))
            if shape.simple and not self._is_raw:
                return _quick_column(shape.simple, show)
        return lambda stored: list(map(show, stored))

    def _is_plain(self, shape: NumberFormat) -> bool:
        """Say whether short whole numbers are shown as they are stored."""
        return shape.kind in ("general", "text") or (self._is_raw and shape.kind == "number")

    def _make(self, shape: NumberFormat, kind: str) -> Value:
        if kind == "s":
            strings = self._strings
            if shape.has_text_section and not self._is_raw:
                return lambda index: shape.show_text(strings[index]).strip() if strings[index] else ""
            return strings.__getitem__
        if kind in ("str", "inlineStr"):
            return (lambda xml: shape.show_text(plain(xml)).strip()) if shape.has_text_section and not self._is_raw else plain
        if kind == "b":
            return lambda stored: _TRUTHS.get(stored, stored)
        if kind == "e":
            return plain
        if kind == "d":
            return lambda stored: self._show_iso(shape, stored)
        return self._number(shape)

    def _number(self, shape: NumberFormat) -> Value:
        def show(stored: str) -> str:
            try:
                value = float(stored)
            except ValueError:
                return plain(stored)
            return show_number(shape, value, is_raw=self._is_raw, is_1904=self._is_1904).strip()

        if self._is_plain(shape):
            return lambda stored: stored if len(stored) < 12 and stored.isdigit() else show(stored)
        if shape.simple and not self._is_raw:
            return _quickly(shape.simple, show)
        return Kept(show).__getitem__

    def _show_iso(self, shape: NumberFormat, stored: str) -> str:
        """Show a date that is stored as ISO 8601 (`t="d"`) under its format, if that is one for dates."""
        if self._is_raw or shape.kind not in ("date", "duration"):
            return plain(stored)
        from datetime import datetime

        try:
            moment = datetime.fromisoformat(stored).replace(tzinfo=None)
        except ValueError:
            return plain(stored)
        past = moment - (datetime(1904, 1, 1) if self._is_1904 else datetime(1899, 12, 30))  # noqa: DTZ001  # cells have no zone
        return shape.show(past.days + past.seconds / 86400).strip()


def _quickly(simple: number_text.Simple, show: Value) -> Value:
    """Give the function for a simple mask: one call for positive numbers that are not huge, `show` for the others."""
    before, after, spec, factor, most = simple.before.lstrip(), simple.after.rstrip(), simple.spec, simple.factor, number_text.LARGEST

    def show_bare(stored: str) -> str:
        try:
            value = float(stored)
        except ValueError:
            return show(stored)
        return format(value * factor, spec) if 0 < value < most else show(stored)

    def show_dressed(stored: str) -> str:
        try:
            value = float(stored)
        except ValueError:
            return show(stored)
        return before + format(value * factor, spec) + after if 0 < value < most else show(stored)

    return show_dressed if before or after else show_bare


def _quick_column(simple: number_text.Simple, show: Value) -> Column:
    """Give the function for many values under a simple mask; where any is negative or huge, all are shown one by one."""
    before, after, spec, factor, most = simple.before.lstrip(), simple.after.rstrip(), simple.spec, simple.factor, number_text.LARGEST

    def show_column(stored: Sequence[str]) -> list[str]:
        try:
            values = list(map(float, stored))
        except ValueError:
            return list(map(show, stored))
        if not (min(values) > 0 and max(values) < most):
            return list(map(show, stored))
        if before or after:
            return [before + format(value * factor, spec) + after for value in values]
        return [format(value * factor, spec) for value in values]

    return show_column


def _are_plain(stored: Sequence[str]) -> bool:
    """Say whether all values are whole numbers of at most 11 digits."""
    return "".join(stored).isdigit() and max(map(len, stored)) < 12
