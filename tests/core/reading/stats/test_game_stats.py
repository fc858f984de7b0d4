"""Small games whose every figure is known."""

from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec.structs import replace

from narrator.core.reading.stats.game_stats import game_stats
from narrator.core.reading.stats.model import (
    Comeback,
    Drought,
    GameStats,
    Luck,
    MatchPoint,
    Pile,
    PointSources,
    RobberVisit,
    Theft,
    TitleSwing,
    Trade,
    Turn,
)
from narrator.core.record.record import Record
from narrator.core.table.cards import NO_CARDS, Cards
from narrator.core.table.events import (
    Amended,
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
    PlayerLeft,
    PlayersTraded,
    PointsRevealed,
    RoadBuilt,
    RobberMoved,
    SettlementBuilt,
    StepDone,
    TakenBack,
    TokensSpent,
    TouchedHex,
    TurnEnded,
    VictoryDeclared,
    YearOfPlentyPlayed,
)
from narrator.core.table.state import GameState, Site
from tests.support.games import ANA, BORIS, CHAI, given, hexagon, new_game, record_of, spot

CORNERS: dict[str, Any] = {"settlements": {ANA: ["C4-C5-D4"]}, "cities": {BORIS: ["C5 NE"]}}
"""Ana's settlement at lumber on 3, ore on 8, wool on 5: eleven ways of 36. Boris's city at the same ore: ten."""
NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)


def table(**situation: Any) -> GameState:
    return given(new_game(3), **{"step": "roll", **CORNERS, **situation})


def told(state: GameState, *events: AnyEvent) -> GameStats:
    return game_stats(record_of(state, *events).head)


def rolls(*totals: int, first: int = ANA) -> list[AnyEvent]:
    """One turn a total, in which nothing else happens."""
    seats = [(first + number) % 3 for number in range(len(totals))]
    pairs = [
        (DiceRolled(seat=seat, total=total), TurnEnded(seat=seat)) for seat, total in zip(seats, totals, strict=True)
    ]
    return [event for pair in pairs for event in pair]


# Luck, droughts, dice.


def test_luck_is_what_rolls_brought_less_what_ones_corners_promised() -> None:
    night = told(table(), *rolls(8, 6, 8))
    ana, boris, chai = (seat.luck for seat in night.seats)
    assert ana == Luck(Cards(ore=2), Cards(lumber=6, wool=12, ore=15))
    assert boris == Luck(Cards(ore=4), Cards(ore=30))
    assert chai == Luck()
    assert boris.luck == 4 - 30 / 36
    assert boris.expected == 30 / 36


def test_the_robbers_hex_promises_nothing_and_what_he_keeps_is_counted_by_kind() -> None:
    night = told(table(robber=hexagon("C5")), *rolls(8, 3))
    assert night.seats[ANA].luck == Luck(Cards(lumber=1), Cards(lumber=4, wool=8))
    assert [seat.blocked for seat in night.seats] == [Cards(ore=1), Cards(ore=2), NO_CARDS]
    assert [seat.unpaid for seat in night.seats] == [NO_CARDS, NO_CARDS, NO_CARDS]


def test_what_an_empty_bank_does_not_pay_was_not_promised_but_is_counted() -> None:
    night = told(table(bank=Cards(19, 19, 19, 19, 2)), *rolls(8))
    assert night.seats[BORIS].luck == Luck(NO_CARDS, NO_CARDS)
    assert night.seats[ANA].luck == Luck(NO_CARDS, Cards(lumber=2, wool=4))
    assert [seat.unpaid for seat in night.seats] == [Cards(ore=1), Cards(ore=2), NO_CARDS]


def test_a_second_roll_like_the_first_pays_nothing_but_had_its_chance() -> None:
    two = given(new_game(2), step="roll", settlements={ANA: ["C4-C5-D4"]})
    night = told(two, DiceRolled(seat=ANA, total=8), DiceRolled(seat=ANA, total=8))
    assert night.seats[ANA].luck == Luck(Cards(ore=1), Cards(lumber=4, wool=8, ore=5))
    assert night.dice.roll_count == 2


