"""The compiled module of html-to-markdown, without the package around it.

That package's own `__init__` wraps each option in a dataclass and costs 40 ms of imports, four times as much as the engine;
a page takes the engine less than that. Where the package is laid out differently, it is imported as it wants to be.
"""

import sys
from importlib.machinery import PathFinder
from types import ModuleType

_PACKAGE = "html_to_markdown"


def _load() -> ModuleType:
    """Import the compiled module with an empty package in place of the real one, which is then taken away again."""
    found = PathFinder.find_spec(_PACKAGE) if _PACKAGE not in sys.modules else None
    if found is not None and found.submodule_search_locations:
        bare = ModuleType(_PACKAGE)
        bare.__path__ = list(found.submodule_search_locations)
        sys.modules[_PACKAGE] = bare
        try:
            return _import()
        except ImportError:
            pass
        finally:
            del sys.modules[_PACKAGE]
    return _import()


def _import() -> ModuleType:
    import importlib

    return importlib.import_module(f"{_PACKAGE}._{_PACKAGE}")


engine = _load()
