"""The express lane: argv to targets and options with nothing but `sys`, for every form that is known for certain.

Anything else - help, errors, bundles of letters, the rarer actions - answers None and goes to Typer, which costs 50 ms.
The table is generated from the signature of `cli.main` (python -m readcli.manual); a test compares them, and a property test
demands the same options of both ways.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# option: (name in `cli.main`, what it takes: yes, no, int, float, text)
TABLE: dict[str, tuple[str, str]] = {
    # begin generated
    "-r": ("select", "text"),
    "--select": ("select", "text"),
    "--literal": ("literal", "yes"),
    "--find": ("find", "yes"),
    "-f": ("follow", "yes"),
    "--follow": ("follow", "yes"),
    "-n": ("n", "yes"),
    "-H": ("anchors", "yes"),
    "--hashlines": ("anchors", "yes"),
    "-p": ("plain", "yes"),
    "--plain": ("plain", "yes"),
    "--gutter": ("gutter", "text"),
    "--json": ("json", "yes"),
    "--json-lines": ("json_lines", "yes"),
    "--header": ("header", "yes"),
    "--no-header": ("header", "no"),
    "-q": ("quiet", "yes"),
    "--quiet": ("quiet", "yes"),
    "-C": ("context", "text"),
    "--context": ("context", "text"),
    "--limit": ("limit", "int"),
    "--skip": ("skip", "int"),
    "--max-bytes": ("max_bytes", "int"),
    "--max-columns": ("max_columns", "int"),
    "--start-index": ("start_index", "int"),
    "--max-chars": ("max_chars", "int"),
    "--summary": ("summary", "text"),
    "--as": ("as_", "text"),
    "--changes": ("changes", "yes"),
    "--hidden": ("hidden", "yes"),
    "--no-notes": ("no_notes", "yes"),
    "--outputs": ("outputs", "yes"),
    "--whole-page": ("whole_page", "yes"),
    "--tables": ("tables", "yes"),
    "--no-tables": ("tables", "no"),
    "--render": ("render", "yes"),
    "--image": ("image", "yes"),
    "--no-timestamps": ("no_timestamps", "yes"),
    "--count": ("count", "yes"),
    "--max-count": ("max_count", "int"),
    "--format": ("format", "text"),
    "--formats": ("formats", "yes"),
    "--text": ("text", "yes"),
    "--encoding": ("encoding", "text"),
    "--file-name": ("file_name", "text"),
    "-l": ("language", "text"),
    "--language": ("language", "text"),
    "--sql": ("sql", "text"),
    "-a": ("all", "yes"),
    "--all": ("all", "yes"),
    "--depth": ("depth", "int"),
    "--sort": ("sort", "text"),
    "--ansi": ("ansi", "text"),
    "--color": ("color", "text"),
    "--paging": ("paging", "text"),
    "-P": ("no_pager", "yes"),
    "--tabs": ("tabs", "int"),
    "--wrap": ("wrap", "text"),
    "--theme": ("theme", "text"),
    "--list-themes": ("list_themes", "yes"),
    "--style": ("style", "text"),
    "--hyperlinks": ("hyperlinks", "text"),
    "-A": ("show_all", "yes"),
    "--show-all": ("show_all", "yes"),
    "-b": ("number_nonblank", "yes"),
    "--number-nonblank": ("number_nonblank", "yes"),
    "-E": ("show_ends", "yes"),
    "--show-ends": ("show_ends", "yes"),
    "-s": ("squeeze_blank", "yes"),
    "--squeeze-blank": ("squeeze_blank", "yes"),
    "-T": ("show_tabs", "yes"),
    "--show-tabs": ("show_tabs", "yes"),
    "-u": ("unbuffered", "yes"),
    "-v": ("show_nonprinting", "yes"),
    "--show-nonprinting": ("show_nonprinting", "yes"),
    "-e": ("e", "yes"),
    "-t": ("t", "yes"),
    "--profile": ("profile", "text"),
    "--config-file": ("config_file", "text"),
    "--show-config": ("show_config", "yes"),
    "--root": ("root", "text"),
    "--timeout": ("timeout", "float"),
    "--max-file-size": ("max_file_size", "int"),
    "--password": ("password", "yes"),
    "--password-file": ("password_file", "text"),
    "--no-cache": ("no_cache", "yes"),
    "--clear-cache": ("clear_cache", "yes"),
    "--check-anchors": ("check_anchors", "yes"),
    "--lessopen": ("lessopen", "yes"),
    "--mcp": ("mcp", "yes"),
    "--files-from": ("files_from", "text"),
    "--jobs": ("jobs", "int"),
    "--show-completion": ("show_completion", "text"),
    "--install-completion": ("install_completion", "text"),
    "-h": ("help", "yes"),
    "--help": ("help", "yes"),
    "-V": ("version", "yes"),
    "--version": ("version", "yes"),
    "--licences": ("licences", "yes"),
    # end generated
}
ACTIONS = ("formats", "licences", "list_themes", "clear_cache", "show_config", "show_completion", "install_completion", "help", "password")


def parse(arguments: list[str]) -> tuple[list[str], dict[str, Any]] | None:
    """Give targets and the options that were given, or None where Typer must look."""
    targets: list[str] = []
    given: dict[str, Any] = {}
    at, end = 0, len(arguments)
    while at < end:
        word = arguments[at]
        at += 1
        if word == "--":
            return [*targets, *arguments[at:]], given
        if word == "-" or not word.startswith("-"):
            targets.append(word)
            continue
        name, mark, value = word.partition("=") if word.startswith("--") else (word, "", "")
        if name not in TABLE or (TABLE[name][0] in ACTIONS and name != "--version"):
            return None
        key, kind = TABLE[name]
        if kind in ("yes", "no"):
            if mark:
                return None
            given.pop(key, None)
            given[key] = kind == "yes"
            continue
        if not mark:
            if at == end:
                return None
            value = arguments[at]
            at += 1
        read = _read(value, kind)
        if read is None:
            return None
        given.pop(key, None)  # the last one typed stands last
        given[key] = read
    return targets, given


def _read(text: str, kind: str) -> int | float | str | None:
    """Read the value of an option, or answer None."""
    if kind == "text":
        return text
    digits = text[1:] if text[:1] in "+-" else text
    if kind == "int":
        return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 19 else None
    whole, _, part = digits.partition(".")
    return float(text) if (whole + part).isascii() and (whole + part).isdigit() and len(digits) < 19 else None
