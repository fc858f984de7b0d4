"""The same scene on somebody's own phone: what they take, give, must or may comes first."""

import pytest
from msgspec.structs import replace

from narrator.core.message import msg
from narrator.core.table.board import make_board
from narrator.core.table.events import (
    AnyEvent,
    BankTraded,
    CardsDiscarded,
    CardStolen,
    CityBuilt,
    DiceRolled,
    TakenBack,
    TurnEnded,
)
from narrator.core.table.phase import Acting, MovingRobber, Phase, PlacingFreeRoads, Stealing
from narrator.core.table.state import GameState
from narrator.script.scenes.director import current_scene
from narrator.script.scenes.for_seat import paying_hexes_of
from narrator.script.scenes.model import PicturedPlayer, Scene, SceneForReader
from narrator.text.render import TableLocale, say
from tests.support.games import (
    ANA,
    BORIS,
    CHAI,
    DANA,
    NAMES,
    fifth_edition_board,
    given,
    hexagon,
    new_game,
    record_of,
    spot,
)
from tests.support.roads import lined, road
from tests.support.scenes import keys, rolled, scene_for_seat

PAYS = given(new_game(), step="roll", settlements={ANA: ["C5 N"], BORIS: ["C1-C2-D1"]})


def seen_by(seat: int, table: GameState, *events: AnyEvent) -> Scene:
    return scene_for_seat(record_of(table, *events), seat)


def test_who_takes_cards_sees_their_own_first() -> None:
    scene = seen_by(BORIS, PAYS, rolled(8))
    own = PicturedPlayer(BORIS, takes={"lumber": 1})
    assert scene.hero == (msg("scene.you.take"),)
    assert scene.for_reader == SceneForReader("takes", own)
    assert scene.picture.players == (own, PicturedPlayer(ANA, takes={"ore": 1}))
    assert scene.kind == "payout"


def test_who_takes_nothing_is_told_so_and_who_is_on_turn_what_they_may_do() -> None:
    nothing = seen_by(CHAI, PAYS, rolled(8))
    assert (nothing.hero, nothing.for_reader) == ((msg("scene.you.none"),), SceneForReader("none"))
    on_turn = seen_by(ANA, given(new_game(), step="roll", settlements={BORIS: ["C5 N"]}), rolled(8))
    assert (on_turn.hero, on_turn.for_reader) == ((msg("scene.you.actions"),), SceneForReader("may"))


def test_victim_and_thief_each_see_their_side() -> None:
    table = given(new_game(), hands={BORIS: 3}, step=Stealing((BORIS,), Acting()))
    theft = CardStolen(seat=ANA, victim=BORIS)
    assert [keys(seen_by(seat, table, theft).hero)[0] for seat in (ANA, BORIS, CHAI)] == [
        "scene.you.take",
        "scene.you.give",
        "scene.theft",
    ]
    assert seen_by(ANA, table, theft).picture.players[0].seat == BORIS, "the card goes from the first to the second"


def test_who_owes_cards_must_discard_them_until_they_have() -> None:
    table = given(new_game(), step="roll", hands={BORIS: 8, DANA: 9})
    assert seen_by(DANA, table, rolled(7)).hero == (msg("scene.you.discard", n=4),)
    assert seen_by(DANA, table, rolled(7)).picture.players[0].seat == DANA
    discarded = CardsDiscarded(seat=BORIS, count=4)
    assert seen_by(DANA, table, rolled(7), discarded).for_reader == SceneForReader(
        "must", PicturedPlayer(DANA, owes=4, hand=9)
    )
    assert keys(seen_by(BORIS, table, rolled(7), discarded).hero) == ["scene.discard.one"]


def test_who_keeps_all_cards_is_told_so_with_who_does_not() -> None:
    table = given(new_game(), step="roll", hands={BORIS: 8, DANA: 9})
    kept = seen_by(CHAI, table, rolled(7))
    assert (kept.hero, kept.for_reader) == ((msg("scene.you.keep"),), SceneForReader("none"))
    assert kept.more_lines == (msg("scene.discards", seat=BORIS, n=4), msg("scene.discards", seat=DANA, n=4))
    later = seen_by(CHAI, table, rolled(7), CardsDiscarded(seat=BORIS, count=4))
    assert (later.hero, later.more_lines) == ((msg("scene.you.keep"),), (msg("scene.discards", seat=DANA, n=4),))


