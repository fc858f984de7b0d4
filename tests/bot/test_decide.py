"""What a bot does is legal under every house rule, the same for the same position and seed, and has a reason."""

from typing import Any

import pytest

from narrator.bot.characters import BOT_LEVELS, why_unsupported
from narrator.bot.decide import decide
from narrator.bot.observation import KnownCards, observe
from narrator.bot.position import position_of
from narrator.core.table.cards import Cards
from narrator.core.table.events import (
    CardsDiscarded,
    CityBuilt,
    DevelopmentBought,
    PointsRevealed,
    RobberMoved,
    TurnEnded,
    VictoryDeclared,
)
from narrator.core.table.phase import Acting, Discarding, MovingRobber
from narrator.core.table.state import BotLevel, GameState
from narrator.text.render import TableLocale, say
from tests.support.games import ANA, BORIS, CHAI, NAMES, given, hexagon, new_game, record_of, spot
from tests.support.positions import decided_events, moments, table
from tools.arena.partners import chooser
from tools.arena.world import World

TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (2, {"preset": "duel"}),
    (3, {"preset": "official_5e", "discard_choice": "random", "discard_order": "seat_order"}),
    (4, {"preset": "seed_000", "auto_win": "claim"}),
    (4, {"preset": "seed_003"}),
    (4, {"friendly_robber": "on", "steal_optional": True, "empty_victim": "skipped", "dev_per_turn": "unlimited"}),
    (5, {"five_six_turns": "paired"}),
    (6, {"five_six_turns": "special_build"}),
]


@pytest.mark.parametrize(("players", "rules"), TABLES, ids=lambda value: str(value))
def test_bots_play_on_legally_under_every_kind_of_rules(players: int, rules: dict[str, Any]) -> None:
    """The world refuses what the judge refuses, and what the true hands don't hold."""
    world = World(table(players, 11, **rules), 11)
    names: list[BotLevel] = [BOT_LEVELS[seat % 3] for seat in range(players)]
    world.play([chooser(name, seat) for seat, name in enumerate(names)], most=players * 4 + 40)
    assert len(world.record.log) >= players * 4 + 40


@pytest.mark.parametrize("level", BOT_LEVELS)
def test_the_same_position_and_seed_give_the_same_decision(level: BotLevel) -> None:
    for record, seat in moments(3, 5, 3, most=120):
        assert decided_events(record, seat, level, 1) == decided_events(record, seat, level, 1)


def test_every_event_has_a_reason_with_words() -> None:
    voice = TableLocale(names=NAMES)
    for record, seat in moments(4, 6, 6, most=140):
        thought = decide(record, seat, "master", 1)
        assert len(thought.events) == len(thought.reasons)
        assert all(say(reason, voice) for reason in thought.reasons)


def test_who_is_not_due_does_nothing() -> None:
    record = record_of(given(new_game(3), turn=BORIS))
    assert decided_events(record, ANA, "master", 1) == ()


def ready() -> GameState:
    """Ana has nine points, a settlement to make a city of, and the cards for it."""
    return given(
        new_game(3),
        hands={ANA: 5},
        settlements={ANA: ["A1-A2-B2"]},
        seats={ANA: {"revealed_points": 8}},
    )


def test_a_win_that_is_there_is_taken() -> None:
    events = decided_events(record_of(ready()), ANA, "friend", 1, KnownCards(Cards(grain=2, ore=3)))
    assert events[0] == CityBuilt(seat=ANA, at=spot("A1-A2-B2"))


def test_points_that_win_are_shown_and_the_win_is_said_where_the_table_wants_to_hear_it() -> None:
    state = given(new_game(3, auto_win="claim"), seats={ANA: {"cities": 4, "development_cards": 2}})
    events = decided_events(record_of(state), ANA, "player", 1, KnownCards(Cards(), ("points", "points")))
    assert events == (PointsRevealed(seat=ANA, count=2), VictoryDeclared(seat=ANA))


def test_a_hand_that_is_in_doubt_is_not_spent() -> None:
    assert decided_events(record_of(ready()), ANA, "master", 1) == (TurnEnded(seat=ANA),)


