"""Access configuration: host names, trusted proxies, house codes and limits per client."""

from ipaddress import IPv4Network, IPv6Network

from msgspec import Struct

from narrator.web.security.client_limits import ClientLimits

CODE_LENGTH = 8


class AccessConfig(Struct, frozen=True):
    hosts: frozenset[str] = frozenset()  # accepted besides IP addresses, `localhost` and `*.local`
    proxies: tuple[IPv4Network | IPv6Network, ...] = ()  # trusted to set X-Forwarded-* headers
    code: str = ""  # needed to create a game, if set
    right: str = ""  # needed for house access (people, deletion, backups); with `code` set, that one is
    limits: ClientLimits = ClientLimits()
