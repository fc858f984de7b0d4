"""Payouts of rolls, and what they add up to for each player: luck, droughts, losses to robber and bank."""

from collections import Counter

from msgspec import Struct

from narrator.core.play.production import cards_per_hex, income, income_owed
from narrator.core.play.robber import hex_under_robber
from narrator.core.play.roll_and_discard import is_repeated_roll, payout_of, state_at_roll
from narrator.core.reading.stats.model import Drought, Luck
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.box import PIPS
from narrator.core.table.cards import NO_CARDS, Cards, cards_of
from narrator.core.table.events import DiceRolled
from narrator.core.table.phase import Over
from narrator.core.table.state import GameState, active_seats, is_neutral


class RollOutcome(Struct, frozen=True):
    """What one roll paid, and what could have been expected of it, for every seat."""

    paid: list[Cards]
    owed: list[Cards]  # from a bank that never runs out
    blocked_cards: dict[int, int]  # cards that the robber withheld, by seat
    expected_36ths: list[Cards]  # expected from any roll at this moment, in 36ths of a card
    is_counted: bool  # not to be repeated


def outcome_of_roll(snapshot: Snapshot, fact: DiceRolled) -> RollOutcome | None:
    """Return the outcome; None for a roll after the win. A repeated roll pays nothing, but had its chance."""
    state = state_at_roll(snapshot.previous_state, fact)
    if snapshot.left_out or isinstance(state.phase, Over):
        return None
    is_counted = fact.late or not is_repeated_roll(state, fact.sum)
    return RollOutcome(
        paid=payout_of(state, fact),
        owed=[Cards(*counts) if is_counted else NO_CARDS for counts in income_owed(state, fact.sum)],
        blocked_cards=cards_blocked_by_robber(state, fact.sum) if is_counted else {},
        expected_36ths=_expected_payout(state, fact),
        is_counted=is_counted,
    )


def _expected_payout(state: GameState, fact: DiceRolled) -> list[Cards]:
    expected = [NO_CARDS for _ in state.seats]
    for total, pips in PIPS.items():
        if fact.late or not is_repeated_roll(state, total):
            gains = income(state, total)
            expected = [cards.plus(gain.times(pips)) for cards, gain in zip(expected, gains, strict=True)]
    return expected


def cards_blocked_by_robber(state: GameState, total: int) -> dict[int, int]:
    """Return how many cards the robber costs each seat if this number is rolled."""
    blocked: Counter[int] = Counter()
    under = hex_under_robber(state)
    if under is None or under.number != total:
        return blocked
    for corner in state.game.board.island.corners_of[state.robber] if state.robber else ():
        building = state.buildings.get(corner)
        if building is not None and not is_neutral(building.seat) and not state.seats[building.seat].has_left:
            blocked[building.seat] += cards_per_hex(building.city)
    for number in active_seats(state):
        for site in state.seats[number].sites:
            blocked[number] += cards_per_hex(site.city) * (site.touches or ()).count(state.blocked_hex)
    return +blocked


class SeatFortune:
    def __init__(self) -> None:
        self.luck = Luck()
        self.blocked = NO_CARDS
        self.unpaid = NO_CARDS
        self.is_unknown = False  # a corner is unknown, so nothing can be expected
        self.longest_drought: Drought | None = None
        self._drought: Drought | None = None

    def add(self, snapshot: Snapshot, fact: DiceRolled, outcome: RollOutcome, seat: int) -> None:
        paid, owed = outcome.paid[seat], outcome.owed[seat]
        expected = self.luck.expected_36ths.plus(outcome.expected_36ths[seat])
        self.luck = Luck(self.luck.received.plus(paid), expected)
        self.unpaid = self.unpaid.plus(owed.minus(paid))
        if outcome.blocked_cards.get(seat):
            under = hex_under_robber(snapshot.state)
            assert under is not None
            self.blocked = self.blocked.plus(cards_of(under.resource, outcome.blocked_cards[seat]))
        if outcome.is_counted and not snapshot.state.seats[seat].has_left:
            drought = None if any(paid) else _extend_drought(self._drought, snapshot, fact.seat == seat)
            if drought is not None and (self.longest_drought is None or drought.rolls > self.longest_drought.rolls):
                self.longest_drought = drought
            self._drought = drought


def _extend_drought(before: Drought | None, snapshot: Snapshot, own: bool) -> Drought:
    number, rounds = snapshot.number, snapshot.state.round
    if before is None:
        return Drought(1, int(own), number, number, rounds, rounds)
    rolls, turns = before.rolls + 1, before.own_turns + own
    return Drought(rolls, turns, before.first, number, before.first_round, rounds)


def has_unknown_corners(state: GameState, seat: int) -> bool:
    """Without a board, corners may be unknown; with `script` tracking they all are."""
    return state.game.tracking == "script" or any(site.touches is None for site in state.seats[seat].sites)


class FortuneLog:
    def __init__(self) -> None:
        self.by_seat: dict[int, SeatFortune] = {}

    def add(self, snapshot: Snapshot, fact: DiceRolled, outcome: RollOutcome) -> None:
        for seat in range(len(snapshot.state.seats)):
            own = self.by_seat.setdefault(seat, SeatFortune())
            own.is_unknown = own.is_unknown or has_unknown_corners(snapshot.previous_state, seat)
            own.add(snapshot, fact, outcome, seat)

    def lucks(self, state: GameState) -> tuple[Luck | None, ...]:
        return tuple(self.luck(state, seat) for seat in range(len(state.seats)))

    def luck(self, state: GameState, seat: int) -> Luck | None:
        own = self.by_seat.get(seat)
        if own is None:
            return None if has_unknown_corners(state, seat) else Luck()
        return None if own.is_unknown else own.luck
