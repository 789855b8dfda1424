"""Which style a token has: the 16 colours that every terminal has and its owner chose, or a style of Pygments by name.

A style is the parameters of an SGR sequence (ECMA-48, 8.3.117): `1;34`.
"""

from __future__ import annotations

from pygments.token import Token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# What is not named takes the style of the kind it belongs to.
_PLAIN = {
    "Comment": "90",
    "Comment.Preproc": "35",
    "Comment.PreprocFile": "32",
    "Comment.Special": "90;1",
    "Error": "",
    "Generic.Deleted": "31",
    "Generic.Emph": "3",
    "Generic.EmphStrong": "1;3",
    "Generic.Error": "31",
    "Generic.Heading": "1",
    "Generic.Inserted": "32",
    "Generic.Output": "",
    "Generic.Prompt": "90",
    "Generic.Strong": "1",
    "Generic.Subheading": "1;36",
    "Generic.Traceback": "31",
    "Keyword": "35",
    "Keyword.Constant": "36",
    "Keyword.Type": "33",
    "Literal": "36",
    "Literal.Date": "36",
    "Literal.Number": "36",
    "Literal.String": "32",
    "Literal.String.Doc": "90",
    "Literal.String.Escape": "36",
    "Literal.String.Interpol": "36",
    "Literal.String.Regex": "36",
    "Name.Attribute": "33",
    "Name.Builtin": "33",
    "Name.Builtin.Pseudo": "31",
    "Name.Class": "1;33",
    "Name.Constant": "36",
    "Name.Decorator": "33",
    "Name.Entity": "36",
    "Name.Exception": "33",
    "Name.Function": "34",
    "Name.Namespace": "33",
    "Name.Tag": "34",
    "Operator.Word": "35",
}
GUTTER = "2"
HEADER = "1"
HIT = "7"
LIGHT, DARK = "friendly", "monokai"  # for `--theme auto`


def palette(theme: str | None, depth: int) -> dict[Any, str]:
    """Give the style of each kind of token, filled as kinds are met. Raises UsageError for a theme that is not there."""
    if theme == "auto":
        from readcli.render.background import is_light

        is_bright = is_light()
        theme = None if is_bright is None else LIGHT if is_bright else DARK
    if not theme or theme == "terminal":
        return _Styles({_kind(name): style for name, style in _PLAIN.items()})
    from pygments.styles import get_style_by_name
    from pygments.util import ClassNotFound

    from readcli.errors import UsageError

    try:
        style = get_style_by_name(theme)
    except ClassNotFound as error:
        raise UsageError(f"--theme {theme}: there is no such theme", "readcli --list-themes lists them") from error
    return _Styles({kind: _sgr(row, depth) for kind, row in style})


class _Styles(dict):  # type: ignore[type-arg]
    """Styles by kind; a kind that is not there has the style of the one it belongs to."""

    def __missing__(self, kind: Any) -> str:
        self[kind] = style = self[kind.parent] if kind.parent is not None else ""
        return style


def _kind(name: str) -> Any:
    kind = Token
    for step in name.split("."):
        kind = getattr(kind, step)
    return kind


def _sgr(row: dict[str, Any], depth: int) -> str:
    """Write a row of a Pygments style, without its backgrounds: those belong to the terminal."""
    marks = [mark for mark, key in (("1", "bold"), ("3", "italic"), ("4", "underline")) if row[key]]
    if name := row["ansicolor"]:
        marks.append(_by_name(name))
    elif row["color"]:
        marks.append(colour(row["color"], depth))
    return ";".join(marks)


def _by_name(name: str) -> str:
    """Give the number of one of Pygments' names for the 16 colours: ansired, ansibrightblue."""
    names = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "gray")
    bare = name.removeprefix("ansi")
    if bare == "white":
        return "97"
    if bare.removeprefix("bright") in names:
        return str((90 if bare.startswith("bright") else 30) + names.index(bare.removeprefix("bright")))
    return "39"


def colour(text: str, depth: int) -> str:
    """Give the parameters of a colour written as six hexadecimal digits, as near as the terminal can."""
    red, green, blue = (int(text[at : at + 2], 16) for at in (0, 2, 4))
    if depth == 24:
        return f"38;2;{red};{green};{blue}"
    if depth == 8:
        return f"38;5;{_of_256(red, green, blue)}"
    bright = 60 if max(red, green, blue) > 191 else 0
    least = max(red, green, blue) // 2
    bits = sum(bit for bit, part in ((1, red), (2, green), (4, blue)) if part > least)
    return str(30 + bright + bits) if max(red, green, blue) > 63 else "39"


def _of_256(red: int, green: int, blue: int) -> int:
    """Give the nearest of the 6 x 6 x 6 cube and the 24 greys."""
    steps = (0, 95, 135, 175, 215, 255)
    near = [min(range(6), key=lambda at, part=part: abs(steps[at] - part)) for part in (red, green, blue)]  # type: ignore[misc]
    grey = min(23, max(0, (red + green + blue) // 3 - 3) // 10)
    cube = [steps[at] for at in near]

    def distance(other: list[int]) -> int:
        return sum((a - b) ** 2 for a, b in zip((red, green, blue), other, strict=True))

    if distance([8 + 10 * grey] * 3) < distance(cube):
        return 232 + grey
    return 16 + 36 * near[0] + 6 * near[1] + near[2]
