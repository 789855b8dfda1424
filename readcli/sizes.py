"""Sizes and ages as people read them: `1.5KB`, `3h ago`.

One decimal, rounded to the nearest, exact ties up (JavaScript's `toFixed(1)`): counted in whole numbers, because binary
floating point rounds ties either way.
"""

_UNITS = (("KB", 1 << 10), ("MB", 1 << 20), ("GB", 1 << 30))
_AGES = (("m", 60, 3600), ("h", 3600, 86_400), ("d", 86_400, 604_800), ("w", 604_800, 2_592_000))


def format_size(size: int) -> str:
    """Give bytes as `1023B`, `1.0KB`, `2.3GB`; there is nothing above GB."""
    if size < 1024:
        return f"{size}B"
    name, unit = _UNITS[0 if size < 1 << 20 else 1 if size < 1 << 30 else 2]
    tenths = (20 * size + unit) // (2 * unit)
    return f"{tenths // 10}.{tenths % 10}{name}"


def format_age(seconds: float) -> str:
    """Give an age as `just now`, `5m ago` ... `12mo ago` (months of 30 days, no years); nothing for less than a second."""
    age = int(seconds)
    if age < 1:
        return ""
    if age < 60:
        return "just now"
    for name, unit, end in _AGES:
        if age < end:
            return f"{age // unit}{name} ago"
    return f"{age // 2_592_000}mo ago"
