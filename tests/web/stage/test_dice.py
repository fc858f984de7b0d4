"""Rulings T-08 and T-09: the narrator's own dice, by tap: from chance, logged, once."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from narrator.app.access.credentials import random_token
from narrator.app.games.games import Games
from narrator.core.message import msg
from narrator.core.play.roll_and_discard import CARDS_PER_PASS, COMBINATIONS
from narrator.core.table.events import DiceRolled, RuleChanged, TakenBack, TurnEnded
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say
from narrator.web.app import create_app
from tests.support import stores
from tests.support.app import Clock
from tests.support.browser.situations import PLACED, ROLLED, holding, trio
from tests.support.games import ANA, BORIS, CHAI
from tests.support.html import text_of
from tests.support.web import HTMX, Host, House


class Chance:
    """Picks what a test wants, and remembers what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.wanted: list[int] = []

    def __call__(self, count: int) -> int:
        self.asked.append(count)
        return self.wanted.pop(0) if self.wanted else 0


class Gambling(House):
    """A server whose dice fall as a test wants."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = stores.opened(folder)
        self.games = Games(self.log, Clock(), random_token)
        self.chance = Chance()
        self.app = create_app(self.games, random_below=self.chance)
        self.app.testing = True


@pytest.fixture(scope="module")
def gambling_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gambling]:
    house = Gambling(tmp_path_factory.mktemp("throw"))
    yield house
    house.log.close()


@pytest.fixture
def gambling(gambling_house: Gambling) -> Gambling:
    gambling_house.chance.asked.clear()
    gambling_house.chance.wanted.clear()
    return gambling_house


def throw(host: Host, seen: int | None = None, **options: object) -> TestResponse:
    form = {"seen": str(host.seq if seen is None else seen)}
    return host.client.post(f"/g/{host.id}/throw", data=form, **options)


def last_roll(host: Host) -> DiceRolled:
    entry = host.record.log[-1]
    assert isinstance(entry, DiceRolled)
    return entry


def test_T_08_two_dice_fall_as_chance_wants_and_stand_in_the_log(gambling: Gambling) -> None:
    host = gambling.host(trio(dice_source="app"), PLACED)
    gambling.chance.wanted = [4, 1]
    answer = throw(host)
    assert (answer.status_code, answer.location) == (303, f"/g/{host.id}/stage")
    assert gambling.chance.asked == [6, 6], "each die for itself"
    roll = last_roll(host)
    assert (roll.seat, roll.dice, roll.sum) == (ANA, (5, 2), 7)
    assert roll.time is not None
    assert host.record.state.phase.step == "robber"


def test_T_08_the_throw_ends_the_turn_before_and_both_are_undone_together(gambling: Gambling) -> None:
    host = gambling.host(trio(dice_source="app"), ROLLED)
    gambling.chance.wanted = [2, 2]
    before = host.seq
    throw(host)
    ended, rolled = host.record.log[before:]
    assert isinstance(ended, TurnEnded)
    assert isinstance(rolled, DiceRolled)
    assert (ended.seat, rolled.seat, rolled.dice) == (ANA, BORIS, (3, 3))
    assert ended.group == rolled.group == before + 1


def test_T_08_the_same_tap_again_throws_nothing(gambling: Gambling) -> None:
    host = gambling.host(trio(dice_source="app"), ROLLED)
    seen = host.seq
    assert [throw(host, seen).status_code for _ in range(3)] == [303, 409, 409]
    assert host.seq == seen + 2
    assert len(gambling.chance.asked) == 2
    assert throw(host, seen, headers=HTMX).status_code == 409


def test_T_08_a_tap_without_the_moment_that_it_was_made_for_throws_nothing(gambling: Gambling) -> None:
    host = gambling.host(trio(dice_source="app"), ROLLED)
    for form in ({}, {"seen": ""}, {"seen": "x"}, {"seen": "-1"}, {"seen": "9999999999999"}):
        assert host.client.post(f"/g/{host.id}/throw", data=form).status_code == 409
    assert host.seq == len(ROLLED)


def test_T_08_where_the_dice_lie_on_the_table_the_narrator_throws_none(gambling: Gambling) -> None:
    host = gambling.host(trio(), ROLLED)
    assert throw(host).status_code == 409
    assert host.seq == len(ROLLED)
    assert not host.page().with_attribute("formaction", f"/g/{host.id}/throw")
    assert gambling.chance.asked == []


def test_T_08_while_something_is_pending_nobody_throws(gambling: Gambling) -> None:
    seven = (*PLACED, *holding({CHAI: 8}), DiceRolled(seat=ANA, total=7))
    host = gambling.host(trio(dice_source="app"), seven)
    assert host.record.state.phase.step == "discard"
    assert throw(host).status_code == 409
    assert host.seq == len(seven)
    assert not host.page().with_attribute("formaction", f"/g/{host.id}/throw")


def test_T_08_before_placement_is_over_nobody_throws(gambling: Gambling) -> None:
    host = gambling.host(trio(dice_source="app"), PLACED[:5])
    assert throw(host).status_code == 409


def test_T_08_only_the_host_throws(gambling: Gambling) -> None:
    host = gambling.host(trio(dice_source="app"), ROLLED)
    stranger = gambling.visitor()
    assert stranger.post(f"/g/{host.id}/throw", data={"seen": str(host.seq)}).status_code in (401, 403)
    assert host.seq == len(ROLLED)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("mode", "key"), [("dice", "ui.throw"), ("deck36", "ui.throw.deck")])
def test_T_08_one_button_stands_where_the_pad_was(gambling: Gambling, language: str, mode: str, key: str) -> None:
    host = gambling.host(trio(dice_source="app", dice_mode=mode), ROLLED)
    page = host.page(f"/stage?lang={language}")
    names = tuple(seat.name for seat in host.record.state.seats)
    assert say(msg(key, seat=BORIS), TableLocale(language, names)) in page.text
    assert page.with_attribute("formaction", f"/g/{host.id}/throw")
    assert not [one for one in page.named("events") if '"total":8' in one.get("value")]


def test_T_08_thrown_dice_are_shown_after_the_tap(gambling: Gambling) -> None:
    host = gambling.host(trio(dice_source="app"), ROLLED)
    gambling.chance.wanted = [3, 4]
    page = throw(host, headers=HTMX)
    assert page.status_code == 200
    assert "9" in text_of(page).split("Forgotten")[0]
    assert page.headers["HX-Push-Url"] == f"/g/{host.id}/stage"


def test_R_23_a_seven_that_does_not_count_is_thrown_again_by_the_same_player(gambling: Gambling) -> None:
    host = gambling.host(trio(dice_source="app", no_seven_rounds=2), PLACED)
    gambling.chance.wanted = [0, 5, 0, 4]
    throw(host)
    assert (last_roll(host).sum, host.record.state.phase.step) == (7, "roll")
    throw(host)
    assert (last_roll(host).sum, last_roll(host).seat) == (6, ANA)


def test_T_09_the_deck_shows_no_card_twice_and_leaves_the_last_five_out(gambling: Gambling) -> None:
    """Without a robber every card is followed by the next one."""
    host = gambling.host(trio(dice_source="app", dice_mode="deck36", robber="off", discards="off"), PLACED)
    for _ in range(CARDS_PER_PASS + 1):
        assert throw(host).status_code == 303
    assert gambling.chance.asked == [*range(36, 5, -1), 36], "one card less each time, and after 31 all of them again"
    rolls = [event.dice for event in host.record.log if isinstance(event, DiceRolled)]
    assert rolls == [*COMBINATIONS[:CARDS_PER_PASS], COMBINATIONS[0]]


def test_T_09_a_card_that_was_taken_back_is_in_the_deck_again(gambling: Gambling) -> None:
    host = gambling.host(trio(dice_source="app", dice_mode="deck36"), PLACED)
    throw(host)
    host.enter(TakenBack(to=len(PLACED)))
    throw(host)
    assert gambling.chance.asked == [36, 36]
    assert last_roll(host).dice == COMBINATIONS[0]


def test_T_08_the_source_of_dice_may_change_in_mid_game(gambling: Gambling) -> None:
    host = gambling.host(trio(), ROLLED)
    host.enter(RuleChanged(key="dice_source", value="app"))
    assert throw(host).status_code == 303
    host.enter(RuleChanged(key="dice_source", value="physical"))
    assert throw(host).status_code == 409
