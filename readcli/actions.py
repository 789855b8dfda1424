"""What readcli does instead of reading: version, help, the lists, the settings that hold, completions."""

from __future__ import annotations

import os

from readcli import limits
from readcli.errors import NotFound, ReadError, UsageError, of_system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

VERSION = "0.1.0"
SHELLS = {"bash": "readcli.bash", "zsh": "_readcli", "fish": "readcli.fish", "powershell": "readcli.ps1"}
# What holds where nothing is set, under the human profile and under the agent's; None: no limit, or as the format says.
DEFAULTS: dict[str, tuple[object, object]] = {
    "profile": ("human", "agent"), "gutter": ("text", "text"), "context": ("0,0", "1,3"), "limit": (None, limits.LINES),
    "max_bytes": (None, limits.BYTES), "max_columns": (None, limits.COLUMNS), "summary": ("never", "fit"), "sort": ("name", "time"),
    "ansi": ("auto", "auto"), "color": ("auto", "never"), "paging": ("auto", "never"), "hyperlinks": ("auto", "never"),
    "wrap": ("auto", "auto"), "find": (False, True), "fetch": (True, True), "cache": ("on", "on"), "depth": (2, None),
    "timeout": (limits.TIMEOUT, limits.TIMEOUT), "header": (None, None), "tables": (None, None),
}  # fmt: skip


def act(given: dict[str, Any]) -> int:
    """Do the first action given; none given means help."""
    from readcli.render.out import Out, OutputFailed, PipeClosed

    out = Out()
    try:
        out.write(_answer(given).encode("utf-8", "backslashreplace"))
        out.flush()
    except PipeClosed:
        return 0
    except OutputFailed as failed:
        os.write(2, f"readcli: {failed.error.message}\n".encode())
        return 1
    return 0


def _answer(given: dict[str, Any]) -> str:
    if given.get("version"):
        return f"readcli {VERSION}\n"
    if given.get("formats"):
        return list_formats()
    if given.get("clear_cache"):
        return clear_cache()
    if given.get("show_config"):
        return show_config(given)
    if shell := given.get("show_completion"):
        return completion(_shell(shell))
    if shell := given.get("install_completion"):
        return install(_shell(shell))
    if given.get("licences"):
        from readcli.licences import list_licences

        return list_licences()
    if given.get("list_themes"):
        from readcli import config, terminal
        from readcli.render.themes import list_themes

        return list_themes(is_coloured=terminal.is_coloured(1, config.options_of(given)))
    from readcli import manual

    return manual.help_text()


def clear_cache() -> str:
    """Drop the web pages, line indexes and texts that are kept, and say how many there were. Raises ReadError."""
    from readcli import cache, kept_text

    text = ""
    places = [(cache.folder("web"), "page"), (cache.folder("lines"), "line index"), *((place, "text") for place in kept_text.folders())]
    for place, word in places:
        try:
            count = cache.clear(place)
        except OSError as error:
            raise of_system(error, place) from error
        plural = "es" if word.endswith("x") else "s"
        text += f"{place}: {count} {word}{plural * (count != 1)} dropped\n"
    return text


def list_formats() -> str:
    """List the formats, a row each: name, suffixes, what comes out, and the extra it needs."""
    from readcli.registry import FORMATS

    rows = [(row.name, " ".join(row.suffixes), row.help + (f" (extra {row.extra})" if row.extra else "")) for row in FORMATS]
    width = max(len(words) for _, _, words in rows)
    return "".join(f"{name:<10} {words:<{width}} {suffixes}".rstrip() + "\n" for name, suffixes, words in rows)


