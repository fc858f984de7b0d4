"""Proposals: phones report what their players did, and the host decides whether it is entered."""

from collections.abc import Sequence
from contextlib import suppress

from narrator.app.games.dealing import check_own_events
from narrator.app.games.results import Entered, EntryRefused, KeyReused
from narrator.app.sessions.session_log import SessionLog
from narrator.core.message import Refused, impossible
from narrator.core.table.events import Amended, AnyEvent, AnyFact, TakenBack
from narrator.session.events import Proposed

MAX_OPEN_PROPOSALS = 6  # per seat; a phone that sends more is broken


class Proposals(SessionLog):
    def propose(self, game: str, seat: int, events: Sequence[AnyFact], key: str, seen: int) -> bool:
        """Propose entries for a seat, once per key. Return True if they are entered at once: because the host trusts
        that seat and they are legal, or because the app deals and only that seat can know. Raises `Refused`."""
        if self._is_dealt(game):
            return self._enter_own(game, seat, events, key, seen)
        number = self._storage.sessions.number_for_key(game, key)
        if number is None:
            check_own_events(seat, events, self._games.record_of(game).state.rules)
            self._check_possible(game, events)
            self._check_room(game, seat)
            number = self.append(game, Proposed(seat=seat, events=list(events), seen=seen), key)
        return self._enter_trusted(game, number)

    def _enter_own(self, game: str, seat: int, events: Sequence[AnyFact], key: str, seen: int) -> bool:
        """Enter at once, unless the page is older than this seat's last entry."""
        check_own_events(seat, events, self._games.record_of(game).state.rules)
        proposed = Proposed(seat=seat, events=list(events), seen=seen)
        if self._storage.games.request(game, key) is None and self._may_be_known(game, proposed):
            raise Refused(impossible("proposal.look_again"))
        self._games.enter(game, events, None, key, by=seat)
        return True

    def _check_possible(self, game: str, events: Sequence[AnyFact]) -> None:
        reasons = [reason for found in self._games.judge(game, events) for reason in found]
        wrong = [reason for reason in reasons if reason.kind == "impossible"]
        if wrong:
            raise Refused(*wrong)

    def _check_room(self, game: str, seat: int) -> None:
        if len(self.session_of(game).proposals.of_seat(seat)) >= MAX_OPEN_PROPOSALS:
            raise Refused(impossible("proposal.too_many"))

    def _enter_trusted(self, game: str, number: int) -> bool:
        session = self.session_of(game)
        proposal = session.proposals.open.get(number)
        if proposal is None or proposal.seat not in session.trust.trusted or self._may_be_known(game, proposal):
            return False
        if any(self._games.judge(game, proposal.events)):
            return False
        try:
            self.enter(game, number)
        except EntryRefused:  # another entry came first
            return False
        return True

    def _may_be_known(self, game: str, proposal: Proposed) -> bool:
        """Return whether this seat has newer entries than the phone had seen: one may be this very proposal."""
        since = self._games.record_of(game).log[proposal.seen :]
        return any(
            isinstance(event, TakenBack | Amended) or getattr(event, "seat", None) == proposal.seat for event in since
        )

    def enter(self, game: str, number: int) -> None:
        """Enter a proposal for the host. Raises `EntryRefused`."""
        proposal = self.session_of(game).proposals.open.get(number)
        if proposal is None:
            return
        with suppress(KeyReused):  # already entered with waived refusals
            self._games.enter(game, proposal.events, None, entry_key(number))
        self.settle(game, number, "entered")

    def enter_waived(self, game: str, number: int, events: Sequence[AnyEvent], seen: int | None) -> Entered:
        """Enter a proposal although it is illegal, as `events` with its refusals waived. Raises as `Games.enter`."""
        entered = self._games.enter(game, events, seen, entry_key(number))
        self.settle(game, number, "entered")
        return entered

    def withdraw(self, game: str, number: int, seat: int) -> None:
        """Take back a seat's own proposal or offer."""
        session = self.session_of(game)
        offer = session.offers.open
        is_own_offer = offer is not None and offer.number == number and offer.offer.seat == seat
        if is_own_offer or number in session.proposals.of_seat(seat):
            self.settle(game, number, "withdrawn")


def entry_key(number: int) -> str:
    """Return the idempotency key of a proposal: it is entered once, waived or not."""
    return f"note {number}"
