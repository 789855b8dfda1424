"""A reader in a child process, so that no file can hang, crash or flood the caller.

The child is forked before the parser is imported. It keeps the opened source and one pipe, may not write files, has
ceilings of memory and processor time, and, where the system lets anyone make a network namespace, no network.
The deadline counts only while the parent waits for the child: time spent by whoever reads our output is not counted.
What crosses the pipe: frames of a letter, a length and a body; bodies other than text are marshalled plain values.
"""

from __future__ import annotations

import _signal as signal  # what `signal` wraps in enums, at 5 ms
import gc
import marshal
import os
import select
import sys
import time

from readcli import limits
from readcli.errors import BY_CODE, Crashed, DeadlinePassed, ReadError
from readcli.model import Heading, Notice, Part, hold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, NoReturn

    from readcli.model import Event, Options, Source

_BATCH = 32 * 1024  # bytes of text in a frame
_PAUSE = 0.05  # seconds after which a smaller frame goes out
_LONGEST = (1 << 31) - 1  # milliseconds that a wait can last


def events(module: str, source: Source, options: Options) -> Iterator[Event | bytes]:
    """Run a reader's `read` in a child and give its events; text comes as UTF-8 lines, each ended."""
    return _parent("read", module, (), source, options)


def names(module: str, source: Source, options: Options) -> list[str]:
    """Run a reader's `names` in a child."""
    return [text for item in _parent("names", module, (), source, options) for text in marshal.loads(_bytes(item))]  # noqa: S302  # from our own child


def extract(module: str, source: Source, name: str, options: Options) -> Iterator[bytes]:
    """Run a reader's `extract` in a child: the bytes of one member."""
    for item in _parent("extract", module, (name,), source, options):
        yield _bytes(item)


def _bytes(item: object) -> bytes:
    assert isinstance(item, bytes)
    return item


def _parent(function: str, module: str, arguments: tuple[str, ...], source: Source, options: Options) -> Iterator[Event | bytes]:
    if source.format != "directory":
        source.seekable()  # held before the fork, so that the child needs no other descriptor
        _fetch(source)
    reading, writing = os.pipe()
    child = _start(writing, (function, module, arguments), source, options)
    os.close(writing)
    try:
        yield from _frames(reading, child, options)
    finally:
        os.close(reading)
        try:
            os.killpg(child, signal.SIGKILL)
        except OSError:
            _kill(child)
        try:
            os.waitpid(child, 0)
        except ChildProcessError:
            pass


def _fetch(source: Source) -> None:
    """Hold a file that has no descriptor (a remote one): the child has no network."""
    try:
        source.seekable().fileno()
    except OSError:
        source.file = source.stream = hold(source.chunks())
        source.seekable()
    except AttributeError:  # bytes in memory, which the child has too
        pass


def _start(writing: int, call: tuple[str, str, tuple[str, ...]], source: Source, options: Options) -> int:
    """Fork a child, or start a fresh interpreter where threads run; the answer is its process id."""
    if "threading" in sys.modules:
        from readcli import spawn

        if spawn.has_threads():
            return spawn.start(writing, call, source, options)
    child = os.fork()
    if child == 0:
        answer(writing, call, source, options)
    return child


def _kill(child: int) -> None:
    try:
        os.kill(child, signal.SIGKILL)
    except OSError:
        pass


def _frames(reading: int, child: int, options: Options) -> Iterator[Event | bytes]:
    """Read frames until the last; raise what the child reports, or what became of it."""
    deadline = limits.TIMEOUT if options.timeout is None else options.timeout
    while True:
        head = _exactly(reading, 5, deadline, child)
        kind, size = head[:1], int.from_bytes(head[1:], "little")
        body = _exactly(reading, size, deadline, child)
        if kind == b"Z":
            return
        if kind == b"L":
            yield body
        elif kind == b"E":
            code, message, hint = marshal.loads(body)  # noqa: S302  # from our own child
            raise BY_CODE.get(code, ReadError)(message, hint)
        else:
            yield event(kind, marshal.loads(body))  # noqa: S302  # from our own child


def event(kind: bytes, value: Any) -> Event:
    """Make what a frame other than one of text stands for."""
    if kind == b"P":
        return Part(*value)
    if kind == b"H":
        return Heading(*value)
    return Notice(value) if kind == b"N" else dict(value)


def _exactly(reading: int, size: int, deadline: float, child: int) -> bytes:
    """Read so many bytes, or raise DeadlinePassed or Crashed."""
    pieces = b""
    waiting = select.poll()  # `select.select` takes no descriptor beyond 1023
    waiting.register(reading, select.POLLIN)
    while len(pieces) < size:
        if deadline and not waiting.poll(min(deadline * 1000, _LONGEST)):
            raise DeadlinePassed(f"no progress in {deadline:g} seconds", "--timeout lifts it")
        piece = os.read(reading, min(size - len(pieces), 1 << 20))
        if not piece:
            _, status = os.waitpid(child, 0)
            if os.WIFSIGNALED(status):
                number = os.WTERMSIG(status)
                if number == signal.SIGXCPU:
                    raise DeadlinePassed("the parser used up its processor time", "--timeout lifts it")
                raise Crashed(f"the parser died of signal {number} ({_name_signal(number)})")
            raise Crashed("the parser ended before its answer did")
        pieces += piece
    return pieces


def _name_signal(number: int) -> str:
    return next((name for name in dir(signal) if name.startswith("SIG") and getattr(signal, name) == number), "unknown")


def answer(writing: int, call: tuple[str, str, tuple[str, ...]], source: Source, options: Options) -> NoReturn:
    """Confine this process, run the reader, and leave without returning."""
    status = 1
    gc.set_threshold(100_000)  # a parser makes many small objects and few cycles; collecting took a tenth of its time
    try:
        os.setpgid(0, 0)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE):
            signal.signal(number, signal.SIG_DFL)
        _confine(writing, source, options)
        out = _Out(writing)
        try:
            _run(out, call, source, options)
        except ReadError as error:
            out.frame(b"E", marshal.dumps((error.code, error.message, error.hint)))
        except MemoryError:
            out.frame(
                b"E", marshal.dumps(("too-large", f"it needs more than {limits.MEMORY >> 20} MiB of memory", "[limits] MEMORY lifts it"))
            )
        except RecursionError:
            out.frame(b"E", marshal.dumps(("corrupt", "it nests too deeply", "")))
        except ImportError as error:  # too little memory to map a library, or a broken installation
            out.frame(b"E", marshal.dumps(("io", f"its reader cannot be loaded: {' '.join(str(error).split())[:300]}", "")))
        except Exception as error:  # noqa: BLE001  # the child's border: whatever a parser raises becomes one error
            text = " ".join(f"{type(error).__name__}: {error}".split())[:300]
            out.frame(b"E", marshal.dumps(("corrupt", f"the parser gave up: {text}", "")))
        else:
            out.frame(b"Z", b"")
        status = 0
    finally:
        os._exit(status)


class _Out:
    """The child's end of the pipe; it gathers text into frames."""

    def __init__(self, writing: int) -> None:
        self._writing = writing
        self._process = os.getpid()
        self._text: list[bytes] = []
        self._size = 0
        self._sent = 0.0  # so that the first line goes out at once

    def text(self, line: str) -> None:
        """Add lines."""
        piece = line.replace("\r\n", "\n").encode("utf-8", "replace") + b"\n"
        self._text.append(piece)
        self._size += len(piece)
        if self._size >= _BATCH or time.monotonic() - self._sent > _PAUSE:
            self.flush()

    def flush(self) -> None:
        """Send the text gathered."""
        if self._text:
            text, self._text, self._size = b"".join(self._text), [], 0
            self._write(b"L", text)
        self._sent = time.monotonic()

    def frame(self, kind: bytes, body: bytes) -> None:
        """Send one frame after the text before it."""
        self.flush()
        self._write(kind, body)

    def _write(self, kind: bytes, body: bytes) -> None:
        if os.getpid() != self._process:
            os._exit(1)  # a parser that forked: only the first may speak
        view = memoryview(kind + len(body).to_bytes(4, "little") + body)
        while view:
            view = view[os.write(self._writing, view) :]


def _run(out: _Out, call: tuple[str, str, tuple[str, ...]], source: Source, options: Options) -> None:
    """Call the reader's function and send what it gives."""
    from readcli import registry

    function, module, arguments = call
    folder, _, name = module.rpartition(".")
    reader = registry.load(folder or "readers", name)
    if function == "names":
        out.frame(b"L", marshal.dumps(list(reader.names(source, options))))
        return
    if function == "extract":
        for piece in reader.extract(source, *arguments, options):
            for at in range(0, len(piece), 1 << 20):
                out.frame(b"L", bytes(piece[at : at + (1 << 20)]))
        return
    for event in reader.read(source, options):
        if isinstance(event, str):
            out.text(event)
        elif isinstance(event, Part):
            out.frame(b"P", marshal.dumps((event.kind, event.number, event.title)))
        elif isinstance(event, Heading):
            out.frame(b"H", marshal.dumps((event.level, event.text)))
        elif isinstance(event, Notice):
            out.frame(b"N", marshal.dumps(event.text))
        else:
            out.frame(b"F", marshal.dumps(event))


def _confine(writing: int, source: Source, options: Options) -> None:
    """Close all but the source and the pipe, and lower the ceilings."""
    import resource

    keep = {writing}
    try:
        keep.add(source.stream.fileno())
    except (OSError, AttributeError):  # bytes in memory have none
        pass
    low = 3
    for number in (*sorted(keep), os.sysconf("SC_OPEN_MAX") if len(keep) == 0 else 4096):
        os.closerange(low, number)
        low = number + 1
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    os.close(nothing)
    _lower(resource.RLIMIT_AS, limits.MEMORY)
    _lower(resource.RLIMIT_FSIZE, 0)
    sys.dont_write_bytecode = True  # it could not, and would try for each module
    _lower(resource.RLIMIT_CORE, 0)
    deadline = limits.TIMEOUT if options.timeout is None else options.timeout
    if deadline:
        _lower(resource.RLIMIT_CPU, int(deadline * 20) + 1)
    if hasattr(os, "unshare"):  # Python 3.12
        try:
            os.unshare(0x10000000 | 0x40000000)  # CLONE_NEWUSER, CLONE_NEWNET
        except OSError:
            pass


def _lower(kind: int, value: int) -> None:
    """Lower one ceiling, as far as the one in force allows."""
    import resource

    _, hard = resource.getrlimit(kind)
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    resource.setrlimit(kind, (value, value))
