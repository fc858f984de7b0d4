"""Proposals: phones report what their players did, and the host decides whether it is entered."""

from collections.abc import Sequence
from contextlib import suppress

from narrator.app.games.dealer import check_own_events
from narrator.app.games.games import Games
from narrator.app.games.results import Entered, EntryRefused, KeyReused
from narrator.app.sessions.service import SessionService
from narrator.core.message import Refused, impossible
from narrator.core.record.record import Record
from narrator.core.table.events import Amended, AnyEvent, AnyFact, TakenBack
from narrator.session.events import Proposed

MAX_OPEN_PROPOSALS = 6  # per seat; a phone that sends more is broken


class ProposalService:
    def __init__(self, games: Games, sessions: SessionService) -> None:
        self._games = games
        self._sessions = sessions

    def propose(self, game: str, seat: int, events: Sequence[AnyFact], key: str, last_seen_entry: int) -> bool:
        """Propose entries for a seat, once per idempotency key. Return True if they are entered at once: because the
        host trusts that seat and they are legal, or because the app deals and only that seat can know. Raises
        `Refused`."""
        record = self._games.record_of(game)
        proposed = Proposed(seat=seat, events=list(events), seen=last_seen_entry)
        if record.game.is_dealt:
            self._enter_dealt(game, record, proposed, key)
            return True
        number = self._games.storage.sessions.number_for_key(game, key)
        if number is None:
            check_own_events(seat, events, record.state.rules)
            self.check_possible(game, events)
            number = self.append(game, proposed, key)
        return self._enter_if_trusted(game, number)

    def append(self, game: str, proposed: Proposed, key: str) -> int:
        """Let the host decide. Raises `Refused` if too many proposals of this seat are open."""
        if len(self._sessions.session_of(game).proposals.of_seat(proposed.seat)) >= MAX_OPEN_PROPOSALS:
            raise Refused(impossible("proposal.too_many"))
        return self._sessions.append(game, proposed, key)

    def check_possible(self, game: str, events: Sequence[AnyFact]) -> None:
        """Raise `Refused` for events that can't have happened."""
        reasons = [reason for refusals in self._games.judge(game, events) for reason in refusals]
        impossibilities = [reason for reason in reasons if reason.kind == "impossible"]
        if impossibilities:
            raise Refused(*impossibilities)

    def _enter_dealt(self, game: str, record: Record, proposed: Proposed, key: str) -> None:
        """Enter at once, unless the page is older than this seat's last entry."""
        check_own_events(proposed.seat, proposed.events, record.state.rules)
        if _may_be_entered_already(record, proposed) and self._games.storage.games.entries_for_key(game, key) is None:
            raise Refused(impossible("proposal.look_again"))
        self._games.enter_events(game, proposed.events, None, key, by=proposed.seat)

    def _enter_if_trusted(self, game: str, number: int) -> bool:
        session = self._sessions.session_of(game)
        proposal = session.proposals.open.get(number)
        if proposal is None or proposal.seat not in session.trust.trusted:
            return False
        if _may_be_entered_already(self._games.record_of(game), proposal):
            return False
        try:
            self.enter(game, number)
        except EntryRefused:  # irregular: the host decides
            return False
        return True

    def enter(self, game: str, number: int) -> None:
        """Enter a proposal for the host. Raises `EntryRefused`."""
        proposal = self._sessions.session_of(game).proposals.open.get(number)
        if proposal is None:
            return
        with suppress(KeyReused):  # already entered with waived refusals
            self._games.enter_events(game, proposal.events, None, entry_key(number))
        self._sessions.close(game, number, "entered")

    def enter_waived(self, game: str, number: int, events: Sequence[AnyEvent], last_seen_entry: int | None) -> Entered:
        """Enter an illegal proposal with its refusals waived in `events`. Raises as `Games.enter_events`."""
        entered = self._games.enter_events(game, events, last_seen_entry, entry_key(number))
        self._sessions.close(game, number, "entered")
        return entered


def _may_be_entered_already(record: Record, proposal: Proposed) -> bool:
    """Return whether this seat has newer entries than the phone had seen: one may be this very proposal."""
    later, seat = record.log[proposal.seen :], proposal.seat
    return any(isinstance(event, TakenBack | Amended) or getattr(event, "seat", None) == seat for event in later)


def entry_key(number: int) -> str:
    """Return the idempotency key of a proposal: it is entered once, waived or not."""
    return f"note {number}"
