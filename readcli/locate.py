"""From an argument to an opened source and a selector: product rules 1 to 7, on the real disk.

Opening, standard input and `--root` are here; the words of the grammar are in `target` and `selector`.
"""

from __future__ import annotations

import os
import stat

from readcli import limits, registry, target
from readcli.errors import NotFound, OutsideRoot, ReadError, TooLarge, Unsupported, UsageError, of_system
from readcli.model import Opened, Options, Source
from readcli.selector import FORMS, Selector, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO

    from readcli.registry import Format


class Disk:
    """What exists on this machine, as `target.cut` asks for it."""

    def __init__(self, options: Options) -> None:
        """Take the configured schemes."""
        self.schemes = options.schemes
        self._has_root = options.root is not None

    def has_path(self, path: str) -> bool:
        """Say whether a path exists; raise ReadError where permission or a loop of links forbids to tell."""
        import errno

        try:
            os.lstat(path)
        except ValueError:  # an embedded NUL
            return False
        except OSError as error:
            if error.errno in (errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG, errno.EINVAL):
                return False
            raise of_system(error, path) from error
        return True

    def is_sqlite(self, path: str) -> bool:
        """Say whether a file begins as SQLite files do."""
        try:
            with open(path, "rb", buffering=0) as file:
                return file.read(16) == b"SQLite format 3\x00"
        except OSError:
            return False

    def has_page(self, name: str) -> bool:
        """Say whether there is a manual page of this name; raise OutsideRoot under `--root`."""
        if self._has_root:
            raise OutsideRoot("man: only files are read under --root", "give the path of the page")
        return bool(registry.load("readers", "man").find(name))


def locate(argument: str, options: Options) -> tuple[Source, Selector | None, list[str]]:
    """Open what an argument names; the answer is the source, the selector and notices. Raises ReadError."""
    notices: list[str] = []
    if options.literal:
        found = target.Locator("path", argument)
    else:
        try:
            found = target.cut(argument, Disk(options))
        except NotFound as error:
            from readcli.suffix import rescue

            found, notice = rescue(argument, error, options)
            notices.append(notice)
    source = _open(found, options)
    if options.literal:
        return source, _given(options), notices
    source, selector = descend(source, found.rest, options)
    return source, selector, notices


def _given(options: Options) -> Selector | None:
    """Parse `--select`."""
    if options.select is None:
        return None
    selector = parse(options.select)
    if selector is None:
        raise UsageError(f"{options.select}: not a selector", f"write {FORMS}")
    return selector


def _open(found: target.Locator, options: Options) -> Source:
    if found.kind == "stdin":
        return open_stdin(options)
    if found.kind == "path":
        return open_path(found.where, options)
    if options.root is not None:
        raise OutsideRoot(f"{found.kind}: only files are read under --root")
    if found.kind == "url" and not options.fetch:
        raise Unsupported(f"{found.where}: URLs are switched off", "fetch = true in the config file")
    return registry.load("readers", found.kind).open_source(found.where, options)  # type: ignore[no-any-return]


def open_path(path: str, options: Options) -> Source:
    """Open a file or a directory. Raises ReadError."""
    try:
        number = os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOCTTY", 0))
    except ValueError as error:
        raise NotFound(f"{path}: no such file or directory") from error
    except OSError as error:
        raise _explain(error, path) from error
    return source_of(number, path, options)


def _explain(error: OSError, path: str) -> ReadError:
    """Say more about links that lead nowhere."""
    if isinstance(error, FileNotFoundError) and os.path.islink(path):
        return NotFound(f"{path}: the link leads to {os.readlink(path)}, which is not there")
    return of_system(error, path)


