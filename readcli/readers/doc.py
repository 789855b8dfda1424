"""Word documents before DOCX: Word 97 to 2003, Word 6 and 95 (MS-DOC).

Paragraphs with blank lines between them, tables as tab rows; then what lies beside the body: notes, comments, text
boxes, headers and footers, each once, behind a plain mark. Not Word 2 and earlier, no list numbers, no pictures.
"""

from collections.abc import Iterator

from readcli import ole
from readcli.errors import Corrupt, Unsupported
from readcli.model import Event, Heading, Notice, Options, Source
from readcli.readers import doc_fib
from readcli.readers.doc_fib import Fib
from readcli.readers.doc_format import IN_TABLE, INNER_CELL, INNER_ROW_END, LISTED, ROW_END, Formats
from readcli.readers.doc_stories import Note, read_notes, story_spans
from readcli.readers.doc_text import Text


def read(source: Source, options: Options) -> Iterator[Event]:
    """Give facts, body and what lies beside it. Raises Corrupt, Encrypted, MissingExtra, Unsupported."""
    file = source.seekable()
    compound = ole.Compound(file)
    facts = compound.facts()
    fib = Fib(compound)
    if fib.is_encrypted:
        facts["encrypted"] = True
        if fib.is_old and options.password is not None:
            msg = "encrypted documents of Word 6 and 95 are not read"
            raise Unsupported(msg)
        fib = Fib(ole.Compound(ole.decrypt(file, options.password)))
    yield facts
    if options.facts_only:
        return
    spans = story_spans(fib)
    text = Text(fib, Formats(fib), options, spans)
    missing = spans[-1][1] - len(text.characters)
    if missing and not text.characters:
        msg = "its text is missing"
        raise Corrupt(msg)
    notes = [] if options.no_notes else read_notes(fib, spans)
    for note in notes:
        if note.reference >= 0:
            text.marks[note.reference] = f"[{note.label}]"
    yield from _count(text)
    is_empty = True
    for event in tell(text, spans[doc_fib.BODY]):
        is_empty = False
        yield event
    for line in _tell_notes(text, notes):
        if not is_empty:
            yield ""
        is_empty = False
        yield line
    if missing > 0:
        yield Notice(f"it is damaged, {missing} characters of its text are missing")


def tell(text: Text, span: tuple[int, int]) -> Iterator[Event]:
    """Give the lines of one story, with a blank one between blocks; a table and a list are one block."""
    before = ""
    for kind, level, line in _find_blocks(text, span):
        if before and (kind != before or kind == "paragraph"):
            yield ""
        before = kind
        if level:
            yield Heading(level, line)
        yield line


def _find_blocks(text: Text, span: tuple[int, int]) -> Iterator[tuple[str, int, str]]:
    """Give kind (paragraph, list, table), level of a heading or 0, and text of what is not empty."""
    row: list[str] = []
    cell: list[str] = []
    for line, mark, (flags, level) in text.paragraphs(*span):
        if mark == "\x07":
            # Without properties an empty cell right behind a full row of them can only be the mark of its end.
            is_end = flags & ROW_END if text.formats.has_rows else row and not cell and not line
            if is_end:
                yield from _end_row(row)
            else:
                row.append(_join_cell([*cell, line]))
            cell.clear()
        elif flags & (IN_TABLE | INNER_CELL | INNER_ROW_END) and mark == "\r":
            cell.append(line)
        else:
            if row or cell:  # the table breaks off
                row.append(_join_cell(cell))
                yield from _end_row(row)
                cell.clear()
            if line:
                yield "list" if flags & LISTED and not level else "paragraph", level, line
    if row or cell:
        yield from _end_row([*row, _join_cell(cell)])


def _end_row(row: list[str]) -> Iterator[tuple[str, int, str]]:
    """Give a row, if it has any text, and empty it."""
    line = "\t".join(row).rstrip()
    row.clear()
    if line:
        yield "table", 0, line


def _join_cell(lines: list[str]) -> str:
    """Make one line of the paragraphs of a cell, without tabs: they would look like further cells."""
    return " ".join(" ".join(line.split()) for line in lines if line)


def _tell_notes(text: Text, notes: list[Note]) -> Iterator[str]:
    """Give each text beside the body in one event, its mark before it; a header or footer of all sections once."""
    told = set()
    for note in notes:
        line = "\n".join(event for event in tell(text, note.span) if isinstance(event, str) and event).strip()
        if line and (note.label, line) not in told:
            if note.label in ("header", "footer"):
                told.add((note.label, line))
            yield f"[{note.label}] {note.author}{line}" if note.label else line


def _count(text: Text) -> Iterator[Notice]:
    """Say how much text nobody is meant to see was left out."""
    for count, what, option in ((text.deleted, "deleted", "--changes"), (text.hidden, "hidden", "--hidden")):
        if count:
            passages = "1 passage" if count == 1 else f"{count} passages"
            yield Notice(f"{passages} of {what} text left out; {option} shows {'it' if count == 1 else 'them'}")