def test_a_like_roll_of_somebody_else_whose_turn_was_never_passed_on_counts() -> None:
    two = given(new_game(2), step="roll", settlements={ANA: ["C4-C5-D4"]})
    night = told(two, DiceRolled(seat=ANA, total=8), DiceRolled(seat=BORIS, total=8, waived=True))
    assert night.seats[ANA].luck == Luck(Cards(ore=2), Cards(lumber=4, wool=8, ore=10))


def test_a_drought_is_the_longest_row_of_rolls_that_brought_nothing() -> None:
    night = told(table(), *rolls(8, 2, 12, 3, 2, 12, 6, 4))
    assert night.seats[ANA].drought == Drought(4, 1, first=9, last=15, first_round=4, last_round=5)
    assert night.seats[BORIS].drought == Drought(7, 3, first=3, last=15, first_round=3, last_round=5)


def test_the_dice_are_counted_for_everybody_and_sevens_by_player() -> None:
    events: list[AnyEvent] = [
        DiceRolled(seat=ANA, total=7),
        RobberMoved(seat=ANA, to=hexagon("A1")),
        TurnEnded(seat=ANA),
    ]
    night = told(table(), *events, *rolls(8, 8, first=BORIS))
    assert {one.total: one.count for one in night.dice.totals if one.count} == {7: 1, 8: 2}
    assert [night.dice.sevens(seat) for seat in range(3)] == [1, 0, 0]
    assert night.dice.by_seat[CHAI] == (0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0)
    assert night.dice.verdict is None, "two rolls say nothing"


# Cards.


def flows(night: GameStats, seat: int) -> tuple[dict[str, int], dict[str, int]]:
    own = night.seats[seat]
    gains: dict[str, int] = {source: pile.total() for source, pile in own.gains.items()}
    return gains, {way: pile.total() for way, pile in own.losses.items()}


def test_every_card_has_a_source_and_a_way() -> None:
    hands = {ANA: 9, BORIS: 6, CHAI: 3}
    state = table(step="actions", hands=hands, bank=Cards(9, 9, 9, 9, 9), seats={ANA: {"development_cards": 2}})
    night = told(
        replace(state, rules=replace(state.rules, dev_per_turn="unlimited")),
        PlayersTraded(seat=ANA, partner=BORIS, give={"ore": 2}, receive={"wool": 1}),
        BankTraded(seat=ANA, give={"brick": 4}, receive={"ore": 1}),
        MonopolyPlayed(seat=ANA, resource="wool", taken={BORIS: 2, CHAI: 0}),
        YearOfPlentyPlayed(seat=ANA, cards={"grain": 2}),
        CityBuilt(seat=ANA, at=spot("C4-C5-D4")),
        DevelopmentBought(seat=ANA),
    )
    gains = {"trade": 1, "bank": 1, "monopoly": 2, "plenty": 2}
    assert flows(night, ANA) == (gains, {"trade": 2, "bank": 4, "built": 8})
    assert flows(night, BORIS) == ({"trade": 2}, {"trade": 1, "monopoly": 2})
    assert flows(night, CHAI) == ({}, {})
    assert night.seats[ANA].losses["built"] == Pile(Cards(wool=1, grain=3, ore=4))
    assert [(one.rate, one.give, one.receive) for one in night.bank_trades] == [(4, Cards(brick=4), Cards(ore=1))]
    assert night.trades == (Trade(1, 3, ANA, BORIS, Pile(Cards(ore=2)), Pile(Cards(wool=1))),)
    assert [(one.resource, one.taken, one.total) for one in night.monopolies] == [("wool", {BORIS: 2}, 2)]
    assert night.seats[ANA].cards_bought == 1


