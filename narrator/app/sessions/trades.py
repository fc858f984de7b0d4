"""Trades between players: offer, answer, and enter the trade when the offerer accepts an answer; rules for offers."""

from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import datetime

from msgspec.structs import replace

from narrator.app.games.dealer import Author
from narrator.app.games.games import Games
from narrator.app.games.results import EntryRefused, KeyReused
from narrator.app.sessions.proposals import ProposalService
from narrator.app.sessions.service import SessionService, check_seat
from narrator.core.message import Refused, impossible, irregular
from narrator.core.play.card_moves import hand_refusals
from narrator.core.play.checklist import is_script_only
from narrator.core.play.trade import terms_refusals
from narrator.core.record.clock import Clock, clock_of
from narrator.core.record.record import Record
from narrator.core.record.seat_choices import cannot_pay
from narrator.core.table.cards import Counts, cards
from narrator.core.table.events import PlayersTraded
from narrator.core.table.phase import Over
from narrator.core.table.state import GameState, active_seats
from narrator.session.events import Answered, Offered, Proposed
from narrator.session.table_session import OpenOffer, TableSession


class TradeService:
    def __init__(
        self, games: Games, sessions: SessionService, proposals: ProposalService, now: Callable[[], datetime]
    ) -> None:
        self._games = games
        self._sessions = sessions
        self._proposals = proposals
        self._now = now

    def open_offer(self, game: str) -> OpenOffer | None:
        return open_offer_in(self._games.record_of(game), self._sessions.session_of(game))

    def offer(self, game: str, offer: Offered, key: str) -> None:
        """Make an offer; it replaces the open one. Raises `Refused`."""
        record = self._games.record_of(game)
        if are_actions_closed(clock_of(record.head, self._now())):
            raise Refused(irregular("clock.closed", seat=offer.seat))
        if not can_offer(record.state, offer.seat):
            raise Refused(impossible("offer.not_now"))
        if not any(offer.give.values()) and not any(offer.want.values()):
            raise Refused(impossible("offer.empty"))
        check_terms(record.state, offer.give, offer.want)
        self._check_dealt_hand(game, record, offer.seat, offer.give)
        self._sessions.append(game, replace(offer, seen=record.last_entry), key)

    def answer(self, game: str, answer: Answered, key: str, phone: int | None = None) -> None:
        """Answer from the seat's own phone, or from the `phone` of another seat if it has none. Raises `Refused`."""
        record = self._games.record_of(game)
        offer, seats_with_phone = self.open_offer(game), self._games.access.taken_seats(game)
        # Only the offerer's phone is passed, and only to players without one. A dealt hand is looked at on the tablet.
        can_pass = offer is not None and offer.offer.seat == phone and not record.game.is_dealt
        if phone not in (None, answer.seat) and (not can_pass or answer.seat in seats_with_phone):
            raise Refused(impossible("proposal.another_seat"))
        check_seat(record.state, answer.seat)
        if offer is None or offer.number != answer.offer_number:
            raise Refused(impossible("offer.gone"))
        check_order(record.state, offer, answer.seat, seats_with_phone)
        if answer.seat == offer.offer.seat:
            raise Refused(impossible("offer.own"))
        if answer.answer == "counter":
            check_terms(record.state, answer.give, answer.want)
            self._check_dealt_hand(game, record, answer.seat, answer.give)
        elif answer.answer == "accept":
            self._check_dealt_hand(game, record, answer.seat, offer.offer.want)
        given_by = None if phone == answer.seat else phone
        self._sessions.append(game, replace(answer, seen=record.last_entry, by=given_by), key)
        answered = self._sessions.session_of(game).offers.open
        if answered is not None and is_declined(record.state, answered):
            self._sessions.close(game, answered.number, "refused")

    def accept_answer(self, game: str, seat: int, partner: int, answer_number: int) -> bool:
        """Accept the yes or counter-offer that has this number, and return True if the trade is entered. The host
        decides instead if it is illegal, or if an untrusted offerer's phone gave the partner's answer."""
        record, session = self._games.record_of(game), self._sessions.session_of(game)
        offer = open_offer_in(record, session)
        if offer is None or offer.offer.seat != seat or offer.answer_numbers.get(partner) != answer_number:
            raise Refused(impossible("offer.gone"))
        answer = offer.answers[partner]
        if answer.answer == "decline":
            raise Refused(impossible("offer.gone"))
        trade = trade_of(offer.offer, answer)
        if record.game.is_dealt:
            self._enter_dealt_trade(game, record, offer, trade)
            return True
        self._proposals.check_possible(game, [trade])
        is_entered = False
        if answer.by is None or seat in session.trust.trusted:
            with suppress(EntryRefused):
                self._enter_once(game, offer, trade)
                is_entered = True
        if not is_entered:
            proposed = Proposed(seat=seat, events=[trade], seen=record.last_entry)
            self._proposals.append(game, proposed, _entry_key(offer))
        self._sessions.close(game, offer.number, "entered" if is_entered else "proposed")
        return is_entered

    def accept_for(self, game: str, number: int, seat: int) -> bool:
        """Accept an offer for a player without a phone, and return True if the trade is entered."""
        if seat in self._games.access.taken_seats(game) or seat < 0:
            raise Refused(impossible("proposal.another_seat"))
        if self._games.record_of(game).game.is_dealt:
            raise Refused(impossible("cards.not_yours", seat=seat))
        answer = Answered(seat=seat, offer_number=max(1, number), answer="accept")
        self.answer(game, answer, f"taken {self._sessions.session_of(game).number} {seat}")
        offer = self.open_offer(game)
        return offer is not None and self.accept_answer(game, offer.offer.seat, seat, offer.answer_numbers[seat])

    def _check_dealt_hand(self, game: str, record: Record, seat: int, given: Counts) -> None:
        """If the app deals, refuse cards that the seat doesn't hold."""
        if record.game.is_dealt:
            refusals = tuple(hand_refusals(self._games.full_record(game).state, seat, cards(given)))
            if refusals:
                raise Refused(*refusals)

    def _enter_dealt_trade(self, game: str, record: Record, offer: OpenOffer, trade: PlayersTraded) -> None:
        """Enter a trade if both still hold their cards. The offerer learns nothing else about the partner's hand."""
        self._check_dealt_hand(game, record, trade.seat, trade.give)
        if any(hand_refusals(self._games.full_record(game).state, trade.partner, cards(trade.receive))):
            raise Refused(impossible("offer.gone"))
        self._enter_once(game, offer, trade, by="server")
        self._sessions.close(game, offer.number, "entered")

    def _enter_once(self, game: str, offer: OpenOffer, trade: PlayersTraded, by: Author = "host") -> None:
        with suppress(KeyReused):  # this offer has led to a trade already
            self._games.enter_events(game, [trade], None, _entry_key(offer), by=by)


