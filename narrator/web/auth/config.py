"""Access configuration: host names, trusted proxies, the house code, and how much one client may do."""

from ipaddress import IPv4Network, IPv6Network

from msgspec import Struct

CODE_LENGTH = 8


class ClientLimits(Struct, frozen=True):
    """How much one client may do. Six phones behind one router, or a club behind one proxy, stay well below."""

    connections_per_address: int = 300  # open at a time, streams included
    streams_per_address: int = 200  # open at a time
    streams_per_client: int = 12  # open at a time; the oldest are closed
    requests_at_once: int = 1  # of one client; others wait. The host's never do
    # Per minute:
    new_games: int = 60  # of one address, samples and imports included
    seats: int = 60  # taken by one address, watchers' places included
    session_events: int = 90  # proposals, offers and phrases of one phone
    program_actions: int = 1200  # of one program
    wrong_codes: int = 12  # wrong join codes of one address
    wrong_house_codes: int = 12  # wrong house and club codes, counted apart so that joining a game still works
    # Seconds:
    header_seconds: float = 10  # to receive a request's headers
    body_seconds: float = 30  # to receive a request's body
    idle_seconds: float = 60  # between two requests, or without reading a response


UNLIMITED = ClientLimits(*(10**6 for _ in range(13)))  # for benchmarks, where one machine plays thousands of phones


class AccessConfig(Struct, frozen=True):
    hosts: frozenset[str] = frozenset()  # accepted besides IP addresses, `localhost` and `*.local`
    proxies: tuple[IPv4Network | IPv6Network, ...] = ()  # trusted to set X-Forwarded-* headers
    house_code: str = ""  # needed for house access: people, deletion, backups
    is_closed: bool = False  # whether house access is needed to create a game, too
    limits: ClientLimits = ClientLimits()
