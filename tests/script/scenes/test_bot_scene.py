"""A bot's deed on stage: its reason is the hero, what people do for it stands below, and the voice says both once."""

from narrator.core.message import msg
from narrator.core.table.events import CardStolen, CityBuilt, DevelopmentBought, DiceRolled, RoadBuilt, RobberMoved
from narrator.core.table.setup import initial_state
from narrator.script.scenes.bot_scene import BotScene, outcome_question
from narrator.script.scenes.director import NarrationOptions, current_scene
from narrator.script.scenes.model import Scene
from tests.support.browser.situations import PLACED, ROLLED, holding, trio
from tests.support.games import ANA, BORIS, path, record_of, spot

WHY = msg("bot.why.road", seat=ANA)
TURN = msg("bot.turn", seat=ANA)


def scene_of(bot: BotScene, *events: object) -> Scene:
    return current_scene(record_of(initial_state(trio()), *events), NarrationOptions(bot=bot))[1]


def test_the_reason_of_a_placement_is_the_hero_and_the_next_person_still_has_a_line() -> None:
    placed = [event for event in PLACED if not isinstance(event, DiceRolled)]
    assert isinstance(placed[-1], RoadBuilt)
    scene = scene_of(BotScene(ANA, reason=WHY), *placed)
    assert scene.kind == "bot"
    assert scene.hero == (WHY,)
    assert scene.more_lines[0] == msg("bot.do.road", seat=ANA)
    assert scene.instruction is not None


def test_while_a_bot_goes_on_nobody_is_told_to_do_anything_else() -> None:
    assert scene_of(BotScene(ANA, TURN, WHY), *PLACED).instruction is None


def test_somebody_who_rolls_for_it_is_told_so() -> None:
    rolls = msg("bot.rolls", seat=ANA)
    scene = scene_of(BotScene(ANA, rolls, WHY, is_helped=True), *PLACED)
    assert scene.instruction is not None
    assert scene.instruction.lines == (rolls,)


def test_beside_news_the_reason_is_a_second_line() -> None:
    scene = scene_of(BotScene(ANA, TURN, WHY), *ROLLED)
    assert scene.kind == "payout"
    assert WHY in scene.more_lines


def test_what_it_may_do_is_not_told_to_a_bot() -> None:
    scene = scene_of(BotScene(ANA, TURN), *PLACED)
    assert scene.hero == (TURN,)
    assert scene.instruction is None


def test_a_question_to_people_is_all_that_is_shown() -> None:
    asked = outcome_question(CardStolen(seat=ANA, victim=BORIS), ANA)
    scene = scene_of(BotScene(ANA, asked, msg("bot.why.theft", seat=ANA, other=BORIS), is_asking=True), *ROLLED)
    assert scene.hero[0].key == "bot.why.theft"
    assert scene.picture.players == ()
    assert scene.instruction is not None
    assert scene.instruction.lines == (asked,)


def test_a_card_to_draw_says_what_is_paid() -> None:
    asked = outcome_question(DevelopmentBought(seat=ANA), ANA)
    assert asked is not None
    assert asked.params["cards"] == {"wool": 1, "grain": 1, "ore": 1}
    scene = scene_of(BotScene(ANA, asked, msg("bot.why.card", seat=ANA), is_asking=True), *ROLLED)
    assert [dict(player.gives) for player in scene.picture.players] == [asked.params["cards"]]


def test_what_a_build_costs_is_a_picture_and_the_voice_says_it() -> None:
    built = RoadBuilt(seat=ANA, at=path("B2|C3"))
    scene = scene_of(BotScene(ANA, TURN, WHY), *ROLLED, *holding({ANA: 15}), built)
    price = {"brick": 1, "lumber": 1}
    assert [(player.seat, dict(player.gives)) for player in scene.picture.players] == [(ANA, price)]
    assert scene.more_lines == (msg("bot.do.road", seat=ANA),)
    assert scene.spoken[-1].clauses == (WHY, msg("bot.do.road.paid", seat=ANA, cards=price))


def test_what_was_placed_for_free_is_not_paid() -> None:
    assert scene_of(BotScene(ANA, TURN, WHY), *PLACED).picture.players == ()


def test_beside_another_picture_the_cost_of_a_build_is_said() -> None:
    """A first city has a sign of its own, and who builds it is told what goes back."""
    built = CityBuilt(seat=ANA, at=spot("D3-D4-E3"))
    scene = scene_of(BotScene(ANA, TURN, msg("bot.why.city", seat=ANA)), *ROLLED, *holding({ANA: 15}), built)
    paid = [dict(player.gives) for player in scene.picture.players if player.gives]
    said = [line.params["cards"] for line in scene.more_lines if line.key == "bot.do.city.paid"]
    assert [*paid, *said] == [{"grain": 2, "ore": 3}]


def test_the_voice_says_the_reason_and_what_to_do_once() -> None:
    clauses = scene_of(BotScene(ANA, TURN, WHY), *PLACED).spoken[-1].clauses
    assert clauses == (WHY, msg("bot.do.road", seat=ANA))


def test_a_card_drawn_from_an_open_hand_is_shown_as_what_it_is() -> None:
    seven = (*PLACED, DiceRolled(seat=ANA, total=7), RobberMoved(seat=ANA, to="1,-1,0"))
    drawn = msg("bot.stolen", seat=ANA, other=BORIS, cards={"ore": 1})
    scene = scene_of(
        BotScene(ANA, reason=drawn, stolen_cards={"ore": 1}), *seven, CardStolen(seat=ANA, victim=BORIS, resource="ore")
    )
    assert [dict(player.gives) or dict(player.takes) for player in scene.picture.players] == [{"ore": 1}, {"ore": 1}]
