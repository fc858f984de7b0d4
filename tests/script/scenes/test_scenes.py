"""A test for each kind of scene: which of its parts is the hero, and what stands beside it. On the fifth edition's
island."""

from typing import Any

import pytest

from narrator.core.message import msg
from narrator.core.table.cards import Cards
from narrator.core.table.events import (
    AnyEvent,
    BankTraded,
    CardsDiscarded,
    CardsGained,
    CardStolen,
    CityBuilt,
    Corrected,
    DevelopmentBought,
    DiceRolled,
    KnightPlayed,
    MonopolyPlayed,
    PlayersTraded,
    RoadBuilt,
    RulesAgreed,
    RulingMade,
    SettlementBuilt,
    StepDone,
    TokensSpent,
    TouchedHex,
    TurnEnded,
    YearOfPlentyPlayed,
)
from narrator.core.table.phase import (
    Acting,
    MovingRobber,
    Over,
    PartnerActing,
    PlacingFreeRoads,
    PlacingSettlement,
    Stealing,
)
from narrator.core.table.state import GameState, Site
from narrator.script.scenes.director import current_scene
from narrator.script.scenes.model import IMPORTANCE, MOMENTS, PicturedPlayer
from tests.support.games import ANA, BORIS, CHAI, DANA, given, hexagon, new_game, path, record_of, spot
from tests.support.roads import LINES, cutting, lined, road
from tests.support.scene_walks import scenes
from tests.support.scenes import keys, rolled, scene_of

FULL = Cards(19, 19, 19, 19, 19)


# The order of importance.


def test_the_order_of_importance_is_questions_moments_news_orders_options() -> None:
    assert IMPORTANCE[0] == "question"
    assert IMPORTANCE[1 : 1 + len(MOMENTS)] == MOMENTS
    assert IMPORTANCE[-2:] == ("instruction", "options")
    assert set(MOMENTS) == {"win", "title", "seven", "match_point", "first_city"}


# A roll.


def test_a_payout_is_the_number_with_everybody_who_takes_from_the_roller_on() -> None:
    table = given(
        new_game(),
        turn=CHAI,
        step="roll",
        cities={ANA: ["C1-C2-D1"]},
        settlements={BORIS: ["D1-D2-E1"], DANA: ["C5 N"]},
    )
    scene = scene_of(table, DiceRolled(seat=CHAI, dice=(5, 3)))
    assert (scene.kind, scene.is_moment, scene.seat) == ("payout", False, CHAI)
    assert scene.hero == (msg("scene.payout.take", n=8),)
    assert (scene.picture.roll, scene.picture.dice) == (8, (5, 3))
    taken = (
        PicturedPlayer(DANA, takes={"ore": 1}),
        PicturedPlayer(ANA, takes={"lumber": 2}),
        PicturedPlayer(BORIS, takes={"lumber": 1}),
    )
    assert scene.picture.players == taken
    assert set(scene.picture.lit) == {hexagon("D1"), hexagon("C5")}
    assert scene.more_lines == ()
    assert scene.instruction is not None
    assert (scene.instruction.id, scene.instruction.seat) == ("turn.actions", CHAI)


def test_a_number_that_pays_nobody_says_so_without_players() -> None:
    scene = scene_of(given(new_game(), step="roll", settlements={ANA: ["A1 NW"]}), rolled(3))
    assert (scene.kind, scene.hero) == ("payout", (msg("scene.payout.nobody", n=3),))
    assert (scene.picture.players, scene.picture.lit) == ((), ())


def test_what_the_robber_blocks_is_a_second_line_that_names_whom_it_costs() -> None:
    table = given(
        new_game(), step="roll", settlements={ANA: ["C1-C2-D1"], BORIS: ["D1-D2-E1", "C5 N"]}, robber=hexagon("D1")
    )
    scene = scene_of(table, rolled(8))
    assert scene.picture.players == (PicturedPlayer(BORIS, takes={"ore": 1}),)
    assert scene.picture.lit == (hexagon("C5"),)
    assert scene.more_lines == (msg("scene.blocked", terrain="forest", names=[ANA, BORIS]),)


