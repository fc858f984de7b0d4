"""Typical slips of a host who plays too: what the host sees when going on, and what one mending does.

Everything starts from the same evening. A slip is mended when the state is that of the evening entered rightly, in all
but the number of entries.
"""

import pytest
from msgspec.structs import replace

from narrator.core.reading.mistakes import HandMistake, find_hand_mistake
from narrator.core.record.record import Record, fold
from narrator.core.table.events import (
    Amended,
    AnyFact,
    BankTraded,
    CardsDiscarded,
    CardStolen,
    CityBuilt,
    Corrected,
    DevelopmentBought,
    DiceRolled,
    FirstPlayerChosen,
    MonopolyPlayed,
    PlayersTraded,
    PointsRevealed,
    RoadBuildingPlayed,
    RoadBuilt,
    RobberMoved,
    SettlementBuilt,
    TakenBack,
    TurnEnded,
)
from narrator.core.table.state import GameState
from tests.support.core_evening import EVENING, LABELS, codes_of, entry, evening, go_on, numberless, rightly, table
from tests.support.games import ANA, BORIS, CHAI, hexagon, path, spot


def entered(until: str, instead: dict[str, AnyFact | None] | None = None) -> Record:
    return fold(table(), evening(until, instead=instead))


def let_stand(*labels: str) -> dict[str, AnyFact | None]:
    return {label: replace(EVENING[label], waived=True) for label in labels}


def hands(state: GameState) -> list[int]:
    return [seat.hand_size for seat in state.seats]


def replaced(label: str) -> Amended:
    """The mending that puts the right event in the place of the slip."""
    return Amended(entry=entry(label), event=EVENING[label])


def put_in(label: str) -> Amended:
    """The mending that enters what was forgotten where it belongs."""
    return Amended(after=entry(label) - 1, event=EVENING[label])


def test_the_evening_entered_rightly_leaves_nothing_unsure():
    record = entered(LABELS[-1])

    assert record.state.unsure == {}
    assert hands(record.state) == [3, 3, 2]
    assert [find_hand_mistake(record.head, seat) for seat in (ANA, BORIS, CHAI)] == [None, None, None]


# Dice.


def test_a_wrong_total():
    record = entered("Chai buys a card", {"Chai rolls a four": DiceRolled(seat=CHAI, total=5)})
    assert record.state.unsure == {"hand.2": entry("Chai buys a card")}
    slip = find_hand_mistake(record.head, CHAI, max_suspects=2)
    assert slip == HandMistake(CHAI, 21, ("wool",), (entry("Chai buys a card"), entry("Chai rolls a four")))

    record.add(replaced("Chai rolls a four"))

    assert numberless(record.state) == rightly("Chai buys a card")


def test_a_wrong_total_that_pays_too_little_shows_at_a_monopoly():
    record = entered("Ana rolls a five", {"Boris rolls an eight": DiceRolled(seat=BORIS, total=9)})
    assert record.state.unsure == {}
    assert codes_of(record, EVENING["Ana's monopoly"]) == ["monopoly.too_many"]

    record.add(replaced("Boris rolls an eight"))

    assert codes_of(record, EVENING["Ana's monopoly"]) == []
    assert numberless(record.state) == rightly("Ana rolls a five")


def test_a_seven_entered_as_an_eight():
    record = entered("Boris rolls a seven", {"Boris rolls a seven": DiceRolled(seat=BORIS, total=8)})
    assert codes_of(record, EVENING["Ana discards"]) == ["step.not_now"]

    record.add(replaced("Boris rolls a seven"))

    assert numberless(record.state) == rightly("Boris rolls a seven")
    assert numberless(go_on(record, evening(after="Boris rolls a seven")).state) == rightly()


def test_a_roll_entered_twice_is_turned_down_and_leaves_no_trace():
    record = entered("Ana rolls an eleven")

    assert codes_of(record, EVENING["Ana rolls an eleven"]) == ["step.not_now"]
    assert numberless(record.state) == rightly("Ana rolls an eleven")


def test_the_next_players_dice_tapped_too_early_are_taken_back():
    record = entered("Ana rolls an eleven")
    record.add(TurnEnded(seat=ANA, group=24))
    record.add(DiceRolled(seat=BORIS, total=11, group=24))
    assert codes_of(record, EVENING["Ana buys a card"]) == ["turn.not_yours"]

    record.add(TakenBack(to=entry("Ana rolls an eleven")))

    assert numberless(record.state) == rightly("Ana rolls an eleven")


