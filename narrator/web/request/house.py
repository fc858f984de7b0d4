"""What all pages of one server share: its games, the desks and seats at them, its door, its clock and its chance."""

from collections.abc import Callable, Mapping
from datetime import datetime

from cachetools import TTLCache
from flask import Flask, current_app
from msgspec import Struct

from narrator.service.bot_clock import BotClock
from narrator.service.bots import Bots
from narrator.service.club import Club
from narrator.service.desks import Desks
from narrator.service.films import Films
from narrator.service.games import Games
from narrator.service.health import Health
from narrator.service.keeping import Keeper
from narrator.service.news import News
from narrator.service.others import Others
from narrator.service.people import People
from narrator.service.programs import Programs
from narrator.service.seats import Seats
from narrator.store.shared_state.connections import Connections

from .attempts import Attempts
from .door import Door

KEY = "narrator"


class House(Struct, frozen=True):
    games: Games
    desks: Desks
    seats: Seats
    bots: Bots
    bot_clock: BotClock
    """By which bots go on where no host's page is open."""
    films: Films
    """Game files that are only watched."""
    people: People
    keeper: Keeper
    """Of the file's copies."""
    programs: Programs
    """That play in chairs."""
    news: News
    """For who waits."""
    others: Others
    """Servers of the same games."""
    now: Callable[[], datetime]
    pick: Callable[[int], int]
    """One of so many, for the narrator's own dice."""
    door: Door
    bounds: Mapping[str, Attempts]
    """What can be done only so often."""
    connections: Connections
    """How many each address has open."""
    club: Club
    """The house as a club with many tables."""
    health: Health
    known: TTLCache[str, bool]
    """Clients whose secret was looked up lately."""

    @property
    def attempts(self) -> Attempts:
        """Wrong codes of games, counted."""
        return self.bounds["wrong_codes"]

    @property
    def house_attempts(self) -> Attempts:
        """Wrong codes of the house and the club, counted."""
        return self.bounds["wrong_house_codes"]


def furnish(app: Flask, house: House) -> None:
    app.extensions[KEY] = house


def house() -> House:
    """The house of the application that answers."""
    return house_of(current_app)


def house_of(app: Flask) -> House:
    found: House = app.extensions[KEY]
    return found
