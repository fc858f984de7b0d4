"""Host names that this server answers to, and proxies that it trusts. Unknown names are refused because of DNS
rebinding: another site's name could resolve to this machine, and browsers would take our pages for that site's. With
an IP address or a name of the local network, that is impossible."""

import re
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING

from flask import request
from werkzeug.exceptions import BadRequest

from narrator.web.services import services

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
HOST_HEADER = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)\.?(?::\d{1,5})?", re.IGNORECASE)
PROXY_HEADERS = ("HTTP_FORWARDED", "HTTP_VIA", "HTTP_X_REAL_IP")  # only proxies add these
PROXY_HEADER_PARTS = ("X_FORWARDED", "CONNECTING_IP", "CLIENT_IP", "X_ORIGINAL_", "X_PROXY")


class UnknownHost(BadRequest):
    """The request's Host header is not one of ours."""


def refuse_unknown_hosts() -> None:
    if not is_known_host(request.headers.get("Host", ""), services().access.hosts):
        raise UnknownHost


def is_known_host(host: str, names: frozenset[str] = frozenset()) -> bool:
    """
    >>> [is_known_host(host) for host in ("192.168.1.20:8080", "[fe80::1]", "localhost:80", "kitchen.local.")]
    [True, True, True, True]
    >>> [is_known_host(host) for host in ("rebind.example", "", "10.0.0.1.example", "a@localhost", "localhost,x")]
    [False, False, False, False, False]
    """
    match = HOST_HEADER.fullmatch(host)
    if match is None:
        return False
    name = match[1].lower()
    is_local = name == "localhost" or name.endswith((".localhost", ".local"))
    return is_local or name in names or parse_address(name.strip("[]")) is not None


def is_loopback_name(host: str) -> bool:
    """Return whether a Host header can only mean this machine. Not every resolver keeps `*.localhost` local.

    >>> [is_loopback_name(host) for host in ("localhost:8080", "127.0.0.1", "[::1]:80")]
    [True, True, True]
    >>> [is_loopback_name(host) for host in ("kitchen.local", "x.localhost", "192.168.1.20", "127.0.0.1.example", "")]
    [False, False, False, False, False]
    """
    match = HOST_HEADER.fullmatch(host)
    name = match[1].lower().strip("[]") if match else ""
    address = parse_address(name)
    return name == "localhost" or (address is not None and address.is_loopback)


class TrustedProxies:
    """WSGI middleware: take the client's address and scheme from the headers of trusted proxies."""

    def __init__(self, app: "WSGIApplication", networks: tuple[Network, ...]) -> None:
        self._app = app
        self._networks = networks

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        if is_in_networks(environ.get("REMOTE_ADDR", ""), self._networks):
            environ["REMOTE_ADDR"] = self._client_address(environ)
            if environ.get("HTTP_X_FORWARDED_PROTO") in ("http", "https"):
                environ["wsgi.url_scheme"] = environ["HTTP_X_FORWARDED_PROTO"]
        return self._app(environ, start_response)

    def _client_address(self, environ: "WSGIEnvironment") -> str:
        """Return the nearest address that is not a trusted proxy; what that one forwards can be forged."""
        nearest: str = environ["REMOTE_ADDR"]
        for forwarded in reversed(environ.get("HTTP_X_FORWARDED_FOR", "").split(",")):
            if parse_address(forwarded) is None:
                break
            nearest = forwarded.strip()
            if not is_in_networks(nearest, self._networks):
                break
        return nearest


def is_forwarded(environ: "WSGIEnvironment") -> bool:
    """Return whether a proxy, trusted or not, forwarded this request.

    >>> [is_forwarded({name: ""}) for name in ("HTTP_X_FORWARDED_HOST", "HTTP_VIA", "HTTP_HOST")]
    [True, True, False]
    """
    return any(name in PROXY_HEADERS or any(part in name for part in PROXY_HEADER_PARTS) for name in environ)


def is_in_networks(text: str, networks: tuple[Network, ...]) -> bool:
    address = parse_address(text) if networks else None
    return address is not None and any(address in network for network in networks)


def parse_address(text: str) -> Address | None:
    """
    >>> parse_address(" 10.0.0.7"), parse_address("::ffff:10.0.0.7"), parse_address("unknown")
    (IPv4Address('10.0.0.7'), IPv4Address('10.0.0.7'), None)
    """
    try:
        address = ip_address(text.strip())
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
