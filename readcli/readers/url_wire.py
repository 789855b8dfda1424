"""Connections for fetching: found, made and read within their time, and only to addresses that may be asked.

Addresses of this machine and of private networks answer only where the user has named that host or address himself:
checked on the connected socket, so that no name can lead elsewhere in between.
"""

from __future__ import annotations

import io
import ipaddress
import socket
import ssl
import threading
import time

from readcli import limits
from readcli.errors import DeadlinePassed, NetworkFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from readcli.readers.url_place import Place

_NAT64 = ipaddress.ip_network("64:ff9b::/96")  # RFC 6052: an IPv4 address in the last four bytes


class Clock:
    """The time that is left: `wait` seconds without progress, `whole` in all, or `limits.PATIENCE` times as much; 0: for ever.

    Less than `limits.SLOWEST` bytes a second, over `wait` seconds, is no progress either.
    """

    def __init__(self, wait: float, whole: float = 0) -> None:
        """Start now."""
        self.wait = wait
        self._whole = whole or wait * limits.PATIENCE
        self._begin = self._since = time.monotonic()
        self._bytes = 0

    def left(self) -> float | None:
        """Give the seconds that one call may take, None for any time. Raises DeadlinePassed where none is left."""
        if not self.wait:
            return None
        now = time.monotonic()
        if now - self._begin >= self._whole:
            raise self.passed(self._whole)
        if now - self._since >= self.wait:
            if self._bytes < limits.SLOWEST * self.wait:
                raise self.passed()
            self._since, self._bytes = now, 0
        return max(0.001, min(self._since + self.wait, self._begin + self._whole) - now)

    def note(self, count: int) -> None:
        """Count bytes that came."""
        self._bytes += count

    def restart(self) -> None:
        """Begin a new wait: something else is asked for."""
        self._since, self._bytes = time.monotonic(), 0

    def passed(self, seconds: float = 0) -> DeadlinePassed:
        """Say that the time is over."""
        if seconds:
            return DeadlinePassed(f"not fetched in {seconds:g} seconds", "--timeout lifts it")
        return DeadlinePassed(f"no progress in {self.wait:g} seconds", "--timeout lifts it")


class Wire:
    """A socket as `http.client` uses one: sent to, and read as a file, both by the clock."""

    def __init__(self, link: socket.socket, clock: Clock) -> None:
        """Take a connected socket."""
        self.link = link
        self._clock = clock

    def sendall(self, data: bytes) -> None:
        """Send bytes."""
        self.link.settimeout(self._clock.left())
        try:
            self.link.sendall(data)
        except TimeoutError:
            raise self._clock.passed() from None

    def makefile(self, mode: str) -> io.BufferedReader:
        """Give what comes, as a file."""
        del mode
        return io.BufferedReader(_Coming(self.link, self._clock), limits.SCAN)

    def close(self) -> None:
        """Leave the socket open: the answer is still to be read; `link` is closed by whoever made it."""


class _Coming(io.RawIOBase):
    """What comes through a socket."""

    def __init__(self, link: socket.socket, clock: Clock) -> None:
        self._link = link
        self._clock = clock

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._link.settimeout(self._clock.left())
        try:
            count = self._link.recv_into(buffer)
        except TimeoutError:
            raise self._clock.passed() from None
        except ssl.SSLEOFError:  # closed without a word: as other servers do without TLS
            return 0
        self._clock.note(count)
        return count


