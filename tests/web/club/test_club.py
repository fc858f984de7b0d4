"""The club's list: every table, no name that its players did not allow, no right that the club does not need."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from msgspec.structs import replace
from werkzeug.test import TestResponse

from narrator.core.table.events import DiceRolled, VictoryDeclared
from narrator.core.table.state import points
from narrator.storage.files.keys import club_key_for
from narrator.web.auth.config import ClientLimits
from tests.support.app import LAID, run_sql
from tests.support.html import page_of, text_of
from tests.support.web import HTMX, said
from tests.support.web_people import ADDRESS, Night, Server, Stream

SECRET = "K7M2P9XYK7M2P9XYK7M2P9XYK7"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    club_key_for(server.log.database.path).replace(SECRET)
    yield server
    server.log.close()


def device(server: Server) -> FlaskClient:
    """Somebody's on the network."""
    client = server.app.test_client()
    client.environ_base["REMOTE_ADDR"] = f"fd00::{next(server.addresses):x}"
    return client


@pytest.fixture
def club(server: Server) -> FlaskClient:
    client = device(server)
    assert client.get(f"/club/{SECRET}").status_code == 303
    return client


def rows(client: FlaskClient, query: str = "") -> list[str]:
    page = client.get(f"/club{query}")
    assert page.status_code == 200
    return [row.text for row in page_of(page).every("tr") if row.with_attribute("scope", "row")]


def host_link(answer: TestResponse) -> str:
    """The path of the address that makes a tablet a table's host."""
    (address,) = page_of(answer).every("code")
    return address.text.removeprefix(ADDRESS)


# Who may look.


def test_only_who_has_the_address_or_the_house_looks(server: Server) -> None:
    guest = device(server)
    closed = guest.get("/club")
    assert closed.status_code == 403
    assert "Scan the club's code" in text_of(closed)
    assert guest.get("/club/live").status_code == 403
    assert guest.post("/club/new", data={"players": "3"}).status_code == 403
    assert server.app.test_client().get("/club").status_code == 200


def test_a_wrong_address_opens_nothing_and_is_counted(server: Server) -> None:
    guest = device(server)
    for _ in range(ClientLimits().wrong_codes):
        assert guest.get(f"/club/{SECRET[:-1]}").status_code == 404
    assert guest.get(f"/club/{SECRET}").status_code == 429
    assert guest.get_cookie("club") is None


def test_the_address_is_left_at_once(server: Server) -> None:
    answer = device(server).get(f"/club/{SECRET}")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/club")
    assert "HttpOnly" in answer.headers["Set-Cookie"]


def test_a_new_address_ends_the_old_one_and_is_the_house_s_to_make(server: Server, club: FlaskClient) -> None:
    assert club.post("/club/address").status_code == 403
    house = server.app.test_client()
    assert f"{ADDRESS}/club/{SECRET}" in text_of(house.get("/club"))
    assert house.post("/club/address").status_code == 303
    new = club_key_for(server.log.database.path).secret()
    assert new != SECRET
    assert f"{ADDRESS}/club/{new}" in text_of(house.get("/club"))
    assert club.get("/club").status_code == 403


def test_without_an_address_no_table_is_asked_whether_it_needs_help(tmp_path: Path) -> None:
    server = Server(tmp_path)
    night = server.night()
    phone = night.phone(0)
    assert "/club" not in night.host.get("/stage?do=menu").text
    assert "/club" not in phone.get().text
    night.host.post("/call")
    assert night.session.club.call is None
    assert server.app.test_client().post("/club/address").status_code == 303
    assert f"/g/{night.id}/club" in night.host.page("/stage?do=menu").hrefs
    server.log.close()


# What the list shows.


def test_a_table_shows_colours_and_no_name_until_its_host_allows_it(server: Server, club: FlaskClient) -> None:
    night = server.evening(150)
    names = [seat.name for seat in night.record.state.seats]
    (row,) = rows(club)
    assert not any(name in row for name in names)
    assert "red" in row.lower()
    assert said("club.round", n=night.record.state.round) in row
    night.host.post("/club", place=" Window  4 ", names="on")
    (row,) = rows(club)
    assert all(name in row for name in names)
    assert row.startswith("Window 4")
    night.host.post("/club", place="Window 4")
    (row,) = rows(club)
    assert not any(name in row for name in names)


def test_only_the_host_says_whether_names_are_shown(server: Server) -> None:
    night = server.night()
    assert night.phone(0).post("/club", names="on").status_code == 403
    assert night.stranger().post("/club", names="on").status_code == 403
    assert not night.session.club.names


def test_the_list_tells_who_is_ahead_and_whose_turn_it_is(server: Server, club: FlaskClient) -> None:
    night = server.evening(150)
    night.host.post("/club", place="1", names="on")
    state = night.record.state
    (row,) = rows(club)
    most = max(range(len(state.seats)), key=lambda seat: points(state, seat))
    assert f"{state.seats[most].name} {points(state, most)}" in row
    assert row.count(state.seats[state.turn].name) >= 2


