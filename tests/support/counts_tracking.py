"""A host who reports counts."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from narrator.core.play.counts_tracking import roads_to_measure
from narrator.core.play.for_two import token_reward
from narrator.core.record.judging import apply, blocking_reasons, refusals
from narrator.core.table.box import PRODUCES
from narrator.core.table.cards import NO_CARDS, PRICES
from narrator.core.table.events import (
    AnyFact,
    CityBuilt,
    NeutralRoadBuilt,
    NeutralRoadReported,
    NeutralSettlementBuilt,
    RoadBuilt,
    RoadReported,
    RobberMoved,
    SettlementBuilt,
    TouchedHex,
)
from narrator.core.table.phase import PlacingFreeRoads
from narrator.core.table.state import is_neutral, mode_of, owner
from tests.support.games import new_game
from tests.support.player import Policy, TrueTable


class Table(TrueTable):
    """A settlement that breaks off free roads is paid for, too."""

    def _move_true_cards(self, event: AnyFact) -> None:
        if isinstance(event, SettlementBuilt) and isinstance(self.state.phase, PlacingFreeRoads):
            self._change(event.seat, NO_CARDS, PRICES["settlement"])
        else:
            super()._move_true_cards(event)


class Teller:
    """Tells a game that is played on a board to a table that has none, as its host would see it."""

    def __init__(self, players: int, seed: int, policy: Policy | None = None, **rules: Any) -> None:
        self.true = Table(new_game(players, **rules), seed, policy)
        self.told = new_game(players, tracking="counts", **rules)
        self.standing: list[list[str]] = [[] for _ in range(players)]
        self.reports: list[AnyFact] = []

    def events(self, most: int) -> Iterator[AnyFact]:
        """Play on; each event comes out after both tables have it and every road that was asked for is measured."""
        for event in self.true.events(most):
            self.tell(self.described(event))
            self.measure()
            yield event

    def tell(self, event: AnyFact) -> None:
        found = blocking_reasons(event, refusals(self.told, event))
        assert not found, (event, found)
        self.told = apply(self.told, event)

    def measure(self) -> None:
        while asked := roads_to_measure(self.told):
            # After the last event only corrections are regular, but the length of a road cut by it is still asked.
            over = self.told.phase.part_of_game == "over"
            length = owner(self.true.state, asked[0]).road_length
            report: AnyFact = RoadReported(seat=asked[0], length=length, waived=over)
            if is_neutral(asked[0]):
                colour = owner(self.true.state, asked[0]).colour
                report = NeutralRoadReported(colour=colour, length=length, waived=over)
            self.tell(report)
            self.reports.append(report)

    def described(self, event: AnyFact) -> AnyFact:
        """The event without places: what the pieces touch instead of where they stand."""
        board = self.true.state.game.board
        if isinstance(event, SettlementBuilt):
            at = event.at or ""
            self.standing[event.seat].append(at)
            touches = [touch for around in board.island.hexes_at[at] if (touch := self.touch(around))]
            brings = token_reward(board, at) if mode_of(self.told).tokens else None
            return replace(event, at=None, touches=touches, harbour=board.harbour_at.get(at), tokens=brings)
        if isinstance(event, CityBuilt):
            mine = self.standing[event.seat]
            k = mine.index(event.at or "") + 1
            mine.remove(event.at or "")
            return replace(event, at=None, settlement=k)
        if isinstance(event, RoadBuilt | NeutralRoadBuilt | NeutralSettlementBuilt):
            return replace(event, at=None)
        if isinstance(event, RobberMoved):
            return replace(event, to=None, blocks=self.touch(event.to or ""))
        return event

    def touch(self, at: str) -> TouchedHex | None:
        board = self.true.state.game.board
        terrain = board.terrain[at]
        return None if terrain == "desert" else TouchedHex(PRODUCES[terrain], board.numbers[at])
