"""The requests of roff that manual pages use (groff(7)). Those that are not here, or set what a row of cells has not, do nothing."""

from __future__ import annotations

from readcli.readers.man_text import glyph, name_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from readcli.readers.man_roff import Roff

_LOOPS = 1000  # turns of a `.while`


def _define(roff: Roff, rest: str, *, is_added: bool = False) -> None:
    """Keep the lines up to `..`, or to the name given, as a macro."""
    words = roff.interpolate(rest).split()
    if not words:
        return
    end = words[1] if len(words) > 1 else "."
    body = []
    while (line := roff.next_line()) is not None:
        if line[:1] in (".", "'") and line[1:].strip(" \t").partition(" ")[0] == end:
            break
        body.append(line.replace("\\\\", "\\"))
    roff.macros[words[0]] = (roff.macros.get(words[0], []) if is_added else []) + body


def _ignore(roff: Roff, rest: str) -> None:
    words = rest.split()
    end = words[0] if words else "."
    while (line := roff.next_line()) is not None:
        if line[:1] in (".", "'") and line[1:].strip(" \t") == end:
            return


def _set_string(roff: Roff, rest: str, *, is_added: bool = False) -> None:
    name, _, value = rest.partition(" ")
    value = value.lstrip(" ").removeprefix('"')
    mark = value.find('\\"')
    if mark >= 0:
        value = value[:mark].rstrip("\t")
    name = roff.interpolate(name)
    roff.strings[name] = ((roff.strings.get(name, "") if is_added else "") + value.replace("\\\\", "\\"))[:10_000]


def _set_register(roff: Roff, rest: str) -> None:
    name, _, value = roff.interpolate(rest).strip().partition(" ")
    value = value.strip() if "(" in value else value.strip().partition(" ")[0]  # a second number is the step
    old = roff.registers.get(name, 0)
    new = roff.number(value.lstrip("+"))
    roff.registers[name] = max(-(10**9), min(old + new if value[:1] in ("+", "-") else new, 10**9))


def _remove(roff: Roff, rest: str) -> None:
    for name in rest.split():
        roff.macros.pop(name, None)
        roff.strings.pop(name, None)


def _rename(roff: Roff, rest: str) -> None:
    old, _, new = rest.partition(" ")
    if old in roff.macros:
        roff.macros[new.strip()] = roff.macros.pop(old)
    elif old in roff.strings:
        roff.strings[new.strip()] = roff.strings.pop(old)


def _alias(roff: Roff, rest: str) -> None:
    new, _, old = rest.partition(" ")
    old = old.strip()
    if old in roff.macros:
        roff.macros[new] = roff.macros[old]
    elif roff.language.has(old):
        roff.macros[new] = [f".{old} \\$@"]


def _if(roff: Roff, rest: str) -> None:
    does_hold, body = roff.decide(rest)
    roff.run(body, does_hold=does_hold)


def _if_else(roff: Roff, rest: str) -> None:
    does_hold, body = roff.decide(rest)
    roff.else_holds.append(not does_hold)
    del roff.else_holds[:-100]
    roff.run(body, does_hold=does_hold)


def _else(roff: Roff, rest: str) -> None:
    roff.run(rest, does_hold=roff.else_holds.pop() if roff.else_holds else False)


def _while(roff: Roff, rest: str) -> None:
    """Repeat by putting the loop itself behind its body."""
    does_hold, body = roff.decide(rest)
    lines = [body.lstrip(" \t")]
    depth = body.count("\\{") - body.count("\\}")
    while depth > 0 and (line := roff.next_line()) is not None:
        depth += line.count("\\{") - line.count("\\}")
        lines.append(line)
    turns = roff.registers[" turns"] = roff.registers.get(" turns", 0) + 1
    if not does_hold or turns > _LOOPS:
        roff.registers[" turns"] = 0
        return
    condition = rest[: len(rest) - len(body)]
    first = lines[0].removeprefix("\\{").lstrip(" \t")
    inside = [line for line in [first, *lines[1:]] if line and line.strip() not in (".\\}", "\\}")]
    roff.waiting += reversed([*inside, f".while {condition} {lines[0]}", *lines[1:]])


