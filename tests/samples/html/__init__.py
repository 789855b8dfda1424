"""HTML pages, made in memory."""

FORMS = """<!DOCTYPE html><html><head><title>A &amp; B</title><meta name="author" content="Ann Lee"></head><body>
<nav><a href="/home">Home</a></nav><h1>Top</h1><p>One <b>two</b> <a href="https://e.org/x">link</a>.</p>
<ul><li>first<ul><li>inner</li></ul></li><li>second</li></ul><ol start="3"><li>three</li></ol>
<table><tr><th>k</th><th>v</th></tr><tr><td>a|b</td><td>2</td></tr></table><footer>Foot</footer></body></html>"""

HIDDEN = """<p>seen</p><p hidden>h-attr</p><div style="color:red; display : none">h-style</div><span aria-hidden="true">h-aria</span>
<script>var h_script = "<p>";</script><template><p>h-template</p></template><!-- h-comment --><noscript><p>no script</p></noscript>
<p class="not hidden here">classy</p>"""


def page(body: str, charset: str = "utf-8", head: str = "") -> bytes:
    """Give a page encoded so, without saying so unless `head` does."""
    return f"<html><head>{head}</head><body>{body}</body></html>".encode(charset)


def nested(tag: str, depth: int) -> bytes:
    """Give a page with one word at the bottom of many elements."""
    return (f"<p>before</p>{f'<{tag}>' * depth}the bottom{f'</{tag}>' * depth}<p>after</p>").encode()
