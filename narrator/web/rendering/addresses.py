"""Addresses under which phones find this server, and safe addresses to return to after a form."""

from ipaddress import ip_address
from urllib.parse import parse_qsl, urlencode, urlsplit

from flask import current_app, request

ADDRESS = "address"  # cookie with the address that the host chose


def all_addresses() -> list[str]:
    """Return the server's addresses on the network, or else that of this request."""
    known: list[str] = current_app.config.get("ADDRESSES") or []
    return known or [request.host_url.rstrip("/")]


def base_address() -> str:
    """Return the address for phones: the host's choice, this request's, or the first on the network."""
    bases: list[str] = current_app.config.get("ADDRESSES") or []
    for wanted in (request.args.get("address", ""), request.cookies.get(ADDRESS, "")):
        if wanted in bases:
            return wanted
    here = request.host_url.rstrip("/")
    return here if not is_unreachable(here) else bases[0] if bases else here


def shared_addresses() -> list[str]:
    """Return the addresses for a program to pass on, the best first: a proxy's, not what Narrator listens on behind
    it."""
    best = base_address()
    return [best, *(other for other in all_addresses() if other != best and not is_unreachable(other))]


def is_unreachable(base: str) -> bool:
    name = urlsplit(base).hostname or ""
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")


def own_path(wanted: str) -> str:
    """Return a path of this server, or `/` for anything else.

    >>> own_path("/new?players=3"), own_path("//elsewhere.example"), own_path("https://elsewhere.example")
    ('/new?players=3', '/', '/')
    """
    is_path = wanted.startswith("/") and not wanted.startswith("//")
    return wanted if is_path and wanted.isprintable() and "\\" not in wanted else "/"


def without_language(path: str) -> str:
    """Remove `lang` from a path, so that a newly chosen language applies.

    >>> without_language("/library?lang=ru&q=robber"), without_language("/new")
    ('/library?q=robber', '/new')
    """
    parts = urlsplit(path)
    query = [(name, value) for name, value in parse_qsl(parts.query, keep_blank_values=True) if name != "lang"]
    return parts._replace(query=urlencode(query)).geturl()
