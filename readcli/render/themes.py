"""The themes by name: the 16 colours of the terminal, one that suits its background, and the styles of Pygments."""

from __future__ import annotations

from pygments.styles import get_all_styles

from readcli import terminal
from readcli.render.palette import palette

OWN = ("terminal", "auto")
_SAMPLE = (
    ("Keyword", "def "), ("Name.Function", "total"), ("Punctuation", "(items): "), ("Keyword", "return "), ("Name.Builtin", "sum"),
    ("Punctuation", "(items) + "), ("Literal.Number.Integer", "42"), ("Comment.Single", "  # all of them"), ("Literal.String", '  "text"'),
)  # fmt: skip


def names() -> list[str]:
    """Give all names that `--theme` takes."""
    return [*OWN, *sorted(get_all_styles())]


def list_themes(*, is_coloured: bool) -> str:
    """Give the names, one a line, with a line of code in each where there are colours."""
    from pygments.token import string_to_tokentype

    if not is_coloured:
        return "".join(f"{name}\n" for name in names())
    width = max(map(len, names()))
    text = ""
    for name in names():
        styles = palette(None if name in OWN else name, terminal.depth())
        runs = [(styles[string_to_tokentype(kind)], words) for kind, words in _SAMPLE]
        text += f"{name:<{width}}  " + "".join(f"\x1b[{style}m{words}\x1b[0m" if style else words for style, words in runs) + "\n"
    return text
