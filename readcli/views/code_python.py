"""Python taken apart by `ast`, where there is no tree-sitter: definitions and folds, by nearly the same rules."""

from __future__ import annotations

import ast
import warnings

from readcli.views.code_folds import BODY, join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from readcli.views.code_folds import Span
    from readcli.views.code_lead import Symbol

_IMPORTS = (ast.Import, ast.ImportFrom)
_LITERALS = (ast.Dict, ast.List, ast.Set, ast.Tuple, ast.Call, ast.ListComp, ast.DictComp, ast.SetComp, ast.GeneratorExp, ast.Constant)
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def read(text: str, total: int) -> tuple[list[Symbol], list[Span]]:
    """Give definitions and folds. Raises SyntaxError, ValueError (NULs), RecursionError."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = ast.parse(text)
    return sorted(_symbols(tree), key=lambda symbol: (symbol[2], -symbol[3])), join(list(_folds(tree)), total)


def _symbols(tree: ast.Module) -> Iterator[Symbol]:
    stack: list[tuple[ast.AST, str, str]] = [(tree, "", "")]
    while stack:
        node, scope, outer = stack.pop()
        if isinstance(node, _DEFINITIONS):
            scope = f"{scope}.{node.name}" if scope else node.name
            kind = "class" if isinstance(node, ast.ClassDef) else "method" if outer == "class" else "function"
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            yield kind, scope, first, node.end_lineno or node.lineno
            outer = kind
        elif isinstance(node, ast.Assign) and outer in ("", "class"):
            for name in node.targets:
                if isinstance(name, ast.Name):
                    yield "variable", f"{scope}.{name.id}" if scope else name.id, node.lineno, node.end_lineno or node.lineno
        stack += [(child, scope, outer) for child in ast.iter_child_nodes(node)]


def _folds(tree: ast.Module) -> Iterator[Span]:
    stack: list[ast.AST] = [tree]
    while stack:
        node = stack.pop()
        folded: set[int] = set()
        for body in (getattr(node, name, None) for name in ("body", "orelse", "finalbody")):
            if not isinstance(body, list) or not body:
                continue
            if not isinstance(node, ast.Module) and _lines(body[0], body[-1]) >= BODY:
                yield body[0].lineno + 1, (body[-1].end_lineno or 0) - 1
                folded |= {id(child) for child in body}
            else:
                yield from _runs(body)
        if isinstance(node, _LITERALS) and _lines(node, node) >= BODY:
            yield node.lineno + 1, (node.end_lineno or 0) - 1
            continue
        stack += [child for child in ast.iter_child_nodes(node) if id(child) not in folded]


def _lines(first: ast.AST, last: ast.AST) -> int:
    """Give how many lines two nodes span."""
    return (getattr(last, "end_lineno", 0) or 0) - getattr(first, "lineno", 0) + 1


def _runs(body: list[ast.stmt]) -> Iterator[Span]:
    """Give what lies between the first and the last of neighbouring imports."""
    run: list[ast.stmt] = []
    for node in [*body, None]:
        if isinstance(node, _IMPORTS):
            run.append(node)
            continue
        if len(run) > 1 and _lines(run[0], run[-1]) >= BODY:
            yield (run[0].end_lineno or 0) + 1, run[-1].lineno - 1
        run = []
