"""The words of charts and SmartArt, from their own parts (ECMA-376 part 1, 21.2 and 21.4)."""

from readcli.markup import Node
from readcli.readers.pipe_tables import pipe_table


def text(root: Node) -> str:
    """Write what a chart or a SmartArt says; "" where it has no words."""
    if root.tag == "dgm:dataModel":
        return "\n".join(f"- {line}" for line in _paragraphs(root))
    if root.tag == "c:chartSpace":
        return _chart(root)
    return "\n".join(dict.fromkeys(_paragraphs(root) + [node.text() for node in root.all("cx:pt", "cx:v")]))


def _paragraphs(node: Node) -> list[str]:
    lines = (" ".join("".join(run.text() for run in paragraph.all("a:t")).split()) for paragraph in node.all("a:p"))
    return [line for line in lines if line]


def _chart(root: Node) -> str:
    """Write the titles (of the chart, then of its axes), and the series as the columns of a table."""
    titles = [line for title in root.all("c:title") for line in _paragraphs(title)]
    series = root.all("c:ser")
    names = [_first(node, "c:tx") for node in series]
    columns = [_points(node.find("c:val") or node.find("c:yVal")) for node in series]
    labels: dict[int, str] = {}
    for node in series:
        labels = _points(node.find("c:cat") or node.find("c:xVal")) | labels
    places = sorted(set(labels).union(*columns))
    rows = [[labels.get(place, ""), *(column.get(place, "") for column in columns)] for place in places]
    lines = list(dict.fromkeys(titles))
    if rows or any(names):
        lines.append(("\n" if lines else "") + pipe_table([["", *names], *rows]))
    return "\n".join(lines)


def _first(node: Node, tag: str) -> str:
    """Give the cached text of a series' name."""
    found = node.find(tag)
    values = found.all("c:v") if found else []
    return values[0].text() if values else ""


def _points(node: Node | None) -> dict[int, str]:
    """Give the cached values by their index; of labels on several levels, the innermost."""
    if node is None:
        return {}
    levels = node.all("c:lvl")
    points = (levels[0] if levels else node).all("c:pt")
    return {
        int(index): value.text()
        for point in points
        if (value := point.find("c:v")) and (index := point.attributes.get("idx", "")).isdecimal()
    }
