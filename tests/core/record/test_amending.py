"""Amending: any entry replaced, removed or put in between, what that changes told before, all of it in the log."""

from typing import Any

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from narrator.core.message import Msg, Refused, msg
from narrator.core.reading.mistakes import consequences
from narrator.core.reading.public_view import state_for_api
from narrator.core.record.choices import legal_events
from narrator.core.record.judging import apply, refusals
from narrator.core.record.record import Record, fold
from narrator.core.table.cards import PRICES, Cards
from narrator.core.table.events import (
    Amended,
    AnyEvent,
    AnyFact,
    CityBuilt,
    Corrected,
    DevelopmentBought,
    DiceRolled,
    FirstPlayerChosen,
    KnightPlayed,
    PlayersTraded,
    RoadBuilt,
    RobberMoved,
    SeatJoined,
    SettlementBuilt,
    TakenBack,
    TurnEnded,
    decode_event,
    encode_event,
)
from narrator.core.table.hands import Bounds, Hands
from narrator.core.table.state import GameState
from tests.support import games
from tests.support.core_evening import EVENING, LABELS, codes_of, entry, evening, go_on, numberless, rightly, table
from tests.support.examples import examples
from tests.support.games import ANA, BORIS, CHAI, hexagon, new_game, path, spot
from tests.support.player import Policy, TrueTable

GAMES = examples(8)
seeds = st.integers(0, 10**6)


def facts(record: Record) -> dict[int, AnyFact | None]:
    """What happened and was not taken back, by its entry's number, in the order it happened."""
    return {snapshot.number: snapshot.fact for snapshot in record.head.history()}


def kinds_of(record: Record, event: AnyEvent) -> list[str]:
    return [reason.kind for reason in record.refusals(event)]


# Replacing, removing, inserting.


def test_a_replaced_entry_counts_as_if_it_had_been_entered_so():
    record = fold(table(), evening("Boris's turn 1 ends", instead={"Ana rolls a six": DiceRolled(seat=ANA, total=4)}))
    wrong = list(record.log)
    amendment = Amended(entry=entry("Ana rolls a six"), event=EVENING["Ana rolls a six"])

    after = record.add(amendment)

    assert after.last_entry == 20
    assert numberless(after) == rightly("Boris's turn 1 ends")
    assert record.log == [*wrong, amendment], "what was amended stays in the log"
    assert facts(record) == dict(enumerate(evening("Boris's turn 1 ends"), 1))


def test_a_removed_entry_counts_as_if_it_had_never_been_entered():
    record = fold(table(), evening("Chai buys a card"))

    record.add(Amended(entry=entry("Boris's road")))

    without = evening("Chai buys a card", instead={"Boris's road": None})
    assert numberless(record.state) == numberless(fold(table(), without).state)
    assert list(facts(record)) == [n for n in range(1, 22) if n != entry("Boris's road")]


def test_an_inserted_entry_counts_as_if_it_had_been_entered_then():
    record = fold(table(), evening("Chai buys a card", instead={"Boris's road": None}))

    record.add(Amended(after=entry("Boris's road") - 1, event=EVENING["Boris's road"]))

    assert record.state.last_entry == 21
    assert numberless(record.state) == rightly("Chai buys a card")
    assert list(facts(record))[16:19] == [17, 21, 18], "it has the number of the amendment that put it in"


def test_an_entry_is_inserted_at_the_start():
    record = fold(table(), [replace(event, waived=True) for event in evening("Ana's second road")[1:]])

    record.add(Amended(after=0, event=FirstPlayerChosen(seat=CHAI)))

    assert (record.state.first_seat, record.state.turn, record.state.round) == (CHAI, CHAI, 1)
    assert numberless(replace(record.state, first_seat=ANA, turn=ANA)) == rightly("Ana's second road")


def test_the_first_and_the_last_entry_can_be_amended():
    record = fold(table(), evening("Ana rolls a six", instead={"Ana begins": FirstPlayerChosen(seat=ANA, rolls={})}))

    record.add(Amended(entry=1, event=FirstPlayerChosen(seat=ANA, rolls={ANA: 12, BORIS: 2})))
    record.add(Amended(entry=14, event=DiceRolled(seat=ANA, total=12)))
    assert [seat.hand_size for seat in record.state.seats] == [4, 3, 3]

    record.add(Amended(entry=14))
    assert numberless(record.state) == rightly("Ana's second road")


