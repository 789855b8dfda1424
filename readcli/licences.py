"""`--licences`: readcli and every distribution it may use, installed here, with version and licence from their metadata."""

from __future__ import annotations

import re
from importlib import metadata

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_LONGEST = 100  # of a licence's name; some put the whole text there


def list_licences() -> str:
    """Give a row for each: name, version, licence, and `(extra x)` where only an extra asks for it."""
    rows = []
    seen: set[str] = set()
    waiting = [("readcli", "")]
    while waiting:
        name, extra = waiting.pop(0)
        key = re.sub(r"[-_.]+", "-", name).lower()  # PEP 503
        if key in seen:
            continue
        seen.add(key)
        try:
            found = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        rows.append((found.metadata["Name"], found.version, _licence(found.metadata) + (f" (extra {extra})" if extra else "")))
        asked = [_requirement(text, extra) for text in found.requires or ()]
        waiting += [item for item in asked if item is not None and (name == "readcli" or not item[1] or extra == item[1])]
        waiting.sort(key=lambda item: bool(item[1]))  # what the core asks for is no extra's
    widths = [max(len(row[at]) for row in rows) for at in (0, 1)]
    return "".join(f"{name:<{widths[0]}}  {version:<{widths[1]}}  {licence}\n" for name, version, licence in rows)


def _requirement(text: str, extra: str) -> tuple[str, str] | None:
    """Give the name in a requirement (PEP 508), and the extra that asks for it; None for the tests' own."""
    found = _NAME.match(text)
    asked = re.search(r"extra\s*==\s*['\"]([^'\"]+)", text)
    if not found or (asked and asked[1] in ("all", "test")):
        return None
    return found[0], asked[1] if asked else extra


def _licence(facts: metadata.PackageMetadata) -> str:
    """Give the licence: the expression, else the field where it is a name, else the classifiers."""
    told = [text for key in ("License-Expression", "License") for text in facts.get_all(key) or ()]
    for text in told:
        first = text.strip().split("\n")[0].strip()
        if first and len(first) <= _LONGEST and first.upper() != "UNKNOWN":
            return str(first)
    rows = [row.rpartition("::")[2].strip() for row in (facts.get_all("Classifier") or []) if row.startswith("License ::")]
    return ", ".join(rows) or "not told"
