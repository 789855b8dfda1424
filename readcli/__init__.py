"""readcli prints anything that can be read, as lines, exactly the part that was asked for.

From Python: `from readcli import read; read("report.pdf:p3").text`. Nothing is loaded before one of these names is used.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from readcli.api import Document, Line, Part, Slice, read
    from readcli.errors import ReadError

__all__ = ["Document", "Line", "Part", "ReadError", "Slice", "read"]


def __getattr__(name: str) -> object:
    """Load the Python interface when it is first asked for."""
    if name not in __all__:
        msg = f"module 'readcli' has no attribute {name!r}"
        raise AttributeError(msg)
    from importlib import import_module

    return getattr(import_module("readcli.errors" if name == "ReadError" else "readcli.api"), name)
