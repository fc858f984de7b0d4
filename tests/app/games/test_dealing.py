"""Where the app deals: who draws, who may enter what, who is told what, and what the end shows."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from narrator.app.sessions.end_of_game import seats_to_ask_for_points
from narrator.core.message import Refused
from narrator.core.play.development import playable_kinds, points_held
from narrator.core.play.seeded_draws import certain_hand
from narrator.core.record.record import Record
from narrator.core.table.cards import RESOURCES, cards
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
    KnightPlayed,
    MonopolyPlayed,
    PlayersTraded,
    PointsRevealed,
    RoadBuildingPlayed,
    RoadBuilt,
    RuleChanged,
    TakenBack,
    TurnEnded,
    VictoryDeclared,
    YearOfPlentyPlayed,
)
from narrator.core.table.phase import Over
from narrator.session.table_session import TableSession
from tests.support.app import games_in
from tests.support.dealt import dealt_setup
from tests.support.dealt_games import Night, Until, acts, can_buy


def last(kind: type[AnyFact]) -> Until:
    return lambda record: bool(record.log) and isinstance(record.log[-1], kind)


def robbed(record: Record) -> bool:
    event = record.log[-1]
    return isinstance(event, CardStolen) and event.resource is not None


@pytest.mark.long
def test_everything_that_is_drawn_is_in_the_log(tmp_path: Path) -> None:
    night = Night(tmp_path, lambda record: isinstance(record.state.phase, Over), seed=3, players=2, target_vp=8)
    thefts = [event for event in night.whole.log if isinstance(event, CardStolen)]
    bought = [event for event in night.whole.log if isinstance(event, DevelopmentBought)]
    assert len(thefts) > 2
    assert len(bought) > 2
    assert all(event.card is not None for event in bought)
    for snapshot in night.whole.head.history():
        if isinstance(snapshot.fact, CardStolen) and snapshot.before is not None and snapshot.fact.victim is not None:
            empty = not snapshot.before.state.seats[snapshot.fact.victim].hand_size
            assert (snapshot.fact.resource is None) == empty
    assert not night.state.unsure


@pytest.mark.parametrize("kind", [DevelopmentBought, CardStolen])
def test_an_undo_is_no_second_chance(tmp_path: Path, kind: type[AnyFact]) -> None:
    night = Night(tmp_path, robbed if kind is CardStolen else last(kind))
    drawn: Any = night.whole.log[-1]
    sent = replace(drawn, **{"card" if kind is DevelopmentBought else "resource": None, "time": None})
    for _ in range(3):
        night.enter(TakenBack(to=len(night.whole.log) - 1))
        night.enter(sent, by=drawn.seat)
        assert replace(night.whole.log[-1], time=None) == replace(drawn, time=None)


def test_another_process_draws_the_same(tmp_path: Path) -> None:
    night = Night(tmp_path, can_buy)
    seat = night.state.turn
    tried = Night.__new__(Night)
    tried.games, tried.id = games_in(tmp_path), night.id
    tried.enter(DevelopmentBought(seat=seat), by=seat)
    card = tried.whole.log[-1]
    tried.enter(TakenBack(to=len(tried.whole.log) - 1))
    night.enter(DevelopmentBought(seat=seat), by=seat)
    assert night.whole.log[-1].card == card.card  # type: ignore[union-attr]


def test_what_was_drawn_can_t_be_sent(tmp_path: Path) -> None:
    night = Night(tmp_path, can_buy)
    seat, other = night.state.turn, (night.state.turn + 1) % 3
    for event in (
        DevelopmentBought(seat=seat, card="knight"),
        CardStolen(seat=seat, victim=other, resource="ore"),
        MonopolyPlayed(seat=seat, resource="ore", taken={other: 1}),
    ):
        assert night.refused(event, by=seat) == ["cards.dealt"]
        assert night.refused(event) == ["cards.dealt"]


def test_the_host_enters_what_touches_no_hand_and_nothing_else(tmp_path: Path) -> None:
    night = Night(tmp_path, acts)
    seat, other = night.state.turn, (night.state.turn + 1) % 3
    for event in (
        RoadBuilt(seat=seat, at="nowhere"),
        CityBuilt(seat=seat, at="nowhere"),
        DevelopmentBought(seat=seat),
        KnightPlayed(seat=seat),
        RoadBuildingPlayed(seat=seat),
        YearOfPlentyPlayed(seat=seat, cards={"ore": 2}),
        MonopolyPlayed(seat=seat, resource="ore", taken={}),
        PointsRevealed(seat=seat, count=1),
        BankTraded(seat=seat, give={"ore": 4}, receive={"wool": 1}),
        PlayersTraded(seat=seat, partner=other, give={"ore": 1}, receive={"wool": 1}),
        CardsDiscarded(seat=seat, cards={"ore": 1}),
        CardStolen(seat=seat, victim=other),
    ):
        for sent in (event, replace(event, waived=True), replace(event, late=True)):
            assert night.refused(sent) == ["cards.not_yours"]
    night.enter(TurnEnded(seat=seat))
    night.enter(DiceRolled(seat=other, total=8))


def test_a_seat_enters_its_own_and_lets_nothing_stand(tmp_path: Path) -> None:
    night = Night(tmp_path, can_buy)
    seat, other = night.state.turn, (night.state.turn + 1) % 3
    bought = DevelopmentBought(seat=seat)
    assert night.refused(bought, by=other) == ["proposal.another_seat"]
    assert night.refused(replace(bought, waived=True), by=seat) == ["proposal.not_yours"]
    assert night.refused(TakenBack(to=0), by=seat) == ["proposal.not_yours"]
    trade = PlayersTraded(seat=seat, partner=other, give={"ore": 1}, receive={"wool": 1})
    assert night.refused(trade, by=seat) == ["proposal.not_yours"]
    night.enter(bought, by=seat)


def test_a_seat_is_refused_exactly_by_kind(tmp_path: Path) -> None:
    night = Night(tmp_path, acts)
    seat = night.state.turn
    hand = certain_hand(night.state, seat)
    for resource in RESOURCES:
        other = next(one for one in RESOURCES if one != resource)
        trade = BankTraded(seat=seat, give={resource: 4}, receive={other: 1})
        lacks = hand.count_of(resource) < 4
        judged = [reason.code for reason in night.games.judge(night.id, [trade], seat)[0]]
        assert ("hand.lacks" in judged) == lacks


def test_a_development_card_is_played_by_who_holds_it(tmp_path: Path) -> None:
    def holds_two(record: Record) -> bool:
        return (
            acts(record) and len(playable_kinds(record.state, record.state.turn)) > 1 and not record.state.cards_played
        )

    night = Night(tmp_path, holds_two)
    seat = night.state.turn
    held = playable_kinds(night.state, seat)
    plays: dict[str, AnyFact] = {
        "knight": KnightPlayed(seat=seat),
        "year_of_plenty": YearOfPlentyPlayed(seat=seat, cards={"ore": 2}),
        "monopoly": MonopolyPlayed(seat=seat, resource="ore", taken={}),
    }
    for kind, event in plays.items():
        codes = [reason.code for reason in night.games.judge(night.id, [event], seat)[0]]
        assert ("card.not_held" in codes) == (kind not in held), (kind, held, codes)


def test_a_card_bought_this_turn_waits(tmp_path: Path) -> None:
    night = Night(tmp_path, can_buy)
    seat = night.state.turn
    night.enter(DevelopmentBought(seat=seat), by=seat)
    assert night.state.held_cards[seat][-1].bought_this_turn
    night.enter(TurnEnded(seat=seat))
    assert not night.state.held_cards[seat][-1].bought_this_turn


def test_nothing_can_be_tried_after_a_draw(tmp_path: Path) -> None:
    night = Night(tmp_path, can_buy)
    seat = night.state.turn
    bought = DevelopmentBought(seat=seat)
    assert night.refused(bought, KnightPlayed(seat=seat), by=seat) == ["cards.draw_is_last"]


def test_earlier_entries_and_hands_are_not_changed_by_hand(tmp_path: Path) -> None:
    night = Night(tmp_path, acts)
    assert night.refused(Amended(entry=len(night.whole.log))) == ["amended.dealt"]
    assert night.refused(Amended(entry=len(night.whole.log), waived=True)) == ["amended.dealt"]
    for what in ("hand", "development_cards", "knights", "revealed_points"):
        assert night.refused(Corrected(what=what, seat=0, value=1, waived=True)) == ["corrected.dealt"]
    assert night.refused(Corrected(what="bank", resource="ore", value=1)) == ["corrected.dealt"]
    night.enter(Corrected(what="turn", value=0))


def test_every_record_agrees_but_for_what_its_eyes_may_not_see(tmp_path: Path) -> None:
    night = Night(tmp_path, lambda record: len(record.log) > 200)
    public = night.games.record_of(night.id)
    assert any(event.card is None for event in public.log if isinstance(event, DevelopmentBought))
    for seat in (None, 0, 1, 2):
        seen = night.games.record_of(night.id, seat)
        assert replace(seen.state, hands=None, held_cards={}) == replace(night.state, hands=None, held_cards={})
        for event in seen.log:
            if isinstance(event, DevelopmentBought):
                assert (event.card is not None) == (event.seat == seat)
            if isinstance(event, CardStolen) and event.resource is not None:
                assert seat in (event.seat, event.victim)
        if seat is not None:
            assert certain_hand(seen.state, seat) == certain_hand(night.state, seat)
            assert seen.state.held_cards.get(seat) == night.state.held_cards.get(seat)


@pytest.mark.long
def test_the_end_shows_all_cards_and_points_and_there_is_no_way_back(tmp_path: Path) -> None:
    night = Night(tmp_path, lambda record: isinstance(record.state.phase, Over), seed=3, players=2, target_vp=8)
    assert night.games.record_of(night.id) is night.whole
    held = [card.kind for cards_ in night.state.held_cards.values() for card in cards_]
    assert "points" not in held
    assert seats_to_ask_for_points(night.whole, TableSession()) == ()
    end = next(
        n for n, event in enumerate(night.whole.log, 1) if isinstance(night.whole.snapshot_at(n).state.phase, Over)
    )
    assert night.refused(TakenBack(to=end - 1)) == ["cards.shown"]
    other = 1 - night.state.turn
    assert "cards.shown" in night.refused(Corrected(what="turn", value=other, waived=True))
    assert "cards.shown" in night.refused(RuleChanged(key="reveal_at_end", value="no", late=True))
    night.enter(TakenBack(to=end))


@pytest.mark.long
def test_where_nothing_is_shown_at_the_end_nothing_is(tmp_path: Path) -> None:
    def over(record: Record) -> bool:
        return isinstance(record.state.phase, Over)

    night = Night(tmp_path, over, seed=3, players=2, target_vp=8, reveal_at_end="no")
    public = night.games.record_of(night.id)
    assert all(event.card is None for event in public.log if isinstance(event, DevelopmentBought))
    night.enter(TakenBack(to=len(night.whole.log) - 1))


def test_an_end_that_the_host_makes_up_is_an_end(tmp_path: Path) -> None:
    """Else it would be a way to look into every hand, and go on."""
    night = Night(tmp_path, acts)
    night.enter(VictoryDeclared(seat=night.state.turn, waived=True))
    assert night.refused(TakenBack(to=len(night.whole.log) - 1)) == ["cards.shown"]


def test_who_enters_the_end_gets_a_record_with_the_points_that_are_revealed_then(tmp_path: Path) -> None:
    """Else the host's page would be one entry old."""
    night = Night(tmp_path, lambda record: acts(record) and bool(points_held(record.state)))
    entered = night.games.enter_events(night.id, [VictoryDeclared(seat=night.state.turn, waived=True)])
    assert isinstance(night.whole.log[-1], PointsRevealed)
    assert entered.record.log == night.whole.log
    assert len(entered.numbers) == 1


