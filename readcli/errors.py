"""What can go wrong, each with its code and its exit status.

    ReadError                   1
    |- UsageError      usage    2   the command line, a selector or a setting
    |- NotFound        not-found
    |- Ambiguous       ambiguous
    |- Forbidden       permission
    |- OutsideRoot     outside-root
    |- NotText         not-text
    |- Encrypted       encrypted
    |- Corrupt         corrupt
    |- Unsupported     unsupported
    |- TooLarge        too-large
    |- DeadlinePassed  timeout
    |- Crashed         crashed
    |- MissingExtra    missing-extra
    |- StaleAnchor     stale-anchor
    |- NoMatch         no-match
    |- NetworkFailed   network
    `- SystemFailed    io

An error is one line: what is wrong (`message`), then what to do (`hint`), neither with a full stop nor a line break.
Readers translate what their libraries raise at their own border; the loop over the targets prints each error and goes on.
"""

from __future__ import annotations


class ReadError(Exception):
    """Something about one target that stops its reading; never a fault of readcli itself."""

    code = "io"
    status = 1

    def __init__(self, message: str, hint: str = "") -> None:
        """Take one line that says what is wrong and one that says what to do."""
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(ReadError):
    """The command line, a selector or a setting is wrong."""

    code = "usage"
    status = 2


class NotFound(ReadError):
    """No such file, member, table, sheet, heading or page."""

    code = "not-found"


class Ambiguous(ReadError):
    """A name fits several things."""

    code = "ambiguous"


class Forbidden(ReadError):
    """The operating system denies access."""

    code = "permission"


class OutsideRoot(ReadError):
    """The file lies outside `--root`."""

    code = "outside-root"


class NotText(ReadError):
    """A binary file of no known format."""

    code = "not-text"


class Encrypted(ReadError):
    """A password is needed, or the one given is wrong."""

    code = "encrypted"


class Corrupt(ReadError):
    """The content is not what its format demands."""

    code = "corrupt"


class Unsupported(ReadError):
    """Known for what it is, but not read, or switched off."""

    code = "unsupported"


class TooLarge(ReadError):
    """Beyond a limit of size, count, depth or ratio."""

    code = "too-large"


class DeadlinePassed(ReadError):
    """No progress within the time allowed."""

    code = "timeout"


class Crashed(ReadError):
    """The parser died."""

    code = "crashed"


class MissingExtra(ReadError):
    """An optional dependency is not installed."""

    code = "missing-extra"

    @classmethod
    def of(cls, extra: str, what: str) -> MissingExtra:
        """Name the extra that reads `what`."""
        return cls(f"{what} needs an optional package", f"pip install 'readcli[{extra}]'")


class StaleAnchor(ReadError):
    """The line under an anchor has changed."""

    code = "stale-anchor"


class NoMatch(ReadError):
    """A search found nothing."""

    code = "no-match"


class NetworkFailed(ReadError):
    """A URL could not be fetched."""

    code = "network"


class SystemFailed(ReadError):
    """Any other operating-system error, named."""

    code = "io"


BY_CODE = {kind.code: kind for kind in ReadError.__subclasses__()}


def of_system(error: OSError, name: str = "") -> ReadError:
    """Translate an operating-system error about `name` into one of ours."""
    import errno

    known: dict[int | None, tuple[type[ReadError], str]] = {
        errno.ENOENT: (NotFound, "no such file or directory"),
        errno.ENOTDIR: (NotFound, "a part of the path is not a directory"),
        errno.ENAMETOOLONG: (NotFound, "the name is too long for a file"),
        errno.EACCES: (Forbidden, "permission denied"),
        errno.EPERM: (Forbidden, "permission denied"),
        errno.ELOOP: (SystemFailed, "the symbolic links form a loop"),
        errno.EISDIR: (SystemFailed, "it is a directory"),
    }
    kind, text = known.get(error.errno, (SystemFailed, (error.strerror or str(error)).lower()))
    return kind(f"{name}: {text}" if name else text)


def translate(error: ReadError | OSError | MemoryError) -> ReadError:
    """Give any error that reading a target may end with as one of ours."""
    if isinstance(error, ReadError):
        return error
    return of_system(error) if isinstance(error, OSError) else SystemFailed("there is not enough memory")
