"""What a site offers beside a page in HTML: the same as Markdown, or llms.txt (llmstxt.org); and raw files for GitHub's pages.

By the page's own words and by custom; only at the page's own origin, never through somebody else.
"""

from __future__ import annotations

import html
import re
from urllib.parse import urljoin

from readcli.errors import ReadError
from readcli.readers.url_place import Place

_LINK = re.compile(r"""<link\b((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>""", re.IGNORECASE)
_BASE = re.compile(r"""<base\b((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>""", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
_UNREAD = re.compile(r"<(script|style|template|svg)\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")
_HEAD = 65536  # characters in which links are looked for
_LOOKED_AT = 2_000_000  # characters; a larger page has text
_LITTLE = 1024  # characters of text; below that a page may be a wall
_NOTHING = 200  # below that it is one, if it has scripts
_WALLS = (
    "enable javascript", "requires javascript", "javascript is disabled", "javascript is required", "turn on javascript",
    "need to enable js",
    "checking your browser", "verify you are human", "just a moment...", "without javascript", "javascript to run this app",
)  # fmt: skip
MARKDOWN = ("text/markdown", "text/x-markdown")


def attributes(text: str) -> dict[str, str]:
    """Read the attributes of a tag; the first of a name counts."""
    found: dict[str, str] = {}
    for one in _ATTRIBUTE.finditer(text):
        found.setdefault(one[1].lower(), html.unescape(one[2] or one[3] or one[4] or ""))
    return found


def base_of(page: str, url: str) -> str:
    """Give what the links of a page are relative to: its own `<base>`, else its URL."""
    found = _BASE.search(page, 0, _HEAD)
    href = attributes(found[1]).get("href", "") if found else ""
    try:
        return urljoin(url, href.strip())
    except ValueError:
        return url


def alternate(page: str, place: Place) -> Place | None:
    """Give where a page says it is as Markdown: `<link rel="alternate" type="text/markdown">`."""
    for link in _LINK.finditer(page, 0, _HEAD):
        said = attributes(link[1])
        if "alternate" in said.get("rel", "").lower().split() and said.get("type", "").partition(";")[0].strip().lower() in MARKDOWN:
            return _place(base_of(page, place.url), said.get("href", ""))
    return None


def neighbour(place: Place) -> Place | None:
    """Give where a page as Markdown lies by custom: `.md` behind its path, `index.html.md` in a folder."""
    path, query, _ = place.target.partition("?")
    name = path.rpartition("/")[2].lower()
    if query or ("." in name and not name.endswith((".html", ".htm"))):
        return None
    return _place(place.url, (path.rpartition("/")[0] + "/index.html.md") if not name else path + ".md")


def llms(place: Place) -> list[Place]:
    """Give where llms.txt may lie: beside the page, then at the root."""
    folder = place.target.partition("?")[0].rpartition("/")[0]
    places = [_place(place.url, f"{folder}/llms.txt"), _place(place.url, "/llms.txt")]
    return [one for at, one in enumerate(places) if one and (at == 0 or not places[0] or one.url != places[0].url)]


def _place(base: str, link: str) -> Place | None:
    try:
        return Place(urljoin(base, link.strip()))
    except (ReadError, ValueError):
        return None


def is_wall(page: str) -> bool:
    """Say whether a page has hardly any text without its scripts."""
    if len(page) > _LOOKED_AT:
        return False
    words = " ".join(_TAG.sub(" ", _readable(page)).split())
    if len(words) >= _LITTLE:
        return False
    lower = words.lower()
    return (len(words) < _NOTHING and "<script" in page.lower()) or any(wall in lower for wall in _WALLS)


def _readable(page: str) -> str:
    """Take out scripts, styles and the head; each closing tag is looked for in vain once at most."""
    lower = page.lower()
    body = max(0, lower.find("<body"))
    pieces, at, never = [], body, set()
    for opener in _UNREAD.finditer(page, body):
        kind = opener[1].lower()
        if opener.start() < at or kind in never:
            continue
        end = lower.find(f"</{kind}", opener.end())
        if end < 0:
            never.add(kind)
            continue
        pieces.append(page[at : opener.start()])
        at = end
    return " ".join([*pieces, page[at:]])


def is_markdown(kind: str, text: str) -> bool:
    """Say whether what lay beside a page can be its Markdown, not the site's page for what is missing."""
    start = text[:1024].lstrip("\ufeff \t\r\n").lower()
    return (
        kind in (*MARKDOWN, "text/plain", "") and not start.startswith(("<!doctype", "<html", "<head", "<?xml")) and "\0" not in text[:1024]
    )


def raw_file(place: Place) -> Place | None:
    """Give where the file itself lies that a page of GitHub shows: `/OWNER/REPO/blob/REF/PATH`."""
    parts = place.target.partition("?")[0].split("/")
    if place.scheme != "https" or place.host not in ("github.com", "www.github.com") or len(parts) < 6 or parts[3] != "blob":
        return None
    return Place("https://raw.githubusercontent.com/" + "/".join(parts[1:3] + parts[4:]))
