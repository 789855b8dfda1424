"""The properties of an Office document (ECMA-376 part 2, 8.3: core; part 1, 22.2: extended), as facts."""

from readcli.errors import Corrupt
from readcli.package import Package

_CORE = {
    "dc:title": "title",
    "dc:creator": "author",
    "dcterms:created": "created",
    "dcterms:modified": "modified",
    "cp:lastModifiedBy": "lastModifiedBy",
    "dc:subject": "subject",
    "cp:keywords": "keywords",
    "dc:description": "description",
    "cp:category": "category",
    "dc:language": "language",
}
_EXTENDED = {"ep:Application": "application", "ep:Company": "company"}
_COUNTS = {"ep:Pages": "pages", "ep:Words": "words"}
_CORE_KINDS = ("core-properties", "coreProperties")
_EXTENDED_KINDS = ("extended-properties", "extendedProperties")


def facts(package: Package, related: dict[str, tuple[str, str]]) -> dict[str, object]:
    """Give title, author, created, modified (as stored, ISO 8601) and the like; pages and words as last counted by the writer."""
    core = _values(package, _part(related, _CORE_KINDS, "docProps/core.xml"))
    extended = _values(package, _part(related, _EXTENDED_KINDS, "docProps/app.xml"))
    found: dict[str, object] = {}
    for names, values in ((_CORE, core), (_EXTENDED, extended)):
        found |= {name: values[tag] for tag, name in names.items() if values.get(tag)}
    found |= {name: int(extended[tag]) for tag, name in _COUNTS.items() if extended.get(tag, "").isdecimal()}
    return found


def _part(related: dict[str, tuple[str, str]], kinds: tuple[str, ...], usual: str) -> str:
    return next((target for kind, target in related.values() if kind in kinds), usual)


def _values(package: Package, part: str) -> dict[str, str]:
    """Give the texts of a properties part by element; none where it is missing or damaged, for the text matters more."""
    try:
        return {node.tag: node.text().strip() for node in package.tree(part).nodes()}
    except Corrupt:
        return {}