def seven(**situation: Any) -> Record:
    return record_of(
        table(hands={ANA: 9, BORIS: 4}, **situation),
        DiceRolled(seat=ANA, total=7),
        CardsDiscarded(seat=ANA, count=4),
        RobberMoved(seat=ANA, to=hexagon("C5")),
        CardStolen(seat=ANA, victim=BORIS, resource="ore"),
        TurnEnded(seat=ANA),
        *rolls(8, 8, 3, first=BORIS),
    )


def test_an_unseen_discard_is_unknown_and_a_stolen_card_is_nobody_elses_business() -> None:
    night = game_stats(seven().head)
    assert night.seats[ANA].losses["discarded"] == Pile(unknown=4)
    assert night.seats[ANA].gains["stolen"] == Pile(unknown=1), "even where the host saw it"
    assert night.seats[BORIS].losses["stolen"] == Pile(unknown=1)
    assert night.thefts == (Theft(4, 3, ANA, BORIS, 1),)


def test_the_robbers_visit_tells_who_sent_him_and_what_he_kept_from_whom() -> None:
    (visit,) = game_stats(seven().head).robber_visits
    assert visit == RobberVisit(
        entry=3,
        until=None,
        round=3,
        by=ANA,
        cause="seven",
        at=hexagon("C5"),
        resource="ore",
        number=8,
        blocked=(ANA, BORIS),
        times_rolled=2,
        blocked_cards={ANA: 2, BORIS: 4},
    )


def test_a_visit_ends_with_the_next_and_a_knights_is_told_from_a_sevens() -> None:
    state = table(seats={ANA: {"development_cards": 1}})
    night = told(
        state,
        KnightPlayed(seat=ANA),
        RobberMoved(seat=ANA, to=hexagon("A1")),
        Corrected(what="robber", value=hexagon("C3")),
    )
    assert [(one.cause, one.by, one.until, one.number) for one in night.robber_visits] == [
        ("knight", ANA, 3, 10),
        ("told", None, None, None),
    ]


def test_a_recount_is_counted_as_one_and_so_is_what_a_hand_did_not_have() -> None:
    night = told(
        table(step="actions", hands={ANA: 2, BORIS: 1}),
        Corrected(what="hand", seat=BORIS, value=5),
        DevelopmentBought(seat=ANA, waived=True),
    )
    assert flows(night, BORIS) == ({"recounted": 4}, {})
    assert flows(night, ANA) == ({"recounted": 1}, {"built": 3})


def test_a_forced_trade_tells_how_many_cards_and_not_which() -> None:
    two = given(new_game(2), hands={ANA: 3, BORIS: 1})
    night = told(two, TokensSpent(seat=ANA, action="forced_trade"))
    assert flows(night, ANA) == ({"forced": 1}, {"forced": 2})
    assert night.trades == (Trade(1, 3, ANA, BORIS, Pile(unknown=2), Pile(unknown=1), forced=True),)
    assert night.seats[ANA].tokens_spent == 1


# Points, titles, the lead.


def test_points_are_counted_by_entry_and_by_round_with_what_they_are_made_of() -> None:
    state = table(hands={ANA: 5}, step="actions")
    night = told(state, CityBuilt(seat=ANA, at=spot("C4-C5-D4")), TurnEnded(seat=ANA), *rolls(12, 12, 12, first=BORIS))
    (step,) = night.points_changes
    assert (step.entry, step.round, step.turn, step.points) == (1, 3, ANA, (2, 2, 0))
    assert step.sources[ANA] == PointSources(cities=1)
    assert [(one.number, one.entry, one.points, one.leaders) for one in night.rounds] == [
        (3, 6, (2, 2, 0), (ANA, BORIS)),
        (4, 8, (2, 2, 0), (ANA, BORIS)),
    ]


def test_a_title_that_changes_hands_is_reported_with_what_it_took() -> None:
    army = {ANA: {"knights": 3}, BORIS: {"knights": 3, "development_cards": 1}}
    state = given(new_game(3), step="roll", turn=BORIS, seats=army, largest_army=ANA)
    night = told(state, KnightPlayed(seat=BORIS))
    assert night.title_swings == (TitleSwing(1, 3, "largest_army", ANA, BORIS, 4, "knight_played"),)
    assert night.seats[BORIS].knights == 4


