"""A game goes out as tables and codes, and comes in again from photographs of the codes, one after the other."""

import re
from collections.abc import Sequence
from io import BytesIO
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from narrator.app.files.game_files import begin_from_file
from narrator.core.table.events import VictoryDeclared
from narrator.storage.files.qr_parts import split_file
from narrator.web.export import routes
from tests.support.app import LAID, TOLD
from tests.support.browser.situations import trio
from tests.support.codes import as_file, blurred, on_a_table, picture_of, turned
from tests.support.html import Element, page_of, text_of
from tests.support.long_game import LONG_GAME
from tests.support.web import HTMX, Host, House, said

TEXTS = [part.text for part in split_file(LONG_GAME)]
EMPTY = Element("svg", {"viewbox": "0 0 9 9"}, None)
"""A drawing without a code."""


@pytest.fixture
def long_game(house: House) -> Host:
    return Host(house.visitor(), house.games, begin_from_file(house.games, LONG_GAME))


def read(
    client: FlaskClient, photographs: Sequence[bytes] = (), page: TestResponse | None = None, **form: Any
) -> TestResponse:
    """As the form of a page sends it, with all that was read before."""
    parts = [one.get("value") for one in page_of(page).named("part")] if page else []
    files = [(BytesIO(content), f"IMG_{number}.jpg") for number, content in enumerate(photographs, 1)]
    return client.post("/carry", data={"part": parts, "photograph": files, **form})


def game_of(answer: TestResponse) -> str:
    assert answer.status_code == 303, text_of(answer)
    return str(answer.headers["Location"].split("/")[2])


# Out


def test_everybody_at_the_table_takes_the_tables_and_only_the_host_the_game(house: House) -> None:
    host = house.host(LAID)
    phone = house.visitor()
    phone.set_cookie(f"me_{host.id}", house.games.access.take_seat(host.id, 1))
    for path in ("/carry", "/carry/events.csv", "/carry/results.csv"):
        assert host.get(path).status_code == phone.get(f"/g/{host.id}{path}").status_code == 200
        assert house.visitor().get(f"/g/{host.id}{path}").status_code == 403
    assert (host.get("/codes").status_code, phone.get(f"/g/{host.id}/codes").status_code) == (200, 403)
    for way in ("/file", "/codes"):
        assert f"/g/{host.id}{way}" in host.page("/carry").hrefs
        assert f'{way}"' not in phone.get(f"/g/{host.id}/carry").text


@pytest.mark.parametrize("path", ["/stage?do=menu", "/evening", "/history"])
def test_the_way_there_is_where_one_looks_for_it(house: House, path: str) -> None:
    host = house.host(LAID)
    assert f"/g/{host.id}/carry" in host.page(path).hrefs
    over = house.host(TOLD, [VictoryDeclared(seat=0, waived=True)])
    assert f"/g/{over.id}/carry" in over.page().hrefs


def test_tables_are_files_that_say_whose_they_are(house: House) -> None:
    host = house.host(LAID)
    for name in ("events", "results"):
        answer = host.get(f"/carry/{name}.csv")
        assert answer.mimetype == "text/csv"
        assert answer.headers["Content-Disposition"] == f'attachment; filename="narrator-{host.id}-{name}.csv"'
        assert answer.data.startswith(b"\xef\xbb\xbf")


def test_bg_stats_is_offered_once_the_game_is_over(house: House) -> None:
    assert "bgstatsapp" not in house.host(LAID).get("/carry").text
    page = house.host(trio(), [VictoryDeclared(seat=0, waived=True)]).page("/carry")
    assert any(href.startswith("https://app.bgstatsapp.com/createPlay.html?data=") for href in page.hrefs)
    assert page.in_class("qr")


def test_a_link_that_is_too_long_for_a_code_has_none(house: House) -> None:
    host = house.host(trio(), [VictoryDeclared(seat=0, waived=True)])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(routes, "FINEST", 200)
        page = host.page("/carry")
    assert any("bgstatsapp" in href for href in page.hrefs)
    assert not page.with_class("qr")
    assert said("carry.bg_stats.long") in page.text


def test_codes_come_some_at_a_time_each_with_its_number(long_game: Host) -> None:
    first, second = long_game.page("/codes"), long_game.page("/codes?from=5")
    assert [len(page.with_class("qr")) for page in (first, second)] == [4, 1]
    assert re.findall(r"(\d) of 5", first.text) == ["1", "2", "3", "4"]
    assert re.findall(r"(\d) of 5", second.text) == ["5"]
    assert f"/g/{long_game.id}/codes?from=5" in first.hrefs
    assert f"/g/{long_game.id}/codes?from=1" in second.hrefs


@pytest.mark.parametrize("wrong", ["0", "-3", "999", "x", "", "1.5", "9" * 400])
def test_an_odd_number_shows_some_page_of_them(long_game: Host, wrong: str) -> None:
    assert long_game.get(f"/codes?from={wrong}").status_code == 200


