"""The main content of a web page: what is left without navigation, sidebars and footers.

`<main>` or the one `<article>` where a page has it; else the innermost element that holds three quarters of the page's prose:
text in paragraphs, cells and the like that is no link and stands in nothing called a menu or a comment. Works on the page's own
text: what it gives are spans of it, so nothing is rewritten. One pass, nesting costs no stack.
"""

from __future__ import annotations

import re

from readcli.readers import html_markdown

_TOKENS = re.compile(r"""<(/?)([a-z][\w:-]*)((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>""", re.IGNORECASE)
_VOID = frozenset(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"])
_SILENT = frozenset(["head", "style", "title", "noscript", "svg", "select", "button"])  # their text is nobody's prose
_PROSE = frozenset(["p", "pre", "blockquote", "dd", "td", "li"])
_BLOCKS = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "details",
        "div",
        "dl",
        "dt",
        "dd",
        "fieldset",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "li",
        "main",
        "nav",
        "ol",
        "p",
        "pre",
        "section",
        "table",
        "ul",
    ]
)
_ENDED_BY = {
    "li": ("li",),
    "dt": ("dt", "dd"),
    "dd": ("dt", "dd"),
    "tr": ("tr", "td", "th"),
    "td": ("td", "th"),
    "th": ("td", "th"),
    "option": ("option",),
}
_ROLE = re.compile(r"""\brole\s*=\s*["']?([\w-]+)""", re.IGNORECASE)
_NAMED = re.compile(r"""\b(?:class|id)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))""", re.IGNORECASE)
_GOOD = re.compile(r"article|body|content|entry|main|page|post|text|blog|story|prose|markdown", re.IGNORECASE)
_BAD = re.compile(
    r"comment|foot|sidebar|masthead|menu|nav|related|share|social|promo|sponsor|banner|cookie|breadcrumb|widget|popup|modal|advert|newsletter|toc\b",
    re.IGNORECASE,
)
_DROPPED_ROLES = ("navigation", "complementary", "banner", "contentinfo", "search", "dialog", "alertdialog")
_SHORT = 25  # characters; a shorter paragraph says little
_LONG = 80  # characters of bare text in an element that make it prose
_DEEP = 60  # open elements among which a closing tag looks for its own
_MOST = 0.75  # of the prose lies in what is taken for the content
_MUCH = 0.4  # of it in the one article of a page
_LEAST = 50  # characters of a `<main>` that is believed


class Element:
    """An element: its span in the page with and without its tags, how much text it has, how much of that in links.

    own    characters directly inside; prose: those of paragraphs and the like, at any depth
    """

    __slots__ = ("attributes", "children", "end", "has_title", "is_seen", "links", "own", "parent", "prose", "size", "start", "tag")

    def __init__(self, tag: str, attributes: str, start: int, parent: Element | None) -> None:
        """Open an element whose opening tag begins at `start`."""
        self.tag = tag
        self.attributes = attributes
        self.start = self.end = start
        self.parent = parent
        self.children: list[Element] = []
        self.size = self.links = self.own = self.prose = 0
        self.has_title = False  # an h1 inside, or itself one
        self.is_seen = tag not in _SILENT and not html_markdown.is_hidden(tag, attributes)

    @property
    def density(self) -> float:
        """How much of the text is links: 0 to 1."""
        return self.links / self.size if self.size else 0.0

    @property
    def role(self) -> str:
        """What the page says it is for."""
        found = _ROLE.search(self.attributes)
        return found[1].lower() if found else ""

    @property
    def names(self) -> str:
        """Its classes and its id."""
        return " ".join(one[1] or one[2] or one[3] or "" for one in _NAMED.finditer(self.attributes))


def pick(page: str) -> tuple[str, bool]:
    """Give the HTML of a page's main content, and whether text was left out. The whole page where nothing stands out."""
    page = "".join(seen for _kind, seen, _unseen in html_markdown.split_unseen(page))
    every = _elements(page)
    root = every[0]
    chosen = _choose(every)
    dropped: list[Element] = []
    _collect(chosen, dropped)
    left_out = root.size - chosen.size + sum(one.size for one in dropped)
    if not left_out:
        return page, False
    return _heading(page, every, chosen) + _without(page, chosen, dropped), True


def _elements(page: str) -> list[Element]:
    """Find all elements, a root first, and count their text."""
    root = Element("", "", 0, None)
    every, stack, at = [root], [root], 0
    for token in _TOKENS.finditer(page):
        _add_text(stack[-1], page, at, token.start())
        at = token.end()
        tag = token[2].lower()
        if token[1]:
            _close(stack, tag, token.start(), at)
            continue
        while len(stack) > 1 and _is_ended(stack[-1].tag, tag):
            _pop(stack, token.start())
        element = Element(tag, token[3], token.start(), stack[-1])
        element.end = at
        if tag not in _VOID and not token[3].endswith("/"):
            stack[-1].children.append(element)
            every.append(element)
            stack.append(element)
    _add_text(stack[-1], page, at, len(page))
    while stack:
        _pop(stack, len(page))
    return every


