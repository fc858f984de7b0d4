"""Bots in chairs: what one of them does next is decided and entered, one deed a call, under the same locks as a tap.

Nothing runs by itself here: a host's page asks for the next deed, with a tap or after a while, or `bot_clock.py` does
where no such page is open.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from msgspec.structs import replace

from narrator.bot.decide import Decision, think
from narrator.bot.eyes import eyes
from narrator.bot.levels import Level
from narrator.bot.places import why_not
from narrator.bot.trading import answer, best_trade, offer
from narrator.core.message import Refusal, Refused, impossible, irregular, msg
from narrator.core.record.judge import refusals
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
from narrator.store.note import Answered, BotMeant, BotPaced, BotSaid, BotSeated, Offered, Pace

from .answers import EntryRefused, KeyReused, Stale
from .bot_chairs import bots_in, own_cards, reason_for
from .bot_moves import Due, due_in
from .desk import Desk, Offer
from .desks import Desks
from .dice import throw
from .games import Games
from .last_cards import deny
from .offers import can_offer, lasts, traded

SEEN_BY_PEOPLE = (DevelopmentBought, MonopolyPlayed)
"""With cards at the table somebody has to say which card it was, or how many."""


class Bots:
    """The bots of all games."""

    def __init__(self, games: Games, desks: Desks, pick: Callable[[int], int]) -> None:
        self._games = games
        self._desks = desks
        self._pick = pick
        games.fill_in(self.drawn)
        desks.listen(self._heard)

    def of(self, game: str) -> dict[int, Level]:
        return bots_in(self._games.record(game).state, self._desks.of(game))

    # The next deed.

    def step(self, game: str, seen: int | None, note: int | None = None) -> bool:
        """Whoever's move it is does one thing. False where there is nothing to do, or the table has moved on since the
        entry and the note that the caller knew."""
        with self._games.alone_with(game):
            record, desk = self._games.whole(game), self._desks.of(game)
            due = due_in(record, desk)
            if due is None or seen != len(record.log) or due.asks is not None or due.is_hosts:
                return False
            if note is not None and note != desk.number:
                return False
            with suppress(Stale, KeyReused, EntryRefused):
                return self._go_on(game, record, desk, due)
        return False

    def _go_on(self, game: str, record: Record, desk: Desk, due: Due) -> bool:
        open_offer = self._desks.offer_in(game)
        if open_offer is not None and open_offer.offer.seat == due.seat:
            return self._settle_offer(game, record, desk, due, open_offer)
        planned = _rest_of_plan(record, desk, due.seat)
        if planned is None and self._makes_offer(game, record, desk, due):
            return True
        decision = planned or think(record, due.seat, due.level, f"{game} {due.seat}", own_cards(desk, due.seat))
        if not decision.events:
            return self._without_decision(game, record, due)
        return self._do(game, record, desk, due.seat, decision)

    def _do(self, game: str, record: Record, desk: Desk, seat: int, decision: Decision) -> bool:
        event, why = _left_open(record.state, decision.events[0]), decision.why[0]
        seen = len(record.log)
        if not isinstance(event, TurnEnded):
            then, whys = list(decision.events[1:]), list(decision.why[1:])
            said = BotSaid(seat=seat, entry=seen + 1, deed=event.type, why=why, then=then, whys=whys, seen=seen)
            self._desks.lay(game, said, f"bot said {desk.number} {seen}")
        if _is_seen_by_people(record.state, event, bots_in(record.state, desk)):
            meant = BotMeant(seat=seat, event=event, why=why, seen=seen)
            self._desks.lay(game, meant, f"bot meant {desk.number} {seen}")
        else:
            self._games.enter(game, [event], seen, f"bot {seat} {seen}", by="house")
        return True

    def _without_decision(self, game: str, record: Record, due: Due) -> bool:
        """Nothing but to roll; at the end, no points to show; else the host has to help."""
        state, seen = record.state, len(record.log)
        if isinstance(state.phase, Rolling) and state.rules.dice_source == "app":
            throw(self._games, game, seen, self._pick)
        elif state.phase.phase == "over":
            deny(self._desks, record, game, due.seat)
        else:
            self._desks.lay(game, BotMeant(seat=due.seat, seen=seen), f"bot waits {self._desks.of(game).number} {seen}")
        return True

    # Trades.

    def _makes_offer(self, game: str, record: Record, desk: Desk, due: Due) -> bool:
        """One a turn: nobody likes to be asked again and again."""
        last = desk.last_offers.get(due.seat)
        if not can_offer(record.state, due.seat) or (last is not None and lasts(record, last)):
            return False
        found = offer(record, due.seat, due.level, own_cards(desk, due.seat))
        if found is None:
            return False
        with suppress(Refused):
            offered = Offered(seat=due.seat, give=found.give, want=found.want)
            self._desks.offer(game, offered, f"bot offers {desk.number} {len(record.log)}")
            return True
        return False

    def _settle_offer(self, game: str, record: Record, desk: Desk, due: Due, open_offer: Offer) -> bool:
        """The best of the answers, or none of them."""
        trades = {
            partner: traded(open_offer.offer, said)
            for partner, said in open_offer.answers.items()
            if said.answer != "decline"
        }
        own = own_cards(desk, due.seat)
        partner = best_trade(record, due.seat, due.level, list(trades.values()), own)
        if partner is None:
            self._desks.settle(game, open_offer.number, "withdrawn")
        else:
            with suppress(Refused):
                self._desks.choose(game, due.seat, partner, open_offer.given[partner])
        return True

    def _heard(self, game: str, number: int) -> None:
        """Somebody has offered cards: bots answer at once."""
        desk = self._desks.of(game)
        if desk.offer is not None and desk.offer.number == number and desk.pace != "stopped":
            for seat, level in bots_in(self._games.record(game).state, desk).items():
                self._answer(game, desk.offer, seat, level)

    def _answer(self, game: str, open_offer: Offer, seat: int, level: Level) -> None:
        record, offered = self._games.whole(game), open_offer.offer
        if seat == offered.seat:
            return
        own = own_cards(self._desks.of(game), seat)
        is_whole = any(offered.give.values()) and any(offered.want.values())
        accepts = is_whole and answer(record, seat, offered.seat, offered.give, offered.want, level, own).accepts
        said = Answered(seat=seat, note=open_offer.number, answer="accept" if accepts else "decline")
        with suppress(Refused):
            self._desks.answer(game, said, f"bot answers {open_offer.number} {seat}")

    def against(self, game: str, events: Sequence[AnyEvent]) -> tuple[Refusal, ...]:
        """What a bot says to a trade that a host enters for two. The table may have it all the same."""
        trades = [event for event in events if isinstance(event, PlayersTraded) and not event.waived]
        if not trades:
            return ()
        record, desk = self._games.record(game), self._desks.of(game)
        is_open = record.game.cards == "table" and desk.pace != "stopped"
        bots = bots_in(record.state, desk) if is_open else {}
        return tuple(
            refusal
            for trade in trades
            for seat, other, gets, pays in (
                (trade.seat, trade.partner, trade.receive, trade.give),
                (trade.partner, trade.seat, trade.give, trade.receive),
            )
            if seat in bots and (refusal := self._declined(record, desk, seat, other, gets, pays, bots[seat]))
        )

    def _declined(
        self, record: Record, desk: Desk, seat: int, other: int, gets: Counts, pays: Counts, level: Level
    ) -> Refusal | None:
        said = answer(record, seat, other, gets, pays, level, own_cards(desk, seat))
        if said.accepts:
            return None
        lacks = said.why.key.endswith(".lacks")
        return irregular("bot.lacks", seat=seat) if lacks else irregular("bot.declines", seat=seat, other=other)

    # What people take from an open hand.

    def drawn(self, game: str, record: Record, events: Sequence[AnyEvent]) -> list[AnyEvent]:
        """With cards at the table those of a bot lie open: which one is stolen, chance says and not the thief. It hangs
        on how many thefts there were, so that an undo is no second chance."""
        if record.game.cards == "app" or not any(_steals(event) for event in events):
            return list(events)
        desk = self._desks.of(game)
        bots = bots_in(record.state, desk) if desk.pace != "stopped" else {}
        return [
            self._draw(game, record, desk, event, number)
            if isinstance(event, CardStolen) and event.victim in bots and _steals(event)
            else event
            for number, event in enumerate(events, len(record.log) + 1)
        ]

    def _draw(self, game: str, record: Record, desk: Desk, event: CardStolen, number: int) -> CardStolen:
        victim = event.victim
        assert victim is not None
        hand = eyes(record, victim, own_cards(desk, victim)).hand
        if not hand.total() or hand.total() != record.state.seats[victim].hand:
            return event
        resource = self._games.dealer.stolen(game, self._games.setup(game), record, victim, hand)
        why = msg("bot.stolen", seat=event.seat, other=victim, cards={resource: 1})
        said = BotSaid(seat=event.seat, entry=number, deed=event.type, why=why, seen=len(record.log))
        self._desks.lay(game, said, f"bot robbed {desk.number} {number}")
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
        with self._games.alone_with(game):
            record, desk = self._games.record(game), self._desks.of(game)
            self._check_chair(record.state, seat)
            before = desk.chairs.get(seat)
            if seat in bots_in(record.state, desk):
                note = BotSeated(seat=seat) if before is None else before
                note = replace(note, level=level)
            elif needs_cards(record.state, seat):
                self._count(game, record, seat, hand or {}, development)
                seen = len(self._games.record(game).log)
                note = BotSeated(seat=seat, level=level, hand=hand or {}, development=list(development), seen=seen)
            else:
                note = BotSeated(seat=seat, level=level, seen=len(record.log))
            self._desks.lay(game, note, f"bot seated {desk.number} {seat}")

    def _check_chair(self, state: GameState, seat: int) -> None:
        if seat >= len(state.seats):
            raise Refused(impossible("seat.unknown", seat=seat))
        if state.seats[seat].left:
            raise Refused(impossible("seat.already_left", seat=seat))
        if (reason := why_not(state)) is not None:
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
        desk = self._desks.of(game)
        if pace != desk.pace:
            self._desks.lay(game, BotPaced(pace=pace), f"bot pace {desk.number}")


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


def _rest_of_plan(record: Record, desk: Desk, seat: int) -> Decision | None:
    """What it meant to do after its last deed, where nothing came between."""
    said = reason_for(record, desk, len(record.log))
    if said is None or said.seat != seat or not said.then or refusals(record.state, said.then[0]):
        return None
    return Decision(tuple(said.then), tuple(said.whys))
