"""Feeds as Markdown: RSS 0.9x to 2.0, RSS 1.0 (RDF), Atom (RFC 4287), JSON Feed 1.1 (jsonfeed.org).

The newest entries as they stand, at most `limits.FEED_ITEMS`: title, date, the beginning of the text, a link.
"""

from __future__ import annotations

import html
import json
import re
from urllib.parse import urljoin

from readcli import limits
from readcli.markup import Node, tree
from readcli.model import Notice
from readcli.readers import html_markdown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from readcli.model import Event, Options

_ROOT = re.compile(rb"<(?:[\w.-]+:)?(rss|feed|RDF)\b", re.ASCII)
_FOREIGN = re.compile(rb"<([A-Za-z][\w.:-]*)")
_JSON_FEED = re.compile(rb'"version"\s*:\s*"https?://jsonfeed\.org/version/')
_TAG = re.compile(r"<[^<>]*>")
_DATES = ("pubDate", "dc:date", "published", "updated", "issued", "modified")
_TEXTS = ("description", "summary", "encoded", "content")


class Entry:
    """One entry: title, date and link as plain text, the text as HTML or, where `is_plain`, as it is."""

    __slots__ = ("date", "is_plain", "link", "text", "title")

    def __init__(self, title: str, date: str, link: str, text: str, *, is_plain: bool = False) -> None:
        """Take what the feed says."""
        self.title = title
        self.date = date
        self.link = link
        self.text = text
        self.is_plain = is_plain


def is_xml_feed(head: bytes) -> bool:
    """Say whether an XML document's root is that of a feed."""
    first = _FOREIGN.search(head[:4096])
    root = _ROOT.match(head, first.start()) if first else None
    return root is not None and (root[1] != b"RDF" or b"purl.org/rss" in head[:4096] or b"netscape.com/rdf" in head[:4096])


def is_json_feed(head: bytes) -> bool:
    """Say whether a JSON text is a feed."""
    return bool(_JSON_FEED.search(head[:4096]))


def read_xml(content: bytes, url: str, options: Options) -> Iterator[Event]:
    """Give a feed in XML. Raises Corrupt where it is not well-formed."""
    root = tree([content.lstrip()])
    channel = root.find("channel") or root
    items = root.all("item") or root.nodes("entry")
    yield from _lines(_text(channel, "title"), [(_entry(item)) for item in items[: limits.FEED_ITEMS]], len(items), (url, options))


def read_json(text: str, url: str, options: Options) -> Iterator[Event]:
    """Give a feed in JSON. Raises ValueError where it is no JSON."""
    feed = json.loads(text)
    feed = feed if isinstance(feed, dict) else {}
    items = feed.get("items")
    items = items if isinstance(items, list) else []
    entries = []
    for item in items[: limits.FEED_ITEMS]:
        said = {key: value for key, value in item.items() if isinstance(value, str)} if isinstance(item, dict) else {}
        marked = said.get("content_html", "")
        plain = said.get("summary") or ("" if marked else said.get("content_text", ""))
        date = said.get("date_published") or said.get("date_modified", "")
        link = said.get("url") or said.get("external_url", "")
        entries.append(Entry(said.get("title", ""), date, link, plain or marked, is_plain=bool(plain)))
    title = feed.get("title")
    yield from _lines(title if isinstance(title, str) else "", entries, len(items), (url, options))


def _lines(title: str, entries: list[Entry], count: int, how: tuple[str, Options]) -> Iterator[Event]:
    url, options = how
    title = _flat(title)
    yield {**({"title": title} if title else {}), "entries": count}
    yield f"# {title or 'Feed'}"
    for entry in entries:
        yield ""
        yield f"## {_flat(entry.title) or 'Untitled'}"
        if entry.date:
            yield f"\n*{_flat(entry.date)}*"
        text = entry.text if entry.is_plain else "\n".join(html_markdown.convert(entry.text, options))
        if text.strip():
            yield "\n" + _beginning(text.strip())
        if link := _link(url, entry.link):
            yield f"\n[Read more]({link})"
        yield "\n---"
    if count > len(entries):
        yield Notice(f"{len(entries)} of {count} entries; :raw gives all")


def _entry(item: Node) -> Entry:
    """Read an `item` of RSS or an `entry` of Atom."""
    text, is_plain = "", False
    for tag in _TEXTS:
        node = item.find(tag)
        if node and (text := node.text().strip()):
            is_plain = item.tag == "entry" and node.attributes.get("type", "text") in ("text", "xhtml")
            break
    date = next((found for tag in _DATES if (found := _text(item, tag))), "")
    return Entry(_text(item, "title"), date, _target(item), text, is_plain=is_plain)


def _target(item: Node) -> str:
    """Give where an entry leads: the text of RSS's link, the alternate link of Atom, a guid or id that is a URL."""
    for node in item.nodes("link"):
        if href := node.attributes.get("href", ""):
            if node.attributes.get("rel", "alternate") == "alternate":
                return href
        elif text := node.text().strip():
            return text
    guid = item.find("guid")
    if guid and guid.attributes.get("isPermaLink") == "false":
        return ""
    name = _text(item, "guid") or _text(item, "id")
    return name if name.startswith(("http://", "https://")) else ""


def _link(base: str, link: str) -> str:
    """Make a link whole, and fit for Markdown."""
    try:
        whole = urljoin(base, link.strip()) if link.strip() else ""
    except ValueError:
        return ""
    return "".join(f"%{ord(letter):02X}" if letter in " ()<>" else letter for letter in whole if letter.isprintable())


def _text(node: Node, tag: str) -> str:
    found = node.find(tag)
    return found.text().strip() if found else ""


def _flat(text: str) -> str:
    """Set a title or a date on one line, without tags and entities that stand in it as text."""
    return " ".join(html.unescape(_TAG.sub("", text)).split())


def _beginning(text: str) -> str:
    """Cut a text at `limits.FEED_TEXT` characters, between words where there are some."""
    if len(text) <= limits.FEED_TEXT:
        return text
    cut = text[: limits.FEED_TEXT]
    return (cut[: cut.rfind(" ")] if " " in cut[limits.FEED_TEXT // 2 :] else cut).rstrip() + "…"
