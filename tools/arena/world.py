"""A true game behind a record: dice, deck and stolen cards from a seed. The log holds all of it, as a server's does."""

from collections.abc import Callable
from random import Random
from time import process_time

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.play.placement import placing_seat
from narrator.core.record.record import Record
from narrator.core.table.cards import RESOURCES, Cards
from narrator.core.table.events import AnyFact, CardStolen, DevelopmentBought, DiceRolled, MonopolyPlayed
from narrator.core.table.phase import Discarding, Over, Rolling, SettingUp
from narrator.core.table.state import GameState, acting_seat

Chooser = Callable[[Record, int], tuple[AnyFact, ...]]
"""What a seat enters next; nothing where it only rolls."""
MOST_ENTRIES = 4000


class Played(Struct, frozen=True):
    winner: int | None
    entries: int
    rounds: int
    times: tuple[tuple[float, ...], ...]
    """For each seat how long each decision took, in milliseconds of a processor that others may use as well."""


class World:
    def __init__(self, start: GameState, seed: int | str) -> None:
        self.record = Record(start)
        self.luck = Random(f"world {seed}")
        deck = [kind for kind, count in start.game.box.development.items() for _ in range(count)]
        self.deck = sorted(deck, key=lambda _: self.luck.random())

    @property
    def state(self) -> GameState:
        return self.record.state

    def hand(self, seat: int) -> Cards:
        """The log says everything, so the record's own ledger has one world only."""
        hands = self.state.hands
        assert hands is not None
        bounds = hands.bounds(seat)
        assert bounds.low == bounds.high, (seat, bounds)
        return bounds.low

    def due(self) -> int:
        """Who has to decide something."""
        state = self.state
        if isinstance(state.phase, Discarding):
            return min(state.phase.owed, key=lambda seat: (seat - state.turn) % len(state.seats))
        return placing_seat(state) if isinstance(state.phase, SettingUp) else acting_seat(state)

    def enter(self, event: AnyFact) -> None:
        """Enter an event with what chance has in store for it; hands must really hold what is paid."""
        self.record.add(self.made_true(event))
        for seat in range(len(self.state.seats)):
            assert min(self.hand(seat)) >= 0, event
            assert self.hand(seat).total() == self.state.seats[seat].hand_size, event

    def made_true(self, event: AnyFact) -> AnyFact:
        if isinstance(event, CardStolen) and event.victim is not None:
            pile = [kind for kind in RESOURCES for _ in range(self.hand(event.victim).count_of(kind))]
            return replace(event, resource=pile[int(self.luck.random() * len(pile))] if pile else None)
        if isinstance(event, DevelopmentBought):
            return replace(event, card=self.deck.pop())
        if isinstance(event, MonopolyPlayed):
            others = [seat for seat in range(len(self.state.seats)) if seat != event.seat]
            return replace(event, taken={seat: self.hand(seat).count_of(event.resource) for seat in others})
        return event

    def roll(self) -> AnyFact:
        dice = int(self.luck.random() * 6) + 1, int(self.luck.random() * 6) + 1
        return DiceRolled(seat=self.state.turn, dice=dice)

    def play(self, choosers: list[Chooser], most: int = MOST_ENTRIES) -> Played:
        """Play to the end. A seat enters its events until one of them leaves the turn to somebody else."""
        times: list[list[float]] = [[] for _ in choosers]
        while not isinstance(self.state.phase, Over) and len(self.record.log) < most:
            seat = self.due()
            begun = process_time()
            events = choosers[seat](self.record, seat)
            times[seat].append((process_time() - begun) * 1000)
            if not events:
                assert isinstance(self.state.phase, Rolling), (self.state.phase, seat)
                events = (self.roll(),)
            for event in events:
                self.enter(event)
                if isinstance(self.state.phase, Over):
                    break
        phase = self.state.phase
        winner = phase.winner if isinstance(phase, Over) else None
        return Played(winner, len(self.record.log), self.state.round, tuple(map(tuple, times)))
