"""Bots in chairs: one deed a call, once and in order, with people who say what only they see."""

from pathlib import Path
from typing import Any

import pytest

from narrator.app.bots.next_bot import own_cards
from narrator.app.seats.seats import replace_bot, swap_rights
from narrator.bot.observation import observe
from narrator.core.message import Refused
from narrator.core.record.choices import legal_events
from narrator.core.table.events import (
    CardStolen,
    DevelopmentBought,
    DiceRolled,
    RoadBuilt,
    RobberMoved,
    SettlementBuilt,
    TakenBack,
    TurnEnded,
)
from narrator.core.table.phase import Over
from narrator.core.table.setup import Player, Setup, initial_state
from narrator.session.events import Answered, Offered
from narrator.session.table_session import bot_levels
from tests.support.bot_table import ANA, BOARD, BotTable, with_bots


@pytest.fixture
def alone(tmp_path: Path) -> BotTable:
    """Bots among themselves, with the table's dice."""
    return BotTable(tmp_path, with_bots("player", "friend", "player", people=0, target_vp=8))


@pytest.mark.thorough
@pytest.mark.long
def test_a_table_of_bots_plays_to_the_end_with_people_who_only_see_cards_and_throw_dice(alone: BotTable) -> None:
    alone.play_on()
    assert isinstance(alone.state.phase, Over)
    for seat in range(3):
        hand = observe(alone.record, seat).hand
        assert hand.total() == alone.state.seats[seat].hand_size


def test_a_bot_does_one_thing_a_call(alone: BotTable) -> None:
    assert alone.step()
    assert [event.type for event in alone.log] == ["settlement_built"]
    assert alone.step()
    assert [event.type for event in alone.log] == ["settlement_built", "road_built"]


def test_a_second_tap_on_the_same_moment_does_nothing(alone: BotTable) -> None:
    assert alone.bots.step(alone.id, alone.begun)
    assert not alone.bots.step(alone.id, alone.begun)
    assert len(alone.log) == 1


def test_an_action_comes_with_its_reason(alone: BotTable) -> None:
    alone.step()
    said = alone.session.bots.reasons[alone.begun + 1]
    assert said.seat == 0
    assert said.why.key.startswith("bot.why.settlement")


def test_after_an_undo_the_same_is_done_again(alone: BotTable) -> None:
    for _ in range(4):
        alone.step()
    before = alone.log
    alone.enter(TakenBack(to=alone.begun + 3))
    assert alone.step()
    assert alone.log[-1] == before[3]


def test_who_is_a_bot_survives_an_undo(alone: BotTable) -> None:
    alone.step()
    alone.bots.seat(alone.id, 0, "master")
    alone.enter(TakenBack(to=alone.begun))
    assert alone.bots.levels_of(alone.id)[0] == "master"


def test_stopped_bots_do_nothing(alone: BotTable) -> None:
    alone.bots.pace(alone.id, "stopped")
    assert alone.bot_to_move is None
    assert not alone.step()
    alone.bots.pace(alone.id, "fast")
    assert alone.step()


def test_no_bot_places_anything_before_the_table_is_laid(tmp_path: Path) -> None:
    table = BotTable(tmp_path, with_bots("player", "player", "player", people=0))
    table.enter(TakenBack(to=0))
    assert table.bot_to_move is None
    assert not table.step()


def test_people_are_not_played_for(tmp_path: Path) -> None:
    table = BotTable(tmp_path, with_bots("player"))
    assert table.bot_to_move is None
    assert not table.step()


def until(table: BotTable, kind: type) -> None:
    """Until a bot waits for people to say how this comes out."""
    for _ in range(2000):
        bot = table.bot_to_move
        if bot is None or (bot.asks is not None and isinstance(bot.asks, kind)):
            return
        if bot.asks is not None or bot.is_entered_by_host:
            table.help()
        else:
            table.step()


def test_a_card_from_the_deck_is_asked_for_before_it_is_entered(tmp_path: Path) -> None:
    table = BotTable(tmp_path, with_bots("player", "player", "player", people=0))
    until(table, DevelopmentBought)
    seen, bot = len(table.record.log), table.bot_to_move
    assert bot is not None
    assert isinstance(bot.asks, DevelopmentBought)
    assert not table.step()
    table.enter(DevelopmentBought(seat=bot.seat, card="monopoly"))
    assert observe(table.record, bot.seat).development[-1] == "monopoly"
    assert table.session.bots.reasons[seen + 1].why.key.startswith("bot.why.card")


PLACED = 12
"""Entries until three have placed."""


def rolled_by_ana(tmp_path: Path) -> BotTable:
    """Ana and two bots; Ana has rolled a seven, and both bots hold cards."""
    table = BotTable(tmp_path, with_bots("player", "player", people=1))
    for _ in range(PLACED):
        if table.bot_to_move is None:
            table.enter(first_legal(table))
        else:
            table.step()
    assert all(table.state.seats[seat].hand_size for seat in (1, 2))
    return table


def first_legal(table: BotTable) -> SettlementBuilt | RoadBuilt:
    return next(e for e in legal_events(table.state) if isinstance(e, SettlementBuilt | RoadBuilt))


def robbed(table: BotTable, victim: int) -> CardStolen:
    """Ana moves the robber to a bot and steals."""
    board = table.state.game.board
    corners = [at for at, piece in table.state.buildings.items() if piece.seat == victim]
    land = next(
        at for at in board.island.hexes if at != table.state.robber and set(corners) & set(board.island.corners_of[at])
    )
    table.enter(DiceRolled(seat=ANA, total=7))
    table.enter(RobberMoved(seat=ANA, to=land), CardStolen(seat=ANA, victim=victim))
    stolen = table.log[-1]
    assert isinstance(stolen, CardStolen)
    return stolen


