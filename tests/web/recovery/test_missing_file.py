"""The file with the games is deleted while they are played: no tap is answered as if it were kept."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from narrator.core.record.record import Record
from narrator.storage import database
from narrator.storage.errors import StorageUnavailable
from tests.support.app import TOLD, ruling, texts
from tests.support.html import page_of, text_of
from tests.support.web import HTMX, House, said

pytestmark = pytest.mark.file


@pytest.fixture
def own(tmp_path: Path) -> Iterator[House]:
    """A server of one's own, whose file may be deleted."""
    house = House(tmp_path)
    yield house
    house.log.close()


def test_a_tap_after_the_file_is_gone_is_not_entered_and_the_page_says_so(own: House) -> None:
    host = own.host(TOLD)
    host.enter(ruling("a"))
    (own.folder / "games.db").unlink()
    for _ in range(3):
        answer = host.enter(ruling("b"), headers=HTMX)
        assert answer.status_code == 409
        assert "your last tap wasn't recorded" in text_of(answer)
        assert "/rescue" in page_of(answer).actions
    assert texts(host.record.log) == ["a"]
    assert host.get().status_code == 200, "what was entered before is still shown"


def test_the_host_writes_everything_to_a_new_file_and_goes_on(own: House) -> None:
    host = own.host(TOLD)
    host.enter(ruling("a"))
    (own.folder / "games.db").unlink()
    answer = host.client.post("/rescue")
    assert answer.status_code == 200
    assert str(own.folder / "games-2.db") in text_of(answer)
    assert host.enter(ruling("b")).status_code == 303
    file = sqlite3.connect(own.folder / "games-2.db")
    (entries,) = file.execute("SELECT count(*) FROM entries WHERE game = ?", (host.id,)).fetchone()
    file.close()
    assert entries == 2
    assert host.client.post("/rescue").status_code == 200
    assert not (own.folder / "games-3.db").exists()


def test_only_a_host_of_a_game_here_writes_a_new_file(own: House) -> None:
    host, stranger, forger = own.host(TOLD), own.visitor(), own.visitor()
    forger.set_cookie(f"host_{host.id}", "x")
    (own.folder / "games.db").unlink()
    for visitor in (stranger, forger):
        assert visitor.post("/rescue").status_code == 403
        refused = visitor.post("/sample")
        assert refused.status_code == 409
        assert "/rescue" not in page_of(refused).actions
    assert not (own.folder / "games-2.db").exists()


def test_a_program_is_told_that_the_file_is_gone(own: House) -> None:
    host = own.host(TOLD)
    (own.folder / "games.db").unlink()
    body = {"events": [{"type": "ruling_made", "case": "test", "text": "a"}]}
    answer = host.client.post(f"/api/v1/games/{host.id}/events", json=body)
    assert (answer.status_code, answer.json["error"]["code"]) == (503, "store.gone")  # type: ignore[index]
    assert str(own.folder) not in answer.text


def test_a_tap_while_another_program_holds_the_file_says_so(own: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "RETRY_TIMEOUT", 0.1)
    host = own.host(TOLD)
    other = sqlite3.connect(own.folder / "games.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    answer = host.enter(ruling("a"))
    assert host.get().status_code == 200
    other.close()
    assert answer.status_code == 503
    assert "Another program is using the games file" in text_of(answer)
    assert said("error.again") not in text_of(answer), "the tap is made again, not a page loaded"
    assert host.enter(ruling("a")).status_code == 303


def test_a_page_that_failed_for_the_moment_can_be_asked_for_again(own: House, monkeypatch: pytest.MonkeyPatch) -> None:
    host = own.host(TOLD)

    def is_busy(game: str, seat: int | None = None) -> Record:
        raise StorageUnavailable("busy")

    with monkeypatch.context() as while_busy:
        while_busy.setattr(own.games, "record_of", is_busy)
        answer = host.get("/stage?do=menu")
    assert answer.status_code == 503
    assert page_of(answer).one("link", said("error.again")).get("href") == f"/g/{host.id}/stage?do=menu"
    assert said("error.again") not in text_of(host.client.get("/nowhere")), "it would still not be there"
