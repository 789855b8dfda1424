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
    **dict.fromkeys(("depth", "limit", "max_bytes", "max_columns", "max_file_size", "tabs"), "int"),
    "timeout": "float",
    **dict.fromkeys(("theme", "style", "root", "context", "cache", "encoding", "pager"), "text"),
}
_LEAST = {
    "jobs": 1,
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
TABLES = ("formats", "limits", "schemes")
_GUTTERS = {"n": "numbers", "anchors": "anchors", "plain": "none"}


def options_of(given: dict[str, Any], *, is_alone: bool = False) -> Options:
    """Make the options of what was given, in order, and of the settings. Raises UsageError.

    With `is_alone` (from Python) nothing of the environment holds, and of files only one that is named.
    """
    named = given.get("config_file")
    values = dict((read_file(named) if named else {}) if is_alone else settings(named)[0])
    tables = {key: values.pop(key) for key in TABLES if isinstance(values.get(key), dict)}
    if not is_alone and (secret := os.environ.get("READCLI_PASSWORD")):
        values["secret"] = secret
    for key, value in given.items():
        if value is False and (key in _GUTTERS or key in _LETTERS or key in ("json", "no_pager")):
            continue
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
    if "style" in values:
        _style(values)
    if "context" in values:
        values["context"] = _context(str(values["context"]))
    if values.pop("no_cache", False) or values.get("cache") in ("off", "no", False):
        values["cache"] = False
    if values.get("file_name") == "":
        values["file_name"] = None
    if isinstance(values.get("http_header"), list):
        values["http_header"] = tuple(values["http_header"])
    secret = values.pop("secret", None)
    if path := values.pop("password_file", None):
        secret = _first_line(path)
    if values.pop("password", False):
        from getpass import getpass

        secret = getpass("Password: ")
    values["password"] = secret
    values["formats_off"] = frozenset(key for key, value in tables.get("formats", {}).items() if value is False)
    values["schemes"] = {key.lower(): os.path.expanduser(path) for key, path in tables.get("schemes", {}).items()}
    for key, value in tables.get("limits", {}).items():
        _set_limit(key, value)
    values.pop("config_file", None)
    return Options(**{key: value for key, value in values.items() if value is not None})


def _style(values: dict[str, Any]) -> None:
    """Take apart `--style`, as people know it from bat: a gutter and a header, where no other option says so. Raises UsageError."""
    text = str(values.pop("style"))
    parts = {"full": "header,numbers", "plain": ""}.get(text, text).split(",")
    if text != "plain" and not set(parts) <= {"header", "numbers", "anchors"}:
        raise UsageError(f"--style {text}: not parts of what readcli prints", "write full, plain, or some of header,numbers,anchors")
    values.setdefault("gutter", next((part for part in ("anchors", "numbers") if part in parts), "none"))
    values.setdefault("header", "header" in parts)


def _context(text: str, where: str = "--context") -> tuple[int, int]:
    before, _, after = text.partition(",")
    if not all(part.isascii() and part.isdigit() and len(part) < 10 for part in (before, after or before)):
        raise UsageError(f"{where} {text}: not N or N,M", "write 3, or 1,5")
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
    if key == "tabs" and isinstance(value, int) and value > limits.TABS:
        raise UsageError(f"{where} {value}: it must be at most {limits.TABS}")
    if key == "timeout" and isinstance(value, int | float) and not 0 <= value < 1e9:
        raise UsageError(f"{where} {value}: it must be 0 or some seconds")
    if key == "max_chars" and isinstance(value, int) and not limits.CHARS_LEAST <= value <= limits.CHARS_MOST:
        raise UsageError(f"{where} {value}: it must lie between {limits.CHARS_LEAST} and {limits.CHARS_MOST}")
    if key == "context" and value is not None:
        _context(str(value), where)


def settings(path: str | None) -> tuple[dict[str, Any], dict[str, str]]:
    """Give what the file and the environment set, and where each comes from. Raises UsageError."""
    values: dict[str, Any] = {}
    origin: dict[str, str] = {}
    name, is_named = place(path)
    if is_named or os.path.lexists(name):
        values = read_file(name)
        origin = dict.fromkeys(values, name)
    for variable, text in os.environ.items():
        key = variable.removeprefix("READCLI_").lower()
        if variable.startswith("READCLI_") and key in SETTABLE and text != "":
            values[key] = _read_word(key, text, variable)
            origin[key] = variable
    return values, origin


def place(path: str | None) -> tuple[str, bool]:
    """Give the config file that counts, and whether somebody named it, so that it must be there."""
    named = path or os.environ.get("READCLI_CONFIG_FILE")
    return named or default_path(), bool(named)


def default_path() -> str:
    """Give the place of the config file (XDG Base Directory Specification)."""
    base = os.environ.get("XDG_CONFIG_HOME") or os.path.join(os.path.expanduser("~"), ".config")
    return os.path.join(base, "readcli", "config.toml")


def read_file(name: str) -> dict[str, Any]:
    """Read a config file. Raises UsageError: one line that names the key."""
    import tomllib

    try:
        with open(name, "rb") as file:
            text = file.read().decode()
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{name}: {_where(str(error), text)}") from error
    except (OSError, ValueError, RecursionError) as error:
        raise UsageError(f"{name}: {(getattr(error, 'strerror', None) or '').lower() or 'it is not TOML in UTF-8'}") from error
    plain: dict[str, Any] = {}
    for key, value in values.items():
        word = key.replace("-", "_")
        if word in TABLES:
            _check_table(name, word, value)
            plain[word] = value
        elif word not in SETTABLE:
            raise UsageError(f"{name}: unknown key {key}", "--show-config lists the keys")
        else:
            plain[word] = _typed(word, value, f"{name}: {key} =")
    return plain


def _where(message: str, text: str) -> str:
    """Say what is wrong with a file that is no TOML, and at which key: that of the line named, or the last one before it."""
    words = message.partition("(at line ")[2].partition(",")[0]
    lines = text.split("\n")[: int(words) if words.isdigit() else None]
    key = next((line.partition("=")[0].strip() for line in reversed(lines) if line.strip() and line.strip()[0] != "#"), "")
    return " ".join(f"{key[:60]}: {message[:1].lower()}{message[1:]}".split())


def _check_table(name: str, table: str, values: object) -> None:
    """Check the values of a table; unknown formats are passed over, unknown limits are not."""
    if not isinstance(values, dict):
        raise UsageError(f"{name}: {table} must be a table", f"write [{table}] on a line of its own")
    for key, value in values.items():
        if table == "formats" and not isinstance(value, bool):
            raise UsageError(f"{name}: [formats] {key} must be true or false")
        if table == "schemes" and not (isinstance(value, str) and "{}" in value):
            raise UsageError(f"{name}: [schemes] {key} must be a path with {{}} in it")
        if table == "limits":
            if key.upper() not in limits.SETTABLE:
                raise UsageError(f"{name}: [limits] {key} is unknown", "known are " + " ".join(limits.SETTABLE))
            if isinstance(value, bool) or not isinstance(value, int | float) or value != value:  # noqa: PLR0124  # not a number
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
    if key == "context" and isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    fits = {"yes": bool, "int": int, "float": (int, float), "text": str, "words": str}[kind]
    if not isinstance(value, fits) or (kind in ("int", "float") and isinstance(value, bool)):  # type: ignore[arg-type]
        raise UsageError(
            f"{where} {value}: it must be {'true or false' if kind == 'yes' else 'a number' if kind in ('int', 'float') else 'a text'}"
        )
    _check(key, value, where)
    return value


def _read_word(key: str, text: str, variable: str) -> object:
    """Read a setting from an environment variable."""
    kind = SETTABLE[key]
    value: object = text
    if kind == "yes":
        if text.lower() not in ("1", "true", "yes", "on", "0", "false", "no", "off"):
            raise UsageError(f"{variable} {text}: it must be 1 or 0")
        value = text.lower() in ("1", "true", "yes", "on")
    elif kind in ("int", "float"):
        try:
            value = int(text) if kind == "int" else float(text)
        except ValueError as error:
            raise UsageError(f"{variable} {text}: it must be a number") from error
    _check(key, value, variable)
    return value
