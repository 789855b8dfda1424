"""The words of SmartArt: its points as a nested list, in the order of its connections (ECMA-376 part 1, 21.4).

A diagram is stored as data (points, and which is part of which) and, by newer writers, as the shapes drawn of it; both hold the
same words, so only one is read. The data has the true order and depth.
"""

from readcli.errors import Corrupt
from readcli.markup import Node
from readcli.package import Package
from readcli.readers.pptx_text import Frame, words_of

# Points that lay out others or stand for a connecting line; what they say is said by the others.
_SILENT = ("pres", "parTrans", "sibTrans")


def read(package: Package, part: str, drawings: list[str]) -> str:
    """Give a diagram's data as list lines; where that is missing or damaged, the words of what is drawn of it."""
    try:
        lines = _read_points(package.tree(part))
    except Corrupt:
        lines = []
    for drawing in drawings if not lines else ():
        try:
            lines += [f"- {text}" for body in package.tree(drawing).all("dsp:txBody") if (text := words_of(body, Frame({}), " "))]
        except Corrupt:
            continue
    return "\n".join(lines)


def _read_points(root: Node) -> list[str]:
    """Go through the points from the document's own down; those that nothing leads to come last, in stored order."""
    points: dict[str, str] = {}
    kinds: dict[str, str] = {}
    for point in root.all("dgm:pt"):
        name = point.attributes.get("modelId", "")
        kinds[name] = point.attributes.get("type", "node")
        points[name] = words_of(point.find("dgm:t"), Frame({}), " ")
    below: dict[str, list[tuple[int, str]]] = {}
    for link in root.all("dgm:cxn"):
        if link.attributes.get("type", "parOf") == "parOf":
            order = link.attributes.get("srcOrd", "0")
            below.setdefault(link.attributes.get("srcId", ""), []).append(
                (int(order) if order.isdecimal() else 0, link.attributes.get("destId", ""))
            )
    lines: list[str] = []
    told: set[str] = set()
    tops = [name for name, kind in kinds.items() if kind == "doc"]
    waiting = [(0, name) for name in [*tops, *(name for name in points if name not in tops)][::-1]]
    while waiting:
        depth, name = waiting.pop()
        # Connections may form loops in damaged files: each point is told once.
        if name in told or kinds.get(name, "pres") in _SILENT:
            continue
        told.add(name)
        if points[name]:
            lines.append(f"{'  ' * min(depth, 20)}- {points[name]}")
        deeper = depth + bool(points[name])
        waiting += [(deeper, kid) for _, kid in sorted(below.get(name, []), reverse=True)]
    return lines
