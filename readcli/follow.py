"""`--follow`: what is added to files, as it comes, in every form that lines are printed in.

A followed file is a live stream that begins at the lines asked for and ends only where another file takes its name
(rotation) or it is cut short (truncation); then the new one is printed from its first line. Files are looked at a few times
a second: the standard library knows of no other way. Several files are followed by a thread each.
"""

from __future__ import annotations

import os
import threading
import time

from readcli import growing, locate, pipeline, registry
from readcli.document import Document
from readcli.encoding import Encoding
from readcli.errors import NotFound, ReadError, UsageError, of_system
from readcli.file_lines import FileLines
from readcli.model import Source
from readcli.render.out import Out, OutputFailed, PipeClosed
from readcli.run import complain, print_page, show_name, tell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from readcli.growing import Tail
    from readcli.model import Options
    from readcli.selector import Selector

_LAST = 10  # lines shown first
_CHANGES = {
    "replaced": "another file has its name now",
    "truncated": "it was cut short; read again from its start",
    "rewritten": "it was written anew; read again from its start",
}


def follow(arguments: list[str], options: Options) -> int:
    """Print what is added to all targets until interrupted; the answer is the exit status, where all of them end."""
    if options.json == "object" or (options.json and len(arguments) > 1):
        complain(
            "--follow writes one event a line, of one target; write --json=lines"
            if options.json == "object"
            else "--follow with --json takes one target"
        )
        return 2
    outs: list[_Shared] = []
    lock = threading.Lock()
    last: list[str | None] = [None]
    statuses: list[int] = []
    threads = []
    for argument in arguments:
        outs.append(_Shared(argument if len(arguments) > 1 else "", lock, last))
        threads.append(threading.Thread(target=_one, args=(argument, options, outs[-1], statuses), daemon=True))
    if len(threads) == 1:
        _one(arguments[0], options, outs[0], statuses)
    else:
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads) and -1 not in statuses:
            time.sleep(growing.LOOK)  # where an interruption is met
    return max(0, *statuses)


def _one(argument: str, options: Options, out: _Shared, statuses: list[int]) -> None:
    """Follow one target to its end; a closed pipe is told as -1."""
    try:
        status = _follow(argument, options, out)
        out.flush()
        statuses.append(status)
    except PipeClosed:
        statuses.append(-1)
    except OutputFailed as failed:
        complain(failed.error.message)
        statuses += [1, -1]


def _follow(argument: str, options: Options, out: _Shared) -> int:
    start: Start | None = None
    name = ""
    while True:
        try:
            change, name = _until_changed(argument, options, out, start)
        except NotFound as error:
            awaited = name or _may_come(argument, error, options)
            if not awaited:
                tell(argument, error, options, out)
                return error.status
            if not name and not options.quiet:
                out.say(_line(f"{error.message}; it is waited for" + (f" ({error.hint})" if error.hint else "")))
            growing.wait_for(awaited)
            start = (1, 0)
            continue
        except ReadError as error:
            tell(argument, error, options, out)
            return error.status
        except OSError as error:
            tell(argument, of_system(error), options, out)
            return 1
        if not change:
            return 0
        start = (1, 0)
        if not options.json and not options.quiet:
            out.say(_line(f"{name}: {_CHANGES[change]}"))


def _line(text: str) -> bytes:
    return f"readcli: {show_name(text)}\n".encode("utf-8", "backslashreplace")


def _may_come(argument: str, error: NotFound, options: Options) -> str:
    """Give the path of a file that is not there yet, though its directory is; of no other, and not for programs, which want an answer."""
    name, mark, _ = error.message.rpartition(": no such file or directory")
    if not mark or argument.startswith(":") or options.json or options.root is not None or options.profile == "agent":
        return ""
    return name if os.path.isdir(os.path.dirname(name) or ".") else ""


Start = tuple[int, int]  # a line and its offset


