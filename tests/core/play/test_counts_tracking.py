"""Tables without a drawn board: the same game as with one, and what has to be asked instead of computed."""

from itertools import product
from typing import Any

import pytest
from hypothesis import assume, settings
from hypothesis import given as drawn
from hypothesis import strategies as st
from msgspec.structs import replace

from narrator.core.play.counts_tracking import roads_to_measure
from narrator.core.play.production import income
from narrator.core.play.titles import LONGEST_ROAD_MIN, title_holder
from narrator.core.play.trade import bank_rates
from narrator.core.reading.public_view import state_for_api
from narrator.core.record.choices import choices, known_touches, legal_events, open_choices
from narrator.core.record.judging import apply
from narrator.core.table.box import HarbourKind
from narrator.core.table.cards import RESOURCES, Cards, Counts, Resource
from narrator.core.table.events import (
    AnyFact,
    BankTraded,
    CardsGained,
    CardStolen,
    CityBuilt,
    DiceRolled,
    KnightPlayed,
    PlayersTraded,
    RoadBuilt,
    RoadReported,
    RobberMoved,
    SettlementBuilt,
    TouchedHex,
    TurnEnded,
)
from narrator.core.table.state import GameState, Site, points, with_seat
from tests.support.counts_tracking import Teller
from tests.support.examples import examples
from tests.support.games import ANA, BORIS, CHAI, DANA, codes, given, kinds, new_game, play, spot
from tests.support.player import Policy

FULL = Cards(19, 19, 19, 19, 19)
GAMES = examples(8)
PRESETS = ["official_6e", "official_5e", "family", "seed_000", "seed_001", "seed_002", "seed_004"]
ROAD_LOVERS = Policy(road=30, settlement=25, city=4, card=2, cutter=60)

seeds = st.integers(0, 10**6)


def hands(state: GameState) -> list[int]:
    return [seat.hand_size for seat in state.seats]


# The same game twice.


def counted(state: GameState) -> dict[str, object]:
    """Everything that both tables must agree on."""
    shown = state_for_api(state)
    seats = range(len(state.seats))
    return {
        **{key: shown[key] for key in ("phase", "seat", "round", "owed", "bank", "development_deck", "winner")},
        **{key: shown[key] for key in ("longest_road", "largest_army", "unsure")},
        "seats": [{key: value for key, value in seat.items() if key != "road_length"} for seat in shown["seats"]],
        "neutrals": [(neutral.colour, neutral.roads, neutral.settlements) for neutral in state.neutrals],
        "tokens": shown.get("tokens_left"),
        "harbours": [seat.harbours for seat in state.seats],
        "rates": [bank_rates(state, seat, resource) for seat in seats for resource in RESOURCES],
        "bought": [seat.bought_this_turn for seat in state.seats],
        "what may be in hands": state.hands,
    }


@GAMES
@drawn(seeds, st.integers(2, 4), st.sampled_from(PRESETS))
def test_a_game_entered_with_board_and_with_counts_is_the_same_after_every_event(
    seed: int, players: int, preset: str
) -> None:
    game = Teller(players, seed, preset=preset)
    for event in game.events(220):
        assert counted(game.told) == counted(game.true.state), event


@examples(8)
@drawn(seeds)
def test_W_06_a_game_of_two_with_neutral_colours_is_the_same_with_counts(seed: int) -> None:
    game = Teller(2, seed, ROAD_LOVERS, target_vp=13)
    for event in game.events(350):
        assert counted(game.told) == counted(game.true.state), event


@examples(10)
@drawn(seeds)
def test_a_game_of_long_and_cut_roads_is_the_same_with_counts(seed: int) -> None:
    game = Teller(4, seed, ROAD_LOVERS, target_vp=14)
    for event in game.events(300):
        assert counted(game.told) == counted(game.true.state), event