def test_a_game_that_is_over_or_a_sample_is_not_listed(server: Server, club: FlaskClient) -> None:
    night = server.evening(150)
    assert len(rows(club)) == 1
    night.enter(VictoryDeclared(seat=0, waived=True))
    assert server.app.test_client().post("/sample").status_code == 303
    assert rows(club) == []


def test_a_damaged_table_stands_among_the_others(server: Server, club: FlaskClient) -> None:
    night, other = server.night(), server.night()
    run_sql(server.log, "UPDATE games SET setup = '{' WHERE id = :game", game=night.id)
    server.games.forget(night.id)
    found = rows(club)
    assert len(found) == 2
    assert f"/club/tables/{other.id}" in page_of(club.get("/club")).actions
    assert any("damaged" in row for row in found)


def test_tables_are_paged_and_found_by_their_place(server: Server, club: FlaskClient) -> None:
    nights = [server.night() for _ in range(65)]
    for number, night in enumerate(nights, 1):
        server.app.extensions["narrator"].club.describe_table(night.id, f"{number}", False)
    first, second = rows(club), rows(club, "?page=2")
    assert [row.split()[0] for row in first] == [str(n) for n in range(1, 61)]
    assert [row.split()[0] for row in second] == ["61", "62", "63", "64", "65"]
    assert [row.split()[0] for row in rows(club, "?find=64")] == ["64"]
    assert rows(club, "?page=99") == second
    assert rows(club, "?find=nowhere") == []


# Help.


def test_a_table_calls_the_club_answers_and_both_see_it(server: Server, club: FlaskClient) -> None:
    server.night()
    night = server.night()
    phone = night.phone(1)
    listening = phone.listen()
    before = listening.version()
    assert phone.post("/call").status_code == 303
    assert listening.version() != before
    assert "You've called for help" in text_of(night.host.get("/stage"))
    assert "You've called for help" in text_of(phone.get())
    assert "1 table needs help" in text_of(club.get("/club"))
    assert "Needs help" in rows(club)[0]
    assert club.post(f"/club/tables/{night.id}", data={"do": "coming"}).status_code == 303
    assert "Help is on the way" in text_of(night.host.get("/stage"))
    assert "Someone is on the way" in rows(club)[0]
    club.post(f"/club/tables/{night.id}", data={"do": "over"})
    assert "Help" not in text_of(night.host.get("/stage"))
    assert not any("elp" in row or "on the way" in row for row in rows(club))
    listening.close()


def test_a_table_reads_how_long_ago_it_called_once_a_minute_is_over(server: Server, club: FlaskClient) -> None:
    night = server.night()
    night.host.post("/call")
    assert "You've called for help We don't" in text_of(night.host.get("/club"))
    server.time.seconds += 5 * 60
    assert "You called for help 5 min ago" in text_of(night.host.get("/club"))


def test_a_table_takes_its_call_back(server: Server, club: FlaskClient) -> None:
    night = server.night()
    night.host.post("/call")
    assert night.session.club.call is not None
    assert "We don't need help anymore" in text_of(night.host.get("/club"))
    night.host.post("/call", do="cancel")
    assert night.session.club.call is None
    assert "Needs help" not in rows(club)[0]


def test_who_only_watches_and_strangers_call_nobody(server: Server) -> None:
    night = server.night()
    assert night.phone("watch").post("/call").status_code == 403
    assert night.stranger().post("/call").status_code == 403
    assert night.stranger().get("/club").status_code == 403
    assert night.session.club.call is None


def test_calls_come_first_the_longest_wait_before_all_and_those_on_the_way_last(
    server: Server, club: FlaskClient
) -> None:
    nights = [server.night() for _ in range(4)]
    for number, night in enumerate(nights):
        night.host.post("/club", place=str(number))
    for number in (3, 1, 2):
        server.time.seconds += 60
        nights[number].host.post("/call")
    club.post(f"/club/tables/{nights[3].id}", data={"do": "coming"})
    assert [row.split()[0] for row in rows(club)] == ["1", "2", "3", "0"]


def test_another_process_sees_a_call_and_it_survives_a_restart(server: Server, club: FlaskClient) -> None:
    night = server.night()
    rows(club)
    other = Server(server.folder)
    its_club = other.app.test_client()
    assert len(rows(its_club)) == 1
    night.host.post("/call")
    assert "Needs help" in rows(its_club)[0]
    its_club.post(f"/club/tables/{night.id}", data={"do": "coming"})
    assert "Help is on the way" in text_of(night.host.get("/stage"))
    other.log.close()


# A new table.


def test_two_taps_begin_a_table_whose_tablet_becomes_its_host(server: Server, club: FlaskClient) -> None:
    page = club.post("/club/new", data={"players": "4"})
    assert page.status_code == 200
    path = host_link(page)
    game = path.split("/")[2]
    assert club.get_cookie(f"host_{game}") is None
    assert club.get(f"/g/{game}/stage").status_code == 403
    tablet = device(server)
    assert tablet.post(path).status_code == 303
    assert tablet.get(f"/g/{game}/stage").status_code == 200
    assert len(server.games.record_of(game).state.seats) == 4
    assert rows(club)[0].startswith("1 ")
    club.post("/club/new", data={"players": "2"})
    assert [row.split()[0] for row in rows(club)] == ["1", "2"]


