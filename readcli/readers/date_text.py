"""Dates, times and durations of spreadsheets: a serial number under a section with date codes (ECMA-376 part 1, 18.8.31).

A serial counts days, 1 being 1900-01-01 or 1904-01-02 (18.17.4.1). The 1900 system has a 29 February 1900, serial 60, that
never was, and calls serial 0 the day 0 of January. Dates before the first or beyond 9999-12-31 are shown as plain numbers.
"""

from collections.abc import Callable
from datetime import date

from readcli.readers import number_text

Token = tuple[str, str]
_MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]
_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
_LAST = 2_958_466  # the serial after 9999-12-31
_OFFSET_1904 = 1462
_EPOCH = date(1899, 12, 30).toordinal()


class Moment:
    """A serial taken apart: `seconds` are all its seconds, `fraction` counts units of the last decimal that is shown."""

    __slots__ = ("day", "fraction", "hour", "minute", "month", "second", "seconds", "weekday", "year")

    def __init__(self, days: int, seconds: int, fraction: int, total: int) -> None:
        """Take whole days of the 1900 system, seconds of the day, a fraction, and the seconds since serial 0."""
        self.seconds, self.fraction = total, fraction
        minutes, self.second = divmod(seconds, 60)
        self.hour, self.minute = divmod(minutes, 60)
        self.weekday = (days + 5) % 7
        if days == 60:
            self.year, self.month, self.day = 1900, 2, 29
        elif days == 0:
            self.year, self.month, self.day = 1900, 1, 0
        else:
            day = date.fromordinal(_EPOCH + days + (days < 60))
            self.year, self.month, self.day = day.year, day.month, day.day


Piece = Callable[[Moment], str]
_PIECES: dict[str, Piece] = {
    "yy": lambda at: f"{at.year % 100:02}",
    "yyyy": lambda at: f"{at.year:04}",
    "b": lambda at: f"{at.year + 543:04}",
    "M": lambda at: str(at.month),
    "MM": lambda at: f"{at.month:02}",
    "MMM": lambda at: _MONTHS[at.month - 1][:3],
    "MMMM": lambda at: _MONTHS[at.month - 1],
    "MMMMM": lambda at: _MONTHS[at.month - 1][0],
    "d": lambda at: str(at.day),
    "dd": lambda at: f"{at.day:02}",
    "ddd": lambda at: _DAYS[at.weekday][:3],
    "dddd": lambda at: _DAYS[at.weekday],
    "h": lambda at: str(at.hour),
    "hh": lambda at: f"{at.hour:02}",
    "H": lambda at: str(at.hour % 12 or 12),
    "HH": lambda at: f"{at.hour % 12 or 12:02}",
    "m": lambda at: str(at.minute),
    "mm": lambda at: f"{at.minute:02}",
    "s": lambda at: str(at.second),
    "ss": lambda at: f"{at.second:02}",
    "AM/PM": lambda at: "PM" if at.hour >= 12 else "AM",
    "A/P": lambda at: "P" if at.hour >= 12 else "A",
}


def compile_date(tokens: list[Token], *, is_1904: bool) -> Callable[[float], str]:
    """Give the function that shows a serial under a section with date codes."""
    pieces, places = _pieces(tokens)
    has_seconds = places > 0 or any(text[0] in "sS" for kind, text in tokens if kind in ("date", "elapsed"))
    offset = _OFFSET_1904 if is_1904 else 0
    is_elapsed = any(kind == "elapsed" for kind, _ in tokens)
    unit = 10**places

    def show(serial: float) -> str:
        sign = "-" if serial < 0 else ""
        serial = abs(serial)
        if (sign and not is_elapsed) or not serial + offset < _LAST:
            return number_text.general(-serial if sign else serial)
        ticks = int(serial * 86400 * unit + 0.5) if has_seconds else int(serial * 86400 + 1e-4) * unit
        total, fraction = divmod(ticks, unit)
        days, seconds = divmod(total, 86400)
        at = Moment(min(days + offset, _LAST - 1), seconds, fraction, total)
        return sign + "".join([piece(at) for piece in pieces])

    return show


