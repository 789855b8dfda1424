"""`--lessopen`: what less should show instead of a file's bytes (less(1), INPUT PREPROCESSOR), or nothing.

Nothing is printed for text that less shows as well itself, nor for what cannot be read: then less opens the file. The name
is taken as one path, whatever it looks like.
"""

from __future__ import annotations

from readcli import locate, pipeline, terminal
from readcli.errors import ReadError
from readcli.render.out import Out, OutputFailed, PipeClosed
from readcli.run import print_page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from readcli.document import Document
    from readcli.model import Options, Source


def show(targets: list[str], options: Options) -> int:
    """Print a file's text for less; 1 where there is nothing better than its bytes."""
    if len(targets) != 1 or targets[0] == "-":
        return 1
    options = options.but(literal=True, quiet=True, header=False, json=None, paging="never", gutter=options.gutter or "none")
    out = Out()
    try:
        source = locate.locate(targets[0], options)[0]
        document = pipeline.understand(source, None, options)
        if document.is_binary or (_is_plain(source, document) and not terminal.is_coloured(1, options)):
            return 1
        page = pipeline.page_of(document, None, options)
        try:
            print_page(page, targets[0], options, out, (False, True))
            out.flush()
        finally:
            document.lines.close()
    except (PipeClosed, OutputFailed):
        return 0
    except (ReadError, OSError, MemoryError):
        out.flush()
        return 1
    return 0


def _is_plain(source: Source, document: Document) -> bool:
    """Say whether less would show the same: UTF-8 text, not unpacked from anything."""
    encoding = document.lines.encoding
    is_same = document.source is source and not document.is_made
    return bool(is_same and encoding and encoding.name == "utf-8" and not encoding.bom)
