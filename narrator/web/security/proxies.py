"""Requests that come through a machine in between: who really asks, and how. Only machines named at the start are
believed, as anybody can write such headers."""

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
FORWARDING = ("HTTP_FORWARDED", "HTTP_VIA", "HTTP_X_REAL_IP")
FORWARDING_PARTS = ("X_FORWARDED", "CONNECTING_IP", "CLIENT_IP", "X_ORIGINAL_", "X_PROXY")
"""Headers that only a machine in between adds, and parts of the names of others."""


class Proxies:
    """The application behind them."""

    def __init__(self, app: "WSGIApplication", networks: tuple[Network, ...]) -> None:
        self._app = app
        self._networks = networks

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        if is_named(environ.get("REMOTE_ADDR", ""), self._networks):
            environ["REMOTE_ADDR"] = self._asker(environ)
            if environ.get("HTTP_X_FORWARDED_PROTO") in ("http", "https"):
                environ["wsgi.url_scheme"] = environ["HTTP_X_FORWARDED_PROTO"]
        return self._app(environ, start_response)

    def _asker(self, environ: "WSGIEnvironment") -> str:
        """The nearest one that is no proxy of ours; what it says about others is hearsay."""
        nearest: str = environ["REMOTE_ADDR"]
        for said in reversed(environ.get("HTTP_X_FORWARDED_FOR", "").split(",")):
            if address_of(said) is None:
                break
            nearest = said.strip()
            if not is_named(nearest, self._networks):
                break
        return nearest


def is_forwarded(environ: "WSGIEnvironment") -> bool:
    """Whether a machine in between, trusted or not, has passed this request on.

    >>> [is_forwarded({name: ""}) for name in ("HTTP_X_FORWARDED_HOST", "HTTP_VIA", "HTTP_HOST")]
    [True, True, False]
    """
    return any(name in FORWARDING or any(part in name for part in FORWARDING_PARTS) for name in environ)


def is_named(text: str, networks: tuple[Network, ...]) -> bool:
    address = address_of(text) if networks else None
    return address is not None and any(address in network for network in networks)


def address_of(text: str) -> Address | None:
    """
    >>> address_of(" 10.0.0.7"), address_of("::ffff:10.0.0.7"), address_of("unknown")
    (IPv4Address('10.0.0.7'), IPv4Address('10.0.0.7'), None)
    """
    try:
        found = ip_address(text.strip())
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found
