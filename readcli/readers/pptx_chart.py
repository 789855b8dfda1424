"""The words and numbers of a chart: its title, then a table of categories and series, then titles of axes and labels.

Only what is kept with the chart is read, not the workbook behind it. Numbers are as they are stored (ECMA-376 part 1, 21.2;
MS-ODRAWXML 2.24.3 for `cx`).
"""

from readcli.errors import Corrupt
from readcli.markup import Node
from readcli.package import Package
from readcli.readers.pipe_tables import pipe_table
from readcli.readers.pptx_text import Frame, words_of


def read(package: Package, part: str) -> str:
    """Give a chart part as Markdown lines; nothing where it is missing or damaged."""
    try:
        root = package.tree(part)
    except Corrupt:
        return ""
    blocks = _read_extended(root) if root.tag.startswith("cx:") else _read_chart(root)
    return "\n\n".join(block for block in blocks if block)


def _read_chart(root: Node) -> list[str]:
    """Give the blocks of a chart of any of the older kinds."""
    chart = root.find("c:chart")
    plot = chart.find("c:plotArea") if chart else None
    if chart is None or plot is None:
        return []
    title = chart.find("c:title")
    blocks = [_words(title) if title else "", *_tables(plot.all("c:ser"))]
    blocks += [words_of(text, Frame({}), " ") for text in plot.all("c:rich")]
    return blocks


def _tables(series: list[Node]) -> list[str]:
    """Give one table of all series that share their categories, else one for each."""
    tables: list[tuple[dict[int, str], list[tuple[str, dict[int, str]]]]] = []
    for one in series:
        label = one.find("c:tx")
        name = _words(label) if label else ""
        keys = _points(one.find("c:cat") or one.find("c:xVal"))
        values = _points(one.find("c:val") or one.find("c:yVal"))
        # Only the first of several series need name the categories.
        if tables and keys in ({}, tables[-1][0]):
            tables[-1][1].append((name, values))
        else:
            tables.append((keys, [(name, values)]))
    return [_table(keys, parts) for keys, parts in tables]


def _table(keys: dict[int, str], series: list[tuple[str, dict[int, str]]]) -> str:
    """Give a table with a row for each point that has a category or a value."""
    indexes = sorted({*keys, *(index for _, values in series for index in values)})
    rows = [["", *(name for name, _ in series)]]
    rows += [[keys.get(index, ""), *(values.get(index, "") for _, values in series)] for index in indexes]
    return pipe_table(rows) if any(any(row) for row in rows) else ""


def _points(node: Node | None) -> dict[int, str]:
    """Give the kept values by index; several levels of categories are put one behind the other, the outermost first."""
    if node is None:
        return {}
    texts: dict[int, str] = {}
    for level in node.all("c:lvl") or [node]:
        points = {}
        for point in level.all("c:pt"):
            index = point.attributes.get("idx", "")
            value = point.find("c:v")
            # Points without a value are not stored, so places come from the index; a damaged one may be beyond all bounds.
            if index.isdecimal() and len(index) < 8 and value:
                points[int(index)] = _number(value.text().strip())
        if not texts:  # the innermost level comes first
            texts = points
            continue
        outer = ""
        for place in sorted(texts):
            outer = points.get(place, outer)
            texts[place] = f"{outer} {texts[place]}"
    return texts


def _number(text: str) -> str:
    """Write a stored number without the noise of binary fractions."""
    if "." not in text and "E" not in text:
        return text
    try:
        return f"{float(text):.12g}"
    except ValueError:
        return text


def _words(node: Node) -> str:
    """Give a title's or a series' own text, else what is kept of the cells that hold it."""
    rich = node.find("c:tx", "c:rich") or node.find("c:rich")
    if rich:
        return words_of(rich, Frame({}), " ")
    return " ".join(value.text().strip() for value in node.all("c:v"))


def _read_extended(root: Node) -> list[str]:
    """Give a chart of the kinds added in 2016 (treemap, waterfall ...): title, names of series, data as a table."""
    blocks = [words_of(text, Frame({}), " ") for text in root.all("cx:rich")]
    blocks += [value.text().strip() for value in root.all("cx:v")]
    for data in root.all("cx:data"):
        columns = [[point.text().strip() for point in level.nodes("cx:pt")] for level in data.all("cx:lvl")]
        height = max(map(len, columns), default=0)
        rows = [[column[index] if index < len(column) else "" for column in columns] for index in range(height)]
        blocks.append(pipe_table([[""] * len(columns), *rows]) if rows else "")
    return blocks
