"""The parts of an XLSX around its rows: workbook, styles, properties (ECMA-376 part 1, 18.2 and 18.8)."""

from collections.abc import Iterator

from readcli.errors import Corrupt, Unsupported
from readcli.markup import Node
from readcli.package import Package
from readcli.readers.number_format import BUILT_IN, NumberFormat

_SHEET_KINDS = ("worksheet", "chartsheet", "dialogsheet", "xlMacrosheet", "xlIntlMacrosheet")
_TRUE = ("1", "true", "on")


class Place:
    """A sheet in the workbook: its name, `state` (visible, hidden, veryHidden), part and kind of part."""

    __slots__ = ("kind", "name", "part", "state")

    def __init__(self, name: str, state: str, kind: str, part: str) -> None:
        """Take what the workbook says of a sheet."""
        self.name, self.state, self.kind, self.part = name, state, kind, part


class Book:
    """The workbook part of an opened package; parts of the package that are damaged or not there cost only what they say."""

    def __init__(self, package: Package) -> None:
        """Read the workbook part. Raises Corrupt, Unsupported."""
        self.package = package
        self.part = self._find_part()
        root = package.tree(self.part)
        self._related = _related(package, self.part)
        settings = root.find("s:workbookPr")
        self.is_1904 = settings is not None and settings.attributes.get("date1904") in _TRUE
        self.places = list(self._places(root))
        self.defined_names = dict(self._defined_names(root))

    def _find_part(self) -> str:
        """Give the name of the workbook part: what the package says, else where it always is."""
        for kind, target in _related(self.package, "").values():
            if kind == "officeDocument" and self.package.has(target) and not target.endswith(".bin"):
                return target
        if self.package.has("xl/workbook.xml"):
            return "xl/workbook.xml"
        if self.package.has("xl/workbook.bin"):
            msg = "binary workbooks (XLSB) are not read"
            raise Unsupported(msg, "save it as XLSX")
        found = [name for name in self.package.names() if name.lower().endswith("/workbook.xml")]
        if found:
            return found[0]
        msg = "it has no workbook"
        raise Corrupt(msg)

    def _places(self, root: Node) -> Iterator[Place]:
        """Give the sheets in the order of their tabs (18.2.19); one without a relationship is looked for by its number."""
        sheets = root.find("s:sheets")
        for number, node in enumerate(sheets.nodes("s:sheet") if sheets else [], 1):
            kind, part = self._related.get(node.attributes.get("r:id", ""), ("", ""))
            if kind not in _SHEET_KINDS:
                kind, part = "worksheet", f"xl/worksheets/sheet{number}.xml"
            yield Place(node.attributes.get("name", f"Sheet{number}"), node.attributes.get("state", "visible"), kind, part)

    def _defined_names(self, root: Node) -> Iterator[tuple[str, str]]:
        """Give the names that people see, with their references; those of one sheet as `Sheet!Name` (18.2.5)."""
        names = root.find("s:definedNames")
        for node in names.nodes("s:definedName") if names else []:
            if node.attributes.get("hidden") in _TRUE:
                continue
            name = node.attributes.get("name", "").removeprefix("_xlnm.")
            sheet = node.attributes.get("localSheetId", "")
            if sheet.isdecimal() and int(sheet) < len(self.places):
                name = f"{self.places[int(sheet)].name}!{name}"
            yield name, node.text()

    def related_part(self, kind: str) -> str | None:
        """Give the part of a kind that the workbook is related to, else where it always is, if it is there."""
        named = [target for found, target in self._related.values() if found == kind] + [f"xl/{kind}.xml"]
        return next((part for part in named if self.package.has(part)), None)

    def styles(self) -> list[NumberFormat]:
        """Give the number format of each cell style (18.8.10, cellXfs); none where the part is not there or damaged."""
        part = self.related_part("styles")
        try:
            root = self.package.tree(part) if part else None
        except Corrupt:
            root = None
        if root is None:
            return []
        codes = {str(number): code for number, code in BUILT_IN.items()}
        formats = root.find("s:numFmts")
        for node in formats.nodes("s:numFmt") if formats else []:
            number = node.attributes.get("numFmtId", "")
            if number not in ("14", "22"):  # the system's short date, whatever the writer's system calls it
                codes[number] = node.attributes.get("formatCode", "General")
        made: dict[str, NumberFormat] = {}
        styles = root.find("s:cellXfs")
        shapes = []
        for node in styles.nodes("s:xf") if styles else []:
            code = codes.get(node.attributes.get("numFmtId", "0"), "General")
            if code not in made:
                made[code] = NumberFormat(code, is_1904=self.is_1904)
            shapes.append(made[code])
        return shapes

    def facts(self) -> dict[str, object]:
        """Give title and author of the core properties (part 2, 11), and the defined names."""
        facts: dict[str, object] = {}
        part = next((target for kind, target in _related(self.package, "").values() if kind == "core-properties"), "docProps/core.xml")
        try:
            root = self.package.tree(part) if self.package.has(part) else None
        except Corrupt:
            root = None
        for key, tag in (("title", "dc:title"), ("author", "dc:creator")):
            node = root.find(tag) if root else None
            if node is not None and node.text().strip():
                facts[key] = node.text().strip()
        if self.defined_names:
            facts["definedNames"] = self.defined_names
        return facts


def _related(package: Package, part: str) -> dict[str, tuple[str, str]]:
    """Give a part's relationships, none where they are damaged; the kind of core properties is spelt alike in both editions."""
    try:
        found = package.related(part)
    except Corrupt:
        return {}
    return {key: ("core-properties" if kind.lower().endswith("core-properties") else kind, target) for key, (kind, target) in found.items()}


related = _related
