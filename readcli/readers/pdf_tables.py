"""Tables drawn with ruling lines, as Markdown pipe tables: a grid from the lines of a page, words put into its cells."""

from itertools import pairwise
from typing import Any

from readcli.readers.pdf_layout import RIGHT, Box, Found, Piece, Ways, holds

THIN = 3.0  # a filled box or a stroke no thicker than this is a rule
NEAR = 3.0  # rules no farther apart than this are one
RULES = 800  # more on a page are a drawing; `--tables` looks all the same

Word = tuple[Any, ...]  # x0, y0, x1, y1, text and where it stands
Rule = tuple[float, float, float]  # where it lies across, from, to


class Grid:
    """Crossing rules: the places of its columns and rows, and which sides of its cells are drawn."""

    def __init__(self, across: list[Rule], down: list[Rule]) -> None:
        """Take the horizontal and the vertical rules that touch each other."""
        self.ys = close_ends(distinct([rule[0] for rule in across]), down)
        self.xs = close_ends(distinct([rule[0] for rule in down]), across)
        self.across = across
        self.down = down

    @property
    def box(self) -> Box:
        """Give the outline."""
        return (self.xs[0], self.ys[0], self.xs[-1], self.ys[-1])

    def owners(self) -> list[list[tuple[int, int]]]:
        """Give for each cell the first cell (row, column) of the merged cell it belongs to."""
        owners: list[list[tuple[int, int]]] = []
        for row in range(len(self.ys) - 1):
            owners.append([])
            for column in range(len(self.xs) - 1):
                owner = (row, column)
                if column and not is_drawn(self.down, self.xs[column], self.ys[row], self.ys[row + 1]):
                    owner = owners[row][column - 1]
                elif row and not is_drawn(self.across, self.ys[row], self.xs[column], self.xs[column + 1]):
                    owner = owners[row - 1][column]
                owners[row].append(owner)
        return owners

    def part_rows(self, words: list[Word]) -> None:
        """Part rows that no rule parts: where lines of text run through more than half of the columns, each is a row."""
        downward = sorted(words, key=lambda word: word[1] + word[3])
        for row in range(len(self.ys) - 2, -1, -1):
            top, bottom = self.ys[row], self.ys[row + 1]
            lines: list[tuple[float, set[int]]] = []
            for x0, y0, x1, y1, *_word in downward:
                column = find(self.xs, (x0 + x1) / 2)
                middle = (y0 + y1) / 2
                if column is None or not top <= middle < bottom:
                    continue
                if lines and middle - lines[-1][0] < 0.3 * (y1 - y0):
                    lines[-1][1].add(column)
                else:
                    lines.append((middle, {column}))
            full = [middle for middle, columns in lines if len(columns) * 2 >= len(self.xs) and len(columns) > 1]
            edges = [(above + below) / 2 for above, below in pairwise(full)]
            self.ys[row + 1 : row + 1] = edges
            self.across += [(edge, self.xs[0], self.xs[-1]) for edge in edges]

    def fill(self, words: list[Word]) -> list[list[str]]:
        """Give the texts of the cells; a merged cell's text stands in its first."""
        self.part_rows(words)
        owners = self.owners()
        cells = [["" for _ in row] for row in owners]
        for x0, y0, x1, y1, word, *_place in words:
            row, column = find(self.ys, (y0 + y1) / 2), find(self.xs, (x0 + x1) / 2)
            if row is not None and column is not None:
                row, column = owners[row][column]
                cells[row][column] += (" " if cells[row][column] else "") + word
        return cells


def lift_tables(textpage: Any, blocks: list[Found], ways: Ways, unseen: list[Box], is_all: bool) -> None:
    """Replace the pieces of text that lie in ruled tables by one piece for each table, in their place.

    `unseen` are the boxes of hidden text; without `is_all` pages of very many strokes are passed over.
    """
    across, down = list_rules(blocks)
    if len(across) < 2 or len(down) < 2 or (len(across) + len(down) > RULES and not is_all):
        return
    pieces = ways.get(RIGHT, [])
    words: list[Word] | None = None
    for grid in form_grids(across, down):
        inside = [piece for piece in pieces if is_within(piece, grid.box)]
        if not inside:
            continue
        if words is None:
            words = [word for word in textpage.extractWORDS() if not any(holds(box, word[:4]) for box in unseen)]
        cells = tidy(grid.fill(words))
        if len(cells) < 2 or len(cells[0]) < 2 or sum(bool(cell) for row in cells for cell in row) < 3:
            continue
        table = Piece(grid.box, write_table(cells), inside[0].size, inside[0].number)
        table.is_ready = True
        place = pieces.index(inside[0])
        gone = {id(piece) for piece in inside}
        pieces[place:] = [table, *[piece for piece in pieces[place:] if id(piece) not in gone]]