def test_a_game_that_is_too_long_for_codes_says_what_to_do(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narrator.storage.files.qr_parts.MAX_PARTS", 0)
    page = house.host(LAID).get("/codes")
    assert page.status_code == 422
    assert "Save it to a file instead" in text_of(page)


def test_no_secret_of_a_host_or_a_seat_is_in_the_codes(house: House, long_game: Host) -> None:
    seat = house.games.access.take_seat(long_game.id, 0)
    file = house.games.file(long_game.id).decode()
    assert long_game.get("/codes").status_code == 200
    for secret in (long_game.secret, seat, house.games.access.join_code(long_game.id), long_game.id):
        assert secret not in file
    assert split_file(house.games.file(long_game.id)) == split_file(long_game.get("/file").data)


# In


def test_a_game_is_carried_over_by_photographs_of_its_codes(house: House, client: FlaskClient, long_game: Host) -> None:
    """Two photographs first, of which one shows two codes and the other none; then again what was missing."""
    shown = [picture_of(svg) for at in (1, 5) for svg in long_game.page(f"/codes?from={at}").with_class("qr")]
    assert len(shown) == 5
    both, dark = as_file(turned(on_a_table(*shown[:2]), -6)), as_file(blurred(on_a_table(shown[2]), 12))
    page = read(client, [both, dark])
    assert page.status_code == 422
    assert "No code found in “IMG_2.jpg”" in text_of(page)
    assert "2 of 5 codes read" in text_of(page)
    assert "Codes 3, 4 and 5 are still missing" in text_of(page)
    page = read(client, [as_file(on_a_table(shown[0])), as_file(on_a_table(*shown[3:]))], page)
    assert "Code 3 is still missing" in text_of(page)
    answer = read(client, [as_file(on_a_table(shown[2]))], page)
    new = game_of(answer)
    assert house.games.file(new) == LONG_GAME
    assert client.get(f"/g/{new}/stage").status_code == 200


def test_a_codes_text_can_be_pasted_where_nothing_reads_photographs(
    house: House, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "can_read", lambda: False)
    page = client.get("/carry")
    assert "pip install pillow zxing-cpp" in text_of(page)
    assert not page_of(page).with_attribute("type", "file")
    assert read(client, [b"a photograph"]).status_code == 200
    page = read(client, text="\n".join(TEXTS[:3]))
    assert "3 of 5 codes read" in text_of(page)
    assert house.games.file(game_of(read(client, page=page, text=" ".join(TEXTS[3:])))) == LONG_GAME


def test_a_script_gets_the_part_of_the_page_and_the_way_to_the_game(client: FlaskClient) -> None:
    part = client.post("/carry", data={"text": TEXTS[0]}, headers=HTMX)
    assert part.text.lstrip().startswith("<form")
    answer = client.post("/carry", data={"text": " ".join(TEXTS)}, headers=HTMX)
    assert re.fullmatch(r"/g/\w+/stage", answer.headers["HX-Redirect"])
    assert answer.headers["Set-Cookie"].startswith("host_")


def test_codes_of_another_game_are_left_out_and_nothing_is_lost(client: FlaskClient) -> None:
    other = split_file(LONG_GAME + b" ")[2].text
    page = read(client, text=f"{TEXTS[0]} {other}")
    assert page.status_code == 422
    assert "from another game" in text_of(page)
    assert "1 of 5 codes read" in text_of(page)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "isn't a photo"),
        (b"x" * 100, "isn't a photo"),
        (b"\xff\xd8\xff\xe0" + bytes(900), "isn't a photo"),
        (as_file(on_a_table(picture_of(EMPTY))), "No code found"),
    ],
)
def test_what_is_no_photograph_of_a_code_is_said_and_nothing_is_lost(
    client: FlaskClient, content: bytes, said: str
) -> None:
    page = read(client, [content], read(client, text=TEXTS[0]))
    assert page.status_code == 422
    assert said in text_of(page)
    assert "IMG_1.jpg" in text_of(page)
    assert "1 of 5 codes read" in text_of(page)


def test_a_whole_file_that_is_no_game_is_refused_as_one_from_a_disk(client: FlaskClient) -> None:
    for content in (b"{}", b"[1]", b'{"format": "narrator/9"}'):
        page = read(client, text=" ".join(part.text for part in split_file(content)))
        assert page.status_code == 422
        assert page_of(page).one("alert").text
        assert "Set-Cookie" not in page.headers


@pytest.mark.parametrize("form", [{}, {"text": ""}, {"part": "x"}, {"part": ["x"] * 900}, {"text": "NARRATOR:1:" * 50}])
def test_odd_forms_are_answered(client: FlaskClient, form: dict[str, Any]) -> None:
    assert client.post("/carry", data=form).status_code in (200, 422)


@pytest.mark.parametrize(("language", "said"), [("th", "โค้ดที่ 2, 3"), ("ru", "кодов: 2, 3"), ("es", "códigos 2, 3")])
def test_what_is_missing_is_said_in_every_language(client: FlaskClient, language: str, said: str) -> None:
    answer = client.post("/carry", data={"text": TEXTS[0]}, headers={"Accept-Language": language})
    assert said in text_of(answer)
