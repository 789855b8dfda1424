"""MathML as a line of text: `(a+b)/(2)`, `x^2`, `√(x)` (MathML 3, chapter 3)."""

from readcli.markup import Node

_DEEPEST = 100  # deeper formulas give their characters only
_FORMS = {
    "mfrac": "{0}/{1}",
    "msup": "{0}^{1}",
    "msub": "{0}_{1}",
    "msubsup": "{0}_{1}^{2}",
    "munder": "{0}_{1}",
    "mover": "{0}^{1}",
    "munderover": "{0}_{1}^{2}",
    "mroot": "√({1}&{0})",
}
_LEFT_OUT = ("annotation", "annotation-xml", "mphantom")


def linear(node: Node, depth: int = 0) -> str:
    """Write a MathML element on one line."""
    name = node.tag.rpartition(":")[2]
    if name in _LEFT_OUT:
        return ""
    if depth > _DEEPEST:
        return node.text()
    inner = [linear(child, depth + 1) for child in node.nodes()]
    form = _FORMS.get(name)
    if form and len(inner) == form.count("{"):
        return form.format(*map(_group, inner)) if name != "mroot" else form.format(*inner)
    if name == "msqrt":
        return f"√({''.join(inner)})"
    if name == "mfenced":
        separator = node.attributes.get("separators", ",")[:1]
        return node.attributes.get("open", "(") + separator.join(inner) + node.attributes.get("close", ")")
    if name in ("mtable", "mtr", "mlabeledtr"):
        return ("; " if name == "mtable" else ", ").join(inner)
    if inner:
        return "".join(inner)
    text = " ".join(node.text().split())
    return f" {text} " if name == "mo" and text in ("=", "+", "-", "−", "±", "<", ">", "≤", "≥", "≠", "→", "∈", "∧", "∨") else text


def _group(text: str) -> str:
    """Put brackets round what is more than one word."""
    text = text.strip()
    return text if text.isalnum() or len(text) <= 1 or (text[0] == "(" and text[-1] == ")" and text.count("(") == 1) else f"({text})"
