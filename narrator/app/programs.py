"""Programs in seats: what they see and may do, never more than a phone.

If the app deals, their entries are judged exactly and final; with cards on the table they are proposals to the host.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from narrator.app.access.credentials import hash_secret
from narrator.app.games.games import Games
from narrator.app.games.random_draws import throw_dice
from narrator.app.games.results import Entered
from narrator.app.seats.joining import are_hands_dealt
from narrator.app.seats.seats import replace_bot
from narrator.app.sessions.proposals import ProposalService
from narrator.app.sessions.service import SessionService
from narrator.app.sessions.trades import TradeService, are_actions_closed, can_give, can_offer, next_to_answer, trade_of
from narrator.core.message import Refused, impossible
from narrator.core.play.placement import placing_seat
from narrator.core.reading.public_view import public_event
from narrator.core.record.choices import Choices, OpenChoice
from narrator.core.record.clock import clock_of
from narrator.core.record.event_specs import spec_of
from narrator.core.record.judging import refusals
from narrator.core.record.record import Record
from narrator.core.record.seat_choices import cannot_pay, known_hand, seat_choices
from narrator.core.table.cards import Cards, Counts
from narrator.core.table.events import Amended, AnyEvent, AnyFact, DiceRolled, TakenBack
from narrator.core.table.phase import Discarding, Over, SettingUp
from narrator.core.table.state import GameState, HeldCard, acting_seat
from narrator.script.own_hand import state_with_public_hands
from narrator.session.events import Answered, Dialect, Offered, ProgramReasoned, ProgramSeated, SeatTaken
from narrator.session.table_session import OpenOffer
from narrator.storage.values import LastNumbers

MAX_NEW_ENTRIES = 500  # per answer; more on the next request
MAX_REASON_LENGTH = 2000  # characters; the rest is cut off
Said = Literal["accept", "decline", "counter"]
CLOSED = ("trade", "build")  # parts of a turn that a hard stop of the clock ends


class Actions(Struct, frozen=True):
    events: tuple[AnyFact, ...] = ()  # ready to be entered
    open: tuple[OpenChoice, ...] = ()  # kinds that need values
    unpayable: tuple[int, ...] = ()  # indexes of events that the hand surely can't pay
    roll: bool = False  # the app's dice
    offer: bool = False
    answers: tuple[Said, ...] = ()  # possible answers to the open offer
    confirm: tuple[int, ...] = ()  # partners for the own offer
    cancel: bool = False


class Situation(Struct, frozen=True):
    """The table as a seat may see it, and what it may do."""

    seat: int
    record: Record
    state: GameState  # with hands as this seat can know them
    notes: int
    hand: Cards | None  # None if not known card by card
    development: tuple[HeldCard, ...] | None  # None with cards on the table
    offer: OpenOffer | None
    waits_for: int | None  # the next seat to answer, if in turn order
    waiting: tuple[int, ...]  # own open proposals
    actions: Actions

    @property
    def last_entry(self) -> int:
        return self.record.last_entry

    @property
    def is_awaited(self) -> bool:
        has_answered = self.offer is not None and self.seat in self.offer.answers
        return self.seat in whose_move(self.state) or (bool(self.actions.answers) and not has_answered)

    def since(self, entry: int) -> list[tuple[int, AnyEvent]]:
        """Return later entries as this seat may know them, with their numbers."""
        first = max(0, entry)
        known = self.seat if self.record.game.is_dealt else None
        new = self.record.log[first : first + MAX_NEW_ENTRIES]
        return [(number, public_event(event, known)) for number, event in enumerate(new, first + 1)]


class Programs:
    def __init__(
        self,
        games: Games,
        sessions: SessionService,
        proposals: ProposalService,
        trades: TradeService,
        now: Callable[[], datetime],
        pick: Callable[[int], int],
    ) -> None:
        self._games = games
        self._sessions = sessions
        self._proposals = proposals
        self._trades = trades
        self._now = now
        self._pick = pick

    # Seats

    def give_seat(self, game: str, seat: int, dialect: Dialect = "narrator") -> str:
        """Return a program's secret for a free seat or a bot's. Raises `Refused`."""
        record = self._games.record_of(game)
        if seat >= len(record.state.seats):
            raise Refused(impossible("join.no_seat"))
        if seat in self._sessions.session_of(game).hands.lost:
            raise Refused(impossible("join.table_decides", seat=seat))
        secret = self._games.access.claim_seat(game, seat)
        if secret is None:
            raise Refused(impossible("join.seat_taken", seat=seat))
        key = hash_secret(secret)
        if are_hands_dealt(record):
            self._sessions.append(game, SeatTaken(seat=seat, device="program", seen=record.last_entry), f"taken {key}")
        self._sessions.append(game, ProgramSeated(key=key, dialect=dialect), f"program seated {key}")
        replace_bot(self._games, self._sessions, game, seat)
        return secret

    def dialects_of(self, game: str) -> dict[int, Dialect]:
        known, keys = self._sessions.session_of(game).programs, self._games.access.seat_keys(game)
        return {seat: known[key] for seat, key in sorted(keys.items()) if key in known}

    def seat_of(self, game: str, secret: str) -> int | None:
        seat = self._games.access.seat_of(game, secret)
        return seat if seat is not None and seat < len(self._games.record_of(game).state.seats) else None

    # View

    def has_news(self, game: str, known: LastNumbers) -> bool:
        last = self._sessions.last_numbers(game)
        return last.entry > known.entry or last.session > known.session

    def situation(self, game: str, seat: int) -> Situation:
        record, session = self._games.record_of(game, seat), self._sessions.session_of(game)
        offer = self._trades.open_offer(game)
        is_dealt = record.game.is_dealt
        state = record.state if is_dealt else replace(record.state, hands=state_with_public_hands(record.head).hands)
        first = None if offer is None else next_to_answer(state, offer, self._games.access.taken_seats(game))
        return Situation(
            seat=seat,
            record=record,
            state=state,
            notes=session.number,
            hand=known_hand(state, seat),
            development=state.held_cards.get(seat, ()) if is_dealt else None,
            offer=offer,
            waits_for=first,
            waiting=tuple(session.proposals.of_seat(seat)),
            actions=self._actions(record, state, seat, offer, first),
        )

    def _actions(
        self, record: Record, state: GameState, seat: int, offer: OpenOffer | None, first: int | None
    ) -> Actions:
        closed = are_actions_closed(clock_of(record.head, self._now())) and state.phase.step != "free_roads"
        found = _without_closed(seat_choices(state, seat)) if closed else seat_choices(state, seat)
        doubtful = tuple(index for index, event in enumerate(found.events) if cannot_pay(state, event))
        mine = offer is not None and offer.offer.seat == seat
        return Actions(
            events=found.events,
            open=found.open,
            unpayable=doubtful,
            roll=state.rules.dice_source == "app" and not refusals(state, DiceRolled(seat=seat, total=2)),
            offer=not closed and can_offer(state, seat) and state.seats[seat].hand_size > 0,
            answers=() if offer is None or mine else _answers(state, seat, offer, first),
            confirm=_acceptees(state, offer) if mine and offer is not None and not closed else (),
            cancel=mine,
        )

    # Actions

    def enter(
        self, game: str, seat: int, events: Sequence[AnyEvent], seen: int | None = None, key: str | None = None
    ) -> Entered | None:
        """Enter what this seat did; None if the host decides first. Raises `Refused`, and as `Games.enter_events`."""
        record = self._games.record_of(game)
        if record.game.is_dealt:
            return self._games.enter_events(game, events, seen, None if key is None else f"{seat} {key}", by=seat)
        facts = [event for event in events if not isinstance(event, TakenBack | Amended)]
        if len(facts) < len(events):
            raise Refused(impossible("proposal.not_yours", event=events[0].type))
        last = record.last_entry
        if not self._proposals.propose(game, seat, facts, self._key(seat, "did", key), last if seen is None else seen):
            return None
        after = self._games.record_of(game)
        return Entered(tuple(range(last + 1, after.last_entry + 1)), False, after)

    def roll(self, game: str, seat: int) -> Entered:
        record = self._games.record_of(game)
        if record.state.rules.dice_source != "app":
            raise Refused(impossible("proposal.not_yours", event=DiceRolled.__struct_config__.tag))
        if against := refusals(record.state, DiceRolled(seat=seat, total=2)):
            raise Refused(*against)
        return throw_dice(self._games, game, record.last_entry, self._pick)

    def keep_reason(self, game: str, seat: int, entry: int, text: str) -> None:
        """Store a program's reason for an entry; the table may read it after the end."""
        noted = ProgramReasoned(seat=seat, entry=entry, text=text.strip()[:MAX_REASON_LENGTH])
        self._sessions.append(game, noted, f"reason {entry}")

    # Trades

    def offer(self, game: str, seat: int, give: Counts, want: Counts, key: str | None = None) -> None:
        self._trades.offer(game, Offered(seat=seat, give=give, want=want), self._key(seat, "offers", key))

    def answer(self, game: str, seat: int, said: Said, give: Counts, want: Counts, offer: int | None = None) -> None:
        """Answer the open offer, or only the given one."""
        number = self._open(game).number if offer is None else offer
        answered = Answered(seat=seat, offer_number=max(1, number), answer=said, give=give, want=want)
        self._trades.answer(game, answered, self._key(seat, "answers", None), seat)

    def confirm(self, game: str, seat: int, partner: int, answer: int | None = None) -> bool:
        """Accept an answer, by its number only on the terms that were read. Return False if the host decides."""
        given = self._open(game).answer_numbers.get(partner, 0) if answer is None else answer
        return self._trades.accept_answer(game, seat, partner, given)

    def cancel(self, game: str, seat: int) -> None:
        offer = self._open(game)
        if offer.offer.seat != seat:
            raise Refused(impossible("offer.gone"))
        self._sessions.withdraw(game, offer.number, seat)

    def _open(self, game: str) -> OpenOffer:
        offer = self._trades.open_offer(game)
        if offer is None:
            raise Refused(impossible("offer.gone"))
        return offer

    def _key(self, seat: int, what: str, key: str | None) -> str:
        return f"program {seat} {what} {key or self._games.access.new_token()}"


