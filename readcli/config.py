"""Settings: a flag, then `READCLI_*`, then `config.toml` in the XDG place, then the profile. `Options` is made here.

The keys of the file are the long names of the options (`gutter = "auto"`), and the tables `[formats]`, `[limits]`,
`[schemes]`. No file, no cost: `tomllib` is loaded only when there is one.
"""

from __future__ import annotations

import os

from readcli import limits
from readcli.errors import UsageError
from readcli.model import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

WORDS = {
    "gutter": ("auto", "text", "numbers", "anchors", "none"),
    "summary": ("fit", "always", "never"),
    "as": ("text", "markdown", "values", "formulas", "csv", "json"),
    "sort": ("name", "time", "size"),
    "ansi": ("auto", "keep", "strip", "show"),
    "color": ("auto", "always", "never"),
    "paging": ("auto", "always", "never"),
    "wrap": ("auto", "always", "never"),
    "hyperlinks": ("auto", "always", "never"),
    "profile": ("human", "agent"),
}
# What the environment and the file may set: yes/no, numbers and words; the rest belongs on the command line.
SETTABLE = {
    **dict.fromkeys(WORDS, "words"),
    **dict.fromkeys(
        ("header", "quiet", "hidden", "changes", "no_notes", "outputs", "all", "fetch", "find", "tables", "no_timestamps"), "yes"
    ),
    **dict.fromkeys(("depth", "limit", "max_bytes", "max_columns", "max_file_size", "tabs", "max_chars"), "int"),
    "timeout": "float",
    **dict.fromkeys(("theme", "style", "root", "context", "cache", "encoding", "pager"), "text"),
}
_LEAST = {
    "skip": 0,
    "limit": 0,
    "max_bytes": 0,
    "max_columns": 0,
    "start_index": 0,
    "max_count": 1,
    "depth": 1,
    "tabs": 0,
    "max_file_size": 0,
}
_LETTERS = {"show_all": "vET", "number_nonblank": "b", "show_ends": "E", "squeeze_blank": "s", "show_tabs": "T", "unbuffered": "u"}
_LETTERS |= {"show_nonprinting": "v", "e": "vE", "t": "vT"}
_GUTTERS = {"n": "numbers", "anchors": "anchors", "plain": "none"}


def options_of(given: dict[str, Any]) -> Options:
    """Make the options of what was given on the command line, in order, and of the settings. Raises UsageError."""
    values = dict(settings(given.get("config_file"))[0])
    tables = {key: values.pop(key) for key in ("formats", "limits", "schemes") if isinstance(values.get(key), dict)}
    for key, value in given.items():
        if key in _GUTTERS:
            values["gutter"] = _GUTTERS[key]
        elif key == "json_lines":
            values["json"] = "lines"
        elif key == "json":
            values["json"] = values.get("json") or "object"
        elif key in _LETTERS:
            values["cat"] = values.get("cat", "") + _LETTERS[key]
        elif key == "no_pager":
            values["paging"] = "never"
        else:
            values[key.rstrip("_")] = value
    for key, value in values.items():
        _check(key, value, f"--{key.replace('_', '-')}")
    return _options(values, tables)


def _options(values: dict[str, Any], tables: dict[str, dict[str, Any]]) -> Options:
    """Turn checked values into options."""
    values["as_"] = values.pop("as", None)
    if "context" in values:
        values["context"] = _context(str(values["context"]))
    if values.pop("no_cache", False) or values.get("cache") in ("off", "no", False):
        values["cache"] = False
    if (chars := values.get("max_chars")) is not None and not limits.CHARS_LEAST <= chars <= limits.CHARS_MOST:
        raise UsageError(f"--max-chars {chars}: it must lie between {limits.CHARS_LEAST} and {limits.CHARS_MOST}")
    if values.get("file_name") == "":
        values["file_name"] = None
    if "http_header" in values:
        values["http_header"] = tuple(values["http_header"])
    secret = os.environ.get("READCLI_PASSWORD")
    if path := values.pop("password_file", None):
        secret = _first_line(path)
    if values.pop("password", False):
        from getpass import getpass

        secret = getpass("Password: ")
    values["password"] = secret
    values["formats_off"] = frozenset(key for key, value in tables.get("formats", {}).items() if value is False)
    values["schemes"] = dict(tables.get("schemes", {}))
    for key, value in tables.get("limits", {}).items():
        _set_limit(key, value)
    for key in ("config_file", "pager"):
        values.pop(key, None)
    return Options(**{key: value for key, value in values.items() if value is not None})


def _context(text: str) -> tuple[int, int]:
    before, _, after = text.partition(",")
    if not all(part.isascii() and part.isdigit() and len(part) < 10 for part in (before, after or before)):
        raise UsageError(f"--context {text}: not N or N,M", "write -C 3 or -C 1,5")
    return int(before), int(after or before)