def test_an_entry_is_inserted_at_the_end_as_if_entered_now():
    record = fold(table(), evening("Ana's second road"))

    record.add(Amended(after=13, event=EVENING["Ana rolls a six"]))

    assert numberless(record.state) == rightly("Ana rolls a six")
    assert numberless(go_on(record, evening(after="Ana rolls a six")).state) == rightly()


def test_an_inserted_entry_is_amended_by_its_own_number():
    record = fold(table(), evening("Ana's second road"))
    record.add(Amended(after=13, event=DiceRolled(seat=ANA, total=2)))

    record.add(Amended(entry=14, event=EVENING["Ana rolls a six"]))
    assert numberless(record.state) == rightly("Ana rolls a six")

    record.add(Amended(entry=14))
    assert numberless(record.state) == rightly("Ana's second road")


# What there is not.


@pytest.mark.parametrize(
    "amendment",
    [
        Amended(entry=0),
        Amended(entry=15),
        Amended(entry=99, event=TurnEnded(seat=ANA)),
        Amended(after=15, event=TurnEnded(seat=ANA)),
        Amended(after=99, event=TurnEnded(seat=ANA)),
    ],
)
def test_an_entry_that_does_not_exist_cannot_be_amended(amendment: Amended):
    record = fold(table(), evening("Ana rolls a six"))
    before, log = record.state, list(record.log)

    assert codes_of(record, amendment) == ["amended.unknown"]
    assert kinds_of(record, amendment) == ["impossible"]
    with pytest.raises(Refused, match=r"^amended\.unknown$"):
        record.add(replace(amendment, waived=True))
    assert record.state is before
    assert record.log == log


def test_an_entry_that_was_taken_back_cannot_be_amended_until_it_is_back():
    record = go_on(fold(table(), evening("Ana rolls a six")), [TakenBack(to=13)])
    amendment = Amended(entry=14, event=DiceRolled(seat=ANA, total=4))
    after_it = Amended(after=14, event=TurnEnded(seat=ANA))
    assert (codes_of(record, amendment), codes_of(record, after_it)) == (["amended.unknown"], ["amended.unknown"])

    record.add(TakenBack(to=14))

    assert (codes_of(record, amendment), codes_of(record, after_it)) == ([], [])


@pytest.mark.parametrize("number", [15, 16])
def test_the_logs_own_entries_are_taken_back_not_amended(number: int):
    record = fold(table(), evening("Ana rolls a six"))
    record.add(Amended(entry=14, event=DiceRolled(seat=ANA, total=4)))
    record.add(TakenBack(to=14))

    assert codes_of(record, Amended(entry=number)) == ["amended.unknown"]


def test_the_consequences_of_amending_what_there_is_not_are_refused_too():
    record = fold(table(), [EVENING["Ana begins"]])
    for amendment in (Amended(entry=9), Amended(after=9, event=TurnEnded(seat=ANA))):
        with pytest.raises(Refused, match=r"^amended\.unknown$"):
            consequences(record, amendment)


# An event that does not fit where it is put.


def test_an_impossible_event_cannot_be_amended_in():
    record = fold(table(), evening("Chai buys a card"))
    before = record.state
    taken = RoadBuilt(seat=BORIS, at=path("B2|C2"))
    amendment = Amended(entry=entry("Boris's road"), event=taken)

    assert (codes_of(record, amendment), kinds_of(record, amendment)) == (
        ["road.occupied", "road.not_connected"],
        ["impossible", "irregular"],
    )
    for waived in (replace(amendment, waived=True), replace(amendment, event=replace(taken, waived=True))):
        with pytest.raises(Refused, match=r"road\.occupied"):
            record.add(waived)
    assert record.state is before


FAR = RoadBuilt(seat=BORIS, at=path("A1|A2"))


