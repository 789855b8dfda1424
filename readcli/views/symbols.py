"""`@name`: a definition in source code, with its decorators and the comment above it."""

from __future__ import annotations

from readcli.errors import Ambiguous, NotFound, Unsupported
from readcli.model import Range
from readcli.views.code import take_apart
from readcli.views.held import give

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from readcli.lines import Item
    from readcli.page import Page
    from readcli.views.code import Symbol


def show(page: Page) -> Iterator[Item]:
    """Give the definition, all of them where one name has several. Raises NotFound, Ambiguous, Unsupported, TooLarge."""
    code = take_apart(page.document, page.options)
    if code is None:
        raise Unsupported(f"{page.document.source.path} is no source code that is known", "--language L tells the language")
    found = choose(code.symbols, page.selector.words)
    if code.is_approximate:
        page.document.notice("found without a grammar: approximate")
    yield from give(page, [Range(one.first, one.last) for one in found])


def choose(symbols: list[Symbol], words: str) -> list[Symbol]:
    """Choose what a name means: all with this qualified name, else those that end in it, if they are one. Raises NotFound, Ambiguous."""
    name = words.replace("::", ".")
    for wanted in (name, name.partition("[")[0]):  # what pytest puts in brackets is no part of the name
        for fits in (str.__eq__, _ends_in, _ends_in_any_case):
            found = [one for one in symbols if fits(one.name, wanted)]
            if not found:
                continue
            names = list(dict.fromkeys(one.name for one in found))
            if len(names) > 1:
                shown = ", ".join(f":@{one.name} or :{one.first}-{one.last}" for one in found[:10])
                raise Ambiguous(f"{len(found)} definitions are called {words}", f"write {shown}")
            return found
    from readcli.nearest import nearest

    known = list(dict.fromkeys(one.name for one in symbols))
    last = name.rpartition(".")[2]
    near = (
        nearest(name, known) or [one for one in known if one.rpartition(".")[2] in nearest(last, [n.rpartition(".")[2] for n in known])][:3]
    )
    hint = "did you mean " + " or ".join(f":@{one}" for one in near) if near else ":outline lists what is defined"
    raise NotFound(f"nothing called {words} is defined there", hint)


def _ends_in(name: str, wanted: str) -> bool:
    return name.endswith(f".{wanted}")


def _ends_in_any_case(name: str, wanted: str) -> bool:
    return f".{name}".casefold().endswith(f".{wanted}".casefold())