def show_config(given: dict[str, Any]) -> str:
    """List all settings with what holds and from where; the list is a config file itself."""
    from readcli import config
    from readcli.run import show_name

    values, origin = config.settings(given.get("config_file"))
    tables: dict[str, dict[str, object]] = {key: values.pop(key, {}) for key in config.TABLES}
    made = config.options_of(given)  # what the command line says, checked
    name, _ = config.place(given.get("config_file"))
    text = f"# {show_name(name)}{'' if os.path.lexists(name) else ' (not there)'}\n"
    typed = {"as_": "as", "n": "gutter", "anchors": "gutter", "plain": "gutter", "no_pager": "paging", "no_cache": "cache"}
    said = {typed.get(key, key) for key in given}
    for key in sorted(config.SETTABLE):
        where = "command line" if key in said else origin.get(key, f"the {made.profile} profile")
        standard = DEFAULTS.get(key, (False, False) if config.SETTABLE[key] == "yes" else (None, None))
        value = values.get(key, standard[made.profile == "agent"])
        if key in said:
            value = getattr(made, "as_" if key == "as" else key)
            value = f"{value[0]},{value[1]}" if isinstance(value, tuple) else "off" if key == "cache" and value is False else value
        text += _row(key.replace("_", "-"), value, where)
    return text + _tables(tables, name)


def _tables(tables: dict[str, dict[str, object]], name: str) -> str:
    """Write the tables of the settings; of the limits all, also those that nobody has set."""
    text = ""
    for table in ("formats", "schemes"):
        if tables[table]:
            text += f"\n[{table}]\n" + "".join(_row(key, value, name) for key, value in tables[table].items())
    text += "\n[limits]\n"
    said = {key.upper() for key in tables["limits"]}
    for key in sorted(limits.SETTABLE):
        text += _row(key, getattr(limits, key), name if key in said else "default")
    return text


def _row(key: str, value: object, where: str) -> str:
    """Write one setting as TOML would, with where it comes from; one that is not set as a comment."""
    if value is None:
        return f"# {key} is not set  # {where}\n"
    from json import dumps

    from readcli import control
    from readcli.run import show_name

    bare = key.replace("-", "").replace("_", "")
    shown = key if bare.isascii() and bare.isalnum() else dumps(key)
    text = dumps(value, ensure_ascii=False)
    return f"{shown} = {text if control.is_safe(text) else dumps(value)}  # {show_name(where)}\n"


def _shell(word: str) -> str:
    """Give the shell meant: the one named, else that of $SHELL. Raises UsageError."""
    name = os.path.basename(os.environ.get("SHELL", "")) if word == "auto" else word
    name = {"pwsh": "powershell"}.get(name.removesuffix(".exe"), name.removesuffix(".exe"))
    if name not in SHELLS:
        raise UsageError(f"{name or 'the shell'}: there is no completion for it", f"write --show-completion {'|'.join(SHELLS)}")
    return name


def completion(shell: str) -> str:
    """Give the completion script of a shell: the package's own copy, or that of the checkout. Raises NotFound."""
    package = os.path.dirname(os.path.abspath(__file__))
    for folder in (os.path.join(package, "completions"), os.path.join(os.path.dirname(package), "completions")):
        try:
            with open(os.path.join(folder, SHELLS[shell]), encoding="utf-8") as file:
                return file.read()
        except OSError:
            continue
    raise NotFound(f"the completion of {shell} is not installed")


def install(shell: str) -> str:
    """Write the completion of a shell to where the user's shell looks for it, and say so. Raises ReadError."""
    home = os.path.expanduser("~")
    data = os.environ.get("XDG_DATA_HOME") or os.path.join(home, ".local", "share")
    settings = os.environ.get("XDG_CONFIG_HOME") or os.path.join(home, ".config")
    folder, then = {
        "bash": (os.path.join(data, "bash-completion", "completions"), "open a new shell; bash-completion loads it"),
        "zsh": (os.path.join(data, "zsh", "site-functions"), "put fpath+=({}) before compinit in .zshrc"),
        "fish": (os.path.join(settings, "fish", "completions"), "open a new shell"),
        "powershell": (os.path.join(settings, "powershell"), "put . {}/readcli.ps1 into $PROFILE"),
    }[shell]
    path = os.path.join(folder, "readcli" if shell == "bash" else SHELLS[shell])
    text = completion(shell)
    try:
        os.makedirs(folder, exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise _failed(error, path) from error
    return f"{path}: written; {then.format(folder)}\n"


def _failed(error: OSError, path: str) -> ReadError:
    return of_system(error, path)
