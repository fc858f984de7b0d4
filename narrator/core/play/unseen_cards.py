"""Cards that went to the bank face down: which counts become uncertain, and for how long.

Every stack holds at least what the record has; unseen cards are in addition. They can't be cards that somebody
certainly holds. As players gain and spend cards in public, fewer resources remain possible, until it is certain what
the unseen cards are. Only public knowledge is used here, so that an uncertain count never reveals a hand.
"""

from msgspec.structs import replace

from narrator.core.table.cards import NO_CARDS, RESOURCE_INDEX, RESOURCES, Cards
from narrator.core.table.state import GameState, UnseenCards, mark_sure, mark_unsure


def record_unseen_discard(state: GameState, number: int, count: int) -> GameState:
    """Record that a hand discarded cards face down: any stack that was not full may have grown."""
    if state.unseen is None:
        vague = frozenset(seat for seat in range(len(state.seats)) if f"hand.{seat}" in state.unsure)
        nothing = tuple(NO_CARDS for _ in state.seats)
        state = replace(state, unseen=UnseenCards(frozenset(), nothing, inconsistent_hands=vague))
    state = record_unseen_loss(state, number, count)
    assert state.unseen is not None
    out = _cards_out(state, state.unseen)
    doubtful = [r for r in RESOURCES if r in state.unseen.stacks or f"bank.{r}" not in state.unsure]
    grown = [resource for resource in doubtful if out[RESOURCE_INDEX[resource]] > 0]
    state = replace(state, unseen=replace(state.unseen, stacks=frozenset(grown)))
    return mark_unsure(state, *(f"bank.{resource}" for resource in grown))


def record_doubtful_payment(state: GameState, number: int, perhaps: Cards) -> GameState:
    """Record that a hand was paid these cards from stacks that may have been too short for them."""
    unseen = state.unseen
    assert unseen is not None
    fewer = {**unseen.maybe_unpaid, number: unseen.maybe_unpaid.get(number, 0) + perhaps.total()}
    vague = unseen.inconsistent_hands
    if f"hand.{number}" in state.unsure and number not in unseen.maybe_unpaid:
        vague |= {number}
    state = replace(state, unseen=replace(unseen, maybe_unpaid=fewer, inconsistent_hands=vague))
    return mark_unsure(record_public_loss(state, number, perhaps), f"hand.{number}")


def record_public_gain(state: GameState, number: int, cards: Cards) -> GameState:
    return state if state.unseen is None else _with_known_cards(state, number, state.unseen.known[number].plus(cards))


def record_public_loss(state: GameState, number: int, cards: Cards) -> GameState:
    if state.unseen is None:
        return state
    left = state.unseen.known[number].minus(cards)
    return _with_known_cards(state, number, Cards(*(max(0, count) for count in left)))


def record_unseen_loss(state: GameState, number: int, count: int) -> GameState:
    return record_public_loss(state, number, Cards(count, count, count, count, count))


def forget_known_cards(state: GameState, number: int) -> GameState:
    return state if state.unseen is None else _with_known_cards(state, number, NO_CARDS)


def _with_known_cards(state: GameState, number: int, cards: Cards) -> GameState:
    """Set what a hand certainly holds; nothing, if that is more than it has."""
    unseen = state.unseen
    assert unseen is not None
    known = list(unseen.known)
    known[number] = cards if cards.total() <= state.seats[number].hand_size else NO_CARDS
    return replace(state, unseen=replace(unseen, known=tuple(known)))


def limit_doubt_to_hand(state: GameState, number: int) -> GameState:
    """After a hand became smaller: no more of its cards can be in doubt than it has."""
    unseen, size = state.unseen, state.seats[number].hand_size
    if unseen is None or unseen.maybe_unpaid.get(number, 0) <= size:
        return state
    state = replace(state, unseen=replace(unseen, maybe_unpaid={**unseen.maybe_unpaid, number: size}))
    return state if size or number in unseen.inconsistent_hands else mark_sure(state, f"hand.{number}")


def unaccounted(state: GameState) -> int:
    """Return how many cards of the box are in no recorded stack or hand; negative if those add up to more."""
    box = state.game.box.cards_per_resource * len(RESOURCES)
    return box - state.bank.total() - sum(seat.hand_size for seat in state.seats)


def most_unseen(state: GameState) -> int:
    """Return how many unseen cards may be in the bank, including those that hands were perhaps not paid."""
    doubtful = sum(state.unseen.maybe_unpaid.values()) if state.unseen is not None else 0
    return max(0, unaccounted(state) + doubtful)


def room_for_unseen(state: GameState) -> Cards:
    if state.unseen is None:
        return NO_CARDS
    most, stacks = most_unseen(state), state.unseen.stacks
    out = _cards_out(state, state.unseen)
    return Cards(*(min(most, cards) if r in stacks else 0 for r, cards in zip(RESOURCES, out, strict=True)))


def _cards_out(state: GameState, unseen: UnseenCards) -> list[int]:
    """Return, for each resource, the cards that are in no recorded stack and that nobody certainly holds."""
    full = state.game.box.cards_per_resource
    held = [sum(counts) for counts in zip(*unseen.known, strict=True)]
    return [full - stack - known for stack, known in zip(state.bank, held, strict=True)]


def settle_unseen(state: GameState) -> GameState:
    """Make counts certain again where cards leave only one possibility; not while something else doesn't add up."""
    unseen = state.unseen
    if unseen is None or unseen.inconsistent_hands or unaccounted(state) + sum(unseen.maybe_unpaid.values()) < 0:
        return state
    out = _cards_out(state, unseen)
    if min(out) < 0:  # somebody can't hold what was entered
        return replace(state, unseen=replace(unseen, known=tuple(NO_CARDS for _ in state.seats)))
    state = replace(state, bank=_bank_with_certain_cards(state, unseen, out))
    room = room_for_unseen(state)
    stacks = frozenset(resource for resource in unseen.stacks if room.count_of(resource))
    state = mark_sure(state, *(f"bank.{resource}" for resource in unseen.stacks - stacks))
    return _settle_hands(state, room.total() - unaccounted(state))


def _bank_with_certain_cards(state: GameState, unseen: UnseenCards, out: list[int]) -> Cards:
    """Return the stacks, including cards that must be there because hands have too few unknown cards for them."""
    hidden = sum(seat.hand_size - known.total() for seat, known in zip(state.seats, unseen.known, strict=True))
    sure = [r for r in RESOURCES if f"bank.{r}" not in state.unsure]
    hidden -= sum(out[RESOURCE_INDEX[resource]] for resource in sure)
    stacks = zip(RESOURCES, state.bank, out, strict=True)
    more = (max(0, cards - max(0, hidden)) if resource in unseen.stacks else 0 for resource, _, cards in stacks)
    return state.bank.plus(Cards(*more))


def _settle_hands(state: GameState, most: int) -> GameState:
    """Limit the cards that each hand may not have received to `most`."""
    unseen = state.unseen
    if unseen is None or any(f"bank.{r}" in state.unsure and r not in unseen.stacks for r in RESOURCES):
        return state
    fewer = {number: min(count, max(0, most)) for number, count in unseen.maybe_unpaid.items()}
    state = replace(state, unseen=replace(unseen, maybe_unpaid=fewer))
    return mark_sure(state, *(f"hand.{number}" for number, count in fewer.items() if not count))
