r"""The control words of RTF that matter for its text, and what each does (RTF 1.9.1, appendix B); all others are formatting.

An action gets the state and the word's number, and may give the index to go on from.
"""

import re
from collections.abc import Callable

from readcli.readers import rtf_charsets
from readcli.readers.rtf_state import DELETED, HIDDEN, INSERTED, State
from readcli.readers.rtf_story import PLAIN, Paragraph

Action = Callable[[State, "int | None"], "int | None"]
_WITH_FONTS = ("header", "footer", "footnote", "comment", "box", "label")
_STYLE = re.compile(r"\\s(\d{1,9})(?!\d)|\\outlinelevel([0-8])(?!\d)|heading ([1-9]);", re.IGNORECASE)


def skip(state: State, _number: int | None) -> int:
    """Pass over the rest of the group."""
    return state.close_of_group()


def skip_bytes(state: State, number: int | None) -> int:
    r"""Pass over the bytes that follow `\bin`."""
    return state.end + max(0, number or 0)


def skip_alternative(state: State, _number: int | None) -> int:
    r"""Of `\upr{...}{\*\ud{...}}` take the second, which is Unicode."""
    at = state.text.find("{", state.end)
    if at < 0:
        return len(state.text)
    state.end = at + 1
    return state.close_of_group() + 1


def take_fonts(state: State, _number: int | None) -> int:
    """Read the font table."""
    end = state.close_of_group()
    state.fonts.update(rtf_charsets.read_fonts(state.text[state.end : end], state.document))
    codec = state.fonts.get(state.default_font, state.document)
    state.groups[-1] = (state.groups[-1][0], codec, *state.groups[-1][2:])  # text without a font has the default one
    return end


def take_styles(state: State, _number: int | None) -> int:
    """Read from the style sheet which styles are headings, by outline level or by name."""
    end = state.close_of_group()
    style = 0
    for match in _STYLE.finditer(state.text, state.end, end):
        if match[1]:
            style = int(match[1])
        elif match[2]:
            state.styles[style] = int(match[2]) + 1
        else:
            state.styles.setdefault(style, int(match[3]))
    return end


def use_page(state: State, number: int | None) -> None:
    """Set the document's code page."""
    state.document = rtf_charsets.codec_of_page(number or 0)
    state.use_codec(state.document)


def use_font(state: State, number: int | None) -> None:
    """Go over to a font, and with it to its code page."""
    codec = state.fonts.get(number or 0, state.document)
    if codec is not state.codec:
        state.use_codec(codec)


def write_unicode(state: State, number: int | None) -> None:
    r"""Write a UTF-16 unit (negative numbers too); numbers beyond are taken for code points. Picture fonts lie at U+F000."""
    code = (number or 0) if 0xFFFF < (number or 0) <= 0x10FFFF else (number or 0) & 0xFFFF
    if 0xF020 <= code <= 0xF0FF:
        codec = rtf_charsets.WINGDINGS if state.codec == rtf_charsets.WINGDINGS else rtf_charsets.SYMBOL
        state.write(rtf_charsets.picture(code & 0xFF, codec))
    elif code:
        state.write(chr(code))
    state.skip = state.alternatives


def set_alternatives(state: State, number: int | None) -> None:
    r"""Set how many bytes follow each `\u`."""
    state.alternatives = max(0, 1 if number is None else number)


def mark_with(bit: int) -> Action:
    """Make the action of a property of characters that is off with 0."""

    def act(state: State, number: int | None) -> None:
        marks = state.marks & ~bit if number == 0 else state.marks | bit
        if marks != state.marks:
            state.mark(marks)

    return act


def make_plain(state: State, _number: int | None) -> None:
    """Reset the properties of characters."""
    use_font(state, state.default_font)
    if state.marks:
        state.mark(0)


def set_default_font(state: State, number: int | None) -> None:
    r"""Name the font that `\plain` goes back to."""
    state.default_font = number or 0


def reset_paragraph(state: State, _number: int | None) -> None:
    """Reset the properties of paragraphs."""
    state.style = PLAIN


def enter_table(state: State, _number: int | None) -> None:
    """Say that the paragraph lies in a table."""
    old = state.style
    state.style = Paragraph(max(1, old.table), old.indent, old.heading)


def set_table_depth(state: State, number: int | None) -> None:
    """Say in how many tables, one in the other, the paragraph lies."""
    old = state.style
    state.style = Paragraph(max(0, number or 0), old.indent, old.heading)


def set_list_level(state: State, number: int | None) -> None:
    """Set the paragraph's level in a list."""
    old = state.style
    state.style = Paragraph(old.table, min(8, max(0, number or 0)), old.heading)


def set_style(state: State, number: int | None) -> None:
    """Apply a paragraph style: it may be a heading."""
    old = state.style
    state.style = Paragraph(old.table, old.indent, state.styles.get(number or 0, 0))


def set_outline_level(state: State, number: int | None) -> None:
    """Make the paragraph a heading; 9 is body text."""
    old = state.style
    state.style = Paragraph(old.table, old.indent, number + 1 if number is not None and 0 <= number < 9 else 0)