def test_what_the_bank_cannot_pay_is_crossed_out_with_the_reason() -> None:
    table = given(
        new_game(), step="roll", settlements={ANA: ["C5 N", "C1-C2-D1"], BORIS: ["C5 SE"]}, bank=FULL._replace(ore=1)
    )
    scene = scene_of(table, rolled(8))
    why = msg("scene.bank_short")
    assert scene.picture.players == (
        PicturedPlayer(ANA, takes={"lumber": 1}, misses={"ore": 1}, why=why),
        PicturedPlayer(BORIS, misses={"ore": 1}, why=why),
    )
    assert scene.more_lines == ()
    assert scene.aside is not None
    assert scene.aside.id == "short_bank"


def test_in_turn_order_the_player_who_rolled_out_of_turn_is_shown_to_be_paid_first() -> None:
    table = given(
        new_game(bank_shortage="turn_order"),
        cities={BORIS: ["C4-C5-D4"], CHAI: ["C5 NE"]},
        bank=FULL._replace(ore=3),
    )
    scene = scene_of(table, DiceRolled(seat=CHAI, total=8, waived=True))
    assert scene.picture.players == (
        PicturedPlayer(CHAI, takes={"ore": 2}),
        PicturedPlayer(BORIS, takes={"ore": 1}, misses={"ore": 1}, why=msg("scene.bank_short")),
    )


def test_a_roll_that_ends_the_turn_before_it_is_one_scene() -> None:
    table = given(new_game(), settlements={ANA: ["C5 N"]})
    scene = scene_of(table, TurnEnded(seat=ANA, group=1), rolled(8, BORIS, group=1))
    assert (scene.kind, scene.hero, scene.more_lines) == ("payout", (msg("scene.payout.take", n=8),), ())
    assert [said.entry for said in scene.spoken] == [2]
    assert keys(scene.spoken[0].clauses) == ["voice.rolled", "event.income", "step.actions_no_cards.normal"]


def test_a_second_roll_like_the_first_is_made_again() -> None:
    table = given(new_game(2), step="roll", rolls=(8,))
    scene = scene_of(table, rolled(8))
    assert (scene.kind, scene.hero, scene.picture.roll) == ("payout", (msg("scene.payout.again", n=8),), 8)


def test_script_tracking_asks_everybody_to_look() -> None:
    told = given(new_game(tracking="script"), step="roll")
    assert scene_of(told, rolled(8)).hero == (msg("scene.payout.all", n=8),)
    assert scene_of(told, rolled(7)).hero == (msg("scene.seven.all"),)
    assert keys(scene_of(told, rolled(7)).instruction.lines) == ["step.discard_call.normal"]  # type: ignore[union-attr]


def counts_table(**changes: Any) -> GameState:
    ore = Site((TouchedHex("ore", 8),))
    seats = {ANA: {"sites": (ore,), "settlements": 1}, BORIS: {"sites": (ore,), "settlements": 1}}
    return given(new_game(tracking="counts"), step="roll", seats=seats, **changes)


def test_without_a_board_the_players_are_the_same() -> None:
    assert scene_of(counts_table(), rolled(8)).picture.players == (
        PicturedPlayer(ANA, takes={"ore": 1}),
        PicturedPlayer(BORIS, takes={"ore": 1}),
    )
    blocked = scene_of(counts_table(blocked_hex=TouchedHex("ore", 8)), rolled(8))
    assert blocked.hero == (msg("scene.payout.nobody", n=8),)
    assert blocked.more_lines == (msg("scene.blocked_resource", resource="ore", names=[ANA, BORIS]),)


def test_what_the_host_reports_as_taken_is_a_payout_too() -> None:
    scene = scene_of(counts_table(), rolled(3), CardsGained(gains={BORIS: {"wool": 2}, CHAI: {}}))
    assert (scene.kind, scene.hero, scene.picture.players) == (
        "payout",
        (msg("scene.gained"),),
        (PicturedPlayer(BORIS, takes={"wool": 2}),),
    )