def test_an_irregular_event_is_amended_in_only_when_it_is_let_stand():
    record = fold(table(), evening("Chai buys a card"))
    amendment = Amended(entry=entry("Boris's road"), event=FAR)
    assert (codes_of(record, amendment), kinds_of(record, amendment)) == (["road.not_connected"], ["irregular"])
    with pytest.raises(Refused, match=r"^road\.not_connected$"):
        record.add(amendment)


@pytest.mark.parametrize(
    "amendment",
    [
        Amended(entry=entry("Boris's road"), event=replace(FAR, waived=True)),
        Amended(entry=entry("Boris's road"), event=FAR, waived=True),
    ],
)
def test_the_event_or_the_amendment_may_be_waived(amendment: Amended):
    record = fold(table(), evening("Chai buys a card"))

    record.add(amendment)

    assert path("A1|A2") in record.state.roads
    assert path("C2|D1") not in record.state.roads
    wrong = {"Boris's road": replace(FAR, waived=True)}
    assert numberless(record.state) == numberless(fold(table(), evening("Chai buys a card", instead=wrong)).state)


def test_an_event_is_judged_by_the_moment_where_it_is_put():
    record = fold(table(), evening("Chai's turn 1 ends"))
    seven = DiceRolled(seat=BORIS, total=7)
    assert codes_of(record, seven) == ["turn.not_yours"]

    assert codes_of(record, Amended(after=entry("Ana's turn 1 ends"), event=seven)) == []
    assert codes_of(record, Amended(after=entry("Boris's road"), event=seven)) == ["step.not_now"]
    assert codes_of(record, Amended(after=entry("Boris's road"), event=replace(seven, late=True))) == []


# Later entries that no longer fit.


def test_a_later_entry_that_becomes_irregular_is_reported_and_stays():
    record = fold(table(), evening())
    amendment = Amended(entry=entry("Boris's road"), event=RoadBuilt(seat=BORIS, at=path("C2|D2")))

    assert codes_of(record, amendment) == []
    assert consequences(record, amendment) == (
        msg(
            "consequence.irregular",
            entry=entry("Boris's settlement"),
            reasons=["settlement.not_connected"],
        ),
    )

    record.add(amendment)
    assert spot("C1-C2-D1") in record.state.buildings
    assert consequences(record, Amended(entry=1, event=EVENING["Ana begins"])) == (), "told once, then known"


def ana_takes_the_spot(**flags: Any) -> Amended:
    """Ana turns out to have built where Boris built later."""
    built = SettlementBuilt(seat=ANA, at=spot("C1-C2-D1"), waived=True)
    return Amended(after=entry("Ana rolls a five"), event=built, **flags)


def with_a_city_upon_it() -> Record:
    record = fold(table(), evening("Boris's settlement"))
    record.add(CityBuilt(seat=BORIS, at=spot("C1-C2-D1"), waived=True))
    return record


def test_later_entries_that_become_impossible_are_left_out_only_when_waived():
    record = with_a_city_upon_it()
    before, log = record.state, list(record.log)
    settlement, city = entry("Boris's settlement"), entry("Boris's settlement") + 1

    (reason,) = record.refusals(ana_takes_the_spot())
    assert (reason.code, reason.kind, reason.params) == (
        "amended.leaves_out",
        "irregular",
        {"entries": [settlement, city]},
    )
    told = consequences(record, ana_takes_the_spot())
    assert told[-2:] == (msg("consequence.left_out", entry=settlement), msg("consequence.left_out", entry=city))
    with pytest.raises(Refused, match=r"^amended\.leaves_out$"):
        record.add(ana_takes_the_spot())
    assert record.state is before

    record.add(ana_takes_the_spot(waived=True))

    assert [record.state.buildings[spot("C1-C2-D1")].seat, record.state.seats[BORIS].cities] == [ANA, 0]
    assert record.log == [*log, ana_takes_the_spot(waived=True)]
    assert {settlement, city} & set(facts(record)) == set()


def test_letting_the_event_stand_does_not_let_later_entries_be_left_out():
    record = with_a_city_upon_it()
    event = ana_takes_the_spot().event
    assert event is not None
    assert event.waived
    assert codes_of(record, ana_takes_the_spot()) == ["amended.leaves_out"]


