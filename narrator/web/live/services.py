"""What is live in one server: who listens, and the pages that are made once for all who see the same."""

from flask import Flask, current_app
from msgspec import Struct

from narrator.web.live.club_stream import ClubStream
from narrator.web.live.fragments import Fragments
from narrator.web.live.hub import Hub
from narrator.web.live.stream_limits import StreamLimits

KEY = "narrator.live"
COPIES = 500
RECORDS = 50


class LiveServices(Struct, frozen=True):
    hub: Hub
    lines: StreamLimits
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


def install(app: Flask, hub: Hub, lines: StreamLimits, club: ClubStream) -> None:
    app.extensions[KEY] = LiveServices(hub, lines, Fragments(), Fragments(COPIES), Fragments(RECORDS), club)


def live_services() -> LiveServices:
    """The station of the application that answers."""
    return live_services_of(current_app)


def live_services_of(app: Flask) -> LiveServices:
    found: LiveServices = app.extensions[KEY]
    return found
