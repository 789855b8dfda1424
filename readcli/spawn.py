"""A fresh interpreter for a reader, where forking is unsafe: in a process with threads, whose locks a fork would copy held.

Costs 40 ms instead of 1, so the command itself never comes here. The child is given the opened source and the pipe by
their descriptors, and what else it must know as one marshalled request on standard input; it answers with the same frames.
"""

from __future__ import annotations

import marshal
import os
import sys

from readcli import isolate, limits
from readcli.model import Opened, Options, Range, Source, hold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

# The child sees the modules that its parent sees, and nothing of the working directory.
_PROGRAM = "import marshal,sys;r=marshal.load(sys.stdin.buffer);sys.path[:]=r['path'];from readcli.spawn import serve;serve(r)"
_SOURCE = ("name", "path", "size", "mtime", "depth", "label")
_TOLD = ("inside", "format", "charset", "facts")


def has_threads() -> bool:
    """Say whether more than one thread runs here, of Python or not (Python 3.12 warns of a fork then)."""
    try:
        return len(os.listdir("/proc/self/task")) > 1
    except OSError:
        threading = sys.modules.get("threading")
        return threading is not None and threading.active_count() > 1


def start(writing: int, call: tuple[str, str, tuple[str, ...]], source: Source, options: Options) -> int:
    """Start a child that runs a reader's function and writes frames to `writing`; the answer is its process id."""
    file = _real_file(source)
    asked, asking = os.pipe()
    try:
        numbers = [asked, writing, *([file.fileno()] if file else [])]
        free = max(numbers) + 1
        places = [0, free, free + 1]
        moves = [(os.POSIX_SPAWN_DUP2, number, place) for number, place in zip(numbers, places, strict=False)]
        words = [sys.executable, "-P", "-c", _PROGRAM]
        child = os.posix_spawn(sys.executable, words, os.environ, file_actions=moves, setpgroup=0)
    finally:
        os.close(asked)
    try:
        with os.fdopen(asking, "wb") as pipe:
            marshal.dump(_request(places[1], places[2] if file else None, call, (source, options)), pipe)
    except BrokenPipeError:  # it has died already; reading its answer tells how
        pass
    return child


def _real_file(source: Source) -> Any:
    """Give the source's file as one with a descriptor: bytes in memory are copied into one. A directory has none."""
    if source.format == "directory":
        return None
    file = source.seekable()
    try:
        file.fileno()
    except (OSError, AttributeError):
        file = source.file = source.stream = hold(source.chunks())
    return file


def _request(writing: int, number: int | None, call: tuple[str, str, tuple[str, ...]], what: tuple[Source, Options]) -> dict[str, Any]:
    """Give all that the child must know as plain values."""
    source, options = what
    plain = dict(options.__dict__)
    if options.parts is not None:
        plain["parts"] = [(r.first, r.last) for r in options.parts]
    return {
        "path": sys.path,
        "writing": writing,
        "number": number,
        "call": call,
        "source": {key: getattr(source, key) for key in _SOURCE},
        "told": {key: getattr(source, key) for key in _TOLD},
        "options": plain,
        "limits": {key: getattr(limits, key) for key in limits.SETTABLE},
    }


def serve(request: dict[str, Any]) -> NoReturn:
    """Do in the child what is requested, and leave."""
    for key, value in request["limits"].items():
        setattr(limits, key, value)
    options = Options(**request["options"])
    if options.parts is not None:
        options.parts = [Range(*ends) for ends in request["options"]["parts"]]
    number = request["number"]
    stream = Opened(number, "r+b" if _is_writable(number) else "rb") if number is not None else None
    source = Source(stream=stream, seekable=stream is not None, **request["source"])  # type: ignore[arg-type]  # a directory has none
    for key, value in request["told"].items():
        setattr(source, key, value)
    isolate.answer(request["writing"], request["call"], source, options)


def _is_writable(number: int) -> bool:
    import fcntl

    return fcntl.fcntl(number, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDWR
