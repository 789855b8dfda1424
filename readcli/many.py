"""Many targets: a list of them from a file, and several processes that read them, with the output in the order of the list.

Memory does not grow with the list: it is read as it is needed, and a process is given its next target when its last one has
been printed. A process prints into a pipe, in frames of a letter, a length and a body, which are printed in turn.
"""

from __future__ import annotations

import _signal as signal  # what `signal` wraps in enums, at 5 ms
import os

from readcli import limits
from readcli.errors import Crashed, UsageError, of_system
from readcli.render.out import Out, PipeClosed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import NoReturn

    from readcli.model import Options

_AHEAD = 2  # targets that a process has been given: the one it reads, and the next


def targets(arguments: list[str], name: str | None) -> Iterator[str]:
    """Give the arguments, then the targets in a file (`-` is standard input): one a line, or ended by NUL where there is one.

    Raises UsageError where the file cannot be read.
    """
    yield from arguments
    if name is None:
        return
    try:
        number = os.dup(0) if name == "-" else os.open(name, os.O_RDONLY | os.O_CLOEXEC)
    except OSError as error:
        raise UsageError(f"--files-from {name}: {of_system(error).message}") from error
    with open(number, "rb", buffering=0) as file:
        rest, end = b"", b""
        while True:
            try:
                piece = file.read(limits.CHUNK)
            except OSError as error:
                raise UsageError(f"--files-from {name}: {of_system(error).message}") from error
            if not piece:
                break
            end = end or (b"\0" if b"\0" in piece else b"\n" if b"\n" in piece else b"")
            if end == b"\n" and b"\0" in piece:  # the names before it may have been taken apart at newlines of their own
                raise UsageError(f"--files-from {name}: a NUL comes after names that newlines ended", "end all names by NUL, or none")
            *whole, rest = (rest + piece).split(end) if end else [rest + piece]
            yield from (os.fsdecode(word.removesuffix(b"\r") if end == b"\n" else word) for word in whole if word.strip())
        if rest.strip():
            yield os.fsdecode(rest)


class _Worker:
    """A process that reads targets, and what it is doing."""

    def __init__(self, options: Options, others: list[_Worker]) -> None:
        """Start it; it closes what the others have open."""
        asked, self.asking = os.pipe()
        self.answers, answering = os.pipe()
        self.waiting: list[tuple[str, bool]] = []  # targets given and not yet printed
        self.pid = os.fork()
        if self.pid == 0:
            for other in (self, *others):
                other.close()
            _work(asked, answering, options)
        os.close(asked)
        os.close(answering)

    def close(self) -> None:
        """Let go of both pipes."""
        os.close(self.asking)
        os.close(self.answers)

    def give(self, target: str, *, is_first: bool) -> None:
        """Give it a target."""
        self.waiting.append((target, is_first))
        try:
            _send(self.asking, b"F" if is_first else b"T", os.fsencode(target))
        except OSError:
            pass  # it has died, which is met when its answer is due

    def is_free(self) -> bool:
        """Say whether it takes another target without anybody waiting: short ones fit its pipe."""
        return not self.waiting or (len(self.waiting) < _AHEAD and all(len(target) < limits.KIB for target, _ in self.waiting))

    def end(self) -> None:
        """End the process, and with it its children."""
        self.close()
        try:
            os.kill(self.pid, signal.SIGTERM)
        except ProcessLookupError:
            pass
        os.waitpid(self.pid, 0)


def read(words: Iterator[str], options: Options, out: Out) -> int:
    """Read targets in `options.jobs` processes and print what they say in order; the answer is the exit status.

    Raises PipeClosed, OutputFailed, KeyboardInterrupt, UsageError; the processes are ended in any case.
    """
    workers: list[_Worker] = []
    jobs = min(options.jobs, limits.JOBS)
    status = at = given = 0
    is_all = False
    try:
        while True:
            while not is_all and (len(workers) < jobs or workers[given % jobs].is_free()):
                word = next(words, None)
                if word is None:
                    is_all = True
                    break
                if len(workers) < jobs:
                    workers.append(_Worker(options, workers))
                workers[given % jobs].give(word, is_first=given == 0)
                given += 1
            if at == given:
                return status
            status = max(status, _print_next(workers, at % jobs, options, out))
            at += 1
    finally:
        for worker in workers:
            worker.end()


def _print_next(workers: list[_Worker], number: int, options: Options, out: Out) -> int:
    """Print the answer to the first target that a process was given; where it died, say so and start another."""
    worker = workers[number]
    while True:
        kind, body = _receive(worker.answers)
        if kind == b"Z":
            worker.waiting.pop(0)
            return body[0]
        if kind == b"O":
            out.write(body)
            out.flush()
        elif kind == b"E":
            out.say(body)
        else:
            from readcli.run import tell

            target, _ = worker.waiting.pop(0)
            worker.end()
            others = [other for other in workers if other is not worker]
            workers[number] = _Worker(options, others)
            for word, is_first in worker.waiting:
                workers[number].give(word, is_first=is_first)
            error = Crashed("the process that read it died")
            tell(target, error, options, out)
            return error.status


class _Piped(Out):
    """Standard output and error of one target, as frames."""

    def __init__(self, number: int) -> None:
        """Take the pipe."""
        super().__init__(number)

    def flush(self) -> None:
        """Send what has been gathered. Raises PipeClosed."""
        data, self._pieces, self._size = b"".join(self._pieces), [], 0
        self.written += len(data)
        for start in range(0, len(data), limits.MIB):
            self.frame(b"O", data[start : start + limits.MIB])

    def say(self, message: bytes) -> None:
        """Send a message for standard error."""
        self.flush()
        self.frame(b"E", message)

    def frame(self, kind: bytes, body: bytes) -> None:
        """Send one frame. Raises PipeClosed."""
        try:
            _send(self._number, kind, body)
        except OSError:
            raise PipeClosed from None

    def copy(self, file: object, size: int | None) -> None:
        """Copy a file from its start."""
        del size
        file.seek(0)  # type: ignore[attr-defined]
        while piece := file.read(limits.MIB):  # type: ignore[attr-defined]
            self.write(piece)


def _work(asked: int, answering: int, options: Options) -> NoReturn:
    """Read targets until no more come, and leave without returning."""
    from readcli import run
    from readcli.__main__ import Ended

    status = 1
    try:
        while True:
            kind, word = _receive(asked)
            if not kind:
                status = 0
                break
            out = _Piped(answering)
            found = run.read_one(os.fsdecode(word), options, out, (run.has_header(options, 2), kind == b"F"))
            out.flush()
            out.frame(b"Z", bytes([found]))
    except (PipeClosed, KeyboardInterrupt, Ended):
        pass
    finally:
        os._exit(status)


def _send(number: int, kind: bytes, body: bytes) -> None:
    view = memoryview(kind + len(body).to_bytes(4, "little") + body)
    while view:
        view = view[os.write(number, view) :]


def _receive(number: int) -> tuple[bytes, bytes]:
    """Read a frame; both are empty where the other side has ended."""
    head = _exactly(number, 5)
    body = _exactly(number, int.from_bytes(head[1:], "little")) if len(head) == 5 else b""
    return (head[:1], body) if len(head) == 5 else (b"", b"")


def _exactly(number: int, size: int) -> bytes:
    pieces = b""
    while len(pieces) < size:
        piece = os.read(number, size - len(pieces))
        if not piece:
            return b""
        pieces += piece
    return pieces