def test_of_a_hand_that_is_not_sure_nobody_says_that_it_stays() -> None:
    table = given(new_game(), step="roll", hands={BORIS: 8}, unsure={f"hand.{CHAI}": 1})
    assert keys(seen_by(CHAI, table, rolled(7)).hero) == ["scene.seven.discard"]


def test_what_was_paid_wrong_is_given_back() -> None:
    scene = seen_by(ANA, PAYS, rolled(8), TakenBack(to=0))
    assert (keys(scene.hero), scene.for_reader) == (
        ["scene.you.give_back"],
        SceneForReader("gives", PicturedPlayer(ANA, gives={"ore": 1})),
    )


def test_a_trade_is_both() -> None:
    trade = BankTraded(seat=ANA, give={"wool": 4}, receive={"ore": 1})
    assert keys(seen_by(ANA, given(new_game(), hands={ANA: 4}), trade).hero) == ["scene.you.swap"]


def test_a_moment_is_the_same_for_all_and_the_winner_is_named() -> None:
    assert {keys(seen_by(seat, lined(4), road(ANA, 5)).hero)[0] for seat in range(4)} == {
        "scene.title.longest_road.won"
    }
    table = given(new_game(), hands={ANA: 9}, settlements={ANA: ["C5 N"]}, seats={ANA: {"revealed_points": 8}})
    won = CityBuilt(seat=ANA, at=spot("C5 N"))
    assert [keys(seen_by(seat, table, won).hero)[0] for seat in (ANA, BORIS)] == ["scene.you.win", "scene.win"]


@pytest.mark.parametrize(
    ("step", "kind", "hero"),
    [("roll", "may", "roll"), ("actions", "may", "actions"), (MovingRobber(Acting()), "must", "robber")],
)
def test_whose_part_it_is_must_or_may(step: str | Phase, kind: str, hero: str) -> None:
    table = given(new_game(), turn=BORIS, step=step)
    mine = seen_by(BORIS, table)
    assert (mine.for_reader and mine.for_reader.kind, keys(mine.hero)) == (kind, [f"scene.you.{hero}"])
    assert seen_by(ANA, table) == current_scene(record_of(table))[1]


def test_a_turn_that_comes_to_somebody_is_said_to_them() -> None:
    assert keys(seen_by(BORIS, given(new_game()), TurnEnded(seat=ANA)).hero) == ["scene.you.roll"]


def test_of_two_hexes_that_pay_the_same_everybody_sees_their_own_lit() -> None:
    """Two pastures with a four; each pays another player, and one that the robber holds pays nobody."""
    drawn = fifth_edition_board()
    numbers = {**drawn.numbers, hexagon("A2"): 4, hexagon("D3"): 2}
    table = given(
        new_game(board=make_board(drawn.terrain, numbers, drawn.harbours)),
        step="roll",
        settlements={ANA: ["A1-A2-B2"], BORIS: ["B3-B4-C4"]},
    )
    record = record_of(table, DiceRolled(seat=ANA, total=4))
    _, scene = current_scene(record)
    lit = {seat: paying_hexes_of(scene, record.state, seat) for seat in (ANA, BORIS, CHAI)}
    assert lit == {ANA: (hexagon("A2"),), BORIS: (hexagon("B3"),), CHAI: ()}
    robbed = record_of(replace(table, robber=hexagon("B3")), DiceRolled(seat=ANA, total=4))
    assert paying_hexes_of(current_scene(robbed)[1], robbed.state, BORIS) == ()


@pytest.mark.parametrize(("left", "words"), [(2, "Place two roads for free"), (1, "Place one road for free")])
def test_a_phone_names_all_free_roads_that_are_due(left: int, words: str) -> None:
    table = given(
        new_game(), step=PlacingFreeRoads(left, Acting()), settlements={ANA: ["C5 N"]}, roads={ANA: ["C5 NW"]}
    )
    (hero,) = seen_by(ANA, table).hero
    assert say(hero, TableLocale("en", NAMES)) == words
    assert hero.params["n"] == left, "and in every language"