def test_a_part_that_the_next_roll_has_passed_over_is_not_told() -> None:
    table = given(new_game(5, layout="random_tokens"), round=3)
    ended = scene_of(table, TurnEnded(seat=ANA))
    assert keys(ended.more_lines) == ["event.partner"]
    partner = record_of(table, TurnEnded(seat=ANA)).state.phase
    assert isinstance(partner, PartnerActing)
    ends = (TurnEnded(seat=ANA, group=1), TurnEnded(seat=partner.seat, group=1))
    scene = scene_of(table, *ends, rolled(4, BORIS, group=1))
    assert (scene.kind, scene.more_lines) == ("payout", ())


def test_the_line_before_keeps_the_last_cards_that_moved_until_the_turn_ends() -> None:
    table = given(
        new_game(), step="roll", settlements={ANA: ["C5 N"]}, roads={ANA: ["B4|C5"]}, hands={ANA: 9, BORIS: 2}
    )
    bought = DevelopmentBought(seat=ANA)
    before = [
        scene_of(table, rolled(8), *events).before
        for events in ((bought, bought), (BankTraded(seat=ANA, give={"ore": 4}, receive={"wool": 1}), bought))
    ]
    told = [keys(step.lines)[0] for step in before if step is not None]
    assert told == ["event.dice_rolled", "event.bank_traded"]
    later = scene_of(table, rolled(8), bought, TurnEnded(seat=ANA), rolled(3, BORIS)).before
    assert later is not None
    assert keys(later.lines) == ["event.turn_ended"]


# A seven.


def test_a_seven_is_a_moment_with_everybody_who_discards() -> None:
    table = given(new_game(), turn=BORIS, step="roll", hands={ANA: 9, BORIS: 7, DANA: 8})
    scene = scene_of(table, rolled(7, BORIS))
    assert (scene.kind, scene.is_moment, scene.hero) == ("seven", True, (msg("scene.seven.discard"),))
    assert scene.picture.players == (PicturedPlayer(DANA, owes=4, hand=8), PicturedPlayer(ANA, owes=4, hand=9))
    assert (scene.picture.roll, scene.picture.sign) == (7, "robber")
    assert scene.instruction is None, "the picture says it"
    assert scene.more_lines == (msg("scene.seven.limit", limit=7),)
    assert scene.next is not None
    assert scene.next.id == "robber.move"


def test_random_discards_stay_in_words_because_pictures_do_not_say_at_random() -> None:
    table = given(new_game(discard_choice="random"), step="roll", hands={ANA: 9})
    scene = scene_of(table, rolled(7))
    assert scene.instruction is not None
    assert keys(scene.instruction.lines) == ["step.discard_random.normal"]


def test_a_seven_at_which_nobody_discards_says_so() -> None:
    scene = scene_of(given(new_game(), step="roll", hands={ANA: 7}), rolled(7))
    assert (scene.kind, scene.is_moment, scene.hero) == ("seven", True, (msg("scene.seven.nobody"),))
    assert scene.instruction is not None
    assert scene.instruction.id == "robber.move"


def test_while_others_still_owe_cards_they_are_the_news_and_then_the_robber_is_the_order() -> None:
    table = given(new_game(), step="roll", hands={ANA: 8, BORIS: 9, CHAI: 8})
    first: list[AnyEvent] = [rolled(7), CardsDiscarded(seat=BORIS, count=4)]
    scene = scene_of(table, *first)
    assert (scene.kind, scene.is_moment) == ("discard", False)
    assert scene.hero == (msg("scene.discard.several", names=[ANA, CHAI]),)
    assert scene.picture.players == (
        PicturedPlayer(ANA, owes=4, hand=8),
        PicturedPlayer(CHAI, owes=4, hand=8),
        PicturedPlayer(BORIS, gives_unseen=4),
    )
    scene = scene_of(table, *first, CardsDiscarded(seat=ANA, cards={"ore": 4}))
    assert scene.hero == (msg("scene.discard.one", seat=CHAI, n=4),)
    assert scene.picture.players == (PicturedPlayer(CHAI, owes=4, hand=8), PicturedPlayer(ANA, gives={"ore": 4}))
    last = scene_of(table, *first, CardsDiscarded(seat=ANA, count=4), CardsDiscarded(seat=CHAI, cards={"wool": 4}))
    assert (last.kind, last.hero, last.seat) == ("instruction", (msg("step.robber.terse", seat=ANA),), ANA)
    assert last.more_lines == (msg("event.cards_discarded", seat=CHAI, cards={"wool": 4}),)