def test_the_robber_goes_to_who_is_ahead_and_never_onto_the_own_land() -> None:
    state = given(
        new_game(3),
        step=MovingRobber(Acting()),
        hands={BORIS: 3, CHAI: 3},
        settlements={ANA: ["B2-B3-C3"], CHAI: ["D3-D4-E3"]},
        cities={BORIS: ["C4-C5-D4"]},
        seats={BORIS: {"revealed_points": 5}},
    )
    (event,) = decided_events(record_of(state), ANA, "master", 1)
    assert isinstance(event, RobberMoved)
    assert event.to in [hexagon(name) for name in ("C4", "C5", "D4")]


def test_what_is_needed_least_is_discarded() -> None:
    state = given(new_game(3), step=Discarding({ANA: 4}), hands={ANA: 8}, settlements={ANA: ["A1-A2-B2"]})
    (event,) = decided_events(record_of(state), ANA, "master", 1, KnownCards(Cards(wool=5, ore=2, grain=1)))
    assert isinstance(event, CardsDiscarded)
    assert event.cards is not None
    assert event.cards.get("wool", 0) >= 3


def test_a_card_is_bought_where_nothing_else_is_left_to_buy() -> None:
    state = given(new_game(3), hands={ANA: 3}, settlements={ANA: ["A1-A2-B2"]}, seats={ANA: {"roads": 15, "cities": 4}})
    events = decided_events(record_of(state), ANA, "master", 1, KnownCards(Cards(wool=1, grain=1, ore=1)))
    assert events[0] == DevelopmentBought(seat=ANA)


@pytest.mark.parametrize(
    ("state", "key"),
    [
        (new_game(2), "bot.not.for_two"),
        (new_game(3, tracking="counts"), "bot.not.counts"),
        (new_game(3, tracking="script"), "bot.not.script"),
    ],
    ids=["for_two", "counts", "script"],
)
def test_where_a_bot_cannot_play_it_says_why(state: GameState, key: str) -> None:
    reason = why_unsupported(state)
    assert reason is not None
    assert reason.key == key
    assert decided_events(record_of(state), ANA, "master", 1) == ()


@pytest.mark.parametrize("state", [new_game(2, two_player_mode="duel"), new_game(4)], ids=["duel", "four"])
def test_elsewhere_it_can(state: GameState) -> None:
    assert why_unsupported(state) is None


@pytest.mark.parametrize(("harbours", "rate"), [("on", 3), ("off", 4)])
def test_a_harbour_counts_where_the_table_plays_with_them(harbours: str, rate: int) -> None:
    position = position_of(observe(record_of(given(new_game(3, harbours=harbours))), ANA))
    position.build_settlement(ANA, position.board.graph.corner_index[spot("A1 N")])
    assert position.rates[ANA] == [rate] * 5


def test_a_friend_sends_the_robber_where_he_harms_least() -> None:
    state = given(
        new_game(3),
        step=MovingRobber(Acting()),
        hands={BORIS: 3},
        settlements={CHAI: ["D3-D4-E3"]},
        cities={BORIS: ["C4-C5-D4"]},
    )
    (mild,), (harsh,) = (decided_events(record_of(state), ANA, level, 1) for level in ("friend", "master"))
    assert isinstance(mild, RobberMoved)
    assert mild != harsh
    assert mild.to not in [hexagon(name) for name in ("C5", "D4")]


@pytest.mark.parametrize(
    ("level", "points", "held", "reason"),
    [
        ("master", {BORIS: 5}, 3, "bot.why.robber.leader"),
        ("master", {ANA: 9, BORIS: 5}, 3, "bot.why.robber"),
        ("master", {}, 3, "bot.why.robber.level"),
        ("master", {BORIS: 5}, 0, "bot.why.robber.leader"),
        ("friend", {BORIS: 5}, 3, "bot.why.robber.mild"),
    ],
)
def test_the_reason_for_the_robber_is_true(level: BotLevel, points: dict[int, int], held: int, reason: str) -> None:
    """Nobody is said to be ahead who is not, and where somebody is blocked it hurts, with or without a card to take."""
    state = given(
        new_game(2, two_player_mode="plain"),
        step=MovingRobber(Acting()),
        hands={BORIS: held},
        settlements={ANA: ["B2-B3-C3"], BORIS: ["C4-C5-D4"]},
        seats={seat: {"revealed_points": count} for seat, count in points.items()},
    )
    assert decide(record_of(state), ANA, level, 1).reasons[0].key == reason
