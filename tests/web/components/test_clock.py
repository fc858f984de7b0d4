"""Ruling T-10: the clock on the stage. It runs on the server; a page only shows it."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from narrator.app.access.credentials import random_token
from narrator.app.games.games import Games
from narrator.app.games.results import NewGame
from narrator.core.message import msg
from narrator.core.record.clock import clock_of, seconds_by_owner
from narrator.core.table.events import DiceRolled, RoadBuilt, RuleChanged, TurnEnded
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say
from narrator.web.app import create_app
from tests.support import stores
from tests.support.app import NOON
from tests.support.browser.situations import ROLLED, holding, trio
from tests.support.games import ANA, BORIS, path
from tests.support.html import Element, page_of, text_of
from tests.support.web import Host, House

NEXT = (TurnEnded(seat=ANA), DiceRolled(seat=BORIS, total=5))
"""From here on the clock is Boris's."""


class Time:
    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now

    def goes_by(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


class Timed(House):
    """A server where time goes by when a test says so."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = stores.opened(folder)
        self.time = Time()
        self.games = Games(self.log, self.time, random_token)
        self.app = create_app(self.games, now=self.time)
        self.app.testing = True

    def turn(self, timer: str = "soft", seconds: int = 120, **rules: str) -> Host:
        """Boris's turn has just begun."""
        setup = trio(turn_timer=timer, turn_seconds=seconds, **rules)
        host = self.host(setup, (*ROLLED, *holding({ANA: 9, BORIS: 9})))
        assert host.enter(*NEXT).status_code == 303
        return host


@pytest.fixture(scope="module")
def timed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Timed]:
    house = Timed(tmp_path_factory.mktemp("clock"))
    yield house
    house.log.close()


def shown(host: Host, path: str = "/stage") -> str | None:
    """What the clock on the page says."""
    clocks = [one for one in host.page(path).all("timer") if "hidden" not in one.attributes]
    return clocks[0].in_class("time").text if clocks else None


def tap_clock(host: Host) -> str:
    """A tap on "pause" or "go on"; returns what it entered."""
    (button,) = host.page().in_class("clock-row").named("events")
    form = {"events": button.get("value"), "seen": str(host.seq)}
    assert host.client.post(f"/g/{host.id}/enter", data=form).status_code == 303
    return host.record.log[-1].type


def refused_codes(host: Host, *events: RoadBuilt) -> list[str]:
    return [reason.code for found in host.games.judge(host.id, events) for reason in found]


def test_T_10_a_clock_that_nobody_wanted_is_nowhere(timed: Timed) -> None:
    host = timed.turn("off")
    timed.time.goes_by(1000)
    assert shown(host) is None
    assert not host.page().with_attribute("data-clock")


@pytest.mark.parametrize("language", LANGUAGES)
def test_T_10_a_reminder_shows_no_clock_and_speaks_up_when_a_turn_takes_long(timed: Timed, language: str) -> None:
    host = timed.turn("reminder", 60)
    words = say(msg("clock.up.reminder", seat=BORIS), TableLocale(language, ("Ana", "Boris", "Chai")))
    timed.time.goes_by(59)
    page = host.page(f"/stage?lang={language}")
    assert words not in page.text
    assert not page.with_class("clock-row"), "nothing to see or to tap"
    assert page.attribute("data-up") == words, "but the page knows what to say, and when"
    assert page.attribute("data-soon") == ""
    timed.time.goes_by(2)
    assert words in text_of(host.get(f"/stage?lang={language}"))


def test_T_10_the_clock_goes_on_while_the_page_is_away_and_is_right_after_a_reload(timed: Timed) -> None:
    host = timed.turn(seconds=120)
    assert shown(host) == "2:00"
    timed.time.goes_by(45)
    assert [shown(host), shown(host), shown(host, "/stage?do=build")] == ["1:15"] * 3
    assert float(host.page().attribute("data-ends")) - timed.time.now.timestamp() == 75, "by the server's clock"
    other_device = Host(timed.visitor(), timed.games, NewGame(host.id, host.games.access.new_host_secret(host.id), ""))
    assert shown(other_device) == "1:15"


