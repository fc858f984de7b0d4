"""Times that come from outside: refused at every door with a sentence, and old ones in a store harm no page."""

import io
import json
import sqlite3
from pathlib import Path

import pytest

from narrator.core.message import msg
from narrator.core.table.events import DiceRolled, TurnEnded
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say
from tests.support.browser.situations import ROLLED, trio
from tests.support.games import ANA, BORIS
from tests.support.html import text_of
from tests.support.web import House, written

ODD = ("2026-05-01T12:00:00", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59-12:00")
NEXT = (TurnEnded(seat=ANA), DiceRolled(seat=BORIS, total=5))
FILE = json.loads(Path("tests/games/road_cut.json").read_text())
CLOCKED = trio(turn_timer="hard", turn_seconds=60)


def refused_in(language: str, time: str) -> str:
    return say(msg("refusal.event.time", time=time.replace("Z", "+00:00")), TableLocale(language))


def file_with(time: str) -> bytes:
    first, *rest = FILE["events"]
    return json.dumps({**FILE, "events": [{**first, "time": time}, *rest]}).encode()


def test_the_file_itself_is_taken(house: House) -> None:
    assert house.visitor().post("/api/v1/games", data=file_with("2026-05-01T12:00:00+07:00")).status_code == 201


@pytest.mark.parametrize("time", ODD)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_with_an_odd_time_is_refused_with_a_sentence(house: House, language: str, time: str) -> None:
    asked = {"Accept-Language": language}
    form = {"file": (io.BytesIO(file_with(time)), "game.json")}
    page = house.visitor().post("/import", data=form, headers=asked)
    assert page.status_code == 422
    assert refused_in(language, time) in text_of(page)
    answer = house.visitor().post("/api/v1/games", data=file_with(time), headers=asked)
    assert answer.status_code == 422
    (reason,) = json.loads(answer.data)["refused"]
    assert (reason["code"], reason["message"]) == ("event.time", refused_in(language, time))


@pytest.mark.parametrize("time", ODD)
def test_an_entry_with_an_odd_time_is_refused_to_host_and_program(house: House, time: str) -> None:
    host = house.host(CLOCKED, ROLLED)
    before = host.record.log
    events = json.loads(written(NEXT[:1]))
    events[0]["time"] = time
    form = {"events": json.dumps(events), "seen": str(host.seq)}
    page = host.client.post(f"/g/{host.id}/enter", data=form)
    assert page.status_code == 422
    assert refused_in("en", time) in text_of(page)
    looked = host.get("/amend", query_string={"entry": 1, "events": form["events"]})
    assert refused_in("en", time) in text_of(looked)
    for query in ("", "?dry_run=1"):
        address = f"/api/v1/games/{host.id}/events{query}"
        answer = host.client.post(address, json={"events": events}, headers={"Authorization": f"Bearer {host.secret}"})
        assert answer.status_code == 422
        assert json.loads(answer.data)["refused"][0]["code"] == "event.time"
    assert host.record.log == before


def test_a_time_of_any_zone_is_kept_in_utc(house: House) -> None:
    host = house.host(CLOCKED, ROLLED)
    events = [{**json.loads(written(NEXT))[0], "time": "2026-05-01T19:00:00+07:00"}]
    host.client.post(f"/g/{host.id}/enter", data={"events": json.dumps(events), "seen": str(host.seq)})
    assert json.loads(host.get("/file").data)["events"][-1]["time"] == "2026-05-01T12:00:00Z"


@pytest.mark.file
@pytest.mark.parametrize("time", ODD)
def test_an_odd_time_that_was_kept_long_ago_harms_no_page(tmp_path: Path, time: str) -> None:
    old = House(tmp_path)
    host = old.host(CLOCKED, [*ROLLED, *NEXT])
    old.log.close()
    file = sqlite3.connect(tmp_path / "games.db")
    file.execute("UPDATE entries SET event = json_set(event, '$.time', ?)", (time,))
    file.commit()
    file.close()
    house = House(tmp_path)
    client = house.visitor()
    client.set_cookie(f"host_{host.id}", host.secret)
    for page in ("stage", "history", "evening", "lobby", "dispute", "file"):
        assert client.get(f"/g/{host.id}/{page}").status_code == 200
    assert house.games.enter_events(host.id, [TurnEnded(seat=BORIS)]).numbers
    house.log.close()