def test_when_everybody_discards_with_one_tap_the_robber_is_the_order_at_once() -> None:
    table = given(new_game(), turn=BORIS, step="roll", hands={ANA: 8, CHAI: 8, DANA: 9})
    together = [CardsDiscarded(seat=seat, count=4, group=2) for seat in (CHAI, DANA, ANA)]
    scene = scene_of(table, rolled(7, BORIS), *together)
    assert (scene.kind, scene.hero, scene.seat) == ("instruction", (msg("step.robber.terse", seat=BORIS),), BORIS)
    assert [line.params["seat"] for line in scene.more_lines] == [CHAI, DANA, ANA]
    two = scene_of(table, rolled(7, BORIS), *together[:2])
    assert two.hero == (msg("scene.discard.one", seat=ANA, n=4),)
    assert [player.seat for player in two.picture.players] == [ANA, CHAI, DANA]


def test_whatever_else_is_entered_meanwhile_who_owes_cards_still_does() -> None:
    table = given(new_game(), step="roll", hands={BORIS: 9})
    scene = scene_of(table, rolled(7), RulingMade(case="x", text="again"))
    assert (scene.kind, scene.hero) == ("discard", (msg("scene.discard.one", seat=BORIS, n=4),))
    assert (scene.picture.players, keys(scene.more_lines)) == (
        (PicturedPlayer(BORIS, owes=4, hand=9),),
        ["event.ruling_made"],
    )


@pytest.mark.parametrize(
    ("rules", "hero"),
    [({"no_seven_rounds": 3}, "scene.seven.spared"), ({"robber": "off", "discards": "off"}, "scene.seven.quiet")],
)
def test_a_seven_without_consequences_is_no_moment(rules: dict[str, Any], hero: str) -> None:
    scene = scene_of(given(new_game(**rules), step="roll"), rolled(7))
    assert (scene.is_moment, keys(scene.hero), scene.picture.roll) == (False, [hero], 7)


# Cards to and between people.


def test_first_cards_come_with_the_second_settlement() -> None:
    record = record_of(new_game(2, two_player_mode="plain"))
    for seat, at, beside in ((ANA, "C1-C2-D1", "C1|D1"), (BORIS, "C4-C5-D4", "C5|D4")):
        record.add(SettlementBuilt(seat=seat, at=spot(at)))
        assert current_scene(record)[1].kind == "instruction"
        record.add(RoadBuilt(seat=seat, at=path(beside)))
    record.add(SettlementBuilt(seat=BORIS, at=spot("B2-C2-C3")))
    scene = current_scene(record)[1]
    assert (scene.kind, scene.hero) == ("first_cards", (msg("scene.first_cards", seat=BORIS),))
    assert scene.picture.players == (PicturedPlayer(BORIS, takes={"lumber": 1, "brick": 1}),)
    assert set(scene.picture.lit) == {hexagon("B2"), hexagon("C2")}
    assert scene.more_lines == (msg("event.settlement_placed", seat=BORIS),)
    assert scene.instruction is not None
    assert scene.instruction.id == "placement_2.road"


def test_a_theft_shows_one_card_that_nobody_saw_from_victim_to_thief() -> None:
    table = given(new_game(), hands={BORIS: 3}, step=Stealing((BORIS,), Acting()))
    for resource in (None, "ore"):
        scene = scene_of(table, CardStolen(seat=ANA, victim=BORIS, resource=resource))
        assert (scene.kind, scene.hero) == ("theft", (msg("scene.theft", seat=ANA, other=BORIS),))
        assert scene.picture.players == (PicturedPlayer(BORIS, gives_unseen=1), PicturedPlayer(ANA, takes_unseen=1))
        assert scene.picture.arrow
        assert scene.more_lines == ()


