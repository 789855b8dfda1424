"""The manual pages: `man/*.md`, a small part of Markdown with places for the tables, as roff for man and mandoc (man(7), groff_man(7)).

Of Markdown there are `# SECTION`, `## Subsection`, paragraphs, blocks indented by four spaces, `term` / `: text` pairs, `` `code` `` and
`*value*`. A line `{word}` alone stands for what `tables` makes of the registry, the signature, the grammar, the errors, the
schema and the golden page of uses.
"""

from __future__ import annotations

import json
import os
import re
import textwrap

from readcli import limits, manual, manual_selectors
from readcli.actions import DEFAULTS, VERSION
from readcli.config import SETTABLE
from readcli.errors import ReadError
from readcli.registry import FORMATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

TITLES = {"readcli.1": "User Commands", "readcli-selectors.7": "Selectors", "readcli-json.5": "File Formats"}
_SIGNS = {"\\": "\\e", "'": "\\(aq", "`": "\\(ga", "~": "\\(ti", "^": "\\(ha", '"': "\\(dq"}


def pages(folder: str) -> dict[str, str]:
    """Make all pages of a checkout: name to roff."""
    made = {}
    for name, title in TITLES.items():
        with open(os.path.join(folder, "man", f"{name}.md"), encoding="utf-8") as file:
            made[name] = page(name, title, _filled(file.read(), folder))
    return made


def _filled(text: str, folder: str) -> str:
    """Put the tables in their places."""
    makers: dict[str, Callable[[], str]] = {
        "options": lambda: options(more(folder)),
        "choices": lambda: _forms(manual_selectors.CHOICES),
        "views": lambda: _forms(manual_selectors.VIEWS),
        "formats": formats,
        "errors": errors,
        "settings": settings,
        "limits": lambda: "".join(f"    {key:<12} {low:.0f} to {high:.0f}\n" for key, (low, high) in limits.SETTABLE.items()),
        "examples": lambda: _examples(folder),
        **{name: lambda name=name: keys(folder, name) for name in ("page", "line", "part", "error", "failure", "slice", "events")},  # type: ignore[misc]
    }
    return re.sub(r"^\{(\w+)\}$", lambda found: makers[found[1]]().rstrip("\n"), text, flags=re.MULTILINE)


def _pairs(rows: list[tuple[str, str]]) -> str:
    return "\n".join(f"{term}\n: {words}\n" for term, words in rows)


def more(folder: str) -> dict[str, str]:
    """Read what `man/options.md` says about single options beyond their line of help."""
    with open(os.path.join(folder, "man", "options.md"), encoding="utf-8") as file:
        return dict(re.findall(r"^`(\w+)`\n: (.+)$", file.read(), flags=re.MULTILINE))


def options(said: dict[str, str]) -> str:
    """Write every option under its group, with what else is said about it."""
    text = ""
    group = ""
    for item in manual.options():
        if item.is_hidden:
            continue
        if item.group != group:
            group = item.group
            text += f"## {group}\n\n"
        names = ", ".join(_usage(item, name) for name in item.names) + "".join(f", `{name}`" for name in item.unset)
        words = item.help[:1].upper() + item.help[1:] if item.help[:1] != "-" else f"The same as `{item.help}`"
        if item.words and item.name not in ("json", "format"):
            words += ": " + ", ".join(f"`{word}`" for word in item.words)
        text += f"{names}\n: {words}. {said.get(item.name, '')}\n\n"
    return text


def _usage(item: manual.Option, name: str) -> str:
    """Write a name and its value, of words allowed only a word for them."""
    value = "SHELL" if item.name.endswith("_completion") else "WORD" if item.words and item.name not in ("json", "format") else item.value
    if not value:
        return f"`{name}`"
    if item.name == "json":
        return f"`{name}`[`=lines`]"
    return f"`{name}` [*{value}*]" if item.is_optional else f"`{name}` *{value}*"


def _forms(rows: tuple[manual_selectors.Form, ...]) -> str:
    return _pairs([(f"`{row.form}`", f"{row.words[:1].upper()}{row.words[1:]}. For example `:{row.example}`") for row in rows])


def formats() -> str:
    """Write the formats with their suffixes, what comes out and what is inside."""
    rows = []
    for row in FORMATS:
        words = row.help[:1].upper() + row.help[1:]
        if row.suffixes:
            words += ". Names: " + " ".join(f"`{suffix}`" for suffix in row.suffixes)
        if row.parts:
            words += f". `pN` is a {row.parts}"
        if row.extra:
            words += f". Needs the extra `{row.extra}`"
        rows.append((f"`{row.name}`", words))
    return _pairs(rows)


