"""A game that plays itself: every step is a page, in the reader's language, with the moments to jump to."""

import pytest

from narrator.core.play.production import short_resources
from narrator.core.record.record import Record
from narrator.core.table.events import (
    BankTraded,
    CardsDiscarded,
    CardStolen,
    DiceRolled,
    KnightPlayed,
    PlayersTraded,
    RobberMoved,
    StepDone,
    TurnEnded,
)
from narrator.core.table.phase import Over
from narrator.script.scenes.replay_steps import highlights, replay_steps
from narrator.text.languages import LANGUAGES
from narrator.web.replay.routes import demo_game
from tests.support.html import page_of
from tests.support.web import HTMX
from tests.support.web_people import Device, Server


@pytest.fixture(scope="module")
def device(server: Server) -> Device:
    return server.night().stranger()


def steps(record: Record) -> tuple[int, ...]:
    return replay_steps(record).stops


# The game.


def test_the_game_shows_all_that_a_host_should_have_seen() -> None:
    record = demo_game()
    kinds = {type(event) for event in record.log}
    assert kinds >= {StepDone, PlayersTraded, BankTraded, CardsDiscarded, RobberMoved, CardStolen, KnightPlayed}
    moments = {highlight.kind for highlight in highlights(record)}
    assert moments >= {"seven", "title", "first_city", "win"}
    assert isinstance(record.state.phase, Over)
    assert len(steps(record)) <= 120


def test_a_title_moves_and_the_bank_runs_short_in_it() -> None:
    history = demo_game().head.history()
    states = [(snapshot.before.state, snapshot) for snapshot in history if snapshot.before]
    assert any(None is not before.longest_road != after.state.longest_road is not None for before, after in states)
    rolls = [(before, after.fact.sum) for before, after in states if isinstance(after.fact, DiceRolled)]
    assert any(short_resources(before, total) for before, total in rolls if total != 7)


def test_the_dice_that_pass_the_turn_are_one_step() -> None:
    log = demo_game().log
    ended = [number for number, event in enumerate(log, start=1) if isinstance(event, TurnEnded)]
    assert ended
    assert not set(ended) & set(steps(demo_game()))


# The page.


@pytest.mark.thorough
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_is_a_page_in_every_language(server: Server, language: str) -> None:
    device = server.night().stranger(language)
    seen = []
    for at in steps(demo_game()):
        page = device.client.get(f"/demo?at={at}", headers={"Accept-Language": language})
        assert page.status_code == 200
        assert page_of(page).with_attribute("data-seq", str(at))
        seen.append(page_of(page).attribute("data-line"))
    assert len(set(seen)) > 30


def test_from_the_first_page_one_comes_to_the_last_and_back(device: Device) -> None:
    at, seen = "/demo", list[str]()
    while len(seen) < 200:
        page = page_of(device.client.get(at))
        seen.append(at)
        if page.with_attribute("data-over"):
            break
        at = page.with_id("step-on").get("href")
    assert len(seen) == len(steps(demo_game()))
    assert page.with_id("step-back").get("href") == seen[-2]


def test_at_the_start_there_is_no_way_back(device: Device) -> None:
    back = page_of(device.client.get("/demo")).with_id("step-back")
    assert (back.get("aria-disabled"), back.get("href")) == ("true", "")


def test_the_moments_lead_to_their_scenes(device: Device) -> None:
    chips = page_of(device.client.get("/demo")).with_class("small-button")
    links = [one.get("href") for one in chips if one.role == "link" and "of-round" not in one.classes]
    assert len(links) == len(highlights(demo_game()))
    last = page_of(device.client.get(links[-1]))
    assert last.with_attribute("data-kind", "win")
    assert last.with_attribute("aria-current", "step")


def test_nobody_taps_anything_in_it_and_it_listens_to_nobody(device: Device) -> None:
    page = page_of(device.client.get("/demo?at=40"))
    assert not page.named("events")
    assert not page.with_attribute("data-version")
    assert {"hidden", "data-alone"} <= {*page.in_class("spoken").attributes}


@pytest.mark.parametrize("at", ["", "x", "-1", "99999"])
def test_an_odd_address_shows_the_nearest_step(device: Device, at: str) -> None:
    assert device.client.get(f"/demo?at={at}").status_code == 200


def test_htmx_gets_only_the_stage(device: Device) -> None:
    part = device.client.get("/demo?at=30", headers=HTMX).text
    assert part.lstrip().startswith("<main")


def test_home_leads_to_it(device: Device) -> None:
    page = page_of(device.client.get("/"))
    assert page.one("link", "Demo").get("href") == "/demo"
