"""Texts of cells: one line each, whatever was typed; and the XML of big parts as plain strings, cut between elements.

For the parts of an XLSX that hold its cells, which an XML parser would read three times slower. Not a parser: what it cannot
take literally (comments, CDATA, prefixes) it rewrites, and other encodings than UTF-8 it declines.
"""

import codecs
import re
from collections.abc import Iterable, Iterator

from readcli import limits
from readcli.errors import Corrupt

_BREAKS = re.compile(r"[\t\n\v\f\r\x85\u2028\u2029]+")
_CONTROLS = re.compile(r"[\x00-\x1f\x7f]")
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
_ENTITY = re.compile(r"&(?:#(\d{1,7})|#[xX]([0-9A-Fa-f]{1,6})|(amp|lt|gt|quot|apos));")
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_MARKED = re.compile(r"<!--.*?-->|<!\[CDATA\[(.*?)\]\]>|<!DOCTYPE[^\[>]*>", re.DOTALL)
_PREFIX = re.compile(r"<(?:(\w[\w.-]*):)?(?:worksheet|sst|macrosheet|dialogsheet)\b")
_ENCODING = re.compile(rb"""^<\?xml[^>]*encoding=["']([\w.-]+)""")


class Declined(Exception):
    """The part is written in a way that only a whole XML parser reads."""


def one_line(text: str) -> str:
    """Give a text without line breaks, tabs and control characters, each run of them one blank, and none at its ends."""
    if not text.isprintable():
        text = _CONTROLS.sub(" ", _BREAKS.sub(" ", text))
    return text.strip()


def unescape(text: str) -> str:
    """Decode the entities of XML."""
    return _ENTITY.sub(_character, text) if "&" in text else text


def _character(found: re.Match[str]) -> str:
    decimal, hexadecimal, name = found.groups()
    if name:
        return _NAMED[name]
    code = int(decimal) if decimal else int(hexadecimal, 16)
    return chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"


def plain(text: str) -> str:
    """Give the text that XML characters of a cell mean: entities, then `_x000D_` escapes (18.3.1.53, ST_Xstring), on one line."""
    if text.isprintable() and "&" not in text and "_x" not in text:
        return text.strip()
    text = unescape(text)
    if "_x" in text:
        text = _ESCAPE.sub(lambda found: chr(int(found.group(1), 16)), text)
        if not text.isascii():  # two escapes may be the halves of one character
            text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return one_line(text)


def texts(chunks: Iterable[bytes]) -> Iterator[str]:
    """Decode XML piece by piece; each ends behind a `>`, has no prefix, comment or CDATA.

    Raises Declined for other encodings than UTF-8, Corrupt where it declares entities or an element has no end.
    """
    decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
    rest = prefix = ""
    is_first = True
    for chunk in chunks:
        if is_first:
            _check_encoding(chunk)
        text = rest + decoder.decode(chunk)
        cut = len(text)
        if "<!" in text:
            text = _MARKED.sub(lambda found: _escape(found.group(1) or ""), text)
            if "<!DOCTYPE" in text:
                msg = "XML declares entities"
                raise Corrupt(msg, "such files are not read, they may be made to harm")
            cut = text.find("<!") if "<!" in text else len(text)
        if is_first:
            found = _PREFIX.search(text)
            prefix = found.group(1) or "" if found else ""
            is_first = not found and len(text) < limits.HEAD
        cut = text.rfind(">", 0, cut) + 1
        text, rest = text[:cut], text[cut:]
        if len(rest) > limits.LINE:
            msg = f"a cell holds more than {limits.LINE} characters"
            raise Corrupt(msg)
        yield text.replace(f"<{prefix}:", "<").replace(f"</{prefix}:", "</") if prefix else text


def _check_encoding(chunk: bytes) -> None:
    declared = _ENCODING.match(chunk.removeprefix(codecs.BOM_UTF8))
    if chunk.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or b"\0" in chunk[:4]:
        raise Declined
    if declared and declared.group(1).lower() not in (b"utf-8", b"utf8", b"us-ascii", b"ascii"):
        raise Declined


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
