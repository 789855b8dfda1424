"""Text in any encoding: the lines of the file themselves. Not isolated: nothing of it is parsed."""

from __future__ import annotations

from readcli import limits
from readcli.document import Document
from readcli.encoding import Encoding, judge, named
from readcli.file_lines import FileLines
from readcli.model import Opened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from readcli.model import Options, Source
    from readcli.registry import Format


def document(source: Source, row: Format, options: Options) -> Document:
    """Judge the encoding of a source and give its lines; binary files are marked so, and have none."""
    head, is_whole = _head(source)
    encoding = named(options.encoding, head) if options.encoding else _known(source, head) or judge(head, is_whole=is_whole)
    lines = FileLines(source, encoding, head, is_whole=is_whole)
    lines.may_keep = _may_keep(source, options) and not encoding.is_wide
    found = Document(source, row, lines)
    found.is_made = False
    if encoding.binary and not options.text and options.format != "text" and not options.encoding:
        found.is_binary = True
        found.format = "binary"
        found.facts["binary"] = encoding.binary
    return found


def _may_keep(source: Source, options: Options) -> bool:
    """Say whether an index of the lines may be kept: of large files on disk, by their own names."""
    is_large = (source.size or 0) >= limits.INDEXED
    return (
        is_large
        and isinstance(source.file, Opened)
        and not source.depth
        and source.path != "-"
        and bool(options.cache)
        and options.root is None
    )


def _head(source: Source) -> tuple[bytes, bool]:
    """Give what the encoding is judged by, and whether it is all there is."""
    if source.file is None:
        head = source.peek()
        if len(head) >= limits.HEAD:
            return head, False
        return head, source.size is not None and len(head) >= source.size
    size = source.size or 0
    most = limits.HEAD if getattr(source.file, "is_far", False) else limits.WHOLE  # what is fetched is not judged whole
    head = source.peek(size if size <= most else limits.HEAD)
    return head, size <= most


def _known(source: Source, head: bytes) -> Encoding | None:
    """Take the encoding that whoever delivered the source has told, if Python knows it."""
    if not source.charset:
        return None
    from readcli.errors import UsageError

    try:
        return named(source.charset, head)
    except UsageError:
        return None