@GAMES
@drawn(seeds, st.integers(0, 300))
def test_both_tables_would_pay_the_same_for_every_number(seed: int, events: int) -> None:
    game = Teller(4, seed)
    for _ in game.events(events):
        pass
    for number in (2, 3, 4, 5, 6, 8, 9, 10, 11, 12):
        assert income(game.told, number) == income(game.true.state, number)


@GAMES
@drawn(seeds)
def test_everything_offered_without_a_board_is_regular_there(seed: int) -> None:
    game = Teller(3, seed)
    for _ in game.events(120):
        pass
    for event in legal_events(game.told):
        assert codes(game.told, event) == []
        assert apply(game.told, event).last_entry == game.told.last_entry + 1


# L-15: lengths are asked for when the title could move, and only then.


def with_roads(*roads: int, holder: int | None = None, **rules: Any) -> GameState:
    """A table without a board; seats with so many roads, all in one line and measured."""
    seats = {
        number: {"roads": count, "road_length": count, "road_at_least": count, "hand_size": 9}
        for number, count in enumerate(roads)
    }
    return given(new_game(len(roads), tracking="counts", **rules), seats=seats, longest_road=holder)


ROAD, SETTLEMENT = RoadBuilt(seat=ANA), SettlementBuilt(seat=ANA, touches=[])


def test_L_15_a_fourth_road_is_not_asked_about_a_fifth_one_is():
    table = play(with_roads(3, 4, 2), ROAD)
    assert (roads_to_measure(table), table.longest_road) == ((), None)

    table = play(table, ROAD)
    assert (roads_to_measure(table), table.longest_road) == ((ANA,), None)


def test_L_15_the_title_waits_for_the_answer_and_goes_to_whom_it_names():
    asked = play(with_roads(4, 2), ROAD)

    taken = play(asked, RoadReported(seat=ANA, length=5))
    assert (roads_to_measure(taken), taken.longest_road, points(taken, ANA)) == ((), ANA, 2)

    forked = play(asked, RoadReported(seat=ANA, length=4))
    assert (roads_to_measure(forked), forked.longest_road, points(forked, ANA)) == ((), None, 0)


def test_L_15_the_holder_builds_on_without_being_asked():
    table = play(with_roads(5, 5, holder=ANA), ROAD, ROAD, ROAD)

    assert (roads_to_measure(table), table.longest_road) == ((), ANA)


def test_L_15_whoever_could_pass_the_holder_is_asked():
    table = play(with_roads(5, 5, holder=BORIS), ROAD)
    assert roads_to_measure(table) == (ANA,)

    assert play(table, RoadReported(seat=ANA, length=5)).longest_road == BORIS
    assert play(table, RoadReported(seat=ANA, length=6)).longest_road == ANA


def test_L_15_a_holder_who_built_on_is_asked_first_when_a_rival_comes_close():
    table = with_seat(with_roads(5, 5, holder=BORIS), BORIS, roads=6, road_measured=False)

    table = play(table, ROAD)
    assert roads_to_measure(table) == (BORIS,)

    assert roads_to_measure(play(table, RoadReported(seat=BORIS, length=6))) == ()
    behind = play(table, RoadReported(seat=BORIS, length=5))
    assert roads_to_measure(behind) == (ANA,)
    assert play(behind, RoadReported(seat=ANA, length=6)).longest_road == ANA


def test_L_15_a_settlement_may_have_cut_the_holder():
    table = play(with_roads(2, 6, 5, holder=BORIS), SETTLEMENT)
    assert (roads_to_measure(table), table.longest_road) == ((BORIS,), BORIS)

    assert play(table, RoadReported(seat=BORIS, length=6)).longest_road == BORIS
    cut = play(table, RoadReported(seat=BORIS, length=4))
    assert (roads_to_measure(cut), cut.longest_road) == ((CHAI,), BORIS)
    assert play(cut, RoadReported(seat=CHAI, length=5)).longest_road == CHAI
    assert play(cut, RoadReported(seat=CHAI, length=4)).longest_road is None


def test_L_15_an_own_settlement_cuts_nothing():
    assert roads_to_measure(play(with_roads(6, 4, holder=ANA), SETTLEMENT)) == ()