def test_nothing_is_stolen_from_an_empty_hand() -> None:
    table = given(new_game(), step=Stealing((BORIS,), Acting()))
    scene = scene_of(table, CardStolen(seat=ANA, victim=BORIS))
    assert (scene.kind, scene.picture.players, keys(scene.more_lines)) == ("options", (), ["event.empty_hand"])


def test_monopoly_shows_everybody() -> None:
    table = given(
        new_game(), hands=dict.fromkeys(range(4), 4), seats={ANA: {"development_cards": 1}}, bank=FULL._replace(ore=9)
    )
    scene = scene_of(table, MonopolyPlayed(seat=ANA, resource="ore", taken={BORIS: 2, DANA: 1}))
    assert (scene.kind, scene.hero) == ("monopoly", (msg("scene.monopoly", seat=ANA, resource="ore"),))
    assert scene.picture.players == (
        PicturedPlayer(ANA, takes={"ore": 3}),
        PicturedPlayer(BORIS, gives={"ore": 2}),
        PicturedPlayer(CHAI),
        PicturedPlayer(DANA, gives={"ore": 1}),
    )


def test_year_of_plenty_shows_what_is_taken() -> None:
    table = given(new_game(), seats={ANA: {"development_cards": 1}})
    scene = scene_of(table, YearOfPlentyPlayed(seat=ANA, cards={"ore": 1, "wool": 1}))
    assert (scene.kind, scene.hero) == ("plenty", (msg("scene.plenty", seat=ANA),))
    assert scene.picture.players == (PicturedPlayer(ANA, takes={"wool": 1, "ore": 1}),)


def test_trades_show_what_each_side_gives_and_takes() -> None:
    table = given(new_game(), hands={ANA: 5, BORIS: 2})
    bank = scene_of(table, BankTraded(seat=ANA, give={"wool": 4}, receive={"ore": 1}))
    assert (bank.kind, bank.hero) == ("trade", (msg("scene.bank_trade", seat=ANA),))
    assert bank.picture.players == (PicturedPlayer(ANA, takes={"ore": 1}, gives={"wool": 4}),)
    two = scene_of(table, PlayersTraded(seat=ANA, partner=BORIS, give={"wool": 1}, receive={"ore": 2}))
    assert (two.kind, two.hero) == ("trade", (msg("scene.trade", seat=ANA, other=BORIS),))
    assert two.picture.players == (
        PicturedPlayer(ANA, takes={"ore": 2}, gives={"wool": 1}),
        PicturedPlayer(BORIS, takes={"wool": 1}, gives={"ore": 2}),
    )


def test_a_forced_trade_shows_backs_of_cards_only() -> None:
    table = given(new_game(2), hands={ANA: 3, BORIS: 1})
    seen_or_not: tuple[dict[str, Any], ...] = ({}, {"taken": {"ore": 1}, "given": {"wool": 2}})
    for seen in seen_or_not:
        scene = scene_of(table, TokensSpent(seat=ANA, action="forced_trade", **seen))
        assert scene.kind == "trade"
        assert scene.picture.players == (
            PicturedPlayer(ANA, takes_unseen=1, gives_unseen=2),
            PicturedPlayer(BORIS, takes_unseen=2, gives_unseen=1),
        )


# Moments.


def test_a_title_won_lights_its_roads_and_says_what_it_does_to_the_points() -> None:
    scene = scene_of(lined(4), road(ANA, 5))
    assert (scene.kind, scene.is_moment, scene.seat) == ("title", True, ANA)
    assert scene.hero == (msg("scene.title.longest_road.won", seat=ANA),)
    assert scene.picture.players == (PicturedPlayer(ANA, title="longest_road", length=5, points=(0, 2)),)
    assert (scene.picture.arrow, scene.picture.sign) == (False, "longest_road")
    assert set(scene.picture.road) == {path(name) for name in LINES[ANA][:5]}
    assert keys(scene.more_lines) == ["scene.built.road"]