def test_the_club_hands_out_no_table_that_has_its_host(server: Server, club: FlaskClient) -> None:
    night = server.night()
    answer = club.post(f"/club/tables/{night.id}/code")
    assert answer.status_code == 409
    assert "/host/" not in answer.text
    assert server.games.access._open_links(night.id) == []
    first = host_link(club.post("/club/new", data={"players": "3"}))
    code = f"/club/tables/{first.split('/')[2]}/code"
    again = host_link(club.post(code))
    assert again != first
    assert device(server).post(first).status_code == 403
    assert device(server).post(again).status_code == 303
    assert club.post(code).status_code == 409


@pytest.mark.parametrize("players", ["", "1", "7", "x", "²"])
def test_a_table_for_nobody_is_not_begun(club: FlaskClient, players: str) -> None:
    assert club.post("/club/new", data={"players": players}).status_code == 400
    assert rows(club) == []


def test_the_clubs_right_opens_nothing_of_a_game(server: Server, club: FlaskClient) -> None:
    night = server.night()
    for path in ("stage", "phone", "lobby", "file", "copy", "history", "live", "table", "club", "bots"):
        assert club.get(f"/g/{night.id}/{path}").status_code in (302, 303, 403), path
    assert club.get("/people").status_code == 403
    page = club.get("/club").text
    assert night.code not in page
    assert SECRET not in page


# Old ones.


def test_a_closed_table_leaves_the_list_and_comes_back_with_a_tap(server: Server, club: FlaskClient) -> None:
    night = server.night()
    answer = club.post(f"/club/tables/{night.id}", data={"do": "close"}, headers=HTMX)
    assert page_of(answer).has("button", said("ui.undo"))
    assert rows(club) == []
    assert len(rows(club, "?closed=1")) == 1
    assert night.host.get("/stage").status_code == 200
    club.post(f"/club/tables/{night.id}", data={"do": "open"})
    assert len(rows(club)) == 1


def test_a_closed_table_at_which_somebody_plays_on_is_listed_again(server: Server, club: FlaskClient) -> None:
    night = server.evening(150)
    club.post(f"/club/tables/{night.id}", data={"do": "close"})
    assert rows(club) == []
    night.enter(DiceRolled(seat=night.record.state.turn, total=8, waived=True))
    assert len(rows(club)) == 1


def test_tables_that_were_quiet_for_long_are_closed_together(server: Server, club: FlaskClient) -> None:
    old, calling = server.night(), server.night()
    calling.host.post("/call")
    server.time.seconds += 13 * 3600
    server.games._now.time = server.time.now()  # type: ignore[attr-defined]
    fresh = server.night()
    assert "Close 1 table with no entries for 12 hours" in text_of(club.get("/club"))
    assert "1 table closed" in text_of(club.post("/club/close", headers=HTMX))
    listed = page_of(club.get("/club")).actions
    assert [f"/club/tables/{night.id}" in listed for night in (old, calling, fresh)] == [False, True, True]


def test_closing_is_the_clubs_and_no_tables(server: Server) -> None:
    night = server.night()
    for who in (night.host.client, night.phone(0).client, night.stranger().client):
        assert who.post(f"/club/tables/{night.id}", data={"do": "close"}).status_code == 403
    assert not night.session.club.is_closed(0)


def test_an_unknown_table_is_refused_with_a_reason(club: FlaskClient) -> None:
    assert club.post("/club/tables/nothing", data={"do": "close"}).status_code == 404
    assert club.post("/club/tables/nothing/code").status_code == 404


# Live.


def test_the_list_is_notified_of_every_table_until_its_address_ends(
    server: Server, club: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pass_time(seconds: float) -> None:
        server.time.seconds += seconds

    monkeypatch.setattr("narrator.web.live.club_stream.sleep", pass_time)
    night = server.night()
    stream = Stream(club.get("/club/live", buffered=False))
    first = stream.version()
    assert page_of(club.get("/club")).attribute("data-version") == first
    night.host.post("/call")
    second = stream.version()
    assert second != first
    assert page_of(club.get("/club")).attribute("data-version") == second
    club_key_for(server.log.database.path).replace(SECRET[::-1])
    with pytest.raises(StopIteration):
        stream.next()


def test_in_all_languages_the_list_and_the_call_have_words(server: Server, club: FlaskClient) -> None:
    night: Night = server.night(replace(LAID, theme="clawtan"))
    night.host.post("/call")
    for language in ("en", "th", "ru", "es"):
        for page in (club.get(f"/club?lang={language}"), night.host.get(f"/club?lang={language}")):
            assert page.status_code == 200
            assert "club." not in text_of(page)
