"""The stage: whose colour it wears, and what its largest line asks for."""

from narrator.core.table.events import CardsDiscarded, DiceRolled, FirstPlayerChosen, StepDone
from narrator.script.steps.setup import checklist
from tests.kit import ANA, BORIS, CHAI, given, new_game, record_of
from tests.web.kit import House, acting, stage_at


def test_before_anybody_has_begun_the_stage_is_nobodys_colour() -> None:
    assert stage_at(new_game()).colour == "nobody"
    laid = [StepDone(step=step) for step in checklist(new_game())]
    assert stage_at(record_of(new_game(), *laid, FirstPlayerChosen(seat=BORIS))).colour == "blue"


def test_what_the_host_opens_wears_the_colour_of_whom_it_is_for() -> None:
    assert stage_at(acting(), "?do=build").colour == "red"
    assert stage_at(acting(), f"?do=trade&seat={CHAI}&late=1").colour == "white"


def test_an_order_has_its_own_seats_colour_beside_somebody_elses_news() -> None:
    table = given(new_game(), turn=ANA, step="roll", hands={BORIS: 9})
    record = record_of(table, DiceRolled(seat=ANA, total=7), CardsDiscarded(seat=BORIS, count=4))
    assert stage_at(record).colour == "red"
    owing = stage_at(record_of(table, DiceRolled(seat=ANA, total=8)))
    assert owing.scene.order is not None
    assert owing.scene.order.colour == "red"


def test_the_page_draws_the_orders_colour(house: House) -> None:
    assert 'class="order p-' in house.sample().get().text
