"""The grammar of selectors: a choice of lines, a view, or both. Pure text; nothing is opened, `re` is not loaded.

    selector = choice | view | choice ":" view | view ":" choice

`parse` answers None for what is no selector at all, and raises UsageError for one whose numbers cannot be meant.
"""

from __future__ import annotations

from readcli.errors import UsageError
from readcli.model import Range

VIEWS = ("raw", "conflicts", "summary", "outline", "errors", "info")
SIDES = ("ours", "theirs", "base")
NO_BIGRAMS = frozenset("bq gk gq jv jz kq kz lq nq qf qg qj qk qv qz rj tq wq wz xg xj xk xq xv xw yq zj zq zv".split())  # noqa: SIM905  # words
FORMS = "N, N-M, N+K, -K, A,B, N:COL, /RE/, 41th, pN, #Heading, @name, .key, raw, info, outline, summary, conflicts, errors"
_DIGITS = frozenset("0123456789")
_MOST = 10**15


class Selector:
    """A parsed selector.

    kind    of the choice: "" list tail loc mid anchor search parts head sym key
    text    the choice as typed
    view    "" raw conflicts conflict summary outline errors info
    ranges  list, parts: what is chosen; search: where; anchor, loc, mid: one range
    number  tail: K; loc, mid: the column; conflict: its number
    words   search: the pattern; head, sym, key: what is sought; anchor: the letters; conflict: the side
    """

    __slots__ = ("flags", "kind", "number", "ranges", "text", "view", "words")

    def __init__(self, kind: str = "", text: str = "", ranges: list[Range] | None = None, number: int = 0, words: str = "") -> None:
        """Take one choice; the view is set apart."""
        self.kind = kind
        self.text = text
        self.ranges = ranges or []
        self.number = number
        self.words = words
        self.flags = ""
        self.view = ""

    @property
    def is_open(self) -> bool:
        """Whether the choice has an open end or is everything."""
        return not self.ranges or self.ranges[-1].last is None


def parse(text: str) -> Selector | None:
    """Parse a whole selector, or answer None. Raises UsageError for numbers that cannot be meant."""
    if found := parse_view(text):
        return found
    for at in _colons(text):
        if (view := parse_view(text[at + 1 :])) and (found := parse_choice(text[:at])):
            return _with_view(found, view)
    if found := parse_choice(text):
        return found
    for at in reversed(_colons(text)):
        if (view := parse_view(text[:at])) and (found := parse_choice(text[at + 1 :])):
            return _with_view(found, view)
    return None


def _colons(text: str) -> list[int]:
    """Give the last few places where a view may be cut off, leftmost first, and the first ones."""
    places = [at for at, letter in enumerate(text) if letter == ":"]
    return places if len(places) <= 6 else places[:3] + places[-3:]


def _with_view(choice: Selector, view: Selector) -> Selector:
    choice.view = view.view
    if view.view == "conflict":
        choice.number, choice.words = view.number, view.words
    if view.view == "info":
        raise UsageError("info tells about the whole, it takes no lines", "write :info alone")
    return choice


def parse_view(text: str) -> Selector | None:
    """Parse a view alone: one word, or `conflict:2/ours`."""
    word = text.lower()
    selector = Selector()
    if word in VIEWS:
        selector.view = word
        return selector
    if not word.startswith("conflict:"):
        return None
    number, _, side = word[9:].removeprefix("//").partition("/")
    if not _is_number(number) or (side and side not in SIDES) or ("/" in word[9:].removeprefix("//") and not side):
        return None
    selector.view, selector.number, selector.words, selector.text = "conflict", int(number), side, text
    if selector.number == 0:
        raise UsageError(f"{text}: conflicts count from 1", "write :conflicts for the list")
    return selector


def parse_choice(text: str) -> Selector | None:
    """Parse a choice of lines alone."""
    if not text:
        return None
    first = text[0]
    if first == "/":
        return _search(text, [])
    if first in "#@" and len(text) > 1:
        return Selector("head" if first == "#" else "sym", text, words=text[1:].replace("::", ".") if first == "@" else text[1:])
    if first == "." and len(text) > 1 and text[1] not in "./":
        return Selector("key", text, words=text)
    if first == ":":
        return _pasted(text)
    if first == "-":
        if _is_number(text[1:]) and (count := _number(text[1:])):
            return Selector("tail", text, number=count)
        return None
    if first in "pP" and (ranges := _list(text[1:])):
        return Selector("parts", text, [Range(r.first, r.first) if r.last is None and _is_number(text[1:]) else r for r in ranges])
    return _numbered(text)


