"""Applications in one process share their pages and nothing else."""

from pathlib import Path

from narrator.core.table.events import RulesAgreed
from narrator.web.app import create_app
from narrator.web.live.live_services import live_services_of
from tests.support.app import LAID, games_in
from tests.support.web import Host


def test_each_application_has_games_sessions_and_listeners_of_its_own(tmp_path: Path) -> None:
    houses = []
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        games = games_in(tmp_path / name)
        houses.append((create_app(games), games, games.create(LAID)))
    (app, games, new), (other_app, other_games, other) = houses
    host, stranger = Host(app.test_client(), games, new), Host(other_app.test_client(), other_games, new)
    assert host.enter(RulesAgreed(seat=0)).status_code == 303
    assert (host.get().status_code, stranger.get().status_code) == (200, 404)
    assert len(other_games.record_of(other.id).log) == 0
    assert live_services_of(app).hub is not live_services_of(other_app).hub
    assert live_services_of(app).phone_pages is not live_services_of(other_app).phone_pages
