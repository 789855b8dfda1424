"""Where manual pages lie: the search path, sections in their usual order, locales, compressed files.

Nothing is opened here. A name that stands in a directory as `NAME.S` is found by asking for that file; only subsections
(`NAME.3perl`) and names that are not there cost a listing of the directories, which is kept, as is which directories there are.
"""

from __future__ import annotations

import os

SECTIONS = ("1", "n", "l", "8", "3", "0", "2", "5", "4", "9", "6", "7")  # the order of man-db and of most systems
PACKED = ("", ".gz", ".bz2", ".xz", ".zst")
_listed: dict[str, list[str]] = {}
_is_folder: dict[str, bool] = {}


def find(name: str) -> list[str]:
    """Give the files of a page, the one to show first: NAME, else NAME(S), else NAME.S. Empty where there is none."""
    if not name or "/" in name or "\0" in name or "#" in name:
        return []
    found = _stored(name, "") or _subsections(name, "")
    if not found and name.endswith(")") and "(" in name:
        found = _of_section(*name[:-1].rpartition("(")[::2])
    if not found and "." in name:
        found = _of_section(*name.rpartition(".")[::2])
    return found


def _of_section(name: str, section: str) -> list[str]:
    return (_stored(name, section) or _subsections(name, section)) if section else []


def _stored(name: str, section: str) -> list[str]:
    """Give the files NAME.S of one section, or of all in their order, without listing a directory."""
    if not name or section[:1] not in ("", *SECTIONS):
        return []
    folders = _folders()
    words = [section] if section else _sections()
    paths = (_exact(f"{inside}/{name}.{word}") for word in words for folder in folders if _has_folder(inside := f"{folder}/man{word[0]}"))
    return [path for path in paths if path]


def _subsections(name: str, section: str) -> list[str]:
    """Give the files NAME.3perl and the like, found by listing; not for what is a page and a selector, or holds parentheses."""
    if not name or section[:1] not in ("", *SECTIONS) or "(" in name:
        return []
    if any(name[at] == ":" and _stored(name[:at], "") for at in range(1, len(name))):
        return []
    found = []
    for word in [section] if section else _sections():
        for folder in _folders():
            inside, start = f"{folder}/man{word[0]}", f"{name}.{word}"
            files = sorted(file for file in _list(inside) if file.startswith(start))
            found += [f"{inside}/{file}" for file in files if _name(file) == name]
    return found


def _exact(path: str) -> str:
    """Give the path of a page's file, packed or not, or nothing."""
    return next((path + packed for packed in PACKED if os.path.isfile(path + packed)), "")


def _has_folder(path: str) -> bool:
    """Say whether there is such a directory; each is asked for once."""
    if path not in _is_folder:
        _is_folder[path] = os.path.isdir(path)
    return _is_folder[path]


def _name(file: str) -> str:
    """Take section and compression off a file's name."""
    for packed in PACKED[1:]:
        file = file.removesuffix(packed)
    return file.rpartition(".")[0]


def _sections() -> list[str]:
    """Give the sections in the order of MANSECT, or the usual one."""
    return [word for word in os.environ.get("MANSECT", "").replace(",", ":").split(":") if word] or list(SECTIONS)


def _folders() -> list[str]:
    """Give the directories that hold `man1` and so on: each place of the search path in the language wanted, then plain."""
    languages = _languages()
    return [
        folder for place in search_path() for folder in (*(f"{place}/{language}" for language in languages), place) if _has_folder(folder)
    ]


def search_path() -> list[str]:
    """Give the places of pages: MANPATH (an empty part stands for the rest), beside the directories of PATH, the usual ones."""
    given = os.environ.get("MANPATH", "")
    usual: list[str] = []
    for folder in os.environ.get("PATH", os.defpath).split(":"):
        above, base = os.path.split(folder.rstrip("/"))
        if base in ("bin", "sbin", "games") and above.startswith("/"):
            usual += [f"{above}/man", f"{above}/share/man"]
    usual += ["/usr/local/man", "/usr/local/share/man", "/usr/share/man", "/opt/man"]
    parts = [part for word in given.split(":") for part in ([word] if word else usual)] if given else usual
    return [part for at, part in enumerate(parts) if part.startswith("/") and part not in parts[:at] and _has_folder(part)]


def _languages() -> list[str]:
    """Give the names that the directories of the language wanted may have: de_AT.UTF-8, de_AT, de."""
    found: list[str] = []
    words = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    for word in (*os.environ.get("LANGUAGE", "").split(":"), words) if words not in ("", "C", "POSIX") else (words,):
        plain = word.partition("@")[0]
        for form in (word, plain, plain.partition(".")[0], plain.partition(".")[0].partition("_")[0]):
            if form and "/" not in form and form not in ("C", "POSIX", *found):
                found.append(form)
    return found


def _list(folder: str) -> list[str]:
    """Give the names in a directory; none where there is no such directory."""
    if folder not in _listed:
        try:
            _listed[folder] = os.listdir(folder)
        except OSError:
            _listed[folder] = []
    return _listed[folder]


def nearest_pages(name: str) -> list[str]:
    """Give the names of pages spelt most like one, with the section."""
    from readcli.nearest import nearest

    if name.endswith(")"):
        name = name.rpartition("(")[0]
    known: dict[str, str] = {}
    for section in _sections():
        for folder in _folders():
            for file in _list(f"{folder}/man{section[0]}"):
                known.setdefault(_name(file), section)
    alike = [other for other in known if abs(len(other) - len(name)) < 3 and (other[:1] == name[:1] or other[1:2] == name[1:2])]
    return nearest(name, alike)


def begin_with(start: str) -> list[str]:
    """Give the names of all pages that begin so, sorted."""
    found = {
        _name(file)
        for section in _sections()
        for folder in _folders()
        for file in _list(f"{folder}/man{section[0]}")
        if file.startswith(start)
    }
    return sorted(found - {""})


def tree_of(path: str) -> str:
    """Give the directory that holds the `man1` in which a page lies, or nothing."""
    folder = os.path.dirname(os.path.realpath(path))
    top, base = os.path.split(folder)
    return top if base.startswith("man") else ""


def included(target: str, tree: str) -> str:
    """Give the file that `.so TARGET` means inside a tree, packed or not; nothing where it is not there or lies outside."""
    for base in (tree, f"{tree}/man{target.rpartition('.')[2][:1]}"):
        if found := _exact(os.path.normpath(f"{base}/{target}")):
            real = os.path.realpath(found)
            if os.path.commonpath([os.path.realpath(tree), real]) == os.path.realpath(tree):
                return real
    return ""