def test_T_10_the_clock_is_right_after_the_server_was_started_anew(timed: Timed) -> None:
    host = timed.turn(seconds=120)
    timed.time.goes_by(30)
    log = stores.opened(timed.folder)
    anew = create_app(Games(log, timed.time, random_token), now=timed.time)
    client = anew.test_client()
    client.set_cookie(f"host_{host.id}", host.secret)
    assert page_of(client.get(f"/g/{host.id}/stage")).one("timer").text == "1:30"
    log.close()


def test_T_10_a_tap_stops_the_clock_and_a_tap_lets_it_go_on(timed: Timed) -> None:
    host = timed.turn(seconds=120)
    timed.time.goes_by(20)
    assert tap_clock(host) == "clock_paused"
    timed.time.goes_by(600)
    assert shown(host) == "1:40"
    assert "paused" in host.page().one("timer").classes
    assert "data-paused" in host.page().one("timer").attributes
    assert tap_clock(host) == "clock_resumed"
    timed.time.goes_by(10)
    assert shown(host) == "1:30"
    assert "paused" not in host.page().one("timer").classes


def test_T_10_each_turn_has_the_whole_time(timed: Timed) -> None:
    host = timed.turn(seconds=120)
    timed.time.goes_by(119)
    assert shown(host) == "0:01"
    host.enter(TurnEnded(seat=BORIS), DiceRolled(seat=2, total=5))
    assert shown(host) == "2:00"
    assert "p-white" in host.page().one("timer").classes, "it is Chai's now"


def test_T_10_a_device_can_hide_the_clock_and_is_told_all_the_same(timed: Timed) -> None:
    host = timed.turn(seconds=120)
    assert host.page("/stage?do=menu").named("clock", "hidden")
    assert host.client.post("/device", data={"clock": "hidden", "next": "/"}).status_code == 303
    assert shown(host) is None
    timed.time.goes_by(121)
    assert say(msg("clock.up.soft", seat=BORIS), TableLocale("en", ("Ana", "Boris", "Chai"))) in text_of(host.get())
    host.client.post("/device", data={"clock": "shown", "next": "/"})
    assert shown(host) == "0:00"


@pytest.mark.parametrize("timer", ["reminder", "soft", "hard"])
def test_T_10_a_question_stops_also_a_clock_that_nobody_sees_and_it_can_go_on(timed: Timed, timer: str) -> None:
    host = timed.turn(timer, 120)
    host.client.post("/device", data={"clock": "hidden", "next": "/"})
    host.client.post(f"/g/{host.id}/question")
    assert host.record.log[-1].type == "clock_paused"
    timed.time.goes_by(500)
    assert shown(host) is None
    assert tap_clock(host) == "clock_resumed"
    assert clock_of(host.record.head, timed.time.now).left == 120  # type: ignore[union-attr]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("timer", ["soft", "hard"])
def test_T_10_when_time_is_up_the_page_says_so_and_to_whom(timed: Timed, timer: str, language: str) -> None:
    host = timed.turn(timer, 30)
    locale = TableLocale(language, ("Ana", "Boris", "Chai"))
    up = say(msg(f"clock.up.{timer}", seat=BORIS), locale)
    timed.time.goes_by(29)
    page = host.page(f"/stage?lang={language}")
    assert up not in page.text
    assert page.attribute("data-soon") == say(msg("clock.soon", seat=BORIS), locale), "for the gentle sign"
    timed.time.goes_by(2)
    page = host.page(f"/stage?lang={language}")
    assert up in page.text
    assert page.with_attribute("data-say", up)
    assert "up" in page.one("timer").classes


def test_T_10_in_a_break_nobody_is_told_that_time_is_up(timed: Timed) -> None:
    host = timed.turn("soft", 30)
    timed.time.goes_by(31)
    tap_clock(host)
    assert say(msg("clock.up.soft", seat=BORIS), TableLocale("en", ("Ana", "Boris", "Chai"))) not in text_of(host.get())


