r"""Rich Text Format (1.9.1, and what older and other writers make of it): paragraphs as lines, tables as tab-separated rows.

Headers come first, footers, notes and comments last; text boxes follow the paragraph that they are anchored in. Pictures and
embedded objects are passed over, an object's `\result` is shown. Words that only format are not looked at.
"""

import re
from binascii import unhexlify
from collections.abc import Generator, Iterator

from readcli.errors import Corrupt
from readcli.model import Event, Notice, Options, Source
from readcli.readers.rtf_state import DELETED, HIDDEN, State
from readcli.readers.rtf_story import PLAIN
from readcli.readers.rtf_words import STARRED, WORDS, end_paragraph, skip

_TOKEN = re.compile(
    r"\\([a-zA-Z]{1,64})(-?\d{1,10})?[ ]?"  # 1, 2: a control word and its number
    r"|([^\\{}\r\n\0]+)"  # 3: text
    r"|((?:\\'[0-9a-fA-F]{2})+)"  # 4: bytes in hexadecimal
    r"|\{\s*\\\*\s*\\([a-zA-Z]{1,64})(?:-?\d{1,10})?[ ]?"  # 5: a group that readers who do not know it pass over
    r"|([{}])"  # 6
    r"|\\([^a-zA-Z])",  # 7: a control symbol
    re.DOTALL,
)
_TEXT, _HEX, _STARRED, _BRACE = 3, 4, 5, 6
_SYMBOLS = {"~": "\xa0", "_": "\u2011", "\t": "\t"}


def read(source: Source, options: Options) -> Iterator[Event]:
    """Give the text of an RTF file, as far as it goes. Raises Corrupt for bytes that are no RTF."""
    data = source.read()
    if not data[:64].lstrip(b"\xef\xbb\xbf \t\r\n\0").startswith(b"{\\rtf"):
        msg = "it does not begin like RTF"
        raise Corrupt(msg)
    state = State(data.decode("latin-1"), options)  # a character a byte: code pages change in the middle of lines
    del data  # which may be large
    has_text = False
    for event in _read_all(state):
        if isinstance(event, str):
            if options.facts_only:
                return
            has_text = True
        yield event
    if state.is_cut and not has_text:
        msg = "it ends before its text begins"
        raise Corrupt(msg)
    yield from _notices(state)


def _read_all(state: State) -> Iterator[Event]:
    """Give facts, headers, body, footers, notes and comments."""
    at: int | None = 0
    while at is not None:
        at = yield from _read_from(state, at)
    state.is_cut = state.is_cut or bool(state.groups)
    # Notes and boxes that were cut off still come out, and the styles of the last paragraph still hold.
    while state.groups:
        state.close_group()
    state.flush()
    state.body.finish(PLAIN)
    yield from _give_body(state)
    has_text = bool(state.body.block)
    for texts in state.parts.values():
        for text in texts:
            if has_text:
                yield ""
            has_text = True
            yield text


def _give_body(state: State) -> Iterator[Event]:
    """Give the body's finished lines, and what is known by then and stands before them."""
    # Facts and headers come before the first line of text in all files that Word writes.
    if state.facts:
        yield state.facts
        state.facts = {}
    if not state.is_begun and state.body.lines:
        state.is_begun = True
        for header in state.parts["header"]:
            yield header
            yield ""
        state.parts["header"].clear()
    yield from state.body.lines
    state.body.lines.clear()


def _read_from(state: State, at: int) -> Generator[Event, None, int | None]:
    """Go through the tokens from an index on; give where to go on after bytes that are no tokens, None at the end."""
    lines = state.body.lines
    put = state.raw.append
    for token in _TOKEN.finditer(state.text, at):
        kind = token.lastindex or 0
        if kind < _TEXT:
            action = WORDS.get(token[1])
            if state.skip:
                state.skip -= 1
                action = None if action.__class__ is str else action
            if action is None:
                continue
            if isinstance(action, str):
                state.write(action)
                continue
            state.end = token.end()
            number = token[2]
            jump = action(state, int(number) if number else None)
            if lines and state.story is state.body:
                yield from _give_body(state)
            if jump is not None:
                return jump
        elif kind <= _HEX:
            piece = token[3] or unhexlify(token[4].replace("\\'", "")).decode("latin-1")
            if state.skip or state.is_lost:
                state.put(piece)
            else:
                put(piece)  # nearly always: no call of ours for it
        elif kind == _BRACE:
            if token[6] == "{":
                state.open_group()
                continue
            state.close_group()
            if not state.groups:  # the document's own, what follows is none of it
                state.end = token.end()
                return None
        elif (jump := _act_on_rare(state, token)) is not None:
            return jump
    return None


def _act_on_rare(state: State, token: re.Match[str]) -> int | None:
    """Act on a group that may be passed over, or on a control symbol."""
    state.end = token.end()
    if token[5]:
        state.open_group()
        action = STARRED.get(token[5], skip)
        return action(state, None) if action else None
    symbol = token[7]
    if state.skip and symbol not in "\r\n":
        state.skip -= 1
    elif symbol in "\r\n":
        end_paragraph(state, None)
    elif symbol in "{}\\":
        state.put(symbol)  # may be the second half of a double-byte character
    elif symbol in _SYMBOLS:
        state.write(_SYMBOLS[symbol])
    return None


def _notices(state: State) -> Iterator[Event]:
    """Say what was left out, and that the file is not whole."""
    for count, what, option in ((state.lost[DELETED], "deleted", "--changes"), (state.lost[HIDDEN], "hidden", "--hidden")):
        if count:
            passages = "1 passage" if count == 1 else f"{count} passages"
            yield Notice(f"{passages} of {what} text left out; {option} shows {'it' if count == 1 else 'them'}")
    if state.is_cut:
        yield Notice("it ends in the middle, the text goes as far as the file")
    elif rest := state.text[state.end :].strip(" \0\r\n\t\x1a"):
        yield Notice(f"{len(rest)} bytes behind its end are not read")