def open_offer_in(record: Record, session: TableSession) -> OpenOffer | None:
    """Return the open offer if its turn lasts and not all have declined (that may not be settled yet)."""
    offer = session.offers.open
    if offer is None or is_declined(record.state, offer) or not is_current_offer(record, offer.offer):
        return None
    return offer


def _entry_key(offer: OpenOffer) -> str:
    """Return the idempotency key under which the trade of an offer is entered or proposed, once."""
    return f"offer {offer.number}"


def trade_of(offer: Offered, answer: Answered) -> PlayersTraded:
    """Return the trade that accepting an answer leads to, from the offerer's view."""
    if answer.answer == "accept":
        return PlayersTraded(seat=offer.seat, partner=answer.seat, give=offer.give, receive=offer.want)
    return PlayersTraded(seat=offer.seat, partner=answer.seat, give=answer.want, receive=answer.give)


def can_offer(state: GameState, seat: int) -> bool:
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
    """Whether the turn in which an offer was made is still going on."""
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
    """Refuse a first answer before a seat's turn to answer; an answer already given may be changed at any time."""
    first = next_to_answer(state, offer, with_phone)
    if first not in (None, seat) and seat in with_phone and seat not in offer.answers:
        raise Refused(impossible("offer.wait", seat=first))


def can_give(state: GameState, seat: int, given: Counts) -> bool:
    """Whether a hand may hold these cards, as far as this state knows."""
    return not cannot_pay(state, PlayersTraded(seat=seat, partner=seat, give=given, receive={}))
