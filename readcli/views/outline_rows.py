"""What a source consists of, as rows that name lines: symbols, headings, parts, keys, entries."""

from __future__ import annotations

from readcli.errors import ReadError
from readcli.model import Range
from readcli.selector import merge, parse
from readcli.views import headings, keys
from readcli.views.held import hold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from readcli.document import Document
    from readcli.model import Options
    from readcli.views.code import Code
    from readcli.views.headings import Section
    from readcli.views.key_places import Place

LEVELS = 2  # of keys


class Row:
    """One thing in a source.

    ranges    its lines, in one or more runs
    selector  what reads just these lines, or "" where only their numbers do; name: what it is called
    kind      class, method, h2, page, table ...; level: how deep it lies, from 1
    """

    __slots__ = ("kind", "level", "name", "ranges", "selector")

    def __init__(self, ranges: list[Range], selector: str, name: str, kind: str, level: int) -> None:
        """Take all of it."""
        self.ranges = ranges
        self.selector = selector
        self.name = name
        self.kind = kind
        self.level = level

    @property
    def first(self) -> int:
        """Its first line."""
        return self.ranges[0].first

    @property
    def where(self) -> str:
        """The selector of its lines by number."""
        return ",".join(f"{r.first}-{r.last}" for r in self.ranges)


def find_rows(document: Document, options: Options) -> list[Row]:
    """Give the rows of a document in the order of their lines. Raises TooLarge for source code too large to be taken apart."""
    if document.format in ("archive", "directory", "7z", "rar"):
        return list(_entries(document))
    if style := keys.name_style(document, options):
        return list(_keys(document, style))
    code = None
    if not document.is_made and document.format != "notebook":
        from readcli.views.code import take_apart

        code = take_apart(document, options)
    if code:
        if code.is_approximate:
            document.notice("found without a grammar: approximate")
        return list(_symbols(code))
    if document.format == "text" and (steps := list(_steps(document))):
        return steps
    sections = list(_sections(headings.find_sections(document)))
    parts = list(_parts(document))
    for row in sections if parts else ():
        row.level += 1
    return sorted(parts + sections, key=lambda row: row.first)


def _symbols(code: Code) -> Iterator[Row]:
    names = [one.name for one in code.symbols]
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    for one in code.symbols:
        if one.kind in ("variable", "field", "constant") and one.first == one.last:
            continue
        selector = f"@{one.name}" if counts[one.name] == 1 and _is_read_as(f"@{one.name}", one.name) else ""
        yield Row([Range(one.first, one.last)], selector, one.name, one.kind, one.name.count(".") + 1)


def _is_read_as(text: str, words: str) -> bool:
    """Say whether a selector is understood as meant; a name may end in `:raw`, say."""
    try:
        found = parse(text)
    except ReadError:
        return False
    return found is not None and not found.view and found.words == words


def _sections(sections: list[Section]) -> Iterator[Row]:
    counts: dict[str, int] = {}
    for section in sections:
        for name in {section.plain, section.words}:
            counts[name] = counts.get(name, 0) + 1
    for section in sections:
        words = section.plain if counts[section.plain] == 1 else section.slug
        selector = f"#{words}" if _is_read_as(f"#{words}", words) and _names(sections, section, words) else ""
        yield Row([Range(section.first, section.last)], selector, section.plain, f"h{section.level}", section.level)


def _names(sections: list[Section], section: Section, words: str) -> bool:
    """Say whether words mean this section and no other."""
    if words == section.plain:  # by its exact text
        return True
    try:
        return headings.choose(sections, words) is section
    except ReadError:
        return False


def _steps(document: Document) -> Iterator[Row]:
    """Give the steps and groups of a CI log, those that failed told so."""
    from readcli import limits, log_steps

    head = b""
    for block in document.lines.blocks():
        head += block.data[: limits.HEAD]
        if len(head) >= limits.HEAD:
            break
    if log_steps.is_log(head, document.source.name):
        for first, last, level, title, is_failed in log_steps.steps(document.lines):
            yield Row([Range(first, last)], "", title, "failed step" if is_failed else "step", level)


def _parts(document: Document) -> Iterator[Row]:
    for part in document.parts:
        if part.first and part.last >= part.first:
            yield Row([Range(part.first, part.last)], f"p{part.number}", part.title, part.kind, 1)


def _keys(document: Document, style: str) -> Iterator[Row]:
    """Give keys down to two levels, and the items of an array that is the whole; of TOML its tables and the keys before them."""
    if style == "toml":
        yield from _tables(document)
        return
    documents = keys.find_places(document, style, LEVELS)
    for places in documents:
        if places and places[0].kind == "array":  # its items, not their keys too
            places = [place for place in places if len(place.path) < LEVELS]
        counts: dict[tuple[str | int, ...], int] = {}
        for place in places:
            counts[place.path] = counts.get(place.path, 0) + 1
        for place in places[1:]:
            if len(place.path) == 2 and isinstance(place.path[1], int):
                continue
            yield _key(place.path, [place], is_alone=counts[place.path] == 1 and len(documents) == 1, level=len(place.path))


def _tables(document: Document) -> Iterator[Row]:
    from readcli.views import key_toml

    places, headers = key_toml.read(hold(document).data.decode("utf-8", "replace"), 64)
    before = headers[0].first if headers else 1 << 60
    paths = list(dict.fromkeys([p.path for p in places if len(p.path) == 1 and p.first < before] + [p.path for p in headers]))
    for path in paths:
        yield _key(path, [place for place in places if place.path == path], is_alone=True, level=len(path))


def _key(path: tuple[str | int, ...], places: list[Place], *, is_alone: bool, level: int) -> Row:
    name = keys.write_path(path)
    ranges = merge([Range(place.first, place.last) for place in places])
    is_read = is_alone and (not {":", '"'} & set(name) or (_is_read_as(name, name) and keys.parse_path(name) == path))
    return Row(ranges, name if is_read else "", name, places[0].kind or "string", level)


def _entries(document: Document) -> Iterator[Row]:
    """Give a row for each line of a listing; members of an archive by the names that open them."""
    lines = hold(document).data.decode("utf-8", "replace").splitlines()
    members = document.facts.get("members")
    names = [str(entry.get("name", "")) for entry in members if isinstance(entry, dict)] if isinstance(members, list) else []
    for n, line in enumerate(lines, 1):
        name = line.strip()
        if document.format == "directory":
            yield Row([Range(n, n)], "", name, "entry", 1)
            continue
        stored = names[n - 1] if len(names) == len(lines) else name.rpartition(" (")[0] if name.endswith(")") else name
        yield Row([Range(n, n)], stored, stored, "folder" if stored.endswith("/") else "member", stored.rstrip("/").count("/") + 1)
