"""Where the user's own ignore file lies: git's `core.excludesFile`, else `git/ignore` in the XDG place."""

from __future__ import annotations

import os

from readcli.ignore import read


def path() -> str:
    """Give the path of the user's ignore file, whether it is there or not.

    git-config(1): of the two files of the user `~/.gitconfig` is read later and so wins; `GIT_CONFIG_GLOBAL` stands for both.
    """
    home = os.path.expanduser("~")
    base = os.environ.get("XDG_CONFIG_HOME") or os.path.join(home, ".config")
    only = os.environ.get("GIT_CONFIG_GLOBAL")
    found = ""
    for name in [only] if only is not None else [os.path.join(base, "git", "config"), os.path.join(home, ".gitconfig")]:
        found = _excludes(os.fsdecode(read(name, is_link_followed=True))) or found
    if found:
        return os.path.expanduser(found)
    return os.path.join(base, "git", "ignore")


def _excludes(text: str) -> str:
    """Give `core.excludesFile` of a git config file, or nothing; included files are not looked at."""
    section = found = ""
    for line in text.split("\n"):
        line = line.strip()
        if line.startswith("["):  # a key may stand behind the header on the same line
            section, _, line = line[1:].partition("]")
            line = line.strip()
        key, mark, value = line.partition("=")
        if mark and section.strip().lower() == "core" and key.strip().lower() == "excludesfile":
            found = _value(value.strip())
    return found


def _value(text: str) -> str:
    """Undo the quotes, escapes and remarks of a value (git-config(1), Syntax); a value that goes on in the next line is cut."""
    kept = []
    is_quoted = False
    letters = iter(text)
    for letter in letters:
        if letter == '"':
            is_quoted = not is_quoted
        elif letter == "\\":
            kept.append(next(letters, ""))
        elif letter in "#;" and not is_quoted:
            break
        else:
            kept.append(letter)
    return "".join(kept).rstrip()
