"""Equations of Office documents (OMML) as one line of text (ECMA-376 part 1, 22.1).

The linear form is the one people type: x^2, a/b, √(x+1), ∑_(i=1)^n i. Properties may be missing everywhere.
"""

from collections.abc import Callable

from readcli.markup import Node

_DEEPEST = 100  # levels written structurally; what nests deeper is given as its bare characters
_ROOTS = {"2": "√", "3": "∛", "4": "∜"}
_SCRIPTS = frozenset(("m:sSup", "m:sSub", "m:sSubSup"))
_SKIPPED = frozenset(("w:del", "w:rPr", "m:rPr", "m:ctrlPr", "w:instrText"))


def linear(node: Node, depth: int = 0) -> str:
    """Write an `m:oMath` element, or any element inside one."""
    if depth > _DEEPEST:
        return node.text()
    write = _WRITERS.get(node.tag)
    if write:
        return write(node, depth + 1)
    if node.tag in _SKIPPED or node.tag.endswith("Pr"):
        return ""
    if node.tag in ("m:t", "w:t"):
        return node.text()
    return _joined(node, depth + 1)


def _joined(node: Node, depth: int) -> str:
    """Write what is inside; a blank keeps a word from running into the index or exponent before it."""
    text = ""
    was_script = False
    for item in node.nodes():
        piece = linear(item, depth)
        text += f" {piece}" if was_script and piece[:1].isalpha() else piece
        was_script = item.tag in _SCRIPTS if piece else was_script
    return text


def _part(node: Node, tag: str, depth: int) -> str:
    found = node.find(tag)
    return linear(found, depth).strip() if found else ""


def _property(node: Node, name: str, default: str) -> str:
    """Give a property of an element; one that is missing, or the whole property element, gives the default."""
    found = node.find(f"{node.tag}Pr", f"m:{name}")
    return found.attributes.get("m:val", "") if found else default


def _grouped(text: str) -> str:
    """Put brackets round more than one word, unless they stand there already."""
    return text if text.isalnum() or len(text) <= 1 or _is_bracketed(text) else f"({text})"


def _is_bracketed(text: str) -> bool:
    if not (text.startswith("(") and text.endswith(")")):
        return False
    depth = 0
    for place, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return place == len(text) - 1
    return False


def _script(sign: str, text: str) -> str:
    return f"{sign}{_grouped(text)}" if text else ""


def _fraction(node: Node, depth: int) -> str:
    above, below = _part(node, "m:num", depth), _part(node, "m:den", depth)
    if _property(node, "type", "bar") == "noBar":
        return f"{above} ¦ {below}"
    return f"{_grouped(above)}/{_grouped(below)}"


def _radical(node: Node, depth: int) -> str:
    degree, inner = _part(node, "m:deg", depth), _part(node, "m:e", depth)
    sign = _ROOTS.get(degree or "2")
    return f"{sign}{_grouped(inner)}" if sign else f"√({degree}&{inner})"


def _superscript(node: Node, depth: int) -> str:
    return _part(node, "m:e", depth) + _script("^", _part(node, "m:sup", depth))


def _subscript(node: Node, depth: int) -> str:
    return _part(node, "m:e", depth) + _script("_", _part(node, "m:sub", depth))


def _both_scripts(node: Node, depth: int) -> str:
    return _subscript(node, depth) + _script("^", _part(node, "m:sup", depth))


def _scripts_before(node: Node, depth: int) -> str:
    return _script("_", _part(node, "m:sub", depth)) + _script("^", _part(node, "m:sup", depth)) + _part(node, "m:e", depth)


def _operator(node: Node, depth: int) -> str:
    sign = _property(node, "chr", "∫")
    limits = _script("_", _part(node, "m:sub", depth)) + _script("^", _part(node, "m:sup", depth))
    return f"{sign}{limits} {_part(node, 'm:e', depth)}"


def _delimited(node: Node, depth: int) -> str:
    opening, closing = _property(node, "begChr", "("), _property(node, "endChr", ")")
    inside = _property(node, "sepChr", "|").join(linear(item, depth) for item in node.nodes("m:e"))
    return f"{opening}{inside}{closing}"


def _function(node: Node, depth: int) -> str:
    return f"{_part(node, 'm:fName', depth)} {_part(node, 'm:e', depth)}"


def _limit_below(node: Node, depth: int) -> str:
    return _part(node, "m:e", depth) + _script("_", _part(node, "m:lim", depth))


def _limit_above(node: Node, depth: int) -> str:
    return _part(node, "m:e", depth) + _script("^", _part(node, "m:lim", depth))


def _accent(node: Node, depth: int) -> str:
    return _part(node, "m:e", depth) + _property(node, "chr", "\u0302")


def _overbar(node: Node, depth: int) -> str:
    return _part(node, "m:e", depth) + ("\u0304" if _property(node, "pos", "bot") == "top" else "\u0332")


def _matrix(node: Node, depth: int) -> str:
    return "; ".join(", ".join(linear(cell, depth) for cell in row.nodes("m:e")) for row in node.nodes("m:mr"))


def _array(node: Node, depth: int) -> str:
    """Write equations one below the other; `&` in them only says where they align."""
    return "; ".join(linear(item, depth).replace("&", "") for item in node.nodes("m:e"))


def _phantom(node: Node, depth: int) -> str:
    return "" if _property(node, "show", "1") in ("0", "off", "false") else _part(node, "m:e", depth)


_WRITERS: dict[str, Callable[[Node, int], str]] = {
    "m:f": _fraction,
    "m:rad": _radical,
    "m:sSup": _superscript,
    "m:sSub": _subscript,
    "m:sSubSup": _both_scripts,
    "m:sPre": _scripts_before,
    "m:nary": _operator,
    "m:d": _delimited,
    "m:func": _function,
    "m:limLow": _limit_below,
    "m:limUpp": _limit_above,
    "m:acc": _accent,
    "m:bar": _overbar,
    "m:m": _matrix,
    "m:eqArr": _array,
    "m:phant": _phantom,
}
