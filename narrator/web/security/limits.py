"""How much one client may do. No real evening comes near; whoever does is told to wait, and the table goes on."""

from msgspec import Struct


class Limits(Struct, frozen=True):
    """Six phones behind one router, or a club's tables behind a machine in between, stay well below all of them."""

    connections: int = 300
    """Open at a time from one address, streams included."""
    streams: int = 200
    """Pages of one address that listen at a time."""
    pages: int = 12
    """Pages of one client that listen at a time: the oldest give way."""
    at_once: int = 1
    """Requests of one client that are worked on at a time; the others stand in line. The host's never do."""
    games: int = 60
    """New games of one address in a minute; samples and files count."""
    secrets: int = 60
    """Seats taken or watched from by one address in a minute."""
    notes: int = 90
    """What one phone proposes, offers or says in a minute."""
    programs: int = 1200
    """What one program does in its seat in a minute."""
    wrong_codes: int = 12
    """Guesses of one address in a minute at the codes of games."""
    wrong_house_codes: int = 12
    """The same for the house and the club: who mistypes theirs can still join a game."""
    headers: float = 10
    """Seconds until a request has said what it wants."""
    body: float = 30
    """Seconds until it has sent everything."""
    idle: float = 60
    """Seconds that a connection may be silent between two requests, or take nothing of an answer."""


NONE = Limits(*(10**6 for _ in range(13)))
"""For measurements, where one machine plays thousands of phones."""
