"""What stands directly above a definition and belongs to it: comments and attributes."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    Symbol = tuple[str, str, int, int]  # kind, qualified name, first line, last line


def add_lead(symbols: list[Symbol], data: bytes, prefixes: tuple[str, ...]) -> list[Symbol]:
    """Move the first line of each symbol up over the comment lines that touch it."""
    lines = data.split(b"\n")
    marks = tuple(prefix.encode() for prefix in prefixes)
    taken = {last for _, _, _, last in symbols}  # a comment behind the end of another definition is not ours
    return [(kind, name, _above(lines, first, marks, taken), last) for kind, name, first, last in symbols]


def _above(lines: list[bytes], first: int, marks: tuple[bytes, ...], taken: set[int]) -> int:
    """Give the first line of the comment above a line, or the line itself."""
    while first > 1 and first - 1 not in taken:
        above = lines[first - 2].strip()
        if above.endswith(b"*/") and b"/*" in marks:
            start = first - 1
            while start > 1 and b"/*" not in lines[start - 1]:
                start -= 1
            if not lines[start - 1].lstrip().startswith(b"/*"):
                return first
            first = start
        elif above.startswith(marks) and not above.startswith((b"#!", b"/*")):
            first -= 1
        else:
            return first
    return first