def test_a_title_that_changes_hands_goes_from_loser_to_winner() -> None:
    scene = scene_of(lined(5, 5, turn=BORIS, longest_road=ANA), road(BORIS, 6))
    assert scene.hero == (msg("scene.title.longest_road.won", seat=BORIS),)
    assert scene.picture.players == (
        PicturedPlayer(ANA, title="longest_road", length=5, points=(2, 0)),
        PicturedPlayer(BORIS, title="longest_road", length=6, points=(0, 2)),
    )
    assert scene.picture.arrow


def test_a_title_that_is_set_aside_shows_one_player() -> None:
    table = lined(7, 5, 5, turn=DANA, cut=(DANA, 3), longest_road=ANA)
    scene = scene_of(table, cutting(DANA, 3))
    assert (scene.kind, scene.is_moment, scene.seat) == ("title", True, ANA)
    assert scene.hero == (msg("scene.title.longest_road.aside"),)
    assert scene.picture.players == (PicturedPlayer(ANA, title="longest_road", length=4, points=(2, 0)),)
    assert (scene.picture.arrow, scene.picture.road) == (False, ())


def test_largest_army_is_a_moment_too() -> None:
    table = given(new_game(), seats={ANA: {"development_cards": 1, "knights": 2}})
    scene = scene_of(table, KnightPlayed(seat=ANA))
    assert (scene.kind, scene.hero) == ("title", (msg("scene.title.largest_army.won", seat=ANA),))
    assert scene.picture.players == (PicturedPlayer(ANA, title="largest_army", length=3, points=(0, 2)),)
    assert scene.instruction is not None
    assert scene.instruction.id == "robber.move"


def test_a_neutral_colour_that_takes_longest_road_is_named_and_is_not_in_the_picture() -> None:
    scene = next(
        scene
        for _, _, _, scene in scenes("two with neutral colours")
        if scene.kind == "title" and scene.hero[0].key == "scene.title.neutral"
    )
    assert all(player.seat in (ANA, BORIS) for player in scene.picture.players)
    assert any(key.startswith("event.longest_road.") for key in keys(scene.more_lines))
    assert len(scene.picture.road) >= 5


def near_the_end(**changes: Any) -> GameState:
    """Ana has eight points, and somebody else's city stands."""
    settlements, cities = {ANA: ["C1-C2-D1"]}, {BORIS: ["C5 N"]}
    seats = {"seats": {ANA: {"revealed_points": 7}}} | changes
    return given(new_game(), hands={ANA: 9}, settlements=settlements, cities=cities, **seats)


CITY = CityBuilt(seat=ANA, at=spot("C1-C2-D1"))


def test_one_point_to_go_is_a_moment_once() -> None:
    scene = scene_of(near_the_end(), CITY)
    assert (scene.kind, scene.is_moment, scene.seat) == ("match_point", True, ANA)
    assert scene.hero == (msg("scene.match_point", seat=ANA),)
    assert scene.picture.players == (PicturedPlayer(ANA, points=(8, 9)),)
    assert keys(scene.more_lines) == ["scene.built.city"]
    assert msg("scene.match_point", seat=ANA) in scene.spoken[-1].clauses
    later = scene_of(near_the_end(), CITY, DevelopmentBought(seat=ANA))
    assert (later.kind, later.is_moment) == ("options", False)


def test_a_title_that_leaves_one_point_to_go_has_that_as_its_second_line() -> None:
    table = lined(4, seats={ANA: {"revealed_points": 7}})
    scene = scene_of(table, road(ANA, 5))
    assert (scene.kind, keys(scene.more_lines)) == ("title", ["scene.built.road", "scene.match_point"])


