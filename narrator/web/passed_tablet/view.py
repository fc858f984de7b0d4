"""Where the app deals: who has something to do with a hand now, on a phone of their own or on the passed tablet."""

from collections.abc import Collection

from msgspec import Struct

from narrator.core.table.phase import Discarding, MovingRobber, Over, Rolling, Stealing
from narrator.core.table.state import acting_seat, active_seats
from narrator.web.components.offers import OfferView
from narrator.web.panels.actions import ACTION_PHASES
from narrator.web.rendering.table_context import TableContext


class Passing(Struct, frozen=True):
    phones: tuple[int, ...]
    """Who acts on a phone of their own."""
    tablet: tuple[int, ...]
    """Who acts on the tablet."""
    others: tuple[int, ...]
    """Who has no phone and may want to look."""


def passing_view(
    table: TableContext, taken: set[int], offer: OfferView | None, bots: Collection[int] = ()
) -> Passing | None:
    """Nothing where the cards lie on the table, nor before anybody has some. Bots need no tablet."""
    if not table.is_dealt or isinstance(table.state.phase, Over):
        return None
    due = [seat for seat in due_seats(table, offer) if seat not in bots]
    away = {*taken, *due, *bots}
    others = [seat for seat in active_seats(table.state) if seat not in away and _has_cards(table, seat)]
    found = Passing(
        tuple(seat for seat in due if seat in taken), tuple(seat for seat in due if seat not in taken), tuple(others)
    )
    return found if found.phones or found.tablet or found.others else None


def due_seats(table: TableContext, offer: OfferView | None) -> tuple[int, ...]:
    """Whom the table waits for, from the one on turn."""
    state, phase = table.state, table.state.phase
    if isinstance(phase, Discarding):
        return tuple(sorted(phase.owed, key=lambda seat: (seat - state.turn) % len(state.seats)))
    seat = acting_seat(state)
    if isinstance(phase, Rolling):
        return (seat,) if state.seats[seat].development_cards else ()
    if not isinstance(phase, (MovingRobber, Stealing, *ACTION_PHASES)):
        return ()
    return (seat, *(offer.silent if offer is not None else ()))


def _has_cards(table: TableContext, seat: int) -> bool:
    one = table.state.seats[seat]
    return bool(one.hand or one.development_cards)
