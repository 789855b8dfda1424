"""Files of other systems by their URLs (`s3://`, `gs://`, `sftp://`, `memory://` ...), through fsspec: only the ranges that are needed.

A file is opened, not fetched: a member of a zip, the tail of a log, the first lines cost the blocks they lie in. What a
parser in a child process reads is fetched whole first, as the child has no network.
"""

from __future__ import annotations

import io

from readcli import limits
from readcli.errors import MissingExtra, NetworkFailed, NotFound, ReadError, Unsupported, of_system
from readcli.model import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from readcli.model import Options

_BLOCK = 64 * limits.KIB  # fetched at a time, at least


def open_source(url: str, options: Options) -> Source:
    """Open a URL that fsspec knows. Raises MissingExtra, NotFound, Unsupported, NetworkFailed."""
    scheme = url.partition("://")[0]
    try:
        from fsspec.core import url_to_fs
    except ImportError as error:
        raise MissingExtra.of("remote", f"{scheme}://") from error
    try:
        filesystem, path = url_to_fs(url)
        facts = filesystem.info(path)
        is_folder = facts.get("type") == "directory"
        opened = None if is_folder else filesystem.open(path, "rb", block_size=_BLOCK, cache_type="readahead")
    except ImportError as error:  # fsspec names the package that its own back end needs
        raise Unsupported(f"{url}: {' '.join(str(error).split())[:200]}", "install that package beside readcli") from error
    except Exception as error:
        raise _explain(error, url) from error
    if opened is None:
        raise Unsupported(f"{url}: it is a folder", "name a file in it")
    file: Any = Remote(opened, url)
    source = Source(
        options.file_name or path.rstrip("/").rpartition("/")[2], url, file, size=facts.get("size"), seekable=True, label="URL output"
    )
    source.facts = {"url": url}
    return source


def _explain(error: Exception, url: str) -> ReadError:
    """Tell a failure of a back end, which may raise anything."""
    if isinstance(error, FileNotFoundError):
        return NotFound(f"{url}: no such file")
    if isinstance(error, OSError) and error.errno:
        return of_system(error, url)
    return NetworkFailed(f"{url}: {' '.join(f'{type(error).__name__}: {error}'.split())[:200]}")


class Remote(io.RawIOBase):
    """A remote file as a local one without a descriptor; what its back end raises becomes a ReadError."""

    is_far = True

    def __init__(self, opened: Any, url: str) -> None:
        """Take the file that fsspec opened."""
        super().__init__()
        self._opened = opened
        self._url = url

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def seekable(self) -> bool:
        """Say that any place in it can be read."""
        return True

    def seek(self, offset: int, whence: int = 0) -> int:
        """Go to a place. Raises ReadError."""
        try:
            return int(self._opened.seek(offset, whence))
        except Exception as error:
            raise _explain(error, self._url) from error

    def tell(self) -> int:
        """Give the place."""
        return int(self._opened.tell())

    def readinto(self, buffer: Any) -> int:
        """Read into a buffer. Raises ReadError."""
        view = memoryview(buffer).cast("B")
        piece = self.read(len(view))
        view[: len(piece)] = piece
        return len(piece)

    def read(self, size: int = -1) -> bytes:
        """Read so many bytes, fewer only at the end. Raises ReadError."""
        try:
            return bytes(self._opened.read(size))
        except ReadError:
            raise
        except Exception as error:
            raise _explain(error, self._url) from error

    def close(self) -> None:
        """Let go of it."""
        if not self.closed:
            self._opened.close()
        super().close()