def test_the_first_city_is_a_moment_once() -> None:
    table = given(new_game(), hands={ANA: 10}, settlements={ANA: ["C1-C2-D1", "C5 N"]})
    scene = scene_of(table, CITY)
    assert (scene.kind, scene.is_moment, scene.hero) == ("first_city", True, (msg("scene.first_city", seat=ANA),))
    assert keys(scene.more_lines) == ["scene.built.city"]
    second = scene_of(table, CITY, CityBuilt(seat=ANA, at=spot("C5 N")))
    assert (second.kind, keys(second.more_lines)) == ("options", ["scene.built.city"])


def test_a_win_has_a_podium_and_stays() -> None:
    table = near_the_end(seats={ANA: {"revealed_points": 8}, CHAI: {"revealed_points": 3, "development_cards": 1}})
    scene = scene_of(table, CITY)
    assert (scene.kind, scene.is_moment, scene.hero) == ("win", True, (msg("scene.win", seat=ANA),))
    assert scene.picture.podium == (ANA, CHAI, BORIS, DANA)
    assert keys(scene.more_lines) == ["scene.built.city"], "that it is won is said once"
    assert scene.instruction is None
    assert scene_of(table, CITY, Corrected(what="hand", seat=CHAI, value=2)).kind == "win"


def test_a_game_that_ends_without_a_winner_has_none_on_a_podium() -> None:
    scene = scene_of(given(new_game()), Corrected(what="step", value="over"))
    assert (scene.kind, scene.picture.podium, keys(scene.hero)) == ("instruction", (), ["step.ended.terse"])


# Orders and options.


def test_what_somebody_pays_for_their_own_build_is_a_quiet_line() -> None:
    table = lined(2)
    scene = scene_of(table, road(ANA, 3))
    assert (scene.kind, scene.is_moment, scene.hero) == ("options", False, (msg("scene.actions", seat=ANA),))
    assert scene.more_lines == (msg("scene.built.road", seat=ANA, price={"lumber": 1, "brick": 1}),)
    assert scene.instruction is None


@pytest.mark.parametrize(
    ("step", "kind", "hero"),
    [
        ("roll", "options", "step.roll.terse"),
        ("trade", "options", "step.trade.terse"),
        (MovingRobber(Acting()), "instruction", "step.robber.terse"),
        (Stealing((BORIS,), Acting()), "instruction", "step.steal_from.terse"),
        (PlacingFreeRoads(2, Acting()), "instruction", "step.free_roads.terse"),
    ],
)
def test_an_order_comes_before_options_and_is_said_shortly(step: Any, kind: str, hero: str) -> None:
    scene = scene_of(given(new_game(), step=step, hands={BORIS: 1}))
    assert (scene.kind, keys(scene.hero), scene.seat, scene.instruction) == (kind, [hero], ANA, None)


def test_a_road_that_has_to_be_measured_is_an_order() -> None:
    seats = {ANA: {"roads": 5, "road_measured": False, "road_length": 4, "road_at_least": 4}}
    scene = scene_of(given(new_game(tracking="counts"), seats=seats))
    assert (scene.kind, keys(scene.hero)) == ("instruction", ["step.measure.terse"])


def test_beginners_get_the_whole_sentence_under_the_short_one() -> None:
    table = given(new_game(), step="roll")
    assert [scene_of(table, detail=detail).instruction is not None for detail in ("first_game", "normal", "terse")] == [
        True,
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("done", "line", "is_said"), [((), "frame", False), (("frame",), "hexes_shuffled", True)], ids=["frame", "hexes"]
)
def test_before_the_first_settlement_a_line_is_said_in_full_where_that_says_more(
    done: tuple[str, ...], line: str, is_said: bool
) -> None:
    scene = scene_of(new_game(tracking="counts"), *(StepDone(step=step) for step in done), detail="normal")
    assert keys(scene.hero) == [f"step.{line}.terse"]
    assert (scene.instruction and keys(scene.instruction.lines)) == ([f"step.{line}.normal"] if is_said else None)


def test_a_placement_is_said_once_in_normal_detail() -> None:
    table = given(new_game(), step=PlacingSettlement(1), round=0)
    assert [scene_of(table, detail=detail).instruction is not None for detail in ("first_game", "normal")] == [
        True,
        False,
    ]
    assert scene_of(table, detail="normal").why is not None