def test_a_forgotten_roll_is_entered_late():
    record = entered("Chai's turn 3 ends", {"Chai rolls an eight": None, **let_stand("Chai's turn 3 ends")})
    unnoticed = entered("Boris's turn 3 ends")
    assert codes_of(unnoticed, EVENING["Chai's turn 3 ends"]) == ["step.not_now"]
    assert hands(record.state) == [7, 2, 2]

    go_on(record, evening("Ana rolls a twelve", after="Chai's turn 3 ends"))
    record.add(replace(EVENING["Chai rolls an eight"], late=True))

    assert hands(record.state) == [8, 5, 2]
    assert numberless(record.state) == rightly("Ana rolls a twelve")


# Seats and turns.


def test_the_wrong_first_player():
    record = fold(table(), [FirstPlayerChosen(seat=BORIS)])
    assert codes_of(record, EVENING["Ana's first settlement"]) == ["turn.not_yours"]

    record.add(replaced("Ana begins"))

    assert numberless(record.state) == rightly("Ana begins")


def test_the_wrong_first_player_noticed_after_the_placement():
    placed = [replace(event, waived=True) for event in evening("Ana's second road", after="Ana begins")]
    record = fold(table(), [FirstPlayerChosen(seat=BORIS), *placed])
    assert record.state.turn == BORIS
    assert codes_of(record, EVENING["Ana rolls a six"]) == ["turn.not_yours"]

    record.add(replaced("Ana begins"))

    assert record.state.turn == ANA
    assert numberless(record.state) == rightly("Ana's second road")


def test_a_purchase_for_the_wrong_seat():
    wrong = DevelopmentBought(seat=BORIS)
    record = entered("Chai rolls a four")
    assert codes_of(record, wrong) == ["turn.not_yours"]

    record = entered("Boris's turn 2 ends", {"Chai buys a card": replace(wrong, waived=True)})
    assert record.state.unsure == {"hand.1": entry("Chai buys a card")}
    assert codes_of(record, EVENING["Chai's knight"]) == ["card.none_held"]
    record.add(replaced("Chai buys a card"))

    assert codes_of(record, EVENING["Chai's knight"]) == []
    assert numberless(record.state) == rightly("Boris's turn 2 ends")


def test_a_forgotten_end_of_turn_is_let_stand_with_the_next_roll():
    record = entered("Boris's road")
    roll = EVENING["Chai rolls a four"]
    assert codes_of(record, roll) == ["step.not_now", "turn.not_yours"]

    record.add(replace(roll, waived=True))

    assert numberless(record.state) == rightly("Chai rolls a four")


def test_a_turn_ended_once_too_often_is_corrected():
    record = entered("Ana's turn 1 ends")
    assert codes_of(record, TurnEnded(seat=BORIS)) == ["step.not_now"]
    record.add(TurnEnded(seat=BORIS, waived=True))
    assert codes_of(record, EVENING["Boris rolls an eight"]) == ["turn.not_yours"]

    record.add(Corrected(what="turn", value=BORIS))

    assert numberless(record.state) == rightly("Ana's turn 1 ends")


# Trades.


def test_a_forgotten_trade():
    record = entered("Ana buys a card", {"Boris gives Ana ore for wool": None})
    bought = entry("Ana buys a card") - 1
    assert record.state.unsure == {"hand.0": bought}
    assert find_hand_mistake(record.head, ANA, max_suspects=1) == HandMistake(ANA, bought, ("ore",), (bought,))

    record.add(put_in("Boris gives Ana ore for wool"))

    assert numberless(record.state) == rightly("Ana buys a card")


def test_a_trade_with_the_wrong_partner():
    label = "Boris gives Ana ore for wool"
    wrong = PlayersTraded(seat=BORIS, partner=CHAI, give={"ore": 1}, receive={"wool": 1})
    record = entered(label, {label: wrong})
    assert record.state.unsure == {"hand.2": entry(label)}
    slip = find_hand_mistake(record.head, CHAI)
    assert slip is not None
    assert (slip.missing, slip.suspects[0]) == (("wool",), entry(label))

    record.add(replaced(label))

    assert numberless(record.state) == rightly(label)