def test_a_road_that_is_cut_leaves_the_title_to_nobody() -> None:
    roads = {ANA: ["A1 NW", "A1 NE", "A2 NW", "A2 NE", "A3 NW"]}
    state = given(new_game(3), turn=BORIS, roads=roads, hands={BORIS: 4})
    assert state.longest_road == ANA
    night = told(state, SettlementBuilt(seat=BORIS, at=spot("A2 N"), waived=True))
    assert night.title_swings == (TitleSwing(1, 3, "longest_road", ANA, None, 3, "settlement_built"),)
    assert night.seats[ANA].longest_road == 5


def race() -> Record:
    """Ana is four points behind and wins with five points cards."""
    pieces: dict[str, Any] = {
        "settlements": {ANA: ["A1 N", "A3 N", "C1 NW"], BORIS: ["E1 S"]},
        "cities": {BORIS: ["C5 NE", "E3 S", "C3-C4-D3"]},
    }
    state = given(new_game(3, target_vp=8), **pieces, seats={ANA: {"development_cards": 5}})
    return record_of(
        state,
        TurnEnded(seat=ANA),
        *rolls(2, 2, first=BORIS),
        DiceRolled(seat=ANA, total=2),
        PointsRevealed(seat=ANA, count=5),
    )


def test_a_comeback_is_the_farthest_that_the_winner_was_behind() -> None:
    night = game_stats(race().head)
    assert (night.over, night.winner, night.target) == (True, ANA, 8)
    assert night.comeback == Comeback(ANA, 4, entry=6, round=4, leader=BORIS)
    assert [(lead.entry, lead.seats, lead.points) for lead in night.leads] == [(1, (BORIS,), 7), (7, (ANA,), 8)]
    assert night.lead_changes == 1


def test_points_shown_after_the_win_change_no_lead() -> None:
    record = race()
    record.add(Corrected(what="development_cards", seat=BORIS, value=4))
    record.add(Corrected(what="revealed_points", seat=BORIS, value=4))
    night = game_stats(record.head)
    assert night.leads == game_stats(race().head).leads
    assert night.seats[BORIS].sources.points == 11


def test_a_turn_begun_with_one_point_to_go_and_not_won_was_a_chance() -> None:
    assert game_stats(race().head).match_points == (MatchPoint(BORIS, 3, 2, 3, 7),)


def test_the_last_turn_tells_what_won_it() -> None:
    last = game_stats(race().head).last_turn
    assert last is not None
    assert (last.seat, last.round, last.first, last.last) == (ANA, 4, 6, 7)
    assert (last.before, last.after) == (PointSources(settlements=3), PointSources(settlements=3, points_cards=5))


def test_a_game_that_goes_on_or_was_stopped_has_no_winner_no_comeback_and_no_last_turn() -> None:
    for events in ([], [Corrected(what="step", value="over")]):
        night = told(table(), *rolls(8), *events)
        assert (night.winner, night.comeback, night.last_turn) == (None, None, None)
        assert night.over == bool(events)


# Turns and time.


def at(event: AnyEvent, seconds: int) -> AnyEvent:
    return replace(event, time=NOON + timedelta(seconds=seconds))


def test_a_turn_has_its_entries_rolls_and_time() -> None:
    events = [at(event, seconds) for event, seconds in zip(rolls(8, 3), (0, 30, 40, 100), strict=True)]
    night = told(table(), *events)
    assert night.turns == (Turn(ANA, 3, 1, 2, (8,), 30.0, 1), Turn(BORIS, 3, 3, 4, (3,), 70.0, 2))
    assert [seat.turns for seat in night.seats] == [1, 1, 0]
    assert [seat.seconds for seat in night.seats] == [30.0, 70.0, 0.0]
    assert night.time == {"seat.0": 30.0, "seat.1": 70.0}


# Amending and taking back.


