"""Who sits where: taking a seat with a phone, making one free, changing places, and whom the host trusts there."""

from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.message import Refused, impossible
from narrator.core.table.box import COLOURS, Colour
from narrator.core.table.events import SeatJoined
from narrator.core.table.phase import SettingUp
from narrator.core.table.state import GameState, Seat

from .desks import Desks
from .games import Games
from .typed_text import own_name


class Company(Protocol):
    """Who is here just now, phone by phone; told of everybody who comes, leaves or changes places."""

    def is_here(self, game: str, seat: int) -> bool: ...

    def greet(self, game: str, seat: int, language: str) -> None: ...

    def change_chairs(self, game: str, one: int, other: int) -> None: ...

    def free(self, game: str, seat: int) -> None: ...


class Wish(Struct, frozen=True):
    """A seat as its owner wants it; without a name or a colour it keeps those that it has."""

    seat: int | None
    name: str
    """As it was typed."""
    colour: Colour | None
    language: str


class Seats:
    """The seats of all games."""

    def __init__(self, games: Games, desks: Desks, company: Company) -> None:
        self._games = games
        self._desks = desks
        self._company = company

    def take(self, game: str, wish: Wish, own: int | None, speaks: str) -> str:
        """A phone's secret for the seat that it wants; `own` is the seat that it has already, `speaks` the language it
        shows. Raises `Refused` where somebody else is sitting there, or where the table has no such seat."""
        state = self._games.record(game).state
        seat, taken = self._existing(state, wish.seat), self._games.taken_seats(game)
        if seat != own and seat in taken:
            if self._company.is_here(game, seat):
                raise Refused(impossible("join.seat_taken", seat=seat))
            self._desks.distrust(game, seat)
        if is_setting_up(state):
            joined = joining(state.seats[seat], seat, wish)
            self._games.enter(game, with_room(state, joined, taken))
        secret = self._games.take_seat(game, seat)
        self._company.greet(game, seat, speaks)
        return secret

    def free(self, game: str, seat: int) -> None:
        """The phone that has this seat loses it, and with it the host's trust."""
        self._existing(self._games.record(game).state, seat)
        self._games.free_seat(game, seat)
        self._desks.distrust(game, seat)
        self._company.free(game, seat)

    def change_chairs(self, game: str, one: int, other: int) -> None:
        """Two people change places before the game begins, with their phones and with the host's trust."""
        state = self._games.record(game).state
        if one == other or max(one, other) >= len(state.seats):
            raise Refused(impossible("join.no_seat"))
        self._games.enter(game, changing_chairs(state, one, other))
        self._games.move_phones(game, one, other)
        self._desks.change_chairs(game, one, other)
        self._company.change_chairs(game, one, other)

    def trust(self, game: str, seat: int, on: bool) -> None:
        """What this seat's phone proposes is entered at once, or no longer."""
        self._desks.trust(game, seat, on, f"trust {self._desks.of(game).number} {seat} {on}")

    def co_host(self, game: str, seat: int, on: bool) -> None:
        """This seat's phone may open the host's page, or no longer."""
        self._desks.co_host(game, seat, on, f"co {self._desks.of(game).number} {seat} {on}")

    def host_secret(self, game: str, seat: int) -> str | None:
        """What makes a co-host's phone a host's device; nothing for anybody else."""
        return self._games.new_host_secret(game) if seat in self._desks.of(game).co_hosts else None

    def is_late(self, game: str) -> bool:
        """Whether who comes now has missed something."""
        return not is_setting_up(self._games.record(game).state)

    def _existing(self, state: GameState, seat: int | None) -> int:
        if seat is None or seat >= len(state.seats):
            raise Refused(impossible("join.no_seat"))
        return seat


def is_setting_up(state: GameState) -> bool:
    """Before the game begins people give themselves names and colours, and change places."""
    return isinstance(state.phase, SettingUp)


def joining(now: Seat, number: int, wish: Wish) -> SeatJoined:
    """Raises `Refused` for a name that can't be shown."""
    name = own_name(wish.name) or now.name
    return SeatJoined(seat=number, name=name, colour=wish.colour or now.colour, language=wish.language)


def with_room(state: GameState, joined: SeatJoined, taken: set[int]) -> list[SeatJoined]:
    """A colour that only an empty chair has is free: that chair gets the one that is given up for it."""
    other = next((seat for seat, now in enumerate(state.seats) if now.colour == joined.colour), joined.seat)
    spare = spare_colour(state)
    if other in {joined.seat, *taken} or spare is None:
        return [joined]
    empty, given_up = state.seats[other], state.seats[joined.seat].colour
    moved = SeatJoined(seat=other, name=empty.name, colour=spare, language=empty.language)
    return [moved, joined, replace(moved, colour=given_up)]


def changing_chairs(state: GameState, one: int, other: int) -> list[SeatJoined]:
    """Two people take their names, colours and languages along."""
    a, b = state.seats[one], state.seats[other]
    spare = spare_colour(state)
    if spare is None:  # all six play: each colour stays at its chair
        a, b = replace(a, colour=b.colour), replace(b, colour=a.colour)
    events = [
        SeatJoined(seat=one, name=b.name, colour=spare or b.colour, language=b.language),
        SeatJoined(seat=other, name=a.name, colour=a.colour, language=a.language),
        SeatJoined(seat=one, name=b.name, colour=b.colour, language=b.language),
    ]
    return events if spare else events[:2]


def spare_colour(state: GameState) -> Colour | None:
    """A colour that nobody plays: no two seats may have the same one, not even between two entries."""
    return next((colour for colour in COLOURS if colour not in {seat.colour for seat in state.seats}), None)
