"""What one reading of a Word document knows beside its stories: styles, lists, marks of notes, counts, complaints."""

from collections.abc import Callable

from readcli import markup
from readcli.errors import Corrupt
from readcli.markup import Node
from readcli.model import Notice, Options
from readcli.package import Package
from readcli.readers.docx_numbering import Numbering
from readcli.readers.docx_styles import Styles, essential

Related = dict[str, tuple[str, str]]  # id: (kind of relationship, target)
_MARKS = {"footnote": "", "endnote": "e", "comment": "c"}  # notes of three kinds must not share a mark


class Reading:
    """One package being read under some options; stories share it."""

    def __init__(self, package: Package, main: str, options: Options, depth: int = 0) -> None:
        """Read what all stories need. Damage to these small parts is noted, not raised."""
        self.package = package
        self.main = main
        self.options = options
        self.depth = depth  # containers round this one
        self.complaints: list[str] = []
        self.insertions = 0
        self.deletions = 0
        self.hidden = 0  # passages left out
        self.marks: dict[str, dict[str, str]] = {kind: {} for kind in _MARKS}
        self.parts = self.related(main)
        self.styles = Styles(self.tree(self.target("styles"), essential))
        self.numbering = Numbering(self.tree(self.target("numbering")), self.styles)

    def related(self, part: str) -> Related:
        """Give the relationships of a part, none where they are damaged."""
        try:
            return self.package.related(part)
        except Corrupt as error:
            self.complain(error)
            return {}

    def targets(self, kind: str) -> list[str]:
        """Give the parts of one kind that belong to the main part, in the order of their relationships."""
        return [target for found, target in self.parts.values() if found == kind]

    def target(self, kind: str) -> str:
        """Give the first such part, or ""."""
        return next(iter(self.targets(kind)), "")

    def tree(self, part: str, shorten: Callable[[bytes], bytes] | None = None) -> Node | None:
        """Parse a small part, shortened before if need be; None where it is not there or damaged."""
        if not part or not self.package.has(part):
            return None
        try:
            return markup.tree((shorten(self.package.read(part)),)) if shorten else self.package.tree(part)
        except Corrupt as error:
            self.complain(error)
            return None

    def complain(self, error: Corrupt) -> None:
        """Keep what is wrong with some part, each once."""
        if error.message not in self.complaints:
            self.complaints.append(error.message)

    def mark(self, kind: str, attributes: dict[str, str]) -> str:
        """Give the mark of a note where the text refers to it: numbers in the order of the text, per kind."""
        if self.options.no_notes:
            return ""
        marks = self.marks[kind]
        return marks.setdefault(attributes.get("w:id", ""), f"[^{_MARKS[kind]}{len(marks) + 1}]")

    def notices(self) -> list[Notice]:
        """Say what was accepted, left out or could not be read."""
        notices = [Notice(text) for text in self.complaints]
        total = self.insertions + self.deletions
        if total and not self.options.changes:
            parts = f"{_count(self.insertions, 'insertion')}, {_count(self.deletions, 'deletion')}"
            notices.append(Notice(f"{_count(total, 'tracked change')} accepted ({parts}); --changes shows them"))
        if self.hidden:
            it = "it" if self.hidden == 1 else "them"
            notices.append(Notice(f"{_count(self.hidden, 'hidden passage')} left out; --hidden shows {it}"))
        return notices


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
