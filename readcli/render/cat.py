r"""The hands of `cat`: -A -b -E -s -T -u -v -e -t, on decoded text.

- v: control characters as ^X, also the \r of a line that ends in CRLF; what is not ASCII stays, but for C1
- E: $ at each newline; T: tabs as ^I; s: one blank line for several; b: number what is not blank, as cat counts
- u: each piece at once
"""

from __future__ import annotations

from readcli import control
from readcli.lines import Block, Fold, Gap
from readcli.render.plain import Form

TYPE_CHECKING = False
if TYPE_CHECKING:
    from readcli.page import Page
    from readcli.render.out import Out

# C0 but TAB and newline, DEL, C1: what `-v` makes visible.
_VISIBLE = {code: control.visible(chr(code)) for code in (*range(32), *range(127, 160)) if code not in (9, 10)}


def render(page: Page, out: Out) -> None:
    """Print all items of a page as cat would, with the options given. Raises what reading raises."""
    page.document.lines.keeps_cr = True
    hands = Hands(page, out)
    out.is_live = page.document.lines.is_live or "u" in page.options.cat
    for item in page.items:
        if isinstance(item, Gap):
            out.write(b"" if page.is_plain else b"\xe2\x80\xa6\n")
        elif isinstance(item, Fold):
            out.write(hands.form.fold(item))
        else:
            out.write(hands.block(item))
    if not out.ends_line and page.gutter != "none":
        out.write(b"\n")
    page.finish()
    out.is_live = False


class Hands:
    """How the lines of one page are written."""

    def __init__(self, page: Page, out: Out) -> None:
        """Take the letters of the options."""
        self.form = Form(page)
        self._letters = page.options.cat
        self._gutter = "none" if "b" in self._letters else page.gutter
        self._out = out
        self._was_blank = False

    def block(self, block: Block) -> bytes:
        """Write the lines of a block."""
        written = []
        last = block.n + block.count - 1
        for n, line in enumerate(block.lines, block.n):
            is_ended = n < last or block.data.endswith(b"\n")
            is_start = n > block.n or block.col != 0
            is_blank = not line and is_ended and is_start
            if is_blank and self._was_blank and "s" in self._letters:
                continue
            self._was_blank = is_blank
            if is_start:
                written.append(self._start(n, line, is_blank=is_blank))
            written.append(self._text(line, is_ended=is_ended))
            written.append((b"$\n" if "E" in self._letters else b"\n") if is_ended else b"")
        return b"".join(written)

    def _start(self, n: int, line: bytes, *, is_blank: bool) -> bytes:
        """Write what stands left of a line: cat's number, or the gutter that was asked for."""
        if "b" in self._letters:
            if is_blank:
                return b""
            self._out.numbered += 1
            return b"%6d\t" % self._out.numbered
        if self._gutter == "anchors":
            from readcli.anchors import anchor

            return b"%d%b|" % (n, anchor(line.removesuffix(b"\r")))
        return b"%d|" % n if self._gutter == "numbers" else b""

    def _text(self, line: bytes, *, is_ended: bool) -> bytes:
        r"""Write a line; only the `\r` before its newline belongs to the ending."""
        letters = self._letters
        if "v" in letters:
            text = line.decode("utf-8", "replace").translate(_VISIBLE)
            line = (control.show(text) if self.form.is_terminal else text).encode()
        else:
            is_crlf = is_ended and line.endswith(b"\r")
            line = self.form.shown(Block(1, line[:-1] if is_crlf else line)).data
            line += b"^M" if is_crlf and "E" in letters else b""
        return line.replace(b"\t", b"^I") if "T" in letters else line
