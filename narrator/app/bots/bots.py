"""Bots in seats: decide and enter what a bot does next, one action per call.

A decision can take more than a tenth of a second, so it is made in a native thread without the game's lock
(`decisions.py`). It is entered under the lock if nothing has happened meanwhile; otherwise it is made again.

Nothing runs by itself here: a host's page asks for the next action, or `autoplay.py` does if no such page is open.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from gevent.lock import BoundedSemaphore
from msgspec.structs import replace

from narrator.app.bots.decisions import ClosingOffer, MakingOffer, Move, answers_to, next_move, trade_objections
from narrator.app.bots.next_bot import BotToMove, bot_to_move, own_cards
from narrator.app.games.games import Games, Locks
from narrator.app.games.random_draws import throw_dice
from narrator.app.games.results import EntryRefused, KeyReused, Stale, TooManyWriters
from narrator.app.sessions.end_of_game import report_no_points
from narrator.app.sessions.service import SessionService, check_seat
from narrator.app.sessions.trades import TradeService, is_current_offer
from narrator.bot.characters import why_unsupported
from narrator.bot.decide import Decision
from narrator.bot.observation import observe
from narrator.core.message import Refusal, Refused, impossible, msg
from narrator.core.record.record import Record
from narrator.core.table import events
from narrator.core.table.cards import Counts, DevelopmentKind
from narrator.core.table.phase import Rolling
from narrator.core.table.state import BotLevel, GameState
from narrator.session.events import Answered, BotIntended, BotPaced, BotSaid, BotSeated, Pace
from narrator.session.table_session import OpenOffer, TableSession, bot_levels
from narrator.storage.database import in_thread

ENTERED_BY_PEOPLE = (events.DevelopmentBought, events.MonopolyPlayed)  # with cards on the table, only people see these

MAX_DECISIONS = 3  # while other entries come first; then the caller may ask again
Result = TypeVar("Result")


class Bots:
    def __init__(
        self, games: Games, sessions: SessionService, trades: TradeService, pick: Callable[[int], int]
    ) -> None:
        self._games = games
        self._sessions = sessions
        self._trades = trades
        self._pick = pick
        self._deciding = Locks()  # one decision at a time for each game
        self._thinking = BoundedSemaphore()
        games.set_theft_drawer(self.draw_thefts)
        sessions.listen(self._answer_offers)

    def levels_of(self, game: str) -> dict[int, BotLevel]:
        return bot_levels(self._games.record_of(game).state, self._sessions.session_of(game))

    # Next action

    def step(self, game: str, last_seen_entry: int | None, session_number: int | None = None) -> bool:
        """Let the bot whose move it is do one thing. Return False if there is nothing to do, or if the table has moved
        on since the entry and session event that the caller knew."""
        may_offer = True
        with self._deciding.lock_of(game):  # a second caller waits and finds the table moved on
            for _ in range(MAX_DECISIONS):
                record, session = self._games.full_record(game), self._sessions.session_of(game)
                bot = bot_to_move(record, session)
                if (
                    bot is None
                    or last_seen_entry != record.last_entry
                    or bot.asks is not None
                    or bot.is_entered_by_host
                ):
                    return False
                if session_number is not None and session_number != session.number:
                    return False
                move = self._think(next_move, record.copy(), session, bot, f"{game} {bot.seat}", may_offer)
                with self._games.lock(game):
                    now, session_now = self._games.full_record(game), self._sessions.session_of(game)
                    if (now.last_entry, session_now.number) != (record.last_entry, session.number):
                        continue
                    try:
                        if self._carry_out(game, record, session, bot, move):
                            return True
                    except (Stale, TooManyWriters, KeyReused, EntryRefused):
                        return False
                may_offer = False
        return False

    def _think(self, work: Callable[..., Result], *args: Any) -> Result:
        """Decide in a native thread, so that the event loop continues; one at a time, as threads share the GIL."""
        with self._thinking:
            return in_thread(work, *args)

    def _carry_out(self, game: str, record: Record, session: TableSession, bot: BotToMove, move: Move) -> bool:
        """Return False if an offer can't be made, for example because trading is closed."""
        if isinstance(move, MakingOffer):
            return self._offer(game, record, session, move)
        if isinstance(move, ClosingOffer):
            self._close_offer(game, bot.seat, move)
        elif move.events:
            self._enter_decision(game, record, session, bot.seat, move)
        else:
            self._act_without_decision(game, record, bot)
        return True

    def _enter_decision(self, game: str, record: Record, session: TableSession, seat: int, decision: Decision) -> None:
        event, why = _without_drawn_cards(record.state, decision.events[0]), decision.reasons[0]
        seen = record.last_entry
        if not isinstance(event, events.TurnEnded):
            then, whys = list(decision.events[1:]), list(decision.reasons[1:])
            said = BotSaid(seat=seat, entry=seen + 1, event_type=event.type, why=why, then=then, whys=whys, seen=seen)
            self._sessions.append(game, said, f"bot said {session.number} {seen}")
        if _must_people_enter(record.state, event, bot_levels(record.state, session)):
            intended = BotIntended(seat=seat, event=event, why=why, seen=seen)
            self._sessions.append(game, intended, f"bot meant {session.number} {seen}")
        else:
            self._games.enter_events(game, [event], seen, f"bot {seat} {seen}", by="server")

    def _act_without_decision(self, game: str, record: Record, bot: BotToMove) -> None:
        """Roll the app's dice, or have no points to show, or ask the host for help."""
        state, seen = record.state, record.last_entry
        if isinstance(state.phase, Rolling) and state.rules.dice_source == "app":
            throw_dice(self._games, game, seen, self._pick)
        elif state.phase.part_of_game == "over":
            report_no_points(self._sessions, record, game, bot.seat)
        else:
            number = self._sessions.session_of(game).number
            self._sessions.append(game, BotIntended(seat=bot.seat, seen=seen), f"bot waits {number} {seen}")

    # Trades

    def _offer(self, game: str, record: Record, session: TableSession, move: MakingOffer) -> bool:
        """Make an offer, which the other bots answer at once. Return False if it is refused."""
        try:
            self._trades.offer(game, move.offered, f"bot offers {session.number} {record.last_entry}")
        except Refused:
            return False
        made = self._trades.open_offer(game)
        if made is not None and made.offer.seat == move.offered.seat:
            self._answer(game, made, move.accepts)
        return True

    def _close_offer(self, game: str, seat: int, move: ClosingOffer) -> None:
        if move.partner is None:
            self._sessions.close(game, move.offer.number, "withdrawn")
        else:
            with suppress(Refused):
                self._trades.accept_answer(game, seat, move.partner, move.offer.answer_numbers[move.partner])

    def _answer_offers(self, game: str, number: int) -> None:
        """Let bots answer the offer of a person at once; offers of bots are answered when they are made."""
        for _ in range(MAX_DECISIONS):
            session = self._sessions.session_of(game)
            made = session.offers.open
            if made is None or made.number != number or session.bots.pace == "stopped":
                return
            record = self._games.full_record(game)
            bots = bot_levels(record.state, session)
            if not bots or made.offer.seat in bots or not is_current_offer(record, made.offer):
                return
            accepts = self._think(answers_to, record.copy(), session, made.offer)
            with self._games.lock(game):
                if self._games.full_record(game).last_entry == record.last_entry:
                    self._answer(game, made, accepts)
                    return

    def _answer(self, game: str, open_offer: OpenOffer, accepts: Mapping[int, bool]) -> None:
        for seat, is_welcome in accepts.items():
            said = Answered(seat=seat, offer_number=open_offer.number, answer="accept" if is_welcome else "decline")
            with suppress(Refused):
                self._trades.answer(game, said, f"bot answers {open_offer.number} {seat}")

    def objections(self, game: str, sent: Sequence[events.AnyEvent]) -> tuple[Refusal, ...]:
        """Return bots' objections to a trade that the host enters. The table may waive them."""
        trades = [event for event in sent if isinstance(event, events.PlayersTraded) and not event.waived]
        if not trades:
            return ()
        record, session = self._games.record_of(game), self._sessions.session_of(game)
        is_open = not record.game.is_dealt and session.bots.pace != "stopped"
        bots = bot_levels(record.state, session) if is_open else {}
        return self._think(trade_objections, record.copy(), session, bots, trades) if bots else ()

    # Thefts from open hands

    def draw_thefts(self, game: str, record: Record, sent: Sequence[events.AnyEvent]) -> list[events.AnyEvent]:
        """Draw a card stolen from a bot's open hand, by the number of thefts: an undo is no second chance."""
        if record.game.is_dealt or not any(_is_open_theft(event) for event in sent):
            return list(sent)
        session = self._sessions.session_of(game)
        bots = bot_levels(record.state, session) if session.bots.pace != "stopped" else {}
        return [
            self._draw(game, record, session, event, number)
            if isinstance(event, events.CardStolen) and event.victim in bots and _is_open_theft(event)
            else event
            for number, event in enumerate(sent, record.last_entry + 1)
        ]

    def _draw(
        self, game: str, record: Record, session: TableSession, event: events.CardStolen, number: int
    ) -> events.CardStolen:
        victim = event.victim
        assert victim is not None
        hand = observe(record, victim, own_cards(session, victim)).hand
        if not hand.total() or hand.total() != record.state.seats[victim].hand_size:
            return event
        resource = self._games.dealer.draw_stolen_card(game, self._games.setup(game), record, victim, hand)
        why = msg("bot.stolen", seat=event.seat, other=victim, cards={resource: 1})
        said = BotSaid(seat=event.seat, entry=number, event_type=event.type, why=why, seen=record.last_entry)
        self._sessions.append(game, said, f"bot robbed {session.number} {number}")
        return replace(event, resource=resource)

    # Seats

    def seat(
        self,
        game: str,
        seat: int,
        level: BotLevel,
        hand: Counts | None = None,
        development: Sequence[DevelopmentKind] = (),
    ) -> None:
        """Give a seat to a bot with a leaving player's cards, or change its level. Raises `Refused`."""
        with self._games.lock(game):
            record, session = self._games.record_of(game), self._sessions.session_of(game)
            self._check_seat(record.state, seat)
            if seat in bot_levels(record.state, session):
                seated = replace(session.bots.seats.get(seat) or BotSeated(seat=seat), level=level)
            elif needs_cards(record.state, seat):
                self._count(game, record, seat, hand or {}, development)
                seen = self._games.record_of(game).last_entry
                seated = BotSeated(seat=seat, level=level, hand=hand or {}, development=list(development), seen=seen)
            else:
                seated = BotSeated(seat=seat, level=level, seen=record.last_entry)
            self._sessions.append(game, seated, f"bot seated {session.number} {seat}")

    def _check_seat(self, state: GameState, seat: int) -> None:
        check_seat(state, seat)
        if state.seats[seat].has_left:
            raise Refused(impossible("seat.already_left", seat=seat))
        if (reason := why_unsupported(state)) is not None:
            raise Refused(impossible(reason.key))

    def _count(self, game: str, record: Record, seat: int, hand: Counts, held: Sequence[DevelopmentKind]) -> None:
        """Correct the numbers of cards to those that were revealed."""
        state = record.state.seats[seat]
        known = {"hand": state.hand_size, "development_cards": state.development_cards}
        counted = {"hand": sum(hand.values()), "development_cards": len(held)}
        wrong = {what: count for what, count in counted.items() if count != known[what]}
        if wrong:
            corrections = [events.Corrected(what=what, seat=seat, value=value) for what, value in wrong.items()]
            self._games.enter_events(game, corrections, record.last_entry)

    def pace(self, game: str, pace: Pace) -> None:
        session = self._sessions.session_of(game)
        if pace != session.bots.pace:
            self._sessions.append(game, BotPaced(pace=pace), f"bot pace {session.number}")


def needs_cards(state: GameState, seat: int) -> bool:
    """Whether a player who leaves this seat has cards on the table that nobody else has seen."""
    return not state.game.is_dealt and bool(state.seats[seat].hand_size or state.seats[seat].development_cards)


def _is_open_theft(event: events.AnyEvent) -> bool:
    return isinstance(event, events.CardStolen) and event.victim is not None and event.resource is None


def _must_people_enter(state: GameState, event: events.AnyFact, bots: Mapping[int, BotLevel]) -> bool:
    if state.game.is_dealt:
        return False
    if isinstance(event, events.CardStolen):
        return event.victim is not None and event.victim not in bots and state.seats[event.victim].hand_size > 0
    return isinstance(event, ENTERED_BY_PEOPLE)


def _without_drawn_cards(state: GameState, event: events.AnyFact) -> events.AnyFact:
    """If the app deals, leave open what only the dealer knows."""
    if not state.game.is_dealt:
        return event
    if isinstance(event, events.MonopolyPlayed):
        return replace(event, taken={})
    if isinstance(event, events.CardsDiscarded) and state.rules.discard_choice == "random":
        return replace(event, cards=None, count=sum((event.cards or {}).values()) or event.count)
    return event