def test_a_bank_trade_the_wrong_way_round():
    label = "Chai trades grain for wool"
    record = entered(label, {label: BankTraded(seat=CHAI, give={"wool": 4}, receive={"grain": 1})})
    assert record.state.unsure == {"hand.2": entry(label), "bank.wool": entry(label)}
    slip = find_hand_mistake(record.head, CHAI)
    assert slip is not None
    assert (slip.missing, slip.suspects[0]) == (("wool",), entry(label))

    record.add(replaced(label))

    assert numberless(record.state) == rightly(label)


def test_a_bank_trade_for_the_wrong_card_shows_at_the_purchase():
    label = "Boris trades lumber for grain"
    record = entered("Boris buys a card", {label: BankTraded(seat=BORIS, give={"lumber": 4}, receive={"brick": 1})})
    assert record.state.unsure == {"hand.1": entry("Boris buys a card")}
    slip = find_hand_mistake(record.head, BORIS)
    assert slip is not None
    assert (slip.missing, slip.suspects[0]) == (("grain",), entry("Boris buys a card"))

    record.add(replaced(label))

    assert numberless(record.state) == rightly("Boris buys a card")


def test_the_wrong_card_of_a_bank_trade_is_among_the_suspects():
    label = "Boris trades lumber for grain"
    record = entered("Boris buys a card", {label: BankTraded(seat=BORIS, give={"lumber": 4}, receive={"brick": 1})})
    slip = find_hand_mistake(record.head, BORIS, max_suspects=len(LABELS))
    assert slip is not None
    assert entry(label) in slip.suspects, "it brought another card than the one that is missing"


# Building.


def test_a_road_on_the_neighbouring_path():
    record = entered("Boris gives Ana lumber for grain", {"Boris's road": RoadBuilt(seat=BORIS, at=path("C2|D2"))})
    assert codes_of(record, EVENING["Boris's settlement"]) == ["settlement.not_connected"]

    record.add(replaced("Boris's road"))

    assert codes_of(record, EVENING["Boris's settlement"]) == []
    assert numberless(record.state) == rightly("Boris gives Ana lumber for grain")


def test_a_city_for_a_settlement():
    label = "Boris's settlement"
    record = entered(label, {label: CityBuilt(seat=BORIS, at=spot("D1-D2-E1"))})
    assert record.state.unsure == {"hand.1": entry(label), "bank.grain": entry(label)}
    slip = find_hand_mistake(record.head, BORIS)
    assert slip is not None
    assert (slip.missing, slip.suspects[0]) == (("grain", "ore"), entry(label))

    record.add(replaced(label))

    assert numberless(record.state) == rightly(label)


def test_a_forgotten_settlement():
    record = entered("Ana discards", {"Boris's settlement": None})
    assert hands(record.state) == [4, 8, 2]
    assert codes_of(record, EVENING["Boris moves the robber"]) == ["step.not_now"]

    record.add(put_in("Boris's settlement"))

    assert hands(record.state) == [4, 5, 2]
    assert codes_of(record, EVENING["Boris moves the robber"]) == []
    assert numberless(record.state) == rightly("Ana discards")


def boris_starts_elsewhere() -> Record:
    """Boris's second settlement at the other end of its road: nothing speaks against it."""
    wrong = SettlementBuilt(seat=BORIS, at=spot("C2-D1-D2"))
    return entered("Boris's road", {"Boris's second settlement": wrong})


def test_a_wrong_starting_settlement():
    record = boris_starts_elsewhere()
    road = entry("Boris's road")
    assert record.state.unsure == {"hand.1": road}
    slip = find_hand_mistake(record.head, BORIS)
    assert slip is not None
    assert (slip.entry, slip.missing) == (road, ("brick",))

    record.add(replaced("Boris's second settlement"))

    assert numberless(record.state) == rightly("Boris's road")


def test_a_starting_settlement_is_a_suspect_only_for_the_cards_that_it_brings():
    slip = find_hand_mistake(boris_starts_elsewhere().head, BORIS, max_suspects=len(LABELS))
    assert slip is not None
    assert entry("Boris's second settlement") in slip.suspects, "it brings the starting cards"
    free = {"Boris's first settlement", "Boris's first road", "Boris's second road"}
    assert {entry(label) for label in free} & set(slip.suspects) == set(), "these neither cost nor bring anything"


