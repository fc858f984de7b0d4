"""Production: what a rolled number pays, and what happens when the bank is short."""

from collections.abc import Iterator

from narrator.core.play.card_moves import most_in_bank, take_from_bank
from narrator.core.play.unseen_cards import record_doubtful_payment
from narrator.core.table.cards import RESOURCE_INDEX, RESOURCES, Cards, Resource
from narrator.core.table.state import GameState, is_neutral, mark_inconsistent, shown_bank

CountsBySeat = list[list[int]]  # for every seat, how many of each resource


def produce(state: GameState, number: int) -> GameState:
    paid = income(state, number)
    perhaps = _doubtful_income(state, number, paid)
    for seat, cards in enumerate(paid):
        if any(cards):
            state = take_from_bank(state, seat, cards)
    for seat, cards in perhaps.items():
        state = _mark_doubtful(state, seat, cards)
    return state


def _doubtful_income(state: GameState, number: int, paid: list[Cards]) -> dict[int, Cards]:
    """Return what seats are paid only if the bank holds more cards than the record has."""
    if not state.unsure or state.rules.bank_limit == "unlimited":
        return {}
    certain = settle_shortages(state, income_owed(state, number), shown_bank(state))
    perhaps = {seat: cards.minus(Cards(*certain[seat])) for seat, cards in enumerate(paid)}
    return {seat: cards for seat, cards in perhaps.items() if any(cards)}


def _mark_doubtful(state: GameState, seat: int, perhaps: Cards) -> GameState:
    """Record doubtful cards that unseen cards can explain. If any are left over, mark the hand as unsure."""
    stacks = state.unseen.stacks if state.unseen is not None else frozenset()
    explained = Cards(*(count if r in stacks else 0 for r, count in zip(RESOURCES, perhaps, strict=True)))
    if any(explained):
        state = record_doubtful_payment(state, seat, explained)
    return state if explained == perhaps else mark_inconsistent(state, f"hand.{seat}")


def income(state: GameState, number: int) -> list[Cards]:
    """Return what each seat takes from the bank for this number, after shortages."""
    return [Cards(*counts) for counts in settle_shortages(state, income_owed(state, number), most_in_bank(state))]


def income_owed(state: GameState, number: int) -> CountsBySeat:
    """Return what each seat would get from a bank that never runs out."""
    owes = [[0, 0, 0, 0, 0] for _ in state.seats]
    for seat, resource, cards in _claims(state, number):
        if not state.seats[seat].has_left:
            owes[seat][resource] += cards
    return owes


def _claims(state: GameState, number: int) -> Iterator[tuple[int, int, int]]:
    """Yield seat, resource and count for each building on the board and for each one that the host described."""
    buildings = state.buildings
    for producer in state.game.board.producers.get(number, ()):
        if producer.at != state.robber:
            for corner in producer.corners:
                building = buildings.get(corner)
                if building is not None and not is_neutral(building.seat):
                    yield building.seat, RESOURCE_INDEX[producer.resource], cards_per_hex(building.city)
    for number_of_seat, seat in enumerate(state.seats):
        for site in seat.sites:
            for touch in site.touches or ():
                if touch.number == number and touch != state.blocked_hex:
                    yield number_of_seat, RESOURCE_INDEX[touch.resource], cards_per_hex(site.city)


def cards_per_hex(is_city: bool) -> int:
    """Return what a building takes from each hex that pays: a settlement one card, a city two."""
    return 2 if is_city else 1


def settle_shortages(state: GameState, owes: CountsBySeat, stacks: Cards) -> CountsBySeat:
    """Apply the house rule to short stacks.

    Each stack is assumed to hold the most it could, so that doubt never costs anybody a card.
    """
    if state.rules.bank_limit == "unlimited":
        return owes
    claimed = [sum(column) for column in zip(*owes, strict=True)]
    for resource, stack in enumerate(stacks):
        if claimed[resource] > stack:
            _settle_shortage(state, owes, resource, stack)
    return owes


def short_resources(state: GameState, number: int) -> list[Resource]:
    """Return the resources that the bank certainly can't pay in full for this number."""
    if state.rules.bank_limit == "unlimited":
        return []
    claimed, most = claimed_resources(state, number), most_in_bank(state)
    return [resource for resource in claimed.resources() if claimed.count_of(resource) > most.count_of(resource)]


def doubtful_resources(state: GameState, number: int) -> list[Resource]:
    """Return the resources that are paid although the bank may have had too few: only the table can see that."""
    perhaps = _doubtful_income(state, number, income(state, number)) if state.unsure else {}
    return [resource for resource in RESOURCES if any(cards.count_of(resource) for cards in perhaps.values())]


def claimed_resources(state: GameState, number: int) -> Cards:
    return Cards(*map(sum, zip(*income_owed(state, number), strict=True)))


def _settle_shortage(state: GameState, owes: CountsBySeat, resource: int, stack: int) -> None:
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
