"""Who runs the server is told whether it is well, what it counted and what happened, and no secret."""

import io
import logging
import os
import re
import shutil
import sqlite3
from collections import namedtuple
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

from narrator import __version__
from narrator.app.games.games import Games
from narrator.core.table.events import RulingMade
from narrator.storage.files.keys import club_key_for
from narrator.web.app import create_app
from narrator.web.auth.config import AccessConfig
from narrator.web.monitoring.log import configure_logging
from tests.support.app import LAID, Clock, games_in
from tests.support.html import text_of
from tests.support.web import written
from tests.support.web_people import Server, Time, served

FREE = namedtuple("FREE", "free")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    yield from served(tmp_path)


def numbers(server: Server) -> dict[str, float]:
    """Return the value of every series in `/metrics`, read as Prometheus reads it."""
    page = server.app.test_client().get("/metrics").text
    found = {}
    for family in text_string_to_metric_families(page):
        for sample in family.samples:
            labels = ",".join(f'{name}="{value}"' for name, value in sorted(sample.labels.items()))
            found[sample.name + (f"{{{labels}}}" if labels else "")] = sample.value
    return found


def stranger(server: Server, **headers: str) -> FlaskClient:
    client = server.app.test_client()
    client.environ_base.update({"REMOTE_ADDR": "192.168.1.66", **headers})
    return client


# Health.


def test_a_server_that_reads_and_writes_is_well_and_says_so_to_anybody(server: Server) -> None:
    answer = stranger(server).get("/healthz")
    assert (answer.status_code, answer.text) == (200, "ok\n")


