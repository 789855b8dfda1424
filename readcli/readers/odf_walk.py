"""OpenDocument XML as a stream of whole branches: a table row, a paragraph, a slide at a time, never the whole document.

`("open", node)` and `("close", node)` frame the elements that hold the others; `("node", node)` is a finished branch.
"""

from collections.abc import Iterable, Iterator

from readcli import markup
from readcli.errors import ReadError
from readcli.markup import Node

Steps = Iterator[tuple[str, Node]]
_ROWS = frozenset(("table:table-row-group", "table:table-header-rows", "table:table-rows"))
_BODIES = frozenset(("office:text", "office:spreadsheet", "office:presentation", "office:drawing", "office:chart"))
_OPENED = {
    "office:document-content": frozenset(("office:body",)),
    "office:document": frozenset(("office:body",)),
    "office:body": _BODIES,
    "office:spreadsheet": frozenset(("table:table",)),
    "table:table": _ROWS,
    **dict.fromkeys(_ROWS, _ROWS),
}


def walk(chunks: Iterable[bytes]) -> Steps:
    """Give the branches below the root, the body and the sheets of a spreadsheet, as soon as each is whole.

    Raises as `markup.parse`, after giving all that was read, the unfinished branch too.
    """
    ready: list[tuple[str, Node]] = []
    outer: list[Node] = []
    branch: list[Node] = []

    def start(tag: str, attributes: dict[str, str]) -> None:
        node = Node(tag, attributes)
        if branch:
            branch[-1].items.append(node)
        elif not outer or tag in _OPENED.get(outer[-1].tag, ()):
            outer.append(node)
            ready.append(("open", node))
            return
        branch.append(node)

    def end(_tag: str) -> None:
        kind, node = ("node", branch.pop()) if branch else ("close", outer.pop())
        if not branch:
            ready.append((kind, node))

    def text(characters: str) -> None:
        if branch and branch[-1].tag != "office:binary-data":
            branch[-1].items.append(characters)

    try:
        for _ in markup.steps(chunks, start, end, text):
            yield from ready
            ready.clear()
    except ReadError:
        yield from ready
        if branch:
            yield "node", branch[0]
        raise
    yield from ready