def end_paragraph(state: State, _number: int | None) -> None:
    """End the paragraph, unless its end is not to be seen: then it runs on into the next."""
    if state.is_lost:
        state.lose()
        return
    state.flush()
    state.story.end_paragraph(state.style)


def end_break(state: State, _number: int | None) -> None:
    """Begin a page, column or section."""
    state.flush()
    state.story.end_break(state.style)


def end_cell(state: State, _number: int | None) -> None:
    """End a cell of the outermost table."""
    state.flush()
    state.story.end_cell(state.style, 1)


def end_row(state: State, _number: int | None) -> None:
    """End a row of the outermost table."""
    state.flush()
    state.story.end_row(state.style, 1)


def end_inner_cell(state: State, _number: int | None) -> None:
    """End a cell of a table in a table."""
    state.flush()
    state.story.end_cell(state.style, max(2, state.style.table))


def end_inner_row(state: State, _number: int | None) -> None:
    """End a row of a table in a table."""
    state.flush()
    state.story.end_row(state.style, max(2, state.style.table))


def begin(kind: str) -> Action:
    """Make the action that lets a group be a story of this kind."""

    def act(state: State, _number: int | None) -> int | None:
        is_note = kind in ("footnote", "comment", "author of a comment")
        if state.closing:
            return None  # one group cannot be two things
        if state.is_lost or (is_note and state.options.no_notes):
            return state.close_of_group()
        state.begin_story(kind)
        if kind not in _WITH_FONTS:
            state.use_codec(state.document)
        return None

    return act


def begin_field(state: State, _number: int | None) -> None:
    """Begin a field."""
    if not state.closing:
        state.begin_field()


def make_endnote(state: State, _number: int | None) -> None:
    """Say that the note is an endnote."""
    if state.story.kind == "footnote":
        state.story.kind = "endnote"


def number_note(state: State, _number: int | None) -> None:
    """Remember that the note here, or this note, is numbered."""
    state.story.is_automatic = not state.options.no_notes


CHARACTERS = (
    {"emdash": "—", "endash": "–", "emspace": "\u2003", "enspace": "\u2002", "qmspace": "\u2005", "bullet": "•"}
    | {"lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”", "tab": "\t", "line": "\n", "lbr": "\n", "softline": "\n"}
    | {"zwj": "\u200d", "zwnj": "\u200c", "zwbo": "\u200b", "zwnbo": "\u2060", "ltrmark": "\u200e", "rtlmark": "\u200f"}
    | {"mden": "/", "msup": "^", "msub": "_"}  # equations, as linear text
)
_SKIPPED = (
    "colortbl pict objdata xe tc tcn rxe txe sp pntxta pntxtb template private filetbl ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn "
    "nonshppict shprslt nonesttables subject keywords operator manager category comment doccomm hlinkbase mmathPict "
    "mrPr maccPr mbarPr mboxPr mborderBoxPr mdPr meqArrPr mfPr mfuncPr mgroupChrPr mlimLowPr mlimUppPr mmPr mnaryPr mphantPr "
    "mradPr msPrePr msSubPr msSubSupPr msSupPr mctrlPr momathParaPr moMathParaPr"
)
WORDS: dict[str, str | Action] = (
    CHARACTERS
    | dict.fromkeys(_SKIPPED.split(), skip)
    | {"bin": skip_bytes, "upr": skip_alternative, "fonttbl": take_fonts, "stylesheet": take_styles}
    | {"ansicpg": use_page, "mac": lambda state, _: use_page(state, 10000), "pc": lambda state, _: use_page(state, 437)}
    | {"pca": lambda state, _: use_page(state, 850), "f": use_font, "deff": set_default_font, "u": write_unicode, "uc": set_alternatives}
    | {"deleted": mark_with(DELETED), "revised": mark_with(INSERTED), "v": mark_with(HIDDEN), "plain": make_plain}
    | {"pard": reset_paragraph, "intbl": enter_table, "itap": set_table_depth, "ilvl": set_list_level}
    | {"s": set_style, "outlinelevel": set_outline_level}
    | {"par": end_paragraph, "page": end_break, "sect": end_break, "column": end_break}
    | {"cell": end_cell, "row": end_row, "nestcell": end_inner_cell, "nestrow": end_inner_row}
    | dict.fromkeys(("header", "headerl", "headerr", "headerf"), begin("header"))
    | dict.fromkeys(("footer", "footerl", "footerr", "footerf"), begin("footer"))
    | {"footnote": begin("footnote"), "ftnalt": make_endnote, "chftn": number_note, "annotation": begin("comment")}
    | {"shptxt": begin("box"), "dptxbxtext": begin("box"), "listtext": begin("label"), "pntext": begin("label")}
    | {"field": begin_field, "fldinst": begin("code"), "title": begin("title"), "author": begin("author")}
)
# Destinations behind `\*` that are read all the same; what they do themselves, if anything.
STARRED: dict[str, Action | None] = (
    {"annotation": begin("comment"), "atnauthor": begin("author of a comment"), "fldinst": begin("code"), "footnote": begin("footnote")}
    | dict.fromkeys(("shpinst", "do", "ud", "nesttableprops", "moMath", "moMathPara"), None)
    | {"shptxt": begin("box"), "dptxbxtext": begin("box"), "pntext": begin("label"), "listtext": begin("label")}
)