def test_why_is_left_out_where_the_table_wants_it_terse() -> None:
    table = given(new_game(), step="roll")
    assert [scene_of(table, detail=detail).why is not None for detail in ("first_game", "normal", "terse")] == [
        True,
        True,
        False,
    ]


def test_the_line_before_is_what_the_hero_replaced() -> None:
    table = given(new_game(), step="roll", settlements={ANA: ["C5 N"]}, hands={ANA: 2})
    scene = scene_of(table, rolled(8), TurnEnded(seat=ANA))
    assert scene.before is not None
    assert keys(scene.before.lines) == ["event.dice_rolled", "event.income"]
    assert scene.next is not None
    assert scene.next.id == "turn.income"


def test_at_the_start_the_line_before_is_the_welcome_and_a_step_that_is_done_is_not_told() -> None:
    start = scene_of(new_game())
    assert (start.kind, start.before and start.before.id) == ("instruction", "welcome")
    assert keys(start.spoken[0].clauses) == ["step.welcome.normal", "step.frame.normal"]
    assert scene_of(new_game(), StepDone(step="frame")).more_lines == ()


def test_who_agrees_to_a_rule_takes_nobody_the_news() -> None:
    table = given(new_game(), step="roll", settlements={ANA: ["C5 N"]})
    assert scene_of(table, rolled(8), RulesAgreed(seat=BORIS)).kind == "payout"


def test_what_else_is_decided_is_a_second_line() -> None:
    scene = scene_of(given(new_game()), RulingMade(case="x", text="again"))
    assert (scene.kind, keys(scene.more_lines)) == ("options", ["event.ruling_made"])


def test_a_game_that_is_over_asks_nothing() -> None:
    scene = scene_of(given(new_game(), step=Over(BORIS), seats={BORIS: {"revealed_points": 10}}))
    assert (scene.kind, scene.instruction, scene.picture.podium[0]) == ("win", None, BORIS)


# A harbour.


@pytest.mark.parametrize(("at", "roads", "told"), [("C5 NE", ["C5 NE"], "any"), ("A1-A2-B2", ["A2|B2"], None)])
def test_a_harbour_that_is_reached_is_a_second_line_with_what_it_is_good_for(
    at: str, roads: list[str], told: str | None
) -> None:
    table = given(new_game(), hands={ANA: 4}, roads={ANA: roads}, bank=Cards(9, 9, 9, 9, 9))
    scene = scene_of(table, SettlementBuilt(seat=ANA, at=spot(at)))
    lines = [line for line in scene.more_lines if line.key.startswith("event.harbour")]
    assert lines == ([] if told is None else [HARBOURS[told]])


HARBOURS = {"any": msg("event.harbour_any", seat=ANA), "ore": msg("event.harbour", seat=ANA, resource="ore")}


@pytest.mark.parametrize("kind", ["any", "ore"])
def test_a_harbour_is_explained_once_and_never_at_a_table_without_them(kind: Any) -> None:
    settlement = SettlementBuilt(seat=ANA, touches=[TouchedHex("ore", 8)], harbour=kind)
    table = given(new_game(tracking="counts"), hands={ANA: 8}, bank=Cards(9, 9, 9, 9, 9))
    assert HARBOURS[kind] in scene_of(table, settlement).more_lines
    assert HARBOURS[kind] not in scene_of(table, settlement, settlement).more_lines
    without = given(new_game(tracking="counts", harbours="off"), hands={ANA: 8}, bank=Cards(9, 9, 9, 9, 9))
    assert not any("harbour" in key for key in keys(scene_of(without, settlement).more_lines))


def test_a_first_settlement_at_a_harbour_tells_it_too() -> None:
    table = given(new_game(), step=PlacingSettlement(1), round=0)
    assert HARBOURS["any"] in scene_of(table, SettlementBuilt(seat=ANA, at=spot("C5 NE"))).more_lines