def _first_line(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.readline().rstrip("\r\n")
    except (OSError, UnicodeError) as error:
        raise UsageError(f"--password-file {path}: {getattr(error, 'strerror', None) or 'it is not UTF-8'}") from error


def _check(key: str, value: object, where: str) -> None:
    """Raise UsageError for a word that an option does not know, or a number below its least."""
    if key in WORDS and value is not None and value not in WORDS[key]:
        raise UsageError(f"{where} {value}: not one of {' '.join(WORDS[key])}")
    if key in _LEAST and isinstance(value, int) and value < _LEAST[key]:
        raise UsageError(f"{where} {value}: it must be at least {_LEAST[key]}")
    if key == "timeout" and isinstance(value, int | float) and value < 0:
        raise UsageError(f"{where} {value}: it must not be negative")


def settings(path: str | None) -> tuple[dict[str, Any], dict[str, str]]:
    """Give what the file and the environment set, and where each comes from. Raises UsageError."""
    values: dict[str, Any] = {}
    origin: dict[str, str] = {}
    name = path or os.environ.get("READCLI_CONFIG_FILE") or default_path()
    if os.path.lexists(name) or path:
        for key, value in _read_file(name).items():
            values[key] = value
            origin[key] = name
    for variable, text in os.environ.items():
        key = variable.removeprefix("READCLI_").lower()
        if variable.startswith("READCLI_") and key in SETTABLE and text != "":
            values[key] = _read_word(key, text, variable)
            origin[key] = variable
    return values, origin


def default_path() -> str:
    """Give the place of the config file (XDG Base Directory Specification)."""
    base = os.environ.get("XDG_CONFIG_HOME") or os.path.join(os.path.expanduser("~"), ".config")
    return os.path.join(base, "readcli", "config.toml")


def _read_file(name: str) -> dict[str, Any]:
    """Read the config file; an error names the key."""
    import tomllib

    try:
        with open(name, "rb") as file:
            values = tomllib.load(file)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{name}: {error}".replace("\n", " ")) from error
    except (OSError, UnicodeError) as error:
        raise UsageError(f"{name}: {(getattr(error, 'strerror', None) or 'it is not UTF-8').lower()}") from error
    plain: dict[str, Any] = {}
    for key, value in values.items():
        word = key.replace("-", "_")
        if word in ("formats", "limits", "schemes") and isinstance(value, dict):
            _check_table(name, word, value)
            plain[word] = value
        elif word not in SETTABLE:
            raise UsageError(f"{name}: unknown key {key}", "--show-config lists the keys")
        else:
            plain[word] = _typed(word, value, f"{name}: {key} =")
    return plain


def _check_table(name: str, table: str, values: dict[str, Any]) -> None:
    """Check the values of a table; unknown formats are passed over, unknown limits are not."""
    for key, value in values.items():
        if table == "formats" and not isinstance(value, bool):
            raise UsageError(f"{name}: [formats] {key} must be true or false")
        if table == "schemes" and not (isinstance(value, str) and "{}" in value):
            raise UsageError(f"{name}: [schemes] {key} must be a path with {{}} in it")
        if table == "limits":
            if key.upper() not in limits.SETTABLE:
                raise UsageError(f"{name}: [limits] {key} is unknown", "known are " + " ".join(limits.SETTABLE))
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise UsageError(f"{name}: [limits] {key} must be a number")


def _set_limit(key: str, value: float) -> None:
    low, high = limits.SETTABLE[key.upper()]
    now = getattr(limits, key.upper())
    setattr(limits, key.upper(), type(now)(min(max(value, low), high)))


def _typed(key: str, value: object, where: str) -> object:
    """Check the type of a setting."""
    kind = SETTABLE[key]
    if key == "cache" and isinstance(value, bool):
        return "on" if value else "off"
    fits = {"yes": bool, "int": int, "float": (int, float), "text": str, "words": str}[kind]
    if not isinstance(value, fits) or (kind == "int" and isinstance(value, bool)):  # type: ignore[arg-type]
        raise UsageError(
            f"{where} {value}: it must be {'true or false' if kind == 'yes' else 'a number' if kind in ('int', 'float') else 'a text'}"
        )
    _check(key, value, where)
    return value


def _read_word(key: str, text: str, variable: str) -> object:
    """Read a setting from an environment variable."""
    kind = SETTABLE[key]
    if kind == "yes":
        if text.lower() not in ("1", "true", "yes", "on", "0", "false", "no", "off"):
            raise UsageError(f"{variable}={text}: it must be 1 or 0")
        return text.lower() in ("1", "true", "yes", "on")
    if kind in ("int", "float"):
        try:
            return int(text) if kind == "int" else float(text)
        except ValueError as error:
            raise UsageError(f"{variable}={text}: it must be a number") from error
    _check(key, text, f"{variable}=")
    return text
