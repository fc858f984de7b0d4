"""Payouts of rolls, and what they add up to for each player: luck, droughts, losses to robber and bank."""

from collections import Counter

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.play.card_moves import most_in_bank
from narrator.core.play.production import CountsBySeat, income_owed, settle_shortages
from narrator.core.play.robber import hex_under_robber
from narrator.core.play.roll_and_discard import is_repeated_roll
from narrator.core.reading.stats.model import Drought, Luck
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.box import PIPS
from narrator.core.table.cards import NO_CARDS, Cards, cards_of
from narrator.core.table.events import DiceRolled
from narrator.core.table.state import GameState, active_seats, is_neutral


class Payout(Struct, frozen=True):
    """Result of one roll, for every seat."""

    paid: CountsBySeat
    owed: CountsBySeat  # from a bank that never runs out
    kept_cards: dict[int, int]  # by the robber, by seat
    expected_36ths: CountsBySeat  # expected from any roll at this moment, in 36ths of a card
    is_counted: bool  # not to be repeated


def payout_of(snapshot: Snapshot, fact: DiceRolled) -> Payout | None:
    """Return the payout; None for a roll after the win. A repeated roll pays nothing, but had its chance."""
    state = _with_roller_on_turn(snapshot.previous_state, fact)
    paid = _paid(state, fact.sum, fact.late)
    if any(map(any, paid)) and _hands(snapshot.previous_state) == _hands(snapshot.state):
        return None
    counts = fact.late or not is_repeated_roll(state, fact.sum)
    return Payout(
        paid=paid,
        owed=income_owed(state, fact.sum) if counts else paid,
        kept_cards=kept_by_robber(state, fact.sum) if counts else {},
        expected_36ths=_expected_payout(state, fact.late),
        is_counted=counts,
    )


def _hands(state: GameState) -> list[int]:
    return [seat.hand_size for seat in state.seats]


def _with_roller_on_turn(state: GameState, fact: DiceRolled) -> GameState:
    """Give the turn to the seat that rolls: a short bank may pay in turn order."""
    if fact.late or (fact.seat == state.turn and state.phase.part_of_game == "turn"):
        return state
    return replace(state, turn=fact.seat, rolls=())


def _paid(state: GameState, total: int, late: bool) -> CountsBySeat:
    if not late and is_repeated_roll(state, total):
        return [[0, 0, 0, 0, 0] for _ in state.seats]
    return settle_shortages(state, income_owed(state, total), most_in_bank(state))


def _expected_payout(state: GameState, late: bool) -> CountsBySeat:
    ways = [[0, 0, 0, 0, 0] for _ in state.seats]
    for total in PIPS.keys() - {7}:
        for own, gain in zip(ways, _paid(state, total, late), strict=True):
            for kind, count in enumerate(gain):
                own[kind] += PIPS[total] * count
    return ways


def kept_by_robber(state: GameState, total: int) -> dict[int, int]:
    """Return how many cards the robber kept from whom, if this number was rolled."""
    kept: Counter[int] = Counter()
    under = hex_under_robber(state)
    if under is None or under.number != total:
        return kept
    for corner in state.game.board.island.corners_of[state.robber] if state.robber else ():
        building = state.buildings.get(corner)
        if building is not None and not is_neutral(building.seat) and not state.seats[building.seat].has_left:
            kept[building.seat] += 1 + building.city
    for number in active_seats(state):
        for site in state.seats[number].sites:
            kept[number] += (1 + site.city) * (site.touches or ()).count(state.blocked_hex)
    return +kept


class SeatFortune:
    def __init__(self) -> None:
        self.luck = Luck()
        self.blocked = NO_CARDS
        self.unpaid = NO_CARDS
        self.is_unknown = False  # a corner is unknown, so nothing can be expected
        self.longest_drought: Drought | None = None
        self._drought: Drought | None = None

    def add(self, snapshot: Snapshot, fact: DiceRolled, payout: Payout, seat: int) -> None:
        paid, owed = Cards(*payout.paid[seat]), Cards(*payout.owed[seat])
        expected = self.luck.expected_36ths.plus(Cards(*payout.expected_36ths[seat]))
        self.luck = Luck(self.luck.received.plus(paid), expected)
        self.unpaid = self.unpaid.plus(owed.minus(paid))
        if payout.kept_cards.get(seat):
            under = hex_under_robber(snapshot.state)
            assert under is not None
            self.blocked = self.blocked.plus(cards_of(under.resource, payout.kept_cards[seat]))
        if payout.is_counted and not snapshot.state.seats[seat].has_left:
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

    def add(self, snapshot: Snapshot, fact: DiceRolled, payout: Payout) -> None:
        for seat in range(len(snapshot.state.seats)):
            own = self.by_seat.setdefault(seat, SeatFortune())
            own.is_unknown = own.is_unknown or has_unknown_corners(snapshot.previous_state, seat)
            own.add(snapshot, fact, payout, seat)

    def lucks(self, state: GameState) -> tuple[Luck | None, ...]:
        return tuple(self.luck(state, seat) for seat in range(len(state.seats)))

    def luck(self, state: GameState, seat: int) -> Luck | None:
        own = self.by_seat.get(seat)
        if own is None:
            return None if has_unknown_corners(state, seat) else Luck()
        return None if own.is_unknown else own.luck
