"""A bot's deed that was undone: the table is told what goes back, and nothing that an older roll paid."""

from narrator.core.message import msg
from narrator.core.record.record import Record
from narrator.core.table.cards import Counts
from narrator.core.table.events import (
    BankTraded,
    CardStolen,
    DevelopmentBought,
    DiceRolled,
    PlayersTraded,
    RoadBuilt,
    RobberMoved,
    TakenBack,
    TurnEnded,
)
from narrator.core.table.setup import initial_state
from narrator.script.scenes.bot_scene import BotScene
from narrator.script.scenes.director import NarrationOptions, current_scene
from narrator.script.scenes.model import Scene
from narrator.script.scenes.undone import PutBack, bot_put_back
from tests.support.browser.situations import PLACED, ROLLED, trio
from tests.support.games import ANA, BORIS, record_of

SEVEN = (*PLACED, DiceRolled(seat=ANA, total=7), RobberMoved(seat=ANA, to="1,-1,0"))


def undone(*events: object, to: int | None = None) -> Record:
    """The last of these taken back."""
    return record_of(initial_state(trio()), *events, TakenBack(to=len(events) - 1 if to is None else to))


def found(*events: object) -> PutBack:
    back = bot_put_back(undone(*events), {ANA})
    assert back is not None
    return back


def scene_of(record: Record) -> Scene:
    back = bot_put_back(record, {ANA})
    return current_scene(record, NarrationOptions(bot=BotScene(ANA, msg("bot.turn", seat=ANA), put_back=back)))[1]


def moved(back: PutBack) -> dict[int, tuple[Counts, Counts]]:
    return {player.seat: (dict(player.takes), dict(player.gives)) for player in back.picture.players}


def test_a_free_road_comes_off_the_board_and_no_card_moves() -> None:
    placed = PLACED[: max(n for n, event in enumerate(PLACED, 1) if isinstance(event, RoadBuilt))]
    back = found(*placed)
    assert back.hero == (msg("bot.back.road", seat=ANA),)
    assert moved(back) == {}


def test_a_card_goes_back_on_the_deck_and_its_price_to_the_bot() -> None:
    back = found(*ROLLED, DevelopmentBought(seat=ANA, card="knight"))
    assert back.hero == (msg("bot.back.card", seat=ANA),)
    assert moved(back) == {ANA: ({"wool": 1, "grain": 1, "ore": 1}, {})}
    assert msg("bot.back.gets", seat=ANA, cards={"wool": 1, "grain": 1, "ore": 1}) in back.spoken


def test_both_sides_of_a_trade_swap_back() -> None:
    traded = PlayersTraded(seat=ANA, partner=BORIS, give={"wool": 1}, receive={"ore": 1})
    assert moved(found(*ROLLED, traded)) == {ANA: ({"wool": 1}, {"ore": 1}), BORIS: ({"ore": 1}, {"wool": 1})}


def test_a_trade_with_the_bank_is_reversed() -> None:
    traded = BankTraded(seat=ANA, give={"wool": 4}, receive={"ore": 1}, waived=True)
    assert moved(found(*ROLLED, traded)) == {ANA: ({"wool": 4}, {"ore": 1})}


def test_a_stolen_card_returns_to_its_owner() -> None:
    back = found(*SEVEN, CardStolen(seat=ANA, victim=BORIS, resource="ore"))
    assert moved(back) == {ANA: ({}, {"ore": 1}), BORIS: ({"ore": 1}, {})}


def test_the_robber_goes_back() -> None:
    assert found(*SEVEN).hero == (msg("bot.back.robber", seat=ANA),)


def test_where_nothing_moves_only_what_was_undone_is_said_and_no_old_payout() -> None:
    scene = scene_of(undone(*ROLLED, TurnEnded(seat=ANA)))
    assert [line.key for line in scene.hero] == ["scene.undone"]
    assert scene.picture.players == ()
    assert scene.picture.roll is None
    assert scene.more_lines == ()


def test_what_goes_back_is_the_hero_with_its_cards() -> None:
    scene = scene_of(undone(*ROLLED, DevelopmentBought(seat=ANA, card="knight")))
    assert scene.hero == (msg("bot.back.card", seat=ANA),)
    assert [player.seat for player in scene.picture.players] == [ANA]


def test_a_roll_is_announced_as_for_everybody_and_people_put_their_own_right() -> None:
    assert bot_put_back(undone(*ROLLED), {ANA}) is None
    assert bot_put_back(undone(*ROLLED, DevelopmentBought(seat=ANA, card="knight")), {BORIS}) is None


def test_what_is_brought_back_is_no_undo() -> None:
    events = (*ROLLED, TurnEnded(seat=ANA), TakenBack(to=len(ROLLED)))
    assert bot_put_back(undone(*events, to=len(ROLLED) + 1), {ANA}) is None