def _numbered(text: str) -> Selector | None:
    """Parse what begins with a number: lists, columns, anchors, a search inside lines."""
    head, colon, tail = text.partition(":")
    if not colon:
        if ranges := _list(text):
            return Selector("list", text, ranges)
        return _anchor(text)
    if tail[:1] == "/" and (ranges := _list(head)):
        return _search(tail, ranges, text)
    line = head[1:] if head[:1] in "lL" else head
    if not _is_number(line):
        return None
    number = _at_least_one(line, text)
    column = tail.removesuffix(":")
    if not column or _is_number(column):
        at = _at_least_one(column, text) if column else 0
        return Selector("loc", text, [Range(number, number)], at)
    column, dash, last = tail.partition("-")
    if dash and _is_number(column) and (not last or _is_number(last)):
        end = _at_least_one(last, text) if last else None
        _check_order(number, end, text)
        return Selector("mid", text, [Range(number, end)], _at_least_one(column, text))
    return None


def _list(text: str) -> list[Range] | None:
    """Parse `5-16,40,900-`: sorted, overlaps and neighbours merged. A number alone is open, in a list it is one line."""
    items = text.split(",")
    ranges = []
    for item in items:
        found = _range(item, len(items) > 1)
        if found is None:
            return None
        ranges.append(found)
    return merge(ranges)


def _range(item: str, is_in_list: bool) -> Range | None:
    """Parse one of `N`, `N-`, `N-M`, `N+K`, with `L` before the numbers at will."""
    item = item.lower()
    for sign in "-+":
        if sign in item:
            left, _, right = item.partition(sign)
            break
    else:
        left, sign, right = item, "", ""
    left, right = left.removeprefix("l"), right.removeprefix("l")
    if not _is_number(left) or (right and not _is_number(right)) or (sign == "+" and not right):
        return None
    if left.strip("0") == "" and not sign:
        return None
    first = _at_least_one(left, item)
    if not sign:
        return Range(first, first if is_in_list else None)
    if not right:
        return Range(first, None)
    if sign == "+":
        if int(right) == 0:
            raise UsageError(f"invalid range {item}: count must be >= 1", f"write {first}+1 for one line")
        return Range(first, min(first + _number(right) - 1, _MOST))
    last = _number(right)
    _check_order(first, last, item)
    return Range(first, last)


def merge(ranges: list[Range]) -> list[Range]:
    """Sort ranges and join those that overlap or touch; an open one takes all that follows."""
    merged: list[Range] = []
    for item in sorted(ranges, key=lambda r: r.first):
        last = merged[-1] if merged else None
        if last is None or (last.last is not None and item.first > last.last + 1):
            merged.append(Range(item.first, item.last))
        elif last.last is not None:
            last.last = None if item.last is None else max(last.last, item.last)
    return merged


def _anchor(text: str) -> Selector | None:
    """Parse `41th` or `41th-45zz`; the letters must be ones that anchors use."""
    ends = text.split("-")
    numbers, letters = [], []
    for end in ends:
        number, word = end[:-2].removeprefix("L").removeprefix("l"), end[-2:]
        if not _is_number(number) or not (word.isascii() and word.isalpha() and word.islower()) or word in NO_BIGRAMS:
            return None
        numbers.append(_at_least_one(number, text))
        letters.append(word)
    if len(ends) > 2:
        return None
    _check_order(numbers[0], numbers[-1], text)
    return Selector("anchor", text, [Range(numbers[0], numbers[-1])], words=" ".join(letters))


def _search(pattern: str, ranges: list[Range], text: str = "") -> Selector | None:
    """Parse `/RE/` or `/RE/i`; slashes inside need no escape."""
    flags = "i" if pattern.endswith("/i") and len(pattern) > 3 else ""
    body = pattern[1 : -2 if flags else -1]
    if not body or not pattern.endswith(("/", "/i")) or len(pattern) < 3:
        return None
    found = Selector("search", text or pattern, ranges, words=body.replace("\\/", "/"))
    found.flags = flags
    return found


def _pasted(text: str) -> Selector | None:
    """Parse `::TestA::test_b[x]` as pasted from pytest, its first colon cut off already."""
    steps = text[1:].partition("[")[0].split("::")
    if all(step.isidentifier() for step in steps):
        return Selector("sym", text, words=".".join(steps))
    return None


def _is_number(text: str) -> bool:
    return bool(text) and len(text) <= 4000 and _DIGITS.issuperset(text)


def _number(text: str) -> int:
    return min(int(text), _MOST)


def _at_least_one(text: str, whole: str) -> int:
    return _number(text) or _refuse_zero(whole)


def _refuse_zero(whole: str) -> int:
    raise UsageError(f"{whole}: lines and columns count from 1", "write :1 for the first line")


def _check_order(first: int, last: int | None, whole: str) -> None:
    if last is not None and last < first:
        raise UsageError(f"invalid range {whole}: end must be >= start", f"write {last}-{first}")
