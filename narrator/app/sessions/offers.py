"""Rules for offers: when one can be made, who answers next, how long it is open, and the trade that it leads to."""

from collections.abc import Collection

from narrator.core.message import Refused, impossible
from narrator.core.play.checklist import is_script_only
from narrator.core.play.trade import terms_refusals
from narrator.core.record.clock import Clock
from narrator.core.record.exact_choices import cannot_pay
from narrator.core.record.record import Record
from narrator.core.table.cards import Counts, cards
from narrator.core.table.events import PlayersTraded
from narrator.core.table.phase import Over
from narrator.core.table.state import GameState, active_seats
from narrator.session.events import Answered, Offered
from narrator.session.table_session import OpenOffer


def trade_of(offer: Offered, answer: Answered) -> PlayersTraded:
    """Return the trade that accepting an answer leads to, from the offerer's view."""
    if answer.answer == "accept":
        return PlayersTraded(seat=offer.seat, partner=answer.seat, give=offer.give, receive=offer.want)
    return PlayersTraded(seat=offer.seat, partner=answer.seat, give=answer.want, receive=answer.give)


def can_offer(state: GameState, seat: int) -> bool:
    """The active player may offer after the roll."""
    if isinstance(state.phase, Over) or is_script_only(state) or state.rules.domestic_trade == "off":
        return False
    return seat == state.turn and state.phase.step in ("actions", "trade")


def check_terms(state: GameState, give: Counts, want: Counts) -> None:
    """Apply the house rules for trades to an offer or a counter-offer. Raises `Refused`."""
    if refusals := tuple(terms_refusals(state, cards(give), cards(want))):
        raise Refused(*refusals)


def is_declined(state: GameState, offer: OpenOffer) -> bool:
    declined = {seat for seat, answer in offer.answers.items() if answer.answer == "decline"}
    return {*active_seats(state)} - {offer.offer.seat} <= declined


def is_current_offer(record: Record, offer: Offered) -> bool:
    """Whether the turn in which an offer was made lasts."""
    then, now = record.snapshot_at(min(offer.seen, record.last_entry)).state, record.state
    return can_offer(now, offer.seat) and (then.turn, then.round) == (now.turn, now.round)


def are_actions_closed(clock: Clock | None) -> bool:
    """Whether a hard stop of the clock has ended trading and building; a later pause doesn't reopen them."""
    return clock is not None and clock.is_hard and clock.is_up


def next_to_answer(state: GameState, offer: OpenOffer, with_phone: Collection[int]) -> int | None:
    """Return the next seat to answer, clockwise from the offerer, if the rules require turn order. Only seats
    with a phone or a program count: the others answer at the table."""
    if state.rules.trade_answers == "open":
        return None
    offerer, count = offer.offer.seat, len(state.seats)
    waiting = [seat for seat in active_seats(state) if seat in with_phone and seat not in (offerer, *offer.answers)]
    return min(waiting, key=lambda seat: (seat - offerer) % count, default=None)


def check_order(state: GameState, offer: OpenOffer, seat: int, with_phone: Collection[int]) -> None:
    """Refuse a first answer before a seat's turn to answer; a given answer may be changed any time."""
    first = next_to_answer(state, offer, with_phone)
    if first not in (None, seat) and seat in with_phone and seat not in offer.answers:
        raise Refused(impossible("offer.wait", seat=first))


def can_give(state: GameState, seat: int, given: Counts) -> bool:
    """Whether a hand may hold these cards, as far as this state knows."""
    return not cannot_pay(state, PlayersTraded(seat=seat, partner=seat, give=given, receive={}))
