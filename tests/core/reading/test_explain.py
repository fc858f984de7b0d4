"""Explaining: for every number the entries that made it, with amounts that add up; for a road its paths."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from narrator.core.message import Refused
from narrator.core.reading.explain import (
    TITLES,
    ExplainedEntry,
    Explanation,
    explain,
    explain_road,
    is_number,
    number_names,
    number_value,
)
from narrator.core.reading.public_view import public_fact, state_for_api
from narrator.core.record.record import Record, fold
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import (
    Amended,
    AnyEvent,
    CityBuilt,
    Corrected,
    DevelopmentBought,
    DiceRolled,
    FirstPlayerChosen,
    KnightPlayed,
    PointsRevealed,
    RoadBuilt,
    SeatJoined,
    SettlementBuilt,
    TakenBack,
    TurnEnded,
)
from tests.support import games
from tests.support.core_evening import EVENING, LABELS, entry, evening, table
from tests.support.examples import examples
from tests.support.games import ANA, BORIS, CHAI, hexagon, new_game, path
from tests.support.player import Policy, TrueTable

GAMES = examples(7)
seeds = st.integers(0, 10**6)


def lines(explanation: Explanation) -> dict[str, int]:
    """What each entry of the evening brought, by its name."""
    return {LABELS[line.entry - 1]: line.amount for line in explanation.lines}


# The evening.


def test_a_bank_stack_is_explained_from_the_full_box():
    head = fold(table(), evening()).head

    ore = explain(head, "bank.ore")

    assert (ore.start, ore.value) == (19, 16)
    assert lines(ore) == {
        "Chai's second settlement": -1,
        "Boris's second settlement": -1,
        "Boris rolls an eight": -1,
        "Chai buys a card": 1,
        "Ana buys a card": 1,
        "Boris rolls a three": -2,
        "Boris rolls another eight": -1,
        "Chai rolls an eight": -1,
        "Ana discards": 2,
        "Boris rolls another three": -2,
        "Boris buys a card": 1,
        "Chai buys another card": 1,
    }


def test_a_hand_is_explained_with_what_others_did_to_it():
    head = fold(table(), evening()).head

    chai = explain(head, "hand.2")

    assert (chai.start, chai.value) == (0, 2)
    assert lines(chai) == {
        "Chai's second settlement": 3,
        "Ana rolls a six": 1,
        "Chai rolls a four": 2,
        "Chai buys a card": -3,
        "Boris rolls a three": 1,
        "Chai steals from Ana": 1,
        "Chai rolls a six": 1,
        "Chai trades grain for wool": -3,
        "Ana's monopoly": -1,
        "Boris steals from Chai": -1,
        "Chai rolls another four": 1,
        "Ana rolls another six": 1,
        "Boris rolls another three": 1,
        "Chai rolls a nine": 1,
        "Chai buys another card": -3,
    }


@pytest.mark.parametrize(
    ("name", "start", "made_by"),
    [
        (
            "points.1",
            0,
            {
                "Boris's first settlement": 1,
                "Boris's second settlement": 1,
                "Boris's settlement": 1,
                "Boris shows a point": 1,
            },
        ),
        ("revealed_points.1", 0, {"Boris shows a point": 1}),
        ("development_cards.1", 0, {"Boris buys a card": 1, "Boris shows a point": -1}),
        ("knights.2", 0, {"Chai's knight": 1}),
        ("knights.0", 0, {}),
        ("road_length.0", 0, {"Ana's first road": 1, "Ana's road": 1}),
        ("roads_left.0", 15, {"Ana's first road": -1, "Ana's second road": -1, "Ana's road": -1}),
        (
            "settlements_left.1",
            5,
            {"Boris's first settlement": -1, "Boris's second settlement": -1, "Boris's settlement": -1},
        ),
        ("cities_left.1", 4, {}),
        (
            "deck",
            25,
            {"Chai buys a card": -1, "Ana buys a card": -1, "Boris buys a card": -1, "Chai buys another card": -1},
        ),
    ],
)
def test_other_numbers_are_explained_by_their_entries(name: str, start: int, made_by: dict[str, int]):
    explanation = explain(fold(table(), evening()).head, name)

    assert (explanation.name, explanation.start) == (name, start)
    assert explanation.value == start + sum(made_by.values())
    assert lines(explanation) == made_by


def test_a_line_carries_the_fact_it_stands_for():
    head = fold(table(), evening()).head

    assert explain(head, "knights.2").lines == (ExplainedEntry(entry("Chai's knight"), EVENING["Chai's knight"], 1),)


def test_before_any_entry_a_number_is_what_it_starts_with():
    assert explain(Record(table()).head, "bank.ore") == Explanation("bank.ore", 19, 19, ())
    assert explain(fold(table(), [*evening(), TakenBack(to=0)]).head, "hand.0") == Explanation("hand.0", 0, 0, ())


def test_what_was_taken_back_explains_nothing():
    record = fold(table(), [*evening(), TakenBack(to=entry("Chai's turn 1 ends"))])

    assert lines(explain(record.head, "deck")) == {"Chai buys a card": -1}


def test_what_was_amended_explains_by_its_number():
    record = fold(table(), evening("Chai's turn 1 ends", instead={"Boris's road": None}))
    record.add(Amended(after=17, event=EVENING["Boris's road"]))
    record.add(Amended(entry=20, event=DevelopmentBought(seat=CHAI, waived=True)))

    inserted = record.state.last_entry - 1
    assert [(line.entry, line.amount) for line in explain(record.head, "roads_left.1").lines] == [
        (5, -1),
        (11, -1),
        (inserted, -1),
    ]


def test_a_correction_is_a_line_like_any_other():
    record = fold(table(), evening("Ana rolls a six"))
    recount = Corrected(what="hand", seat=ANA, value=7, note="counted")
    record.add(recount)

    assert explain(record.head, "hand.0").lines[-1] == ExplainedEntry(15, recount, 3)


def test_names_of_numbers():
    state = table()

    assert is_number(state, "bank.ore")
    assert is_number(state, "points.2")
    assert not is_number(state, "points.3")
    assert not is_number(state, "bank.gold")
    assert len(number_names(state)) == 5 + 1 + 9 * 3


# Titles.


def two_armies() -> Record:
    """Boris has three knights, Ana plays her third and her fourth."""
    before = games.given(
        new_game(3, dev_per_turn="unlimited"),
        seats={ANA: {"knights": 2, "development_cards": 2}, BORIS: {"knights": 2, "development_cards": 1}},
        step="roll",
        turn=BORIS,
    )
    robber = [
        KnightPlayed(seat=BORIS),
        replace(EVENING["Boris moves the robber"], to=hexagon("A1")),
        DiceRolled(seat=BORIS, total=2),
        TurnEnded(seat=BORIS),
        Corrected(what="turn", value=ANA),
        KnightPlayed(seat=ANA),
        replace(EVENING["Boris moves the robber"], seat=ANA, to=hexagon("A2")),
        KnightPlayed(seat=ANA),
    ]
    return games.record_of(before, *robber)


def test_the_points_of_a_title_are_explained():
    record = two_armies()

    assert [(line.entry, line.amount) for line in explain(record.head, "points.1").lines] == [(1, 2), (8, -2)]
    assert [(line.entry, line.amount) for line in explain(record.head, "points.0").lines] == [(8, 2)]


def test_a_corrected_titles_points_are_handed_over_by_the_correction():
    record = two_armies()
    record.add(Corrected(what="largest_army", value=BORIS))

    assert [(line.entry, line.amount) for line in explain(record.head, "points.0").lines] == [(8, 2), (9, -2)]


# Roads.


def test_a_road_is_explained_by_its_paths_in_walking_order():
    head = fold(table(), evening()).head

    assert explain_road(head, ANA) in (
        ((path("B2|C2"), entry("Ana's first road")), (path("B2|C3"), entry("Ana's road"))),
        ((path("B2|C3"), entry("Ana's road")), (path("B2|C2"), entry("Ana's first road"))),
    )
    assert explain_road(Record(table()).head, ANA) == ()


def test_a_road_amended_to_another_path_is_explained_there():
    record = fold(table(), evening())
    elsewhere = RoadBuilt(seat=ANA, at=path("C2|C3"))
    record.add(Amended(entry=entry("Ana's road"), event=elsewhere))

    assert dict(explain_road(record.head, ANA)) == {
        path("B2|C2"): entry("Ana's first road"),
        path("C2|C3"): entry("Ana's road"),
    }


def test_without_a_board_there_are_no_paths():
    assert explain_road(Record(new_game(3, tracking="counts")).head, ANA) == ()


# A seat that came later.


def test_numbers_of_a_seat_that_joined_are_explained_from_nothing():
    join = SeatJoined(seat=CHAI, name="Chai", colour="white")
    record = fold(new_game(2), [join, FirstPlayerChosen(seat=CHAI)])
    record.add(SettlementBuilt(seat=CHAI, at=games.spot("B1-B2-C2")))

    for name in number_names(record.state):
        assert_adds_up(record.head, name)
    assert [line.entry for line in explain(record.head, "points.2").lines] == [3]


# In random games.


def assert_adds_up(head: Snapshot, name: str) -> None:
    explanation = explain(head, name)
    assert explanation.name == name
    assert explanation.start + sum(line.amount for line in explanation.lines) == explanation.value
    assert explanation.value == number_value(head.state, name)
    assert 0 not in [line.amount for line in explanation.lines]
    told = {snapshot.number: public_fact(snapshot.fact) for snapshot in head.history() if snapshot.fact is not None}
    assert [(line.entry, line.fact) for line in explanation.lines] == [
        (entry, fact) for entry, fact in told.items() if entry in {line.entry for line in explanation.lines}
    ], "each line is an entry that still stands, in the order it happened"


def public_number(shown: dict[str, Any], name: str) -> int:
    """The number as the contract's public state has it, read without the core's own list."""
    what, _, whose = name.partition(".")
    if what == "deck":
        return int(shown["development_deck"])
    return int(shown["bank"][whose]) if what == "bank" else int(shown["seats"][int(whose)][what])


def mended(data: st.DataObject, record: Record) -> None:
    """Take back, correct, amend and go on, in whatever order; what is refused even when let stand is left."""
    for _ in range(data.draw(st.integers(1, 6))):
        seat = data.draw(st.integers(0, len(record.state.seats) - 1))
        entries = [snapshot.number for snapshot in record.head.history()] or [0]
        place = data.draw(st.sampled_from(entries))
        mends: list[AnyEvent] = [
            TakenBack(to=data.draw(st.integers(0, len(record.log)))),
            Corrected(what="hand", seat=seat, value=data.draw(st.integers(0, 9))),
            Corrected(what="bank", resource="ore", value=data.draw(st.integers(0, 19))),
            Corrected(what="knights", seat=seat, value=data.draw(st.integers(0, 5))),
            Corrected(what="longest_road", value=seat),
            Corrected(what="deck", value=data.draw(st.integers(0, 25))),
            Amended(entry=place, waived=True),
            Amended(entry=place, event=DiceRolled(seat=seat, total=8, waived=True), waived=True),
            Amended(after=place, event=KnightPlayed(seat=seat, late=True, waived=True), waived=True),
            Amended(after=place, event=DiceRolled(seat=seat, total=6, late=True), waived=True),
            DiceRolled(seat=seat, total=5, waived=True),
            KnightPlayed(seat=seat, late=True, waived=True),
            TurnEnded(seat=record.state.turn, waived=True),
        ]
        event = data.draw(st.sampled_from(mends))
        try:
            record.add(event)
        except Refused:
            continue


@GAMES
@given(seeds, st.integers(2, 5), st.integers(0, 250), st.data())
def test_explanations_add_up_for_every_number(seed: int, players: int, events: int, data: st.DataObject) -> None:
    start = new_game(players, layout="random_tokens", seed=seed)
    played = TrueTable(start, seed, Policy(unseen_discard=0.3, show_points=30)).events(events)
    record = fold(start, played)
    mended(data, record)

    shown = state_for_api(record.state)
    for name in number_names(record.state):
        assert_adds_up(record.head, name)
        if not name.startswith("revealed_points"):
            assert explain(record.head, name).value == public_number(shown, name)


@GAMES
@given(seeds, st.data())
def test_a_roads_paths_are_a_trail_of_its_length_built_by_these_entries(seed: int, data: st.DataObject) -> None:
    start = new_game(3, layout="random_tokens", seed=seed)
    record = fold(start, TrueTable(start, seed, Policy(road=20, cutter=100)).events(200))
    mended(data, record)

    told = {snapshot.number: snapshot.fact for snapshot in record.head.history()}
    for seat, shown in enumerate(state_for_api(record.state)["seats"]):
        road = explain_road(record.head, seat)
        paths = [at for at, _ in road]
        assert len(paths) == len(set(paths)) == shown["road_length"]
        for at, built in road:
            fact = told[built]
            assert isinstance(fact, RoadBuilt)
            assert (fact.seat, fact.at) == (seat, at)
        ends = [set(games.SMALL.ends_of[at]) for at in paths]
        for one, other in pairwise(ends):
            assert len(one & other) == 1, "each path goes on where the one before ended"
            (corner,) = one & other
            building = record.state.buildings.get(corner)
            assert building is None or building.seat == seat, "and past no foreign building"


@GAMES
@given(seeds)
def test_points_are_explained_by_what_gives_points(seed: int) -> None:
    start = new_game(3, layout="random_tokens", seed=seed, vp_cards="any_time_own_turn")
    record = fold(start, TrueTable(start, seed, Policy(road=10, cutter=100)).events(200))
    holders = [TITLES[title] for title in ("longest_road", "largest_army")]

    for seat in range(3):
        for line in explain(record.head, f"points.{seat}").lines:
            before, after = (record.snapshot_at(number).state for number in (line.entry - 1, line.entry))
            titles = sum(2 * ((holder(after) == seat) - (holder(before) == seat)) for holder in holders)
            built = isinstance(line.fact, SettlementBuilt | CityBuilt) and line.fact.seat == seat
            shown = line.fact.count if isinstance(line.fact, PointsRevealed) else 0
            assert line.amount == titles + built + shown