def test_entries_that_were_left_out_come_back_when_they_fit_again():
    record = with_a_city_upon_it()
    before = numberless(record.state)
    record.add(ana_takes_the_spot(waived=True))

    record.add(Amended(entry=record.state.last_entry))

    assert numberless(record.state) == before, "amending back is the same state"


def test_taking_back_brings_back_what_an_amendment_left_out():
    record = with_a_city_upon_it()
    before, history = record.state, facts(record)
    record.add(ana_takes_the_spot(waived=True))

    record.add(TakenBack(to=before.last_entry))

    assert record.state == replace(before, last_entry=before.last_entry + 2)
    assert facts(record) == history


# What is told.


def test_the_consequences_of_a_wrong_total():
    instead = {"Chai rolls a four": DiceRolled(seat=CHAI, total=5)}
    record = fold(table(), evening("Chai buys a card", instead=instead))
    amendment = Amended(entry=entry("Chai rolls a four"), event=EVENING["Chai rolls a four"])

    assert consequences(record, amendment) == (
        msg("consequence.bank", resource="brick", old=17, new=18),
        msg("consequence.bank", resource="wool", old=16, new=17),
        msg("consequence.bank", resource="grain", old=16, new=14),
        msg("consequence.hand", seat=BORIS, old=5, new=3),
        msg("consequence.hand", seat=CHAI, old=1, new=3),
        msg("consequence.sure", count="hand.2"),
    )


def a_game_won_by_a_road() -> Record:
    """Ana has eight points and four roads in a row; the fifth brings the title and the win."""
    before = games.given(
        new_game(3),
        hands={ANA: 4},
        bank=Cards(17, 17, 19, 19, 19),
        settlements={ANA: ["B1-B2-C2"], BORIS: ["D3-D4-E3"]},
        roads={ANA: ["B2|C2", "C2|C3", "C2|D2", "C2|D1"]},
        seats={ANA: {"cities": 3, "settlements": 2}},
    )
    return games.record_of(before, RoadBuilt(seat=ANA, at=path("C1|C2")))


def test_the_consequences_for_a_title_and_the_winner():
    record = a_game_won_by_a_road()
    assert (record.state.phase.step, state_for_api(record.state)["winner"]) == ("over", ANA)
    elsewhere = Amended(entry=1, event=RoadBuilt(seat=ANA, at=path("C3|D2")))

    assert consequences(record, elsewhere) == (
        msg("consequence.longest_road", giver=ANA, taker=None),
        msg("consequence.winner", giver=ANA, taker=None),
        msg("consequence.points", seat=ANA, old=10, new=8),
        msg("consequence.road_length", seat=ANA, old=5, new=4),
        msg("consequence.step", old="over", new="actions"),
    )
    record.add(elsewhere)
    assert state_for_api(record.state)["winner"] is None


def test_the_consequences_of_a_win_that_came_earlier():
    record = games.record_of(
        a_game_won_by_a_road().snapshot_at(0).state, TurnEnded(seat=ANA), DiceRolled(seat=BORIS, total=2)
    )
    forgotten = Amended(after=0, event=RoadBuilt(seat=ANA, at=path("C1|C2")))

    told = consequences(record, forgotten)

    assert msg("consequence.winner", giver=None, taker=ANA) in told
    assert told[-2:] == (
        msg("consequence.irregular", entry=1, reasons=["game.over"]),
        msg("consequence.irregular", entry=2, reasons=["game.over"]),
    )
    assert state_for_api(record.add(forgotten))["winner"] == ANA


def test_the_consequences_for_the_turn_the_step_and_a_doubt():
    record = fold(table(), evening("Boris rolls an eight"))

    assert consequences(record, Amended(entry=16, event=DiceRolled(seat=BORIS, total=7))) == (
        msg("consequence.bank", resource="lumber", old=17, new=18),
        msg("consequence.bank", resource="ore", old=16, new=17),
        msg("consequence.hand", seat=BORIS, old=5, new=3),
        msg("consequence.step", old="actions", new="robber"),
    )
    assert consequences(record, Amended(after=16, event=TurnEnded(seat=BORIS))) == (
        msg("consequence.turn", old=BORIS, new=CHAI),
        msg("consequence.step", old="actions", new="roll"),
    )
    dear = Amended(after=16, event=DevelopmentBought(seat=BORIS))
    assert consequences(record, dear)[-1] == msg("consequence.unsure", count="hand.1")


