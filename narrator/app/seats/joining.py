"""Seats before the game begins: the events with which people join under their names and swap seats."""

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from narrator.app.access.typed_input import own_name
from narrator.app.seats.lookalikes import lookalike_key
from narrator.core.message import Refused, impossible
from narrator.core.record.record import Record
from narrator.core.table.box import COLOURS, Colour
from narrator.core.table.events import CardsGained, Corrected, DiceRolled, SeatJoined, SettlementBuilt
from narrator.core.table.phase import SettingUp
from narrator.core.table.player_names import normalized_name
from narrator.core.table.state import GameState

DEALING = (SettlementBuilt, DiceRolled, CardsGained, Corrected)  # one of these comes before any hand has a card


class SeatRequest(Struct, frozen=True):
    """A player's wishes for a seat; without a name or color it keeps its own."""

    seat: int | None
    name: str  # as typed
    colour: Colour | None
    language: str | None


def is_setting_up(state: GameState) -> bool:
    """Whether players may still change names, colors and seats."""
    return isinstance(state.phase, SettingUp)


def are_hands_dealt(record: Record) -> bool:
    """Whether the app has dealt cards in this game, even if that is undone: a redo brings them back."""
    if not record.game.is_dealt:
        return False
    return not is_setting_up(record.state) or any(isinstance(event, DEALING) for event in record.log)


def joining(state: GameState, number: int, wish: SeatRequest) -> SeatJoined:
    """Raises `Refused` for an unreadable name, or one that another player has."""
    now = state.seats[number]
    name = own_name(wish.name)
    if name:
        refuse_namesake(name, (seat.name for other, seat in enumerate(state.seats) if other != number))
    return SeatJoined(seat=number, name=name or now.name, colour=wish.colour or now.colour, language=wish.language)


def refuse_namesake(name: str, others: Iterable[str]) -> None:
    for other in others:
        if normalized_name(name) == normalized_name(other):
            raise Refused(impossible("seat.name_taken", name=name))
        if lookalike_key(name) == lookalike_key(other):
            raise Refused(impossible("seat.name_alike", name=name, other_name=other))


def refuse_namesakes(names: Sequence[str]) -> None:
    for number, name in enumerate(names):
        refuse_namesake(name, names[:number])


def refuse_new_namesakes(before: GameState, after: GameState) -> None:
    """Check new names only: games of older versions may have equal ones."""
    known, names = Counter(seat.name for seat in before.seats), [seat.name for seat in after.seats]
    for number, name in enumerate(names):
        known[name] -= 1
        if known[name] < 0:
            refuse_namesake(name, names[:number] + names[number + 1 :])


def with_room(state: GameState, joined: SeatJoined, taken: set[int]) -> list[SeatJoined]:
    """Free a color that only an empty seat has, by giving that seat another one."""
    other = next((seat for seat, now in enumerate(state.seats) if now.colour == joined.colour), joined.seat)
    spare = spare_colour(state)
    if other in {joined.seat, *taken} or spare is None:
        return [joined]
    empty, given_up = state.seats[other], state.seats[joined.seat].colour
    moved = SeatJoined(seat=other, name=empty.name, colour=spare, language=empty.language)
    return [moved, joined, replace(moved, colour=given_up)]


def seat_swap(state: GameState, one: int, other: int) -> list[SeatJoined]:
    """Return the events with which two players swap names, colors and languages."""
    a, b = state.seats[one], state.seats[other]
    spare = spare_colour(state)
    if spare is None:  # all six play: each color stays at its seat
        a, b = replace(a, colour=b.colour), replace(b, colour=a.colour)
    events = [
        SeatJoined(seat=one, name=b.name, colour=spare or b.colour, language=b.language),
        SeatJoined(seat=other, name=a.name, colour=a.colour, language=a.language),
        SeatJoined(seat=one, name=b.name, colour=b.colour, language=b.language),
    ]
    return events if spare else events[:2]


def spare_colour(state: GameState) -> Colour | None:
    """Return an unused color: no two seats may share one, not even between two entries."""
    return next((colour for colour in COLOURS if colour not in {seat.colour for seat in state.seats}), None)