def test_which_card_is_stolen_from_a_bot_is_drawn_and_told(tmp_path: Path) -> None:
    table = rolled_by_ana(tmp_path)
    before = observe(table.record, 1).hand
    stolen = robbed(table, 1)
    assert stolen.resource is not None
    assert before.count_of(stolen.resource)
    assert observe(table.record, 1).hand.total() == before.total() - 1
    why = table.session.bots.reasons[len(table.record.log)].why
    assert why.key == "bot.stolen"
    assert why.params["cards"] == {stolen.resource: 1}


def test_undo_is_no_second_chance_for_a_thief(tmp_path: Path) -> None:
    table = rolled_by_ana(tmp_path)
    first = robbed(table, 1)
    for _ in range(5):
        table.enter(TakenBack(to=table.begun + PLACED))
        assert robbed(table, 1) == first


def test_bots_answer_an_offer_at_once(tmp_path: Path) -> None:
    table = rolled_by_ana(tmp_path)
    table.enter(DiceRolled(seat=ANA, total=12))
    table.trades.offer(table.id, Offered(seat=ANA, give={"ore": 1}, want={"wool": 1}), "offer")
    answered = {note.seat for note in notes(table, Answered)}
    assert answered == {1, 2}


def notes(table: BotTable, kind: type) -> list[Any]:
    return [kept.event for kept in table.games.storage.sessions.events(table.id) if isinstance(kept.event, kind)]


@pytest.mark.thorough
@pytest.mark.long
def test_a_bot_offers_at_most_once_a_turn(tmp_path: Path) -> None:
    table = BotTable(tmp_path, with_bots("player", "player", "player", people=0, target_vp=8))
    table.play_on()
    offers = notes(table, Offered)
    ends = [n for n, event in enumerate(table.record.log, 1) if isinstance(event, TurnEnded)]
    turns = [sum(end <= offer.seen for end in ends) for offer in offers]
    assert offers
    assert len(turns) == len(set(turns))
    assert any(event.type == "players_traded" for event in table.log)


# Where the app deals.


@pytest.mark.thorough
@pytest.mark.long
def test_where_the_app_deals_nobody_has_to_say_anything(tmp_path: Path) -> None:
    setup = with_bots("player", "player", "player", people=0, cards="app", dice_source="app", target_vp=8)
    table = BotTable(tmp_path, setup)
    for _ in range(3000):
        bot = table.bot_to_move
        if bot is None:
            break
        assert bot.asks is None
        assert not bot.is_entered_by_host
        assert table.step()
    assert isinstance(table.state.phase, Over)
    whole = table.games.full_record(table.id).log
    assert all(event.card for event in whole if isinstance(event, DevelopmentBought))
    assert all(event.resource for event in whole if isinstance(event, CardStolen) and event.victim is not None)


@pytest.mark.thorough
def test_where_the_app_deals_no_cards_are_counted_when_a_bot_takes_over(tmp_path: Path) -> None:
    table = BotTable(tmp_path, with_bots("player", "player", people=1, cards="app", dice_source="app"))
    for _ in range(PLACED):
        if table.bot_to_move is None:
            table.enter(first_legal(table))
        else:
            table.step()
    table.bots.seat(table.id, ANA, "player")
    assert table.session.bots.seats[ANA].hand is None
    assert table.step()


# Chairs.


def test_a_person_takes_a_bots_chair_over_in_mid_turn(alone: BotTable) -> None:
    alone.step()
    replace_bot(alone.games, alone.sessions, alone.id, 0)
    assert alone.bot_to_move is None
    assert 0 not in alone.bots.levels_of(alone.id)


def test_a_bot_takes_over_the_open_cards_of_somebody_who_leaves(tmp_path: Path) -> None:
    table = rolled_by_ana(tmp_path)
    hand = table.state.seats[ANA].hand_size
    table.bots.seat(table.id, ANA, "player", {"ore": hand}, [])
    assert table.bot_to_move is not None
    assert table.bot_to_move.seat == ANA
    table.help()
    seen = observe(table.record, ANA, own_cards(table.session, ANA))
    assert seen.hand.count_of("ore") >= hand - 1
    assert seen.hand.total() == table.state.seats[ANA].hand_size


def test_cards_that_were_counted_otherwise_are_corrected(tmp_path: Path) -> None:
    table = rolled_by_ana(tmp_path)
    hand = table.state.seats[ANA].hand_size
    table.bots.seat(table.id, ANA, "player", {"ore": hand + 1}, ["knight"])
    assert table.state.seats[ANA].hand_size == hand + 1
    assert table.state.seats[ANA].development_cards == 1


@pytest.mark.parametrize("tracking", ["counts", "script"])
def test_without_a_board_no_bot_is_seated(tmp_path: Path, tracking: str) -> None:
    people = [Player("Ana", "red"), Player("Boris", "blue"), Player("Chai", "white")]
    table = BotTable(tmp_path, Setup(people, tracking=tracking))  # type: ignore[arg-type]
    with pytest.raises(Refused) as refused:
        table.bots.seat(table.id, 1, "player")
    assert [reason.code for reason in refused.value.reasons] == [f"bot.not.{tracking}"]


def test_bots_go_along_when_chairs_are_changed(tmp_path: Path) -> None:
    table = BotTable(tmp_path, with_bots("master"))
    swap_rights(table.games, table.sessions, table.id, 0, 3)
    assert bot_levels(table.state, table.session) == {0: "master"}


def test_a_set_up_says_who_is_a_bot() -> None:
    players = [Player("Ana", "red"), Player("Boris", "blue"), Player("Robo", "white", bot="friend")]
    assert initial_state(Setup(players, board=BOARD)).game.bots == {2: "friend"}
