"""What is written once and shown in many places, from the signature of `cli.main`, the registry and the grammar.

`python -m readcli.manual` writes the generated files of a checkout: the lane's table, the manual pages, the completions,
the tables of README.md. A test compares them.
"""

from __future__ import annotations

import os

from readcli import manual_selectors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

INTRO = """\
Usage: readcli [OPTIONS] TARGET...

Prints anything that can be read, as lines, exactly the part that was asked for.
A target is PATH[:MEMBER][:SELECTOR], - for standard input, a URL or man:PAGE.

  readcli src/app.py:40-80          lines 40 to 80
  readcli big.log:-200              the last 200 lines
  readcli 'build.log:/error/i'      the lines that match
  readcli report.pdf:p3             page 3
  readcli book.xlsx:Budget:1-20     rows of a sheet
  readcli a.zip:dir/f.txt:raw       the bytes of a member
"""
# Told by name only in the short help; the manual page tells all.
_RARE = (
    "find header max_bytes max_columns start_index max_chars no_notes outputs whole_page tables image no_timestamps count "
    "max_count file_name language sql ansi tabs wrap theme style hyperlinks list_themes max_file_size password_file no_cache "
    "clear_cache http_header check_anchors lessopen mcp jobs files_from install_completion licences"
)
RARE = frozenset(_RARE.split())
FILES, FOLDERS = ("config_file", "password_file", "files_from"), ("root",)


class Option:
    """One option, as the help, the manual and the completions need it.

    name     in `cli.main`; `key` is it without Python's underscore
    names    as typed, and `unset` what switches it off again
    value    what stands for its value, or nothing; `is_optional` whether that may be left away
    words    the values allowed, if they are a closed set
    kind     yes, int, float, text, many: what it takes
    """

    def __init__(self, item: Any) -> None:
        """Take one of the click parameters that Typer makes of the signature."""
        self.name: str = item.name
        self.names: list[str] = list(item.opts)
        self.unset: list[str] = list(item.secondary_opts)
        self.help: str = item.help or ""
        self.group: str = item.rich_help_panel
        self.is_hidden: bool = item.hidden
        self.is_flag: bool = item.is_flag
        kind = {"INT": "int", "FLOAT": "float"}.get(str(item.type), "text")
        self.kind = "yes" if item.is_flag else "many" if item.multiple else kind
        value = "" if item.is_flag else item.metavar or "VALUE"
        self.words: list[str] = value.split("|") if "|" in value else []
        self.is_optional = self.name in ("json", "show_completion", "install_completion")
        self.value = "SHELL" if self.name.endswith("_completion") else "lines" if self.name == "json" else value
        if self.name == "json":
            self.words = ["lines"]
        if self.name == "format":
            from readcli.registry import FORMATS

            self.words = [row.name for row in FORMATS]

    def usage(self, name: str) -> str:
        """Give one of the names with what follows it."""
        if not self.value:
            return name
        if self.is_optional:
            return f"{name}[={self.value}]" if self.name == "json" else f"{name} [{self.value}]"
        return f"{name} {self.value}"


def options() -> list[Option]:
    """Give the options of the command, in the order of its signature, without the targets."""
    from readcli import cli

    return [Option(item) for item in cli.command().params if item.name != "targets"]


def help_text() -> str:
    """Write the help: the options in their groups, the rare ones by name only."""
    groups: dict[str, list[tuple[str, str]]] = {}
    rare: list[str] = []
    cat: list[str] = []
    for item in options():
        if item.is_hidden:
            continue
        if item.group == "As cat":
            cat.append(item.names[0])
        elif item.name in RARE:
            rare.append(item.names[-1])
        else:
            names = ", ".join([*item.names[:-1], item.usage(item.names[-1]), *item.unset])
            groups.setdefault(item.group, []).append((names, item.help))
    text = INTRO
    for group, rows in groups.items():
        text += f"\n{group}:\n"
        for names, words in rows:
            text += f"  {names:<30} {words}\n" if len(names) <= 30 else f"  {names}\n{'':<33}{words}\n"
    text += f"\nAs cat: {' '.join(cat)}\n"
    return text + _wrapped("Also: " + " ".join(sorted(rare))) + "\nreadcli(1), readcli-selectors(7) and readcli-json(5) tell the rest.\n"


def _wrapped(text: str) -> str:
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) > 77:
            lines.append("     ")
        lines[-1] += (" " if lines[-1] else "") + word
    return "\n".join(lines) + "\n"


def lane() -> str:
    """Write the rows of the express lane's table."""
    rows = []
    for item in options():
        if item.kind == "many":
            continue  # rare: Typer's
        rows += [f'    "{name}": ("{item.name}", "{item.kind}"),\n' for name in item.names]
        rows += [f'    "{name}": ("{item.name}", "no"),\n' for name in item.unset]
    return "".join(rows)


def formats_table() -> str:
    """Write the formats as the table of README.md."""
    from readcli.registry import FORMATS

    text = "| format | names | what comes out | parts | inside it |\n|---|---|---|---|---|\n"
    inside = {"archive": "any entry", "sheets": "sheets, cells", "sqlite": "tables, rows", "attachments": "attachments", "": ""}
    for row in FORMATS:
        words = row.help + (f" (extra `{row.extra}`)" if row.extra else "")
        within = "entries" if row.name in ("7z", "rar") else inside[row.names]
        text += f"| {row.name} | {' '.join(f'`{name}`' for name in row.suffixes)} | {words} | {row.parts} | {within} |\n"
    return text


def generated(folder: str) -> dict[str, str]:
    """Give the generated files of a checkout: path to content."""
    from readcli import manual_roff, manual_shells

    made = {
        "readcli/express.py": _between(folder, "readcli/express.py", "    # begin generated\n", "    # end generated\n", lane()),
        "README.md": _between(folder, "README.md", "<!-- formats -->\n", "<!-- end of formats -->\n", formats_table()),
    }
    readme, begin, rest = made["README.md"].partition("<!-- selectors -->\n")
    made["README.md"] = readme + begin + manual_selectors.table() + rest[rest.index("<!-- end of selectors -->\n") :]
    made |= {f"man/{name}": text for name, text in manual_roff.pages(folder).items()}
    return made | {f"completions/{name}": text for name, text in manual_shells.scripts(options()).items()}


def _between(folder: str, name: str, begin: str, end: str, text: str) -> str:
    """Give a file with what stands between two lines replaced."""
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        head, rest = file.read().split(begin)
    return head + begin + text + end + rest.split(end)[1]


def write(folder: str) -> None:
    """Write all generated files of a checkout."""
    os.makedirs(os.path.join(folder, "completions"), exist_ok=True)
    for name, text in generated(folder).items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    write(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
