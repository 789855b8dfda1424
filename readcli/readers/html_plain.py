"""Plain text from HTML by its tags alone: for pages nested too deep for the Markdown engine.

No tables and no emphasis; headings, list items and preformatted lines keep their marks. Nesting costs no stack, and each
character is looked at once, which the standard library's tokenizer does not promise.
"""

import html as entities
import re

from readcli.readers import html_markdown

_TOKENS = re.compile(r"""<(/?)([a-z][\w:-]*)((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>|<[!?][^<>]*>""", re.IGNORECASE)
_ALT = re.compile(r"""\balt\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_BLOCKS = frozenset(
    (
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "center",
        "dd",
        "details",
        "dialog",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "header",
        "hr",
        "li",
        "main",
        "nav",
        "ol",
        "option",
        "p",
        "pre",
        "section",
        "summary",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "title",
        "tr",
        "ul",
    )
)
_HEADINGS = {f"h{level}": "#" * level + " " for level in range(1, 7)}
_NEVER = frozenset(("style", "title"))
_VOID = frozenset(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"])


class _Dump:
    """Gathers lines; `unseen` is the depth below an element that is not shown, 0 outside."""

    def __init__(self, *, hidden: bool) -> None:
        self.lines: list[str] = []
        self.line: list[str] = []
        self.hidden = hidden
        self.unseen = 0
        self.preformatted = 0

    def feed(self, html: str) -> None:
        """Take a page without its comments, scripts and templates."""
        at = 0
        for token in _TOKENS.finditer(html):
            self.take_text(html[at : token.start()])
            at = token.end()
            if token[2] and token[1]:
                self.close(token[2].lower())
            elif token[2]:
                self.open(token[2].lower(), token[3])
        self.take_text(html[at:])
        self.break_block()

    def open(self, tag: str, attributes: str) -> None:
        """Open an element: a block begins a line, an element that is not shown begins a silence."""
        if self.unseen or tag in _NEVER or (not self.hidden and html_markdown.is_hidden(tag, attributes)):
            self.unseen += tag not in _VOID
            return
        if tag == "br":
            self.break_line()
        elif tag in _BLOCKS or tag in _HEADINGS:
            self.break_block()
            self.line.append(_HEADINGS.get(tag, "- " if tag == "li" else ""))
        self.preformatted += tag == "pre"
        alt = _ALT.search(attributes) if tag == "img" else None
        if alt:
            self.line.append(entities.unescape(alt[1] or alt[2] or ""))

    def close(self, tag: str) -> None:
        """Close an element."""
        if self.unseen:
            self.unseen -= tag not in _VOID
            return
        self.preformatted -= tag == "pre" and self.preformatted > 0
        if tag in _BLOCKS or tag in _HEADINGS:
            self.break_block()

    def take_text(self, text: str) -> None:
        """Take text; white space counts only where it is preformatted."""
        if self.unseen or not text:
            return
        text = entities.unescape(text)
        if not self.preformatted:
            self.line.append(text)
            return
        first, *others = text.split("\n")
        self.line.append(first)
        for other in others:
            self.break_line()
            self.line.append(other)

    def break_line(self) -> None:
        """End the line at hand, if it has text."""
        text = "".join(self.line)
        self.line.clear()
        if self.preformatted:
            self.lines.append(text.rstrip())
        elif text.strip(" -#\n\t"):
            self.lines.append(" ".join(text.split()))

    def break_block(self) -> None:
        """End the paragraph at hand."""
        self.break_line()
        if self.lines and self.lines[-1]:
            self.lines.append("")


def dump(html: str, *, hidden: bool) -> str:
    """Give the text of a page, blocks apart by blank lines; with `hidden` also what browsers would not show."""
    page = _Dump(hidden=hidden)
    page.feed("".join(seen for _kind, seen, _unseen in html_markdown.split_unseen(html)))
    return "\n".join(page.lines).strip("\n")