def _until_changed(argument: str, options: Options, out: _Shared, start: Start | None) -> tuple[str, str]:
    """Print a file as it grows, until another has its name; say what happened, "" at the end of a stream, and the name."""
    _refuse_addresses(argument, options)
    source, selector, notices = locate.locate(argument, options)
    if selector and (selector.view or selector.kind not in ("list", "tail", "search") or any(part.last for part in selector.ranges)):
        shown = f"{selector.text}:{selector.view}".strip(":")
        raise UsageError(f"{shown}: what is followed has no end", "write FILE, FILE:-K, FILE:N- or FILE:/RE/")
    if source.file is None and source.format is None:
        source.stream = growing.Stream(source.stream)  # type: ignore[assignment]  # it is only read
    row = registry.choose(source, options)
    if row.kind != "text" or source.depth:
        kind = "compressed" if row.name == "stream" else row.name
        raise UsageError(f"{source.path}: only files of text and streams can be followed; it is {kind}", "leave --follow away")
    document = pipeline.understand(source, selector, options)
    lines = document.lines
    tail = None
    if source.file is not None and isinstance(lines, FileLines) and not document.is_binary:
        n, offset = start or _begin(lines, selector, is_numbered=options.gutter != "none" or bool(options.json))
        tail = growing.Tail(source.path, source.file, offset)
        document = _live(document, tail, n)
        selector = selector if selector and selector.kind == "search" else None
    document.preface = notices
    page = pipeline.page_of(document, selector, options)
    try:
        print_page(page, argument, options, out, (bool(options.header), True))
    except ReadError as error:
        if error.code != "no-match" or tail is None:
            raise
    out.flush()
    return (tail.change if tail else ""), source.path


def _refuse_addresses(argument: str, options: Options) -> None:
    """Raise UsageError for what would have to be fetched, before it is."""
    scheme, mark, _ = argument.partition("://")
    if (
        mark
        and scheme.isalnum()
        and scheme.lower() not in ("file", *options.schemes)
        and not (options.literal or os.path.lexists(argument))
    ):
        raise UsageError(f"{argument}: only files of text and streams can be followed", "leave --follow away")


def _begin(lines: FileLines, selector: Selector | None, *, is_numbered: bool) -> Start:
    """Give where to begin: the last lines, line N, or the first where every line is looked at."""
    assert lines.encoding
    if lines.encoding.is_wide or not lines.source.size:
        return 1, 0
    if selector is None or selector.kind == "tail":
        return lines.tail_start(selector.number if selector else _LAST, numbered=is_numbered)
    if selector.kind == "list" and selector.ranges:
        n, offset = lines.find(selector.ranges[0].first)
        return (n, offset) if offset >= 0 else (n, lines.source.size)
    return 1, 0


def _live(document: Document, tail: Tail, n: int) -> Document:
    """Give a document of the same kind whose lines come from a file that grows."""
    old, lines = document.source, document.lines
    assert isinstance(lines, FileLines)
    assert lines.encoding
    source = Source(old.name, old.path, tail, mtime=old.mtime)  # type: ignore[arg-type]  # it is only read
    bom = lines.encoding.bom if tail.offset == 0 else 0
    live = FileLines(source, Encoding(lines.encoding.name, bom, is_guess=lines.encoding.is_guess), b"", is_whole=False)
    live.eol, live.first = lines.eol, n or 1
    found = Document(source, registry.TEXT, live)
    found.format, found.is_made = document.format, False
    return found


class _Shared(Out):
    """Standard output for several files: whole pieces, a header where another file goes on."""

    def __init__(self, name: str, lock: threading.Lock, last: list[str | None]) -> None:
        """Take the name for the header, "" for none, and what all share."""
        super().__init__()
        self._name = name
        self._lock = lock
        self._last = last

    def flush(self) -> None:
        """Write what has been gathered, behind a header if another file was printed before."""
        with self._lock:
            if self._name and self._pieces and self._last[0] != self._name:
                start = b"" if self._last[0] is None else b"\n"
                self._pieces.insert(0, start + f"==> {show_name(self._name)} <==\n".encode("utf-8", "backslashreplace"))
                self._last[0] = self._name
            super().flush()