def test_L_15_a_settlement_is_not_asked_about_where_no_road_can_be_five_long():
    assert roads_to_measure(play(with_roads(2, 4, 4), SETTLEMENT)) == ()


def test_L_15_the_larger_half_of_nine_roads_keeps_the_title_unasked():
    """One settlement cuts a road into two: of nine at least five are left, and nobody else has five."""
    table = play(with_roads(2, 9, 4, holder=BORIS), SETTLEMENT)

    assert (roads_to_measure(table), table.longest_road) == ((), BORIS)


def test_L_15_once_the_longest_is_known_shorter_ones_are_not_asked():
    table = play(with_roads(2, 7, 6, 5, holder=BORIS), SETTLEMENT, RoadReported(seat=BORIS, length=4))
    assert roads_to_measure(table) == (CHAI, DANA)

    table = play(table, RoadReported(seat=CHAI, length=6))
    assert (roads_to_measure(table), table.longest_road) == ((), CHAI)


def test_L_15_a_third_road_that_can_only_join_a_tie_is_not_asked():
    table = play(with_roads(4, 5, 5), ROAD)

    assert (roads_to_measure(table), table.longest_road) == ((), None)


def test_L_15_what_is_asked_is_among_the_open_choices():
    asked = play(with_roads(4, 2), ROAD)

    assert [(kind.type, kind.seat) for kind in open_choices(asked) if kind.type == "road_reported"] == [
        ("road_reported", ANA)
    ]
    settled = play(asked, RoadReported(seat=ANA, length=4))
    assert [kind.type for kind in open_choices(settled) if kind.type == "road_reported"] == []


def test_L_15_a_road_is_never_longer_than_its_pieces():
    report = RoadReported(seat=ANA, length=6)

    assert (codes(with_roads(5, 2), report), kinds(with_roads(5, 2), report)) == (
        ["road.longer_than_roads"],
        ["irregular"],
    )


def test_L_15_a_board_measures_by_itself():
    table = given(new_game(), roads={ANA: ["A1|B1"]})
    report = RoadReported(seat=ANA, length=1)

    assert roads_to_measure(table) == ()
    assert (codes(table, report), kinds(table, report)) == (["tracking.computed"], ["impossible"])


def outcomes(state: GameState) -> set[int | None]:
    """Who could hold the title, for all lengths that the record can't exclude."""
    spans = [
        [seat.road_length] if seat.road_measured else range(seat.road_at_least, seat.roads + 1) for seat in state.seats
    ]
    return {title_holder(state.longest_road, lengths, LONGEST_ROAD_MIN) for lengths in product(*spans)}