@pytest.mark.file
def test_a_file_that_somebody_else_holds_or_that_is_gone_is_reported_without_its_name(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("narrator.storage.database.RETRY_TIMEOUT", 0.02)
    other = sqlite3.connect(server.log.database.path)
    other.execute("BEGIN IMMEDIATE")
    answer = stranger(server).get("/healthz")
    assert (answer.status_code, answer.text) == (503, "store: busy\n")
    other.rollback()
    other.close()
    assert stranger(server).get("/healthz").status_code == 503  # the answer is a second old at most
    server.time.seconds += 1
    assert stranger(server).get("/healthz").status_code == 200
    os.rename(server.log.database.path, f"{server.log.database.path}.away")
    server.time.seconds += 1
    answer = stranger(server).get("/healthz")
    assert (answer.status_code, answer.text) == (503, "store: gone\n")


def test_a_disk_that_is_almost_full_is_reported(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: FREE(1000))
    assert stranger(server).get("/healthz").text == "store: full\n"


def test_asking_for_health_writes_nothing(server: Server) -> None:
    with sqlite3.connect(server.log.database.path) as other:
        (before,) = other.execute("PRAGMA data_version").fetchone()
        assert stranger(server).get("/healthz").status_code == 200
        assert other.execute("PRAGMA data_version").fetchone() == (before,)
    other.close()


# Counts.


def test_counts_are_for_the_house_and_for_who_has_the_token(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    assert stranger(server).get("/metrics").status_code == 403
    assert server.app.test_client().get("/metrics").status_code == 200
    assert stranger(server, HTTP_AUTHORIZATION="Bearer ").get("/metrics").status_code == 403
    monkeypatch.setenv("NARRATOR_METRICS_TOKEN", "a-long-token")
    assert stranger(server, HTTP_AUTHORIZATION="Bearer a-long-token").get("/metrics").status_code == 200
    assert stranger(server, HTTP_AUTHORIZATION="Bearer another").get("/metrics").status_code == 403


def test_requests_entries_refusals_taps_and_streams_are_counted(server: Server) -> None:
    night = server.night()
    two = written([RulingMade(case="test", text="one"), RulingMade(case="test", text="two")])
    assert night.host.post("/enter", events=two, seen="0").status_code == 303
    assert night.host.post("/enter", events=two, seen="9", key="other").status_code == 409
    stream = night.host.listen()
    stream.version()
    found = numbers(server)
    assert found['narrator_requests_total{route="stage.enter",status="3xx"}'] == 1
    assert found['narrator_refusals_total{why="stale"}'] == 1
    assert found["narrator_entries_total"] == 2
    assert found["narrator_tap_seconds_count"] == 2
    assert found['narrator_tap_seconds_bucket{le="+Inf"}'] == 2
    assert found["narrator_streams"] == 1
    assert found["narrator_games_open"] == 1
    assert found["narrator_healthy"] == 1
    assert found[f'narrator_info{{version="{__version__}"}}'] == 1
    stream.close()
    assert numbers(server)["narrator_streams"] == 0


def test_applications_in_one_process_count_each_for_itself(server: Server) -> None:
    other = Server(server.folder)
    for _ in range(3):
        stranger(other).get("/healthz")
    stranger(server).get("/healthz")
    name = 'narrator_requests_total{route="monitoring.health",status="2xx"}'
    assert (numbers(server)[name], numbers(other)[name]) == (1, 3)
    other.log.close()


# The journal.


@pytest.fixture
def journal() -> Iterator[io.StringIO]:
    said = io.StringIO()
    handler = configure_logging("all", said)
    yield said
    logging.getLogger().removeHandler(handler)
    logging.getLogger("narrator").setLevel(logging.NOTSET)


def test_the_journal_of_a_session_has_refusals_and_mistakes_and_none_of_its_secrets(
    tmp_path: Path, journal: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    games, code = games_in(tmp_path), "K7M2P9XY"
    app = create_app(games, seconds=lambda: Time().seconds, access=AccessConfig(house_code=code, is_closed=bool(code)))
    club = "CLUBCLUBCLUBCLUBCLUBCLUB22"
    club_key_for(games.storage.database.path).replace(club)
    new = games.create(LAID)
    link, phone = games.access.new_host_link(new.id), games.access.take_seat(new.id, 1)
    guest = app.test_client()
    guest.environ_base["REMOTE_ADDR"] = "192.168.1.66"
    wrong = "WRONGWR2"
    for path in (f"/house/{wrong}", f"/club/{wrong}", f"/j/{wrong}", f"/g/{new.id}/host/{wrong}", f"/g/{new.id}/stage"):
        assert guest.get(path).status_code in (403, 404)
    assert guest.get("/people").status_code == 403
    assert guest.get("/metrics", headers={"Authorization": f"Bearer {wrong}"}).status_code == 403
    for path in (f"/house/{code}", f"/club/{club}", f"/j/{new.join_code}", f"/g/{new.id}/host/{link}"):
        assert guest.get(path).status_code in (200, 303)
    guest.set_cookie(f"host_{new.id}", new.secret)
    guest.set_cookie(f"me_{new.id}", phone)
    assert guest.post(f"/g/{new.id}/enter", data={"events": "["}).status_code == 400

    def fail(*_: object, **__: object) -> None:
        try:
            raise KeyError(f"Ana {new.secret}")
        except KeyError:
            raise RuntimeError(f"{phone} {new.join_code}") from None

    monkeypatch.setattr(Games, "record_of", fail)
    page = guest.get(f"/g/{new.id}/stage")
    assert page.status_code == 500
    found = re.search(r"this number: (\w{8})", text_of(page))
    assert found is not None
    said = journal.getvalue()
    assert f"mistake {found[1]} at /g/<game>/stage" in said
    assert "RuntimeError" in said
    assert "refused 403 GET /people from 192.168.1.66" in said
    secrets = (code, club, link, phone, wrong, new.secret, new.join_code, "Ana", "Boris", "Chai")
    assert [secret for secret in secrets if secret in said] == []


def test_a_quiet_journal_has_only_mistakes(tmp_path: Path) -> None:
    said = io.StringIO()
    handler = configure_logging("quiet", said)
    games = Games(games_in(tmp_path).storage, Clock(), lambda length: "x" * length)
    app = create_app(games, access=AccessConfig(house_code="K7M2P9XY"))
    guest = app.test_client()
    guest.environ_base["REMOTE_ADDR"] = "192.168.1.66"
    assert guest.get("/people").status_code == 403
    assert said.getvalue() == ""
    logging.getLogger().removeHandler(handler)
    logging.getLogger("narrator").setLevel(logging.NOTSET)
