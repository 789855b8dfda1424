"""`#Heading`: the section under a heading, up to the next one of the same or a higher level; and all headings of a document.

A heading is meant by its exact text, else, if only one fits, by its text in any case, else by the name that GitHub gives it.
"""

from __future__ import annotations

import re

from readcli.errors import Ambiguous, NotFound, Unsupported
from readcli.model import Range
from readcli.views.held import give, hold
from readcli.views.markdown_headings import find_markdown, strip_marks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from readcli.document import Document
    from readcli.lines import Item
    from readcli.page import Page
    from readcli.views.markdown_headings import Found

MARKDOWN = ("docx", "odt", "pptx", "ppt", "odp", "epub", "html", "pdf", "eml", "msg")  # formats whose readers write `# ...` lines


class Section:
    """A heading and the lines that belong to it.

    first, last  its lines, those of sections inside it too
    words        the heading as written; `plain` without inline marks
    slug         what GitHub calls it, different from all others in the document
    """

    __slots__ = ("first", "last", "level", "plain", "slug", "words")

    def __init__(self, first: int, level: int, words: str) -> None:
        """Take a heading; the rest is known once all are."""
        self.first = first
        self.last = first
        self.level = level
        self.words = words
        self.plain = strip_marks(words)
        self.slug = ""

    @property
    def where(self) -> str:
        """The selector of its lines."""
        return f"{self.first}-{self.last}"


def show(page: Page) -> Iterator[Item]:
    """Give the section that the selector names. Raises NotFound, Ambiguous, Unsupported."""
    sections = find_sections(page.document)
    section = choose(sections, page.selector.words, page.document)
    yield from give(page, [Range(section.first, section.last)])


def find_sections(document: Document) -> list[Section]:
    """Give all sections of a document, in order; its lines are read and kept."""
    lines = hold(document)
    sections = [Section(*found) for found in _find(document, lines.data)]
    open_ones: list[Section] = []
    used: dict[str, int] = {}
    for section in sections:
        while open_ones and open_ones[-1].level >= section.level:
            open_ones.pop().last = section.first - 1
        open_ones.append(section)
        section.slug = _slug(section.plain, used)
    for section in open_ones:
        section.last = max(section.first, lines.total or 0)
    return sections


def _find(document: Document, data: bytes) -> Iterator[Found]:
    if document.headings:
        yield from ((heading.line, heading.level, heading.text) for heading in document.headings)
        return
    name = document.source.name.lower()
    suffix = name[name.rfind(".") :] if "." in name[1:] else ""
    if document.format == "notebook":
        from readcli.views.heading_styles import find_in_cells

        yield from find_in_cells(_split(data))
    elif document.format in MARKDOWN:
        yield from find_markdown(_split(data), is_setext=False)
    elif document.format == "text":
        from readcli.views.heading_styles import BY_SUFFIX

        if data.startswith(b"#!") and not suffix:
            return
        if finder := BY_SUFFIX.get(suffix):
            yield from finder(_split(data))


def _split(data: bytes) -> list[str]:
    lines = data.decode("utf-8", "replace").split("\n")
    if not lines[-1]:
        lines.pop()
    return lines


def _slug(text: str, used: dict[str, int]) -> str:
    """Give the name that GitHub derives from a heading; the second of the same name gets `-1`."""
    slug = re.sub(r"[^\w\- ]", "", text.lower()).strip().replace(" ", "-")
    count = used.get(slug, 0)
    used[slug] = count + 1
    return f"{slug}-{count}" if count else slug


def choose(sections: list[Section], words: str, document: Document | None = None) -> Section:
    """Choose the section that words name. Raises NotFound, Ambiguous; Unsupported where there are no headings at all."""
    if not sections:
        name = document.format if document else "text"
        raise Unsupported(f"no headings were found in this {name}", "choose lines: N-M, /RE/; :outline lists what there is")
    wanted = " ".join(words.split())
    exact = [section for section in sections if words in (section.words, section.plain) or wanted in (section.plain, section.words)]
    alike = [section for section in sections if wanted.casefold() in (section.plain.casefold(), section.words.casefold())]
    named = [section for section in sections if section.slug == words]
    for found in (exact, alike if len(alike) == 1 else [], named):
        if len(found) == 1:
            return found[0]
        if found:
            break
    if several := exact or alike:
        places = ", ".join(f":{section.where}" + (f" or :#{section.slug}" if section.slug != words else "") for section in several[:10])
        raise Ambiguous(f"{len(several)} headings are called {words}", f"write {places}")
    from readcli.nearest import nearest

    near = nearest(wanted, [section.plain for section in sections])
    hint = "did you mean " + " or ".join(f":#{name}" for name in near) if near else ":outline lists the headings"
    raise NotFound(f"there is no heading {words}", hint)