# The robber.


def test_the_robber_on_the_wrong_hex():
    record = entered("Chai moves the robber", {"Chai moves the robber": RobberMoved(seat=CHAI, to=hexagon("C5"))})
    assert codes_of(record, EVENING["Chai steals from Ana"]) == ["theft.not_there"]

    record.add(replaced("Chai moves the robber"))

    assert codes_of(record, EVENING["Chai steals from Ana"]) == []
    assert numberless(record.state) == rightly("Chai moves the robber")


def test_the_robber_on_the_wrong_hex_is_corrected_before_the_theft():
    record = entered("Chai moves the robber", {"Chai moves the robber": RobberMoved(seat=CHAI, to=hexagon("C5"))})

    record.add(Corrected(what="robber", value=hexagon("D4")))

    assert codes_of(record, EVENING["Chai steals from Ana"]) == []
    assert numberless(record.state) == rightly("Chai moves the robber")


def test_the_robber_on_the_wrong_hex_noticed_at_his_next_move():
    record = entered("Ana discards", {"Chai moves the robber": RobberMoved(seat=CHAI, to=hexagon("D3"))})
    assert codes_of(record, EVENING["Boris moves the robber"]) == ["robber.must_move"]

    record.add(replaced("Chai moves the robber"))

    assert codes_of(record, EVENING["Boris moves the robber"]) == []
    assert numberless(record.state) == rightly("Ana discards")


def test_a_card_stolen_from_the_wrong_victim():
    record = entered("Boris buys a card", {"Chai steals from Ana": CardStolen(seat=CHAI, victim=BORIS)})
    assert record.state.unsure == {"hand.1": entry("Boris buys a card")}
    slip = find_hand_mistake(record.head, BORIS)
    assert slip is not None
    assert (slip.entry, slip.missing) == (entry("Boris buys a card"), ("wool",))

    record.add(replaced("Chai steals from Ana"))

    assert numberless(record.state) == rightly("Boris buys a card")


def test_a_theft_is_among_the_suspects_of_the_hand_that_it_took_from():
    record = entered("Boris buys a card", {"Chai steals from Ana": CardStolen(seat=CHAI, victim=BORIS)})
    slip = find_hand_mistake(record.head, BORIS, max_suspects=len(LABELS))
    assert slip is not None
    assert entry("Chai steals from Ana") in slip.suspects


def test_a_discard_for_the_wrong_seat():
    label = "Ana discards"
    wrong = replace(EVENING[label], seat=BORIS)
    assert isinstance(wrong, CardsDiscarded)
    record = entered("Boris rolls a seven")
    assert codes_of(record, wrong) == ["discard.count"]

    record = entered(label, {label: replace(wrong, waived=True)})
    assert record.state.unsure == {"hand.1": entry(label)}
    assert codes_of(record, EVENING["Boris moves the robber"]) == ["step.not_now"]
    record.add(replaced(label))

    assert numberless(record.state) == rightly(label)


# Cards.


def test_a_forgotten_purchase_is_entered_late():
    record = entered("Boris's turn 2 ends", {"Chai buys a card": None})
    assert codes_of(record, EVENING["Chai's knight"]) == ["card.none_held"]

    record.add(DevelopmentBought(seat=CHAI, late=True))

    assert codes_of(record, EVENING["Chai's knight"]) == []
    assert numberless(record.state) == rightly("Boris's turn 2 ends")


def test_a_forgotten_purchase_is_put_where_it_belongs():
    record = entered("Chai's knight", {"Chai buys a card": None, **let_stand("Chai's knight")})
    assert record.state.unsure == {"development_cards.2": entry("Chai's knight") - 1}

    record.add(put_in("Chai buys a card"))

    assert numberless(record.state) == rightly("Chai's knight")


def test_a_forgotten_knight_is_entered_late():
    record = entered("Boris's turn 2 ends")
    assert codes_of(record, EVENING["Chai moves the robber"]) == ["step.not_now"]

    record = entered(LABELS[-1], {"Chai's knight": None, **let_stand("Chai moves the robber")})
    assert [seat.knights for seat in record.state.seats] == [0, 0, 0]
    record.add(replace(EVENING["Chai's knight"], late=True))

    assert [seat.knights for seat in record.state.seats] == [0, 0, 1]
    assert numberless(record.state) == rightly()


