"""Lists and displays of mdoc(7): Bl, It, El; Bd, Ed, D1, Dl. Each has an indent from the one around it."""

from __future__ import annotations

from readcli.readers.man_mdoc_words import WIDTHS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from readcli.readers.man_mdoc import Mdoc, Word
    from readcli.readers.man_text import Runs

_STEP = 6
_KINDS = ("bullet", "dash", "hyphen", "enum", "item", "tag", "hang", "inset", "diag", "ohang", "column")
_MARKS = {"bullet": "\u2022", "dash": "-", "hyphen": "-"}
_HANGS = {"bullet": 4, "dash": 4, "hyphen": 4, "enum": 5, "tag": 8, "hang": 8}  # unless a width is given


class _List:
    """A list under way: its kind, where its items begin, how far they hang, whether blank lines part them."""

    __slots__ = ("compact", "count", "hang", "indent", "kind", "outer", "widths")

    def __init__(self, kind: str, outer: int, indent: int) -> None:
        self.kind = kind
        self.outer = outer
        self.indent = indent
        self.hang = 0
        self.compact = False
        self.count = 0
        self.widths: list[int] = []


class Lists:
    """The lists and displays that are open."""

    def __init__(self, mdoc: Mdoc) -> None:
        """Take the page."""
        self._mdoc = mdoc
        self._lists: list[_List] = []
        self._displays: list[tuple[int, bool]] = []  # the indent and the filling around

    @property
    def is_open(self) -> bool:
        """Whether there is a list around."""
        return bool(self._lists)

    def begin(self, words: list[Word]) -> None:
        """Begin a list (Bl)."""
        sheet = self._mdoc.sheet
        sheet.flush()
        texts = [word for word, _ in words]
        kind = next((text[1:] for text in texts if text[1:] in _KINDS and text[:1] == "-"), "item")
        found = _List(kind, sheet.indent, sheet.indent)
        found.compact = "-compact" in texts
        if "-offset" in texts:
            found.indent += self._measure(texts, texts.index("-offset") + 1)
        found.hang = _HANGS.get(kind, 0)
        if "-width" in texts and kind not in ("inset", "ohang", "item", "diag"):
            found.hang = self._measure(texts, texts.index("-width") + 1) + 2
        found.hang = min(found.hang, max(2, sheet.width // 2))
        if kind == "column":
            found.widths = self._widths(texts)
        self._lists.append(found)
        if len(self._lists) > 50:
            found.indent = found.outer
        if not found.compact:
            sheet.space()

    def _measure(self, texts: list[str], at: int) -> int:
        """Give the columns of a width or offset: a number, `indent`, `Ds`, or a text as long as meant."""
        text = texts[at] if at < len(texts) else ""
        if text in ("indent", "Ds", "indent-two"):
            return _STEP * (1 + (text == "indent-two"))
        if text in WIDTHS:
            return WIDTHS[text]
        if text in ("left", ""):
            return 0
        if text[0].isdigit() and text.rstrip("nmiu")[-1:].isdigit():
            return max(0, min(self._mdoc.roff.number(text), 60))
        words: list[Word] = [(word, False) for word in text.split()]
        return min(60, sum(len(letters) for _, letters in self._mdoc.collect(words)))

    def _widths(self, texts: list[str]) -> list[int]:
        skipped = {"-offset", "-width"}
        found = []
        is_value = False
        for text in texts:
            if is_value:
                is_value = False
            elif text in skipped:
                is_value = True
            elif not (text[:1] == "-" and (text[1:] in _KINDS or text == "-compact")):
                found.append(self._measure([text], 0))
        return found

    def item(self, words: list[Word]) -> None:
        """Begin an item (It)."""
        mdoc, sheet = self._mdoc, self._mdoc.sheet
        if not self._lists:
            mdoc.line(words)
            return
        now = self._lists[-1]
        sheet.flush()
        sheet.indent = now.indent
        if now.count and not now.compact and now.kind != "column":
            sheet.space()
        now.count += 1
        if now.kind in _MARKS or now.kind == "enum":
            mark = _MARKS.get(now.kind, f"{now.count}.")
            sheet.hang([("R", mark)], now.indent + now.hang)
            return
        if now.kind == "column":
            self._columns(now, words)
            return
        if now.kind == "item":
            return
        head = mdoc.collect(words)
        head = [("B", text) if now.kind == "diag" else (font, text) for font, text in head]
        if now.kind in ("tag", "hang"):
            sheet.hang(head, now.indent + now.hang, 2) if now.kind == "tag" else self._hang(head, now)
        else:
            sheet.put(head)
            if now.kind == "ohang":
                sheet.flush()

    def _hang(self, head: Runs, now: _List) -> None:
        """Begin an item whose text goes on behind a head that is too long for its place."""
        sheet = self._mdoc.sheet
        size = sum(len(text) for _, text in head)
        if size < now.hang:
            sheet.hang(head, now.indent + now.hang, 2)
            return
        sheet.put(head)
        sheet.indent = now.indent + now.hang

    def _columns(self, now: _List, words: list[Word]) -> None:
        """Set a row of cells apart by `Ta` or by tabs."""
        cells: list[list[Word]] = [[]]
        for word, is_quoted in words:
            if word == "Ta" and not is_quoted:
                cells.append([])
                continue
            first, *more = word.split("\t")
            cells[-1].append((first, is_quoted))
            cells += [[(piece, is_quoted)] for piece in more]
        row: Runs = []
        for at, cell in enumerate(cells):
            runs = self._mdoc.collect([word for word in cell if word[0]])
            row += runs
            if at < len(cells) - 1:
                size = sum(len(text) for _, text in runs)
                width = now.widths[at] if at < len(now.widths) else _STEP
                row.append(("R", "\u00a0" * max(1, width + 4 - size if size < width + 4 else 1)))
        sheet = self._mdoc.sheet
        fills, sheet.fills = sheet.fills, False
        sheet.put(row)
        sheet.fills = fills

    def next_column(self, _words: list[Word]) -> None:
        """Go to the next cell where `Ta` begins a line of its own."""
        self._mdoc.put([("R", "\u00a0")])

    def end(self, _words: list[Word]) -> None:
        """End a list (El)."""
        self._mdoc.sheet.flush()
        if self._lists:
            self._mdoc.sheet.indent = self._lists.pop().outer

    def end_all(self) -> None:
        """End what a section leaves open."""
        self._lists.clear()
        self._displays.clear()

    def display(self, words: list[Word]) -> None:
        """Begin a display (Bd)."""
        sheet = self._mdoc.sheet
        texts = [word for word, _ in words]
        sheet.flush()
        if "-compact" not in texts:
            sheet.space()
        self._displays.append((sheet.indent, sheet.fills))
        if "-offset" in texts and len(self._displays) < 50:
            sheet.indent = min(sheet.indent + self._measure(texts, texts.index("-offset") + 1), sheet.width - 10)
        sheet.fills = not ("-literal" in texts or "-unfilled" in texts)

    def end_display(self, _words: list[Word]) -> None:
        """End a display (Ed)."""
        sheet = self._mdoc.sheet
        sheet.flush()
        if self._displays:
            sheet.indent, sheet.fills = self._displays.pop()

    def one_line(self, words: list[Word]) -> None:
        """Set one line indented (D1, Dl)."""
        sheet = self._mdoc.sheet
        sheet.flush()
        sheet.indent += _STEP
        self._mdoc.line(words)
        sheet.flush()
        sheet.indent -= _STEP
