"""What one roll paid: to whom, what the robber kept, what the bank lacked, and what every corner had promised."""

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.play.card_moves import most_in_bank
from narrator.core.play.production import Owed, owed, settle_shortages
from narrator.core.play.roll import is_repeated
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import DiceRolled
from narrator.core.table.odds import PIPS
from narrator.core.table.owners import is_neutral
from narrator.core.table.state import GameState


class Payout(Struct, frozen=True):
    """For every seat, in their order."""

    paid: Owed
    owes: Owed
    """What they would have got from a bank that never runs out."""
    kept: dict[int, int]
    """What the robber kept from whom."""
    ways: Owed
    """What any roll at this moment promised, in 36ths of a card."""
    counts: bool
    """Whether it was not to be made again."""


def payout_of(snapshot: Snapshot, fact: DiceRolled) -> Payout | None:
    """None of a roll that came after the win. One that is made again pays nothing, but it had its chance."""
    assert snapshot.before is not None
    state = _rolled_at(snapshot.before.state, fact)
    paid = _paid(state, fact.sum, fact.late)
    if any(map(any, paid)) and _hands(snapshot.before.state) == _hands(snapshot.state):
        return None
    counts = fact.late or not is_repeated(state, fact.sum)
    return Payout(
        paid=paid,
        owes=owed(state, fact.sum) if counts else paid,
        kept=kept_by_robber(state, fact.sum) if counts else {},
        ways=_promised(state, fact.late),
        counts=counts,
    )


def _hands(state: GameState) -> list[int]:
    return [seat.hand for seat in state.seats]


def _rolled_at(state: GameState, fact: DiceRolled) -> GameState:
    """Whoever rolls has the turn: a bank that runs short may pay in turn order."""
    if fact.late or (fact.seat == state.turn and state.phase.phase == "turn"):
        return state
    return replace(state, turn=fact.seat, rolls=())


def _paid(state: GameState, total: int, late: bool) -> Owed:
    if not late and is_repeated(state, total):
        return [[0, 0, 0, 0, 0] for _ in state.seats]
    return settle_shortages(state, owed(state, total), most_in_bank(state))


def _promised(state: GameState, late: bool) -> Owed:
    ways = [[0, 0, 0, 0, 0] for _ in state.seats]
    for total, pips in PIPS.items():
        if total == 7:
            continue
        for own, gain in zip(ways, _paid(state, total, late), strict=True):
            for kind, count in enumerate(gain):
                if count:
                    own[kind] += pips * count
    return ways


def kept_by_robber(state: GameState, total: int) -> dict[int, int]:
    """How many cards of his hex the robber kept from whom, if this number was rolled."""
    board = state.game.board
    if board is None:
        return _kept_from_sites(state, total)
    kept: dict[int, int] = {}
    if state.robber is None or board.numbers.get(state.robber) != total:
        return kept
    for corner in board.island.corners_of[state.robber]:
        building = state.buildings.get(corner)
        if building is not None and not is_neutral(building.seat) and not state.seats[building.seat].left:
            kept[building.seat] = kept.get(building.seat, 0) + 1 + building.city
    return kept


def _kept_from_sites(state: GameState, total: int) -> dict[int, int]:
    if state.blocks is None or state.blocks.number != total:
        return {}
    kept = {
        number: sum((1 + site.city) * (site.touches or ()).count(state.blocks) for site in seat.sites)
        for number, seat in enumerate(state.seats)
        if not seat.left
    }
    return {number: count for number, count in kept.items() if count}