@st.composite
def vague_roads(draw: st.DrawFn) -> GameState:
    """Any knowledge of three roads: measured, grown since, or maybe cut."""
    table = new_game(3, tracking="counts")
    for number in range(3):
        roads = draw(st.integers(0, 9))
        length = draw(st.integers(min(roads, 1), roads))
        measured = roads == 0 or draw(st.booleans())
        # Whatever happened since, a road more or a cut, leaves something to measure.
        at_least = length if measured else min(draw(st.sampled_from([length, (length + 1) // 2, 0])), roads - 1)
        fields = {"roads": roads, "road_length": length, "road_at_least": at_least, "road_measured": measured}
        table = with_seat(table, number, **fields)
    holders = [number for number, seat in enumerate(table.seats) if seat.roads >= LONGEST_ROAD_MIN]
    return replace(table, longest_road=draw(st.sampled_from([None, *holders])))


@settings(max_examples=400, deadline=None)
@drawn(vague_roads())
def test_L_15_a_length_is_asked_exactly_when_the_title_could_move(table: GameState) -> None:
    asked = roads_to_measure(table)
    assert (asked != ()) == (len(outcomes(table)) > 1)
    assert not any(table.seats[number].road_measured for number in asked)


@settings(max_examples=400, deadline=None)
@drawn(vague_roads(), st.data())
def test_L_15_the_answers_lead_to_the_title_that_a_board_would_give(table: GameState, data: st.DataObject) -> None:
    spans = [
        (seat.road_length, seat.road_length) if seat.road_measured else (seat.road_at_least, seat.roads)
        for seat in table.seats
    ]
    true = [data.draw(st.integers(low, high)) for low, high in spans]
    assume(roads_to_measure(table))
    holder = table.longest_road
    while asked := roads_to_measure(table):
        assert table.longest_road == holder
        table = play(table, RoadReported(seat=asked[0], length=true[asked[0]]))
    assert table.longest_road == title_holder(holder, true, LONGEST_ROAD_MIN)


@examples(10)
@drawn(seeds)
def test_L_15_in_a_whole_game_nothing_is_asked_that_could_not_move_the_title(seed: int) -> None:
    game = Teller(4, seed)
    quiet = built = 0
    for event in game.true.events(250):
        game.tell(game.described(event))
        asked = roads_to_measure(game.told)
        built += isinstance(event, RoadBuilt | SettlementBuilt)
        quiet += isinstance(event, RoadBuilt | SettlementBuilt) and not asked
        if asked:
            assert isinstance(event, RoadBuilt | SettlementBuilt)
            assert len(outcomes(game.told)) > 1
        game.measure()
    assert quiet >= 16, "nobody is asked in placement"
    assert quiet > built / 3


# Settlements that nobody described.


def two_tables(**of_boris: object) -> GameState:
    """Past placement: Ana touches ore 8 and grain 6; Boris said nothing, unless the test says otherwise."""
    return given(
        new_game(2, tracking="counts", two_player_mode="plain"),
        step="roll",
        seats={
            ANA: {"settlements": 1, "sites": (Site((TouchedHex("ore", 8), TouchedHex("grain", 6))),)},
            BORIS: {"settlements": 1, "sites": (Site(None),), **of_boris},
        },
    )


def test_a_settlement_without_touches_is_paid_by_what_the_host_enters():
    table = play(two_tables(), DiceRolled(seat=ANA, total=8))
    assert (hands(table), table.bank) == ([1, 0], FULL._replace(ore=18))

    table = play(table, CardsGained(gains={BORIS: {"wool": 1, "ore": 1}}))

    assert (hands(table), table.bank) == ([1, 2], FULL._replace(ore=17, wool=18))
    assert table.hands is not None
    assert table.hands.bounds(BORIS).low == Cards(wool=1, ore=1)
    assert table.unsure == {}


def test_cards_are_asked_for_after_a_roll_where_a_settlement_is_not_described():
    table = play(two_tables(), DiceRolled(seat=ANA, total=8))

    assert "cards_gained" in [kind.type for kind in choices(table).open]


def test_cards_are_not_asked_for_where_every_settlement_is_described():
    described = two_tables(sites=(Site((TouchedHex("wool", 5),)),))

    assert "cards_gained" not in [kind.type for kind in choices(play(described, DiceRolled(seat=ANA, total=8))).open]


def test_starting_cards_of_a_settlement_without_touches_are_entered():
    table = play(
        new_game(2, tracking="counts", two_player_mode="plain"),
        SettlementBuilt(seat=ANA),
        RoadBuilt(seat=ANA),
        SettlementBuilt(seat=BORIS, touches=[TouchedHex("ore", 8)]),
        RoadBuilt(seat=BORIS),
        SettlementBuilt(seat=BORIS),
        CardsGained(gains={BORIS: {"brick": 1, "ore": 2}}),
        RoadBuilt(seat=BORIS),
        SettlementBuilt(seat=ANA, touches=[TouchedHex("wool", 4), TouchedHex("wool", 5), TouchedHex("grain", 9)]),
        RoadBuilt(seat=ANA),
    )

    assert (hands(table), table.bank) == ([3, 3], Cards(19, 18, 17, 18, 17))
    assert (table.turn, table.round, table.phase.step) == (ANA, 1, "roll")


def test_a_city_pays_twice_for_the_settlement_that_it_replaced():
    table = given(two_tables(), step="roll")
    sites = (Site((TouchedHex("ore", 8),)), Site((TouchedHex("wool", 8),)), Site((TouchedHex("grain", 8),)))
    table = with_seat(table, ANA, hand_size=10, settlements=3, sites=sites)
    table = given(table, step="actions", seats={ANA: {"hand_size": 10, "settlements": 3, "sites": sites}})

    one = play(table, CityBuilt(seat=ANA, settlement=2))
    assert income(one, 8)[ANA] == Cards(ore=1, wool=2, grain=1)

    # The second that still stands is now the third that was built.
    both = play(one, CityBuilt(seat=ANA, settlement=2))
    assert income(both, 8)[ANA] == Cards(ore=1, wool=2, grain=2)
    assert (both.seats[ANA].settlements, both.seats[ANA].cities, points(both, ANA)) == (1, 2, 5)


@pytest.mark.parametrize("which", [None, 2, 5])
def test_a_city_replaces_a_settlement_that_stands(which: int | None):
    table = given(two_tables(), seats={ANA: {"hand_size": 5, "settlements": 1, "sites": (Site(()),)}})
    city = CityBuilt(seat=ANA, settlement=which)

    assert (codes(table, city), kinds(table, city)) == (["city.which_settlement"], ["impossible"])


@pytest.mark.parametrize(
    ("gains", "refused", "kind"),
    [({2: {"ore": 1}}, "seat.unknown", "impossible"), ({ANA: {"ore": 3}}, "bank.short", "irregular")],
)
def test_cards_gained_are_judged_by_seats_and_by_the_bank(gains: dict[int, Counts], refused: str, kind: str):
    table = replace(given(two_tables()), bank=FULL._replace(ore=2))
    gained = CardsGained(gains=gains)

    assert (codes(table, gained), kinds(table, gained)) == ([refused], [kind])


@pytest.mark.parametrize(
    "event",
    [
        SettlementBuilt(seat=ANA, at=spot("A1-A2-B2")),
        RoadBuilt(seat=ANA, at="e_v_1_1_-2_v_2_-1_-1"),
        CityBuilt(seat=ANA, at=spot("A1-A2-B2")),
        RobberMoved(seat=ANA, to="0,0,0"),
    ],
    ids=lambda event: event.type,
)
def test_a_table_without_a_board_has_no_places(event: AnyFact):
    table = two_tables()

    assert (codes(table, event), kinds(table, event)) == (["place.no_board"], ["impossible"])


@pytest.mark.parametrize(
    "event",
    [
        SettlementBuilt(seat=ANA, at=spot("A1-A2-B2"), touches=[]),
        SettlementBuilt(seat=ANA, at=spot("A1-A2-B2"), harbour="any"),
        CityBuilt(seat=ANA, at=spot("A1-A2-B2"), settlement=1),
        RobberMoved(seat=ANA, to="0,0,0", blocks=TouchedHex("ore", 8)),
    ],
    ids=["touches", "harbour", "settlement", "blocks"],
)
def test_a_table_with_a_board_takes_no_descriptions(event: AnyFact):
    assert (codes(new_game(), event), kinds(new_game(), event)) == (["place.has_board"], ["impossible"])


# P-13, P-14 without a board.

BORIS_MISSED = CardsGained(gains={BORIS: {"wool": 1}})


@pytest.mark.parametrize(
    ("rule", "refused"),
    [("until_next_roll", []), ("until_turn_ends", ["step.not_now"]), ("never", ["step.not_now"])],
)
def test_P_13_without_a_board_income_noticed_before_the_next_roll_is_paid_as_agreed(rule: str, refused: list[str]):
    table = replace(two_tables(), rules=replace(two_tables().rules, late_income=rule))
    noticed = play(table, DiceRolled(seat=ANA, total=5), TurnEnded(seat=ANA))

    assert (codes(noticed, BORIS_MISSED), kinds(noticed, BORIS_MISSED)) == (refused, ["irregular"] * len(refused))


def test_P_13_without_a_board_income_of_the_roll_before_is_paid_in_the_next_turn_only_late():
    rolled = play(two_tables(), DiceRolled(seat=ANA, total=5), TurnEnded(seat=ANA), DiceRolled(seat=BORIS, total=7))
    assert codes(rolled, BORIS_MISSED) == ["step.not_now"]

    after = play(rolled, replace(BORIS_MISSED, late=True))

    assert (hands(after), after.bank) == ([0, 1], FULL._replace(wool=18))
    assert after.phase == rolled.phase


def test_P_13_before_anybody_rolled_there_is_no_income_to_miss():
    assert codes(two_tables(), BORIS_MISSED) == ["step.not_now"]


def test_P_14_without_a_board_hand_sizes_and_the_bank_are_told_and_no_content():
    table = play(two_tables(), DiceRolled(seat=ANA, total=8), CardsGained(gains={BORIS: {"wool": 2}}))

    seen = state_for_api(table)

    assert [seat["hand"] for seat in seen["seats"]] == [1, 2]
    assert seen["bank"] == {"lumber": 19, "brick": 19, "wool": 17, "grain": 19, "ore": 18}
    assert not set(RESOURCES) & {field for seat in seen["seats"] for field in seat}
    assert "hands" not in seen


# The robber without a board.


def before_the_robber(**rules: Any) -> GameState:
    """Ana has a knight; Boris touches ore 8, Chai wool 5, and Dana nothing that gives cards."""
    sites = {BORIS: (TouchedHex("ore", 8),), CHAI: (TouchedHex("wool", 5),), DANA: ()}
    seats = {seat: {"hand_size": 2, "settlements": 1, "sites": (Site(touches),)} for seat, touches in sites.items()}
    seats[ANA] = {"development_cards": 1}
    return play(given(new_game(tracking="counts", **rules), seats=seats), KnightPlayed(seat=ANA))


def test_the_robber_blocks_what_the_host_names():
    table = play(before_the_robber(), RobberMoved(seat=ANA, blocks=TouchedHex("ore", 8)))

    assert income(table, 8) == [Cards()] * 4
    assert income(table, 5)[CHAI] == Cards(wool=1)


def test_only_those_who_touch_the_blocked_hex_are_robbed():
    table = play(before_the_robber(), RobberMoved(seat=ANA, blocks=TouchedHex("ore", 8)))
    assert table.phase.step == "steal"

    assert codes(table, CardStolen(seat=ANA, victim=BORIS)) == []
    assert codes(table, CardStolen(seat=ANA, victim=CHAI)) == ["theft.not_there"]
    assert codes(table, TurnEnded(seat=ANA)) == ["step.not_now"]
    assert hands(play(table, CardStolen(seat=ANA, victim=BORIS))) == [1, 1, 2, 2]


def test_a_blocked_hex_that_nobody_touches_leaves_nobody_to_rob():
    table = play(before_the_robber(), RobberMoved(seat=ANA, blocks=TouchedHex("grain", 4)))

    assert table.phase.step == "actions"


def test_somebody_with_a_settlement_that_nobody_described_may_be_robbed_anywhere():
    vague = with_seat(before_the_robber(), DANA, sites=(Site(None),))
    table = play(vague, RobberMoved(seat=ANA, blocks=TouchedHex("grain", 4)))

    assert codes(table, CardStolen(seat=ANA, victim=DANA)) == []
    assert codes(table, CardStolen(seat=ANA, victim=BORIS)) == ["theft.not_there"]
    assert codes(table, TurnEnded(seat=ANA)) == []


def test_on_the_desert_the_robber_blocks_nothing():
    table = play(before_the_robber(), RobberMoved(seat=ANA))

    assert table.blocked_hex is None
    assert [income(table, number)[seat].total() for number, seat in ((8, BORIS), (5, CHAI))] == [1, 1]


@pytest.mark.parametrize("victim", [BORIS, CHAI, DANA])
def test_on_the_desert_any_neighbour_may_be_robbed(victim: int):
    table = play(before_the_robber(), RobberMoved(seat=ANA))

    after = play(table, CardStolen(seat=ANA, victim=victim))

    assert hands(after) == [1, *(2 - (seat == victim) for seat in (BORIS, CHAI, DANA))]
    assert after.phase.step == "actions"


def test_on_the_desert_the_turn_goes_on_if_nobody_stands_there():
    table = play(before_the_robber(), RobberMoved(seat=ANA))

    assert codes(table, CardStolen(seat=ANA, victim=None)) == []
    after = play(table, TurnEnded(seat=ANA))
    assert (after.turn, after.phase.step, hands(after)) == (BORIS, "roll", [0, 2, 2, 2])


def test_the_robber_may_not_stay_on_the_hex_that_he_blocks():
    table = replace(before_the_robber(), blocked_hex=TouchedHex("ore", 8))
    stay = RobberMoved(seat=ANA, blocks=TouchedHex("ore", 8))

    assert (codes(table, stay), kinds(table, stay)) == (["robber.must_move"], ["irregular"])
    assert codes(table, RobberMoved(seat=ANA, blocks=TouchedHex("wool", 5))) == []
    assert codes(table, RobberMoved(seat=ANA)) == []


def test_the_friendly_robber_spares_few_points_without_a_board_too():
    table = before_the_robber(friendly_robber="on")
    blocked = RobberMoved(seat=ANA, blocks=TouchedHex("ore", 8))
    assert (codes(table, blocked), kinds(table, blocked)) == (["robber.friendly"], ["irregular"])

    assert codes(with_seat(table, BORIS, revealed_points=2), blocked) == []


def test_every_described_hex_and_the_desert_are_offered_to_the_robber():
    table = before_the_robber()

    assert known_touches(table) == [TouchedHex("wool", 5), TouchedHex("ore", 8)]
    offered = [event for event in legal_events(table) if isinstance(event, RobberMoved)]
    assert offered == [
        RobberMoved(seat=ANA, blocks=TouchedHex("wool", 5)),
        RobberMoved(seat=ANA, blocks=TouchedHex("ore", 8)),
        RobberMoved(seat=ANA),
    ]


# Harbours without a board.


@pytest.mark.parametrize(
    ("harbours", "expected"),
    [
        ((), {"ore": (4,), "wool": (4,)}),
        (("any",), {"ore": (3, 4), "wool": (3, 4)}),
        (("ore",), {"ore": (2, 4), "wool": (4,)}),
        (("ore", "any"), {"ore": (2, 3, 4), "wool": (3, 4)}),
    ],
)
def test_rates_follow_the_harbours_that_settlements_named(
    harbours: tuple[HarbourKind, ...], expected: dict[Resource, tuple[int, ...]]
):
    table = given(new_game(tracking="counts"), hands={ANA: 8})
    for harbour in harbours:
        table = play(table, SettlementBuilt(seat=ANA, touches=[], harbour=harbour))

    assert {resource: bank_rates(table, ANA, resource) for resource in expected} == expected
    assert bank_rates(table, BORIS, "ore") == (4,)


def test_a_harbour_stays_with_its_city():
    table = given(new_game(tracking="counts"), hands={ANA: 12})
    table = play(
        table,
        SettlementBuilt(seat=ANA, touches=[], harbour="ore"),
        CityBuilt(seat=ANA, settlement=1),
        BankTraded(seat=ANA, give={"ore": 2}, receive={"wool": 1}),
    )

    assert hands(table) == [2, 0, 0, 0]
    assert codes(table, BankTraded(seat=ANA, give={"wool": 2}, receive={"ore": 1})) == ["bank_trade.rate"]


def test_trades_between_players_are_as_with_a_board():
    table = given(new_game(tracking="counts"), hands={ANA: 2, BORIS: 1})
    trade = PlayersTraded(seat=ANA, partner=BORIS, give={"ore": 2}, receive={"wool": 1})

    assert hands(play(table, trade)) == [1, 2, 0, 0]
