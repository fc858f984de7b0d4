"""A game that plays itself: every step is a page, in the reader's language, with the moments to jump to."""

import re
from collections.abc import Iterator

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
from tests.support.web import HTMX, text_of
from tests.support.web_people import Device, Server, served


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    yield from served(tmp_path_factory.mktemp("demo"))


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
        assert f'data-seq="{at}"' in page.text
        seen.append(re.search(r'data-line="([^"]+)"', page.text).group(1))  # type: ignore[union-attr]
    assert len(set(seen)) > 30


def test_from_the_first_page_one_comes_to_the_last_and_back(device: Device) -> None:
    at, seen = "/demo", list[str]()
    while len(seen) < 200:
        page = device.client.get(at).text
        seen.append(at)
        if "data-over" in page:
            break
        found = re.search(r'id="step-on" href="([^"]+)"', page)
        assert found
        at = found.group(1)
    assert len(seen) == len(steps(demo_game()))
    back = re.search(r'id="step-back" href="([^"]+)"', page)
    assert back
    assert back.group(1) == seen[-2]


def test_at_the_start_there_is_no_way_back(device: Device) -> None:
    page = device.client.get("/demo").text
    assert 'id="step-back" aria-disabled="true"' in page


def test_the_moments_lead_to_their_scenes(device: Device) -> None:
    page = device.client.get("/demo").text
    links = re.findall(r'class="chip"\s+href="(/demo\?at=\d+)"', page)
    assert len(links) == len(highlights(demo_game()))
    last = device.client.get(links[-1]).text
    assert 'data-kind="win"' in last
    assert "aria-current=step" in last


def test_nobody_taps_anything_in_it_and_it_listens_to_nobody(device: Device) -> None:
    page = device.client.get("/demo?at=40").text
    assert 'name="events"' not in page
    assert "data-live" not in page
    assert 'class="spoken" hidden data-alone' in page


@pytest.mark.parametrize("at", ["", "x", "-1", "99999"])
def test_an_odd_address_shows_the_nearest_step(device: Device, at: str) -> None:
    assert device.client.get(f"/demo?at={at}").status_code == 200


def test_htmx_gets_only_the_stage(device: Device) -> None:
    part = device.client.get("/demo?at=30", headers=HTMX).text
    assert part.lstrip().startswith("<main")


def test_home_leads_to_it(device: Device) -> None:
    assert 'href="/demo"' in device.client.get("/").text
    assert "Demo" in text_of(device.client.get("/"))