def test_a_seat_that_joined_can_be_amended_away_and_in():
    join = SeatJoined(seat=CHAI, name="Chai", colour="white")
    record = fold(new_game(2), [join, FirstPlayerChosen(seat=ANA)])
    away = Amended(entry=1)
    told = consequences(record, away)
    assert not [message for message in told if message.key == "consequence.left_out"]
    record.add(away)
    assert [seat.name for seat in record.state.seats] == ["Ana", "Boris"]

    back = Amended(after=0, event=join)
    consequences(record, back)
    record.add(back)
    assert [seat.name for seat in record.state.seats] == ["Ana", "Boris", "Chai"]


def test_entries_of_a_seat_that_was_amended_away_are_left_out():
    join = SeatJoined(seat=CHAI, name="Chai", colour="white")
    record = fold(new_game(2), [join, FirstPlayerChosen(seat=CHAI)])
    assert codes_of(record, Amended(entry=1)) == ["amended.leaves_out"]
    assert msg("consequence.left_out", entry=2) in consequences(record, Amended(entry=1))


def test_a_hand_within_bounds_that_pays_more_than_its_size_leaves_room_for_fits_nothing():
    """Found by amending: two lumber and a brick are certain of four cards, so three others can't have been paid."""
    bounds = Bounds(Cards(lumber=2, brick=1), Cards(3, 2, 1, 1, 1))
    hands = Hands((Cards(), Cards()), bounded={ANA: bounds})

    assert hands.with_payment(ANA, PRICES["development"], size=1) is None
    assert hands.with_payment(ANA, Cards(ore=1), size=3) == Hands((Cards(lumber=2, brick=1), Cards()))


# Groups.


def test_an_entry_inside_a_group_is_amended_and_the_group_still_goes_back_together():
    first = entry("Chai's knight")
    together = ("Chai's knight", "Chai moves the robber", "Chai steals from Ana")
    instead = {label: replace(EVENING[label], group=first) for label in together}
    wrong = {**instead, "Chai moves the robber": RobberMoved(seat=CHAI, to=hexagon("D3"), group=first)}
    record = fold(table(), evening("Chai rolls a six", instead=wrong))
    rolled = record.state.last_entry

    record.add(Amended(entry=first + 1, event=instead["Chai moves the robber"]))

    assert numberless(record.state) == rightly("Chai rolls a six")
    assert codes_of(record, TakenBack(to=first)) == ["taken_back.splits_group"]
    record.add(TakenBack(to=first - 1))
    assert numberless(record.state) == rightly("Boris's turn 2 ends")
    record.add(TakenBack(to=rolled))
    assert record.state.robber == hexagon("D3"), "as it was before the amendment"


def test_amendments_entered_together_go_back_together():
    instead = {"Chai rolls a four": DiceRolled(seat=CHAI, total=5), "Boris's road": None}
    record = fold(table(), evening("Chai's turn 1 ends", instead=instead))
    before = record.state
    first = before.last_entry + 1
    record.add(Amended(entry=19, event=EVENING["Chai rolls a four"], group=first))
    record.add(Amended(after=17, event=EVENING["Boris's road"], group=first))
    assert numberless(record.state) == rightly("Chai's turn 1 ends")

    assert codes_of(record, TakenBack(to=first)) == ["taken_back.splits_group"]
    record.add(TakenBack(to=first - 1))
    assert record.state == replace(before, last_entry=first + 2)


# Written down and read again.


@pytest.mark.parametrize(
    ("written", "event"),
    [
        (b'{"type":"amended","entry":3,"event":null}', Amended(entry=3)),
        (b'{"type":"amended","entry":3}', Amended(entry=3)),
        (
            b'{"type":"amended","entry":3,"event":{"type":"dice_rolled","seat":1,"total":6},"waived":true}',
            Amended(entry=3, event=DiceRolled(seat=BORIS, total=6), waived=True),
        ),
        (
            b'{"type":"amended","after":0,"event":{"type":"turn_ended","seat":0,"late":true},"group":7}',
            Amended(after=0, event=TurnEnded(seat=ANA, late=True), group=7),
        ),
    ],
)
def test_an_amendment_is_read_as_it_was_written(written: bytes, event: Amended):
    assert decode_event(written) == event
    assert decode_event(encode_event(event)) == event


