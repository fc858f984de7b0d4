"""Production: who is paid what when a number is rolled, and what happens when the bank is short."""

from collections.abc import Iterator

from narrator.core.table.cards import INDEX, RESOURCES, Cards, Resource
from narrator.core.table.owners import is_neutral
from narrator.core.table.state import GameState, with_unsure

from .card_moves import LOW_STACK, draw, most_in_bank

Owed = list[list[int]]
"""For every seat, how many of each resource."""


def produce(state: GameState, number: int) -> GameState:
    """Pay everybody for a rolled number."""
    doubtful = _paid_in_doubt(state, number)
    for seat, counts in enumerate(settle_shortages(state, owed(state, number))):
        if any(counts):
            state = draw(state, seat, Cards(*counts))
    return with_unsure(state, *(f"hand.{seat}" for seat in doubtful)) if doubtful else state


def _paid_in_doubt(state: GameState, number: int) -> list[int]:
    """Seats with a claim on a stack that the record can't vouch for, where that may change what they really got.

    A stack that is short by the record is paid from what may lie there, so it may have been less. And once a hand is
    unsure too, cards may be out that the record has in the bank, so that a stack may be short that is not by the
    record: as far as those hands reach. A full stack pays for certain, whoever's cards don't add up.
    """
    doubts = [resource for resource in RESOURCES if f"bank.{resource}" in state.unsure] if state.unsure else []
    if not doubts:
        return []
    owes, doubtful, out = owed(state, number), doubtful_resources(state, number), _perhaps_out(state)
    claimed = {resource: sum(counts[INDEX[resource]] for counts in owes) for resource in doubts}
    near = [resource for resource in doubts if out and state.bank.of(resource) - out < claimed[resource]]
    places = [INDEX[resource] for resource in doubts if resource in doubtful or resource in near]
    return [seat for seat, counts in enumerate(owes) if any(counts[place] for place in places)]


def _perhaps_out(state: GameState) -> int:
    """So many cards more may be out than the record has: what the unsure hands hold, and some that it missed."""
    hands = [seat.hand for number, seat in enumerate(state.seats) if f"hand.{number}" in state.unsure]
    return sum(hands) + LOW_STACK if hands else 0


def income(state: GameState, number: int) -> list[Cards]:
    """What each seat takes from the bank for this number, shortages settled."""
    return [Cards(*counts) for counts in settle_shortages(state, owed(state, number))]


def owed(state: GameState, number: int) -> Owed:
    """What each seat should get if the bank never ran out."""
    owes = [[0, 0, 0, 0, 0] for _ in state.seats]
    for seat, resource, cards in _claims(state, number):
        if not state.seats[seat].left:
            owes[seat][resource] += cards
    return owes


def _claims(state: GameState, number: int) -> Iterator[tuple[int, int, int]]:
    board = state.game.board
    if board is None:
        yield from _claims_of_sites(state, number)
        return
    buildings = state.buildings
    for producer in board.producers.get(number, ()):
        if producer.at != state.robber:
            for corner in producer.corners:
                building = buildings.get(corner)
                if building is not None and not is_neutral(building.seat):
                    yield building.seat, INDEX[producer.resource], 2 if building.city else 1


def _claims_of_sites(state: GameState, number: int) -> Iterator[tuple[int, int, int]]:
    for number_of_seat, seat in enumerate(state.seats):
        for site in seat.sites:
            for touch in site.touches or ():
                if touch.number == number and touch != state.blocks:
                    yield number_of_seat, INDEX[touch.resource], 2 if site.city else 1


def settle_shortages(state: GameState, owes: Owed) -> Owed:
    """Where the bank can't pay everybody of one kind, pay as the house rule says; the other kinds pay as usual.

    Nobody goes without a card because of a count that is in doubt: the bank pays what it may hold at most."""
    if state.rules.bank_limit == "unlimited":
        return owes
    claimed = [sum(column) for column in zip(*owes, strict=True)]
    for resource, stack in enumerate(most_in_bank(state)):
        if claimed[resource] > stack:
            _settle_shortage(state, owes, resource, stack)
    return owes


def short_resources(state: GameState, number: int) -> list[Resource]:
    """The kinds that the bank surely can't pay in full for this number."""
    if state.rules.bank_limit == "unlimited":
        return []
    claimed, most = claimed_resources(state, number), most_in_bank(state)
    return [resource for resource in claimed.kinds() if claimed.of(resource) > most.of(resource)]


def doubtful_resources(state: GameState, number: int) -> list[Resource]:
    """The kinds that are paid for this number although the bank may have had too few: only the table can see that."""
    if not state.unsure or state.rules.bank_limit == "unlimited":
        return []
    paid = Cards(*map(sum, zip(*income(state, number), strict=True)))
    return [resource for resource in paid.kinds() if paid.of(resource) > state.bank.of(resource)]


def claimed_resources(state: GameState, number: int) -> Cards:
    """What this number would take from the bank if it never ran out."""
    return Cards(*map(sum, zip(*owed(state, number), strict=True)))


def _settle_shortage(state: GameState, owes: Owed, resource: int, stack: int) -> None:
    claimants = [seat for seat, counts in enumerate(owes) if counts[resource]]
    rule = state.rules.bank_shortage
    if rule == "turn_order":
        count = len(state.seats)
        for seat in sorted(claimants, key=lambda seat: (seat - state.turn) % count):
            owes[seat][resource] = min(owes[seat][resource], stack)
            stack -= owes[seat][resource]
    elif rule == "official" and len(claimants) == 1:
        owes[claimants[0]][resource] = stack
    else:
        for seat in claimants:
            owes[seat][resource] = 0
