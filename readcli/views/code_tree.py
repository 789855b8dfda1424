"""Source code taken apart, in a child process: by tree-sitter, without it Python by `ast` and the rest by its indentation.

Gives one dict: `symbols` (kind, qualified name, first line, last line), `folds` (first, last), `broken` (there is a syntax
error), `approximate` (no grammar was at hand).
"""

from __future__ import annotations

from importlib import import_module

from readcli.views.code_language import LANGUAGES, UNKNOWN
from readcli.views.code_lead import add_lead

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from readcli.model import Event, Options, Source
    from readcli.views.code_language import Language


def read(source: Source, options: Options) -> Iterator[Event]:
    """Take a source apart whose language `options.language` names: its folds if `options.summary` is "always", else its symbols."""
    data = source.seekable().read()
    name = options.language or ""
    language = LANGUAGES.get(name, UNKNOWN)
    total = data.count(b"\n") + (not data.endswith(b"\n") and bool(data))
    root = _parse(data, language)
    if root is not None:
        said: dict[str, object] = {"broken": bool(root.has_error)}
        if options.summary == "always":
            from readcli.views.code_folds import find_folds

            said["folds"] = find_folds(root, language, total)
        else:
            from readcli.views.code_symbols import find_symbols

            said["symbols"] = add_lead(find_symbols(root, name), data, language.prefixes)
        yield said
        return
    symbols, folds, is_broken = _without_grammar(data.decode("utf-8", "replace"), name, total)
    yield {"symbols": add_lead(symbols, data, language.prefixes), "folds": folds, "broken": is_broken, "approximate": True}


def _parse(data: bytes, language: Language) -> Any:
    """Parse with the grammar of a language; None where there is none."""
    if not language.module:
        return None
    try:
        import tree_sitter

        made = getattr(import_module(language.module), language.maker)
    except ImportError:
        return None
    return tree_sitter.Parser(tree_sitter.Language(made())).parse(data).root_node


def _without_grammar(text: str, name: str, total: int) -> tuple[list[Any], list[Any], bool]:
    """Read Python by `ast`, the rest, and Python with a syntax error, by its indentation."""
    from readcli.views import code_rough

    if name == "python":
        from readcli.views import code_python

        try:
            return (*code_python.read(text, total), False)
        except (SyntaxError, ValueError, RecursionError):
            return (*code_rough.read(text, total), True)
    return (*code_rough.read(text, total), False)
