"""Offers of cards: when one can be made, how long it lasts, and the trade that comes out of it."""

from narrator.core.message import Refused
from narrator.core.play.checklist import only_tells
from narrator.core.play.trade import terms_refusals
from narrator.core.record.clock import Clock
from narrator.core.record.record import Record
from narrator.core.table.cards import Counts, cards
from narrator.core.table.events import PlayersTraded
from narrator.core.table.phase import Over
from narrator.core.table.state import GameState, active_seats
from narrator.session.events import Answered, Offered
from narrator.session.table_session import OpenOffer


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


def check_terms(state: GameState, give: Counts, want: Counts) -> None:
    """Tonight's rules hold for an offer and a counter-offer as for the trade that would come of it."""
    against = tuple(terms_refusals(state, cards(give), cards(want)))
    if against:
        raise Refused(*against)


def is_declined(state: GameState, offer: OpenOffer) -> bool:
    """Whether everybody else has said no."""
    said = {seat for seat, answer in offer.answers.items() if answer.answer == "decline"}
    return {*active_seats(state)} - {offer.offer.seat} <= said


def lasts(record: Record, offer: Offered) -> bool:
    """An offer dies with the turn that it was made in."""
    then, now = record.at(min(offer.seen, len(record.log))).state, record.state
    return can_offer(now, offer.seat) and (then.turn, then.round) == (now.turn, now.round)


def closes_actions(clock: Clock | None) -> bool:
    """Whether a hard stop has closed trading and building; a break after it opens them no more."""
    return clock is not None and clock.is_hard and clock.is_up
