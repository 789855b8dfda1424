"""OpenDocument text: its blocks in order, headers before and footers after, notes and comments at the end."""

from collections.abc import Iterator

from readcli.markup import Node
from readcli.model import Event
from readcli.readers.odf_blocks import Blocks
from readcli.readers.odf_text import Noted
from readcli.readers.odf_walk import Steps

_HEADERS = ("style:header", "style:header-left", "style:header-first")
_FOOTERS = ("style:footer", "style:footer-left", "style:footer-first")


class Prose:
    """Reads `office:text`."""

    def __init__(self, blocks: Blocks) -> None:
        """Take what writes the blocks."""
        self._blocks = blocks
        self._code: list[str] = []  # preformatted lines that wait for their end

    def read(self, steps: Steps) -> Iterator[Event]:
        """Give the text; blocks are apart by blank lines."""
        yield from _apart(self._on_each_page(_HEADERS))
        for kind, node in steps:
            if kind == "close":
                break
            if self._is_code(node):
                self._code.append(self._blocks.text(node))
                continue
            yield from self._end_code()
            yield from _apart(self._blocks.of(node))
        yield from self._end_code()
        yield from _apart(self._on_each_page(_FOOTERS))
        yield from _apart(write_notes(self._blocks))

    def _is_code(self, node: Node) -> bool:
        """Say whether a paragraph is a line of program text."""
        return node.tag == "text:p" and self._blocks.styles.is_preformatted(node.attributes.get("text:style-name"))

    def _end_code(self) -> Iterator[str]:
        if self._code:
            lines, self._code = "\n".join(self._code), []
            fence = "````" if "```" in lines else "```"
            yield from _apart([f"{fence}\n{lines}\n{fence}"])

    def _on_each_page(self, tags: tuple[str, ...]) -> list[str]:
        """Give the headers or footers of all master pages, each once."""
        found: list[str] = []
        for master in self._blocks.styles.masters:
            for node in master.nodes(*tags):
                if node.attributes.get("style:display") != "false":
                    found.extend(self._blocks.inside(node))
        return list(dict.fromkeys(found))


def write_notes(blocks: Blocks) -> list[str]:
    """Give the footnotes, endnotes and comments noted so far as Markdown footnotes, with those that they hold themselves."""
    written: list[str] = []
    noted: Noted = blocks.inline.noted
    done = 0
    while done < len(noted.footnotes):  # a note may hold a note
        mark, body = noted.footnotes[done]
        written.append(_write(mark, "", blocks.inside(body)))
        done += 1
    done = 0
    while done < len(noted.comments):
        mark, who, body = noted.comments[done]
        texts = [block for child in body.nodes("text:p", "text:list") for block in blocks.of(child)]
        written.append(_write(mark, who, texts))
        done += 1
    noted.footnotes.clear()
    return written


def _write(mark: str, who: str, blocks: list[str]) -> str:
    text = "\n".join(blocks).replace("\n", "\n    ")
    return ": ".join(part for part in (mark, who, text) if part)


def _apart(blocks: list[str]) -> Iterator[str]:
    for block in blocks:
        yield block
        yield ""