def _is_ended(opened: str, tag: str) -> bool:
    """Say whether an opening tag ends the element that is open, as HTML lets authors leave closing tags away."""
    return (opened == "p" and tag in _BLOCKS) or opened in _ENDED_BY.get(tag, ())


def _add_text(element: Element, page: str, start: int, end: int) -> None:
    if end > start and (text := page[start:end].strip()):
        element.size += len(text)
        element.own += len(text)


def _close(stack: list[Element], tag: str, start: int, end: int) -> None:
    """Close the nearest open element of a name, and all inside it; a closing tag without one is passed over."""
    for depth in range(1, min(len(stack), _DEEP + 1)):
        if stack[-depth].tag == tag:
            for _ in range(depth - 1):
                _pop(stack, start)
            _pop(stack, end)
            return


def _pop(stack: list[Element], end: int) -> None:
    """End the innermost element and hand its counts up."""
    element = stack.pop()
    element.end = end
    if not element.is_seen:
        element.size = element.links = element.prose = 0
    if element.tag == "a":
        element.links = element.size
    bare = element.size - element.links
    if element.is_seen and ((element.tag in _PROSE and bare >= _SHORT) or element.own >= _LONG):
        element.prose = max(element.prose, bare)
    if _is_beside(element) or _is_dropped(element):
        element.prose = 0
    element.has_title |= element.tag == "h1" and element.size > 0
    if element.parent:
        element.parent.has_title |= element.has_title
        element.parent.size += element.size
        element.parent.links += element.links
        element.parent.prose += element.prose


def _is_beside(element: Element) -> bool:
    """Say whether an element is called what stands beside a page's content."""
    return element.tag not in ("", "html", "body") and bool(_BAD.search(names := element.names)) and not _GOOD.search(names)


def _choose(every: list[Element]) -> Element:
    """Choose the element that is the page."""
    root = every[0]
    mains = [one for one in every if one.tag == "main" or one.role == "main"]
    here = mains[0] if len(mains) == 1 and mains[0].size >= _LEAST else root
    articles = [one for one in every if one.tag == "article" and one.size and (here is root or _is_inside(one, here))]
    if len(articles) == 1 and articles[0].prose >= max(_LEAST, here.prose * (_MOST if here is not root else _MUCH)):
        return articles[0]
    while here is root or here.tag in ("html", "body", "div", "section", "table", "tbody", "tr", "td", "center"):
        inner = next((one for one in here.children if one.prose >= max(_LEAST, here.prose * _MOST)), None)
        if inner is None or inner.tag in _PROSE - {"td"}:
            break
        here = inner
    return here


def _is_inside(one: Element, other: Element) -> bool:
    return other.start < one.start < other.end


def _collect(top: Element, dropped: list[Element]) -> None:
    """Gather what is not content inside an element; what holds the title of the page stays."""
    waiting = list(top.children)
    while waiting:
        one = waiting.pop()
        if _is_dropped(one) and not one.has_title:
            dropped.append(one)
        else:
            waiting.extend(one.children)


def _is_dropped(one: Element) -> bool:
    if one.tag in ("nav", "dialog") or one.role in _DROPPED_ROLES:
        return True
    if one.tag == "footer":
        return one.parent is None or one.parent.tag != "blockquote"
    if one.tag in ("aside", "header", "form"):
        return one.density > 0.5 or bool(_BAD.search(one.names) and one.density > 0.2)
    return one.tag in ("div", "section", "ul", "table") and one.size > 0 and one.density > 0.5 and bool(_BAD.search(one.names))


def _heading(page: str, every: list[Element], chosen: Element) -> str:
    """Give the page's one h1 where it stands outside of what was chosen."""
    titles = [one for one in every if one.tag == "h1" and one.size]
    if len(titles) != 1 or _is_inside(titles[0], chosen) or not chosen.tag:
        return ""
    return page[titles[0].start : titles[0].end]


def _without(page: str, chosen: Element, dropped: list[Element]) -> str:
    """Cut what was dropped out of what was chosen."""
    start, end = (0, len(page)) if not chosen.tag else (chosen.start, chosen.end)
    pieces, at = [], start
    for one in sorted(dropped, key=lambda one: one.start):
        pieces.append(page[at : one.start])
        at = max(at, one.end)
    return "".join([*pieces, page[at:end]])
