"""Who is let in: under which names this server is known, through whom others come, and who may begin a game."""

from ipaddress import IPv4Network, IPv6Network

from msgspec import Struct

from narrator.web.security.limits import Limits

CODE_LENGTH = 8


class AccessConfig(Struct, frozen=True):
    hosts: frozenset[str] = frozenset()
    """Names besides numbers, `localhost` and `*.local`: this machine's own ones, and those of a proxy."""
    proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    """Only these are believed when they say for whom they ask."""
    code: str = ""
    """What a device needs to begin a game, where the house is closed."""
    right: str = ""
    """What a device needs for the house's own right: people, deleting, copies. In a closed house the same code."""
    limits: Limits = Limits()