def as_iso(serial: float, *, is_1904: bool) -> str:
    """Give a serial as ISO 8601: a time of day below 1, a date where it is whole, else both."""
    code = "hh:mm:ss" if 0 <= serial < 1 and not is_1904 else "yyyy-mm-dd" if serial == int(serial) else "yyyy-mm-ddThh:mm:ss"
    tokens: list[Token] = [("literal" if text in "-:T" else "date", text) for text in _words(code)]
    return compile_date(tokens, is_1904=is_1904)(serial)


def _words(code: str) -> list[str]:
    """Cut a code of ours where its letters change."""
    for mark in "-:T":
        code = code.replace(mark, f" {mark} ")
    return code.split()


def _pieces(tokens: list[Token]) -> tuple[list[Piece], int]:
    """Give what each token shows, and how many decimals of a second are shown."""
    has_half = any(kind == "half" for kind, _ in tokens)
    codes = [(index, text.lower()) for index, (kind, text) in enumerate(tokens) if kind in ("date", "elapsed")]
    minutes = _find_minutes(codes, tokens)
    places = _count_places(tokens)
    whole = {text[0].lower() for kind, text in tokens if kind == "elapsed"}
    pieces: list[Piece] = []
    for index, (kind, text) in enumerate(tokens):
        letter = text[:1].lower()
        if kind == "elapsed" or (kind == "date" and letter in whole and (letter != "m" or index in minutes)):
            pieces.append(_elapsed(text.lower()))
        elif kind == "half":
            pieces.append(_PIECES["A/P" if len(text) == 3 else "AM/PM"])
        elif kind == "date":
            pieces.append(_PIECES.get(_name(text.lower(), index in minutes, has_half), lambda _at: ""))
        elif kind == "digit":
            if index and tokens[index - 1][0] == "." and places:
                pieces.append(lambda at: str(at.fraction).zfill(places))
        elif kind == "general":
            pieces.append(lambda at: str(at.seconds))
        else:
            pieces.append(lambda _at, text=text: text)  # type: ignore[misc]
    return pieces, places


def _name(code: str, is_minute: bool, has_half: bool) -> str:
    """Give the name in `_PIECES` of a date code in lower case."""
    letter = code[0]
    if letter == "m":
        return code[:2] if is_minute else code[:5].upper()
    if letter == "h":
        return code[:2].upper() if has_half else code[:2]
    if letter == "y":
        return "yy" if len(code) <= 2 else "yyyy"
    if letter == "a":
        return "ddd" if len(code) == 3 else "dddd"
    return {"e": "yyyy", "b": "b", "d": code[:4], "s": code[:2]}.get(letter, "")


def _find_minutes(codes: list[tuple[int, str]], tokens: list[Token]) -> set[int]:
    """Find the `m` and `mm` that mean minutes: those behind hours or beside seconds."""
    found = set()
    for place, (index, text) in enumerate(codes):
        if text in ("m", "mm") and tokens[index][0] == "date":
            before = codes[place - 1][1][0] if place else ""
            after = codes[place + 1][1][0] if place + 1 < len(codes) else ""
            if before == "h" or after == "s" or (before == "s" and after not in ("d", "y")):
                found.add(index)
    return found


def _count_places(tokens: list[Token]) -> int:
    """Count the zeros behind a point that follows seconds."""
    for index, (kind, _) in enumerate(tokens):
        if kind == "." and index and tokens[index - 1][1][:1] in ("s", "S"):
            end = index + 1
            while end < len(tokens) and tokens[end] == ("digit", "0"):
                end += 1
            return min(end - index - 1, 6)
    return 0


def _elapsed(code: str) -> Piece:
    """Give the piece for `[h]`, `[mm]`, `[s]`: all the hours, minutes or seconds."""
    unit = {"h": 3600, "m": 60, "s": 1}[code[0]]
    return lambda at: str(at.seconds // unit).zfill(len(code))
