"""What lies on a page beside its text: targets of links, values of form fields, words of annotations."""

from collections.abc import Iterator
from typing import Any

from readcli.readers.pdf_layout import RIGHT, Box, Piece, Span, Ways, holds

BUTTON, CHECKBOX, RADIO, SIGNATURE, TEXT = 1, 2, 5, 6, 7  # kinds of fields, PDF_WIDGET_TYPE_*
HIDDEN = 1  # of `field_display`
PASSWORD = 1 << 13  # a bit of a text field's flags
OFF = ("Off", "", None, False)


class Links:
    """The links of a page that lead out of the document."""

    def __init__(self, page: Any) -> None:
        """List them; links within the document say nothing that the text does not."""
        self.found: list[tuple[Box, str]] = []
        link = page.first_link
        while link:
            if link.is_external and link.uri:
                self.found.append((tuple(link.rect), link.uri))
            link = link.next

    def mark(self, spans: list[Span]) -> str:
        """Write the spans of a line: `[text](target)` where spans are a link, `text <target>` where a link is part of one."""
        text = ""
        open_uri = ""
        rest: list[str] = []
        for span in spans:
            uri = self.target(span["bbox"])
            if uri != open_uri:
                text += close(open_uri)
                text += "[" if uri else ""
                open_uri = uri
            text += span["text"]
            if not uri:
                rest += [target for area, target in self.found if holds(span["bbox"], area) and target not in rest]
        text += close(open_uri)
        shown = "".join([span["text"] for span in spans])
        if any(bare(target) in shown for _area, target in self.found if target in text or target in rest):
            return shown
        return text + "".join([f" <{target}>" for target in rest])

    def target(self, box: Box) -> str:
        """Give where a span leads: to what a link round its whole box says."""
        for area, uri in self.found:
            if area[0] - 2 <= box[0] and box[2] <= area[2] + 2 and holds(area, box):
                return uri
        return ""


def close(uri: str) -> str:
    """Write the end of a link, if one is open."""
    return f"]({uri})" if uri else ""


def bare(uri: str) -> str:
    """Give the part of a target that a printed address would show."""
    return uri.partition("://")[2].rstrip("/") or uri.removeprefix("mailto:")


def place_fields(page: Any, ways: Ways) -> None:
    """Put the values of a form's fields among the pieces of text, each behind the label on its line.

    What a field's appearance shows (cut off at its edge, one letter a comb, a tick of Dingbats) gives way to its value;
    passwords and hidden fields are left out.
    """
    pieces = ways.setdefault(RIGHT, [])
    for widget in page.widgets():
        value = field_text(widget)
        if value is None:
            continue
        box = tuple(widget.rect)
        inside = [piece for piece in pieces if holds(box, (piece.x0, piece.y0, piece.x1, piece.y1))]
        size = inside[0].size if inside else min(12.0, box[3] - box[1])
        place = pieces.index(inside[0]) if inside else len(pieces)
        pieces[:] = [piece for piece in pieces if piece not in inside]
        lines = value.splitlines()
        if not lines:
            continue
        piece = Piece(box, value, size, -1)
        piece.is_ready = len(lines) > 1
        insert_field(pieces, piece, min(place, len(pieces)))


def insert_field(pieces: list[Piece], field: Piece, place: int) -> None:
    """Put a field behind the nearest piece on its line to its left, before the nearest to its right, or at `place`."""
    left = right = None
    for index, piece in enumerate(pieces):
        if min(piece.y1, field.y1) - max(piece.y0, field.y0) < 0.5 * min(piece.y1 - piece.y0, field.y1 - field.y0):
            continue
        if piece.x1 <= field.x0 + 2 and (left is None or piece.x1 >= pieces[left].x1):
            left = index
        elif piece.x0 >= field.x1 - 2 and (right is None or piece.x0 < pieces[right].x0):
            right = index
    pieces.insert(place if left is None and right is None else left + 1 if left is not None else right or 0, field)


def field_text(widget: Any) -> str | None:
    """Give what a field says, or None where it says nothing of its own: buttons, signatures, what is not shown."""
    if widget.field_display == HIDDEN or widget.field_type in (BUTTON, SIGNATURE):
        return None
    if widget.field_type in (CHECKBOX, RADIO):
        return "[ ]" if is_off(widget) else "[x]"
    value = widget.field_value
    if isinstance(value, list):
        value = ", ".join([str(item) for item in value])
    if widget.field_flags & PASSWORD and widget.field_type == TEXT:
        return ""
    if not isinstance(value, str):
        return None
    return value.replace("\r\n", "\n").replace("\r", "\n").strip()


def is_off(widget: Any) -> bool:
    """Tell whether a box or a radio button is not chosen."""
    value = widget.field_value
    if widget.field_type == RADIO:
        return bool(value in OFF or value != widget.on_state())
    return value in OFF


def list_annotations(page: Any, text: str) -> Iterator[str]:
    """Give the words of notes, highlights and stamps that the text does not show: `Note (author): words`."""
    for annotation in page.annots():
        info = annotation.info
        content = (info.get("content") or "").replace("\r\n", "\n").replace("\r", "\n").strip()
        kind = annotation.type[1]
        if kind == "FileAttachment":
            content = f"{annotation.file_info.get('filename', '')} {content}".strip()
        if content and is_new(content, text):
            author = f" ({info['title']})" if info.get("title") else ""
            yield f"{'Note' if kind in ('Text', 'FreeText') else kind}{author}: {content}"


def is_new(value: str, text: str) -> bool:
    """Tell whether words are not in a text yet, white space aside."""
    return "".join(value.split()) not in "".join(text.split())
