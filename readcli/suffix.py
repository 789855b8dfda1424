"""What to do for a path that is not there: clean it up as people paste it, find the one file whose path ends so, or suggest.

Only after the argument as typed has found nothing. Clean-ups and search give a notice; the search runs for agents and
with `--find`; everybody else gets the nearest name as a hint.
"""

from __future__ import annotations

import os
import time
import unicodedata

from readcli import limits, target
from readcli.errors import Ambiguous, NotFound, ReadError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from readcli.model import Options
    from readcli.target import Locator

_SPACES = dict.fromkeys(map(ord, "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"), " ")
_SKIPPED = {".git"}


def rescue(argument: str, error: NotFound, options: Options) -> tuple[Locator, str]:
    """Give another locator and the notice about it, or raise NotFound with a hint, or Ambiguous."""
    from readcli.locate import Disk

    disk = Disk(options)
    for cleaned in _cleaned(argument):
        try:
            found = target.cut(cleaned, disk)
        except ReadError:
            continue
        return found, f"'{argument}' is not there; read as '{found.where}'"
    if argument[:4].lower() == "man:":
        from readcli.readers.man import not_found

        raise not_found(error.message.removeprefix("man:").rpartition(": no such manual page")[0]) from error
    name = _name_of(error)
    if argument.startswith(("-", "man:")) or error.hint or name is None:
        raise error
    is_local = not name.startswith(("/", "./", "../", "~"))
    if is_local and (options.find or options.profile == "agent") and options.root is None:
        hits = list(_search(name))
        if len(hits) == 1:
            rest = argument[len(name) :] if argument.startswith(name) else ""
            return target.Locator("path", hits[0], rest), f"Path '{name}' not found; resolved to '{hits[0]}' via suffix match"
        if hits:
            raise Ambiguous(f"{name}: {len(hits)} paths end so", ", ".join(hits[:10]))
    raise NotFound(error.message, _suggest(name)) from error


def _name_of(error: NotFound) -> str | None:
    name, mark, _ = error.message.rpartition(": no such file or directory")
    return name if mark else None


def _cleaned(argument: str) -> Iterator[str]:
    """Give the spellings to try, in order."""
    seen = {argument}
    home = os.path.expanduser("~")
    base = argument.translate(_SPACES)
    variants = [base]
    if base.startswith("@") and base[1:2] in ("/", "~"):
        variants.append(base[1:])
    if base.startswith("~"):
        variants.append(home + "/" + base[1:].lstrip("/\\"))
    if "\\" in base and "/" in base:
        variants.append(_unescape(base))
    variants.append(base.replace(" AM.", "\u202fAM.").replace(" PM.", "\u202fPM."))
    variants += [unicodedata.normalize("NFD", argument), unicodedata.normalize("NFC", argument)]
    variants.append(argument.replace("'", "\u2019"))
    variants.append(unicodedata.normalize("NFD", argument).replace("'", "\u2019"))
    for variant in variants:
        if variant not in seen:
            seen.add(variant)
            yield variant


def _unescape(text: str) -> str:
    r"""Undo the shell's backslashes: `\ ` and `\(` give way to the bare letter."""
    kept = []
    letters = iter(text)
    for letter in letters:
        if letter == "\\":
            following = next(letters, "")
            kept.append(following if following and not following.isalnum() else "\\" + following)
        else:
            kept.append(letter)
    return "".join(kept)


def _suggest(name: str) -> str:
    """Give the nearest name as a question, after half a second of looking at most."""
    from difflib import get_close_matches

    folder, base = os.path.split(name)
    end = time.monotonic() + limits.SUGGEST
    near: list[str] = []
    try:
        names = []
        with os.scandir(folder or ".") as entries:
            for entry in entries:
                names.append(entry.name)
                if time.monotonic() > end:
                    break
        near = [os.path.join(folder, found) for found in get_close_matches(base, names, 1, 0.6)]
    except OSError:
        pass
    if not near and base and not name.startswith("/"):
        for path in _walk(end):
            if path.endswith("/" + name) or path.rpartition("/")[2] == base:
                near = [path]
                break
    return f"did you mean {near[0]}?" if near else ""


def _walk(end: float) -> Iterator[str]:
    """Give the paths below the working directory, nearest first, until a moment."""
    waiting = [""]
    while waiting and time.monotonic() < end:
        folder = waiting.pop(0)
        try:
            entries = sorted(os.scandir(folder or "."), key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in entries:
            path = f"{folder}/{entry.name}" if folder else entry.name
            yield path
            if entry.name not in _SKIPPED and entry.is_dir(follow_symlinks=False):
                waiting.append(path)


def _search(name: str) -> Iterator[str]:
    """Give the paths below the working directory that end like `name` (glob letters allowed), ignore files respected."""
    from fnmatch import fnmatchcase

    wanted = name.replace("\\", "/").removeprefix("./").rstrip("/")
    if not wanted:
        return
    ignored = _ignored(has_modules="node_modules" in wanted)
    depth = wanted.count("/") + 1
    end = time.monotonic() + limits.SEARCH
    waiting = [""]
    while waiting and time.monotonic() < end:
        folder = waiting.pop(0)
        try:
            entries = sorted(os.scandir(folder or "."), key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in entries:
            path = f"{folder}/{entry.name}" if folder else entry.name
            is_folder = entry.is_dir(follow_symlinks=False)
            if ignored(path, is_folder):
                continue
            steps = path.split("/")[-depth:]
            if len(steps) == depth and all(map(fnmatchcase, steps, wanted.split("/"))):
                yield path
            if is_folder:
                waiting.append(path)


def _ignored(*, has_modules: bool) -> Callable[[str, bool], bool]:
    """Give a test of paths: what git, and the seed, do not look at."""
    from readcli.readers.directory import Ignored

    rules = Ignored(".")

    def test(path: str, is_folder: bool) -> bool:
        name = path.rpartition("/")[2]
        if name in _SKIPPED or (name == "node_modules" and not has_modules):
            return True
        return bool(rules.has(path, is_folder))

    return test