@pytest.mark.parametrize(
    "written",
    [
        b'{"type":"amended"}',
        b'{"type":"amended","after":3}',
        b'{"type":"amended","after":3,"event":null}',
        b'{"type":"amended","entry":3,"after":3,"event":{"type":"turn_ended","seat":0}}',
        b'{"type":"amended","entry":-1}',
        b'{"type":"amended","entry":3,"event":{"type":"taken_back","to":1}}',
        b'{"type":"amended","entry":3,"event":{"type":"amended","entry":1}}',
    ],
)
def test_what_is_no_amendment_is_not_read_as_one(written: bytes):
    with pytest.raises(msgspec.ValidationError):
        decode_event(written)


# In random games.


def random_game(seed: int, length: int = 110) -> tuple[GameState, list[AnyFact]]:
    """A game with discards that nobody looked at, so that some counts are unsure."""
    start = new_game(3, layout="random_tokens", seed=seed)
    events = list(TrueTable(start, seed, Policy(unseen_discard=0.5, checklist=0.0)).events(length))
    return start, events


def is_impossible(state: GameState, event: AnyFact) -> bool:
    return any(reason.kind == "impossible" for reason in refusals(state, event))


def something_else(data: st.DataObject, state: GameState) -> AnyFact:
    """What might have happened at this moment too, regular or not."""
    turn, count = state.turn, len(state.seats)
    seats = st.integers(0, count - 1)
    odd: list[AnyFact] = [
        DiceRolled(seat=data.draw(seats), total=data.draw(st.integers(2, 12)), waived=True),
        DiceRolled(seat=turn, total=data.draw(st.integers(2, 12)), late=True),
        TurnEnded(seat=turn, waived=True),
        DevelopmentBought(seat=turn, waived=True),
        KnightPlayed(seat=turn, late=True, waived=True),
        PlayersTraded(seat=turn, partner=(turn + 1) % count, give={"ore": 2}, receive={"wool": 1}, waived=True),
        Corrected(what="hand", seat=data.draw(seats), value=data.draw(st.integers(0, 9))),
        Corrected(what="bank", resource="ore", value=data.draw(st.integers(0, 19))),
        Corrected(what="turn", value=data.draw(seats)),
    ]
    possible = [event for event in [*legal_events(state)][:40] + odd if not is_impossible(state, event)]
    return data.draw(st.sampled_from(possible))


def entered_in_order(start: GameState, numbered: list[tuple[int, AnyFact]]) -> GameState:
    """A log of these, each entered whatever speaks against it unless it is impossible; unsure since their numbers."""
    state, numbers = start, [0]
    for number, event in numbered:
        if not is_impossible(state, event):
            state = apply(state, event)
            numbers.append(number)
    return replace(state, last_entry=0, unsure={count: numbers[since] for count, since in state.unsure.items()})


@GAMES
@given(seeds, st.data())
def test_an_insertion_is_having_entered_it_then(seed: int, data: st.DataObject) -> None:
    start, events = random_game(seed)
    record = fold(start, events)
    after = data.draw(st.integers(0, len(events)))
    event = something_else(data, record.snapshot_at(after).state)

    record.add(Amended(after=after, event=event, waived=True))

    numbered = list(enumerate(events, 1))
    numbered.insert(after, (record.state.last_entry, event))
    assert numberless(record.state) == entered_in_order(start, numbered)


@GAMES
@given(seeds, st.data())
def test_a_replacement_is_having_entered_that_instead(seed: int, data: st.DataObject) -> None:
    start, events = random_game(seed)
    record = fold(start, events)
    at = data.draw(st.integers(1, len(events)))
    event = something_else(data, record.snapshot_at(at - 1).state)

    record.add(Amended(entry=at, event=event, waived=True))

    numbered = list(enumerate(events, 1))
    numbered[at - 1] = (at, event)
    assert numberless(record.state) == entered_in_order(start, numbered)