def test_a_knight_entered_as_another_card():
    record = entered("Chai's knight", {"Chai's knight": RoadBuildingPlayed(seat=CHAI)})
    assert record.state.phase.step == "free_roads"
    assert codes_of(record, EVENING["Chai moves the robber"]) == ["step.not_now"]

    record.add(replaced("Chai's knight"))

    assert record.state.phase.step == "robber"
    assert numberless(record.state) == rightly("Chai's knight")


@pytest.mark.parametrize(
    ("taken", "refused", "doubts", "missing"),
    [
        ({BORIS: 1, CHAI: 1}, [], ["hand.1"], ()),
        # Four ore in hands are more than the bank has given out: it can't be right either.
        ({BORIS: 3, CHAI: 1}, ["monopoly.too_many"], ["bank.ore", "hand.1"], ("ore",)),
    ],
)
def test_a_monopoly_with_a_wrong_count(
    taken: dict[int, int], refused: list[str], doubts: list[str], missing: tuple[str, ...]
):
    label = "Ana's monopoly"
    wrong = MonopolyPlayed(seat=ANA, resource="ore", taken=taken)
    assert codes_of(entered("Ana rolls a five"), wrong) == refused

    record = entered(label, {label: replace(wrong, waived=True)})
    assert record.state.unsure == dict.fromkeys(doubts, entry(label))
    slip = find_hand_mistake(record.head, BORIS)
    assert slip is not None
    assert (slip.missing, slip.suspects[0]) == (missing, entry(label))
    record.add(replaced(label))

    assert numberless(record.state) == rightly(label)


def test_points_shown_by_the_wrong_seat():
    label = "Boris shows a point"
    wrong = PointsRevealed(seat=CHAI, count=1)
    assert codes_of(entered("Boris buys a card"), wrong) == ["turn.not_yours", "points.too_many"]

    record = entered(label, {label: replace(wrong, waived=True)})
    assert record.state.unsure == {"development_cards.2": entry(label)}
    record.add(replaced(label))

    assert [seat.revealed_points for seat in record.state.seats] == [0, 1, 0]
    assert numberless(record.state) == rightly(label)


# Twice.


def test_a_purchase_entered_twice_and_taken_back():
    label = "Ana buys a card"
    record = go_on(entered(label), [EVENING[label]])
    twice = entry(label) + 1
    assert record.state.unsure == {"hand.0": twice}
    found = find_hand_mistake(record.head, ANA, max_suspects=2)
    assert found == HandMistake(ANA, twice, ("ore",), (twice, entry(label)))

    record.add(TakenBack(to=entry(label)))

    assert numberless(record.state) == rightly(label)


def test_a_purchase_entered_twice_and_noticed_turns_later():
    label = "Ana buys a card"
    record = go_on(entered(label), [EVENING[label], *evening("Ana rolls a five", after=label)])
    assert hands(record.state) == [1, 6, 3]
    assert codes_of(record, EVENING["Ana's monopoly"]) == ["monopoly.too_many"]

    record.add(Amended(entry=entry(label) + 1))

    assert codes_of(record, EVENING["Ana's monopoly"]) == []
    assert hands(record.state) == [4, 6, 3]
    assert numberless(record.state) == rightly("Ana rolls a five")


# Many.


def test_three_slips_are_mended_one_by_one_in_any_order():
    record = entered(
        LABELS[-1],
        {
            "Chai rolls a four": DiceRolled(seat=CHAI, total=5),
            "Boris's road": RoadBuilt(seat=BORIS, at=path("C2|D2")),
            "Chai's knight": None,
            **let_stand("Chai moves the robber", "Boris's settlement"),
        },
    )
    # Boris's too: he robbed Chai of a card when the record, by then unsure, had no card left there.
    assert sorted(record.state.unsure) == ["bank.grain", "hand.0", "hand.1", "hand.2"]

    record.add(put_in("Chai's knight"))
    record.add(replaced("Boris's road"))
    record.add(replaced("Chai rolls a four"))

    assert numberless(record.state) == rightly()
