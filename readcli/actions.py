"""What readcli does instead of reading: version, help, the lists, the settings that hold, completions."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

VERSION = "0.1.0"


def act(given: dict[str, Any]) -> int:
    """Do the first action given; none given means help."""
    from readcli.render.out import Out, OutputFailed, PipeClosed

    out = Out()
    try:
        out.write(_answer(given).encode())
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
    if given.get("show_config"):
        return show_config(given)
    from readcli import manual

    return manual.help_text()


def list_formats() -> str:
    """List the formats, a row each: name, suffixes, what comes out, and the extra it needs."""
    from readcli.registry import FORMATS

    rows = [(row.name, " ".join(row.suffixes), row.help + (f" (extra {row.extra})" if row.extra else "")) for row in FORMATS]
    return "".join(
        f"{name:<10} {words:<44} {suffixes}\n".rstrip(" ") if suffixes else f"{name:<10} {words}\n" for name, suffixes, words in rows
    )


def show_config(given: dict[str, Any]) -> str:
    """List what holds and from where."""
    from readcli import config

    values, origin = config.settings(given.get("config_file"))
    rows = []
    for key, value in sorted({**values, **{k: v for k, v in given.items() if k in config.SETTABLE}}.items()):
        where = "command line" if key in given else origin.get(key, "")
        rows.append(f"{key.replace('_', '-')} = {value!r}  # {where}\n")
    place = given.get("config_file") or os.environ.get("READCLI_CONFIG_FILE") or config.default_path()
    state = "" if os.path.lexists(place) else " (not there)"
    return f"# {place}{state}\n" + "".join(rows)
