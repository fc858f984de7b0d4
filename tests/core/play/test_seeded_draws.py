"""The one dealer: what is drawn follows from a seed and the number of the draw, and nothing else."""

from collections import Counter
from typing import Any

from msgspec.structs import replace

from narrator.core.play.seeded_draws import changes_hand, deal, draw_card, draw_cards, has_dealt_cards, next_development
from narrator.core.table.box import BASE_BOX, LARGE_BOX
from narrator.core.table.cards import Cards, DevelopmentKind
from narrator.core.table.events import (
    AnyFact,
    CardsDiscarded,
    CardStolen,
    DevelopmentBought,
    MonopolyPlayed,
    RoadBuilt,
    SettlementBuilt,
    TurnEnded,
)
from narrator.core.table.hands import Hands
from narrator.core.table.phase import PlacingFreeRoads, PlacingRoad
from narrator.core.table.state import GameState
from tests.support.games import ANA, BORIS, CHAI, PHASES, given, new_game

SEED, OTHER = b"one", b"other"
HANDS = (Cards(ore=2, wool=1), Cards(ore=3), Cards(grain=1), Cards())


def dealt(**rules: Any) -> GameState:
    """Ana's turn, and everybody's hand is known."""
    state = given(new_game(**rules), hands={seat: hand.total() for seat, hand in enumerate(HANDS)})
    return replace(state, game=replace(state.game, cards="app"), hands=Hands(HANDS))


def pile(seed: bytes, box: object = BASE_BOX) -> list[DevelopmentKind]:
    found: list[DevelopmentKind] = []
    while (card := next_development(seed, box, found)) is not None:  # type: ignore[arg-type]
        found.append(card)
    return found


def test_the_deck_is_the_boxs_shuffled_once() -> None:
    assert Counter(pile(SEED)) == Counter(BASE_BOX.development)
    assert Counter(pile(SEED, LARGE_BOX)) == Counter(LARGE_BOX.development)
    assert pile(SEED) == pile(SEED)
    assert pile(SEED) != pile(OTHER)


def test_the_way_of_drawing_never_changes() -> None:
    """Saved games are dealt again from their seed, also by a later version: these are not to be made anew."""
    assert "".join(card[0] for card in pile(SEED)) == "kkpkykkpkppkmkpkkrkkrkymk"
    assert [draw_card(SEED, Cards(2, 2, 2, 2, 2), "theft", number, 1) for number in range(4)] == [
        "brick",
        "grain",
        "ore",
        "brick",
    ]


def test_every_card_of_a_hand_is_as_likely() -> None:
    hand = Cards(lumber=1, ore=3)
    drawn = Counter(draw_card(SEED, hand, "theft", number) for number in range(4000))
    assert 2800 < drawn["ore"] < 3200
    assert 800 < drawn["lumber"] < 1200
    assert set(drawn) == {"ore", "lumber"}


def test_nothing_is_drawn_from_an_empty_hand() -> None:
    assert draw_card(SEED, Cards(), "theft", 0) is None
    assert deal(SEED, dealt(), [], CardStolen(seat=ANA, victim=3)) == CardStolen(seat=ANA, victim=3)


def test_a_theft_draws_from_the_victims_hand_by_its_number() -> None:
    before = [CardStolen(seat=BORIS, victim=ANA, resource="ore")]
    theft = deal(SEED, dealt(), before, CardStolen(seat=BORIS, victim=ANA))
    assert theft == replace(theft, resource=draw_card(SEED, HANDS[ANA], "theft", 1, ANA))
    assert deal(SEED, dealt(), before, CardStolen(seat=ANA, victim=CHAI)).resource == "grain"  # type: ignore[union-attr]
    assert deal(SEED, dealt(), before, CardStolen(seat=ANA, victim=None)).resource is None  # type: ignore[union-attr]


def test_a_purchase_draws_what_comes_after_those_before_it() -> None:
    cards = pile(SEED)
    before: list[AnyFact] = [
        DevelopmentBought(seat=ANA, card=cards[0]),
        TurnEnded(seat=ANA),
        DevelopmentBought(seat=1, card=cards[1]),
    ]
    assert deal(SEED, dealt(), before, DevelopmentBought(seat=ANA)) == DevelopmentBought(seat=ANA, card=cards[2])


def test_a_monopoly_takes_all_of_a_kind_and_names_nobody_with_none() -> None:
    taken = deal(SEED, dealt(), [], MonopolyPlayed(seat=ANA, resource="ore", taken={}))
    assert taken == MonopolyPlayed(seat=ANA, resource="ore", taken={BORIS: 3})


def test_a_discard_is_drawn_only_where_chance_picks() -> None:
    told = CardsDiscarded(seat=ANA, count=2)
    assert deal(SEED, dealt(), [], told) == told
    drawn = deal(SEED, dealt(discard_choice="random"), [], told)
    assert isinstance(drawn, CardsDiscarded)
    assert drawn.cards == draw_cards(SEED, HANDS[ANA], 2, "discard", 0, ANA).counts()
    assert HANDS[ANA].covers(Cards(**(drawn.cards or {})))


def test_what_only_the_dealer_can_say_is_reported() -> None:
    state, chance = dealt(), dealt(discard_choice="random")
    assert has_dealt_cards(state, DevelopmentBought(seat=ANA, card="knight"))
    assert has_dealt_cards(state, CardStolen(seat=ANA, victim=BORIS, resource="ore"))
    assert has_dealt_cards(state, MonopolyPlayed(seat=ANA, resource="ore", taken={BORIS: 1}))
    assert has_dealt_cards(chance, CardsDiscarded(seat=ANA, cards={"ore": 1}))
    assert not has_dealt_cards(state, CardsDiscarded(seat=ANA, cards={"ore": 1}))
    assert not has_dealt_cards(state, MonopolyPlayed(seat=ANA, resource="ore", taken={}))


def test_set_up_and_free_roads_touch_no_hand() -> None:
    road, settlement = RoadBuilt(seat=ANA, at="x"), SettlementBuilt(seat=ANA, at="x")
    assert changes_hand(dealt(), road)
    assert changes_hand(dealt(), settlement)
    free = replace(dealt(), phase=PlacingFreeRoads(2, PHASES["actions"]))
    assert not changes_hand(free, road)
    assert changes_hand(free, replace(road, seat=BORIS))
    placing = replace(dealt(), phase=PlacingRoad(1, "x"))
    assert not changes_hand(placing, road)
    assert not changes_hand(placing, settlement)