def whose_move(state: GameState) -> list[int]:
    if isinstance(state.phase, Over):
        return []
    if isinstance(state.phase, Discarding):
        return sorted(state.phase.owed)
    return [placing_seat(state) if isinstance(state.phase, SettingUp) else acting_seat(state)]


def _without_closed(found: Choices) -> Choices:
    events = tuple(event for event in found.events if spec_of(event).turn_action not in CLOSED)
    return Choices(events, tuple(kind for kind in found.open if kind.type != "bank_traded"))


def _answers(state: GameState, seat: int, offer: OpenOffer, first: int | None) -> tuple[Said, ...]:
    """Return possible answers: yes only if the hand may hold the cards, nothing before the seat's turn to answer."""
    if state.seats[seat].has_left or (first not in (None, seat) and seat not in offer.answers):
        return ()
    found: list[Said] = ["accept"] if can_give(state, seat, offer.offer.want) else []
    found.append("decline")
    return (*found, "counter") if state.seats[seat].hand_size else tuple(found)


def _acceptees(state: GameState, offer: OpenOffer) -> tuple[int, ...]:
    """Return possible partners of a trade that the offerer can still pay."""
    trades = {seat: trade_of(offer.offer, said) for seat, said in offer.answers.items() if said.answer != "decline"}
    return tuple(sorted(seat for seat, trade in trades.items() if not cannot_pay(state, trade)))
