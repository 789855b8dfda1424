"""References to books and articles in mdoc(7): Rs, the parts %A %T %J ..., Re."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from readcli.readers.man_mdoc import Mdoc, Word


class References:
    """The reference under way."""

    def __init__(self, mdoc: Mdoc) -> None:
        """Take the page."""
        self._mdoc = mdoc
        self._parts: dict[str, list[str]] | None = None

    def begin(self, _words: list[Word]) -> None:
        """Begin a reference (Rs)."""
        self._mdoc.sheet.flush()
        if self._mdoc.section == "SEE ALSO":
            self._mdoc.sheet.space()
        self._parts = {}

    def part(self, key: str, words: list[str]) -> None:
        """Take a part; outside of a reference it is set at once."""
        text = " ".join(words)
        if self._parts is None:
            self._mdoc.word(text, "I" if key in "BIJ" else "R")
        else:
            self._parts.setdefault(key, []).append(text)

    def end(self, _words: list[Word]) -> None:
        """Set the parts in their order (Re)."""
        parts, self._parts = self._parts or {}, None
        texts = [(key, text) for key in "ATBIJRNVUPQCDO" for text in self._joined(key, parts.get(key, []))]
        for at, (key, text) in enumerate(texts):
            if key == "T":
                text = f"\u201c{text}\u201d" if parts.get("J") or parts.get("B") else text
            self._mdoc.word(text, "I" if key in "BIJ" or (key == "T" and not text.startswith("\u201c")) else "R")
            self._mdoc.word("." if at == len(texts) - 1 else ",", "R", closes=True)

    @staticmethod
    def _joined(key: str, texts: list[str]) -> list[str]:
        if key == "A" and len(texts) > 1:
            return [", ".join(texts[:-1]) + (", and " if len(texts) > 2 else " and ") + texts[-1]]
        return texts
