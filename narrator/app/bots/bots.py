"""Bots in chairs: what one of them does next is decided and entered, one deed a call.

A decision can take a tenth of a second and more, so it is made in a native thread without the game's lock
(`bot_thoughts.py`). It is entered under the lock, if nothing has happened meanwhile; otherwise it is made again.

Nothing runs by itself here: a host's page asks for the next deed, with a tap or after a while, or `bot_clock.py` does
where no such page is open.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from gevent.lock import BoundedSemaphore
from msgspec.structs import replace

from narrator.app.backups import in_thread
from narrator.app.bots.decisions import Move, Offering, Settling, answers_to, next_move, objections
from narrator.app.bots.due import Due, due_in, own_cards
from narrator.app.games.chance import throw
from narrator.app.games.games import Games
from narrator.app.games.limits import Locks
from narrator.app.games.results import EntryRefused, KeyReused, Stale
from narrator.app.sessions.end_of_game import deny
from narrator.app.sessions.offers import lasts
from narrator.app.sessions.service import SessionService
from narrator.bot.characters import Level, why_unsupported
from narrator.bot.decide import Decision
from narrator.bot.observation import observe
from narrator.core.message import Refusal, Refused, impossible, msg
from narrator.core.record.record import Record
from narrator.core.table.cards import Counts, DevelopmentKind
from narrator.core.table.events import (
    AnyEvent,
    AnyFact,
    CardsDiscarded,
    CardStolen,
    Corrected,
    DevelopmentBought,
    MonopolyPlayed,
    PlayersTraded,
    TurnEnded,
)
from narrator.core.table.phase import Rolling
from narrator.core.table.state import GameState
from narrator.session.events import Answered, BotIntended, BotPaced, BotSaid, BotSeated, Pace
from narrator.session.table_session import OpenOffer, TableSession, bot_levels

SEEN_BY_PEOPLE = (DevelopmentBought, MonopolyPlayed)
"""With cards at the table somebody has to say which card it was, or how many."""

TRIES = 3
"""How often a decision is made again because something has happened meanwhile. Then whoever asked may ask again."""
Found = TypeVar("Found")


class Bots:
    """The bots of all games."""

    def __init__(self, games: Games, sessions: SessionService, pick: Callable[[int], int]) -> None:
        self._games = games
        self._sessions = sessions
        self._pick = pick
        self._deciding = Locks()
        """One decision at a time for each game."""
        self._thinking = BoundedSemaphore()
        games.fill_in(self.drawn)
        sessions.listen(self._heard)

    def of(self, game: str) -> dict[int, Level]:
        return bot_levels(self._games.record(game).state, self._sessions.of(game))

    # The next deed.

    def step(self, game: str, seen: int | None, note: int | None = None) -> bool:
        """Whoever's move it is does one thing. False where there is nothing to do, or the table has moved on since the
        entry and the note that the caller knew."""
        may_offer = True
        with self._deciding.of(game):  # whoever comes second waits here and finds the table moved on
            for _ in range(TRIES):
                record, session = self._games.full_record(game), self._sessions.of(game)
                due = due_in(record, session)
                if due is None or seen != len(record.log) or due.asks is not None or due.is_hosts:
                    return False
                if note is not None and note != session.number:
                    return False
                move = self._think(next_move, record.branch(), session, due, f"{game} {due.seat}", may_offer)
                with self._games.lock(game):
                    if not self._is_still(game, record, session):
                        continue
                    try:
                        if self._carry_out(game, record, session, due, move):
                            return True
                    except (Stale, KeyReused, EntryRefused):
                        return False
                may_offer = False
        return False

    def _think(self, work: Callable[..., Found], *args: Any) -> Found:
        """Decide in a native thread, so that the event loop goes on. One at a time: threads share one interpreter, and
        each that is busy makes everybody else wait longer for it."""
        with self._thinking:
            return in_thread(work, *args)

    def _is_still(self, game: str, record: Record, session: TableSession) -> bool:
        """Whether nothing has happened since these were read."""
        return (
            len(self._games.full_record(game).log) == len(record.log)
            and self._sessions.of(game).number == session.number
        )

    def _carry_out(self, game: str, record: Record, session: TableSession, due: Due, move: Move) -> bool:
        """False where an offer can't be made, for example because the time for trading is up."""
        if isinstance(move, Offering):
            return self._offer(game, record, session, move)
        if isinstance(move, Settling):
            self._settle_offer(game, due.seat, move)
        elif move.events:
            self._do(game, record, session, due.seat, move)
        else:
            self._without_decision(game, record, due)
        return True

    def _do(self, game: str, record: Record, session: TableSession, seat: int, decision: Decision) -> None:
        event, why = _left_open(record.state, decision.events[0]), decision.why[0]
        seen = len(record.log)
        if not isinstance(event, TurnEnded):
            then, whys = list(decision.events[1:]), list(decision.why[1:])
            said = BotSaid(seat=seat, entry=seen + 1, deed=event.type, why=why, then=then, whys=whys, seen=seen)
            self._sessions.append(game, said, f"bot said {session.number} {seen}")
        if _is_seen_by_people(record.state, event, bot_levels(record.state, session)):
            meant = BotIntended(seat=seat, event=event, why=why, seen=seen)
            self._sessions.append(game, meant, f"bot meant {session.number} {seen}")
        else:
            self._games.enter(game, [event], seen, f"bot {seat} {seen}", by="house")

    def _without_decision(self, game: str, record: Record, due: Due) -> None:
        """Nothing but to roll; at the end, no points to show; else the host has to help."""
        state, seen = record.state, len(record.log)
        if isinstance(state.phase, Rolling) and state.rules.dice_source == "app":
            throw(self._games, game, seen, self._pick)
        elif state.phase.phase == "over":
            deny(self._sessions, record, game, due.seat)
        else:
            self._sessions.append(
                game, BotIntended(seat=due.seat, seen=seen), f"bot waits {self._sessions.of(game).number} {seen}"
            )

    # Trades.

    def _offer(self, game: str, record: Record, session: TableSession, move: Offering) -> bool:
        """The other bots answer with it. False where it is refused."""
        try:
            self._sessions.offer(game, move.offered, f"bot offers {session.number} {len(record.log)}")
        except Refused:
            return False
        made = self._sessions.open_offer(game)
        if made is not None and made.offer.seat == move.offered.seat:
            self._answer(game, made, move.accepts)
        return True

    def _settle_offer(self, game: str, seat: int, move: Settling) -> None:
        """The best of the answers, or none of them."""
        if move.partner is None:
            self._sessions.settle(game, move.offer.number, "withdrawn")
        else:
            with suppress(Refused):
                self._sessions.accept_answer(game, seat, move.partner, move.offer.given[move.partner])

    def _heard(self, game: str, number: int) -> None:
        """Somebody has offered cards: bots answer before the offerer goes on. What a bot offers is answered with it."""
        for _ in range(TRIES):
            session = self._sessions.of(game)
            if session.offers.open is None or session.offers.open.number != number or session.bots.pace == "stopped":
                return
            record = self._games.full_record(game)
            bots = bot_levels(record.state, session)
            if not bots or session.offers.open.offer.seat in bots or not lasts(record, session.offers.open.offer):
                return
            accepts = self._think(answers_to, record.branch(), session, session.offers.open.offer)
            with self._games.lock(game):
                if len(self._games.full_record(game).log) == len(record.log):
                    self._answer(game, session.offers.open, accepts)
                    return

    def _answer(self, game: str, open_offer: OpenOffer, accepts: Mapping[int, bool]) -> None:
        for seat, is_welcome in accepts.items():
            said = Answered(seat=seat, note=open_offer.number, answer="accept" if is_welcome else "decline")
            with suppress(Refused):
                self._sessions.answer(game, said, f"bot answers {open_offer.number} {seat}")

    def against(self, game: str, events: Sequence[AnyEvent]) -> tuple[Refusal, ...]:
        """What a bot says to a trade that a host enters for two. The table may have it all the same."""
        trades = [event for event in events if isinstance(event, PlayersTraded) and not event.waived]
        if not trades:
            return ()
        record, session = self._games.record(game), self._sessions.of(game)
        is_open = record.game.cards == "table" and session.bots.pace != "stopped"
        bots = bot_levels(record.state, session) if is_open else {}
        return self._think(objections, record.branch(), session, bots, trades) if bots else ()

    # What people take from an open hand.

    def drawn(self, game: str, record: Record, events: Sequence[AnyEvent]) -> list[AnyEvent]:
        """With cards at the table those of a bot lie open: which one is stolen, chance says and not the thief. It hangs
        on how many thefts there were, so that an undo is no second chance."""
        if record.game.cards == "app" or not any(_steals(event) for event in events):
            return list(events)
        session = self._sessions.of(game)
        bots = bot_levels(record.state, session) if session.bots.pace != "stopped" else {}
        return [
            self._draw(game, record, session, event, number)
            if isinstance(event, CardStolen) and event.victim in bots and _steals(event)
            else event
            for number, event in enumerate(events, len(record.log) + 1)
        ]

    def _draw(self, game: str, record: Record, session: TableSession, event: CardStolen, number: int) -> CardStolen:
        victim = event.victim
        assert victim is not None
        hand = observe(record, victim, own_cards(session, victim)).hand
        if not hand.total() or hand.total() != record.state.seats[victim].hand:
            return event
        resource = self._games.dealer.stolen(game, self._games.setup(game), record, victim, hand)
        why = msg("bot.stolen", seat=event.seat, other=victim, cards={resource: 1})
        said = BotSaid(seat=event.seat, entry=number, deed=event.type, why=why, seen=len(record.log))
        self._sessions.append(game, said, f"bot robbed {session.number} {number}")
        return replace(event, resource=resource)

    # Chairs.

    def seat(
        self,
        game: str,
        seat: int,
        level: Level,
        hand: Counts | None = None,
        development: Sequence[DevelopmentKind] = (),
    ) -> None:
        """A bot plays here from now on, or one of another character. Of somebody who leaves, `hand` and `development`
        say what they held. Raises `Refused`."""
        with self._games.lock(game):
            record, session = self._games.record(game), self._sessions.of(game)
            self._check_chair(record.state, seat)
            before = session.bots.seats.get(seat)
            if seat in bot_levels(record.state, session):
                note = BotSeated(seat=seat) if before is None else before
                note = replace(note, level=level)
            elif needs_cards(record.state, seat):
                self._count(game, record, seat, hand or {}, development)
                seen = len(self._games.record(game).log)
                note = BotSeated(seat=seat, level=level, hand=hand or {}, development=list(development), seen=seen)
            else:
                note = BotSeated(seat=seat, level=level, seen=len(record.log))
            self._sessions.append(game, note, f"bot seated {session.number} {seat}")

    def _check_chair(self, state: GameState, seat: int) -> None:
        if seat >= len(state.seats):
            raise Refused(impossible("seat.unknown", seat=seat))
        if state.seats[seat].left:
            raise Refused(impossible("seat.already_left", seat=seat))
        if (reason := why_unsupported(state)) is not None:
            raise Refused(impossible(reason.key))

    def _count(self, game: str, record: Record, seat: int, hand: Counts, held: Sequence[DevelopmentKind]) -> None:
        """Where the record had another number of cards, what was laid open is right."""
        state = record.state.seats[seat]
        counted: Mapping[str, tuple[int, int]] = {
            "hand": (state.hand, sum(hand.values())),
            "development_cards": (state.development_cards, len(held)),
        }
        wrong = [what for what, (known, found) in counted.items() if known != found]
        if wrong:
            events = [Corrected(what=what, seat=seat, value=counted[what][1]) for what in wrong]
            self._games.enter(game, events, len(record.log))

    def pace(self, game: str, pace: Pace) -> None:
        session = self._sessions.of(game)
        if pace != session.bots.pace:
            self._sessions.append(game, BotPaced(pace=pace), f"bot pace {session.number}")


def needs_cards(state: GameState, seat: int) -> bool:
    """Whether somebody who leaves this chair has cards at the table that nobody else has seen."""
    return state.game.cards == "table" and bool(state.seats[seat].hand or state.seats[seat].development_cards)


def _steals(event: AnyEvent) -> bool:
    return isinstance(event, CardStolen) and event.victim is not None and event.resource is None


def _is_seen_by_people(state: GameState, event: AnyFact, bots: Mapping[int, Level]) -> bool:
    """Whether somebody has to say which card it was."""
    if state.game.cards == "app":
        return False
    if isinstance(event, CardStolen):
        return event.victim is not None and event.victim not in bots and state.seats[event.victim].hand > 0
    return isinstance(event, SEEN_BY_PEOPLE)


def _left_open(state: GameState, event: AnyFact) -> AnyFact:
    """Where the app deals, what only the dealer knows is left to it."""
    if state.game.cards == "table":
        return event
    if isinstance(event, MonopolyPlayed):
        return replace(event, taken={})
    if isinstance(event, CardsDiscarded) and state.rules.discard_choice == "random":
        return replace(event, cards=None, count=sum((event.cards or {}).values()) or event.count)
    return event
