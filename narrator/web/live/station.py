"""What is live in one server: who listens, and the pages that are made once for all who see the same."""

from flask import Flask, current_app
from msgspec import Struct

from .club_stream import ClubStream
from .fragments import Fragments
from .hub import Hub
from .lines import Lines

KEY = "narrator.live"
COPIES = 500
RECORDS = 50


class Station(Struct, frozen=True):
    hub: Hub
    lines: Lines
    """How many of one client and of one address listen."""
    phones: Fragments
    """The phones' pages."""
    copies: Fragments
    """The public game files that phones keep."""
    records: Fragments
    """The house's page of everybody's records."""
    club: ClubStream
    """What the club's list listens to."""

    def forget(self, game: str) -> None:
        """What was made of a game, in which something was deleted."""
        self.phones.forget(game)
        self.copies.forget(game)


def install(app: Flask, hub: Hub, lines: Lines, club: ClubStream) -> None:
    app.extensions[KEY] = Station(hub, lines, Fragments(), Fragments(COPIES), Fragments(RECORDS), club)


def station() -> Station:
    """The station of the application that answers."""
    return station_of(current_app)


def station_of(app: Flask) -> Station:
    found: Station = app.extensions[KEY]
    return found