def source_of(number: int, path: str, options: Options) -> Source:
    """Make a source of an opened descriptor. Raises ReadError for devices, and outside `--root`."""
    facts = os.fstat(number)
    kind = stat.S_IFMT(facts.st_mode)
    if options.root is not None:
        from readcli.root import check

        try:
            check(number, path, options.root)
        except ReadError:
            os.close(number)
            raise
    name = os.path.basename(options.file_name or path.rstrip("/") or path)
    if kind == stat.S_IFDIR:
        os.close(number)
        source = Source(name, path, _Nothing(), mtime=facts.st_mtime)  # type: ignore[arg-type]
        source.format = source.label = "directory"
        return source
    if _is_refused(number, facts) and not options.text and path != "-":
        os.close(number)
        raise Unsupported(f"{path}: it is a device", "--text reads it all the same")
    if options.max_file_size is not None and facts.st_size > options.max_file_size:
        os.close(number)
        raise TooLarge(f"{path}: it has {facts.st_size} bytes, more than {options.max_file_size}", "--max-file-size N lifts it")
    stream: IO[bytes] = Opened(number, "rb")
    is_seekable = kind == stat.S_IFREG and (facts.st_size > 0 or not path.startswith(("/proc/", "/sys/")))
    if is_seekable and path == "-" and stream.tell() != 0:
        is_seekable = False
    return Source(name, path, stream, size=facts.st_size if is_seekable else None, seekable=is_seekable, mtime=facts.st_mtime)


def _is_refused(number: int, facts: os.stat_result) -> bool:
    """Say whether an opened file is a device other than a terminal and /dev/null, which is empty and harmless."""
    is_device = stat.S_ISCHR(facts.st_mode) or stat.S_ISBLK(facts.st_mode)
    return is_device and not os.isatty(number) and facts.st_rdev != os.makedev(1, 3)


class _Nothing:
    """The stream of a directory."""

    def read(self, _size: int = -1) -> bytes:
        """Give nothing."""
        return b""


def open_stdin(options: Options) -> Source:
    """Open standard input, as a copy of its descriptor."""
    try:
        return source_of(os.dup(0), "-", options)
    except OSError as error:
        raise of_system(error, "standard input") from error


def descend(source: Source, rest: str, options: Options) -> tuple[Source, Selector | None]:
    """Follow the members named in `rest`, and parse what is left as the selector (rules 4 to 7)."""
    while True:
        row = registry.choose(source, options) if len(rest) > 1 else None
        if row is None or not rest:
            return source, _given(options)
        names = _names(source, row, options)
        if names:
            step = names.step(rest)
            if step:
                source, rest = step
                continue
        text = rest[1:]
        if options.select is None and not (names and text.startswith(":")):
            selector = parse(text)
            if selector:
                return source, selector
        if names and (step := names.loose(text)):
            source, rest = step
            continue
        if row.kind != "container" and (step := _as_archive(source, rest, options)):
            source, rest = step
            continue
        raise _bad_rest(source, text, row, names)


def _names(source: Source, row: Format, options: Options) -> Names | None:
    """Open the names inside a source, or answer None for one that holds none."""
    if not row.names or source.inside:
        return None
    if source.depth >= limits.DEPTH:
        raise TooLarge(f"{source.path}: containers lie deeper than {limits.DEPTH}", "[limits] DEPTH lifts it")
    from readcli import inside

    return inside.names_of(source, row, options)


def _as_archive(source: Source, rest: str, options: Options) -> tuple[Source, str] | None:
    """Try a document that is a zip as an archive (rule 6)."""
    if source.file is None or source.peek(4)[:4] != b"PK\x03\x04":
        return None
    from readcli import inside

    names = inside.names_of(source, registry.BY_NAME["archive"], options)
    return (names.step(rest) or names.loose(rest[1:])) if names else None


def _bad_rest(source: Source, text: str, row: Format, names: Names | None) -> ReadError:
    """Say what is wrong with a rest that means nothing (rule 7)."""
    if names is None:
        return UsageError(f"{source.path}: not a selector: {text}", f"write {FORMS}")
    near = names.nearest(text)
    hint = "did you mean " + ", ".join(near[:3]) + "?" if near else f"{source.path} lists what is there"
    what = {"sheets": "sheet", "sqlite": "table"}.get(row.names, "member")
    return NotFound(f"{source.path}: no {what} {text}", hint)


if TYPE_CHECKING:
    from readcli.inside import Names