def list_rules(blocks: list[Found]) -> tuple[list[Rule], list[Rule]]:
    """Give the horizontal and vertical rules among the vectors of a page; the four sides of an empty frame are rules too."""
    across: list[Rule] = []
    down: list[Rule] = []
    for block in blocks:
        if block["type"] != 3 or not block["isrect"]:
            continue
        x0, y0, x1, y1 = block["bbox"]
        if y1 - y0 <= THIN < x1 - x0:
            across.append(((y0 + y1) / 2, x0, x1))
        elif x1 - x0 <= THIN < y1 - y0:
            down.append(((x0 + x1) / 2, y0, y1))
        elif block["stroked"] and x1 - x0 > THIN and y1 - y0 > THIN:
            across += [(y0, x0, x1), (y1, x0, x1)]
            down += [(x0, y0, y1), (x1, y0, y1)]
    return join_ends(across), join_ends(down)


def form_grids(across: list[Rule], down: list[Rule]) -> list[Grid]:
    """Put rules that cross or touch, directly or by others, together; each group with two of either kind is a grid."""
    groups: list[tuple[list[Rule], list[Rule]]] = [([rule], []) for rule in across]
    for rule in down:
        hit = [group for group in groups if any(is_crossed(rule, other) for other in group[0])]
        if not hit:
            continue
        kept = hit[0]
        kept[1].append(rule)
        for group in hit[1:]:
            kept[0].extend(group[0])
            kept[1].extend(group[1])
        groups = [group for group in groups if group is kept or group not in hit]
    grids = [Grid(*group) for group in groups if len(group[0]) > 1 and len(group[1]) > 1]
    return [grid for grid in grids if len(grid.xs) > 2 and len(grid.ys) > 1]


def is_crossed(down: Rule, across: Rule) -> bool:
    """Tell whether a vertical and a horizontal rule touch."""
    x, y0, y1 = down
    y, x0, x1 = across
    return x0 - NEAR <= x <= x1 + NEAR and y0 - NEAR <= y <= y1 + NEAR


def close_ends(places: list[float], others: list[Rule]) -> list[float]:
    """Add the edges of a table that is open at its sides: where the rules of the other direction end."""
    low, high = min(rule[1] for rule in others), max(rule[2] for rule in others)
    first = [low] if low < places[0] - 4 * NEAR else []
    return [*first, *places, *([high] if high > places[-1] + 4 * NEAR else [])]


def join_ends(rules: list[Rule]) -> list[Rule]:
    """Join rules that continue each other."""
    joined: list[Rule] = []
    for rule in sorted(rules, key=lambda rule: (round(rule[0]), rule[1])):
        last = joined[-1] if joined else (-1e9, 0.0, 0.0)
        if abs(last[0] - rule[0]) < 1 and rule[1] <= last[2] + NEAR:
            joined[-1] = (last[0], last[1], max(last[2], rule[2]))
        else:
            joined.append(rule)
    return joined


def distinct(places: list[float]) -> list[float]:
    """Give the places in order, near ones once."""
    kept: list[float] = []
    for place in sorted(places):
        if not kept or place - kept[-1] > NEAR:
            kept.append(place)
    return kept


def is_drawn(rules: list[Rule], place: float, low: float, high: float) -> bool:
    """Tell whether a rule at `place` runs past the middle between `low` and `high`."""
    middle = (low + high) / 2
    return any(abs(rule[0] - place) <= NEAR and rule[1] <= middle <= rule[2] for rule in rules)


def find(edges: list[float], place: float) -> int | None:
    """Give the number of the interval that holds `place`."""
    for index in range(len(edges) - 1):
        if edges[index] <= place < edges[index + 1]:
            return index
    return None


def is_within(piece: Piece, box: Box) -> bool:
    """Tell whether the middle of a piece lies in a box."""
    return box[0] <= (piece.x0 + piece.x1) / 2 <= box[2] and box[1] <= (piece.y0 + piece.y1) / 2 <= box[3]


def tidy(cells: list[list[str]]) -> list[list[str]]:
    """Drop rows and columns that hold no text."""
    rows = [row for row in cells if any(row)]
    kept = [column for column in range(len(rows[0])) if any(row[column] for row in rows)] if rows else []
    return [[row[column] for column in kept] for row in rows]


def write_table(cells: list[list[str]]) -> str:
    """Write a pipe table; its first row is the head."""
    rows = ["| " + " | ".join([cell.replace("|", "\\|") for cell in row]) + " |" for row in cells]
    rows.insert(1, "|" + " --- |" * len(cells[0]))
    return "\n".join(rows)
