"""What every page has of its own accord: the theme of its table, addresses, the words of its numbers."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from tests.support.app import LAID
from tests.support.html import page_of, text_of
from tests.support.web import Host, House, game_in
from tests.support.web_people import Server
from tools.make_games import FOLDER

CLAWTAN = replace(LAID, theme="clawtan")
QUERIES = {"history.amend": "?entry=1", "history.explain_number": "?number=points.0", "live.live": "?once=1"}
"""What a page can't do without."""


def pages_of_a_game(house: House) -> list[Rule]:
    rules = house.app.url_map.iter_rules()
    return [rule for rule in rules if rule.arguments == {"game"} and "GET" in (rule.methods or ())]


def theme(answer: TestResponse) -> str:
    return page_of(answer).every("html")[0].get("data-theme")


def guest_and_host(house: House) -> Host:
    """A device that is the host's and has a seat, so that every page is open to it."""
    _, events = game_in(Path("narrator/samples/evening.json"))
    host = house.host(CLAWTAN, [events[0]])
    host.client.set_cookie(f"me_{host.id}", house.games.access.take_seat(host.id, 0))
    return host


def test_every_page_of_a_game_has_the_games_theme(house: House) -> None:
    host = guest_and_host(house)
    themes = {}
    for rule in pages_of_a_game(house):
        address = rule.rule.replace("<game>", host.id).replace("<string:game>", host.id)
        answer = host.client.get(address + QUERIES.get(rule.endpoint, ""))
        if answer.mimetype == "text/html" and answer.status_code != 303:  # nobody practises in the midst of a game
            assert answer.status_code == 200, rule.endpoint
            themes[rule.endpoint] = theme(answer)
    assert set(themes.values()) == {"clawtan"}, themes
    assert {"stage.stage", "history.history", "stats.stats", "library.game_library", "dispute.dispute"} <= set(themes)
    assert {"rules.game_rules", "lobby.lobby", "phone.phone", "television.television", "history.amend"} <= set(themes)
    access = host.client.get(f"/j/{house.games.access.join_code(host.id)}")
    assert theme(access) == "clawtan"


def test_a_game_that_is_being_prepared_shows_its_theme_and_other_pages_the_usual_one(house: House) -> None:
    client = house.visitor()
    for path in ("/new", "/new/rules"):
        assert theme(client.get(f"{path}?theme=clawtan")) == "clawtan"
        assert theme(client.get(path)) == "classic"
    for path in ("/", "/library", "/join", "/nothing/here"):
        assert theme(client.get(path)) == "classic"


def read_out(page: TestResponse) -> list[str]:
    """What stands at the bank only for those who listen."""
    return [one.text for one in page_of(page).in_class("bank").with_class("visually-hidden")]


@pytest.mark.parametrize(
    ("game", "entries", "words"),
    [("four_claim_their_win", 247, "(not sure)"), ("bank_short_for_one", 1213, "(only a few left)")],
)
def test_the_stage_the_table_view_and_a_phone_say_alike_what_is_low_or_not_sure(
    server: Server, game: str, entries: int, words: str
) -> None:
    setup, events = game_in(FOLDER / f"{game}.json")
    night = server.night(setup, events[:entries])
    stage, shown, phone = night.host.get("/stage"), night.host.get("/table"), night.phone(0).get()
    assert words in read_out(stage)
    assert read_out(phone) == read_out(stage)
    assert read_out(shown) == read_out(stage)
    for page in (stage, shown, phone):
        assert text_of(page).count("Points:") == len(setup.players)