def _break(roff: Roff, _rest: str) -> None:
    roff.sheet.flush()


def _space(roff: Roff, rest: str) -> None:
    count = roff.number(rest, 1) if rest.strip() else 1
    roff.sheet.space(max(0, min(count, 50))) if count > 0 else roff.sheet.flush()


def _fill(roff: Roff, _rest: str) -> None:
    roff.sheet.flush()
    roff.sheet.fills = True


def _no_fill(roff: Roff, _rest: str) -> None:
    roff.sheet.flush()
    roff.sheet.fills = False


def _font(roff: Roff, rest: str) -> None:
    roff.pen.choose(roff.interpolate(rest).strip())


def _indent(roff: Roff, rest: str) -> None:
    roff.sheet.flush()
    roff.sheet.indent = _relative(roff, rest, roff.registers.get(" in", roff.language.margin))
    roff.registers[" in"] = roff.sheet.indent


def _once(roff: Roff, rest: str) -> None:
    roff.sheet.flush()
    roff.sheet.once = _relative(roff, rest, roff.sheet.indent)


def _relative(roff: Roff, rest: str, now: int) -> int:
    text = roff.interpolate(rest).strip()
    value = roff.number(text.lstrip("+"), now)
    return max(0, min(now + value if text[:1] in ("+", "-") else value if text else roff.language.margin, roff.sheet.width - 10))


def _centre(roff: Roff, rest: str) -> None:
    roff.sheet.flush()
    roff.sheet.centred = max(0, roff.number(rest, 1) if rest.strip() else 1)


def _translate(roff: Roff, rest: str) -> None:
    """Read pairs of characters: the first becomes the second. Blanks, and what prints nothing, are left as they are."""
    found = []
    at = 0
    while at < len(rest):
        if rest[at] == "\\" and rest[at + 1 : at + 2] in ("(", "["):
            name, at = name_at(rest, at + 1)
            found.append(glyph(name))
        elif rest[at] == "\\":
            found.append({"-": "-", "&": ""}.get(rest[at + 1 : at + 2], rest[at + 1 : at + 2]))
            at += 2
        else:
            found.append(rest[at])
            at += 1
    roff.characters |= {ord(old): new for old, new in zip(found[::2], [*found[1::2], " "], strict=False) if len(old) == 1}


def _table(roff: Roff, _rest: str) -> None:
    """Take all lines of a table and set it."""
    from readcli.readers.man_table import lay

    lines = []
    while (line := roff.next_line()) is not None and not line.startswith((".TE", "'TE")):
        lines.append(roff.interpolate(line))
    sheet = roff.sheet
    sheet.flush()
    fills, sheet.fills = sheet.fills, False
    for row in lay(lines, sheet.width - sheet.indent, roff.pen):
        sheet.put(row)
        sheet.flush()
    sheet.fills = fills


def _equation(roff: Roff, _rest: str) -> None:
    """Set the lines of an equation as they are written."""
    while (line := roff.next_line()) is not None and not line.startswith((".EN", "'EN")):
        if not line.startswith(("delim", "define")):
            roff.sheet.flush()
            roff.sheet.put([("R", line)])
    roff.sheet.flush()


def _picture(roff: Roff, _rest: str) -> None:
    while (line := roff.next_line()) is not None and not line.startswith((".PE", "'PE")):
        pass


REQUESTS: dict[str, Callable[[Roff, str], None]] = {
    "de": _define, "de1": _define, "dei": _define, "am": lambda roff, rest: _define(roff, rest, is_added=True), "ig": _ignore,
    "ds": _set_string, "ds1": _set_string, "as": lambda roff, rest: _set_string(roff, rest, is_added=True), "nr": _set_register,
    "rm": _remove, "rn": _rename,
    "als": _alias, "if": _if, "ie": _if_else, "el": _else, "while": _while, "br": _break, "sp": _space, "fi": _fill, "nf": _no_fill,
    "ft": _font, "in": _indent, "ti": _once, "ce": _centre, "tr": _translate, "TS": _table, "EQ": _equation, "PS": _picture,
    "bp": _break, "do": lambda roff, rest: roff.waiting.append(f".{rest}"), "brp": _break,
}  # fmt: skip