def test_what_was_amended_or_taken_back_is_counted_as_it_stands() -> None:
    record = record_of(table(), *rolls(8, 3))
    record.add(Amended(entry=1, event=DiceRolled(seat=ANA, total=5)))
    record.add(DiceRolled(seat=CHAI, total=8))
    record.add(TakenBack(to=5))
    night = game_stats(record.head)
    assert night == told(table(), *rolls(5, 3))
    assert night != told(table(), *rolls(8, 3))


# Tables that count less.


def test_without_a_board_known_corners_promise_and_vague_ones_do_not() -> None:
    touches = [TouchedHex("ore", 8), TouchedHex("wool", 5)]
    state = new_game(2, tracking="counts", two_player_mode="plain")
    placed: list[AnyEvent] = []
    for seat, known in ((ANA, touches), (BORIS, None), (BORIS, None), (ANA, touches)):
        placed += [SettlementBuilt(seat=seat, touches=known), RoadBuilt(seat=seat)]
    night = told(
        state,
        *placed,
        DiceRolled(seat=ANA, total=8),
        CardsGained(gains={BORIS: {"grain": 1}}),
        TurnEnded(seat=ANA),
        DiceRolled(seat=BORIS, total=7),
        RobberMoved(seat=BORIS, blocks=TouchedHex("wool", 5)),
        CardStolen(seat=BORIS, victim=ANA),
        TurnEnded(seat=BORIS),
        DiceRolled(seat=ANA, total=5),
    )
    assert night.seats[ANA].luck == Luck(Cards(ore=2), Cards(ore=30, wool=16))
    assert night.seats[ANA].gains["start"] == Pile(Cards(ore=1, wool=1))
    assert night.seats[ANA].blocked == Cards(wool=2)
    assert (night.seats[BORIS].luck, night.seats[BORIS].drought) == (None, None)
    assert flows(night, BORIS) == ({"told": 1, "stolen": 1}, {})
    (visit,) = night.robber_visits
    assert (visit.at, visit.resource, visit.number, visit.blocked, visit.blocked_cards) == (
        None,
        "wool",
        5,
        (ANA,),
        {ANA: 2},
    )


def test_without_a_board_the_robber_keeps_two_from_a_city() -> None:
    ore = TouchedHex("ore", 8)
    seats = {ANA: {"sites": (Site((ore,), city=True),)}, BORIS: {"sites": (Site((ore,)),)}}
    state = given(new_game(3, tracking="counts"), step="roll", seats=seats, blocked_hex=ore)
    night = told(state, DiceRolled(seat=ANA, total=8))
    assert [seat.blocked for seat in night.seats] == [Cards(ore=2), Cards(ore=1), NO_CARDS]


def test_script_tracking_has_dice_turns_and_time() -> None:
    state = new_game(3, tracking="script")
    placing = [StepDone(step=step) for _ in range(6) for step in ("settlement", "road")]
    night = told(state, *placing, *rolls(8, 4), VictoryDeclared(seat=CHAI))
    assert night.winner == CHAI
    assert night.dice.roll_count == 2
    assert [turn.seat for turn in night.turns] == [ANA, BORIS, CHAI]
    assert [(seat.luck, seat.drought, seat.gains) for seat in night.seats] == [(None, None, {})] * 3
    assert (night.leads, night.points_changes, night.title_swings) == ((), (), ())


def test_who_left_is_reported_and_leads_no_more() -> None:
    night = told(table(), DiceRolled(seat=ANA, total=12), PlayerLeft(seat=BORIS), TurnEnded(seat=ANA))
    assert [seat.has_left for seat in night.seats] == [False, True, False]
    assert [lead.seats for lead in night.leads] == [(BORIS,), (ANA,)]


def test_a_table_before_its_first_entry_has_an_empty_night() -> None:
    night = told(new_game(4))
    assert (night.entries, night.rounds, night.turns, night.dice.roll_count, night.winner) == (0, (), (), 0, None)
    assert night.dice.chance is None
