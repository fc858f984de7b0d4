"""If the app deals: who has to act with a hand now, on their own phone or on the passed tablet."""

from collections.abc import Collection

from msgspec import Struct

from narrator.core.table.phase import Discarding, MovingRobber, Over, Rolling, Stealing
from narrator.core.table.state import acting_seat, active_seats
from narrator.web.components.offers import OfferView
from narrator.web.panels.actions import ACTION_PHASES
from narrator.web.rendering.table_context import TableContext


class PassingView(Struct, frozen=True):
    on_phone: list[int]  # seats that act on their own phone
    on_tablet: list[int]  # seats that act on the tablet
    may_look: list[int]  # other seats without a phone that have cards


def passing_view(
    table: TableContext, taken: set[int], offer: OfferView | None, bots: Collection[int] = ()
) -> PassingView | None:
    """Return who acts where; None if the app doesn't deal or nobody has cards."""
    if not table.is_dealt or isinstance(table.state.phase, Over):
        return None
    due = [seat for seat in due_seats(table, offer) if seat not in bots]
    view = PassingView(
        on_phone=[seat for seat in due if seat in taken],
        on_tablet=[seat for seat in due if seat not in taken],
        may_look=[
            seat for seat in active_seats(table.state) if seat not in {*taken, *due, *bots} and _has_cards(table, seat)
        ],
    )
    return view if view.on_phone or view.on_tablet or view.may_look else None


def due_seats(table: TableContext, offer: OfferView | None) -> tuple[int, ...]:
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
    player = table.state.seats[seat]
    return bool(player.hand_size or player.development_cards)
