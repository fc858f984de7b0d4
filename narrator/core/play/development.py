"""Development cards: buying, playing, revealing, and how many of a kind can exist.

If the app deals, the kind of each held card is known to its owner; a card of unknown kind may be anything and refuses
nothing.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from narrator.core.message import Refusal, impossible, irregular
from narrator.core.play import card_moves
from narrator.core.play.building import close_trading, placeable_roads
from narrator.core.play.titles import settle_largest_army
from narrator.core.table import events
from narrator.core.table.cards import PRICES, Cards, DevelopmentKind, cards, cards_of
from narrator.core.table.phase import MovingRobber, Over, PlacingFreeRoads, Rolling
from narrator.core.table.state import GameState, HeldCard, mark_inconsistent, points, shown_bank, with_seat


def revealed_count(state: GameState, kind: DevelopmentKind) -> int:
    """Return how many of a kind are face up on the table, or were given up."""
    if kind == "knight":
        return sum(seat.knights for seat in state.seats) + state.progress_played.get("knight", 0)
    if kind == "points":
        return sum(seat.revealed_points for seat in state.seats)
    return state.progress_played.get(kind, 0)


def remaining_count(state: GameState, kind: DevelopmentKind) -> int:
    """Return how many of a kind may still be in hands or in the deck."""
    return max(0, state.game.box.development[kind] - revealed_count(state, kind))


def playable_cards(state: GameState, number: int) -> int:
    """Return how many cards a seat may play in this turn: none bought in it, and within the limit."""
    seat = state.seats[number]
    old = max(0, seat.development_cards - seat.bought_this_turn)
    if state.rules.dev_per_turn == "unlimited":
        return old
    return min(old, max(0, state.rules.dev_per_turn - state.cards_played))


def refuse_purchase(state: GameState, event: events.DevelopmentBought) -> Iterator[Refusal]:
    if state.rules.development_cards == "off":
        yield irregular("card.off")
    if state.deck == 0:
        yield irregular("deck.empty")
    yield from card_moves.hand_refusals(state, event.seat, PRICES["development"])


def apply_purchase(state: GameState, event: events.DevelopmentBought) -> GameState:
    state = card_moves.pay(state, event.seat, PRICES["development"])
    if state.deck == 0:
        state = mark_inconsistent(state, "deck")
    seat = state.seats[event.seat]
    held, bought = seat.development_cards + 1, seat.bought_this_turn + (not event.late)
    state = with_seat(state, event.seat, development_cards=held, bought_this_turn=bought)
    if state.game.is_dealt:
        state = _with_held_cards(state, event.seat, (*state.held_cards.get(event.seat, ()), HeldCard(event.card)))
    return close_trading(replace(state, deck=max(0, state.deck - 1)))


def refuse_play(state: GameState, event: events.SeatEvent, kind: DevelopmentKind) -> Iterator[Refusal]:
    if state.rules.development_cards == "off":
        yield irregular("card.off")
    if remaining_count(state, kind) == 0:
        yield impossible("card.none_left", card=kind)
    if not event.late:
        yield from _refuse_timing(state, kind)
    seat = state.seats[event.seat]
    if seat.development_cards == 0:
        yield irregular("card.none_held", seat=event.seat)
    elif not event.late and seat.development_cards <= seat.bought_this_turn:
        yield irregular("card.bought_this_turn", seat=event.seat)
    else:
        yield from refuse_not_held(state, event.seat, kind)


def _refuse_timing(state: GameState, kind: DevelopmentKind) -> Iterator[Refusal]:
    if state.rules.dev_per_turn != "unlimited" and state.cards_played >= state.rules.dev_per_turn:
        yield irregular("card.second_this_turn")
    if isinstance(state.phase, Rolling):
        before = state.rules.dev_before_roll
        if before == "none" or (before == "knight_only" and kind != "knight"):
            yield irregular("card.before_roll", card=kind)


def _play_card(state: GameState, event: events.SeatEvent, kind: DevelopmentKind) -> GameState:
    """Remove the card from the hand; a late one was played in another turn."""
    seat = state.seats[event.seat]
    if seat.development_cards == 0:
        state = mark_inconsistent(state, f"development_cards.{event.seat}")
    held = max(0, seat.development_cards - 1)
    if state.held_cards:
        state = _without_held_card(state, event.seat, kind, oldest_first=True)
    state = with_seat(state, event.seat, development_cards=held, bought_this_turn=min(seat.bought_this_turn, held))
    if kind != "knight":
        state = replace(state, progress_played={**state.progress_played, kind: revealed_count(state, kind) + 1})
    return state if event.late else replace(state, cards_played=state.cards_played + 1)


def apply_knight(state: GameState, event: events.KnightPlayed) -> GameState:
    state = _play_card(state, event, "knight")
    state = with_seat(state, event.seat, knights=state.seats[event.seat].knights + 1)
    state = settle_largest_army(state)
    if state.rules.robber == "off" or event.late:
        return state
    return replace(state, phase=MovingRobber(state.phase))


def refuse_road_building(state: GameState, event: events.RoadBuildingPlayed) -> Iterator[Refusal]:
    yield from refuse_play(state, event, "road_building")
    possible = placeable_roads(state, event.seat)
    if possible == 0 and state.rules.road_building_zero == "refuse":
        yield irregular("road_building.no_place", seat=event.seat)
    elif possible < 2 and state.rules.road_building_short == "need_two":
        yield irregular("road_building.need_two", seat=event.seat, possible=possible)


def apply_road_building(state: GameState, event: events.RoadBuildingPlayed) -> GameState:
    state = _play_card(state, event, "road_building")
    roads = placeable_roads(state, event.seat)
    if roads == 0 or event.late:
        return state
    return replace(state, phase=PlacingFreeRoads(roads, state.phase))


def plenty_card_count(state: GameState) -> int:
    """Return how many cards a year of plenty brings: fewer than two if the bank has fewer and nothing is forfeited."""
    if state.rules.bank_limit == "unlimited" or state.rules.plenty_short == "forfeit_missing":
        return 2
    return min(2, shown_bank(state).total() + card_moves.unseen_in_bank(state))


def refuse_plenty(state: GameState, event: events.YearOfPlentyPlayed) -> Iterator[Refusal]:
    yield from refuse_play(state, event, "year_of_plenty")
    wanted, due = cards(event.cards), plenty_card_count(state)
    if due == 0:
        yield irregular("plenty.bank_empty")
    elif state.rules.plenty_short != "forfeit_missing" and not card_moves.bank_can_pay(state, wanted):
        yield irregular("bank.short", resources=card_moves.missing_resources(state, wanted))
    if wanted.total() != due:
        yield irregular("plenty.count", expected=due, given=wanted.total())


def apply_plenty(state: GameState, event: events.YearOfPlentyPlayed) -> GameState:
    state = _play_card(state, event, "year_of_plenty")
    return card_moves.take_from_bank(state, event.seat, plenty_cards(state, event))


def plenty_cards(state: GameState, event: events.YearOfPlentyPlayed) -> Cards:
    wanted = cards(event.cards)
    if state.rules.bank_limit == "limited" and state.rules.plenty_short == "forfeit_missing":
        return Cards(*map(min, wanted, card_moves.most_in_bank(state)))
    return wanted


def refuse_monopoly(state: GameState, event: events.MonopolyPlayed) -> Iterator[Refusal]:
    yield from refuse_play(state, event, "monopoly")
    if any(seat >= len(state.seats) for seat in event.taken):
        yield impossible("seat.unknown", seat=max(event.taken))
        return
    if event.taken.get(event.seat):
        yield impossible("monopoly.from_oneself", seat=event.seat)
    for seat, count in event.taken.items():
        if count > state.seats[seat].hand_size:
            yield irregular("hand.too_few", seat=seat, need=count, have=state.seats[seat].hand_size)
    total = sum(event.taken.values())
    out = state.game.box.cards_per_resource - state.bank.count_of(event.resource)
    if state.rules.bank_limit == "limited" and total > out:
        yield irregular("monopoly.too_many", resource=event.resource, given=total, out=out)


def apply_monopoly(state: GameState, event: events.MonopolyPlayed) -> GameState:
    state = _play_card(state, event, "monopoly")
    for victim in range(len(state.seats)):
        if victim != event.seat:
            given = cards_of(event.resource, event.taken.get(victim, 0))
            state = card_moves.give_all_of_resource(state, victim, event.seat, event.resource, given)
    return card_moves.limit_bank(state, event.resource, sum(event.taken.values()))


def refuse_points(state: GameState, event: events.PointsRevealed) -> Iterator[Refusal]:
    seat = state.seats[event.seat]
    if event.count > remaining_count(state, "points"):
        yield impossible("card.none_left", card="points")
    if event.count > seat.development_cards:
        yield irregular("points.too_many", seat=event.seat, given=event.count, have=seat.development_cards)
    else:
        yield from refuse_not_held(state, event.seat, "points", event.count)
    if event.late or isinstance(state.phase, Over):
        return
    rule = state.rules.vp_cards
    if rule == "only_to_win" and points(state, event.seat) + event.count < state.rules.target_vp:
        yield irregular("points.only_to_win", need=state.rules.target_vp)
    if rule == "counts_as_play":
        if event.count > 1:
            yield irregular("points.one_at_a_time")
        yield from _refuse_timing(state, "points")


def apply_points(state: GameState, event: events.PointsRevealed) -> GameState:
    seat = state.seats[event.seat]
    held = seat.development_cards - event.count
    if held < 0:
        state = mark_inconsistent(state, f"development_cards.{event.seat}")
    for _ in range(event.count):
        state = _without_held_card(state, event.seat, "points", oldest_first=False)
    state = with_seat(
        state,
        event.seat,
        development_cards=max(0, held),
        # It is unknown which card was shown: if it may have been a new one, the older ones stay playable.
        bought_this_turn=max(0, seat.bought_this_turn - event.count),
        revealed_points=seat.revealed_points + event.count,
    )
    if state.rules.vp_cards == "counts_as_play" and not event.late:
        state = replace(state, cards_played=state.cards_played + 1)
    return state


def are_cards_revealed(state: GameState) -> bool:
    """Return whether the app deals and all cards are open because the game is over."""
    return state.game.is_dealt and isinstance(state.phase, Over) and state.rules.reveal_at_end == "yes"


def make_cards_playable(state: GameState) -> GameState:
    """Make bought cards playable at the start of another part of the game."""
    if not any(card.bought_this_turn for cards in state.held_cards.values() for card in cards):
        return state
    hands = state.held_cards.items()
    held = {seat: tuple(replace(card, bought_this_turn=False) for card in cards) for seat, cards in hands}
    return replace(state, held_cards=held)


def points_held(state: GameState) -> dict[int, int]:
    found = {seat: sum(card.kind == "points" for card in cards) for seat, cards in sorted(state.held_cards.items())}
    return {seat: count for seat, count in found.items() if count}


def playable_kinds(state: GameState, seat: int) -> set[DevelopmentKind | None]:
    """Return the kinds of cards not bought this turn; the turn may still forbid playing one."""
    return {card.kind for card in state.held_cards.get(seat, ()) if not card.bought_this_turn}


def refuse_not_held(state: GameState, seat: int, kind: DevelopmentKind, count: int = 1) -> Iterator[Refusal]:
    """If the app deals, refuse cards that a seat doesn't hold or, except for points, just bought."""
    if not state.game.is_dealt:
        return
    mine = [card for card in state.held_cards.get(seat, ()) if card.kind in (kind, None)]
    if len(mine) < count:
        yield impossible("card.not_held", seat=seat, card=kind)
    elif kind != "points" and all(card.bought_this_turn for card in mine):
        yield irregular("card.bought_this_turn", seat=seat)


def _without_held_card(state: GameState, seat: int, kind: DevelopmentKind, oldest_first: bool) -> GameState:
    """Remove a card of this kind or, if kinds are hidden, an unknown one."""
    cards = list(state.held_cards.get(seat, ()))
    places = range(len(cards)) if oldest_first else range(len(cards) - 1, -1, -1)
    for wanted in (kind, None):
        for place in places:
            if cards[place].kind == wanted:
                del cards[place]
                return _with_held_cards(state, seat, tuple(cards))
    return state


def _with_held_cards(state: GameState, seat: int, cards: tuple[HeldCard, ...]) -> GameState:
    return replace(state, held_cards={**state.held_cards, seat: cards})
