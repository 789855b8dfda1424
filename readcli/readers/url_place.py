"""Where a URL leads: scheme, host, port, what is asked for there (RFC 3986; names of other scripts as IDNA, RFC 3490).

Also which proxy the environment names for it: `http_proxy`, `https_proxy`, `all_proxy`, `no_proxy`, in either case.
"""

from __future__ import annotations

import os
from urllib.parse import quote, unquote, urljoin, urlsplit

from readcli.errors import NetworkFailed, ReadError, UsageError

_PORTS = {"http": 80, "https": 443}
_KEPT = "%/:=&?~+!$,;'@()*[]|"  # stand in a path or a query as they were typed


class Place:
    """A URL taken apart.

    origin   scheme, host and port: secrets are for one origin only
    target   path and query, as they are sent
    user     `name:password` as it stood before the host, or nothing
    url      the whole, without the user and the fragment
    """

    __slots__ = ("host", "origin", "port", "scheme", "target", "url", "user")

    def __init__(self, url: str) -> None:
        """Take a URL apart. Raises UsageError where it is none, or of another scheme than http and https."""
        try:
            parts = urlsplit(url.strip())
            self.port = parts.port or _PORTS.get(parts.scheme.lower(), 0)
            host = parts.hostname or ""
        except ValueError as error:
            raise UsageError(f"it is no URL: {str(error)[:1].lower()}{str(error)[1:]}") from error
        self.scheme = parts.scheme.lower()
        if self.scheme not in _PORTS:
            raise UsageError(f"{self.scheme or 'no scheme'}: only http and https are fetched")
        if not host:
            raise UsageError("the URL names no host")
        self.host = _encode_host(host)
        self.user = unquote(parts.netloc.rpartition("@")[0])
        self.origin = (self.scheme, self.host, self.port)
        self.target = _quote(parts.path or "/") + (f"?{_quote(parts.query)}" if parts.query else "")
        self.url = f"{self.scheme}://{self.authority}{self.target}"

    @property
    def authority(self) -> str:
        """Host and port as they stand in a URL, the customary port left out."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"


def _quote(text: str) -> str:
    """Encode what may not stand in a request: blanks, controls, letters beyond ASCII; `%` stays as it is."""
    return quote(text.encode("utf-8", "surrogateescape"), safe=_KEPT)


def _encode_host(host: str) -> str:
    """Give a host in ASCII. Raises UsageError for what no host is called."""
    if not host.isascii():
        try:
            host = host.encode("idna").decode()
        except UnicodeError as error:
            raise UsageError(f"{host}: not a host name") from error
    if not host.isprintable() or any(letter in host for letter in " \"'<>\\^`{|}#?/@"):
        raise UsageError(f"{host}: not a host name")
    return host.lower().rstrip(".") or host


def follow(base: Place, location: str) -> Place:
    """Give where a redirect leads. Raises NetworkFailed for what may not be followed."""
    location = location.encode("latin-1", "replace").decode("utf-8", "surrogateescape").strip()
    try:
        return Place(urljoin(base.url, location))
    except (ReadError, ValueError) as error:
        shown = location if len(location) < 200 else location[:200] + "…"
        raise NetworkFailed(f"it redirects to {shown}, which is not followed", "only http and https are") from error


def proxy_for(place: Place) -> Place | None:
    """Give the proxy that the environment names, or None. Raises NetworkFailed for kinds that are not known."""
    if _is_direct(place):
        return None
    value = _variable(f"{place.scheme}_proxy") or _variable("all_proxy")
    if not value:
        return None
    try:
        proxy = Place(value if "://" in value else f"http://{value}")
    except UsageError as error:
        raise NetworkFailed(f"{place.scheme}_proxy is no proxy that is known: {value.rpartition('@')[2]}", "http://HOST:PORT is") from error
    return proxy


def _variable(name: str) -> str:
    """Read a variable; HTTP_PROXY in capitals may come from a request where a web server runs us (httpoxy)."""
    if name == "http_proxy" and "REQUEST_METHOD" in os.environ:
        return os.environ.get(name, "")
    return os.environ.get(name) or os.environ.get(name.upper(), "")


def _is_direct(place: Place) -> bool:
    """Say whether `no_proxy` names this host: `*`, a name, a domain with or without its dot, each perhaps with a port."""
    for word in _variable("no_proxy").lower().split(","):
        word = word.strip()
        name, _, port = word.partition(":") if word.count(":") == 1 else (word, "", "")
        if port and port != str(place.port):
            continue
        name = name.lstrip(".").strip("[]")
        if word == "*" or (name and (place.host == name or place.host.endswith("." + name))):
            return True
    return False