def errors() -> str:
    """Write the codes of errors."""
    return _pairs([(f"`{kind.code}`", (kind.__doc__ or "").split("\n", maxsplit=1)[0]) for kind in ReadError.__subclasses__() if kind.code])


def settings() -> str:
    """Write the keys of the config file with what each takes and what holds without it."""
    from readcli.config import WORDS

    kinds = {"yes": "true or false", "int": "a number", "float": "seconds", "text": "a text"}
    text = ""
    for key in sorted(SETTABLE):
        words = " ".join(WORDS[key]) if key in WORDS else kinds[SETTABLE[key]]
        human, agent = DEFAULTS.get(key, (False, False) if SETTABLE[key] == "yes" else (None, None))
        default = "" if human is None and agent is None else _value(human) + ("" if agent == human else f", agents {_value(agent)}")
        text += f"    {key.replace('_', '-'):<14} {words:<42} {default}".rstrip() + "\n"
    return text


def _value(value: object) -> str:
    return "no limit" if value is None else json.dumps(value)


def keys(folder: str, name: str) -> str:
    """Write the keys of an object of the schema."""
    with open(os.path.join(folder, "readcli", "schema.json"), encoding="utf-8") as file:
        schema = json.load(file)
    if name == "events":
        return _pairs([(f"`{word}`", schema["$defs"][word]["description"]) for word in ("begin", "lineEvent", "noticeEvent", "end")])
    rows = []
    for key, value in schema["$defs"][name]["properties"].items():
        target = value.get("$ref", "").rpartition("/")[2]
        words = value.get("description") or schema["$defs"][target]["description"]
        rows.append((f"`{key}`", words))
    return _pairs(rows)


def _examples(folder: str) -> str:
    """Give the golden page of uses, one heading lower."""
    with open(os.path.join(folder, "tests", "golden", "uses.md"), encoding="utf-8") as file:
        return file.read().partition("\n")[2]


def page(name: str, title: str, text: str) -> str:
    """Turn one page into roff."""
    bare, _, section = name.rpartition(".")
    out = [f'.\\" Made by python -m readcli.manual from man/{name}.md']
    out += [f'.TH {bare.upper()} {section} "" "readcli {VERSION}" "{title}"', ".nh", ".ad l"]
    blocks = re.split(r"\n{2,}|\n(?=\S[^\n]*\n: )", text.strip("\n"))
    for block in blocks:
        rows = _block(block)
        out += rows[1:] if rows[0] == ".PP" and out[-1].startswith((".SH", ".SS")) else rows
    return "\n".join(out) + "\n"


def _block(block: str) -> list[str]:
    if block.startswith("## "):
        return [f".SS {inline(block[3:])}"]
    if block.startswith("# "):
        return [f".SH {inline(block[2:])}"]
    if block.startswith("    "):
        rows = [_literal(line[4:]) for line in block.rstrip().split("\n")]
        return [".PP", ".RS 2", ".nf", *rows, ".fi", ".RE"]
    term, mark, words = block.partition("\n: ")
    if mark:
        return [".TP", _line(inline(term)), *_filled_lines(words)]
    return [".PP", *_filled_lines(block)]


def _filled_lines(words: str) -> list[str]:
    """Set running text in lines of customary length."""
    text = inline(" ".join(words.split()))
    return [_line(line) for line in textwrap.wrap(text, 79, break_long_words=False, break_on_hyphens=False)]


def _line(text: str) -> str:
    return "\\&" + text if text.startswith((".", "\\(aq")) else text


def _literal(line: str) -> str:
    return _line(_escape(line.expandtabs()).replace("-", "\\-")) or "\\&"


def _escape(text: str) -> str:
    """Write each sign so that groff prints that sign and no other."""
    return "".join(_SIGNS.get(letter, letter if letter.isascii() else f"\\[u{ord(letter):04X}]") for letter in text)


def inline(text: str) -> str:
    """Set code bold and values in italics."""
    out = ""
    for piece in re.split(r"(`[^`]+`|\*[^*\s][^*]*\*)", text):
        if piece[:1] == "`" and piece[-1:] == "`" and len(piece) > 2:
            out += "\\fB" + _escape(piece[1:-1]).replace("-", "\\-") + "\\fR"
        elif piece[:1] == "*" and piece[-1:] == "*" and len(piece) > 2:
            out += "\\fI" + _escape(piece[1:-1]).replace("-", "\\-") + "\\fR"
        else:
            out += _escape(piece)
    return out