def test_trades_that_are_not_told_open_no_hand(tmp_path: Path) -> None:
    night = Night(tmp_path, lambda record: acts(record) and len(record.log) > 60, trade_entry="none")
    assert night.state.hands is not None
    assert not night.state.hands.bounded
    night.enter(RuleChanged(key="trade_entry", value="uneven"))
    night.enter(TurnEnded(seat=night.state.turn))
    assert not night.state.hands.bounded


def test_catan_for_two_and_tables_without_a_board_keep_their_cards(tmp_path: Path) -> None:
    games = games_in(tmp_path)
    two = replace(dealt_setup(2), rules={})
    with pytest.raises(Refused, match=r"setup\.cards_not_for_two"):
        games.create(two)
    with pytest.raises(Refused, match=r"setup\.cards_need_board"):
        games.create(replace(dealt_setup(3), board=None))
    game = games.create(dealt_setup(2)).id
    with pytest.raises(Refused, match=r"setup\.cards_not_for_two"):
        games.enter_events(game, [RuleChanged(key="two_player_mode", value="catan_for_two")])


def test_a_random_discard_is_drawn_and_open_to_all(tmp_path: Path) -> None:
    night = Night(tmp_path, last(CardsDiscarded), discard_choice="random", discard_limit=5)
    thrown = night.whole.log[-1]
    assert isinstance(thrown, CardsDiscarded)
    assert thrown.cards is not None
    assert sum(cards(thrown.cards)) > 0
    assert night.games.record_of(night.id).log[-1] == thrown