@GAMES
@given(seeds, st.data())
def test_a_removal_is_never_having_entered_it(seed: int, data: st.DataObject) -> None:
    start, events = random_game(seed)
    record = fold(start, events)
    at = data.draw(st.integers(1, len(events)))

    record.add(Amended(entry=at, waived=True))

    numbered = list(enumerate(events, 1))
    del numbered[at - 1]
    assert numberless(record.state) == entered_in_order(start, numbered)


def renumbered(state: GameState, old: int, new: int) -> GameState:
    """The same state with an entry known by another number."""
    unsure = {count: new if since == old else since for count, since in state.unsure.items()}
    return replace(state, last_entry=0, unsure=unsure)


@GAMES
@given(seeds, st.data())
def test_removed_and_put_in_again_is_the_same_state(seed: int, data: st.DataObject) -> None:
    start, events = random_game(seed)
    record = fold(start, events)
    at = data.draw(st.integers(1, len(events)))
    before = record.state

    record.add(Amended(entry=at, waived=True))
    record.add(Amended(after=at - 1, event=events[at - 1], waived=True))

    assert numberless(record.state) == renumbered(before, at, record.state.last_entry)
    assert list(facts(record).values()) == events


@GAMES
@given(seeds, st.data())
def test_replaced_and_replaced_back_is_the_same_state(seed: int, data: st.DataObject) -> None:
    start, events = random_game(seed)
    record = fold(start, events)
    at = data.draw(st.integers(1, len(events)))
    before = record.state

    record.add(Amended(entry=at, event=something_else(data, record.snapshot_at(at - 1).state), waived=True))
    record.add(Amended(entry=at, event=events[at - 1], waived=True))

    assert numberless(record.state) == numberless(before)
    assert facts(record) == dict(enumerate(events, 1))


@GAMES
@given(seeds, st.data())
def test_amended_and_back_is_the_same_state_where_nothing_is_left_out(seed: int, data: st.DataObject) -> None:
    start, events = random_game(seed)
    record = fold(start, events)
    before = record.state
    at = data.draw(st.integers(1, len(events)))
    amendment = Amended(entry=at, event=something_else(data, record.snapshot_at(at - 1).state), waived=True)
    assume("amended.leaves_out" not in codes_of(record, amendment))

    record.add(amendment)
    record.add(Amended(entry=at, event=events[at - 1], waived=True))

    assert record.state == replace(before, last_entry=len(events) + 2)
    assert facts(record) == dict(enumerate(events, 1))


@GAMES
@given(seeds, st.data())
def test_taking_back_an_amendment_restores(seed: int, data: st.DataObject) -> None:
    start, events = random_game(seed)
    record = fold(start, events)
    states = [record.state]
    for _ in range(3):
        number = data.draw(st.sampled_from(list(facts(record))))
        before = next(snapshot.before for snapshot in record.head.history() if snapshot.number == number)
        assert before is not None
        event = something_else(data, before.state)
        record.add(Amended(entry=number, event=event, waived=True))
        states.append(record.state)

    for back, state in reversed(list(enumerate(states[:-1]))):
        record.add(TakenBack(to=len(events) + back))
        assert numberless(record.state) == numberless(state)
    assert facts(record) == dict(enumerate(events, 1))
    record.add(TakenBack(to=len(events) + 3))
    assert numberless(record.state) == numberless(states[-1]), "and taking that back amends again"


def numbers_told(told: tuple[Msg, ...]) -> dict[tuple[str, Any], tuple[int, int]]:
    return {
        (message.key.removeprefix("consequence."), message.params.get("seat", message.params.get("resource"))): (
            message.params["old"],
            message.params["new"],
        )
        for message in told
        if "old" in message.params and message.key not in ("consequence.turn", "consequence.step")
    }


