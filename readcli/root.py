"""`--root DIR`: what has been opened lies inside, whatever links led there."""

from __future__ import annotations

import os

from readcli.errors import OutsideRoot, of_system


def check(number: int, path: str, root: str) -> None:
    """Raise OutsideRoot unless the opened file of a descriptor lies in `root`.

    The check is on the file that is open, not on its name, so a link swapped in between leads nowhere.
    """
    try:
        top = os.path.realpath(root, strict=True)
    except OSError as error:
        raise of_system(error, root) from error
    real = _real_path(number, path)
    if real is None or os.path.commonpath([top, real]) != top:
        raise OutsideRoot(f"{path}: refusing to read outside {root}", "it is not below --root")


def _real_path(number: int, path: str) -> str | None:
    """Give the path of an opened file, or None where the system cannot tell or it has been replaced meanwhile."""
    for folder in ("/proc/self/fd", "/dev/fd"):
        try:
            found = os.readlink(f"{folder}/{number}")
        except OSError:
            continue
        return found if found.startswith("/") and not found.endswith(" (deleted)") else None
    real = os.path.realpath(path)
    facts = os.fstat(number)
    try:
        same = os.lstat(real)
    except OSError:
        return None
    return real if (same.st_dev, same.st_ino) == (facts.st_dev, facts.st_ino) else None
