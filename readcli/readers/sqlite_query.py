"""What is asked of a table: the query behind `?`, a key, a SELECT; checked as the first seed does, to the letter.

query = parameter *( "&" parameter )    parameter = ("limit" | "offset" | "order" | "where") "=" text
"""

from __future__ import annotations

from readcli.errors import UsageError

ROWS, ROWS_MOST = 20, 500  # of a page: unless asked, and at most
_NAMES = ("limit", "offset", "order", "where")
_QUOTES = {"'": "'", '"': '"', "`": "`", "[": "]"}
_FORBIDDEN = ("limit", "offset", "union", "intersect", "except", "attach", "detach", "pragma")
_ELSE = "use '?q=SELECT ...' for raw SQL"
_WRITES = ("insert", "update", "delete", "replace", "create", "drop", "alter", "reindex", "analyze", "vacuum")


class Query:
    """A page of rows: how many from where, in which order, under which condition; texts are empty where not asked."""

    __slots__ = ("limit", "offset", "order", "where")

    def __init__(self) -> None:
        """Begin with the first rows."""
        self.limit = ROWS
        self.offset = 0
        self.order = ""
        self.where = ""

    def after(self, count: int) -> str:
        """Give the query, as typed, for what follows `count` rows of this one."""
        words = [f"where={self.where}"] if self.where else []
        words += [f"order={self.order}"] if self.order else []
        return "&".join([*words, f"limit={self.limit}", f"offset={self.offset + count}"])


def parse(text: str, *, is_typed: bool) -> Query:
    """Read the text behind `?`; `+` and `%XX` are decoded unless it was typed by hand. Raises UsageError."""
    query = Query()
    given: dict[str, str] = {}
    for piece in _pieces(text, is_typed=is_typed):
        name, _, value = (piece if is_typed else _decoded(piece)).partition("=")
        if name == "q":
            raise UsageError("SQLite raw queries cannot be combined with table selectors or pagination")
        if name not in _NAMES:
            raise UsageError(f"Unsupported SQLite query parameter '{name}'", f"known are {', '.join(_NAMES)} and q")
        given[name] = value
    # the seed drops empty conditions before it looks whether anything was asked
    if given and not any(name in ("limit", "offset") or value.strip() for name, value in given.items()):
        raise UsageError(f"Unsupported SQLite query parameter '{next(iter(given))}'", "it is empty")
    query.limit = min(_whole(given.get("limit", ""), ROWS, "limit", 1), ROWS_MOST)
    query.offset = _whole(given.get("offset", ""), 0, "offset", 0)
    query.order = given.get("order", "").strip()
    query.where = given.get("where", "").strip()
    check_where(query.where)
    return query


def _pieces(text: str, *, is_typed: bool) -> list[str]:
    """Cut at each `&`, in a typed text not inside quotes, so that where=name='A & B' holds together."""
    if not is_typed:
        return [piece for piece in text.split("&") if piece]
    pieces = [""]
    quote = ""
    for at, letter in enumerate(text):
        if letter == "&" and not quote:
            pieces.append("")
            continue
        pieces[-1] += letter
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "'\"" and letter in text[at + 1 :]:  # a quote that is never closed quotes nothing
            quote = letter
    return [piece for piece in pieces if piece]


def _decoded(text: str) -> str:
    """Decode what a URL encodes; the import costs 6 ms, so only where there is something to decode."""
    if "%" not in text and "+" not in text:
        return text
    from urllib.parse import unquote_plus

    return unquote_plus(text)


def _whole(text: str, default: int, name: str, least: int) -> int:
    """Take the leading digits, as the seed does: `2.9` is 2, nothing is the default."""
    plain = text.strip()
    if not plain:
        return default
    digits = plain[1:] if plain[0] in "+-" else plain
    digits = digits[: next((at for at, letter in enumerate(digits) if letter not in "0123456789"), len(digits))]
    value = int(digits[:18]) * (-1 if plain[0] == "-" else 1) if digits else least - 1
    if value < least:
        kind = "positive" if least else "non-negative"
        raise UsageError(f"SQLite {name} must be a {kind} integer; got '{text}'", f"write {name}=20")
    return value


