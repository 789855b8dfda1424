"""The shared strings of an XLSX (ECMA-376 part 1, 18.4), read only as far as they are asked for."""

import re
from collections.abc import Iterable, Iterator

from readcli.readers.cell_text import plain

_SIMPLE = re.compile(r"\s*(?:<sst\b[^>]*>\s*)?<si><t(?: xml:space=\"preserve\")?>([^<]*)</t>")
_PHONETIC = re.compile(r"<rPh\b.*?</rPh>", re.DOTALL)
_TEXT = re.compile(r"<t(?:\s[^>]*)?>([^<]*)</t>")
_KEPT = 50_000  # strings under their index as it is written


def rich_text(xml: str) -> str:
    """Give the text of the runs of a string item, without the phonetic hints."""
    if "<rPh" in xml:
        xml = _PHONETIC.sub("", xml)
    return plain("".join(_TEXT.findall(xml)))


class SharedStrings(dict[str, str]):
    """Texts by their index as it stands in a cell; one that is not there is empty."""

    def __init__(self, pieces: Iterable[str]) -> None:
        """Take the decoded part, from which no more is read than is needed."""
        super().__init__()
        self._items = self._read(pieces)
        self._list: list[str] = []

    def __missing__(self, index: str) -> str:
        """Read on to a string. Raises Corrupt where the part is damaged."""
        number = int(index) if index.isdecimal() and len(index) < 10 else -1
        while number >= len(self._list):
            batch = next(self._items, None)
            if batch is None:
                break
            self._list += batch
        text = self._list[number] if 0 <= number < len(self._list) else ""
        if len(self) >= _KEPT:
            self.clear()
        self[index] = text
        return text

    @staticmethod
    def _read(pieces: Iterable[str]) -> Iterator[list[str]]:
        """Give the strings, as many at once as a piece holds."""
        waiting: list[str] = []
        for piece in pieces:
            waiting.append(piece.replace("<si/>", "<si><t></t></si>") if "<si/>" in piece else piece)
            if "</si>" not in piece and "<si/>" not in piece:
                continue
            items = "".join(waiting).split("</si>")
            waiting = [items.pop()]
            found = [_SIMPLE.fullmatch(item) for item in items]
            yield [plain(simple.group(1)) if simple else rich_text(item) for simple, item in zip(found, items, strict=True)]
