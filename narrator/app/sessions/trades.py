"""Trades between players: offer, answer, and enter the trade when the offerer accepts an answer."""

from contextlib import suppress

from msgspec.structs import replace

from narrator.app.games.results import EntryRefused, KeyReused
from narrator.app.sessions.offers import can_offer, check_order, check_terms, closes_actions, is_declined, lasts, traded
from narrator.app.sessions.proposals import Proposals
from narrator.core.message import Refused, impossible, irregular
from narrator.core.play.card_moves import hand_refusals
from narrator.core.record.clock import clock_of
from narrator.core.table.cards import Counts, cards
from narrator.core.table.events import PlayersTraded
from narrator.session.events import Answered, Offered, Proposed
from narrator.session.table_session import OpenOffer


class Trades(Proposals):
    def open_offer(self, game: str) -> OpenOffer | None:
        """Return the open offer if its turn lasts and not all have declined (that may not be settled yet)."""
        offer, record = self.session_of(game).offers.open, self._games.record_of(game)
        if offer is None or is_declined(record.state, offer) or not lasts(record, offer.offer):
            return None
        return offer

    def offer(self, game: str, offer: Offered, key: str) -> None:
        """Make an offer; it replaces the open one. Raises `Refused`."""
        record = self._games.record_of(game)
        if closes_actions(clock_of(record.head, self._now())):
            raise Refused(irregular("clock.closed", seat=offer.seat))
        if not can_offer(record.state, offer.seat):
            raise Refused(impossible("offer.not_now"))
        if not any(offer.give.values()) and not any(offer.want.values()):
            raise Refused(impossible("offer.empty"))
        check_terms(record.state, offer.give, offer.want)
        self._check_holds(game, offer.seat, offer.give)
        self.append(game, replace(offer, seen=len(record.log)), key)

    def answer(self, game: str, answer: Answered, key: str, phone: int | None = None) -> None:
        """Answer from the seat's own phone, or from the `phone` of another seat if it has none. Raises `Refused`."""
        offer, record = self.open_offer(game), self._games.record_of(game)
        if phone not in (None, answer.seat) and not self._is_passed_phone(game, offer, phone, answer.seat):
            raise Refused(impossible("proposal.another_seat"))
        self._check_seat(game, answer.seat)
        if offer is None or offer.number != answer.note:
            raise Refused(impossible("offer.gone"))
        check_order(record.state, offer, answer.seat, self._games.taken_seats(game))
        if answer.seat == offer.offer.seat:
            raise Refused(impossible("offer.own"))
        if answer.answer == "counter":
            check_terms(record.state, answer.give, answer.want)
            self._check_holds(game, answer.seat, answer.give)
        elif answer.answer == "accept":
            self._check_holds(game, answer.seat, offer.offer.want)
        self.append(game, replace(answer, seen=len(record.log), by=None if phone == answer.seat else phone), key)
        answered = self.session_of(game).offers.open
        if answered is not None and is_declined(record.state, answered):
            self.settle(game, answered.number, "refused")

    def _is_passed_phone(self, game: str, offer: OpenOffer | None, phone: int | None, to: int) -> bool:
        """Only the offerer's phone is passed, and only to players without one. If the app deals, they use the tablet:
        the phone would reveal what they hold."""
        if offer is None or self._is_dealt(game):
            return False
        return offer.offer.seat == phone and to not in self._games.taken_seats(game)

    def accept_answer(self, game: str, seat: int, partner: int, given: int) -> bool:
        """Accept the yes or counter-offer with the number `given`, and return True if the trade is entered. The host
        decides instead if it is illegal, or if an untrusted offerer's phone gave the partner's answer."""
        offer = self.open_offer(game)
        if offer is None or offer.offer.seat != seat or offer.given.get(partner) != given:
            raise Refused(impossible("offer.gone"))
        answer = offer.answers[partner]
        if answer.answer == "decline":
            raise Refused(impossible("offer.gone"))
        trade = traded(offer.offer, answer)
        if self._is_dealt(game):
            self._enter_dealt_trade(game, offer, trade)
            return True
        self._check_possible(game, [trade])
        is_agreed = answer.by is None or seat in self.session_of(game).trust.trusted
        entered = self._enter_trade(game, offer, trade) if is_agreed else self._propose_trade(game, offer, trade)
        self.settle(game, offer.number, "entered" if entered else "proposed")
        return entered

    def accept_for(self, game: str, number: int, seat: int) -> bool:
        """Accept an offer for a player without a phone, and return True if the trade is entered."""
        if seat in self._games.taken_seats(game) or seat < 0:
            raise Refused(impossible("proposal.another_seat"))
        if self._is_dealt(game):
            raise Refused(impossible("cards.not_yours", seat=seat))
        answer = Answered(seat=seat, note=max(1, number), answer="accept")
        self.answer(game, answer, f"taken {self.session_of(game).number} {seat}")
        offer = self.open_offer(game)
        return offer is not None and self.accept_answer(game, offer.offer.seat, seat, offer.given[seat])

    def _check_holds(self, game: str, seat: int, given: Counts) -> None:
        """If the app deals, refuse cards that the seat doesn't hold."""
        if self._is_dealt(game):
            refusals = tuple(hand_refusals(self._games.full_record(game).state, seat, cards(given)))
            if refusals:
                raise Refused(*refusals)

    def _enter_dealt_trade(self, game: str, offer: OpenOffer, trade: PlayersTraded) -> None:
        """Enter a trade if both still hold their cards. The offerer learns nothing else about the partner's hand."""
        self._check_holds(game, trade.seat, trade.give)
        if any(hand_refusals(self._games.full_record(game).state, trade.partner, cards(trade.receive))):
            raise Refused(impossible("offer.gone"))
        with suppress(KeyReused):  # this offer has led to a trade already
            self._games.enter(game, [trade], None, _entry_key(offer), by="house")
        self.settle(game, offer.number, "entered")

    def _enter_trade(self, game: str, offer: OpenOffer, trade: PlayersTraded) -> bool:
        try:
            self._games.enter(game, [trade], None, _entry_key(offer))
        except KeyReused:  # this offer has led to a trade already
            return True
        except EntryRefused:
            return self._propose_trade(game, offer, trade)
        return True

    def _propose_trade(self, game: str, offer: OpenOffer, trade: PlayersTraded) -> bool:
        self._check_room(game, trade.seat)
        proposed = Proposed(seat=trade.seat, events=[trade], seen=len(self._games.record_of(game).log))
        self.append(game, proposed, _entry_key(offer))
        return False


def _entry_key(offer: OpenOffer) -> str:
    """Return the idempotency key under which the trade of an offer is entered or proposed, once."""
    return f"offer {offer.number}"