def check_where(where: str) -> None:
    """Refuse a condition that would end its statement or bring in another. Quoted text is exempt. Raises UsageError."""
    bare = _without_quoted(where)
    if any(mark in bare for mark in (";", "--", "/*", "*/")):
        raise UsageError(f"SQLite 'where' clause must not contain comments or statement terminators; {_ELSE}")
    words = "".join(letter if letter.isalnum() or letter in "_$" else " " for letter in bare.lower()).split()
    if any(word in _FORBIDDEN for word in words):
        raise UsageError(f"SQLite 'where' clause must not contain {'/'.join(_FORBIDDEN).upper()}; {_ELSE}")
    if "?" in bare:  # it would take the place of limit or offset
        raise UsageError("SQLite where clause changed the expected pagination parameters; use q=SELECT ... for raw SQL")


def _without_quoted(text: str) -> str:
    """Blank out quoted text; a doubled quote ends one and begins the next, which comes to the same."""
    kept = []
    quote = ""
    for letter in text:
        if quote:
            quote = "" if letter == quote else quote
        elif letter in _QUOTES:
            quote = _QUOTES[letter]
            kept.append(" ")
        else:
            kept.append(letter)
    return "".join(kept)


def order_by(order: str, columns: list[str]) -> str:
    """Turn `COLUMN[:asc|desc]` into SQL. Raises UsageError for a column that is not there or another direction."""
    if not order:
        return ""
    column, _, direction = order.rpartition(":")
    if order in columns or not column:  # a column may itself be called "a:desc"
        column, direction = order, "asc"
    if column not in columns:
        raise UsageError(f"SQLite order column '{column}' not found in table schema", f"columns are {', '.join(columns)[:500]}")
    if direction.lower() not in ("asc", "desc"):
        raise UsageError(f"SQLite order direction must be 'asc' or 'desc'; got '{direction}'")
    return f" ORDER BY {quoted(column)} {direction.upper()}"


def quoted(name: str) -> str:
    """Quote a name of a table or column, whatever it holds."""
    return '"' + name.replace('"', '""') + '"'


def check_select(sql: str) -> None:
    """Let one SELECT (VALUES, WITH ... SELECT) through. Raises UsageError; the engine refuses the rest."""
    text = _without_comments(sql).lstrip("( \t\r\n")
    word = text[: next((at for at, letter in enumerate(text) if not letter.isalpha()), len(text))].lower()
    if not word:
        raise UsageError("SQLite query parameter 'q' cannot be empty", "write ?q=SELECT ...")
    if word in _WRITES:
        raise UsageError("attempt to write a readonly database", "only SELECT may be asked")
    if word not in ("select", "values", "with", "explain"):
        raise UsageError(f"only one SELECT may be asked, not {word.upper()}", "SELECT * FROM pragma_table_info('TABLE') tells columns")


def _without_comments(sql: str) -> str:
    """Drop the blanks and comments that a statement begins with."""
    while True:
        sql = sql.lstrip()
        if sql.startswith("--"):
            sql = sql.partition("\n")[2]
        elif sql.startswith("/*"):
            sql = sql[2:].partition("*/")[2]
        else:
            return sql


def key_values(key: str, declared: str) -> list[object]:
    """Give the values that a key may stand for in a column of a declared type, likeliest first. Raises UsageError."""
    kind = declared.upper()
    if "INT" in kind:
        if (number := whole(key)) is None:
            raise UsageError(f"Primary key '{key}' must be an integer; got '{key}'")
        return [number]
    if any(word in kind for word in ("CHAR", "CLOB", "TEXT")):
        return [key]
    values: list[object] = [key]
    try:
        number_or_text: object = float(key) if whole(key) is None else whole(key)
    except ValueError:
        number_or_text = key
    if any(word in kind for word in ("REAL", "FLOA", "DOUB")):
        return [number_or_text]
    if number_or_text != key:
        values.append(number_or_text)
    try:
        values.append(bytes.fromhex(key.replace("-", "")))  # as UUIDs are written
    except ValueError:
        pass
    return values


def whole(text: str) -> int | None:
    """Read an integer of ASCII digits, or None."""
    plain = text.strip()
    digits = plain[1:] if plain[:1] in ("-", "+") else plain
    return int(plain) if digits.isascii() and digits.isdigit() and len(digits) < 30 else None
