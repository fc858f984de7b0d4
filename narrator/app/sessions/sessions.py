"""Phones propose, the host decides: laying notes on a game's desk, and entering what was proposed, once."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime

from cachetools import LRUCache
from msgspec.structs import replace

from narrator.app.bots.seats import bot_levels
from narrator.app.games.games import Games
from narrator.app.games.results import Entered, EntryRefused, KeyReused, NoSuchGame
from narrator.app.sessions.negotiation import check_order
from narrator.app.sessions.offers import can_offer, check_terms, closes_actions, is_declined, lasts, traded
from narrator.app.sessions.proposals import check_proposal
from narrator.core.message import Refused, impossible, irregular
from narrator.core.play.card_moves import hand_refusals
from narrator.core.record.clock import clock_of
from narrator.core.table.cards import Counts, cards
from narrator.core.table.events import Amended, AnyEvent, AnyFact, PlayersTraded, TakenBack
from narrator.session.events import (
    Answered,
    AnySessionEvent,
    AsidesMuted,
    BotSeated,
    CoHosted,
    Detail,
    DetailChosen,
    IntroPageTurned,
    Offered,
    Outcome,
    PhraseSaid,
    Proposed,
    SeatAsked,
    Settled,
    StatsPageTurned,
    Trusted,
    VoiceTaken,
)
from narrator.session.fold import fold_session
from narrator.session.table_session import PHRASES, OpenOffer, TableSession
from narrator.storage.values import NumberTaken

MAX_OPEN_PROPOSALS = 6
"""Proposals of one seat that may wait; a phone that sends more is broken."""
MAX_APPEND_ATTEMPTS = 10
"""How often a note is numbered anew after another process was quicker."""
MAX_CACHED_SESSIONS = 5_000
"""Desks that stay folded."""

Listener = Callable[[str, int], None]


class SessionService:
    """The desks of all games."""

    def __init__(self, games: Games, now: Callable[[], datetime], room: int = MAX_CACHED_SESSIONS) -> None:
        self._games = games
        self._storage = games.storage
        self._now = now
        self._kept: LRUCache[str, TableSession] = LRUCache(room)
        self._listeners: list[Listener] = []

    def of(self, game: str) -> TableSession:
        known = self._kept.get(game)
        new = self._storage.sessions.notes(game, after=known.number if known else 0)
        self._kept[game] = session = fold_session(new, known)
        return session

    def forget(self, game: str) -> None:
        """It was deleted: what comes next is read from the log."""
        self._kept.pop(game, None)

    def listen(self, heard: Listener) -> None:
        """Have somebody called with (game, number) after a note was laid down."""
        self._listeners.append(heard)

    def lay(self, game: str, note: AnySessionEvent, key: str) -> int:
        """Add a note, durable when this returns; the same key again adds nothing."""
        for _ in range(MAX_APPEND_ATTEMPTS):
            before = self._storage.sessions.note_with_key(game, key)
            if before is not None:
                return before
            number = self.of(game).number + 1
            try:
                self._storage.sessions.add_note(game, number, note, key, self._now())
            except NumberTaken:
                continue
            for heard in self._listeners:
                heard(game, number)
            return number
        raise NoSuchGame(game)

    # Proposals.

    def propose(self, game: str, seat: int, events: Sequence[AnyFact], key: str, seen: int) -> bool:
        """A seat says what it did; the same key again says nothing new. True where it is entered with this, because
        the host trusts that seat and nothing speaks against it, or because the app deals: then nobody but that seat
        could say. Raises `Refused` where it can't be proposed at all."""
        if self._is_dealt(game):
            return self._enter_own(game, seat, events, key, seen)
        number = self._storage.sessions.note_with_key(game, key)
        if number is None:
            check_proposal(seat, events, self._games.record(game).state.rules)
            self._check_possible(game, events)
            self._check_room(game, seat)
            number = self.lay(game, Proposed(seat=seat, events=list(events), seen=seen), key)
        return self._enter_trusted(game, number)

    def _is_dealt(self, game: str) -> bool:
        return self._games.record(game).game.cards == "app"

    def _enter_own(self, game: str, seat: int, events: Sequence[AnyFact], key: str, seen: int) -> bool:
        """Where the app deals. The page may be older than what this very seat entered since."""
        check_proposal(seat, events, self._games.record(game).state.rules)
        said = Proposed(seat=seat, events=list(events), seen=seen)
        if self._storage.games.request(game, key) is None and self._may_be_known(game, said):
            raise Refused(impossible("proposal.look_again"))
        self._games.enter(game, events, None, key, by=seat)
        return True

    def _check_possible(self, game: str, events: Sequence[AnyFact]) -> None:
        reasons = [reason for found in self._games.judge(game, events) for reason in found]
        wrong = [reason for reason in reasons if reason.kind == "impossible"]
        if wrong:
            raise Refused(*wrong)

    def _check_room(self, game: str, seat: int) -> None:
        if len(self.of(game).proposals.of_seat(seat)) >= MAX_OPEN_PROPOSALS:
            raise Refused(impossible("proposal.too_many"))

    def _check_seat(self, game: str, seat: int) -> None:
        """Nobody speaks for or to a chair that is not there."""
        if seat >= len(self._games.record(game).state.seats):
            raise Refused(impossible("seat.unknown", seat=seat))

    def _enter_trusted(self, game: str, number: int) -> bool:
        session = self.of(game)
        proposal = session.proposals.open.get(number)
        if proposal is None or proposal.seat not in session.trust.trusted or self._may_be_known(game, proposal):
            return False
        if any(self._games.judge(game, proposal.events)):
            return False
        try:
            self.enter(game, number)
        except EntryRefused:  # somebody was quicker
            return False
        return True

    def _may_be_known(self, game: str, proposal: Proposed) -> bool:
        """Whether the log has got something of this seat since its phone last looked: it may be this very thing, so
        the host decides."""
        since = self._games.record(game).log[proposal.seen :]
        return any(
            isinstance(event, TakenBack | Amended) or getattr(event, "seat", None) == proposal.seat for event in since
        )

    def enter(self, game: str, number: int) -> None:
        """The host takes a proposal. Raises `EntryRefused` where the table has moved on."""
        proposal = self.of(game).proposals.open.get(number)
        if proposal is None:
            return
        with suppress(KeyReused):  # it was entered already, let stand
            self._games.enter(game, proposal.events, None, note_key(number))
        self.settle(game, number, "entered")

    def let_stand(self, game: str, number: int, events: Sequence[AnyEvent], seen: int | None) -> Entered:
        """The host enters a proposal all the same, with what spoke against it let stand. Raises as `Games.enter`."""
        entered = self._games.enter(game, events, seen, note_key(number))
        self.settle(game, number, "entered")
        return entered

    def settle(self, game: str, number: int, outcome: Outcome) -> None:
        """Take a proposal, an offer, a vote or a phone that asks off the desk."""
        session = self.of(game)
        waiting = {*session.proposals.open, *session.requests.asked}
        waiting |= {session.vote.number} if session.vote else set()
        if number in waiting or (session.offers.open is not None and session.offers.open.number == number):
            seen = len(self._games.record(game).log)
            self.lay(game, Settled(note=number, outcome=outcome, seen=seen), f"settle {number}")

    def withdraw(self, game: str, number: int, seat: int) -> None:
        """A seat takes its own proposal or offer back."""
        session = self.of(game)
        mine = number in session.proposals.of_seat(seat)
        offered = (
            session.offers.open is not None
            and session.offers.open.number == number
            and session.offers.open.offer.seat == seat
        )
        if mine or offered:
            self.settle(game, number, "withdrawn")

    def trust(self, game: str, seat: int, on: bool, key: str) -> None:
        self._check_seat(game, seat)
        self.lay(game, Trusted(seat=seat, on=on), key)

    def co_host(self, game: str, seat: int, on: bool, key: str) -> None:
        """The host names somebody whose phone may open the host's page, in case the tablet's battery doesn't last."""
        self._check_seat(game, seat)
        if not on:
            self._storage.secrets.drop_secrets(game, "host", seat)
        self.lay(game, CoHosted(seat=seat, on=on), key)

    def distrust(self, game: str, seat: int) -> None:
        """Somebody has left a seat: whoever comes next has to earn the host's trust."""
        session = self.of(game)
        if seat in session.trust.trusted:
            self.trust(game, seat, False, f"left {session.number} {seat}")
        if seat in session.trust.co_hosts:
            self.co_host(game, seat, False, f"left too {session.number} {seat}")

    def change_chairs(self, game: str, one: int, other: int) -> None:
        """The host trusts people, not chairs."""
        session = self.of(game)
        for seat in (one, other):
            if (one in session.trust.trusted) != (other in session.trust.trusted):
                self.trust(game, seat, seat not in session.trust.trusted, f"chairs {session.number} {seat}")
            if (one in session.trust.co_hosts) != (other in session.trust.co_hosts):
                self.co_host(game, seat, seat not in session.trust.co_hosts, f"chairs too {session.number} {seat}")
        bots = bot_levels(self._games.record(game).state, session)
        for seat, level in ((one, bots.get(other)), (other, bots.get(one))):
            if bots.get(seat) != level:
                self.lay(game, BotSeated(seat=seat, level=level), f"chairs bot {session.number} {seat}")

    def hand_over(self, game: str, seat: int) -> None:
        """A person takes the chair in which a bot played."""
        session = self.of(game)
        if seat in bot_levels(self._games.record(game).state, session):
            self.lay(game, BotSeated(seat=seat), f"hand over {session.number} {seat}")

    def choose_detail(self, game: str, detail: Detail, key: str) -> None:
        """The host has more or less said from now on; what was heard before is told in full again."""
        self.lay(game, DetailChosen(detail=detail, seen=len(self._games.record(game).log)), key)

    def leaf(self, game: str, page: int) -> None:
        """The host turns to a page of the opening, and every other screen with it."""
        session = self.of(game)
        if page != session.narration.page:
            self.lay(game, IntroPageTurned(page=page), f"page {session.number} {page}")

    def browse(self, game: str, page: str) -> None:
        """After the end the host turns to a page of the game in numbers, and the television with it."""
        session = self.of(game)
        if page != session.end.stats_page:
            self.lay(game, StatsPageTurned(page=page), f"browsed {session.number} {page}")

    def mute(self, game: str, on: bool, key: str) -> None:
        """The host leaves asides out, or has them again."""
        self.lay(game, AsidesMuted(on=on), key)

    def take_voice(self, game: str, device: str, is_first: bool, by_watcher: bool = False) -> bool:
        """A device reads aloud from now on, and any other falls silent; `""` is silence. One that only still has its
        voice on from an earlier evening comes first or not at all. A watcher takes it from nobody at the table: the
        host allows it by switching the table's own voice off. False where a watcher was refused."""
        session = self.of(game)
        if by_watcher and session.speaker.device and not session.speaker.is_watcher:
            return False
        if session.speaker.device == device or (is_first and session.speaker.device is not None):
            return True
        note = VoiceTaken(device=device, by_watcher=by_watcher)
        self.lay(game, note, "voice" if is_first else f"voice {session.number} {device}")
        return True

    def asking(self, game: str) -> dict[int, SeatAsked]:
        """Phones that want a seat whose own phone is away."""
        return self.of(game).requests.open_at(self._now())

    # Trades.

    def offer_in(self, game: str) -> OpenOffer | None:
        """The offer on the table, while the turn lasts that it was made in and somebody may still accept it. That all
        have declined is settled by a note of its own, and others go on before it is written."""
        offer, record = self.of(game).offers.open, self._games.record(game)
        if offer is None or is_declined(record.state, offer) or not lasts(record, offer.offer):
            return None
        return offer

    def offer(self, game: str, offer: Offered, key: str) -> None:
        """Whoever is on turn offers; one offer at a time."""
        record = self._games.record(game)
        if closes_actions(clock_of(record.head, self._now())):
            raise Refused(irregular("clock.closed", seat=offer.seat))
        if not can_offer(record.state, offer.seat):
            raise Refused(impossible("offer.not_now"))
        if not any(offer.give.values()) and not any(offer.want.values()):
            raise Refused(impossible("offer.empty"))
        check_terms(record.state, offer.give, offer.want)
        self._check_holds(game, offer.seat, offer.give)
        self.lay(game, replace(offer, seen=len(record.log)), key)

    def answer(self, game: str, answer: Answered, key: str, phone: int | None = None) -> None:
        """From one's own phone, or from another seat's `phone` for somebody who has none."""
        offer = self.offer_in(game)
        if phone not in (None, answer.seat) and not self._is_passed_round(game, offer, phone, answer.seat):
            raise Refused(impossible("proposal.another_seat"))
        self._check_seat(game, answer.seat)
        if offer is None or offer.number != answer.note:
            raise Refused(impossible("offer.gone"))
        answer = self._in_order(game, offer, answer)
        if answer.seat == offer.offer.seat:
            raise Refused(impossible("offer.own"))
        state = self._games.record(game).state
        if answer.answer == "counter":
            check_terms(state, answer.give, answer.want)
            self._check_holds(game, answer.seat, answer.give)
        elif answer.answer == "accept":
            self._check_holds(game, answer.seat, offer.offer.want)
        self.lay(game, replace(answer, by=None if phone == answer.seat else phone), key)
        answered = self.of(game).offers.open
        if answered is not None and is_declined(state, answered):
            self.settle(game, answered.number, "refused")

    def _in_order(self, game: str, offer: OpenOffer, answer: Answered) -> Answered:
        """The answer with the moment that it was given at, where it is this seat's time to answer."""
        record = self._games.record(game)
        check_order(record.state, offer, answer.seat, self._games.taken_seats(game))
        return replace(answer, seen=len(record.log))

    def _is_passed_round(self, game: str, offer: OpenOffer | None, phone: int | None, to: int) -> bool:
        """Only the offerer's phone is, and only to those who have none. Where the app deals it would tell what they
        hold: to them the tablet is passed."""
        if offer is None or self._is_dealt(game):
            return False
        return offer.offer.seat == phone and to not in self._games.taken_seats(game)

    def choose(self, game: str, seat: int, partner: int, given: int) -> bool:
        """The offerer takes somebody's yes or counter-offer, the one in the note `given`. Both have agreed, so it is
        entered at once; the host decides where something speaks against it, or where the only word for it came from
        the offerer's own phone and the host does not trust that seat. True where it is entered."""
        offer = self.offer_in(game)
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
        is_agreed = answer.by is None or seat in self.of(game).trust.trusted
        entered = self._enter_trade(game, offer, trade) if is_agreed else self._propose_trade(game, offer, trade)
        self.settle(game, offer.number, "entered" if entered else "proposed")
        return entered

    def take_for(self, game: str, number: int, seat: int) -> bool:
        """The host takes an offer for somebody who has no phone. True where the trade is entered."""
        if seat in self._games.taken_seats(game) or seat < 0:
            raise Refused(impossible("proposal.another_seat"))
        if self._is_dealt(game):
            raise Refused(impossible("cards.not_yours", seat=seat))
        said = Answered(seat=seat, note=max(1, number), answer="accept")
        self.answer(game, said, f"taken {self.of(game).number} {seat}")
        offer = self.offer_in(game)
        return offer is not None and self.choose(game, offer.offer.seat, seat, offer.given[seat])

    def _check_holds(self, game: str, seat: int, given: Counts) -> None:
        """Where the app deals: nobody offers what they don't hold, and only they are told so."""
        if self._is_dealt(game):
            against = tuple(hand_refusals(self._games.whole(game).state, seat, cards(given)))
            if against:
                raise Refused(*against)

    def _enter_dealt_trade(self, game: str, offer: OpenOffer, trade: PlayersTraded) -> None:
        """Both have agreed, and the app knows whether both still can. That the other can't any more is all that the
        offerer learns."""
        self._check_holds(game, trade.seat, trade.give)
        if any(hand_refusals(self._games.whole(game).state, trade.partner, cards(trade.receive))):
            raise Refused(impossible("offer.gone"))
        with suppress(KeyReused):  # this offer has led to a trade already
            self._games.enter(game, [trade], None, offer_key(offer), by="house")
        self.settle(game, offer.number, "entered")

    def _enter_trade(self, game: str, offer: OpenOffer, trade: PlayersTraded) -> bool:
        try:
            self._games.enter(game, [trade], None, offer_key(offer))
        except KeyReused:  # this offer has led to a trade already
            return True
        except EntryRefused:
            return self._propose_trade(game, offer, trade)
        return True

    def _propose_trade(self, game: str, offer: OpenOffer, trade: PlayersTraded) -> bool:
        """The host decides: it is not entered yet."""
        self._check_room(game, trade.seat)
        proposed = Proposed(seat=trade.seat, events=[trade], seen=len(self._games.record(game).log))
        self.lay(game, proposed, offer_key(offer))
        return False

    def say(self, game: str, said: PhraseSaid, key: str) -> None:
        if said.phrase not in PHRASES:
            raise Refused(impossible("phrase.unknown"))
        if said.to is not None:
            self._check_seat(game, said.to)
        self.lay(game, said, key)


def note_key(number: int) -> str:
    """What a proposal is entered under, as it is or let stand: once."""
    return f"note {number}"


def offer_key(offer: OpenOffer) -> str:
    """What a trade is entered or proposed under: one for an offer."""
    return f"offer {offer.number}"
