"""The text of blocks made fit for where it goes: sequences undone, or set anew as styles; control characters visible."""

from __future__ import annotations

from readcli.render.columns import shorten
from readcli.render.plain import has_control

TYPE_CHECKING = False
if TYPE_CHECKING:
    from readcli.render.columns import Runs
    from readcli.render.escapes import Pen
    from readcli.render.plain import Form

_PLAIN = bytes([9, 10, *range(32, 127)])


class Shown:
    """What becomes of the text of one page; colours of the text's own go on from line to line."""

    def __init__(self, form: Form, *, is_coloured: bool) -> None:
        """Take what is asked for, and whether colours may come out."""
        self._form = form
        self._ansi = form.ansi
        self._has_styles = self._ansi == "keep" or (self._ansi == "auto" and is_coloured)
        self._is_visible = is_coloured or form.is_terminal or self._ansi == "show"
        self._pen: Pen | None = None

    def lift(self) -> None:
        """Begin without a style: what comes next does not follow."""
        self._pen = None

    def lines(self, data: bytes) -> tuple[list[str], dict[int, Runs]]:
        """Give lines fit for output, and those that bring a style of their own in runs, by their place."""
        styled: dict[int, Runs] = {}
        lines = self._text(data, styled).split("\n")
        if len(lines) > 1 and not lines[-1]:
            lines.pop()
        most = self._form.columns
        if most and any(len(line) > most for line in lines):
            self._form.page.has_cut_columns = True
            lines = [line if len(line) <= most else line[:most] + "…" for line in lines]
            styled = {at: shorten(runs, most) for at, runs in styled.items()}
        return lines, styled

    def _text(self, data: bytes, styled: dict[int, Runs]) -> str:
        is_styled = self._pen is not None and bool(self._pen.style)
        if not is_styled and data.isascii() and not data.translate(None, _PLAIN):
            return data.decode("ascii")
        from readcli import control

        if self._has_styles and (is_styled or has_control(data)):
            text = self._settle(data.decode("utf-8", "replace"), styled)
        elif self._ansi != "show" and has_control(data):
            text = control.strip(data).decode("utf-8", "replace")
        else:
            text = data.decode("utf-8", "replace")
        return control.show(text) if self._is_visible and not control.is_safe(text) else text

    def _settle(self, text: str, styled: dict[int, Runs]) -> str:
        """Undo what lines hold of sequences; note those that have a style."""
        from readcli.control import show
        from readcli.render.escapes import Pen, has_any, settle

        if self._pen is None:
            self._pen = Pen()
        lines = text.split("\n")
        for at, line in enumerate(lines):
            if not (self._pen.style or has_any(line)):
                continue
            runs = settle(line, self._pen)
            lines[at] = "".join(part for _, part in runs)
            if any(style for style, _ in runs):
                styled[at] = [(style, show(part)) for style, part in runs]
        return "\n".join(lines)
