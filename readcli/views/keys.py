"""`.key[0].sub`: the lines of a value in JSON, YAML or TOML, from its key on, with their numbers in the file."""

from __future__ import annotations

import re

from readcli.errors import NotFound, Unsupported, UsageError
from readcli.model import Range
from readcli.views import key_places
from readcli.views.held import give, hold
from readcli.views.key_places import Place, scan_from, unquote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from readcli.document import Document
    from readcli.lines import Item
    from readcli.model import Options
    from readcli.page import Page
    from readcli.views.key_places import Path

_STEP = re.compile(r"""\.?("(?:[^"\\]|\\.)*"|'[^']*')|\.?\[(-?\d+|"(?:[^"\\]|\\.)*"|'[^']*')\]|\.([^.\[\]"']+)""")
_PLAIN = re.compile(r"[^\s.\[\]\"':/]+")
_STYLES = {
    "json": "json jsonc json5 geojson webmanifest ipynb map har avsc topojson code-workspace",
    "lines": "jsonl ndjson",
    "yaml": "yaml yml clang-format clang-tidy",
    "toml": "toml",
}
STYLES = {suffix: style for style, words in _STYLES.items() for suffix in words.split()}
_NAMES = {
    "cargo.lock": "toml",
    "poetry.lock": "toml",
    "uv.lock": "toml",
    "pipfile": "toml",
    "composer.lock": "json",
    "pipfile.lock": "json",
}


def show(page: Page) -> Iterator[Item]:
    """Give the value that the selector names. Raises NotFound, Unsupported, UsageError."""
    wanted = parse_path(page.selector.words)
    style = name_style(page.document, page.options)
    if not style:
        raise Unsupported(f"{page.document.source.path} is neither JSON, YAML nor TOML", "--language json, yaml or toml tells what it is")
    found = _find(page.document, style, wanted)
    yield from give(page, [Range(place.first, place.last) for place in found])


def _find(document: Document, style: str, wanted: Path) -> list[Place]:
    """Find a value: first looking only at what leads there, then, as a key may hold dots, at all. Raises NotFound."""
    if not any(isinstance(step, int) and step < 0 for step in wanted):
        try:
            return resolve(find_places(document, style, len(wanted), wanted)[0], wanted)
        except NotFound:
            pass
    documents = find_places(document, style, len(wanted))
    path = wanted
    if len(documents) > 1 and isinstance(wanted[0], int) and not any(place.path == (0,) for place in documents[0]):
        number = wanted[0] if wanted[0] >= 0 else wanted[0] + len(documents)
        documents, wanted = documents[number : number + 1] if number >= 0 else [], wanted[1:]
    error = NotFound(f"there is no {write_path(path)}", ":outline lists the keys")
    for places in documents:
        try:
            return resolve(places, wanted)
        except NotFound as missing:
            error = missing
    raise error


def parse_path(text: str) -> Path:
    """Parse `.a[0]."b c"["d"]`. Raises UsageError."""
    steps: list[str | int] = []
    at = 0
    while at < len(text):
        found = _STEP.match(text, at)
        if not found:
            raise UsageError(f"{text}: {text[at:]} is no step of a path", 'write .key, [0], ."a key"')
        if found[2] and found[2][0] not in "\"'":
            steps.append(int(found[2]))
        else:
            steps.append(found[3] if found[3] is not None else unquote(found[1] or found[2]))
        at = found.end()
    return tuple(steps)


def write_path(path: Path) -> str:
    """Write a path as a selector."""
    words = ""
    for step in path:
        if isinstance(step, int):
            words += f"[{step}]" if words else f".[{step}]"
        elif _PLAIN.fullmatch(step):
            words += f".{step}"
        else:
            words += '."' + step.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    return words


def name_style(document: Document, options: Options) -> str:
    """Tell whether a text is JSON, JSON lines, YAML or TOML, by what is told, its name, its beginning; else nothing."""
    if document.is_made or document.format == "notebook":
        return ""
    if options.language:
        return options.language.lower() if options.language.lower() in ("json", "yaml", "toml") else ""
    name = document.source.name.lower()
    suffix = name.rpartition(".")[2] if "." in name[1:] else ""
    if style := _NAMES.get(name) or STYLES.get(suffix):
        return style
    head = document.source.head.lstrip()
    return "json" if not suffix and head[:1] in (b"{", b"[") else ""


def find_places(document: Document, style: str, depth: int, wanted: Path | None = None) -> list[list[Place]]:
    """Give the places of each document in a text, down to paths of `depth`; the lines are read and kept."""
    text = hold(document).data.decode("utf-8", "replace")
    if style == "yaml":
        from readcli.views import key_yaml

        return key_yaml.read(text, depth)
    if style == "toml":
        from readcli.views import key_toml

        return [key_toml.read(text, depth)[0]]
    if style == "lines":
        return [_lines(text, depth)]
    return [key_places.scan(text, depth, wanted)]


def _lines(text: str, depth: int) -> list[Place]:
    """Give the places of JSON values that follow one another, as those of an array."""
    places = [Place((), 1, 1, "array")]
    at, line, index = 0, 1, 0
    while True:
        found, at, line = scan_from(text, (at, line), (index,), depth, key_places.JSON)
        if not found:
            return places
        places += found
        places[0].last = line
        index += 1


def resolve(places: list[Place], wanted: Path) -> list[Place]:
    """Follow a path; give its place, or several where a value is written in pieces (tables of TOML). Raises NotFound."""
    path: Path = ()
    rest = list(wanted)
    while rest:
        known = {place.path[len(path)]: None for place in places if len(place.path) > len(path) and place.path[: len(path)] == path}
        taken = _take(rest, list(known))
        if taken is None:
            raise _missing(path, rest[0], list(known))
        step, count = taken
        path = (*path, step)
        del rest[:count]
    return [place for place in places if place.path == path]


def _take(rest: list[str | int], known: list[str | int]) -> tuple[str | int, int] | None:
    """Take the next step of a path: what is known, and how many of the steps typed it is (`files.exclude` may be one key)."""
    step = rest[0]
    if isinstance(step, int):
        if step < 0:
            step += 1 + max([key for key in known if isinstance(key, int)], default=-1)
        return (step, 1) if step in known else (str(step), 1) if str(step) in known else None
    joined = ""
    for count, word in enumerate(rest, 1):
        if isinstance(word, int):
            break
        joined = f"{joined}.{word}" if joined else word
        if joined in known:
            return joined, count
    return None


def _missing(path: Path, step: str | int, known: list[str | int]) -> NotFound:
    """Say what is not there, and what is there instead."""
    from readcli.nearest import nearest

    where = write_path(path)
    words = [str(key) for key in known if isinstance(key, str)]
    near = nearest(str(step), words) if isinstance(step, str) else []
    numbers = [key for key in known if isinstance(key, int)]
    if near:
        hint = "did you mean " + " or ".join(f":{write_path((*path, name))}" for name in near)
    elif numbers:
        hint = f"it has [0] to [{max(numbers)}]"
    else:
        hint = f"there are {', '.join(words[:10])}" if words else "it has no keys"
    return NotFound(f"there is no {write_path((*path, step))}" if where or near or words else f"there is no {step}", hint)
