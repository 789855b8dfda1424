"""Documents that are zip files: OOXML (ECMA-376 part 2), ODF (part 3) and EPUB containers.

Parts are found whatever the case, slashes or leading `/` of their names, and inflated under a budget for the whole
package, so that a small file cannot fill the memory. Not the archive reader: that one lists and streams any zip.
"""

from __future__ import annotations

from collections.abc import Iterator

from readcli import limits, markup
from readcli.errors import Corrupt, Encrypted, ReadError, TooLarge
from readcli.forward import Span
from readcli.readers.archive_zip_methods import Checked, unpack
from readcli.zip_directory import ZipDirectory, ZipEntry

TYPE_CHECKING = False  # importing typing costs 4 ms, zipfile 17
if TYPE_CHECKING:
    from typing import IO


class Package:
    """The parts of an opened zip document, by name, inside one budget of inflated bytes."""

    def __init__(self, file: IO[bytes]) -> None:
        """Read the directory of a seekable binary file. Raises Corrupt."""
        self._file = file
        self._directory = ZipDirectory(file)
        self._entries: dict[str, ZipEntry] = {}
        self._names: list[str] = []
        for row in self._directory.rows():
            entry = self._directory.entry(row[0])
            name = entry.name.decode("utf-8" if entry.flags & 0x800 else "cp437", "replace")
            self._names.append(name)
            self._entries[_plain(name)] = entry
        self._packed = sum(entry.packed for entry in self._entries.values())
        self._inflated = 0

    def names(self) -> list[str]:
        """Give the stored names, in stored order."""
        return list(self._names)

    def has(self, name: str) -> bool:
        """Say whether there is such a part."""
        return _plain(name) in self._entries

    def chunks(self, name: str) -> Iterator[bytes]:
        """Inflate a part piece by piece. Raises Corrupt (also where it is not there), Encrypted, TooLarge."""
        entry = self._entries.get(_plain(name))
        if entry is None:
            raise Corrupt(f"the part {name} is missing")
        if entry.is_encrypted:
            raise Encrypted("encrypted zip entries")
        self._refuse(self._inflated + entry.size)  # as the directory says; it may lie, hence the budget below
        try:
            begin = self._directory.begin(entry)
            part = Checked(unpack(Span(self._file, begin, begin + entry.packed), entry.method), entry.size, entry.crc)
            while piece := part.read(limits.CHUNK):
                self._spend(len(piece))
                yield piece
        except (TooLarge, Encrypted):
            raise
        except (ReadError, OSError, ValueError, OverflowError) as error:
            raise Corrupt(f"the part {name} is damaged: {error}") from error

    def read(self, name: str) -> bytes:
        """Inflate a part whole. Raises as `chunks`."""
        return b"".join(self.chunks(name))

    def tree(self, name: str) -> markup.Node:
        """Parse a small XML part. Raises as `chunks` and `markup.parse`."""
        return markup.tree(self.chunks(name))

    def related(self, name: str) -> dict[str, tuple[str, str]]:
        """Give the relationships of a part: id to (last word of the type, target).

        Targets inside the package are resolved to part names, external ones stay as they are. `""` asks for those of
        the package itself. A part without relationships gives none (ECMA-376 part 2, 9.3).
        """
        folder, _, base = name.rpartition("/")
        rels = f"{folder}/_rels/{base}.rels" if folder else f"_rels/{base}.rels"
        if not self.has(rels):
            return {}
        found = {}
        for node in self.tree(rels).nodes():
            target = node.attributes.get("Target", "")
            if node.attributes.get("TargetMode") != "External":
                target = _resolve(folder, target)
            kind = node.attributes.get("Type", "").rsplit("/", 1)[-1]
            found[node.attributes.get("Id", "")] = (kind, target)
        return found

    def _spend(self, size: int) -> None:
        self._inflated += size
        self._refuse(self._inflated)

    def _refuse(self, inflated: int) -> None:
        """Raise TooLarge where the package would unpack to so many bytes."""
        if inflated > limits.INFLATED:
            msg = f"it unpacks to more than {limits.INFLATED} bytes"
            raise TooLarge(msg, "[limits] INFLATED lifts it")
        if inflated > limits.RATIO_FROM and inflated > limits.RATIO * max(1, self._packed):
            msg = f"it unpacks to more than {limits.RATIO} times its size"
            raise TooLarge(msg, "[limits] RATIO lifts it")


def _plain(name: str) -> str:
    """Fold the spellings of one part name: case, backslashes, a leading slash."""
    return name.replace("\\", "/").lstrip("/").lower()


def _resolve(folder: str, target: str) -> str:
    """Resolve a relationship's target against the folder of its source."""
    steps = [] if target.startswith("/") else folder.split("/") if folder else []
    for step in target.split("/"):
        if step == "..":
            del steps[-1:]
        elif step not in ("", "."):
            steps.append(step)
    return "/".join(steps)
