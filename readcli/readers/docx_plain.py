"""Word documents as docx2txt reads them: no marks, no notes, no structure."""

from __future__ import annotations

import re
import zipfile

from readcli import limits, markup
from readcli.errors import Corrupt, TooLarge
from readcli.package import Package

TYPE_CHECKING = False  # importing typing costs 4 ms
if TYPE_CHECKING:
    from typing import IO

_READ = re.compile(r"word/(document|(header|footer)[0-9]*).xml")  # the parts that docx2txt opens, by fixed names
_MOST = 64 * limits.MIB  # of them, inflated: it builds trees of them whole


def text(file: IO[bytes]) -> str:
    """Give the text of a seekable file, "" where docx2txt cannot or must not read it. Raises TooLarge beyond the budget.

    docx2txt itself knows no limits and resolves entities, so every part is inflated and looked at before.
    """
    from xml.etree.ElementTree import ParseError

    import docx2txt  # these take 22 ms, which most documents need not wait for

    if not _is_harmless(Package(file)):
        return ""
    try:
        return str(docx2txt.process(file))
    except (KeyError, ParseError, zipfile.BadZipFile):
        return ""


def _is_harmless(package: Package) -> bool:
    """Say whether the parts are of bearable size and free of entities."""
    size = 0
    names = [name for name in package.names() if _READ.match(name)]
    if len({name.lower() for name in package.names()}) < len(package.names()):
        return False  # of twins, docx2txt might open the other one
    try:
        for name in names:
            size += sum(map(len, package.chunks(name)))
            if size > _MOST:
                return False
            _refuse_entities(package, name)
    except Corrupt:
        return False
    return True


def _refuse_entities(package: Package, name: str) -> None:
    """Raise Corrupt where a part declares entities or is no XML."""
    try:
        markup.parse(package.chunks(name), _pass_over, _pass_over, _pass_over)
    except TooLarge:  # nests too deep for our own reader; entities would have been declared before
        return


def _pass_over(*_: object) -> None:
    """Do nothing with an event."""
