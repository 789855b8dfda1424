r"""Control characters in text: undone for pipes and agents, made visible for terminals.

Nothing here runs for text without any; `is_plain` and `is_safe` tell quickly. Sequences: ECMA-48 (CSI, OSC, APC ...),
carriage returns as terminals obey them, overstrikes as printers did.
"""

from __future__ import annotations

import re

# CSI; then strings ended by BEL or ST (or the end of the line); then other escapes; each also in its C1 form.
_SEQUENCE = re.compile(
    "(?:\x1b\\[|\x9b)[0-?]*[ -/]*[@-~]?"
    "|(?:\x1b[\\]PX^_]|[\x90\x98\x9d\x9e\x9f])[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\\\|\x9c|$)?|\x1b[ -/]*[0-~]?"
)
# Colours alone, by far the most: with its literal beginning this is found at twice the speed of what follows.
_COLOURS = re.compile(b"\x1b\\[[0-9;]*m")
# What follows an ESC; blocks are split at ESC, since a search for all forms at once takes ten times as long.
_AFTER = re.compile(b"\\[[0-?]*[ -/]*[@-~]?|[\\]PX^_][^\x07\n]*\x07?|[ -/]*[0-~]?")
_C1 = {b"\xc2" + bytes([code + 64]): b"\x1b" + bytes([code]) for code in b"[]PX^_"}  # the two-byte forms of the same
_ERASE = re.compile("(?:\x1b\\[|\x9b)[0-2]?K")
_ERASE_LINE = re.compile("(?:\x1b\\[|\x9b)[12]K")
_SGR = re.compile("(?:\x1b\\[|\x9b)[0-9;:]*m")
# A cursor put back to the first column is a carriage return (CHA, HPA, CUP within the line).
_TO_START = re.compile("(?:\x1b\\[|\x9b)[01]?[G`]")
# The time that GitHub, Azure and GitLab (with the number of the stream) put before each line; progress is drawn behind it.
_STAMP = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z (?:[0-9a-f]{2}[OE][ +])?")
_STRUCK = re.compile("[^\x08]\x08")
# C0 but TAB, DEL, C1, and marks that turn or hide text (bidirectional controls, zero width, line separators).
_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)


def strip(data: bytes) -> bytes:
    r"""Give lines as they stand at last on a screen: no sequences, the last state of what `\r` rewrote, no overstrikes."""
    data = _COLOURS.sub(b"", data)
    has_moves = b"\x1b" in data and (b"\x1b[1G" in data or b"\x1b[0G" in data or b"\x1b[G" in data)
    if has_moves or b"\r" in data or b"\b" in data:
        lines = data.split(b"\n")
        for at, line in enumerate(lines):
            if b"\r" in line or b"\b" in line or (has_moves and b"G" in line):
                lines[at] = _settle(line.decode("utf-8", "replace")).encode()
        data = b"\n".join(lines)
    if b"\xc2" in data:
        for control, escape in _C1.items():
            data = data.replace(control, escape)
    if b"\x1b" in data:
        first, *rest = data.split(b"\x1b")
        match = _AFTER.match
        data = first + b"".join([piece[found.end() :] if (found := match(piece)) else piece for piece in rest])
    return data.replace(b"\0", b"^@") if b"\0" in data else data


def _settle(line: str) -> str:
    """Undo carriage returns and overstrikes."""
    if "\x1b" in line:
        line = _TO_START.sub("\r", line)
    if "\r" in line:
        line = _last_state(line)
    return _unstrike(line) if "\b" in line else line


def _last_state(line: str) -> str:
    """Lay the pieces between carriage returns over one another, as a terminal does; a time stamp before them stays."""
    shown = ""
    start = stamp_size(line)
    stamp, line = line[:start], line[start:]
    for piece in line.rstrip("\r").split("\r"):
        if erased := list(_ERASE_LINE.finditer(piece)):
            shown, piece = "", piece[erased[-1].end() :]
        is_erased = bool(_ERASE.search(piece))
        text = _SEQUENCE.sub("", piece)
        shown = text if is_erased else text + shown[len(text) :]
    return stamp + shown


def stamp_size(line: str) -> int:
    """Give the length of the time stamp that a CI service has put before a line, or 0."""
    found = _STAMP.match(line[:48].encode("utf-8", "replace")) if line[:2] == "20" else None
    return found.end() if found else 0


def without_stamps(data: bytes) -> bytes:
    """Take the time stamps of CI services off the beginnings of lines."""
    if not _STAMP.search(data):
        return data
    return b"\n".join([line[found.end() :] if (found := _STAMP.match(line)) else line for line in data.split(b"\n")])


def _unstrike(line: str) -> str:
    """Undo overstrikes: a letter and a backspace give way to what comes after them."""
    while "\b" in line:
        shorter = _STRUCK.sub("", line)
        line = shorter if shorter != line else line.replace("\b", "")
    return line


def keep_colours(data: bytes) -> bytes:
    """Drop every sequence but SGR (colours), for `--ansi keep`."""
    text = data.decode("utf-8", "replace")
    return _SEQUENCE.sub(lambda found: found[0] if _SGR.fullmatch(found[0]) else "", text).replace("\0", "^@").encode()


def show(text: str) -> str:
    """Make every control character visible: caret form, else the code point."""
    return _UNSAFE.sub(lambda found: visible(found[0]), text)


def visible(letter: str) -> str:
    """Give the visible form of one control character: `^A`, `^?`, else `<U+202E>`."""
    code = ord(letter)
    if code < 32:
        return "^" + chr(code + 64)
    return "^?" if code == 127 else f"<U+{code:04X}>"


def is_safe(text: str) -> bool:
    """Say whether a text may go to a terminal as it is."""
    return _UNSAFE.search(text) is None
