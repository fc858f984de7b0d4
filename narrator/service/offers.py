"""Offers of cards: when one can be made, how long it lasts, and the trade that comes out of it."""

from narrator.core.play.script_tracking import only_tells
from narrator.core.record.clock import Clock
from narrator.core.record.record import Record
from narrator.core.table.events import PlayersTraded
from narrator.core.table.phase import Over
from narrator.core.table.state import GameState
from narrator.store.note import Answered, Offered


def traded(offer: Offered, answer: Answered) -> PlayersTraded:
    """The trade that comes out of an answer, as the offerer's."""
    if answer.answer == "accept":
        return PlayersTraded(seat=offer.seat, partner=answer.seat, give=offer.give, receive=offer.want)
    return PlayersTraded(seat=offer.seat, partner=answer.seat, give=answer.want, receive=answer.give)


def can_offer(state: GameState, seat: int) -> bool:
    """Trading is open to whoever is on turn, after the roll."""
    if isinstance(state.phase, Over) or only_tells(state) or state.rules.domestic_trade == "off":
        return False
    return seat == state.turn and state.phase.step in ("actions", "trade")


def lasts(record: Record, offer: Offered) -> bool:
    """An offer dies with the turn that it was made in."""
    then, now = record.at(min(offer.seen, len(record.log))).state, record.state
    return can_offer(now, offer.seat) and (then.turn, then.round) == (now.turn, now.round)


def closes_actions(clock: Clock | None) -> bool:
    """Whether a hard stop has closed trading and building; a break after it opens them no more."""
    return clock is not None and clock.is_hard and clock.is_up