class Guard:
    """Which addresses may be asked: all public ones, and private ones that the user named.

    A named host that has once led to a public address may not lead to a private one later, and to a link-local address
    (169.254.169.254 tells machines in a cloud their secrets) only by that address.
    """

    def __init__(self, host: str) -> None:
        """Take the host that the user named."""
        self._host = host
        self._addresses: set[str] = set()
        self._is_public = False

    def check(self, host: str, address: str) -> None:
        """Raise NetworkFailed unless `host` may be asked at `address`."""
        found = _meant(address)
        if is_public(found):
            self._is_public = self._is_public or host == self._host
            return
        is_named = host == self._host and not self._is_public and (not found.is_link_local or _address(host) is not None)
        if not is_named and address not in self._addresses:
            raise NetworkFailed(f"the address of {host} is private ({address}), it is not asked", "name it yourself if it is meant")
        self._addresses.add(address)

    def check_name(self, host: str) -> None:
        """Do the same by the name alone, where a proxy will look it up."""
        address = _address(host)
        if address is not None:
            self.check(host, str(address))
        elif host != self._host and (host == "localhost" or host.endswith((".localhost", ".internal"))):
            raise NetworkFailed(f"{host} is a private name, which is not asked", "name it yourself if it is meant")


Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def _address(host: str) -> Address | None:
    """Give a host that is an address as one."""
    try:
        return ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None


def _meant(address: str) -> Address:
    """Give the address that a packet is sent to in the end: IPv4 behind IPv6 in its several ways."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
        if inner is None and found in _NAT64:
            inner = ipaddress.IPv4Address(found.packed[-4:])
        return inner or found
    return found


def is_public(address: Address) -> bool:
    """Say whether an address belongs to the public network."""
    return address.is_global and not address.is_multicast


def connect(place: Place, clock: Clock, guard: Guard | None) -> socket.socket:
    """Connect to a host, at the first of its addresses that answers. Raises NetworkFailed, DeadlinePassed."""
    found = _resolve(place.host, place.port, clock)
    failure: Exception | None = None
    for at, (family, where) in enumerate(found):
        link = None
        try:
            if guard:
                guard.check(place.host, str(where[0]))
            link = socket.socket(family, socket.SOCK_STREAM)
            left = clock.left()
            link.settimeout(None if left is None else left / (len(found) - at))
            link.connect(where)
            if guard:
                guard.check(place.host, str(link.getpeername()[0]))
        except (OSError, NetworkFailed) as error:
            failure = error
            if link:
                link.close()
            continue
        return link
    if isinstance(failure, TimeoutError):
        raise clock.passed() from failure
    raise explain(failure) if isinstance(failure, OSError) else failure or NetworkFailed(f"{place.host} has no address")


def _resolve(host: str, port: int, clock: Clock) -> list[tuple[int, Any]]:
    """Find the addresses of a host; in a thread, as the system's resolver knows no deadline."""
    answer: list[Any] = []

    def ask() -> None:
        try:
            answer.append(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except (OSError, UnicodeError) as error:
            answer.append(error)

    if _address(host) is not None:
        ask()
    else:
        thread = threading.Thread(target=ask, daemon=True)
        thread.start()
        thread.join(clock.left())
    if not answer:
        raise clock.passed()
    if isinstance(answer[0], Exception):
        raise NetworkFailed(f"the host {host} is not found", "is the name right, and is there a network?") from answer[0]
    return [(family, where) for family, _, _, _, where in answer[0]]


def secure(link: socket.socket, host: str, clock: Clock) -> socket.socket:
    """Begin TLS and check the certificate. Raises NetworkFailed, DeadlinePassed."""
    context = ssl.create_default_context()
    context.set_alpn_protocols(["http/1.1"])
    link.settimeout(clock.left())
    try:
        return context.wrap_socket(link, server_hostname=host)
    except TimeoutError:
        raise clock.passed() from None
    except OSError as error:
        raise explain(error) from error


def explain(error: OSError) -> NetworkFailed:
    """Say in one line what went wrong with a connection."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return NetworkFailed(
            f"its certificate is not valid: {error.verify_message.rstrip('.').lower()}", "SSL_CERT_FILE names certificates to trust"
        )
    if isinstance(error, ssl.SSLError):
        return NetworkFailed(f"TLS failed: {(error.reason or 'no reason given').replace('_', ' ').lower()}")
    if isinstance(error, ConnectionRefusedError):
        return NetworkFailed("the connection was refused")
    if isinstance(error, ConnectionError):
        return NetworkFailed("the server broke the connection off")
    return NetworkFailed((error.strerror or str(error) or "the network failed").lower())
