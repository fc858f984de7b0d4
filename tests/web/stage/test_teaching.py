"""The opening and the lessons on the host's stage, the table view and phones."""

import pytest
from msgspec.structs import replace

from narrator.core.table.events import AnyFact, DiceRolled, StepDone, TurnEnded
from narrator.core.table.phase import Rolling
from narrator.core.table.setup import initial_state
from narrator.script.lessons.lessons import LESSONS
from tests.support.app import LAID
from tests.support.html import text_of
from tests.support.player import Policy, TrueTable
from tests.support.web import Host, House
from tests.support.web_people import Server

BEGINNERS = replace(LAID, detail="first_game")


@pytest.fixture
def host(house: House) -> Host:
    return house.host(BEGINNERS)


def leaf(host: Host, page: int) -> str:
    host.client.post(f"/g/{host.id}/opening", data={"page": str(page)})
    return text_of(host.get())


def test_a_first_game_opens_with_what_it_is_about_and_leafs_to_the_board(host: Host) -> None:
    assert "An empty island" in text_of(host.get())
    assert "The first to get there" in leaf(host, 2)
    assert "places two settlements" in leaf(host, 6)
    assert "An empty island" not in leaf(host, 7)
    assert host.seq == 0, "no page is an entry"


def test_whatever_is_entered_ends_the_opening(host: Host) -> None:
    host.enter(StepDone(step="frame"))
    assert "An empty island" not in text_of(host.get())


def test_a_page_that_is_none_is_the_nearest_one(host: Host) -> None:
    leaf(host, 7)
    assert "An empty island" in leaf(host, 0)
    assert "An empty island" not in leaf(host, 10_000)


def test_a_table_that_has_played_sees_no_opening(house: House) -> None:
    assert "An empty island" not in text_of(house.host(LAID).get())


def test_the_host_sees_what_was_taught_and_can_have_any_lesson_shown(host: Host) -> None:
    page = text_of(host.get("/stage?do=lessons"))
    assert "Still to come" in page
    assert "Already explained" not in page
    assert "A stolen card" in page
    for name in LESSONS:
        assert host.page(f"/stage?lesson={name}").with_class("card")
    assert not host.page("/stage?lesson=none").with_class("card")


def test_lessons_can_be_muted_where_they_are_listed(host: Host) -> None:
    assert host.page("/stage?do=lessons").named("asides", "off")


def test_a_phone_has_the_whole_opening_in_its_language_and_how_one_wins(server: Server) -> None:
    night = server.night(BEGINNERS)
    spanish = night.phone(1, "es")
    assert all(words in text_of(spanish.get()) for words in ("Una isla vacía", "Cómo se empieza", "victoria"))
    assert "An empty island" in text_of(night.host.get("/stage")), "who joins does not end it"
    assert "An empty island" in text_of(night.host.get("/table"))


def test_a_lesson_opens_by_itself_on_the_stage_and_on_phones_once(server: Server) -> None:
    placed, seat = placement()
    night = server.night(BEGINNERS, [*placed, DiceRolled(seat=seat, total=7)])
    phone = night.phone(0, "es")
    assert night.host.page("/stage").with_class("prompt", "lesson")
    assert "Nadie recibe cartas, y quien" in text_of(phone.get())
    assert "Already explained" in text_of(night.host.get("/stage?do=lessons"))
    night.host.post("/telling", asides="off")
    assert not night.host.page("/stage").with_class("prompt", "lesson")


def test_saying_more_brings_the_long_line_back(server: Server) -> None:
    placed, first = placement()
    turns = [(first + number) % 3 for number in range(9)]
    rolls = [event for seat in turns for event in (DiceRolled(seat=seat, total=2), TurnEnded(seat=seat))]
    night = server.night(BEGINNERS, [*placed, *rolls[:-1]])
    assert "in any order" not in text_of(night.host.get("/stage"))
    night.host.post("/telling", detail="first_game")
    assert "in any order" in text_of(night.host.get("/stage"))


def placement() -> tuple[list[AnyFact], int]:
    """The first settlements and roads, and who rolls then."""
    table = TrueTable(initial_state(BEGINNERS), 1, Policy(checklist=0))
    found = []
    while not isinstance(table.state.phase, Rolling):
        event = table.next_event()
        assert event is not None
        table.enter(event)
        found.append(event)
    return found, table.state.turn
