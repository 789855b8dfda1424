"""Which entries of a folder git, and whoever reads its ignore files, would not look at.

In force for an entry, the first that speaks of it deciding: `.ignore` files (as ripgrep reads them) from its folder
upwards, `.gitignore` files likewise, `.git/info/exclude`, and the user's `core.excludesFile`. Those above the folder that is listed
count up to the top of its work tree; those below count everywhere. A repository inside another begins anew.
"""

from __future__ import annotations

import os
import stat

from readcli import ignore_rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from readcli.ignore_rules import Rules

_MOST = 4 << 20  # bytes of an ignore file that are read
NAMES = frozenset((".gitignore", ".ignore", ".git"))  # entries that change what is in force
IS_FOLDER = b"/"


class Scope:
    """The rules in force in one folder, nearest first; it never changes."""

    __slots__ = ("git", "plain")

    def __init__(self, plain: tuple[Rules, ...] = (), git: tuple[Rules, ...] = ()) -> None:
        """Take the rules of `.ignore` files and those that git reads."""
        self.plain = plain
        self.git = git

    def hides(self, folder: str, name: str, is_folder: bool) -> bool:
        """Say whether an entry is ignored; `folder` is empty or ends with a slash."""
        for rules in self.plain:
            verdict = rules.judge(folder, name, is_folder)
            if verdict is not None:
                return verdict
        for rules in self.git:
            verdict = rules.judge(folder, name, is_folder)
            if verdict is not None:
                return verdict
        return False

    @property
    def is_empty(self) -> bool:
        """Whether nothing is ignored."""
        return not self.plain and not self.git


class Ignored:
    """What is ignored below one folder.

    prefix    path from the top of the work tree to the folder, ending with a slash; paths given to scopes begin with it
    top       the rules in force before the folder's own ignore files are read
    """

    def __init__(self, root: str, jail: str | None = None) -> None:
        """Look upwards from a folder; with `jail` (`--root`) nothing outside of it is read."""
        self._root = root
        self._jail = os.path.realpath(jail) if jail is not None else None
        self._scopes: dict[str, Scope] = {}
        self.prefix = ""
        self.top = Scope()
        self._look_up()

    def has(self, path: str, is_folder: bool) -> bool:
        """Say whether a path below the folder is ignored. Its folder must not be: whoever walks never enters that."""
        folder, slash, name = path.rpartition("/")
        return self._scope(folder).hides(self.prefix + folder + slash, name, is_folder)

    def _scope(self, folder: str) -> Scope:
        """Give the rules in force in a folder, reading what ignore files there are on the way."""
        scope = self._scopes.get(folder)
        if scope is None:
            above = self._scope(folder.rpartition("/")[0]) if folder else self.top
            fetch = _fetch_from(os.path.join(self._root, folder))
            scope = self._scopes[folder] = self.enter(above, folder + "/" if folder else "", fetch)
        return scope

    def enter(self, above: Scope, folder: str, fetch: Callable[[str], bytes]) -> Scope:
        """Give the rules in force in a folder below one where `above` are; `fetch` reads a file in it, b"" where there is none."""
        plain, git = above.plain, above.git
        cut = len(self.prefix) + len(folder)
        link = fetch(".git")
        if link:
            data = fetch(".git/info/exclude") if link == IS_FOLDER else self._excludes_elsewhere(folder, link)
            exclude = ignore_rules.parse(data, cut)
            git = ((exclude,) if exclude else ()) + self._of_user(cut)
        own = ignore_rules.parse(fetch(".gitignore"), cut)
        git = (own, *git) if own else git
        own = ignore_rules.parse(fetch(".ignore"), cut)
        plain = (own, *plain) if own else plain
        return above if plain is above.plain and git is above.git else Scope(plain, git)

    def _excludes_elsewhere(self, folder: str, link: bytes) -> bytes:
        """Read `info/exclude` of a work tree whose repository lies elsewhere (gitrepository-layout(5): `gitdir`, `commondir`)."""
        if self._jail is not None or not link.startswith(b"gitdir: "):
            return b""
        where = os.path.join(self._root, folder, os.fsdecode(link[8:]).strip())
        common = os.fsdecode(read(os.path.join(where, "commondir"))).strip()
        return read(os.path.join(where, common, "info", "exclude"))

    def _of_user(self, cut: int) -> tuple[Rules, ...]:
        """Give the rules of the user's own ignore file, which hold in every work tree."""
        if self._jail is not None:
            return ()
        from readcli.ignore_user import path

        found = ignore_rules.parse(read(path(), is_link_followed=True), cut)
        return (found,) if found else ()

    def _look_up(self) -> None:
        """Find the top of the work tree, and read the ignore files from there down to the folder."""
        steps = _steps(os.path.realpath(self._root), self._jail)
        if steps is None:
            return
        scope = Scope()
        top = steps.pop(0)
        where = ""
        for name in steps:
            scope = self.enter(scope, where, _fetch_from(os.path.join(top, where)))
            if scope.hides(where, name, True):  # asked for by name: what is above says nothing about the inside
                scope = Scope()
                break
            where += name + "/"
        self.prefix = "".join(name + "/" for name in steps)
        self.top = scope


def _steps(folder: str, jail: str | None) -> list[str] | None:
    """Give the top of the work tree around a folder and the names from there down to it, or None outside of any."""
    names: list[str] = []
    while True:
        if os.path.lexists(os.path.join(folder, ".git")):
            return [folder, *reversed(names)]
        above, name = os.path.split(folder)
        if folder in (above, jail):
            return None
        names.append(name)
        folder = above


def _fetch_from(folder: str) -> Callable[[str], bytes]:
    def fetch(name: str) -> bytes:
        return read(os.path.join(folder, name))

    return fetch


def read(path: str, within: int | None = None, *, is_link_followed: bool = False) -> bytes:
    """Give the bytes of a regular file, IS_FOLDER for a folder, b"" for anything else; nothing blocks and nothing is raised.

    `within` is the descriptor of the folder that the path begins in. git follows no links to ignore files.
    """
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | (0 if is_link_followed else os.O_NOFOLLOW)
    try:
        number = os.open(path, flags, dir_fd=within)
    except (OSError, ValueError):
        return b""
    try:
        mode = os.fstat(number).st_mode
        if stat.S_ISDIR(mode):
            return IS_FOLDER
        return os.read(number, _MOST) if stat.S_ISREG(mode) else b""
    except OSError:
        return b""
    finally:
        os.close(number)
