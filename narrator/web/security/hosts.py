"""Under which names this server answers.

A foreign page can give its own name this machine's number (DNS rebinding), and a browser would take our pages for its
own. It can't do so with a number, nor with a name that only the local network knows.
"""

import re
from ipaddress import ip_address

from flask import request
from werkzeug.exceptions import BadRequest

from narrator.web.services import services

WELL_FORMED = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)\.?(?::\d{1,5})?", re.IGNORECASE)


class UnknownHost(BadRequest):
    """Asked for under a name that is not ours."""


def refuse_unknown_hosts() -> None:
    if not is_known(request.headers.get("Host", ""), services().access.hosts):
        raise UnknownHost


def is_known(host: str, names: frozenset[str] = frozenset()) -> bool:
    """
    >>> [is_known(host) for host in ("192.168.1.20:8080", "[fe80::1]", "localhost:80", "kitchen.local.")]
    [True, True, True, True]
    >>> [is_known(host) for host in ("rebind.example", "", "10.0.0.1.example", "a@localhost", "localhost,x")]
    [False, False, False, False, False]
    """
    found = WELL_FORMED.fullmatch(host)
    if found is None:
        return False
    name = found[1].lower()
    is_near = name == "localhost" or name.endswith((".localhost", ".local"))
    return is_near or name in names or is_number(name.strip("[]"))


def is_loopback_name(host: str) -> bool:
    """Whether a `Host` can only mean the machine itself. Not every resolver keeps `*.localhost` to itself.

    >>> [is_loopback_name(host) for host in ("localhost:8080", "127.0.0.1", "[::1]:80")]
    [True, True, True]
    >>> [is_loopback_name(host) for host in ("kitchen.local", "x.localhost", "192.168.1.20", "127.0.0.1.example", "")]
    [False, False, False, False, False]
    """
    found = WELL_FORMED.fullmatch(host)
    name = found[1].lower().strip("[]") if found else ""
    return name == "localhost" or (is_number(name) and ip_address(name).is_loopback)


def is_number(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