def public_numbers(state: GameState) -> dict[tuple[str, Any], int]:
    shown = state_for_api(state)
    numbers: dict[tuple[str, Any], int] = {("bank", resource): count for resource, count in shown["bank"].items()}
    numbers["deck", None] = shown["development_deck"]
    for number, seat in enumerate(shown["seats"]):
        numbers |= {(what, number): value for what, value in seat.items() if what not in ("name", "colour")}
        numbers["revealed_points", number] = state.seats[number].revealed_points
    return numbers


@GAMES
@given(seeds, st.data())
def test_consequences_tell_what_changes_and_change_nothing(seed: int, data: st.DataObject) -> None:
    start, events = random_game(seed)
    record = fold(start, events)
    before, length = record.state, len(record.log)
    at = data.draw(st.integers(1, len(events)))
    event = data.draw(st.sampled_from([None, something_else(data, record.snapshot_at(at - 1).state)]))
    amendment = Amended(entry=at, event=event, waived=True)

    told = consequences(record, amendment)
    assert record.state is before
    assert (len(record.log), facts(record)) == (length, dict(enumerate(events, 1)))

    after = record.add(amendment)
    old, new = public_numbers(before), public_numbers(after)
    assert numbers_told(told) == {name: (old[name], new[name]) for name in old if old[name] != new[name]}
    seen, then = state_for_api(before), state_for_api(after)
    assert {message.key.removeprefix("consequence.") for message in told if "giver" in message.params} == {
        title for title in ("longest_road", "largest_army", "winner") if seen[title] != then[title]
    }
    assert [message.params for message in told if message.key == "consequence.turn"] == (
        [{"old": seen["seat"], "new": then["seat"]}] if seen["seat"] != then["seat"] else []
    )
    assert {m.params["count"] for m in told if m.key == "consequence.unsure"} == set(after.unsure) - set(before.unsure)
    assert {m.params["count"] for m in told if m.key == "consequence.sure"} == set(before.unsure) - set(after.unsure)
    gone = {message.params["entry"] for message in told if message.key == "consequence.left_out"}
    assert set(facts(record)) == set(range(1, length + 1)) - gone - ({at} if event is None else set())
    irregular = {
        snapshot.number
        for snapshot in record.head.history()
        if snapshot.before and snapshot.fact and refusals(snapshot.before.state, snapshot.fact)
    }
    assert {m.params["entry"] for m in told if m.key == "consequence.irregular"} == irregular - {at}


@GAMES
@given(seeds, st.data())
def test_replacing_an_entry_with_itself_changes_nothing(seed: int, data: st.DataObject) -> None:
    start, events = random_game(seed)
    record = fold(start, events)
    at = data.draw(st.integers(1, len(events)))
    amendment = Amended(entry=at, event=events[at - 1])

    assert record.refusals(amendment) == ()
    assert consequences(record, amendment) == ()
    assert record.add(amendment) == replace(fold(start, events).state, last_entry=len(events) + 1)


@GAMES
@given(seeds, st.data())
def test_an_amended_log_written_down_and_read_again_folds_to_the_same(seed: int, data: st.DataObject) -> None:
    start, events = random_game(seed)
    record = fold(start, events)
    for _ in range(3):
        number = data.draw(st.sampled_from(list(facts(record))))
        before = next(snapshot.before for snapshot in record.head.history() if snapshot.number == number)
        assert before is not None
        event = something_else(data, before.state)
        place = data.draw(st.sampled_from(["replace", "remove", "insert"]))
        if place == "insert":
            amendment = Amended(after=before.number, event=event, waived=True)
        else:
            amendment = Amended(entry=number, event=event if place == "replace" else None, waived=True)
        assert decode_event(encode_event(amendment)) == amendment
        record.add(amendment)

    read = [decode_event(encode_event(event)) for event in record.log]
    again = fold(start, read)
    assert again.state == record.state
    assert facts(again) == facts(record)


def test_every_entry_of_the_evening_can_be_removed_and_put_in_again():
    for label in LABELS:
        record = fold(table(), evening())
        at = entry(label)
        amendment = Amended(entry=at, waived=True)
        left_out = [reason.params["entries"] for reason in record.refusals(Amended(entry=at))]
        assert left_out == [], label
        record.add(amendment)
        record.add(Amended(after=at - 1, event=EVENING[label]))
        assert numberless(record.state) == rightly(), label
