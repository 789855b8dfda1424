"""Fetching over HTTP/1.1 (RFC 9110, 9112) with the standard library: redirects, proxies, TLS, secrets, the cache.

What the user gives to be sent (`--http-header`, a name and password before the host) goes to the origin that he named and
to no other, wherever redirects lead. Answers to such requests are not kept.
"""

from __future__ import annotations

import http.client
import io

from readcli import limits
from readcli.errors import NetworkFailed, ReadError
from readcli.readers import url_body, url_cache, url_headers, url_place, url_wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    import socket
    from typing import IO

    from readcli.model import Options
    from readcli.readers.url_place import Place

AGENT = "readcli/0.1"
_REDIRECTS = (301, 302, 303, 307, 308)


class Answer:
    """What came at last: from where, its status, its header fields (names in lower case), its body, what was odd."""

    __slots__ = ("file", "headers", "notices", "place", "status")

    def __init__(self, place: Place, status: int, headers: dict[str, str], file: IO[bytes]) -> None:
        """Take a whole answer."""
        self.place = place
        self.status = status
        self.headers = headers
        self.file = file
        self.notices: list[str] = []


class Fetcher:
    """Fetches for one target: what the user named, and what lies beside it."""

    def __init__(self, place: Place, options: Options) -> None:
        """Take the URL that the user named. Raises UsageError for header fields that are none."""
        self.options = options
        self._secrets = url_headers.given(options.http_header)
        if place.user and not any(name.lower() == "authorization" for name in self._secrets):
            self._secrets["Authorization"] = url_headers.basic(place.user)
        self._origin = place.origin
        self._guard = url_wire.Guard(place.host)
        self._clock = url_wire.Clock(limits.TIMEOUT if options.timeout is None else options.timeout)

    def get(self, place: Place, accept: str) -> Answer:
        """Fetch, following redirects. Raises NetworkFailed (a status that is no success too), DeadlinePassed, TooLarge, Corrupt."""
        at = place
        for _ in range(limits.REDIRECTS + 1):
            try:
                answer = self._once(at, accept)
            except ReadError as error:
                if at is place:
                    raise
                raise _after_redirect(error, at) from error
            if isinstance(answer, Answer):
                return answer
            at = url_place.follow(at, answer)
        raise NetworkFailed(f"it redirects more than {limits.REDIRECTS} times")

    def beside(self, place: Place, accept: str, origin: tuple[str, str, int]) -> Answer | None:
        """Fetch what may lie beside a page: in a short time, from its origin only, None where there is nothing."""
        if place.origin != origin:
            return None
        clock = self._clock
        wait = min(clock.wait or limits.BESIDE, limits.BESIDE)
        self._clock = url_wire.Clock(wait, wait)
        try:
            answer = self._once(place, accept)
            if isinstance(answer, str) and (there := url_place.follow(place, answer)).origin == origin:
                answer = self._once(there, accept)
        except ReadError:
            return None
        finally:
            self._clock = clock
        return answer if isinstance(answer, Answer) else None

    def _once(self, place: Place, accept: str) -> Answer | str:
        """Ask once: the answer, or where it redirects to."""
        self._clock.restart()
        is_private = bool(self._secrets) and place.origin == self._origin
        kept = url_cache.find(place.url, accept) if self.options.cache and not is_private else None
        link: socket.socket | None = None
        try:
            link, target, extra = self._connect(place)
            headers = {"Host": place.authority, "User-Agent": AGENT, "Accept": accept, "Accept-Encoding": url_body.PACKED, **extra}
            headers |= {"Connection": "close", **(kept.questions() if kept else {})}
            if is_private:
                own = {name.lower() for name in self._secrets}
                headers = {name: value for name, value in headers.items() if name.lower() not in own} | self._secrets
            response = self._ask(link, place, target, headers)
            if response.status in _REDIRECTS and response.getheader("Location"):
                return response.getheader("Location") or ""
            return self._receive(response, place, accept, (kept, is_private))
        except OSError as error:
            raise url_wire.explain(error) from error
        finally:
            if link:
                link.close()

    def _connect(self, place: Place) -> tuple[socket.socket, str, dict[str, str]]:
        """Connect to a place or to its proxy: the socket, what to ask for, header fields for a proxy."""
        proxy = url_place.proxy_for(place)
        if proxy is None:
            link = url_wire.connect(place, self._clock, self._guard)
        else:
            self._guard.check_name(place.host)
            link = url_wire.connect(proxy, self._clock, None)
        extra = {"Proxy-Authorization": url_headers.basic(proxy.user)} if proxy and proxy.user else {}
        try:
            if proxy and proxy.scheme == "https":
                link = url_wire.secure(link, proxy.host, self._clock)
            if place.scheme == "http":
                return link, place.url if proxy else place.target, extra
            if proxy:
                self._tunnel(link, place, extra)
            return url_wire.secure(link, place.host, self._clock), place.target, {}
        except (OSError, ReadError):
            link.close()
            raise

    def _tunnel(self, link: socket.socket, place: Place, extra: dict[str, str]) -> None:
        """Have a proxy connect us through (RFC 9110 9.3.6)."""
        host = f"[{place.host}]" if ":" in place.host else place.host
        wire = url_wire.Wire(link, self._clock)
        lines = [f"CONNECT {host}:{place.port} HTTP/1.1", f"Host: {host}:{place.port}"]
        lines += [f"{name}: {value}" for name, value in extra.items()]
        wire.sendall(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))
        response = http.client.HTTPResponse(wire, method="CONNECT")  # type: ignore[arg-type]  # it only asks for a file
        try:
            response.begin()
        except (http.client.HTTPException, ValueError) as error:
            raise NetworkFailed("the answer of the proxy is not HTTP") from error
        if response.status != 200:
            raise NetworkFailed(f"the proxy refuses: HTTP {response.status} {response.reason}".strip())

    def _ask(self, link: socket.socket, place: Place, target: str, headers: dict[str, str]) -> http.client.HTTPResponse:
        """Send a request and read the header of its answer."""
        asking = http.client.HTTPConnection(place.host, place.port)
        asking.sock = url_wire.Wire(link, self._clock)
        try:
            asking.request("GET", target, headers=headers)
            return asking.getresponse()
        except http.client.RemoteDisconnected as error:
            raise NetworkFailed("the server closed the connection without an answer") from error
        except (http.client.HTTPException, ValueError) as error:
            raise NetworkFailed("the answer is not HTTP") from error

    def _receive(self, response: http.client.HTTPResponse, place: Place, accept: str, has: tuple[url_cache.Kept | None, bool]) -> Answer:
        """Take the body, from the network or from the cache. Raises NetworkFailed for a status that is no success."""
        kept, is_private = has
        headers = {name.lower(): value for name, value in response.getheaders()}
        if response.status == 304 and kept:
            return Answer(place, 200, headers | kept.fields, kept.take())
        if not 200 <= response.status < 300:
            raise _refused(response)
        body = url_body.Body(response, self.options)
        answer = Answer(place, response.status, headers, body.receive())
        answer.notices = body.notices
        if self.options.cache and not is_private and response.status == 200 and not body.notices:
            url_cache.keep(place.url, accept, headers, answer.file)
        answer.file.seek(0, io.SEEK_SET)
        return answer


def _refused(response: http.client.HTTPResponse) -> NetworkFailed:
    """Say a status that is no success, with what may help."""
    hints = {
        401: "--http-header 'Authorization: …' sends credentials",
        403: "--http-header sends what it may want",
        407: "http_proxy may name a user",
    }
    return NetworkFailed(f"HTTP {response.status} {response.reason}".strip(), hints.get(response.status, ""))


def _after_redirect(error: ReadError, place: Place) -> ReadError:
    """Say where a redirect had led when something went wrong."""
    shown = place.url if len(place.url) < 200 else place.url[:200] + "…"
    return type(error)(f"{error.message}, at {shown}", error.hint)
