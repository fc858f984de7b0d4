"""Chairs before the game begins: the entries with which people take them under their names and change them."""

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from narrator.app.access.typed_input import own_name
from narrator.core.message import Refused, impossible
from narrator.core.record.record import Record
from narrator.core.table.box import COLOURS, Colour
from narrator.core.table.events import CardsGained, Corrected, DiceRolled, SeatJoined, SettlementBuilt
from narrator.core.table.phase import SettingUp
from narrator.core.table.player_names import looks_like, same_name
from narrator.core.table.state import GameState

DEALING = (SettlementBuilt, DiceRolled, CardsGained, Corrected)
"""One of these comes before any hand has a card."""


class SeatRequest(Struct, frozen=True):
    """A seat as its owner wants it; without a name or a colour it keeps those that it has."""

    seat: int | None
    name: str
    """As it was typed."""
    colour: Colour | None
    language: str


def is_setting_up(state: GameState) -> bool:
    """Before the game begins people give themselves names and colours, and change places."""
    return isinstance(state.phase, SettingUp)


def are_hands_dealt(record: Record) -> bool:
    """Whether the app has dealt cards in this game, even if all of it is undone: a redo brings them back."""
    if record.game.cards != "app":
        return False
    return not is_setting_up(record.state) or any(isinstance(event, DEALING) for event in record.log)


def joining(state: GameState, number: int, wish: SeatRequest) -> SeatJoined:
    """Raises `Refused` for a name that can't be shown, or that somebody else at the table has."""
    now = state.seats[number]
    name = own_name(wish.name)
    if name:
        refuse_namesake(name, (seat.name for other, seat in enumerate(state.seats) if other != number))
    return SeatJoined(seat=number, name=name or now.name, colour=wish.colour or now.colour, language=wish.language)


def refuse_namesake(name: str, others: Iterable[str]) -> None:
    """Two people whom no line could tell apart."""
    for other in others:
        if same_name(name) == same_name(other):
            raise Refused(impossible("seat.name_taken", name=name))
        if looks_like(name) == looks_like(other):
            raise Refused(impossible("seat.name_alike", name=name, other_name=other))


def refuse_namesakes(names: Sequence[str]) -> None:
    """Of a table that is only now being set up."""
    for number, name in enumerate(names):
        refuse_namesake(name, names[:number])


def refuse_new_namesakes(before: GameState, after: GameState) -> None:
    """Names that the table had already stay, as in a game of an older version, also at other chairs."""
    known, names = Counter(seat.name for seat in before.seats), [seat.name for seat in after.seats]
    for number, name in enumerate(names):
        known[name] -= 1
        if known[name] < 0:
            refuse_namesake(name, names[:number] + names[number + 1 :])


def with_room(state: GameState, joined: SeatJoined, taken: set[int]) -> list[SeatJoined]:
    """A colour that only an empty chair has is free: that chair gets the one that is given up for it."""
    other = next((seat for seat, now in enumerate(state.seats) if now.colour == joined.colour), joined.seat)
    spare = spare_colour(state)
    if other in {joined.seat, *taken} or spare is None:
        return [joined]
    empty, given_up = state.seats[other], state.seats[joined.seat].colour
    moved = SeatJoined(seat=other, name=empty.name, colour=spare, language=empty.language)
    return [moved, joined, replace(moved, colour=given_up)]


def seat_swap(state: GameState, one: int, other: int) -> list[SeatJoined]:
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
