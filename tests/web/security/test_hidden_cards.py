"""Nobody's page, stream, copy or answer tells a card that they may not know. `make secrets` asks at 10,000 moments."""

import shutil
from pathlib import Path
from random import Random

import pytest

from narrator.app.games.games import Games
from narrator.storage.files.keys import HOUSE_KEY_FILE
from tests.support.web import House
from tools.secrets import ROUTES, VIEWERS, Moment, Side, answers_alike, look_at, question, routes, worlds

SAVED = ("stage.download_game", "GET", "/g/<game>/file")


@pytest.fixture
def twins(tmp_path: Path) -> tuple[Moment, Moment]:
    """A moment of a game, and the same with other cards where one seat could not look."""
    for name in ("dealt", "one", "two"):
        (tmp_path / name).mkdir()
    setup, log, twin, seat = next(iter(worlds(tmp_path / "dealt", 7)))
    assert log != twin
    for name in ("one", "two"):
        shutil.copy(tmp_path / "dealt" / HOUSE_KEY_FILE, tmp_path / name / HOUSE_KEY_FILE)
    return Side(tmp_path / "one").begin(setup, log, seat), Side(tmp_path / "two").begin(setup, twin, seat)


def test_every_route_was_looked_at(tmp_path: Path) -> None:
    """A new route has to be named in `ROUTES`, and is asked from then on."""
    house = House(tmp_path)
    house.log.close()
    assert {rule.endpoint for rule in house.app.url_map.iter_rules()} == set(ROUTES)


def test_no_route_tells_anybody_a_hidden_card() -> None:
    *_, asked = look_at(40, seed=7, each=4)
    assert asked > 120


@pytest.mark.parametrize(
    "viewer", [name if name in ("host", "seat") else pytest.param(name, marks=pytest.mark.thorough) for name in VIEWERS]
)
def test_no_page_holds_the_seal_but_what_the_host_saves(twins: tuple[Moment, Moment], viewer: str) -> None:
    for route in routes(twins[0].side):
        if route[1] == "GET" and route[0] != "watching.metrics" and (viewer, route[0]) != ("passed", "passing.hand"):
            assert answers_alike(*twins, question(twins[0], route, viewer, Random(1))) is None


def test_what_would_tell_is_found(twins: tuple[Moment, Moment], monkeypatch: pytest.MonkeyPatch) -> None:
    """With everybody's record the whole one, the twins are told apart: they really differ."""
    assert answers_alike(*twins, question(twins[0], SAVED, "host", Random(1))) is None
    monkeypatch.setattr(Games, "record_of", lambda games, game, seat=None: games.full_record(game))
    assert answers_alike(*twins, question(twins[0], SAVED, "host", Random(1))) is not None
