"""What is written once and shown in many places: help, and the lane's table, from the signature of `cli.main`.

`python -m readcli.manual` writes the generated files of a checkout; a test compares them.
"""

from __future__ import annotations

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


def options() -> list[Any]:
    """Give the options of the command, in the order of its signature, without the targets."""
    from readcli import cli

    return [item for item in cli.command().params if item.name != "targets"]


def help_text() -> str:
    """Write the help: the options in their groups."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for item in options():
        if getattr(item, "hidden", False):
            continue
        names = ", ".join(item.opts) + (", " + ", ".join(item.secondary_opts) if item.secondary_opts else "")
        value = f" {item.metavar}" if getattr(item, "metavar", None) and not item.is_flag else ""
        if item.name == "json":
            names = "--json[=lines]"
        groups.setdefault(item.rich_help_panel, []).append((names + value, item.help or ""))
    text = INTRO
    for group, rows in groups.items():
        text += f"\n{group}:\n"
        for names, words in rows:
            text += f"  {names:<28} {words}\n" if len(names) < 28 else f"  {names}\n{'':<31}{words}\n"
    return text + "\nreadcli(1), readcli-selectors(7) and readcli-json(5) tell the rest.\n"


def lane() -> str:
    """Write the rows of the express lane's table."""
    rows = []
    for item in options():
        kind = "yes" if item.is_flag else {"INT": "int", "FLOAT": "float", "STRING": "text"}.get(str(item.type), "text")
        if getattr(item, "multiple", False):
            continue  # rare: Typer's
        rows += [f'    "{name}": ("{item.name}", "{kind}"),\n' for name in item.opts]
        rows += [f'    "{name}": ("{item.name}", "no"),\n' for name in item.secondary_opts]
    return "".join(rows)


def write(folder: str) -> None:
    """Write all generated files of a checkout."""
    path = f"{folder}/readcli/express.py"
    with open(path, encoding="utf-8") as file:
        text = file.read()
    begin, end = "    # begin generated\n", "    # end generated\n"
    head, rest = text.split(begin)
    with open(path, "w", encoding="utf-8") as file:
        file.write(head + begin + lane() + end + rest.split(end)[1])


if __name__ == "__main__":
    import os

    write(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