def test_T_10_a_hard_stop_is_refused_on_the_page_and_may_be_let_stand(timed: Timed) -> None:
    host = timed.turn("hard", 30)
    road = RoadBuilt(seat=BORIS, at=path("C4|D4"))
    assert refused_codes(host, road) == []
    timed.time.goes_by(31)
    seq = host.seq
    answer = host.enter(road)
    assert answer.status_code == 422
    assert host.seq == seq
    assert refused_codes(host, road) == ["clock.closed"]
    (let_stand,) = [one.get("value") for one in page_of(answer).named("events") if "waived" in one.get("value")]
    form = {"events": let_stand, "seen": str(seq)}
    assert host.client.post(f"/g/{host.id}/enter", data=form).status_code == 303
    assert host.record.log[-1].waived


@pytest.mark.parametrize(("timer", "left"), [("soft", True), ("hard", False)])
def test_T_10_what_a_hard_stop_closed_is_not_offered_any_more(timed: Timed, timer: str, left: bool) -> None:
    host = timed.turn(timer, 30)

    def offered(page: Element) -> set[str]:
        """What can be opened or bought in the panel."""
        entry = page.with_id("entry")
        found = [*entry.hrefs, *(one.get("value") for one in entry.named("events"))]
        wanted = {"do=build", "do=bank_trade", "do=trade", "development_bought"}
        return {one for one in wanted if any(one in each for each in found)}

    everything = offered(host.page())
    assert len(everything) == 4
    timed.time.goes_by(31)
    page = host.page()
    assert offered(page) == (everything if left else set())
    assert any("turn_ended" in one.get("value") for one in page.named("events"))
    assert page.with_class("dice")
    if timer == "hard":
        tap_clock(host)
        assert not offered(host.page()), "a break opens nothing that was closed"


def test_T_10_a_clock_can_be_set_in_mid_game(timed: Timed) -> None:
    host = timed.turn("off")
    timed.time.goes_by(40)
    host.enter(RuleChanged(key="turn_timer", value="soft"))
    host.enter(RuleChanged(key="turn_seconds", value=60))
    assert shown(host) == "1:00"


def test_T_10_a_break_is_not_counted_as_the_players_time(timed: Timed) -> None:
    host = timed.turn("soft", 120)
    timed.time.goes_by(20)
    tap_clock(host)
    timed.time.goes_by(300)
    tap_clock(host)
    timed.time.goes_by(40)
    host.enter(TurnEnded(seat=BORIS))
    assert seconds_by_owner(host.record.head) == {"break": 300, f"seat.{BORIS}": 60}


# On phones.


def phone_of(timed: Timed, host: Host, seat: int) -> FlaskClient:
    phone = timed.visitor()
    phone.set_cookie(f"me_{host.id}", timed.games.access.take_seat(host.id, seat))
    return phone


def test_T_10_a_phone_shows_that_time_is_up_though_nothing_was_entered(timed: Timed) -> None:
    host = timed.turn("soft", 30)
    phone = phone_of(timed, host, ANA)
    before = page_of(phone.get(f"/g/{host.id}/phone"))
    timed.time.goes_by(31)
    after = page_of(phone.get(f"/g/{host.id}/phone"))
    assert ["up" in page.one("timer").classes for page in (before, after)] == [False, True]


def test_T_10_a_hard_stop_closes_building_and_trading_on_phones_too(timed: Timed) -> None:
    host = timed.turn("hard", 30)
    phone = phone_of(timed, host, BORIS)
    links = {"?do=build", "?do=bank_trade", "?do=offer"}

    def offered(query: str = "") -> set[str]:
        page = page_of(phone.get(f"/g/{host.id}/phone{query}"))
        found = {link for link in links if any(link in href for href in page.hrefs)}
        return found | ({"spots"} if page.with_class("spots") else set())

    assert offered() == links | {"spots"}
    assert "spots" in offered("?do=build")
    timed.time.goes_by(31)
    assert offered() == offered("?do=build") == set()
    answer = phone.post(f"/g/{host.id}/offer", data={"give": "ore", "want": "wool"})
    assert answer.status_code == 422
    assert "no more trading or building" in text_of(answer)
    assert not page_of(phone.get(f"/g/{host.id}/phone")).with_class("offer")
