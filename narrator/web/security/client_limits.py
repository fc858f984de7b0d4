"""How much one client may do. The checks are in `rate_limits.py`, `fair_queue.py` and the server."""

from msgspec import Struct


class ClientLimits(Struct, frozen=True):
    """How much one client may do. Six phones behind one router, or a club behind one proxy, stay well below."""

    connections: int = 300  # open at a time from one address, streams included
    streams: int = 200  # open at a time from one address
    pages: int = 12  # streams of one client; the oldest are closed
    at_once: int = 1  # requests of one client in progress; others wait. The host's never do
    games: int = 60  # created by one address per minute, samples and imports included
    secrets: int = 60  # seats or watchers' places taken by one address per minute
    notes: int = 90  # proposals, offers and phrases of one phone per minute
    programs: int = 1200  # actions of one program per minute
    wrong_codes: int = 12  # wrong join codes of one address per minute
    wrong_house_codes: int = 12  # wrong house and club codes, counted apart so that joining a game still works
    headers: float = 10  # seconds to receive a request's headers
    body: float = 30  # seconds to receive a request's body
    idle: float = 60  # seconds between two requests, or without reading an answer


UNLIMITED = ClientLimits(*(10**6 for _ in range(13)))  # for benchmarks, where one machine plays thousands of phones
