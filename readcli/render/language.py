"""Which language a text is in: as told, by its name, its first line, a modeline, its beginning. None is plain text.

Pygments' own look-up by name tries 600 patterns, the one by content loads 600 lexers; here its table is read once, and
content is judged by a few beginnings that are certain.
"""

from __future__ import annotations

import re

from pygments.lexers import LEXERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from readcli.document import Document
    from readcli.model import Options

# Where several languages claim a suffix, the one that is most likely; the rest is decided by Pygments on the text.
_LIKELY = {
    ".as": "actionscript3", ".asm": "nasm", ".b": "brainfuck", ".bas": "vb.net", ".cl": "common-lisp", ".feature": "gherkin",
    ".fs": "fsharp", ".gd": "gdscript", ".h": "c", ".hh": "cpp", ".inc": "php", ".inf": "ini", ".lean": "lean4", ".mm": "objective-c++",
    ".pm": "perl", ".s": "gas", ".S": "gas", ".sc": "supercollider", ".sql": "sql", ".t": "perl", ".toc": "tex", ".ttl": "turtle",
    ".v": "verilog", ".xsl": "xml", ".xslt": "xml",
}  # fmt: skip
_MORE = {
    ".jsonl": "json", ".ndjson": "json", ".geojson": "json", ".webmanifest": "json", ".mts": "typescript", ".cts": "typescript",
    ".jsonc": "javascript", ".json5": "javascript", ".zshrc": "bash", ".gitconfig": "ini", ".editorconfig": "ini", ".service": "ini",
    ".tf": "terraform", ".plist": "xml", ".csproj": "xml", ".pyi": "python", ".mdx": "markdown", ".vue": "html", ".svelte": "html",
    ".ipynb": "python", "Dockerfile": "docker", "Containerfile": "docker", "Justfile": "make", "go.mod": "go",
}  # fmt: skip
_PROGRAMS = {"sh": "bash", "dash": "bash", "zsh": "bash", "ksh": "bash", "node": "javascript", "deno": "typescript", "make": "make"}
_PLAIN = frozenset((".txt", ".log", ".csv", ".tsv", ".text", ".out", ".lst"))
_BEGINNINGS = (
    ("<?xml", "xml"),
    ("<!doctype html", "html"),
    ("<html", "html"),
    ("<?php", "php"),
    ("diff --git ", "diff"),
    ("--- a/", "diff"),
    ("traceback (most recent call last):", "pytb"),
    ("\\documentclass", "tex"),
    ("%!ps", "postscript"),
    ("---\n", "yaml"),
)
# Compiled when they are tried.
_SHEBANG = r"#!\s*(\S+)(?:\s+(?:-\S+\s+|\w+=\S*\s+)*(\S+))?"
_JSON = r'[\[{]\s*(?:["\[{\]}]|-?\d|true|false|null)'


def lexer_of(document: Document, options: Options, head: str) -> Any | None:
    """Give a lexer for a document whose text begins so, or None. Raises UsageError for a language that is not there."""
    if options.language:
        return _told(options.language)
    if document.is_made or document.is_binary:
        return None
    name = document.source.name if document.source.path != "-" or options.file_name else ""
    if document.format == "notebook":
        return _load(_by_alias(str(document.facts.get("language", "python"))) or _by_alias("python"))
    row = by_name(name, head) or _by_content(name, head)
    return _load(row)


def _told(word: str) -> Any | None:
    from readcli.errors import UsageError
    from readcli.nearest import nearest

    row = _by_alias(word) or by_name(f"x.{word.removeprefix('.')}", "") or by_name(word, "")
    if row is None and word.lower() not in ("plain", "none", "text", "txt"):
        near = nearest(word.lower(), [alias for row in LEXERS.values() for alias in row[2]], 3)
        hint = f"did you mean {' or '.join(near)}?" if near else "name it as Pygments does: python, rust, yaml ..."
        raise UsageError(f"--language {word}: there is no such language", hint)
    return _load(row)


def _by_alias(word: str) -> tuple[Any, ...] | None:
    word = word.lower()
    return next((row for row in LEXERS.values() if word in row[2] or word == row[1].lower()), None)


def by_name(name: str, head: str) -> tuple[Any, ...] | None:
    """Find the row of Pygments' table for a file's name; where several claim it, the likely one, or the text decides."""
    if not name:
        return None
    suffix = name[dot:] if (dot := name.rfind(".")) >= 0 else ""
    if known := _MORE.get(name) or _MORE.get(suffix.lower()) or _LIKELY.get(suffix):
        return _by_alias(known)
    found = _rows_for(name, suffix)
    if not found and suffix != suffix.lower():
        found = _rows_for(name.lower(), suffix.lower())
    if len(found) < 2:
        return found[0] if found else None
    from pygments.lexers import guess_lexer_for_filename
    from pygments.util import ClassNotFound

    try:
        wanted = type(guess_lexer_for_filename(name, head[:4096])).__name__
    except ClassNotFound:
        return found[0]
    return LEXERS.get(wanted, found[0])  # type: ignore[no-any-return]


def _rows_for(name: str, suffix: str) -> list[tuple[Any, ...]]:
    """Give the rows whose patterns a name matches: `*.py`, `*.pyw`, a whole name; `Makefile.*` last."""
    wanted = {name, "*" + suffix} if suffix else {name}
    if (two := name.find(".")) >= 0:
        wanted.add("*" + name[two:])
    exact = [row for row in LEXERS.values() if not wanted.isdisjoint(row[3])]
    if exact:
        return exact
    from fnmatch import fnmatchcase

    return [row for row in LEXERS.values() if any(fnmatchcase(name, it) for it in row[3] if "*" in it[1:] or "[" in it)]


def _by_content(name: str, head: str) -> tuple[Any, ...] | None:
    """Find a row by the first line, a modeline, or a beginning that is certain."""
    if head.startswith("#!") and (found := re.match(_SHEBANG, head)):
        program = found[2] if found[1].endswith("env") and found[2] else found[1]
        program = program.rpartition("/")[2].rstrip("0123456789.-")
        return _by_alias(_PROGRAMS.get(program, program))
    if kind := _modeline(head):
        return _by_alias(_PROGRAMS.get(kind, kind))
    if any(name.lower().endswith(suffix) for suffix in _PLAIN):
        return None
    start = head.lstrip()[:100].lower()
    for words, alias in _BEGINNINGS:
        if start.startswith(words):
            return _by_alias(alias)
    return _by_alias("json") if re.match(_JSON, start) else None


def _modeline(head: str) -> str | None:
    """Give what an editor was told: `vim: ft=...` or `-*- mode: ... -*-` in the first lines."""
    first = "\n".join(head.split("\n", 6)[:6])
    if "vi" in first or "ex:" in first:
        from pygments.modeline import get_filetype_from_buffer

        if kind := get_filetype_from_buffer(first):
            return str(kind)
    found = re.search(r"-\*-\s*(?:.*?\bmode:\s*)?([\w+-]+)\s*(?:;.*)?-\*-", first) if "-*-" in first else None
    return found[1].lower() if found else None


def _load(row: tuple[Any, ...] | None) -> Any | None:
    """Load a lexer that leaves the text as it is."""
    if row is None or row[1] == "Text only":
        return None
    from importlib import import_module

    from readcli.render import patterns

    patterns.prepare()
    kind = next(name for name, other in LEXERS.items() if other is row)
    return getattr(import_module(row[0]), kind)(stripnl=False, stripall=False, ensurenl=False)
