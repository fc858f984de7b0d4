"""Addresses: where phones find this server, and where a form may send its reader back to."""

from ipaddress import ip_address
from urllib.parse import parse_qsl, urlencode, urlsplit

from flask import current_app, request

ADDRESS = "address"
"""The cookie that keeps which of several addresses the host chose."""


def all_addresses() -> list[str]:
    """Where other devices find this server; where nobody said it, this page's own address."""
    known: list[str] = current_app.config.get("ADDRESSES") or []
    return known or [request.host_url.rstrip("/")]


def base_address() -> str:
    """Where phones find this server: what the host chose, else the first address on the network, else this page's."""
    bases: list[str] = current_app.config["ADDRESSES"] or []
    for wanted in (request.args.get("address", ""), request.cookies.get(ADDRESS, "")):
        if wanted in bases:
            return wanted
    here = request.host_url.rstrip("/")
    return here if not is_unreachable(here) else bases[0] if bases else here


def is_unreachable(base: str) -> bool:
    """Whether an address means only the machine itself."""
    name = urlsplit(base).hostname or ""
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")


def own_path(wanted: str) -> str:
    """Where to go back to: only a path of ours, whatever the form says.

    >>> own_path("/new?players=3"), own_path("//elsewhere.example"), own_path("https://elsewhere.example")
    ('/new?players=3', '/', '/')
    """
    is_path = wanted.startswith("/") and not wanted.startswith("//")
    return wanted if is_path and wanted.isprintable() and "\\" not in wanted else "/"


def without_language(path: str) -> str:
    """An address that says no language, so that the one just chosen counts.

    >>> without_language("/library?lang=ru&q=robber"), without_language("/new")
    ('/library?q=robber', '/new')
    """
    parts = urlsplit(path)
    query = [(name, value) for name, value in parse_qsl(parts.query, keep_blank_values=True) if name != "lang"]
    return parts._replace(query=urlencode(query)).geturl()
