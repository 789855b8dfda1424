"""Markdown from HTML by html-to-markdown 3, with what is wanted of it and a check for what it silently drops.

Shared by files, books, mail and web pages. Scripts are never run, so `<noscript>` is what a page says here.
"""

import re

from readcli.model import Notice, Options
from readcli.readers.html_engine import engine

_OPENERS = re.compile(r"<!--|<(script|template)\b[^<>]*>", re.IGNORECASE)
_TAGS = re.compile(r"""<([a-z][\w:-]*)((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>(?!\s*</\1)""", re.IGNORECASE)
_QUOTED = re.compile(r"""(?<!=)\s*(?:"[^"]*"|'[^']*')|(?<==)(?:"[^"]*"|'[^']*')""")
_UNSEEN_STYLE = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
_ARIA = re.compile(r"""aria-hidden\s*=\s*["']?true""", re.IGNORECASE)
_HIDDEN = re.compile(r"(?:^|\s)hidden(?:\s|=|/|$)", re.IGNORECASE)
_NOSCRIPT = re.compile(r"</?noscript\b[^<>]*>", re.IGNORECASE)
_SELF_CLOSED = re.compile(r"""<([a-z][\w:.-]*)((?:[^<>"'/]|"[^"<]*"|'[^'<]*'|/(?!>))*)/>""", re.IGNORECASE)
_TITLE = re.compile(r"<title\b[^<>]*>([^<]{1,2000})", re.IGNORECASE)
_META = re.compile(r"""<meta\b(?:[^<>"']|"[^"<]*"|'[^'<]*')*>""", re.IGNORECASE)
_AUTHOR = re.compile(r"""\bname\s*=\s*["']?(?:author|dc\.creator)\b""", re.IGNORECASE)
_CONTENT = re.compile(r"""\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))""", re.IGNORECASE)
_HEAD = 65536  # characters in which title and author are looked for
_VOID = frozenset(["area", "base", "br", "col", "embed", "frame", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"])
_DRAWN = frozenset(["svg", "path", "g", "use", "i", "img", "input", "link", "meta", "hr", "br"])  # pictures; they hide no text
_CLOSERS = {"": "-->", "script": "</script", "template": "</template"}


def convert(html: str, options: Options, base: str = "") -> list[str]:
    """Give the lines of a page or of a piece of one, without front matter and without blank lines at the ends.

    What browsers would not show is left out, or marked and shown with `options.hidden`. Links are made whole with `base`, a URL.
    """
    if is_xhtml(html):
        html = _SELF_CLOSED.sub(_open_and_close, html)
    if options.hidden:
        html = _show_unseen(html)
    html = _NOSCRIPT.sub("", html).replace("\0", "")  # as browsers drop it
    try:
        result = engine.convert(html, _choose(options.hidden, base))
    except engine.ConversionError:  # it takes many control characters, or `%PDF-` at the start, for binary data
        result = None
    text = (result.content if result else "") or ""
    if not text.strip() or any(warning.kind == engine.WarningKind.DEPTH_LIMIT_EXCEEDED for warning in result.warnings):
        from readcli.readers import html_plain  # only for pages that the engine gives up on

        text = html_plain.dump(html, hidden=options.hidden) or text
    lines = text.strip("\n").split("\n")
    return lines if lines != [""] else []


def _choose(hidden: bool, base: str) -> object:
    """Say what is wanted of the engine: everything in the file, nothing added to it."""
    return engine.ConversionOptions(
        extract_metadata=False,
        compact_tables=True,
        br_in_tables=True,
        bullets="-",
        expand_abbreviations=False,
        include_blockquote_citations=False,
        inline_data_media=engine.InlineDataMedia.ALT_TEXT_ONLY,
        preprocessing=engine.PreprocessingOptions(enabled=False),
        hidden_content=engine.HiddenContent.ALL if hidden else engine.HiddenContent.DROP,
        exclude_selectors=[] if hidden else ['[aria-hidden="true"]'],
        base_url=base or None,
    )


def is_xhtml(html: str) -> bool:
    """Say whether `<a/>` is a whole element here, as in XML, and not an opening tag, as in HTML."""
    head = html[:2048]
    return head.lstrip().startswith("<?xml") or "http://www.w3.org/1999/xhtml" in head


def _open_and_close(tag: re.Match[str]) -> str:
    return tag[0] if tag[1].lower() in _VOID else f"<{tag[1]}{tag[2]}></{tag[1]}>"


def find_facts(html: str) -> dict[str, object]:
    """Give title and author, as far as the head of the page has them."""
    import html as entities

    head = html[:_HEAD]
    facts: dict[str, object] = {}
    title = _TITLE.search(head)
    if title and title[1].strip():
        facts["title"] = " ".join(entities.unescape(title[1]).split())
    for meta in _META.finditer(head):
        content = _CONTENT.search(meta[0])
        if content and _AUTHOR.search(meta[0]):
            facts["author"] = entities.unescape(content[1] or content[2] or content[3] or "").strip()
            break
    return facts


def count_left_out(html: str) -> dict[str, int]:
    """Count what `convert` leaves out and that has text: hidden elements, scripts, templates, comments."""
    counts = {"hidden element": 0, "script": 0, "template": 0, "comment": 0}
    rest = []
    for kind, seen, unseen in split_unseen(html):
        rest.append(seen)
        if unseen.strip():
            counts[kind or "comment"] += 1
    for tag in _TAGS.finditer("".join(rest)):
        if is_hidden(tag[1], tag[2]):
            counts["hidden element"] += 1
    return counts


def is_hidden(tag: str, attributes: str) -> bool:
    """Say whether browsers would not show this element. `attributes` is all between the tag's name and its `>`."""
    if ("hidden" not in attributes and "none" not in attributes) or tag.lower() in _DRAWN:
        return False
    return bool(_UNSEEN_STYLE.search(attributes) or _ARIA.search(attributes) or _HIDDEN.search(_QUOTED.sub(" ", attributes)))


def tell_left_out(counts: dict[str, int]) -> Notice | None:
    """Say what was left out, or nothing where nothing was."""
    named = [f"{count} {kind}{'s' if count > 1 else ''}" for kind, count in counts.items() if count]
    return Notice(f"{', '.join(named)} left out; --hidden shows them") if named else None


def split_unseen(html: str) -> list[tuple[str, str, str]]:
    """Cut a page at its comments, scripts and templates: (kind of what follows, text before it, its inside).

    Each kind's closing is looked for once in vain at most, so that a page of nothing but openings costs no more than another.
    """
    pieces = []
    at = 0
    never_closed: set[str] = set()
    lower = html.lower()
    for opener in _OPENERS.finditer(html):
        kind = (opener[1] or "").lower()
        if opener.start() < at or kind in never_closed:
            continue
        end = lower.find(_CLOSERS[kind], opener.end())
        if end < 0:
            never_closed.add(kind)
            continue
        pieces.append((kind, html[at : opener.start()], html[opener.end() : end]))
        at = html.find(">", end + 2) + 1 or len(html)
    pieces.append(("", html[at:], ""))
    return pieces


def _show_unseen(html: str) -> str:
    """Turn comments and scripts into code, so that they are shown; templates the engine shows itself."""
    shown = []
    for kind, seen, unseen in split_unseen(html):
        shown.append(seen)
        safe = unseen.strip("\n").replace("&", "&amp;").replace("<", "&lt;")
        if not safe.strip():
            continue
        if kind == "script":
            shown.append(f'<pre><code class="language-js">{safe}</code></pre>')
        else:
            shown.append(f"<div>{unseen}</div>" if kind else f"<code>&lt;!--{safe}--&gt;</code>")
    return "".join(shown)
